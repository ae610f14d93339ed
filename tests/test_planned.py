"""The plan that is corrected by what is seen: what it holds, what it learns, what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg import Box, Planned, Resolve, Rounds
from osphg.checks import FloatArray
from osphg.utilities import Quadratics

T, N = 48, 3
TOP = np.array([1.0, 2.0, 0.5])


def separable(
    slopes: FloatArray, prices: FloatArray | None = None, budget_per_round: float = 1.0
) -> Rounds:
    """f_t(x) = sum_i slopes_ti x_i (1 - x_i/(3 TOP_i)) on a box: concave, rising, separable."""
    H = np.zeros((len(slopes), N, N))
    H[:, range(N), range(N)] = -2 * slopes / (3 * TOP)
    if prices is None:
        prices = np.ones((len(slopes), N))
    return Rounds(Quadratics(H, slopes), prices, budget_per_round * len(slopes), Box(TOP))


def drawn(seed: int, rounds: int = T) -> tuple[FloatArray, FloatArray]:
    """Slopes and prices of a season whose hours differ in both, (T, N) each."""
    rng = np.random.default_rng(seed)
    shape = rng.uniform(0.5, 1.5, (rounds, 1))
    return shape * rng.uniform(0.5, 2.0, N), shape * rng.uniform(0.5, 1.5, N)


@given(st.integers(0, 2**32 - 1), st.sampled_from([1, 6]))
@settings(max_examples=25, deadline=None)
def test_a_right_forecast_is_held_and_spends_the_budget(seed: int, period: int) -> None:
    """Nothing is corrected, so that no later plan differs but by what Frank-Wolfe leaves."""
    game = separable(*drawn(seed))
    player = Planned.tuned(game, game, floor=0.0, every=8, period=period, K=200)
    run = osphg.play(player, game)
    best = osphg.best_fixed_decision(game, T)
    assert game.domain.contains(run.decisions).all()
    assert run.total_utility >= best.value * (1 - 2e-3)
    most = float(game.prices.sum(0) @ TOP)  # of all that can be bought
    assert run.spend.sum() == pytest.approx(min(game.budget, most), rel=1e-9)
    if period == 1:
        np.testing.assert_allclose(run.decisions[0], best.x, atol=0.03)
        assert run.total_utility <= best.value * (1 + 1e-3)


@given(st.integers(0, 2**32 - 1), st.floats(0.2, 5.0), st.floats(1.0, 100.0))
@settings(max_examples=25, deadline=None)
def test_rates_are_those_of_the_market_shrunk(seed: int, factor: float, prior: float) -> None:
    """Of an item that earns `factor` times what was forecast, after rounds that do not forget."""
    slopes, prices = drawn(seed)
    factors = np.array([factor, 1.0, 1.0])
    forecast, truth = separable(slopes, prices), separable(slopes * factors, prices)
    player = Planned.tuned(truth, forecast, prior=prior, memory=10**9, every=T, floor=0.1)
    state: Any = player.init(truth)
    earned = np.zeros(N)  # what the forecast has each item earn, f being a sum over items
    for t in range(20):
        f = osphg.utilities.AtRound(truth.utility, t)
        x = player.decide(state)
        told = osphg.players.Feedback(t, x, f, float(f.value(x)), prices[t], 0.0)
        earned += slopes[t] * x * (1 - x / (3 * TOP))
        state = player.update(state, told)
    expected = (prior + factors * earned) / (prior + earned)
    np.testing.assert_allclose(state.sums.rates(prior), expected, rtol=1e-6)
    np.testing.assert_allclose(state.sums.price_levels(), 1.0, rtol=1e-12)


@pytest.mark.parametrize("period", [1, 6])
def test_after_a_break_it_leaves_the_plan_and_forgets(period: int) -> None:
    """The best item turns into the worst: money goes elsewhere, the more the less is kept."""
    slopes, prices = drawn(3, rounds=240)
    best = int((slopes / prices).mean(0).argmax())
    factors = np.ones((240, N))
    factors[120:, best] = 0.1
    forecast = separable(slopes, prices, 0.5)
    truth = separable(slopes * factors, prices, 0.5)
    shares = []
    for memory in (12, 10**6):
        player = Planned.tuned(truth, forecast, prior=2.0, memory=memory, every=12, period=period)
        x = osphg.play(player, truth).decisions
        assert x[119, best] == pytest.approx(x[:119, best].mean(), rel=0.1)
        shares.append(x[-1, best] / x[119, best])
    assert shares[0] < 0.5
    assert shares[0] < shares[1] - 0.1
    held = osphg.play(Planned.tuned(truth, forecast, prior=1e12, every=12, floor=0.0), truth)
    assert osphg.play(player, truth).total_utility > held.total_utility


def test_money_follows_the_prices_of_the_hours_and_a_wrong_level_is_corrected() -> None:
    """Prices are half again as high as forecast: what is left is spent in the forecast's shape."""
    slopes, prices = drawn(5)
    forecast, truth = separable(slopes, prices), separable(slopes, 1.5 * prices)
    run = osphg.play(Planned.tuned(truth, forecast, every=4, floor=0.0), truth)
    assert run.spend.sum() == pytest.approx(truth.budget, rel=1e-9)
    after = run.decisions[4:]  # once the level is known, it is held
    np.testing.assert_allclose(after, np.broadcast_to(after[0], after.shape), atol=0.03)
    assert run.spend[4:].std() > 0.1


def test_a_decision_for_each_place_of_a_period_follows_what_a_unit_brings() -> None:
    """At fixed prices every third round brings twice as much: it gets more, by a period of 3."""
    slopes = np.ones((T, N))
    slopes[::3] = 2.0
    game = separable(slopes, budget_per_round=1.5)
    fixed = osphg.play(Planned.tuned(game, game, floor=0.0), game)
    by_place = osphg.play(Planned.tuned(game, game, floor=0.0, period=3), game)
    assert by_place.spend.sum() == pytest.approx(fixed.spend.sum(), rel=1e-9)
    assert by_place.total_utility > 1.03 * fixed.total_utility
    sums = by_place.decisions.sum(1)
    assert (sums[::3] > 1.5 * sums[1::3]).all()
    np.testing.assert_allclose(sums[1::3], sums[2::3], rtol=0.1)


def test_the_floor_keeps_every_item_in_sight() -> None:
    """An item that seems worthless, and is the best: without a floor nobody finds out."""
    slopes, prices = drawn(7, rounds=240)
    slopes[:, 0] = 3.0
    wrong = slopes.copy()
    wrong[:, 0] = 0.05
    truth, forecast = separable(slopes, prices, 0.3), separable(wrong, prices, 0.3)
    earned = [
        osphg.play(Planned.tuned(truth, forecast, prior=1e-3, floor=floor), truth)
        for floor in (0.0, 0.02)
    ]
    assert not earned[0].decisions[:, 0].any()
    assert earned[1].decisions[0, 0] > 0
    assert earned[1].decisions[-1, 0] > 10 * earned[1].decisions[0, 0]
    assert earned[1].total_utility > 1.1 * earned[0].total_utility


def test_without_a_forecast_it_is_re_solving() -> None:
    game = osphg.rounds.paper_quadratics(T=200, n=3, budget_per_round=1.0, seed=2)
    for compiled in (True, False):
        run = osphg.play(Planned.tuned(game, every=7, memory=9, K=20), game, compiled=compiled)
        other = osphg.play(Resolve(7, 9, 20), game, compiled=compiled)
        assert run.decisions.tobytes() == other.decisions.tobytes()


def test_a_start_is_held_until_the_first_plan() -> None:
    game = separable(*drawn(1))
    start = np.array([0.1, 0.2, 0.3])
    for forecast in (game, None):
        run = osphg.play(Planned.tuned(game, forecast, every=8, start=start), game)
        np.testing.assert_array_equal(run.decisions[0], start)
    held = osphg.play(Planned.tuned(game, game, every=8, period=3, start=start), game).decisions
    np.testing.assert_array_equal(held[:8], np.tile(start, (8, 1)))
    assert (held[8] != start).all()


def test_a_golden_run() -> None:
    """Stored numbers: a forecast that is wrong by 20 % and backwards, on the paper's game."""
    game = osphg.rounds.paper_quadratics(T=100, n=3, budget_per_round=1.0, seed=4)
    f: Any = game.utility
    forecast = Rounds(
        Quadratics(1.2 * f.H[::-1], 1.2 * f.h[::-1]), game.prices[::-1], game.budget, game.domain
    )
    run = osphg.play(Planned.tuned(game, forecast, memory=20, prior=3.0, every=10), game)
    assert run.total_utility == pytest.approx(GOLDEN[0], rel=1e-12)
    np.testing.assert_allclose(run.decisions[-1], GOLDEN[1], rtol=0, atol=1e-12)


GOLDEN = (47.34898064331774, [0.001779189782605648, 0.297518247281854, 0.001779189782605648])
GAME = separable(*drawn(0))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: Planned(forecast=3),  # type: ignore[arg-type]
            "forecast must be Rounds, held in memory, or None, got 3",
        ),
        (lambda: Planned(prior=0.0), "prior must be greater than 0, got 0.0"),
        (lambda: Planned(floor=1.5), "floor must be at most 1, got 1.5"),
        (lambda: Planned(floor=-0.5), "floor must be at least 0"),
        (lambda: Planned(memory=0), "memory must be at least 1, got 0"),
        (lambda: Planned(every=0), "every must be at least 1, got 0"),
        (lambda: Planned(period=3), "period must be 1 without a forecast, got 3"),
        (lambda: Planned.tuned(3), "rounds must be "),  # type: ignore[arg-type]
        (
            lambda: Planned.tuned(separable(*drawn(0, rounds=9)), GAME),
            "forecast must have T = 9 rounds and n = 3 items, as the game, got 48 and 3",
        ),
        (
            lambda: Planned(GAME).init(osphg.rounds.paper_quadratics(T=T, n=2)),
            "forecast must have n = 2 items, as the game, got 3",
        ),
    ],
)
def test_what_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=f"^{message}") as refused:
        make()
    assert "\n" not in str(refused.value)


def test_rounds_that_were_left_out_have_no_place_in_a_period() -> None:
    """A log without one of its hours: with "zero" the plan keeps each hour at its place."""
    pd = pytest.importorskip("pandas")
    log = pd.DataFrame({
        "round": [t for t in range(30) if t != 10], "item": "a", "spend": 1.0,
        "bid": [0.5 + t % 3 / 4 for t in range(30) if t != 10],
        "reach": [2.0 + t % 3 for t in range(30) if t != 10],
    })  # fmt: skip
    dropped = osphg.from_log(log, missing="drop", rate=1.0)
    with pytest.warns(
        UserWarning, match="forecast has left rounds out by missing='drop', 1 in all"
    ):
        Planned.tuned(dropped, dropped, period=3)
    Planned.tuned(dropped, dropped)
    kept = osphg.from_log(log, missing="zero", rate=1.0)
    Planned.tuned(kept, kept, period=3)
