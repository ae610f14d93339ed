"""Comparing two runs, and verifying one by executing it again."""

from __future__ import annotations

import hashlib
import math
import os
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from osphg.experiments import folders, provenance, running
from osphg.experiments.catalogue import catalogue, read
from osphg.experiments.parameters import UsageError, clean, shown
from osphg.experiments.results import Results
from osphg.experiments.running import Execution

EXACT = 17.0  # digits of two equal floats


@dataclass(frozen=True)
class Difference:
    """One entry that two runs do not share; None where one of them has none.

    >>> round(Difference("regret", first=12.345, second=12.346).digits, 1)
    4.1
    """

    name: str
    first: Any
    second: Any

    @property
    def digits(self) -> float:
        """To how many significant digits two numbers agree, 0 to 17; two nan agree."""
        first, second = self.first, self.second
        if not isinstance(first, float) or not isinstance(second, float):
            return 0.0
        if first == second or (math.isnan(first) and math.isnan(second)):
            return EXACT
        error = abs(first - second) / max(abs(first), abs(second))
        if not error < 1:  # nan and infinity against a number, or opposite signs
            return 0.0
        return min(-math.log10(error), EXACT)


@dataclass(frozen=True)
class Comparison:
    """How two runs differ; each list is empty where they do not.

    `code` is of sources, versions and machine, `results` of numbers that are not equal to the last
    bit, and `numbers` is how many numbers the runs have in common.
    """

    parameters: tuple[Difference, ...]
    code: tuple[Difference, ...]
    results: tuple[Difference, ...]
    numbers: int

    @property
    def digits(self) -> float:
        """To how many significant digits all numbers agree; 17 if they are equal."""
        return min((entry.digits for entry in self.results), default=EXACT)


def load(folder: str | os.PathLike[str]) -> tuple[dict[str, Any], Results]:
    """Return a run's provenance and results; UsageError unless they are whole and agree."""
    where = Path(folder)
    table, origin = where / folders.RESULTS, folders.read_provenance(where)
    if origin.get("status") != "complete":
        status = shown(origin.get("status", "unknown")).strip("'")
        raise UsageError(f"{where} is not a complete run: it is {status}")
    kinds: dict[str, Any] = {
        "experiment": str, "python": str, "parameters": dict, "inputs": dict, "packages": dict,
        "git": dict | None, "machine": dict | None, "grid": dict | None,
    }  # fmt: skip
    for name, kind in kinds.items():
        if not isinstance(origin.get(name), kind):
            raise UsageError(f"{where} is not a run: its provenance.json has no {name} that is one")
    packed = where / f"{table.name}.gz"  # as the book keeps its larger tables
    try:
        raw = folders.content(packed if packed.is_file() else table)
        found = Results.from_csv(table.name, raw.decode())
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise UsageError(f"{table} cannot be read: {folders.reason(error)}") from None
    if hashlib.sha256(raw).hexdigest() != origin.get("results_sha256"):
        raise UsageError(f"{table} was changed after the run: its checksum differs")
    return origin, found


def compare(first: str | os.PathLike[str], second: str | os.PathLike[str]) -> Comparison:
    """Compare two runs, or two sweeps, by their folders.

    Raises
    ------
    UsageError
        If one of them is not a complete run, or they are of different experiments.

    Examples
    --------
    Two of the runs that the book keeps are of one experiment, for other systems:

    >>> from osphg.experiments.catalogue import book_folder
    >>> kept = book_folder() / "stored"
    >>> compare(kept / "related_work", kept / "related_work_recent").parameters
    (Difference(name='systems', first=None, second='recent'),)
    """
    (one, values), (two, others) = load(first), load(second)
    if one["experiment"] != two["experiment"]:
        raise UsageError(
            "runs must be of one experiment,"
            f" got {one['experiment']} in {first} and {two['experiment']} in {second}"
        )
    return _between(one, values, two, others)


def verify(
    folder: str | os.PathLike[str],
    *,
    trust: bool = False,
    anyway: bool = False,
    progress: bool = False,
    book: Path | None = None,
) -> tuple[Comparison, Execution]:
    """Execute a run's notebook again, with its parameters, and compare the numbers.

    The notebook is the book's own or, with `trust`, that of the run's folder; the package is the
    one that is installed now: with `anyway` also if the run is of another osphg, Python or package.
    What is not said here is as of `run`.

    Returns
    -------
    Comparison, Execution
        If the execution failed (`Execution.error`), the comparison's results are all missing.

    Raises
    ------
    UsageError
        Before anything runs: the folder holds no complete run with its notebook, its files do not
        agree with each other, the notebook is not the book's, it does not declare the parameters,
        or the run is of other code.
    """
    origin, values = load(folder)
    if not values.rows:
        raise UsageError(f"{folder} has no numbers that could be compared")
    path = Path(folder, folders.NOTEBOOK)
    if not path.is_file():
        raise UsageError(f"{folder} holds no {path.name}: what osphg run has left is verified")
    if folders.strangers(path.parent, (path.name,)):
        raise UsageError(f"{path} was changed after the run, or the run named no hash of it")
    own, name = read(path), origin["experiment"]
    if own.digest != origin["inputs"].get("notebook"):
        raise UsageError(f"{path} is not the notebook that the run says it executed")
    kept = catalogue(book).get(name)
    if kept is not None and kept.digest == own.digest:
        own = kept  # as it stands in the book, whatever the run's has besides
    elif not trust:
        raise UsageError(
            f"this is not the book's notebook: {path}; it would be executed here with your rights:"
            " read it first, and then --trust"
        )
    parameters = own.complete(origin["parameters"])
    here = provenance.collect(own, parameters)
    decisive = {"package", "python", *origin["packages"], *here["packages"]}
    for entry in _differences(_code(origin), _code(here)):
        if entry.name in decisive and not anyway:
            raise UsageError(
                f"other code: {folder} was computed by {entry.name} {entry.first or 'none'}, this"
                f" is {entry.second or 'none'}; to compare the numbers nevertheless, --anyway"
            )
    running.require_packages("osphg verify")
    with running.quiet():
        again = running.execute(clean(name), own.source, parameters, progress=progress)
    return _between(origin, values, here, again.results), again


def _between(
    one: Mapping[str, Any], values: Results, two: Mapping[str, Any], others: Results
) -> Comparison:
    """Compare two provenances and their results."""
    left, right = (
        {(*t.key(row), str(row["unit"])): row["value"] for row in t.rows} for t in (values, others)
    )
    unlike = [found for found in _differences(left, right) if found.digits < EXACT]
    parameters = (origin["parameters"] | (origin.get("grid") or {}) for origin in (one, two))
    return Comparison(
        _differences(*parameters),
        _differences(_code(one), _code(two)),
        tuple(replace(found, name=", ".join(found.name[:-1])) for found in unlike),
        len(left.keys() & right.keys()),
    )


def _differences(one: Mapping[Any, Any], two: Mapping[Any, Any]) -> tuple[Difference, ...]:
    each = (Difference(name, one.get(name), two.get(name)) for name in {**one, **two})
    return tuple(entry for entry in each if entry.first != entry.second)


def _code(origin: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a run's numbers depend on besides, digests cut short."""
    digests = {name: origin["inputs"].get(name) for name in ("package", "notebook", "lock")}
    digests["commit"] = (origin.get("git") or {}).get("commit")
    short = {name: digest and str(digest)[:12] for name, digest in digests.items()}
    named = {"python": origin["python"], "platform": origin.get("platform")}
    return short | named | (origin.get("machine") or {}) | origin["packages"]
