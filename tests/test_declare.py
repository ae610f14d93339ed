"""A player is declared once: what follows from its class and its entry in the catalogue."""

from __future__ import annotations

import shutil
from pathlib import Path

import declare

from osphg import players

NEW = """

class PatientPlayer(NeelyYu):
    pass


class _HiddenPlayer(NeelyYu):
    pass


class StillNoPlayer(SaddleMethod):
    pass
"""


def test_the_exports_are_those_of_the_classes() -> None:
    written = (declare.PLAYERS / "__init__.pyi").read_text(encoding="utf-8")
    assert written == declare.exports(), "osphg/players/__init__.pyi: run `make format`"


def test_a_class_is_a_player_as_python_sees_it() -> None:
    known = declare.classes()
    for name in declare.players():
        kind = getattr(players, name)
        bases = [base.__name__ for base in kind.__mro__ if base.__module__.startswith("osphg.pl")]
        assert [node.name for node in declare.ancestry(name, known)] == bases
    assert {"OSPHG", "CaoLiuValues", "EvenPacing"} < set(declare.players())
    assert not {"SaddleMethod", "GradientAscent", "Capped", "Player"} & set(declare.players())


def test_a_new_class_is_exported_and_one_that_has_gone_is_not(tmp_path: Path) -> None:
    """Both without an import of the package, which a list that is out of date would stop."""
    folder = tmp_path / "players"
    shutil.copytree(declare.PLAYERS, folder)
    queue = folder / "varying_prices.py"
    source = queue.read_text(encoding="utf-8") + NEW
    queue.write_text(source.replace("class MOSP(", "class SPOM("), encoding="utf-8")
    before = declare.exports().splitlines()
    after = declare.exports(folder).splitlines()
    module = "from .varying_prices import"
    assert set(after) - set(before) == {
        f"{module} PatientPlayer as PatientPlayer",
        f"{module} SPOM as SPOM",
    }
    gone = set(before) - set(after)
    assert f"{module} MOSP as MOSP" in gone
