"""What a report takes from the book around a notebook: titles, labels, macros, bibliography."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

import yaml

_GLUED = "application/papermill.record/text/plain"
_TITLE = re.compile(r"^#\s+(.+?)\s*$", re.MULTILINE)
_TARGET = re.compile(r"^\((?P<label>[\w:.-]+)\)=\s*\n+(?:#+\s+(?P<title>.+))?", re.MULTILINE)
_LABELLED = re.compile(
    r"^\s*(?:`{3,}|:{3,})\{(?P<kind>[\w:-]+)\}[ \t]*(?P<title>[^\n]*)\n"
    r"(?:[ \t]*:[\w-]+:[^\n]*\n)*?[ \t]*:(?:label|name):\s*(?P<label>\S+)",
    re.MULTILINE,
)
_EQUATION = re.compile(r"\$\$\s*\((?P<label>[^)\s]+)\)")
_FIGURE = re.compile(r"\bname\"?: \"?(?P<label>fig-[\w-]+)")
_NUMPY = re.compile(r"np\.\w+\((.*)\)")


class Book:
    """A folder of chapters; one of None knows nothing, and every question has a plain answer."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    @cached_property
    def chapters(self) -> dict[str, str]:
        """The text of each chapter by its name, outputs of notebooks left out."""
        paths = sorted(self.folder.glob("*.*")) if self.folder else []
        return {p.stem: _text(p) for p in paths if p.suffix in (".md", ".ipynb")}

    def title(self, name: str) -> str:
        """Return a chapter's title, in MyST; its name where there is no such chapter."""
        stem = name.rsplit("/", 1)[-1]
        found = _TITLE.search(self.chapters.get(re.sub(r"\.(md|ipynb)$", "", stem), ""))
        return found[1] if found else name

    @cached_property
    def labels(self) -> dict[str, str]:
        """What a label names, in words and in MyST: a theorem, a figure, an equation, a section."""
        found: dict[str, str] = {}
        for name, text in self.chapters.items():
            where = f"of “{self.title(name)}”"
            for match in _EQUATION.finditer(text):
                found[match["label"]] = f"an equation {where}"
            for match in _FIGURE.finditer(text):
                found[match["label"]] = f"a figure {where}"
            for match in _TARGET.finditer(text):
                found[match["label"]] = match["title"] or f"a section {where}"
            for match in _LABELLED.finditer(text):
                kind, title = match["kind"].removeprefix("prf:"), match["title"].strip()
                if kind == "figure":
                    found[match["label"]] = f"a figure {where}"
                elif kind == "math" or not title:
                    word = "equation" if kind == "math" else kind
                    article = "an" if word[:1] in "aeiou" else "a"
                    found[match["label"]] = f"{article} {word} {where}"
                elif kind != match["kind"]:
                    found[match["label"]] = f"{kind.capitalize()} ({title})"
                else:
                    found[match["label"]] = title
        return found

    @cached_property
    def macros(self) -> Mapping[str, Any]:
        """The macros of the book's formulas, from its settings."""
        path = self.folder.parent / "_config.yml" if self.folder else None
        try:
            settings: Any = yaml.safe_load(path.read_text(encoding="utf-8")) if path else {}
            return dict(settings["sphinx"]["config"]["mathjax3_config"]["tex"]["macros"])
        except (OSError, yaml.YAMLError, KeyError, TypeError):
            return {}

    @cached_property
    def works(self) -> Any:
        """The entries of references.bib by key."""
        from pybtex.database import BibliographyData, parse_file
        from pybtex.exceptions import PybtexError

        path = self.folder / "references.bib" if self.folder else None
        try:
            return parse_file(str(path)).entries if path else BibliographyData().entries
        except (OSError, PybtexError):
            return BibliographyData().entries

    def cited(self, key: str) -> tuple[str, str]:
        """Return a work's authors and year as a citation has them; the key, if it is unknown."""
        if key not in self.works:
            return key, ""
        entry = self.works[key]
        people = [
            " ".join(str(name) for name in (*person.rich_prelast_names, *person.rich_last_names))
            for person in entry.persons.get("author", entry.persons.get("editor", []))
        ]
        many = f"{people[0]} et al." if len(people) > 2 else " and ".join(people)
        return many or key, entry.fields.get("year", "")

    def references(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the works' entries as HTML, ordered by author and year."""
        from pybtex.backends.html import Backend
        from pybtex.exceptions import PybtexError
        from pybtex.style.formatting.plain import Style

        known = sorted((k for k in keys if k in self.works), key=lambda k: (*self.cited(k), k))
        unknown = {key: escape(key) for key in keys if key not in self.works}
        style, backend = Style(), Backend("utf-8")
        try:
            entries = list(style.format_entries([self.works[key] for key in known]))
            shown = {key: e.text.render(backend) for key, e in zip(known, entries, strict=True)}
        except PybtexError:  # an entry without what its kind must have
            shown = {key: escape(", ".join(self.cited(key))) for key in known}
        return shown | unknown

    def glued(self, file: str, name: str) -> str | None:
        """Return what another notebook of the book has glued, as Python wrote it."""
        path = self.folder / Path(file).name if self.folder else None
        if path is None or path.suffix != ".ipynb" or not path.is_file():
            return None
        return glued(json.loads(path.read_text(encoding="utf-8"))["cells"]).get(name)


def glued(cells: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the glued values of an executed notebook by name, as Python wrote them."""
    found = {}
    for output in (o for cell in cells for o in cell.get("outputs", [])):
        name = output.get("metadata", {}).get("scrapbook", {}).get("name")
        text = output.get("data", {}).get(_GLUED, output.get("data", {}).get("text/plain"))
        if name and text is not None:
            found[name] = "".join(text)
    return found


def formatted(written: str, spec: str) -> str:
    """Return a glued value as text: numbers by the format that follows the name, texts unquoted."""
    plain = _NUMPY.sub(r"\1", written.strip())
    try:
        value = ast.literal_eval(plain)
    except (ValueError, SyntaxError):
        value = plain
    try:
        return format(value, spec)
    except (ValueError, TypeError):
        return str(value)


def _text(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    try:
        cells = json.loads(text)["cells"]
    except (ValueError, KeyError):
        return ""
    parts = ["".join(c["source"]) for c in cells if c["cell_type"] == "markdown"]
    names = [c["metadata"].get("mystnb", {}).get("figure", {}).get("name", "") for c in cells]
    return "\n\n".join([*parts, *(f'name: "{name}"' for name in names if name)])
