"""The checks of the built book see what a reader would miss."""

from __future__ import annotations

import shutil
import sys
from importlib.resources import files
from pathlib import Path

import check_pages
import check_site
import pytest

MATHJAX = Path(str(files("sphinx-mathjax-offline"))) / "static" / "mathjax"
CHROME = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
PAGE = """<!DOCTYPE html><html lang="en" data-theme="light"><head><title>A page</title><style>
body {{ background: white; color: black; margin: 0 }} a {{ color: inherit }}
html[data-theme="dark"] body {{ background: black; color: white }} {style}</style>
<script>window.MathJax = {{tex: {{macros: {{one: "1"}}}}}}</script>
<script async src="mathjax/tex-chtml.js"></script></head>
<body><main><article><h1 id="top">A page</h1>{body}<a href="#top">up</a>
<p>Let <span class="math">\\(\\one\\)</span>.</p></article></main></body></html>"""
WIDE = '<div style="width: 900px; height: 9px">wide</div>'
GREY = "<p>grey</p>", "p { color: #888 }"  # on white too weak, on black strong enough
DIM = "<p>dim</p>", 'html[data-theme="dark"] p { color: #333 }'
CASES = [
    ("<p>good</p>", "", ""),
    (f'<div style="overflow-x: auto" tabindex="0">{WIDE}</div>', "", ""),
    (r"<span class='math'>\(\frac{1\)</span>", "", "a formula that is not drawn"),
    (r"<span class='math'>\(\frac1\)</span>", "", "a formula with an error"),
    (r"<span class='math'>\(\undefined\)</span>", "", "a formula with an unknown command"),
    (r"<p>Let \ip{a}{b} be</p>", "", "TeX that is not set as mathematics"),
    ('<i class="fa-solid fa-none"></i>', "", "an icon that no style draws: i fa-solid fa-none"),
    (WIDE, "", "cut off at 360 pixels: div wide"),
    (f"<details><summary>more</summary>{WIDE}</details>", "", "cut off at 360 pixels: div wide"),
    ('<p style="position: absolute; left: 500px">.</p>', "", "cut off at 360 pixels"),
    ('<img src="https://example.com/a.png" alt="A"/>', "", "asks for https://example.com/a.png"),
    ("<script>nothing()</script>", "", "an error: nothing is not defined"),
    ('<img src="large.png" alt="A"/>', "", "its own files have 1,0"),
    ("<img src='data:,'/>", "", "(image-alt; light, 360 pixels"),
    ("<h4>far below</h4>", "", "(heading-order; light, 360 pixels"),
    (*GREY, "(color-contrast; light, 360 pixels"),
    (*DIM, "(color-contrast; dark, 360 pixels"),
    (f'<div style="overflow-x: auto">{WIDE}</div>', "", "(scrollable-region-focusable; light"),
    ("</article></main><p>aside</p>", "", "(region; light, 1200 pixels"),
]


@pytest.mark.slow
@pytest.mark.skipif(CHROME is None, reason="there is no Chromium or Chrome")
def test_each_fault_is_seen_and_a_good_page_has_none(tmp_path: Path) -> None:
    (tmp_path / "mathjax").symlink_to(MATHJAX)
    (tmp_path / "large.png").write_bytes(b"0" * 1_000_000)
    for number, (body, style, _) in enumerate(CASES):
        text = PAGE.format(body=body, style=style)
        (tmp_path / f"{number}.html").write_text(text, encoding="utf-8")
    found = check_pages.check(tmp_path, [str(n) for n in range(len(CASES))], str(CHROME))
    lines = [[line for line in found if line.startswith(f"{n}: ")] for n in range(len(CASES))]
    assert [
        (body, said)
        for (body, _, fault), said in zip(CASES, lines, strict=True)
        if not (any(fault in line for line in said) if fault else not said)
    ] == []


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("page.html#top", []),
        ("#top", []),
        ("https://example.com/", []),
        ("#bottom", ["page.html: there is no #bottom"]),
        ("other.html", ["page.html: there is no other.html"]),
    ],
)
def test_a_link_that_leads_nowhere(tmp_path: Path, link: str, fault: list[str]) -> None:
    (tmp_path / "page.html").write_text(f'<h1 id="top">A</h1><a class="x" href="{link}">b</a>')
    assert check_site.check(tmp_path) == fault


def test_without_a_browser_or_a_book_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["check_pages.py", ""])
    assert check_pages.main() == 0
    assert capsys.readouterr().out == f"{check_pages.NO_BROWSER}\n"
    monkeypatch.setattr(sys, "argv", ["check_pages.py", "--site", str(tmp_path), sys.executable])
    assert check_pages.main() == 1
    assert capsys.readouterr().err == f"error: no page book/index in {tmp_path}; run 'make book'\n"
