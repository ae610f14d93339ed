"""How an experiment's page begins and ends: its commands, its source, and what launches it."""

from __future__ import annotations

import nbformat
import page_end
import pytest
from docutils import nodes

from osphg.experiments.catalogue import experiment, find

COMMIT = "0123456789" * 4
FIGURE1 = find("figure1")


@pytest.mark.parametrize(
    ("address", "project"),
    [
        ("https://github.com/owner/the.book", "owner/the.book"),
        ("https://github.com/owner/book.git", "owner/book"),
        ("git@github.com:owner/book.git", "owner/book"),
        ("ssh://git@github.com/owner/book/", "owner/book"),
        ("https://example.org/owner/book", ""),
        ("https://github.com.example.org/owner/book", ""),
        ("/srv/git/book", ""),
        ("", ""),
    ],
)
def test_only_an_address_on_github_launches(address: str, project: str) -> None:
    assert page_end.project(address) == project


def links(section: nodes.section) -> dict[str, str]:
    return {found.astext(): found["refuri"] for found in section.findall(nodes.reference)}


def test_with_a_public_repository() -> None:
    found = links(page_end.section(FIGURE1, "book/figure1.ipynb", COMMIT, "owner/book"))
    source = found.pop("book/figure1.ipynb at commit 0123456789")
    assert source == f"https://github.com/owner/book/blob/{COMMIT}/book/figure1.ipynb"
    assert set(found) == {"Binder", "Colab"}
    for address in found.values():
        assert COMMIT in address
        assert address.endswith("book/figure1.ipynb")


@pytest.mark.parametrize(("commit", "owner"), [(COMMIT, ""), ("", "owner/book"), ("", "")])
def test_without_one(commit: str, owner: str) -> None:
    made = page_end.section(FIGURE1, "book/figure1.ipynb", commit, owner)
    assert links(made) == {}
    assert "osphg run figure1" in made.astext()
    assert ("commit 0123456789" in made.astext()) == bool(commit)


def declared(cell: str, **about: object) -> str:
    """A notebook with these parameters, as JSON."""
    made = nbformat.v4.new_notebook(metadata={"osphg": about})
    made.cells = [nbformat.v4.new_code_cell(cell, metadata={"tags": ["parameters"]})]
    return nbformat.writes(made)


T, SIZES = "T: int = 10  # rounds", "s: list = [1, 2]  # sizes"


@pytest.mark.parametrize(
    ("cell", "about", "line"),
    [
        (T, {"grows_with": ["T"]}, "osphg run a -p T=20"),
        (f"{T}; in [1, 19]", {"grows_with": ["T"]}, ""),
        (SIZES, {"grows_with": ["s"], "quick": {"s": [3]}}, "osphg run a -p 's=[3]'"),
        (f"{SIZES}\n{T}", {"grows_with": ["s", "T"]}, "osphg run a -p T=20"),
        (SIZES, {"grows_with": ["s"]}, ""),
        (T, {}, ""),
    ],
)
def test_the_other_parameter_is_one_that_the_experiment_takes(
    cell: str, about: dict[str, object], line: str
) -> None:
    found = page_end.commands(experiment("a", declared(cell, **about)))
    assert [line for line, _ in found] == ["osphg run a", *([line] if line else [])]


def test_the_time_is_the_notebooks_own() -> None:
    made = experiment("a", declared(T, grows_with=["T"], seconds=60))
    found = page_end.commands(made)
    assert [time for _, time in found] == ["63 s", "2 min"]
    top = page_end.beginning(made).astext()
    assert "osphg run a (about 63 s)" in top
    assert "osphg run a -p T=20 (about 2 min)" in top
