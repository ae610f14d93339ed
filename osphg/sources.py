"""The package's own sources, by which what they have computed is named; a file written at once."""

from __future__ import annotations

import errno
import hashlib
import math
import os
import secrets
import stat
import time
from contextlib import suppress
from io import FileIO
from pathlib import Path

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parent
_PAUSE = 0.01  # seconds between two tries for a lock


def package_digest() -> str:
    """Return the SHA-256 of the package's sources, names and bytes."""
    digest = hashlib.sha256()
    for path in sorted(p for p in ROOT.rglob("*.py") if "_book" not in p.parts):  # a wheel's
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def write(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file at once: whoever reads it, or is killed, finds the old or the new.

    It is written beside its place, under a name that nobody has, and moved there when its bytes are
    on the disk. A file that is replaced keeps its mode; what is no file (a link, a device, a pipe)
    is not replaced: OSError. A kill may leave what stands beside it: this is for files in a folder
    that is removed with all that is in it, and `replace` for one that is written again and again.
    """
    target = Path(path)
    beside = target.with_name(f".osphg-{secrets.token_hex(16)}.part")
    mode = _mode(target)
    try:
        with beside.open("xb", buffering=0) as file:
            _fill(file, content, mode)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
    sync(target.parent)


def _mode(target: Path) -> int | None:
    """Return the mode of a file that is there; OSError for what is there and no regular file."""
    try:
        mode = target.lstat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not a regular file", str(target))
    return stat.S_IMODE(mode)


def _fill(file: FileIO, content: bytes, mode: int | None) -> None:
    """Have the content on the disk, and set the file's mode, unless that is None."""
    left = memoryview(content)
    while left:
        left = left[file.write(left) :]
    os.fsync(file.fileno())
    if mode is not None:
        os.chmod(file.name, mode)


def sync(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system can do so."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


# A file that several processes write. Whoever writes it holds a lock on the file itself, so that
# there is no second file to be left behind; the system ends the lock with the process. A new file
# takes the old one's place with its own lock on it, and whoever waited for the old one sees that
# its name is another file's now, and waits for that.


def is_file_at(file: FileIO, path: str) -> bool:
    """Whether an open file is the one that has a name."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(file.fileno()), os.lstat(path))
    return False


def lock(path: str, *, create: bool = False, timeout: float = math.inf) -> FileIO:
    """Open the file that has a name, and lock it until it is closed.

    Parameters
    ----------
    path
        The name; not that of a link.
    create
        Whether the file is made if there is none.
    timeout
        For how many seconds another one's lock is waited for; with 0 it is tried once.

    Returns
    -------
    FileIO
        To be read, written, and closed; no process that is begun by another program inherits it.

    Raises
    ------
    BlockingIOError
        If another one holds the lock, in this process or in another, until the time is over.
    FileNotFoundError
        If there is no such file, or no folder in which to make it.
    OSError
        If it is no regular file, cannot be opened, or the system has no locks.
    """
    if fcntl is None:
        raise OSError(errno.ENOTSUP, "this system has no locks (on Windows, WSL has)", path)
    flags = os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | (os.O_CREAT if create else 0)
    end = time.monotonic() + timeout
    while True:
        file = FileIO(path, "r+", opener=lambda name, _: os.open(name, flags, 0o666))
        try:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OSError(errno.EINVAL, "it is not a regular file", path)
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if is_file_at(file, path):
                return file
        except BlockingIOError:
            if time.monotonic() >= end:
                file.close()
                raise
        except BaseException:
            file.close()
            raise
        file.close()
        time.sleep(_PAUSE)


def replace(path: str, content: bytes, old: FileIO | None) -> FileIO:
    """Write a file at once, as `write` does, for a file that several processes write.

    What is written beside the file has always the same name, and a lock of its own: what a killed
    process has left is written over by the next one.

    Parameters
    ----------
    path
        The file's name.
    content
        All that the file will have.
    old
        The file that has the name now, locked; None if there is none.

    Returns
    -------
    FileIO
        The new file, locked.

    Raises
    ------
    FileExistsError
        If `old` is None, and there is a file.
    OSError
        If nothing can be written; all is then as it was.
    """
    target = Path(path)
    # of a name of any length, and nobody else's
    key = hashlib.blake2b(os.fsencode(target.name), digest_size=16).hexdigest()
    beside = str(target.with_name(f".osphg-{key}.part"))
    file = lock(beside, create=True)
    try:
        if old is None and os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path)
        file.truncate(0)
        _fill(file, content, _mode(target))
        os.replace(beside, path)
        sync(target.parent)
    except BaseException:
        if is_file_at(file, beside):
            os.unlink(beside)
        file.close()
        raise
    return file
