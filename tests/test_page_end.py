"""How an experiment's page ends: with its source, and what launches it."""

from __future__ import annotations

import page_end
import pytest

COMMIT = "0123456789" * 4
PATH = "book/figure1.ipynb"


def test_with_a_public_repository() -> None:
    shown = page_end.source_line(PATH, "https://github.com/owner/book", COMMIT)
    binder = f"https://mybinder.org/v2/gh/owner/book/{COMMIT}?urlpath=lab/tree/{PATH}"
    assert shown == f"Source: `{PATH}` at commit 0123456789. Open it on [Binder]({binder})."


@pytest.mark.parametrize(
    ("repository", "commit"),
    [("", COMMIT), ("https://a.org/owner/book", COMMIT), ("https://github.com/owner/book", "")],
)
def test_without_one(repository: str, commit: str) -> None:
    shown = page_end.source_line(PATH, repository, commit)
    assert shown == f"Source: `{PATH}`{' at commit 0123456789' * bool(commit)}."
