"""Executing a notebook with parameters, through papermill, and taking out what it shows."""

from __future__ import annotations

import base64
import gc
import logging
import re
import sys
import time
import traceback
import uuid
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from osphg.experiments.errors import require
from osphg.experiments.results import Results
from osphg.experiments.temporary import workspace

# Each figure in both formats, where the book shows PNG alone; none of the
# kernel's own messages, and nothing in the user's history.
_KERNEL = [
    "--InlineBackend.figure_formats=['png','svg']",
    "--IPKernelApp.log_level=50",
    "--HistoryManager.enabled=False",
]
_STARTS = 3  # times that a kernel is started, if it does not come up
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
    """

    notebook: str = field(repr=False)
    seconds: float
    error: str = ""
    traceback: str = field(default="", repr=False)
    interrupted: bool = False


def require_packages(command: str) -> None:
    """Raise UsageError unless what an execution needs is installed."""
    require(command, "book", "papermill", "nbformat", "ipykernel", "psutil")


def execute(
    name: str, source: str, parameters: Mapping[str, Any], *, progress: bool = False
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
    """
    import papermill
    from jupyter_client.manager import AsyncKernelManager

    class KernelManager(AsyncKernelManager):
        """Keeps apart what a kernel itself says on stderr, as it starts and ends.

        It is reached by names at first, which it alone can take: before it takes its ports, another
        process may have one, and what waits for the kernel then does so for a minute.
        """

        named = False

        # Its base declares the blocking one of the same name.
        async def start_kernel(self, **options: Any) -> None:  # type: ignore[override]
            self.connection_file = str(folder / "kernel.json")  # goes with the folder
            if self.named:
                self.transport, self.ip = "ipc", f"@osphg-{uuid.uuid4().hex}"
            with said.open("wb") as stderr:
                await super().start_kernel(stderr=stderr, **options)

    with workspace() as folder:
        work, said = Path(folder, "work"), Path(folder, "kernel.log")
        before, after = Path(folder, f"{name}.ipynb"), Path(folder, "executed.ipynb")
        work.mkdir()
        said.touch()
        before.write_text(source, encoding="utf-8")
        error, trace, interrupted = "", "", False
        started = time.perf_counter()

        def attempt(starts: int) -> None:
            KernelManager.named = starts == _STARTS and sys.platform == "linux"
            try:
                papermill.execute_notebook(
                    before, after, dict(parameters), cwd=work, kernel_name="python3",
                    language="python", kernel_manager_class=KernelManager,
                    shutdown_kernel="immediate",  # asked to end, every other one takes 3 s
                    progress_bar={"desc": name} if progress else False, extra_arguments=_KERNEL,
                )  # fmt: skip
            except RuntimeError as failure:
                # Plainly one: the kernel did not start.
                if type(failure) is not RuntimeError or starts == 1:
                    raise
                attempt(starts - 1)

        try:
            with _quiet():
                attempt(_STARTS)
        except papermill.PapermillExecutionError as failure:
            error = f"{failure.ename}: {failure.evalue}".splitlines()[0]
            trace = _ESCAPES.sub("", "\n".join(failure.traceback))
        except KeyboardInterrupt:
            if not after.exists():
                raise
            error, interrupted = "KeyboardInterrupt: interrupted", True
        except RuntimeError as failure:  # a kernel that died, or did not start
            error = f"{type(failure).__name__}: {failure}".splitlines()[0]
            trace = said.read_text(encoding="utf-8", errors="replace") or error
        seconds = time.perf_counter() - started
        executed = after.read_text(encoding="utf-8") if after.exists() else source
        return Execution(executed, seconds, error, trace, interrupted)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep back what the packages say beside their exceptions, also of tasks left unfinished."""
    loggers = [logging.getLogger(name) for name in ("asyncio", "papermill")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():  # of jupyter_client and zmq, about event loops
            warnings.simplefilter("ignore")
            try:
                yield
            except BaseException as error:
                # The stack holds the tasks, which complain when they go.
                traceback.clear_frames(error.__traceback__)
                gc.collect()
                raise
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def results(name: str, notebook: str) -> Results | None:
    """Return the table of results that an executed notebook shows; None if it shows none."""
    for output in reversed(_outputs(notebook)):
        html = output.get("data", {}).get("text/html", "")
        found = Results.from_html(name, html)
        if found is not None:
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
    for number, cell in enumerate(_cells(notebook)):
        title = _title(cell) or f"figure-{number}"
        stem = _UNSAFE.sub("-", title.removeprefix("fig-")).strip("-") or f"figure-{number}"
        drawn = [o["data"] for o in cell.get("outputs", []) if "image/png" in o.get("data", {})]
        for data in drawn:
            count, file = 1, stem
            while f"{file}.png" in found:  # another of the cell, or of a name spelt the same here
                count += 1
                file = f"{stem}-{count}"
            found[f"{file}.png"] = base64.b64decode(data["image/png"])
            if "image/svg+xml" in data:
                found[f"{file}.svg"] = data["image/svg+xml"].encode()
    return found


def _title(cell: Any) -> str:
    """Return what a cell's metadata call its figure; they may hold anything."""
    about: Any = cell["metadata"]
    for name in ("mystnb", "figure", "name"):
        about = about.get(name) if isinstance(about, dict) else None
    return about if isinstance(about, str) else ""


def _outputs(notebook: str) -> list[Any]:
    return [output for cell in _cells(notebook) for output in cell.get("outputs", [])]


def _cells(notebook: str) -> list[Any]:
    import nbformat

    return list(nbformat.reads(notebook, as_version=4).cells)
