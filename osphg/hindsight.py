"""The benchmark in hindsight: the best fixed decision within budget over every window of W rounds.

First the windows, then what maximises over them with a certificate, then the benchmark, for one
window length, for some, and for all in the plane (panel (c) of the figure in the paper).
"""

from __future__ import annotations

import heapq
import importlib
import importlib.util
import itertools
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import (
    BoolArray,
    Box,
    Domain,
    Faceted,
    HalfSpaces,
    Polytope,
    as_decisions,
    length,
    require_domain,
    row_lengths,
    unit_of,
    unit_rows,
)
from osphg.rounds import Game, require_game
from osphg.utilities import Objective, Quadratic, require_objective

_EPS = float(np.finfo(np.float64).eps)
_CHUNK = 256  # rows compared at a time: memory is _CHUNK x _HEAVIEST booleans
_HEAVIEST = 1024  # each row is compared with this many of the heaviest rows only
_AT_ONCE = 512  # windows whose polygons are held in memory together


def window_averages(prices: ArrayLike, W: int) -> FloatArray:
    r"""Return the average price over each window, :math:`a_t = \frac1W \sum_{\tau<W} p_{t+\tau}`.

    A window that starts inside one block of W rounds is the end of that block and the beginning
    of the next. Both are running sums within their blocks, so nothing is subtracted, and for
    non-negative prices the relative error is at most W eps, whatever T.

    Returns an array (T - W + 1, n). TypeError or ValueError if W is not an integer between 1 and T,
    or the prices, (T, n), are not finite.
    """
    p = checks.array("prices", prices, (None, None))
    T, n = p.shape
    W = checks.positive_int("W", W, T)
    if W == 1:
        return p.copy()
    blocks = -(-T // W)
    padded = np.zeros((n, blocks * W))  # rounds run in memory
    padded[:, :T] = p.T
    by_block = padded.reshape(n, blocks, W)
    # From each round to the end of its block; a window that begins within one ends in the next.
    sums = np.cumsum(by_block[..., ::-1], axis=-1)[..., ::-1]
    sums[:, :-1, 1:] += np.cumsum(by_block[:, 1:, :-1], axis=-1)
    found = np.empty((T - W + 1, n))
    np.divide(sums.reshape(n, -1)[:, : T - W + 1].T, W, out=found)
    return found


def maximal_rows(rows: FloatArray) -> FloatArray:
    """Return rows with the same max_a <a, x> for every x >= 0, as few as cheaply found.

    Rows that another one equals or exceeds in every coordinate are dropped and, up to n = 4, those
    that are no vertices of the convex hull. Which rows remain affects speed, never the maximum.
    """
    n, heaviest = rows.shape[1], int(rows.sum(axis=1).argmax())
    rising = (rows > rows[heaviest]).any(axis=1)
    rising[heaviest] = True
    rows = _undominated(rows[rising])
    if len(rows) <= n + 1 or n > 4:
        return rows
    try:
        return rows[scipy.spatial.ConvexHull(rows / unit_of(rows, axis=0)).vertices]
    except scipy.spatial.QhullError:  # too flat
        return rows


def _undominated(rows: FloatArray) -> FloatArray:
    """Drop rows that a heavier row (larger sum) exceeds or equals in every coordinate."""
    rows = rows[np.argsort(-rows.sum(axis=1), kind="stable")]
    kept = rows[:0]
    survivors = []
    for start in range(0, len(rows), _CHUNK):
        chunk = rows[start : start + _CHUNK]
        heavier = np.vstack([kept, chunk])
        beaten = np.ones((len(chunk), len(heavier)), dtype=bool)
        for mine, theirs in zip(chunk.T, heavier.T, strict=True):
            beaten &= mine[:, None] <= theirs
        # Within the chunk only an earlier row counts, so that one of several equal rows stays.
        beaten[:, len(kept) :] &= np.tri(len(chunk), k=-1, dtype=bool)
        chunk = chunk[~beaten.any(axis=1)]
        survivors.append(chunk)
        kept = np.vstack([kept, chunk])[:_HEAVIEST]
    return np.vstack(survivors)


def half_spaces(domain: Domain) -> tuple[FloatArray, FloatArray, Box]:
    """Write a domain as {x in box : A x <= b}.

    TypeError for a domain that does not say its faces, or says them as something else than
    `HalfSpaces` of real numbers; ValueError if those do not fit together, are not finite, or above
    1e150. Whether there is a point within them is not asked.
    """
    if not checks.implements(domain, Faceted):
        kind = type(domain).__name__
        raise TypeError(
            "domain must be a Box, Simplex or Polytope for a window polytope, or have"
            f" half_spaces(), got {kind}"
        )
    found = domain.half_spaces()
    if not isinstance(found, HalfSpaces):
        raise TypeError(f"half_spaces must return HalfSpaces, got {checks.shown(found)}")
    said = {
        name: checks.real(f"half_spaces().{name}", value)
        for name, value in zip(found._fields, found, strict=True)
    }
    m, n = said["b"].size, domain.n
    for name, shape in (("b", (m,)), ("A", (m, n)), ("upper", (n,)), ("lower", (n,))):
        checks.array(f"half_spaces().{name}", said[name], shape, checks.SQUARABLE)
    return said["A"], said["b"], Box(said["upper"], said["lower"])


def window_polytope(rounds: Game, W: int) -> Polytope:
    r"""Return :math:`\mathcal X_W`, the fixed decisions within budget over every window.

    Its rows are :math:`\langle a_t, x \rangle \le B_T / T` with a_t from `window_averages`, and
    those of the domain itself. As prices and decisions are non-negative, only the maximal a_t
    matter: the others are dropped, and the set stays the same. Rounds are read block by block and
    only the last W - 1 prices are carried along, so memory does not grow with T.

    Parameters
    ----------
    rounds : Rounds
    W : int
        Window length, at most T.

    Raises
    ------
    TypeError
        If W is not an integer, or the domain is not a Box, Simplex or Polytope and does not say
        its faces.
    ValueError
        If W is not between 1 and T.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> osphg.window_polytope(rounds, W=30).upper.round(3)
    array([0.616, 0.62 ])
    >>> osphg.window_polytope(rounds, W=1000).upper.round(3)
    array([0.663, 0.676])
    """
    require_game("rounds", rounds)
    W = checks.positive_int("W", W, rounds.T)
    A, b, box = half_spaces(rounds.domain)
    carried = maximal = np.empty((0, rounds.n))
    for block in rounds.blocks():
        recent = np.vstack([carried, block.prices])
        if len(recent) >= W:
            maximal = maximal_rows(np.vstack([maximal, window_averages(recent, W)]))
        carried = recent[max(len(recent) - (W - 1), 0) :]
    # No coordinate can exceed what the budget buys of it alone; a tight box keeps the rounding
    # errors of everything that follows relative to the set's own size.
    dearest = maximal.max(axis=0)
    with np.errstate(over="ignore"):  # of what is all but free
        most = np.divide(rounds.allowance, dearest, out=box.upper.copy(), where=dearest > 0.0)
    box = Box(np.maximum(np.minimum(box.upper, most), box.lower), box.lower)
    cutting = maximal @ box.upper > rounds.allowance
    maximal = maximal[cutting] if cutting.any() else maximal[:1]
    allowances = np.full(len(maximal), rounds.allowance)
    return Polytope(np.vstack([A, maximal]), np.concatenate([b, allowances]), box)


class Solution(NamedTuple):
    """A feasible point, its value, and a number that no feasible value exceeds."""

    x: FloatArray
    value: float
    upper_bound: float
    method: str


# solver(objective, region, domain): maximise over `region`, a subset of `domain`; the objective is
# known to be defined on `domain` only.
Solver = Callable[[Objective, Polytope, Domain], Solution]


def _quadratic(name: str, objective: Objective) -> Quadratic:
    """Return `objective` if it is a Quadratic; TypeError, naming the solver, if not."""
    if not isinstance(objective, Quadratic):
        raise TypeError(f"{name} needs a Quadratic objective, got {type(objective).__name__}")
    return objective


def _points_per_call(objective: Objective) -> int:
    """How many points are worth one call; see `osphg.utilities.Sum`."""
    return int(getattr(objective, "points_per_call", 1))


def ascend(
    f: Objective, region: Polytope, x: FloatArray, steps: int = 100
) -> tuple[FloatArray, float]:
    """Projected gradient ascent with backtracking from x, to a stationary point or `steps`.

    Where one call of the objective is as dear as a call for many points, the shorter steps that
    may come next are asked for together. Returns the point and its value.
    """
    value, slope = float(f.value(x)), f.gradient(x)
    step, tried = region.diameter / (length(slope) or 1.0), 0
    shorter = 0.25 ** np.arange(min(_points_per_call(f), 8))
    while tried < steps:
        trials = region.project(x + step * shorter[:, None] * slope)
        values = f.value(trials)
        gains = values - value
        good = (gains > 0.0) & (gains >= 1e-4 * ((trials - x) @ slope))
        i = int(good.argmax()) if good.any() else len(shorter) - 1
        tried, step = tried + i + 1, step * float(shorter[i])
        if not good[i]:
            step /= 4.0
            if step * length(slope) <= 1e-9 * region.diameter:
                break
            continue
        x, value, step = trials[i], float(values[i]), 2.0 * step
        slope = f.gradient(x)
        if gains[i] <= 1e-13 * abs(value):
            break
    return x, value


def _best_of_polygons(f: Quadratic, V: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Maximise f over m intervals or polygons with vertices V (m, v, n), counter-clockwise.

    Returns the points, (m, n), their values, (m,), and upper bounds, (m,): those exceed the values
    by a bound of the rounding error, 64 eps (|H| r^2 + |h| r) with r the largest norm of a point.
    """
    m, _, n = V.shape
    side = np.roll(V, -1, axis=1) - V
    slope = (f.gradient(V) * side).sum(axis=-1)
    bend = ((side @ f.H) * side).sum(axis=-1)
    step = np.clip(np.divide(-slope, bend, out=np.zeros_like(slope), where=bend < 0.0), 0.0, 1.0)
    points = [V, V + step[..., None] * side]
    H = f.H / unit_of(f.H)
    if n == 2 and abs(H[0, 0] * H[1, 1] - H[0, 1] ** 2) > 64 * _EPS * length(H) ** 2:
        # Where H is singular to rounding error, f is linear along a line: a side is as good.
        inner, units = np.linalg.solve(f.H, -f.h), unit_of(V.reshape(-1, n), axis=0)
        s, to = side / units, (inner - V) / units
        within = (s[..., 0] * to[..., 1] >= s[..., 1] * to[..., 0]).all(axis=1)
        within &= ((V.min(axis=1) <= inner) & (inner <= V.max(axis=1))).all(axis=1)
        points.append(np.where(within[:, None], inner, V[:, 0])[:, None])
    candidates = np.concatenate(points, axis=1)
    x = candidates[np.arange(m), f.value(candidates).argmax(axis=1)]
    value = f.value(x)
    r = row_lengths(V.reshape(-1, n)).reshape(m, -1).max(axis=1)
    return x, value, value + 64 * _EPS * (length(f.H) * r + length(f.h)) * r


def planar(objective: Objective, region: Polytope, domain: Domain) -> Solution:
    """Maximise a quadratic over an interval or a polygon, exactly.

    A maximum lies at a vertex, at the stationary point of a side, or at an interior stationary
    point; all are computed and compared, with no assumption on signs or definiteness. The upper
    bound exceeds the value by a bound of the rounding error.

    Raises
    ------
    TypeError
        If the objective is not a Quadratic.
    ValueError
        If n > 2.
    """
    f = _quadratic("planar", objective)
    if region.n > 2:
        raise ValueError(f"planar needs n <= 2, got n = {region.n}")
    V = region.vertices if region.n == 2 else np.stack([region.lower, region.upper])
    (x,), (value,), (bound,) = _best_of_polygons(f, V[np.newaxis])
    return Solution(x, float(value), float(bound), "closed form")


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
    relative_gap = checks.positive_float("relative_gap", relative_gap)
    max_nodes = checks.positive_int("max_nodes", max_nodes)
    beyond = checks.flag("beyond", beyond)

    def solve(objective: Objective, region: Polytope, domain: Domain) -> Solution:
        if isinstance(objective, Quadratic) and (objective.H > 0.0).any():
            raise ValueError(
                "branch_and_bound needs a DR-submodular objective (every entry of H <= 0), "
                f"got {objective.H.max():g}"
            )
        A = half_spaces(domain)[0] if checks.implements(domain, Faceted) else np.empty(0)
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


class Search:
    """The state of one search: the incumbent, the open cells, the rows that matter."""

    def __init__(
        self, objective: Objective, region: Polytope, domain: Domain, beyond: bool
    ) -> None:
        self.f, self.region, self.domain, self.beyond = objective, region, domain, beyond
        self.pos, self.neg = np.maximum(region.A, 0.0), np.minimum(region.A, 0.0)
        self.working = np.zeros(len(region.b), dtype=bool)  # rows in the linear programmes
        self.ages = itertools.count()
        self.open: list[tuple[float, int, FloatArray, FloatArray, int, float]] = []
        slope = objective.gradient(region.lower)
        _check_finite(region.lower, objective.value(region.lower), slope)
        # The linear programmes' tolerances are absolute: bring values to order one.
        self.unit = float(np.abs(slope) @ (region.upper - region.lower)) or 1.0
        self.x, self.value = ascend(objective, region, region.maximize_linear(slope))

    def run(self, relative_gap: float, max_nodes: int) -> Solution:
        """Halve cells, best bound first, until the gap closes or the nodes run out."""
        self._add([(self.region.box.lower, self.region.box.upper)])
        nodes, together = 0, max(1, _points_per_call(self.f) // 4)  # several where calls are dear
        while True:
            halves: list[tuple[FloatArray, FloatArray]] = []
            enough = self.value + relative_gap * abs(self.value)
            for _ in range(min(together, max_nodes - nodes)):
                if not self.open or -self.open[0][0] <= enough:
                    break
                *_, lower, upper, axis, at = heapq.heappop(self.open)
                below, above = upper.copy(), lower.copy()
                below[axis] = above[axis] = at
                halves += [(lower, below), (above, upper)]
            if not halves:
                break
            self._add(halves)
            nodes += len(halves) // 2
        bound = max([self.value, *(-cell[0] for cell in self.open[:1])])
        return Solution(self.x, self.value, bound, f"branch and bound, {nodes} nodes")

    def _add(self, boxes: list[tuple[FloatArray, FloatArray]]) -> None:
        """Bound cells, look for a better incumbent in them, and keep those still of interest."""
        cells = [cell for cell in itertools.starmap(self.shrunk, boxes) if cell is not None]
        if not cells:
            return
        corners = np.array(cells)  # (cells, 2, n)
        defined = self.beyond | self.domain.contains(corners[:, 1], atol=0.0)
        corners[~defined, 1] = corners[~defined, 0]
        values, slopes = self.f.value(corners), self.f.gradient(corners)
        _check_finite(corners, values, slopes)
        relaxed = []
        for k, (lower, upper) in enumerate(cells):
            bound, x = self.relax(lower, upper, corners[k], values[k], slopes[k])
            if bound <= self.value:
                continue
            relaxed.append(x)
            width = upper - lower
            # Where f bends most; along the longest side if that cannot be told.
            bend = slopes[k, 0] - slopes[k, 1] if defined[k] else 1.0
            axis = int((width * bend).argmax())
            if width[axis] <= 1e-6 * width.max():
                axis = int(width.argmax())
            quarter = 0.25 * width[axis]
            at = float(np.clip(x[axis], lower[axis] + quarter, upper[axis] - quarter))
            heapq.heappush(self.open, (-bound, next(self.ages), lower, upper, axis, at))
        if relaxed:
            X = self.region.project(np.array(relaxed))
            found = self.f.value(X)
            if found.max() > self.value:
                self.x, self.value = ascend(self.f, self.region, X[found.argmax()])

    def shrunk(self, lower: FloatArray, upper: FloatArray) -> tuple[FloatArray, FloatArray] | None:
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


_TOLERANCE = 1e-7  # of SCIP; its linear solver complains on stderr below
_NEARLY_CONCAVE = 0.1  # largest ratio of the sums of positive and of negative eigenvalues


def scip(time_limit: float = 60.0, relative_gap: float = 1e-6) -> Solver:
    """Return a solver that maximises any quadratic over a polytope with SCIP.

    SCIP is an optional extra (pyscipopt). The upper bound is its dual bound plus what its
    feasibility tolerances may have hidden; the point is projected into the region and evaluated
    anew. If the time runs out, the bound is still valid and the gap larger.

    Parameters
    ----------
    time_limit : float
        In seconds.
    relative_gap : float
        Where to stop.

    Raises
    ------
    ImportError
        If pyscipopt is not installed.
    TypeError, ValueError
        If a parameter is not a positive number or, when solving, the objective no Quadratic.
    """
    time_limit = checks.positive_float("time_limit", time_limit)
    relative_gap = checks.positive_float("relative_gap", relative_gap)
    if importlib.util.find_spec("pyscipopt") is None:
        raise ImportError("scip needs the optional package pyscipopt: pip install 'osphg[exact]'")

    def solve(objective: Objective, region: Polytope, domain: Domain) -> Solution:
        return _solve_scip(_quadratic("scip", objective), region, time_limit, relative_gap)

    return solve


def _solve_scip(f: Quadratic, region: Polytope, time_limit: float, relative_gap: float) -> Solution:
    """Solve over ever more rows of the region; each dual bound on the way is an upper bound."""
    deadline = time.monotonic() + time_limit
    x, value = ascend(f, region, region.maximize_linear(f.gradient(region.lower)))
    bound, status = np.inf, "timelimit"
    slack = region.b - region.A @ x
    working = np.zeros(len(slack), dtype=bool)
    working[np.argsort(slack)[: 4 * region.n]] = True
    while (left := deadline - time.monotonic()) > 0.0:
        dual, y, status = _ask_scip(f, region, working, x, left, relative_gap)
        bound = min(bound, dual)
        for start in region.project(y):
            x, value = max((x, value), ascend(f, region, start), key=lambda found: found[1])
        excess = np.max(region.A @ y.T - region.b[:, None], axis=1, initial=-np.inf)
        violated = np.flatnonzero(~working & (excess > 1e-9 * np.abs(region.b)))
        if len(violated) == 0 or bound - value <= relative_gap * abs(value):
            break
        working[violated[np.argsort(-excess[violated])[: 4 * region.n]]] = True
    return Solution(x, value, max(value, bound), f"SCIP, {status}")


def _ask_scip(
    f: Quadratic,
    region: Polytope,
    rows: BoolArray,
    x: FloatArray,
    time_limit: float,
    relative_gap: float,
) -> tuple[float, FloatArray, str]:
    """Maximise s subject to s <= f over some rows of the region, from the point x.

    The variables are y = x / r and the unit brings f to order one, for SCIP's tolerances are
    absolute. Where f is nearly concave, as a sum of many random quadratics is, it is written as a
    concave quadratic plus squares of a few linear forms, one for each positive eigenvalue of H:
    SCIP then branches on those instead of on each product of two coordinates.

    Returns a bound that is safe against SCIP's tolerances, its best points (k, n), and the status.
    """
    pyscipopt: Any = importlib.import_module("pyscipopt")
    total, model = pyscipopt.quicksum, pyscipopt.Model()
    model.hideOutput()
    start = model.createSol()
    lower, upper = region.box.lower, region.box.upper
    r = float(np.maximum(np.abs(lower), np.abs(upper)).max()) or 1.0
    unit = abs(float(f.value(x))) or float(np.abs(f.h).sum()) * r or 1.0
    span = float((upper - lower).sum()) / r  # sum of the ranges of all variables
    worth, H, h, x = float(f.value(x)), f.H * (r * r / unit), f.h * (r / unit), x / r
    y = [model.addVar(lb=a / r, ub=b / r) for a, b in zip(lower, upper, strict=True)]
    for variable, number in zip(y, x, strict=True):
        model.setSolVal(start, variable, number)
    terms = [c * v for c, v in zip(h, y, strict=True)]
    eigenvalues, eigenvectors = np.linalg.eigh(H)
    convex = eigenvalues > 0.0
    if eigenvalues[convex].sum() <= _NEARLY_CONCAVE * -eigenvalues[~convex].sum():
        for weight, w in zip(eigenvalues[convex], eigenvectors.T[convex], strict=True):
            most = float(np.abs(w) @ np.maximum(np.abs(lower), np.abs(upper))) / r
            form, square = model.addVar(lb=-most, ub=most), model.addVar(ub=most**2)
            span += 2 * most + most**2
            model.addCons(form == total(c * v for c, v in zip(w, y, strict=True)))
            model.addCons(square <= form * form)
            terms.append(0.5 * weight * square)
            model.setSolVal(start, form, w @ x)
            model.setSolVal(start, square, (w @ x) ** 2)
        H = (eigenvectors[:, ~convex] * eigenvalues[~convex]) @ eigenvectors[:, ~convex].T
    terms += [0.5 * H[i, i] * v * v for i, v in enumerate(y)]
    terms += [H[i, j] * y[i] * y[j] for i in range(len(y)) for j in range(i)]
    s = model.addVar(lb=None)
    model.setSolVal(start, s, worth / unit)
    model.addCons(s <= total(terms))
    for a, b in zip(region.A[rows], region.b[rows], strict=True):
        norm = float(np.abs(a).max()) or 1.0
        model.addCons(total(c * v for c, v in zip(a / norm, y, strict=True)) <= b / norm / r)
    model.setObjective(s, "maximize")
    model.addSol(start)
    model.setParams(
        {
            "limits/time": time_limit,
            "limits/gap": relative_gap,
            "numerics/feastol": _TOLERANCE,
            "numerics/dualfeastol": _TOLERANCE,
            "heuristics/multistart/freq": -1,  # half of the time, for a start that is there already
        }
    )
    model.optimize()
    points = [[best[v] for v in y] for best in model.getSols()[:1]]
    dual = float(model.getDualbound())
    hidden = _TOLERANCE * (1.0 + abs(dual) + span)
    bound = np.inf if abs(dual) >= model.infinity() else unit * (dual + hidden)
    return bound, np.reshape(points, (-1, len(y))) * r, str(model.getStatus())


def frank_wolfe(objective: Objective, domain: Domain, K: int) -> FloatArray:
    r"""Maximise a monotone DR-submodular function approximately (Bian et al. 2017, algorithm 1).

    :math:`x^{(1)} = 0`, :math:`v^{(k)} = \arg\max_{v \in X} \langle v, \nabla f(x^{(k)}) \rangle`,
    :math:`x^{(k+1)} = x^{(k)} + v^{(k)} / K`. For f with f(0) = 0, monotone and L-smooth, and a
    domain that contains 0, :math:`f(x) \ge (1 - 1/e) f^* - L R^2 / (2K)`.

    Parameters
    ----------
    objective : Objective
        `value(X)` and `gradient(X)`, for instance ``rounds.total()``.
    domain : Domain
        The feasible set, for instance a window polytope.
    K : int
        Number of steps.

    Returns
    -------
    (n,) array
        A point of the domain: the average of K of its points.

    Raises
    ------
    TypeError, ValueError
        If K is not a positive integer.
    """
    K = checks.size("K", K)
    require_objective("objective", objective)
    require_domain("domain", domain)
    return _walked(objective, domain.maximize_linear, np.zeros(domain.n), K)


def _walked(
    objective: Objective, maximize: Callable[[FloatArray], FloatArray], origin: FloatArray, K: int
) -> FloatArray:
    travelled = origin
    for _ in range(K):
        travelled = travelled + maximize(objective.gradient(travelled / K))
    return np.asarray(travelled / K)


def _best_corner(corners: FloatArray) -> Callable[[FloatArray], FloatArray]:
    """Return what maximises <c_i, x> over each of m polygons with corners (m, v, 2)."""
    each = np.arange(len(corners))

    def best(C: FloatArray) -> FloatArray:
        C = as_decisions(C, 2, "C")  # refuses what is not finite, as each region would
        return np.asarray(corners[each, (corners @ C[..., np.newaxis])[..., 0].argmax(axis=1)])

    return best


def _padded(corners: FloatArray, counts: NDArray[np.int64]) -> FloatArray:
    """Return polygons as (m, v, 2), given their corners one after the other, and how many each.

    The last corner of each is repeated, so that the first best one counts.
    """
    ends = np.cumsum(counts)[:, None]
    index = np.minimum(ends - counts[:, None] + np.arange(counts.max()), ends - 1)
    return np.asarray(corners[index])


@dataclass(frozen=True, eq=False)
class Benchmark:
    r"""A fixed decision of :math:`\mathcal X_W` and what is known of the best one.

    Attributes
    ----------
    x : (n,) array
        The decision.
    value : float
        Its utility summed over all T rounds.
    upper_bound : float
        Certified: no decision of X_W has a larger sum.
    W, T : int
        Window length and number of rounds.
    method : str
        How the bound was found.
    game : Rounds, StreamedRounds or None
        Whose best decision it is; None if that is not known, and `osphg.regret` cannot ask.
    """

    x: FloatArray
    value: float
    upper_bound: float
    W: int
    T: int
    method: str
    game: Game | None = None

    @property
    def gap(self) -> float:
        """What the best decision may have more than this one: upper_bound - value."""
        return self.upper_bound - self.value

    @property
    def relative_gap(self) -> float:
        """The gap as a fraction of the value."""
        return self.gap / abs(self.value) if self.value != 0.0 else (np.inf if self.gap else 0.0)

    @property
    def average(self) -> float:
        """The value per round."""
        return self.value / self.T


def best_fixed_decision(
    rounds: Game, W: int, *, objective: Objective | None = None, solver: Solver | None = None
) -> Benchmark:
    r"""Return the best fixed decision :math:`x_W^*` with a certified upper bound.

    Parameters
    ----------
    rounds : Rounds
    W : int
        Window length, at most T.
    objective : Objective, optional
        ``rounds.total()``; pass it to share it among several windows.
    solver : callable, optional
        `planar`, ``scip(...)``, ``branch_and_bound(...)`` or yours. If not given: `planar` for
        a quadratic sum with n <= 2, SCIP for other quadratics if it is installed, and otherwise
        branch and bound, which takes any DR-submodular utility and reports the gap it leaves.

    Returns
    -------
    Benchmark
        The upper bound includes (W + 64) eps <[grad f(0)]_+, upper> for the rounding of the
        window averages and of the polytope: a relative change eps of the constraints moves the
        maximum of a DR-submodular f by no more than that, as f is concave along rays.

    Raises
    ------
    TypeError, ValueError
        As `window_polytope`; or a solver's, if it does not fit the problem.
    ImportError
        If SCIP is asked for and not installed.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> best = osphg.best_fixed_decision(rounds, W=30)
    >>> best.x.round(3)
    array([0.215, 0.423])
    >>> round(best.average, 3), best.gap < 1e-6, best.method
    (0.529, True, 'closed form')
    """
    region = window_polytope(rounds, W)
    f = rounds.total() if objective is None else require_objective("objective", objective)
    return _best(f, region, rounds, int(W), solver)


def _best(f: Objective, region: Polytope, rounds: Game, W: int, solver: Solver | None) -> Benchmark:
    if solver is None and isinstance(f, Quadratic) and region.n <= 2:
        solver = planar
    elif solver is None:
        exact = isinstance(f, Quadratic) and importlib.util.find_spec("pyscipopt") is not None
        solver = scip() if exact else branch_and_bound()
    elif not checks.takes(solver, 3):
        raise TypeError(
            f"solver must be a function of objective, region and domain, got {checks.shown(solver)}"
        )
    found = solver(f, region, rounds.domain)
    if not isinstance(found, Solution):
        raise TypeError(f"solver must return a Solution, got {checks.shown(found)}")
    steepest = np.maximum(f.gradient(np.zeros(rounds.n)), 0.0) @ region.box.upper
    bound = found.upper_bound + (W + 64) * _EPS * float(steepest)
    x = checks.read_only(np.asarray(found.x))
    return Benchmark(x, found.value, bound, W, rounds.T, found.method, rounds)


@dataclass(frozen=True, eq=False)
class BenchmarkCurve:
    """Benchmarks over m window lengths, as arrays; sums over all T rounds.

    Attributes
    ----------
    windows : (m,) int array
    frank_wolfe_x, frank_wolfe : (m, n) and (m,) arrays
        The decision of the Frank-Wolfe variant, and its value.
    x, value : (m, n) and (m,) arrays
        The best decision found, and its value.
    upper_bound : (m,) array
        Certified upper bounds of the best value.
    T : int
        Number of rounds.
    """

    windows: np.ndarray[tuple[int], np.dtype[np.int64]]
    frank_wolfe_x: FloatArray
    frank_wolfe: FloatArray
    x: FloatArray
    value: FloatArray
    upper_bound: FloatArray
    T: int


def benchmark_curve(
    rounds: Game,
    windows: Iterable[int],
    K: int,
    *,
    objective: Objective | None = None,
    solver: Solver | None = None,
) -> BenchmarkCurve:
    """Compute `frank_wolfe` with K steps and `best_fixed_decision` for each window length.

    Parameters
    ----------
    rounds : Rounds
    windows : iterable of int
        Window lengths, each between 1 and T; at least one.
    K : int
        Frank-Wolfe steps.
    objective, solver : optional
        As for `best_fixed_decision`.

    Raises
    ------
    TypeError, ValueError
        As `best_fixed_decision` and `frank_wolfe`, or if there are no windows.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> curve = osphg.benchmark_curve(rounds, [1, 30, 1000], K=100)
    >>> (curve.value / 1000).round(3)
    array([0.433, 0.529, 0.554])
    """
    require_game("rounds", rounds)
    try:
        given = list(windows)
    except TypeError:
        shown = checks.shown(windows)
        raise TypeError(f"windows must be a list of integers, got {shown}") from None
    lengths = [checks.positive_int("windows", W, rounds.T) for W in given]
    if not lengths:
        raise ValueError("windows must hold at least one window length, got none")
    K = checks.size("K", K)
    f = rounds.total() if objective is None else require_objective("objective", objective)
    regions = [window_polytope(rounds, W) for W in lengths]
    found = [_best(f, at, rounds, W, solver) for at, W in zip(regions, lengths, strict=True)]
    if rounds.n == 2:
        counts = np.array([len(region.vertices) for region in regions])
        maximize = _best_corner(_padded(np.concatenate([at.vertices for at in regions]), counts))
    else:

        def maximize(C: FloatArray) -> FloatArray:
            return np.stack([at.maximize_linear(c) for at, c in zip(regions, C, strict=True)])

    points = _walked(f, maximize, np.zeros((len(regions), rounds.n)), K)
    x = np.stack([best.x for best in found])
    value, bound = np.array([(best.value, best.upper_bound) for best in found]).T
    return BenchmarkCurve(np.array(lengths), points, f.value(points), x, value, bound, rounds.T)


def every_window(rounds: Game, K: int, *, objective: Objective | None = None) -> BenchmarkCurve:
    """Compute the benchmark for all window lengths 1..T of quadratics in the plane, certified.

    What `benchmark_curve` computes window by window, to rounding, in one compiled loop of some
    T^2 additions: seconds for T = 10,000.

    Parameters
    ----------
    rounds : Rounds or StreamedRounds
        With n = 2 and quadratic utilities. Their prices are held in memory.
    K : int
        Steps of the Frank-Wolfe variant.
    objective : Quadratic, optional
        ``rounds.total()``, if it is there already.

    Returns
    -------
    BenchmarkCurve
        Its windows are 1..T; the upper bounds include the rounding of all that is computed, as
        those of `best_fixed_decision`.

    Raises
    ------
    TypeError, ValueError
        As `window_polytope`, or for n other than 2 or another objective than a quadratic.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> curve = osphg.every_window(rounds, K=100)
    >>> (curve.value[[0, 29, 999]] / 1000).round(3)
    array([0.433, 0.529, 0.554])
    >>> bool((curve.upper_bound - curve.value).max() < 1e-9)
    True
    """
    from osphg.windows import window_polygons  # numba, only when asked

    if require_game("rounds", rounds).n != 2:
        raise ValueError(f"rounds must have n = 2 for every_window, got n = {rounds.n}")
    K, T = checks.size("K", K), rounds.T
    f = rounds.total() if objective is None else require_objective("objective", objective)
    f = _quadratic("every_window", f)
    A, b, box = half_spaces(rounds.domain)
    if len(A):
        Polytope(A, b, box)  # refuses a set without points
    prices = np.concatenate([block.prices for block in rounds.blocks()])
    # Money is counted in units of about the dearest price, and decisions in units about as long as
    # the box: by powers of two, nothing is rounded.
    money = unit_of(prices)
    dear = (prices := prices / money).mean(axis=0)
    with np.errstate(over="ignore"):  # of what cuts nothing
        allowance = float(rounds.allowance / money)
        most = np.divide(allowance, dear, out=box.upper.copy(), where=dear > 0.0)
    unit = np.exp2(np.frexp(np.minimum(np.maximum(box.upper, -box.lower), most))[1])
    sides = np.column_stack(unit_rows(A * unit, b))
    steepest, windows = np.maximum(f.gradient(np.zeros(2)), 0.0), np.arange(1, T + 1)
    x, walked = np.empty((T, 2)), np.empty((T, 2))
    value, bound = np.empty(T), np.empty(T)
    for first in range(0, T, _AT_ONCE):
        at = slice(first, first + _AT_ONCE)
        corners, counts, upper = window_polygons(
            prices * unit, windows[at], allowance, sides, box.lower / unit, box.upper / unit
        )
        V = _padded(corners * unit, counts)
        x[at], value[at], bound[at] = _best_of_polygons(f, V)
        bound[at] += (windows[at] + 64) * _EPS * (upper * unit @ steepest)
        walked[at] = _walked(f, _best_corner(V), np.zeros((len(V), 2)), K)
    return BenchmarkCurve(windows, walked, f.value(walked), x, value, bound, T)
