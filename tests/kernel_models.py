"""Random derivations by all rules, and random models in which their facts are evaluated.

    python -m tests.kernel_models 100000

makes facts until that many have been accepted, and evaluates each. A fact that is false, or
undefined, in a model of its conditions and assumptions ends the run with the fact.
"""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import sympy as sp
from mpmath import mp, mpf
from sympy.core.function import AppliedUndef
from tqdm import tqdm

from osphg.proofs import kernel
from osphg.proofs.kernel import Assumption, Fact, ProofError

Z = sp.Integer
x, y, c = sp.symbols("x y c", real=True)
p, r = sp.Symbol("p", nonnegative=True), sp.Symbol("r", positive=True)
i, j, n, m, t = sp.symbols("i j n m t", integer=True)
k = sp.Symbol("k", integer=True, positive=True)
f, size = sp.Function("f", real=True), sp.Function("size", nonnegative=True)
h = sp.Function("h", real=True)  # of two indices
REALS, INDICES = (x, y, c, p, r), (n, m, t, k)
ASSUMPTIONS = (
    Assumption("c is 0", c, "=", Z(0)),
    Assumption("x is y", x, "=", y),
    Assumption("x <= y", x, "<=", y),
    Assumption("f is at most 5", f(t), "<=", Z(5), (t,)),
    Assumption("f is not negative up to k", Z(0), "<=", f(t), (t,), (t - 1, k - t)),
    Assumption("f does not fall", f(t), "<=", f(t + 1), (t,), (t,)),
)
_TINY = mpf(10) ** -30


class UndefinedError(ArithmeticError):
    """An expression has no value in a model."""


class Model:
    """Values for all names; some models are made to meet some of the assumptions."""

    def __init__(self, rng: Random) -> None:
        self.reals: dict[sp.Symbol, Fraction] = {
            v: Fraction(rng.randint(-6, 6), rng.randint(1, 3)) for v in (x, y, c)
        }
        self.reals |= {p: Fraction(rng.randint(0, 5), 2), r: Fraction(rng.randint(1, 5), 2)}
        self.reals |= {v: Fraction(rng.randint(-3, 4)) for v in (n, m, t)}
        self.reals[k] = Fraction(rng.randint(1, 4))
        if rng.random() < 0.4:
            self.reals[c] = Fraction(0)
        if rng.random() < 0.4:
            self.reals[x] = self.reals[y]
        self.tame, self.rising = rng.random() < 0.5, rng.random() < 0.5
        self.seed = rng.random()
        # an index of a sum is free in a sum that is taken out of another
        self.reals |= {v: Fraction(Random(f"{self.seed} {v}").randint(-3, 4)) for v in (i, j)}

    def meets(self, a: Assumption) -> bool:
        """Whether an assumption holds."""
        if not a.for_all:
            left, right = self.value(a.lhs), self.value(a.rhs)
            return bool(left == right if a.relation == "=" else left <= right)
        return {"f is at most 5": True, "f is not negative up to k": self.tame}.get(
            a.name, self.rising
        )

    def function(self, name: str, at: tuple[Any, ...]) -> Fraction:
        """Return the value of a function, a fraction that depends on nothing but the arguments."""
        drawn = Random(f"{self.seed} {name} {at}").randint(-6, 10)
        if name == "f" and self.rising:
            drawn = max(0, min(10, int(at[0]))) if self.tame else max(-6, min(10, int(at[0])))
        if name == "size" or (name == "f" and self.tame):
            drawn = abs(drawn)
        return Fraction(drawn, 2)

    def value(self, e: sp.Expr, index: Mapping[sp.Symbol, Fraction] | None = None) -> Any:
        """Evaluate, exactly but for roots; sums in Karr's convention."""
        index = index or {}
        if e.is_Rational:
            return Fraction(int(e.p), int(e.q))
        if e.is_Symbol:
            return index[e] if e in index else self.reals[e]
        if isinstance(e, sp.Sum):
            return self._sum(e.function, tuple(e.limits), index)
        parts = [self.value(a, index) for a in e.args]
        if isinstance(e, AppliedUndef):
            return self.function(e.func.__name__, tuple(parts))
        if isinstance(e, sp.Add):
            return sum(map(_float, parts)) if any(map(_rough, parts)) else sum(parts, Fraction(0))
        if isinstance(e, sp.Mul):
            total: Any = Fraction(1)
            for part in parts:
                rough = _rough(part) or _rough(total)
                total = _float(total) * _float(part) if rough else total * part
            return total
        if isinstance(e, sp.Pow):
            return _power(*parts)
        if isinstance(e, sp.Abs):
            return abs(parts[0])
        if isinstance(e, sp.Max | sp.Min):
            return (max if isinstance(e, sp.Max) else min)(parts, key=_float)
        raise NotImplementedError(e)

    def _sum(self, e: sp.Expr, limits: Sequence[Any], index: Mapping[sp.Symbol, Any]) -> Any:
        if not limits:
            return self.value(e, index)
        *inner, (v, lower, upper) = limits
        low, high = (int(self.value(b, index)) for b in (lower, upper))
        sign, first, last = (1, low, high) if high >= low - 1 else (-1, high + 1, low - 1)
        terms = [self._sum(e, tuple(inner), {**index, v: Fraction(s)})
                 for s in range(first, last + 1)]  # fmt: skip
        total = sum(map(_float, terms)) if any(map(_rough, terms)) else sum(terms, Fraction(0))
        return sign * total


def _rough(value: Any) -> bool:
    return isinstance(value, mpf)


def _float(value: Any) -> Any:
    return value if _rough(value) else mpf(value.numerator) / value.denominator


def _power(base: Any, exponent: Any) -> Any:
    if exponent.denominator == 1:
        if base == 0 and exponent < 0:
            raise UndefinedError
        return base ** int(exponent)
    if base < 0 or (base == 0 and exponent < 0):
        raise UndefinedError
    return mp.power(_float(base), _float(exponent)) if base else Fraction(0)


def _extreme(of: Any, a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """Return the larger or the smaller of two; sympy does not compare what is not real."""
    if (a + b).has(sp.zoo, sp.nan, sp.oo, -sp.oo):
        return a
    try:
        made: sp.Expr = of(a, b)
    except ValueError:
        return a
    return made


class Maker:
    """Makes random facts from random arguments, and from the facts that it has made."""

    def __init__(self, seed: object) -> None:
        self.rng = Random(f"{seed}")
        self.facts: list[Fact] = [kernel.square(x)]
        self.used: Counter[str] = Counter()

    def index(self, *scope: sp.Symbol) -> sp.Expr:
        """Return a random integer expression."""
        rng = self.rng
        one = rng.choice((*INDICES, *scope, *scope, Z(rng.randint(-2, 3))))
        other = rng.choice((Z(0), Z(0), Z(1), Z(-1), *INDICES, *scope))
        return rng.choice((one, one + other, one - other))

    def expression(self, depth: int = 3, *scope: sp.Symbol) -> sp.Expr:
        """Return a random expression."""
        rng = self.rng
        if depth == 0 or rng.random() < 0.2:
            return rng.choice(
                (Z(rng.randint(-2, 3)), rng.choice(REALS), rng.choice(REALS), self.index(*scope),
                 f(self.index(*scope)), size(self.index(*scope)),
                 h(self.index(*scope), self.index(*scope)))
            )  # fmt: skip
        a = self.expression(depth - 1, *scope)
        b = self.expression(depth - 2 if depth > 1 else 0, *scope)
        made = rng.choice(
            ("+", "+", "*", "*", "-", "/", "^", "^n", "root", "abs", "max", "sum", "sum")
        )
        if made == "sum":
            free = [v for v in (i, j) if v not in scope]
            if not free:
                return a
            inside = self.expression(depth - 1, *scope, free[0])
            return sp.Sum(inside, (free[0], self.index(*scope), self.index(*scope)))
        return {
            "+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a / b,
            "^": lambda: a ** rng.choice((2, 3, -1, -2)),
            "^n": lambda: rng.choice((c, c, p, r, b)) ** self.index(*scope),
            "root": lambda: sp.sqrt(rng.choice((p, r, a))) ** rng.choice((1, 3, -1)),
            "abs": lambda: sp.Abs(a), "max": lambda: _extreme(rng.choice((sp.Max, sp.Min)), a, b),
        }[made]()  # fmt: skip

    def conditions(self) -> tuple[sp.Expr, ...]:
        """Return random conditions."""
        count = self.rng.choice((0, 0, 1, 2))
        found = [
            self.index() if self.rng.random() < 0.8 else self.expression(1) for _ in range(count)
        ]
        return tuple(found)

    def fact(self) -> Fact:
        """Return a fact that has been made."""
        return self.rng.choice(self.facts[-12:])

    def rewritten(self, e: sp.Expr) -> sp.Expr:
        """Return an expression that is equal, or nearly."""
        change = self.rng.choice((sp.expand, sp.factor, sp.together, sp.cancel, lambda a: a,
                                  lambda a: a + self.expression(0)))  # fmt: skip
        try:
            return change(e)
        except (sp.PolynomialError, NotImplementedError):
            return e

    def attempt(self) -> Fact:
        """Apply a random rule to random arguments."""
        rng, fact = self.rng, self.fact()
        rule = rng.choice(sorted(_RULES))
        made: Fact = _RULES[rule](self, rng, fact)
        self.used[rule] += 1
        self.facts.append(made)
        return made


def _some_sum(maker: Maker) -> sp.Sum:
    sums = [s for side in (maker.fact().lhs, maker.fact().rhs) for s in side.atoms(sp.Sum)]
    term = maker.expression(2, i, j) if maker.rng.random() < 0.3 else maker.expression(2, i)
    limits = [(i, maker.index(), maker.index())]
    limits += [(j, maker.index(), maker.index())] if term.has(j) else []
    return maker.rng.choice(sorted([*sums, sp.Sum(term, *limits)], key=sp.default_sort_key))


def _induction(maker: Maker, rng: Random, fact: Fact) -> Fact:
    index = rng.choice((n, m, t))
    start, last = rng.choice((Z(0), Z(1), m, n - 1)), rng.choice((None, None, k, m + 2))
    if rng.random() < 0.5:
        term = maker.expression(1, i) ** 2
        total = sp.Sum(term, (i, start, index))
        upto = total.subs(index, index + 1)

        def joined(claim: Fact) -> Fact:
            positive = (
                kernel.square(sp.sqrt(term)) if rng.random() < 0.1 else kernel.nonnegative(term)
            )
            one = kernel.instance(positive, {i: index + 1}) if term.has(i) else positive
            return kernel.conclude(0, "<=", upto, claim, one, kernel.split(upto, index))

        base = kernel.nonnegative(total.subs(index, start).doit())
        return kernel.induction(index, start, (0, "<=", total), base, joined, last)
    steps = (lambda claim: claim, lambda _: fact, lambda _: maker.fact(),
             lambda claim: kernel.instance(fact, {index: index + 1}))  # fmt: skip
    base = rng.choice((fact, maker.fact()))
    if rng.random() < 0.5:
        base = kernel.instance(fact, {index: start})
    claim = (fact.lhs, fact.relation, fact.rhs)
    return kernel.induction(index, start, claim, base, rng.choice(steps), last)


def _instance(maker: Maker, rng: Random, fact: Fact) -> Fact:
    values: dict[Any, Any] = {}
    for _ in range(rng.choice((1, 1, 2, 3))):
        name = rng.choice((*REALS, *INDICES, f, size, h))
        if name in (f, size, h):
            variables = (i, j) if name == h else (i,)
            values[name] = sp.Lambda(variables, maker.expression(2, *variables))
        else:
            values[name] = maker.index() if name in INDICES else maker.expression(1)
    return kernel.instance(fact, values, maker.conditions())


def _restate(maker: Maker, rng: Random, fact: Fact) -> Fact:
    moved = rng.choice((Z(0), maker.expression(1), fact.lhs, -fact.rhs))
    left, right = maker.rewritten(fact.lhs - moved), maker.rewritten(fact.rhs - moved)
    if rng.random() < 0.2:
        left, right = right, left
    return kernel.restate(fact, left, rng.choice(("<=", fact.relation)), right)


def _between(maker: Maker, rng: Random, fact: Fact) -> Fact:
    e = maker.expression(2)
    above, below = kernel.absolute(e), kernel.absolute(-e)
    slack = kernel.square(maker.expression(1))
    more = [kernel.conclude(a.lhs, "<=", a.rhs + slack.rhs, a, slack) for a in (above, below)]
    return kernel.between(*rng.choice((more, [above, below], [above, fact])))


_RULES: Mapping[str, Any] = {
    "assume": lambda maker, rng, _: kernel.assume(rng.choice(ASSUMPTIONS)),
    "identity": lambda maker, rng, _: (
        lambda e: kernel.identity(maker.rewritten(e), maker.rewritten(e), maker.conditions())
    )(maker.expression()),
    "nonnegative": lambda maker, rng, _: kernel.nonnegative(
        rng.choice((maker.expression(), maker.expression(1) ** 2, maker.index())), maker.conditions()
    ),
    "square": lambda maker, rng, _: kernel.square(maker.expression()),
    "absolute": lambda maker, rng, _: kernel.absolute(maker.expression()),
    "add": lambda maker, rng, fact: kernel.add(fact, maker.fact()),
    "scale": lambda maker, rng, fact: kernel.scale(
        fact, *rng.choice(((maker.expression(1),), (r,), (p,), (size(n),), (fact.rhs - fact.lhs, fact),
                           (maker.fact().rhs, maker.fact())))
    ),
    "chain": lambda maker, rng, fact: kernel.chain(
        fact, rng.choice((maker.fact(), kernel.identity(fact.rhs, maker.rewritten(fact.rhs), fact.where),
                          kernel.absolute(fact.rhs)))
    ),
    "restate": _restate,
    "substitute": lambda maker, rng, fact: kernel.substitute(
        fact, rng.choice((maker.fact(), kernel.assume(ASSUMPTIONS[0]), kernel.assume(ASSUMPTIONS[1])))
    ),
    "instance": _instance,
    "under": lambda maker, rng, fact: kernel.under(
        fact, *rng.choice((fact.where, maker.conditions(), (*fact.where, n), (m - n, n - k)))
    ),
    "sum_over": lambda maker, rng, fact: kernel.sum_over(
        fact, rng.choice((n, m, t)), maker.index(), maker.index()
    ),
    "induction": _induction,
    "split": lambda maker, rng, _: kernel.split(_some_sum(maker), maker.index()),
    "shift": lambda maker, rng, _: kernel.shift(_some_sum(maker), maker.index()),
    "reflect": lambda maker, rng, _: kernel.reflect(_some_sum(maker)),
    "swap": lambda maker, rng, _: kernel.swap(_some_sum(maker)),
    "between": _between,
}  # fmt: skip
RULES = tuple(sorted(_RULES))


def refuted(fact: Fact, rng: Random, models: int = 12) -> str:
    """Say in which of some random models a fact is false or undefined; empty if in none."""
    for _ in range(models):
        model = Model(rng)
        try:
            if any(model.value(w) < 0 for w in fact.where):
                continue
        except UndefinedError:
            return f"a condition is undefined: {fact}\nat {model.reals}"
        if not all(map(model.meets, fact.rests_on)):
            continue
        try:
            with mp.workdps(60):
                gap = model.value(fact.rhs) - model.value(fact.lhs)
        except UndefinedError:
            return f"undefined: {fact}\nat {model.reals}"
        except TypeError:  # a fraction and a rounded number
            with mp.workdps(60):
                gap = _float(model.value(fact.rhs)) - _float(model.value(fact.lhs))
        slack = _TINY * (1 + abs(gap)) if _rough(gap) else 0
        if gap < -slack or (fact.relation == "=" and gap > slack):
            return f"false: {fact}\nat {model.reals}, off by {gap}"
    return ""


def run(seed: object, attempts: int) -> tuple[Maker, list[Fact], str]:
    """Attempt some random steps; return the accepted facts and the first refutation."""
    maker, found = Maker(seed), list[Fact]()
    for _ in range(attempts):
        try:
            fact = maker.attempt()
        except (ProofError, ZeroDivisionError):
            continue
        found.append(fact)
        if said := refuted(fact, maker.rng):
            return maker, found, said
    return maker, found, ""


class TooLongError(Exception):
    """Sympy expands what a few steps have made huge; nothing is said of it."""


def _give_up(*_: Any) -> None:
    raise TooLongError


def main(wanted: int) -> None:
    """Make facts until that many are accepted; a seed that takes a minute is given up."""
    used, accepted, seed, given_up = Counter[str](), 0, 0, 0
    signal.signal(signal.SIGALRM, _give_up)
    with tqdm(total=wanted) as bar:
        while accepted < wanted:
            signal.alarm(60)
            try:
                maker, found, said = run(seed, 40)
            except TooLongError:
                seed, given_up = seed + 1, given_up + 1
                continue
            if said:
                sys.exit(f"seed {seed}: {said}")
            accepted, seed = accepted + len(found), seed + 1
            used += maker.used
            bar.update(len(found))
    signal.alarm(0)
    print(accepted, "facts,", ", ".join(f"{rule}: {used[rule]}" for rule in RULES))
    print(f"{seed} seeds, of which {given_up} took longer than a minute and were given up")


if __name__ == "__main__":
    main(int(sys.argv[1]))
