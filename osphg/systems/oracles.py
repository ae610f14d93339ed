"""Online linear maximisers besides gradient ascent, and the mirror maps that two of them rest on.

`osphg.oracles` says what an oracle, its `tuned` and its `regret_bound` are. A domain that one is
not defined on is a ValueError, in `tuned` and `init`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, ClassVar, Self, TypeAlias

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen, shown
from osphg.domains import Box, Domain, Simplex, require_domain
from osphg.oracles import absolute_sum, euclidean, half_range

Choice: TypeAlias = tuple[FloatArray, Any]  # V (K, n), and the memory
ROUNDS = 64  # whose noise a perturbed leader draws at a time


@dataclass(frozen=True)
class Euclidean:
    """The mirror map R(x) = |x|_2^2 / 2, on any X."""

    norm = staticmethod(euclidean)  # of payoff directions, dual to that of `convexity`

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return argmax_X <s, v> - R(v) for each row s of S (..., n)."""
        return domain.project(S)

    def convexity(self, domain: Domain) -> float:
        """Return the modulus of strong convexity of R, 1 in the Euclidean norm."""
        return 1.0

    def divergence(self, domain: Domain) -> float:
        """Return a bound of R - min R, and of divergences from x_1: half the diameter's square."""
        return require_domain("domain", domain).diameter ** 2 / 2


@dataclass(frozen=True)
class Entropic:
    """sum_i x_i ln(x_i/r) on X = {x >= 0, sum x <= r}, a `Simplex`, the slack r - sum x included.

    The slack is one more coordinate, so that all n + 1 add up to r. A step multiplies each by the
    exponential of its gradient, the slack by 1, and scales all back, from r/(n + 1) everywhere:
    that is the leader of the sum of all steps. R is 1/r-strongly convex in the l1 norm (Pinsker),
    and its divergences are at most r ln(n + 1). `who` needs a simplex is what a refusal says.
    """

    norm = staticmethod(half_range)
    who: str = "Entropic"

    def radius(self, domain: Any) -> float:
        """Return r; ValueError, in one line, for a domain that is no Simplex."""
        if not isinstance(domain, Simplex):
            needs = "a Simplex {x >= 0, sum x <= r} as domain"
            raise ValueError(f"{self.who} needs {needs}, got {shown(domain)}")
        return domain.r

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return v_i = r e^{s_i} / (1 + sum_j e^{s_j}); the 1 is that of the slack."""
        r = self.radius(domain)
        top = np.maximum(S.max(-1, keepdims=True), 0.0)  # nothing overflows
        powers = np.exp(S - top)
        return np.asarray(r * powers / (powers.sum(-1, keepdims=True) + np.exp(-top)))

    def convexity(self, domain: Domain) -> float:
        return 1 / self.radius(domain)

    def divergence(self, domain: Domain) -> float:
        return self.radius(domain) * math.log(domain.n + 1)


Geometry: TypeAlias = Euclidean | Entropic


require_geometry: Any = partial(checks.of_kind, kind=Geometry, what="be Euclidean() or Entropic()")


@frozen
class RFTL:
    """Regularised follow the leader: v = argmax_X step <c_1 + ... + c_t, v> - R(v).

    Hazan 2016, algorithm 10, whose eta is `step`, with R(v) = |v|^2/2: gradient ascent that
    projects lazily. With the entropy, where X is a Simplex, it is `EntropicMirrorDescent`.
    """

    step: float = checked(checks.positive_float)
    regulariser: ClassVar[Geometry] = Euclidean()

    @classmethod
    def tuned(cls, domain: Domain, T: int, bound: float) -> Self:
        """Return it with step sqrt(2 alpha D/T)/bound; regret at most bound sqrt(2 D T/alpha).

        D is the `divergence` of R, alpha its `convexity`.
        """
        T, bound, R = checks.positive_int("T", T), checks.scale("bound", bound), cls.regulariser
        return cls(math.sqrt(2 * R.convexity(domain) * R.divergence(domain) / T) / bound)

    def init(self, domain: Domain, K: int) -> Choice:
        S = np.zeros((K, domain.n))
        return self.regulariser.leader(domain, S), S

    def update(self, domain: Domain, V: FloatArray, memory: Any, payoff: FloatArray) -> Choice:
        S = memory + payoff
        return self.regulariser.leader(domain, self.step * S), S

    def regret_bound(self, domain: Domain, payoffs: FloatArray) -> FloatArray:
        """Return D/step + step/(2 alpha) sum_t |c_t|_*^2 (after Shalev-Shwartz 2012, 2.7)."""
        squares = (self.regulariser.norm(payoffs) ** 2).sum(0)
        alpha, most = self.regulariser.convexity(domain), self.regulariser.divergence(domain)
        return np.asarray(most / self.step + self.step / (2 * alpha) * squares)


@frozen
class EntropicMirrorDescent(RFTL):
    """Exponentiated gradient on a simplex: v_i <- v_i e^{step c_i}, scaled back to sum r.

    Kivinen and Warmuth 1997; Hazan 2016, section 5.4; with the slack, as `Entropic`. Tuned, its
    regret is at most bound r sqrt(2 T ln(n+1)). Its bound is
    r ln(n+1)/step + (step r/2) sum_t half_range(c_t)^2 (Cesa-Bianchi and Lugosi 2006, theorem 2.2).
    """

    regulariser = Entropic("EntropicMirrorDescent")


@frozen
class AdaGrad:
    """AdaGrad: gradient ascent with steps that fall with the root of the sum of squared payoffs.

    Duchi, Hazan and Singer 2011; McMahan and Streeter 2010. On a Box coordinate i steps by
    scale (upper_i - lower_i)/sqrt(sum_s c_si^2), this payoff included; elsewhere all do by
    scale R/sqrt(sum_s |c_s|^2), so that the projection stays Euclidean.
    """

    scale: float = checked(checks.positive_float, default=1 / math.sqrt(2))

    @classmethod
    def tuned(cls, domain: Domain, T: int, bound: float) -> Self:
        """Return it with scale 1/sqrt(2), for the smallest bound, whatever T and the payoffs."""
        return cls()

    def init(self, domain: Domain, K: int) -> Choice:
        return np.zeros((K, domain.n)), np.zeros((K, domain.n if isinstance(domain, Box) else 1))

    def update(self, domain: Domain, V: FloatArray, memory: Any, payoff: FloatArray) -> Choice:
        squares = memory + _squares(domain, payoff)
        # the root is 0 only where nothing was paid yet: a step of any length goes nowhere
        roots = np.sqrt(squares)
        steps = self.scale * _widths(domain) / np.where(roots > 0, roots, 1.0)
        return domain.project(V + steps * payoff), squares

    def regret_bound(self, domain: Domain, payoffs: FloatArray) -> FloatArray:
        """Return (scale + 1/(2 scale)) sum_i w_i sqrt(sum_t c_ti^2), w_i = upper_i - lower_i.

        Elsewhere than on a Box R and |c_t|^2 stand in the only term.
        """
        roots = np.sqrt(_squares(domain, payoffs).sum(0))
        factor = self.scale + 1 / (2 * self.scale)
        return np.asarray(factor * (_widths(domain) * roots).sum(-1))


def _squares(domain: Domain, payoff: FloatArray) -> FloatArray:
    squares = payoff * payoff
    return squares if isinstance(domain, Box) else squares.sum(-1, keepdims=True)


def _widths(domain: Domain) -> FloatArray:
    """Return how far a step may have to reach, (n,) on a Box and (1,) elsewhere."""
    return domain.upper - domain.lower if isinstance(domain, Box) else np.array([domain.diameter])


@lru_cache(maxsize=8)
def noise(seed: int, K: int, n: int, block: int) -> FloatArray:
    """Return the noise of K leaders in rounds ROUNDS block, ... (from 0), (ROUNDS, K, n)."""
    streams = (np.random.SeedSequence(seed, spawn_key=(k, block)) for k in range(K))
    drawn = [np.random.default_rng(stream).random((ROUNDS, n)) for stream in streams]
    return checks.read_only(np.stack(drawn, 1))


@frozen
class FollowThePerturbedLeader:
    """Follow the perturbed leader: v = argmax_X <c_1 + ... + c_t + noise/eta, v>.

    Kalai and Vempala 2005, as in Chen et al. 2018 (projection-free): the noise is uniform in
    [0, 1]^n and drawn anew in every round; instance k has a stream of its own, the same for any K.
    """

    eta: float = checked(checks.positive_float)
    seed: int = checked(checks.seed)

    @classmethod
    def tuned(cls, domain: Domain, T: int, bound: float, seed: int) -> Self:
        """Return it with eta = sqrt(D/(w T))/bound, for expected regret <= 2 bound sqrt(D w T).

        D is the largest sum of coordinates in X, w the largest coordinate.
        """
        T, bound = checks.positive_int("T", T), checks.scale("bound", bound)
        widest = float(require_domain("domain", domain).upper.max())
        return cls(math.sqrt(_largest_sum(domain) / (widest * T)) / bound, seed)

    def init(self, domain: Domain, K: int) -> Choice:
        sums = np.zeros((K, domain.n))
        return self._leaders(domain, sums, 0), (sums, 0)

    def update(self, domain: Domain, V: FloatArray, memory: Any, payoff: FloatArray) -> Choice:
        sums, t = memory[0] + payoff, memory[1] + 1
        return self._leaders(domain, sums, t), (sums, t)

    def regret_bound(self, domain: Domain, payoffs: FloatArray) -> FloatArray:
        """Return D/eta + eta sum_t |c_t|_1 (max_X <c_t, x> - min_X <c_t, x>), in expectation.

        Kalai and Vempala 2005, theorem 1.1; c_t may depend on earlier choices, not on v_t.
        """
        best, worst = domain.maximize_linear(payoffs), domain.maximize_linear(-payoffs)
        shifts = (absolute_sum(payoffs) * (payoffs * (best - worst)).sum(-1)).sum(0)
        return np.asarray(_largest_sum(domain) / self.eta + self.eta * shifts)

    def _leaders(self, domain: Domain, sums: FloatArray, t: int) -> FloatArray:
        drawn = noise(self.seed, *sums.shape, t // ROUNDS)
        return domain.maximize_linear(sums + drawn[t % ROUNDS] / self.eta)


def _largest_sum(domain: Domain) -> float:
    """Return max_X sum_i x_i."""
    return float(domain.maximize_linear(np.ones(domain.n)).sum())
