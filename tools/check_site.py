"""Check the built site: every link leads somewhere, and no id stands twice on a page.

`make book` calls it at the end of a build, as ``python tools/check_site.py``. It also reads the
notebooks that the site offers for download, and refuses one in which plain Jupyter would show MyST
syntax as it is written. It prints one line for each fault. The exit status is 1 if there is a
fault, else 0.

Other tools import from here where the project's root is, which pages the book has, and which ids
and links stand on a page. What only a browser can see is checked in `check_pages.py`.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import nbformat
import yaml
from sphinx_external_toc.parsing import parse_toc_yaml

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r'<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]+)"')
ID = re.compile(r'<[^>]*\sid="([^"]+)"')
# What MyST would read, and plain Jupyter shows as it stands.
MYST_SYNTAX = {
    "a role": r"\{[\w:-]+\}`",
    "a directive": r"^[\s>]*(?:`{3,}|:{3,})\s*\{",
    "a fence": r"^[\s>]*:{3,}",
    "a label": r"^[\s>]*\([\w:-]+\)=\s*$",
    "an option": r"^[\s>]*:(?:label|class|name|tags):",
}


class Link(NamedTuple):
    """A link from one page of the site to a file of the same site.

    Attributes
    ----------
    page
        The HTML file in which the link stands.
    text
        The link's address as the page has it, with HTML entities.
    target
        The file that the link leads to, which need not exist.
    place
        The id within the target that the link leads to; empty if there is none, or if the target is
        not an HTML file.
    """

    page: Path
    text: str
    target: Path
    place: str


def pages_of_toc(toc: Path) -> list[str]:
    """Return the pages that a `_toc.yml` names, such as ``book/index``, in reading order."""
    return list(parse_toc_yaml(toc))


def html_pages(site: Path) -> list[Path]:
    """Return the HTML files of all pages of the site in the folder `site`, in order of path.

    HTML files in `_static` are parts that the theme loads, and no pages.
    """
    return [page for page in sorted(site.rglob("*.html")) if "_static" not in page.parts]


@cache
def html_without_scripts(page: Path) -> str:
    """Return the HTML of the file `page` with every script emptied: a script holds no links."""
    return re.sub(r"(?s)(<script\b[^>]*>).*?</script>", r"\1", page.read_text(encoding="utf-8"))


def ids_in_order(page: Path) -> list[str]:
    """Return each id in the HTML file `page` as often as it stands there."""
    return [unescape(name) for name in ID.findall(html_without_scripts(page))]


@cache
def ids(page: Path) -> frozenset[str]:
    """Return the ids in the HTML file `page`, to which links can lead."""
    return frozenset(ids_in_order(page))


def internal_links(site: Path) -> Iterator[Link]:
    """Yield every link of a page of the site in the folder `site` to a file of this site.

    Links to other sites are left out. A link that stands several times on a page is yielded once.
    """
    for page in html_pages(site):
        for text in sorted(set(LINK.findall(html_without_scripts(page)))):
            url = urlsplit(unescape(text))
            if url.scheme or url.netloc:
                continue
            target = page.resolve()  # for a link with nothing but an id, "#..."
            if url.path:
                target = (page.parent / unquote(url.path)).resolve()
            # Only a page has ids: what follows # in the address of another file is no place.
            place = unquote(url.fragment) if target.suffix == ".html" else ""
            yield Link(page, text, target, place)


def formula_macros() -> dict[str, str]:
    r"""Return the book's own TeX commands from `_config.yml`: their definitions by their names.

    ``R: '\mathbb{R}'`` there is the command ``\R``.
    """
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    return config["sphinx"]["config"]["formula_macros"]


def markdown_texts(notebook: nbformat.NotebookNode) -> Iterator[str]:
    """Yield the Markdown that a notebook shows: its text cells, and Markdown in its outputs."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            yield cell.source
        for output in cell.get("outputs", ()):
            yield output.get("data", {}).get("text/markdown", "")


def unrendered_syntax(notebook: nbformat.NotebookNode) -> Iterator[str]:
    """Yield one message for each place of a notebook that plain Jupyter shows unrendered.

    Such a place has syntax of MyST, a macro of the book, which plain Jupyter does not know, or a
    ``<<name>>`` where a number should stand. A message names the kind and quotes 60 characters.
    """
    macro_names = "|".join(formula_macros())
    patterns = {
        **MYST_SYNTAX,
        "a macro": rf"\\(?:{macro_names})(?![A-Za-z])",
        "no value": "<<",
    }
    for text in markdown_texts(notebook):
        for kind, pattern in patterns.items():
            for match in re.finditer(pattern, text, re.MULTILINE):
                quoted_text = text[match.start() :][:60]
                yield f"{kind}: {quoted_text!r}"


def site_faults(site: Path) -> Iterator[str]:
    """Yield one message for each fault of the built site in the folder `site`.

    Faults are links that lead nowhere, ids that stand twice on a page, and unrendered syntax in the
    notebooks for download, which stand in `_sources`. A notebook that does not follow the notebook
    format raises an error.
    """
    for link in internal_links(site):
        if not link.target.exists() or (link.place and link.place not in ids(link.target)):
            yield f"{link.page.relative_to(site)}: there is no {link.text}"
    for page in html_pages(site):
        # The difference has each id as often as it stands on the page beyond the first time.
        for name in Counter(ids_in_order(page)) - Counter(ids(page)):
            yield f"{page.relative_to(site)}: the id {name} stands twice"
    for path in sorted((site / "_sources").rglob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        for fault in unrendered_syntax(notebook):
            yield f"{path.relative_to(site)} shows {fault}"


def main() -> int:
    """Print the faults of the built site on the standard error stream; return the exit status."""
    faults = [f"error: {fault}" for fault in site_faults(ROOT / "_build" / "html")]
    if faults:
        print("\n".join(faults), file=sys.stderr)
    return int(len(faults) > 0)


if __name__ == "__main__":
    sys.exit(main())
