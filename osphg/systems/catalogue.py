"""The systems of the tournament: what each was made for, what it claims, and how it is set up.

One entry per way of playing. The tables of related work, the measurements of rates and the
tournament are made from these alone; the tests ask that every player of `osphg.players` and
`osphg.systems` has its entry.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from inspect import Parameter, signature
from typing import Any, Literal, NamedTuple

import numpy as np

from osphg import checks
from osphg.domains import Simplex
from osphg.games.concave import concave_noisy, concave_switching
from osphg.games.contests import CONCAVE, FIXED, INDEPENDENT, MATROID, SIMPLEX, SUBMODULAR
from osphg.games.matroids import best_fixed_set, biased_coins
from osphg.hindsight import best_fixed_decision
from osphg.metrics import regret, total_violation
from osphg.players import OSPHG, MetaFrankWolfe, Player
from osphg.playing import Run
from osphg.rounds import Game, Rounds, paper_quadratics
from osphg.systems.bandits import CaoLiuBandit, CaoLiuValues, MOSPBandit
from osphg.systems.blind import GaussianNoise, GolovinKrauseStreeter, StochasticMetaFrankWolfe
from osphg.systems.boosted import BoostedOSPHG, PlainGradient
from osphg.systems.multipliers import (
    MOSP,
    CaoLiu,
    JenattonHuangArchambeau,
    MahdaviJinYang,
    MahdaviMirrorProx,
    MahdaviNoViolation,
    SunDeyKapoor,
    YuanLamperski,
    YuanLamperskiStrong,
)
from osphg.systems.oracles import Entropic
from osphg.systems.queues import COLD, OLFW, BoostedQueue, NeelyYu, PerStepDuals
from osphg.systems.recent import (
    PFS,
    RECOO,
    BestOfBothWorlds,
    OnlineGradientAscent,
    SinhaVaze,
    VazeSinha,
)

Count = int | Literal["K", "some"]
Make = Callable[[Game, int, int, bool], Player]  # game, W, seed, heuristic

REGRET, VIOLATION = "regret", "violation"  # what a rate is of

# What kinds of systems there are, for the order of tables and the marks of figures.
MULTIPLIER = "gradient step and multiplier"
QUEUE = "gradient step and queue"
ORACLES = "K oracles and a budget"
BLIND = "blind to the budget"
HARD = "gradient step and a budget to be kept in every round"

NOISE = 0.1  # standard deviation of the stochastic gradients, in units of beta_f
FAILURE = 0.05  # chance that the margin of OLFW is too small


# What an entry says.


@dataclass(frozen=True)
class Cost:
    """What one round asks for: gradients and values of f_t, projections, linear maximisations."""

    gradients: Count = 0
    values: Count = 0
    projections: Count = 0
    maximisations: Count = 0

    def __str__(self) -> str:
        named = {
            "gradient": self.gradients,
            "value": self.values,
            "projection": self.projections,
            "linear maximisation": self.maximisations,
        }
        parts = [f"{n} {what}{'' if n == 1 else 's'}" for what, n in named.items() if n != 0]
        return ", ".join(parts)


@dataclass(frozen=True)
class SetUp:
    """How a system is set up."""

    text: str  # the parameters as formulas
    source: str  # whose they are
    make: Make  # make(game, W, seed, heuristic) -> player
    where: frozenset[str] = frozenset()  # what a game must offer for its theorem to ask for this


class Sizes(NamedTuple):
    """What a claimed exponent depends on."""

    w: float = 0.0  # W = T^w
    v: float = 0.0  # V = T^v, for all that moves over time
    b: float = 0.5  # a parameter of some systems, with the value that it has here


@dataclass(frozen=True)
class Order:
    """A published order of growth: its text, and power(sizes), the exponent of T it comes to.

    Examples
    --------
    >>> Order("(W T)^(1/2)", lambda at: (1 + at.w) / 2).power(Sizes(w=0.5))
    0.75
    """

    text: str
    power: Callable[[Sizes], float]


@dataclass(frozen=True)
class Trial:
    """A number to measure against a claim, on a game that the claim is about."""

    what: str  # the game and the number in words
    draw: Callable[[int, int], Rounds]  # draw(T, seed) -> the game
    measure: Callable[[Run, int], float]  # measure(run, W) -> the number
    w: float = 0.0  # the window is T^w rounds, rounded down
    properties: frozenset[str] = frozenset()  # what the game offers: some settings depend on it

    def window(self, T: int) -> int:
        """Return W for T rounds."""
        return int(T**self.w)


@dataclass(frozen=True)
class Rate:
    """A claimed order, and the trial on which it is measured."""

    order: Order  # as it is published
    trial: Trial
    here: Order | None = None  # what is proven of the trial, where that is another order
    why: str = ""  # it is another

    @property
    def expected(self) -> Order:
        """The order that is proven of the trial."""
        return self.order if self.here is None else self.here

    @property
    def exponent(self) -> float:
        """The exponent that is proven of the trial, at its window."""
        return self.expected.power(Sizes(w=self.trial.w))


Rates = Mapping[str, Rate]  # of REGRET, and of VIOLATION where something is claimed of it


@dataclass(frozen=True)
class System:
    """A way of playing."""

    name: str  # in tables and figures
    player: type[Any]  # the class that plays it
    cites: str  # its entry in the book's bibliography
    kind: str  # MULTIPLIER, QUEUE, ORACLES, BLIND or HARD
    needs: frozenset[str]  # what its theorem assumes of utilities, prices and domain
    notion: str  # what its regret is against
    assumptions: str  # what its theorem assumes besides
    cost: Cost  # per round; the tests count it
    settings: tuple[SetUp, ...]  # the first whose `where` is offered; the last fits every game
    stands: bool = True  # False where this book refutes what is claimed of the regret
    rates: Rates = field(default_factory=dict)  # what it claims, and where that is measured

    def setting(self, properties: frozenset[str]) -> SetUp:
        """Return the setting that the system's theorem asks for in a game with these properties."""
        return next(setting for setting in self.settings if setting.where <= properties)

    @property
    def has_heuristic(self) -> bool:
        """Whether it can be asked to play where it refuses."""
        return "heuristic" in signature(self.player).parameters


def player_for(
    system: System,
    game: Game,
    W: int,
    seed: int,
    *,
    properties: frozenset[str] = frozenset(),
    heuristics: bool = False,
) -> Player:
    """Return a system's player for a game: as a heuristic only where it refuses, and on demand.

    `properties` is what is known of the game, of `osphg.games.contests`: it decides on the setting.
    ValueError, in the player's own words, if it refuses the game and is not to be run all the same.
    """
    make = system.setting(properties).make
    try:
        player = make(game, W, seed, False)
        player.init(game)
    except ValueError:
        if not (heuristics and system.has_heuristic):
            raise
        return make(game, W, seed, True)
    return player


# The terms of the table.

STATIC, ROUND = "best decision within the constraint", "best decision within every g_t (W = 1)"
WINDOW = "best decision within every window of W rounds"
DYNAMIC = "best decision of each round within g_t"
MEAN = "(1-1/e) of the best decision within the mean constraint"
_EITHER = "budget or not"
BUDGETLESS = f"(1-1/e) of the best decision, {_EITHER}"
MOST_OF_WINDOW = f"(1-1/e) of the {WINDOW}"
MOST_OF_ROUND = f"(1-1/e) of the {ROUND}, all of it if concave"
CONVEX, OLD = frozenset({CONCAVE}), frozenset({CONCAVE, FIXED})
DR, _ANY_DRAW = frozenset({SUBMODULAR}), frozenset({INDEPENDENT})
_DRAWN = DR | _ANY_DRAW
ONE, EIGHT = Cost(gradients=1, projections=1), Cost(gradients=8, projections=1)
ALL, LEADERS = Cost(gradients="K", projections="K"), Cost(gradients="K", maximisations="K")
TWO_VALUES, TWICE = Cost(values=2, projections=1), Cost(gradients=1, projections=2)
_CHEN = "chen2018projection"
_INTERIOR = "X has an interior; sees"
_STRICTLY = "some decision keeps every g_t strictly"
_PER_STEP = "V = T^(1/2), alpha = T, K = T^(1/2)"
_MULTILINEAR = "multilinear extensions"

# Whose the parameters are. "Recalled": from the literature, not read off the source's text or code.
AUTHORS = "its authors'"
RECALLED = "its authors', recalled"
ORDER = "order its authors', recalled; constants this book's"
PAPER = "the paper's"
BOOK = "this book's"


def tuned(player: type[Any], **options: Any) -> Make:
    """Return how a player is tuned: told W, heuristic and a seed where its `tuned` needs them."""
    asked = signature(player.tuned).parameters
    seeded = "seed" in asked and asked["seed"].default is Parameter.empty

    def make(game: Game, W: int, seed: int, heuristic: bool) -> Player:
        told = {"W": W, "heuristic": heuristic}
        given = {name: value for name, value in told.items() if name in asked}
        if seeded:
            given["seed"] = seed
        made: Player = player.tuned(game, **{**given, **options})
        return made

    return make


def stochastic(game: Game, W: int, seed: int, heuristic: bool) -> Player:
    """Return the stochastic player, with noise in units of beta_f."""
    noise = NOISE * game.beta_f
    bound = math.sqrt(game.n) * (game.beta_f + 4 * noise)  # 4 deviations: all but 1 in 15000
    return StochasticMetaFrankWolfe.tuned(
        game, estimate=GaussianNoise(noise), seed=seed, bound=bound
    )


# Where rates are measured: regret on games in which it is positive, violation on games in which
# the budget presses.


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
_ON_SIMPLEX = partial(concave_switching, domain=Simplex(2))

_LOST = Trial("switching signs, fixed prices", concave_switching, _full)
_LOST_VARYING = Trial("switching signs, varying prices", _VARYING, _full)
_LOST_SIMPLEX = Trial("switching signs on a simplex", partial(_ON_SIMPLEX, q=0.0), _full)
_LOST_WINDOW = Trial("switching signs, W = sqrt(T)", _VARYING, _full, 1 / 2)
_LOST_ROUND = replace(_LOST_VARYING, properties=CONVEX)
_LOST_FIXED = replace(_LOST, properties=CONVEX)
_AMPLE = partial(concave_noisy, budget_per_round=4.0)
_LOST_AMPLE = Trial("noisy slopes, budget for all", _AMPLE, _full)
_COINS = Trial("biased coins, alpha = 1", biased_coins, _set)
_OVER = Trial("noisy slopes, fixed prices", concave_noisy, _total)
_OVER_VARYING = Trial("noisy slopes, varying prices", _NOISY, _total)
_OVER_SQUARES = Trial("sum of squares, noisy slopes", concave_noisy, _squares)
_SIMPLEX_VARYING = partial(_ON_SIMPLEX, varying=True)
_OVER_SIMPLEX = Trial("switching signs on a simplex, varying prices", _SIMPLEX_VARYING, _total)
_OVER_TIGHT = Trial("noisy slopes, tight", partial(concave_noisy, budget_per_round=0.3), _total)
_OVER_WINDOW = Trial("noisy slopes, W = sqrt(T)", _NOISY, _total, 1 / 2)
_HARD = Trial("sum of [g]_+, noisy slopes", _NOISY, _overspent, properties=CONVEX)
_FIXED = "sum of [g]_+, noisy slopes, fixed prices"
_HARD_FIXED = Trial(_FIXED, concave_noisy, _overspent, properties=CONVEX)
_SPENT = Trial("the paper's quadratics, B_T/T = 0.3", _tight_quadratics, _total)

_ROOT = Order("T^(1/2)", lambda at: 1 / 2)
_BOUNDED = Order("T^0", lambda at: 0)
_LOGARITHM = Order("log(T)", lambda at: 0)
_THREE_QUARTERS = Order("T^(3/4)", lambda at: 3 / 4)
_TWO_THIRDS = Order("T^(2/3)", lambda at: 2 / 3)
_REGRET_OF_B = Order("T^max(b,1-b)", lambda at: max(at.b, 1 - at.b))
_VIOLATION_OF_B = Order("T^(1-b/2)", lambda at: 1 - at.b / 2)
_SQUARES_OF_B = Order("sum of [g]_+^2: T^(1-b)", lambda at: 1 - at.b)
_SQUARES_LOG = Order("sum of [g]_+^2: log(T)", lambda at: 0)
_WINDOW_REGRET = Order("(W T)^(1/2)", lambda at: (1 + at.w) / 2)
_WINDOW_VIOLATION = Order("W^(1/4) T^(3/4)", lambda at: (3 + at.w) / 4)
_PATH_REGRET = Order("((1+V) T)^(1/2)", lambda at: (1 + at.v) / 2)
_PATH_VIOLATION = Order("(1+V)^(1/4) T^(3/4)", lambda at: (3 + at.v) / 4)
_MOSP_REGRET = Order("max(V T^(1/3), T^(2/3))", lambda at: max(at.v + 1 / 3, 2 / 3))
# V is here a parameter, (W T)^(1/2) in `tuned`
_QUEUE_REGRET = Order("W T/V + T^(1/2)", lambda at: (1 + at.w) / 2)
_QUEUE_VIOLATION = Order("(V T)^(1/2)", lambda at: (3 + at.w) / 4)
_QUEUE_CONSTANT = Order("V + T^(1/2)", lambda at: (1 + at.w) / 2)
_CUBE_ROOT = Order("T^(1/3)", lambda at: 1 / 3)
_FEWER = Order("T^(5/6)", lambda at: 5 / 6)
_CONSTANT = "the budget of a round does not shrink"


def claims(regret: Rate, violation: Rate | None = None) -> Rates:
    """Return what a system claims."""
    return {REGRET: regret} if violation is None else {REGRET: regret, VIOLATION: violation}


def _queue_violation(trial: Trial) -> Rate:
    return Rate(_QUEUE_VIOLATION, trial, _QUEUE_CONSTANT, _CONSTANT)


_MOSP = claims(Rate(_MOSP_REGRET, _LOST), Rate(_TWO_THIRDS, _OVER_TIGHT))
_CAO_LIU = claims(Rate(_PATH_REGRET, _LOST_VARYING), Rate(_PATH_VIOLATION, _OVER_VARYING))
_NEELY = claims(Rate(_ROOT, _LOST_VARYING), Rate(_ROOT, _OVER_VARYING))
_OSPHG = claims(
    Rate(_WINDOW_REGRET, _COINS), Rate(_WINDOW_VIOLATION, _SPENT, _WINDOW_REGRET, _CONSTANT)
)
_OLFW = claims(Rate(_ROOT, _COINS), Rate(_THREE_QUARTERS, _SPENT))
_BLIND = claims(Rate(_ROOT, _COINS))


def entry(
    system: tuple[str, type[Any], str, str, Cost],  # name, player, cites, kind, cost
    theorem: tuple[frozenset[str], str, str],  # needs, notion, assumptions
    setting: tuple[str, str],  # text, source
    rates: Rates,
    *,
    where: tuple[SetUp, ...] = (),  # other settings, for some games
    make: Make | None = None,
    stands: bool = True,
    **options: Any,
) -> System:
    """Return a system: what it is, what its theorem asks for, how it is tuned, what it claims."""
    settings = (*where, SetUp(*setting, make or tuned(system[1], **options)))
    return System(*system[:4], *theorem, system[4], settings, stands, rates)


def climbing(
    system: tuple[str, type[Any], str, str, Cost],
    theorem: tuple[frozenset[str], str, str],
    setting: tuple[str, str],
    rates: Rates,
) -> System:
    """Return one with the plain gradient where utilities are concave, and the boosted elsewhere."""
    (text, source), plain = setting, tuned(system[1], ascent=PlainGradient())
    where = (SetUp(f"{text}; s = beta_f", source, plain, CONVEX),)
    boosted = (f"{text}; s = (1-1/e) beta_f, 8 nodes", source)
    return entry(system, theorem, boosted, rates, where=where)


# The systems that the paper cites.
SYSTEMS: tuple[System, ...] = (
    entry(
        ("Mahdavi-Jin-Yang", MahdaviJinYang, "mahdavi2012", MULTIPLIER, ONE),
        (OLD, STATIC, "T known"),
        ("eta = R/((2 beta^2 + 2 G^2) T)^(1/2), least delta of the proof", RECALLED),
        claims(Rate(_ROOT, _LOST), Rate(_THREE_QUARTERS, _OVER)),
    ),
    entry(
        ("Jenatton-Huang-Archambeau", JenattonHuangArchambeau, "jenatton2016", MULTIPLIER, ONE),
        (OLD, STATIC, "T not needed; b = 1/2 here"),
        ("eta_t = R/(beta t^b), theta_t = 6 R beta/t^b, b = 1/2", AUTHORS),
        claims(Rate(_REGRET_OF_B, _LOST), Rate(_VIOLATION_OF_B, _OVER)),
    ),
    entry(
        ("Yuan-Lamperski", YuanLamperski, "yuan2018", MULTIPLIER, ONE),
        (OLD, STATIC, "T known; b = 1/2 here"),
        (
            "eta = R/(2^(1/2) beta T^b), sigma = beta^2/(1 - a), a = b = 1/2",
            "sigma its authors', recalled; of eta the order, the constant is this book's",
        ),
        claims(Rate(_REGRET_OF_B, _LOST), Rate(_SQUARES_OF_B, _OVER_SQUARES)),
    ),
    entry(
        ("Sun-Dey-Kapoor", SunDeyKapoor, "sun2017", MULTIPLIER, ONE),
        (CONVEX, ROUND, "T known"),
        ("mu = (D/(T (G^2 + beta^2)))^(1/2), delta = 2 beta^2", ORDER),
        claims(Rate(_ROOT, _LOST_VARYING), Rate(_THREE_QUARTERS, _OVER_VARYING)),
    ),
    entry(
        ("Sun-Dey-Kapoor, entropic", SunDeyKapoor, "sun2017", MULTIPLIER, Cost(gradients=1)),
        (CONVEX | {SIMPLEX}, ROUND, "T known; mirror map of the simplex"),
        ("the same with the entropy's D and convexity", ORDER),
        claims(Rate(_ROOT, _LOST_SIMPLEX), Rate(_THREE_QUARTERS, _OVER_SIMPLEX)),
        geometry=Entropic(),
    ),
    entry(
        ("MOSP", MOSP, "chen2017", MULTIPLIER, ONE),
        (CONVEX, DYNAMIC, "constraints vary less than their slack; V: how far they and x*_t move"),
        ("alpha = mu = T^(-1/3)", AUTHORS),
        _MOSP,
    ),
    entry(
        ("Cao-Liu", CaoLiu, "cao2019", MULTIPLIER, ONE),
        (CONVEX, DYNAMIC, "T and a bound V of the path length known; V = 0 here"),
        ("alpha = R/(2 T (beta_f^2 + G^2))^(1/2), least delta of the proof", ORDER),
        _CAO_LIU,
    ),
    entry(
        ("Cao-Liu, two-point bandit", CaoLiuBandit, "cao2019", MULTIPLIER, TWO_VALUES),
        (CONVEX, DYNAMIC, f"as Cao-Liu; {_INTERIOR} p_t in full, theirs only values of g_t"),
        ("the same with n beta_f for beta_f, xi = 1/(T + 1)", ORDER),
        _CAO_LIU,
    ),
    entry(
        ("Neely-Yu", NeelyYu, "neely2017", QUEUE, ONE),
        (CONVEX, f"{ROUND}; for independent prices, within the mean constraint", _STRICTLY),
        ("V = T^(1/2), alpha = T", AUTHORS),
        _NEELY,
    ),
    entry(
        ("COLD", COLD, "liakopoulos2019", QUEUE, ONE),
        (CONVEX, WINDOW, "V in [W, T)"),
        ("V = (W T)^(1/2), alpha = V T^(1/2)", "its authors', recalled; V in their range"),
        claims(Rate(_QUEUE_REGRET, _LOST_WINDOW), _queue_violation(_OVER_WINDOW)),
    ),
    entry(
        ("OSPHG", OSPHG, "sadeghi2020", ORACLES, ALL),
        (DR, MOST_OF_WINDOW, "T known; the proof of the regret fails"),
        ("mu = R/(beta (W T)^(1/2)), delta = 4 beta^2, K = (T/W)^(1/2)", PAPER),
        _OSPHG,
        stands=False,
    ),
    entry(
        ("OSPHG, weighted", OSPHG, "sadeghi2020", ORACLES, ALL),
        (DR, MOST_OF_WINDOW, "T known; the repair of this book"),
        ("as OSPHG", PAPER),
        _OSPHG,
        weighted=True,
    ),
    entry(
        ("OSPHG, boosted", BoostedOSPHG, "zhang2022", ORACLES, EIGHT),
        (DR, MOST_OF_WINDOW, "T known; their gradient, put into OSPHG by this book"),
        ("as OSPHG, with (1-1/e) beta_f for beta_f and 8 nodes for K oracles", BOOK),
        _OSPHG,
    ),
    entry(
        ("OLFW", OLFW, "raut2021", ORACLES, ALL),
        (_DRAWN, MEAN, "T known; the margin of its theory left out, as its authors run it"),
        ("mu = 1/(K beta), delta = beta^2, K = T^(1/2), gamma = 0", "its authors' script"),
        _OLFW,
    ),
    entry(
        ("OLFW, with margin", OLFW, "raut2021", ORACLES, ALL),
        (_DRAWN, MEAN, "T known"),
        (
            f"the same with gamma_t = G (2 log(2 T/{FAILURE})/t)^(1/2)",
            "a line that its authors' script leaves out",
        ),
        _OLFW,
        failure=FAILURE,
    ),
    entry(
        ("per-step duals", PerStepDuals, "sadeghi2020single", ORACLES, ALL),
        (DR, MOST_OF_WINDOW, "T known; V in [W, T)"),
        ("V = (W T)^(1/2), alpha = V T^(1/2), K = (T/W)^(1/2)", RECALLED),
        claims(Rate(_QUEUE_REGRET, _COINS), _queue_violation(_SPENT)),
        where=(SetUp(_PER_STEP, RECALLED, tuned(PerStepDuals, W=1), _ANY_DRAW),),
    ),
    entry(
        ("Meta-Frank-Wolfe", MetaFrankWolfe, "chen2018online", BLIND, ALL),
        (DR, BUDGETLESS, "T known"),
        (
            "step R/(beta_f T^(1/2)), K = T^(1/2)",
            "K the paper's; oracles: gradient ascent, theirs follow a regularised leader",
        ),
        _BLIND,
    ),
    entry(
        ("Meta-Frank-Wolfe, stochastic", StochasticMetaFrankWolfe, _CHEN, BLIND, LEADERS),
        (DR, BUDGETLESS, "unbiased gradients; K = T^(3/2), T^(1/2) here"),
        (
            "rho_k = 2/(k+3)^(2/3), K = T^(1/2)",
            "rho_k their theorem's, recalled (their experiments: k^(-2/3)/2 and one noise"
            " vector for all k); K this book's, theirs is T^(3/2)",
        ),
        claims(Rate(_ROOT, _COINS, _FEWER, "K = T^(1/2) in place of T^(3/2)")),
        make=stochastic,
    ),
    entry(
        ("Golovin-Krause-Streeter", GolovinKrauseStreeter, "golovin2014", BLIND, LEADERS),
        (DR | {MATROID}, f"(1-1/e) of the best independent set, {_EITHER}", _MULTILINEAR),
        ("perturbed leaders of Kalai and Vempala, K = T^(1/2)", ORDER),
        _BLIND,
    ),
)

# Those since 2017 that the paper does not cite, and this book's own.
RECENT: tuple[System, ...] = (
    entry(
        ("Yu-Neely-Wei", NeelyYu, "yu2017", QUEUE, ONE),
        (
            CONVEX | {INDEPENDENT},
            "best decision within the mean constraint",
            "some decision keeps the mean constraint strictly",
        ),
        ("V = T^(1/2), alpha = T: plays as Neely-Yu", RECALLED),
        _NEELY,
    ),
    entry(
        ("boosted queue", BoostedQueue, "zhang2022", QUEUE, EIGHT),
        (DR, MOST_OF_WINDOW, "T known; Neely-Yu's queue with their gradient, by this book"),
        ("V = (W T)^(1/2), alpha = V T^(1/2), 8 nodes", BOOK),
        claims(Rate(_WINDOW_REGRET, _COINS), Rate(_WINDOW_REGRET, _SPENT)),
    ),
    climbing(
        ("best of both worlds", BestOfBothWorlds, "castiglioni2022", MULTIPLIER, EIGHT),
        (
            _DRAWN,
            f"{MEAN}; else a share of the best decision within the season's budget (W = T)",
            "T and the slack B_T/T known",
        ),
        (
            "cap = F/b, eta = R/((s + cap beta_g) T^(1/2)), mu = cap/(G T^(1/2))",
            "scheme its authors', recalled; minimisers and constants this book's",
        ),
        claims(Rate(_ROOT, _LOST_ROUND), Rate(_ROOT, _SPENT)),
    ),
    climbing(
        ("RECOO", RECOO, "guo2022", HARD, Cost(gradients=8, projections="some")),
        (DR, MOST_OF_ROUND, "T not needed; boosted by this book"),
        (
            "alpha_t = (s/R) t^(1/2), gamma_t = (s R/G) t^0.51, eta_t = t^(1/2)",
            "exponents its authors', recalled; units this book's",
        ),
        claims(Rate(_ROOT, _LOST_ROUND), Rate(_THREE_QUARTERS, _HARD)),
    ),
    climbing(
        ("Sinha-Vaze", SinhaVaze, "sinha2024", HARD, EIGHT),
        (
            DR,
            MOST_OF_ROUND,
            "T known; violation but for a factor log(T), and its bound says nothing below"
            " T = 1000; boosted by this book",
        ),
        (
            "units 2 R s and 2 R beta_g, Phi(Q) = exp(Q/(2 T^(1/2))) - 1",
            "its authors'; constants derived here",
        ),
        claims(Rate(_ROOT, _LOST_ROUND), Rate(_ROOT, _HARD)),
    ),
    climbing(
        ("Vaze-Sinha", VazeSinha, "vaze2025", HARD, EIGHT),
        (
            DR,
            MOST_OF_ROUND,
            "T not needed; n at most 4 here; boosted by this book; a maximisation and a second"
            " projection at a new price",
        ),
        ("eta_t = R/(s t^(1/2))", RECALLED),
        claims(Rate(_ROOT, _LOST_ROUND), Rate(_CUBE_ROOT, _HARD)),
    ),
    climbing(
        ("PFS", PFS, "hutchinson2025", HARD, Cost(gradients=8)),
        (
            DR | {FIXED},
            f"(1-1/e) of the {STATIC}, all of it if concave",
            "T and the constraint known; below some T = 10^6 its steps are those of its largest"
            " margin; boosted by this book",
        ),
        (
            "margin = 2 (1+k) s eta/k^2, k = radius/(2 R), eta the best for it",
            "the step its authors'; constants derived here",
        ),
        claims(Rate(_ROOT, _LOST_FIXED), Rate(_BOUNDED, _HARD_FIXED)),
    ),
    entry(
        ("gradient ascent", OnlineGradientAscent, "chen2018online", BLIND, ONE),
        (DR, f"1/2 of the best decision, {_EITHER}", "T known"),
        ("eta = R/(beta_f T^(1/2))", RECALLED),
        _BLIND,
    ),
)

# Other forms of the systems that the paper cites: other steps, other feedback.
VARIANTS: tuple[System, ...] = (
    entry(
        ("Mahdavi-Jin-Yang, mirror prox", MahdaviMirrorProx, "mahdavi2012", MULTIPLIER, TWICE),
        (OLD, STATIC, "T known"),
        ("eta = R/(2^(1/2) beta T^(1/3))", "order by its authors' rates; derived here"),
        claims(Rate(_TWO_THIRDS, _LOST), Rate(_TWO_THIRDS, _OVER)),
    ),
    entry(
        ("Mahdavi-Jin-Yang, no violation", MahdaviNoViolation, "mahdavi2012", MULTIPLIER, ONE),
        (OLD, STATIC, "T and B_T/T known; no violation for large T"),
        ("margin = (B_T/T) T^(-1/4), eta and delta as without one, G + margin for G", ORDER),
        claims(Rate(_THREE_QUARTERS, _LOST), Rate(_BOUNDED, _OVER)),
    ),
    entry(
        ("Yuan-Lamperski, strong", YuanLamperskiStrong, "yuan2018", MULTIPLIER, ONE),
        (OLD, STATIC, "T not needed; f_t strongly concave, of known modulus H"),
        ("eta_t = 1/(H t), sigma = beta^2/(1 - a), a = 1/2", RECALLED),
        claims(Rate(_LOGARITHM, _LOST_AMPLE), Rate(_SQUARES_LOG, _OVER_SQUARES)),
    ),
    entry(
        ("MOSP, two-point bandit", MOSPBandit, "chen2019", MULTIPLIER, TWO_VALUES),
        (CONVEX, DYNAMIC, f"as MOSP; {_INTERIOR} two values of f_t, and g_t in full"),
        ("alpha = mu = T^(-1/3), xi = 1/(T + 1)", "MOSP's; xi this book's"),
        _MOSP,
    ),
    entry(
        ("Cao-Liu, values alone", CaoLiuValues, "cao2019", MULTIPLIER, TWO_VALUES),
        (CONVEX, DYNAMIC, f"as Cao-Liu; {_INTERIOR} two values of f_t and two of g_t"),
        ("as the two-point bandit, n beta for beta in delta", ORDER),
        _CAO_LIU,
    ),
)

OTHERS: tuple[System, ...] = (*RECENT, *VARIANTS)
EVERYBODY: tuple[System, ...] = (*SYSTEMS, *OTHERS)
# By system: what it claims, and where that is measured.
RATES: Mapping[str, Rates] = {entry.name: entry.rates for entry in EVERYBODY}


def system(name: str) -> System:
    """Return the system of that name, whichever tuple it is in; ValueError if there is none."""
    for one in EVERYBODY:
        if one.name == name:
            return one
    raise ValueError(
        f"name must be one of {', '.join(s.name for s in EVERYBODY)}, got {checks.shown(name)}"
    )
