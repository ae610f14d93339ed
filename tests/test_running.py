"""One run and its folder; comparing two; verifying one. Real kernels on small notebooks."""

from __future__ import annotations

import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any

import nbformat
import pytest

from osphg import experiments
from osphg.experiments import UsageError, comparing, running
from osphg.experiments.command import print_comparison
from osphg.experiments.comparing import EXACT, Comparison, Difference
from osphg.experiments.results import Results
from tests.doors import Called, call, reseal

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # jupyter_client's, about event loops
    pytest.mark.filterwarnings("ignore::RuntimeWarning:zmq"),
]

DECLARED = """x: float = 1.0  # a number; in (0, 10]
seed: int = 0  # of nothing; in [0, inf)
fail: bool = False  # stop in the middle
text: str = "a"  # anything"""
BODY = """from matplotlib import pyplot as plt
from osphg import plots
plots.use_style()
figure = plt.figure(figsize=(1, 1))
_ = figure.add_subplot().plot([0, x])"""
LAST = """from osphg.experiments.results import Results
if fail:
    raise ValueError("as asked: " + text)
Results("tiny", [
    {"quantity": q, "value": v, "unit": "1"} for q, v in [("x", x / 3), ("seed", seed)]
])"""


def write(folder: Path, name: str, *cells: str) -> Path:
    """Write a notebook whose first cell declares the parameters."""
    made = nbformat.v4.new_notebook()
    made.cells = [nbformat.v4.new_markdown_cell(f"# {name}")]
    made.cells += [nbformat.v4.new_code_cell(source) for source in (DECLARED, *cells)]
    made.cells[1].metadata["tags"] = ["parameters"]
    if BODY in cells:
        figure = {"name": "fig-../../line", "caption": "A line."}
        made.cells[2].metadata["mystnb"] = {"figure": figure, "image": {"alt": "A line."}}
    made.metadata["osphg"] = {"summary": name, "quick": {"x": 0.5}}
    made.metadata["kernelspec"] = {"name": "python3", "language": "python", "display_name": "p"}
    nbformat.write(made, folder / f"{name}.ipynb")
    return folder


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with a tiny experiment, one that also draws, and one that shows no results."""
    folder = tmp_path_factory.mktemp("book")
    write(folder, "drawn", BODY, LAST)
    write(folder, "silent")
    return write(folder, "tiny", LAST)


@pytest.fixture(scope="module")
def runs(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folders of runs that went well, and of one that failed."""
    folder = tmp_path_factory.mktemp("runs")
    experiments.run("drawn", {"x": 2.0}, out=folder / "deep" / "one", book=book)
    experiments.run("tiny", out=folder / "a", book=book)
    experiments.run("tiny", {"seed": 1}, out=folder / "b", book=book)
    with pytest.raises(experiments.RunError, match="ValueError: as asked: b") as caught:
        experiments.run("drawn", {"fail": True, "text": "b"}, out=folder / "failed", book=book)
    assert caught.value.outcome
    assert caught.value.outcome.folder == folder / "failed"
    return folder


def files(folder: Path) -> dict[str, bytes]:
    found = (p for p in sorted(folder.rglob("*")) if p.is_file())
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in found}


def osphg(*words: object, cwd: Path) -> Called:
    """Call the command as a person does, in this process."""
    return call([*map(str, words)], cwd)


def apart(*words: object, cwd: Path, before: Callable[[], None] | None = None) -> Called:
    """Call the command in a process of its own."""
    scratch = cwd / "scratch"
    scratch.mkdir(exist_ok=True)
    ran = subprocess.run(
        [sys.executable, "-m", "osphg", *map(str, words)],
        cwd=cwd, capture_output=True, text=True, check=False, timeout=300, preexec_fn=before,
        env=os.environ | {"TMPDIR": str(scratch)},
    )  # fmt: skip
    return Called(ran.returncode, ran.stdout, ran.stderr)


class TestFolder:
    def test_it_holds_everything_and_nothing_is_beside_it(self, runs: Path) -> None:
        done = runs / "deep" / "one"
        assert set(files(done)) == {
            "notebook.ipynb", "report.html", "results.csv", "provenance.json",
            "figures/line.png", "figures/line.svg",
        }  # fmt: skip
        assert files(done)["figures/line.png"].startswith(b"\x89PNG")
        assert b"<svg" in files(done)["figures/line.svg"]
        assert os.listdir(done.parent) == ["one"]
        table = Results.from_csv("drawn", (done / "results.csv").read_text())
        assert table.values() == {("x",): 2.0 / 3, ("seed",): 0.0}

    def test_provenance(self, book: Path, runs: Path) -> None:
        origin = json.loads((runs / "deep" / "one" / "provenance.json").read_text())
        assert origin["parameters"] == {"x": 2.0, "seed": 0, "fail": False, "text": "a"}
        assert origin["status"] == "complete"
        assert origin["seconds"] > 0
        assert set(origin["inputs"]) == {"notebook", "package", "lock"}
        assert {"numpy", "papermill", "osphg"} <= set(origin["packages"])
        assert set(origin["machine"]) == {
            "processor", "numba target", "BLAS kernels", "NumPy kernels",
        }  # fmt: skip
        if origin["git"] is not None:
            assert len(origin["git"]["commit"]) == 40

    def test_from_python_nothing_is_written(self, book: Path, tmp_path: Path) -> None:
        with chdir(tmp_path):
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
        assert "</script><b>" not in (tmp_path / "out" / "report.html").read_text()
        assert [p.name for p in tmp_path.iterdir()] == ["out"]

    def test_what_was_computed_before_an_error_is_kept(self, book: Path, runs: Path) -> None:
        out = runs / "failed"
        assert set(files(out)) == {
            "notebook.ipynb", "provenance.json", "traceback.txt", "report.html",
            "figures/line.png", "figures/line.svg",
        }  # fmt: skip
        assert "as asked: b" in (out / "traceback.txt").read_text()
        with pytest.raises(UsageError, match="not a complete run: it is failed"):
            comparing.load(out)
        other = shutil.copytree(out, out.with_name("given"))
        experiments.run("tiny", out=other, book=book)  # it gives way without being asked
        assert "figures/line.png" not in files(other)
        assert files(other.with_name("given-replaced")) == files(out)


class TestReplace:
    @pytest.fixture
    def out(self, runs: Path, tmp_path: Path) -> Path:
        return Path(shutil.copytree(runs / "a", tmp_path / "out"))

    @pytest.mark.parametrize("kind", ["file", "other", "run", "link", "deep in a file"])
    def test_what_exists_is_never_touched(self, kind: str, book: Path, out: Path) -> None:
        where = out.with_name("taken")
        if kind == "run":
            where = out
        elif kind == "link":
            where.symlink_to(out)
        elif kind == "other":
            where.mkdir()
            (where / "thesis.tex").write_text("mine")
        else:
            where.write_text("mine")
            where = where / "x" / "y" if kind != "file" else where
        before = files(out.parent)
        for replace in (False, True)[: 1 if kind == "run" else 2]:
            with pytest.raises(UsageError, match=r"^out "):
                experiments.run("tiny", out=where, book=book, replace=replace)
        assert files(out.parent) == before

    def test_a_run_is_replaced_when_asked(self, book: Path, out: Path) -> None:
        experiments.run("tiny", {"seed": 1}, out=out, book=book, replace=True)
        assert comparing.load(out)[1].values()["seed",] == 1.0
        assert {p.name for p in out.parent.iterdir()} == {"out", "out-replaced"}

    def test_a_complete_run_stays_where_its_replacement_fails(self, book: Path, out: Path) -> None:
        before = files(out)
        with pytest.raises(experiments.RunError) as caught:
            experiments.run("tiny", {"fail": True}, out=out, book=book, replace=True)
        assert caught.value.outcome
        assert caught.value.outcome.folder == out.with_name("out-2")
        assert "traceback.txt" in files(out.with_name("out-2"))
        assert files(out) == before


def shown(html: str, mystnb: Any = None) -> str:
    """An executed notebook whose cells show this."""
    made = nbformat.v4.new_notebook()
    output = nbformat.v4.new_output("display_data", {"text/html": html, "image/png": "QQ=="})
    made.cells = [nbformat.v4.new_code_cell("x", outputs=[output]) for _ in range(2)]
    for cell, title in zip(made.cells, ("größe", "grüße"), strict=True):
        cell.metadata["mystnb"] = {"figure": {"name": f"fig-{title}"}} if mystnb is None else mystnb
    return str(nbformat.writes(made))


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
    def test_a_table_that_cannot_be_read(self, html: str, tmp_path: Path) -> None:
        write(tmp_path, "odd", f"from IPython.display import HTML\nHTML({html!r})")
        ran = osphg("--book", tmp_path, "run", "odd", "--out", "out", cwd=tmp_path)
        assert ran.status == 1
        assert "the table of results could not be read: " in ran.err.splitlines()[-1]
        assert {"notebook.ipynb", "provenance.json"} <= set(files(tmp_path / "out"))

    def test_figures_whose_names_are_spelt_alike(self) -> None:
        assert list(running.figures(shown(""))) == ["gr-e.png", "gr-e-2.png"]


class TestDisk:
    @pytest.mark.parametrize("words", [["tiny"], ["drawn", "-p", "fail=true"]])
    def test_full_after_the_run(self, words: list[str], book: Path, tmp_path: Path) -> None:
        """The folder is beside another one, of another disk, which is full."""
        small = tmp_path / "small"
        small.mkdir()
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(small)],
            capture_output=True, check=False,
        )  # fmt: skip
        if done.returncode:
            pytest.skip("no small disk can be made here")
        try:
            ran = apart("--book", book, "run", *words, "--out", small / "out", cwd=tmp_path)
            assert ran.status == 1
            said = f"the run could not be written in {small / 'out'}: No space left on device"
            assert said in ran.err.splitlines()[-1]
            (kept,) = (tmp_path / "scratch").glob("osphg-kept-*/out")
            assert str(kept) in ran.err.splitlines()[-1]
            assert "provenance.json" in files(kept)
            assert not list(small.iterdir())
        finally:
            subprocess.run(["umount", str(small)], check=True)

    def test_a_place_that_cannot_be_written_is_found_before_anything_runs(
        self, book: Path, tmp_path: Path
    ) -> None:
        def nothing() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))

        refused = [("/proc/osphg", None), ("/dev/null/out", None), (tmp_path / "full", nothing)]
        for out, before in refused:
            for verb in (["run", "tiny"], ["sweep", "tiny", "-p", "x=1,2"]):
                ran = apart("--book", book, *verb, "--out", out, cwd=tmp_path, before=before)
                assert ran.status == 2, (out, verb, ran.err)
                assert re.match("error: out cannot be (written|used): ", ran.err.splitlines()[-1])
        assert not (tmp_path / "full").exists()


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
        assert Difference("x", first, second).digits == pytest.approx(digits, abs=0.01)
        assert Difference("x", second, first).digits == Difference("x", first, second).digits

    def test_what_differs(self, runs: Path) -> None:
        found = experiments.compare(runs / "a", runs / "b")
        assert [(e.name, e.first, e.second) for e in found.parameters] == [("seed", 0, 1)]
        assert found.code == ()
        assert [(e.name, e.first, e.second) for e in found.results] == [("seed", 0.0, 1.0)]
        assert found.numbers == 2
        assert experiments.compare(runs / "a", runs / "a").digits == EXACT
        with pytest.raises(UsageError, match="runs must be of one experiment, got tiny in"):
            experiments.compare(runs / "a", runs / "deep" / "one")

    @pytest.mark.parametrize(
        ("change", "name"),
        [
            ({"packages": {"numpy": "0.1"}}, "numpy"),
            ({"machine": {"BLAS kernels": "openblas Prescott"}}, "BLAS kernels"),
            ({"python": "3.9"}, "python"),
            ({"grid": {"seed": "0..2"}}, "seed"),
        ],
    )
    def test_code_machine_and_grid_are_compared(
        self, change: dict[str, Any], name: str, runs: Path, tmp_path: Path
    ) -> None:
        other = Path(shutil.copytree(runs / "a", tmp_path / "other"))
        reseal(other, **change)
        found = experiments.compare(runs / "a", other)
        assert name in [e.name for e in (*found.code, *found.parameters)]

    def test_results_that_were_changed_are_refused(self, runs: Path, tmp_path: Path) -> None:
        out = Path(shutil.copytree(runs / "a", tmp_path / "out"))
        table = out / "results.csv"
        table.write_text(table.read_text().replace("0.3", "0.4"))
        with pytest.raises(UsageError, match="changed after the run: its checksum differs"):
            experiments.compare(out, out)

    @pytest.mark.parametrize("content", ["", "[]", "{", '{"format": 99}'])
    def test_what_is_no_run(self, content: str, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match=r"is not a run: it has no provenance\.json"):
            comparing.load(tmp_path)
        (tmp_path / "provenance.json").write_text(content)
        with pytest.raises(UsageError, match=r"provenance\.json cannot be read"):
            comparing.load(tmp_path)


class TestVerify:
    def test_it_repeats(self, book: Path, runs: Path) -> None:
        found, again = experiments.verify(runs / "deep" / "one", book=book)
        assert not again.error
        assert (found.results, found.code, found.numbers) == ((), (), 2)

    def test_nothing_to_compare_is_no_agreement(
        self, book: Path, runs: Path, tmp_path: Path
    ) -> None:
        experiments.run("silent", out=tmp_path / "out", book=book)
        with pytest.raises(UsageError, match="has no numbers that could be compared"):
            experiments.verify(tmp_path / "out", book=book)
        other = Path(shutil.copytree(runs / "a", tmp_path / "a"))
        table = (other / "results.csv").read_text().replace(",1\n", ",EUR\n")
        (other / "results.csv").write_text(table)
        reseal(other, results_sha256=hashlib.sha256(table.encode()).hexdigest())
        found = experiments.compare(runs / "a", other)
        assert (found.numbers, found.digits) == (0, 0.0)

    def test_other_numbers_are_seen(self, tmp_path: Path) -> None:
        """A notebook whose number is drawn anew does not verify."""
        write(tmp_path, "restless", "import uuid\nx += uuid.uuid4().int % 10**6 * 1e-8\n" + LAST)
        words = ["--book", tmp_path]
        assert osphg(*words, "run", "restless", "--out", "out", cwd=tmp_path).status == 0
        ran = osphg(*words, "verify", "out", cwd=tmp_path)
        assert ran.status == 1
        assert "the numbers do not agree to 9 digits" in ran.err
        assert osphg(*words, "verify", "out", "--digits", "1", cwd=tmp_path).status == 0

    def test_only_the_books_notebook_is_executed_unless_trusted(
        self, runs: Path, tmp_path: Path
    ) -> None:
        """Neither a stranger's, nor the book's own of another day; and before anything else."""
        reseal(Path(shutil.copytree(runs / "a", tmp_path / "a")), inputs={"notebook": "0"})
        for folder in (runs / "b", tmp_path / "a"):
            ran = osphg("verify", folder, cwd=tmp_path)
            assert (ran.status, ran.out) == (2, "")
            assert "not the book's notebook" in ran.err or folder.parent == tmp_path
        done = osphg("verify", runs / "b", "--trust", cwd=tmp_path)
        assert done.status == 0, done.err
        write(tmp_path, "tiny", LAST + "  # changed")
        ran = osphg("--book", tmp_path, "verify", runs / "b", cwd=tmp_path)
        assert "--trust" in ran.err

    def test_what_a_run_has_besides_is_not_executed(
        self, book: Path, runs: Path, tmp_path: Path
    ) -> None:
        """Injected values are no part of a notebook's digest: as many as there are."""
        out = Path(shutil.copytree(runs / "a", tmp_path / "out"))
        path = out / "notebook.ipynb"
        notebook = json.loads(path.read_text())
        (cell,) = (c for c in notebook["cells"] if "injected-parameters" in c["metadata"]["tags"])
        made = f"open({str(tmp_path / 'pwned')!r}, 'w')"
        notebook["cells"].append(cell | {"id": "other", "source": made})
        path.write_text(json.dumps(notebook))
        files = json.loads((out / "provenance.json").read_text())["files"]
        reseal(out, files=files | {path.name: hashlib.sha256(path.read_bytes()).hexdigest()})
        assert experiments.verify(out, book=book)[0].results == ()
        assert not (tmp_path / "pwned").exists()

    @pytest.mark.parametrize("what", ["package", "numpy", "python"])
    def test_other_code_is_said_first_and_compared_if_asked(
        self, what: str, book: Path, runs: Path, tmp_path: Path
    ) -> None:
        out = Path(shutil.copytree(runs / "a", tmp_path / "out"))
        origin = json.loads((out / "provenance.json").read_text())
        changes = {
            "package": {"inputs": origin["inputs"] | {"package": "0" * 64}},
            "numpy": {"packages": origin["packages"] | {"numpy": "0.1"}},
            "python": {"python": "3.9"},
        }
        reseal(out, **changes[what])
        ran = osphg("--book", book, "verify", out, cwd=tmp_path)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("error: other code: ")
        assert "to compare the numbers nevertheless, --anyway" in ran.err
        if what == "package":
            found, _ = experiments.verify(out, anyway=True, book=book)
            assert [entry.name for entry in found.code] == ["package"]


class TestCommand:
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

    def test_what_the_notebook_was_warned_of_is_said_once(self, tmp_path: Path) -> None:
        source = "import warnings\nfor k in range(2): warnings.warn(f'no folder', RuntimeWarning)"
        write(tmp_path, "warned", source, LAST)
        ran = osphg("--book", ".", "run", "warned", "--out", "out", cwd=tmp_path)
        assert ran.status == 0, ran.err
        assert ran.err.count("warning: no folder\n") == 1
        assert ran.err.startswith("warned: into out\n")  # it does not say how long it takes

    def test_in_a_process_of_its_own(self, book: Path, tmp_path: Path) -> None:
        ran = apart("--book", book, "run", "tiny", "-p", "x=3", "--out", "a", cwd=tmp_path)
        assert ran.status == 0, ran.err
        assert "report: a/report.html" in ran.out
        assert "tiny: into a" in ran.err
        origin = json.loads((tmp_path / "a" / "provenance.json").read_text())
        assert origin["command"] == f"osphg --book {book} run tiny -p x=3 --out a"
        assert not list((tmp_path / "scratch").iterdir())
        compared = osphg("compare", "a", "a", cwd=tmp_path)
        assert "all 2 numbers are equal to the last bit" in compared.out

    @pytest.mark.skipif(sys.platform == "darwin", reason="names are UTF-8 there")
    def test_a_folder_whose_name_is_not_unicode(self, book: Path, tmp_path: Path) -> None:
        out = os.fsdecode(b"it's caf\xe9\\")
        ran = apart("--book", book, "run", "silent", "--out", out, cwd=tmp_path)
        assert ran.status == 0, ran.err
        assert (tmp_path / out / "report.html").is_file()
        origin = json.loads((tmp_path / out / "provenance.json").read_text())
        assert origin["command"].endswith(r" run silent --out $'it\'s caf\xe9\\'")

    def test_a_run_without_results_says_so(self, book: Path, tmp_path: Path) -> None:
        ran = osphg("--book", book, "run", "silent", "--out", "a", cwd=tmp_path)
        assert (ran.status, ran.out) == (0, "report: a/report.html\n")
        assert "warning: the notebook shows no table of results" in ran.err

    def test_a_failing_run_says_where(self, book: Path, tmp_path: Path) -> None:
        words = ["run", "tiny", "-p", "fail=true", "-p", "text=b", "--out", "a"]
        ran = osphg("--book", book, *words, cwd=tmp_path)
        assert ran.status == 1
        assert f"error: tiny failed: ValueError: as asked: b (see {tmp_path / 'a'})" in ran.err
        assert "Traceback" not in ran.err

    @pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
    def test_ctrl_c(self, stop: signal.Signals, tmp_path: Path) -> None:
        """What was computed is kept, and the status is that of an interrupt."""
        from tests import tiny

        write(tmp_path, "slow", "open('%s', 'w')\nimport time\ntime.sleep(60)" % (tmp_path / "on"))
        started = subprocess.Popen(
            [sys.executable, "-m", "osphg", "--book", ".", "run", "slow", "--out", "out"],
            cwd=tmp_path, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        tiny.wait_for((tmp_path / "on").exists, 60)
        started.send_signal(stop)
        _, said = started.communicate(timeout=60)
        assert started.returncode == 130, said
        assert "slow failed: KeyboardInterrupt: interrupted" in said.splitlines()[-1]
        assert "Traceback" not in said
        assert json.loads((tmp_path / "out/provenance.json").read_text())["status"] == "failed"

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ("run figure9", "there is no experiment 'figure9'; did you mean figure1?"),
            ("rnu figure1", "No such command 'rnu'. Did you mean 'run'?"),
            ("run figure1 -p TT=3", "figure1 has no parameter 'TT'; did you mean T?"),
            ("run figure1 -p T=abc", "T must be an integer, got 'abc'"),
            ("run figure1 -p T=0", "T must be in [1, 100_000_000], got 0"),
            ("run figure1 -p T=10 -p T=20", "-p T is given twice: 10 and 20"),
            (
                "run figure1 --params list.yaml",
                "--params cannot be read: list.yaml: it must be a mapping",
            ),
            ("run figure1 --out taken", "out must be new or empty"),
            ("run", "Missing argument 'NAME'."),
            ("run figure1 --out /proc", "out must be a folder in /proc, which is a disk's own"),
            ("--book gone list", "book must be a folder of notebooks, got 'gone'"),
            ("sweep figure1", "a sweep must have a parameter that is swept"),
            ("sweep figure1 -p seed=0..100000", "grid must have at most 10,000 cells"),
            ("sweep figure1 -p T=10,100 -p W=50", "W must be in [1, T] with T = 10, got 50"),
            ("sweep figure1 -p seed=1,2 --out taken", "taken holds something else"),
            ("sweep figure1 -p seed=1,2 --jobs 0", "Invalid value for '--jobs'"),
            ("verify taken", "taken is not a run: it has no provenance.json"),
        ],
    )
    def test_bad_input_is_one_line_and_status_2(
        self, words: str, message: str, tmp_path: Path
    ) -> None:
        (tmp_path / "list.yaml").write_text("- 1\n")
        (tmp_path / "taken").mkdir()
        (tmp_path / "taken" / "mine.txt").write_text("")
        before = files(tmp_path)
        ran = osphg(*words.split(), cwd=tmp_path)
        assert ran.status == 2
        assert ran.err.startswith("error: ")
        assert message in ran.err
        assert ran.err.count("\n") == 1, ran.err
        assert not ran.out
        assert files(tmp_path) == before

    def test_alone_it_helps(self, tmp_path: Path) -> None:
        ran = osphg(cwd=tmp_path)
        assert (ran.status, ran.out) == (2, "")
        assert "Say what differs between two runs" in ran.err

    def test_list_and_show(self, tmp_path: Path) -> None:
        listed = osphg("list", cwd=tmp_path).out
        for name in experiments.catalogue():
            assert name in listed
        shown = osphg("show", "figure1", cwd=tmp_path).out
        assert "[1, T]" in shown
        assert "number of rounds" in shown

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
