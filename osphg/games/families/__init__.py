"""Families of monotone DR-submodular utilities, each with the constants that are proven of it."""

from osphg.games.families.coverage import ProbabilisticCoverage
from osphg.games.families.set_functions import FacilityLocation, WeightedCoverage

__all__ = ["FacilityLocation", "ProbabilisticCoverage", "WeightedCoverage"]
