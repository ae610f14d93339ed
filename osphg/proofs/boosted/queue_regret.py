"""Boosted queue: one round, and its (1-1/e)-regret against benchmarks with windows.

The decision steps by V u_t - Q_t p_t over 2 alpha, u_t being grad F_t(x_t) or an estimate of it
(`one_round`), and Q_t is the queue of `virtual_queue`. The comparator is x*.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.boosted.one_round import EXACT, QUADRATURE, apart, gap, kappa, noise, nu, used
from osphg.proofs.boosted.one_round import NAMES as ROUND_NAMES
from osphg.proofs.boosted.virtual_queue import EMPTY, HALF, Q, drift, later, spending
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import windows
from osphg.proofs.paper.climb import ROUND
from osphg.proofs.paper.lemma43 import ONE, benchmark, total
from osphg.proofs.paper.symbols import G, L, R, T, W, gs, i, t

V, alpha, beta_F = sp.symbols("V alpha beta_F", positive=True)
v, a = sp.symbols("v a", positive=True)  # V = v sqrt(W T), alpha = a V sqrt(T)
moved = sp.Function("|x'-x|", nonnegative=True)  # |x_{t+1} - x_t|
along = sp.Function("um", real=True)  # <u_t, x_{t+1} - x_t>
NAMES = {
    **ROUND_NAMES,
    "Q": r"Q_{{{0}}}",
    "g^+": r"g_{{{0}}}(x_{{{0}+1}})",
    "|x'-x|": r"\lVert x_{{{0}+1}} - x_{{{0}}} \rVert",
    "um": r"\langle u_{{{0}}}, x_{{{0}+1}} - x_{{{0}}} \rangle",
    "beta_F": r"\beta_F",
}

SHORT = Assumption("|u| <= beta_F", nu(t), "<=", beta_F, (t,), ROUND, "Lipschitz")
CAUCHY = Assumption(
    "<u, x' - x> by Cauchy-Schwarz", along(t), "<=", nu(t) * moved(t), (t,), ROUND,
    "Cauchy-Schwarz",
)  # fmt: skip
STEPPED = Assumption(
    "the step towards x*", apart(t + 1) ** 2, "<=",
    apart(t) ** 2 - moved(t) ** 2
    - (V * (used - along(t)) - Q(t) * (gs(t) - later(t))) / alpha,
    (t,), ROUND, "x_{t+1} is the nearest point of X, which is convex; g_t is affine",
)  # fmt: skip
FIRST = Assumption("|x* - x_1| <= R", apart(1), "<=", R, source="section 3.2")
SIZE_V = Assumption("V is v sqrt(W T)", V, "=", v * sp.sqrt(W * T), source="definition")
SIZE_A = Assumption("alpha is a V sqrt(T)", alpha, "=", a * V * sp.sqrt(T), source="definition")
UNIT_FREE = (
    Assumption("v is G^2/(beta_F R)", v, "=", G**2 / (beta_F * R), source="definition"),
    Assumption("a is beta_F/R", a, "=", beta_F / R, source="definition"),
)


@cache
def one_round() -> Fact:
    """Bound what a round adds to the regret, times V, with the drift of the queue."""
    told = rule.conclude(
        along(t), "<=", beta_F * moved(t), assume(CAUCHY), (moved(t), assume(SHORT))
    )  # fmt: skip
    found = rule.conclude(
        V * benchmark + Q(t + 1) ** 2 / 2 - Q(t) ** 2 / 2, "<=",
        Q(t) * gs(t) + alpha * (apart(t) ** 2 - apart(t + 1) ** 2)
        + V**2 * beta_F**2 / (4 * alpha) + G**2 / 2 + V * noise,
        (V, gap()), (alpha, assume(STEPPED)), drift(), (V, told),
        (alpha, rule.square(moved(t) - V * beta_F / (2 * alpha))),
    )  # fmt: skip
    return rule.under(found, *ROUND).named("one round of the boosted queue")


@cache
def summed() -> Fact:
    """V times the regret, with the square of the last queue."""
    each = rule.sum_over(one_round(), t, ONE, T)
    queue = rule.instance(windows.telescoping(), {windows.a: sp.Lambda(i, Q(i) ** 2)})
    path = rule.instance(windows.telescoping(), {windows.a: sp.Lambda(i, apart(i) ** 2)})
    start = rule.conclude(apart(1) ** 2, "<=", R**2, (apart(1) + R, assume(FIRST)))
    last = rule.nonnegative(alpha * apart(T + 1) ** 2)
    found = rule.conclude(
        V * total(benchmark) + Q(T + 1) ** 2 / 2, "<=",
        alpha * R**2 + V**2 * beta_F**2 * T / (4 * alpha) + G**2 * W * T / 2 + V * total(noise),
        each, (HALF, queue), (alpha, path), (alpha, start), last, spending(),
        (Q(1) / 2, assume(EMPTY)),
    )  # fmt: skip
    return found.named("the regret and the last queue")


@cache
def with_noise() -> Fact:
    """Bound the regret for any u_t: the sum of <grad F_t(x_t) - u_t, x* - x_t> is added."""
    right = alpha * R**2 / V + V * beta_F**2 * T / (4 * alpha) + G**2 * W * T / (2 * V)
    found = rule.conclude(
        total(benchmark), "<=", right + total(noise),
        (1 / V, summed()), (1 / (2 * V), rule.square(Q(T + 1))),
    )  # fmt: skip
    return found.named("the regret of the boosted queue, with noise")


@cache
def regret() -> Fact:
    """Bound the regret for the boosted gradient itself."""
    silent = rule.sum_over(assume(EXACT), t, ONE, T)
    right = with_noise().rhs - total(noise)
    found = rule.conclude(total(benchmark), "<=", right, with_noise(), (-1, silent))
    return found.named("the regret of the boosted queue")


@cache
def quadrature() -> Fact:
    """Bound the regret for a rule of positive weights: kappa L R^2 T more."""
    loud = rule.sum_over(assume(QUADRATURE), t, ONE, T)
    right = with_noise().rhs - total(noise) + kappa * L * R**2 * T
    found = rule.conclude(total(benchmark), "<=", right, with_noise(), loud)
    return found.named("the regret of the boosted queue, by quadrature")


def sized(fact: Fact, *definitions: Assumption) -> Fact:
    """Put values for V and alpha, and for v and a: what a definition says, one after the other."""
    for definition in (SIZE_A, SIZE_V, *definitions):
        fact = rule.substitute(fact, assume(definition))
    return fact


@cache
def order() -> Fact:
    """Regret <= (beta_F^2/(4 a) + a R^2) sqrt(T) + G^2 sqrt(W T)/(2 v)."""
    right = (beta_F**2 / (4 * a) + a * R**2) * sp.sqrt(T) + G**2 * sp.sqrt(W * T) / (2 * v)
    found = rule.restate(sized(regret()), total(benchmark), "<=", right)
    return found.named("the regret of the boosted queue, in T and W")


@cache
def unit_free() -> Fact:
    """Regret <= beta_F R (5 sqrt(T) + 2 sqrt(W T))/4, if v = G^2/(beta_F R) and a = beta_F/R."""
    right = beta_F * R * (5 * sp.sqrt(T) + 2 * sp.sqrt(W * T)) / 4
    found = rule.restate(sized(regret(), *UNIT_FREE), total(benchmark), "<=", right)
    return found.named("the regret of the boosted queue, unit-free")


def prove() -> dict[str, Fact]:
    """Prove the inequality of a round and the regret.

    >>> prove()["queue-regret"].rhs
    G**2*T*W/(2*V) + R**2*alpha/V + T*V*beta_F**2/(4*alpha)
    """
    return {
        "queue-round": one_round(),
        "queue-sum": summed(),
        "queue-regret-noise": with_noise(),
        "queue-regret-quadrature": quadrature(),
        "queue-regret": regret(),
        "queue-regret-order": order(),
        "queue-regret-unit-free": unit_free(),
    }
