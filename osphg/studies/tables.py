"""Small tables that a notebook shows, and the numbers of a table of results by their labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

import numpy as np
from pandas import DataFrame

from osphg.checks import FloatArray
from osphg.experiments.results import Results


class _CaptionedFrame(DataFrame):  # type: ignore[misc]
    """A frame with a caption in `attrs`, shown with it and without its index."""

    def __repr__(self) -> str:
        """Write the caption, and below it the columns, aligned."""
        rows = [self.columns, *self.to_numpy()]
        texts = [[str(entry) for entry in row] for row in rows]
        widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in texts]
        caption = self.attrs["caption"]
        if caption:
            lines.insert(0, caption)
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Write a table in HTML in which the first column names the rows."""
        caption = self.attrs["caption"]
        title = f"<caption>{escape(caption)}</caption>\n" if caption else ""
        head = "".join(f'<th scope="col">{escape(entry)}</th>' for entry in self.columns)
        body = ""
        for row in self.to_numpy():
            row_name, *entries = map(_as_html, row)
            cells = "".join(f"<td>{entry}</td>" for entry in entries)
            body += f'<tr><th scope="row">{row_name}</th>{cells}</tr>\n'
        return (
            f'<table class="table osphg-table">\n{title}<thead><tr>{head}</tr></thead>\n'
            f"<tbody>\n{body}</tbody>\n</table>"
        )


def _as_html(entry: object) -> str:
    """Return an entry's own HTML, by its `_repr_html_`, or else its text, escaped."""
    return str(getattr(entry, "_repr_html_", lambda: escape(str(entry)))())


def Table(header: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> DataFrame:
    """Return a pandas frame that a page shows with a caption, and without its index.

    Parameters
    ----------
    header : sequence of str
        The names of the columns.
    rows : iterable of sequences
        The entries, as many in each row as there are columns; the first names the row. They are
        shown with `str`, or by their own `_repr_html_`.
    caption : str
        What stands above the table.

    Returns
    -------
    DataFrame
        A frame of these entries.

    Raises
    ------
    ValueError
        For a row of another length.

    Examples
    --------
    >>> Table(["player", "regret"], [["OSPHG", "1.5"], ["MOSP", "0.2"]], caption="Two players.")
    Two players.
    player  regret
    OSPHG   1.5
    MOSP    0.2
    """
    # The zip with the header refuses a row of another length.
    entries = [[entry for entry, _ in zip(row, header, strict=True)] for row in rows]
    frame = _CaptionedFrame(entries, columns=list(header), dtype=object)
    frame.attrs["caption"] = caption
    return frame


def samples(results: Results, *columns: str) -> dict[tuple[str, ...], FloatArray]:
    """Return the values of a table of results, grouped by what stands in these columns.

    Parameters
    ----------
    results : Results
        The table, with a column "value".
    *columns : str
        The columns that tell one group from another.

    Returns
    -------
    dict
        By the texts in these columns, in the order of the rows: the values of the group, (m,).
    """
    groups: dict[tuple[str, ...], list[float]] = {}
    for row in results.rows:
        labels = tuple(str(row[column]) for column in columns)
        groups.setdefault(labels, []).append(float(row["value"]))
    return {labels: np.array(values) for labels, values in groups.items()}
