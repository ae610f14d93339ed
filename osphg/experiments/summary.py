"""What a sweep ends with: one tidy table of all cells, and a plot of it."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from osphg.experiments.grid import Grid
from osphg.experiments.parameters import Value, written
from osphg.experiments.results import REQUIRED, Label, Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MACHINE = "machine"  # the column that a table of cells from several machines has
MOST_PANELS, MOST_LINES = 12, 6
_LINES = ("-o", "--s", "-.D", ":^", "-v", "--P")
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")  # Okabe and Ito's
_STYLE = {
    "axes.grid": True, "axes.titlelocation": "left", "axes.titlesize": "medium",
    "figure.constrained_layout.use": True, "font.size": 10.5, "grid.alpha": 0.3,
    "legend.frameon": False, "svg.hashsalt": "osphg",  # the same names in the file every time
}  # fmt: skip
_DECADES = 30  # ratio of the largest to the smallest x from which the axis is logarithmic

Row = Mapping[str, Label]


def table(name: str, parts: Iterable[tuple[Mapping[str, Value], str]]) -> Results:
    """Return one table from each cell's swept parameters and CSV.

    A swept parameter is a label of its name, or `parameter_NAME` where the notebook's own table has
    a column of that name. A label that only some cells have is empty in the others.
    """
    cells = [(swept, Results.from_csv(name, text)) for swept, text in parts if text]
    own = dict.fromkeys(label for _, found in cells for label in found.labels)
    rows = []
    for swept, found in cells:
        labels = {
            f"parameter_{key}" if key in {*own, *REQUIRED} else key: _label(value)
            for key, value in swept.items()
        }
        columns = (*own, *REQUIRED)
        rows += [labels | {key: row.get(key, "") for key in columns} for row in found.rows]
    return Results(name, rows)


def _label(value: Value) -> Label:
    return written(value) if value is None or isinstance(value, list) else value


def draw(grid: Grid, results: Results) -> dict[str, bytes]:
    """Draw each quantity against the swept parameters, as PNG and SVG by file ending.

    Means over seeds with 95% intervals, along the numeric parameter of the most values, a line for
    each value of the next, a panel for each combination of the rest; the figure says how many
    panels and lines are left out.
    """
    import matplotlib as mpl
    from cycler import cycler
    from matplotlib.figure import Figure

    named = {key: f"parameter_{key}" for key in grid.axes if f"parameter_{key}" in results.labels}
    seeds = [key for key in grid.axes if key == "seed" or key.endswith("_seed")]
    others = [key for key in grid.axes if len(grid.axes[key]) > 1 and key not in seeds]
    others.sort(key=lambda key: (not _numeric(grid.axes[key]), -len(grid.axes[key])))
    x, by = ([named.get(k, k) for k in others] + ["", ""])[:2]
    swept = {MACHINE, *(named.get(key, key) for key in (*seeds, *others[:2]))}
    own = [label for label in results.labels if label not in swept]
    panels: dict[tuple[str, ...], list[Row]] = {}
    for row in results.rows:
        key = (str(row["quantity"]), str(row["unit"]), *(f"{n} {row[n]}" for n in own))
        panels.setdefault(key, []).append(row)
    lines = list(dict.fromkeys(str(row[by]) if by else "" for row in results.rows))
    shown = list(panels.items())[:MOST_PANELS]
    columns = min(len(shown), 2)
    height = math.ceil(len(shown) / columns)
    style: Any = _STYLE | {"axes.prop_cycle": cycler(color=_COLOURS)}
    drawn = {}
    with mpl.rc_context(mpl.rcParamsDefault | {"backend": mpl.rcParams["backend"]} | style):
        figure = Figure(figsize=(6.4 if columns == 1 else 10.0, 3.4 * height + 0.5))
        axes = list(figure.subplots(height, columns, squeeze=False).flat)
        for axis, (key, rows) in zip(axes, shown, strict=False):
            for line, marks in zip(lines, _LINES, strict=False):
                label = _text(f"{by} = {line}")
                _line(
                    axis, [row for row in rows if not by or str(row[by]) == line], x, marks, label
                )
            axis.set_title(_text(", ".join([key[0], *key[2:]])), wrap=True)
            axis.set_ylabel(_text(f"{key[0]}\n({key[1]})"))
            axis.set_xlabel(_text(x or "all cells"))
        for axis in axes[len(shown) :]:
            axis.remove()
        title = [f"{grid.experiment.name}: {grid.count:,} cells"]
        if over := [key for key in seeds if len(grid.axes[key]) > 1]:
            title[0] += f", mean over {' and '.join(over)} with 95% interval"
        if len(panels) > len(shown):
            title.append(f"{len(panels) - len(shown)} of {len(panels)} panels are left out")
        if len(lines) > MOST_LINES:
            title.append(f"{len(lines) - MOST_LINES} further values of {by} are left out")
        if by:
            figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
        figure.suptitle(_text("\n".join(title)), fontsize="medium")
        for ending, about in (
            ("png", {"Software": None}),
            ("svg", {"Date": None, "Creator": None}),
        ):
            file = io.BytesIO()
            figure.savefig(file, format=ending, metadata=about, dpi=160, facecolor="white")
            drawn[ending] = file.getvalue()
    return drawn


def _line(axis: Axes, rows: Sequence[Row], x: str, marks: str, label: str) -> None:
    samples: dict[Label, list[float]] = {}
    for row in rows:
        samples.setdefault(row[x] if x else "", []).append(float(row["value"]))
    places = list(samples)
    numeric = _numeric(places)
    if numeric:
        places.sort(key=float)
        if float(places[0]) > 0 and float(places[-1]) >= _DECADES * float(places[0]):
            axis.set_xscale("log")
    points = [point(samples[place]) for place in places]
    centres, halves = [centre for centre, _ in points], [half for _, half in points]
    at: list[Any] = places if numeric else [_text(str(place)) for place in places]
    format_ = marks if numeric else marks[-1]
    axis.errorbar(at, centres, halves, fmt=format_, capsize=3, markersize=5, label=label)


def point(samples: Sequence[float]) -> tuple[float, float]:
    """Return mean and half of the 95% Student-t interval, 0 for fewer than two samples."""
    finite = [value for value in samples if math.isfinite(value)]
    if len(finite) < 2:
        return (finite[0] if finite else math.nan), 0.0
    from statistics import fmean, stdev

    from scipy.special import stdtrit  # scipy.stats has it too, and takes a second to load

    error = stdev(finite) / math.sqrt(len(finite))
    return fmean(finite), error * float(stdtrit(len(finite) - 1, 0.975))


def _numeric(values: Sequence[Any]) -> bool:
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _text(text: str) -> str:
    return text.replace("$", r"\$")  # a notebook's words are no formulas
