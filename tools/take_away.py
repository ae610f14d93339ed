"""Sphinx extension: each chapter with code can be taken away, as a notebook that runs by itself.

A page's download button leads to it. Its text is the page's, set by Sphinx and written as Markdown;
a sentence with glued numbers is a cell of code, which shows what the notebook itself has computed,
so that it stays true when the notebook is run with other parameters. The first cell installs osphg
where there is none: from the commit at `repository_url`, if the project has an address, or else
from the wheel, which the site carries, put beside the notebook.
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
# The first cells of each notebook: what installs osphg, and what shows sentences.
INSTALL, SENTENCES = (ROOT / "tools" / "first_cells.py").read_text(encoding="utf-8").split("# %%\n")
HIDDEN = {"hide-input", "hide-cell", "remove-cell", "remove-input"}  # cells whose code is folded
FOLDED = {"jupyter": {"source_hidden": True}, "cellView": "form"}  # the latter is Colab's


def source(repository: str, commit: str) -> str:
    """Return what pip installs: the project's repository, or the wheel."""
    known = repository and commit
    return f"osphg{EXTRAS} @ git+{repository}@{commit}" if known else f"./{WHEEL}{EXTRAS}"


def is_shown(output: nbformat.NotebookNode) -> bool:
    """Tell whether an output is more than what MyST-NB's `glue` writes down."""
    return "scrapbook" not in output.get("metadata", {})


class NamedText(PasteTextRole):  # type: ignore[misc]
    """MyST-NB's role, whose text keeps the name of what it shows, if that is of the same page."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        made, messages = super().run()
        for node in made:
            if isinstance(node, nodes.inline):
                node["glued"] = self.text
        return made, messages


class NamedFigure(PasteFigureDirective):  # type: ignore[misc]
    """MyST-NB's directive, whose figure keeps the name of what it shows."""

    def run(self) -> list[nodes.Node]:
        made = super().run()
        for node in made:
            if isinstance(node, nodes.figure):
                node["glued"] = self.arguments[0]
        return made


def sentence(text: str, glued: dict[str, Any]) -> nbformat.NotebookNode:
    """Return a cell that shows a text with what the notebook has computed, as it has been now."""

    def value(found: re.Match[str]) -> str:
        name, _, form = found[1].partition(":")
        shown = format_plain_text(glued[name]["data"]["text/plain"], form or "s")
        return escape_markdown(shown).replace("|", r"\|")

    alone = re.fullmatch("<<(.+?)>>", text)
    data = dict(glued[alone[1]]["data"]) if alone and alone[1] in glued else {}
    if "image/png" not in data:
        said = re.sub("<<(.+?)>>", value, text)
        data = {"text/markdown": said, "text/plain": said}
    output = nbformat.v4.new_output("display_data", data)
    return nbformat.v4.new_code_cell(
        f'say(r"""\n{text}\n""")', metadata=deepcopy(FOLDED), outputs=[output]
    )


def prepared(
    blocks: Iterable[Block], executed: nbformat.NotebookNode, glued: dict[str, Any], where: str
) -> nbformat.NotebookNode:
    """Return a page as a notebook.

    Parameters
    ----------
    blocks
        The page's text, and the places of its cells of code in it.
    executed
        The page as MyST-NB has executed it.
    glued
        What its cells have glued, as MyST-NB keeps it.
    where
        What pip installs, if there is no osphg.
    """
    made = nbformat.v4.new_notebook(metadata=executed.metadata)
    made.metadata.pop("source_map", None)
    install = INSTALL.replace("{source}", where).replace("  # noqa: F401", "").strip()
    made.cells.append(nbformat.v4.new_code_cell(install))
    folded = deepcopy(FOLDED)
    made.cells.append(nbformat.v4.new_code_cell(SENTENCES.strip(), metadata=folded))
    waiting = [at for at, cell in enumerate(executed.cells) if cell.cell_type == "code"]

    def put_code(before: int) -> None:
        while waiting and waiting[0] < before:
            cell = executed.cells[waiting.pop(0)]
            cell.outputs = list(filter(is_shown, cell.outputs))
            if HIDDEN & set(cell.metadata.get("tags", ())):
                cell.metadata |= deepcopy(FOLDED)
            made.cells.append(cell)

    for block in blocks:
        put_code(block.cell + (block.text is None))
        if block.text is None:
            continue
        if block.glued:
            made.cells.append(sentence(block.text, glued))
        elif made.cells[-1].cell_type == "markdown":
            made.cells[-1].source += f"\n\n{block.text}"
        else:
            made.cells.append(nbformat.v4.new_markdown_cell(block.text))
    put_code(len(executed.cells))
    for number, cell in enumerate(made.cells):
        cell.id = f"cell-{number}"  # the same in every build
    return made


def executed_notebook(page: str, config: Any) -> nbformat.NotebookNode:
    """Return a page as MyST-NB has executed it: what it writes has no outputs from its cache."""
    written = nbformat.read(Path(config.output_folder, f"{page}.ipynb"), 4)
    if config.execution_mode != "cache":
        return written
    try:
        cache = get_cache(config.execution_cache_path)
        return cache.merge_match_into_notebook(written, cell_meta=())[1]
    except KeyError:  # it is stored executed
        return written


def take(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Keep a page's blocks, once Sphinx knows where its links lead."""
    env: Any = app.env
    if "kernelspec" not in env.metadata.get(page, {}) or app.builder.name != "html":
        return
    executed = executed_notebook(page, env.mystnb_config)
    # MyST-NB counts the lines of a notebook's cells so.
    starts = [LINES_PER_CELL * (number + 1) for number in range(len(executed.cells))]
    address = app.config.html_baseurl
    markdown = PageMarkdown(
        page=page,
        doctree=doctree,
        titles={name: title.astext() for name, title in env.titles.items()},
        numbers=env.toc_fignumbers.get(page, {}),
        starts=env.metadata[page].get("source_map", starts),
        macros=app.config.formula_macros,
        address=address and address.rstrip("/") + "/",
    )
    glued = read_glue_cache(env.mystnb_config.output_folder, page)
    repository = app.config.html_theme_options.get("repository_url", "")
    where = source(repository, (git_state() or {"commit": ""})["commit"])
    NOTEBOOKS[page] = prepared(markdown.blocks(), executed, glued, where)


def offer(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Let the theme's download button lead to the notebook of a page in Markdown, too."""
    if "kernelspec" in app.env.metadata.get(page, {}) and context["page_source_suffix"] == ".md":
        context["ipynb_source"] = f"{page}.ipynb"


def finish(app: Sphinx, error: Exception | None) -> None:
    if error or app.builder.name != "html":
        return
    site = Path(app.outdir)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(site / "wheel")]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    for page, made in NOTEBOOKS.items():
        nbformat.write(made, site / "_sources" / f"{page}.ipynb")


def setup(app: Sphinx) -> None:
    app.add_role_to_domain("glue", "text", NamedText(), override=True)
    app.add_directive_to_domain("glue", "figure", NamedFigure, override=True)
    app.connect("doctree-resolved", take, priority=900)  # after all that resolve
    app.connect("html-page-context", offer, priority=400)  # before the theme makes its buttons
    app.connect("build-finished", finish, priority=850)  # before the site is made light
