"""Inputs that people have and that gave a wrong number in silence: the right one, or a refusal."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pandas as pd
import pytest
from numpy.typing import ArrayLike

import osphg
from osphg.checks import FloatArray
from osphg.families import ConcaveOverModular, ProbabilisticCoverage
from osphg.hindsight.frank_wolfe_variant import frank_wolfe
from osphg.hindsight.regions import window_polytope
from osphg.hindsight.search import branch_and_bound
from osphg.matroids import PartitionMatroid
from osphg.tournament.contests import CONTESTS
from osphg.utilities import AtRound, Compiled, Quadratic, Quadratics, Stationary, Sum

UNIT = osphg.Box.unit(2)


class Clicks:
    """<w_t, x>, in whatever kind of number w is."""

    def __init__(self, w: Any) -> None:
        self.w = w

    def value(self, t: int, X: FloatArray) -> Any:
        return (np.asarray(X) @ self.w[t]).astype(self.w.dtype)

    def gradient(self, t: int, X: FloatArray) -> Any:
        return np.broadcast_to(self.w[t], np.shape(X))


@pytest.mark.parametrize("kind", ["uint8", "int16", "int32", "float32", "int64"])
def test_numbers_of_any_kind_are_added_up_in_full(kind: str) -> None:
    w = np.full((300, 2), [200, 90]).astype(kind)
    rounds = osphg.Rounds(Clicks(w), np.ones((300, 2)), 300.0, UNIT)
    best = osphg.best_fixed_decision(rounds, 1)
    assert best.x.tolist() == [1.0, 0.0]
    assert best.value == 60_000
    walked = frank_wolfe(rounds.total(), window_polytope(rounds, 1), 10)
    assert walked.tolist() == pytest.approx([1.0, 0.0])


class Saturating(ConcaveOverModular):
    """Another curve, with a parameter of its own."""

    def __init__(self, weights: Any, a: Any, c: float = 1.0) -> None:
        super().__init__(weights, a)
        self.c = c

    def phi(self, z: FloatArray) -> FloatArray:
        return np.log1p(self.c * z)

    def slope(self, z: FloatArray) -> FloatArray:
        return np.asarray(self.c / (1.0 + self.c * z))

    def bend(self, z: FloatArray) -> FloatArray:
        return np.asarray(self.c**2 / (1.0 + self.c * z) ** 2)


def test_the_total_of_a_subclass_is_its_own() -> None:
    f = Saturating(np.ones((5, 2)), np.diag([1.0, 2.0]), c=100.0)
    rounds = osphg.Rounds(f, np.ones((5, 2)), 5.0, UNIT)
    x = np.array([0.3, 0.6])
    expected = sum(float(f.value(t, x)) for t in range(5))
    assert float(rounds.total().value(x)) == pytest.approx(expected)
    best = osphg.best_fixed_decision(rounds, 1)
    assert best.value == pytest.approx(sum(float(f.value(t, best.x)) for t in range(5)))


class Raised(Quadratics):
    """A quadratic and a constant: what the base says of its sum and range is of another one."""

    def value(self, t: int, X: ArrayLike, /) -> FloatArray:
        return super().value(t, X) * 2.0 + 5.0

    def gradient(self, t: int, X: ArrayLike, /) -> FloatArray:
        return 2.0 * super().gradient(t, X)


def test_what_a_base_says_of_another_function_does_not_count() -> None:
    f = Raised(np.zeros((10, 1, 1)), np.full((10, 1), 4.0))
    rounds = osphg.Rounds(f, np.ones((10, 1)), 100.0, osphg.Box.unit(1))
    assert osphg.best_fixed_decision(rounds, 1).value == pytest.approx(130.0)
    assert rounds.F == pytest.approx(8.0)
    assert rounds.beta_f == pytest.approx(8.0)
    with pytest.raises(TypeError, match=r"^utility must have a method smoothness\(domain\)"):
        _ = rounds.L


def test_labels_of_pandas_are_not_ignored() -> None:
    frame = pd.DataFrame({"b": [1.0] * 3, "a": [9.0] * 3})
    f = Quadratics(np.zeros((3, 2, 2)), np.ones((3, 2)))
    with pytest.raises(ValueError, match=r"^prices must have its columns in the order of names"):
        osphg.Rounds(f, frame, 3.0, UNIT, names=("a", "b"))
    rounds = osphg.Rounds(f, frame[["a", "b"]], 3.0, UNIT, names=("a", "b"))  # type: ignore[arg-type]
    assert rounds.prices[0].tolist() == [9.0, 1.0]

    player: Any = osphg.OSPHG(0.1, 1.0, 2)
    budget = pd.Series({"x": 10.0, "y": 20.0})
    pacer = osphg.Pacer(player, domain=UNIT, budget=budget, horizon=5, names=("a", "b"))
    assert pacer.budget == {"x": 10.0, "y": 20.0}
    pacer.decide()
    prices = pd.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]}, index=["x", "y"])
    for wrong in (prices[["b", "a"]], prices.loc[["y", "x"]]):
        with pytest.raises(ValueError, match="in the order of"):
            pacer.observe(price=wrong, gradient=np.ones((2, 2)))
    slopes = pd.DataFrame({"b": [1.0, 2.0], "a": [1.0, 2.0]})
    with pytest.raises(ValueError, match=r"^gradient must have its columns in the order of names"):
        pacer.observe(price=prices, gradient=slopes)
    pacer.observe(price=prices, gradient=np.ones((2, 2)))


def test_a_family_is_refused_where_it_is_not_defined() -> None:
    f = ProbabilisticCoverage([[100.0]] * 4, [[0.8], [0.6]])
    with pytest.raises(ValueError, match=r"^domain must lie between 0 and \[1\.25, 1\.66"):
        osphg.Rounds(f, np.ones((4, 2)), 12.0, osphg.Box(np.array([3.0, 3.0])))
    decoy = osphg.games.refuting.Decoy(0.2, 3.5, 0.15, 0.1)
    with pytest.raises(ValueError, match="must lie between 0 and"):
        osphg.Rounds(Stationary(decoy), np.ones((4, 3)), 12.0, osphg.Box(np.full(3, 2.0)))


@pytest.mark.parametrize("budget", [1e12, 1e18, 1e300])
def test_spend_is_that_of_the_prices_beside_any_budget(budget: float) -> None:
    f = Quadratics(-np.ones((24, 2, 2)), np.full((24, 2), 2.0))
    rounds = osphg.Rounds(f, np.full((24, 2), 0.5), budget, UNIT)
    run = osphg.play(osphg.MetaFrankWolfe.tuned(rounds), rounds)
    expected = (rounds.prices * run.decisions).sum(axis=1)
    assert expected[-1] > 0.5
    np.testing.assert_allclose(run.spend, expected, rtol=1e-15)
    np.testing.assert_array_equal(run.columns()["spend"], run.spend)


def test_a_capped_player_is_told_of_every_round_in_its_turn() -> None:
    player = osphg.Capped(osphg.OSPHG(0.1, 1.0, 2), dearest=1.0)
    pacer = osphg.Pacer(player, domain=osphg.Box.unit(1), budget=3.0, horizon=20)
    pacer.decide()
    with pytest.raises(ValueError, match=r"^player must not be Capped for a round to be skipped"):
        pacer.skip()


@numba.njit
def some_reach(t: int, x: FloatArray, w: FloatArray) -> float:
    total = 0.0
    for i in range(2):
        total += w[t, i] * np.log1p(x[i])
    return total


@numba.njit
def some_slopes(t: int, x: FloatArray, out: FloatArray, w: FloatArray) -> None:
    for i in range(2):
        if w[t, i] > 0:
            out[i] = w[t, i] / (1 + x[i])


@pytest.mark.parametrize("compiled", [True, False])
def test_a_gradient_that_is_not_written_is_an_error_of_its_round(*, compiled: bool) -> None:
    w = np.ones((6, 2))
    w[3, 1] = 0.0
    f = Compiled(some_reach, some_slopes, (w,), T=6, n=2)
    rounds = osphg.Rounds(f, np.ones((6, 2)), 6.0, UNIT)
    with pytest.raises(osphg.RoundError, match=r"^round 4: utility.gradient must be finite"):
        osphg.play(osphg.OSPHG(0.1, 1.0, 3), rounds, compiled=compiled)


def test_a_quadratic_that_is_not_dr_is_refused_within_a_sum_too() -> None:
    rising = Quadratic(np.ones((3, 3)), -0.1 * np.ones(3))
    rounds = osphg.Rounds(Stationary(rising), np.ones((4, 3)), 12.0, osphg.Box.unit(3))
    region, domain = window_polytope(rounds, 1), rounds.domain
    for f in (rising, Sum((rising,)), Sum((Sum((rising, rising), 2.0),))):
        with pytest.raises(ValueError, match="needs a DR-submodular objective"):
            branch_and_bound()(f, region, domain)
    best = osphg.best_fixed_decision(rounds, 1, solver=osphg.hindsight.scip())
    assert best.value == pytest.approx(4 * (4.5 - 0.3))


def test_what_is_kept_cannot_be_written_to() -> None:
    contest = next(c for c in CONTESTS if c.name == "decoys")
    game = contest.game(60, 0)
    with pytest.raises(ValueError, match="read-only"):
        contest.benchmark(game, 1).x[:] = 0.0
    with pytest.raises(ValueError, match="read-only"):
        PartitionMatroid(((0, 1), (2,)), (1, 1)).bases[:] = False


def test_the_range_of_items_in_units_far_apart() -> None:
    H = np.zeros((1, 2, 2))
    H[0, 1, 1] = -2e-12
    f = Quadratics(H, np.array([[1e6, 1e-6]]))
    assert f.range(osphg.Box(np.array([1e-6, 1e6]))) >= 1.25 * (1 - 1e-12)


def test_a_sum_of_what_comes_one_by_one_is_asked_more_than_once() -> None:
    f = Quadratics(np.zeros((3, 1, 1)), np.ones((3, 1)))
    total = Sum(AtRound(f, t) for t in range(3))  # type: ignore[arg-type]
    assert float(total.value(np.ones(1))) == float(total.value(np.ones(1))) == 3.0


def test_one_array_for_all_answers_spoils_nothing() -> None:
    class Reusing(Clicks):
        out = np.empty((300, 2))

        def gradient(self, t: int, X: FloatArray) -> Any:
            found = self.out[: int(np.prod(np.shape(X)[:-1], dtype=int))].reshape(np.shape(X))
            found[...] = self.w[t]
            return found

    w = np.random.default_rng(0).uniform(1, 2, (30, 2))
    prices = np.random.default_rng(1).uniform(1, 2, (30, 2))
    games = [osphg.Rounds(kind(w), prices, 20.0, UNIT) for kind in (Clicks, Reusing)]
    for make in (osphg.DualDescent.tuned, osphg.Resolve.tuned, osphg.Throttle.tuned):
        one, two = (osphg.play(make(game), game).decisions for game in games)
        np.testing.assert_array_equal(one, two)
