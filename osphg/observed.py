"""What was measured beside what the theory allows, on every shipped instance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from osphg import bounds, instances
from osphg.game import Run, play
from osphg.hindsight import Benchmark, best_fixed_decision
from osphg.players import OSPHG
from osphg.problem import Game
from osphg.rounds import paper_quadratics


@dataclass(frozen=True)
class Row:
    """One statement on one run: `observed <= bound` wherever the theory says so."""

    instance: str
    player: str  # "published" or "weighted"
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
        ("decoy", instances.decoy(T)),
        ("decoy, eps = 0.05", instances.decoy_family(T, 0.05)),
        ("violation of Lemma 4.3", instances.lemma43_violation(T)),
        ("second violation", instances.second_violation(T)),
        ("W = T, scenario A", instances.impossibility(T, scenario="A")),
        ("W = T, scenario B", instances.impossibility(T, scenario="B")),
    ):
        yield name, made.rounds, made.benchmark()


def rows(T: int = 10_000, K: int = 20) -> list[Row]:
    """Play every instance, published and weighted, and measure every statement."""
    found = []
    for name, game, best in games(T):
        for weighted in (False, True):
            player = OSPHG.tuned(game, best.W, K, weighted=weighted)
            found += measure(name, play(player, game), best)
    return found


def measure(name: str, run: Run, best: Benchmark) -> list[Row]:
    """Put both sides of each statement that holds for the run's player side by side.

    For the published feedback, Lemma 4.3 and Theorem 4.1 are those of the 1/2-regret.
    """
    game, player, W = run.rounds, run.player, best.W
    if not isinstance(player, OSPHG):
        raise TypeError(f"run must be one of OSPHG, got {type(player).__name__}")
    half = not player.weighted
    right = bounds.lemma43(game, W, player).total
    worst = bounds.worst_lambda(run)
    statements = [
        ("lambda_t <= G/(delta mu)", run.multiplier.max(), bounds.multiplier_cap(game, player)),
        ("Theorem 4.1", bounds.left_side(run, best, half=half), right),
        ("Lemma 4.3, worst lambda", bounds.left_side(run, best, worst, half=half), right),
        ("Theorem 4.2", run.violation.sum(), bounds.violation_bound(game, W, player)),
    ]
    if W > 1:
        windows = bounds.lemma42(run, best.x, W)
        extra = game.G**2 * player.mu * W * (W - 1)
        excess = (windows.left - (windows.repaired - extra)).max()
        statements.append(("Lemma 4.2, worst window", excess, extra))
    label = "published" if half else "weighted"
    return [Row(name, label, text, float(left), float(bound)) for text, left, bound in statements]
