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
from collections.abc import Callable
from functools import lru_cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled.answers import (
    LARGEST,
    Functions,
    LineSteps,
    OracleSteps,
    Projection,
    RepricingSteps,
    fit_compiled_loops,
    own_method_result,
)
from osphg.compiled.jit import compiled, compiling, is_compiled, part
from osphg.compiled.projections import columns_by
from osphg.compiled.steps import stepped

Loop = Callable[..., float]
_EPS = float(np.finfo(np.float64).eps)
_TOO_LARGE = "a gradient is too large for the compiled loop"


class Fused(NamedTuple):
    """A compiled loop, and what a player, a domain and a utility give it for arguments."""

    loop: Loop
    steps: OracleSteps | LineSteps | RepricingSteps
    projection: Projection
    functions: Functions


def fuse(player: object, domain: object, utility: object) -> Fused | None:
    """Return the loop for all three, or None: one does not answer, or numba is missing.

    None, too, where a step, a bound of the domain or the like is so large that numbers may
    overflow. So
    `fuse(player, rounds.domain, rounds.utility) is None` says that `play` goes through NumPy.
    """
    asked = (player, "fused_steps"), (domain, "fused_projection"), (utility, "fused_functions")
    if not compiling() or None in (parts := [own_method_result(*question) for question in asked]):
        return None
    steps, projection, functions = parts
    if not _suit(steps, domain, functions):
        return None
    rounds = {OracleSteps: oracle_rounds, LineSteps: line_rounds, RepricingSteps: repricing_rounds}
    loop = loop_of(rounds[type(steps)], functions.value, functions.gradients, projection.project)
    return Fused(loop, steps, projection, functions)


def _suit(
    steps: OracleSteps | LineSteps | RepricingSteps, domain: Any, functions: Functions
) -> bool:
    """Whether no step, bound of the domain or number of a family is too large for the loops."""
    numbers = [number for number in steps if isinstance(number, (int, float))]
    if isinstance(steps, RepricingSteps):
        numbers.append(steps.radius / steps.length)  # its step is not longer
    if max(numbers) > LARGEST or not domain.upper.max() <= LARGEST:
        return False
    is_family = functions.gradients.__module__.startswith(("osphg.families", "osphg.games."))
    return not is_family or fit_compiled_loops(*functions.data)


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
    `osphg.players.repricing.Repriced`. The multiplier is found in each round, and only handed on.
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
