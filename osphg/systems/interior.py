"""A ball within X, for players that look at points around their decision."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy

from osphg.core.domain import Domain, Faceted
from osphg.core.hindsight.windows import half_spaces
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
        For a domain that does not know its faces, as a Box, a Simplex and a Polytope do.
    """
    if not isinstance(domain, Faceted):
        raise ValueError(
            f"domain must be a Box, a Simplex or a Polytope for a ball within it, got {domain}"
        )
    A, b, box = half_spaces(domain)
    lower, upper = box.lower, box.upper
    if not len(A):
        return Ball((lower + upper) / 2, float((upper - lower).min() / 2))
    if len(A) == 1 and (A > 0).all() and not lower.any():
        # As far from all x_i = 0 as from the only other face: if it fits into the box, it is the
        # largest, even without the box.
        radius = float(b[0] / (A.sum() + np.linalg.norm(A)))
        if 0 < 2 * radius <= upper.min():
            return Ball(np.full(domain.n, radius), radius)
    return _chebyshev(domain)


def _chebyshev(domain: Domain) -> Ball:
    """Maximise r subject to <a, c> + r ||a|| <= b for every face (Boyd and Vandenberghe, 8.5.1)."""
    A, b, box = half_spaces(domain)
    eye = np.eye(domain.n)
    A, b = np.vstack([A, eye, -eye]), np.concatenate([b, box.upper, -box.lower])
    rows = np.column_stack([A, np.linalg.norm(A, axis=1)])
    cost = np.zeros(domain.n + 1)
    cost[-1] = -1
    found = scipy.optimize.linprog(cost, rows, b, bounds=[(None, None)] * domain.n + [(0, None)])
    if found.x is None:
        raise ValueError(f"domain must have a point, got {domain}")
    return Ball(np.asarray(found.x[:-1]), float(found.x[-1]))
