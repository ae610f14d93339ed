"""The Frank-Wolfe variant of Bian et al. 2017, which needs no search."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.utilities import Objective


def frank_wolfe(objective: Objective, domain: Domain, K: int) -> FloatArray:
    r"""Maximise a monotone DR-submodular function approximately.

    From :math:`x^{(1)} = 0` it takes K steps of length 1/K, each towards the best point for the
    gradient where it starts: :math:`v^{(k)} = \arg\max_{v \in X} \langle v, \nabla f(x^{(k)})
    \rangle`, :math:`x^{(k+1)} = x^{(k)} + v^{(k)} / K`. For f with f(0) = 0, monotone and L-smooth,
    and a domain that contains 0, :math:`f(x) \ge (1 - 1/e) f^* - L R^2 / (2K)`.

    Parameters
    ----------
    objective : Objective
        A function with value(X) and gradient(X), as ``rounds.total()``.
    domain : Domain
        Where it is maximised.
    K : int
        The number of steps.

    Returns
    -------
    FloatArray
        A point of the domain, (n,).

    Raises
    ------
    TypeError, ValueError
        For a K that is no integer, or none of at least 1.

    References
    ----------
    Bian, Mirzasoleiman, Buhmann and Krause 2017, algorithm 1.
    """
    steps = checks.array_size("K", K)
    return walk_frank_wolfe(objective, domain.maximize_linear, np.zeros(domain.n), steps)


def walk_frank_wolfe(
    f: Objective, maximize: Callable[[FloatArray], FloatArray], origin: FloatArray, K: int
) -> FloatArray:
    """Take the K steps of `frank_wolfe` on one set, or on several at once, which is faster.

    Parameters
    ----------
    f
        What is maximised.
    maximize
        Finds a point of each set with the largest <c, x>: (..., n) -> (..., n).
    origin
        Zeros, (n,) for one set or (m, n) for m of them.
    K
        The number of steps.

    Returns
    -------
    FloatArray
        The last points, of the shape of `origin`.
    """
    travelled = origin  # K times the point: the division by K comes once, at the end
    for _ in range(K):
        travelled = travelled + maximize(f.gradient(travelled / K))
    return np.asarray(travelled / K)


def best_corner(corners: FloatArray, C: FloatArray) -> FloatArray:
    """Return the corner of each of m polygons with the largest <c, x>, (m, 2).

    `corners` are those of the polygons, (m, v, 2), and `C` has one vector c for each, (m, 2).
    """
    best = (corners @ C[..., np.newaxis])[..., 0].argmax(axis=1)  # of <c, corner>, (m,)
    return np.asarray(corners[np.arange(len(corners)), best])


def pad_polygons(corners: FloatArray, counts: NDArray[np.int64]) -> FloatArray:
    """Return m polygons as one array of their corners, (m, v, 2), v being the most that one has.

    `corners`, (all, 2), has one polygon after the other, and `counts`, (m,), the number of corners
    of each. A polygon of fewer than v corners gets its last one several times. That changes no
    maximum, as the first best corner counts.
    """
    ends = np.cumsum(counts)[:, np.newaxis]  # of each polygon in `corners`, (m, 1)
    starts = ends - counts[:, np.newaxis]
    index = np.minimum(starts + np.arange(counts.max()), ends - 1)  # (m, v)
    return np.asarray(corners[index])
