"""The explicit instances, their constants by brute force, and the bounds they are held against."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

import osphg
from osphg import OSPHG, Repricing
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.games import refuting
from osphg.games.refuting import Decoy, Instance, Plateau, SlowGood
from osphg.players.ascent import PlainGradient
from osphg.players.oracles import GradientAscent
from osphg.studies import bounds

STATIONARY: dict[str, Callable[[int], Instance]] = {
    "decoy": refuting.decoy,
    "flat decoy": lambda T: refuting.decoy(T, 0.2, 4.0, 0.1, 0.4),
    "violation": refuting.lemma43_violation,
    "violation with lambda": refuting.lemma43_violation_with_lambda,
}
GOODS: dict[str, Callable[[int], Instance]] = {
    "one learner": lambda T: refuting.one_learner(T, 1.2, 3.0),
    "slow good": lambda T: refuting.slow_good(T, 0.3, 0.4),
}
ALL: dict[str, Callable[[int], Instance]] = {
    **STATIONARY,
    "counterexample to Lemma 4.2": refuting.lemma42_counterexample,
    "late price": lambda T: refuting.late_price(T, 20),
    "unknown window, A": lambda T: refuting.unknown_window(5, 9, T=T),
    "unknown window, B_7": lambda T: refuting.unknown_window(5, 9, 7, T),
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


@pytest.mark.parametrize("name", [*STATIONARY, "one learner", "slow good"])
def test_slopes_are_those_of_the_values(name: str) -> None:
    """By central differences, up to the ends of X and beyond each bend; and both ways of asking."""
    f = {**STATIONARY, **GOODS}[name](10).objective
    assert isinstance(f, (Plateau, Decoy, SlowGood))
    domain = {**STATIONARY, **GOODS}[name](10).rounds.domain
    X = np.random.default_rng(0).uniform(domain.lower, domain.upper, (3000, domain.n))
    step = 1e-6 * np.asarray(domain.upper)
    X = np.clip(X, domain.lower + step, domain.upper - step)
    differences = np.stack(
        [(f.value(X + move) - f.value(X - move)) / (2 * move.sum()) for move in np.diag(step)], -1
    )
    slopes = f.gradient(X)
    scale = float(np.abs(slopes).max())
    assert slopes.min() >= 0  # monotone
    np.testing.assert_allclose(slopes, differences, rtol=0, atol=2e-4 * scale)
    compiled = np.empty(X.shape[::-1])
    f.fused_functions()[1](0, X.T, compiled, f.fused_functions()[2])
    np.testing.assert_allclose(compiled.T, slopes, rtol=0, atol=1e-13 * scale)


def test_a_plateau_by_hand() -> None:
    """phi' falls from 3 at z = 1 to 0 at z = 2: phi(1) = 3, phi(3/2) = 3 + 9/8, phi(2) = 9/2."""
    f = Plateau(np.array([1.0, 0.0]), 1.0, 2.0, np.array([0.0, 0.5]), 3.0)
    X = np.array([[0.5, 0.0], [1.0, 0.0], [1.5, 0.0], [2.0, 0.0], [7.0, 2.0]])
    assert f.value(X).tolist() == [1.5, 3.0, 4.125, 4.5, 5.5]
    assert f.gradient(X)[:, 0].tolist() == [3.0, 3.0, 1.5, 0.0, 0.0]
    assert (f.gradient(X)[:, 1] == 0.5).all()


@pytest.mark.parametrize(("a", "slope"), [(1.9, 2.0), (0.4, 2.0), (1.0, 5.0), (7.9, 8.0)])
def test_the_best_fixed_decision_of_two_goods(a: float, slope: float) -> None:
    """On a fine grid of the budget's line, and below it nothing is better."""
    game = refuting.one_learner(50, a, slope)
    f = game.objective
    assert f is not None
    second = np.linspace(0, 1, 20_001)
    best = float(f.value(np.stack([1 - second, second], -1)).max())
    assert game.x.sum() == pytest.approx(1.0, rel=1e-15)
    assert f.value(game.x) == game.f_star
    assert best <= game.f_star + 1e-14
    assert best == pytest.approx(game.f_star, rel=1e-6)
    assert f.value(np.array([0.0, 1.0])) == pytest.approx(1.0, rel=1e-12)  # h bends until it is 1


@pytest.mark.parametrize(("eps", "a"), [(0.1, 1.0), (0.4, 0.25), (0.58, 0.05)])
def test_the_slow_good_is_best_and_its_constants_are_attained(eps: float, a: float) -> None:
    game = refuting.slow_good(40, eps, a)
    f, rounds = game.objective, game.rounds
    assert isinstance(f, SlowGood)
    assert game.f_star == float(f.value(game.x)) == 1.0
    assert f.value(np.array([0.0, 1.0])) == pytest.approx((1 + eps) * (1 - 1 / np.e), rel=1e-14)
    assert f.top == pytest.approx((1 + eps) * (1 - 1 / np.e), rel=1e-14)
    first = np.linspace(0, 1 / a, 2001)
    X = np.stack([first, np.clip(1 - a * first, 0, 1)], -1)  # all of the budget
    assert f.value(X).max() <= 1 + 1e-14
    # L is the norm of the Hessian where it is largest, at the origin: by differences of slopes.
    step = 1e-7
    bend = np.stack([f.gradient(move) - f.gradient(np.zeros(2)) for move in step * np.eye(2)])
    assert np.linalg.norm(bend / step, 2) == pytest.approx(rounds.L, rel=1e-5)


@pytest.mark.parametrize("free_from", [3, 30, 59])
def test_the_counterexample_is_free_from_its_round_on(free_from: int) -> None:
    game = refuting.lemma42_counterexample(60, free_from, 3.0)
    assert game.rounds.prices[:, 0].tolist() == [2.0] * (free_from - 1) + [0.0] * (61 - free_from)
    assert game.f_star == 1.5
    assert osphg.best_fixed_decision(game.rounds, 2).value == pytest.approx(1.5 * 60, rel=1e-9)
    for first in (2, 60):
        with pytest.raises(ValueError, match="free_from must be between 3 and 59"):
            refuting.lemma42_counterexample(60, first)


def test_a_benchmark_of_other_windows_is_refused() -> None:
    """x*_W = 1/2 of the counterexample is for W = 2 alone; other instances have one for all W."""
    game = refuting.lemma42_counterexample(60)
    for W in (1, 3, 60):
        with pytest.raises(ValueError, match=r"^W must be 2 for this instance, got"):
            game.benchmark(W)
    assert (game.benchmark().W, game.benchmark(2).W) == (2, 2)
    assert refuting.decoy(60).benchmark(7).W == 7


# The late-price game: `late_price` of rocq/LatePrice.v.


@pytest.mark.parametrize(("T", "W"), [(60, 4), (64, 16), (90, 20), (40, 40)])
def test_the_best_fixed_decision_of_the_late_price_game(T: int, W: int) -> None:
    """Nothing on X is worth more, and it keeps the budget over W rounds and over more."""
    game = refuting.late_price(T, W, loss=0.25)
    f, rounds = game.objective, game.rounds
    assert f is not None
    dearest = rounds.domain.maximize_linear(f.gradient(np.zeros(3)))
    assert f.value(dearest) == f.value(game.x) == game.f_star == 2.0
    assert f.gradient(game.x).tolist() == [1.0, 0.75, 1.0]
    assert rounds.domain.contains(game.x)
    assert not rounds.domain.contains([1.0, 0.1, 1.0])
    spent = np.append(0.0, np.cumsum(rounds.prices @ game.x))
    for longer in range(W, T + 1):
        assert (spent[longer:] - spent[:-longer]).max() <= longer
    assert (spent[W:] - spent[:-W] == 3 * W / 4).all()
    assert osphg.best_fixed_decision(rounds, W).value == pytest.approx(2.0 * T, rel=1e-9)


def test_the_rounds_of_the_late_price_game() -> None:
    """Of a window of eight rounds, the same in each: what c, a and e cost."""
    prices = refuting.late_price(19, 8).rounds.prices
    assert prices[:8, 0].tolist() == [1, 1, 1, 1, 0, 0, 0, 0]
    assert prices[:8, 1].tolist() == [1, 1, 0, 0, 0, 0, 0, 0]
    assert prices[:8, 2].tolist() == [0, 0, 1, 1, 0, 0, 0, 0]
    assert (prices[8:16] == prices[:8]).all()
    assert (prices[16:] == prices[:3]).all()
    f = refuting.late_price(400, 8).objective
    assert f is not None
    assert f.gradient(np.zeros(3))[1] == 1 - 8 / (102 * 20)


def late_price_osphg(T: int, **options: Any) -> OSPHG:
    """OSPHG with both steps 1/sqrt(T), and the paper's delta for beta = sqrt(3)."""
    return OSPHG(mu=1 / math.sqrt(T), delta=12.0, **{"K": 1, **options})


@pytest.mark.parametrize(("T", "W"), [(1632**2, 816), (2**16, 64), (2**16, 128)])
def test_late_prices_cost_osphg_more_than_is_proven_of_repricing(T: int, W: int) -> None:
    """In the theorem's range, the first row, and where runs show the same."""
    game = refuting.late_price(T, W)
    best = game.benchmark()
    steps = late_price_osphg(T).steps
    forgets, step = 1 - steps.keep, steps.dual
    assert (steps.decision, step) == (1 / math.sqrt(T), 1 / math.sqrt(T))
    in_range = step * W <= 1 / 2 and (step * W) ** 2 <= 1 / 4 and forgets * W <= 1 / 10
    assert (in_range and step**2 * W * T >= 816 * (1 - 1e-12)) == (W == 816)
    proven = W * math.sqrt(T) / 150
    unequal = GradientAscent(v1=np.array([1.0, 1.0, 0.0]))
    players = [late_price_osphg(T), late_price_osphg(T, oracle=unequal)]
    if T <= 2**16:
        players.append(late_price_osphg(T, K=4))
    lost = [osphg.regret(osphg.play(player, game.rounds), best, alpha=1) for player in players]
    assert min(lost) >= proven
    repricing = Repricing.tuned(game.rounds, W, ascent=PlainGradient())
    run = osphg.play(repricing, game.rounds)
    regret = osphg.regret(run, best, alpha=1)
    assert regret + repricing.cap * max(run.total_violation, 0) <= repricing.bound(T)
    assert regret < lost[0]
    if W == 816:
        assert min(lost) > 2 * repricing.bound(T)


# The games of the unknown window: `not_knowing_the_window` of rocq/UnknownWindow.v.


@pytest.mark.parametrize(("m", "n", "longer"), [(1, 1, 0), (3, 2, 0), (2, 3, 5)])
def test_the_best_fixed_decisions_of_the_unknown_window(m: int, n: int, longer: int) -> None:
    T = 2 * m * n + longer
    first = refuting.unknown_window(m, n, T=T)
    found = osphg.best_fixed_decision(first.rounds, 2 * m)
    assert first.benchmark().value == pytest.approx(found.value, rel=1e-9)
    assert first.f_star * T == 2.5 * m * n
    for j in range(1, 2 * n + 1):
        game = refuting.unknown_window(m, n, j, T)
        found = osphg.best_fixed_decision(game.rounds, 1)
        assert game.benchmark().value == pytest.approx(found.value, rel=1e-9)
        assert game.f_star * T == pytest.approx(j * m + 2 * (T - j * m))
        for mine, other in ((game, first), (game, refuting.unknown_window(m, n, 2 * n, T))):
            assert (mine.rounds.prices[: j * m] == other.rounds.prices[: j * m]).all()
            slopes = [one.rounds.utility.h[: j * m] for one in (mine, other)]  # type: ignore[attr-defined]
            assert (slopes[0] == slopes[1]).all()


def least_cost_of_long_windows(m: int, n: int, r: float, longer: int = 0) -> float:
    """The least J(2m) of any player with J(1) <= r in all late endings, by a linear programme.

    J is the regret against x* and twice what is overspent. The variables are the bids on either
    good, summed over each of the 2n half cycles and over the late rounds of each B_j, and what is
    overspent in A.
    """
    T = 2 * m * n + longer
    first = refuting.unknown_window(m, n, T=T)
    starts = m * np.arange(2 * n)
    slopes = first.rounds.utility.h[starts]  # type: ignore[attr-defined]
    worth = np.append(slopes.ravel(), np.zeros(4 * n + 1))
    spent = np.append(first.rounds.prices[starts].ravel(), np.zeros(4 * n + 1))
    rows: list[FloatArray] = []
    most: list[float] = []

    def keep_below(row: FloatArray, bound: float) -> None:
        rows.append(row)
        most.append(bound)

    for j in range(1, 2 * n + 1):
        late = refuting.unknown_window(m, n, j, T)
        early = (np.arange(len(worth)) < 2 * j).astype(float)
        earned, cost = worth * early, spent * early
        if T > j * m:
            ending = slice(4 * n + 2 * j - 2, 4 * n + 2 * j)
            earned[ending] = late.rounds.utility.h[-1]  # type: ignore[attr-defined]
            cost[ending] = late.rounds.prices[-1]
        keep_below(-earned, r - late.f_star * T)
        keep_below(2 * cost - earned, r - late.f_star * T + 2 * T)
    lengths = [m] * (2 * n) + [T - j * m for j in range(1, 2 * n + 1)]
    for i, length in enumerate(lengths):  # in X: x1 + x2 <= 1
        keep_below(np.isin(np.arange(len(worth)), [2 * i, 2 * i + 1]).astype(float), length)
    overspent = np.eye(len(worth))[-1]
    keep_below(spent - overspent, T)
    found = linprog(2 * overspent - worth, rows, most)
    assert found.success
    return float(first.f_star * T + found.fun)


@pytest.mark.parametrize(("m", "n", "r", "longer"), [
    (90, 1, 0.1, 9), (90, 2, 1.0, 90), (90, 3, 0.1, 9), (400, 4, 0.5, 99), (1000, 2, 50.0, 500),
])  # fmt: skip
def test_what_not_knowing_the_window_costs_is_exact(m: int, n: int, r: float, longer: int) -> None:
    """The theorem's m n/2 + r - 4 r 3^(n - 1) is the least that any player pays in game A.

    It is a little more if no free rounds follow: then what the cycles overspend is not saved again.
    """
    proven = m * n / 2 + r - 4 * r * 3 ** (n - 1)
    assert least_cost_of_long_windows(m, n, r, longer) == pytest.approx(proven, rel=1e-9)
    assert least_cost_of_long_windows(m, n, r) > proven


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: refuting.late_price(40, 10), "^W must be a multiple of 4, got 10"),
        (lambda: refuting.late_price(40, 44), "^W must be between 1 and 40, got 44"),
        (lambda: refuting.late_price(40, 8, 1.5), "^loss must be at most 1, got 1.5"),
        (lambda: refuting.late_price(40, 8, -0.5), "^loss must be "),
        (lambda: refuting.unknown_window(5, 3, 7), "^ending must be between 1 and 6, got 7"),
        (lambda: refuting.unknown_window(5, 3, T=29), "^T must be at least 2 m n = 30, got 29"),
        (lambda: refuting.unknown_window(0, 3), "^m must be at least 1, got 0"),
    ],
)
def test_games_of_windows_that_are_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_a_decoy_game_whose_best_decision_is_another_is_refused() -> None:
    """rho < Q tau (1 - tau): or else one buys o until nothing is left for d, or d alone is best."""
    most = 9.0 * 0.1 * 0.9
    refuting.decoy(10, rho=most - 1e-9)
    for rho in (most, most + 1e-9, 0.85):
        with pytest.raises(ValueError, match=r"^rho must be below Q tau \(1 - tau\) = 0\.81, got"):
            refuting.decoy(10, rho=rho)
    Decoy(0.1, 9.0, 2 / 90, 0.7)  # q levels off at 1
    with pytest.raises(ValueError, match=r"^Q \* \(tau \+ w/2\) must be at most 1, got"):
        Decoy(0.1, 9.0, 2 / 90 + 1e-6, 0.7)
    with pytest.raises(ValueError, match=r"^tau \+ w must be at most 1, got"):
        Decoy(0.5, 0.9, 0.5 + 1e-6, 0.1)


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
        assert bounds.lemma43_left_side(run, best, lam, half=not weighted) <= right
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
