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
        r"$G \le \beta_gR - B_T/T$",
        "section 3.2",
        r"$G \le \max(B_T/T, \beta_gR - B_T/T)$. As $|g(0)| = B_T/T$, the paper's bound holds"
        r" if and only if $B_T/T \le \beta_gR/2$.",
        (
            nonnegative(formula(1, 1) - G, r"$\X = [0, 1]$, $p = B_T/T = 1$: it covers $G = 1$"),
            nonnegative(formula(s + more, b) - (s - b), r"$g(x) \le$ the bound"),
            nonnegative(formula(s + more, b) - (b - s), r"$-g(x) \le$ the bound"),
        ),
        repaired=(
            nonnegative((s + more - b) - (s - b), r"$g(x) \le \beta_gR - B_T/T$"),
            nonnegative(b - (b - s), r"$-g(x) \le B_T/T$"),
        ),
        remarks=(
            nonnegative(formula(2 * b + d, b) - b, r"it covers $B_T/T$ if $B_T/T \le \beta_gR/2$"),
        ),
    )


@cache
def bound_F(formula: Formula = lambda beta, R: beta * R) -> Evidence:
    """Claim 6b: the range of a beta_f-Lipschitz function is at most formula(beta_f, R)."""
    beta, distance, more = sp.symbols("beta d r", nonnegative=True)
    return Evidence(
        r"$F \le \beta_fR$",
        "section 3.2",
        r"$|f(x) - f(y)| \le \beta_f\norm{x - y}$, and $\norm{x - y}$ is at most $R$.",
        (
            nonnegative(
                formula(beta, distance + more) - beta * distance, r"$\beta_fd \le$ the bound"
            ),
        ),
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
        r"$\beta_g = \max_t\norm{p_t}$",
        "section 3.2",
        r"$\norm p^2\norm d^2 - \ip pd^2$ is a sum of squares (Lagrange): the constant is"
        r" valid. It is the least one when $\X$ has interior points; a segment across $p$ needs"
        " less.",
        (merge(r"$\ip pd^2 \le \norm p^2\norm d^2$", valid), merge("equality at $d = p$", sharp)),
        unsaid=(
            nonnegative(
                1 - squared(sp.Matrix([1, 1])), r"least on $\X = [0, 1] \times \{0\}$, $p = (1, 1)$"
            ),
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
        r"$R_T \ge -FT$",
        "proof of Theorem 4.2",
        r"$f_t(x_t) \le f_t(0) + F$, and the sum at $x^*$ is not below that at 0, which is"
        " feasible: so $f_t(0) = 0$ is needed, and monotonicity is not.",
        (
            nonnegative(
                alpha * (floor + best) - (floor + played) + F, r"$\alpha f(x^*) - f(x) \ge -F$"
            ),
        ),
        remarks=(nonnegative(alpha * 1 - 1, r"$f = 1$ (not normalised, $F = 0$): regret $\ge 0$"),),
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
        r"$(1 - \frac1K)^K \le \frac1e$",
        "proof of Lemma 4.3",
        r"$-u - \ln(1 - u)$ and $\ln(1 - u) + \frac u{1 - u}$ vanish at 0 and increase on $[0,"
        r" 1)$: so the power is below its limit $\frac1e$, and increases with $K$.",
        (
            nonnegative(1 / sp.E - base(sp.Integer(1)), "$K = 1$"),
            zero((-u - log).subs(u, 0), r"$-u - \ln(1 - u)$ at 0"),
            nonnegative((-u - log).diff(u).subs(inside), "its derivative on $(0, 1)$"),
        ),
        remarks=(
            zero(
                growth.subs(u, 0),
                r"$\frac{d}{dK}$ of the power's logarithm, as $u = \frac1K \to 0$",
            ),
            nonnegative(sp.simplify(growth.diff(u)).subs(inside), "increasing in $K$"),
            zero(sp.limit(base(1 / K) ** K, K, sp.oo) - 1 / sp.E, r"the limit is $\frac1e$"),
        ),
    )


def widest(prices: Sequence[int], allowance: Fraction, W: int) -> Fraction | None:
    """Return the largest x with <p, x> within the allowance over each window; None: unbounded."""
    sums = [sum(prices[t : t + W]) for t in range(len(prices) - W + 1)]
    return min((W * allowance / total for total in sums if total), default=None)


def window_search(short: int, long: int, longest: int = 5) -> Check:
    """Look for a game of one site, prices 0, 1, 2, in which a longer window allows less."""
    formula = (
        rf"$\X_{short} \subseteq \X_{long}$: games of {long} to {longest} rounds, prices 0, 1, 2"
    )
    for T in range(long, longest + 1):
        for prices in itertools.product(range(3), repeat=T):
            small, large = (widest(prices, Fraction(1, T), W) for W in (short, long))
            if large is not None and (small is None or small > large):
                return Check(
                    formula, False, f"$p = {prices}$, $B_T = 1$: ${small}$ against ${large}$"
                )
    return Check(formula, True)


@cache
def weights(weight: Formula = lambda q, distance: q**distance) -> Evidence:
    """Claim 9: the average of weight(1 - 1/K, K - k) over k = 1..K is 1 - (1 - 1/K)^K."""
    q, n = sp.Symbol("q", positive=True), sp.Symbol("n", integer=True, nonnegative=True)
    claimed = 1 - q**n  # (1 - q) times the sum of the first n weights
    K = sp.Symbol("K", positive=True)
    return Evidence(
        r"the weights $(1 - \frac1K)^{K-k}/K$ add up to $1 - (1 - \frac1K)^K$",
        "proof of Lemma 4.3, unrolled",
        r"With $q = 1 - \frac1K$ the factor $\frac1K$ is $1 - q$, and $(1 - q)(1 + q + \dots)$"
        " telescopes: by induction on the number of terms.",
        (
            zero(claimed.subs(n, 0), "no terms"),
            zero(claimed.subs(n, n + 1) - claimed - (1 - q) * weight(q, n), "one more term"),
            zero((1 - q).subs(q, 1 - 1 / K) - 1 / K, r"$1 - q = \frac1K$"),
        ),
    )


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
        r"$\X_W \subseteq \X_{mW}$: a window of length $mW$ is made of $m$ windows of length"
        r" $W$. Otherwise it can fail, and $\X_W$ need not be in $\X_T$.",
        (window_search(short, long),),
        repaired=(
            zero(step, "a window of length $(m+1)W$ is one of $mW$ and one of $W$"),
            zero(over(t, 0 * W), "an empty window costs nothing"),
            nonnegative(
                (T - W + 1 - (t + j * W)).subs(first), r"the part $j < m$ is a window of $\X_W$"
            ),
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
        r"$WT \ge 16R^2$ gives $\delta^2\mu^2 + \beta^2 \le \delta/2$",
        "proof of Lemma 4.3",
        r"The difference is $\beta^2\frac{WT - 16R^2}{WT}$: the condition is also necessary.",
        (nonnegative(gap, r"$\delta/2 - \delta^2\mu^2 - \beta^2 \ge 0$"),),
        remarks=(nonnegative(-sp.simplify(gap.subs(short)), "negative whenever $WT < 16R^2$"),),
    )


@cache
def positive_keep(needed: int = 4) -> Evidence:
    """Claim 10b: 1 - delta mu^2 >= 0, used in Lemma 4.1, once W T >= needed R^2."""
    R, beta = sp.symbols("R beta", positive=True)
    more, product = sp.Symbol("r", nonnegative=True), sp.Symbol("W_T", positive=True)
    keep = 1 - 4 * beta**2 * (R / (beta * sp.sqrt(product))) ** 2
    below = {product: 4 * R**2 / (1 + sp.Symbol("r", positive=True))}
    return Evidence(
        r"$1 - \delta\mu^2 \ge 0$",
        "Lemma 4.1",
        r"It is $1 - 4R^2/(WT)$: non-negative if and only if $WT \ge 4R^2$.",
        (nonnegative(sp.simplify(keep.subs(product, needed * R**2 + more)), r"if $WT \ge 4R^2$"),),
        unsaid=(nonnegative(keep, "for all $WT$"),),
        remarks=(nonnegative(-sp.simplify(keep.subs(below)), "negative whenever $WT < 4R^2$"),),
    )


@cache
def related_work() -> Evidence:
    """Claim 11: the rates of Mahdavi, Jin and Yang (2012) are theirs to prove."""
    return Evidence(
        "Mahdavi et al. (2012) have regret $O(T^{1/2})$ with residual $O(T^{2/3})$",
        "section 1.2",
        "Their abstract has $T^{1/2}$ with $T^{3/4}$, or $T^{2/3}$ for both where the domain"
        " is given by finitely many linear constraints. The paper mixes the two.",
    )
