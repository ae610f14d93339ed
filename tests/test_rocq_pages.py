"""What the book's pages show of Rocq: badges that hold, statements with all certificates."""

import re
from pathlib import Path

import pytest

from osphg.proofs.rocq.certificates import read
from osphg.proofs.rocq.page import STORED, Badge, Source, anchor, badge, statements

BOOK = Path(__file__).resolve().parent.parent / "book"
CHAPTERS = {p.name: p.read_text("utf-8") for p in BOOK.glob("*.md")}
BADGES = {
    name: re.findall(r'"(\w+)"', " ".join(re.findall(r"badge\(([^)]*)\)", text)))
    for name, text in CHAPTERS.items()
}


@pytest.mark.parametrize("chapter", [name for name, found in BADGES.items() if found])
def test_every_badge_of_a_chapter_is_that_of_a_certificate(chapter: str) -> None:
    shown = badge(*BADGES[chapter], stored=BOOK / STORED)._repr_html_()
    for theorem in BADGES[chapter]:
        assert f'href="certificates.html#{anchor(theorem)}"' in shown


def test_the_theorems_of_the_book_carry_badges() -> None:
    assert len([name for name, found in BADGES.items() if found]) >= 8
    assert "published_osphg_has_linear_regret" in BADGES["linear_regret.md"]


def test_what_is_not_certified_gets_no_badge(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not certified: made_up_holds"):
        badge("lemma_4_1_lower_holds", "made_up_holds", stored=BOOK / STORED)
    with pytest.raises(ValueError, match=r"there are no certificates at .*certificates\.json"):
        badge("lemma_4_1_lower_holds", stored=tmp_path / "certificates.json")


@pytest.mark.parametrize("file", ["dual", "windows", "Published", "Multiplier", "Lemma42"])
def test_every_certified_theorem_has_a_statement(file: str) -> None:
    said = statements(file)
    assert set(read(BOOK / STORED)[file]["theorems"]) <= set(said)
    assert all(text.rstrip().endswith(".") for text in said.values())


def test_a_theorem_by_hand_is_shown_with_what_it_stands_for() -> None:
    said = statements("Published")["published_osphg_has_linear_regret"]
    assert said.startswith("Definition linear_regret_of_the_published : Prop :=\n  forall Q w")
    assert said.endswith("published_osphg_has_linear_regret : linear_regret_of_the_published.")


def test_source_is_escaped() -> None:
    assert "&lt;=" in Source("a <= b")._repr_html_()
    assert "<b>" not in Badge(("<b>",), "8")._repr_html_()
