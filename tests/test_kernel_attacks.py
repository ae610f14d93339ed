"""Attempts to prove what is false: those that an earlier kernel accepted, their kin, and odd arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, ProofError, assume
from osphg.proofs.paper.symbols import KEEP, START, W, c, delta, lam, mu

Z = sp.Integer
x, y, z, w = sp.symbols("x y z w", real=True)
t, s, i, j, n, m, lo, hi = sp.symbols("t s i j n m lo hi", integer=True)
T, k = sp.symbols("T k", integer=True, positive=True)
p, q = sp.symbols("p q", positive=True)
f = sp.Function("f", real=True)
h = sp.Function("h", positive=True)
one = (x * (x + 1) - x**2) / x  # 1, but where x is 0
C_IS_ZERO = Assumption("c = 0", c, "=", Z(0))
odd = {
    key: sp.Symbol("u", **{key: True})
    for key in ("nonzero", "infinite", "extended_real", "extended_positive", "imaginary", "odd",
                "composite", "prime", "irrational", "negative", "zero", "algebraic", "hermitian")
}  # fmt: skip


def S(e: sp.Expr, low: sp.Expr, high: sp.Expr) -> sp.Sum:
    return sp.Sum(e, (i, low, high))


def signed(index: sp.Symbol, start: int) -> Fact:
    """3 n <= n^2 from a start below the sign of the index."""
    return rule.induction(
        index, start, (3 * index, "<=", index**2), rule.nonnegative(Z(0)),
        lambda claim: rule.conclude(
            3 * (index + 1), "<=", (index + 1) ** 2, claim, (2, rule.nonnegative(index - 1))),
    )  # fmt: skip


def captured_start() -> Fact:
    total = sp.Sum(t - s, (s, 0, 0))
    return rule.induction(
        t, s, (0, "<=", total), rule.nonnegative(Z(0)),
        lambda claim: rule.conclude(0, "<=", total.subs(t, t + 1), claim, rule.nonnegative(Z(1))),
    )  # fmt: skip


def start_divides() -> Fact:
    at = lam(1)
    product = rule.restate(rule.scale(assume(START), at + 1), at * (at + 1), "=", 0)
    return rule.substitute(rule.identity(1, (at * (at + 1) - at**2) / at), product)


def keep_divides() -> Fact:
    gone = assume(Assumption("delta mu^2 = 1", delta * mu**2, "=", Z(1)))
    zero = rule.conclude(c, "=", 0, assume(KEEP), (-1, gone))
    product = rule.restate(rule.scale(zero, c + 1), c * (c + 1), "=", 0)
    return rule.substitute(rule.identity(1, (c * (c + 1) - c**2) / c), product)


def absorbed() -> Fact:
    total = sp.Sum(c ** (t - s) * f(s), (s, 1, t))
    return rule.identity(total / c, sp.Sum(c ** (t - s - 1) * f(s), (s, 1, t)))


ROOT_IN_A_SUM = S(sp.sqrt(x), Z(1), Z(1)) ** 2  # x, where it is defined; a square by its looks


def idle_reserved_index() -> Fact:
    """6 = 0: a sum over _0 alone gives the normal form's own index a value."""
    g, own = sp.Function("g", real=True), sp.Symbol("_0", integer=True)
    single = rule.identity(sp.Sum(g(i, n), (i, 1, 3), (own, n, n)), S(g(i, i), 1, 3))
    apart = rule.instance(single, {g: sp.Lambda((i, j), i - j)})
    return rule.restate(rule.instance(apart, {n: Z(0)}), Z(6), "=", Z(0))


def induction_with_a_gap() -> Fact:
    """9 <= 0: the hypothesis is defined from 9 on, and its base is at 0."""
    rest = sp.Sum(c ** (i + 1), (i, 1, t**2 - 3 * t - 2)) + sp.Sum(c**i, (i, 10, t))
    lhs, following = 10 * t - t**2 + rest, rest.subs(t, t + 1)

    def step(claim: Fact) -> Fact:
        small = rule.restate(claim, 10 * t - t**2, "<=", 0)
        same = rule.identity(following, following)
        both = rule.add(small, rule.nonnegative(2 * t - 9, (t - 9,)), same)
        return rule.restate(both, lhs.subs(t, t + 1), "<=", following)

    base = rule.identity(lhs.subs(t, 0), rest.subs(t, 0))
    made = rule.induction(t, Z(0), (lhs, "<=", rest), base, step)
    return rule.instance(rule.restate(made, 10 * t - t**2, "<=", 0), {t: Z(9)})


def unevaluated() -> Fact:
    """1 <= -5, from 0 <= -2*3, which sympy is told not to look at."""
    with sp.evaluate(False):
        fact = rule.nonnegative(sp.Mul(Z(-2), Z(3)))
    return rule.restate(fact, Z(1), "<=", Z(-5))


def unevaluated_root() -> Fact:
    with sp.evaluate(False):
        return rule.nonnegative(sp.Pow(sp.Mul(-1, p), sp.Rational(1, 2)))


def undistributed() -> Fact:
    with sp.core.parameters.distribute(False):
        return rule.nonnegative(2 * (x**2 + 1))


FALSE: Mapping[str, Callable[[], Any]] = {
    "a condition that looks like a square": lambda: rule.nonnegative(x, (ROOT_IN_A_SUM,)),
    "put under what looks like a square": lambda: rule.under(rule.nonnegative(x, (x,)), ROOT_IN_A_SUM),
    "a nonnegative name under a square": lambda: rule.instance(
        rule.nonnegative(sp.Symbol("u", nonnegative=True)), {sp.Symbol("u", nonnegative=True): x}, (ROOT_IN_A_SUM,)
    ),
    "6 = 0 by an idle index": idle_reserved_index,
    "9 <= 0 by induction with a gap": induction_with_a_gap,
    "1 <= -5 without evaluation": unevaluated,
    "the root of -p without evaluation": unevaluated_root,
    "without distribution": undistributed,
    "nonzero index summed over 0": lambda: rule.sum_over(rule.nonnegative(odd["nonzero"]**2 - 1), odd["nonzero"], 0, 0),
    "positive index summed over -1": lambda: rule.sum_over(rule.nonnegative(k), k, -1, -1),
    "positive index summed from 0": lambda: rule.sum_over(rule.nonnegative(k - 1), k, 0, T),
    "induction over a positive index": lambda: signed(k, 0),
    "induction over the book's W": lambda: signed(W, 0),
    "captured start": captured_start,
    "1 <= 0 from lambda_1 = 0": start_divides,
    "1 = 0 from c = 0": keep_divides,
    "one over a symbol": lambda: rule.identity(1, one),
    "one over a sequence": lambda: rule.identity(1, one.subs(x, f(n))),
    "one over a difference": lambda: rule.identity(1, (p - q) / (p - q) * one.subs(x, p - q)),
    "one over a square root": lambda: rule.identity(sp.sqrt(x) ** 2 / x, one),
    "0 <= x by its root": lambda: rule.square(sp.sqrt(x)),
    "0 <= x by its fourth root": lambda: rule.square(x ** sp.Rational(1, 4) * sp.sqrt(sp.sqrt(x))),
    "0 <= root of what may be negative": lambda: rule.nonnegative(sp.sqrt(x - y)),
    "a sum's root": lambda: rule.square(sp.sqrt(S(f(i), 1, n))),
    "1/c taken into a sum": absorbed,
    "c^n with n < 0": lambda: rule.identity(c**n * c, c ** (n + 1)),
    "telescoping over a pole": lambda: rule.identity(S(1 / (i * (i + 1)), lo, hi), 1 / lo - 1 / (hi + 1)),
    "telescoping from 1": lambda: rule.identity(S(1 / (i * (i + 1)), 1, n), n / (n + 1)),
    "shift over a sign": lambda: rule.shift(sp.Sum(sp.Abs(k - 5), (k, 1, 1)), -5),
    "binomial": lambda: rule.identity(sp.binomial(n, m), sp.binomial(n, n - m)),
    "its sign": lambda: rule.nonnegative(-sp.binomial(n, m)),
    "Kronecker": lambda: rule.split(S(sp.KroneckerDelta(i, 4), 5, 5), 3),
    "Piecewise": lambda: rule.identity(sp.Piecewise((1, x > 0), (1, True)) * x, sp.Piecewise((x, x > 0))),
    "ceiling": lambda: rule.nonnegative(sp.ceiling(x) - x),
    "atan": lambda: rule.scale(rule.identity(x, x), 1 / sp.atan(n)),
    "sign": lambda: rule.identity(sp.sign(x) ** 2, 1),
    "log": lambda: rule.identity(sp.log(x**2), 2 * sp.log(sp.Abs(x))),
    "factorial": lambda: rule.identity(sp.factorial(n) / sp.factorial(n - 1), n),
    "big O": lambda: rule.identity(sp.O(x), sp.O(x)),
    "interval": lambda: rule.instance(rule.square(x - y), {x: sp.AccumBounds(-1, 1)}),
    "unevaluated 0": lambda: rule.instance(rule.identity(p, p), {p: sp.UnevaluatedExpr(Z(0))}),
    "unevaluated sum": lambda: rule.instance(rule.square(x), {x: sp.Add(1, -1, evaluate=False)}),
    "unevaluated product": lambda: rule.identity(sp.Mul(0, 1 / y, evaluate=False), 0),
    "unevaluated size": lambda: rule.nonnegative(sp.Abs(sp.Mul(-1, 1, evaluate=False), evaluate=False) - 1),
    "plain complex": lambda: rule.identity(sp.Abs(sp.Symbol("u")) ** 2, sp.Symbol("u") ** 2),
    "sequence of positive variables": lambda: rule.instance(rule.nonnegative(h(n)), {h: sp.Lambda(p, 2 * p)}),
    "positive sequence by a real one": lambda: rule.instance(rule.nonnegative(h(n)), {h: sp.Lambda(t, t**2)}),
    "positive by a condition": lambda: rule.instance(rule.identity(p / p**2, 1 / p), {p: x}, (x,)),
    "integer by halves": lambda: rule.instance(rule.nonnegative(k - 1), {k: sp.Rational(3, 2)}),
    "sum with half a bound": lambda: rule.identity(S(i, 0, sp.Rational(1, 2)), 0),
    "infinite sum": lambda: rule.identity(S(Z(2) ** (-i), 0, sp.oo), 2),
    "reversed sum is 0": lambda: rule.identity(S(f(i), 5, 3), 0),
    "reversed sum of squares": lambda: rule.nonnegative(S(f(i) ** 2, 5, 3)),
    "sum of squares over what may be reversed": lambda: rule.nonnegative(S(f(i) ** 2, 1, n)),
    "sizes over what may be reversed": lambda: rule.identity(S(sp.Abs(i), 1, n), n * (n + 1) / 2),
    "square of a sum": lambda: rule.identity(S(f(i), 1, T) ** 2, S(f(i) ** 2, 1, T)),
    "product of sums": lambda: rule.identity(S(f(i), 1, T) * S(x**i, 1, T), S(f(i) * x**i, 1, T)),
    "fact about one t for all": lambda: rule.sum_over(assume(Assumption("one", f(t), "<=", Z(0))), t, 1, T),
    "condition under the sum": lambda: rule.sum_over(rule.nonnegative(t, (t,)), t, -1, 3),
    "two of one name": lambda: rule.add(
        rule.nonnegative(sp.Symbol("x", positive=True)), assume(Assumption("x = -1", x, "=", Z(-1)))),
    "other's hypothesis": lambda: rule.induction(
        t, 0, (t, "<=", Z(0)), rule.identity(0, 0), lambda claim: claim),
    "hypothesis for every t": lambda: rule.instance(rule.suppose(t, 0, t, "<=", Z(0)), {t: Z(5)}),
    "induction over a fixed index": lambda: rule.induct(
        assume(Assumption("f(t) <= 0", f(t), "<=", Z(0))), assume(Assumption("f(t) <= 0", f(t), "<=", Z(0))),
        rule.suppose(t, 0, f(t), "<=", Z(0))),
    "substituted index": lambda: rule.substitute(
        rule.identity(S(f(i), 1, 3), f(1) + f(2) + f(3)), assume(Assumption("i is 1", i, "=", Z(1)))),
    "less for equal": lambda: rule.substitute(rule.square(x), rule.square(x)),
    "sign of an inequality's other side": lambda: rule.scale(rule.square(x), y, rule.absolute(y)),
    **{f"{kind} symbol": partial(rule.square, u) for kind, u in odd.items()},
    **{f"1/u = 0, {kind}": partial(rule.identity, 1 / u, 0)
       for kind, u in odd.items() if kind != "zero"},
}  # fmt: skip


@pytest.mark.parametrize("attempt", FALSE.values(), ids=FALSE)
def test_false_statements_are_refused(attempt: Callable[[], Any]) -> None:
    with pytest.raises(ProofError):
        attempt()


def positive_by_all_signs(function: Any) -> None:
    for name, value in vars(h).items():
        if name.startswith("is_"):
            setattr(function, name, value)


class Equal(dict[str, Any]):
    """What says that it equals everything."""

    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return True


# What may be set in a function, which is a class; it equals one that has been left alone.
SPOILT: Mapping[str, Callable[[Any], Any]] = {
    "one sign": lambda f: setattr(f, "is_nonnegative", True),
    "all of a kind": positive_by_all_signs,
    "what it is by default": lambda f: f.default_assumptions.update(nonnegative=True),
    "how it answers": lambda f: f._prop_handler.update(nonnegative=lambda _: True),
    "how it answers, equal to all": lambda f: setattr(
        f, "_prop_handler", Equal(nonnegative=lambda _: True)
    ),
    "a sign equal to all": lambda f: setattr(f, "is_real", Equal()),
    "another name": lambda f: setattr(f, "name", "h"),
    "another name in errors": lambda f: setattr(f, "__name__", "h"),
    "what it was made with": lambda f: f._kwargs.update(nonnegative=True),
    "what it cannot be made with": lambda f: f._kwargs.update(imaginary=True),
}


@pytest.mark.parametrize("seen", [False, True], ids=["new", "seen"])
@pytest.mark.parametrize("change", SPOILT)
def test_a_function_is_refused_once_it_is_changed(change: str, seen: bool) -> None:
    # no two are equal: sympy gives one for another
    spoilt = sp.Function(f"{change}, {seen}", real=True)
    value = spoilt(n)
    if seen:
        rule.square(value)
    SPOILT[change](spoilt)
    with pytest.raises(ProofError, match="not a plain symbol or function"):
        rule.square(value)


def test_instances_are_simultaneous() -> None:
    """A value is not replaced again: h(-1) stays when h becomes 2 q + 1."""
    made = rule.instance(
        rule.nonnegative(p + h(n)), {p: h(-1), h: sp.Lambda(t, t**2 + 1), n: m, x: n}
    )
    assert made.rhs == h(-1) + m**2 + 1
    swapped = rule.instance(rule.nonnegative(p**2 + 2 * q), {p: q, q: p})
    assert swapped.rhs == q**2 + 2 * p


def test_a_power_goes_into_a_sum_where_it_may() -> None:
    total = sp.Sum(c ** (t - s) * f(s), (s, 1, t))
    made = rule.identity(c * total, sp.Sum(c ** (t + 1 - s) * f(s), (s, 1, t)))
    assert made.where == {t}


def test_a_name_says_what_it_is() -> None:
    """Two facts that look alike print differently, and an assumption in full."""
    assert str(rule.nonnegative(sp.Symbol("x", positive=True) ** 3)) != str(rule.nonnegative(
        sp.Symbol("x", nonnegative=True) ** 3))  # fmt: skip
    said = str(assume(START))
    assert "lambda(1) = 0" in said.split("rests on")[1]
    assert "lambda: real" in said


# A good call of every rule, and what is put in the place of each of its arguments.
GOOD: Mapping[str, tuple[Any, ...]] = {
    "assume": (START,),
    "identity": (x + x, 2 * x, (n,)),
    "nonnegative": (x**2, (n,)),
    "square": (x,),
    "absolute": (x,),
    "add": (rule.square(x), rule.square(y)),
    "scale": (rule.square(x), p, rule.nonnegative(p)),
    "chain": (rule.absolute(x), rule.identity(sp.Abs(x), sp.Abs(x))),
    "restate": (rule.square(x), Z(0), "<=", x**2),
    "substitute": (rule.square(x), assume(Assumption("x = y", x, "=", y))),
    "instance": (rule.square(x), {x: y}, (n,)),
    "under": (rule.nonnegative(n, (n,)), n - 1),
    "sum_over": (rule.square(f(t)), t, Z(1), T),
    "suppose": (t, Z(0), Z(0), "<=", t, T),
    "induct": (
        rule.nonnegative(0), rule.nonnegative(t + 1, (t,)), rule.suppose(t, Z(0), Z(0), "<=", t)
    ),
    "split": (S(f(i), 1, n), m),
    "shift": (S(f(i), 1, n), m),
    "reflect": (S(f(i), 1, n),),
    "swap": (sp.Sum(f(i) * f(j), (i, 1, n), (j, 1, m)),),
    "between": (rule.absolute(x), rule.restate(rule.absolute(-x), -x, "<=", sp.Abs(x))),
}  # fmt: skip
ODD: Mapping[str, Any] = {
    "a text": "x", "half": 0.5, "a rounded number": sp.Float(0.5), "truth": True, "sympy's truth": sp.true,
    "infinity": sp.oo, "no number": sp.nan, "zoo": sp.zoo, "i": sp.I, "relation": x > 0, "set": sp.S.Reals,
    "complex": sp.Symbol("u"), "even": sp.Symbol("u", even=True), "dummy": sp.Dummy("u", integer=True),
    "wild": sp.Wild("u"), "integral": sp.Integral(x, (x, 0, 1)), "derivative": sp.Derivative(f(t), t),
    "sine": sp.sin(x), "floor": sp.floor(x), "piecewise": sp.Piecewise((x, x > 0), (y, True)),
    "delta": sp.KroneckerDelta(i, j), "binomial": sp.binomial(n, m), "factorial": sp.factorial(T),
    "matrix": sp.ImmutableMatrix([x]), "product": sp.Product(f(i), (i, 1, n)),
    "1/0": sp.Pow(0, -1, evaluate=False), "1/x": 1 / x, "root": sp.sqrt(x), "x^y": p**y,
    "signed index": sp.Sum(h(k), (k, 1, n)), "real index": sp.Sum(x, (x, 1, 3)),
    "sequence of a real": f(x), "complex sequence": sp.Function("u")(t), "bare sequence": f,
    "interval": sp.AccumBounds(0, 1), "order": sp.O(x), "object": object(), "fact as text": "0 <= 1",
}  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_odd_arguments_are_refused(name: str) -> None:
    call = getattr(rule, name)
    arguments = GOOD[name]
    assert isinstance(call(*arguments), Fact)
    for place in range(len(arguments)):
        for words, value in ODD.items():
            for put in (value, (value,), {value: x}):
                strange = (*arguments[:place], put, *arguments[place + 1 :])
                with pytest.raises(ProofError):
                    pytest.fail(f"{name} took {words} at {place}: {call(*strange)}")
