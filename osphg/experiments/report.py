"""A run's report: one HTML file that needs nothing else, neither a network nor a script.

MyST-NB's own parser reads the notebook, docutils writes it, a template puts the box around it; a
label of another page of the book becomes the words for what it names.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any
from unittest.mock import patch

import nbformat
import yaml
from bs4 import BeautifulSoup
from docutils import nodes
from docutils.core import publish_parts
from docutils.parsers.rst import directives, roles
from docutils.parsers.rst.directives.admonitions import Admonition
from docutils.parsers.rst.languages import en
from jinja2 import Environment, PackageLoader
from markupsafe import Markup
from math_core import LatexError, LatexToMathML
from myst_nb.docutils_ import Parser, get_nb_roles_directives
from myst_nb.ext.glue.roles import PasteTextRole
from pybtex.backends.html import Backend
from pybtex.database import parse_file
from pybtex.style.formatting.plain import Style

from osphg.experiments.catalogue import book_folder
from osphg.experiments.parameters import declared, written

_TITLE = re.compile(r"^#\s+(.+?)\s*$", re.MULTILINE)
_NAMED = re.compile(r"(.+?)\s*<([^<>]+)>", re.DOTALL)
_MARK = re.compile(r"\{([\w:-]+)\}")  # what may be the name of a role or of a block
_INLINE = re.compile(r"\\\((.+?)\\\)", re.DOTALL)
# What a notebook's HTML may not bring: the page's policy would stop all of it but a <meta>.
_LOADS = "script, style, link, iframe, object, embed, base, form, template, meta"
_ACTS = re.compile(r"on|(src|srcset|background|poster)=(?!data:)|.*(url\(|script:)", re.I | re.S)
# Where a chapter stands among others, which a report does not; what could not be set.
_ABSENT = ".osphg-opening, .osphg-next, .system-message"
_SETTINGS = {
    "nb_execution_mode": "off", "nb_append_css": False, "nb_merge_streams": True,
    "nb_mime_priority_overrides": [("*", "image/png", 1), ("*", "text/html", 2)],
    "myst_enable_extensions": {
        "amsmath", "attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath",
        "smartquotes",
    },
    "report_level": 5, "halt_level": 6, "initial_header_level": 1, "doctitle_xform": False,
    "embed_stylesheet": False, "stylesheet_path": "", "image_loading": "embed",
    "file_insertion_enabled": False, "raw_enabled": False, "syntax_highlight": "none",
    "table_style": "", "math_output": "LaTeX",
}  # fmt: skip


def render(notebook: str, provenance: Mapping[str, Any]) -> str:
    """Return the report of a run: its executed notebook, as JSON, below what provenance.json says.

    A part that cannot be set (a formula that is wrong, a reference to nothing) stands in the report
    as it was written; what a provenance lacks is left out.
    """
    read = nbformat.reads(notebook.replace("\\u0000", ""), as_version=4)
    try:
        book = Book.read(book_folder())
    except Exception:  # there is none, or somebody is at work on it
        book = Book()
    known = {}
    for cell in read.cells:
        if "parameters" in cell.metadata.get("tags", []):
            known = declared(cell.source)
    parameters = []
    values = provenance.get("parameters", {})
    for name, value in values.items():
        row: dict[str, Any] = {"name": name, "value": written(value)}
        if found := known.get(name):
            usual = found.implied(values)
            row |= {"default": written(usual), "meaning": found.meaning, "changed": usual != value}
        parameters.append(row)
    page = _set(read, book)
    own = Environment(
        loader=PackageLoader("osphg.experiments", ""), autoescape=True, trim_blocks=True
    )
    return own.get_template("report.html").render(
        run=provenance, parameters=parameters, title=page.h1.get_text() if page.h1 else "",
        summary=dict(read.metadata.get("osphg", {})).get("summary"), body=Markup(page.decode()),
        references=book.references(),
    )  # fmt: skip


@dataclass(frozen=True)
class Book:
    """What a report takes from a folder of chapters: titles by name, macros, works by key.

    And which of the works it has cited.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    macros: Mapping[str, str] = field(default_factory=dict)
    works: Mapping[str, Any] = field(default_factory=dict)
    cited: dict[str, None] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path) -> Book:
        """Read them; the folder has a bibliography, and the book's settings beside it."""
        pages = {path: path.read_text("utf-8") for path in folder.iterdir() if path.is_file()}
        titles = {}
        for path, text in pages.items():
            if path.suffix == ".ipynb":
                text = "".join(json.loads(text)["cells"][0]["source"])
            if path.suffix in (".ipynb", ".md") and (found := _TITLE.search(text)):
                titles[path.stem] = found[1]
        settings = yaml.safe_load((folder.parent / "_config.yml").read_text("utf-8"))
        works = parse_file(str(folder / "references.bib")).entries
        return cls(titles, settings["sphinx"]["config"]["formula_macros"], dict(works.items()))

    def title(self, name: str) -> str:
        """Return a chapter's title; its name where there is no such chapter."""
        return self.titles.get(Path(name).stem, name)

    def cite(self, key: str, *, textual: bool) -> str:
        """Return a work's authors and year as a citation has them; the key, if it is unknown."""
        self.cited[key] = None
        if key not in self.works:
            return key
        entry = self.works[key]
        people = [
            " ".join(map(str, (*person.rich_prelast_names, *person.rich_last_names)))
            for person in entry.persons.get("author", entry.persons.get("editor", []))
        ]
        many = f"{people[0]} et al." if len(people) > 2 else " and ".join(people) or key
        year = entry.fields.get("year", "")
        return f"{many} ({year})" if textual else f"{many}, {year}"

    def references(self) -> dict[str, str]:
        """Return the cited works as HTML, ordered by author and year."""
        known = Style().format_entries(self.works[key] for key in self.cited if key in self.works)
        shown = {entry.key: Markup(entry.text.render(Backend("utf-8"))) for entry in known}
        return shown | {key: key for key in self.cited if key not in shown}

    def role(self, name: str, raw: str, text: str, line: int, inliner: Any, *_: Any) -> Any:
        """Return what one of the book's roles stands for in a report, as docutils wants it."""
        named = _NAMED.fullmatch(text)
        title, target = (named[1], named[2].strip()) if named else ("", text.strip())
        if name in ("eq", "numref"):  # a title's %s would be a number that another page gives
            return [nodes.inline("", target, classes=["hole"])], []
        if name.startswith("cite"):
            textual, found = name == "cite:t", list[Any]()
            for key in map(str.strip, target.split(",")):
                words = self.cite(key, textual=textual)
                link = nodes.reference("", words, refuri=f"#ref-{key}")
                found += [nodes.Text(", " if textual else "; "), link]
            return found[1:] if textual else [nodes.Text("["), *found[1:], nodes.Text("]")], []
        words = title or (f"“{self.title(target)}”" if name == "doc" else target)
        return inliner.parse(words, line, None, None)


def mathml(tex: str, macros: Mapping[str, str], *, display: bool = False) -> str:
    r"""Return the MathML of a formula; its TeX as code, with the reason, where it is wrong.

    >>> mathml(r"\root{2}", {"root": r"\sqrt{#1}"})
    '<math><msqrt><mn>2</mn></msqrt></math>'
    """
    try:
        made = LatexToMathML(macros=dict(macros), fancy_error=False).convert_with_local_state(
            tex.strip(), displaystyle=display
        )
    except LatexError as error:
        reason = str(error).splitlines()[0]
        return f'<code class="wrong" title="{escape(reason)}">{escape(tex.strip())}</code>'
    return str(made)


# How MyST-NB and docutils set it.


class _Block(Admonition):  # type: ignore[misc]
    """A block that docutils does not know, which shows what it holds: a dropdown, a theorem."""

    required_arguments, optional_arguments = 0, 1
    arguments: list[str]
    option_spec = Admonition.option_spec | dict.fromkeys(("label", "open"), directives.unchanged)

    def run(self) -> Any:
        room, _, kind = self.name.rpartition(":")
        title, said = "".join(self.arguments), kind.capitalize()
        self.arguments = [f"{said} ({title})" if room and title else title or said]
        self.options["class"] = [*self.options.get("class", []), kind]
        return super().run()


class _Glued(PasteTextRole):  # type: ignore[misc]
    """A value, as text if it has no such format; its name, where a run has failed before it."""

    def run(self) -> Any:
        text = self.text.rpartition("::")[2]
        for self.text in (text, name := text.partition(":")[0]):
            if found := super().run()[0]:
                return found, []
        return [nodes.Text(f"[{name}]")], []


def _set(notebook: Any, book: Book) -> Any:
    """Return the notebook's cells as HTML that runs and loads nothing."""
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        if "parameters" in tags:  # the defaults stand in the box
            tags.append("remove-cell")
        elif "injected-parameters" in tags:
            cell.source = cell.source.removeprefix("# Parameters\n").strip()
    # What the book's own extensions say, and whatever else docutils does not know.
    markdown = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    named = set(_MARK.findall("\n".join(markdown)))
    spoken = dict.fromkeys(named - set(en.roles), book.role)
    blocks = dict.fromkeys(named - set(en.directives), _Block)
    with (
        patch.dict(roles._roles, spoken),  # noqa: SLF001
        patch.dict(directives._directives, blocks),  # noqa: SLF001
        patch.dict(get_nb_roles_directives().roles, {"glue:text": _Glued()}),
        tempfile.TemporaryDirectory() as scratch,
    ):
        html = publish_parts(
            nbformat.writes(notebook), source_path=f"{scratch}/notebook.ipynb", parser=Parser(),
            writer_name="html5", settings_overrides={**_SETTINGS, "nb_output_folder": scratch},
        )["body"]  # fmt: skip
    page: Any = BeautifulSoup(html, "html.parser")
    for tag in page.select(f"{_LOADS}, {_ABSENT}"):
        tag.decompose()
    for tag in page(True):
        tag.attrs = {k: v for k, v in tag.attrs.items() if not _ACTS.match(f"{k}={v}")}
    for image in page("img"):
        if scratch in image.get("alt", ""):  # docutils describes a picture by its file
            image["alt"] = "a picture without a description"
        if "src" not in image.attrs:
            image.replace_with(f"[{image.get('alt') or 'an image'}]")
    _finish(page, book.macros)
    return page


def _finish(page: Any, macros: Mapping[str, str]) -> None:
    """Give a page its formulas and numbers, folds, and wide parts that scroll."""

    def made(name: str, text: str = "", **attributes: str) -> Any:
        return page.new_tag(name, string=text, attrs=attributes)

    for text in page.find_all(string=_INLINE):  # of an output's own HTML
        if not text.find_parent(["pre", "code", "tt"]):
            html = _INLINE.sub(r'<tt class="math">\1</tt>', escape(text))
            text.replace_with(BeautifulSoup(html, "html.parser"))
    numbers = {}
    for formula in page.select(".math"):
        display = formula.name == "pre"
        shown = mathml(formula.get_text(), macros, display=display)
        formula.name = "div" if display else "span"
        formula.clear()
        formula.append(BeautifulSoup(shown, "html.parser"))
    for count, formula in enumerate(page.select("div.math[id]"), 1):
        numbers[formula["id"]] = f"({count})"
        formula.append(made("span", f"({count})"))
    for count, figure in enumerate(page.select("figure"), 1):
        numbers[figure.get("id")] = f"Figure {count}"
        caption = figure.figcaption or figure.append(made("figcaption"))
        (caption.p or caption).insert(0, made("strong", f"Figure {count}. "))
    for hole in page.select(".hole"):
        hole.string = numbers.get(nodes.make_id(hole.get_text()), hole.get_text())
    for code in page.select("div.cell_input"):
        own = "tag_injected-parameters" in code.parent["class"]
        code.name, code["class"] = "details", "code"
        code.insert(0, made("summary", "Parameters of this run" if own else "Code"))
    for fold in page.select(".admonition.dropdown"):
        fold.name, fold.select_one(".admonition-title").name = "details", "summary"
    for table in page.select("table"):
        table.wrap(made("div", **{"class": "wide", "tabindex": "0"}))
    for listing in page.select("pre"):
        listing["tabindex"] = "0"
