"""Families of monotone DR-submodular utilities, each with the constants that are proven of it."""

from osphg.games.families.concave_over_modular import ConcaveOverModular, budget_allocation
from osphg.games.families.coverage import ProbabilisticCoverage
from osphg.games.families.set_functions import FacilityLocation, WeightedCoverage
from osphg.games.families.shapes import Log, Root, Saturation, SmoothCap

__all__ = [
    "ConcaveOverModular",
    "FacilityLocation",
    "Log",
    "ProbabilisticCoverage",
    "Root",
    "Saturation",
    "SmoothCap",
    "WeightedCoverage",
    "budget_allocation",
]
