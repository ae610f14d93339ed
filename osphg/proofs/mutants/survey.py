"""Proof mutants: perturb one stated expression of a derivation, and require that it is refused.

Every expression that a derivation states to a rule, and every assumption, is changed, one change at
a time (`perturb`), and the derivation is replayed by the kernel as it is (`replay`). A mutant is
killed when a rule refuses. One that survives must have a checked explanation: what it proves and
what the original proves follow from each other, one way or both; or it is an assumption that says
more, or one of which the proof does not need all. A refusal counts as undecided where the rule
missed an identity that holds at some points.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from osphg.proofs.kernel import Assumption, Fact, ProofError
from osphg.proofs.kernel.linear import implied
from osphg.proofs.kernel.normal import is_zero
from osphg.proofs.kernel.numeric import may_vanish
from osphg.proofs.mutants.replay import Mutant, Statement, mutants, replay, steps

REFUSED, SAME, WEAKER = "refused", "proves the same", "proves something weaker"
STRONGER = "proves more"
MORE, UNUSED = "assumes more", "assumption not needed in full"
UNDECIDED = "refused undecided"
UNEXPLAINED = "unexplained"
KILLED = (REFUSED, UNDECIDED)

Facts = Mapping[str, Fact]


@dataclass(frozen=True)
class MutantRow:
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

    derivation: str
    rows: tuple[MutantRow, ...]

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

    def survivors(self) -> list[MutantRow]:
        """Return the mutants that no rule refused."""
        return [row for row in self.rows if row.outcome not in KILLED]


class Surveyed:
    """A derivation as it stands, and the mutants of its statements.

    Parameters
    ----------
    name : str
    facts : mapping of str to Fact
        What it proves.
    known : collection
        Statements (of `statements`) that are left alone: those of another derivation.
    """

    def __init__(self, name: str, facts: Facts, known: Collection[Statement] = frozenset()) -> None:
        self.name, self.facts = name, facts
        found = dict.fromkeys(Statement.of(step.how) for step in steps(facts.values()))
        self.statements = frozenset(found)
        self._number = {statement: at for at, statement in enumerate(found, start=1)}
        self.mutants: dict[str, Mutant] = {}
        for statement in (statement for statement in found if statement not in known):
            text = str(statement)
            for at, mutant in enumerate(mutants(statement)):
                key = f"{name}: {text}, mutant {at}"
                self.mutants[hashlib.sha256(key.encode()).hexdigest()[:12]] = mutant

    def row(self, key: str) -> MutantRow:
        """Try one mutant."""
        mutant = self.mutants[key]
        assumed = mutant.assumption
        place = assumed.name if assumed else f"step {self._number[mutant.target]}"
        new = ", ".join(str(value) for _, value in mutant.changes)
        rule = mutant.target.rule.__name__
        return MutantRow(key, place, rule, str(mutant.old), new, _outcome(self.facts, mutant))

    def survey(self, limit: int | None = None) -> Report:
        """Try all mutants, or the `limit` of them with the smallest keys, which nobody chose."""
        return Report(self.name, tuple(self.row(key) for key in sorted(self.mutants)[:limit]))

    @property
    def digest(self) -> str:
        """What changes if any mutant of the derivation does."""
        return hashlib.sha256(" ".join(sorted(self.mutants)).encode()).hexdigest()


def _outcome(facts: Facts, mutant: Mutant) -> str:
    try:
        found = replay(facts, mutant)
    except ProofError as error:
        undecided = error.difference is not None and may_vanish(error.difference)
        return UNDECIDED if undecided else REFUSED
    pairs = [(fact, found[key]) for key, fact in facts.items()]
    if target := mutant.assumption:
        (other,) = mutant.changed((target,))
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
        return given.relation == "=" and (is_zero(surplus) or is_zero(turned))
    ways = [surplus, turned] if given.relation == "=" else [surplus]
    return any(is_zero(way) or implied(way, claim.where) for way in ways)
