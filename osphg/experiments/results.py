"""Results as a tidy table: in each row one number, with its unit and what it belongs to.

An experiment's notebook ends by showing one: a link that saves the table. The link holds the table
itself, which `osphg run` and `osphg sweep` collect from the executed notebook.
"""

from __future__ import annotations

import base64
import csv
import gzip
import hashlib
import io
import math
import numbers
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

REQUIRED = ("quantity", "value", "unit")

_MAX_PLAIN = 100_000  # bytes of a table that is saved as it is; a longer one is compressed
# The link that `Results._repr_html_` shows: the media type, and the table in base 64.
_LINK = re.compile(r'<a class="osphg-download"[^>]* href="data:([\w/]+);base64,([\w+/=]+)"')

Label = str | int | float | bool


class EndNotebook(Exception):  # noqa: N818  # no error
    """Raise in a notebook to end it there, without a failure: the table shown last is its results.

    Its text tells a reader why the rest of the page is left out.
    """

    def _render_traceback_(self) -> list[str]:
        """Return what IPython shows of it: one line, as nothing went wrong."""
        return [f"The page ends here: {self}"]


@dataclass(frozen=True, repr=False)
class Results:
    """Rows of (labels, quantity, value, unit).

    Parameters
    ----------
    name : str
        The name of the file that a reader saves, without its ending.
    rows : iterable of mapping
        The rows; kept as a tuple. Each has `quantity` (str), `value` (float; nan where there is
        none) and `unit` (str); every other key is a label that says what the number belongs to: a
        player, a seed, a window. All rows have the same labels, and no two rows agree in all
        labels and the quantity.

    Raises
    ------
    TypeError, ValueError
        For rows that are not as described.

    Examples
    --------
    >>> about = {"quantity": "regret", "unit": "units of f"}
    >>> table = Results("mine", [{"seed": k, "value": v, **about} for k, v in enumerate([2.5, 4])])
    >>> print(table.csv(), end="")
    seed,quantity,value,unit
    0,regret,2.5,units of f
    1,regret,4.0,units of f
    >>> table.values()["1", "regret"]
    4.0
    """

    name: str
    rows: tuple[Mapping[str, Label], ...]

    def __init__(self, name: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Check the rows, give their values Python's own types, and keep them."""
        # A frozen dataclass lets nobody set a field in the usual way.
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "rows", tuple(_row(row) for row in rows))
        for row in self.rows:
            if row.keys() != self.rows[0].keys():
                raise ValueError(
                    f"rows must have the columns {list(self.rows[0])}, got {list(row)}"
                )
        for key, times in Counter(map(self.key, self.rows)).items():
            if times > 1:
                raise ValueError(f"rows must differ in a label or quantity, got twice {key}")

    @property
    def labels(self) -> tuple[str, ...]:
        """The columns beside quantity, value and unit."""
        first_row = self.rows[0] if self.rows else {}  # all rows have its columns
        return tuple(name for name in first_row if name not in REQUIRED)

    def key(self, row: Mapping[str, Label]) -> tuple[str, ...]:
        """Return what a row is about: its labels and its quantity, as texts.

        Parameters
        ----------
        row : mapping
            A row with the labels of this table.

        Returns
        -------
        tuple of str
            The labels in the order of `labels`, then the quantity.
        """
        return tuple(str(row[name]) for name in (*self.labels, "quantity"))

    def values(self) -> dict[tuple[str, ...], float]:
        """Return the numbers by what they are about.

        Returns
        -------
        dict of float
            The value of each row by its `key`, in the unit of the row.
        """
        return {self.key(row): float(row["value"]) for row in self.rows}

    def csv(self) -> str:
        """Return the table as CSV with a header; floats in the shortest form that reads back.

        Returns
        -------
        str
            A line for each row: labels, quantity, value and unit.
        """
        text = io.StringIO()
        writer = csv.DictWriter(text, [*self.labels, *REQUIRED], lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        return text.getvalue()

    @property
    def sha256(self) -> str:
        """The hash of the table as CSV."""
        return hashlib.sha256(self.csv().encode()).hexdigest()

    @classmethod
    def from_csv(cls, name: str, text: str) -> Results:
        """Read what `csv` wrote; labels come back as texts.

        Parameters
        ----------
        name : str
            The name of the table, also for errors.
        text : str
            The table as CSV with a header.

        Returns
        -------
        Results
            The table, with the labels as texts and the values as floats.

        Raises
        ------
        ValueError
            If the text is something else.
        """
        reader = csv.DictReader(io.StringIO(text), strict=True)
        if not set(REQUIRED) <= set(reader.fieldnames or ()):
            raise ValueError(f"{name} must have the columns {', '.join(REQUIRED)}")
        try:
            return cls(name, [{**row, "value": float(row["value"])} for row in reader])
        except (TypeError, csv.Error) as error:
            raise ValueError(f"{name} is not a table of results: {error}") from None

    def __repr__(self) -> str:
        columns = ", ".join([*self.labels, *REQUIRED])
        return f"Results({self.name}: {len(self.rows)} rows of {columns})"

    def _repr_html_(self) -> str:
        """Show a link that saves the table, compressed if it is long, and holds it."""
        content = self.csv().encode()
        media_type = "text/csv"
        file = f"{self.name}.csv"
        if len(content) > _MAX_PLAIN:
            content = gzip.compress(content, mtime=0)  # no time in it: equal tables, equal bytes
            media_type = "application/gzip"
            file += ".gz"
        address = f"data:{media_type};base64,{base64.b64encode(content).decode()}"
        file = escape(file)
        link = f'<a class="osphg-download" download="{file}" href="{address}">{file}</a>'
        count = f"{len(self.rows)} rows: {', '.join([*self.labels, *REQUIRED])}"
        return f"<p>Results of this page as a table: {link} ({escape(count)}).</p>"

    @classmethod
    def from_html(cls, name: str, html: str) -> Results | None:
        """Return the table that a link of `_repr_html_` holds; None if there is no such link.

        Parameters
        ----------
        name : str
            The name of the table, also for errors.
        html : str
            A part of a page, such as an output of a notebook's cell.

        Returns
        -------
        Results or None
            The table of the first link in it, with the labels as texts.

        Raises
        ------
        ValueError
            If the link holds something else than a table of results.
        """
        link = _LINK.search(html)
        if link is None:
            return None
        media_type, encoded = link.groups()
        content = base64.b64decode(encoded)
        if media_type == "application/gzip":
            content = gzip.decompress(content)
        return cls.from_csv(name, content.decode())


def _row(row: Mapping[str, Any]) -> dict[str, Label]:
    """Return one row of a table with its labels and its number in Python's own types.

    ValueError for a row without quantity, value or unit; TypeError for an entry that is neither a
    text nor a number.
    """
    if not set(REQUIRED) <= set(row):
        raise ValueError(f"rows must have {', '.join(REQUIRED)}, got {row!r}")
    plain = {str(name): _plain(str(name), value) for name, value in row.items()}
    if isinstance(plain["value"], str):
        raise TypeError(f"value must be a number, got {plain['value']!r}")
    return {**plain, "value": float(plain["value"])}


def _plain(name: str, value: Any) -> Label:
    """Return one entry of a row, in the column `name`, in Python's own type.

    TypeError for what is neither a text nor a number. The number itself, in the column `value`, may
    be infinite or nan; a label may not. `_row` makes a float of that number, and refuses a text.
    """
    if hasattr(value, "item"):  # a number of NumPy's
        value = value.item()
    if isinstance(value, bool | str | int):
        return value
    if isinstance(value, numbers.Real) and (name == "value" or math.isfinite(value)):
        return float(value)
    raise TypeError(f"{name} must be a text or a finite number, got {value!r}")
