"""The experiment notebooks, run with parameters that are not their own, must say what is true."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import papermill
import pytest
from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.manager import AsyncKernelManager
from nbclient.util import run_sync

import osphg
from osphg.experiments.results import Results
from osphg.tournament.catalogue import RATES, player_for, system
from osphg.tournament.contests import CONTESTS, in_own_units
from tests.chapters import defined

BOOK = Path(__file__).parent.parent / "book"
RECORD = "application/papermill.record/text/plain"

pytestmark = [
    # jupyter_client and zmq warn about the event loop on some platforms: not ours
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::RuntimeWarning:zmq"),
]


class Executed(dict[str, str]):
    """The glued texts of a notebook by name, and its results: a number by labels and quantity."""

    results: dict[tuple[str, ...], float]


Run = Callable[[str, dict[str, Any]], Executed]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Execute a notebook with these parameters and return what it has found.

    In one kernel, one after the other: what they load is loaded once.
    """
    clients: list[AsyncKernelClient] = []

    class Kernel(AsyncKernelManager):
        # Its base declares the blocking one of the same name.
        def client(self, **options: Any) -> AsyncKernelClient:  # type: ignore[override]
            clients.append(super().client(**options))
            return clients[-1]

    kernel, target = Kernel(), tmp_path_factory.mktemp("run") / "executed.ipynb"
    run_sync(kernel.start_kernel)(cwd=BOOK)

    def executed(name: str, parameters: dict[str, Any]) -> Executed:
        papermill.execute_notebook(
            BOOK / f"{name}.ipynb", target, parameters, progress_bar=False, km=kernel
        )
        notebook = nbformat.read(target, as_version=4)
        outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
        found = Executed(
            {
                output.metadata.scrapbook.name: str(ast.literal_eval(output.data[RECORD]))
                for output in outputs
                if "scrapbook" in output.get("metadata", {})
            }
        )
        texts = (output.get("data", {}).get("text/html", "") for output in outputs)
        tables = (table for text in texts if (table := Results.from_html(name, text)))
        found.results = next((table.values() for table in tables), {})
        return found

    yield executed
    for client in clients:
        client.stop_channels()
    run_sync(kernel.shutdown_kernel)(now=True)


def test_figure1(run: Run) -> None:
    """Every glued number of the figure's page equals what the package computes directly."""
    parameters = {"T": 400, "n": 2, "W": 25, "K": 9, "budget_per_round": 1.5, "seed": 11}
    glued = run("figure1", parameters | {"weighted": True, "windows": 12})
    rounds = osphg.rounds.paper_quadratics(T=400, n=2, budget_per_round=1.5, seed=11)
    played = osphg.play(osphg.OSPHG.tuned(rounds, W=25, K=9, weighted=True), rounds)
    best = osphg.best_fixed_decision(rounds, W=25)
    assert float(glued["violation-total"]) == pytest.approx(osphg.total_violation(played), abs=0.05)
    assert float(glued["utility-average"]) == pytest.approx(played.utility.mean(), abs=5e-5)
    assert float(glued["benchmark-average"]) == pytest.approx(best.value / 400, abs=5e-5)
    assert float(glued["regret"]) == pytest.approx(osphg.regret(played, best), abs=0.05)
    assert glued["violation-sign"] == ("negative" if played.violation.sum() < 0 else "not negative")


def test_sentences(run: Run) -> None:
    """The counts on the sentences' page are those of the package."""
    glued = run("figure1_sentences", {"T": 300, "W": 20, "K": 5, "seeds": 4})
    both = 0
    for seed in range(4):
        rounds = osphg.rounds.paper_quadratics(T=300, seed=seed)
        played = osphg.play(osphg.OSPHG.tuned(rounds, W=20, K=5), rounds)
        best = osphg.best_fixed_decision(rounds, W=20)
        both += played.violation.sum() < 0 and played.utility.sum() > best.upper_bound
    assert glued["seeds"] == "4"
    assert glued["published-both"].startswith(f"{both} of 4 seeds (symmetric)")


@pytest.mark.parametrize(
    ("parameters", "cells"),
    [
        ({"T": [300], "eps": [0.5], "stored": False}, 1),  # a cell of the sweep
        ({"T": [300, 1000], "eps": [1.0, 0.6]}, 4),
    ],
    ids=["one T", "other values"],
)
def test_rates(run: Run, parameters: dict[str, Any], cells: int) -> None:
    """The page of rates runs to its end; its table has every game, feedback and quantity."""
    glued = run("rates", parameters | {"seeds": 2})
    assert int(glued["computed"]) == cells * (3 * 2 + 1) * 2 * 5  # one game draws nothing
    assert "excess" in glued


def test_a_cell_of_the_stored_rates_is_reproduced(run: Run) -> None:
    """Of T up to 30000, with seeds that the page does not play itself; the page compares them."""
    provenance = json.loads((BOOK / "stored" / "rates" / "provenance.json").read_text())
    pick = np.random.default_rng(int(provenance["results_sha256"], 16))
    T, eps = (
        int(pick.choice([1000, 3000, 10_000, 30_000])),
        float(pick.choice([0.25, 0.5, 0.75, 1])),
    )
    seed = int(pick.integers(5, 19))
    glued = run("rates", {"T": [T], "eps": [eps], "first_seed": seed, "seeds": 2})
    assert glued["compared"] == glued["computed"] == str((3 * 2 + 1) * 2 * 5)


def test_real_week(run: Run) -> None:
    """With another budget, too, the rival takes all from dual descent, and not from repricing."""
    glued = run("real_week", {"share": 0.5, "resamples": 2, "longer": [2], "duels": 2})
    assert float(glued["share"]) == 0.5
    assert float(glued["rival-dual"]) == 0
    assert "repricing" in glued["safe"]
    assert "dual descent" not in glued["safe"]


def test_horizons(run: Run) -> None:
    """A row of the table is the violation of one game; the page says the sign of the last ones."""
    few = {"T": [200, 400], "shown": 400, "at": 300, "windows": [5], "steps": [2.0]}
    found = run("figure1_horizons", few | {"seeds": 2, "long_seeds": 2, "K": 7, "weighted": True})
    ends = []
    for seed in range(2):
        rounds = osphg.rounds.paper_quadratics(T=400, seed=seed)
        player = osphg.OSPHG.tuned(rounds, W=20, K=7, weighted=True)
        ends.append(osphg.play(player, rounds).violation.mean())
        row = ("400", "20", "1.0", str(seed), "violation per round")
        assert found.results[row] == pytest.approx(ends[-1], rel=1e-12)
    assert found["at-last"] == ("negative" if max(ends) < 0 else "not negative")


def test_parameter_map(run: Run) -> None:
    """A cell of the map is the mean of its games, with the steps that its factors say."""
    factors = {"mu_factors": [0.5, 1], "delta_factors": [0.1, 1]}
    found = run("parameter_map", factors | {"T": 200, "W": 9, "K": 5, "seeds": 2, "first_seed": 3})
    spent = []
    for seed in (3, 4):
        rounds = osphg.rounds.paper_quadratics(T=200, seed=seed)
        theorem = osphg.OSPHG.tuned(rounds, W=9, K=5)
        player = osphg.OSPHG(0.5 * theorem.mu, 0.1 * theorem.delta, 5, weighted=True)
        spent.append(osphg.play(player, rounds).violation.mean())
    row = ("weighted", "symmetric", "0.5", "0.1", "violation per round")
    assert found.results[row] == pytest.approx(np.mean(spent), rel=1e-12)
    assert found["map-cells"] == "4"


def test_oracles(run: Run) -> None:
    """On the paper's quadratics the mean utility of a player is that of its games."""
    few = {"T": 60, "W": 4, "K": 3, "n": 6, "seeds": 2, "linear_T": 50, "dimensions": [2, 4]}
    found = run("oracles", few)
    earned = []
    for seed in range(2):
        rounds = osphg.rounds.paper_quadratics(T=60, seed=seed)
        player = osphg.OSPHG.tuned(rounds, W=4, K=3, weighted=True)
        earned.append(osphg.play(player, rounds).utility.mean())
    row = ("quadratics, n = 2", "OSPHG weighted, gradient ascent", "utility per round, mean")
    assert found.results[row] == pytest.approx(np.mean(earned), rel=1e-12)
    assert found["linear-n"] == "4"


def test_matroids(run: Run) -> None:
    """What continuous decisions earn is what `play` says; the coins have all their rows."""
    few = {"T": 40, "seeds": 2, "horizons": [64, 128], "per_horizon": 2, "few": 1, "T_trap": 100}
    found = run("matroids", few)
    rounds = osphg.matroids.coverage_game(40, 1)
    player = osphg.OSPHG.tuned(rounds, W=1, K=7, weighted=True)
    row = ("coverage", "OSPHG weighted", "40", "1", "continuous")
    utility = osphg.play(player, rounds).utility.mean()
    assert found.results[row] == pytest.approx(utility, rel=1e-12)
    coins = [value for key, value in found.results.items() if key[0] == "biased coins"]
    assert len(coins) == 3 * 2 * 2  # learners and their control, horizons, games
    assert found["matroid-few"] == "1"


def test_zoo(run: Run) -> None:
    """A family's row is what the player earns and spends on its rounds, drawn as the page says."""
    found = run("zoo", {"T": 200, "W": 7, "K": 5, "budget": 0.2, "seed": 3})
    rng = np.random.default_rng(3)
    chances = np.array([[0.9, 0.6, 0.1], [0.2, 0.7, 0.8]])
    utility = osphg.families.ProbabilisticCoverage(rng.uniform(0, 2, (200, 3)), chances)
    prices = rng.uniform(0.5, 1.5, (200, 2)) * [1.0, 1.5]
    money = 0.2 * 200 * float(prices.mean(0).sum())
    rounds = osphg.Rounds(utility, prices, money, osphg.Box.unit(2))
    played = osphg.play(osphg.OSPHG.tuned(rounds, 7, 5, weighted=True, unit_free=True), rounds)
    name = "coverage by chance"
    assert found.results[name, "utility"] == pytest.approx(played.utility.sum(), rel=1e-12)
    assert found.results[name, "spend / budget"] == pytest.approx(played.spend.sum() / money)
    assert found["zoo-W"] == "7"


def test_pacer(run: Run) -> None:
    """What a cap costs is nothing where nothing is overspent; a second budget may not bind."""
    few = {"T": 150, "delays": [3, 60], "capped": 60, "season": 60, "calls_per_round": 0.9}
    found = run("pacer", few | {"seeds": 2})
    game = osphg.rounds.paper_quadratics(T=60, budget_per_round=1.0, seed=1)
    played = osphg.play(osphg.OSPHG.tuned(game, W=30, K=10, weighted=True), game)
    over = found.results["under a cap", "1", "overspent without"]
    assert over == pytest.approx(played.violation.sum() / game.budget, rel=1e-9)
    assert over < 0
    assert found.results["under a cap", "1", "utility lost"] == 0
    assert found["pacer-late"] == "60"
    assert found["pacer-calls-both"] == found["pacer-calls-alone"]


def test_dynamic_regret(run: Run) -> None:
    """Where prices stand still so do the constraints; the claim is that of T^max(a + 1/3, 2/3)."""
    few = {"T": 512, "horizons": 2, "seeds": 2, "a": 0.25, "first_seed": 1}
    found = run("dynamic_regret", few | {"moving_prices": False})
    for T in (256, 512):
        assert found.results["switches", str(T), "benchmark", "variation of the constraints"] == 0
        assert found.results["targets", str(T), "benchmark", "path length"] > 0
    assert found["dynamic-claim"] == "0.667"


def test_related_work(run: Run) -> None:
    """A system of the group gives the number that it gives here; nothing is kept to compare."""
    found = run("related_work", {"horizons": [128], "seeds": 2, "systems": "recent"})
    _, on_trial = defined("related_work", "concave_switching", "played")
    _, value = on_trial(system("PFS"), RATES["PFS"]["regret"], 128, 1)
    assert found.results["PFS", "128", "1", "regret"] == pytest.approx(value, rel=1e-12)
    assert found["checked"] == "0"
    assert found["control"] == "unknown at one T"


def test_tournament(run: Run) -> None:
    """What is not kept is all played, and what one earns under the stop is what it plays."""
    found = run("tournament", {"T": 60, "W": 5, "seeds": 2, "first_seed": 4})
    assert found["live"] == "all were played for this page"
    contest, who = CONTESTS[2], system("OSPHG, weighted")
    rounds = in_own_units(contest.game(60, 5))
    player = player_for(who, rounds, 5, 5, properties=contest.properties)
    earned = osphg.play(osphg.Capped(player, scaled=True), rounds).utility.mean()
    (mine,) = (
        value
        for key, value in found.results.items()
        if {"60", contest.name, who.name, "5", "utility per round under a stop"} <= set(key)
    )
    assert mine == pytest.approx(earned, rel=1e-12)


@pytest.mark.parametrize(
    ("parameter", "value", "message"),
    [
        ("T", "abc", "T must be an integer, got 'abc'"),
        ("W", 500, "W must be between 1 and 400, got 500"),
        ("mu", -1.0, "mu must be greater than 0, got -1.0"),
        ("weighted", 3, "weighted must be True or False, got 3"),
    ],
)
def test_a_wrong_parameter_is_named(run: Run, parameter: str, value: object, message: str) -> None:
    """A bad value stops the notebook with one line that names it."""
    with pytest.raises(papermill.PapermillExecutionError, match=message):
        run("figure1", {"T": 400, "W": 20, "K": 4, parameter: value})
