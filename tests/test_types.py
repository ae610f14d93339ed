"""The type checker, beside the other tests: alone it would keep one processor waiting."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def mypy(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mypy", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.slow
def test_this_tree() -> None:
    ran = mypy()
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.slow
def test_a_wrong_type_is_seen(tmp_path: Path) -> None:
    """By the same settings, where the tree's own files are checked."""
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def half(n: int) -> int:\n    return n / 2\n")
    ran = mypy(str(wrong))
    assert ran.returncode == 1
    assert "Incompatible return value" in ran.stdout
