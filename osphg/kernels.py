"""The compiled round: Algorithms 1 and 2 on quadratics, fused into one loop.

One round is a prefix sum over k, a product of the (n, n) Hessian with the (n, K) partial
iterates, and a projection; only t is sequential. The arrays run over k in memory, so that the
compiler can use vector instructions for everything but the prefix sum. `osphg.game` falls back to
the NumPy rounds, against which this is tested, wherever `apply` says no.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from osphg._validate import FloatArray
from osphg.domains import Box, Domain, Simplex
from osphg.oracles import GradientAscent
from osphg.players import OSPHG, MetaFrankWolfe, Player, partial_iterates
from osphg.utilities import Quadratics, Utility

if TYPE_CHECKING:
    from osphg.game import Record
    from osphg.problem import Block, Game

_WORK_PER_CALL = 20_000_000  # multiply-adds between two looks at the keyboard, some 10 ms
_BLAS_FROM = 24  # dimension from which a BLAS product beats the fused loop


def apply(player: Player, domain: Domain, utility: Utility) -> bool:
    """Whether the compiled round covers this player, its oracle, the domain and the utility."""
    return (
        type(player) in (OSPHG, MetaFrankWolfe)
        and type(player.oracle) is GradientAscent  # type: ignore[attr-defined]
        and type(domain) in (Box, Simplex)
        and type(utility) is Quadratics
    )


def advance(player: Any, state: Any, block: Block, rounds: Game, record: Record) -> Iterator[Any]:
    """Play a block through the compiled round, yielding the state after each chunk."""
    utility: Any = block.utility
    domain: Any = rounds.domain
    radius, upper = np.inf, domain.upper
    if isinstance(domain, Simplex):  # its bounds follow from the sum: cutting at them first is wrong
        radius, upper = domain.r, np.full(domain.n, np.inf)
    if isinstance(player, OSPHG):
        weights, dual_step, keep = player.weights, player.mu, 1 - player.delta * player.mu**2
    else:  # no budget: lambda stays 0
        weights, dual_step, keep = np.ones(player.K), 0.0, 0.0
    length, n = block.prices.shape
    chunk = max(1, _WORK_PER_CALL // (player.K * n * (n + 4)))
    for first in range(0, length, chunk):
        local = slice(first, min(first + chunk, length))
        played = slice(block.start + local.start, block.start + local.stop)
        V = np.ascontiguousarray(state.V.T)
        multiplier = _quadratic_rounds(
            utility.H[local],
            utility.h[local],
            block.prices[local],
            rounds.allowance,
            domain.lower,
            upper,
            radius,
            weights,
            player.oracle.step,
            dual_step,
            keep,
            V,
            player.multiplier(state),
            record.decisions[played],
            record.utility[played],
            record.violation[played],
            record.multiplier[played],
        )
        record.done = played.stop
        V = np.ascontiguousarray(V.T)
        state = state._replace(X=partial_iterates(V), V=V)
        if isinstance(player, OSPHG):
            state = state._replace(multiplier=multiplier)
        yield state


@numba.njit(cache=True, fastmath={"contract"}, error_model="numpy")
def _quadratic_rounds(
    H: FloatArray,  # (T, n, n), symmetric
    h: FloatArray,  # (T, n)
    p: FloatArray,  # (T, n)
    allowance: float,  # B_T / T
    lower: FloatArray,  # (n,)
    upper: FloatArray,  # (n,)
    radius: float,  # sum x <= radius; infinite for a box
    weights: FloatArray,  # (K,)
    step: float,
    dual_step: float,
    keep: float,  # 1 - delta mu^2
    V: FloatArray,  # (n, K), changed in place
    multiplier: float,
    decisions: FloatArray,  # (T, n), written
    utility: FloatArray,  # (T,), written
    violation: FloatArray,  # (T,), written
    multipliers: FloatArray,  # (T,), written
) -> float:
    T, n = h.shape
    K = V.shape[1]
    per_oracle = 1.0 / K
    X = np.empty((n, K))
    D = np.empty((n, K))
    y = np.empty(n)
    order = np.empty(n)
    for t in range(T):
        x = decisions[t]
        for i in range(n):
            total = 0.0
            Vi, Xi = V[i], X[i]
            for k in range(K):
                Xi[k] = total
                total += Vi[k] * per_oracle
            x[i] = total
        value = 0.0
        spend = 0.0
        for i in range(n):
            slope = 0.0
            for j in range(n):
                slope += H[t, i, j] * x[j]
            value += x[i] * (0.5 * slope + h[t, i])
            spend += x[i] * p[t, i]
        utility[t] = value
        violation[t] = spend - allowance
        multipliers[t] = multiplier

        if n >= _BLAS_FROM:
            np.dot(H[t], X, out=D)
        else:
            for i in range(n):
                Di = D[i]
                Di[:] = 0.0
                for j in range(n):
                    Hij = H[t, i, j]
                    Xj = X[j]
                    for k in range(K):
                        Di[k] += Hij * Xj[k]
        for i in range(n):
            Vi, Di = V[i], D[i]
            slope = h[t, i]
            cost = multiplier * p[t, i]
            low, high = lower[i], upper[i]
            for k in range(K):
                moved = Vi[k] + step * (weights[k] * (Di[k] + slope) - cost)
                Vi[k] = min(max(moved, low), high)
        if radius < np.inf:
            _project_on_simplex(V, radius, y, order)
        multiplier = max(keep * multiplier + dual_step * violation[t], 0.0)
    return multiplier


@numba.njit(cache=True, error_model="numpy")
def _project_on_simplex(V: FloatArray, radius: float, y: FloatArray, order: FloatArray) -> None:
    """Project each column of V (n, K), already >= 0, onto {x >= 0, sum x <= radius}.

    y and order are work space (n,). That entries below 0 were raised to 0 before changes nothing:
    the projection has zeros there.
    """
    n, K = V.shape
    for k in range(K):
        total = 0.0
        for i in range(n):
            y[i] = V[i, k]
            total += y[i]
        if total <= radius:
            continue
        order[:] = np.sort(y)
        partial = -radius
        threshold = 0.0
        for count in range(1, n + 1):
            partial += order[n - count]
            threshold = max(threshold, partial / count)
        for i in range(n):
            V[i, k] = max(y[i] - threshold, 0.0)
