"""Checks of arguments: a refusal is one line with the parameter, the value and what is allowed."""

from __future__ import annotations

import math
import numbers
from typing import Any

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


def integer(name: str, value: Any) -> int:
    """Return `value` as an int; TypeError unless it is an integer, which True and False are not."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be an integer, got {value!r} of type {type(value).__name__}")
    return int(value)


def flag(name: str, value: Any) -> bool:
    """Return `value` if it is True or False; TypeError otherwise."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, got {value!r}")
    return value


def positive_int(name: str, value: Any, maximum: int | None = None) -> int:
    """Return `value` as an int in 1..maximum; TypeError unless an integer, ValueError outside."""
    number = integer(name, value)
    if number < 1 or (maximum is not None and number > maximum):
        allowed = "at least 1" if maximum is None else f"between 1 and {maximum}"
        raise ValueError(f"{name} must be {allowed}, got {number}")
    return number


def seed(value: Any) -> int:
    """Return `value` as an int of at least 0; TypeError unless an integer, ValueError if below."""
    number = integer("seed", value)
    if number < 0:
        raise ValueError(f"seed must be at least 0, got {value}")
    return number


def entropy(value: Any) -> int:
    """Return a seed, or an integer drawn from a Generator; ValueError for anything else."""
    if isinstance(value, np.random.Generator):
        return int(value.integers(2**63))
    try:
        return seed(value)
    except (TypeError, ValueError):
        raise ValueError(
            f"seed must be a non-negative integer or a Generator, got {value!r}"
        ) from None


def finite_float(name: str, value: Any) -> float:
    """Return `value` as a finite float; TypeError unless real, ValueError unless finite."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a real number, got {value!r} of {type(value).__name__}")
    try:
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


def array(name: str, value: Any, shape: tuple[int | None, ...]) -> FloatArray:
    """Return `value` as a finite, C-contiguous float64 array of exactly `shape`.

    None in `shape` admits any length of at least 1. Nothing is broadcast: another number of
    axes or another length is a ValueError, and so is a value that is not finite.
    """
    try:
        if np.iscomplexobj(value):
            raise TypeError("complex numbers are not real")
        result = np.ascontiguousarray(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        kind = type(value).__name__
        raise TypeError(f"{name} must be an array of real numbers, got {kind}: {error}") from None
    if result.ndim == 1 and np.ndim(value) == 0:  # ascontiguousarray lifts scalars to one axis
        result = result.reshape(())
    wanted = "(" + ", ".join("any" if length is None else str(length) for length in shape) + ")"
    if result.ndim != len(shape) or any(
        (length is None and size < 1) or (length is not None and size != length)
        for size, length in zip(result.shape, shape, strict=False)
    ):
        raise ValueError(f"{name} must have shape {wanted}, got {result.shape}")
    if not np.isfinite(result).all():
        where = np.unravel_index(int(np.argmin(np.isfinite(result))), result.shape)
        at = "[" + ", ".join(str(int(index)) for index in where) + "]"
        raise ValueError(f"{name} must be finite, got {result[where]} at {name}{at}")
    return result


def own(value: FloatArray) -> FloatArray:
    """Return a read-only copy of `value`, which no later change of the caller's array reaches."""
    copy = value.copy()
    copy.flags.writeable = False
    return copy


def frozen(value: FloatArray) -> FloatArray:
    """Return a read-only view of `value`, so that a frozen dataclass is frozen throughout."""
    view = value.view()
    view.flags.writeable = False
    return view
