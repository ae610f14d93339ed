"""A process that computes cells: tasks come in as lines of JSON, answers go out.

It is run by its path, so that nothing of the package is imported before it watches its input: when
that ends - because the sweep closed it or was killed - the process ends its kernels and itself.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import os
import queue
import shutil
import signal
import sys
import threading
from typing import Any

READY = "ready"


def main(package: str, scratch: str) -> None:
    """Serve until the input ends; `package` is the folder that holds osphg."""
    _make(scratch)
    importlib.import_module("psutil")  # ipykernel requires it
    leaving, parked = threading.Event(), threading.Event()

    def stop(number: int, _: object) -> None:
        if not leaving.is_set():  # from elsewhere: as without this
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        parked.set()
        threading.Event().wait()

    signal.signal(signal.SIGTERM, stop)
    # The pipes get other numbers: what a kernel prints or reads must not mix with them.
    inbox = os.fdopen(os.dup(0), encoding="utf-8")
    outbox = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def listen() -> None:
        for line in inbox:
            tasks.put(json.loads(line))
        leaving.set()
        if hasattr(signal, "pthread_kill"):
            # First the main thread: it may be starting a kernel, or writing into the folder.
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
            parked.wait(5)
        _end_children()
        shutil.rmtree(scratch, ignore_errors=True)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    sys.path.insert(0, package)
    from osphg.experiments.copying import Copied

    with Copied.used():
        from osphg.experiments import cells

        importlib.import_module("papermill")
        try:
            print(READY, file=outbox, flush=True)
            while True:
                task = cells.Task(**tasks.get())
                Copied.imports = cells.imports(task.source)
                answer = cells.compute(task)
                print(json.dumps(dataclasses.asdict(answer)), file=outbox, flush=True)
        except BrokenPipeError:
            threading.Event().wait()  # the sweep is gone: the listener ends us


def _make(scratch: str) -> None:
    """Make the folder and hold its lock, by which others see that this process lives.

    As in temporary.py, which cannot be imported yet.
    """
    folder, name = os.path.split(scratch)
    new = os.path.join(folder, "osphg-new-" + name.rpartition("-")[2])
    os.mkdir(new, 0o700)
    lock = os.open(os.path.join(new, ".osphg-lock"), os.O_CREAT | os.O_RDWR)
    try:
        fcntl = importlib.import_module("fcntl")
        fcntl.flock(lock, fcntl.LOCK_EX)
    except ImportError:  # another kind of system: there they are not removed either
        pass
    os.rename(new, scratch)


def _end_children() -> None:
    """Kill the kernels, which are sessions of their own, and what they have started."""
    psutil = importlib.import_module("psutil")
    while children := psutil.Process().children(recursive=True):
        for child in children:
            try:
                child.kill()
            except psutil.NoSuchProcess:
                continue
        if not psutil.wait_procs(children, timeout=0.3)[0]:
            return  # stuck in the operating system


if __name__ == "__main__":
    main(*sys.argv[1:])
