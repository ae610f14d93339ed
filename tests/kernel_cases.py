"""What the kernel must refuse, with which message, and what it must prove; for any copy of it.

Each function takes the package, so that a copy with a check knocked out can be tried as well.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

Z = sp.Integer
x, y, c = sp.symbols("x y c", real=True)
p, q = sp.symbols("p q", nonnegative=True)
r = sp.Symbol("r", positive=True)
i, j, n, m, t = sp.symbols("i j n m t", integer=True)
k = sp.Symbol("k", integer=True, positive=True)
f, g, h = (sp.Function(name, real=True) for name in "fgh")
size = sp.Function("size", nonnegative=True)
count = sp.Function("count", integer=True, positive=True)
half = sp.Rational(1, 2)
Case = tuple[Callable[[], Any], str]


def total(term: sp.Expr, *limits: Any) -> sp.Sum:
    return sp.Sum(term, *limits)


def refusals(kernel: Any) -> dict[str, Case]:
    """Attempts, each with what the message must say."""
    X_BELOW = kernel.Assumption("x <= y", x, "<=", y)
    F_BELOW = kernel.Assumption("f <= 5", f(t), "<=", Z(5), for_all=(t,))
    F_FROM = kernel.Assumption("f_t <= f_{t+1}", f(t), "<=", f(t + 1), (t,), (t - 1,))
    FIXED = kernel.Assumption("f at n", f(n), "<=", Z(5))
    FREE = kernel.nonnegative(Z(0))
    C_IS_ZERO = kernel.Assumption("c = 0", c, "=", Z(0))
    POWERS = kernel.identity(
        c * total(c ** (t - i) * f(i), (i, 1, t)), total(c ** (t + 1 - i) * f(i), (i, 1, t))
    )

    def subclass() -> Any:
        class Forged(kernel.Fact):  # type: ignore[misc]
            def __init__(self, *_: object) -> None:
                object.__setattr__(self, "_content", kernel.square(x)._content)

        return Forged

    def overwritten(fact: Any) -> Any:
        made = fact._content._replace(rhs=x - 1)
        object.__setattr__(fact, "_content", made)
        return kernel.add(fact)

    def inducted(claim: Any, base: Any, step: Callable[[Any], Any], **more: Any) -> Any:
        index, start = more.pop("index", n), more.pop("start", Z(0))
        return kernel.induction(index, start, claim, base, step, **more)

    def integers() -> Any:
        def rising(fact: Any) -> Any:
            return kernel.conclude(Z(0), "<=", (n + 1) * n, fact, kernel.nonnegative(2 * n, (n,)))

        return inducted((Z(0), "<=", n**2 - n), kernel.nonnegative(Z(0)), rising)

    return {
        # undecided or false
        "identity": (lambda: kernel.identity(x**2, x), r"difference is x\*\(x - 1\)"),
        "undecided identity": (
            lambda: kernel.identity(sp.exp(x), f(1)),
            r"not an identity.*exp\(x\)",
        ),
        "undecided sign": (lambda: kernel.nonnegative(x * p), r">= 0: p\*x"),
        "sign from too little": (lambda: kernel.nonnegative(n - 2, (n - 1,)), ">= 0: n - 2"),
        "square of what": (lambda: kernel.square(sp.Symbol("z")), "z must be known to be real"),
        "size of what": (lambda: kernel.absolute(sp.Symbol("z")), "z must be known to be real"),
        "a sum's sign": (lambda: kernel.nonnegative(total(size(i), (i, 1, n))), "size"),
        "factor of unknown sign": (
            lambda: kernel.scale(kernel.assume(X_BELOW), c),
            "unknown sign: c",
        ),
        "negative factor": (
            lambda: kernel.scale(kernel.assume(X_BELOW), Z(-1)),
            "unknown sign: -1",
        ),
        "sign of another": (
            lambda: kernel.scale(kernel.assume(X_BELOW), c, kernel.square(x)),
            "sign of c",
        ),
        "between": (lambda: kernel.between(kernel.absolute(x), kernel.absolute(x)), "not opposite"),
        "broken chain": (
            lambda: kernel.chain(kernel.assume(X_BELOW), kernel.square(x)),
            "y is not 0",
        ),
        "no chain": (lambda: kernel.chain(), "needs a fact"),
        "restated otherwise": (
            lambda: kernel.restate(kernel.assume(X_BELOW), x, "<=", y - 1),
            "by -1",
        ),
        "turned": (lambda: kernel.restate(kernel.assume(X_BELOW), y, "<=", x), "differs by"),
        "equality from less": (
            lambda: kernel.restate(kernel.assume(X_BELOW), x, "=", y),
            "equality",
        ),
        "relation": (lambda: kernel.restate(kernel.assume(X_BELOW), x, "<", y), "relation must be"),
        "conclusion": (
            lambda: kernel.conclude(x, "<=", 2 * y, kernel.assume(X_BELOW)),
            "differs by y",
        ),
        "too few conditions": (lambda: kernel.under(kernel.assume(F_FROM), t), r"t - 1 >= 0"),
        "contradiction": (
            lambda: kernel.add(
                kernel.assume(X_BELOW), kernel.assume(kernel.Assumption("x > y", y + 1, "<=", x))
            ),
            "contradict each other: x <= y, x > y",
        ),
        "condition on nothing": (
            lambda: kernel.nonnegative(x, (sp.nan,)),
            "not an expression|nan is not|NaN is not",
        ),
        "rounded sign": (lambda: kernel.nonnegative(sp.Float(0.5) * x), ">= 0|rounded"),
        "contradicting conditions": (lambda: kernel.nonnegative(p, (n - 3, 2 - n)), "contradict"),
        "relational condition": (
            lambda: kernel.nonnegative(x, (x >= 0,)),
            "not an expression: x >= 0",
        ),
        "not an equation": (lambda: kernel.substitute(FREE, kernel.assume(X_BELOW)), "only equals"),
        "under a sum": (
            lambda: kernel.substitute(
                kernel.identity(total(f(i), (i, 1, n)), total(f(i), (i, 1, n))),
                kernel.assume(kernel.Assumption("f(i) = 0", f(i), "=", Z(0))),
            ),
            r"f\(i\) would be replaced under a sum",
        ),
        # instances
        "constant": (lambda: kernel.instance(kernel.assume(FIXED), {n: m}), "n.* is fixed"),
        "fixed function": (
            lambda: kernel.instance(kernel.assume(F_BELOW), {f: sp.Lambda(t, 7)}),
            "fixed",
        ),
        "value of a function": (
            lambda: kernel.instance(kernel.assume(F_BELOW), {f(t): Z(7)}),
            "symbol",
        ),
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
        "no integer": (
            lambda: kernel.instance(kernel.assume(F_BELOW), {t: half}),
            "1/2 must be an integer",
        ),
        "no real": (
            lambda: kernel.instance(kernel.square(x), {x: sp.I}),
            "not of the kernel's language",
        ),
        "infinite": (
            lambda: kernel.instance(kernel.square(x), {x: sp.oo}),
            "not of the kernel's language",
        ),
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
            "1/2 must be an integer",
        ),
        "positive function": (
            lambda: kernel.instance(kernel.nonnegative(count(t) - 1), {count: sp.Lambda(t, 0)}),
            "0 must",
        ),
        "argument's kind": (
            lambda: kernel.instance(
                kernel.identity(count(x), count(x)), {count: sp.Lambda(t, t**2 + 1)}
            ),
            "an argument of .* must be an integer: x",
        ),
        "no function": (
            lambda: kernel.instance(kernel.square(x), {x: sp.Lambda(t, t)}),
            "a symbol, or a function",
        ),
        "no Lambda": (lambda: kernel.instance(kernel.square(f(t)), {f: x}), "Lambda"),
        "undefined there": (
            lambda: kernel.instance(kernel.identity((x**2 - 1) / (x - 1), x + 1), {x: Z(1)}),
            "may divide by 0",
        ),
        # division by zero
        "divide by 0": (lambda: kernel.scale(kernel.assume(C_IS_ZERO), 1 / c), "divide by 0: 1/c"),
        "power of 0 by instance": (lambda: kernel.instance(POWERS, {c: Z(0)}), "power of 0"),
        "power of 0 by equals": (
            lambda: kernel.substitute(POWERS, kernel.assume(C_IS_ZERO)),
            "power of 0",
        ),
        "evaluate": (lambda: _without_evaluation(kernel), "sympy must evaluate"),
        "idle index": (
            lambda: kernel.square(total(x, (sp.Symbol("_0", integer=True), 1, 2), (t, 1, 2))),
            "named like an index of the normal form",
        ),
        # what no fact may contain
        "float": (lambda: kernel.identity(sp.Float(0.1), sp.Float(0.1)), "rounded number: 0.1"),
        "infinity": (
            lambda: kernel.assume(kernel.Assumption("a", x, "<=", sp.oo)),
            "not of the kernel's language",
        ),
        "integral": (
            lambda: kernel.identity(sp.Integral(x, (x, 0, 1)), sp.Integral(x, (x, 0, 1))),
            "Integral is not of",
        ),
        "product": (
            lambda: kernel.nonnegative(sp.Product(f(i) ** 2, (i, 1, n))),
            "Product is not of",
        ),
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
            lambda: kernel.identity(total(x, (x, 1, n)), total(i, (i, 1, n))),
            "index of a sum must be a plain integer: x",
        ),
        # sums
        "empty range": (lambda: kernel.sum_over(kernel.square(f(t)), t, 1, 0), "t = 1..0 is empty"),
        "reversed range": (
            lambda: kernel.sum_over(kernel.square(f(t)), t, 5, 2),
            "t = 5..2 is empty",
        ),
        "range unstated": (
            lambda: kernel.sum_over(kernel.assume(F_FROM), t, 0, n),
            r"t = 0..n does not give t - 1",
        ),
        "index is fixed": (lambda: kernel.sum_over(kernel.assume(FIXED), n, 1, 3), "n is no free"),
        "bound by index": (
            lambda: kernel.sum_over(kernel.nonnegative(-t, (-t,)), t, 2 * t, 10),
            "integers",
        ),
        "up to a real": (lambda: kernel.sum_over(integers(), n, 1, x), "n and x must be integers"),
        "split at half": (lambda: kernel.split(total(f(i), (i, 1, n)), half), "integers"),
        "shift by half": (lambda: kernel.shift(total(f(i), (i, 1, n)), half), "integers"),
        "shift by the index": (lambda: kernel.shift(total(f(i), (i, 1, n)), i), "integers"),
        "shift captured": (
            lambda: kernel.shift(total(f(i) * total(h(i, j), (j, 1, n)), (i, 1, m)), j),
            "index of a sum",
        ),
        "reflect captured": (
            lambda: kernel.reflect(total(f(i) * total(h(i, j), (j, 1, n)), (i, 1, j))),
            "index of a sum",
        ),
        "reflect two": (lambda: kernel.reflect(total(h(i, j), (i, 1, n), (j, 1, m))), "one index"),
        "swap a triangle": (lambda: kernel.swap(total(h(i, j), (i, 1, j), (j, 1, n))), "rectangle"),
        "swap outwards": (
            lambda: kernel.swap(total(h(i, j), (i, 1, n), (j, 1, i))),
            "further inside",
        ),
        "swap no sum": (
            lambda: kernel.swap(2 * total(h(i, j), (i, 1, n), (j, 1, m))),
            "not a sum: 2",
        ),
        "swap one": (lambda: kernel.swap(total(f(i), (i, 1, n))), "rectangle"),
        # induction
        "wrong base": (lambda: inducted((Z(1), "<=", n), FREE, lambda a: a), "is not the claim"),
        "wrong step": (lambda: inducted((n, "<=", Z(0)), FREE, lambda a: a), "is not the claim"),
        "equality by less": (
            lambda: inducted((n, "=", n), FREE, lambda a: a),
            "equality is needed",
        ),
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
                    kernel.assume(FIXED),
                    (-1, kernel.identity(f(n), f(n))),
                    kernel.assume(kernel.Assumption("5 <= f at n", Z(5), "<=", f(n))),
                ),
            ),
            "n is fixed",
        ),
        "index is real": (
            lambda: inducted((Z(0), "<=", x**2), FREE, lambda a: a, index=x),
            "an index must be a plain integer symbol, not x",
        ),
        "start is half": (
            lambda: inducted(
                (t, "=", t), kernel.identity(half, half), lambda a: a, index=t, start=half
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
        "forged": (
            lambda: kernel.Fact(Z(1), "<=", Z(0), frozenset(), frozenset(), "trust me"),
            "by hand",
        ),
        "forged copy": (lambda: dataclasses.replace(kernel.square(x), rhs=Z(-1)), "by hand"),
        "copied": (lambda: copy.copy(kernel.square(x)), "not copied"),
        "subclass": (lambda: kernel.add(subclass()(1)), "premise must be a Fact"),
        "overwritten": (lambda: overwritten(kernel.identity(x, x)), "premise must be a Fact"),
        "looks like a fact": (
            lambda: kernel.add(
                SimpleNamespace(
                    lhs=Z(1),
                    relation="<=",
                    rhs=Z(0),
                    where=frozenset(),
                    rests_on=frozenset(),
                    premises=(),
                )
            ),
            "premise must be a Fact",
        ),
        "no sign": (lambda: kernel.scale(kernel.square(x), x, 3), "premise must be a Fact"),
        # numbers
        "0 to a careless sympy": (
            lambda: careless(lambda: kernel.identity(x + f(1), y - 7)),
            "not an identity",
        ),
        "too large to be tried": (
            lambda: kernel.identity((1 - x**400) / (1 + x**200), 1 - x**200),
            "not an identity",
        ),
        # names
        "a dummy": (lambda: kernel.square(sp.Dummy("d", real=True)), "not a plain symbol"),
        "function equal to a plain one": (
            lambda: kernel.nonnegative(taken_for_plain(kernel, (Evil,))),
            "not a plain symbol or function",
        ),
        "function with a method": (
            lambda: kernel.nonnegative(
                taken_for_plain(kernel, (AppliedUndef,), _eval_is_nonnegative=lambda _: True)
            ),
            "not a plain symbol or function",
        ),
        "symbol equal to a plain one": (
            lambda: (kernel.square(x), kernel.nonnegative(Twin("x", real=True)))[1],
            "not a plain symbol or function",
        ),
        "sum equal to a plain one": (
            lambda: (kernel.square(x + y), kernel.nonnegative(SumTwin(x, y)))[1],
            "SumTwin is not of the kernel's language",
        ),
        "a sum that sympy remembers": (
            lambda: remembered(kernel),
            "not a plain symbol or function",
        ),
        "function with a base": (
            # a name of its own: of two equal functions sympy remembers the first
            lambda: kernel.square(sp.core.function.UndefinedFunction("ev", (Evil,), real=True)(t)),
            "not a plain symbol or function",
        ),
        "composite": (lambda: kernel.nonnegative(sp.Symbol("d", composite=True)), "composite"),
        "infinite name": (lambda: kernel.square(sp.Symbol("d", infinite=True)), "infinite"),
        "two of one name": (
            lambda: kernel.add(kernel.nonnegative(sp.Symbol("x", positive=True)), kernel.square(x)),
            "two symbols, of different kinds, are called x",
        ),
        "bound and free": (
            lambda: kernel.identity(i * total(f(i), (i, 1, n)), total(f(j), (j, 1, n)) * i),
            "stands outside of it",
        ),
        "name of the assumption": (
            lambda: kernel.assume(kernel.Assumption(Always("a"), x, "<=", y)),
            "is a text",
        ),
        "weird relation": (
            lambda: kernel.assume(kernel.Assumption("a", x, Always("="), y)),
            "relation must be",
        ),
        "restated by a weird relation": (
            lambda: kernel.restate(kernel.square(x), Z(0), Always("="), x**2),
            "relation must be",
        ),
        "for all functions": (
            lambda: kernel.assume(kernel.Assumption("a", f(t), "<=", y, (f,))),
            "values of symbols",
        ),
        "assumption of another type": (lambda: kernel.assume(x), "not an Assumption"),
        "conditions that are none": (lambda: kernel.nonnegative(x, 3), "several expressions"),
        "values that are none": (lambda: kernel.instance(kernel.square(x), 3), "a mapping"),
        "text as a condition": (lambda: kernel.nonnegative(x, ("x",)), "not an expression: x"),
        "truth for a number": (lambda: kernel.nonnegative(True), "not an expression: True"),
        # sums that are none
        "signed index": (lambda: kernel.square(sp.Sum(f(k), (k, 1, n))), "plain integer: k"),
        "summed over a signed index": (
            lambda: kernel.sum_over(kernel.nonnegative(k), k, -1, -1),
            "plain integer symbol, not k",
        ),
        "induction over a signed index": (
            lambda: kernel.induction(k, 0, (3 * k, "<=", k**2), FREE, lambda a: a),
            "plain integer symbol, not k",
        ),
        "up to itself": (lambda: kernel.square(sp.Sum(f(i), (i, 1, i))), "in its bounds"),
        "summed twice": (
            lambda: kernel.square(sp.Sum(f(j) * total(f(i), (i, 1, 3)), (j, 1, 3), (i, 1, 3))),
            "over the same index",
        ),
        "argument by halves": (lambda: kernel.square(f(half)), "must be an integer: 1/2"),
        # powers
        "exponent": (lambda: kernel.square(r**x), "an exponent must be"),
        "power of 0": (lambda: kernel.square(Z(0) ** (n + 1)), r"a power of 0: 0\*\*"),
        "not evaluated": (
            lambda: kernel.square(sp.Mul(2, sp.Add(3, x, evaluate=False), evaluate=False)),
            "not evaluated",
        ),
        "1/0 not evaluated": (
            lambda: kernel.identity(sp.Pow(0, -1, evaluate=False), x),
            "a power of 0",
        ),
        "may be 1/0": (lambda: kernel.identity(Z(1), (x * (x + 1) - x**2) / x), "may divide by 0"),
        "root of less than 0": (lambda: kernel.absolute(sp.sqrt(x)), "root of less"),
        "square of a root": (lambda: kernel.square(sp.sqrt(x)), "square of what may be undefined"),
        "one over a root of 0": (lambda: kernel.absolute(1 / sp.sqrt(p)), "may divide by 0"),
        "undefined on a reversed range": (
            lambda: kernel.absolute(total(1 / (i - 2), (i, 1, n))),
            "may divide by 0",
        ),
        "undefined condition": (
            lambda: kernel.nonnegative(Z(1), (1 / x,)),
            "condition that may be undefined: 1/x",
        ),
        "undefined value": (
            lambda: kernel.instance(kernel.square(x), {x: 1 / y}),
            "1/y may be undefined",
        ),
        # values
        "signed variable": (
            lambda: kernel.instance(kernel.nonnegative(size(t)), {size: sp.Lambda(p, 2 * p)}),
            "must be a plain one: p",
        ),
        "variable is an index": (
            lambda: kernel.instance(
                kernel.square(f(t)), {f: sp.Lambda(i, total(g(i), (i, 1, 3)) + 1)}
            ),
            "a variable of .* is the index of a sum",
        ),
        "too many arguments": (
            lambda: kernel.instance(kernel.square(h(i, j)), {h: sp.Lambda(i, 2 * i)}),
            "has 2 arguments",
        ),
        "index replaced": (
            lambda: kernel.instance(kernel.square(total(f(i), (i, 1, n))), {i: Z(3)}),
            "i is the index",
        ),
        "sign not positive": (
            lambda: kernel.instance(kernel.nonnegative(r), {r: x}, (x,)),
            "positive to stand for r",
        ),
        "not nonnegative": (
            lambda: kernel.instance(kernel.nonnegative(p), {p: x}),
            "nonnegative to stand for p",
        ),
        # induction, by its two halves
        "no hypothesis": (
            lambda: kernel.induct(FREE, FREE, FREE),
            "hypothesis of `suppose` is wanted",
        ),
        "bounds differ": (
            lambda: kernel.between(
                kernel.absolute(x), kernel.conclude(-x, "<=", -x + x**2, kernel.square(x))
            ),
            "the bounds differ by",
        ),
        "captured start": (
            lambda: kernel.suppose(t, i, Z(0), "<=", total(t - i, (i, 0, 0))),
            "stands outside",
        ),
        "captured by substitution": (
            lambda: kernel.substitute(
                kernel.identity(total(f(i) * x, (i, 1, n)), x * total(f(i), (i, 1, n))),
                kernel.assume(kernel.Assumption("x = f(i)", x, "=", f(i))),
            ),
            "replaced under a sum",
        ),
    }


class Evil(sp.core.function.AppliedUndef):  # type: ignore[misc]
    """A function that says what it is not."""

    is_nonnegative = True


def _without_evaluation(kernel: Any) -> Any:
    with sp.evaluate(False):
        return kernel.nonnegative(sp.Integer(3))


def careless(attempt: Callable[[], Any]) -> Any:
    """Attempt something under a sympy that simplifies everything to 0."""
    simplify, sp.simplify = sp.simplify, lambda _: Z(0)
    try:
        return attempt()
    finally:
        sp.simplify = simplify


class Twin(sp.Symbol):  # type: ignore[misc]
    """A symbol that says what it is not, and that it is the plain one."""

    is_nonnegative = True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, sp.Symbol) and other.name == self.name

    def __hash__(self) -> int:
        return hash(sp.Symbol(self.name, real=True))


class SumTwin(sp.Add):  # type: ignore[misc]
    """A sum that says what it is not, and that it is the plain one."""

    is_nonnegative = True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, sp.Add) and other.args == self.args

    def __hash__(self) -> int:
        return hash(sp.Add(*self.args))


def taken_for_plain(kernel: Any, bases: tuple[type, ...], **methods: Any) -> sp.Expr:
    """Return a value of an odd function after the kernel has admitted the equal plain one."""
    kernel.square(sp.Function("ev2", real=True)(t))
    sp.core.cache.clear_cache()  # else sympy returns the plain one, which it remembers
    made: sp.Expr = sp.core.function.UndefinedFunction("ev2", bases, methods, real=True)(t)
    sp.core.cache.clear_cache()  # nor shall it return the odd one to others
    return made


def remembered(kernel: Any) -> Any:
    """Have sympy remember a sum with an odd function, and ask the kernel for the plain sum."""
    odd = taken_for_plain(kernel, (Evil,))
    plain = sp.Function("ev2", real=True)(t)
    try:
        _ = odd + 2  # what sympy answers from now on if it is asked for plain + 2
        fact = kernel.identity(plain, plain)
        return kernel.conclude(0, "<=", plain + 2, kernel.nonnegative(plain + 2), (0, fact))
    finally:
        sp.core.cache.clear_cache()


class Always(str):
    """A text that equals every other."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("=")


def proofs(kernel: Any) -> dict[str, tuple[Callable[[], Any], str]]:
    """Derivations that must go through, each with the statement and the conditions."""
    F_FROM = kernel.Assumption("f_t <= f_{t+1}", f(t), "<=", f(t + 1), (t,), (t - 1,))
    X_BELOW = kernel.Assumption("x <= y", x, "<=", y)
    zero = Z(0)

    def climbing(claim: Any) -> Any:
        return kernel.chain(claim, kernel.assume(F_FROM))

    return {
        "a sum without powers may be reversed": (
            lambda: kernel.square(total(f(i), (i, 1, n))),
            "0 <= Sum(f(i), (i, 1, n))**2",
        ),
        "factored": (
            lambda: kernel.nonnegative(x**2 - 2 * x * y + y**2),
            "0 <= x**2 - 2*x*y + y**2",
        ),
        "linear": (lambda: kernel.nonnegative(n - 2, (n - m, m - 3)), "0 <= n - 2; -m + n, m - 3"),
        "positive integer": (lambda: kernel.nonnegative(p * q + k - 1), "0 <= k + p*q - 1"),
        "simplified": (
            lambda: kernel.identity((r - 1) / (sp.sqrt(r) + 1), sp.sqrt(r) - 1),
            "(r - 1)/(sqrt(r) + 1) = sqrt(r) - 1",
        ),
        "positive base": (
            lambda: kernel.identity(1 / (n + 1), 1 / (1 + n), (n,)),
            "1/(n + 1) = 1/(n + 1); n",
        ),
        "nonzero base": (lambda: kernel.identity(r / r**2, 1 / r), "1/r = 1/r"),
        "negative base": (
            lambda: kernel.nonnegative(r**2 / (-1 - p) ** 2),
            "0 <= r**2/(-p - 1)**2",
        ),
        "exponent": (
            lambda: kernel.identity(c**n * c, c ** (n + 1), (n,)),
            "c*c**n = c**(n + 1); n",
        ),
        "root": (lambda: kernel.square(sp.sqrt(p)), "0 <= p"),
        "root by a condition": (
            lambda: kernel.identity(sp.sqrt(x) * x, x ** (3 * half), (x,)),
            "x**(3/2) = x**(3/2); x",
        ),
        "powers in a sum": (
            lambda: kernel.split(total(c ** (n - i) * f(i), (i, 1, n)), n - 1),
            "Sum(c**(-i + n)*f(i), (i, 1, n)) = Sum(c**(-i + n)*f(i), (i, 1, n - 1)) + "
            "Sum(c**(-i + n)*f(i), (i, n, n)); n",
        ),
        "a pole outside": (
            lambda: kernel.square(total(1 / (i + n), (i, 1, n))),
            "0 <= Sum(1/(i + n), (i, 1, n))**2; n",
        ),
        "polynomial sum": (
            lambda: kernel.identity(total(i, (i, 1, n)), n * (n + 1) / 2),
            "Sum(i, (i, 1, n)) = n*(n + 1)/2",
        ),
        "nonpositive": (
            lambda: kernel.nonnegative(2 * p - x, (-x - p * q,)),
            "0 <= 2*p - x; -p*q - x",
        ),
        "induction": (
            lambda: kernel.induction(
                t, 1, (f(1), "<=", f(t)), kernel.identity(f(1), f(1)), climbing, m
            ),
            "f(1) <= f(t); m - t, t - 1",
        ),
        "simultaneous": (
            lambda: kernel.instance(
                kernel.nonnegative(x**2 + size(n) + p),
                {x: y, size: sp.Lambda(i, i**2 + p), n: m, p: size(n)},
            ),
            "0 <= m**2 + p + y**2 + size(n)",
        ),
        "generators": (
            lambda: kernel.instance(kernel.nonnegative(k - 1), {k: n + 1}, (a for a in (n,))),
            "0 <= n; n",
        ),
        "the identity": (
            lambda: kernel.instance(kernel.square(f(n) - 1), {f: sp.Lambda(t, t)}),
            "0 <= (n - 1)**2",
        ),
        "turned": (
            lambda: kernel.restate(kernel.assume(kernel.Assumption("a", x, "=", y)), y, "=", x),
            "y = x",
        ),
        "either sign": (
            lambda: kernel.between(
                kernel.absolute(x), kernel.restate(kernel.absolute(-x), -x, "<=", sp.Abs(x))
            ),
            "Abs(x) <= Abs(x)",
        ),
        "by a fact": (
            lambda: kernel.scale(kernel.assume(X_BELOW), (x - y) ** 2, kernel.square(x - y)),
            "x*(x - y)**2 <= y*(x - y)**2",
        ),
        "summed": (
            lambda: kernel.sum_over(kernel.square(f(t)), t, m, n),
            "Sum(0, (t, m, n)) <= Sum(f(t)**2, (t, m, n)); -m + n + 1",
        ),
        "zero": (
            lambda: kernel.conclude(zero, "<=", 2 * x**2, (2, kernel.square(x))),
            "0 <= 2*x**2",
        ),
    }


def told(fact: Any) -> str:
    """Return the statement and the conditions."""
    where = ", ".join(map(str, sorted(fact.where, key=sp.default_sort_key)))
    return f"{fact.statement}; {where}" if where else str(fact.statement)
