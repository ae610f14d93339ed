"""Certified maxima of indefinite quadratics by SCIP."""

from __future__ import annotations

import importlib
import importlib.util
from functools import partial
from typing import Any

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Polytope
from osphg.hindsight.solvers import Solution, Solver, ascend, solve_in_own_units
from osphg.utilities import Objective, Quadratic

_TOLERANCE = 1e-7  # of SCIP; its linear solver complains on stderr below
_TIME_SHARES = 0.01, 0.1, 1.0  # of SCIP's time, for one turn of either form


def scip(time_limit: float = 60.0, relative_gap: float = 1e-6) -> Solver:
    """Return a solver that maximises any quadratic over a polytope with SCIP, an optional extra.

    The quadratic is put to SCIP in two forms, in turn: by its eigenvalues, which is the stronger
    one where H is full, and by its products x_i x_j, which is where H is sparse or its entries are
    far apart. The better value and the lower bound of the two count, and `Solution.method` names
    the form of the bound. The bound includes what SCIP's tolerances may have hidden.

    Parameters
    ----------
    time_limit : float
        When to stop, in seconds for both forms together; the bound holds then, too.
    relative_gap : float
        What the best decision may have more than the one returned, as a fraction of its value:
        SCIP stops there.

    Returns
    -------
    Solver
        For `best_fixed_decision`. It raises TypeError for an objective that is no Quadratic.

    Raises
    ------
    ImportError
        If pyscipopt is not installed.
    TypeError, ValueError
        For a limit or a gap that is not a positive number.
    """
    time_limit = checks.positive_float("time_limit", time_limit)
    relative_gap = checks.positive_float("relative_gap", relative_gap)
    if importlib.util.find_spec("pyscipopt") is None:
        raise ImportError("scip needs the optional package pyscipopt: pip install 'osphg[exact]'")
    solve = partial(_solve_with_scip, time_limit=time_limit, relative_gap=relative_gap)
    return partial(solve_in_own_units, solve)


class _ScipModel:
    """A quadratic programme in one of its forms as SCIP has it, and what came of it so far.

    Parameters
    ----------
    name
        The form: "eigenvalue" or "bilinear".
    model
        A `pyscipopt.Model`.
    y
        Its variables for the coordinates of the decision, n of them.
    span
        The ranges of all variables, added up: what an error of 1 in each of them moves.
    """

    def __init__(self, name: str, model: Any, y: list[Any], span: float) -> None:
        self.name = name
        self.model = model
        self.y = y
        self.span = span
        self.status = "not begun"
        self.seconds = 0.0
        self.bound = np.inf

    @property
    def ended(self) -> bool:
        """Whether more time would bring nothing."""
        return self.solved or self.status.startswith("failed")

    @property
    def solved(self) -> bool:
        """Whether SCIP has closed the gap."""
        return self.status in {"optimal", "gaplimit"}

    def search(self, seconds: float, relative_gap: float) -> FloatArray | None:
        """Let SCIP go on for so long; return the best point that it knows, (n,)."""
        limits = {"limits/time": self.seconds + seconds, "limits/gap": relative_gap}
        try:
            self.model.setParams(limits)
            self.model.optimize()
        except Exception as error:  # SCIP raises no other kind
            self.status = f"failed ({' '.join(str(error).split())})"
            return None
        self.seconds = self.model.getSolvingTime()
        self.status = self.model.getStatus()
        dual = float(self.model.getDualbound())
        if abs(dual) < self.model.infinity():
            self.bound = dual + _TOLERANCE * (1.0 + abs(dual) + self.span)
        points = self.model.getSols()  # the best one first
        return np.array([points[0][v] for v in self.y]) if points else None


def _solve_with_scip(
    f: Objective, region: Polytope, _: object, time_limit: float, relative_gap: float
) -> Solution:
    """Maximise f over a region whose coordinates are about 1, with f of order one.

    SCIP's tolerances are absolute, hence these units.
    """
    f = checks.of_kind("objective", f, Quadratic, "be a Quadratic for scip")
    x, value = ascend(f, region, region.maximize_linear(f.gradient(region.lower)))
    unit = abs(value) or float(np.abs(f.h) @ region.box.upper) or 1.0
    g = Quadratic(f.H / unit, f.h / unit)
    forms = [_eigenvalue_form(g, region), _bilinear_form(g, region)]
    # Short turns settle most; after each, the form with the lower bound goes on first.
    for share in _TIME_SHARES:
        for form in sorted(forms, key=lambda form: form.bound):
            seconds_left = time_limit - sum(each.seconds for each in forms)
            if form.ended or any(each.solved for each in forms) or seconds_left <= 0.0:
                continue
            start = form.search(min(share * time_limit, seconds_left), relative_gap)
            if start is not None:
                other = ascend(f, region, region.project(start))
                x, value = max((x, value), other, key=lambda point: point[1])
    best = min(forms, key=lambda form: form.bound)
    bound = max(value, unit * best.bound)
    return Solution(x, value, bound, f"SCIP, {best.name} form, {best.status}")


def _new_model(region: Polytope) -> tuple[Any, list[Any], Any]:
    """Return SCIP with a region's rows, its n variables y, and a variable to be maximised."""
    pyscipopt: Any = importlib.import_module("pyscipopt")
    model = pyscipopt.Model()
    total = pyscipopt.quicksum
    model.hideOutput()
    bounds = zip(region.box.lower, region.box.upper, strict=True)
    y = [model.addVar(lb=low, ub=high) for low, high in bounds]
    for a, b in zip(region.A, region.b, strict=True):
        size = float(np.abs(a).max()) or 1.0
        model.addCons(total(c * v for c, v in zip(a / size, y, strict=True)) <= b / size)
    top = model.addVar(lb=None)
    model.setObjective(top, "maximize")
    model.setParams({"numerics/feastol": _TOLERANCE, "numerics/dualfeastol": _TOLERANCE})
    model.setParam("heuristics/multistart/freq", -1)  # the ascent has found as much, and faster
    return model, y, top


def _eigenvalue_form(f: Quadratic, region: Polytope) -> _ScipModel:
    """Write f as squares of linear forms, one for each eigenvalue of H: SCIP branches on these."""
    model, y, top = _new_model(region)
    upper = region.box.upper
    terms = [c * v for c, v in zip(f.h, y, strict=True)]
    span = float((upper - region.box.lower).sum())
    curvatures, directions = np.linalg.eigh(f.H)
    for curvature, w in zip(curvatures, directions.T, strict=True):
        largest = float(np.abs(w) @ upper)  # |<w, x>| on the box
        form = model.addVar(lb=-largest, ub=largest)
        square = model.addVar(ub=largest**2)
        span += 2 * largest + largest**2
        model.addCons(form == sum(c * v for c, v in zip(w, y, strict=True)))
        model.addCons(square <= form * form if curvature > 0.0 else square >= form * form)
        terms.append(0.5 * curvature * square)
    model.addCons(top <= sum(terms))
    return _ScipModel("eigenvalue", model, y, span)


def _bilinear_form(f: Quadratic, region: Polytope) -> _ScipModel:
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
    return _ScipModel("bilinear", model, y, span)
