"""The simulated season: its curves, its counts, its worlds, and the table that the book keeps."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg.experiments.comparing import load
from osphg.experiments.results import Results
from osphg.experiments.stored import stored
from osphg.studies import seasons
from osphg.studies.seasons import (
    CHANNELS,
    CONTENDERS,
    HILL,
    LOG,
    SATURATING,
    WORLDS,
    Held,
    HourlyDualDescent,
    ResponseCurves,
    ToldByCounts,
    by_demand,
    compare,
    gains,
    play_season,
    season,
    table,
)

few_days = st.integers(2, 4)
seeds = st.integers(0, 2**32 - 1)


def literal_response(kind: str, z: float) -> float:
    return {HILL: z / (1 + z), LOG: math.log(1 + z), SATURATING: 1 - math.exp(-z)}[kind]


@given(seeds, few_days)
@settings(max_examples=20, deadline=None)
def test_curves_by_their_formulas_and_slopes_by_differences(seed: int, days: int) -> None:
    rounds = season(seed, days=days).rounds
    f: Any = rounds.utility
    X = np.random.default_rng(seed).uniform(0.5, 59.0, (3, CHANNELS))
    t = seed % rounds.T
    for x, value, slopes in zip(X, f.value(t, X), f.gradient(t, X), strict=True):
        terms = [
            f.weights[t, i] * literal_response(f.kinds[i], x[i] / f.half[i])
            for i in range(CHANNELS)
        ]
        assert value == pytest.approx(math.fsum(terms), rel=1e-12)
        np.testing.assert_allclose(f.by_channel(t, x), terms, rtol=1e-12)
        step = 1e-4 * np.eye(CHANNELS)
        rises = (f.value(t, x + step) - f.value(t, x - step)) / 2e-4
        np.testing.assert_allclose(slopes, rises, rtol=1e-6)
    assert f.total(rounds.T).value(X[0]) == pytest.approx(
        sum(float(f.value(s, X[0])) for s in range(rounds.T)), rel=1e-11
    )


@given(seeds, st.sampled_from(list(WORLDS)))
@settings(max_examples=10, deadline=None)
def test_a_season_is_a_game_as_theorems_want_it(seed: int, world: str) -> None:
    drawn = season(seed, days=3, **WORLDS[world])
    for rounds in (drawn.rounds, drawn.forecast):
        assert rounds.check(samples=20).holds
        assert rounds.budget == pytest.approx(110.0 * rounds.T)
    assert drawn.demand.mean() == pytest.approx(1.0)
    even = (drawn.forecast.prices * drawn.even_split).sum(0)
    np.testing.assert_allclose(even, drawn.forecast.budget / CHANNELS, rtol=1e-12)


def test_what_is_right_wrong_confounded_and_broken() -> None:
    right = season(3)
    curves: Any = right.rounds.utility
    assert right.forecast.utility is curves
    assert np.array_equal(right.rounds.prices, right.forecast.prices)

    wrong = season(3, wrong=0.3)
    guess: Any = wrong.forecast.utility
    errors = np.log(guess.weights / curves.weights)
    assert np.array_equal(wrong.rounds.utility.weights, curves.weights)  # type: ignore[attr-defined]
    assert np.ptp(errors, axis=0).max() < 1e-12  # one error for each channel
    assert errors[0].std() > 0.05

    broken: Any = season(3, broken=True).rounds.utility
    factors = broken.weights / curves.weights
    assert (factors[:168] == 1.0).all()
    assert sorted(factors[200].round(12)) == [0.3, 0.5, 1.0, 1.0, 3.0, 4.0]

    confounded: Any = season(3, confounded=True).forecast.utility
    assert set(confounded.kinds) == {SATURATING}
    assert season(3, confounded=True).rounds.T == 336


def test_bids_that_follow_demand_halve_the_fitted_rates() -> None:
    """On one log with the true curves, against the fit of a log whose demand is always 1."""
    flat = np.ones(24 * 56)
    ratios = []
    for seed in range(4):
        drawn = season(seed)
        f: Any = drawn.rounds.utility
        scales = f.weights[0] / (drawn.demand[0] * seasons.conversion_profile(1)[0])
        misled = seasons.confounded_curves(scales, f.half, f.kinds, drawn.demand, seed)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(seasons, "demand_profile", lambda days: flat)
            patch.setattr(seasons, "conversion_profile", lambda T: flat)
            honest = seasons.confounded_curves(scales, f.half, f.kinds, drawn.demand, seed)
        ratios += list(honest.half / misled.half)  # of the rates 1/h
    assert 0.3 < np.median(ratios) < 0.7


def test_counts_have_the_mean_of_the_truth_and_the_told_utility_earns_them() -> None:
    drawn = season(1, wrong=0.3)
    told: list[Any] = []

    class Listening(Held):
        def update(self, state: Any, feedback: Any) -> Any:
            told.append(feedback)
            return state

    x = drawn.even_split.copy()
    x[2] = 0.0
    player = Listening(x)
    run = play_season(player, drawn)
    counts = np.array([feedback.value for feedback in told])
    assert (counts == counts.round()).all()
    # A sum of Poisson counts: five standard deviations of it.
    assert abs(counts.sum() - run.total_utility) < 5 * math.sqrt(run.total_utility)
    for t in (0, 100, 335):
        assert float(told[t].utility.value(x)) == pytest.approx(counts[t], rel=1e-12)
        # A channel without a bid is told as forecast.
        expected = drawn.forecast.utility.gradient(t, x)[2]
        assert told[t].gradient(x)[2] == pytest.approx(expected, rel=1e-12)
        assert told[t].violation == pytest.approx(drawn.rounds.prices[t] @ x - 110.0)


def test_allowances_in_the_shape_of_demand_add_up_to_the_budget() -> None:
    drawn = season(2)
    allowance = by_demand(drawn).rounds.allowance
    assert allowance.sum() == pytest.approx(drawn.rounds.budget, rel=1e-12)
    np.testing.assert_allclose(allowance, 110.0 * drawn.demand, rtol=1e-12)


def test_delayed_conversions_are_counted_later_and_none_is_invented() -> None:
    x = season(4).even_split
    totals, centres = [], []
    for delay in (0.0, 24.0):
        drawn = season(4, delay=delay)
        player = ToldByCounts(Held(x), drawn)
        state = player.init(drawn.rounds)
        counted = []
        for t in range(drawn.rounds.T):
            # The first two days alone have bids.
            bids = x if t < 48 else np.zeros(CHANNELS)
            counts, waiting = player.counts(state, bids)
            state = state._replace(t=t + 1, waiting=waiting)
            counted.append(counts.sum())
        totals.append(sum(counted) + state.waiting.sum())
        centres.append(float(np.arange(len(counted)) @ counted / sum(counted)))
    assert totals[0] == totals[1]
    assert centres[1] - centres[0] == pytest.approx(24.0, rel=0.15)


def test_the_platform_stops_at_the_budget() -> None:
    drawn = season(5, days=3)
    most = np.full(CHANNELS, 60.0)
    run = play_season(Held(most), drawn)
    assert run.spend.sum() == pytest.approx(drawn.rounds.budget, rel=1e-9)
    assert (run.decisions[-1] == 0).all()


def test_hourly_dual_descent_is_what_no_decision_beats_where_the_forecast_is_right() -> None:
    """Its price of money is that of the best plan by the hour, which costs just the budget."""
    for seed in (0, 1):
        drawn = season(seed)
        run = play_season(HourlyDualDescent(drawn.forecast), drawn)
        assert run.spend.sum() == pytest.approx(drawn.rounds.budget, rel=1e-9)
        np.testing.assert_allclose(run.multiplier, run.multiplier[0], rtol=1e-9)
        best = osphg.best_fixed_decision(drawn.rounds, drawn.rounds.T)
        assert run.total_utility > best.upper_bound
        # Nothing is gained by another unit of money in any hour.
        net = drawn.rounds.utility.gradient(7, run.decisions[7]) / drawn.rounds.prices[7]
        x = run.decisions[7]
        inside = (x > 0) & (x < 60)
        np.testing.assert_allclose(net[inside], run.multiplier[0], rtol=1e-6)
        assert (net[x == 0] <= run.multiplier[0]).all()
        assert (net[x == 60] >= run.multiplier[0]).all()


def test_best_bids_by_a_search() -> None:
    curves = ResponseCurves([[5.0, 4.0, 3.0]], [10.0, 20.0, 5.0], [HILL, LOG, SATURATING])
    grid = np.linspace(0, 60, 60_001)
    for charge in (0.0, 0.02, 0.1, 0.3, 1.0):
        bids = curves.best_bids(np.full((1, 3), charge), np.full(3, 60.0))[0]
        for i in range(3):
            X = np.zeros((len(grid), 3))
            X[:, i] = grid
            net = curves.by_channel(0, X)[:, i] - charge * grid
            assert bids[i] == pytest.approx(grid[net.argmax()], abs=2e-3)


def test_a_season_is_a_function_of_its_seed() -> None:
    one, same, other = season(7, wrong=0.3), season(7, wrong=0.3), season(8, wrong=0.3)
    assert np.array_equal(one.forecast.utility.weights, same.forecast.utility.weights)  # type: ignore[attr-defined]
    assert not np.array_equal(one.rounds.prices, other.rounds.prices)
    first = [play_season(CONTENDERS["planned"].make(s), s).total_utility for s in (one, same)]
    assert first[0] == first[1]


def test_a_golden_season() -> None:
    drawn = season(0, days=3, wrong=0.3)
    for player, expected in GOLDEN.items():
        contender = CONTENDERS[player]
        played = by_demand(drawn) if contender.by_demand else drawn
        run = play_season(contender.make(drawn), played)
        assert run.total_utility == pytest.approx(expected, rel=1e-9), player


GOLDEN = {
    "even split": 983.5424300334153,
    "planned": 1057.4329621787815,
    "planned, by the hour": 1066.9566029695447,
}


# Tables.


def rows_of(values: dict[str, list[float]]) -> Results:
    about = {"world": "w", "unit": "1"}
    rows = []
    for player, earned in values.items():
        for seed, value in enumerate(earned):
            name = {**about, "seed": seed, "player": player}
            rows.append({**name, "quantity": "conversions", "value": value})
            rows.append({**name, "quantity": "spent", "value": 0.9})
    return Results("seasons", rows)


def test_gains_are_paired_and_their_interval_is_students() -> None:
    """Gains of 10, 20 and 30 %: the t of two degrees of freedom is 4.303, and 10/sqrt(3) times."""
    results = rows_of({"even split": [100.0, 200.0, 50.0], "mine": [110.0, 240.0, 65.0]})
    gain = gains(results)["w", "mine"]
    assert gain.mean == pytest.approx(20.0)
    assert gain.worst == pytest.approx(10.0)
    assert gain.margin == pytest.approx(4.30265 * 10 / math.sqrt(3), rel=1e-5)
    assert gains(results)["w", "even split"].mean == 0.0
    assert gains(results, over="mine")["w", "even split"].mean == pytest.approx(
        100 * np.mean([100 / 110 - 1, 200 / 240 - 1, 50 / 65 - 1])
    )
    shown = table(results, caption="A caption.")
    assert list(shown.columns) == ["player", "w"]
    assert shown.to_numpy().tolist() == [["mine", "+20.0 ± 24.8 (0.90)"]]
    assert math.isnan(gains(rows_of({"even split": [1.0], "mine": [2.0]}))["w", "mine"].margin)


def test_what_is_kept_is_read_back_and_is_what_is_computed(tmp_path: Path) -> None:
    seasons.keep(tmp_path, 2, ["even split"], days=2)
    origin, read = load(tmp_path)
    assert origin["command"] == "python -m osphg.studies.seasons"
    assert origin["results_sha256"] == read.sha256
    assert read.values() == compare(range(2), contenders=["even split"], days=2).values()


def test_the_kept_table_is_that_of_the_code() -> None:
    """One seed of some players, to nine digits."""
    kept = stored(seasons.NAME).values()
    assert len(kept) == 2 * seasons.SEEDS * len(WORLDS) * len(CONTENDERS)
    live = compare([3], worlds=["broken"], contenders=["even split", "held plan", "planned"])
    for key, value in live.values().items():
        assert kept[key] == pytest.approx(value, rel=1e-9), key


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: season(-1), "seed must be at least 0, got -1"),
        (lambda: season(0, days=1), "days must be at least 2, got 1"),
        (lambda: season(0, wrong=-0.1), "wrong must "),
        (lambda: season(0, delay=-1.0), "delay must "),
        (lambda: season(0, broken="yes"), "broken must "),  # type: ignore[arg-type]
        (lambda: ResponseCurves([[1.0]], [0.0], [HILL]), "half must be above 0, got 0"),
        (lambda: ResponseCurves([[1.0]], [1.0], ["S"]), "kinds must be 1 of hill, log and satur"),
        (lambda: compare([0], worlds=["good"]), "worlds must be of right, .*, got good"),
        (lambda: compare([0], contenders=["me"]), "contenders must be of even split, .*, got me"),
    ],
)
def test_what_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=f"^{message}") as refused:
        make()
    assert "\n" not in str(refused.value)
