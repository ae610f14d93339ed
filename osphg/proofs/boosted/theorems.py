"""Lemma 4.3 and both theorems for one oracle that is fed the boosted gradient at its own choice.

The inequality of one round is that of `boosted_round`; windows, multiplier and parameters are those
of `lemma43`, and the orders of the terms those of `theorems`.
"""

from __future__ import annotations

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.boosted.one_round import (
    CAUCHY_D,
    CAUCHY_U,
    EXACT,
    QUADRATURE,
    STEEP,
    STEEP_U,
    ascent,
    edge,
    exact,
    gap,
    kappa,
    left_gap,
    mass,
    payoff,
    payoff_square,
    priced,
    used,
)
from osphg.proofs.kernel import Fact, assume, sums
from osphg.proofs.paper import climb, dual, lemma43, theorems, windows
from osphg.proofs.paper.dual import fixed, squares
from osphg.proofs.paper.lemma43 import ONE, benchmark, bound, total
from osphg.proofs.paper.symbols import F, G, L, R, T, W, beta, delta, g, lam, mu, t


def terms(climbed: bool = False) -> dict[str, sp.Expr]:
    """Return the right side of Lemma 4.3 by its terms, without the last one unless `climbed`."""
    return {name: term for name, term in bound().items() if climbed or name != "climb"}


def over_windows(one_round: Fact, slope: sp.Expr, edges: Fact, climbed: bool) -> Fact:
    """Combine the windows as `lemma43.over_windows`, for one oracle."""
    counting, parts = windows.counting(), terms(climbed)
    for name in ("start", "steps"):
        del parts[name]
    pieces = [
        lemma43.all_windows(one_round),
        rule.scale(lemma43.counted(counting, benchmark), -1),
        rule.scale(lemma43.counted(counting, lam(t) * g(t)), -1),
        lemma43.counted(counting, payoff(slope)),
        lemma43.edge_excess(benchmark), lemma43.edge_spending(),
        windows.edge_bound(edges, beta * R, beta * R * mu * G), lemma43.benchmark_spending(),
    ]  # fmt: skip
    return rule.conclude(
        total(benchmark) + total(lam(t) * g(t)), "<=",
        total(payoff(slope)) + sum(parts.values(), sp.Integer(0)),
        *((1 / W, piece) for piece in pieces),
    )  # fmt: skip


def combined(summed: Fact, slope: sp.Expr, climbed: bool) -> Fact:
    """Add both regrets; the noise stays, as a sum over all rounds."""
    sizes = sums.sum_over(payoff_square(), t, ONE, T)
    sign = rule.scale(sums.sum_over(rule.square(lam(t)), t, ONE, T), mu)
    kept = rule.scale(lemma43.parameters(), mu * squares, sign)
    left = total(benchmark) + fixed * total(g(t)) - delta * mu / 2 * T * fixed**2
    spare = (R**2 + fixed**2) / (2 * mu)
    right = sum(terms(climbed).values(), total(slope - used)) + fixed**2 / mu
    found = rule.conclude(
        left - fixed**2 / mu, "<=", right - fixed**2 / mu, summed, ascent(), (mu / 2, sizes),
        dual.regret(), kept, rule.nonnegative(spare),
    )  # fmt: skip
    return rule.under(found, T - W)


def with_noise() -> Fact:
    """Lemma 4.3 for any u_t: the sum of <grad F_t(x_t) - u_t, x* - x_t> is added."""
    one_round = priced(gap(), exact, sp.Integer(0))
    summed = over_windows(one_round, exact, edge(exact, STEEP, CAUCHY_D), False)
    return combined(summed, exact, False)


def boosted(lemma: Fact) -> Fact:
    """Lemma 4.3 for the boosted gradient itself, from `with_noise`."""
    silent = sums.sum_over(assume(EXACT), t, ONE, T)
    return rule.conclude(lemma.lhs, "<=", sum(terms().values(), sp.Integer(0)), lemma, (-1, silent))


def quadrature(lemma: Fact) -> Fact:
    """Lemma 4.3 for a rule of positive weights, from `with_noise`: kappa L R^2 T more."""
    loud = sums.sum_over(assume(QUADRATURE), t, ONE, T)
    right = sum(terms().values(), kappa * L * R**2 * T)
    return rule.conclude(lemma.lhs, "<=", right, lemma, loud)


def left_nodes() -> Fact:
    """Lemma 4.3 for K left nodes, from the climb alone: L R^2/(2K) more in each window."""
    one_round = priced(left_gap(), used, climb.slack)
    summed = over_windows(one_round, used, edge(used, STEEP_U, CAUCHY_U), True)
    return combined(summed, used, True)


constant = theorems.constant - theorems.COEFFICIENTS["climb"]  # A without its last term


def orders() -> list[Fact]:
    """Bound every term of `boosted` by its coefficient times sqrt(W T)."""
    return [fact for name, fact in theorems.orders().items() if name != "climb"]


def regret(lemma: Fact) -> Fact:
    """Theorem 4.1: A sqrt(W T) for any number of gradients per round."""
    at_zero = rule.instance(lemma, {fixed: sp.Integer(0)})
    at_zero = rule.restate(at_zero, total(benchmark), "<=", sum(terms().values(), sp.Integer(0)))
    return rule.conclude(total(benchmark), "<=", constant * theorems.root, at_zero, *orders())


def violation_square(lemma: Fact) -> Fact:
    """Theorem 4.2, squared: `lemma` at lambda = [C_T]_+/d, and R_T >= -F T."""
    d, worst, root = theorems.d, theorems.violation, theorems.root
    low = theorems.worst_regret(benchmark, mass, 1)
    chosen = rule.instance(lemma, {fixed: worst / d}, (worst / d,))
    positive = rule.identity(worst * total(g(t)), worst**2)
    level = F + constant
    inside = rule.conclude(
        F * T + sum(terms().values(), sp.Integer(0)), "<=", level * T,
        *orders(), (constant, theorems.root_below_horizon()),
    )  # fmt: skip
    return rule.conclude(
        worst**2, "<=", (8 * beta * R + 4 * beta / R) * level * root * T,
        (2 * d, chosen), (2 * d, low), (-2, positive),
        (-(worst**2) / d, assume(theorems.SUM)), (2 * d, inside),
        (level * T, theorems.scale_of_square()),
    )  # fmt: skip


def violation(short: Fact) -> Fact:
    """Theorem 4.2: x^2 <= y^2 gives x <= y for x >= 0 and y > 0."""
    level = (8 * beta * R + 4 * beta / R) * (F + constant)
    y = sp.sqrt(level) * sp.root(W, 4) * sp.root(T, 4) ** 3
    worst = theorems.violation
    return rule.restate(rule.scale(short, 1 / (worst + y)), worst, "<=", y)


def prove() -> dict[str, Fact]:
    """Prove the gap, Lemma 4.3 and both theorems for one oracle with the boosted gradient."""
    noisy = with_noise()
    lemma = boosted(noisy)
    squared = violation_square(lemma)
    return {
        "boosted-gap": gap().named("the boosted gradient"),
        "boosted-left-gap": left_gap().named("K left nodes"),
        "boosted-square": payoff_square(),
        "boosted-learner": ascent(),
        "boosted-lemma": lemma.named("Lemma 4.3, boosted"),
        "boosted-lemma-noise": noisy.named("Lemma 4.3, boosted, with noise"),
        "boosted-lemma-quadrature": quadrature(noisy).named("Lemma 4.3, boosted, by quadrature"),
        "boosted-lemma-left": left_nodes().named("Lemma 4.3, boosted, K left nodes"),
        "boosted-4.1": regret(lemma).named("Theorem 4.1, boosted"),
        "boosted-4.2-square": squared.named("Theorem 4.2, boosted, squared"),
        "boosted-4.2": violation(squared).named("Theorem 4.2, boosted"),
    }
