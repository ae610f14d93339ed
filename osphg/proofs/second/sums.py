"""Sums over rounds, parameters and oracles (Lemma 4.3, Theorem 4.2), for the second checker."""
# ruff: noqa: D401, D403 -- the docstrings of statements are the claims

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from osphg.proofs.second.lemmas import multipliers
from osphg.proofs.second.solver import Formula, Term, Values, positive_part, size
from osphg.proofs.second.statement import Question, statement

ONE, HALF = Fraction(1), Fraction(1, 2)
WINDOWS = tuple({"T": T, "W": W} for T in (2, 3, 4) for W in (1, 2, 3) if W <= T)
EDGES = ({"T": 3, "W": 2}, {"T": 4, "W": 2}, {"T": 4, "W": 3})
ROUNDS = ({"T": 1}, {"T": 2})


def square_norm(a: Sequence[Term]) -> Term:
    """Return the sum of squares."""
    return sum(x * x for x in a)


def in_windows(terms: Sequence[Term], W: int) -> Term:
    """Return the sum over all windows of length W of the terms in each."""
    return sum(sum(terms[t : t + W]) for t in range(len(terms) - W + 1))


@statement("window-counting", "Counting the windows", *WINDOWS)
def counting(T: int, W: int, *, factor: Fraction = ONE) -> Question:
    """Windows count each round W times, but for the W - 1 rounds at either end."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        edges = sum((W - i) * (v.a[i - 1] + v.a[T - i]) for i in range(1, W))
        return [], in_windows(v.a, W) == W * sum(v.a) - factor * edges

    return {"a": T}, body


@statement("edges-utility", "Lemma 4.3, edges of (a)", *EDGES)
def edges_utility(T: int, W: int, *, factor: Fraction = ONE) -> Question:
    """Each round's gap a_t is at most F."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        bound = W * sum(v.a) - factor * v.F * W * (W - 1)
        return [v.F >= 0, *(a <= v.F for a in v.a)], in_windows(v.a, W) >= bound

    return {"a": T, "F": 0}, body


@statement("edges-multiplier", "Lemma 4.3, edges of (b)", *EDGES)
def edges_multiplier(T: int, W: int, *, factor: Fraction = ONE) -> Question:
    """0 <= lambda_t <= mu (t-1) G and |g_t| <= G."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        known = [v.mu > 0, v.G >= 0]
        for t, (lam, g) in enumerate(zip(v.lam, v.g, strict=True)):
            known += [lam >= 0, lam <= v.mu * t * v.G, size(g) <= v.G]
        terms = [lam * g for lam, g in zip(v.lam, v.g, strict=True)]
        lost = factor * HALF * v.G * v.G * v.mu * W * (W - 1) * (T - 1)
        return known, in_windows(terms, W) >= W * sum(terms) - lost

    return {"mu": 0, "G": 0, "lam": T, "g": T}, body


@statement("edges-oracle", "Lemma 4.3, edges of (d)", *EDGES)
def edges_oracle(T: int, W: int, *, factor: Fraction = ONE) -> Question:
    """An oracle's gap is at least -beta R (1 + lambda_t)."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        known = [v.mu > 0, v.G >= 0, v.beta >= 0, v.R >= 0]
        for t, (lam, gap) in enumerate(zip(v.lam, v.gap, strict=True)):
            known += [lam >= 0, lam <= v.mu * t * v.G, gap >= -v.beta * v.R * (1 + lam)]
        edge = v.beta * v.R * W * (W - 1) * (1 + HALF * v.G * v.mu * (T - 1))
        return known, in_windows(v.gap, W) <= W * sum(v.gap) + factor * edge

    numbers = dict.fromkeys(("mu", "G", "beta", "R"), 0)
    return numbers | {"lam": T, "gap": T}, body


def _chosen(v: Values) -> list[Formula]:
    """mu = R / (beta sqrt(N)) and delta = 4 beta^2, without roots; N stands for W T."""
    known = [v.mu > 0, v.beta > 0, v.R > 0, v.N > 0, v.delta == 4 * v.beta * v.beta]
    return [*known, v.mu * v.mu * v.beta * v.beta * v.N == v.R * v.R]


_PARAMETERS = dict.fromkeys(("mu", "delta", "beta", "R", "N"), 0)


@statement("parameter-choice", "The parameters, W T >= 16 R^2")
def parameter_choice(*, least: Fraction = 16 * ONE, share: Fraction = HALF) -> Question:
    """delta^2 mu^2 + beta^2 <= delta/2."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        left = v.delta * v.delta * v.mu * v.mu + v.beta * v.beta
        return [*_chosen(v), v.N >= least * v.R * v.R], left <= share * v.delta

    return _PARAMETERS, body


@statement("parameter-contraction", "The parameters, W T >= 4 R^2")
def contraction(*, least: Fraction = 4 * ONE) -> Question:
    """1 - delta mu^2 >= 0."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        return [*_chosen(v), v.N >= least * v.R * v.R], 1 - v.delta * v.mu * v.mu >= 0

    return _PARAMETERS, body


@statement("dual-regret", "Regret of the multiplier", *ROUNDS)
def dual_regret(T: int, *, start: Fraction = HALF, squares: Fraction = HALF) -> Question:
    """Gradient descent on -lambda g_t + (delta mu/2) lambda^2 over lambda >= 0; times mu."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        c = 1 - v.delta * v.mu * v.mu
        lam = multipliers(Fraction(0), c, v.mu, v.g)
        regret = squared = Fraction(0)
        for now, g in zip(lam, v.g, strict=False):
            slope = v.delta * v.mu * now - g
            regret += (v.lam - now) * g
            regret += HALF * v.delta * v.mu * (now * now - v.lam * v.lam)
            squared += slope * slope
        bound = start * v.lam * v.lam + squares * v.mu * v.mu * squared
        return [v.mu > 0, v.delta > 0, v.lam >= 0], v.mu * regret <= bound

    return {"mu": 0, "delta": 0, "lam": 0, "g": T}, body


@statement("refutation-dual", "Step (5) of the refutation", *ROUNDS)
def refutation_dual(T: int, *, start: Fraction = HALF, squares: Fraction = ONE) -> Question:
    """The regret of the multiplier against a constant ell, with |g_t| <= P; times mu."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        c = 1 - v.delta * v.mu * v.mu
        lam = multipliers(Fraction(0), c, v.mu, v.g)[:T]
        left = v.mu * sum((now - v.ell) * g for now, g in zip(lam, v.g, strict=True))
        pulled = HALF * v.delta * v.mu * v.mu * (square_norm(lam) - T * v.ell * v.ell)
        forced = v.mu * v.mu * (T * v.P * v.P + (v.delta * v.mu) ** 2 * square_norm(lam))
        known = [v.mu > 0, v.delta > 0, v.ell >= 0, *(size(g) <= v.P for g in v.g)]
        return known, left >= pulled - start * v.ell * v.ell - squares * forced

    return {"mu": 0, "delta": 0, "ell": 0, "P": 0, "g": T}, body


@statement("square-of-sum", "Square of a sum")
def square_of_sum(*, factor: Fraction = 2 * ONE) -> Question:
    """(a + b)^2 <= 2 a^2 + 2 b^2."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        return [], (v.a + v.b) * (v.a + v.b) <= factor * (v.a * v.a + v.b * v.b)

    return {"a": 0, "b": 0}, body


@statement("ascent-step", "One step of gradient ascent", {"n": 1}, {"n": 2})
def ascent_step(n: int, *, factor: Fraction = ONE) -> Question:
    """A projection `new` is at an obtuse angle from y, hence the step comes closer to y."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        rows = range(n)
        angle = sum((v.old[i] + v.c[i] - v.new[i]) * (v.y[i] - v.new[i]) for i in rows)
        gain = sum(v.c[i] * (v.y[i] - v.old[i]) for i in rows)
        before = square_norm([v.old[i] - v.y[i] for i in rows])
        after = square_norm([v.new[i] - v.y[i] for i in rows])
        return [angle <= 0], after <= before - 2 * gain + factor * square_norm(v.c)

    return {"old": n, "new": n, "y": n, "c": n}, body


@statement("ascent-regret", "Regret of gradient ascent on [0, R]", *ROUNDS)
def ascent_regret(T: int, *, start: Fraction = HALF, squares: Fraction = HALF) -> Question:
    """The sum of c_t (y - v_t), times mu, from any first choice."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        now, regret = v.v, Fraction(0)
        for c in v.c:
            regret += c * (v.y - now)
            now = v.R - positive_part(v.R - positive_part(now + v.mu * c))
        known = [v.mu > 0, v.R > 0, v.v >= 0, v.v <= v.R, v.y >= 0, v.y <= v.R]
        bound = start * v.R * v.R + squares * v.mu * v.mu * square_norm(v.c)
        return known, v.mu * regret <= bound

    return {"mu": 0, "R": 0, "v": 0, "y": 0, "c": T}, body


@statement("choice-of-lambda", "The choice of lambda in Theorem 4.2")
def choice_of_lambda(*, doubled: Fraction = 2 * ONE) -> Question:
    """C lam - (delta mu/2) T lam^2 - lam^2/mu is largest at lam D = C, with value C^2/(2 D)."""

    def body(v: Values) -> tuple[list[Formula], list[Formula]]:
        known = [v.mu > 0, v.delta > 0, v.T > 0, v.mu * v.D == v.delta * v.mu * v.mu * v.T + 2]

        def value(lam: Term) -> Term:  # times mu
            square = HALF * v.delta * v.mu * v.mu * v.T + 1
            return v.mu * v.C * lam - square * lam * lam

        best = v.mu * v.C * v.C
        claims = [doubled * v.D * value(v.lam) == best, doubled * v.D * value(v.other) <= best]
        return [*known, v.lam * v.D == v.C], claims

    return dict.fromkeys(("mu", "delta", "T", "D", "C", "lam", "other"), 0), body


STATEMENTS = (
    counting,
    edges_utility,
    edges_multiplier,
    edges_oracle,
    parameter_choice,
    contraction,
    dual_regret,
    refutation_dual,
    square_of_sum,
    ascent_step,
    ascent_regret,
    choice_of_lambda,
)
