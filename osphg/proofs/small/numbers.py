"""The paper's smaller claims about constants, windows, weights and the decision set.

As in `functions`, every checker takes the formula under test, by default the paper's.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import sympy as sp

from osphg.proofs.small.evidence import (
    Check,
    Evidence,
    Formula,
    entries,
    merge,
    nonnegative,
    vector,
    zero,
)

SIZES = (2, 3, 4)


@cache
def bound_G(formula: Formula = lambda reach, b: reach - b) -> Evidence:
    """Claim 6a: |s - b| <= formula(beta_g R, b) for 0 <= s <= beta_g R, where b = B_T/T."""
    s, more, d = sp.symbols("s r d", nonnegative=True)
    b = sp.Symbol("b", positive=True)
    G = sp.Max(sp.Abs(0 - 1), sp.Abs(1 - 1))  # X = [0, 1], p = 1, b = 1: at the ends of X
    return Evidence(
        "G <= beta_g R - B_T/T",
        "section 3.2",
        "G <= max(B_T/T, beta_g R - B_T/T). As |g(0)| = B_T/T, the paper's bound holds if and"
        " only if B_T/T <= beta_g R/2.",
        (
            nonnegative(formula(1, 1) - G, "X = [0, 1], p = 1, B_T/T = 1: the bound covers G = 1"),
            nonnegative(formula(s + more, b) - (s - b), "g(x) <= the bound"),
            nonnegative(formula(s + more, b) - (b - s), "-g(x) <= the bound"),
        ),
        repaired=(
            nonnegative((s + more - b) - (s - b), "g(x) <= beta_g R - B_T/T"),
            nonnegative(b - (b - s), "-g(x) <= B_T/T"),
        ),
        remarks=(nonnegative(formula(2 * b + d, b) - b, "it covers B_T/T if B_T/T <= beta_g R/2"),),
    )


@cache
def bound_F(formula: Formula = lambda beta, R: beta * R) -> Evidence:
    """Claim 6b: the range of a beta_f-Lipschitz function is at most formula(beta_f, R)."""
    beta, distance, more = sp.symbols("beta d r", nonnegative=True)
    return Evidence(
        "F <= beta_f R",
        "section 3.2",
        "|f(x) - f(y)| <= beta_f ||x - y||, and ||x - y|| is at most R.",
        (nonnegative(formula(beta, distance + more) - beta * distance, "beta_f d <= the bound"),),
    )


@cache
def lipschitz_budget(squared: Formula = lambda p: p.dot(p)) -> Evidence:
    """Claim 6c: g is Lipschitz with constant sqrt(squared(p)), and no smaller one serves."""
    valid, sharp = [], []
    for n in SIZES:
        p, d = vector("p", n), vector("d", n)
        minors = [(p[i] * d[j] - p[j] * d[i]) ** 2 for i, j in itertools.combinations(range(n), 2)]
        excess = squared(p) * d.dot(d) - p.dot(d) ** 2
        spare = squared(p) - p.dot(p)
        valid.append(zero(excess - spare * d.dot(d) - sum(minors), ""))
        valid.append(nonnegative(spare, ""))
        sharp.append(zero(squared(p) * p.dot(p) - p.dot(p) ** 2, ""))
    return Evidence(
        "beta_g = max ||p_t||",
        "section 3.2",
        "||p||^2 ||d||^2 - <p, d>^2 is a sum of squares (Lagrange), so the constant is valid. It is"
        " the least one when X has interior points; a segment across p needs less.",
        (merge("<p, d>^2 <= ||p||^2 ||d||^2", valid), merge("equality at d = p", sharp)),
        unsaid=(
            nonnegative(1 - squared(sp.Matrix([1, 1])), "least on X = [0, 1] x {0}, p = (1, 1)"),
        ),
    )


@cache
def least_regret(worth_of_nothing: int = 0) -> Evidence:
    """Claim 6d: R_T >= -F T, where f_t(0) is `worth_of_nothing`."""
    best, played, more = sp.symbols("f_star f_played r", nonnegative=True)
    alpha = 1 - 1 / sp.E
    floor = worth_of_nothing  # f_t >= f_t(0); F is at least f_t(x_t) - f_t(0)
    F = played + more
    return Evidence(
        "R_T >= -F T",
        "proof of Theorem 4.2",
        "f_t(x_t) <= f_t(0) + F, and the sum at x* is not below that at 0, which is feasible: so"
        " f_t(0) = 0 is needed, and monotony is not.",
        (nonnegative(alpha * (floor + best) - (floor + played) + F, "alpha f* - f(x) >= -F"),),
        remarks=(nonnegative(alpha * 1 - 1, "f = 1 (not normalised, F = 0): regret >= 0"),),
    )


@cache
def one_over_e(base: Formula = lambda u: 1 - u) -> Evidence:
    """Claim 7: base(1/K)^K <= 1/e for every K >= 1, and it increases in K."""
    u = sp.Symbol("u")
    r = sp.Symbol("r", positive=True)
    K = sp.Symbol("K", positive=True)
    inside = {u: 1 / (1 + r)}  # 0 < u < 1
    log = sp.log(base(u))
    growth = -log.diff(u) * u + log  # d/dK of K log base(1/K), at u = 1/K
    return Evidence(
        "(1 - 1/K)^K <= 1/e",
        "proof of Lemma 4.3",
        "-u - ln(1 - u) and ln(1 - u) + u/(1 - u) vanish at 0 and increase on [0, 1): so the"
        " power is below its limit 1/e, and increases with K.",
        (
            nonnegative(1 / sp.E - base(sp.Integer(1)), "K = 1"),
            zero((-u - log).subs(u, 0), "-u - log base(u) at 0"),
            nonnegative((-u - log).diff(u).subs(inside), "its derivative on (0, 1)"),
        ),
        remarks=(
            zero(growth.subs(u, 0), "d/dK log of the power, as u = 1/K tends to 0"),
            nonnegative(sp.simplify(growth.diff(u)).subs(inside), "increasing in K"),
            zero(sp.limit(base(1 / K) ** K, K, sp.oo) - 1 / sp.E, "the limit is 1/e"),
        ),
    )


def widest(prices: Sequence[int], allowance: Fraction, W: int) -> Fraction | None:
    """Return the largest x with <p, x> within the allowance over each window; None: unbounded."""
    sums = [sum(prices[t : t + W]) for t in range(len(prices) - W + 1)]
    return min((W * allowance / total for total in sums if total), default=None)


def window_search(short: int, long: int, longest: int = 5) -> Check:
    """Look for a game of one site, prices 0, 1, 2, in which a longer window allows less."""
    formula = f"X_{short} is in X_{long}, all games of {long} to {longest} rounds, prices 0, 1, 2"
    for T in range(long, longest + 1):
        for prices in itertools.product(range(3), repeat=T):
            small, large = (widest(prices, Fraction(1, T), W) for W in (short, long))
            if large is not None and (small is None or small > large):
                return Check(formula, False, f"p = {prices}, B_T = 1: {small} against {large}")
    return Check(formula, True)


@cache
def windows(short: int = 2, long: int = 3) -> Evidence:
    """Claim 8: a longer window is never stricter."""
    P = sp.Function("P")  # P(t): the sum of g over rounds 1..t
    t, m, W, j, T = sp.symbols("t m W j T", integer=True, nonnegative=True)
    after, early = sp.symbols("d e", integer=True, nonnegative=True)

    def over(start: sp.Expr, length: sp.Expr) -> sp.Expr:
        return P(sp.expand(start + length - 1)) - P(sp.expand(start - 1))

    step = over(t, (m + 1) * W) - over(t, m * W) - over(t + m * W, W)
    first = {t: T - (j + 1 + after) * W + 1 - early}  # t <= T - mW + 1, where m = j + 1 + after
    return Evidence(
        "a longer window leaves the benchmark more room",
        "section 5, Figure 1(c), read as a general statement",
        "X_W is in X_mW: a window of length mW consists of m windows of length W. Otherwise it"
        " can fail, and X_W need not be in X_T.",
        (window_search(short, long),),
        repaired=(
            zero(step, "a window of length (m+1)W is one of mW and one of W"),
            zero(over(t, 0 * W), "an empty window costs nothing"),
            nonnegative((T - W + 1 - (t + j * W)).subs(first), "the part j < m is a window of X_W"),
            window_search(1, 3),
            window_search(2, 4),
        ),
    )


@cache
def parameters(needed: int = 16) -> Evidence:
    """Claim 10a: W T >= needed R^2 gives delta^2 mu^2 + beta^2 <= delta/2."""
    R, beta = sp.symbols("R beta", positive=True)
    more = sp.Symbol("r", nonnegative=True)
    product = needed * R**2 + more  # W T
    mu, delta = R / (beta * sp.sqrt(product)), 4 * beta**2
    less = sp.Symbol("r", positive=True)  # W T = 16 R^2/(1 + r)
    short = {more: sp.Rational(16) * R**2 / (1 + less) - needed * R**2}
    gap = delta / 2 - delta**2 * mu**2 - beta**2
    return Evidence(
        "W T >= 16 R^2 gives delta^2 mu^2 + beta^2 <= delta/2",
        "proof of Lemma 4.3",
        "The difference is beta^2 (W T - 16 R^2)/(W T): the condition is also necessary.",
        (nonnegative(gap, "delta/2 - delta^2 mu^2 - beta^2 >= 0"),),
        remarks=(nonnegative(-sp.simplify(gap.subs(short)), "negative whenever W T < 16 R^2"),),
    )


@cache
def positive_keep(needed: int = 4) -> Evidence:
    """Claim 10b: 1 - delta mu^2 >= 0, used in Lemma 4.1, once W T >= needed R^2."""
    R, beta = sp.symbols("R beta", positive=True)
    more, product = sp.Symbol("r", nonnegative=True), sp.Symbol("W_T", positive=True)
    keep = 1 - 4 * beta**2 * (R / (beta * sp.sqrt(product))) ** 2
    below = {product: 4 * R**2 / (1 + sp.Symbol("r", positive=True))}
    return Evidence(
        "1 - delta mu^2 >= 0",
        "Lemma 4.1",
        "It is 1 - 4 R^2/(W T): non-negative if and only if W T >= 4 R^2.",
        (nonnegative(sp.simplify(keep.subs(product, needed * R**2 + more)), "if W T >= 4 R^2"),),
        unsaid=(nonnegative(keep, "for all W T"),),
        remarks=(nonnegative(-sp.simplify(keep.subs(below)), "negative whenever W T < 4 R^2"),),
    )


@cache
def related_work() -> Evidence:
    """Claim 11: the rates of Mahdavi, Jin and Yang (2012) are theirs to prove."""
    return Evidence(
        "Mahdavi et al. (2012) have regret O(T^(1/2)) with residual O(T^(2/3))",
        "section 1.2",
        "Their abstract has T^(1/2) with T^(3/4), or T^(2/3) for both where the domain is given by"
        " finitely many linear constraints. The paper mixes the two.",
    )


def _needed(premises: Sequence[Check], check: Check) -> Check:
    """Return the check, or an undecided one if a premise of its example is not proven."""
    open_ = [premise for premise in premises if premise.holds is not True]
    return Check(check.formula, None, f"premise: {open_[0]}") if open_ else check


def trap(z: sp.Matrix) -> sp.Expr:
    """Return x1 + x2 - x1^2/2 - x1 x2: DR everywhere, and monotone on the simplex."""
    return z[0] + z[1] - z[0] ** 2 / 2 - z[0] * z[1]


def _premises(f: sp.Expr, z: sp.Matrix) -> tuple[Check, ...]:
    """Check that f is normalised, DR, and monotone where x1 + x2 <= 1."""
    r, x2 = sp.symbols("r x2", nonnegative=True)  # r = 1 - x1 - x2
    slopes = sp.Matrix([f.diff(entry) for entry in z])
    inside = slopes.subs({z[0]: 1 - x2 - r, z[1]: x2}, simultaneous=True).applyfunc(sp.expand)
    return (
        zero(f.subs({z[0]: 0, z[1]: 0}), "f(0) = 0"),
        entries(nonnegative, -sp.hessian(f, list(z)), "f is DR"),
        entries(nonnegative, inside, "f is monotone on the simplex"),
    )


@cache
def join(utility: Formula = trap) -> Evidence:
    """Claim 12a: f(y) - f(x) <= <grad f(x), y> on the simplex, at x = (1, 0) and y = (0, 1)."""
    z = vector("z", 2)
    f = utility(z)
    x, y = {z[0]: 1, z[1]: 0}, {z[0]: 0, z[1]: 1}
    gap = nonnegative(
        f.diff(z[1]).subs(x) - f.subs(y) + f.subs(x), "<grad f(1,0), (0,1)> - f(0,1) + f(1,0) >= 0"
    )
    near, d = sp.symbols("x d", nonnegative=True)
    return Evidence(
        "f(y) - f(x) <= <grad f(x), y> for f monotone and DR on the decision set",
        "proof of Lemma 4.3, steps (c) and (d)",
        "The proof evaluates f at the maximum of x and y, which may lie outside the set. It is"
        " right where f is monotone and DR on a box around it.",
        (_needed(_premises(f, z), gap),),
        repaired=(
            nonnegative((near + d) - sp.Max((near + d) - near, 0), "y - [y - x]_+ >= 0 if y >= x"),
            nonnegative(near - sp.Max(near - (near + d), 0), "y - [y - x]_+ >= 0 if y <= x"),
        ),
        remarks=_premises(f, z),
    )


@cache
def simplex_trap(corner: tuple[int, int] = (1, 0)) -> Evidence:
    """Claim 12b: Theorem 4.1 on the simplex, all oracles starting at `corner`, p = (1,1), B = T."""
    z = vector("z", 2)
    f, v = trap(z), sp.Matrix(corner)
    left = sp.Symbol("c", positive=True)  # 1 - (k - 1)/K: the iterate is (1 - left) v
    r, y2 = sp.symbols("r y2", nonnegative=True)  # any point y = (1 - y2 - r, y2) of the simplex
    slopes = sp.Matrix([f.diff(entry) for entry in z])
    here = slopes.subs(dict(zip(z, (1 - left) * v, strict=True)), simultaneous=True)
    y = sp.Matrix([1 - y2 - r, y2])
    a, b = sp.symbols("a b", nonnegative=True)
    played = f.subs(dict(zip(z, corner, strict=True)))
    best = f.subs({z[0]: 0, z[1]: 1})
    facts = (
        *_premises(f, z),
        nonnegative(sp.expand(here.dot(v - y)), "no oracle leaves the corner: <grad, v - y> >= 0"),
        zero(sum(corner) - 1, "the corner costs the allowance: lambda stays 0"),
        nonnegative(r + a + b - f.subs({z[0]: a, z[1]: b}), "f <= 1 on the simplex"),
        zero(best - 1, "f(0, 1) = 1, at the allowance"),
    )
    return Evidence(
        "Theorem 4.1 for f_t monotone and DR on the decision set only",
        "section 3 and Theorem 4.1",
        "f = x1 + x2 - x1^2/2 - x1 x2 on the simplex, p = (1, 1), B_T = T: oracles that start at"
        " (1, 0) never move, weighted or not, and the regret is (1/2 - 1/e) T for every W and K.",
        (_needed(facts, nonnegative(played - (1 - 1 / sp.E) * best, "regret per round <= 0")),),
        remarks=facts,
    )
