"""The paper's smaller claims, and the impossibility at W = T, for the second checker."""
# ruff: noqa: D401, D403 -- the docstrings of statements are the claims

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from osphg.proofs.second.solver import Formula, Term, Values, larger, positive_part, size
from osphg.proofs.second.statement import Question, statement
from osphg.proofs.second.sums import square_norm

ONE, HALF = Fraction(1), Fraction(1, 2)


def _penalty(penalty: Callable[[Values], Term], *, clipped: bool = False) -> Question:
    """f minus the penalty bounds f - lam g + (delta mu/2) lam^2 for all lam, and is attained.

    dm stands for delta mu, and g = dm at: the vertex of the parabola is at lam = at. Clipped is
    for all lam >= 0.
    """

    def body(v: Values) -> tuple[list[Formula], list[Formula]]:
        def lagrangian(lam: Term) -> Term:
            return v.f - lam * v.g + HALF * v.dm * lam * lam

        known = [v.dm > 0, v.dm * v.at == v.g]
        if clipped:
            known.append(v.lam >= 0)
        lowest = positive_part(v.at) if clipped else v.at
        minimum = v.f - penalty(v)
        return known, [lagrangian(v.lam) >= minimum, lagrangian(lowest) == minimum]

    return dict.fromkeys(("f", "g", "dm", "at", "lam"), 0), body


@statement("penalty-published", "Penalty of section 4.1 as stated")
def penalty_published() -> Question:
    """f - (delta mu/2) g^2."""
    return _penalty(lambda v: HALF * (v.g * v.g * v.dm))


@statement("penalty", "Penalty of section 4.1, lambda free")
def penalty(*, factor: Fraction = HALF) -> Question:
    """f - g^2/(2 delta mu)."""
    return _penalty(lambda v: factor * (v.dm * v.at * v.at))


@statement("penalty-clipped", "Penalty of section 4.1, lambda >= 0")
def penalty_clipped(*, factor: Fraction = HALF) -> Question:
    """f - [g]_+^2/(2 delta mu)."""

    def clipped(v: Values) -> Term:
        return factor * (v.dm * positive_part(v.at) * positive_part(v.at))

    return _penalty(clipped, clipped=True)


def _largest_violation(n: int, *, published: bool, factor: Fraction) -> Question:
    """|<p, x> - B| with |p| <= beta, |x| <= R, all entries non-negative; B = B_T/T."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        known = [v.B >= 0, v.beta >= 0, v.R >= 0, *(a >= 0 for a in [*v.p, *v.x])]
        known += [square_norm(v.p) <= v.beta * v.beta, square_norm(v.x) <= v.R * v.R]
        g = sum(p * x for p, x in zip(v.p, v.x, strict=True)) - v.B
        bound = v.beta * v.R - v.B
        return known, size(g) <= factor * (bound if published else larger(v.B, bound))

    return {"p": n, "x": n, "beta": 0, "R": 0, "B": 0}, body


@statement("bound-G-published", "Bound on G as stated", {"n": 1}, {"n": 2})
def bound_G_published(n: int) -> Question:
    """G <= beta R - B_T/T."""
    return _largest_violation(n, published=True, factor=ONE)


@statement("bound-G", "Bound on G", {"n": 1}, {"n": 2})
def bound_G(n: int, *, factor: Fraction = ONE) -> Question:
    """G <= max(B_T/T, beta R - B_T/T)."""
    return _largest_violation(n, published=False, factor=factor)


def _monotone(n: int, factor: Fraction, *, symmetric: bool = False, mean: bool = False) -> Question:
    """The gradient of x'Hx/2 + h'x on the unit box, H <= 0; row i of H is H1, H2, H3.

    H may be symmetric; h is -H'1, or with the mean -(H + H')1/2.
    """

    def body(v: Values) -> tuple[list[Formula], list[Formula]]:
        H = [getattr(v, f"H{i + 1}") for i in range(n)]
        known = [v.x[i] >= 0 for i in range(n)] + [v.x[i] <= 1 for i in range(n)]
        pairs = [(i, j) for i in range(n) for j in range(n)]
        known += [H[i][j] <= 0 for i, j in pairs] + [H[i][j] >= -1 for i, j in pairs]
        if symmetric:
            known += [H[i][j] == H[j][i] for i, j in pairs if i < j]
        half = [[HALF * (H[i][j] + H[j][i]) for j in range(n)] for i in range(n)]
        row = half if mean else [[H[j][i] for j in range(n)] for i in range(n)]
        slopes = [sum(half[i][j] * v.x[j] - factor * row[i][j] for j in range(n)) for i in range(n)]
        return known, [slope >= 0 for slope in slopes]

    return {"x": n} | {f"H{i + 1}": n for i in range(n)}, body


@statement("monotone-published", "Section 5, h = -H'1, monotone", {"n": 1}, {"n": 2}, {"n": 3})
def monotone_published(n: int) -> Question:
    """Any H with entries in [-1, 0]."""
    return _monotone(n, ONE)


@statement("monotone-symmetric", "Section 5, h = -H'1, H symmetric", {"n": 2}, {"n": 3})
def monotone_symmetric(n: int, *, factor: Fraction = ONE) -> Question:
    """Symmetric H."""
    return _monotone(n, factor, symmetric=True)


@statement("monotone-repaired", "Section 5, h = -(H + H')1/2", {"n": 2}, {"n": 3})
def monotone_repaired(n: int, *, factor: Fraction = ONE) -> Question:
    """Any H, and the h that fits it."""
    return _monotone(n, factor, mean=True)


@statement("monotone-published-sum", "Section 5, h = -H'1, slopes at 1", {"n": 2}, {"n": 3})
def monotone_published_sum(n: int, *, factor: Fraction = ONE) -> Question:
    """The slopes at (1, ..., 1) add up to 0: if not all are 0, one is negative."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        H = [getattr(v, f"H{i + 1}") for i in range(n)]
        pairs = [(i, j) for i in range(n) for j in range(n)]
        slopes = sum(HALF * (H[i][j] + H[j][i]) - factor * H[j][i] for i, j in pairs)
        return [], slopes == 0

    return {f"H{i + 1}": n for i in range(n)}, body


@statement("regret-floor", "R_T at least -F T", {"T": 1}, {"T": 2}, {"T": 3})
def regret_floor(T: int, *, factor: Fraction = ONE) -> Question:
    """Normalised f_t with values between 0 and F."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        known = [v.inv_e >= 0, v.inv_e <= 1]
        known += [a >= 0 for a in [*v.best, *v.f]] + [a <= v.F for a in [*v.best, *v.f]]
        regret = sum((1 - v.inv_e) * b - f for b, f in zip(v.best, v.f, strict=True))
        return known, regret >= -factor * v.F * T

    return {"F": 0, "inv_e": 0, "best": T, "f": T}, body


def _scenarios(v: Values) -> tuple[Term, Term, Term]:
    """Return R_A, R_B and V_B of the two scenarios, M = m c.

    X and Y are the sums of x_t in the first and the second half, best = x*_B, and x*_A = 1.
    """
    half = HALF * v.T
    regret_A = v.alpha * half - v.X
    regret_B = v.alpha * half * (1 + v.m * v.c) * v.best - v.X - v.m * v.c * v.Y
    return regret_A, regret_B, 2 * v.X + v.c * v.Y - v.T


_SCENARIO = dict.fromkeys(("T", "X", "Y", "m", "c", "alpha", "best", "kappa"), 0)


def _kappa(v: Values, flat: Fraction) -> list[Formula]:
    """x*_B = 2/(2 + c), and kappa (2 + c) is what the identity needs."""
    known = [v.T > 0, v.c > 0, v.m >= 1, v.best * (2 + v.c) == 2]
    gain = v.m * (v.alpha * v.c - (1 - v.alpha) * (2 + v.c)) + v.alpha
    return [*known, v.kappa * (2 + v.c) == gain - flat * v.alpha * (2 + v.c)]


@statement("impossibility-identity", "W = T, the identity")
def impossibility_identity(*, flat: Fraction = HALF) -> Question:
    """R_B + (2m - 1) R_A + m V_B = kappa T, whatever the player does."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        regret_A, regret_B, violation = _scenarios(v)
        return _kappa(v, flat), regret_B + (2 * v.m - 1) * regret_A + v.m * violation == (
            v.kappa * v.T
        )

    return _SCENARIO, body


@statement("impossibility-share", "W = T, one of the three is linear", {"c": 8}, {"c": 18})
def impossibility_share(c: int, *, share: Fraction = ONE) -> Question:
    """max(R_A, R_B, V_B) >= kappa T/(3m) for m = 10, and .0375 T at c = 8, .0575 T at c = 18."""

    def body(v: Values) -> tuple[list[Formula], list[Formula]]:
        largest = larger(larger(*_scenarios(v)[:2]), _scenarios(v)[2])
        known = [*_kappa(v, HALF), v.m == 10, v.c == c]
        known += [v.alpha >= Fraction(63212, 10**5), v.alpha <= Fraction(63213, 10**5)]
        least = Fraction(3, 80) if c == 8 else Fraction(23, 400)
        return known, [30 * largest >= share * v.kappa * v.T, largest >= share * least * v.T]

    return _SCENARIO, body


STATEMENTS = (
    penalty_published,
    penalty,
    penalty_clipped,
    bound_G_published,
    bound_G,
    monotone_published,
    monotone_symmetric,
    monotone_repaired,
    monotone_published_sum,
    regret_floor,
    impossibility_identity,
    impossibility_share,
)
