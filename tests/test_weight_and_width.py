"""What the site's check says of a page's weight, its icons, and a telephone's width."""

from __future__ import annotations

import shutil
import sys
from importlib.resources import files
from pathlib import Path

import check_pages
import pytest
import weight_and_width
from browser import Session
from bs4 import BeautifulSoup

ROOT = Path(__file__).resolve().parent.parent
CHROME = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
needs_browser = pytest.mark.skipif(CHROME is None, reason="there is no Chromium or Chrome")


def soup(page: Path) -> BeautifulSoup:
    return BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "figure.png").write_bytes(b"0" * 600)
    (tmp_path / "icons.css").write_text(
        '@font-face { src: url("icons.woff2") } .fa-sun::before { content: "\\f185" }'
    )
    (tmp_path / "icons.woff2").write_bytes(b"0")
    made = tmp_path / "page.html"
    made.write_text(
        '<html><head><link rel="stylesheet" href="icons.css?v=1"></head><body><article>'
        '<img src="figure.png"><img src="figure.png"><i class="fa-solid fa-lg fa-sun"></i>'
        "</article></body></html>"
    )
    return made


def test_a_page_weighs_its_html_and_each_figure_once(page: Path) -> None:
    size = page.stat().st_size + 600
    assert weight_and_width.weight(page, soup(page), size) == []
    (fault,) = weight_and_width.weight(page, soup(page), size - 1)
    assert (
        fault
        == f"its own files have {size:,} bytes, more than {size - 1:,}: 600 of them in "
        + ("figure.png")
    )


def test_icons_that_are_drawn_are_no_fault(page: Path) -> None:
    assert weight_and_width.icons(page, soup(page)) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("fa-sun", "fa-moon", "has no fa-moon"),
        ("</head>", '<script src="a/fontawesome/js/all.min.js"></script></head>', "all of Font"),
        ("</head>", '<link rel="preload" href="fontawesome/solid.woff2"></head>', "all of Font"),
        ("icons.css?v=1", "gone.css", "has no fa-sun"),
    ],
)
def test_icons_that_are_not_drawn(page: Path, old: str, new: str, message: str) -> None:
    page.write_text(page.read_text().replace(old, new))
    (fault,) = weight_and_width.icons(page, soup(page))
    assert message in fault


def test_a_font_that_is_not_there(page: Path) -> None:
    (page.parent / "icons.woff2").unlink()
    weight_and_width.missing_files.cache_clear()
    assert weight_and_width.icons(page, soup(page)) == [
        "icons.css loads icons.woff2, which does not exist"
    ]


def test_each_icon_of_the_style_is_one_of_the_themes_font() -> None:
    """The codes are those of the theme's own style, and its font is where the style says."""
    theme = files("pydata_sphinx_theme") / "theme" / "pydata_sphinx_theme"
    static = Path(str(theme / "static"))
    style = (ROOT / "_static" / "icons.css").read_text()
    (theirs,) = static.glob("vendor/fontawesome/*/css/all.min.css")
    known = weight_and_width.codes(theirs.read_text())
    ours = weight_and_width.codes(style)
    assert ours
    assert {name: known.get(name) for name in ours} == ours
    fonts = {url for url in weight_and_width.IN_CSS.findall(style) if not url.startswith("http")}
    assert fonts
    assert all((static / url).is_file() for url in fonts)


WIDE = '<div style="width: 900px; height: 9px">wide</div>'


@needs_browser
def test_a_browser_sees_what_is_cut_off_or_scrolls_and_what_is_fetched(tmp_path: Path) -> None:
    assert CHROME is not None
    page = tmp_path / "page.html"

    def faults(body: str, formulas: int = 0) -> list[str]:
        page.write_text(f"<html><body style='margin: 0'><article>{body}</article></body></html>")
        return weight_and_width.drawn(session, page, formulas)

    page.write_text("<html></html>")
    with Session(CHROME, page, width=weight_and_width.NARROW) as session:
        assert faults("narrow") == []
        assert faults(f'<div style="overflow-x: auto">{WIDE}</div>') == []
        assert faults(WIDE) == ["360 pixels cut off: div wide"]
        assert faults(f'<div style="overflow: hidden">{WIDE}</div>') == [
            "360 pixels cut off: div wide"
        ]
        assert faults(f"<details>{WIDE}</details>") == ["360 pixels cut off: div wide"]
        beside = '<i style="position: absolute; left: 500px; width: 9px; height: 0">.</i>'
        assert faults(beside)[0].startswith("a window of 360 pixels scrolls sideways, by ")
        found = faults('<img src="https://example.com/a.png" style="width: 9px">')
        assert found[0] == "the browser fetched https://example.com/a.png"
        assert any("console says" in fault for fault in faults("<script>nothing()</script>"))
        assert faults("") == []
        script = "<script>window.MathJax = {startup: {promise: Promise.resolve()}}</script>"
        assert faults(script, 1) == ["the browser drew 0 of 1 formulas"]


@needs_browser
def test_a_browser_that_cannot_begin_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Session] = []

    def refuse(session: Session, page: Path) -> None:
        begun.append(session)
        raise TimeoutError(f"{page.name} does not load")

    monkeypatch.setattr(Session, "open", refuse)
    assert CHROME is not None
    with pytest.raises(TimeoutError, match=r"^page\.html does"):
        Session(CHROME, tmp_path / "page.html")
    assert begun[0].process.poll() is not None


@needs_browser
def test_a_site_with_one_bad_page_is_refused_for_it(tmp_path: Path) -> None:
    assert CHROME is not None
    good = "<html lang='en'><title>A</title><main><article><h1>A</h1>{}</article></main></html>"
    for name, body in (("a", ""), ("b", "<img src='data:,'>"), ("c", "")):
        (tmp_path / f"{name}.html").write_text(good.format(body))
    (fault,), seconds = check_pages.check(tmp_path, ["a", "b", "c"], CHROME)
    assert fault.startswith("b: Images must have alternate text (image-alt; light, 360 pixels)")
    assert seconds > 0


def test_without_a_browser_or_a_book_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["check_pages.py", ""])
    assert check_pages.main() == 0
    assert capsys.readouterr().out == f"{check_pages.NO_BROWSER}\n"
    monkeypatch.setattr(sys, "argv", ["check_pages.py", "/no/browser"])
    assert check_pages.main() == 1
    assert capsys.readouterr().err == "error: CHROME must be a program, got /no/browser\n"
    monkeypatch.setattr(sys, "argv", ["check_pages.py", "--site", str(tmp_path), sys.executable])
    assert check_pages.main() == 1
    assert capsys.readouterr().err == f"error: no page book/index in {tmp_path}; run 'make book'\n"
