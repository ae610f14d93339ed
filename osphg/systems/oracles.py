"""Online linear maximisers besides gradient ascent, and the mirror maps that two of them rest on.

`osphg.oracles` says what an oracle is. Of `tuned(domain, T, bound)`, T is the number of payoffs and
`bound` the largest of them in the oracle's own norm. A parameter of another
type, or outside what is said of it, is a TypeError or a ValueError; a domain that an oracle is not
defined on is a ValueError, in `tuned` and `init`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

import attrs
import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen, shown
from osphg.domains import Box, Domain, Simplex, require_domain
from osphg.oracles import absolute_sum, euclidean, half_range

__all__ = [
    "RFTL",
    "AdaGrad",
    "Entropic",
    "EntropicMirrorDescent",
    "Euclidean",
    "FollowThePerturbedLeader",
    "Geometry",
]

ROUNDS = 64  # whose noise a perturbed leader draws at a time


@runtime_checkable
class Geometry(Protocol):
    """A mirror map: a function R on X that is strongly convex in some norm, and the steps it gives.

    A decision is held in coordinates of its own, so that no decision is rounded away.
    """

    def start(self, domain: Domain) -> FloatArray:
        """Return the coordinates of x_1; ValueError where X does not suit the geometry."""
        ...

    def decision(self, domain: Domain, coordinates: FloatArray) -> FloatArray:
        """Return the decision (n,) that the coordinates stand for."""
        ...

    def move(self, domain: Domain, coordinates: FloatArray, ascent: FloatArray) -> FloatArray:
        """Return the coordinates after the mirror step along `ascent` (n,), its length included."""
        ...

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return argmax_X <s, v> - R(v) for each row s of S: (..., n) -> (..., n)."""
        ...

    def convexity(self, domain: Domain) -> float:
        """Return the modulus of strong convexity of R over X, in its norm."""
        ...

    def divergence(self, domain: Domain) -> float:
        """Return a bound of what R exceeds its least value by, and of divergences from there."""
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
        return euclidean(C)


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
        return np.full(_simplex("Entropic", domain).n + 1, -math.log(domain.n + 1))

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
        r = _simplex("Entropic", domain).r
        top = np.maximum(S.max(-1, keepdims=True), 0.0)  # nothing overflows
        powers = np.exp(S - top)
        return np.asarray(r * powers / (powers.sum(-1, keepdims=True) + np.exp(-top)))

    def convexity(self, domain: Domain) -> float:
        """Return 1/r, in the l1 norm with the slack (Pinsker's inequality)."""
        return 1 / _simplex("Entropic", domain).r

    def divergence(self, domain: Domain) -> float:
        """Return r ln(n + 1), attained at the corners."""
        return _simplex("Entropic", domain).r * math.log(domain.n + 1)

    def norm(self, C: FloatArray) -> FloatArray:
        """Return half the range of (c, 0)."""
        return half_range(C)


def _simplex(who: str, domain: Any) -> Simplex:
    """Return the domain if it is a Simplex; ValueError, in one line, if it is anything else."""
    if not isinstance(domain, Simplex):
        raise ValueError(
            f"{who} needs a Simplex {{x >= 0, sum x <= r}} as domain, got {shown(domain)}"
        )
    return domain


def require_geometry(name: str, value: Any) -> Geometry:
    """Return what is a geometry; TypeError for anything else."""
    if not checks.implements(value, Geometry):
        raise TypeError(f"{name} must be Euclidean() or Entropic(), got {checks.shown(value)}")
    return value


@frozen
class RFTL:
    """Regularised follow the leader: v = argmax_X step <c_1 + ... + c_t, v> - R(v).

    Hazan 2016, algorithm 10. With the Euclidean R it is gradient ascent that projects lazily: it
    steps from the unprojected sum. With the entropic R it is `EntropicMirrorDescent`.

    Parameters
    ----------
    step : float
        The step size, eta in Hazan 2016; above 0.
    regulariser : Geometry
        R: `Euclidean()`, or `Entropic()` where X is a Simplex.
    """

    step: float = checked(checks.positive_float)
    regulariser: Geometry = checked(require_geometry, default=Euclidean())

    @classmethod
    def tuned(
        cls, domain: Domain, T: int, bound: float, regulariser: Geometry | None = None
    ) -> RFTL:
        """Return it with step sqrt(2 alpha D/T)/bound; regret at most bound sqrt(2 D T/alpha).

        D is the spread of R, alpha its modulus.
        """
        chosen = require_geometry(
            "regulariser", Euclidean() if regulariser is None else regulariser
        )
        T, bound = checks.positive_int("T", T), checks.scale("bound", bound)
        ratio = 2 * chosen.convexity(domain) * chosen.divergence(domain)
        return cls(math.sqrt(ratio / T) / bound, chosen)

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, FloatArray]:
        """Return K minimisers of R, and the sums of no payoffs, (K, n)."""
        S = np.zeros((K, domain.n))
        return self.regulariser.leader(domain, S), S

    def update(
        self, domain: Domain, V: FloatArray, memory: FloatArray, payoff: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Return the regularised leaders after this payoff, and the sums with it."""
        S = memory + payoff
        return self.regulariser.leader(domain, self.step * S), S

    def regret_bound(self, domain: Domain, payoffs: FloatArray) -> FloatArray:
        """Return D/step + step/(2 alpha) sum_t |c_t|_*^2: (T, ..., n) -> (...).

        From the smoothness of the conjugate of R (Shalev-Shwartz 2012, section 2.7, where one
        finds twice the second term for convex losses).
        """
        squares = (self.regulariser.norm(payoffs) ** 2).sum(0)
        alpha, most = self.regulariser.convexity(domain), self.regulariser.divergence(domain)
        return np.asarray(most / self.step + self.step / (2 * alpha) * squares)


@frozen
class EntropicMirrorDescent(RFTL):
    """Exponentiated gradient on a simplex: v_i <- v_i e^{step c_i}, scaled back to sum r.

    Kivinen and Warmuth 1997; Hazan 2016, section 5.4. X is {x >= 0, sum x <= r}: the slack
    r - sum v is one more coordinate, with payoff 0, so that all n + 1 add up to r. The first
    choice is r/(n + 1) everywhere: a coordinate that is 0 would stay 0. That is to follow the
    leader with the entropy for R, and its bound is then
    r ln(n+1)/step + (step r/2) sum_t half_range(c_t)^2, by Hoeffding's lemma on the logarithm of
    the sum of weights (Cesa-Bianchi and Lugosi 2006, theorem 2.2).

    Parameters
    ----------
    step : float
        The step size; above 0, in 1 over units of payoff.
    """

    regulariser: Geometry = attrs.field(default=Entropic(), init=False, repr=False)

    @classmethod
    def tuned(cls, domain: Domain, T: int, bound: float) -> EntropicMirrorDescent:  # type: ignore[override]
        """Return it with step sqrt(2 ln(n+1)/T)/bound; regret at most bound r sqrt(2 T ln(n+1)).

        `bound` is the largest `half_range` of a payoff.
        """
        _simplex("EntropicMirrorDescent", domain)
        return cls(RFTL.tuned(domain, T, bound, Entropic()).step)

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, FloatArray]:
        """Return K uniform points, and the sums of no payoffs, (K, n)."""
        return super().init(_simplex("EntropicMirrorDescent", domain), K)


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


class Memory(NamedTuple):
    """What K perturbed leaders remember."""

    sums: FloatArray  # of the payoffs so far, (K, n)
    t: int  # how many there were
    noise: FloatArray  # of ROUNDS rounds, those with this one among them, (ROUNDS, K, n)


@frozen
class FollowThePerturbedLeader:
    """Follow the perturbed leader: v = argmax_X <c_1 + ... + c_t + noise/eta, v>.

    Kalai and Vempala 2005, as in Chen et al. 2018 (projection-free): the noise is uniform in
    [0, 1]^n and drawn anew in every round, which also serves against payoffs that depend on
    earlier choices. No projection: one linear maximisation per round.

    Parameters
    ----------
    eta : float
        1 over the size of the perturbation; above 0, in 1 over units of payoff.
    seed : int
        The source of the noise; not negative. Instance k draws from a stream of its own, the same
        for any K.
    """

    eta: float = checked(checks.positive_float)
    seed: int = checked(lambda name, value: checks.seed(value))

    @classmethod
    def tuned(cls, domain: Domain, T: int, bound: float, seed: int) -> FollowThePerturbedLeader:
        """Return it with eta = sqrt(D/(w T))/bound, for expected regret <= 2 bound sqrt(D w T).

        D is the largest sum of coordinates of a point of X, w its largest coordinate, and `bound`
        the largest sum of absolute values of a payoff.
        """
        T, bound = checks.positive_int("T", T), checks.scale("bound", bound)
        require_domain("domain", domain)
        widest = float(domain.upper.max())
        return cls(math.sqrt(_largest_sum(domain) / (widest * T)) / bound, seed)

    def noise(self, K: int, n: int, block: int) -> FloatArray:
        """Return the noise of rounds ROUNDS block, ... (from 0), read-only, (ROUNDS, K, n)."""
        drawn = np.empty((ROUNDS, K, n))
        for k in range(K):
            sequence = np.random.SeedSequence(self.seed, spawn_key=(k, block))
            drawn[:, k] = np.random.default_rng(sequence).random((ROUNDS, n))
        return checks.read_only(drawn)

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, Memory]:
        """Return the maximisers of the noise alone, and the memory of no payoff."""
        return self._leaders(domain, Memory(np.zeros((K, domain.n)), 0, self.noise(K, domain.n, 0)))

    def update(
        self, domain: Domain, V: FloatArray, memory: Memory, payoff: FloatArray
    ) -> tuple[FloatArray, Memory]:
        """Return the perturbed leaders after this payoff, and the memory with it."""
        t, noise = memory.t + 1, memory.noise
        if t % ROUNDS == 0:
            noise = self.noise(len(payoff), domain.n, t // ROUNDS)
        return self._leaders(domain, Memory(memory.sums + payoff, t, noise))

    def regret_bound(self, domain: Domain, payoffs: FloatArray) -> FloatArray:
        """Return D/eta + eta sum_t |c_t|_1 (max_X <c_t, x> - min_X <c_t, x>), in expectation.

        Kalai and Vempala 2005, theorem 1.1, with the payoffs that came in the place of their
        largest; D as in `tuned`. (T, ..., n) -> (...). It bounds sum_t <c_t, x - E v_t> for every
        sequence, also one that depends on earlier choices, but not one that depends on v_t.
        """
        best, worst = domain.maximize_linear(payoffs), domain.maximize_linear(-payoffs)
        widths = (payoffs * (best - worst)).sum(-1)
        shifts = (absolute_sum(payoffs) * widths).sum(0)
        with np.errstate(over="ignore"):  # infinite is a bound too
            return np.asarray(_largest_sum(domain) / self.eta + self.eta * shifts)

    def _leaders(self, domain: Domain, memory: Memory) -> tuple[FloatArray, Memory]:
        with np.errstate(over="ignore"):  # the domain refuses what is infinite
            perturbed = memory.sums + memory.noise[memory.t % ROUNDS] / self.eta
        return domain.maximize_linear(perturbed), memory


def _largest_sum(domain: Domain) -> float:
    """Return max_X sum_i x_i."""
    return float(domain.maximize_linear(np.ones(domain.n)).sum())
