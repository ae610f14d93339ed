"""The players: their parameters, what they refuse, and their numbers on small games."""

from __future__ import annotations

import math
from typing import Any

import attrs
import numpy as np
import pytest

import osphg
from osphg import OSPHG, BoostedOSPHG, Box, MetaFrankWolfe, Rounds, Simplex
from osphg.domains import Domain
from osphg.players.base import Player
from osphg.players.oracles import GradientAscent
from osphg.rounds import paper_quadratics
from osphg.utilities import Quadratics

BAD_OSPHG: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"mu": 0}, ValueError, "^mu must be greater than 0, got 0"),
    ({"delta": 0.0}, ValueError, "^delta must be greater than 0, got 0.0"),
    ({"mu": 0.5, "delta": 4.01}, ValueError, r"^delta \* mu\^2 must be at most 1, got 1.0025 "),
    ({"K": 0}, ValueError, "^K must be at least 1, got 0"),
    ({"weighted": 1}, TypeError, "^weighted must be True or False, got 1"),
    ({"oracle": 0.1}, TypeError, "^oracle must have init and update, got 0.1"),
    ({"oracle": GradientAscent}, TypeError, "^oracle must have init and update"),
    ({"lambda1": -1e-9}, ValueError, "^lambda1 must be at least 0, got -1e-09"),
]


@pytest.mark.parametrize(("changed", "kind", "message"), BAD_OSPHG)
def test_osphg_refuses_bad_parameters_in_one_line(
    changed: dict[str, Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message) as caught:
        OSPHG(**{"mu": 0.1, "delta": 1.0, "K": 3, **changed})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("W", [0, 51])
def test_tuning_refuses_a_window_outside_the_horizon(W: int) -> None:
    with pytest.raises(ValueError, match=f"^W must be between 1 and 50, got {W}"):
        OSPHG.tuned(paper_quadratics(T=50), W=W)


@pytest.mark.parametrize("bad", [0, 2.5])
def test_tuning_refuses_a_bad_number_of_oracles(bad: Any) -> None:
    for player in (
        lambda rounds: OSPHG.tuned(rounds, W=5, K=bad),
        lambda rounds: MetaFrankWolfe.tuned(rounds, K=bad),
    ):
        with pytest.raises((TypeError, ValueError), match=r"^K must be"):
            player(paper_quadratics(T=50))


PLAYERS_OF_ORACLES: list[Any] = [
    OSPHG(0.02, 4.0, 3),
    OSPHG.tuned(paper_quadratics(T=100), 20, 3),
    OSPHG.tuned(paper_quadratics(T=100), 20, 3, start=[0.5, 0.25]),
    BoostedOSPHG(0.02, 4.0),
    BoostedOSPHG.tuned(paper_quadratics(T=100), 20, start=[0.5, 0.25]),
]


@pytest.mark.parametrize("player", PLAYERS_OF_ORACLES)
def test_evolving_mu_changes_every_step_that_was_not_given(player: Any) -> None:
    assert player.steps.decision == player.steps.dual == player.mu
    other = attrs.evolve(player, mu=0.01)
    keep = 1 - player.delta * 0.01 * 0.01
    assert other.steps == (0.01, 0.01, keep, 1.0, 0.0, math.inf)
    own = attrs.evolve(player, oracle=GradientAscent(0.3), mu=0.01)
    assert own.steps == (0.3, 0.01, keep, 1.0, 0.0, math.inf)
    two = attrs.evolve(player, mu_lambda=0.005)
    assert (two.steps.decision, two.steps.dual) == (player.mu, 0.005)
    assert two.steps.keep == 1 - player.delta * 0.005 * 0.005
    fused = two.fused_steps()
    assert (fused.step, fused.dual_step, fused.keep) == two.steps[:3]


def test_an_oracle_without_a_step_needs_a_player_with_one() -> None:
    with pytest.raises(ValueError, match=r"^oracle must have a step of its own for a player"):
        MetaFrankWolfe(3, GradientAscent())
    X = Box.unit(2)
    V, memory = GradientAscent().init(X, 2)
    with pytest.raises(
        ValueError, match=r"^step must be given to gradient ascent outside a player"
    ):
        GradientAscent().update(X, V, memory, V)


@pytest.mark.parametrize("kind", [OSPHG, BoostedOSPHG])
def test_a_step_of_lambda_that_is_refused(kind: Any) -> None:
    with pytest.raises(ValueError, match=r"^delta \* mu_lambda\^2 must be at most 1, got 4 "):
        kind(0.1, 1.0, 3, mu_lambda=2.0)
    with pytest.raises(ValueError, match=r"^mu_lambda must be greater than 0, got 0.0"):
        kind(0.1, 1.0, 3, mu_lambda=0.0)
    assert kind(1.0, 4.0, 3, mu_lambda=0.5).steps.keep == 0.0  # delta mu^2 may exceed 1
    rounds = paper_quadratics(T=100)
    with pytest.raises(ValueError, match=r"^mu_lambda must not be given with unit_free"):
        kind.tuned(rounds, 20, unit_free=True, mu_lambda=0.1)
    assert kind.tuned(rounds, 20, mu_lambda=0.001).steps.dual == 0.001


@pytest.mark.parametrize("weighted", [False, True])
def test_tuning_is_lemma_4_3(weighted: bool) -> None:
    rounds = paper_quadratics(T=1000, n=3)
    player = OSPHG.tuned(rounds, W=40, weighted=weighted)
    beta = max(rounds.beta_f, np.linalg.norm(rounds.prices, axis=1).max())
    assert player.mu == pytest.approx(3**0.5 / (beta * 40_000**0.5), rel=1e-14)
    assert player.delta == pytest.approx(4 * beta**2, rel=1e-14)
    assert player.K == 5  # sqrt(1000/40)
    assert player.weighted is weighted
    assert player.lambda1 == 0
    assert isinstance(player.oracle, GradientAscent)
    assert (player.oracle.step, player.oracle.v1) == (None, None)  # the player's step
    assert player.steps.decision == player.steps.dual == player.mu
    assert OSPHG.tuned(rounds, W=40, K=100).K == 100
    other = OSPHG.tuned(rounds, W=40, mu=0.01, delta=3.0)
    assert (other.mu, other.delta, other.K) == (0.01, 3.0, 5)
    assert player.delta * player.mu**2 == pytest.approx(4 * 3 / 40_000, rel=1e-14)


@pytest.mark.parametrize(("T", "W", "K"), [(90, 10, 3), (91, 10, 4), (1000, 30, 6)])
def test_the_number_of_oracles_is_rounded_up(T: int, W: int, K: int) -> None:
    assert OSPHG.tuned(paper_quadratics(T=T), W).K == K


def test_one_of_mu_and_delta_may_be_given_also_in_a_short_game() -> None:
    rounds = paper_quadratics(T=5)
    beta = rounds.beta
    assert OSPHG.tuned(rounds, W=1, mu=0.01).delta == pytest.approx(4 * beta**2, rel=1e-14)
    player = OSPHG.tuned(rounds, W=1, delta=3.0)
    assert player.mu == pytest.approx(rounds.R / (beta * 5**0.5), rel=1e-14)
    assert player.delta == 3.0


@pytest.mark.parametrize(
    ("T", "W", "unit_free", "least"),
    [(15, 1, False, 16), (5, 3, False, 16), (3, 1, True, 4), (1, 1, True, 4)],  # 4 R^2 = 16
)
def test_a_game_too_short_is_refused(T: int, W: int, unit_free: bool, least: int) -> None:
    said = rf"^W \* T must be at least {least} .* got {W} \* {T}: take a larger W or T"
    with pytest.raises(ValueError, match=said + ("$" if unit_free else ", or larger units")):
        OSPHG.tuned(paper_quadratics(T=T, n=4), W, unit_free=unit_free)
    enough = -(-least // W)
    assert OSPHG.tuned(paper_quadratics(T=enough, n=4), W, unit_free=unit_free).mu > 0


@pytest.mark.parametrize(
    ("n", "W", "T"), [(4, 1, 16), (4, 4, 4), (9, 1, 36), (1, 2, 2), (9, 6, 6), (2, 2, 4)]
)
def test_the_shortest_horizon_allowed_is_allowed(n: int, W: int, T: int) -> None:
    """W T = 4 R^2 makes delta mu^2 equal 1, whatever the rounding of R."""
    for seed in range(5):
        rounds = paper_quadratics(T=T, n=n, seed=seed)
        player = OSPHG.tuned(rounds, W=W)
        assert player.delta * player.mu**2 == pytest.approx(1, rel=1e-12)
        assert (osphg.play(player, rounds).multiplier >= 0).all()


@pytest.mark.parametrize(("mu", "delta"), [(0.1, 100), (1 / 3, 9), (0.7, 1 / 0.49), (0.5, 4)])
def test_a_product_of_one_is_allowed_whatever_its_rounding(mu: float, delta: float) -> None:
    OSPHG(mu=mu, delta=delta, K=1)


def test_a_factor_of_zero_forgets_lambda_whatever_its_rounding() -> None:
    utility = Quadratics(np.zeros((2, 1, 1)), np.ones((2, 1)))
    rounds = Rounds(utility, np.full((2, 1), 2.0), 2.0, Box.unit(1))
    dear = GradientAscent(1.0, v1=np.ones(1))
    player = OSPHG(mu=1.0, delta=1 + 9e-13, K=1, oracle=dear, lambda1=1e15)
    assert osphg.play(player, rounds).multiplier.tolist() == [1e15, 1.0]


def test_meta_frank_wolfe_tuned() -> None:
    rounds = paper_quadratics(T=90, n=3)
    player = MetaFrankWolfe.tuned(rounds)
    assert player.K == 10
    assert isinstance(player.oracle, GradientAscent)
    assert player.oracle.step == pytest.approx(rounds.R / (rounds.beta_f * 90**0.5), rel=1e-14)


# Numbers.


@pytest.mark.parametrize("compiled", [True, False])
def test_a_game_worked_by_hand(compiled: bool) -> None:
    """f_t(x) = x on [0, 1], p_t = 2, B_T/T = 1, mu = 1/4, delta = 1, K = 2, eight rounds.

    All oracles agree, so x_t = v_t: the decision climbs by 1/4 a round until spending passes the
    budget at x = 1/2; then lambda grows by (15/16) lambda + (2 x - 1)/4, and turns it back once
    2 lambda exceeds 1.
    """
    T = 8
    utility = Quadratics(np.zeros((T, 1, 1)), np.ones((T, 1)))
    rounds = Rounds(utility, np.full((T, 1), 2.0), float(T), Box.unit(1))
    run = osphg.play(OSPHG(mu=0.25, delta=1.0, K=2), rounds, compiled=compiled)
    multipliers = [0.0, 0.0, 0.0, 0.0, 0.125, 0.3671875, 0.59423828125, 0.8070983886718750]
    decisions = [0.0, 0.25, 0.5, 0.75, 1.0, 1.0, 1.0, 0.952880859375]
    np.testing.assert_array_equal(run.multiplier, multipliers)
    np.testing.assert_array_equal(run.decisions[:, 0], decisions)
    np.testing.assert_array_equal(run.utility, decisions)
    np.testing.assert_array_equal(run.violation, 2 * np.array(decisions) - 1)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("n", [2, 3, 7])
def test_a_step_on_a_simplex_is_its_projection(n: int, compiled: bool) -> None:
    """Also where payoffs lie far apart, and where a coordinate is all but on the threshold."""
    h = np.random.default_rng(n).normal(0, 3, (50, n))
    h[0] = -1.0
    h[0, :2] = 2.0, 1 - 5e-7
    domain = Simplex(n)
    rounds = Rounds(Quadratics(np.zeros((50, n, n)), h), np.zeros((50, n)), 1.0, domain)
    x = osphg.play(MetaFrankWolfe(1, GradientAscent(1.0)), rounds, compiled=compiled).decisions
    np.testing.assert_allclose(x[1:], domain.project(x[:-1] + h[:-1]), rtol=0, atol=1e-12)


GOLDEN: dict[str, tuple[Player, Domain, str]] = {
    # x_T, sum of utility, sum of violation, lambda_T; from the literal transcription
    "box": (
        OSPHG(mu=0.02, delta=50.0, K=10),
        Box.unit(2),
        "0.3830439471907 0.3123771689987 38.84337753739 -7.290417620243 0.1043129184757",
    ),
    "box weighted": (
        OSPHG(mu=0.02, delta=50.0, K=10, weighted=True),
        Box.unit(2),
        "0.3420580582915 0.2923187875833 35.73197343319 -25.5108493968 0.1348059940896",
    ),
    "simplex": (
        OSPHG(mu=0.02, delta=50.0, K=10),
        Simplex(2),
        "0.3841574786668 0.3128706487933 39.04835951056 -6.493319023433 0.1277849371591",
    ),
    "simplex weighted": (
        OSPHG(mu=0.02, delta=50.0, K=10, weighted=True),
        Simplex(2),
        "0.3565606577251 0.3070011686617 35.75005941527 -25.69490174291 0.1465664101382",
    ),
    "Meta-Frank-Wolfe on the simplex": (
        MetaFrankWolfe(10, GradientAscent(0.02)),
        Simplex(2),
        "0.5363685782127 0.4636314217873 44.89487699159 34.00616754855 0",
    ),
}


@pytest.mark.parametrize("case", list(GOLDEN))
@pytest.mark.parametrize("compiled", [True, False])
def test_golden_numbers_of_a_game_that_needs_no_random_draw(case: str, compiled: bool) -> None:
    player, domain, golden = GOLDEN[case]
    t = np.arange(100)
    off = -((3 * t + 1) % 7) / 10
    H = np.moveaxis(
        np.array([[-((7 * t + 3) % 10) / 10, off], [off, -((5 * t + 2) % 9) / 10]]), 2, 0
    )
    prices = np.stack([2 + (11 * t) % 13 / 6.5, 2 + (5 * t + 4) % 11 / 5.5], axis=1)
    run = osphg.play(
        player, Rounds(Quadratics(H, -H.sum(1)), prices, 200.0, domain), compiled=compiled
    )
    numbers = [*run.decisions[-1], run.utility.sum(), run.violation.sum(), run.multiplier[-1]]
    np.testing.assert_allclose(numbers, [*map(float, golden.split())], rtol=1e-12)
