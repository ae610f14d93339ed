"""Lemma 4.3 and both theorems for one oracle that is fed the boosted gradient at its own choice.

The inequality of one round is that of `one_round`; all the rest is that of `paper.lemma43` and
`paper.theorems`.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.boosted.one_round import (
    CAUCHY_D,
    CAUCHY_U,
    EXACT,
    QUADRATURE,
    STEEP_U,
    ascent,
    edge,
    exact,
    gap,
    kappa,
    left_gap,
    mass,
    noise,
    payoff,
    payoff_square,
    priced,
    steep,
    used,
)
from osphg.proofs.kernel import Fact, assume
from osphg.proofs.paper import climb, lemma43, theorems
from osphg.proofs.paper.dual import fixed, squares
from osphg.proofs.paper.lemma43 import ONE, benchmark, bound, total
from osphg.proofs.paper.symbols import L, R, T, beta, mu, t

ZERO = sp.Integer(0)  # what a round loses by finite steps: there are none


@cache
def learned() -> Fact:
    """Regret of the oracle under what it is fed, as that of the learners in `lemma43`."""
    sizes = rule.sum_over(payoff_square(), t, ONE, T)
    right = R**2 / (2 * mu) + beta**2 * mu * T + beta**2 * mu * squares
    return rule.conclude(total(payoff(used)), "<=", right, ascent(), (mu / 2, sizes))


def _lemma(one_round: Fact, edges: Fact, regret: Fact, slack: sp.Expr) -> Fact:
    summed = lemma43.over_windows(benchmark, one_round, edges, slack)
    sharp = lemma43.combined(benchmark, summed, regret, slack)
    return lemma43.as_published(sharp, R**2 + fixed**2)


@cache
def with_noise() -> Fact:
    """Lemma 4.3 for any u_t: the sum of <grad F_t(x_t) - u_t, x* - x_t> is added."""
    noisy = rule.conclude(
        total(payoff(exact)), "<=", learned().rhs + total(noise), learned()
    )  # fmt: skip
    found = _lemma(priced(gap(), exact, ZERO), edge(exact, steep(), CAUCHY_D), noisy, ZERO)
    return found.named("Lemma 4.3, boosted, with noise")


@cache
def boosted() -> Fact:
    """Lemma 4.3 for the boosted gradient itself."""
    silent = rule.sum_over(assume(EXACT), t, ONE, T)
    right = sum(bound(slack=ZERO).values(), ZERO)
    found = rule.conclude(with_noise().lhs, "<=", right, with_noise(), (-1, silent))
    return found.named("Lemma 4.3, boosted")


@cache
def quadrature() -> Fact:
    """Lemma 4.3 for a rule of positive weights: kappa L R^2 T more."""
    loud = rule.sum_over(assume(QUADRATURE), t, ONE, T)
    right = sum(bound(slack=ZERO).values(), kappa * L * R**2 * T)
    found = rule.conclude(with_noise().lhs, "<=", right, with_noise(), loud)
    return found.named("Lemma 4.3, boosted, by quadrature")


@cache
def left_nodes() -> Fact:
    """Lemma 4.3 for K left nodes, from the climb alone: L R^2/(2K) more in each window."""
    one_round = priced(left_gap(), used, climb.slack)
    found = _lemma(one_round, edge(used, assume(STEEP_U), CAUCHY_U), learned(), climb.slack)
    return found.named("Lemma 4.3, boosted, K left nodes")


@cache
def both() -> theorems.Theorems:
    """Prove both theorems, for any number of gradients per round."""
    return theorems.both(boosted(), benchmark, mass, 1, ZERO)


def regret() -> Fact:
    """Theorem 4.1 for one oracle."""
    return both().regret.named("Theorem 4.1, boosted")


def violation() -> Fact:
    """Theorem 4.2 for one oracle."""
    return both().violation.named("Theorem 4.2, boosted")


def prove() -> dict[str, Fact]:
    """Prove the gap, Lemma 4.3 and both theorems for one oracle with the boosted gradient."""
    return {
        "boosted-gap": gap(),
        "boosted-left-gap": left_gap(),
        "boosted-square": payoff_square(),
        "boosted-learner": ascent(),
        "boosted-lemma": boosted(),
        "boosted-lemma-noise": with_noise(),
        "boosted-lemma-quadrature": quadrature(),
        "boosted-lemma-left": left_nodes(),
        "boosted-4.1": regret(),
        "boosted-4.2-square": both().violation_square.named("Theorem 4.2, boosted, squared"),
        "boosted-4.2": violation(),
    }
