"""Sphinx extension: a built site's pages wait for one small style and for no script.

The theme and its extensions bring a dozen styles, of whose rules the pages use a tenth, and as many
scripts in the head, each of which the browser awaits before it shows anything. Here the styles
become one file with the rules whose classes and ids some page or script names, and scripts run in
their order after the page has been read. The files of the theme stay where they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from hashlib import sha256
from os.path import relpath
from pathlib import Path

from sphinx.application import Sphinx

OWN = ".page.css"  # a style that is not for all pages: it stays by itself
HEAD = "/* What the pages use of {}; licences stand in these files. */\n"
NESTED = ("@media", "@supports", "@container", "@layer")

STYLE = re.compile(r'[ \t]*<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="([^"?]+)[^"]*"[^>]*>\n?')
SCRIPT = re.compile(r'<script(?![^>]*\b(?:defer|async|type)\b)([^>]*\bsrc="[^"]*"[^>]*)>')
PAGE_NAME = re.compile(r"[ \t]*<script>DOCUMENTATION_OPTIONS\.pagename = [^<]*</script>\n?")
EDGE = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};]""", re.DOTALL)
NAME = re.compile(r"[.#]((?:[\w-]|\\.)+)")
URL = re.compile(r"""url\(\s*(["']?)(?![a-z]+:|//|#)([^"')]+)\1\s*\)""")


def blocks(style: str) -> Iterator[tuple[str, str | None]]:
    """Yield what stands before each pair of braces and in it, or a statement without braces."""
    style = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    depth, start, inside = 0, 0, 0
    for edge in EDGE.finditer(style):
        if edge[0] == "{":
            depth += 1
            if depth == 1:
                inside = edge.end()
        elif edge[0] == "}":
            depth -= 1
            if depth == 0:
                before = style[start : inside - 1]
                yield " ".join(before.split()), style[inside : edge.start()].strip()
                start = edge.end()
        elif edge[0] == ";" and depth == 0:
            yield style[start : edge.start()].strip(), None
            start = edge.end()


def selectors(prelude: str) -> list[str]:
    """Return the selectors of a list, which have commas of their own only in brackets."""
    parts, depth = [""], 0
    for character in prelude:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def needed(selector: str, known: Collection[str]) -> bool:
    """Say whether all classes and ids that a selector asks for are known."""
    while (shorter := re.sub(r"\([^()]*\)|\[[^\]]*\]", "", selector)) != selector:
        selector = shorter
    return all(name.replace("\\", "") in known for name in NAME.findall(selector))


def used(style: str, known: Collection[str], read: Callable[[str], str]) -> str:
    """Return a style's rules that are needed; `read` returns the text of an imported one."""
    found = []
    for prelude, body in blocks(style):
        if body is None:
            if imported := re.match(r"""@import\s+(?:url\()?\s*["']?([^"')]+)""", prelude):
                found.append(used(read(imported[1]), known, read))
        elif prelude.startswith(NESTED):
            if inner := used(body, known, read):
                found.append(f"{prelude}{{\n{inner}\n}}")
        elif prelude.startswith("@"):
            found.append(f"{prelude}{{{body}}}")
        elif some := [part for part in selectors(prelude) if needed(part, known)]:
            found.append(f"{','.join(some)}{{{' '.join(body.split())}}}")
    return "\n".join(part for part in found if part)


def text_of(file: Path, static: Path) -> str:
    """Return a style with its addresses as they are seen from the folder of all styles."""

    def moved(found: re.Match[str]) -> str:
        path, mark, rest = re.fullmatch(r"([^?#]*)([?#]?)(.*)", found[2]).groups()  # type: ignore[union-attr]
        return f'url("{relpath(file.parent / path, static)}{mark}{rest}")'

    return URL.sub(moved, file.read_text(encoding="utf-8"))


def names(pages: Collection[str], scripts: Collection[str]) -> set[str]:
    """Return the classes and ids in pages, and every word of scripts, which may set one."""
    found: set[str] = set()
    for page in pages:
        for value in re.findall(r"""\s(?:class|id)=["']([^"']*)["']""", page):
            found.update(value.split())
        scripts = [*scripts, *re.findall(r"<script[^>]*>(.+?)</script>", page, re.DOTALL)]
    for script in scripts:
        found.update(re.findall(r"[\w-]+", script))
    return found


def styles_of(page: str) -> tuple[str, ...]:
    return tuple(href for href in STYLE.findall(page) if not href.endswith(OWN))


def lighten(site: Path) -> None:
    """Rewrite a built site in place; a second time changes nothing."""
    static = site / "_static"
    files = [f for f in sorted(site.rglob("*.html")) if static not in f.parents]
    pages = {file: file.read_text(encoding="utf-8") for file in files}
    loaded = {
        (file.parent / source).resolve()
        for file, page in pages.items()
        for source in re.findall(r'<script[^>]*\bsrc="([^"?]+)', page)
        if "/mathjax/" not in source
    }
    known = names(
        list(pages.values()),
        [f.read_text(encoding="utf-8") for f in loaded if f.is_file() and f.parent != site],
    )
    made: dict[tuple[Path, ...], Path] = {}
    for file, page in pages.items():
        styles = tuple((file.parent / href).resolve() for href in styles_of(page))
        if len(styles) > 1:
            if styles not in made:
                made[styles] = one_style(styles, static.resolve(), known)
            page = joined(page, relpath(made[styles], file.resolve().parent))
        # A list has items, whatever else they are: those who hear it are told their number.
        page = page.replace('role="doc-biblioentry"', 'role="listitem"')
        page = PAGE_NAME.sub("", SCRIPT.sub(r'<script defer="defer"\1>', page))
        pages[file] = page
        file.write_text(page, encoding="utf-8")
    for style in static.glob("book-*.css"):
        if not any(style.name in page for page in pages.values()):
            style.unlink()  # of an earlier build


def one_style(styles: tuple[Path, ...], static: Path, known: Collection[str]) -> Path:
    """Write what is used of some styles into one; its name is made from what is in it."""
    texts = []
    for style in styles:

        def read(address: str, folder: Path = style.parent) -> str:
            return text_of((folder / address).resolve(), static)

        texts.append(used(text_of(style, static), known, read))
    text = HEAD.format(", ".join(style.name for style in styles)) + "\n".join(texts) + "\n"
    made = static / f"book-{sha256(text.encode()).hexdigest()[:8]}.css"
    made.write_text(text, encoding="utf-8")
    return made


def joined(page: str, address: str) -> str:
    """Return a page with one style in the place of the first of its own."""
    link = f'<link rel="stylesheet" type="text/css" href="{address}" />\n'
    first = iter([link])

    def one(found: re.Match[str]) -> str:
        return found[0] if found[1].endswith(OWN) else next(first, "")

    return STYLE.sub(one, page)


def finish(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.name == "html":
        lighten(Path(app.outdir))


def small_mathjax(app: Sphinx, config: object) -> None:
    """Load MathJax in its parts, without its menu, which is a third of it."""
    app.config.mathjax_path = "mathjax/startup.js"


def setup(app: Sphinx) -> dict[str, object]:
    app.connect("config-inited", small_mathjax)
    app.connect("build-finished", finish, priority=900)  # after the styles have been copied
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
