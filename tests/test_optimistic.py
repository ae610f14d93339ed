"""Hints, and rules insured: what is proven of each round and each prefix; certificates."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import osphg
from osphg import Box, Capped, EvenPacing, Insured, OptimisticRepricing
from osphg.checks import FloatArray
from osphg.faces import faces_and_box
from osphg.players.ascent import MASS, PlainGradient
from osphg.players.base import Feedback
from osphg.players.insured import Certificate, InsuredState
from osphg.players.optimistic import OptimisticState, crossing
from osphg.tournament.contests import in_units
from osphg.utilities import AtRound, Quadratics
from tests.test_repricing import affordable, domains, hostile

GAME = osphg.rounds.paper_quadratics(T=60, budget_per_round=0.8, seed=4)
PLAIN = PlainGradient()


class Contest(NamedTuple):
    """A game of linear utilities, its rewards (T, n), and hints of any quality."""

    rounds: osphg.Rounds
    rewards: FloatArray
    hints: Any
    W: int
    cap: float
    start: FloatArray | None


@st.composite
def contests(draw: st.DrawFn) -> Contest:
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, T = draw(st.integers(1, 3)), draw(st.integers(1, 25))
    W = draw(st.integers(1, T))
    X = domains(rng, n)
    h, prices = hostile(rng, T, n, W)
    h[0, 0] += 1
    prices[0, 0] += 1
    budget = T * draw(st.floats(0.05, 2))
    noise = [np.abs(rows + rng.normal(0, 0.3, rows.shape)) for rows in (h, prices)]
    hints = draw(
        st.sampled_from(["none", "last", "exact", "noisy", "opposite", "mean"]).map(
            lambda kind: {
                "none": None,
                "last": "last",
                "exact": (h, prices),
                "noisy": tuple(noise),
                "opposite": (h.max() - h, prices.max() - prices),
                "mean": (h.mean(0), prices.mean(0)),
            }[kind]
        )
    )
    start = rng.uniform(0, 1, n) * X.upper if draw(st.booleans()) else None
    rounds = osphg.Rounds(Quadratics(np.zeros((T, n, n)), h), prices, budget, X)
    return Contest(rounds, h, hints, W, draw(st.sampled_from([0.01, 1.0, 20.0])), start)


class Told(NamedTuple):
    """What a round was, for both players: their state before it, and what came of it."""

    t: int
    before: Any
    after: Any
    x: FloatArray
    reward: FloatArray
    price: FloatArray


def told(player: Any, contest: Contest) -> list[Told]:
    """The rounds of a game as the player goes through them."""
    rounds, state, found = contest.rounds, player.init(contest.rounds), []
    for t in range(rounds.T):
        x, f, p = player.decide(state), AtRound(rounds.utility, t), rounds.prices[t]
        feedback = Feedback(t, x, f, float(f.value(x)), p, float(p @ x) - rounds.allowance)
        after = player.update(state, feedback)
        found.append(Told(t, state, after, x, contest.rewards[t], p))
        state = after
    return found


def error(round_: Told, cap: float) -> float:
    """E_t, by a grid of prices of money."""
    e = round_.reward - round_.before.hint.reward
    f = round_.price - round_.before.hint.price
    return max(float(np.linalg.norm(e - price * f)) for price in np.linspace(0, cap, 9))


def worst_fixed(contest: Contest, rounds: list[Told], cap: float) -> float:
    """The most that a decision which keeps the closed windows is ahead, overspending at `cap`."""
    game, N, W = contest.rounds, len(rounds), contest.W
    closed, most = affordable(game, N, W)
    shut = len(closed) * W
    open_prices = game.prices[shut:N].sum(0)
    earned = sum(float(one.reward @ one.x) for one in rounds)
    overspent = sum(float(one.price @ one.x) - game.allowance for one in rounds)
    A, b, box = faces_and_box(game.domain)
    found = linprog(
        -(contest.rewards[:N].sum(0) - cap * open_prices),
        np.vstack([A, closed]), np.append(b, most),
        bounds=np.column_stack([box.lower, box.upper]),
    )  # fmt: skip
    return float(-found.fun) - earned + cap * (overspent + (N - shut) * game.allowance)


def optimistic(contest: Contest) -> OptimisticRepricing:
    return OptimisticRepricing.tuned(
        contest.rounds, contest.W, hints=contest.hints, cap=contest.cap, ascent=PLAIN,
        start=contest.start,
    )  # fmt: skip


def potential(player: OptimisticRepricing, state: OptimisticState, price: float) -> float:
    """Phi_t(l) in units of f, without the hint, for the step of this state."""
    eta = player.radius / (state.length + player.cap * player.swing / 2)
    start = np.zeros_like(state.x) if player.start is None else player.start
    rewards = state.rewards - price * state.prices
    x = state.domain.project(start + eta * rewards)
    psi = float(rewards @ x) - float((x - start) @ (x - start)) / (2 * eta)
    bulge = player.radius * player.swing * price * (1 - price / player.cap)
    return psi + state.granted + price * state.spent + bulge


@settings(max_examples=40, deadline=None)
@given(contests())
def test_a_round_costs_no_more_than_its_hint_was_wrong(contest: Contest) -> None:
    """D E^2/2A and E R, both, in every round, by a grid of prices; and the length of the step."""
    player = optimistic(contest)
    grid = np.linspace(0, player.cap, 21)
    R = contest.rounds.domain.diameter
    squares = largest = 0.0
    for one in told(player, contest):
        state, E = one.before, error(one, player.cap)
        size = 1 + player.cap * float(np.abs(contest.rounds.prices).sum()) + abs(state.granted)
        slack = 1e-11 * size * (1 + R)
        entered = state._replace(
            rewards=state.rewards + one.reward,
            prices=state.prices + one.price,
            spent=state.spent + float(one.price @ one.x),
        )
        peak = max(potential(player, state, price) for price in [*grid, state.multiplier])
        after = max(potential(player, entered, price) for price in grid)
        # The peak lies between two points of the grid: the player finds it, not the grid.
        fine = max(potential(player, state, price) for price in np.linspace(0, player.cap, 400))
        rise = one.after.lost - state.lost
        assert after - max(peak, fine) - one.reward @ one.x <= rise + slack + peak_error(player)
        assert rise <= E * R + slack
        if state.length > 1e-9:
            assert rise <= player.radius * E**2 / (2 * state.length) * (1 + 1e-9) + slack
        for price in grid:  # neither closing the window nor a shorter step raises it
            assert potential(player, one.after, price) <= potential(player, entered, price) + slack
        squares, largest = squares + E**2, max(largest, E)
        most = math.sqrt(2 * squares) + 2 * R / player.radius * largest
        assert one.after.length <= most * (1 + 1e-9) + slack
        assert one.after.length >= state.length


def peak_error(player: OptimisticRepricing) -> float:
    """What a potential may rise by between two of 400 points: its slope there is below 2 D w."""
    return 6 * player.radius * player.swing * player.cap / 400


@settings(max_examples=40, deadline=None)
@given(contests())
def test_with_hints_the_theorem_holds_at_every_prefix(contest: Contest) -> None:
    player = optimistic(contest)
    rounds = told(player, contest)
    for N in range(1, len(rounds) + 1):
        if N % max(1, len(rounds) // 5) and len(rounds) != N:
            continue
        most = player.bound(rounds[N - 1].after) * (1 + 1e-9) + 1e-7
        assert worst_fixed(contest, rounds[:N], 0.0) <= most
        assert worst_fixed(contest, rounds[:N], player.cap) <= most


def test_exact_hints_buy_all_of_the_root_and_nothing_of_the_window() -> None:
    """A stays 0 in every round, so the bound is D Lambda w/2 for any T."""
    rng = np.random.default_rng(5)
    h, prices = rng.integers(0, 2, (2, 300, 2)).astype(float)
    game = osphg.Rounds(Quadratics(np.zeros((300, 2, 2)), h), prices, 120.0, Box.unit(2))
    contest = Contest(game, h, (h, prices), 6, 2.0, None)
    player = optimistic(contest)
    last = told(player, contest)[-1].after
    assert last.length <= 1e-9
    assert player.bound(last) == pytest.approx(player.radius * player.cap * player.swing / 2)
    blind = attrs.evolve(player, hints=None)
    assert told(blind, contest)[-1].after.length > 1


def insured(contest: Contest, share: float = 0.3, **options: Any) -> Insured:
    proven = {"smoothing": 36.0, "cost": 2.0}
    bound = 2 * math.hypot(
        max(np.linalg.norm(contest.rewards, axis=1)), contest.cap * contest.rounds.beta_g
    )
    hints = contest.hints
    if isinstance(hints, tuple):  # no hint of a reward is longer than a reward may be
        lengths = np.linalg.norm(np.atleast_2d(hints[0]), axis=1)
        bound = 2 * math.hypot(
            max(*lengths, *np.linalg.norm(contest.rewards, axis=1)),
            contest.cap * contest.rounds.beta_g,
        )
    return Insured.tuned(
        contest.rounds, contest.W, rule=Swinging(), share=share, hints=hints, cap=contest.cap,
        ascent=PLAIN, start=contest.start, longest_error=bound, **{**proven, **options},
    )  # fmt: skip


@attrs.frozen
class Swinging:
    """A rule that knows nothing: it goes to and fro, from no bids to half of all."""

    def init(self, game: Any) -> Any:
        return 0, game.domain

    def decide(self, state: Any) -> FloatArray:
        t, domain = state
        return np.asarray(domain.project(domain.upper * (t % 3) / 4))

    def update(self, state: Any, feedback: Feedback) -> Any:
        return state[0] + 1, state[1]

    def multiplier(self, state: Any) -> float:
        return 0.0


def blended(player: Insured, state: InsuredState, price: float) -> float:
    """Phi_t(l) = Psi(l) + l C, without the hint."""
    H = math.hypot(player.longest_error, math.sqrt(state.squares)) + player.cap * player.swing / 2
    R = player.radius
    start = np.zeros_like(state.x) if player.start is None else player.start
    rewards = state.rewards - price * state.prices
    x = state.domain.project(start + R / H * rewards)
    away = float((x - start) @ (x - start))
    second = float(rewards @ x) - away * H / (2 * R) + state.granted
    second += (
        2 * R * player.swing * price * (1 - price / player.cap) - player.cost * R * state.errors
    )
    first = state.rule_rewards - price * state.rule_spent + state.rule_granted
    B = player.smoothing * R * H
    blend = np.logaddexp(math.log1p(-player.share) + first / B, math.log(player.share) + second / B)
    return float(B * blend + price * (state.allowed + state.overspent))


@settings(max_examples=40, deadline=None)
@given(contests(), st.sampled_from([0.5, 0.1, 1e-4]))
def test_insured_a_round_costs_nothing(contest: Contest, share: float) -> None:
    """Repricing's hint has paid for its error: the peak rises by what was earned, at most."""
    player = insured(contest, share)
    grid = np.linspace(0, player.cap, 21)
    for one in told(player, contest):
        state = one.before
        assert error(one, player.cap) <= player.longest_error * (1 + 1e-12)
        H = math.hypot(player.longest_error, math.sqrt(state.squares))
        H += player.cap * player.swing / 2
        entered = state._replace(
            rewards=state.rewards + one.reward,
            prices=state.prices + one.price,
            rule_rewards=state.rule_rewards + float(one.reward @ state.decided),
            rule_spent=state.rule_spent + float(one.price @ state.decided),
            allowed=state.allowed + contest.rounds.allowance,
            overspent=state.overspent + float(one.price @ one.x) - contest.rounds.allowance,
            errors=state.errors + error(one, player.cap) ** 2 / H,
        )
        slack = 1e-11 * (1 + player.smoothing * player.radius * H + abs(blended(player, state, 0)))
        peak = summit(player, state)
        for price in grid:
            assert blended(player, entered, price) <= peak + one.reward @ one.x + slack
            assert blended(player, one.after, price) <= blended(player, entered, price) + slack


def summit(player: Insured, state: InsuredState) -> float:
    """The peak of a concave potential on [0, Lambda], by its slope from differences."""
    step = player.cap * 1e-4

    def slope(price: float) -> float:
        high, low = min(price + step, player.cap), max(price - step, 0.0)
        return blended(player, state, high) - blended(player, state, low)

    near = crossing(slope, player.cap)
    around = np.linspace(max(near - 2 * step, 0.0), min(near + 2 * step, player.cap), 41)
    return max(blended(player, state, price) for price in [0.0, player.cap, near, *around])


@settings(max_examples=40, deadline=None)
@given(contests(), st.sampled_from([0.5, 0.1, 1e-4]))
def test_insured_both_bounds_hold_at_every_prefix(contest: Contest, share: float) -> None:
    player = insured(contest, share)
    rounds = told(player, contest)
    game, W = contest.rounds, contest.W
    own, excess, closed_over = 0.0, [], 0.0
    for N, one in enumerate(rounds, 1):
        c = one.before.decided
        own += float(one.reward @ (c - one.x))
        excess.append(float(one.price @ c) - game.allowance)
        if N % W == 0:
            closed_over += max(sum(excess[N - W :]), 0.0)
        open_ = sum(excess[N - N % W :]) if N % W else 0.0
        over = sum(float(r.price @ r.x) - game.allowance for r in rounds[:N])
        left = own + player.cap * max(over - open_, 0.0) - player.cap * closed_over
        assert left <= player.rule_bound(one.after) * (1 + 1e-9) + 1e-7
    state = rounds[-1].after
    most = player.fixed_bound(state) * (1 + 1e-9) + 1e-7
    assert worst_fixed(contest, rounds, 0.0) <= most
    assert worst_fixed(contest, rounds, player.cap) <= most
    assert state.certificate.fixed <= most  # the theorem bounds what the run will say


@settings(max_examples=40, deadline=None)
@given(contests(), st.sampled_from([0.01, 0.1, 36.0]))
def test_no_fixed_decision_is_further_ahead_than_is_certified(
    contest: Contest, smoothing: float
) -> None:
    """For any constants; and the loss to the rule is what it is."""
    player = insured(contest, 0.1, smoothing=smoothing, cost=0.1)
    rounds = told(player, contest)
    for N in (len(rounds) // 2 + 1, len(rounds)):
        found = rounds[N - 1].after.certificate
        assert worst_fixed(contest, rounds[:N], 0.0) <= found.fixed + 1e-7
        lost = sum(float(one.reward @ (one.before.decided - one.x)) for one in rounds[:N])
        assert found.rule == pytest.approx(lost, abs=1e-9)  # as utilities are linear
    run = osphg.play(player, contest.rounds)
    again = player.certificate(run)
    assert again.fixed == pytest.approx(rounds[-1].after.certificate.fixed, abs=1e-7)
    assert again.utility == run.total_utility


def test_the_certificate_says_it_in_words() -> None:
    found = Certificate(rule=1.3, fixed=12.0, utility=100.0)
    assert str(found) == (
        "lost at most 1.3 (1.3% of what was earned) to its own rule, "
        "and 12 (12.0% of what was earned) to the best fixed decision"
    )
    assert str(found._replace(utility=math.nan)).startswith("lost at most 1.3 to its own rule")


def test_a_cap_keeps_the_budget_and_its_cost_is_certified() -> None:
    player = Insured.tuned(GAME, rule=Swinging(), cap=0.02)
    soft = osphg.play(player, GAME)
    capped = osphg.play(Capped(player), GAME)
    assert soft.total_violation > 0 >= capped.total_violation
    withheld = soft.total_utility - capped.total_utility
    assert withheld > 0
    assert player.certificate(capped).rule == pytest.approx(
        player.certificate(soft).rule + withheld
    )
    best = osphg.best_fixed_decision(GAME, 1)
    assert MASS * best.value - capped.total_utility <= player.certificate(capped).fixed + 1e-9
    other = attrs.evolve(player, share=0.2)
    with pytest.raises(ValueError, match="run must be of this player"):
        other.certificate(soft)


def test_a_rule_that_is_right_is_kept_and_one_that_is_wrong_is_left() -> None:
    """Two goods at one price; the rule holds the first, which is worth 1, or soon nothing."""
    T = 400

    @attrs.frozen
    class Held(Swinging):
        def decide(self, state: Any) -> FloatArray:
            return np.array([1.0, 0.0])

    for broken in (False, True):
        h = np.tile([1.0, 0.5], (T, 1))
        if broken:
            h[T // 4 :, 0] = 0.0
        X = osphg.Simplex(2, 1.0)
        game = osphg.Rounds(Quadratics(np.zeros((T, 2, 2)), h), np.ones((T, 2)), float(T), X)
        player = Insured.tuned(game, rule=Held(), ascent=PLAIN)
        run = osphg.play(Capped(player), game)
        held = h[:, 0].sum()
        if broken:
            assert run.total_utility > 1.3 * held
            assert player.certificate(run).rule < 0
        else:
            assert run.total_utility > 0.99 * held


def test_the_pacer_plays_it_too() -> None:
    player = Insured.tuned(GAME, rule=EvenPacing.tuned(GAME), hints="last", ascent=PLAIN)
    run = osphg.play(player, GAME)
    pacer = osphg.Pacer(player, domain=GAME.domain, budget=GAME.budget, horizon=GAME.T)
    for t in range(GAME.T):
        assert (pacer.decide() == run.decisions[t]).all()
        f = AtRound(GAME.utility, t)
        pacer.observe(price=GAME.prices[t], gradient=f.gradient)


def test_without_values_the_loss_to_the_rule_is_bounded_by_gradients() -> None:
    """As in a pacer; where utilities are curved that is more than what was lost."""
    player = Insured.tuned(GAME, rule=EvenPacing.tuned(GAME), ascent=PLAIN)
    states = [player.init(GAME), player.init(GAME)]
    for t in range(GAME.T):
        f, p = AtRound(GAME.utility, t), GAME.prices[t]
        for i, known in enumerate((True, False)):
            x = states[i].x
            value = float(f.value(x)) if known else math.nan
            feedback = Feedback(t, x, f, value, p, float(p @ x) - GAME.allowance)
            states[i] = player.update(states[i], feedback)
    exact, bounded = (state.certificate for state in states)
    assert math.isnan(bounded.utility)
    assert bounded.fixed == exact.fixed
    assert bounded.rule > exact.rule + 1e-6


@pytest.mark.parametrize("kind", [OptimisticRepricing, Insured])
def test_in_cents_it_is_the_same_player(kind: Any) -> None:
    other = in_units(GAME, f=0.125, money=0.01)
    runs = [osphg.play(kind.tuned(g, 5, ascent=PLAIN, hints="last"), g) for g in (GAME, other)]
    np.testing.assert_allclose(runs[0].decisions, runs[1].decisions, rtol=0, atol=1e-10)


def test_what_is_refused() -> None:
    tuned = OptimisticRepricing.tuned
    with pytest.raises(ValueError, match='hints must be "last", a pair of forecasts or None'):
        tuned(GAME, 5, hints="next")
    with pytest.raises(ValueError, match="hints must be a pair"):
        tuned(GAME, 5, hints=(1.0, 2.0, 3.0))
    with pytest.raises(ValueError, match="prices must not be negative"):
        tuned(GAME, 5, hints=([1.0, 1.0], [1.0, -1.0]))
    with pytest.raises(ValueError, match=r"hints\.rewards must have 2 columns, got 3"):
        osphg.play(tuned(GAME, 5, hints=(np.ones((60, 3)), np.ones(2))), GAME)
    with pytest.raises(TypeError, match="rule must have init, decide, update and multiplier"):
        Insured.tuned(GAME, rule=EvenPacing)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="share must be between 0 and 1"):
        Insured.tuned(GAME, share=1.0)
    usual = Insured.tuned(GAME)
    state = usual.init(GAME)
    for bound in (usual.rule_bound, usual.fixed_bound):
        with pytest.raises(ValueError, match="smoothing must be at least 36 for a bound"):
            bound(state)
    with pytest.raises(ValueError, match="longest_error must be above 0"):
        attrs.evolve(usual, smoothing=36.0, cost=2.0).rule_bound(state)
    with pytest.raises(TypeError, match="run must be a run of this player"):
        usual.certificate(None)  # type: ignore[arg-type]
