"""Mirror maps, for mirror descent (`Geometry`) and for following the leader (`Regulariser`).

A geometry holds a decision in coordinates of its own, so that no decision is rounded away.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from osphg.checks import FloatArray, shown
from osphg.domains import Domain, Simplex, require_domain
from osphg.oracles import norms


class MirrorMap(Protocol):
    """A function on X that is strongly convex in some norm."""

    def convexity(self, domain: Domain) -> float:
        """Return its modulus of strong convexity over X, in its norm."""
        ...

    def divergence(self, domain: Domain) -> float:
        """Return a bound of what it exceeds its least value by, and of divergences from there."""
        ...


@runtime_checkable
class Geometry(MirrorMap, Protocol):
    """A mirror map whose steps can be taken one by one."""

    def start(self, domain: Domain) -> FloatArray:
        """Return the coordinates of x_1; ValueError where X does not suit the geometry."""
        ...

    def decision(self, domain: Domain, coordinates: FloatArray) -> FloatArray:
        """Return the decision (n,) that the coordinates stand for."""
        ...

    def move(self, domain: Domain, coordinates: FloatArray, ascent: FloatArray) -> FloatArray:
        """Return the coordinates after the mirror step along `ascent` (n,), its length included."""
        ...


@runtime_checkable
class Regulariser(MirrorMap, Protocol):
    """A mirror map R whose leader can be computed: argmax_X <s, v> - R(v)."""

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return argmax_X <s, v> - R(v) for each row s of S: (..., n) -> (..., n).

        ValueError where R is not defined on X.
        """
        ...

    def norm(self, C: FloatArray) -> FloatArray:
        """Return the dual norm of payoff directions: (..., n) -> (...)."""
        ...


@dataclass(frozen=True)
class Euclidean:
    """|x|_2^2 / 2, on any X with the origin in it: projected gradient steps from the origin.

    Examples
    --------
    >>> import osphg
    >>> import numpy as np
    >>> X, geometry = osphg.Box.unit(2), osphg.systems.Euclidean()
    >>> moved = geometry.move(X, geometry.start(X), np.array([0.5, -1.0]))
    >>> geometry.decision(X, moved)
    array([0.5, 0. ])
    """

    def start(self, domain: Domain) -> FloatArray:
        """Return the origin, (n,)."""
        return np.zeros(domain.n)

    def decision(self, domain: Domain, coordinates: FloatArray) -> FloatArray:
        """Return x: it is its own coordinates."""
        return coordinates

    def move(self, domain: Domain, coordinates: FloatArray, ascent: FloatArray) -> FloatArray:
        """Return the projection of x + ascent."""
        return domain.project(coordinates + ascent)

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return the projection of S."""
        return domain.project(S)

    def convexity(self, domain: Domain) -> float:
        """Return 1, in the Euclidean norm."""
        return 1.0

    def divergence(self, domain: Domain) -> float:
        """Return R^2/2, with the diameter R."""
        return require_domain("domain", domain).diameter ** 2 / 2

    def norm(self, C: FloatArray) -> FloatArray:
        """Return the Euclidean norm."""
        return norms.euclidean(C)


@dataclass(frozen=True)
class Entropic:
    """sum_i x_i ln(x_i/r) on X = {x >= 0, sum x <= r}, a `Simplex`, the slack r - sum x included.

    The slack is one more coordinate, so that all n + 1 add up to r. A step multiplies each by the
    exponential of its gradient, the slack by 1, and scales all back. x_1 is the minimiser,
    r/(n + 1) everywhere. Coordinates are ln(x_i/r), (n + 1,), slack last.

    Examples
    --------
    From r/3 everywhere, one coordinate is doubled and all are scaled back:

    >>> import osphg
    >>> import numpy as np
    >>> X, geometry = osphg.Simplex(2, r=1.0), osphg.systems.Entropic()
    >>> moved = geometry.move(X, geometry.start(X), np.log([2.0, 1.0]))
    >>> geometry.decision(X, moved)
    array([0.5 , 0.25])
    """

    def start(self, domain: Domain) -> FloatArray:
        """Return the coordinates of the uniform point; ValueError unless X is a Simplex."""
        return np.full(simplex("Entropic", domain).n + 1, -math.log(domain.n + 1))

    def decision(self, domain: Domain, coordinates: FloatArray) -> FloatArray:
        """Return x (n,), without the slack."""
        return np.asarray(domain.upper * np.exp(coordinates[:-1]))  # upper is r in each coordinate

    def move(self, domain: Domain, coordinates: FloatArray, ascent: FloatArray) -> FloatArray:
        """Return the coordinates after an exponentiated gradient step."""
        moved = coordinates.copy()
        moved[:-1] += ascent
        moved -= moved.max()
        return np.asarray(moved - math.log(np.exp(moved).sum()))

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return v_i = r e^{s_i} / (1 + sum_j e^{s_j}); the 1 is that of the slack."""
        r = simplex("Entropic", domain).r
        top = np.maximum(S.max(-1, keepdims=True), 0.0)  # nothing overflows
        powers = np.exp(S - top)
        return np.asarray(r * powers / (powers.sum(-1, keepdims=True) + np.exp(-top)))

    def convexity(self, domain: Domain) -> float:
        """Return 1/r, in the l1 norm with the slack (Pinsker's inequality)."""
        return 1 / simplex("Entropic", domain).r

    def divergence(self, domain: Domain) -> float:
        """Return r ln(n + 1), attained at the corners."""
        return simplex("Entropic", domain).r * math.log(domain.n + 1)

    def norm(self, C: FloatArray) -> FloatArray:
        """Return half the range of (c, 0)."""
        return norms.half_range(C)


def simplex(who: str, domain: Any) -> Simplex:
    """Return the domain if it is a Simplex; ValueError, in one line, if it is anything else."""
    if not isinstance(domain, Simplex):
        raise ValueError(
            f"{who} needs a Simplex {{x >= 0, sum x <= r}} as domain, got {shown(domain)}"
        )
    return domain
