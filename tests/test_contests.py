"""The games of the tournament are what their docstrings say: ranges, phases, units, optima."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

import osphg
from osphg import Rounds, Simplex
from osphg.checks import FloatArray
from osphg.games.refuting import Decoy
from osphg.rounds import paper_quadratics
from osphg.tournament import contests
from osphg.utilities import Quadratics, Stationary

T = 6000


def slopes(game: Rounds) -> FloatArray:
    """The linear parts h (T, n) of quadratics."""
    assert isinstance(game.utility, Quadratics)
    return game.utility.h


def fills(numbers: FloatArray, low: float, high: float) -> bool:
    """Whether thousands of uniform numbers lie in an interval, and come near both of its ends."""
    near = (high - low) / 100
    inside = low <= numbers.min() and numbers.max() <= high
    return bool(inside and numbers.min() < low + near and numbers.max() > high - near)


def runs(dear: Any) -> list[tuple[bool, int]]:
    """Phases: whether each is dear, and how many rounds it lasts."""
    return [(bool(key), len([*group])) for key, group in itertools.groupby(dear)]


# The shelf.


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


def test_one_good_of_the_shelf_is_better() -> None:
    game = contests.shelf(T, 5, 2)
    h = slopes(game)
    best = int(h.mean(0).argmax())
    assert fills(h[:, best], 0.7, 1.2)
    assert fills(np.delete(h, best, axis=1), 0.5, 1.0)
    assert (game.prices == game.prices[:, :1]).all()
    assert fills(game.prices, 0.5, 1.5)
    assert game.allowance == pytest.approx(0.8)


# Concave quadratics, seasons and the prices of others.


@pytest.mark.parametrize("least", [0.0, 1.0])
@pytest.mark.parametrize("varying", [False, True])
def test_noisy_quadratics(least: float, varying: bool) -> None:
    game = contests.concave_noisy(T, 1, varying=varying, n=3, budget_per_round=2.5, least=least)
    assert isinstance(game.utility, Quadratics)
    assert (game.utility.H == -np.eye(3)).all()
    assert fills(slopes(game), least, 2.0)
    assert fills(game.prices, 1.0, 3.0) if varying else (game.prices == 2).all()
    assert game.allowance == pytest.approx(2.5)
    assert (game.utility.gradient(0, np.ones(3)) >= 0).all() or least < 1


def test_a_season() -> None:
    """The wave of the traffic is a quarter of a day behind that of the prices."""
    game, t = contests.season(T, 3), np.arange(T)[:, np.newaxis]
    assert fills(slopes(game) / (1 + 0.6 * np.sin(2 * np.pi * t / 24)), 1.0, 2.0)
    assert fills(game.prices / (1 + 0.6 * np.cos(2 * np.pi * t / 24)), 1.0, 3.0)
    assert isinstance(game.utility, Quadratics)
    assert (game.utility.H == -0.4 * np.eye(2)).all()
    assert all((game.utility.gradient(s, np.ones(2)) >= 0).all() for s in range(24))
    assert game.allowance == 1


def test_phases_take_turns_about_ten_times() -> None:
    turns, shares = [], []
    for seed in range(40):
        game, paper = contests.phases(1000, seed), paper_quadratics(1000, 2, 1.5, seed)
        factor = game.prices / paper.prices
        dear = np.isclose(factor, 1.5)
        assert (dear | np.isclose(factor, 0.5)).all()
        assert (dear[:, 0] == dear[:, 1]).all()
        assert (slopes(game) == slopes(paper)).all()
        assert game.allowance == paper.allowance == 1.5
        turns.append(len(runs(dear[:, 0])) - 1)
        shares.append(dear.mean())
    assert 8.5 < np.mean(turns) < 11.5  # of ten, within three standard errors
    assert 0.35 < np.mean(shares) < 0.65


def test_a_rival_raises_fixed_prices_in_turns() -> None:
    turns = []
    for seed in range(40):
        game = contests.rival(1000, seed)
        assert {*np.unique(game.prices)} == {1.0, 3.0}
        assert (game.prices[:, 0] == game.prices[:, 1]).all()
        assert slopes(game).min() >= 1
        assert game.allowance == 1
        turns.append(len(runs(game.prices[:, 0] > 2)) - 1)
    assert 8.5 < np.mean(turns) < 11.5


def test_bursts_last_ten_rounds() -> None:
    begun = rounds = 0
    for seed in range(5):
        game, paper = contests.bursts(T, seed), paper_quadratics(T, 2, 2.0, seed)
        factor = game.prices / paper.prices
        dear = np.isclose(factor, 5.0)
        assert (dear | (factor == 1)).all()
        assert (dear[:, 0] == dear[:, 1]).all()
        assert game.allowance == 2
        whole = runs(dear[:, 0])[:-1]
        lengths = [length for is_dear, length in whole if is_dear]
        assert min(lengths) == 10  # longer where another one begins before its end
        begun += len(lengths)
        rounds += T - int(dear[:, 0].sum())
    # A burst begins in a cheap round with probability 1/100.
    assert abs(begun - rounds / 100) < 4 * math.sqrt(rounds / 100)


@pytest.mark.parametrize(("length", "W"), [(4000, 1), (40_000, 9)])
def test_pumped_prices(length: int, W: int) -> None:
    """Phases in units of 1/mu, mu that of the paper's tuning; dear ones shorten as 1/sqrt(k)."""
    game = contests.pumped_prices(length, W, 5)
    turn = 1 / osphg.OSPHG.tuned(game, W, 1).mu
    assert game.beta == 2
    assert game.allowance == pytest.approx(math.sqrt(turn / length) / 4)
    assert {*np.unique(game.prices)} == {0.0, 2.0}
    assert game.prices[-1] == 2
    assert (slopes(game) == 1).all()
    assert isinstance(game.utility, Quadratics)
    assert (game.utility.H == 0).all()
    phases = runs(game.prices[:, 0] > 0)[:-2]  # the last ones are cut off
    assert not phases[0][0]
    for k, (is_dear, rounds) in enumerate(phases):
        if is_dear:
            unit = turn / (2 * math.sqrt((k + 1) // 2))
            assert unit <= rounds <= 2 * unit + 1
        else:
            assert 0.8 * turn <= rounds <= 1.2 * turn + 1
    assert contests.pumped_prices(length, W, 5, per_round=0.2).allowance == pytest.approx(0.2)


def test_a_decoy_takes_the_same_whatever_its_share() -> None:
    shares = []
    for seed in range(60):
        game = contests.decoys(50, seed)
        assert isinstance(game.utility, Stationary)
        f = game.utility.objective
        assert isinstance(f, Decoy)
        assert pytest.approx(0.9) == f.Q * f.tau
        assert game.prices[0].tolist() == [0.0, 1 / f.tau, 1.0]
        shares.append(f.tau)
    assert min(shares) >= 0.1
    assert max(shares) <= 0.15
    assert max(shares) - min(shares) > 0.04


# Units.


def test_a_game_in_other_units_is_the_same_game() -> None:
    game = paper_quadratics(50, 3, 1.3, 4)
    other = contests.in_units(game, f=4.0, money=0.5)
    X = np.random.default_rng(0).uniform(size=(6, 3))
    for t in (0, 49):
        np.testing.assert_allclose(
            4 * other.utility.value(t, X), game.utility.value(t, X), rtol=1e-14
        )
        np.testing.assert_allclose(
            4 * other.utility.gradient(t, X), game.utility.gradient(t, X), rtol=1e-14
        )
    np.testing.assert_allclose(0.5 * other.prices, game.prices, rtol=1e-15)
    assert 0.5 * other.budget == pytest.approx(game.budget, rel=1e-15)
    assert other.domain is game.domain
    one, two = (osphg.best_fixed_decision(made, 5, solver=None) for made in (game, other))
    assert 4 * two.value == pytest.approx(one.value, rel=1e-4)


@pytest.mark.parametrize("contest", contests.CONTESTS, ids=lambda contest: contest.name)
def test_a_game_in_its_own_units(contest: contests.Contest) -> None:
    game: Any = contest.game(60, 1)
    own = contests.in_own_units(game)
    assert own.beta_f * own.R == pytest.approx(1.0, rel=1e-12)
    assert pytest.approx(1.0, rel=1e-12) == own.G
    assert pytest.approx(game.R, rel=1e-15) == own.R
    assert game.G * own.allowance == pytest.approx(game.allowance, rel=1e-12)


@pytest.mark.parametrize("W", [1, 7])
@pytest.mark.parametrize("contest", contests.CONTESTS, ids=lambda contest: contest.name)
def test_no_decision_within_budget_beats_a_contests_benchmark(
    contest: contests.Contest, W: int
) -> None:
    """Of the matroid, whose benchmark is a set that no budget binds, no point at all."""
    game: Any = contest.game(60, 2)
    best = contest.benchmark(game, W)
    assert float(game.total().value(best.x)) == pytest.approx(best.value, rel=1e-9)
    X = game.domain.project(
        np.random.default_rng(0).uniform(0, 1, (400, game.n)) * game.domain.upper
    )
    averages = np.array([game.prices[t : t + W].mean(0) for t in range(61 - W)])
    dearest = (X @ averages.T).max(1)
    if contests.MATROID not in contest.properties:
        assert (averages @ best.x).max() <= game.allowance * (1 + 1e-9)
        X = X * np.minimum(1, game.allowance / np.maximum(dearest, 1e-9))[:, np.newaxis]
    assert game.total().value(X).max() <= best.upper_bound * (1 + 1e-12)
