"""One small world in which commands are tried: a book, a run, a sweep, somebody's thesis.

What executes a notebook is replaced by a stand-in; all else is the command as it is.
"""

from __future__ import annotations

import atexit
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import nbformat

from osphg.experiments import provenance, running
from osphg.experiments.command import main
from osphg.experiments.folders import sealed
from osphg.experiments.results import Results
from tests import tiny

INSTALLED = ("python", "packages")
THESIS = "forty years of work\n"

Tree = dict[str, bytes | str | None]


# ---- stand-ins for what executes


def table(parameters: dict[str, Any]) -> Results:
    value = float(parameters.get("a", 1)) + float(parameters.get("seed", 0)) / 8
    return Results("tiny", [{"part": "whole", "quantity": "cost", "value": value, "unit": "EUR"}])


def executed(source: str, parameters: dict[str, Any]) -> str:
    """Return a notebook as papermill leaves it: with the values in a cell, and the table shown."""
    notebook = nbformat.reads(source, as_version=4)
    cell = nbformat.v4.new_code_cell(
        "\n".join(f"{name} = {value!r}" for name, value in parameters.items()),
        metadata={"tags": ["injected-parameters"]},
    )
    notebook.cells.insert(1, cell)
    data = {"text/html": table(parameters)._repr_html_()}
    notebook.cells[-1].outputs = [nbformat.v4.new_output("display_data", data)]
    return str(nbformat.writes(notebook))


@dataclass
class Stand:
    """Executes nothing; remembers what it was asked to execute."""

    sources: list[str] = field(default_factory=list)

    def execute(
        self, name: str, source: str, parameters: dict[str, Any], **_: object
    ) -> running.Execution:
        self.sources.append(source)
        if parameters.get("how") == "badly":
            error = "RuntimeError: no luck"
            return running.Execution(source, 0.1, error, f"Traceback\n{error}")
        return running.Execution(executed(source, parameters), 0.1, results=table(parameters))


@cache
def here() -> dict[str, Any]:
    return provenance.code()


@cache
def origin() -> dict[str, Any]:
    return provenance.surroundings()


@contextmanager
def stand_ins() -> Iterator[Stand]:
    """Replace the kernels, the workers, the drawing and the reports; look once what is installed."""
    stand = Stand()
    own, around = here(), origin()
    with (
        patch("osphg.experiments.running.execute", stand.execute),
        patch(
            "osphg.experiments.sweeping.draw",
            lambda *_: {"summary.png": b"png", "summary.svg": b"<svg/>"},
        ),
        patch("osphg.experiments.report.render", lambda *_: "<html></html>"),
        patch("osphg.experiments.provenance.surroundings", lambda: dict(around)),
        patch("osphg.experiments.provenance.package_digest", lambda: own["package"]),
        patch("osphg.experiments.provenance.installed", lambda: {k: own[k] for k in INSTALLED}),
    ):
        yield stand


# ---- the world


def tree(folder: Path) -> Tree:
    """Return all that is in a folder: files with their bytes, links with their targets."""
    found: Tree = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = f"-> {os.readlink(path)}"
        elif path.is_file():
            found[name] = path.read_bytes()
        elif path.is_dir():
            found[name] = None
    return found


def reseal(folder: Path, **changes: Any) -> None:
    """Change a provenance, and its checksum with it, as another program would."""
    path = folder / "provenance.json"
    path.write_bytes(sealed(json.loads(path.read_text()) | changes))


@dataclass
class Called:
    """What the command did."""

    status: int
    out: str
    err: str


def call(words: list[str], cwd: Path) -> Called:
    """Call the command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with (
        chdir(cwd), redirect_stdout(out), redirect_stderr(err),
        patch.object(sys, "argv", ["osphg", *words]),
    ):  # fmt: skip
        try:
            main()
            status = 0
        except SystemExit as ended:
            status = int(ended.code or 0)
    return Called(status, out.getvalue(), err.getvalue())


@cache
def world() -> Path:
    """Make the world that is copied for each attack."""
    folder = Path(tempfile.mkdtemp(prefix="osphg-doors-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    tiny.book(folder / "book")
    (folder / "book" / "broken.ipynb").write_text('{"cells": 3}')
    shutil.copy(folder / "book" / "tiny.ipynb", folder / "book" / "my-study.ipynb")
    with stand_ins():
        book = ["--book", "book"]
        for words in (
            ["run", "tiny", "-p", "a=3", "--out", "run"],
            ["run", "tiny", "-p", "how=badly", "--out", "failed"],
            ["sweep", "tiny", "-p", "a=1,2", "--out", "sweep"],
            ["sweep", "tiny", "-p", "how=well,badly", "--out", "half"],
        ):
            done = call([*book, *words], folder)
            assert done.status in (0, 1), done.err
    (folder / "thesis").mkdir()
    (folder / "thesis" / "thesis.tex").write_text(THESIS)
    for where in ("run", "sweep", "half", "failed", "sweep/cells"):
        (folder / where / "notes.txt").write_text(THESIS)
    (folder / "imitation").mkdir()
    (folder / "imitation" / "provenance.json").write_text('{"status": "failed", "format": 2}')
    (folder / "imitation" / "thesis.tex").write_text(THESIS)
    (folder / "empty").mkdir()
    (folder / "link").symlink_to("thesis")
    (folder / "circle").symlink_to("circle")
    (folder / "hanging").symlink_to("nowhere")
    os.mkfifo(folder / "pipe")
    (folder / "good.yaml").write_text("a: 2\nmood: mild\n")
    return folder


@contextmanager
def copy() -> Iterator[Path]:
    """Copy the world to a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="osphg-doors-") as name:
        folder = Path(name, "world")
        shutil.copytree(world(), folder, symlinks=True, ignore=shutil.ignore_patterns("pipe"))
        os.mkfifo(folder / "pipe")
        yield folder
