"""The finished site: figures are small and have their size, pages suit a screen reader."""

from __future__ import annotations

from pathlib import Path

import light_site
from bs4 import BeautifulSoup
from PIL import Image


def test_a_figure_has_its_size_at_a_hundred_dots_to_an_inch(tmp_path: Path) -> None:
    image = Image.new("RGB", (200, 100), "white")
    for dpi, size in ((100, ("200", "100")), (200, ("100", "50"))):
        path = tmp_path / f"{dpi}.png"
        image.save(path, dpi=(dpi, dpi))
        assert light_site.reduce_colours(path) == size
        with Image.open(path) as light:
            assert light.mode == "P"
        assert light_site.reduce_colours(path) == size


def test_a_page_says_what_a_screen_reader_needs() -> None:
    page = BeautifulSoup(
        '<html data-theme="auto"><summary><span class="toctree-toggle"></span></summary>'
        '<details class="hide"><summary aria-label="Toggle hidden content">Code</summary></details>'
        '<script>document.write(`<button class="search-button-field" aria-label="Search">Search'
        "</button>`);</script>"
        '<p role="doc-biblioentry"></p><section id="proof"></section>'
        '<div class="proof admonition" id="proof"></div><div id="proof-content"></div>'
        '<a class="viewcode-back" href="api.html#osphg.x"></a></html>',
        "html.parser",
    )
    light_site.mend_accessibility(page)
    assert [fold.get("aria-label") for fold in page("summary")] == ["The pages below", None]
    assert [one.name for one in page.select("[id]")] == ["section"]
    assert page.script is not None
    assert '<button class="search-button-field">Search</button>' in str(page.script.string)
    assert page.p is not None
    assert page.p["role"] == "listitem"
    assert page.select("html[data-theme=light]")
    assert page.a is not None
    assert page.a["href"] == "api.html"


def test_a_link_that_is_a_formula_has_a_name() -> None:
    page = BeautifulSoup(
        r'<a href="#1"><span class="math">\(C_T \le \R^2\)</span></a>'
        r'<a href="#2">as <span class="math">\(x\)</span></a>',
        "html.parser",
    )
    light_site.name_links_of_formulas(page, {"R": r"\mathbb{R}"})
    assert [link.get("title") for link in page("a")] == ["C_T ≤ R^2", None]
