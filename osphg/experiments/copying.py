"""Kernels that begin as copies of one process, which has loaded what their notebooks import.

Loading it takes a kernel some seconds of processor time; the cells of a notebook often take less.
What a notebook has forgotten to import may be there, which elsewhere it would not be; and what
IPython's startup files set for an import comes too late.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.metadata import EntryPoint
from pathlib import Path
from subprocess import PIPE
from typing import Any
from uuid import uuid4

import psutil
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

INLINE = "module://matplotlib_inline.backend_inline"
_KILL_ME_WITH_MY_PARENT = 1  # to prctl, of Linux


def _set_backend(matplotlib: Any) -> None:
    matplotlib.rcParams["backend"] = os.environ.get("MPLBACKEND") or INLINE


def _set_folder(process: Any) -> None:
    process.ORIGINAL_DIR = os.getcwd()


# What these modules take from their surroundings when they are loaded, a copy has its own of.
_BEGIN: dict[str, Callable[[Any], object]] = {
    "matplotlib": _set_backend,
    "multiprocessing.process": _set_folder,
    "numpy": lambda numpy: numpy.random.seed(),
    "sympy.core.random": lambda random: random.rng.seed(),
}


class Copied(LocalProvisioner):
    """Has each kernel begin as a copy of one process, within `used`.

    Attributes
    ----------
    imports : iterable of str
        Statements that this process executes before the next kernel begins, each once.
    begun : int
        How many such processes there have been: one that was killed is followed by another.
    """

    imports: Iterable[str] = ()
    begun = 0
    _original: subprocess.Popen[bytes] | None = None
    _environment: Mapping[str, str] = {}
    _empty = Path()
    _one_at_a_time = threading.Lock()

    @classmethod
    @contextmanager
    def used(
        cls, imports: Iterable[str] = (), environment: Mapping[str, str] | None = None
    ) -> Iterator[None]:
        """Have this process start its kernels as copies, where a fork is safe."""
        factory = KernelProvisionerFactory.instance()
        usual = factory.default_provisioner_name
        # On macOS, libraries of the system do not survive it.
        if sys.platform != "linux" or usual != "local-provisioner":
            yield
            return
        cls.imports, cls._environment = tuple(imports), dict(environment or os.environ)
        entry = EntryPoint("copied", f"{cls.__module__}:{cls.__name__}", factory.GROUP_NAME)
        factory.provisioners[entry.name] = entry
        factory.default_provisioner_name = entry.name
        from osphg.experiments.folders import workplace  # not where this file is run

        # No module and no matplotlibrc is found there.
        with workplace(Path(tempfile.gettempdir())) as cls._empty:
            cls._begin()
            try:
                yield
            finally:
                factory.default_provisioner_name = usual
                with cls._one_at_a_time:
                    cls._end()

    @classmethod
    def lives(cls, begun: int) -> bool:
        """Whether the process that was the last, when so many had begun, is there."""
        original = cls._original
        with suppress(subprocess.TimeoutExpired):
            if original is not None and begun == cls.begun:
                original.wait(1)  # its copies end a moment before it is seen to have ended
                return False
        return begun == cls.begun

    @classmethod
    def _begin(cls) -> subprocess.Popen[bytes]:
        cls._original = subprocess.Popen(
            [sys.executable, __file__], stdin=PIPE, stdout=PIPE, bufsize=0, cwd=cls._empty,
            env=cls._environment, start_new_session=True,
        )  # fmt: skip
        cls.begun += 1
        return cls._original

    @classmethod
    def _end(cls) -> None:
        if cls._original:
            cls._original.kill()  # its kernels end with it
            cls._original.__exit__(None, None, None)
        cls._original = None

    async def pre_launch(self, **options: Any) -> dict[str, Any]:
        """Have the kernel be reached by names, which it alone can take.

        Before it takes its ports, another process may have one; what waits for the kernel then does
        so for a minute, and gives up.
        """
        manager: Any = self.parent
        if not self._tried_in_vain:
            manager.transport, manager.ip = "ipc", f"@osphg-{uuid4().hex}"
        return await super().pre_launch(**options)

    async def launch_kernel(self, cmd: list[str], **options: Any) -> Any:
        """Start `cmd`, which as a rule is this Python's ipykernel_launcher."""
        copy = None if self._tried_in_vain else self.copied(cmd, **options)
        if copy is None:
            return await super().launch_kernel(cmd, **options)
        self.pid = self.pgid = copy.pid
        self.process, self.cwd = copy, _folder(options)
        return self.connection_info

    @property
    def _tried_in_vain(self) -> bool:
        return not getattr(self.parent, "named", True)

    def copied(self, cmd: list[str], **options: Any) -> _Copy | None:
        """Return a copy; None if not all was loaded, it ended at once, or `cmd` is another's."""
        plain = [word for word in cmd if word != "-Xfrozen_modules=off"]  # for debuggers
        program, arguments = plain[:3], plain[3:]
        if program != [sys.executable, "-m", "ipykernel_launcher"] or self.kernel_spec.env:
            return None
        order = {
            "imports": list(self.imports),
            "arguments": arguments,
            "folder": _folder(options),
            "environment": options["env"],
            "errors": getattr(options.get("stderr"), "name", None),
        }
        with self._one_at_a_time, suppress(OSError, psutil.NoSuchProcess):
            original = self._original
            if original is None:
                return None
            if original.poll() is not None:
                self._end()
                original = self._begin()
            assert original.stdin
            assert original.stdout
            original.stdin.write(json.dumps(order).encode() + b"\n")
            number = original.stdout.readline()
            return _Copy(int(number)) if number else None
        return None


def _folder(options: Mapping[str, Any]) -> str:
    return os.path.abspath(options.get("cwd") or os.curdir)


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

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        with suppress(ProcessLookupError):
            self.send_signal(signal.SIGTERM)


def copy_on_demand() -> None:
    """Start a copy for each line of the standard input, and print its number."""
    if not sys.flags.safe_path:
        sys.path.pop(0)  # where this file is; a kernel finds nothing there
    # The pipes get other numbers: what is loaded must neither read them nor print there.
    orders = os.fdopen(os.dup(0))
    numbers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.modules["debugpy"] = None  # type: ignore[assignment]  # it takes a quarter of the time
    importlib.import_module("ipykernel.ipkernel")
    loaded: set[str] = set()
    for line in orders:
        order = json.loads(line) | {"parent": os.getpid()}
        if new := [statement for statement in order.pop("imports") if statement not in loaded]:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for statement in new:
                exec(statement, {})
            loaded.update(new)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # a copy that has ended is gone at once
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of threads: those of BLAS survive it
            number = os.fork()
        if number == 0:
            orders.close()
            numbers.close()
            become_kernel(**order)
        print(number, file=numbers, flush=True)


def become_kernel(
    parent: int,
    arguments: list[str],
    folder: str,
    environment: dict[str, str],
    errors: str | None,
) -> None:
    """Be what `python -m ipykernel_launcher` is in a new process, until it ends."""
    import ctypes

    import ipykernel_launcher
    from ipykernel.kernelapp import IPKernelApp

    ctypes.CDLL(None).prctl(_KILL_ME_WITH_MY_PARENT, signal.SIGKILL)
    if os.getppid() != parent:  # it has ended before that
        os._exit(1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    if errors:
        os.dup2(os.open(errors, os.O_WRONLY | os.O_APPEND), 2)
    os.dup2(2, 1)
    before = os.getcwd()
    os.chdir(folder)
    sys.path[:] = [folder if entry == before else entry for entry in sys.path]
    os.environ.clear()
    os.environ.update(environment)
    for name, begin in _BEGIN.items():
        if name in sys.modules:
            with suppress(AttributeError):  # a user's own of that name
                begin(sys.modules[name])
    sys.argv = [ipykernel_launcher.__file__, *arguments, f"--IPKernelApp.parent_handle={parent}"]
    kernel = IPKernelApp.instance()
    kernel.initialize()
    sys.modules.pop("debugpy", None)  # a notebook may use it
    kernel.start()
    sys.exit()


if __name__ == "__main__":
    copy_on_demand()
