"""A read-only installation without a home: a game is played, and what is lost is said once."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import osphg
from osphg.games import refuting

ROOT = Path(osphg.__file__).resolve().parent.parent
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_FOWNER = 24, 1, 3  # of Linux, prctl and capabilities
# Several functions are compiled, of two modules, and no game compiles less.
PLAYED = """
import osphg
from osphg.games import refuting
rounds = refuting.decoy(T=40).rounds
run = osphg.play(osphg.OSPHG.tuned(rounds, W=20, K=5), rounds)
print(run.decisions.sum().hex(), run.utility.sum().hex())
"""


@pytest.fixture
def package(tmp_path: Path) -> Iterator[Path]:
    """A folder with a copy of the package."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "osphg", tmp_path / "osphg", ignore=ignored)
    yield tmp_path
    for path in [tmp_path, *tmp_path.rglob("*")]:
        path.chmod(0o755)


def seal(folder: Path) -> None:
    """Let nobody write below a folder, and everybody read."""
    for path in [*folder.rglob("*"), folder]:
        path.chmod(0o555 if path.is_dir() else 0o444)


def drop() -> None:
    """Give up root's right to write what is read-only, from the next program on."""
    if os.geteuid() == 0:
        prctl = ctypes.CDLL(None, use_errno=True).prctl
        for right in (CAP_DAC_OVERRIDE, CAP_FOWNER):
            if prctl(PR_CAPBSET_DROP, right, 0, 0, 0) != 0:
                raise OSError(ctypes.get_errno(), "root cannot give up its rights")


def python(package: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python on the copy, without a home, a cache or a temporary folder."""
    begins = ("GLIBC_", "NPY_", "NUMBA_CPU", "OMP_", "OPENBLAS_")  # as which processor this is run
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in ("PATH", "LANG", "LC_ALL") or name.startswith(begins)
    }
    places = {"HOME": str(package / "home"), "TMPDIR": str(package), "PYTHONPATH": str(package)}
    return subprocess.run(
        [sys.executable, *command],
        env={**kept, **places}, cwd=package, capture_output=True, text=True, preexec_fn=drop,
    )  # fmt: skip


@pytest.fixture(scope="module")
def played() -> str:
    """What PLAYED prints."""
    rounds = refuting.decoy(T=40).rounds
    run = osphg.play(osphg.OSPHG.tuned(rounds, W=20, K=5), rounds)
    return f"{float(run.decisions.sum()).hex()} {float(run.utility.sum()).hex()}\n"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="how root gives up its rights is Linux'")
class TestReadOnly:
    def test_a_game_is_played_and_one_warning_says_what_is_lost(
        self, package: Path, played: str
    ) -> None:
        seal(package)
        written = python(package, "-c", "open('osphg/new', 'w')")
        assert "PermissionError" in written.stderr
        ran = python(package, "-c", PLAYED)
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout == played
        assert ran.stderr.count("RuntimeWarning: osphg found no writable folder") == 1
        assert ran.stderr.count("Warning") == 1

    def test_a_writable_folder_is_used_without_a_word(self, package: Path, played: str) -> None:
        ran = python(package, "-c", PLAYED)
        assert (ran.returncode, ran.stderr, ran.stdout) == (0, "", played)
        assert list((package / "osphg" / "compiled" / "__pycache__").glob("*.nbi"))

    @pytest.mark.parametrize("command", ["--help", "list"])
    def test_the_command_answers(self, package: Path, command: str) -> None:
        shutil.copytree(ROOT / "book", package / "book")
        seal(package)
        ran = python(package, "-m", "osphg", command)
        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout
