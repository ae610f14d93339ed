"""The ledger: every claim has evidence, the evidence runs, and verdicts follow from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import myst_nb
import pytest

from osphg.proofs.evidence import CITED, HOLDS, UNDECIDED, Check

BOOK = Path(__file__).parent.parent / "book"


@pytest.fixture(scope="module")
def page() -> Iterator[dict[str, Any]]:
    """What the page of the ledger computes, by name; and under `glued` what others take from it."""
    text = (BOOK / "claims.md").read_text(encoding="utf-8")
    cells = re.findall(r"^```\{code-cell\}[^\n]*\n(?::tags:[^\n]*\n)?(.*?)^```$", text, re.S | re.M)
    names: dict[str, Any] = {"glued": {}}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(BOOK)
        keep = lambda name, value, display: names["glued"].update({name: value})  # noqa: E731
        patch.setattr(myst_nb, "glue", keep)
        for cell in cells:
            exec(cell, names)
        yield names


def every(page: dict[str, Any]) -> list[Any]:
    return [*page["claims"], *page["added"]]


def checks(claim: Any) -> list[Check]:
    return [check for group in claim.evidence.groups.values() for check in group]


def test_every_claim_has_evidence_that_decides_it(page: dict[str, Any]) -> None:
    """Only what the paper takes from elsewhere, or remarks without proof, may have none."""
    assert len(page["claims"]) == 34
    assert len({claim.key for claim in every(page)}) == len(every(page))
    for claim in every(page):
        assert claim.evidence.verdict != UNDECIDED
        cited = claim.key in ("related-work", "any-oracle")
        assert (claim.evidence.verdict == CITED) == cited
        for check in checks(claim):
            assert check.holds is not None, check
    for claim in page["added"]:
        assert claim.evidence.verdict == HOLDS


def test_every_link_leads_to_a_label_of_its_chapter(page: dict[str, Any]) -> None:
    shown = [page["table"](every(page), "")._repr_html_(), page["glued"]["digest"]._repr_html_()]
    shown += [f'href="{box["link"]}"' for box in page["boxes"].values()]
    links = set(re.findall(r'href="(\w+)\.html(?:#([^"]+))?"', "".join(shown)))
    assert len(links) > 50
    for name, label in links:
        (path,) = (p for end in (".md", ".ipynb") if (p := BOOK / f"{name}{end}").exists())
        if label and name != "certificates":
            text = path.read_text(encoding="utf-8")
            assert re.search(rf"(:label: |\(|name: ){re.escape(label)}\b", text), (name, label)


def test_every_theorem_is_of_the_project_and_what_is_measured_is_none(page: dict[str, Any]) -> None:
    for claim in every(page):
        for check in checks(claim):
            assert not check.theorem or check.theorem in page["THEOREMS"]
            assert not (check.theorem and check.measured)
    with pytest.raises(KeyError, match="no_such_theorem"):
        page["proven"]("no_such_theorem")


def test_runs_alone_judge_the_sentences_about_runs_and_no_other_claim(page: dict[str, Any]) -> None:
    alone = {
        claim.key
        for claim in every(page)
        if claim.evidence.stated and all(check.measured for check in claim.evidence.stated)
    }
    assert alone == {f"sentence-{number}" for number in (1, 2, 3, 4)}


def test_the_page_of_notation_has_the_same_verdicts(page: dict[str, Any]) -> None:
    text = (BOOK / "notation.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ((?:Lemma|Theorem) 4\.\d) \| (.*?) \|", text, re.M))
    assert len(rows) == 5
    for claim in page["claims"]:
        if said := rows.get(claim.evidence.place):
            assert said.startswith(claim.evidence.verdict.partition(" with")[0])


def test_the_map_of_the_proof_has_every_line_of_evidence_and_proofs(page: dict[str, Any]) -> None:
    boxes, theorems = page["boxes"], page["THEOREMS"]
    claims = {claim.key: claim for claim in every(page)}
    runs = {f"sentence-{number}" for number in (1, 2, 3, 4)}
    assert set(claims) - set(boxes) == {"related-work", *runs}
    for key, box in boxes.items():
        direct = set(box["rests_on"])
        if key in claims:
            sign, kind = page["SIGNS"][claims[key].evidence.verdict]
            assert box["verdict"].startswith(sign)
            assert box["kind"] == kind
            assert direct == {c.theorem for c in checks(claims[key]) if c.theorem}
        else:
            assert direct == set(theorems[key]["uses"]) & set(boxes)
    assert "lemma_4_3_repaired" in boxes["theorem_4_1"]["rests_on"]
