"""What no command does: lose a file, run what it has not checked, hang, end in a traceback."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from osphg.experiments import UsageError, comparing, folders, provenance, running
from osphg.experiments.catalogue import find
from osphg.experiments.sweeping import Store
from osphg.sources import write
from tests import doors, tiny
from tests.doors import reseal


@pytest.fixture
def world() -> Iterator[Path]:
    with doors.copy() as folder, doors.stand_ins():
        yield folder


def osphg(folder: Path, *words: str) -> doors.Called:
    return doors.call(["--book", "book", *words], folder)


@pytest.mark.parametrize(
    "words",
    [
        ["run", "tiny", "-p", "a=1e400"],
        ["run", "tiny", "-p", "a=" + "9" * 5000],
        ["run", "tiny", "-p", "factors=" + "[" * 3000],
        ["run", "tiny", "-p", "mood=\ud800"],
        ["run", "../tiny"],
        ["run", "tiny", "--out", "x" * 300],
        ["run", "tiny", "--out", "circle/x"],
        ["run", "tiny", "--out", "thesis/thesis.tex/x"],
        ["run", "tiny", "--out", "/proc/osphg"],
        ["sweep", "tiny", "-p", "seed=0..1e30"],
        ["sweep", "tiny", "-p", "a=1,"],
        ["sweep", "tiny", "-p", "a=0..3", "--out", "link"],
        ["verify", "sweep"],
        ["compare", "run", "failed"],
    ],
)
def test_a_hostile_line_is_refused_in_one_line(world: Path, words: list[str]) -> None:
    before = doors.tree(world)
    done = osphg(world, *words)
    assert done.status == 2
    assert [line[:7] for line in done.err.splitlines() if "tiny: about" not in line] == ["error: "]
    assert doors.tree(world) == before


class TestLosses:
    @pytest.mark.parametrize("where", ["imitation", "thesis", "sweep", "half"])
    def test_replace_where_there_is_no_run(self, world: Path, where: str) -> None:
        before = doors.tree(world)
        assert osphg(world, "run", "tiny", "--out", where, "--replace").status == 2
        assert doors.tree(world) == before

    def test_what_is_replaced_is_renamed(self, world: Path) -> None:
        """With all that it held, also what was changed, linked, or never the run's own."""
        (world / "run" / "report.html").write_text("my own notes in it")
        (world / "run" / "figures").symlink_to(world / "thesis")
        for folder, words in (("run", ["--replace"]), ("failed", [])):
            held = doors.tree(world / folder)
            done = osphg(world, "run", "tiny", "--out", folder, *words)
            assert done.status == 0, done.err
            assert doors.tree(world / f"{folder}-replaced") == held
            assert "notes.txt" not in doors.tree(world / folder)
        assert (world / "thesis" / "thesis.tex").read_text() == doors.THESIS

    def test_a_provenance_that_was_changed(self, world: Path) -> None:
        """It says nothing any more of which files are a run's own, nor of how it was computed."""
        path = world / "run" / "provenance.json"
        path.write_text(path.read_text().replace('"a": 3', '"a": 4'))
        swept = world / "half" / "provenance.json"
        swept.write_text(swept.read_text().replace("tiny", "huge"))
        before = doors.tree(world)
        done = osphg(world, "run", "tiny", "--out", "run", "--replace")
        assert "a run that cannot be replaced" in done.err
        done = osphg(world, "sweep", "tiny", "-p", "a=1,2", "--out", "half")
        assert "not as a sweep left them" in done.err
        for words in (["verify", "run"], ["compare", "run", "run"]):
            done = osphg(world, *words)
            assert "provenance.json was changed after the run: its checksum differs" in done.err
        assert doors.tree(world) == before

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
        for place, how in (("one", "a link"), ("two", "a file"), ("three", "a pipe")):
            (world / place).mkdir()
            lock = world / place / folders.SWEEP
            if how == "a link":
                lock.symlink_to(world / "thesis" / "thesis.tex")
            elif how == "a file":
                lock.write_text(doors.THESIS)
            else:
                os.mkfifo(lock)
            before = doors.tree(world)
            for words in (["run", "tiny"], ["sweep", "tiny", "-p", "a=1,2"]):
                done = osphg(world, *words, "--out", place)
                assert done.status == 2, (how, words, done.err)
            assert doors.tree(world) == before

    @pytest.mark.parametrize("how", ["changed", "a link to the same"])
    def test_a_sweep_does_not_write_over_a_changed_table(self, world: Path, how: str) -> None:
        table = world / "sweep" / "results.csv"
        if how == "changed":
            table.write_text("opened and saved by a spreadsheet")
        else:
            table.rename(world / "thesis" / "results.csv")
            table.symlink_to(world / "thesis" / "results.csv")
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

    @pytest.mark.parametrize("verb", ["run", "sweep"])
    def test_a_link_where_a_file_would_be_made_is_not_written_through(
        self, world: Path, verb: str
    ) -> None:
        """As of a `.part` file: nobody else can know the name of what is being written."""
        words = ["-p", "a=1,2,3"] if verb == "sweep" else ["--replace"]
        for name in ("results.csv", "provenance.json", "sweep.json"):
            for link in (f".{name}.part", f".osphg-{name}.part", f"{name}.part"):
                (world / verb / link).symlink_to(world / "thesis" / "thesis.tex")
        assert osphg(world, verb, "tiny", *words, "--out", verb).status == 0
        assert (world / "thesis" / "thesis.tex").read_text() == doors.THESIS

    def test_temporary_folders_of_others_stay(self, tmp_path: Path) -> None:
        """Whatever they are called, however old they are: only a lock of ours says what is ours."""
        for name in ("osphg-new-thesis", "osphg-locked-thesis", f".osphg-{'0' * 32}", ".osphg-x"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "thesis.tex").write_text(doors.THESIS)
            os.utime(tmp_path / name, (0, 0))
        (tmp_path / f".osphg-{'0' * 32}.lock").write_text("mine")
        (tmp_path / f".osphg-{'1' * 32}.lock").symlink_to(tmp_path / "osphg-new-thesis")
        os.mkfifo(tmp_path / f".osphg-{'2' * 32}.lock")
        before = doors.tree(tmp_path)
        with folders.workplace(tmp_path) as place:
            assert place.is_dir()
        assert doors.tree(tmp_path) == before

    @pytest.mark.parametrize(
        ("where", "event", "stop"),
        [
            *(("out", "os.rename", stop) for stop in range(1, 6)),
            *(("run", "os.rename", stop) for stop in range(4, 7)),
            *(("sweep", "os.rename", stop) for stop in (1, 3, *range(6, 12))),
            *(("sweep", "os.remove", stop) for stop in range(1, 8)),
        ],
    )
    def test_killed_while_it_writes(self, world: Path, where: str, event: str, stop: int) -> None:
        """Wherever it is killed among its changes of names, the same command goes on."""
        words = ["run", "tiny", "-p", "a=7", "--out", where, "--replace"]
        if where == "sweep":
            words = ["sweep", "tiny", "-p", "a=7", "--out", where]
        killed = subprocess.Popen(
            [sys.executable, "-c", KILLED, event, str(stop), "--book", "book", *words],
            cwd=world, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
        _, said = killed.communicate(timeout=60)
        assert killed.returncode == -signal.SIGKILL, said
        again = osphg(world, *words)
        assert again.status == 0, again.err
        assert not [*world.rglob(".osphg-*")]
        assert "7.0" in (world / where / "results.csv").read_text()
        comparing.load(world / where)
        kept = [*world.glob("run*/notes.txt")]
        assert [path.read_text() for path in kept] == [doors.THESIS]


# Kills itself as it is about to change or remove a name in the file system for the n-th time.
KILLED = """
import os, signal, sys
from tests import doors
watched, stop = sys.argv.pop(1), int(sys.argv.pop(1))

def watch(event, arguments):
    global stop
    if event == watched:
        stop -= 1
        if stop == 0:
            os.kill(os.getpid(), signal.SIGKILL)

doors.here(), doors.origin()
with doors.stand_ins():
    sys.addaudithook(watch)
    doors.main()
"""


class TestWriter:
    """One file, at once: of the engine's folders and of a pacer."""

    def test_the_mode_is_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "file"
        path.write_text("old")
        path.chmod(0o640)
        write(path, b"new")
        assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
        assert os.listdir(tmp_path) == ["file"]

    @pytest.mark.parametrize("how", ["a link", "a pipe", "a folder", "a device"])
    def test_what_is_no_file_stays(self, tmp_path: Path, how: str) -> None:
        path = tmp_path / "file"
        (tmp_path / "mine").write_text(doors.THESIS)
        if how == "a link":
            path.symlink_to(tmp_path / "mine")
        elif how == "a pipe":
            os.mkfifo(path)
        elif how == "a folder":
            path.mkdir()
        else:
            path = Path("/dev/null")
        mode = path.lstat().st_mode
        with pytest.raises(OSError, match="not a regular file"):
            write(path, b"new")
        assert path.lstat().st_mode == mode
        assert (tmp_path / "mine").read_text() == doors.THESIS


class TestTrust:
    @pytest.mark.parametrize("seal", [False, True])
    def test_a_changed_notebook_is_not_executed(self, world: Path, seal: bool) -> None:
        """Nor one whose hash was changed with it, not even if its notebook is trusted."""
        path = world / "run" / "notebook.ipynb"
        path.write_text(path.read_text().replace("import os, time", "import os, sys, time"))
        if seal:
            files = json.loads((world / "run" / "provenance.json").read_text())["files"]
            reseal(world / "run", files={**files, "notebook.ipynb": folders.sha256(path)})
        with doors.stand_ins() as stand:
            done = osphg(world, "verify", "run", "--trust")
        assert done.status == 2
        assert ("is not the notebook that the run says it" if seal else "was changed") in done.err
        assert not stand.sources

    def test_a_strangers_run_is_not_executed(self, world: Path) -> None:
        """All of whose checksums fit: they are of the run with itself."""
        other = tiny.book(world / "others", run="import os; os.abort()\n")
        doors.call(["--book", "others", "run", "tiny", "--out", "given"], world)
        with doors.stand_ins() as stand:
            done = osphg(world, "verify", "given")
            assert done.status == 2
            assert "this is not the book's notebook" in done.err
            assert "--trust" in done.err
            assert not stand.sources
            assert doors.call(["--book", str(other), "verify", "given"], world).status == 0
            assert osphg(world, "verify", "given", "--trust").status == 0

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
        reseal(world / "run", parameters=parameters)
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
    def test_a_table_that_is_none(self, world: Path, content: bytes) -> None:
        """Even where all hashes fit: it may have been made by another program."""
        (world / "run" / "results.csv").write_bytes(content)
        reseal(world / "run", results_sha256=hashlib.sha256(content).hexdigest())
        done = osphg(world, "compare", "run", "run")
        assert done.status == 2
        assert "results.csv cannot be read" in done.err
        assert done.err.count("\n") == 1

    def test_an_archive_of_four_gigabytes(self, world: Path) -> None:
        packed = gzip.compress(bytes(2**26)) * 64
        (world / "run" / "results.csv.gz").write_bytes(packed)
        done = osphg(world, "compare", "run", "run")
        assert done.status == 2
        assert "results.csv cannot be read: it is longer than 100,000,000 bytes" in done.err

    @pytest.mark.parametrize("name", ["git", "machine", "packages", "inputs"])
    def test_a_provenance_that_says_something_else(self, world: Path, name: str) -> None:
        reseal(world / "run", **{name: "x"})
        for words in (["compare", "run", "run"], ["verify", "run"]):
            done = osphg(world, *words)
            assert done.status == 2
            assert f"provenance.json has no {name} that is one" in done.err

    def test_a_strangers_words_do_not_move_the_cursor(self, world: Path) -> None:
        evil = "\x1b]0;owned\x07\x1b[2J\r\u202e"
        reseal(world / "run", parameters={"a": evil, evil: 1}, python=evil, command=evil)
        for words in (["compare", "run", "sweep"], ["compare", "run", "run"], ["verify", "run"]):
            done = osphg(world, *words)
            said = (done.out + done.err).replace("\n", "")
            assert said.isprintable(), said

    def test_an_answer_of_other_packages_is_refused(
        self, world: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A worker that joined later, say: the first ones were asked before they got a cell."""
        executed = running.execute

        def execute(*arguments: Any, **options: Any) -> running.Execution:
            monkeypatch.setattr(provenance, "installed", lambda: {"packages": {"numpy": "0.1"}})
            return executed(*arguments, **options)

        monkeypatch.setattr(running, "execute", execute)
        done = osphg(world, "sweep", "tiny", "-p", "a=8,9", "--out", "out")
        assert done.status == 1
        assert "a worker has another osphg, Python or package" in done.err

    def test_cells_of_another_sweep_are_not_taken(self, world: Path) -> None:
        (world / "sweep" / "sweep.json").unlink()
        changed = find("tiny", tiny.book(world / "o", run=tiny.RUN + "#"))
        other = Store(world / "sweep", provenance.collect(changed, {}))
        cells = (world / "sweep" / "cells").glob("*/provenance.json")
        for values in (json.loads(path.read_text())["parameters"] for path in cells):
            assert other.load({}, values) is None


class TestHangs:
    @pytest.mark.parametrize("file", ["/dev/zero", "/dev/stdin", "pipe", "thesis", "link"])
    def test_parameters_from_what_is_no_file(self, world: Path, file: str) -> None:
        done = osphg(world, "run", "tiny", "--params", file, "--out", "out")
        assert done.status == 2
        assert "--params cannot be read" in done.err

    @pytest.mark.parametrize("what", ["a pipe", "a device", "a folder"])
    @pytest.mark.parametrize("name", ["provenance.json", "results.csv", "notebook.ipynb"])
    def test_a_folder_with_what_is_no_file(self, world: Path, name: str, what: str) -> None:
        path = world / "run" / name
        path.unlink()
        if what == "a pipe":
            os.mkfifo(path)
        elif what == "a device":
            path.symlink_to("/dev/zero")
        else:
            path.mkdir()
        commands = [["verify", "run"]]
        commands += [["sweep", "tiny", "-p", "a=1,2", "--out", "run"]]
        commands += [["compare", "run", "sweep"]] if name != "notebook.ipynb" else []
        for words in commands:
            assert osphg(world, *words).status == 2, words

    @pytest.mark.parametrize("name", ["sweep.json", "cells", "results.csv"])
    def test_a_sweep_with_what_is_no_file(self, world: Path, name: str) -> None:
        if name == "cells":
            cell = next((world / "sweep" / "cells").glob("*/provenance.json"))
            cell.unlink()
            os.mkfifo(cell)
        else:
            (world / "sweep" / name).unlink()
            os.mkfifo(world / "sweep" / name)
        done = osphg(world, "sweep", "tiny", "-p", "a=1,2", "--out", "sweep")
        assert done.status == (0 if name == "cells" else 2), done.err


class TestAfterAKill:
    def test_of_a_run(self, tmp_path: Path) -> None:
        """The next run into the folder is as if there had been none; nothing is left anywhere."""
        tiny.book(tmp_path / "book")
        scratch = tmp_path / "scratch"
        scratch.mkdir()
        words = ["run", "tiny", "--out", "new/out", "-p", f"log={tmp_path / 'log'}"]
        command = [sys.executable, "-m", "osphg", "--book", "book", *words]
        environment = os.environ | {"TMPDIR": str(scratch)}
        started = subprocess.Popen(
            [*command, "-p", "pause=60"], cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL
        )
        tiny.wait_for(lambda: tiny.executions(tmp_path / "log"))
        second = doors.call(["--book", "book", *words], tmp_path)
        assert second.status == 2
        assert "out is being written by another command" in second.err
        started.send_signal(signal.SIGKILL)
        started.wait()
        assert list(scratch.iterdir())
        ran = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stderr
        assert not list(scratch.iterdir())
        assert os.listdir(tmp_path / "new") == ["out"]
        assert (tmp_path / "new" / "out" / "report.html").is_file()

    def test_the_kept_commands_go_on_and_repeat(self, world: Path) -> None:
        done = osphg(world, "sweep", "tiny", "-p", "a=0..11", "--out", "out", "--limit", "12")
        assert done.status == 0
        for folder, more, said in (
            ("out", "--out out", "12 cells: 0 computed, 12 kept"),
            ("run", "--out again", "report: again/report.html"),
        ):
            line = json.loads((world / folder / "provenance.json").read_text())["command"]
            assert said in doors.call([*line.split()[1:], *more.split()], world).out
        assert osphg(world, "compare", "run", "again").out.count("the same") == 2

    def test_those_of_one_second_have_their_own_folders(self, world: Path) -> None:
        """A name that another command will make is as good as taken."""
        with folders.workplace(world, "out"):
            assert folders.fresh(world / "out") == world / "out-2"
            with (
                pytest.raises(UsageError, match="is being written by another command"),
                folders.beside(world / "out"),
            ):
                pass
        assert folders.fresh(world / "out") == world / "out"
        assert [osphg(world, "run", "tiny").status for _ in range(3)] == [0, 0, 0]
        assert len(list((world / "runs").iterdir())) == 3

    def test_without_the_whole_mark_a_folder_stays(self, world: Path) -> None:
        """Whoever has named one so."""
        foreign = world / f".osphg-{'a' * 32}"
        shutil.copytree(world / "thesis", foreign)
        for said in ("", "osphg works", "mine"):
            foreign.with_suffix(".lock").write_text(said)
            assert osphg(world, "run", "tiny", "--out", f"new-{len(said)}").status == 0
            assert (foreign / "thesis.tex").read_text() == doors.THESIS


class TestBooks:
    def test_a_bad_notebook_does_not_hide_the_others(self, world: Path) -> None:
        listed = osphg(world, "list")
        assert listed.status == 0
        assert [line.split()[0] for line in listed.out.splitlines()] == ["my-study", "tiny"]
        assert "warning: broken.ipynb is not an experiment" in listed.err

    def test_a_name_does_not_move_the_cursor(self, world: Path) -> None:
        (world / "book" / "tiny.ipynb").rename(world / "book" / "\x1b[2J.ipynb")
        for words in (["list"], ["run", "\x1b[2J"]):
            done = osphg(world, *words)
            assert "its name moves the cursor" in done.err
            assert (done.out + done.err).replace("\n", "").isprintable()


def test_help_answers_at_once() -> None:
    """What is slow to load is loaded by the commands that need it."""
    commands = (["--help"], ["list"], ["show", "figure1"], ["run", "figure1", "-p", "T=x"])
    code = (
        "import sys\nfrom osphg.experiments.command import main\n"
        "slow = {'numpy', 'scipy', 'numba', 'sympy', 'matplotlib', 'papermill', 'nbformat'}\n"
        f"for words in {commands!r}:\n"
        "    sys.argv = ['osphg', *words]\n"
        "    try: main()\n"
        "    except SystemExit: pass\n"
        "    assert not slow & sys.modules.keys(), (words, slow & sys.modules.keys())\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
