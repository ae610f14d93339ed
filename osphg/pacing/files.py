"""Files of what a pacer is made of: JSON with a version and a checksum, replaced at once.

Numbers, text, arrays, lists, tuples and dictionaries are written, and classes whose fields make
them: attrs, dataclasses, named tuples. Floats keep every bit. Reading runs nothing that a file
names: a class is one of this package with fields, or one that the reader of the file holds already.
"""

from __future__ import annotations

import dataclasses
import json
import os
import secrets
from collections.abc import Mapping
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs
import numpy as np

from osphg.checks import shown

FORMAT, VERSION = "osphg.Pacer", 2


def write(path: str | os.PathLike[str], content: Any) -> None:
    """Write what `encode` has made: whoever reads the file, or is killed, finds the old or the new.

    The bytes go to a new file beside it and to the disk, and then take its name.

    Raises
    ------
    TypeError
        For no path.
    OSError
        Where nothing can be written, or the disk fails: the old file is as it was.
    """
    target = _path(path)
    head = {"format": FORMAT, "version": VERSION, "checksum": _checksum(content)}
    beside = target.with_name(f".osphg-{secrets.token_hex(8)}")
    try:
        with beside.open("xb") as file:
            file.write(json.dumps({**head, "content": content}).encode())
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def read(path: str | os.PathLike[str]) -> Any:
    """Return what `write` has written.

    Raises
    ------
    TypeError
        For no path.
    ValueError
        In one line: for no such file, one of another kind or version, or one that was changed.
    """
    source = _path(path)
    try:
        found = json.loads(source.read_bytes())
        kind, version, checksum = (found[name] for name in ("format", "version", "checksum"))
        same = checksum == _checksum(found["content"])
    except OSError as error:
        raise ValueError(f"path cannot be read, {error.strerror}: {str(source)!r}") from None
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"path is damaged, or no file of {FORMAT}: {str(source)!r}") from None
    if (kind, version) != (FORMAT, VERSION):
        raise ValueError(
            f"path must be of {FORMAT}, version {VERSION}, got {shown(kind)}, {shown(version)}"
        )
    if not same:
        raise ValueError(f"path is damaged, its checksum is another one: {str(source)!r}")
    return found["content"]


def _path(value: Any) -> Path:
    if not isinstance(value, str | os.PathLike):
        raise TypeError(f"path must be the path of a file, got {shown(value)}")
    return Path(value)


def _checksum(content: Any) -> str:
    return blake2b(json.dumps(content).encode(), digest_size=16).hexdigest()


def encode(value: Any, classes: dict[str, type] | None = None) -> Any:
    """Return a value as what `json` writes; `classes` takes up those that were met, by name.

    Raises
    ------
    ValueError
        For what no file can hold: a function, a generator, an object without fields.
    """
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray) and value.dtype.kind in "fiub":
        return {"array": value.tolist(), "dtype": value.dtype.name, "shape": list(value.shape)}
    if isinstance(value, list):
        return [encode(entry, classes) for entry in value]
    if type(value) is tuple:
        return {"tuple": [encode(entry, classes) for entry in value]}
    if isinstance(value, Mapping) and all(isinstance(name, str) for name in value):
        return {"mapping": {name: encode(entry, classes) for name, entry in value.items()}}
    if (names := _fields(type(value))) is None:
        raise ValueError(
            f"{shown(value)} cannot be written to a file: only numbers, text, arrays, and classes"
            " made of them by attrs, as a dataclass or as a NamedTuple"
        )
    if classes is not None:
        classes[class_name(value)] = type(value)
    fields = {name: encode(getattr(value, name), classes) for name in names}
    return {"class": class_name(value), "fields": fields}


def holds(found: Any, value: Any) -> bool:
    """Whether what a file has is what it would have of this value."""
    named = isinstance(found, dict) and found.get("class") == class_name(value)
    return named and bool(encode(value) == found)


def decode(found: Any, classes: Mapping[str, type] = MappingProxyType({})) -> Any:
    """Return the value that `encode` has made this of; `classes` are known beside the package's.

    A class that is not known is a ValueError.
    """
    if isinstance(found, list):
        return [decode(entry, classes) for entry in found]
    if not isinstance(found, dict):
        return found
    if "array" in found:
        return np.array(found["array"], dtype=found["dtype"]).reshape(found["shape"])
    if "tuple" in found:
        return tuple(decode(entry, classes) for entry in found["tuple"])
    if "mapping" in found:
        return {key: decode(entry, classes) for key, entry in found["mapping"].items()}
    made = classes.get(found["class"]) or _own_class(found["class"])
    return made(**{name: decode(entry, classes) for name, entry in found["fields"].items()})


def class_name(value: Any) -> str:
    """Return the name that a file has for an object's class."""
    return f"{type(value).__module__}:{type(value).__qualname__}"


def _fields(kind: type) -> list[str] | None:
    """Return the names of the fields that make a class's objects; None if it has none."""
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return list(kind._fields)
    if attrs.has(kind):
        return [field.name for field in attrs.fields(kind) if field.init]
    if dataclasses.is_dataclass(kind):
        return [field.name for field in dataclasses.fields(kind) if field.init]
    return None


def _own_class(name: str) -> type:
    """Return a class of this package, with fields, by its name."""
    module, _, attribute = name.partition(":")
    package = __name__.partition(".")[0]
    if module.partition(".")[0] == package:
        try:
            found = getattr(import_module(module), attribute, None)
        except ImportError:
            found = None
        if isinstance(found, type) and found.__module__ == module and _fields(found) is not None:
            return found
    raise ValueError(
        f"{shown(name)} is no class of {package}: give the player and the domain that the file is"
        " of, for their classes to be known"
    )
