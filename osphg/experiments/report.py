"""A run's report: one HTML file that needs nothing else, neither a network nor a script.

Sphinx sets the notebook, with the extensions that set the book's pages, and a template puts the box
around it; a label of another page becomes the words for what it names.
"""

from __future__ import annotations

import ast
import base64
import io
import json
import re
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import nbformat
import yaml
from bs4 import BeautifulSoup
from docutils import nodes
from jinja2 import Environment, PackageLoader
from markupsafe import Markup
from math_core import LatexError, LatexToMathML
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from osphg.experiments.catalogue import book_folder
from osphg.experiments.parameters import declared, written

_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
# A section, a theorem with its kind and name, or an equation, that has a label.
_LABELLED = (
    r"^\(LABEL\)=\s+#+ (.+)$|\{prf:(\w+)\} *(.*)\n:label: LABEL$|(?:\$\$ \(|^:label: )LABEL\)?$"
)
_GLUE = re.compile(r"\{glue:text\}`(?:[^`]*::)?([^`:]+):?([^`]*)`")
_TEX = re.compile(r"\\([(\[])(.+?)\\[)\]]", re.DOTALL)
_SPLIT = re.compile(r"\\begin\{split\}(.*)\\end\{split\}", re.DOTALL)  # Sphinx's, around lines
# What a notebook's HTML may not bring: the page's policy would stop all of it but a <meta>.
_LOADS = "script, style, link, iframe, object, embed, base, form, template, meta"
_ACTS = re.compile(r"on|(src|srcset|background|poster)=(?!data:)|.*(url\(|script:)", re.I | re.S)
# Where a chapter stands among others, which a report does not; pictures of a fold's state.
_ABSENT = ".osphg-opening, .osphg-next, .backrefs, .citation > .label, .sd-summary-state-marker"
_SETTINGS = {
    "extensions": ["myst_nb", "sphinx_design", "sphinx_proof", "sphinxcontrib.bibtex"],
    "html_theme": "basic", "html_permalinks": False, "highlight_language": "none",
    "nb_execution_mode": "off", "nb_merge_streams": True, "smartquotes": False,
    "nb_mime_priority_overrides": [("*", "image/png", 1), ("*", "text/html", 2)],
    "myst_enable_extensions": [
        "amsmath", "attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath",
        "smartquotes",
    ],
    "numfig": True, "numfig_format": {"figure": "Figure %s"}, "numfig_secnum_depth": 0,
    "math_eqref_format": "({number})", "bibtex_reference_style": "author_year",
}  # fmt: skip


def render(notebook: str, provenance: Mapping[str, Any]) -> str:
    """Return the report of a run: its executed notebook, as JSON, below what provenance.json says.

    A part that cannot be set (a formula that is wrong, a reference to nothing) stands in the report
    as it was written; what a provenance lacks is left out.
    """
    read = nbformat.reads(notebook.replace("\\u0000", ""), as_version=4)
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
    page = _set(read)
    own = Environment(
        loader=PackageLoader("osphg.experiments", ""), autoescape=True, trim_blocks=True
    )
    return own.get_template("report.html").render(
        run=provenance, parameters=parameters, title=page.h1.get_text() if page.h1 else "",
        summary=dict(read.metadata.get("osphg", {})).get("summary"), body=Markup(page.decode()),
    )  # fmt: skip


def _prepare(notebook: Any) -> None:
    """Have a notebook's text say what was glued, its parameters stand once, its works be listed."""
    glued, text = {}, ""
    for output in (output for cell in notebook.cells for output in cell.get("outputs", [])):
        if kept := output.get("metadata", {}).get("scrapbook"):
            glued[kept["name"]] = output["data"].get(f"{kept['mime_prefix']}text/plain", "")

    def said(found: re.Match[str]) -> str:
        name, form = found.groups()
        shown = glued.get(name, f"[{name}]")  # of a run that has failed before it
        with suppress(ValueError, SyntaxError):
            shown = str(ast.literal_eval(shown))
            shown = format(ast.literal_eval(glued[name]), form)
        return re.sub(r"([^\w\s])", r"\\\1", shown)

    for cell in notebook.cells:
        tags = [tag for tag in cell.metadata.get("tags", []) if not tag.startswith("hide-")]
        cell.metadata["tags"] = tags
        if "parameters" in tags:  # the defaults stand in the box
            tags.append("remove-cell")
        elif "injected-parameters" in tags:
            cell.source = cell.source.removeprefix("# Parameters\n").strip()
        elif cell.cell_type == "markdown":
            cell.source = _GLUE.sub(said, cell.source)
            text += cell.source
    if "{cite" in text:
        works = "## References\n\n```{bibliography}\n```"
        notebook.cells.append(nbformat.v4.new_markdown_cell(works))


def _chapters() -> dict[str, str]:
    """Return the text of each of the book's chapters by name."""
    found = {}
    for path in book_folder().iterdir():
        if path.suffix == ".md":
            found[path.stem] = path.read_text(encoding="utf-8")
        elif path.suffix == ".ipynb":
            cells = json.loads(path.read_bytes())["cells"]
            texts = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
            found[path.stem] = "\n\n".join(texts)
    return found


def _words(target: str, chapters: Mapping[str, str]) -> str:
    """Return words for a chapter, or for what has this label in one; the label, if it has none."""
    pattern = _LABELLED.replace("LABEL", re.escape(target))
    for name, text in chapters.items():
        title = _TITLE.search(text)
        if name == Path(target).name and title:
            return f"“{title[1]}”"
        if title and (found := re.search(pattern, text, re.MULTILINE)):
            heading, kind, own = found.groups()
            if heading or (kind and own.startswith(kind.capitalize())):
                return f"“{heading or own}”"
            if kind:
                return f"{kind} “{own or title[1]}”"
            return f"an equation of “{title[1]}”"
    return target


def _set(notebook: Any) -> Any:
    """Return the notebook's cells as HTML that runs and loads nothing."""
    _prepare(notebook)
    macros, works, chapters = {}, [], dict[str, str]()
    with suppress(Exception):  # there is no book, or somebody is at work on it
        book, chapters = book_folder(), _chapters()
        works = [str(book / "references.bib")] * (book / "references.bib").is_file()
        settings = yaml.safe_load((book.parent / "_config.yml").read_text("utf-8"))
        macros = settings["sphinx"]["config"]["formula_macros"]

    def named(app: Sphinx, env: Any, node: Any, shown: nodes.Element) -> nodes.Element:
        own = node.get("refexplicit")
        return nodes.inline("", shown.astext() if own else _words(node["reftarget"], chapters))

    with tempfile.TemporaryDirectory() as scratch, patch_docutils(), docutils_namespace():
        source, made = Path(scratch, "source"), Path(scratch, "made")
        source.mkdir()
        nbformat.write(notebook, source / "index.ipynb")
        app = Sphinx(
            source, None, made, Path(scratch, "read"), "singlehtml", status=None,
            confoverrides=_SETTINGS | {"bibtex_bibfiles": works}, warning=io.StringIO(),
        )  # fmt: skip
        app.env.settings |= {"file_insertion_enabled": False, "raw_enabled": False}
        app.connect("missing-reference", named)
        app.build()
        html = (made / "index.html").read_text(encoding="utf-8").partition('<div class="body"')[2]
        html = html.partition(">")[2].rpartition('<div class="clearer">')[0]
        page: Any = BeautifulSoup(html, "html.parser")  # an output's tags may end what is around it
        files = {f"_images/{file.name}": file for file in made.glob("_images/*")}
        for image in page("img"):
            if file := files.get(unquote(image.get("src", ""))):  # and no other of this machine
                if file.name in image.get("alt", file.name):
                    image["alt"] = "a picture without a description"
                data = base64.b64encode(file.read_bytes()).decode()
                image["src"] = f"data:image/{file.suffix[1:]};base64,{data}"
    for link in page.select("a.image-reference"):  # to the picture itself, as large as it is
        link.unwrap()
    for tag in page.select(f"{_LOADS}, {_ABSENT}"):
        tag.decompose()
    for tag in page(True):
        tag.attrs = {k: v for k, v in tag.attrs.items() if not _ACTS.match(f"{k}={v}")}
    for image in page("img"):
        if "src" not in image.attrs:
            image.replace_with(f"[{image.get('alt') or 'an image'}]")
    _finish(page, macros)
    return page


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


def _finish(page: Any, macros: Mapping[str, str]) -> None:
    """Give a page its formulas, also those of an output's own HTML, folds, and what scrolls."""

    def made(name: str, text: str = "", **attributes: str) -> Any:
        return BeautifulSoup().new_tag(name, string=text, attrs=attributes)

    def formula(found: re.Match[str]) -> str:
        tex = _SPLIT.sub(r"\1", unescape(found[2]))
        return mathml(tex, macros, display=found[1] == "[")

    for text in page.find_all(string=_TEX):
        if not text.find_parent(["pre", "code"]):
            text.replace_with(BeautifulSoup(_TEX.sub(formula, escape(text)), "html.parser"))
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
