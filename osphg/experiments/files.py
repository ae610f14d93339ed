"""Files that a command may replace: those whose bytes it knows, in a folder that it has locked.

A folder's provenance.json names the files that belong to a result, each with the SHA-256 of its
bytes, and carries a checksum of itself. Nothing else in the folder is ever removed or written over:
a file of the same name with other bytes is somebody else's. Each file is written beside the others
and moved into place when it is on the disk, so that it is whole or absent; a command that is killed
leaves the list of what it was about to write, with which the next one goes on.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import filelock

from osphg.experiments.errors import Busy, UsageError

PROVENANCE = "provenance.json"
FORMAT = 2  # of provenance.json; 1 named no files
LOCKS = ".locks"
WRITING = "writing"  # the status of a result whose files are being put in place

_LARGEST = 4_000_000  # bytes of a provenance.json
_DEEPEST = 50  # levels of a JSON file
_PART = re.compile(r"\.osphg-[0-9a-f]{32}\.part")
# What a provenance may name: nothing outside the folder, nothing hidden.
_OWN = re.compile(r"((figures|tracebacks)/)?[A-Za-z0-9_-][A-Za-z0-9_.-]*")


def sha256(path: Path) -> str | None:
    """Return the hash of a plain file's bytes; None if it is not one, or cannot be read."""
    try:
        if path.is_symlink() or path.parent.is_symlink() or not path.is_file():
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def read_json(path: Path, largest: int = _LARGEST) -> Any:
    """Return what a JSON file holds; ValueError, in one line, for one that cannot be used.

    Its size and depth are bounded: it may come from anywhere.
    """
    with path.open("rb") as file:
        if not path.is_file():
            raise ValueError("it is not a file")
        content = file.read(largest + 1)
    if len(content) > largest:
        raise ValueError(f"it is longer than {largest:,} bytes")
    text = content.decode()  # UnicodeDecodeError is a ValueError
    depth = deepest = 0
    for sign in re.sub(r'"(?:[^"\\]|\\.)*"', "", text):
        depth += (sign in "[{") - (sign in "]}")
        deepest = max(deepest, depth)
    if deepest > _DEEPEST:
        raise ValueError(f"it is nested deeper than {_DEEPEST} levels")
    return json.loads(text)


def checksum(origin: Mapping[str, Any]) -> str:
    """Return the hash of a provenance without its own checksum."""
    rest = {name: value for name, value in origin.items() if name != "checksum"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def owned(folder: Path) -> dict[str, set[str]]:
    """Return the files that belong to a folder's result: the hashes that each may have.

    Empty where there is no provenance, or one that was changed: then nothing is known.
    """
    try:
        origin = read_json(folder / PROVENANCE)
        if origin["checksum"] != checksum(origin):
            return {}
        named = [*origin["files"].items(), *origin.get("replaces", {}).items()]
        known: dict[str, set[str]] = {}
        for name, digest in named:
            if not _OWN.fullmatch(name):
                return {}
            known.setdefault(name, set()).add(digest)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
    own = sha256(folder / PROVENANCE)
    return {**known, PROVENANCE: {own}} if own else {}


def strangers(folder: Path, names: Iterable[str]) -> list[str]:
    """Return which of these names are taken by files that are not the folder's result's own."""
    known = owned(folder)
    return [
        name
        for name in names
        if os.path.lexists(folder / name) and sha256(folder / name) not in known.get(name, ())
    ] + sorted(
        part
        for part in {name.partition("/")[0] for name in names if "/" in name}
        if os.path.lexists(folder / part)
        and ((folder / part).is_symlink() or not (folder / part).is_dir())
    )


def install(folder: Path, new: Mapping[str, bytes], origin: dict[str, Any]) -> None:
    """Put a result's files in place of those of the result before, the provenance last.

    The caller holds the folder's lock, and has seen that `strangers` names none of `new`.

    Raises
    ------
    OSError
        If they cannot be written, on a full disk, say: then the result before is untouched.
    """
    before = owned(folder)
    files = {name: hashlib.sha256(content).hexdigest() for name, content in new.items()}
    there = {name: sha256(folder / name) for name in before if name != PROVENANCE}
    replaces = {name: digest for name, digest in there.items() if digest in before[name]}
    journal = _sealed({**origin, "status": WRITING, "files": files, "replaces": replaces})
    final = _sealed({**origin, "files": files})
    parts: list[Path] = []
    try:
        for content in (*new.values(), journal, final):
            parts.append(_part(folder))
            _flushed(parts[-1], content)
    except OSError:
        for part in parts:
            with suppress(OSError):
                part.unlink()
        raise
    *moved, listed, finished = parts
    listed.replace(folder / PROVENANCE)
    for name, part in zip(new, moved, strict=True):
        (folder / name).parent.mkdir(exist_ok=True)
        part.replace(folder / name)
    _remove(folder, {name: before[name] for name in before if name not in new})
    finished.replace(folder / PROVENANCE)
    _sync(folder)


def _remove(folder: Path, known: Mapping[str, set[str]]) -> None:
    """Remove files that are what they were when they were written, and folders left empty."""
    for name, digests in known.items():
        path = folder / name
        if name != PROVENANCE and sha256(path) in digests:
            path.unlink()
            if path.parent != folder:
                with suppress(OSError):  # not empty
                    path.parent.rmdir()


def write(path: Path, content: str | bytes) -> None:
    """Write one file at once: it is there whole, or not at all, whatever happens meanwhile.

    Two writers of one path must hold a lock: both would use the same temporary name.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        _flushed(part, content.encode() if isinstance(content, str) else content, "wb")
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
    _sync(path.parent)


@contextmanager
def locked(folder: Path, patience: float = 0.0) -> Iterator[None]:
    """Hold a folder's lock; Busy while another command writes there.

    The lock ends with its process. What killed commands left half written is removed, and so is
    the lock's own folder if nothing else is in it.
    """
    locks = folder / LOCKS
    if locks.is_symlink():
        raise UsageError(f"out must be new or empty: {locks} leads elsewhere")
    lock = filelock.FileLock(locks / "folder", timeout=patience)
    try:
        locks.mkdir(exist_ok=True)
        lock.acquire()
    except filelock.Timeout:
        raise Busy(f"out is being written by another command: {folder}") from None
    try:
        for path in folder.glob(".osphg-*.part"):
            if _PART.fullmatch(path.name):
                path.unlink(missing_ok=True)
        yield
    finally:
        lock.release()


def unlock(folder: Path) -> None:
    """Remove the traces of the lock, where no other command has left one of its own."""
    locks = folder / LOCKS
    with suppress(OSError):
        lock = locks / "folder"
        if not locks.is_symlink() and lock.lstat().st_size == 0:  # a lock says nothing
            lock.unlink()
        locks.rmdir()


def _sealed(origin: dict[str, Any]) -> bytes:
    return (json.dumps({**origin, "checksum": checksum(origin)}, indent=2) + "\n").encode()


def _part(folder: Path) -> Path:
    """Return a new name for a file that is not finished; `locked` removes those left behind."""
    return folder / f".osphg-{uuid.uuid4().hex}.part"


def _flushed(path: Path, content: bytes, mode: str = "xb") -> None:
    with path.open(mode) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    if os.name == "posix":  # elsewhere a folder cannot be opened
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
