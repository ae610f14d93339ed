"""Comparing two runs, and verifying one by executing it again."""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import os
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from osphg.experiments import executing, provenance
from osphg.experiments.catalogue import Experiment, find, read
from osphg.experiments.folders import (
    FORMAT,
    NOTEBOOK,
    PROVENANCE,
    RESULTS,
    checksum,
    content,
    owned,
    read_provenance,
    reason,
    sha256,
)
from osphg.experiments.parameters import UsageError, shown
from osphg.experiments.results import Results

EXACT = 17.0  # digits of two equal floats


@dataclass(frozen=True)
class Difference:
    """One entry that two runs do not share; None where one of them has none.

    Examples
    --------
    >>> from osphg import experiments
    >>> changed = experiments.Difference("regret", first=12.345, second=12.346)
    >>> round(changed.digits, 1)
    4.1
    """

    name: str
    first: Any
    second: Any

    @property
    def digits(self) -> float:
        """To how many significant digits two numbers agree; 0 unless both are numbers."""
        return agreement(self.first, self.second)


@dataclass(frozen=True)
class Comparison:
    """How two runs differ; each list is empty where they do not.

    Attributes
    ----------
    parameters, code, results : tuple of Difference
        Parameters; sources, versions and machine; numbers that are not equal to the last bit.
    numbers : int
        How many numbers the runs have in common.

    Examples
    --------
    >>> from osphg import experiments
    >>> regret = experiments.Difference("regret", first=12.345, second=12.346)
    >>> found = experiments.Comparison(parameters=(), code=(), results=(regret,), numbers=40)
    >>> round(found.digits, 1), experiments.Comparison((), (), (), numbers=40).digits
    (4.1, 17.0)
    """

    parameters: tuple[Difference, ...]
    code: tuple[Difference, ...]
    results: tuple[Difference, ...]
    numbers: int

    @property
    def digits(self) -> float:
        """To how many significant digits all numbers agree; 17 if they are equal."""
        return min((entry.digits for entry in self.results), default=EXACT)


def agreement(first: Any, second: Any) -> float:
    """Return to how many significant digits two numbers agree, 0 to 17; two nan agree.

    >>> round(agreement(1.0, 1.001), 1)
    3.0
    """
    if not isinstance(first, float) or not isinstance(second, float):
        return 0.0
    if first == second or (math.isnan(first) and math.isnan(second)):
        return EXACT
    error = abs(first - second) / max(abs(first), abs(second))
    if not error < 1:  # nan and infinity against a number, or opposite signs
        return 0.0
    return min(max(-math.log10(error), 0.0), EXACT)


def load(folder: str | os.PathLike[str]) -> tuple[dict[str, Any], Results]:
    """Return a run's provenance and results; UsageError unless they are whole and agree.

    The checksums are of a run with itself: who changes all of them together is not seen.
    """
    where = Path(folder)
    origin = read_provenance(where)
    if origin.get("status") != "complete":
        status = shown(origin.get("status", "unknown")).strip("'")
        raise UsageError(f"{where} is not a complete run: it is {status}")
    if origin["format"] == FORMAT and origin.get("checksum") != checksum(origin):
        raise UsageError(f"{where / PROVENANCE} was changed after the run: its checksum differs")
    kinds: dict[str, Any] = {
        "experiment": str,
        "parameters": dict,
        "inputs": dict,
        "packages": dict,
        "python": str,
    }
    for name, kind in kinds.items():
        if not isinstance(origin.get(name), kind):
            raise UsageError(f"{where} is not a run: its {PROVENANCE} has no {name} that is one")
    packed = where / f"{RESULTS}.gz"  # as the book keeps its larger tables
    try:
        raw = gzip.decompress(content(packed)) if packed.is_file() else content(where / RESULTS)
        if hashlib.sha256(raw).hexdigest() != origin.get("results_sha256"):
            raise UsageError(f"{where / RESULTS} was changed after the run: its checksum differs")
        return origin, Results.from_csv(RESULTS, raw.decode())
    except FileNotFoundError:
        raise UsageError(f"{where} is not a complete run: it has no {RESULTS}") from None
    except (OSError, EOFError, ValueError, zlib.error) as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError(f"{where / RESULTS} cannot be read: {reason(error)}") from None


def compare(first: str | os.PathLike[str], second: str | os.PathLike[str]) -> Comparison:
    """Compare two runs, or two sweeps, by their folders.

    Raises
    ------
    UsageError
        If one of them is not a complete run, or they are of different experiments.

    Examples
    --------
    Two of the runs that the book keeps are of one experiment, for other systems:

    >>> from osphg import experiments
    >>> from osphg.experiments.catalogue import book_folder
    >>> kept = book_folder() / "stored"
    >>> found = experiments.compare(kept / "related_work", kept / "related_work_recent")
    >>> found.parameters
    (Difference(name='systems', first=None, second='recent'),)
    """
    (one, values), (two, others) = load(first), load(second)
    if one["experiment"] != two["experiment"]:
        raise UsageError(
            "runs must be of one experiment,"
            f" got {one['experiment']} in {first} and {two['experiment']} in {second}"
        )
    return between(one, values, two, others)


def between(
    one: Mapping[str, Any], values: Results, two: Mapping[str, Any], others: Results
) -> Comparison:
    """Compare two provenances and their results."""
    left, right = values.values(), others.values()
    return Comparison(
        _differences(_parameters(one), _parameters(two)),
        _differences(_code(one), _code(two)),
        tuple(
            Difference(", ".join(key), left.get(key), right.get(key))
            for key in {**left, **right}
            if agreement(left.get(key), right.get(key)) < EXACT
        ),
        len(left.keys() & right.keys()),
    )


def _differences(one: Mapping[str, Any], two: Mapping[str, Any]) -> tuple[Difference, ...]:
    return tuple(
        Difference(name, one.get(name), two.get(name))
        for name in {**one, **two}
        if one.get(name) != two.get(name)
    )


def _parameters(origin: Mapping[str, Any]) -> dict[str, Any]:
    """Return a run's parameters; of a sweep, with all values of those that are swept."""
    grid = origin.get("grid")
    return {**origin["parameters"], **(grid if isinstance(grid, dict) else {})}


def _code(origin: Mapping[str, Any]) -> dict[str, Any]:
    inputs = {name: _short(origin["inputs"].get(name)) for name in ("package", "notebook", "lock")}
    return {
        **inputs,
        "commit": _short((origin.get("git") or {}).get("commit")),
        "python": origin["python"],
        "platform": origin.get("platform"),
        **(origin.get("machine") or {}),
        **origin["packages"],
    }


def _short(digest: Any) -> str | None:
    return str(digest)[:12] if digest else None


def verify(
    folder: str | os.PathLike[str],
    *,
    trust: bool = False,
    anyway: bool = False,
    progress: bool = False,
    book: Path | None = None,
) -> tuple[Comparison, executing.Execution]:
    """Execute a run's notebook again, with its parameters, and compare the numbers.

    The notebook is the book's own, or that of the run's folder, if a person trusts it; the package
    is the one that is installed now.

    Parameters
    ----------
    folder
        Of the run.
    trust : bool
        Execute the notebook in the run's folder, if it is not the book's.
    anyway : bool
        Compare also with a run that another osphg has computed; the comparison's `code` says how
        packages, versions and machines differ.
    progress : bool
        Show a bar of cells on stderr.
    book : Path, optional
        Another folder of notebooks than the book's.

    Returns
    -------
    comparison, execution
        If the execution failed (`execution.error`), the comparison's results are all missing.

    Raises
    ------
    UsageError
        If the folder does not hold a complete run with its notebook, or its files do not agree with
        each other, or the notebook is not the book's, or a parameter is none that it declares, or
        the run is of other code. Nothing has run then.

    Examples
    --------
    A run without its notebook is refused; of its larger ones the book keeps the tables alone:

    >>> from osphg import experiments
    >>> from osphg.experiments.catalogue import book_folder
    >>> try:
    ...     experiments.verify(book_folder() / "stored" / "related_work")
    ... except experiments.UsageError as error:
    ...     print(str(error).partition("related_work ")[2])
    holds no notebook.ipynb: only single runs are verified
    """
    origin, values = load(folder)
    own = _own_notebook(Path(folder), origin)
    if not trust and own.digest != _digest_in_book(own.name, book):
        raise UsageError(
            f"this is not the book's notebook: {Path(folder) / NOTEBOOK}; it would be executed here"
            " with your rights: read it first, and then --trust"
        )
    parameters = own.complete(origin["parameters"])
    inputs = origin["inputs"] | {"package": provenance.package_digest(), **provenance.lock_digest()}
    here = origin | provenance.surroundings() | {"inputs": inputs}
    for name, then, now in _other_code(origin, here) if not anyway else ():
        raise UsageError(
            f"other code: {folder} was computed by {name} {then}, this is {now};"
            " to compare the numbers nevertheless, --anyway"
        )
    executing.require_packages("osphg verify")
    with executing.quiet():
        again = executing.execute(own.name, own.source, parameters, progress=progress)
    found = None if again.error else executing.results(own.name, again.notebook)
    return between(origin, values, here, found or Results(own.name, [])), again


def _other_code(one: Mapping[str, Any], two: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    """Return (name, then, now) of what numbers depend on, and is not as it was."""
    names = ("package", "python", *{**one["packages"], **two["packages"]})
    differ = _differences(*({name: _code(o).get(name) for name in names} for o in (one, two)))
    said = {"package": "osphg", "python": "Python"}
    return [(said.get(e.name, e.name), e.first, e.second) for e in differ]


def _digest_in_book(name: str, book: Path | None) -> str:
    try:
        return find(name, book).digest
    except UsageError:
        return ""


def _own_notebook(folder: Path, origin: Mapping[str, Any]) -> Experiment:
    """Return the experiment of a run's notebook, without the values that it was run with."""
    path = folder / NOTEBOOK
    if not path.is_file():
        raise UsageError(f"{folder} holds no {NOTEBOOK}: only single runs are verified")
    if owned(folder).get(NOTEBOOK) != {sha256(path)}:
        raise UsageError(f"{path} was changed after the run, or the run named no hash of it")
    found = read(path)
    notebook = json.loads(found.source)
    notebook["cells"] = [
        cell
        for cell in notebook["cells"]
        if "injected-parameters" not in cell["metadata"].get("tags", [])
    ]
    if found.digest != origin["inputs"].get("notebook"):
        raise UsageError(f"{path} is not the notebook that the run says it executed")
    return replace(found, name=str(origin["experiment"]), source=json.dumps(notebook))
