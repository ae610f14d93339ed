"""Geometries of mirror descent: how a step along a gradient is taken and brought back to X.

A geometry holds a decision in coordinates of its own, so that no decision is rounded away.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from osphg.core.domains import Domain, Simplex
from osphg.core.validate import FloatArray
from osphg.systems.requirements import require


@runtime_checkable
class Geometry(Protocol):
    """A mirror map on X, with the two constants that a step size depends on."""

    def start(self, domain: Domain) -> FloatArray:
        """Return the coordinates of x_1; ValueError where X does not suit the geometry."""
        ...

    def decision(self, domain: Domain, coordinates: FloatArray) -> FloatArray:
        """Return the decision (n,) that the coordinates stand for."""
        ...

    def move(self, domain: Domain, coordinates: FloatArray, ascent: FloatArray) -> FloatArray:
        """Return the coordinates after the mirror step along `ascent` (n,), its length included."""
        ...

    def convexity(self, domain: Domain) -> float:
        """Return the modulus of strong convexity of the mirror map, in its norm."""
        ...

    def divergence(self, domain: Domain) -> float:
        """Return a bound of the Bregman divergence of any point of X from x_1."""
        ...


@dataclass(frozen=True)
class Euclidean:
    """The mirror map ||x||^2 / 2: projected gradient steps from the origin, on any X."""

    def start(self, domain: Domain) -> FloatArray:
        """Return the origin, (n,)."""
        return np.zeros(domain.n)

    def decision(self, domain: Domain, coordinates: FloatArray) -> FloatArray:
        """Return x: it is its own coordinates."""
        return coordinates

    def move(self, domain: Domain, coordinates: FloatArray, ascent: FloatArray) -> FloatArray:
        """Return the projection of x + ascent."""
        return domain.project(coordinates + ascent)

    def convexity(self, domain: Domain) -> float:
        """Return 1, in the Euclidean norm."""
        return 1.0

    def divergence(self, domain: Domain) -> float:
        """Return R^2/2."""
        return domain.diameter**2 / 2


@dataclass(frozen=True)
class Entropic:
    """The mirror map sum_i x_i ln x_i on X = {x >= 0, sum x <= r}, a `Simplex`.

    The slack r - sum x is one more coordinate, so that all n + 1 add up to r. A step multiplies
    each by the exponential of its gradient, the slack by 1, and scales all back. x_1 is the
    minimiser, r/(n + 1) everywhere. Coordinates are ln(x_i/r), (n + 1,), slack last.
    """

    def start(self, domain: Domain) -> FloatArray:
        """Return the coordinates of the uniform point; ValueError unless X is a Simplex."""
        return np.full(self._simplex(domain).n + 1, -math.log(domain.n + 1))

    def decision(self, domain: Domain, coordinates: FloatArray) -> FloatArray:
        """Return x (n,), without the slack."""
        return np.asarray(domain.upper * np.exp(coordinates[:-1]))  # upper is r in each coordinate

    def move(self, domain: Domain, coordinates: FloatArray, ascent: FloatArray) -> FloatArray:
        """Return the coordinates after an exponentiated gradient step."""
        moved = coordinates.copy()
        moved[:-1] += ascent
        moved -= moved.max()
        return np.asarray(moved - math.log(np.exp(moved).sum()))

    def convexity(self, domain: Domain) -> float:
        """Return 1/r, in the l1 norm (Pinsker's inequality); the dual norm is the largest entry."""
        return 1 / self._simplex(domain).r

    def divergence(self, domain: Domain) -> float:
        """Return r ln(n + 1), attained at the corners."""
        return self._simplex(domain).r * math.log(domain.n + 1)

    def _simplex(self, domain: Domain) -> Simplex:
        needs = "a Simplex {x >= 0, sum x <= r} as domain"
        require(isinstance(domain, Simplex), self, needs, str(domain))
        assert isinstance(domain, Simplex)
        return domain
