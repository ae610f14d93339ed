"""Lemmas 4.1 and 4.2 and what surrounds them, for the second checker.

Written again by hand from the paper, for one window or a few rounds. Throughout c stands for
1 - delta mu^2, and no formula divides by a variable.
"""
# ruff: noqa: D401, D403 -- the docstrings of statements are the claims

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from osphg.proofs.second.solver import Formula, Term, Values, positive_part, size
from osphg.proofs.second.statement import Question, statement

ONE, HALF = Fraction(1), Fraction(1, 2)
ROUNDS = ({"t": 1}, {"t": 2}, {"t": 3})
WINDOWS = ({"W": 1}, {"W": 2}, {"W": 3})


def multipliers(first: Term, c: Term, mu: Term, g: list[Term]) -> list[Term]:
    """Return lambda_1, ..., lambda_{len(g)+1} of lambda_{s+1} = [c lambda_s + mu g_s]_+."""
    lam = [first]
    for violation in g:
        lam.append(positive_part(c * lam[-1] + mu * violation))
    return lam


def steps(v: Values, *, contracting: bool = True) -> list[Formula]:
    """Say what mu, delta and c are; c >= 0 only if asked for."""
    known: list[Formula] = [v.mu > 0, v.delta > 0, v.c == 1 - v.delta * v.mu * v.mu]
    return [*known, v.c >= 0] if contracting else known


def _discounted(t: int, *, upper: bool, contracting: bool, factor: Fraction) -> Question:
    """Lemma 4.1 for round t: one of the two bounds, with or without c >= 0."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        terms = [size(g) for g in v.g] if upper else v.g
        bound = factor * v.mu * sum(v.c ** (t - 1 - s) * terms[s] for s in range(t))
        last = multipliers(Fraction(0), v.c, v.mu, v.g)[-1]
        return steps(v, contracting=contracting), last <= bound if upper else last >= bound

    return {"mu": 0, "delta": 0, "c": 0, "g": t}, body


@statement("lemma-4.1-lower", "Lemma 4.1, lower bound", *ROUNDS)
def lower(t: int, *, factor: Fraction = ONE) -> Question:
    """lambda_{t+1} >= mu sum_s c^(t-s) g_s, if c >= 0."""
    return _discounted(t, upper=False, contracting=True, factor=factor)


@statement("lemma-4.1-upper", "Lemma 4.1, upper bound", *ROUNDS)
def upper(t: int, *, factor: Fraction = ONE) -> Question:
    """lambda_{t+1} <= mu sum_s c^(t-s) |g_s|, if c >= 0."""
    return _discounted(t, upper=True, contracting=True, factor=factor)


@statement("lemma-4.1-lower-any-c", "Lemma 4.1, lower bound, without c >= 0", *ROUNDS)
def lower_any_c(t: int) -> Question:
    """The lower bound as the paper states it, with nothing said about c."""
    return _discounted(t, upper=False, contracting=False, factor=ONE)


@statement("lemma-4.1-upper-any-c", "Lemma 4.1, upper bound, without c >= 0", *ROUNDS)
def upper_any_c(t: int) -> Question:
    """The upper bound as the paper states it, with nothing said about c."""
    return _discounted(t, upper=True, contracting=False, factor=ONE)


@statement("multiplier-linear", "Multiplier at most mu t G", *ROUNDS)
def linear(t: int, *, factor: Fraction = ONE) -> Question:
    """lambda_{t+1} <= mu t G; c >= 0 is not needed here."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        last = multipliers(Fraction(0), v.c, v.mu, v.g)[-1]
        bounded = [size(g) <= v.G for g in v.g]
        return [*steps(v, contracting=False), *bounded], last <= factor * v.mu * t * v.G

    return {"mu": 0, "delta": 0, "c": 0, "G": 0, "g": t}, body


def _cap(t: int, *, contracting: bool, factor: Fraction) -> Question:
    def body(v: Values) -> tuple[list[Formula], Formula]:
        lam = multipliers(Fraction(0), v.c, v.mu, v.g)
        bounded = [size(g) <= v.G for g in v.g]
        claim = v.delta * v.mu * lam[-1] <= factor * v.G
        return [*steps(v, contracting=contracting), *bounded], claim

    return {"mu": 0, "delta": 0, "c": 0, "G": 0, "g": t}, body


@statement("multiplier-cap", "Multiplier at most G / (delta mu)", *ROUNDS)
def cap(t: int, *, factor: Fraction = ONE) -> Question:
    """delta mu lambda_{t+1} <= G, if c >= 0."""
    return _cap(t, contracting=True, factor=factor)


@statement("multiplier-cap-any-c", "Multiplier at most G / (delta mu), without c >= 0", *ROUNDS)
def cap_any_c(t: int) -> Question:
    """The same with nothing said about c."""
    return _cap(t, contracting=False, factor=ONE)


@statement("multiplier-cap-step", "Multiplier at most G / (delta mu), from any round to the next")
def cap_step(*, factor: Fraction = ONE) -> Question:
    """The step of the induction: the bound survives a round."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        now = [v.lam >= 0, v.delta * v.mu * v.lam <= factor * v.G, size(v.g) <= v.G]
        after = positive_part(v.c * v.lam + v.mu * v.g)
        return [*steps(v), *now], v.delta * v.mu * after <= factor * v.G

    return {"mu": 0, "delta": 0, "c": 0, "G": 0, "lam": 0, "g": 0}, body


def _window(W: int) -> dict[str, int]:
    """Name the variables of a window: violations `played` at x_s, `compared` at x*."""
    return {"mu": 0, "delta": 0, "c": 0, "G": 0, "lam": 0, "played": W, "compared": W}


def _in_window(v: Values) -> list[Formula]:
    return [*steps(v), v.lam >= 0, *(size(g) <= v.G for g in [*v.played, *v.compared])]


def excess(v: Values) -> Term:
    """Return sum lambda_{t+tau} g_{t+tau}(x*) - lambda_t sum g_{t+tau}(x*) over a window."""
    lam = multipliers(v.lam, v.c, v.mu, v.played)
    return sum((lam[tau] - v.lam) * g for tau, g in enumerate(v.compared))


def _allowed(v: Values, W: int, factor: Fraction) -> Term:
    """Return the paper's constant, times a factor."""
    return factor * HALF * v.G * v.G * v.mu * W * (W - 1)


@statement("lemma-4.2", "Lemma 4.2 as stated", *WINDOWS)
def as_stated(W: int, *, factor: Fraction = ONE) -> Question:
    """The lemma, for a feasible x* and a multiplier that respects its cap."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        more = [sum(v.compared) <= 0, v.delta * v.mu * v.lam <= v.G]
        return [*_in_window(v), *more], excess(v) <= _allowed(v, W, factor)

    return _window(W), body


def _from_start(t: int) -> Question:
    def body(v: Values) -> tuple[list[Formula], Formula]:
        before = multipliers(Fraction(0), v.c, v.mu, v.before) if t > 1 else [Fraction(0)]
        bounded = [size(g) <= v.G for g in v.before] if t > 1 else []
        known = [*_in_window(v), *bounded, v.lam == before[-1], sum(v.compared) <= 0]
        return known, excess(v) <= _allowed(v, 2, ONE)

    return (_window(2) | {"before": t - 1}) if t > 1 else _window(2), body


@statement("lemma-4.2-from-start", "Lemma 4.2 as stated, W = 2, from lambda_1 = 0", *ROUNDS)
def from_start(t: int) -> Question:
    """The lemma for the window that starts in round t, where lambda_t came about from zero."""
    return _from_start(t)


@statement("lemma-4.2-game", "Lemma 4.2 as stated, W = 2, whole game", {"T": 3}, {"T": 4}, {"T": 5})
def game(T: int) -> Question:
    """The lemma for the last window of OSPHG's own run, whatever the prices p_t are.

    K = 1, X = [0, 1], f_t(x) = 4 x, B_T = T, mu = 1, delta = 1/4; y is any x*.
    """

    def body(v: Values) -> tuple[list[Formula], Formula]:
        mu, delta, slope = ONE, Fraction(1, 4), Fraction(4)
        x, lam, g = [Fraction(0)], [Fraction(0)], [p * v.y - 1 for p in v.p]
        for p in v.p[:-1]:
            step = x[-1] + mu * (slope - lam[-1] * p)
            lam.append(positive_part((1 - delta * mu**2) * lam[-1] + mu * (p * x[-1] - 1)))
            x.append(1 - positive_part(1 - positive_part(step)))
        known = [v.G >= 1, v.y >= 0, v.y <= 1]
        known += [p >= 0 for p in v.p] + [v.G >= p - 1 for p in v.p]
        known += [now + then <= 0 for now, then in pairwise(g)]
        gained = (lam[-1] - lam[-2]) * g[-1]
        return known, gained <= v.G * v.G * mu

    return {"G": 0, "y": 0, "p": T}, body


@statement("lemma-4.2-step-a", "Lemma 4.2, step (a)", *WINDOWS)
def step_a(W: int, *, factor: Fraction = ONE) -> Question:
    """Lemma 4.1, shifted to start at lambda_t: upper bound before [g]_+, lower before [g]_-."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        lam = multipliers(v.lam, v.c, v.mu, v.played)
        left = right = Fraction(0)
        for tau, g in enumerate(v.compared):
            past = [v.c ** (tau - 1 - i) for i in range(tau)]
            above = sum(p * size(v.played[i]) for i, p in enumerate(past))
            below = sum(p * v.played[i] for i, p in enumerate(past))
            start = factor * v.c**tau * v.lam
            left += lam[tau] * g
            right += (start + v.mu * above) * positive_part(g)
            right -= (start + v.mu * below) * positive_part(-g)
        return _in_window(v), left <= right

    return _window(W), body


def _forget(W: int, *, signed: bool, factor: Fraction) -> Question:
    def body(v: Values) -> tuple[list[Formula], Formula]:
        known = [v.lam >= 0, v.c >= 0, v.c <= 1]
        if not signed:
            known += [g >= 0 for g in v.g]
        left = v.lam * sum(v.c**tau * g for tau, g in enumerate(v.g))
        return known, left <= factor * v.lam * sum(v.g)

    return {"lam": 0, "c": 0, "g": W}, body


@statement("lemma-4.2-step-b", "Lemma 4.2, step (b): c^tau replaced by 1", *WINDOWS)
def step_b(W: int) -> Question:
    """lambda sum c^tau g_tau <= lambda sum g_tau, for g of either sign."""
    return _forget(W, signed=True, factor=ONE)


@statement("lemma-4.2-step-b-signed", "Lemma 4.2, step (b), for g >= 0", *WINDOWS)
def step_b_signed(W: int, *, factor: Fraction = ONE) -> Question:
    """The same where no g_tau is negative."""
    return _forget(W, signed=False, factor=factor)


@statement("lemma-4.2-repaired", "Lemma 4.2, constant doubled", *WINDOWS)
def repaired(W: int, *, factor: Fraction = 2 * ONE) -> Question:
    """The excess is at most G^2 mu W (W - 1), if lambda_t respects its cap."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        known = [*_in_window(v), v.delta * v.mu * v.lam <= v.G]
        return known, excess(v) <= _allowed(v, W, factor)

    return _window(W), body


@statement("lemma-4.2-uncapped", "Lemma 4.2, constant doubled, without the cap", *WINDOWS[1:])
def uncapped(W: int) -> Question:
    """The same with nothing said about lambda_t but its sign."""

    def body(v: Values) -> tuple[list[Formula], Formula]:
        return _in_window(v), excess(v) <= _allowed(v, W, 2 * ONE)

    return _window(W), body


@statement("lemma-4.2-tight", "Lemma 4.2, no constant below 2 for W = 2")
def tight(*, factor: Fraction = 2 * ONE) -> Question:
    """Every theta < 2 fails, at lambda_t = (1 - e) G/(delta mu) with e < 2 - theta.

    After n rounds of g = G from lambda_1 = 0 the multiplier is (1 - c^n) G/(delta mu): with
    c < 1 every such e is undercut in a run.
    """

    def body(v: Values) -> tuple[list[Formula], Formula]:
        known = [*steps(v), v.G > 0, v.theta < factor, v.e > 0, v.e < factor - v.theta, v.e <= HALF]
        known += [
            v.delta * v.mu * v.lam == (1 - v.e) * v.G,
            v.delta * v.mu * v.mu <= Fraction(1, 3),
        ]
        known += [g == -v.G for g in [*v.played, *v.compared]]
        return known, excess(v) > v.theta * v.G * v.G * v.mu

    return _window(2) | {"theta": 0, "e": 0}, body


STATEMENTS = (
    lower,
    upper,
    lower_any_c,
    upper_any_c,
    linear,
    cap,
    cap_any_c,
    cap_step,
    as_stated,
    from_start,
    game,
    step_a,
    step_b,
    step_b_signed,
    repaired,
    uncapped,
    tight,
)
