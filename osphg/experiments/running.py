"""Executing a notebook with parameters, through papermill, and a folder that says all about it."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from osphg.experiments import provenance
from osphg.experiments.catalogue import duration, find
from osphg.experiments.parameters import UsageError, Value, reason
from osphg.experiments.results import EndNotebook, Results

PROVENANCE, RESULTS, REPORT = "provenance.json", "results.csv", "report.html"
_INTERRUPT = "KeyboardInterrupt"  # so begins the error of what a person stopped, by Ctrl-C
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_WARNING = re.compile(r"^.*?\b\w*Warning: (.+)$", re.MULTILINE)
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Outcome:
    """What an execution of a notebook has left.

    Parameters
    ----------
    notebook : str
        The executed notebook, as JSON, up to the failing cell when it failed; empty for a cell of a
        sweep.
    seconds : float
        The wall time in seconds, the kernel's start included.
    error : str
        What went wrong, in one line; empty when all went well.
    traceback : str
        Where it went wrong, in Python's words; empty when all went well.
    results : Results
        The table that the notebook shows last; empty if there is none.
    machine : str
        The processor that computed it.
    parameters : mapping
        The values of all parameters by name, defaults included.
    swept : mapping
        Those of them that a sweep has set; empty for a run.
    provenance : mapping
        What is in provenance.json; empty for a cell of a sweep.
    folder : Path or None
        The folder of a run in which all was written; None if nothing was.
    """

    notebook: str = field(default="", repr=False)
    seconds: float = 0.0
    error: str = ""
    traceback: str = field(default="", repr=False)
    results: Results = field(default=Results("", ()))
    machine: str = field(default="", repr=False)
    parameters: Mapping[str, Value] = field(default_factory=dict)
    swept: Mapping[str, Value] = field(default_factory=dict, repr=False)
    provenance: Mapping[str, Any] = field(default_factory=dict, repr=False)
    folder: Path | None = None


class RunError(RuntimeError):
    """A run or a sweep could not be finished; its text is one line.

    Parameters
    ----------
    message : str
        What went wrong, in one line.
    outcome : Outcome, optional
        What a run has computed; None for a sweep, which keeps its finished cells.
    """

    def __init__(self, message: str, outcome: Outcome | None = None) -> None:
        super().__init__(message)
        self.outcome = outcome

    @property
    def status(self) -> int:
        """That with which a command ends: 130 where a person has interrupted it."""
        return 130 if str(self).startswith(_INTERRUPT) else 1


def run(
    name: str,
    parameters: Mapping[str, Any] | None = None,
    *,
    out: str | os.PathLike[str] | None = None,
    quick: bool = False,
    timeout: float | None = None,
    progress: bool = False,
    book: Path | None = None,
) -> Outcome:
    """Execute an experiment of the book with other parameters and return its results.

    Parameters
    ----------
    name : str
        One of `catalogue()`.
    parameters : mapping, optional
        The values to change; the notebook's defaults, or its `quick` values, stand for the others.
    out : path, optional
        The folder that will appear, whole, when the run has ended: executed notebook, report,
        figures, results, provenance. Nothing is written when not given.
    quick : bool
        Whether the notebook's `quick` values stand for its defaults.
    timeout : float, optional
        After how many seconds the run is stopped, and has failed.
    progress : bool
        Say on stderr about how long it will take, if the notebook says so, and show a bar.
    book : Path, optional
        Another folder of notebooks than the book's.

    Returns
    -------
    Outcome
        Its results, its executed notebook, and where all was written.

    Raises
    ------
    UsageError
        Before anything runs or is written: an unknown name, a value that cannot be used, an `out`
        that exists or cannot be written.
    RunError
        If the notebook fails, its table or report cannot be made, or `out` cannot be written.

    Examples
    --------
    >>> from osphg import experiments
    >>> try:
    ...     experiments.run("figure1", {"T": 50, "W": 100})
    ... except experiments.UsageError as error:
    ...     print(error)
    W must be in [1, T] with T = 50, got 100
    """
    experiment = find(name, book)
    values = experiment.complete(parameters or {}, quick=quick)
    check_ready(timeout)
    target = None if out is None else Path(os.path.abspath(out))
    staging = _staging(target)
    unmade = unwritten = ""
    try:
        if progress and experiment.seconds:
            print(f"{name}: about {duration(experiment.estimate(values))}", file=sys.stderr)
        origin = provenance.collect(experiment, values)
        done = execute(name, experiment.source, values, staging, timeout=timeout, progress=progress)
        origin["status"] = "failed" if done.error else "complete"
        origin["seconds"] = done.seconds
        origin["results_sha256"] = done.results.sha256
        if done.error:
            origin |= {"error": done.error, "traceback": done.traceback}
        outcome = replace(done, parameters=values, provenance=origin)
        if target:
            try:
                unmade = _write(outcome, staging / "whole")
                (staging / "whole").rename(target)
                outcome = replace(outcome, folder=target)
            except OSError as error:  # a full disk, say: the executed notebook is there already
                where = staging / "executed.ipynb"
                unwritten = f"{target} cannot be written: {reason(error)}; see {where}"
    finally:
        if not unwritten:
            shutil.rmtree(staging, ignore_errors=True)
    if problems := [why for why in (done.error, unmade, unwritten) if why]:
        raise RunError("; and ".join(problems), outcome)
    return outcome


def _staging(target: Path | None) -> Path:
    """Make a hidden folder beside that of a run, which SIGKILL leaves there."""
    if target is None:
        return Path(tempfile.mkdtemp(prefix="osphg-"))
    if os.path.lexists(target):
        raise UsageError(f"out must be a new folder: {target} exists")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(prefix=f".{target.name[:50]}-", dir=target.parent))
    except (OSError, ValueError) as error:
        raise UsageError(f"out cannot be written: {target}: {reason(error)}") from None


def _write(outcome: Outcome, folder: Path) -> str:
    """Write a run's files into a new folder; return why there is no report, if there is none."""
    files = {
        "notebook.ipynb": outcome.notebook.encode(),
        PROVENANCE: as_json(outcome.provenance),
        **figures(outcome.notebook),
    }
    if outcome.error:
        files["traceback.txt"] = f"{outcome.traceback}\n".encode()
    else:
        files[RESULTS] = outcome.results.csv().encode()
    unmade = ""
    try:
        from osphg.experiments import report

        files[REPORT] = report.render(outcome.notebook, outcome.provenance).encode()
    except Exception as error:  # the run is kept, whatever becomes of its report
        unmade = f"the report could not be made: {reason(error)}"
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return unmade


def execute(
    name: str,
    source: str,
    parameters: Mapping[str, Any],
    folder: Path,
    *,
    in_process: bool = False,
    timeout: float | None = None,
    progress: bool = False,
) -> Outcome:
    """Execute a notebook, as JSON, with checked parameters; what goes wrong in it is returned.

    It begins in an empty folder, which is made in `folder`, and has a kernel of its own unless it
    is executed in this process.
    """
    import nbformat
    import papermill

    from osphg.experiments import engines

    work, after, log = folder / "work", folder / "executed.ipynb", folder / "kernel.log"
    work.mkdir()
    started = time.monotonic()
    deadline = None if timeout is None else started + timeout
    error = trace = ""
    if in_process:
        options: dict[str, Any] = {"engine_name": "in process"}
        os.chdir(work)
    else:
        options = engines.kernel(work, log, deadline)
    try:
        with warnings.catch_warnings(action="ignore"):  # of jupyter_client and zmq: event loops
            papermill.execute_notebook(
                nbformat.reads(source, as_version=4), after, dict(parameters), language="python",
                kernel_name="python3", progress_bar={"desc": name} if progress else False,
                **options,
            )  # fmt: skip
    except papermill.PapermillExecutionError:
        pass  # it knows no tag raises-exception: the outputs say what has failed
    except KeyboardInterrupt:
        error = f"{_INTERRUPT}: interrupted"
    except TimeoutError:
        error = f"TimeoutError: it took longer than {timeout:g} s"
    except RuntimeError as failure:  # a kernel that died, or did not start
        error = f"{type(failure).__name__}: {reason(failure)}"
        trace = log.read_text("utf-8", errors="replace") if log.exists() else ""
    seconds = round(time.monotonic() - started, 3)
    notebook = json.loads(after.read_text("utf-8") if after.exists() else source)
    mark = "papermill-error-cell-tag"  # of cells that papermill adds
    notebook["cells"] = [c for c in notebook["cells"] if mark not in c["metadata"].get("tags", [])]
    if not error:
        error, trace = _failure(notebook)
    table = Results(name, ())
    if not error:
        try:
            table = _table(name, notebook)
        except (ValueError, TypeError) as failure:
            error = f"the table of results could not be read: {reason(failure)}"
    text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    return Outcome(text, seconds, error, trace or error, table, provenance.machine()["processor"])


def _failure(notebook: Mapping[str, Any]) -> tuple[str, str]:
    """Return the error, in one line, and the traceback of the first cell that was not to raise.

    Both are empty if there is none, or if the notebook has ended itself by `EndNotebook`.
    """
    for cell in notebook["cells"]:
        if "raises-exception" in cell["metadata"].get("tags", []):
            continue
        for output in cell.get("outputs", []):
            if output["output_type"] == "error":
                if output["ename"] == EndNotebook.__name__:
                    return "", ""
                error = f"{output['ename']}: {output['evalue']}".splitlines()[0]
                if output["ename"] == "SystemExit":
                    error += " (the notebook ended itself)"
                return error, _ESCAPES.sub("", "\n".join(output["traceback"]))
    return "", ""


def _table(name: str, notebook: Mapping[str, Any]) -> Results:
    """Return the table that a notebook shows last; an empty one if it shows none."""
    for output in reversed(_outputs(notebook)):
        html = "".join(output.get("data", {}).get("text/html", ""))
        if (table := Results.from_html(name, html)) is not None:
            return table
    return Results(name, ())


def check_ready(timeout: float | None) -> None:
    """Raise UsageError unless a time limit is possible, and all that executes is installed."""
    if timeout is not None and not 0 < timeout < 1e9:
        raise UsageError(f"timeout must be a positive number of seconds, got {timeout}")
    needed = ("papermill", "nbformat", "ipykernel", "myst_nb")
    if missing := [name for name in needed if find_spec(name) is None]:
        raise UsageError(
            f"executing a notebook needs the extra 'book': pip install 'osphg[book]'"
            f" (missing: {', '.join(missing)})"
        )


def as_json(value: Any) -> bytes:
    """Return a value as JSON that a person can read."""
    return (json.dumps(value, indent=2) + "\n").encode()


def failed(error: BaseException) -> Outcome:
    """Return the outcome of an execution that an error has ended, beside those of the notebook."""
    lines = traceback.format_exception(error)
    return Outcome(error=f"{type(error).__name__}: {reason(error)}", traceback="".join(lines))


# What an executed notebook shows.


def _outputs(notebook: Mapping[str, Any]) -> list[Any]:
    return [output for cell in notebook["cells"] for output in cell.get("outputs", [])]


def warned(notebook: str) -> list[str]:
    """Return what an executed notebook was warned of, each once, in one line."""
    outputs = _outputs(json.loads(notebook))
    said = ["".join(o.get("text", "")) for o in outputs if o.get("name") == "stderr"]
    return list(dict.fromkeys(_WARNING.findall("\n".join(said))))


def figures(notebook: str) -> dict[str, bytes]:
    """Return the figures of an executed notebook by file name, as PNG and SVG."""
    found: dict[str, bytes] = {}
    times = Counter[str]()  # a cell may draw more than one, and two names be spelt the same here
    for number, cell in enumerate(json.loads(notebook)["cells"]):
        about = cell["metadata"].get("mystnb", {}).get("figure", {}).get("name", "")
        stem = _UNSAFE.sub("-", about.removeprefix("fig-")).strip("-") or f"figure-{number}"
        for data in (output.get("data", {}) for output in cell.get("outputs", [])):
            if "image/png" in data:
                times[stem] += 1
                file = f"figures/{stem}" if times[stem] == 1 else f"figures/{stem}-{times[stem]}"
                found[f"{file}.png"] = base64.b64decode("".join(data["image/png"]))
                if "image/svg+xml" in data:
                    found[f"{file}.svg"] = "".join(data["image/svg+xml"]).encode()
    return found
