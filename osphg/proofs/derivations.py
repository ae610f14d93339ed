"""Every derivation of the book, by its name, which is that of its file in Rocq."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

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
from osphg.proofs.tight import corner, experts, rest

Prove = Callable[[], Mapping[str, Fact]]


class Proof(NamedTuple):
    """A derivation by its title, and what proves it."""

    title: str
    prove: Prove


DERIVATIONS: Mapping[str, Proof] = {
    "windows": Proof("Counting windows, and telescoping", windows.prove),
    "lemma41": Proof("Lemma 4.1, and what follows from it", lemma41.prove),
    "lemma42": Proof("Lemma 4.2, repaired", lemma42.prove),
    "lemma42_tight": Proof("The constant of Lemma 4.2 cannot be improved", lemma42_tight.prove),
    "dual": Proof("The regret of the multiplier", dual.prove),
    "climb": Proof("One round: what the steps of the climb gain", climb.prove),
    "learners": Proof("The regret of the learners", learners.prove),
    "meta_frank_wolfe": Proof("Gradient ascent and Meta-Frank-Wolfe", meta_frank_wolfe.prove),
    "lemma43": Proof("Lemma 4.3, repaired, and for 1/2", lemma43.prove),
    "spending": Proof("The violation bound from a comparator that buys nothing", spending.prove),
    "several": Proof("Several budgets: the violation of all together", several.prove),
    "constant_budget": Proof("Violation under a constant budget", constant_budget.prove),
    "theorems": Proof("Theorems 4.1 and 4.2", theorems.prove),
    "unit_free": Proof("The theorems in any units", unit_free.prove),
    "scenarios": Proof("The impossibility at W = T", scenarios.prove),
    "linear_regret": Proof("The published algorithm has linear regret", linear_regret.prove),
    "tight_weighted": Proof("1 - 1/e is tight for the weighted player", rest.prove),
    "tight_boosted": Proof("1 - 1/e is tight for boosted OSPHG", rest.prove_boosted),
    "corner": Proof("The trap on a simplex, from the origin", corner.prove),
    "experts": Proof("Surviving experts: no lower bound for every player", experts.prove),
    "one_learner": Proof("One learner has linear regret on a quadratic", one_learner.prove),
    "boosted": Proof("The theorems of boosted OSPHG", boosted.prove),
    "virtual_queue": Proof("A virtual queue against windows", virtual_queue.prove),
    "queue_regret": Proof("The regret of the boosted queue", queue_regret.prove),
    "queue_violation": Proof("The violation of the boosted queue", queue_violation.prove),
}
