"""The grid of a sweep as it is written, its cells, and the table and plot that come of them."""

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

LIMIT = 10_000  # cells of a sweep, unless more are asked for
MOST_VALUES = 1_000_000  # of a range as it is written
MOST_LINES = 10  # of a panel of the plot
_COMMA = re.compile(r",(?![^\[]*\])")  # not one within brackets


@dataclass
class Grid:
    """A grid of executions of one experiment; the first axis varies slowest.

    `axes` holds the values of each swept parameter, all different; `fixed` those of others. The
    rest are the notebook's defaults, or its quick values. UsageError for what cannot be swept, or
    for more cells than the limit.
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
        """How many cells there are."""
        return math.prod(len(values) for values in self.axes.values())

    def cells(self) -> Iterator[tuple[dict[str, Value], dict[str, Value]]]:
        """Yield each cell's swept values and all its parameters; UsageError if they do not fit."""
        for point in itertools.product(*self.axes.values()):
            swept = dict(zip(self.axes, point, strict=True))
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
    """Return the values of a range, or the one that a text is."""
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
    with suppress(TypeError, ValueError, ArithmeticError):
        first, last, *step = (KINDS["int"][0](end.strip()) for end in text.split(".."))
        values = range(first, last + 1, *step)
        if 0 < len(values) <= MOST_VALUES:
            return values
    wanted = f"a rising range of integers a..b or a..b..step, at most {MOST_VALUES:,}"
    raise UsageError(f"{name} must be {wanted}, got {shown(text)}")


# What comes of its cells.


def table(name: str, cells: Sequence[tuple[Mapping[str, Value], Results]]) -> Results:
    """Return one table from each cell's swept parameters and table.

    A swept parameter is a label of its name, or `parameter_NAME` where the notebook's own table has
    a column of that name. A label that only some cells have is empty in the others.
    """
    columns = dict.fromkeys([*(label for _, found in cells for label in found.labels), *REQUIRED])
    rows = []
    for swept, found in cells:
        labels: dict[str, Label] = {}
        for key, value in swept.items():
            plain = written(value) if value is None or isinstance(value, list) else value
            labels[f"parameter_{key}" if key in columns else key] = plain
        rows += [labels | {key: row.get(key, "") for key in columns} for row in found.rows]
    return Results(name, rows)


def draw(grid: Grid, results: Results) -> dict[str, bytes]:
    """Draw each quantity against the swept parameter of the most values, as PNG and SVG by name.

    Means over seeds, in a line for each combination of the other labels, at most ten.
    """
    import matplotlib as mpl
    import pandas as pd
    from matplotlib.figure import Figure

    x = max(grid.axes, key=lambda name: (not _is_seed(name), len(grid.axes[name])))
    x = f"parameter_{x}" if f"parameter_{x}" in results.labels else x
    frame = pd.DataFrame(results.rows).replace([math.inf, -math.inf], math.nan)
    others = [k for k in results.labels if k != x and not _is_seed(k) and frame[k].nunique() > 1]
    frame["line"] = [", ".join(f"{name} {row[name]}" for name in others) for row in results.rows]
    numeric = frame[x].dtype.kind in "if"
    frame[x] = frame[x] if numeric else frame[x].astype(str)
    panels = list(frame.groupby(["quantity", "unit"], sort=False))
    drawn = {}
    with mpl.rc_context({"svg.hashsalt": "osphg", "text.parse_math": False}):  # words, no formulas
        figure = Figure(figsize=(10.0, 3.2 * len(panels) + 0.6), layout="constrained")
        axes = figure.subplots(len(panels), squeeze=False)[:, 0]
        for axis, ((quantity, unit), panel) in zip(axes, panels, strict=True):
            lines = [*panel.groupby("line", sort=False)]
            for label, line in lines[:MOST_LINES]:
                means = line.groupby(x)["value"].mean()
                axis.plot(means.index, means, "o-", label=label)
            axis.set(xlabel=x, ylabel=f"{quantity} ({unit})")
            if numeric and 0 < 50 * frame[x].min() <= frame[x].max():
                axis.set_xscale("log")
                axis.xaxis.set_major_formatter("{x:g}")
            if len(lines) > MOST_LINES:
                axis.set_title(f"{len(lines) - MOST_LINES} lines are left out", fontsize=9)
            if others:
                axis.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
        over = "" if _is_seed(x) else ": means over seeds"
        figure.suptitle(f"{grid.experiment.name}{over}", fontsize="medium")
        for ending, about in (("png", {"Software": None}), ("svg", {"Date": None})):
            file = io.BytesIO()
            figure.savefig(file, format=ending, metadata=about, dpi=160)
            drawn[f"summary.{ending}"] = file.getvalue()
    return drawn


def _is_seed(name: str) -> bool:
    return name == "seed" or name.endswith("_seed")
