"""Break the package in known ways, one at a time, and see that the tests notice.

`make mutants` runs it, as ``pytest tools/mutants.py``; ``-k NAME`` chooses some mutants. A mutant
is an entry of `tests/mutants.toml`: its name, one sentence that says what it breaks, a file, a text
that occurs there exactly once, the text to put in its place, and the tests that should then fail.
Each mutant is made in a copy of the project's folder. A test of this file fails, and so does the
command, if a mutant survives: the tests then pass although the package is broken.

Tools that change every line of a package run for hours. These mutants are chosen, each for a
formula, and take a quarter of an hour; so the tool is the project's own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from check_site import ROOT

LISTED = tomllib.loads((ROOT / "tests" / "mutants.toml").read_text(encoding="utf-8"))["mutant"]
TIME_LIMIT = 300  # seconds; a mutant that takes longer never ends, which somebody would notice


class Outcome(NamedTuple):
    """How a run of pytest ended: its exit status, 0 if all tests passed, and what it printed."""

    status: int
    output: str


def run_tests(folder: Path, tests: Iterable[str], mutant: dict[str, Any] | None) -> Outcome:
    """Run tests in a copy of the project, with or without a mutant in it.

    The tests import the package from the copy, by `_environment`.

    Parameters
    ----------
    folder
        An empty folder for the copy; it is removed at the end.
    tests
        The tests, as pytest names them, such as ``tests/test_play.py::test_name``.
    mutant
        The entry of `tests/mutants.toml` by which the copy is changed; None for no change. Only
        with a mutant is there a limit of time: an endless run counts as a test that fails.

    Returns
    -------
    Outcome
        The exit status of pytest, 0 if all tests passed, and what pytest printed. After the limit
        of time the status is 1.
    """
    # Folders named osphg-* have what numba compiled from the unbroken sources: of no use here.
    ignore = shutil.ignore_patterns(".*", "_build", "osphg-*")
    copy = shutil.copytree(ROOT, folder / "copy", ignore=ignore)
    if mutant:
        file = copy / mutant["file"]
        text = file.read_text(encoding="utf-8").replace(mutant["old"], mutant["new"])
        file.write_text(text, encoding="utf-8")
    # -x: the first test that fails is enough.
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    command += ["--hypothesis-profile", "ci", *tests]
    try:
        finished = subprocess.run(
            command, cwd=copy, env=_environment(folder, copy),
            timeout=TIME_LIMIT if mutant else None, capture_output=True, text=True, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Outcome(1, f"not at an end after {TIME_LIMIT} seconds")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return Outcome(finished.returncode, finished.stdout + finished.stderr)


def _environment(folder: Path, copy: Path) -> dict[str, str]:
    """Return the environment in which tests import the package from `copy`, with one thread each.

    Temporary files go into `folder`: a broken package may remove files of other processes from the
    usual temporary folder.
    """
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA")}
    environment["OPENBLAS_NUM_THREADS"] = "1"
    environment["OMP_NUM_THREADS"] = "1"
    environment["PYTHONPATH"] = str(copy)
    environment["TMPDIR"] = str(folder)
    return environment


def test_unbroken(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Without a mutant, the tests of all mutants that were chosen pass.

    If they did not, a test that fails with a mutant would prove nothing.
    """
    items: list[Any] = request.session.items  # the tests of this file that were chosen
    chosen = [item.callspec.params["mutant"] for item in items if item is not request.node]
    tests = dict.fromkeys(test for mutant in chosen for test in mutant["tests"])  # each once
    outcome = run_tests(tmp_path, tests, mutant=None)
    assert outcome.status == 0, outcome.output


@pytest.mark.parametrize("mutant", LISTED, ids=lambda mutant: mutant["name"])
def test_with(mutant: dict[str, Any], tmp_path: Path) -> None:
    """With a mutant, at least one of its tests fails."""
    outcome = run_tests(tmp_path, mutant["tests"], mutant)
    assert outcome.status != 0, f"it survives: {mutant['breaks']}"
