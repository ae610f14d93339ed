"""What a run on a matroid is worth once each of its decisions is rounded to a set."""

from __future__ import annotations

import numpy as np

from osphg.checks import FloatArray
from osphg.games.matroids import BoolArray, PartitionMatroid
from osphg.playing import Run


def round_run(run: Run, seed: int | np.random.Generator) -> tuple[BoolArray, FloatArray]:
    """Round every decision of a run by `PartitionMatroid.round`.

    Parameters
    ----------
    run : Run
        On a PartitionMatroid.
    seed : int or Generator
        The source of the rounding.

    Returns
    -------
    sets : array (T, n) of bool
        S_t, independent.
    utility : array (T,)
        f_t(S_t), the utility at the indicator of S_t.

    Raises
    ------
    ValueError
        For a run on another domain.

    Examples
    --------
    >>> from osphg.playing import play
    >>> from osphg.players import OSPHG
    >>> from osphg.games.on_matroids import coverage_game
    >>> game = coverage_game(50, 0)
    >>> run = play(OSPHG.tuned(game, 1, 5), game)
    >>> sets, utility = round_run(run, 0)
    >>> f"{sets.sum(1).max()} elements, {utility.mean():.2f}"
    '3 elements, 0.66'
    """
    matroid, rng = run.rounds.domain, np.random.default_rng(seed)
    if not isinstance(matroid, PartitionMatroid):
        raise ValueError(f"run must be on a PartitionMatroid, got {matroid}")
    sets = np.zeros(run.decisions.shape, dtype=bool)
    for t, x in enumerate(run.decisions):
        sets[t] = matroid.round(x, rng)
    utility = np.empty(run.T)
    for block in run.rounds.blocks():
        for t in range(block.start, min(block.start + len(block.prices), run.T)):
            utility[t] = block.utility.value(t - block.start, sets[t].astype(np.float64))
    return sets, utility
