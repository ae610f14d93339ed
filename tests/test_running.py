"""One run and its folder; comparing two; verifying one. Real kernels on small notebooks."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import nbformat
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from papermill.clientwrap import PapermillNotebookClient

from osphg import experiments
from osphg.experiments import RunError, UsageError, comparing, running
from osphg.experiments.command import cli, print_comparison
from osphg.experiments.comparing import EXACT, Comparison, Difference
from osphg.experiments.results import Results
from tests import tiny
from tests.tiny import SHOW, files, origin, osphg

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # jupyter_client's, about event loops
    pytest.mark.filterwarnings("ignore::RuntimeWarning:zmq"),
]
BODY = """from matplotlib import pyplot as plt
from osphg import plots
plots.use_style()
figure = plt.figure(figsize=(1, 1))
_ = figure.add_subplot().plot([0, a])"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs of one experiment with a figure, one that failed, and a run without a table."""
    folder = tmp_path_factory.mktemp("runs")
    book = tiny.book(folder / "book", BODY, tiny.RUN, SHOW)
    path = book / "tiny.ipynb"
    notebook = nbformat.read(path, 4)
    notebook.cells[1].metadata["mystnb"] = {"figure": {"name": "fig-../../line", "caption": "A."}}
    nbformat.write(notebook, path)
    experiments.run("tiny", out=folder / "a", book=book)
    experiments.run("tiny", {"seed": 1}, out=folder / "b", book=book)
    with pytest.raises(RunError, match="RuntimeError: no luck with 0") as caught:
        experiments.run("tiny", {"a": 2, "how": "badly"}, out=folder / "failed", book=book)
    assert caught.value.outcome
    assert caught.value.outcome.folder == folder / "failed"
    experiments.run("tiny", {"how": "silently"}, out=folder / "silent", book=book)
    return folder


class TestFolder:
    def test_it_holds_everything_and_nothing_is_beside_it(self, runs: Path) -> None:
        assert set(files(runs / "a")) == {
            "notebook.ipynb", "report.html", "results.csv", "provenance.json",
            "figures/line.png", "figures/line.svg",
        }  # fmt: skip
        assert files(runs / "a")["figures/line.png"].startswith(b"\x89PNG")
        assert b"<svg" in files(runs / "a")["figures/line.svg"]
        assert set(os.listdir(runs)) == {"a", "b", "book", "failed", "silent"}
        table = Results.from_csv("tiny", (runs / "a" / "results.csv").read_text())
        assert table.values() == {("whole", "cost in $"): 1.0}

    def test_provenance(self, runs: Path) -> None:
        found = origin(runs / "b")
        assert found["parameters"]["seed"] == 1
        assert found["status"] == "complete"
        assert set(found["inputs"]) == {"notebook", "package", "lock"}
        assert {"numpy", "papermill", "osphg"} <= set(found["packages"])
        assert set(found["machine"]) == {"processor"}
        table = (runs / "b" / "results.csv").read_text()
        assert found["results_sha256"] == Results.from_csv("tiny", table).sha256

    def test_what_was_computed_before_an_error_is_kept(self, runs: Path) -> None:
        assert set(files(runs / "failed")) == {
            "notebook.ipynb", "provenance.json", "traceback.txt", "report.html",
            "figures/line.png", "figures/line.svg",
        }  # fmt: skip
        assert "second line" in (runs / "failed" / "traceback.txt").read_text()
        with pytest.raises(UsageError, match="failed is not a complete run: it is failed"):
            comparing.load(runs / "failed")

    def test_from_python_nothing_is_written(self, runs: Path, tmp_path: Path) -> None:
        with chdir(tmp_path):
            text = "'); import os; os.mkdir('../pwned') #\\\"\"\"</script><b>"
            done = experiments.run("tiny", {"mood": text}, book=runs / "book", quick=True)
        assert done.parameters["mood"] == text
        assert done.parameters["pause"] == 0.5
        assert done.folder is None
        assert not list(tmp_path.iterdir())

    @pytest.mark.parametrize("kind", ["file", "folder", "run", "link", "deep in a file"])
    def test_what_exists_is_refused(self, kind: str, runs: Path, tmp_path: Path) -> None:
        where = tmp_path / "taken"
        if kind == "run":
            shutil.copytree(runs / "a", where)
        elif kind == "link":
            where.symlink_to("nowhere")
        elif kind == "folder":
            where.mkdir()
        else:
            where.write_text("mine")
        before = files(tmp_path)
        out = where / "x" / "y" if kind == "deep in a file" else where
        with pytest.raises(UsageError, match=r"^out (must be a new folder|cannot be written): "):
            experiments.run("tiny", out=out, book=runs / "book")
        assert files(tmp_path) == before
        assert os.listdir(tmp_path) == ["taken"]

    def test_what_appears_meanwhile_stays(self, tmp_path: Path) -> None:
        """The executed notebook is kept."""
        make = f"import os; os.makedirs({str(tmp_path / 'out' / 'mine')!r})"
        book = tiny.book(tmp_path / "b", make, SHOW)
        with pytest.raises(RunError, match="out cannot be written: ") as caught:
            experiments.run("tiny", out=tmp_path / "out", book=book)
        assert os.listdir(tmp_path / "out") == ["mine"]
        kept = Path(str(caught.value).partition("; see ")[2])
        assert "cost in $" in kept.read_text()

    def test_a_full_disk_leaves_the_executed_notebook(
        self, runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(running, "_write", full)
        with pytest.raises(RunError, match="No space left on device; see ") as caught:
            experiments.run("tiny", out=tmp_path / "out", book=runs / "book")
        assert caught.value.outcome
        assert caught.value.outcome.results.rows
        kept = Path(str(caught.value).partition("; see ")[2])
        assert "cost in $" in kept.read_text()

    def test_three_in_one_second_have_their_own(self, runs: Path, tmp_path: Path) -> None:
        started = [
            subprocess.Popen(
                **tiny.command("--book", runs / "book", "run", "tiny"), cwd=tmp_path,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )
            for _ in range(3)
        ]  # fmt: skip
        said = [process.communicate() for process in started]
        assert [process.returncode for process in started] == [0, 0, 0], said
        assert len({out.splitlines()[-1] for out, _ in said}) == 3
        found = list((tmp_path / "runs").iterdir())
        assert len(found) == 3
        assert all(origin(path)["status"] == "complete" for path in found)


class TestFailures:
    """Each says what happened, in a folder with its report."""

    @pytest.mark.parametrize(
        ("source", "said"),
        [
            (
                "raise ExceptionGroup('two', [ValueError('first'), TypeError('second')])",
                "ExceptionGroup: two (2 sub-exceptions)",
            ),
            ("import sys; sys.exit(0)", "SystemExit: 0 (the notebook ended itself)"),
            ("import os; os.write(2, b'last words'); os._exit(3)", "DeadKernelError: Kernel died"),
            ("x = (", "SyntaxError"),
        ],
    )
    def test_what_it_says(self, source: str, said: str, tmp_path: Path) -> None:
        book, out = tiny.book(tmp_path / "book", SHOW, source, SHOW), tmp_path / "out"
        with pytest.raises(RunError, match=f"^{re.escape(said)}"):
            experiments.run("tiny", book=book, out=out)
        found = origin(out)
        assert found["status"] == "failed"
        assert found["traceback"]
        if "second" in source or "last words" in source:
            assert "second" in found["traceback"] or "last words" in found["traceback"]
        assert (out / "report.html").exists()

    def test_what_the_command_says(self, tmp_path: Path) -> None:
        """Asserts are made, whatever the environment says."""
        tiny.book(tmp_path / "book", SHOW, "assert a == 7, 'wrong'", SHOW)
        words = ["--book", "book", "run", "tiny", "--out", "out"]
        done = osphg(*words, cwd=tmp_path, environment={"PYTHONOPTIMIZE": "1"})
        assert (done.status, done.out) == (1, "report: out/report.html\n")
        assert done.err.splitlines()[-1] == "error: tiny failed: AssertionError: wrong"

    def test_a_cell_may_be_there_to_raise(self, tmp_path: Path) -> None:
        tiny.book(tmp_path / "book", "1 / 0", SHOW, c0=["raises-exception"])
        done = experiments.run("tiny", book=tmp_path / "book")
        assert done.results.rows
        assert "ZeroDivisionError" in done.notebook
        assert "papermill-error" not in done.notebook

    def test_a_notebook_may_end_early(self, tmp_path: Path) -> None:
        """What comes before is its table, and what has failed before has failed."""
        done = experiments.run("tiny", book=tiny.book(tmp_path / "book", SHOW, tiny.END, "1 / 0"))
        assert done.results.rows
        assert done.provenance["status"] == "complete"
        assert "The page ends here: that is all" in done.notebook
        assert "ZeroDivisionError" not in done.notebook
        tiny.book(tmp_path / "book", SHOW, "1 / 0", tiny.END)
        with pytest.raises(RunError, match="ZeroDivisionError"):
            experiments.run("tiny", book=tmp_path / "book")

    def test_a_time_limit(self, tmp_path: Path) -> None:
        book = tiny.book(tmp_path / "book")
        with pytest.raises(RunError, match="TimeoutError: it took longer than 2 s"):
            experiments.run("tiny", {"pause": 60}, timeout=2, book=book)
        with pytest.raises(UsageError, match="timeout must be a positive number of seconds, got 0"):
            experiments.run("tiny", timeout=0, book=book)

    def test_output_that_comes_late_is_waited_for(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of a cell that has ended: for more than the four seconds that are nbclient's patience."""
        plain = PapermillNotebookClient.process_message

        def slow(self: Any, message: Any, *arguments: Any) -> Any:
            if message["msg_type"] == "display_data":
                time.sleep(0.7)
            return plain(self, message, *arguments)

        monkeypatch.setattr(PapermillNotebookClient, "process_message", slow)
        book = tiny.book(tmp_path / "book", "for k in range(8): display(k)", SHOW)
        assert experiments.run("tiny", book=book).results.rows

    def test_warnings_are_said_once(self, tmp_path: Path) -> None:
        source = "import warnings\nfor k in range(2): warnings.warn('no folder', RuntimeWarning)"
        tiny.book(tmp_path / "book", source, SHOW)
        done = osphg("--book", "book", "run", "tiny", "--out", "out", cwd=tmp_path)
        assert done.status == 0, done.err
        assert done.err.count("warning: no folder\n") == 1

    @pytest.mark.parametrize(
        "html",
        [
            Results("tiny", [{"q": "a" * 140_000, "quantity": "x", "value": 1.0, "unit": ""}])
            ._repr_html_(),
            '<a class="osphg-download" download="f" href="data:text/csv;base64,YSxiCjEsMgo=">f</a>',
        ],
        ids=["a label too long for a table", "another table"],
    )  # fmt: skip
    def test_a_table_that_cannot_be_read(self, html: str, tmp_path: Path) -> None:
        book = tiny.book(tmp_path / "book", f"from IPython.display import HTML\nHTML({html!r})")
        with pytest.raises(RunError, match="the table of results could not be read: "):
            experiments.run("tiny", out=tmp_path / "out", book=book)
        assert {"notebook.ipynb", "provenance.json"} <= set(files(tmp_path / "out"))

    @pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
    def test_stopped(self, stop: signal.Signals, tmp_path: Path) -> None:
        """What was computed is kept, and the status is that of an interrupt."""
        tiny.book(tmp_path / "book")
        log = tmp_path / "log"
        words = ["run", "tiny", "--out", "out", "-p", "pause=60", "-p", f"log={log}"]
        with tiny.background("--book", "book", *words, cwd=tmp_path) as started:
            tiny.wait_for(lambda: tiny.executions(log))
            started.send_signal(stop)
            _, said = started.communicate(timeout=60)
        assert started.returncode == 130, said
        assert said.splitlines()[-1] == "error: tiny failed: KeyboardInterrupt: interrupted"
        assert origin(tmp_path / "out")["status"] == "failed"

    def test_figures_whose_names_are_spelt_alike(self) -> None:
        made = nbformat.v4.new_notebook()
        output = nbformat.v4.new_output("display_data", {"image/png": "QQ=="})
        made.cells = [nbformat.v4.new_code_cell("x", outputs=[output]) for _ in range(2)]
        for cell, title in zip(made.cells, ("größe", "grüße"), strict=True):
            cell.metadata["mystnb"] = {"figure": {"name": f"fig-{title}"}}
        found = running.figures(str(nbformat.writes(made)))
        assert list(found) == ["figures/gr-e.png", "figures/gr-e-2.png"]

    @pytest.mark.parametrize(
        ("names", "files"),
        [
            (["a", "a", "a-2"], ["a", "a-2", "a-2-2"]),
            (["a-2", "a", "a"], ["a-2", "a", "a-3"]),
            (["figure-1", ""], ["figure-1", "figure-1-2"]),
        ],
    )
    def test_a_figure_whose_name_a_number_has_made_is_not_lost(
        self, names: list[str], files: list[str]
    ) -> None:
        made = nbformat.v4.new_notebook()
        for text, name in zip(("QQ==", "Qg==", "Qw=="), names, strict=False):  # A, B, C
            output = nbformat.v4.new_output("display_data", {"image/png": text})
            cell = nbformat.v4.new_code_cell("x", outputs=[output])
            if name:
                cell.metadata["mystnb"] = {"figure": {"name": f"fig-{name}"}}
            made.cells.append(cell)
        found = running.figures(str(nbformat.writes(made)))
        contents = (b"A", b"B", b"C")
        assert found == {
            f"figures/{file}.png": content for file, content in zip(files, contents, strict=False)
        }


class TestComparing:
    @pytest.mark.parametrize(
        ("first", "second", "digits"),
        [
            (1.0, 1.0, EXACT),
            (float("nan"), float("nan"), EXACT),
            (100.0, 100.1, 3.0),
            (1.0, -1.0, 0.0),
            (1.0, float("inf"), 0.0),
            (float("nan"), 1.0, 0.0),
            (0.0, 1e-300, 0.0),
            (1.0, None, 0.0),
        ],
    )
    def test_digits(self, first: Any, second: Any, digits: float) -> None:
        assert Difference("x", first, second).digits == pytest.approx(digits, abs=0.01)

    def test_two_runs(self, runs: Path) -> None:
        found = experiments.compare(runs / "a", runs / "b")
        assert [entry.name for entry in found.parameters] == ["seed"]
        assert found.code == ()
        assert [(e.name, e.first, e.second) for e in found.results] == [
            ("whole, cost in $", 1.0, 1.125)
        ]
        assert experiments.compare(runs / "a", runs / "a").digits == EXACT

    def test_numbers_of_other_units_are_other_numbers(self, runs: Path, tmp_path: Path) -> None:
        other = Path(shutil.copytree(runs / "a", tmp_path / "a"))
        table = (other / "results.csv").read_text()
        (other / "results.csv").write_text(table.replace("EUR", "USD"))
        found = experiments.compare(runs / "a", other)
        assert (found.numbers, found.digits) == (0, 0.0)

    def test_other_code_is_named(self, runs: Path, tmp_path: Path) -> None:
        other = Path(shutil.copytree(runs / "a", tmp_path / "a"))
        changed = origin(other)
        changed["packages"]["numpy"] = "0.1"
        changed["inputs"]["package"] = "0" * 64
        (other / "provenance.json").write_text(json.dumps(changed))
        found = experiments.compare(other, runs / "a")
        assert [(e.name, e.first) for e in found.code] == [("package", "0" * 12), ("numpy", "0.1")]

    @pytest.mark.parametrize(
        ("name", "content", "message"),
        [
            ("provenance.json", "", "complete run: Expecting value"),
            ("provenance.json", None, "provenance.json: No such file"),
            ("provenance.json", "[]", "provenance.json does not say what it is of"),
            ("provenance.json", '{"status": "complete"}', "does not say what it is of"),
            ("results.csv", None, "results.csv: No such file"),
            ("results.csv", "a,b\n1,2\n", "must have the columns quantity, value, unit"),
            ("results.csv.gz", "x", "Not a gzipped file"),
        ],
    )
    def test_what_is_no_run(
        self, name: str, content: str | None, message: str, runs: Path, tmp_path: Path
    ) -> None:
        other = Path(shutil.copytree(runs / "a", tmp_path / "a"))
        (other / name).unlink(missing_ok=True)
        if content is not None:
            (other / name).write_text(content)
        with pytest.raises(UsageError, match="is not a complete run: ") as caught:
            experiments.compare(other, runs / "b")
        assert message in str(caught.value)
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize(
        ("there", "last"),
        [(1.01, "all numbers agree to 2.0 significant"), (None, "1 numbers are in one of them")],
    )
    def test_how_far_numbers_agree(
        self, there: float | None, last: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        differ = (Difference("a", 1.0, there), Difference("b", 1.0, 1.001))
        print_comparison(Comparison((), (), differ, 2), "then", "now")
        assert capsys.readouterr().out.splitlines()[-1].startswith(last)


class TestVerifying:
    def test_a_run_repeats(self, runs: Path) -> None:
        found = experiments.verify(runs / "b", book=runs / "book")
        assert (found.results, found.code, found.numbers) == ((), (), 1)

    def test_other_numbers_are_seen(self, runs: Path, tmp_path: Path) -> None:
        """It is the book's notebook that is executed, whatever the folder holds."""
        book = tiny.book(tmp_path / "book", "a += 1e-6", SHOW)
        done = osphg("--book", book, "verify", runs / "b", cwd=tmp_path)
        assert done.status == 1
        assert "  notebook" in done.out
        assert done.err.splitlines()[-1] == "error: the numbers do not agree to 9 digits"

    def test_a_run_that_fails_now_does_not_repeat(self, runs: Path, tmp_path: Path) -> None:
        book = tiny.book(tmp_path / "book", "1 / 0", SHOW)
        done = osphg("--book", book, "verify", runs / "b", cwd=tmp_path)
        assert (done.status, done.out) == (1, "")
        assert done.err.splitlines()[-1] == "error: ZeroDivisionError: division by zero"

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"grid": {"a": [1]}}, "is a sweep: what osphg run has left is verified"),
            ({"parameters": {"a": -1}}, "a must be in [0, 1_000_000], got -1"),
            ({"parameters": {"b": 1}}, "tiny has no parameter 'b'"),
            ({"experiment": "huge"}, "there is no experiment 'huge'"),
        ],
    )
    def test_refusals(
        self, change: dict[str, Any], message: str, runs: Path, tmp_path: Path
    ) -> None:
        other = Path(shutil.copytree(runs / "a", tmp_path / "a"))
        (other / "provenance.json").write_text(json.dumps(origin(other) | change))
        with pytest.raises(UsageError, match=re.escape(message)):
            experiments.verify(other, book=runs / "book")
        with pytest.raises(UsageError, match="has no numbers that could be compared"):
            experiments.verify(runs / "silent", book=runs / "book")


class TestCommand:
    def test_a_run_from_the_command_line(self, runs: Path, tmp_path: Path) -> None:
        book = runs / "book"
        done = osphg("--book", book, "run", "tiny", "-p", "a=3", "--out", "a", cwd=tmp_path)
        assert done.status == 0, done.err
        assert done.out.splitlines()[-1] == "report: a/report.html"
        assert done.err.startswith("tiny: about 5 s\n")
        assert origin(tmp_path / "a")["command"] == f"osphg --book {book} run tiny -p a=3 --out a"
        done = osphg("--book", book, "run", "tiny", "-p", "how=silently", cwd=tmp_path)
        assert "warning: the notebook shows no table of results" in done.err

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ("run figure9", "there is no experiment 'figure9'; did you mean figure1?"),
            ("rnu figure1", "No such command 'rnu'."),
            ("run figure1 -p TT=3", "figure1 has no parameter 'TT'; did you mean T?"),
            ("run figure1 -p T=abc", "T must be an integer, got 'abc'"),
            ("run figure1 -p T=0", "T must be in [1, 100_000_000], got 0"),
            ("run figure1 -p T=10 -p T=20", "-p T is given twice: 10 and 20"),
            ("run figure1 --params list.yaml", "--params cannot be read: list.yaml: it must be a"),
            ("run figure1 --out taken", "out must be a new folder"),
            ("run figure1 --timeout -1", "timeout must be a positive number of seconds, got -1"),
            ("run", "Missing argument 'NAME'."),
            ("--book gone list", "book must be a folder of notebooks, got 'gone'"),
            ("sweep figure1", "a sweep must have a parameter that is swept"),
            ("sweep figure1 -p seed=0..100000", "grid must have at most 10,000 cells"),
            ("sweep figure1 -p T=10,100 -p W=50", "W must be in [1, T] with T = 10, got 50"),
            ("sweep figure1 -p seed=1,2 --out taken", "it holds something else, and no sweep"),
            ("sweep figure1 -p seed=1,2 --jobs 0", "jobs must be a positive integer, got 0"),
            ("verify taken", "taken is not a complete run: provenance.json: No such file"),
        ],
    )
    def test_bad_input_is_one_line_and_status_2(
        self, words: str, message: str, tmp_path: Path
    ) -> None:
        (tmp_path / "list.yaml").write_text("- 1\n")
        (tmp_path / "taken").mkdir()
        (tmp_path / "taken" / "mine.txt").write_text("")
        before = files(tmp_path)
        done = osphg(*words.split(), cwd=tmp_path)
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("error: ")
        assert message in done.err
        assert done.err.count("\n") == 1, done.err
        assert files(tmp_path) == before

    def test_list_show_and_help(self, tmp_path: Path) -> None:
        alone = osphg(cwd=tmp_path)
        assert (alone.status, alone.out) == (2, "")
        assert "Say what differs between two runs" in alone.err
        assert osphg("run", "--help", cwd=tmp_path).status == 0
        listed = osphg("list", cwd=tmp_path).out
        for name in experiments.catalogue():
            assert name in listed
        shown = osphg("show", "figure1", cwd=tmp_path).out
        assert "[1, T]" in shown
        assert "number of rounds" in shown

    def test_a_bad_notebook_does_not_hide_the_others(self, tmp_path: Path) -> None:
        tiny.book(tmp_path / "book")
        (tmp_path / "book" / "broken.ipynb").write_text('{"cells": 3}')
        listed = osphg("--book", "book", "list", cwd=tmp_path)
        assert [line.split()[0] for line in listed.out.splitlines()] == ["tiny"]
        assert "warning: broken.ipynb is not an experiment" in listed.err

    def test_a_reader_that_has_enough_is_no_error(self, tmp_path: Path) -> None:
        command = f"{sys.executable} -m osphg list | true; echo ${{PIPESTATUS[0]}}"
        ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
        assert (ran.stdout, ran.stderr) in (("141\n", ""), ("0\n", ""))

    @pytest.mark.skipif(sys.platform != "linux", reason="there is no /dev/full")
    def test_a_disk_that_is_full_is_said(self) -> None:
        with open("/dev/full", "w") as full:
            words = [sys.executable, "-m", "osphg", "list"]
            ran = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True)
        assert (ran.returncode, ran.stderr) == (1, "error: output: No space left on device\n")

    @pytest.mark.parametrize(
        ("line", "offered"),
        [
            ("osphg ver", ["verify"]),
            ("osphg run fig", ["figure1", "figure1_horizons", "figure1_sentences"]),
            ("osphg run figure1 -p wei", ["weighted="]),
        ],
    )
    def test_what_the_shell_is_offered(self, line: str, offered: list[str], tmp_path: Path) -> None:
        environment = {
            "_OSPHG_COMPLETE": "bash_complete",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(line.split()) - 1),
        }
        ran = osphg(cwd=tmp_path, environment=environment)
        assert [entry.split(",")[1] for entry in ran.out.split()] == offered


# What a line can hold: texts, and bytes that are none; no NUL.
TEXTS = st.binary(max_size=30).map(lambda found: os.fsdecode(found.replace(b"\0", b"")))
WORDS = TEXTS | st.sampled_from([
    "--", "2,3", "0..3", "5..2", "..", "0..1e30", "nan", "1e400", "010", "9" * 5000, "[" * 3000,
    "[1,2],[3]", "1,,2", "none", "'", "\x1b[31m", "a\nb", "\udcff", "taken", "/dev/null/x",
    "list.yaml",
])  # fmt: skip
SET = st.builds("{}={}".format, st.sampled_from(["a", "how", "factors", "mood"]) | WORDS, WORDS)
OPTIONS = st.lists(
    st.tuples(st.just("-p"), SET | WORDS)
    | st.tuples(st.sampled_from(["--out", "--params", "--timeout", "--jobs", "--limit"]), WORDS)
    | st.tuples(st.just("--quick")),
    max_size=4,
).map(lambda pairs: [word for pair in pairs for word in pair])
LINES = st.tuples(
    st.sampled_from(["run", "sweep", "show", "compare", "verify", "list"]) | WORDS,
    st.just("tiny") | WORDS,
    OPTIONS,
).map(lambda parts: ["--book", "book", parts[0], parts[1], *parts[2]])


class ReachedError(Exception):
    """A command would execute a notebook now."""


class TestHostile:
    @pytest.fixture
    def world(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
        tiny.book(tmp_path / "book")
        (tmp_path / "list.yaml").write_text("a: &a [x]\nb: *a\n")
        (tmp_path / "taken").mkdir()
        (tmp_path / "taken" / "mine.txt").write_text("forty years of work")

        def reach(*_: object, **__: object) -> None:
            raise ReachedError

        monkeypatch.setattr("osphg.experiments.running._staging", reach)
        monkeypatch.setattr("osphg.experiments.sweeping._folder", reach)
        monkeypatch.setattr("osphg.experiments.running.check_ready", lambda _: None)
        with chdir(tmp_path):
            yield tmp_path

    @settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(LINES)
    def test_any_line_is_one_clear_refusal_or_a_run(self, world: Path, line: list[str]) -> None:
        """And nothing is written before that."""
        import click

        before = files(world)
        try:
            with cli.make_context("osphg", list(line)) as context:
                cli.invoke(context)
        except (UsageError, click.ClickException) as error:
            text = error.format_message() if isinstance(error, click.ClickException) else str(error)
            assert text.strip()
            assert len(text) < 100_000
        except (ReachedError, click.exceptions.Exit):
            pass
        assert files(world) == before


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
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
