"""Repricing: what the proof promises of every round and every run, its doors, its units."""

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
from osphg import Box, Capped, Polytope, Repricing, Simplex
from osphg.checks import FloatArray
from osphg.compiled.loops import Bracket, Probe, secant_or_bisect
from osphg.domains import Domain
from osphg.faces import faces_and_box
from osphg.pacing import Plan
from osphg.players.ascent import MASS, BoostedGradient, PlainGradient
from osphg.players.base import Feedback
from osphg.players.repricing import RepricingState
from osphg.tournament.contests import in_units
from osphg.utilities import AtRound, Quadratics

SOME = Repricing(W=3, cap=2.0, radius=1.0, beta_u=1.0, beta_g=1.0)
GAME = osphg.rounds.paper_quadratics(T=60, budget_per_round=0.8, seed=4)


class Play(NamedTuple):
    """A game of the class, its player, and alpha of what it is promised."""

    rounds: osphg.Rounds
    player: Repricing
    alpha: float


def domains(rng: np.random.Generator, n: int) -> Domain:
    upper = rng.uniform(0.3, 2, n)
    kinds = (
        Box(upper),
        Simplex(n, float(upper.max())),
        Polytope(rng.uniform(0.2, 1, (2, n)), np.full(2, 0.5 * n), Box(upper)),
    )
    return kinds[int(rng.integers(3))]


def hostile(rng: np.random.Generator, T: int, n: int, W: int) -> tuple[FloatArray, FloatArray]:
    """Rewards and prices (T, n): random, of 0 and 1, or cheap and then dear in every window."""
    kind = int(rng.integers(3))
    if kind == 0:
        return rng.exponential(1, (T, n)), rng.exponential(1, (T, n))
    if kind == 1:
        return tuple(rng.integers(0, 2, (2, T, n)).astype(float))
    dear = ((np.arange(T) + rng.integers(W)) % W < W / 2)[:, np.newaxis]
    return np.where(dear, 2.0, 1.0) * np.ones((T, n)), np.where(dear, 2.0, 0.2) * np.ones((T, n))


@st.composite
def plays(draw: st.DrawFn) -> Play:
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, T = draw(st.integers(1, 3)), draw(st.integers(1, 30))
    W = draw(st.integers(1, T))
    X, (h, prices) = domains(rng, n), hostile(rng, T, n, W)
    boosted = draw(st.booleans())
    H = np.zeros((T, n, n))
    if boosted:  # monotone DR-submodular on the box around X
        H = -rng.uniform(0, 1, (T, n, n)) * rng.integers(0, 2, (T, 1, 1))
        H = (H + H.transpose(0, 2, 1)) / 2
        h = h - np.einsum("tij,j->ti", H, X.upper)
    h[0, 0] += 1  # a game with a utility and a price
    prices[0, 0] += 1
    rounds = osphg.Rounds(Quadratics(H, h), prices, T * draw(st.floats(0.05, 2)), X)
    cap = draw(st.sampled_from([None, 0.01, 1.0, 20.0]))
    ascent = BoostedGradient(nodes=1) if boosted else PlainGradient()  # exact on quadratics
    options: dict[str, Any] = {"cap": cap, "anytime": draw(st.booleans()), "ascent": ascent}
    if draw(st.booleans()):
        options["start"] = rng.uniform(-0.5, 1.5, n) * X.upper  # in X or not
    return Play(rounds, Repricing.tuned(rounds, W, **options), MASS if boosted else 1.0)


class Sums(NamedTuple):
    """A state by its parts."""

    x: FloatArray
    start: FloatArray
    rewards: FloatArray
    prices: FloatArray
    spent: float
    allowed: float
    closed: float
    k: int
    t: int
    multiplier: float
    domain: Domain


def parts(state: RepricingState) -> Sums:
    x, start, rewards, prices = state.V[0, :-5].reshape(4, -1)
    spent, allowed, closed, k, t = state.V[0, -5:].tolist()
    money, counts = (spent, allowed, closed), (int(k), int(t))
    return Sums(x, start, rewards, prices, *money, *counts, state.multiplier, state.domain)


def root(player: Repricing, behind: int) -> float:
    """r_t, by the number t - 1 of rounds behind: sqrt(T), or sqrt(2 max(1, t - 1))."""
    return math.sqrt(2 * max(1, behind) if player.T is None else player.T)


def step(player: Repricing, behind: int) -> float:
    """eta_t, in squared units of the decision per unit of f."""
    slow = player.length * root(player, behind) + player.cap * player.swing / 2
    return player.radius / slow


def potential(player: Repricing, state: Sums, multiplier: float) -> float:
    """Phi_t(l), in units of f, of which lambda_t is the peak on [0, Lambda]."""
    rewards, eta = state.rewards - multiplier * state.prices, step(player, state.t)
    x = state.domain.project(state.start + eta * rewards)
    away = x - state.start
    psi = rewards @ x - away @ away / (2 * eta)
    bulge = player.radius * player.swing * multiplier * (1 - multiplier / player.cap)
    return float(psi + state.closed + multiplier * state.spent + bulge)


def peak(player: Repricing, state: Sums) -> float:
    """The largest potential, as the player has found it: nowhere on a grid is it larger."""
    found = potential(player, state, state.multiplier)
    others = [potential(player, state, price) for price in np.linspace(0, player.cap, 31)]
    assert found >= max(others) - slack(player, state)
    return found


def slack(player: Repricing, state: Sums) -> float:
    """What rounding may do to a potential."""
    away = float(np.abs(state.start).max() + state.domain.upper.max()) ** 2
    size = float(np.abs(state.rewards).sum() + player.cap * np.abs(state.prices).sum())
    most = size * float(state.domain.upper.max()) + away / step(player, state.t)
    return 1e-12 * (most + abs(state.closed) + player.cap * (abs(state.spent) + player.swing))


@settings(max_examples=40, deadline=None)
@given(plays())
def test_the_potential_rises_by_no_more_than_is_proven(play: Play) -> None:
    """{eq}`eq:rate-round` in every round; neither closing nor a shorter step raises it."""
    rounds, player, _ = play
    whole = player.init(rounds)
    state, w = parts(whole), player.swing
    assert peak(player, state) <= player.radius * w * player.cap / 4 + slack(player, state)
    for t in range(rounds.T):
        before, x = peak(player, state), player.decide(whole)
        assert np.linalg.norm(state.prices) <= w * (1 + 1e-12)
        f, p = AtRound(rounds.utility, t), rounds.prices[t]
        told = Feedback(t, x, f, float(f.value(x)), p, float(p @ x) - rounds.allowance)
        u, cost = player.ascent.direction(told, x), float(p @ x)
        entered = state._replace(
            rewards=state.rewards + u, prices=state.prices + p, spent=state.spent + cost
        )
        assert (u >= -1e-12).all()
        assert np.linalg.norm(u) <= player.beta_u * (1 + 1e-12)
        most = before + u @ x + player.radius * player.length / (2 * root(player, state.t))
        grid = np.linspace(0, player.cap, 31)
        after = [potential(player, entered, price) for price in grid]
        assert max(after) <= most + slack(player, entered)
        whole = player.update(whole, told)
        state = parts(whole)
        assert state.k == (t + 1) % player.W
        if state.k == 0:
            shut = state._replace(t=t)
            assert shut.allowed == 0
            assert not shut.prices.any()
            for price, above in zip(grid, after, strict=True):
                assert potential(player, shut, price) <= above + slack(player, entered)
        assert peak(player, state) <= most + slack(player, state)


@pytest.mark.parametrize(("W", "T"), [(2, 4), (5, 100), (30, 1000)])
def test_some_round_raises_the_potential_by_all_that_is_proven(W: int, T: int) -> None:
    """No constant of {eq}`eq:rate-round` can be smaller: here it is an equality, but for beta_u.

    One good that is worth nothing, and an interval so long that nothing is projected: then psi is a
    parabola. W - 1 rounds of the window are behind, and the next costs as much as each of them. The
    overspending is such that lambda_t is as far below Lambda as the proof's worst case.
    """
    player = Repricing(W, cap=2.0, radius=1.0, beta_u=1e-9, beta_g=1.5, T=T, start=[10.0])
    w, cap, r = player.swing, player.cap, math.sqrt(T)
    lam = cap * (1 - 1 / (2 * r))
    eta = step(player, W - 1)
    x = 10.0 - eta * lam * w
    bulge_slope = player.radius * w * (1 - 2 * lam / cap)
    whole = player.init(osphg.Rounds(Quadratics([[[0.0]]], [[1.0]]), [[1.0]], 1.0, Box([20.0])))
    before = parts(whole)._replace(
        prices=np.array([w]), spent=w * x - bulge_slope, t=W - 1, multiplier=lam
    )
    after = before._replace(
        prices=before.prices + player.beta_g, spent=before.spent + player.beta_g * x
    )
    rise = potential(player, after, cap) - peak(player, before)
    assert rise == pytest.approx(player.radius * player.length / (2 * r), rel=1e-9)


def affordable(rounds: osphg.Rounds, N: int, W: int) -> Any:
    """The budgets of the windows that are closed after N rounds, as rows, and what they leave."""
    rows = [rounds.prices[i : i + W].sum(0) for i in range(0, N - W + 1, W)]
    return np.array(rows).reshape(-1, rounds.n), np.full(len(rows), W * rounds.allowance)


@settings(max_examples=40, deadline=None)
@given(plays(), st.booleans())
def test_the_theorem_holds_at_every_prefix(play: Play, compiled: bool) -> None:
    """Against the worst y for what the proof uses, <u_t, y>, by a linear programme; and N = T."""
    rounds, player, alpha = play
    run = osphg.play(player, rounds, compiled=compiled)
    A, b, box = faces_and_box(rounds.domain)
    assert player.start is not None
    far = np.maximum(box.upper - player.start, player.start - box.lower)
    assert np.linalg.norm(far) >= player.radius * (1 - 1e-12)
    u = np.zeros(rounds.n)
    earned = spent = 0.0
    for t in range(rounds.T):
        x, f = run.decisions[t], AtRound(rounds.utility, t)
        told = Feedback(t, x, f, float(run.utility[t]), rounds.prices[t], float(run.violation[t]))
        here = player.ascent.direction(told, x)
        u, earned, spent = u + here, earned + float(here @ x), spent + float(run.violation[t])
        N = t + 1
        if N % max(1, rounds.T // 7) and rounds.T != N:
            continue
        closed, most = affordable(rounds, N, player.W)
        shut = len(closed) * player.W
        open_ = rounds.prices[shut:N].sum(0)
        for weight in (0.0, player.cap):  # of C_N - o_N(y)
            found = linprog(
                -(u - weight * open_), np.vstack([A, closed]), np.append(b, most),
                bounds=np.column_stack([box.lower, box.upper]),
            )  # fmt: skip
            left = -found.fun - earned + weight * (spent + (N - shut) * rounds.allowance)
            assert left <= player.bound(N) * (1 + 1e-9) + 1e-7
            y = found.x
            worth = sum(float(rounds.utility.value(s, y)) for s in range(N))
            over = spent - float(open_ @ y) + (N - shut) * rounds.allowance
            regret = alpha * worth - float(run.utility[:N].sum())
            assert regret + player.cap * max(over, 0.0) <= player.bound(N) * (1 + 1e-9) + 1e-7


@settings(max_examples=40, deadline=None)
@given(plays())
def test_the_careful_one_never_overspends_and_earns_as_proven(play: Play) -> None:
    """Theorem B, with M = G + b, which no round exceeds and which is at least b."""
    rounds, soft, alpha = play
    b, M, W = rounds.allowance, rounds.G + rounds.allowance, soft.W
    player = attrs.evolve(soft, cap=max(soft.cap, alpha * rounds.F / b), T=rounds.T)
    run = osphg.play(Capped(player), rounds)
    assert (np.cumsum(run.spend) <= rounds.budget * (1 + 1e-12)).all()
    best = osphg.best_fixed_decision(rounds, W)  # keeps all windows, so those of the theorem
    most = player.bound(rounds.T) + player.cap * (W * M - (W - 1) * b)
    assert alpha * best.value - run.utility.sum() <= most * (1 + 1e-9)


def test_it_stops_where_it_would_overspend() -> None:
    """Too low a cap overspends; stopped, it does not."""
    soft = Repricing.tuned(GAME, W=20, cap=0.02)
    assert osphg.play(soft, GAME).total_violation > 5
    run = osphg.play(Capped(soft), GAME)
    assert -GAME.G - GAME.allowance < run.total_violation <= 0
    assert not run.decisions[-1].any()


@pytest.mark.parametrize("ascent", [BoostedGradient(), PlainGradient()], ids=str)
@pytest.mark.parametrize("anytime", [False, True])
def test_in_cents_it_is_the_same_player(ascent: Any, anytime: bool) -> None:
    other = in_units(GAME, f=0.125, money=0.01)
    runs = [
        osphg.play(Repricing.tuned(g, 5, ascent=ascent, anytime=anytime), g) for g in (GAME, other)
    ]
    np.testing.assert_allclose(runs[0].decisions, runs[1].decisions, rtol=0, atol=1e-11)
    price = runs[1].multiplier * (0.125 / 0.01)
    np.testing.assert_allclose(runs[0].multiplier, price, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("W", [1, GAME.T])
@pytest.mark.parametrize("cap", [1e-60, 1e60])
def test_extremes(W: int, cap: float) -> None:
    """The shortest and the longest window, and prices of money that are nothing or all."""
    player = Repricing.tuned(GAME, W, cap=cap)
    compiled, numpy = (osphg.play(player, GAME, compiled=c) for c in (True, False))
    np.testing.assert_allclose(compiled.decisions, numpy.decisions, rtol=0, atol=1e-12)
    assert compiled.complete
    best = osphg.best_fixed_decision(GAME, W)
    assert MASS * best.value - compiled.utility.sum() <= player.bound(GAME.T)
    if cap < 1:  # money is worth nothing
        assert compiled.violation.sum() > 0


# The pacer: its numbers are those of every player of tests/table.py; here allowances that change.


def test_the_pacer_may_change_the_budget() -> None:
    player = Repricing.tuned(Plan(40, 20.0, Box.unit(2), beta_f=2.0, beta_p=2.0), W=5)
    pacers = [osphg.Pacer(player, domain=Box.unit(2), budget=20.0, horizon=40) for _ in range(2)]
    paths: list[list[float]] = [[], []]
    for pacer, path in zip(pacers, paths, strict=True):
        for t in range(40):
            if t == 20 and pacer is pacers[1]:
                pacer.change(budget=12.0)
            path.append(float(pacer.decide().sum()))
            pacer.observe(price=[1.0, 1.5], gradient=lambda X: 1.0 / (1.0 + X))
    assert paths[0][:20] == paths[1][:20]
    assert sum(paths[1][25:]) < 0.8 * sum(paths[0][25:])


# Constants, and what is refused.


def test_tuned_is_what_the_chapter_says() -> None:
    player = Repricing.tuned(GAME, W=7)
    assert (player.W, player.T, player.cap) == (7, GAME.T, MASS * GAME.F / GAME.allowance)
    assert (player.beta_u, player.beta_g) == (MASS * GAME.beta_f, GAME.beta_g)
    assert player.start is not None
    assert player.start.tolist() == [0.5, 0.5]
    assert player.radius == pytest.approx(math.sqrt(2) / 2)
    w = GAME.beta_g * 6
    B = math.sqrt((MASS * GAME.beta_f) ** 2 + player.cap**2 * GAME.beta_g**2)
    bound = player.radius * (B * math.sqrt(60) + player.cap * w / 2)
    assert player.bound(3) == player.bound(60) == pytest.approx(bound)
    free = Repricing.tuned(GAME, W=7, anytime=True)
    assert free.T is None
    assert free.bound(0) == free.bound(1)
    assert free.bound(8) == pytest.approx(player.radius * (B * 4 + player.cap * w / 2))
    plain = Repricing.tuned(GAME, W=7, ascent=PlainGradient())
    assert (plain.beta_u, plain.cap) == (GAME.beta_f, GAME.F / GAME.allowance)


@pytest.mark.parametrize(
    ("domain", "start", "radius"),
    [
        (Box(np.array([2.0, 1.0])), [1.0, 0.5], math.hypot(1, 0.5)),
        (Simplex(2), [0.5, 0.5], math.sqrt(0.5)),
        (Simplex(12), [0.0] * 12, math.sqrt(2)),
        (Polytope(np.ones((1, 2)), np.ones(1), Box.unit(2)), [0.5, 0.5], math.sqrt(0.5)),
    ],
)
def test_where_it_starts(domain: Any, start: list[float], radius: float) -> None:
    n = len(start)
    game = osphg.Rounds(
        Quadratics(np.zeros((5, n, n)), np.ones((5, n))), np.ones((5, n)), 2.0, domain
    )
    player = Repricing.tuned(game, W=2)
    assert player.start is not None
    np.testing.assert_allclose(player.start, start)
    assert player.radius == pytest.approx(radius)
    far = Repricing.tuned(game, W=2, start=np.full(n, -1.0))
    assert far.radius == pytest.approx(float(np.linalg.norm(domain.upper + 1)))
    origin = attrs.evolve(player, start=None)
    assert parts(origin.init(game)).start.tolist() == [0.0] * n


@pytest.mark.parametrize(
    ("make", "message"),
    [  # whatever is a real number: in tests/test_refusals.py, with all players
        (lambda: attrs.evolve(SOME, W=0), "^W must be at least 1, got 0"),
        (lambda: attrs.evolve(SOME, cap=1e71), r"^cap must be in \[1e-70, 1e\+70\]"),
        (lambda: attrs.evolve(SOME, T=0), "^T must be at least 1, got 0"),
        (lambda: attrs.evolve(SOME, start=[math.nan]), "^start must be finite, got nan"),
        (lambda: Repricing.tuned(GAME, 61), "^W must be between 1 and 60, got 61"),
        (
            lambda: Repricing.tuned(GAME, 3, start=[1.0]),
            "^start must have shape .* got",
        ),
        (
            lambda: attrs.evolve(SOME, start=np.ones(1)).init(GAME),
            "^start must have shape",
        ),
    ],
)
def test_what_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


# An enemy's games: free rounds, ties, and prices of every size.


def linear(h: FloatArray, prices: FloatArray, b: float) -> osphg.Rounds:
    T, n = h.shape
    return osphg.Rounds(Quadratics(np.zeros((T, n, n)), h), prices, b * T, Box.unit(n))


ENEMIES: dict[str, tuple[FloatArray, FloatArray, float]] = {
    "all costs the allowance": (np.ones((50, 1)), np.ones((50, 1)), 1.0),
    "all costs twice the allowance": (np.ones((50, 2)), np.ones((50, 2)), 1.0),
    "worth nothing, and dear": (np.eye(1, 50).T + 0.0, np.full((50, 1), 5.0), 0.5),
    "free but for one round": (np.ones((50, 2)), np.eye(1, 50, 30).T * np.ones(2), 0.5),
    "free": (np.ones((50, 2)), np.zeros((50, 2)), 0.5),
    "one good is free": (np.ones((50, 2)), np.tile([0.0, 3.0], (50, 1)), 0.5),
    "of all sizes": (np.ones((50, 2)), np.geomspace(1e-8, 1e8, 100).reshape(50, 2), 1.0),
    "a crumb of money": (np.ones((50, 2)), np.ones((50, 2)), 1e-9),
}


@pytest.mark.parametrize("name", ENEMIES)
@pytest.mark.parametrize("W", [1, 2, 7, 49, 50])
@pytest.mark.parametrize("anytime", [False, True])
def test_an_enemy(name: str, W: int, anytime: bool) -> None:
    """Compiled and NumPy agree in what they earn and spend, and the theorem holds."""
    game = linear(*ENEMIES[name])
    player = Repricing.tuned(game, W, anytime=anytime, ascent=PlainGradient())
    runs = [osphg.play(player, game, compiled=compiled) for compiled in (True, False)]
    np.testing.assert_allclose(runs[0].decisions, runs[1].decisions, rtol=0, atol=1e-9)
    for run in runs:
        assert game.domain.contains(run.decisions).all()
        A, b = affordable(game, game.T, W)
        h = game.utility.h.sum(0) if isinstance(game.utility, Quadratics) else np.zeros(game.n)
        scale = np.maximum(A.max(1, initial=0.0), 1e-300)  # HiGHS' tolerances are absolute
        most = -linprog(-h, A / scale[:, None], b / scale, bounds=(0, 1)).fun
        assert most - run.total_utility <= player.bound(game.T) * (1 + 1e-9) + 1e-6
    spent = np.cumsum(osphg.play(Capped(player), game).spend)
    assert (spent <= game.budget * (1 + 1e-12)).all()


@settings(max_examples=200, deadline=None)
@given(
    st.floats(0, 1), st.floats(0, 1), st.floats(1e-12, 1), st.sampled_from([1.0, 1e3, 2e9]),
    st.sampled_from([1e-16, 1e-9, 0.5]), st.floats(0, 1),
)  # fmt: skip
def test_the_search_ends_at_the_zero(
    first: float, second: float, steep: float, most: float, below: float, near: float
) -> None:
    """Of a slope that falls, is level at a hair below 0, and knows no digit past the sixteenth."""
    corners = sorted([first * most, second * most])

    def slope(price: float) -> float:
        fallen = min(price, corners[0]) + max(price - corners[1], 0.0)
        return (1.0 + steep * (corners[0] - fallen)) - (1.0 + below)

    bracket = Bracket(0.0, most)
    at = near * most
    last = Probe(at, 0.0)
    for step in range(200):
        probe = Probe(at, slope(at))
        bracket, goal = secant_or_bisect(bracket, probe, last, step, 1.0, most, steep)
        assert bracket.low <= bracket.high
        if goal == at:
            break
        last = probe
        at = goal
    assert goal == at
    zero = min(max(corners[0] - below / steep, 0.0), most)
    assert abs(slope(at) - slope(zero)) <= 1e-14 + 1e-15 * steep * most
