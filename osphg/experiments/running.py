"""Executing a notebook with parameters, through papermill, and a folder that says all about it."""

from __future__ import annotations

import base64
import json
import logging
import os
import re
import shlex
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from dataclasses import replace as changed
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from osphg.experiments import folders, provenance
from osphg.experiments.catalogue import duration, find
from osphg.experiments.folders import NOTEBOOK, REPORT, RESULTS, reason
from osphg.experiments.parameters import UsageError, Value, clean
from osphg.experiments.results import Results

if TYPE_CHECKING:
    from osphg.experiments.kernels import Kernels

# Each figure in both formats, where the book shows PNG alone; none of the
# kernel's own messages, and nothing in the user's history.
_KERNEL = [
    "--InlineBackend.figure_formats=['png','svg']",
    "--IPKernelApp.log_level=50",
    "--HistoryManager.enabled=False",
]
INTERRUPT = "KeyboardInterrupt"  # so begins the error of what a person stopped, by Ctrl-C
_PATIENCE = 300  # seconds for a kernel to start, on a machine that is busy
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_WARNING = re.compile(r"^.*?\b\w*Warning: (.+)$", re.MULTILINE)
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Execution:
    """An executed notebook, as JSON, up to the failing cell when it failed.

    `seconds` is its wall time, the kernel's start included; `error`, in one line, and `traceback`
    are empty when all went well; `results` is the table that it shows last, empty if there is none;
    `machine` is the processor with its kernels that computed it.
    """

    notebook: str = field(default="", repr=False)
    seconds: float = 0.0
    error: str = ""
    traceback: str = field(default="", repr=False)
    results: Results = field(default=Results("", ()))
    machine: Mapping[str, str] = field(default_factory=dict, repr=False)

    def said(self) -> dict[str, Any]:
        """Return what provenance.json says of it."""
        known = {
            "status": "failed" if self.error else "complete",
            "seconds": self.seconds,
            "machine": self.machine,
            "results_sha256": self.results.sha256,
        }
        return known | ({"error": self.error, "traceback": self.traceback} if self.error else {})


@dataclass(frozen=True, kw_only=True)
class Outcome(Execution):
    """What a run left.

    `parameters` are all of them, defaults included; `provenance` is what is in provenance.json;
    `folder` is where all this was written, if it was.
    """

    parameters: Mapping[str, Value]
    provenance: Mapping[str, Any] = field(repr=False)
    folder: Path | None = None


class RunError(RuntimeError):
    """A run or a sweep could not be finished; its text is one line.

    Of a run, `outcome` holds what was computed, and where it is; a sweep keeps its finished cells,
    with which the same call goes on.
    """

    def __init__(self, message: str, outcome: Outcome | None = None) -> None:
        super().__init__(message)
        self.outcome = outcome


def run(
    name: str,
    parameters: Mapping[str, Any] | None = None,
    *,
    out: str | os.PathLike[str] | None = None,
    quick: bool = False,
    replace: bool = False,
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
        The folder that will appear, whole: executed notebook, report, figures, results, and the
        provenance, which names them all with their hashes. Nothing is written when not given.
    replace : bool
        Have a run that `out` holds give way: it is renamed, to `OUT-replaced`. A complete run stays
        if the new one fails, which then is beside it, in `OUT-2`. A failed run gives way unasked.
    progress : bool
        Say on stderr about how long it will take, if the notebook says so, and show a bar.
    book : Path, optional
        Another folder of notebooks than the book's.

    Raises
    ------
    UsageError
        Before anything runs or is written: an unknown name, a value that cannot be used, an `out`
        that holds something else, cannot be written or is about to be made by another command.
    RunError
        If the notebook fails, its table or report cannot be made, or `out` cannot be written, on a
        full disk, say. What it computed is kept: then in a folder below the system's temporary one
        or, if that is full, too, in the error's `outcome` alone.

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
    require_packages("osphg run")
    origin = provenance.collect(experiment, values)
    with ExitStack() as stack:
        if out is not None:
            target = Path(os.path.abspath(out))
            folders.check_folder(target, replace=replace)
            whole = stack.enter_context(folders.beside(target)) / "whole"
        if progress:
            said = [f"about {duration(experiment.estimate(values))}"] * (experiment.seconds > 0)
            said += [] if out is None else [f"into {out}"]
            print(clean(f"{name}: {', '.join(said)}" if said else name), file=sys.stderr)
        with quiet():
            done = execute(name, experiment.source, values, progress=progress)
        origin |= done.said()
        outcome = Outcome(**vars(done), parameters=values, provenance=origin)
        problems = [done.error]
        if out is not None:
            contents, unmade = _contents(outcome)
            try:
                folders.fill(whole, contents, origin)
                try:  # what has appeared there meanwhile stays, and so does what is better
                    there = folders.check_folder(target, replace=replace and not done.error)
                except UsageError:
                    target, there = folders.fresh(target), False
                folders.appear(whole, target, "replaced" if there else "")
                outcome = changed(outcome, folder=target)
            except OSError as error:  # a full disk, say
                unmade = f"the run could not be written in {target}: {reason(error)}"
                with suppress(OSError):
                    kept = Path(tempfile.mkdtemp(prefix="osphg-kept-"), target.name)
                    folders.fill(kept, contents, origin)
                    outcome = changed(outcome, folder=kept)
            problems.append(unmade)
    if any(problems):
        raise RunError("; and ".join(filter(None, problems)), outcome)
    return outcome


def _contents(outcome: Outcome) -> tuple[dict[str, bytes], str]:
    """Return a run's files by name, and why there is no report; empty if there is one."""
    contents = {NOTEBOOK: outcome.notebook.encode()}
    for file, content in figures(outcome.notebook).items():
        contents[f"figures/{file}"] = content
    if outcome.error:
        contents["traceback.txt"] = f"{outcome.traceback}\n".encode()
    else:
        contents[RESULTS] = outcome.results.csv().encode()
    try:
        from osphg.experiments import report

        contents[REPORT] = report.render(outcome.notebook, outcome.provenance).encode()
    except Exception as error:  # the run is kept, whatever becomes of its report
        return contents, f"the report could not be made: {reason(error)}"
    return contents, ""


def execute(
    name: str,
    source: str,
    parameters: Mapping[str, Any],
    *,
    progress: bool = False,
    kernels: Kernels | None = None,
) -> Execution:
    """Execute a notebook in a kernel of its own, in an empty folder that is removed afterwards.

    `name` stands beside papermill's progress bar; `source` is the notebook, as JSON; `parameters`
    are checked ones, as papermill itself takes anything; the kernel will be one of `kernels`.
    """
    import nbformat
    import papermill

    from osphg.experiments.kernels import Kernels, imported

    among, error, trace = kernels or Kernels(), "", ""
    with folders.workplace(Path(tempfile.gettempdir())) as folder:
        work, after, said = folder / "work", folder / "executed.ipynb", folder / "kernel.log"
        work.mkdir()
        started = time.perf_counter()
        try:
            papermill.execute_notebook(
                nbformat.reads(source, as_version=4), after, dict(parameters),
                kernel_name="python3", language="python",
                kernel_manager_class=among.manager(imported(json.loads(source)), folder),
                resources={"metadata": {"path": str(work)}},  # not the process's own folder
                shutdown_kernel="immediate",  # asked to end, every other one takes 3 s
                progress_bar={"desc": name} if progress else False,
                start_timeout=_PATIENCE, extra_arguments=_KERNEL,
            )  # fmt: skip
        except papermill.PapermillExecutionError as failure:
            error = f"{failure.ename}: {failure.evalue}".splitlines()[0]
            trace = _ESCAPES.sub("", "\n".join(failure.traceback))
        except KeyboardInterrupt:
            if not after.exists():
                raise
            error = f"{INTERRUPT}: interrupted"
        except RuntimeError as failure:  # a kernel that died, or did not start
            error = f"{type(failure).__name__}: {reason(failure)}"
            trace = said.read_text("utf-8", errors="replace") if said.exists() else ""
        seconds = round(time.perf_counter() - started, 3)
        executed = after.read_text(encoding="utf-8") if after.exists() else source
    table = Results(name, ())
    try:
        if not error:
            html = ["".join(o.get("data", {}).get("text/html", "")) for o in _shown(executed)]
            found = (Results.from_html(name, text) for text in reversed(html))
            table = next(filter(None, found), table)
    except (ValueError, TypeError) as failure:
        error = f"the table of results could not be read: {reason(failure)}"
    return Execution(executed, seconds, error, trace or error, table, provenance.machine())


@contextmanager
def quiet() -> Iterator[None]:
    """Keep back what the packages say beside their exceptions."""
    names = ("asyncio", "distributed.client", "papermill", "traitlets")
    with ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())  # of jupyter_client and zmq: event loops
        warnings.simplefilter("ignore")
        for logger in map(logging.getLogger, names):
            stack.callback(logger.setLevel, logger.level)
            logger.setLevel(logging.CRITICAL + 1)
        yield


def require_packages(command: str) -> None:
    """Raise UsageError, naming the extra to install, unless an execution has what it needs."""
    needed = ("papermill", "nbformat", "ipykernel", "myst_nb")
    if missing := [name for name in needed if find_spec(name) is None]:
        raise UsageError(
            f"{command} needs the extra 'book': {install('book')}"
            f" ({', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing)"
        )


def install(extra: str) -> str:
    """Return the command that adds an extra to this osphg."""
    python = shlex.quote(sys.executable)
    tool = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    return f"{tool} 'osphg[{extra}]'"


# What an executed notebook shows.


def _shown(notebook: str) -> list[Any]:
    return [o for cell in json.loads(notebook)["cells"] for o in cell.get("outputs", [])]


def warned(notebook: str) -> list[str]:
    """Return what an executed notebook was warned of, each once, in one line."""
    said = ["".join(o.get("text", "")) for o in _shown(notebook) if o.get("name") == "stderr"]
    return list(dict.fromkeys(_WARNING.findall("\n".join(said))))


def figures(notebook: str) -> dict[str, bytes]:
    """Return the figures of an executed notebook by file name, as PNG and SVG."""
    found: dict[str, bytes] = {}
    for number, cell in enumerate(json.loads(notebook)["cells"]):
        about = cell["metadata"].get("mystnb", {}).get("figure", {}).get("name", "")
        stem = _UNSAFE.sub("-", about.removeprefix("fig-")).strip("-") or f"figure-{number}"
        for data in (output.get("data", {}) for output in cell.get("outputs", [])):
            if "image/png" not in data:
                continue
            count, file = 1, stem
            while f"{file}.png" in found:  # another of the cell, or of a name spelt the same here
                count += 1
                file = f"{stem}-{count}"
            found[f"{file}.png"] = base64.b64decode("".join(data["image/png"]))
            if "image/svg+xml" in data:
                found[f"{file}.svg"] = "".join(data["image/svg+xml"]).encode()
    return found
