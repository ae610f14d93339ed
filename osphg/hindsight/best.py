"""The best fixed decision within budget in every W rounds in a row."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Polytope
from osphg.hindsight.polygons import planar
from osphg.hindsight.regions import window_polytope
from osphg.hindsight.scip_solver import scip
from osphg.hindsight.search import branch_and_bound
from osphg.hindsight.solvers import Solver
from osphg.rounds import Game
from osphg.utilities import Objective, Quadratic

_EPS = float(np.finfo(np.float64).eps)


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
    found = best_in_region(window_polytope(rounds, W), rounds.total(), rounds, W, solver)
    require_within_budget(rounds, [found])
    return found


def best_in_region(
    region: Polytope, f: Objective, rounds: Game, W: int, solver: Solver | None = None
) -> Benchmark:
    """Maximise f over a region by the solver, or one that fits, and check what it returns."""
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


def require_within_budget(rounds: Game, found: Sequence[Benchmark]) -> None:
    """Refuse a decision that is not in X, or over budget in one of its windows, but for rounding.

    It is asked of the rounds themselves: what a solver was told of them, and in which units, does
    not matter.
    """
    from osphg.hindsight.windows import window_averages  # numba, only when asked

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
