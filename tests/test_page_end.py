"""How an experiment's page begins and ends: its commands, its source, and what launches it."""

from __future__ import annotations

import page_end
import pytest

from osphg.experiments.catalogue import find

COMMIT = "0123456789" * 4


def test_with_a_public_repository() -> None:
    shown = page_end.section(find("figure1"), "book/figure1.ipynb", COMMIT, "owner/book").astext()
    assert f'"https://github.com/owner/book/blob/{COMMIT}/book/figure1.ipynb"' in shown
    assert f"mybinder.org/v2/gh/owner/book/{COMMIT}?urlpath=lab/tree/book/figure1.ipynb" in shown
    assert f"research.google.com/github/owner/book/blob/{COMMIT}/book/figure1.ipynb" in shown


@pytest.mark.parametrize(("commit", "owner"), [(COMMIT, ""), ("", "owner/book"), ("", "")])
def test_without_one(commit: str, owner: str) -> None:
    shown = page_end.section(find("figure1"), "book/figure1.ipynb", commit, owner).astext()
    assert "href" not in shown
    assert "osphg run figure1" in shown
    assert ("commit 0123456789" in shown) == bool(commit)
