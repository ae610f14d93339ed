"""Values as JSON and back, bit for bit: what a file keeps of a player, a domain or a state.

Numbers, text, arrays, lists, tuples and dictionaries, and classes whose fields make them: attrs,
dataclasses, named tuples. Nothing is executed that a file names: a class is one of this package, or
one that the reader of the file holds already.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import attrs
import numpy as np

from osphg.checks import shown

_ARRAY, _TUPLE, _MAPPING, _CLASS, _SHARED = "array", "tuple", "mapping", "class", "shared"
_KINDS = ("f", "i", "u", "b")  # of arrays: numbers and truth values


class EncodingError(ValueError):
    """A value that cannot be kept in a file, or text that is no value."""


def encode(value: Any, shared: Mapping[str, Any] | None = None) -> Any:
    """Return a value as what `json` writes; floats by their shortest exact digits.

    Parameters
    ----------
    value
        Numbers, text, None, arrays of numbers, lists, tuples, dictionaries of text, and classes
        with fields.
    shared : mapping, optional
        Objects that are named where they stand, not written out, such as the domain of a state.

    Raises
    ------
    EncodingError
        For anything else: a function, a generator, an object without fields, a list in itself.
    """
    try:
        return _encode(value, shared or {})
    except RecursionError:
        raise EncodingError("a value nested too deeply, or in itself, cannot be kept") from None


def same(value: Any, found: Any) -> bool:
    """Return whether what a file has, as JSON, is what it would have of this value."""
    try:
        return json.dumps(encode(value)) == json.dumps(found)
    except ValueError:  # an EncodingError, or an integer of thousands of digits
        return False


def _encode(value: Any, shared: Mapping[str, Any]) -> Any:
    """Return a value as what `json` writes, entry by entry."""
    for name, known in shared.items():
        if value is known:
            return {_SHARED: name}
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, int | np.integer):
        return int(value)
    if isinstance(value, float | np.floating):
        return float(value)
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in _KINDS or value.dtype.itemsize > 8:
            raise EncodingError(f"an array of {value.dtype} cannot be kept in a file")
        return {_ARRAY: value.tolist(), "dtype": value.dtype.name, "shape": list(value.shape)}
    if isinstance(value, list):
        return [_encode(entry, shared) for entry in value]
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise EncodingError(f"a mapping must have text as keys, got {shown(value)}")
        return {_MAPPING: {key: _encode(entry, shared) for key, entry in value.items()}}
    if type(value) is tuple:
        return {_TUPLE: [_encode(entry, shared) for entry in value]}
    fields = {name: _encode(entry, shared) for name, entry in _fields(value)}
    return {_CLASS: _name(type(value)), "fields": fields}


def decode(
    found: Any, shared: Mapping[str, Any] | None = None, classes: Mapping[str, type] | None = None
) -> Any:
    """Return the value that `encode` made this of.

    Parameters
    ----------
    found
        What `json` has read.
    shared : mapping, optional
        As in `encode`.
    classes : mapping, optional
        Classes that are not of this package, by name; see `classes_of`.

    Raises
    ------
    EncodingError
        For a class that is not known, or text that `encode` does not write.
    """
    if isinstance(found, list):
        return [decode(entry, shared, classes) for entry in found]
    if not isinstance(found, dict):
        return found
    try:
        if _SHARED in found:
            return (shared or {})[found[_SHARED]]
        if _ARRAY in found:
            array = np.array(found[_ARRAY], dtype=np.dtype(str(found["dtype"])))
            return array.reshape([int(length) for length in found["shape"]])
        if _TUPLE in found:
            return tuple(decode(entry, shared, classes) for entry in found[_TUPLE])
        if _MAPPING in found:
            return {key: decode(part, shared, classes) for key, part in found[_MAPPING].items()}
        made = _class(str(found[_CLASS]), classes or {})
        fields = found["fields"].items()
        return made(**{name: decode(entry, shared, classes) for name, entry in fields})
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise EncodingError(f"{shown(found)} is no value that was written here: {error}") from None


def classes_of(*values: Any) -> dict[str, type]:
    """Return the classes with fields in some values, by the names that a file has for them."""
    found: dict[str, type] = {}
    for value in values:
        if isinstance(value, list | tuple):
            parts: Iterator[Any] = iter(value)
        elif isinstance(value, Mapping):
            parts = iter(value.values())
        elif attrs.has(type(value)) or dataclasses.is_dataclass(type(value)):
            parts = (entry for _, entry in _fields(value))
        else:
            continue
        if type(value) not in (list, tuple, dict):
            found[_name(type(value))] = type(value)
        found.update(classes_of(*parts))
    return found


def _fields(value: Any) -> list[tuple[str, Any]]:
    """Return the fields that make an object, in order."""
    kind = type(value)
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return list(zip(kind._fields, value, strict=True))
    if isinstance(value, type):
        pass
    elif attrs.has(kind):
        return [(field.name, getattr(value, field.name)) for field in attrs.fields(kind)]
    elif dataclasses.is_dataclass(kind):
        return [(part.name, getattr(value, part.name)) for part in dataclasses.fields(kind)]
    raise EncodingError(
        f"{shown(value)} cannot be kept in a file: only numbers, text, arrays, and classes made of"
        " them by attrs, as a dataclass or as a NamedTuple"
    )


def _has_fields(kind: type) -> bool:
    named = issubclass(kind, tuple) and hasattr(kind, "_fields")
    return named or attrs.has(kind) or dataclasses.is_dataclass(kind)


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _class(name: str, classes: Mapping[str, type]) -> type:
    """Return a class with fields by its name."""
    if name in classes:
        return classes[name]
    module, _, attribute = name.partition(":")
    package = __name__.partition(".")[0]
    if module.partition(".")[0] == package:
        try:
            found = getattr(import_module(module), attribute, None)
        except ImportError:
            found = None
        if isinstance(found, type) and _name(found) == name and _has_fields(found):
            return found
    raise EncodingError(
        f"{shown(name)} is no class of {package}: give the player and the domain that the file is"
        " of, for their classes to be known"
    )
