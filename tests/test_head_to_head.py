"""Players against each other: what is measured, what is refused, and what is no input."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt

import osphg
from osphg import OSPHG, BoostedOSPHG, Box, MetaFrankWolfe, RoundError, Rounds
from osphg.checks import FloatArray
from osphg.hindsight import Benchmark, branch_and_bound
from osphg.metrics import mean
from osphg.players import Feedback, Player
from osphg.plots.players import utility_against_spend
from osphg.rounds import Game
from osphg.studies.head_to_head import HeadToHead, head_to_head
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


PLAYERS: dict[str, Callable[[Game], Player]] = {
    "published": lambda game: OSPHG.tuned(game, W, 4),
    "strict": lambda _: Constant((0.5, 0.0)),
    "loose": lambda _: Constant((0.5, 0.0), heuristic=True),
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
                    run = osphg.play(PLAYERS[player](rounds), rounds)
                    expected = (
                        run.utility.mean(),
                        (run.violation + rounds.allowance).mean(),
                        osphg.total_violation(run) / rounds.T,
                        osphg.regret(run, best) / rounds.T,
                    )
                    for quantity, value in zip(played.quantities, expected, strict=True):
                        found = played.samples(game, player, quantity)[seed]
                        assert found == pytest.approx(value, rel=1e-13, abs=1e-13)

    def test_a_constant_decision_in_closed_form(self, played: HeadToHead) -> None:
        for seed in range(3):
            h = np.random.default_rng(seed).uniform(0, 1, (20, 2))
            value, spend, violation, _ = (
                played.samples("linear", "strict", quantity)[seed] for quantity in played.quantities
            )
            assert value == pytest.approx(h[:, 0].mean() / 2)
            assert spend == pytest.approx(0.5)
            assert violation == pytest.approx(0.0, abs=1e-15)

    def test_labels_units_and_order(self, played: HeadToHead) -> None:
        assert played.results.labels == ("game", "player", "seed", "heuristic")
        assert played.quantities[-1] == "(1-1/e)-regret per round"
        assert {row["unit"] for row in played.results.rows} == {"units of f", "budget units"}
        assert len(played.results.rows) == (3 + 2) * 3 * 4
        assert played.pairs == (
            ("quadratics", "published"), ("quadratics", "loose"),
            ("linear", "published"), ("linear", "strict"), ("linear", "loose"),
        )  # fmt: skip

    def test_twice_gives_the_same_bytes(self, played: HeadToHead) -> None:
        again = head_to_head(PLAYERS, GAMES, range(3), W=W)
        assert again.results.csv() == played.results.csv()

    def test_alpha_is_named_and_used(self) -> None:
        one, half = (
            head_to_head(PLAYERS, {"linear": linear}, [1], W=W, alpha=alpha) for alpha in (1.0, 0.5)
        )
        assert one.quantities[-1] == "1-regret per round"
        assert half.quantities[-1] == "0.5-regret per round"
        best = one.benchmarks["linear", 1]
        regrets = [run.samples("linear", "strict", run.quantities[-1])[0] for run in (one, half)]
        assert regrets[0] - regrets[1] == pytest.approx(best.average / 2)

    def test_the_benchmark_is_computed_once_per_game_and_seed(self) -> None:
        calls: list[tuple[Game, int]] = []

        def counting(game: Game, W: int) -> Benchmark:
            calls.append((game, W))
            return osphg.best_fixed_decision(game, W)

        result = head_to_head(PLAYERS, GAMES, [4, 7], W=3, benchmark=counting)
        assert [W for _, W in calls] == [3] * 4
        assert list(result.benchmarks) == [(game, seed) for game in GAMES for seed in (4, 7)]

    def test_another_solver_is_a_partial(self) -> None:
        solver = branch_and_bound()
        with_solver = partial(osphg.best_fixed_decision, solver=solver)
        result = head_to_head(PLAYERS, {"linear": linear}, [0], W=W, benchmark=with_solver)
        assert "branch and bound" in result.benchmarks["linear", 0].method

    def test_players_that_draw_get_the_seed(self) -> None:
        def boosted(game: Game, seed: int) -> Player:
            return BoostedOSPHG.tuned(game, W, 1, seed=seed)

        fixed = quadratics(0)
        result = head_to_head(
            {}, {"fixed": lambda _: fixed}, [0, 1], W=W, randomised={"b": boosted}
        )
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
        players = {**PLAYERS, "rash": lambda _: OSPHG(mu=1.0, delta=2.0, K=1)}
        result = head_to_head(players, {"linear": linear}, [0, 1], W=W)
        assert "delta * mu^2 must be at most 1" in result.refused["linear", "rash"]

    def test_an_error_while_playing_is_no_refusal(self) -> None:
        with pytest.raises(RoundError, match="the decision must lie in") as caught:
            head_to_head({"out": lambda _: Constant((2.0, 0.0))}, {"linear": linear}, [5], W=W)
        assert caught.value.__notes__ == ["out on linear, seed 5"]

    def test_an_interrupt_ends_it(self) -> None:
        class Interrupted(Constant):
            def update(self, state: None, feedback: Feedback) -> None:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            head_to_head({"x": lambda _: Interrupted((0.0, 0.0))}, {"linear": linear}, [0], W=W)


class TestSummary:
    def test_entries_are_means_with_intervals(self, played: HeadToHead) -> None:
        table = played.summary()
        assert list(table.columns) == ["player", "game", *played.quantities, "note"]
        rows = {(row[1], row[0]): row for row in table.to_numpy()}
        assert len(rows) == 6
        samples = played.samples("linear", "published", "utility per round")
        assert rows["linear", "published"][2] == f"{mean(samples):.3f}"
        assert rows["linear", "loose"][-1] == "heuristic"
        assert rows["linear", "strict"][-1] == ""
        assert str(rows["quadratics", "strict"][-1]).startswith("refused: Constant needs")
        assert "3 seeds" in table.attrs["caption"]

    def test_one_game_without_marks_needs_no_more_columns(self) -> None:
        players = {"published": PLAYERS["published"]}
        table = head_to_head(players, {"linear": linear}, [0, 1], W=W).summary()
        assert len(table.columns) == 5

    def test_one_seed_has_no_interval(self) -> None:
        result = head_to_head(PLAYERS, {"linear": linear}, [0], W=W)
        with pytest.raises(ValueError, match="seeds must be at least 2 for an interval, got 1"):
            result.summary()

    @pytest.mark.parametrize(
        ("names", "message"),
        [
            (("x", "loose", "spend per round"), "game must be one of quadratics, linear, got 'x'"),
            (("linear", "x", "spend per round"), "player must be one of published"),
            (("linear", "loose", "spend"), "quantity must be one of utility per round"),
        ],
    )
    def test_names_that_there_are_not(
        self, played: HeadToHead, names: tuple[str, str, str], message: str
    ) -> None:
        with pytest.raises(ValueError, match=message):
            played.samples(*names)


class TestFigure:
    def test_points_stand_at_the_means(self, played: HeadToHead) -> None:
        with mpl.rc_context({"figure.constrained_layout.use": True}):
            figure = utility_against_spend(played)
        axis = next(axis for axis in figure.axes if axis.get_title() == "linear")
        drawn: dict[str, Any] = {str(made.get_label()): made[0] for made in axis.containers}
        assert set(drawn) == set(PLAYERS)
        for player, line in drawn.items():
            spend = played.samples("linear", player, "spend per round").mean()
            utility = played.samples("linear", player, "utility per round").mean()
            assert line.get_xydata().tolist() == [[pytest.approx(spend), pytest.approx(utility)]]
        assert drawn["loose"].get_markerfacecolor() == "white"
        assert drawn["strict"].get_markerfacecolor() != "white"
        budget = next(line for line in axis.lines if line.get_label() == "budget")
        assert np.asarray(budget.get_xdata())[0] == pytest.approx(0.5)
        assert len({line.get_marker() for line in drawn.values()}) == 3
        plt.close(figure)

    def test_more_players_than_shapes(self) -> None:
        players = dict.fromkeys([str(i) for i in range(17)], PLAYERS["loose"])
        result = head_to_head(players, {"linear": linear}, [0, 1], W=W)
        with pytest.raises(ValueError, match="players must be at most 16 in one figure, got 17"):
            utility_against_spend(result)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": {}}, "players must hold at least one entry"),
        ({"games": {}}, "games must hold at least one entry"),
        ({"players": [1]}, "players must be a mapping"),
        ({"players": {"x": 3}}, r"players\['x'\] must be callable, got 3"),
        ({"players": {3: quadratics}}, "players must have texts as names, got 3"),
        ({"games": {"x": linear(0)}}, r"games\['x'\] must be callable"),
        ({"games": {"x": lambda seed: seed}}, r"games\['x'\] must return Rounds .* got int"),
        ({"players": {"x": lambda game: 3}}, "player must have init, decide"),
        ({"players": {"x": lambda game: Constant}}, "player must have init, decide"),
        ({"randomised": {"strict": linear}}, "randomised must not repeat .* got 'strict'"),
        ({"randomised": {"x": 3}}, r"randomised\['x'\] must be callable"),
        ({"seeds": []}, "seeds must hold at least one seed"),
        ({"seeds": [1, 2, 1]}, "seeds must differ, got 1 twice"),
        ({"seeds": [0.5]}, "seeds must be integers, got 0.5"),
        ({"seeds": [True]}, "seeds must be integers, got True"),
        ({"seeds": [-1]}, "seeds must not be negative, got -1"),
        ({"seeds": 3}, "seeds must be integers in a list or range, got 3"),
        ({"W": 0}, "W must be at least 1, got 0"),
        ({"W": 61}, "W must be .* got 61"),
        ({"alpha": 1.5}, "alpha must be at most 1, got 1.5"),
        ({"alpha": 0}, "alpha must be greater than 0"),
        ({"alpha": math.nan}, "alpha must be finite"),
        ({"benchmark": 3}, "benchmark must be callable, got 3"),
    ],
)
def test_what_is_no_input(change: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"players": PLAYERS, "games": GAMES, "seeds": [0], "W": W}
    with pytest.raises((TypeError, ValueError), match=message):
        head_to_head(**(given | change))


def test_meta_frank_wolfe_spends_more_than_osphg() -> None:
    """A sanity check of the whole: the player without a budget overspends, in every seed."""
    players: dict[str, Callable[[Game], Player]] = {
        "with": lambda game: OSPHG.tuned(game, 1, 4),
        "without": lambda game: MetaFrankWolfe.tuned(game, 4),
    }

    def game(seed: int) -> Game:
        return osphg.rounds.paper_quadratics(T=2000, budget_per_round=1.0, seed=seed)

    result = head_to_head(players, {"quadratics": game}, range(3), W=1)
    most, least = (result.samples("quadratics", name, "spend per round") for name in players)
    assert (least > most).all()
    assert (result.samples("quadratics", "without", "violation per round") > 0.5).all()
