"""Golden lines: players play every contest as it is stored, and a line that moves is reported.

Lines that are stored anew keep the text of every line that still agrees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import golden
import pytest
from golden import lines_of_games, lines_to_store, main, moved_lines, read_lines
from hypothesis import given
from hypothesis import strategies as st


def test_all_play_the_contests_as_they_did() -> None:
    stored, found = read_lines("games.txt"), [*lines_of_games()]
    assert [*moved_lines(stored, found)] == []
    assert len(found) == len(stored), "make golden WRITE=games stores a player that is new"


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
    assert [*moved_lines(STORED, [*others, STORED[line].replace(number, near)])] == []
    assert len([*moved_lines(STORED, [*others, STORED[line].replace(number, far)])]) == 1
    assert [*moved_lines(STORED, others)] == [f"{STORED[line]}: lost"]
    # What is stored anew: what is near as it was, what is far as it is, what is lost no more.
    near, far = (STORED[line].replace(number, text) for text in (near, far))
    assert lines_to_store(STORED, [near, *others]) == [STORED[line], *others]
    assert lines_to_store(STORED, [far, *others]) == [far, *others]
    assert lines_to_store(STORED, others) == others


def test_a_new_row_of_a_table_rewrites_no_other() -> None:
    stored = ["chapter | 0.1 | 5.25", "chapter | 0.2 | 7.50", "chapter | 0.4 | 9.75"]
    found = ["chapter | 0.05 | 3.00", "chapter | 0.1 | 5.26", "chapter | 0.4 | 9.74"]
    assert lines_to_store(stored, found) == [found[0], stored[0], stored[2]]
    twins = ["chapter | 7.50", "chapter | 7.51"]  # each keeps the text of one line
    assert lines_to_store(twins, [twins[0], twins[0]]) == twins


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.floats(-1e3, 1e3)), max_size=6),
    st.lists(st.sampled_from([None, 0.0, 1e-14, 1e-3]), min_size=6, max_size=6),
    st.lists(st.tuples(st.sampled_from("abc"), st.floats(-1e3, 1e3)), max_size=3),
)
def test_what_is_stored_anew_agrees_and_keeps_what_agreed(
    old: list[tuple[str, float]], moves: list[float | None], new: list[tuple[str, float]]
) -> None:
    """A stored value stays, moves by a little or a lot, or vanishes; others are new."""
    stored = [f"chapter | {name}: {value:.16e}" for name, value in old]
    now = [(name, x + by) for (name, x), by in zip(old, moves, strict=False) if by is not None]
    found = [f"chapter | {name}: {value:.16e}" for name, value in [*now, *new]]
    lines = lines_to_store(stored, found)
    assert [*moved_lines(lines, found)] == [*moved_lines(found, lines)] == []
    assert set(lines) <= {*stored, *found}
    if not [*moved_lines(stored, found)]:
        assert Counter(stored) <= Counter(lines)


def test_games_are_stored_without_a_book_and_chapters_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def played() -> Iterator[str]:
        yield from ("a | value: 1.0000000000000001e+00", "b | value: 2.5", "d | value: 1.0")

    stored = "a | value: 1.0000000000000000e+00\nb | value: 2.0\nc | value: 3.0\n"
    for name in ("games.txt", "chapters.txt"):
        (tmp_path / name).write_text(stored, encoding="utf-8")
    monkeypatch.setattr(golden, "GOLDEN", tmp_path)
    monkeypatch.setattr(golden, "lines_of_games", played)
    monkeypatch.setattr(golden, "cached_notebook", lambda _: None)
    for command in (["write", "chapters"], ["write"], ["check"]):
        with pytest.raises(SystemExit, match=r"^error: .* there is no built book; run make book$"):
            main(*command)
    assert read_lines("games.txt") == read_lines("chapters.txt") == stored.splitlines()
    assert main("write", "games") == 0
    assert capsys.readouterr().out == "games.txt: 1 lines stay, 2 written, 2 removed\n"
    assert read_lines("games.txt") == [stored.splitlines()[0], "b | value: 2.5", "d | value: 1.0"]
    assert read_lines("chapters.txt") == stored.splitlines()
    with pytest.raises(SystemExit, match=r"^usage: "):
        main("write", "game")
