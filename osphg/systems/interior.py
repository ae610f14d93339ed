"""A ball within X, for players that look at points around their decision."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy

from osphg.core.domains import Box, Domain, Polytope, Simplex
from osphg.core.validate import FloatArray


class Ball(NamedTuple):
    """All points within `radius` of `centre`."""

    centre: FloatArray  # (n,)
    radius: float


def inner_ball(domain: Domain) -> Ball:
    """Return the largest ball within X; its radius is 0 where X has no interior point.

    Raises
    ------
    ValueError
        For a domain other than a Box, a Simplex or a Polytope: its faces are not known.
    """
    n = domain.n
    if isinstance(domain, Box):
        centre = (domain.lower + domain.upper) / 2
        return Ball(centre, float((domain.upper - domain.lower).min() / 2))
    if isinstance(domain, Simplex):
        radius = domain.r / (n + np.sqrt(n))  # as far from x_i = 0 as from sum x = r
        return Ball(np.full(n, radius), float(radius))
    if isinstance(domain, Polytope):
        return _chebyshev(domain)
    raise ValueError(
        f"domain must be a Box, a Simplex or a Polytope for a ball within it, got {domain}"
    )


def _chebyshev(domain: Polytope) -> Ball:
    """Maximise r subject to <a, c> + r ||a|| <= b for every face (Boyd and Vandenberghe, 8.5.1)."""
    eye = np.eye(domain.n)
    A = np.vstack([domain.A, eye, -eye])
    b = np.concatenate([domain.b, domain.box.upper, -domain.box.lower])
    rows = np.column_stack([A, np.linalg.norm(A, axis=1)])
    cost = np.zeros(domain.n + 1)
    cost[-1] = -1
    found = scipy.optimize.linprog(cost, rows, b, bounds=[(None, None)] * domain.n + [(0, None)])
    if found.x is None:
        raise ValueError(f"domain must have a point, got {domain}")
    return Ball(np.asarray(found.x[:-1]), float(found.x[-1]))
