"""Sphinx extension: each chapter with code can be taken away, as a notebook that runs by itself.

A page's download button leads to it. Its text is the page's, set by Sphinx and written as Markdown;
a sentence with glued numbers is a cell of code, which shows what the notebook itself has computed,
so that it stays true when the notebook is run with other parameters. The first cell installs osphg
where there is none: from the commit at `repository_url`, if the project has an address, or else
from the wheel, which the site carries, put beside the notebook.

A glued value is a result that the code of a page has named by MyST-NB's `glue`, so that the page's
text can show it. In the Markdown of `page_markdown.py` its place is ``<<name>>`` or, with a format,
``<<name:format>>``.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from copy import deepcopy
from importlib.metadata import version
from pathlib import Path
from typing import Any

import nbformat
from check_site import ROOT
from docutils import nodes
from jupyter_cache import get_cache
from myst_nb.core.variables import format_plain_text
from myst_nb.ext.glue.crossref import read_glue_cache
from myst_nb.ext.glue.directives import PasteFigureDirective
from myst_nb.ext.glue.roles import PasteTextRole
from page_markdown import Block, PageMarkdown, escape_markdown
from sphinx.application import Sphinx

from osphg.experiments.provenance import git_state

WHEEL = f"osphg-{version('osphg')}-py3-none-any.whl"
EXTRAS = "[fast,plots,proofs,tables]"
LINES_PER_CELL = 10_000  # by which MyST-NB numbers the lines of an .ipynb
NOTEBOOKS: dict[str, nbformat.NotebookNode] = {}  # of the pages that are written, by name
# The source of the first two cells of each notebook: the one that installs osphg, and the one that
# defines `say`, by which cells show sentences. `first_cells.py` is no module: `runnable_notebook`
# puts its two parts into each notebook.
INSTALL, SENTENCES = (ROOT / "tools" / "first_cells.py").read_text(encoding="utf-8").split("# %%\n")
# MyST-NB's tags of a cell whose code the page folds or leaves out: the notebook folds it.
TAGS_OF_HIDDEN_CODE = {"hide-input", "hide-cell", "remove-cell", "remove-input"}
# The metadata by which Jupyter, and by the second entry Colab, shows a cell with its code folded.
FOLDED = {"jupyter": {"source_hidden": True}, "cellView": "form"}
PLACE_OF_VALUE = re.compile("<<(.+?)>>")  # `name` or `name:format` of a glued value in a text


def source(repository: str, commit: str) -> str:
    """Return what pip installs: the project at a commit, or else the wheel beside the notebook.

    Parameters
    ----------
    repository
        The address of the project's repository; empty if it has none.
    commit
        The full hash of the commit from which the book is built; empty if it is not known.
    """
    if repository and commit:
        return f"osphg{EXTRAS} @ git+{repository}@{commit}"
    return f"./{WHEEL}{EXTRAS}"


def is_shown(output: nbformat.NotebookNode) -> bool:
    """Tell whether a cell's output is for readers.

    MyST-NB's `glue` also stores each of its values as an output, marked by "scrapbook", which
    Jupyter would show.
    """
    return "scrapbook" not in output.get("metadata", {})


class NamedText(PasteTextRole):  # type: ignore[misc]
    """MyST-NB's role for a glued value in a text; its node keeps the name of the value.

    `PageMarkdown` finds the name in the attribute "glued". MyST-NB sets a value of the same page in
    an inline node, and only such a value has its name kept: the notebook computes no other.
    """

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the nodes of the value, and messages, as docutils asks a role."""
        role_nodes, messages = super().run()
        for node in role_nodes:
            if isinstance(node, nodes.inline):
                node["glued"] = self.text
        return role_nodes, messages


class NamedFigure(PasteFigureDirective):  # type: ignore[misc]
    """MyST-NB's directive for a glued figure; its node keeps the name of the figure as "glued"."""

    def run(self) -> list[nodes.Node]:
        """Return the nodes of the figure, as docutils asks a directive."""
        directive_nodes = super().run()
        for node in directive_nodes:
            if isinstance(node, nodes.figure):
                node["glued"] = self.arguments[0]
        return directive_nodes


def sentence(text: str, glued: dict[str, Any]) -> nbformat.NotebookNode:
    """Return a cell of code that shows a text with values that the notebook computes.

    The cell calls `say` of `first_cells.py`, which fills the values in whenever they are computed.
    Its stored output has the values of the book, so that the sentence is whole before that.

    Parameters
    ----------
    text
        Markdown with ``<<name>>`` or ``<<name:format>>`` for each value. If it is nothing but the
        name of a figure, the cell shows that figure.
    glued
        The outputs of the glued values by their names, as MyST-NB keeps them.
    """

    def format_value(place: re.Match[str]) -> str:
        """Return the glued value at a place of the text, in its format, as Markdown."""
        name, _colon, form = place[1].partition(":")
        value = format_plain_text(glued[name]["data"]["text/plain"], form or "s")
        return escape_markdown(value).replace("|", r"\|")  # else "|" would end a table's cell

    only_value = PLACE_OF_VALUE.fullmatch(text)
    data: dict[str, Any] = {}
    if only_value and only_value[1] in glued:
        data = dict(glued[only_value[1]]["data"])
    if "image/png" not in data:
        filled_text = PLACE_OF_VALUE.sub(format_value, text)
        data = {"text/markdown": filled_text, "text/plain": filled_text}
    output = nbformat.v4.new_output("display_data", data)
    return nbformat.v4.new_code_cell(
        f'say(r"""\n{text}\n""")', metadata=deepcopy(FOLDED), outputs=[output]
    )


def _for_download(cell: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Return a cell of code, changed in place, as the notebook has it.

    It has only outputs that readers see, and its code is folded if the page hides it.
    """
    cell.outputs = list(filter(is_shown, cell.outputs))
    if TAGS_OF_HIDDEN_CODE & set(cell.metadata.get("tags", ())):
        cell.metadata |= deepcopy(FOLDED)
    return cell


def runnable_notebook(
    blocks: Iterable[Block],
    executed: nbformat.NotebookNode,
    glued: dict[str, Any],
    requirement: str,
) -> nbformat.NotebookNode:
    """Return a page as a notebook that runs by itself.

    It begins with the two cells of `first_cells.py`. The blocks of text and all cells of code
    follow in the page's order; a text with glued values becomes a cell of code by `sentence`.

    Parameters
    ----------
    blocks
        The page's text, and the places of its cells of code in it.
    executed
        The page as MyST-NB has executed it.
    glued
        The outputs of the values that its cells have named by `glue`, by these names.
    requirement
        What pip installs, if there is no osphg: `source` returns it.
    """
    notebook = nbformat.v4.new_notebook(metadata=executed.metadata)
    notebook.metadata.pop("source_map", None)  # MyST-NB's, about lines of the page
    install = INSTALL.replace("{source}", requirement).replace("  # noqa: F401", "").strip()
    notebook.cells.append(nbformat.v4.new_code_cell(install))
    folded = deepcopy(FOLDED)
    notebook.cells.append(nbformat.v4.new_code_cell(SENTENCES.strip(), metadata=folded))
    # The numbers of the page's cells of code that the notebook does not have yet, in their order.
    remaining = [number for number, cell in enumerate(executed.cells) if cell.cell_type == "code"]

    def append_code(end: int) -> None:
        """Append the remaining cells of code whose numbers are below `end`.

        Some have no block, because the page does not show them; the notebook must run them, too.
        """
        while remaining and remaining[0] < end:
            notebook.cells.append(_for_download(executed.cells[remaining.pop(0)]))

    for block in blocks:
        if block.text is None:  # the block is the place of the cell of code itself
            append_code(block.cell + 1)
            continue
        append_code(block.cell)  # all code before the cell in which this text stands
        if block.glued:
            notebook.cells.append(sentence(block.text, glued))
        elif notebook.cells[-1].cell_type == "markdown":
            notebook.cells[-1].source += f"\n\n{block.text}"
        else:
            notebook.cells.append(nbformat.v4.new_markdown_cell(block.text))
    append_code(len(executed.cells))
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"  # the same in every build; nbformat's are random
    return notebook


def executed_notebook(page: str, config: Any) -> nbformat.NotebookNode:
    """Return a page as the notebook that MyST-NB has executed, with its outputs.

    MyST-NB writes the notebook of a page without outputs if these come from its cache, and they are
    put back here. `page` is the page's name, and `config` the settings of MyST-NB.
    """
    written = nbformat.read(Path(config.output_folder, f"{page}.ipynb"), as_version=4)
    if config.execution_mode != "cache":
        return written
    cache = get_cache(config.execution_cache_path)
    try:
        # The cells keep their own metadata: none (cell_meta) is taken from the cache.
        _cache_key, with_outputs = cache.merge_match_into_notebook(written, cell_meta=())
    except KeyError:  # the cache does not have it, because its file stores its outputs
        return written
    return with_outputs


def make_notebook(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put a page's notebook into `NOTEBOOKS`; Sphinx calls it at `doctree-resolved`.

    Only pages with code, which name a kernel, become notebooks, and only when a site is built.

    Parameters
    ----------
    app
        Sphinx, with the settings of the book and what it knows of all pages.
    doctree
        The page with all links resolved.
    page
        The page's name, such as ``book/rate``.
    """
    env: Any = app.env
    if "kernelspec" not in env.metadata.get(page, {}) or app.builder.name != "html":
        return
    executed = executed_notebook(page, env.mystnb_config)
    # For a page in Markdown MyST-NB keeps the line at which each cell starts. It gives the lines of
    # an .ipynb numbers of its own.
    starts = [LINES_PER_CELL * (number + 1) for number in range(len(executed.cells))]
    address = app.config.html_baseurl  # of the site; empty if it is not known
    if address:
        address = address.rstrip("/") + "/"
    markdown = PageMarkdown(
        page=page,
        doctree=doctree,
        titles={name: title.astext() for name, title in env.titles.items()},
        numbers=env.toc_fignumbers.get(page, {}),
        starts=env.metadata[page].get("source_map", starts),
        macros=app.config.formula_macros,
        address=address,
    )
    glued = read_glue_cache(env.mystnb_config.output_folder, page)
    repository = app.config.html_theme_options.get("repository_url", "")
    commit = (git_state() or {"commit": ""})["commit"]
    requirement = source(repository, commit)
    NOTEBOOKS[page] = runnable_notebook(markdown.blocks(), executed, glued, requirement)


def offer_notebook(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Let the theme's download button lead to the notebook of a page in Markdown, too.

    Sphinx calls it at `html-page-context`, before it fills the `template` of a page with the
    variables of `context`. Only pages with code have a notebook.
    """
    if "kernelspec" in app.env.metadata.get(page, {}) and context["page_source_suffix"] == ".md":
        context["ipynb_source"] = f"{page}.ipynb"


def write_wheel_and_notebooks(app: Sphinx, error: Exception | None) -> None:
    """Build the wheel into the site and write all notebooks beside the sources of the pages.

    Sphinx calls it at `build-finished`, with the error that ended the build, if one did: then
    nothing is written.
    """
    if error or app.builder.name != "html":
        return
    site = Path(app.outdir)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(site / "wheel")]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    for page, notebook in NOTEBOOKS.items():
        nbformat.write(notebook, site / "_sources" / f"{page}.ipynb")


def setup(app: Sphinx) -> None:
    """Put the named role and directive in place of MyST-NB's, and connect this extension."""
    app.add_role_to_domain("glue", "text", NamedText(), override=True)
    app.add_directive_to_domain("glue", "figure", NamedFigure, override=True)
    # After all that resolve links, before the theme makes its buttons, and before `light_site.py`.
    app.connect("doctree-resolved", make_notebook, priority=900)
    app.connect("html-page-context", offer_notebook, priority=400)
    app.connect("build-finished", write_wheel_and_notebooks, priority=850)
