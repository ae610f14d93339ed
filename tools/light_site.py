"""Sphinx extension: the site is made light once it is written, and old addresses lead on.

One style in place of the themes' seventeen, with the rules that some page can use and a font of the
icons that it names; figures of 256 colours, whose size their pages say; a page for each address
that the book had once (`book/moved.json`).
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from posixpath import dirname, normpath
from typing import Any

import tinycss2
from formulas import cut
from PIL import Image
from sphinx.application import Sphinx

ICONS = "vendor/fontawesome/6.5.2/webfonts/fa-solid-900"
STYLE = re.compile(r'<link [^>]*href="[^"]*?_static/((?!math)[^"?]*\.css)[^"]*"[^>]*>\s*')
FIGURE = re.compile(r'<img (?![^>]*width=)([^>]*src="[^"]*_images/([^"]+\.png)")')
FOLD = '<span class="toctree-toggle"'
NOTEBOOK = re.compile(r'(<a href="[^"]*_sources/[^"]+\.ipynb") target="_blank"')
TWICE = re.compile(r'(class="(?:proof admonition|\w+-content)") id="proof(?:-content)?"')
PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Moved</title>
<link rel="canonical" href="{0}"><meta http-equiv="refresh" content="0; url={0}"></head>
<body><p>This page is now <a href="{0}">here</a>.</p></body></html>
"""


def used(rules: list[Any], words: set[str]) -> str:
    """Return the rules that can match where these words stand."""
    found = ""
    for rule in rules:
        if rule.type == "at-rule" and rule.at_keyword in ("media", "supports"):
            inner = tinycss2.parse_rule_list(rule.content, True, True)
            if kept := used(inner, words):
                found += f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{kept}}}"
        elif rule.type == "qualified-rule":
            text = tinycss2.serialize(rule.prelude)
            needed = [
                re.findall(r"[.#](-?[A-Za-z_][\w-]*)", re.sub(r":(?:not|is|where)\(.*", "", one))
                for one in re.split(r",(?![^(]*\))", text)
            ]
            if any(words.issuperset(names) for names in needed):
                found += f"{text}{{{tinycss2.serialize(rule.content)}}}\n"
        elif rule.type == "at-rule":
            found += rule.serialize() + "\n"
    return found


def parsed(path: Path) -> list[Any]:
    """Return the rules of a style, with those that it imports in their place."""
    found = []
    for rule in tinycss2.parse_stylesheet(path.read_text(encoding="utf-8"), True, True):
        if rule.type == "at-rule" and rule.at_keyword == "import":
            found += parsed(
                path.parent / next(t.value for t in rule.prelude if t.type != "whitespace")
            )
        else:
            found.append(rule)
    return found


def style(static: Path, names: list[str], words: set[str]) -> str:
    """Return what is used of some styles as one."""
    made = ""
    for name in names:
        rules = parsed(static / name)

        def there(found: re.Match[str], name: str = name) -> str:
            return f"url({normpath(f'{dirname(name)}/{found[1]}').lstrip('/')})"

        made += re.sub(r"""url\(["']?(?!data:|#)([^)"']+)["']?\)""", there, used(rules, words))
    codes = {sign for sign in made if "\ue000" <= sign <= "\uf8ff"}  # for private use: icons
    font = cut(static / f"{ICONS}.ttf", codes) if codes else ""
    return made.replace(f'url({ICONS}.woff2) format("woff2")', f"url({font})")


def figures(folder: Path) -> dict[str, str]:
    """Make the figures light, and return the size of each in a page's words."""
    sizes = {}
    for path in sorted(folder.glob("*.png")):
        with Image.open(path) as image:
            dpi = image.info.get("dpi", (100, 100))
            width, height = (round(pixels * 100 / dpi[0]) for pixels in image.size)
            if image.mode != "P":
                small = image.convert("RGB").quantize(256, dither=Image.Dither.NONE)
                small.save(path, optimize=True, dpi=dpi)
        sizes[path.name] = f'width="{width}" height="{height}"'
    return sizes


def finish(app: Sphinx, exception: Exception | None) -> None:
    """Make the site light, and lead old addresses on."""
    if exception or app.builder.name != "html":
        return
    site = Path(app.outdir)
    pages = [path for path in site.rglob("*.html") if "_static" not in path.parts]
    texts = {path: path.read_text(encoding="utf-8") for path in pages}
    scripts = [path.read_text(encoding="utf-8") for path in site.glob("_static/**/*.*js")]
    words = set(re.findall(r"[\w-]+", "\n".join([*texts.values(), *scripts])))
    names = dict.fromkeys(name for text in texts.values() for name in STYLE.findall(text))
    own = list(names)
    static = site / "_static"
    (static / "site.css").write_text(style(static, own, words), encoding="utf-8")
    shutil.rmtree(static / "vendor")  # the fonts of icons, whole
    sizes = figures(site / "_images")

    def link(found: re.Match[str]) -> str:
        if found[1] == own[0]:
            return found[0].replace(own[0], "site.css")
        return "" if found[1] in own else found[0]

    for path, text in texts.items():
        text = STYLE.sub(link, text).replace('data-theme="auto"', 'data-theme="light"', 1)
        text = FIGURE.sub(lambda found: f"<img {sizes[found[2]]} {found[1]}", text)
        text = text.replace('role="doc-biblioentry"', 'role="listitem"')
        text = text.replace(f"<summary>{FOLD}", f'<summary aria-label="The pages below">{FOLD}')
        text = TWICE.sub(r"\1", text)
        text = NOTEBOOK.sub(r"\1 download", text)
        path.write_text(text, encoding="utf-8")
    moved = json.loads(Path(app.srcdir, "book", "moved.json").read_text(encoding="utf-8"))
    for old, new in moved.items():
        to = new.replace("#", ".html#")
        (site / "book" / f"{old}.html").write_text(PAGE.format(to), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, object]:
    app.connect("build-finished", finish, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
