r"""The benchmark in hindsight: the best fixed decision that meets the budget over every window.

The paper compares a player with the maximiser of :math:`\sum_t f_t` over

.. math:: \mathcal X_W = \{x \in \mathcal X : \sum_{\tau=t}^{t+W-1} g_\tau(x) \le 0,
          \; 1 \le t \le T-W+1\}.

Its figure has an approximate one (Frank-Wolfe, Bian et al. 2017); here it has a certified bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from osphg.core import validate
from osphg.core.domain import as_decisions, require_domain
from osphg.core.domains import Domain, Polytope
from osphg.core.game import Game, require_game
from osphg.core.hindsight.branch_and_bound import branch_and_bound
from osphg.core.hindsight.scip import scip, scip_available
from osphg.core.hindsight.solvers import Solution, Solver, planar
from osphg.core.hindsight.windows import window_averages, window_polytope
from osphg.core.identity import Identity
from osphg.core.utilities import Objective, Quadratic
from osphg.core.utility import require_objective
from osphg.core.validate import FloatArray

__all__ = [
    "Benchmark",
    "BenchmarkCurve",
    "Solution",
    "Solver",
    "benchmark_curve",
    "best_fixed_decision",
    "branch_and_bound",
    "frank_wolfe",
    "planar",
    "scip",
    "window_averages",
    "window_polytope",
]

_EPS = float(np.finfo(np.float64).eps)


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
    K = validate.size("K", K)
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


def _maximizer(regions: Sequence[Polytope]) -> Callable[[FloatArray], FloatArray]:
    """Return what maximises <c_i, x> over region i, for m regions at once: (m, n) -> (m, n)."""
    if regions[0].n != 2:
        return lambda C: np.stack(
            [region.maximize_linear(c) for region, c in zip(regions, C, strict=True)]
        )
    each, counts = np.arange(len(regions)), [len(region.vertices) for region in regions]
    corners = np.empty((len(regions), max(counts), 2))
    for row, region, count in zip(corners, regions, counts, strict=True):
        row[:count], row[count:] = region.vertices, region.vertices[-1]  # the first best one counts

    def best(C: FloatArray) -> FloatArray:
        C = as_decisions(C, 2, "C")  # refuses what is not finite, as each region would
        return np.asarray(corners[each, (corners @ C[..., np.newaxis])[..., 0].argmax(axis=1)])

    return best


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
    game : Identity or None
        Whose best decision it is; None if that is not known, and `osphg.regret` cannot ask.
    """

    x: FloatArray
    value: float
    upper_bound: float
    W: int
    T: int
    method: str
    game: Identity | None = None

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
    if solver is None:
        solver = _default_solver(f, region)
    elif not validate.takes(solver, 3):
        raise TypeError(
            "solver must be a function of objective, region and domain,"
            f" got {validate.shown(solver)}"
        )
    found = solver(f, region, rounds.domain)
    if not isinstance(found, Solution):
        raise TypeError(f"solver must return a Solution, got {validate.shown(found)}")
    steepest = np.maximum(f.gradient(np.zeros(rounds.n)), 0.0) @ region.box.upper
    bound = found.upper_bound + (W + 64) * _EPS * float(steepest)
    x = validate.frozen(np.asarray(found.x))
    return Benchmark(x, found.value, bound, W, rounds.T, found.method, rounds.identity)


def _default_solver(f: Objective, region: Polytope) -> Solver:
    if not isinstance(f, Quadratic):
        return branch_and_bound()
    if region.n <= 2:
        return planar
    return scip() if scip_available() else branch_and_bound()


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
    regions: Sequence[Polytope] | None = None,
) -> BenchmarkCurve:
    """Compute `frank_wolfe` with K steps and `best_fixed_decision` for each window length.

    Parameters
    ----------
    rounds : Rounds
    windows : iterable of int
        Window lengths, each between 1 and T; at least one.
    K : int
        Frank-Wolfe steps.
    objective, solver, regions : optional
        The first two as for `best_fixed_decision`; and a `window_polytope` for each window, to
        share them among games that differ in their utilities alone.

    Raises
    ------
    TypeError, ValueError
        As `best_fixed_decision` and `frank_wolfe`, or if there are no windows.
    """
    require_game("rounds", rounds)
    try:
        given = list(windows)
    except TypeError:
        shown = validate.shown(windows)
        raise TypeError(f"windows must be a list of integers, got {shown}") from None
    lengths = [validate.positive_int("windows", W, rounds.T) for W in given]
    if not lengths:
        raise ValueError("windows must hold at least one window length, got none")
    K = validate.size("K", K)
    f = rounds.total() if objective is None else require_objective("objective", objective)
    regions = [window_polytope(rounds, W) for W in lengths] if regions is None else regions
    if len(regions) != len(lengths):
        raise ValueError(f"regions must be {len(lengths)}, one for each window, got {len(regions)}")
    found = [_best(f, at, rounds, W, solver) for at, W in zip(regions, lengths, strict=True)]
    points = _walked(f, _maximizer(regions), np.zeros((len(regions), rounds.n)), K)
    return BenchmarkCurve(
        windows=np.array(lengths),
        frank_wolfe_x=points,
        frank_wolfe=np.asarray(f.value(points)),
        x=np.stack([best.x for best in found]),
        value=np.array([best.value for best in found]),
        upper_bound=np.array([best.upper_bound for best in found]),
        T=rounds.T,
    )
