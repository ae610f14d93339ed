"""The ledger as a page shows it: verdicts with a sign, formulas set, evidence that unfolds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

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
from osphg.studies.claim_evidence import source
from osphg.studies.claims import Claim
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
_OUTCOMES = {True: "✓", False: "✗", None: "?"}
_SAID = {True: "yes", False: "no", None: "undecided"}


@dataclass(frozen=True)
class Verdict:
    """A verdict, with its sign and its colour.

    >>> Verdict(HOLDS)
    ✓ holds
    """

    word: str

    def __str__(self) -> str:
        return f"{SIGNS[self.word][0]} {self.word}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        sign, kind = SIGNS[self.word]
        return (
            f'<span class="osphg-verdict osphg-{kind}"><span aria-hidden="true">{sign}</span>'
            f" {escape(self.word)}</span>"
        )


@dataclass(frozen=True)
class _Named:
    """A claim: what it says, where in the paper, and a link to the place that treats it."""

    claim: Claim

    def __str__(self) -> str:
        return f"{plain(self.claim.says)} ({self.claim.place}; {self.claim.at})"

    def _repr_html_(self) -> str:
        page, _, label = self.claim.at.partition("#")
        link = f"{page}.html#{label}" if label else f"{page}.html"
        return (
            f'<span id="claim-{escape(self.claim.key.replace(".", "-"))}">'
            f'<a href="{escape(link)}">{Said(self.claim.says)._repr_html_()}</a></span>'
            f'<br><small class="osphg-place">{escape(self.claim.place)}</small>'
        )


@dataclass(frozen=True)
class _Found:
    """What holds, and the checks behind it, which unfold."""

    claim: Claim
    found: Evidence

    def __str__(self) -> str:
        return plain(self.found.statement)

    def _repr_html_(self) -> str:
        groups = {
            "as stated": self.found.published,
            "without the condition": self.found.unsaid,
            "in its place": self.found.repaired,
            "besides": self.found.remarks,
        }
        parts = [Said(self.found.statement)._repr_html_()]
        count = sum(map(len, groups.values()))
        if count:
            listed = "".join(_group(name, checks) for name, checks in groups.items())
            if not all(check.source for checks in groups.values() for check in checks):
                own = escape(source(self.claim.evidence))
                listed += f"<p><small>by <code>{own}</code></small></p>"
            parts.append(f"<details><summary>evidence: {count}</summary>{listed}</details>")
        return "".join(parts)


def _group(name: str, checks: Sequence[Check]) -> str:
    if not checks:
        return ""
    entries = "".join(f"<li>{_entry(check)}</li>" for check in checks)
    return f"<p>{escape(name)}:</p><ul>{entries}</ul>"


def _entry(check: Check) -> str:
    word = _SAID[check.holds]
    sign = f'<span class="osphg-outcome" title="{word}">{_OUTCOMES[check.holds]}</span>'
    witness = f": {Said(check.witness)._repr_html_()}" if check.witness else ""
    facts = [f"<code>{escape(check.source)}</code>"] if check.source else []
    facts += [certificate_link(check.theorem)] if check.theorem else []
    by = f" <small>({'; '.join(facts)})</small>" if facts else ""
    return f"{sign} {Said(check.formula)._repr_html_()}{witness}{by}"


@dataclass(frozen=True)
class Ledger:
    """Claims with their evidence, as a table.

    Parameters
    ----------
    entries : sequence of (Claim, Evidence)
    caption : str
    """

    entries: Sequence[tuple[Claim, Evidence]]
    caption: str = ""

    @property
    def table(self) -> Table:
        """The claims, their verdicts, and what holds."""
        rows = [
            [_Named(claim), Verdict(found.verdict), _Found(claim, found)]
            for claim, found in self.entries
        ]
        return Table(["claim", "verdict", "what holds"], rows, self.caption)

    @property
    def counts(self) -> dict[str, int]:
        """How many claims have each verdict, in the order of `SIGNS`."""
        counted = Counter(found.verdict for _, found in self.entries)
        return {word: counted[word] for word in SIGNS if counted[word]}

    def __str__(self) -> str:
        return str(self.table)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f'<div class="osphg-ledger">{self.table._repr_html_()}</div>'
