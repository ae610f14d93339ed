"""The systems of the tournament: what each was made for, what it claims, and how it is set up.

One entry per way of playing; `osphg.systems.rates.RATES` says what each claims. The tables of
related work, the measurements of rates and the tournament are made from these two alone. Those
that the paper does not cite are in `osphg.systems.recent`, and other forms of those that it does in
`osphg.systems.variants`; the tests ask that every player of `osphg.players` and
`osphg.systems` has its entry in one of the three.
"""

from __future__ import annotations

import math

from osphg import checks
from osphg.games.contests import INDEPENDENT, MATROID, SIMPLEX
from osphg.players import OSPHG, MetaFrankWolfe, Player
from osphg.rounds import Game
from osphg.systems.boosted import BoostedOSPHG
from osphg.systems.cao_liu2018 import CaoLiu, CaoLiuBandit
from osphg.systems.chen2017_mosp import MOSP
from osphg.systems.entries import Cost, SetUp, System
from osphg.systems.golovin2014 import GolovinKrauseStreeter
from osphg.systems.jenatton2016 import JenattonHuangArchambeau
from osphg.systems.liakopoulos2019 import COLD
from osphg.systems.mahdavi2012 import MahdaviJinYang
from osphg.systems.mirror_maps import Entropic
from osphg.systems.neely_yu2017 import NeelyYu
from osphg.systems.olfw import OLFW
from osphg.systems.per_step_duals import PerStepDuals
from osphg.systems.recent import RECENT
from osphg.systems.stochastic_mfw2018 import GaussianNoise, StochasticMetaFrankWolfe
from osphg.systems.sun2017 import SunDeyKapoor
from osphg.systems.terms import (
    ALL,
    AUTHORS,
    BLIND,
    BOOK,
    BUDGETLESS,
    CONVEX,
    DR,
    DYNAMIC,
    EIGHT,
    HARD,
    LEADERS,
    MEAN,
    MULTIPLIER,
    OLD,
    ONE,
    ORACLES,
    ORDER,
    PAPER,
    QUEUE,
    RECALLED,
    ROUND,
    STATIC,
    WINDOW,
    only,
)
from osphg.systems.variants import VARIANTS
from osphg.systems.yuan2018 import YuanLamperski

__all__ = [
    "BLIND", "EVERYBODY", "FAILURE", "HARD", "MULTIPLIER", "NOISE", "ORACLES", "OTHERS", "QUEUE",
    "SYSTEMS", "system",
]  # fmt: skip

NOISE = 0.1  # standard deviation of the stochastic gradients, in units of beta_f
FAILURE = 0.05  # chance that the margin of OLFW is too small


def _stochastic(game: Game, W: int, seed: int, heuristic: bool) -> Player:
    noise = NOISE * game.beta_f
    bound = math.sqrt(game.n) * (game.beta_f + 4 * noise)  # 4 deviations: all but 1 in 15000
    return StochasticMetaFrankWolfe.tuned(
        game, estimate=GaussianNoise(noise), seed=seed, bound=bound
    )


SYSTEMS: tuple[System, ...] = (
    System(
        "Mahdavi-Jin-Yang", MahdaviJinYang, "mahdavi2012", MULTIPLIER, OLD,
        STATIC, "T known", ONE,
        only(
            "eta = R/((2 beta^2 + 2 G^2) T)^(1/2), least delta of the proof", RECALLED,
            lambda game, W, seed, heuristic: MahdaviJinYang.tuned(game, heuristic=heuristic),
        ),
    ),
    System(
        "Jenatton-Huang-Archambeau", JenattonHuangArchambeau, "jenatton2016", MULTIPLIER, OLD,
        STATIC, "T not needed; b = 1/2 here", ONE,
        only(
            "eta_t = R/(beta t^b), theta_t = 6 R beta/t^b, b = 1/2", AUTHORS,
            lambda game, W, seed, heuristic: JenattonHuangArchambeau.tuned(
                game, heuristic=heuristic
            ),
        ),
    ),
    System(
        "Yuan-Lamperski", YuanLamperski, "yuan2018", MULTIPLIER, OLD,
        STATIC, "T known; b = 1/2 here", ONE,
        only(
            "eta = R/(2^(1/2) beta T^b), sigma = beta^2/(1 - a), a = b = 1/2",
            "sigma its authors', recalled; of eta the order, the constant is this book's",
            lambda game, W, seed, heuristic: YuanLamperski.tuned(game, heuristic=heuristic),
        ),
    ),
    System(
        "Sun-Dey-Kapoor", SunDeyKapoor, "sun2017", MULTIPLIER, CONVEX,
        ROUND, "T known", ONE,
        only(
            "mu = (D/(T (G^2 + beta^2)))^(1/2), delta = 2 beta^2", ORDER,
            lambda game, W, seed, heuristic: SunDeyKapoor.tuned(game),
        ),
    ),
    System(
        "Sun-Dey-Kapoor, entropic", SunDeyKapoor, "sun2017", MULTIPLIER, CONVEX | {SIMPLEX},
        ROUND, "T known; mirror map of the simplex", Cost(gradients=1),
        only(
            "the same with the entropy's D and convexity", ORDER,
            lambda game, W, seed, heuristic: SunDeyKapoor.tuned(game, Entropic()),
        ),
    ),
    System(
        "MOSP", MOSP, "chen2017", MULTIPLIER, CONVEX,
        DYNAMIC, "constraints vary less than their slack; V: how far they and x*_t move",
        ONE,
        only(
            "alpha = mu = T^(-1/3)", AUTHORS,
            lambda game, W, seed, heuristic: MOSP.tuned(game),
        ),
    ),
    System(
        "Cao-Liu", CaoLiu, "cao2019", MULTIPLIER, CONVEX,
        DYNAMIC, "T and a bound V of the path length known; V = 0 here",
        ONE,
        only(
            "alpha = R/(2 T (beta_f^2 + G^2))^(1/2), least delta of the proof", ORDER,
            lambda game, W, seed, heuristic: CaoLiu.tuned(game),
        ),
    ),
    System(
        "Cao-Liu, two-point bandit", CaoLiuBandit, "cao2019", MULTIPLIER, CONVEX,
        DYNAMIC, "as Cao-Liu; X has an interior; sees p_t in full, theirs only values of g_t",
        Cost(values=2, projections=1),
        only(
            "the same with n beta_f for beta_f, xi = 1/(T + 1)", ORDER,
            lambda game, W, seed, heuristic: CaoLiuBandit.tuned(game, seed=seed),
        ),
    ),
    System(
        "Neely-Yu", NeelyYu, "neely2017", QUEUE, CONVEX,
        f"{ROUND}; for independent prices, within the mean constraint",
        "some decision keeps every g_t strictly", ONE,
        only(
            "V = T^(1/2), alpha = T", AUTHORS,
            lambda game, W, seed, heuristic: NeelyYu.tuned(game),
        ),
    ),
    System(
        "COLD", COLD, "liakopoulos2019", QUEUE, CONVEX,
        WINDOW, "V in [W, T)", ONE,
        only(
            "V = (W T)^(1/2), alpha = V T^(1/2)", "its authors', recalled; V in their range",
            lambda game, W, seed, heuristic: COLD.tuned(game, W),
        ),
    ),
    System(
        "OSPHG", OSPHG, "sadeghi2020", ORACLES, DR,
        f"(1-1/e) of the {WINDOW}", "T known; the proof of the regret fails",
        ALL,
        only(
            "mu = R/(beta (W T)^(1/2)), delta = 4 beta^2, K = (T/W)^(1/2)", PAPER,
            lambda game, W, seed, heuristic: OSPHG.tuned(game, W),
        ),
        stands=False,
    ),
    System(
        "OSPHG, weighted", OSPHG, "sadeghi2020", ORACLES, DR,
        f"(1-1/e) of the {WINDOW}", "T known; the repair of this book",
        ALL,
        only(
            "as OSPHG", PAPER,
            lambda game, W, seed, heuristic: OSPHG.tuned(game, W, weighted=True),
        ),
    ),
    System(
        "OSPHG, boosted", BoostedOSPHG, "zhang2022", ORACLES, DR,
        f"(1-1/e) of the {WINDOW}", "T known; their gradient, put into OSPHG by this book",
        EIGHT,
        only(
            "as OSPHG, with (1-1/e) beta_f for beta_f and 8 nodes for K oracles", BOOK,
            lambda game, W, seed, heuristic: BoostedOSPHG.tuned(game, W),
        ),
    ),
    System(
        "OLFW", OLFW, "raut2021", ORACLES, DR | {INDEPENDENT},
        MEAN, "T known; the margin of its theory left out, as its authors run it",
        ALL,
        only(
            "mu = 1/(K beta), delta = beta^2, K = T^(1/2), gamma = 0",
            "its authors' script",
            lambda game, W, seed, heuristic: OLFW.tuned(game),
        ),
    ),
    System(
        "OLFW, with margin", OLFW, "raut2021", ORACLES, DR | {INDEPENDENT},
        MEAN, "T known", ALL,
        only(
            f"the same with gamma_t = G (2 log(2 T/{FAILURE})/t)^(1/2)",
            "a line that its authors' script leaves out",
            lambda game, W, seed, heuristic: OLFW.tuned(game, failure=FAILURE),
        ),
    ),
    System(
        "per-step duals", PerStepDuals, "sadeghi2020single", ORACLES, DR,
        f"(1-1/e) of the {WINDOW}", "T known; V in [W, T)",
        ALL,
        (
            SetUp(
                "V = T^(1/2), alpha = T, K = T^(1/2)", RECALLED,
                lambda game, W, seed, heuristic: PerStepDuals.tuned(game),
                frozenset({INDEPENDENT}),
            ),
            SetUp(
                "V = (W T)^(1/2), alpha = V T^(1/2), K = (T/W)^(1/2)", RECALLED,
                lambda game, W, seed, heuristic: PerStepDuals.tuned(game, W),
            ),
        ),
    ),
    System(
        "Meta-Frank-Wolfe", MetaFrankWolfe, "chen2018online", BLIND, DR,
        BUDGETLESS, "T known", ALL,
        only(
            "step R/(beta_f T^(1/2)), K = T^(1/2)",
            "K the paper's; oracles: gradient ascent, theirs follow a regularised leader",
            lambda game, W, seed, heuristic: MetaFrankWolfe.tuned(game),
        ),
    ),
    System(
        "Meta-Frank-Wolfe, stochastic", StochasticMetaFrankWolfe, "chen2018projection", BLIND, DR,
        BUDGETLESS, "unbiased gradients; K = T^(3/2), T^(1/2) here",
        LEADERS,
        only(
            "rho_k = 2/(k+3)^(2/3), K = T^(1/2)",
            "rho_k their theorem's, recalled (their experiments: k^(-2/3)/2 and one noise"
            " vector for all k); K this book's, theirs is T^(3/2)",
            _stochastic,
        ),
    ),
    System(
        "Golovin-Krause-Streeter", GolovinKrauseStreeter, "golovin2014", BLIND, DR | {MATROID},
        "(1-1/e) of the best independent set, budget or not", "multilinear extensions",
        LEADERS,
        only(
            "perturbed leaders of Kalai and Vempala, K = T^(1/2)", ORDER,
            lambda game, W, seed, heuristic: GolovinKrauseStreeter.tuned(
                game, seed=seed, heuristic=heuristic
            ),
        ),
    ),
)  # fmt: skip


OTHERS: tuple[System, ...] = (*RECENT, *VARIANTS)
EVERYBODY: tuple[System, ...] = (*SYSTEMS, *OTHERS)


def system(name: str) -> System:
    """Return the system of that name, whichever tuple it is in; ValueError if there is none."""
    for entry in EVERYBODY:
        if entry.name == name:
            return entry
    raise ValueError(
        f"name must be one of {', '.join(s.name for s in EVERYBODY)}, got {checks.shown(name)}"
    )
