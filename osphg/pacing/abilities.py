"""What each player can do in a pacer, found out by doing it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from osphg import checks, players
from osphg.checks import FloatArray
from osphg.domains import Box
from osphg.families import ConcaveOverModular
from osphg.pacing.pacer import Pacer
from osphg.pacing.response import Response
from osphg.players.base import Player
from osphg.rounds import Rounds

_ROUNDS = 24
_RATE = np.array([1.0, 2.0])
_LEAST = 0.1  # the minimum bids

# By name, who makes the player for a game: those that this book advises somewhere.
ADVISED: Mapping[str, Callable[[Rounds], Player]] = {
    "planned": lambda rounds: players.Planned.tuned(rounds, forecast=rounds, every=6),
    "dual descent": lambda rounds: players.DualDescent.tuned(rounds),
    "re-solving": lambda rounds: players.Resolve.tuned(rounds),
    "even pacing": lambda rounds: players.EvenPacing.tuned(rounds),
    "throttling": lambda rounds: players.Throttle.tuned(rounds),
    "repricing": lambda rounds: players.Repricing.tuned(rounds, W=4),
    "OSPHG, weighted": lambda rounds: players.OSPHG.tuned(
        rounds, W=8, K=4, weighted=True, unit_free=True
    ),
    "BoostedOSPHG": lambda rounds: players.BoostedOSPHG.tuned(rounds, W=8, unit_free=True),
}


class Abilities(NamedTuple):
    """Whether a player can do each of six things in a pacer."""

    saved: bool  # be saved and loaded in any round, with the same bids bit for bit
    told_late: bool  # be told of rounds after later ones are decided
    another_budget: bool  # go on with another budget
    another_horizon: bool  # go on with another number of rounds
    minimum_bids: bool  # play with lower bounds of the bids
    several_budgets: bool  # keep more than one budget


def abilities(
    makers: Mapping[str, Callable[[Rounds], Player]] | None = None,
) -> dict[str, Abilities]:
    """Return what players can do in a pacer that is told reach: each thing is done, or refused.

    Parameters
    ----------
    makers : mapping, optional
        By name, a function that takes the `osphg.Rounds` of a small game and returns the player;
        those that this book advises unless given.

    Returns
    -------
    dict[str, Abilities]
        By name; False where the player or the pacer has refused.

    Raises
    ------
    TypeError
        For something else than a mapping to functions.
    AssertionError
        If a player did such a thing wrongly, as other bids after a load. None of this book does.

    Examples
    --------
    >>> import osphg
    >>> abilities({"even": osphg.EvenPacing.tuned})["even"].saved
    True
    """
    if makers is None:
        makers = ADVISED
    checks.of_kind("makers", makers, Mapping, "be a mapping of names to functions of rounds")
    return {name: _abilities_of(make) for name, make in makers.items()}


def _abilities_of(make: Callable[[Rounds], Player]) -> Abilities:
    """Return what the player that a function makes can do."""
    ways = (
        lambda: _saves(make),
        lambda: _plays(make, late=2),
        lambda: _plays(make, budget=0.6),
        lambda: _plays(make, horizon=_ROUNDS + 10),
        lambda: _plays(make, minimum=_LEAST),
        lambda: _plays(make, budgets=2),
    )
    return Abilities(*(_is_done(way) for way in ways))


def _is_done(way: Callable[[], None]) -> bool:
    """Return whether something is done, and not refused by a ValueError or TypeError."""
    try:
        way()
    except (TypeError, ValueError):
        return False
    return True


def _game(minimum: float, budgets: int) -> Rounds:
    """Return a small game, whose budget covers about half of the largest bids."""
    rng = np.random.default_rng(0)
    scale = rng.uniform(2.0, 4.0, (_ROUNDS, 2))
    prices = rng.uniform(0.5, 1.5, (_ROUNDS, budgets, 2))
    domain = Box(np.ones(2), np.full(2, minimum))
    utility = ConcaveOverModular(scale, np.diag(_RATE))
    if budgets == 1:
        return Rounds(utility, prices[:, 0], 1.0 * _ROUNDS, domain)
    return Rounds(utility, prices, np.full(budgets, 1.0 * _ROUNDS), domain)


def _pacer(make: Callable[[Rounds], Player], rounds: Rounds) -> Pacer:
    """Return a pacer that plays the game, and is told reach."""
    scale = rounds.utility.weights.mean(0)  # type: ignore[attr-defined]
    return Pacer(
        make(rounds),
        domain=rounds.domain,
        budget=rounds.budget,
        horizon=rounds.T,
        response=Response(_RATE, scale),
    )


def _tell(pacer: Pacer, rounds: Rounds, t: int, bid: FloatArray) -> Any:
    """Tell a pacer of round t, from 0, in which this was bid; return what it has cost."""
    utility: Any = rounds.utility
    s = t % rounds.T
    reach = utility.weights[s] * -np.expm1(-_RATE * bid)
    pacer.observe(price=rounds.prices[s], reach=reach, round=t + 1)
    return rounds.prices[s] @ bid


def _saves(make: Callable[[Rounds], Player]) -> None:
    """Play a game, and another one that is saved and loaded in each round."""
    rounds = _game(0.0, 1)
    one = _pacer(make, rounds)
    other = _pacer(make, rounds)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "pacer.json")
        for t in range(rounds.T):
            bid = one.decide()
            assert other.decide().tobytes() == bid.tobytes(), "other bids after a load"
            for pacer in (one, other):
                _tell(pacer, rounds, t, bid)
            other.save(file)
            other = Pacer.load(file)


def _plays(
    make: Callable[[Rounds], Player],
    *,
    late: int = 0,
    budget: float = 1.0,
    horizon: int = _ROUNDS,
    minimum: float = 0.0,
    budgets: int = 1,
) -> None:
    """Play a game whose rounds are told so many rounds late; in the middle of it change it."""
    rounds = _game(minimum, budgets)
    pacer = _pacer(make, rounds)
    paid: Any = 0.0
    bids = []
    while not pacer.over:
        t = pacer.round - 1
        if t == rounds.T // 2 and (budget < 1 or horizon > rounds.T):
            pacer.change(budget=budget * rounds.budget, horizon=horizon)
        bids.append(pacer.decide())
        assert (bids[t] >= minimum).all(), "a bid below the minimum"
        if late:
            pacer.skip()
        if t >= late:
            paid = paid + _tell(pacer, rounds, t - late, bids[t - late])
    assert pacer.round == horizon + 1, "another horizon"
    assert np.allclose(pacer.spent, paid), "other money than was spent"
