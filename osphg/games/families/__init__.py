"""Families of monotone DR-submodular utilities, each with the constants that are proven of it."""

from osphg.games.families.any_set_function import SampledSetFunction, SetFunction, all_sets
from osphg.games.families.concave_over_modular import ConcaveOverModular, budget_allocation
from osphg.games.families.coverage import ProbabilisticCoverage
from osphg.games.families.determinantal import Determinantal
from osphg.games.families.log_quadratic import LogQuadratic
from osphg.games.families.published import crowdsourcing, wide_quadratics
from osphg.games.families.set_functions import FacilityLocation, WeightedCoverage
from osphg.games.families.shapes import Log, Root, Saturation, SmoothCap

__all__ = [
    "ConcaveOverModular",
    "Determinantal",
    "FacilityLocation",
    "Log",
    "LogQuadratic",
    "ProbabilisticCoverage",
    "Root",
    "SampledSetFunction",
    "Saturation",
    "SetFunction",
    "SmoothCap",
    "WeightedCoverage",
    "all_sets",
    "budget_allocation",
    "crowdsourcing",
    "wide_quadratics",
]
