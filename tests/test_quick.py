"""`make quick` runs what a change calls for, and not everything."""

from __future__ import annotations

import pytest
import quick


@pytest.mark.parametrize(
    ("file", "called", "spared"),
    [
        ("osphg/metrics.py", "test_metrics", "test_parameters"),
        ("osphg/proofs/evidence.py", "test_claims", "test_domains"),
        ("tests/test_domains.py", "test_domains", "test_metrics"),
        ("tests/table.py", "test_play", "test_parameters"),
        ("tools/page_end.py", "test_page_end", "test_play"),
        ("_static/osphg.mjs", "test_demo", "test_play"),
    ],
)
def test_what_a_change_calls_for(file: str, called: str, spared: str) -> None:
    found = {path.stem for path in quick.affected([file])}
    assert called in found
    assert spared not in found


def test_the_rules_of_the_house_are_always_tried() -> None:
    assert {path.stem for path in quick.affected([])} == set(quick.ALWAYS)
