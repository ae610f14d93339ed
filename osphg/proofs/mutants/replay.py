"""Replaying a derivation with a change: every fact records how it was made.

A statement is a rule with what is stated to it beside its premises. A mutant changes one part of
one statement; the steps that rest on it are then made again by the rules as they are, in the order
of the derivation, until a rule refuses or the last fact is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp

from osphg.proofs.kernel import Assumption, Fact, How, sum_over, suppose
from osphg.proofs.mutants.perturb import perturbed

Place = tuple[Any, ...]  # the way to a part of what is stated: positions and names
# The position of an index, which is not changed.
_INDEX: dict[Callable[..., Fact], int] = {sum_over: 1, suppose: 0}


@dataclass(frozen=True)
class Statement:
    """A rule and what is stated to it by position: the same for facts that differ in premises."""

    rule: Callable[..., Fact]
    stated: tuple[tuple[int, Any], ...]

    @staticmethod
    def of(how: How) -> Statement:
        """Return what a step states."""
        arguments = enumerate(how.arguments)
        return Statement(how.rule, tuple((i, _hashed(a)) for i, a in arguments if not _premise(a)))

    def __str__(self) -> str:
        told = ", ".join(str(part) for _, part in self.stated)
        return f"{self.rule.__name__}({told})"


@dataclass(frozen=True, eq=False)
class Mutant:
    """A change of some parts of a statement."""

    target: Statement
    changes: tuple[tuple[Place, Any], ...]
    old: Any = field(repr=False)

    def changed(self, stated: Any) -> Any:
        """Return what is stated, or an assumption, with the changes."""
        for place, new in self.changes:
            stated = _put(stated, place, new)
        return stated

    @property
    def assumption(self) -> Assumption | None:
        """The assumption that is changed, if it is one."""
        stated = dict(self.target.stated).get(0)
        return stated if isinstance(stated, Assumption) else None


def mutants(statement: Statement) -> Iterator[Mutant]:
    """Yield every change of a statement."""
    stated = {
        place: part for place, part in statement.stated if place != _INDEX.get(statement.rule)
    }
    for places, old, new in _changes(stated, ()):
        yield Mutant(statement, tuple(zip(places, new, strict=True)), old)


def steps(facts: Iterable[Fact]) -> list[Fact]:
    """Return every fact that led to some, premises first, each once."""
    return list({step: None for fact in facts for step in fact.steps()})


def replay(facts: Mapping[str, Fact], mutant: Mutant) -> dict[str, Fact]:
    """Make the facts again, with a change.

    Raises
    ------
    ProofError
        If a rule refuses.
    """
    made: dict[Fact, Fact] = {}
    for fact in steps(facts.values()):
        how = fact.how
        arguments = dict(enumerate(how.arguments))
        new = {i: made[a] for i, a in arguments.items() if isinstance(a, Fact)}
        if Statement.of(how) == mutant.target:
            new = mutant.changed(arguments) | new
        elif all(new[i] is arguments[i] for i in new):
            made[fact] = fact
            continue
        again = how.rule(*(new.get(i, a) for i, a in arguments.items()))
        made[fact] = again.named(fact.name)
    return {name: made[fact] for name, fact in facts.items()}


def _premise(value: Any) -> bool:
    return isinstance(value, Fact)


def _hashed(value: Any) -> Any:
    return _Values(value.items()) if isinstance(value, Mapping) else value


class _Values(tuple[tuple[Any, Any], ...]):
    """A mapping of names to values as something to compare."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(f"{name} := {value}" for name, value in self)


def _put(whole: Any, place: Place, new: Any) -> Any:
    if not place:
        return new
    key, *rest = place
    if isinstance(whole, Assumption):
        return replace(whole, **{key: _put(getattr(whole, key), tuple(rest), new)})
    part = _put(whole[key], tuple(rest), new)
    if isinstance(whole, Mapping):
        return {**whole, key: part}
    return (*whole[:key], part, *whole[key + 1 :])


def _changes(value: Any, place: Place) -> Iterator[tuple[list[Place], Any, list[Any]]]:
    """Yield the places of each change, what stands there, and what replaces it."""
    if isinstance(value, sp.Lambda):
        for new in perturbed(value.expr):
            yield [place], value, [sp.Lambda(value.variables, new)]
    elif isinstance(value, sp.Expr):
        for new in perturbed(value):
            yield [place], value, [new]
    elif isinstance(value, Assumption):
        parts = ("lhs", "relation", "rhs", "where")
        yield from _changes({part: getattr(value, part) for part in parts}, place)
    elif isinstance(value, Mapping | tuple):
        pairs = isinstance(value, Mapping | _Values)
        items = dict(value) if pairs else dict(enumerate(value))
        for key, part in items.items():
            yield from _changes(part, (*place, key))
        keys = list(items)
        for at, key in enumerate(keys):
            if isinstance(items[key], str):
                other = "=" if items[key] == "<=" else "<="
                yield [(*place, key)], items[key], [other]
                left, right = keys[at - 1], keys[at + 1]
                turned = [items[right], items[left]]
                old = f"{items[left]} {items[key]} {items[right]}"
                yield [(*place, left), (*place, right)], old, turned
