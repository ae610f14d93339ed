"""Texts with formulas in them, as a page of the book shows them."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Said:
    r"""A text in which what stands between dollar signs is LaTeX.

    Raises
    ------
    ValueError
        If a dollar sign is left open.

    Examples
    --------
    >>> Said(r"it is at most $\beta R$")
    it is at most \beta R
    """

    text: str

    def __post_init__(self) -> None:
        if self.text.count("$") % 2:
            raise ValueError(f"a formula must end in a dollar sign, got {self.text!r}")

    def __str__(self) -> str:
        return plain(self.text)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        shown = ""
        for i, part in enumerate(self.text.split("$")):
            wide = " osphg-wide" if len(part) > 60 else ""  # a long formula scrolls by itself
            formula = rf'<span class="math notranslate nohighlight{wide}">\({escape(part)}\)</span>'
            shown += formula if i % 2 else escape(part, quote=False)
        return shown


def plain(text: str) -> str:
    """Return a text without the dollar signs around its formulas."""
    return text.replace("$", "")
