"""Sphinx extension: say in each chapter's box how long it takes to skim it, and to study it.

`_config.yml` loads it, and Sphinx calls `say_study_time` for each page that it reads. MyST counts
words alone, and a page of formulas and code takes a reader three times as long as its words. So
the role of MyST that gives minutes, ``{sub-ref}`wordcount-minutes` min``, is replaced in the source
by what `minutes` estimates.

The rates are fitted to the estimates of one student for the chapters `algorithm` and
`linear_regret`, and are right for both to about a third. Other readers were not timed.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import nbformat
from execute_book import read
from nbformat.v4 import new_markdown_cell, new_notebook
from sphinx.application import Sphinx

PLACE = "{sub-ref}`wordcount-minutes` min"
STUDIED_WORDS = 150  # a minute
SKIMMED_WORDS = 240
INLINE_FORMULA = 6  # seconds
DISPLAYED_FORMULA = 60
CODE_LINE = 6
PICTURE = 10
# Tags of cells whose code is not seen, or is folded away.
UNSEEN = {"remove-cell", "remove-input", "hide-input", "hide-cell"}

DISPLAYED = re.compile(r"\$\$.+?\$\$", re.DOTALL)
INLINE = re.compile(r"\$[^$\n]+\$")
FENCED = re.compile(
    r"^(`{3,}|~{3,})\{?(?:literalinclude|glue|rocq|image)\b.*?^\1", re.DOTALL | re.MULTILINE
)
MARKUP = re.compile(r"^[`:~]{3,}.*$|^:\w+:.*$|\{[\w:-]+\}|<[^>]*>|https?://\S+", re.MULTILINE)


class StudyTime(NamedTuple):
    """Minutes that a page takes, whole numbers of at least 1."""

    skim: int
    study: int


def minutes(notebook: nbformat.NotebookNode) -> StudyTime:
    """Estimate how long a chapter takes, from its text and its code that is not folded.

    Parameters
    ----------
    notebook
        The chapter as a notebook, as `execute_book.read` gives it.
    """
    words = inline = displayed = lines = pictures = 0
    for cell in notebook.cells:
        if cell.cell_type == "code":
            pictures += "figure" in cell.metadata.get("mystnb", {})
            if not UNSEEN & set(cell.metadata.get("tags", [])):
                lines += sum(bool(line.strip()) for line in cell.source.splitlines())
        elif cell.cell_type == "markdown":
            text, count = DISPLAYED.subn(" ", FENCED.sub(" ", cell.source))
            displayed += count
            text, count = INLINE.subn(" ", text)
            inline += count
            words += len(re.findall(r"\w+", MARKUP.sub(" ", text)))
    formulas_and_code = INLINE_FORMULA * inline + DISPLAYED_FORMULA * displayed + CODE_LINE * lines
    skim = words / SKIMMED_WORDS + PICTURE * pictures / 60
    study = words / STUDIED_WORDS + (formulas_and_code + PICTURE * pictures) / 60
    return StudyTime(max(1, round(skim)), max(1, round(study)))


def say_study_time(app: Sphinx, page: str, text: list[str]) -> None:
    """Put a chapter's times into its source, where MyST's role for minutes stands.

    Sphinx calls it at `source-read`.

    Parameters
    ----------
    app
        Sphinx, with the settings of the book.
    page
        The page's name, such as ``book/rate``.
    text
        A list of one entry, the source that Sphinx will parse: of a notebook, its JSON. The entry
        is replaced.
    """
    if PLACE not in text[0]:
        return
    without_code = new_notebook(cells=[new_markdown_cell(text[0])])
    times = minutes(read(Path(app.env.doc2path(page))) or without_code)
    text[0] = text[0].replace(PLACE, f"{times.skim} min to skim, {times.study} to study")


def setup(app: Sphinx) -> None:
    """Connect this extension to Sphinx."""
    app.connect("source-read", say_study_time)
