"""What is proven tight, on numbers: the slow game, the corner of a simplex, surviving experts."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

import osphg
from osphg import BoostedOSPHG
from osphg.checks import FloatArray
from osphg.games.plateaus import SlowGood
from osphg.games.refuting import Instance, slow_good, stretched_simplex
from osphg.metrics import ONE_MINUS_ONE_OVER_E
from osphg.oracles import GradientAscent
from osphg.systems.boosted import boosted_beta, boosted_rule


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


@pytest.mark.parametrize("boosted", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_slow_games_stay_within_the_bounds(seed: int, boosted: bool) -> None:
    rng, said = np.random.default_rng([seed, 31]), 0
    for _ in range(4):
        eps, a = float(rng.uniform(0.2, 0.58)), float(rng.uniform(0.01, 0.06))
        made = slow_good(int(rng.integers(20_000, 60_000) / (4 if boosted else 1)), eps, a)
        W, K = int(rng.integers(500, made.rounds.T // 4)), int(rng.integers(40, 120))
        if W * made.rounds.T < 16 * made.rounds.R**2:
            continue
        player = (
            BoostedOSPHG.tuned(made.rounds, W, 16)
            if boosted
            else osphg.OSPHG.tuned(made.rounds, W, K, weighted=True)
        )
        run = osphg.play(player, made.rounds)
        bought = a * run.decisions[:, 0]
        for eta, total, share in bounds(made, player):
            assert bought.max() <= eta
            assert bought.sum() <= total
            assert run.utility.mean() <= share
            said += share < 1
    assert said


def test_with_few_learners_the_theorem_says_nothing() -> None:
    made = slow_good(10**5, 0.1, 0.01)
    few = osphg.OSPHG.tuned(made.rounds, 10**4, 2, weighted=True)
    assert not list(bounds(made, few))


@pytest.mark.parametrize("eps", [0.001, 0.01, 0.1, 0.5])
@pytest.mark.parametrize("more", [1, 3])
def test_the_choice_of_the_corollary(eps: float, more: int) -> None:
    """One game for all W T that are large, and a bound that tends to q(1)."""
    K = more * math.ceil(8 * math.e * (1 + eps) / (3 * eps))
    eta, gamma = 3 * eps / (16 * math.e * (1 + eps)), eps / (8 * math.e)
    first, a = (1 - 1 / K) ** (K - 1), eta / math.sqrt(8)
    ell, beta = (1 + eps / 2) * first, math.hypot(1 + eps, a)
    assert gamma <= (1 - eta) * (1 + eps) * first - ell - (1 + eps) * eta
    assert gamma <= ell - first - (1 + eps) / K
    C = beta**2 / 2 + 1 + 2 * beta**2 * ell**2
    assert 2 * a**2 * (C / beta**2 + ell**2 / 2) <= eta**2


def test_boosted_slopes() -> None:
    """Both integrals, by a rule that is exact to rounding here."""
    rng = np.random.default_rng(0)
    z, weights = boosted_rule(32)
    for _ in range(300):
        eps, a = float(rng.uniform(0.01, 0.58)), float(rng.uniform(0.01, 1))
        f = SlowGood(eps, a)
        x = rng.uniform(0, 1, 2) / np.array([a, 1.0])
        slow, decoy = weights @ f.gradient(z[:, np.newaxis] * x)
        slope, mass = (1 + eps) / math.e, ONE_MINUS_ONE_OVER_E
        assert (1 - a * x[0]) * slope - 1e-12 <= decoy
        assert -1e-12 <= slow / a <= slope - eps * mass + (1 + eps) * mass * (1 - x[1]) + 1e-12


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


@pytest.mark.parametrize("seed", range(6))
def test_the_corner_from_any_start_below_the_line(seed: int) -> None:
    rng = np.random.default_rng([seed, 5])
    stretch = float(rng.uniform(3, 9))
    bonus = float(rng.uniform(1 / stretch**2, 0.13))
    made = stretched_simplex(300, bonus, stretch)
    assert made.rounds.check().holds
    mu_, delta = float(rng.uniform(0.01, 1)), float(rng.uniform(0.1, 1))
    first = rng.uniform(0, 1)
    start = np.array([first, rng.uniform(0, 1) * first / stretch])
    start /= max(1.0, start[0] + start[1] / stretch)
    player = osphg.OSPHG(
        mu=mu_, delta=delta, K=int(rng.integers(1, 30)), weighted=bool(seed % 2),
        oracle=GradientAscent(mu_, start if seed else np.zeros(2)),
    )  # fmt: skip
    run = osphg.play(player, made.rounds)
    assert run.utility.max() <= 0.5 + bonus + 1e-9
    assert (run.decisions[:, 1] <= run.decisions[:, 0] / stretch + 1e-9).all()
    assert osphg.regret(run, made.benchmark()) >= (0.5 - 1 / math.e - bonus) * 300 - 1e-9


def test_the_corner_is_left_by_a_start_above_the_line() -> None:
    made = stretched_simplex(2000, 0.05, 6.0)
    tuned = osphg.OSPHG.tuned(made.rounds, 1, 20)
    start = GradientAscent(tuned.mu, np.array([0.0, 3.0]))
    run = osphg.play(osphg.OSPHG(mu=tuned.mu, delta=tuned.delta, K=20, oracle=start), made.rounds)
    assert run.utility[-1] > 0.55


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


@pytest.mark.parametrize("alpha", [0.5, ONE_MINUS_ONE_OVER_E, 0.9])
@pytest.mark.parametrize("W", [1, 4])
@pytest.mark.parametrize("seed", range(4))
def test_surviving_experts(seed: int, W: int, alpha: float) -> None:
    """Games drawn against them: prices up to six times the allowance, utilities that jump."""
    rng = np.random.default_rng([seed, W])
    T, n = 400, 2
    h = rng.exponential(1, (T, n)) * (rng.random((T, 1)) < 0.5)
    H = -rng.exponential(0.2, (T, n, n))
    H = H + H.swapaxes(1, 2)
    h += -H.sum(-1)
    prices = rng.uniform(0, 6, (T, n)) * (rng.random((T, 1)) < 0.4)
    game = osphg.Rounds(osphg.utilities.Quadratics(H, h), prices, 1.0 * T, osphg.Box.unit(n))
    gamma = 0.3
    M = math.ceil((1 + game.G / game.allowance) / gamma)
    side = np.arange(M + 1) / M
    X = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, n)
    earned, spent, regret, overspent = surviving(game, X, W, alpha)

    def kept(Y: FloatArray) -> tuple[NDArray[np.bool_], FloatArray]:
        """Which of these decisions keep all windows, and what each of them earns."""
        windows = (Y @ prices.T - game.allowance).reshape(len(Y), -1, W).sum(-1)
        worth = np.sum([game.utility.value(t, Y) for t in range(T)], axis=0)
        return (windows <= 0).all(-1), worth

    alive, worth = kept(X)
    assert alpha * worth[alive].max() - earned <= regret * math.log(len(X))
    assert spent <= overspent * math.log(len(X))
    Y = rng.uniform(0, 1, (500, n)) * rng.uniform(0, 1, (500, 1))
    alive, worth = kept(Y)
    assert alpha * (1 - gamma) * worth[alive].max() - earned <= regret * math.log(len(X))
    for y in Y[alive]:  # rounded up to the grid it is kept, and worth no less than its share
        up = np.ceil((1 - gamma) * y * M - 1e-12)[np.newaxis] / M
        (fine,), (earns,) = kept(up)
        assert fine
        assert earns >= (1 - gamma) * kept(y[np.newaxis])[1][0] - 1e-9
