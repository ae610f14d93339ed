"""A run's report: one HTML file that needs nothing else, neither a network nor a script.

MyST-NB's own parser reads the notebook, docutils writes it; a label of another page of the book
becomes the words for what it names.
"""

from __future__ import annotations

import ast
import json
import re
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property, partial
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from osphg.experiments.catalogue import book_folder
from osphg.experiments.executing import install
from osphg.experiments.folders import workplace
from osphg.experiments.parameters import Parameter, UsageError, declared, written

_TITLE = re.compile(r"^#\s+(.+?)\s*$", re.MULTILINE)
_NUMPY = re.compile(r"np\.\w+\((.*)\)")
_WITH_TITLE = re.compile(r"(.+?)\s*<([^<>]+)>", re.DOTALL)
_LOADS = [
    "script",
    "style",
    "link",
    "iframe",
    "object",
    "embed",
    "base",
    "form",
    "template",
    "meta",
]
_PLACE = {"osphg-opening", "osphg-next"}  # where a chapter stands among others; a report has none
_EXTENSIONS = {
    "amsmath", "attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath", "smartquotes",
}  # fmt: skip
_SILENT = ("bibliography", "tableofcontents", "toctree", "raw", "only", "include")
_USED_ROLE = re.compile(r"\{([\w:-]+)\}`")
_USED_BLOCK = re.compile(r"^\s*(?:`{3,}|:{3,})\{([\w:-]+)\}", re.MULTILINE)
_GLUE = re.compile(r"\{glue(?::\w+)?\}`([^`]+)`")
_LINK = re.compile(r"(?<!!)\[([^\[\]]*)\]\((?!https?:|mailto:)([^()\s]+)\)")  # into the book
_HOLE = re.compile(r"#[1-9]")  # an argument of a macro
_INLINE = re.compile(r"\\\((.+?)\\\)", re.DOTALL)


def render(notebook: str, provenance: Mapping[str, Any]) -> str:
    """Return the report of a run.

    A part that cannot be set (a formula that is wrong, a reference to nothing) stands in the report
    as it was written; it does not stop it.

    Parameters
    ----------
    notebook : str
        The executed notebook, as JSON of format 4.
    provenance : mapping
        What is in provenance.json; whatever it lacks is left out.

    Raises
    ------
    UsageError
        If a package of the extra `book` is missing, or `notebook` is not a notebook of format 4.
    """
    try:
        import nbformat
        from jinja2 import Environment
        from markupsafe import Markup

        try:
            read = nbformat.reads(notebook.replace("\\u0000", ""), as_version=4)
        except Exception as error:  # nbformat raises whatever its parts raise
            raise UsageError(f"notebook must be one of format 4: {error}") from None
        box = _box(read.cells, provenance)
        page = _Page(read)
        body = page.html()
        own = files("osphg.experiments")
        template = Environment(autoescape=True, trim_blocks=True).from_string(
            own.joinpath("report.html").read_text("utf-8")
        )
        about = read.metadata.get("osphg", {})
        return template.render(
            title=" - ".join(filter(None, [page.title, str(provenance.get("experiment", ""))])),
            style=Markup(own.joinpath("report.css").read_text("utf-8")),
            body=Markup(body),
            references={key: Markup(text) for key, text in page.references().items()},
            summary=about.get("summary", "") if isinstance(about, dict) else "",
            **box,
        )
    except ModuleNotFoundError as error:
        needs = f"a report needs the packages of the extra 'book' ({install('book')})"
        raise UsageError(f"{needs}: {error.name} is missing") from None


class Book:
    """What a report takes from a folder of chapters; of None, nothing."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    @cached_property
    def chapters(self) -> dict[str, str]:
        """The text of each chapter by its name, outputs of notebooks left out."""
        paths = sorted(self.folder.glob("*.*")) if self.folder else []
        return {p.stem: _text(p) for p in paths if p.suffix in (".md", ".ipynb")}

    def title(self, name: str) -> str:
        """Return a chapter's title; its name where there is no such chapter."""
        stem = re.sub(r"\.(md|ipynb)$", "", name.rsplit("/", 1)[-1].partition("#")[0])
        found = _TITLE.search(self.chapters.get(stem, ""))
        return found[1] if found else name

    @cached_property
    def macros(self) -> Mapping[str, Any]:
        """The macros of the book's formulas, from its settings."""
        try:
            path = self.folder.parent / "_config.yml" if self.folder else Path()
            settings: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
            macros = settings["sphinx"]["config"]["formula_macros"].items()
            return {name: (text, len(set(_HOLE.findall(text)))) for name, text in macros}
        except (OSError, yaml.YAMLError, KeyError, TypeError):
            return {}

    @cached_property
    def works(self) -> Any:
        """The entries of references.bib by key."""
        from pybtex.database import parse_file
        from pybtex.exceptions import PybtexError

        try:
            return parse_file(str(self.folder / "references.bib")).entries if self.folder else {}
        except (OSError, PybtexError):
            return {}

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


def _text(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    try:
        cells = json.loads(text)["cells"]
    except (ValueError, KeyError):
        return ""
    return "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")


class _Page:
    """One report: the notebook's cells, set by docutils with roles and directives of its own."""

    def __init__(self, notebook: Any) -> None:
        try:
            self.book = Book(book_folder())
        except UsageError:
            self.book = Book(None)
        self.notebook, self.cited = notebook, list[str]()
        self.values: dict[str, str] = {}
        for output in (o for cell in notebook.cells for o in cell.get("outputs", [])):
            name = output.get("metadata", {}).get("scrapbook", {}).get("name")
            data = output.get("data", {})
            text = data.get("application/papermill.record/text/plain", data.get("text/plain"))
            if name and text is not None:
                self.values[name] = "".join(text)
        markdown = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
        found = _TITLE.search("\n\n".join(markdown))
        self.title = found[1].strip() if found else ""

    def html(self) -> str:
        """Return the notebook's cells as HTML that runs and loads nothing."""
        import nbformat
        from docutils.core import publish_doctree, publish_from_doctree
        from docutils.parsers.rst import directives, roles
        from docutils.parsers.rst.languages import en
        from myst_nb.docutils_ import Parser

        for cell in self.notebook.cells:
            self._prepare(cell)
        text = "\n\n".join(c.source for c in self.notebook.cells if c.cell_type == "markdown")
        # What the book's own extensions say, and whatever else docutils does not know.
        registers = directives._directives, roles._roles  # noqa: SLF001 - to be as they were
        before = [dict(register) for register in registers]
        for name in set(_USED_BLOCK.findall(text)):
            if name not in en.directives or name in _SILENT:
                directives.register_directive(name, self._block(name))
        for name in set(_USED_ROLE.findall(text)):
            if name not in en.roles:
                roles.register_local_role(name, partial(self._role))
        settings = {
            "nb_execution_mode": "off", "nb_append_css": False, "nb_merge_streams": True,
            "nb_mime_priority_overrides": [("*", "image/png", 1), ("*", "text/html", 2)],
            "myst_enable_extensions": _EXTENSIONS,
            "myst_disable_syntax": ["html_inline", "html_block"],
            "report_level": 5, "halt_level": 6, "input_encoding": "unicode",
            "output_encoding": "unicode", "initial_header_level": 1, "doctitle_xform": False,
            "embed_stylesheet": False, "stylesheet_path": "", "image_loading": "embed",
            "file_insertion_enabled": False, "syntax_highlight": "none", "table_style": "",
        }  # fmt: skip
        try:
            with workplace(Path(tempfile.gettempdir())) as scratch:
                settings["nb_output_folder"] = str(scratch)
                where = (self.book.folder or scratch) / "notebook.ipynb"
                tree = publish_doctree(
                    nbformat.writes(self.notebook), source_path=str(where), parser=Parser(),
                    settings_overrides=settings,
                )  # fmt: skip
                self._finish(tree)
                found = publish_from_doctree(tree, writer_name="html5", settings_overrides=settings)
        finally:
            for register, was in zip(registers, before, strict=True):
                register.clear()
                register.update(was)
        return self._harmless(str(found))

    def _prepare(self, cell: Any) -> None:
        """Fill in what was glued; leave out the defaults, which stand in the box."""
        if cell.cell_type == "markdown":
            text = re.sub(r"<!--.*?-->", "", cell.source, flags=re.DOTALL)
            text = _LINK.sub(lambda link: link[1] or self.book.title(link[2]), text)
            cell.source = _GLUE.sub(lambda hole: self._glued(hole[1].strip()), text)
        elif cell.cell_type == "code" and "parameters" in cell.metadata.get("tags", []):
            cell.metadata.tags.append("remove-cell")
        elif cell.cell_type == "code" and "injected-parameters" in cell.metadata.get("tags", []):
            cell.source = cell.source.removeprefix("# Parameters\n").strip()

    def _glued(self, target: str) -> str:
        file, _, rest = target.rpartition("::")
        name, _, spec = rest.partition(":")
        known = self.values
        path = self.book.folder / Path(file).name if file and self.book.folder else None
        if path and path.suffix == ".ipynb" and path.is_file():
            import nbformat

            known = _Page(nbformat.read(path, as_version=4)).values
        shown = formatted(known[name], spec) if name in known else f"[{name}]"
        return re.sub(r"([\\`*_{}\[\]<>$#|~^:])", r"\\\1", shown.replace("\n", " "))

    def _role(
        self, name: str, raw: str, text: str, line: int, inliner: Any, *_: Any, **__: Any
    ) -> Any:
        """Return what a role of the book stands for, here."""
        from docutils import nodes

        named = _WITH_TITLE.fullmatch(text)
        title, target = (named[1], named[2].strip()) if named else ("", text.strip())
        if name.startswith("cite"):
            return [_raw(self._citation(target, textual="t" in name.removeprefix("cite")))], []
        if name in ("eq", "numref"):  # a title's %s would be a number that another page gives
            hole = nodes.inline("", target, classes=["hole"])
            hole["target"] = target
            return [hole], []
        if name in ("file", "program", "kbd", "command"):
            return [nodes.literal(raw, text)], []
        if not title:
            title = f"“{self.book.title(target)}”" if name == "doc" else target
        found, _messages = inliner.parse(title, line, None, None)
        return found, []

    def _citation(self, keys: str, *, textual: bool) -> str:
        parts = []
        for key in (key.strip() for key in keys.split(",")):
            if key not in self.cited:
                self.cited.append(key)
            people, year = (escape(text) for text in self.book.cited(key))
            both = f"{people} ({year})" if textual else f"{people}, {year}"
            parts.append(f'<a href="#ref-{escape(key)}">{both if year else people}</a>')
        return ", ".join(parts) if textual else f"[{'; '.join(parts)}]"

    def references(self) -> dict[str, str]:
        """Return the cited works' entries as HTML, ordered by author and year."""
        if not self.cited:
            return {}
        from pybtex.backends.html import Backend
        from pybtex.exceptions import PybtexError
        from pybtex.style.formatting.plain import Style

        book, shown = self.book, {}
        for key in sorted(self.cited, key=lambda key: (*book.cited(key), key)):
            shown[key] = escape(", ".join(filter(None, book.cited(key))))
            if key in book.works:
                with suppress(PybtexError):  # an entry without what its kind must have
                    (entry,) = Style().format_entries([book.works[key]])
                    shown[key] = str(entry.text.render(Backend("utf-8")))
        return shown

    def _block(self, name: str) -> Any:
        """Return the directive for a block that docutils does not know, or is not to use."""
        from docutils import nodes
        from docutils.parsers.rst import Directive, directives

        class Block(Directive):  # type: ignore[misc]
            has_content, optional_arguments, final_argument_whitespace = True, 1, True
            option_spec = dict.fromkeys(("label", "class", "name", "open"), directives.unchanged)

            def run(self) -> Any:
                if name in _SILENT or name.startswith("glue"):
                    return []
                inside = nodes.container(classes=["aside"])
                self.state.nested_parse(self.content, self.content_offset, inside)
                title = self.arguments[0] if self.arguments else ""
                kind = name.removeprefix("prf:").capitalize() if ":" in name else ""
                text = f"{kind} ({title})" if kind and title else kind or title
                heading = nodes.paragraph("", "", classes=["title"])
                heading += self.state.inline_text(text, self.lineno)[0]
                if name != "dropdown":
                    inside.insert(0, heading)
                    return [inside]
                return [*_folded(heading.children, inside.children, "fold")]

        return Block

    def _finish(self, tree: Any) -> None:
        """Give figures and equations numbers, set formulas, fold code, end links into the book."""
        from docutils import nodes

        numbers: dict[str, str] = {}
        for node in tree.findall(nodes.raw):  # an output's own, which may end what it did not begin
            node.children = [nodes.Text(self._harmless(node.astext()))]
        for node in list(tree.findall(nodes.system_message)):
            node.parent.remove(node)
        for number, figure in enumerate(tree.findall(nodes.figure), 1):
            numbers |= dict.fromkeys((*figure["names"], *figure["ids"]), f"Figure {number}")
            caption = next(iter(figure.findall(nodes.caption)), None)
            if caption is None:
                caption = nodes.caption()
                figure += caption
            caption.insert(0, nodes.strong("", f"Figure {number}. "))
        count = 0
        for formula in list(tree.findall(nodes.math_block)):
            label = formula.get("label") or next(iter(formula["names"]), "")
            end = ""
            if label:
                count += 1
                numbers[label] = f"({count})"
                end = f'<span class="number">({count})</span>'
            shown = mathml(formula.astext(), self.book.macros, display=True)
            made = f'<div class="formula"><div class="math">{shown}</div>{end}</div>\n'
            formula.parent.replace(formula, _raw(made))
        for formula in list(tree.findall(nodes.math)):
            shown = mathml(formula.astext(), self.book.macros)
            formula.parent.replace(formula, _raw(f'<span class="math">{shown}</span>'))
        for hole in list(tree.findall(nodes.inline)):
            if hole.get("target") in numbers:
                hole.children = [nodes.Text(numbers[hole["target"]])]
        for node in list(tree.findall(nodes.container)):
            if "cell_input" in node["classes"]:
                summary = "Code"
                if "tag_injected-parameters" in node.parent["classes"]:
                    summary = "Parameters of this run"
                node.parent.replace(node, list(_folded([nodes.Text(summary)], [node], "code")))
        for node in list(tree.findall(nodes.Admonition)):
            classes = set(getattr(node, "attributes", {}).get("classes", ()))
            if classes & _PLACE:
                node.parent.remove(node)
            elif "dropdown" in classes:
                title, *rest = node.children
                node.parent.replace(node, list(_folded(title.children, rest, "fold")))

    def _harmless(self, html: str) -> str:
        """Return the page's own part without what runs or loads, and with outputs' formulas set."""
        from bs4 import BeautifulSoup

        soup = BeautifulSoup(html, "html.parser")
        body = soup.find("main") or soup.body or soup
        for tag in body.find_all(_LOADS):
            tag.decompose()
        for tag in body.find_all(True):
            for name in list(tag.attrs):
                value = str(tag[name]).strip().lower()
                remote = name in ("src", "srcset", "background", "poster") and value[:5] != "data:"
                if name.startswith("on") or remote or "url(" in value or "script:" in value:
                    del tag[name]
            if tag.name == "img" and not tag.get("src"):
                tag.replace_with(f"[{tag.get('alt') or 'an image'}]")
        for text in body.find_all(string=_INLINE):  # as in the book
            if not text.find_parent(["pre", "code", "math"]):
                parts = _INLINE.split(text)
                parts[::2] = [escape(part) for part in parts[::2]]
                macros = self.book.macros
                parts[1::2] = [
                    f'<span class="math">{mathml(t, macros)}</span>' for t in parts[1::2]
                ]
                text.replace_with(BeautifulSoup("".join(parts), "html.parser"))
        for tag in body.find_all(["table", "pre"]):
            if tag.name == "table":
                tag.wrap(soup.new_tag("div", attrs={"class": "wide", "tabindex": "0"}))
            else:
                tag["tabindex"] = "0"
        return body.decode_contents()


def _raw(html: str) -> Any:
    from docutils import nodes

    return nodes.raw("", html, format="html")


def _folded(title: Any, inside: Any, kind: str) -> Any:
    yield _raw(f"<details class='{kind}'><summary>")
    yield from title
    yield _raw("</summary>\n")
    yield from inside
    yield _raw("</details>")


def formatted(written: str, spec: str) -> str:
    """Return a glued value as text: numbers by the format that follows the name, texts unquoted."""
    plain: Any = _NUMPY.sub(r"\1", written.strip())
    with suppress(ValueError, SyntaxError):
        plain = ast.literal_eval(plain)
    try:
        return format(plain, spec)
    except (ValueError, TypeError):
        return str(plain)


_BRACES = 1000  # in a formula: far more within each other end the process, and the run with it


def mathml(tex: str, macros: Mapping[str, Any], *, display: bool = False) -> str:
    r"""Return the MathML of a formula; its TeX as code, with the reason, where it is wrong.

    `macros` are as in MathJax's own settings: a definition, or [definition, number of arguments].

    >>> mathml(r"\root{2}", {"root": [r"\sqrt{#1}", 1]})
    '<math><msqrt><mn>2</mn></msqrt></math>'
    """
    from math_core import LatexError, LatexToMathML

    plain = {name: m if isinstance(m, str) else m[0] for name, m in macros.items()}
    try:
        if tex.count("{") > _BRACES:
            raise ValueError("it has too many groups")
        made = LatexToMathML(macros=plain, fancy_error=False).convert_with_local_state(
            tex.strip(), displaystyle=display
        )
    except (LatexError, ValueError) as error:
        reason = str(error).splitlines()[0]
        return f'<code class="wrong" title="{escape(reason)}">{escape(tex.strip())}</code>'
    return str(made)


def _box(cells: Iterable[Any], provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the box at the top says."""
    known: dict[str, Parameter] = {}
    for cell in cells:
        if "parameters" in cell.metadata.get("tags", []):
            with suppress(ValueError):
                known |= declared(cell.source)
    values = dict(provenance.get("parameters", {}))
    rows = []
    for name, value in values.items():
        usual = known[name].default if name in known else value
        with suppress(KeyError, TypeError, ValueError):
            usual = known[name].implied(values)
        rows.append(
            {
                "name": name, "value": written(value), "changed": usual != value,
                "default": written(usual) if name in known else "",
                "meaning": known[name].meaning if name in known else "",
            }
        )  # fmt: skip
    git: Mapping[str, Any] = provenance.get("git") or {}
    clean = "" if git.get("clean") else ", with changes that were not committed"
    seconds = provenance.get("seconds")
    facts = {
        "status": provenance.get("status"),
        "started": str(provenance.get("started", "")).replace("T", " ").replace("+00:00", " UTC"),
        "wall time": None if seconds is None else f"{seconds:.1f} s",
        "commit": f"{git['commit']}{clean}" if "commit" in git else "not in a repository",
        "Python": provenance.get("python"),
        "machine": provenance.get("platform"),
        "processors": provenance.get("processors"),
        **dict(provenance.get("machine") or {}),
    }
    versions = dict(provenance.get("packages", {}))
    versions |= {f"SHA-256 of {k}": v for k, v in dict(provenance.get("inputs", {})).items()}
    versions["SHA-256 of results"] = provenance.get("results_sha256")
    return {
        "experiment": provenance.get("experiment", "a notebook"),
        "error": provenance.get("error", ""),
        "parameters": rows,
        "changed": sum(row["changed"] for row in rows),
        "command": provenance.get("command", ""),
        "facts": [(name, value) for name, value in facts.items() if value],
        "versions": [(name, value) for name, value in versions.items() if value],
    }
