"""A virtual queue, [Q_t + g_t(x_{t+1})]_+, and what a benchmark with windows spends of it.

The comparator is x*. q windows of W rounds are laid end to end, the last of which ends with round
T; before them are T - q W rounds, fewer than W. What is said of the queue is said of all integers
t: before round 1 and after round T one may think of empty rounds, with f_t = 0 and p_t = 0, in
which the queue is empty, or shrinks by B_T/T <= G until it is.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import maxima
from osphg.proofs.paper.lemma43 import ONE
from osphg.proofs.paper.symbols import G, T, W, gs, t, tau

q = sp.Symbol("q", integer=True, nonnegative=True)  # how many windows
j = sp.Symbol("j", integer=True)  # number of a window, from 0, counted from the end
n = sp.Symbol("n", integer=True)  # rounds before a window
Q = sp.Function("Q", real=True)
later = sp.Function("g^+", real=True)  # g_t(x_{t+1})
ZERO, HALF = sp.Integer(0), sp.Rational(1, 2)

QUEUE = Assumption(
    "queue", Q(t + 1), "=", sp.Max(0, Q(t) + later(t)), (t,), (), "definition"
)  # fmt: skip
EMPTY = Assumption("Q_1 = 0", Q(1), "=", ZERO, source="definition")
LATER = Assumption("|g_t(x_{t+1})| <= G", sp.Abs(later(t)), "<=", G, (t,), (), "section 3.2")
STAR = Assumption("|g_t(x*)| <= G", sp.Abs(gs(t)), "<=", G, (t,), (), "section 3.2")
KEPT = Assumption(
    "x* keeps the budget of window j", sp.Sum(gs(T - (j + 1) * W + tau), (tau, 1, W)), "<=", ZERO,
    (j,), (j, q - 1 - j), "x* is in X_W, section 3.1",
)  # fmt: skip
head = T - q * W  # rounds before the windows
FEWER = (head, W - 1 - head)  # 0 <= head <= W - 1: this says which q


@cache
def lengthened() -> Fact:
    """Q_t + g_t(x_{t+1}) <= Q_{t+1}."""
    x = Q(t) + later(t)
    return rule.conclude(x, "<=", Q(t + 1), maxima.at_least(x), (-1, assume(QUEUE)))


@cache
def nonnegative() -> Fact:
    """0 <= Q_t: it is a maximum with 0."""
    sign = rule.nonnegative(sp.Max(0, Q(t) + later(t)))
    following = rule.conclude(ZERO, "<=", Q(t + 1), sign, (-1, assume(QUEUE)))
    return rule.instance(following, {t: t - 1}).named("the queue is not negative")


@cache
def slow() -> tuple[Fact, Fact]:
    """Q_{t+1} - Q_t <= G, and Q_t - Q_{t+1} <= G."""
    above = rule.conclude(later(t), "<=", G, rule.absolute(later(t)), assume(LATER))
    below = rule.conclude(-later(t), "<=", G, rule.absolute(-later(t)), assume(LATER))
    x = rule.conclude(Q(t) + later(t), "<=", Q(t) + G, above)
    sign = rule.conclude(ZERO, "<=", Q(t) + G, nonnegative(), rule.nonnegative(G))
    rise = rule.conclude(Q(t + 1) - Q(t), "<=", G, maxima.at_most(x, sign), assume(QUEUE))
    fall = rule.conclude(Q(t) - Q(t + 1), "<=", G, lengthened(), below)
    return rise, fall


@cache
def drift() -> Fact:
    """Q_{t+1}^2/2 - Q_t^2/2 <= Q_t g_t(x_{t+1}) + G^2/2."""
    x = Q(t) + later(t)
    closer = rule.conclude(sp.Max(0, x) ** 2, "<=", x**2, (sp.Abs(x) / 2, rule.absolute(x)))
    turned = rule.restate(assume(QUEUE), sp.Max(0, x), "=", Q(t + 1))
    size = sp.Abs(later(t))
    square = rule.conclude(size**2, "<=", G**2, (size + G, assume(LATER)))
    found = rule.conclude(
        Q(t + 1) ** 2 / 2 - Q(t) ** 2 / 2, "<=", Q(t) * later(t) + G**2 / 2,
        (HALF, rule.substitute(closer, turned)), (HALF, square),
    )  # fmt: skip
    return found.named("the drift of the queue")


@cache
def growth() -> Fact:
    """Q_t <= G (t - 1)."""
    base = rule.restate(assume(EMPTY), Q(1), "<=", ZERO)

    def step(hypothesis: Fact) -> Fact:
        return rule.conclude(Q(t + 1), "<=", G * t, hypothesis, slow()[0])

    return rule.induction(t, ONE, (Q(t), "<=", G * (t - 1)), base, step)


@cache
def within_window() -> tuple[Fact, Fact]:
    """Q_{n+tau} - Q_{n+1} <= G (tau - 1), and Q_{n+1} - Q_{n+tau} <= G (tau - 1)."""
    first = Q(n + 1)

    def one(sign: int) -> Fact:
        def step(hypothesis: Fact) -> Fact:
            way = slow()[0] if sign > 0 else slow()[1]
            further = rule.instance(way, {t: n + tau})
            return rule.conclude(
                sign * (Q(n + tau + 1) - first), "<=", G * tau, hypothesis, further
            )

        claim = (sign * (Q(n + tau) - first), "<=", G * (tau - 1))
        base = rule.identity(sign * (Q(n + 1) - first), G * (ONE - 1))
        return rule.induction(tau, ONE, claim, base, step)

    return one(1), one(-1)


@cache
def star_within() -> tuple[Fact, Fact]:
    """0 <= G - g_t(x*), and 0 <= G + g_t(x*)."""
    above, below = (
        rule.conclude(ZERO, "<=", G - sign * gs(t), rule.absolute(sign * gs(t)), assume(STAR))
        for sign in (1, -1)
    )
    return above, below


@cache
def in_window() -> Fact:
    """Sum of Q g(x*) over a window after n rounds: at most Q_{n+1} sum g(x*) + G^2 W (W-1)/2."""
    at = n + tau
    turn, star = Q(at) - Q(n + 1), gs(at)
    rise, fall = within_window()
    above, below = (rule.instance(side, {t: at}) for side in star_within())
    # 2 (D G - turn star) = (D - turn)(G + star) + (D + turn)(G - star), with D = G (tau - 1)
    product = rule.conclude(
        turn * star, "<=", G**2 * (tau - 1),
        (HALF, rule.scale(rise, G + star, below)), (HALF, rule.scale(fall, G - star, above)),
    )  # fmt: skip
    summed = rule.sum_over(product, tau, ONE, W)
    left = sp.Sum(Q(at) * star, (tau, 1, W)) - Q(n + 1) * sp.Sum(star, (tau, 1, W))
    return rule.conclude(left, "<=", G**2 * W * (W - 1) / 2, summed)


@cache
def before_windows() -> Fact:
    """Sum of Q_t g_t(x*) before the windows, where the queue is short: <= G^2 (W - 1) head/2."""
    term = Q(t) * gs(t)
    grown = rule.conclude(
        term, "<=", G**2 * (t - 1), rule.scale(star_within()[0], Q(t), nonnegative()), (G, growth())
    )  # fmt: skip
    fewer = rule.scale(rule.nonnegative(FEWER[1], FEWER), head)
    return rule.conclude(
        sp.Sum(term, (t, 1, head)), "<=", G**2 * (W - 1) * head / 2,
        rule.sum_over(grown, t, ONE, head), (G**2 / 2, fewer),
        (G**2 / 2, rule.nonnegative(head, FEWER)),
    )  # fmt: skip


@cache
def spending() -> Fact:
    """Sum of Q_t g_t(x*) over all rounds: at most G^2 (W - 1) T/2."""
    term = Q(t) * gs(t)

    def last(windows: sp.Expr) -> sp.Expr:
        return sp.Sum(term, (t, T - windows * W + 1, T))

    def step(hypothesis: Fact) -> Fact:
        before = T - (j + 1) * W
        more = rule.split(last(j + 1), T - j * W)
        moved = rule.shift(sp.Sum(term, (t, before + 1, before + W)), -before)
        window = rule.instance(in_window(), {n: before})
        sign = rule.instance(nonnegative(), {t: before + 1})
        saved = rule.scale(assume(KEPT), Q(before + 1), sign)
        return rule.conclude(
            last(j + 1), "<=", G**2 * (W - 1) * (j + 1) * W / 2,
            hypothesis, more, moved, window, saved,
        )  # fmt: skip

    base = rule.identity(last(ZERO), ZERO)
    claim = (last(j), "<=", G**2 * (W - 1) * j * W / 2)
    found = rule.instance(rule.induction(j, ZERO, claim, base, step, last=q), {j: q})
    parts = rule.split(sp.Sum(term, (t, 1, T)), head)
    whole = rule.conclude(
        sp.Sum(term, (t, 1, T)), "<=", G**2 * (W - 1) * T / 2, parts, before_windows(), found
    )  # fmt: skip
    return whole.named("what the benchmark spends of the queue")


def prove() -> dict[str, Fact]:
    """Prove the drift, and what a benchmark with windows spends.

    >>> prove()["queue-spending"].rhs
    G**2*T*(W - 1)/2
    """
    return {
        "queue-nonnegative": nonnegative(),
        "queue-drift": drift(),
        "queue-window": in_window(),
        "queue-spending": spending(),
    }
