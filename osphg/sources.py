"""The hash of the package's sources, and files that are locked or written in one step.

`write` is for a file that one process writes. A file that several processes write is locked by
`lock` and written by `replace`. Whoever writes it holds a lock on the file itself, so that there is
no second file to be left behind; the system ends the lock with the process. A new file takes the
old one's place with its own lock on it. Whoever waited for the old one then has a lock on a file
that no longer has the name; `is_file_at` tells it so, and it waits for the new file.
"""

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

ROOT = Path(__file__).resolve().parent  # of the package
_PAUSE = 0.01  # seconds between two tries for a lock


def package_digest() -> str:
    """Return the SHA-256 of the package's sources, names and bytes, as hexadecimal digits.

    Stored results have it in their name, so that nobody reads the results of other sources.
    """
    digest = hashlib.sha256()
    # A wheel holds the book, too, in the folder _book.
    paths = [path for path in ROOT.rglob("*.py") if "_book" not in path.parts]
    for path in sorted(paths):
        name = path.relative_to(ROOT).as_posix().encode()
        digest.update(name + b"\0" + path.read_bytes())
    return digest.hexdigest()


def write(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file in one step: a reader, even after a kill, finds the old content or the new one.

    The content goes to a temporary file in the same folder, under a name that no other file has,
    which is renamed to `path` when its bytes are on the disk. A kill may leave the temporary file:
    so this is for files in a folder that is removed with all that is in it, and `replace` for a
    file that is written again and again.

    Parameters
    ----------
    path : str or path
        The file's name. A file that is replaced keeps its mode.
    content : bytes
        All that the file will have.

    Raises
    ------
    OSError
        If nothing can be written, or the name is that of a link, a device or a pipe.
    """
    target = Path(path)
    temporary = target.with_name(f".osphg-{secrets.token_hex(16)}.part")
    mode = _mode_of(target)  # refuses a link, a device or a pipe; None for a new file
    try:
        with temporary.open("xb", buffering=0) as file:
            _write_to_disk(file, content, mode)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(target.parent)


def _mode_of(target: Path) -> int | None:
    """Return the permissions of the file named `target`, or None where there is no such file.

    A link, a folder, a device or a pipe of that name is an OSError: a file must not replace it.
    """
    try:
        mode = target.lstat().st_mode  # of a link itself, not of the file to which it leads
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not a regular file", str(target))
    return stat.S_IMODE(mode)


def _write_to_disk(file: FileIO, content: bytes, mode: int | None) -> None:
    """Write all of `content` to an open file, and wait until it is on the disk.

    `mode` are the permissions that the file gets; None leaves those with which it was made.
    """
    rest = memoryview(content)  # slices of a view copy nothing
    while rest:
        written = file.write(rest)  # may be less than all
        rest = rest[written:]
    os.fsync(file.fileno())
    if mode is not None:
        os.chmod(file.name, mode)


def sync_folder(folder: Path) -> None:
    """Wait until the names of the files in a folder are on the disk, where the system can tell.

    After a cut of the power a file that was renamed is sure to have its new name only if its
    folder, where names are kept, was written to the disk, too.
    """
    if os.name == "posix":  # Windows opens no folders
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def is_file_at(file: FileIO, path: str) -> bool:
    """Tell whether the name `path` is, now, that of an open file."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(file.fileno()), os.lstat(path))
    return False


def lock(path: str, *, create: bool = False, timeout: float = math.inf) -> FileIO:
    """Open the file named `path`, and lock it until it is closed.

    Parameters
    ----------
    path : str
        The name; not that of a link.
    create : bool
        Whether the file is made if there is none.
    timeout : float
        How many seconds to wait while the file is locked already; with 0 the lock is tried once.

    Returns
    -------
    FileIO
        The file, to be read, written, and closed. A program that this process starts does not
        inherit it.

    Raises
    ------
    BlockingIOError
        If the file stays locked, by this process or another one, until the time is over.
    FileNotFoundError
        If there is no such file, or no folder in which to make it.
    OSError
        If it is no regular file, cannot be opened, or the system has no locks.
    """
    if fcntl is None:
        raise OSError(errno.ENOTSUP, "this system has no locks (on Windows, WSL has)", path)
    # A link is an error (NOFOLLOW), and opening a pipe does not wait for its writer (NONBLOCK).
    flags = os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK
    if create:
        flags |= os.O_CREAT
    end = time.monotonic() + timeout
    while True:
        # The flags decide whether a file is made: the mode "r+" alone would make none.
        file = FileIO(path, "r+", opener=lambda name, _: os.open(name, flags, 0o666))
        try:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OSError(errno.EINVAL, "it is not a regular file", path)
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if is_file_at(file, path):  # nobody has put a new file in its place before the lock
                return file
        except BlockingIOError:
            if time.monotonic() >= end:
                file.close()
                raise
        except BaseException:
            file.close()
            raise
        file.close()  # another process has the lock, or has replaced the file meanwhile
        time.sleep(_PAUSE)


def replace(path: str, content: bytes, old: FileIO | None) -> FileIO:
    """Replace the file named `path` in one step, where several processes may write it.

    As with `write`, a reader finds the old content or the new one, also after a kill. The new
    content goes to a temporary file in the same folder, which is then renamed to `path`. The
    temporary file always has the same name and is locked while it is written: so at most one is
    left behind by a kill, and the next process writes over it.

    Parameters
    ----------
    path : str
        The file's name.
    content : bytes
        All that the file will have.
    old : FileIO or None
        The present file, which the caller holds open and locked so that no other process writes it
        meanwhile. None if there is no such file: one that has appeared since is not replaced.

    Returns
    -------
    FileIO
        The new file, open and locked; the lock of `old` no longer guards the name.

    Raises
    ------
    FileExistsError
        If `old` is None, and there is a file.
    OSError
        If nothing can be written; all is then as it was.
    """
    target = Path(path)
    # A hash and not the target's name with an ending: that could be too long for the file system.
    key = hashlib.blake2b(os.fsencode(target.name), digest_size=16).hexdigest()
    temporary = str(target.with_name(f".osphg-{key}.part"))
    file = lock(temporary, create=True)
    try:
        if old is None and os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path)
        file.truncate(0)
        _write_to_disk(file, content, _mode_of(target))  # which refuses a link or a device
        os.replace(temporary, path)
        sync_folder(target.parent)
    except BaseException:
        if is_file_at(file, temporary):  # it has not been renamed
            os.unlink(temporary)
        file.close()
        raise
    return file
