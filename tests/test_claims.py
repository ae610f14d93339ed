"""The ledger: every claim has evidence, the evidence runs, and verdicts follow from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from osphg.proofs.paper import lemma41, lemma42
from osphg.proofs.small.evidence import CITED, UNDECIDED, Check, Evidence
from osphg.studies import claims
from osphg.studies.claim_evidence import derived
from osphg.studies.claims import Claim

BOOK = Path(__file__).parent.parent / "book"
LEDGER = claims.ledger()
# What the paper takes from elsewhere, or remarks without proof.
NOT_CHECKED = {"related-work", "meta-frank-wolfe", "any-oracle", "gradient-ascent"}


def test_keys_are_unique_and_chapters_exist() -> None:
    """A claim can be found, and so can its chapter."""
    assert len({claim.key for claim in LEDGER}) == len(LEDGER)
    for claim in LEDGER:
        assert any((BOOK / f"{claim.chapter}{end}").exists() for end in (".md", ".ipynb")), claim


@pytest.mark.parametrize("claim", LEDGER, ids=lambda claim: claim.key)
def test_every_claim_has_evidence_that_decides_it(claim: Claim) -> None:
    """The evidence runs; only what is listed as cited may have none."""
    found = claim.evidence()
    assert found.verdict != UNDECIDED, found.details
    assert (found.verdict == CITED) == (claim.key in NOT_CHECKED)
    for check in (*found.published, *found.unsaid, *found.repaired, *found.remarks):
        assert check.holds is not None, check


def test_a_claim_without_evidence_would_be_seen() -> None:
    """No checks is no verdict in the claim's favour."""
    assert Evidence("empty", "nowhere", "").verdict == CITED
    assert Evidence("open", "nowhere", "", (Check("?", None),)).verdict == UNDECIDED


def test_a_derivation_that_fails_is_undecided() -> None:
    """What the kernel refuses does not count as proven; what it accepts says in how many steps."""
    refused = derived(lemma42.step_b, "step (b), as published")
    assert refused.holds is None
    assert "factor of unknown sign" in refused.witness
    assert derived(lemma41.cap, "the cap") == Check(
        "the cap", True, f"derived, {len(lemma41.cap().steps())} steps"
    )
