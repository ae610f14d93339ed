"""Identities that sympy believes, or half believes, and steps that nearly hold: all refused.

What is true of them, in the kernel's language, is accepted.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from typing import Any

import pytest
import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, ProofError, assume

Z, half = sp.Integer, sp.Rational(1, 2)
x, y = sp.symbols("x y", real=True)
i, j, n, m, s, t, a, b, N = sp.symbols("i j n m s t a b N", integer=True)
nn = sp.Symbol("l", integer=True, nonnegative=True)
T = sp.Symbol("T", integer=True, positive=True)
p = sp.Symbol("p", positive=True)
u, v = sp.symbols("u v")  # of which nothing is known
f, size = sp.Function("f", real=True), sp.Function("size", positive=True)
Pair = tuple[Any, Any]
ALL = Assumption("f <= 0 on 1..N", f(t), "<=", Z(0), (t,), (t - 1, N - t))
ONE = Assumption("f <= 0 at one t", f(t), "<=", Z(0))


def S(e: Any, low: Any, high: Any) -> sp.Sum:
    return sp.Sum(e, (i, low, high))


SUMS: Mapping[str, Pair] = {
    "harmonic": (S(1 / i, 1, N), sp.harmonic(N)),
    "powers of 2": (S(2**i, 0, N), 2 ** (N + 1) - 1),
    "positive parts": (S(sp.Max(i, 0), 1, N), N * (N + 1) / 2),
    "i i!": (S(i * sp.factorial(i), 1, N), sp.factorial(N + 1) - 1),
    "telescope": (S(1 / (i * (i + 1)), 1, N), N / (N + 1)),
    "telescope over a pole": (S(1 / (i * (i + 1)), a, b), 1 / a - 1 / (b + 1)),
    "binomials": (S(sp.binomial(N, i), 0, N), 2**N),
    "geometric": (S(x**i, 0, N), (1 - x ** (N + 1)) / (1 - x)),
    "Kronecker": (S(sp.KroneckerDelta(i, a) * f(i), b, N), f(a)),
    "one Kronecker": (S(sp.KroneckerDelta(i, a), 0, N), 1),
    "piecewise": (S(sp.Piecewise((1, i < 3), (0, True)), 0, N), sp.Min(N + 1, 3)),
    "parity": (S(sp.Mod(i, 2), 0, N), sp.ceiling(N / 2)),
    "signs": (S(sp.sign(i), 1, N), N),
    "sizes as roots": (S(sp.sqrt(i**2), 1, N), N * (N + 1) / 2),
    "alternating": (S((-1) ** i, 0, N), (1 + (-1) ** N) / 2),
    "steps": (S(sp.Heaviside(i), 1, N), N),
    "sizes by powers": (S(sp.Abs(i) * 2**i, 1, N), S(i * 2**i, 1, N)),
    "cubes of sizes": (S(sp.Abs(i) ** 3, 1, N), S(i**3, 1, N)),
    "factorials": (S(sp.factorial(i) / sp.factorial(i - 1), 1, N), N * (N + 1) / 2),
    "logarithms": (S(sp.log(i), 1, N), sp.log(sp.factorial(N))),
    "its own bound": (sp.Sum(f(i), (i, 1, i)), sp.Sum(f(j), (j, 1, i))),
    "a polynomial to its own bound": (sp.Sum(i, (i, 1, i)), i * (i + 1) / 2),
    "real index": (sp.Sum(x, (x, 0, 2)), 3),
    "one index twice": (sp.Sum(f(i), (i, 1, 3), (i, 1, 2)), 0),
    "to infinity": (S(Z(2) ** (-i), 0, sp.oo), 2),
    "reserved index": (sp.Sum(f(sp.Symbol("_0", integer=True)), (sp.Symbol("_0", integer=True), 1, T)), S(f(i), 1, T)),
}  # fmt: skip
fa, bi, ga, rf, ff = sp.factorial, sp.binomial, sp.gamma, sp.RisingFactorial, sp.FallingFactorial
delta, pieces = sp.KroneckerDelta, sp.Piecewise
FUNCTIONS: Mapping[str, Pair] = {
    "n!": (fa(n) / fa(n - 1), n), "absorbed": (m * bi(n, m), n * bi(n - 1, m - 1)),
    "by factorials": (bi(n, m) * fa(m) * fa(n - m), fa(n)), "absorbed below": ((n - m) * bi(n, m), n * bi(n - 1, m)),
    "reflected gamma": (ga(x) * ga(1 - x) * sp.sin(sp.pi * x), sp.pi), "1/gamma": (1 / ga(x), x / ga(x + 1)),
    "negative upper": (bi(-n, m), (-1) ** m * bi(n + m - 1, m)), "n over n": (bi(n, n), Z(1)),
    "n over 2": (bi(n, 2), n * (n - 1) / 2), "ratio": (bi(n, m) / bi(n, m - 1), (n - m + 1) / m),
    "falling": (bi(n, m), ff(n, m) / fa(m)), "rising": (rf(x, n), ga(x + n) / ga(x)), "both": (ff(x, n), rf(x - n + 1, n)),
    "rising by one": (rf(x, n + 1), rf(x, n) * (x + n)), "Pascal": (bi(n + 1, m + 1), bi(n, m) + bi(n, m + 1)),
    "central": (bi(2 * n, n), 4**n * ga(n + half) / (sp.sqrt(sp.pi) * ga(n + 1))),
    "log x^2": (sp.log(x**2), 2 * sp.log(sp.Abs(x))), "log x y": (sp.log(x * y), sp.log(x) + sp.log(y)),
    "cube root": ((x**3) ** sp.Rational(1, 3), x), "product of roots": (sp.sqrt(x) * sp.sqrt(y), sp.sqrt(x * y)),
    "root of 1/x": (sp.sqrt(1 / x), 1 / sp.sqrt(x)), "atan": (sp.atan(x) + sp.atan(1 / x), sp.pi / 2),
    "acos": (sp.acos(sp.cos(x)), x), "asin": (sp.asin(x) + sp.acos(x), sp.pi / 2), "sign^2": (sp.sign(x) ** 2, Z(1)),
    "sign^3": (sp.sign(x) ** 3, sp.sign(x)), "step": (sp.Heaviside(x) + sp.Heaviside(-x), Z(1)),
    "step^2": (sp.Heaviside(x) ** 2, sp.Heaviside(x)), "step by sign": (sp.Heaviside(x), (1 + sp.sign(x)) / 2),
    "floor": (sp.floor(x) + sp.frac(x), x), "ceiling": (sp.ceiling(x), sp.floor(x) + 1),
    "remainder": (sp.Mod(x, y), x - y * sp.floor(x / y)), "parity^2": (sp.Mod(n, 2) ** 2, sp.Mod(n, 2)),
    "delta^2": (delta(n, m) ** 2, delta(n, m)), "delta n": (delta(n, 0) * n, Z(0)),
    "delta n/n": (delta(n, 0) * (n**2 + n) / (n * (n + 1)), Z(0)), "0^n": (Z(0) ** nn, Z(0)),
    "0^n as delta": (Z(0) ** nn, delta(nn, 0)), "(-1)^2x": ((-1) ** (2 * x), Z(1)), "(x^2)^y": ((x**2) ** y, x ** (2 * y)),
    "n-th root": ((x**nn) ** (1 / nn), x), "1 but at 0": (pieces((0, sp.Eq(x, 0)), (1, True)), Z(1)),
    "half a line": (pieces((1, x > 0)), Z(1)), "two halves": (pieces((x, x > 0), (x, x < 0)), x),
    "sine over x": (pieces((1, sp.Eq(x, 0)), (sp.sin(x) / x, True)), sp.sin(x) / x),
    "5 at 0": (pieces((5, sp.Eq(x, 0)), ((x**2 + x) / x, True)), x + 1), "|x|/x": (sp.Abs(x) / x, sp.sign(x)),
    "|x^y|": (sp.Abs(x**y), sp.Abs(x) ** y), "tan cot": (sp.tan(x) * sp.cot(x), Z(1)),
    "tan cos": (sp.tan(x) * sp.cos(x), sp.sin(x)), "cos^2": (sp.cos(x * sp.pi) ** 2, sp.cos(2 * sp.pi * x) / 2 + half),
    "Dirac x": (sp.DiracDelta(x) * x, Z(0)), "Dirac": (sp.DiracDelta(x), Z(0)), "zeta": (sp.zeta(x), sp.zeta(x, 1)),
    "arg": (sp.arg(x), Z(0)), "im of a root": (sp.im(sp.sqrt(x)), Z(0)), "re of a root": (sp.re(sp.sqrt(x)), sp.sqrt(x)),
    "re of log": (sp.re(sp.log(x)), sp.log(sp.Abs(x))), "root of a square": (sp.sqrt(x**2 + 2 * x + 1), x + 1),
    "root of (x+1)^2": (sp.sqrt((x + 1) ** 2), x + 1), "Lambert": (sp.LambertW(x * sp.exp(x)), x),
    "erf": (sp.erf(x) + sp.erfc(x), Z(1)), "Fibonacci": (sp.fibonacci(n + 2), sp.fibonacci(n + 1) + sp.fibonacci(n)),
    "harmonic": (sp.harmonic(n + 1), sp.harmonic(n) + 1 / (n + 1)), "digamma": (sp.digamma(x + 1), sp.digamma(x) + 1 / x),
    "|u|^2": (sp.Abs(u) ** 2, u**2), "root of u^2": (sp.sqrt(u**2), u), "re u": (sp.re(u), u),
    "max of u": (sp.Max(u, 1), sp.Max(1, u)), "O(x)": (sp.O(x), sp.O(x)), "O(1) v": ((sp.O(Z(1)) + 1) * v, v),
    "O(1) is 0": (sp.O(Z(1)), Z(0)), "1/0": (sp.Pow(Z(0), -1, evaluate=False), sp.Pow(Z(0), -1, evaluate=False)),
}  # fmt: skip
leaked: list[Fact] = []


def leak(start: int) -> Fact:
    def step(claim: Fact) -> Fact:
        leaked.append(claim)
        return rule.conclude(0, "<=", t + 1, claim, rule.nonnegative(Z(1)))

    return rule.induction(t, start, (Z(0), "<=", t), rule.identity(Z(0), Z(0)), step)


def reached(fact: Fact) -> Fact:
    """Have a fact written over."""
    try:
        fact.__init__(Z(1), "<=", Z(0), frozenset(), frozenset(), "r")
    except ProofError:
        assert fact.lhs == fact.rhs == x
    return rule.add(fact)


class Other(Fact):
    """A kind of fact that needs no rule."""

    def __init__(self, *_: Any) -> None:
        pass


STEPS: Mapping[str, Callable[[], Any]] = {
    "a fact of another kind": lambda: rule.add(Other(Z(1), "<=", Z(0))),
    "a fact from nowhere": lambda: rule.add(object.__new__(Fact)),
    "a fact by its constructor": lambda: Fact(Z(1), "<=", Z(0), frozenset(), frozenset(), "r"),
    "a fact that was pickled": lambda: pickle.loads(pickle.dumps(rule.identity(x, x))),
    "a relation of its own": lambda: assume(Assumption("a", x, "<", y)),
    "the square of u": lambda: rule.square(u), "|u|": lambda: rule.nonnegative(sp.Abs(u)),
    "u between": lambda: rule.between(rule.identity(u, u), rule.identity(-u, -u)),
    "u as 0, unevaluated": lambda: rule.identity(Z(1), (u * (u + 1) - u**2) / u),
    "-q^2 for an imaginary q": lambda: rule.nonnegative(-(sp.Symbol("q", imaginary=True) ** 2)),
    "at least 2 as composite": lambda: rule.nonnegative(sp.Symbol("q", composite=True) - 2),
    "1 <= ceiling of an angle": lambda: rule.nonnegative(sp.ceiling(sp.atan(nn)) - 1),
    "an odd binomial": lambda: rule.nonnegative(-sp.binomial(n, sp.Symbol("o", odd=True))),
    "an angle for what is positive": lambda: rule.instance(rule.nonnegative(p), {p: sp.atan(nn) ** 2}),
    "an interval for x": lambda: rule.instance(rule.identity((x + 1) * (x - 1), x**2 - 1), {x: sp.AccumBounds(-1, 1)}),
    "an interval": lambda: rule.nonnegative(sp.AccumBounds(1, 2)),
    "an interval for f": lambda: rule.instance(rule.square(f(1)), {f: sp.Lambda(t, sp.AccumBounds(-1, 1))}),
    "O(x) for y": lambda: rule.instance(rule.identity(x * y, y * x), {y: sp.O(x)}),
    "times 1/0": lambda: rule.scale(rule.identity(x, x), sp.Pow(Z(0), -1, evaluate=False)),
    "split at a half": lambda: rule.split(S(f(i), 1, T), half),
    "a triangle, swapped": lambda: rule.swap(sp.Sum(f(i) * f(j), (i, 1, j), (j, 1, T))),
    "one t summed": lambda: rule.sum_over(assume(ONE), t, 1, T),
    "summed backwards": lambda: rule.sum_over(rule.square(f(t)), t, 5, 3),
    "summed to itself": lambda: rule.sum_over(rule.square(f(t)), t, 1, t),
    "a signed index under its function": lambda: rule.sum_over(rule.nonnegative(size(T)), T, -3, -1),
    "out of its range": lambda: rule.under(rule.instance(assume(ALL), {t: N + 1}), N - 1),
    "another N": lambda: rule.instance(assume(ALL), {N: N + 1}),
    "another f": lambda: rule.instance(assume(ALL), {f: sp.Lambda(t, 1)}),
    "half of its range": lambda: rule.under(assume(ALL), t - 1),
    "two that contradict": lambda: rule.add(
        assume(ALL), assume(Assumption("1 <= f", Z(1), "<=", f(t), (t,), (t - 1, N - t)))),
    "a hypothesis elsewhere": lambda: (leak(0), rule.instance(leaked[-1], {t: Z(-3)}))[1],
    "an end before the start": lambda: rule.induction(
        t, 0, (Z(5), "<=", t + 5), rule.identity(Z(5), Z(5)),
        lambda claim: rule.conclude(5, "<=", t + 6, claim, rule.nonnegative(Z(1))), last=Z(-3)),
    "a claim that is not its step": lambda: rule.induction(t, 0, (t, "<=", Z(0)), rule.identity(0, 0), lambda c: c),
    "induction over a real": lambda: rule.induction(
        x, 0, (Z(0), "<=", x), rule.identity(0, 0), lambda c: rule.conclude(0, "<=", x + 1, c, rule.nonnegative(Z(1)))),
    "a text as condition": lambda: Assumption("a", x, "<=", y, (), ("x - 1",)),
    "truth as a side": lambda: Assumption("a", sp.true, "<=", y),
    "x twice": lambda: rule.chain(
        assume(Assumption("x <= 0", x, "<=", Z(0))), rule.nonnegative(sp.Symbol("x", positive=True))),
    "a cancelled power of c = 0": lambda: rule.identity(1 / x**n * (x ** (n + 1) + x**n) - x, 1),
}  # fmt: skip


@pytest.mark.parametrize("sides", [*SUMS.values(), *FUNCTIONS.values()], ids=[*SUMS, *FUNCTIONS])
def test_what_sympy_believes_is_refused(sides: Pair) -> None:
    with pytest.raises(ProofError):
        pytest.fail(f"accepted: {rule.identity(*sides)}")


@pytest.mark.parametrize("upper", [T, Z(-3)])
@pytest.mark.parametrize("name", ["Kronecker", "sizes by powers", "signs", "harmonic"])
def test_no_more_for_other_bounds(name: str, upper: sp.Expr) -> None:
    with pytest.raises(ProofError):
        rule.identity(*(sp.sympify(side).subs(N, upper) for side in SUMS[name]))


@pytest.mark.parametrize("attempt", STEPS.values(), ids=STEPS)
def test_what_nearly_holds_is_refused(attempt: Callable[[], Any]) -> None:
    with pytest.raises(ProofError):
        pytest.fail(f"accepted: {attempt()}")


def test_a_fact_cannot_be_written_over() -> None:
    assert reached(rule.identity(x, x)).statement == "x = x"
    with pytest.raises(AttributeError):
        object.__setattr__(rule.identity(x, x), "rhs", x - 1)


TRUE: Mapping[str, Callable[[], Fact]] = {
    "0 <= 1": lambda: rule.instance(
        rule.instance(rule.nonnegative(p), {p: f(1) ** 2 + 1, f: sp.Lambda(t, -5)}), {f: sp.Lambda(t, 0)}),
    "Max(x, y)*Min(x, y) = x*y": lambda: rule.identity(sp.Max(x, y) * sp.Min(x, y), x * y),
    "Abs(x*y) = Abs(x)*Abs(y)": lambda: rule.identity(sp.Abs(x * y), sp.Abs(x) * sp.Abs(y)),
    "0 <= Sum(i**2, (i, 1, T))": lambda: rule.nonnegative(S(i**2, 1, T)),
    "Sum(0, (i, 1, T)) <= Sum(f(i)**2, (i, 1, T))": lambda: rule.sum_over(rule.square(f(i)), i, 1, T),
    "0 <= t": lambda: rule.induction(
        t, 0, (Z(0), "<=", t), rule.identity(0, 0),
        lambda _: (leak(0), rule.conclude(0, "<=", t + 1, leaked[-1], rule.nonnegative(Z(1))))[1]),
}  # fmt: skip


@pytest.mark.parametrize("said", TRUE)
def test_what_is_true_is_accepted(said: str) -> None:
    fact = TRUE[said]()
    assert fact.statement == said
    assert not fact.rests_on
