"""Results in a chapter's prose are glued from its code: each name is, and no number is typed.

Nothing is executed: the names that are glued are read from the code as text. Where a loop puts a
part of a name together, any text or integer of the chapter's code may stand for that part. The
description of a picture is not read: it says what one sees, and can hold no role.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import nbformat
import pytest
from execute_book import read

BOOK = Path(__file__).resolve().parent.parent / "book"
CHAPTERS = sorted([*BOOK.glob("*.md"), *BOOK.glob("*.ipynb")])
CODE = re.compile(r"^(`{3,})\{code-cell\}.*?^\1$", re.S | re.M)
# Of a role or a directive: the chapter that glues, where it is another one, and the name.
ROLE = re.compile(r"\{glue:\w+\}`(?:([^`:]+)::)?([^`:]+)[^`]*`")
DIRECTIVE = re.compile(r"\{glue:\w+\}[ \t]+(\S+)((?:\n:[^\n]*)*)")
FIELD = "\0"  # in a pattern of names: the argument of a function that glues

# What is no running text, or has numbers that are no results: those of a formula define or prove.
NOT_PROSE = re.compile(
    r"^---\n(?:[\w-]+:[^\n]*\n| [^\n]*\n)+---$"  # settings, of a page or a directive
    r"|^(?P<fence>`{3,})(?:\{(?:math|rocq|code-block)\}|\w+\n).*?^(?P=fence)$"
    r"|^:[\w-]+:[^\n]*(?:\n +[^\n]*)*"  # an option
    r"|^(?:\#+ |\([\w:-]+\)=|%)[^\n]*$"  # a heading, a label, a comment
    r"|\{[\w:+-]+\}`[^`]*`"
    r"|(?<!`)(?P<code>`{1,2})(?!`)[^\n]*?(?<!`)(?P=code)(?!`)"
    r"|\]\([^)\n]*\)|https?://\S+|</?[a-z][^>\n]*>"
    r"|\$\$.*?\$\$|(?<![\\$])\$(?!\$)[^$]+\$"
    r"|\b(?:Lemma|Theorem|[Ss]ection)s? [\d.]+\d(?: and [\d.]+\d)?",  # of the paper
    re.S | re.M,
)
# A decimal, a number with thousands, a percentage.
NUMBER = re.compile(
    r"(?<![\w.])(?:\d+(?:,\d{3})*\.\d+|\.\d+|\d+(?:,\d{3})+|\d+(?= ?%| per ?cent))(?!\.?\w)(?: ?%)?"
)
APPROXIMATE = re.compile(r"\\approx\s*[-+]?\d*\.\d+")  # of a formula, nevertheless
# Numbers that may be typed, as patterns with the words around them, and why.
TYPED = {
    r"95 ?% (?:\w+ )?intervals?": "the level of every interval of the book",
    "Python 3.11": "a version",
    "CC BY 4.0": "a version",
    "at most 1.2 bids together": "a rule of the example",
    "with probability 0.9 and three with 0.1": "the game's definition",
    "with 0.05 a round": "the game's definition",
    "more than 8.3 million": "a theorem's words: Rocq has proven it",
    "less than 7.5 million": "the same theorem's",
    "A share may be above 100 %": "says what a share is",
    "between 79 and 83.5 %": "tests/test_worst_games.py asserts both",
}


class Text(NamedTuple):
    """A text of a chapter, and its place: the file and, in a notebook, the cell."""

    place: str
    source: str

    def at(self, offset: int) -> str:
        """Return where the character at an index of the text stands, for a message."""
        line = self.source.count("\n", 0, offset) + 1
        return f"{self.place}, line {line}"


def prose_texts(path: Path) -> Iterator[Text]:
    """Yield the texts of prose in a chapter, captions of figures among them.

    A chapter in Markdown is one text with blank lines in the place of code, so that lines keep
    their numbers; each text cell of a notebook is one.
    """
    notebook = read(path)
    cells: list[nbformat.NotebookNode] = notebook.cells if notebook else []
    if path.suffix == ".ipynb":
        for number, cell in enumerate(cells):
            if cell.cell_type == "markdown":
                yield Text(f"book/{path.name}, cell {number}", cell.source)
    else:
        source = path.read_text(encoding="utf-8")
        blank = CODE.sub(lambda cell: "\n" * cell[0].count("\n"), source)
        yield Text(f"book/{path.name}", blank)
    for cell in cells:
        caption = cell.metadata.get("mystnb", {}).get("figure", {}).get("caption", "")
        yield Text(f"book/{path.name}, caption '{caption[:40]}...'", caption)


class Use(NamedTuple):
    """A place in prose that shows a glued value: its place, the file that glues, and the name."""

    place: str
    file: str
    name: str


def uses(path: Path) -> Iterator[Use]:
    """Yield the places of a chapter's prose that show a glued value."""
    for text in prose_texts(path):
        for role in ROLE.finditer(text.source):
            yield Use(text.at(role.start()), role[1] or path.name, role[2])
        for directive in DIRECTIVE.finditer(text.source):
            other = re.search(r":doc: *(\S+)", directive[2])
            file = other[1] if other else path.name
            yield Use(text.at(directive.start()), file, directive[1])


@cache
def glued_patterns(path: Path) -> tuple[str, ...]:
    """Return patterns of the names that a chapter's code glues; each name matches one as a whole.

    A function that hands its first parameter on to `glue`, alone or in an f-string, glues, too: its
    calls are read as those of `glue`.
    """
    notebook = read(path) if path.exists() else None
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"] if notebook else []
    tree = ast.parse("\n".join(re.sub(r"^%.*", "", cell, flags=re.M) for cell in cells))
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    words = {f"{value}".replace(" ", "-") for value in values if isinstance(value, str | int)}
    any_word = f"(?:{'|'.join(re.escape(word) for word in words if word.isprintable())})"

    def pattern(name: ast.expr, parameter: str) -> str:
        # The pattern of a name that is glued in a function with this first parameter.
        match name:
            case ast.Constant():
                return re.escape(f"{name.value}")
            case ast.JoinedStr():
                return "".join(pattern(part, parameter) for part in name.values)
            case ast.FormattedValue():
                return pattern(name.value, parameter)
            case ast.Name() if name.id == parameter:
                return FIELD
        return any_word

    functions: dict[str, str] = {}  # those that glue, with the pattern of the name
    patterns = list[str]()

    def visit(node: ast.AST, function: str, parameter: str) -> None:
        # Collects what a node glues; it stands in a function with this first parameter.
        match node:
            case ast.ImportFrom(module="myst_nb"):
                functions.update({alias.asname or alias.name: FIELD for alias in node.names})
            case ast.FunctionDef(args=ast.arguments(args=[first, *_])):
                function, parameter = node.name, first.arg
            case ast.Call(func=ast.Name(id=called)) if called in functions:
                name = functions[called].replace(FIELD, pattern(node.args[0], parameter))
                if FIELD in name:
                    functions[function] = name
                else:
                    patterns.append(name)
        for child in ast.iter_child_nodes(node):
            visit(child, function, parameter)

    visit(tree, "", "")
    return tuple(patterns)


def readable(pattern: str) -> str:
    """Return a pattern of names for a message, with ... for what may vary."""
    return re.sub(r"\(\?:.*?(?<!\\)\)|\\(.)", lambda part: part[1] or "...", pattern)


def names_not_glued(path: Path) -> list[str]:
    """Return a message for each glued value in a chapter's prose whose name nothing glues."""
    return [
        f"{use.place}: '{use.name}' is glued nowhere in book/{use.file}"
        for use in uses(path)
        if not any(
            re.fullmatch(name, use.name) for name in glued_patterns(path.with_name(use.file))
        )
    ]


def typed_numbers(path: Path) -> list[str]:
    """Return a message for each number that is typed into a chapter's prose."""
    allowed = re.compile("|".join(TYPED))
    messages = []
    for text in prose_texts(path):
        running = text.source
        for pattern in (NOT_PROSE, allowed):
            running = pattern.sub(lambda part: re.sub(r"[^\n]", " ", part[0]), running)
        numbers = [*NUMBER.finditer(running), *APPROXIMATE.finditer(text.source)]
        messages += [
            f"{text.at(number.start())}: '{number[0]}' is typed: glue it if it is computed, or else"
            " enter it in TYPED of tests/test_prose.py with the reason"
            for number in numbers
        ]
    return messages


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_each_name_in_prose_is_glued(path: Path) -> None:
    assert names_not_glued(path) == []


def test_each_name_that_is_glued_stands_in_prose() -> None:
    shown = {(use.file, use.name) for path in CHAPTERS for use in uses(path)}
    not_shown = [
        f"book/{path.name} glues '{readable(name)}', which no prose shows: show or do not glue it"
        for path in CHAPTERS
        for name in glued_patterns(path)
        if not any(file == path.name and re.fullmatch(name, one) for file, one in shown)
    ]
    assert not_shown == []


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_result_is_not_typed(path: Path) -> None:
    if path.stem != "changelog":  # which says what was
        assert typed_numbers(path) == []


def test_each_number_that_may_be_typed_is_typed() -> None:
    prose = "\n".join(text.source for path in CHAPTERS for text in prose_texts(path))
    assert [pattern for pattern in TYPED if not re.search(pattern, prose)] == []


GLUING = """from myst_nb import glue as kept

def number(name, value):
    kept(f"a-{name}", value)

for name, gap in {"two": 1, "one pair": 2}.items():
    number(f"{name.upper()}-gap", gap)
kept("last", 1)
"""


SETTINGS = """---
jupytext:
  text_representation: {format_name: myst}
kernelspec: {name: python3}
---
"""


def write_chapter(path: Path, prose: str) -> Path:
    """Write a chapter with one cell, which glues, and then some prose; return its path."""
    if path.suffix == ".ipynb":
        cells = [nbformat.v4.new_code_cell(GLUING), nbformat.v4.new_markdown_cell(prose)]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    else:
        text = f"{SETTINGS}\n```{{code-cell}} ipython3\n{GLUING}```\n{prose}\n"
        path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["a-two-gap", "a-one-pair-gap:.2f", "last", "rate.md::last:s"])
def test_a_glued_name_is_known(tmp_path: Path, name: str) -> None:
    chapter = write_chapter(tmp_path / "rate.md", f"It is {{glue:text}}`{name}`.")
    assert names_not_glued(chapter) == []
    assert len([*uses(chapter)]) == 1


@pytest.mark.parametrize("name", ["a-tow-gap", "two-gap", "a-two-gaps", "a-last", "lasts"])
def test_a_misspelt_name_is_told_with_its_place(tmp_path: Path, name: str) -> None:
    prose = f"It is\n{{glue:text}}`{name}:.2f`.\n```{{glue:figure}} {name}\n```"
    line = SETTINGS.count("\n") + GLUING.count("\n") + 3  # of the fence that ends the cell
    assert names_not_glued(write_chapter(tmp_path / "rate.md", prose)) == [
        f"book/rate.md, line {line + 2}: '{name}' is glued nowhere in book/rate.md",
        f"book/rate.md, line {line + 3}: '{name}' is glued nowhere in book/rate.md",
    ]
    assert names_not_glued(write_chapter(tmp_path / "real.ipynb", prose)) == [
        f"book/real.ipynb, cell 1, line 2: '{name}' is glued nowhere in book/real.ipynb",
        f"book/real.ipynb, cell 1, line 3: '{name}' is glued nowhere in book/real.ipynb",
    ]
    elsewhere = "```{glue:any} last\n:doc: none.md\n```"
    (message,) = names_not_glued(write_chapter(tmp_path / "rate.md", elsewhere))
    assert message.endswith("'last' is glued nowhere in book/none.md")


@pytest.mark.parametrize(
    "number",
    ["0.0226", "1,234", "15.8 %", "63%", "5 per cent", ".5", r"$x \approx 0.07$", "0.5.", "-0.25"],
)
def test_a_typed_result_is_told_with_its_place(tmp_path: Path, number: str) -> None:
    (message,) = typed_numbers(
        write_chapter(tmp_path / "real.ipynb", f"So\nit earns {number} of it")
    )
    assert message.startswith("book/real.ipynb, cell 1, line 2: ")


@pytest.mark.parametrize(
    "prose",
    [
        "{glue:text}`last:.3f` %", "`0.5`", "$T = 10\\,000$ and $x = 0.5$", "$$\nx = 0.5\n$$",
        "Theorems 4.1 and 4.2", "# 0.5", "[here](a-0.5)", "seed 0, 20 oracles", "a 95 % interval",
        "```python\n0.5\n```", ":alt: 0.5\n  and 0.6", "version 1.2.3", "T1.5",
    ],
)  # fmt: skip
def test_no_other_number_is_taken_for_a_result(tmp_path: Path, prose: str) -> None:
    assert typed_numbers(write_chapter(tmp_path / "rate.md", prose)) == []
