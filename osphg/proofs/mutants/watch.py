"""A watch on the rules of the kernel: it notes what a derivation states, and can change one part.

What the rules answered is remembered, and so are their slowest checks, so that a derivation can be
run again and again with small changes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any
from unittest.mock import patch

import sympy as sp

from osphg.proofs.kernel import Assumption, Fact, cases, linear, normal, sums
from osphg.proofs.kernel import rules as kernel
from osphg.proofs.kernel.numeric import differs

_RULES: Mapping[ModuleType, tuple[str, ...]] = {
    kernel: ("identity", "nonnegative", "square", "absolute", "add", "scale", "chain", "restate",
             "conclude", "substitute", "instance", "under"),
    sums: ("sum_over", "induction", "split", "shift", "reflect", "swap"),
    cases: ("between",),
}  # fmt: skip
Place = tuple[Any, ...]  # the way to a part of a call: positions and keys
_SHORT = 40  # operations in a difference that a mutant may have simplified
_normal = cache(normal.normal)
_refuse_contradiction = cache(kernel._refuse_contradiction)


@cache
def vanishes(expression: sp.Expr) -> bool:
    """Whether an expression is 0, as the kernel decides it, but fast where it is not."""
    return not differs(sp.sympify(expression)) and normal.is_zero(expression)


@dataclass(frozen=True, eq=False)
class Call:
    """A call of a rule, as the derivation first made it."""

    rule: Callable[..., Any]
    stated: Mapping[Any, Any]  # arguments by position or name
    place: str

    @property
    def site(self) -> tuple[Any, ...]:
        """Which statement of the source this is: calls of one site differ in their premises."""
        return (self.place, self.rule.__name__, _frozen(self.stated))

    def make(self, stated: Mapping[Any, Any]) -> Any:
        """Call the rule with what is stated."""
        named = {key: value for key, value in stated.items() if isinstance(key, str)}
        return self.rule(*(v for key, v in stated.items() if not isinstance(key, str)), **named)


@dataclass(frozen=True, eq=False)
class Mutant:
    """A change of some parts of a call, or of an assumption."""

    target: Call | Assumption
    changes: tuple[tuple[Place, Any], ...]
    old: Any = field(repr=False)

    def changed(self, stated: Mapping[Any, Any]) -> Any:
        """Return what is stated with the changes."""
        for place, new in self.changes:
            stated = _put(stated, place, new)
        return stated


class Memory:
    """What the rules answered: the part of a proof before a mutant is not proven again."""

    def __init__(self) -> None:
        self.answers: dict[Any, Fact] = {}
        self.steps: dict[Any, tuple[Any, frozenset[Any]]] = {}  # of functions: answer, statements
        self.zeros: set[sp.Expr] = set()  # what the derivation itself has shown to be 0
        self._keys: dict[int, tuple[int, Fact]] = {}
        self._known: dict[Any, int] = {}

    def key(self, fact: Fact) -> int:
        """Return a number that two facts share if they were proven alike."""
        if id(fact) not in self._keys:
            made = (fact.lhs, fact.relation, fact.rhs, fact.where, fact.rests_on, fact.rule,
                    fact.name, *map(self.key, fact.premises))  # fmt: skip
            self._keys[id(fact)] = self._known.setdefault(made, len(self._known)), fact
        return self._keys[id(fact)][0]

    def recall(self, call: Call, stated: Mapping[Any, Any]) -> Fact:
        """Return the rule's answer, which depends on nothing but what it is given."""
        if call.rule.__name__ == "induction":  # its step is a function
            return call.make(stated)
        asked = (call.rule.__name__, _frozen(stated, self.key))
        if asked not in self.answers:
            self.answers[asked] = call.make(stated)
        return self.answers[asked]


class Watch:
    """Stands before the rules: notes calls and assumptions, and changes those of a mutant."""

    def __init__(self, memory: Memory, mutant: Mutant | None = None) -> None:
        self.memory = memory
        self.calls: dict[Any, Call] = {}
        self.assumptions: dict[Assumption, None] = {}
        self.inside = False
        self.within: list[set[Any]] = [set()]  # what the functions that are running have stated
        self.undecided = False  # whether a long difference was left as it is, see `is_zero`
        target = mutant.target if mutant else None
        self.mutant = mutant
        self.site = target.site if isinstance(target, Call) else None
        self.target = target if isinstance(target, Assumption) else self.site

    def before(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        """Return the rule with a watch on the calls that the derivation makes."""

        def watched(*args: Any, **named: Any) -> Any:
            if self.inside:
                return rule(*args, **named)
            code = sys._getframe(1).f_code
            place = f"{Path(code.co_filename).stem}.{code.co_name}, {sys._getframe(1).f_lineno}"
            stated = dict(enumerate(map(self._outside, args))) | named
            call = Call(rule, stated, place)
            self.calls.setdefault(call.site, call)
            self.within[-1].add(call.site)
            if self.mutant is not None and call.site == self.site:
                stated = self.mutant.changed(stated)
            self.inside = True
            try:
                return self.memory.recall(call, stated)
            finally:
                self.inside = False

        return watched

    def step(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function of a derivation that runs again only if it states what is changed.

        Its answer is remembered if nobody can change it.
        """

        def remembered(*args: Any, **named: Any) -> Any:
            if any(map(_opaque, (*args, *named.values()))):
                return function(*args, **named)
            asked = (function, _frozen(args, self.memory.key), _frozen(named, self.memory.key))
            known = self.memory.steps.get(asked)
            if known is not None and (self.target is None or self.target not in known[1]):
                self.within[-1] |= known[1]
                return known[0]
            self.within.append(set())
            try:
                answer = function(*args, **named)
                if self.mutant is None and isinstance(answer, Fact | sp.Expr | tuple):
                    self.memory.steps[asked] = answer, frozenset(self.within[-1])
            finally:
                stated = self.within.pop()
                self.within[-1] |= stated
            return answer

        return remembered

    def is_zero(self, expression: sp.Expr) -> bool:
        """Whether an expression is 0; in a mutant, without simplifying long ones for minutes."""
        e = sp.sympify(expression)
        if self.mutant is None and vanishes(e):
            self.memory.zeros.add(e)
        if self.mutant is None or e in self.memory.zeros:
            return vanishes(e)
        if differs(e):
            return False
        reduced = _normal(e)
        if reduced.count_ops() <= _SHORT:
            return vanishes(e)
        self.undecided |= bool(reduced != 0)
        return bool(reduced == 0)

    def assume(self, assumption: Assumption) -> Fact:
        """Assume what the mutant makes of it."""
        self.assumptions.setdefault(assumption)
        self.within[-1].add(assumption)
        if self.mutant is not None and assumption == self.mutant.target:
            assumption = altered(self.mutant)
        return kernel.assume(assumption)

    def _outside(self, value: Any) -> Any:
        """Let calls count that the step of an induction makes: they are the derivation's."""
        if isinstance(value, Fact | sp.Basic | type) or not callable(value):
            return value

        def step(*facts: Fact) -> Any:
            before, self.inside = self.inside, False
            try:
                return value(*facts)
            finally:
                self.inside = before

        return step

    @contextmanager
    def on(self) -> Iterator[None]:
        """Put the watch before every rule and into every derivation."""
        with ExitStack() as stack:

            def put(module: ModuleType, name: str, new: Any) -> None:
                stack.enter_context(patch.object(module, name, new))

            for module, names in _RULES.items():
                for name in names:
                    put(module, name, self.before(getattr(module, name)))
                put(module, "_shown", lambda _: "...")  # simplifying and printing take long
                put(module, "is_zero", self.is_zero)
            put(kernel, "_refuse_contradiction", _refuse_contradiction)
            put(linear, "normal", _normal)
            for name, module in list(sys.modules.items()):
                derivation = name.startswith("osphg.proofs.") and module not in _RULES
                if derivation and getattr(module, "assume", None) is kernel.assume:
                    put(module, "assume", self.assume)
            steps: dict[Any, Callable[..., Any]] = {}
            for module in [m for m in sys.modules.values() if _derives(m)]:
                for name, function in list(vars(module).items()):
                    if (
                        isinstance(function, FunctionType)
                        and name != "prove"
                        and _derives(sys.modules[function.__module__])
                    ):
                        put(module, name, steps.setdefault(function, self.step(function)))
            yield


def _derives(module: ModuleType) -> bool:
    """Whether a module calls the rules, as derivations do: through the module `kernel`."""
    return getattr(module, "rule", None) is kernel


def _opaque(value: Any) -> bool:
    """Whether a value is a function, which says nothing of what it does."""
    return callable(value) and not isinstance(value, sp.Basic | type)


def altered(mutant: Mutant) -> Assumption:
    """Return the assumption that a mutant puts in the place of its target."""
    a = mutant.target
    assert isinstance(a, Assumption)
    stated = mutant.changed({"lhs": a.lhs, "relation": a.relation, "rhs": a.rhs, "where": a.where})
    return replace(a, **stated)


def _put(whole: Any, place: Place, new: Any) -> Any:
    if not place:
        return new
    key, *rest = place
    part = _put(whole[key], tuple(rest), new)
    if isinstance(whole, Mapping):
        return {**whole, key: part}
    return (*whole[:key], part, *whole[key + 1 :])


def _frozen(value: Any, premise: Callable[[Fact], Any] = lambda _: "premise") -> Any:
    """Return what a call states as something to compare, and of its premises what is asked."""
    if isinstance(value, Mapping):
        return tuple((key, _frozen(part, premise)) for key, part in value.items())
    if isinstance(value, tuple | list):
        return tuple(_frozen(part, premise) for part in value)
    if isinstance(value, Fact):
        return premise(value)
    if callable(value) and not isinstance(value, sp.Basic | type):
        return "step"
    return sp.sympify(value) if isinstance(value, int) else value
