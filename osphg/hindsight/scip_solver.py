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
_TURNS = 0.01, 0.1, 1.0  # of SCIP's time, for either form, while there is any


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
    return partial(solve_in_own_units, ask)


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
