"""A claim of the paper or of the book, the evidence that judges it, and both as a page shows them.

A verdict is never written down: it follows from checks that run (`osphg.proofs.small.evidence`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from osphg.proofs.kernel import Fact, ProofError
from osphg.proofs.rocq.book import theorem_of
from osphg.proofs.rocq.page import certificate_link
from osphg.proofs.said import Said, plain
from osphg.proofs.small.evidence import (
    CITED,
    CONDITION,
    FALSE_REPAIRED,
    HOLDS,
    REFUTED,
    UNDECIDED,
    Check,
    Evidence,
)
from osphg.studies.tables import Table

# In this order; the sign says the same as the colour.
SIGNS = {
    HOLDS: ("✓", "holds"),
    CONDITION: ("✓*", "condition"),
    FALSE_REPAIRED: ("✗→✓", "repaired"),
    REFUTED: ("✗", "refuted"),
    CITED: ("–", "cited"),
    UNDECIDED: ("?", "undecided"),
}
_OUTCOMES = {True: ("✓", "yes"), False: ("✗", "no"), None: ("?", "undecided")}


@dataclass(frozen=True)
class Claim:
    """One claim of the paper, or of the book.

    Attributes
    ----------
    says, at : str
        What it claims, in our words, LaTeX between dollar signs; the page that treats it and, after
        a hash, the label there.
    evidence : Evidence
        What the checks have found, and where the paper has the claim.
    by : str
        The full name of the function that checks it, for checks that do not name theirs.
    """

    key: str
    says: str
    at: str
    evidence: Evidence
    by: str = ""

    @property
    def checks(self) -> dict[str, tuple[Check, ...]]:
        """The checks, by how they bear on the claim."""
        return {
            "as stated": self.evidence.published,
            "without the condition": self.evidence.unsaid,
            "in its place": self.evidence.repaired,
            "besides": self.evidence.remarks,
        }


def source(function: Callable[..., Any]) -> str:
    """Return the full name of a function.

    >>> source(plain)
    'osphg.proofs.said.plain'
    """
    return f"{function.__module__}.{function.__qualname__}"


def derived(proof: Callable[[], Fact], formula: str) -> Check:
    """Check that a derivation goes through the proof kernel: `proof` returns what it proves."""
    try:
        fact = proof()
    except ProofError as error:
        return Check(formula, None, str(error), source(proof))
    return Check(formula, True, f"{len(fact.steps())} steps", source(proof), theorem_of(fact))


def refuted(proof: Callable[[], Fact], formula: str, by: str) -> Check:
    """Check a formula that the fact of a derivation excludes: it fails, if that goes through."""
    against = derived(proof, formula)
    holds = False if against.holds else None
    return Check(formula, holds, f"{by}, {against.witness}", against.source, against.theorem)


@dataclass(frozen=True)
class Shown:
    """A text with its HTML, for a page or an entry of a table."""

    text: str
    html: str

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.html


def verdict(word: str) -> Shown:
    """Return a verdict with its sign and its colour.

    >>> verdict(HOLDS)
    ✓ holds
    """
    sign, kind = SIGNS[word]
    return Shown(
        f"{sign} {word}",
        f'<span class="osphg-verdict osphg-{kind}"><span aria-hidden="true">{sign}</span>'
        f" {escape(word)}</span>",
    )


def address(at: str) -> str:
    """Return where a label of a page is in the book.

    >>> address("theorems#thm-42"), address("oracles")
    ('theorems.html#thm-42', 'oracles.html')
    """
    page, hashed, label = at.partition("#")
    return f"{page}.html{hashed}{label}"


def table(claims: Sequence[Claim], caption: str) -> Shown:
    """Return claims, their verdicts and what holds as a table, in which the evidence unfolds."""
    rows = [[_named(claim), verdict(claim.evidence.verdict), _found(claim)] for claim in claims]
    shown = Table(["claim", "verdict", "what holds"], rows, caption)
    return Shown(str(shown), f'<div class="osphg-ledger">{shown._repr_html_()}</div>')


def _named(claim: Claim) -> Shown:
    """Return what a claim says, where in the paper, and a link to the place that treats it."""
    place = claim.evidence.place
    return Shown(
        f"{plain(claim.says)} ({place}; {claim.at})",
        f'<span id="claim-{escape(claim.key.replace(".", "-"))}">'
        f'<a href="{escape(address(claim.at))}">{Said(claim.says)._repr_html_()}</a></span>'
        f'<br><small class="osphg-place">{escape(place)}</small>',
    )


def _found(claim: Claim) -> Shown:
    """Return what holds, and the checks behind it, which unfold."""
    holds = claim.evidence.statement
    html = Said(holds)._repr_html_()
    every = [check for checks in claim.checks.values() for check in checks]
    if every:
        listed = "".join(
            f"<p>{name}:</p><ul>{''.join(map(_listed, checks))}</ul>"
            for name, checks in claim.checks.items()
            if checks
        )
        if not all(check.source for check in every):
            listed += f"<p><small>by <code>{escape(claim.by)}</code></small></p>"
        html += f"<details><summary>evidence: {len(every)}</summary>{listed}</details>"
    return Shown(plain(holds), html)


def _listed(check: Check) -> str:
    sign, word = _OUTCOMES[check.holds]
    witness = f": {Said(check.witness)._repr_html_()}" if check.witness else ""
    facts = [f"<code>{escape(check.source)}</code>"] if check.source else []
    facts += [certificate_link(check.theorem)] if check.theorem else []
    by = f" <small>({'; '.join(facts)})</small>" if facts else ""
    return (
        f'<li><span class="osphg-outcome" title="{word}">{sign}</span>'
        f" {Said(check.formula)._repr_html_()}{witness}{by}</li>"
    )
