"""Kernels that begin as copies of a process that has loaded what chapters import.

Loading it takes a kernel seconds; the cells of many a chapter take less. What one sets, no other
finds.
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

_LAUNCHED = [sys.executable, "-m", "ipykernel_launcher"]


class _Copy:
    """A process of the forkserver, which is asked as one of `subprocess` is."""

    stdin = stdout = stderr = None

    def __init__(self, process: Any) -> None:
        self._process = process
        self.pid = process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self) -> int:
        self._process.join()
        return int(self._process.exitcode)

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    terminate = kill


class _Provisioner(LocalProvisioner):
    async def launch_kernel(self, cmd: list[str], **options: Any) -> Any:
        plain = [word for word in cmd if word != "-Xfrozen_modules=off"]  # for debuggers
        if plain[:3] != _LAUNCHED:
            return await super().launch_kernel(cmd, **options)
        arguments = (plain[3:], os.path.abspath(options.get("cwd") or os.curdir), options["env"])
        self.process: Any = _Copy(cells.start(_become_kernel, *arguments))
        self.pid = self.pgid = self.process.pid
        return self.connection_info


class WarmKernelManager(AsyncKernelManager):
    """Starts a kernel as a copy; reached by a name where the system has names for that (Linux).

    Before a kernel takes a port, another process may have it.
    """

    # Its base declares the blocking one of the same name.
    async def start_kernel(self, **options: Any) -> None:  # type: ignore[override]
        if sys.platform == "linux":
            self.transport, self.ip = "ipc", f"@osphg-{uuid.uuid4().hex}"
        own: Any = {"kernel_id": self.kernel_id, "kernel_spec": self.kernel_spec}
        self.provisioner = _Provisioner(**own, parent=self)
        await super().start_kernel(**options)


def _become_kernel(arguments: list[str], folder: str, environment: Mapping[str, str]) -> None:
    """Be what `python -m ipykernel_launcher` is in a new process, until it ends."""
    import ipykernel_launcher
    import matplotlib
    from ipykernel.kernelapp import IPKernelApp

    cells.begin(environment, Path(folder))
    os.chdir(folder)
    matplotlib.rcParams["backend"] = "module://matplotlib_inline.backend_inline"  # as it asks for
    parent = f"--IPKernelApp.parent_handle={os.getppid()}"  # else it prints how to end it
    sys.argv = [ipykernel_launcher.__file__, *arguments, parent]
    IPKernelApp.launch_instance()
