"""Comparing two runs, and verifying one by executing it again."""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import os
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osphg.experiments import executing, provenance
from osphg.experiments.catalogue import LARGEST, WRONG, Experiment, experiment
from osphg.experiments.errors import UsageError
from osphg.experiments.files import FORMAT, PROVENANCE, checksum, owned, read_json, sha256
from osphg.experiments.folders import NOTEBOOK, RESULTS, read_provenance
from osphg.experiments.parameters import shown
from osphg.experiments.results import Results

_LARGEST = 500_000_000  # bytes of a table
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
    >>> experiments.Difference("seed", first=0, second=None).digits
    0.0
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
    """Return a run's provenance and results; UsageError unless both are whole and unchanged."""
    where = Path(folder)
    origin = read_provenance(where)
    if origin.get("status") != "complete":
        status = shown(origin.get("status", "unknown")).strip("'")
        raise UsageError(f"{where} is not a complete run: it is {status}")
    _check_origin(where, origin)
    packed = where / f"{RESULTS}.gz"  # as the book keeps its larger tables
    try:
        with gzip.open(packed) if packed.is_file() else (where / RESULTS).open("rb") as file:
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise ValueError(f"it is longer than {_LARGEST:,} bytes")
        if hashlib.sha256(content).hexdigest() != origin.get("results_sha256"):
            raise UsageError(f"{where / RESULTS} was changed after the run: its checksum differs")
        return origin, Results.from_csv(RESULTS, content.decode())
    except FileNotFoundError:
        raise UsageError(f"{where} is not a complete run: it has no {RESULTS}") from None
    except (OSError, EOFError, ValueError, zlib.error) as error:
        if isinstance(error, UsageError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{where / RESULTS} cannot be read: {shown(str(reason), 200)}") from None


def _check_origin(where: Path, origin: Mapping[str, Any]) -> None:
    """Raise UsageError unless a provenance says what a comparison needs, and is as it was left."""
    kinds: dict[str, type] = {
        "experiment": str, "parameters": dict, "inputs": dict, "packages": dict, "python": str,
    }  # fmt: skip
    for name, kind in kinds.items():
        if not isinstance(origin.get(name), kind):
            raise UsageError(f"{where} is not a run: its {PROVENANCE} has no {name} that is one")
    for name in ("git", "machine"):
        if not isinstance(origin.get(name), dict | None):
            raise UsageError(f"{where} is not a run: its {PROVENANCE} has no {name} that is one")
    for name in ("inputs", "git", "packages", "machine"):
        held: Mapping[str, Any] = origin.get(name) or {}
        for key, value in held.items():
            if not isinstance(value, str | bool | None):
                raise UsageError(f"{where} is not a run: its {PROVENANCE} has no {key} that is one")
    if origin["format"] == FORMAT and origin.get("checksum") != checksum(origin):
        raise UsageError(f"{where / PROVENANCE} was changed after the run: its checksum differs")


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
    >>> experiments.compare(kept / "related_work", kept / "related_work").results
    ()
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
    git: Mapping[str, Any] = origin.get("git") or {}
    return {
        "package": _short(origin["inputs"].get("package")),
        "notebook": _short(origin["inputs"].get("notebook")),
        "lock": _short(origin["inputs"].get("lock")),
        "commit": _short(git.get("commit")),
        "python": origin["python"],
        "platform": origin.get("platform"),
        **(origin.get("machine") or {}),
        **origin["packages"],
    }


def _short(digest: str | None) -> str | None:
    return digest and digest[:12]


def verify(
    folder: str | os.PathLike[str], *, anyway: bool = False, progress: bool = False
) -> tuple[Comparison, executing.Execution]:
    """Execute a run's own notebook again, with its parameters, and compare the numbers.

    The notebook is the one in the run's folder; the package is the one that is installed now.

    Parameters
    ----------
    folder
        Of the run.
    anyway : bool
        Compare also with a run that another osphg has computed; the comparison's `code` says how
        packages, versions and machines differ.
    progress : bool
        Show a bar of cells on stderr.

    Returns
    -------
    comparison, execution
        If the execution failed (`execution.error`), the comparison's results are all missing.

    Raises
    ------
    UsageError
        If the folder does not hold a complete run with its notebook, or one of its files is not
        as the run left it, or a parameter is none that the notebook declares, or the run is of
        other code. Nothing has run then.

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
    name = str(origin["experiment"])
    own = _own_notebook(Path(folder), origin)
    parameters = own.complete(origin["parameters"])
    present = provenance.package_digest()
    if origin["inputs"].get("package") != present and not anyway:
        raise UsageError(
            f"other code: {folder} was computed by osphg {_short(origin['inputs'].get('package'))},"
            f" this is {_short(present)}; to compare the numbers nevertheless, --anyway"
        )
    executing.require_packages("osphg verify")
    again = executing.execute("notebook", own.source, parameters, progress=progress)
    found = (None if again.error else executing.results(name, again.notebook)) or Results(name, [])
    here = origin | provenance.surroundings()
    here["inputs"] = {**origin["inputs"], "package": present}
    here["inputs"] |= provenance.lock_digest()
    return between(origin, values, here, found), again


def _own_notebook(folder: Path, origin: Mapping[str, Any]) -> Experiment:
    """Return the experiment of a run's notebook, without the values that it was run with.

    It is executed: so its cells must be those of the notebook that the run says it executed.
    """
    path = folder / NOTEBOOK
    if not path.is_file():
        raise UsageError(f"{folder} holds no {NOTEBOOK}: only single runs are verified")
    if owned(folder).get(NOTEBOOK) != {sha256(path)}:
        raise UsageError(f"{path} was changed after the run, or the run named no hash of it")
    try:
        notebook = read_json(path, largest=LARGEST)
        cells = notebook["cells"]
        notebook["cells"] = [
            cell for cell in cells if "injected-parameters" not in cell["metadata"].get("tags", [])
        ]
        found = experiment(str(origin["experiment"]), json.dumps(notebook))
        if found.digest != origin["inputs"].get("notebook"):
            raise UsageError(f"{path} is not the notebook that the run says it executed")
    except WRONG as error:
        if isinstance(error, UsageError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{path} cannot be read: {shown(str(reason), 200)}") from None
    return found
