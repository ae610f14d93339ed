"""Folders that appear whole or not at all, and how it is known which of them are osphg's.

Work goes into a hidden folder beside the place of its result, and the result gets its name at the
end. What exists is never touched: a name that is taken stays with who has it, and the result goes
beside it; a run that is replaced is renamed. The hidden folder has a lock of the same name, with
osphg's mark, which ends with its process: what a killed command has left is removed by the next one
that works there, and nothing else ever is.

A result's provenance.json names its files, each with the SHA-256 of its bytes, and carries a
checksum of itself. Such files of a sweep alone may give way to others.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import secrets
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from osphg.experiments.parameters import UsageError
from osphg.sources import sync, write

try:
    import fcntl
except ImportError:  # without locks nothing is tidied, and no command sees another
    fcntl = None  # type: ignore[assignment]

PROVENANCE, RESULTS, NOTEBOOK = "provenance.json", "results.csv", "notebook.ipynb"
REPORT, SWEEP = "report.html", "sweep.json"
FORMAT = 2  # of provenance.json and sweep.json
_MARK = b"osphg works here; without a process that holds this lock, what it left is removed\n"
_LOCKS = f".osphg-{'[0-9a-f]' * 32}.lock"
_LARGEST = 100_000_000  # bytes that are read of a file


# Reading.


def reason(error: BaseException) -> str:
    """Return what went wrong, in one line."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return str(text).splitlines()[0][:200]


def content(path: Path) -> bytes:
    """Return the bytes of a file, of a .gz unpacked; ValueError if it is none, or too long."""
    if not stat.S_ISREG(path.stat().st_mode):  # a pipe would wait
        raise ValueError("it is not a regular file")
    with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as file:
        found = file.read(_LARGEST + 1)
    if len(found) > _LARGEST:
        raise ValueError(f"it is longer than {_LARGEST:,} bytes")
    return found


def sha256(path: Path) -> str | None:
    """Return the hash of a file's bytes; None for a link, and for what cannot be read."""
    try:
        return None if path.is_symlink() else hashlib.sha256(content(path)).hexdigest()
    except (OSError, ValueError):
        return None


def digest(value: Any) -> str:
    """Return the SHA-256 of the one JSON text that stands for a value."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def sealed(origin: Mapping[str, Any]) -> bytes:
    """Return what a result says of itself, with a checksum, as it is written."""
    said = {"format": FORMAT, **origin}
    said.pop("checksum", None)
    return (json.dumps({**said, "checksum": digest(said)}, indent=2) + "\n").encode()


def read_provenance(folder: Path, name: str = PROVENANCE) -> dict[str, Any]:
    """Return what a result says of itself; UsageError if it is not there as it was written."""
    path = folder / name
    try:
        found = json.loads(content(path))
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ValueError("it is of another format")
    except (FileNotFoundError, NotADirectoryError):
        raise UsageError(f"{folder} is not a run: it has no {name}") from None
    except (OSError, ValueError, RecursionError) as error:
        cannot = f"{name} cannot be read: {reason(error)}"
        raise UsageError(f"{folder} is not a run: {cannot}") from None
    if found.pop("checksum", "") != digest(found):
        raise UsageError(f"{path} was changed after the run: its checksum differs")
    return found


def strangers(folder: Path, names: tuple[str, ...]) -> list[str]:
    """Return which of these names are taken by what is not the folder's result's own."""
    try:
        known = {**read_provenance(folder)["files"], PROVENANCE: sha256(folder / PROVENANCE)}
    except (UsageError, KeyError, TypeError):
        known = {}
    taken = (name for name in names if os.path.lexists(folder / name))
    return [name for name in taken if sha256(folder / name) != known.get(name, "")]


# Where a result may go.


def fresh(target: Path) -> Path:
    """Return a folder that is not there and not awaited: target, target-2, target-3, ..."""
    count, found, awaited = 1, target, tidied(target.parent)
    while os.path.lexists(found) or os.fsencode(found.name) in awaited:
        count += 1
        found = target.with_name(f"{target.name}-{count}")
    return found


def check_place(target: Path) -> list[str]:
    """Return what a folder holds; UsageError for one that one is in, or that is no folder."""
    try:
        here, there = Path.cwd().resolve(), target.resolve()
        if there == here or there in here.parents:
            raise UsageError(f"out must be a folder of its own, got {str(target)!r}, where you are")
        if not stat.S_ISDIR(target.lstat().st_mode):
            raise UsageError(f"out must be a folder, got {target}, which is something else")
        if target.is_mount():  # nothing can take its name
            raise UsageError(f"out must be a folder in {target}, which is a disk's own")
        return os.listdir(target)
    except FileNotFoundError:
        return []
    except (OSError, RuntimeError) as error:  # a name that is too long, links in a circle
        raise UsageError(f"out cannot be used: {str(target)!r}: {reason(error)}") from None


def check_folder(target: Path, *, replace: bool = False) -> bool:
    """Return whether a run is there that gives way to another; UsageError if something else is.

    A run that failed gives way unasked, a complete one to `replace`.
    """
    there, new = check_place(target), f"out must be new or empty: {target} holds"
    if SWEEP in there:
        raise UsageError(f"{new} a sweep; choose another")
    if there and PROVENANCE not in there:
        raise UsageError(f"{new} something else")
    if there:
        try:
            status = read_provenance(target).get("status")
        except UsageError as error:
            raise UsageError(f"{new} a run that cannot be replaced: {error}") from None
        if not replace and status != "failed":
            raise UsageError(f"out holds a run already: {target}; choose another, or replace it")
    return bool(there)


# Working beside it.


@contextmanager
def locked(path: Path) -> Iterator[BinaryIO]:
    """Open a regular file and hold its lock; BlockingIOError if another process does."""
    flags = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with open(path, "r+b", opener=lambda name, _: os.open(name, flags)) as file:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield file


def tidied(parent: Path) -> set[bytes]:
    """Remove what killed commands left in a folder; return what the others there will make."""
    awaited = set()
    for lock in parent.glob(_LOCKS) if fcntl else ():
        with suppress(OSError):
            try:
                with locked(lock) as file:
                    said = file.read(5000)
                    if said.startswith(_MARK):
                        shutil.rmtree(lock.with_suffix(""), ignore_errors=True)
                    if said.startswith(_MARK[: len(said)]):  # it may have been killed as it began
                        lock.unlink()
            except BlockingIOError:
                awaited.add(content(lock).removeprefix(_MARK))
    return awaited


@contextmanager
def workplace(parent: Path, target: str = "") -> Iterator[Path]:
    """Make a hidden folder in `parent`, where something gets ready to be named `target` there.

    It is removed afterwards, and if the process is killed, by the next command that works there.
    UsageError if another command will make `target`; OSError if nothing can be written there.
    """
    if os.fsencode(target) in tidied(parent) - {b""}:
        raise UsageError(f"out is being written by another command: {parent / target}")
    with ExitStack() as stack:
        while True:
            lock = parent / f".osphg-{secrets.token_hex(16)}.lock"
            lock.touch(exist_ok=False)  # here the system says that it cannot
            with suppress(FileNotFoundError, BlockingIOError):  # another one tidies here
                file = stack.enter_context(locked(lock))
                if os.path.samestat(os.fstat(file.fileno()), lock.lstat()):
                    break
        folder = lock.with_suffix("")
        stack.callback(lock.unlink, missing_ok=True)
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        file.write(_MARK + os.fsencode(target))
        file.flush()
        folder.mkdir(0o700)
        yield folder


@contextmanager
def beside(target: Path) -> Iterator[Path]:
    """Make a workplace beside a folder that will be made; UsageError if that cannot be done."""
    with ExitStack() as stack:
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            place = stack.enter_context(workplace(target.parent, target.name))
        except OSError as error:
            raise UsageError(f"out cannot be written: {target}: {reason(error)}") from None
        yield place


def fill(folder: Path, contents: Mapping[str, bytes], origin: Mapping[str, Any]) -> None:
    """Write a result's files into a new folder, the provenance last, which names them all."""
    folder.mkdir()
    for name, written in contents.items():
        (folder / name).parent.mkdir(exist_ok=True)
        write(folder / name, written)
    digests = {name: hashlib.sha256(written).hexdigest() for name, written in contents.items()}
    write(folder / PROVENANCE, sealed({**origin, "files": digests}))


def appear(whole: Path, target: Path, there: str = "") -> None:
    """Give a finished folder its name; what is `there` is renamed first, to TARGET-THERE."""
    if there and os.path.lexists(target):
        target.rename(fresh(target.with_name(f"{target.name}-{there}")))
    whole.rename(target)
    sync(target.parent)


def install(
    folder: Path, new: Mapping[str, bytes], origin: Mapping[str, Any], names: tuple[str, ...]
) -> None:
    """Put files into a folder that is held, in place of its result's own of these names.

    All are written before the first one goes. Whoever is killed meanwhile leaves some of those that
    the provenance names, and no others. OSError if they cannot be written, on a full disk, say.
    """
    with workplace(folder) as work:
        fill(work / "new", new, origin)
        for name in names:
            (folder / name).unlink(missing_ok=True)
        for name in (PROVENANCE, *new):
            (work / "new" / name).replace(folder / name)
    sync(folder)
