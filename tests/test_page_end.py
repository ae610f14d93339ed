"""How an experiment's page ends: with its source, and what launches it."""

from __future__ import annotations

import page_end
import pytest
from docutils import nodes

COMMIT = "0123456789" * 4
PATH = "book/figure1.ipynb"


def test_with_a_public_repository() -> None:
    shown = page_end.source(PATH, "https://github.com/owner/book", COMMIT)
    (link,) = shown.findall(nodes.reference)
    assert (
        link["refuri"] == f"https://mybinder.org/v2/gh/owner/book/{COMMIT}?urlpath=lab/tree/{PATH}"
    )


@pytest.mark.parametrize(
    ("repository", "commit"),
    [("", COMMIT), ("https://a.org/owner/book", COMMIT), ("https://github.com/owner/book", "")],
)
def test_without_one(repository: str, commit: str) -> None:
    shown = page_end.source(PATH, repository, commit).astext()
    assert shown == f"Source: {PATH}{' at commit 0123456789' * bool(commit)}."
