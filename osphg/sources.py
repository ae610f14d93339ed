"""The package's own sources, by which what they have computed is named; a file written at once."""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import stat
from pathlib import Path

ROOT = Path(__file__).resolve().parent


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
    is not replaced: OSError.
    """
    target = Path(path)
    beside = target.with_name(f".osphg-{secrets.token_hex(16)}.part")
    try:
        mode = target.lstat().st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not a regular file", str(target))
    try:
        with beside.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            beside.chmod(stat.S_IMODE(mode))
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
    sync(target.parent)


def sync(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system can do so."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
