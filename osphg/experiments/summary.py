"""What a sweep ends with: one tidy table of all cells, and a plot of it."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from statistics import fmean, stdev
from typing import Any

from osphg.experiments.grid import Grid
from osphg.experiments.parameters import Value, written
from osphg.experiments.results import REQUIRED, Label, Results

MOST_PANELS, MOST_LINES = 6, 10


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
