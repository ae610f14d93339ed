"""What the compiled loop asks of a player, a domain and a utility, and the forms of the answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from osphg.checks import FloatArray

# Above this size NumPy plays a game: a compiled loop would clip what has overflowed, in silence,
# where NumPy refuses it. No product of six smaller numbers overflows, as in the square of a step
# times a slope times a coordinate.
LARGEST = 1e50


# What is asked, and the answers.


class OracleSteps(NamedTuple):
    """How K oracles step: V_k <- P(V_k + step (weights_k grad f_t(x^(k)) - lambda_t p_t))."""

    weights: FloatArray  # (K,)
    step: float
    dual_step: float  # lambda_{t+1} = [keep lambda_t + dual_step g_t(x_t)]_+
    keep: float


class LineSteps(NamedTuple):
    """How one decision steps along gradients on the line from the origin to it.

    x_{t+1} = P(x_t + step sum_j weights_j grad f_t(z_tj x_t) - price_step lambda_t p_t), and
    lambda_{t+1} = [keep lambda_t + dual_step (g_t(x_t) + ahead <p_t, x_{t+1} - x_t>)]_+.
    """

    nodes: Callable[[range], FloatArray]  # z_t for some rounds, (rounds, J); (1, J) for any round
    weights: FloatArray  # (J,)
    step: float
    price_step: float
    dual_step: float
    keep: float
    ahead: float
    dual_first: bool  # x steps with lambda_{t+1} in place of lambda_t


class RepricingSteps(NamedTuple):
    """How `osphg.Repricing` decides: the constants that it names, with the gradients of a line."""

    nodes: Callable[[range], FloatArray]
    weights: FloatArray
    W: int
    cap: float  # Lambda
    radius: float  # D
    length: float  # B
    swing: float  # w
    T: int  # 0: not known


class Projection(NamedTuple):
    """How a domain projects: each coordinate is cut, then `project` takes the point into X.

    `project(y, *data)` changes y (n,) in place, under numba.njit or plain, which is compiled when
    it is played. The bounds are those of X where cutting at them first does not move the
    projection; elsewhere they are infinite. Nothing is checked: play with `compiled=False` once,
    and compare. A domain `{x >= 0 : |x| <= r}`, the negative entries of y being cut, may answer:

    >>> import numpy as np
    >>> def into_ball(y, r):
    ...     length = np.sqrt((y * y).sum())
    ...     if length > r:
    ...         y *= r / length
    >>> found = Projection(np.zeros(2), np.full(2, np.inf), into_ball, data=(1.0,))
    """

    lower: FloatArray  # (n,)
    upper: FloatArray  # (n,)
    project: Any = None  # None for a box
    data: tuple[Any, ...] = ()  # arrays and numbers


class Functions(NamedTuple):
    """What a utility computes; plain functions are compiled when they are played.

    value(t, x, data) -> f_t(x), and gradients(t, X, G, data), which writes the gradient at each
    column of X (n, K) to all of G (n, K); `data` comes as one tuple. Rounds count from 0 in the
    block. Compiled code looks at no bounds: `osphg.utilities.Compiled` tries what a user gives.
    """

    value: Any
    gradients: Any
    data: tuple[Any, ...]  # arrays and numbers


def own_method_result(part: object, method: str) -> Any:
    """Call `part.method()` if its own class, not a base, defines it; else return None.

    A subclass may compute otherwise than its base says: it has to answer for itself.
    """
    own = vars(type(part)).get(method)
    return own and own(part)


def fit_compiled_loops(*arrays: Any) -> bool:
    """Whether no number is larger than the loops can do with."""
    numbers = map(np.asarray, arrays)
    return all(array.max() <= LARGEST and array.min() >= -LARGEST for array in numbers)
