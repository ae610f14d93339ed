"""The note: the floor that it says, and the command that prints it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import note as printing
import pytest
from bs4 import BeautifulSoup

from osphg.games import refuting
from osphg.games.plateaus import Decoy
from osphg.rounds import Game


def main_example(T: int = 1000) -> tuple[Game, Decoy]:
    decoy = refuting.decoy(T)
    assert isinstance(decoy.objective, Decoy)
    return decoy.rounds, decoy.objective


ROOT = Path(__file__).resolve().parent.parent
MATHJAX = Path(str(files("sphinx-mathjax-offline"))) / "static" / "mathjax"
CHROME = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
needs_browser = pytest.mark.skipif(CHROME is None, reason="there is no Chromium or Chrome")

PAGE = """<!DOCTYPE html><html><head><title>A note</title>
<link rel="stylesheet" href="../_static/site.css"/>
<script>window.MathJax = {"tex": {"macros": {"ip": ["\\\\langle #1,#2\\\\rangle", 2]}}}</script>
<script defer src="../_static/mathjax/tex-chtml.js"></script>
</head><body><nav>the site's menu</nav><article>
<h1 id="top">A note<a class="headerlink" href="#top">#</a></h1>
<p>Let <span class="math">\\(\\ip{x}{y}\\)</span>, as in
<a href="theorems.html#thm-41">Theorem 12.1</a> and
<a href="references.html#id2" title="A. Author. A &amp; B. 2020.">Aut20</a>, see
<a href="#top">above</a>.</p>
<div class="math">\\[a = b\\]</div><p>BODY</p><button class="copybtn">copy</button>
</article></body></html>"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "_static").mkdir()
    (tmp_path / "_static" / "mathjax").symlink_to(MATHJAX)
    (tmp_path / "book").mkdir()
    path = tmp_path / "book" / "note.html"
    path.write_text(PAGE)
    return path


class TestPrintable:
    def test_has_the_article_alone_and_no_link_into_the_site(self) -> None:
        shown = BeautifulSoup(printing.printable(PAGE, "file:///book/note.html"), "html.parser")
        assert shown.find("nav") is None
        assert shown.select(".headerlink, .copybtn, link") == []
        assert [link["href"] for link in shown.find_all("a")] == ["#top"]
        assert [tag.get_text() for tag in shown.select(".chapter")] == ["Theorem 12.1"]
        assert shown.base is not None
        assert shown.base["href"] == "file:///book/note.html"

    def test_lists_the_works_that_are_cited_once_and_keeps_commas_at_their_formula(self) -> None:
        twice = PAGE.replace("BODY", '<a href="references.html#id2" title="A &amp; B">Aut20</a>')
        shown = BeautifulSoup(printing.printable(twice, "x"), "html.parser")
        listed = [line.get_text() for line in shown.select(".references p")]
        assert listed == ["[Aut20] A. Author. A & B. 2020.", printing.OF_THE_BOOK]
        (together,) = shown.select(".together")
        assert together.get_text() == r"\(\ip{x}{y}\),"

    def test_certificates_in_a_row_are_one_line_without_statements(self) -> None:
        one = "<summary>Rocq: <code>{}</code></summary><pre>x</pre>"
        one = f'<details class="osphg-certified">{one}</details>'
        a, b, c = (one.format(name) for name in "abc")
        page = PAGE.replace("BODY", f"</p>{a}\n{b}<p>Text.</p>{c}<p>")
        shown = BeautifulSoup(printing.printable(page, "x"), "html.parser")
        lines = [line.get_text() for line in shown.select("p.osphg-certified")]
        assert lines == ["Rocq: a, b", "Rocq: c"]
        assert shown.select("details, pre") == []

    def test_a_note_that_cites_nothing(self) -> None:
        plain = PAGE.replace("references.html#id2", "other.html")
        assert "References" not in printing.printable(plain, "x")

    @pytest.mark.parametrize(
        ("old", "message"), [("article", "no article"), ("window.MathJax", "MathJax")]
    )
    def test_what_is_no_page_of_the_book(self, old: str, message: str) -> None:
        with pytest.raises(printing.NoteError, match=message):
            printing.printable(PAGE.replace(old, "other"), "x")

    @pytest.mark.parametrize("count", [0, 1, 7])
    def test_pages_are_counted_and_their_list_is_not(self, count: int) -> None:
        body = b"<</Type /Pages /Count 9>>" + b"<</Type /Page\n/Parent 1>>" * count
        assert printing.pages(body) == count


@needs_browser
class TestPrint:
    def test_prints_the_page(self, page: Path, tmp_path: Path) -> None:
        target = tmp_path / "note.pdf"
        assert printing.print_note(str(CHROME), page, target) == 1
        printed = target.read_bytes()
        assert printed.startswith(b"%PDF")
        assert b"STIXGeneral" in printed
        assert str(tmp_path).encode() not in printed  # nor a link to this machine
        assert [path.name for path in page.parent.iterdir()] == ["note.html"]

    @pytest.mark.parametrize(
        ("body", "message"),
        [
            ("<p style='break-before: page'>one more</p>" * 4, r"5 pages of A4, and 4 are allowed"),
            (r"<span class='math'>\(\frac{1\)</span>", r"drew 2 of 3 formulas"),
            ("<img src='https://example.org/a.png' alt='a'/>", "no picture https://example.org"),
            ("<img src='../_images/gone.png' alt='a'/>", "no picture ../_images/gone.png"),
            (
                "<object data='http://example.org/a.svg' type='image/svg+xml'></object>",
                "asks for http://example.org/a.svg",
            ),
        ],
        ids=["five pages", "formula", "remote picture", "missing picture", "remote"],
    )
    def test_what_is_refused_leaves_nothing(
        self, page: Path, tmp_path: Path, body: str, message: str
    ) -> None:
        page.write_text(PAGE.replace("BODY", body))
        target = tmp_path / "note.pdf"
        with pytest.raises(printing.NoteError, match=message):
            printing.print_note(str(CHROME), page, target)
        assert not target.exists()


@pytest.mark.parametrize("browser", ["", "/no/such/browser"])
def test_without_a_browser_one_line(
    browser: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said before anything is built."""
    monkeypatch.setattr(sys, "argv", ["tools/note.py", browser])
    monkeypatch.setattr(printing, "build", None)
    assert printing.main() == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "error: no Chromium or Chrome found; name one: make note CHROME=...\n"


def test_the_target_hands_the_browser_on() -> None:
    command = ["make", "-n", "-o", "env", "note", "CHROME=/opt/a browser"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert 'tools/note.py "/opt/a browser"' in ran.stdout
