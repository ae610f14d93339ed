"""Sphinx extension: each chapter with code can be taken away, as a notebook that runs by itself.

A page's download button leads to it, in `_sources/`. Its first cell installs osphg where there is
none: from the commit on GitHub, if the project has an address there (see `page_end.py`), or else
from the wheel, which the site carries: at `html_baseurl`, if there is one, or put beside the
notebook. What the book glues into its text stands there, and links are words. {wheel}`text` leads
to the wheel.

Its own, as MyST-NB writes a page's notebook only for a server that launches it, and jupytext would
leave what is glued a name.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import nbformat
import note_article
from check_site import ROOT
from docutils import nodes
from execute_book import chapters, executed
from minutes import minutes
from page_end import origin
from sphinx.application import Sphinx

WHEEL = f"osphg-{version('osphg')}-py3-none-any.whl"
FIRST = """\
# Run this cell first: it installs osphg, where there is none.
import importlib.util
import sys
import types
from pathlib import Path

try:
    import osphg.rounds
except ImportError:
    source = {source!r}
    if "://" not in source:
        if not Path(source).is_file():
            raise FileNotFoundError(f"put {{source}} beside this: it is on the first page")
        source = Path(source).resolve().as_uri()
    wanted = "osphg[fast,plots,proofs,tables]"
    get_ipython().run_line_magic("pip", f'install -q "{{wanted}} @ {{source}}"')
if importlib.util.find_spec("myst_nb") is None:  # which would keep numbers for the book's text
    sys.modules["myst_nb"] = types.SimpleNamespace(glue=lambda *_, **__: None)
"""
ROLE = re.compile(r"\{([\w:]+)\}`([^`]+)`")
LABEL = re.compile(r"^\([\w:-]+\)=\n", re.MULTILINE)
Glued = dict[str, dict[str, str]]  # by chapter and name: as Python writes it


def source(owner_name: str, commit: str, base: str) -> str:
    """Return what pip installs: of a project on GitHub, or the wheel."""
    if owner_name and commit:
        return f"git+https://github.com/{owner_name}@{commit}"
    return f"{base.rstrip('/')}/wheel/{WHEEL}" if base else WHEEL


def glued(notebook: nbformat.NotebookNode) -> dict[str, str]:
    """Return what an executed notebook has glued."""
    found = {}
    for output in (o for cell in notebook.cells for o in cell.get("outputs", ())):
        if kept := output.get("metadata", {}).get("scrapbook"):
            found[kept["name"]] = output["data"].get(f"{kept['mime_prefix']}text/plain", "")
    return found


def plain(text: str, chapter: str, values: Glued) -> str:
    """Return a chapter's text with what was glued and without roles."""

    def said(found: re.Match[str]) -> str:
        role, inner = found.groups()
        if role == "minutes":
            return f"{sum(map(minutes, inner.split()))} min"
        if not role.startswith("glue"):
            return inner.partition(" <")[0]
        page, _, name = inner.rpartition("::")
        name, _, form = name.partition(":")
        value = values.get(page.rpartition(".")[0] or chapter, {}).get(name)
        if value is None:
            return found[0]
        try:
            return format(ast.literal_eval(value), form)
        except (SyntaxError, ValueError):  # a text that is no literal
            return value

    return ROLE.sub(said, LABEL.sub("", text))


def prepared(
    notebook: nbformat.NotebookNode, chapter: str, values: Glued, where: str, macros: dict[str, str]
) -> nbformat.NotebookNode:
    """Return a chapter as a notebook that installs what it needs."""
    made = nbformat.from_dict(notebook)
    made.nbformat, made.nbformat_minor = 4, 5
    for cell in made.cells:
        if cell.cell_type == "markdown":
            cell.source = plain(cell.source, chapter, values)
    defined = " ".join(note_article.macros(macros).splitlines())
    made.cells.insert(0, nbformat.v4.new_markdown_cell(f"${defined}$"))
    made.cells.insert(0, nbformat.v4.new_code_cell(FIRST.format(source=where)))
    for number, cell in enumerate(made.cells):
        cell.id = f"cell-{number}"  # the same in every build
    return made


def has_code(path: Path) -> bool:
    return path.suffix == ".ipynb" or "```{code-cell}" in path.read_text(encoding="utf-8")


def offer(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Let the theme's download button lead to the notebook of a page in Markdown, too."""
    path = ROOT / f"{page}.md"
    if path.is_file() and has_code(path):
        context["ipynb_source"] = f"{page}.ipynb"


def finish(app: Sphinx, error: Exception | None) -> None:
    if error or app.builder.name != "html":
        return
    site = Path(app.outdir)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(site / "wheel")]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    found = dict(chapters())
    ran = {path.stem: executed(notebook) for path, notebook in found.items()}
    values = {name: glued(notebook) for name, notebook in ran.items() if notebook}
    commit, owner_name = origin(app)
    where = source(owner_name, commit, app.config.html_baseurl)
    for path, notebook in found.items():
        to = site / "_sources" / path.relative_to(ROOT).with_suffix(".ipynb")
        nbformat.write(prepared(notebook, path.stem, values, where, app.config.formula_macros), to)


def role(
    name: str, raw: str, text: str, line: int, inliner: Any, *_: Any, **__: Any
) -> tuple[list[nodes.Node], list[nodes.Node]]:
    env = inliner.document.settings.env
    if env.app.builder.name != "html":
        return [nodes.literal("", WHEEL)], []
    up = "../" * env.docname.count("/")
    return [nodes.reference("", text, refuri=f"{up}wheel/{WHEEL}")], []


def setup(app: Sphinx) -> None:
    app.add_role("wheel", role)
    app.connect("html-page-context", offer, priority=400)  # before the theme makes its buttons
    app.connect("build-finished", finish, priority=850)  # before the site is made light
