"""What the kernel refuses, each with a message that shows the expression."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from osphg.proofs import kernel
from osphg.proofs.kernel import Assumption, Fact, ProofError, assume, cases, sums
from tests.test_kernel import (
    F_BELOW,
    F_FROM,
    FIXED,
    X_BELOW,
    Z,
    c,
    count,
    even,
    f,
    g,
    h,
    half,
    i,
    inducted,
    integers,
    j,
    k,
    m,
    minus,
    n,
    p,
    r,
    size,
    t,
    total,
    x,
    y,
)  # fmt: skip

UP = (Z(0), "<=", x)
FREE = kernel.nonnegative(Z(0))
REAL_INDEX = sp.Symbol("a", real=True)
EQUAL = Assumption("x = y", x, "=", y)
C_IS_ZERO = Assumption("c = 0", c, "=", Z(0))
POWERS = kernel.identity(
    c * total(c ** (t - i) * f(i), (i, 1, t)), total(c ** (t + 1 - i) * f(i), (i, 1, t))
)
CASES: dict[str, tuple[Callable[[], Any], str]] = {
    # undecided or false
    "identity": (lambda: kernel.identity(x**2, x), r"difference is x\*\(x - 1\)"),
    "undecided identity": (lambda: kernel.identity(sp.sin(x), f(1)), r"sin\(x\)"),
    "undecided sign": (lambda: kernel.nonnegative(x * p), r">= 0: p\*x"),
    "sign from too little": (lambda: kernel.nonnegative(n - 2, (n - 1,)), ">= 0: n - 2"),
    "square of what": (lambda: kernel.square(sp.Symbol("z")), "real: z"),
    "size of what": (lambda: kernel.absolute(sp.Symbol("z")), "real: z"),
    "a sum's sign": (lambda: kernel.nonnegative(total(size(i), (i, 1, n))), "size"),
    "factor of unknown sign": (lambda: kernel.scale(assume(X_BELOW), c), "unknown sign: c"),
    "negative factor": (lambda: kernel.scale(assume(X_BELOW), Z(-1)), "unknown sign: -1"),
    "sign of another": (lambda: kernel.scale(assume(X_BELOW), c, kernel.square(x)), "sign of c"),
    "between": (lambda: cases.between(kernel.absolute(x), kernel.absolute(x)), "not opposite"),
    "broken chain": (lambda: kernel.chain(assume(X_BELOW), kernel.square(x)), "y is not 0"),
    "no chain": (lambda: kernel.chain(), "needs a fact"),
    "restated otherwise": (lambda: kernel.restate(assume(X_BELOW), x, "<=", y - 1), "by -1"),
    "turned": (lambda: kernel.restate(assume(X_BELOW), y, "<=", x), "differs by"),
    "equality from less": (lambda: kernel.restate(assume(X_BELOW), x, "=", y), "equality"),
    "relation": (lambda: kernel.restate(assume(X_BELOW), x, "<", y), "relation must be"),
    "conclusion": (lambda: kernel.conclude(x, "<=", 2 * y, assume(X_BELOW)), "differs by y"),
    "too few conditions": (lambda: kernel.under(assume(F_FROM), t), r"t - 1 >= 0"),
    "contradiction": (
        lambda: kernel.add(assume(X_BELOW), assume(Assumption("x > y", y + 1, "<=", x))),
        "contradict each other: x <= y, x > y",
    ),
    "condition on nothing": (lambda: kernel.nonnegative(x, (sp.nan,)), "known to be >= 0: x"),
    "rounded sign": (lambda: kernel.nonnegative(sp.Float(0.5) * x), ">= 0|rounded"),
    "contradicting conditions": (lambda: kernel.nonnegative(p, (n - 3, 2 - n)), "contradict"),
    "relational condition": (lambda: kernel.nonnegative(x, (x >= 0,)), "condition"),
    "not an equation": (lambda: kernel.substitute(FREE, assume(X_BELOW)), "only equals"),
    "under a sum": (
        lambda: kernel.substitute(
            kernel.identity(total(f(i), (i, 1, n)), total(f(i), (i, 1, n))),
            assume(Assumption("f(i) = 0", f(i), "=", Z(0))),
        ),
        r"f\(i\) would be replaced under a sum",
    ),
    # instances
    "constant": (lambda: kernel.instance(assume(FIXED), {n: m}), "n.* is fixed"),
    "fixed function": (lambda: kernel.instance(assume(F_BELOW), {f: sp.Lambda(t, 7)}), "fixed"),
    "value of a function": (lambda: kernel.instance(assume(F_BELOW), {f(t): Z(7)}), "symbol"),
    "an expression": (lambda: kernel.instance(kernel.square(x - y), {x - y: Z(7)}), "symbol"),
    "captured": (
        lambda: kernel.instance(
            kernel.identity(total(f(i), (i, 1, n)) * x, x * total(f(i), (i, 1, n))), {x: f(i)}
        ),
        "i.* is the index",
    ),
    "captured by the value": (
        lambda: kernel.instance(
            kernel.identity(total(f(i), (i, 1, n)), total(f(i), (i, 1, n))),
            {f: sp.Lambda(t, total(g(i) * t, (i, 1, 3)))},
        ),
        "i.* is the index",
    ),
    "no integer": (lambda: kernel.instance(assume(F_BELOW), {t: half}), "1/2 must be integer"),
    "no real": (lambda: kernel.instance(kernel.square(x), {x: sp.I}), "must be real"),
    "infinite": (lambda: kernel.instance(kernel.square(x), {x: sp.oo}), "must be"),
    "not even": (lambda: kernel.instance(kernel.identity(even, even), {even: 2 * n + 1}), "even"),
    "not negative": (lambda: kernel.instance(kernel.nonnegative(-minus), {minus: Z(5)}), "5 must"),
    "not positive": (lambda: kernel.instance(kernel.nonnegative(r), {r: Z(0)}), "positive"),
    "sign not implied": (
        lambda: kernel.instance(kernel.nonnegative(k - 1), {k: n}, (n,)),
        "n must",
    ),
    "function's sign": (
        lambda: kernel.instance(kernel.nonnegative(size(t)), {size: sp.Lambda(t, 2 * t)}),
        r"2\*t must",
    ),
    "function's kind": (
        lambda: kernel.instance(kernel.nonnegative(count(t) - 1), {count: sp.Lambda(t, half)}),
        "1/2 must be integer",
    ),
    "positive function": (
        lambda: kernel.instance(kernel.nonnegative(count(t) - 1), {count: sp.Lambda(t, 0)}),
        "0 must",
    ),
    "argument's kind": (
        lambda: kernel.instance(
            kernel.identity(count(x), count(x)), {count: sp.Lambda(t, t**2 + 1)}
        ),
        "x must be integer",
    ),
    "no function": (lambda: kernel.instance(kernel.square(x), {x: sp.Lambda(t, t)}), "a function"),
    "no Lambda": (lambda: kernel.instance(kernel.square(f(t)), {f: x}), "Lambda"),
    "undefined there": (
        lambda: kernel.instance(kernel.identity((x**2 - 1) / (x - 1), x + 1), {x: Z(1)}),
        "power of",
    ),
    # division by zero
    "divide by 0": (lambda: kernel.scale(assume(C_IS_ZERO), 1 / c), "divide by 0: 1/c"),
    "power of 0 by instance": (lambda: kernel.instance(POWERS, {c: Z(0)}), "power of c"),
    "power of 0 by equals": (lambda: kernel.substitute(POWERS, assume(C_IS_ZERO)), "power of c"),
    "hidden 0": (lambda: kernel.instance(POWERS, {c: (x + 1) * (x - 1) - x**2 + 1}), "power of c"),
    # what no fact may contain
    "float": (lambda: kernel.identity(sp.Float(0.1), sp.Float(0.1)), "rounded number: 0.1"),
    "infinity": (lambda: assume(Assumption("a", x, "<=", sp.oo)), "not a real number"),
    "integral": (
        lambda: kernel.identity(sp.Integral(x, (x, 0, 1)), sp.Integral(x, (x, 0, 1))),
        "only sums",
    ),
    "product": (lambda: kernel.nonnegative(sp.Product(f(i) ** 2, (i, 1, n))), "only sums"),
    "canonical name": (
        lambda: kernel.identity(
            total(f(sp.Symbol("_0", integer=True) + i), (i, 1, n)), total(f(2 * i), (i, 1, n))
        ),
        "normal form",
    ),
    "real bound": (
        lambda: kernel.identity(total(f(i), (i, 1, x)), total(f(i), (i, 1, x))),
        "integ",
    ),
    "real index": (
        lambda: kernel.identity(total(f(x), (x, 1, n)), total(f(i), (i, 1, n))),
        "integers",
    ),
    # sums
    "empty range": (lambda: sums.sum_over(kernel.square(f(t)), t, 1, 0), "t = 1..0 is empty"),
    "reversed range": (lambda: sums.sum_over(kernel.square(f(t)), t, 5, 2), "t = 5..2 is empty"),
    "range unstated": (
        lambda: sums.sum_over(assume(F_FROM), t, 0, n),
        r"t = 0..n does not give t - 1",
    ),
    "index is fixed": (lambda: sums.sum_over(assume(FIXED), n, 1, 3), "n is no free"),
    "bound by index": (
        lambda: sums.sum_over(kernel.nonnegative(-t, (-t,)), t, 2 * t, 10),
        "integers",
    ),
    "up to a real": (lambda: sums.sum_over(integers(), n, 1, x), "n and x must be integers"),
    "split at half": (lambda: sums.split(total(f(i), (i, 1, n)), half), "integers"),
    "shift by half": (lambda: sums.shift(total(f(i), (i, 1, n)), half), "integers"),
    "shift by the index": (lambda: sums.shift(total(f(i), (i, 1, n)), i), "integers"),
    "shift captured": (
        lambda: sums.shift(total(f(i) * total(h(i, j), (j, 1, n)), (i, 1, m)), j),
        "index of a sum",
    ),
    "reflect captured": (
        lambda: sums.reflect(total(f(i) * total(h(i, j), (j, 1, n)), (i, 1, j))),
        "index of a sum",
    ),
    "reflect two": (lambda: sums.reflect(total(h(i, j), (i, 1, n), (j, 1, m))), "one index"),
    "swap a triangle": (lambda: sums.swap(total(h(i, j), (i, 1, j), (j, 1, n))), "rectangle"),
    "swap outwards": (lambda: sums.swap(total(h(i, j), (i, 1, n), (j, 1, i))), "rectangle"),
    "swap no sum": (lambda: sums.swap(2 * total(h(i, j), (i, 1, n), (j, 1, m))), "rectangle"),
    "swap one": (lambda: sums.swap(total(f(i), (i, 1, n))), "rectangle"),
    # induction
    "wrong base": (lambda: inducted((Z(1), "<=", n), FREE, lambda a: a), "is not the claim"),
    "wrong step": (lambda: inducted((n, "<=", Z(0)), FREE, lambda a: a), "is not the claim"),
    "equality by less": (lambda: inducted((n, "=", n), FREE, lambda a: a), "equality is needed"),
    "relation of the claim": (lambda: inducted((Z(0), ">=", n), FREE, lambda a: a), "relation"),
    "step needs more": (
        lambda: inducted(
            (Z(0), "<=", Z(0)), FREE, lambda a: kernel.nonnegative(Z(0), (t - 1,)), index=t
        ),
        "the step needs t - 1 >= 0",
    ),
    "index of an assumption": (
        lambda: inducted(
            (Z(0), "<=", x**2),
            kernel.square(x),
            lambda a: kernel.conclude(
                Z(0),
                "<=",
                x**2,
                a,
                assume(FIXED),
                (-1, kernel.identity(f(n), f(n))),
                assume(Assumption("5 <= f at n", Z(5), "<=", f(n))),
            ),
        ),
        "n is fixed",
    ),
    "index is real": (
        lambda: inducted(
            (Z(0), "<=", sp.floor(REAL_INDEX) - REAL_INDEX),
            FREE,
            lambda a: kernel.restate(a, Z(0), "<=", sp.floor(REAL_INDEX) - REAL_INDEX),
            index=REAL_INDEX,
        ),
        "integers",
    ),
    "start is half": (
        lambda: inducted(
            (f(t), "=", Z(0)),
            assume(Assumption("f(1/2)", f(half), "=", Z(0))),
            lambda a: a,
            index=t,
            start=half,
        ),
        "integers",
    ),
    "last has the index": (
        lambda: inducted(
            (Z(0), "<=", n), FREE, lambda a: kernel.nonnegative(n + 1, (n,)), last=2 * n
        ),
        "integers",
    ),
    # by hand
    "forged": (lambda: Fact(Z(1), "<=", Z(0), frozenset(), frozenset(), "trust me"), "by hand"),
    "forged copy": (lambda: dataclasses.replace(kernel.square(x), rhs=Z(-1)), "by hand"),
}


@pytest.mark.parametrize(("attempt", "message"), CASES.values(), ids=CASES)
def test_refused_with_the_expression(attempt: Callable[[], Any], message: str) -> None:
    with pytest.raises(ProofError, match=message):
        attempt()


def test_a_fact_keeps_no_key() -> None:
    assert getattr(kernel.square(x), "key", None) is None


def test_base_keeps_its_conditions_at_the_start() -> None:
    base = kernel.nonnegative(x, (x - n, n))
    assert inducted(UP, base, lambda fact: fact).where == {x, n}
