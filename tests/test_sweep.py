"""A sweep computes every cell once, whatever happens, and says what it could not do."""

from __future__ import annotations

import csv
import itertools
import json
import multiprocessing
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

import osphg
from osphg.experiments import RunError, Sweep, UsageError, cells, keys, sweep
from osphg.experiments.sweeping import failure
from tests import tiny

pytestmark = [
    # of distributed and tornado, when what they talk to has gone
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
CELLS = 8


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return tiny.book(tmp_path / "book")


def run(book: Path, grid: dict[str, Any], **options: Any) -> Sweep:
    """Sweep into a folder beside the book, with its log there, one cell at a time unless asked."""
    parameters = {"log": str(book.parent / "log")} | options.pop("parameters", {})
    given = {"out": book.parent / "out", "book": book, "jobs": 1, "parameters": parameters}
    return sweep("tiny", grid, **given | options)


def counts(found: Sweep) -> tuple[int, int, int]:
    return found.computed, found.kept, len(found.failures)


def words(**parameters: object) -> list[object]:
    """Return the command that sweeps `CELLS` cells into `out`."""
    those = [f"{n}={value}" for n, value in {"seed": f"0..{CELLS - 1}", **parameters}.items()]
    fixed = [word for one in those for word in ("-p", one)]
    return ["--book", "book", "sweep", "tiny", "--out", "out", "--jobs", 2, *fixed]


class TestCells:
    def test_all_are_computed_once_and_kept(self, book: Path) -> None:
        log, out = book.parent / "log", book.parent / "out"
        found = run(book, {"a": [1, 2], "seed": range(2)}, jobs=2)
        assert counts(found) == (4, 0, 0)
        assert found.complete
        assert tiny.executions(log) == {f"{a} {s}": 1 for a in (1, 2) for s in range(2)}
        table = [tiny.expected(a, s) for a, s in product((1, 2), range(2))]
        assert tiny.rows((out / "results.csv").read_text()) == table
        assert tiny.rows(found.results.csv()) == table
        about = tiny.origin(out)
        assert about["status"] == "complete"
        assert about["grid"] == {"a": [1, 2], "seed": [0, 1]}
        assert list(about["machines"].values()) == [4]
        before = tiny.files(out)
        assert {Path(path).name for path in before if "cells/" not in path} == {
            "summary.png", "summary.svg", "results.csv", "provenance.json",
        }  # fmt: skip
        # another grid, in another order: only what is new
        again = run(book, {"seed": [1], "a": [3, 2, 1]}, jobs=3)
        assert counts(again) == (1, 2, 0)
        assert tiny.executions(log)["3 1"] == 1
        assert counts(run(book, {"a": [1, 2], "seed": range(2)})) == (0, 4, 0)
        now = tiny.files(out)
        assert all(now[name] == before[name] for name in before if name != "provenance.json")

    def test_a_default_that_follows_a_swept_parameter_is_not_that_of_all(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        declared = "T: int = 1  # rounds\nW: int = None  # window; None: the square root of T\n"
        monkeypatch.setattr(tiny, "PARAMETERS", declared + "log: str = ''\npause: float = 0.0\n")
        book = tiny.book(tmp_path / "book", "a, seed, how = T, W, 'well'", tiny.SHOW)
        found = run(book, {"T": [4, 9]})
        assert [row["value"] for row in found.results.rows] == [4 + 2 / 8, 9 + 3 / 8]
        assert set(tiny.origin(tmp_path / "out")["parameters"]) == {"log", "pause"}

    def test_other_code_computes_its_own(self, book: Path) -> None:
        """In the same folder; what the first has computed stays."""
        assert counts(run(book, {"a": [1]})) == (1, 0, 0)
        tiny.book(book, "a += 7\n" + tiny.RUN, tiny.SHOW)
        found = run(book, {"a": [1]})
        assert counts(found) == (1, 0, 0)
        assert found.results.rows[0]["value"] == 8.0
        assert len(list((book.parent / "out" / "cells").iterdir())) == 2

    def test_a_damaged_one_is_computed_again(self, book: Path) -> None:
        first = run(book, {"a": [1]})
        (path,) = (book.parent / "out" / "cells").iterdir()
        for damage in ("", "{}", "[]", path.read_text()[:-30]):
            path.write_text(damage)
            again = run(book, {"a": [1]})
            assert counts(again) == (1, 0, 0)
            assert again.results == first.results

    def test_each_has_a_process_of_its_own(self, tmp_path: Path) -> None:
        """What one sets, the next does not find: nor the same random numbers. None draws."""
        look = """import os, random, sys, numpy as np, matplotlib, multiprocessing, warnings
from __future__ import annotations
a += 1000 * (hasattr(np, "left") or os.listdir() != [] or "left" in os.environ)
a += 1000 * (matplotlib.get_backend() != "agg" or multiprocessing.current_process().daemon)
np.left = True
os.environ["left"] = "1"
open("left", "w").close()
from osphg.experiments.results import Results
texts = np.random.random(), random.random()
with open("beside.py", "w") as file:
    file.write("def doubled(x): return 2 * x")
import beside
assert multiprocessing.get_start_method() != "forkserver"  # as in a kernel
assert multiprocessing.get_context("spawn").Pool(1).map(beside.doubled, [21]) == [42]
rows = [{"quantity": "q", "value": v, "unit": "1", "a": str(a)} for v in texts]
Results("t", [{"n": n, **row} for n, row in enumerate(rows)])
"""
        book = tiny.book(tmp_path / "book", look)
        found = run(book, {"seed": [1, 2, 3]}, jobs=1).results
        assert {row["a"] for row in found.rows} == {"1"}
        assert len({row["value"] for row in found.rows}) == 6

    def test_each_begins_with_compiled_code_loaded(self, tmp_path: Path) -> None:
        """Before its notebook calls anything: the process of which it is a copy has played."""
        import_only = "from osphg.hindsight.windows import window_averages"
        book = tiny.book(
            tmp_path / "book", f"{import_only}\nassert window_averages.signatures", tiny.SHOW
        )
        assert counts(run(book, {"a": [1]})) == (1, 0, 0)

    def test_none_is_noted_in_the_users_history(self, tmp_path: Path) -> None:
        history = "manager = get_ipython().history_manager"
        check = "assert not manager.enabled and manager.session_number == 0"
        book = tiny.book(tmp_path / "book", f"{history}\n{check}", tiny.SHOW)
        assert counts(run(book, {"a": [1]})) == (1, 0, 0)

    def test_failing_ones_do_not_stop_the_rest(self, tmp_path: Path, book: Path) -> None:
        found = run(book, {"a": [2, 3], "seed": [1]}, parameters={"how": "badly"})
        assert counts(found) == (1, 0, 1)
        (cell,) = found.failures
        assert failure(cell) == "a=2 seed=1: RuntimeError: no luck with 1"
        out = tmp_path / "out"
        with (out / "failures.csv").open(newline="") as file:
            (line,) = csv.DictReader(file)
        assert [line[key] for key in ("a", "seed")] == ["2", "1"]
        assert line["error"] == "RuntimeError: no luck with 1"
        assert "second line" in line["traceback"]
        assert tiny.origin(out)["status"] == "failed"
        # a failure is tried again; a grid without it leaves no word of it
        assert counts(run(book, {"a": [2, 3], "seed": [1]}, parameters={"how": "badly"})) == (
            0,
            1,
            1,
        )
        assert run(book, {"a": [3], "seed": [1]}, parameters={"how": "badly"}).complete
        assert not (out / "failures.csv").exists()

    @pytest.mark.parametrize(
        ("source", "error", "trace"),
        [
            (
                "import os; os.write(2, b'last words'); os.kill(os.getpid(), 9)",
                "signal 9",
                "last w",
            ),
            ("import os; os._exit(3)", "its process ended with status 3", ""),
            ("import sys; sys.exit(0)", "SystemExit: 0 (the notebook ended itself)", ""),
            ("raise ExceptionGroup('two', [ValueError('first')])", "ExceptionGroup: two", "first"),
            ("x = (", "SyntaxError", ""),
            ("how = 'silently'", "the notebook shows no table of results", ""),
        ],
    )
    def test_lost_ones_are_reported(
        self, source: str, error: str, trace: str, tmp_path: Path
    ) -> None:
        found = run(tiny.book(tmp_path / "book", source, tiny.SHOW), {"a": [2]})
        assert counts(found) == (0, 0, 1)
        assert error in found.failures[0].error
        assert trace in found.failures[0].traceback

    def test_what_a_lost_one_has_started_is_killed(self, tmp_path: Path) -> None:
        source = f"""import subprocess, time
child = subprocess.Popen(["sleep", "600"])
open({str(tmp_path / "child")!r}, "w").write(str(child.pid))
time.sleep(60)"""
        found = run(tiny.book(tmp_path / "book", source, tiny.SHOW), {"a": [2]}, timeout=2)
        assert "took longer than 2 s" in found.failures[0].error
        tiny.wait_for(lambda: not psutil.pid_exists(int((tmp_path / "child").read_text())), 60)

    def test_a_notebook_may_end_early(self, tmp_path: Path) -> None:
        book = tiny.book(tmp_path / "book", tiny.SHOW, tiny.END, "1 / 0")
        found = run(book, {"a": [1, 2]}, jobs=2)
        assert counts(found) == (2, 0, 0)
        assert len(found.results.rows) == 2

    def test_much_output_stops_nothing(self, tmp_path: Path) -> None:
        large = "import os\nfor _ in range(40): print('x' * 10**6); os.write(1, b'y' * 10**6)"
        book = tiny.book(tmp_path / "book", large, "1 / 0", tiny.SHOW, c1=["raises-exception"])
        assert counts(run(book, {"a": [1, 2]}, jobs=2)) == (2, 0, 0)

    def test_asserts_are_made_whatever_the_environment_says(self, tmp_path: Path) -> None:
        tiny.book(tmp_path / "book", "assert a == 2, 'wrong'", tiny.SHOW)
        call = ["--book", "book", "sweep", "tiny", "-p", "a=1,2", "--out", "out"]
        done = tiny.osphg(*call, cwd=tmp_path, environment={"PYTHONOPTIMIZE": "1"})
        assert done.status == 1
        assert "error: a=1: AssertionError: wrong" in done.err
        assert "2 cells: 1 computed, 0 kept, 1 failed; in out" in done.out

    def test_a_plain_script_may_call_it(self, book: Path) -> None:
        """Its processes do not execute the script again."""
        script = book.parent / "script.py"
        script.write_text(
            "from osphg.experiments import sweep\nprint('begun')\n"
            "print(sweep('tiny', {'a': [1, 2]}, out='out', book='book').computed)\n"
        )
        ran = subprocess.run(
            [sys.executable, script], cwd=book.parent, capture_output=True, text=True, timeout=300
        )
        assert (ran.stdout, ran.stderr) == ("begun\n2\n", "")

    def test_code_that_changes_stops_it(self, book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What was loaded is not what is there now: no key would be true."""
        versions = iter([{"python": "before"}, {"python": "after"}])
        with monkeypatch.context() as patched:
            patched.setattr(keys, "code", lambda _: next(versions))
            with pytest.raises(RunError, match="osphg or its packages have changed"):
                run(book, {"a": [1]})
        assert not list((book.parent / "out").glob("cells/*"))
        cells.prepare()
        monkeypatch.setattr(cells, "package_digest", lambda: "another")
        with pytest.raises(RunError, match="osphg or its packages have changed"):
            run(book, {"a": [1]})

    def test_code_that_changes_meanwhile_stops_it(
        self, book: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        calls = itertools.count()
        monkeypatch.setattr(keys, "code", lambda _: {"sources": str(next(calls))})
        with pytest.raises(RunError, match="have changed since it was started"):
            run(book, {"a": [1]})


class TestWhateverHappens:
    def test_killed_at_any_moment_and_two_at_once(self, tmp_path: Path, book: Path) -> None:
        """Nothing that has finished is lost, nothing runs on, and the bytes are the same."""
        log, finished = tmp_path / "log", lambda: [*(tmp_path / "out").glob("cells/*.json")]
        for _ in range(2):
            begun = tiny.executions(log).total()
            with tiny.background(*words(log=log), cwd=tmp_path) as started:
                tiny.wait_for(lambda known=begun: tiny.executions(log).total() > known)
                time.sleep(random.Random().uniform(0.0, 0.5))
                family = psutil.Process(started.pid).children(recursive=True)
                started.send_signal(signal.SIGKILL)
                started.communicate()
            _, alive = psutil.wait_procs(family, timeout=60)
            assert not alive
            for path in finished():
                json.loads(path.read_bytes())
        kept = len(finished())
        two = [
            subprocess.Popen(
                **tiny.command(*words(log=log)), cwd=tmp_path,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )
            for _ in range(2)
        ]  # fmt: skip
        said = [process.communicate(timeout=600) for process in two]
        assert [process.returncode for process in two] == [0, 0], said
        assert all(int(out.split("computed, ")[1].split(" kept")[0]) >= kept for out, _ in said)
        table = [[str(n), str(log), *tiny.expected(1, n)[2:]] for n in range(CELLS)]
        lines = ["seed,log,part,quantity,value,unit", *map(",".join, table), ""]
        assert (tmp_path / "out" / "results.csv").read_bytes() == "\n".join(lines).encode()

    @pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
    def test_an_interrupt_waits_until_a_process_has_begun(
        self, stop: signal.Signals, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Else the new process would find no end of what it is sent, and print a traceback."""
        started: list[object] = []

        class Process:
            def __init__(self, **_: Any) -> None:
                pass

            def start(self) -> None:
                signal.raise_signal(stop)
                started.append(self)

        before = signal.signal(stop, signal.default_int_handler)
        monkeypatch.setattr(cells, "prepare", lambda: "")
        monkeypatch.setattr(
            multiprocessing, "get_context", lambda _: SimpleNamespace(Process=Process)
        )
        try:
            with pytest.raises(KeyboardInterrupt):
                cells.start(print)
            assert signal.getsignal(stop) is signal.default_int_handler
        finally:
            signal.signal(stop, before)
        assert len(started) == 1

    def test_interrupted(self, tmp_path: Path, book: Path) -> None:
        """By either signal; the same command goes on."""
        log, kept = tmp_path / "log", 0
        for stop in (signal.SIGINT, signal.SIGTERM):
            begun = tiny.executions(log).total()
            with tiny.background(*words(log=log, pause=0.3), cwd=tmp_path) as started:
                tiny.wait_for(lambda known=begun: tiny.executions(log).total() > known + 2)
                family = psutil.Process(started.pid).children(recursive=True)
                started.send_signal(stop)
                out, err = started.communicate(timeout=60)
            assert started.returncode == 130, err
            assert "interrupted; the same command goes on" in err.splitlines()[-1]
            assert "Traceback" not in err
            _, alive = psutil.wait_procs(family, timeout=60)
            assert not alive
            there = len(list((tmp_path / "out").glob("cells/*.json")))
            assert f"{there - kept} computed, {kept} kept" in out
            kept = there
            assert not (tmp_path / "out" / "results.csv").exists()
        assert 0 < kept < CELLS
        done = run(book, {"seed": range(CELLS)}, parameters={"pause": 0.3}, jobs=2)
        assert counts(done) == (CELLS - kept, kept, 0)

    @pytest.mark.skipif(sys.platform != "linux", reason="no limit is set on another process")
    def test_a_full_disk(self, tmp_path: Path, book: Path) -> None:
        """The system refuses to write: no process may write more than that into a file."""
        with tiny.background(*words(log=tmp_path / "log", pause=0.3), cwd=tmp_path) as started:
            tiny.wait_for(lambda: list((tmp_path / "out").glob("cells/*.json")))
            resource.prlimit(started.pid, resource.RLIMIT_FSIZE, (300, 300))
            _, err = started.communicate(timeout=60)
        assert started.returncode == 1
        assert err.splitlines()[-1].startswith("error: ")
        assert err.splitlines()[-1].endswith(
            "cannot be written: File too large; finished cells are kept"
        )
        kept = list((tmp_path / "out").glob("cells/*.json"))
        assert 1 <= len(kept) < CELLS
        for path in kept:
            json.loads(path.read_bytes())


class TestRefusals:
    """Each in one line, before anything runs or is written."""

    @pytest.mark.parametrize(
        ("grid", "options", "message"),
        [
            ({}, {}, "a sweep must have a parameter that is swept"),
            ({"b": [1]}, {}, "tiny has no parameter 'b'"),
            ({"a": []}, {}, "a must have a value, got none"),
            ({"a": "12"}, {}, "a must be swept over a list, got '12'"),
            ({"a": 3}, {}, "a must be swept over a list, got 3"),
            ({"a": [1, 2, 1.0]}, {}, "a must be swept over different values, got one twice"),
            ({"a": [1, 2.5]}, {}, "a must be an integer, got 2.5"),
            ({"a": [1, -2]}, {}, r"a must be in \[0, 1_000_000\], got -2"),
            ({"a": [1]}, {"parameters": {"a": 2}}, "a must be either swept or fixed, got both"),
            ({"a": [1]}, {"jobs": 0}, "jobs must be a positive integer, got 0"),
            ({"a": [1]}, {"timeout": -1}, "timeout must be a positive number of seconds, got -1"),
            (
                {"a": range(1000), "seed": range(10**3)},
                {},
                r"grid must have at most 10,000 cells \(the limit\), got 1,000,000",
            ),
            ({"a": [1]}, {"scheduler": "no address"}, "scheduler .*no address"),
            ({"a": [1]}, {"out": "/dev/null/x"}, "out cannot be written: /dev/null/x"),
        ],
    )
    def test_input(
        self, tmp_path: Path, book: Path, grid: Any, options: dict[str, Any], message: str
    ) -> None:
        with pytest.raises(UsageError, match=f"^{message}") as error:
            run(book, grid, **options)
        assert "\n" not in str(error.value)
        assert [path.name for path in tmp_path.iterdir()] == ["book"]

    @pytest.mark.parametrize("kind", ["a file", "something else"])
    def test_a_place_that_is_taken(self, kind: str, tmp_path: Path, book: Path) -> None:
        out = tmp_path / "out"
        if kind == "a file":
            out.write_text("mine")
        else:
            out.mkdir()
            (out / "results.csv").write_text("mine")
        before = tiny.files(tmp_path)
        with pytest.raises(UsageError, match=r"^out cannot be written: "):
            run(book, {"a": [1]})
        assert tiny.files(tmp_path) == before


@pytest.mark.parametrize(
    ("files", "most"),
    [
        ({"cpu.max": "100000 100000"}, 1),
        ({"cpu.max": "150000 100000"}, 2),
        ({"cpu.max": "max 100000"}, None),
        ({"cpu/cpu.cfs_quota_us": "50000", "cpu/cpu.cfs_period_us": "100000"}, 1),
        ({"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}, None),
        ({}, None),
    ],
)
def test_a_containers_quota_counts(files: dict[str, str], most: int | None, tmp_path: Path) -> None:
    (tmp_path / "cpu").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(f"{text}\n")
    everything = cells.processors(tmp_path / "nothing")
    assert cells.processors(tmp_path) == min(most or everything, everything)


# On a Dask cluster.


@contextmanager
def scheduler(folder: Path, *workers: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """Start a scheduler with workers, each with such an environment; yield its address and it."""
    file = folder / "scheduler.json"
    started: list[subprocess.Popen[bytes]] = []

    def start(what: str, *options: str, **environment: str) -> None:
        command = [sys.executable, "-m", "dask", what, "--scheduler-file", str(file)]
        with (folder / f"{what}-{len(started)}.log").open("wb") as log:
            started.append(
                subprocess.Popen(
                    [*command, "--no-dashboard", "--host", "127.0.0.1", *options], stdout=log,
                    stderr=log, cwd=folder, env=os.environ | environment,
                )
            )  # fmt: skip

    try:
        start("scheduler", "--port", "0")
        tiny.wait_for(lambda: file.exists() and file.read_text().endswith("}"))
        for environment in workers:
            start("worker", "--nthreads", "2", "--no-nanny", **environment)
        logs = [folder / f"worker-{k + 1}.log" for k in range(len(workers))]
        tiny.wait_for(lambda: all("Registered to" in log.read_text() for log in logs))
        yield json.loads(file.read_text())["address"], started
    finally:
        for process in started:
            process.kill()
            process.wait()


def test_a_cluster_computes_the_same_and_is_lost(tmp_path: Path, book: Path) -> None:
    log = tmp_path / "log"
    grid = {"a": [2, 1, 3], "seed": [1]}
    options: dict[str, Any] = {"parameters": {"log": str(log), "how": "badly"}, "jobs": None}
    with scheduler(tmp_path, {}) as (address, started):
        found = run(book, grid, scheduler=address, **options)
        assert counts(found) == (2, 0, 1)
        assert found.failures[0].error == "RuntimeError: no luck with 1"
        here = run(book, {"a": [1, 3], "seed": [1]}, out=tmp_path / "here", **options)
        assert here.results == found.results
        # the same folder on this machine: what is finished stays
        assert counts(run(book, {"a": [3, 1], "seed": [1]}, **options)) == (0, 2, 0)
        slow = [*words(log=log, pause=1), "--scheduler", address]
        with tiny.background(*slow, cwd=tmp_path) as sweeping:
            tiny.wait_for(lambda: "1 3" in tiny.executions(log))
            started[0].kill()
            _, err = sweeping.communicate(timeout=300)
        assert sweeping.returncode == 1
        assert "error: the scheduler was lost: " in err.splitlines()[-1]


def test_workers_that_cannot_be_used(tmp_path: Path, book: Path) -> None:
    other = shutil.copytree(
        Path(osphg.__file__).parent, tmp_path / "other" / "osphg",
        ignore=shutil.ignore_patterns("__pycache__"),
    )  # fmt: skip
    with (other / "sources.py").open("a") as file:
        file.write("changed = True\n")
    refused = pytest.raises(UsageError, match=r"^scheduler must have workers with the same osphg")
    with scheduler(tmp_path, {"PYTHONPATH": str(other.parent)}) as (address, _), refused:
        run(book, {"a": [1]}, scheduler=address)
    assert not (tmp_path / "out").exists()
