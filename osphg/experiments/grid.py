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
from osphg.experiments.parameters import Parameter, UsageError, Value, shown, written
from osphg.experiments.results import REQUIRED, Label, Results

LIMIT = 10_000  # cells of a sweep, unless more are asked for
MOST_VALUES = 1_000_000  # of one parameter
MOST_PANELS, MOST_LINES = 6, 10  # of a plot
_RANGE = re.compile(r"\s*([^.\s]+)\s*\.\.\s*([^.\s]+)\s*(?:\.\.\s*([^.\s]+)\s*)?")
_UNITS = (("years", 31_557_600), ("days", 86_400), ("h", 3600), ("min", 60), ("s", 1))


@dataclass(frozen=True)
class Grid:
    """A grid of executions of one experiment; the first axis varies slowest.

    `axes` holds the values of each swept parameter, in its type, all different; `fixed` those of
    other parameters. The rest are the notebook's defaults, or its quick values.
    """

    experiment: Experiment
    axes: Mapping[str, Sequence[Value]]
    fixed: Mapping[str, Any]
    quick: bool

    @classmethod
    def of(
        cls,
        experiment: Experiment,
        axes: Mapping[str, Sequence[Any]],
        fixed: Mapping[str, Any],
        quick: bool,
    ) -> Grid:
        """Check the axes one by one; UsageError for one that cannot be swept."""
        if not axes:
            raise UsageError("a sweep must have a parameter that is swept, such as seed=0..19")
        checked = {}
        for name, values in axes.items():
            parameter = experiment.parameter(name)
            if name in fixed:
                raise UsageError(f"{name} must be either swept or fixed, got both")
            if isinstance(values, str | bytes) or not hasattr(values, "__len__"):
                raise UsageError(f"{name} must be swept over a list, got {shown(values)}")
            if not 0 < len(values) <= MOST_VALUES:
                raise UsageError(f"{name} must have 1 to {MOST_VALUES:,} values, got {len(values)}")
            plain = (v.tolist() if hasattr(v, "tolist") else v for v in values)  # NumPy's
            checked[name] = [parameter.typed(value) for value in plain]
            if len({written(value) for value in checked[name]}) < len(values):
                raise UsageError(f"{name} must be swept over different values, got one twice")
        return cls(experiment, checked, fixed, quick)

    @property
    def count(self) -> int:
        """How many cells there are."""
        return math.prod(len(values) for values in self.axes.values())

    def cells(self) -> Iterator[tuple[dict[str, Value], dict[str, Value]]]:
        """Yield each cell's swept values and all its parameters; UsageError if they do not fit."""
        for point in itertools.product(*self.axes.values()):
            swept = dict(zip(self.axes, point, strict=True))
            yield swept, self._complete(swept)

    def _complete(self, swept: Mapping[str, Value]) -> dict[str, Value]:
        return self.experiment.complete({**self.fixed, **swept}, quick=self.quick)

    def estimate(self) -> float:
        """Return about how many seconds all cells take one after another, from the ends' time."""
        ends = ({name: values[end] for name, values in self.axes.items()} for end in (0, -1))
        return self.count * sum(self.experiment.estimate(self._complete(end)) for end in ends) / 2

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
    stands is quoted as in CSV, `label="a, b",c`.

    >>> from osphg.experiments.catalogue import find
    >>> parse(find("figure1"), ["W=10,100", "seed=0..3"])
    {'W': [10, 100], 'seed': [0, 1, 2, 3]}

    UsageError for a parameter that there is not or that is named twice, a value of a wrong type, a
    value that is missing, or an empty range.
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
        parts = _parts(parameter, values)
        axes[name] = [value for part in parts for value in _values(parameter, part)]
    return axes


def _parts(parameter: Parameter, text: str) -> list[str]:
    """Split a text at its commas, but for those in brackets or quotes."""
    if parameter.type == "list":
        parts = re.findall(r"\s*(\[[^\[\]]*\]|none)\s*(?:,|$)", text)
        if re.sub(r"\s", "", ",".join(parts)) != re.sub(r"\s", "", text) or not parts:
            wanted = "must be swept over lists in brackets"
            raise UsageError(f"{parameter.name} {wanted}, got {shown(text)[1:-1]}")
        return parts
    try:
        parts = next(csv.reader([text], skipinitialspace=True)) or [""]
    except csv.Error as error:
        raise UsageError(f"{parameter.name} cannot be read: {error}") from None
    if parameter.type != "str" and not all(part.strip() for part in parts):
        wanted = "must have a value before and after every comma"
        raise UsageError(f"{parameter.name} {wanted}, got {shown(text)}")
    return parts


def _values(parameter: Parameter, part: str) -> list[Any]:
    """Return the values of a range, or the one that a text is."""
    ends = _RANGE.fullmatch(part) if parameter.type in ("int", "float") else None
    if not ends:
        return [parameter.typed(part)]
    with suppress(ValueError, OverflowError):
        given = [float(end) for end in ends.groups() if end]
        first, last, *step = map(int, given)
        values = range(first, last + 1, *step)
        if 0 < len(values) <= MOST_VALUES and all(end.is_integer() for end in given):
            return [parameter.typed(value) for value in values]
    wanted = f"must be a rising range of integers a..b or a..b..step, at most {MOST_VALUES}"
    raise UsageError(f"{parameter.name} {wanted}, got {shown(part.strip())}")


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
        labels = {
            f"parameter_{key}" if key in columns else key: _label(value)
            for key, value in swept.items()
        }
        rows += [labels | {key: row.get(key, "") for key in columns} for row in found.rows]
    return Results(name, rows)


def _label(value: Value) -> Label:
    return written(value) if value is None or isinstance(value, list) else value


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
    shown, drawn = list(panels.items())[:MOST_PANELS], {}
    title = f"{grid.experiment.name}: {grid.count:,} cells, means over seeds with 95% intervals"
    if len(panels) > len(shown):
        title += f"\n{len(panels) - len(shown)} of {len(panels)} panels are left out"
    style: Any = mpl.rcParamsDefault | {
        "svg.hashsalt": "osphg", "backend": mpl.rcParams["backend"],
        "text.parse_math": False,  # a notebook's words are no formulas
    }  # fmt: skip
    with mpl.rc_context(style):
        figure = Figure(figsize=(8.0, 3.2 * len(shown) + 0.6), layout="constrained")
        axes = figure.subplots(len(shown), squeeze=False)[:, 0]
        for axis, (name, lines) in zip(axes, shown, strict=True):
            for label, samples in list(lines.items())[:MOST_LINES]:
                means, halves = zip(*map(point, samples.values()), strict=True)
                numeric = all(type(place) in (int, float) for place in samples)
                at: list[Any] = list(samples) if numeric else [str(place) for place in samples]
                axis.errorbar(
                    at, means, halves, fmt="-o" if numeric else "o", capsize=3, label=label
                )
            left_out = len(lines) - MOST_LINES
            axis.set_title(f"{left_out} lines are left out" if left_out > 0 else "", fontsize=9)
            axis.set(xlabel=x, ylabel=name)
            axis.grid(alpha=0.3)
            if any(lines):
                axis.legend(fontsize=8)
        figure.suptitle(title, fontsize="medium")
        for ending, about in (("png", {"Software": None}), ("svg", {"Date": None})):
            file = io.BytesIO()
            figure.savefig(file, format=ending, metadata=about, dpi=160, facecolor="white")
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
