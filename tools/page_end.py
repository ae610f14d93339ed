"""Sphinx extension: every experiment's page begins and ends with how to run it again.

At its top the command, and how long it takes by the notebook's own account. At its end more of
them, the source at its commit and, when the repository has a public address on GitHub, links that
open the page's notebook on Binder and on Colab. The address is `repository.url` of _config.yml, or
else that of git's remote "origin".
"""

import re
import subprocess
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from osphg.experiments.catalogue import Experiment, read
from osphg.experiments.errors import UsageError
from osphg.experiments.grid import duration
from osphg.experiments.parameters import Value, command

ROOT = Path(__file__).resolve().parent.parent
RERUN, END = "osphg-rerun", "reproduce-this-page"  # a class, and an id
ACTIVATE = "source .venv/bin/activate"
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


def other(experiment: Experiment) -> dict[str, Value]:
    """Return other values of one parameter, as an example; nothing where there is none to change.

    Of the parameters with which the time grows: twice the first number, or the quick first list.
    """
    numbers, lists = {}, {}
    for name in experiment.grows_with:
        value = experiment.parameters[name].default
        if isinstance(value, int | float):
            numbers[name] = 2 * value
        elif name in experiment.quick:
            lists[name] = experiment.quick[name]
    for name, value in (numbers | lists).items():
        try:
            experiment.complete({name: value})
        except UsageError:
            continue
        return {name: value}
    return {}


def commands(experiment: Experiment) -> list[tuple[str, str]]:
    """Return (command, about how long it takes): with the page's own parameters, then another."""
    defaults = experiment.complete({})
    cases = [defaults]
    if changed := other(experiment):
        cases.append(experiment.complete(changed))
    return [
        (command(experiment.name, values, defaults), duration(experiment.estimate(values)))
        for values in cases
    ]


def beginning(experiment: Experiment) -> nodes.paragraph:
    """Return the line below the page's title."""
    found = nodes.paragraph("", "Run it again: ", classes=[RERUN])
    for number, (line, time) in enumerate(commands(experiment)):
        found += nodes.Text(", or with another parameter " if number else "")
        found += nodes.literal(line, line)
        found += nodes.Text(f" (about {time})")
    found += nodes.Text("; ")
    found += nodes.reference("", "more at the end", refid=END, internal=True)
    found += nodes.Text(".")
    return found


def section(experiment: Experiment, path: str, commit: str, owner_name: str) -> nodes.section:
    """Return the last section of the page made from the notebook at `path`."""
    found = nodes.section(ids=[END], names=["reproduce this page"])
    found += nodes.title("", "Reproduce this page")
    text = nodes.paragraph("", "From the repository's top level, after ")
    text += nodes.literal("", ACTIVATE)
    text += nodes.Text(
        ": each run leaves its report, figures, table and provenance in a folder. Times are for two"
        " cores."
    )
    found += text
    name = experiment.name
    quick = duration(experiment.estimate(experiment.complete({}, quick=True)))
    lines = [(line, f"about {time}") for line, time in commands(experiment)]
    lines += [(f"osphg run {name} --quick", f"a first look, about {quick}")]
    lines += [(f"osphg show {name}", "what -p can change: types, ranges, meanings")]
    width = max(len(line) for line, _ in lines)
    block = "\n".join(f"{line.ljust(width)}  # {comment}" for line, comment in lines)
    found += nodes.literal_block(block, block, language="bash")
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


def frame_page(app: Sphinx, document: nodes.document) -> None:
    name = app.env.docname
    source = Path(app.env.doc2path(name))
    if source.suffix != ".ipynb":
        return
    experiment = read(source)
    if not experiment.parameters:
        return
    top = next(iter(document.findall(nodes.section)))
    address = app.config.html_theme_options.get("repository_url") or git(
        "remote", "get-url", "origin"
    )
    path = source.relative_to(ROOT).as_posix()
    made = section(experiment, path, git("rev-parse", "HEAD"), project(address))
    document.note_explicit_target(made)
    top += made
    top.insert(top.first_child_matching_class(nodes.title) + 1, beginning(experiment))


def setup(app: Sphinx) -> dict[str, object]:
    app.connect("doctree-read", frame_page, priority=400)  # before the contents are collected
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
