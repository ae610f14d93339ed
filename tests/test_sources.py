"""One file, written at once: a cell of a sweep, a pacer."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from osphg.sources import write


def test_the_mode_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o640)
    write(path, b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("how", ["a link", "a pipe", "a folder", "a device"])
def test_what_is_no_file_stays(how: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    (tmp_path / "mine").write_text("forty years of work")
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
    assert (tmp_path / "mine").read_text() == "forty years of work"
