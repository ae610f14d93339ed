"""Repricing for all windows at once: what is proven of it, what is measured, its door and units."""

from __future__ import annotations

import dataclasses
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
from osphg import Box, Capped, Repricing
from osphg.checks import FloatArray
from osphg.faces import faces_and_box
from osphg.games import refuting
from osphg.games.refuting import Instance
from osphg.pacing import Plan
from osphg.players.ascent import MASS, PlainGradient
from osphg.players.base import Feedback
from osphg.players.repricing import (
    PROVEN_SMOOTHING,
    USUAL_SMOOTHING,
    NestedRepricing,
    NestedState,
)
from osphg.tournament.contests import in_units
from osphg.utilities import AtRound
from tests.literal import Game, Vector
from tests.literal_repricing import Books, Nest
from tests.test_repricing import affordable, plays

GAME = osphg.rounds.paper_quadratics(T=60, budget_per_round=0.8, seed=4)
SOME = NestedRepricing(cap=2.0, radius=1.0, beta_u=1.0, beta_g=1.0)


class Play(NamedTuple):
    """A game and its player."""

    rounds: osphg.Rounds
    player: NestedRepricing


@st.composite
def nested_plays(draw: st.DrawFn, smoothings: tuple[float, ...]) -> Play:
    """The games on which repricing is tested, for the player that is told no window."""
    rounds, told, _ = draw(plays())
    smoothing = draw(st.sampled_from(smoothings))
    beta_u, beta_g, start = told.beta_u, told.beta_g, told.start
    nested = NestedRepricing(told.cap, told.radius, beta_u, beta_g, smoothing, told.ascent, start)
    return Play(rounds, nested)


class Parts(NamedTuple):
    """A state by its parts."""

    nest: Nest
    overspent: float
    behind: int
    waiting: Books  # of the scale that joins next


def parts(player: NestedRepricing, rounds: osphg.Rounds, state: NestedState) -> Parts:
    """The state, for the transcription: scale k is there from round 2^k on."""
    n = rounds.n
    rows = state.V[0].reshape(-1, 2 * n + 2)
    x0, (overspent, behind) = rows[0, n : 2 * n].tolist(), rows[0, 2 * n :].tolist()
    count = int(behind + 1).bit_length()
    books = [
        Books(2**k, row[:n].tolist(), row[n : 2 * n].tolist(), float(row[-2]), float(row[-1]))
        for k, row in enumerate(rows[1 : count + 2])
    ]
    nest = nest_of(player, rounds, x0, books[:-1], int(behind))
    return Parts(nest, overspent, int(behind), books[-1])


def nest_of(
    player: NestedRepricing, rounds: osphg.Rounds, x0: Vector, books: list[Books], behind: int
) -> Nest:
    def project(y: Vector) -> Vector:
        projected: Vector = rounds.domain.project(y).tolist()
        return projected

    unknown: Any = None  # a potential asks for no utility
    game = Game(unknown, unknown, rounds.prices.tolist(), rounds.budget, project)
    B, r = player.length, math.sqrt(2 * max(1, behind))
    constants = (player.cap, player.radius, B, player.beta_g, player.smoothing)
    return Nest(game, *constants, x0, books, r)


def heights(nest: Nest, overspent: float) -> FloatArray:
    """Phi on a grid of [0, Lambda]."""
    prices = np.linspace(0, nest.cap, 17).tolist()
    return np.array([nest.blend(price).height + price * overspent for price in prices])


def lengths(nest: Nest) -> FloatArray:
    """B_k of every scale."""
    return np.array([nest.smoothing * nest.radius * nest.slow(one.W) for one in nest.scales])


def slack(nest: Nest) -> float:
    """What rounding may do to a potential."""
    size = max(1.0, float(np.abs(heights(nest, 0.0)).max()), float(lengths(nest).max()))
    return 1e-11 * size * len(nest.scales)


def with_scales(nest: Nest, scales: list[Books]) -> Nest:
    """The same constants, with other books."""
    return dataclasses.replace(nest, scales=scales)


@settings(max_examples=30, deadline=None)
@given(nested_plays((PROVEN_SMOOTHING,)))
def test_a_round_costs_no_more_than_is_proven(play: Play) -> None:
    """max Phi_{t+1} - max Phi_t - <u_t, x_t> <= 1.1 D B/r_t, and a scale that joins 3 th_k B_k.

    lambda_t is the peak of Phi_t, and x_t the mean of the scales there. Neither a window that
    closes nor a shorter step raises Phi anywhere.
    """
    rounds, player = play
    state = player.init(rounds)
    for t in range(rounds.T):
        nest, overspent, _, waiting = parts(player, rounds, state)
        error = slack(nest)
        at_peak = nest.blend(state.multiplier)
        peak = at_peak.height + state.multiplier * overspent
        assert peak >= heights(nest, overspent).max() - error
        x = player.decide(state)
        np.testing.assert_allclose(x, at_peak.decision, rtol=0, atol=1e-9 * player.radius)

        f, p = AtRound(rounds.utility, t), rounds.prices[t]
        told = Feedback(t, x, f, float(f.value(x)), p, float(p @ x) - rounds.allowance)
        u = player.ascent.direction(told, x)
        entered = [
            Books(
                one.W,
                (np.array(one.v) + u).tolist(),
                (np.array(one.P) + p).tolist(),
                one.allowed + rounds.allowance,
                one.granted,
            )
            for one in [*nest.scales, waiting]
        ]
        open_books = with_scales(nest, entered[:-1])
        risen = heights(open_books, overspent + told.violation)
        most = peak + float(u @ x) + 1.1 * player.radius * player.length / nest.r
        assert risen.max() <= most + error

        state = player.update(state, told)
        after, spent, behind, _ = parts(player, rounds, state)
        assert behind == t + 1
        assert spent == pytest.approx(overspent + told.violation, abs=1e-9)
        assert len(after.scales) == (t + 2).bit_length()
        for one in after.scales:  # the windows of 1..W, W + 1..2W, ... are those that have closed
            assert (one.allowed == 0) == (behind % one.W == 0)
        known = with_scales(after, after.scales[: len(nest.scales)])
        closed = heights(known, spent)
        assert (closed <= risen + error).all()
        if len(after.scales) > len(nest.scales):
            joins = 3 * 4.0 ** -len(nest.scales) / 2 * lengths(after)[-1]
            assert heights(after, spent).max() <= closed.max() + joins + error


@settings(max_examples=30, deadline=None)
@given(nested_plays((0.01, 0.1, 1.0)), st.booleans())
def test_the_potential_ends_above_whoever_keeps_the_windows(play: Play, compiled: bool) -> None:
    """The ends of the proof, with any smoothing, for all W = 2^k at once and at prefixes.

    At l = 0 and l = Lambda and for every y that keeps the closed windows of W rounds

        Phi(l) >= <sum u_t, y> + l (C_N - o_N(y)) - D^2/(2 eta_k) - B_k ln(1/th_k)
                  + sum_{i > k} B_i ln(1 - th_i),

    for the worst y by a linear programme. So what is lost is at most what Phi has risen by beyond
    the sum of <u_t, x_t>, and the rest: a certificate in the numbers of the run.
    """
    assert_ends_above(play, compiled=compiled)


@pytest.mark.parametrize("smoothing", [0.01, 0.1, 1.0])
def test_it_ends_above_them_in_longer_games(smoothing: float) -> None:
    """Where the windows' money counts for more than how far a decision is from x_0."""
    for game in (refuting.unknown_window(8, 32), refuting.unknown_window(32, 8, 11)):
        assert_ends_above(
            Play(game.rounds, attrs.evolve(untold(game), smoothing=smoothing)), compiled=True
        )


def assert_ends_above(play: Play, *, compiled: bool) -> None:
    rounds, player = play
    A, b, box = faces_and_box(rounds.domain)
    run = osphg.play(player, rounds, compiled=compiled)
    state = player.init(rounds)
    u = np.zeros(rounds.n)
    for t in range(rounds.T):
        x, f = run.decisions[t], AtRound(rounds.utility, t)
        told = Feedback(t, x, f, float(run.utility[t]), rounds.prices[t], float(run.violation[t]))
        u = u + player.ascent.direction(told, x)
        state = player.update(state, told)
        N = t + 1
        if N % max(1, rounds.T // 5) and N != rounds.T:
            continue
        nest, overspent, _, _ = parts(player, rounds, state)
        B_k = lengths(nest)
        priors = 4.0 ** -np.arange(len(B_k)) / 2
        for k, books in enumerate(nest.scales):
            closed, most = affordable(rounds, N, books.W)
            shut = len(closed) * books.W
            open_ = rounds.prices[shut:N].sum(0)
            entry = B_k[k] * math.log(1 / priors[k]) if k > 0 else 0.0
            later = float((B_k[k + 1 :] * np.log1p(-priors[k + 1 :])).sum())
            for price in (0.0, player.cap):
                found = linprog(
                    -(u - price * open_), np.vstack([A, closed]), np.append(b, most),
                    bounds=np.column_stack([box.lower, box.upper]),
                )  # fmt: skip
                worth = -found.fun + price * (overspent + (N - shut) * rounds.allowance)
                away = player.radius * nest.slow(books.W) / 2
                blend = nest.blend(price).height + price * overspent
                assert worth - away - entry + later <= blend + slack(nest) + 1e-7


@settings(max_examples=200, deadline=None)
@given(
    st.floats(1e-3, 1e3), st.floats(1e-3, 1e3), st.floats(1e-3, 1e3), st.floats(1e-3, 1e3),
    st.integers(0, 20), st.integers(0, 10**6),
)  # fmt: skip
def test_the_smoothing_is_what_the_proof_asks_for(
    cap: float, radius: float, beta_u: float, beta_g: float, k: int, behind: int
) -> None:
    """The hypotheses of `all_windows_bound` in rocq/AllWindows.v; for less, one of them fails.

    X is within 2 D of any of its points, the origin one of them: so no decision costs more than
    2 D beta_g, and 2 D is a diameter.
    """
    W = 2.0**k

    def holds(smoothing: float) -> tuple[bool, ...]:
        player = NestedRepricing(cap, radius, beta_u, beta_g, smoothing)
        length, r = player.length, math.sqrt(2 * max(1, behind))
        slow = length * r + cap * beta_g * W
        eta, B = radius / slow, smoothing * radius * slow
        bulge = 2 * radius * beta_g * W / cap
        M, diameter = 2 * radius * beta_g, 2 * radius
        E = 1.1 * radius * length / r
        spread, steep = length * diameter + E, 2 * M * W + 3 * bulge * cap
        exact = 1 + 1e-12
        return (
            spread + cap * steep <= 3 / 8 * B * exact,
            eta * length**2 + 2 * spread**2 / B <= E * exact,
            eta * (beta_g * W) ** 2 + 2 * steep**2 / B <= bulge * exact,
            bulge * cap**2 <= 4 * B * exact,
            # A scale that joins is ahead of the blend by at most its own length.
            cap * M * W + bulge * cap**2 / 4 <= B * exact,
        )

    assert all(holds(PROVEN_SMOOTHING))
    if cap * beta_g * W > 1e3 * math.hypot(beta_u, cap * beta_g) * math.sqrt(2 * max(1, behind)):
        assert not holds(0.99 * PROVEN_SMOOTHING)[2]


@pytest.mark.parametrize("N", [0, 1, 7, 1000])
@pytest.mark.parametrize("W", [1, 2, 64])
def test_the_bound_adds_up_what_the_proof_does(N: int, W: int) -> None:
    player = NestedRepricing(2.0, 0.7, 1.5, 0.3, 300.0)
    k, r = W.bit_length() - 1, math.sqrt(2 * max(1, N))
    slow = [player.length * r + player.cap * player.beta_g * 2.0**i for i in range(60)]
    B = [player.smoothing * player.radius * one for one in slow]
    ends = player.radius * slow[k] / 2 + B[k] * math.log(2 * 4**k)
    ends += 2 * player.radius * player.beta_g * player.cap / 4
    ends += 5 * sum(4.0**-i / 2 * B[i] for i in range(1, 60))
    roots = sum(1 / math.sqrt(2 * max(1, t)) for t in range(N))
    rounds = 1.1 * player.radius * player.length * roots
    rest = 1.1 * player.radius * player.length * (r - roots)
    assert rest >= 0
    assert player.bound(N, W) == pytest.approx(ends + rounds + rest, rel=1e-12)


def test_nothing_is_proven_of_the_usual_smoothing() -> None:
    assert USUAL_SMOOTHING < PROVEN_SMOOTHING == 200
    player = Repricing.tuned(GAME)
    assert player.smoothing == USUAL_SMOOTHING
    allowed = r"^smoothing must be at least 200 for a bound to be proven, got 0\.1"
    with pytest.raises(ValueError, match=allowed):
        player.bound(60, 8)
    attrs.evolve(player, smoothing=200.0).bound(60, 8)


# The door: `Repricing.tuned` without a window.


def test_who_is_told_no_window_is_told_nothing() -> None:
    told = Repricing.tuned(GAME, W=7, cap=3.0, ascent=PlainGradient(), start=[0.3, 0.4])
    for anytime in (False, True):
        untold = Repricing.tuned(
            GAME, cap=3.0, anytime=anytime, ascent=PlainGradient(), start=[0.3, 0.4]
        )
        assert isinstance(untold, NestedRepricing)
        for name in ("cap", "radius", "beta_u", "beta_g", "ascent", "length"):
            assert getattr(untold, name) == getattr(told, name)
        assert untold.start.tolist() == [0.3, 0.4]
    assert Repricing.tuned(GAME, W=None) == NestedRepricing.tuned(GAME)
    player = NestedRepricing.tuned(GAME, smoothing=3.0)
    assert player.smoothing == 3.0
    assert player.cap == pytest.approx(MASS * GAME.F / GAME.allowance)
    plan = Plan(40, 20.0, Box.unit(2), beta_f=2.0, beta_p=2.0)
    longer = Plan(400, 200.0, Box.unit(2), beta_f=2.0, beta_p=2.0)
    assert Repricing.tuned(plan) == Repricing.tuned(longer)


def test_a_longer_game_begins_the_same() -> None:
    """T is not used: with the same constants the first rounds are the same, bit for bit."""
    player = Repricing.tuned(osphg.rounds.paper_quadratics(T=300))
    runs = [osphg.play(player, osphg.rounds.paper_quadratics(T=T)) for T in (100, 300)]
    assert (runs[1].decisions[:100] == runs[0].decisions).all()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: attrs.evolve(SOME, smoothing=0.0), "^smoothing must be greater than 0"),
        (lambda: attrs.evolve(SOME, cap=1e71), r"^cap must be in \[1e-70, 1e\+70\]"),
        (lambda: Repricing.tuned(GAME, start=[1.0]), "^start must have shape .* got"),
        (lambda: attrs.evolve(SOME, start=np.ones(1)).init(GAME), "^start must have shape"),
        (lambda: attrs.evolve(SOME, smoothing=200.0).bound(10, 6), "^W must be a power of 2, got"),
        (lambda: attrs.evolve(SOME, smoothing=200.0).bound(10, 0), "^W must be at least 1, got 0"),
    ],
)
def test_what_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize("ascent", [None, PlainGradient()], ids=str)
def test_in_cents_it_is_the_same_player(ascent: Any) -> None:
    other = in_units(GAME, f=0.125, money=0.01)
    runs = [osphg.play(Repricing.tuned(g, ascent=ascent), g) for g in (GAME, other)]
    np.testing.assert_allclose(runs[0].decisions, runs[1].decisions, rtol=0, atol=1e-11)
    price = runs[1].multiplier * (0.125 / 0.01)
    np.testing.assert_allclose(runs[0].multiplier, price, rtol=1e-9, atol=1e-11)


def test_capped_it_never_overspends() -> None:
    """Too low a cap overspends; stopped, it does not."""
    soft = Repricing.tuned(GAME, cap=0.02)
    assert osphg.play(soft, GAME).total_violation > 5
    run = osphg.play(Capped(soft), GAME)
    assert -GAME.G - GAME.allowance < run.total_violation <= 0
    assert not run.decisions[-1].any()


def test_the_pacer_may_change_the_budget() -> None:
    player = Repricing.tuned(Plan(40, 20.0, Box.unit(2), beta_f=2.0, beta_p=2.0))
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


def test_a_round_projects_once_for_each_scale_where_repricing_does_once() -> None:
    """At most log2(T) + 1 times as often."""

    class Counted(Box):
        count = 0

        def project(self, Y: Any) -> FloatArray:
            type(self).count += 1
            return super().project(Y)

    rng = np.random.default_rng(0)
    T = 512
    h, prices = rng.uniform(0, 1, (T, 3)), rng.uniform(0, 2, (T, 3))
    utility = osphg.utilities.Quadratics(np.zeros((T, 3, 3)), h)
    game = osphg.Rounds(utility, prices, 0.8 * T, Counted(np.ones(3)))
    counts = []
    for W in (16, None):
        Counted.count = 0
        osphg.play(Repricing.tuned(game, W, ascent=PlainGradient()), game, compiled=False)
        counts.append(Counted.count)
    assert counts[1] <= (math.log2(T) + 1) * counts[0]


# What is measured, on the games of the unknown window and of late prices.


def cost_of(player: Any, game: Instance) -> float:
    """J: the regret against x*_W, and what is overspent at Lambda = F/b."""
    run = osphg.play(player, game.rounds)
    cap = game.rounds.F / game.rounds.allowance
    return osphg.regret(run, game.benchmark(), alpha=1) + cap * max(run.total_violation, 0.0)


def untold(game: Instance) -> NestedRepricing:
    return Repricing.tuned(game.rounds, ascent=PlainGradient())


def told(game: Instance, W: int) -> Repricing:
    return Repricing.tuned(game.rounds, W, ascent=PlainGradient())


def test_who_is_told_nothing_pays_for_no_wrong_window() -> None:
    """T = 16,384: in long windows W = 1 is the wrong one, in games that end late W = 2m."""
    m, n = 64, 128
    first = refuting.unknown_window(m, n)
    assert first.rounds.T == 16_384
    assert cost_of(untold(first), first) < 0.5 * cost_of(told(first, 1), first)
    for ending in (2, 7, 60, 130):
        late = refuting.unknown_window(m, n, ending)
        assert cost_of(untold(late), late) < 0.5 * cost_of(told(late, 2 * m), late)


@pytest.mark.parametrize("W", [64, 128])
def test_late_prices_cost_the_nested_player_less_than_osphg(W: int) -> None:
    """It is below the bound of repricing that is told W, which OSPHG is not in longer games."""
    T = 2**16
    game = refuting.late_price(T, W)
    run = osphg.play(untold(game), game.rounds)
    regret = osphg.regret(run, game.benchmark(), alpha=1)
    assert run.total_violation < 0
    osphg_run = osphg.play(osphg.OSPHG(mu=T**-0.5, delta=12.0, K=1), game.rounds)
    assert regret < osphg.regret(osphg_run, game.benchmark(), alpha=1)
    assert regret < told(game, W).bound(T)
