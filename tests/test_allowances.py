"""Allowances in the shape of a season: b_t in place of B_T/T, for every player and benchmark."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
import scipy.optimize
from hypothesis import given
from hypothesis import strategies as st

import osphg
from osphg import Box, Rounds, StreamedRounds, hindsight
from osphg.assumptions import BALANCE
from osphg.checks import FloatArray
from osphg.rounds import equal_games, paper_quadratics
from osphg.studies import bounds
from osphg.tournament.contests import in_units
from osphg.utilities import Quadratics
from tests.table import PLAYERS, Row, problem, section

FIELDS = ("decisions", "utility", "violation", "multiplier")


def game_of(rng: np.random.Generator, T: int, n: int, *, zeros: bool = False) -> Rounds:
    """Linear utilities on a box, with random prices and allowances, of which some may be 0."""
    utility = Quadratics(np.zeros((T, n, n)), rng.uniform(0, 1, (T, n)))
    prices = rng.uniform(0, 2, (T, n)) * (rng.uniform(size=(T, n)) < 0.8)
    weights = rng.uniform(0.1, 2, T)
    if zeros:
        weights *= rng.uniform(size=T) < 0.7
        weights[0] += 0.1
    budget = float(rng.uniform(0.2, 1)) * T
    X = Box(rng.uniform(0.5, 2, n))
    return Rounds(utility, prices, budget, X, allowance=budget * weights / weights.sum())


PAPER = paper_quadratics(60, seed=2)
DEMAND = 1 + 0.6 * np.sin(np.arange(60) / 4)
DEMAND /= DEMAND.mean()
SHAPED = attrs.evolve(PAPER, allowance=2.0 * DEMAND)


@pytest.mark.parametrize("game", ["quadratics box n=3", "two budgets box n=3"])
@pytest.mark.parametrize("name", PLAYERS)
def test_the_same_allowance_in_each_round_is_the_default_bit_for_bit(name: str, game: str) -> None:
    row = Row(game, name)
    if row.refused:
        pytest.skip("the player needs another game")
    plain = problem(game).rounds
    same = attrs.evolve(plain, allowance=np.tile(plain.mean_allowance, (plain.T, 1)).squeeze())
    assert same.given_allowance is not None
    assert not same.has_varying_allowance
    player, other = PLAYERS[name].make(plain), PLAYERS[name].make(same)
    for compiled in (False, True):
        run = osphg.play(player, plain, compiled=compiled)
        again = osphg.play(other, same, compiled=compiled)
        for field in FIELDS:
            np.testing.assert_array_equal(getattr(run, field), getattr(again, field))


def windows_of(series: FloatArray, W: int) -> FloatArray:
    """The sum of each W rounds in a row, one after the other."""
    return np.array([series[t : t + W].sum(axis=0) for t in range(len(series) - W + 1)])


@given(st.integers(0, 10**6), st.integers(1, 12), st.integers(1, 3), st.booleans(), st.data())
def test_the_benchmark_keeps_the_sum_of_the_allowances_of_each_window(
    seed: int, T: int, n: int, zeros: bool, data: st.DataObject
) -> None:
    rounds = game_of(np.random.default_rng(seed), T, n, zeros=zeros)
    W = data.draw(st.integers(1, T))
    best = osphg.best_fixed_decision(rounds, W)
    costs, money = windows_of(rounds.prices, W), windows_of(rounds.allowance, W)
    slack = 1e-8 * rounds.budget
    assert (costs @ best.x <= money + slack).all()
    worth = rounds.utility.h.sum(axis=0)  # type: ignore[attr-defined]
    ends = np.column_stack([np.zeros(n), rounds.domain.upper])
    found = scipy.optimize.linprog(-worth, costs, money, bounds=ends)
    assert best.value == pytest.approx(-found.fun, rel=1e-6, abs=1e-6)
    assert best.upper_bound >= -found.fun * (1 - 1e-7) - 1e-9
    polytope = osphg.window_polytope(rounds, W)
    assert polytope.contains(best.x)
    # Drawn block by block it is the same game.
    streamed = StreamedRounds(
        lambda start, stop: section(rounds, start, stop),
        4,
        T,
        rounds.budget,
        rounds.domain,
        allowance=rounds.allowance,
    )
    other = osphg.best_fixed_decision(streamed, W)
    assert other.value == pytest.approx(best.value, rel=1e-9, abs=1e-9)


def test_of_several_budgets_each_keeps_its_own_allowances() -> None:
    rounds = problem("two budgets with allowances box n=3").rounds
    for W in (1, 4, rounds.T):
        x = osphg.best_fixed_decision(rounds, W).x
        for j in range(2):
            costs = windows_of(rounds.prices[:, j] @ x, W)
            money = windows_of(rounds.allowance[:, j], W)
            assert (costs <= money * (1 + 1e-8)).all()
        # Some window is used up, or more could be bought.
        assert osphg.best_fixed_decision(attrs.evolve(rounds, allowance=None), W).x.any()


def test_with_money_in_proportion_to_prices_every_window_is_the_same() -> None:
    prices = DEMAND[:, np.newaxis] * [2.0, 3.0]
    rounds = Rounds(PAPER.utility, prices, 120.0, Box.unit(2), allowance=2.0 * DEMAND)
    values = [osphg.best_fixed_decision(rounds, W).value for W in (1, 7, 60)]
    assert values == pytest.approx([values[0]] * 3, rel=1e-9)
    even = attrs.evolve(rounds, allowance=None)
    assert osphg.best_fixed_decision(even, 1).value < 0.9 * values[0]


@given(st.integers(0, 10**6), st.integers(1, 12), st.integers(1, 3))
def test_constants_and_the_check(seed: int, T: int, n: int) -> None:
    rounds = game_of(np.random.default_rng(seed), T, n, zeros=True)
    largest = (rounds.prices @ rounds.domain.upper - rounds.allowance).max()
    assert pytest.approx(max(rounds.allowance.max(), largest), rel=1e-12) == rounds.G
    assert rounds.largest_allowance == rounds.allowance.max()
    assert rounds.mean_allowance == pytest.approx(rounds.allowance.mean(), rel=1e-12)
    assert osphg.check(rounds).holds
    np.testing.assert_array_equal(rounds.allowances(0, T), rounds.allowance)
    plan = osphg.pacing.Plan(
        T,
        rounds.budget,
        rounds.domain,
        beta_f=1.0,
        beta_p=rounds.beta_g,
        allowance=rounds.allowance,
    )
    assert rounds.G <= plan.G * (1 + 1e-12)


def test_a_counterexample_names_the_allowance_of_its_round() -> None:
    rounds = attrs.evolve(SHAPED)
    vars(rounds)["G"] = 0.5 * rounds.G  # a wrong constant, which the check refutes
    finding = osphg.check(rounds)["G"]
    assert not finding.holds
    assert finding.assumption == BALANCE
    printed: list[Any] = []
    exec(finding.counterexample, {"rounds": rounds, "print": lambda *words: printed.append(words)})
    ((size, sign, bound),) = printed
    assert (sign, bound) == (">", rounds.G)
    assert size > bound


def test_a_benchmark_of_other_allowances_is_another_game() -> None:
    run = osphg.play(osphg.EvenPacing.tuned(SHAPED), SHAPED)
    best = osphg.best_fixed_decision(PAPER, 5)
    with pytest.raises(ValueError, match=r"^best must be of the run's own rounds"):
        osphg.regret(run, best)
    assert osphg.regret(run, osphg.best_fixed_decision(SHAPED, 5), alpha=1.0) < run.T
    even = attrs.evolve(PAPER, allowance=np.full(60, 2.0))
    assert equal_games(PAPER, even)
    assert not equal_games(SHAPED, even)


def test_spending_follows_the_allowances() -> None:
    """With prices of the same shape the rules that pace spend b_t, and end at the budget."""
    T = 500
    demand = 1 + 0.8 * np.sin(np.arange(T) / 7)
    demand /= demand.mean()
    utility = Quadratics(np.zeros((T, 1, 1)), np.ones((T, 1)))
    rounds = Rounds(utility, np.ones((T, 1)), 0.4 * T, Box([1.0]), allowance=0.4 * demand)
    run = osphg.play(osphg.EvenPacing.tuned(rounds), rounds)
    np.testing.assert_allclose(run.spend[10:-1], 0.4 * demand[10:-1], rtol=0.05)
    assert abs(run.total_violation) < 1e-2 * rounds.budget
    assert osphg.play(osphg.Capped(osphg.EvenPacing.tuned(rounds)), rounds).total_violation <= 0


def test_what_a_run_was_insured_against_is_certified() -> None:
    rule = osphg.EvenPacing.tuned(SHAPED)
    player = osphg.Insured.tuned(SHAPED, rule=rule)
    run = osphg.play(player, SHAPED)
    certificate = player.certificate(run)
    best = osphg.best_fixed_decision(SHAPED, player.W)
    assert osphg.regret(run, best) <= certificate.fixed + 1e-9
    alone = osphg.play(rule, SHAPED)
    assert alone.total_utility - run.total_utility <= certificate.rule + 1e-9


def pacer_of(rounds: Rounds, player: Any, **options: Any) -> osphg.Pacer:
    return osphg.Pacer(
        player,
        domain=rounds.domain,
        budget=rounds.budget,
        horizon=rounds.T,
        allowance=rounds.given_allowance,
        **options,
    )


@pytest.mark.parametrize("kind", ["OSPHG", "Repricing", "EvenPacing", "Throttle", "DualDescent"])
def test_a_pacer_plays_them_also_saved_and_loaded(kind: str, tmp_path: Path) -> None:
    W = {"W": 3} if kind in ("OSPHG", "Repricing") else {}
    player = getattr(osphg, kind).tuned(SHAPED, **W)
    run = osphg.play(player, SHAPED, compiled=False)
    pacer = pacer_of(SHAPED, player)
    decisions, allowances = [], []
    for t in range(SHAPED.T):
        allowances.append(pacer.allowance)
        decisions.append(pacer.decide())
        pacer.observe(price=SHAPED.prices[t], gradient=lambda X, t=t: SHAPED.utility.gradient(t, X))
        pacer.save(tmp_path / "pacer.json")
        pacer = osphg.Pacer.load(tmp_path / "pacer.json")
    np.testing.assert_array_equal(decisions, run.decisions)
    np.testing.assert_array_equal(allowances, SHAPED.allowance)
    assert pacer.violation == pytest.approx(run.total_violation, abs=1e-9)
    with pytest.raises(ValueError, match=r"^allowance must not be given to the pacer for a change"):
        pacer_of(SHAPED, osphg.OSPHG.tuned(SHAPED, W=3)).change(budget=200.0)


@pytest.mark.parametrize("share", [1.0, 0.5, 0.0])
def test_what_is_left_is_spread_in_their_shape_also_if_other_bids_were_made(share: float) -> None:
    pacer = pacer_of(SHAPED, osphg.EvenPacing.tuned(SHAPED))
    price = SHAPED.prices[0]
    pacer.observe(price=price, gradient=lambda X: 0 * X, bid=share * pacer.decide())
    left = SHAPED.budget - pacer.spent
    expected = left * SHAPED.allowance[1] / SHAPED.allowance[1:].sum()
    assert price @ pacer.decide() == pytest.approx(expected, rel=1e-12)


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "another length": (
        lambda: attrs.evolve(PAPER, allowance=np.ones(59)),
        r"^allowance must have shape \(60\), got \(59,\)",
    ),
    "negative": (
        lambda: attrs.evolve(PAPER, allowance=np.r_[-1.0, np.full(59, 121 / 59)]),
        r"^allowance must not be negative, got -1 at allowance\[0\]",
    ),
    "another sum": (
        lambda: attrs.evolve(PAPER, allowance=np.full(60, 1.9)),
        r"^allowance must sum to the budget, 120, got 114",
    ),
    "no number": (
        lambda: attrs.evolve(PAPER, allowance=np.full(60, np.nan)),
        r"^allowance must be finite",
    ),
    "of a streamed game": (
        lambda: StreamedRounds(
            lambda start, stop: section(PAPER, start, stop),
            7,
            60,
            120.0,
            PAPER.domain,
            allowance=np.ones(60),
        ),
        r"^allowance must sum to the budget, 120, got 60",
    ),
    "with periods": (
        lambda: Rounds(
            PAPER.utility,
            PAPER.prices[:, np.newaxis],
            [120.0],
            PAPER.domain,
            every=[10],
            allowance=np.full((60, 1), 2.0),
        ),
        r"^allowance must not be given together with every",
    ),
    "then a cap of a period": (
        lambda: SHAPED.with_period_cap(30.0, 10),
        r"^rounds must have the same allowance in every round, for a cap",
    ),
    "every window": (
        lambda: osphg.every_window(SHAPED, K=3),
        r"^rounds must have the same allowance in every round for every_window",
    ),
    "least budget": (
        lambda: hindsight.least_budget(SHAPED, 1.0, 3),
        r"^rounds must have the same allowance in every round for least_budget",
    ),
    "a bound that divides by b": (
        lambda: bounds.constant_budget(SHAPED, osphg.OSPHG.tuned(SHAPED, W=3)),
        r"^game must have the same allowance in every round, got ",
    ),
    "a player of one constraint": (
        lambda: osphg.play(osphg.players.PFS(0.1, 0.1), SHAPED),
        r"^PFS needs the same allowance in every round, as it keeps B_T/T, got ",
    ),
    "a rule within": (
        lambda: osphg.play(osphg.Capped(osphg.players.RECOO(1.0, 0.2, 1.5)), SHAPED),
        r"^Capped needs the same allowance in every round",
    ),
    "a rule insured": (
        lambda: osphg.play(
            osphg.Insured.tuned(SHAPED, rule=osphg.players.RECOO(1.0, 0.2, 1.5)), SHAPED
        ),
        r"^RECOO needs the same allowance in every round",
    ),
    "of a plan": (
        lambda: osphg.pacing.Plan(3, 6.0, Box.unit(2), allowance=[1.0, 2.0, 4.0]),
        r"^allowance must sum to the budget, 6, got 7",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_name_what_is_allowed(name: str) -> None:
    call, message = REFUSED[name]
    with pytest.raises(ValueError, match=message) as refusal:
        call()
    assert "\n" not in str(refusal.value)


def test_a_fixed_constraint_has_one_allowance() -> None:
    rounds = Rounds(
        PAPER.utility, np.full((60, 2), 3.0), 120.0, PAPER.domain, allowance=2.0 * DEMAND
    )
    player = osphg.players.CaoLiu(alpha=0.1, delta=1.0)
    osphg.play(player, rounds)  # whose constraint may vary
    fixed = osphg.players.MahdaviJinYang(0.1, 1.0)
    with pytest.raises(ValueError, match=r"^MahdaviJinYang needs the same allowance"):
        osphg.play(fixed, rounds)


def test_other_units_and_cheaper_windows() -> None:
    other = in_units(SHAPED, 2.0, 0.5)
    np.testing.assert_allclose(other.allowance, 2 * SHAPED.allowance, rtol=1e-15)
    values = [osphg.best_fixed_decision(SHAPED, W).value for W in (1, 5, 60)]
    assert all(a <= b + 1e-9 for a, b in pairwise(values))
    curve = hindsight.benchmark_curve(SHAPED, [1, 5, 60], K=50)
    np.testing.assert_allclose(curve.value, values, rtol=1e-9)


def test_streamed_totals_are_those_of_the_run() -> None:
    player = osphg.Repricing.tuned(SHAPED, 1)
    run = osphg.play(player, SHAPED)
    kept = osphg.stream(player, SHAPED, at=[30, 60])
    assert kept.violation[0] == pytest.approx(run.violation[:30].sum(), abs=1e-12)
    assert kept.total_violation == pytest.approx(run.total_violation, abs=1e-12)
