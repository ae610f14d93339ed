"""Tangents of a domain that does not say its faces, found by its projection.

Solvers of the benchmark need linear inequalities. A convex set has them at every point of its
boundary: if p is the point of X that is nearest to y, then <y - p, x - p> <= 0 for every x in X.
The domains here are down-closed: with a point x >= 0 they have every point between 0 and x.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.utilities import Objective

_FORGIVEN = 1e-9  # of the set's size: what `contains` forgives, too
_NOT_NEGATIVE = 1e-6  # a normal's entries may be as far below 0, by the rounding of a projection


class Tangent(NamedTuple):
    """The half-space {x : <normal, x> <= offset}, which contains a domain."""

    normal: FloatArray  # (n,), not negative
    offset: float


def tangent_at(domain: Domain, y: FloatArray) -> Tangent:
    """Return a tangent of the domain that cuts off a point outside it.

    The direction from the projection P(y) to y is a normal of the domain. Near the domain y - P(y)
    is mostly rounding. So this direction is followed to a point that is as far from the domain as
    the domain is large, and the tangent is that at the projection of this point. Its offset is
    raised to what `maximize_linear` reaches, and by a little more for rounding: a bound over the
    half-space has to hold on all of the domain.

    Parameters
    ----------
    domain
        A down-closed domain.
    y
        The point, (n,).

    Returns
    -------
    Tangent
        The half-space of the x with <normal, x> <= offset, which contains the domain; the normal is
        about a unit vector, and has no entry below 0.

    Raises
    ------
    ValueError
        For a domain that is not down-closed, which shows in an entry of the normal below 0; and for
        a `project` that leaves y where it is, or that `maximize_linear` contradicts: it finds a
        point of the domain beyond the tangent.
    """
    upper = np.asarray(domain.upper)
    size = float(np.linalg.norm(upper))
    nearest = domain.project(y)
    outwards = y - nearest
    length = float(np.linalg.norm(outwards))
    checks.must(length > 0.0, "domain.project", "move a point from outside", y.tolist())
    far = nearest + outwards * (size / length)
    nearest = domain.project(far)
    outwards = far - nearest
    unit_normal = outwards / (float(np.linalg.norm(outwards)) or 1.0)
    # By the rounding of a projection an entry may be as far below 0 as `_NOT_NEGATIVE`.
    if unit_normal.min() < -_NOT_NEGATIVE:
        wanted = "be down-closed (with x also every point between 0 and x), or have half_spaces()"
        got = f"{domain}, with the outward normal {unit_normal.tolist()} at {nearest.tolist()}"
        raise ValueError(f"domain must {wanted}, got {got}")
    normal = np.maximum(unit_normal, 0.0)  # of a down-closed set, so below 0 only by rounding
    # On the domain <unit_normal, x> is largest at `nearest`. `normal` may add to that what was cut
    # off below 0, at most at x = upper.
    offset = float(unit_normal @ nearest + (normal - unit_normal) @ upper)
    reached = float(normal @ domain.maximize_linear(normal))
    # 1e-6 of the largest <normal, x> up to `upper` is the rounding of `project`; more is a fault.
    if reached > offset + 1e-6 * float(normal @ upper):
        wanted = "find the nearest point, on whose tangent maximize_linear finds no larger value"
        got = f"{nearest.tolist()} for {far.tolist()}, with {reached:g} > {offset:g}"
        raise ValueError(f"domain.project must {wanted}, got {got}")
    slack = _FORGIVEN * float(normal @ upper)  # what `contains` of a domain forgives, too
    return Tangent(normal, max(offset, reached) + slack)


def nearest_within(domain: Domain, X: FloatArray) -> FloatArray:
    """Return the points of a down-closed domain nearest to points X >= 0, an array (..., n).

    No coordinate is above that of X, so they keep every budget that X keeps. A point that the
    projection leaves a little outside is drawn towards 0, which is in the domain, by steps that
    double until `contains` accepts it with its usual tolerance.
    """
    inside = domain.contains(X, 0.0)
    P = np.where(inside[..., np.newaxis], X, np.clip(domain.project(X), 0.0, X))
    shrink = _FORGIVEN  # a part of P, as small as what `contains` forgives by default
    while not (inside := domain.contains(P)).all():
        P = np.where(inside[..., np.newaxis], P, (1.0 - shrink) * P)
        shrink = min(2.0 * shrink, 0.5)
    return P


class ExtendedObjective:
    """An objective f beyond the domain on which it is defined: its tangent at the nearest point.

    A solver looks at all of a polytope that contains the domain, and f may refuse a point outside
    the domain. On the domain this objective is f. Each of its tangents, at whatever point, is a
    tangent of f at a point of the domain.

    Parameters
    ----------
    f : Objective
        What is maximised.
    domain : Domain
        Where f is defined; down-closed.
    """

    def __init__(self, f: Objective, domain: Domain) -> None:
        self.f = f
        self.domain = domain
        self.points_per_call = getattr(f, "points_per_call", 1)  # see `osphg.utilities.Sum`

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return f at points of the domain, and the tangent elsewhere: (..., n) -> (...,)."""
        P = nearest_within(self.domain, X)
        values = self.f.value(P)
        if np.array_equal(P, X):
            return values
        return np.asarray(values + (self.f.gradient(P) * (X - P)).sum(axis=-1))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f at the nearest points of the domain: (..., n) -> (..., n)."""
        return self.f.gradient(nearest_within(self.domain, X))
