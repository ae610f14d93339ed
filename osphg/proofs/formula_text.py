"""Texts with formulas in them, as a page of the book shows them."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class FormulaText:
    r"""A text in which what stands between dollar signs is LaTeX.

    A page shows it with its formulas; `str` has it without the dollar signs.

    Parameters
    ----------
    text : str
        The text, as ``"at most $\beta R$"``.

    Raises
    ------
    ValueError
        If a dollar sign is left open.

    Examples
    --------
    >>> FormulaText(r"it is at most $\beta R$")
    it is at most \beta R
    """

    text: str

    def __post_init__(self) -> None:
        """Refuse a dollar sign that is left open."""
        if self.text.count("$") % 2:
            raise ValueError(f"a formula must end in a dollar sign, got {self.text!r}")

    def __str__(self) -> str:
        """Return the text without the dollar signs around its formulas."""
        return without_dollars(self.text)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return the text in HTML, with each formula marked as MathJax finds it on a page."""
        html = ""
        for i, part in enumerate(self.text.split("$")):
            if i % 2 == 0:  # text and formulas take turns, and a text comes first
                html += escape(part, quote=False)
                continue
            wide = " osphg-wide" if len(part) > 60 else ""  # a long formula scrolls by itself
            html += rf'<span class="math notranslate nohighlight{wide}">\({escape(part)}\)</span>'
        return html


def without_dollars(text: str) -> str:
    """Return a text without the dollar signs around its formulas."""
    return text.replace("$", "")
