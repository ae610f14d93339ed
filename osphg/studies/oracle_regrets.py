"""The oracles alone: their regret on random linear payoffs, their bounds, and their time."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from osphg import checks
from osphg.domains import Domain, Simplex
from osphg.metrics import Estimate, mean
from osphg.studies.oracle_choice import Choice, choices


@dataclass(frozen=True)
class LinearRegret:
    """Regret of an oracle on {x >= 0, sum x <= 1} in dimension n, divided by sqrt(T)."""

    n: int
    oracle: str
    measured: Estimate  # mean over instances
    bound: float  # the oracle's theorem for these payoffs


def linear_regrets(
    dimensions: Iterable[int], T: int, instances: int, seed: int, advantage: float = 0.0
) -> list[LinearRegret]:
    """Measure every oracle against payoffs of random signs.

    Each instance meets payoffs of its own, +1 or -1 in every coordinate, the same for all oracles:
    with even chances, but for the first coordinate, which has mean `advantage`.

    Parameters
    ----------
    dimensions : iterable of int
    T, instances : int
        Rounds, and how many instances play; at least two.
    seed : int
        The source of the payoffs and of the perturbed leader's noise.
    advantage : float
        In [0, 1].

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.

    Examples
    --------
    >>> found = linear_regrets([5], T=100, instances=4, seed=0)
    >>> [entry.measured.value < entry.bound for entry in found]
    [True, True, True, True, True]
    """
    T = checks.positive_int("T", T)
    advantage = checks.non_negative_float("advantage", advantage)
    if advantage > 1:
        raise ValueError(f"advantage must be at most 1, got {advantage}")
    found = []
    for n in dimensions:
        X = Simplex(n)
        rng = np.random.default_rng([seed, n])
        C = np.where(rng.random((T, instances, n)) < 0.5, 1.0, -1.0)
        C[:, :, 0] = np.where(rng.random((T, instances)) < (1 + advantage) / 2, 1.0, -1.0)
        total = C.sum(0)
        best = (total * X.maximize_linear(total)).sum(-1)
        for name, choice in choices().items():
            oracle = for_signs(choice, X, T, seed)
            V, memory = oracle.init(X, instances)
            earned = np.zeros(instances)
            for c in C:
                earned += (c * V).sum(-1)
                V, memory = oracle.update(X, V, memory, c)
            bound = float(oracle.regret_bound(X, C).max()) / math.sqrt(T)
            found.append(LinearRegret(n, name, mean((best - earned) / math.sqrt(T)), bound))
    return found


def tuned_bound(choice: Choice, domain: Domain, T: int) -> float | None:
    """Return an oracle's bound over sqrt(T) for payoffs +-1; None where it is not defined.

    The payoff is (-1, +1, ..., +1) in every round: of all of +1 and -1 it is as large as any, in
    every norm and in its range.

    Examples
    --------
    >>> f"{tuned_bound(choices()['RFTL'], Simplex(2), 100):.3f}"
    '2.000'
    """
    try:
        oracle = for_signs(choice, domain, T, 0)
    except ValueError:
        return None
    C = np.ones((T, 1, domain.n))
    C[:, :, 0] = -1.0
    return float(oracle.regret_bound(domain, C)[0]) / math.sqrt(T)


def time_per_update(domain: Domain, K: int, updates: int, seed: int) -> dict[str, float]:
    """Return the seconds that an update of K instances takes, for each oracle that plays there."""
    C = np.random.default_rng(seed).normal(size=(updates, K, domain.n))
    found = {}
    for name, choice in choices().items():
        try:
            oracle = for_signs(choice, domain, updates, seed)
        except ValueError:
            continue
        V, memory = oracle.init(domain, K)
        start = time.perf_counter()
        for c in C:
            V, memory = oracle.update(domain, V, memory, c)
        found[name] = (time.perf_counter() - start) / updates
    return found


def for_signs(choice: Choice, domain: Domain, T: int, seed: int) -> Any:
    """Return the oracle tuned for payoffs of +1 and -1; ValueError where it is not defined."""
    extremes = np.ones((2, domain.n))
    extremes[1, 0] = -1.0
    return choice.tuned(domain, T, float(choice.norm(extremes).max()), seed)
