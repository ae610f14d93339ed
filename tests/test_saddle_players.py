"""The saddle point methods for long-term constraints: refusals, small games, bounds and rates.

Against their literal pseudocode they run in `tests.test_play`, over the shared table.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import osphg
from osphg import Box, Polytope, Rounds, Run, Simplex
from osphg.checks import frozen
from osphg.compiled.loops import fuse
from osphg.compiled.steps import Steps
from osphg.players import (
    MOSP,
    JenattonHuangArchambeau,
    MahdaviJinYang,
    MahdaviMirrorProx,
    MahdaviNoViolation,
    NeelyYu,
    SaddleMethod,
    SunDeyKapoor,
    YuanLamperski,
    YuanLamperskiStrong,
)
from osphg.players.base import is_heuristic
from osphg.players.varying_prices import Entropic, Euclidean
from osphg.rounds import paper_quadratics
from osphg.tournament.contests import concave_noisy, decoys, shelf
from osphg.utilities import Quadratics
from tests.chapters import defined

concave_switching = defined("related_work", "concave_switching")
GOOD: dict[type, dict[str, Any]] = {
    MahdaviJinYang: {"eta": 0.1, "delta": 2.0},
    MahdaviNoViolation: {"eta": 0.1, "delta": 2.0},
    MahdaviMirrorProx: {"eta": 0.1},
    JenattonHuangArchambeau: {"eta": 0.1, "theta": 2.0},
    YuanLamperski: {"eta": 0.1, "sigma": 2.0},
    YuanLamperskiStrong: {"H": 1.0, "sigma": 2.0},
    SunDeyKapoor: {"mu": 0.1, "delta": 2.0},
}
FIXED_ONLY = [
    MahdaviJinYang,
    MahdaviNoViolation,
    MahdaviMirrorProx,
    JenattonHuangArchambeau,
    YuanLamperski,
    YuanLamperskiStrong,
]

# Refusals.


@pytest.mark.parametrize("kind", FIXED_ONLY)
def test_prices_that_vary_are_refused_before_playing(kind: Any) -> None:
    rounds = paper_quadratics(T=50)
    player = kind(**GOOD[kind])
    message = f"^{kind.__name__} needs the same price in every round, got prices that vary; "
    with pytest.raises(ValueError, match=message) as caught:
        osphg.play(player, rounds)
    assert "\n" not in str(caught.value)
    assert "heuristic=True" in str(caught.value)
    assert not is_heuristic(player)
    anyway = kind(**GOOD[kind], heuristic=True)
    assert is_heuristic(anyway)
    assert osphg.play(anyway, rounds).complete
    assert osphg.play(player, concave_noisy(50, 0)).complete


@pytest.mark.parametrize(
    "domain", [Box.unit(2), Polytope(np.ones((1, 2)), np.ones(1), Box.unit(2))], ids=str
)
def test_entropy_is_refused_off_the_simplex_and_there_is_no_way_around(domain: Any) -> None:
    rounds = concave_switching(64, 0, domain=domain)
    message = r"^Entropic needs a Simplex \{x >= 0, sum x <= r\} as domain, got "
    for refused in (
        lambda: osphg.play(SunDeyKapoor(0.1, 1.0, Entropic()), rounds),
        lambda: SunDeyKapoor.tuned(rounds, Entropic()),
    ):
        with pytest.raises(ValueError, match=message) as caught:
            refused()
        assert "\n" not in str(caught.value)
        assert "heuristic" not in str(caught.value)


# Tuning.


def test_mahdavi_jin_yang_tuned_has_the_smallest_delta_of_the_bound() -> None:
    rounds = concave_noisy(5000, 3)
    player = MahdaviJinYang.tuned(rounds)
    a = rounds.R * math.sqrt(2 * rounds.beta**2 + 2 * rounds.G**2)
    assert player.eta == pytest.approx(rounds.R**2 / (a * 5000**0.5), rel=1e-14)
    needed = 2 * rounds.beta**2 + 2 * player.delta**2 * player.eta**2
    assert player.delta == pytest.approx(needed, rel=1e-12)
    less = 0.999 * player.delta
    assert less < 2 * rounds.beta**2 + 2 * less**2 * player.eta**2


def test_the_modulus_of_concavity_is_given_or_known() -> None:
    rounds = concave_noisy(200, 0)
    player = YuanLamperskiStrong.tuned(rounds)
    assert (player.H, player.sigma) == pytest.approx((1.0, 2 * rounds.beta**2), rel=1e-12)
    assert YuanLamperskiStrong.tuned(rounds, 0.25).H == 0.25
    utility = Quadratics(-np.array([np.diag([3.0, 0.5]), np.diag([2.0, 4.0])]), np.ones((2, 2)))
    uneven = Rounds(utility, np.ones((2, 2)), 2.0, Box.unit(2))
    assert YuanLamperskiStrong.tuned(uneven).H == pytest.approx(0.5)
    needs = "^YuanLamperskiStrong needs strongly concave utilities, got a curvature of "
    for flat in (concave_switching(64, 0), paper_quadratics(T=50), shelf(50, 3, 0)):
        with pytest.raises(ValueError, match=needs):
            YuanLamperskiStrong.tuned(flat)
        assert YuanLamperskiStrong.tuned(flat, 2.0).H == 2.0
    with pytest.raises(ValueError, match=r"^H must be given where f_t is not quadratic, got Stat"):
        YuanLamperskiStrong.tuned(decoys(50, 0))
    with pytest.raises(ValueError, match=r"^H must be greater than 0, got 0"):
        YuanLamperskiStrong.tuned(rounds, 0)


def test_the_others_tuned() -> None:
    rounds = concave_noisy(4096, 3)
    R, beta, G = rounds.R, rounds.beta, rounds.G
    assert MahdaviMirrorProx.tuned(rounds).eta == pytest.approx(R / (2**0.5 * beta * 16), rel=1e-12)
    kept = MahdaviNoViolation.tuned(rounds)
    assert kept.margin == pytest.approx(rounds.allowance / 8, rel=1e-14)
    steep = math.sqrt(2 * beta**2 + 2 * (G + kept.margin) ** 2)
    assert kept.eta == pytest.approx(R / (steep * 64), rel=1e-14)
    assert kept.delta == pytest.approx(2 * beta**2 + 2 * kept.delta**2 * kept.eta**2, rel=1e-12)
    adaptive = JenattonHuangArchambeau.tuned(rounds, 0.7)
    assert (adaptive.eta, adaptive.theta, adaptive.b) == (R / beta, 6 * R * beta, 0.7)
    clipped = YuanLamperski.tuned(rounds, 0.75)
    assert clipped.eta == pytest.approx(R / (2**0.5 * beta * 512), rel=1e-14)
    assert clipped.sigma == pytest.approx(2 * beta**2, rel=1e-14)
    euclidean = SunDeyKapoor.tuned(rounds)
    assert euclidean.mu == pytest.approx(R / math.sqrt(2 * 4096 * (G**2 + beta**2)), rel=1e-14)
    assert euclidean.delta == pytest.approx(2 * beta**2, rel=1e-14)
    assert euclidean.geometry == Euclidean()
    rounds = concave_switching(4096, 3, domain=Simplex(2, 1.5))
    entropic = SunDeyKapoor.tuned(rounds, Entropic())
    steep = 1.5 * rounds.beta**2
    mu = math.sqrt(1.5 * math.log(3) / (4096 * (rounds.G**2 + steep)))
    assert entropic.mu == pytest.approx(mu, rel=1e-14)
    assert entropic.delta == pytest.approx(2 * steep, rel=1e-14)
    assert entropic.geometry == Entropic()


# Bounds with their constants, and rates.

Draw = Callable[[int, int], Rounds]


def _switching(**options: Any) -> Draw:
    return lambda T, seed: concave_switching(T, seed, **options)


def _noisy(**options: Any) -> Draw:
    return lambda T, seed: concave_noisy(T, seed, **options)


def _regret(run: Run) -> float:
    return osphg.regret(run, osphg.best_fixed_decision(run.rounds, W=1), alpha=1.0)


def _squares(run: Run) -> float:
    return float((np.maximum(run.violation, 0) ** 2).sum())


BOUNDED: dict[str, Draw] = {
    "switching": _switching(),
    "switching, varying": _switching(varying=True),
    "switching on a simplex": _switching(varying=True, domain=Simplex(2)),
    "noisy": _noisy(),
    "noisy, varying": _noisy(varying=True),
}


@pytest.mark.parametrize("name", list(BOUNDED))
def test_regret_and_violation_keep_to_their_bounds(name: str) -> None:
    """The sum of the steps' bounds, which holds for every T and every sequence.

    regret + V lambda - (delta mu T + 1/mu) lambda^2/2 <= D_R/mu + mu T (beta^2/alpha + G^2) for
    all lambda >= 0, V the violation, if delta >= 2 beta^2/alpha + 2 delta^2 mu^2. Without the last
    term, lambda_t <= G/(delta mu) costs mu T G^2 more.
    """
    for T, seeds in ((64, 3), (512, 3), (4096, 1)):
        for seed in range(seeds):
            rounds = BOUNDED[name](T, seed)
            X, beta, G, F = rounds.domain, rounds.beta, rounds.G, rounds.F
            for geometry in (Euclidean(), Entropic()):
                if isinstance(geometry, Entropic) and not isinstance(X, Simplex):
                    continue
                player = SunDeyKapoor.tuned(rounds, geometry)
                mu, alpha = player.mu, geometry.convexity(X)
                bound = geometry.divergence(X) / mu + mu * T * (beta**2 / alpha + 2 * G**2)
                run = osphg.play(player, rounds)
                assert _regret(run) <= bound
                room = 2 * (player.delta * mu * T + 1 / mu) * (F * T + bound)
                assert osphg.total_violation(run) <= math.sqrt(room)
            if (np.ptp(rounds.prices, axis=0) > 0).any():
                continue
            first = MahdaviJinYang.tuned(rounds)
            run = osphg.play(first, rounds)
            bound = rounds.R * math.sqrt((2 * beta**2 + 2 * G**2) * T)
            assert _regret(run) <= bound
            room = 2 * (first.delta * first.eta * T + 1 / first.eta) * (F * T + bound)
            assert osphg.total_violation(run) <= math.sqrt(room)
            prox, R, beta_f = MahdaviMirrorProx.tuned(rounds), rounds.R, rounds.beta_f
            run, bound = osphg.play(prox, rounds), R**2 / (2 * prox.eta) + prox.eta * T * beta_f**2
            assert _regret(run) <= bound
            assert osphg.total_violation(run) <= math.sqrt(2 * (F * T + bound) / prox.eta)
            kept = MahdaviNoViolation.tuned(rounds)
            eta, margin, allowance = kept.eta, kept.margin, rounds.allowance
            run, G_kept = osphg.play(kept, rounds), G + margin
            bound = R**2 / (2 * eta) + eta * T * (beta**2 + G_kept**2)
            assert _regret(run) <= bound + F * T * margin / allowance
            low = (beta_f * R + eta * (beta_f**2 + G_kept**2)) / (allowance - margin)
            most = math.sqrt(low**2 + R**2 + 2 * eta * (allowance - margin) * low)
            bound = most * (1 / eta + kept.delta * eta * T) - margin * T
            assert osphg.total_violation(run) <= bound
            clipped = YuanLamperski.tuned(rounds)
            run = osphg.play(clipped, rounds)
            bound = rounds.R**2 / (2 * clipped.eta) + clipped.eta * beta**2 * T
            assert _regret(run) + 0.5 * _squares(run) / (clipped.sigma * clipped.eta) <= bound


@frozen
class SlowingMOSP(MOSP):
    """MOSP whose multiplier steps by mu/sqrt(t); it claims, wrongly, to play compiled."""

    fused_steps = SaddleMethod.line_steps

    def steps_at(self, t: int) -> Steps:
        return Steps(self.alpha, self.mu / t**0.5)


@frozen
class CautiousQueue(NeelyYu):
    """A queue with a margin, which the compiled loop does not know."""

    fused_steps = SaddleMethod.line_steps

    @property
    def steps(self) -> Steps:
        return super().steps._replace(margin=0.1)


@pytest.mark.parametrize("kind", [SlowingMOSP, CautiousQueue])
def test_steps_that_the_compiled_loop_does_not_know_are_played_in_numpy(kind: Any) -> None:
    rounds = osphg.rounds.paper_quadratics(T=200)
    player = kind.tuned(rounds)
    assert fuse(player, rounds.domain, rounds.utility) is None
    usual = kind.__mro__[1].tuned(rounds)
    assert fuse(usual, rounds.domain, rounds.utility) is not None
    runs = [osphg.play(player, rounds, compiled=compiled) for compiled in (True, False)]
    np.testing.assert_array_equal(runs[0].multiplier, runs[1].multiplier)
    assert runs[0].multiplier[-1] != osphg.play(usual, rounds).multiplier[-1]
