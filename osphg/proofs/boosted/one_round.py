"""One round, and one oracle, fed the boosted gradient at its own choice: assumptions and steps.

F_t(x) is the integral of e^(z-1)/z (f_t(z x) - f_t(0)) over z in [0, 1] (Zhang et al. 2022); its
gradient is that of e^(z-1) grad f_t(z x). The kernel has no integrals. What is taken from calculus
is in `INTEGRATED` and `BY_PARTS`, which `calculus` checks; `left_nodes` does without, for a sum.

u_t is the direction that the oracle is fed, less the prices: grad F_t(x_t), or an estimate of it.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import evidence
from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import ascent as gradient_ascent
from osphg.proofs.paper import climb, lemma43
from osphg.proofs.paper.climb import PRICED, ROUND, f, fs, px
from osphg.proofs.paper.learners import STEEP_G, np_
from osphg.proofs.paper.lemma43 import ONE, benchmark
from osphg.proofs.paper.symbols import L, R, b, beta, g, gs, k, lam, mu, t

f0 = sp.Function("f^0", real=True)  # f_t(0)
area = sp.Function("m", real=True)  # the integral of e^(z-1) f_t(z x_t)
dx, dy = sp.Function("dx", real=True), sp.Function("dy", real=True)  # <grad F_t(x_t), x_t or x*>
ux, uy = sp.Function("ux", real=True), sp.Function("uy", real=True)  # <u_t, x_t or x*>
cost = sp.Function("pc", real=True)  # <p_t, x_t>
nd, nu = sp.Function("|d|", nonnegative=True), sp.Function("|u|", nonnegative=True)  # norms
up = sp.Function("up", real=True)  # <u_t, p_t>
apart = sp.Function("|x-x|", nonnegative=True)  # the distance of x_t from x*
beta_f = sp.Symbol("beta_f", positive=True)
kappa = sp.Symbol("kappa", nonnegative=True)  # how far a quadrature rule is from the integral
mass = 1 - sp.exp(-1)
_grad = r"\langle \nabla F_{{{0}}}(x_{{{0}}}), "
NAMES = {
    **lemma43.NAMES,
    "f^0": r"f_{{{0}}}(0)",
    "m": r"m_{{{0}}}",
    "dx": _grad + r"x_{{{0}}} \rangle",
    "dy": _grad + r"x^* \rangle",
    "ux": r"\langle u_{{{0}}}, x_{{{0}}} \rangle",
    "uy": r"\langle u_{{{0}}}, x^* \rangle",
    "pc": r"\langle p_{{{0}}}, x_{{{0}}} \rangle",
    "|d|": r"\lVert \nabla F_{{{0}}}(x_{{{0}}}) \rVert",
    "|u|": r"\lVert u_{{{0}}} \rVert",
    "up": r"\langle u_{{{0}}}, p_{{{0}}} \rangle",
    "|x-x|": r"\lVert x^* - x_{{{0}}} \rVert",
    "beta_f": r"\beta_f",
}


def _say(
    name: str, lhs: sp.Expr, relation: str, rhs: sp.Expr, source: str, cited: bool = False
) -> Assumption:
    return Assumption(name, lhs, relation, rhs, (t,), ROUND, source, cited)


ORIGIN = _say("0 <= f(0)", sp.Integer(0), "<=", f0(t), "section 3.2, where it is 0")
INTEGRATED = _say(
    "f(x*) - f(z x) <= <grad f(z x), x*>, integrated", mass * fs(t) - area(t), "<=", dy(t),
    "monotone, DR-submodular; e^(z-1) > 0 has the integral 1 - 1/e",
)  # fmt: skip
BY_PARTS = _say(
    "<grad F(x), x> by parts", dx(t), "=", f(t) - sp.exp(-1) * f0(t) - area(t),
    "calculus: <grad f(z x), x> is the derivative of f(z x) in z",
)  # fmt: skip
COST = _say("g(x_t) = <p, x_t> - B_T/T", g(t), "=", cost(t) - b, "definition")
LARGER = Assumption(
    "(1 - 1/e) beta_f <= beta", mass * beta_f, "<=", beta, (), (), "definition of beta"
)
STEEP = _say(
    "|grad F| <= (1 - 1/e) beta_f", nd(t), "<=", mass * beta_f, "Lipschitz, under the integral"
)
STEEP_U = _say(
    "|u| <= beta",
    nu(t),
    "<=",
    beta,
    "an estimate that is no longer than beta, as grad F itself, and as sum w_j grad f(z_j x) with "
    "w_j >= 0 and sum w_j = 1 - 1/e",
)
WITHIN = _say("|x* - x_t| <= R", apart(t), "<=", R, "section 3.2")


def _cauchy(name: str, product: sp.Expr, norm: sp.Expr) -> Assumption:
    said = f"<{name}, x* - x_t> by Cauchy-Schwarz"
    return _say(said, sp.Abs(product), "<=", norm * apart(t), "Cauchy-Schwarz")


CAUCHY_D = _cauchy("grad F", dy(t) - dx(t), nd(t))
CAUCHY_U = _cauchy("u", uy(t) - ux(t), nu(t))
CAUCHY_P = _cauchy("p", px(t) - cost(t), np_(t))

exact, used = dy(t) - dx(t), uy(t) - ux(t)  # the slope towards x*, under grad F_t and under u_t
noise = exact - used


def payoff(slope: sp.Expr) -> sp.Expr:
    """Return the regret of the oracle in round t against x*, for either slope."""
    return slope - lam(t) * (px(t) - cost(t))


def square(sign: int = -1) -> sp.Expr:
    """Return |u_t + sign lambda_t p_t|^2, multiplied out."""
    return nu(t) ** 2 + 2 * sign * lam(t) * up(t) + lam(t) ** 2 * np_(t) ** 2


LENGTH = _say("0 <= |u + lambda p|^2", sp.Integer(0), "<=", square(1), "a squared length")
PROJECTED = _say(
    "projection is nonexpansive", apart(t + 1) ** 2, "<=",
    apart(t) ** 2 - 2 * mu * payoff(used) + mu**2 * square(), "gradient ascent",
)  # fmt: skip
EXACT = _say("u is grad F(x_t)", used, "=", exact, "the boosted gradient")
QUADRATURE = _say(
    "a rule with the error kappa for slope 1", noise, "<=", kappa * L * R**2,
    "z -> <grad f(z x), x* - x> has slope at most L R^2",
)  # fmt: skip
LEFT_Y = _say("u by K left nodes, x*", uy(t), "=", climb.mean(climb.w(k) * climb.gx(t, k)), "sum")
LEFT_X = _say("u by K left nodes, x_t", ux(t), "=", climb.mean(climb.w(k) * climb.gv(t, k)), "sum")


def calculus() -> tuple[evidence.Check, ...]:
    """Check what `INTEGRATED`, `BY_PARTS` and one node for quadratics take from calculus."""
    z = sp.Symbol("z", real=True)
    phi = sp.Function("phi")(z)
    weight = sp.exp(z - 1)
    rest = sp.diff(weight * phi, z) - weight * sp.diff(phi, z) - weight * phi
    whole, first = (sp.integrate(weight * z**power, (z, 0, 1)) for power in (0, 1))
    ends = (weight.subs(z, 1) - 1, weight.subs(z, 0) - sp.exp(-1))
    return (
        evidence.zero(rest, r"$(e^{z-1}\varphi)' = e^{z-1}\varphi' + e^{z-1}\varphi$"),
        evidence.zero(
            ends[0] ** 2 + ends[1] ** 2, r"$e^{z-1}$ is $\frac1e$ at $z = 0$ and 1 at $z = 1$"
        ),
        evidence.zero(whole - mass, r"the integral of $e^{z-1}$ is $1 - \frac1e$"),
        evidence.zero(first - mass / (sp.E - 1), "its centre is $z = 1/(e - 1)$"),
    )


@cache
def gap() -> Fact:
    """(1 - 1/e) f(x*) - f(x_t) <= <grad F(x_t), x* - x_t>: stationary points of F are good.

    >>> gap().rhs
    -dx(t) + dy(t)
    """
    found = rule.conclude(
        benchmark, "<=", exact,
        assume(INTEGRATED), assume(BY_PARTS), (sp.exp(-1), assume(ORIGIN)),
    )  # fmt: skip
    return found.named("the boosted gradient")


@cache
def left_gap() -> Fact:
    """Bound it by a sum of K gradients at z = (k-1)/K: the climb of oracles that all choose x_t."""
    found = rule.conclude(
        benchmark, "<=", used + climb.slack,
        climb.gap(), (-1, assume(LEFT_Y)), assume(LEFT_X),
    )  # fmt: skip
    return found.named("K left nodes")


def priced(found: Fact, slope: sp.Expr, slack: sp.Expr) -> Fact:
    """One round: put the price of money in and take it out again."""
    return rule.conclude(
        benchmark + lam(t) * g(t), "<=", lam(t) * gs(t) + payoff(slope) + slack,
        found, (lam(t), assume(COST)), (-lam(t), assume(PRICED)),
    )  # fmt: skip


def steep() -> Fact:
    """Bound |grad F| by beta."""
    return rule.conclude(STEEP.lhs, "<=", beta, assume(STEEP), assume(LARGER))


def edge(slope: sp.Expr, norm: Fact, cauchy: Assumption) -> Fact:
    """Bound what a round may take from the edges: -payoff <= beta R + beta R mu G (t-1)."""
    fallen = gradient_ascent.along(-slope, cauchy, norm, WITHIN)
    spent = gradient_ascent.along(px(t) - cost(t), CAUCHY_P, assume(STEEP_G), WITHIN)
    return rule.under(gradient_ascent.edge(payoff(slope), fallen, spent), *ROUND)


@cache
def ascent() -> Fact:
    """Regret of the oracle under what it is fed: R^2/(2 mu), and mu/2 times squared payoffs."""
    first = rule.instance(assume(WITHIN), {t: ONE})
    start = rule.conclude(apart(1) ** 2, "<=", R**2, (apart(1) + R, first))
    found = gradient_ascent.regret(PROJECTED, apart(t) ** 2, payoff(used), square(), start)
    return found.named("regret of gradient ascent")


@cache
def payoff_square() -> Fact:
    """|u - lambda p|^2 <= 2 beta^2 + 2 beta^2 lambda^2."""
    first = rule.conclude(nu(t) ** 2, "<=", beta**2, (nu(t) + beta, assume(STEEP_U)))
    return gradient_ascent.size(square(), LENGTH, first, assume(STEEP_G))
