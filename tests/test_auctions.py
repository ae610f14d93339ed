"""Seasons of second-price auctions: formulas, what an hour brings, and the kept table."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

from osphg.checks import FloatArray
from osphg.experiments.comparing import load
from osphg.experiments.stored import stored
from osphg.players.base import Feedback
from osphg.studies import auctions, seasons
from osphg.studies.auctions import (
    CONTENDERS,
    KEYWORDS,
    MOST,
    WORLDS,
    auction_season,
    auctioned,
    compare,
    play_auctions,
)
from osphg.studies.seasons import Held

seeds = st.integers(0, 2**32 - 1)
some_bids = st.lists(st.floats(0.05, 3.0), min_size=KEYWORDS, max_size=KEYWORDS).map(np.array)


@given(seeds, some_bids)
@settings(max_examples=15, deadline=None)
def test_what_bids_win_and_cost_by_integrals(seed: int, bids: FloatArray) -> None:
    """The highest other bid d is exponential: a click is won where d < y, and costs d."""
    market = auction_season(seed, days=2).market
    t, i = seed % len(market.clicks), seed % KEYWORDS
    theta, m = market.rivals[t, i], market.clicks[t, i]
    won = quad(lambda d: m * math.exp(-d / theta) / theta, 0, bids[i])[0]
    cost = quad(lambda d: m * d * math.exp(-d / theta) / theta, 0, bids[i])[0]
    assert market.won(bids)[t, i] == pytest.approx(won, rel=1e-7)
    assert market.costs(bids)[t, i] == pytest.approx(cost, rel=1e-7)


@given(seeds, some_bids)
@settings(max_examples=15, deadline=None)
def test_no_bids_of_the_same_cost_sell_more_than_the_best_ones(seed: int, bids: FloatArray) -> None:
    """Scaled to cost the budget, others that stay below the largest bid sell less."""
    season = auction_season(seed, days=2)
    market, budget = season.market, season.budget
    best = season.best_bids
    assert market.costs(best).sum() <= budget * (1 + 1e-9)
    if market.costs(best).sum() < budget * (1 - 1e-9):  # all that may be bid is not enough
        np.testing.assert_array_equal(best, MOST)
    other = market.bids_that_cost(budget, bids)
    assert market.costs(other).sum() <= budget * (1 + 1e-9)
    sold = [(market.won(one) @ market.worth).sum() for one in (best, other)]
    assert sold[1] <= sold[0] * (1 + 1e-9)
    # Whatever others bid in an hour, the ratio of bid and worth is the same for all keywords.
    inside = best < MOST
    np.testing.assert_allclose(
        (best / market.worth)[inside], (best / market.worth).max(), rtol=1e-9
    )


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_an_even_split_costs_the_same_in_each_keyword(seed: int) -> None:
    season = auction_season(seed, days=2, wrong=0.3)
    even = season.even_split
    costs = season.believed.costs(even).sum(0)
    below = even < MOST
    np.testing.assert_allclose(costs[below], season.budget / KEYWORDS, rtol=1e-9)
    assert (costs[~below] <= season.budget / KEYWORDS).all()


def test_the_forecast_is_a_game_as_theorems_want_it_and_costs_what_the_plan_costs() -> None:
    season = auction_season(3, days=2, wrong=0.3)
    game = season.forecast
    assert game.check(samples=20).holds
    spent = (game.prices * season.plan).sum()
    assert spent == pytest.approx(season.believed.costs(season.plan).sum(), rel=1e-12)
    assert spent == pytest.approx(game.budget, rel=1e-9)


def test_whoever_bids_meets_the_same_auctions() -> None:
    """A higher bid wins what a lower one wins, at the same prices, and more."""
    season = auction_season(1, days=2)
    low, high = np.full(KEYWORDS, 0.4), np.full(KEYWORDS, 0.8)
    one, other = (auctioned(season, 7, bids, math.inf) for bids in (low, high))
    more, dearer = other.won - one.won, other.cost - one.cost
    assert (more > 0).all()
    assert (dearer > 0.4 * more).all()
    assert (dearer < 0.8 * more).all()
    assert (one.buyers <= one.won).all()


def test_auctions_bring_in_the_mean_what_formulas_say() -> None:
    season = auction_season(2, days=14)
    bids = season.even_split
    hours = [auctioned(season, t, bids, math.inf) for t in range(14 * 24)]
    for seen, mean in (
        (sum(hour.won for hour in hours), season.market.won(bids).sum(0)),
        (sum(hour.cost for hour in hours), season.market.costs(bids).sum(0)),
    ):
        np.testing.assert_allclose(seen, mean, rtol=0.04)  # of some 10,000 clicks in each keyword
    buyers = sum(hour.buyers.sum() for hour in hours)
    expected = sum(float(hour.won @ season.market.worth) for hour in hours)
    assert abs(buyers - expected) < 5 * math.sqrt(expected)


def test_the_platform_stops_at_the_budget() -> None:
    season = auction_season(4, days=2)
    outcome = play_auctions(Held(np.full(KEYWORDS, MOST)), season)
    assert outcome.spent == pytest.approx(season.budget, rel=1e-12)
    hour = auctioned(season, 0, np.full(KEYWORDS, MOST), 1.0)
    assert hour.cost.sum() == pytest.approx(1.0, rel=1e-12)
    assert hour.won.sum() < auctioned(season, 0, np.full(KEYWORDS, MOST), math.inf).won.sum() / 5


class Listener(Held):
    """Bids for one keyword, and keeps what it is told."""

    def __init__(self, x: FloatArray) -> None:
        super().__init__(x)
        self.told: list[Feedback] = []

    def update(self, state: Any, feedback: Feedback) -> Any:
        self.told.append(feedback)
        return state


def test_a_player_is_told_what_its_own_bid_has_cost_and_what_was_counted() -> None:
    season = auction_season(5, days=2)
    bids = np.array([0.6, 0.0, 0.9, 0.0, 0.3, 0.0])
    player = Listener(bids)
    outcome = play_auctions(player, season)
    paid = [float(feedback.price @ bids) for feedback in player.told]
    assert sum(paid) == pytest.approx(outcome.spent, rel=1e-12)
    hour = auctioned(season, 9, bids, math.inf)
    told = player.told[9]
    np.testing.assert_allclose(told.price[bids > 0] * bids[bids > 0], hour.cost[bids > 0])
    np.testing.assert_array_equal(told.price[bids == 0], season.forecast.prices[9, bids == 0])
    assert float(told.utility.value(bids)) == pytest.approx(hour.buyers.sum(), rel=1e-12)
    assert told.violation == pytest.approx(hour.cost.sum() - 110.0, rel=1e-12)
    believed: Any = season.forecast.utility
    unbid = told.utility.gradient(bids)[bids == 0]
    np.testing.assert_allclose(unbid, believed.gradient(9, bids)[bids == 0], rtol=1e-12)


def test_what_is_kept_is_read_back_and_is_what_is_computed(tmp_path: Path) -> None:
    auctions.keep(tmp_path, 2, ["even split"], days=2)
    origin, read = load(tmp_path)
    assert origin["command"] == "python -m osphg.studies.auctions"
    assert origin["results_sha256"] == read.sha256
    assert read.values() == compare(range(2), ["even split"], days=2).values()


def test_the_kept_table_is_that_of_the_code() -> None:
    """One seed of some players, to nine digits."""
    kept = stored(auctions.NAME).values()
    assert len(kept) == 2 * seasons.SEEDS * len(WORLDS) * len(CONTENDERS)
    live = compare([3], ["even split", "held plan", "planned", "OSPHG, weighted"])
    for key, value in live.values().items():
        assert kept[key] == pytest.approx(value, rel=1e-9), key


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: auction_season(-1), "seed must be at least 0, got -1"),
        (lambda: auction_season(0, days=1), "days must be at least 2, got 1"),
        (lambda: auction_season(0, wrong=-0.1), "wrong must "),
        (lambda: compare([0], ["me"]), "contenders must be of even split, .*, got me"),
    ],
)
def test_what_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=f"^{message}") as refused:
        make()
    assert "\n" not in str(refused.value)
