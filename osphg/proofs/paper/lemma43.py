"""Lemma 4.3: where the published proof breaks, the repaired feedback, and what survives for 1/2.

The derivation is one for both feedbacks. It starts from an inequality of a single round,

    excess(t) + lambda_t g_t(x_t) <= lambda_t g_t(x*) + (1/K) sum_k payoff_k(t) + L R^2/(2K),

with excess (1 - 1/e) f_t(x*) - f_t(x_t) for the weighted feedback and f_t(x*) - 2 f_t(x_t) for the
published one, and sums it over all windows.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import climb, dual, learners, lemma41, lemma42, windows
from osphg.proofs.paper.climb import WORTH, f, fs
from osphg.proofs.paper.dual import fixed, squares
from osphg.proofs.paper.symbols import (
    FEASIBLE,
    G_ABOVE,
    F,
    G,
    R,
    T,
    W,
    beta,
    delta,
    g,
    gs,
    k,
    lam,
    mu,
    t,
    tau,
)  # fmt: skip

NAMES = {**learners.NAMES, "ell": r"\lambda"}
RANGE = Assumption(
    "f(x*) - f(x_t) <= F", fs(t) - f(t), "<=", F, (t,), (t - 1, T - t), "section 3.2"
)
EARNED = Assumption(
    "0 = f(0) <= f(x_t)", sp.Integer(0), "<=", f(t), (t,), (t - 1, T - t), "monotone"
)
STEP = Assumption(
    "mu is R/(beta sqrt(W T))", mu, "=", R / (beta * sp.sqrt(W * T)), source="Lemma 4.3"
)
WEIGHT = Assumption("delta is 4 beta^2", delta, "=", 4 * beta**2, source="Lemma 4.3")
LARGE = Assumption("16 R^2 <= W T", 16 * R**2, "<=", W * T, source="Lemma 4.3, T large enough")
ONE = sp.Integer(1)
benchmark = (1 - sp.exp(-1)) * fs(t) - f(t)  # what a round adds to the (1 - 1/e)-regret
half_benchmark = fs(t) - 2 * f(t)  # ... to twice the 1/2-regret
WEIGHTED = climb.w(k)  # of the gradient in the repaired feedback


total = windows.over_rounds


def bound(sharp: bool = False, slack: sp.Expr = climb.slack) -> dict[str, sp.Expr]:
    """Return the right side of Lemma 4.3 by its terms; `sharp` with R^2/(2 mu) for R^2/mu.

    `slack` is what a round loses by finite steps; without any, the term "climb" is left out.

    >>> bound()["steps"]
    T*mu*(G**2 + beta**2)
    """
    terms = {
        "edges": (F + beta * R) * (W - 1),
        "edges, multiplier": G / 2 * (G + beta * R) * mu * (W - 1) * (T - 1),
        "start": R**2 / (2 * mu if sharp else mu),
        "steps": (G**2 + beta**2) * mu * T,
        "windows": G**2 * mu * (W - 1) * (T - W + 1),
    }
    return terms | ({"climb": slack * (T - W + 1)} if slack else {})


def all_windows(one_round: Fact) -> Fact:
    """Sum a round's inequality over all windows."""
    moved = rule.instance(one_round, {t: t + tau})
    moved = rule.under(moved, t - 1, T - W + 1 - t, tau, W - 1 - tau)
    window = rule.sum_over(moved, tau, sp.Integer(0), W - 1)
    window = rule.under(window, t - 1, T - W + 1 - t)
    return rule.sum_over(window, t, ONE, T - W + 1)


def counted(term: sp.Expr) -> Fact:
    """Count a term over all windows: W times its sum, but for the edges."""
    return rule.instance(windows.counting(), {windows.a: sp.Lambda(t, term)})


@cache
def edge_excess(excess: sp.Expr) -> Fact:
    """Bound (a) at the edges by F W (W-1)."""
    share = rule.nonnegative(sp.exp(-1))
    surplus = assume(EARNED)
    if excess == benchmark:
        surplus = rule.scale(assume(WORTH), share.rhs)
    one = rule.conclude(excess, "<=", F, assume(RANGE), surplus)
    return windows.edge_bound(one, F, sp.Integer(0))


@cache
def edge_spending() -> Fact:
    """Bound (b) at the edges by G^2 mu W (W-1) (T-1)/2."""
    size = rule.conclude(g(t), "<=", G, rule.absolute(g(t)), assume(G_ABOVE))
    grown = rule.instance(lemma41.growth(), {t: t - 1})
    one = rule.conclude(
        lam(t) * g(t), "<=", mu * G**2 * (t - 1),
        rule.scale(size, lam(t), lemma41.nonnegative()), (G, grown),
    )  # fmt: skip
    return windows.edge_bound(rule.under(one, t - 1, T - t), sp.Integer(0), mu * G**2)


@cache
def benchmark_spending() -> Fact:
    """Bound (c): Lemma 4.2 in every window, and x* is within the budget of each."""
    window = sp.Sum(lam(t + tau) * gs(t + tau), (tau, 0, W - 1))
    saved = rule.scale(assume(FEASIBLE), lam(t), lemma41.nonnegative())
    right = G**2 * mu * W * (W - 1)
    one = rule.conclude(window, "<=", right, lemma42.repaired(), saved)
    one = rule.under(one, t - 1, T - W + 1 - t)
    return rule.sum_over(one, t, ONE, T - W + 1)


def over_windows(excess: sp.Expr, one_round: Fact, edge: Fact, slack: sp.Expr) -> Fact:
    """Combine (a) to (d) and divide by W: what the learners' regret leaves of the excess.

    `edge` says that -learned <= beta R + beta R mu G (t-1), `one_round` is that of the module.
    """
    learned, terms = -edge.lhs, bound(slack=slack)
    del terms["start"], terms["steps"]
    parts = [
        all_windows(one_round), rule.scale(counted(excess), -1),
        rule.scale(counted(lam(t) * g(t)), -1), counted(learned),
        edge_excess(excess), edge_spending(),
        windows.edge_bound(edge, beta * R, beta * R * mu * G), benchmark_spending(),
    ]  # fmt: skip
    return rule.conclude(
        total(excess) + total(lam(t) * g(t)), "<=", sum(terms.values(), total(learned)),
        *((1 / W, part) for part in parts),
    )  # fmt: skip


@cache
def parameters() -> Fact:
    """delta^2 mu^2 + beta^2 <= delta/2, if W T >= 16 R^2."""
    root = R / (beta * sp.sqrt(W * T))
    squared = rule.conclude(mu**2, "=", root**2, (mu, assume(STEP)), (root, assume(STEP)))
    return rule.conclude(
        delta**2 * mu**2 + beta**2, "<=", delta / 2,
        (mu**2 * (delta + 4 * beta**2) - sp.Rational(1, 2), assume(WEIGHT)),
        (16 * beta**4, squared), (beta**2 / (W * T), assume(LARGE)),
    )  # fmt: skip


@cache
def squares_absorbed() -> Fact:
    """Bound (delta^2 mu^2 + beta^2) mu times the sum of lambda_t^2 by delta mu/2 times it."""
    sign = rule.scale(rule.sum_over(rule.square(lam(t)), t, ONE, T), mu)
    return rule.scale(parameters(), mu * squares, sign)


def combined(excess: sp.Expr, summed: Fact, learned: Fact, slack: sp.Expr) -> Fact:
    """Add both regrets to `over_windows`; the parameters let the sum of lambda_t^2 go."""
    left = total(excess) + fixed * total(g(t)) - delta * mu / 2 * T * fixed**2
    start = learned.rhs - (beta**2 * mu * T + beta**2 * mu * squares)
    right = sum(bound(slack=slack).values(), fixed**2 / (2 * mu)) - R**2 / mu + start
    parts = (summed, learned, dual.regret(), squares_absorbed())
    return rule.under(rule.conclude(left, "<=", right, *parts), T - W)


def as_published(sharp: Fact, given: sp.Expr) -> Fact:
    """Give the halves away, given/(2 mu) in all, for the constants that the paper has."""
    spare = rule.nonnegative(given / (2 * mu))
    right = sharp.rhs + sp.expand(spare.rhs) - fixed**2 / mu
    return rule.conclude(sharp.lhs - fixed**2 / mu, "<=", right, sharp, spare)


@cache
def summed() -> Fact:
    """Sum the rounds of the weighted feedback over the windows."""
    return over_windows(benchmark, climb.weighted_round(), learners.edge(WEIGHTED), climb.slack)


@cache
def sharp() -> Fact:
    """Lemma 4.3 for the weighted feedback, with its halves."""
    found = combined(benchmark, summed(), learners.average(WEIGHTED), climb.slack)
    return found.named("Lemma 4.3, repaired, with its halves")


@cache
def repaired() -> Fact:
    """Lemma 4.3 for the weighted feedback."""
    return as_published(sharp(), R**2 + fixed**2).named("Lemma 4.3, repaired")


@cache
def any_learner() -> Fact:
    """Lemma 4.3 for the weighted feedback and any learner with the regret that the paper cites."""
    learned = learners.regret(WEIGHTED, assume(learners.cited(WEIGHTED)))
    found = as_published(combined(benchmark, summed(), learned, climb.slack), fixed**2)
    return found.named("Lemma 4.3, repaired, any learner")


@cache
def half_sharp() -> Fact:
    """Lemma 4.3 for the published feedback and half of the benchmark, with its halves."""
    windowed = over_windows(
        half_benchmark, climb.published_round(), learners.edge(ONE), climb.slack
    )
    found = combined(half_benchmark, windowed, learners.average(ONE), climb.slack)
    return found.named("Lemma 4.3 for 1/2, with its halves")


@cache
def half() -> Fact:
    """Show that the published algorithm has the same bound against half of the benchmark."""
    return as_published(half_sharp(), R**2 + fixed**2).named("Lemma 4.3 for 1/2")


def prove() -> dict[str, Fact]:
    """Prove Lemma 4.3, repaired, and what the published algorithm guarantees."""
    return {
        "lemma-4.3-parameters": parameters(),
        "lemma-4.3-sharp": sharp(),
        "lemma-4.3-repaired": repaired(),
        "lemma-4.3-any-learner": any_learner(),
        "lemma-4.3-half-sharp": half_sharp(),
        "lemma-4.3-half": half(),
    }
