"""Global maximisation of quadratics over polytopes with SCIP, an optional extra."""

from __future__ import annotations

import importlib
import importlib.util
import time
from typing import Any

import numpy as np

from osphg.core import validate
from osphg.core.domains import Domain, Polytope
from osphg.core.hindsight.solvers import Solution, Solver, ascend, quadratic
from osphg.core.utilities import Objective, Quadratic
from osphg.core.validate import FloatArray

_TOLERANCE = 1e-7  # of SCIP; its linear solver complains on stderr below
_NEARLY_CONCAVE = 0.1  # largest ratio of the sums of positive and of negative eigenvalues


def scip_available() -> bool:
    """Tell whether the optional package pyscipopt is installed."""
    return importlib.util.find_spec("pyscipopt") is not None


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
    time_limit = validate.positive_float("time_limit", time_limit)
    relative_gap = validate.positive_float("relative_gap", relative_gap)
    if not scip_available():
        raise ImportError("scip needs the optional package pyscipopt: pip install 'osphg[exact]'")

    def solve(objective: Objective, region: Polytope, domain: Domain) -> Solution:
        return _solve_scip(quadratic("scip", objective), region, time_limit, relative_gap)

    return solve


def _solve_scip(f: Quadratic, region: Polytope, time_limit: float, relative_gap: float) -> Solution:
    """Solve over ever more rows of the region; each dual bound on the way is an upper bound."""
    deadline = time.monotonic() + time_limit
    x = ascend(f, region, region.maximize_linear(f.gradient(region.lower)))
    value, bound, status = float(f.value(x)), np.inf, "timelimit"
    slack = region.b - region.A @ x
    working = np.zeros(len(slack), dtype=bool)
    working[np.argsort(slack)[: 4 * region.n]] = True
    while (left := deadline - time.monotonic()) > 0.0:
        part = _Model(f, region, working, x)
        dual, y, status = part.solve(left, relative_gap)
        bound = min(bound, dual)
        for start in region.project(y):
            candidate = ascend(f, region, start)
            if float(f.value(candidate)) > value:
                x, value = candidate, float(f.value(candidate))
        excess = np.max(region.A @ y.T - region.b[:, None], axis=1, initial=-np.inf)
        violated = np.flatnonzero(~working & (excess > 1e-9 * np.abs(region.b)))
        if len(violated) == 0 or bound - value <= relative_gap * abs(value):
            break
        working[violated[np.argsort(-excess[violated])[: 4 * region.n]]] = True
    return Solution(x, value, max(value, bound), f"SCIP, {status}")


class _Model:
    """Maximise s subject to s <= f(x) / unit, over some rows of the region.

    The variables are y = x / r and the unit brings f to order one, for SCIP's tolerances are
    absolute. Where f is nearly concave, as a sum of many random quadratics is, it is written as a
    concave quadratic plus squares of a few linear forms, one for each positive eigenvalue of H:
    SCIP then branches on those instead of on each product of two coordinates.
    """

    def __init__(
        self,
        f: Quadratic,
        region: Polytope,
        rows: np.ndarray[Any, np.dtype[np.bool_]],
        x: FloatArray,
    ) -> None:
        scip: Any = importlib.import_module("pyscipopt")
        lower, upper = region.box.lower, region.box.upper
        self.r = r = float(np.maximum(np.abs(lower), np.abs(upper)).max()) or 1.0
        self.unit = abs(float(f.value(x))) or float(np.abs(f.h).sum()) * r or 1.0
        self.span = float((upper - lower).sum()) / r  # sum of the ranges of all variables
        self.model = model = scip.Model()
        model.hideOutput()
        start = model.createSol()
        H, h, x = f.H * (r * r / self.unit), f.h * (r / self.unit), x / r
        self.y = [model.addVar(lb=a / r, ub=b / r) for a, b in zip(lower, upper, strict=True)]
        for variable, number in zip(self.y, x, strict=True):
            model.setSolVal(start, variable, number)
        terms = [c * v for c, v in zip(h, self.y, strict=True)]
        eigenvalues, eigenvectors = np.linalg.eigh(H)
        convex = eigenvalues > 0.0
        if eigenvalues[convex].sum() <= _NEARLY_CONCAVE * -eigenvalues[~convex].sum():
            for weight, w in zip(eigenvalues[convex], eigenvectors.T[convex], strict=True):
                reach = float(np.abs(w) @ np.maximum(np.abs(lower), np.abs(upper))) / r
                form, square = model.addVar(lb=-reach, ub=reach), model.addVar(ub=reach**2)
                self.span += 2 * reach + reach**2
                model.addCons(form == scip.quicksum(c * v for c, v in zip(w, self.y, strict=True)))
                model.addCons(square <= form * form)
                terms.append(0.5 * weight * square)
                model.setSolVal(start, form, w @ x)
                model.setSolVal(start, square, (w @ x) ** 2)
            H = (eigenvectors[:, ~convex] * eigenvalues[~convex]) @ eigenvectors[:, ~convex].T
        terms += [0.5 * H[i, i] * v * v for i, v in enumerate(self.y)]
        terms += [H[i, j] * self.y[i] * self.y[j] for i in range(len(x)) for j in range(i)]
        s = model.addVar(lb=None)
        model.setSolVal(start, s, float(f.value(x * r)) / self.unit)
        model.addCons(s <= scip.quicksum(terms))
        for a, b in zip(region.A[rows], region.b[rows], strict=True):
            norm = float(np.abs(a).max()) or 1.0
            row = scip.quicksum(c * v for c, v in zip(a / norm, self.y, strict=True))
            model.addCons(row <= b / norm / r)
        model.setObjective(s, "maximize")
        model.addSol(start)

    def solve(self, time_limit: float, relative_gap: float) -> tuple[float, FloatArray, str]:
        """Return a bound safe against SCIP's tolerances, its best points (k, n), and the status."""
        for name, number in {
            "limits/time": time_limit,
            "limits/gap": relative_gap,
            "numerics/feastol": _TOLERANCE,
            "numerics/dualfeastol": _TOLERANCE,
            "heuristics/multistart/freq": -1,  # half of the time, for a start that is there already
        }.items():
            self.model.setParam(name, number)
        self.model.optimize()
        points = [[best[v] for v in self.y] for best in self.model.getSols()[:1]]
        dual = float(self.model.getDualbound())
        hidden = _TOLERANCE * (1.0 + abs(dual) + self.span)
        bound = np.inf if abs(dual) >= self.model.infinity() else self.unit * (dual + hidden)
        return bound, np.reshape(points, (-1, len(self.y))) * self.r, str(self.model.getStatus())
