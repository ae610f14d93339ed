"""Break the package in known ways, one at a time, and see that the tests notice: `make mutants`.

`tests/mutants.toml` lists the mutants: a name, what it breaks in one sentence, the file, the old
text, which occurs there exactly once, the new text and the tests that should fail. Each is made in
a copy of the tree. One that no test can tell from the package says why, as `equivalent`.

    python tools/mutants.py             all of them, and the same tests of the package as it is
    python tools/mutants.py NAME ...    some of them

Its own, as tools that break every line run for hours: these are chosen, each for a formula.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from check_site import ROOT

LIST = ROOT / "tests" / "mutants.toml"
AT_ONCE = 2
SECONDS = 300  # a mutant that takes longer never ends: somebody would notice


@dataclass(frozen=True)
class Mutant:
    """One change of one file, and the tests that should fail then."""

    name: str
    breaks: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]  # files of tests, or single ones as pytest names them
    equivalent: str = ""  # why no test can see it

    def text(self, root: Path = ROOT) -> str:
        """Return the changed file; ValueError unless the old text is there exactly once."""
        path = root / self.file
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if (found := text.count(self.old)) != 1:
            raise ValueError(
                f"{self.name}: its old text must occur once in {self.file}, found {found} times"
            )
        return text.replace(self.old, self.new)


def read(path: Path = LIST) -> list[Mutant]:
    """Return the mutants of a list."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    return [Mutant(**{**entry, "tests": tuple(entry["tests"])}) for entry in entries]


def outcome(tests: Iterable[str], mutant: Mutant | None = None) -> tuple[int, str]:
    """Run tests in a copy of the tree, with a mutant in it; return pytest's status and words."""
    # what numba has compiled is kept under a name made of the sources: of no use to a mutant
    ignore = shutil.ignore_patterns(".*", "_build", "osphg-*")
    environment = {key: value for key, value in os.environ.items() if key[:5] != "NUMBA"}
    environment |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    command += ["--hypothesis-profile", "ci", *tests]
    with tempfile.TemporaryDirectory(prefix="osphg-mutant-") as folder:
        copy = shutil.copytree(ROOT, Path(folder, "copy"), ignore=ignore)
        if mutant is not None:
            Path(copy, mutant.file).write_text(mutant.text(), encoding="utf-8")
        try:
            ran = subprocess.run(
                command, cwd=copy,
                # What is broken may tidy away what others have in the usual temporary folder.
                env=environment | {"PYTHONPATH": str(copy), "TMPDIR": folder},
                timeout=SECONDS if mutant else None, capture_output=True, text=True, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return 1, f"not at an end after {SECONDS} seconds"
        return ran.returncode, ran.stdout + ran.stderr


def test_without_any_mutant(request: pytest.FixtureRequest) -> None:
    """The tests of those that are asked for pass."""
    items: list[Any] = request.session.items
    asked = [item.callspec.params["mutant"] for item in items if item is not request.node]
    status, words = outcome(dict.fromkeys(test for mutant in asked for test in mutant.tests))
    assert status == 0, words


@pytest.mark.parametrize("mutant", read(), ids=lambda mutant: mutant.name)
def test_with(mutant: Mutant) -> None:
    status, words = outcome(mutant.tests, mutant)
    if mutant.equivalent:
        assert status == 0, f"it dies, and should not: {mutant.equivalent}\n{words}"
    else:
        assert status != 0, f"it survives: {mutant.breaks}"


if __name__ == "__main__":
    asked = [f"{__file__}::test_with[{name}]" for name in sys.argv[1:]]
    all_or_some = [f"{__file__}::test_without_any_mutant", *asked] if asked else [__file__]
    sys.exit(pytest.main(["-v", "-n", str(AT_ONCE), *all_or_some]))
