"""What an oracle is.

An oracle is an init/update pair. `init(domain, K)` gives the first choices V (K, n) of K
independent instances and whatever memory they keep; `update(domain, V, memory, payoff)` gives the
next choices, once instance k has been told its payoff direction payoff[k] (reward <payoff[k], v>).
A memory is a value: an update returns a new one and leaves the old one alone.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from osphg import checks
from osphg.checks import FloatArray, shown, takes
from osphg.domains import Domain


@runtime_checkable
class Oracle(Protocol):
    """K instances of an algorithm for online maximisation of linear functions over X."""

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, Any]:
        """Return the first choices (K, n) and the memory."""
        ...

    def update(
        self, domain: Domain, V: FloatArray, memory: Any, payoff: FloatArray
    ) -> tuple[FloatArray, Any]:
        """Return the next choices (K, n) and the memory, given the payoff directions (K, n)."""
        ...


@runtime_checkable
class BoundedOracle(Oracle, Protocol):
    """An oracle with a theorem."""

    def regret_bound(self, domain: Domain, payoffs: FloatArray) -> FloatArray:
        """Return what max_x sum_t <c_t, x - v_t> cannot exceed, for payoffs c (T, ..., n): (...).

        The bound of an oracle that draws is one of the expected regret.
        """
        ...


def require_oracle(name: str, value: object) -> Oracle:
    """Return what is an oracle; TypeError for anything else, a class of oracles too."""
    if not checks.implements(value, Oracle) or not takes(value.init, 2):
        raise TypeError(f"{name} must have init and update, got {shown(value)}")
    return value
