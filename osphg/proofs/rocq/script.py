"""What the proof scripts of the kernel's rules are made of."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, Protocol

from osphg.proofs.kernel import Fact
from osphg.proofs.rocq.equality import Equality, Lines, block
from osphg.proofs.rocq.operations import Neg, Sub
from osphg.proofs.rocq.reading import term
from osphg.proofs.rocq.terms import Term
from osphg.proofs.rocq.wholes import SUM, NameTable

WORD = {"<=": "le", "=": "eq"}


def weak(name: str, relation: str, wanted: str) -> str:
    """Make an inequality of an equation, if one is wanted."""
    return f"(eq_le _ _ {name})" if (relation, wanted) == ("=", "<=") else name


class Context(Protocol):
    """What a script may ask of the derivation that it is in."""

    def apply(
        self, fact: Fact, premise: Fact, names: NameTable, values: Mapping[Any, Any], own: bool
    ) -> str:
        """Return the lemma of a premise, applied; `own`: under the conditions of the fact."""

    def assumption(self, fact: Fact, names: NameTable) -> str:
        """Return the hypothesis that a fact states, applied."""

    def hypothesis(self, fact: Fact) -> str:
        """Return the name of an induction hypothesis."""

    def sign(self, name: Any, names: NameTable) -> str:
        """Return the sign of a symbol as a statement."""


Sides = tuple[Term, Term]


class Script:
    """The proof of one fact.

    Parameters
    ----------
    context : Context
    fact : Fact
    names : Table
    """

    def __init__(self, context: Context, fact: Fact, names: NameTable) -> None:
        self.context, self.fact, self.names = context, fact, names
        self.fresh = itertools.count(1)
        self.left, self.right = term(fact.lhs), term(fact.rhs)

    def text(self, part: Term, wanted: int = SUM) -> str:
        """Return a term as it is printed."""
        return part.text(self.names, wanted)

    def pose(self, premise: Fact, name: str, values: Mapping[Any, Any] | None = None) -> str:
        """Take a premise, perhaps at values of its names, as a hypothesis."""
        applied = self.context.apply(self.fact, premise, self.names, values or {}, not values)
        return f"pose proof {applied} as {name}{'; cbv beta in ' + name if values else ''}."

    def equal(self, left: Term, right: Term) -> Lines:
        """Prove the goal that two terms are equal."""
        return block(Equality(left, right, self.names, self.fresh).proof())

    def sides(self, name: str, left: Term, right: Term, relation: str) -> Lines:
        """Conclude from `left relation right`, side by side."""
        wanted = self.fact.relation
        lemma = "eq_sides" if wanted == "=" else "le_sides"
        return [
            f"apply ({lemma} _ _ _ _ {weak(name, relation, wanted)}).",
            *self.equal(self.left, left), *self.equal(self.right, right),
        ]  # fmt: skip

    def difference(self, name: str, wanted: Sides, given: Sides, relation: str,
                    turned: bool = False) -> Lines:  # fmt: skip
        """Conclude from a statement whose sides differ by the same, or by minus the same."""
        lemma = f"{WORD[self.fact.relation]}_of_{WORD[relation]}{'_turned' if turned else ''}"
        difference: Term = Sub((given[1], given[0]))
        difference = Neg((difference,)) if turned else difference
        proof = self.equal(Sub((wanted[1], wanted[0])), difference)
        return [f"apply ({lemma} _ _ _ _ {name}).", *proof]
