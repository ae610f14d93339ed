"""What the theory allows must not be exceeded, on any shipped instance."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import osphg
from osphg import instances, observed
from osphg.players import OSPHG


@pytest.mark.parametrize(("T", "K"), [(2_000, 1), (3_000, 7), (10_000, 30)])
def test_no_bound_is_exceeded(T: int, K: int) -> None:
    """Every statement, every instance, both kinds of feedback."""
    rows = observed.rows(T, K)
    assert [row for row in rows if not row.holds] == []
    assert len({row.instance for row in rows}) == len({name for name, _, _ in observed.games(T)})
    assert {row.player for row in rows} == {"published", "weighted"}


def test_a_run_beyond_the_bound_is_seen() -> None:
    """The comparison can fail: a run whose utilities are spoilt exceeds the regret bound."""
    made = instances.decoy(3_000)
    run = osphg.play(OSPHG.tuned(made.rounds, 1, 20, weighted=True), made.rounds)
    spoilt = replace(run, utility=run.utility - 1e3, multiplier=run.multiplier + 1e3)
    failed = {
        r.statement for r in observed.measure("spoilt", spoilt, made.benchmark()) if not r.holds
    }
    assert {"Theorem 4.1", "lambda_t <= G/(delta mu)"} <= failed
    assert np.isfinite([r.ratio for r in observed.measure("decoy", run, made.benchmark())]).all()


def test_another_player_is_refused() -> None:
    """The statements are about OSPHG."""
    made = instances.decoy(100)
    run = osphg.play(osphg.MetaFrankWolfe.tuned(made.rounds, 3), made.rounds)
    with pytest.raises(TypeError, match=r"^run must be one of OSPHG, got MetaFrankWolfe"):
        observed.measure("decoy", run, made.benchmark())
