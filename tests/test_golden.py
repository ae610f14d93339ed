"""What everybody makes of every contest is as it is stored; what moves or is lost is found."""

from __future__ import annotations

import pytest
from golden import games, moved, read


def test_all_play_the_contests_as_they_did() -> None:
    stored, found = read("games.txt"), [*games()]
    assert [*moved(stored, found)] == []
    assert len(found) == len(stored)


STORED = [
    f"contest | player | regret: {1:.16e}",
    f"contest | benchmark | bound: {1:.16e}",
    f"chapter | T | 5 | certified gap, units of f: {1:.16e}",
    f"contest | player | last: 2.0, {1:.16e}",
    f"decoys | MOSP | regret: {1:.16e}",
    "chapter | share: '63 % of 5'",
]


@pytest.mark.parametrize(
    ("line", "near", "far"),
    [
        (0, "1.0000000000001000e+00", "1.0000000001000000e+00"),
        (1, "1.0000000001000000e+00", "1.0000000100000000e+00"),
        (2, "1.0000000001000000e+00", "1.0000000100000000e+00"),
        (3, "1.0000000000001000e+00", "1.0000000001000000e+00"),
        (4, "1.0010000000000000e+00", "1.1000000000000000e+00"),
        (5, "63", "64"),
        (5, "63", "some"),
    ],
)
def test_what_moves_is_found(line: int, near: str, far: str) -> None:
    number = "63" if line == 5 else f"{1:.16e}"
    others = ["something | new: 3", *STORED[:line], *STORED[line + 1 :]]
    assert [*moved(STORED, [*others, STORED[line].replace(number, near)])] == []
    assert len([*moved(STORED, [*others, STORED[line].replace(number, far)])]) == 1
    assert [*moved(STORED, others)] == [f"{STORED[line]}: lost"]
