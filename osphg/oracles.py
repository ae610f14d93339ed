"""Online linear maximisers: the oracles E_1..E_K that a player runs side by side.

An oracle is an init/update pair. `init(domain, K)` gives the first choices V (K, n) of K
independent instances and whatever memory they keep; `update(domain, V, memory, payoff)` gives the
next choices, once instance k has been told its payoff direction payoff[k] (reward <payoff[k], v>).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from osphg import _validate
from osphg._validate import FloatArray
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


@dataclass(frozen=True, eq=False)
class GradientAscent:
    """Online gradient ascent: v <- P_X(v + step * payoff) (Hazan 2016, algorithm 8).

    Parameters
    ----------
    step : float
        The step size, mu in the paper; above 0.
    v1 : array (n,), optional
        The first choice of every instance, a point of X; the origin when not given.

    Raises
    ------
    TypeError, ValueError
        For a step that is not positive and finite; in `init`, for a v1 that is not in X.
    """

    step: float
    v1: FloatArray | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "step", _validate.positive_float("step", self.step))
        if self.v1 is not None:
            v1 = _validate.array("v1", self.v1, (None,))
            object.__setattr__(self, "v1", _validate.own(v1))

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, None]:
        """Return K copies of v1, and no memory."""
        if self.v1 is None:
            return np.zeros((K, domain.n)), None
        v1 = _validate.array("v1", self.v1, (domain.n,))
        if not domain.contains(v1):
            raise ValueError(f"v1 must lie in the domain {domain}, got {v1.tolist()}")
        return np.tile(v1, (K, 1)), None

    def update(
        self,
        domain: Domain,
        V: FloatArray,
        memory: None,
        payoff: FloatArray,
    ) -> tuple[FloatArray, None]:
        """Return the projected step of every instance (paper, the display after Algorithm 2)."""
        return domain.project(V + self.step * payoff), None
