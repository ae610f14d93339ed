"""Checks of arguments: a refusal is one line with the parameter, the value and what is allowed.

A check takes the name of a parameter and its value, `check(name, value)`, and returns the value in
the form in which the package keeps it, or refuses it. What is no number, array or the like is a
TypeError, what lies outside a range a ValueError.

Classes whose fields are checked when they are set are `frozen` (attrs), and a field is
`checked(check)`; one that checks nothing is a plain frozen dataclass. What hangs on several fields
is checked in `__attrs_post_init__`.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable
from functools import partial
from types import UnionType
from typing import Any, TypeGuard, TypeVar, dataclass_transform, overload

import attrs
import numpy as np
from numpy.typing import NDArray

from osphg.messages import MAX_LENGTH, short_repr

FloatArray = NDArray[np.float64]
Kind = TypeVar("Kind")

MAX_ARRAY_SIZE = 2**30  # numbers in one array: 8 GB
_SHORT_ARRAY = 4096  # entries; BLAS multiplies longer arrays by several threads
_NOT_NUMBERS = (bool, np.bool_, np.timedelta64)  # Python or NumPy count these among the integers


def must(condition: object, name: str, wanted: str, got: object) -> None:
    """Raise a ValueError, "`name` must `wanted`, got `got`", unless `condition` holds.

    Parameters
    ----------
    condition : object
        What has to be true.
    name : str
        The parameter, as the caller knows it.
    wanted : str
        What is allowed, a verb and what follows: "be at least 1", "lie in the domain".
    got : object
        What the message shows of the value; a value of any length goes through `short_repr` first.

    Raises
    ------
    ValueError
        If the condition does not hold.

    Examples
    --------
    >>> must(3 <= 2, "W", "be at most 2", 3)
    Traceback (most recent call last):
    ValueError: W must be at most 2, got 3
    """
    if not condition:
        raise ValueError(f"{name} must {wanted}, got {got}")


def of_kind(name: str, value: object, kind: Callable[..., Kind] | UnionType, what: str) -> Kind:
    """Return `value` if it is an instance of a class `kind`, or has all members of a protocol.

    Any other value is a TypeError, "`name` must `what`, got ...".
    """
    if not implements(value, kind):
        raise TypeError(f"{name} must {what}, got {short_repr(value)}")
    return value


flag = partial(of_kind, kind=bool, what="be True or False")


def implements(value: object, kind: Any) -> TypeGuard[Any]:
    """Tell whether `value` is an instance of the class `kind`, or has all members of a protocol.

    A class does not implement a protocol, although it has the members: its instances do.
    """
    if not getattr(kind, "_is_protocol", False):  # by this attribute `typing` marks protocols
        return isinstance(value, kind)
    # What the protocol itself defines: its public names, and `__call__` if it is of a function.
    members = [name for name in dir(kind) if not name.startswith("_") or name == "__call__"]
    return not isinstance(value, type) and all(hasattr(value, name) for name in members)


def integer(name: str, value: Any, minimum: float = -math.inf, maximum: float = math.inf) -> int:
    """Return an integer of minimum..maximum, of Python or NumPy, as an int.

    Anything else is a TypeError, an integer outside the range a ValueError.
    """
    if not _is_integer(value):
        got = f"{short_repr(value)} of type {type(value).__name__}"
        raise TypeError(f"{name} must be an integer, got {got}")
    number = int(value)
    if not minimum <= number <= maximum:
        if maximum == math.inf:
            allowed = f"at least {minimum}"
        else:
            allowed = f"between {minimum} and {maximum}"
        raise ValueError(f"{name} must be {allowed}, got {short_repr(number)}")
    return number


def _is_integer(value: Any) -> bool:
    """Tell whether a value is an integer, of Python or NumPy, and no boolean."""
    if type(value) is int:  # mostly, and faster
        return True
    return not isinstance(value, _NOT_NUMBERS) and isinstance(value, numbers.Integral)


seed = partial(integer, minimum=0)


def positive_int(name: str, value: Any, maximum: float = math.inf) -> int:
    """Return an integer of 1..maximum as an int."""
    return integer(name, value, 1, maximum)


def index(name: str, value: Any, length: int) -> int:
    """Return an index of a sequence of this length, 0..length-1, as an int."""
    return integer(name, value, 0, length - 1)


def array_size(name: str, value: Any, each: int = 1) -> int:
    """Return an integer of at least 1 as an int, if arrays of `value * each` numbers are allowed.

    `each` is how many numbers there are for one unit of the parameter, as n for a round. A user who
    mistypes T is told so, and not that the memory of the machine is at its end.
    """
    number = positive_int(name, value)
    largest = MAX_ARRAY_SIZE // each
    wanted = f"be at most {largest} for its arrays to be held in memory"
    must(number <= largest, name, wanted, short_repr(number))
    return number


def generator(value: Any) -> np.random.Generator:
    """Return a Generator as it is, and a new one for a seed."""
    if isinstance(value, np.random.Generator):
        return value
    return np.random.default_rng(seed("seed", value))


def finite_float(name: str, value: Any) -> float:
    """Return a real number that is finite, as a float.

    A boolean, a time and anything else that is no number is a TypeError.
    """
    if isinstance(value, _NOT_NUMBERS) or not isinstance(value, numbers.Real):
        got = f"{short_repr(value)} of {type(value).__name__}"
        raise TypeError(f"{name} must be a real number, got {got}")
    number = float(value)
    must(math.isfinite(number), name, "be finite", number)
    return number


def _float_check(fits: Callable[[float], bool], allowed: str) -> Callable[[str, Any], float]:
    """Return the check of finite floats for which `fits` holds; a refusal says what is allowed."""

    def check(name: str, value: Any) -> float:
        number = finite_float(name, value)
        must(fits(number), name, f"be {allowed}", number)
        return number

    check.__doc__ = f"Return a real number that is finite and {allowed}, as a float."
    return check


positive_float = _float_check(lambda number: number > 0, "greater than 0")
non_negative_float = _float_check(lambda number: number >= 0, "at least 0")
between_0_and_1 = _float_check(lambda number: 0 < number < 1, "between 0 and 1, both excluded")


def positive_constant(name: str, value: Any) -> float:
    """Return a constant that steps are tuned by, in [1e-70, 1e+70], as a float.

    An all-zero game has the constants 0, and no step of any length follows from them. Steps are
    made of squares of constants, which are finite and above 0 in this range.
    """
    number = positive_float(name, value)
    wanted = "be in [1e-70, 1e+70] for steps to be tuned by it"
    must(1e-70 <= number <= 1e70, name, wanted, f"{number:g}")
    return number


def real_array(name: str, value: Any) -> FloatArray:
    """Return real numbers as a C-contiguous float64 array of any shape.

    An array that has this form already is returned as it is, not copied. Booleans, complex numbers,
    times and masked entries are a TypeError: NumPy would make numbers of them, silently.
    """
    if type(value) is np.ndarray and value.dtype == np.float64:
        return np.asarray(value, order="C")
    try:
        entries = np.asanyarray(value)  # a masked array stays one, and is refused
        _refuse_what_is_not_real(entries)
        return np.array(entries, dtype=np.float64, order="C")
    except (TypeError, ValueError) as error:
        kind = type(value).__name__
        reason = " ".join(str(error).split())[:MAX_LENGTH]
        raise TypeError(f"{name} must be an array of real numbers, got {kind}: {reason}") from None


def _refuse_what_is_not_real(entries: NDArray[Any]) -> None:
    """Raise a TypeError for an array whose entries are not real numbers, or are masked.

    The message is the reason alone: `real_array` puts the name of the parameter before it.
    """
    if isinstance(entries, np.ma.MaskedArray):
        raise TypeError("masked entries have no value")
    if entries.dtype.kind == "O":  # Python objects, as fractions and decimals: each is looked at
        for entry in entries.flat:
            if isinstance(entry, bool) or not isinstance(entry, numbers.Real):
                raise TypeError(f"{type(entry).__name__} is no real number")
    elif entries.dtype.kind not in "fiu":  # floats, integers, unsigned integers
        raise TypeError(f"{entries.dtype.name} holds no real numbers")


def array(name: str, value: Any, shape: tuple[int | None, ...]) -> FloatArray:
    """Return real numbers of this shape, all finite, as a C-contiguous float64 array.

    None in `shape` admits any length of at least 1. Nothing is broadcast. An array that has this
    form already is not copied.
    """
    result = real_array(name, value)
    if not _has_shape(result, shape):
        wanted = ", ".join("any" if length is None else str(length) for length in shape)
        raise ValueError(f"{name} must have shape ({wanted}), got {result.shape}")
    return finite_array(name, result)


def _has_shape(value: FloatArray, shape: tuple[int | None, ...]) -> bool:
    """Tell whether an array has this shape, in which None is any length of at least 1."""
    if value.shape == shape:  # mostly, and faster
        return True
    if value.ndim != len(shape):
        return False
    for size, length in zip(value.shape, shape, strict=True):
        fits = size >= 1 if length is None else size == length
        if not fits:
            return False
    return True


def finite_array(name: str, value: FloatArray) -> FloatArray:
    """Return an array as it is, if it is finite; the refusal names the first place that is not."""
    # The sum of the squares is finite only if all entries are, and takes less time than looking at
    # each, except for a long array, for which BLAS wakes other threads. Where the sum is not
    # finite, it may only have overflowed: then each entry is looked at.
    if value.size <= _SHORT_ARRAY and math.isfinite(np.vdot(value, value)):
        return value
    if np.isfinite(value).all():
        return value
    place = np.unravel_index(int(np.argmin(np.isfinite(value))), value.shape)  # of the first one
    # A single number, an array without axes, has no indices.
    indices = "[" + ", ".join(str(int(i)) for i in place) + "]" if place else ""
    raise ValueError(f"{name} must be finite, got {value[place]} at {name}{indices}")


def boolean_array(name: str, value: Any) -> NDArray[np.bool_]:
    """Return a copy of an array of True and False; anything else is a TypeError.

    An empty list passes, which NumPy takes for one of floats.
    """
    entries = np.array(value)  # of a masked array without its mask
    if (entries.size and entries.dtype != np.bool_) or isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{name} must hold booleans, got {short_repr(value)}")
    return entries.astype(bool)


def read_only(value: FloatArray) -> FloatArray:
    """Return a read-only view of an array: a field of a frozen class is not to be written into."""
    view = value.view()
    view.flags.writeable = False
    return view


def read_only_copy(value: FloatArray) -> FloatArray:
    """Return a read-only copy of an array, which no later change of the caller's array reaches."""
    return read_only(value.copy())


def array_of_shape(*shape: int | None) -> Callable[[str, Any], FloatArray]:
    """Return the check that keeps a read-only copy of a finite array of this shape.

    None in `shape` admits any length of at least 1, as for `array`.
    """
    return lambda name, value: read_only_copy(array(name, value, shape))


def non_negative_array(name: str, value: Any, *shape: int | None) -> FloatArray:
    """Return a read-only copy of an array of this shape, finite, with all entries at least 0.

    None in `shape` admits any length of at least 1. The ValueError for an entry below 0 says where
    it stands.
    """
    entries = array(name, value, shape)
    if (entries < 0).any():
        place = np.argwhere(entries < 0)[0].tolist()  # the indices of the first one
        where = f" at {name}{place}" if place else ""  # a single number has no indices
        got = f"{entries[tuple(place)]:g}{where}"
        raise ValueError(f"{name} must not be negative, got {got}")
    return read_only_copy(entries)


def optional(check: Callable[[str, Any], Any]) -> Callable[[str, Any], Any]:
    """Return a check that lets None pass, and any other value only as `check` does."""
    return lambda name, value: None if value is None else check(name, value)


Class = TypeVar("Class")


def fitted(
    check: Callable[[Any, str, Any], Any], *, default: Any = attrs.NOTHING, kw_only: bool = False
) -> Any:
    """Return a field of a `frozen` class that holds what `check(self, name, value)` returns.

    The check is called with the object when the field is set, and may read the fields before it, as
    n for the length of an array. What the check raises, the constructor raises. A field whose check
    needs no other field is `checked`.
    """
    # A converter of attrs is called when the field is set, and the field holds what it returns.
    convert: Any = attrs.Converter(
        lambda value, self, field: check(self, field.name, value), takes_self=True, takes_field=True
    )
    return attrs.field(default=default, converter=convert, kw_only=kw_only)


def checked(
    check: Callable[[str, Any], Any], *, default: Any = attrs.NOTHING, kw_only: bool = False
) -> Any:
    """Return a field of a `frozen` class that holds what `check(name, value)` returns.

    What the check raises, the constructor of the class raises.
    """
    return fitted(lambda _, name, value: check(name, value), default=default, kw_only=kw_only)


def _comparable(value: Any) -> Any:
    """Return a value that can be compared and hashed in place of the value of a field.

    For an array these are its shape and bytes, as an array has neither a single truth value nor a
    hash; anything else stands for itself. Adding 0.0 turns -0.0 into 0.0, which it equals.
    """
    if not isinstance(value, np.ndarray):
        return value
    return value.shape, (value + 0.0).tobytes()


def _compare_arrays(cls: type, fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    """Return the fields of a class such that attrs compares and hashes each by `_comparable`."""
    return [field.evolve(eq_key=_comparable) for field in fields]


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(checked, fitted))
def frozen(cls: type[Class], /) -> type[Class]: ...
@overload
@dataclass_transform(frozen_default=True, field_specifiers=(checked, fitted))
def frozen(
    *,
    eq: bool = True,
    repr: bool = True,
) -> Callable[[type[Class]], type[Class]]: ...
def frozen(cls: Any = None, /, *, eq: bool = True, repr: Any = None) -> Any:  # noqa: A002
    """Make a class with annotated fields a frozen one.

    Objects of one class with equal fields are equal, and have one hash: arrays by their entries,
    functions by identity. With `eq=False` an object equals nothing but itself, as is right where
    comparing its arrays would cost as much as a game. A repr of all fields is made unless the class
    has its own; `repr=False` keeps an inherited one. An object has no `__slots__`, as a
    `cached_property` keeps its value in the object's `__dict__`.
    """
    return attrs.frozen(cls, eq=eq, repr=repr, slots=False, field_transformer=_compare_arrays)
