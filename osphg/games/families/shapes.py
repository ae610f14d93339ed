"""Concave shapes phi: increasing functions of one number z >= 0, with phi(0) = 0.

A shape is any object with `value(z)`, `slope(z)` and `bend(z)`, for arrays of any shape: phi,
phi', and a bound of -phi'' on [z, infinity). Those here are also known to the compiled rounds of a
`ConcaveOverModular` that has one of them throughout.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen, shown, takes


@runtime_checkable
class Shape(Protocol):
    """What is asked of a shape."""

    def value(self, z: FloatArray, /) -> FloatArray:
        """Return phi(z)."""
        ...

    def slope(self, z: FloatArray, /) -> FloatArray:
        """Return phi'(z), not negative and falling in z."""
        ...

    def bend(self, z: FloatArray, /) -> FloatArray:
        """Return a bound of -phi'' on [z, infinity)."""
        ...


class Known(NamedTuple):
    """What the compiled rounds are told of a shape that they know."""

    shape: int
    first: float = 0.0
    second: float = 0.0


LOG, SATURATION, ROOT, CAP = range(4)


def require_shape(name: str, value: Any) -> Shape:
    """Return what is a shape; TypeError for anything else, and for a class."""
    if not all(takes(getattr(value, method, None), 1) for method in ("value", "slope", "bend")):
        raise TypeError(f"{name} must have methods value(z), slope(z), bend(z), got {shown(value)}")
    shape: Shape = value
    return shape


@frozen(eq=True)
class Log:
    """phi(z) = log(1 + z).

    Examples
    --------
    >>> import osphg
    >>> shape = osphg.families.Log()
    >>> float(shape.value(0.0)), float(shape.slope(1.0)), float(shape.bend(1.0))
    (0.0, 0.5, 0.25)
    """

    def value(self, z: FloatArray, /) -> FloatArray:
        """Return log(1 + z)."""
        return np.asarray(np.log1p(z))

    def slope(self, z: FloatArray, /) -> FloatArray:
        """Return 1 / (1 + z)."""
        return np.asarray(1 / (1 + np.asarray(z)))

    def bend(self, z: FloatArray, /) -> FloatArray:
        """Return 1 / (1 + z)^2, which falls."""
        return np.asarray(1 / (1 + np.asarray(z)) ** 2)

    def known(self) -> Known | None:
        """Return what the compiled rounds know it by; None for a subclass."""
        return Known(LOG) if type(self) is Log else None


@frozen(eq=True)
class Saturation:
    """phi(z) = 1 - exp(-z).

    Examples
    --------
    >>> import osphg
    >>> shape = osphg.families.Saturation()
    >>> [round(float(shape.value(z)), 3) for z in (0.0, 1.0, 2.0)]
    [0.0, 0.632, 0.865]
    >>> float(shape.slope(0.0))
    1.0
    """

    def value(self, z: FloatArray, /) -> FloatArray:
        """Return 1 - exp(-z)."""
        return np.asarray(-np.expm1(-np.asarray(z)))

    def slope(self, z: FloatArray, /) -> FloatArray:
        """Return exp(-z)."""
        return np.asarray(np.exp(-np.asarray(z)))

    def bend(self, z: FloatArray, /) -> FloatArray:
        """Return exp(-z), which falls."""
        return self.slope(z)

    def known(self) -> Known | None:
        """Return what the compiled rounds know it by; None for a subclass."""
        return Known(SATURATION) if type(self) is Saturation else None


@frozen(eq=True)
class Root:
    """phi(z) = sqrt(z + shift) - sqrt(shift), shifted so that its slope at 0 is finite.

    Parameters
    ----------
    shift : float
        At least 1e-6.

    Examples
    --------
    >>> import osphg
    >>> float(osphg.families.Root(shift=1.0).value(3.0))
    1.0
    """

    shift: float = checked(checks.positive_float)

    def __attrs_post_init__(self) -> None:
        """Refuse a shift so small that the slope at 0 is nearly infinite."""
        if not 1e-6 <= self.shift <= checks.SQUARABLE:
            raise ValueError(f"shift must be in [1e-06, {checks.SQUARABLE:g}], got {self.shift:g}")

    def value(self, z: FloatArray, /) -> FloatArray:
        """Return sqrt(z + shift) - sqrt(shift)."""
        z = np.asarray(z)
        return np.asarray(z / (np.sqrt(z + self.shift) + np.sqrt(self.shift)))

    def slope(self, z: FloatArray, /) -> FloatArray:
        """Return 1 / (2 sqrt(z + shift))."""
        return np.asarray(0.5 / np.sqrt(np.asarray(z) + self.shift))

    def bend(self, z: FloatArray, /) -> FloatArray:
        """Return (z + shift)^(-3/2) / 4, which falls."""
        return np.asarray(0.25 * (np.asarray(z) + self.shift) ** -1.5)

    def known(self) -> Known | None:
        """Return what the compiled rounds know it by; None for a subclass."""
        return Known(ROOT, self.shift) if type(self) is Root else None


@frozen(eq=True)
class SmoothCap:
    """phi(z) = min(z, cap) with its corner rounded off: a parabola from cap - width to cap + width.

    Parameters
    ----------
    cap : float
        Above 0.
    width : float
        Half the length of the bend; above 0, at most `cap`.

    Examples
    --------
    >>> import osphg
    >>> cap = osphg.families.SmoothCap(cap=1.0, width=0.5)
    >>> [float(cap.value(z)) for z in (0.5, 1.0, 2.0)]
    [0.5, 0.875, 1.0]
    """

    cap: float = checked(checks.positive_float)
    width: float = checked(checks.positive_float)

    def __attrs_post_init__(self) -> None:
        """Refuse a bend that begins below 0, or is a corner."""
        if not max(1e-6, 1 / checks.SQUARABLE) <= self.width <= self.cap <= checks.SQUARABLE:
            raise ValueError(
                f"width must be in [1e-06, cap] and cap at most {checks.SQUARABLE:g},"
                f" got {self.width:g} and {self.cap:g}"
            )

    def value(self, z: FloatArray, /) -> FloatArray:
        """Return phi(z)."""
        z = np.minimum(z, self.cap + self.width)
        bend = np.maximum(z - (self.cap - self.width), 0.0)
        return np.asarray(z - bend * bend / (4 * self.width))

    def slope(self, z: FloatArray, /) -> FloatArray:
        """Return 1, then a line down to 0."""
        falling = (self.cap + self.width - np.asarray(z)) / (2 * self.width)
        return np.asarray(np.clip(falling, 0.0, 1.0))

    def bend(self, z: FloatArray, /) -> FloatArray:
        """Return 1 / (2 width) up to the end of the bend, and 0 after it."""
        return np.asarray(np.where(np.asarray(z) < self.cap + self.width, 0.5 / self.width, 0.0))

    def known(self) -> Known | None:
        """Return what the compiled rounds know it by; None for a subclass."""
        return Known(CAP, self.cap, self.width) if type(self) is SmoothCap else None
