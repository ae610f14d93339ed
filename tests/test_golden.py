"""What everybody makes of every contest is as it is stored; what moves or is lost is found."""

from __future__ import annotations

from pathlib import Path

import golden
import nbformat
import pytest
from golden import SPREAD, games, main, moved, read, shown

from osphg.experiments.results import Results

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


def test_an_entry_may_change_its_chapter_but_not_be_lost() -> None:
    slope, there = "rates | glue | slope", "growth | glue | slope"
    rest = {key: entry for key, entry in STORED.items() if key != slope}
    assert list(moved(STORED, {**rest, there: "'0.49'"})) == []
    assert len(list(moved(STORED, {**rest, there: "'0.6'"}))) == 1
    for several in ({}, {there: "'0.49'", "claims | glue | slope": "'0.49'"}):
        assert list(moved(STORED, rest | several)) == [f"{slope}: lost"]


def test_glued_values_and_tables_are_read() -> None:
    row = {"seed": 3, "quantity": "regret", "value": 0.25, "unit": "EUR"}
    cells = "<tr><td>A</td><td>up</td><td>1.5</td></tr><tr><td>A</td><td>down</td><td>2</td></tr>"
    html = f"{Results('tiny', [row])._repr_html_()}<table><caption>Two.</caption>{cells}</table>"
    glued = {"scrapbook": {"name": "slope", "mime_prefix": ""}}
    outputs = {"data": {"text/html": html}}, {"data": {"text/plain": "'0.49'"}, "metadata": glued}
    assert dict(shown(nbformat.from_dict({"cells": [{"outputs": outputs}]}))) == {
        "results | 3 | regret, EUR": 0.25,
        "Two. | A | up": "1.5",
        "Two. | A | down": "2",
        "glue | slope": "'0.49'",
    }


def test_check_ends_with_one_where_something_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plays = {1.0: {"g | calm | regret": 2.5, "g | wild | regret": 2.0}}
    plays[1 + 2.0**-52] = {**plays[1.0], "g | wild | regret": 2.5}
    monkeypatch.setattr(golden, "GOLDEN", tmp_path)
    monkeypatch.setattr(golden, "book", lambda build: {f"{build.name} | glue | slope": "'0.49'"})
    monkeypatch.setattr(golden, "games", lambda money=1.0: dict(plays[money]))
    assert main("write") == main("check", str(tmp_path / "renamed")) == 0
    assert read("games.json") == plays[1.0] | {"g | wild | spread": 0.2}
    plays[1.0]["g | calm | regret"] = 2.6
    assert main("check") == 1
    told = "g | calm | regret: 2.5 is stored, 2.6 computed, 3.8e-02 apart\n"
    assert capsys.readouterr().out.endswith(told)
    assert main("look") == 2
