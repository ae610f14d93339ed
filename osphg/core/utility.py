"""What the package asks of a utility; `osphg.core.utilities` has some."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from osphg.core.validate import FloatArray, shown, takes


@runtime_checkable
class Utility(Protocol):
    """What a player may learn of f_t once it has committed to x_t."""

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f_t at each point: X (..., n) -> (...,)."""
        ...

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t at each point: X (..., n) -> (..., n)."""
        ...


@runtime_checkable
class Objective(Protocol):
    """A function of the decision alone, such as the sum of all f_t."""

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return the value at each point: X (..., n) -> (...,)."""
        ...

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient at each point: X (..., n) -> (..., n)."""
        ...


def require_utility(name: str, value: Any) -> Utility:
    """Return what has a value and a gradient; TypeError for anything else, and for a class."""
    if not (takes(getattr(value, "value", None), 2) and takes(getattr(value, "gradient", None), 2)):
        raise TypeError(
            f"{name} must have methods value(t, X) and gradient(t, X), got {shown(value)}"
        )
    utility: Utility = value
    return utility


def require_objective(name: str, value: Any) -> Objective:
    """Return what has a value and a gradient; TypeError for anything else, and for a class."""
    if not (takes(getattr(value, "value", None), 1) and takes(getattr(value, "gradient", None), 1)):
        raise TypeError(f"{name} must have methods value(X) and gradient(X), got {shown(value)}")
    objective: Objective = value
    return objective


def require_objectives(name: str, value: Any) -> None:
    """Refuse what is no list of objectives, and an empty one; TypeError."""
    if not isinstance(value, list | tuple) or not value:
        raise TypeError(
            f"{name} must be a list or tuple of objectives, not empty, got {shown(value)}"
        )
    for i, term in enumerate(value):
        if not callable(getattr(term, "gradient", None)):  # there may be thousands
            require_objective(f"{name}[{i}]", term)
