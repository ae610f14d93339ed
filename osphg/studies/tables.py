"""Small tables that a notebook shows, and the numbers of a table of results by their labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

import numpy as np
from pandas import DataFrame

from osphg.checks import FloatArray
from osphg.experiments.results import Results


class _Captioned(DataFrame):  # type: ignore[misc]
    def __repr__(self) -> str:
        cells = [[str(entry) for entry in row] for row in [self.columns, *self.to_numpy()]]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in cells]
        return "\n".join([*filter(None, [self.attrs["caption"]]), *lines])

    def _repr_html_(self) -> str:
        caption = escape(self.attrs["caption"])
        head = "".join(f'<th scope="col">{escape(entry)}</th>' for entry in self.columns)
        body = "".join(
            f'<tr><th scope="row">{first}</th>{"".join(f"<td>{x}</td>" for x in others)}</tr>\n'
            for first, *others in (map(_html, row) for row in self.to_numpy())
        )
        title = f"<caption>{caption}</caption>\n" if caption else ""
        return (
            f'<table class="table osphg-table">\n{title}<thead><tr>{head}</tr></thead>\n'
            f"<tbody>\n{body}</tbody>\n</table>"
        )


def _html(entry: object) -> str:
    return str(getattr(entry, "_repr_html_", lambda: escape(str(entry)))())


def Table(header: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> DataFrame:
    """Return a pandas frame that a page shows with a caption, and without its index.

    The first column names the rows; entries are shown with `str`, or by their own `_repr_html_`.

    >>> Table(["player", "regret"], [["OSPHG", "1.5"], ["MOSP", "0.2"]], caption="Two players.")
    Two players.
    player  regret
    OSPHG   1.5
    MOSP    0.2
    """
    entries = [[entry for entry, _ in zip(row, header, strict=True)] for row in rows]
    frame = _Captioned(entries, columns=list(header), dtype=object)
    frame.attrs["caption"] = caption
    return frame


def samples(results: Results, *columns: str) -> dict[tuple[str, ...], FloatArray]:
    """Return the values of the rows that agree in these columns, by their texts; in their order."""
    found: dict[tuple[str, ...], list[float]] = {}
    for row in results.rows:
        found.setdefault(tuple(str(row[c]) for c in columns), []).append(float(row["value"]))
    return {key: np.array(values) for key, values in found.items()}
