"""The end of an experiment's page: its command, its source, and what launches it."""

from __future__ import annotations

import page_end
import pytest
from docutils import nodes

COMMIT = "0123456789" * 4


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
    found = links(page_end.section("book/figure1.ipynb", COMMIT, "owner/book"))
    source = found.pop("book/figure1.ipynb at commit 0123456789")
    assert source == f"https://github.com/owner/book/blob/{COMMIT}/book/figure1.ipynb"
    assert set(found) == {"Binder", "Colab"}
    for address in found.values():
        assert COMMIT in address
        assert address.endswith("book/figure1.ipynb")


@pytest.mark.parametrize(("commit", "owner"), [(COMMIT, ""), ("", "owner/book"), ("", "")])
def test_without_one(commit: str, owner: str) -> None:
    made = page_end.section("book/figure1.ipynb", commit, owner)
    assert links(made) == {}
    assert "osphg run figure1" in made.astext()
    assert ("commit 0123456789" in made.astext()) == bool(commit)
