"""The faces of a domain: as half-spaces, without the ones that cut nothing, and the ball within.

A face is a linear inequality, a row a of a matrix A (m, n) with its entry of b (m,):
<a, x> <= b. What lies within all faces and within a box is the domain.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import scipy

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Domain, Faceted, power_of_2_unit, solve_lp


def require_faces(who: str, domain: Domain) -> tuple[FloatArray, FloatArray, Box]:
    """Write a domain as {x in box : A x <= b}: return A, (m, n), b, (m,), and the box.

    It is `faces_and_box` for a player, or for a computation that a player needs. ValueError for a
    domain without `half_spaces()`; its message begins with `who` needs them, the player's name or
    words such as "a ball within X".
    """
    if not checks.implements(domain, Faceted):
        needs = "a domain with half_spaces(), such as a Box, a Simplex or a Polytope"
        raise ValueError(f"{who} needs {needs}, got {domain}")
    return faces_and_box(domain)


class InscribedBall(NamedTuple):
    """All points within `radius` of `centre`.

    Parameters
    ----------
    centre : FloatArray
        Its centre, (n,).
    radius : float
        Its radius, at least 0.
    """

    centre: FloatArray
    radius: float


def inscribed_ball(domain: Domain) -> InscribedBall:
    """Return the largest ball within X; its radius is 0 where X has no interior point.

    Players that see values of f_t alone and no gradients (bandits) need it: they play points around
    a decision, which have to lie in X.

    Parameters
    ----------
    domain : Domain
        The set X, with `half_spaces()`.

    Returns
    -------
    InscribedBall
        Its centre and its radius.

    Raises
    ------
    ValueError
        For a domain without `half_spaces()`, or whose half-spaces have no point in common.

    References
    ----------
    Boyd and Vandenberghe, Convex Optimization, section 8.5.1.
    """
    A, b, box = require_faces("a ball within X", domain)
    half_width = float((box.upper - box.lower).min() / 2)  # no ball within the box is larger
    if not len(A):
        return InscribedBall((box.lower + box.upper) / 2, half_width)
    # A linear programme in the centre c and the radius r: maximise r, such that the ball's farthest
    # point in the direction of each face is within it, <a, c> + r |a| <= b. The sides of the box
    # are faces here, too.
    axes = np.eye(domain.n)
    A = np.vstack([A, axes, -axes])
    b = np.concatenate([b, box.upper, -box.lower])
    # In these units of a row its entries are about 1, so that no square in its norm overflows or is
    # lost. They are powers of 2, by which nothing is rounded.
    units = power_of_2_unit(A, axis=1)
    A = A / units[:, np.newaxis]
    b = b / units
    rows = np.column_stack([A, np.linalg.norm(A, axis=1)])
    cost = np.append(np.zeros(domain.n), -1.0)  # -r, as `solve_lp` minimises
    upper = np.append(box.upper, half_width)
    centre_and_radius = solve_lp(cost, rows, b, np.append(box.lower, 0.0), upper)
    return InscribedBall(centre_and_radius[:-1], float(centre_and_radius[-1]))


_COMPARED_ROWS = 1024  # only so many of the heaviest rows are each compared with all lighter ones


def maximal_rows(rows: FloatArray) -> FloatArray:
    """Return rows, (k, n), with the same max_a <a, x> for every x >= 0, as few as cheaply found.

    A row is the average price of a window of rounds. A budget over thousands of windows is decided
    by a few of them, so the others may go. As x >= 0, a row is not needed if another one equals or
    exceeds it in every entry; such a row has a larger sum, is heavier, so rows are compared with
    heavier ones alone. Nor is a row needed that is a mean of others: up to n = 4, beyond which that
    takes too long, rows that are no vertices of the convex hull are dropped, too.

    Parameters
    ----------
    rows : FloatArray
        Any number of rows of n numbers, (m, n).
    """
    n = rows.shape[1]
    # Each row is a column here: sums along the long axis are an order of magnitude faster.
    columns = np.ascontiguousarray(rows.T)
    sums = columns.sum(axis=0)
    # Drop what the heaviest row exceeds first, as sorting takes longer; then sort by weight.
    not_exceeded = (columns >= columns[:, [sums.argmax()]]).any(axis=0)
    by_weight = np.argsort(-sums[not_exceeded], kind="stable")
    columns = columns.compress(not_exceeded, axis=1)[:, by_weight]
    for i in range(_COMPARED_ROWS):
        if i + 1 >= columns.shape[1]:
            break
        larger_somewhere: Any = (columns > columns[:, [i]]).any(axis=0)
        larger_somewhere[: i + 1] = True  # the heavier rows, and row i itself, stay
        if not larger_somewhere.all():
            columns = columns.compress(larger_somewhere, axis=1)
    rows = np.ascontiguousarray(columns.T)
    if len(rows) <= n + 1 or n > 4:  # n + 1 points are, as a rule, all vertices of their hull
        return rows
    try:
        return rows[scipy.spatial.ConvexHull(rows / power_of_2_unit(rows, axis=0)).vertices]
    except scipy.spatial.QhullError:  # the rows lie in a plane, or nearly: all of them stay
        return rows


def faces_and_box(domain: Domain) -> tuple[FloatArray, FloatArray, Box]:
    """Write a domain as {x in box : A x <= b}: return A, (m, n), b, (m,), and the box.

    TypeError for a domain that has no `half_spaces()`.
    """
    remedy = "have half_spaces(), as Box, Simplex and Polytope (best_fixed_decision needs none)"
    A, b, lower, upper = checks.of_kind("domain", domain, Faceted, remedy).half_spaces()
    return A, b, Box(upper, lower)
