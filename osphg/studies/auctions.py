"""A season of second-price auctions: prices that answer bids, by the hour, in six keywords.

Decision y_i is the bid for a click of keyword i, in EUR. In hour t about m_ti clicks are auctioned,
and each goes to the highest bid: ours, where the highest of the others, exponential with mean
theta_ti, is lower; and that one is paid. A bid of y wins in the mean m (1 - exp(-y/theta)) clicks,
which is concave, for m (theta - (y + theta) exp(-y/theta)) EUR. So a unit of bid costs the more,
the higher the bid: p_t depends on what is decided, which the paper does not allow, and neither do
the theorems of the book. A player is told what a unit of its own bid has cost.

Of every click v_i buy. In hindsight the best is to bid v_i/lambda in each hour, for the price of
money lambda at which the budget is spent: `AuctionSeason.best_bids`.

`auction_season` draws one, `play_auctions` has a player play it, and `compare` plays many.
``python -m osphg.studies.auctions`` computes the table that the book keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import brentq

from osphg import checks
from osphg.arithmetic import dot
from osphg.checks import FloatArray
from osphg.domains import Box
from osphg.experiments.catalogue import book_folder
from osphg.experiments.results import Results
from osphg.players.base import Feedback, Player
from osphg.players.boosted import BoostedOSPHG
from osphg.players.rules import Throttle
from osphg.rounds import Rounds
from osphg.studies import seasons
from osphg.studies.seasons import (
    BUDGET_PER_HOUR,
    CONVERSIONS,
    HOURS_PER_DAY,
    SATURATING,
    SEEDS,
    SPENT,
    Clock,
    Contender,
    Held,
    ResponseCurves,
    demand_profile,
    store,
    told_by_counts,
)

KEYWORDS = 6
MOST = 4.0  # EUR, for a click
# Seeds of independent random numbers are (seed, one of these, ...); those of `seasons` end at 4.
_MARKET, _ERRORS, _AUCTIONS, _BUYERS = range(5, 9)


class Market(NamedTuple):
    """What is auctioned in each hour, and what a click is worth.

    Parameters
    ----------
    clicks : FloatArray
        m_ti, how many clicks are auctioned in the mean, (T, n).
    rivals : FloatArray
        theta_ti, the mean of the highest of the others' bids, (T, n), in EUR.
    worth : FloatArray
        v_i, the share of clicks that buy, (n,).
    """

    clicks: FloatArray
    rivals: FloatArray
    worth: FloatArray

    def won(self, bids: FloatArray) -> FloatArray:
        """Return how many clicks bids (n,) win in each hour, in the mean, (T, n)."""
        return np.asarray(-self.clicks * np.expm1(-bids / self.rivals))

    def costs(self, bids: FloatArray) -> FloatArray:
        """Return what bids (n,) cost in each hour, in the mean, (T, n), in EUR."""
        return np.asarray(
            self.clicks * (self.rivals - (bids + self.rivals) * np.exp(-bids / self.rivals))
        )

    def best_bids(self, budget: float) -> FloatArray:
        """Return the fixed bids that sell the most for a budget in EUR, (n,): v/lambda.

        They are the best ones even of those that change by the hour: whatever the others bid, a
        click is worth its price just if that is at most v/lambda.
        """
        return self.bids_that_cost(budget, self.worth)

    def even_split(self, budget: float) -> FloatArray:
        """Return the bids, (n,), at which each keyword costs the same share of a budget."""
        one_by_one = np.eye(KEYWORDS)
        share = budget / KEYWORDS
        return np.sum([self.bids_that_cost(share, one) for one in one_by_one], axis=0)

    def bids_that_cost(self, budget: float, direction: FloatArray) -> FloatArray:
        """Return the bids, (n,), in a direction, cut at the largest bid, that cost a budget.

        Parameters
        ----------
        budget : float
            What all hours together cost in the mean, in EUR. Where the largest bids cost less, they
            are returned.
        direction : FloatArray
            To what the bids are in proportion, (n,), not negative; 0 for a keyword without a bid.
        """

        def excess(factor: float) -> float:
            """Return by how much this multiple costs more than the budget."""
            return float(self.costs(np.minimum(factor * direction, MOST)).sum()) - budget

        highest = MOST / float(direction[direction > 0].min())
        if excess(highest) <= 0:
            return np.minimum(highest * direction, MOST)
        return np.minimum(brentq(excess, 0.0, highest, xtol=1e-12) * direction, MOST)


class AuctionSeason(NamedTuple):
    """A season of auctions, and what is forecast of it.

    Parameters
    ----------
    market : Market
        The truth.
    believed : Market
        What is known before.
    budget : float
        B_T, in EUR.
    seed : int
        What auctions and buyers are drawn from.
    """

    market: Market
    believed: Market
    budget: float
    seed: int

    @property
    def best_bids(self) -> FloatArray:
        """The best bids in hindsight, (n,), in the mean over auctions."""
        return self.market.best_bids(self.budget)

    @property
    def plan(self) -> FloatArray:
        """The best bids for what is forecast, (n,)."""
        return self.believed.best_bids(self.budget)

    @property
    def even_split(self) -> FloatArray:
        """The bids, (n,), at which each keyword is forecast to cost the same."""
        return self.believed.even_split(self.budget)

    @property
    def forecast(self) -> Rounds:
        """The forecast as a game with fixed prices, those of a unit of bid in the plan."""
        market, plan = self.believed, self.plan
        curves = ResponseCurves(
            market.clicks * market.worth, market.rivals.mean(0), [SATURATING] * KEYWORDS
        )
        return Rounds(curves, market.costs(plan) / plan, self.budget, Box(np.full(KEYWORDS, MOST)))


def auction_season(seed: int, *, days: int = 14, wrong: float = 0.0) -> AuctionSeason:
    """Draw a season of auctions and its forecast.

    Clicks follow demand by the hour, the day and a promotion of two days, as in `seasons.season`;
    so do the others' bids, by its power 0.3, and they drift by up to a fifth in each keyword.

    Parameters
    ----------
    seed : int
        What all is drawn from, at least 0.
    days : int
        The number of days, at least 2.
    wrong : float
        By how much the forecast is wrong: what a click is worth and what others bid is multiplied
        by exp(N(0, wrong^2)) in each keyword; 0 for a right forecast.

    Returns
    -------
    AuctionSeason

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described.

    Examples
    --------
    >>> auction_season(1).forecast
    Rounds(T=336, n=6, budget=36960, domain=Box(upper=[4, 4, 4, ...], lower=[0, 0, 0, ...]))
    """
    seed = checks.integer("seed", seed, 0)
    days = checks.integer("days", days, 2)
    wrong = checks.non_negative_float("wrong", wrong)
    rng = np.random.default_rng((seed, _MARKET))
    clicks = np.exp(rng.uniform(np.log(60.0), np.log(240.0), KEYWORDS))
    rivals = np.exp(rng.uniform(np.log(0.3), np.log(1.5), KEYWORDS))
    worth = np.exp(rng.uniform(np.log(0.02), np.log(0.1), KEYWORDS))
    T = days * HOURS_PER_DAY
    first = int(rng.integers(1, days))
    demand = demand_profile(days, promotion=(first, first + 1))[:, np.newaxis]
    drift = 1 + np.outer(np.arange(T) / T, rng.uniform(-0.2, 0.2, KEYWORDS))
    market = Market(demand * clicks, demand**0.3 * drift * rivals, worth)
    factors = np.exp(np.random.default_rng((seed, _ERRORS)).normal(0, wrong, (2, KEYWORDS)))
    believed = Market(market.clicks, market.rivals * factors[0], worth * factors[1])
    return AuctionSeason(market, believed, BUDGET_PER_HOUR * T, seed)


class Hour(NamedTuple):
    """What an hour of auctions has brought, for each keyword, (n,) each.

    Parameters
    ----------
    won : FloatArray
        The clicks that were won.
    cost : FloatArray
        What they cost, in EUR.
    buyers : FloatArray
        How many of them have bought.
    """

    won: FloatArray
    cost: FloatArray
    buyers: FloatArray


def auctioned(season: AuctionSeason, t: int, bids: FloatArray, left: float) -> Hour:
    """Hold the auctions of an hour, one by one, and return what they have brought.

    Parameters
    ----------
    season : AuctionSeason
        The season.
    t : int
        The hour, counted from 0. Whoever bids meets the same auctions in it.
    bids : FloatArray
        What is bid for a click, (n,), in EUR.
    left : float
        The money that is left; the platform stops bids, in proportion, when it is spent.
    """
    market = season.market
    won, cost = np.zeros((2, KEYWORDS))
    for i in range(KEYWORDS):
        rng = np.random.default_rng((season.seed, _AUCTIONS, t, i))
        highest = rng.exponential(market.rivals[t, i], rng.poisson(market.clicks[t, i]))
        paid = highest[highest < bids[i]]
        won[i], cost[i] = len(paid), paid.sum()
    if cost.sum() > left:
        won, cost = np.floor(left / cost.sum() * won), left / cost.sum() * cost
    rng = np.random.default_rng((season.seed, _BUYERS, t))
    return Hour(won, cost, rng.binomial(won.astype(np.int64), market.worth).astype(np.float64))


class Outcome(NamedTuple):
    """What a player has made of a season.

    Parameters
    ----------
    conversions : float
        How many of the clicks that it won are expected to buy.
    spent : float
        What it has paid, in EUR; at most the budget.
    """

    conversions: float
    spent: float


def play_auctions(player: Player, season: AuctionSeason) -> Outcome:
    """Have a player, made for the season's forecast, bid in its auctions.

    After an hour it is told what a unit of its bid has cost in each keyword, or what the forecast
    says of one without a bid, and the forecast's curves, scaled to the buyers that were counted.

    Parameters
    ----------
    player : Player
        Who plays.
    season : AuctionSeason
        What is played.

    Returns
    -------
    Outcome
    """
    forecast = season.forecast
    curves: Any = forecast.utility
    state = player.init(forecast)
    left, conversions = season.budget, 0.0
    for t in range(forecast.T):
        bids = np.asarray(player.decide(state))
        hour = auctioned(season, t, bids, left)
        left = max(left - float(hour.cost.sum()), 0.0)
        conversions += float(hour.won @ season.market.worth)
        price = np.where(bids > 0, hour.cost / np.where(bids > 0, bids, 1.0), forecast.prices[t])
        told = told_by_counts(curves, t, bids, hour.buyers)
        violation = float(dot(price, bids)) - forecast.allowance
        feedback = Feedback(t, bids, told, float(hour.buyers.sum()), price, violation)
        state = player.update(state, feedback)
    return Outcome(conversions, season.budget - left)


BEST = "best bids, in hindsight"


def _best_bids(season: Any) -> Player:
    """Return who holds the best bids for what is auctioned."""
    return Held(season.best_bids)


# Those of the other seasons, but for allowances by demand; hindsight knows the auctions.
CONTENDERS: Mapping[str, Contender] = {
    name: contender
    for name, contender in seasons.CONTENDERS.items()
    if not contender.by_demand and "hindsight" not in name
} | {
    BEST: Contender(_best_bids),
    "throttling": Contender(lambda season: Throttle.tuned(season.forecast, start=season.plan)),
    "OSPHG, boosted": Contender(
        lambda season: BoostedOSPHG.tuned(
            season.forecast, HOURS_PER_DAY, unit_free=True, start=season.plan
        )
    ),
}
WORLDS: Mapping[str, Mapping[str, float]] = {"right": {}, "30 % wrong": {"wrong": 0.3}}


def compare(
    seeds: Iterable[int], contenders: Sequence[str] = tuple(CONTENDERS), *, days: int = 14
) -> Results:
    """Play seasons of auctions by many players.

    Parameters
    ----------
    seeds : iterable of int
        One season for each, with each of the forecasts of `WORLDS`.
    contenders : sequence of str
        Keys of `CONTENDERS`.
    days : int
        The number of days of a season, at least 2.

    Returns
    -------
    Results
        As of `seasons.compare`, so that `seasons.table` and `seasons.gains` read it.

    Raises
    ------
    ValueError
        For a name that is no such key.
    """
    unknown = [name for name in contenders if name not in CONTENDERS]
    known = f"be of {', '.join(CONTENDERS)}"
    checks.must(not unknown, "contenders", known, ", ".join(unknown))
    rows: list[dict[str, Any]] = []
    for seed in seeds:
        for world, wrong in WORLDS.items():
            season: Any = auction_season(seed, days=days, **wrong)
            for player in contenders:
                outcome = play_auctions(CONTENDERS[player].make(season), season)
                spent = outcome.spent / season.budget
                about = {"world": world, "seed": seed, "player": player}
                found = ((CONVERSIONS, outcome.conversions, "1"), (SPENT, spent, "budget"))
                rows += [
                    {**about, "quantity": quantity, "value": value, "unit": unit}
                    for quantity, value, unit in found
                ]
    return Results(NAME, rows)


NAME = "auctions"  # of the kept table


def keep(
    folder: Path,
    seeds: int = SEEDS,
    contenders: Sequence[str] = tuple(CONTENDERS),
    *,
    days: int = 14,
) -> None:
    """Compute the table of players, and keep it with how it was computed.

    Parameters
    ----------
    folder : Path
        Where results.csv.gz and provenance.json are written.
    seeds : int
        The number of seasons: those of the seeds 0, 1, ...
    contenders : sequence of str
        Keys of `CONTENDERS`.
    days : int
        The number of days of a season.
    """
    clock = Clock()
    results = compare(range(seeds), contenders, days=days)
    store(folder, results, {"seeds": seeds, "days": days}, clock)


if __name__ == "__main__":
    keep(book_folder() / "stored" / NAME)
