"""The boosted player: its quadrature, what it refuses, and what its proof promises of a run."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

import osphg
from osphg import BoostedOSPHG
from osphg.games import refuting
from osphg.oracles import GradientAscent
from osphg.rounds import paper_quadratics
from osphg.systems.boosted import MASS, boosted_beta, boosted_rule, rule_error
from osphg.utilities import AtRound
from tests.table import PROBLEMS, problem

ALPHA = osphg.metrics.ONE_MINUS_ONE_OVER_E

BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"mu": 0}, ValueError, "^mu must be greater than 0, got 0"),
    ({"delta": -1}, ValueError, "^delta must be greater than 0, got -1"),
    ({"mu": 0.5, "delta": 4.01}, ValueError, r"^delta \* mu\^2 must be at most 1, got 1.0025 "),
    ({"nodes": 0}, ValueError, "^nodes must be between 1 and 64, got 0"),
    ({"nodes": 65}, ValueError, "^nodes must be between 1 and 64, got 65"),
    ({"nodes": 2.0}, TypeError, "^nodes must be an integer, got 2.0 of type float"),
    ({"seed": -1}, ValueError, "^seed must be at least 0, got -1"),
    ({"seed": 1.5}, TypeError, "^seed must be an integer, got 1.5 of type float"),
    ({"seed": True}, TypeError, "^seed must be an integer, got True of type bool"),
    ({"seed": np.random.default_rng(0)}, TypeError, "^seed must be an integer, got Generator"),
    ({"oracle": 0.1}, TypeError, "^oracle must have init and update, got 0.1"),
    ({"oracle": GradientAscent}, TypeError, "^oracle must have init and update"),
    ({"lambda1": -1e-9}, ValueError, "^lambda1 must be at least 0, got -1e-09"),
]


@pytest.mark.parametrize(("changed", "kind", "message"), BAD)
def test_refuses_bad_parameters_in_one_line(
    changed: dict[str, Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message) as caught:
        BoostedOSPHG(**{"mu": 0.1, "delta": 1.0, **changed})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("nodes", [1, 2, 3, 5, 8, 13, 32, 64])
def test_rule_is_exact_up_to_its_degree_and_no_further(nodes: int) -> None:
    z, w = boosted_rule(nodes)
    assert (np.diff(z) > 0).all()
    assert 0 < z[0] <= z[-1] < 1
    assert (w > 0).all()

    def missed(degree: int) -> float:
        whole = quad(lambda x: math.exp(x - 1) * x**degree, 0, 1, epsabs=1e-14)[0]
        return abs(float(w @ z**degree) - whole)

    assert max(missed(degree) for degree in range(2 * nodes)) < 1e-13
    if nodes <= 5:
        assert missed(2 * nodes) > 1e-9


def test_one_node_is_the_centre() -> None:
    z, w = boosted_rule(1)
    assert z[0] == pytest.approx(1 / (math.e - 1), rel=1e-14)
    assert w[0] == pytest.approx(1 - 1 / math.e, rel=1e-14)


@pytest.mark.parametrize("nodes", [1, 2, 4, 16])
def test_rule_error_is_the_area_between_the_masses(nodes: int) -> None:
    """Against a fine sum; and functions of slope 1 come up to it, but not past it."""
    z, w = boosted_rule(nodes)
    grid = (np.arange(400_000) + 0.5) / 400_000
    below = np.exp(grid - 1) - math.exp(-1) - (w * (z <= grid[:, None])).sum(1)
    assert rule_error(nodes) == pytest.approx(np.abs(below).mean(), rel=1e-5)
    worst = np.cumsum(-np.sign(below)) / grid.size  # slope +-1, against the sign of the difference
    reached = (np.exp(grid - 1) * worst).mean() - float(w @ np.interp(z, grid, worst))
    assert abs(reached) == pytest.approx(rule_error(nodes), rel=1e-3)
    assert rule_error(nodes) < 0.2 / nodes


def test_tuning() -> None:
    rounds = paper_quadratics(T=1000, n=3)
    player = BoostedOSPHG.tuned(rounds, W=40, nodes=2, seed=3)
    beta = max(MASS * rounds.beta_f, np.linalg.norm(rounds.prices, axis=1).max())
    assert boosted_beta(rounds) == pytest.approx(beta, rel=1e-14)
    assert player.mu == pytest.approx(3**0.5 / (beta * 40_000**0.5), rel=1e-14)
    assert player.delta == pytest.approx(4 * beta**2, rel=1e-14)
    assert (player.nodes, player.seed, player.lambda1) == (2, 3, 0)
    cheap = osphg.Rounds(rounds.utility, rounds.prices / 100, rounds.budget, rounds.domain)
    assert boosted_beta(cheap) == pytest.approx(MASS * rounds.beta_f, rel=1e-14)
    with pytest.raises(ValueError, match=r"^W must be between 1 and 1000, got 0"):
        BoostedOSPHG.tuned(rounds, W=0)
    with pytest.raises(ValueError, match=r"^W \* T must be at least 8"):
        BoostedOSPHG.tuned(paper_quadratics(T=5), W=1)


def test_one_node_is_all_that_quadratics_need() -> None:
    rounds = paper_quadratics(T=500, n=4)
    runs = [osphg.play(BoostedOSPHG.tuned(rounds, 10, nodes), rounds) for nodes in (1, 2, 30)]
    for other in runs[1:]:
        np.testing.assert_allclose(other.decisions, runs[0].decisions, rtol=0, atol=1e-12)


def test_random_points_have_the_right_mean() -> None:
    """For phi = z and phi = z^2, over eight points in 5 000 rounds, within five standard errors."""
    player = BoostedOSPHG(0.1, 1.0, nodes=8, seed=0).boosted
    z = np.concatenate([player.points(t)[0] for t in range(5000)])
    assert 0 <= z.min() < 1e-3
    assert 0.999 < z.max() <= 1
    for power in (1, 2):
        whole = quad(lambda x, p=power: math.exp(x - 1) * x**p, 0, 1)[0]
        found = MASS * z**power
        assert abs(found.mean() - whole) < 5 * found.std() / 200


@pytest.mark.parametrize("name", list(PROBLEMS))
@given(st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_the_gap(name: str, seed: int) -> None:
    """<grad F(x), y - x> >= (1 - 1/e) f(y) - f(x), at random points of every problem.

    The rule's own error, at most rule_error L R^2, is below 1e-9 for smooth f; bends get what
    64 nodes leave.
    """
    rounds = problem(name).rounds
    rng = np.random.default_rng(seed)
    utility = AtRound(rounds.utility, int(rng.integers(rounds.T)))
    z, w = boosted_rule(64)
    x, y = rounds.domain.project(rng.uniform(0, 1, (2, rounds.n)) * rounds.domain.upper)
    boosted = w @ utility.gradient(z[:, np.newaxis] * x)
    smooth = name.split()[0] not in ("plateaus", "decoy")
    spare = 1e-9 if smooth else rule_error(64) * rounds.L * rounds.R**2
    gap = ALPHA * float(utility.value(y)) - float(utility.value(x))
    assert float(boosted @ (y - x)) >= gap - spare
    assert np.linalg.norm(boosted) <= MASS * rounds.beta_f + 1e-12


def test_it_earns_what_the_published_algorithm_loses() -> None:
    """On the decoy game, where the published one has linear regret."""
    game = refuting.decoy(20_000)
    best = game.benchmark(1)
    published = osphg.play(osphg.OSPHG.tuned(game.rounds, 1, 10), game.rounds)
    assert osphg.regret(published, best) > 0.05 * game.rounds.T
    for player in (
        BoostedOSPHG.tuned(game.rounds, 1),
        BoostedOSPHG.tuned(game.rounds, 1, 1, seed=0),
    ):
        run = osphg.play(player, game.rounds)
        assert osphg.regret(run, best) < 0
        assert run.multiplier.min() >= 0
