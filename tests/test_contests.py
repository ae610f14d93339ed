"""The shelf: its closed form, and its assumptions."""

from __future__ import annotations

import numpy as np
import pytest

import osphg
from osphg import Simplex
from osphg.games import contests


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
