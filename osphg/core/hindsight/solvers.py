"""What the maximisers in hindsight share, local ascent, and the closed form in the plane."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from osphg.core.domains import Domain, Polytope
from osphg.core.geometry.lengths import length, unit_of
from osphg.core.utilities import Objective, Quadratic
from osphg.core.validate import FloatArray

_EPS = float(np.finfo(np.float64).eps)


class Solution(NamedTuple):
    """A feasible point, its value, and a number that no feasible value exceeds."""

    x: FloatArray
    value: float
    upper_bound: float
    method: str


# solver(objective, region, domain): maximise over `region`, a subset of `domain`; the objective is
# known to be defined on `domain` only.
Solver = Callable[[Objective, Polytope, Domain], Solution]


def quadratic(name: str, objective: Objective) -> Quadratic:
    """Return `objective` if it is a Quadratic; TypeError, naming the solver, if not."""
    if not isinstance(objective, Quadratic):
        raise TypeError(f"{name} needs a Quadratic objective, got {type(objective).__name__}")
    return objective


class Cached:
    """An objective that is not asked twice about one point."""

    def __init__(self, objective: Objective) -> None:
        self.objective = objective
        self._values: dict[bytes, FloatArray] = {}
        self._gradients: dict[bytes, FloatArray] = {}

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return the objective's value at each point: (..., n) -> (...,)."""
        return self._ask(self._values, self.objective.value, X)

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the objective's gradient at each point: (..., n) -> (..., n)."""
        return self._ask(self._gradients, self.objective.gradient, X)

    def knows(self, x: FloatArray) -> bool:
        """Whether the value at a point (n,) is known."""
        return x.tobytes() in self._values

    def learn(self, X: FloatArray) -> None:
        """Ask for the values at points (m, n) in one call."""
        for x, value in zip(X, self.objective.value(X), strict=True):
            self._values.setdefault(x.tobytes(), np.asarray(value))

    @property
    def ahead(self) -> int:
        """How many points are worth one call; see `osphg.core.utilities.Sum`."""
        return int(getattr(self.objective, "points_per_call", 1))

    @staticmethod
    def _ask(
        known: dict[bytes, FloatArray], ask: Callable[[FloatArray], FloatArray], X: FloatArray
    ) -> FloatArray:
        if X.ndim > 1:
            return ask(X)
        key = X.tobytes()
        if key not in known:
            known[key] = ask(X)
        return known[key]


def ascend(objective: Objective, region: Polytope, x: FloatArray, steps: int = 100) -> FloatArray:
    """Projected gradient ascent with backtracking from x, to a stationary point or `steps`.

    Where one call of the objective is as dear as a call for many points, the steps that may come
    next are asked for together: the same steps, with values equal to rounding.
    """
    f = objective if isinstance(objective, Cached) else Cached(objective)
    value, slope = float(f.value(x)), f.gradient(x)
    step = region.diameter / (length(slope) or 1.0)
    for _ in range(steps):
        trial = region.project(x + step * slope)
        if f.ahead > 1 and not f.knows(trial):
            shorter = [region.project(x + step / 4.0**i * slope) for i in range(1, min(f.ahead, 8))]
            f.learn(np.stack([trial, *shorter]))
        gain = float(f.value(trial)) - value
        if gain < 1e-4 * float(slope @ (trial - x)) or gain <= 0.0:
            step /= 4.0
            if step * length(slope) <= 1e-9 * region.diameter:
                break
            continue
        x, value, slope, step = trial, value + gain, f.gradient(trial), 2.0 * step
        if gain <= 1e-13 * abs(value):
            break
    return x


def planar(objective: Objective, region: Polytope, domain: Domain) -> Solution:
    """Maximise a quadratic over an interval or a polygon, exactly.

    A maximum lies at a vertex, at the stationary point of a side, or at an interior stationary
    point; all are computed and compared, with no assumption on signs or definiteness. The upper
    bound exceeds the value by a bound of the rounding error, 64 eps (|H| r^2 + |h| r) with r the
    largest norm of a point.

    Raises
    ------
    TypeError
        If the objective is not a Quadratic.
    ValueError
        If n > 2.
    """
    f = quadratic("planar", objective)
    if region.n > 2:
        raise ValueError(f"planar needs n <= 2, got n = {region.n}")
    V = region.vertices if region.n == 2 else np.stack([region.lower, region.upper])
    side = np.concatenate([V[1:], V[:1]]) - V
    slope = (f.gradient(V) * side).sum(axis=1)
    bend = ((side @ f.H) * side).sum(axis=1)
    step = np.clip(np.divide(-slope, bend, out=np.zeros_like(slope), where=bend < 0.0), 0.0, 1.0)
    candidates = np.vstack([V, V + step[:, None] * side])
    H = f.H / unit_of(f.H)
    if region.n == 2 and abs(H[0, 0] * H[1, 1] - H[0, 1] ** 2) > 64 * _EPS * length(H) ** 2:
        # Where H is singular to rounding error, f is linear along a line: a side is as good.
        candidates = np.vstack([candidates, np.linalg.solve(f.H, -f.h)])
    candidates = region.project(candidates)  # wherever the stationary point is, this is feasible
    x = candidates[f.value(candidates).argmax()]
    value = float(f.value(x))
    r = float(np.sqrt((V * V).sum(axis=1).max()))
    rounding = 64 * _EPS * (length(f.H) * r + length(f.h)) * r
    return Solution(x, value, value + rounding, "closed form")
