"""Kernels, each of which begins as a copy of one process that has loaded what notebooks import.

Loading it takes a kernel seconds of processor time; the cells of a sweep often take less. A copy is
a kernel of its own: what it sets, no other one finds. It ends with the process that it was copied
from, and that one with whoever began it.
"""

from __future__ import annotations

import ast
import ctypes
import gc
import importlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import uuid
import warnings
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from functools import partialmethod
from pathlib import Path
from typing import Any

from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

# What is loaded once; osphg itself loads these when it plays, or makes a table.
_KNOWN = {"matplotlib", "myst_nb", "numba", "numpy", "osphg", "pandas", "scipy", "sympy"}
_WITH_OSPHG = ("import numba", "import scipy.optimize", "import pandas")
_LAUNCHED = [sys.executable, "-m", "ipykernel_launcher"]
_BACKEND = "module://matplotlib_inline.backend_inline"  # for which a kernel asks


class Kernels(AbstractContextManager["Kernels"]):
    """The kernels of some executions, which end where its block does.

    They have an `environment`, or else this process's own; `warm` ones begin as copies of one
    process, where the system can (Linux).
    """

    def __init__(self, environment: Mapping[str, str] | None = None, *, warm: bool = False) -> None:
        self.environment = dict(os.environ if environment is None else environment)
        self.warm, self.ended = warm and sys.platform == "linux", False
        self.running: set[Any] = set()
        self._original: Any = None
        self._one_at_a_time, self._left = threading.Lock(), ExitStack()

    def __exit__(self, *_: object) -> None:
        """Kill them, and whichever is just being started."""
        self.ended = True
        if self._original:
            self._original.kill()  # whoever waits for a copy now waits no more
        with self._one_at_a_time:
            self._left.close()
        for provisioner in list(self.running):
            if provisioner.process is not None:
                provisioner.process.kill()

    def copied(self, command: list[str], imports: list[str], **options: Any) -> _Copy | None:
        """Return a copy that is what a command starts; None if there can be none."""
        plain = [word for word in command if word != "-Xfrozen_modules=off"]  # for debuggers
        if not self.warm or plain[:3] != _LAUNCHED or options["env"] != self.environment:
            return None
        order = {
            "imports": imports,
            "arguments": plain[3:],
            "folder": os.path.abspath(options.get("cwd") or os.curdir),
            "errors": getattr(options.get("stderr"), "name", None),
        }
        with self._one_at_a_time, suppress(OSError):  # it is killed just now
            if self.ended:
                return None
            if self._original is None or self._original.poll() is not None:
                self._original = self._left.enter_context(
                    subprocess.Popen(
                        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                        bufsize=0, cwd="/", env=self.environment, start_new_session=True,
                    )
                )  # fmt: skip
            self._original.stdin.write(json.dumps(order).encode() + b"\n")
            if number := self._original.stdout.readline():
                return _Copy(int(number), os.pidfd_open(int(number)))
        return None

    def manager(
        self, imports: Sequence[str] = (), folder: Path | None = None
    ) -> type[AsyncKernelManager]:
        """Return what starts a kernel among these.

        `imports` are those that its notebook has made, as `imported` says. In `folder` its
        connection is told and, in kernel.log, what it says on stderr.
        """
        among = self

        class Provisioner(LocalProvisioner):
            async def launch_kernel(self, cmd: list[str], **options: Any) -> Any:
                self.process: Any = among.copied(cmd, list(imports), **options)
                if self.process is None:
                    return await super().launch_kernel(cmd, **options)
                self.pid = self.pgid = self.process.pid
                return self.connection_info

        class Manager(AsyncKernelManager):
            """Has its kernel reached by a name, which it alone can take.

            Before it takes a port, another process may have it; what waits for it does so in vain.
            """

            # Its base declares the blocking one of the same name.
            async def start_kernel(self, **options: Any) -> None:  # type: ignore[override]
                if sys.platform == "linux":
                    self.transport, self.ip = "ipc", f"@osphg-{uuid.uuid4().hex}"
                if folder:
                    self.connection_file = str(folder / "kernel.json")
                own: Any = {"kernel_id": self.kernel_id, "kernel_spec": self.kernel_spec}
                self.provisioner = Provisioner(**own, parent=self)
                options["env"] = among.environment
                with (folder / "kernel.log").open("wb") if folder else nullcontext() as stderr:
                    await super().start_kernel(stderr=stderr, **options)
                among.running.add(self.provisioner)
                if among.ended:
                    among.__exit__()

        return Manager


class _Copy:
    """A process of another one, which is asked as one of `subprocess` is."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int, file: int) -> None:
        self.pid, self._file = pid, file  # of this process alone, whoever gets its number later
        self._ended = select.poll()
        self._ended.register(self._file, select.POLLIN)

    def __del__(self) -> None:
        os.close(self._file)

    def poll(self, patience: int | None = 0) -> int | None:
        return 0 if self._ended.poll(patience) else None

    wait = partialmethod(poll, None)

    def send_signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._file, number)

    kill = terminate = partialmethod(send_signal, signal.SIGKILL)


def imported(notebook: Mapping[str, Any]) -> list[str]:
    """Return the imports that a notebook makes before it does anything else.

    Of modules that set nothing, and in front of whatever may: somebody's own module, or a line that
    changes the environment or the path.
    """
    found: list[str] = []
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code" or "parameters" in cell["metadata"].get("tags", []):
            continue
        try:
            statements = ast.parse("".join(cell["source"])).body
        except (SyntaxError, ValueError, RecursionError, MemoryError, SystemError):
            break  # IPython's own, or a fault; Python 3.11's, if several threads parse at once
        for statement in statements:
            match statement:
                case ast.Import(names):
                    asked = [name.name for name in names]
                case ast.ImportFrom(str(module), level=0):
                    asked = [module]
                case _:
                    return found
            roots = {name.partition(".")[0] for name in asked}
            if not roots <= _KNOWN | sys.stdlib_module_names:
                return found
            if roots & _KNOWN:
                found += [ast.unparse(statement), *_WITH_OSPHG * ("osphg" in roots)]
    return found


# The process that is copied runs this file.


def _copy_on_demand() -> None:
    """Begin a copy for each line of the standard input, and print its number."""
    if not sys.flags.safe_path:
        del sys.path[0]  # where this file is
    # The pipes get other numbers: what is loaded must neither read them nor print there.
    orders, numbers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    # What is loaded asks for these; a kernel that is told of no parent prints how to end it.
    os.environ["JPY_PARENT_PID"] = str(os.getpid())
    os.environ["MPLBACKEND"] = os.environ.get("MPLBACKEND") or _BACKEND
    sys.modules["debugpy"] = None  # type: ignore[assignment]  # a sixth of a second of each copy
    importlib.import_module("ipykernel.debugger")
    importlib.import_module("ipykernel.kernelapp")
    del sys.modules["debugpy"]  # a notebook may use it
    gc.set_threshold(50_000, 20, 20)  # of the copies: at Python's it is a tenth of their time
    for text in orders:
        order = json.loads(text)
        for line in order.pop("imports"):
            with suppress(ImportError):  # of what its copy will miss
                exec(line, {})
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # a copy that has ended is gone at once
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of threads: those of BLAS survive it
            number = os.fork()
        if number == 0:
            orders.close()
            numbers.close()
            _become_kernel(**order)
        print(number, file=numbers, flush=True)


def _become_kernel(arguments: list[str], folder: str, errors: str | None) -> None:
    """Be what `python -m ipykernel_launcher` is in a new process, until it ends."""
    import ipykernel_launcher
    from ipykernel.kernelapp import IPKernelApp

    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: end with the original
    if str(os.getppid()) != os.environ["JPY_PARENT_PID"]:  # it has ended before that
        os._exit(1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    if errors:
        os.dup2(os.open(errors, os.O_WRONLY | os.O_APPEND), 2)
        os.dup2(2, 1)
    os.chdir(folder)
    sys.path[:] = [folder if entry == "/" else entry for entry in sys.path]
    # What these took from their surroundings when they were loaded, each copy has of its own.
    own: Any = sys.modules
    if "multiprocessing.process" in own:
        own["multiprocessing.process"].ORIGINAL_DIR = folder
    if "numpy" in own:
        own["numpy"].random.seed()
    if "sympy.core.random" in own:
        own["sympy.core.random"].rng.seed()
    sys.argv = [ipykernel_launcher.__file__, *arguments]
    IPKernelApp.launch_instance()
    sys.exit()


if __name__ == "__main__":
    _copy_on_demand()
