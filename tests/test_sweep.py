"""A sweep computes every cell once, whatever happens, and says what it could not do."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import psutil
import pytest

from osphg.experiments import Sweep, SweepError, UsageError, sweep
from osphg.experiments.catalogue import find
from osphg.experiments.cells import Answer
from osphg.experiments.store import Store, identity
from osphg.experiments.workers import Local
from tests import tiny

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the event loop's users


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return tiny.book(tmp_path / "book")


def run(book: Path, grid: dict[str, Any], **options: Any) -> Sweep:
    """Sweep into a folder beside the book, with its log there, with one worker unless asked."""
    parameters = {"log": str(book.parent / "log")} | options.pop("parameters", {})
    folder = book.parent / "out"
    given = {"out": folder, "book": book, "jobs": 1, "parameters": parameters} | options
    return sweep("tiny", grid, **given)


def test_a_table_of_several_machines_says_so(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second sweep of the folder, on another processor, keeps the cells of the first."""
    monkeypatch.setenv("NUMBA_CPU_NAME", "one")
    assert "machine" not in run(book, {"a": [1]}).results.labels
    monkeypatch.setenv("NUMBA_CPU_NAME", "another")
    found = run(book, {"a": [1, 2]})
    assert counts(found)[:2] == (1, 1)
    assert found.results.labels[:2] == ("a", "machine")
    here, there = (
        str(row["machine"]) for row in found.results.rows[:: len(found.results.rows) // 2]
    )
    assert here.startswith("processor ")
    assert "numba target one" in here
    assert "numba target another" in there
    said = json.loads((found.folder / "provenance.json").read_text())
    assert said["machines"] == {here: 1, there: 1}


def counts(found: Sweep) -> tuple[int, int, int, int]:
    return found.computed, found.kept, found.redone, len(found.failures)


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Swept:
    """A finished sweep of four cells; who would change its folder works on a copy."""

    def __init__(self, folder: Path) -> None:
        self.book, self.log = tiny.book(folder / "book"), folder / "log"
        self.found = run(self.book, {"a": [1, 2], "seed": range(2)}, jobs=None)
        self.executions = tiny.executions(self.log)

    def copied(self, folder: Path) -> Path:
        return Path(shutil.copytree(self.log.with_name("out"), folder / "out"))


class Lasting(Local):
    """A worker that a sweep leaves to the next one."""

    def close(self) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def lasting() -> Iterator[Lasting]:
    found = Lasting(1)
    yield found
    Local.close(found)


@pytest.fixture
def one_worker(lasting: Lasting, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a sweep use the worker of the sweeps before it, whose start takes longer than a cell."""
    monkeypatch.setattr("osphg.experiments.sweeping.open_workers", lambda *_: lasting)


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Swept:
    return Swept(tmp_path_factory.mktemp("swept"))


class TestCells:
    def test_all_are_computed_once_and_kept(self, tmp_path: Path, swept: Swept) -> None:
        found, once = swept.found, {f"{a} {s}": 1 for a in (1, 2) for s in range(2)}
        assert counts(found) == (4, 0, 0, 0)
        assert found.complete
        assert swept.executions == once
        out = swept.copied(tmp_path)
        table = [tiny.expected(a, s) for a, s in product((1, 2), range(2))]
        assert tiny.rows((out / "results.csv").read_text()) == table
        assert tiny.rows(found.results.csv()) == table
        about = json.loads((out / "provenance.json").read_text())
        assert about["status"] == "complete"
        assert about["grid"] == {"a": [1, 2], "seed": "0..1"}
        assert about["command"] == found.command
        assert "-p a=1,2 -p seed=0..1" in found.command
        first = tree(out)
        assert {Path(path).name for path in first} >= {"sweep.json", "summary.png", "summary.svg"}
        assert not [path for path in first if path.endswith(".part") or "failures" in path]
        # another grid, in another order: only what is new
        before = tiny.executions(swept.log)
        again = run(swept.book, {"seed": [1], "a": [3, 2, 1]}, out=out, jobs=3)
        assert counts(again) == (1, 2, 0, 0)
        assert tiny.executions(swept.log) - before == {"3 1": 1}
        same = run(swept.book, {"a": [1, 2], "seed": range(2)}, out=out, jobs=None)
        assert counts(same) == (0, 4, 0, 0)
        now = tree(out)
        for path, content in first.items():
            assert now[path] == content or path.endswith("provenance.json"), path

    def test_a_large_one_is_kept(self, tmp_path: Path, swept: Swept) -> None:
        store = Store(swept.copied(tmp_path), identity(find("tiny", swept.book)))
        values = {"a": 1, "seed": 99}
        answer = Answer("x" * 5_000_000, 1.0, "", "", "")
        store.save(values, answer)
        assert store.load(values) == answer

    def test_the_table_is_kept_if_it_cannot_be_drawn(
        self, tmp_path: Path, swept: Swept, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def undrawable(*_: object) -> None:
            raise ValueError("arange: cannot compute length")

        out = swept.copied(tmp_path)
        for path in out.glob("summary.*"):
            path.unlink()
        monkeypatch.setattr("osphg.experiments.outputs.draw", undrawable)
        assert run(swept.book, {"a": [1, 2], "seed": range(2)}, out=out).complete
        about = json.loads((out / "provenance.json").read_text())
        assert about["summary"] == "could not be drawn: ValueError: arange: cannot compute length"
        assert tiny.rows((out / "results.csv").read_text())
        assert not list(out.glob("summary.*"))

    @pytest.mark.usefixtures("undrawn", "one_worker")
    def test_damaged_ones_are_computed_again(self, tmp_path: Path, swept: Swept) -> None:
        grid, out = {"a": [1, 2], "seed": range(2)}, swept.copied(tmp_path)
        store = Store(out, identity(find("tiny", swept.book)))
        first, *_, whole = sorted((out / "cells").iterdir())
        content = first.read_text()
        values = json.loads(content)["cell"]["parameters"]
        assert store.load(values)
        assert ",EUR" in content
        for damaged in ("", content[:-20], content.replace(",EUR", ",USD", 1), whole.read_text()):
            first.write_text(damaged)
            assert store.load(values) is None
        again = run(swept.book, grid, out=out)
        assert counts(again) == (1, 3, 1, 0)
        assert again.results == swept.found.results
        assert counts(run(swept.book, grid, out=out)) == (0, 4, 0, 0)

    def test_one_of_other_code_is_not_used(self, tmp_path: Path, swept: Swept) -> None:
        """Whatever its folder says that it is of: another sweep may have been there."""
        store = Store(swept.copied(tmp_path), identity(find("tiny", swept.book)))
        first = next((store.folder / "cells").iterdir())
        values = json.loads(first.read_text())["cell"]["parameters"]
        assert store.load(values)
        assert Store(store.folder, {**store.identity, "python": "3.9.1"}).load(values) is None

    @pytest.mark.usefixtures("undrawn", "one_worker")
    def test_failing_ones_do_not_stop_the_rest(self, tmp_path: Path, book: Path) -> None:
        grid = {"a": [2, 3], "seed": [1]}
        found = run(book, grid, parameters={"how": "badly"})
        assert counts(found) == (1, 0, 0, 1)
        assert not found.complete
        (failure,) = found.failures
        assert str(failure) == "a=2 seed=1: RuntimeError: no luck with 1"
        assert failure.parameters["how"] == "badly"
        assert "second line" in failure.traceback
        assert "raise RuntimeError" in failure.traceback
        out = tmp_path / "out"
        header, *lines = (out / "failures.csv").read_text().splitlines()
        assert header == "a,seed,error,traceback"
        assert len(lines) == 1
        file = out / lines[0].split(",")[-1]
        assert "a = 2\nseed = 1\n" in file.read_text()
        assert "raise RuntimeError" in file.read_text()
        assert json.loads((out / "provenance.json").read_text())["status"] == "failed"
        assert {row["a"] for row in found.results.rows} == {3}
        # a failure is tried again; a grid without it leaves no word of it
        assert counts(run(book, grid, parameters={"how": "badly"})) == (0, 1, 0, 1)
        assert run(book, {"a": [3], "seed": [1]}, parameters={"how": "badly"}).complete
        assert not (out / "failures.csv").exists()
        assert not (out / "tracebacks").exists()

    @pytest.mark.usefixtures("undrawn", "one_worker")
    @pytest.mark.parametrize(
        ("how", "error"),
        [
            ("without kernel", "DeadKernelError: Kernel died"),
            ("without worker", "WorkerLost: the worker process ended with signal 9, 3 times"),
            ("silently", "the notebook shows no table of results"),
        ],
    )
    def test_lost_ones_are_reported(self, book: Path, how: str, error: str) -> None:
        silent = how == "silently"  # all of them
        found = run(book, {"a": [2] if silent else [2, 1]}, parameters={"how": how})
        assert counts(found) == (0 if silent else 1, 0, 0, 1)
        assert found.failures[0].error.startswith(error)

    def test_a_worker_that_is_killed_once_is_replaced(self, tmp_path: Path, book: Path) -> None:
        log, out = tmp_path / "log", tmp_path / "out"
        parameters = {"log": str(log), "pause": 0.3}
        with tiny.background(
            tmp_path, {"seed": [0, 1]}, out=str(out), parameters=parameters
        ) as started:
            tiny.wait_for(lambda: tiny.executions(log))
            workers = psutil.Process(started.process.pid).children()
            assert len(workers) == 2
            workers[0].kill()
            status, found, errors = started.ended()
        assert (status, found, errors) == (0, [2, 0, 0, 0, False], "")
        assert 2 <= tiny.executions(log).total() <= 3


@pytest.mark.usefixtures("undrawn")
class TestTogether:
    def test_two_sweeps_in_one_folder_share_the_cells(self, tmp_path: Path, book: Path) -> None:
        log, out = tmp_path / "log", tmp_path / "out"
        options = {"out": str(out), "parameters": {"log": str(log), "pause": 0.1}, "jobs": 1}
        with (
            tiny.background(tmp_path, {"a": [1, 2, 3]}, **options) as one,
            tiny.background(tmp_path, {"a": [2, 1, 4, 3]}, **options) as two,
        ):
            ended = [one.ended(), two.ended()]
        assert [(status, errors) for status, _, errors in ended] == [(0, "")] * 2
        found = [counts or [] for _, counts, _ in ended]
        assert found[0][0] + found[1][0] == 4
        assert [part[0] + part[1] for part in found] == [3, 4]
        assert set(tiny.executions(log).values()) == {1}
        assert not list(out.rglob("*.part"))

    @pytest.mark.usefixtures("one_worker")
    @pytest.mark.parametrize(("stop", "jobs"), [(signal.SIGINT, 2), (signal.SIGTERM, 1)])
    def test_interrupted(self, tmp_path: Path, book: Path, stop: signal.Signals, jobs: int) -> None:
        log, out = tmp_path / "log", tmp_path / "out"
        options: dict[str, Any] = {"out": str(out), "parameters": {"log": str(log), "pause": 0.2}}
        grid = {"seed": list(range(9))}
        with tiny.background(tmp_path, grid, **options, jobs=jobs) as started:
            tiny.wait_for(lambda: tiny.executions(log).total() > jobs)
            started.process.send_signal(stop)
            status, found, errors = started.ended()
            assert not started.left()
            assert not list(started.scratch.iterdir())
        assert (status, errors) == (0, "")
        assert found
        assert found[0] >= 1
        assert found[4] is True
        kept = found[0]
        assert len(list((out / "cells").glob("*.json"))) == kept
        assert not (out / "results.csv").exists()
        again = run(book, {"seed": range(kept)}, parameters={"pause": 0.2}, limit=kept)
        assert again.kept >= kept - 1  # they end in about the grid's order


@pytest.mark.usefixtures("undrawn")
class TestDisk:
    @pytest.mark.usefixtures("one_worker")
    def test_full(self, tmp_path: Path, book: Path) -> None:
        """The system refuses to write: no process may write more than that into a file."""
        log, out = tmp_path / "log", tmp_path / "out"
        options: dict[str, Any] = {"out": str(out), "parameters": {"log": str(log), "pause": 0.3}}
        grid = {"seed": list(range(4))}
        with tiny.background(tmp_path, grid, **options, jobs=1) as started:
            tiny.wait_for(lambda: list((out / "cells").glob("*.json")))
            resource.prlimit(started.process.pid, resource.RLIMIT_FSIZE, (300, 300))
            status, found, errors = started.ended()
            assert not started.left()
        assert (status, found) == (1, None)
        last = errors.splitlines()[-1]
        assert last.startswith(
            f"osphg.experiments.errors.SweepError: cells cannot be written in {out}"
        )
        assert last.endswith("File too large; finished cells are kept")
        assert not list(out.rglob("*.part"))
        kept = len(list((out / "cells").glob("*.json")))
        assert 1 <= kept < 4
        again = run(book, {"seed": [0, 1]}, parameters={"pause": 0.3})
        assert again.complete
        assert again.kept >= 1

    @pytest.mark.skipif(sys.platform == "win32", reason="has no such folder")
    def test_unwritable(self, book: Path) -> None:
        folder = Path("/sys/osphg") if os.path.ismount("/sys") else Path("/dev/null/osphg")
        with pytest.raises(UsageError, match=f"^out cannot be written: {folder}: "):
            run(book, {"seed": [0]}, out=folder)
        assert not folder.exists()

    def test_full_at_the_beginning_leaves_nothing(self, tmp_path: Path, book: Path) -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
        try:
            with pytest.raises(UsageError, match=r"cannot be written.*: File too large$"):
                run(book, {"seed": [0]}, out=tmp_path / "new" / "out")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert not (tmp_path / "new").exists()


@pytest.mark.usefixtures("undrawn")
class TestRefusals:
    """Each in one line, before anything runs or is written."""

    @pytest.mark.parametrize(
        ("grid", "options", "message"),
        [
            ({}, {}, "a sweep must have a parameter that is swept"),
            ({"b": [1]}, {}, "tiny has no parameter 'b'"),
            ({"a": []}, {}, "a must be swept over at least one value, got none"),
            ({"a": "12"}, {}, "a must be swept over a list, got '12'"),
            ({"a": 3}, {}, "a must be swept over a list, got 3"),
            ({"a": [1, 2, 1.0]}, {}, "a must be swept over different values, got 1 twice"),
            ({"a": [1, 2.5]}, {}, "a must be an integer, got 2.5"),
            ({"a": [1, -2]}, {}, r"a must be in \[0, 1_000_000\], got -2"),
            ({"how": ["well", "soon"]}, {}, "how must be in .*, got soon"),
            ({"a": [1]}, {"parameters": {"a": 2}}, "a must be either swept or fixed, got both"),
            ({"a": [1]}, {"parameters": {"c": 2}}, "tiny has no parameter 'c'"),
            ({"a": [1]}, {"jobs": 0}, "jobs must be a positive integer, got 0"),
            ({"a": [1]}, {"limit": 0}, "limit must be a positive integer, got 0"),
            (
                {"a": range(1000), "seed": range(10**9)},
                {"jobs": 2},
                r"grid must have at most 10,000 cells \(the limit\), got 1,000,000,000,000:"
                r" about 79,220 years with 2 at a time",
            ),
            ({"seed": range(3)}, {"limit": 2}, "grid must have at most 2 cells .* got 3: about"),
            (
                {"a": [1]},
                {"scheduler": "tcp://127.0.0.1:9"},
                "scheduler does not answer within 0.5 s: tcp://127.0.0.1:9",
            ),
            ({"a": [1]}, {"scheduler": "no address"}, "scheduler .*no address"),
        ],
    )
    def test_input(
        self, tmp_path: Path, book: Path, grid: Any, options: dict[str, Any], message: str,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:  # fmt: skip
        monkeypatch.setattr("osphg.experiments.cluster.PATIENCE", 0.5)
        with pytest.raises(UsageError, match=f"^{message}") as error:
            run(book, grid, **options)
        assert "\n" not in str(error.value)
        assert [path.name for path in tmp_path.iterdir()] == ["book"]

    def test_folder_of_something_else(self, tmp_path: Path, book: Path) -> None:
        (tmp_path / "out").write_text("a file")
        with pytest.raises(UsageError, match=r"out must be a folder, got .*out, which is"):
            run(book, {"a": [1]})
        with pytest.raises(
            UsageError, match=r"out must be new, empty or a sweep: .* something else"
        ):
            run(book, {"a": [1]}, out=book)
        assert len(list(book.iterdir())) == 1

    def test_folder_of_other_code(self, tmp_path: Path, swept: Swept) -> None:
        book, out = swept.book, swept.copied(tmp_path)
        before = tree(out)
        other = tiny.book(tmp_path / "other", run=tiny.RUN + "# changed")
        with pytest.raises(UsageError, match="another version of the notebook: the two must not"):
            sweep("tiny", {"a": [1]}, out=out, book=other)
        manifest = json.loads((out / "sweep.json").read_text())
        for change, message in [
            ({"experiment": "huge"}, "there is a sweep of huge, not of tiny"),
            ({"python": "3.9.1"}, r"with Python 3\.9\.1, this is 3\."),
            ({"packages": {**manifest["packages"], "numpy": "1.0"}}, "with numpy 1.0, this is 2"),
            ({"inputs": {**manifest["inputs"], "package": "0"}}, "another osphg: the two must not"),
            ({"format": 9}, "the sweep is of another format"),
            ({"inputs": 9}, "out cannot be read"),
        ]:
            (out / "sweep.json").write_text(json.dumps(manifest | change))
            with pytest.raises(UsageError, match=message):
                run(book, {"a": [1]}, out=out)
        (out / "sweep.json").write_text(json.dumps(manifest, indent=2) + "\n")
        assert tree(out) == before

    @pytest.mark.usefixtures("one_worker")
    def test_code_that_changes_meanwhile(self, book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def old(experiment: Any) -> dict[str, Any]:
            found = identity(experiment)
            return found | {"inputs": found["inputs"] | {"package": "before"}}

        monkeypatch.setattr("osphg.experiments.sweeping.identity", old)
        with pytest.raises(SweepError, match="osphg has changed while it was swept"):
            run(book, {"a": [1]})

    def test_a_sweep_that_begins_meanwhile_is_no_obstacle(
        self, tmp_path: Path, book: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Another one writes its list between two looks at the folder."""
        out = tmp_path / "out"
        out.mkdir()
        store, listed = Store(out, identity(find("tiny", book))), Path.iterdir

        def late(folder: Path) -> Any:
            monkeypatch.setattr(Path, "iterdir", listed)
            Store(out, store.identity).create()
            return listed(folder)

        monkeypatch.setattr(Path, "iterdir", late)
        assert store.check()

    def test_a_sweep_that_was_killed_as_it_began_is_no_obstacle(self, tmp_path: Path) -> None:
        (tmp_path / ".locks").mkdir()
        (tmp_path / ".sweep.json.part").write_text("{")
        assert not Store(tmp_path, {}).check()
