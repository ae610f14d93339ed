"""The file of a pacer: what stands in it, how it is locked, and by what it is known again.

A file is one line of JSON with a version, a checksum and all of a pacer. Writing it anew takes an
older file's place at once, so that a kill leaves the one or the other. Floats keep every bit.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from importlib import import_module
from inspect import signature
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from osphg import checks, sources
from osphg.messages import short_repr
from osphg.pacing.revealed import RevealedUtility

# Raise it whenever a file of before would be read otherwise than it was meant, or not at all: when
# a class that a file may name (a player, an ascent, a domain, a state, `Progress`) gets another
# name, module or fields, or another meaning of a field, or when the form of a line changes.
_VERSION = 11

_HEAD_LENGTH = 128  # bytes, more than a line has before its content: format, version and checksum
_SAVE_SECONDS = 1.0  # in which another process's save is over


class OpenFile(NamedTuple):
    """A file that is kept from other processes until it is closed."""

    path: str
    file: FileIO  # locked


class SavedFile(NamedTuple):
    """What a pacer knows of a file that it has saved or loaded.

    The head of a file is its first bytes, which hold its checksum: by them a pacer tells its file
    from one that another pacer has saved since. The times of files do not tell that: two saves may
    have the same.
    """

    size: int  # in bytes
    head: bytes
    progress: Any  # the `Progress` in the file
    plan: Any  # the `Plan` in the file

    @classmethod
    def of(cls, content: bytes, progress: Any, plan: Any) -> SavedFile:
        """Return what is known of a file with this content, which says this of a pacer."""
        return cls(len(content), content[:_HEAD_LENGTH], progress, plan)

    def is_in(self, file: FileIO) -> bool:
        """Tell whether an open file is still what was saved: its size, and its head."""
        descriptor = file.fileno()
        is_as_long = os.fstat(descriptor).st_size == self.size
        return is_as_long and os.pread(descriptor, _HEAD_LENGTH, 0) == self.head


# Opening a file, and the errors of it.


def lock_for_save(path: str) -> FileIO:
    """Open and lock the file of a pacer to save to it.

    A save of another process is waited for. If the lock is held for longer than a save takes, the
    other process has the file open by `Pacer.open`: that is a ValueError.
    """
    try:
        return sources.lock(path, timeout=_SAVE_SECONDS)
    except BlockingIOError:
        wanted = "not be saved to while another one saves it, or has it open by Pacer.open"
        raise ValueError(f"path must {wanted}, got {path!r}") from None


def not_own_message(path: str, *, was_saved: bool) -> str:
    """Return the error for a save to a file that holds something else than this pacer has left.

    `was_saved` tells whether the pacer has saved to this file, or was loaded from it, before.
    """
    wanted = "path must be a new file, or hold what this pacer has loaded or saved there"
    if was_saved:
        reason = (
            "another one has saved to it since: load it anew, and next time let one process in"
            " at a time by `with osphg.Pacer.open(path)`"
        )
    else:
        reason = "it is there already: load it, to go on from it, or remove it, to begin anew"
    return f"{wanted}, got {path!r}: {reason}"


def unreadable_message(path: str | Path, error: OSError) -> str:
    """Return the error for a file that cannot be read, with the system's reason."""
    return f"path cannot be read, {error.strerror}: {str(path)!r}"


# The line: its head and its content.


def as_line(content: Any) -> bytes:
    """Return a file as bytes: its head, with a checksum, and `content` as JSON."""
    return _with_head(json.dumps(content).encode())


def _with_head(body: bytes) -> bytes:
    """Return the line whose content is `body`, JSON."""
    checksum = blake2b(body, digest_size=16).hexdigest()
    head = f'"format": "osphg.Pacer", "version": {_VERSION}, "checksum": "{checksum}"'
    return f'{{{head}, "content": '.encode() + body + b"}\n"


def content_of(text: bytes, path: Path) -> bytes:
    """Return the content of a file as JSON; its line may lack its end.

    A file that is damaged, or of another version of the package, is a ValueError that names `path`.
    """
    line = text.removesuffix(b"\n") + b"\n"
    start, end = b', "content": ', b"}\n"
    body = line.partition(start)[2].removesuffix(end)
    # Format, version and checksum agree only if they are what this body is written with.
    if line == _with_head(body):
        return body
    kind = f"no file of osphg.Pacer, version {_VERSION}"
    raise ValueError(f"path is damaged, or {kind}: {str(path)!r}")


# Objects as JSON, and back.


@lru_cache
def _field_names(kind: Any) -> dict[str, str]:
    """Return the parameters of a class that suffice to make an object of it again.

    Each with the attribute that has it: a private field of an attrs class is a parameter without
    the underscore, and a property of that name may return something else.
    """
    fields = getattr(kind, "__attrs_attrs__", ())
    stored = {field.alias: field.name for field in fields}
    return {name: stored.get(name, name) for name in signature(kind).parameters}


def encode(value: Any) -> Any:
    """Return `value` in the types that JSON can hold: numbers, texts, lists and mappings.

    Numbers, texts and lists stay as they are. An array, a mapping, a tuple or an object of a class
    of this package becomes a JSON object, whose key ("array", "pairs", "tuple", "class") says what
    it was; `decode` makes it again.

    Parameters
    ----------
    value
        A number, text, list, tuple, mapping or array, or an object of a class of this package, with
        such values within.

    Returns
    -------
    object
        What `json.dumps` takes.

    Raises
    ------
    ValueError
        For an object of any other class.
    """
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray) and value.dtype.kind in "fiub":  # numbers or truth values
        return {"array": value.tolist(), "dtype": value.dtype.name, "shape": list(value.shape)}
    if isinstance(value, Mapping):
        return {"pairs": [[encode(key), encode(value[key])] for key in value]}
    if isinstance(value, list):
        return [encode(entry) for entry in value]
    kind: Any = type(value)
    if kind is RevealedUtility:
        wanted = "be told as data, reach= or slope=, for a player that keeps it to be saved"
        checks.must(False, "f_t", wanted, "f_t as a function")
    if kind is tuple:
        return {"tuple": [encode(entry) for entry in value]}
    # Named tuples, frozen classes and dataclasses have __match_args__; an object of another class
    # may hold more than its fields.
    if not (hasattr(kind, "__match_args__") and kind.__module__.startswith("osphg.")):
        wanted = "such that a file can hold them, classes of osphg with numbers, texts and arrays"
        raise ValueError(f"player and domain must be {wanted}, got {short_repr(value)}")
    name = f"{kind.__module__}:{kind.__qualname__}"
    fields = {name: encode(getattr(value, stored)) for name, stored in _field_names(kind).items()}
    return {"class": name, "fields": fields}


def decode(encoded: dict[str, Any]) -> Any:
    """Return the value that `encode` has written as this JSON object.

    `json.loads` calls it from the inside out (`object_hook`): the entries of the object are decoded
    already. Only objects of this package's classes are made, and no function is called, whatever a
    file names: a file from elsewhere must not run code.
    """
    if "array" in encoded:
        return np.array(encoded["array"], dtype=encoded["dtype"]).reshape(encoded["shape"])
    if "pairs" in encoded:
        return dict(encoded["pairs"])
    if "tuple" in encoded:
        return tuple(encoded["tuple"])
    if "class" not in encoded:
        return encoded
    module, _, name = encoded["class"].partition(":")
    kind: Any = None
    if module.startswith("osphg."):
        kind = getattr(import_module(module), name, None)
    # Only what `encode` writes: a class with fields, no function.
    if not (isinstance(kind, type) and hasattr(kind, "__match_args__")):
        raise ValueError(
            f"{short_repr(encoded['class'])} is no class of osphg that a file may hold"
        )
    return kind(**encoded["fields"])


def require_finite(name: str, value: Any) -> None:
    """Raise a ValueError unless all numbers in `value`, a state of a player, are finite.

    Tuples, lists and mappings in it are looked through. `name` is what the message calls the value;
    a field or entry within it is called `name.field` or `name[key]`.
    """
    if isinstance(value, float) or (isinstance(value, np.ndarray) and value.dtype.kind == "f"):
        checks.finite_array(name, np.asarray(value, dtype=np.float64))
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        for field, entry in zip(value._fields, value, strict=True):
            require_finite(f"{name}.{field}", entry)
    elif isinstance(value, tuple | list | dict):
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, entry in entries:
            require_finite(f"{name}[{key!r}]", entry)
