"""Games whose best decision drifts: how far their prices move, their seeds, what they refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from osphg.games.concave import drifting_switches, drifting_targets
from osphg.metrics import growth_exponent


@pytest.mark.parametrize("game", [drifting_switches, drifting_targets])
@pytest.mark.parametrize("a", [1 / 4, 1 / 2, 3 / 4])
def test_prices_move_as_far_as_asked(game: Any, a: float) -> None:
    """How far the best decisions move, the chapter on dynamic regret measures."""
    horizons = [2**9, 2**11, 2**13]
    moved = np.array(
        [
            [np.maximum(np.diff(game(T, seed, a).prices, axis=0), 0).sum() for seed in range(10)]
            for T in horizons
        ]
    )
    assert growth_exponent(horizons, moved, seed=0).value == pytest.approx(a, abs=0.06)


@pytest.mark.parametrize("game", [drifting_switches, drifting_targets])
def test_drifting_games_follow_their_seed_and_stand_still_on_demand(game: Any) -> None:
    one, same, other = (game(60, seed, 0.5) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.utility.h, same.utility.h)
    np.testing.assert_array_equal(one.prices, same.prices)
    assert (one.utility.h != other.utility.h).any()
    still = game(60, 1, 0.5, moving_prices=False)
    assert (still.prices == 2).all()


@pytest.mark.parametrize("game", [drifting_switches, drifting_targets])
@pytest.mark.parametrize(
    ("T", "a", "options", "message"),
    [
        (0, 0.5, {}, "^T must be at least 1, got 0"),
        (10, -0.1, {}, "^a must be at least 0, got -0.1"),
        (10, 1.5, {}, "^a must be between 0 and 1, got 1.5"),
        (10, 0.5, {"moving_prices": 1}, "^moving_prices must be True or False, got 1"),
    ],
)
def test_drifting_games_refuse(
    game: Any, T: int, a: float, options: dict[str, Any], message: str
) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        game(T, 0, a, **options)
