"""A run's report: one HTML file that needs nothing else, neither a network nor a script.

Sphinx sets the notebook, with the extensions that set the book's pages, and a template puts the box
around it; a reference to another page becomes the title of what it leads to.
"""

from __future__ import annotations

import base64
import io
import json
import re
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from html import escape, unescape
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import nbformat
import yaml
from bs4 import BeautifulSoup
from bs4.element import NavigableString
from docutils import nodes
from jinja2 import Environment, PackageLoader
from markupsafe import Markup
from math_core import LatexToMathML
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from osphg.experiments.catalogue import book_folder
from osphg.experiments.parameters import declared, written

_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
# A section with its heading, a theorem with its name, or an equation, that has a label.
_LABELLED = re.compile(
    r"^\((\S+)\)=\s+#+ (.+)$|\{prf:\w+\} *(.*)\n:label: (\S+)$|(?:\$\$ \(|^:label: )(\S+?)\)?$",
    re.MULTILINE,
)
_GLUE = re.compile(r"\{glue:text\}`([^`:]+)[^`]*`")
_TEX = re.compile(r"\\([(\[])(.+?)\\[)\]]", re.DOTALL)
_SPLIT = re.compile(r"\\begin\{split\}(.*)\\end\{split\}", re.DOTALL)  # Sphinx's, around lines
# All that a report may have of HTML, whoever made it: nothing that leads elsewhere by itself, or
# ends what stands around it. The policy in report.html lets what is left run and load nothing.
_TAGS = re.compile(
    "a|abbr|b|blockquote|br|caption|cite|code|col|colgroup|dd|del|details|dfn|div|dl|dt|em|figcaption|"
    "figure|h[1-6]|hr|i|img|ins|kbd|li|main|mark|ol|p|pre|q|s|samp|section|small|span|strong|sub|"
    "summary|sup|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var"
)
# Where a chapter stands among others, and listings of other files, which a report does not have;
# pictures of a fold's state.
_ABSENT = (
    ".osphg-opening, .osphg-next, .osphg-listing, .backrefs, .citation > .label, "
    ".sd-summary-state-marker"
)
_SETTINGS = {
    "extensions": ["myst_nb", "sphinx_design", "sphinx_proof", "sphinxcontrib.bibtex"],
    "html_theme": "basic", "html_permalinks": False, "html_scaled_image_link": False,
    "highlight_language": "none", "smartquotes": False,
    "nb_execution_mode": "off", "nb_merge_streams": True,
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
    values = provenance.get("parameters", {})
    usual = {name: known[name].implied(values) for name in values if name in known}
    changed = [name for name in usual if usual[name] != values[name]]
    _prepare(read)
    page = _set(read)
    own = Environment(
        loader=PackageLoader("osphg.experiments", ""), autoescape=True, trim_blocks=True
    )
    return own.get_template("report.html").render(
        run=provenance, values=values, known=known, usual=usual, changed=changed, written=written,
        title=page.h1.get_text() if page.h1 else "", body=Markup(page.decode()),
        summary=dict(read.metadata.get("osphg", {})).get("summary"),
    )  # fmt: skip


def _prepare(notebook: Any) -> None:
    """Have parameters stand once, works be listed, and values that are missing be named."""
    glued = set()
    for output in (output for cell in notebook.cells for output in cell.get("outputs", [])):
        if html := output.get("data", {}).get("text/html"):  # each by itself: it may end nowhere
            output["data"]["text/html"] = str(disarm(BeautifulSoup(html, "html.parser")))
        if kept := output.get("metadata", {}).get("scrapbook"):
            glued.add(kept["name"])

    def known(found: re.Match[str]) -> str:  # a run may have failed before it
        return found[0] if found[1] in glued else f"[{found[1]}]"

    for cell in notebook.cells:
        tags = [tag for tag in cell.metadata.get("tags", []) if not tag.startswith("hide-")]
        cell.metadata["tags"] = tags
        if "parameters" in tags:  # the defaults stand in the box
            tags.append("remove-cell")
        elif "injected-parameters" in tags:
            cell.source = cell.source.removeprefix("# Parameters\n").strip()
        elif cell.cell_type == "markdown":
            cell.source = _GLUE.sub(known, cell.source)
    if any("{cite" in cell.source for cell in notebook.cells):
        works = "## References\n\n```{bibliography}\n```"
        notebook.cells.append(nbformat.v4.new_markdown_cell(works))


def _words(book: Path) -> dict[str, str]:
    """Return titles of a book's chapters by their names, and of what has a label by that."""
    words: dict[str, str] = {}
    for path in [*book.glob("*.md"), *book.glob("*.ipynb")]:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".ipynb":
            text = "\n\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
        if title := _TITLE.search(text):
            words[path.stem] = f"“{title[1]}”"
            for section, heading, own, proof, equation in _LABELLED.findall(text):
                words[section or proof or equation] = f"“{heading or own or title[1]}”"
    return words


def _set(notebook: Any) -> Any:
    """Return the notebook's cells as HTML that runs and loads nothing."""
    macros, words, works = dict[str, str](), dict[str, str](), list[str]()
    with suppress(Exception):  # there is no book, or somebody is at work on it
        book = book_folder()
        works = [str(book / "references.bib")] * (book / "references.bib").is_file()
        words = _words(book)
        settings = yaml.safe_load((book.parent / "_config.yml").read_text("utf-8"))
        macros = settings["sphinx"]["config"]["formula_macros"]

    def named(app: Sphinx, env: Any, node: Any, shown: nodes.Element) -> nodes.Element:
        target = node["reftarget"]
        found = None if node.get("refexplicit") else words.get(Path(target).name, target)
        return nodes.inline("", found or shown.astext())

    with tempfile.TemporaryDirectory() as scratch, patch_docutils(), docutils_namespace():
        source, made, written = Path(scratch, "source"), Path(scratch, "made"), dict[str, Any]()
        source.mkdir()
        nbformat.write(notebook, source / "index.ipynb")
        app = Sphinx(
            source, None, made, Path(scratch, "read"), "singlehtml", status=None,
            confoverrides=_SETTINGS | {"bibtex_bibfiles": works}, warning=io.StringIO(),
        )  # fmt: skip
        app.env.settings |= {"file_insertion_enabled": False, "raw_enabled": False}
        app.connect("missing-reference", named)
        app.connect("html-page-context", lambda *about: written.update(about[3]))
        app.build()
        page: Any = BeautifulSoup(written["body"], "html.parser")
        files = {f"_images/{file.name}": file for file in made.glob("_images/*")}
        for image in page("img"):
            if file := files.get(image.get("src")):  # and no other of this machine
                if file.name in image.get("alt", file.name):
                    image["alt"] = "a picture without a description"
                data = base64.b64encode(file.read_bytes()).decode()
                image["src"] = f"data:{guess_type(file.name)[0]};base64,{data}"
    for tag in page.select(_ABSENT):
        tag.decompose()
    disarm(page)
    draw(page, macros)
    for code in page.select("div.cell_input"):
        own = "tag_injected-parameters" in code.parent["class"]
        code.name, code["class"] = "details", "code"
        code.insert(0, page.new_tag("summary", string="Parameters of this run" if own else "Code"))
    for fold in page.select(".admonition.dropdown"):
        fold.name, fold.select_one(".admonition-title").name = "details", "summary"
    for table in page.select("table"):
        table.wrap(page.new_tag("div", attrs={"class": "wide", "tabindex": "0"}))
    for listing in page.select("pre"):
        listing["tabindex"] = "0"
    return page


def disarm(page: Any) -> Any:
    """Leave of a parsed page tags that are allowed, and texts, but for comments and the like.

    It is written anew, so that no browser reads in it what the parser here has not seen.
    """
    for text in page.find_all(string=True):
        if type(text) is not NavigableString:  # a comment, a declaration, a script, a style
            text.extract()
    for tag in page(True):
        if not _TAGS.fullmatch(tag.name):
            tag.unwrap()
    return page


def drawn(tex: str, macros: Mapping[str, str], *, display: bool = False) -> str:
    r"""Return a formula as MathML; its TeX as code, with the reason as a title, where it is wrong.

    What Chromium draws unlike TeX is mended: a delimiter of a given size stays small under a
    script, and a sign at the start of an aligned part is taken for that of a number.

    >>> drawn(r"\root{2}", {"root": r"\sqrt{#1}"})
    '<math><msqrt><mn>2</mn></msqrt></math>'
    """
    converter = LatexToMathML(macros=dict(macros), fancy_error=False, continue_on_error=True)
    made = converter.convert_with_local_state(_SPLIT.sub(r"\1", tex).strip(), displaystyle=display)
    made = re.sub("<mo [^>]*minsize=[^>]*>[^<]*</mo>", r"<mrow>\g<0></mrow>", made)
    return re.sub(r"(<mtd [^>]*padding-left: 0[^>]*><mo)(?=>[+−±∓])", r'\1 form="infix"', made)


def draw(page: Any, macros: Mapping[str, str]) -> None:
    """Have a page's formulas drawn, also those of an output's own HTML."""

    def formula(found: re.Match[str]) -> str:
        return drawn(unescape(found[2]), macros, display=found[1] == "[")

    for text in page.find_all(string=_TEX):
        if not text.find_parent(["code", "pre", "script"]):
            text.replace_with(BeautifulSoup(_TEX.sub(formula, escape(text)), "html.parser"))
