"""Each row of the chapter on public code, again from the kept tables; and how these are made."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import parity as tool
import pytest

from tests.chapters import defined

KEPT = Path(tool.FOLDER)
ROUNDING = 1e-13


@pytest.fixture(scope="module")
def chapter() -> dict[str, Any]:
    """What the chapter's cells define; those with the rows have run, and their asserts held."""
    one_of_each_cell = defined(
        "public_code", "kept_table", "single_recipe", "seeded_game", "yu_neely", "oco_pfs"
    )
    space: dict[str, Any] = one_of_each_cell[0].__globals__
    return space


# What differs beyond rounding, and by how much, as measured with the commits of the provenance.
SLIPS = {
    ("single_recipe", "OSPHG"): 3.6932e-4,
    ("joke_script", "OSPHG"): 0.80370,
    ("single_recipe", "best of both"): 4.7792e-2,
    ("yu_neely", "queue"): 0.87681,
    ("unified", "after its step"): 6.0809e-2,
}
TOLERANCES = {
    ("unified", "before its step"): 1e-11,
    ("projections", "clarabel"): 1e-11,
    ("global_search", "scip"): 1e-8,
}
NO_DIFFERENCES = {
    "earned, theirs", "earned, ours", "spent, theirs", "spent, ours",
    "overspent", "overspent, constraint charged", "money",
}  # fmt: skip
ROWS = ("single_recipe", "joke_script", "oco_pfs", "long_term", "yu_neely", "bian", "unified",
        "best_of_many_worlds", "projections", "global_search")  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_our_players_decide_as_public_code_does(name: str, chapter: dict[str, Any]) -> None:
    differences = chapter[name]()
    slips = {key for table, key in SLIPS if table == name}
    assert slips < set(differences)
    for key, difference in differences.items():
        if key in slips:
            assert difference == pytest.approx(SLIPS[name, key], rel=1e-4)
        elif key not in NO_DIFFERENCES:
            assert difference <= TOLERANCES.get((name, key), ROUNDING), key


def test_whoever_sees_requests_first_earns_more(chapter: dict[str, Any]) -> None:
    found = chapter["best_of_many_worlds"]()
    assert (found["earned, theirs"] > 1.5 * found["earned, ours"]).all()
    # Theirs stops when the money is gone.
    given, _ = chapter["kept_table"]("best_of_many_worlds")
    assert (found["spent, theirs"] <= given["allowance"] + ROUNDING).all()


def test_the_queue_keeps_the_budget_once_it_charges(chapter: dict[str, Any]) -> None:
    """As it stands it buys nearly everything; charged, it overspends by a part of one allowance."""
    found = chapter["yu_neely"]()
    given, _ = chapter["kept_table"]("yu_neely")
    assert given["price"] @ given["start"] == pytest.approx(given["allowance"], abs=1e-15)
    everything = given["price"].sum() * given["T"] - found["money"]
    assert 0.8 * everything < found["overspent"] < everything
    assert 0 < found["overspent, constraint charged"] < given["allowance"]


def test_the_authors_whole_experiment_is_repeated_for_a_seed(chapter: dict[str, Any]) -> None:
    """10,000 rounds of four of their programs, by our players on the game that they draw."""
    given, scripted = chapter["kept_table"]("osphg_seeds")
    assert list(scripted["seed"]) == list(tool.SEEDS)
    runs = chapter["authors_experiment"](3, given)
    assert chapter["unlike_script"](3, given, scripted, runs) < 1e-12
    # It buys everything in nearly every round: the multiplier of the published OSPHG is 0.
    game, _ = chapter["seeded_game"](3, given["T"], given["allowance"])
    everything = game.prices.sum(axis=1).mean()
    assert scripted["OSPHG: spend"][3] == pytest.approx(everything, rel=0.01)


def test_ten_tenths_are_less_than_1_in_the_frank_wolfe_variant(chapter: dict[str, Any]) -> None:
    given, theirs = chapter["kept_table"]("bian")
    assert (given["K"], theirs["steps"]) == (10, 11)


def test_kept_decisions_are_no_trivial_ones(chapter: dict[str, Any]) -> None:
    """Every table has decisions that move, within X: zeros would compare nothing."""
    for name in ROWS:
        _, theirs = chapter["kept_table"](name)
        for key, decisions in theirs.items():
            if np.ndim(decisions) > 1:
                assert np.ptp(decisions, axis=0).max() > 0.1, (name, key)
                assert decisions.min() >= -TOLERANCES.get((name, key), ROUNDING), (name, key)


# The tables and their provenance


PACKAGES = {"projections": {"jaxopt", "optax", "clarabel"}, "global_search": {"pyscipopt"}}


def test_each_table_says_where_it_is_from() -> None:
    provenance = json.loads((KEPT / "provenance.json").read_text(encoding="utf-8"))
    assert set(provenance) == set(tool.RUNS)
    assert {path.name for path in KEPT.iterdir()} == {
        "provenance.json", *(f"{name}.json" for name in tool.RUNS)
    }  # fmt: skip
    for name, entry in provenance.items():
        assert entry["licence"], name
        assert entry["inputs"], name
        if name in PACKAGES:
            assert set(entry["packages"]) == PACKAGES[name]
        else:
            assert re.fullmatch(r"https://github\.com/[\w.-]+/[\w.-]+", entry["repository"])
            assert re.fullmatch(r"[0-9a-f]{40}", entry["commit"])
            assert entry["files"]
    assert sum(path.stat().st_size for path in KEPT.iterdir()) < 400_000


def test_the_inputs_of_the_authors_game_are_drawn_again() -> None:
    kept = json.loads((KEPT / "single_recipe.json").read_text(encoding="utf-8"))["inputs"]
    for name, drawn in tool.crowdsourcing(T=64, seed=1).items():
        assert np.array_equal(kept[name], drawn), name


# How they are made, on small programs of our own


PROGRAM = '''
raise RuntimeError("a script that is run, not read")

def charges(T):
    """The multiplier that each round reads, and writes anew."""
    lambdas = np.zeros(T)
    read = []
    for t in range(T):
        read.append(float(lambdas[t]))
        lambdas[t] = lambdas[t] + np.int(level)
    return read

def before_and_after(x):
    last = np.zeros(2)
    now = np.zeros(2)
    seen = []
    for step in range(x):
        now[0] = last[0] + 1
        seen.append((float(last[0]), float(now[0])))
        last = now
    return seen
'''


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


def test_a_script_is_read_without_being_run(program: Path) -> None:
    assert tool.definitions(program, level=2.5).charges(3) == [0.0, 0.0, 0.0]


def test_a_multiplier_that_is_kept_is_read_in_the_next_round(program: Path) -> None:
    kept = tool.definitions(program, [tool.MultiplierKept()], level=2.5)
    assert kept.charges(4) == [0.0, 2.0, 4.0, 6.0]


def test_arrays_with_a_second_name_are_copied(program: Path) -> None:
    shared = tool.definitions(program).before_and_after(3)
    copied = tool.definitions(program, [tool.ArraysCopied()]).before_and_after(3)
    assert (shared, copied) == (
        [(0.0, 1.0), (2.0, 2.0), (3.0, 3.0)],
        [(0.0, 1.0), (1.0, 2.0), (2.0, 3.0)],
    )


def test_only_the_multiplier_of_the_round_is_moved() -> None:
    tree = ast.parse("lambdas[t] = a\nlambdas[k] = b\nother[t] = c\na = b = c")
    tool.MultiplierKept().visit(tree)
    changed = ast.unparse(ast.fix_missing_locations(tree)).splitlines()
    assert changed == ["lambdas[(t + 1) % T] = a", "lambdas[k] = b", "other[t] = c", "a = b = c"]


def test_a_queue_is_charged_in_the_one_line_that_computes_the_charge() -> None:
    program = "b = A*x;\n    q_temp = grad*b;\n    d = g + q_temp;\n"
    assert tool.with_queue_charged(program).splitlines() == [
        "b = A*x;",
        "    q_temp = A' * (gamma * (q_curr + gamma * b_diff));",
        "    d = g + q_temp;",
    ]
    with pytest.raises(ValueError, match=r"must assign to q_temp in one line, got 0$"):
        tool.with_queue_charged("d = g + q_temp;\n")


def test_a_name_may_replace_a_function(program: Path) -> None:
    replaced = tool.definitions(program, before_and_after=len)
    assert replaced.before_and_after is len


def test_a_table_is_kept_in_all_digits() -> None:
    table = {
        "inputs": {"T": 3, "x": np.array([0.1, 1 / 3])},
        "decisions": {"X": np.array([[1e-300, 2.0]]), "seed": [0.0]},
    }
    kept = json.loads(tool.as_text(table))
    assert kept["inputs"] == {"T": 3, "x": [0.1, 1 / 3]}
    assert kept["decisions"] == {"X": [[1e-300, 2.0]], "seed": [0.0]}


@pytest.mark.skipif(shutil.which("git") is None, reason="a checkout is made by git")
def test_another_commit_is_refused(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    git = ["git", "-C", str(checkout), "-c", "user.name=N", "-c", "user.email=n@example.org"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    commit = [*git, "commit", "--quiet", "--allow-empty", "--message", "empty"]
    subprocess.run(commit, check=True)
    with pytest.raises(SystemExit, match=r"long_term is made from https://\S+ at \w+, got \w{40}$"):
        tool.main("long_term", checkout, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["checkout"]
