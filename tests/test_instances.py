"""The explicit instances, their constants by brute force, and the bounds they are held against."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
import pytest

import osphg
from osphg import OSPHG, Box, Simplex
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.fusing import fuse
from osphg.games import refuting
from osphg.games.plateaus import Decoy, Plateaus
from osphg.games.refuting import Instance
from osphg.metrics import ONE_MINUS_ONE_OVER_E
from osphg.oracles import GradientAscent
from osphg.studies import bounds
from osphg.utilities import Stationary
from tests.floor import decoy_floor
from tests.table import Saturating

FIELDS = ("decisions", "utility", "violation", "multiplier")

STATIONARY: dict[str, Callable[[int], Instance]] = {
    "decoy": refuting.decoy,
    "decoy family": lambda T: refuting.decoy_family(T, 0.2),
    "violation": refuting.lemma43_violation,
    "violation with lambda": refuting.lemma43_violation_with_lambda,
}
ALL: dict[str, Callable[[int], Instance]] = {
    **STATIONARY,
    "impossibility A": lambda T: refuting.impossibility(T, scenario="A"),
    "impossibility B": lambda T: refuting.impossibility(T, scenario="B"),
    "counterexample to Lemma 4.2": refuting.lemma42_counterexample,
}


def grid(domain: Domain, points: int) -> FloatArray:
    axes = [np.linspace(*ends, points) for ends in zip(domain.lower, domain.upper, strict=True)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, domain.n)


def steepest_bend(f: Plateaus | Decoy, domain: Domain) -> float:
    """The largest 2 (f(x) + <grad f(x), u> - f(x+u)) / ||u||^2 over samples of x and signed u."""
    rng = np.random.default_rng(0)
    if isinstance(f, Decoy):  # just past the kink, and along the top eigenvector there
        h = f.Q / f.w
        start = np.array([0.0, f.tau, 0.0])
        direction = np.linalg.eigh(np.array([[0.0, f.Q, 0], [f.Q, h, 0], [0, 0, 0]]))[1][:, -1]
    else:
        start = f.z1[0] / f.a[0].max() * np.eye(f.n)[int(f.a[0].argmax())]
        direction = f.a[0] / np.linalg.norm(f.a[0])
    X = rng.uniform(domain.lower, domain.upper, (4000, domain.n))
    U = rng.uniform(0, 1, X.shape) * 10.0 ** rng.uniform(-3, -1, (4000, 1))
    U *= np.where(rng.uniform(size=(4000, 1)) < 0.5, -1, 1)
    X = np.concatenate([X, start[np.newaxis]])
    U = np.concatenate([U, 1e-4 * np.abs(direction)[np.newaxis]])
    inside = domain.contains(X + U, atol=0.0)
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
    assert isinstance(f, (Plateaus, Decoy))
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
    assert isinstance(f, (Plateaus, Decoy))
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


@pytest.mark.parametrize("name", ["impossibility A", "impossibility B", "counterexample"])
def test_the_best_fixed_decision_of_the_others(name: str) -> None:
    game = next(make for key, make in ALL.items() if key.startswith(name))(60)
    W = game.W
    assert W is not None
    best = osphg.best_fixed_decision(game.rounds, W)
    assert best.value == pytest.approx(game.benchmark().value, rel=1e-9)
    np.testing.assert_allclose(best.x, game.x, atol=1e-9)
    assert game.constants()["L"] == 0
    X = np.linspace(0, 1, 101)[:, np.newaxis]
    prices = np.concatenate([block.prices for block in game.rounds.blocks()])
    assert game.rounds.G == np.abs(prices * X.T - 1).max()


def test_numbers_of_the_cheapest_violation() -> None:
    game = refuting.lemma43_violation()
    names = ("R", "beta_f", "beta", "G", "L", "f*")
    expected = (1.07634, 7.28143, 7.29048, 6.07353, 294.848, 2.149914)
    for name, value in zip(names, expected, strict=True):
        assert game.constants()[name] == pytest.approx(value, rel=2e-6), name


def test_the_family_is_the_decoy() -> None:
    game = refuting.decoy_family(100, 0.1)
    f = game.objective
    assert isinstance(f, Decoy)
    np.testing.assert_allclose([f.tau, f.Q, f.w, f.rho], [0.1, 9, 0.02 / 0.9, 0.7], rtol=1e-14)
    assert f.top == pytest.approx(1, rel=1e-14)
    assert game.f_star == pytest.approx(2 - 3 * 0.1, rel=1e-14)


@pytest.mark.parametrize("name", list(STATIONARY))
@pytest.mark.parametrize("K", [1, 2, 5, 31])
@pytest.mark.parametrize("weighted", [False, True], ids=["published", "weighted"])
def test_compiled_and_numpy_rounds_agree_on_instances(name: str, K: int, weighted: bool) -> None:
    game = STATIONARY[name](600).rounds
    player = OSPHG.tuned(game, W=1, K=K, weighted=weighted)
    compiled, numpy = (osphg.play(player, game, compiled=choice) for choice in (True, False))
    for field in FIELDS:
        np.testing.assert_allclose(
            getattr(compiled, field), getattr(numpy, field), rtol=0, atol=1e-12, err_msg=field
        )


def test_long_stationary_games_need_no_long_arrays() -> None:
    """Nothing but the run grows with T: blocks are views of one block of equal prices."""
    game = refuting.decoy(10**9).rounds
    blocks = game.blocks()
    first, second = next(blocks), next(blocks)
    assert second.start == len(first.prices) <= 2**16
    assert isinstance(first.utility, Stationary)


def test_the_decoy_game_is_played_compiled() -> None:
    game = refuting.decoy(200_000)
    player = OSPHG.tuned(game.rounds, W=1, K=1)
    (block,) = list(game.rounds.blocks())[:1]
    assert fuse(player, game.rounds.domain, block.utility) is not None
    assert osphg.play(player, game.rounds).complete


def test_the_worst_lambda_is_the_worst() -> None:
    """The games themselves, long enough for a violation, are played in the chapter `observed`."""
    game = refuting.lemma43_violation(60_000)
    player = OSPHG.tuned(game.rounds, W=1, K=100)
    run = osphg.play(player, game.rounds)
    best = game.benchmark(1)
    lam = bounds.worst_lambda(run)
    peak = bounds.left_side(run, best, lam)
    for other in (0.0, 0.9 * lam, 1.1 * lam):
        assert bounds.left_side(run, best, other) < peak


def test_terms_of_lemma_43_by_hand() -> None:
    rounds = osphg.rounds.paper_quadratics(T=500, n=2)
    W, K = 7, 11
    player = OSPHG.tuned(rounds, W=W, K=K)
    R, beta, F, G, L, mu, T = (
        rounds.R, rounds.beta, rounds.F, rounds.G, rounds.L, player.mu, rounds.T,
    )  # fmt: skip
    published = bounds.lemma43(rounds, W, player, repaired=False)
    assert published.total == pytest.approx(
        (F + beta * R) * (W - 1)
        + G / 2 * (G + beta * R) * mu * (W - 1) * (T - 1)
        + R**2 / mu
        + (G**2 + beta**2) * mu * T
        + G**2 / 2 * mu * (W - 1) * (T - W + 1)
        + L * R**2 / (2 * K) * (T - W + 1),
        rel=1e-14,
    )
    repaired = bounds.lemma43(rounds, W, player)
    most = R**2 / (2 * mu) + (W * G**2 + beta**2) * mu * T + L * R**2 / (2 * K) * T
    assert repaired.total == pytest.approx(most, rel=1e-14)
    run, best = osphg.play(player, rounds), osphg.best_fixed_decision(rounds, W)
    for halves, way in ((2, True), (1, False)):
        left = osphg.regret(run, best) + 0.3 * osphg.total_violation(run)
        left -= 0.3**2 * (player.delta * mu * T / 2 + 1 / (halves * mu))
        assert bounds.left_side(run, best, 0.3, repaired=way) == pytest.approx(left, rel=1e-14)


GAMES: dict[str, Callable[[], tuple[Instance, int]]] = {
    **{name: (lambda make=make: (make(4000), 1)) for name, make in STATIONARY.items()},
    "decoy W=20": lambda: (refuting.decoy(4000), 20),
    "impossibility A": lambda: (refuting.impossibility(1000, scenario="A"), 1000),
    "impossibility B": lambda: (refuting.impossibility(1000, scenario="B"), 1000),
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


def test_lemma_42_is_violated_by_a_run_by_exactly_the_forgotten_part() -> None:
    game = refuting.lemma42_counterexample()
    player = OSPHG.tuned(game.rounds, W=2)
    run = osphg.play(player, game.rounds)
    above, repaired = windows_of_lemma_42(run, game.x, 2)
    excess = above - repaired / 2
    t = int(excess.argmax())
    assert excess[t] > 5e-4
    assert excess[t] == pytest.approx(
        game.rounds.G * player.delta * player.mu**2 * run.multiplier[t], rel=1e-9
    )


def test_the_doubled_constant_of_lemma_42_is_nearly_reached() -> None:
    """After T - 2 rounds at price 2, lambda is near its cap: a steep f keeps x_t at 1."""
    game = refuting.lemma42_counterexample(20_000, 19_999, 20.0)
    player = OSPHG.tuned(game.rounds, W=2, K=1)
    above, repaired = windows_of_lemma_42(osphg.play(player, game.rounds), game.x, 2)
    share = (above - repaired / 2).max() / (game.rounds.G**2 * player.mu)
    assert share == pytest.approx(1 - math.exp(-2), abs=0.05)


@pytest.mark.parametrize(("c", "m"), [(8.0, 10.0), (18.0, 10.0), (3.0, 1.0)])
@pytest.mark.parametrize("weighted", [False, True], ids=["published", "weighted"])
def test_no_player_masters_both_scenarios(c: float, m: float, weighted: bool) -> None:
    """R_B + (2m - 1) R_A + m V_B = kappa T, whatever the player."""
    T, alpha = 600, ONE_MINUS_ONE_OVER_E
    regrets, violations, starts = [], [], []
    for scenario in "AB":
        game = refuting.impossibility(T, c, m, scenario)
        player = OSPHG(mu=0.05, delta=4.0, K=3, weighted=weighted)
        run = osphg.play(player, game.rounds)
        regrets.append(osphg.regret(run, game.benchmark()))
        violations.append(osphg.total_violation(run))
        starts.append(run.decisions[: T // 2])
    np.testing.assert_array_equal(starts[0], starts[1])
    kappa = m * (alpha * c / (2 + c) - (1 - alpha)) + alpha / (2 + c) - alpha / 2
    total = regrets[1] + (2 * m - 1) * regrets[0] + m * violations[1]
    assert total == pytest.approx(kappa * T, rel=1e-9)
    assert max(*regrets, violations[1]) >= kappa * T / (3 * m) - 1e-9


@pytest.mark.parametrize("K", [1, 2, 7, 10, 50])
@pytest.mark.parametrize("W", [1, 30])
def test_regret_on_the_decoy_game_is_above_its_floor(K: int, W: int) -> None:
    game = refuting.decoy(20_000)
    f = game.objective
    assert isinstance(f, Decoy)
    player = OSPHG.tuned(game.rounds, W=W, K=K)
    run = osphg.play(player, game.rounds)
    assert osphg.regret(run, game.benchmark(W)) >= decoy_floor(f, game.rounds.T, player)


def test_the_proven_floor_is_linear_in_the_end() -> None:
    """Floor >= .0746 T - 460 sqrt(T) at W = 1, for every K."""
    T = 4 * 10**7
    game = refuting.decoy(T)
    f = game.objective
    assert isinstance(f, Decoy)
    for K in (1, 2, 3, 5, 9, 10, 11, 19, 100, 6325):
        player = OSPHG.tuned(game.rounds, W=1, K=K)
        floor = decoy_floor(f, T, player)
        assert floor >= 0.0746 * T - 460 * math.sqrt(T)
        assert floor > 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: refuting.decoy(0), "^T must be at least 1, got 0"),
        (lambda: refuting.decoy(10, Q=9.5), r"^Q \* \(tau \+ w/2\) must be at most 1"),
        (lambda: refuting.decoy(10, tau=-1), "^tau must be greater than 0"),
        (lambda: refuting.decoy(10, rho=0.9), r"^rho must be below .* 0.81, got 0.9"),
        (lambda: refuting.decoy_family(10, 0.4), "^eps must be below 1/3, got 0.4"),
        (lambda: refuting.impossibility(7), "^T must be even, got 7"),
        (lambda: refuting.impossibility(8, m=0.1), "^m must be at least 1/2, got 0.1"),
        (lambda: refuting.impossibility(8, c=0), "^c must be greater than 0"),
        (lambda: refuting.impossibility(8, scenario="C"), "^scenario must be 'A' or"),
        (lambda: refuting.lemma42_counterexample(9, 9), "^free_from must be between"),
        (lambda: refuting.impossibility(8).benchmark(3), "^W must be 8 for this"),
        (lambda: refuting.decoy(8).benchmark(9), "^W must be between 1 and 8, got 9"),
        (lambda: Decoy(0.9, 1.0, 0.2, 0.0), r"^tau \+ w must be at most 1, got 1.1"),
    ],
)
def test_bad_parameters_are_refused_in_one_line(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


ONE, TWO = np.ones(1), np.ones(2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[1.0, -1]], ONE, 2 * ONE, TWO), "^a must not be negative, got -1"),
        (([[1.0, 1]], ONE, ONE, TWO), r"^z2 must exceed z1, got z1\[0\] = 1 and z2\[0\] = 1"),
        (([[1.0, 1]], ONE, 2 * TWO, TWO), r"^z2 must have shape \(1\), got \(2,?\)"),
    ],
)
def test_plateaus_refuse_bad_input(arguments: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Plateaus(*arguments)


def test_smoothness_of_several_bends_is_exact_where_they_meet() -> None:
    f = Plateaus(np.eye(2) + 0.5, np.zeros(2), 2 * TWO, np.zeros(2))
    a = f.a / math.sqrt(2)
    assert f.smoothness(Box.unit(2)) == pytest.approx(np.linalg.eigvalsh(a.T @ a)[-1], rel=1e-12)


def test_a_decoy_is_refused_off_the_cube() -> None:
    game = osphg.Rounds(
        Stationary(Decoy(0.1, 9, 0.02, 0.7)), np.ones((5, 3)), 5.0, Box(np.array([2.0, 1, 1]))
    )
    with pytest.raises(ValueError, match=r"^domain must lie between 0 and \[1.0, 1.0, 1.0\]"):
        _ = game.constants


def test_stationary_rounds_take_the_constants_of_their_objective() -> None:
    rounds = osphg.Rounds(Stationary(Saturating(TWO)), np.ones((3, 2)), 1.0, Simplex(2, 1.0))
    assert rounds.beta_f == pytest.approx(math.sqrt(2))
    assert pytest.approx(1) == rounds.F
    with pytest.raises(TypeError, match=r"^utility must have a method smoothness"):
        _ = rounds.L


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mu": 0.001}, r"^player\.mu must be .* for W = 2, got 0\.001"),
        ({"delta": 1.0}, r"^player\.delta must be 16 for W = 2, got 1"),
        ({"lambda1": 0.5}, r"^player\.lambda1 must be 0, got 0\.5"),
        ({"oracle": GradientAscent(0.5)}, r"^player\.oracle\.step must be .* got 0\.5"),
    ],
)
def test_bounds_refuse_players_of_which_the_lemma_says_nothing(
    change: dict[str, Any], message: str
) -> None:
    game = refuting.lemma42_counterexample().rounds
    player = attrs.evolve(OSPHG.tuned(game, W=2), **change)
    with pytest.raises(ValueError, match=message):
        bounds.lemma43(game, 2, player)


def test_bounds_refuse_short_games_and_other_players() -> None:
    game = refuting.decoy(20)
    player = OSPHG.tuned(game.rounds, W=2, K=1)
    with pytest.raises(ValueError, match=r"^W T must be at least 16 R\^2 = 48, got 40"):
        bounds.lemma43(game.rounds, 2, player)
    run = osphg.play(osphg.MetaFrankWolfe.tuned(game.rounds), game.rounds)
    with pytest.raises(TypeError, match=r"^run must be one of OSPHG, got MetaFrankWolfe"):
        bounds.left_side(run, game.benchmark())
