"""The type checker, beside the other tests: alone it would keep one processor waiting."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.slow
def test_this_tree() -> None:
    program = Path(sys.executable).with_name("zuban")  # no module: `python -m` does not run it
    command = [str(program), "mypy", "--python-executable", sys.executable]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
