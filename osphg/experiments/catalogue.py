"""The experiments: every notebook of the book that has a cell of parameters.

A notebook is read as the JSON that it is: what lists or checks starts at once.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from osphg.experiments.parameters import (
    Parameter,
    UsageError,
    Value,
    declared,
    reason,
    shown,
    suggestion,
)  # fmt: skip

# What may be raised where a notebook is read that holds any JSON and any Python.
_READING_ERRORS = (
    ValueError, KeyError, TypeError, AttributeError, SyntaxError, OSError, RecursionError,
)  # fmt: skip

# What a notebook says of itself under `osphg` in its metadata.
_METADATA = {"grows_with", "quick", "seconds", "summary"}

# About how long a kernel takes to start, in seconds.
_KERNEL_START = 3.0


@dataclass(frozen=True)
class Experiment:
    """A notebook with parameters.

    Parameters
    ----------
    name : str
        The name of its file, without the ending.
    summary : str
        One line about it; empty if the notebook has none.
    source : str
        The notebook without its outputs, as JSON.
    parameters : mapping of Parameter
        Each parameter by its name, in the notebook's order.
    quick : mapping
        The values of some parameters, by name, for a first look.
    seconds : float
        About how long an execution with the defaults takes on two cores, in seconds; 0 if the
        notebook does not say.
    grows_with : tuple of str
        The parameters in which that time is roughly linear.
    """

    name: str
    summary: str
    source: str = field(repr=False)
    parameters: Mapping[str, Parameter]
    quick: Mapping[str, Value]
    seconds: float
    grows_with: tuple[str, ...]

    def parameter(self, name: str) -> Parameter:
        """Return a parameter by its name.

        Parameters
        ----------
        name : str
            One of `parameters`.

        Returns
        -------
        Parameter
            Its type, range, default and meaning.

        Raises
        ------
        UsageError
            For a name that there is not; the message says which was probably meant.
        """
        if name not in self.parameters:
            hint = suggestion(name, self.parameters)
            raise UsageError(f"{self.name} has no parameter {shown(name)}{hint}")
        return self.parameters[name]

    def complete(self, given: Mapping[str, Any], *, quick: bool = False) -> dict[str, Value]:
        """Return the values of all parameters by name, checked.

        Parameters
        ----------
        given : mapping
            Values by the names of their parameters, or texts as a person writes them.
        quick : bool
            Whether the quick values, where there are some, stand for those that are not given.

        Returns
        -------
        dict
            The value of each parameter, in its declared type, in the notebook's order.

        Raises
        ------
        UsageError
            For a name that there is not, a wrong type, or a value out of range.
        """
        values = {name: parameter.default for name, parameter in self.parameters.items()}
        if quick:
            values |= self.quick
        values |= {name: self.parameter(name).typed(value) for name, value in given.items()}
        for name, parameter in self.parameters.items():
            # A parameter may be by default the square root of another one, rounded down, as W of T:
            # its declared default is then None. Unless it has a value of its own, it follows the
            # value that the other one has now.
            if values[name] is None and parameter.root_of:
                values[name] = parameter.default_beside(values)
            parameter.check(values[name], values)
        return values

    def estimate(self, values: Mapping[str, Value]) -> float:
        """Return about how many seconds an execution takes: a guess from the defaults' time.

        That time is multiplied, for each parameter in `grows_with`, by the ratio of its value to
        its default; of lists, by that of their lengths.

        Parameters
        ----------
        values : mapping
            All parameters, as `complete` returns them.

        Returns
        -------
        float
            Seconds on two cores, of which 3 are for a kernel to start; 3 where the notebook does
            not say how long it takes.
        """
        defaults = self.complete({})

        def size(value: Any) -> float:
            """Return a number itself, or how many entries a list has."""
            return float(len(value) if isinstance(value, list) else value)

        # A default of size 0 counts as 1: nothing can be divided by 0.
        ratios = [size(values[name]) / (size(defaults[name]) or 1.0) for name in self.grows_with]
        return _KERNEL_START + self.seconds * math.prod(ratios)


def duration(seconds: float) -> str:
    """Return a time in seconds as a text for people: 5400 is "2 h", and 5300 is "88 min".

    The unit is the largest of which the time has at least one and a half.
    """
    for unit, size in (("days", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 1.5 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{max(seconds, 1.0):.0f} s"


def book_folder() -> Path:
    """Return the folder of the book's notebooks; UsageError where there is none.

    In a copy of the repository the folder stands beside the package; when the package was
    installed, it stands within it. A folder `book` where the command was started is tried last.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package.parent / "book", package / "_book" / "book", Path.cwd() / "book"):
        if folder.is_dir() and any(folder.glob("*.ipynb")):
            return folder
    raise UsageError("the book's notebooks were not found: work in a copy of the repository")


def catalogue(book: Path | None = None) -> dict[str, Experiment]:
    """Return the experiments by name.

    Parameters
    ----------
    book : Path, optional
        Another folder of notebooks than the book's.

    Returns
    -------
    dict of Experiment
        Each experiment by its name, in alphabetical order; notebooks that cannot be read are left
        out.

    Raises
    ------
    UsageError
        If there is no such folder.

    Examples
    --------
    >>> sorted(catalogue())[:3]
    ['dynamic_regret', 'figure1', 'figure1_horizons']
    """
    return readable(book)[0]


def readable(book: Path | None = None) -> tuple[dict[str, Experiment], dict[str, str]]:
    """Return the experiments of a folder, and why some of its notebooks are none.

    Parameters
    ----------
    book : Path or None
        The folder of notebooks; None stands for that of the book.

    Returns
    -------
    tuple of dict
        Each experiment by its name; and by the name of each notebook that cannot be read a message
        in one line. A notebook without parameters is in neither.

    Raises
    ------
    UsageError
        If there is no such folder.
    """
    folder = book_folder() if book is None else Path(book)
    if not folder.is_dir():
        raise UsageError(f"book must be a folder of notebooks, got {shown(str(folder))}")
    experiments: dict[str, Experiment] = {}
    reasons: dict[str, str] = {}
    for path in sorted(folder.glob("*.ipynb")):
        try:
            experiment = read(path)
        except UsageError as error:
            reasons[path.stem] = str(error)
            continue
        if experiment.parameters:
            experiments[path.stem] = experiment
    return experiments, reasons


def find(name: str, book: Path | None = None) -> Experiment:
    """Return an experiment by its name.

    Parameters
    ----------
    name : str
        One of `catalogue()`.
    book : Path, optional
        Another folder of notebooks than the book's.

    Returns
    -------
    Experiment
        The notebook's source and its parameters.

    Raises
    ------
    UsageError
        If there is none; the message says which name was probably meant, or why the notebook
        cannot be read.

    Examples
    --------
    >>> find("figure1").quick["T"]
    1000
    """
    experiments, reasons = readable(book)
    if name not in experiments:
        hint = suggestion(str(name), experiments)
        there_is_none = f"there is no experiment {shown(name)}{hint}"
        # A notebook of this name may be there that cannot be read.
        raise UsageError(reasons.get(name, there_is_none))
    return experiments[name]


def read(path: Path) -> Experiment:
    """Return the experiment that a notebook declares.

    Its parameters are those of the first cell tagged `parameters`. Its metadata may have, under
    "osphg": `summary`, one line about it; `quick`, values of some parameters for a first look;
    `seconds`, how long it takes with its defaults; and `grows_with`, the names of the parameters in
    which that time is roughly linear. Outputs are dropped.

    Parameters
    ----------
    path : Path
        The file of the notebook.

    Returns
    -------
    Experiment
        With its quick values in the types of their parameters.

    Raises
    ------
    UsageError
        If it cannot be read, or declares something wrongly; the message says what.
    """
    try:
        # An editor may have put a byte order mark at the front: hence the "-sig".
        notebook = json.loads(path.read_text("utf-8-sig"))
        metadata = notebook["metadata"].get("osphg", {})
        parameters: dict[str, Parameter] = {}
        # Backwards, so that of several cells of parameters the first one is read last, and counts.
        for cell in reversed(notebook["cells"]):
            if cell["cell_type"] == "code":
                cell["outputs"] = []  # which may be large
                cell["execution_count"] = None
                if "parameters" in cell["metadata"].get("tags", []):
                    parameters = declared("".join(cell["source"]))
        # `suggestion` is the end of the message: "; did you mean ...?" or the names that there are.
        for key in {*metadata} - _METADATA:
            raise ValueError(f"its metadata has no {shown(key)}{suggestion(key, _METADATA)}")
        named = {*metadata.get("quick", ()), *metadata.get("grows_with", ())}
        for key in named - {*parameters}:
            raise ValueError(f"its metadata names {shown(key)}{suggestion(key, parameters)}")
        quick_values = metadata.get("quick", {}).items()
        experiment = Experiment(
            name=path.stem,
            summary=str(metadata.get("summary", "")),
            source=json.dumps(notebook),
            parameters=parameters,
            quick={key: parameters[key].typed(value) for key, value in quick_values},
            seconds=float(metadata.get("seconds", 0.0)),
            grows_with=tuple(metadata.get("grows_with", ())),
        )
        # Defaults and quick values out of range are refused now, not when somebody runs it; and so
        # is a parameter in `grows_with` that has no size, which only an estimate finds out.
        for quick in (True, False):
            experiment.estimate(experiment.complete({}, quick=quick))
    except _READING_ERRORS as error:
        raise UsageError(f"{path.name} is not an experiment: {reason(error)}") from None
    return experiment
