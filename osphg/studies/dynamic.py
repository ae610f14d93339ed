r"""The dynamic benchmark: the best decision of every round, each within the budget of its round.

.. math:: x_t^* \in \arg\max \{ f_t(x) : x \in \mathcal X, \; g_t(x) \le 0 \}

Chen, Ling and Giannakis 2017 and Cao and Liu 2019 compare a player with this sequence (the paper,
section 1.2, cites both for it). Their bounds grow with how far it moves, its path length.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Domain
from osphg.hindsight import Solver, best_fixed_decision
from osphg.playing import Run
from osphg.rounds import Block, Game, Rounds
from osphg.utilities import AtRound, Quadratics, Stationary

_EPS = float(np.finfo(np.float64).eps)
_HALVINGS = 200  # far more than are needed unless a price is tiny; the certificate tells


@dataclass(frozen=True, eq=False, repr=False)
class DynamicBenchmark:
    """The best decision of every round and what is known of it.

    Attributes
    ----------
    x : (T, n) array
        x*_t. Where several decisions are best, one of them: the path length depends on which.
    value : (T,) array
        f_t(x*_t).
    upper_bound : (T,) array
        Certified: no decision of X that keeps g_t has a larger f_t.
    """

    x: FloatArray
    value: FloatArray
    upper_bound: FloatArray

    def __repr__(self) -> str:
        return f"DynamicBenchmark({self.T} rounds, path length {self.path_length:.4g})"

    @property
    def T(self) -> int:
        """The number of rounds."""
        return len(self.value)

    @property
    def path_length(self) -> float:
        """V(x*) = sum_{t>1} ||x*_t - x*_{t-1}||, in the units of a decision."""
        return float(np.linalg.norm(np.diff(self.x, axis=0), axis=1).sum())

    @property
    def gap(self) -> float:
        """What the best sequence may have more than this one."""
        return float((self.upper_bound - self.value).sum())


def dynamic_benchmark(rounds: Game, *, solver: Solver | None = None) -> DynamicBenchmark:
    """Return x*_1..x*_T with certified bounds.

    Separable concave quadratics on a box are solved exactly, all rounds at once, by the price of
    the budget (a bisection whose dual value is the certificate). Everything else is solved round
    by round as `best_fixed_decision` of a game of one round: milliseconds each.

    Parameters
    ----------
    rounds : Rounds or StreamedRounds
    solver : callable, optional
        For the second case; see `best_fixed_decision`.

    Raises
    ------
    TypeError, ValueError, ImportError
        As `best_fixed_decision`.

    Examples
    --------
    >>> from osphg.games.drifting import drifting_targets
    >>> best = dynamic_benchmark(drifting_targets(64, 0, a=0.5))
    >>> best
    DynamicBenchmark(64 rounds, path length 2.141)
    >>> best.gap < 1e-9
    True
    """
    parts: list[tuple[FloatArray, FloatArray, FloatArray]] = []
    for block in rounds.blocks():
        if solver is None and _is_separable(block, rounds.domain):
            parts.append(_separable(block, rounds))
        else:
            parts.append(_one_by_one(block, rounds, solver))
    x, value, bound = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return DynamicBenchmark(*map(checks.read_only, (x, value, bound)))


def dynamic_regret(run: Run, best: DynamicBenchmark) -> float:
    """Return sum_t f_t(x*_t) - sum_t f_t(x_t), in the units of f.

    Raises
    ------
    ValueError
        For an incomplete run, or a benchmark of another number of rounds.
    """
    if not run.complete:
        raise ValueError(f"run must be complete, got {run.T} of {run.rounds.T} rounds")
    if best.T != run.T:
        raise ValueError(f"best must be of the run's {run.T} rounds, got one of {best.T}")
    return float(best.value.sum() - run.utility.sum())


def fit(run: Run) -> float:
    """Return the dynamic fit [sum_t g_t(x_t)]_+ (Chen, Ling and Giannakis 2017), budget units."""
    return max(float(run.violation.sum()), 0.0)


def constraint_variation(rounds: Game) -> float:
    """Return V(g) = sum_{t>1} max_{x in X} [g_t(x) - g_{t-1}(x)]_+, budget units.

    Examples
    --------
    >>> from osphg.games.drifting import drifting_targets
    >>> f"{constraint_variation(drifting_targets(64, 0, a=0.5)):.2f}"
    '2.37'
    """
    total = 0.0
    last: FloatArray | None = None
    for block in rounds.blocks():
        prices = block.prices if last is None else np.vstack([last, block.prices])
        change = np.diff(prices, axis=0)
        # 0 lies in X, so that the maximum is not negative
        total += float((change * rounds.domain.maximize_linear(change)).sum())
        last = block.prices[-1]
    return total


def _is_separable(block: Block, domain: Domain) -> bool:
    """Whether f_t is a sum of concave functions of one coordinate, on a box from the origin."""
    if type(domain) is not Box or domain.lower.any() or not isinstance(block.utility, Quadratics):
        return False
    H = block.utility.H
    return not (H - H * np.eye(domain.n)).any()  # the entries on the diagonal are never positive


def _separable(block: Block, rounds: Game) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Maximise sum_i h_i x_i - d_i x_i^2/2 over 0 <= x <= u, <p, x> <= c, in all rounds."""
    assert isinstance(block.utility, Quadratics)
    length = len(block.prices)
    h, p, u, c = block.utility.h[:length], block.prices, rounds.domain.upper, rounds.allowance
    d = -np.diagonal(block.utility.H[:length], axis1=1, axis2=2)

    def answer(nu: FloatArray) -> FloatArray:
        """Return the maximiser of f - nu <p, .>; 0 where every x_i is one."""
        slope = h - nu[:, np.newaxis] * p
        curved = np.divide(slope, d, out=np.where(slope > 0, np.inf, 0.0), where=d > 0)
        return np.asarray(np.clip(curved, 0.0, u))

    ratio = np.divide(np.maximum(h, 0.0), p, out=np.zeros_like(p), where=p > 0)
    low, high = np.zeros(length), ratio.max(axis=1) * (1 + 4 * _EPS)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        dear = (p * answer(middle)).sum(axis=1) > c
        low, high = np.where(dear, middle, low), np.where(dear, high, middle)
        if (high - low <= 2 * _EPS * high).all():
            break
    free = answer(np.zeros(length))
    within = (p * free).sum(axis=1) <= c
    rich, poor = answer(low), answer(high)
    over, under = (p * rich).sum(axis=1) - c, c - (p * poor).sum(axis=1)
    # the share of `rich` in the mix of the two that spends c, where their spending differs
    share = np.divide(under, over + under, out=np.zeros(length), where=over + under > 0)
    mixed = poor + np.clip(share, 0, 1)[:, np.newaxis] * (rich - poor)
    x = np.where(within[:, np.newaxis], free, mixed)
    value = (h * x - d * x**2 / 2).sum(axis=1)
    nu = np.where(within, 0.0, high)
    best = answer(nu)
    dual = (h * best - d * best**2 / 2).sum(axis=1) + nu * (c - (p * best).sum(axis=1))
    rounding = 64 * _EPS * ((np.abs(h) * u).sum(axis=1) + (d * u**2).sum(axis=1) + nu * c)
    return x, value, np.maximum(dual, value) + rounding


def _one_by_one(
    block: Block, rounds: Game, solver: Solver | None
) -> tuple[FloatArray, FloatArray, FloatArray]:
    found = [
        best_fixed_decision(game, 1, solver=solver) for game in _games_of_one_round(block, rounds)
    ]
    return (
        np.array([best.x for best in found]),
        np.array([best.value for best in found]),
        np.array([best.upper_bound for best in found]),
    )


def _games_of_one_round(block: Block, rounds: Game) -> Iterator[Rounds]:
    for t, price in enumerate(block.prices):
        utility: Quadratics | Stationary
        if isinstance(block.utility, Quadratics):
            utility = Quadratics(block.utility.H[t : t + 1], block.utility.h[t : t + 1])
        else:
            utility = Stationary(AtRound(block.utility, t))
        yield Rounds(utility, price[np.newaxis], rounds.allowance, rounds.domain)
