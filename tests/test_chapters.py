"""Every chapter opens with what it needs, takes and gives, and ends with where to go next."""

from __future__ import annotations

import json
import re
from pathlib import Path

import check_site
import page_reference
import pytest
from execute_book import read

ROOT = Path(__file__).resolve().parent.parent
# The way in, the ledger, the lists and the note: read on their own, or looked up.
ALONE = {
    "index", "note", "notation", "references", "claims", "certificates",
    "changelog", "api", "command", *(f"api_{room}" for room in page_reference.ROOMS),
}  # fmt: skip
PAGES = [page.removeprefix("book/") for page in check_site.pages_of_toc(ROOT / "_toc.yml")]


def text_of(name: str) -> str:
    """Return a page's text without its cells of code."""
    (path,) = (p for p in (ROOT / "book").glob(f"{name}.*") if p.suffix in {".md", ".ipynb"})
    if notebook := read(path):
        return "\n\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    return path.read_text(encoding="utf-8")


TEXTS = {name: text_of(name) for name in PAGES}
LABELS = {
    label: name
    for name, text in TEXTS.items()
    for label in re.findall(r"^\(([\w:-]+)\)=$", text, re.M)
}


def boxes(text: str, title: str, kind: str) -> list[re.Match[str]]:
    """Return the admonitions of a title and a class; group 1 is what stands in one."""
    fence = rf"^:::\{{admonition\}} {title}\n:class: {kind}\n(.*?)^:::$"
    return list(re.finditer(fence, text, re.M | re.S))


def linked(text: str) -> set[str]:
    """Return the pages that a text leads to by {doc} or {ref}."""
    found = set()
    for role, target in re.findall(r"\{(doc|ref)\}`(?:[^`<]*<)?([^`<>]+)>?`", text):
        found.add(target if role == "doc" else LABELS.get(target, ""))
    return found & set(PAGES)


def faults(name: str, text: str) -> list[str]:
    """Return what a chapter's opening and its end lack."""
    found = []
    opened = boxes(text, "Before you read", "osphg-opening")
    ended = boxes(text, "Where to go next", "osphg-next")
    if len(opened) != 1:
        found.append(f"{len(opened)} openings")
    for box in opened:
        section = re.search(r"^## ", text, re.M)
        if section and section.start() < box.start():
            found.append("the opening comes after the first section")
        if "{sub-ref}`wordcount-minutes` min" not in box[1]:
            found.append("the opening does not say how long this chapter takes")
        said = re.findall(r"\*\*(\w+)\*\*", box[1])
        if said != ["Needs", "Takes", "Afterwards"]:
            found.append(f"the opening says {said}")
    if len(ended) != 1:
        found.append(f"{len(ended)} ends")
    for box in ended:
        if text[box.end() :].strip():
            found.append("something follows the end")
        if not linked(box[1]) - {name}:
            found.append("the end leads to no other chapter")
    return found


@pytest.mark.parametrize("name", [name for name in PAGES if name not in ALONE])
def test_a_chapter_opens_and_ends(name: str) -> None:
    assert faults(name, TEXTS[name]) == []


def test_a_page_that_has_moved_is_a_label_of_another() -> None:
    moved = json.loads((ROOT / "book" / "moved.json").read_text(encoding="utf-8"))
    assert not set(moved) & set(PAGES)
    for place in moved.values():
        page, _, label = place.partition("#")
        assert LABELS[label] == page


@pytest.mark.parametrize(
    ("chapter", "files", "steps"),
    [
        ("linear_regret", ["BentDecoy.v"], 6),
        ("lemma43", ["Saddle.v", "Learning.v"], 5),
        ("rate", ["Repricing.v"], 10),
    ],
)
def test_the_steps_of_the_proof_are_lemmas_in_rocq(
    chapter: str, files: list[str], steps: int
) -> None:
    rows = re.findall(r"^\| [\d, ]+ \| (`.*?`) \|", TEXTS[chapter], re.M)
    names = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    source = "".join((ROOT / "rocq" / file).read_text(encoding="utf-8") for file in files)
    assert len(rows) == steps
    assert len(names) > len(rows)
    assert not set(names) - set(re.findall(r"^(?:Lemma|Theorem) (\w+)", source, re.M))


def homes() -> dict[str, str]:
    """Return the page of each label that a chapter may need: of a statement or of a formula."""
    label = re.compile(r"^:label: ([\w-]+)$|\((eq:[\w-]+)\)$|^\(([\w:-]+)\)=$", re.MULTILINE)
    return {
        next(name for name in found if name): page
        for page, text in TEXTS.items()
        for found in label.findall(text)
    }


def needed(page: str) -> set[str]:
    """Return the pages that a page names under Needs."""
    for box in boxes(TEXTS[page], "Before you read", "osphg-opening"):
        needs = box[1].partition("**Needs**")[2].partition("**Takes**")[0]
        targets = re.findall(r"\{(?:prf:ref|eq|doc|ref)\}`(?:[^`<]*<)?([^`<>]+)>?`", needs)
        known = homes()
        return {known.get(target, target) for target in targets}
    return set()


WAYS = re.findall(
    r"^:::\{grid-item-card\} (.+?)\n(.*?)^:::$", TEXTS["index"], re.MULTILINE | re.DOTALL
)


@pytest.mark.parametrize("way", [way for _, way in WAYS], ids=[title for title, _ in WAYS])
def test_a_way_through_the_book_has_all_that_its_chapters_need(way: str) -> None:
    """And in an order in which what is needed comes first."""
    pages = re.findall(r"\{doc\}`(?:[^`<]*<)?([^`<>]+)>?`", way)
    assert pages
    read_so_far: set[str] = set()
    for page in pages:
        assert needed(page) <= read_so_far, page
        read_so_far.add(page)
