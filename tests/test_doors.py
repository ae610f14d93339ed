"""What no command does: lose a file, run what it has not checked, hang, end in a traceback."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from hypothesis import HealthCheck, given, settings

from osphg import experiments
from osphg.experiments import UsageError, cells, executing, files, folders, temporary
from osphg.experiments.catalogue import find
from osphg.experiments.store import Store, identity
from tests import doors, tiny

FUZZ = settings(
    max_examples=60, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)


@pytest.fixture
def world() -> Iterator[Path]:
    with doors.copy() as folder, doors.stand_ins():
        yield folder


def osphg(folder: Path, *words: str) -> doors.Called:
    return doors.call(["--book", "book", *words], folder)


class TestFuzz:
    @FUZZ
    @given(doors.lines())
    def test_command_lines(self, words: list[str]) -> None:
        doors.attack_command(words)

    @FUZZ
    @given(doors.contents())
    def test_parameter_files(self, content: bytes) -> None:
        doors.attack_file(content)

    @FUZZ
    @given(doors.damages(), doors.after_damage())
    def test_damaged_folders(self, damage: tuple[str, Any], words: list[str]) -> None:
        doors.attack_folder(damage, words)

    def test_a_loss_would_be_seen(self) -> None:
        """The check is no formality: it refuses each of what it is there for."""
        before: doors.Tree = {"thesis": b"x", "run": None}
        fine, refused = doors.Called(0, "", "", 0), doors.Called(2, "", "error: no\n", 0)
        attacks: list[tuple[doors.Called, doors.Tree]] = [
            (fine, {"run": None}),
            (fine, {"thesis": b"y", "run": None}),
            (fine, {**before, "elsewhere": b""}),
            (refused, {**before, "runs": None}),
            (doors.Called(1, "", "Traceback (most recent call last)\n", 0), before),
            (doors.Called(2, "", "error: a\nerror: b\n", 0), before),
            (doors.Called(3, "", "", 0), before),
        ]
        for done, after in attacks:
            with pytest.raises(AssertionError):
                doors.check(["run", "tiny", "--out", "out"], done, before, after)


class TestLosses:
    def test_a_run_into_a_sweep_with_a_failed_cell(self, world: Path) -> None:
        before = doors.tree(world)
        for more in ([], ["--replace"]):
            done = osphg(world, "run", "tiny", "--out", "half", *more)
            assert done.status == 2
            assert "half holds a sweep" in done.err
        assert doors.tree(world) == before

    @pytest.mark.parametrize("where", ["imitation", "thesis", "sweep"])
    def test_replace_where_there_is_no_run(self, world: Path, where: str) -> None:
        before = doors.tree(world)
        assert osphg(world, "run", "tiny", "--out", where, "--replace").status == 2
        assert doors.tree(world) == before

    def test_replacing_a_run_leaves_what_is_not_its_own(self, world: Path) -> None:
        (world / "run" / "figures").mkdir(exist_ok=True)
        (world / "run" / "figures" / "mine.png").write_bytes(b"mine")
        done = osphg(world, "run", "tiny", "-p", "a=5", "--out", "run", "--replace")
        assert done.status == 0, done.err
        assert (world / "run" / "notes.txt").read_text() == doors.THESIS
        assert (world / "run" / "figures" / "mine.png").read_bytes() == b"mine"
        assert "5.0" in (world / "run" / "results.csv").read_text()

    @pytest.mark.parametrize("name", ["results.csv", "report.html", "notebook.ipynb"])
    @pytest.mark.parametrize("how", ["changed", "a link", "a link to the same"])
    def test_a_file_that_was_changed_is_not_replaced(
        self, world: Path, name: str, how: str
    ) -> None:
        path = world / "run" / name
        if how == "changed":
            path.write_text("my own notes in it")
        elif how == "a link to the same":
            path.rename(world / "thesis" / name)
            path.symlink_to(world / "thesis" / name)
        else:
            path.unlink()
            path.symlink_to(world / "thesis" / "thesis.tex")
        before = doors.tree(world)
        done = osphg(world, "run", "tiny", "--out", "run", "--replace")
        assert done.status == 2
        assert f"out holds files that were changed after the run: {name} in run" in done.err
        assert doors.tree(world) == before

    def test_what_lies_behind_a_linked_folder_is_not_removed(self, tmp_path: Path) -> None:
        """The same bytes as the result had there, in a folder that is somebody's own."""
        folder, mine = tmp_path / "out", tmp_path / "mine"
        folder.mkdir()
        files.install(folder, {"figures/1.svg": b"drawn"}, {})
        (folder / "figures").rename(mine)
        (folder / "figures").symlink_to(mine)
        files.install(folder, {"results.csv": b"1"}, {})
        assert (mine / "1.svg").read_bytes() == b"drawn"
        assert set(files.owned(folder)) == {"results.csv", "provenance.json"}

    def test_a_provenance_that_names_others_files(self, world: Path) -> None:
        """Even with a checksum that fits, nothing outside the folder is touched."""
        path = world / "run" / "provenance.json"
        about = json.loads(path.read_text())
        digest = files.sha256(world / "thesis" / "thesis.tex")
        for name in ("../thesis/thesis.tex", str(world / "thesis" / "thesis.tex")):
            about["files"] = {**about["files"], name: digest}
            path.write_text(json.dumps({**about, "checksum": files.checksum(about)}))
            assert osphg(world, "run", "tiny", "--out", "run", "--replace").status == 2
        assert (world / "thesis" / "thesis.tex").read_text() == doors.THESIS

    def test_files_that_appear_while_it_computes(
        self, world: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        execute = executing.execute

        def slow(*words: Any, **options: Any) -> executing.Execution:
            (world / "out" / "results.csv").write_text(doors.THESIS)
            (world / "out" / "thesis.tex").write_text(doors.THESIS)
            return execute(*words, **options)

        monkeypatch.setattr(executing, "execute", slow)
        done = osphg(world, "run", "tiny", "--out", "out")
        assert done.status == 0, done.err
        assert (world / "out" / "results.csv").read_text() == doors.THESIS
        assert set(os.listdir(world / "out")) == {"results.csv", "thesis.tex"}
        assert "cost" in (world / "out-2" / "results.csv").read_text()
        assert "report: out-2/report.html" in done.out

    def test_two_into_one_folder(self, world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        execute = executing.execute
        second: list[Any] = []

        def slow(*words: Any, **options: Any) -> executing.Execution:
            if not second:
                second.append(None)
                with pytest.raises(UsageError, match="is being written by another command"):
                    experiments.run("tiny", out=world / "out", book=world / "book")
                second.append(osphg(world, "sweep", "tiny", "-p", "a=1,2", "--out", "run"))
            return execute(*words, **options)

        monkeypatch.setattr(executing, "execute", slow)
        assert osphg(world, "run", "tiny", "--out", "out").status == 0
        assert second[1].status == 2
        assert (world / "out" / "report.html").is_file()

    def test_those_of_one_second_have_their_own_folders(
        self, world: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        execute = executing.execute
        second: list[Any] = []

        def slow(*words: Any, **options: Any) -> executing.Execution:
            if not second:
                second.append(None)
                # it chose its name before the first had made its folder
                taken, *_ = (world / "runs").iterdir()
                names = iter([taken.relative_to(world)])
                plain = folders.fresh
                monkeypatch.setattr(folders, "fresh", lambda path: next(names, plain(path)))
                second.append(osphg(world, "run", "tiny", "-p", "a=2"))
            return execute(*words, **options)

        monkeypatch.setattr(executing, "execute", slow)
        assert osphg(world, "run", "tiny").status == 0
        assert second[1].status == 0, second[1].err
        kept = sorted((world / "runs").iterdir())
        assert len(kept) == 2
        assert all((folder / "report.html").is_file() for folder in kept)

    @pytest.mark.parametrize("verb", ["run", "sweep"])
    @pytest.mark.parametrize("out", [".", "", "./", "..", "/", "run/..", "thesis/../../world"])
    def test_where_one_is_or_around_it(self, world: Path, verb: str, out: str) -> None:
        before = doors.tree(world)
        words = ["-p", "a=1,2"] if verb == "sweep" else []
        done = osphg(world, verb, "tiny", *words, "--out", out)
        assert done.status == 2
        assert "out must be a folder of its own" in done.err
        assert doors.tree(world) == before

    def test_a_lock_that_is_none(self, world: Path) -> None:
        """Somebody's file where a lock would be, behind a link or not, stays what it is."""
        for place in ("one", "two"):
            (world / place).mkdir()
        (world / "thesis" / "folder").write_text(doors.THESIS)
        (world / "one" / ".locks").symlink_to(world / "thesis")
        (world / "two" / ".locks").mkdir()
        (world / "two" / ".locks" / "folder").write_text(doors.THESIS)
        assert osphg(world, "run", "tiny", "--out", "one").status == 2
        assert osphg(world, "sweep", "tiny", "-p", "a=1,2", "--out", "one").status == 2
        osphg(world, "run", "tiny", "--out", "two")
        assert (world / "thesis" / "folder").read_text() == doors.THESIS
        assert (world / "two" / ".locks" / "folder").read_text() == doors.THESIS

    def test_a_temporary_folder_without_a_lock_is_not_ours(self, tmp_path: Path) -> None:
        mine = tmp_path / f"{temporary.PREFIX}mine"
        mine.mkdir()
        (mine / "thesis.tex").write_text(doors.THESIS)
        temporary.tidy(tmp_path, tmp_path.stat().st_uid)
        assert (mine / "thesis.tex").read_text() == doors.THESIS

    def test_a_sweep_does_not_write_over_a_changed_table(self, world: Path) -> None:
        table = world / "sweep" / "results.csv"
        table.write_text("opened and saved by a spreadsheet")
        before = doors.tree(world)
        done = osphg(world, "sweep", "tiny", "-p", "a=1,2,3", "--out", "sweep")
        assert done.status == 2
        assert "not as a sweep left them: results.csv in " in done.err
        assert doors.tree(world) == before
        table.rename(world / "mine.csv")
        done = osphg(world, "sweep", "tiny", "-p", "a=1,2,3", "--out", "sweep")
        assert done.status == 0, done.err
        assert (world / "sweep" / "notes.txt").read_text() == doors.THESIS
        assert (world / "sweep" / "cells" / "notes.txt").read_text() == doors.THESIS

    @pytest.mark.parametrize("stop", range(1, 13))
    @pytest.mark.parametrize("where", ["out", "run"])
    def test_killed_while_it_writes(
        self, world: Path, where: str, stop: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Wherever it stops among its changes of the disk, the same command goes on."""
        before = doors.tree(world / "run")
        steps = 0

        class Killed(BaseException):
            pass

        def step(plain: Callable[..., Any]) -> Callable[..., Any]:
            def counted(*words: Any) -> Any:
                nonlocal steps
                steps += 1
                if steps == stop:
                    raise Killed
                return plain(*words)

            return counted

        with monkeypatch.context() as patch:
            for name in ("replace", "unlink"):
                patch.setattr(Path, name, step(getattr(Path, name)))
            patch.setattr(files, "unlock", lambda _: None)
            try:
                done = osphg(world, "run", "tiny", "-p", "a=7", "--out", where, "--replace")
                assert done.status == 0
            except Killed:
                pass
        again = osphg(world, "run", "tiny", "-p", "a=7", "--out", where, "--replace")
        assert again.status == 0, again.err
        assert not list((world / where).rglob("*.part"))
        assert (world / "run" / "notes.txt").read_text() == doors.THESIS
        assert "7.0" in (world / where / "results.csv").read_text()
        assert osphg(world, "verify", where).status == 0
        if where == "out":
            assert doors.tree(world / "run") == before


class TestTrust:
    def test_a_changed_notebook_is_not_executed(self, world: Path) -> None:
        path = world / "run" / "notebook.ipynb"
        path.write_text(path.read_text().replace("import os, time", "import os, sys, time"))
        with doors.stand_ins() as stand:
            done = osphg(world, "verify", "run")
        assert done.status == 2
        assert "run/notebook.ipynb was changed after the run" in done.err
        assert not stand.sources

    def test_nor_one_whose_hash_was_changed_with_it(self, world: Path) -> None:
        path, about = world / "run" / "notebook.ipynb", world / "run" / "provenance.json"
        path.write_text(path.read_text().replace("import os, time", "import os, sys, time"))
        origin = json.loads(about.read_text())
        origin["files"]["notebook.ipynb"] = files.sha256(path)
        about.write_text(json.dumps({**origin, "checksum": files.checksum(origin)}))
        with doors.stand_ins() as stand:
            done = osphg(world, "verify", "run")
        assert done.status == 2
        assert "is not the notebook that the run says it executed" in done.err
        assert not stand.sources

    @pytest.mark.parametrize(
        "parameters",
        [
            {"import os; os.abort() #": 1},
            {"a": "__import__('os')"},
            {"a": [1]},
            {"a": -1},
            {"b": 1},
        ],
    )
    def test_parameters_are_those_that_the_notebook_declares(
        self, world: Path, parameters: dict[str, Any]
    ) -> None:
        about = world / "run" / "provenance.json"
        origin = json.loads(about.read_text()) | {"parameters": parameters}
        about.write_text(json.dumps({**origin, "checksum": files.checksum(origin)}))
        with doors.stand_ins() as stand:
            done = osphg(world, "verify", "run")
        assert done.status == 2
        assert not stand.sources

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"a,b\n1,2\n",
            b"part,quantity,value,unit\nwhole,cost,1,EUR\nwhole,cost,2,EUR\n",
            b"part,quantity,value,unit\nwhole,cost,much,EUR\n",
            b"part,quantity,value,unit\nwhole,cost\n",
            b"part,quantity,value,unit\nwhole,cost,1,EUR,more\n",
            "part,quantity,value,unit\nwhölé,cost,1,EUR\n".encode("latin-1"),
            b'part,quantity,value,unit\n"whole,cost,1,EUR\n',
            b"part,quantity,value,unit\n" + b"x" * 200_000 + b",cost,1,EUR\n",
        ],
    )
    @pytest.mark.parametrize("where", ["run", "sweep"])
    def test_a_table_that_is_none(self, world: Path, where: str, content: bytes) -> None:
        """Even where all hashes fit: it may have been made by another program."""
        about = world / where / "provenance.json"
        (world / where / "results.csv").write_bytes(content)
        origin = json.loads(about.read_text())
        origin["results_sha256"] = origin["files"]["results.csv"] = files.sha256(
            world / where / "results.csv"
        )
        about.write_text(json.dumps({**origin, "checksum": files.checksum(origin)}))
        done = osphg(world, "compare", where, where)
        assert done.status == 2
        assert "results.csv cannot be read" in done.err
        assert done.err.count("\n") == 1

    def test_an_answer_of_other_packages_is_refused(
        self, world: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A worker that joined later, say: the first ones were asked before they got a cell."""
        found = cells.installed()
        found["packages"] |= {"numpy": "1.0"}
        monkeypatch.setattr(doors, "code", lambda: cells.digest(**found))
        done = osphg(world, "sweep", "tiny", "-p", "a=8,9", "--out", "out")
        assert done.status == 1
        assert "a worker has another osphg, Python or package" in done.err

    def test_a_sweep_whose_list_is_lost_goes_on(self, world: Path) -> None:
        before = {path.name for path in (world / "sweep" / "cells").glob("*.json")}
        (world / "sweep" / "sweep.json").unlink()
        done = osphg(world, "sweep", "tiny", "-p", "a=1,2", "--out", "sweep")
        assert done.status == 0, done.err
        assert "2 cells: 0 computed, 2 kept" in done.out
        assert {path.name for path in (world / "sweep" / "cells").glob("*.json")} == before

    def test_cells_of_another_sweep_are_not_taken(self, world: Path) -> None:
        (world / "sweep" / "sweep.json").unlink()
        other = tiny.book(world / "book", run=tiny.RUN + "# changed")
        with pytest.raises(UsageError, match="holds something else"):
            Store(world / "sweep", identity(find("tiny", other))).check()


@contextmanager
def listening(answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """Serve on a port, with something that is no scheduler."""
    server = socket.create_server(("127.0.0.1", 0))
    kept: list[socket.socket] = []

    def serve() -> None:
        while True:
            try:
                kept.append(server.accept()[0])
                answer(kept[-1])
            except OSError:
                return

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"
    finally:
        server.close()
        for connection in kept:
            connection.close()


class TestHangs:
    def test_an_address_where_no_scheduler_is(self, tmp_path: Path) -> None:
        """It is waited for some time; nor is anything else said when the process ends."""
        tiny.book(tmp_path / "book")
        answers: list[tuple[Callable[[socket.socket], None], str, str]] = [
            (lambda _: None, "0.5", "scheduler does not answer within 0.5 s"),  # not its 5
            (lambda c: c.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n"), "5", "something else is at"),
            (lambda c: c.sendall(bytes(range(256)) * 40), "5", "something else is at"),
        ]
        code = (
            "import sys\nfrom osphg.experiments import cluster\n"
            "from osphg.experiments.command import main\n"
            "words = ['--book', 'book', 'sweep', 'tiny', '-p', 'a=1,2', '--scheduler']\n"
            "for address, patience in zip(sys.argv[1::2], sys.argv[2::2]):\n"
            "    cluster.PATIENCE = float(patience)\n"
            "    try: main([*words, address])\n"
            "    except SystemExit as ended: print(ended.code)\n"
        )
        with ExitStack() as stack:
            served = [
                (stack.enter_context(listening(answer)), patience)
                for answer, patience, _ in answers
            ]
            ran = subprocess.run(
                [sys.executable, "-c", code, *(word for pair in served for word in pair)],
                cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60,
            )  # fmt: skip
        assert ran.stdout == "2\n" * len(answers)
        said = ran.stderr.splitlines()
        assert len(said) == len(answers), ran.stderr
        for line, (_, _, message) in zip(said, answers, strict=True):
            assert message in line
        assert os.listdir(tmp_path) == ["book"]

    @pytest.mark.parametrize("file", ["/dev/zero", "/dev/stdin", "pipe", "thesis", "link"])
    def test_parameters_from_what_is_no_file(self, world: Path, file: str) -> None:
        done = osphg(world, "run", "tiny", "--params", file, "--out", "out")
        assert done.status == 2
        assert "--params cannot be read" in done.err


class TestAfterAKill:
    def test_of_a_run(self, tmp_path: Path) -> None:
        """The next run into the folder is as if there had been none; nothing is left anywhere."""
        tiny.book(tmp_path / "book")
        scratch = tmp_path / "scratch"
        scratch.mkdir()
        words = ["run", "tiny", "--out", "out", "-p", f"log={tmp_path / 'log'}"]
        command = [sys.executable, "-m", "osphg", "--book", "book", *words]
        environment = os.environ | {"TMPDIR": str(scratch)}
        started = subprocess.Popen(
            [*command, "-p", "pause=60"], cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL
        )
        tiny.wait_for(lambda: tiny.executions(tmp_path / "log"))
        started.send_signal(signal.SIGKILL)
        started.wait()
        assert list(scratch.iterdir())
        ran = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stderr
        assert not list(scratch.iterdir())
        assert set(os.listdir(tmp_path)) == {"book", "scratch", "log", "out"}
        assert not (tmp_path / "out" / ".locks").exists()
        assert (tmp_path / "out" / "report.html").is_file()

    def test_of_a_sweep_and_all_its_processes(self, tmp_path: Path) -> None:
        """As when the power fails: the next sweep removes what they left."""
        tiny.book(tmp_path / "book")
        log = tmp_path / "log"
        options = {"out": str(tmp_path / "out"), "parameters": {"log": str(log), "pause": 0.2}}
        grid = {"seed": [0, 1]}
        with tiny.background(tmp_path, grid, **options) as sweep:
            tiny.wait_for(lambda: tiny.executions(log))
            for process in [sweep.process, *sweep.left()]:
                with suppress(psutil.NoSuchProcess):  # a worker ends by itself, soon after
                    process.kill()
            sweep.process.wait()
            tiny.wait_for(lambda: not sweep.left(), 5)
            assert list(sweep.scratch.iterdir())
        with tiny.background(tmp_path, grid, **options, jobs=1) as again:
            status, counts, errors = again.ended()
            assert (status, errors) == (0, ""), errors
            assert counts
            assert counts[0] >= 1
            assert not list(again.scratch.iterdir())

    def test_the_printed_command_goes_on(self, world: Path) -> None:
        done = osphg(world, "sweep", "tiny", "-p", "a=0..11", "--out", "out", "--limit", "12")
        assert done.status == 0
        line = json.loads((world / "out" / "provenance.json").read_text())["command"]
        again = doors.call(line.split()[1:], world)
        assert "12 cells: 0 computed, 12 kept" in again.out

    def test_the_printed_command_of_a_run_repeats_it(self, world: Path) -> None:
        line = json.loads((world / "run" / "provenance.json").read_text())["command"]
        assert doors.call([*line.split()[1:], "--out", "again"], world).status == 0
        assert osphg(world, "compare", "run", "again").out.count("the same") == 2


class TestBooks:
    def test_a_bad_notebook_does_not_hide_the_others(self, world: Path) -> None:
        listed = osphg(world, "list")
        assert listed.status == 0
        assert listed.out.startswith("tiny")
        assert "warning: broken.ipynb is not an experiment" in listed.err

    def test_a_name_that_cannot_be_one_is_explained(self, world: Path) -> None:
        for verb in ("show", "run"):
            done = osphg(world, verb, "my-study")
            assert done.status == 2
            assert "its name must be letters, digits and _, such as my_study.ipynb" in done.err


def test_a_folder_that_was_deleted(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    code = (
        "import os, sys; os.rmdir(os.getcwd());"
        " from osphg.experiments.command import main; main(['list'])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=gone, capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}, timeout=60,
    )  # fmt: skip
    assert ran.returncode == 2
    assert ran.stderr.startswith("error: the folder that you are in cannot be used")
    assert ran.stderr.count("\n") == 1


def test_help_answers_at_once() -> None:
    """What is slow to load is loaded by the commands that need it."""
    commands = (["--help"], ["list"], ["show", "figure1"], ["run", "figure1", "-p", "T=x"])
    code = (
        "import sys\nfrom osphg.experiments.command import main\n"
        "slow = {'numpy', 'scipy', 'numba', 'sympy', 'matplotlib', 'papermill', 'nbformat'}\n"
        f"for words in {commands!r}:\n"
        "    try: main(words)\n"
        "    except SystemExit: pass\n"
        "    assert not slow & sys.modules.keys(), (words, slow & sys.modules.keys())\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
