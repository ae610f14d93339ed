"""Sphinx extension: every experiment's page ends with how to reproduce it.

The command, the source at its commit and, when the repository has a public address on GitHub,
links that open the page's notebook on Binder and on Colab. The address is `repository.url` of
_config.yml, or else that of git's remote "origin".
"""

import re
import subprocess
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parent.parent
GITHUB = re.compile(r"^(?:https://|git@|ssh://git@)github\.com[/:]([\w.-]+/[\w.-]+?)(?:\.git)?/?$")


def git(*arguments: str) -> str:
    """Return what git says, or nothing where there is no git."""
    try:
        command = ["git", "-C", str(ROOT), *arguments]
        return subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=20
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def project(address: str) -> str:
    """Return OWNER/NAME for an address on GitHub; nothing for any other."""
    found = GITHUB.match(address.strip())
    return found[1] if found else ""


def launchers(owner_name: str, commit: str, path: str) -> dict[str, str]:
    """Return the addresses that open a notebook of a public repository."""
    return {
        "Binder": f"https://mybinder.org/v2/gh/{owner_name}/{commit}?urlpath=lab/tree/{path}",
        "Colab": f"https://colab.research.google.com/github/{owner_name}/blob/{commit}/{path}",
    }


def link(text: str, address: str) -> nodes.reference:
    return nodes.reference("", text, refuri=address, internal=False)


def section(path: str, commit: str, owner_name: str) -> nodes.section:
    """Return the last section of the page made from the notebook at `path`."""
    found = nodes.section(ids=["reproduce-this-page"], names=["reproduce this page"])
    found += nodes.title("", "Reproduce this page")
    found += nodes.paragraph(
        "",
        "From the repository's top level, this runs the page with its own parameters and leaves its"
        " report, figures, table and provenance in a folder; -p changes a parameter.",
    )
    command = f".venv/bin/osphg run {Path(path).stem}"
    found += nodes.literal_block(command, command, language="bash")
    where = nodes.paragraph("", "Source: ")
    at = f" at commit {commit[:10]}" if commit else ""
    if owner_name and commit:
        where += link(f"{path}{at}", f"https://github.com/{owner_name}/blob/{commit}/{path}")
        where += nodes.Text(". Open it on ")
        for number, (name, address) in enumerate(launchers(owner_name, commit, path).items()):
            where += nodes.Text(" or " if number else "")
            where += link(name, address)
        install = f'%pip install -q "osphg[book] @ git+https://github.com/{owner_name}@{commit}"'
        where += nodes.Text("; on Colab, first run ")
        where += nodes.literal("", install)
        where += nodes.Text(".")
    else:
        where += nodes.literal("", path)
        where += nodes.Text(f"{at}.")
    found += where
    return found


def end_page(app: Sphinx, document: nodes.document) -> None:
    name = app.env.docname
    source = Path(app.env.doc2path(name))
    if source.suffix != ".ipynb":
        return
    top = next(iter(document.findall(nodes.section)))
    address = app.config.html_theme_options.get("repository_url") or git(
        "remote", "get-url", "origin"
    )
    made = section(source.relative_to(ROOT).as_posix(), git("rev-parse", "HEAD"), project(address))
    document.note_explicit_target(made)
    top += made


def setup(app: Sphinx) -> dict[str, object]:
    app.connect("doctree-read", end_page, priority=400)  # before the contents are collected
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
