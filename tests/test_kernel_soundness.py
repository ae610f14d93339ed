"""No rule makes a false fact: random derivations, evaluated in random models.

`python -m tests.kernel_models 100000` is the long run.
"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osphg.proofs.kernel import fact, rules, sums
from tests.kernel_models import RULES, run

SEEDS = 6


def test_every_rule_makes_facts_and_all_are_true() -> None:
    used: Counter[str] = Counter()
    for seed in range(SEEDS):
        maker, found, said = run(seed, 50)
        assert not said
        assert found
        used += maker.used
    assert len(used) >= len(RULES) - 3, used


@settings(deadline=None, max_examples=3)
@given(st.integers(0, 10**9))
def test_facts_of_other_seeds_are_true(seed: int) -> None:
    assert run(f"drawn {seed}", 30)[2] == ""


@pytest.mark.parametrize("hole", ["identities", "definedness", "signs", "constants"])
def test_a_hole_is_found(hole: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test can fail: with a decision always yes, a false fact turns up."""
    if hole == "identities":
        monkeypatch.setattr(rules, "is_zero", lambda _: True)
    elif hole == "definedness":
        monkeypatch.setattr(fact, "defined", lambda *_: True)
        monkeypatch.setattr(rules, "defined", lambda *_: True)
    elif hole == "signs":
        monkeypatch.setattr(rules, "nonnegative_in_factors", lambda _: True)
    else:
        monkeypatch.setattr(rules, "implied", lambda *_: True)
        monkeypatch.setattr(sums, "implied", lambda *_: True)
    assert any(run(f"hole {seed}", 40)[2] for seed in range(12))
