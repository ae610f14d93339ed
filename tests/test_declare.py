"""Players and domains are declared once: what follows from their classes."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

import declare

from osphg import domains, players
from osphg.domains import Domain

# What follows is added to sources that are read, and not run.
NEW = """

class PatientPlayer(NeelyYu):
    pass


class _HiddenPlayer(NeelyYu):
    pass


class StillNoPlayer(SaddleMethod):
    pass
"""


NEW_DOMAINS = """

class NewSet:
    n: int
    lower: FloatArray
    upper: FloatArray
    diameter: float
    def project(self, Y): ...
    def maximize_linear(self, C): ...
    def contains(self, X, rtol=1e-9): ...


class NewSubset(NewSet): ...


class _HiddenSet(NewSet): ...


class NewProtocol(Domain, Protocol): ...


class NoDomain:
    n: int
"""


def test_the_exports_are_those_of_the_classes() -> None:
    written = (declare.PLAYERS / "__init__.pyi").read_text(encoding="utf-8")
    assert written == declare.exports(), "osphg/players/__init__.pyi: run `make format`"
    written = (declare.PACKAGE / "domains.py").read_text(encoding="utf-8")
    assert written == declare.domain_exports(), "osphg/domains.py: run `make format`"
    written = (declare.PACKAGE / "__init__.pyi").read_text(encoding="utf-8")
    assert written == declare.top_level_exports(), "osphg/__init__.pyi: run `make format`"


def test_a_class_is_a_domain_as_python_sees_it() -> None:
    members = {name for name in vars(Domain) if not name.startswith("_")}
    classes = [
        each
        for name, each in vars(domains).items()
        if isinstance(each, type) and not name.startswith("_")
    ]
    assert set(declare.domains()) == {
        each.__name__
        for each in classes
        if each.__module__ == domains.__name__ and not getattr(each, "_is_protocol", False)
        if all(hasattr(each, name) or name in each.__annotations__ for name in members)
    }
    assert {"Box", "Simplex", "Polytope"} <= set(declare.domains())


def listed(source: str) -> list[str]:
    """The names of `__all__` in a source."""
    _, _, after = source.partition("\n__all__ = ")
    names: list[str] = ast.literal_eval(after[: after.index("]") + 1])
    return names


def test_a_new_domain_is_exported_and_one_that_has_gone_is_not(tmp_path: Path) -> None:
    package = tmp_path / "osphg"
    package.mkdir()
    shutil.copy(declare.PACKAGE / "__init__.pyi", package)
    source = (declare.PACKAGE / "domains.py").read_text(encoding="utf-8") + NEW_DOMAINS
    source = source.replace("class Simplex:", "class Triangle:")
    (package / "domains.py").write_text(source, encoding="utf-8")
    before = listed(declare.domain_exports())
    after = listed(declare.domain_exports(package))
    assert after == sorted({*before, "NewSet", "NewSubset", "Triangle"} - {"Simplex"})
    lines_before = set(declare.top_level_exports().splitlines())
    lines_after = set(declare.top_level_exports(package).splitlines())
    assert lines_after - lines_before == {
        f"from .domains import {name} as {name}" for name in ("NewSet", "NewSubset", "Triangle")
    }
    assert lines_before - lines_after == {"from .domains import Simplex as Simplex"}


def test_a_class_is_a_player_as_python_sees_it() -> None:
    known = declare.classes(sorted(declare.PLAYERS.glob("*.py")))
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
