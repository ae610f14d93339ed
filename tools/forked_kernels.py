"""Kernels that begin as copies of one process, which has loaded what most chapters import.

Loading it takes a kernel some three seconds of processor time; the cells of a chapter often take
less. What a chapter has forgotten to import may be there, which elsewhere it would not be.
"""

import importlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import EntryPoint
from subprocess import PIPE
from typing import Any
from uuid import uuid4

import psutil
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

LOADED = (
    "ipykernel.ipkernel", "matplotlib.backends.backend_agg", "matplotlib.pyplot", "numba",
    "osphg.core.play", "osphg.plots", "osphg.proofs.show", "osphg.studies.tables",
    "scipy.optimize", "sympy",
)  # fmt: skip
BACKEND = "module://matplotlib_inline.backend_inline"


class Forked(LocalProvisioner):
    """Has a kernel begin as a copy of the process that `used` starts."""

    copied: Any  # the subprocess
    _one_at_a_time = threading.Lock()

    @classmethod
    @contextmanager
    def used(cls) -> Iterator[None]:
        """Have this process start its kernels as copies, where a fork is safe."""
        if sys.platform != "linux":  # on macOS, libraries of the system do not survive it
            yield
            return
        factory = KernelProvisionerFactory.instance()
        usual = factory.default_provisioner_name
        entry = EntryPoint("forked", f"{cls.__module__}:{cls.__name__}", factory.GROUP_NAME)
        factory.provisioners[entry.name] = entry
        command = [sys.executable, __file__]
        with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, bufsize=0) as cls.copied:
            factory.default_provisioner_name = entry.name
            try:
                yield
            finally:
                factory.default_provisioner_name = usual

    async def pre_launch(self, **options: Any) -> dict[str, Any]:
        """Have the kernel be reached by names, which it alone can take.

        Before it takes its ports, another process may have one; what waits for the kernel then does
        so for a minute, and gives up.
        """
        manager: Any = self.parent
        manager.transport, manager.ip = "ipc", f"@osphg-{uuid4().hex}"
        return await super().pre_launch(**options)

    async def launch_kernel(self, cmd: list[str], **options: Any) -> Any:
        """Start `cmd`, which is python -m ipykernel_launcher and its arguments."""
        order = {"arguments": cmd[3:], "folder": options["cwd"], "environment": options["env"]}
        answer = b""
        with self._one_at_a_time, suppress(BrokenPipeError):
            self.copied.stdin.write(json.dumps(order).encode() + b"\n")
            answer = self.copied.stdout.readline()
        if not answer:  # it could not load all: the chapter says why
            return await super().launch_kernel(cmd, **options)
        self.pid = self.pgid = int(answer)
        self.process, self.cwd = _Copy(self.pid), options["cwd"]
        return self.connection_info


class _Copy(psutil.Process):  # type: ignore[misc]
    """A process that is asked as one of `subprocess` is."""

    stdin = stdout = stderr = None

    def poll(self) -> int | None:
        with suppress(psutil.NoSuchProcess):
            if self.is_running() and self.status() != psutil.STATUS_ZOMBIE:
                return None
        return 0

    def send_signal(self, number: int) -> None:
        try:
            super().send_signal(number)
        except psutil.NoSuchProcess as error:
            raise ProcessLookupError(self.pid) from error


def copy_on_demand() -> None:
    """Load all, then start a copy for each line of the standard input, and print its number."""
    sys.path.pop(0)  # where this file is; a chapter finds nothing there
    sys.modules["debugpy"] = None  # type: ignore[assignment]  # as the kernels' settings have it
    for name in LOADED:
        importlib.import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # what has ended is gone at once
    for order in sys.stdin:
        number = os.fork()
        if number == 0:
            become_kernel(**json.loads(order))
        print(number, flush=True)


def become_kernel(arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    """Be what `python -m ipykernel_launcher` is in a new process, until it ends."""
    import matplotlib
    import numpy as np
    from ipykernel.kernelapp import IPKernelApp

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    np.random.seed()  # noqa: NPY002 - else each copy would draw what the others do
    matplotlib.rcParams["backend"] = BACKEND  # it reads the environment when it is loaded
    sys.argv = ["ipykernel_launcher", *arguments, f"--IPKernelApp.parent_handle={os.getppid()}"]
    IPKernelApp.launch_instance()
    sys.exit()


if __name__ == "__main__":
    copy_on_demand()
