"""Counting windows, and telescoping: identities between sums, which rest on no assumption.

`a` is any function of the round; use `rule.instance(fact, {a: sp.Lambda(t, ...)})`.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Fact
from osphg.proofs.paper.symbols import T, W, i, t, tau

a = sp.Function("a", real=True)
b = sp.Function("b", real=True)
n = sp.Symbol("n", integer=True)  # a length of windows


def windowed(term: sp.Expr) -> sp.Sum:
    """Sum of term(t + tau) over tau = 0..W-1, over all windows t = 1..T-W+1."""
    inner = sp.Sum(term.subs(t, t + tau), (tau, 0, W - 1))
    return sp.Sum(inner, (t, 1, T - W + 1))


def over_rounds(term: sp.Expr) -> sp.Sum:
    """Sum of term(t) over all rounds."""
    return sp.Sum(term, (t, 1, T))


def edges(term: sp.Expr) -> sp.Expr:
    """Return what the windows miss: sum over i = 1..W-1 of (W-i) (term(i) + term(T-i+1))."""
    return sp.Sum((W - i) * (term.subs(t, i) + term.subs(t, T - i + 1)), (i, 1, W - 1))


@cache
def longer_window() -> Fact:
    """Windows of length W + 1 against those of length W: one more round, one window fewer."""
    longer = windowed(a(t)).subs(W, W + 1)
    one_more = rule.sum_over(
        rule.split(sp.Sum(a(t + tau), (tau, 0, W)), W - 1), t, sp.Integer(1), T - W
    )
    # sympy merges nested sums: split a sum of b(t), then say that b(t) is a window's sum
    any_summand = rule.split(sp.Sum(b(t), (t, 1, T - W + 1)), T - W)
    one_window = sp.Lambda(t, sp.Sum(a(t + tau), (tau, 0, W - 1)))
    all_windows = rule.instance(any_summand, {b: one_window})
    last_window = rule.shift(sp.Sum(a(T - W + 1 + tau), (tau, 0, W - 1)), T - W + 1)
    new_rounds = rule.shift(sp.Sum(a(t + W), (t, 1, T - W)), W)
    right = windowed(a(t)) + sp.Sum(a(t), (t, W + 1, T)) - sp.Sum(a(t), (t, T - W + 1, T))
    return rule.conclude(
        longer, "=", right, one_more, (-1, all_windows), (-1, last_window), new_rounds
    )


@cache
def counting() -> Fact:
    """All windows together hold each round W times, but for the edges: 1 <= W <= T.

    The induction runs over a length n that may be any integer, and W is put for it at the end.
    """
    claim = (windowed(a(t)), "=", W * over_rounds(a(t)) - edges(a(t)))

    def step(hypothesis: Fact) -> Fact:
        longer = rule.instance(longer_window(), {W: n}, (n - 1,))
        new_edge = rule.split(sp.Sum((n + 1 - i) * (a(i) + a(T - i + 1)), (i, 1, n)), n - 1)
        heads = rule.split(over_rounds(a(t)), n)
        head_edge = rule.split(sp.Sum(a(t), (t, 1, n)), n - 1)
        tails = rule.reflect(sp.Sum(a(t), (t, T - n + 1, T)))
        tail_edge = rule.shift(tails.rhs, n - T)
        last_tail = rule.split(tail_edge.rhs, n - 1)
        return rule.conclude(
            claim[0].subs(W, n + 1), "=", claim[2].subs(W, n + 1),
            hypothesis, longer, new_edge, (-1, heads), (-1, head_edge),
            (-1, tails), (-1, tail_edge), (-1, last_tail),
        )  # fmt: skip

    base = rule.identity(claim[0].subs(W, 1), claim[2].subs(W, 1))
    of_any = (claim[0].subs(W, n), "=", claim[2].subs(W, n))
    counted = rule.induction(n, sp.Integer(1), of_any, base, step, last=T)
    return rule.instance(counted, {n: W}).named("window counting")


@cache
def telescoping() -> Fact:
    """Sum a(i) - a(i+1) over i = 1..T: it is a(1) - a(T+1).

    >>> telescoping().rhs
    a(1) - a(T + 1)
    """
    moved = rule.shift(sp.Sum(a(i + 1), (i, 1, T)), sp.Integer(1))
    whole = sp.Sum(a(i), (i, 1, T + 1))
    left = sp.Sum(a(i) - a(i + 1), (i, 1, T))
    return rule.conclude(
        left, "=", a(1) - a(T + 1), (-1, moved), (-1, rule.split(whole, T)),
        rule.split(whole, sp.Integer(1)),
    ).named("telescoping")  # fmt: skip


def edge_bound(fact: Fact, level: sp.Expr, slope: sp.Expr) -> Fact:
    """From term(t) <= level + slope (t-1) bound edges(term) by W(W-1)/2 (2 level + slope (T-1))."""
    first = rule.instance(fact, {t: i})
    last = rule.instance(fact, {t: T - i + 1})
    both = rule.under(rule.add(first, last), i - 1, W - 1 - i, T - W)
    summed = rule.sum_over(rule.scale(both, W - i), i, sp.Integer(1), W - 1)
    bound = W * (W - 1) / 2 * (2 * level + slope * (T - 1))
    return rule.restate(summed, edges(fact.lhs), "<=", bound)


def prove() -> dict[str, Fact]:
    """Prove both identities."""
    return {"window-counting": counting(), "telescoping": telescoping()}
