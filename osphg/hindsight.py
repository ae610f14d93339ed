"""The benchmark in hindsight: the best fixed decision within budget in every W rounds in a row."""

from __future__ import annotations

import heapq
import importlib
import importlib.util
import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Domain, Faceted, Polytope, unit_of, unit_rows
from osphg.rounds import Game, require_game
from osphg.utilities import Objective, Quadratic, Sum

_EPS = float(np.finfo(np.float64).eps)
_HEAVIEST = 1024  # each row is compared with this many of the heaviest rows only
_TOLERANCE = 1e-7  # of SCIP; its linear solver complains on stderr below
_TURNS = 0.01, 0.1, 1.0  # of SCIP's time, for either form, while there is any
_AT_ONCE = 512  # windows whose polygons are held in memory together


def maximal_rows(rows: FloatArray) -> FloatArray:
    """Return rows with the same max_a <a, x> for every x >= 0, as few as cheaply found.

    Rows that a heavier one (larger sum) equals or exceeds everywhere are dropped and, up to n = 4,
    those that are no vertices of the convex hull.
    """
    n, columns = rows.shape[1], np.ascontiguousarray(rows.T)
    sums = columns.sum(axis=0)  # an order of magnitude faster than along short rows
    some = (columns >= columns[:, [sums.argmax()]]).any(axis=0)  # first, as sorting takes longer
    columns = columns.compress(some, 1)[:, np.argsort(-sums[some], kind="stable")]
    for i in range(_HEAVIEST):
        if i + 1 >= columns.shape[1]:
            break
        rising: Any = (columns > columns[:, [i]]).any(axis=0)
        rising[: i + 1] = True
        if not rising.all():
            columns = columns.compress(rising, 1)
    rows = np.ascontiguousarray(columns.T)
    if len(rows) <= n + 1 or n > 4:
        return rows
    try:
        return rows[scipy.spatial.ConvexHull(rows / unit_of(rows, axis=0)).vertices]
    except scipy.spatial.QhullError:  # too flat
        return rows


def half_spaces(domain: Domain) -> tuple[FloatArray, FloatArray, Box]:
    """Write a domain as {x in box : A x <= b}; TypeError for one that does not say its faces."""
    wanted = "be a Box, Simplex or Polytope for a window polytope, or have half_spaces()"
    A, b, lower, upper = checks.of_kind("domain", domain, Faceted, wanted).half_spaces()
    return A, b, Box(upper, lower)


def window_polytope(rounds: Game, W: int) -> Polytope:
    r"""Return :math:`\mathcal X_W`, the fixed decisions within budget over every window.

    Its rows are :math:`\langle a_t, x \rangle \le B_T / T` for the average price a_t of each window
    of W rounds that cuts, and those of the domain. Memory does not grow with the blocks' number.
    TypeError or ValueError if W is no integer in 1..T, or the domain does not say its faces.

    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> osphg.window_polytope(rounds, W=30).upper.round(3)
    array([0.616, 0.62 ])
    """
    from osphg.windows import window_averages  # numba, only when asked

    W = checks.positive_int("W", W, require_game("rounds", rounds).T)
    A, b, box = half_spaces(rounds.domain)
    recent = maximal = np.empty((0, rounds.n))
    for block in rounds.blocks():
        recent = np.vstack([recent, block.prices])
        if len(recent) >= W:
            maximal = maximal_rows(np.vstack([maximal, window_averages(recent, W)]))
            recent = recent[len(recent) - (W - 1) :]
    # A tight box keeps the rounding errors of all that follows relative to the set's own size.
    with np.errstate(divide="ignore", over="ignore"):
        box = Box(np.minimum(box.upper, rounds.allowance / maximal.max(axis=0)))  # of it alone
    cutting = maximal @ box.upper > rounds.allowance
    maximal = maximal[cutting] if cutting.any() else maximal[:1]
    allowances = np.full(len(maximal), rounds.allowance)
    return Polytope(np.vstack([A, maximal]), np.append(b, allowances), box)


class Solution(NamedTuple):
    """What a solver returns."""

    x: FloatArray  # feasible
    value: float
    upper_bound: float  # no feasible value exceeds it
    method: str


# Maximises over a region, a subset of the domain on which alone the objective is defined.
Solver = Callable[[Objective, Polytope, Domain], Solution]


class _Rescaled:
    """An objective f of x as one of y = x / units."""

    def __init__(self, f: Objective, units: FloatArray) -> None:
        self.f, self.units = f, units
        self.points_per_call = getattr(f, "points_per_call", 1)

    def value(self, Y: FloatArray, /) -> FloatArray:
        return self.f.value(Y * self.units)

    def gradient(self, Y: FloatArray, /) -> FloatArray:
        return self.f.gradient(Y * self.units) * self.units


# Maximises over a region; a function of points tells where the objective is defined.
OwnSolver = Callable[[Objective, Polytope, Callable[[FloatArray], NDArray[np.bool_]]], Solution]


def _in_own_units(solve: OwnSolver, f: Objective, region: Polytope, domain: Domain) -> Solution:
    """Solve in y = x / units, with units that make each coordinate of the region about 1.

    Tolerances of solvers are absolute: without that, a bid in millionths is 0 to them. The units
    are powers of 2, by which nothing is rounded.
    """
    units = unit_of(region.box.upper[np.newaxis], axis=0)
    box = Box(region.box.upper / units, region.box.lower / units)
    own = Polytope(region.A * units, region.b, box)
    g: Objective = _Rescaled(f, units)
    if isinstance(f, Quadratic):
        g = Quadratic(f.H * units * units[:, np.newaxis], f.h * units)
    found = solve(g, own, lambda Y: domain.contains(Y * units, 0.0))
    return found._replace(x=found.x * units)


def ascend(f: Objective, region: Polytope, x: FloatArray) -> tuple[FloatArray, float]:
    """Projected gradient ascent with backtracking from x, to a stationary point or 100 steps.

    Where a call is dear, the shorter steps that may come next are asked for together.
    """
    value, slope = float(f.value(x)), f.gradient(x)
    step, tried, done = region.diameter / (np.linalg.norm(slope) or 1.0), 0, False
    shorter = 0.25 ** np.arange(min(getattr(f, "points_per_call", 1), 8))
    while tried < 100 and not done:
        trials = region.project(x + step * shorter[:, None] * slope)
        values = f.value(trials)
        gains = values - value
        good = (gains > 0.0) & (gains >= 1e-4 * ((trials - x) @ slope))
        i = int(good.argmax()) if good.any() else len(shorter) - 1
        tried, step = tried + i + 1, step * float(shorter[i])
        if good[i]:
            x, value, slope, step = trials[i], float(values[i]), f.gradient(trials[i]), 2.0 * step
            done = bool(gains[i] <= 1e-13 * abs(value))
        else:
            step /= 4.0
            done = bool(step * np.linalg.norm(slope) <= 1e-9 * region.diameter)
    return x, value


def _best_of_polygons(f: Quadratic, V: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Maximise f over m intervals or polygons with vertices V (m, v, n), counter-clockwise.

    Coordinates are in units that make them about 1, for H to be told from a singular matrix.
    The upper bounds exceed the values by 64 eps (r'|H| r + |h|'r), r the largest coordinates.
    """
    m, _, n = V.shape
    side = np.roll(V, -1, axis=1) - V
    slope = (f.gradient(V) * side).sum(axis=-1)
    bend = ((side @ f.H) * side).sum(axis=-1)
    step = np.clip(np.divide(-slope, bend, out=np.zeros_like(slope), where=bend < 0.0), 0.0, 1.0)
    points = [V, V + step[..., None] * side]
    H = f.H / unit_of(f.H)
    if n == 2 and abs(H[0, 0] * H[1, 1] - H[0, 1] ** 2) > 64 * _EPS * np.linalg.norm(H) ** 2:
        # Where H is singular to rounding error, f is linear along a line: a side is as good.
        inner, units = np.linalg.solve(f.H, -f.h), unit_of(V.reshape(-1, n), axis=0)
        s, to = side / units, (inner - V) / units
        within = (s[..., 0] * to[..., 1] >= s[..., 1] * to[..., 0]).all(axis=1)
        within &= ((V.min(axis=1) <= inner) & (inner <= V.max(axis=1))).all(axis=1)
        points.append(np.where(within[:, None], inner, V[:, 0])[:, None])
    candidates = np.concatenate(points, axis=1)
    x = candidates[np.arange(m), f.value(candidates).argmax(axis=1)]
    value = f.value(x)
    r = np.abs(V).max(axis=1)
    size = ((r @ np.abs(f.H)) * r).sum(axis=1) + r @ np.abs(f.h)
    return x, value, value + 64 * _EPS * size


def planar(objective: Objective, region: Polytope, domain: Domain) -> Solution:
    """Maximise a quadratic over an interval or a polygon, exactly: the solver for n <= 2.

    A maximum lies at a vertex or at the stationary point of a side or of the interior: all are
    compared, with no assumption on signs. TypeError for an objective that is no Quadratic.
    """
    f = checks.of_kind("objective", objective, Quadratic, "be a Quadratic for planar")
    checks.must(region.n <= 2, "n", "be at most 2 for planar", region.n)
    return _in_own_units(_best_of_polygon, f, region, domain)


def _best_of_polygon(f: Any, region: Polytope, _: object) -> Solution:
    V = region.vertices if region.n == 2 else np.stack([region.lower, region.upper])
    (x,), (value,), (bound,) = _best_of_polygons(f, V[np.newaxis])
    return Solution(x, float(value), float(bound), "closed form")


def branch_and_bound(
    relative_gap: float = 1e-4, max_nodes: int = 1000, *, concave: bool = False
) -> Solver:
    r"""Return a solver that maximises any DR-submodular function over a polytope with A >= 0.

    A DR-submodular f is concave along non-negative and non-positive directions, so on a cell
    :math:`l \preceq x \preceq u`

    .. math:: f(x) \le f(l) + \langle \nabla f(l), x - l \rangle, \qquad
              f(x) \le f(u) + \langle \nabla f(u), x - u \rangle .

    The least of the two (the first, where u is not in the domain) is maximised over the cell's part
    of the region by a linear programme, whose dual variables give a bound whatever the tolerances
    (Neumaier and Shcherbina 2004). Cells are halved, best bound first, until (upper bound - value)
    <= relative_gap |value| or `max_nodes` are halved: the bound holds in either case. No value of a
    `concave` f lies above a tangent: that at the best point of an ascent is tried first.

    ValueError if a parameter is not positive or, when solving, the domain is not down-closed, a
    Quadratic is not DR-submodular, or a value or gradient is not finite.
    """
    relative_gap = checks.positive_float("relative_gap", relative_gap)
    max_nodes = checks.positive_int("max_nodes", max_nodes)
    search = partial(_search, relative_gap=relative_gap, max_nodes=max_nodes, concave=concave)
    return partial(_in_own_units, search)


def _search(
    f: Objective,
    region: Polytope,
    defined_at: Callable[[FloatArray], NDArray[np.bool_]],
    relative_gap: float,
    max_nodes: int,
    concave: bool,
) -> Solution:
    needs, least = "branch_and_bound needs a", region.A.min()
    if (most := _largest_entry(f)) > 0.0:
        raise ValueError(f"{needs} DR-submodular objective (every entry of H <= 0), got {most:g}")
    if least < 0.0:
        raise ValueError(f"{needs} down-closed domain (A >= 0), got an entry {least:g}")
    slope, at = f.gradient(region.lower), region.lower.tolist()
    if not (np.isfinite(f.value(region.lower)) and np.isfinite(slope).all()):
        raise ValueError(f"objective must have a finite value and gradient, but not so at {at}")
    # The linear programmes' tolerances are absolute: bring values to order one.
    unit = float(np.abs(slope) @ (region.upper - region.lower)) or 1.0
    x, value = ascend(f, region, region.maximize_linear(slope))
    cells = [np.stack([region.box.lower, region.box.upper])]
    if concave:
        slopes = np.tile(f.gradient(x), (2, 1))
        bound, _ = _relax(region, cells[0], slopes / unit, (value - slopes @ x) / unit)
        if bound * unit <= value + relative_gap * abs(value):
            return Solution(x, value, max(value, bound * unit), "the tangent of a concave sum")
    together = max(1, getattr(f, "points_per_call", 1) // 4)  # several cells where calls are dear
    ages, nodes, found = itertools.count(), 0, list[tuple[float, int, FloatArray, int, float]]()
    while cells:
        cells = [cell for cell in (_shrunk(region, *cell) for cell in cells) if cell is not None]
        corners = np.reshape(cells, (-1, 2, region.n))
        defined = defined_at(corners[:, 1])
        corners[~defined, 1] = corners[~defined, 0]
        values, slopes = f.value(corners), f.gradient(corners)
        offsets = (values - (slopes * corners).sum(axis=-1)) / unit
        points = []
        for k, cell in enumerate(cells):
            bound, point = _relax(region, cell, slopes[k] / unit, offsets[k])
            if bound * unit <= value:
                continue
            points.append(point)
            width = cell[1] - cell[0]
            # Where f bends most; along the longest side if that cannot be told.
            axis = int((width * (slopes[k, 0] - slopes[k, 1] if defined[k] else 1.0)).argmax())
            axis = int(width.argmax()) if width[axis] <= 1e-6 * width.max() else axis
            quarter = 0.25 * width[axis]
            middle = np.clip(point[axis], cell[0, axis] + quarter, cell[1, axis] - quarter)
            heapq.heappush(found, (-bound * unit, next(ages), cell, axis, float(middle)))
        if points:
            X = region.project(np.array(points))
            if (values := f.value(X)).max() > value:
                x, value = ascend(f, region, X[values.argmax()])
        cells, enough = [], value + relative_gap * abs(value)
        while found and -found[0][0] > enough and len(cells) < 2 * min(together, max_nodes - nodes):
            *_, cell, axis, middle = heapq.heappop(found)
            cells += [cell.copy(), cell.copy()]
            cells[-2][1, axis] = cells[-1][0, axis] = middle
        nodes += len(cells) // 2
    bound = max([value, *(-cell[0] for cell in found[:1])])
    return Solution(x, value, bound, f"branch and bound, {nodes} nodes")


def _largest_entry(f: Any) -> float:
    """Return the largest entry of H of any quadratic in a sum; -inf if there is none."""
    if isinstance(f, Quadratic):
        return float(f.H.max())
    if isinstance(f, _Rescaled):
        return _largest_entry(f.f)
    terms = f.terms if isinstance(f, Sum) else ()
    return max(map(_largest_entry, terms), default=-np.inf)


def _shrunk(region: Polytope, lower: FloatArray, upper: FloatArray) -> FloatArray | None:
    """Shrink a cell to where every row can hold; None if one cannot."""
    A, spent = region.A, region.A @ lower
    room = region.b - spent + 16 * _EPS * (np.abs(region.b) + spent)
    if (room < 0.0).any():
        return None
    with np.errstate(over="ignore"):
        up = np.divide(room[:, None], A, out=np.full_like(A, np.inf), where=A > 0.0).min(axis=0)
    return np.stack([lower, np.minimum(upper, lower + up)])


def _relax(
    region: Polytope, cell: FloatArray, slopes: FloatArray, offsets: FloatArray
) -> tuple[float, FloatArray]:
    """Maximise the least of <slopes_i, x> + offsets_i in a cell; return a safe bound, the point."""
    (lower, upper), A, b = cell, region.A, region.b
    rows = np.block([[-slopes, np.ones((2, 1))], [A, np.zeros((len(A), 1))]])
    limits, bounds = np.append(offsets, b), [*cell.T, (None, None)]
    found = scipy.optimize.linprog(np.append(0.0 * lower, -1.0), rows, limits, bounds=bounds)
    x, duals = (lower + upper) / 2, np.append([1.0, 1.0], 0.0 * b)
    if found.x is not None:
        x, duals = np.clip(found.x[:-1], lower, upper), np.maximum(-found.ineqlin.marginals, 0.0)
    duals /= duals[:2].sum()  # weak duality: any duals >= 0, those of tangents with sum 1, will do
    reduced = duals[:2] @ slopes - duals[2:] @ A
    gain = np.maximum(reduced * lower, reduced * upper).sum()
    size = np.abs(duals[:2] @ offsets) + duals[2:] @ np.abs(b) + np.abs(slopes).max(0) @ upper
    return float(duals @ limits + gain + 64 * _EPS * size), x


def scip(time_limit: float = 60.0, relative_gap: float = 1e-6) -> Solver:
    """Return a solver that maximises any quadratic over a polytope with SCIP, an optional extra.

    The quadratic is put to SCIP in two forms, in turn: by its eigenvalues, which is the stronger
    one where H is full, and by its products x_i x_j, which is where H is sparse or its entries are
    far apart. The better value and the lower bound of the two count, and `Solution.method` names
    the form of the bound. It stops at the relative gap or after `time_limit` seconds in all; the
    bound holds in either case, as it includes what SCIP's tolerances may have hidden.

    ImportError if pyscipopt is not installed, TypeError for an objective that is no Quadratic.
    """
    time_limit = checks.positive_float("time_limit", time_limit)
    relative_gap = checks.positive_float("relative_gap", relative_gap)
    if importlib.util.find_spec("pyscipopt") is None:
        raise ImportError("scip needs the optional package pyscipopt: pip install 'osphg[exact]'")
    ask = partial(_ask_scip, time_limit=time_limit, relative_gap=relative_gap)
    return partial(_in_own_units, ask)


class _Form:
    """A quadratic programme in one of its forms as SCIP has it, and what came of it so far."""

    def __init__(self, name: str, model: Any, y: list[Any], span: float) -> None:
        self.name, self.model, self.y = name, model, y
        self.span = span  # the ranges of all variables, added up: what an error of 1 in each moves
        self.status, self.seconds, self.bound = "not begun", 0.0, np.inf

    @property
    def ended(self) -> bool:
        """Whether more time would bring nothing."""
        return self.solved or self.status.startswith("failed")

    @property
    def solved(self) -> bool:
        """Whether SCIP has closed the gap."""
        return self.status in {"optimal", "gaplimit"}

    def go_on(self, seconds: float, relative_gap: float) -> FloatArray | None:
        """Let SCIP go on for so long; return the best point that it knows."""
        limits = {"limits/time": self.seconds + seconds, "limits/gap": relative_gap}
        try:
            self.model.setParams(limits)
            self.model.optimize()
        except Exception as error:  # SCIP raises no other kind
            self.status = f"failed ({' '.join(str(error).split())})"
            return None
        self.seconds, self.status = self.model.getSolvingTime(), self.model.getStatus()
        dual = float(self.model.getDualbound())
        if abs(dual) < self.model.infinity():
            self.bound = dual + _TOLERANCE * (1.0 + abs(dual) + self.span)
        found = self.model.getSols()
        return np.array([found[0][v] for v in self.y]) if found else None


def _ask_scip(
    f: Objective, region: Polytope, _: object, time_limit: float, relative_gap: float
) -> Solution:
    """Maximise f over a region in its own units, with f of order one: tolerances are absolute."""
    f = checks.of_kind("objective", f, Quadratic, "be a Quadratic for scip")
    x, value = ascend(f, region, region.maximize_linear(f.gradient(region.lower)))
    unit = abs(value) or float(np.abs(f.h) @ region.box.upper) or 1.0
    g = Quadratic(f.H / unit, f.h / unit)
    forms = [_eigenvalue_form(g, region), _bilinear_form(g, region)]
    # Short turns settle most; after each, the form with the lower bound goes on first.
    for share in _TURNS:
        for form in sorted(forms, key=lambda form: form.bound):
            left = time_limit - sum(each.seconds for each in forms)
            if form.ended or any(each.solved for each in forms) or left <= 0.0:
                continue
            start = form.go_on(min(share * time_limit, left), relative_gap)
            if start is not None:
                other = ascend(f, region, region.project(start))
                x, value = max((x, value), other, key=lambda found: found[1])
    best = min(forms, key=lambda form: form.bound)
    bound, method = max(value, unit * best.bound), f"SCIP, {best.name} form, {best.status}"
    return Solution(x, value, bound, method)


def _new_model(region: Polytope) -> tuple[Any, list[Any], Any]:
    """Return SCIP with the variables y of a region, its rows, and a variable to be maximised."""
    pyscipopt: Any = importlib.import_module("pyscipopt")
    model, total = pyscipopt.Model(), pyscipopt.quicksum
    model.hideOutput()
    lower, upper = region.box.lower, region.box.upper
    y = [model.addVar(lb=low, ub=high) for low, high in zip(lower, upper, strict=True)]
    for a, b in zip(region.A, region.b, strict=True):
        size = float(np.abs(a).max()) or 1.0
        model.addCons(total(c * v for c, v in zip(a / size, y, strict=True)) <= b / size)
    top = model.addVar(lb=None)
    model.setObjective(top, "maximize")
    model.setParams({"numerics/feastol": _TOLERANCE, "numerics/dualfeastol": _TOLERANCE})
    model.setParam("heuristics/multistart/freq", -1)  # the ascent has found as much, and faster
    return model, y, top


def _eigenvalue_form(f: Quadratic, region: Polytope) -> _Form:
    """Write f as squares of linear forms, one for each eigenvalue of H: SCIP branches on these."""
    model, y, top = _new_model(region)
    upper = region.box.upper
    terms = [c * v for c, v in zip(f.h, y, strict=True)]
    span = float((upper - region.box.lower).sum())
    curvatures, forms = np.linalg.eigh(f.H)
    for curvature, w in zip(curvatures, forms.T, strict=True):
        most = float(np.abs(w) @ upper)
        form, square = model.addVar(lb=-most, ub=most), model.addVar(ub=most**2)
        span += 2 * most + most**2
        model.addCons(form == sum(c * v for c, v in zip(w, y, strict=True)))
        model.addCons(square <= form * form if curvature > 0.0 else square >= form * form)
        terms.append(0.5 * curvature * square)
    model.addCons(top <= sum(terms))
    return _Form("eigenvalue", model, y, span)


def _bilinear_form(f: Quadratic, region: Polytope) -> _Form:
    """Write f as the sum of its products: SCIP branches on the coordinates."""
    model, y, top = _new_model(region)
    upper = region.box.upper
    terms = [c * v for c, v in zip(f.h, y, strict=True)]
    for i, j in np.argwhere(np.triu(f.H)).tolist():
        terms.append((f.H[i, j] if i != j else 0.5 * f.H[i, i]) * y[i] * y[j])
    model.addCons(top <= sum(terms))
    # Each product is a variable of SCIP's own, and each coordinate moves f by its slope.
    span = float((upper - region.box.lower).sum() + np.abs(f.h) @ upper)
    span += float(np.abs(f.H).sum() + upper @ np.abs(f.H) @ upper)
    return _Form("bilinear", model, y, span)


def frank_wolfe(objective: Objective, domain: Domain, K: int) -> FloatArray:
    r"""Maximise a monotone DR-submodular function approximately (Bian et al. 2017, algorithm 1).

    :math:`x^{(1)} = 0`, :math:`v^{(k)} = \arg\max_{v \in X} \langle v, \nabla f(x^{(k)}) \rangle`,
    :math:`x^{(k+1)} = x^{(k)} + v^{(k)} / K`. For f with f(0) = 0, monotone and L-smooth, and a
    domain that contains 0, :math:`f(x) \ge (1 - 1/e) f^* - L R^2 / (2K)`.

    The objective has value(X) and gradient(X), as ``rounds.total()``; a point (n,) is returned.
    """
    return _walked(objective, domain.maximize_linear, np.zeros(domain.n), checks.size("K", K))


def _walked(
    f: Objective, maximize: Callable[[FloatArray], FloatArray], origin: FloatArray, K: int
) -> FloatArray:
    travelled = origin
    for _ in range(K):
        travelled = travelled + maximize(f.gradient(travelled / K))
    return np.asarray(travelled / K)


def _best_corner(corners: FloatArray, C: FloatArray) -> FloatArray:
    """Return what maximises <c_i, x> over each of m polygons with corners (m, v, 2)."""
    best = (corners @ C[..., np.newaxis])[..., 0].argmax(axis=1)
    return np.asarray(corners[np.arange(len(corners)), best])


def _padded(polygons: Sequence[FloatArray]) -> FloatArray:
    """Return polygons as (m, v, 2), the last corner of each repeated: the first best one counts."""
    counts = np.array([len(corners) for corners in polygons])
    ends = np.cumsum(counts)[:, None]
    index = np.minimum(ends - counts[:, None] + np.arange(counts.max()), ends - 1)
    return np.asarray(np.concatenate(polygons)[index])


@dataclass(frozen=True, eq=False)
class Benchmark:
    r"""A fixed decision of :math:`\mathcal X_W` and what is known of the best one."""

    x: FloatArray  # (n,)
    value: float  # its utility, summed over all T rounds
    upper_bound: float  # certified: no decision of X_W has a larger sum
    W: int
    T: int
    method: str  # how the bound was found
    game: Game | None = None  # None if it is not known, and `osphg.regret` cannot ask

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


def best_fixed_decision(rounds: Game, W: int, *, solver: Solver | None = None) -> Benchmark:
    r"""Return the best fixed decision :math:`x_W^*` with a certified upper bound.

    The bound includes (W + 64) eps <[grad f(0)]_+, upper> for the rounding of the window averages:
    a relative change eps of the constraints moves the maximum of a DR-submodular f by no more than
    that, as f is concave along rays.

    The solver is `planar`, ``scip(...)``, ``branch_and_bound(...)`` or yours. If not given:
    `planar` for a quadratic sum with n <= 2, SCIP for other quadratics if it is installed, and
    otherwise branch and bound, which takes any DR-submodular utility and reports the gap it leaves:
    in a moment next to none where the utilities say `concave = True`, as `ConcaveOverModular`.
    TypeError or ValueError as `window_polytope`, or a solver's that does not fit the problem.

    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> best = osphg.best_fixed_decision(rounds, W=30)
    >>> round(best.average, 3), best.gap < 1e-6, best.method
    (0.529, True, 'closed form')
    """
    found = _best_in(window_polytope(rounds, W), rounds.total(), rounds, W, solver)
    _require_within_budget(rounds, [found])
    return found


def _best_in(
    region: Polytope, f: Objective, rounds: Game, W: int, solver: Solver | None = None
) -> Benchmark:
    default = solver is None
    if solver is None and isinstance(f, Quadratic) and region.n <= 2:
        solver = planar
    elif solver is None:
        exact = isinstance(f, Quadratic) and importlib.util.find_spec("pyscipopt") is not None
        concave = all(getattr(utility, "concave", False) for _, utility, _ in rounds.blocks())
        solver = scip() if exact else branch_and_bound(concave=concave)
    x, value, bound, method = solver(f, region, rounds.domain)
    if default and bound == np.inf:  # SCIP has failed, or had no time
        x, value, bound, method = branch_and_bound()(f, region, rounds.domain)
    x = checks.array("the solver's x", x, (rounds.n,))
    own_value = float(f.value(x))
    steepest = float(np.maximum(f.gradient(np.zeros(rounds.n)), 0.0) @ region.box.upper)
    rounding = 1e-9 * max(abs(own_value), steepest)
    same = abs(value - own_value) <= rounding
    checks.must(same, "the solver's value", f"be that of its x, {own_value:g}", f"{value:g}")
    above = bound >= own_value - rounding
    wanted = f"be at least the value of its x, {own_value:g}"
    checks.must(above, "the solver's upper_bound", wanted, f"{bound:g}")
    bound += (W + 64) * _EPS * steepest
    return Benchmark(checks.read_only(x), value, bound, int(W), rounds.T, method, rounds)


def _require_within_budget(rounds: Game, found: Sequence[Benchmark]) -> None:
    """Refuse a decision that is not in X, or over budget in one of its windows, but for rounding.

    It is asked of the rounds themselves: what a solver was told of them, and in which units, does
    not matter.
    """
    from osphg.windows import window_averages  # numba, only when asked

    X = np.stack([best.x for best in found])
    inside = rounds.domain.contains(X)
    if not inside.all():
        x = X[inside.argmin()].tolist()
        raise ValueError(f"the solver's x must lie in the domain {rounds.domain}, got {x}")
    most = np.zeros(len(found))  # what the dearest window costs a round
    recent = np.empty((0, len(found)))
    longest = max(best.W for best in found)
    for block in rounds.blocks():
        recent = np.vstack([recent, block.prices @ X.T])
        for i, best in enumerate(found):
            spend = np.ascontiguousarray(
                recent[max(0, len(recent) - len(block.prices) - best.W + 1) :, [i]]
            )
            if len(spend) >= best.W:
                most[i] = max(most[i], float(window_averages(spend, best.W).max()))
        recent = recent[len(recent) - min(len(recent), longest - 1) :]
    over = most - rounds.allowance
    if (over > 1e-9 * rounds.allowance).any():
        i = int(over.argmax())
        wanted = f"cost at most {rounds.allowance:g} a round in each window of {found[i].W} rounds"
        raise ValueError(f"the solver's x must {wanted}, got {most[i]:g} for {X[i].tolist()}")


@dataclass(frozen=True, eq=False)
class BenchmarkCurve:
    """Benchmarks over m window lengths, as arrays; sums over all T rounds."""

    windows: NDArray[np.int64]  # (m,)
    frank_wolfe_x: FloatArray  # (m, n), of the Frank-Wolfe variant
    frank_wolfe: FloatArray  # (m,)
    x: FloatArray  # (m, n), the best decision found
    value: FloatArray  # (m,)
    upper_bound: FloatArray  # (m,), certified
    T: int


def benchmark_curve(rounds: Game, windows: Iterable[int], K: int) -> BenchmarkCurve:
    """Compute `frank_wolfe` with K steps and `best_fixed_decision` for each window length.

    TypeError or ValueError as these, or if there are no windows.
    """
    T = require_game("rounds", rounds).T
    lengths = [checks.positive_int("windows", W, T) for W in windows]
    f, regions = rounds.total(), [window_polytope(rounds, W) for W in lengths]
    found = [_best_in(region, f, rounds, W) for region, W in zip(regions, lengths, strict=True)]
    _require_within_budget(rounds, found)
    if rounds.n == 2:  # all at once
        corners = _padded([region.vertices for region in regions])
        walked = _walked(
            f, partial(_best_corner, corners), np.zeros((len(regions), 2)), checks.size("K", K)
        )
    else:
        walked = np.stack([frank_wolfe(f, region, K) for region in regions])
    x = np.stack([best.x for best in found])
    value, bound = np.array([(best.value, best.upper_bound) for best in found]).T
    return BenchmarkCurve(np.array(lengths), walked, f.value(walked), x, value, bound, T)


def every_window(rounds: Game, K: int) -> BenchmarkCurve:
    """Compute `benchmark_curve` for all window lengths 1..T of quadratics in the plane.

    The numbers are the same to rounding, which the bounds include; it takes some T^2 additions in
    compiled code, a second for T = 10,000, and all prices in memory.

    TypeError or ValueError as `window_polytope`, or for n other than 2 or other utilities.

    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> curve = osphg.every_window(rounds, K=100)
    >>> (curve.value[[0, 29, 999]] / 1000).round(3)
    array([0.433, 0.529, 0.554])
    """
    from osphg.windows import window_polygon  # numba, only when asked

    n = require_game("rounds", rounds).n
    checks.must(n == 2, "rounds", "have n = 2 for every_window", f"n = {n}")
    K, T, whole = checks.size("K", K), rounds.T, rounds.total()
    f = checks.of_kind("sum_t f_t", whole, Quadratic, "be a Quadratic for every_window")
    A, b, box = half_spaces(rounds.domain)
    prices = np.concatenate([block.prices for block in rounds.blocks()])
    # Money is counted in units of about the dearest price, and decisions in units about as long as
    # the box: by powers of two, nothing is rounded.
    with np.errstate(divide="ignore", over="ignore"):  # of what cuts nothing
        prices, allowance = prices / unit_of(prices), float(rounds.allowance / unit_of(prices))
        most = np.minimum(box.upper, allowance / prices.mean(axis=0))
    unit = np.exp2(np.frexp(most)[1])
    sides = np.column_stack(unit_rows(A * unit, b))
    polygon = partial(window_polygon, prices * unit, allowance, sides, box.upper / unit)
    own, windows = Quadratic(f.H * unit * unit[:, np.newaxis], f.h * unit), np.arange(1, T + 1)
    steepest = np.maximum(own.h, 0.0)
    x, walked, value, bound = np.empty((T, 2)), np.empty((T, 2)), np.empty(T), np.empty(T)
    for first in range(0, T, _AT_ONCE):
        at = slice(first, first + _AT_ONCE)
        polygons, uppers = zip(*(polygon(W) for W in windows[at]), strict=True)
        V = _padded(polygons)
        x[at], value[at], bound[at] = _best_of_polygons(own, V)
        bound[at] += (windows[at] + 64) * _EPS * (np.array(uppers) @ steepest)
        walked[at] = _walked(own, partial(_best_corner, V), np.zeros((len(V), 2)), K)
    reached = own.value(walked)
    return BenchmarkCurve(windows, walked * unit, reached, x * unit, value, bound, T)
