"""The type checker, beside the other tests: alone it would keep one processor waiting."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
IGNORED = re.compile(r"# type: *ignore(?:\[([\w,-]+)\])?")
REFUSED = re.compile(r"(?P<file>[^:]+):(?P<line>\d+): error: .*\[(?P<code>[\w-]+)\]")

Error = tuple[str, int, str]  # file, line, code


def zuban(*arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("zuban")  # no module: `python -m` does not run it
    command = [str(program), "mypy", "--python-executable", sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def without_ignores(folder: Path) -> set[Error]:
    """Copy what is checked, without the comments that ignore errors; return those errors."""
    ignored: set[Error] = set()
    settings = ROOT / "pyproject.toml"
    shutil.copy(settings, folder)
    for name in tomllib.loads(settings.read_text())["tool"]["mypy"]["files"]:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in folder.rglob("*.py"):
        lines = path.read_text(encoding="utf-8").split("\n")
        for number, line in enumerate(lines, 1):
            for found in IGNORED.finditer(line):
                file = str(path.relative_to(folder))
                ignored |= {(file, number, code) for code in (found[1] or "any").split(",")}
        path.write_text(IGNORED.sub("#", "\n".join(lines)), encoding="utf-8")
    return ignored


@pytest.mark.slow
def test_this_tree(tmp_path: Path) -> None:
    """What zuban finds is what comments ignore: no error more, and no comment that is not needed.

    Of such comments it says nothing itself, as mypy does by `warn_unused_ignores`.
    """
    ignored = without_ignores(tmp_path)
    ran = zuban(folder=tmp_path)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    errors: set[Error] = set()
    for line in ran.stdout.splitlines():
        if ": error: " in line:
            found = REFUSED.fullmatch(line)
            error = (found["file"], int(found["line"]), found["code"]) if found else ("", 0, "")
            assert error in ignored, line
            errors.add(error)
    assert ignored - errors == set()


@pytest.mark.slow
def test_a_wrong_type_is_seen(tmp_path: Path) -> None:
    """By the same settings, where the tree's own files are checked."""
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def half(n: int) -> int:\n    return n / 2\n")
    ran = zuban(str(wrong))
    assert ran.returncode == 1
    assert "Incompatible return value" in ran.stdout
