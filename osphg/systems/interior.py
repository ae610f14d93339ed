"""A ball within X, for players that look at points around their decision."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Domain, Faceted, row_lengths, unit_of, units_of_box
from osphg.hindsight import half_spaces


class Ball(NamedTuple):
    """All points within `radius` of `centre`."""

    centre: FloatArray  # (n,)
    radius: float


def inner_ball(domain: Domain) -> Ball:
    """Return the largest ball within X; its radius is 0 where X has no interior point.

    Raises
    ------
    ValueError
        For a domain that does not say its faces, or whose faces leave no point.
    TypeError, ValueError
        As `osphg.hindsight.half_spaces`, for faces that cannot be used.
    """
    if not checks.offers(domain, Faceted):
        raise ValueError(
            "domain must be a Box, a Simplex or a Polytope for a ball within it, or have"
            f" half_spaces(), got {domain}"
        )
    A, b, box = half_spaces(domain)
    faces = row_lengths(A) > np.abs(b) * 1e-300  # those that a polytope takes
    A, b, lower, upper = A[faces], b[faces], box.lower, box.upper
    if not len(A):
        return Ball((lower + upper) / 2, float((upper - lower).min() / 2))
    if len(A) == 1 and (A > 0).all() and not lower.any() and b[0] > 0:
        # As far from all x_i = 0 as from the only other face: if it fits into the box, it is the
        # largest, even without the box.
        with np.errstate(over="ignore"):
            radius = float(b[0] / (A.sum() + row_lengths(A)[0]))
            alone = bool((b[0] / A[0] <= upper).all())  # the box is no face then
        if alone or 2 * radius <= upper.min():
            return Ball(np.full(domain.n, radius), radius)
    return _chebyshev(domain, A, b, box)


def _chebyshev(domain: Domain, A: FloatArray, b: FloatArray, box: Box) -> Ball:
    """Maximise r subject to <a, c> + r ||a|| <= b for every face (Boyd and Vandenberghe, 8.5.1)."""
    eye, units = np.eye(domain.n), units_of_box(box.lower, box.upper)
    A, b = np.vstack([A, eye, -eye]), np.concatenate([b, box.upper, -box.lower])
    # The solver's tolerances are absolute: coordinates and faces are counted as about 1.
    units = np.append(units, units.min())
    rows = np.column_stack([A, row_lengths(A)]) * units
    faces = unit_of(rows, axis=1)
    rows, b = rows / faces[:, np.newaxis], b / faces
    cost = np.zeros(domain.n + 1)
    cost[-1] = -1
    found = scipy.optimize.linprog(cost, rows, b, bounds=[(None, None)] * domain.n + [(0, None)])
    if found.x is None:
        raise ValueError(f"domain must have a point, got {domain}")
    x = found.x * units
    return Ball(x[:-1], float(x[-1]))
