"""The way into the book: the minutes, the page of verdicts, the notation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import minutes
import pytest

import osphg
from osphg.proofs.small.evidence import FALSE_REPAIRED, Check, Evidence
from osphg.studies import claims
from osphg.studies.claims import Claim
from osphg.studies.digest import ROWS, Digest, Row

BOOK = Path(__file__).parent.parent / "book"
LEDGER = {claim.key: claim for claim in claims.ledger()}


class TestMinutes:
    def test_words_are_counted_by_the_rule(self) -> None:
        text = (
            "---\nkernelspec: {name: python3}\n---\n(a-label)=\n# Two words\n\n"
            "It is $x + y$ here.\n\n$$a = b$$\n\n```{code-cell} python\nnot = 'these'\n```\n"
            "```{prf:lemma} Named so\n:label: lem\n\nThe end.\n```\n"
        )
        assert minutes.words(text) == 2 + 4 + minutes.FORMULA + 2

    def test_chapters_together_take_what_they_take_one_by_one(self, tmp_path: Path) -> None:
        for name in ("a", "b"):
            (tmp_path / f"{name}.md").write_text("word " * (minutes.PACE // 2))
        assert minutes.minutes(["a"], tmp_path) == 1
        assert minutes.minutes(["a", "b"], tmp_path) == 2
        (tmp_path / "b.md").write_text("word " * (minutes.PACE + 1))
        assert minutes.minutes(["a", "b"], tmp_path) == 3

    def test_no_such_chapter(self) -> None:
        with pytest.raises(ValueError, match="there is no chapter 'nowhere'"):
            minutes.minutes(["nowhere"])

    def test_the_routes_add_up_what_they_list(self) -> None:
        """The head of a card names the chapters below it, in their order."""
        text = (BOOK / "index.md").read_text(encoding="utf-8")
        cards = re.findall(
            r"grid-item-card\} [^\n]*\nTogether \{minutes\}`([^`]+)`\.\n(.*?)\n:::\n", text, re.S
        )
        assert len(cards) == 3
        for head, body in cards:
            assert head.split() == re.findall(r"\{minutes\}`([^`]+)`", body)
            assert head.split() == re.findall(r"\{doc\}`([^`]+)`", body)


def made_up(key: str) -> tuple[Claim, Evidence]:
    def evidence() -> Evidence:
        check = Check("$x$", True, theorem="lemma_4_1_cap_holds")
        return Evidence("", "", "so", (Check("$x$", False, "$x = 1$"),), (), (check,))

    return Claim(key, "Lemma 0", "it is so", "theorems#thm-42", evidence), evidence()


class TestDigest:
    def test_every_row_is_a_claim_of_the_ledger(self) -> None:
        assert len({row.key for row in ROWS}) == len(ROWS)
        assert {row.key for row in ROWS} <= set(LEDGER)

    @pytest.mark.parametrize("row", [row for row in ROWS if row.run], ids=lambda row: row.key)
    def test_a_run_is_on_its_page(self, row: Row) -> None:
        page, _, label = row.run.partition("#")
        path = next(p for end in (".md", ".ipynb") if (p := BOOK / f"{page}{end}").exists())
        text = path.read_text(encoding="utf-8")
        assert not label or re.search(rf"(:label: |\(|name: ){label}\b", text)

    def test_the_constant_of_lemma_42_is_what_the_kernel_proves(self) -> None:
        from osphg.proofs.paper import lemma42, symbols

        published, repaired = (
            next(getattr(row, side) for row in ROWS if row.key == "lemma-4.2")
            for side in ("says", "holds")
        )
        assert r"\frac12G^2\mu W(W-1)" in published
        assert "G^2\\mu W(W-1)" in repaired.replace(r"\frac12", "!")
        constant = lemma42.repaired().rhs.coeff(symbols.G, 2)
        W = symbols.W
        assert (constant - symbols.mu * W * (W - 1)).expand() == 0

    def test_verdict_and_links_are_the_ledgers(self) -> None:
        html = Digest([made_up("one")], [Row("one", "$a < b$", "$a$", "rates")])._repr_html_()
        assert FALSE_REPAIRED in html
        assert "Lemma 0" in html
        assert r"\(a &lt; b\)" in html
        for link in ("theorems.html#thm-42", "rates.html", "certificates.html#rocq-lemma-4-1-cap"):
            assert f'href="{link}"' in html

    def test_a_claim_that_is_not_there(self) -> None:
        with pytest.raises(ValueError, match="rows must be about claims of the ledger, got two"):
            Digest([made_up("one")], [Row("two", "", "")])


def names() -> list[str]:
    """What the table of symbols calls a name in the code."""
    text = (BOOK / "notation.md").read_text(encoding="utf-8")
    table = text.partition("## Symbols")[2].partition("\n## ")[0]
    cells = [row.split(" | ")[2] for row in table.splitlines() if row.count(" | ") == 3]
    return sorted({name for cell in cells for name in re.findall(r"`([\w.]+)`", cell)})


class TestNotation:
    @pytest.mark.parametrize("name", names())
    def test_every_name_exists(self, name: str) -> None:
        found: Any = osphg
        for part in name.split("."):
            fields = [field.name for field in getattr(found, "__attrs_attrs__", ())]
            fields += getattr(found, "__dataclass_fields__", ())
            found = None if part in fields else getattr(found, part)
        assert name.partition(".")[0] in osphg.__all__

    def test_there_are_names(self) -> None:
        assert len(names()) > 20

    def test_titles_name_the_papers_result_once(self) -> None:
        """Two results of the book do not pass for the same one of the paper."""
        titles = [
            title
            for path in BOOK.glob("*.md")
            for title in re.findall(
                r"\{prf:(?:lemma|theorem)\} (.*)", path.read_text(encoding="utf-8")
            )
        ]
        numbered = [
            m[0] for t in titles if (m := re.match(r"(Lemma|Theorem) 4\.\d of the paper", t))
        ]
        assert sorted(numbered) == sorted(set(numbered))
        assert len(numbered) == 5

    def test_one_word_for_an_oracle(self) -> None:
        for path in BOOK.glob("*.md"):
            if path.stem != "notation":  # which explains the other
                prose = re.sub(r"`[^`\n]*`|\(eq:.*?\)", "", minutes.CODE.sub("", path.read_text()))
                assert not re.search(r"(?<![-_])\blearners?\b(?![-_])", prose, re.I), path.stem
