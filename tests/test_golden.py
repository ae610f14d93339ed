"""What everybody makes of every contest is as it is stored; what moves or is lost is found."""

from __future__ import annotations

import golden
import pytest
from golden import SPREAD, games, moved, read

STORED: golden.Entries = {
    "rates | glue | slope": "'0.49'",
    "rates | results | 3 | regret": -98.84173845382878,
    "figure1 | glue | verdict": "'holds'",
    "figure1 | glue | own-bound": 7.42636199754717,
    "decoys | wild | last": [0.5, 1.0],
    "decoys | wild | spread": 1e-4,
}


def test_all_play_the_contests_as_they_did() -> None:
    stored, found = read("games.json"), games()
    assert list(moved(stored, found)) == []
    assert found.keys() == {key for key in stored if not key.endswith(SPREAD)}


@pytest.mark.parametrize(
    ("key", "same", "other"),
    [
        ("rates | glue | slope", "'0.50'", "'0.51'"),
        ("rates | results | 3 | regret", -98.84173845382899, -98.84173845402),
        ("figure1 | glue | verdict", "'holds'", "'fails'"),
        ("figure1 | glue | own-bound", 7.426362001, 7.42636202),
        ("decoys | wild | last", [0.5, 1.0009], [0.5, 1.002]),
        ("decoys | wild | last", [0.5, 1.0], "a refusal"),
    ],
)
def test_a_move_is_found(key: str, same: golden.Entry, other: golden.Entry) -> None:
    assert list(moved(STORED, STORED | {key: same})) == []
    (line,) = moved(STORED, STORED | {key: other})
    assert line.startswith(f"{key}: ")
    assert str(other).strip("'") in line
