"""Executing a notebook with parameters, through papermill, and taking out what it shows."""

from __future__ import annotations

import base64
import importlib.metadata
import json
import logging
import re
import shlex
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from osphg.experiments.folders import reason, workplace
from osphg.experiments.parameters import UsageError
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
_PATIENCE = 300  # seconds for a kernel to start, on a machine that is busy
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_WARNING = re.compile(r"^.*?\b\w*Warning: (.+)$", re.MULTILINE)
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Execution:
    """An executed notebook.

    Attributes
    ----------
    notebook : str
        The notebook with its outputs, as JSON; up to the failing cell when it failed.
    seconds : float
        Wall time, the kernel's start included.
    error : str
        One line, `Type: message`; empty when all went well.
    traceback : str
        Of the failing cell, without colours.
    interrupted : bool
        Whether a person stopped it, by Ctrl-C; then `error` says so.
    table : Results or None
        The table of results that it shows last, if any.
    """

    notebook: str = field(repr=False)
    seconds: float
    error: str = ""
    traceback: str = field(default="", repr=False)
    interrupted: bool = False
    table: Results | None = field(default=None, repr=False)


def install(extra: str) -> str:
    """Return the command that adds an extra to this osphg.

    pip and uv take its requirements from what is installed: whence it came need not be there still.
    """
    python = shlex.quote(sys.executable)
    tool = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    try:
        importlib.metadata.distribution("osphg")
        return f"{tool} 'osphg[{extra}]'"
    except importlib.metadata.PackageNotFoundError:  # a copy of the repository: none of that name
        return f"{tool} -e {shlex.quote(f'{Path(__file__).parents[2]}[{extra}]')}"


def require_packages(command: str) -> None:
    """Raise UsageError, naming the extra to install, unless an execution has what it needs."""
    needed = ("papermill", "nbformat", "ipykernel")
    if missing := [name for name in needed if find_spec(name) is None]:
        raise UsageError(
            f"{command} needs the extra 'book': {install('book')}"
            f" ({', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing)"
        )


def execute(
    name: str,
    source: str,
    parameters: Mapping[str, Any],
    *,
    progress: bool = False,
    kernels: Kernels | None = None,
) -> Execution:
    """Execute a notebook in a kernel of its own, in an empty folder that is removed afterwards.

    Parameters
    ----------
    name : str
        Shown beside the progress bar.
    source : str
        The notebook, as JSON.
    parameters : mapping
        Checked ones: papermill itself takes anything.
    progress : bool
        Show papermill's bar of cells on stderr.
    kernels : Kernels, optional
        Those among which its own will be.
    """
    import nbformat
    import papermill

    from osphg.experiments.kernels import Kernels

    error, trace, interrupted = "", "", False
    with workplace(Path(tempfile.gettempdir())) as folder:
        work, after = folder / "work", folder / "executed.ipynb"
        work.mkdir()
        started = time.perf_counter()
        try:
            papermill.execute_notebook(
                nbformat.reads(source, as_version=4), after, dict(parameters),
                kernel_name="python3", language="python",
                kernel_manager_class=(kernels or Kernels()).manager(folder),
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
            error, interrupted = "KeyboardInterrupt: interrupted", True
        except RuntimeError as failure:  # a kernel that died, or did not start
            error = f"{type(failure).__name__}: {reason(failure)}"
            said = folder / "kernel.log"
            trace = said.read_text("utf-8", errors="replace") if said.exists() else ""
        seconds = time.perf_counter() - started
        executed = after.read_text(encoding="utf-8") if after.exists() else source
    try:
        table = None if error else _table(name, executed)
    except (ValueError, TypeError) as failure:
        table, error = None, f"the table of results could not be read: {reason(failure)}"
    return Execution(executed, seconds, error, trace or error, interrupted, table)


@contextmanager
def quiet() -> Iterator[None]:
    """Keep back what the packages say beside their exceptions."""
    names = ("asyncio", "distributed.client", "papermill", "traitlets")
    loggers = [logging.getLogger(name) for name in names]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():  # of jupyter_client and zmq, about event loops
            warnings.simplefilter("ignore")
            yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _table(name: str, notebook: str) -> Results | None:
    for output in reversed(_outputs(notebook)):
        html = "".join(output.get("data", {}).get("text/html", ""))
        if (found := Results.from_html(name, html)) is not None:
            return found
    return None


def warned(notebook: str) -> list[str]:
    """Return what an executed notebook was warned of, each once, in one line."""
    said = [
        "".join(output.get("text", ""))
        for output in _outputs(notebook)
        if output.get("output_type") == "stream" and output.get("name") == "stderr"
    ]
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


def _outputs(notebook: str) -> list[Any]:
    return [o for cell in json.loads(notebook)["cells"] for o in cell.get("outputs", [])]
