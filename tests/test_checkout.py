"""A checkout has the bytes that are stored, whatever line ends git is told to write."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this copy is no git checkout")
def test_windows_line_ends_change_no_file(tmp_path: Path) -> None:
    for convert in ("true", "false"):
        export = ["checkout-index", "--all", f"--prefix={tmp_path / convert}/"]
        subprocess.run(["git", "-c", f"core.autocrlf={convert}", *export], cwd=ROOT, check=True)
    files = [path for path in (tmp_path / "false").rglob("*") if path.is_file()]
    assert len(files) > 100
    for path in files:
        other = tmp_path / "true" / path.relative_to(tmp_path / "false")
        assert other.read_bytes() == path.read_bytes(), path.name
