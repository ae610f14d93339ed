"""What is proven of the algorithms, on numbers: real runs keep the bounds, and games that fail."""

from __future__ import annotations

import re
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg.players.base import Feedback
from osphg.studies import bounds
from osphg.utilities import AtRound


@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize(("horizon", "length"), [(200, 1), (200, 20), (1000, 30), (200, 200)])
def test_lemma_43_and_the_theorems(weighted: bool, horizon: int, length: int) -> None:
    rounds = osphg.rounds.paper_quadratics(T=horizon, seed=3, budget_per_round=0.7)
    best = osphg.best_fixed_decision(rounds, length)
    player = osphg.OSPHG.tuned(rounds, W=length, weighted=weighted)
    run = osphg.play(player, rounds)
    right = bounds.lemma43(rounds, length, player).total
    assert bounds.lemma43_left_side(run, best, 0.0, half=not weighted) <= right
    assert bounds.lemma43_left_side(run, best, bounds.worst_lambda(run), half=not weighted) <= right
    assert osphg.total_violation(run) <= bounds.violation_bound(rounds, length, player)
    assert (run.multiplier <= player.mu * np.arange(horizon) * rounds.G + 1e-12).all()


def computed(formula: str, letters: dict[str, float]) -> float:
    """A term as its name writes it, where what stands side by side is multiplied."""
    text = formula.replace("2K", "(2 K)")
    symbols = re.findall(r"½|\d+|[A-Zμβ]²?|[()/+-]", text)
    found = ""
    for before, symbol in zip(["(", *symbols], symbols, strict=False):
        beside = before not in "(/+-" and symbol not in ")/+-"
        found += "*" * beside + symbol.replace("²", "**2").replace("½", "0.5")
    return float(eval(found, {}, letters))


@pytest.mark.parametrize("repaired", [True, False])
def test_each_term_is_what_its_name_says(repaired: bool) -> None:
    game, W, K = osphg.rounds.paper_quadratics(T=700, budget_per_round=0.7), 20, 7
    player = osphg.OSPHG.tuned(game, W, K)
    letters = {"W": W, "K": K, "T": game.T, "L": game.L, "μ": player.mu, "β": game.beta}
    letters |= {name: getattr(game, name) for name in "RFG"}
    terms = bounds.lemma43(game, W, player, repaired=repaired)
    assert len(terms) == (3 if repaired else 6)
    for formula, value in terms.items():
        assert value == pytest.approx(computed(formula, letters), rel=1e-12), formula


def test_the_bounds_of_the_violation_by_hand() -> None:
    """R = 1, b = G = 1/2, beta = F = 1: Lambda = (1 + 1.25/10)/b, M^2 = Lambda^2 + 1 + Lambda/10.

    And Theorem 4.2 with W T = 1600, so that mu = 1/40 and delta = 4.
    """
    plan = osphg.pacing.Plan(100, 50.0, osphg.Box.unit(1), beta_f=1.0, beta_p=1.0, L=2.0)
    found = bounds.constant_budget(plan, osphg.OSPHG(mu=0.1, delta=4.0, K=1))
    M = (2.25**2 + 1 + 0.225) ** 0.5
    assert found == pytest.approx((2.25, M, 50 * M), rel=1e-12)
    for weighted, share in ((True, 1), (False, 2)):
        player = osphg.OSPHG.tuned(plan, 16, 5, weighted=weighted)
        right = 20 + (16 / 4 + 1) * 2.5 + 20
        violation = bounds.violation_bound(plan, 16, player)
        assert violation**2 == pytest.approx((20 + 80) * (100 * share + right), rel=1e-12)


def test_a_player_that_steps_otherwise_has_no_bound() -> None:
    """One line for each number that the theorem does not have."""
    game = osphg.rounds.paper_quadratics(T=700, budget_per_round=0.7)
    player = osphg.OSPHG.tuned(game, 20, 7)
    leaders = osphg.players.oracles.FollowThePerturbedLeader(1.0, 0)
    others: list[tuple[dict[str, Any], str]] = [
        ({"mu": player.mu / 2}, "have mu = "),
        ({"delta": player.delta / 2}, "have delta = "),
        ({"lambda1": 0.1}, "have lambda_1 = 0"),
        ({"mu_lambda": player.mu / 2}, "have lambda's step = "),
        ({"oracle": osphg.players.oracles.GradientAscent(player.mu / 2)}, "have the oracles' step"),
        ({"oracle": leaders}, "have the oracles' step = "),
    ]
    for change, message in others:
        other = attrs.evolve(player, **change)
        for bound in (bounds.lemma43, bounds.violation_bound):
            with pytest.raises(ValueError, match=f"^player must {message}.* for W = 20"):
                bound(game, 20, other)
    steady = osphg.OSPHG(mu=0.001, delta=4 * game.beta**2, K=1)
    assert bounds.constant_budget(game, steady).violation > 0
    for change, message in others[2:]:
        with pytest.raises(ValueError, match=f"^player must {message}.* for constant budgets"):
            bounds.constant_budget(game, attrs.evolve(steady, **change))
    run = osphg.play(attrs.evolve(player, mu_lambda=player.mu / 2), game)
    with pytest.raises(ValueError, match=r"^run\.player must step lambda by mu"):
        bounds.worst_lambda(run)


@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("seed", [0, 1])
def test_rounds_of_a_run(weighted: bool, seed: int) -> None:
    """Every inequality of one round, its learners and its multiplier, on a run."""
    horizon, length = 300, 10
    rounds = osphg.rounds.paper_quadratics(T=horizon, seed=seed, budget_per_round=0.7)
    best = osphg.best_fixed_decision(rounds, length).x
    player = osphg.OSPHG.tuned(rounds, W=length, K=12, weighted=weighted)
    slack = rounds.L * rounds.R**2 / (2 * player.K)
    state = player.init(rounds)
    regret, squares = np.zeros(player.K), np.zeros(player.K)
    dual_left, lam2 = 0.0, 0.0
    fixed_at = 0.05
    for r in range(horizon):
        utility, p, lam = AtRound(rounds.utility, r), rounds.prices[r], state.multiplier
        x = player.decide(state)
        values, gradients = utility.value(state.X), utility.gradient(state.X[:-1])
        target, spent = float(utility.value(best)), float(p @ x) - rounds.allowance
        slope = ((best - state.V) * gradients).sum(1)
        assert (gradients @ best >= target - values[:-1] - 1e-12).all()
        gain = (state.V * gradients).sum(1) / player.K - slack / player.K
        assert (np.diff(values) >= gain - 1e-12).all()
        payoff = player.weights[:, np.newaxis] * gradients - lam * p
        lost = (payoff * (best - state.V)).sum(1)
        identity = lam * (float(p @ best) - rounds.allowance) - lam * spent
        assert (player.weights * slope).mean() == pytest.approx(lost.mean() + identity, abs=1e-12)
        excess = (1 - np.exp(-1)) * target - values[-1] if weighted else target - 2 * values[-1]
        assert excess <= (player.weights * slope).mean() + slack + 1e-12
        assert excess <= rounds.F + 1e-12
        assert (-lost <= rounds.beta * rounds.R * (1 + lam) + 1e-12).all()
        assert ((payoff**2).sum(1) <= 2 * rounds.beta**2 * (1 + lam**2) + 1e-12).all()
        regret, squares = regret + lost, squares + (payoff**2).sum(1)
        dual_left += (fixed_at - lam) * spent
        dual_left += player.delta * player.mu / 2 * (lam**2 - fixed_at**2)
        lam2 += lam**2
        told = Feedback(r, x, utility, float(values[-1]), p, spent)
        state = player.update(state, told)
    assert (regret <= rounds.R**2 / (2 * player.mu) + player.mu / 2 * squares).all()
    dual_right = fixed_at**2 / (2 * player.mu) + rounds.G**2 * player.mu * horizon
    assert dual_left <= dual_right + player.delta**2 * player.mu**3 * lam2
    assert lam2 > 0


@given(
    st.integers(0, 2**32 - 1), st.integers(1, 3), st.integers(5, 400), st.floats(0.05, 3.0),
    st.floats(0.1, 10.0),
)  # fmt: skip
@settings(max_examples=40, deadline=None)
def test_the_queue_of_yu_and_neely_keeps_its_bounds(
    seed: int, n: int, T: int, allowance: float, price: float
) -> None:
    """Concave quadratics whose slopes switch sign, at one price."""
    rng = np.random.default_rng(seed)
    slopes = rng.uniform(-2, 3, (T, n))
    curvatures = np.broadcast_to(-rng.uniform(0, 1) * np.eye(n), (T, n, n))
    utility = osphg.utilities.Quadratics(curvatures, slopes)
    prices = np.tile(price * rng.uniform(0.1, 1, n), (T, 1))
    game = osphg.Rounds(utility, prices, allowance * T, osphg.Box(rng.uniform(0.2, 2, n)))
    player = osphg.players.YuNeely.tuned(game)
    bound = bounds.yu_neely(game, player)
    run = osphg.play(player, game)
    best = osphg.best_fixed_decision(game, 1)
    assert osphg.regret(run, best, alpha=1.0) <= bound.regret
    assert osphg.total_violation(run) <= bound.violation


def test_the_bounds_of_yu_and_neely_by_hand() -> None:
    """R = 1, beta_f = 2, beta_g = 1, b = 1/2 = G: gamma^2 = 4 and alpha = 4, so that c = 4."""
    plan = osphg.pacing.Plan(16, 8.0, osphg.Box.unit(1), beta_f=2.0, beta_p=1.0)
    found = bounds.yu_neely(plan, osphg.players.YuNeely.tuned(plan))
    # q = 2/(2/2) = 2, and M = 4 + 8 + 8 + 1.
    assert found == pytest.approx((4 + 4 * 16 / 8, 21**0.5 / 2 - 1), rel=1e-12)


def test_the_violation_of_yu_and_neely_does_not_grow() -> None:
    """Here that of Neely and Yu's queue of 2017 does: 12 for the longest of these games."""

    def game(T: int) -> osphg.Rounds:
        slopes = np.full((T, 1), 1.0)
        utility = osphg.utilities.Quadratics(np.zeros((T, 1, 1)), slopes)
        return osphg.Rounds(utility, np.full((T, 1), 2.0), 0.5 * T, osphg.Box.unit(1))

    violations = []
    for T in (100, 400, 1600, 6400):
        rounds = game(T)
        player = osphg.players.YuNeely.tuned(rounds)
        violations.append(osphg.total_violation(osphg.play(player, rounds)))
        assert violations[-1] <= bounds.yu_neely(rounds, player).violation
    assert max(violations) <= 1.0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"lambda1": 0.1}, "player must begin at x_1 = 0 with an empty queue"),
        ({"start": [0.1]}, "player must begin at x_1 = 0 with an empty queue"),
        ({"alpha": 1.0}, r"player must have 2 alpha > gamma\^2 beta_g\^2"),
    ],
)
def test_a_queue_without_these_bounds(changes: dict[str, Any], message: str) -> None:
    plan = osphg.pacing.Plan(16, 8.0, osphg.Box.unit(1), beta_f=2.0, beta_p=1.0)
    player = attrs.evolve(osphg.players.YuNeely.tuned(plan), **changes)
    with pytest.raises(ValueError, match=message):
        bounds.yu_neely(plan, player)
    with pytest.raises(TypeError, match="player must be YuNeely"):
        bounds.yu_neely(plan, osphg.OSPHG.tuned(plan, 4, 2))  # type: ignore[arg-type]
