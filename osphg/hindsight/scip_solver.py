"""Certified maxima of indefinite quadratics by SCIP, a solver of programmes that are not convex.

SCIP finds an upper bound by branch and bound, and calls it the dual bound. It is given the
quadratic f in two forms, as a model of each.
"""

from __future__ import annotations

import importlib
import importlib.util
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Polytope
from osphg.hindsight.solvers import Solution, Solver, ascend, solve_in_own_units
from osphg.utilities import Objective, Quadratic

_TOLERANCE = 1e-7  # SCIP's, absolute; below it SCIP's linear solver complains on stderr
_TIME_SHARES = 0.01, 0.1, 1.0  # of the time limit: how long one turn of a form may last


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

    SCIP bounds the maximum of f from above, but it takes each constraint only to its tolerance, and
    the maximum may be larger by as much. So the tolerance times a sum of sizes, `span`, is added to
    the bound.

    Parameters
    ----------
    name
        The form: "eigenvalue" or "bilinear".
    model
        A `pyscipopt.Model`.
    y
        Its variables for the coordinates of the decision, n of them.
    span
        Sizes in the model, added up: how wide its variables and the terms of f are, and how far f
        moves where one of these variables moves by 1. All are counted in units in which decisions
        and the maximum of f are about 1, so that they can be added. The bound is raised by the
        tolerance times this sum.

    Attributes
    ----------
    status : str
        SCIP's own word for how its search ended, "not begun", or "failed" and the reason.
    seconds : float
        How long SCIP has searched so far.
    bound : float
        An upper bound of the maximum; infinite as long as there is none.
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
    def is_over(self) -> bool:
        """Whether more time would bring nothing: SCIP has solved the model, or failed."""
        return self.is_solved or self.status.startswith("failed")

    @property
    def is_solved(self) -> bool:
        """Whether SCIP has closed the gap."""
        return self.status in {"optimal", "gaplimit"}

    def search(self, seconds: float, relative_gap: float) -> FloatArray | None:
        """Let SCIP go on for some seconds; return the best point that it knows, (n,), or None.

        None stands for a search that failed or has found no point. Status, seconds and bound are
        kept as attributes.

        Parameters
        ----------
        seconds
            How long SCIP may go on, besides what it has searched before.
        relative_gap
            SCIP ends where its bound exceeds the best value by no more than this share of the
            smaller of the two.
        """
        # SCIP counts its time from its first search on.
        limits = {"limits/time": self.seconds + seconds, "limits/gap": relative_gap}
        try:
            self.model.setParams(limits)
            self.model.optimize()
        except Exception as error:  # SCIP raises no other kind
            self.status = f"failed ({' '.join(str(error).split())})"
            return None
        self.seconds = self.model.getSolvingTime()
        self.status = self.model.getStatus()
        bound = float(self.model.getDualbound())
        if abs(bound) < self.model.infinity():  # by which SCIP says that it has none
            # The bound itself is also known only to the tolerance.
            self.bound = bound + _TOLERANCE * (1.0 + abs(bound) + self.span)
        points = self.model.getSols()  # the best one first
        if not points:
            return None
        return np.array([points[0][v] for v in self.y])


def _solve_with_scip(
    f: Objective, region: Polytope, _: object, time_limit: float, relative_gap: float
) -> Solution:
    """Maximise a quadratic f over a region whose coordinates are about 1.

    SCIP's tolerances are absolute. So SCIP gets f in units in which its maximum is about 1, too.

    Parameters
    ----------
    f : Objective
        The function; TypeError unless it is a Quadratic.
    region : Polytope
        The region, with coordinates in the units of `solve_in_own_units`.
    _ : callable
        What tells whether points are in the domain; other solvers need it, SCIP does not.
    time_limit : float
        When to stop, in seconds for both forms together.
    relative_gap : float
        SCIP stops where its bound exceeds the value of its best point by no more than this share.

    Returns
    -------
    Solution
        The best point that was found, (n,), f there, a bound that no value exceeds, and which form
        gave it and how its search ended; all in units of the given f.
    """
    f = checks.of_kind("objective", f, Quadratic, "be a Quadratic for scip")
    # A good decision to begin with, and with its value the size of f.
    x, value = ascend(f, region, region.maximize_linear(f.gradient(region.lower)))
    unit = abs(value) or float(np.abs(f.h) @ region.box.upper) or 1.0  # the first that is not 0
    f_in_units = Quadratic(f.H / unit, f.h / unit)
    models = [_eigenvalue_form(f_in_units, region), _bilinear_form(f_in_units, region)]
    # Each form has a short turn, then a longer one, then all the time that is left: most games are
    # settled in short ones. In each round the form with the lower bound is first.
    for share in _TIME_SHARES:
        for model in sorted(models, key=lambda model: model.bound):
            seconds_left = time_limit - sum(each.seconds for each in models)
            is_solved = any(each.is_solved for each in models)
            if model.is_over or is_solved or seconds_left <= 0.0:
                continue
            # The search goes on where the form's last turn has ended; it changes the form's
            # `bound`, `seconds` and `status`. None: it has failed or found no point.
            point = model.search(min(share * time_limit, seconds_left), relative_gap)
            if point is None:
                continue
            # An ascent makes of a point that is right to SCIP's tolerance one that is exact.
            other_x, other_value = ascend(f, region, region.project(point))
            if other_value > value:
                x = other_x
                value = other_value
    best = min(models, key=lambda model: model.bound)
    bound = max(value, unit * best.bound)
    return Solution(x, value, bound, f"SCIP, {best.name} form, {best.status}")


class _EmptyModel(NamedTuple):
    """A model of SCIP that has the region, but nothing of f yet."""

    model: Any  # a `pyscipopt.Model`
    y: list[Any]  # its variables for the coordinates of the decision, n of them
    level: Any  # the variable that is maximised; each form adds that it is at most f(y)


def _new_model(region: Polytope) -> _EmptyModel:
    """Return a new model of SCIP with the region's box and inequalities.

    It maximises the variable `level`, which a form has to keep at most at f(y). The result has the
    model, its variables y for the coordinates of the decision, and `level`; nothing of f yet.
    """
    pyscipopt: Any = importlib.import_module("pyscipopt")  # only here: it need not be installed
    model = pyscipopt.Model()
    total = pyscipopt.quicksum
    model.hideOutput()
    bounds = zip(region.box.lower, region.box.upper, strict=True)
    y = [model.addVar(lb=low, ub=high) for low, high in bounds]
    for a, b in zip(region.A, region.b, strict=True):
        size = float(np.abs(a).max()) or 1.0  # SCIP's tolerance is for rows of numbers of about 1
        model.addCons(total(c * v for c, v in zip(a / size, y, strict=True)) <= b / size)
    level = model.addVar(lb=None)  # SCIP takes no quadratic objective, but quadratic constraints
    model.setObjective(level, "maximize")
    model.setParams({"numerics/feastol": _TOLERANCE, "numerics/dualfeastol": _TOLERANCE})
    # No local searches from several starts: the ascent before SCIP's search, from the best corner,
    # has found as much, and faster.
    model.setParam("heuristics/multistart/freq", -1)
    return _EmptyModel(model, y, level)


def _eigenvalue_form(f: Quadratic, region: Polytope) -> _ScipModel:
    """Return the model in which f is <h, y> plus a multiple of a square for each eigenvalue of H.

    <y, H y>/2 is the sum of c <w, y>^2/2 over the eigenvalues c and eigenvectors w of H. SCIP gets
    variables for the linear forms <w, y> and their squares, and branches on the linear forms. What
    it maximises is `level`, which the last constraint keeps at most at f(y).

    Parameters
    ----------
    f
        The quadratic, in units in which its maximum is about 1.
    region
        Where it is maximised, with coordinates of about 1.
    """
    model, y, level = _new_model(region)
    upper = region.box.upper
    terms = [c * v for c, v in zip(f.h, y, strict=True)]
    # SCIP's answers are off by its tolerance times sizes in the model, `span` in all, as in the
    # bilinear form: the widths of the coordinates and the sizes of the linear terms of f; and for
    # each eigenvalue the widths of its two variables, the size of its term of f, and the
    # coefficients by which errors in the two variables move f. Where large terms cancel each other
    # and f is about 1, the last two are far above the widths. `_ScipModel` adds that to the bound.
    span = float((upper - region.box.lower).sum() + np.abs(f.h) @ upper)
    eigenvalues, eigenvectors = np.linalg.eigh(f.H)
    for eigenvalue, w in zip(eigenvalues, eigenvectors.T, strict=True):
        largest = float(np.abs(w) @ upper)  # |<w, x>| on the box
        form = model.addVar(lb=-largest, ub=largest)
        square = model.addVar(ub=largest**2)
        span += 2 * largest + largest**2
        span += abs(float(eigenvalue)) * (0.5 * largest**2 + largest + 0.5)
        model.addCons(form == sum(c * v for c, v in zip(w, y, strict=True)))  # <w, y>
        # One side is enough: `level` is maximised, and the square is as large as it may be where it
        # raises `level`, and as small as it may be where it lowers it.
        if eigenvalue > 0.0:
            model.addCons(square <= form * form)
        else:
            model.addCons(square >= form * form)
        terms.append(0.5 * eigenvalue * square)
    model.addCons(level <= sum(terms))
    return _ScipModel("eigenvalue", model, y, span)


def _bilinear_form(f: Quadratic, region: Polytope) -> _ScipModel:
    """Return the model in which f is <h, y> plus a multiple of each product y_i y_j.

    SCIP makes a variable of its own for each product, and branches on the coordinates. What it
    maximises is `level`, which the last constraint keeps at most at f(y).

    Parameters
    ----------
    f
        The quadratic, in units in which its maximum is about 1.
    region
        Where it is maximised, with coordinates of about 1.
    """
    model, y, level = _new_model(region)
    box = region.box
    terms = [c * v for c, v in zip(f.h, y, strict=True)]
    for i, j in np.argwhere(np.triu(f.H)).tolist():  # entries that are not 0, with i <= j
        # H_ij y_i y_j/2 stands twice in <y, H y>/2 where i and j differ.
        coefficient = f.H[i, j] if i != j else 0.5 * f.H[i, i]
        terms.append(coefficient * y[i] * y[j])
    model.addCons(level <= sum(terms))
    # SCIP's answers are off by its tolerance times sizes in the model, here `span` in all: the
    # widths of the coordinates, the sizes of the linear and the quadratic terms of f, and the
    # coefficients by which errors in SCIP's variables for the products move f. `_ScipModel` adds
    # that to the bound.
    span = float((box.upper - box.lower).sum() + np.abs(f.h) @ box.upper)
    span += float(np.abs(f.H).sum() + box.upper @ np.abs(f.H) @ box.upper)
    return _ScipModel("bilinear", model, y, span)
