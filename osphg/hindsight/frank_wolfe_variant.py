"""The Frank-Wolfe variant of Bian et al. 2017, which needs no search."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.utilities import Objective


def frank_wolfe(objective: Objective, domain: Domain, K: int) -> FloatArray:
    r"""Maximise a monotone DR-submodular function approximately (Bian et al. 2017, algorithm 1).

    :math:`x^{(1)} = 0`, :math:`v^{(k)} = \arg\max_{v \in X} \langle v, \nabla f(x^{(k)}) \rangle`,
    :math:`x^{(k+1)} = x^{(k)} + v^{(k)} / K`. For f with f(0) = 0, monotone and L-smooth, and a
    domain that contains 0, :math:`f(x) \ge (1 - 1/e) f^* - L R^2 / (2K)`.

    The objective has value(X) and gradient(X), as ``rounds.total()``; a point (n,) is returned.
    """
    return walk_frank_wolfe(
        objective, domain.maximize_linear, np.zeros(domain.n), checks.array_size("K", K)
    )


def walk_frank_wolfe(
    f: Objective, maximize: Callable[[FloatArray], FloatArray], origin: FloatArray, K: int
) -> FloatArray:
    """Walk K steps from `origin`, each along the best point for the gradient where it starts."""
    travelled = origin
    for _ in range(K):
        travelled = travelled + maximize(f.gradient(travelled / K))
    return np.asarray(travelled / K)


def best_corner(corners: FloatArray, C: FloatArray) -> FloatArray:
    """Return what maximises <c_i, x> over each of m polygons with corners (m, v, 2)."""
    best = (corners @ C[..., np.newaxis])[..., 0].argmax(axis=1)
    return np.asarray(corners[np.arange(len(corners)), best])


def pad_polygons(polygons: Sequence[FloatArray]) -> FloatArray:
    """Return polygons as (m, v, 2), the last corner of each repeated: the first best one counts."""
    counts = np.array([len(corners) for corners in polygons])
    ends = np.cumsum(counts)[:, None]
    index = np.minimum(ends - counts[:, None] + np.arange(counts.max()), ends - 1)
    return np.asarray(np.concatenate(polygons)[index])
