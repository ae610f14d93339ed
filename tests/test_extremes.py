"""Large units, memory used again, and functions that fail: nothing is lost, nothing wrong."""

from __future__ import annotations

from functools import cache
from inspect import signature
from typing import Any

import attrs
import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg.checks import FloatArray
from osphg.compiled.answers import Functions
from osphg.compiled.loops import fuse
from osphg.domains import Domain
from osphg.families import StationaryFamily, UtilityFamily
from osphg.games.refuting import Decoy, Plateau, SlowGood
from osphg.players.base import Player
from osphg.players.oracles import GradientAscent
from osphg.players.repricing import NestedRepricing
from osphg.players.varying_prices import MOSP, CaoLiu
from osphg.utilities import Compiled, Quadratics, Stationary, Utility
from tests.table import ROWS
from tests.test_families import FAMILIES


class Log:
    """sum_i log(1 + x_i / 10^6)."""

    def value(self, t: int, X: FloatArray) -> FloatArray:
        return np.asarray(np.log1p(X / 1e6).sum(-1))

    def gradient(self, t: int, X: FloatArray) -> FloatArray:
        return np.asarray(1 / (1e6 + X))


@pytest.mark.parametrize("domain", [osphg.Box(np.full(2, 1e7)), osphg.Simplex(2, 1e8)])
@pytest.mark.parametrize("K", [3, 18, 29])
def test_rounding_does_not_end_a_game_whose_decisions_are_large(
    domain: osphg.Box | osphg.Simplex, K: int
) -> None:
    T = 200
    game = osphg.Rounds(Log(), np.full((T, 2), 1e-9), 1e7 * T, domain)
    player = osphg.OSPHG(mu=1e13, delta=1e-27, K=K)
    assert osphg.play(player, game).complete
    pacer = osphg.Pacer(player, domain=domain, budget=1e7 * T, horizon=T)
    for t in range(T):
        _ = pacer.decide()
        pacer.observe(price=np.full(2, 1e-9), gradient=osphg.utilities.AtRound(Log(), t).gradient)
    assert pacer.round == T + 1


def test_a_stream_may_use_the_memory_of_its_prices_again() -> None:
    T, size = 40, 8
    prices = np.random.default_rng(0).uniform(1, 3, (T, 2))
    H, h = np.full((T, 2, 2), -0.5), np.full((T, 2), 2.0)
    buffer = np.empty((size, 2))

    def draw(first: int, last: int) -> tuple[osphg.utilities.Utility, FloatArray]:
        buffer[: last - first] = prices[first:last]
        return osphg.utilities.Quadratics(H[first:last], h[first:last]), buffer[: last - first]

    streamed = osphg.StreamedRounds(draw, size, T=T, budget=40.0, domain=osphg.Box.unit(2))
    game = osphg.Rounds(osphg.utilities.Quadratics(H, h), prices, 40.0, osphg.Box.unit(2))
    for W in (1, 5, T):
        best = osphg.best_fixed_decision(game, W)
        assert osphg.best_fixed_decision(streamed, W).value == pytest.approx(best.value, rel=1e-9)


@numba.njit
def plain(t: int, x: FloatArray) -> float:
    return float(x[0])


@numba.njit
def flat(t: int, x: FloatArray, out: FloatArray) -> None:
    out[0] = 1.0


@numba.njit
def divided(t: int, x: FloatArray) -> float:
    return float(x[0] * (t - 5) / (t - 5) if x[0] > 0 else 0.0)


@numba.njit
def last_round(t: int, x: FloatArray, out: FloatArray) -> None:
    out[0] = np.nan if t == 5 and x[0] > 0 else 1.0


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("T", [6, 20])
@pytest.mark.parametrize(
    ("value", "gradient", "said", "K"),
    [
        (plain, last_round, "utility.gradient must be finite, got nan", 3),
        (divided, flat, r"OSPHG\(.+\) or the utility: ZeroDivisionError, division by zero", 1),
    ],
)
def test_a_compiled_utility_that_fails_is_an_error_of_its_round(
    value: object, gradient: object, said: str, T: int, K: int, *, compiled: bool
) -> None:
    f = osphg.utilities.Compiled(value, gradient, (), T=T, n=1)
    game = osphg.Rounds(f, np.ones((T, 1)), 0.5 * T, osphg.Box.unit(1))
    player = osphg.OSPHG(mu=0.01, delta=1.0, K=K)
    with pytest.raises(osphg.RoundError, match=rf"^round 6: {said}") as caught:
        osphg.play(player, game, compiled=compiled)
    run = caught.value.run
    assert run.T == 5
    np.testing.assert_array_equal(run.decisions[:, 0], np.arange(5) * 0.01)


# Games at the ends of what numbers can be.

SIZES = st.sampled_from([1e-300, 1e-150, 1e-9, 1.0, 1.0, 1e9, 1e45, 1e150, 1e200, 1e305, 1e308])
# Of steps and decisions: larger ones are played in NumPy from the first round on.
STEPS = st.sampled_from([1e-300, 1e-150, 1e-9, 1.0, 1.0, 1.0, 1e3, 1e9, 1e30, 1e45, 1e200])
SEEDS = st.integers(0, 2**32)


@numba.njit
def linear(t: int, x: FloatArray, w: FloatArray) -> float:
    return float(w[t] * (x[0] + x[1]))


@numba.njit
def falling(t: int, x: FloatArray, out: FloatArray, w: FloatArray) -> None:
    out[:] = w[t] / (1.0 + x[0])


@st.composite
def utilities(draw: st.DrawFn, kind: str, T: int, upper: FloatArray) -> Utility:
    """A utility of a kind, with numbers of any size."""
    n, uniform = len(upper), np.random.default_rng(draw(SEEDS)).uniform
    size, other = draw(SIZES), draw(SIZES)
    if kind == "quadratics":
        H = -other * uniform(0, 1, (T, n, n))
        h = np.asarray(size * uniform(0, 1, (T, n)))
        is_monotone: bool = draw(st.booleans())
        if is_monotone:
            h = np.minimum(-1.1 * H @ upper, 1e308)
        return Quadratics(H, h)
    if kind == "Plateau":
        z1 = draw(SIZES) * 0.3
        z2 = z1 + max(0.3 * draw(SIZES), 1e-3 * z1)
        return Stationary(Plateau(size * uniform(0, 1, n), z1, z2, uniform(0, 1, n), other))
    if kind == "Decoy":
        return Stationary(Decoy(0.2, 3.5, 0.15, size))
    if kind == "SlowGood":
        return Stationary(SlowGood(0.1, 1.0))
    return Compiled(linear, falling, (size * uniform(0, 1, T),), T=T, n=n)


@st.composite
def family_instances(draw: st.DrawFn, name: str) -> UtilityFamily:
    """The instance in a row of `FAMILIES`, made anew with each of its arguments of any size.

    A family keeps its arguments in attributes of their names.
    """
    make, _ = FAMILIES[name]
    instance = make()
    arguments = {
        parameter: draw(SIZES) * getattr(instance, parameter)
        for parameter in signature(type(instance)).parameters
    }
    return type(instance)(**arguments)


# Kinds of utilities besides the rows of `FAMILIES`: each with its dimensions, and whether it is
# played on all domains: that compiles for long.
KINDS: dict[str, tuple[list[int], bool]] = {
    "quadratics": ([1, 2, 3], True),
    "Plateau": ([1, 2, 3], True),
    "Decoy": ([3], False),
    "SlowGood": ([2], False),
    "two functions": ([2], False),
}


@cache
def compiled_players() -> list[type]:
    """The classes of all players that a compiled loop plays, by name."""
    kinds = {
        type(row.player)
        for row in ROWS
        if row.problem_name == "paper n=2"
        and not row.refused
        and fuse(row.player, row.rounds.domain, row.rounds.utility)
    }
    return sorted(kinds, key=lambda kind: kind.__name__)


@st.composite
def extreme_players(draw: st.DrawFn, budget: float) -> Player:
    """Each player that is compiled, with steps of any size."""
    kind: Any = draw(st.sampled_from(compiled_players()))
    mu, step, K = draw(STEPS), draw(STEPS), draw(st.integers(1, 5))
    mu = min(max(mu, 1e-150), 1e150)
    delta = 0.5 / mu**2
    warm: Any = {"lambda1": draw(st.just(0.0) | STEPS)}
    oracle = GradientAscent(step)
    if kind is osphg.MetaFrankWolfe:
        return osphg.MetaFrankWolfe(K, oracle)
    if kind in (osphg.OSPHG, osphg.Capped):
        player = osphg.OSPHG(mu, delta, K, draw(st.booleans()), oracle, **warm)
        return player if kind is osphg.OSPHG else osphg.Capped(player, 0.5 * budget)
    if kind is osphg.BoostedOSPHG:
        return osphg.BoostedOSPHG(mu, delta, oracle=oracle, **warm)
    if kind is osphg.Repricing:
        cap, T = min(max(mu, 1e-70), 1e70), draw(st.sampled_from([None, 8]))
        return osphg.Repricing(K, cap, step, draw(STEPS), draw(STEPS), T)
    if kind is NestedRepricing:
        cap, smoothing = min(max(mu, 1e-70), 1e70), draw(st.sampled_from([1e-3, 0.1, 300.0]))
        return NestedRepricing(cap, step, draw(STEPS), draw(STEPS), smoothing)
    if kind is CaoLiu:
        return CaoLiu(alpha=mu, delta=delta, **warm)
    # What is left has steps that need not go together.
    needed = [field.name for field in attrs.fields(kind) if field.default is attrs.NOTHING]
    player_of_steps: Player = kind(**{name: draw(STEPS) for name in needed}, **warm)
    return player_of_steps


@st.composite
def games_of_family(draw: st.DrawFn, name: str) -> tuple[Player, osphg.Rounds]:
    """A game with a family of `FAMILIES`, on a box where it is defined, and a player for it."""
    utility = draw(family_instances(name))
    _, box = FAMILIES[name]
    uniform = np.random.default_rng(draw(SEEDS)).uniform
    is_defined_everywhere = np.isinf(utility.upper).all()
    size = draw(STEPS) if is_defined_everywhere else 1.0
    X = osphg.Box(size * uniform(0.1, 1, utility.n) * box.upper)
    prices = draw(SIZES) * uniform(0, 1, (utility.T, utility.n))
    budget = draw(SIZES)
    return draw(extreme_players(budget)), osphg.Rounds(utility, prices, budget, X)


@st.composite
def extreme_games(draw: st.DrawFn) -> tuple[Player, osphg.Rounds]:
    """A game, and a player for it, whose numbers are of any size."""
    kind = draw(st.sampled_from([*KINDS, *FAMILIES]))
    if kind in FAMILIES:
        return draw(games_of_family(kind))
    dimensions, everywhere = KINDS[kind]
    T, n, size = draw(st.integers(1, 8)), draw(st.sampled_from(dimensions)), draw(STEPS)
    uniform = np.random.default_rng(draw(SEEDS)).uniform
    if kind in ("Decoy", "SlowGood"):
        size = 1.0
    X: Domain = osphg.Box(size * uniform(0.1, 1, n))
    where = draw(st.sampled_from(["box", "simplex", "polygon"] if everywhere else ["box"]))
    if where == "simplex":
        X = osphg.Simplex(n, size)
    elif where == "polygon" and n == 2 and size <= 1e150:
        square = osphg.Box(np.full(2, size))
        X = osphg.Polytope(np.array([[1.0, 0.7], [0.3, 1.0]]), np.full(2, size), square)
    utility = draw(utilities(kind, T, X.upper))
    prices = draw(SIZES) * uniform(0, 1, (T, n))
    budget = draw(SIZES)
    player = draw(extreme_players(budget))
    return player, osphg.Rounds(utility, prices, budget, X)


def outcome(player: Player, rounds: osphg.Rounds, *, compiled: bool) -> tuple[str, osphg.Run]:
    """Play; return the error's text and the rounds before it, or "" and the whole run."""
    try:
        return "", osphg.play(player, rounds, compiled=compiled)
    except osphg.RoundError as error:
        return str(error), error.run


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_extreme_games_are_refused_in_the_same_round_or_played_the_same(
    data: st.DataObject,
) -> None:
    try:
        with np.errstate(all="ignore"):
            player, rounds = data.draw(extreme_games())
    except (TypeError, ValueError):  # a utility that overflows at the origin, and the like
        return
    refusals, runs = zip(
        *(outcome(player, rounds, compiled=compiled) for compiled in (True, False)), strict=True
    )
    assert refusals[0] == refusals[1]
    for name in ("decisions", "utility", "violation", "multiplier"):
        fast, slow = (getattr(run, name) for run in runs)
        assert np.isfinite(slow).all()
        size = max(1.0, np.abs(slow).max(initial=0.0))
        np.testing.assert_allclose(fast / size, slow / size, rtol=0, atol=1e-11, err_msg=name)


def test_extreme_games_have_every_stationary_family() -> None:
    """The other families of the package have rows in `FAMILIES`."""
    classes = StationaryFamily.__subclasses__()
    own = {cls.__name__ for cls in classes if cls.__module__.startswith("osphg.")}
    assert own <= set(KINDS), "add its name to KINDS, and how it is drawn to `utilities`"


def test_extreme_games_have_players_of_each_compiled_loop() -> None:
    loops = {osphg.OSPHG, osphg.BoostedOSPHG, osphg.Repricing, NestedRepricing, osphg.Capped, MOSP}
    assert loops < set(compiled_players())


@pytest.mark.parametrize("compiled", [True, False])
def test_a_violation_that_overflows_is_an_error_of_its_round(compiled: bool) -> None:
    """The player of this game looks at no violation; it is refused all the same."""
    utility = Quadratics(np.zeros((4, 2, 2)), np.ones((4, 2)))
    game = osphg.Rounds(utility, np.full((4, 2), 1e308), 1.0, osphg.Box.unit(2))
    player = osphg.MetaFrankWolfe(3, GradientAscent(0.6))
    with pytest.raises(osphg.RoundError, match=r"^round 3: violation must .* got inf$") as caught:
        osphg.play(player, game, compiled=compiled)
    assert caught.value.run.T == 2


def infinite_inside(t: int, X: FloatArray, G: FloatArray, data: tuple[FloatArray]) -> None:
    for k in range(X.shape[1]):
        G[0, k] = np.inf if t == 5 and 0.1 < X[0, k] < 0.5 else 1.0


def first_entry(t: int, x: FloatArray, data: tuple[FloatArray]) -> float:
    return x[0]


class InfiniteInside:
    """A user's utility: in round 6 its gradient is infinite at some partial iterates."""

    def value(self, t: int, X: FloatArray) -> FloatArray:
        return X[..., 0]

    def gradient(self, t: int, X: FloatArray) -> FloatArray:
        G = np.empty((1, X.size))
        infinite_inside(t, X.reshape(1, -1), G, (np.ones(1),))
        return G.reshape(X.shape)

    def fused_functions(self) -> Functions:
        return Functions(first_entry, infinite_inside, (np.ones(1),))


@pytest.mark.parametrize("compiled", [True, False])
def test_a_gradient_that_is_infinite_between_the_ends_is_an_error_of_its_round(
    compiled: bool,
) -> None:
    game = osphg.Rounds(InfiniteInside(), np.zeros((9, 1)), 1.0, osphg.Box.unit(1))
    player = osphg.OSPHG(mu=0.2, delta=1.0, K=5)
    assert fuse(player, game.domain, game.utility) is not None
    with pytest.raises(
        osphg.RoundError, match=r"^round 6: utility.gradient must be finite"
    ) as caught:
        osphg.play(player, game, compiled=compiled)
    assert caught.value.run.T == 5


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("kind", ["quadratics", "family", "two functions"])
def test_a_step_that_overflows_is_an_error_of_its_round(kind: str, compiled: bool) -> None:
    """If the step were clipped to the box, the decision would look like any other."""
    steep = np.full((4, 2), 1e300)
    utilities: dict[str, Utility] = {
        "quadratics": Quadratics(np.zeros((4, 2, 2)), steep),
        "family": Stationary(Plateau(np.ones(2), 1.0, 2.0, steep[0])),
        "two functions": Compiled(linear, falling, (steep[:, 0],), T=4, n=2),
    }
    game = osphg.Rounds(utilities[kind], np.ones((4, 2)), 4.0, osphg.Box.unit(2))
    player = osphg.OSPHG(mu=0.1, delta=1.0, K=3, oracle=GradientAscent(1e10))
    with pytest.raises(osphg.RoundError, match=r"^round 1: Y must be finite, got inf") as caught:
        osphg.play(player, game, compiled=compiled)
    assert caught.value.run.T == 0
