"""What a compiled loop asks of a player, a domain and a utility, and the forms of the answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from osphg.checks import FloatArray

# A game with larger numbers is played in NumPy, which refuses what overflows; a compiled loop would
# clip it in silence. No product of six smaller numbers overflows, such as the square of a step
# times a slope times a coordinate.
LARGEST = 1e50


class OracleSteps(NamedTuple):
    """How K oracles step: V_k <- P(V_k + step (weights_k grad f_t(x^(k)) - lambda_t p_t)).

    The answer of a player's `fused_steps()` for Algorithm 2 of the paper; the multiplier steps as
    lambda_{t+1} = [keep lambda_t + dual_step g_t(x_t)]_+.

    Parameters
    ----------
    weights : FloatArray
        Of the gradients, (K,).
    step : float
        Of the oracles, in units of x per unit of a gradient.
    dual_step : float
        Of the multiplier, in units of lambda per unit of money.
    keep : float
        The share of lambda_t that lambda_{t+1} keeps, in [0, 1].
    """

    weights: FloatArray
    step: float
    dual_step: float
    keep: float


class LineSteps(NamedTuple):
    """How one decision steps along gradients on the line from the origin to it.

    x_{t+1} = P(x_t + step sum_j weights_j grad f_t(z_tj x_t) - price_step lambda_t p_t), and
    lambda_{t+1} = [keep lambda_t + dual_step (g_t(x_t) + ahead <p_t, x_{t+1} - x_t>)]_+.

    Parameters
    ----------
    nodes : callable
        Returns the shares z_t in [0, 1] of a range of rounds, (rounds, J); (1, J) if they are the
        same in every round.
    weights : FloatArray
        Of the gradients, (J,).
    step : float
        Along the gradients, in units of x per unit of a gradient.
    price_step : float
        Along lambda_t p_t, in the same units.
    dual_step : float
        Of the multiplier, in units of lambda per unit of money.
    keep : float
        The share of lambda_t that lambda_{t+1} keeps.
    ahead : float
        The share of the next decision's change that the multiplier counts.
    dual_first : bool
        Whether x steps with lambda_{t+1} (without `ahead`) in place of lambda_t.
    """

    nodes: Callable[[range], FloatArray]
    weights: FloatArray
    step: float
    price_step: float
    dual_step: float
    keep: float
    ahead: float
    dual_first: bool


class RepricingSteps(NamedTuple):
    """How `osphg.Repricing` decides: its constants, with the gradients of a line.

    Parameters
    ----------
    nodes : callable
        Returns the shares z_t in [0, 1] of a range of rounds, (rounds, J); (1, J) if they are the
        same in every round.
    weights : FloatArray
        Of the gradients, (J,).
    W : int
        Rounds of a window.
    cap : float
        Lambda, the largest multiplier.
    radius : float
        D, no decision is further from the start.
    length : float
        B, no reward less its charge is longer.
    swing : float
        w, no sum of prices that are charged anew is longer.
    T : int
        The horizon; 0 where it is not known.
    """

    nodes: Callable[[range], FloatArray]
    weights: FloatArray
    W: int
    cap: float
    radius: float
    length: float
    swing: float
    T: int


class Projection(NamedTuple):
    """How a domain projects: each coordinate is clipped, then `project` takes the point into X.

    Nothing is checked: play with `compiled=False` once, and compare.

    Parameters
    ----------
    lower, upper : FloatArray
        The bounds at which coordinates are clipped first, (n,): those of X where that does not move
        the projection, elsewhere infinite.
    project : callable, optional
        `project(y, *data)` changes y (n,) in place; under numba.njit, or plain, which is compiled
        when it is played. None for a box, where clipping is all.
    data : tuple
        Arrays and numbers for `project`.
    memory : int
        How many floats `project` keeps of each point from round to round, such as where its search
        ended. They begin as 0, and come as an array: `project(y, kept, *data)`, which then returns
        whether it has found the projection. Where it has not, NumPy plays the next rounds. With 0
        nothing is kept, and `project` returns nothing.
    together : bool
        Whether `project` takes all points at once, and keeps floats of each. Then it is called as
        `project(V, kept, *data)`, and changes the points, the columns of V (n, K), in place, and
        what is kept of them, (K, memory).

    Examples
    --------
    A domain `{x >= 0 : |x| <= r}`, whose negative entries are clipped, may answer:

    >>> import numpy as np
    >>> def project_on_ball(y, r):
    ...     length = np.sqrt((y * y).sum())
    ...     if length > r:
    ...         y *= r / length
    >>> answer = Projection(np.zeros(2), np.full(2, np.inf), project_on_ball, data=(1.0,))
    """

    lower: FloatArray
    upper: FloatArray
    project: Any = None
    data: tuple[Any, ...] = ()
    memory: int = 0
    together: bool = False


class Functions(NamedTuple):
    """What a utility computes; plain functions are compiled when they are played.

    Rounds count from 0 in the block. Compiled code looks at no bounds of arrays:
    `osphg.utilities.Compiled` tries what a user gives.

    Parameters
    ----------
    value : callable
        `value(t, x, data)` returns f_t(x) for x (n,).
    gradients : callable
        `gradients(t, X, G, data)` writes the gradient at each column of X (n, K) to all of
        G (n, K).
    data : tuple
        Arrays and numbers, which come as one tuple.
    """

    value: Any
    gradients: Any
    data: tuple[Any, ...]


def own_method_result(provider: object, method: str) -> Any:
    """Call `provider.method()` if its own class, not a base, defines it; else return None.

    A subclass may compute otherwise than its base says: it has to answer for itself.
    """
    own_method = vars(type(provider)).get(method)
    return own_method and own_method(provider)


def fit_compiled_loops(*arrays: Any) -> bool:
    """Whether no number of the arrays, or numbers, is larger in size than `LARGEST`."""
    for numbers in map(np.asarray, arrays):
        # "not <=" and not ">": with a nan in the array both comparisons are False.
        if not (numbers.max() <= LARGEST and numbers.min() >= -LARGEST):
            return False
    return True
