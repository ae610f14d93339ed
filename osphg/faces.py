"""The faces of a domain: as half-spaces, without the ones that cut nothing, and the ball within."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import scipy

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Domain, Faceted, power_of_2_unit, solve_lp


def require_faces(who: str, domain: Domain) -> tuple[FloatArray, FloatArray, Box]:
    """Return X as {x in box : A x <= b}; ValueError for a domain whose faces are not known."""
    if not checks.implements(domain, Faceted):
        needs = "a Box, a Simplex, a Polytope or another domain with half_spaces()"
        raise ValueError(f"{who} needs {needs}, got {domain}")
    return faces_and_box(domain)


class InscribedBall(NamedTuple):
    """All points within `radius` of `centre`."""

    centre: FloatArray  # (n,)
    radius: float


def inscribed_ball(domain: Domain) -> InscribedBall:
    """Return the largest ball within X; its radius is 0 where X has no interior point.

    ValueError for a domain that does not say its faces, or whose faces leave no point.
    """
    A, b, box = require_faces("a ball within X", domain)
    narrow = float((box.upper - box.lower).min() / 2)
    if not len(A):
        return InscribedBall((box.lower + box.upper) / 2, narrow)
    # Maximise r subject to <a, c> + r |a| <= b for every face (Boyd and Vandenberghe, 8.5.1).
    eye = np.eye(domain.n)
    A, b = np.vstack([A, eye, -eye]), np.concatenate([b, box.upper, -box.lower])
    A, b = A / (units := power_of_2_unit(A, axis=1))[:, np.newaxis], b / units  # nothing is rounded
    rows = np.column_stack([A, np.linalg.norm(A, axis=1)])
    cost, most = np.append(np.zeros(domain.n), -1.0), np.append(box.upper, narrow)
    x = solve_lp(cost, rows, b, np.append(box.lower, 0.0), most)
    return InscribedBall(x[:-1], float(x[-1]))


_HEAVIEST = 1024  # each row is compared with this many of the heaviest rows only


def maximal_rows(rows: FloatArray) -> FloatArray:
    """Return rows with the same max_a <a, x> for every x >= 0, as few as cheaply found.

    Rows that a heavier one (larger sum) equals or exceeds everywhere are dropped and, up to n = 4,
    those that are no vertices of the convex hull.
    """
    n, columns = rows.shape[1], np.ascontiguousarray(rows.T)
    sums = columns.sum(axis=0)  # an order of magnitude faster than along short rows
    some = (columns >= columns[:, [sums.argmax()]]).any(axis=0)  # first, as sorting takes longer
    columns = columns.compress(some, 1)[:, np.argsort(-sums[some], kind="stable")]
    for i in range(_HEAVIEST):
        if i + 1 >= columns.shape[1]:
            break
        rising: Any = (columns > columns[:, [i]]).any(axis=0)
        rising[: i + 1] = True
        if not rising.all():
            columns = columns.compress(rising, 1)
    rows = np.ascontiguousarray(columns.T)
    if len(rows) <= n + 1 or n > 4:
        return rows
    try:
        return rows[scipy.spatial.ConvexHull(rows / power_of_2_unit(rows, axis=0)).vertices]
    except scipy.spatial.QhullError:  # too flat
        return rows


def faces_and_box(domain: Domain) -> tuple[FloatArray, FloatArray, Box]:
    """Write a domain as {x in box : A x <= b}, with A (m, n) and b (m,).

    TypeError for a domain that has no `half_spaces()`.
    """
    remedy = "have half_spaces(), as Box, Simplex and Polytope (best_fixed_decision needs none)"
    A, b, lower, upper = checks.of_kind("domain", domain, Faceted, remedy).half_spaces()
    return A, b, Box(upper, lower)
