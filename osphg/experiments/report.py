"""A run's report: one HTML file that needs nothing else, neither a network nor a script.

Sphinx typesets the notebook, with the extensions that typeset the book's pages, and a template puts
a box about the run above it. A reference to another page becomes the title of what it leads to.
"""

from __future__ import annotations

import base64
import io
import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from html import escape, unescape
from mimetypes import guess_type
from pathlib import Path
from typing import Any, NamedTuple

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
    r"^\((?P<section>\S+)\)=\s+#+ (?P<heading>.+)$"
    r"|\{prf:\w+\} *(?P<theorem_name>.*)\n:label: (?P<theorem>\S+)$"
    r"|(?:\$\$ \(|^:label: )(?P<equation>\S+?)\)?$",
    re.MULTILINE,
)
_GLUE = re.compile(r"\{glue:text\}`([^`:]+)[^`]*`")
_TEX = re.compile(r"\\([(\[])(.+?)\\[)\]]", re.DOTALL)
_SPLIT = re.compile(r"\\begin\{split\}(.*)\\end\{split\}", re.DOTALL)  # Sphinx's, around lines
# The tags that a report may have, whoever wrote them: none of them leads elsewhere by itself, or
# ends the part of the page around it. The policy in report.html forbids the rest to run or load.
_TAGS = re.compile(
    "a|abbr|b|blockquote|br|caption|cite|code|col|colgroup|dd|del|details|dfn|div|dl|dt|em|figcaption|"
    "figure|h[1-6]|hr|i|img|ins|kbd|li|main|mark|ol|p|pre|q|s|samp|section|small|span|strong|sub|"
    "summary|sup|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var"
)
# What of a chapter's page a report leaves out, as CSS selectors: the lines that say where a chapter
# stands among others, listings of other files, and the signs for folded and unfolded.
_LEFT_OUT = (
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
    """Return the report of a run, one HTML file: a box about the run, and below it the notebook.

    A part of the notebook that Sphinx cannot typeset (a formula that is wrong, a reference to
    nothing) stands in the report as it was written. Values that are not the notebook's defaults
    are marked in the box.

    Parameters
    ----------
    notebook : str
        The executed notebook, as JSON.
    provenance : mapping
        What provenance.json says of the run, for the box; what it lacks is left out.
    """
    without_nul = notebook.replace("\\u0000", "")  # the one character that HTML cannot have
    executed = nbformat.reads(without_nul, as_version=4)
    declarations = {}
    for cell in executed.cells:
        if "parameters" in cell.metadata.get("tags", []):
            declarations = declared(cell.source)
    values = provenance.get("parameters", {})
    # The default of one parameter may follow the value of another, as that of W is the root of T.
    defaults = {
        name: declarations[name].default_beside(values) for name in values if name in declarations
    }
    changed = [name for name in defaults if defaults[name] != values[name]]
    _prepare_cells(executed)  # in place: the cell of parameters, say, goes, as the box has them
    page = _typeset(executed)
    templates = Environment(
        loader=PackageLoader("osphg.experiments", ""), autoescape=True, trim_blocks=True
    )
    return templates.get_template("report.html").render(
        run=provenance,
        values=values,
        declarations=declarations,
        defaults=defaults,
        changed=changed,
        written=written,  # a function: how a value is written on the command line
        title=page.h1.get_text() if page.h1 else "",
        body=Markup(page.decode()),
        # What the notebook says in one line about its experiment.
        summary=dict(executed.metadata.get("osphg", {})).get("summary"),
    )


def _prepare_cells(notebook: Any) -> None:
    """Change the cells of an executed notebook in place from those of a chapter to a report's.

    The defaults of the parameters go, as the box has them. A list of the works that are cited is
    put at the end. Where the text shows a value that a cell was to compute and did not, as the run
    failed before, the value's name stands in its place. HTML in outputs loses what could run.

    Parameters
    ----------
    notebook
        The notebook, of nbformat, with its outputs.
    """
    computed_values = set()  # the names of those that the run has computed, for the text to show
    for output in (output for cell in notebook.cells for output in cell.get("outputs", [])):
        if html := output.get("data", {}).get("text/html"):
            # Each output by itself, so that a tag that it leaves open ends with it.
            output["data"]["text/html"] = str(disarm(BeautifulSoup(html, "html.parser")))
        # MyST-NB's function `glue` leaves such an output, with the name of the value.
        if glued := output.get("metadata", {}).get("scrapbook"):
            computed_values.add(glued["name"])

    def value_or_name(role: re.Match[str]) -> str:
        """Return a role that shows a value as it is, or the value's name if there is no value.

        A role is the text {glue:text}`name:format`, which Sphinx replaces by the value.
        """
        name = role[1]
        return role[0] if name in computed_values else f"[{name}]"

    for cell in notebook.cells:
        # A report folds all code itself.
        tags = [tag for tag in cell.metadata.get("tags", []) if not tag.startswith("hide-")]
        cell.metadata["tags"] = tags
        if "parameters" in tags:  # the defaults stand in the box
            tags.append("remove-cell")
        elif "injected-parameters" in tags:
            # The first line is papermill's; the report has a heading of its own there.
            cell.source = cell.source.removeprefix("# Parameters\n").strip()
        elif cell.cell_type == "markdown":
            cell.source = _GLUE.sub(value_or_name, cell.source)
    if any("{cite" in cell.source for cell in notebook.cells):
        works = "## References\n\n```{bibliography}\n```"
        notebook.cells.append(nbformat.v4.new_markdown_cell(works))


class _Book(NamedTuple):
    """What a page takes from the book around it; all is empty where there is no book."""

    macros: Mapping[str, str]  # the book's own TeX commands, with their definitions
    titles: Mapping[str, str]  # of chapters by file names, and of what has a label by its label
    bibliographies: Sequence[str]  # paths of the files that list works


def _read_book() -> _Book:
    """Read what reports need of the book; nothing if there is none, or one that cannot be read."""
    macros: Mapping[str, str] = {}
    titles: Mapping[str, str] = {}
    bibliographies: list[str] = []
    with suppress(Exception):  # somebody may be at work on the book; what was read by then is used
        folder = book_folder()
        references = folder / "references.bib"
        if references.is_file():
            bibliographies = [str(references)]
        titles = _titles_of(folder)
        settings = yaml.safe_load((folder.parent / "_config.yml").read_text("utf-8"))
        macros = settings["sphinx"]["config"]["formula_macros"]
    return _Book(macros, titles, bibliographies)


def _titles_of(book: Path) -> dict[str, str]:
    """Return the titles of a book's chapters, by their file names, and of all that has a label.

    A reference leads to either; a section, theorem or equation is found by its label, and one
    without a heading has its chapter's title. Titles stand in quotation marks.
    """
    titles: dict[str, str] = {}
    for path in [*book.glob("*.md"), *book.glob("*.ipynb")]:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".ipynb":
            text = "\n\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
        if chapter := _TITLE.search(text):
            titles[path.stem] = f"“{chapter[1]}”"
            for labelled in _LABELLED.finditer(text):
                label = labelled["section"] or labelled["theorem"] or labelled["equation"]
                title = labelled["heading"] or labelled["theorem_name"] or chapter[1]
                titles[label] = f"“{title}”"
    return titles


def _typeset(notebook: Any) -> Any:
    """Return the notebook's cells as parsed HTML, a `BeautifulSoup` that runs and loads nothing.

    `notebook` is one of nbformat, as `_prepare_cells` has left it. Sphinx makes the page, with the
    titles and works of the book. Then what `_LEFT_OUT` selects is dropped, tags that are not
    allowed are taken off, and formulas become MathML, with the macros of the book. Last, code and
    dropdowns fold, and wide tables scroll, by HTML alone, as a report has no scripts.
    """
    book = _read_book()
    page = _build_page(notebook, book)
    # What says where a chapter stands among others, and the like, means nothing in a report.
    for tag in page.select(_LEFT_OUT):
        tag.decompose()
    disarm(page)  # before formulas are drawn: the tags of MathML are not among those allowed
    draw_formulas(page, book.macros)
    _fold_and_scroll(page)
    return page


def _build_page(notebook: Any, book: _Book) -> Any:
    """Have Sphinx make a page of a notebook, in a temporary folder; return its body, parsed.

    Parameters
    ----------
    notebook
        The notebook, of nbformat, as `_prepare_cells` has left it.
    book
        The titles to which references lead, and the files that list works.

    Returns
    -------
    BeautifulSoup
        What the notebook says, as HTML, with the pictures in it and nothing of a page around it.
    """

    def title_of_target(
        app: Sphinx, env: Any, node: nodes.Element, words: nodes.Element
    ) -> nodes.Element:
        """Replace a link to another page, which a report does not have, by words.

        Sphinx calls it for each reference to something that is not on this page. The link has its
        own `words` if its author wrote some; else the title of its target takes its place.
        """
        target = node["reftarget"]
        title = None
        if not node.get("refexplicit"):
            # A chapter may be named with its folder; the titles are by file names.
            title = book.titles.get(Path(target).name, target)
        return nodes.inline("", title or words.astext())

    contexts: dict[str, Any] = {}

    def keep_context(
        app: Sphinx, pagename: str, templatename: str, context: Any, doctree: Any
    ) -> None:
        """Keep what Sphinx would fill its own page with: the notebook as HTML is the `body`.

        Sphinx calls it when it has made the page.
        """
        contexts.update(context)

    # Sphinx changes docutils and adds directives and roles to it, for the whole process: both
    # contexts take that back, as the caller may go on using docutils.
    with tempfile.TemporaryDirectory() as scratch, patch_docutils(), docutils_namespace():
        source = Path(scratch, "source")
        output = Path(scratch, "made")
        source.mkdir()
        nbformat.write(notebook, source / "index.ipynb")
        app = Sphinx(
            srcdir=source,
            confdir=None,
            outdir=output,
            doctreedir=Path(scratch, "read"),
            buildername="singlehtml",
            confoverrides=_SETTINGS | {"bibtex_bibfiles": book.bibliographies},
            status=None,
            warning=io.StringIO(),  # not shown, as the status is not
        )
        # A notebook that somebody sends must not read other files into the report.
        app.env.settings |= {"file_insertion_enabled": False, "raw_enabled": False}
        app.connect("missing-reference", title_of_target)
        app.connect("html-page-context", keep_context)
        app.build()
        page: Any = BeautifulSoup(contexts["body"], "html.parser")
        _embed_pictures(page, output)
    return page


def _embed_pictures(page: Any, output: Path) -> None:
    """Put the pictures that Sphinx has left in the folder `output` into the page itself.

    A picture from elsewhere on this machine is not read. `page` is parsed by Beautiful Soup.
    """
    files = {f"_images/{file.name}": file for file in output.glob("_images/*")}
    for image in page("img"):
        file = files.get(image.get("src"))
        if file is None:
            continue
        # Where the author has described nothing, Sphinx puts the path of the file there.
        if file.name in image.get("alt", file.name):
            image["alt"] = "a picture without a description"
        data = base64.b64encode(file.read_bytes()).decode()
        image["src"] = f"data:{guess_type(file.name)[0]};base64,{data}"


def _fold_and_scroll(page: Any) -> None:
    """Have code and dropdowns fold, and wide tables and listings scroll, by HTML alone.

    In the book's pages scripts do that; a report has none. What has a `tabindex` is reached by the
    keyboard, and then scrolls by its arrow keys.
    """
    for code in page.select("div.cell_input"):
        # The class of the cell that a run has put into the notebook, with its own parameters.
        has_parameters = "tag_injected-parameters" in code.parent["class"]
        summary = "Parameters of this run" if has_parameters else "Code"
        code.name = "details"
        code["class"] = "code"
        code.insert(0, page.new_tag("summary", string=summary))
    for dropdown in page.select(".admonition.dropdown"):
        dropdown.name = "details"
        dropdown.select_one(".admonition-title").name = "summary"
    for table in page.select("table"):
        table.wrap(page.new_tag("div", attrs={"class": "wide", "tabindex": "0"}))
    for listing in page.select("pre"):
        listing["tabindex"] = "0"


def disarm(page: Any) -> Any:
    """Leave in a parsed page only allowed tags and plain text, and return the page.

    `page` is changed in place. The report is written from it, and not from the text that was
    parsed; so no browser can find in the report what this parser has not seen. Of a tag that is not
    allowed the content stays. Attributes stay, too: that none of them loads or runs anything is up
    to the policy at the head of the report, which browsers obey.
    """
    for text in page.find_all(string=True):
        if type(text) is not NavigableString:  # a comment, a declaration, a script, a style
            text.extract()
    for tag in page(True):
        if not _TAGS.fullmatch(tag.name):
            tag.unwrap()
    return page


def mathml_of(tex: str, macros: Mapping[str, str], *, display: bool = False) -> str:
    r"""Return a formula as MathML; where it is wrong, its TeX as code, with the reason as a title.

    Two things that Chromium draws unlike TeX are mended. A delimiter of a given size, as of `\Big`,
    stays small when it has an exponent. A plus or minus that begins an aligned part is set as the
    sign of a number, not as that of a sum.

    Parameters
    ----------
    tex : str
        The formula, without the delimiters around it.
    macros : mapping
        The book's own TeX commands, with their definitions.
    display : bool
        Whether it stands in a line of its own.

    >>> mathml_of(r"\root{2}", {"root": r"\sqrt{#1}"})
    '<math><msqrt><mn>2</mn></msqrt></math>'
    """
    converter = LatexToMathML(macros=dict(macros), fancy_error=False, continue_on_error=True)
    # Around several lines Sphinx writes the environment `split`, which the converter does not know.
    lines = _SPLIT.sub(r"\1", tex).strip()
    # "Local": equations are numbered for each formula by itself.
    mathml = converter.convert_with_local_state(lines, displaystyle=display)
    # A delimiter of a given size is put into a row of its own, for the exponent to be on the row.
    mathml = re.sub("<mo [^>]*minsize=[^>]*>[^<]*</mo>", r"<mrow>\g<0></mrow>", mathml)
    # A sign that begins a cell without padding, which is an aligned part, is marked as one between
    # two terms.
    return re.sub(r"(<mtd [^>]*padding-left: 0[^>]*><mo)(?=>[+−±∓])", r'\1 form="infix"', mathml)


def draw_formulas(page: Any, macros: Mapping[str, str]) -> None:
    r"""Replace each formula \(...\) and \[...\] of a parsed page by MathML, but not in code.

    The page is changed in place; `macros` are the book's own TeX commands, with their definitions.
    """

    def replacement(formula: re.Match[str]) -> str:
        """Return the MathML of one formula, whose TeX is escaped as HTML."""
        # `_TEX` has two groups: the bracket "(" or "[" behind the backslash, and the formula.
        opening, escaped_tex = formula.groups()
        return mathml_of(unescape(escaped_tex), macros, display=opening == "[")

    for text in page.find_all(string=_TEX):  # each text with a formula in it
        if not text.find_parent(["code", "pre", "script"]):
            # The text is parsed as HTML again, with the MathML in it: so what is no formula is
            # escaped, as it was in the file.
            with_mathml = _TEX.sub(replacement, escape(text))
            text.replace_with(BeautifulSoup(with_mathml, "html.parser"))
