"""Sphinx extension: each chapter with code can be taken away, as a notebook that runs by itself.

A page's download button leads to it. It is MyST-NB's, but what the book glues into its text stands
there, and links are words. Its first cell installs osphg where there is none: from the commit at
`repository_url`, if the project has an address, or else from the wheel, which the site carries, put
beside the notebook.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import nbformat
from check_site import ROOT
from myst_nb.core.variables import format_plain_text
from myst_nb.ext.glue.crossref import read_glue_cache
from note_article import macros
from sphinx.application import Sphinx

from osphg.experiments.provenance import git_state

WHEEL = f"osphg-{version('osphg')}-py3-none-any.whl"
EXTRAS = "[fast,plots,proofs,tables]"
FIRST = """\
# Run this cell first: it installs osphg, where there is none. A wheel that it names must be beside
# this notebook: the book's first page has it.
import sys
import types

try:
    import osphg.rounds
except ImportError:
    get_ipython().run_line_magic("pip", 'install -q "{source}"')
    import osphg.rounds
try:
    import myst_nb
except ImportError:  # it keeps numbers for the book's text
    sys.modules["myst_nb"] = types.SimpleNamespace(glue=lambda *_, **__: None)
"""
ROLE = re.compile(r"\{([\w:-]+)\}`([^`]+)`")
LEFT_OUT = re.compile(r"^\([\w:-]+\)=\n|</?a\b[^>]*>", re.MULTILINE)  # labels, links in HTML


def source(repository: str, commit: str) -> str:
    """Return what pip installs: the project's repository, or the wheel."""
    known = repository and commit
    return f"osphg{EXTRAS} @ git+{repository}@{commit}" if known else f"./{WHEEL}{EXTRAS}"


def plain(text: str, page: str, folder: str, minutes: int) -> str:
    """Return a page's text without roles, with its minutes and what MyST-NB has in its folder."""

    def said(found: re.Match[str]) -> str:
        role, inner = found.groups()
        if inner == "wordcount-minutes":
            return str(minutes)
        if not role.startswith("glue"):
            return inner.partition(" <")[0]
        other, _, name = inner.rpartition("::")
        name, _, form = name.partition(":")
        of = f"book/{other.removesuffix('.md').removesuffix('.ipynb')}" if other else page
        glued = read_glue_cache(folder, of).get(name)
        return format_plain_text(glued["data"]["text/plain"], form) if glued else found[0]

    return ROLE.sub(said, LEFT_OUT.sub("", text))


def prepared(
    page: str, folder: str, where: str, minutes: int, formula_macros: dict[str, str]
) -> nbformat.NotebookNode:
    """Return a page as a notebook that installs what it needs."""
    made = nbformat.read(Path(folder, f"{page}.ipynb"), 4)
    made.nbformat_minor = 5
    for cell in made.cells:
        if cell.cell_type == "markdown":
            cell.source = plain(cell.source, page, folder, minutes)
    defined = " ".join(macros(formula_macros).splitlines())
    made.cells.insert(0, nbformat.v4.new_markdown_cell(f"${defined}$"))
    made.cells.insert(0, nbformat.v4.new_code_cell(FIRST.format(source=where)))
    for number, cell in enumerate(made.cells):
        cell.id = f"cell-{number}"  # the same in every build
    return made


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
    env: Any = app.env
    config, folder = app.config, env.mystnb_config.output_folder
    repository = config.html_theme_options.get("repository_url", "")
    where = source(repository, (git_state() or {"commit": ""})["commit"])
    for page, about in env.metadata.items():
        if "kernelspec" in about:
            minutes = about["wordcount"]["minutes"]
            made = prepared(page, folder, where, minutes, config.formula_macros)
            nbformat.write(made, site / "_sources" / f"{page}.ipynb")


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", offer, priority=400)  # before the theme makes its buttons
    app.connect("build-finished", finish, priority=850)  # before the site is made light
