"""The built site: one style that has what pages use, figures of their size."""

from __future__ import annotations

from pathlib import Path

import light_site
import pytest
import tinycss2
from PIL import Image


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        (".here > a{color:red}", True),
        (".gone{color:red}", False),
        (".gone, p.here{color:red}", True),
        (".here.gone{color:red}", False),
        ("p:not(.gone){color:red}", True),
        (":is(.gone, .here) a{color:red}", True),
        ("@media print{.here{color:red}}", True),
        ("@media print{.gone{color:red}}", False),
        ("@font-face{font-family:A}", True),
    ],
)
def test_a_rule_stays_that_some_page_can_use(rule: str, kept: bool) -> None:
    rules = tinycss2.parse_stylesheet(rule, True, True)
    assert bool(light_site.used(rules, {"here"})) == kept


def test_a_style_has_what_it_imports_and_finds_its_files(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.css").write_text('@import "../b.css"; p{background:url("c.svg")}')
    (tmp_path / "b.css").write_text("b{color:red}")
    made = light_site.style(tmp_path, ["in/a.css"], set())
    assert made.split() == ["b{color:red}", "p{background:url(in/c.svg)}"]


def test_a_figure_says_its_size_at_a_hundred_dots_to_an_inch(tmp_path: Path) -> None:
    image = Image.new("RGB", (200, 100), "white")
    image.save(tmp_path / "once.png", dpi=(100, 100))
    image.save(tmp_path / "twice.png", dpi=(200, 200))
    found = light_site.figures(tmp_path)
    assert found["once.png"] == 'width="200" height="100"'
    assert found["twice.png"] == 'width="100" height="50"'
    assert light_site.figures(tmp_path) == found
