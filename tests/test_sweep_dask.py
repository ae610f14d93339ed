"""A sweep on a real Dask cluster: a scheduler and two worker processes, which are also killed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import osphg
from osphg.experiments import Sweep, UsageError, sweep
from tests import tiny

pytestmark = [
    # of distributed and tornado, when what they talk to has gone
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


class Cluster:
    """A scheduler, and workers with two threads each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        self._file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        tiny.wait_for(lambda: self._file.exists() and self._file.read_text().endswith("}"))
        self.address: str = json.loads(self._file.read_text())["address"]

    def add_worker(self, **environment: str) -> None:
        options = ("--nthreads", "2", "--no-nanny", "--host", "127.0.0.1", "--name")
        name = f"worker-{len(self.workers)}"
        self.workers.append(self._start("worker", *options, name, **environment))

    def wait(self) -> None:
        """Return when all workers have joined."""
        logs = [self.folder / f"worker-{k}.log" for k in range(len(self.workers))]
        tiny.wait_for(lambda: all("Registered to" in log.read_text() for log in logs))

    def _start(self, what: str, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", what, "--scheduler-file", str(self._file)]
        with (self.folder / f"{what}-{len(self.workers)}.log").open("wb") as log:
            return subprocess.Popen(
                [*command, "--no-dashboard", *options], stdout=log, stderr=log,
                cwd=self.folder, env=os.environ | environment,
            )  # fmt: skip

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    found = Cluster(folder)
    try:
        for _ in range(workers):
            found.add_worker()
        found.wait()
        yield found
    finally:
        found.close()


def run(folder: Path, address: str, grid: dict[str, Any], **options: Any) -> Sweep:
    return sweep(
        "tiny", grid, out=folder / "out", book=folder / "book", scheduler=address, **options
    )


@pytest.mark.usefixtures("undrawn")
def test_a_worker_is_killed_and_then_the_scheduler(tmp_path: Path) -> None:
    tiny.book(tmp_path / "book")
    log, out = tmp_path / "log", tmp_path / "out"
    grid = {"a": [2, 1, 3], "seed": [1]}
    parameters = {"log": str(log), "pause": 0.3, "how": "badly"}
    options: dict[str, Any] = {"out": str(out), "parameters": parameters, "jobs": None}
    with cluster(tmp_path, 2) as dask:
        with tiny.background(tmp_path, grid, **options, scheduler=dask.address) as started:
            tiny.wait_for(lambda: tiny.executions(log).total() >= 3)
            dask.workers[0].kill()
            status, counts, errors = started.ended()
        assert (status, counts) == (0, [2, 0, 1, False]), errors
        # each once, and again what the lost worker had in hand or had just done
        assert set(tiny.executions(log)) == {f"{a} 1" for a in grid["a"]}
        assert 3 <= tiny.executions(log).total() <= 6
        rows = tiny.rows((out / "results.csv").read_text())
        assert rows == [tiny.expected(a, 1) for a in (1, 3)]
        assert "\n2,1,RuntimeError: no luck with 1," in (out / "failures.csv").read_text()
        # the same folder on this machine: what is finished stays
        local = sweep(
            "tiny", {"a": [3, 1], "seed": [1]}, out=out, book=tmp_path / "book",
            parameters=parameters,
        )  # fmt: skip
        assert (local.computed, local.kept) == (0, 2)

        more, options["jobs"] = {"seed": list(range(10, 20))}, 2
        with tiny.background(tmp_path, more, **options, scheduler=dask.address) as started:
            tiny.wait_for(lambda: "1 11" in tiny.executions(log))
            dask.scheduler.kill()
            status, counts, errors = started.ended()
        assert (status, counts) == (1, None)
        assert "RunError: the scheduler was lost: " in errors.splitlines()[-1]
        assert not list(out.rglob("*.part"))


def test_workers_that_cannot_be_used(tmp_path: Path) -> None:
    tiny.book(tmp_path / "book")
    other = shutil.copytree(
        Path(osphg.__file__).parent, tmp_path / "other" / "osphg",
        ignore=shutil.ignore_patterns("__pycache__"),
    )  # fmt: skip
    with (other / "sources.py").open("a") as file:
        file.write("# changed\n")
    with cluster(tmp_path, 0) as dask:
        with pytest.raises(UsageError, match=r"^scheduler does not answer, or its workers"):
            run(tmp_path, dask.address, {"a": [1]})
        dask.add_worker(PYTHONPATH=str(other.parent))
        dask.wait()
        with pytest.raises(UsageError, match=r"^scheduler must have workers with the same osphg"):
            run(tmp_path, dask.address, {"a": [1]})
    assert not (tmp_path / "out").exists()
