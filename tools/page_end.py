"""Sphinx extension: every experiment's page begins and ends with how to run it again.

At its top the command, and how long it takes by the notebook's own account. At its end more of
them, the source at its commit and, when the repository has a public address on GitHub, links that
open the page's notebook on Binder and on Colab. The address is `repository.url` of _config.yml, or
else that of git's remote "origin": the theme's own launch buttons know none but the former.
"""

import re
import subprocess
from html import escape
from pathlib import Path

from check_site import ROOT
from docutils import nodes
from sphinx.application import Sphinx

from osphg.experiments.catalogue import Experiment, duration, read

END = "reproduce-this-page"
GITHUB = re.compile(r"^(?:https://|git@|ssh://git@)github\.com[/:]([\w.-]+/[\w.-]+?)(?:\.git)?/?$")


def git(*arguments: str) -> str:
    """Return what git says, or nothing where there is no git."""
    command = ["git", "-C", str(ROOT), *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def origin(app: Sphinx) -> tuple[str, str]:
    """Return the commit, and OWNER/NAME if the project has an address on GitHub; or nothing."""
    given = app.config.html_theme_options.get("repository_url")
    found = GITHUB.match(given or git("remote", "get-url", "origin"))
    return git("rev-parse", "HEAD"), found[1] if found else ""


def code(text: str) -> str:
    return f'<code class="docutils literal notranslate">{escape(text)}</code>'


def link(text: str, address: str) -> str:
    return f'<a class="reference external" href="{escape(address)}">{escape(text)}</a>'


def commands(experiment: Experiment) -> list[tuple[str, str]]:
    """Return how to run an experiment, in full and for a first look, with the time it takes."""
    found = []
    for option in ("", " --quick"):
        time = duration(experiment.estimate(experiment.complete({}, quick=bool(option))))
        found.append((f"osphg run {experiment.name}{option}", f"about {time}"))
    return found


def beginning(experiment: Experiment) -> str:
    """Return the line below the page's title."""
    (line, time), _ = commands(experiment)
    return f'<p>Run it again: {code(line)} ({time}); <a href="#{END}">more at the end</a>.</p>'


def source(path: str, commit: str, owner_name: str) -> str:
    """Return where the notebook at `path` stands, and what launches it if that is public."""
    at = f" at commit {commit[:10]}" if commit else ""
    if not (owner_name and commit):
        return f"<p>Source: {code(path)}{at}.</p>"
    place = f"{owner_name}/blob/{commit}/{path}"
    binder = f"https://mybinder.org/v2/gh/{owner_name}/{commit}?urlpath=lab/tree/{path}"
    install = f'%pip install -q "osphg[book] @ git+https://github.com/{owner_name}@{commit}"'
    return (
        f"<p>Source: {link(path + at, f'https://github.com/{place}')}. Open it on"
        f" {link('Binder', binder)} or"
        f" {link('Colab', f'https://colab.research.google.com/github/{place}')}; on Colab, first"
        f" run {code(install)}.</p>"
    )


def section(experiment: Experiment, path: str, commit: str, owner_name: str) -> nodes.section:
    """Return the last section of the page made from the notebook at `path`."""
    said = "each run leaves its report, figures, table and provenance in a folder"
    text = f"From the repository's top level, after {code('source .venv/bin/activate')}: {said}."
    lines = [*commands(experiment), (f"osphg show {experiment.name}", "what -p can change")]
    block = "\n".join(f"{line:<{len(lines[1][0])}}  # {comment}" for line, comment in lines)
    return nodes.section(
        "",
        nodes.title("", "Reproduce this page"),
        nodes.raw("", f"<p>{text} Times are for two cores.</p>", format="html"),
        nodes.literal_block(block, block, language="bash"),
        nodes.raw("", source(path, commit, owner_name), format="html"),
        ids=[END],
        names=["reproduce this page"],
    )


def frame_page(app: Sphinx, document: nodes.document) -> None:
    notebook = Path(app.env.doc2path(app.env.docname))
    if notebook.suffix != ".ipynb" or not (experiment := read(notebook)).parameters:
        return
    top = next(iter(document.findall(nodes.section)))
    made = section(experiment, notebook.relative_to(ROOT).as_posix(), *origin(app))
    document.note_explicit_target(made)
    top += made
    line = nodes.raw("", beginning(experiment), format="html")
    top.insert(top.first_child_matching_class(nodes.title) + 1, line)


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", frame_page, priority=400)  # before the contents are collected
