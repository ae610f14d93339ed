"""Checks of arguments: a refusal is one line with the parameter, the value and what is allowed.

Classes whose fields are checked when they are set are `frozen` (attrs); one that checks nothing is
a plain frozen dataclass. What hangs on several fields is checked in `__attrs_pre_init__` or
`__attrs_post_init__`.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from inspect import signature
from typing import Any, TypeGuard, TypeVar, dataclass_transform, overload

import attrs
import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Kind = TypeVar("Kind")

LARGEST = 2**63 - 1  # NumPy's integers reach no further
SQUARABLE = 1e150  # a square, and sums of squares, are finite
_SHORT = 4096  # entries of an array that one thread reads at once
MOST = 2**30  # numbers in one array: 8 GB
_NO_NUMBERS = (bool, np.bool_, np.timedelta64)  # that would pass for integers
_LONGEST = 120  # characters of a value in a message
_KINDS = {  # of NumPy's types that are not numbers
    "b": "True and False are no numbers",
    "c": "complex numbers are not real",
    "M": "dates are no numbers",
    "m": "durations are no numbers",
    "S": "text is no number",
    "U": "text is no number",
}


def shown(value: Any) -> str:
    """Return what a message shows of any value: its repr, on one line that is not too long."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # an integer of 5,000 digits has none, nor has what a user wrote badly
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def integer(name: str, value: Any) -> int:
    """Return `value` as an int; TypeError unless it is an integer, which True and False are not."""
    if isinstance(value, _NO_NUMBERS) or not isinstance(value, numbers.Integral):
        raise TypeError(
            f"{name} must be an integer, got {shown(value)} of type {type(value).__name__}"
        )
    return int(value)


def takes(function: Any, count: int) -> bool:
    """Whether `function` can be called with so many arguments, as far as that can be told."""
    if isinstance(function, type) or not callable(function):
        return False
    try:
        signature(function).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # written in C, without a signature
        return True
    return True


def implements(value: object, protocol: Callable[..., Kind]) -> TypeGuard[Kind]:
    """Whether an object, which is no class, has all public members of a protocol.

    Its own, or those of another to which its `__getattr__` leads: `isinstance` sees these on some
    versions of Python and not on others.
    """
    rooms = [vars(base) for base in getattr(protocol, "__mro__", ()) if base.__module__ != "typing"]
    members = {name for room in rooms[:-1] for name in (*room, *room.get("__annotations__", ()))}
    public = (name for name in members if not name.startswith("_") or name == "__call__")
    return not isinstance(value, type) and all(hasattr(value, name) for name in public)


def flag(name: str, value: Any) -> bool:
    """Return `value` if it is True or False; TypeError otherwise."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, got {shown(value)}")
    return value


def positive_int(name: str, value: Any, maximum: int | None = None) -> int:
    """Return `value` as an int in 1..maximum; TypeError unless an integer, ValueError outside."""
    number = integer(name, value)
    if number < 1 or number > (LARGEST if maximum is None else maximum):
        allowed = f"between 1 and {maximum}"
        if maximum is None:
            allowed = "at least 1" if number < 1 else f"at most {LARGEST}"
        raise ValueError(f"{name} must be {allowed}, got {shown(number)}")
    return number


def at(name: str, value: Any, length: int) -> int:
    """Return an index in 0..length-1; TypeError unless an integer, ValueError outside."""
    if type(value) is int and 0 <= value < length:
        return value
    number = integer(name, value)
    if not 0 <= number < length:
        raise ValueError(f"{name} must be between 0 and {length - 1}, got {shown(number)}")
    return number


def size(name: str, value: Any, each: int = 1) -> int:
    """Return `value` as `positive_int`; ValueError if that many times `each` numbers are too many.

    It is for what is held in memory at once, so that a slip of the hand does not fill it.
    """
    number = positive_int(name, value)
    if number > MOST // each:
        raise ValueError(
            f"{name} must be at most {MOST // each} for its arrays to be held in memory,"
            f" got {shown(number)}"
        )
    return number


def seed(value: Any, name: str = "seed") -> int:
    """Return `value` as an int of at least 0; TypeError unless an integer, ValueError if below."""
    number = integer(name, value)
    if number < 0:
        raise ValueError(f"{name} must be at least 0, got {shown(value)}")
    return number


def generator(value: Any, name: str = "seed") -> np.random.Generator:
    """Return a Generator as it is, and a new one for a seed; ValueError for anything else."""
    if isinstance(value, np.random.Generator):
        return value
    return np.random.default_rng(entropy(value, name))


def entropy(value: Any, name: str = "seed") -> int:
    """Return a seed, or an integer drawn from a Generator; ValueError for anything else."""
    if isinstance(value, np.random.Generator):
        return int(value.integers(2**63))
    try:
        return seed(value)
    except (TypeError, ValueError):
        raise ValueError(
            f"{name} must be a non-negative integer or a Generator, got {shown(value)}"
        ) from None


def finite_float(name: str, value: Any) -> float:
    """Return `value` as a finite float; TypeError unless real, ValueError unless finite."""
    if isinstance(value, _NO_NUMBERS) or not isinstance(value, numbers.Real):
        raise TypeError(
            f"{name} must be a real number, got {shown(value)} of {type(value).__name__}"
        )
    try:
        with np.errstate(over="ignore"):  # a longer float that no float can hold
            number = float(value)
    except OverflowError:  # an integer that no float can hold
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"{name} must be finite, got {number}")
    return number


def positive_float(name: str, value: Any) -> float:
    """Return `value` as a finite float above 0; TypeError or ValueError otherwise."""
    number = finite_float(name, value)
    if number <= 0:
        raise ValueError(f"{name} must be greater than 0, got {number}")
    return number


def non_negative_float(name: str, value: Any) -> float:
    """Return `value` as a finite float of at least 0; TypeError or ValueError otherwise."""
    number = finite_float(name, value)
    if number < 0:
        raise ValueError(f"{name} must be at least 0, got {number}")
    return number


def inside_unit(name: str, value: Any) -> float:
    """Return `value` as a float strictly between 0 and 1; TypeError or ValueError otherwise."""
    number = finite_float(name, value)
    if not 0 < number < 1:
        raise ValueError(f"{name} must be between 0 and 1, both excluded, got {number}")
    return number


def real(name: str, value: Any) -> FloatArray:
    """Return `value` as a C-contiguous float64 array of any shape; TypeError unless of numbers.

    Masked arrays, dates, text, complex numbers, None, and arrays of True and False are refused.
    """
    if type(value) is np.ndarray and value.dtype == np.float64:
        return value if value.flags.c_contiguous else np.array(value, order="C")
    try:
        found = np.asanyarray(value)
        if isinstance(found, np.ma.MaskedArray):
            raise TypeError("masked entries have no value")
        if found.dtype.kind == "O":
            for entry in found.flat:
                if isinstance(entry, bool) or not isinstance(entry, numbers.Real):
                    raise TypeError(f"{type(entry).__name__} is no real number")
        elif found.dtype.kind not in "fiu":
            raise TypeError(_KINDS.get(found.dtype.kind, f"{found.dtype} holds no real numbers"))
        with np.errstate(over="ignore"):
            return np.array(found, dtype=np.float64, order="C")
    except Exception as error:  # also what a user's own conversion raises
        kind, why = type(value).__name__, " ".join(str(error).split())
        raise TypeError(
            f"{name} must be an array of real numbers, got {kind}: {why[:_LONGEST]}"
        ) from None


def scale(name: str, value: Any) -> float:
    """Return a constant that steps are tuned by; ValueError for 0, or where its square overflows.

    An all-zero game has the constants 0, and no step of any length follows from them.
    """
    number = positive_float(name, value)
    if not 1e-70 <= number <= 1e70:
        raise ValueError(
            f"{name} must be in [1e-70, 1e+70] for steps to be tuned by it, got {number:g}"
        )
    return number


def array(
    name: str, value: Any, shape: tuple[int | None, ...], largest: float = math.inf
) -> FloatArray:
    """Return `value` as a finite, C-contiguous float64 array of exactly `shape`.

    None in `shape` admits any length of at least 1. Nothing is broadcast: another number of
    axes or another length is a ValueError, and so is a value that is not finite, or of a size
    above `largest`; TypeError as `real`.
    """
    result = real(name, value)
    if result.shape != shape:
        lengths = zip(result.shape, shape, strict=False)
        fits = (size >= 1 if length is None else size == length for size, length in lengths)
        if result.ndim != len(shape) or not all(fits):
            wanted = ", ".join("any" if length is None else str(length) for length in shape)
            raise ValueError(f"{name} must have shape ({wanted}), got {result.shape}")
    return bounded(name, finite(name, result), largest)


def bounded(name: str, value: FloatArray, largest: float) -> FloatArray:
    """Return an array as it is; ValueError for an entry of a size above `largest`."""
    if largest < math.inf and (size := float(np.abs(value).max(initial=0.0))) > largest:
        raise ValueError(f"{name} must be at most {largest:g} in size, got {size:g}")
    return value


def all_finite(value: FloatArray) -> bool:
    """Whether every entry is finite."""
    # One call for the usual answer: the sum of the squares is finite, and never warns. Of long
    # arrays it would be spread over threads, which wait for one another where processors are busy.
    short = value.size <= _SHORT and np.vdot(value, value) < np.inf
    return bool(short or np.isfinite(value).all())


def squarable(value: FloatArray) -> bool:
    """Whether no entry is too large for its square, nor NaN."""
    return bool(np.vdot(value, value) <= SQUARABLE**2) or bool((np.abs(value) <= SQUARABLE).all())


def finite(name: str, value: FloatArray) -> FloatArray:
    """Return an array as it is; ValueError, with the place, for an entry that is not finite."""
    if all_finite(value):
        return value
    where = np.unravel_index(int(np.argmin(np.isfinite(value))), value.shape)
    at = "[" + ", ".join(str(int(index)) for index in where) + "]" if where else ""
    raise ValueError(f"{name} must be finite, got {value[where]} at {name}{at}")


def booleans(name: str, value: Any) -> NDArray[np.bool_]:
    """Return a copy of an array of True and False; TypeError for anything else."""
    try:
        found = np.array(value)
    except Exception:  # rows of different lengths, or a user's own conversion
        found = np.array(None)
    if found.size == 0 and found.dtype == np.float64:  # NumPy's type of an empty list
        found = found.astype(bool)
    if found.dtype != np.bool_ or isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{name} must hold booleans, got {shown(value)}")
    return found


def own(value: FloatArray) -> FloatArray:
    """Return a read-only copy of `value`, which no later change of the caller's array reaches."""
    copy = value.copy()
    copy.flags.writeable = False
    return copy


def read_only(value: FloatArray) -> FloatArray:
    """Return a read-only view of `value`, so that a frozen dataclass is frozen throughout."""
    view = value.view()
    view.flags.writeable = False
    return view


T = TypeVar("T")


def checked(check: Callable[[str, Any], Any], *, default: Any = attrs.NOTHING) -> Any:
    """Return a field that holds what `check(name, value)` makes of a value, or the error."""
    convert: Any = attrs.Converter(lambda value, field: check(field.name, value), takes_field=True)
    return attrs.field(default=default, converter=convert)


def fitted(check: Callable[[Any, str, Any], Any], *, default: Any = attrs.NOTHING) -> Any:
    """Return a field as `checked`, for a `check(self, name, value)` that reads earlier fields."""
    convert: Any = attrs.Converter(
        lambda value, self, field: check(self, field.name, value), takes_self=True, takes_field=True
    )
    return attrs.field(default=default, converter=convert)


def own_array(*shape: int | None) -> Callable[[str, Any], FloatArray]:
    """Return the check that makes a read-only copy of a finite array; None is any length."""
    return lambda name, value: own(array(name, value, shape))


@overload
def frozen(cls: type[T], /) -> type[T]: ...
@overload
def frozen(*, eq: bool = ..., repr: bool | None = ...) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(checked, fitted))
def frozen(
    cls: type[T] | None = None,
    /,
    *,
    eq: bool = False,
    repr: bool | None = None,  # noqa: A002
) -> Any:
    """Make a class with annotated fields a frozen one; it equals nothing but itself unless `eq`.

    Arrays have no single truth value, so that classes which hold some cannot be compared. A repr of
    all fields is made unless the class has its own; `repr=False` keeps an inherited one.
    """
    options: dict[str, Any] = {"eq": eq, "repr": repr, "slots": False}

    def make(given: Any) -> Any:
        made: Any = attrs.frozen(**options)(given)
        made.__setattr__ = made.__delattr__ = _refuse  # attrs' own message does not name the field
        return made

    return make if cls is None else make(cls)


def _refuse(self: Any, name: str, *value: Any) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def evolve(value: T, **changes: Any) -> T:
    """Return a copy with some fields changed, and checked anew; `attrs.evolve` with its type."""
    anything: Any = value
    copy: T = attrs.evolve(anything, **changes)
    return copy
