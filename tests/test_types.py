"""The type checkers, beside the other tests: alone they would keep one processor waiting."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import json
import pkgutil
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import osphg
from tests.domains import DOMAINS

ROOT = Path(__file__).resolve().parent.parent
# What an example defines has no annotations; all else is strict.
EXAMPLE = "# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators\n"


def run(command: list[str], folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_this_tree() -> None:
    program = Path(sys.executable).with_name("zuban")  # no module: `python -m` does not run it
    ran = run([str(program), "mypy", "--python-executable", sys.executable])
    assert ran.returncode == 0, ran.stdout + ran.stderr


# What users write: the examples of the docstrings, the scripts of README.md and of the page about a
# problem of one's own.


def imports_of(source: str, module: ModuleType) -> str:
    """Return imports of the names that an example takes from its module, as doctest lets it."""
    used: set[str] = set()
    bound: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            bound |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
    lines = []
    for name in sorted(used - bound):
        value = getattr(module, name, None)
        if isinstance(value, ModuleType):
            lines.append(f"import {value.__name__} as {name}\n")
        elif value is not None:
            lines.append(f"from {getattr(value, '__module__', module.__name__)} import {name}\n")
    return "".join(lines)


def script_of(module: ModuleType) -> str:
    """Return the examples of a module's docstrings, each in a function of its own."""
    parts = []
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, module.__name__):
        if not test.examples:
            continue
        source = "".join(example.source for example in test.examples)
        body = textwrap.indent(imports_of(source, module) + source, "    ")
        name = re.sub(r"\W", "_", test.name)
        parts.append(f"# {test.name}\ndef {name}() -> None:\n{body}")
    return "\n\n".join(parts)


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one script for each module that has examples, and those of the documents."""
    folder = tmp_path_factory.mktemp("scripts")
    found = [osphg.__name__]
    found += [module.name for module in pkgutil.walk_packages(osphg.__path__, "osphg.")]
    for name in found:
        if name == "osphg.__main__":
            continue
        script = script_of(importlib.import_module(name))
        if script:
            (folder / f"{name.replace('.', '_')}_examples.py").write_text(EXAMPLE + script)
    readme = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
    (folder / "readme.py").write_text(EXAMPLE + "\n".join(readme))
    page = (ROOT / "book" / "own_problem.md").read_text()
    cells = re.findall(r"^```\{code-cell\} ipython3\n(?::.*\n)*(.*?)^```", page, re.M | re.S)
    (folder / "own_problem.py").write_text(EXAMPLE + "\n".join(cells))
    (folder / "typed.py").write_text(ANNOTATED)
    (folder / "wrong.py").write_text(WRONG)
    return folder


# The same three parts of one's own, with annotations.
ANNOTATED = """
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

import osphg
from osphg.domains import Domain
from osphg.players import Feedback, Player
from osphg.rounds import Game

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Root:
    w: FloatArray

    def value(self, t: int, X: FloatArray) -> FloatArray:
        return np.asarray(np.sqrt(1 + X @ self.w[t]) - 1)

    def gradient(self, t: int, X: FloatArray) -> FloatArray:
        return np.asarray(self.w[t] / (2 * np.sqrt(1 + X @ self.w[t]))[..., None])


@dataclass(frozen=True)
class Cube:
    n: int
    lower: FloatArray
    upper: FloatArray
    diameter: float

    def project(self, Y: ArrayLike) -> FloatArray:
        return np.clip(np.asarray(Y, dtype=np.float64), 0.0, 1.0)

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        return np.where(np.asarray(C) > 0, 1.0, 0.0)

    def contains(self, X: ArrayLike, rtol: float = 1e-9) -> NDArray[np.bool_]:
        inside = (np.asarray(X) >= -rtol) & (np.asarray(X) <= 1 + rtol)
        return np.asarray(inside.all(axis=-1))


@dataclass(frozen=True)
class Steady:
    level: float

    def init(self, game: Game) -> Domain:
        return game.domain

    def decide(self, state: Domain) -> FloatArray:
        return state.project(np.full(state.n, self.level))

    def update(self, state: Domain, feedback: Feedback) -> Domain:
        return state

    def multiplier(self, state: Domain) -> float:
        return 0.0


cube = Cube(2, np.zeros(2), np.ones(2), 2**0.5)
rounds = osphg.Rounds(Root(np.ones((4, 2))), [[1, 2]] * 4, 4, cube, names=["a", "b"])
players: list[Player] = [Steady(0.5), osphg.OSPHG.tuned(rounds, W=2), osphg.Capped(Steady(0.2))]
domain: Domain = cube
runs: list[osphg.Run] = [osphg.play(player, rounds) for player in players]
allowance: float = rounds.allowance
prices: FloatArray = rounds.prices
"""
# Each class of a domain has the members of `Domain`, as the type checkers see it.
for _case in DOMAINS.values():
    _class = f"{_case.kind.__module__}.{_case.kind.__name__}"
    ANNOTATED += f"def as_{_case.kind.__name__}(X: {_class}) -> Domain: return X\n"

# Each line that ends in a remark is an error, and no other line is.
WRONG = """
import osphg

rounds = osphg.rounds.paper_quadratics(T=10)
print(rounds.alowance)  # attr-defined
osphg.Rounds(1)  # call-arg, arg-type
osphg.Rounds(rounds.utility, rounds.prices, "a lot", rounds.domain)  # arg-type
rounds.budget = 2.0  # misc
osphg.Box(osphg)  # arg-type
osphg.Box([1.0]).uper  # attr-defined
osphg.OSPHG(mu=0.1, delta=1.0, K=3, wieghted=True)  # call-arg
osphg.NeelyYu  # attr-defined
osphg.Simplex(2, r="1")  # arg-type
print(rounds.allowance, osphg.Box([1.0]).upper.shape, osphg.OSPHG(0.1, 1, 3).oracle.update)
"""


def declared_constructors() -> Iterator[tuple[str, str, ast.FunctionDef]]:
    """Yield module, class and constructor of each class that declares one to type checkers."""
    for path in sorted((ROOT / "osphg").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        nodes = ast.walk(ast.parse(path.read_text()))
        for cls in [node for node in nodes if isinstance(node, ast.ClassDef)]:
            for branch in cls.body:
                if isinstance(branch, ast.If) and ast.unparse(branch.test) == "TYPE_CHECKING":
                    for each in branch.body:
                        assert isinstance(each, ast.FunctionDef)
                        yield ".".join(parts), cls.name, each


@pytest.mark.parametrize(
    ("module", "name", "declared"),
    [pytest.param(*each, id=each[1]) for each in declared_constructors()],
)
def test_declared_constructors_are_those_that_run(
    module: str, name: str, declared: ast.FunctionDef
) -> None:
    """Names and order of the parameters, and which of them may be left out."""
    real = inspect.signature(getattr(importlib.import_module(module), name)).parameters.values()
    by_keyword = declared.args.kwonlyargs
    names = [argument.arg for argument in (*declared.args.args[1:], *by_keyword)]
    optional = [parameter.name for parameter in real if parameter.default is not parameter.empty]
    assert names == [parameter.name for parameter in real]
    written = [*declared.args.defaults, *filter(None, declared.args.kw_defaults)]
    assert names[len(names) - len(written) :] == optional
    defaults = [ast.literal_eval(default) for default in written]
    keywords = [one.name for one in real if one.kind is one.KEYWORD_ONLY]
    assert [argument.arg for argument in by_keyword] == keywords
    assert defaults == [real_one.default for real_one in real if real_one.name in optional]


def test_typed_parts_of_ones_own_play() -> None:
    names: dict[str, Any] = {"__name__": "typed"}
    exec(compile(ANNOTATED, "typed", "exec", dont_inherit=True), names)
    assert [run.T for run in names["runs"]] == [4, 4, 4]


@pytest.fixture(scope="module")
def errors(scripts: Path) -> dict[str, list[tuple[int, str]]]:
    """What mypy says of the package and the scripts, at once: for each file, lines and kinds."""
    ran = run([sys.executable, "-m", "mypy", "osphg", str(scripts)])
    assert ran.stdout.splitlines()[-1].startswith("Found "), ran.stdout + ran.stderr
    found: dict[str, list[tuple[int, str]]] = {}
    for file, line, kind in re.findall(
        r"^(.*?):(\d+): error: .* \[([a-z-]+)\]$", ran.stdout, re.MULTILINE
    ):
        found.setdefault(Path(file).name, []).append((int(line), kind))
    return found


@pytest.mark.slow
def test_package_and_what_users_write_under_mypy(errors: dict[str, list[tuple[int, str]]]) -> None:
    assert errors.keys() == {"wrong.py"}, errors


@pytest.mark.slow
def test_what_is_wrong_under_mypy(errors: dict[str, list[tuple[int, str]]]) -> None:
    expected = [
        (number, kind)
        for number, line in enumerate(WRONG.splitlines(), 1)
        for kind in line.partition("  # ")[2].split(", ")
        if kind
    ]
    assert sorted(errors["wrong.py"]) == sorted(expected)


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("pyright") is None, reason="pyright, which needs Node.js, is not there"
)
def test_what_users_write_under_pyright(scripts: Path) -> None:
    settings = {"extraPaths": [str(ROOT)], "reportUnusedExpression": False}
    (scripts / "pyrightconfig.json").write_text(json.dumps(settings))
    ran = run(["pyright", "--pythonpath", sys.executable, "--outputjson"], scripts)
    errors = [
        (Path(error["file"]).name, error["range"]["start"]["line"] + 1, error["message"])
        for error in json.loads(ran.stdout)["generalDiagnostics"]
        if error["severity"] == "error"
    ]
    assert not [error for error in errors if error[0] != "wrong.py"]
    expected = {number for number, line in enumerate(WRONG.splitlines(), 1) if "  # " in line}
    assert {line for _, line, _ in errors} == expected, errors
