"""A user's own compiled utility, which enters the compiled rounds."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from osphg.core import validate
from osphg.core.compiler import compiling
from osphg.core.domain import as_decisions
from osphg.core.fields import checked, frozen
from osphg.core.fusing import Clipping, RoundsKernel, exactly
from osphg.core.validate import FloatArray

if TYPE_CHECKING:
    from osphg.core.jitted_rounds import Loops


def _function(name: str, value: Any) -> Callable[..., Any]:
    if not compiling():
        raise TypeError(f"{name} must be a function under numba.njit, which needs numba")
    from osphg.core.jitted_rounds import is_compiled  # numba, only for who has some

    if not is_compiled(value):
        raise TypeError(f"{name} must be a function under numba.njit, got {validate.shown(value)}")
    function: Callable[..., Any] = value
    return function


def _data(name: str, value: Any) -> tuple[Any, ...]:
    if not isinstance(value, tuple):
        raise TypeError(
            f"{name} must be a tuple of arrays and numbers, got {validate.shown(value)}"
        )
    return tuple(
        validate.own(validate.finite(f"{name}[{i}]", validate.real(f"{name}[{i}]", part)))
        if isinstance(part, np.ndarray | list)
        else validate.finite_float(f"{name}[{i}]", part)
        for i, part in enumerate(value)
    )


@frozen(repr=False)
class Compiled:
    """Utilities that numba has compiled, one point at a time: no batches to think of.

    Players that go through the compiled loop call them there, without NumPy; the loop is compiled
    when it is first played, which takes a few seconds in each process. f_1..f_T are taken to be
    monotone and DR-submodular; `osphg.check` samples whether they are.

    Parameters
    ----------
    value_at : function under numba.njit
        value_at(t, x, *data) -> f_t(x), a float, for x (n,); t = 0..T-1.
    gradient_at : function under numba.njit
        gradient_at(t, x, out, *data) writes grad f_t(x) to all of out (n,) and returns nothing.
    data : tuple of arrays and numbers
        What both are told besides; a read-only copy of each array is kept, as float64.
    T, n : int
        The number of rounds and the dimension of a decision. Compiled code looks at no bounds:
        both functions are therefore tried once uncompiled in the first and in the last round.

    Raises
    ------
    TypeError, ValueError
        For a function that is not under numba.njit, that numba cannot compile, or that does not
        give finite numbers at the origin of the first and the last round.

    Examples
    --------
    >>> import numba
    >>> import numpy as np
    >>> import osphg
    >>> @numba.njit
    ... def value(t, x, w):
    ...     return w[t, 0] * np.log1p(x[0]) + w[t, 1] * np.log1p(x[1])
    ...
    >>> @numba.njit
    ... def gradient(t, x, out, w):
    ...     for i in range(2):
    ...         out[i] = w[t, i] / (1 + x[i])
    ...
    >>> f = osphg.utilities.Compiled(value, gradient, (np.ones((50, 2)),), T=50, n=2)
    >>> f
    Compiled(T=50, n=2)
    >>> f.gradient(7, [[0.0, 1.0], [1.0, 1.0]])
    array([[1. , 0.5],
           [0.5, 0.5]])
    """

    value_at: Any = checked(_function)
    gradient_at: Any = checked(_function)
    data: tuple[Any, ...] = checked(_data)
    T: int = checked(validate.positive_int)
    n: int = checked(validate.size)

    def __attrs_post_init__(self) -> None:
        """Try both, uncompiled and compiled, at the origin of the first and the last round."""
        x = np.zeros(self.n)
        for t in {0, self.T - 1}:
            for plain in (True, False):
                out = np.full(self.n, math.nan)
                found = self._tried("value_at", plain, t, x.copy())
                self._tried("gradient_at", plain, t, x.copy(), out)
                if not isinstance(found, int | float | np.floating) or not math.isfinite(found):
                    raise ValueError(
                        f"value_at must be a finite number at the origin of round {t + 1},"
                        f" got {validate.shown(found)}"
                    )
                if not np.isfinite(out).all():
                    raise ValueError(
                        f"gradient_at must write finite numbers to all of out at the origin of"
                        f" round {t + 1}, got {out.tolist()}"
                    )

    def __repr__(self) -> str:
        return f"Compiled(T={self.T}, n={self.n})"

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f_t for each row of X (..., n)."""
        X, t = as_decisions(X, self.n), validate.at("t", t, self.T)
        out = np.empty(X.shape[:-1])
        self._loops.values(t, self._rows(X), out.reshape(-1), self.data)
        return out

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t for each row of X (..., n)."""
        X, t = as_decisions(X, self.n), validate.at("t", t, self.T)
        out = np.empty(X.shape)
        self._loops.gradients(t, self._rows(X), out.reshape(-1, self.n), self.data)
        return out

    def fused_rounds(self, clipping: Clipping) -> RoundsKernel | None:
        """Return the compiled loop, on a box or a simplex; None for a subclass."""
        if not exactly(self, Compiled):
            return None
        return RoundsKernel(
            self._loops.rounds, lambda local: ((local.start, self.data), clipping.radius)
        )

    @cached_property
    def _loops(self) -> Loops:
        """The loops around the two functions."""
        from osphg.core.jitted_rounds import loops_around  # numba, only when asked

        return loops_around(self.value_at, self.gradient_at)

    def _rows(self, X: FloatArray) -> FloatArray:
        """Return a copy of the points, (m, n), which a function may write into."""
        return np.array(X, dtype=np.float64, order="C").reshape(-1, self.n)

    def _tried(self, name: str, plain: bool, *arguments: Any) -> Any:
        """Call one of the functions; TypeError for whatever it raises."""
        function: Any = self.value_at if name == "value_at" else self.gradient_at
        try:
            with np.errstate(all="ignore"):
                return (function.py_func if plain else function)(*arguments, *self.data)
        except Exception as error:
            from osphg.core.jitted_rounds import why_not

            kind = "as it is written" if plain else "compiled"
            raise TypeError(
                f"{name} must work {kind} at the origin of round {arguments[0] + 1}:"
                f" {type(error).__name__}: {why_not(error)}"
            ) from None
