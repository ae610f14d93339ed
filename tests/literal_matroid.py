"""Literal transcriptions for matroids: slow, plain Python, floats and lists only.

They share no code with the package. An online linear maximiser is a function of the round that has
ended, the instance, its last choice, the payoff that came and the sum of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, combinations

from tests.literal import Game, History, Projection, Vector, iterates

Blocks = Sequence[Sequence[int]]
SetFunction = Callable[[set[int]], float]
Estimate = Callable[[int, int, Vector], Vector]  # g~ of round t at the k-th point
Advance = Callable[[int, int, Vector, Vector, Vector], Vector]  # t, k, v, payoff, sum -> next v


def gradient_ascent(project: Projection, step: float) -> Advance:
    """v <- P(v + step * payoff)."""
    return lambda t, k, v, payoff, total: project(
        [entry + step * slope for entry, slope in zip(v, payoff, strict=True)]
    )


def perturbed_leader(
    vertex: Callable[[Vector], Vector], eta: float, noise: Callable[[int, int], Vector]
) -> Advance:
    """v = argmax <sum of payoffs + noise/eta, v>, noise of the round to come."""
    return lambda t, k, v, payoff, total: vertex(
        [s + n / eta for s, n in zip(total, noise(t + 1, k), strict=True)]
    )


def vertex(blocks: Blocks, ranks: Sequence[int]) -> Callable[[Vector], Vector]:
    """The indicator of the best independent set for a linear function: greedy in each block."""

    def best(c: Vector) -> Vector:
        x = [0.0] * len(c)
        for block, rank in zip(blocks, ranks, strict=True):
            for i in sorted(block, key=lambda i: -c[i])[:rank]:
                if c[i] > 0:
                    x[i] = 1.0
        return x

    return best


def projection(blocks: Blocks, ranks: Sequence[int]) -> Projection:
    """The nearest point of the polytope, by bisection in each block."""

    def project(y: Vector) -> Vector:
        x = [0.0] * len(y)
        for block, rank in zip(blocks, ranks, strict=True):

            def cut(theta: float, block: Sequence[int] = block) -> Vector:
                return [min(max(y[i] - theta, 0.0), 1.0) for i in block]

            low, high = 0.0, max(0.0, *(y[i] for i in block))
            if sum(cut(0.0)) > rank:
                for _ in range(200):
                    middle = (low + high) / 2
                    low, high = (middle, high) if sum(cut(middle)) > rank else (low, middle)
            for i, entry in zip(block, cut(high if low > 0.0 else low), strict=True):
                x[i] = entry
        return x

    return project


def stochastic_meta_frank_wolfe(
    game: Game,
    first: Sequence[Vector],
    advance: Advance,
    estimate: Estimate | None = None,
) -> History:
    """Chen, Harshaw, Hassani and Karbasi 2018; `first` has the K first choices.

    Without an estimate it is Golovin, Krause and Streeter 2014: the gradients, and rho_k = 1.
    """
    n, K, history = game.n, len(first), History()
    v = [list(choice) for choice in first]
    totals = [[0.0] * n for _ in range(K)]
    # "for t = 1 to T do"
    for t in range(game.T):
        # "x_t^(1) = 0; for k = 1 to K: x_t^(k+1) = x_t^(k) + v_t^(k) / K; Play x_t = x_t^(K+1)"
        x = iterates(v)
        history.add(game, t, x[K], 0.0)
        # "d_t^(0) = 0; d_t^(k) = (1 - rho_k) d_t^(k-1) + rho_k g~_t(x_t^(k));
        #  feedback <v_t^(k), d_t^(k)> to E^(k)"
        d = [0.0] * n
        for k in range(K):
            g = estimate(t, k, x[k]) if estimate else game.gradient(t, x[k])
            weight = 2 / (k + 4) ** (2 / 3) if estimate else 1.0
            d = [(1 - weight) * d[i] + weight * g[i] for i in range(n)]
            totals[k] = [totals[k][i] + d[i] for i in range(n)]
            v[k] = advance(t, k, v[k], d, totals[k])
    return history


def sampled_gradient(f: SetFunction, S: set[int], n: int) -> Vector:
    """f(S + i) - f(S - i) for each i."""
    return [f(S | {i}) - f(S - {i}) for i in range(n)]


def subsets(n: int) -> list[set[int]]:
    """All subsets of 0..n-1."""
    return [set(S) for S in chain.from_iterable(combinations(range(n), k) for k in range(n + 1))]


def expectation(f: SetFunction, x: Vector) -> float:
    """E f(S) with each i in S with probability x_i, by the sum over all sets."""
    total = 0.0
    for S in subsets(len(x)):
        probability = 1.0
        for i, entry in enumerate(x):
            probability *= entry if i in S else 1 - entry
        total += probability * f(S)
    return total


def coverage(weights: Vector, covers: Sequence[Sequence[bool]]) -> SetFunction:
    """The weight of the items that some element covers."""
    return lambda S: sum(w for u, w in enumerate(weights) if any(covers[i][u] for i in S))


def facility(benefits: Sequence[Vector]) -> SetFunction:
    """The sum over clients of the best benefit of a facility of S; 0 from none."""
    clients = range(len(benefits[0]))
    return lambda S: sum(max((benefits[i][u] for i in S), default=0.0) for u in clients)
