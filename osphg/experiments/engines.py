"""What papermill executes a notebook with: a kernel, or this process itself.

A run has a kernel of its own, as in Jupyter. Of a cell of a sweep the table alone is kept; it needs
no kernel, no port and no event loop, and runs in a process that has loaded everything before.
"""

from __future__ import annotations

import math
import os
import sys
import time
import traceback
import uuid
from pathlib import Path
from typing import Any

from IPython.core.compilerop import CachingCompiler
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from jupyter_client.manager import AsyncKernelManager
from nbformat.v4 import new_output
from papermill.engines import Engine, papermill_engines
from traitlets.config import Config

_PATIENCE = 600  # seconds for a kernel to start, and for its output to arrive
# Options for a kernel: each figure in both formats, where the book shows PNG alone; none of the
# kernel's own messages, and nothing in the user's history.
_ARGUMENTS = [
    "--InlineBackend.figure_formats=['png','svg']",
    "--IPKernelApp.log_level=50",
    "--HistoryManager.enabled=False",
]


def kernel(folder: Path, log: Path, deadline: float | None) -> dict[str, Any]:
    """Return papermill's settings for a kernel that executes a notebook.

    Parameters
    ----------
    folder : Path
        The kernel's current folder.
    log : Path
        The file for what the kernel writes to its standard streams beside the notebook's outputs,
        such as the last words of one that dies.
    deadline : float or None
        When it is stopped, on the clock `time.monotonic`; None for no limit.

    Returns
    -------
    dict
        The keyword arguments for `papermill.execute_notebook`.
    """

    class Manager(AsyncKernelManager):
        """Starts a kernel whose streams go to `log`, reached by a name that no other one has."""

        # Its base declares the blocking method of the same name, hence the type error.
        async def start_kernel(self, **options: Any) -> None:  # type: ignore[override]
            """Start the kernel; `options` are those that papermill gives."""
            # A port that is free now, another process may take before the kernel does. On Linux a
            # kernel is reached by a name instead, which with "@" in front needs no file either.
            if sys.platform == "linux":
                self.transport = "ipc"
                self.ip = f"@osphg-{uuid.uuid4().hex}"
            environment = dict(os.environ)
            environment.pop("PYTHONOPTIMIZE", None)  # a notebook checks itself by assert
            with log.open("wb") as file:
                await super().start_kernel(
                    **{**options, "env": environment, "stdout": file, "stderr": file}
                )

    def seconds_left(_cell: Any) -> int | None:
        """Return how long the next cell may take, in seconds: at least 1, as 0 is no limit."""
        return None if deadline is None else max(1, math.ceil(deadline - time.monotonic()))

    return {
        "kernel_manager_class": Manager,
        "resources": {"metadata": {"path": str(folder)}},
        "shutdown_kernel": "immediate",  # a kernel that is asked to end often takes 3 s
        "start_timeout": _PATIENCE,  # seconds
        "iopub_timeout": _PATIENCE,
        "timeout_func": seconds_left,
        # Gives a failed cell an error output where the kernel left none.
        "on_cell_error": _show_error,
        "extra_arguments": _ARGUMENTS,  # of the kernel: formats of figures, no log, no history
    }


def _show_error(cell: Any, cell_index: int, execute_reply: Any) -> None:
    """Give a failed cell an output that says its error, where it has none.

    Some exceptions, such as an ExceptionGroup, IPython prints to stderr, and leaves no output of
    the kind "error"; such a cell would pass for one that went well. This is nbclient's hook
    `on_cell_error`, which is called for each cell that fails, with the kernel's reply.
    """
    if any(output.output_type == "error" for output in cell.outputs):
        return
    reply = execute_reply["content"]
    printed = [output.text for output in cell.outputs if output.get("name") == "stderr"]
    cell.outputs.append(
        new_output("error", ename=reply["ename"], evalue=reply["evalue"], traceback=printed)
    )


class _Compiler(CachingCompiler):
    """Compiles asserts, also where PYTHONOPTIMIZE says not to: a notebook checks itself by them."""

    def __call__(self, source: Any, filename: str, symbol: str, **_: Any) -> Any:
        """Compile the `source` of a cell; `symbol` says whether it is executed or evaluated."""
        # Its code is not used, as it may lack the asserts. But it notes in `flags` what the cell
        # imports from __future__, which counts for this cell and all later ones.
        super().__call__(source, filename, symbol)
        # With `optimize=0` asserts are compiled. What this module imports from __future__ must not
        # count for the notebook: nothing is inherited but `flags`.
        return compile(source, filename, symbol, self.flags, dont_inherit=True, optimize=0)


class _Shell(InteractiveShell):
    """The IPython of a cell of a sweep, which compiles asserts in any case."""

    compiler_class = _Compiler


class InProcess(Engine):  # type: ignore[misc]  # papermill has no types
    """Executes a notebook's cells in this process, up to the first error.

    Where a cell's tag raises-exception allows the error, the next cell follows. What is printed
    goes to the process's own streams.
    """

    @classmethod
    def execute_managed_notebook(cls, nb_man: Any, kernel_name: str, **_: Any) -> None:
        """Execute the code cells of a notebook, and put what they display into it.

        Parameters
        ----------
        nb_man : NotebookExecutionManager
            That of papermill; `nb_man.nb` is the notebook.
        kernel_name : str
            As papermill calls an engine; not used, as there is no kernel.
        """
        # Without its history IPython opens no database in the user's home directory.
        shell = _Shell.instance(config=Config(HistoryManager=Config(enabled=False)))
        for cell in nb_man.nb.cells:
            if cell.cell_type != "code":
                continue
            # The value of a cell's last line goes to `sys.displayhook`. The shell sets its own hook
            # only while it runs a cell, which would undo that of `capture_output`; within the
            # shell's `display_trap` its hook is set already, and that of `capture_output` stays.
            with shell.display_trap, capture_output(stdout=False, stderr=False) as captured:
                result = shell.run_cell(cell.source)
            for output in captured.outputs:
                cell.outputs.append(new_output("display_data", data=output.data or {}))
            error = result.error_before_exec or result.error_in_exec
            if error:
                description = {"ename": type(error).__name__, "evalue": str(error)}
                lines = traceback.format_exception(error)
                cell.outputs.append(new_output("error", **description, traceback=lines))
                if "raises-exception" not in cell.metadata.get("tags", []):
                    return


papermill_engines.register("in process", InProcess)
