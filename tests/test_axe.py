"""The site's check asks axe-core about each page, and hears what is wrong with it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from browser import Session
from check_axe import script, violations

CHROME = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
WEAK = "Elements must have sufficient color contrast"
needs_browser = pytest.mark.skipif(CHROME is None, reason="there is no Chromium or Chrome")

PAGE = """<!DOCTYPE html><html lang="en" data-theme="light"><head><title>A page</title><style>
body {{ background: white; color: black }}
html[data-theme="dark"] body {{ background: black; color: white }}
{style}</style></head><body><main><article><h1>A page</h1>{body}</article></main></body></html>"""


def test_the_script_is_that_of_the_locked_package() -> None:
    assert script().startswith("/*! axe v4.")


@needs_browser
def test_a_page_that_keeps_a_reader_out_is_refused(tmp_path: Path) -> None:
    assert CHROME is not None
    page = tmp_path / "page.html"

    def rules(body: str, style: str = "") -> list[str]:
        page.write_text(PAGE.format(body=body, style=style))
        session.open(page)
        return [line.partition("(")[2].partition(")")[0] for line in violations(session, 360, [])]

    page.write_text(PAGE.format(body="", style=""))
    with Session(CHROME, page, width=360) as session:
        assert rules("<p>a <a href='#x'>link</a></p>", "a { color: inherit }") == []
        assert rules("<img src='data:,'>") == ["image-alt; light, 360 pixels"]
        assert rules("<a href='#x'></a>") == ["link-name; light, 360 pixels"]
        assert rules("<h4>far below</h4>") == ["heading-order; light, 360 pixels"]
        grey = "p { color: #888 }"  # on white too weak, on black strong enough
        assert rules("<p>grey</p>", grey) == ["color-contrast; light, 360 pixels"]
        dim = 'html[data-theme="dark"] p { color: #333 }'
        assert rules("<p>dim</p>", dim) == ["color-contrast; dark, 360 pixels"]
        wide = "<div style='overflow-x: auto'><p style='width: 900px'>wide</p></div>"
        assert rules(wide) == ["scrollable-region-focusable; light, 360 pixels"]
        assert rules(wide.replace("<div", "<div tabindex='0'")) == []
        aside = "<div style='position: fixed'>outside</div>"
        assert rules("</article></main>" + aside) == [
            "region; light, 360 pixels", "region; light, 1200 pixels",
        ]  # fmt: skip


@needs_browser
def test_of_a_kind_of_token_one_is_enough(tmp_path: Path) -> None:
    """A weak colour of code is seen though all tokens of a kind but the first are left out."""
    assert CHROME is not None
    page = tmp_path / "page.html"
    tokens = "<span class='k'>def</span> <span class='n'>f</span> <span class='n'>go</span> " * 9
    body = f"<div class='cell'><div class='highlight'><pre>{tokens}</pre></div></div>"
    style = ".n { color: #ccc } pre { white-space: pre-wrap }"
    page.write_text(PAGE.format(body=body, style=style))
    seen: list[str] = []
    with Session(CHROME, page, width=360) as session:
        (line,) = violations(session, 360, seen)
        assert line.startswith(f"{WEAK} (color-contrast; light")
        assert line.endswith(': <span class="n">go</span>')
        assert len(seen) == len(set(seen)) > 5
        # on the next page: of no kind that is new, and one that is
        session.open(page)
        assert violations(session, 360, seen) == []
        page.write_text(PAGE.format(body=body, style=style.replace("#ccc", "#ddd")))
        session.open(page)
        (line,) = violations(session, 360, seen)
    assert line.startswith(f"{WEAK} (color-contrast; light")
