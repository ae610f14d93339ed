"""The printed book has page numbers in its contents, and the note is a LaTeX article."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import note_article
import print_book
import pytest
from check_site import ROOT
from docutils import nodes
from pypdf import PdfReader

CHROME = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
PAGE = """<html><head><title>A</title></head><body><nav>site</nav>
<nav class="bd-links"><p>P</p><ul><li><a href="note.html">1. A title</a></li></ul></nav>
<article><section id="top"><h1>A title<a class="headerlink" href="#top">#</a></h1>
<p>See <a href="note.html#there">there</a>, <a href="note.html">B</a>, <a href="#top">up</a>,
<a href="../genindex.html">index</a>, <a href="https://example.org">out</a>,
<a href="references.html#id2" title="A. Author. A &amp; B.">Aut20</a>, for <span class="math n">
<math><mi>x</mi></math></span>.</p>
<details class="sd-dropdown"><summary>Solution</summary>It is 1.</details>
<div class="cell tag_hide-input"><details class="admonition hide above-input">draws = 1</details>
</div><div id="osphg-demo">moves</div><svg><path clip-path="url(#clip)"/></svg>
</section></article></body></html>"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "a.html").write_text(PAGE)
    (tmp_path / "book" / "note.html").write_text(PAGE.replace('"top"', '"there"', 1))
    (tmp_path / "_toc.yml").write_text(
        "format: jb-book\nroot: book/a\nparts:\n- {caption: P, chapters: [{file: book/note}]}\n"
    )
    return tmp_path


@pytest.mark.slow
@pytest.mark.skipif(CHROME is None, reason="there is no Chromium or Chrome")
def test_the_contents_say_on_which_page_a_chapter_begins(site: Path) -> None:
    target = site / "book.pdf"
    assert print_book.print_book(str(CHROME), site, site / "_toc.yml", target) == 4
    contents = PdfReader(target).pages[1].extract_text().split()
    assert contents == ["2", "Contents", "P", "1.", "A", "title", "4"]
    solution = PdfReader(target).pages[2].extract_text()
    assert "It is 1." in solution
    assert "draws" not in solution
    assert "moves" not in solution
    assert str(site).encode() not in target.read_bytes()  # nor a link to this machine


def test_without_a_browser_make_pdf_prints_one_line() -> None:
    """`make pdf` says before it builds anything that there is no browser."""
    command = ["make", "--no-print-directory", "pdf", "CHROME=/no/such/browser"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr.startswith("error: no Chromium or Chrome found")


def test_the_article_keeps_text_formulas_and_numbers() -> None:
    def of(tag: type[nodes.TextElement], text: str, **given: object) -> nodes.TextElement:
        return tag("", text, **given)

    body = nodes.paragraph("", "", nodes.Text("50 % of $f$, "), of(nodes.math, r"x_t \le 1"))
    body += of(nodes.literal, "a_b")
    body += of(nodes.reference, "(2)", refuri="#equation-eq-a")
    body += of(nodes.reference, "Rates", refuri="rates.html")
    assert note_article.latex(body) == (
        "50 \\% of \\$f\\$, $x_t \\le 1$\\texttt{a\\_b}(2)\\emph{Rates}\n\n"
    )
    formula = of(nodes.math_block, "a = b", label="eq:a", number=2)
    assert r"a = b\tag{2}" in note_article.latex(formula)
    assert note_article.latex_of_macros({"R": r"\mathbb{R}", "ip": "<#1, #2>"}).splitlines() == [
        r"\newcommand{\R}{\mathbb{R}}",
        r"\newcommand{\ip}[2]{<#1, #2>}",
    ]
