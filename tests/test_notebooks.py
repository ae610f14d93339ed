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

BOOK = Path(__file__).parent.parent / "book"
RECORD = "application/papermill.record/text/plain"

pytestmark = [
    # jupyter_client and zmq warn about the event loop on some platforms: not ours
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::RuntimeWarning:zmq"),
]


Run = Callable[[str, dict[str, Any]], dict[str, str]]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Execute a notebook with these parameters and return its glued texts by name.

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

    def glued(name: str, parameters: dict[str, Any]) -> dict[str, str]:
        papermill.execute_notebook(
            BOOK / f"{name}.ipynb", target, parameters, progress_bar=False, km=kernel
        )
        notebook = nbformat.read(target, as_version=4)
        outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
        return {
            output.metadata.scrapbook.name: str(ast.literal_eval(output.data[RECORD]))
            for output in outputs
            if "scrapbook" in output.get("metadata", {})
        }

    yield glued
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
