"""Players against each other: what is measured, what is refused, and what is no input."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

import osphg
from osphg import OSPHG, BoostedOSPHG, Box, RoundError, Rounds
from osphg.checks import FloatArray
from osphg.hindsight import Benchmark
from osphg.players import Feedback, Player
from osphg.rounds import Game
from osphg.studies.head_to_head import QUANTITIES, SPEND, HeadToHead, head_to_head
from osphg.systems.saddle import require_fixed_prices
from osphg.utilities import Quadratics

W = 5


def quadratics(seed: int) -> Rounds:
    return osphg.rounds.paper_quadratics(T=60, budget_per_round=1.0, seed=seed)


def linear(seed: int) -> Rounds:
    """f_t(x) = <h_t, x> at the prices (1, 2), with half a unit of budget per round."""
    h = np.random.default_rng(seed).uniform(0, 1, (20, 2))
    prices = np.tile([1.0, 2.0], (20, 1))
    return Rounds(Quadratics(np.zeros((20, 2, 2)), h), prices, 10.0, Box.unit(2))


@dataclass(frozen=True)
class Constant:
    """Plays one decision; refuses prices that vary unless it is a heuristic."""

    x: tuple[float, ...]
    heuristic: bool = False

    def init(self, game: Game) -> None:
        require_fixed_prices(self, game)

    def decide(self, state: None) -> FloatArray:
        return np.array(self.x)

    def update(self, state: None, feedback: Feedback) -> None:
        return None

    def multiplier(self, state: None) -> float:
        return 0.0


PLAYERS: dict[str, Callable[[Game, int], Player]] = {
    "published": lambda game, _: OSPHG.tuned(game, W, 4),
    "strict": lambda *_: Constant((0.5, 0.0)),
    "loose": lambda *_: Constant((0.5, 0.0), heuristic=True),
}
GAMES: dict[str, Callable[[int], Game]] = {"quadratics": quadratics, "linear": linear}


@pytest.fixture(scope="module")
def played() -> HeadToHead:
    return head_to_head(PLAYERS, GAMES, range(3), W=W)


class TestWhatIsMeasured:
    def test_rows_are_what_a_loop_by_hand_gives(self, played: HeadToHead) -> None:
        for game, make in GAMES.items():
            for seed in range(3):
                rounds = make(seed)
                best = osphg.best_fixed_decision(rounds, W)
                for player in PLAYERS:
                    if (game, player) == ("quadratics", "strict"):
                        continue
                    run = osphg.play(PLAYERS[player](rounds, seed), rounds)
                    expected = (
                        run.utility.mean(),
                        (run.violation + rounds.allowance).mean(),
                        osphg.total_violation(run) / rounds.T,
                        osphg.regret(run, best) / rounds.T,
                    )
                    for quantity, value in zip(QUANTITIES, expected, strict=True):
                        found = played.samples(game, player, quantity)[seed]
                        assert found == pytest.approx(value, rel=1e-13, abs=1e-13)

    def test_a_constant_decision_in_closed_form(self, played: HeadToHead) -> None:
        for seed in range(3):
            h = np.random.default_rng(seed).uniform(0, 1, (20, 2))
            value, spend, violation, _ = (
                played.samples("linear", "strict", quantity)[seed] for quantity in QUANTITIES
            )
            assert value == pytest.approx(h[:, 0].mean() / 2)
            assert spend == pytest.approx(0.5)
            assert violation == pytest.approx(0.0, abs=1e-15)

    def test_the_benchmark_is_computed_once_per_game_and_seed(self) -> None:
        calls: list[tuple[Game, int]] = []

        def counting(game: Game, W: int) -> Benchmark:
            calls.append((game, W))
            return osphg.best_fixed_decision(game, W)

        result = head_to_head(PLAYERS, GAMES, [4, 7], W=3, benchmark=counting)
        assert [W for _, W in calls] == [3] * 4
        assert list(result.benchmarks) == [(game, seed) for game in GAMES for seed in (4, 7)]

    def test_players_that_draw_get_the_seed(self) -> None:
        def boosted(game: Game, seed: int) -> Player:
            return BoostedOSPHG.tuned(game, W, 1, seed=seed)

        fixed = quadratics(0)
        result = head_to_head({"b": boosted}, {"fixed": lambda _: fixed}, [0, 1], W=W)
        utility = result.samples("fixed", "b", "utility per round")
        expected = [osphg.play(boosted(fixed, seed), fixed).utility.mean() for seed in (0, 1)]
        assert utility.tolist() == pytest.approx(expected)
        assert utility[0] != utility[1]


class TestRefusals:
    def test_a_refusal_is_reported_and_has_no_rows(self, played: HeadToHead) -> None:
        assert list(played.refused) == [("quadratics", "strict")]
        assert "Constant needs the same price" in played.refused["quadratics", "strict"]
        with pytest.raises(ValueError, match="strict refused quadratics: Constant needs"):
            played.samples("quadratics", "strict", "utility per round")

    def test_refusing_one_seed_is_refusing_the_game(self) -> None:
        def later(seed: int) -> Game:
            return linear(0) if seed < 2 else quadratics(0)

        result = head_to_head(PLAYERS, {"later": later}, range(4), W=W)
        assert "(seed 2)" in result.refused["later", "strict"]
        assert {row["player"] for row in result.results.rows} == {"published", "loose"}

    def test_a_player_that_cannot_be_made_is_a_refusal(self) -> None:
        players = {**PLAYERS, "rash": lambda *_: OSPHG(mu=1.0, delta=2.0, K=1)}
        result = head_to_head(players, {"linear": linear}, [0, 1], W=W)
        assert "delta * mu^2 must be at most 1" in result.refused["linear", "rash"]

    def test_an_error_while_playing_is_no_refusal(self) -> None:
        with pytest.raises(RoundError, match="the decision must lie in") as caught:
            head_to_head({"out": lambda *_: Constant((2.0, 0.0))}, {"linear": linear}, [5], W=W)
        assert caught.value.__notes__ == ["out on linear, seed 5"]


class TestEstimates:
    def test_one_seed_has_no_interval(self) -> None:
        result = head_to_head(PLAYERS, {"linear": linear}, [0], W=W)
        with pytest.raises(ValueError, match="at least 2"):
            result.estimate("linear", "loose", SPEND)

    @pytest.mark.parametrize(
        ("names", "message"),
        [
            (("x", "loose", SPEND), "game must be one of quadratics, linear, got 'x'"),
            (("linear", "x", SPEND), "player must be one of published"),
            (("linear", "loose", "spend"), "quantity must be one of utility per round"),
        ],
    )
    def test_names_that_there_are_not(
        self, played: HeadToHead, names: tuple[str, str, str], message: str
    ) -> None:
        with pytest.raises(ValueError, match=message):
            played.samples(*names)


@pytest.mark.parametrize("seeds", [[], [1, 2, 1]])
def test_seeds_that_are_none_or_repeat(seeds: list[int]) -> None:
    with pytest.raises(ValueError, match="seeds must be at least one, and differ"):
        head_to_head(PLAYERS, GAMES, seeds, W=W)
