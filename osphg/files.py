"""Files that are whole or not there, and that know when they were changed."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
from hashlib import blake2b
from pathlib import Path
from typing import Any

from osphg import checks

_LARGEST = 2**30  # bytes that are written, and read
_NO_PLACE = {  # what is wrong with a path, not with the disk
    errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EACCES, errno.EPERM, errno.EROFS,
    errno.ENAMETOOLONG,
}  # fmt: skip


def as_path(name: str, value: Any) -> Path:
    """Return the path of a file; TypeError unless it is text or a path, ValueError for a folder."""
    if not isinstance(value, str | os.PathLike) or not str(value) or "\0" in str(value):
        raise TypeError(f"{name} must be the path of a file, got {checks.shown(value)}")
    path = Path(os.fsdecode(value))
    if path.is_dir():
        raise ValueError(f"{name} must be a file, got the folder {checks.shown(str(path))}")
    return path


def write(path: Path, content: bytes) -> None:
    """Write a file at once: whoever reads it, or is killed, finds the old bytes or the new ones.

    They go to a temporary file beside it and to the disk, and then take its name. ValueError, in
    one line, for a path where nothing can be written, or more than could be read again; OSError
    where the disk fails.
    """
    if len(content) > _LARGEST:
        raise ValueError(f"path cannot be written, {len(content):,} bytes are more than 1 GB")
    try:
        _write(path, content)
    except OSError as error:
        if error.errno not in _NO_PLACE:
            raise
        why = error.strerror or type(error).__name__
        raise ValueError(f"path cannot be written, {why}: {str(path)!r}") from error


def _write(path: Path, content: bytes) -> None:
    name = path.parent / f".osphg-{secrets.token_hex(8)}"
    new = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(name, new, 0o666)  # as any new file; `tempfile` would hide it from others
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    with contextlib.suppress(OSError):  # where a folder can be opened, its entry goes to the disk
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def digest(content: bytes) -> str:
    """Return 32 hexadecimal digits that change with any byte."""
    return blake2b(content, digest_size=16).hexdigest()


def write_json(path: Path, kind: str, version: int, content: Any) -> None:
    """Write a value as JSON, with what it is, its version and a checksum."""
    text = json.dumps(content, separators=(",", ":"))
    head = json.dumps({"format": kind, "version": version, "checksum": digest(text.encode())})
    write(path, f'{head[:-1]},\n"content": {text}}}\n'.encode())


def read(name: str, path: Path) -> bytes:
    """Return the bytes of a file; ValueError, in one line, if it cannot be read."""
    try:
        if path.stat().st_size > _LARGEST:
            raise ValueError(f"{name} must be a file of at most 1 GB, got {str(path)!r}")
        return path.read_bytes()
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise ValueError(f"{name} cannot be read, {why}: {str(path)!r}") from None


def read_json(name: str, path: Path, kind: str, version: int) -> Any:
    """Return what `write_json` has written.

    Raises
    ------
    ValueError
        In one line: no such file, another kind of file, another version, or damaged.
    """
    shown = repr(str(path))
    content = read(name, path)
    try:
        found = json.loads(content.decode())
        said, of, checksum = found["format"], found["version"], found["checksum"]
        text = json.dumps(found["content"], separators=(",", ":"))
    except (ValueError, RecursionError):  # a number of too many digits is none of json's errors
        raise ValueError(f"{name} is damaged, or no file of {kind}: {shown}") from None
    except (KeyError, TypeError):
        raise ValueError(f"{name} must be a file of {kind}: {shown}") from None
    if said != kind:
        raise ValueError(f"{name} must be a file of {kind}, got one of {checks.shown(said)}")
    if of != version:
        raise ValueError(f"{name} must be of version {version}, got {checks.shown(of)}: {shown}")
    if checksum != digest(text.encode()):
        raise ValueError(f"{name} is damaged, its checksum is another one: {shown}")
    return found["content"]
