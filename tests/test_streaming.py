"""Playing without keeping the rounds: the same numbers as a run that is kept, bit for bit."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest

import osphg
from osphg import OSPHG, BoostedOSPHG, Rounds, Run, StreamedRounds, StreamedRun
from osphg.players.base import Player
from tests.table import section

ROUNDS = osphg.rounds.paper_quadratics(T=500, seed=2)
PLAYERS: dict[str, Player] = {
    "published": OSPHG.tuned(ROUNDS, W=22, K=7),
    "weighted": OSPHG.tuned(ROUNDS, W=22, K=7, weighted=True),
    "boosted": BoostedOSPHG.tuned(ROUNDS, W=22),
}


def in_blocks(length: int, rounds: Rounds = ROUNDS) -> StreamedRounds:
    return StreamedRounds(
        lambda start, stop: section(rounds, start, stop),
        length, rounds.T, rounds.budget, rounds.domain,
    )  # fmt: skip


def assert_kept_of(kept: StreamedRun, whole: Run) -> None:
    """Every number that was kept is that of the whole run."""
    at = kept.at - 1
    assert kept.T == whole.T
    for found, expected in (
        (kept.decisions, whole.decisions[at]),
        (kept.multiplier, whole.multiplier[at]),
        (kept.utility, whole.utility.cumsum()[at]),
        (kept.violation, whole.violation.cumsum()[at]),
        (kept.total_utility, whole.utility.cumsum()[-1]),
        (kept.total_violation, whole.violation.cumsum()[-1]),
    ):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("length", [1, 7, 250, 499, 500, 1000])
@pytest.mark.parametrize("name", PLAYERS)
def test_what_is_kept_is_of_the_same_run_bit_for_bit(name: str, length: int) -> None:
    kept = osphg.stream(PLAYERS[name], in_blocks(length))
    assert_kept_of(kept, osphg.play(PLAYERS[name], ROUNDS))
    assert kept.at.tolist() == list(range(1, 501))
    assert kept.complete


@pytest.mark.parametrize("at", [[1, 2, 7, 8, 250, 499], [500], [7], []])
def test_the_rounds_that_are_asked_for_are_kept(at: list[int]) -> None:
    kept = osphg.stream(PLAYERS["published"], in_blocks(7), at=at)
    assert_kept_of(kept, osphg.play(PLAYERS["published"], ROUNDS))
    assert kept.at.tolist() == at


@pytest.mark.parametrize("name", ["published", "boosted"])
def test_the_same_without_the_compiled_rounds_and_from_memory(name: str) -> None:
    player = PLAYERS[name]
    for rounds in (ROUNDS, in_blocks(64)):
        whole = osphg.play(player, rounds, compiled=False)
        assert_kept_of(osphg.stream(player, rounds, compiled=False), whole)


def test_metrics_judge_it_as_they_judge_a_run() -> None:
    player = PLAYERS["published"]
    kept, whole = osphg.stream(player, in_blocks(100)), osphg.play(player, ROUNDS)
    best = osphg.best_fixed_decision(ROUNDS, W=22)
    assert osphg.regret(kept, best) == pytest.approx(osphg.regret(whole, best), rel=1e-12)
    assert osphg.total_violation(kept) == pytest.approx(osphg.total_violation(whole), abs=1e-11)
    assert repr(kept) == repr(whole).replace("Run(", "StreamedRun(")
    other = osphg.best_fixed_decision(osphg.rounds.paper_quadratics(T=500, seed=3), W=22)
    with pytest.raises(ValueError, match=r"^best must be of the run's own rounds"):
        osphg.regret(kept, other)


@pytest.mark.parametrize("T", [30_000, 120_000])
def test_memory_is_that_of_a_block_whatever_the_horizon(T: int) -> None:
    rounds = osphg.rounds.streamed_paper_quadratics(T)
    player = OSPHG.tuned(rounds, W=100, K=2)
    osphg.stream(player, osphg.rounds.streamed_paper_quadratics(10))
    tracemalloc.start()
    osphg.stream(player, rounds)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8e6  # a block is 16,384 rounds of 64 bytes, drawn, and 40 bytes each of the run


def test_an_interrupt_keeps_what_was_played() -> None:
    def draw(start: int, stop: int) -> Any:
        if start == 300:
            raise KeyboardInterrupt
        return section(ROUNDS, start, stop)

    stopped = StreamedRounds(draw, 100, ROUNDS.T, ROUNDS.budget, ROUNDS.domain)
    player = PLAYERS["published"]
    with pytest.raises(KeyboardInterrupt) as caught:
        osphg.stream(player, stopped, at=[200, 300, 301, 500])
    kept = caught.value.run  # type: ignore[attr-defined]
    assert not kept.complete
    assert kept.T == 300
    assert kept.at.tolist() == [200, 300]
    whole = osphg.play(player, ROUNDS)
    assert kept.total_utility == whole.utility.cumsum()[299]
    assert kept.decisions.tolist() == whole.decisions[[199, 299]].tolist()
