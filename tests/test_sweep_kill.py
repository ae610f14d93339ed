"""A sweep that is killed at random moments loses nothing and repeats only what was in flight."""

from __future__ import annotations

import random
import time
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from osphg.experiments.catalogue import find
from osphg.experiments.store import Store, identity
from tests import tiny

KILLS = 20
JOBS = 2  # at most
FACTORS = [1, 2, 3]


class Cells:
    """The cells of a folder, those that may ever be in it by the names of their files."""

    def __init__(self, folder: Path, parameters: dict[str, str]) -> None:
        experiment = find("tiny", folder.parent / "book")
        self.folder, self.store = folder / "cells", Store(folder, identity(experiment))
        self.known = {}
        for a, seed in product(FACTORS, range(200)):
            values = experiment.complete({"a": a, "seed": seed, **parameters})
            self.known[self.store.path(values)] = f"{a} {seed}", values

    def finished(self) -> set[str]:
        """Return the cells whose files are whole, by name; no file may be anything else."""
        files = set(self.folder.glob("*"))
        whole = {p for p in files & self.known.keys() if self.store.load(self.known[p][1])}
        assert all(p.name.startswith(".") for p in files - whole), "a damaged or foreign cell"
        return {self.known[path][0] for path in whole}


@pytest.mark.parametrize("seed", [0])
def test_killed_again_and_again(tmp_path: Path, seed: int) -> None:
    tiny.book(tmp_path / "book")
    rng = random.Random(seed)
    out, log = tmp_path / "out", tmp_path / "log"
    parameters = {"log": str(log)}
    done, folder = set[str](), Cells(out, parameters)
    for kill in range(KILLS):
        before = tiny.executions(log)
        grid = {"a": FACTORS, "seed": list(range(len(done) // 3 + 6))}  # there is always more
        jobs = 1 + kill // 2 % 2
        options: dict[str, Any] = {"out": str(out), "parameters": parameters, "jobs": jobs}
        with tiny.background(tmp_path, grid, **options) as sweep:
            if kill % 2:  # at work: more has begun than can be in flight, so one cell is finished
                enough = before.total() + jobs + 1
                tiny.wait_for(lambda: tiny.executions(log).total() >= enough)  # noqa: B023
                time.sleep(rng.uniform(0, 0.5))
            else:  # from the very beginning on
                time.sleep(rng.uniform(0, 1.5))
            assert sweep.process.poll() is None, "it ended before it was killed"
            sweep.process.kill()
            sweep.process.wait()
            tiny.wait_for(lambda: not sweep.left(), 2)
            assert not sweep.files()
        begun = tiny.executions(log) - before
        now = folder.finished()
        assert done <= now, "a finished cell was lost"
        assert not done & begun.keys(), "a finished cell was computed again"
        assert max(begun.values(), default=0) <= 1
        assert len(begun.keys() - now) <= jobs, "more was lost than was in flight"
        done = now
    assert len(done) >= KILLS // 2  # the sweeps got somewhere
    # Finished cells, which come in the grid's order, and one that is missing.
    seeds = sorted(int(seed) for a, seed in map(str.split, done) if a == "1")
    grid = {"a": [1], "seed": [*seeds, max(seeds) + 1]}
    with tiny.background(tmp_path, grid, **options) as sweep:
        status, counts, errors = sweep.ended()
    assert (status, counts) == (0, [1, len(seeds), 0, 0, False]), errors
    assert errors == ""
    assert tiny.executions(log).total() - (len(done) + 1) <= KILLS * JOBS
    found = tiny.rows((out / "results.csv").read_text())
    assert found == [tiny.expected(1, seed) for seed in grid["seed"]]
