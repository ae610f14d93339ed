"""Proof mutants: perturb one stated expression of a derivation, and require that it is refused.

Every expression that a derivation states to a rule, and every assumption, is changed, one change at
a time (`perturb`). A mutant is killed when a rule refuses. One that survives must have a checked
explanation: what it proves and what the original proves follow from each other, one way or both; or
it is an assumption that says more, or one of which the proof does not need all. A refusal counts as
undecided where the watch left a long difference that is 0 at some points (`Watch.is_zero`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import sympy as sp

from osphg.proofs.kernel import Assumption, Fact, ProofError
from osphg.proofs.kernel.linear import implied
from osphg.proofs.mutants.perturb import perturbed
from osphg.proofs.mutants.watch import Call, Memory, Mutant, Place, Watch, altered, vanishes

REFUSED, SAME, WEAKER = "refused", "proves the same", "proves something weaker"
STRONGER = "proves more"
MORE, UNUSED = "assumes more", "assumption not needed in full"
UNDECIDED = "refused undecided"
UNEXPLAINED = "unexplained"
KILLED = (REFUSED, UNDECIDED)

Facts = Mapping[str, Fact]


@dataclass(frozen=True)
class Row:
    """One mutant: its key, where it stands, which rule, what became what, and the outcome."""

    key: str
    place: str
    rule: str
    old: str
    new: str
    outcome: str


@dataclass(frozen=True)
class Report:
    """The mutants of one derivation and what became of each."""

    module: str
    rows: tuple[Row, ...]

    def count(self, *outcomes: str) -> int:
        """Return how many mutants had one of these outcomes."""
        return sum(row.outcome in outcomes for row in self.rows)

    @property
    def total(self) -> int:
        """How many mutants there are."""
        return len(self.rows)

    @property
    def killed(self) -> int:
        """How many a rule refused."""
        return self.count(*KILLED)

    @property
    def weaker(self) -> int:
        """How many survive with a checked explanation."""
        return self.total - self.killed - self.unexplained

    @property
    def unexplained(self) -> int:
        """How many survive without one."""
        return self.count(UNEXPLAINED)

    def survivors(self) -> list[Row]:
        """Return the mutants that no rule refused."""
        return [row for row in self.rows if row.outcome not in KILLED]


class Derivation:
    """A derivation as it stands, and the mutants of its statements.

    Parameters
    ----------
    module : module
        Has `prove() -> dict[str, Fact]` and calls the rules through their modules.
    known : collection
        Statements (of `statements`) that are left alone: those of another derivation.
    """

    def __init__(self, module: ModuleType, known: Collection[Any] = frozenset()) -> None:
        self.module, self._memory = module, Memory()
        self.name = module.__name__.rpartition(".")[2]
        watch = Watch(self._memory)
        with watch.on():
            self._original: Facts = module.prove()
        found: dict[Any, Call | Assumption] = {**watch.calls, **{a: a for a in watch.assumptions}}
        self.statements = frozenset(found)
        self.mutants: dict[str, Mutant] = {}
        seen: Counter[str] = Counter()
        for target in (target for statement, target in found.items() if statement not in known):
            text = _text(target)
            seen[text] += 1  # the same words twice in one function
            for at, mutant in enumerate(_mutants(target)):
                key = f"{self.name}: {text} #{seen[text]}, mutant {at}"
                self.mutants[hashlib.sha256(key.encode()).hexdigest()[:12]] = mutant

    def row(self, key: str) -> Row:
        """Try one mutant."""
        mutant = self.mutants[key]
        target = mutant.target
        if isinstance(target, Assumption):
            place, rule = target.name, "assume"
        else:
            place, rule = target.place, target.rule.__name__
        new = ", ".join(str(value) for _, value in mutant.changes)
        outcome = _outcome(self.module, self._original, self._memory, mutant)
        return Row(key, place, rule, str(mutant.old), new, outcome)

    def survey(self, limit: int | None = None) -> Report:
        """Try all mutants, or the `limit` of them with the smallest keys, which nobody chose."""
        return Report(self.name, tuple(self.row(key) for key in sorted(self.mutants)[:limit]))

    @property
    def digest(self) -> str:
        """What changes if any mutant of the derivation does."""
        return hashlib.sha256(" ".join(sorted(self.mutants)).encode()).hexdigest()


def survey(module: ModuleType, limit: int | None = None) -> Report:
    """Try the mutants of all statements of a derivation, or some of them: `Derivation.survey`."""
    return Derivation(module).survey(limit)


def _text(target: Call | Assumption) -> str:
    """Say which statement this is, without line numbers."""
    if isinstance(target, Assumption):
        return f"{target.name}: {target.lhs} {target.relation} {target.rhs} if {target.where}"
    return f"{target.place.partition(',')[0]}: {target.rule.__name__}{target.site[2]}"


def _outcome(module: ModuleType, original: Facts, memory: Memory, mutant: Mutant) -> str:
    target = mutant.target
    watch = Watch(memory, mutant)
    try:
        with watch.on():
            if isinstance(target, Call):  # most are refused at once
                watch.inside = True
                target.make(mutant.changed(target.stated))
                watch.inside = False
            found = module.prove()
    except ProofError:
        return UNDECIDED if watch.undecided else REFUSED
    pairs = [(fact, found[key]) for key, fact in original.items()]
    if isinstance(target, Assumption):
        other = altered(mutant)
        if _follows(target, other):
            return SAME if _follows(other, target) else MORE
        if all(_follows(before, after) for before, after in pairs):
            return UNUSED
        return WEAKER if all(_follows(after, before) for before, after in pairs) else UNEXPLAINED
    less = all(_follows(after, before) for before, after in pairs)
    more = all(_follows(before, after) for before, after in pairs)
    return {(1, 1): SAME, (1, 0): WEAKER, (0, 1): STRONGER}.get((less, more), UNEXPLAINED)


Claim = Fact | Assumption


def _follows(claim: Claim, given: Claim) -> bool:
    """Whether a claim follows from another by signs and linear reasoning over conditions."""
    if not all(implied(needed, claim.where) for needed in given.where):
        return False
    surplus = (claim.rhs - claim.lhs) - (given.rhs - given.lhs)
    turned = (claim.rhs - claim.lhs) + (given.rhs - given.lhs)
    if claim.relation == "=":
        return given.relation == "=" and (vanishes(surplus) or vanishes(turned))
    ways = [surplus, turned] if given.relation == "=" else [surplus]
    return any(vanishes(way) or implied(way, claim.where) for way in ways)


def _mutants(target: Call | Assumption) -> Iterator[Mutant]:
    if isinstance(target, Assumption):
        a = target
        stated: dict[Any, Any] = {
            "lhs": a.lhs, "relation": a.relation, "rhs": a.rhs, "where": a.where,
        }  # fmt: skip
    else:
        stated = dict(target.stated)
        index = {"sum_over": 1, "induction": 0}.get(target.rule.__name__)
        stated.pop(index, None)
    for place, old, new in _changes(stated, ()):
        yield Mutant(target, tuple(zip(place, new, strict=True)), old)


def _changes(value: Any, place: Place) -> Iterator[tuple[list[Place], Any, list[Any]]]:
    """Yield the places of each change, what stands there, and what replaces it."""
    if isinstance(value, sp.Lambda):
        for new in perturbed(value.expr):
            yield [place], value, [sp.Lambda(value.variables, new)]
    elif isinstance(value, int | sp.Expr):
        for new in perturbed(value):
            yield [place], value, [new]
    elif isinstance(value, Mapping | tuple | list):
        items = dict(value.items() if isinstance(value, Mapping) else enumerate(value))
        for key, part in items.items():
            yield from _changes(part, (*place, key))
        keys = list(items)
        for at, key in enumerate(keys):
            if items[key] in ("<=", "=") and isinstance(items[key], str):
                other = "=" if items[key] == "<=" else "<="
                yield [(*place, key)], items[key], [other]
                left, right = keys[at - 1], keys[at + 1]
                turned = [items[right], items[left]]
                old = f"{items[left]} {items[key]} {items[right]}"
                yield [(*place, left), (*place, right)], old, turned
