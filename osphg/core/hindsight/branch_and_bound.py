"""Spatial branch and bound that knows nothing of the objective but the DR property."""

from __future__ import annotations

import heapq
import itertools
from typing import NamedTuple

import numpy as np
import scipy

from osphg.core import validate
from osphg.core.domain import Domain, Faceted
from osphg.core.domains import Polytope
from osphg.core.hindsight.solvers import Cached, Solution, Solver, ascend
from osphg.core.hindsight.windows import half_spaces
from osphg.core.utilities import Objective, Quadratic
from osphg.core.validate import FloatArray

_EPS = float(np.finfo(np.float64).eps)


def branch_and_bound(
    relative_gap: float = 1e-4, max_nodes: int = 1000, beyond: bool = False
) -> Solver:
    r"""Return a solver that maximises any DR-submodular function over a polytope.

    A DR-submodular f is concave along non-negative and non-positive directions, so on a cell
    :math:`l \preceq x \preceq u`

    .. math:: f(x) \le f(l) + \langle \nabla f(l), x - l \rangle, \qquad
              f(x) \le f(u) + \langle \nabla f(u), x - u \rangle .

    The least of the two is maximised over the part of the cell that is in the region, a linear
    programme; the bound is then computed from its dual variables (Neumaier and Shcherbina 2004),
    so that it holds whatever the tolerances of the linear solver. Cells are halved, best bound
    first, until the gap closes or the nodes run out: the bound holds in either case.

    The first inequality needs f at l, which is in the domain whenever the domain is down-closed
    (a box, a simplex, a polytope with A >= 0). The second needs f at u and is used where u is in
    the domain.

    Parameters
    ----------
    relative_gap : float
        Stop once (upper bound - value) <= relative_gap |value|.
    max_nodes : int
        Stop after so many cells have been halved.
    beyond : bool
        Whether the objective is defined and DR-submodular on the whole bounding box of its
        domain, as formulas often are. Then both inequalities always apply, for any polytope.

    Raises
    ------
    TypeError, ValueError
        If a parameter is not positive or, when solving, the domain is not down-closed and
        `beyond` is False, or the objective is a Quadratic that is not DR-submodular, or has a
        value or gradient that is not finite.
    """
    relative_gap = validate.positive_float("relative_gap", relative_gap)
    max_nodes = validate.positive_int("max_nodes", max_nodes)
    beyond = validate.flag("beyond", beyond)

    def solve(objective: Objective, region: Polytope, domain: Domain) -> Solution:
        if isinstance(objective, Quadratic) and (objective.H > 0.0).any():
            raise ValueError(
                "branch_and_bound needs a DR-submodular objective (every entry of H <= 0), "
                f"got {objective.H.max():g}"
            )
        A = half_spaces(domain)[0] if validate.offers(domain, Faceted) else np.empty(0)
        if (A < 0.0).any() and not beyond:
            raise ValueError(
                "branch_and_bound needs a down-closed domain (A >= 0), got an entry "
                f"{A.min():g}; pass beyond=True if f is DR-submodular on the bounding box"
            )
        return Search(objective, region, domain, beyond).run(relative_gap, max_nodes)

    return solve


def _check_finite(X: FloatArray, values: FloatArray, slopes: FloatArray) -> None:
    """Refuse a value or gradient that is not finite, naming the point."""
    bad = ~(np.isfinite(values) & np.isfinite(slopes).all(axis=-1))
    if bad.any():
        point = X[bad][0].tolist()
        raise ValueError(f"objective must have a finite value and gradient, but not so at {point}")


class _Cell(NamedTuple):
    """An open cell; ordered by the negative of its bound, then by age."""

    key: float
    age: int
    lower: FloatArray
    upper: FloatArray
    axis: int
    at: float


class Search:
    """The state of one search: the incumbent, the open cells, the rows that matter."""

    def __init__(
        self, objective: Objective, region: Polytope, domain: Domain, beyond: bool
    ) -> None:
        self.f = objective = Cached(objective)
        self.region, self.domain, self.beyond = region, domain, beyond
        self.pos, self.neg = np.maximum(region.A, 0.0), np.minimum(region.A, 0.0)
        self.working = np.zeros(len(region.b), dtype=bool)  # rows in the linear programmes
        self.ages = itertools.count()
        self.open: list[_Cell] = []
        slope = objective.gradient(region.lower)
        _check_finite(region.lower, objective.value(region.lower), slope)
        # The linear programmes' tolerances are absolute: bring values to order one.
        self.unit = float(np.abs(slope) @ (region.upper - region.lower)) or 1.0
        self.x = ascend(objective, region, region.maximize_linear(slope))
        self.value = float(objective.value(self.x))

    def run(self, relative_gap: float, max_nodes: int) -> Solution:
        """Search until the gap closes or the nodes run out."""
        self._add([(self.region.box.lower, self.region.box.upper)])
        nodes = 0
        while halves := self._halves(relative_gap, max_nodes - nodes):
            self._add(halves)
            nodes += len(halves) // 2
        bound = max([self.value, *(-cell.key for cell in self.open[:1])])
        return Solution(self.x, self.value, bound, f"branch and bound, {nodes} nodes")

    def _halves(self, relative_gap: float, most: int) -> list[tuple[FloatArray, FloatArray]]:
        """Take the cell of the best bound and halve it, or several where calls are dear."""
        halves: list[tuple[FloatArray, FloatArray]] = []
        enough = self.value + relative_gap * abs(self.value)
        for _ in range(min(max(1, self.f.ahead // 4), most)):  # two halves, two corners of each
            if not self.open or -self.open[0].key <= enough:
                break
            cell = heapq.heappop(self.open)
            below, above = cell.upper.copy(), cell.lower.copy()
            below[cell.axis] = above[cell.axis] = cell.at
            halves += [(cell.lower, below), (above, cell.upper)]
        return halves

    def _add(self, boxes: list[tuple[FloatArray, FloatArray]]) -> None:
        """Bound cells, look for a better incumbent in them, and keep those still of interest."""
        cells = [cell for cell in itertools.starmap(self.tighten, boxes) if cell is not None]
        if not cells:
            return
        corners = np.array(cells)  # (cells, 2, n)
        defined = self.beyond | self.domain.contains(corners[:, 1], atol=0.0)
        corners[~defined, 1] = corners[~defined, 0]
        values, slopes = self.f.value(corners), self.f.gradient(corners)
        _check_finite(corners, values, slopes)
        relaxed = []
        for k, (lower, upper) in enumerate(cells):
            slope = slopes[k]
            bound, x = self.relax(lower, upper, corners[k], values[k], slope)
            if bound <= self.value:
                continue
            relaxed.append(x)
            width = upper - lower
            # Where f bends most; along the longest side if that cannot be told.
            axis = int((width * (slope[0] - slope[1] if defined[k] else 1.0)).argmax())
            if width[axis] <= 1e-6 * width.max():
                axis = int(width.argmax())
            quarter = 0.25 * width[axis]
            at = float(np.clip(x[axis], lower[axis] + quarter, upper[axis] - quarter))
            heapq.heappush(self.open, _Cell(-bound, next(self.ages), lower, upper, axis, at))
        if relaxed:
            self._improve(self.region.project(np.array(relaxed)))

    def _improve(self, X: FloatArray) -> None:
        """Replace the incumbent if one of the points is better, after a local ascent from it."""
        values = self.f.value(X)
        if values.max() > self.value:
            self.x = ascend(self.f, self.region, X[values.argmax()])
            self.value = float(self.f.value(self.x))

    def tighten(self, lower: FloatArray, upper: FloatArray) -> tuple[FloatArray, FloatArray] | None:
        """Shrink a cell to where every row can hold; None if one cannot."""
        A, b = self.region.A, self.region.b
        least = self.pos @ lower + self.neg @ upper
        slack = b - least
        rounding = 16 * _EPS * (np.abs(b) + self.pos @ np.abs(lower) - self.neg @ np.abs(upper))
        if (slack < -rounding).any():
            return None
        room = (slack + rounding)[:, None]
        with np.errstate(divide="ignore", over="ignore"):
            up = np.divide(room, A, out=np.full_like(A, np.inf), where=A > 0.0).min(axis=0)
            down = np.divide(room, A, out=np.full_like(A, -np.inf), where=A < 0.0).max(axis=0)
        lower, upper = np.maximum(lower, upper + down), np.minimum(upper, lower + up)
        return None if (lower > upper).any() else (lower, upper)

    def relax(
        self,
        lower: FloatArray,
        upper: FloatArray,
        corners: FloatArray,
        values: FloatArray,
        slopes: FloatArray,
    ) -> tuple[float, FloatArray]:
        """Maximise the least of the linear over-estimators; return a safe bound and the point."""
        offsets = (values - (slopes * corners).sum(axis=1)) / self.unit
        slopes = slopes / self.unit
        bounds = [*zip(lower, upper, strict=True), (None, None)]
        goal = np.append(np.zeros(len(lower)), -1.0)  # minimise -s
        x, bound = (lower + upper) / 2, np.inf
        for _ in range(4):  # bring in violated rows, a few times; fewer rows are still a bound
            A, b = self.region.A[self.working], self.region.b[self.working]
            rows = np.block([[-slopes, np.ones((len(slopes), 1))], [A, np.zeros((len(A), 1))]])
            found = scipy.optimize.linprog(
                goal, rows, np.append(offsets, b), bounds=bounds, method="highs"
            )
            weights = np.full(len(slopes), 1.0 / len(slopes))
            duals = np.zeros(len(A))
            if found.x is not None:
                x = np.clip(found.x[:-1], lower, upper)
                multipliers = np.maximum(-found.ineqlin.marginals, 0.0)
                if (total := multipliers[: len(slopes)].sum()) > 0.0:
                    weights = multipliers[: len(slopes)] / total
                    duals = multipliers[len(slopes) :] / total
            # Weak duality: any weights (sum 1) and duals >= 0 give a bound.
            reduced = weights @ slopes - duals @ A
            gain = np.maximum(reduced * lower, reduced * upper).sum()
            size = (
                np.abs(weights @ offsets)
                + np.abs(duals) @ np.abs(b)
                + np.abs(slopes).max(0) @ upper
            )
            bound = min(bound, weights @ offsets + duals @ b + gain + 64 * _EPS * size)
            excess = self.region.A @ x - self.region.b
            excess[self.working] = -np.inf
            new = np.argsort(-excess)[: 2 * len(lower)]
            new = new[excess[new] > 1e-9 * np.abs(self.region.b[new])]
            if len(new) == 0 or bound * self.unit <= self.value:
                break
            self.working[new] = True
        return float(bound) * self.unit, x
