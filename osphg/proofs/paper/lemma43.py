"""Lemma 4.3: where the published proof breaks, the repaired feedback, and what survives for 1/2.

The derivation is one for both feedbacks. It starts from an inequality of a single round,

    excess(t) + lambda_t g_t(x_t) <= lambda_t g_t(x*) + (1/K) sum_k payoff_k(t) + L R^2/(2K),

with excess (1 - 1/e) f_t(x*) - f_t(x_t) for the weighted feedback and f_t(x*) - 2 f_t(x_t) for the
published one, and sums it over all windows.
"""

from __future__ import annotations

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume, sums
from osphg.proofs.paper import climb, dual, learners, lemma41, lemma42, windows
from osphg.proofs.paper.climb import WORTH, f, fs, mean, payoff
from osphg.proofs.paper.dual import fixed, squares
from osphg.proofs.paper.symbols import (
    FEASIBLE,
    G_ABOVE,
    F,
    G,
    K,
    L,
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


def total(term: sp.Expr) -> sp.Sum:
    """Return the sum over all rounds."""
    return sp.Sum(term, (t, 1, T))


def bound(sharp: bool = False) -> dict[str, sp.Expr]:
    """Return the right side of Lemma 4.3 by its terms; `sharp` with R^2/(2 mu) for R^2/mu."""
    return {
        "edges": (F + beta * R) * (W - 1),
        "edges, multiplier": G / 2 * (G + beta * R) * mu * (W - 1) * (T - 1),
        "start": R**2 / (2 * mu if sharp else mu),
        "steps": (G**2 + beta**2) * mu * T,
        "windows": G**2 * mu * (W - 1) * (T - W + 1),
        "climb": L * R**2 / (2 * K) * (T - W + 1),
    }


def all_windows(one_round: Fact) -> Fact:
    """Sum a round's inequality over all windows."""
    moved = rule.instance(one_round, {t: t + tau})
    moved = rule.under(moved, t - 1, T - W + 1 - t, tau, W - 1 - tau)
    window = sums.sum_over(moved, tau, sp.Integer(0), W - 1)
    window = rule.under(window, t - 1, T - W + 1 - t)
    return sums.sum_over(window, t, ONE, T - W + 1)


def counted(counting: Fact, term: sp.Expr) -> Fact:
    """Count a term over all windows: W times its sum, but for the edges."""
    return rule.instance(counting, {windows.a: sp.Lambda(t, term)})


def edge_excess(excess: sp.Expr) -> Fact:
    """Bound (a) at the edges by F W (W-1)."""
    share = rule.nonnegative(sp.exp(-1))
    surplus = assume(EARNED)
    if excess == benchmark:
        surplus = rule.scale(assume(WORTH), share.rhs)
    one = rule.conclude(excess, "<=", F, assume(RANGE), surplus)
    return windows.edge_bound(one, F, sp.Integer(0))


def edge_spending() -> Fact:
    """Bound (b) at the edges by G^2 mu W (W-1) (T-1)/2."""
    size = rule.conclude(g(t), "<=", G, rule.absolute(g(t)), assume(G_ABOVE))
    grown = rule.instance(lemma41.growth(), {t: t - 1})
    one = rule.conclude(
        lam(t) * g(t), "<=", mu * G**2 * (t - 1),
        rule.scale(size, lam(t), lemma41.nonnegative()), (G, grown),
    )  # fmt: skip
    return windows.edge_bound(rule.under(one, t - 1, T - t), sp.Integer(0), mu * G**2)


def benchmark_spending() -> Fact:
    """Bound (c): Lemma 4.2 in every window, and x* is within the budget of each."""
    window = sp.Sum(lam(t + tau) * gs(t + tau), (tau, 0, W - 1))
    saved = rule.scale(assume(FEASIBLE), lam(t), lemma41.nonnegative())
    right = G**2 * mu * W * (W - 1)
    one = rule.conclude(window, "<=", right, lemma42.repaired(), saved)
    one = rule.under(one, t - 1, T - W + 1 - t)
    return sums.sum_over(one, t, ONE, T - W + 1)


def over_windows(excess: sp.Expr, weight: sp.Expr, one_round: Fact) -> Fact:
    """Combine (a) to (d) and divide by W: what the learners' regret leaves of the excess."""
    learned = mean(payoff(weight))
    missed = windows.edge_bound(learners.edge(weight), beta * R, beta * R * mu * G)
    terms, counting = bound(), windows.counting()
    right = total(learned) + sum(
        (terms[name] for name in ("edges", "edges, multiplier", "windows", "climb")), sp.Integer(0)
    )
    parts = [
        all_windows(one_round), rule.scale(counted(counting, excess), -1),
        rule.scale(counted(counting, lam(t) * g(t)), -1), counted(counting, learned),
        edge_excess(excess), edge_spending(), missed, benchmark_spending(),
    ]  # fmt: skip
    return rule.conclude(
        total(excess) + total(lam(t) * g(t)), "<=", right, *((1 / W, part) for part in parts)
    )


def parameters() -> Fact:
    """delta^2 mu^2 + beta^2 <= delta/2, if W T >= 16 R^2."""
    root = R / (beta * sp.sqrt(W * T))
    squared = rule.conclude(mu**2, "=", root**2, (mu, assume(STEP)), (root, assume(STEP)))
    return rule.conclude(
        delta**2 * mu**2 + beta**2, "<=", delta / 2,
        (mu**2 * (delta + 4 * beta**2) - sp.Rational(1, 2), assume(WEIGHT)),
        (16 * beta**4, squared), (beta**2 / (W * T), assume(LARGE)),
    )  # fmt: skip


def combined(excess: sp.Expr, weight: sp.Expr, summed: Fact, learner: Fact) -> Fact:
    """Add both regrets to `over_windows`; the parameters let the sum of lambda_t^2 go."""
    learned = learners.regret(weight, learner)
    sign = rule.scale(sums.sum_over(rule.square(lam(t)), t, ONE, T), mu)
    kept = rule.scale(parameters(), mu * squares, sign)
    left = total(excess) + fixed * total(g(t)) - delta * mu / 2 * T * fixed**2
    start = learned.rhs - (beta**2 * mu * T + beta**2 * mu * squares)
    right = sum(bound().values(), fixed**2 / (2 * mu)) - R**2 / mu + start
    found = rule.conclude(left, "<=", right, summed, learned, dual.regret(), kept)
    return rule.under(found, T - W)


def as_published(sharp: Fact, excess: sp.Expr, given: sp.Expr) -> Fact:
    """Give the halves away, for the constants that the paper has."""
    left = total(excess) + fixed * total(g(t)) - delta * mu / 2 * T * fixed**2 - fixed**2 / mu
    right = sum(bound().values(), sp.Integer(0))
    return rule.conclude(left, "<=", right, sharp, rule.nonnegative(given / (2 * mu)))


def repaired() -> tuple[Fact, Fact]:
    """Lemma 4.3 for the weighted feedback, with its halves: gradient ascent, and any learner."""
    weight = climb.w(k)
    summed = over_windows(benchmark, weight, climb.weighted_round())
    ours = combined(benchmark, weight, summed, learners.ascent(weight))
    any_learner = combined(benchmark, weight, summed, assume(learners.cited(weight)))
    return ours, as_published(any_learner, benchmark, fixed**2)


def published() -> Fact:
    """Show that the published algorithm has the same bound against half of the benchmark."""
    summed = over_windows(half_benchmark, ONE, climb.published_round())
    return combined(half_benchmark, ONE, summed, learners.ascent(ONE))


def prove() -> dict[str, Fact]:
    """Prove Lemma 4.3, repaired, and what the published algorithm guarantees."""
    given = R**2 + fixed**2
    (weighted, any_learner), half = repaired(), published()
    ours = as_published(weighted, benchmark, given)
    halved = as_published(half, half_benchmark, given)
    return {
        "lemma-4.3-parameters": parameters(),
        "lemma-4.3-sharp": weighted.named("Lemma 4.3, repaired, with its halves"),
        "lemma-4.3-repaired": ours.named("Lemma 4.3, repaired"),
        "lemma-4.3-any-learner": any_learner.named("Lemma 4.3, repaired, any learner"),
        "lemma-4.3-half-sharp": half.named("Lemma 4.3 for 1/2, with its halves"),
        "lemma-4.3-half": halved.named("Lemma 4.3 for 1/2"),
    }
