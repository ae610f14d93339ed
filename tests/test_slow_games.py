"""What is proven tight, on numbers: the slow game, the corner of a simplex, surviving experts."""

from __future__ import annotations

import math

import numpy as np

import osphg
from osphg.games.refuting import Instance, SlowGood, slow_good


def slow_of(made: Instance) -> SlowGood:
    assert isinstance(made.objective, SlowGood)
    return made.objective


def test_the_compiled_rounds_agree() -> None:
    made = slow_good(3000, 0.2, 0.3)

    class Plain:
        """The same utility, of which the compiled loop knows nothing."""

        def __init__(self, f: SlowGood) -> None:
            self.value, self.gradient = f.value, f.gradient
            self.lipschitz, self.smoothness, self.range = f.lipschitz, f.smoothness, f.range

    plain = osphg.Rounds(
        osphg.utilities.Stationary(Plain(slow_of(made))), np.tile([0.3, 1.0], (3000, 1)), 3000.0,
        made.rounds.domain,
    )  # fmt: skip
    for weighted in (False, True):
        player = osphg.OSPHG.tuned(made.rounds, 3, 17, weighted=weighted)
        one, other = osphg.play(player, made.rounds), osphg.play(player, plain)
        for name in ("decisions", "utility", "violation", "multiplier"):
            assert np.allclose(getattr(one, name), getattr(other, name), rtol=0, atol=1e-10)


def test_slow_constants() -> None:
    made = slow_good(100, 0.4, 0.25)
    f, rng = slow_of(made), np.random.default_rng(1)
    assert made.rounds.check().holds
    assert math.isclose(made.rounds.beta, math.hypot(1.4, 0.25))
    assert made.rounds.G == 1
    assert math.isclose(f.value(np.array([4.0, 0.0])), 1)
    X, Y = rng.uniform(0, 1, (2, 500, 2)) * np.array([4.0, 1.0])
    steep = np.linalg.norm(f.gradient(X) - f.gradient(Y), axis=-1)
    assert (steep <= f.smoothness(made.rounds.domain) * np.linalg.norm(X - Y, axis=-1)).all()
    near, step = np.zeros(2), np.array([1e-6, -1e-6])
    change = np.linalg.norm(f.gradient(near + np.abs(step)) - f.gradient(near))
    assert change / np.linalg.norm(step) < f.smoothness(made.rounds.domain)
