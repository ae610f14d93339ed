"""Large units, memory used again, and functions that fail: nothing is lost, nothing wrong."""

from __future__ import annotations

import numba
import numpy as np
import pytest

import osphg
from osphg.checks import FloatArray


class Log:
    """sum_i log(1 + x_i / 10^6)."""

    def value(self, t: int, X: FloatArray) -> FloatArray:
        return np.asarray(np.log1p(X / 1e6).sum(-1))

    def gradient(self, t: int, X: FloatArray) -> FloatArray:
        return np.asarray(1 / (1e6 + X))


@pytest.mark.parametrize("domain", [osphg.Box(np.full(2, 1e7)), osphg.Simplex(2, 1e8)])
@pytest.mark.parametrize("K", [3, 18, 29])
def test_rounding_does_not_end_a_game_whose_decisions_are_large(
    domain: osphg.Box | osphg.Simplex, K: int
) -> None:
    T = 200
    game = osphg.Rounds(Log(), np.full((T, 2), 1e-9), 1e7 * T, domain)
    player = osphg.OSPHG(mu=1e13, delta=1e-27, K=K)
    assert osphg.play(player, game).complete
    pacer = osphg.Pacer(player, domain=domain, budget=1e7 * T, horizon=T)
    for t in range(T):
        _ = pacer.decide()
        pacer.observe(price=np.full(2, 1e-9), gradient=osphg.utilities.AtRound(Log(), t).gradient)
    assert pacer.round == T + 1


def test_a_stream_may_use_the_memory_of_its_prices_again() -> None:
    T, size = 40, 8
    prices = np.random.default_rng(0).uniform(1, 3, (T, 2))
    H, h = np.full((T, 2, 2), -0.5), np.full((T, 2), 2.0)
    buffer = np.empty((size, 2))

    def draw(first: int, last: int) -> tuple[osphg.utilities.Utility, FloatArray]:
        buffer[: last - first] = prices[first:last]
        return osphg.utilities.Quadratics(H[first:last], h[first:last]), buffer[: last - first]

    streamed = osphg.StreamedRounds(draw, size, T=T, budget=40.0, domain=osphg.Box.unit(2))
    game = osphg.Rounds(osphg.utilities.Quadratics(H, h), prices, 40.0, osphg.Box.unit(2))
    for W in (1, 5, T):
        best = osphg.best_fixed_decision(game, W)
        assert osphg.best_fixed_decision(streamed, W).value == pytest.approx(best.value, rel=1e-9)


@numba.njit
def plain(t: int, x: FloatArray) -> float:
    return float(x[0])


@numba.njit
def flat(t: int, x: FloatArray, out: FloatArray) -> None:
    out[0] = 1.0


@numba.njit
def divided(t: int, x: FloatArray) -> float:
    return float(x[0] * (t - 5) / (t - 5) if x[0] > 0 else 0.0)


@numba.njit
def last_round(t: int, x: FloatArray, out: FloatArray) -> None:
    out[0] = np.nan if t == 5 and x[0] > 0 else 1.0


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("T", [6, 20])
@pytest.mark.parametrize(
    ("value", "gradient", "said", "K"),
    [
        (plain, last_round, "utility.gradient must be finite, got nan", 3),
        (divided, flat, r"OSPHG\(.+\) or the utility: ZeroDivisionError, division by zero", 1),
    ],
)
def test_a_compiled_utility_that_fails_is_an_error_of_its_round(
    value: object, gradient: object, said: str, T: int, K: int, *, compiled: bool
) -> None:
    f = osphg.utilities.Compiled(value, gradient, (), T=T, n=1)
    game = osphg.Rounds(f, np.ones((T, 1)), 0.5 * T, osphg.Box.unit(1))
    player = osphg.OSPHG(mu=0.01, delta=1.0, K=K)
    with pytest.raises(osphg.RoundError, match=rf"^round 6: {said}") as caught:
        osphg.play(player, game, compiled=compiled)
    run = caught.value.run
    assert run.T == 5
    np.testing.assert_array_equal(run.decisions[:, 0], np.arange(5) * 0.01)
