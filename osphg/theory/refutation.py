"""Linear regret of the published algorithm on the decoy game: Theorem 4.1 does not hold for it.

The goods z (free), e (the decoy) and o enter through numbers: coordinates of the choices and of the
path, values and slopes of q. Taken for granted are the definitions of game and comparator, what is
said of q (concave; its slope; its top), the steps of Algorithm 2, that projection is nonexpansive,
and the tuning. All steps (1)-(7) of the proof are derived from them. Signs of three constants are
signs of symbols: eta = 1 - Q tau > 0, P > 0, and gap = ell - rho > 0 (`level`: it is at least
Q tau (1 - tau) - rho, which the definition of the game has positive). As the kernel has no
distinction of cases, N_0 <= T and T <= N_0 are two facts with the same right side.
"""

from __future__ import annotations

import sympy as sp

from osphg.theory import cases, dual, lemma43, sums, windows
from osphg.theory import kernel as rule
from osphg.theory.climb import f, fs, mean
from osphg.theory.dual import fixed as ell
from osphg.theory.dual import squares
from osphg.theory.kernel import Assumption, Fact, assume
from osphg.theory.symbols import G, K, T, beta, delta, g, i, k, lam, mu, t

ZERO, ONE = sp.Integer(0), sp.Integer(1)
Q, w, rho, P, share, eta = sp.symbols("Q w rho P tau eta", positive=True)
gap = sp.Symbol("gap", positive=True)  # ell - rho
a = sp.Symbol("a", real=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
N0 = sp.Symbol("N_0", integer=True, positive=True)
vz, ve, vo, z, e, q, slope, o, u = (
    sp.Function(name, real=True) for name in ("vz", "ve", "vo", "z", "e", "q", "q'", "o", "u")
)
_k = "_{{{0}}}^{{({1})}}"
NAMES = {
    **{"z": "z" + _k, "e": "e" + _k, "q": f"q(e{_k})", "q'": f"q'(e{_k})", "ell": r"\ell"},
    **{f"v{x}": rf"v_{{{{{x}, {{0}}}}}}^{{{{({{1}})}}}}" for x in "zeo"},
}

ROUND = (t - 1, T - t)
EVERY, PATH = (*ROUND, k - 1, K - k), (*ROUND, k - 1, K + 1 - k)
FIRST = (*ROUND, k - 1, m + 1 - k, K - m - 1)
GAME, ALG = "the decoy game", "Algorithm 2"


def _say(
    name: str, lhs: sp.Expr, relation: str, rhs: sp.Expr, where: tuple[sp.Expr, ...], source: str
) -> Assumption:
    over = tuple(x for x in (t, k) if any(c.has(x) for c in where))
    return Assumption(name, lhs, relation, rhs, over, where, source)


LEVEL = _say("ell is a tau", ell, "=", a * share, (), "definition")
VALUE = _say("a is Q (1 - m/K)", a, "=", Q * (1 - m / K), (), "definition")
GAP = _say("gap is ell - rho", gap, "=", ell - rho, (), "definition")
ETA = _say("eta is 1 - Q tau", eta, "=", 1 - Q * share, (), "definition")
LATE = _say("1/(eta mu) <= N_0", ONE, "<=", eta * mu * N0, (), "N_0 is 1/(eta mu), rounded up")
FLOOR = _say("m <= K tau", m, "<=", K * share, (), "m is K tau, rounded down")
CEILING = _say("K tau <= m + 1", K * share, "<=", m + 1, (), "m is K tau, rounded down")
PRICE = _say("P tau = 1", P * share, "=", ONE, (), GAME)
RANGE = _say("G is P", G, "=", P, (), GAME)
STEEP = _say("P^2 + 1 <= beta^2", P**2 + 1, "<=", beta**2, (), GAME)
TOP_ONE = _say("Q tau + Q w/2 <= 1", Q * share + Q * w / 2, "<=", ONE, (), GAME)
BEST = _say("f(x*) = 1 + rho", fs(t), "=", 1 + rho, ROUND, GAME)
UTILITY = _say(
    "f = 1 - (1 - z)(1 - q(e)) + rho o", f(t), "=",
    1 - (1 - z(t, K + 1)) * (1 - q(t, K + 1)) + rho * o(t), ROUND, GAME,
)  # fmt: skip
SPENT = _say("g = P e + o - 1", g(t), "=", P * e(t, K + 1) + o(t) - 1, ROUND, GAME)
SLOPE_LOW = _say("0 <= q'", ZERO, "<=", slope(t, k), PATH, GAME)
SLOPE_HIGH = _say("q' <= Q", slope(t, k), "<=", Q, PATH, GAME)
BEND = _say(
    "Q - Q [x - tau]_+ / w <= q'(x)", Q - Q / w * sp.Max(0, e(t, k) - share), "<=", slope(t, k),
    PATH, GAME,
)  # fmt: skip
FALLING = _say("q' falls along the path", slope(t, k + 1), "<=", slope(t, k), EVERY, GAME)
CONCAVE = _say(
    "q is concave", slope(t, k + 1) * (e(t, k + 1) - e(t, k)), "<=", q(t, k + 1) - q(t, k), EVERY,
    GAME,
)  # fmt: skip
ZERO_Q = _say("q(0) = 0", q(t, 1), "=", ZERO, ROUND, GAME)
LINE = _say("q(x) <= Q x", q(t, k), "<=", Q * e(t, k), PATH, GAME)
TOP = _say("q <= Q tau + Q w/2", q(t, k), "<=", Q * share + Q * w / 2, PATH, GAME)
Z_LOW = _say("0 <= v_z", ZERO, "<=", vz(t, k), EVERY, "X is the unit cube")
Z_HIGH = _say("v_z <= 1", vz(t, k), "<=", ONE, EVERY, "X is the unit cube")
E_LOW = _say("0 <= v_e", ZERO, "<=", ve(t, k), EVERY, "X is the unit cube")
E_HIGH = _say("v_e <= 1", ve(t, k), "<=", ONE, EVERY, "X is the unit cube")
PATH_Z = _say("z^(k) by v_z", z(t, k), "=", sp.Sum(vz(t, i), (i, 1, k - 1)) / K, PATH, ALG)
PATH_E = _say("e^(k) by v_e", e(t, k), "=", sp.Sum(ve(t, i), (i, 1, k - 1)) / K, PATH, ALG)
PLAYED = _say("o by v_o", o(t), "=", mean(vo(t, k)), ROUND, ALG)
START_Z = _say("v_z = 0 at first", vz(1, k), "=", ZERO, EVERY[2:], ALG)
START_E = _say("v_e = 0 at first", ve(1, k), "=", ZERO, EVERY[2:], ALG)
START_O = _say("v_o = 0 at first", vo(1, k), "=", ZERO, EVERY[2:], ALG)
FREE = _say(
    "ascent in v_z at price 0", vz(t + 1, k), "=", sp.Min(1, vz(t, k) + mu * (1 - q(t, k))),
    EVERY, ALG,
)  # fmt: skip
U_ONE = _say("u_k = 1, k <= m", u(k), "=", ONE, (k - 1, m - k), "definition")
U_NEXT = _say("u_k = K tau - m, k = m + 1", u(m + 1), "=", K * share - m, (), "definition")
U_ZERO = _say("u_k = 0, k > m + 1", u(k), "=", ZERO, (k - m - 2, K - k), "definition")

D = (1 - z(t, k)) * slope(t, k)  # the partial derivative of f in e at x^(k)
term = (D - a) * (u(k) - ve(t, k))
S = mean(term)
payoff = (D - lam(t) * P) * (u(k) - ve(t, k)) - (rho - lam(t)) * vo(t, k)
A = mean(payoff)
distance = (ve(t, k) - u(k)) ** 2 + vo(t, k) ** 2
direction = (D - lam(t) * P) ** 2 + (rho - lam(t)) ** 2
PROJECTED = _say(
    "projection of (v_e, v_o) is nonexpansive", distance.subs(t, t + 1), "<=",
    distance - 2 * mu * payoff + mu**2 * direction, EVERY, f"{ALG}, gradient ascent",
)  # fmt: skip
early = Q * share * (share + w + 1 / K)
total_o = sp.Sum(o(t), (t, 1, T))
budget = (
    (1 + ell**2) / (2 * mu) + mu * T * (Q**2 + rho**2 + P**2) + delta * mu / 2 * ell**2 * T
    + early * N0
)  # fmt: skip


def least(below: Fact, sign: Fact) -> Fact:
    """From x <= y and 0 <= y infer [x]_+ <= y."""
    x, y = below.lhs, below.rhs
    above = rule.conclude(x, "<=", 2 * y - x, (2, below))
    size = cases.between(above, rule.conclude(-x, "<=", 2 * y - x, (2, sign)))
    half = sp.Rational(1, 2)
    return rule.conclude(sp.Max(0, x), "<=", y, (half, size))


def mean_of(
    summand: sp.Expr, facts: tuple[Fact, Fact, Fact], sign: int
) -> list[tuple[sp.Expr, Fact]]:
    """Average over k = 1..m, m + 1 and m + 2..K; `sign` is -1 for a bound from below."""
    one, middle, last = facts
    whole = sums.split(sp.Sum(summand, (k, 1, K)), m)
    rest = sums.split(sp.Sum(summand, (k, m + 1, K)), m + 1)
    first, other = sums.sum_over(one, k, ONE, m), sums.sum_over(last, k, m + 2, K)
    parts = [(1 / K, part) for part in (first, middle, other)]
    return [*parts, (sign / K, whole), (sign / K, rest)]


def climbed(good: str) -> Fact:
    """z^(k) <= (k-1)/K, and so for e: no choice is above 1."""
    high, path = (Z_HIGH, PATH_Z) if good == "z" else (E_HIGH, PATH_E)
    one = rule.under(rule.instance(assume(high), {k: i}), *ROUND, i - 1, k - 1 - i, K + 1 - k)
    summed = sums.sum_over(one, i, ONE, k - 1)
    found = rule.conclude(path.lhs, "<=", (k - 1) / K, (1 / K, summed), assume(path))
    return rule.under(found, *PATH)


def room() -> Fact:
    """0 <= 1 - z^(k)."""
    spare = rule.scale(rule.nonnegative(K + 1 - k, (K + 1 - k,)), 1 / K)
    return rule.under(rule.conclude(ZERO, "<=", 1 - z(t, k), climbed("z"), spare), *PATH)


def started() -> Fact:
    """0 <= z^(k)."""
    one = rule.under(rule.instance(assume(Z_LOW), {k: i}), *ROUND, i - 1, k - 1 - i, K + 1 - k)
    summed = sums.sum_over(one, i, ONE, k - 1)
    found = rule.conclude(ZERO, "<=", z(t, k), (1 / K, summed), (-1, assume(PATH_Z)))
    return rule.under(found, *PATH)


def full_slope() -> Fact:
    """q'(e^(k)) >= Q for k <= m + 1, where e^(k) <= m/K <= tau."""
    behind = rule.scale(rule.nonnegative(m + 1 - k, (m + 1 - k,)), 1 / K)
    low = rule.conclude(e(t, k) - share, "<=", ZERO, climbed("e"), behind, (1 / K, assume(FLOOR)))
    flat = least(low, rule.nonnegative(ZERO))
    found = rule.conclude(Q, "<=", slope(t, k), assume(BEND), (Q / w, flat))
    return rule.under(found, *FIRST)


def free_good() -> Fact:
    """Step 1, growth: 1 - v_z^(k) <= [1 - eta mu (t-1)]_+ for k <= m."""

    def level(at: sp.Expr) -> sp.Expr:
        return sp.Max(0, 1 - eta * mu * at)

    def step(hypothesis: Fact) -> Fact:
        behind = rule.scale(rule.nonnegative(m + 1 - k, (m + 1 - k,)), Q / K)
        full = rule.conclude(
            eta, "<=", 1 - q(t, k), assume(LINE), (Q, climbed("e")), behind,
            (Q / K, assume(FLOOR)), assume(ETA),
        )  # fmt: skip
        here, kept = 1 - eta * mu * t, rule.nonnegative(level(t))
        reached = rule.conclude(here, "<=", level(t), (sp.Rational(1, 2), rule.absolute(here)))
        fall = least(
            rule.restate(reached, 1 - eta * mu * (t - 1), "<=", level(t) + eta * mu),
            rule.nonnegative(level(t) + eta * mu),
        )
        left = 1 - vz(t, k) - mu * (1 - q(t, k))
        moved = least(rule.conclude(left, "<=", level(t), hypothesis, fall, (mu, full)), kept)
        found = rule.conclude(1 - vz(t + 1, k), "<=", level(t), moved, (-1, assume(FREE)))
        return rule.under(found, t - 1, T - 1 - t, k - 1, m - k, K - m - 1)

    claim = (1 - vz(t, k), "<=", level(t - 1))
    start = rule.conclude(1 - vz(1, k), "<=", level(ZERO), (-1, assume(START_Z)))
    base = rule.under(start, k - 1, m - k, K - m - 1)
    return sums.induction(t, ONE, claim, base, step, last=T)


def free_taken() -> Fact:
    """Step 1: z^(k) >= m/K for k > m and t > N_0."""
    later = rule.scale(rule.nonnegative(t - 1 - N0, (t - 1 - N0,)), eta * mu)
    passed = rule.conclude(1 - eta * mu * (t - 1), "<=", ZERO, later, assume(LATE))
    full = rule.conclude(ONE, "<=", vz(t, k), free_good(), least(passed, rule.nonnegative(ZERO)))
    full = rule.instance(full, {k: i})
    full = rule.under(full, T - t, t - 1 - N0, i - 1, m - i, K - m - 1)
    more = rule.instance(assume(Z_LOW), {k: i})
    more = rule.under(more, *ROUND, i - m - 1, k - 1 - i, K + 1 - k, k - m - 1)
    both = sums.split(sp.Sum(vz(t, i), (i, 1, k - 1)), m)
    found = rule.conclude(
        m / K, "<=", z(t, k), (1 / K, sums.sum_over(full, i, ONE, m)),
        (1 / K, sums.sum_over(more, i, m + 1, k - 1)), (-1 / K, both), (-1, assume(PATH_Z)),
    )  # fmt: skip
    return rule.under(found, T - t, t - 1 - N0, k - m - 1, K + 1 - k, K - m - 1)


def above() -> Fact:
    """D_k >= a for k <= m + 1."""
    behind = rule.scale(rule.nonnegative(m + 1 - k, (m + 1 - k,)), Q / K)
    steep = rule.scale(full_slope(), 1 - z(t, k), room())
    found = rule.conclude(a, "<=", D, steep, (Q, climbed("z")), behind, assume(VALUE))
    return rule.under(found, *FIRST)


def below() -> Fact:
    """D_k <= a for k > m and t > N_0."""
    flat = rule.scale(assume(SLOPE_HIGH), 1 - z(t, k), room())
    found = rule.conclude(D, "<=", a, flat, (Q, free_taken()), (-1, assume(VALUE)))
    return rule.under(found, T - t, t - 1 - N0, k - m - 1, K + 1 - k, K - m - 1)


def at_next(fact: Fact, *where: sp.Expr) -> Fact:
    """Put k = m + 1."""
    return rule.under(rule.instance(fact, {k: m + 1}, (m, K - m - 1)), *where, K - m - 1)


def signs() -> tuple[Fact, Fact, Fact]:
    """Step 2, t > N_0: the terms of S are not negative, for k <= m, k = m + 1 and k > m + 1."""
    late = (T - t, t - 1 - N0)
    first = rule.conclude(
        ZERO, "<=", term, rule.scale(assume(E_HIGH), D - a, above()), (a - D, assume(U_ONE))
    )
    up = rule.conclude(
        ZERO, "<=", 1 + u(m + 1) - ve(t, m + 1), at_next(assume(E_HIGH), *ROUND),
        assume(FLOOR), (-1, assume(U_NEXT)),
    )  # fmt: skip
    high, low = at_next(above(), *ROUND), at_next(below(), *late)
    here = term.subs(k, m + 1)
    middle = rule.conclude(ZERO, "<=", here, rule.scale(high, up.rhs, up), low)
    last = rule.conclude(
        ZERO, "<=", term, rule.scale(below(), ve(t, k), assume(E_LOW)), (a - D, assume(U_ZERO))
    )
    return (
        rule.under(first, *late, k - 1, m - k, K - m - 1),
        rule.under(middle, *late, K - m - 1),
        rule.under(last, *late, k - m - 2, K - k, K - m - 1),
    )


def late_sum() -> Fact:
    """Step 2: S_t >= 0 for t > N_0."""
    found = rule.conclude(ZERO, "<=", S, *mean_of(term, signs(), -1))
    return rule.under(found, T - t, t - 1 - N0, K - m - 1)


def spent_on_decoy() -> Fact:
    """(1/K) sum_k q'(e^(k)) v_e^(k) <= q(e_t) + Q/K: q' falls, and telescopes."""
    longer = sums.split(sp.Sum(ve(t, i), (i, 1, k)), k - 1)
    ahead = rule.under(rule.instance(assume(PATH_E), {k: k + 1}), *EVERY)
    moved = rule.conclude(
        e(t, k + 1) - e(t, k), "=", ve(t, k) / K, ahead, (-1, assume(PATH_E)), (1 / K, longer)
    )
    fall = slope(t, k) - slope(t, k + 1)
    slower = rule.scale(assume(E_HIGH), fall, assume(FALLING))
    one = rule.conclude(
        slope(t, k) * ve(t, k) / K, "<=", q(t, k + 1) - q(t, k) + fall / K,
        assume(CONCAVE), (1 / K, slower), (-slope(t, k + 1), moved),
    )  # fmt: skip
    summed = sums.sum_over(rule.under(one, *EVERY), k, ONE, K)
    told = rule.instance(windows.telescoping(), {T: K})
    rises = rule.instance(told, {windows.a: sp.Lambda(i, q(t, i))})
    falls = rule.instance(told, {windows.a: sp.Lambda(i, slope(t, i))})
    steepest = rule.under(rule.instance(assume(SLOPE_HIGH), {k: ONE}), *ROUND)
    flattest = rule.under(rule.instance(assume(SLOPE_LOW), {k: K + 1}), *ROUND)
    most = rule.under(rule.instance(assume(TOP), {k: K + 1}), *ROUND)
    return rule.conclude(
        mean(slope(t, k) * ve(t, k)), "<=", Q * (share + w / 2) + Q / K,
        summed, (-1, rises), (1 / K, falls), (-1, assume(ZERO_Q)), most,
        (1 / K, steepest), (1 / K, flattest),
    )  # fmt: skip


def early_terms() -> tuple[Fact, Fact, Fact]:
    """Step 2, any t: a term is at least -tau q'(e^(k)) v_e^(k)."""
    worth = slope(t, k) * ve(t, k)
    sold = rule.scale(assume(E_LOW), slope(t, k), assume(SLOPE_LOW))
    first = rule.conclude(
        -share * worth, "<=", term, rule.scale(assume(E_HIGH), D - a, above()),
        (a - D, assume(U_ONE)), (share, sold),
    )  # fmt: skip
    left = rule.scale(rule.nonnegative(K - m, (K - m - 1,)), 1 / K)
    flat = rule.scale(assume(SLOPE_HIGH), (K - m) / K, left)
    over = rule.conclude(
        D - a, "<=", share * slope(t, k),
        rule.scale(started(), slope(t, k), assume(SLOPE_LOW)), flat,
        rule.scale(rule.scale(assume(FLOOR), 1 / K), slope(t, k), assume(SLOPE_LOW)),
        (-1, assume(VALUE)),
    )  # fmt: skip
    held = rule.scale(over, ve(t, k), assume(E_LOW))
    last = rule.conclude(-share * worth, "<=", term, held, (a - D, assume(U_ZERO)))
    part = rule.conclude(ZERO, "<=", u(m + 1), assume(FLOOR), (-1, assume(U_NEXT)))
    middle = rule.conclude(
        (-share * worth).subs(k, m + 1), "<=", term.subs(k, m + 1), at_next(held, *ROUND),
        rule.scale(at_next(above(), *ROUND), u(m + 1), part),
    )  # fmt: skip
    return (
        rule.under(first, *ROUND, k - 1, m - k, K - m - 1),
        middle,
        rule.under(last, *ROUND, k - m - 2, K - k, K - m - 1),
    )


def early_sum() -> Fact:
    """Step 2: S_t >= -Q tau (tau + w + 1/K) in every round (w/2 would do)."""
    lost = term + share * slope(t, k) * ve(t, k)
    first, middle, last = (
        rule.restate(fact, ZERO, "<=", fact.rhs - fact.lhs) for fact in early_terms()
    )
    parts = mean_of(lost, (first, middle, last), -1)
    spare = rule.nonnegative(Q * share * w / 2)
    return rule.conclude(-early, "<=", S, *parts, (share, spent_on_decoy()), spare)


def all_rounds() -> tuple[Fact, Fact]:
    """Step 2, summed over the rounds: for N_0 <= T, and for T <= N_0."""
    always, total = early_sum(), sp.Sum(S, (t, 1, T))
    begin = rule.under(always, t - 1, N0 - t, T - N0, K - m - 1)
    late = rule.under(late_sum(), T - t, t - 1 - N0, T - N0, K - m - 1)
    long = rule.conclude(
        -early * N0, "<=", total, sums.sum_over(begin, t, ONE, N0),
        sums.sum_over(late, t, N0 + 1, T), (-1, sums.split(total, N0)),
    )  # fmt: skip
    unused = rule.nonnegative(N0 - T, (N0 - T,))
    short = rule.conclude(
        -early * N0, "<=", total, sums.sum_over(always, t, ONE, T), (early, unused)
    )
    return rule.under(long, T - N0, K - m - 1), rule.under(short, N0 - T, K - m - 1)


def comparator() -> Fact:
    """(1/K) sum_k u_k = tau: the comparator spends the budget on the decoy."""
    parts = mean_of(u(k), (assume(U_ONE), assume(U_NEXT), assume(U_ZERO)), 1)
    return rule.conclude(mean(u(k)), "=", share, *parts).named("the comparator")


def comparator_square() -> Fact:
    """(1/K) sum_k u_k^2 <= 1: how far the comparator is from the start."""
    rest = K * share - m
    positive = rule.conclude(ZERO, "<=", rest + 1, assume(FLOOR), rule.nonnegative(ONE))
    below_one = rule.scale(assume(CEILING), rest + 1, positive)
    one = rule.conclude(u(k) ** 2, "=", ONE, (u(k) + 1, assume(U_ONE)))
    middle = rule.conclude(u(m + 1) ** 2, "<=", ONE, (u(m + 1) + rest, assume(U_NEXT)), below_one)
    last = rule.conclude(u(k) ** 2, "=", ZERO, (u(k), assume(U_ZERO)))
    fewer = rule.scale(rule.nonnegative(K - m - 1, (K - m - 1,)), 1 / K)
    parts = mean_of(u(k) ** 2, (one, middle, last), 1)
    return rule.conclude(mean(u(k) ** 2), "<=", ONE, *parts, fewer)


def identity() -> Fact:
    """Step 3: A_t = (ell - rho) o_t + (lambda_t - ell) g_t + S_t."""
    weight = a - lam(t) * P
    e_t = e(t, K + 1)
    last = rule.under(rule.instance(assume(PATH_E), {k: K + 1}), *ROUND)
    return rule.conclude(
        A, "=", (ell - rho) * o(t) + (lam(t) - ell) * g(t) + S,
        (weight, comparator()), (weight, last), (rho - lam(t), assume(PLAYED)),
        (ell - lam(t), assume(SPENT)), (P * e_t - 1, assume(LEVEL)),
        (a * e_t - lam(t), assume(PRICE)),
    ).named("the identity of a round")  # fmt: skip


def direction_size() -> Fact:
    """(D_k - lambda P)^2 + (rho - lambda)^2 <= 2 (Q^2 + rho^2) + 2 beta^2 lambda^2."""
    low = rule.scale(room(), slope(t, k), assume(SLOPE_LOW))
    high = rule.conclude(
        D, "<=", Q, rule.scale(started(), slope(t, k), assume(SLOPE_LOW)), assume(SLOPE_HIGH)
    )
    sign = rule.conclude(ZERO, "<=", Q + D, low, rule.nonnegative(Q))
    found = rule.conclude(
        direction, "<=", 2 * (Q**2 + rho**2) + 2 * beta**2 * lam(t) ** 2,
        rule.square(D + lam(t) * P), rule.square(rho + lam(t)),
        (2, rule.scale(high, Q + D, sign)), (2 * lam(t) ** 2, assume(STEEP)),
    )  # fmt: skip
    return rule.under(found, *EVERY)


def one_step() -> Fact:
    """Step 4, one learner and one round: what its payoff misses."""
    fall = distance - distance.subs(t, t + 1)
    return rule.conclude(
        payoff, "<=", fall / (2 * mu) + mu / 2 * direction, (1 / (2 * mu), assume(PROJECTED))
    )


def learners_regret() -> Fact:
    """Step 4: sum_t A_t <= 1/(2 mu) + mu T (Q^2 + rho^2) + beta^2 mu sum_t lambda_t^2."""
    each = sums.sum_over(one_step(), t, ONE, T)
    path = sp.Lambda(i, distance.subs(t, i))
    fallen = rule.instance(windows.telescoping(), {windows.a: path})
    start = rule.conclude(
        distance.subs(t, 1), "=", u(k) ** 2, (ve(1, k) - 2 * u(k), assume(START_E)),
        (vo(1, k), assume(START_O)),
    )  # fmt: skip
    last = rule.add(rule.square(ve(T + 1, k) - u(k)), rule.square(vo(T + 1, k)))
    large = sums.sum_over(direction_size(), t, ONE, T)
    factor, rate = 1 / (2 * mu), mu * T * (Q**2 + rho**2) + beta**2 * mu * squares
    one = rule.conclude(
        sp.Sum(payoff, (t, 1, T)), "<=", u(k) ** 2 / (2 * mu) + rate,
        each, (factor, fallen), (factor, start), (factor, last), (mu / 2, large),
    )  # fmt: skip
    averaged = sums.sum_over(one, k, ONE, K)
    exchanged = sums.swap(sp.Sum(payoff, (k, 1, K), (t, 1, T)))
    return rule.conclude(
        sp.Sum(A, (t, 1, T)), "<=", 1 / (2 * mu) + rate,
        (1 / K, averaged), (1 / K, exchanged), (factor, comparator_square()),
    ).named("regret of the learners")  # fmt: skip


def spending(S_total: Fact, round_: Fact, learners: Fact, multiplier: Fact) -> Fact:
    """Step 6: (ell - rho) sum_t o_t <= N."""
    sign = rule.scale(sums.sum_over(rule.square(lam(t)), t, ONE, T), mu)
    kept = rule.scale(lemma43.parameters(), mu * squares, sign)
    return rule.conclude(
        (ell - rho) * total_o, "<=", budget, learners, (-1, sums.sum_over(round_, t, ONE, T)),
        S_total, multiplier, (mu * T * (G + P), assume(RANGE)), kept,
    )  # fmt: skip


def bought(spent: Fact) -> Fact:
    """Step 6: sum_t o_t <= N/(ell - rho)."""
    return rule.conclude(
        total_o, "<=", budget / gap, (1 / gap, spent), (total_o / gap, assume(GAP))
    )


def level() -> Fact:
    """Q tau (1 - tau) <= ell, which the definition of the game has above rho."""
    return rule.conclude(
        Q * share * (1 - share), "<=", ell, (-1, assume(LEVEL)), (-share, assume(VALUE)),
        (Q * share / K, assume(FLOOR)),
    ).named("the level of the multiplier")  # fmt: skip


def utility() -> Fact:
    """Step 7: f(x_t) <= 1 + rho o_t."""
    most = rule.conclude(q(t, k), "<=", ONE, assume(TOP), assume(TOP_ONE))
    both = rule.scale(most, 1 - z(t, k), room())
    last = rule.under(rule.instance(both, {k: K + 1}), *ROUND)
    return rule.conclude(f(t), "<=", 1 + rho * o(t), assume(UTILITY), last)


def linear(few: Fact, worth: Fact) -> Fact:
    """Step 7: the (1-1/e)-regret, from below."""
    kept = 1 - sp.exp(-1)
    best = sums.sum_over(assume(BEST), t, ONE, T)
    earned = sums.sum_over(worth, t, ONE, T)
    left = (kept * (1 + rho) - 1) * T - rho / gap * budget
    right = lemma43.total(lemma43.benchmark)
    return rule.conclude(left, "<=", right, (-kept, best), earned, (rho, few))


def prove() -> dict[str, Fact]:
    """Prove every step, and that the regret is linear."""
    round_, primal, dual_, worth = identity(), learners_regret(), dual.regret(), utility()
    found = {
        "refutation-comparator": comparator(),
        "refutation-level": level(),
        "refutation-identity": round_,
        "refutation-learners": primal,
        "refutation-utility": worth.named("utility without the good o"),
    }
    for suffix, S_total in zip(("", "-short"), all_rounds(), strict=True):
        few = bought(spending(S_total, round_, primal, dual_))
        lost = linear(few, worth)
        names = f"refutation-decoy{suffix}", f"refutation-budget{suffix}", f"refutation{suffix}"
        titles = "the decoy, summed", "how much of the good o is bought", "linear regret"
        shown = S_total, rule.substitute(few, assume(GAP)), rule.substitute(lost, assume(GAP))
        found |= {n: fact.named(h) for n, fact, h in zip(names, shown, titles, strict=True)}
    return found
