"""Quadratics that change: a search for two phases in which the published algorithm earns little.

Two goods on the unit square, one unit of money a round, and two pairs of a monotone quadratic and a
price, which take turns. Utility is counted in the unit in which its steepest slope is the length of
the longer price, the period in 1/mu rounds, the time that the learners need. The search is an
evolution strategy from several seeds; what it found is kept in book/stored/phases, and

    python -m osphg.studies.phases

searches again and writes that folder: some minutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

import numpy as np

from osphg.checks import FloatArray
from osphg.domains import Box
from osphg.experiments.results import Results
from osphg.players import OSPHG
from osphg.playing import play
from osphg.rounds import Rounds
from osphg.studies.stored import keep
from osphg.utilities import Quadratics

PER_PHASE = 7  # numbers of a phase: three of N, two of r, two prices
LONGEST = 12.0  # period, in 1/mu rounds
SIZE = 2 * PER_PHASE + 2
NAME = "phases"


@dataclass(frozen=True)
class Budget:
    """How long a search is: rounds and learners of a game, games of a seed."""

    T: int = 24_000
    K: int = 24
    games: int = 1000


@dataclass(frozen=True, eq=False)
class TwoPhases:
    """A game of two phases, by SIZE numbers of which only the size counts, not the sign.

    For each phase f(x) = <h, x> - x'Nx/2 with N = [[n1, n2], [n2, n3]] and h = N 1 + r, so that f
    is monotone and DR-submodular on the square, and a price p; then the period in 1/mu rounds, up
    to LONGEST, and what is mapped to the share of the first phase in it, between 0.1 and 0.9.
    """

    numbers: FloatArray

    @property
    def quadratics(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """H (2, 2, 2), h (2, 2) and prices (2, 2), by phase."""
        a = np.abs(self.numbers[: 2 * PER_PHASE]).reshape(2, PER_PHASE)
        N = np.stack([a[:, [0, 1]], a[:, [1, 2]]], axis=1)
        h, p = N.sum(-1) + a[:, 3:5], a[:, 5:7]
        steep, dear = (np.linalg.norm(v, axis=-1).max() for v in (h, p))
        unit = dear / steep if steep > 0 and dear > 0 else 1.0
        return -N * unit, h * unit, p

    @property
    def period(self) -> float:
        """The length of both phases together, in 1/mu rounds."""
        return float(np.clip(abs(self.numbers[-2]), 0.1, LONGEST))

    @property
    def first(self) -> float:
        """The share of the first phase in the period."""
        return float(0.1 + 0.8 / (1 + np.exp(-np.clip(self.numbers[-1], -50, 50))))

    def played(self, T: int, K: int, *, weighted: bool = False) -> tuple[Rounds, OSPHG, int]:
        """Return the game of about T rounds, its player (W = 1), and the length of a period."""
        H, h, p = self.quadratics
        same = Rounds(Quadratics(H, h), p, 2.0, Box.unit(2))
        length = max(2, round(self.period * same.beta * np.sqrt(T) / same.R))
        rounds = np.arange(T // length * length)
        late = (rounds % length >= max(1, round(self.first * length))).astype(np.intp)
        game = Rounds(Quadratics(H[late], h[late]), p[late], float(len(late)), Box.unit(2))
        return game, OSPHG.tuned(game, 1, K, weighted=weighted), length

    def benchmark(self, length: int, points: int = 101) -> float:
        """Return the best average utility on a grid, among decisions within both prices.

        It is not above the benchmark, and so a share of it is not below the true one.
        """
        H, h, p = self.quadratics
        first = max(1, round(self.first * length)) / length
        side = np.linspace(0, 1, points)
        X = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
        most = (X @ p.T).max(-1)
        X = X / np.maximum(most, 1)[:, np.newaxis]  # onto the budget, where a point is too dear
        values = X @ h.T + np.einsum("xi,pij,xj->xp", X, H, X) / 2
        return float((values @ np.array([first, 1 - first])).max())

    def share(self, T: int, K: int, *, weighted: bool = False) -> float:
        """Return the share of the benchmark that is earned late in a run.

        In the third or the last quarter of its periods, whichever is larger: what is still changing
        does not count.
        """
        game, player, length = self.played(T, K, weighted=weighted)
        best, part = self.benchmark(length), game.T // length // 4 * length
        if best <= 1e-6 or part == 0:
            return 1.0
        run = play(player, game)
        return float(run.utility[-2 * part :].reshape(2, part).mean(-1).max() / best)


def search(seed: int, budget: Budget) -> tuple[TwoPhases, float]:
    """Return the worst game that an evolution strategy finds from a seed, and its share."""
    rng = np.random.default_rng([seed, 12])
    best, worst = TwoPhases(np.ones(SIZE)), np.inf
    first = budget.games // 5
    for _ in range(first):
        numbers = rng.exponential(1, SIZE) * (rng.random(SIZE) < 0.7)
        numbers[-2:] = rng.uniform(0.2, 8), rng.normal()
        one = TwoPhases(numbers)
        if (found := one.share(budget.T, budget.K)) < worst:
            best, worst = one, found
    size = 0.3
    for _ in range(budget.games - first):
        step = rng.normal(0, size, SIZE) * (rng.random(SIZE) < 0.4)
        one = TwoPhases(best.numbers * (1 + step / 2) + step / 10)
        if (found := one.share(budget.T, budget.K)) < worst:
            best, worst, size = one, found, min(0.5, size * 1.4)
        else:
            size = max(0.01, size * 0.985)
    return best, worst


def table(seeds: Sequence[int], budget: Budget) -> Iterator[dict[str, str | int | float]]:
    """Yield what a search from each seed found: its share, and the numbers of the game."""
    for seed in seeds:
        game, share = search(seed, budget)
        yield {"seed": seed, "quantity": "share", "value": share, "unit": "1"}
        for i, number in enumerate(game.numbers):
            yield {"seed": seed, "quantity": f"number {i}", "value": float(number), "unit": "1"}


def games(found: Results) -> dict[int, tuple[TwoPhases, float]]:
    """Return the games of a table, with their shares, by seed."""
    rows: dict[int, dict[str, float]] = {}
    for row in found.rows:
        rows.setdefault(int(row["seed"]), {})[str(row["quantity"])] = float(row["value"])
    return {
        seed: (TwoPhases(np.array([of[f"number {i}"] for i in range(SIZE)])), of["share"])
        for seed, of in rows.items()
    }


def main(seeds: Sequence[int] = range(16), folder: Path | None = None) -> None:
    """Search from all seeds and keep the table, with where it comes from."""
    budget = Budget()
    parameters = {"seeds": len(seeds), **dict(zip("TKg", astuple(budget), strict=True))}
    keep(NAME, table(seeds, budget), parameters, folder)


if __name__ == "__main__":
    main()
