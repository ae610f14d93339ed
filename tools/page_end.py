"""Sphinx extension: every experiment's page begins and ends with how to run it again.

At its top the command, and how long it takes by the notebook's own account. At its end more of
them, the source at its commit and, if `repository_url` is on GitHub, a link that opens the notebook
on Binder: the theme's own would be on pages in Markdown, too.
"""

from pathlib import Path

from check_site import ROOT
from docutils import nodes
from sphinx.application import Sphinx

from osphg.experiments.catalogue import Experiment, duration, read
from osphg.experiments.provenance import git_state

END = "reproduce-this-page"


def commands(experiment: Experiment) -> list[tuple[str, str]]:
    """Return how to run an experiment, in full and for a first look, with the time it takes."""
    found = []
    for option in ("", " --quick"):
        time = duration(experiment.estimate(experiment.complete({}, quick=bool(option))))
        found.append((f"osphg run {experiment.name}{option}", f"about {time}"))
    return found


def beginning(experiment: Experiment) -> nodes.raw:
    """Return the line below the page's title; raw, as a page's description is what follows."""
    (line, time), _ = commands(experiment)
    code = f'<code class="docutils literal notranslate">{line}</code>'
    text = f'<p>Run it again: {code} ({time}); <a href="#{END}">more at the end</a>.</p>'
    return nodes.raw("", text, format="html")


def source(path: str, repository: str, commit: str) -> nodes.paragraph:
    """Return where the notebook at `path` stands, and what launches it if it is on GitHub."""
    at = f" at commit {commit[:10]}." if commit else "."
    found = nodes.paragraph("", "Source: ", nodes.literal("", path), nodes.Text(at))
    name = repository.removeprefix("https://github.com/")
    if commit and name != repository:
        binder = f"https://mybinder.org/v2/gh/{name}/{commit}?urlpath=lab/tree/{path}"
        link = nodes.reference("", "Binder", refuri=binder)
        found += [nodes.Text(" Open it on "), link, nodes.Text(".")]
    return found


def section(experiment: Experiment, path: str, repository: str) -> nodes.section:
    """Return the last section of the page made from the notebook at `path`."""
    lines = [*commands(experiment), (f"osphg show {experiment.name}", "what -p can change")]
    block = "\n".join(f"{line:<{len(lines[1][0])}}  # {comment}" for line, comment in lines)
    activate, state = nodes.literal("", "source .venv/bin/activate"), git_state()
    after = ": each run leaves report, figures, table and provenance in a folder. Times: two cores."
    return nodes.section(
        "",
        nodes.title("", "Reproduce this page"),
        nodes.paragraph("", "From the repository's top level, after ", activate, nodes.Text(after)),
        nodes.literal_block(block, block, language="bash"),
        source(path, repository, state["commit"] if state else ""),
        ids=[END],
        names=["reproduce this page"],
    )


def frame_page(app: Sphinx, document: nodes.document) -> None:
    notebook = Path(app.env.doc2path(app.env.docname))
    if notebook.suffix != ".ipynb" or not (experiment := read(notebook)).parameters:
        return
    top = next(iter(document.findall(nodes.section)))
    repository = app.config.html_theme_options.get("repository_url", "")
    made = section(experiment, notebook.relative_to(ROOT).as_posix(), repository)
    document.note_explicit_target(made)
    # Pages below this one are numbered where they are listed, after its own sections.
    below = (i for i, part in enumerate(top) if "toctree-wrapper" in part["classes"])
    top.insert(next(below, len(top)), made)
    top.insert(top.first_child_matching_class(nodes.title) + 1, beginning(experiment))


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", frame_page, priority=400)  # before the contents are collected
