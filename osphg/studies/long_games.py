"""Games of a million to a hundred million rounds, streamed: what they take, and how they go.

The paper's quadratics with n = 2, K = 100 and W = sqrt(T), drawn block by block. Such games are too
long for a page: `python -m osphg.studies.long_games` plays them, each in a process of its own, and
what it found is kept in book/stored/long_games.
"""

from __future__ import annotations

import json
import math
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from osphg.hindsight import best_fixed_decision
from osphg.metrics import regret
from osphg.players import OSPHG
from osphg.playing import StreamedRun, stream
from osphg.rounds import StreamedRounds, streamed_paper_quadratics
from osphg.studies.stored import keep

NAME, SEED = "long_games", 0
HORIZONS, K = (1_000_000, 10_000_000, 100_000_000), 100
CONSTANTS, PLAY, BENCHMARK = (f"CPU time, {what}" for what in ("constants", "play", "benchmark"))
PEAK, BEYOND = "peak memory", "peak memory beyond a short game's"
BEST, BOUND, REGRET = "benchmark", "bound of the benchmark", "(1 - 1/e)-regret"
UTILITY, VIOLATION = "utility so far", "violation so far"
_SHORT = 20_000  # rounds of the game that is played first: what is compiled once is not counted
_POINTS = 60  # rounds on the way, in ratio


def game(T: int) -> tuple[OSPHG, StreamedRounds]:
    """Return the player and the rounds."""
    rounds = streamed_paper_quadratics(T, seed=SEED)
    return OSPHG.tuned(rounds, W=math.isqrt(T), K=K), rounds


def play(T: int) -> StreamedRun:
    """Play a game; sums are kept at some sixty rounds.

    >>> play(1000)
    StreamedRun(OSPHG, 1000 of 1000 rounds, per round: utility 0.5324, violation +0.01002)
    """
    return _streamed(*game(T))


def _streamed(player: OSPHG, rounds: StreamedRounds) -> StreamedRun:
    T = rounds.T
    return stream(player, rounds, at=np.unique(np.geomspace(1, T, _POINTS).round().astype(int)))


def measured(T: int) -> Iterator[tuple[int, str, float, str]]:
    """Play a game in this process and measure it: (round, quantity, value, unit)."""
    best_fixed_decision(play(_SHORT).rounds, math.isqrt(_SHORT))
    before, start = peak_memory(), time.process_time()
    player, rounds = game(T)
    yield T, CONSTANTS, time.process_time() - start, "s"
    start = time.process_time()
    run = _streamed(player, rounds)
    yield T, PLAY, time.process_time() - start, "s"
    start = time.process_time()
    best = best_fixed_decision(rounds, math.isqrt(T))
    yield T, BENCHMARK, time.process_time() - start, "s"
    peak = peak_memory()
    yield T, PEAK, peak / 1e6, "MB"
    yield T, BEYOND, (peak - before) / 1e6, "MB"
    yield T, BEST, best.value, "units of f"
    yield T, BOUND, best.upper_bound, "units of f"
    yield T, REGRET, regret(run, best), "units of f"
    for t, utility, violation in zip(run.at, run.utility, run.violation, strict=True):
        yield int(t), UTILITY, float(utility), "units of f"
        yield int(t), VIOLATION, float(violation), "budget units"


def peak_memory() -> float:
    """Return the largest memory this process has had, bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux; there ru_maxrss starts from what the parent process had
        for entry in status.read_text().splitlines():
            if entry.startswith("VmHWM:"):
                return float(entry.split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(peak if sys.platform == "darwin" else peak * 1024)


def played(horizons: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Play each game in a process of its own and yield what it was measured at, row by row."""
    for T in horizons:
        command = [sys.executable, "-m", "osphg.studies.long_games", str(T)]
        answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        for t, quantity, value, unit in json.loads(answer.stdout):
            yield {"T": T, "t": t, "quantity": quantity, "value": value, "unit": unit}


def main(horizons: Sequence[int] = HORIZONS, folder: Path | None = None) -> None:
    """Play all games and keep the table, with where it comes from."""
    parameters = {"T": list(horizons), "n": 2, "K": K, "seed": SEED}
    keep(NAME, played(horizons), parameters, folder)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(list(measured(int(sys.argv[1])))))
    else:
        main()
