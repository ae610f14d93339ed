"""What a sweep ends with: one tidy table of all cells, and a plot of it."""

from __future__ import annotations

import io
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from osphg.experiments.grid import Grid
from osphg.experiments.parameters import Value, written
from osphg.experiments.results import REQUIRED, Label, Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MACHINE = "machine"  # the column that a table of cells from several machines has
MOST_PANELS = 12
MOST_LINES = 6  # as many as there are styles of line
_MARKERS = "osD^vP"
_LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 1)))
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")  # Okabe and Ito's
_STYLE = {
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": "medium",
    "figure.constrained_layout.use": True,
    "font.size": 10.5,
    "grid.alpha": 0.3,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    "svg.hashsalt": "osphg",  # the same names in the file every time
}
_DECADES = 30  # ratio of the largest to the smallest x from which the axis is logarithmic

Row = Mapping[str, Label]


def table(name: str, parts: Iterable[tuple[Mapping[str, Value], str]]) -> Results:
    """Return one table from each cell's swept parameters and CSV.

    A swept parameter is a label of its name, or `parameter_NAME` where the notebook's own table has
    a column of that name. A label that only some cells have is empty in the others.
    """
    cells = [(swept, Results.from_csv(name, text)) for swept, text in parts if text]
    own = dict.fromkeys(label for _, found in cells for label in found.labels)
    taken = {*own, *REQUIRED}
    rows = []
    for swept, found in cells:
        labels = {f"parameter_{key}" if key in taken else key: _label(swept[key]) for key in swept}
        rows += [
            labels | {label: row.get(label, "") for label in (*own, *REQUIRED)}
            for row in found.rows
        ]
    return Results(name, rows)


def _label(value: Value) -> Label:
    return written(value) if value is None or isinstance(value, list) else value


@dataclass(frozen=True)
class Layout:
    """Which column of a table goes where.

    Attributes
    ----------
    x : tuple of str
        The numeric parameter along the axis; or the labels whose combinations are its categories.
    lines : str or None
        The parameter with a line for each of its values.
    samples : tuple of str
        The seeds: what means and intervals are over.
    panels : tuple of str
        What else there is: a panel for each combination, and for each quantity.
    """

    x: tuple[str, ...]
    lines: str | None
    samples: tuple[str, ...]
    panels: tuple[str, ...]

    @classmethod
    def of(cls, grid: Grid, results: Results) -> Layout:
        """Choose the layout for a grid's table."""
        column = {
            key: f"parameter_{key}" if f"parameter_{key}" in results.labels else key
            for key in grid.axes
        }
        varied = [key for key in grid.axes if len(grid.axes[key]) > 1]
        seeds = [key for key in varied if key == "seed" or key.endswith("_seed")]
        others = [key for key in varied if key not in seeds]
        others.sort(key=lambda key: -len(grid.axes[key]))  # stable: the first of equals
        numeric = [key for key in others if _numeric(grid.axes[key])]
        x = numeric[:1] or others[:1]
        rest = [key for key in others if key not in x]
        own = [label for label in results.labels if label not in (*column.values(), MACHINE)]
        return cls(
            tuple(column[key] for key in x),
            column[rest[0]] if rest else None,
            tuple(column[key] for key in seeds),
            (*(column[key] for key in rest[1:]), *own),
        )


def draw(grid: Grid, results: Results) -> Figure:
    """Draw each quantity against the swept parameters: means over seeds with 95% intervals.

    At most 12 panels of at most 6 lines; the figure says how many more there are.
    """
    import matplotlib as mpl
    from cycler import cycler
    from matplotlib.figure import Figure

    layout = Layout.of(grid, results)
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in results.rows:
        key = (str(row["quantity"]), str(row["unit"]), *(str(row[name]) for name in layout.panels))
        groups.setdefault(key, []).append(row)
    shown = dict(itertools.islice(groups.items(), MOST_PANELS))
    lines = list(dict.fromkeys(_line(row, layout) for row in results.rows))
    columns = 1 if len(shown) == 1 else 2
    height = max(1, math.ceil(len(shown) / columns))
    style: Any = _STYLE | {"axes.prop_cycle": cycler(color=_COLOURS)}
    with mpl.rc_context(mpl.rcParamsDefault | {"backend": mpl.rcParams["backend"]} | style):
        figure = Figure(figsize=(6.4 if columns == 1 else 10.0, 3.4 * height + 0.5))
        axes = figure.subplots(height, columns, squeeze=False).flat
        for axis, (key, rows) in zip(axes, shown.items(), strict=False):
            _panel(axis, rows, layout, dict(zip(lines, _LINES, strict=False)))
            axis.set_title(_text(", ".join([key[0], *_named(layout.panels, key[2:])])), wrap=True)
            axis.set_ylabel(_text(f"{key[0]}\n({key[1]})"))
        for axis in list(figure.axes)[len(shown) :]:
            axis.remove()
        title = [f"{grid.experiment.name}: {grid.count:,} cells"]
        if layout.samples:
            title[0] += f", mean over {' and '.join(layout.samples)} with 95% interval"
        if len(groups) > len(shown):
            title.append(f"{len(groups) - len(shown)} of {len(groups)} panels are left out")
        if len(lines) > MOST_LINES:
            title.append(f"{len(lines) - MOST_LINES} further values of {layout.lines} are left out")
        if layout.lines and shown:
            figure.legend(
                *figure.axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3
            )
        figure.suptitle(_text("\n".join(title)), fontsize="medium")
        return figure


def encoded(figure: Figure) -> dict[str, bytes]:
    """Return a figure as PNG and SVG, by file ending."""
    import matplotlib as mpl

    drawn = {}
    for ending, about in (("png", {"Software": None}), ("svg", {"Date": None, "Creator": None})):
        content = io.BytesIO()
        with mpl.rc_context({"svg.hashsalt": "osphg"}):
            figure.savefig(content, format=ending, metadata=about, dpi=160, facecolor="white")
        drawn[ending] = content.getvalue()
    return drawn


def _panel(axis: Axes, rows: Sequence[Row], layout: Layout, styles: Mapping[str, Any]) -> None:
    """Draw one panel; the lines' styles are the same in all."""
    import numpy as np

    places = list(dict.fromkeys(_place(row, layout) for row in rows))
    numeric = _numeric(places)
    if numeric:
        places.sort(key=float)
    spread = 0.12 if not numeric and len(styles) > 1 else 0.0  # side by side in a category
    for number, (value, style) in enumerate(styles.items()):
        samples: dict[Label, list[float]] = {place: [] for place in places}
        for row in rows:
            if _line(row, layout) == value:
                samples[_place(row, layout)].append(float(row["value"]))
        points = [_point(found) for found in samples.values()]
        shift = spread * (number - (len(styles) - 1) / 2)
        x = [float(place) if numeric else k + shift for k, place in enumerate(places)]
        y, low, high = np.array(points).T
        axis.errorbar(
            x, y, [y - low, high - y], marker=_MARKERS[number], capsize=3, markersize=5,
            linestyle=style if numeric else "none",
            label=_text(f"{layout.lines} = {value}"),
        )  # fmt: skip
    if numeric:
        if float(places[0]) > 0 and float(places[-1]) >= _DECADES * float(places[0]):
            axis.set_xscale("log")
    else:
        axis.set_xticks(range(len(places)), [_text(str(place)) for place in places])
        axis.set_xlim(-0.6, len(places) - 0.4)
    axis.set_xlabel(_text(", ".join(layout.x) or "all cells"))


def _point(samples: Sequence[float]) -> tuple[float, float, float]:
    """Return mean and 95% Student-t interval; an empty one for fewer than two samples."""
    finite = [value for value in samples if math.isfinite(value)]
    if len(finite) < 2:
        centre = finite[0] if finite else math.nan
        return centre, centre, centre
    import numpy as np
    from scipy.special import stdtrit  # scipy.stats has it too, and takes a second to load

    centre = float(np.mean(finite))
    error = float(np.std(finite, ddof=1)) / math.sqrt(len(finite))
    half = error * float(stdtrit(len(finite) - 1, 0.975))
    return centre, centre - half, centre + half


def _line(row: Row, layout: Layout) -> str:
    return str(row[layout.lines]) if layout.lines else ""


def _place(row: Row, layout: Layout) -> Label:
    if len(layout.x) == 1:
        return row[layout.x[0]]
    return ", ".join(str(row[name]) for name in layout.x)


def _numeric(values: Sequence[Any]) -> bool:
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _named(names: Sequence[str], values: Sequence[str]) -> list[str]:
    return [f"{name} {value}" for name, value in zip(names, values, strict=True)]


def _text(text: str) -> str:
    return text.replace("$", r"\$")  # a notebook's words are no formulas
