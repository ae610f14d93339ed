"""What `pip install osphg` gives: a wheel that carries the book, outside of any copy of it."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from osphg.sources import package_digest

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(sysconfig.get_paths()["purelib"])
CORE = ("click", "lazy_loader", "tqdm", "yaml")  # what the command itself imports


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree; made offline, as `pip` makes it."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.iterdir()
    return made


class Environment:
    """An environment of its own in which the wheel is installed, and a folder to work in."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.work = folder
        venv.create(folder / "env", with_pip=False)
        self.python = folder / "env" / "bin" / "python"
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
        pip += ["--python", str(self.python), "install", "--quiet", "--no-index", "--no-deps"]
        subprocess.run([*pip, str(wheel)], check=True, capture_output=True)
        (self.packages,) = (folder / "env").glob("lib/python*/site-packages")

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment; nothing of this tree is on its path."""
        hidden = {"PYTHONPATH", "VIRTUAL_ENV"}
        kept = {name: value for name, value in os.environ.items() if name not in hidden}
        return subprocess.run(
            [str(self.python.with_name(command[0])), *command[1:]],
            cwd=self.work, capture_output=True, text=True, check=False, timeout=300,
            env=kept | {"NUMBA_DISABLE_JIT": "1"},  # what compiles elsewhere: test_read_only
        )  # fmt: skip


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("installed"), wheel)


@pytest.fixture
def full(installed: Environment, tmp_path: Path) -> Iterator[Environment]:
    """The environment with all extras: the packages of this one, but not its osphg."""
    installed.work = tmp_path
    # A line of a .pth file adds a folder, and not what that folder's own .pth files name.
    shared = installed.packages / "shared.pth"
    shared.write_text(f"{SHARED}\n")
    yield installed
    shared.unlink()


@pytest.fixture
def bare(installed: Environment, tmp_path: Path) -> Iterator[Environment]:
    """The environment without any extra."""
    installed.work = tmp_path
    core = [installed.packages / name for name in CORE]
    for link in core:
        link.symlink_to(SHARED / link.name)
    yield installed
    for link in core:
        link.unlink()


def test_figure_1_runs_from_the_wheel(full: Environment) -> None:
    where = full.run("python", "-c", "import osphg; print(osphg.__file__)").stdout.strip()
    assert Path(where).is_relative_to(full.packages)
    digest = "from osphg.sources import package_digest; print(package_digest())"
    assert full.run("python", "-c", digest).stdout.strip() == package_digest()
    parameters = ["-p", "T=60", "-p", "W=6", "-p", "K=5", "-p", "windows=4"]
    ran = full.run("osphg", "run", "figure1", *parameters, "--out", "mine")
    assert ran.returncode == 0, ran.stderr
    assert "report: mine/report.html" in ran.stdout
    out = full.work / "mine"
    origin = json.loads((out / "provenance.json").read_text())
    assert (origin["status"], origin["parameters"]["T"], origin["git"]) == ("complete", 60, None)
    assert (out / "results.csv").read_text().count("\n") > 3
    report = (out / "report.html").read_text()
    assert "arXiv:1907.00316" in report  # from the bibliography
    assert 'class="wrong"' not in report  # the macros are known
    assert sorted(path.name for path in full.work.iterdir()) == ["mine"]


def test_the_stored_tables_are_there(full: Environment) -> None:
    code = "from osphg.experiments.stored import stored; print(len(stored('rates').rows))"
    ran = full.run("python", "-c", code)
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > 100
    (week,) = full.packages.glob("osphg/_book/book/data/open_bandit/impressions.csv.gz")
    assert b"hour,campaign" in gzip.decompress(week.read_bytes())
    (licence,) = full.packages.glob("osphg/_book/book/data/open_bandit/LICENSE.txt")
    assert "Apache License" in licence.read_text()


# Where nothing can be found but what the core depends on: how many MB that is.
CORE_ALONE = """
import importlib, pkgutil, re, sys, tomllib
from importlib.metadata import distribution, packages_distributions
from importlib.util import cache_from_source
from pathlib import Path
from packaging.requirements import Requirement

def plain(name):
    return re.sub("[-_.]+", "-", name).lower()

found = {"osphg"}
kept = {".nbi", ".nbc"}  # what numba has compiled here, for this machine
files = {file for file in Path("osphg").rglob("*.*") if file.suffix not in kept}
todo = tomllib.loads(Path("pyproject.toml").read_text())["project"]["dependencies"]
while todo:
    needed = Requirement(todo.pop())
    name = plain(needed.name)
    if name in found or needed.marker and not needed.marker.evaluate({"extra": ""}):
        continue
    found.add(name)
    about = distribution(name)
    files |= {Path(about.locate_file(file)) for file in about.files or ()}
    todo += about.requires or ()
files |= {Path(cache_from_source(file)) for file in files if file.suffix == ".py"}
print(sum(file.stat().st_size for file in files if file.is_file()) / 1e6)
others = {
    module for module, by in packages_distributions().items() if not found & set(map(plain, by))
}

class Core:
    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, path=None, target=None):
        hidden = name.partition(".")[0] in others
        return None if hidden else self.finder.find_spec(name, path, target)

for name in [name for name in sys.modules if name.partition(".")[0] in others]:
    del sys.modules[name]
sys.meta_path[:] = map(Core, sys.meta_path)
import osphg
"""
# What of osphg cannot be imported, and a game.
A_GAME = """
for module in pkgutil.walk_packages(osphg.__path__, "osphg."):
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as error:
        print(module.name, error.name)
rounds = osphg.rounds.paper_quadratics(T=50, n=2, budget_per_round=2.0, seed=0)
run = osphg.play(osphg.OSPHG.tuned(rounds, W=5, K=5), rounds)
print(run.decisions.shape, osphg.best_fixed_decision(rounds, W=5).value > 0)
"""


# Who looks around, with nothing imported before.
A_LOOK = """
print(osphg.tournament.contests.CONTESTS[0].name, "|", osphg.families.UtilityFamily.__name__)
import inspect, io, pydoc
from contextlib import redirect_stdout
from osphg.matroids import PartitionMatroid
named = {}
exec("from osphg import *", named)
print(sorted(set(osphg.__all__) - set(named)))
members = dict(inspect.getmembers(osphg))
print(sorted(set(osphg.__all__) - set(members)))
with redirect_stdout(io.StringIO()) as page:
    help(osphg)
text = pydoc.render_doc(osphg, renderer=pydoc.plaintext)
print("best_fixed_decision(" in page.getvalue(), "best_fixed_decision(" in text)
found = osphg.suggest(osphg.rounds.paper_quadratics(T=100_000), 0.7)
print(found.W, found.K)
for name in ("plots", "proofs", "studies"):
    try:
        getattr(osphg, name)
    except ModuleNotFoundError as error:
        print(name, error.name)
"""


def core_alone(script: str) -> list[str]:
    """Return what a script prints where there is no package but those of the core; MB first."""
    command = [sys.executable, "-W", "error", "-c", CORE_ALONE + script]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_the_core_can_be_looked_at_without_any_extra() -> None:
    _, named, *said = core_alone(A_LOOK)
    assert named.endswith("| UtilityFamily")
    assert said == ["[]", "[]", "True True", "184 15", "plots matplotlib"]


def test_the_core_is_small_and_plays_without_any_extra() -> None:
    size, *said = core_alone(A_GAME)
    assert float(size) < 300  # numba's LLVM alone weighs 180: it is in the extra `fast`
    assert said.pop() == "(50, 2) True"
    assert dict(map(str.split, said)) == {  # the extra `book` has all of them
        "osphg.compiled.lanes": "llvmlite",  # that of the extra `fast`, with which it is loaded
        "osphg.compiled.newton": "llvmlite",
        "osphg.experiments.engines": "IPython",
        "osphg.experiments.report": "nbformat",
        "osphg.plots": "matplotlib",
        "osphg.proofs.evidence": "sympy",
        "osphg.studies.guarantees": "pandas",
        "osphg.studies.tables": "pandas",
    }


def test_list_and_show_need_no_extra(bare: Environment) -> None:
    listed = bare.run("osphg", "list")
    assert listed.returncode == 0, listed.stderr
    notebooks = {path.stem for path in (ROOT / "book").glob("*.ipynb")}
    assert {line.split()[0] for line in listed.stdout.splitlines()} == notebooks
    assert "number of rounds" in bare.run("osphg", "show", "figure1").stdout
    assert bare.run("osphg", "--version").stdout.startswith("osphg 0.")


@pytest.mark.parametrize("words", ["run figure1 --quick", "sweep figure1 -p seed=1,2"])
def test_a_missing_extra_is_one_line_that_names_it(bare: Environment, words: str) -> None:
    ran = bare.run("osphg", *words.split())
    assert ran.returncode == 2
    (said,) = ran.stderr.splitlines()
    needs = "error: executing a notebook needs the extra 'book': pip install 'osphg[book]' ("
    assert said == f"{needs}missing: papermill, nbformat, ipykernel, myst_nb)"
    assert not list(bare.work.iterdir())


def test_an_extra_is_added_without_what_the_package_came_from(bare: Environment) -> None:
    pip = [sys.executable, "-m", "pip", "--python", str(bare.python)]
    ran = subprocess.run(
        [*pip, "install", "--no-index", "--no-deps", "--dry-run", "osphg[book]"],
        capture_output=True, text=True, check=False, env={**os.environ, "PIP_FIND_LINKS": ""},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert "Would install" not in ran.stdout
