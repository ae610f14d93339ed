"""What is proven tight, on numbers: the slow game, the corner of a simplex, surviving experts."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

import osphg
from osphg import BoostedOSPHG
from osphg.checks import FloatArray
from osphg.games.plateaus import SlowGood
from osphg.games.refuting import Instance, slow_good, stretched_simplex
from osphg.metrics import ONE_MINUS_ONE_OVER_E
from osphg.systems.boosted import boosted_beta


def slow_of(made: Instance) -> SlowGood:
    assert isinstance(made.objective, SlowGood)
    return made.objective


def bounds(
    made: Instance, player: osphg.OSPHG | BoostedOSPHG
) -> Iterator[tuple[float, float, float]]:
    """Yield what the theorem bounds, for each ell and each case: z_t, its sum, the mean utility."""
    game, f = made.rounds, slow_of(made)
    steep, mu, T, a = 1 + f.eps, player.mu, game.T, f.a
    if isinstance(player, BoostedOSPHG):
        beta, low, coupling = boosted_beta(game), steep / math.e, steep * ONE_MINUS_ONE_OVER_E
        high = low - f.eps * ONE_MINUS_ONE_OVER_E
    else:
        first = (1 - 1 / player.K) ** (player.K - 1)
        beta, low, high, coupling = game.beta, steep * first, first + steep / player.K, steep
    assert player.delta**2 * mu**2 + beta**2 <= player.delta / 2
    for ell in np.linspace(high, low, 102)[1:-1]:
        C = beta**2 / 2 + 1 + player.delta / 2 * ell**2
        for square, short in (
            (2 * (C / beta**2 + ell**2 / 2), False),
            (1 + ell**2 + 2 * mu**2 * C * T, True),
        ):
            eta = a * math.sqrt(square)
            gamma = min((1 - eta) * low - ell - coupling * eta, ell - high)
            if gamma > 0 and (short or mu * beta**2 <= 2 * a**2 * gamma):
                bought = ((1 + ell**2) / (2 * mu) + mu * C * T) / gamma
                yield eta, bought, f.top + (1 - f.top) * bought / T


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


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"bonus": 0.6}, "bonus must be at most 1/2"),
        ({"stretch": 0.5}, "stretch at least 1"),
        ({"bonus": -1.0}, "bonus must be"),
    ],
)
def test_bad_simplices(given: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        stretched_simplex(10, **given)


def surviving(
    game: osphg.Rounds, X: FloatArray, W: int, alpha: float
) -> tuple[float, float, float, float]:
    """Return what surviving experts earn and overspend in the mean, and both bounds less ln N."""
    kappa = (1 - alpha) / 2
    eps = min(kappa * game.allowance / game.G, (1 - kappa) / alpha - 1)
    weights, earned, spent = np.ones(len(X)), 0.0, 0.0
    for start in range(0, game.T, W):
        weights, value, cost = weights / weights.sum(), np.zeros(len(X)), np.zeros(len(X))
        for t in range(start, start + W):
            earned += weights @ game.utility.value(t, (1 - kappa) * X)
            spent += weights @ ((1 - kappa) * X @ game.prices[t]) - game.allowance
            value += game.utility.value(t, X)
            cost += X @ game.prices[t] - game.allowance
        weights = weights * (1 + eps * value / (W * game.F)) * (cost <= 0)
    return float(earned), float(spent), W * game.F / eps, W * game.G
