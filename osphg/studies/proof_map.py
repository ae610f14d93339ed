"""The map of the proof: claims, the theorems behind them, and what each rests on.

Nothing in it is drawn by hand. A claim of the ledger rests on the theorems in its evidence; a
theorem rests on the theorems among the premises of its steps, and on what it cites.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from osphg.proofs.derivations import DERIVATIONS, Proof
from osphg.proofs.kernel import Fact
from osphg.proofs.rocq.book import content, theorem_named
from osphg.proofs.rocq.page import PAGE, anchor
from osphg.proofs.small.evidence import CITED, HOLDS, Evidence
from osphg.studies import layers
from osphg.studies.claims import Claim

PREMISE, PROVES, REPLACES, REFUTES, BESIDES = (
    "premise", "as stated", "in its place", "against it", "besides",
)  # fmt: skip

# Where the book proves what a derivation proves, as page and label; others lead to their
# certificates.
PLACES: Mapping[str, str] = {
    "windows": "lemma43#prp-windows",
    "lemma41": "lemma41#lem-41",
    "lemma42": "lemma42#lem-42",
    "lemma42_tight": "lemma42#prp-42-tight",
    "dual": "lemma43#lem-43",
    "climb": "lemma43#lem-43",
    "learners": "lemma43#lem-43",
    "meta_frank_wolfe": "algorithm#cor-mfw",
    "lemma43": "lemma43#lem-43",
    "spending": "theorems#sec-thm-spending",
    "constant_budget": "theorems#thm-constant",
    "theorems": "theorems#thm-41",
    "unit_free": "units#thm-unit-free",
    "scenarios": "impossibility#thm-impossibility",
    "linear_regret": "linear_regret#thm-linear-regret",
    "tight_weighted": "tightness#thm-tight-weighted",
    "tight_boosted": "tightness#thm-tight-boosted",
    "corner": "tightness#thm-corner",
    "experts": "tightness#thm-survivors",
    "one_learner": "theorems#prp-one-learner",
    "boosted": "boosted#thm-boosted",
    "virtual_queue": "boosted_queue#lem-queue-spending",
    "queue_regret": "boosted_queue#thm-queue",
    "queue_violation": "boosted_queue#thm-queue",
}

# Short titles of claims whose keys read badly; the others are called by their keys.
_TITLES: Mapping[str, str] = {
    "dr-hessian": "DR by the Hessian",
    "meta-frank-wolfe": "Meta-Frank-Wolfe",
    "beta-g": "Norm of the prices",
    "bound-F": "Range of f",
    "bound-G": "Range of g",
    "keep": "The factor c",
    "join": "f on X alone",
    "simplex": "On a simplex",
    "one-over-e": "(1 - 1/K)^K",
    "no-more": "1 - 1/e is tight",
}


@dataclass(frozen=True)
class Theorem:
    """A fact that a derivation of the book proves, under its key."""

    key: str
    derivation: str
    fact: Fact


@dataclass(frozen=True)
class Node:
    """A claim, a theorem, or what is cited.

    Attributes
    ----------
    key, title, tells, place : str
        The title is short and without formulas; `tells` says it in a sentence, LaTeX between dollar
        signs; `place` is where the paper claims it, or the name of the fact.
    verdict : str
        Of the claim; of a theorem that it holds, of what is cited that it is.
    link : str
        The place in the book, as an address.
    claimed : bool
        True for a claim of the ledger.
    """

    key: str
    title: str
    tells: str
    place: str
    verdict: str
    link: str
    claimed: bool = False


@dataclass(frozen=True)
class ProofMap:
    """Nodes, and what each rests on: by node, the nodes below it, with how they bear on it."""

    nodes: Mapping[str, Node]
    edges: Mapping[str, Mapping[str, str]]

    @property
    def graph(self) -> dict[str, frozenset[str]]:
        """Each node with the nodes that it rests on directly."""
        return {key: frozenset(self.edges.get(key, ())) for key in self.nodes}


def theorems(derivations: Mapping[str, Proof] = DERIVATIONS) -> dict[str, Theorem]:
    """Prove derivations, the book's; return what they prove, by the theorem's name in Rocq."""
    found: dict[str, Theorem] = {}
    said = set()
    for name, derivation in derivations.items():
        for key, fact in derivation.prove().items():
            if content(fact) not in said:  # a second proof of the same is no other theorem
                said.add(content(fact))
                found[theorem_named(key)] = Theorem(key, name, fact)
    return found


def premises(proven: Mapping[str, Theorem]) -> dict[str, frozenset[str]]:
    """Return for each theorem the theorems that its steps start from."""
    called = {content(theorem.fact): name for name, theorem in proven.items()}
    found = {}
    for name, theorem in proven.items():
        nearest, seen, waiting = set(), set(), list(theorem.fact.premises)
        while waiting:
            fact = waiting.pop()
            if fact in seen:
                continue
            seen.add(fact)
            other = called.get(content(fact), name)
            if other == name:
                waiting += fact.premises
            else:
                nearest.add(other)
        found[name] = frozenset(nearest)
    return found


def used(evidence: Evidence) -> dict[str, str]:
    """Return the theorems in the evidence of a claim, with how they bear on it."""
    groups = (
        (BESIDES, evidence.remarks),
        (REPLACES, evidence.repaired),
        (PROVES, evidence.published),
    )
    return {
        check.theorem: REFUTES if check.holds is False else how
        for how, checks in groups
        for check in checks
        if check.theorem
    }


def proven_here(evidence: Evidence) -> bool:
    """Say whether a proof, exact numbers included, is among the evidence; runs alone are none."""
    checks = (*evidence.published, *evidence.unsaid, *evidence.repaired, *evidence.remarks)
    return any(not check.measured for check in checks)


def proof_map(
    entries: Sequence[tuple[Claim, Evidence]], proven: Mapping[str, Theorem] | None = None
) -> ProofMap:
    """Return the map of some claims with their evidence.

    Of the theorems those are shown that a claim names, or that two other derivations start from.

    Parameters
    ----------
    entries : sequence of (Claim, Evidence)
    proven : mapping, optional
        The theorems by name; the book's unless given.
    """
    proven = theorems() if proven is None else proven
    direct = premises(proven)
    shown = _shown(entries, proven, direct)
    nodes: dict[str, Node] = {}
    edges: dict[str, dict[str, str]] = {}
    for claim, evidence in entries:
        if proven_here(evidence):
            nodes[claim.key] = _claim(claim, evidence)
            edges[claim.key] = used(evidence)
    for name, others in layers.visible(direct, shown).items():
        theorem = proven[name]
        nodes[name] = _theorem(name, theorem)
        edges[name] = dict.fromkeys(sorted(others), PREMISE)
        taken = frozenset().union(*(proven[other].fact.rests_on for other in others))
        for assumption in theorem.fact.rests_on - taken:
            if assumption.cited:
                key = f"cited: {assumption.name}"
                tells = f"{assumption.name} ({assumption.source})"
                link = f"{PAGE}#{anchor(name)}"
                nodes.setdefault(key, Node(key, assumption.name, tells, tells, CITED, link))
                edges[name][key] = PREMISE
    return _under_claims(ProofMap(nodes, edges))


def _under_claims(drawn: ProofMap) -> ProofMap:
    """Leave out what no claim rests on."""
    under = layers.below(drawn.graph)
    claims = {key for key, node in drawn.nodes.items() if node.claimed}
    kept = claims.union(*(under[key] for key in claims))
    return ProofMap(
        {key: node for key, node in drawn.nodes.items() if key in kept},
        {key: others for key, others in drawn.edges.items() if key in kept},
    )


def _shown(
    entries: Iterable[tuple[Claim, Evidence]],
    proven: Mapping[str, Theorem],
    direct: Mapping[str, frozenset[str]],
) -> set[str]:
    named = {theorem for _, evidence in entries for theorem in used(evidence)}
    for name, theorem in proven.items():
        users = {proven[user].derivation for user, others in direct.items() if name in others}
        if len(users - {theorem.derivation}) > 1:
            named.add(name)
    return named & set(proven)


def _claim(claim: Claim, evidence: Evidence) -> Node:
    title = _TITLES.get(claim.key, claim.key.replace("-", " "))
    page, _, label = claim.at.partition("#")
    link = f"{page}.html#{label}" if label else f"{page}.html"
    tells = f"{claim.says} ({claim.place})"
    title = title[0].upper() + title[1:]
    return Node(claim.key, title, tells, claim.place, evidence.verdict, link, claimed=True)


def _theorem(name: str, theorem: Theorem) -> Node:
    place = PLACES.get(theorem.derivation)
    page, _, label = place.partition("#") if place else ("", "", "")
    link = f"{page}.html#{label}" if place else f"{PAGE}#{anchor(name)}"
    title = theorem.key.replace("-", " ")
    called = theorem.fact.name or title
    return Node(name, title, called, called, HOLDS, link)
