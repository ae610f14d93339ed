"""The proof kernel: every rule proves what it should, and refuses what is false or unclear."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from osphg.proofs import kernel
from osphg.proofs.kernel import Assumption, Fact, ProofError, assume, cases, sums
from osphg.proofs.kernel.linear import consistent, implied
from osphg.proofs.kernel.normal import is_zero, normal

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

X_BELOW = Assumption("x <= y", x, "<=", y)
F_BELOW = Assumption("f <= 5", f(t), "<=", Z(5), for_all=(t,))
F_FROM = Assumption("f_t <= f_{t+1}", f(t), "<=", f(t + 1), (t,), (t - 1,))
FIXED = Assumption("f at n", f(n), "<=", Z(5))


def shown(fact: Fact) -> tuple[str, frozenset[Any], set[str]]:
    return fact.statement, fact.where, {a.name for a in fact.rests_on}


def rising(fact: Fact) -> Fact:
    """N^2 - n >= 0 goes from n to n + 1, for n >= 0."""
    return kernel.conclude(Z(0), "<=", (n + 1) * n, fact, kernel.nonnegative(2 * n, (n,)))


def integers() -> Fact:
    return sums.induction(n, Z(0), (Z(0), "<=", n**2 - n), kernel.nonnegative(Z(0)), rising)


def total(term: sp.Expr, *limits: Any) -> sp.Sum:
    return sp.Sum(term, *limits)


def inducted(claim: Any, base: Fact, step: Callable[[Fact], Fact], **more: Any) -> Fact:
    return sums.induction(more.pop("index", n), more.pop("start", Z(0)), claim, base, step, **more)


class TestRulesProve:
    def test_assumption_is_remembered(self) -> None:
        fact = kernel.add(assume(X_BELOW), assume(F_BELOW))
        assert shown(fact) == ("x + f(t) <= y + 5", frozenset(), {"x <= y", "f <= 5"})
        assert [s.rule for s in fact.steps()][-1] == "sum of"
        assert len(fact.steps()) == 3

    def test_identity_of_sums(self) -> None:
        fact = kernel.identity(total(i, (i, 1, n)), n * (n + 1) / 2)
        assert fact.relation == "="
        assert not fact.rests_on

    def test_signs(self) -> None:
        assert (kernel.nonnegative(p * q + k - 1)).statement == "0 <= k + p*q - 1"
        assert kernel.nonnegative(n - 2, (n - m, m - 3)).where == {n - m, m - 3}
        assert (kernel.square(x - y)).statement == "0 <= (x - y)**2"
        assert (kernel.absolute(x)).statement == "x <= Abs(x)"
        assert (cases.between(kernel.absolute(x), kernel.restate(
            kernel.absolute(-x), -x, "<=", sp.Abs(x)))).statement == "Abs(x) <= Abs(x)"  # fmt: skip

    def test_factor_with_a_sign(self) -> None:
        assert (kernel.scale(assume(X_BELOW), p)).statement == "p*x <= p*y"
        by_conditions = kernel.under(assume(X_BELOW), n - 3)
        assert (kernel.scale(by_conditions, n - 2)).statement == "x*(n - 2) <= y*(n - 2)"
        proven = kernel.scale(assume(X_BELOW), (x - y) ** 2, kernel.square(x - y))
        assert proven.rhs == y * (x - y) ** 2
        assert kernel.scale(kernel.identity(x, x), -1).lhs == -x

    def test_chain_and_restatement(self) -> None:
        second = kernel.restate(kernel.square(x - 1), 2 * x, "<=", x**2 + 1)
        first = kernel.identity(x + x, 2 * x)
        assert (kernel.chain(first, second)).statement == "2*x <= x**2 + 1"
        assert kernel.restate(first, 2 * x, "<=", 2 * x).relation == "<="
        assert (kernel.restate(assume(Assumption("a", x, "=", y)), y, "=", x)).statement == "y = x"

    def test_mean_inequality_in_one_conclusion(self) -> None:
        fact = kernel.conclude(2 * x * y, "<=", x**2 + y**2, kernel.square(x - y))
        assert shown(fact) == ("2*x*y <= x**2 + y**2", frozenset(), set())

    def test_substitution(self) -> None:
        equal = assume(Assumption("y = p^2", y, "=", p**2))
        assert (kernel.substitute(assume(X_BELOW), equal)).statement == "x <= p**2"

    def test_instances(self) -> None:
        moved = kernel.instance(assume(F_FROM), {t: n + 2})
        assert moved.statement == "f(n + 2) <= f(n + 3)"
        assert moved.where == {n + 1}
        made = kernel.instance(kernel.square(f(n)), {f: sp.Lambda(t, t - x), n: m})
        assert made.statement == "0 <= (m - x)**2"
        assert kernel.instance(kernel.nonnegative(k - 1), {k: n + 1}, (n,)).rhs == n

    def test_sum_and_induction(self) -> None:
        below = kernel.under(assume(F_BELOW), t - 1, n - t)
        fact = kernel.restate(sums.sum_over(below, t, 1, n), total(f(t), (t, 1, n)), "<=", 5 * n)
        assert fact.where == {n}
        assert integers().where == {n}
        upto = sums.induction(
            t, Z(1), (f(1), "<=", f(t)), kernel.identity(f(1), f(1)),
            lambda fact: kernel.chain(fact, assume(F_FROM)), last=m,
        )  # fmt: skip
        assert upto.where == {t - 1, m - t}

    def test_sums_rearranged(self) -> None:
        one, two = total(f(i), (i, 1, n)), total(h(i, j), (i, 1, n), (j, 1, m))
        for fact in (sums.split(one, m), sums.shift(one, m), sums.reflect(one), sums.swap(two)):
            assert fact.relation == "="
            for low, high in ((2, 4), (3, 0), (-4, -2)):
                at = {n: Z(high), m: Z(low)}
                sides = [karr(s.subs(at)) for s in (fact.lhs, fact.rhs)]
                assert sp.expand(sides[0] - sides[1]) == 0, fact


def karr(e: sp.Expr) -> sp.Expr:
    """Evaluate sums with numeric bounds in Karr's convention, term by term."""

    def one(summand: sp.Expr, index: sp.Symbol, low: int, high: int) -> sp.Expr:
        if high < low - 1:
            return -one(summand, index, high + 1, low - 1)
        return sp.Add(*(karr(summand.subs(index, v)) for v in range(low, high + 1)))

    while sums_in := sorted(e.atoms(sp.Sum), key=lambda s: len(s.atoms(sp.Sum)), reverse=True):
        outer = sums_in[0]
        summand, *limits = outer.args
        index, low, high = limits[-1]
        inner = sp.Sum(summand, *limits[:-1]) if len(limits) > 1 else summand
        e = e.xreplace({outer: one(inner, index, int(low), int(high))})
    return e


def sampled(e: sp.Expr, at: dict[Any, Any]) -> sp.Expr:
    """Evaluate with f, g, h arbitrary rational functions."""
    e = karr(e.subs(at))
    for function, weight in ((f, 3), (g, 5), (h, 7)):
        e = e.replace(
            function, lambda *a, w=weight: sum((w + i) * v**2 - v for i, v in enumerate(a)) + w
        )
    return e.subs({x: sp.Rational(2, 3), y: Z(-2), c: sp.Rational(3, 2)})


TERMS = st.sampled_from(
    [Z(1), i, i**2, x * i, f(i), f(i) * y, g(n - i), f(i) * g(i), c ** (n - i) * f(i),
     sp.Abs(i - 2), sp.Max(0, f(i) - y), total(h(i, j), (j, 1, i)), total(j * i, (j, i, m)),
     i * total(f(j), (j, 1, n))]
)  # fmt: skip
BOUNDS = st.sampled_from([(1, n), (m, n), (n, m), (Z(3), n), (n, n), (n + 1, n), (1, n - m)])


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.tuples(st.integers(-2, 2), TERMS), min_size=1, max_size=3), BOUNDS,
    st.integers(-3, 4), st.integers(-3, 4), st.sampled_from([Z(1), c, x, total(f(j), (j, 1, m))]),
)  # fmt: skip
def test_normal_form_keeps_the_value(
    terms: list[tuple[int, Any]], bounds: Any, low: int, high: int, factor: Any
) -> None:
    summand = sum(a * b for a, b in terms)
    e = factor * sp.Sum(summand, (i, *bounds))
    at = {m: Z(low), n: Z(high)}
    assert sp.simplify(sampled(e, at) - sampled(normal(e), at)) == 0


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(-2, 2), TERMS), min_size=1, max_size=3), BOUNDS, BOUNDS)
def test_equal_sums_are_equal_in_numbers(terms: Any, one: Any, other: Any) -> None:
    summand = sp.sympify(sum(a * b for a, b in terms))
    difference = sp.Sum(summand, (i, *one)) - sp.Sum(summand, (i, *other))
    if is_zero(difference):
        for low, high in itertools.product((-2, 0, 3), repeat=2):
            assert sp.simplify(sampled(difference, {m: Z(low), n: Z(high)})) == 0


class TestLinear:
    def test_symbols_are_free(self) -> None:
        assert not implied(x, ())
        assert not implied(x + 1, (y - x,))
        assert consistent((-x - 7,))
        assert implied(-x - 3, (-x - 7,))
        assert implied(p + k - 1, ())
        assert not implied(p * x, (x - y,))
        assert not implied(x - y, (x - 1, 1 - y + p))

    def test_sound_and_complete_on_random_rows(self) -> None:
        """What is implied has no counterexample; what is not has a rational one."""
        rng = random.Random(1)
        halves = itertools.product(range(-6, 7), range(-6, 7), range(7), [2])
        grid = np.array(list(halves)).T  # twice (x, y, p, 1)
        found = {True: 0, False: 0}
        for _ in range(150):
            rows = [[rng.randint(-2, 2) for _ in range(4)] for _ in range(4)]
            goal, *given_rows = (a[0] * x + a[1] * y + a[2] * p + a[3] for a in rows)
            values = np.array(rows) @ grid
            worst = (values[1:] >= 0).all(0) & (values[0] < 0)
            answer = implied(goal, given_rows)
            found[answer] += 1
            assert not (answer and worst.any()), (goal, given_rows)
        assert min(found.values()) >= 10


POINTS = [dict(zip((x, y, p, q), v, strict=True)) for v in itertools.product(
    (Z(-3), Z(-1), half, Z(2)), (Z(-2), Z(0), Z(3)), (Z(0), half, Z(3)), (Z(0), Z(2)))]  # fmt: skip
ATOMS = [x, y, p, q, x**2, y**2, x * y, p * q, sp.Abs(x), sp.Max(0, x - y), (x - y) ** 2, Z(1)]


@settings(deadline=None, max_examples=80)
@given(
    st.lists(st.tuples(st.integers(-3, 3), st.sampled_from(ATOMS)), min_size=1, max_size=4),
    st.lists(st.tuples(st.sampled_from([Z(1), Z(2), p, p - q, x, Z(-1), 1 + q]), st.integers(0, 5)),
             min_size=1, max_size=3),
    st.integers(-1, 1),
)  # fmt: skip
def test_no_false_inequality_is_accepted(left: Any, used: Any, slip: int) -> None:
    """Random combinations of true facts, with random factors, and claims that may be off."""
    facts = [
        kernel.square(x - y),
        kernel.absolute(x),
        kernel.nonnegative(p * q),
        kernel.absolute(y - p),
        kernel.identity((x + y) ** 2, x**2 + 2 * x * y + y**2),
        kernel.square(x * y - 1),
    ]
    side = sp.sympify(sum(a * b for a, b in left))
    attempts: list[Callable[[], Fact]] = [lambda: kernel.nonnegative(side)]
    gain = sp.Add(*(a * (facts[b].rhs - facts[b].lhs) for a, b in used))
    attempts.append(
        lambda: kernel.conclude(side, "<=", side + gain + slip, *((a, facts[b]) for a, b in used))
    )
    attempts.append(lambda: kernel.restate(facts[used[0][1]], side, "<=", side + gain + slip))
    for attempt in attempts:
        try:
            fact = attempt()
        except ProofError:
            continue
        sides = sp.lambdify((x, y, p, q), (fact.lhs, fact.rhs), "sympy")  # of exact numbers
        for point in POINTS:
            lhs, rhs = sides(*point.values())
            assert lhs <= rhs, (fact, point)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"real": True}, "real"),
        ({"nonnegative": True}, "real, >= 0"),
        ({"positive": True}, "real, > 0"),
        ({"integer": True}, "integer"),
        ({"integer": True, "nonnegative": True}, "integer, >= 0"),
        ({"integer": True, "positive": True}, "integer, > 0"),
    ],
)
def test_what_is_said_of_a_name_is_what_sympy_knows(facts: dict[str, bool], said: str) -> None:
    for name in (sp.Symbol("x", **facts), sp.Function("f", **facts)):
        found = kernel.kind(name)
        assert str(found) == said
        known = sp.Symbol("x", **facts)
        assert found == (
            known.is_integer is True, known.is_nonnegative is True, known.is_positive is True
        )  # fmt: skip
