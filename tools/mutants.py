"""Break the package in known ways, one at a time, and see that the tests notice: `make mutants`.

`tests/mutants.toml` lists the mutants: a name, what it breaks in one sentence, the file, the old
text, which occurs there exactly once, the new text and the tests that should fail. Each is made in
a copy of the tree. One that no test can tell from the package says why, as `equivalent`.

    python tools/mutants.py             all of them, after the same tests of the package as it is
    python tools/mutants.py NAME ...    some of them

Status 0: all die but the equivalent ones. 1: one survives, or dies and is said to be equivalent.
2: an entry does not fit its file, or the tests fail without any mutant.

Its own, as tools that break every line run for hours: these are chosen, each for a formula.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
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


def verdict(mutant: Mutant) -> tuple[bool, str]:
    """Return whether a mutant does as it should, and a line that says what it does."""
    start = time.monotonic()
    died = outcome(mutant.tests, mutant)[0] != 0  # those of the package itself pass
    right = died != bool(mutant.equivalent)
    said = ("dies" if died else "equivalent") if right else "DIES" if died else "SURVIVES"
    because = mutant.equivalent or mutant.breaks
    return right, f"{time.monotonic() - start:5.0f} s  {said}  {mutant.name}: {because}"


def main(names: Sequence[str]) -> int:
    """Run the mutants of these names, or all."""
    known = {mutant.name: mutant for mutant in read()}
    try:
        chosen = [known[name] for name in names] or list(known.values())
        for mutant in chosen:
            mutant.text()
    except (KeyError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    right = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        tests = dict.fromkeys(test for mutant in chosen for test in mutant.tests)
        unchanged = pool.submit(outcome, tests)
        for done in as_completed([pool.submit(verdict, mutant) for mutant in chosen]):
            as_told, line = done.result()
            right += as_told
            print(line, flush=True)
        status, words = unchanged.result()
    if status != 0:
        print(f"error: the tests fail without any mutant\n{words}", file=sys.stderr)
        return 2
    print(f"{right} of {len(chosen)} mutants do as they should")
    return int(right != len(chosen))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
