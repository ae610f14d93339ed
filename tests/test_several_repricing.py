"""Repricing with several budgets: what the proof promises of every round and every prefix."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import osphg
from osphg import Box, Capped, OptimisticRepricing, Repricing, Rounds
from osphg.budgets import charge
from osphg.checks import FloatArray
from osphg.faces import faces_and_box
from osphg.pacing import Plan
from osphg.players.ascent import MASS, BoostedGradient, PlainGradient
from osphg.players.base import Feedback
from osphg.players.crossings import crossing_point
from osphg.players.optimistic import Hint, OptimisticState
from osphg.players.repricing import SeveralState
from osphg.utilities import AtRound, Quadratics
from tests.test_repricing import domains, hostile
from tests.test_several import drawn, with_budgets

PLAIN = PlainGradient()


class Play(NamedTuple):
    """A game of the class, its player, and alpha of what it is promised."""

    rounds: Rounds
    player: Repricing
    alpha: float


@st.composite
def plays(draw: st.DrawFn) -> Play:
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, m, T = draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.integers(1, 20))
    W = draw(st.integers(1, T))
    X = domains(rng, n)
    h = hostile(rng, T, n, W)[0]
    prices = np.stack([hostile(rng, T, n, W)[1] for _ in range(m)], axis=1)
    if draw(st.booleans()):  # budgets that cost the same items alike
        prices[:, -1] = 0.5 * prices[:, 0]
    boosted = draw(st.booleans())
    H = np.zeros((T, n, n))
    if boosted:  # monotone DR-submodular on the box around X
        H = -rng.uniform(0, 1, (T, n, n)) * rng.integers(0, 2, (T, 1, 1))
        H = (H + H.transpose(0, 2, 1)) / 2
        h = h - np.einsum("tij,j->ti", H, X.upper)
    h[0, 0] += 1
    prices[0, 0, 0] += 1
    money = rng.uniform(0.05, 2, m)
    rounds = Rounds(Quadratics(H, h), prices, T * money, X)
    cap = draw(st.sampled_from([None, 0.01, 1.0, "some"]))
    options: dict[str, Any] = {
        "cap": rng.uniform(0.1, 5, m) if cap == "some" else cap,
        "anytime": draw(st.booleans()),
        "ascent": BoostedGradient(nodes=1) if boosted else PLAIN,  # exact on quadratics
    }
    if draw(st.booleans()):
        options["start"] = rng.uniform(-0.5, 1.5, n) * X.upper  # in X or not
    return Play(rounds, Repricing.tuned(rounds, W, **options), MASS if boosted else 1.0)


def root(player: Repricing, behind: int) -> float:
    """r_t, by the number t - 1 of rounds behind: sqrt(T), or sqrt(2 max(1, t - 1))."""
    return math.sqrt(2 * max(1, behind) if player.T is None else player.T)


def step(player: Repricing, behind: int) -> float:
    """eta_t = D/(B r_t + S/2), S the sum of Lambda_j w_j."""
    B = math.hypot(player.beta_u, float(player.cap @ player.beta_g))
    S = float(player.cap @ player.beta_g) * (player.W - 1)
    return player.radius / (B * root(player, behind) + S / 2)


def potential(player: Any, state: Any, multiplier: FloatArray, eta: float) -> float:
    """Phi_t(l), in units of f, of which lambda_t is the peak in the box of all l."""
    rewards = state.rewards - charge(multiplier, state.prices)
    start = 0.0 if player.start is None else player.start
    x = state.domain.project(start + eta * rewards)
    away = x - start
    psi = rewards @ x - away @ away / (2 * eta)
    bulge = player.radius * player.swing * multiplier * (1 - multiplier / player.cap)
    return float(psi + state.granted + multiplier @ state.spent + bulge.sum())


def points(player: Any, seed: int) -> FloatArray:
    """Multipliers in the box: its corners, and some within."""
    m = len(player.cap)
    corners = np.indices((2,) * m).reshape(m, -1).T.astype(float)
    within = np.random.default_rng(seed).uniform(0, 1, (12, m))
    return np.concatenate([corners, within]) * player.cap


def slack(player: Any, state: Any, eta: float) -> float:
    """What rounding may do to a potential."""
    start = np.zeros(1) if player.start is None else player.start
    upper = float(state.domain.upper.max())
    away = float(np.abs(start).max() + upper) ** 2
    size = float(np.abs(state.rewards).sum()) + float(player.cap @ state.prices.sum(1))
    money = float(player.cap @ (np.abs(state.spent) + player.swing))
    return 1e-11 * (size * upper + away / eta + abs(state.granted) + money)


def told_of(rounds: Rounds, t: int, x: FloatArray) -> Feedback:
    f, p = AtRound(rounds.utility, t), rounds.prices[t]
    return Feedback(t, x, f, float(f.value(x)), p, p @ x - rounds.allowance)


@settings(max_examples=40, deadline=None)
@given(plays())
def test_the_potential_rises_by_no_more_than_is_proven(play: Play) -> None:
    """{eq}`eq:rate-round` in every round; neither closing nor a shorter step raises it."""
    rounds, player, _ = play
    state: SeveralState = player.init(rounds)
    eta, w = step(player, 0), player.beta_g * (player.W - 1)

    def peak() -> float:
        found = potential(player, state, state.multiplier, eta)
        others = [
            potential(player, state, price, eta) for price in points(player, state.rounds_so_far)
        ]
        assert found >= max(others) - slack(player, state, eta)
        return found

    assert peak() <= player.radius * float(player.cap @ w) / 4 + slack(player, state, eta)
    for t in range(rounds.T):
        before, x = peak(), player.decide(state)
        assert (np.linalg.norm(state.prices, axis=1) <= w * (1 + 1e-12)).all()
        told = told_of(rounds, t, x)
        u = player.ascent.direction(told, x)
        assert np.linalg.norm(u) <= player.beta_u * (1 + 1e-12)
        entered = state._replace(
            rewards=state.rewards + u,
            prices=state.prices + told.price,
            spent=state.spent + told.price @ x,
            allowed=state.allowed + rounds.allowance,
        )
        most = before + u @ x + player.radius * player.length / (2 * root(player, t))
        tried = points(player, t)
        after = [potential(player, entered, price, eta) for price in tried]
        close = slack(player, entered, eta)
        assert max(after) <= most + close
        state = player.update(state, told)
        if state.rounds_in_window == 0:
            for price, above in zip(tried, after, strict=True):
                assert potential(player, state, price, eta) <= above + close
        eta = step(player, t + 1)
        assert peak() <= most + close


@pytest.mark.parametrize(("W", "T"), [(2, 4), (5, 100), (30, 1000)])
@pytest.mark.parametrize("m", [2, 3])
def test_some_round_raises_the_potential_by_all_that_is_proven(W: int, T: int, m: int) -> None:
    """No constant can be smaller: all budgets charge one good, which is worth nothing."""
    cap, beta_g = np.arange(1.0, m + 1), np.linspace(1.5, 0.5, m)
    player = Repricing(W, cap, 1.0, 1e-9, beta_g, T=T, start=[10.0])
    w, r, eta = player.swing, math.sqrt(T), step(player, W - 1)
    lam = cap * (1 - 1 / (2 * r))
    x = 10.0 - eta * float(lam @ w)
    one = np.ones((1, m, 1))
    rounds = Rounds(Quadratics([[[0.0]]], [[1.0]]), one, np.ones(m), Box([20.0]))
    bulge_slope = player.radius * w * (1 - 2 * lam / cap)
    before = player.init(rounds)._replace(
        prices=w[:, np.newaxis], spent=w * x - bulge_slope, multiplier=lam
    )
    others = points(player, 0)
    found = potential(player, before, lam, eta)
    assert found >= max(potential(player, before, price, eta) for price in others) - 1e-9
    after = before._replace(
        prices=before.prices + beta_g[:, np.newaxis], spent=before.spent + beta_g * x
    )
    rise = potential(player, after, cap, eta) - found
    assert rise == pytest.approx(player.radius * player.length / (2 * r), rel=1e-9)


def worst_left_side(
    rounds: Rounds, run: Any, N: int, player: Any, rewards: FloatArray, earned: float
) -> float:
    """The largest left side after N rounds, of all y that keep the closed windows."""
    W = player.W
    A, b, box = faces_and_box(rounds.domain)
    starts = range(0, N - W + 1, W)
    rows = [row for i in starts for row in rounds.prices[i : i + W].sum(0)]
    most = np.tile(W * rounds.allowance, len(starts))
    shut = len(starts) * W
    open_prices = rounds.prices[shut:N].sum(0)
    spent = run.violation[:N].sum(0)
    largest = -math.inf
    for weight in np.indices((2,) * len(player.cap)).reshape(len(player.cap), -1).T * player.cap:
        found = linprog(
            -(rewards - weight @ open_prices), np.vstack([A, *rows]), np.append(b, most),
            bounds=np.column_stack([box.lower, box.upper]),
        )  # fmt: skip
        money = spent + (N - shut) * rounds.allowance
        largest = max(largest, -found.fun - earned + float(weight @ money))
    return largest


@settings(max_examples=25, deadline=None)
@given(plays())
def test_the_theorem_holds_at_every_prefix(play: Play) -> None:
    """Against the worst y for what the proof uses, <u_t, y>, by a linear programme; and N = T."""
    rounds, player, _ = play
    run = osphg.play(player, rounds)
    u, earned = np.zeros(rounds.n), 0.0
    for t in range(rounds.T):
        x = run.decisions[t]
        here = player.ascent.direction(told_of(rounds, t, x), x)
        u, earned = u + here, earned + float(here @ x)
        N = t + 1
        if N % max(1, rounds.T // 5) == 0 or rounds.T == N:
            left = worst_left_side(rounds, run, N, player, u, earned)
            assert left <= player.bound(N) * (1 + 1e-9) + 1e-7


@pytest.mark.filterwarnings("ignore:budget.* is spent, and held all bids at 0")
@settings(max_examples=25, deadline=None)
@given(plays())
def test_the_careful_one_never_overspends_and_earns_as_proven(play: Play) -> None:
    rounds, soft, alpha = play
    b, W = rounds.allowance, soft.W
    most_spent = (rounds.prices * rounds.domain.maximize_linear(rounds.prices)).sum(-1).max(0)
    M = np.maximum(most_spent, b)
    player = attrs.evolve(soft, cap=np.maximum(soft.cap, alpha * rounds.F / b), T=rounds.T)
    run = osphg.play(Capped(player), rounds)
    assert (np.cumsum(run.spend, axis=0) <= rounds.budget * (1 + 1e-12)).all()
    best = osphg.best_fixed_decision(rounds, W)  # keeps all windows, so those of the theorem
    most = player.bound(rounds.T) + float((player.cap * (W * M - (W - 1) * b)).max())
    assert alpha * best.value - run.utility.sum() <= most * (1 + 1e-9)


# One budget, idle budgets, units.


def both(rounds: Rounds, W: int = 5) -> list[Any]:
    options: dict[str, Any] = {"ascent": PLAIN, "start": [0.1, 0.2, 0.3]}
    return [
        Repricing.tuned(rounds, W, **options),
        Repricing.tuned(rounds, W, anytime=True, **options),
        OptimisticRepricing.tuned(rounds, W, hints="last", **options),
    ]


@given(seed=st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_one_budget_as_an_array_is_that_budget(seed: int) -> None:
    """Bit for bit; with hints one search is by brentq, the other by secants."""
    several = drawn(seed, 1)
    one = with_budgets(several, several.prices[:, 0], float(several.budget[0]))
    for player, other in zip(both(one), both(several), strict=True):
        run, same = osphg.play(player, one, compiled=False), osphg.play(other, several)
        if isinstance(player, Repricing):
            assert np.array_equal(run.decisions, same.decisions)
            assert np.array_equal(run.multiplier, same.multiplier[:, 0])
            assert player.bound(7) == other.bound(7)
        np.testing.assert_allclose(run.decisions, same.decisions, rtol=0, atol=1e-9)
        np.testing.assert_allclose(run.multiplier, same.multiplier[:, 0], rtol=0, atol=1e-9)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_the_units_of_each_budget_do_not_matter(seed: int) -> None:
    rounds = drawn(seed, 2)
    cents = np.array([1.0, 128.0])
    other = with_budgets(rounds, rounds.prices * cents[:, np.newaxis], rounds.budget * cents)
    for one, two in zip(both(rounds), both(other), strict=True):
        run, same = osphg.play(one, rounds), osphg.play(two, other)
        np.testing.assert_allclose(run.decisions, same.decisions, rtol=0, atol=1e-9)
        np.testing.assert_allclose(run.multiplier, same.multiplier * cents, rtol=0, atol=1e-8)


def test_each_budget_is_kept_where_one_alone_would_be_overspent() -> None:
    """In the long run each of two budgets holds, and each has its price."""
    rng = np.random.default_rng(3)
    T = 400
    h = np.ones((T, 2))
    prices = np.zeros((T, 2, 2))  # item i costs budget i alone
    prices[:, 0, 0], prices[:, 1, 1] = rng.uniform(1, 2, (2, T))
    utility = Quadratics(np.zeros((T, 2, 2)), h)
    rounds = Rounds(utility, prices, [0.3 * T, 0.6 * T], Box.unit(2))
    run = osphg.play(Repricing.tuned(rounds, 5, ascent=PLAIN), rounds)
    means = run.decisions[T // 2 :].mean(0)
    np.testing.assert_allclose(means, [0.2, 0.4], atol=0.03)
    assert (run.total_violation <= 0.05 * T).all()
    alone = with_budgets(rounds, prices[:, 0], 0.3 * T)
    greedy = osphg.play(Repricing.tuned(alone, 5, ascent=PLAIN), alone)
    assert greedy.decisions[T // 2 :, 1].mean() > 0.9


# Hints.


@settings(max_examples=25, deadline=None)
@given(plays(), st.sampled_from(["none", "last", "exact", "noisy"]))
def test_a_round_costs_no_more_than_its_hint_was_wrong(play: Play, kind: str) -> None:
    """{eq}`eq:plan-round` in every round, and the theorem at the end."""
    rounds, plain, _ = play
    rng = np.random.default_rng(rounds.T)
    u = rng.exponential(1, (rounds.T, rounds.n))
    rounds = Rounds(Quadratics(np.zeros((rounds.T, rounds.n, rounds.n)), u), rounds.prices,
                    rounds.budget, rounds.domain)  # fmt: skip
    noisy = np.abs(rounds.prices + rng.normal(0, 0.3, rounds.prices.shape))
    hints = {"none": None, "last": "last", "exact": (u, rounds.prices), "noisy": (u, noisy)}[kind]
    cap, W = plain.cap, plain.W
    player = OptimisticRepricing.tuned(rounds, W, hints=hints, cap=cap, ascent=PLAIN)
    state: OptimisticState = player.init(rounds)
    D, S, R = player.radius, float(player.cap @ player.swing), rounds.domain.diameter
    squares = longest = earned = 0.0
    for t in range(rounds.T):
        x = player.decide(state)
        hint: Hint = state.hint
        assert (np.linalg.norm(hint.price, axis=1) <= player.beta_g * (1 + 1e-12)).all()
        corners = points(player, 0)[: 2 ** len(cap)]
        missed = u[t] - hint.reward - corners @ (rounds.prices[t] - hint.price)
        E = float(np.linalg.norm(missed, axis=1).max())
        most = E * R if state.length == 0 else min(E * R, D * E**2 / (2 * state.length))
        eta = D / (state.length + S / 2)
        after = player.update(state, told_of(rounds, t, x))
        assert after.lost - state.lost <= most + 10 * slack(player, state, eta)
        squares, longest, earned = squares + E**2, max(longest, E), earned + float(u[t] @ x)
        state = after
    run = osphg.play(player, rounds)
    left = worst_left_side(rounds, run, rounds.T, player, u.sum(0), earned)
    assert left <= player.bound(state) * (1 + 1e-9) + 1e-7
    assert state.length <= (math.sqrt(2 * squares) + 2 * R / D * longest) * (1 + 1e-9) + 1e-7


# The search.


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 4), st.booleans())
def test_no_move_within_the_box_goes_along_the_slopes(seed: int, m: int, turned: bool) -> None:
    """Of slopes that fall, also of such as are no gradient, with an inverse that is not unique."""
    rng = np.random.default_rng(seed)
    F = rng.normal(0, 1, (m, m + 1))
    S = F @ F.T if seed % 3 else np.outer(F[:, 0], F[:, 0])  # of rank 1: many solutions
    if turned:
        K = rng.normal(0, 1, (m, m))
        S = S + K - K.T
    rise, ends = rng.normal(0, 2, m), rng.uniform(0.5, 3, m)

    def slopes(price: FloatArray) -> FloatArray:
        return rise - S @ price

    sizes = np.abs(rise) + np.abs(S) @ ends
    found = crossing_point(slopes, ends, sizes, np.diag(S), ends / 2)
    assert (found >= 0).all()
    assert (found <= ends).all()
    h = slopes(found)
    most = np.where(h > 0, h * (ends - found), -h * found)
    assert most.max() <= 1e-8


# Doors.


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Repricing(3, [1.0, 2.0], 1.0, 1.0, 1.0), "^beta_g must be a number or an array"),
        (lambda: Repricing(3, [1.0, 0.0], 1.0, 1.0, [1.0, 1.0]), r"^cap\[1\] must be greater"),
        (lambda: Repricing(3, [1.0, 2.0], 1.0, 1.0, [1.0, -1.0]), r"^beta_g\[1\] must be"),
        (
            lambda: Repricing(3, 1.0, 1.0, 1.0, 1.0).init(drawn(0, 2)),
            "^Repricing needs cap to have 2 entries, one for each budget, got one number",
        ),
        (
            lambda: Repricing(3, [1.0] * 3, 1.0, 1.0, [1.0] * 3).init(drawn(0, 2)),
            "^Repricing needs cap to have 2 entries, one for each budget, got 3",
        ),
        (
            lambda: Repricing(3, [1.0, 1.0], 1.0, 1.0, [1.0, 1.0]).init(
                osphg.rounds.paper_quadratics(T=9)
            ),
            "^Repricing needs cap to be one number, as there is one budget, got 2",
        ),
        (
            lambda: Repricing.tuned(drawn(0, 2)),
            "^W must be given for several budgets, as the player for all windows knows one, got N",
        ),
        (
            lambda: Repricing.tuned(drawn(0, 2), 3, cap=[1.0, 2.0, 3.0]),
            r"^cap must have shape \(2\), got \(3,\)",
        ),
        (
            lambda: OptimisticRepricing.tuned(
                drawn(0, 2), 3, hints=(np.ones(3), np.ones((30, 3)))
            ).init(drawn(0, 2)),
            r"^hints.prices must have shape \(2, 3\) or \(T, 2, 3\), got \(30, 3\)",
        ),
    ],
)
def test_what_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_tuned_is_what_the_docstring_says() -> None:
    rounds = drawn(2, 2)
    player = Repricing.tuned(rounds, 4)
    assert np.array_equal(player.cap, MASS * rounds.F / rounds.allowance)
    assert np.array_equal(player.beta_g, np.linalg.norm(rounds.prices, axis=-1).max(0))
    w = player.beta_g * 3
    B = math.hypot(player.beta_u, player.cap @ player.beta_g)
    bound = player.radius * (B * math.sqrt(rounds.T) + player.cap @ w / 2)
    assert player.bound(3) == pytest.approx(bound)
    assert Repricing.tuned(rounds, 4, cap=2.0).cap.tolist() == [2.0, 2.0]
    plan = Plan(30, [9.0, 9.0], rounds.domain, beta_f=2.0, beta_p=3.0)
    assert Repricing.tuned(plan, 4).beta_g.tolist() == [3.0, 3.0]


@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_pacer_plays_as_play_does(which: int, tmp_path: Any) -> None:
    """Bit for bit, saved and loaded after each round."""
    rounds = drawn(8, 2)
    player = both(rounds)[which]
    run = osphg.play(player, rounds)
    path = tmp_path / "pacer.json"
    pacer = osphg.Pacer(player, domain=rounds.domain, budget=rounds.budget, horizon=rounds.T)
    for t in range(rounds.T):
        assert pacer.decide().tobytes() == run.decisions[t].tobytes()
        assert pacer.multiplier.tobytes() == run.multiplier[t].tobytes()
        pacer.observe(price=rounds.prices[t], gradient=AtRound(rounds.utility, t).gradient)
        pacer.save(path)
        pacer = osphg.Pacer.load(path)
