"""Running Rocq's compiler, and reading what it says."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

LIBRARY = Path(__file__).parents[3] / "rocq"
MISSING = (
    "coqc, the compiler of Rocq (Coq), is not installed: `apt-get install coq` on Debian, "
    "`conda install -c conda-forge coq`, or `opam install coq`; Coquelicot is not needed"
)
# What the reals of Rocq's library rest on; a certificate may show nothing else.
REALS = frozenset({
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
})  # fmt: skip


class RocqError(RuntimeError):
    """Rocq refused a file; the message says which step, and what Rocq said."""


class Checked(NamedTuple):
    """What Rocq says of a file that it accepts.

    Attributes
    ----------
    axioms : mapping of theorems to the axioms that they rest on
    seconds : float
        Of the processor.
    """

    axioms: dict[str, tuple[str, ...]]
    seconds: float


def installed() -> bool:
    """Whether there is a compiler."""
    return shutil.which("coqc") is not None


def version() -> str:
    """Return the compiler's version."""
    shown = subprocess.run(["coqc", "--version"], capture_output=True, text=True, check=True)
    found = re.search(r"version (\S+)", shown.stdout)
    return found.group(1) if found else shown.stdout.strip()


def check(path: Path, folder: Path) -> Checked:
    """Have a file checked, together with the compiled ones beside it.

    Parameters
    ----------
    path : Path
    folder : Path
        Where the library is compiled, too: all files have the logical path Osphg.

    Raises
    ------
    RocqError
        If it is refused, with the lemma, the rule of the kernel behind it and Rocq's message.
    """
    command = ["coqc", "-q", "-Q", str(folder), "Osphg", path.name]
    with tempfile.TemporaryFile("w+") as said, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, cwd=folder, stdout=said, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        errors.seek(0)
        if process.returncode:
            raise RocqError(_refusal(path, errors.read()))
        axioms = _axioms(said.read())
    printed = re.findall(r"^Print Assumptions (\S+)\.$", path.read_text(), re.M)
    seconds = usage.ru_utime + usage.ru_stime
    return Checked(dict(zip(printed, axioms, strict=True)), seconds)


def _axioms(output: str) -> list[tuple[str, ...]]:
    """Return the axioms of every `Print Assumptions`, in order."""
    found: list[tuple[str, ...]] = []
    for line in output.splitlines():
        if line.startswith(("Axioms:", "Closed under the global context")):
            found.append(())
        elif found and line[:1].strip():  # what an axiom says goes on on lines that are indented
            found[-1] += (re.split(r"\s*:(?!\S)", line)[0],)
    return [tuple(sorted(axioms)) for axioms in found]


def _refusal(path: Path, message: str) -> str:
    """Say where a file was refused: which lemma, by which rule, and Rocq's own words."""
    at = re.search(r"line (\d+), characters", message)
    words = re.split(r"\nError:\s*", message, maxsplit=1)[-1].strip()
    if at is None:
        return f"{path.name}: {words}"
    lines = path.read_text().splitlines()[: int(at.group(1))]
    starts = [n for n, line in enumerate(lines) if re.match(r"(Lemma|Theorem) ", line)]
    if not starts:
        return f"{path.name}, line {at.group(1)}: {words}"
    said = lines[starts[-1] - 1].strip("(*) ") if starts[-1] else ""
    lemma = re.split(r"[ :]", lines[starts[-1]])[1]
    head = " ".join(itertools.takewhile(lambda line: line != "Proof.", lines[starts[-1] :]))
    stated = " ".join(head.split())
    return (
        f"{path.name}, {lemma} ({said or 'no comment'}), line {at.group(1)}: {words}\nin {stated}"
    )
