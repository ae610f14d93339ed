"""How an experiment's page ends: with its source."""

from __future__ import annotations

import page_end
import pytest

from osphg.experiments.catalogue import find


@pytest.mark.parametrize(
    ("state", "said"),
    [({"commit": "0123456789" * 4}, " at commit 0123456789."), (None, ".")],
)
def test_its_source(state: object, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_end, "git_state", lambda: state)
    shown = page_end.section(find("figure1"), "book/figure1.ipynb").astext()
    assert shown.endswith(f"Source: book/figure1.ipynb{said}")
    assert "osphg run figure1" in shown
