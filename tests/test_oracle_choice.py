"""The comparison of oracles: its games, its players, and what it says of them."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

import osphg
from osphg import Box, MetaFrankWolfe, Simplex
from osphg.domains import Domain
from osphg.games import contests
from osphg.metrics import Estimate
from osphg.oracles import norms
from osphg.oracles.gradient import GradientAscent
from osphg.rounds import paper_quadratics
from osphg.studies import oracle_choice as oc
from osphg.studies.oracle_regrets import for_signs, linear_regrets, time_per_update, tuned_bound


@pytest.mark.parametrize("W", [1, 4, 30])
@pytest.mark.parametrize("seed", range(3))
def test_the_closed_form_of_the_shelf_is_the_best_fixed_decision(W: int, seed: int) -> None:
    game = contests.shelf(60, 6, seed)
    closed, searched = contests.shelf_optimum(game, W), osphg.best_fixed_decision(game, W)
    assert osphg.window_polytope(game, W).contains(closed.x)
    assert closed.value == pytest.approx(float(game.total().value(closed.x)), rel=1e-12)
    assert closed.value <= searched.upper_bound * (1 + 1e-9)
    assert closed.value == pytest.approx(searched.value, rel=1e-3)


def test_the_shelf_is_monotone_and_its_budget_binds() -> None:
    game = contests.shelf(200, 9, 1)
    assert isinstance(game.domain, Simplex)
    corners = np.vstack([np.zeros(9), np.eye(9)])
    assert all((game.utility.gradient(t, corners) >= 0).all() for t in range(200))
    assert contests.shelf_optimum(game, 1).x.sum() < 1


def test_prices_follow_what_is_good() -> None:
    game = contests.dear_when_good(100, 3)
    worth = np.array([game.utility.gradient(t, np.zeros(2)) for t in range(100)])
    np.testing.assert_allclose(game.prices[:50], worth[:50], rtol=1e-15)
    np.testing.assert_allclose(game.prices[50:], 3 * worth[50:], rtol=1e-15)


def test_gradient_ascent_among_the_choices_is_the_papers_player() -> None:
    game = paper_quadratics(T=300, n=2, seed=4)
    choice = oc.choices()[oc.GRADIENT]
    mine = osphg.play(oc.osphg_with(choice, game, 0, W=20, K=5), game)
    paper = osphg.play(osphg.OSPHG.tuned(game, W=20, K=5), game)
    np.testing.assert_allclose(mine.decisions, paper.decisions, rtol=0, atol=1e-12)
    mine = osphg.play(oc.meta_frank_wolfe_with(choice, game, 0, K=5), game)
    paper = osphg.play(MetaFrankWolfe.tuned(game, K=5), game)
    np.testing.assert_allclose(mine.decisions, paper.decisions, rtol=0, atol=1e-12)


def test_largest_payoffs_bound_all_payoffs() -> None:
    game = paper_quadratics(T=80, n=3, seed=5)
    points = np.random.default_rng(0).uniform(0, 1, (50, 3))
    for norm in (norms.euclidean, norms.half_range, norms.absolute_sum):
        utility, price = oc.largest_payoffs(game, norm)
        slopes = np.array([game.utility.gradient(t, points) for t in range(80)])
        assert norm(slopes).max() <= utility
        assert norm(game.prices).max() == price
    assert oc.largest_payoffs(game, norms.euclidean)[0] == pytest.approx(game.beta_f, rel=1e-12)


def test_compare_refuses_entropy_off_the_simplex_and_pairs_by_seed() -> None:
    games = [c for c in oc.contests(5) if c.name in ("quadratics, n = 2", "simplex, n = 5")]
    results = oc.compare(games, 40, range(3), W=2, K=3)
    off = results["quadratics, n = 2"]
    refused = {player for _, player in off.refused}
    assert refused == {f"{algorithm}, mirror descent" for algorithm in oc.ALGORITHMS}
    assert not results["simplex, n = 5"].refused
    found = oc.differences(results)
    assert len(found) == 3 * 3 + 3 * 4
    one = next(d for d in found if d.oracle == "AdaGrad" and d.game == off.games[0])
    gaps = off.samples(one.game, f"{one.algorithm}, AdaGrad", "utility per round")
    gaps = gaps - off.samples(one.game, f"{one.algorithm}, {oc.GRADIENT}", "utility per round")
    assert one.utility.value == pytest.approx(gaps.mean(), rel=1e-12)
    again = oc.compare(games, 40, range(3), W=2, K=3)
    assert again["simplex, n = 5"].results.csv() == results["simplex, n = 5"].results.csv()


@pytest.mark.parametrize(
    ("utility", "spend", "verdict"),
    [
        (1, 0, "better"),
        (1, -1, "better"),
        (0, -1, "better"),
        (1, 1, "buys more"),
        (-1, -1, "buys less"),
        (-1, 0, "worse"),
        (-1, 1, "worse"),
        (0, 1, "worse"),
        (0, 0, "no difference"),
    ],
)
def test_verdicts(utility: float, spend: float, verdict: str) -> None:
    def around(value: float) -> Estimate:
        return Estimate(value, value - 0.4, value + 0.4, 20, 0.95)

    found = oc.OracleDifference("g", "a", "o", around(utility), around(spend), (0.5, 0.5))
    assert found.verdict == verdict
    assert replace(found, margins=(2.0, 2.0)).verdict == "no difference"


@pytest.mark.parametrize("advantage", [0.0, 0.6])
def test_linear_regrets_are_within_their_bounds(advantage: float) -> None:
    found = linear_regrets([2, 9], T=200, instances=12, seed=1, advantage=advantage)
    assert [(entry.n, entry.oracle) for entry in found] == [
        (n, name) for n in (2, 9) for name in oc.choices()
    ]
    assert all(entry.measured.high < entry.bound for entry in found)
    again = linear_regrets([9], T=200, instances=12, seed=1, advantage=advantage)
    assert again == found[5:]


def test_linear_regrets_refuses_an_advantage_above_1() -> None:
    with pytest.raises(ValueError, match=r"^advantage must be at most 1, got 1.5"):
        linear_regrets([2], T=20, instances=2, seed=0, advantage=1.5)


def test_tuned_bounds_have_their_closed_forms() -> None:
    T, n, choices = 64, 4, oc.choices()
    X, Y = Simplex(n), Box.unit(n)
    root = math.sqrt(n)
    assert tuned_bound(choices[oc.GRADIENT], Y, T) == pytest.approx(root * root)
    assert tuned_bound(choices["RFTL"], X, T) == pytest.approx(root * math.sqrt(2))
    assert tuned_bound(choices["mirror descent"], X, T) == pytest.approx(
        math.sqrt(2 * math.log(n + 1))
    )
    assert tuned_bound(choices["AdaGrad"], Y, T) == pytest.approx(math.sqrt(2) * n)
    assert tuned_bound(choices["mirror descent"], Y, T) is None
    assert isinstance(choices[oc.GRADIENT].tuned(X, 9, 1.0, 0), GradientAscent)


@pytest.mark.parametrize("domain", [Simplex(4), Box.unit(4)])
@pytest.mark.parametrize("name", oc.choices())
def test_no_payoffs_of_plus_and_minus_one_have_a_larger_bound(name: str, domain: Domain) -> None:
    T, choice = 16, oc.choices()[name]
    bound = tuned_bound(choice, domain, T)
    if bound is None:
        return
    oracle = for_signs(choice, domain, T, 0)
    signs = np.array([*itertools.product((-1.0, 1.0), repeat=4)])
    every = np.repeat(signs[np.newaxis], T, axis=0)  # (T, instances, n), each the same throughout
    some = np.random.default_rng(0).choice([-1.0, 1.0], (T, 100, 4))
    for C in (every, some):
        assert oracle.regret_bound(domain, C).max() <= bound * math.sqrt(T) * (1 + 1e-12)


def test_time_per_update_covers_the_oracles_that_play() -> None:
    assert set(time_per_update(Simplex(3), 4, 5, 0)) == set(oc.choices())
    timed = time_per_update(Box.unit(2), 4, 5, 0)
    assert set(timed) == set(oc.choices()) - {"mirror descent"}
    assert all(seconds > 0 for seconds in timed.values())
