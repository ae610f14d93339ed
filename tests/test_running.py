"""One run and its folder; comparing two; verifying one. Real kernels on small notebooks."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import nbformat
import papermill
import pytest

from osphg import experiments
from osphg.experiments import UsageError, comparing, executing, running
from osphg.experiments.command import main
from osphg.experiments.comparing import EXACT, agreement
from osphg.experiments.results import Results

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # jupyter_client's, about event loops
    pytest.mark.filterwarnings("ignore::RuntimeWarning:zmq"),
]

ROOT = Path(__file__).parent.parent

DECLARED = """x: float = 1.0  # a number; in (0, 10]
seed: int = 0  # of nothing; in [0, inf)
fail: bool = False  # stop in the middle
text: str = "a"  # anything"""
BODY = """from matplotlib import pyplot as plt
figure = plt.figure(figsize=(1, 1))
_ = figure.add_subplot().plot([0, x])"""
LAST = """from osphg.experiments.results import Results
if fail:
    raise ValueError("as asked: " + text)
Results("tiny", [
    {"quantity": q, "value": v, "unit": "1"} for q, v in [("x", x / 3), ("seed", seed)]
])"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with a tiny experiment, one that also draws, and one that shows no results."""
    folder = tmp_path_factory.mktemp("book")
    for name, cells in (
        ("tiny", [DECLARED, LAST]),
        ("drawn", [DECLARED, BODY, LAST]),
        ("silent", [DECLARED]),
    ):
        made = nbformat.v4.new_notebook()
        made.cells = [nbformat.v4.new_markdown_cell(f"# {name}")]
        made.cells += [nbformat.v4.new_code_cell(source) for source in cells]
        made.cells[1].metadata["tags"] = ["parameters"]
        if name == "drawn":
            figure = {"name": "fig-../../line", "caption": "A line."}
            made.cells[2].metadata["mystnb"] = {"figure": figure, "image": {"alt": "A line."}}
        made.metadata["osphg"] = {"summary": name, "quick": {"x": 0.5}}
        made.metadata["kernelspec"] = {"name": "python3", "language": "python", "display_name": "p"}
        nbformat.write(made, folder / f"{name}.ipynb")
    return folder


EXECUTE = executing.execute


@cache
def executed(name: str, source: str, parameters: str) -> executing.Execution:
    return EXECUTE(name, source, json.loads(parameters))


@pytest.fixture
def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Execute once what several tests run with the same parameters."""

    def known(
        name: str, source: str, parameters: Mapping[str, Any], **_: Any
    ) -> executing.Execution:
        return executed(name, source, json.dumps(parameters))

    monkeypatch.setattr(executing, "execute", known)


@pytest.fixture(scope="module")
def done(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that went well."""
    out = tmp_path_factory.mktemp("runs") / "deep" / "one"
    experiments.run("drawn", {"x": 2.0}, out=out, book=book)
    return out


def files(folder: Path) -> set[str]:
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


@dataclass
class Called:
    """What the command did."""

    returncode: int
    stdout: str
    stderr: str


def osphg(*words: object, cwd: Path) -> Called:
    """Call the command as a person does, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with chdir(cwd), redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        main([str(word) for word in words])
    return Called(int(ended.value.code or 0), out.getvalue(), err.getvalue())


class TestFolder:
    def test_it_holds_everything(self, done: Path) -> None:
        assert files(done) == {
            "notebook.ipynb", "report.html", "results.csv", "provenance.json",
            "figures/line.png", "figures/line.svg",
        }  # fmt: skip
        assert (done / "figures" / "line.png").read_bytes().startswith(b"\x89PNG")
        assert b"<svg" in (done / "figures" / "line.svg").read_bytes()
        assert [p.name for p in done.parent.iterdir()] == ["one"]

    def test_results_read_back(self, done: Path) -> None:
        table = Results.from_csv("drawn", (done / "results.csv").read_text())
        assert table.values() == {("x",): 2.0 / 3, ("seed",): 0.0}

    def test_provenance(self, book: Path, done: Path) -> None:
        origin = json.loads((done / "provenance.json").read_text())
        assert origin["parameters"] == {"x": 2.0, "seed": 0, "fail": False, "text": "a"}
        assert origin["status"] == "complete"
        assert origin["command"] == f"osphg --book {book} run drawn -p x=2.0"
        assert origin["seconds"] > 0
        assert set(origin["inputs"]) == {"notebook", "package", "lock"}
        assert {"numpy", "papermill", "osphg"} <= set(origin["packages"])
        assert len(origin["results_sha256"]) == 64
        if origin["git"] is not None:
            assert len(origin["git"]["commit"]) == 40
            assert isinstance(origin["git"]["clean"], bool)

    def test_from_python_nothing_is_written(
        self, book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        outcome = experiments.run("tiny", {"seed": 4}, book=book, quick=True)
        assert outcome.results.values() == {("x",): 0.5 / 3, ("seed",): 4.0}
        assert outcome.folder is None
        assert not list(tmp_path.iterdir())

    def test_a_notebook_without_results(self, book: Path, tmp_path: Path) -> None:
        outcome = experiments.run("silent", out=tmp_path / "out", book=book)
        assert outcome.results.rows == ()
        comparing.load(tmp_path / "out")

    def test_hostile_parameter_values_stay_values(self, book: Path, tmp_path: Path) -> None:
        text = "'); import os; os.mkdir('../pwned') #\\\"\"\"</script><b>"
        outcome = experiments.run("tiny", {"text": text}, out=tmp_path / "out", book=book)
        assert outcome.parameters["text"] == text
        assert (
            json.loads((tmp_path / "out" / "provenance.json").read_text())["parameters"]["text"]
            == text
        )
        assert "</script><b>" not in (tmp_path / "out" / "report.html").read_text()
        assert [p.name for p in tmp_path.iterdir()] == ["out"]


class TestRefusals:
    @pytest.mark.parametrize("kind", ["file", "other", "run", "link"])
    def test_an_out_that_is_taken(self, kind: str, book: Path, done: Path, tmp_path: Path) -> None:
        out = tmp_path / "out"
        if kind == "file":
            out.write_text("mine")
        elif kind == "other":
            out.mkdir()
            (out / "thesis.tex").write_text("mine")
        elif kind == "link":
            out.symlink_to(tmp_path)
        else:
            out = done
        before = files(out.parent)
        with pytest.raises(UsageError, match="out "):
            experiments.run("tiny", out=out, book=book)
        with pytest.raises(UsageError, match="out "):
            experiments.run("tiny", out=out, book=book, replace=kind != "run")
        assert files(out.parent) == before

    def test_an_out_that_cannot_be_made(self, book: Path, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(UsageError, match="out cannot be written"):
            experiments.run("tiny", out=tmp_path / "file" / "deep" / "out", book=book)

    def test_bad_parameters_write_nothing(self, book: Path, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match=r"x must be in \(0, 10\], got 11.0"):
            experiments.run("tiny", {"x": 11}, out=tmp_path / "a" / "out", book=book)
        assert not list(tmp_path.iterdir())

    @pytest.mark.usefixtures("remembered")
    def test_a_run_is_replaced_when_asked(self, book: Path, tmp_path: Path) -> None:
        experiments.run("tiny", out=tmp_path / "out", book=book)
        experiments.run("tiny", {"seed": 1}, out=tmp_path / "out", book=book, replace=True)
        assert comparing.load(tmp_path / "out")[1].values()["seed",] == 1.0
        assert [p.name for p in tmp_path.iterdir()] == ["out"]


def shown(html: str, mystnb: Any = None) -> executing.Execution:
    """An executed notebook of one cell, which shows this."""
    made = nbformat.v4.new_notebook()
    output = nbformat.v4.new_output("display_data", {"text/html": html, "image/png": "QQ=="})
    made.cells = [nbformat.v4.new_code_cell("x", outputs=[output]) for _ in range(2)]
    for cell, title in zip(made.cells, ("größe", "grüße"), strict=True):
        cell.metadata["mystnb"] = {"figure": {"name": f"fig-{title}"}} if mystnb is None else mystnb
    return executing.Execution(nbformat.writes(made), 0.1)


class TestWhatIsShown:
    """A notebook may show anything: what was computed is kept."""

    @pytest.mark.parametrize(
        "html",
        [
            Results("tiny", [{"q": "a" * 140_000, "quantity": "x", "value": 1.0, "unit": ""}])
            ._repr_html_(),
            '<a class="osphg-download" download="f" href="data:text/csv;base64,YSxiCjEsMgo=">f</a>',
        ],
        ids=["a label too long for a table", "another table"],
    )  # fmt: skip
    def test_a_table_that_cannot_be_read(
        self, html: str, book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(executing, "execute", lambda *_, **__: shown(html))
        said = "the table of results could not be read: "
        with pytest.raises(RuntimeError, match=said) as caught:
            experiments.run("tiny", out=tmp_path / "out", book=book)
        assert "\n" not in str(caught.value)
        assert {"notebook.ipynb", "provenance.json"} <= files(tmp_path / "out")
        ran = osphg("--book", book, "run", "tiny", "--out", tmp_path / "again", cwd=tmp_path)
        assert ran.returncode == 1
        assert ran.stderr.splitlines()[-1].startswith(f"error: {said}")

    @pytest.mark.parametrize(
        "about", ["abc", 1, [], {"figure": "abc"}, {"figure": {"name": 3}}, {"figure": [1]}]
    )
    def test_metadata_of_any_form(self, about: Any) -> None:
        assert set(executing.figures(shown("", about).notebook)) == {"figure-0.png", "figure-1.png"}

    def test_figures_whose_names_are_spelt_alike(self) -> None:
        assert list(executing.figures(shown("").notebook)) == ["gr-e.png", "gr-e-2.png"]


class TestFailure:
    @pytest.mark.usefixtures("remembered")
    def test_a_complete_run_stays_where_its_replacement_fails(
        self, book: Path, tmp_path: Path
    ) -> None:
        out = tmp_path / "out"
        experiments.run("tiny", out=out, book=book)
        before = {name: (out / name).read_bytes() for name in files(out)}
        with pytest.raises(experiments.RunError) as caught:
            experiments.run("tiny", {"fail": True}, out=out, book=book, replace=True)
        assert caught.value.outcome.folder == tmp_path / "out-2"
        assert "traceback.txt" in files(tmp_path / "out-2")
        assert {name: (out / name).read_bytes() for name in files(out)} == before

    @pytest.mark.usefixtures("remembered")
    def test_what_was_computed_is_kept(self, book: Path, tmp_path: Path) -> None:
        out = tmp_path / "out"
        with pytest.raises(experiments.RunError, match="ValueError: as asked: b") as caught:
            experiments.run("drawn", {"fail": True, "text": "b"}, out=out, book=book)
        assert caught.value.outcome.folder == out
        assert files(out) == {
            "notebook.ipynb", "provenance.json", "traceback.txt", "report.html",
            "figures/line.png", "figures/line.svg",
        }  # fmt: skip
        assert "as asked: b" in (out / "traceback.txt").read_text()
        assert json.loads((out / "provenance.json").read_text())["status"] == "failed"
        with pytest.raises(UsageError, match="not a complete run: it is failed"):
            comparing.load(out)
        experiments.run("tiny", out=out, book=book)  # a failed run gives way without being asked

    @pytest.mark.usefixtures("remembered")
    @pytest.mark.parametrize("how", ["all", "this one"])
    def test_a_full_disk_loses_nothing(
        self, book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
    ) -> None:
        """The run is kept on another disk; where there is none, in the error."""
        elsewhere, here = tmp_path / "elsewhere", tmp_path / "here"
        elsewhere.mkdir()
        here.mkdir()
        monkeypatch.setattr("tempfile.tempdir", str(elsewhere))
        flush, asked = os.fsync, count()

        def full(number: int) -> None:
            if next(asked) == 0 or how == "all":
                raise OSError(28, "No space left on device", "results.csv")
            flush(number)

        monkeypatch.setattr("osphg.experiments.files.os.fsync", full)
        with pytest.raises(running.WriteError) as caught:
            experiments.run("tiny", out=here / "out", book=book)
        monkeypatch.undo()
        kept = caught.value.outcome
        assert str(caught.value) == (
            f"the run could not be written in {here / 'out'}: No space left on device"
        )
        assert kept.results.rows
        assert kept.provenance["status"] == "complete"
        assert not list(here.iterdir())
        if how == "all":
            assert kept.folder is None
            assert not list(elsewhere.iterdir())
        else:
            assert kept.folder is not None
            assert kept.folder.parent == elsewhere
            assert comparing.load(kept.folder)[1].csv() == kept.results.csv()

    @pytest.mark.parametrize("fails", [0, 2, 3])
    def test_a_kernel_that_does_not_start_is_started_again(
        self, fails: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """By names at first, where there are such: a port may be taken by another process."""
        execute, left = papermill.execute_notebook, [None] * fails

        def flaky(before: Path, after: Path, *rest: Any, **options: Any) -> Any:
            if left:
                left.pop()
                after.write_text(before.read_text())
                raise RuntimeError("Kernel died before replying to kernel_info")
            return execute(before, after, *rest, **options)

        monkeypatch.setattr(papermill, "execute_notebook", flaky)
        ask = "import ipykernel.kernelapp as k; print(k.IPKernelApp.instance().transport)"
        cells = [nbformat.v4.new_code_cell("", metadata={"tags": ["parameters"]})]
        cells += [nbformat.v4.new_code_cell(ask)]
        done = EXECUTE("asks", nbformat.writes(nbformat.v4.new_notebook(cells=cells)), {})
        if fails == 3:
            assert done.error == "RuntimeError: Kernel died before replying to kernel_info"
            return
        (printed,) = json.loads(done.notebook)["cells"][-1]["outputs"]
        by_name = sys.platform == "linux" and not fails
        assert printed["text"] == ["ipc\n" if by_name else "tcp\n"]


class TestCompare:
    @pytest.mark.parametrize(
        ("first", "second", "digits"),
        [
            (1.0, 1.0, EXACT),
            (0.0, -0.0, EXACT),
            (float("nan"), float("nan"), EXACT),
            (float("inf"), float("inf"), EXACT),
            (1.0, 1.001, 3.0),
            (1.0, -1.0, 0.0),
            (1.0, float("nan"), 0.0),
            (1.0, float("inf"), 0.0),
            (0.0, 1e-300, 0.0),
            (1.0, None, 0.0),
        ],
    )
    def test_digits(self, first: Any, second: Any, digits: float) -> None:
        assert agreement(first, second) == pytest.approx(digits, abs=0.01)
        assert agreement(second, first) == agreement(first, second)

    @pytest.mark.usefixtures("remembered")
    def test_what_differs(self, book: Path, tmp_path: Path) -> None:
        experiments.run("tiny", out=tmp_path / "a", book=book)
        experiments.run("tiny", {"seed": 1}, out=tmp_path / "b", book=book)
        found = experiments.compare(tmp_path / "a", tmp_path / "b")
        assert [(e.name, e.first, e.second) for e in found.parameters] == [("seed", 0, 1)]
        assert found.code == ()
        assert [(e.name, e.first, e.second) for e in found.results] == [("seed", 0.0, 1.0)]
        assert found.numbers == 2

    def test_a_run_with_itself(self, done: Path) -> None:
        found = experiments.compare(done, done)
        assert (found.parameters, found.code, found.results) == ((), (), ())
        assert found.digits == EXACT

    def test_what_two_sweeps_have_swept_is_compared(self, done: Path) -> None:
        origin, found = comparing.load(done)
        one, two = ({**origin, "grid": {"seed": seeds}} for seeds in ("0..1", "0..2"))
        said = comparing.between(one, found, two, found).parameters
        assert said == (comparing.Difference("seed", "0..1", "0..2"),)
        assert comparing.between(one, found, one, found).parameters == ()

    def test_another_version_is_seen(self, done: Path) -> None:
        origin, values = comparing.load(done)
        other = {**origin, "packages": {**origin["packages"], "numpy": "0.1"}}
        found = comparing.between(origin, values, other, values)
        assert [(e.name, e.second) for e in found.code] == [("numpy", "0.1")]

    @pytest.mark.usefixtures("remembered")
    def test_results_that_were_changed_are_refused(self, book: Path, tmp_path: Path) -> None:
        experiments.run("tiny", out=tmp_path / "out", book=book)
        table = tmp_path / "out" / "results.csv"
        table.write_text(table.read_text().replace("0.3", "0.4"))
        with pytest.raises(UsageError, match="changed after the run: its checksum differs"):
            experiments.verify(tmp_path / "out")

    @pytest.mark.parametrize("content", ["", "[]", "{", '{"format": 99}'])
    def test_what_is_no_run(self, content: str, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match=r"is not a run: it has no provenance\.json"):
            comparing.load(tmp_path)
        (tmp_path / "provenance.json").write_text(content)
        with pytest.raises(UsageError, match=r"provenance\.json cannot be read"):
            comparing.load(tmp_path)


class TestVerify:
    def test_it_repeats(self, done: Path) -> None:
        found, again = experiments.verify(done)
        assert not again.error
        assert found.results == ()
        assert found.numbers == 2

    def test_other_numbers_are_seen(self, book: Path, tmp_path: Path) -> None:
        """A notebook whose number depends on the hour does not verify."""
        made = nbformat.read(book / "tiny.ipynb", as_version=4)
        made.cells[2].source = "import time\nx += time.time_ns() % 1000 * 1e-6\n" + LAST
        nbformat.write(made, tmp_path / "restless.ipynb")
        experiments.run("restless", out=tmp_path / "out", book=tmp_path)
        found, _ = experiments.verify(tmp_path / "out")
        assert [entry.name for entry in found.results] == ["x"]
        assert found.digits < 9

    @pytest.mark.usefixtures("remembered")
    def test_other_code_is_said_first_and_compared_if_asked(
        self, book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        experiments.run("tiny", out=tmp_path / "out", book=book)
        monkeypatch.setattr("osphg.experiments.provenance.package_digest", lambda: "0" * 64)
        ran = osphg("verify", tmp_path / "out", cwd=tmp_path)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr.startswith("error: other code: ")
        assert "this is 000000000000; to compare the numbers nevertheless, --anyway" in ran.stderr
        found, _ = experiments.verify(tmp_path / "out", anyway=True)
        assert [entry.name for entry in found.code] == ["package"]
        assert osphg("verify", tmp_path / "out", "--anyway", cwd=tmp_path).returncode == 0

    def test_another_machine_is_shown(self, done: Path) -> None:
        origin, values = comparing.load(done)
        assert set(origin["machine"]) == {
            "processor", "numba target", "BLAS kernels", "NumPy kernels",
        }  # fmt: skip
        other = {**origin, "machine": {**origin["machine"], "BLAS kernels": "openblas Prescott"}}
        found = comparing.between(origin, values, other, values)
        assert [(e.name, e.second) for e in found.code] == [("BLAS kernels", "openblas Prescott")]

    def test_an_interrupt_is_none_of_its_numbers(
        self, done: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def stopped(*_: Any, **__: Any) -> executing.Execution:
            return executing.Execution("", 0.1, "KeyboardInterrupt: it is", interrupted=True)

        monkeypatch.setattr(executing, "execute", stopped)
        ran = osphg("verify", done, cwd=tmp_path)
        assert (ran.returncode, ran.stderr.splitlines()[-1]) == (130, "interrupted")


class TestCommand:
    def test_what_the_notebook_was_warned_of_is_said_once(self, tmp_path: Path) -> None:
        made = nbformat.v4.new_notebook()
        source = "import warnings\nfor k in range(2): warnings.warn(f'no folder', RuntimeWarning)"
        made.cells = [nbformat.v4.new_code_cell(text) for text in (DECLARED, source, LAST)]
        made.cells[0].metadata["tags"] = ["parameters"]
        made.metadata["kernelspec"] = {"name": "python3", "language": "python", "display_name": "p"}
        (tmp_path / "mine").mkdir()
        nbformat.write(made, tmp_path / "mine" / "warned.ipynb")
        ran = osphg("--book", "mine", "run", "warned", "--out", "out", cwd=tmp_path)
        assert ran.returncode == 0, ran.stderr
        assert ran.stderr.count("warning: no folder\n") == 1

    def test_run_compare_verify(self, book: Path, tmp_path: Path) -> None:
        words = ["--book", str(book), "run", "tiny", "-p", "x=3", "--out", "a"]
        ran = subprocess.run(  # once in a process of its own
            [sys.executable, "-m", "osphg", *words],
            cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        assert "report: a/report.html" in ran.stdout
        assert "tiny: about" in ran.stderr
        compared = osphg("compare", "a", "a", cwd=tmp_path)
        assert "all 2 numbers are equal to the last bit" in compared.stdout
        verified = osphg("verify", "a", cwd=tmp_path)
        assert verified.returncode == 0, verified.stderr
        assert "equal to the last bit" in verified.stdout

    @pytest.mark.parametrize(("interrupted", "status"), [(True, 130), (False, 1)])
    def test_an_interrupt_is_a_person_s(
        self, book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, interrupted: bool,
        status: int,
    ) -> None:  # fmt: skip
        """A notebook that raises what an interrupt raises has failed."""

        def stopped(_: str, source: str, *__: Any, **___: Any) -> executing.Execution:
            error = "KeyboardInterrupt: interrupted"
            return executing.Execution(source, 0.1, error, interrupted=interrupted)

        monkeypatch.setattr(executing, "execute", stopped)
        ran = osphg("--book", book, "run", "tiny", "--out", "a", cwd=tmp_path)
        assert ran.returncode == status
        said = f"tiny failed: KeyboardInterrupt: interrupted (see {tmp_path / 'a'})"
        assert ran.stderr.splitlines()[-1] == f"error: {said}"

    @pytest.mark.usefixtures("remembered")
    @pytest.mark.parametrize("disks", ["none", "another"])
    def test_a_full_disk(
        self, book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, disks: str
    ) -> None:
        flush, asked = os.fsync, count()

        def full(number: int) -> None:
            if next(asked) == 0 or disks == "none":
                raise OSError(28, "No space left on device")
            flush(number)

        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        monkeypatch.setattr("osphg.experiments.files.os.fsync", full)
        ran = osphg("--book", book, "run", "tiny", "--out", "a", cwd=tmp_path)
        assert ran.returncode == 1
        last = ran.stderr.splitlines()[-1]
        said = f"error: the run could not be written in {tmp_path / 'a'}: No space left on device; "
        assert last.startswith(said)
        assert "0.333333" in ran.stdout  # the results at least
        kept = list(tmp_path.glob("osphg-run-*"))
        assert last == said + (f"it is in {kept[0]}" if kept else "it is lost")
        assert bool(kept) == (disks == "another")
        failing = ["run", "drawn", "-p", "fail=true", "-p", "text=b", "--out", "b"]
        asked = count()
        ran = osphg("--book", book, *failing, cwd=tmp_path)
        assert ran.returncode == 1
        last = ran.stderr.splitlines()[-1]
        why = f"(and the run could not be written in {tmp_path / 'b'}: No space left on device)"
        assert last.startswith(f"error: drawn failed: ValueError: as asked: b {why}")
        assert ("(see " in last) == (disks == "another")
        assert not (tmp_path / "a").exists()
        assert not (tmp_path / "b").exists()

    @pytest.mark.usefixtures("remembered")
    def test_a_failing_run_says_where(self, book: Path, tmp_path: Path) -> None:
        words = ["run", "drawn", "-p", "fail=true", "-p", "text=b", "--out", "a"]
        ran = osphg("--book", book, *words, cwd=tmp_path)
        assert ran.returncode == 1
        assert "error: drawn failed: ValueError: as asked: b" in ran.stderr
        assert "Traceback" not in ran.stderr

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ("run figure9", "there is no experiment 'figure9'; did you mean figure1?"),
            ("rnu figure1", "there is no command 'rnu'; did you mean run?"),
            ("run figure1 -p TT=3", "figure1 has no parameter 'TT'; did you mean T?"),
            ("run figure1 -p T=abc", "T must be an integer, got 'abc'"),
            ("run figure1 -p T=nan", "T must be finite, got nan"),
            ("run figure1 -p T=0", "T must be in [1, 100_000_000], got 0"),
            ("run figure1 -p T=10 -p T=20", "-p T is given twice: 10 and 20"),
            ("run figure1 --params list.yaml", "--params must be a mapping"),
            ("run figure1 --params gone.yaml", "--params cannot be read"),
            ("run figure1 --out taken", "out must be new or empty"),
            ("run", "Missing argument 'NAME'."),
            ("show ../../etc", "there is no experiment '../../etc'"),
            ("--book gone list", "book must be a folder of notebooks, got 'gone'"),
            ("sweep figure1", "a sweep must have a parameter that is swept"),
            ("sweep figure1 -p seed=0..1000000", "grid must have at most 10,000 cells"),
            ("sweep figure1 -p seed=3..1", "seed"),
            ("sweep figure1 -p T=10,100 -p W=50", "W must be in [1, T] with T = 10, got 50"),
            ("sweep figure1 -p seed=1,2 --out taken", "taken holds something else"),
            ("sweep figure1 -p seed=1,2 --scheduler tcp://127.0.0.1:1", "does not answer"),
            ("sweep figure1 -p seed=1,2 --jobs 0", "Invalid value for '--jobs'"),
            ("verify taken", "taken is not a run: it has no provenance.json"),
            ("compare taken taken", "taken is not a run"),
            ("completion tcsh", "Invalid value for '{bash|zsh|fish}'"),
        ],
    )
    def test_bad_input_is_one_line_and_status_2(
        self, words: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("osphg.experiments.cluster.PATIENCE", 0.5)
        (tmp_path / "list.yaml").write_text("- 1\n")
        (tmp_path / "taken").mkdir()
        (tmp_path / "taken" / "mine.txt").write_text("")
        before = files(tmp_path)
        ran = osphg(*words.split(), cwd=tmp_path)
        assert ran.returncode == 2
        assert ran.stderr.startswith("error: ")
        assert message in ran.stderr
        assert ran.stderr.count("\n") == 1, ran.stderr
        assert not ran.stdout
        assert files(tmp_path) == before

    def test_list_and_show(self, tmp_path: Path) -> None:
        listed = osphg("list", cwd=tmp_path).stdout
        for name in experiments.catalogue():
            assert name in listed
        shown = osphg("show", "figure1", cwd=tmp_path).stdout
        assert "[1, T]" in shown
        assert "number of rounds" in shown

    @pytest.mark.usefixtures("undrawn")
    def test_a_sweep_goes_on_past_a_failing_cell(self, book: Path, tmp_path: Path) -> None:
        words = ["--book", book, "sweep", "tiny", "-p", "fail=true,false", "-p", "x=1"]
        swept = osphg(*words, "--jobs", "1", cwd=tmp_path)
        assert swept.returncode == 1, swept.stderr
        assert "2 cells: 1 computed, 0 kept, 1 failed" in swept.stdout
        assert "fail=true x=1.0: ValueError: as asked: a" in swept.stderr
        assert "Traceback" not in swept.stderr
        again = osphg(*words, "--jobs", "1", cwd=tmp_path)  # the same command finds its folder
        assert "2 cells: 0 computed, 1 kept, 1 failed" in again.stdout

    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_completion(self, shell: str, tmp_path: Path) -> None:
        assert "_OSPHG_COMPLETE" in osphg("completion", shell, cwd=tmp_path).stdout

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
            **os.environ,
            "_OSPHG_COMPLETE": "bash_complete",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(line.split()) - 1),
        }
        ran = subprocess.run(
            [str(Path(sys.executable).with_name("osphg"))],
            env=environment, capture_output=True, text=True, check=False, cwd=tmp_path,
        )  # fmt: skip
        assert [entry.split(",")[1] for entry in ran.stdout.split()] == offered
