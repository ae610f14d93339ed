"""Texts with formulas in them, as a page of the book shows them."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape


def inline(tex: str) -> str:
    """Return a formula in LaTeX as HTML within a text."""
    # a long formula within a text scrolls by itself
    wide = " osphg-wide" if len(tex) > 60 else ""
    return rf'<span class="math notranslate nohighlight{wide}">\({escape(tex)}\)</span>'


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
        parts = self.text.split("$")
        return "".join(
            inline(part) if i % 2 else escape(part, quote=False) for i, part in enumerate(parts)
        )


def plain(text: str) -> str:
    """Return a text without the dollar signs around its formulas."""
    return text.replace("$", "")
