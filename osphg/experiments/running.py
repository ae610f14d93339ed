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
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from osphg.experiments import provenance
from osphg.experiments.catalogue import duration, find
from osphg.experiments.parameters import UsageError, Value, reason
from osphg.experiments.results import EndNotebook, Results

# The files of a run's folder.
PROVENANCE = "provenance.json"
RESULTS = "results.csv"
REPORT = "report.html"
_INTERRUPT = "KeyboardInterrupt"  # the error of a run that a person stopped, by Ctrl-C, begins so
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")  # colours of a terminal
# A line on stderr in which Python warns: file and number, the category, and the message, a group.
_WARNING = re.compile(r"^.*?\b\w*Warning: (.+)$", re.MULTILINE)
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")  # what may not stand in the name of a figure's file


@dataclass(frozen=True)
class Outcome:
    """What an execution of a notebook leaves.

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
        """The exit status of a command that this error ends: 130 if a person stopped it, else 1."""
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
    # A new folder to work in: beside the target, or a temporary one of the system where there is
    # none. A target that exists is refused.
    staging = _staging(target)
    # A problem of either kind is raised at the end, with all that the run has computed.
    report_problem = ""
    writing_problem = ""
    try:
        if progress and experiment.seconds:
            print(f"{name}: about {duration(experiment.estimate(values))}", file=sys.stderr)
        # Collected before the execution: sources may be edited while it goes on.
        record = provenance.collect(experiment, values)
        executed = execute(
            name, experiment.source, values, staging, timeout=timeout, progress=progress
        )
        record["status"] = "failed" if executed.error else "complete"
        record["seconds"] = executed.seconds
        record["results_sha256"] = executed.results.sha256
        if executed.error:
            record |= {"error": executed.error, "traceback": executed.traceback}
        outcome = replace(executed, parameters=values, provenance=record)
        if target:
            try:
                # By its new name the folder appears at once, with all files in it.
                report_problem = _write(outcome, staging / "whole")
                (staging / "whole").rename(target)
                outcome = replace(outcome, folder=target)
            except OSError as error:  # a full disk, say: the executed notebook is there already
                where = staging / "executed.ipynb"
                writing_problem = f"{target} cannot be written: {reason(error)}; see {where}"
    finally:
        # What could not be written can be looked for here.
        if not writing_problem:
            shutil.rmtree(staging, ignore_errors=True)
    problems = [text for text in (executed.error, report_problem, writing_problem) if text]
    if problems:
        raise RunError("; and ".join(problems), outcome)
    return outcome


def _staging(target: Path | None) -> Path:
    """Make the folder in which a run works, and return it.

    When the run has ended, all its files appear at once as the folder `target`, by a rename. A
    folder cannot be renamed to another disk, so that this one stands beside the target. Its name
    begins with a dot, which hides it, and it is removed at the end, unless the process is killed.
    Where nothing is to be written, `target` is None, and the folder is a temporary one of the
    system. UsageError if the target exists or cannot be written.
    """
    if target is None:
        return Path(tempfile.mkdtemp(prefix="osphg-"))
    if os.path.lexists(target):  # or is a link to nothing
        raise UsageError(f"out must be a new folder: {target} exists")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(prefix=f".{target.name[:50]}-", dir=target.parent))
    except (OSError, ValueError) as error:
        raise UsageError(f"out cannot be written: {target}: {reason(error)}") from None


def _write(outcome: Outcome, folder: Path) -> str:
    """Write a run's files into a new folder; return why its report is missing, "" if it is there.

    A run without a report is still worth keeping.

    Parameters
    ----------
    outcome
        The run, with its executed notebook and its provenance.
    folder
        The folder, which is made here.

    Raises
    ------
    OSError
        If the folder cannot be written.
    """
    files = {
        "notebook.ipynb": outcome.notebook.encode(),
        PROVENANCE: as_json(outcome.provenance),
        **figures(outcome.notebook),
    }
    if outcome.error:
        files["traceback.txt"] = f"{outcome.traceback}\n".encode()
    else:
        files[RESULTS] = outcome.results.csv().encode()
    report_problem = ""
    try:
        # Here, since it loads Sphinx, and an error of that is one of the report alone.
        from osphg.experiments import report

        files[REPORT] = report.render(outcome.notebook, outcome.provenance).encode()
    except Exception as error:  # the run is kept, whatever becomes of its report
        report_problem = f"the report could not be made: {reason(error)}"
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return report_problem


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
    """Execute a notebook with papermill, and return what it left.

    An error in the notebook is not raised: it is the outcome's `error`.

    Parameters
    ----------
    name : str
        The name of the experiment.
    source : str
        Its notebook, as JSON.
    parameters : mapping
        The value of each parameter by name; they have been checked.
    folder : Path
        A folder for the executed notebook and the kernel's log. The notebook's own current folder
        is a new, empty one within it.
    in_process : bool
        Whether this process executes the cells, and not a kernel that is started for them.
    timeout : float, optional
        After how many seconds a kernel is stopped. An execution in this process has no limit here,
        and gets no `timeout`: its caller sets an alarm, which ends the whole process.
    progress : bool
        Whether a bar on stderr counts the notebook's cells.

    Returns
    -------
    Outcome
        Without the parameters and the provenance, which the caller knows.
    """
    import nbformat
    import papermill

    from osphg.experiments import engines

    work = folder / "work"
    executed = folder / "executed.ipynb"
    log = folder / "kernel.log"
    work.mkdir()
    started = time.monotonic()
    error = ""
    trace = ""
    if in_process:
        # The engine that `engines` has registered. This process is there for this notebook alone:
        # its current folder is not set back.
        options: dict[str, Any] = {"engine_name": "in process"}
        os.chdir(work)
    else:
        deadline = None if timeout is None else started + timeout
        options = engines.kernel(work, log, deadline)
    try:
        with warnings.catch_warnings(action="ignore"):  # of jupyter_client and zmq: event loops
            papermill.execute_notebook(
                nbformat.reads(source, as_version=4), executed, dict(parameters),
                language="python", kernel_name="python3",
                progress_bar={"desc": name} if progress else False, **options,
            )  # fmt: skip
    except papermill.PapermillExecutionError:
        pass  # papermill does not know the tag raises-exception: `_failure` looks at the outputs
    except KeyboardInterrupt:
        error = f"{_INTERRUPT}: interrupted"
    except TimeoutError:
        error = f"TimeoutError: it took longer than {timeout:g} s"
    except RuntimeError as failure:  # a kernel that died, or did not start
        error = f"{type(failure).__name__}: {reason(failure)}"
        # What the kernel printed before it died.
        trace = log.read_text("utf-8", errors="replace") if log.exists() else ""
    seconds = round(time.monotonic() - started, 3)
    notebook = _without_added_cells(executed.read_text("utf-8") if executed.exists() else source)
    if not error:
        error, trace = _failure(notebook)
    table = Results(name, ())
    if not error:
        try:
            table = _table(name, notebook)
        except (ValueError, TypeError) as failure:
            error = f"the table of results could not be read: {reason(failure)}"
    return Outcome(
        notebook=json.dumps(notebook, indent=1, ensure_ascii=False) + "\n",
        seconds=seconds,
        error=error,
        traceback=trace or error,
        results=table,
        machine=provenance.machine()["processor"],
    )


def _without_added_cells(text: str) -> Any:
    """Return a notebook, as JSON, parsed and without the cells that papermill adds to it.

    These tell a reader of the notebook where it failed, which the report says, too.
    """
    notebook = json.loads(text)
    added = "papermill-error-cell-tag"
    notebook["cells"] = [
        cell for cell in notebook["cells"] if added not in cell["metadata"].get("tags", [])
    ]
    return notebook


def _failure(notebook: Mapping[str, Any]) -> tuple[str, str]:
    """Return what the first cell that failed says.

    A cell with the tag raises-exception shows an error on purpose: it has not failed.

    Parameters
    ----------
    notebook
        The executed notebook, parsed.

    Returns
    -------
    tuple of str
        The error, in one line, and the traceback. Both are empty if no cell has failed, or if the
        notebook has ended itself early by `EndNotebook`.
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
    """Return the table of results that an executed notebook shows last, under the given name.

    The table is empty if the notebook shows none. ValueError or TypeError for one that is there and
    cannot be read.
    """
    for output in reversed(_outputs(notebook)):
        html = "".join(output.get("data", {}).get("text/html", ""))
        if (table := Results.from_html(name, html)) is not None:
            return table
    return Results(name, ())


def check_ready(timeout: float | None) -> None:
    """Raise UsageError unless notebooks can be executed here with this time limit.

    The limit must be a positive number of seconds below 1e9, or None for no limit. The packages
    that execute notebooks must be installed; they are looked for and not loaded, which would take a
    second.
    """
    if timeout is not None and not 0 < timeout < 1e9:
        raise UsageError(f"timeout must be a positive number of seconds, got {timeout}")
    needed = ("papermill", "nbformat", "ipykernel", "myst_nb")
    missing = [package for package in needed if find_spec(package) is None]
    if missing:
        raise UsageError(
            f"executing a notebook needs the extra 'book': pip install 'osphg[book]'"
            f" (missing: {', '.join(missing)})"
        )


def as_json(value: Any) -> bytes:
    """Return a value as JSON that a person can read."""
    return (json.dumps(value, indent=2) + "\n").encode()


def failed(error: BaseException) -> Outcome:
    """Return the outcome of an execution that an error outside of the notebook has ended.

    A full disk raises such an error; those of a notebook are in what `execute` returns.
    """
    lines = traceback.format_exception(error)
    return Outcome(error=f"{type(error).__name__}: {reason(error)}", traceback="".join(lines))


# What an executed notebook shows.


def _outputs(notebook: Mapping[str, Any]) -> list[Any]:
    """Return all outputs of a notebook's cells, in their order."""
    return [output for cell in notebook["cells"] for output in cell.get("outputs", [])]


def warned(notebook: str) -> list[str]:
    """Return the messages of the warnings that an executed notebook, as JSON, shows, each once.

    Python writes warnings to stderr, each in a line with the file and the category before it.
    """
    outputs = _outputs(json.loads(notebook))
    texts = [
        "".join(output.get("text", "")) for output in outputs if output.get("name") == "stderr"
    ]
    messages = _WARNING.findall("\n".join(texts))
    return list(dict.fromkeys(messages))


def figures(notebook: str) -> dict[str, bytes]:
    """Return the figures of an executed notebook: the content of each file by its name.

    Each figure is a PNG, and an SVG where the notebook has one. A file has the name that the cell
    gives its figure, without "fig-" at the front, or the number of the cell where it gives none. If
    a figure before it has this name, a number follows: "a", "a-2".

    Parameters
    ----------
    notebook
        The notebook, as JSON.
    """
    files: dict[str, bytes] = {}
    for number, cell in enumerate(json.loads(notebook)["cells"]):
        # The name by which MyST-NB has the text of the page refer to the figure.
        label = cell["metadata"].get("mystnb", {}).get("figure", {}).get("name", "")
        stem = _UNSAFE.sub("-", label.removeprefix("fig-")).strip("-") or f"figure-{number}"
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "image/png" not in data:
                continue
            file = f"figures/{stem}"
            # A cell may draw several figures, and two names may be equal without their unsafe
            # characters. The name with a number may be that of another cell's figure, too.
            number_of_figure = 1
            while f"{file}.png" in files:
                number_of_figure += 1
                file = f"figures/{stem}-{number_of_figure}"
            # In a notebook's JSON a text is one string or a list of its lines; join takes both.
            files[f"{file}.png"] = base64.b64decode("".join(data["image/png"]))
            if "image/svg+xml" in data:
                files[f"{file}.svg"] = "".join(data["image/svg+xml"]).encode()
    return files
