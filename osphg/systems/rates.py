"""The rates that each system of the catalogue claims, and where they are measured.

`RATES` is the one table of them: the chapters on related work and dynamic regret, and the tests,
read it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from osphg.domains import Simplex
from osphg.games.concave import concave_noisy, concave_switching
from osphg.games.contests import CONCAVE
from osphg.games.matroids import best_fixed_set, biased_coins
from osphg.hindsight import best_fixed_decision
from osphg.metrics import regret, total_violation
from osphg.playing import Run
from osphg.rounds import Rounds, paper_quadratics

REGRET, VIOLATION = "regret", "violation"  # what a rate is of


class Sizes(NamedTuple):
    """What a claimed exponent depends on: W = T^w, and V = T^v for all that moves over time.

    b is a parameter of some systems, with the value that it has here.
    """

    w: float = 0.0
    v: float = 0.0
    b: float = 0.5


@dataclass(frozen=True)
class Order:
    """A published order of growth.

    Attributes
    ----------
    text : str
        As it is published.
    power : callable
        power(sizes) -> the exponent of T that this comes to.

    Examples
    --------
    >>> Order("(W T)^(1/2)", lambda at: (1 + at.w) / 2).power(Sizes(w=0.5))
    0.75
    """

    text: str
    power: Callable[[Sizes], float]


@dataclass(frozen=True)
class Trial:
    """A number to measure against a claim, on a game that the claim is about.

    Attributes
    ----------
    what : str
        The game and the number in words.
    draw : callable
        The game, draw(T, seed).
    measure : callable
        measure(run, W) -> the number.
    w : float
        The window is T^w rounds, rounded down.
    offers : frozenset of str
        What the game offers, for systems whose setting depends on it.
    """

    what: str
    draw: Callable[[int, int], Rounds]
    measure: Callable[[Run, int], float]
    w: float = 0.0
    offers: frozenset[str] = frozenset()

    def window(self, T: int) -> int:
        """Return W for T rounds."""
        return int(T**self.w)


@dataclass(frozen=True)
class Rate:
    """A claimed order, and the trial on which it is measured.

    Attributes
    ----------
    order : Order
        As it is published.
    trial : Trial
    here : Order, optional
        What is proven of the trial, where that is another order; `why` says why it is.
    """

    order: Order
    trial: Trial
    here: Order | None = None
    why: str = ""

    @property
    def expected(self) -> Order:
        """The order that is proven of the trial."""
        return self.order if self.here is None else self.here

    @property
    def exponent(self) -> float:
        """The exponent that is proven of the trial, at its window."""
        return self.expected.power(Sizes(w=self.trial.w))


def _full(run: Run, W: int) -> float:
    return regret(run, best_fixed_decision(run.rounds, W), 1.0)


def _set(run: Run, W: int) -> float:
    assert isinstance(run.rounds, Rounds)
    return regret(run, best_fixed_set(run.rounds), 1.0)


def _total(run: Run, W: int) -> float:
    return total_violation(run)


def _squares(run: Run, W: int) -> float:
    return float((np.maximum(run.violation, 0) ** 2).sum())


def _overspent(run: Run, W: int) -> float:
    return float(np.maximum(run.violation, 0).sum())


def _tight_quadratics(T: int, seed: int) -> Rounds:
    return paper_quadratics(T, budget_per_round=0.3, seed=seed)


_VARYING = partial(concave_switching, varying=True)
_NOISY = partial(concave_noisy, varying=True)

# Regret on games in which it is positive, violation on games in which the budget presses.
_LOST = Trial("switching signs, fixed prices", concave_switching, _full)
_LOST_VARYING = Trial("switching signs, varying prices", _VARYING, _full)
_LOST_SIMPLEX = Trial(
    "switching signs on a simplex", partial(concave_switching, q=0.0, domain=Simplex(2)), _full
)
_LOST_WINDOW = Trial("switching signs, W = sqrt(T)", _VARYING, _full, 1 / 2)
_OVER = Trial("noisy slopes, fixed prices", concave_noisy, _total)
_OVER_VARYING = Trial("noisy slopes, varying prices", _NOISY, _total)
_OVER_SQUARES = Trial("sum of squares, noisy slopes", concave_noisy, _squares)
_OVER_SIMPLEX = Trial(
    "switching signs on a simplex, varying prices",
    partial(concave_switching, varying=True, domain=Simplex(2)),
    _total,
)
_OVER_TIGHT = Trial("noisy slopes, tight", partial(concave_noisy, budget_per_round=0.3), _total)
_OVER_WINDOW = Trial("noisy slopes, W = sqrt(T)", _NOISY, _total, 1 / 2)
_ASKS_CONCAVE = frozenset({CONCAVE})
_LOST_ROUND = replace(_LOST_VARYING, offers=_ASKS_CONCAVE)
_LOST_FIXED = replace(_LOST, offers=_ASKS_CONCAVE)
_HARD = Trial("sum of [g]_+, noisy slopes", _NOISY, _overspent, offers=_ASKS_CONCAVE)
_HARD_FIXED = Trial(
    "sum of [g]_+, noisy slopes, fixed prices", concave_noisy, _overspent, offers=_ASKS_CONCAVE
)
_LOST_AMPLE = Trial(
    "noisy slopes, budget for all", partial(concave_noisy, budget_per_round=4.0), _full
)
_COINS = Trial("biased coins, alpha = 1", biased_coins, _set)
_SPENT = Trial("the paper's quadratics, B_T/T = 0.3", _tight_quadratics, _total)

_ROOT = Order("T^(1/2)", lambda at: 1 / 2)
_BOUNDED = Order("T^0", lambda at: 0)
_LOGARITHM = Order("log(T)", lambda at: 0)
_THREE_QUARTERS = Order("T^(3/4)", lambda at: 3 / 4)
_TWO_THIRDS = Order("T^(2/3)", lambda at: 2 / 3)
_REGRET_OF_B = Order("T^max(b,1-b)", lambda at: max(at.b, 1 - at.b))
_WINDOW_REGRET = Order("(W T)^(1/2)", lambda at: (1 + at.w) / 2)
_WINDOW_VIOLATION = Order("W^(1/4) T^(3/4)", lambda at: (3 + at.w) / 4)
_PATH_REGRET = Order("((1+V) T)^(1/2)", lambda at: (1 + at.v) / 2)
_PATH_VIOLATION = Order("(1+V)^(1/4) T^(3/4)", lambda at: (3 + at.v) / 4)
# V is here a parameter, (W T)^(1/2) in `tuned`
_QUEUE_REGRET = Order("W T/V + T^(1/2)", lambda at: (1 + at.w) / 2)
_QUEUE_VIOLATION = Order("(V T)^(1/2)", lambda at: (3 + at.w) / 4)
_QUEUE_CONSTANT = Order("V + T^(1/2)", lambda at: (1 + at.w) / 2)
_CONSTANT = "the budget of a round does not shrink"

_OSPHG = {
    REGRET: Rate(_WINDOW_REGRET, _COINS),
    VIOLATION: Rate(_WINDOW_VIOLATION, _SPENT, _WINDOW_REGRET, _CONSTANT),
}
_CAO_LIU = {
    REGRET: Rate(_PATH_REGRET, _LOST_VARYING),
    VIOLATION: Rate(_PATH_VIOLATION, _OVER_VARYING),
}
_MOSP = {
    REGRET: Rate(Order("max(V T^(1/3), T^(2/3))", lambda at: max(at.v + 1 / 3, 2 / 3)), _LOST),
    VIOLATION: Rate(_TWO_THIRDS, _OVER_TIGHT),
}
_OLFW = {REGRET: Rate(_ROOT, _COINS), VIOLATION: Rate(_THREE_QUARTERS, _SPENT)}

# By system: what it claims, and where that is measured; nothing of the violation is claimed by
# those that have no rate of it.
RATES: Mapping[str, Mapping[str, Rate]] = {
    "Mahdavi-Jin-Yang": {REGRET: Rate(_ROOT, _LOST), VIOLATION: Rate(_THREE_QUARTERS, _OVER)},
    "Jenatton-Huang-Archambeau": {
        REGRET: Rate(_REGRET_OF_B, _LOST),
        VIOLATION: Rate(Order("T^(1-b/2)", lambda at: 1 - at.b / 2), _OVER),
    },
    "Yuan-Lamperski": {
        REGRET: Rate(_REGRET_OF_B, _LOST),
        VIOLATION: Rate(Order("sum of [g]_+^2: T^(1-b)", lambda at: 1 - at.b), _OVER_SQUARES),
    },
    "Sun-Dey-Kapoor": {
        REGRET: Rate(_ROOT, _LOST_VARYING),
        VIOLATION: Rate(_THREE_QUARTERS, _OVER_VARYING),
    },
    "Sun-Dey-Kapoor, entropic": {
        REGRET: Rate(_ROOT, _LOST_SIMPLEX),
        VIOLATION: Rate(_THREE_QUARTERS, _OVER_SIMPLEX),
    },
    "MOSP": _MOSP,
    "MOSP, two-point bandit": _MOSP,
    "Cao-Liu": _CAO_LIU,
    "Cao-Liu, two-point bandit": _CAO_LIU,
    "Cao-Liu, values alone": _CAO_LIU,
    "Neely-Yu": {REGRET: Rate(_ROOT, _LOST_VARYING), VIOLATION: Rate(_ROOT, _OVER_VARYING)},
    "COLD": {
        REGRET: Rate(_QUEUE_REGRET, _LOST_WINDOW),
        VIOLATION: Rate(_QUEUE_VIOLATION, _OVER_WINDOW, _QUEUE_CONSTANT, _CONSTANT),
    },
    "Mahdavi-Jin-Yang, mirror prox": {
        REGRET: Rate(_TWO_THIRDS, _LOST),
        VIOLATION: Rate(_TWO_THIRDS, _OVER),
    },
    "Mahdavi-Jin-Yang, no violation": {
        REGRET: Rate(_THREE_QUARTERS, _LOST),
        VIOLATION: Rate(_BOUNDED, _OVER),
    },
    "Yuan-Lamperski, strong": {
        REGRET: Rate(_LOGARITHM, _LOST_AMPLE),
        VIOLATION: Rate(Order("sum of [g]_+^2: log(T)", lambda at: 0), _OVER_SQUARES),
    },
    "Yu-Neely-Wei": {REGRET: Rate(_ROOT, _LOST_VARYING), VIOLATION: Rate(_ROOT, _OVER_VARYING)},
    "boosted queue": {
        REGRET: Rate(_WINDOW_REGRET, _COINS),
        VIOLATION: Rate(_WINDOW_REGRET, _SPENT),
    },
    "best of both worlds": {REGRET: Rate(_ROOT, _LOST_ROUND), VIOLATION: Rate(_ROOT, _SPENT)},
    "RECOO": {REGRET: Rate(_ROOT, _LOST_ROUND), VIOLATION: Rate(_THREE_QUARTERS, _HARD)},
    "Sinha-Vaze": {REGRET: Rate(_ROOT, _LOST_ROUND), VIOLATION: Rate(_ROOT, _HARD)},
    "Vaze-Sinha": {
        REGRET: Rate(_ROOT, _LOST_ROUND),
        VIOLATION: Rate(Order("T^(1/3)", lambda at: 1 / 3), _HARD),
    },
    "PFS": {
        REGRET: Rate(_ROOT, _LOST_FIXED),
        VIOLATION: Rate(_BOUNDED, _HARD_FIXED),
    },
    "gradient ascent": {REGRET: Rate(_ROOT, _COINS)},
    "OSPHG": _OSPHG,
    "OSPHG, weighted": _OSPHG,
    "OSPHG, boosted": _OSPHG,
    "OLFW": _OLFW,
    "OLFW, with margin": _OLFW,
    "per-step duals": {
        REGRET: Rate(_QUEUE_REGRET, _COINS),
        VIOLATION: Rate(_QUEUE_VIOLATION, _SPENT, _QUEUE_CONSTANT, _CONSTANT),
    },
    "Meta-Frank-Wolfe": {REGRET: Rate(_ROOT, _COINS)},
    "Meta-Frank-Wolfe, stochastic": {
        REGRET: Rate(
            _ROOT, _COINS, Order("T^(5/6)", lambda at: 5 / 6), "K = T^(1/2) in place of T^(3/2)"
        )
    },
    "Golovin-Krause-Streeter": {REGRET: Rate(_ROOT, _COINS)},
}
