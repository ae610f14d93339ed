"""A sweep computes every cell once, whatever happens, and says what it could not do."""

from __future__ import annotations

import csv
import json
import os
import random
import resource
import shutil
import signal
import time
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from osphg.experiments import Cell, Sweep, UsageError, provenance, sweep
from osphg.experiments.catalogue import find
from osphg.experiments.folders import sealed
from osphg.experiments.results import Results
from osphg.experiments.sweeping import Store
from tests import tiny

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the event loop's users


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return tiny.book(tmp_path / "book")


def run(book: Path, grid: dict[str, Any], **options: Any) -> Sweep:
    """Sweep into a folder beside the book, with its log there, with one kernel unless asked."""
    parameters = {"log": str(book.parent / "log")} | options.pop("parameters", {})
    given = {"out": book.parent / "out", "book": book, "jobs": 1, "parameters": parameters}
    return sweep("tiny", grid, **given | options)


def counts(found: Sweep) -> tuple[int, int, int]:
    return found.computed, found.kept, len(found.failures)


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def store(book: Path, out: Path) -> Store:
    return Store(out, provenance.collect(find("tiny", book), {}))


class Swept:
    """A finished sweep of four cells; who would change its folder works on a copy."""

    def __init__(self, folder: Path) -> None:
        self.book, self.log = tiny.book(folder / "book"), folder / "log"
        self.found = run(self.book, {"a": [1, 2], "seed": range(2)}, jobs=None)
        self.executions = tiny.executions(self.log)

    def copied(self, folder: Path) -> Path:
        return Path(shutil.copytree(self.log.with_name("out"), folder / "out"))


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Swept:
    return Swept(tmp_path_factory.mktemp("swept"))


class TestCells:
    def test_all_are_computed_once_and_kept(self, tmp_path: Path, swept: Swept) -> None:
        found, once = swept.found, {f"{a} {s}": 1 for a in (1, 2) for s in range(2)}
        assert counts(found) == (4, 0, 0)
        assert found.complete
        assert swept.executions == once
        out = swept.copied(tmp_path)
        table = [tiny.expected(a, s) for a, s in product((1, 2), range(2))]
        assert tiny.rows((out / "results.csv").read_text()) == table
        assert tiny.rows(found.results.csv()) == table
        about = json.loads((out / "provenance.json").read_text())
        assert about["status"] == "complete"
        assert about["grid"] == {"a": [1, 2], "seed": [0, 1]}
        first = tree(out)
        assert {Path(path).name for path in first} == {
            "sweep.json", "summary.png", "summary.svg", "results.csv", "provenance.json",
        }  # fmt: skip
        # another grid, in another order: only what is new
        before = tiny.executions(swept.log)
        again = run(swept.book, {"seed": [1], "a": [3, 2, 1]}, out=out, jobs=3)
        assert counts(again) == (1, 2, 0)
        assert tiny.executions(swept.log) - before == {"3 1": 1}
        same = run(swept.book, {"a": [1, 2], "seed": range(2)}, out=out, jobs=None)
        assert counts(same) == (0, 4, 0)
        now = tree(out)
        for path, content in first.items():
            assert now[path] == content or path.endswith("provenance.json"), path

    def test_each_has_a_kernel_of_its_own(self, tmp_path: Path) -> None:
        """What one leaves in its kernel, or in a module, the next does not find; none draws."""
        look = (
            "import builtins, os\nlog or print()\na += 1000 * hasattr(builtins, 'left')\n"
            "a += 1000 * (os.environ['MPLBACKEND'] != 'agg')  # figures, which nobody keeps\n"
        )
        book = tiny.book(tmp_path / "book", run=f"{look}builtins.left = True\n{tiny.RUN}")
        found = run(book, {"a": [1, 2, 3]}, jobs=1)
        assert [row["value"] for row in found.results.rows] == [1.0, 2.0, 3.0]

    def test_a_large_one_is_kept(self, tmp_path: Path, swept: Swept) -> None:
        folder = store(swept.book, swept.copied(tmp_path))
        row = {"part": "x" * 100_000, "quantity": "cost", "value": 1.0, "unit": "EUR"}
        large = Results("results.csv", [row | {"seed": str(seed)} for seed in range(50)])
        values = {"a": 1, "seed": 99}
        folder.save(Cell(swept={}, parameters=values, results=large, machine={"processor": "m"}))
        kept = folder.load({}, values)
        assert kept is not None
        assert kept.results.csv() == large.csv()
        assert kept.machine == {"processor": "m"}

    def test_damaged_ones_are_computed_again_and_kept_aside(
        self, tmp_path: Path, swept: Swept
    ) -> None:
        grid, out = {"a": [1, 2], "seed": range(2)}, swept.copied(tmp_path)
        folder = store(swept.book, out)
        first, *_, whole = sorted((out / "cells").iterdir())
        for name in ("results.csv", "provenance.json"):
            content = (first / name).read_text()
            values = json.loads((first / "provenance.json").read_text())["parameters"]
            assert folder.load({}, values)
            for damaged in ("", content[:-20], content + "1", (whole / name).read_text()):
                (first / name).write_text(damaged)
                assert folder.load({}, values) is None or damaged == content
            (first / name).write_text(content)
        (first / "results.csv").write_text("mine")
        again = run(swept.book, grid, out=out)
        assert counts(again) == (1, 3, 0)
        assert again.results == swept.found.results
        (kept,) = (out / "cells").glob("*-damaged")
        assert (kept / "results.csv").read_text() == "mine"
        assert counts(run(swept.book, grid, out=out)) == (0, 4, 0)

    def test_one_of_other_code_is_not_used(self, tmp_path: Path, swept: Swept) -> None:
        """Whatever its folder says that it is of: another sweep may have been there."""
        folder = store(swept.book, swept.copied(tmp_path))
        first = next((folder.folder / "cells").iterdir())
        values = json.loads((first / "provenance.json").read_text())["parameters"]
        assert folder.load({}, values)
        folder.identity["python"] = "3.9.1"
        assert folder.load({}, values) is None

    @pytest.mark.usefixtures("undrawn")
    def test_failing_ones_do_not_stop_the_rest(self, tmp_path: Path, book: Path) -> None:
        grid = {"a": [2, 3], "seed": [1]}
        found = run(book, grid, parameters={"how": "badly"})
        assert counts(found) == (1, 0, 1)
        assert not found.complete
        (failure,) = found.failures
        assert str(failure) == "a=2 seed=1: RuntimeError: no luck with 1"
        assert failure.parameters["how"] == "badly"
        assert "second line" in failure.traceback
        out = tmp_path / "out"
        with (out / "failures.csv").open(newline="") as file:
            (line,) = csv.DictReader(file)
        assert [line[key] for key in ("a", "seed")] == ["2", "1"]
        assert line["error"] == "RuntimeError: no luck with 1"
        assert "raise RuntimeError" in line["traceback"]
        assert json.loads((out / "provenance.json").read_text())["status"] == "failed"
        # a failure is tried again; a grid without it leaves no word of it
        assert counts(run(book, grid, parameters={"how": "badly"})) == (0, 1, 1)
        assert run(book, {"a": [3], "seed": [1]}, parameters={"how": "badly"}).complete
        assert not (out / "failures.csv").exists()

    @pytest.mark.usefixtures("undrawn")
    @pytest.mark.parametrize(
        ("how", "error"),
        [
            ("without kernel", "DeadKernelError: Kernel died"),
            ("silently", "the notebook shows no table of results"),
        ],
    )
    def test_lost_ones_are_reported(self, book: Path, how: str, error: str) -> None:
        silent = how == "silently"  # all of them
        found = run(book, {"a": [2] if silent else [2, 1]}, parameters={"how": how})
        assert counts(found) == (0 if silent else 1, 0, 1)
        assert found.failures[0].error.startswith(error)
        assert tiny.executions(book.parent / "log")["2 0"] == 1

    @pytest.mark.usefixtures("undrawn")
    def test_a_table_of_several_machines_says_so(
        self, book: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A second sweep of the folder, on another processor, keeps the cells of the first."""
        for processor, cells in (("one", [1]), ("another", [1, 2])):
            monkeypatch.setenv("NUMBA_CPU_NAME", processor)
            provenance.machine.cache_clear()
            found = run(book, {"a": cells})
        provenance.machine.cache_clear()
        assert counts(found)[:2] == (1, 1)
        said = json.loads((found.folder / "provenance.json").read_text())
        one, two = said["machines"]
        assert "numba target one" in one
        assert "numba target another" in two


@pytest.mark.usefixtures("undrawn")
class TestTogether:
    def test_a_second_sweep_of_a_folder_says_that_there_is_one(
        self, tmp_path: Path, book: Path
    ) -> None:
        log, out = tmp_path / "log", tmp_path / "out"
        options: dict[str, Any] = {"out": str(out), "parameters": {"log": str(log), "pause": 1.0}}
        with tiny.background(tmp_path, {"a": [1, 2, 3]}, **options) as one:
            tiny.wait_for(lambda: tiny.executions(log))
            with pytest.raises(UsageError, match="is being written by another command"):
                run(book, {"a": [2, 1, 4, 3]}, parameters={"pause": 1.0})
            assert one.ended()[:2] == (0, [3, 0, 0, False])
        assert set(tiny.executions(log).values()) == {1}
        assert counts(run(book, {"a": [4, 3]}, parameters={"pause": 1.0})) == (1, 1, 0)

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
        assert found[3] is True
        assert len(list((out / "cells").iterdir())) == found[0]
        assert not (out / "results.csv").exists()
        again = run(book, {"seed": range(found[0])}, parameters={"pause": 0.2}, limit=found[0])
        assert again.kept >= found[0] - 1  # they end in about the grid's order


@pytest.mark.usefixtures("undrawn")
class TestDisk:
    def test_full(self, tmp_path: Path, book: Path) -> None:
        """The system refuses to write: no process may write more than that into a file."""
        log, out = tmp_path / "log", tmp_path / "out"
        options: dict[str, Any] = {"out": str(out), "parameters": {"log": str(log), "pause": 0.3}}
        with tiny.background(tmp_path, {"seed": list(range(6))}, **options, jobs=1) as started:
            tiny.wait_for(lambda: list((out / "cells").glob("*/provenance.json")))
            resource.prlimit(started.process.pid, resource.RLIMIT_FSIZE, (300, 300))
            status, found, errors = started.ended()
            assert not started.left()
        assert (status, found) == (1, None)
        last = errors.splitlines()[-1]
        assert "RunError: cells cannot be " in last  # computed, or written
        assert last.endswith("File too large; finished cells are kept")
        assert not [*out.rglob(".osphg-*")]
        kept = len(list((out / "cells").iterdir()))
        assert 1 <= kept < 6
        again = run(book, {"seed": range(6)}, parameters={"pause": 0.3})
        assert again.complete
        assert again.kept == kept


@pytest.mark.usefixtures("undrawn")
class TestRefusals:
    """Each in one line, before anything runs or is written."""

    @pytest.mark.parametrize(
        ("grid", "options", "message"),
        [
            ({}, {}, "a sweep must have a parameter that is swept"),
            ({"b": [1]}, {}, "tiny has no parameter 'b'"),
            ({"a": []}, {}, "a must have 1 to 1,000,000 values, got 0"),
            ({"a": "12"}, {}, "a must be swept over a list, got '12'"),
            ({"a": 3}, {}, "a must be swept over a list, got 3"),
            ({"a": [1, 2, 1.0]}, {}, "a must be swept over different values, got one twice"),
            ({"a": [1, 2.5]}, {}, "a must be an integer, got 2.5"),
            ({"a": [1, -2]}, {}, r"a must be in \[0, 1_000_000\], got -2"),
            ({"a": [1]}, {"parameters": {"a": 2}}, "a must be either swept or fixed, got both"),
            ({"a": [1]}, {"jobs": 0}, "jobs must be a positive integer, got 0"),
            (
                {"a": range(1000), "seed": range(10**3)},
                {"jobs": 2},
                r"grid must have at most 10,000 cells \(the limit\), got 1,000,000",
            ),
            ({"a": [1]}, {"scheduler": "no address"}, "scheduler .*no address"),
        ],
    )
    def test_input(
        self, tmp_path: Path, book: Path, grid: Any, options: dict[str, Any], message: str
    ) -> None:
        with pytest.raises(UsageError, match=f"^{message}") as error:
            run(book, grid, **options)
        assert "\n" not in str(error.value)
        assert [path.name for path in tmp_path.iterdir()] == ["book"]

    def test_folder_of_other_code(self, tmp_path: Path, swept: Swept) -> None:
        book, out = swept.book, swept.copied(tmp_path)
        before = tree(out)
        other = tiny.book(tmp_path / "other", run=tiny.RUN + "# changed")
        with pytest.raises(UsageError, match="a sweep of another notebook, and the two must not"):
            sweep("tiny", {"a": [1]}, out=out, book=other)
        manifest = json.loads((out / "sweep.json").read_text())
        for change, message in [
            ({"experiment": "huge"}, "a sweep of another experiment"),
            ({"python": "3.9.1"}, "a sweep of another python"),
            ({"packages": {**manifest["packages"], "numpy": "1.0"}}, "a sweep of another packages"),
            ({"package": "0"}, "a sweep of another package"),
            ({"format": 9}, r"sweep\.json cannot be read: it is of another format"),
        ]:
            (out / "sweep.json").write_bytes(sealed(manifest | change))
            with pytest.raises(UsageError, match=message):
                run(book, {"a": [1]}, out=out)
        (out / "sweep.json").write_bytes(sealed(manifest))
        assert tree(out) == before


class TestKills:
    KILLS = 6

    def test_again_and_again(self, tmp_path: Path, book: Path) -> None:
        """Nothing that is finished is lost or repeated; the next sweep removes what was left."""
        rng = random.Random(0)
        out, log = tmp_path / "out", tmp_path / "log"
        parameters, folder, experiment = {"log": str(log)}, store(book, out), find("tiny", book)
        known = {}
        for a, seed in product((1, 2, 3), range(60)):
            values = experiment.complete({"a": a, "seed": seed, **parameters})
            known[folder.path(values).name] = f"{a} {seed}", values
        done = set[str]()
        for kill in range(self.KILLS):
            before, jobs = tiny.executions(log), 1 + kill // 2 % 2
            grid = {"a": [1, 2, 3], "seed": list(range(len(done) // 3 + 6))}  # always more
            options: dict[str, Any] = {"out": str(out), "parameters": parameters, "jobs": jobs}
            with tiny.background(tmp_path, grid, **options) as started:
                if kill % 2:  # at work: more has begun than can be in flight
                    enough = before.total() + jobs + 1
                    tiny.wait_for(lambda: tiny.executions(log).total() >= enough)  # noqa: B023
                    time.sleep(rng.uniform(0, 0.5))
                else:  # from the very beginning on
                    time.sleep(rng.uniform(0, 1.5))
                assert started.process.poll() is None, "it ended before it was killed"
                started.process.kill()
                started.process.wait()
                tiny.wait_for(lambda: not started.left())
            begun = tiny.executions(log) - before
            cells = [p for p in (out / "cells").glob("*") if p.name[0] != "."]
            assert all(folder.load({}, known[p.name][1]) for p in cells), "a damaged cell"
            now = {known[p.name][0] for p in cells}
            assert done <= now, "a finished cell was lost"
            assert not done & begun.keys(), "a finished cell was computed again"
            assert max(begun.values(), default=0) <= 1
            assert len(begun.keys() - now) <= jobs, "more was lost than was in flight"
            done = now
        assert len(done) >= self.KILLS // 2
        grid = {"a": [1, 2, 3], "seed": list(range(len(done) // 3 + 1))}
        with tiny.background(tmp_path, grid, out=str(out), parameters=parameters) as last:
            assert last.ended()[0] == 0
            assert not last.files()
        assert not [*out.rglob(".osphg-*")]
        assert set(os.listdir(tmp_path)) == {"book", "log", "out", "scratch"}
