"""What everybody makes of every contest is as it is stored; what moves or is lost is found."""

from __future__ import annotations

from golden import Entries, games, moved, read


def test_all_play_the_contests_as_they_did() -> None:
    stored, found = read("games.json"), games()
    assert list(moved(stored, found)) == []
    assert found.keys() == stored.keys()


def test_what_moves_or_is_lost_is_found() -> None:
    stored: Entries = {
        "a | b | regret": 1.0, "a | b | bound": 1.0, "a | b | last": [0.0, 1.0],
        "a | b | said": "2 of 3", "decoys | MOSP | regret": 1.0,
    }  # fmt: skip
    near = {
        "a | b | regret": 1 + 1e-13,
        "a | b | bound": 1 + 1e-10,
        "decoys | MOSP | regret": 1.001,
    }
    assert list(moved(stored, stored | near)) == []
    far: Entries = {
        "a | b | regret": 1 + 1e-10, "a | b | bound": 1 + 1e-8, "a | b | last": [0.0, 1.1],
        "a | b | said": "2 of 4", "decoys | MOSP | regret": 1.1,
    }  # fmt: skip
    assert [line.partition(":")[0] for line in moved(stored, far)] == list(stored)
    assert list(moved({"a | b | regret": 1.0}, {})) == ["a | b | regret: lost"]
    assert list(moved({"a | b | last": [1.0]}, {"a | b | last": [1.0, 2.0]}))
