"""Where first-order players climb: the gradient, or the boosted gradient of Zhang et al. 2022.

The direction h_t(x) of round t stands for grad f_t(x) in a player's step. A bound of the regret
rests on the inequality <h_t(x), y - x> >= alpha f_t(y) - f_t(x) for every y of X: with it a player
earns the share alpha of what the best decision earns, less a regret. The boosted gradient weighs
gradients at shares z of x, on the line from the origin, by e^(z-1); the integral of this weight
over [0, 1] is 1 - 1/e, `MASS`. beta_f bounds the length of all gradients of f_t, and beta_g that of
all price vectors p_t.
"""

from __future__ import annotations

import math
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import scipy

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.players.base import Feedback
from osphg.rounds import Game, positive_constants, require_game

MASS = 1 - math.exp(-1)  # the integral of e^(z-1) over [0, 1]
node_count = partial(checks.positive_int, maximum=64)  # of gradients in a round


def boosted_rule(nodes: int) -> tuple[FloatArray, FloatArray]:
    """Return nodes and weights of the Gauss rule for int_0^1 e^(z-1) phi(z) dz.

    The integral is then about the sum of weight times phi(node). The rule is exact for polynomials
    phi of degree 2 nodes - 1; its weights are positive and add up to 1 - 1/e. With one node it has
    z = 1/(e - 1), and is exact for the gradients of quadratics.

    Parameters
    ----------
    nodes : int
        The number of nodes, in 1..64.

    Returns
    -------
    tuple of FloatArray
        The nodes, increasing in (0, 1), and their weights, (nodes,) each.

    Raises
    ------
    TypeError, ValueError
        For a number of nodes that is not in 1..64.
    """
    nodes = node_count("nodes", nodes)
    # A fine rule first, Gauss-Legendre on [-1, 1]: 20 nodes more than are asked for integrate the
    # weight e^(z-1) up to rounding. Moved to z in [0, 1], each node has a mass of e^(z-1) dz.
    x, w = np.polynomial.legendre.leggauss(nodes + 20)
    z = (x + 1) / 2
    mass = w / 2 * np.exp((x - 1) / 2)
    # The nodes of the Gauss rule are the eigenvalues of a symmetric tridiagonal matrix, Jacobi's,
    # whose entries are the coefficients in the three-term recurrence of the polynomials that are
    # orthogonal under these masses (Golub and Welsch 1969). Householder reflections, `hessenberg`,
    # make it of the diagonal matrix of the fine nodes with a border of the roots of their masses.
    bordered = np.diag(np.append(0.0, z))
    bordered[0, 1:] = bordered[1:, 0] = np.sqrt(mass)
    tridiagonal = scipy.linalg.hessenberg(bordered)
    jacobi = tridiagonal[1 : nodes + 1, 1 : nodes + 1]  # without the border
    points, vectors = np.linalg.eigh(jacobi)
    # A weight is the square of the first entry of its eigenvector, of length 1, times all mass.
    return points, MASS * vectors[0] ** 2


def boosted_beta(rounds: Game) -> float:
    """Return max((1-1/e) beta_f, beta_g) of `rounds`.

    No boosted gradient and no price vector is longer: it takes the place of beta, the larger of
    beta_f and beta_g, where a player climbs boosted gradients.
    """
    return max(MASS * require_game("rounds", rounds).beta_f, rounds.beta_g)


@frozen
class PlainGradient:
    """h_t = grad f_t: <h_t(x), y - x> >= alpha f_t(y) - f_t(x) for every y of X.

    alpha is 1 for concave utilities, and 1/2 for monotone DR-submodular ones.
    """

    share = 1.0  # how long h_t can be, in units of beta_f
    weights = np.ones(1)

    def nodes_of(self, rounds: range) -> FloatArray:
        """Return the shares z of x at which gradients are taken: 1 alone, which is x itself.

        Parameters
        ----------
        rounds : range
            The rounds, counted from 0.

        Returns
        -------
        FloatArray
            The number 1, one row for all rounds, (1, 1).
        """
        return np.ones((1, 1))

    def direction(self, feedback: Feedback, x: FloatArray) -> FloatArray:
        """Return h_t(x), (n,), of the round of `feedback` at a point x (n,).

        Parameters
        ----------
        feedback : Feedback
            What the round has revealed, with f_t.
        x : FloatArray
            A point of X, (n,).

        Returns
        -------
        FloatArray
            h_t(x), grad f_t(x), (n,), in units of f per unit of the decision.
        """
        return feedback.gradient(x)


@frozen
class BoostedGradient:
    """h_t = grad F_t: the integral of e^(z-1) grad f_t(z x) over z in [0, 1], by some nodes z.

    <h_t(x), y - x> >= alpha f_t(y) - f_t(x) for every y of X, where alpha is 1 - 1/e for monotone
    DR-submodular utilities: the plain gradient has only 1/2.

    Parameters
    ----------
    nodes : int
        The number of gradients in a round, in 1..64.
    seed : int, optional
        None: the nodes are those of a Gauss rule (`boosted_rule`). A seed: they are independent
        random points with density e^(z-1)/(1-1/e), drawn anew in every round; the direction is then
        unbiased, even with one node.

    References
    ----------
    Zhang et al. 2022.
    """

    nodes: int = checked(node_count, default=8)
    seed: int | None = checked(checks.optional(checks.seed), default=None)
    share = MASS  # how long h_t can be, in units of beta_f

    @cached_property
    def rule(self) -> tuple[FloatArray, FloatArray]:
        """The fixed nodes and weights, (nodes,) each; not used when there is a seed."""
        return boosted_rule(self.nodes)

    @property
    def weights(self) -> FloatArray:
        """The weight of the gradient at each z, (nodes,); their sum is `MASS` in every round."""
        return np.full(self.nodes, MASS / self.nodes) if self.seed is not None else self.rule[1]

    def nodes_of(self, rounds: range) -> FloatArray:
        """Return the shares z of x at which gradients are taken in some rounds.

        Parameters
        ----------
        rounds : range
            The rounds, counted from 0.

        Returns
        -------
        FloatArray
            A row for each round, (rounds, nodes), or one for all, (1, nodes), without a seed.
        """
        if self.seed is None:
            fixed_nodes, _ = self.rule
            return fixed_nodes[np.newaxis]
        # Each round has a generator of its own, not one that advances: the state stays a value.
        uniform = [np.random.default_rng((self.seed, t)).random(self.nodes) for t in rounds]
        # The density e^(z-1)/(1-1/e) has the distribution function (e^z - 1)/(e - 1): its inverse.
        return np.log1p(np.array(uniform) * (math.e - 1))

    def direction(self, feedback: Feedback, x: FloatArray) -> FloatArray:
        """Return h_t(x), (n,), of the round of `feedback` at a point x (n,).

        Parameters
        ----------
        feedback : Feedback
            What the round has revealed, with f_t.
        x : FloatArray
            A point of X, (n,).

        Returns
        -------
        FloatArray
            h_t(x), (n,), in units of f per unit of the decision: grad F_t(x), or with a seed an
            unbiased estimate of it.
        """
        this_round = range(feedback.t, feedback.t + 1)
        z = self.nodes_of(this_round)[0]  # (nodes,)
        return np.asarray(self.weights @ feedback.gradient(z[:, np.newaxis] * x))


Ascent: TypeAlias = PlainGradient | BoostedGradient
require_ascent: Any = partial(
    checks.of_kind, kind=Ascent, what="be BoostedGradient() or PlainGradient()"
)


class BoundedAscent(NamedTuple):
    """The direction h_t that a player climbs, and a bound of its length."""

    ascent: Ascent
    bound: float  # s: no h_t is longer; in units of f per unit of the decision


def ascent_and_bound(rounds: Game, ascent: Ascent | None) -> BoundedAscent:
    """Return the `ascent` itself, or the boosted gradient for None, and the bound s of its length.

    ValueError for a game whose beta_f is 0, by which no step can be tuned.
    """
    chosen = BoostedGradient() if ascent is None else require_ascent("ascent", ascent)
    (beta_f,) = positive_constants(rounds, "beta_f")
    return BoundedAscent(chosen, chosen.share * beta_f)
