"""Comparing two runs, and verifying one by executing it again.

Two runs are compared in three respects: their parameters, the code and machine that computed them,
and their numbers. Where they differ, a `Difference` has both values; one that only one of the runs
has stands beside None. The origin of a run is what its file provenance.json says.
"""

from __future__ import annotations

import gzip
import json
import math
import os
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osphg.experiments.parameters import UsageError, reason
from osphg.experiments.results import Results
from osphg.experiments.running import PROVENANCE, RESULTS, run

EXACT = 17.0  # to how many digits two equal floats agree: no float has more


@dataclass(frozen=True)
class Difference:
    """One entry that two runs do not share.

    Parameters
    ----------
    name : str
        What the entry is of: a parameter, a source or version, or labels and quantity of a number.
    first, second : object
        The values in the two runs; None where a run has none.

    Examples
    --------
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

    Parameters
    ----------
    parameters : tuple of Difference
        The parameters with different values.
    code : tuple of Difference
        The sources, versions and properties of the machine that differ.
    results : tuple of Difference
        The numbers that are not equal to the last bit, and those that only one run has: the other
        has None there, and they agree to 0 digits.
    numbers : int
        How many numbers the runs have in common.
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
    """Return the provenance and the results that a run or a sweep has left in a folder.

    The table of results may be compressed, as the book keeps its larger ones.

    Parameters
    ----------
    folder : path
        The folder.

    Returns
    -------
    tuple
        What provenance.json says, a mapping, and the table of results.

    Raises
    ------
    UsageError
        If there is no complete run, or its files cannot be read.
    """
    where = Path(folder)
    compressed = where / f"{RESULTS}.gz"
    try:
        origin = json.loads((where / PROVENANCE).read_bytes())
        if origin["status"] != "complete":
            raise ValueError(f"it is {origin['status']}")
        # Called for their errors alone: what a comparison looks at must be there.
        _parameters(origin)
        _code(origin)
        if compressed.exists():
            table = gzip.decompress(compressed.read_bytes())
        else:
            table = (where / RESULTS).read_bytes()
        return origin, Results.from_csv(RESULTS, table.decode())
    except (KeyError, TypeError, AttributeError):
        why = f"{PROVENANCE} does not say what it is of"
    except (OSError, EOFError, ValueError, zlib.error) as error:
        why = reason(error)
        if isinstance(error, OSError) and error.filename:
            why = f"{Path(error.filename).name}: {why}"
    raise UsageError(f"{where} is not a complete run: {why}")


def compare(first: str | os.PathLike[str], second: str | os.PathLike[str]) -> Comparison:
    """Compare two runs, or two sweeps, by their folders.

    Parameters
    ----------
    first, second : path
        The folders that `run` or `sweep` has written.

    Returns
    -------
    Comparison
        The entries in which they differ.

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
    first_origin, first_results = load(first)
    second_origin, second_results = load(second)
    first_name = first_origin["experiment"]
    second_name = second_origin["experiment"]
    if first_name != second_name:
        raise UsageError(
            "runs must be of one experiment,"
            f" got {first_name} in {first} and {second_name} in {second}"
        )
    return _comparison(first_origin, first_results, second_origin, second_results)


def verify(
    folder: str | os.PathLike[str],
    *,
    timeout: float | None = None,
    progress: bool = False,
    book: Path | None = None,
) -> Comparison:
    """Run the book's notebook again, with a run's parameters, and compare the numbers.

    Nothing is written.

    Parameters
    ----------
    folder : path
        The folder of a complete run.
    timeout : float, optional
        After how many seconds the run is stopped, and has failed; no limit unless given.
    progress : bool
        Say on stderr about how long it will take, if the notebook says so, and show a bar.
    book : Path, optional
        Another folder of notebooks than the book's.

    Returns
    -------
    Comparison
        The entries in which the run in the folder, first, and the new one, second, differ.

    Raises
    ------
    UsageError
        If the folder holds no complete run, or a sweep, or a run without numbers; or if `run`
        refuses the run's notebook or parameters, or the `timeout`.
    RunError
        If the notebook fails, takes longer than `timeout`, or shows a table that cannot be read.
    """
    origin, results = load(folder)
    if origin.get("grid"):
        raise UsageError(f"{folder} is a sweep: what osphg run has left is verified")
    if not results.rows:
        raise UsageError(f"{folder} has no numbers that could be compared")
    again = run(
        origin["experiment"], origin["parameters"], timeout=timeout, progress=progress, book=book
    )
    return _comparison(origin, results, again.provenance, again.results)


def _comparison(
    first_origin: Mapping[str, Any],
    first_results: Results,
    second_origin: Mapping[str, Any],
    second_results: Results,
) -> Comparison:
    """Return how two runs differ.

    Parameters
    ----------
    first_origin, second_origin
        What the file provenance.json of each run says: its parameters, code and machine.
    first_results, second_results
        The table of numbers of each run. Two numbers are compared if they have the same labels,
        quantity and unit.

    Returns
    -------
    Comparison
        What differs of the parameters, of code and machine, and of the numbers; what only one run
        has is among it, with None for the other run. And how many numbers both runs have.
    """
    first_numbers = _numbers(first_results)
    second_numbers = _numbers(second_results)
    differing_numbers = [
        entry
        for entry in _differences(first_numbers, second_numbers)
        # `digits` counts the leading digits in which both agree: 0 for a number that one run alone
        # has. With EXACT of them none differs; two nan agree, though they are not equal.
        if entry.digits < EXACT
    ]
    return Comparison(
        parameters=_differences(_parameters(first_origin), _parameters(second_origin)),
        code=_differences(_code(first_origin), _code(second_origin)),
        results=tuple(
            # A person is told labels and quantity; the last entry of such a tuple is the unit.
            Difference(name=", ".join(entry.name[:-1]), first=entry.first, second=entry.second)
            for entry in differing_numbers
        ),
        numbers=len(first_numbers.keys() & second_numbers.keys()),
    )


def _numbers(table: Results) -> dict[tuple[Any, ...], Any]:
    """Return the numbers of a table, each by the tuple of its labels, its quantity and its unit.

    With the unit in it, 5 s in one run and 5 ms in the other are two numbers, and not equal ones.
    """
    return {(*table.key(row), row["unit"]): row["value"] for row in table.rows}


def _differences(first: Mapping[Any, Any], second: Mapping[Any, Any]) -> tuple[Difference, ...]:
    """Return what differs between two mappings: for each such key both values, by that name.

    A key that one of them does not have has the value None there.
    """
    entries = (
        Difference(name, first=first.get(name), second=second.get(name))
        for name in {**first, **second}
    )
    return tuple(entry for entry in entries if entry.first != entry.second)


def _parameters(origin: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters by name as `origin`, which is what a provenance says, has them.

    Those of a sweep have in `grid` the list of values of each swept one. A run has no grid.
    """
    return {**origin["parameters"], **(origin.get("grid") or {})}


def _code(origin: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a run's numbers depend on beside its parameters, as its provenance says.

    These are the hashes of package, notebook and lock file, and the commit, each cut to the 12
    characters that a person compares; the versions; and the machine. KeyError or TypeError for a
    provenance that does not have them.
    """
    hashes = {name: origin["inputs"].get(name) for name in ("package", "notebook", "lock")}
    hashes["commit"] = (origin.get("git") or {}).get("commit")
    # One that is missing stays None: an installed package has no commit.
    short_hashes = {name: value and str(value)[:12] for name, value in hashes.items()}
    return {
        **short_hashes,
        "python": origin["python"],
        "platform": origin.get("platform"),
        **(origin.get("machine") or {}),
        **origin["packages"],
    }
