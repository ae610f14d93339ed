"""The dynamic benchmark: exact, certified, and what it is compared with."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg import Box, Rounds, Run, Simplex, StreamedRounds
from osphg.experiments.results import Results
from osphg.games.drifting import drifting_switches, drifting_targets
from osphg.hindsight import planar
from osphg.metrics import growth_exponent
from osphg.rounds import paper_quadratics
from osphg.studies.dynamic import constraint_variation, dynamic_benchmark, dynamic_regret, fit
from osphg.studies.tracking import TRACKERS, exponent, track
from osphg.systems.chen2017_mosp import MOSP
from osphg.systems.neely_yu2017 import NeelyYu
from osphg.utilities import Quadratics
from tests.table import LogReach


@st.composite
def separable_games(draw: st.DrawFn) -> Rounds:
    n, T = draw(st.integers(1, 4)), draw(st.integers(1, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    d = rng.uniform(0, 2, (T, n)) * (rng.uniform(size=(T, n)) < 0.6)  # some linear
    prices = rng.uniform(0, 3, (T, n)) * (rng.uniform(size=(T, n)) < 0.8)  # some free
    H = -d[:, :, np.newaxis] * np.eye(n)
    utility = Quadratics(H, rng.uniform(-0.5, 2, (T, n)))
    return Rounds(utility, prices, T * draw(st.floats(0.01, 4)), Box(rng.uniform(0.1, 2, n)))


@given(separable_games())
@settings(max_examples=80, deadline=None)
def test_separable_games_are_solved_to_their_certificate(rounds: Rounds) -> None:
    best = dynamic_benchmark(rounds)
    assert rounds.domain.contains(best.x, atol=1e-12).all()
    assert ((rounds.prices * best.x).sum(1) <= rounds.allowance * (1 + 1e-12)).all()
    worth = np.array([float(rounds.utility.value(t, best.x[t])) for t in range(rounds.T)])
    np.testing.assert_allclose(best.value, worth, rtol=0, atol=1e-12)
    assert (best.upper_bound >= best.value).all()
    assert best.gap <= 1e-9 * rounds.T
    if rounds.n <= 2:
        other = dynamic_benchmark(rounds, solver=planar)
        np.testing.assert_allclose(best.value, other.value, rtol=0, atol=1e-9)


@given(separable_games(), st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_no_decision_within_budget_is_better(rounds: Rounds, seed: int) -> None:
    rng = np.random.default_rng(seed)
    best = dynamic_benchmark(rounds)
    for t in range(rounds.T):
        X = rng.uniform(0, rounds.domain.upper, (200, rounds.n))
        cost = X @ rounds.prices[t]
        X *= np.minimum(1, rounds.allowance / np.maximum(cost, 1e-300))[:, np.newaxis]
        assert (rounds.utility.value(t, X) <= best.upper_bound[t]).all()


def test_games_that_are_not_separable_are_solved_round_by_round() -> None:
    rng = np.random.default_rng(0)
    games = [
        paper_quadratics(T=20),
        Rounds(Quadratics(np.zeros((8, 2, 2)), np.ones((8, 2))), np.ones((8, 2)), 4.0, Simplex(2)),
        Rounds(LogReach(rng.exponential(1, (3, 2, 2))), np.full((3, 2), 2.0), 3.0, Box.unit(2)),
    ]
    for rounds in games:
        best = dynamic_benchmark(rounds)
        spend = (rounds.prices * best.x).sum(1)
        assert (spend <= rounds.allowance + 1e-9).all()
        assert best.gap < 1e-3 * best.value.sum()
        grid = np.stack(np.meshgrid(*2 * [np.linspace(0, 1, 41)]), -1).reshape(-1, 2)
        for t in range(rounds.T):
            inside = rounds.domain.contains(grid) & (grid @ rounds.prices[t] <= rounds.allowance)
            assert rounds.utility.value(t, grid[inside]).max() <= best.upper_bound[t] + 1e-12


def test_a_benchmark_worked_by_hand() -> None:
    """f_t = 3 x_1 + 2 x_2; what 1 buys at prices (2, 1), (2, 2), (0, 1), (4, 4)."""
    prices = np.array([[2.0, 1], [2, 2], [0, 1], [4, 4]])
    utility = Quadratics(np.zeros((4, 2, 2)), np.tile([3.0, 2.0], (4, 1)))
    rounds = Rounds(utility, prices, 4.0, Box.unit(2))
    best = dynamic_benchmark(rounds)
    x = np.array([[0, 1], [0.5, 0], [1, 1], [0.25, 0]])
    np.testing.assert_allclose(best.x, x, rtol=0, atol=1e-12)
    np.testing.assert_allclose(best.value, [2, 1.5, 5, 0.75], rtol=1e-12)
    expected = np.hypot(0.5, 1) + np.hypot(0.5, 1) + np.hypot(0.75, 1)
    assert best.path_length == pytest.approx(expected)
    # [g_t - g_{t-1}]_+: (0, 1), then none, then (4, 3)
    assert constraint_variation(rounds) == pytest.approx(1 + 0 + 7)


def test_what_a_run_is_judged_on() -> None:
    rounds = drifting_targets(500, 0, 0.5)
    best = dynamic_benchmark(rounds)
    run = osphg.play(MOSP.tuned(rounds), rounds)
    assert dynamic_regret(run, best) == pytest.approx(best.value.sum() - run.utility.sum())
    assert fit(run) == max(run.violation.sum(), 0)
    still = Run(best.x, best.value, run.violation - 10, run.multiplier, run.player, rounds)
    assert dynamic_regret(still, best) == pytest.approx(0, abs=1e-9)
    assert fit(still) == 0


def test_bad_input_is_refused_in_one_line() -> None:
    rounds = drifting_targets(50, 0, 0.5)
    best = dynamic_benchmark(rounds)
    run = osphg.play(NeelyYu.tuned(rounds), rounds)
    short = Run(
        run.decisions[:9],
        run.utility[:9],
        run.violation[:9],
        run.multiplier[:9],
        run.player,
        rounds,
    )
    with pytest.raises(ValueError, match=r"^run must be complete, got 9 of 50 rounds"):
        dynamic_regret(short, best)
    other = dynamic_benchmark(drifting_targets(40, 0, 0.5))
    with pytest.raises(ValueError, match=r"^best must be of the run's 50 rounds, got one of 40"):
        dynamic_regret(run, other)


def test_streamed_rounds_have_the_same_benchmark() -> None:
    rounds = drifting_switches(90, 2, 0.5)
    assert isinstance(rounds.utility, Quadratics)
    H, h = rounds.utility.H, rounds.utility.h

    def draw(start: int, stop: int) -> tuple[Quadratics, Any]:
        return Quadratics(H[start:stop], h[start:stop]), rounds.prices[start:stop]

    streamed = StreamedRounds(draw, 16, 90, rounds.budget, rounds.domain)
    ours, theirs = dynamic_benchmark(rounds), dynamic_benchmark(streamed)
    np.testing.assert_allclose(ours.x, theirs.x, rtol=0, atol=1e-12)
    assert constraint_variation(rounds) == pytest.approx(constraint_variation(streamed), rel=1e-12)


# The drifting games.


@pytest.mark.parametrize("game", [drifting_switches, drifting_targets])
@pytest.mark.parametrize("a", [1 / 4, 1 / 2, 3 / 4])
def test_path_length_and_variation_grow_as_asked(game: Any, a: float) -> None:
    horizons = [2**9, 2**11, 2**13]
    drawn = [[game(T, seed, a) for seed in range(10)] for T in horizons]
    # of three games: it takes long to compute
    paths = np.array([[dynamic_benchmark(r).path_length for r in row[:3]] for row in drawn])
    moved = np.array([[constraint_variation(r) for r in row] for row in drawn])
    assert growth_exponent(horizons, paths, seed=0).value == pytest.approx(a, abs=0.06)
    assert growth_exponent(horizons, moved, seed=0).value == pytest.approx(a, abs=0.06)


@pytest.mark.parametrize("game", [drifting_switches, drifting_targets])
def test_drifting_games_follow_their_seed_and_stand_still_on_demand(game: Any) -> None:
    one, same, other = (game(60, seed, 0.5) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.utility.h, same.utility.h)
    np.testing.assert_array_equal(one.prices, same.prices)
    assert (one.utility.h != other.utility.h).any()
    still = game(60, 1, 0.5, moving_prices=False)
    assert (still.prices == 2).all()
    assert constraint_variation(still) == 0


@pytest.mark.parametrize("game", [drifting_switches, drifting_targets])
@pytest.mark.parametrize(
    ("T", "a", "options", "message"),
    [
        (0, 0.5, {}, "^T must be at least 1, got 0"),
        (10, -0.1, {}, "^a must be at least 0, got -0.1"),
        (10, 1.5, {}, "^a must be between 0 and 1, got 1.5"),
        (10, 0.5, {"moving_prices": 1}, "^moving_prices must be True or False, got 1"),
    ],
)
def test_drifting_games_refuse(
    game: Any, T: int, a: float, options: dict[str, Any], message: str
) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        game(T, 0, a, **options)


# Measuring.


def test_tracking_holds_what_its_fields_say() -> None:
    games = {"MOSP": TRACKERS["MOSP"], "Cao-Liu": TRACKERS["Cao-Liu"]}
    made = track(lambda T, seed: drifting_targets(T, seed, 0.25), [64, 256], [0, 1, 2], games)
    rounds = drifting_targets(256, 1, 0.25)
    best = dynamic_benchmark(rounds)
    run = osphg.play(MOSP.tuned(rounds), rounds)
    assert made.regret["MOSP"][1, 1] == dynamic_regret(run, best)
    assert made.fit["MOSP"][1, 1] == fit(run)
    assert made.path_length[1, 1] == best.path_length
    assert made.variation[1, 1] == constraint_variation(rounds)
    assert not made.refused
    rows = Results("tracking", made.rows("targets")).values()
    assert rows["targets", "256", "MOSP", "fit"] == made.fit["MOSP"][1].mean()
    assert len(rows) == 2 * (2 + 2 * 2)


def test_a_player_that_refuses_a_game_has_a_reason_and_no_numbers() -> None:
    made = track(lambda T, seed: drifting_switches(T, seed, 1.0), [64, 128], [0, 1])
    assert set(made.refused) == {"Cao-Liu", "Cao-Liu, two values"}
    assert made.refused["Cao-Liu"].startswith("T must be at least")
    assert set(made.regret) == set(made.fit) == set(TRACKERS) - set(made.refused)


def test_an_exponent_needs_positive_means() -> None:
    horizons = np.array([10.0, 100.0])
    values = np.array([[1.0, 1.0], [10.0, 10.0]])
    found = exponent(horizons, values, seed=0)
    assert found is not None
    assert found.value == pytest.approx(1)
    assert exponent(horizons, values - 5, seed=0) is None
