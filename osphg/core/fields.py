"""Frozen classes whose fields are checked when they are set: attrs, with the checks of `validate`.

A class that checks nothing is a plain frozen dataclass; one that does is `frozen` and says field by
field what it accepts. What hangs on several fields is checked in `__attrs_pre_init__` or
`__attrs_post_init__`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any, TypeVar, dataclass_transform, overload

import attrs

from osphg.core import validate
from osphg.core.validate import FloatArray

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
    return lambda name, value: validate.own(validate.array(name, value, shape))


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
