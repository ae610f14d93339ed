"""Every derivation of the book, by the name of its file in Rocq."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from osphg.proofs.boosted import queue_regret, queue_violation, virtual_queue
from osphg.proofs.boosted import theorems as boosted
from osphg.proofs.kernel import Fact
from osphg.proofs.paper import (
    climb,
    constant_budget,
    dual,
    learners,
    lemma41,
    lemma42,
    lemma42_tight,
    lemma43,
    meta_frank_wolfe,
    scenarios,
    several,
    spending,
    theorems,
    unit_free,
    windows,
)
from osphg.proofs.refutation import linear_regret, one_learner
from osphg.proofs.rocq.derivation import Derivation, identifier
from osphg.proofs.tight import corner, experts, rest

Prove = Callable[[], Mapping[str, Fact]]

# title and `prove` of each, by file name
DERIVATIONS: Mapping[str, tuple[str, Prove]] = {
    "windows": ("Counting windows, and telescoping", windows.prove),
    "lemma41": ("Lemma 4.1, and what follows from it", lemma41.prove),
    "lemma42": ("Lemma 4.2, repaired", lemma42.prove),
    "lemma42_tight": ("The constant of Lemma 4.2 cannot be improved", lemma42_tight.prove),
    "dual": ("The regret of the multiplier", dual.prove),
    "climb": ("One round: what the steps of the climb gain", climb.prove),
    "learners": ("The regret of the learners", learners.prove),
    "meta_frank_wolfe": ("Gradient ascent and Meta-Frank-Wolfe", meta_frank_wolfe.prove),
    "lemma43": ("Lemma 4.3, repaired, and for 1/2", lemma43.prove),
    "spending": ("The violation bound from a comparator that buys nothing", spending.prove),
    "several": ("Several budgets: the violation of all together", several.prove),
    "constant_budget": ("Violation under a constant budget", constant_budget.prove),
    "theorems": ("Theorems 4.1 and 4.2", theorems.prove),
    "unit_free": ("The theorems in any units", unit_free.prove),
    "scenarios": ("The impossibility at W = T", scenarios.prove),
    "linear_regret": ("The published algorithm has linear regret", linear_regret.prove),
    "tight_weighted": ("1 - 1/e is tight for the weighted player", rest.prove),
    "tight_boosted": ("1 - 1/e is tight for boosted OSPHG", rest.prove_boosted),
    "corner": ("The trap on a simplex, from the origin", corner.prove),
    "experts": ("Surviving experts: no lower bound for every player", experts.prove),
    "one_learner": ("One learner has linear regret on a quadratic", one_learner.prove),
    "boosted": ("The theorems of boosted OSPHG", boosted.prove),
    "virtual_queue": ("A virtual queue against windows", virtual_queue.prove),
    "queue_regret": ("The regret of the boosted queue", queue_regret.prove),
    "queue_violation": ("The violation of the boosted queue", queue_violation.prove),
}


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
    _, prove = DERIVATIONS[name]
    return {content(fact): theorem_named(key) for key, fact in reversed([*prove().items()])}


def theorem_named(key: str) -> str:
    """Return the name in Rocq of the theorem of a derivation that has this key."""
    return f"{identifier(key)}_holds"


def content(fact: Fact) -> tuple[object, ...]:
    """Return all that a fact says, whatever its name and its proof: equal for the same theorem."""
    return (fact.lhs, fact.relation, fact.rhs, frozenset(fact.where), frozenset(fact.rests_on))


def derivation(name: str) -> Derivation:
    """Prove a derivation of the book and return it for Rocq."""
    title, prove = DERIVATIONS[name]
    return Derivation(title, prove())
