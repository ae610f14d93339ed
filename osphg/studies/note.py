"""The note's counterexample: the constants of its linear regret, whatever W, T and K, and runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from osphg.games import refuting
from osphg.games.plateaus import Decoy
from osphg.metrics import ONE_MINUS_ONE_OVER_E, regret
from osphg.players import OSPHG
from osphg.playing import play
from osphg.rounds import Game


@dataclass(frozen=True)
class Linear:
    """R_T >= rate T - root sqrt(W T), for all K >= 1 and 1 <= W <= T with W T >= 16 R^2."""

    rate: float
    root: float

    @property
    def positive_from(self) -> float:
        """The least T/W from which the right side is positive."""
        return (self.root / self.rate) ** 2


def linear_regret(game: Game, f: Decoy) -> Linear:
    """Return constants for a decoy game that depend on the game alone.

    They come from `osphg.studies.bounds.decoy_floor` by l <= Q tau, l >= Q tau (1 - tau), K >= 1,
    T <= W T and 1 <= sqrt(W T)/(4 R).

    Parameters
    ----------
    game : Game
        The rounds of a decoy instance (`osphg.games.refuting.decoy`).
    f : Decoy
        Its utility.

    Examples
    --------
    >>> from osphg.games import refuting
    >>> decoy = refuting.decoy(1000)
    >>> found = linear_regret(decoy.rounds, decoy.objective)
    >>> f"{found.rate:.4f} T - {found.root:.0f} sqrt(W T)"
    '0.0746 T - 785 sqrt(W T)'
    """
    R, beta = game.R, game.beta
    high, low = f.Q * f.tau, f.Q * f.tau * (1 - f.tau)  # what l = a tau lies between
    start = (1 + high**2) / 2 * beta / R
    steps = (f.Q**2 + f.rho**2 + 1 / f.tau**2) * R / beta
    forgotten = 2 * beta * R * high**2
    late = beta / (R * (1 - high)) + 1 / (4 * R)  # N_0 over sqrt(W T)
    early = high * (f.tau + f.w + 1) * late
    root = f.rho / (low - f.rho) * math.fsum([start, steps, forgotten, early])
    return Linear(ONE_MINUS_ONE_OVER_E * (1 + f.rho) - 1, root)


def regret_per_round(horizons: Sequence[int]) -> dict[str, list[float]]:
    """Return R_T/T on the decoy game for W = 1, by player, at each horizon.

    Examples
    --------
    >>> found = regret_per_round([5000])
    >>> {name: round(rate, 1) for name, (rate,) in found.items()}
    {'published, K = 10': 0.1, 'published, K = √T': -0.3, 'weighted, K = √T': -0.2}
    """
    found: dict[str, list[float]] = {}
    for T in horizons:
        decoy = refuting.decoy(T)
        best = decoy.benchmark(1)
        for name, player in _players(decoy.rounds).items():
            run = play(player, decoy.rounds)
            found.setdefault(name, []).append(regret(run, best) / T)
    return found


def _players(game: Game) -> dict[str, OSPHG]:
    return {
        "published, K = 10": OSPHG.tuned(game, W=1, K=10),
        "published, K = √T": OSPHG.tuned(game, W=1),
        "weighted, K = √T": OSPHG.tuned(game, W=1, weighted=True),
    }
