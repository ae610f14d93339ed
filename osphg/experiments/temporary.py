"""Folders in the system's temporary one, which a killed command leaves and the next one removes.

Each holds a lock, which ends with its process and so tells whether the folder is still needed. It
is locked before it gets the name by which others look for it.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import filelock

PREFIX = "osphg-locked-"
LOCK = ".osphg-lock"
_NEW = "osphg-new-"
_HOUR = 3600.0  # seconds after which a folder that never got its name is nobody's


@contextmanager
def workspace() -> Iterator[Path]:
    """Make a folder, and remove it afterwards, with those that killed commands have left."""
    folder = Path(tempfile.mkdtemp(prefix=_NEW))
    tidy(folder.parent, folder.stat().st_uid)
    try:
        with filelock.FileLock(folder / LOCK):
            folder = folder.rename(folder.with_name(PREFIX + folder.name.removeprefix(_NEW)))
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def tidy(where: Path, owner: int) -> None:
    """Remove this user's folders whose processes have ended."""
    for folder in [*where.glob(f"{PREFIX}*"), *where.glob(f"{_NEW}*")]:
        with suppress(OSError, filelock.Timeout):
            about = folder.lstat()
            if about.st_uid != owner or folder.is_symlink():
                continue
            if folder.name.startswith(PREFIX):
                if not (folder / LOCK).is_file():
                    continue  # none of ours, or one that is just being removed
                with filelock.FileLock(folder / LOCK, blocking=False):
                    shutil.rmtree(folder, ignore_errors=True)
            elif time.time() - about.st_mtime > _HOUR:
                shutil.rmtree(folder, ignore_errors=True)
