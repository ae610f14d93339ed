"""What a game may offer, and a system's theorem may need."""

from __future__ import annotations

CONCAVE = "concave utilities"
SUBMODULAR = "monotone DR-submodular utilities"
FIXED = "the same price in every round"
INDEPENDENT = "independent prices"
SIMPLEX = "a simplex"
MATROID = "a matroid"
