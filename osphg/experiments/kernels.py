"""Kernels that can all be ended at once, each reached by a name that it alone can take."""

from __future__ import annotations

import os
import sys
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jupyter_client.manager import AsyncKernelManager


class Kernels:
    """The kernels of some executions, which are killed where the block ends.

    Parameters
    ----------
    environment : mapping, optional
        Theirs; this process's own if not given.
    """

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self.environment = dict(os.environ if environment is None else environment)
        self._ended = False
        self._started: list[AsyncKernelManager] = []

    def __enter__(self) -> Kernels:
        return self

    def __exit__(self, *_: object) -> None:
        self._ended = True
        for manager in self._started:
            process = getattr(manager.provisioner, "process", None)
            if process is not None:
                process.kill()

    def manager(self, folder: Path | None = None) -> type[AsyncKernelManager]:
        """Return what starts a kernel among these.

        In `folder`, if it is given, its connection is told and, in kernel.log, what it says.
        """
        among = self

        class Manager(AsyncKernelManager):
            """A port may be another process's before its kernel takes it; such a name is not."""

            # Its base declares the blocking one of the same name.
            async def start_kernel(self, **options: Any) -> None:  # type: ignore[override]
                if sys.platform == "linux":
                    self.transport, self.ip = "ipc", f"@osphg-{uuid.uuid4().hex}"
                options["env"] = among.environment
                if folder is None:
                    await super().start_kernel(**options)
                else:
                    self.connection_file = str(folder / "kernel.json")
                    with (folder / "kernel.log").open("wb") as log:
                        await super().start_kernel(stdout=log, stderr=log, **options)
                among._started.append(self)
                if among._ended:
                    among.__exit__()

        return Manager
