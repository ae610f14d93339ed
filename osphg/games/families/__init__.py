"""Families of monotone DR-submodular utilities, each with the constants that are proven of it.

What is not as a family's parameters say is refused when it is made, with TypeError or ValueError.
`osphg.games.families.base.UtilityFamily` says how to add a family.
"""

from osphg.games.families.concave_over_modular import (
    ConcaveOverModular,
    Log,
    Root,
    Saturation,
    SmoothCap,
    budget_allocation,
)
from osphg.games.families.coverage import FacilityLocation, ProbabilisticCoverage, WeightedCoverage
from osphg.games.families.determinantal import Determinantal
from osphg.games.families.log_quadratic import LogQuadratic
from osphg.games.families.published import crowdsourcing, wide_quadratics
from osphg.games.families.set_functions import SampledSetFunction, SetFunction, all_sets

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
