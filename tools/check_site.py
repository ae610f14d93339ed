"""Refuse a built book that lacks a page, breaks a formula or a link, hides a figure or phones out.

Nor may a page be heavy.

The formulas go through the MathJax that the site ships, so nothing but the locked packages is
needed. What only a browser can tell is in `check_pages.py`.
"""

import argparse
import gc
import json
import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from html import unescape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import yaml
from bs4 import BeautifulSoup, Tag
from mathjax import MathJax
from weight_and_width import icons, tags, weight

ROOT = Path(__file__).resolve().parent.parent

REMOTE = re.compile(r"^(?:[a-z][a-z0-9+.]*:)?//", re.IGNORECASE)
IN_CSS = re.compile(r"""(?:url\(\s*|@import\s+)["']?((?:https?:)?//[^"')\s;]+)""", re.IGNORECASE)
# What a script may load: a file of code, style, data or type, or anything of a known CDN.
IN_SCRIPT = re.compile(
    r"""["'`(]((?:https?:)?//(?:[\w.-]+/[^"'`\s)]*\.(?:m?js|css|json|wasm|woff2?)\b"""
    r"""|(?:cdn\.|cdnjs\.|unpkg\.|esm\.|fonts\.|ajax\.)[\w.-]+/)[^"'`\s)]*)"""
)
# MathJax names these for the speech engine of browsers that no longer exist, and for Node.
NEVER_LOADED = re.compile(
    r"//cdn\.jsdelivr\.net/npm/(speech-rule-engine|sre-mathmaps-ie|wicked-good-xpath)@"
)
LOADING_LINKS = {"stylesheet", "preload", "prefetch", "modulepreload", "preconnect", "icon"}
LOADING_LINKS |= {"dns-prefetch", "manifest", "apple-touch-icon", "shortcut"}
ATTRIBUTES = {
    "script": ("src",),
    "img": ("src", "srcset"),
    "iframe": ("src",),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
    "audio": ("src",),
    "track": ("src",),
    "embed": ("src",),
    "object": ("data",),
    "input": ("src",),
    "image": ("href", "xlink:href"),
    "use": ("href", "xlink:href"),
}


def pages_of_toc(toc: Path) -> list[str]:
    """The pages that _toc.yml names, without a suffix, in reading order."""
    found: list[str] = []

    def collect(node: object) -> None:
        if isinstance(node, dict):
            found.extend(str(node[key]) for key in ("root", "file") if key in node)
            for value in node.values():
                collect(value)
        elif isinstance(node, list):
            for value in node:
                collect(value)

    collect(yaml.safe_load(toc.read_text(encoding="utf-8")))
    return [re.sub(r"\.(md|ipynb)$", "", name) for name in found]


def of_class(within: Tag, *classes: str) -> list[Tag]:
    """Return the elements that have one of these classes."""
    return [tag for tag in tags(within) if not set(classes).isdisjoint(tag.get("class") or ())]


def text_of(tag: Tag, attribute: str) -> str:
    value = tag.get(attribute) or ""
    return value if isinstance(value, str) else " ".join(value)


def own_scripts(soup: Tag) -> list[Tag]:
    """Return the scripts that stand in the page itself."""
    return [tag for tag in tags(soup, "script") if not tag.has_attr("src")]


def network(soup: BeautifulSoup) -> list[str]:
    """What the page itself would fetch from another host."""
    found = []
    for tag in tags(soup, *ATTRIBUTES):
        values = [v for a in ATTRIBUTES[tag.name] for v in text_of(tag, a).split(",")]
        found += [f"<{tag.name}> loads {v.strip()}" for v in values if REMOTE.match(v.strip())]
    for tag in tags(soup, "link"):
        if LOADING_LINKS & set(text_of(tag, "rel").split()) and REMOTE.match(text_of(tag, "href")):
            found.append(f"<link> loads {text_of(tag, 'href')}")
    styles = [t.get_text() for t in tags(soup, "style")]
    styles += [text_of(t, "style") for t in tags(soup) if t.has_attr("style")]
    found += [f"style loads {url}" for style in styles for url in IN_CSS.findall(style)]
    for tag in own_scripts(soup):
        found += [f"script loads {url}" for url in IN_SCRIPT.findall(tag.get_text())]
    return found


@cache
def network_of_file(path: Path) -> tuple[str, ...]:
    """What a stylesheet or a script of the site would fetch from another host."""
    text = path.read_text(encoding="utf-8", errors="replace")
    pattern = IN_CSS if path.suffix == ".css" else IN_SCRIPT
    urls = {url for url in pattern.findall(text) if not NEVER_LOADED.search(url)}
    return tuple(f"{path.name} loads {url}" for url in sorted(urls))


def parse(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


@cache
def anchors(path: Path) -> frozenset[str]:
    """What a link may lead to: read off the text, as a page is led to from many others."""
    text = re.sub(r"(?s)<script\b.*?</script>", "", path.read_text(encoding="utf-8"))
    return frozenset(unescape(found) for found in re.findall(r'<[^<>]*\sid="([^"]+)"', text))


def local_links(page: Path, soup: Tag) -> list[str]:
    """Links into the site that lead nowhere, and what its own files would fetch."""
    found: list[str] = []
    for tag in tags(soup, "a", "link", "script", "img"):
        url = urlsplit(text_of(tag, "src") or text_of(tag, "href"))
        if url.scheme or url.netloc or not (url.path or url.fragment):
            continue
        target = (page.parent / unquote(url.path)).resolve() if url.path else page
        if target.is_dir():
            target = target / "index.html"
        if not target.is_file():
            found.append(f"<{tag.name}> leads to {url.path}, which does not exist")
        elif tag.name == "a" and target.suffix == ".html" and url.fragment:
            if unquote(url.fragment) not in anchors(target):
                found.append(f"link to {url.path}#{url.fragment}, which does not exist")
        elif tag.name != "a" and target.suffix in {".js", ".css"}:
            found += network_of_file(target)
    return found


def settings(soup: BeautifulSoup) -> dict[str, object]:
    """window.MathJax.tex as the page sets it."""
    for tag in own_scripts(soup):
        match = re.search(r"window\.MathJax\s*=\s*(\{.*\})", tag.get_text(), re.DOTALL)
        if match:
            return dict(json.loads(match[1]).get("tex", {}))
    return {}


def formulas(soup: BeautifulSoup) -> list[str]:
    """All mathematics of a page, in its delimiters, without the equation numbers."""
    texts = [tag.get_text() for tag in of_class(soup, "math")]
    return [m[0] for text in texts if (m := re.search(r"\\[(\[].*", text, re.DOTALL))]


def content(soup: BeautifulSoup) -> list[str]:
    """Faults in what a reader sees."""
    found = []
    title = soup.title.get_text().strip() if soup.title else ""
    if not title or title.startswith("<no title>"):
        found.append("no title")
    if not soup.find("h1"):
        found.append("no heading")
    article = soup.find("article") or soup
    for image in tags(article, "img"):
        alt = text_of(image, "alt").strip()
        if not alt or alt == text_of(image, "src") or re.search(r"\.(png|svg|jpe?g|gif)$", alt):
            found.append(f"image without a description: {text_of(image, 'src')}")
    for tag in of_class(article, "problematic", "system-message", "traceback"):
        found.append(f"error in the page: {tag.get_text().strip()[:100]}")
    for tag in of_class(article, "dropdown"):
        folds = "admonition" in tag["class"]
        if folds and not of_class(tag, "admonition-title"):  # as a prf:proof, which has none
            found.append(f"dropdown without a title to click: {tag.get_text().strip()[:60]}")
    for tag in of_class(article, "xref"):
        if tag.name in {"code", "span"} and not tag.find_parent("a"):
            found.append(f"unresolved reference: {tag.get_text()}")
    for text in article.find_all(string=re.compile(r"\\[A-Za-z]{2,}|\\[(\[]|\$\$")):
        if not text.find_parent(["pre", "code", "script", "style", "title"]) and not (
            text.find_parent(class_="math")
        ):
            found.append(f"TeX that is not set as mathematics: {text.strip()[:80]}")
    return found


def scripted(soup: BeautifulSoup) -> list[str]:
    """Faults of the page with the demo, and of one that has its script or style without need."""
    has_demo = any(text_of(tag, "id") == "osphg-demo" for tag in tags(soup))
    modules = [tag for tag in tags(soup, "script") if text_of(tag, "type") == "module"]
    own = [link for link in tags(soup, "link") if ".page.css" in text_of(link, "href")]
    found = []
    if has_demo != bool(modules) or has_demo != bool(own):
        found.append(f"demo: {has_demo}, modules: {len(modules)}, styles of its own: {len(own)}")
    if has_demo and not any(tags(tag, "img") for tag in of_class(soup, "tag_demo-still")):
        found.append("no picture where scripts are off")
    return found


class Found(NamedTuple):
    """What was found in some pages of a site."""

    problems: list[str]  # one line for each fault; none for a good site
    formulas: dict[str, int]  # how many there are, of each page of the book


def check(site: Path, pages: list[str], part: int = 0, parts: int = 1) -> Found:
    """Look at all pages of a site, or at one part of them."""
    found = Found([], {})
    if not part:
        missing = [name for name in pages if not (site / f"{name}.html").is_file()]
        found.problems.extend(f"{name}: no page" for name in missing)
    files = [path.relative_to(site) for path in sorted(site.rglob("*.html"))]
    mathjax: MathJax | None = None
    for file in [file for file in files if file.parts[0] != "_static"][part::parts]:
        path, name = site / file, file.with_suffix("").as_posix()
        soup = parse(path)
        problems = network(soup) + local_links(path, soup) + scripted(soup)
        problems += weight(path, soup) + icons(path, soup)
        if name in pages:
            problems += content(soup)
            mathematics = formulas(soup)
            found.formulas[name] = len(mathematics)
            if mathematics:
                mathjax = mathjax or MathJax(site / "_static" / "mathjax")
                errors = mathjax.errors(mathematics, settings(soup))
                problems += [f"{message} in {formula.strip()}" for formula, message in errors]
        found.problems.extend(f"{name}: {problem}" for problem in dict.fromkeys(problems))
    return found


def check_together(site: Path, pages: list[str]) -> Found:
    """Look at all pages, a part on each processor."""
    parts = os.cpu_count() or 1
    look = partial(check, site, pages, parts=parts)
    found = Found([], {})
    with ProcessPoolExecutor(parts, initializer=gc.disable) as pool:
        for one in pool.map(look, range(parts)):
            found.problems.extend(one.problems)
            found.formulas.update(one.formulas)
    return found


def entries(site: Path, pages: list[str]) -> list[str]:
    """Say of each public name of the package that has not one entry in the pages of reference."""
    import reference  # loads the package

    wanted = set(reference.standing().values())
    found = [anchor for name in pages for anchor in anchors(site / f"{name}.html")]
    paths = [re.sub(r"^(?:module-)?osphg\.", "", anchor) for anchor in found if "osphg." in anchor]
    return reference.faults(path for path in paths if path in wanted)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--site", type=Path, default=ROOT / "_build" / "html")
    options = parser.parse_args()
    pages = pages_of_toc(ROOT / "_toc.yml")
    problems, counted = check_together(options.site, pages)
    problems = problems or entries(options.site, pages)
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    if not problems:
        count = sum(counted.values())
        print(f"== checked: {len(pages)} pages, {count} formulas, nothing from other hosts")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
