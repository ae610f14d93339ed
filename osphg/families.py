"""Families of monotone DR-submodular utilities, each with the constants that are proven of it.

A family is a value, a gradient and a bound of its second derivatives; the book's chapter `zoo` has
some of a few lines each. Parameters that are not as described are refused when a family is made.
"""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, non_negative_array
from osphg.compiled.answers import Functions
from osphg.domains import Domain, require_domain, require_points
from osphg.utilities import AtRound

ROUNDING = 1e-12  # by which a bound that is at most 1 on paper may exceed it


class UtilityFamily:
    """Utilities f_1..f_T, 0 at the origin, monotone and DR-submodular on the box [0, `upper`].

    On the part [lower, upper] of that box in which a domain lies they have
    0 <= grad f(x) <= grad f(lower), and Hessians whose entries are all <= 0: the constants
    `lipschitz` (beta_f), `range` (F) and `smoothness` (L) of the paper, section 3.2, follow from
    these two lines alone.

    A subclass has `curvature`, and either `fused_functions`, to be played compiled, or
    `_value(t, X)` and `_gradient(t, X)` at points X (..., n), or both. The former serve for the
    latter, too, but slowly, where each x_i may be an array. A method `total(T)`, the sum of the
    first T functions as one objective, makes the benchmark cheap. The table of
    `tests/test_families.py` has a whole subclass, and checks what has a row in it.

    Attributes
    ----------
    T : int
        The number of rounds.
    n : int
        The dimension of a decision.
    upper : FloatArray
        The upper corner of the box on which the utilities are as described, (n,), in the units of
        the decisions; infinity unless a subclass says otherwise.
    """

    T: int
    n: int
    upper: Any = np.inf

    def __repr__(self) -> str:
        """Return the class with T and n: the data of a family may be many numbers."""
        return f"{type(self).__name__}(T={self.T}, n={self.n})"

    def value(self, t: int, X: ArrayLike, /) -> FloatArray:
        """Return f_t at points X: (..., n) -> (...,).

        Parameters
        ----------
        t : int
            The round, counted from 0.
        X : array_like
            Points of the box, (..., n).

        Returns
        -------
        FloatArray
            The values, (...,).

        Raises
        ------
        TypeError, ValueError
            For a t outside 0..T-1, or points of another dimension or that are not finite.
        """
        return np.asarray(self._value(checks.index("t", t, self.T), require_points("X", X, self.n)))

    def gradient(self, t: int, X: ArrayLike, /) -> FloatArray:
        """Return the gradient of f_t at points X: (..., n) -> (..., n).

        Parameters and errors are those of `value`.
        """
        return np.asarray(
            self._gradient(checks.index("t", t, self.T), require_points("X", X, self.n))
        )

    def fused_functions(self) -> Any:
        """Return the functions that a compiled loop asks, an `osphg.compiled.answers.Functions`.

        Raises
        ------
        NotImplementedError
            In a family that has none: it is played in NumPy.
        """
        raise NotImplementedError

    def curvature(self, t: int, domain: Domain) -> Any:
        """Return a bound of every `|d^2 f_t / dx_i dx_j|` over the domain, (n, n).

        Parameters
        ----------
        t : int
            The round, counted from 0.
        domain : Domain
            The decision set, within the box of the family.

        Returns
        -------
        FloatArray
            A symmetric matrix, (n, n), in units of f per square of the decisions'.
        """
        raise NotImplementedError

    def _value(self, t: int, X: FloatArray) -> Any:
        """Return f_t at points (..., n) that have been checked.

        The function for compiled loops takes one point, (n,). Here each of its coordinates is an
        array, so that it computes all points at once.
        """
        value, _, data = self.fused_functions()
        return value(t, np.moveaxis(X, -1, 0), data)

    def _gradient(self, t: int, X: FloatArray) -> Any:
        """Return the gradient of f_t at points (..., n) that have been checked.

        The function for compiled loops takes the points as columns, and writes to columns.
        """
        _, gradients, data = self.fused_functions()
        G = np.empty((self.n, X.size // self.n))
        gradients(t, X.reshape(-1, self.n).T, G, data)
        return G.T.reshape(X.shape)

    def inside(self, domain: Domain) -> Domain:
        """Return a domain that lies in the box of the family; refuse any other.

        Parameters
        ----------
        domain : Domain
            A decision set of dimension n.

        Returns
        -------
        Domain
            The same.

        Raises
        ------
        TypeError, ValueError
            For no domain, another dimension, or bounds outside [0, `upper`].
        """
        require_domain("domain", domain, self.n)
        if (domain.lower < 0).any() or (domain.upper > self.upper * (1 + ROUNDING)).any():
            corner = np.asarray(self.upper).tolist()
            raise ValueError(f"domain must lie between 0 and {corner}, got {domain}")
        return domain

    def lipschitz(self, domain: Domain) -> float:
        """Return beta_f = max_t ||grad f_t(lower)||, exact if the lower corner is in X.

        Parameters
        ----------
        domain : Domain
            The decision set X, within the box of the family.

        Returns
        -------
        float
            beta_f, in units of f per unit of the decisions.

        Raises
        ------
        TypeError, ValueError
            As `inside`.
        """
        return float(np.sqrt((self._steepest(self.inside(domain)) ** 2).sum(-1).max()))

    def range(self, domain: Domain) -> float:
        """Return an upper bound of `F = max_t max_{x,y} |f_t(x) - f_t(y)|`, exact on a box.

        That f_t is monotone gives one bound, and that it is concave along x - lower >= 0 another
        one: for each t the smaller of both is taken.

        Parameters
        ----------
        domain : Domain
            The decision set X, within the box of the family.

        Returns
        -------
        float
            F, in units of f.

        Raises
        ------
        TypeError, ValueError
            As `inside`.
        """
        # `inside` refuses a domain that is not within the family's box, and else returns it.
        steepest = self._steepest(self.inside(domain))  # (T, n): no slope on X is larger
        # Concave along x - lower: no f_t rises by more than its gradient at the lower corner says.
        linear = (steepest * (domain.maximize_linear(steepest) - domain.lower)).sum(-1)
        # Monotone: nor by more than from the lower to the upper corner of the box around X.
        corners = np.stack([domain.upper, domain.lower])
        values = np.stack([self._value(t, corners) for t in range(self.T)])  # (T, 2)
        return float(np.minimum(linear, values[:, 0] - values[:, 1]).max())

    def smoothness(self, domain: Domain) -> float:
        """Return an upper bound of L: the largest spectral radius of the bounds of the Hessians.

        With M the `curvature`, -M <= H <= 0 entrywise, so that
        ``|u'Hu| <= |u|'M|u| <= rho(M) ||u||^2``. As M is symmetric and has no negative entry, its
        spectral radius rho(M) is its largest eigenvalue.

        Parameters
        ----------
        domain : Domain
            The decision set X, within the box of the family.

        Returns
        -------
        float
            L, in units of f per square of the decisions'.

        Raises
        ------
        TypeError, ValueError
            As `inside`.
        """
        self.inside(domain)  # refuses a domain outside the box
        # NumPy returns eigenvalues in ascending order.
        return float(max(np.linalg.eigvalsh(self.curvature(t, domain))[-1] for t in range(self.T)))

    def _steepest(self, domain: Domain) -> FloatArray:
        """Return grad f_t(lower) for each round, (T, n): in no entry is it larger on the domain."""
        return np.stack([self._gradient(t, domain.lower) for t in range(self.T)])


class StationaryFamily(UtilityFamily):
    """One function f that is the same in every round, an objective: it is asked without a round.

    `osphg.utilities.Stationary(f)` makes the utilities of a game of it.
    """

    T = 1

    def value(self, X: ArrayLike, /) -> FloatArray:  # type: ignore[override]
        """Return f at points X: (..., n) -> (...,)."""
        return super().value(0, X)

    def gradient(self, X: ArrayLike, /) -> FloatArray:  # type: ignore[override]
        """Return the gradient of f at points X: (..., n) -> (..., n)."""
        return super().gradient(0, X)


_TwoArrays = tuple[FloatArray, FloatArray]
_MAX_BATCH_SIZE = (
    10_000  # numbers; above, an array for each source takes less time than one for all
)


def _coverage(t: int, x: FloatArray, data: _TwoArrays) -> float:
    """Return `ProbabilisticCoverage` of round t at one point x, (n,); to be compiled.

    `data` are the weights w, (T, m), and the chances q, (T, n, m) or (1, n, m) for all rounds. x_i
    is the use of source i, and an item u is missed if no source reaches it.
    """
    w, q = data
    row = t if len(q) > 1 else 0  # the chances of this round, or those of all rounds
    total = 0.0
    for u in range(w.shape[1]):
        missed = 1.0
        for i in range(len(x)):
            missed *= 1.0 - q[row, i, u] * x[i]
        total += w[t, u] * (1.0 - missed)
    return total


def _coverage_slopes(t: int, X: FloatArray, G: FloatArray, data: _TwoArrays) -> None:
    """Write the gradients of round t at K points into G; X and G are (n, K).

    To be compiled; `data` are the weights w, (T, items), and the chances q, (T or 1, n, items).

    What a unit of source i adds for item u is its weight times the chance q of i times the chance
    that all other sources miss u. The latter is a product of those before i and of those behind it:
    to divide the product of all by the factor of i would divide by 0 where i never misses u.
    """
    w, q = data
    row = t if len(q) > 1 else 0  # the chances of this round, or those of all rounds
    n, K = X.shape
    before = np.empty((n, K))  # the weight of u times the chance that sources 0..i-1 miss it
    behind = np.empty(K)  # the chance that sources i+1.. miss it
    for i in range(n):  # here and below: G[:] = 0.0 takes longer to compile
        for k in range(K):
            G[i, k] = 0.0
    for u in range(w.shape[1]):
        if w[t, u] == 0.0:  # often most items have no weight in a round
            continue
        for k in range(K):
            before[0, k] = w[t, u]
            behind[k] = 1.0
        for i in range(n - 1):
            for k in range(K):
                before[i + 1, k] = before[i, k] * (1.0 - q[row, i, u] * X[i, k])
        for i in range(n - 1, -1, -1):
            chance = q[row, i, u]
            if chance == 0.0:
                continue
            for k in range(K):
                G[i, k] += chance * before[i, k] * behind[k]
                behind[k] *= 1.0 - chance * X[i, k]


class ProbabilisticCoverage(UtilityFamily):
    """Weighted probabilistic coverage f_t(x) = sum_u w_tu (1 - prod_i (1 - q_tiu x_i)).

    The expected weight of the items u (people of a segment, say) that at least one source i
    reaches, when i is used with probability x_i and then reaches u with probability q_tiu, all
    independently: the multilinear extension of S -> sum_u w_tu (1 - prod_{i in S} (1 - q_tiu)).

    Parameters
    ----------
    weights : array_like
        w_tu of each round and item, (T, m), in units of f; not negative.
    chances : array_like
        q in [0, 1]: (n, m) for the same in all rounds, or (T, n, m).

    Raises
    ------
    TypeError, ValueError
        For weights or chances that are not as described.

    Examples
    --------
    >>> reach = ProbabilisticCoverage([[10.0, 20.0]], chances=[[0.5, 0.0], [0.5, 0.1]])
    >>> reach.value(0, [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    array([5. , 7. , 9.5])
    """

    __match_args__ = ("weights", "chances")  # what a file of a pacer keeps

    def __init__(self, weights: ArrayLike, chances: ArrayLike) -> None:
        """Check weights and chances, and derive T, n and the box on which f_t is defined."""
        # A length of None may be any from 1 on.
        self.weights = non_negative_array("weights", weights, None, None)
        self.T, m = self.weights.shape
        q = checks.real_array("chances", chances)
        lengths = (None, m) if q.ndim == 2 else (self.T, None, m)
        self.chances = non_negative_array("chances", q, *lengths)
        self.n = self.chances.shape[-2]
        if (self.chances > 1).any():
            raise ValueError(f"chances must be at most 1, got {self.chances.max():g}")
        self._q = self.chances.reshape(-1, self.n, m)  # (T, n, m), or (1, n, m) for all rounds
        # Each q_tiu x_i has to be a probability. A source of chance 0 has no upper bound: 1/0.
        with np.errstate(divide="ignore"):
            self.upper = 1 / self._q.max((0, -1))

    def fused_functions(self) -> Functions:
        """Return the value and the gradients for compiled loops, with weights and chances.

        Returns
        -------
        Functions
            The functions, and as their data the weights (T, m) and chances.
        """
        return Functions(_coverage, _coverage_slopes, (self.weights, self._q))

    def _value(self, t: int, X: FloatArray) -> FloatArray:
        """Return f_t at points (..., n): the weights, each by the chance that it is not missed."""
        q = self._chances_of_round(t)
        if X.size * q.shape[1] <= _MAX_BATCH_SIZE:
            missed = np.multiply.reduce(1 - q * X[..., np.newaxis], -2)
        else:  # one source at a time, or the array would have all points, sources and items
            missed = np.ones((*X.shape[:-1], q.shape[1]))  # (..., m)
            for i, chance in enumerate(q):
                missed *= 1 - chance * X[..., i, np.newaxis]
        return np.asarray((1 - missed) @ self.weights[t])

    def _gradient(self, t: int, X: FloatArray) -> FloatArray:
        """Return the gradient of f_t at points (..., n), of the same shape.

        Its entry i is the weight of the items that i reaches while all other sources miss them. The
        chance that the others miss item u is the product of all factors 1 - q_iu x_i but that of i:
        the product of all, divided by that factor; or where a factor is 0, as q_iu x_i = 1, or the
        product so small that digits are lost, the product of those before i and of those behind.
        """
        q = self._chances_of_round(t)
        factors = 1 - q * X[..., np.newaxis]  # (..., n, m): the chance that i misses u
        missed = factors.prod(-2, keepdims=True)
        if factors.all() and missed.min() > 1e-200:
            others = missed / factors
        else:
            others = np.ones_like(factors)
            for i in range(1, self.n):  # at first the product of the factors before i
                np.multiply(others[..., i - 1, :], factors[..., i - 1, :], out=others[..., i, :])
            behind = np.ones_like(factors[..., 0, :])
            for i in range(self.n - 1, 0, -1):
                behind *= factors[..., i, :]
                others[..., i - 1, :] *= behind
        others *= q
        return np.asarray(others @ self.weights[t])

    def _chances_of_round(self, t: int) -> FloatArray:
        """Return the chances of round t, (n, m), which may be those of all rounds."""
        return self._q[t % len(self._q)]

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return sum_u w_tu q_tiu q_tju off the diagonal, (n, n), and 0 on it.

        The second derivative by x_i and x_j is minus that sum, with each term times the chance that
        all other sources miss u: at most 1, and 1 at the origin. f_t is linear in each x_i.
        """
        q = self._chances_of_round(t)
        return np.asarray((q * self.weights[t]) @ q.T * (1 - np.eye(self.n)))

    def of_set(self, t: int, S: ArrayLike, /) -> FloatArray:
        """Return f_t(S), the expected weight that the sources in S reach.

        Parameters
        ----------
        t : int
            The round, counted from 0.
        S : array_like
            Sets as booleans, (..., n).

        Returns
        -------
        FloatArray
            The values, (...,).

        Raises
        ------
        TypeError
            For an S that does not hold booleans.
        """
        return self.value(t, checks.boolean_array("S", S).astype(np.float64))

    def scaled(self, factor: float) -> ProbabilisticCoverage:
        """Return the same functions times a factor, not negative.

        Parameters
        ----------
        factor : float
            What all weights are multiplied by, as for another unit of f.

        Returns
        -------
        ProbabilisticCoverage
            A new family; this one stays as it is.
        """
        scaled = copy(self)
        scaled.weights = checks.read_only_copy(factor * self.weights)
        return scaled

    def total(self, T: int) -> AtRound:
        """Return the sum of the first T functions, a coverage function itself.

        Parameters
        ----------
        T : int
            How many rounds are added up; at most `self.T`.

        Returns
        -------
        AtRound
            One function of x, with `value` and `gradient`.
        """
        T = checks.positive_int("T", T, maximum=self.T)
        if self.chances.ndim == 2:  # the chances of all rounds: weights add up, item by item
            weights = self.weights[:T].sum(0)
            q = self.chances
        else:  # the items of each round are items of their own: those of all rounds in a row
            weights = self.weights[:T].ravel()
            q = np.concatenate(self.chances[:T], axis=1)
        return AtRound(ProbabilisticCoverage(weights[np.newaxis], q), 0)


def _saturated(t: int, x: FloatArray, data: _TwoArrays) -> float:
    """Return f_t(x) = sum_j w_tj (1 - exp(-<a_j, x>)), of `ConcaveOverModular`, at a point (n,).

    To be compiled; `data` are the weights w, (T, m), and a, (m, n).
    """
    w, a = data
    total = 0.0
    for j in range(len(a)):
        z = 0.0
        for i in range(len(x)):
            z += a[j, i] * x[i]
        # 1 - exp(-z) is -expm1(-z), which is accurate for a small z.
        total -= w[t, j] * np.expm1(-z)
    return total


def _saturated_slopes(t: int, X: FloatArray, G: FloatArray, data: _TwoArrays) -> None:
    """Write the gradients of round t at K points into G; X and G are (n, K).

    To be compiled; `data` are the weights w, (T, m), and a, (m, n). The gradient is the sum over j
    of w_tj phi'(z_j) a_j, for z_j = <a_j, x> and phi'(z) = exp(-z).
    """
    w, a = data
    n, K = X.shape
    slope = np.empty(K)  # first -z = -<a_j, x>, then w_tj phi'(z)
    for i in range(n):
        for k in range(K):
            G[i, k] = 0.0
    for j in range(len(a)):
        for k in range(K):
            slope[k] = 0.0
        for i in range(n):
            if a[j, i] > 0.0:  # often most entries are 0
                for k in range(K):
                    slope[k] -= a[j, i] * X[i, k]
        for k in range(K):
            slope[k] = w[t, j] * np.exp(slope[k])
        for i in range(n):
            if a[j, i] > 0.0:
                for k in range(K):
                    G[i, k] += a[j, i] * slope[k]


class ConcaveOverModular(UtilityFamily):
    """f_t(x) = sum_j w_tj phi(<a_j, x>): monotone, DR-submodular and concave where x >= 0.

    With phi(z) = 1 - exp(-z) and a_j = -log(1 - p_j) it is the influence of channels,
    sum_j w_tj (1 - prod_i (1 - p_ij)^{x_i}) (Alon, Gamzu and Tennenholtz 2012). A subclass may have
    another concave, increasing `phi` with phi(0) = 0, its `slope` phi', and `bend`, a bound of
    -phi'' on [z, infinity), of z >= 0 in any array.

    Parameters
    ----------
    weights : array_like
        w_tj, (T, m), in units of f; not negative.
    a : array_like
        What one unit of each coordinate adds to each z_j = <a_j, x>, (m, n); not negative.

    Raises
    ------
    TypeError, ValueError
        For weights or an a that are not as described.
    """

    __match_args__ = ("weights", "a")  # what a file of a pacer keeps
    concave = True

    def __init__(self, weights: ArrayLike, a: ArrayLike) -> None:
        """Check the weights and a, and derive T and n."""
        self.weights = non_negative_array("weights", weights, None, None)
        self.T, m = self.weights.shape
        self.a = non_negative_array("a", a, m, None)
        self.n = self.a.shape[1]

    def phi(self, z: FloatArray) -> FloatArray:
        """Return phi(z) for z >= 0 in any array.

        Parameters
        ----------
        z : FloatArray
            Arguments z_j = <a_j, x>, at least 0, of any shape.

        Returns
        -------
        FloatArray
            phi at each of them, in [0, 1) and of the same shape.
        """
        return -np.expm1(-z)

    def slope(self, z: FloatArray) -> FloatArray:
        """Return phi'(z) for z >= 0 in any array.

        For this phi it is also the `bend`, a bound of -phi'' from z on: -phi'' = phi', and it
        falls.

        Parameters
        ----------
        z : FloatArray
            Arguments z_j = <a_j, x>, at least 0, of any shape.

        Returns
        -------
        FloatArray
            phi' at each of them, in (0, 1] and of the same shape.
        """
        return np.asarray(np.exp(-z))

    bend = slope

    def fused_functions(self) -> Functions:
        """Return the value and the gradients for compiled loops, with weights and a.

        Returns
        -------
        Functions
            The functions, and as their data the weights (T, m) and a (m, n).
        """
        return Functions(_saturated, _saturated_slopes, (self.weights, self.a))

    def _value(self, t: int, X: FloatArray) -> FloatArray:
        """Return f_t at points (..., n)."""
        return np.asarray(self.phi(X @ self.a.T) @ self.weights[t])

    def _gradient(self, t: int, X: FloatArray) -> FloatArray:
        """Return the gradient of f_t at points (..., n), of the same shape."""
        return np.asarray((self.weights[t] * self.slope(X @ self.a.T)) @ self.a)

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return sum_j w_tj bend(z_j) a_j a_j' at the lower corner, (n, n), where z_j is least."""
        bends = self.bend(self.a @ domain.lower)
        return np.asarray((self.a.T * (self.weights[t] * bends)) @ self.a)

    def total(self, T: int) -> AtRound:
        """Return the sum of the first T functions, one of the same kind.

        Parameters
        ----------
        T : int
            How many rounds are added up.

        Returns
        -------
        AtRound
            One function of x, with `value` and `gradient`.
        """
        family = copy(self)  # with whatever else a subclass has
        family.weights = self.weights[:T].sum(0, keepdims=True)
        family.T = 1
        return AtRound(family, 0)
