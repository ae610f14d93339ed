"""Small tables that a notebook shows, and the numbers of a table of results by their labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.experiments.results import Results
from osphg.proofs.said import Said

if TYPE_CHECKING:
    from osphg.proofs.small.evidence import Evidence  # sympy, only for who has some


@dataclass(frozen=True)
class Table:
    """A table of texts.

    Parameters
    ----------
    header : sequence of str
        One entry per column; the first column names the rows.
    rows : sequence of sequences
        Entries are shown with `str`, or by their own `_repr_html_`; numbers come formatted.
    caption : str
        One sentence above the table.

    Raises
    ------
    ValueError
        If a row has another length than the header.

    Examples
    --------
    >>> Table(["player", "regret"], [["OSPHG", "1.5"], ["MOSP", "0.2"]], caption="Two players.")
    Two players.
    player  regret
    OSPHG   1.5
    MOSP    0.2
    """

    header: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str = ""

    def __post_init__(self) -> None:
        for i, row in enumerate(self.rows):
            if len(row) != len(self.header):
                raise ValueError(
                    f"rows must have {len(self.header)} entries like the header,"
                    f" got {len(row)} in row {i}"
                )

    def __repr__(self) -> str:
        cells = [list(self.header), *([str(entry) for entry in row] for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [
            "  ".join(entry.ljust(width) for entry, width in zip(row, widths, strict=True)).rstrip()
            for row in cells
        ]
        return "\n".join([self.caption, *lines] if self.caption else lines)

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col">{escape(entry)}</th>' for entry in self.header)
        body = "".join(
            f'<tr><th scope="row">{_html(row[0])}</th>'
            + "".join(f"<td>{_html(entry)}</td>" for entry in row[1:])
            + "</tr>\n"
            for row in self.rows
        )
        caption = f"<caption>{escape(self.caption)}</caption>\n" if self.caption else ""
        return (
            f'<table class="table osphg-table">\n{caption}<thead><tr>{head}</tr></thead>\n'
            f"<tbody>\n{body}</tbody>\n</table>"
        )


def _html(entry: object) -> str:
    own = getattr(entry, "_repr_html_", None)
    return str(own()) if own else escape(str(entry))


def checked(evidence: Evidence) -> Table:
    """Return the checks of a claim as a table, with the verdict in its caption."""
    header = ["said", "check", "outcome"]
    rows = [[group, Said(formula), Said(outcome)] for group, formula, outcome in evidence.rows]
    return Table(header, rows, f"{evidence.place}: {evidence.verdict}")


def samples(results: Results, *columns: str) -> dict[tuple[str, ...], FloatArray]:
    """Return the values of the rows that agree in these columns, by their texts; in their order.

    pandas would do it in as many lines, and be a requirement of every chapter for these alone.

    Examples
    --------
    >>> rows = [{"T": T, "seed": s, "quantity": "x", "value": T + s, "unit": "1"}
    ...         for T in (10, 20) for s in (0, 1)]
    >>> samples(Results("one", rows), "T")
    {('10',): array([10., 11.]), ('20',): array([20., 21.])}
    """
    found: dict[tuple[str, ...], list[float]] = {}
    for row in results.rows:
        found.setdefault(tuple(str(row[c]) for c in columns), []).append(float(row["value"]))
    return {key: checks.own(np.array(values)) for key, values in found.items()}
