"""Checks of arguments: a refusal is one line with the parameter, the value and what is allowed.

What is no number, array or the like is a TypeError, what lies outside a range a ValueError. Classes
whose fields are checked when they are set are `frozen` (attrs); one that checks nothing is a plain
frozen dataclass. What hangs on several fields is checked in `__attrs_post_init__`.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable
from functools import partial
from typing import Any, TypeGuard, TypeVar, dataclass_transform

import attrs
import numpy as np
from numpy.typing import NDArray

from osphg.messages import short_repr

FloatArray = NDArray[np.float64]
Kind = TypeVar("Kind")

MOST = 2**30  # numbers in one array: 8 GB
_LONGEST = 120  # characters of a value in a message
_NO_NUMBERS = (bool, np.bool_, np.timedelta64)  # that would pass for integers


def shown(value: Any) -> str:
    """Return what a message shows of any value: its repr, on one line that is not too long."""
    return short_repr(value, _LONGEST)


def must(holds: object, name: str, what: str, got: object) -> None:
    """Refuse what does not hold: a ValueError, `name` must `what`, got `got`."""
    if not holds:
        raise ValueError(f"{name} must {what}, got {got}")


def of_kind(name: str, value: object, kind: Callable[..., Kind], what: str) -> Kind:
    """Return what `implements` a kind; a TypeError, `name` must `what`, for anything else."""
    if not implements(value, kind):
        raise TypeError(f"{name} must {what}, got {shown(value)}")
    return value


flag = partial(of_kind, kind=bool, what="be True or False")


def implements(value: object, kind: Any) -> TypeGuard[Any]:
    """Whether an object, no class, is of a class, or has all members of a protocol."""
    if not getattr(kind, "_is_protocol", False):
        return isinstance(value, kind)
    members = [name for name in dir(kind) if not name.startswith("_") or name == "__call__"]
    return not isinstance(value, type) and all(hasattr(value, name) for name in members)


def integer(name: str, value: Any, least: float = -math.inf, most: float = math.inf) -> int:
    """Return an integer in a range as an int."""
    if type(value) is not int and (
        isinstance(value, _NO_NUMBERS) or not isinstance(value, numbers.Integral)
    ):
        raise TypeError(
            f"{name} must be an integer, got {shown(value)} of type {type(value).__name__}"
        )
    number = int(value)
    if not least <= number <= most:
        allowed = f"at least {least}" if most == math.inf else f"between {least} and {most}"
        raise ValueError(f"{name} must be {allowed}, got {shown(number)}")
    return number


seed = partial(integer, least=0)


def positive_int(name: str, value: Any, maximum: float = math.inf) -> int:
    """Return an integer of at least 1, and at most `maximum`."""
    return integer(name, value, 1, maximum)


def at(name: str, value: Any, length: int) -> int:
    """Return an index in 0..length-1."""
    return integer(name, value, 0, length - 1)


def size(name: str, value: Any, each: int = 1) -> int:
    """Return an integer of at least 1; that many times `each` numbers must fit into memory."""
    number, most = positive_int(name, value), MOST // each
    wanted = f"be at most {most} for its arrays to be held in memory"
    must(number <= most, name, wanted, shown(number))
    return number


def generator(value: Any) -> np.random.Generator:
    """Return a Generator as it is, and a new one for a seed."""
    given = isinstance(value, np.random.Generator)
    return value if given else np.random.default_rng(seed("seed", value))


def finite_float(name: str, value: Any) -> float:
    """Return a real number that is finite, as a float."""
    if isinstance(value, _NO_NUMBERS) or not isinstance(value, numbers.Real):
        raise TypeError(
            f"{name} must be a real number, got {shown(value)} of {type(value).__name__}"
        )
    number = float(value)
    must(math.isfinite(number), name, "be finite", number)
    return number


def _float_that(fits: Callable[[float], bool], allowed: str) -> Callable[[str, Any], float]:
    def check(name: str, value: Any) -> float:
        number = finite_float(name, value)
        must(fits(number), name, f"be {allowed}", number)
        return number

    return check


positive_float = _float_that(lambda number: number > 0, "greater than 0")
non_negative_float = _float_that(lambda number: number >= 0, "at least 0")
inside_unit = _float_that(lambda number: 0 < number < 1, "between 0 and 1, both excluded")


def scale(name: str, value: Any) -> float:
    """Return a constant that steps are tuned by: above 0, and of a size whose square is one, too.

    An all-zero game has the constants 0, and no step of any length follows from them.
    """
    number = positive_float(name, value)
    wanted = "be in [1e-70, 1e+70] for steps to be tuned by it"
    must(1e-70 <= number <= 1e70, name, wanted, f"{number:g}")
    return number


def real(name: str, value: Any) -> FloatArray:
    """Return real numbers as a C-contiguous float64 array of any shape; none may be masked."""
    if type(value) is np.ndarray and value.dtype == np.float64:
        return np.asarray(value, order="C")
    try:
        found = np.asanyarray(value)
        if isinstance(found, np.ma.MaskedArray):
            raise TypeError("masked entries have no value")
        if found.dtype.kind == "O":
            for entry in found.flat:
                if isinstance(entry, bool) or not isinstance(entry, numbers.Real):
                    raise TypeError(f"{type(entry).__name__} is no real number")
        elif found.dtype.kind not in "fiu":
            raise TypeError(f"{found.dtype.name} holds no real numbers")
        return np.array(found, dtype=np.float64, order="C")
    except (TypeError, ValueError) as error:
        kind, why = type(value).__name__, " ".join(str(error).split())
        raise TypeError(
            f"{name} must be an array of real numbers, got {kind}: {why[:_LONGEST]}"
        ) from None


def array(name: str, value: Any, shape: tuple[int | None, ...]) -> FloatArray:
    """Return `value` as `real` does, if it has this shape and is finite.

    None in `shape` admits any length of at least 1. Nothing is broadcast.
    """
    result = real(name, value)
    if result.shape != shape:
        lengths = zip(result.shape, shape, strict=False)
        fits = (size >= 1 if length is None else size == length for size, length in lengths)
        if result.ndim != len(shape) or not all(fits):
            wanted = ", ".join("any" if length is None else str(length) for length in shape)
            raise ValueError(f"{name} must have shape ({wanted}), got {result.shape}")
    return finite(name, result)


def finite(name: str, value: FloatArray) -> FloatArray:
    """Return an array as it is, if it is finite; the refusal names the place."""
    if math.isfinite(np.vdot(value, value)) or np.isfinite(value).all():  # the first is faster
        return value
    where = np.unravel_index(int(np.argmin(np.isfinite(value))), value.shape)
    at = "[" + ", ".join(str(int(index)) for index in where) + "]" if where else ""
    raise ValueError(f"{name} must be finite, got {value[where]} at {name}{at}")


def booleans(name: str, value: Any) -> NDArray[np.bool_]:
    """Return a copy of an array of True and False."""
    found = np.array(value)
    if (found.size and found.dtype != np.bool_) or isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{name} must hold booleans, got {shown(value)}")
    return found.astype(bool)


def read_only(value: FloatArray) -> FloatArray:
    """Return a read-only view, so that what is frozen is so throughout."""
    view = value.view()
    view.flags.writeable = False
    return view


def own(value: FloatArray) -> FloatArray:
    """Return a read-only copy, which no later change of the caller's array reaches."""
    return read_only(value.copy())


def own_array(*shape: int | None) -> Callable[[str, Any], FloatArray]:
    """Return the check that makes a read-only copy of a finite array; None is any length."""
    return lambda name, value: own(array(name, value, shape))


def not_negative(name: str, value: Any, *shape: int | None) -> FloatArray:
    """Return a read-only copy of an array of this shape; ValueError for an entry below 0."""
    found = array(name, value, shape)
    if (found < 0).any():
        at = np.argwhere(found < 0)[0].tolist()
        where = f" at {name}{at}" if at else ""
        raise ValueError(f"{name} must not be negative, got {found[tuple(at)]:g}{where}")
    return own(found)


def optional(check: Callable[[str, Any], Any]) -> Callable[[str, Any], Any]:
    """Return a check that lets None pass."""
    return lambda name, value: None if value is None else check(name, value)


def fitted(
    check: Callable[[Any, str, Any], Any], *, default: Any = attrs.NOTHING, kw_only: bool = False
) -> Any:
    """Return a field as `checked`, for a `check(self, name, value)` that reads earlier fields."""
    convert: Any = attrs.Converter(
        lambda value, self, field: check(self, field.name, value), takes_self=True, takes_field=True
    )
    return attrs.field(default=default, converter=convert, kw_only=kw_only)


def checked(
    check: Callable[[str, Any], Any], *, default: Any = attrs.NOTHING, kw_only: bool = False
) -> Any:
    """Return a field that holds what `check(name, value)` makes of a value, or the error."""
    return fitted(lambda _, name, value: check(name, value), default=default, kw_only=kw_only)


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(checked, fitted))
def frozen(cls: Any = None, /, *, eq: bool = False, repr: Any = None) -> Any:  # noqa: A002
    """Make a class with annotated fields a frozen one; it equals nothing but itself unless `eq`.

    Arrays have no single truth value, so that classes which hold some cannot be compared. A repr of
    all fields is made unless the class has its own; `repr=False` keeps an inherited one.
    """
    return attrs.frozen(cls, eq=eq, repr=repr, slots=False)
