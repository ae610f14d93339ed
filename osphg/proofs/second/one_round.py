"""One round of Lemma 4.3, its repair and the 1/2-guarantee, for the second checker.

A round is described by numbers: for k = 1..K the slopes a_k = <grad f(x^(k)), v^(k)> and
b_k = <grad f(x^(k)), x*>, the costs pv_k = <p, v^(k)> and px = <p, x*>, the values f_k = f(x^(k))
(f_{K+1} is the round's) and best = f(x*), the allowance B = B_T/T, and L, R. "inv_e" is any number
from (1 - 1/K)^K to 1, as 1/e is.
"""
# ruff: noqa: D401 -- the docstrings of statements are the claims

from __future__ import annotations

from fractions import Fraction

from osphg.proofs.second.solver import Formula, Term, Values
from osphg.proofs.second.statement import Question, statement

ONE, HALF = Fraction(1), Fraction(1, 2)
STEPS = ({"K": 1}, {"K": 2}, {"K": 3})


def weights(K: int) -> list[Fraction]:
    """Return w_1, ..., w_K = (1 - 1/K)^(K-k)."""
    return [(1 - Fraction(1, K)) ** (K - k) for k in range(1, K + 1)]


def _round(K: int) -> dict[str, int]:
    vectors = {"f": K + 1, "a": K, "b": K, "pv": K}
    return vectors | dict.fromkeys(("best", "px", "B", "lam", "L", "R", "inv_e"), 0)


def _analytic(v: Values, K: int) -> list[Formula]:
    """L-smoothness of each step, monotone f with f(0) = 0, and the DR property towards x*."""
    known = [v.f[0] == 0, v.best >= 0, v.lam >= 0, v.L >= 0, v.R >= 0, v.px >= 0, v.B >= 0]
    for k in range(K):
        step = v.a[k] * Fraction(1, K) - HALF * v.L * v.R * v.R * Fraction(1, K * K)
        known += [v.f[k + 1] - v.f[k] >= step, v.f[k + 1] >= v.f[k]]
        known += [v.a[k] >= 0, v.b[k] >= 0, v.pv[k] >= 0, v.best - v.f[k] <= v.b[k]]
    return [*known, v.inv_e >= (1 - Fraction(1, K)) ** K, v.inv_e <= 1]


def _slack(v: Values, K: int) -> Term:
    return HALF * v.L * v.R * v.R * Fraction(1, K)


def _feedback(v: Values, K: int, given: list[Fraction]) -> Term:
    """Return (1/K) sum_k <given_k grad f(x^(k)) - lambda p, x* - v^(k)>."""
    terms = (w * (v.b[k] - v.a[k]) - v.lam * (v.px - v.pv[k]) for k, w in enumerate(given))
    return Fraction(1, K) * sum(terms)


def _spent(v: Values, K: int) -> Term:
    """Return g(x_t)."""
    return Fraction(1, K) * sum(v.pv) - v.B


def _bracket(v: Values, K: int, k: int) -> Term:
    """Return the paper's bracket of step k, in which lambda cancels."""
    gradient = (v.b[k] - v.a[k]) - v.lam * (v.px - v.pv[k])
    return -v.lam * v.pv[k] + v.lam * (v.px - v.B) + v.lam * v.B + _slack(v, K) + gradient


@statement("lemma-4.3-recursion", "Lemma 4.3, recursion of one step", *STEPS)
def recursion(K: int, *, kept: Fraction = ONE) -> Question:
    """L-smoothness and the DR step imply the paper's recursion, for every k."""

    def body(v: Values) -> tuple[list[Formula], list[Formula]]:
        rate = Fraction(1, K)
        return _analytic(v, K), [
            v.best - v.f[k + 1]
            <= kept * ((1 - rate) * (v.best - v.f[k]) + rate * _bracket(v, K, k))
            for k in range(K)
        ]

    return _round(K), body


def _unrolled(K: int, *, weighted: bool, signed: bool, kept: Fraction) -> Question:
    """d_{k+1} <= (1 - 1/K) d_k + e_k/K for all k, with the weights w_k or without."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        rate = Fraction(1, K)
        known = [v.d[k + 1] <= (1 - rate) * v.d[k] + rate * v.e[k] for k in range(K)]
        if not signed:
            known += [e >= 0 for e in v.e]
        used = weights(K) if weighted else [ONE] * K
        total = rate * sum(w * e for w, e in zip(used, v.e, strict=True))
        return known, v.d[K] <= kept * ((1 - rate) ** K * v.d[0] + total)

    return {"d": K + 1, "e": K}, body


@statement("lemma-4.3-unrolling", "Lemma 4.3, recursion unrolled with weights w_k", *STEPS)
def unrolling(K: int, *, kept: Fraction = ONE) -> Question:
    """The error of step k arrives with the weight w_k."""
    return _unrolled(K, weighted=True, signed=True, kept=kept)


@statement("lemma-4.3-step-weights", "Lemma 4.3, w_k replaced by 1", *STEPS)
def step_weights(K: int) -> Question:
    """The published step: the same with all weights 1, the brackets e_k of either sign."""
    return _unrolled(K, weighted=False, signed=True, kept=ONE)


@statement("lemma-4.3-step-weights-signed", "Lemma 4.3, w_k replaced by 1, for e_k >= 0", *STEPS)
def step_weights_signed(K: int, *, kept: Fraction = ONE) -> Question:
    """The published step where no bracket is negative."""
    return _unrolled(K, weighted=False, signed=False, kept=kept)


@statement("lemma-4.3-power", "(1 - 1/K)^K at most 1/e", *STEPS)
def power(K: int, *, factor: Fraction = ONE) -> Question:
    """For any e between 2.71828 and 2.71829."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        known = [v.e > Fraction(271828, 10**5), v.e < Fraction(271829, 10**5)]
        return known, (1 - Fraction(1, K)) ** K * v.e <= factor

    return {"e": 0}, body


def _per_round(K: int, given: list[Fraction], *, half: bool, curvature: Fraction) -> Question:
    def body(v: Values) -> tuple[list[Formula], Formula]:
        gap = v.best - 2 * v.f[K] if half else (1 - v.inv_e) * v.best - v.f[K]
        left = gap + v.lam * _spent(v, K)
        right = v.lam * (v.px - v.B) + _feedback(v, K, given) + curvature * _slack(v, K)
        return _analytic(v, K), left <= right

    return _round(K), body


@statement("published-round", "One round with the published feedback, 1 - 1/e", *STEPS)
def published_round(K: int) -> Question:
    """What the published proof needs of a round, from what it knows of a round."""
    return _per_round(K, [ONE] * K, half=False, curvature=ONE)


@statement("published-round-parabola", "The same on f = h x - l x^2/2", *STEPS, {"K": 4})
def published_parabola(K: int) -> Question:
    """The published round on a true function: X = [0, 1], L = l, R = 1, and every v^(k) = 1."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        known = [v.l >= 0, v.h >= v.l, v.x >= 0, v.x <= 1]
        known += [v.inv_e >= Fraction(36787, 10**5), v.inv_e <= Fraction(36788, 10**5)]

        def f(x: Term) -> Term:
            return v.h * x - HALF * v.l * x * x

        slopes = [v.h - v.l * Fraction(k, K) for k in range(K)]
        regret = Fraction(1, K) * sum(slope * (v.x - 1) for slope in slopes)
        return known, (1 - v.inv_e) * f(v.x) - f(ONE) <= regret + HALF * v.l * Fraction(1, K)

    return {"h": 0, "l": 0, "x": 0, "inv_e": 0}, body


@statement("repair-round", "One round with the weighted feedback, 1 - 1/e", *STEPS)
def repaired_round(K: int, *, curvature: Fraction = ONE) -> Question:
    """The same with w_k grad f(x^(k)) - lambda p in place of grad f(x^(k)) - lambda p."""
    return _per_round(K, weights(K), half=False, curvature=curvature)


@statement("half-round", "One round with the published feedback, 1/2", *STEPS)
def half_round(K: int, *, curvature: Fraction = ONE) -> Question:
    """What the published feedback does give: f(x*) - 2 f(x_t) on the left."""
    return _per_round(K, [ONE] * K, half=True, curvature=curvature)


@statement("repair-identity", "Identity of the weighted feedback", *STEPS)
def repair_identity(K: int, *, charged: Fraction = ONE) -> Question:
    """The price of the feedback is lambda (g(x*) - g(x_t)): with vectors of two entries."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        left = right = Fraction(0)
        price = (v.p1, v.p2)
        best = (v.y1, v.y2)
        for k, w in enumerate(weights(K)):
            for i, (slope, choice) in enumerate(((v.d1, v.v1), (v.d2, v.v2))):
                left += w * slope[k] * (best[i] - choice[k])
                right += (w * slope[k] - v.lam * price[i]) * (best[i] - choice[k])
        at_best = v.p1 * v.y1 + v.p2 * v.y2 - v.B
        played = Fraction(1, K) * (v.p1 * sum(v.v1) + v.p2 * sum(v.v2)) - v.B
        rate = Fraction(1, K)
        return [], rate * left == rate * right + charged * v.lam * (at_best - played)

    numbers = dict.fromkeys(("p1", "p2", "y1", "y2", "B", "lam"), 0)
    return dict.fromkeys(("d1", "d2", "v1", "v2"), K) | numbers, body


@statement("refutation-identity", "Identity (3) of the refutation", *STEPS)
def refutation_identity(K: int, *, taxed: Fraction = ONE) -> Question:
    """The payoff of the e- and o-oracles against (u_k, 0), on the instance that refutes 4.1.

    With tau P = 1, ell = a tau, (1/K) sum u_k = tau and g = P e + o - 1:
    A = (ell - rho) o + (lambda - ell) g + S.
    """

    def body(v: Values) -> tuple[list[Formula], Formula]:
        rate = Fraction(1, K)
        e, o = rate * sum(v.e), rate * sum(v.o)
        known = [v.tau * v.P == 1, v.ell == v.a * v.tau, rate * sum(v.u) == v.tau]
        payoff = rate * sum(
            (v.D[k] - v.lam * v.P) * (v.u[k] - v.e[k]) - (v.rho - v.lam) * v.o[k] for k in range(K)
        )
        rest = rate * sum((v.D[k] - v.a) * (v.u[k] - v.e[k]) for k in range(K))
        g = v.P * e + o - taxed
        return known, payoff == (v.ell - v.rho) * o + (v.lam - v.ell) * g + rest

    numbers = dict.fromkeys(("tau", "P", "ell", "a", "lam", "rho"), 0)
    return dict.fromkeys(("D", "u", "e", "o"), K) | numbers, body


STATEMENTS = (
    recursion,
    unrolling,
    step_weights,
    step_weights_signed,
    power,
    published_round,
    published_parabola,
    repaired_round,
    half_round,
    repair_identity,
    refutation_identity,
)
