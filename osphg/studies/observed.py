"""What was measured beside what the theory allows, on every shipped instance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from osphg import metrics
from osphg.games import refuting
from osphg.games.contests import simplex_trap
from osphg.hindsight import Benchmark, best_fixed_decision
from osphg.oracles.gradient import GradientAscent
from osphg.players import OSPHG, MetaFrankWolfe
from osphg.playing import Run, play
from osphg.rounds import Game, paper_quadratics
from osphg.studies import bounds

Statement = tuple[str, float, float]


@dataclass(frozen=True)
class Measured:
    """One statement on one run: `observed <= bound` wherever the theory says so."""

    instance: str
    player: str  # "published" or "weighted" OSPHG, or "Meta-Frank-Wolfe"
    statement: str
    observed: float
    bound: float

    @property
    def holds(self) -> bool:
        """Whether the measured left side is at most the right side."""
        return self.observed <= self.bound

    @property
    def ratio(self) -> float:
        """The measured left side as a share of the right side."""
        return self.observed / self.bound


def games(T: int = 10_000) -> Iterator[tuple[str, Game, Benchmark]]:
    """Yield the shipped instances with T rounds, their names and their benchmarks."""
    for W in (1, 100):
        rounds = paper_quadratics(T, seed=0)
        yield f"paper's quadratics, W = {W}", rounds, best_fixed_decision(rounds, W)
    for name, made in (
        ("decoy", refuting.decoy(T)),
        ("decoy, eps = 0.05", refuting.decoy_family(T, 0.05)),
        ("violation of Lemma 4.3", refuting.lemma43_violation(T)),
        ("violation with lambda > 0", refuting.lemma43_violation_with_lambda(T)),
        ("second violation", refuting.second_violation(T)),
        ("counterexample to Lemma 4.2", refuting.lemma42_counterexample(T)),
        ("W = T, scenario A", refuting.impossibility(T, scenario="A")),
        ("W = T, scenario B", refuting.impossibility(T, scenario="B")),
    ):
        yield name, made.rounds, made.benchmark()


def rows(T: int = 10_000, K: int = 20) -> list[Measured]:
    """Play every instance, published and weighted, and measure every statement that is proven.

    Meta-Frank-Wolfe plays them as well; its regret is bounded and its violation is not.
    """
    found = []
    for name, game, best in games(T):
        for weighted in (False, True):
            player = OSPHG.tuned(game, best.W, K, weighted=weighted)
            found += measure(name, play(player, game), best)
        found += measure(name, play(MetaFrankWolfe.tuned(game, K), game), best)
    trap, best = simplex_trap(T, W=100)
    for weighted in (False, True):
        run = play(OSPHG.tuned(trap, best.W, K, weighted=weighted), trap)
        label = "weighted" if weighted else "published"
        found += [Measured("simplex trap", label, *said) for said in _of_multiplier(run, best)]
    return found


def exceeded() -> list[Measured]:
    """Measure statements of the paper that the shipped instances were made to exceed.

    Each with the published feedback, at the sizes at which the left side is larger.
    """
    found = []
    tight = refuting.lemma42_counterexample(20_000, 19_999, 20.0)
    run = play(OSPHG.tuned(tight.rounds, 2, 1), tight.rounds)
    excess, extra = _worst_window(run, tight.benchmark())
    found.append(("counterexample to Lemma 4.2", "Lemma 4.2, worst window", excess, extra / 2))
    for name, made, K, text, multiplier in (
        (
            "violation of Lemma 4.3", refuting.lemma43_violation(), 4700,
            "Lemma 4.3, lambda = 0", lambda _: 0.0,
        ),
        (
            "violation with lambda > 0", refuting.lemma43_violation_with_lambda(), 3940,
            "Lemma 4.3, worst lambda", bounds.worst_lambda,
        ),
    ):  # fmt: skip
        player = OSPHG.tuned(made.rounds, 1, K)
        run = play(player, made.rounds)
        lam = multiplier(run)
        right = bounds.lemma43(made.rounds, 1, player, repaired=False).total
        found.append((name, text, bounds.left_side(run, made.benchmark(), lam), right))
    trap, best = simplex_trap()
    tuned = OSPHG.tuned(trap, 1, 100)
    corner = GradientAscent(tuned.mu, np.array([1.0, 0.0]))
    player = OSPHG(tuned.mu, tuned.delta, tuned.K, oracle=corner)
    left = bounds.left_side(play(player, trap), best)
    right = bounds.lemma43(trap, 1, player).total
    found.append(("simplex trap, from a corner", "Theorem 4.1", left, right))
    return [Measured(name, "published", text, float(a), float(b)) for name, text, a, b in found]


def measure(name: str, run: Run, best: Benchmark) -> list[Measured]:
    """Put both sides of each statement that holds for the run's player side by side.

    For the published feedback, Lemma 4.3 and Theorem 4.1 are those of the 1/2-regret.

    Raises
    ------
    TypeError
        For a run of another player than OSPHG, or Meta-Frank-Wolfe with gradient ascent.

    Examples
    --------
    >>> game = paper_quadratics(T=500)
    >>> run = play(OSPHG.tuned(game, 5), game)
    >>> found = measure("quadratics", run, best_fixed_decision(game, 5))
    >>> [(row.statement, row.holds) for row in found][:2]
    [('lambda_t <= G/(delta mu)', True), ('Lemma 4.2, worst window', True)]
    """
    game, player, W = run.rounds, run.player, best.W
    if isinstance(player, MetaFrankWolfe) and isinstance(player.oracle, GradientAscent):
        right = meta_frank_wolfe_bound(game, player.K, player.oracle.step)
        left = metrics.regret(run, best)
        return [Measured(name, "Meta-Frank-Wolfe", "Meta-Frank-Wolfe's regret", float(left), right)]
    if not isinstance(player, OSPHG):
        raise TypeError(f"run must be one of OSPHG, got {type(player).__name__}")
    half = not player.weighted
    right = bounds.lemma43(game, W, player).total
    worst = bounds.worst_lambda(run)
    statements = [
        ("Theorem 4.1", bounds.left_side(run, best, half=half), right),
        ("Lemma 4.3, worst lambda", bounds.left_side(run, best, worst, half=half), right),
        (
            "Theorem 4.2",
            float(run.violation.sum()),
            bounds.violation_bound(game, W, player),
        ),
    ]
    label = "published" if half else "weighted"
    return [Measured(name, label, *said) for said in (*_of_multiplier(run, best), *statements)]


def meta_frank_wolfe_bound(game: Game, K: int, step: float) -> float:
    """Return R^2/(2 step) + step beta_f^2 T/2 + L R^2 T/(2K), which its regret does not exceed.

    Against any fixed decision of X, feasible or not (Chen, Hassani and Karbasi 2018).
    """
    R2, T = game.R**2, game.T
    learners = R2 / (2 * step) + step * game.beta_f**2 * T / 2
    return float(learners + game.L * R2 * T / (2 * K))


def _of_multiplier(run: Run, best: Benchmark) -> list[Statement]:
    """Measure what is about lambda alone: for every utility, and for both kinds of feedback."""
    player = run.player
    assert isinstance(player, OSPHG)
    cap = bounds.multiplier_cap(run.rounds, player)
    statements = [("lambda_t <= G/(delta mu)", float(run.multiplier.max()), cap)]
    if best.W > 1:
        statements.append(("Lemma 4.2, worst window", *_worst_window(run, best)))
    return statements


def _worst_window(run: Run, best: Benchmark) -> tuple[float, float]:
    """Return the largest left side of Lemma 4.2 beyond lambda_t times the sum, and its bound."""
    W, player = best.W, run.player
    assert isinstance(player, OSPHG)
    windows = bounds.lemma42(run, best.x, W)
    extra = run.rounds.G**2 * player.mu * W * (W - 1)
    return float((windows.left - (windows.repaired - extra)).max()), float(extra)
