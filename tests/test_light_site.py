"""The built site: a figure has its size."""

from __future__ import annotations

from pathlib import Path

import light_site
from PIL import Image


def test_a_figure_says_its_size_at_a_hundred_dots_to_an_inch(tmp_path: Path) -> None:
    image = Image.new("RGB", (200, 100), "white")
    for dpi, said in ((100, 'width="200" height="100"'), (200, 'width="100" height="50"')):
        path = tmp_path / f"{dpi}.png"
        image.save(path, dpi=(dpi, dpi))
        assert light_site.light(path) == said
        with Image.open(path) as light:
            assert light.mode == "P"
        light_site.light.cache_clear()
        assert light_site.light(path) == said
