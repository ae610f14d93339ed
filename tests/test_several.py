"""Games with several budgets, with minimum bids, and with caps of a period."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg import (
    OSPHG,
    BoostedOSPHG,
    Box,
    Capped,
    DualDescent,
    EvenPacing,
    MetaFrankWolfe,
    Resolve,
    Rounds,
    Throttle,
)
from osphg.checks import FloatArray
from osphg.pacing import Plan
from osphg.players import MOSP, CaoLiu, NeelyYu, YuanLamperski
from osphg.players.base import Player
from osphg.players.oracles import GradientAscent
from osphg.studies import bounds
from osphg.tournament.contests import in_units
from osphg.utilities import AtRound, Quadratics

T, N = 30, 3
FIELDS = ("decisions", "utility", "violation", "multiplier")

KNOWING: dict[str, Player] = {
    "OSPHG": OSPHG(mu=0.1, delta=2.0, K=4, weighted=True, lambda1=0.2),
    "BoostedOSPHG": BoostedOSPHG(mu=0.1, delta=2.0, nodes=2),
    "MetaFrankWolfe": MetaFrankWolfe(3, GradientAscent(0.1)),
    "NeelyYu": NeelyYu(V=3.0, alpha=8.0),
    "MOSP": MOSP(alpha=0.1, mu=0.2),
    "CaoLiu": CaoLiu(alpha=0.1, delta=2.0),
    "YuanLamperski": YuanLamperski(0.1, 5.0, heuristic=True),
    "EvenPacing": EvenPacing(3),
    "Throttle": Throttle(1.0, 0.05, season=5),
    "DualDescent": DualDescent(0.2, season=3),
    "Capped": Capped(OSPHG(mu=0.1, delta=2.0, K=2), dearest=5.0),
    "Capped, scaled": Capped(MetaFrankWolfe(3, GradientAscent(0.1)), scaled=True),
}


def drawn(seed: int, m: int, *, domain: Any = None, per_round: float = 0.6) -> Rounds:
    """A game of m budgets, all of which bind."""
    rng = np.random.default_rng(seed)
    X = Box(np.array([1.0, 0.5, 2.0])) if domain is None else domain
    H = rng.uniform(-1, 0, (T, X.n, X.n))
    H = (H + H.transpose(0, 2, 1)) / 2
    utility = Quadratics(H, -H @ X.upper)
    return Rounds(utility, rng.uniform(0, 2, (T, m, X.n)), np.full(m, per_round * T), X)


def with_budgets(rounds: Rounds, prices: FloatArray, budget: Any) -> Rounds:
    return Rounds(rounds.utility, prices, budget, rounds.domain)


@pytest.mark.parametrize("name", KNOWING)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_one_budget_as_an_array_is_that_budget(name: str, seed: int) -> None:
    """Bit for bit."""
    several = drawn(seed, 1)
    one = with_budgets(several, several.prices[:, 0], float(several.budget[0]))
    run = osphg.play(KNOWING[name], one, compiled=False)
    other = osphg.play(KNOWING[name], several)
    assert np.array_equal(run.decisions, other.decisions)
    assert np.array_equal(run.utility, other.utility)
    assert np.array_equal(run.violation, other.violation[:, 0])
    assert np.array_equal(run.multiplier, other.multiplier[:, 0])
    assert np.array_equal(run.spend, other.spend[:, 0])
    assert one.constants == several.constants


@pytest.mark.parametrize("name", KNOWING)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_a_budget_that_never_binds_changes_nothing(name: str, seed: int) -> None:
    player = KNOWING[name]
    if name == "OSPHG":  # lambda_1 charges for every budget
        player = OSPHG(mu=0.1, delta=2.0, K=4, weighted=True)
    several = drawn(seed, 2)
    plenty = with_budgets(several, several.prices, [several.budget[0], 1e6])
    one = with_budgets(several, several.prices[:, 0], float(several.budget[0]))
    run = osphg.play(player, one, compiled=False)
    other = osphg.play(player, plenty)
    assert np.array_equal(run.decisions, other.decisions)
    assert np.array_equal(run.violation, other.violation[:, 0])
    assert np.array_equal(run.multiplier, other.multiplier[:, 0])
    assert not other.multiplier[:, 1].any()


@given(seed=st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_solving_again_is_the_same_for_one_budget_and_an_idle_second(seed: int) -> None:
    """Up to what a linear programme leaves against the price of one budget."""
    player = Resolve(4, 6, K=5)
    several = drawn(seed, 2)
    one = with_budgets(several, several.prices[:, 0], float(several.budget[0]))
    run = osphg.play(player, one, compiled=False)
    for prices, budget in (
        (several.prices[:, :1], several.budget[:1]),
        (several.prices, [several.budget[0], 1e6]),
    ):
        other = osphg.play(player, with_budgets(several, prices, budget))
        np.testing.assert_allclose(run.decisions, other.decisions, rtol=0, atol=1e-9)


@given(seed=st.integers(0, 2**32), m=st.integers(1, 4), low=st.booleans())
@settings(max_examples=30, deadline=None)
def test_constants_bound_charges_and_violations(seed: int, m: int, *, low: bool) -> None:
    rng = np.random.default_rng(seed)
    domain = Box(np.array([1.0, 0.5, 2.0]), np.array([0.3, 0.0, 1.0]) * low)
    rounds = drawn(seed, m, domain=domain)
    multipliers = rng.exponential(1, (20, m))
    charges = np.einsum("kj,tji->kti", multipliers, rounds.prices)
    lengths = np.linalg.norm(charges, axis=-1) / np.linalg.norm(multipliers, axis=-1)[:, None]
    assert lengths.max() <= rounds.beta_g * (1 + 1e-12)
    X = domain.project(rng.uniform(0, 2, (50, N)))
    X = np.concatenate([X, [domain.lower], [domain.upper]])
    violations = rounds.prices @ X.T - rounds.allowance[:, np.newaxis]
    assert np.linalg.norm(violations, axis=1).max() <= rounds.G * (1 + 1e-12)
    values = np.array([rounds.utility.value(t, X) for t in range(T)])
    assert np.ptp(values, axis=1).max() <= rounds.F * (1 + 1e-12)
    assert rounds.check(samples=10).holds


# The benchmark.


def costs_of_windows(rounds: Rounds, x: FloatArray, j: int, W: int) -> FloatArray:
    costs = rounds.prices[:, j] @ x
    return np.array([costs[t : t + W].mean() for t in range(T - W + 1)])


@pytest.mark.parametrize("low", [[0.0, 0.0], [0.1, 0.0]])
@pytest.mark.parametrize("every", [None, [None, 3]])
def test_the_benchmark_keeps_each_budget_in_each_window_and_is_best_on_a_grid(
    low: list[float], every: Any
) -> None:
    W, X = 5, Box(np.array([1.0, 1.0]), np.array(low))
    plain = drawn(3, 2, domain=X, per_round=0.7)
    rounds = Rounds(plain.utility, plain.prices, plain.budget, X, every=every)
    best = osphg.best_fixed_decision(rounds, W)
    lengths = [(0, W), (1, W)] + ([(1, 3)] if every else [])
    for j, length in lengths:
        dearest = costs_of_windows(rounds, best.x, j, length).max()
        assert dearest <= rounds.allowance[j] * (1 + 1e-9)
    grid = np.stack(np.meshgrid(*np.linspace(X.lower, X.upper, 150).T), -1).reshape(-1, 2)
    kept = [
        x
        for x in grid
        if all(costs_of_windows(rounds, x, j, n).max() <= rounds.allowance[j] for j, n in lengths)
    ]
    values = rounds.total().value(np.array(kept))
    assert values.max() <= best.upper_bound
    assert values.max() >= best.value - 0.02 * abs(best.value)
    assert best.value == pytest.approx(float(rounds.total().value(best.x)), rel=1e-12)
    region = osphg.window_polytope(rounds, W)
    assert region.contains(np.array(kept)).all()
    assert region.contains(best.x)
    if every:
        without = Rounds(plain.utility, plain.prices, plain.budget, X)
        assert best.value < osphg.best_fixed_decision(without, W).value


def test_each_budget_costs_the_benchmark_something() -> None:
    both = drawn(3, 2)
    value = osphg.best_fixed_decision(both, 5).value
    for j in range(2):
        one = with_budgets(both, both.prices[:, j], float(both.budget[j]))
        assert value < osphg.best_fixed_decision(one, 5).value


def test_the_benchmark_of_streamed_rounds_is_that_of_all_rounds() -> None:
    rounds = drawn(4, 2)
    f: Any = rounds.utility
    streamed = osphg.StreamedRounds(
        lambda a, b: (Quadratics(f.H[a:b], f.h[a:b]), rounds.prices[a:b]),
        7,
        T,
        {"money": rounds.budget[0], "calls": rounds.budget[1]},
        rounds.domain,
        every={"calls": 10},
    )
    assert streamed.every is not None
    assert streamed.every.tolist() == [T, 10]
    whole = Rounds(f, rounds.prices, rounds.budget, rounds.domain, every=[None, 10])
    one, two = (osphg.best_fixed_decision(game, 12) for game in (streamed, whole))
    np.testing.assert_allclose(one.x, two.x, rtol=1e-9)
    run = osphg.play(KNOWING["OSPHG"], whole)
    assert osphg.regret(run, one) == pytest.approx(osphg.regret(run, two))
    passing = osphg.stream(KNOWING["OSPHG"], streamed, at=[7, T])
    assert np.array_equal(passing.violation, run.violation.cumsum(0)[[6, T - 1]])
    assert np.array_equal(passing.total_violation, run.violation.cumsum(0)[-1])
    assert np.array_equal(passing.multiplier, run.multiplier[[6, T - 1]])
    other = Rounds(f, rounds.prices, rounds.budget * 2, rounds.domain)
    with pytest.raises(ValueError, match="best must be of the run's own rounds"):
        osphg.regret(run, osphg.best_fixed_decision(other, 12))


# Tables.


def test_a_table_has_columns_for_each_budget() -> None:
    rounds = drawn(1, 2)
    named = Rounds(
        rounds.utility,
        rounds.prices,
        {"money": 18.0, "calls": 18.0},
        rounds.domain,
        ["a", "b", "c"],
    )
    run = osphg.play(KNOWING["OSPHG"], named)
    columns = run.columns()
    about_money = [
        f"{what} {name}"
        for what in ("spend", "violation", "multiplier")
        for name in ("money", "calls")
    ]
    assert [*columns] == ["round", "a", "b", "c", "utility", *about_money]
    assert np.array_equal(columns["violation calls"], run.violation[:, 1])
    assert np.array_equal(columns["spend money"], run.spend[:, 0])
    assert named.by_name(osphg.total_violation(run)) == {
        "money": run.total_violation[0],
        "calls": run.total_violation[1],
    }
    assert "spend 2" in osphg.play(KNOWING["OSPHG"], rounds).columns()
    assert f"{run.total_violation[1] / T:+.4g})" in repr(run)
    with pytest.raises(ValueError, match="names must be no columns of a run's table"):
        Rounds(rounds.utility, rounds.prices, rounds.budget, rounds.domain, ["a", "b", "spend 1"])


# Refusals.


@pytest.mark.parametrize(
    ("door", "message"),
    [
        (
            lambda g: Rounds(g.utility, g.prices, 3.0, g.domain),
            r"budget must be as many as the prices have rows in a round, \[2\], got one number",
        ),
        (
            lambda g: Rounds(g.utility, g.prices, [1.0, 2.0, 3.0], g.domain),
            r"budget must be as many as .*, \[2\], got \[3\]",
        ),
        (
            lambda g: Rounds(g.utility, g.prices[:, 0], [1.0, 2.0], g.domain),
            r"budget must be as many as .* one number, got \[2\]",
        ),
        (
            lambda g: Rounds(g.utility, -g.prices, g.budget, g.domain),
            r"prices must not be negative, got -.* at prices\[0, 0, 0\]",
        ),
        (
            lambda g: Rounds(g.utility, g.prices, g.budget, g.domain, every=[None, T + 1]),
            f"every must be between 1 and {T}, got {T + 1}",
        ),
        (
            lambda g: Rounds(g.utility, g.prices, g.budget, g.domain, every=[3]),
            "every must have 2 entries, got 1",
        ),
        (
            lambda g: Rounds(g.utility, g.prices[:, 0], 3.0, g.domain, every=[3]),
            "every must be given with budgets as an array or by name, got one budget",
        ),
        (
            lambda g: Rounds(g.utility, g.prices, g.budget, g.domain, every={"day": 3}),
            "every must have names of the budgets",
        ),
        (
            lambda g: osphg.play(osphg.RECOO(1.0, 1.0, 1.0), g),
            r"RECOO needs one budget, a number \(its queue counts in one unit of money\), got 2 as "
            "an array or by name",
        ),
        (
            lambda g: osphg.play(Capped(osphg.RECOO(1.0, 1.0, 1.0)), g),
            "Capped needs one budget",
        ),
        (
            lambda g: osphg.play(DualDescent(0.2, multiplicative=True), g),
            "DualDescent needs one budget with multiplicative=True",
        ),
        (lambda g: osphg.Repricing.tuned(g), "W must be given for several budgets"),
        (lambda g: osphg.PFS.tuned(g), "PFS needs the same price in every round"),
        (lambda g: osphg.every_window(drawn(1, 2, domain=Box.unit(2)), 5), "rounds must have one"),
        (
            lambda g: osphg.play(osphg.RECOO(1.0, 1.0, 1.0), low_game([0.1, 0.0, 0.0])),
            r"RECOO needs a domain without minimum bids .* got \[0.1, 0.0, 0.0\]",
        ),
        (
            lambda g: osphg.play(Capped(KNOWING["OSPHG"]), low_game([0.1, 0.0, 0.0])),
            r"Capped needs scaled=True for minimum bids",
        ),
        (
            lambda g: osphg.best_fixed_decision(low_game([0.9, 0.0, 1.9]), 3),
            r"budget must cover the minimum bids, \[0.9, 0.0, 1.9\], in every 3 rounds in a row",
        ),
        (lambda g: g.with_period_cap(1.0, every=T + 1), f"every must be between 1 and {T}"),
        (lambda g: g.with_period_cap(1.0, every=3, name="day"), "name must be a text that is no"),
    ],
)
def test_what_is_refused(door: Callable[[Rounds], Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}") as error:
        door(drawn(0, 2))
    assert "\n" not in str(error.value)


# Minimum bids.


def low_game(low: list[float], seed: int = 5) -> Rounds:
    base = drawn(seed, 1)
    domain = Box(base.domain.upper, np.array(low))
    return Rounds(base.utility, base.prices[:, 0], float(base.budget[0]), domain)


@pytest.mark.parametrize("name", [name for name in KNOWING if name != "Capped"])
def test_a_channel_held_fixed_is_the_game_of_the_others(name: str) -> None:
    """At a constant price it takes the same from every round; f is the gain over it."""
    base, held, price = low_game([0.0, 0.0, 0.0]), 0.25, 0.8
    f: Any = base.utility
    prices = base.prices.copy()
    prices[:, 1] = price
    fixed = Rounds(f, prices, base.budget, Box([1.0, held, 2.0], [0.0, held, 0.0]))
    left = base.budget - T * price * held
    rest = np.ix_(range(T), [0, 2])
    utility = Quadratics(f.H[:, [0, 2]][:, :, [0, 2]], f.h[rest] + held * f.H[:, 1, [0, 2]])
    others = Rounds(utility, prices[rest], left, Box([1.0, 2.0]))
    if name in ("Throttle", "DualDescent"):  # which count in shares of the whole allowance
        return
    run = osphg.play(KNOWING[name], fixed)
    other = osphg.play(KNOWING[name], others, compiled=False)
    assert (run.decisions[:, 1] == held).all()
    # A cap holds back a share of 1e-9 of the budget, here of another one.
    close = 1e-7 if name == "Capped, scaled" else 1e-12
    np.testing.assert_allclose(run.decisions[:, [0, 2]], other.decisions, rtol=0, atol=close)
    np.testing.assert_allclose(run.violation, other.violation, rtol=0, atol=close)
    base_value = np.array([f.value(t, [0.0, held, 0.0]) for t in range(T)])
    np.testing.assert_allclose(run.utility - base_value, other.utility, rtol=0, atol=close)
    one, two = (osphg.best_fixed_decision(game, 6) for game in (fixed, others))
    assert one.value == pytest.approx(two.value + base_value.sum(), rel=1e-6)
    assert one.upper_bound == pytest.approx(two.upper_bound + base_value.sum(), rel=1e-4)


def test_a_polytope_may_have_minimum_bids() -> None:
    low, upper = np.array([0.2, 0.0]), np.array([1.0, 1.0])
    X = osphg.Polytope([[1.0, 1.0]], [1.1], Box(upper, low))
    rounds = drawn(2, 1, domain=Box(upper))
    game = Rounds(rounds.utility, rounds.prices[:, 0], float(rounds.budget[0]), X)
    assert game.minimum.tolist() == [0.2, 0.0]
    above = game.above_minimum
    assert above.domain.contains([0.0, 0.9])
    assert not above.domain.contains([0.0, 0.91])
    run = osphg.play(MetaFrankWolfe(3, GradientAscent(0.5)), game)
    assert X.contains(run.decisions).all()
    assert run.decisions.sum(1).max() == pytest.approx(1.1)
    best = osphg.best_fixed_decision(game, 5)
    assert X.contains(best.x)
    assert best.gap <= 1e-6 * best.value
    assert game.check().holds


def test_a_users_player_is_told_of_the_gains() -> None:
    told: list[Any] = []

    class Mine:
        def init(self, game: Any) -> Any:
            assert game.domain.lower.tolist() == [0.0, 0.0, 0.0]
            return game.domain

        def decide(self, state: Any) -> Any:
            return 0.5 * state.upper

        def update(self, state: Any, feedback: Any) -> Any:
            told.append(feedback)
            return state

        def multiplier(self, state: Any) -> float:
            return 0.0

    game = low_game([0.1, 0.0, 0.2])
    run = osphg.play(Mine(), game)
    low = game.minimum
    for t in range(T):
        f = AtRound(game.utility, t)
        x = run.decisions[t]
        assert np.array_equal(told[t].x, x - low) or np.allclose(told[t].x, x - low, atol=1e-15)
        assert told[t].value == pytest.approx(float(f.value(x) - f.value(low)))
        assert np.allclose(told[t].gradient(told[t].x), f.gradient(x))
        assert told[t].violation == run.violation[t]
        assert run.utility[t] == f.value(x)


def test_counterexamples_of_richer_games_print_what_they_say() -> None:
    class Bent(Quadratics):
        def gradient(self, t: int, X: Any, /) -> Any:
            return -super().gradient(t, X)

    base = drawn(6, 2)
    f: Any = base.utility
    low = Box(base.domain.upper, np.array([0.1, 0.0, 0.2]))
    for domain in (base.domain, low):
        rounds = Rounds(Bent(f.H, f.h), base.prices, base.budget, domain)
        report = rounds.check()
        assert not report["monotone"].holds
        vars(rounds)["beta_g"] = 0.1
        vars(rounds)["G"] = 0.1
        report = rounds.check()
        for word, size in (("beta_g", 0.1), ("G", 0.1), ("monotone", 0.0)):
            finding = report[word]
            assert not finding.holds
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(finding.counterexample, {"rounds": rounds})
            number, sign, bound = printed.getvalue().split()
            assert (float(number) > float(bound)) == (sign == ">")
            excess = abs(float(number) - float(bound))
            assert excess == pytest.approx(finding.worst, rel=1e-9)
            assert float(bound) == pytest.approx(size)


@pytest.mark.parametrize("name", ["OSPHG", "NeelyYu", "EvenPacing", "Throttle", "DualDescent"])
@pytest.mark.parametrize("m", [1, 2])
def test_a_pacer_plays_as_play_does(name: str, m: int) -> None:
    """Minimum bids and several budgets, bit for bit."""
    base = drawn(8, m)
    domain = Box(base.domain.upper, np.array([0.1, 0.0, 0.05]))
    every = None if m == 1 else [None, 10]
    rounds = Rounds(base.utility, base.prices, base.budget, domain, every=every)
    run = osphg.play(KNOWING[name], rounds)
    pacer = osphg.Pacer(KNOWING[name], domain=domain, budget=rounds.budget, horizon=T, every=every)
    for t in range(T):
        assert pacer.decide().tobytes() == run.decisions[t].tobytes()
        assert pacer.multiplier.tobytes() == run.multiplier[t].tobytes()
        f = AtRound(rounds.utility, t)
        pacer.observe(price=rounds.prices[t], gradient=f.gradient)
    np.testing.assert_allclose(pacer.violation, run.total_violation, rtol=1e-9)


# Caps of a period.

GREEDY = MetaFrankWolfe(2, GradientAscent(1.0))
DAY, DAILY = 7, 3.0


def days(run: Any, j: int = 1) -> FloatArray:
    spend = run.spend[:, j]
    return np.array([spend[t : t + DAY].sum() for t in range(0, len(spend), DAY)])


def of_a_week(cap: float = DAILY) -> Rounds:
    base = drawn(9, 1, per_round=2.0)
    one = with_budgets(base, base.prices[:, 0], float(base.budget[0]))
    return one.with_period_cap(cap, every=DAY, name="a day")


@pytest.mark.parametrize("scaled", [True, False])
@pytest.mark.parametrize(
    "player", [GREEDY, KNOWING["OSPHG"], EvenPacing(3), DualDescent(0.2)], ids=str
)
def test_a_cap_holds_in_every_period_and_bids_come_back(player: Player, *, scaled: bool) -> None:
    cap = DAILY if scaled else 4 * DAILY  # no round costs more than 7
    rounds = of_a_week(cap)
    assert rounds.budget_names == ("budget", "a day")
    assert rounds.budget.tolist() == [60.0, pytest.approx(cap * T / DAY)]
    capped = Capped(player, scaled=scaled, dearest=None if scaled else [7.0, 7.0])
    run = osphg.play(capped, rounds)
    spent = days(run)
    assert len(spent) == 5
    assert (spent <= cap).all()
    assert spent[-1] <= cap * (T % DAY) / DAY
    # Every period has bids again, but for round 1, in which all begin at the origin, and a last
    # one whose part of the cap does not cover the dearest round.
    full = spent if scaled else spent[:-1]
    assert (full > 0).all()
    if player is GREEDY and scaled:
        assert (spent[:-1] > 0.95 * cap).all()
        assert (run.decisions[DAY * 2] > 10 * run.decisions[DAY * 2 - 1]).all()
    again = osphg.playing.finish_run(capped, osphg.play(player, rounds))
    np.testing.assert_array_equal(again.decisions, run.decisions)


@given(
    seed=st.integers(0, 2**32),
    every=st.integers(1, T),
    cap=st.floats(0.01, 5.0),
    late=st.integers(0, 3),
)
@settings(max_examples=25, deadline=None)
def test_a_pacers_cap_holds_in_every_period(seed: int, every: int, cap: float, late: int) -> None:
    """Also of what is observed late; and without that it is what a capped player spends."""
    base = drawn(seed, 1, per_round=0.7)
    one = with_budgets(base, base.prices[:, 0], float(base.budget[0]))
    rounds = one.with_period_cap(cap, every=every)
    bound = rounds.prices.max(axis=0)
    pacer = osphg.Pacer(
        GREEDY, domain=rounds.domain, budget=rounds.budget, horizon=T, hard=True,
        price_bound=bound, every=[None, every],
    )  # fmt: skip
    bids = np.empty((T, N))
    points = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for t in range(T):
            bids[t] = pacer.decide()
            f = AtRound(rounds.utility, t)
            if late and t % 5 == 0 and t + late < T:
                points[t] = pacer.points
                pacer.skip()
            else:
                pacer.observe(price=rounds.prices[t], gradient=f.gradient)
            for s in [s for s in points if s + late <= t]:
                answer = AtRound(rounds.utility, s).gradient(points.pop(s))
                pacer.observe(round=s + 1, price=rounds.prices[s], gradient=answer)
    costs = np.einsum("tji,ti->tj", rounds.prices, bids)
    for t in range(0, T, every):
        part = min(every, T - t) / every
        assert costs[t : t + every, 1].sum() <= cap * part
    assert costs[:, 0].sum() <= rounds.budget[0]
    if not late:
        run = osphg.play(Capped(GREEDY, scaled=True, price_bound=bound), rounds)
        np.testing.assert_allclose(bids, run.decisions, rtol=0, atol=1e-9)


def test_a_pacer_with_a_cap_of_a_day_is_saved_and_changed(tmp_path: Any) -> None:
    rounds = of_a_week()
    path = tmp_path / "pacer.json"
    names = {"budget": 60.0, "a day": DAILY * T / DAY}
    pacer = osphg.Pacer(
        GREEDY, domain=rounds.domain, budget=names, horizon=T, hard=True,
        price_bound=2.0, every={"a day": DAY},
    )  # fmt: skip
    spent = []
    longer, doubled = 42, 2 * DAILY
    for t in range(longer):
        if t == 10:  # from here on twice as much is allowed; this day has had 3 of 7 rounds
            so_far = 10 * DAILY / DAY
            pacer.change(
                budget={"budget": 150.0, "a day": so_far + (longer - 10) * doubled / DAY},
                horizon=longer,
            )
        pacer.save(path)
        pacer = osphg.Pacer.load(path)
        pacer.decide()
        before = pacer.spent["a day"]
        price = rounds.prices[t % T]
        pacer.observe(price=dict(zip(names, price, strict=True)), gradient=np.ones_like)
        spent.append(pacer.spent["a day"] - before)
    totals = np.array(spent).reshape(-1, DAY).sum(1)
    caps = [DAILY, (3 * DAILY + 4 * doubled) / DAY, doubled, doubled, doubled, doubled]
    assert (totals <= caps).all()
    assert (totals > 0.9 * np.array(caps)).all()


def prices_of_one_day() -> tuple[FloatArray, FloatArray]:
    """Prices of a budget for all rounds, and of one for the first day, whose prices are 0 later."""
    prices = np.ones((T, 2, N))
    prices[DAY:, 1] = 0.0
    return prices, np.array([1000.0, 3.0])


def test_a_spent_budget_that_holds_the_bids_of_another_day_is_named() -> None:
    prices, budget = prices_of_one_day()
    rounds = with_budgets(drawn(1, 1), prices, budget)
    warning = r"budget\[1\] is spent, and held all bids at 0 in a round whose prices for it are 0"
    for capped in (Capped(GREEDY, scaled=True), Capped(GREEDY, dearest=[5.0, 3.1])):
        with pytest.warns(RuntimeWarning, match=warning):
            run = osphg.play(capped, rounds)
        assert run.decisions[DAY + 1 :].max() < 1e-6
    pacer = osphg.Pacer(
        GREEDY, domain=rounds.domain, budget={"all": 1000.0, "monday": 3.0}, horizon=T,
        hard=True, price_bound=1.0,
    )  # fmt: skip
    for t in range(DAY):  # while the budget charges, nobody has to be told
        pacer.decide()
        price = dict(zip(("all", "monday"), prices[t], strict=True))
        pacer.observe(price=price, gradient=np.ones_like)
    pacer.decide()
    price = dict(zip(("all", "monday"), prices[DAY], strict=True))
    with pytest.warns(RuntimeWarning, match=r"budget\['monday'\] is spent, and held all bids"):
        pacer.observe(price=price, gradient=np.ones_like)


def test_a_plan_has_several_budgets_as_a_game_has() -> None:
    rounds = of_a_week()
    plan = Plan(T, rounds.by_name(rounds.budget), rounds.domain, every={"a day": DAY})
    assert plan.every is not None
    assert rounds.every is not None
    assert plan.every.tolist() == rounds.every.tolist() == [T, DAY]
    assert np.array_equal(plan.allowance, rounds.allowance)
    with pytest.raises(ValueError, match="every must be between 1 and 5, got 7"):
        Plan(5, rounds.by_name(rounds.budget), rounds.domain, every={"a day": DAY})


def test_bounds_are_those_of_the_theorem_for_several_budgets() -> None:
    """The same terms as for one budget, with lengths (`several_lemma_4_3`)."""
    rounds = drawn(2, 2)
    player = OSPHG.tuned(rounds, 10, 6, weighted=True)
    bound = bounds.lemma43(rounds, 10, player)
    R, _, _, beta, _, G = rounds.constants
    mu, L = player.mu, rounds.L
    terms = [R**2 / (2 * mu), (10 * G**2 + beta**2) * mu * T, L * R**2 / 12 * T]
    assert bound.total == pytest.approx(sum(terms))
    run = osphg.play(player, rounds)
    best = osphg.best_fixed_decision(rounds, 10)
    assert osphg.regret(run, best) <= bound.total
    length = np.linalg.norm(np.maximum(run.total_violation, 0.0))
    assert 0 < length <= bounds.violation_bound(rounds, 10, player)
    published = OSPHG.tuned(rounds, 10, 6)
    for door in (
        lambda: bounds.lemma43(rounds, 10, published),
        lambda: bounds.lemma43_left_side(run, best),
        lambda: bounds.worst_lambda(run),
        lambda: bounds.constant_budget(rounds, player),
    ):
        with pytest.raises(ValueError, match=r"^(player must be weighted|run must|game must)"):
            door()


def test_a_long_run_says_why_it_is_played_in_numpy() -> None:
    """Which the compiled loop, of one budget, does not do; and what is asked for is not named."""
    paper = osphg.rounds.paper_quadratics(T=10_000)
    prices = np.stack([paper.prices, paper.prices], axis=1)
    two = Rounds(paper.utility, prices, [paper.budget] * 2, paper.domain)
    low = Rounds(paper.utility, paper.prices, paper.budget, Box([1.0, 1.0], [0.1, 0.0]))
    for game, what in ((two, "several budgets"), (low, "minimum bids")):
        with pytest.warns(RuntimeWarning, match=f"slower: the compiled loops do not know {what}"):
            osphg.stream(EvenPacing(), game, at=[1])
        osphg.stream(EvenPacing(), game, at=[1], compiled=False)


def test_in_other_units_a_game_keeps_its_budgets() -> None:
    rounds = of_a_week()
    other = in_units(rounds, f=2.0, money=0.5)
    assert other.budget_names == rounds.budget_names
    assert other.every is not None
    assert other.every.tolist() == [T, DAY]
    one, two = (osphg.play(EvenPacing(3), game) for game in (rounds, other))
    np.testing.assert_allclose(two.decisions, one.decisions, rtol=0, atol=1e-12)
    np.testing.assert_allclose(two.violation, 2 * one.violation, rtol=0, atol=1e-12)


@given(seed=st.integers(0, 2**32), every=st.integers(1, T), extra=st.floats(0.0, 0.5))
@settings(max_examples=15, deadline=None)
def test_under_a_cap_minimum_bids_are_paid_in_every_period(
    seed: int, every: int, extra: float
) -> None:
    """No budget is exceeded, no bid is below the minimum, and a pacer bids as a capped player."""
    low = np.array([0.05, 0.0, 0.05])
    base = drawn(seed, 1, domain=Box(np.array([1.0, 0.5, 2.0]), low), per_round=0.7)
    one = with_budgets(base, base.prices[:, 0], float(base.budget[0]))
    rounds = one.with_period_cap((0.21 + extra) * every, every=every)
    capped = Capped(GREEDY, scaled=True, price_bound=2.0)
    run = osphg.play(capped, rounds)
    assert (run.decisions >= low).all()
    for t in range(0, T, every):
        part = min(every, T - t)
        assert run.spend[t : t + every, 1].sum() <= (0.21 + extra) * part
    assert run.spend[:, 0].sum() <= rounds.budget[0]
    again = osphg.playing.finish_run(capped, osphg.play(GREEDY, rounds))
    np.testing.assert_allclose(again.decisions, run.decisions, rtol=0, atol=1e-12)
    pacer = osphg.Pacer(
        GREEDY, domain=rounds.domain, budget=rounds.budget, horizon=T, hard=True,
        price_bound=2.0, every=[None, every],
    )  # fmt: skip
    for t in range(T):
        np.testing.assert_allclose(pacer.decide(), run.decisions[t], rtol=0, atol=1e-7)
        f = AtRound(rounds.utility, t)
        pacer.observe(price=rounds.prices[t], gradient=f.gradient)
    tight = one.with_period_cap(0.19 * every, every=every)  # 0.2 at the dearest prices
    with pytest.raises(ValueError, match=r"^budget must cover the minimum bids at the largest"):
        osphg.play(capped, tight)
    with pytest.raises(ValueError, match=r"^budget must cover what was spent and the minimum"):
        osphg.Pacer(
            GREEDY, domain=rounds.domain, budget=tight.budget, horizon=T, hard=True,
            price_bound=2.0, every=[None, every],
        )  # fmt: skip


def test_what_is_observed_late_is_paid_by_its_own_day() -> None:
    """All of day 1 is observed on day 2, which has its cap for itself."""
    prices = np.ones((2, N))
    pacer = osphg.Pacer(
        MetaFrankWolfe(2, GradientAscent(1.0, v1=[0.5, 0.5, 0.5])), domain=Box.unit(N),
        budget=[1000.0, DAILY * 4], horizon=4 * DAY, hard=True, price_bound=1.0, every=[None, DAY],
    )  # fmt: skip
    points = []
    for _ in range(DAY):
        pacer.decide()
        points.append(pacer.points)
        pacer.skip()
    for t in range(DAY):
        pacer.observe(round=t + 1, price=prices, gradient=np.zeros_like(points[t]))
    assert pacer.spent[1] == pytest.approx(DAILY)
    for _ in range(DAY):
        pacer.decide()
        pacer.observe(price=prices, gradient=np.zeros_like)
    assert pacer.spent[1] == pytest.approx(2 * DAILY)
