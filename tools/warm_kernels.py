"""Jupyter kernels that are forked from a process that has imported what chapters import.

These imports take a new kernel seconds, and the cells of many a chapter take less. So one process,
Python's forkserver, imports the packages, and each kernel begins as a copy of it. Copies share
nothing: what one chapter sets, no other finds. `osphg.experiments.cells` holds the forkserver:
`cells.start` has it fork a process, which `cells.begin` prepares for a kernel.

Jupyter starts a kernel in two steps: a manager asks a provisioner for the process. Here the manager
is `WarmKernelManager`, and its provisioner forks in place of starting Python.
"""

from __future__ import annotations

import os
import signal
import sys
import uuid
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

from osphg.experiments import cells

# How the command of a Python kernel begins. What follows are arguments of the kernel.
_PYTHON_KERNEL_COMMAND = [sys.executable, "-m", "ipykernel_launcher"]


class _PopenOfFork:
    """A forked process with the methods of `subprocess.Popen` that a provisioner calls.

    Parameters
    ----------
    process : multiprocessing.Process
        A process that the forkserver has started.
    """

    stdin = stdout = stderr = None

    def __init__(self, process: Any) -> None:
        self._process = process
        self.pid = process.pid

    def poll(self) -> int | None:
        """Return the exit code; None while the process runs."""
        return self._process.exitcode

    def wait(self) -> int:
        """Wait for the end of the process, and return its exit code."""
        self._process.join()
        return int(self._process.exitcode)

    def send_signal(self, number: int) -> None:
        """Send a signal to the process unless it has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End the process at once."""
        self.send_signal(signal.SIGKILL)

    terminate = kill


class _ForkingProvisioner(LocalProvisioner):
    """Starts the process of a kernel for its manager: a Python kernel by a fork."""

    async def launch_kernel(self, cmd: list[str], **options: Any) -> Any:
        """Fork a kernel in place of running its command, and return how to connect to it.

        Parameters
        ----------
        cmd : list of str
            The command. One that starts no Python kernel is run as it is.
        **options
            Keyword arguments of `subprocess.Popen`: `cwd` is the folder in which the kernel works,
            if it is given, and `env` its environment, which Jupyter always gives. A fork uses no
            others.

        Returns
        -------
        dict
            `connection_info`: the kernel's ports and key, which the base class has set before.
        """
        # Jupyter adds this option for debuggers. It is the interpreter's, and a fork starts none.
        command = [word for word in cmd if word != "-Xfrozen_modules=off"]
        # A Python kernel's command begins with this interpreter, "-m" and "ipykernel_launcher".
        length = len(_PYTHON_KERNEL_COMMAND)
        if command[:length] != _PYTHON_KERNEL_COMMAND:
            return await super().launch_kernel(cmd, **options)
        arguments = command[length:]
        folder = os.path.abspath(options.get("cwd") or os.curdir)
        process = cells.start(_become_kernel, arguments, folder, options["env"])
        self.process: Any = _PopenOfFork(process)
        self.pid = self.pgid = self.process.pid  # a kernel leads a process group of its own
        return self.connection_info


class WarmKernelManager(AsyncKernelManager):
    """Starts a kernel by a fork; on Linux its sockets have a name in place of a port.

    Jupyter chooses a free port before the kernel opens it, and another process may take it in
    between. A name that is drawn at random is nobody else's.
    """

    # Its base declares the blocking one of the same name.
    async def start_kernel(self, **options: Any) -> None:  # type: ignore[override]
        """Start the kernel; the options are those of `AsyncKernelManager.start_kernel`."""
        if sys.platform == "linux":
            self.transport = "ipc"
            self.ip = f"@osphg-{uuid.uuid4().hex}"
        traits: Any = {"kernel_id": self.kernel_id, "kernel_spec": self.kernel_spec}
        self.provisioner = _ForkingProvisioner(**traits, parent=self)
        await super().start_kernel(**options)


def _become_kernel(arguments: list[str], folder: str, environment: Mapping[str, str]) -> None:
    """Run in this forked process what `python -m ipykernel_launcher` runs, until the kernel ends.

    It is what the forked process calls.

    Parameters
    ----------
    arguments : list of str
        What follows `ipykernel_launcher` in the command.
    folder : str
        The folder in which the kernel works.
    environment : mapping
        The kernel's environment variables.
    """
    # Imported here, as a kernel alone needs them: the process that starts kernels has imported this
    # module, too, and does without.
    import ipykernel_launcher
    import matplotlib
    from ipykernel.kernelapp import IPKernelApp

    # This makes the process the leader of a group of its own, gives it the environment, and has it
    # import modules from the folder first. It does not change into the folder.
    cells.begin(environment, Path(folder))
    os.chdir(folder)
    # A kernel asks for this backend by an environment variable; matplotlib reads that only when it
    # is imported, which it was before the fork.
    matplotlib.rcParams["backend"] = "module://matplotlib_inline.backend_inline"
    # Without the process number of its parent the kernel prints how to end it.
    parent = f"--IPKernelApp.parent_handle={os.getppid()}"
    sys.argv = [ipykernel_launcher.__file__, *arguments, parent]
    IPKernelApp.launch_instance()
