"""Earnings, spending and ranks, read off the table of a tournament that was played or kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from osphg.core.metrics import ONE_MINUS_ONE_OVER_E, Estimate, mean
from osphg.core.validate import FloatArray
from osphg.experiments.results import Results
from osphg.studies.head_to_head import SPEND, UTILITY, VIOLATION, regret_name
from osphg.studies.tables import samples

REGRET = regret_name(ONE_MINUS_ONE_OVER_E)
QUANTITIES = (UTILITY, SPEND, VIOLATION, REGRET)
SLACK = 0.05  # share of the budget by which it may be exceeded and still count as kept


class Standings:
    """The numbers of a tournament by game, system and quantity.

    Parameters
    ----------
    results : Results
        The rows of `head_to_head`, of one or several games, over the same seeds.

    Examples
    --------
    >>> from osphg.studies.stored import stored
    >>> standings = Standings(stored("tournament"))
    >>> game = "decoys"
    >>> standings.winners(game)
    ('MOSP',)
    >>> round(standings.over(game, "OSPHG"), 2)
    0.49
    """

    def __init__(self, results: Results) -> None:
        self.results = results

    @cached_property
    def _samples(self) -> Mapping[tuple[str, ...], FloatArray]:
        return samples(self.results, "game", "player", "quantity")

    @cached_property
    def _pairs(self) -> tuple[tuple[str, ...], ...]:
        return tuple(dict.fromkeys(key[:2] for key in self._samples))

    @property
    def seeds(self) -> int:
        """The number of seeds."""
        return len({str(row["seed"]) for row in self.results.rows})

    def systems(self, game: str) -> tuple[str, ...]:
        """Return the systems that played a game; empty for an unknown game."""
        return tuple(system for name, system in self._pairs if name == game)

    def samples(self, game: str, system: str, quantity: str) -> FloatArray:
        """Return one number per seed, (S,); KeyError for what was not played."""
        return self._samples[game, system, quantity]

    def estimate(self, game: str, system: str, quantity: str) -> Estimate:
        """Return the mean over seeds with its 95% interval."""
        return mean(self.samples(game, system, quantity))

    def allowance(self, game: str) -> float:
        """Return B_T/T, the mean over seeds."""
        first = self.systems(game)[0]
        over = self.samples(game, first, VIOLATION)
        return float((self.samples(game, first, SPEND) - over).mean())

    def benchmark(self, game: str) -> float:
        """Return what the best fixed decision earns per round, the mean over seeds."""
        first = self.systems(game)[0]
        share = self.samples(game, first, REGRET) + self.samples(game, first, UTILITY)
        return float(share.mean() / ONE_MINUS_ONE_OVER_E)

    def within(self, game: str, system: str) -> FloatArray:
        """Return the utility per round within the budget, one per seed, (S,).

        Utility times min(1, budget / spend): what is earned by stopping when the money is gone, at
        the mean pace. Overspending a little must not look like skill.
        """
        spend = self.samples(game, system, SPEND)
        budget = spend - self.samples(game, system, VIOLATION)
        return self.samples(game, system, UTILITY) * budget / np.maximum(spend, budget)

    def keeps_budget(self, game: str, system: str) -> bool:
        """Whether the interval of its mean violation ends below 5% of the budget per round."""
        return self.estimate(game, system, VIOLATION).high <= SLACK * self.allowance(game)

    def keepers(self, game: str) -> tuple[str, ...]:
        """Return the systems that keep the budget, the highest mean utility within it first."""
        kept = [system for system in self.systems(game) if self.keeps_budget(game, system)]
        return tuple(sorted(kept, key=lambda s: -self.within(game, s).mean()))

    def winners(self, game: str) -> tuple[str, ...]:
        """Return the best of the systems that keep the budget, and those not significantly worse.

        What counts is `within`. The first earns most; for the others the interval of the mean
        difference to it, paired by seed, covers 0. Empty if no system keeps the budget.
        """
        kept = self.keepers(game)
        if not kept:
            return ()
        best = self.within(game, kept[0])
        close = (s for s in kept[1:] if mean(best - self.within(game, s)).low <= 0)
        return (kept[0], *close)

    def over(self, game: str, system: str) -> float:
        """Return the mean violation as a share of the budget."""
        return float(self.samples(game, system, VIOLATION).mean()) / self.allowance(game)
