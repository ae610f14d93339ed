"""Reach is explained by bids, as far as a log can tell; and bids are drawn so that it can."""

from __future__ import annotations

import re
import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.special import stdtrit

import osphg
from osphg.checks import FloatArray
from osphg.families import ConcaveOverModular
from osphg.pacing.fit import Fit
from osphg.pacing.hours import Cycle, stretches_of_high_bids


def fit_of(frame: pd.DataFrame, **options: Any) -> Fit:
    fit = osphg.from_log(frame, **options).fit
    assert fit is not None
    return fit


def noisy(T: int, rate: float | None, seed: int) -> pd.DataFrame:
    """Return random bids, and a reach that saturates at this rate; None: it depends on no bid."""
    rng = np.random.default_rng(seed)
    bids = rng.uniform(0.1, 1.0, T)
    mean = np.full(T, 50.0) if rate is None else -100 * np.expm1(-rate * bids)
    reach = rng.poisson(mean)
    return pd.DataFrame({
        "round": range(T), "item": "a", "bid": bids, "spend": bids, "reach": reach
    })  # fmt: skip


def hourly(
    days: int, rate: float | None, seed: int, *, follows: float = 0.0, mean: float = 60.0
) -> pd.DataFrame:
    """Return a log of hours whose demand has a season, and whose bids are a power of it, or not.

    Demand follows the hour of the day, the day of the week, and chance from day to day; bids are
    random times demand to the power `follows`.
    """
    rng = np.random.default_rng(seed)
    T = 24 * days
    t = np.arange(T)
    season = (1 + 0.6 * np.sin(2 * np.pi * t / 24)) * (1 + 0.3 * np.sin(2 * np.pi * t / 168))
    season *= np.exp(0.2 * rng.normal(size=days))[t // 24]
    bids = rng.uniform(0.2, 1.0, T) * season**follows
    shape = 0.6 if rate is None else -np.expm1(-rate * bids)
    return pd.DataFrame({
        "time": pd.date_range("2026-03-02", periods=T, freq="1h"), "item": "a", "bid": bids,
        "spend": bids, "reach": rng.poisson(mean * season * shape),
    })  # fmt: skip


HOURS = {"round": "time", "every": "1h"}


def test_the_rate_is_found_where_the_model_is_true() -> None:
    bids = np.random.default_rng(2).uniform(0.2, 2.0, 50)
    frame = pd.DataFrame({"round": range(50), "item": "a", "bid": bids, "spend": bids})
    rounds = osphg.from_log(frame.assign(reach=7 * -np.expm1(-1.3 * bids)))
    assert isinstance(rounds.utility, ConcaveOverModular)
    assert np.allclose(rounds.utility.a, 1.3, rtol=1e-7)
    assert np.allclose(rounds.utility.weights, 7, rtol=1e-7)
    assert rounds.fit is not None
    np.testing.assert_allclose(rounds.fit.rate_interval, 1.3, rtol=1e-3)
    assert rounds.fit.r2[0] == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_the_fit_is_that_of_the_largest_likelihood(seed: int) -> None:
    """The oracle maximises the likelihood of Poisson counts over both of its numbers at once."""
    frame = noisy(90, 2.0, seed)
    fit = fit_of(frame)
    x, y = frame["bid"].to_numpy(), frame["reach"].to_numpy()

    def loss(logs: FloatArray) -> float:
        mean = np.exp(logs[0]) * -np.expm1(-np.exp(logs[1]) * x)
        return float((mean - y * np.log(mean)).sum())

    best = minimize(loss, [4.0, 0.0], method="Nelder-Mead", options={"xatol": 1e-8, "fatol": 1e-8})
    a, rate = np.exp(best.x)
    assert fit.rate[0] == pytest.approx(rate, rel=1e-5)
    left = y - a * -np.expm1(-rate * x)
    assert fit.r2[0] == pytest.approx(1 - (left**2).sum() / ((y - y.mean()) ** 2).sum(), rel=1e-5)


def test_the_fit_with_a_scale_is_that_of_the_largest_likelihood() -> None:
    """As above, over the effects of all hours and days at once."""
    frame = hourly(5, 2.0, 0, follows=0.5)
    with pytest.warns(UserWarning, match="follow the hours"):
        fit = fit_of(frame, **HOURS)
    assert fit.season == ("hour of day", "day")
    x, y = frame["bid"].to_numpy(), frame["reach"].to_numpy()
    t = np.arange(len(x))

    def mean_of(logs: FloatArray) -> FloatArray:
        return np.exp(logs[1 + t % 24] + logs[25 + t // 24]) * -np.expm1(-np.exp(logs[0]) * x)

    def slope(logs: FloatArray) -> FloatArray:
        left = mean_of(logs) - y
        kx = np.exp(logs[0]) * x
        parts = [left @ (kx / np.expm1(kx))], np.bincount(t % 24, left), np.bincount(t // 24, left)
        return np.concatenate(parts)

    def loss(logs: FloatArray) -> float:
        mean = mean_of(logs)
        return float((mean - y * np.log(mean)).sum())

    best = minimize(loss, np.full(30, 1.0), jac=slope, method="BFGS", options={"gtol": 1e-7})
    assert fit.rate[0] == pytest.approx(np.exp(best.x[0]), rel=1e-6)


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.floats(0.1, 20), st.integers(2, 60), st.booleans())
def test_no_estimate_lies_outside_its_interval_or_at_the_edge(
    seed: int, rate: float, T: int, is_timed: bool
) -> None:
    frame = noisy(T, rate, seed)
    options: dict[str, Any] = {}
    if is_timed:
        times = pd.date_range("2026-03-02", periods=T, freq="6h")
        frame, options = frame.assign(time=times), {"round": "time", "every": "6h"}
    try:
        fit = fit_of(frame, **options)
    except ValueError as error:
        assert re.match(r"bid must (show where reach saturates|explain reach)", str(error))  # noqa: PT017
        return
    low, high = fit.rate_interval[0]
    assert low <= fit.rate[0] <= high
    assert 1e-3 < fit.rate[0] * frame["bid"].max()
    assert fit.rate[0] * frame["bid"].min() < 7


@pytest.mark.parametrize(
    ("reach", "message"),
    [
        ([1.0, 2.0, 3.0, 4.0], r"reach in proportion to bids .* \(0.025 is all but linear\)"),
        ([1.0, 4.0, 9.0, 16.0], "reach in proportion to bids for item 'a' in 4 rounds: bid higher"),
        (
            [3.0, 3.0, 3.0, 3.0],
            "reach that does not rise from the lowest bids on for item 'a' in 4",
        ),
        ([4.0, 3.0, 2.0, 1.0], "reach that does not rise from the lowest bids on"),
    ],
)
def test_the_edge_of_the_search_is_refused(reach: list[float], message: str) -> None:
    frame = pd.DataFrame(
        {"round": range(4), "item": "a", "bid": [1.0, 2.0, 3.0, 4.0], "spend": 1.0}
    )
    with pytest.raises(ValueError, match=f"^bid must show where reach saturates, got {message}"):
        osphg.from_log(frame.assign(reach=reach))


def coverage(follows: float, rate: float, logs: int) -> int:
    """Return in how many logs of four weeks the interval holds the rate."""
    inside = 0
    for seed in range(logs):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            fit = fit_of(hourly(28, rate, seed, follows=follows), **HOURS)
        inside += bool(fit.rate_interval[0, 0] <= rate <= fit.rate_interval[0, 1])
    return inside


@pytest.mark.parametrize("follows", [0.0, 0.5, 1.0])
def test_intervals_hold_the_truth_about_as_often_as_they_say(follows: float) -> None:
    """Of 60 logs 57 are expected; fewer than 51 once in 200 times if all is well."""
    assert coverage(follows, 1.5, 60) >= 51


def test_intervals_of_numbered_rounds_hold_the_truth_where_bids_are_random() -> None:
    inside = 0
    for seed in range(60):
        with warnings.catch_warnings():  # of one log in a thousand
            warnings.simplefilter("ignore")
            fit = fit_of(noisy(150, 1.5, seed))
        assert fit.slope_interval[0, 0] > 0
        assert 0.8 < fit.r2[0] < 1
        inside += bool(fit.rate_interval[0, 0] <= 1.5 <= fit.rate_interval[0, 1])
    assert inside >= 51


def test_bids_that_follow_demand_are_named_and_random_ones_are_not() -> None:
    for seed in range(10):
        fit = fit_of(hourly(56, 1.5, seed), **HOURS)  # a warning would be an error
        assert fit.season == ("hour of week", "day")
        assert fit.follows[0] <= 0.05
        assert fit.verdict.startswith("bids do not follow the hours (adjusted R^2 at most ")
        with pytest.warns(UserWarning, match="follow the hours") as said:
            fit = fit_of(hourly(56, 1.5, seed, follows=0.5), **HOURS)
        assert 0.1 < fit.follows[0] < 0.4
        # Demand is highest at 6 in the morning, and lowest at 18; its logarithm falls far below
        # its mean, so that most hours are high ones.
        assert re.match(r"from (2[1-3]|0[0-3]):00 to 1[2-6]:00\b", fit.hours[0])
        verdict = "intervals hold only if bids were drawn independently of demand"
        assert verdict in str(said[0].message)
        assert str(fit).splitlines()[-1].startswith("verdict: bids follow the hours (")


def test_the_r2_of_bids_on_hours_is_that_of_a_regression() -> None:
    frame = hourly(14, 1.5, 3, follows=1.0)
    with pytest.warns(UserWarning, match="follow the hours"):
        fit = fit_of(frame, **HOURS)
    logs = np.log(frame["bid"].to_numpy())
    t = np.arange(len(logs))
    kinds = np.column_stack([np.eye(24)[t % 24], np.eye(7)[t // 24 % 7][:, 1:]])  # 30 columns
    left = logs - kinds @ np.linalg.lstsq(kinds, logs)[0]
    r2 = 1 - (left @ left / (len(t) - 30)) / logs.var(ddof=1)
    assert fit.follows[0] == pytest.approx(r2, rel=1e-9)


@pytest.mark.parametrize("period", [24, 7])
def test_numbered_rounds_are_tested_as_hours_or_days(period: int) -> None:
    T = 20 * 24 if period == 24 else 84
    frame = noisy(T, 1.5, 0)
    assert fit_of(frame).hours == ("",)
    frame["bid"] *= np.where(frame["round"] % period >= 4, 3.0, 1.0)
    frame["reach"] = np.random.default_rng(1).poisson(-100 * np.expm1(-1.5 * frame["bid"]))
    stretch = f"higher in rounds 4 to {period - 1} and {period} rounds later each time"
    with pytest.warns(UserWarning, match=stretch):
        assert fit_of(frame).season == ()


def test_a_log_too_short_to_tell() -> None:
    fit = fit_of(noisy(40, 1.5, 0))
    assert np.isnan(fit.follows[0])
    assert fit.verdict == "whether bids follow demand is not known: the log is too short to tell"


@pytest.mark.parametrize("follows", [0.0, 1.0])
def test_bids_that_explain_nothing_are_refused_also_if_they_follow_demand(follows: float) -> None:
    refused = []
    for seed in range(40):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                fit_of(hourly(28, None, seed, follows=follows), **HOURS)
            except ValueError as error:
                refused.append(str(error))
    assert all("must explain reach" in message for message in refused)
    if follows:
        assert all("bids follow the hours (higher from " in message for message in refused)
    assert len(refused) >= 36  # 39 expected; fewer once in 300 times if all is well


def office(who: dict[str, FloatArray], noise: float, days: int = 14) -> pd.DataFrame:
    """Return a log whose bids have a profile over the 168 hours of a week, and a little noise.

    Demand is that profile, too, so that bids and demand go together.
    """
    rng = np.random.default_rng(1)
    T = 24 * days
    frames = []
    for item, profile in who.items():
        demand = profile[np.arange(T) % 168]
        bids = 0.5 * demand * np.exp(noise * rng.normal(size=T))
        reach = rng.poisson(20 * demand * -np.expm1(-1.5 * bids))
        frames.append(pd.DataFrame({
            "time": pd.date_range("2026-03-02", periods=T, freq="1h"), "item": item, "bid": bids,
            "spend": bids, "reach": reach,
        }))  # fmt: skip
    return pd.concat(frames)


HOUR, WEEKDAY = np.arange(168) % 24, np.arange(168) // 24  # the log begins on a Monday
BY_DAY = np.where((HOUR >= 9) & (HOUR < 18), 1.6, 0.6)
BY_NIGHT = np.where((HOUR >= 20) | (HOUR < 4), 1.6, 0.6)
ON_WEEKENDS = np.where(WEEKDAY >= 5, 1.6, 0.6)
AT_WORK = BY_DAY * np.where(WEEKDAY < 5, 1.5, 0.7)


@pytest.mark.parametrize("noise", [0.0, 0.02])
def test_bids_that_are_the_hours_are_refused_with_all_items_and_their_stretch(
    noise: float,
) -> None:
    frame = office({"search": BY_DAY, "video": BY_DAY, "maps": BY_NIGHT}, noise)
    random = noisy(24 * 14, 1.5, 0).assign(item="radio", time=frame["time"].to_numpy()[: 24 * 14])
    with pytest.raises(ValueError, match="bid must explain reach") as refused:
        fit_of(pd.concat([random.drop(columns="round"), frame]), **HOURS)
    pattern = (
        r"bid must explain reach for a utility to be fitted, got bids that follow the hours, of"
        r" 'search' and 'video' higher from 09:00 to 18:00, of 'maps' higher from 20:00 to 04:00:"
        r" this log cannot tell what these bids bring from what these hours bring\. For at least"
        r" ([1-9]\d*) rounds draw bids at random between a tenth of the largest and the largest, as"
        r" osphg\.randomised_bids does, or give rate= or utility="
    )
    assert re.fullmatch(pattern, str(refused.value))


def test_bids_that_are_the_same_all_day_say_nothing_of_their_own() -> None:
    """They follow no hours; what days leave of them is rounding, and no slope is made of that."""
    days = 140
    frame = hourly(days, 1.5, 0)
    frame["bid"] = np.random.default_rng(2).uniform(0.2, 1.0, days)[np.arange(len(frame)) // 24]
    with pytest.raises(ValueError, match=r"a slope in \[-inf, inf\] .* what hours and days say"):
        fit_of(frame, **HOURS)


@pytest.mark.parametrize(
    ("profile", "words"),
    [
        (BY_NIGHT, "from 20:00 to 04:00"),
        (ON_WEEKENDS, "on Sat to Sun"),
        (AT_WORK, "from 09:00 to 18:00 and on Mon to Fri"),
        (np.where(WEEKDAY == 2, 1.6, 0.6), "on Wed"),
    ],
)
def test_the_stretch_of_high_bids_is_named_through_noise(profile: FloatArray, words: str) -> None:
    """Bids vary by half as much again; the single hour of the highest bids would be any."""
    with pytest.warns(UserWarning, match="bids follow the hours") as said:
        fit = fit_of(office({"a": profile, "b": profile}, 0.4, days=28), **HOURS)
    assert fit.hours == (words, words)
    assert f"of 'a' and 'b' higher {words}; intervals hold only" in str(said[0].message)


def test_hours_that_are_others_on_each_day_have_no_stretch() -> None:
    """On three days bids are high by day, on three by night: no hour is high in the mean."""
    turned = np.where(WEEKDAY < 3, HOUR < 12, HOUR >= 12)
    profile = np.where(WEEKDAY == 6, 1.0, np.where(turned, 1.6, 1 / 1.6))
    with pytest.warns(UserWarning, match="of 'a' higher in some hours of some days; intervals"):
        fit_of(office({"a": profile}, 0.3, days=56), **HOURS)


def test_one_stretch_is_named_for_items_that_differ_by_noise() -> None:
    """Alone each of these has a stretch of its own, some hours longer or shorter."""
    profile = 1 + 0.6 * np.sin(2 * np.pi * (HOUR - 7) / 24)
    items = dict.fromkeys("abcde", profile)
    frame = office(items, 0.4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        together = fit_of(frame, **HOURS).hours
        alone = {fit_of(frame[frame["item"] == name], **HOURS).hours for name in items}
    assert len(set(together)) == 1
    assert len(alone) > 1


@given(st.integers(0, 10**6), st.integers(2, 9), st.integers(3, 60))
def test_a_stretch_is_that_of_least_squares(seed: int, size: int, T: int) -> None:
    """Against a fit of two numbers, one for each stretch and one for the other rounds."""
    rng = np.random.default_rng(seed)
    places = rng.integers(size, size=T)
    places[:2] = [0, 1]  # of two places, so that values can differ
    values = rng.normal(size=size)[places]
    left = {}
    for length in range(1, size):
        for first in range(size):
            inside = np.isin(places, (first + np.arange(length)) % size)
            if inside.all() or not inside.any():
                continue
            means = values[inside].mean(), values[~inside].mean()
            if means[0] > means[1]:
                left[first, length] = ((values - np.where(inside, *means)) ** 2).sum()
    cycle = Cycle(places, size, lambda first, length: f"{first} {length}")
    (found,) = stretches_of_high_bids([values], [[cycle]])
    first, length = map(int, found.split())
    least = min(left.values())
    assert left[first, length] == pytest.approx(least, rel=1e-6, abs=1e-9)
    assert length == min(n for (_, n), sum_ in left.items() if sum_ <= least * (1 + 1e-12))


def test_the_refusal_says_which_slope_would_have_been_found() -> None:
    refused = []
    for seed in range(20):
        try:
            osphg.from_log(noisy(150, None, seed))
        except ValueError as error:
            refused.append(str(error))
    pattern = (
        r"bid must explain reach for a utility to be fitted, got a slope in \[.*\] for item 'a' in"
        r" 150 rounds: these would have shown one of \d\S+, or give rate= or utility="
    )
    assert all(re.fullmatch(pattern, message) for message in refused)
    assert len(refused) >= 18  # 19 or 20 expected


def test_no_experiment_is_of_0_rounds() -> None:
    """Bids that vary in the sixth digit say nothing; wide ones would say it with little noise."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"round": range(60), "item": "a", "bid": 0.9 + 1e-6 * rng.random(60)})
    frame = frame.assign(spend=1.0, reach=100 + 0.1 * rng.random(60))
    with pytest.raises(ValueError, match="for at least 1 rounds, or give rate="):
        osphg.from_log(frame)


def test_an_experiment_as_long_as_it_says_is_enough() -> None:
    """Bids that hardly varied; then as many rounds as the refusal asks for, with bids that did."""
    frame = noisy(60, 1.0, 3)
    frame["bid"] = 0.9 + frame["bid"] / 10
    frame["reach"] += 200 * (frame["round"] % 7)
    with pytest.raises(ValueError, match="bid must explain reach") as refused:
        osphg.from_log(frame)
    found = re.search(
        r"try bids drawn at random between \S+ and \S+ for at least (\d+) rou", str(refused.value)
    )
    assert found is not None
    rng, T = np.random.default_rng(4), int(found[1])
    x, y = frame["bid"].to_numpy(), frame["reach"].to_numpy()
    error = (y - np.polyval(np.polyfit(x, y, 1), x)).std()
    wanted = y.mean() / x.mean() / 2 * 0.9 * x.max() / 12**0.5  # half the slope, times the spread
    assert round((4 * error / wanted) ** 2) == T
    bids = rng.uniform(0.1, 1.0, T)
    # In proportion, to a mean of about that of the log: twice the slope asked for. At the largest
    # bids it saturates a little, so that a rate is found, too.
    reach = 900 * -np.expm1(-bids) + rng.choice(200 * np.arange(7.0), T)
    table = pd.DataFrame({"round": range(T), "item": "a", "bid": bids, "spend": bids})
    assert fit_of(table.assign(reach=reach)).slope_interval[0, 0] > 0


def standard_error(frame: pd.DataFrame) -> float:
    """Return the standard error of the slope of reach on bid, if all rounds are independent."""
    x, y = frame["bid"].to_numpy(), frame["reach"].to_numpy()
    around = x - x.mean()
    left = y - np.polyval(np.polyfit(x, y, 1), x)
    return float(np.sqrt((around**2 * left**2).sum()) / (around**2).sum())


def widths(repeated: int) -> FloatArray:
    """Return widths of the slope's interval, in standard errors, of logs that repeat rounds."""
    found = []
    for seed in range(20):
        frame = noisy(216 // repeated, 1.0, seed)
        frame = frame.loc[frame.index.repeat(repeated)].reset_index(drop=True)
        frame["round"] = range(216)
        fit = fit_of(frame)
        found.append(np.diff(fit.slope_interval[0])[0] / standard_error(frame))
    return np.array(found)


def test_intervals_are_of_95_percent_and_wider_where_rounds_go_together() -> None:
    """Independent rounds: Student's t of 35 degrees, of 36 blocks. Runs of six are such blocks.

    Of a sum over six rounds that are alike the variance is 6 times that of independent ones.
    """
    wide = 2 * stdtrit(35, 0.975)
    assert widths(1).mean() == pytest.approx(wide, rel=0.12)
    assert widths(6).mean() == pytest.approx(wide * 6**0.5, rel=0.12)


@pytest.mark.parametrize(("T", "judged"), [(19, False), (20, True)])
def test_a_log_is_judged_from_20_rounds_on(T: int, judged: bool) -> None:
    refused = []
    for seed in range(20):
        try:
            osphg.from_log(noisy(T, None, seed))
        except ValueError as error:
            refused.append("must explain reach" in str(error))
    assert sum(refused) > 10 if judged else sum(refused) == 0


def test_a_short_log_is_not_judged() -> None:
    assert "15 rounds: too few to judge" in str(fit_of(noisy(15, 2.0, 0)))


class TestRandomisedBids:
    @given(st.integers(1, 200), st.floats(0.5, 1e4), st.integers(0, 10**6), st.floats(0, 0.4))
    def test_they_cannot_cost_more_than_the_budget(
        self, T: int, budget: float, seed: int, least: float
    ) -> None:
        domain = osphg.Box([2.0, 1.0], [least / T, 0.0])
        dearest = np.array([0.5, 3.0])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a narrow range
            bids = osphg.randomised_bids(
                domain, rounds=T, budget=budget, price_bound=dearest, seed=seed
            )
        assert bids.shape == (T, 2)
        assert (bids @ dearest).sum() <= budget
        assert (bids >= domain.lower).all()
        assert (bids <= domain.upper).all()
        is_scarce = (domain.upper @ dearest) * T * 0.1 > budget
        if is_scarce:
            assert (bids @ dearest).sum() == pytest.approx(budget, rel=1e-9)

    def test_a_narrow_range_is_said_with_the_budget_that_leaves_it_whole(self) -> None:
        domain = osphg.Box([2.0, 1.0], [0.1, 0.0])
        known: dict[str, Any] = {"rounds": 100, "price_bound": [2.0, 1.0]}
        with pytest.warns(UserWarning, match=r"^bids are cut to \d+% of their range") as said:
            osphg.randomised_bids(domain, budget=100.0, **known)
        found = re.search(
            r"budget = (\S+) would leave them whole, 100 is given", str(said[0].message)
        )
        assert found is not None
        money = float(found[1])
        whole = osphg.randomised_bids(domain, budget=1e9, **known)
        assert np.array_equal(osphg.randomised_bids(domain, budget=money, **known), whole)
        assert money <= 1.01 * (whole @ [2.0, 1.0]).sum()

    def test_where_money_is_no_matter_they_are_even(self) -> None:
        bids = osphg.randomised_bids(osphg.Box([2.0]), rounds=2000, budget=1e9, price_bound=1.0)
        assert 0.2 <= bids.min() < 0.21
        assert 1.99 < bids.max() <= 2.0
        assert bids.mean() == pytest.approx(1.1, abs=0.05)

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"budget": 0.0}, "budget must be greater than 0"),
            ({"rounds": 0}, "rounds must be at least 1|rounds must be"),
            ({"price_bound": [1.0, 2.0]}, "price_bound must"),
            ({"price_bound": -1.0}, "price_bound must be at least 0"),
            ({"domain": osphg.Simplex(1)}, "domain must be a Box"),
            ({"domain": osphg.Box([1.0], [0.5])}, "budget must be at least 50, what the smallest"),
        ],
    )
    def test_what_is_refused(self, changes: Any, message: str) -> None:
        known = {"domain": osphg.Box([1.0]), "rounds": 100, "budget": 20.0, "price_bound": 1.0}
        options = {**known, **changes}
        with pytest.raises((TypeError, ValueError), match=message):
            osphg.randomised_bids(options.pop("domain"), **options)
