"""What Rocq is given of every derivation of the book, and which theorem a fact becomes there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from osphg.proofs.derivations import DERIVATIONS
from osphg.proofs.kernel import Fact
from osphg.proofs.rocq.derivation import Derivation, identifier


def theorem_of(fact: Fact) -> str:
    """Return the name in Rocq of the theorem that says what a fact says; empty if there is none.

    >>> from osphg.proofs.paper import lemma41
    >>> theorem_of(lemma41.cap())
    'lemma_4_1_cap_holds'
    """
    said = content(fact)
    found = (_theorems(name).get(said) for name in DERIVATIONS)  # no more is proven than it takes
    return next(filter(None, found), "")


@cache
def _theorems(name: str) -> Mapping[tuple[object, ...], str]:
    proven = DERIVATIONS[name].prove()
    return {content(fact): theorem_named(key) for key, fact in reversed([*proven.items()])}


def theorem_named(key: str) -> str:
    """Return the name in Rocq of the theorem of a derivation that has this key."""
    return f"{identifier(key)}_holds"


def content(fact: Fact) -> tuple[object, ...]:
    """Return all that a fact says, whatever its name and its proof: equal for the same theorem."""
    return (fact.lhs, fact.relation, fact.rhs, frozenset(fact.where), frozenset(fact.rests_on))


def derivation(name: str) -> Derivation:
    """Prove a derivation of the book and return it for Rocq."""
    found = DERIVATIONS[name]
    return Derivation(found.title, found.prove())
