"""Gradient ascent whose steps adapt to the payoffs."""

from __future__ import annotations

import math

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Box, Domain, require_domain


@frozen
class AdaGrad:
    """AdaGrad: gradient ascent with steps that fall with the root of the sum of squared payoffs.

    Duchi, Hazan and Singer 2011; McMahan and Streeter 2010. On a Box every coordinate i has a step
    of its own, scale (upper_i - lower_i) / sqrt(sum_s c_si^2), this payoff included, and clipping
    is the projection in that diagonal norm. Elsewhere all coordinates share the step
    scale R / sqrt(sum_s |c_s|^2), so that the projection stays Euclidean. It needs to know neither
    T nor the size of the payoffs, and starts from the origin.

    Parameters
    ----------
    scale : float
        Above 0; 1/sqrt(2) gives the smallest bound.

    Raises
    ------
    TypeError, ValueError
        For a scale that is not positive and finite.
    """

    scale: float = checked(checks.positive_float, default=1 / math.sqrt(2))

    @classmethod
    def tuned(cls, domain: Domain, T: int, bound: float) -> AdaGrad:
        """Return it with scale 1/sqrt(2); neither T nor the bound of the payoffs matters."""
        require_domain("domain", domain)
        checks.positive_int("T", T)
        checks.positive_float("bound", bound)
        return cls()

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, FloatArray]:
        """Return K origins, and the sums of squares, (K, n) on a Box and (K, 1) elsewhere."""
        return np.zeros((K, domain.n)), np.zeros((K, domain.n if isinstance(domain, Box) else 1))

    def update(
        self, domain: Domain, V: FloatArray, memory: FloatArray, payoff: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Return the projected steps, and the sums of squares with this payoff."""
        squares = memory + _squares(domain, payoff)
        # the root is 0 only where nothing was paid yet: a step of any length goes nowhere
        roots = np.sqrt(squares)
        with np.errstate(over="ignore"):  # the domain refuses what is infinite
            steps = self.scale * _widths(domain) / np.where(roots > 0, roots, 1.0)
            moved = V + steps * payoff
        return domain.project(moved), squares

    def regret_bound(self, domain: Domain, payoffs: FloatArray) -> FloatArray:
        """Return (scale + 1/(2 scale)) sum_i w_i sqrt(sum_t c_ti^2): (T, ..., n) -> (...).

        w_i = upper_i - lower_i on a Box; elsewhere R and |c_t|^2 in the only term. The factor is
        sqrt(2) for the best scale: sqrt(2) times gradient ascent with the best step in hindsight,
        in every coordinate.
        """
        factor = self.scale + 1 / (2 * self.scale)
        roots = np.sqrt(_squares(domain, payoffs).sum(0))
        with np.errstate(over="ignore"):  # infinite is a bound too
            return np.asarray(factor * (_widths(domain) * roots).sum(-1))


def _squares(domain: Domain, payoff: FloatArray) -> FloatArray:
    squares = payoff * payoff
    return squares if isinstance(domain, Box) else squares.sum(-1, keepdims=True)


def _widths(domain: Domain) -> FloatArray:
    """Return how far a step may have to reach, (n,) on a Box and (1,) elsewhere."""
    if isinstance(domain, Box):
        return domain.upper - domain.lower
    return np.array([domain.diameter])
