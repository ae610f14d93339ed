"""Refuse a built book in which a link leads nowhere, or an id stands twice.

Or with a notebook to be taken away that shows what plain Jupyter does not set.

What a browser sees is in `check_pages.py`.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import yaml
from sphinx_external_toc.parsing import parse_toc_yaml

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r'<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]+)"')
ID = re.compile(r'<[^>]*\sid="([^"]+)"')
# What MyST would read, and plain Jupyter shows as it stands.
UNSET = {
    "a role": r"\{[\w:-]+\}`",
    "a directive": r"^[\s>]*(?:`{3,}|:{3,})\s*\{",
    "a fence": r"^[\s>]*:{3,}",
    "a label": r"^[\s>]*\([\w:-]+\)=\s*$",
    "an option": r"^[\s>]*:(?:label|class|name|tags):",
}


def pages_of_toc(toc: Path) -> list[str]:
    """The pages that _toc.yml names, without a suffix, in reading order."""
    return list(parse_toc_yaml(toc))


def pages(site: Path) -> list[Path]:
    """Return the files of all pages of a site."""
    return [page for page in sorted(site.rglob("*.html")) if "_static" not in page.parts]


@cache
def text_of(page: Path) -> str:
    return re.sub(r"(?s)(<script\b[^>]*>).*?</script>", r"\1", page.read_text(encoding="utf-8"))


@cache
def anchors(page: Path) -> frozenset[str]:
    return frozenset(map(unescape, ID.findall(text_of(page))))


def links(site: Path) -> Iterator[tuple[Path, str, Path, str]]:
    """Yield each link into the site: its page and text, the file and the place it leads to."""
    for page in pages(site):
        for link in sorted(set(LINK.findall(text_of(page)))):
            url = urlsplit(unescape(link))
            if not (url.scheme or url.netloc):
                target = (page.parent / unquote(url.path)).resolve() if url.path else page.resolve()
                yield page, link, target, unquote(url.fragment) if target.suffix == ".html" else ""


def macros() -> dict[str, str]:
    """Return the book's own commands of formulas."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    return config["sphinx"]["config"]["formula_macros"]


def texts(notebook: nbformat.NotebookNode) -> Iterator[str]:
    """Yield what a notebook shows as text: its Markdown, and what its cells display as such."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            yield cell.source
        for output in cell.get("outputs", ()):
            yield output.get("data", {}).get("text/markdown", "")


def unset(notebook: nbformat.NotebookNode) -> Iterator[str]:
    """Yield what a notebook shows as MyST writes it, with a macro, or without its number."""
    forms = UNSET | {"a macro": rf"\\(?:{'|'.join(macros())})(?![A-Za-z])", "no value": "<<"}
    for text in texts(notebook):
        for what, form in forms.items():
            for found in re.finditer(form, text, re.MULTILINE):
                yield f"{what}: {text[found.start() :][:60]!r}"


def check(site: Path) -> Iterator[str]:
    """Yield one line for each fault."""
    for page, link, target, place in links(site):
        if not target.exists() or (place and place not in anchors(target)):
            yield f"{page.relative_to(site)}: there is no {link}"
    for page in pages(site):
        for name in Counter(map(unescape, ID.findall(text_of(page)))) - Counter(anchors(page)):
            yield f"{page.relative_to(site)}: the id {name} stands twice"
    for path in sorted((site / "_sources").rglob("*.ipynb")):
        notebook = nbformat.read(path, 4)
        nbformat.validate(notebook)
        for fault in unset(notebook):
            yield f"{path.relative_to(site)} shows {fault}"


if __name__ == "__main__":
    sys.exit("\n".join(f"error: {fault}" for fault in check(ROOT / "_build" / "html")) or 0)
