"""The explicit instances, their constants by brute force, and the bounds they are held against."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import osphg
from osphg import OSPHG
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.games import refuting
from osphg.games.refuting import Decoy, Instance, Plateau
from osphg.studies import bounds

STATIONARY: dict[str, Callable[[int], Instance]] = {
    "decoy": refuting.decoy,
    "flat decoy": lambda T: refuting.decoy(T, 0.2, 4.0, 0.1, 0.4),
    "violation": refuting.lemma43_violation,
    "violation with lambda": refuting.lemma43_violation_with_lambda,
}
ALL: dict[str, Callable[[int], Instance]] = {
    **STATIONARY,
    "counterexample to Lemma 4.2": refuting.lemma42_counterexample,
}


def grid(domain: Domain, points: int) -> FloatArray:
    axes = [np.linspace(*ends, points) for ends in zip(domain.lower, domain.upper, strict=True)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, domain.n)


def steepest_bend(f: Plateau | Decoy, domain: Domain) -> float:
    """The largest 2 (f(x) + <grad f(x), u> - f(x+u)) / ||u||^2 over samples of x and signed u."""
    rng = np.random.default_rng(0)
    if isinstance(f, Decoy):  # just past the kink, and along the top eigenvector there
        h = f.Q / f.w
        start = np.array([0.0, f.tau, 0.0])
        direction = np.linalg.eigh(np.array([[0.0, f.Q, 0], [f.Q, h, 0], [0, 0, 0]]))[1][:, -1]
    else:
        start = f.z1 / f.a.max() * np.eye(f.n)[int(f.a.argmax())]
        direction = f.a / np.linalg.norm(f.a)
    X = rng.uniform(domain.lower, domain.upper, (4000, domain.n))
    U = rng.uniform(0, 1, X.shape) * 10.0 ** rng.uniform(-3, -1, (4000, 1))
    U *= np.where(rng.uniform(size=(4000, 1)) < 0.5, -1, 1)
    X = np.concatenate([X, start[np.newaxis]])
    U = np.concatenate([U, 1e-4 * np.abs(direction)[np.newaxis]])
    inside = domain.contains(X + U, rtol=0.0)
    X, U = X[inside], U[inside]
    drop = f.value(X) + (f.gradient(X) * U).sum(-1) - f.value(X + U)
    return float((2 * drop / (U**2).sum(-1)).max())


@pytest.mark.parametrize("name", list(ALL))
def test_instances_meet_the_papers_assumptions(name: str) -> None:
    report = ALL[name](100).rounds.check()
    assert report.holds, str(report)


@pytest.mark.parametrize("name", list(STATIONARY))
def test_constants_of_stationary_instances_by_brute_force(name: str) -> None:
    game = STATIONARY[name](100)
    f, price = game.objective, game.price
    assert isinstance(f, (Plateau, Decoy))
    assert price is not None
    domain, constants = game.rounds.domain, game.constants()
    X = grid(domain, 41)
    values, slopes, g = f.value(X), f.gradient(X), X @ price - 1
    assert constants["R"] == pytest.approx(np.linalg.norm(domain.upper), rel=1e-15)
    assert constants["beta_f"] == pytest.approx(np.linalg.norm(slopes, axis=-1).max(), rel=1e-12)
    assert constants["beta_g"] == pytest.approx(np.linalg.norm(price), rel=1e-15)
    assert constants["beta"] == max(constants["beta_f"], constants["beta_g"])
    assert constants["F"] == pytest.approx(values.max() - values.min(), rel=1e-12)
    assert constants["G"] == pytest.approx(np.abs(g).max(), rel=1e-12)
    assert constants["B_T/T"] == 1.0
    bend = steepest_bend(f, domain)
    assert bend <= constants["L"] * (1 + 1e-6)
    assert bend == pytest.approx(constants["L"], rel=1e-3)


@pytest.mark.parametrize("name", list(STATIONARY))
def test_the_best_fixed_decision_of_stationary_instances(name: str) -> None:
    game = STATIONARY[name](100)
    f, price = game.objective, game.price
    assert isinstance(f, (Plateau, Decoy))
    assert price is not None
    upper = game.rounds.domain.upper
    assert price @ game.x <= 1 + 1e-12
    assert game.rounds.domain.contains(game.x)
    assert f.value(game.x) == game.f_star
    first, second = np.meshgrid(np.linspace(0, upper[0], 41), np.linspace(0, upper[1], 2001))
    left = (1 - first * price[0] - second * price[1]) / price[2]
    X = np.stack([first, second, np.clip(left, 0, upper[2])], axis=-1)[left >= 0]
    best = f.value(X).max()  # f rises in x3: what is left of the budget goes there
    assert best <= game.f_star + 1e-12
    assert best == pytest.approx(game.f_star, rel=1e-12)


def test_the_best_fixed_decision_of_the_counterexample() -> None:
    game = refuting.lemma42_counterexample(60)
    best = osphg.best_fixed_decision(game.rounds, game.W)
    assert best.value == pytest.approx(game.benchmark().value, rel=1e-9)
    np.testing.assert_allclose(best.x, game.x, atol=1e-9)
    assert game.constants()["L"] == 0
    X = np.linspace(0, 1, 101)[:, np.newaxis]
    prices = np.concatenate([block.prices for block in game.rounds.blocks()])
    assert game.rounds.G == np.abs(prices * X.T - 1).max()


GAMES: dict[str, Callable[[], tuple[Instance, int]]] = {
    **{name: (lambda make=make: (make(4000), 1)) for name, make in STATIONARY.items()},
    "decoy W=20": lambda: (refuting.decoy(4000), 20),
    "counterexample": lambda: (refuting.lemma42_counterexample(400, 399, 10.0), 2),
}


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("weighted", [False, True], ids=["published", "weighted"])
@pytest.mark.parametrize("K", [1, 60])
def test_what_is_proved_holds_on_every_instance(name: str, weighted: bool, K: int) -> None:
    game, W = GAMES[name]()
    rounds, best = game.rounds, game.benchmark(W)
    player = OSPHG.tuned(rounds, W=W, K=K, weighted=weighted)
    run = osphg.play(player, rounds)
    right = bounds.lemma43(rounds, W, player).total
    for lam in (0.0, 0.3, bounds.worst_lambda(run)):
        assert bounds.left_side(run, best, lam, half=not weighted) <= right
    assert osphg.total_violation(run) <= bounds.violation_bound(rounds, W, player)
    assert run.multiplier.max() <= rounds.G / (player.delta * player.mu)
    above, repaired = windows_of_lemma_42(run, game.x, min(W, 50))
    assert above.max() <= repaired + 1e-12


def windows_of_lemma_42(run: osphg.Run, x: FloatArray, W: int) -> tuple[FloatArray, float]:
    """Return how far each window's left side is above lambda_t sum_tau g, and G^2 mu W (W - 1)."""
    game, player, lam = run.rounds, run.player, run.multiplier
    assert isinstance(player, OSPHG)
    g = np.concatenate([block.prices @ x for block in game.blocks()]) - game.allowance
    left, sums = (np.convolve(numbers, np.ones(W), mode="valid") for numbers in (lam * g, g))
    return left - lam[: len(sums)] * sums, game.G**2 * player.mu * W * (W - 1)
