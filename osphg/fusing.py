"""The compiled rounds: what they ask of player, domain and utility, the loops, the door to numba.

A player may have a method `fused_steps()` that returns `OracleSteps`, `LineSteps` or
`RepricingSteps`, a domain `fused_projection()` that returns a `Projection`, and a utility
`fused_functions()` that returns `Functions`. None, or no such method, means the NumPy rounds. A
class answers for its own type alone: a subclass, which may compute otherwise, has to have the
method itself. There is a loop for K oracles (Algorithm 2 of the paper), one for one decision on the
line from the origin, and one for `osphg.Repricing`; each is made for a utility's two functions and
a domain's projection.

Functions are plain here, and compiled when something is played. Compiled code is kept on disk where
a place for it can be written. numba looks at the processor and at the file of a function, not at
those of the functions that it calls: what is kept has the digest of all sources in its name.
Without numba the same functions are Python's: the same numbers, slower.
"""

from __future__ import annotations

import hashlib
import os
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from osphg.checks import FloatArray
from osphg.sources import package_digest

__all__ = ["Functions", "LineSteps", "OracleSteps", "Projection", "RepricingSteps", "fuse"]

Function = TypeVar("Function", bound=Callable[..., Any])
Loop = Callable[..., float]

_FRESH = 86400.0  # seconds that what other sources have left on the disk may be in use
_TINY, _EPS = float(np.finfo(np.float64).tiny), float(np.finfo(np.float64).eps)
_digest = cache(package_digest)
# Above this size NumPy plays a game: a compiled loop would clip what has overflowed, in silence,
# where NumPy refuses it. No product of six smaller numbers overflows, as in the square of a step
# times a slope times a coordinate.
LARGEST = 1e50
_TOO_LARGE = "a gradient is too large for the compiled loop"
_BLAS_FROM = 12  # dimension from which a BLAS product beats the loop


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


# A compiled loop, and what a player, a domain and a utility give it for arguments.
Fused = tuple[Loop, OracleSteps | LineSteps | RepricingSteps, Projection, Functions]


def answer(part: object, method: str) -> Any:
    """Return what a part answers by a method that its own class has, not one above; or None."""
    own = vars(type(part)).get(method)
    return own and own(part)


def fuse(player: object, domain: object, utility: object) -> Fused | None:
    """Return the loop for all three, or None: one of them does not answer, or there is no numba.

    None, too, where a step, a bound of the domain or the like is so large that numbers may
    overflow. So
    `fuse(player, rounds.domain, rounds.utility) is None` says that `play` goes through NumPy.
    """
    asked = (player, "fused_steps"), (domain, "fused_projection"), (utility, "fused_functions")
    if not compiling() or None in (parts := [answer(*question) for question in asked]):
        return None
    steps, projection, functions = parts
    if not _suit(steps, domain, functions):
        return None
    rounds = {OracleSteps: oracle_rounds, LineSteps: line_rounds, RepricingSteps: repricing_rounds}
    loop = loop_of(rounds[type(steps)], functions.value, functions.gradients, projection.project)
    return loop, steps, projection, functions


def are_moderate(*arrays: Any) -> bool:
    """Whether no number is larger than the loops can do with."""
    numbers = map(np.asarray, arrays)
    return all(array.max() <= LARGEST and array.min() >= -LARGEST for array in numbers)


def _suit(
    steps: OracleSteps | LineSteps | RepricingSteps, domain: Any, functions: Functions
) -> bool:
    """Whether no step, bound of the domain or number of a family is too large for the loops."""
    numbers = [number for number in steps if isinstance(number, (int, float))]
    if isinstance(steps, RepricingSteps):
        numbers.append(steps.radius / steps.length)  # its step is not longer
    if max(numbers) > LARGEST or not domain.upper.max() <= LARGEST:
        return False
    is_family = functions.gradients.__module__.startswith("osphg.games.")
    return not is_family or are_moderate(*functions.data)


# The door to numba.


def compiling() -> bool:
    """Return whether numba is installed and was not told to compile nothing."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") == "0" and find_spec("numba") is not None


def compiled(*, kept: bool = False, **options: Any) -> Callable[[Function], Function]:
    """Return numba's decorator, with `options` of `numba.njit`.

    What is `kept` on disk is not compiled anew in every process; a RuntimeWarning, once in one,
    says that there is no place for it. What is a part of another compiled function is kept with it.
    """

    def decorated(function: Any) -> Any:
        if not compiling():
            return function
        import numba

        # A wrapper for C takes a tenth of the time, and nobody calls it.
        njit: Any = partial(numba.njit, **{"no_cfunc_wrapper": True, **options})
        if kept:
            function.__qualname__ += f"_{_digest()[:16]}"
            with suppress(RuntimeError):  # numba finds no place
                found = njit(cache=True)(function)
                _forget(Path(found.stats.cache_path))
                return found
            warnings.warn(
                "osphg found no writable folder for compiled code: it is compiled anew in every"
                " process, which takes some seconds; NUMBA_CACHE_DIR names such a folder",
                RuntimeWarning,
                stacklevel=1,
            )
        return njit()(function)

    return decorated


@cache
def _forget(place: Path) -> None:
    """Remove what other sources have left there, so that an edit a minute fills no disk."""
    for path in place.glob("*.nb[ci]"):
        with suppress(OSError):
            if _digest()[:16] not in path.name and path.stat().st_mtime < time.time() - _FRESH:
                path.unlink()


# The loops, and their parts.

# How plain functions that are a part of a loop are compiled: once, whichever loops they are in.
part: Callable[[Function], Function] = cache(compiled(fastmath={"contract"}, error_model="numpy"))


def stepped(multiplier: float, violation: float, keep: float, step: float) -> float:
    """Return lambda_{t+1} = [keep lambda_t + step g_t(x_t)]_+ (paper, Algorithm 2, second loop).

    One step for OSPHG and for every system with one multiplier that steps so, compiled or not;
    others write their own: the K queues of `PerStepDuals`, lambda of `OLFW`, RECOO and SinhaVaze.
    """
    return max(keep * multiplier + step * violation, 0.0)


def row_sum(V: FloatArray, i: int, first: int, last: int) -> float:
    """Return V[i, first] + ... + V[i, last - 1], in any order."""
    total = 0.0
    for k in range(first, last):
        total += V[i, k]
    return total


def oracle_rounds(value: Any, gradients: Any, project: Any) -> Loop:
    """Return the loop over rounds for K oracles: Algorithm 2, second loop.

    `value` and `gradients` are as in `Functions`; project(V, y, *facets) projects the columns of V
    (n, K), with y (n,) to work in. All three are compiled. Round 0 of the loop is round `first` of
    the utility. A game is its data, the bounds (n,) of X and what `project` takes besides, the
    prices (T, n) and B_T/T, and the steps are those of `OracleSteps`. V (n, K) is changed, and
    decisions (T, n), utility, violation and multipliers (T,) are written.
    """
    added = compiled(fastmath={"contract", "reassoc"}, error_model="numpy")(row_sum)
    raised = part(stepped)

    @part
    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, written: Any
    ) -> float:
        data, lower, upper, facets, p, allowance = game
        weights, step, dual_step, keep = steps
        decisions, utility, violation, multipliers = written
        T, n = p.shape
        K = V.shape[1]
        per_oracle = 1.0 / K
        half = K // 2
        x, y = np.empty(n), np.empty(n)
        X, G = np.empty((n, K)), np.empty((n, K))
        for t in range(T):
            # The partial iterates x^(k): a running sum waits for the one before it, so that two
            # halves of two coordinates go side by side.
            for i in range(0, n - 1, 2):
                a, b = 0.0, 0.0
                c = added(V, i, 0, half) * per_oracle
                d = added(V, i + 1, 0, half) * per_oracle
                for k in range(half):
                    va, vb, vc, vd = V[i, k], V[i + 1, k], V[i, half + k], V[i + 1, half + k]
                    X[i, k] = a
                    X[i + 1, k] = b
                    X[i, half + k] = c
                    X[i + 1, half + k] = d
                    a += va * per_oracle
                    b += vb * per_oracle
                    c += vc * per_oracle
                    d += vd * per_oracle
                if K % 2 == 1:
                    X[i, K - 1] = c
                    X[i + 1, K - 1] = d
                    c += V[i, K - 1] * per_oracle
                    d += V[i + 1, K - 1] * per_oracle
                x[i] = c
                x[i + 1] = d
            if n % 2 == 1:
                total = 0.0
                for k in range(K):
                    X[n - 1, k] = total
                    total += V[n - 1, k] * per_oracle
                x[n - 1] = total
            spend = 0.0
            for i in range(n):
                decisions[t, i] = x[i]
                spend += p[t, i] * x[i]
            utility[t] = value(first + t, x, data)
            violation[t] = spend - allowance
            multipliers[t] = multiplier

            gradients(first + t, X, G, data)
            for i in range(n):
                cost = multiplier * p[t, i]
                low, high = lower[i], upper[i]
                for k in range(K):
                    moved = V[i, k] + step * (weights[k] * G[i, k] - cost)
                    V[i, k] = min(max(moved, low), high)
            project(V, y, *facets)
            multiplier = raised(multiplier, violation[t], keep, dual_step)
        return multiplier

    return rounds


def line_rounds(value: Any, gradients: Any, project: Any) -> Loop:
    """Return the loop over rounds for one decision, see `LineSteps`.

    What it is made of is as for `oracle_rounds`.
    """
    raised = part(stepped)

    @part
    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, written: Any
    ) -> float:
        data, lower, upper, facets, p, allowance = game
        nodes, weights, step, price_step, dual_step, keep, ahead, dual_first = steps
        decisions, utility, violation, multipliers = written
        T, n = p.shape
        J = len(weights)
        x, y = np.empty(n), np.empty(n)
        X, G = np.empty((n, J)), np.empty((n, J))
        for t in range(T):
            s = t if len(nodes) > 1 else 0
            spend = 0.0
            for i in range(n):
                x[i] = decisions[t, i] = V[i, 0]
                spend += p[t, i] * x[i]
                for j in range(J):
                    X[i, j] = nodes[s, j] * x[i]
            utility[t] = value(first + t, x, data)
            violation[t] = spend - allowance
            multipliers[t] = multiplier

            gradients(first + t, X, G, data)
            cost = raised(multiplier, violation[t], keep, dual_step) if dual_first else multiplier
            for i in range(n):
                slope = 0.0
                for j in range(J):
                    slope += weights[j] * G[i, j]
                moved = V[i, 0] + (step * slope - price_step * cost * p[t, i])
                V[i, 0] = min(max(moved, lower[i]), upper[i])
            project(V, y, *facets)
            growth = 0.0
            for i in range(n):
                growth += p[t, i] * (V[i, 0] - decisions[t, i])
            growth = violation[t] + ahead * growth
            multiplier = raised(multiplier, growth, keep, dual_step)
        return multiplier

    return rounds


def nearer(
    low: float, high: float, at: float, found: float, last: float, was: float, step: int,
    size: float, most: float, steep: float,
) -> tuple[float, float, float]:  # fmt: skip
    """Return what a search in [0, most] for the 0 of a falling slope does with one more value.

    The slope is `found` at `at`, after `was` at `last`; it is 0 in [low, high], or does not change
    its sign. Returned are a smaller [low, high] and the next place, `at` itself if that is it: the
    slope is 0 up to the rounding of numbers of this `size`, or at an end. The first step (0) cannot
    go too far, as the slope falls by at most `steep`; secants follow, and each fourth time the
    middle. A slope that is linear but for a few corners takes some four values.
    """
    if abs(found) <= 4 * _EPS * size or (at >= most if found > 0 else at <= 0.0):
        return low, high, at
    if found > 0:
        low = at
    else:
        high = at
    if high - low <= 2 * _EPS * most:
        return low, high, at
    fall = steep if step == 0 else (was - found) / (at - last)
    goal = at + found / fall if fall > 0 else (most if found > 0 else 0.0)
    if step % 4 == 3:
        goal = low + (high - low) / 2
    elif goal >= most and high == most:
        goal = most  # an end where the search may not have been
    elif goal <= 0.0 and low == 0.0:
        goal = 0.0
    elif not low < goal < high:
        goal = low + (high - low) / 2
    return low, high, goal


def repricing_rounds(value: Any, gradients: Any, project: Any, part: Any = part) -> Loop:
    """Return the loop over rounds for `osphg.Repricing`, see `RepricingSteps`.

    What it is made of is as for `oracle_rounds`, but for V (4 n + 5, 1), that of
    `osphg.systems.repricing.Repriced`. The multiplier is found in each round, and only handed on.
    `part` compiles it; it also serves uncompiled, for one round, which `Repricing.update` plays.
    """
    search = part(nearer)

    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, written: Any
    ) -> float:
        data, lower, upper, facets, p, allowance = game
        nodes, weights, W, cap, radius, length, swing, horizon = steps
        decisions, utility, violation, multipliers = written
        T, n = p.shape
        J = len(weights)
        x, start = V[:n, 0].copy(), V[n : 2 * n, 0].copy()
        rewards, window = V[2 * n : 3 * n, 0].copy(), V[3 * n : -5, 0].copy()
        spent, allowed, closed, k, behind = V[-5:, 0]
        X, G, Y, y = np.empty((n, J)), np.empty((n, J)), np.empty((n, 1)), np.empty(n)
        top, half = radius * swing, cap * swing / 2
        eta = radius / (length * np.sqrt(horizon if horizon > 0 else 2 * max(1.0, behind)) + half)
        for t in range(T):
            row = t if len(nodes) > 1 else 0
            cost = 0.0
            for i in range(n):
                decisions[t, i] = x[i]
                cost += p[t, i] * x[i]
                for j in range(J):
                    X[i, j] = nodes[row, j] * x[i]
            utility[t] = value(first + t, x, data)
            violation[t] = cost - allowance
            multipliers[t] = multiplier

            gradients(first + t, X, G, data)
            square = 0.0
            for i in range(n):
                reward = 0.0
                for j in range(J):
                    reward += weights[j] * G[i, j]
                rewards[i] += reward
                window[i] += p[t, i]
                square += window[i] * window[i]
            spent, allowed, k, behind = spent + cost, allowed + allowance, k + 1, behind + 1
            # First nu, if the window closes, then lambda.
            for closing in range(int(k == W), -1, -1):
                if closing:
                    sign, rise, bend, at, steep = 1.0, -allowed, 0.0, 0.0, eta * square
                else:
                    bend = 2 * top / cap
                    sign, rise, at, steep = -1.0, spent + top, multiplier, bend
                    if horizon == 0:
                        eta = radius / (length * np.sqrt(2 * max(1.0, behind)) + half)
                low, high, last, was = 0.0, cap, at, 0.0
                for step in range(200):
                    for i in range(n):
                        moved = start[i] + eta * (rewards[i] - at * window[i])
                        Y[i, 0] = min(max(moved, lower[i]), upper[i])
                    project(Y, y, *facets)
                    worth = 0.0
                    for i in range(n):
                        worth += window[i] * Y[i, 0]
                    found = rise - bend * at + sign * worth
                    low, high, goal = search(
                        *(low, high, at, found, last, was, step, abs(rise), cap, steep)
                    )
                    if goal == at:
                        break
                    last, was, at = at, found, goal
                if closing:
                    for i in range(n):
                        rewards[i] -= at * window[i]
                        window[i] = 0.0
                    closed += at * allowed
                    spent, allowed, k = spent - allowed, 0.0, 0.0
                else:
                    multiplier = at
                    for i in range(n):
                        x[i] = Y[i, 0]
        for i in range(n):  # whole slices take two seconds longer to compile
            V[i, 0], V[2 * n + i, 0], V[3 * n + i, 0] = x[i], rewards[i], window[i]
        V[-5, 0], V[-4, 0], V[-3, 0], V[-2, 0], V[-1, 0] = spent, allowed, closed, k, behind
        return multiplier

    made: Loop = part(rounds)
    return made


@lru_cache(maxsize=64)
def loop_of(rounds: Callable[..., Loop], value: Any, gradients: Any, project: Any) -> Loop:
    """Return the loop `oracle_rounds` or `line_rounds` around these functions.

    Those of the package's own are kept on disk. numba finds them by a file and a name: each loop is
    a function of its own name.
    """
    f, slopes = (kernel if is_compiled(kernel) else part(kernel) for kernel in (value, gradients))
    if not gradients.__module__.startswith("osphg."):
        slopes = bounded(slopes)
    loop = rounds(f, slopes, columns_by(project))
    names = [f"{of.__module__}.{of.__qualname__}" for of in (value, gradients, project) if of]
    if not all(name.startswith("osphg.") and "<locals>" not in name for name in names):
        return loop
    digest = hashlib.sha256(" ".join(names).encode()).hexdigest()
    name = f"{rounds.__name__}_{digest[:16]}"  # a file's name cannot be long
    played = FunctionType(_play.__code__, {"loop": loop, "__name__": __name__}, name)
    played.__qualname__ = name
    return compiled(kept=True, fastmath={"contract"}, error_model="numpy")(played)


def bounded(gradients: Any) -> Any:
    """Return compiled gradients that are a ValueError if an entry is not finite, or too large.

    Those of the package's families are not, where their data are moderate.
    """
    summed = compiled(fastmath={"contract", "reassoc"}, error_model="numpy")(square_sum)

    @part
    def checked(t: int, X: FloatArray, G: FloatArray, data: Any) -> None:
        gradients(t, X, G, data)
        if not summed(G) <= LARGEST**2:
            raise ValueError(_TOO_LARGE)

    return checked


def square_sum(G: FloatArray) -> float:
    """Return the sum of the squares of all entries, in any order."""
    total = 0.0
    for i in range(G.shape[0]):
        for k in range(G.shape[1]):
            total += G[i, k] * G[i, k]
    return total


def _play(*arguments: Any) -> float:
    """Play rounds and return the multiplier after them."""
    return loop(*arguments)  # type: ignore[name-defined]  # noqa: F821


# Projections of a point, in place.


def columns_by(project: Any) -> Any:
    """Return the projection of all columns of V (n, K); that of a box is done when they are cut."""
    if project is None:
        return part(lambda V, y: None)
    inlined = compiled(error_model="numpy", forceinline=True)
    one = within(project) if is_compiled(project) else inlined(project)

    @part
    def columns(V: FloatArray, y: FloatArray, *facets: Any) -> None:
        n, K = V.shape
        for k in range(K):
            for i in range(n):
                y[i] = V[i, k]
            one(y, *facets)
            for i in range(n):
                V[i, k] = y[i]

    return columns


def into_simplex(y: FloatArray, radius: float) -> None:
    """Project y (n,), already >= 0, onto {x >= 0, sum x <= radius} (Michelot 1986).

    That entries below 0 were raised to 0 before changes nothing: the projection has zeros there.
    """
    total, top = 0.0, 0.0
    for i in range(len(y)):
        total += y[i]
        top = max(top, y[i])
    if total <= radius:
        return
    # The threshold of those above the last threshold, until none of them lies below it. Shifted,
    # the largest entry is 0: large ones do not cancel.
    threshold, raised = -np.inf, True
    while raised:
        total, count = -radius, 0
        for i in range(len(y)):
            if y[i] - top > threshold:
                total += y[i] - top
                count += 1
        raised = total / count > threshold
        threshold = max(threshold, total / count)
    for i in range(len(y)):
        y[i] = max((y[i] - top) - threshold, 0.0)


def into_polygon(
    y: FloatArray, vertices: FloatArray, normals: FloatArray, offsets: FloatArray
) -> None:
    """Take a point outside the half-planes to the nearest point of the nearest side."""
    outside = False
    for j in range(len(offsets)):
        outside = outside or normals[j, 0] * y[0] + normals[j, 1] * y[1] > offsets[j]
    if not outside:
        return
    # Signs of products tell the side that faces y, or the corner nearest to it. Distances decide
    # where rounding leaves none: in units far apart, one coordinate's rounding outweighs the other.
    least = np.inf
    u, v = 0.0, 0.0
    for j in range(len(vertices)):
        after = j + 1 if j + 1 < len(vertices) else 0
        last = after + 1 if after + 1 < len(vertices) else 0
        px, py, qx, qy = vertices[j, 0], vertices[j, 1], vertices[after, 0], vertices[after, 1]
        dx, dy = qx - px, qy - py
        past_p = (y[0] - px) * dx + (y[1] - py) * dy
        past_q = (y[0] - qx) * dx + (y[1] - qy) * dy
        turned = (y[0] - qx) * (vertices[last, 0] - qx) + (y[1] - qy) * (vertices[last, 1] - qy)
        step = min(max(past_p / max(dx * dx + dy * dy, _TINY), 0.0), 1.0)
        if step < 0.5:  # a convex combination, written so that step = 1 gives the end exactly
            x0, x1 = px + step * dx, py + step * dy
        else:
            x0, x1 = qx - (1.0 - step) * dx, qy - (1.0 - step) * dy
        beyond = dx * (y[1] - py) < dy * (y[0] - px)
        if (beyond and past_p > 0.0 and past_q < 0.0) or (past_q >= 0.0 and turned <= 0.0):
            y[0], y[1] = x0, x1
            return
        gap = (y[0] - x0) ** 2 + (y[1] - x1) ** 2
        if gap < least:
            least, u, v = gap, x0, x1
    y[0], y[1] = u, v


def cut(V: FloatArray, count: int, a: float, b: float, most: float, work: FloatArray) -> int:
    """Cut the polygon V[:count] down to a x + b y <= most in place, and return its length.

    A crossing (Sutherland and Hodgman 1974) is a convex combination of the ends of its side, from
    the one within: it stays on the side and meets the line to rounding error, even if the two are
    nearly parallel. What is beyond by rounding alone stays.
    """
    furthest, size = -np.inf, 0.0
    for i in range(count):
        furthest = max(furthest, a * V[i, 0] + b * V[i, 1])
        size = max(size, abs(a * V[i, 0]) + abs(b * V[i, 1]))
    slack, new = 8 * _EPS * size, 0
    if furthest - most <= slack:
        return count
    for i in range(count):
        after = i + 1 if i + 1 < count else 0
        here, there = a * V[i, 0] + b * V[i, 1] - most, a * V[after, 0] + b * V[after, 1] - most
        if here <= slack:
            work[new, 0], work[new, 1] = V[i, 0], V[i, 1]
            new += 1
        if (here <= slack) != (there <= slack):
            start, end = (i, after) if here <= slack else (after, i)
            near, far = min(here, there, 0.0), max(here, there)
            for j in range(2):  # here and below: whole rows take seconds longer to compile
                work[new, j] = V[start, j] + near / (near - far) * (V[end, j] - V[start, j])
            new += 1
    for i in range(new):
        V[i, 0], V[i, 1] = work[i, 0], work[i, 1]
    return new


# Quadratics: H (T, n, n), symmetric, and h (T, n).

Quadratic = tuple[FloatArray, FloatArray]


def quadratic_value(t: int, x: FloatArray, data: Quadratic) -> float:
    """Return x'H_t x/2 + h_t'x."""
    H, h = data
    value = 0.0
    for i in range(len(x)):
        slope = 0.0
        for j in range(len(x)):
            slope += H[t, i, j] * x[j]
        value += x[i] * (0.5 * slope + h[t, i])
    return value


def quadratic_gradients(t: int, X: FloatArray, G: FloatArray, data: Quadratic) -> None:
    """Write H_t x + h_t for each column of X."""
    H, h = data
    n, K = X.shape
    if n >= _BLAS_FROM:
        np.dot(H[t], X, out=G)
        for i in range(n):
            for k in range(K):
                G[i, k] += h[t, i]
        return
    for i in range(n):  # two rows of X at a time: half the traffic to and from G
        if n % 2 == 1:
            for k in range(K):
                G[i, k] = H[t, i, n - 1] * X[n - 1, k] + h[t, i]
        else:
            for k in range(K):
                G[i, k] = (H[t, i, n - 2] * X[n - 2, k] + H[t, i, n - 1] * X[n - 1, k]) + h[t, i]
        for j in range(0, n - 2 + n % 2, 2):
            for k in range(K):
                G[i, k] += H[t, i, j] * X[j, k] + H[t, i, j + 1] * X[j + 1, k]


# A user's functions of one point.


def is_compiled(function: Any) -> bool:
    """Whether numba has compiled a function, or will when it is called."""
    import numba

    return isinstance(function, numba.core.dispatcher.Dispatcher)


def why_not(error: Exception) -> str:
    """Return what an error of the compiler says, on one line, without advice and addresses."""
    lines = [line.strip() for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith("Failed in nopython")]
    return " ".join(told[:3])[:200]


def within(function: Any) -> Any:
    """Return a compiled function for use in a loop, inlined: calls cost more than it does."""
    options = {**function.targetoptions, "forceinline": True}
    options.pop("nopython", None)
    return compiled(**options)(function.py_func)


@lru_cache(maxsize=64)
def each_point(value_at: Any, gradient_at: Any) -> tuple[Any, Any, Any, Any]:
    """Return the loops around value_at(t, x, *data) and gradient_at(t, x, out, *data).

    The first two are for points X (m, n) and write to out, (m,) and (m, n); the others are as in
    `Functions`.
    """
    value_at, gradient_at = within(value_at), within(gradient_at)

    @compiled()
    def values(t: int, X: FloatArray, out: FloatArray, data: Any) -> None:
        for k in range(len(X)):
            out[k] = value_at(t, X[k], *data)

    @compiled()
    def slopes(t: int, X: FloatArray, out: FloatArray, data: Any) -> None:
        for k in range(len(X)):
            gradient_at(t, X[k], out[k], *data)

    @compiled()
    def value(t: int, x: FloatArray, data: Any) -> float:
        return value_at(t, x.copy(), *data)

    @compiled()
    def gradients(t: int, X: FloatArray, G: FloatArray, data: Any) -> None:
        n, K = X.shape
        x, slope = np.empty(n), np.empty(n)
        for k in range(K):
            for i in range(n):
                x[i] = X[i, k]
                slope[i] = np.nan  # an entry that is not written is refused
            gradient_at(t, x, slope, *data)
            for i in range(n):
                if not abs(slope[i]) <= LARGEST:
                    raise ValueError(_TOO_LARGE)
                G[i, k] = slope[i]

    return values, slopes, value, gradients
