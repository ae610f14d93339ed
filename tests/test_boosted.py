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
from osphg.players import NeelyYu
from osphg.players.ascent import MASS, boosted_beta, boosted_rule
from osphg.rounds import paper_quadratics
from osphg.studies import seasons
from osphg.utilities import AtRound
from tests.table import PROBLEMS, problem

ALPHA = osphg.metrics.ONE_MINUS_ONE_OVER_E


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


def test_tuning() -> None:
    rounds = paper_quadratics(T=1000, n=3)
    player = BoostedOSPHG.tuned(rounds, W=40, nodes=2, seed=3)
    beta = max(MASS * rounds.beta_f, np.linalg.norm(rounds.prices, axis=1).max())
    assert boosted_beta(rounds) == pytest.approx(beta, rel=1e-14)
    assert player.mu == pytest.approx(3**0.5 / (beta * 40_000**0.5), rel=1e-14)
    assert player.delta == pytest.approx(4 * beta**2, rel=1e-14)
    assert (player.nodes, player.seed, player.lambda1) == (2, 3, 0)
    cheap = osphg.Rounds(rounds.utility, rounds.prices / 100, rounds.budget, rounds.domain)
    beta = MASS * rounds.beta_f
    assert boosted_beta(cheap) == pytest.approx(beta, rel=1e-14)
    tuned = BoostedOSPHG.tuned(cheap, W=40)
    assert tuned.mu == pytest.approx(3**0.5 / (beta * 40_000**0.5), rel=1e-14)
    with pytest.raises(ValueError, match=r"^W must be between 1 and 1000, got 0"):
        BoostedOSPHG.tuned(rounds, W=0)
    with pytest.raises(ValueError, match=r"^W \* T must be at least 8"):
        BoostedOSPHG.tuned(paper_quadratics(T=5), W=1)


@pytest.mark.parametrize("name", list(PROBLEMS))
@given(st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_the_gap(name: str, seed: int) -> None:
    """<grad F(x), y - x> >= (1 - 1/e) f(y) - f(x), at random points of every problem.

    The rule's own error, at most 0.4 L R^2/(2 nodes), is below 1e-9 for smooth f; bends get what
    64 nodes leave.
    """
    rounds = problem(name).rounds
    rng = np.random.default_rng(seed)
    utility = AtRound(rounds.utility, int(rng.integers(rounds.T)))
    z, w = boosted_rule(64)
    x, y = rounds.domain.project(rng.uniform(0, 1, (2, rounds.n)) * rounds.domain.upper)
    boosted = w @ utility.gradient(z[:, np.newaxis] * x)
    smooth = name.split()[0] not in ("plateau", "decoy")
    spare = 1e-9 if smooth else 0.4 / (2 * 64) * rounds.L * rounds.R**2
    gap = ALPHA * float(utility.value(y)) - float(utility.value(x))
    assert float(boosted @ (y - x)) >= gap - spare
    assert np.linalg.norm(boosted) <= MASS * rounds.beta_f + 1e-12


@pytest.mark.parametrize(("kind", "most"), [(osphg.BoostedQueue, 2.5), (NeelyYu, 4.0)])
def test_a_player_that_cannot_spend_says_so(kind: Any, most: float) -> None:
    """Its steps have no units: in a marketer's season, in EUR, its bids hardly leave 0."""
    rounds = seasons.season(1).rounds
    with pytest.warns(UserWarning, match=rf"^{kind.__name__} can spend {most}% of the budget at m"):
        player = kind.tuned(rounds)
    run = osphg.play(player, rounds)
    share = (run.decisions * rounds.prices).sum() / rounds.budget
    assert 0.9 * most / 100 < share < (most + 0.05) / 100
    kind.tuned(rounds, start=[1.0] * 6)  # that bids from the first round on
    kind.tuned(osphg.rounds.paper_quadratics(T=500))
