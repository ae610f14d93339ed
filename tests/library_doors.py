"""The doors of the library: every public function with good arguments, and values that are not.

`test_fuzz_library` opens each of them with each.
"""

from __future__ import annotations

import datetime
import decimal
import fractions
import math
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import osphg
from osphg import hindsight, metrics, oracles
from osphg.games import (
    concave,
    contests,
    matroids,
    phases,
    plateaus,
    refuting,
)
from osphg.games.families import coverage
from osphg.rounds import Game
from osphg.systems import oracles as other_oracles
from osphg.systems.blind import GaussianNoise, SampledSets

# Good ones.

UTILITY: Any = osphg.utilities.Quadratics(-np.ones((8, 2, 2)) / 4, np.full((8, 2), 1.0))
ROUNDS: Game = osphg.Rounds(UTILITY, np.full((8, 2), 2.0), 8.0, osphg.Box.unit(2))
ASCENT = osphg.PlainGradient()
LONG = osphg.rounds.paper_quadratics(T=2000)  # for steps that need a long game
ZERO = osphg.Rounds(
    osphg.utilities.Quadratics(np.zeros((8, 2, 2)), np.zeros((8, 2))),
    np.zeros((8, 2)),
    8.0,
    osphg.Box.unit(2),
)
SIMPLEX_ROUNDS = osphg.Rounds(UTILITY, np.full((8, 2), 2.0), 8.0, osphg.Simplex(2))
MATROID = osphg.matroids.PartitionMatroid(((0, 1), (2,)), (1, 1))
ON_MATROID = osphg.Rounds(
    coverage.WeightedCoverage(np.ones((8, 2)), np.ones((3, 2), dtype=bool)),
    np.ones((8, 3)),
    8.0,
    MATROID,
)
PLAYER = osphg.OSPHG(0.1, 1.0, 3)
RUN = osphg.play(PLAYER, ROUNDS, compiled=False)
BEST = hindsight.best_fixed_decision(ROUNDS, 2)
ORACLE = oracles.GradientAscent(0.1)
OBJECTIVE = osphg.utilities.Quadratic(-np.eye(2), np.ones(2))
POINTS = np.array([[0.25, 0.5], [1.0, 2.0]])
FLAT = plateaus.Plateaus(
    np.array([[1.0, 2.0]]), np.array([0.5]), np.array([1.0]), np.array([0.25, 0.0])
)
POLYGON = osphg.Polytope(np.array([[1.0, 2.0]]), np.array([1.5]), osphg.Box.unit(2))
POLYTOPE = osphg.Polytope(np.array([[1.0, 2.0, 1.0]]), np.array([1.5]), osphg.Box.unit(3))


def kept_pacer() -> str:
    """A file of a pacer, for this process."""
    path = str(Path(KEPT.name, "pacer"))
    osphg.Pacer(PLAYER, domain=osphg.Box.unit(2), budget=4.0, horizon=8).save(path)
    return path


LOG: dict[str, Any] = {
    "round": [1, 1, 2, 2, 3, 3, 4, 4],
    "item": ["a", "b"] * 4,
    "bid": np.array([0.5, 1.0, 1.0, 0.5, 0.75, 0.25, 0.5, 0.5]),
    "spend": np.array([1.0, 3.0, 1.5, 2.0, 1.0, 0.5, 1.0, 1.5]),
    "reach": np.array([4.0, 9.0, 6.0, 7.0, 5.0, 4.0, 4.5, 7.0]),
}
KEPT = tempfile.TemporaryDirectory()
PACER = kept_pacer()


def drawn(start: int, stop: int) -> Any:
    if stop - start > 1000:
        raise ValueError("draw makes no more than 1000 rounds at a time")
    return UTILITY, np.full((stop - start, 2), 2.0)


# Values that no door asks for, or only some.


class Sparse:
    """What a sparse matrix looks like."""

    shape, ndim, dtype = (2, 2), 2, np.dtype(np.float64)

    def toarray(self) -> Any:
        return np.zeros((2, 2))


class Traitor:
    """Raises whatever is asked of it."""

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("no array\nof two lines")

    def __repr__(self) -> str:
        raise KeyError("no repr")

    def __float__(self) -> float:
        raise ZeroDivisionError


class Number(float):
    """A float of another type."""


class Whole(int):
    """An integer of another type."""


class Text(str):
    """A text of another type."""

    __slots__ = ()


class Array(np.ndarray[Any, Any]):
    """An array of another type."""


def endless() -> list[Any]:
    """A list that holds itself."""
    itself: list[Any] = []
    itself.append(itself)
    return itself


def constant(value: Any) -> Callable[[], Any]:
    return lambda: value


VALUES: tuple[Any, ...] = (
    None,
    "",
    "1",
    "abc",
    "1\n2",
    b"1",
    math.nan,
    math.inf,
    -math.inf,
    True,
    False,
    1j,
    0,
    -1,
    2,
    0.5,
    -0.0,
    1e308,
    -1e308,
    5e-324,
    1e-200,
    1e200,
    10**20,
    2**31,
    2**63,
    10**400,
    -(10**400),
    10**5000,
    np.True_,
    np.float32(0.5),
    np.int8(1),
    np.float64("nan"),
    np.longdouble("1e400"),
    np.complex128(1),
    np.datetime64("2020-01-01"),
    np.timedelta64(1, "D"),
    np.str_("1"),
    np.ma.masked,
    datetime.date(2020, 1, 1),
    datetime.timedelta(1),
    decimal.Decimal(1),
    fractions.Fraction(1, 3),
    Ellipsis,
    NotImplemented,
    int,
    float,
    Number(0.5),
    Whole(1),
    Text("1"),
    {},
    {1: 2.0},
    set(),
    frozenset({1.0}),
    range(2),
    slice(2),
    (),
    [],
    [[]],
    [None],
    ["1"],
    [True],
    [1.0, "2"],
    [[1.0], [1.0, 2.0]],
    [1j],
    [10**400],
    [math.nan],
    [[math.inf]],
    (1.0,),
    [1.0, 1.0],
    [[1.0, 1.0]],
    [[1.0], [1.0]],
    memoryview(b"ab"),
    osphg,
    osphg.Box,
    osphg.play,
    lambda *_: None,
    print,
    math.pi,
    Sparse(),
    Traitor(),
    [np.ma.masked, 1.0],
    [Traitor()],
)
HOSTILE: tuple[Callable[[], Any], ...] = (
    *(constant(value) for value in VALUES),
    object,
    Traitor,
    endless,
    lambda: (x for x in [1.0]),
    lambda: iter(()),
    lambda: np.array([]),
    lambda: np.zeros((0, 2)),
    lambda: np.zeros((2, 0)),
    lambda: np.array(1.0),
    lambda: np.array(None),
    lambda: np.array([None, 1.0]),
    lambda: np.array([1, 2], dtype=object),
    lambda: np.array(["1", "2"]),
    lambda: np.array(["2020", "2021"], dtype="M8[D]"),
    lambda: np.ones((2, 2), dtype=bool),
    lambda: np.ones(2, dtype=complex),
    lambda: np.ma.array([1.0, 2.0], mask=[False, True]),
    lambda: np.ma.zeros((2, 2)),
    lambda: np.ones(2).view(Array),
    lambda: np.ones((2, 2, 2)),
    lambda: np.full((2, 2), np.nan),
    lambda: np.eye(2)[::-1].T,
    lambda: np.zeros(2, dtype="f8,f8"),
    lambda: np.array([1.0, 1e308]),
    lambda: np.asmatrix(np.eye(2)),
    lambda: osphg.Box.unit(2),
    lambda: osphg.Simplex(3),
    lambda: ROUNDS,
    lambda: RUN,
    lambda: BEST,
    lambda: PLAYER,
    lambda: np.random.default_rng(0),
    lambda: np.random.RandomState(0),
    lambda: UTILITY,
)

CASTS: tuple[Callable[[Any], Any], ...] = (
    lambda a: a.astype(complex),
    lambda a: a.astype(str),
    lambda a: a.astype(bool),
    lambda a: a.astype(object),
    lambda a: np.ma.array(a),
    lambda a: a.astype("M8[s]"),
    lambda a: a.tolist(),
    lambda a: a.view(Array),
    lambda a: a[..., np.newaxis],
    lambda a: a[:0],
    lambda a: a[:-1],
    lambda a: a.T,
    lambda a: -1 * a,
    lambda a: 0 * a,
    lambda a: a * 1e300,
    lambda a: a * 1e-300,
    lambda a: a.astype(np.float32),
    lambda a: np.asfortranarray(a),
    lambda a: np.repeat(a, 2, axis=0),
    lambda a: a.ravel(),
    lambda a: a[0],
    lambda a: np.roll(a, 1),
)
ENTRIES_OF_ARRAYS = (math.nan, math.inf, -math.inf, -1.0, 1e308, -1e308, 1e200, 5e-324, 0.0, 2.0)


# The doors.


class Door(NamedTuple):
    """A function, good arguments for it, and what is done with its result."""

    call: Callable[..., Any]
    good: Mapping[str, Any]
    use: Callable[[Any], Any] = lambda result: result
    known: tuple[str, ...] = ("X",)  # names in messages, beside those of the arguments


def domain_used(X: Any) -> Any:
    assert X.n < 1000
    inside = X.project(np.zeros((2, X.n)))
    return inside, X.maximize_linear(np.ones(X.n)), X.diameter, X.lower, X.upper, X.contains(inside)


def utility_used(f: Any) -> Any:
    X = np.full((2, f.n), 0.5)
    return f.value(0, X), f.gradient(0, X), f.total(1).value(X)


def covered(t: int, S: Any) -> Any:
    return S.any(-1) * 1.0


def gradients_used(f: Any) -> Any:
    X = np.full((2, f.n), 0.5)
    return f.value(0, X), f.gradient(0, X)


def sampled_used(f: Any) -> Any:
    if f.n * f.samples > 1000 or f.T > 100:
        return None
    return (*gradients_used(f), f.value_error(0, 0.9), f.gradient_error(0, 0.9))


def shape_used(phi: Any) -> Any:
    z = np.array([0.0, 1.0])
    return phi.value(z), phi.slope(z), phi.bend(z)


def objective_used(f: Any) -> Any:
    return f.value(np.full((2, 2), 0.5)), f.gradient(np.full((2, 2), 0.5))


def game_used(game: Game) -> Any:
    if game.T > 100 or game.n > 20:
        return None
    player = osphg.OSPHG.tuned(game, W=game.T, K=2)
    return osphg.play(player, game, compiled=False), game.constants


def ascent_used(ascent: Any) -> object:
    """Play two rounds along a direction."""
    return player_used(osphg.OnlineGradientAscent(0.1, ascent))


def player_used(player: Any) -> Any:
    if getattr(player, "K", 1) > 50:
        return None
    return osphg.play(player, ROUNDS, compiled=False)


def oracle_used(oracle: Any) -> Any:
    X = osphg.Simplex(2)
    V, memory = oracle.init(X, 2)
    return oracle.update(X, V, memory, np.ones((2, 2)))[0], oracle.regret_bound(X, np.ones((3, 2)))


def pacer_used(pacer: Any) -> Any:
    """Two rounds of any pacer."""
    for _ in range(2):
        x = pacer.decide()
        pacer.observe(price=np.full(len(x), 2.0), gradient=lambda X: 1 - X / 4)
    return pacer.spent, pacer.violation


def observed(**told: Any) -> Any:
    pacer = osphg.Pacer(PLAYER, domain=osphg.Box.unit(2), budget=4.0, horizon=8)
    pacer.decide()
    pacer.observe(**told)
    return pacer_used(pacer)


def several_used(budget: Any, price: Any, price_bound: Any, horizon: Any) -> Any:
    """Two rounds with several budgets, or with what else was given."""
    pacer = osphg.Pacer(
        PLAYER, domain=osphg.Box.unit(2), budget=budget, horizon=horizon, hard=True,
        price_bound=price_bound,
    )  # fmt: skip
    for _ in range(min(2, pacer.horizon)):
        pacer.decide()
        pacer.observe(price=price, gradient=lambda X: 1 - X / 4)
    return pacer.spent, pacer.violation, pacer.multiplier


STEP = (
    "mu",
    "delta",
    "delta * mu",
    "rounds.beta",
    "rounds.beta_f",
    "rounds.R",
    "rounds.G",
    "step",
    "bound",
    "T",
    "beta",
)
PLAYED = (
    *STEP,
    "utility.value",
    "utility.gradient",
    "Y",
    "C",
    "X",
    "the decision",
    "multiplier",
    "v1",
    "domain",
    "needs",
)

# Oracles, and what their `tuned` takes beside a domain, a horizon and a bound.
TUNED: tuple[tuple[Any, dict[str, Any]], ...] = (
    (oracles.GradientAscent, {}),
    (other_oracles.AdaGrad, {}),
    (other_oracles.EntropicMirrorDescent, {}),
    (other_oracles.FollowThePerturbedLeader, {"seed": 0}),
    (other_oracles.RFTL, {"regulariser": None}),
)

DOORS: dict[str, Door] = {
    "Box": Door(osphg.Box, {"upper": np.ones(2), "lower": np.zeros(2)}, domain_used),
    "Box.unit": Door(osphg.Box.unit, {"n": 2}, domain_used),
    "Simplex": Door(osphg.Simplex, {"n": 2, "r": 1.0}, domain_used),
    "Polytope": Door(
        osphg.Polytope,
        {"A": np.array([[1.0, 2.0]]), "b": np.array([1.5]), "box": osphg.Box.unit(2)},
        domain_used,
    ),
    "Polytope n=3": Door(
        osphg.Polytope,
        {"A": np.ones((2, 3)), "b": np.array([1.5, 2.0]), "box": osphg.Box.unit(3)},
        domain_used,
    ),
    "PartitionMatroid": Door(
        osphg.matroids.PartitionMatroid, {"blocks": [[0, 1], [2]], "ranks": [1, 1]}, domain_used
    ),
    "uniform": Door(osphg.matroids.PartitionMatroid.uniform, {"n": 4, "rank": 2}, domain_used),
    "matroid.round": Door(
        MATROID.round, {"x": np.array([0.5, 0.5, 0.2]), "rng": np.random.default_rng(0)}
    ),
    "matroid.rounding": Door(MATROID.rounding, {"x": np.array([0.5, 0.5, 0.2])}),
    "best_fixed_set": Door(osphg.matroids.best_fixed_set, {"rounds": ON_MATROID}),
    **{
        f"{type(X).__name__}{X.n}.{method}": Door(
            getattr(X, method), {name: np.full((2, X.n), 0.75)}
        )
        for X in (
            osphg.Box.unit(2),
            osphg.Simplex(2),
            POLYGON,
            POLYTOPE,
            MATROID,
        )
        for method, name in (("project", "Y"), ("maximize_linear", "C"))
    },
    **{
        f"{type(X).__name__}.contains": Door(X.contains, {"X": POINTS, "atol": 0.1})
        for X in (
            osphg.Box.unit(2),
            osphg.Simplex(2),
            POLYGON,
        )
    },
    "Quadratic": Door(
        osphg.utilities.Quadratic, {"H": -np.eye(2), "h": np.ones(2)}, objective_used
    ),
    "Quadratics": Door(
        osphg.utilities.Quadratics,
        {"H": -np.ones((3, 2, 2)), "h": np.full((3, 2), 2.0)},
        utility_used,
    ),
    "Quadratics.value": Door(lambda t, X: UTILITY.value(t, X), {"t": 0, "X": POINTS}),
    "Quadratics.gradient": Door(lambda t, X: UTILITY.gradient(t, X), {"t": 0, "X": POINTS}),
    "Quadratics.total": Door(UTILITY.total, {"T": 3}, objective_used),
    "Quadratics.lipschitz": Door(UTILITY.lipschitz, {"domain": osphg.Box.unit(2)}),
    "Quadratics.range": Door(UTILITY.range, {"domain": osphg.Box.unit(2)}),
    "Quadratics.smoothness": Door(UTILITY.smoothness, {"domain": osphg.Box.unit(2)}),
    "Stationary": Door(
        osphg.utilities.Stationary, {"objective": OBJECTIVE}, lambda f: f.value(0, POINTS)
    ),
    "Stationary.total": Door(osphg.utilities.Stationary(OBJECTIVE).total, {"T": 3}, objective_used),
    "Stationary.lipschitz": Door(
        osphg.utilities.Stationary(OBJECTIVE).lipschitz, {"domain": osphg.Box.unit(2)}
    ),
    "Stationary.range": Door(
        osphg.utilities.Stationary(OBJECTIVE).range, {"domain": osphg.Box.unit(2)}
    ),
    "Scaled": Door(osphg.utilities.Scaled, {"objective": OBJECTIVE, "factor": 2.0}, objective_used),
    "AtRound": Door(osphg.utilities.AtRound, {"utility": UTILITY, "t": 3}, objective_used),
    "Sum": Door(osphg.utilities.Sum, {"terms": (OBJECTIVE, OBJECTIVE)}, objective_used),
    "add": Door(osphg.utilities.add, {"objectives": [OBJECTIVE, OBJECTIVE]}, objective_used),
    "total": Door(osphg.utilities.total, {"utility": UTILITY, "T": 3}, objective_used),
    "Rounds": Door(
        osphg.Rounds,
        {
            "utility": UTILITY,
            "prices": np.full((8, 2), 2.0),
            "budget": 8.0,
            "domain": osphg.Box.unit(2),
        },
        game_used,
        PLAYED,
    ),
    "StreamedRounds": Door(
        osphg.StreamedRounds,
        {"draw": drawn, "block_length": 8, "T": 8, "budget": 8.0, "domain": osphg.Box.unit(2)},
        game_used,
        (*PLAYED, "prices", "utility"),
    ),
    "paper_quadratics": Door(
        osphg.rounds.paper_quadratics,
        {"T": 6, "n": 2, "budget_per_round": 2.0, "seed": 0, "symmetric": True},
        game_used,
        PLAYED,
    ),
    "streamed_paper_quadratics": Door(
        osphg.rounds.streamed_paper_quadratics,
        {"T": 6, "n": 2, "budget_per_round": 2.0, "seed": 0, "symmetric": True},
        game_used,
        PLAYED,
    ),
    "check": Door(
        osphg.check, {"game": ROUNDS, "samples": 3, "seed": 0, "tolerance": 1e-7}, known=("rounds",)
    ),
    "play": Door(
        osphg.play,
        {"player": PLAYER, "rounds": ROUNDS, "progress": False, "compiled": False},
        known=PLAYED,
    ),
    "stream": Door(
        osphg.stream,
        {"player": PLAYER, "rounds": ROUNDS, "at": [1, 8], "progress": False, "compiled": False},
        known=(*PLAYED, "at"),
    ),
    "every_window": Door(
        osphg.every_window,
        {"rounds": ROUNDS, "K": 3, "objective": OBJECTIVE},
        known=("every_window needs",),
    ),
    "Pacer": Door(
        osphg.Pacer,
        {
            "player": PLAYER,
            "domain": osphg.Box.unit(2),
            "budget": 8.0,
            "horizon": 8,
            "names": ["a", "b"],
            "hard": True,
            "price_bound": np.array([2.0, 2.0]),
        },
        pacer_used,
        (*PLAYED, "price"),
    ),
    "Pacer, several budgets": Door(
        several_used,
        {
            "budget": np.array([8.0, 4.0]),
            "price": np.array([[1.0, 2.0], [0.5, 0.0]]),
            "price_bound": np.full((2, 2), 2.0),
            "horizon": 8,
        },
        known=(*PLAYED, "budget[0]", "budget[1]"),
    ),
    "Pacer.tuned": Door(
        osphg.Pacer.tuned,
        {
            "kind": osphg.OSPHG,
            "domain": osphg.Box.unit(2),
            "budget": 8.0,
            "horizon": 8,
            "beta_f": 2.0,
            "beta_p": 3.0,
            "F": 1.0,
            "L": 1.0,
            "W": 4,
            "K": 3,
        },
        pacer_used,
        (*PLAYED, "slope", "price", "spread", "curvature", "W"),
    ),
    "Pacer.observe": Door(
        observed,
        {"price": np.ones(2), "gradient": np.ones((3, 2)), "round": 1},
        known=(*PLAYED, "round"),
    ),
    "from_log": Door(
        osphg.from_log,
        {
            "frame": LOG,
            "round": "round",
            "item": "item",
            "bid": "bid",
            "spend": "spend",
            "reach": "reach",
            "budget": 4.0,
            "domain": osphg.Box.unit(2),
            "utility": None,
            "rate": 2.0,
        },
        game_used,
        (*PLAYED, "prices", "scale"),
    ),
    "from_log, one column": Door(
        lambda **changes: osphg.from_log({**LOG, **changes}),
        dict(LOG),
        game_used,
        (*PLAYED, "frame", "prices", "scale", "rate"),
    ),
    "SaturatingReach": Door(
        osphg.pacing.SaturatingReach, {"scale": np.ones((3, 2)), "rate": np.ones(2)}
    ),
    "suggest": Door(
        osphg.pacing.suggest,
        {
            "horizon": 10**5,
            "tolerance": 0.5,
            "domain": osphg.Box.unit(2),
            "budget": 2e5,
            "beta_f": 1.5,
            "beta_p": 5.7,
            "L": 2.0,
            "F": 1.5,
        },
        known=(*PLAYED, "slope", "price", "spread", "curvature", "W T", "K"),
    ),
    "Pacer.change": Door(
        osphg.Pacer(PLAYER, domain=osphg.Box.unit(2), budget=4.0, horizon=8).change,
        {"budget": 5.0, "horizon": 9},
    ),
    "Pacer.load": Door(osphg.Pacer.load, {"path": PACER, "player": PLAYER, "domain": None}),
    "window_polytope": Door(osphg.window_polytope, {"rounds": ROUNDS, "W": 3}),
    "window_averages": Door(hindsight.window_averages, {"prices": np.ones((4, 2)), "W": 2}),
    "best_fixed_decision": Door(
        osphg.best_fixed_decision,
        {"rounds": ROUNDS, "W": 3, "objective": OBJECTIVE, "solver": hindsight.planar},
    ),
    "benchmark_curve": Door(
        hindsight.benchmark_curve,
        {"rounds": ROUNDS, "windows": [1, 2], "K": 3, "objective": OBJECTIVE, "solver": None},
    ),
    "frank_wolfe": Door(
        hindsight.frank_wolfe, {"objective": OBJECTIVE, "domain": osphg.Box.unit(2), "K": 3}
    ),
    "branch_and_bound": Door(
        hindsight.branch_and_bound,
        {"relative_gap": 1e-2, "max_nodes": 3, "beyond": False},
        lambda solver: osphg.best_fixed_decision(ROUNDS, 3, solver=solver),
    ),
    "regret": Door(osphg.regret, {"run": RUN, "best": BEST, "alpha": 0.5}),
    "total_violation": Door(osphg.total_violation, {"run": RUN}),
    "running_average": Door(metrics.running_average, {"series": np.arange(3.0)}),
    "mean": Door(metrics.mean, {"samples": np.arange(3.0), "level": 0.9}),
    "proportion": Door(metrics.proportion, {"outcomes": np.array([True, False]), "level": 0.9}),
    "growth_exponent": Door(
        metrics.growth_exponent,
        {
            "horizons": np.array([1.0, 2.0, 4.0]),
            "values": np.ones((3, 2)),
            "seed": 0,
            "resamples": 10,
            "level": 0.9,
        },
    ),
    # Players.
    "OSPHG": Door(
        osphg.OSPHG,
        {"mu": 0.1, "delta": 1.0, "K": 3, "weighted": True, "oracle": ORACLE, "lambda1": 0.5},
        player_used,
        PLAYED,
    ),
    "MetaFrankWolfe": Door(osphg.MetaFrankWolfe, {"K": 3, "oracle": ORACLE}, player_used, PLAYED),
    "BoostedOSPHG": Door(
        osphg.BoostedOSPHG,
        {"mu": 0.1, "delta": 1.0, "nodes": 2, "seed": 0, "oracle": ORACLE, "lambda1": 0.5},
        player_used,
        PLAYED,
    ),
    "BoostedQueue": Door(
        osphg.BoostedQueue, {"V": 1.0, "alpha": 2.0, "nodes": 2, "seed": 0}, player_used, PLAYED
    ),
    "OnlineGradientAscent": Door(
        osphg.OnlineGradientAscent, {"eta": 0.1, "ascent": ASCENT}, player_used, PLAYED
    ),
    "BestOfBothWorlds": Door(
        osphg.BestOfBothWorlds,
        {"eta": 0.1, "mu": 0.1, "cap": 2.0, "ascent": ASCENT},
        player_used,
        PLAYED,
    ),
    "SinhaVaze": Door(
        osphg.SinhaVaze,
        {"utility": 1.0, "money": 1.0, "rate": 0.1, "reach": 1.0, "ascent": ASCENT},
        player_used,
        PLAYED,
    ),
    "VazeSinha": Door(osphg.VazeSinha, {"reach": 0.5, "ascent": ASCENT}, player_used, PLAYED),
    "RECOO": Door(
        osphg.RECOO,
        {"alpha": 1.0, "price": 1.0, "money": 1.0, "eps": 0.1, "ascent": ASCENT},
        player_used,
        PLAYED,
    ),
    "PFS": Door(osphg.PFS, {"eta": 1e-4, "margin": 0.1, "ascent": ASCENT}, player_used, PLAYED),
    "BoostedGradient": Door(osphg.BoostedGradient, {"nodes": 2, "seed": 0}, ascent_used),
    "NeelyYu": Door(osphg.NeelyYu, {"V": 1.0, "alpha": 2.0}, player_used, PLAYED),
    "COLD": Door(osphg.COLD, {"V": 1.0, "alpha": 2.0}, player_used, PLAYED),
    "MOSP": Door(osphg.MOSP, {"alpha": 0.1, "mu": 0.1}, player_used, PLAYED),
    "CaoLiu": Door(osphg.CaoLiu, {"alpha": 0.1, "delta": 1.0}, player_used, PLAYED),
    "CaoLiuBandit": Door(
        osphg.CaoLiuBandit, {"alpha": 0.1, "delta": 1.0, "xi": 0.1, "seed": 0}, player_used, PLAYED
    ),
    "CaoLiuValues": Door(
        osphg.CaoLiuValues, {"alpha": 0.1, "delta": 1.0, "xi": 0.1, "seed": 0}, player_used, PLAYED
    ),
    "MOSPBandit": Door(
        osphg.MOSPBandit, {"alpha": 0.1, "mu": 0.1, "xi": 0.1, "seed": 0}, player_used, PLAYED
    ),
    "MahdaviJinYang": Door(
        osphg.MahdaviJinYang, {"eta": 0.1, "delta": 1.0, "heuristic": False}, player_used, PLAYED
    ),
    "MahdaviNoViolation": Door(
        osphg.MahdaviNoViolation,
        {"eta": 0.1, "delta": 1.0, "margin": 0.1, "heuristic": False},
        player_used,
        PLAYED,
    ),
    "MahdaviMirrorProx": Door(
        osphg.MahdaviMirrorProx, {"eta": 0.1, "heuristic": False}, player_used, PLAYED
    ),
    "JenattonHuangArchambeau": Door(
        osphg.JenattonHuangArchambeau,
        {"eta": 0.1, "theta": 1.0, "b": 0.5, "heuristic": True},
        player_used,
        PLAYED,
    ),
    "YuanLamperski": Door(
        osphg.YuanLamperski, {"eta": 0.1, "sigma": 1.0, "heuristic": True}, player_used, PLAYED
    ),
    "YuanLamperskiStrong": Door(
        osphg.YuanLamperskiStrong,
        {"H": 1.0, "sigma": 1.0, "heuristic": True},
        player_used,
        PLAYED,
    ),
    "SunDeyKapoor": Door(
        osphg.SunDeyKapoor,
        {"mu": 0.1, "delta": 1.0, "geometry": other_oracles.Euclidean()},
        player_used,
        PLAYED,
    ),
    "OLFW": Door(osphg.OLFW, {"mu": 0.1, "delta": 1.0, "gamma": 0.1, "K": 3}, player_used, PLAYED),
    "PerStepDuals": Door(osphg.PerStepDuals, {"V": 1.0, "alpha": 2.0, "K": 3}, player_used, PLAYED),
    "GolovinKrauseStreeter": Door(
        osphg.GolovinKrauseStreeter,
        {"K": 3, "oracle": ORACLE, "matroid": None, "heuristic": True},
        player_used,
        PLAYED,
    ),
    "StochasticMetaFrankWolfe": Door(
        osphg.StochasticMetaFrankWolfe,
        {"K": 3, "oracle": ORACLE, "estimate": GaussianNoise(0.1), "seed": 0},
        player_used,
        PLAYED,
    ),
    "GaussianNoise": Door(GaussianNoise, {"scale": 0.1}),
    "SampledSets": Door(SampledSets, {"samples": 2}),
    # Players, tuned.
    "OSPHG.tuned": Door(
        osphg.OSPHG.tuned,
        {"rounds": ROUNDS, "W": 3, "K": 3, "weighted": True, "mu": None, "delta": None},
        player_used,
        PLAYED,
    ),
    "MetaFrankWolfe.tuned": Door(
        osphg.MetaFrankWolfe.tuned, {"rounds": ROUNDS, "K": 3}, player_used, PLAYED
    ),
    "BoostedOSPHG.tuned": Door(
        osphg.BoostedOSPHG.tuned,
        {"rounds": ROUNDS, "W": 3, "nodes": 2, "seed": 0, "mu": None, "delta": None},
        player_used,
        PLAYED,
    ),
    "BoostedQueue.tuned": Door(
        osphg.BoostedQueue.tuned,
        {"rounds": ROUNDS, "W": 3, "nodes": 2, "seed": 0, "V": None, "unit_free": False},
        player_used,
        (*PLAYED, "alpha"),
    ),
    "OnlineGradientAscent.tuned": Door(
        osphg.OnlineGradientAscent.tuned, {"rounds": ROUNDS, "ascent": ASCENT}, player_used, PLAYED
    ),
    "BestOfBothWorlds.tuned": Door(
        osphg.BestOfBothWorlds.tuned, {"rounds": ROUNDS, "ascent": ASCENT}, player_used, PLAYED
    ),
    "SinhaVaze.tuned": Door(
        osphg.SinhaVaze.tuned, {"rounds": ROUNDS, "ascent": ASCENT}, player_used, PLAYED
    ),
    "VazeSinha.tuned": Door(
        osphg.VazeSinha.tuned, {"rounds": ROUNDS, "ascent": ASCENT}, player_used, PLAYED
    ),
    "RECOO.tuned": Door(
        osphg.RECOO.tuned, {"rounds": ROUNDS, "ascent": ASCENT}, player_used, PLAYED
    ),
    "PFS.tuned": Door(
        osphg.PFS.tuned, {"rounds": ROUNDS, "ascent": ASCENT, "bold": False}, player_used, PLAYED
    ),
    "NeelyYu.tuned": Door(osphg.NeelyYu.tuned, {"rounds": ROUNDS}, player_used, PLAYED),
    "COLD.tuned": Door(osphg.COLD.tuned, {"rounds": ROUNDS, "W": 3, "V": 4.0}, player_used, PLAYED),
    "MOSP.tuned": Door(osphg.MOSP.tuned, {"rounds": ROUNDS}, player_used, PLAYED),
    "CaoLiu.tuned": Door(
        osphg.CaoLiu.tuned, {"rounds": LONG, "path_length": 0.1}, player_used, PLAYED
    ),
    "CaoLiuBandit.tuned": Door(
        osphg.CaoLiuBandit.tuned,
        {"rounds": LONG, "path_length": 0.1, "seed": 0},
        player_used,
        PLAYED,
    ),
    "CaoLiuValues.tuned": Door(
        osphg.CaoLiuValues.tuned,
        {"rounds": LONG, "path_length": 0.1, "seed": 0},
        player_used,
        PLAYED,
    ),
    "MOSPBandit.tuned": Door(
        osphg.MOSPBandit.tuned, {"rounds": ROUNDS, "seed": 0}, player_used, PLAYED
    ),
    "MahdaviJinYang.tuned": Door(
        osphg.MahdaviJinYang.tuned, {"rounds": LONG, "heuristic": True}, player_used, PLAYED
    ),
    "MahdaviNoViolation.tuned": Door(
        osphg.MahdaviNoViolation.tuned, {"rounds": LONG, "heuristic": True}, player_used, PLAYED
    ),
    "MahdaviMirrorProx.tuned": Door(
        osphg.MahdaviMirrorProx.tuned, {"rounds": LONG, "heuristic": True}, player_used, PLAYED
    ),
    "JenattonHuangArchambeau.tuned": Door(
        osphg.JenattonHuangArchambeau.tuned,
        {"rounds": ROUNDS, "b": 0.5, "heuristic": True},
        player_used,
        PLAYED,
    ),
    "YuanLamperski.tuned": Door(
        osphg.YuanLamperski.tuned,
        {"rounds": ROUNDS, "b": 0.5, "alpha": 0.5, "heuristic": True},
        player_used,
        PLAYED,
    ),
    "YuanLamperskiStrong.tuned": Door(
        osphg.YuanLamperskiStrong.tuned,
        {"rounds": ROUNDS, "H": 0.5, "alpha": 0.5, "heuristic": True},
        player_used,
        PLAYED,
    ),
    "SunDeyKapoor.tuned": Door(
        osphg.SunDeyKapoor.tuned,
        {"rounds": ROUNDS, "geometry": other_oracles.Euclidean()},
        player_used,
        PLAYED,
    ),
    "OLFW.tuned": Door(
        osphg.OLFW.tuned,
        {"rounds": ROUNDS, "K": 3, "gamma": None, "failure": 0.1},
        player_used,
        PLAYED,
    ),
    "PerStepDuals.tuned": Door(
        osphg.PerStepDuals.tuned, {"rounds": ROUNDS, "W": 2, "K": 3, "V": 3.0}, player_used, PLAYED
    ),
    "GolovinKrauseStreeter.tuned": Door(
        osphg.GolovinKrauseStreeter.tuned,
        {"rounds": ROUNDS, "K": 3, "seed": 0, "heuristic": True},
        player_used,
        PLAYED,
    ),
    "StochasticMetaFrankWolfe.tuned": Door(
        osphg.StochasticMetaFrankWolfe.tuned,
        {"rounds": ROUNDS, "K": 3, "estimate": GaussianNoise(0.1), "seed": 0, "bound": None},
        player_used,
        PLAYED,
    ),
    # Oracles.
    "GradientAscent": Door(
        oracles.GradientAscent, {"step": 0.1, "v1": np.array([0.2, 0.1])}, oracle_used, PLAYED
    ),
    "AdaGrad": Door(other_oracles.AdaGrad, {"scale": 0.5}, oracle_used, PLAYED),
    "EntropicMirrorDescent": Door(
        other_oracles.EntropicMirrorDescent, {"step": 0.5}, oracle_used, PLAYED
    ),
    "FollowThePerturbedLeader": Door(
        other_oracles.FollowThePerturbedLeader, {"eta": 0.5, "seed": 0}, oracle_used, PLAYED
    ),
    "RFTL": Door(
        other_oracles.RFTL,
        {"step": 0.5, "regulariser": other_oracles.Entropic()},
        oracle_used,
        PLAYED,
    ),
    **{
        f"{kind.__name__}.tuned": Door(
            kind.tuned,
            {"domain": osphg.Simplex(2), "T": 5, "bound": 1.0, **more},
            oracle_used,
            PLAYED,
        )
        for kind, more in TUNED
    },
    # Games.
    "Plateaus": Door(
        plateaus.Plateaus,
        {
            "a": np.ones((1, 2)),
            "z1": np.array([0.5]),
            "z2": np.array([1.0]),
            "r": np.ones(2),
            "s": np.ones(1),
        },
        objective_used,
    ),
    "Plateaus.value": Door(lambda X: FLAT.value(X), {"X": POINTS}),
    "Plateaus.gradient": Door(lambda X: FLAT.gradient(X), {"X": POINTS}),
    "Decoy": Door(plateaus.Decoy, {"tau": 0.2, "Q": 3.5, "w": 0.15, "rho": 0.4}),
    "WeightedCoverage": Door(
        coverage.WeightedCoverage,
        {"weights": np.ones((3, 2)), "covers": np.ones((3, 2), dtype=bool)},
        utility_used,
    ),
    "ProbabilisticCoverage": Door(
        osphg.families.ProbabilisticCoverage,
        {"weights": np.ones((3, 2)), "chances": np.full((3, 2), 0.5)},
        utility_used,
    ),
    "ProbabilisticCoverage, in each round": Door(
        osphg.families.ProbabilisticCoverage,
        {"weights": np.ones((3, 2)), "chances": np.full((3, 4, 2), 0.5)},
        utility_used,
    ),
    "ConcaveOverModular": Door(
        osphg.families.ConcaveOverModular,
        {"weights": np.ones((3, 2)), "a": np.ones((2, 2)), "phi": osphg.families.Log()},
        utility_used,
    ),
    "budget_allocation": Door(
        osphg.families.budget_allocation,
        {"values": np.ones((3, 2)), "chances": np.full((3, 2), 0.5)},
        utility_used,
        ("X", "weights"),
    ),
    "SetFunction": Door(
        osphg.families.SetFunction, {"table": np.array([[0.0, 1.0, 1.0, 1.5]])}, utility_used
    ),
    "all_sets": Door(osphg.families.all_sets, {"n": 3}),
    "SampledSetFunction": Door(
        osphg.families.SampledSetFunction,
        {"function": covered, "T": 3, "n": 2, "samples": 10, "seed": 0},
        sampled_used,
        ("X", "function(t, S)"),
    ),
    "Determinantal": Door(
        osphg.families.Determinantal, {"L": np.tile(2 * np.eye(2), (3, 1, 1))}, gradients_used
    ),
    "LogQuadratic": Door(
        osphg.families.LogQuadratic,
        {"merits": np.ones(2), "M": np.full((3, 2, 2), -0.1)},
        utility_used,
    ),
    "crowdsourcing": Door(
        osphg.families.crowdsourcing, {"T": 8, "seed": 0, "first": 1}, game_used, PLAYED
    ),
    "wide_quadratics": Door(
        osphg.families.wide_quadratics,
        {"T": 8, "seed": 0, "n": 3, "rows": 2, "steep": 10.0},
        game_used,
        PLAYED,
    ),
    "Root": Door(osphg.families.Root, {"shift": 0.5}, shape_used),
    "SmoothCap": Door(osphg.families.SmoothCap, {"cap": 1.0, "width": 0.5}, shape_used),
    "FacilityLocation": Door(
        coverage.FacilityLocation, {"benefits": np.ones((3, 2, 2))}, utility_used
    ),
    "concave_switching": Door(
        concave.concave_switching,
        {"T": 8, "seed": 0, "varying": True, "q": 1.0, "domain": osphg.Box.unit(2)},
        game_used,
        PLAYED,
    ),
    "concave_noisy": Door(
        concave.concave_noisy,
        {"T": 8, "seed": 0, "varying": True, "n": 2, "budget_per_round": 1.0},
        game_used,
        PLAYED,
    ),
    "drifting_switches": Door(
        concave.drifting_switches,
        {"T": 8, "seed": 0, "a": 0.5, "moving_prices": True},
        game_used,
        PLAYED,
    ),
    "drifting_targets": Door(
        concave.drifting_targets,
        {"T": 8, "seed": 0, "a": 0.5, "moving_prices": True},
        game_used,
        PLAYED,
    ),
    "shelf": Door(contests.shelf, {"T": 8, "n": 3, "seed": 0}, game_used, PLAYED),
    "phases": Door(contests.phases, {"T": 8, "seed": 0}, game_used, PLAYED),
    "coverage_game": Door(
        matroids.coverage_game,
        {"T": 8, "seed": 0, "n": 4, "items": 5, "rank": 2},
        game_used,
        PLAYED,
    ),
    "facility_game": Door(
        matroids.facility_game,
        {"T": 8, "seed": 0, "n": 3, "clients": 2, "rank": 2},
        game_used,
        PLAYED,
    ),
    "fair_coins": Door(
        matroids.fair_coins, {"T": 8, "seed": 0, "n": 4, "rank": 2}, game_used, PLAYED
    ),
    "biased_coins": Door(
        matroids.biased_coins,
        {"T": 8, "seed": 0, "n": 4, "rank": 2, "bias": 0.9},
        game_used,
        PLAYED,
    ),
    "greedy_trap": Door(matroids.greedy_trap, {"T": 4, "rank": 2, "bonus": 0.1}, game_used, PLAYED),
    "decoy": Door(
        lambda **parts: refuting.decoy(**parts).rounds,
        {"T": 8, "tau": 0.1, "Q": 9.0, "w": 0.02, "rho": 0.7},
        game_used,
        PLAYED,
    ),
    "impossibility": Door(
        lambda **parts: refuting.impossibility(**parts).rounds,
        {"T": 8, "c": 8.0, "m": 10.0, "scenario": "A"},
        game_used,
        PLAYED,
    ),
    "lemma42_counterexample": Door(
        lambda **parts: refuting.lemma42_counterexample(**parts).rounds,
        {"T": 20, "free_from": None, "M": 1.0},
        game_used,
        PLAYED,
    ),
    "short_season": Door(phases.short_season, {"T": 20, "W": 2, "seed": 0}, game_used, PLAYED),
    "pumped_prices": Door(phases.pumped_prices, {"T": 20, "W": 2, "seed": 0}, game_used, PLAYED),
}
