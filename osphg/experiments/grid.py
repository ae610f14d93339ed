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
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from osphg.experiments.catalogue import Experiment, spoken
from osphg.experiments.parameters import KINDS, Parameter, UsageError, Value, shown, written
from osphg.experiments.results import REQUIRED, Label, Results

LIMIT = 10_000  # cells of a sweep, unless more are asked for
MOST_VALUES = 1_000_000  # of one parameter
MOST_PANELS, MOST_LINES = 6, 10  # of a plot
_COMMA = re.compile(r",(?![^\[]*\])")  # not one within brackets
_UNITS = (("years", 31_557_600), ("days", 86_400), ("h", 3600), ("min", 60), ("s", 1))


@dataclass(frozen=True)
class Grid:
    """A grid of executions of one experiment; the first axis varies slowest.

    `axes` holds the values of each swept parameter, all different; `fixed` those of others. The
    rest are the notebook's defaults, or its quick values. UsageError for what cannot be swept.
    """

    experiment: Experiment
    axes: Mapping[str, Sequence[Any]]
    fixed: Mapping[str, Any]
    quick: bool

    def __post_init__(self) -> None:
        if not self.axes:
            raise UsageError("a sweep must have a parameter that is swept, such as seed=0..19")
        checked = {}
        for name, values in self.axes.items():
            parameter = self.experiment.parameter(name)
            if name in self.fixed:
                raise UsageError(f"{name} must be either swept or fixed, got both")
            if isinstance(values, str | bytes) or not hasattr(values, "__len__"):
                raise UsageError(f"{name} must be swept over a list, got {shown(values)}")
            if not 0 < len(values) <= MOST_VALUES:
                raise UsageError(f"{name} must have 1 to {MOST_VALUES:,} values, got {len(values)}")
            plain = (v.tolist() if hasattr(v, "tolist") else v for v in values)  # NumPy's
            checked[name] = [parameter.typed(value) for value in plain]
            if len({written(value) for value in checked[name]}) < len(values):
                raise UsageError(f"{name} must be swept over different values, got one twice")
        object.__setattr__(self, "axes", checked)

    @property
    def count(self) -> int:
        """How many cells there are."""
        return math.prod(map(len, self.axes.values()))

    def cells(self) -> Iterator[tuple[dict[str, Value], dict[str, Value]]]:
        """Yield each cell's swept values and all its parameters; UsageError if they do not fit."""
        for point in itertools.product(*self.axes.values()):
            swept = dict(zip(self.axes, point, strict=True))
            yield swept, self.experiment.complete({**self.fixed, **swept}, quick=self.quick)

    def command(self, book: Path | None, *options: str) -> str:
        """Return the command line that sweeps it."""
        fixed = {name: [self.experiment.parameter(name).typed(v)] for name, v in self.fixed.items()}
        given = {name: as_written(values) for name, values in {**fixed, **self.axes}.items()}
        more = [*["--quick"] * self.quick, *options]
        more += ["--limit", str(self.count)] if self.count > LIMIT else []
        return spoken("sweep", self.experiment.name, given, book, *more)


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
    for text in texts:
        name, equals, values = text.partition("=")
        name = name.strip()
        if not equals or not name:
            raise UsageError(f"a swept parameter must be written NAME=VALUES, got {shown(text)}")
        if name in axes:
            raise UsageError(f"{name} must be named once, got {name}= twice")
        parameter = experiment.parameter(name)
        parts = _COMMA.split(values) if parameter.type == "list" else values.split(",")
        if parameter.type == "str":
            try:
                parts = next(csv.reader([values], skipinitialspace=True)) or [""]
            except csv.Error as error:
                raise UsageError(f"{name} cannot be read: {error}") from None
        axes[name] = [value for part in parts for value in _values(parameter, part)]
    return axes


def _values(parameter: Parameter, part: str) -> list[Any]:
    """Return the values of a range, or the one that a text is."""
    wrong, ends = "", part.split("..")
    if parameter.type == "str":
        return [parameter.typed(part)]
    if not part.strip():
        wrong = "have a value before and after every comma"
    elif parameter.type == "list" and not re.fullmatch(r"\s*(\[.*\]|none)\s*", part):
        wrong = "be swept over lists in brackets"
    elif len(ends) > 1 and parameter.type in ("int", "float"):
        wrong = f"be a rising range of integers a..b or a..b..step, at most {MOST_VALUES:,}"
        with suppress(TypeError, ValueError, OverflowError):
            first, last, *step = (KINDS["int"][0](end.strip()) for end in ends)
            values = range(first, last + 1, *step)
            if 0 < len(values) <= MOST_VALUES:
                return [parameter.typed(value) for value in values]
    if wrong:
        raise UsageError(f"{parameter.name} must {wrong}, got {shown(part.strip())}")
    return [parameter.typed(part)]


def as_written(values: Sequence[Value]) -> str:
    """Return the values of an axis as `parse` reads them.

    >>> as_written([0, 1, 2, 3]), as_written([1, 0.5]), as_written(["a, b", "c"])
    ('0..3', '1,0.5', '"a, b",c')
    """
    ints = [value for value in values if type(value) is int]
    if len(ints) == len(values) > 1 and all(b - a == 1 for a, b in itertools.pairwise(ints)):
        return f"{ints[0]}..{ints[-1]}"
    if all(isinstance(value, str) for value in values):
        text = io.StringIO()
        csv.writer(text, lineterminator="").writerow(values)
        return text.getvalue()
    return ",".join(map(written, values))


def duration(seconds: float) -> str:
    """Return a time in the largest unit of which it has at least one and a half."""
    for unit, size in _UNITS:
        if seconds >= 1.5 * size:
            return f"{seconds / size:,.0f} {unit}"
    return "1 s"


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

    Means over seeds with 95% intervals, a line for each combination of the other labels; the figure
    says how many panels and lines are left out.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    seeds = [key for key in grid.axes if key == "seed" or key.endswith("_seed")]
    others = [key for key in grid.axes if key not in seeds] or list(grid.axes)
    x = max(others, key=lambda key: len(grid.axes[key]))
    x = f"parameter_{x}" if f"parameter_{x}" in results.labels else x
    rest = [name for name in results.labels if name not in (x, *seeds)]
    panels: dict[str, dict[str, dict[Label, list[float]]]] = {}
    for row in results.rows:
        panel = panels.setdefault(f"{row['quantity']} ({row['unit']})", {})
        line = panel.setdefault(", ".join(f"{name} {row[name]}" for name in rest), {})
        line.setdefault(row[x], []).append(float(row["value"]))
    rows = min(len(panels), MOST_PANELS)
    title = f"{grid.experiment.name}: {grid.count:,} cells, means over seeds with 95% intervals"
    if rows < len(panels):
        title += f"\n{len(panels) - rows} of {len(panels)} panels are left out"
    drawn = {}
    with mpl.rc_context({"svg.hashsalt": "osphg", "text.parse_math": False}):  # words, no formulas
        figure = Figure(figsize=(8.0, 3.2 * rows + 0.6), layout="constrained")
        axes = figure.subplots(rows, squeeze=False)[:, 0]
        for axis, (name, lines) in zip(axes, panels.items(), strict=False):
            for label, samples in list(lines.items())[:MOST_LINES]:
                means, halves = zip(*map(point, samples.values()), strict=True)
                numeric = all(type(place) in (int, float) for place in samples)
                at: list[Any] = list(samples) if numeric else [str(place) for place in samples]
                shape = "-o" if numeric else "o"
                axis.errorbar(at, means, halves, fmt=shape, capsize=3, label=label)
            axis.set(xlabel=x, ylabel=name)
            if len(lines) > MOST_LINES:
                axis.set_title(f"{len(lines) - MOST_LINES} lines are left out", fontsize=9)
            if any(lines):
                axis.legend(fontsize=8)
        figure.suptitle(title, fontsize="medium")
        for ending, about in (("png", {"Software": None}), ("svg", {"Date": None})):
            file = io.BytesIO()
            figure.savefig(file, format=ending, metadata=about, dpi=160)
            drawn[f"summary.{ending}"] = file.getvalue()
    return drawn


def point(samples: Sequence[float]) -> tuple[float, float]:
    """Return mean and half of the 95% Student-t interval, 0 for fewer than two samples."""
    finite = [value for value in samples if math.isfinite(value)]
    if len(finite) < 2:
        return (finite[0] if finite else math.nan), 0.0
    from scipy.special import stdtrit  # scipy.stats has it too, and takes a second to load

    error = stdev(finite) / math.sqrt(len(finite))
    return fmean(finite), error * float(stdtrit(len(finite) - 1, 0.975))
