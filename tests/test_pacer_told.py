"""What a pacer may be told: the same twice, late, otherwise, in the words of a log; and its cap."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg import plots
from osphg.checks import FloatArray
from osphg.pacing import Response, abilities
from osphg.pacing.abilities import ADVISED, Abilities
from osphg.rounds import Rounds

RATE = np.array([1.0, 2.0])
BOUND = 2.0
T = 16


def season(minimum: float = 0.0, T: int = T) -> Rounds:
    """A game of two items whose prices are at most `BOUND`."""
    rng = np.random.default_rng(3)
    weights = rng.uniform(2.0, 4.0, (T, 2))
    prices = rng.uniform(0.5, BOUND, (T, 2))
    utility = osphg.families.ConcaveOverModular(weights, np.diag(RATE))
    return Rounds(utility, prices, 0.8 * T, osphg.Box(np.ones(2), np.full(2, minimum)))


def pacer(player: Any, game: Rounds, **options: Any) -> osphg.Pacer:
    known: dict[str, Any] = {"domain": game.domain, "budget": game.budget, "horizon": game.T}
    return osphg.Pacer(player, **{"response": Response.of(game), **known, **options})


def reach_of(game: Rounds, t: int, bid: FloatArray) -> FloatArray:
    utility: Any = game.utility
    return np.asarray(utility.weights[t % game.T] * -np.expm1(-RATE * bid))


def play(one: osphg.Pacer, game: Rounds, rounds: int, **told: Any) -> None:
    """Play some rounds, told reach and spend as a log has them."""
    for _ in range(rounds):
        t = one.round - 1
        bid = one.decide()
        one.observe(spend=game.prices[t % game.T] * bid, reach=reach_of(game, t, bid), **told)


makers = st.sampled_from(sorted(ADVISED))
share = st.floats(0.0, 1.0)
steps = st.lists(
    st.tuples(
        st.sampled_from(
            ["tell", "tell", "later", "skip", "late", "again", "correct", "change", "book", "jump"]
        ),
        share,
        share,
    ),
    max_size=40,
)


class Account:
    """What was told, kept apart from the pacer."""

    def __init__(self, one: osphg.Pacer) -> None:
        self.one = one
        self.paid: dict[int, float] = {}  # by round, from 1
        self.told: dict[int, dict[str, Any]] = {}
        self.bids: dict[int, FloatArray] = {}
        self.untold: dict[int, dict[str, Any]] = {}  # rounds whose money alone is known
        self.fees = 0.0
        self.risen = 0.0  # by corrections and fees, which no cap can foresee

    def decide(self) -> int:
        about = self.one.round
        self.bids[about] = self.one.decide()
        return about

    def tell(self, about: int, prices: FloatArray, slope: FloatArray, **options: Any) -> None:
        told: dict[str, Any] = {"price": prices, **({} if options else {"slope": slope})}
        self.one.observe(round=about, **told, **options)
        paid = float(prices @ self.bids[about])
        if about in self.paid:
            self.risen += max(0.0, paid - self.paid[about])
        self.paid[about] = paid
        (self.untold if options else self.told)[about] = told


@settings(max_examples=60, deadline=None)
@given(name=makers, steps=steps, minimum=st.sampled_from([0.0, 0.05]))
def test_the_cap_holds_whatever_is_told(
    name: str, steps: list[tuple[str, float, float]], minimum: float
) -> None:
    """And the money is what was told, and what is told twice changes nothing."""
    game = season(minimum)
    one = pacer(ADVISED[name](game), game, hard=True, price_bound=BOUND)
    account = Account(one)
    for step, a, b in steps:
        prices = BOUND * np.array([a, b])
        slope = np.array([b, a])
        waiting = [about for about in one.waiting if about not in account.untold]
        if step in ("tell", "later", "skip") and not one.over:
            about = account.decide()
            if step == "skip":
                one.skip()
            else:
                account.tell(about, prices, slope, **({"later": True} if step == "later" else {}))
        elif step == "jump" and one.round < one.horizon:
            account.decide()
            about = one.round
            one.decide(about + 1)
            account.bids[about + 1] = one.decide()
        elif step == "late" and waiting:
            account.tell(waiting[int(a * len(waiting)) - 1], prices, slope)
        elif step == "late" and account.untold:
            about, told = account.untold.popitem()
            one.observe(round=about, slope=slope)
            account.told[about] = {**told, "slope": slope}
        elif step == "again" and account.told:
            before = (one.spent, one.violation, one.round, one.waiting, one.history.to_csv())
            about = [*account.told][int(a * len(account.told)) - 1]
            one.observe(round=about, **account.told[about])
            after = (one.spent, one.violation, one.round, one.waiting, one.history.to_csv())
            assert after == before
        elif step == "correct" and account.told:
            account.tell([*account.told][int(b * len(account.told)) - 1], prices, slope)
        elif step == "book":
            amount = (a - 0.5) * min(1.0, one.spent)
            one.book("fee", amount)
            account.risen += max(0.0, amount - account.fees)
            account.fees = amount
        elif step == "change" and not one.over:
            with suppress(ValueError):  # for too little money, or a round that is decided
                one.change(budget=one.budget * (0.5 + a), horizon=max(one.horizon, one.round + 3))
        assert one.spent == pytest.approx(sum(account.paid.values()) + account.fees, abs=1e-9)
        assert one.spent <= one.budget + account.risen + 1e-9


@settings(max_examples=30, deadline=None)
@given(name=makers, steps=steps, at=st.integers(0, 39))
def test_saved_anywhere_it_goes_on_bit_for_bit(
    name: str, steps: list[tuple[str, float, float]], at: int, tmp_path_factory: Any
) -> None:
    game = season()
    games = [pacer(ADVISED[name](game), game) for _ in range(2)]
    file = tmp_path_factory.mktemp("saved") / "pacer.json"
    for place, (step, a, b) in enumerate(steps):
        if place == at:
            games[1].save(file)
            games[1] = osphg.Pacer.load(file)
        for one in games:
            if one.over:
                continue
            one.decide()
            told: dict[str, Any] = {"price": [a, b], "slope": [b, a]}
            if step == "skip":
                one.skip()
            elif step == "late" and one.waiting:
                one.observe(round=one.waiting[0], **told)
            elif step == "later":
                one.observe(price=[a, b], later=True)
            elif step == "correct" and one.round > 1 and one.round - 1 not in one.waiting:
                one.observe(round=one.round - 1, **told)
            else:
                one.observe(**told, bid=[a, b] if step == "book" else None)
    first, second = games
    assert first.history.to_csv() == second.history.to_csv()
    assert first.over or first.decide().tobytes() == second.decide().tobytes()
    assert np.all(first.multiplier == second.multiplier)


class TestAbilities:
    """Each thing is done here with each advised player, and compared with what the table says."""

    def test_the_table(self) -> None:
        table = abilities()
        assert [*table] == [*ADVISED]
        lacking = {(name, what) for name, row in table.items() for what in row._fields
                   if not getattr(row, what)}  # fmt: skip
        assert not lacking

    def test_a_player_that_cannot(self) -> None:
        """RECOO keeps B_T/T: another budget or horizon and minimum bids are refused."""
        row = abilities({"RECOO": lambda rounds: osphg.RECOO(1.0, 1.0, 1.0)})["RECOO"]
        assert row == Abilities(True, True, False, False, False, False)

    def test_what_is_done_wrongly_is_an_error(self) -> None:
        class Forgetful(osphg.EvenPacing):
            def decide(self, state: Any) -> FloatArray:
                return np.full(2, -1.0)  # no point of X

        assert not abilities({"wrong": lambda rounds: Forgetful()})["wrong"].saved
        with pytest.raises(TypeError, match="makers must be a mapping of names"):
            abilities([osphg.EvenPacing()])  # type: ignore[arg-type]

    @pytest.mark.parametrize("name", ADVISED)
    def test_saved(self, name: str, tmp_path: Path) -> None:
        game = season()
        one, other = (pacer(ADVISED[name](game), game, hard=True, price_bound=BOUND) for _ in "ab")
        play(one, game, T)
        play(other, game, T // 2)
        other.save(tmp_path / "pacer")
        other = osphg.Pacer.load(tmp_path / "pacer")
        play(other, game, T // 2)
        assert one.spent == other.spent > 0
        assert one.history.equals(other.history)

    @pytest.mark.parametrize("name", ADVISED)
    def test_told_late_in_one_way_or_another(self, name: str) -> None:
        """As data or as a function: the same bits."""
        game = season()
        one, other = (pacer(ADVISED[name](game), game) for _ in "ab")
        for t in range(T):
            bid = one.decide()
            assert other.decide().tobytes() == bid.tobytes()
            for each in (one, other):
                each.skip()
            if t >= 3:
                s = t - 3
                bid = np.array(one.history.loc[s + 1, ["bid_1", "bid_2"]], dtype=np.float64)
                one.observe(round=s + 1, price=game.prices[s], reach=reach_of(game, s, bid))
                slopes = Response.of(game).slopes_from_reach(bid, reach_of(game, s, bid))
                other.observe(
                    round=s + 1,
                    price=game.prices[s],
                    gradient=lambda X, slopes=slopes: slopes * np.exp(-RATE * X),
                )
        assert one.waiting == (14, 15, 16)
        assert one.spent > 0

    @pytest.mark.parametrize("name", ADVISED)
    def test_a_cut_is_kept(self, name: str) -> None:
        """Cut in the middle to what was spent and a third of the rest, all that is left is that."""
        game = season(T=400)
        one = pacer(ADVISED[name](game), game, hard=True, price_bound=BOUND)
        play(one, game, 200)
        budget = one.spent + 0.3 * (one.budget - one.spent)
        one.change(budget=budget)
        assert one.allowance == pytest.approx((budget - one.spent) / 200)
        play(one, game, 200)
        assert one.spent <= budget
        assert one.violation == pytest.approx(one.spent - budget)

    @pytest.mark.parametrize("name", ["planned", "re-solving", "even pacing", "throttling"])
    def test_a_rule_spends_what_is_left_evenly(self, name: str) -> None:
        """Without a cap: the half of the rest that a cut leaves lasts to the end of the season."""
        game = season(T=400)
        one = pacer(ADVISED[name](game), game)
        play(one, game, 200)
        spent = one.spent
        one.change(budget=spent + 0.5 * (one.budget - spent))
        play(one, game, 100)
        assert (one.spent - spent) == pytest.approx(0.5 * (one.budget - spent), rel=0.15)
        play(one, game, 100)
        assert one.spent == pytest.approx(one.budget, rel=0.02)

    @pytest.mark.parametrize("name", ADVISED)
    def test_a_longer_season(self, name: str) -> None:
        game = season()
        one = pacer(ADVISED[name](game), game, hard=True, price_bound=BOUND)
        play(one, game, T // 2)
        one.change(horizon=3 * T)
        play(one, game, 3 * T - T // 2)
        assert one.over
        assert one.spent <= game.budget

    @pytest.mark.parametrize("name", ADVISED)
    def test_minimum_bids(self, name: str) -> None:
        game = season(minimum=0.1)
        one = pacer(ADVISED[name](game), game, hard=True, price_bound=BOUND)
        play(one, game, T)
        bids = one.history[["bid_1", "bid_2"]].to_numpy()
        assert bids.min() >= 0.1
        assert bids.max() > 0.15
        assert one.spent <= game.budget

    def test_a_plan_with_minimum_bids_counts_from_there(self) -> None:
        """The plan of a game that is as forecast is within a hair of the best fixed decision."""
        game = season(minimum=0.3, T=96)
        one = pacer(osphg.Planned.tuned(game, forecast=game, floor=0.0, K=400), game)
        best = osphg.best_fixed_decision(game, game.T).x
        np.testing.assert_allclose(one.decide(), best, atol=0.01)
        play(one, game, 96)
        assert one.spent == pytest.approx(game.budget, rel=0.01)


class TestWords:
    """What a log has: spend, reach, what was really bid."""

    @pytest.fixture
    def game(self) -> Rounds:
        return season()

    def test_reach_is_the_curve_through_it(self, game: Rounds) -> None:
        one = pacer(osphg.DualDescent(0.1, start=[0.5, 0.25]), game, names=["a", "b"])
        other = pacer(osphg.DualDescent(0.1, start=[0.5, 0.25]), game)
        for t in range(4):
            bid = one.decide()
            spend = dict(zip("ab", game.prices[t] * bid, strict=True))
            reach = pd.Series(reach_of(game, t, bid), index=["a", "b"])
            one.observe(spend=spend, reach=reach[::-1])
            utility: Any = game.utility
            scale = utility.weights[t] * RATE
            other.decide()
            other.observe(
                price=game.prices[t],
                gradient=lambda X, scale=scale: scale * np.exp(-RATE * X),
            )
            np.testing.assert_allclose(one.decide(), other.decide(), rtol=1e-12)
        assert one.history["reach_a"].notna().all()
        assert one.history["utility"].iloc[0] == pytest.approx(
            reach_of(game, 0, np.array([0.5, 0.25])).sum()
        )

    def test_an_item_without_a_bid_is_as_expected(self, game: Rounds) -> None:
        """Told slope 0 where it could see nothing, a player that starts at 0 would stay there."""
        expected = Response(RATE, scale=[3.0, 5.0], price=[1.0, 0.5])
        one = pacer(osphg.DualDescent(0.1), game, response=expected)
        other = pacer(osphg.DualDescent(0.1), game, response=None)
        assert one.decide().tolist() == other.decide().tolist() == [0.0, 0.0]
        one.observe(spend=[0.0, 0.0], reach=[0.0, 0.0])
        other.observe(price=[1.0, 0.5], gradient=lambda X: RATE * [3.0, 5.0] * np.exp(-RATE * X))
        np.testing.assert_allclose(one.decide(), other.decide(), rtol=1e-12)
        assert one.decide().max() > 0.5

    def test_what_was_really_bid_is_what_is_paid(self, game: Rounds) -> None:
        one = pacer(osphg.EvenPacing(start=[0.51, 0.51]), game)
        one.decide()
        one.observe(price=[1.0, 2.0], slope=[1.0, 1.0], bid=[0.5, 0.75])
        assert one.spent == 2.0
        # The rule knows it: what is left is spread over the rounds to come.
        left = (game.budget - 2.0) / (T - 1)
        assert one.decide() @ [1.0, 2.0] == pytest.approx(left)

    def test_a_linear_slope_needs_no_response(self, game: Rounds) -> None:
        one, other = (pacer(osphg.Resolve(2, 4), game, response=None) for _ in "ab")
        for _ in range(6):
            one.decide()
            other.decide()
            one.observe(price=[1.0, 2.0], slope=[3.0, 4.0])
            other.observe(price=[1.0, 2.0], gradient=lambda X: np.full(X.shape, [3.0, 4.0]))
            assert one.decide().tobytes() == other.decide().tobytes()

    def test_money_now_and_reach_later(self, game: Rounds) -> None:
        one, other = (pacer(osphg.OSPHG(0.1, 4.0, 4, weighted=True), game) for _ in "ab")
        play(one, game, 3)
        play(other, game, 3)
        bid = one.decide()
        reach = reach_of(game, 3, bid)
        one.observe(spend=game.prices[3] * bid, later=True)
        one.observe(spend=game.prices[3] * bid, later=True, round=4)  # told twice
        other.decide()
        other.skip()
        assert one.waiting == other.waiting == (4,)
        assert one.spent - other.spent == pytest.approx(game.prices[3] @ bid)
        one.observe(round=4, reach=reach)
        other.observe(round=4, spend=game.prices[3] * bid, reach=reach)
        assert one.decide().tobytes() == other.decide().tobytes()
        assert one.spent == pytest.approx(other.spent)
        assert one.waiting == ()

    def test_a_correction_and_a_refund(self, game: Rounds) -> None:
        """The player's next step counts them; the cap has the money again."""
        one = pacer(osphg.OSPHG(0.1, 4.0, 4, lambda1=1.0), game)
        play(one, game, 3)
        spent, violation = one.spent, one.violation
        paid = one.history["paid"].iloc[1]
        bid = one.history[["bid_1", "bid_2"]].iloc[1].to_numpy()
        one.observe(round=2, spend=[0.0, 0.0], reach=reach_of(game, 1, bid))
        one.book("voucher", -0.25 * spent)
        one.book("voucher", -0.25 * spent)
        assert one.spent == pytest.approx(0.75 * spent - paid)
        assert one.violation == pytest.approx(violation - 0.25 * spent - paid)
        lam, x = one.multiplier, one.decide()
        one.observe(price=[1.0, 1.0], slope=[0.0, 0.0])
        step = x.sum() - game.allowance - 0.25 * spent - paid
        assert one.multiplier == pytest.approx(max(0.0, 0.96 * lam + 0.1 * step))
        with pytest.raises(ValueError, match=r"amount must not refund more than the .* were"):
            one.book("voucher", -2.0 * spent)

    def test_reach_that_comes_after_a_round_was_played_without_is_said(self, game: Rounds) -> None:
        one = pacer(osphg.OSPHG(0.1, 4.0, 4), game)
        one.decide()
        with pytest.warns(UserWarning, match=r"round 1 is told without reach, .* or later=True if"):
            one.observe(price=[1.0, 1.0])
        with pytest.warns(UserWarning, match=r"round 1 was told before.*observe\(later=True\)"):
            one.observe(round=1, reach=[1.0, 1.0])
        assert one.history.loc[1, "reach_1"] == 1.0

    def test_money_alone_is_said_at_once(self, game: Rounds) -> None:
        """Not where reach comes later, or where nobody said how bids bring it."""
        one, other = (pacer(osphg.EvenPacing(), game, response=kind)
                      for kind in (Response.of(game), None))  # fmt: skip
        for each in (one, other):
            each.decide()
        one.observe(spend=[0.1, 0.1], later=True)
        one.observe(round=1, reach=[1.0, 1.0])
        one.observe(round=1, spend=[0.1, 0.2])  # a correction of the money
        other.observe(price=[1.0, 1.0])
        one.decide()
        before = one.spent
        with pytest.raises(UserWarning, match=r"^round 2 is told without reach, and"):
            one.observe(spend=[0.1, 0.1])
        assert (one.round, one.spent) == (2, before)

    def test_a_bound_below_prices_that_are_known_is_said(self, game: Rounds) -> None:
        options: dict[str, Any] = {"hard": True, "names": ["a", "b"]}
        largest = game.prices.max(0)
        worst = int(largest.argmax())
        text = rf"^price_bound of '{'ab'[worst]}' is 1, and the log has prices up to "
        text += f"{largest[worst]:.4g}"
        for bound in (1.0, [1.0, 1.0]):
            with pytest.warns(UserWarning, match=text):
                pacer(osphg.EvenPacing(), game, response=game, price_bound=bound, **options)
        with pytest.warns(UserWarning, match="^price_bound is 0.5, and response has prices up to"):
            pacer(osphg.EvenPacing(), game, hard=True, price_bound=0.5)
        for bound in (largest, BOUND):
            pacer(osphg.EvenPacing(), game, response=game, price_bound=bound, **options)
        pacer(osphg.EvenPacing(), game, hard=True, price_bound=0.5, response=Response(RATE))

    def test_a_rule_that_keeps_rounds_keeps_the_corrected_one(self, game: Rounds) -> None:
        one, other = (pacer(osphg.Resolve(4, 8), game, response=None) for _ in "ab")
        for t in range(3):
            for each in (one, other):
                each.decide()
                wrong = each is one and t == 1
                each.observe(price=[1.0, 1.0], slope=[9.0, 0.0] if wrong else [1.0, 2.0])
        one.observe(round=2, price=[1.0, 1.0], slope=[1.0, 2.0])
        for each in (one, other):
            each.decide()
            each.observe(price=[1.0, 1.0], slope=[1.0, 2.0])
        np.testing.assert_allclose(one.decide(), other.decide(), rtol=1e-9)

    def test_a_lost_hour_does_not_stall(self, game: Rounds) -> None:
        one = pacer(osphg.EvenPacing(), game, hard=True, price_bound=BOUND, names=["a", "b"])
        play(one, game, 3)
        one.decide()
        bids = one.bids(7)
        assert [*bids] == ["a", "b"]
        assert one.waiting == (4, 5, 6)
        one.observe(round=5, spend=[0.1, 0.1], reach=[0.0, 1.0])
        assert one.waiting == (4, 6)
        assert one.round == 7
        with pytest.raises(ValueError, match="round must be at least 7, as those before are behi"):
            one.decide(6)
        with pytest.raises(ValueError, match="round must be between 1 and 16"):
            one.decide(17)

    def test_the_hour_of_a_season_that_is_told_late(self) -> None:
        """Dual descent with a season answers the round one season before the next one."""
        game = season(T=40)
        rule = osphg.DualDescent(0.1, season=4, start=[0.5, 0.5])
        one, other = (pacer(rule, game, response=None) for _ in "ab")
        slopes = np.array([[4.0, 1.0], [1.0, 4.0], [8.0, 8.0], [0.1, 0.2]])
        for t in range(24):
            one.decide()
            one.observe(price=[1.0, 1.0], slope=slopes[t % 4])
            other.decide()
            other.skip()
            if t >= 2:
                other.observe(round=t - 1, price=[1.0, 1.0], slope=slopes[(t - 2) % 4])
            if t > 12:
                # Bid, by a linear f, is all or nothing: as the hour to come says.
                wanted = slopes[(t + 1) % 4] > other.multiplier
                assert other.decide().tolist() == wanted.tolist()
        # Nothing more is told: each hour still has its own answer.
        for t in range(24, 32):
            wanted = slopes[t % 4] > other.multiplier
            assert other.decide().tolist() == wanted.tolist()
            other.skip()

    @pytest.mark.parametrize("later", [True, False])
    @pytest.mark.parametrize("delay", [1, 3, 7])
    def test_a_plan_by_the_hour_goes_by_the_clock(self, delay: int, later: bool) -> None:
        """Rounds that wait do not move a plan to the hours of others."""
        game = season(T=40)
        rule = osphg.Planned(forecast=game, period=4, every=1000)
        state: Any = rule.init(game)
        plan = state.decisions
        assert len(np.unique(plan, axis=0)) == 4
        one = pacer(rule, game)
        for t in range(game.T):
            bid = one.decide()
            assert bid.tolist() == plan[t % 4].tolist()
            if later:
                one.observe(spend=game.prices[t] * bid, later=True)
            else:
                one.skip()
            if t >= delay:
                s = t - delay
                money = {} if later else {"spend": game.prices[s] * plan[s % 4]}
                one.observe(round=s + 1, reach=[1.0, 1.0], **money)

    def test_a_new_plan_goes_by_the_clock(self) -> None:
        """With a forecast that is right, one that is told late bids as one that is not."""
        game = season(T=40)
        rule = osphg.Planned(forecast=game, period=4, every=4, K=100)
        state: Any = rule.init(game)
        plan = state.decisions
        prompt, late = pacer(rule, game), pacer(rule, game)
        reach = []
        for t in range(game.T - 8):  # in the last rounds what is left is divided by few
            bid, other = prompt.decide(), late.decide()
            assert other == pytest.approx(bid, abs=0.1)
            reach.append(reach_of(game, t, bid))
            prompt.observe(spend=game.prices[t] * bid, reach=reach[t])
            late.observe(spend=game.prices[t] * other, later=True)
            if t >= 2:
                late.observe(round=t - 1, reach=reach[t - 2])
        # The bids of other hours would be further away.
        assert np.abs(plan - np.roll(plan, 2, axis=0)).max() > 0.3

    @pytest.mark.parametrize("later", [True, False])
    @pytest.mark.parametrize("delay", [1, 3, 7])
    def test_a_plan_after_a_change_goes_by_the_clock(self, delay: int, later: bool) -> None:
        """While rounds wait it is that of a game whose first round is the next one."""
        game = season(T=40)
        one = pacer(osphg.Planned(forecast=game, period=4, every=1000), game)
        for t in range(delay):
            bid = one.decide()
            if later:
                one.observe(spend=game.prices[t] * bid, later=True)
            else:
                one.skip()
        one.change(budget=0.5 * game.budget)
        # Rounds whose money is not known have their part of what is left, as rounds to come.
        rest = np.arange(delay, game.T + (0 if later else delay)) % game.T
        known: Any = game.utility
        utility = osphg.families.ConcaveOverModular(known.weights[rest], np.diag(RATE))
        budget = 0.5 * game.budget - one.spent
        to_come = Rounds(utility, game.prices[rest], budget, game.domain)
        wanted: Any = osphg.Planned(forecast=to_come, period=4).init(to_come)
        for i in range(4):
            np.testing.assert_allclose(one.decide(), wanted.decisions[i], rtol=1e-9)
            one.skip()


class Hour(NamedTuple):
    """A round that is decided."""

    t: int  # from 0
    bid: FloatArray
    paid: dict[int, Any]  # by round, from 0: the money that is known
    told: tuple[int, ...]  # the rounds told so far
    multiplier: Any

    @property
    def unknown(self) -> list[int]:
        """The rounds behind whose money is not known."""
        return [s for s in range(self.t) if s not in self.paid]


def hours_told_late(
    one: osphg.Pacer,
    price: FloatArray,
    delay: int,
    path: Path,
    *,
    later: bool = False,
    lost: int | None = None,
) -> list[Hour]:
    """Play all rounds, each told so late but for a lost one; saved and loaded before each."""
    hours: list[Hour] = []
    paid: dict[int, Any] = {}
    told: tuple[int, ...] = ()
    for t in range(one.horizon):
        one.save(path)
        one = osphg.Pacer.load(path)
        bid = one.decide()
        hours.append(Hour(t, bid, {**paid}, told, one.multiplier))
        if later and t != lost:
            one.observe(price=price, later=True)
            paid[t] = price @ bid
        elif delay or t == lost:
            one.skip()
        s = t - delay
        if s >= 0 and s != lost:
            one.observe(round=s + 1, slope=[1.0, 0.5], price=None if later else price)
            paid[s] = price @ hours[s].bid
            told = (*told, s)
    return hours


LATE: list[dict[str, Any]] = [
    {"delay": delay, "later": later, "lost": lost}
    for delay, later, lost in [
        (1, False, None),
        (5, False, None),
        (5, True, None),
        (0, False, 4),
        (3, False, 4),
        (3, True, 10),
    ]
]


@pytest.mark.parametrize("late", LATE)
class TestMoneyByTheClock:
    """Where rounds differ in their money, those that wait do not move it to other rounds."""

    b = np.tile([2.0, 2.0, 2.0, 0.0, 0.25, 0.25], 6)  # allowances of rounds

    def pacer_of(self, rule: Any) -> osphg.Pacer:
        b = self.b
        return osphg.Pacer(rule, domain=osphg.Box([5.0, 5.0]), budget=float(b.sum()),
                           horizon=len(b), allowance=b)  # fmt: skip

    def test_even_pacing_by_the_allowances(self, late: dict[str, Any], tmp_path: Path) -> None:
        one = self.pacer_of(osphg.EvenPacing(start=[0.3, 0.4]))
        checked = 0
        for hour in hours_told_late(one, np.ones(2), path=tmp_path / "one.json", **late):
            if hour.told:  # a price is known
                left = self.b.sum() - sum(hour.paid.values())
                part = self.b[hour.t] / (self.b[hour.t :].sum() + self.b[hour.unknown].sum())
                assert hour.bid.sum() == pytest.approx(max(left, 0.0) * part, abs=1e-9)
                checked += 1
        assert checked > 25

    def test_even_pacing_by_the_allowances_of_two_budgets(
        self, late: dict[str, Any], tmp_path: Path
    ) -> None:
        b = np.column_stack([self.b, np.roll(self.b, 1)])
        price = np.array([[1.0, 1.0], [0.8, 1.2]])
        one = osphg.Pacer(osphg.EvenPacing(start=[0.3, 0.4]), domain=osphg.Box([5.0, 5.0]),
                          budget=b.sum(0), horizon=len(b), allowance=b)  # fmt: skip
        for hour in hours_told_late(one, price, path=tmp_path / "one.json", **late):
            if hour.told:  # each budget is as in the test above, and the scarcer one decides
                left = np.maximum(b.sum(0) - sum(hour.paid.values()), 0.0)
                money = left * b[hour.t] / (b[hour.t :].sum(0) + b[hour.unknown].sum(0))
                assert hour.bid.sum() == pytest.approx(money.min(), abs=1e-9)

    def test_throttle_by_the_allowances(self, late: dict[str, Any], tmp_path: Path) -> None:
        rule = osphg.Throttle(gain=1.0, integral=0.1, season=12, start=[0.3, 0.4])
        one = self.pacer_of(rule)
        first, lags = None, 0.0
        hours = hours_told_late(one, np.ones(2), path=tmp_path / "one.json", **late)
        for hour, after in pairwise(hours):
            if after.told == hour.told:
                assert after.bid.tolist() == hour.bid.tolist()
                continue
            # The lag behind what the rounds allowed whose money is known.
            left = self.b.sum() - sum(after.paid.values())
            planned = sum(self.b[s] for s in after.paid)
            lag = (planned - sum(after.paid.values())) / (self.b.mean() * 12)
            lags += lag
            if first is None:
                to_come = self.b[after.t :].sum() + self.b[after.unknown].sum()
                first = min(1.0, left * self.b[after.t] / to_come / 10.0)
            share = min(1.0, first * np.exp(lag + 0.1 * lags))
            np.testing.assert_allclose(after.bid, 5.0 * share, rtol=1e-9)

    def test_dual_descent_steps_in_one_unit(self, late: dict[str, Any], tmp_path: Path) -> None:
        """It is B_T/T, whatever the allowance of the round in which it is told."""
        one = self.pacer_of(osphg.DualDescent(0.1, lambda1=0.7, start=[0.3, 0.4]))
        hours = hours_told_late(one, np.ones(2), path=tmp_path / "one.json", **late)
        for hour, after in pairwise(hours):
            wanted = hour.multiplier
            for s in after.told[len(hour.told) :]:
                over = hours[s].bid.sum() - self.b[s]
                wanted = max(0.0, wanted + 0.1 * 0.7 * over / self.b.mean())
            assert after.multiplier == pytest.approx(wanted, abs=1e-9)

    @pytest.mark.parametrize("kind", ["EvenPacing", "Throttle", "Resolve", "DualDescent"])
    def test_the_same_allowance_in_each_round_is_none(
        self, kind: str, late: dict[str, Any], tmp_path: Path
    ) -> None:
        rule = getattr(osphg, kind).tuned(season(T=36), start=[0.3, 0.4])
        if kind == "EvenPacing" and late["later"]:
            pytest.skip("with allowances it decides anew once money is told")
        bids = []
        for allowance in (None, np.full(36, 0.8)):
            one = osphg.Pacer(rule, domain=osphg.Box.unit(2), budget=36 * 0.8, horizon=36,
                              allowance=allowance)  # fmt: skip
            path = tmp_path / f"{allowance is None}.json"
            hours = hours_told_late(one, np.ones(2), path=path, **late)
            bids.append([hour.bid for hour in hours])
        np.testing.assert_allclose(bids[0], bids[1], atol=1e-9)

    def test_even_pacing_by_the_day(self, late: dict[str, Any], tmp_path: Path) -> None:
        """A day begins by the clock, and late rounds count in their own day."""
        price = np.array([[1.0, 1.0], [0.1, 0.1]])  # of the day's money, and of all
        one = osphg.Pacer(osphg.EvenPacing(start=[0.3, 0.4]), domain=osphg.Box([5.0, 5.0]),
                          budget=[36.0, 36.0], horizon=36, every=[8, None])  # fmt: skip
        checked = 0
        for hour in hours_told_late(one, price, path=tmp_path / "one.json", **late):
            if hour.told:
                day = hour.t // 8
                length = min(8, 36 - 8 * day)
                spent = sum(paid[0] for s, paid in hour.paid.items() if s // 8 == day)
                waiting = sum(s // 8 == day for s in hour.unknown)
                rounds = length - hour.t % 8 + waiting
                wanted = max(0.0, length - spent) / rounds
                assert hour.bid.sum() == pytest.approx(wanted, abs=1e-9)
                checked += 1
        assert checked > 25


def test_resolve_by_the_day_is_solved_again_though_told_at_one_hour() -> None:
    """It solves after so many rounds told, of which the clock says nothing."""
    rule = osphg.Resolve(every=4, memory=4, start=[0.3, 0.4])
    one = osphg.Pacer(rule, domain=osphg.Box.unit(2), budget=[16.0, 16.0], horizon=32,
                      every=[8, None])  # fmt: skip
    for _ in range(5):
        one.decide()
        one.observe(price=np.full((2, 2), 1.0), later=True)
    for s in range(1, 5):
        one.observe(round=s, slope=[1.0, 0.0])
    # Of the day's 4.0 five rounds have spent 3.5; three rounds are left, for the item that earns.
    np.testing.assert_allclose(one.decide(), [0.5 / 3, 0.0], atol=1e-12)


class TestHistory:
    def test_rows(self) -> None:
        game = season()
        one = pacer(osphg.EvenPacing(), game, names=["a", "b"])
        assert len(one.history) == 0
        play(one, game, 3)
        one.decide()
        one.skip()
        frame = one.history
        assert frame.index.tolist() == [1, 2, 3, 4]
        assert frame.loc[2, ["price_a", "price_b"]].tolist() == game.prices[1].tolist()
        assert frame["paid"].sum() == pytest.approx(one.spent)
        assert frame.loc[4].isna().tolist() == [False, False, *[True] * 5, False, False, True]

    def test_several_budgets(self) -> None:
        one = osphg.Pacer(
            osphg.EvenPacing(), domain=osphg.Box.unit(2), budget={"money": 4.0, "calls": 3.0},
            horizon=5,
        )  # fmt: skip
        one.decide()
        one.observe(spend={"money": [1.0, 2.0], "calls": [0.5, 0.0]}, slope=[1.0, 1.0], bid=[1, 1])
        row = one.history.loc[1]
        assert (row["paid_money"], row["paid_calls"], row["price_2_money"]) == (3.0, 0.5, 2.0)
        assert one.spent == {"money": 3.0, "calls": 0.5}
        one.book("fee", {"money": 0.5, "calls": 0.0})
        assert one.spent == {"money": 3.5, "calls": 0.5}

    def test_a_file_keeps_it(self, tmp_path: Path) -> None:
        game = season()
        one = pacer(osphg.EvenPacing(), game)
        for _ in range(2):
            play(one, game, 4)
            one.save(tmp_path / "pacer")
            one = osphg.Pacer.load(tmp_path / "pacer")
        one.observe(round=2, price=[0.0, 0.0])
        assert one.history["paid"].tolist()[1] == 0.0
        assert len(one.history) == 8


class TestForecast:
    def played(self, rng: np.random.Generator, rounds: int, T: int = 120) -> osphg.Pacer:
        one = osphg.Pacer(
            osphg.EvenPacing(start=[1.0]), domain=osphg.Box([1.0]), budget=1.0 * T, horizon=T
        )
        for _ in range(rounds):
            one.decide()
            one.observe(spend=rng.gamma(4.0, 0.25, 1), slope=[1.0], bid=[1.0])
        return one

    def test_it_holds_the_end_as_often_as_it_says(self) -> None:
        """Independent costs of mean 1, 200 seasons, at 95 %."""
        hits = 0
        for seed in range(200):
            one = self.played(np.random.default_rng(seed), 60)
            rest = np.random.default_rng((seed, 1)).gamma(4.0, 0.25, 60).sum()
            end = one.forecast()
            hits += end.low <= one.spent + rest <= end.high
        assert 180 <= hits <= 199

    def test_its_ends(self) -> None:
        rng = np.random.default_rng(0)
        assert self.played(rng, 0).forecast() == (120.0, 0.0, np.inf)
        few = self.played(rng, 5).forecast()
        assert few.high == np.inf
        whole = self.played(rng, 120)
        assert whole.forecast() == (whole.spent,) * 3
        game = season(T=40)
        capped = pacer(osphg.EvenPacing(), game, hard=True, price_bound=BOUND)
        play(capped, game, 20)
        end = capped.forecast(0.999)
        assert capped.spent <= end.low <= end.spent <= end.high <= game.budget
        with pytest.raises(ValueError, match="confidence must be less than 1"):
            capped.forecast(1.0)


class TestPicture:
    @staticmethod
    def heights(line: Any) -> FloatArray:
        return np.asarray(line.get_ydata(), dtype=np.float64)

    def test_it_shows_what_was_spent_and_the_forecast(self) -> None:
        game = season(T=60)
        one = pacer(osphg.DualDescent.tuned(game), game, names=["a", "b"])
        play(one, game, 40)
        money, bids, price, utility = plots.draw_season(one, window=10).axes
        spent, to_come, plan = money.lines
        history = one.history
        np.testing.assert_allclose(self.heights(spent), history["paid"].cumsum(), atol=1e-9)
        end = one.forecast()
        np.testing.assert_allclose(self.heights(to_come), [one.spent, end.spent])
        assert money.collections[0].get_datalim(money.transData).ymax == pytest.approx(end.high)
        np.testing.assert_allclose(self.heights(plan)[[0, -1]], [0.8, game.budget])
        assert [line.get_label() for line in bids.lines] == ["a", "b"]
        np.testing.assert_allclose(self.heights(bids.lines[1]), history["bid_b"])
        np.testing.assert_allclose(self.heights(price.lines[0]), history["multiplier"])
        assert price.get_ylabel() == "price of money"
        mean = self.heights(utility.lines[1])
        assert mean[-1] == pytest.approx(history["utility"].iloc[-10:].mean())

    def test_two_budgets_and_nothing_to_draw(self) -> None:
        budget = {"money": 4.0, "calls": 3.0}
        one = osphg.Pacer(osphg.EvenPacing(), domain=osphg.Box.unit(2), budget=budget, horizon=5)
        with pytest.raises(ValueError, match="pacer must have a round behind to be drawn"):
            plots.draw_season(one)
        one.decide()
        one.observe(spend={"money": [1.0, 2.0], "calls": [0.5, 0.0]}, slope=[1.0, 1.0], bid=[1, 1])
        axes = plots.draw_season(one).axes[0]
        assert axes.get_ylabel() == "share of the budget"
        shares = [float(self.heights(axes.lines[i])[-1]) for i in (0, 2)]
        np.testing.assert_allclose(shares, [3 / 4, 0.5 / 3])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Response([-1.0]), "rate must not be negative"),
        (lambda: Response([1.0], scale=[1.0, 2.0]), r"scale must have shape \(1\)"),
        (lambda: Response([1.0], price=[1.0, 2.0]), "price must have 1 items, as rate, got 2"),
        (
            lambda: Response.of(osphg.rounds.paper_quadratics(T=4)),
            "rounds.utility must be a saturating curve for each item",
        ),
        (
            lambda: pacer(osphg.EvenPacing(), season(), response=Response([1.0])),
            "response must have 2 items, got 1",
        ),
    ],
)
def test_a_response_that_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        make()


def test_what_was_told_as_a_function_is_not_saved(tmp_path: Path) -> None:
    game = season()
    one = pacer(osphg.Resolve(2, 4), game)
    one.decide()
    one.observe(price=[1.0, 1.0], gradient=lambda X: 1 / (1 + X))
    with pytest.raises(ValueError, match=r"as data, reach= or slope=.* got f_t as a func"):
        one.save(tmp_path / "pacer")
