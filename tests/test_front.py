"""The way into the book: the minutes, the notation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import minutes
import pytest

import osphg

BOOK = Path(__file__).parent.parent / "book"


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
