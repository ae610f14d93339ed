"""What the library refuses, in one line, and what a careless object cannot spoil."""

from __future__ import annotations

import inspect
import math
import pickle
from collections.abc import Callable
from typing import Any

import attrs
import declare
import numpy as np
import pytest

import osphg
from osphg import checks
from osphg.checks import FloatArray
from osphg.hindsight.curves import benchmark_curve
from osphg.metrics import running_average
from osphg.players.k_oracles import GaussianNoise
from osphg.players.oracles import GradientAscent
from osphg.rounds import Game
from osphg.tournament.contests import concave_noisy
from tests.domains import DOMAINS

ROUNDS = osphg.rounds.paper_quadratics(T=40, seed=3)
BOX = osphg.Box.unit(2)
PLAYERS = [getattr(osphg.players, name) for name in declare.players()]


def tuned(kind: Any, rounds: Any) -> Any:
    """Tune a player of any kind."""
    asked = inspect.signature(kind.tuned).parameters
    needs = {"W": 4, "seed": 0, "heuristic": True, "estimate": GaussianNoise(0.1)}
    return kind.tuned(rounds, **{name: needs[name] for name in needs if name in asked})


@pytest.mark.parametrize("bad", [-0.5, math.nan, math.inf, "0.1", True, None])
@pytest.mark.parametrize("kind", PLAYERS)
def test_a_parameter_that_is_no_such_number_is_named(kind: Any, bad: Any) -> None:
    """Each real parameter of each player."""
    made = tuned(kind, concave_noisy(64, 0))
    for field in attrs.fields(kind):
        if type(getattr(made, field.name)) is float:
            with pytest.raises((TypeError, ValueError), match=f"^{field.name} must be") as caught:
                attrs.evolve(made, **{field.name: bad})
            assert "\n" not in str(caught.value)


# Numbers that are none.

NO_NUMBERS = [
    (np.ma.array([[1.0, 2.0]], mask=[[False, True]]), "masked entries have no value"),
    (
        np.array([["2020-01-01", "2020-01-02"]], dtype="M8[D]"),
        r"datetime64\[D\] holds no real numbers",
    ),
    (np.array([[1, 2]], dtype="m8[s]"), r"timedelta64\[s\] holds no real numbers"),
    ([["1", "2"]], r"str\d+ holds no real numbers"),
    ([[1.0, 2j]], "complex128 holds no real numbers"),
    (np.ones((1, 2), dtype=bool), "bool holds no real numbers"),
    ([[1.0, None]], "NoneType is no real number"),
]


@pytest.mark.parametrize(("value", "why"), NO_NUMBERS)
@pytest.mark.parametrize(
    "door",
    [
        lambda value: osphg.Rounds(ROUNDS.utility, value, 1.0, BOX),
        lambda value: osphg.utilities.Quadratics(-np.ones((1, 2, 2)), value),
        osphg.Box,
        BOX.project,
        running_average,
        osphg.utilities.Quadratic(-np.eye(2), np.ones(2)).value,
    ],
)
def test_what_is_no_number_is_refused(door: Callable[[Any], Any], value: Any, why: str) -> None:
    with pytest.raises(TypeError, match=rf"^\w+ must be an array of real numbers, got \w+: {why}$"):
        door(value)


@pytest.mark.parametrize("value", [math.nan, math.inf])
@pytest.mark.parametrize("kind", DOMAINS)
def test_no_domain_projects_what_is_not_finite(kind: str, value: float) -> None:
    domain = DOMAINS[kind].example()
    point = np.zeros((2, domain.n))
    point[1, 1] = value
    with pytest.raises(ValueError, match=rf"^Y must be finite, got {value} at Y\[1, 1\]"):
        domain.project(point)
    with pytest.raises(ValueError, match=rf"^C must be finite, got {value} at C\[1, 1\]"):
        domain.maximize_linear(point)
    assert domain.contains(point).tolist() == [True, False]


def test_a_size_that_fills_the_memory_is_refused_before_it_does() -> None:
    for door in (  # what is made of a number n; what is made of arrays is no larger than they are
        lambda: osphg.Box.unit(10**12),
        lambda: osphg.Simplex(10**400),
        lambda: osphg.matroids.PartitionMatroid.uniform(10**12, 1),
        lambda: osphg.rounds.paper_quadratics(T=10**12),
        lambda: osphg.OSPHG(0.1, 1.0, 10**12),
    ):
        with pytest.raises(ValueError, match=r"^[nTK] must be at most \d+"):
            door()


@pytest.mark.parametrize("each", [1, 3, 100, 2**29, 2**30, 2**30 + 1])
def test_the_largest_size_is_the_last_whose_arrays_have_two_to_the_thirty_numbers(
    each: int,
) -> None:
    """Both sides of the limit; of what is larger alone than all memory there may be none."""
    most = 2**30 // each
    assert most * each <= 2**30 < (most + 1) * each
    if most:
        assert checks.array_size("T", most, each) == most
        assert checks.array_size("T", 1, each) == 1
    with pytest.raises(ValueError, match=rf"^T must be at most {most} for .*, got {most + 1}$"):
        checks.array_size("T", most + 1, each)


def test_a_games_size_counts_all_numbers_of_its_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    """T Hessians of n x n numbers, and n decisions a round: refused one round beyond the limit."""
    monkeypatch.setattr(checks, "MAX_ARRAY_SIZE", 3600)
    doors: tuple[tuple[Callable[[int], Any], int], ...] = (
        (lambda T: osphg.rounds.paper_quadratics(T=T, n=3), 9),
        (lambda T: concave_noisy(T, 0, n=4), 16),
        (lambda T: osphg.tournament.contests.shelf(T, 5, 0), 25),
        (lambda T: osphg.tournament.contests.season(T, 0), 4),
        (lambda T: osphg.tournament.contests.pumped_prices(T, 1, 0), 4),
        (lambda T: osphg.games.refuting.decoy(T).rounds, 3),
        (lambda T: osphg.matroids.coverage_game(T, 0, n=8, items=16), 16),
        (lambda T: osphg.matroids.biased_coins(T, 0, n=6), 6),
    )
    for make, each in doors:
        most = 3600 // each
        assert make(most).T == most
        with pytest.raises(ValueError, match=rf"^T must be at most {most} for its arrays"):
            make(most + 1)


# Players.


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize("value", [None, ROUNDS.prices, osphg.Rounds])
def test_no_player_is_tuned_to_what_is_no_game(kind: Any, value: Any) -> None:
    with pytest.raises(TypeError, match=r"^rounds must be Rounds or StreamedRounds, got"):
        tuned(kind, value)
    with pytest.raises(TypeError, match=r"^game must be Rounds or StreamedRounds, got"):
        osphg.OSPHG.tuned(ROUNDS, W=2).init(value)


class Signal:
    """A utility that says something odd of itself."""

    def __init__(self, **said: Any) -> None:
        for name, value in said.items():
            setattr(self, name, lambda domain, value=value: value)

    def value(self, t: int, X: FloatArray) -> FloatArray:
        return np.asarray(X.sum(-1))

    def gradient(self, t: int, X: FloatArray) -> FloatArray:
        return np.ones_like(X)


@pytest.mark.parametrize(
    ("said", "kind", "got"),
    [
        (math.nan, ValueError, "must be finite, got nan"),
        (None, TypeError, "must be a real number, got None"),
        (np.ones(2), TypeError, "must be a real number"),
    ],
)
def test_a_constant_that_a_utility_tells_is_a_number(said: Any, kind: Any, got: str) -> None:
    for name, constant in (("lipschitz", "beta_f"), ("range", "F"), ("smoothness", "L")):
        rounds = osphg.Rounds(Signal(**{name: said}), np.ones((3, 2)), 1.0, BOX)
        with pytest.raises(kind, match=rf"^utility.{name}\(domain\) {got}"):
            getattr(rounds, constant)
    with pytest.raises(kind, match=rf"^utility.lipschitz\(domain\) {got}"):
        osphg.OSPHG.tuned(osphg.Rounds(Signal(lipschitz=said), np.ones((8, 2)), 1.0, BOX), W=4)


class Odd:
    """A player that behaves until some round, and then says something odd."""

    def __init__(self, method: str, says: Any) -> None:
        self.method, self.says = method, says

    def init(self, game: Game) -> int:
        return 0

    def decide(self, state: int) -> Any:
        return self.says if (self.method, state) == ("decide", 2) else np.zeros(2)

    def multiplier(self, state: int) -> Any:
        return self.says if (self.method, state) == ("multiplier", 2) else 0.0

    def update(self, state: int, feedback: Any) -> int:
        return state + 1


@pytest.mark.parametrize("says", [None, math.nan, "1", [1.5, 0.0], np.ones(3), np.ma.masked])
@pytest.mark.parametrize("method", ["decide", "multiplier"])
def test_what_a_player_says_is_checked_in_its_round(method: str, says: Any) -> None:
    with pytest.raises(osphg.RoundError, match=f"^round 3: ({method}|the decision) must") as caught:
        osphg.play(Odd(method, says), ROUNDS)
    assert caught.value.run.T == 2
    assert "\n" not in str(caught.value)


class Careless(Signal):
    """A utility that computes in its argument."""

    def value(self, t: int, X: FloatArray) -> FloatArray:
        X -= 2.0
        X *= X
        return np.asarray(8.0 - X.sum(-1))

    def gradient(self, t: int, X: FloatArray) -> FloatArray:
        X -= 2.0
        X *= -2.0
        return X


class Careful(Signal):
    """The same function."""

    def value(self, t: int, X: FloatArray) -> FloatArray:
        return np.asarray(8.0 - ((X - 2.0) * (X - 2.0)).sum(-1))

    def gradient(self, t: int, X: FloatArray) -> FloatArray:
        return -2.0 * (X - 2.0)


def test_a_utility_that_writes_into_its_argument_falsifies_nothing() -> None:
    prices = np.full((12, 2), 2.0)
    careless, careful = (osphg.Rounds(f, prices, 12.0, BOX) for f in (Careless(), Careful()))
    for player in (osphg.OSPHG(0.1, 1.0, 3), osphg.players.CaoLiuBandit(0.1, 1.0, 0.1, 0)):
        runs = [osphg.play(player, rounds) for rounds in (careless, careful)]
        for field in ("decisions", "utility", "violation", "multiplier"):
            np.testing.assert_array_equal(*(getattr(run, field) for run in runs))
    assert careless.constants == careful.constants
    best = [osphg.best_fixed_decision(rounds, 3) for rounds in (careless, careful)]
    assert best[0].value == best[1].value
    assert best[0].upper_bound == best[1].upper_bound
    np.testing.assert_array_equal(best[0].x, best[1].x)
    assert str(careless.check(5)) == str(careful.check(5))


# Games in which there is nothing to earn or to pay.


@pytest.fixture(scope="module")
def nothing() -> osphg.Rounds:
    utility = osphg.utilities.Quadratics(np.zeros((9, 2, 2)), np.zeros((9, 2)))
    return osphg.Rounds(utility, np.zeros((9, 2)), 3.0, BOX)


@pytest.mark.parametrize("compiled", [False, True])
def test_nothing_is_played_and_judged(compiled: bool, nothing: osphg.Rounds) -> None:
    given = osphg.OSPHG.tuned(nothing, W=3, K=2, mu=0.1, delta=1.0)
    run = osphg.play(given, nothing, compiled=compiled)
    assert run.complete
    best = osphg.best_fixed_decision(nothing, W=3)
    assert (best.value, best.gap, best.relative_gap) == (0.0, 0.0, 0.0)
    assert osphg.regret(run, best) == 0.0
    assert osphg.total_violation(run) == pytest.approx(-3.0)
    assert benchmark_curve(nothing, [1, 9], 3).value.tolist() == [0.0, 0.0]
    assert nothing.constants[1:5] == (0.0, 0.0, 0.0, 0.0)
    assert nothing.G == pytest.approx(1 / 3)


# A run and a benchmark of one game.


class Own:
    """Linear utilities of a user's."""

    def __init__(self, h: Any) -> None:
        self.h = h

    def value(self, t: int, X: Any) -> Any:
        return np.asarray(X) @ self.h[t]

    def gradient(self, t: int, X: Any) -> Any:
        return self.h[t] + np.zeros_like(X)


def test_a_utility_for_one_point_is_refused_where_a_batch_is_as_large() -> None:
    class Single(Own):
        def value(self, t: int, X: Any) -> Any:
            return self.h[t] @ X  # of a batch of n points it makes n numbers, others than asked for

    wanted = r"^utility\.value must return shape \(4,\) for points of shape \(4, 2\), got Value"
    with pytest.raises(ValueError, match=wanted):
        osphg.Rounds(Single(np.array([[1.0, 2.0]])), np.ones((1, 2)), 1.0, BOX)

    class Summed(Own):
        def value(self, t: int, X: Any) -> Any:
            X = np.asarray(X)
            return X.sum(-1) if X.ndim == 1 else X.sum(-1)[::-1]

    with pytest.raises(ValueError, match=r"^utility\.value must be the same for a point alone as"):
        osphg.Rounds(Summed(np.array([[1.0, 2.0]])), np.ones((1, 2)), 1.0, BOX)


def test_a_draw_that_differs_when_repeated_is_refused() -> None:
    rng = np.random.default_rng(0)

    def restless(start: int, stop: int) -> Any:
        return Own(np.ones((stop - start, 2))), rng.uniform(1, 2, (stop - start, 2))

    with pytest.raises(ValueError, match=r"^draw must return the same rounds on every call, got o"):
        osphg.StreamedRounds(restless, 10, 30, 5.0, BOX)

    def learning(start: int, stop: int) -> Any:
        return Own(rng.uniform(1, 2, (stop - start, 2))), np.ones((stop - start, 2))

    with pytest.raises(ValueError, match=r"^draw must return the same rounds on every call, got o"):
        osphg.StreamedRounds(learning, 10, 30, 5.0, BOX)


def test_a_run_is_judged_on_its_own_game_however_that_is_held() -> None:
    run = osphg.play(osphg.OSPHG.tuned(ROUNDS, W=4), ROUNDS)
    best = osphg.best_fixed_decision(ROUNDS, 4)
    found = osphg.regret(run, best)
    assert osphg.regret(run, pickle.loads(pickle.dumps(best))) == found
    for game in (
        osphg.rounds.paper_quadratics(T=40, seed=3),
        osphg.rounds.streamed_paper_quadratics(T=40, seed=3),
        osphg.Rounds(ROUNDS.utility, ROUNDS.prices.tolist(), ROUNDS.budget, ROUNDS.domain),
    ):
        assert osphg.regret(run, osphg.best_fixed_decision(game, 4)) == found


# Objects that are something else.


def test_an_objective_is_no_utility_and_an_oracle_no_player() -> None:
    f = osphg.utilities.Quadratic(-np.eye(2), np.ones(2))
    with pytest.raises(TypeError, match=r"^utility must have methods value\(t, X\)"):
        osphg.Rounds(f, np.ones((3, 2)), 1.0, BOX)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^objective must have methods value\(X\)"):
        osphg.utilities.Stationary(ROUNDS.utility)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^player must have init, decide, update and multiplier"):
        osphg.play(GradientAscent(0.1), ROUNDS)  # type: ignore[arg-type]
