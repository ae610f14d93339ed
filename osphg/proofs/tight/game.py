"""The game with a slow good in the kernel: its symbols, its assumptions, and what players feed.

The goods are the slow one, of which a learner may choose up to 1/a at the price a, and the decoy e
at the price 1. They enter through numbers: the choices, z^(k) (a times the slow coordinate of the
path, in [0, 1]) and E^(k) = exp(-e^(k)), of which value and slopes of q are made. Taken for granted
are the definition of the game, the steps of the weighted Algorithm 2, that projection is
nonexpansive, and the tuning; and of calculus that 1 + y <= exp(y).
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from osphg.proofs.kernel import Assumption
from osphg.proofs.paper.climb import f, mean, w
from osphg.proofs.paper.dual import fixed as ell
from osphg.proofs.paper.symbols import G, K, T, beta, g, i, k, lam, mu, say, t

ZERO, ONE, HALF = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)
eps = sp.Symbol("epsilon", positive=True)  # by how much the decoy is better than it should be
a = sp.Symbol("a", positive=True)  # how slow the other good is
eta = sp.Symbol("eta", positive=True)  # what z_t does not exceed
gamma = sp.Symbol("gamma", positive=True)  # what the rest is left with, per unit of distance
ve, vz, z = (sp.Function(name, real=True) for name in ("ve", "vz", "z"))
E = sp.Function("E", nonnegative=True)
_k = "_{{{0}}}^{{({1})}}"
NAMES = {
    **{"z": "z" + _k, "Se": "S" + _k, "Sz": "s" + _k, "E": "E" + _k, "ell": r"\ell"},
    **{f"v{x}": rf"v_{{{{{x}, {{0}}}}}}^{{{{({{1}})}}}}" for x in "ze"},
}

ROUND = (t - 1, T - t)
EVERY, PATH = (*ROUND, k - 1, K - k), (*ROUND, k - 1, K + 1 - k)
GAME, ALG = "the slow game", "Algorithm 2, weighted"


top = (1 + eps) * (1 - sp.exp(-1))  # q(1), the utility at the rest
De = (1 - z(t, k)) * (1 + eps) * E(t, k)  # the partial derivatives of f at x^(k), by e and z
Dz = 1 - (1 + eps) * (1 - E(t, k))
short = 1 - ve(t, k)  # what learner k misses of the decoy
missing, bought = mean(short), a * mean(vz(t, k))  # d_t and z_t
all_missing = sp.Sum(1 - ve(t, i), (i, 1, K)) / K  # d_t, in facts about learner k
all_bought = sp.Sum(a * vz(t, i), (i, 1, K)) / K

SLOW = say("a <= 1", a, "<=", ONE, (), GAME)
DEAR = say("1 + a^2 <= beta^2", 1 + a**2, "<=", beta**2, (), GAME)
STEEP = say("(1 + eps)^2 + a^2 <= beta^2", (1 + eps) ** 2 + a**2, "<=", beta**2, (), GAME)
TOP_ONE = say("q(1) <= 1", top, "<=", ONE, (), GAME)
UTILITY = say(
    "f = 1 - (1 - z)(1 - q(e))", f(t), "=",
    1 - (1 - bought) * (1 - (1 + eps) * (1 - E(t, K + 1))), ROUND, GAME,
)  # fmt: skip
SPENT = say("g = e + z - 1", g(t), "=", mean(ve(t, k)) + bought - 1, ROUND, GAME)
E_LOW = say("0 <= v_e", ZERO, "<=", ve(t, k), EVERY, "X is a box")
E_HIGH = say("v_e <= 1", ve(t, k), "<=", ONE, EVERY, "X is a box")
Z_LOW = say("0 <= v_z", ZERO, "<=", vz(t, k), EVERY, "X is a box")
Z_HIGH = say("a v_z <= 1", a * vz(t, k), "<=", ONE, EVERY, "X is a box")
PATH_Z = say("z^(k) by v_z", z(t, k), "=", a * sp.Sum(vz(t, i), (i, 1, k - 1)) / K, PATH, ALG)
PATH_E = say(
    "exp(-e^(k)) by v_e", E(t, k + 1), "=", E(t, k) * sp.exp(-ve(t, k) / K), EVERY, ALG
)  # fmt: skip
PATH_BACK = say(
    "and back", E(t, k), "=", E(t, k + 1) * sp.exp(ve(t, k) / K), EVERY, ALG
)  # fmt: skip
LEAST = say("1/e <= exp(-e^(k)), as e^(k) <= 1", sp.exp(-1), "<=", E(t, k), PATH, "calculus")
ORIGIN = say("exp(-0) = 1", E(t, 1), "=", ONE, ROUND, ALG)
START_E = say("v_e = 0 at first", ve(1, k), "=", ZERO, EVERY[2:], ALG)
START_Z = say("v_z = 0 at first", vz(1, k), "=", ZERO, EVERY[2:], ALG)

# Boosted OSPHG: one learner, K = 1, which is fed the slopes of the boosted utility.
Se, Sz = sp.Function("Se", real=True), sp.Function("Sz", real=True)
MASS = 1 - sp.exp(-1)
FIRM = say(
    "slope of the decoy, e <= 1", (1 - all_bought) * (1 + eps) * sp.exp(-1), "<=", Se(t, k), EVERY,
    "calculus, boosted gradient",
)  # fmt: skip
LOOSE = say(
    "slope of the slow good", Sz(t, k), "<=",
    (1 + eps) * sp.exp(-1) - eps * MASS + (1 + eps) * MASS * all_missing, EVERY,
    "calculus, boosted gradient",
)  # fmt: skip
SE_LOW = say("0 <= slope of the decoy", ZERO, "<=", Se(t, k), EVERY, "monotone")
SZ_LOW = say("0 <= slope of the slow good", ZERO, "<=", Sz(t, k), EVERY, "monotone")
SE_HIGH = say(
    "slope of the decoy, at most", Se(t, k), "<=", (1 + eps) * MASS, EVERY, "boosted gradient"
)  # fmt: skip
SZ_HIGH = say("slope of the slow good, at most", Sz(t, k), "<=", MASS, EVERY, "boosted gradient")
STEEP_BOOSTED = say(
    "(1 - 1/e)^2 ((1 + eps)^2 + a^2) <= beta^2", MASS**2 * ((1 + eps) ** 2 + a**2), "<=", beta**2,
    (), GAME,
)  # fmt: skip

distance = short**2 + vz(t, k) ** 2
noise = beta**2 / 2 + G**2 + 2 * beta**2 * ell**2  # C: what a round adds to the potential, by mu^2
most = noise / beta**2 + ell**2 / 2  # M: what the potential does not exceed, in all rounds
grown = (1 + ell**2) / 2 + mu**2 * noise * T  # ... or what it does not exceed before round T
NEAR = say("2 a^2 M <= eta^2", 2 * a**2 * most, "<=", eta**2, (), "choice of a")
NEAR_WIDE = say("2 a^2 Phi <= eta^2", 2 * a**2 * grown, "<=", eta**2, (), "choice of a and W")
FINE = say("mu beta^2 <= 2 a^2 gamma", mu * beta**2, "<=", 2 * a**2 * gamma, (), "W T large")


@dataclass(frozen=True, eq=False)
class Fed:
    """What the learners are fed, per unit of utility that a choice is worth.

    Attributes
    ----------
    e, z : expression
        The slopes that learner k is fed in round t, for the decoy and for a times the slow good.
    low, high, coupling : expression
        Where z_t <= eta, e is at least (1 - eta) low and z at most high + coupling d_t.
    """

    e: sp.Expr
    z: sp.Expr
    low: sp.Expr
    high: sp.Expr
    coupling: sp.Expr

    @property
    def payoff(self) -> sp.Expr:
        """<u - lambda p, (0, 1) - v>, for learner k."""
        return (self.e - lam(t)) * short - a * (self.z - lam(t)) * vz(t, k)

    @property
    def direction(self) -> sp.Expr:
        """|u - lambda p|^2."""
        return (self.e - lam(t)) ** 2 + a**2 * (self.z - lam(t)) ** 2

    @property
    def lost(self) -> sp.Expr:
        """The payoff at the multiplier ell: J_t is its mean."""
        return (self.e - ell) * short + a * (ell - self.z) * vz(t, k)

    @property
    def projected(self) -> Assumption:
        """What gradient ascent does to the distance from (0, 1)."""
        return say(
            "projection is nonexpansive towards (0, 1)", distance.subs(t, t + 1), "<=",
            distance - 2 * mu * self.payoff + mu**2 * self.direction, EVERY,
            "gradient ascent on a box",
        )  # fmt: skip

    @property
    def gains(self) -> tuple[Assumption, Assumption]:
        """The choice of ell, eta and gamma."""
        return (
            say(
                "gamma <= (1 - eta) low - ell - coupling eta", gamma, "<=",
                (1 - eta) * self.low - ell - self.coupling * eta, (), "choice of ell and eta",
            ),
            say("gamma <= ell - high", gamma, "<=", ell - self.high, (), "choice of ell, K large"),
        )  # fmt: skip


WEIGHTED = Fed(w(k) * De, w(k) * Dz, (1 + eps) * w(1), w(1) + (1 + eps) / K, 1 + eps)
BOOSTED = Fed(
    Se(t, k), Sz(t, k), (1 + eps) * sp.exp(-1), (1 + eps) * sp.exp(-1) - eps * MASS,
    (1 + eps) * MASS,
)  # fmt: skip
