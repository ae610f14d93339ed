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
from typing import Any, NamedTuple

from osphg.experiments.catalogue import Experiment
from osphg.experiments.parameters import KINDS, Parameter, UsageError, Value, pairs, shown, written
from osphg.experiments.results import REQUIRED, Label, Results

LIMIT = 10_000  # the most cells of a sweep, unless another limit is asked for
MOST_VALUES = 1_000_000  # the most values of a range `a..b`
MOST_LINES = 10  # the most lines in a panel of the plot
_COMMA = re.compile(r",(?![^\[]*\])")  # not one within brackets


class Point(NamedTuple):
    """A point of a grid: with which values a cell is executed.

    Parameters
    ----------
    swept : dict
        The values of the swept parameters, by name.
    parameters : dict
        The values of all parameters, by name, these included.
    """

    swept: dict[str, Value]
    parameters: dict[str, Value]


@dataclass
class Grid:
    """A grid of executions of one experiment, which are its cells.

    A parameter is swept if it takes several values. There is a cell for each combination of the
    values of the swept parameters; in the order of the cells the first of these varies slowest.
    UsageError, when the grid is made, for what cannot be swept or for too many cells.

    Parameters
    ----------
    experiment : Experiment
        The experiment that is executed in each cell.
    axes : mapping of sequences
        By name the values of each swept parameter, all different; a text stands for its value.
    fixed : mapping
        By name the values that other parameters have in all cells.
    quick : bool
        Whether the notebook's quick values, not its defaults, stand for the parameters that are in
        neither mapping.
    limit : int
        How many cells the grid may have.
    """

    experiment: Experiment
    axes: Mapping[str, Sequence[Any]]
    fixed: Mapping[str, Any]
    quick: bool

    limit: int = LIMIT

    def __post_init__(self) -> None:
        """Refuse a grid that cannot be swept, and give the values on its axes their types.

        The cells are counted before any value is read: a range may have a million of them.
        """
        if not self.axes:
            raise UsageError("a sweep must have a parameter that is swept, such as seed=0..19")
        for name, values in self.axes.items():
            self.experiment.parameter(name)  # called for its refusal of an unknown name
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
            # A set finds equal values. It can hold no lists, but the texts of lists.
            if len({written(value) for value in typed}) < len(typed):
                raise UsageError(f"{name} must be swept over different values, got one twice")
            self.axes = {**self.axes, name: typed}

    @property
    def count(self) -> int:
        """The number of cells."""
        return math.prod(len(values) for values in self.axes.values())

    def cells(self) -> Iterator[Point]:
        """Yield for each cell the values of the swept parameters, and those of all parameters.

        UsageError for a cell with a value out of its range, which may depend on the other values.
        """
        for combination in itertools.product(*self.axes.values()):
            swept = dict(zip(self.axes, combination, strict=True))
            values = self.experiment.complete({**self.fixed, **swept}, quick=self.quick)
            yield Point(swept, values)


def parse(experiment: Experiment, texts: Sequence[str]) -> dict[str, list[Any]]:
    """Return by name the values of the parameters that a command line sweeps.

    Each of `texts` is of the form NAME=VALUES, such as `T=1e3,1e4` or `seed=0..19`. Values are
    separated by commas. `a..b` and `a..b..step` are rising ranges of integers, from a to at most b,
    which is included if a step ends there. Lists are written in brackets,
    `mu_factors=[0.5,1],[1,2]`. A text in which a comma stands is quoted as in CSV,
    `label="a, b",c`. UsageError for what is written otherwise.

    >>> from osphg.experiments.catalogue import find
    >>> parse(find("figure1"), ["W=10,100", "seed=0..3"])
    {'W': [10, 100], 'seed': [0, 1, 2, 3]}
    """
    axes: dict[str, list[Any]] = {}
    # What stands before and behind the equals sign. A text without one, or with nothing on one side
    # of it, and a name that is there twice are a UsageError.
    for name, text in pairs(texts).items():
        parameter = experiment.parameter(name)
        # A comma within brackets separates the entries of a list, and not values: `_COMMA` is one
        # outside of them.
        between_commas = _COMMA.split(text)
        if parameter.type == "str":
            try:
                # A line break alone is one text, an empty one; the CSV reader finds none in it.
                between_commas = next(csv.reader([text], skipinitialspace=True)) or [""]
            except csv.Error as error:
                raise UsageError(f"{name} cannot be read: {error}") from None
        axes[name] = [value for piece in between_commas for value in _values(parameter, piece)]
    return axes


def _values(parameter: Parameter, piece: str) -> list[Any]:
    """Return the values that one piece between two commas stands for, in the parameter's type.

    These are several for a range, such as 0..19, and one for anything else. UsageError for a piece
    that cannot be read.
    """
    if parameter.type == "str":
        return [parameter.typed(piece)]  # as it is: spaces and dots may be meant
    text = piece.strip()
    if not text:
        raise UsageError(f"{parameter.name} must have a value before and after every comma")
    if ".." in text and parameter.type in ("int", "float"):
        return [parameter.typed(value) for value in _range(parameter.name, text)]
    if parameter.type.startswith("list") and not re.fullmatch(r"\[.*\]|none", text):
        raise UsageError(
            f"{parameter.name} must be swept over lists in brackets, got {shown(text)}"
        )
    return [parameter.typed(text)]


def _range(name: str, text: str) -> range:
    """Return the integers of a rising range written a..b or a..b..step: from a to at most b.

    UsageError, about the parameter `name`, for a text that is no such range, for one whose step is
    below 1, and for one that has no values or more than a million.
    """
    read_integer = KINDS["int"].read
    # Where reading or `range` itself fails, the message below says what is allowed.
    with suppress(TypeError, ValueError, ArithmeticError):
        first, last, *step = (read_integer(number.strip()) for number in text.split(".."))
        values = range(first, last + 1, *step)
        # `last + 1` is behind the last value only where the range rises.
        if values.step > 0 and 0 < len(values) <= MOST_VALUES:
            return values
    raise UsageError(
        f"{name} must be a rising range of integers a..b or a..b..step, at most {MOST_VALUES:,},"
        f" got {shown(text)}"
    )


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
    # Each column once, in the order of appearance; last the quantity, its value and its unit, which
    # every table has.
    columns = dict.fromkeys([*labels_of_cells, *REQUIRED])
    rows = []
    for swept, results in cells:
        parameters: dict[str, Label] = {}
        for key, value in swept.items():
            # A label can be no list and not None: of these the text is taken.
            label = written(value) if value is None or isinstance(value, list) else value
            parameters[f"parameter_{key}" if key in columns else key] = label
        for row in results.rows:
            rows.append(parameters | {column: row.get(column, "") for column in columns})
    return Results(name, rows)


def draw(grid: Grid, results: Results) -> dict[str, bytes]:
    """Draw the summary plot of a sweep.

    There is a panel for each quantity. The horizontal axis is
    the swept parameter with the most values, and no seed if another one is swept. The other labels,
    which say what a number belongs to, make lines: one for each combination, at most ten in a
    panel, of means over seeds.

    Parameters
    ----------
    grid : Grid
        The grid of cells, with the values of each swept parameter.
    results : Results
        The table of all cells, with at least one row.

    Returns
    -------
    dict
        The contents of the files "summary.png" and "summary.svg", by these names.
    """
    import matplotlib as mpl
    import pandas as pd
    from matplotlib.figure import Figure

    x = max(grid.axes, key=lambda name: (not _is_seed(name), len(grid.axes[name])))
    if f"parameter_{x}" in results.labels:  # as `table` calls it beside a column of that name
        x = f"parameter_{x}"
    # Infinite values become nan, which a plot leaves out.
    frame = pd.DataFrame(results.rows).replace([math.inf, -math.inf], math.nan)
    line_labels = [
        label
        for label in results.labels
        if label != x and not _is_seed(label) and frame[label].nunique() > 1
    ]
    frame["line"] = [
        ", ".join(f"{label} {row[label]}" for label in line_labels) for row in results.rows
    ]
    integers_or_floats = "if"  # the letters by which NumPy calls them
    x_is_number = frame[x].dtype.kind in integers_or_floats
    if not x_is_number:
        frame[x] = frame[x].astype(str)
    # Positive values over more than a factor of 50 crowd on the left of a linear axis.
    use_log = x_is_number and 0 < 50 * frame[x].min() <= frame[x].max()
    panels = list(frame.groupby(["quantity", "unit"], sort=False))
    # A constant salt makes the SVG the same each time; dollar signs in labels begin no formula.
    with mpl.rc_context({"svg.hashsalt": "osphg", "text.parse_math": False}):
        figure = Figure(figsize=(10.0, 3.2 * len(panels) + 0.6), layout="constrained")
        axes = figure.subplots(len(panels), squeeze=False)[:, 0]  # one below the other
        for axis, ((quantity, unit), panel) in zip(axes, panels, strict=True):
            _draw_lines(axis, panel, x)
            axis.set(xlabel=x, ylabel=f"{quantity} ({unit})")
            if use_log:
                axis.set_xscale("log")
                axis.xaxis.set_major_formatter("{x:g}")
            if line_labels:
                axis.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
        averaging = "" if _is_seed(x) else ": means over seeds"
        figure.suptitle(f"{grid.experiment.name}{averaging}", fontsize="medium")
        return {
            # Neither version nor date, by which equal plots would have different files.
            "summary.png": _figure_file(figure, "png", {"Software": None}),
            "summary.svg": _figure_file(figure, "svg", {"Date": None}),
        }


def _draw_lines(axis: Any, panel: Any, x: str) -> None:
    """Draw one panel's lines: the mean value, over rows that differ in seed, for each value of `x`.

    Only the first ten lines are drawn, as more cannot be told apart; a title counts the others.

    Parameters
    ----------
    axis
        The axes of matplotlib on which to draw.
    panel
        A data frame with the columns `x`, "value" and "line", the name of a row's line.
    x
        The column of the horizontal axis.
    """
    lines = [*panel.groupby("line", sort=False)]
    for name, line in lines[:MOST_LINES]:
        means = line.groupby(x)["value"].mean()
        axis.plot(means.index, means, "o-", label=name)
    if len(lines) > MOST_LINES:
        axis.set_title(f"{len(lines) - MOST_LINES} lines are left out", fontsize=9)


def _figure_file(figure: Any, file_format: str, metadata: dict[str, None]) -> bytes:
    """Return the content of a figure's file, in the format "png" or "svg"."""
    file = io.BytesIO()
    figure.savefig(file, format=file_format, metadata=metadata, dpi=160)
    return file.getvalue()


def _is_seed(name: str) -> bool:
    """Whether a parameter or label is a seed of random numbers, over which means are taken."""
    return name == "seed" or name.endswith("_seed")
