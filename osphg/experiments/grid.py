"""The grid of a sweep: its values as they are written, its cells, and their joint table and plot.

A sweep executes an experiment's notebook once for each combination of some parameters' values; such
an execution is a cell. Each shows a table of results, and the sweep's table has all their rows.
"""

from __future__ import annotations

import csv
import io
import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from osphg.experiments.catalogue import Experiment
from osphg.experiments.parameters import KINDS, Parameter, UsageError, Value, pairs, shown, written
from osphg.experiments.results import REQUIRED, Label, Results

LIMIT = 10_000  # the most cells of a sweep, unless another limit is asked for
MOST_VALUES = 1_000_000  # the most values of a range `a..b`
MOST_LINES = 10  # the most lines in a panel of the plot
_COMMA = re.compile(r",(?![^\[]*\])")  # not one within brackets


@dataclass
class Grid:
    """A grid of executions of one experiment; the first axis varies slowest.

    UsageError for what cannot be swept, or for more cells than the limit.

    Parameters
    ----------
    experiment : Experiment
        The experiment that each cell executes.
    axes : mapping of str to sequence
        The values of each swept parameter, by its name; all different.
    fixed : mapping
        The values of other parameters, the same in all cells. The rest have their defaults.
    quick : bool
        Whether the experiment's quick values replace its defaults.
    limit : int
        The most cells that the grid may have.
    """

    experiment: Experiment
    axes: Mapping[str, Sequence[Any]]
    fixed: Mapping[str, Any]
    quick: bool

    limit: int = LIMIT

    def __post_init__(self) -> None:
        if not self.axes:
            raise UsageError("a sweep must have a parameter that is swept, such as seed=0..19")
        for name, values in self.axes.items():
            self.experiment.parameter(name)
            if name in self.fixed:
                raise UsageError(f"{name} must be either swept or fixed, got both")
            if isinstance(values, str | bytes) or not hasattr(values, "__len__"):
                raise UsageError(f"{name} must be swept over a list, got {shown(values)}")
            if not len(values):
                raise UsageError(f"{name} must have a value, got none")
        if self.count > self.limit:
            count = f"{self.limit:,} cells (the limit), got {self.count:,}"
            raise UsageError(f"grid must have at most {count}")
        for name, values in self.axes.items():
            typed = [self.experiment.parameter(name).typed(value) for value in values]
            if len({written(value) for value in typed}) < len(typed):
                raise UsageError(f"{name} must be swept over different values, got one twice")
            self.axes = {**self.axes, name: typed}

    @property
    def count(self) -> int:
        """The number of cells."""
        return math.prod(len(values) for values in self.axes.values())

    def cells(self) -> Iterator[tuple[dict[str, Value], dict[str, Value]]]:
        """Yield each cell's swept parameters and all its parameters; UsageError if they do not fit.

        Swept parameters are those of `axes`, with their values in the cell.
        """
        for values in itertools.product(*self.axes.values()):
            swept = dict(zip(self.axes, values, strict=True))
            yield swept, self.experiment.complete({**self.fixed, **swept}, quick=self.quick)


def parse(experiment: Experiment, texts: Sequence[str]) -> dict[str, list[Any]]:
    """Read a grid as it is written on a command line: `T=1e3,1e4`, `seed=0..19`.

    Values are separated by commas; `a..b` and `a..b..step` are ranges of integers, both ends
    included; lists are written in brackets, `mu_factors=[0.5,1],[1,2]`; a text in which a comma
    stands is quoted as in CSV, `label="a, b",c`. UsageError for what is none of these.

    >>> from osphg.experiments.catalogue import find
    >>> parse(find("figure1"), ["W=10,100", "seed=0..3"])
    {'W': [10, 100], 'seed': [0, 1, 2, 3]}
    """
    axes: dict[str, list[Any]] = {}
    for name, text in pairs(texts).items():
        parameter = experiment.parameter(name)
        parts = _COMMA.split(text)
        if parameter.type == "str":
            try:
                parts = next(csv.reader([text], skipinitialspace=True)) or [""]
            except csv.Error as error:
                raise UsageError(f"{name} cannot be read: {error}") from None
        axes[name] = [value for part in parts for value in _values(parameter, part)]
    return axes


def _values(parameter: Parameter, part: str) -> list[Any]:
    """Return the values that one part between commas stands for: those of a range, or one."""
    text = part.strip()
    if parameter.type == "str":
        return [parameter.typed(part)]
    if not text:
        raise UsageError(f"{parameter.name} must have a value before and after every comma")
    if ".." in text and parameter.type in ("int", "float"):
        return [parameter.typed(value) for value in _range(parameter.name, text)]
    if parameter.type.startswith("list") and not re.fullmatch(r"\[.*\]|none", text):
        wanted = "must be swept over lists in brackets"
        raise UsageError(f"{parameter.name} {wanted}, got {shown(text)}")
    return [parameter.typed(text)]


def _range(name: str, text: str) -> range:
    """Return the range of integers that a text `a..b` or `a..b..step` is; else UsageError."""
    with suppress(TypeError, ValueError, ArithmeticError):
        as_int = KINDS["int"][0]
        first, last, *step = (as_int(part.strip()) for part in text.split(".."))
        values = range(first, last + 1, *step)
        if 0 < len(values) <= MOST_VALUES:
            return values
    wanted = f"a rising range of integers a..b or a..b..step, at most {MOST_VALUES:,}"
    raise UsageError(f"{name} must be {wanted}, got {shown(text)}")


# The table and the plot of all cells.


def table(name: str, cells: Sequence[tuple[Mapping[str, Value], Results]]) -> Results:
    """Return all rows of the cells' tables as one table, each with its cell's swept parameters.

    A swept parameter becomes a column of its name, a label of the row. Where the notebook's own
    table has a column of that name, the new column is called `parameter_NAME`. A column that only
    some cells have is empty in the rows of the others.

    Parameters
    ----------
    name : str
        The file name of the new table.
    cells : sequence of pairs
        For each cell its swept parameters, values by name, and the table that its notebook showed.
    """
    labels_of_cells = [label for _, results in cells for label in results.labels]
    columns = dict.fromkeys([*labels_of_cells, *REQUIRED])  # each once, in the order of appearance
    rows = []
    for swept, results in cells:
        parameters: dict[str, Label] = {}
        for key, value in swept.items():
            # No label is a list or None.
            label = written(value) if value is None or isinstance(value, list) else value
            parameters[f"parameter_{key}" if key in columns else key] = label
        for row in results.rows:
            rows.append(parameters | {column: row.get(column, "") for column in columns})
    return Results(name, rows)


def draw(grid: Grid, results: Results) -> dict[str, bytes]:
    """Draw the table of a sweep, and return the files `summary.png` and `summary.svg` by name.

    There is a panel for each quantity. Its x axis is the swept parameter with the most values, and
    no seed if another is swept. Each combination of the other labels is a line, of means over
    seeds; a panel has at most `MOST_LINES` lines.
    """
    import matplotlib as mpl
    import pandas as pd
    from matplotlib.figure import Figure

    x = max(grid.axes, key=lambda name: (not _is_seed(name), len(grid.axes[name])))
    x = f"parameter_{x}" if f"parameter_{x}" in results.labels else x
    frame = pd.DataFrame(results.rows).replace([math.inf, -math.inf], math.nan)
    # The labels that tell lines apart.
    others = [
        label
        for label in results.labels
        if label != x and not _is_seed(label) and frame[label].nunique() > 1
    ]
    frame["line"] = [", ".join(f"{name} {row[name]}" for name in others) for row in results.rows]
    is_numeric = frame[x].dtype.kind in "if"
    if not is_numeric:
        frame[x] = frame[x].astype(str)
    panels = list(frame.groupby(["quantity", "unit"], sort=False))
    files = {}
    # Names of parameters are words: a $ in one begins no formula.
    with mpl.rc_context({"svg.hashsalt": "osphg", "text.parse_math": False}):
        figure = Figure(figsize=(10.0, 3.2 * len(panels) + 0.6), layout="constrained")
        axes = figure.subplots(len(panels), squeeze=False)[:, 0]
        for axis, ((quantity, unit), panel) in zip(axes, panels, strict=True):
            lines = [*panel.groupby("line", sort=False)]
            for label, line in lines[:MOST_LINES]:
                means = line.groupby(x)["value"].mean()
                axis.plot(means.index, means, "o-", label=label)
            axis.set(xlabel=x, ylabel=f"{quantity} ({unit})")
            spans_decades = is_numeric and 0 < 50 * frame[x].min() <= frame[x].max()
            if spans_decades:
                axis.set_xscale("log")
                axis.xaxis.set_major_formatter("{x:g}")
            if len(lines) > MOST_LINES:
                axis.set_title(f"{len(lines) - MOST_LINES} lines are left out", fontsize=9)
            if others:
                axis.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
        subtitle = "" if _is_seed(x) else ": means over seeds"
        figure.suptitle(f"{grid.experiment.name}{subtitle}", fontsize="medium")
        # Without matplotlib's version and the date the same table gives the same bytes.
        for file_format, metadata in (("png", {"Software": None}), ("svg", {"Date": None})):
            file = io.BytesIO()
            figure.savefig(file, format=file_format, metadata=metadata, dpi=160)
            files[f"summary.{file_format}"] = file.getvalue()
    return files


def _is_seed(name: str) -> bool:
    """Tell whether a parameter is a seed, by its name."""
    return name == "seed" or name.endswith("_seed")
