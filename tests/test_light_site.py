"""The built site: a figure has its size."""

from __future__ import annotations

from pathlib import Path

import light_site
from PIL import Image


def test_a_figure_says_its_size_at_a_hundred_dots_to_an_inch(tmp_path: Path) -> None:
    image = Image.new("RGB", (200, 100), "white")
    image.save(tmp_path / "once.png", dpi=(100, 100))
    image.save(tmp_path / "twice.png", dpi=(200, 200))
    found = light_site.figures(tmp_path)
    assert found["once.png"] == 'width="200" height="100"'
    assert found["twice.png"] == 'width="100" height="50"'
    assert light_site.figures(tmp_path) == found
