"""Break the package in known ways, one at a time, and see that the tests notice: `make mutants`.

`tests/mutants.toml` lists the mutants: a name, what it breaks in one sentence, the file, the old
text, which occurs there exactly once, the new text and the tests that should fail. Each is made in
a copy of the tree.

Its own, as tools that break every line run for hours: these are chosen, each for a formula.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from check_site import ROOT

LISTED = tomllib.loads((ROOT / "tests" / "mutants.toml").read_text(encoding="utf-8"))["mutant"]
SECONDS = 300  # a mutant that takes longer never ends: somebody would notice


def outcome(folder: Path, tests: Iterable[str], mutant: dict[str, Any] | None) -> tuple[int, str]:
    """Run tests in a copy of the tree, with a mutant in it; return pytest's status and words."""
    # what numba has compiled is kept under a name made of the sources: of no use to a mutant
    ignore = shutil.ignore_patterns(".*", "_build", "osphg-*")
    copy = shutil.copytree(ROOT, folder / "copy", ignore=ignore)
    if mutant:
        broken = copy / mutant["file"]
        text = broken.read_text(encoding="utf-8").replace(mutant["old"], mutant["new"])
        broken.write_text(text, encoding="utf-8")
    environment = {key: value for key, value in os.environ.items() if key[:5] != "NUMBA"}
    environment |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
    # What is broken may tidy away what others have in the usual temporary folder.
    environment |= {"PYTHONPATH": str(copy), "TMPDIR": str(folder)}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    command += ["--hypothesis-profile", "ci", *tests]
    try:
        ran = subprocess.run(
            command, cwd=copy, env=environment, timeout=SECONDS if mutant else None,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return 1, f"not at an end after {SECONDS} seconds"
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return ran.returncode, ran.stdout + ran.stderr


def test_unbroken(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """The tests of those that are asked for pass."""
    items: list[Any] = request.session.items
    asked = [item.callspec.params["mutant"] for item in items if item is not request.node]
    tests = dict.fromkeys(test for mutant in asked for test in mutant["tests"])
    status, words = outcome(tmp_path, tests, None)
    assert status == 0, words


@pytest.mark.parametrize("mutant", LISTED, ids=lambda mutant: mutant["name"])
def test_with(mutant: dict[str, Any], tmp_path: Path) -> None:
    status, _ = outcome(tmp_path, mutant["tests"], mutant)
    assert status != 0, f"it survives: {mutant['breaks']}"
