"""Sphinx extension: say in each chapter's box how long it takes to skim it, and to study it.

`_config.yml` loads it, and Sphinx calls `say_study_time` for each page that it reads. MyST counts
words alone, and a page of formulas and code takes a reader three times as long as its words. So
the role of MyST that gives minutes, ``{sub-ref}`wordcount-minutes` min``, is replaced in the source
by what `minutes` estimates.

The times are those of a first reading: what a page folds away, code as well as the proofs and
solutions in its dropdowns, is not counted. Where the folded text makes the study longer by a tenth
or more, the box names the longer time, too.

The rates were first fitted to one student's estimates for `algorithm` and `linear_regret`. Other
readers then estimated eighteen pages before they looked at these numbers or beside them, without a
clock: with 215 words a minute for skimming all are within a third, with 240 one was not.
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
SKIMMED_WORDS = 215
INLINE_FORMULA = 6  # seconds
DISPLAYED_FORMULA = 60
CODE_LINE = 6
PICTURE = 10
NAMED_FROM = 1.1  # the box names the study with the folded text from this multiple of the other on
# Tags of cells whose code is not seen, or is folded away.
UNSEEN = {"remove-cell", "remove-input", "hide-input", "hide-cell"}

# A dropdown, or another directive with the class `dropdown`, from its opening fence to its closing.
FOLDED = re.compile(
    r"^(`{3,}|:{3,}|~{3,})"
    r"\{(?:dropdown\}|[\w:-]+\}[^\n]*\n(?::[\w-]+:[^\n]*\n)*?:class:[^\n]*\bdropdown\b)"
    r".*?^\1[`:~]*[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
DISPLAYED = re.compile(r"\$\$.+?\$\$", re.DOTALL)
INLINE = re.compile(r"\$[^$\n]+\$")
FENCED = re.compile(
    r"^(`{3,}|~{3,})\{?(?:literalinclude|glue|rocq|image)\b.*?^\1", re.DOTALL | re.MULTILINE
)
MARKUP = re.compile(r"^[`:~]{3,}.*$|^:\w+:.*$|\{[\w:-]+\}|<[^>]*>|https?://\S+", re.MULTILINE)


class StudyTime(NamedTuple):
    """Minutes that a page takes, whole numbers of at least 1.

    Attributes
    ----------
    skim, study
        A first reading, without anything that is folded.
    unfolded
        The study with the text of the dropdowns, still without folded code.
    """

    skim: int
    study: int
    unfolded: int


class TextSize(NamedTuple):
    """What is in a text: its words, and its formulas within lines and displayed."""

    words: int
    inline: int
    displayed: int

    @property
    def study_seconds(self) -> float:
        """The time that a reader needs to study the text."""
        formulas = INLINE_FORMULA * self.inline + DISPLAYED_FORMULA * self.displayed
        return 60 * self.words / STUDIED_WORDS + formulas


def text_size(text: str) -> TextSize:
    """Count the words and the formulas of `text`, Markdown without cells of code."""
    without_displayed, displayed = DISPLAYED.subn(" ", FENCED.sub(" ", text))
    without_formulas, inline = INLINE.subn(" ", without_displayed)
    words = len(re.findall(r"\w+", MARKUP.sub(" ", without_formulas)))
    return TextSize(words, inline, displayed)


def minutes(notebook: nbformat.NotebookNode) -> StudyTime:
    """Estimate how long a chapter takes, from its text and its code that is not folded.

    Parameters
    ----------
    notebook
        The chapter as a notebook, as `execute_book.read` gives it.
    """
    shown_words = lines = pictures = 0
    shown_seconds = all_seconds = 0.0
    for cell in notebook.cells:
        if cell.cell_type == "code":
            pictures += "figure" in cell.metadata.get("mystnb", {})
            if not UNSEEN & set(cell.metadata.get("tags", [])):
                lines += sum(bool(line.strip()) for line in cell.source.splitlines())
        elif cell.cell_type == "markdown":
            shown = text_size(FOLDED.sub("", cell.source))
            shown_words += shown.words
            shown_seconds += shown.study_seconds
            all_seconds += text_size(cell.source).study_seconds
    code_and_pictures = CODE_LINE * lines + PICTURE * pictures
    skim = shown_words / SKIMMED_WORDS + PICTURE * pictures / 60
    study = (shown_seconds + code_and_pictures) / 60
    unfolded = (all_seconds + code_and_pictures) / 60
    return StudyTime(max(1, round(skim)), max(1, round(study)), max(1, round(unfolded)))


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
    said = f"{times.skim} min to skim, {times.study} to study"
    if times.unfolded >= NAMED_FROM * times.study:
        said += f", {times.unfolded} with the folded text"
    text[0] = text[0].replace(PLACE, said)


def setup(app: Sphinx) -> None:
    """Connect this extension to Sphinx."""
    app.connect("source-read", say_study_time)
