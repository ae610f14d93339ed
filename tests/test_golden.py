"""What everybody makes of every contest is as it is stored; what moves or is lost is found."""

from __future__ import annotations

from golden import SPREAD, games, moved, read


def test_all_play_the_contests_as_they_did() -> None:
    stored, found = read("games.json"), games()
    assert list(moved(stored, found)) == []
    assert found.keys() == {key for key in stored if not key.endswith(SPREAD)}
