"""The ledger: every claim has evidence, the evidence runs, and verdicts follow from it."""

from __future__ import annotations

import base64
import csv
import importlib
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from osphg.proofs.kernel import under
from osphg.proofs.paper import lemma41, lemma42, lemma43, symbols
from osphg.proofs.rocq.book import theorem_of
from osphg.proofs.rocq.certificates import read
from osphg.proofs.said import Said
from osphg.proofs.small.evidence import CITED, HOLDS, UNDECIDED, Check, Evidence
from osphg.studies import claim_runs, claims, layers, proof_map
from osphg.studies.claim_evidence import derived, refuted
from osphg.studies.claims import Claim
from osphg.studies.ledger import SIGNS, Ledger, Verdict

BOOK = Path(__file__).parent.parent / "book"
LEDGER = claims.ledger()
ADDED = claims.additions()
# What the paper takes from elsewhere, or remarks without proof.
NOT_CHECKED = {"related-work", "any-oracle"}


def checks(found: Evidence) -> tuple[Check, ...]:
    return (*found.published, *found.unsaid, *found.repaired, *found.remarks)


def test_keys_are_unique_and_chapters_exist() -> None:
    """A claim can be found, and so can its chapter."""
    every = (*LEDGER, *ADDED)
    assert len({claim.key for claim in every}) == len(every)
    for claim in every:
        assert any((BOOK / f"{claim.chapter}{end}").exists() for end in (".md", ".ipynb")), claim


@pytest.mark.parametrize("claim", [*LEDGER, *ADDED], ids=lambda claim: claim.key)
def test_a_claim_leads_to_a_label_of_its_chapter(claim: Claim) -> None:
    page, _, label = claim.at.partition("#")
    if label:
        text = (BOOK / f"{page}.md").read_text(encoding="utf-8")
        assert f"\n:label: {label}\n" in text or f"\n({label})=\n" in text


@pytest.mark.parametrize("claim", LEDGER, ids=lambda claim: claim.key)
def test_every_claim_has_evidence_that_decides_it(claim: Claim) -> None:
    """The evidence runs; only what is listed as cited may have none."""
    found = claim.evidence()
    assert found.verdict != UNDECIDED, found.details
    assert (found.verdict == CITED) == (claim.key in NOT_CHECKED)
    for check in checks(found):
        assert check.holds is not None, check


@pytest.mark.parametrize("claim", ADDED, ids=lambda claim: claim.key)
def test_what_the_book_adds_holds(claim: Claim) -> None:
    assert claim.evidence().verdict == HOLDS, claim.evidence().details


@pytest.mark.parametrize("claim", [*LEDGER, *ADDED], ids=lambda claim: claim.key)
def test_every_fact_is_named_and_every_theorem_certified(claim: Claim) -> None:
    """The name leads to a function; what the kernel derived is among what Rocq has accepted."""
    certified = {name for file in read(BOOK / "certificates.json").values()
                 for name in file["theorems"]}  # fmt: skip
    for check in checks(claim.evidence()):
        if check.source:
            module, _, name = check.source.rpartition(".")
            assert callable(getattr(importlib.import_module(module), name))
        assert not check.theorem or check.theorem in certified
        if re.fullmatch(r"(.*, )?\d+ steps", check.witness):
            assert check.theorem, check


@pytest.mark.parametrize("claim", [*LEDGER, *ADDED], ids=lambda claim: claim.key)
def test_every_text_is_set(claim: Claim) -> None:
    """Formulas are closed, and none stands outside of dollar signs."""
    found = claim.evidence()
    texts = [claim.says, found.statement]
    texts += [text for check in checks(found) for text in (check.formula, check.witness)]
    for text in texts:
        assert "<" not in Said(text)._repr_html_().replace("<span", "").replace("</span", "")
        outside = "".join(text.split("$")[::2])
        assert not re.search(r"\\|\^|_\{|<=|>=|\b(lambda|delta|beta|mu)\b", outside), text


def test_a_claim_without_evidence_would_be_seen() -> None:
    """No checks is no verdict in the claim's favour."""
    assert Evidence("empty", "nowhere", "").verdict == CITED
    assert Evidence("open", "nowhere", "", (Check("?", None),)).verdict == UNDECIDED


def test_a_derivation_that_fails_is_undecided() -> None:
    """What the kernel refuses does not count as proven; what it accepts says in how many steps."""
    refused = derived(lemma42.step_b, "step (b), as published")
    assert refused.holds is None
    assert "factor of unknown sign" in refused.witness
    assert not refused.theorem
    fact = lemma41.cap()
    assert derived(lemma41.cap, "the cap") == Check(
        "the cap", True, f"{len(fact.steps())} steps", "osphg.proofs.paper.lemma41.cap",
        "lemma_4_1_cap_holds",
    )  # fmt: skip
    assert theorem_of(lemma42.kept()) != theorem_of(fact)


def test_a_certificate_is_of_the_same_hypotheses() -> None:
    """Two facts that say the same, from different assumptions, are different theorems."""
    one, other = lemma43.repaired(), lemma43.any_learner()
    assert one.rhs == other.rhs
    assert theorem_of(one) == "lemma_4_3_repaired_holds"
    assert theorem_of(other) == "lemma_4_3_any_learner_holds"
    less = under(one, symbols.T - 2 * symbols.W)  # for T >= 2W alone: nobody has certified that
    assert not theorem_of(less)


def test_a_refutation_that_fails_refutes_nothing() -> None:
    """And one that goes through says what fails, and why."""
    assert refuted(lemma42.step_b, "a claim", "a game").holds is None
    found = refuted(lemma41.cap, "a claim", "a game")
    assert found.holds is False
    assert found.witness.startswith("a game, ")


def test_the_verdicts_that_matter() -> None:
    """The largest of them, named; the rest follow from their checks."""
    verdicts = {claim.key: claim.verdict for claim in LEDGER}
    for false in ("theorem-4.1", "lemma-4.2", "lemma-4.3", "few-oracles"):
        assert verdicts[false] == "false, repaired"
    for true in ("theorem-4.2", "meta-frank-wolfe", "gradient-ascent", "impossible-at-T"):
        assert verdicts[true] == HOLDS
    assert verdicts["simplex"] == "refuted"


def test_the_page_of_notation_has_the_same_verdicts() -> None:
    text = (BOOK / "notation.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ((?:Lemma|Theorem) 4\.\d) \| (.*?) \|", text, re.M))
    assert len(rows) == 5
    for claim in LEDGER:
        if said := rows.get(claim.place):
            assert said.startswith(claim.verdict.partition(" with")[0])


def test_the_map_of_the_proof_has_every_line_from_evidence_or_premises() -> None:
    """By another walk than the map's: the steps to each theorem, and the evidence itself."""
    # all but those whose runs take long
    long = {"lemma-4.3", "constant-budget", "no-more"}
    entries = [
        (claim, claim.evidence())
        for claim in (*LEDGER, *ADDED)
        if claim.key not in long and not claim.key.startswith("sentence")
    ]
    drawn = proof_map.proof_map(entries)
    assert {claim.key for claim, _ in entries} - set(drawn.nodes) == {"related-work"}
    evidence = {claim.key: found for claim, found in entries}
    proven = proof_map.theorems()
    below = {name: {theorem_of(step) for step in t.fact.steps()} for name, t in proven.items()}
    reached = layers.below(drawn.graph)
    for key, others in drawn.edges.items():
        if key in evidence:
            assert drawn.nodes[key].verdict == evidence[key].verdict
            assert set(others) == {c.theorem for c in checks(evidence[key]) if c.theorem}
            continue
        cited = {f"cited: {a.name}" for a in proven[key].fact.rests_on if a.cited}
        assert set(others) <= below[key] | cited
        # nothing between two boxes is lost by leaving the others out
        assert (below[key] | cited) & set(drawn.nodes) - {key} == reached[key]
    repaired = reached["theorem_4_1_holds"]
    assert {"lemma_4_2_repaired_holds", "lemma_4_3_repaired_holds"} <= repaired


@pytest.fixture(scope="module")
def notebook() -> dict[str, Any]:
    """The chapter on the four sentences."""
    text = (BOOK / "figure1_sentences.ipynb").read_text(encoding="utf-8")
    return dict(json.loads(text))


class TestFigureOne:
    """The ledger says of the four sentences what their chapter says."""

    def test_the_seeds_and_the_windows_are_those_of_the_chapter(
        self, notebook: dict[str, Any]
    ) -> None:
        (cell,) = [c for c in notebook["cells"] if "parameters" in c["metadata"].get("tags", ())]
        given: dict[str, Any] = {}
        exec("".join(cell["source"]), given)
        assert given["seeds"] == claim_runs.SEEDS
        assert given["windows"] == claim_runs.WINDOWS
        assert given["first_seed"] == 0
        paper = {"T": 10_000, "n": 2, "W": 100, "K": 100, "budget_per_round": 2.0}
        for name, value in (paper | {"mu": None, "delta": None}).items():
            assert given[name] == value

    @pytest.mark.parametrize("hessians", ["symmetric", "literal"])
    def test_the_numbers_are_those_of_the_chapter(
        self, notebook: dict[str, Any], hessians: str
    ) -> None:
        rows = {
            (row["reading"], row["sentence"], row["quantity"]): float(row["value"])
            for row in stored(notebook)
            if (row["feedback"], row["hessians"]) == ("published", hessians)
        }
        found = claim_runs.sentences(hessians == "symmetric")
        assert len(found) == len({key[:2] for key in rows})
        for s in found:
            key = (s.reading, str(s.number))
            assert s.share.value == rows[(*key, "share of seeds")]
            assert s.effect.value == pytest.approx(rows[(*key, "effect")], rel=1e-9, abs=1e-12)


def stored(notebook: dict[str, Any]) -> Iterator[dict[str, str]]:
    """The table of results that a page keeps in its last output."""
    (html,) = [
        "".join(output["data"]["text/html"])
        for cell in notebook["cells"]
        for output in cell.get("outputs", ())
        if "base64," in "".join(output.get("data", {}).get("text/html", ""))
    ]
    (packed,) = re.findall(r"base64,([\w+/=]+)", html)
    return csv.DictReader(io.StringIO(base64.b64decode(packed).decode()))


class TestPage:
    ENTRIES = (
        (
            Claim("a.b", "4", "it is $\\le 1 < 2$", "theorems#thm-42", lemma41.prove),  # type: ignore[arg-type]
            Evidence("", "", "if $a < b$ & more", (Check("$x$", False, "at <3>"),)),
        ),
    )

    def test_verdicts_differ_without_colour(self) -> None:
        """By a word, a sign and a border; the class is for the colour."""
        assert len({Verdict(word)._repr_html_() for word in SIGNS}) == len(SIGNS)
        assert len({sign for sign, _ in SIGNS.values()}) == len(SIGNS)
        css = (BOOK.parent / "_static" / "custom.css").read_text(encoding="utf-8")
        for _, kind in SIGNS.values():
            assert len(re.findall(rf"\.osphg-{kind}\b", css)) >= 2  # light and dark

    def test_it_is_escaped_linked_and_folded(self) -> None:
        html = Ledger(self.ENTRIES, "One <claim>")._repr_html_()
        assert 'href="theorems.html#thm-42"' in html
        assert 'id="claim-a-b"' in html
        assert "<details><summary>evidence: 1</summary>" in html
        assert "at &lt;3&gt;" in html
        assert "&amp; more" in html
        assert r"\(a &lt; b\)" in html
        assert "One &lt;claim&gt;" in html
        assert "refuted" in str(Ledger(self.ENTRIES))

    def test_counts_are_in_order(self) -> None:
        entries = [(c, e) for c, e in self.ENTRIES] * 2
        assert Ledger(entries).counts == {"refuted": 2}

    def test_a_formula_left_open_is_refused(self) -> None:
        with pytest.raises(ValueError, match="must end in a dollar sign"):
            Said("it is $x")
