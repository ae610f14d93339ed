"""The tuning without units: the same game in other units is played the same; its theorems."""

from __future__ import annotations

import math

import numpy as np
import pytest

import osphg
from osphg.playing import Run
from osphg.rounds import Rounds
from osphg.utilities import Quadratics

T, W = 2000, 20


def in_units(rounds: Rounds, utility: float, money: float, size: float = 1.0) -> Rounds:
    """Return the same game with f, money and decisions counted in units that much smaller."""
    quadratics = rounds.utility
    assert isinstance(quadratics, Quadratics)
    return Rounds(
        Quadratics(quadratics.H * (utility / size**2), quadratics.h * (utility / size)),
        rounds.prices * (money / size),
        rounds.budget * money,
        osphg.Box(np.full(rounds.n, size)),
    )


@pytest.fixture(scope="module")
def game() -> Rounds:
    return osphg.rounds.paper_quadratics(T=T, n=3, budget_per_round=2.0, seed=4)


@pytest.fixture(scope="module", params=[False, True], ids=["published", "weighted"])
def weighted(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture(scope="module", params=[False, True], ids=["NumPy", "compiled"])
def compiled(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture(scope="module")
def run(game: Rounds, weighted: bool, compiled: bool) -> Run:
    player = osphg.OSPHG.tuned(game, W, unit_free=True, weighted=weighted)
    return osphg.play(player, game, compiled=compiled)


@pytest.mark.parametrize(
    ("utility", "money", "size"),
    [(1, 100, 1), (1, 0.001, 1), (7.3, 1, 1), (1 / 3, 0.07, 1), (1, 1, 12.5), (1e6, 1e-6, 0.01)],
)
def test_a_change_of_units_changes_nothing(
    game: Rounds,
    run: Run,
    utility: float,
    money: float,
    size: float,
    weighted: bool,
    compiled: bool,
) -> None:
    """Decisions agree to 1e-12 of their range, the multiplier in its own unit as well."""
    other = in_units(game, utility, money, size)
    player = osphg.OSPHG.tuned(other, W, unit_free=True, weighted=weighted)
    found = osphg.play(player, other, compiled=compiled)
    assert np.abs(found.decisions / size - run.decisions).max() < 1e-12
    assert np.allclose(found.multiplier * money / utility, run.multiplier, rtol=1e-10, atol=1e-12)
    assert run.multiplier.max() > 0  # the budget binds


def test_it_is_the_papers_tuning_for_the_game_in_its_own_units(
    game: Rounds, weighted: bool
) -> None:
    own = in_units(game, 1 / (game.beta_f * game.R), 1 / (game.beta_g * game.R), 1 / game.R)
    assert math.isclose(own.R, 1)
    assert math.isclose(own.beta_f, 1)
    assert math.isclose(own.beta_g, 1)
    paper = osphg.play(osphg.OSPHG.tuned(own, W, weighted=weighted), own)
    ours = osphg.play(osphg.OSPHG.tuned(game, W, unit_free=True, weighted=weighted), game)
    assert np.abs(paper.decisions * game.R - ours.decisions).max() < 1e-12
