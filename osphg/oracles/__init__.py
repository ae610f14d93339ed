"""Online linear maximisers: the oracles E_1..E_K that a player runs side by side.

Every oracle of the package has `tuned(domain, T, bound, ...)`, the step of its own theorem for T
payoffs whose norm is at most `bound`, and `regret_bound(domain, payoffs)`, that theorem for the
payoffs that came. Each measures payoffs in a norm of its own: see `osphg.oracles.norms`. The
paper's is gradient ascent; `osphg.systems.oracles` has others.
"""

from __future__ import annotations

from osphg.oracles.base import BoundedOracle, Oracle
from osphg.oracles.gradient import GradientAscent

__all__ = ["BoundedOracle", "GradientAscent", "Oracle", "norms"]
