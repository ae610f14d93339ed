"""The rules of practice in their compiled loops, and what a long run in NumPy says."""

from __future__ import annotations

import math
import subprocess
import sys
import warnings
from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any

import attrs
import numba
import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg import Box, Capped, DualDescent, EvenPacing, Polytope, Resolve, Rounds, Simplex, Throttle
from osphg.checks import FloatArray
from osphg.compiled import remedies
from osphg.compiled.corners import best_corner_of_polytope
from osphg.compiled.jit import can_compile
from osphg.compiled.loops import fuse
from osphg.compiled.rules import coordinate_ascent, pair_ascent, quadratic_ascent
from osphg.domains import Domain
from osphg.families import ConcaveOverModular, ProbabilisticCoverage
from osphg.players.base import Player
from osphg.utilities import Quadratics

ROOT = Path(osphg.__file__).resolve().parent.parent
FIELDS = ("decisions", "utility", "violation", "multiplier")


def assert_same(run: Any, other: Any, tolerance: float = 1e-12) -> None:
    """Equal to `tolerance`, relative to the largest number of each field where that is above 1."""
    for field in FIELDS:
        expected = np.asarray(getattr(other, field))
        scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
        np.testing.assert_allclose(
            getattr(run, field), expected, rtol=0, atol=tolerance * scale, err_msg=field
        )


def is_fused(player: Any, rounds: Rounds) -> bool:
    return fuse(player, rounds.domain, rounds.utility) is not None


# Games and rules, drawn.


def drawn_domain(rng: np.random.Generator, n: int, kind: str) -> Domain:
    """A domain of a kind, whose bounds and faces are drawn."""
    if kind == "simplex":
        return Simplex(n, rng.uniform(0.3, 2.0))
    box = Box(rng.uniform(0.3, 2.0, n))
    if kind == "box":
        return box
    A = rng.uniform(0, 1, (int(rng.integers(1, 4)), n)) * (rng.uniform(size=n) < 0.8)
    return Polytope(A, A @ box.upper * rng.uniform(0.3, 0.9, len(A)) + 0.01, box)


KINDS = st.sampled_from(["box", "simplex", "polytope"])


@st.composite
def quadratic_games(draw: st.DrawFn, kinds: st.SearchStrategy[str] = KINDS) -> Rounds:
    """Quadratics whose slopes fall along every coordinate: no tie is decided by rounding."""
    kind = draw(kinds)
    # With one item and money for all of it, lambda_1 is the slope at the top: the first corner of
    # Frank-Wolfe's next step is then decided by rounding.
    n = draw(st.integers(1 if kind == "box" else 2, 5))
    T = draw(st.integers(1, 40))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    domain = drawn_domain(rng, n, kind)
    H = -rng.uniform(0, 1, (T, n, n)) * (rng.uniform(size=(T, n, n)) < 0.7)
    H = (H + H.transpose(0, 2, 1)) / 2 - np.diag(rng.uniform(0.2, 1, n))
    utility = Quadratics(H, -H @ domain.upper + rng.exponential(0.1, (T, n)))
    prices = rng.uniform(0, draw(st.sampled_from([0.5, 4.0])), (T, n))
    return Rounds(utility, prices, T * draw(st.floats(0.05, 2.0)), domain)


@st.composite
def rules(draw: st.DrawFn) -> Player:
    few = st.integers(1, 9)
    lambda1 = draw(st.one_of(st.none(), st.floats(0.05, 2.0)))
    eta, multiplicative = draw(st.floats(0.01, 1.0)), draw(st.booleans())
    # `Throttle.tuned` has a gain of 1. With a much larger one the shares swing, and each swing
    # multiplies what rounding has changed: compiled and NumPy rounds then part.
    gain, integral = draw(st.floats(0, 1.0)), draw(st.floats(0, 0.125))
    made: Player = draw(
        st.sampled_from(
            [
                EvenPacing(draw(few)),
                Throttle(gain, integral, draw(few)),
                Resolve(draw(few), draw(few), draw(few)),
                DualDescent(eta, draw(few), multiplicative, lambda1, K=draw(few)),
                DualDescent(eta, 1, multiplicative, lambda1, K=draw(few)),
            ]
        )
    )
    return Capped(made, scaled=True) if draw(st.integers(0, 3)) == 0 else made


@given(quadratic_games(), rules())
@settings(max_examples=150, deadline=None)
def test_compiled_and_numpy_rules_agree_on_any_quadratic_game(
    rounds: Rounds, player: Player
) -> None:
    """To 1e-12: on a box a best response is in closed form, elsewhere so many steps of the same."""
    assert is_fused(player, rounds) or not can_compile()
    run = osphg.play(player, rounds)
    assert rounds.domain.contains(run.decisions).all()
    assert_same(run, osphg.play(player, rounds, compiled=False))


@given(quadratic_games(), rules(), st.integers(1, 7), st.integers(1, 9))
@settings(max_examples=60, deadline=None)
def test_a_run_in_pieces_and_in_blocks_is_the_same(
    rounds: Rounds, player: Player, count: int, length: int
) -> None:
    """What a rule keeps goes from call to call, from block to block, and to NumPy and back."""
    whole = osphg.play(player, rounds)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("osphg.playing._rounds_per_call", lambda fused, n: count)
        pieces = osphg.play(player, rounds)
        f = rounds.utility
        assert isinstance(f, Quadratics)

        def draw(start: int, stop: int) -> tuple[Quadratics, FloatArray]:
            assert isinstance(f, Quadratics)
            rows = slice(start, stop)
            return Quadratics(f.H[rows], f.h[rows]), rounds.prices[rows]

        streamed = osphg.StreamedRounds(draw, length, rounds.T, rounds.budget, rounds.domain)
        blocks = osphg.play(player, streamed)
    if isinstance(player, Capped):  # its sums of money begin anew with each piece
        assert_same(pieces, whole, 1e-13)
    else:
        for field in FIELDS:
            np.testing.assert_array_equal(getattr(pieces, field), getattr(whole, field))
    assert_same(blocks, whole)


# The best response on a box.


def reach_rounds(n: int, T: int = 60, seed: int = 3) -> Rounds:
    """Concave functions of sums: slopes that bend, so that roots are searched for."""
    rng = np.random.default_rng(seed)
    utility = ConcaveOverModular(
        rng.exponential(1, (T, n)), rng.uniform(0, 2, (n, n)) * np.eye(n) + 0.02
    )
    prices = rng.uniform(0.2, 2, (T, n))
    return Rounds(utility, prices, 0.2 * T * n, Box(rng.uniform(0.5, 3, n)))


def net_slopes(rounds: Rounds, run: osphg.Run) -> tuple[FloatArray, FloatArray]:
    """The slopes of f_t - lambda_{t+1} <p_t, .> at x_{t+1}, (T - 1, n), and their sizes."""
    gradients = np.array(
        [rounds.utility.gradient(t, run.decisions[t + 1]) for t in range(rounds.T - 1)]
    )
    charges = run.multiplier[1:, None] * rounds.prices[:-1]
    return gradients - charges, np.abs(gradients) + charges


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "NumPy"])
@pytest.mark.parametrize("n", [1, 3, 10])
def test_no_coordinate_of_a_best_response_gains_by_a_change(n: int, compiled: bool) -> None:
    """The slope is 0 inside, to 16 roundings of it; at the ends it leads outwards."""
    rounds = reach_rounds(n)
    run = osphg.play(DualDescent.tuned(rounds), rounds, compiled=compiled)
    slopes, sizes = net_slopes(rounds, run)
    x, upper = run.decisions[1:], rounds.domain.upper
    inside = (x > 0) & (x < upper)
    assert inside.mean() > 0.1
    assert (x == 0).any()
    rounding = 16 * np.finfo(float).eps * sizes
    assert (np.abs(slopes) <= rounding)[inside].all()
    assert (slopes <= rounding)[x == 0].all()
    assert (slopes >= -rounding)[x == upper].all()


@pytest.mark.parametrize("n", [1, 3, 10])
def test_where_roots_are_searched_for_both_ways_agree(n: int) -> None:
    """To what a rounding of a slope moves its root, 1e-12 here."""
    rounds = reach_rounds(n)
    for player in (DualDescent.tuned(rounds), DualDescent.tuned(rounds, 7, multiplicative=True)):
        assert is_fused(player, rounds)
        assert_same(osphg.play(player, rounds), osphg.play(player, rounds, compiled=False))


def test_rules_on_a_family_whose_slopes_do_not_fall() -> None:
    """Along a coordinate the slopes of coverage are constant: a best response is at the ends."""
    rng = np.random.default_rng(0)
    utility = ProbabilisticCoverage(rng.uniform(0, 2, (50, 6)), rng.uniform(0, 1, (3, 6)))
    polytope = Polytope(np.ones((1, 3)), [1.5], Box.unit(3))
    for domain, rule in (
        (Box.unit(3), DualDescent),
        (Simplex(3), Resolve),
        (polytope, DualDescent),
    ):
        rounds = Rounds(utility, rng.uniform(0, 3, (50, 3)), 40.0, domain)
        player = rule.tuned(rounds)
        assert is_fused(player, rounds)
        run = osphg.play(player, rounds)
        assert_same(run, osphg.play(player, rounds, compiled=False))
        if isinstance(domain, Box):
            assert set(run.decisions.ravel().tolist()) == {0.0, 1.0}


@given(quadratic_games(st.just("box")), st.floats(0, 2))
@settings(max_examples=60, deadline=None)
def test_the_closed_form_is_the_ascent_on_coordinates(rounds: Rounds, price: float) -> None:
    f = rounds.utility
    assert isinstance(f, Quadratics)

    def gradients(t: int, X: FloatArray, G: FloatArray, data: Any) -> None:
        G[:, 0] = f.gradient(t, X[:, 0])

    def unchanged(function: Callable[..., Any]) -> Callable[..., Any]:
        return function

    charge, upper = price * rounds.prices[0], rounds.domain.upper
    X, G = np.empty((2, rounds.n, 1))
    by_search, by_formula = 0.5 * upper, 0.5 * upper
    coordinate_ascent(gradients, unchanged)(0, None, charge, upper, by_search, X, G)
    quadratic_ascent(0, (f.H, f.h), charge, upper, by_formula, X, G)
    np.testing.assert_allclose(by_formula, by_search, rtol=0, atol=1e-12)
    slope = f.gradient(0, by_formula) - charge
    assert (slope[by_formula == 0] <= 1e-12).all()
    assert (slope[by_formula == upper] >= -1e-12).all()


@given(
    st.lists(st.integers(-8, 0), min_size=3, max_size=3),
    st.lists(st.integers(-4, 8), min_size=2, max_size=2),
    st.lists(st.integers(0, 4), min_size=2, max_size=2),
)
@settings(max_examples=300, deadline=None)
def test_two_coordinates_climb_as_several_do(
    falls: list[int], slopes: list[int], begin: list[int]
) -> None:
    """Concave or not, with slopes that do not fall, and also where 20 sweeps are not enough."""
    (a, b, c), upper = falls, np.array([1.0, 1.25])
    H, h = np.array([[[a, b], [b, c]]]) / 4, np.array([slopes]) / 4
    X, G = np.empty((2, 2, 1))
    x, y = np.minimum(np.array([begin, begin]) / 3, upper)
    quadratic_ascent(0, (H, h), np.zeros(2), upper, x, X, G)
    pair_ascent(0, (H, h), np.zeros(2), upper, y, X, G)
    np.testing.assert_allclose(y, x, rtol=0, atol=1e-14)


def test_where_nothing_is_gained_the_cheaper_end_is_played() -> None:
    """Slopes that are what a unit costs, everywhere: 0 is as good as any other bid, and cheaper."""
    H, h = np.zeros((1, 2, 2)), np.array([[0.5, 0.25]])
    X, G = np.empty((2, 2, 1))
    upper = np.ones(2)

    def gradients(t: int, X: FloatArray, G: FloatArray, data: Any) -> None:
        G[:, 0] = h[0]

    for begin in (0.0, 0.5, 1.0):
        x, y = np.full((2, 2), begin)
        quadratic_ascent(0, (H, h), h[0].copy(), upper, x, X, G)
        coordinate_ascent(gradients, lambda function: function)(0, 0, h[0], upper, y, X, G)
        assert x.tolist() == y.tolist() == [0, 0]


def test_among_best_bids_the_same_is_played_wherever_the_search_begins() -> None:
    """The slope is what a unit costs, 0, from 0.3 on: bids from there to 1 are worth the same."""

    def gradients(t: int, X: FloatArray, G: FloatArray, data: Any) -> None:
        np.maximum(0.3 - X, 0.0, out=G)

    climb = coordinate_ascent(gradients, lambda function: function)
    X, G = np.empty((2, 1, 1))
    for begin in (0.0, 0.1, 0.3, 0.5, 1.0):
        x = np.array([begin])
        climb(0, None, np.zeros(1), np.ones(1), x, X, G)
        assert x.tolist() == [1.0]


def reach_of_channels(coupling: float, n: int, counts: list[int]) -> Callable[..., None]:
    """Gradients of sum_j phi(<a_j, x>), phi(z) = 1 - exp(-z), with a of 1 and `coupling` elsewhere.

    Each call of the function is counted in `counts`.
    """
    a = np.full((n, n), coupling) + (1 - coupling) * np.eye(n)

    def gradients(t: int, X: FloatArray, G: FloatArray, data: Any) -> None:
        counts[0] += 1
        G[:, 0] = np.exp(-a @ X[:, 0]) @ a

    return gradients


@given(
    st.lists(st.floats(0.1, 0.95), min_size=1, max_size=5), st.floats(0, 0.03), st.integers(0, 4)
)
@settings(max_examples=60, deadline=None)
def test_weakly_coupled_coordinates_take_few_gradients(
    charges: list[float], coupling: float, quarters: int
) -> None:
    """Four for each coordinate, and some steps for all; where they end, nothing is gained."""
    n = len(charges)
    charge, x, upper = np.array(charges), np.full(n, quarters / 4), np.ones(n)
    counts = [0]
    gradients = reach_of_channels(coupling, n, counts)
    X, G = np.empty((2, n, 1))
    coordinate_ascent(gradients, lambda function: function)(0, None, charge, upper, x, X, G)
    assert counts[0] <= 12 + 4 * n
    gradients(0, x[:, None], G, None)
    slopes = G[:, 0] - charge
    assert (np.abs(slopes)[(x > 0) & (x < 1)] <= 1e-14).all()
    assert (slopes[x == 0] <= 1e-14).all()
    assert (slopes[x == 1] >= -1e-14).all()


def test_strongly_coupled_coordinates_are_searched_one_by_one() -> None:
    """Twenty sweeps over them then leave both some 1e-4 from where nothing is gained."""
    counts = [0]
    gradients = reach_of_channels(0.5, 2, counts)
    charge, x, upper = np.full(2, 0.6), np.full(2, 0.1), np.full(2, 2.0)
    X, G = np.empty((2, 2, 1))
    coordinate_ascent(gradients, lambda function: function)(0, None, charge, upper, x, X, G)
    assert counts[0] > 60
    expected = math.log(1.5 / 0.6) / 1.5  # of both: 1.5 exp(-1.5 x) = 0.6
    np.testing.assert_allclose(x, expected, rtol=0, atol=2e-4)


# Corners.


@given(st.integers(0, 2**32), st.integers(3, 8), st.integers(1, 6), st.booleans())
@settings(max_examples=80, deadline=None)
def test_the_best_corner_of_a_polytope_is_that_of_a_linear_programme(
    seed: int, n: int, m: int, signed: bool
) -> None:
    rng = np.random.default_rng(seed)
    A = rng.uniform(-0.4 if signed else 0.0, 1, (m, n)) * (rng.uniform(size=(m, n)) < 0.8)
    X = Polytope(A, rng.uniform(0.05, 0.5, m) * n, Box(rng.uniform(0.5, 2, n)))
    corners = X.fused_maximizer()
    assert corners is not None
    assert corners.project is best_corner_of_polytope
    memory = np.zeros(corners.memory)  # never cleared, as in a loop
    for _ in range(3):
        c = rng.normal(size=n)
        y = c.copy()
        assert best_corner_of_polytope(y, memory, *corners.data)
        assert X.contains(y, 1e-14)
        expected = scipy.optimize.linprog(
            -c, X.A, X.b, bounds=np.column_stack([X.box.lower, X.box.upper])
        )
        assert c @ y == pytest.approx(-expected.fun, abs=1e-9)
        np.testing.assert_allclose(y, X.maximize_linear(c), rtol=0, atol=1e-12)


def test_a_degenerate_corner() -> None:
    """Three rows meet at a corner of a plane that bounds cross, too, and one coordinate is 0."""
    A = np.array([[1.0, 1, 0, 0], [1, 0, 1, 0], [1, 1, 1, 1]])
    X = Polytope(A, np.array([1.0, 1.0, 1.0]), Box([1.0, 1.0, 1.0, 0.0]))
    corners = X.fused_maximizer()
    assert corners is not None
    for c in ([2.0, 1, 1, 5], [1, 1, 1, 1], [-1, -1, -1, -1], [0, 0, 0, 0], [1, 2, 2, 0]):
        y = np.array(c, dtype=float)
        assert best_corner_of_polytope(y, np.zeros(corners.memory), *corners.data)
        assert X.contains(y, 1e-14)
        assert y @ c == pytest.approx(float(X.maximize_linear(c) @ c), abs=1e-12)


# What is not played compiled.


def mine(part: Any) -> Any:
    """The same object, of a subclass: it may override anything."""
    copied = copy(part)
    object.__setattr__(copied, "__class__", type("Mine", (type(part),), {}))
    return copied


GAME = osphg.rounds.paper_quadratics(T=30, n=3, budget_per_round=1.0)
RULES = [
    EvenPacing(2), Throttle.tuned(GAME), Resolve.tuned(GAME), DualDescent.tuned(GAME)
]  # fmt: skip


@pytest.mark.parametrize("player", RULES, ids=lambda player: type(player).__name__)
def test_a_subclass_is_played_in_numpy_and_the_same(player: Player) -> None:
    run = osphg.play(player, GAME)
    domain = attrs.evolve(GAME, domain=mine(GAME.domain))
    utility = attrs.evolve(GAME, utility=mine(GAME.utility))
    for other, game in ((mine(player), GAME), (player, domain), (player, utility)):
        assert not is_fused(other, game)
        assert_same(osphg.play(other, game), run)


def test_polytopes_without_a_compiled_projection_are_played_in_numpy() -> None:
    many = Polytope(np.random.default_rng(0).uniform(0, 1, (40, 3)), np.full(40, 0.4), Box.unit(3))
    assert many.fused_maximizer() is None
    game = Rounds(GAME.utility, GAME.prices, GAME.budget, many)
    run = osphg.play(Resolve.tuned(game), game)
    assert many.contains(run.decisions).all()


def test_an_error_in_a_later_round_is_named_after_compiled_rounds() -> None:
    """NumPy takes over with what the rule has seen, and plays up to the round that fails."""

    @numba.njit
    def value(t: int, x: FloatArray, w: FloatArray) -> float:
        return float(np.log1p(x[0]) * w[t])

    @numba.njit
    def gradient(t: int, x: FloatArray, out: FloatArray, w: FloatArray) -> None:
        out[0] = w[t] / (1 + x[0]) if w[t] < 9 else np.inf

    w = np.random.default_rng(0).uniform(0.5, 1.5, 40)
    good = osphg.utilities.Compiled(value, gradient, (w,), T=40, n=1)
    w = w.copy()
    w[30] = 10.0
    bad = osphg.utilities.Compiled(value, gradient, (w,), T=40, n=1)
    game = Rounds(good, np.ones((40, 1)), 12.0, Box.unit(1))
    for player in (DualDescent.tuned(game, 4), Resolve(3, 7, 5)):
        expected = osphg.play(player, game)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("osphg.playing._rounds_per_call", lambda fused, n: 8)
            with pytest.raises(osphg.RoundError, match=r"^round 31: utility.gradient") as error:
                osphg.play(player, attrs.evolve(game, utility=bad))
        run = error.value.run
        assert run.T >= 30
        np.testing.assert_allclose(run.decisions, expected.decisions[: run.T], rtol=0, atol=1e-12)


# What a long run in NumPy says.


class MyBox(Box):
    pass


class MyFunctions:
    """One function in every round, f = x_1 + ... + x_n, of a class without anything else."""

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray(X).sum(-1)

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.ones_like(X)


class MyPlayer:
    """Bids nothing."""

    def init(self, game: Any) -> Any:
        return np.zeros(game.n)

    def decide(self, state: Any) -> Any:
        return state

    def update(self, state: Any, feedback: Any) -> Any:
        return state

    def multiplier(self, state: Any) -> float:
        return 0.0


LONG = Rounds(
    Quadratics(np.zeros((remedies.LONG_RUN, 1, 1)), np.ones((remedies.LONG_RUN, 1))),
    np.ones((remedies.LONG_RUN, 1)), 1000.0, Box.unit(1),
)  # fmt: skip
ON_MY_BOX = attrs.evolve(LONG, domain=MyBox(np.ones(1)))


@pytest.fixture
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has said nothing yet."""
    monkeypatch.setattr(remedies, "_said", set())


@pytest.mark.usefixtures("nothing_said")
@pytest.mark.parametrize(
    ("player", "rounds", "message"),
    [
        (EvenPacing(), ON_MY_BOX, r"MyBox has no fused_maximizer\(\) of its own"),
        (
            osphg.MetaFrankWolfe.tuned(ON_MY_BOX, K=1),
            ON_MY_BOX,
            r"MyBox has no fused_projection\(\) of its own, and help\(osphg.domains\)",
        ),
        (MyPlayer(), LONG, r"MyPlayer has no fused_steps\(\) of its own, and help\(osphg.compiled"),
        (Capped(MyPlayer()), LONG, r"MyPlayer has no fused_steps\(\)"),
        (EvenPacing(), attrs.evolve(LONG, utility=MyFunctions()), "MyFunctions .*utilities.Compil"),
    ],
)
def test_a_long_run_with_a_part_of_ones_own_says_once_why_it_is_slow(
    player: Player, rounds: Rounds, message: str
) -> None:
    start = "^osphg plays in NumPy, some hundred times slower: "
    with pytest.warns(RuntimeWarning, match=start + message) as caught:
        osphg.play(player, rounds)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert "\n" not in str(caught[0].message)
    osphg.play(player, rounds)  # a second warning would be an error


@pytest.mark.usefixtures("nothing_said")
@pytest.mark.parametrize(
    ("player", "rounds", "options"),
    [
        (EvenPacing(), Rounds(MyFunctions(), np.ones((999, 1)), 9.0, MyBox(np.ones(1))), {}),
        (EvenPacing(), ON_MY_BOX, {"compiled": False}),
        (osphg.players.CaoLiuBandit(0.1, 1.0, xi=0.1, seed=3), ON_MY_BOX, {}),
        (EvenPacing(), LONG, {}),
    ],
    ids=["a short run", "asked for NumPy", "a player of the package without a loop", "compiled"],
)
def test_nothing_is_said_where_nobody_waits_or_nothing_helps(
    player: Player, rounds: Rounds, options: Any
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        osphg.play(player, rounds, **options)


@pytest.mark.usefixtures("nothing_said")
def test_two_parts_are_said_each_once() -> None:
    rounds = attrs.evolve(ON_MY_BOX, utility=MyFunctions())
    with pytest.warns(RuntimeWarning) as caught:
        osphg.play(EvenPacing(), rounds)
    assert [str(warning.message).split(": ")[1].split()[0] for warning in caught] == [
        "MyBox", "MyFunctions",
    ]  # fmt: skip


WITHOUT_NUMBA = """
import sys, warnings
sys.modules["numba"] = None
import osphg
rounds = osphg.rounds.paper_quadratics(T=10_000, n=1)
with warnings.catch_warnings(record=True) as caught:
    for _ in range(2):
        osphg.play(osphg.EvenPacing(), rounds)
print([str(warning.message) for warning in caught])
"""


@pytest.mark.slow
def test_without_numba_a_long_run_says_what_to_install() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMBA], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.count("pip install numba") == ran.stdout.count("osphg plays in NumPy") == 1
