"""Boosted queue: its violation, for a budget of the same size in every round, and for any budget.

Against the decision 0 a round brings Q_t^2/2 + alpha |x_t|^2 down by b Q_t, but for a constant. So
it falls while the queue is above a level of the order V/b, and the queue stays bounded; what the
violation has beyond the queue is how far the decisions move. Nothing is asked of the utilities but
that the direction u_t is no longer than beta_F: they need be neither monotone nor DR-submodular.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.boosted.one_round import nu
from osphg.proofs.boosted.queue_regret import NAMES as QUEUE_NAMES
from osphg.proofs.boosted.queue_regret import (
    SHORT,
    SIZE_V,
    UNIT_FREE,
    V,
    a,
    alpha,
    beta_F,
    moved,
    sized,
    v,
)
from osphg.proofs.boosted.virtual_queue import (
    EMPTY,
    ZERO,
    Q,
    drift,
    later,
    lengthened,
    nonnegative,
)
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import potential as falling
from osphg.proofs.paper import windows
from osphg.proofs.paper.climb import ROUND
from osphg.proofs.paper.learners import np_
from osphg.proofs.paper.lemma43 import ONE, total
from osphg.proofs.paper.symbols import G, R, T, W, b, g, i, t

beta_g = sp.Symbol("beta_g", positive=True)
level = sp.Symbol("Lambda", positive=True)  # the queue at which the potential stops growing
size = sp.Function("|x|", nonnegative=True)
told = sp.Function("ux'", real=True)  # <u_t, x_{t+1}>
NAMES = {
    **QUEUE_NAMES,
    "|x|": r"\lVert x_{{{0}}} \rVert",
    "ux'": r"\langle u_{{{0}}}, x_{{{0}+1}} \rangle",
    "beta_g": r"\beta_g",
    "Lambda": r"\Lambda",
}
CAUCHY = Assumption(
    "<u, x'> by Cauchy-Schwarz", told(t), "<=", nu(t) * size(t + 1), (t,), ROUND, "Cauchy-Schwarz"
)
WITHIN = Assumption("|x_t| <= R", size(t), "<=", R, (t,), (t - 1, T + 1 - t), "section 3.2, 0 in X")
ORIGIN = Assumption("x_1 = 0", size(1), "=", ZERO, source="definition")
STEPPED = Assumption(
    "the step towards 0", size(t + 1) ** 2, "<=",
    size(t) ** 2 - moved(t) ** 2 + (V * told(t) - Q(t) * (later(t) + b)) / alpha,
    (t,), ROUND, "x_{t+1} is the nearest point of X, which is convex; <p, x_{t+1}> = g + b",
)  # fmt: skip
LEVEL = Assumption(
    "b Lambda is V beta_F R + G^2/2", b * level, "=", V * beta_F * R + G**2 / 2,
    source="definition",
)  # fmt: skip
STEEP = Assumption("|p| <= beta_g", np_(t), "<=", beta_g, (t,), ROUND, "section 3.2")
MOVED = Assumption(
    "the way of a round", 2 * alpha * moved(t), "<=", V * nu(t) + Q(t) * np_(t), (t,), ROUND,
    "projection is nonexpansive, and the triangle inequality",
)  # fmt: skip
SPENT = Assumption(
    "what moving changes of g", g(t) - later(t), "<=", np_(t) * moved(t), (t,), ROUND,
    "g_t is affine; Cauchy-Schwarz",
)  # fmt: skip

constant = V * beta_F * R + G**2 / 2
most = level**2 / 2 + alpha * R**2 + b * level  # what the potential does not exceed
cap = sp.sqrt(level**2 + 2 * alpha * R**2 + 2 * b * level)  # M, for a constant budget
free_cap = sp.sqrt((2 * V * beta_F * R + G**2) * T)  # M, for any


def potential(at: sp.Expr) -> sp.Expr:
    """Return Q^2/2 + alpha |x|^2 in a round."""
    return Q(at) ** 2 / 2 + alpha * size(at) ** 2


@cache
def growth() -> Fact:
    """Bound the growth of the potential by V beta_F R + G^2/2 - b Q_t."""
    gained = rule.conclude(
        told(t), "<=", beta_F * R,
        assume(CAUCHY), (size(t + 1), assume(SHORT)),
        (beta_F, rule.instance(assume(WITHIN), {t: t + 1})),
    )  # fmt: skip
    found = rule.conclude(
        potential(t + 1) - potential(t), "<=", constant - b * Q(t),
        drift(), (alpha, assume(STEPPED)), (V, gained), (alpha, rule.square(moved(t))),
    )  # fmt: skip
    return rule.under(found, *ROUND).named("the potential of the queue in one round")


@cache
def bounded() -> Fact:
    """Bound the potential by Lambda^2/2 + alpha R^2 + b Lambda, in all rounds."""
    fall = rule.conclude(growth().lhs, "<=", b * (level - Q(t)), growth(), (-1, assume(LEVEL)))
    short = rule.conclude(size(t) ** 2, "<=", R**2, (size(t) + R, assume(WITHIN)))
    within = rule.conclude(potential(t), "<=", Q(t) ** 2 / 2 + alpha * R**2, (alpha, short))
    base = rule.conclude(
        potential(ONE), "<=", most,
        rule.instance(within, {t: ONE}), (Q(1) / 2, assume(EMPTY)),
        rule.nonnegative(level**2 / 2 + b * level),
    )  # fmt: skip
    found = falling.bounded(potential, level, b, most, nonnegative(), fall, within, base)
    return found.named("the potential of the queue is bounded")


def _root(square: Fact, top: sp.Expr) -> Fact:
    """From Q^2 <= top^2 infer Q <= top."""
    return rule.conclude(
        Q(t), "<=", top, (1 / (2 * top), square), (1 / (2 * top), rule.square(Q(t) - top))
    )


@cache
def queue_cap() -> Fact:
    """Q_t <= sqrt(Lambda^2 + 2 alpha R^2 + 2 b Lambda), for t = 1..T+1."""
    square = rule.conclude(
        Q(t) ** 2, "<=", cap**2, (2, bounded()), (2 * alpha, rule.square(size(t)))
    )
    return _root(square, cap).named("the queue is bounded")


@cache
def free_queue_cap() -> Fact:
    """Q_t <= sqrt((2 V beta_F R + G^2) T), for t = 1..T+1, whatever the budget."""
    base = rule.conclude(
        potential(ONE), "<=", ZERO, (Q(1) / 2, assume(EMPTY)), (alpha * size(1), assume(ORIGIN))
    )

    def step(hypothesis: Fact) -> Fact:
        saved = rule.scale(nonnegative(), b)
        return rule.conclude(potential(t + 1), "<=", constant * t, hypothesis, growth(), saved)

    claim = (potential(t), "<=", constant * (t - 1))
    high = rule.induction(t, ONE, claim, base, step, last=T + 1)
    spare = rule.scale(rule.nonnegative(T + 1 - t, (T + 1 - t,)), 2 * constant)
    square = rule.conclude(
        Q(t) ** 2, "<=", free_cap**2, (2, high), (2 * alpha, rule.square(size(t))), spare
    )
    return _root(square, free_cap).named("the queue is bounded, whatever the budget")


def _violation(top: Fact) -> Fact:
    """C_T <= M + beta_g T (V beta_F + beta_g M)/(2 alpha), from Q_t <= M."""
    most = top.rhs
    each = rule.sum_over(lengthened(), t, ONE, T)
    path = rule.instance(windows.telescoping(), {windows.a: sp.Lambda(i, Q(i))})
    kept = rule.under(top, t - 1, T - t)
    way = rule.conclude(
        2 * alpha * moved(t), "<=", V * beta_F + beta_g * most,
        assume(MOVED), (V, assume(SHORT)), rule.scale(assume(STEEP), Q(t), nonnegative()),
        (beta_g, kept),
    )  # fmt: skip
    changed = rule.conclude(
        g(t) - later(t), "<=", beta_g * (V * beta_F + beta_g * most) / (2 * alpha),
        assume(SPENT), (moved(t), assume(STEEP)), (beta_g / (2 * alpha), way),
    )  # fmt: skip
    last = rule.instance(top, {t: T + 1})
    return rule.conclude(
        total(g(t)), "<=", most + beta_g * T * (V * beta_F + beta_g * most) / (2 * alpha),
        each, (-1, path), last, (-1, assume(EMPTY)),
        rule.sum_over(rule.under(changed, t - 1, T - t), t, ONE, T),
    )  # fmt: skip


@cache
def violation() -> Fact:
    """Bound the violation under a constant budget."""
    return _violation(queue_cap()).named("the violation of the boosted queue")


@cache
def free_violation() -> Fact:
    """Bound the violation whatever the budget."""
    return _violation(free_queue_cap()).named("the violation of the boosted queue, any budget")


root = sp.sqrt(W * T)
highest = (v * beta_F * R + G**2 / 2) / b  # Lambda is no more than this, times the root
cap_of_all = sp.sqrt(highest**2 + 2 * a * v * R**2 + 2 * b * highest)  # nor the queue than this
rate = cap_of_all * (1 + beta_g**2 / (2 * a * v)) + beta_g * beta_F / (2 * a)


@cache
def _long() -> tuple[Fact, Fact]:
    """1 <= sqrt(W T), and 1 <= sqrt(W)."""
    rounds = rule.conclude(
        ONE, "<=", W * T, (T, rule.nonnegative(W - 1)), rule.nonnegative(T - 1)
    )  # fmt: skip
    one = rule.restate(rule.scale(rounds, 1 / (root + 1)), ONE, "<=", root)
    window = rule.scale(rule.nonnegative(W - 1), 1 / (sp.sqrt(W) + 1))
    return one, rule.restate(window, ONE, "<=", sp.sqrt(W))


@cache
def cap_order() -> Fact:
    """Bound M by M_0 sqrt(W T), with M_0 free of T and W."""
    one, window = _long()
    given = rule.substitute(assume(LEVEL), assume(SIZE_V))
    low = rule.conclude(level, "<=", highest * root, (1 / b, given), (G**2 / (2 * b), one))
    top = sized(rule.identity(cap, cap)).rhs
    short = rule.conclude(
        top**2, "<=", (cap_of_all * root) ** 2,
        (level + highest * root, low), (2 * b, low), (2 * b * highest * root, one),
        (2 * a * v * R**2 * T * sp.sqrt(W), window),
    )  # fmt: skip
    found = rule.restate(
        rule.scale(short, 1 / (top + cap_of_all * root)), top, "<=", cap_of_all * root
    )
    return found.named("the bound of the queue is of the order sqrt(W T)")


@cache
def order() -> Fact:
    """C_T <= (M_0 (1 + beta_g^2/(2 a v)) + beta_g beta_F/(2 a)) sqrt(W T)."""
    window, top = _long()[1], cap_order().lhs
    found = rule.conclude(
        total(g(t)), "<=", rate * root,
        sized(violation()), (1 + beta_g**2 / (2 * a * v), cap_order()),
        (top * beta_g**2 / (2 * a * v * sp.sqrt(W)), window),
        (beta_g * beta_F * sp.sqrt(T) / (2 * a), window),
    )  # fmt: skip
    return found.named("the violation of the boosted queue is of the order sqrt(W T)")


@cache
def unit_free() -> Fact:
    """Put v = G^2/(beta_F R) and a = beta_F/R: a bound in units of money."""
    found = order()
    for definition in UNIT_FREE:
        found = rule.substitute(found, assume(definition))
    return found.named("the violation of the boosted queue, unit-free")


def prove() -> dict[str, Fact]:
    """Prove the bounds on the potential, on the queue and on the violation.

    >>> list(prove())[-1]
    'queue-violation-unit-free'
    """
    return {
        "queue-potential": growth(),
        "queue-bounded": bounded(),
        "queue-cap": queue_cap(),
        "queue-violation": violation(),
        "queue-cap-any": free_queue_cap(),
        "queue-violation-any": free_violation(),
        "queue-cap-order": cap_order(),
        "queue-violation-order": order(),
        "queue-violation-unit-free": unit_free(),
    }
