"""Every system that the book plays: what it was made for, what it claims, and how it is set up.

One entry per way of playing; `osphg.systems.rates.RATES` says what each claims. The tables of
related work, the measurements of rates and the tournament are made from these two alone; the tests
ask that every player of `osphg.core.players` and `osphg.systems` has its entries.
"""

from __future__ import annotations

import math

from osphg.core import validate
from osphg.core.game import Game
from osphg.core.players.base import Player
from osphg.core.players.meta_frank_wolfe import MetaFrankWolfe
from osphg.core.players.osphg import OSPHG
from osphg.games.offers import CONCAVE, FIXED, INDEPENDENT, MATROID, SIMPLEX, SUBMODULAR
from osphg.systems.boosted import BoostedOSPHG
from osphg.systems.cao_liu2018 import CaoLiu, CaoLiuBandit
from osphg.systems.chen2017_mosp import MOSP
from osphg.systems.entries import Cost, System
from osphg.systems.golovin2014 import GolovinKrauseStreeter
from osphg.systems.jenatton2016 import JenattonHuangArchambeau
from osphg.systems.liakopoulos2019 import COLD
from osphg.systems.mahdavi2012 import MahdaviJinYang
from osphg.systems.mirror_maps import Entropic
from osphg.systems.neely_yu2017 import NeelyYu
from osphg.systems.olfw import OLFW
from osphg.systems.per_step_duals import PerStepDuals
from osphg.systems.stochastic_mfw2018 import GaussianNoise, StochasticMetaFrankWolfe
from osphg.systems.sun2017 import SunDeyKapoor
from osphg.systems.yuan2018 import YuanLamperski

# What kinds of systems there are, for the order of tables and the marks of figures.
MULTIPLIER = "gradient step and multiplier"
QUEUE = "gradient step and queue"
ORACLES = "K oracles and a budget"
BLIND = "K oracles, blind to the budget"

NOISE = 0.1  # standard deviation of the stochastic gradients, in units of the gradient


def _stochastic(game: Game, W: int, seed: int, heuristic: bool) -> Player:
    bound = math.sqrt(game.n) * (game.beta_f + 4 * NOISE)  # 4 deviations: all but 1 in 15000
    return StochasticMetaFrankWolfe.tuned(
        game, estimate=GaussianNoise(NOISE), seed=seed, bound=bound
    )


_STATIC, _ROUND = "best decision within the constraint", "best decision within every g_t (W = 1)"
_WINDOW = "best decision within every window of W rounds"
_DYNAMIC = "best decision of each round within g_t"
_BUDGETLESS = "(1-1/e) of the best decision, budget or not"
_CONVEX = frozenset({CONCAVE})
_OLD = frozenset({CONCAVE, FIXED})
_DR = frozenset({SUBMODULAR})
_ONE = Cost(gradients=1, projections=1)
_ALL = Cost(gradients="K", projections="K")
_LEADERS = Cost(gradients="K", maximisations="K")

SYSTEMS: tuple[System, ...] = (
    System(
        "Mahdavi-Jin-Yang", MahdaviJinYang, "mahdavi2012", MULTIPLIER, _OLD,
        _STATIC, "T known", _ONE,
        lambda game, W, seed, heuristic: MahdaviJinYang.tuned(game, heuristic=heuristic),
    ),
    System(
        "Jenatton-Huang-Archambeau", JenattonHuangArchambeau, "jenatton2016", MULTIPLIER, _OLD,
        _STATIC, "T not needed; b = 1/2 here", _ONE,
        lambda game, W, seed, heuristic: JenattonHuangArchambeau.tuned(game, heuristic=heuristic),
    ),
    System(
        "Yuan-Lamperski", YuanLamperski, "yuan2018", MULTIPLIER, _OLD,
        _STATIC, "T known; b = 1/2 here", _ONE,
        lambda game, W, seed, heuristic: YuanLamperski.tuned(game, heuristic=heuristic),
    ),
    System(
        "Sun-Dey-Kapoor", SunDeyKapoor, "sun2017", MULTIPLIER, _CONVEX,
        _ROUND, "T known", _ONE,
        lambda game, W, seed, heuristic: SunDeyKapoor.tuned(game),
    ),
    System(
        "Sun-Dey-Kapoor, entropic", SunDeyKapoor, "sun2017", MULTIPLIER, _CONVEX | {SIMPLEX},
        _ROUND, "T known; mirror map of the simplex", Cost(gradients=1),
        lambda game, W, seed, heuristic: SunDeyKapoor.tuned(game, Entropic()),
    ),
    System(
        "MOSP", MOSP, "chen2017", MULTIPLIER, _CONVEX,
        _DYNAMIC, "constraints vary less than their slack; V: how far they and x*_t move",
        _ONE,
        lambda game, W, seed, heuristic: MOSP.tuned(game),
    ),
    System(
        "Cao-Liu", CaoLiu, "cao2019", MULTIPLIER, _CONVEX,
        _DYNAMIC, "T and a bound V of the path length known; V = 0 here",
        _ONE,
        lambda game, W, seed, heuristic: CaoLiu.tuned(game),
    ),
    System(
        "Cao-Liu, two-point bandit", CaoLiuBandit, "cao2019", MULTIPLIER, _CONVEX,
        _DYNAMIC, "as Cao-Liu; X has an interior",
        Cost(values=2, projections=1),
        lambda game, W, seed, heuristic: CaoLiuBandit.tuned(game, seed=seed),
    ),
    System(
        "Neely-Yu", NeelyYu, "neely2017", QUEUE, _CONVEX,
        _ROUND, "some decision keeps every g_t strictly", _ONE,
        lambda game, W, seed, heuristic: NeelyYu.tuned(game),
    ),
    System(
        "COLD", COLD, "liakopoulos2019", QUEUE, _CONVEX,
        _WINDOW, "V in [W, T)", _ONE,
        lambda game, W, seed, heuristic: COLD.tuned(game, W),
    ),
    System(
        "OSPHG", OSPHG, "sadeghi2020", ORACLES, _DR,
        f"(1-1/e) of the {_WINDOW}", "T known; the proof of the regret fails",
        _ALL,
        lambda game, W, seed, heuristic: OSPHG.tuned(game, W),
    ),
    System(
        "OSPHG, weighted", OSPHG, "sadeghi2020", ORACLES, _DR,
        f"(1-1/e) of the {_WINDOW}", "T known; the repair of this book",
        _ALL,
        lambda game, W, seed, heuristic: OSPHG.tuned(game, W, weighted=True),
    ),
    System(
        "OSPHG, boosted", BoostedOSPHG, "zhang2022", ORACLES, _DR,
        f"(1-1/e) of the {_WINDOW}", "T known; their gradient, put into OSPHG by this book",
        Cost(gradients=8, projections=1),
        lambda game, W, seed, heuristic: BoostedOSPHG.tuned(game, W),
    ),
    System(
        "OLFW", OLFW, "raut2021", ORACLES, _DR | {INDEPENDENT},
        "(1-1/e) of the best decision within the mean constraint", "T known",
        _ALL,
        lambda game, W, seed, heuristic: OLFW.tuned(game),
    ),
    System(
        "per-step duals", PerStepDuals, "sadeghi2020single", ORACLES, _DR,
        f"(1-1/e) of the {_WINDOW}", "T known; V in [W, T)",
        _ALL,
        lambda game, W, seed, heuristic: PerStepDuals.tuned(game, W),
    ),
    System(
        "Meta-Frank-Wolfe", MetaFrankWolfe, "chen2018online", BLIND, _DR,
        _BUDGETLESS, "T known", _ALL,
        lambda game, W, seed, heuristic: MetaFrankWolfe.tuned(game),
    ),
    System(
        "Meta-Frank-Wolfe, stochastic", StochasticMetaFrankWolfe, "chen2018projection", BLIND, _DR,
        _BUDGETLESS, "unbiased gradients; K = T^(3/2), T^(1/2) here",
        _LEADERS, _stochastic,
    ),
    System(
        "Golovin-Krause-Streeter", GolovinKrauseStreeter, "golovin2014", BLIND, _DR | {MATROID},
        "(1-1/e) of the best independent set, budget or not", "multilinear extensions",
        _LEADERS,
        lambda game, W, seed, heuristic: GolovinKrauseStreeter.tuned(
            game, seed=seed, heuristic=heuristic
        ),
    ),
)  # fmt: skip


def system(name: str) -> System:
    """Return the system of that name; ValueError if there is none."""
    for entry in SYSTEMS:
        if entry.name == name:
            return entry
    raise ValueError(
        f"name must be one of {', '.join(s.name for s in SYSTEMS)}, got {validate.shown(name)}"
    )
