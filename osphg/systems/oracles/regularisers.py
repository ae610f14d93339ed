"""Regularisers R of "regularised follow the leader": v = argmax_X <s, v> - R(v)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from osphg.core.domains import Domain, Simplex
from osphg.core.oracles import norms
from osphg.core.validate import FloatArray


@runtime_checkable
class Regulariser(Protocol):
    """A function on X that is strongly convex in some norm."""

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return argmax_X <s, v> - R(v) for each row s of S: (..., n) -> (..., n).

        ValueError where R is not defined on X.
        """
        ...

    def spread(self, domain: Domain) -> float:
        """Return a bound of R(x) - min R over X."""
        ...

    def modulus(self, domain: Domain) -> float:
        """Return the modulus of strong convexity of R over X."""
        ...

    def norm(self, C: FloatArray) -> FloatArray:
        """Return the dual norm of payoff directions: (..., n) -> (...)."""
        ...


@dataclass(frozen=True)
class Euclidean:
    """R(v) = |v|_2^2 / 2, on any X with the origin in it."""

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return the projection of S."""
        return domain.project(S)

    def spread(self, domain: Domain) -> float:
        """Return R^2/2, with the diameter R."""
        return domain.diameter**2 / 2

    def modulus(self, domain: Domain) -> float:
        """Return 1, in the Euclidean norm."""
        return 1.0

    def norm(self, C: FloatArray) -> FloatArray:
        """Return the Euclidean norm."""
        return norms.euclidean(C)


@dataclass(frozen=True)
class Entropic:
    """R(v) = sum_i v_i ln(v_i/r) on X = {v >= 0, sum v <= r}, the slack r - sum v included."""

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return v_i = r e^{s_i} / (1 + sum_j e^{s_j}); the 1 is that of the slack."""
        r = simplex("Entropic", domain).r
        top = np.maximum(S.max(-1, keepdims=True), 0.0)  # nothing overflows
        powers = np.exp(S - top)
        return np.asarray(r * powers / (powers.sum(-1, keepdims=True) + np.exp(-top)))

    def spread(self, domain: Domain) -> float:
        """Return r ln(n + 1), attained at the corners."""
        return simplex("Entropic", domain).r * math.log(domain.n + 1)

    def modulus(self, domain: Domain) -> float:
        """Return 1/r, in the l1 norm with the slack (Pinsker's inequality)."""
        return 1 / simplex("Entropic", domain).r

    def norm(self, C: FloatArray) -> FloatArray:
        """Return half the range of (c, 0)."""
        return norms.half_range(C)


def simplex(who: str, domain: Any) -> Simplex:
    """Return the domain if it is a Simplex; ValueError, in one line, if it is anything else."""
    if not isinstance(domain, Simplex):
        raise ValueError(f"{who} needs a Simplex {{x >= 0, sum x <= r}} as domain, got {domain}")
    return domain
