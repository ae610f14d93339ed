"""The systems since 2020: parameters, refusals, units, and the bounds that are theirs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import osphg
from osphg import Box, Polytope, Rounds, Simplex
from osphg.domains import Domain
from osphg.faces import faces_and_box
from osphg.hindsight.best import best_fixed_decision
from osphg.matroids import PartitionMatroid, coverage_game
from osphg.metrics import ONE_MINUS_ONE_OVER_E, regret
from osphg.players.ascent import MASS, BoostedGradient, PlainGradient
from osphg.players.boosted import BestOfBothWorlds, OnlineGradientAscent
from osphg.players.hard_budget import PFS, RECOO, SinhaVaze, VazeSinha
from osphg.rounds import paper_quadratics
from osphg.tournament.contests import concave_noisy, decoys, phases
from tests import literal_hard
from tests.chapters import defined
from tests.literal import Game
from tests.table import direction, problem
from tests.test_play import assert_same

concave_switching = defined("related_work", "concave_switching")

GOOD: dict[type[Any], dict[str, Any]] = {
    BestOfBothWorlds: {"eta": 0.1, "mu": 0.2, "cap": 3.0},
    OnlineGradientAscent: {"eta": 0.1},
    PFS: {"eta": 0.1, "margin": 0.0},
    RECOO: {"alpha": 1.0, "price": 1.0, "money": 2.0},
    SinhaVaze: {"utility": 1.0, "money": 1.0, "rate": 0.1, "diameter": 1.0},
    VazeSinha: {"eta": 1.0},
}
# Parameters.


@pytest.mark.parametrize("kind", list(GOOD))
@pytest.mark.parametrize("bad", ["boosted", None, BoostedGradient, 8])
def test_a_direction_is_asked_for(kind: type[Any], bad: Any) -> None:
    wanted = r"^ascent must be BoostedGradient\(\) or PlainGradient\(\), got"
    with pytest.raises(TypeError, match=wanted):
        kind(**GOOD[kind], ascent=bad)
    if bad is not None:
        with pytest.raises(TypeError, match=wanted):
            kind.tuned(paper_quadratics(T=10), bad)


def test_what_is_refused_besides() -> None:
    varying = paper_quadratics(T=50)
    with pytest.raises(ValueError, match=r"^PFS needs the same price in every round, got"):
        PFS.tuned(varying)
    with pytest.raises(ValueError, match=r"^PFS needs the same price in every round, got"):
        osphg.play(PFS(0.1, 0.1), varying)
    flat = Rounds(varying.utility, np.ones((50, 2)), 50.0, Box(np.array([1.0, 0.0])))
    with pytest.raises(ValueError, match=r"^PFS needs a decision strictly within X and the budget"):
        PFS.tuned(flat)
    wide = paper_quadratics(T=50, n=5)
    with pytest.raises(ValueError, match=r"^VazeSinha needs n at most 4, got 5"):
        osphg.play(VazeSinha.tuned(wide), wide)
    small = coverage_game(T=30, seed=0)
    assert isinstance(small.domain, PartitionMatroid)
    needed = r"needs (n at most 4|the same price in every round), got"
    for player in (VazeSinha(1.0), PFS(0.1, 0.1)):
        with pytest.raises(ValueError, match=needed):
            osphg.play(player, small)


# Tuning.


def test_tuning_is_what_the_docstrings_say() -> None:
    rounds = paper_quadratics(T=400, n=3)
    R, b_f, b_g, F, G = rounds.R, rounds.beta_f, rounds.beta_g, rounds.F, rounds.G
    for ascent, s in ((None, MASS * b_f), (BoostedGradient(3), MASS * b_f), (PlainGradient(), b_f)):
        both = BestOfBothWorlds.tuned(rounds, ascent)
        assert both.cap == pytest.approx(F / rounds.allowance)
        assert both.eta == pytest.approx(R / ((s + both.cap * b_g) * 20))
        assert both.mu == pytest.approx(both.cap / (G * 20))
        potential = SinhaVaze.tuned(rounds, ascent)
        assert potential.utility == pytest.approx(2 * R * s)
        assert potential.money == pytest.approx(2 * R * b_g)
        assert (potential.rate, potential.diameter) == (1 / 40, R)
        rectified = RECOO.tuned(rounds, ascent)
        assert rectified.alpha == pytest.approx(s / R)
        assert rectified.price == pytest.approx(s * R / G)
        assert (rectified.money, rectified.eps) == (G, 0.01)
        assert VazeSinha.tuned(rounds, ascent).eta == pytest.approx(R / s)
    assert OnlineGradientAscent.tuned(rounds).eta == pytest.approx(R / (b_f * 20))


# By hand, and against the pseudocode where the shared table has none.


@pytest.mark.parametrize("name", ["paper n=2", "quadratics polytope n=2", "log reach polytope n=2"])
def test_nested_projections_are_the_pseudocode(name: str) -> None:
    """Twenty rounds in the plane, where the nearest point can be found by trying all corners."""
    game = problem(name)
    A, b, box = faces_and_box(game.rounds.domain)
    rows = [(row.tolist(), float(offset)) for row, offset in zip(A, b, strict=True)]
    for i, unit in enumerate(np.eye(2).tolist()):
        rows += [(unit, float(box.upper[i])), ([-e for e in unit], -float(box.lower[i]))]
    T = 20
    player = VazeSinha(0.4, ascent=BoostedGradient(2))
    first = Rounds(
        Truncated(game.rounds.utility), game.rounds.prices[:T], 0.3 * game.rounds.allowance * T,
        game.rounds.domain,
    )  # fmt: skip
    run = osphg.play(player, first)
    assert (run.violation > 1e-6).any(), "the prices cut something off"
    ascent = direction(game, player.ascent)
    plain = Game(game.value, ascent, first.prices.tolist(), first.budget)
    expected = literal_hard.vaze_sinha(plain, rows, player.eta)
    assert_same(run, expected, 1e-9)


class Truncated:
    """A utility without its number of rounds."""

    def __init__(self, utility: Any) -> None:
        self.value, self.gradient = utility.value, utility.gradient


# Bounds.


def violation_bound(player: SinhaVaze, T: int) -> float:
    """What the docstring says."""
    return player.money * 2 * math.sqrt(T) * math.log(2 * (1 + 2 * T))


def hard(run: osphg.Run) -> float:
    return float(np.maximum(run.violation, 0).sum())


GAMES: dict[str, Callable[[int, int], Any]] = {
    "quadratics": lambda T, seed: paper_quadratics(T, seed=seed),
    "decoys": decoys,
    "phases": phases,
    "scarce": lambda T, seed: paper_quadratics(T, 3, 0.05, seed),
}


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("T", [100, 1000, 4000])
def test_the_potential_keeps_both_of_its_bounds(game: str, T: int) -> None:
    """Derived in its docstring for every game; at T = 4000 the second is no longer empty."""
    rounds = GAMES[game](T, 3)
    player = SinhaVaze.tuned(rounds)
    run, best = osphg.play(player, rounds), best_fixed_decision(rounds, 1)
    assert regret(run, best, ONE_MINUS_ONE_OVER_E) <= player.utility * (math.sqrt(T) + 1)
    assert hard(run) <= violation_bound(player, T)
    if T == 4000:
        assert violation_bound(player, T) < T * rounds.beta_g * rounds.R


def fixed(T: int, seed: int, domain: Domain) -> Rounds:
    """The paper's utilities for three goods at prices 1, 5 and 2."""
    drawn = paper_quadratics(T, 3, seed=seed)
    return Rounds(drawn.utility, np.tile([1.0, 5.0, 2.0], (T, 1)), 0.7 * T, domain)


FIXED: dict[str, Callable[[int, int], Rounds]] = {
    "noisy slopes": concave_noisy,
    "switching signs": concave_switching,
    "box": lambda T, seed: fixed(T, seed, Box.unit(3)),
    "simplex": lambda T, seed: fixed(T, seed, Simplex(3)),
    "polytope": lambda T, seed: fixed(
        T, seed, Polytope(np.array([[1.0, 1.0, 0.0]]), np.array([0.3]), Box.unit(3))
    ),
}


@pytest.mark.parametrize(("T", "seeds"), [(100, 3), (3000, 1)])
@pytest.mark.parametrize("game", list(FIXED))
def test_feasibility_steps_keep_every_round_and_their_regret(game: str, T: int, seeds: int) -> None:
    """As derived: within the budget and X in all rounds, whatever the utilities; the bound."""
    for seed in range(seeds):
        rounds = FIXED[game](T, seed)
        player = PFS.tuned(rounds, PlainGradient())
        run, (normals, offsets, ball) = osphg.play(player, rounds), player.faces(rounds)
        assert (run.decisions @ normals.T <= offsets).all()
        assert run.violation.max() <= 0
        s, R = rounds.beta_f, rounds.R
        bound = R**2 / (2 * player.eta) + player.eta * s**2 * T / 2
        bound += s * R * T * player.margin / ball.radius
        alpha = 1.0 if game in ("noisy slopes", "switching signs") else 0.5
        assert regret(run, best_fixed_decision(rounds, 1), alpha) <= bound


def test_no_other_eta_has_a_smaller_bound() -> None:
    rounds = concave_noisy(30_000, 0)
    player = PFS.tuned(rounds, PlainGradient())
    eta, s, R = np.array([1.0, 0.99, 1.01]) * player.eta, rounds.beta_f, rounds.R
    slope = player.margin / player.eta * s * R / player.faces(rounds)[2].radius
    bound = R**2 / (2 * eta) + (s**2 / 2 + slope) * eta * rounds.T
    assert bound.argmin() == 0


def test_bold_steps_keep_half_the_radius_at_most() -> None:
    rounds, longer = concave_noisy(300, 0), concave_noisy(30_000, 0)
    bold, bolder = (PFS.tuned(game, PlainGradient(), bold=True) for game in (rounds, longer))
    assert bold.eta == pytest.approx(rounds.R / (rounds.beta_f * math.sqrt(300)))
    assert bold.margin == bold.faces(rounds)[2].radius / 2  # eta s is more
    assert bolder.margin == pytest.approx(bolder.eta * longer.beta_f)


def test_feasibility_steps_are_the_pseudocode() -> None:
    for game in ("noisy slopes", "simplex", "polytope"):
        rounds = FIXED[game](60, 1)
        player = PFS.tuned(rounds, PlainGradient(), bold=game == "noisy slopes")
        normals, offsets, ball = player.faces(rounds)
        plain = Game(
            lambda t, x, f=rounds.utility: float(f.value(t, np.array(x))),
            lambda t, x, f=rounds.utility: f.gradient(t, np.array(x)).tolist(),
            rounds.prices.tolist(), rounds.budget,
        )  # fmt: skip
        expected = literal_hard.pfs(
            plain,
            faces=list(zip(normals.tolist(), offsets.tolist(), strict=True)),
            centre=ball.centre.tolist(), reach=rounds.R,
            eta=player.eta, margin=player.margin,
        )  # fmt: skip
        assert_same(osphg.play(player, rounds), expected)
