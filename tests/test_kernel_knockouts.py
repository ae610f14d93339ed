"""Every check of the kernel is needed: with any one knocked out, a case of `kernel_cases` fails.

A copy of the package without the check is imported under another name, and tried on the cases that
reach the check. The same for every decision, a function that answers yes or no, which then always
says yes, or always no.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.util
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest

from osphg.proofs import kernel
from osphg.proofs.kernel import ProofError
from tests.kernel_cases import proofs, refusals, told

FOLDER = Path(kernel.__file__).parent
SOURCES = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.py"))}
NAME = "knocked"  # of the copy
Check = tuple[str, int]  # module, and line of the `raise`

RAISES: list[Check] = [
    (module, node.lineno)
    for module, source in SOURCES.items()
    for node in ast.walk(ast.parse(source))
    if isinstance(node, ast.Raise)
]
DECISIONS: list[tuple[str, str]] = [
    (module, node.name)
    for module, source in SOURCES.items()
    for node in ast.walk(ast.parse(source))
    if isinstance(node, ast.FunctionDef)
    and isinstance(node.returns, ast.Name) and node.returns.id == "bool"
]  # fmt: skip


class Knock(ast.NodeTransformer):
    """Takes out the check at a line, or makes a decision always answer the same."""

    def __init__(self, line: int = 0, decision: str = "", answer: bool = True) -> None:
        self.line, self.decision, self.answer = line, decision, answer

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        return ast.Pass() if node.lineno == self.line else node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        if node.name == self.decision:
            node.body = [ast.Return(ast.Constant(self.answer))]
            return node
        return self.generic_visit(node)  # type: ignore[return-value]


@cache
def code(module: str, knock: Knock | None) -> CodeType:
    """A module of the copy, compiled; one that is left as it is, once for all tests."""
    text = SOURCES[module].replace("osphg.proofs.kernel", NAME)  # in its strings too: lines stay
    tree = ast.parse(text)
    if knock is not None:
        tree = ast.fix_missing_locations(knock.visit(tree))
    return compile(tree, str(FOLDER / f"{module}.py"), "exec")


class Copy(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports the package under the name NAME, with one module changed."""

    def __init__(self, module: str, knock: Knock) -> None:
        self.module, self.knock = module, knock

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        if name.partition(".")[0] != NAME:
            return None
        return importlib.util.spec_from_loader(name, self, is_package=name == NAME)

    def get_source(self, fullname: str) -> str:
        return SOURCES[fullname.removeprefix(NAME).removeprefix(".") or "__init__"]

    def get_code(self, fullname: str) -> CodeType:
        module = fullname.removeprefix(NAME).removeprefix(".") or "__init__"
        return code(module, self.knock if module == self.module else None)


@pytest.fixture
def knocked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    def copy_of_the_kernel(module: str, knock: Knock) -> ModuleType:
        monkeypatch.setattr(sys, "meta_path", [Copy(module, knock), *sys.meta_path])
        return importlib.import_module(NAME)

    yield copy_of_the_kernel
    for name in list(sys.modules):
        if name.partition(".")[0] == NAME:
            del sys.modules[name]


def check_reached(error: ProofError) -> Check:
    """Return the check that refused."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    assert trace is not None
    return Path(trace.tb_frame.f_code.co_filename).stem, trace.tb_lineno


@pytest.fixture(scope="module")
def reaching() -> dict[Check, list[str]]:
    """Which cases reach each check."""
    found: dict[Check, list[str]] = {}
    starts = {
        (module, line): node.lineno
        for module, source in SOURCES.items()
        for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Raise)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }  # fmt: skip
    for name, (attempt, _) in refusals(kernel).items():
        with pytest.raises(ProofError) as refused:
            attempt()
        module, line = check_reached(refused.value)
        found.setdefault((module, starts[module, line]), []).append(name)
    return found


def failing(package: ModuleType, names: list[str]) -> Iterator[str]:
    """Yield those of the cases that a kernel fails: it accepts, or says something else."""
    cases = refusals(package)
    for name in names:
        attempt, message = cases[name]
        try:
            attempt()
        except package.ProofError as error:
            if re.search(message, str(error)):
                continue
        except Exception:  # whatever else goes wrong without the check
            pass
        yield name


@pytest.mark.parametrize("check", RAISES, ids=lambda c: f"{c[0]}-{c[1]}")
def test_no_check_can_be_taken_out(
    check: Check, reaching: dict[Check, list[str]], knocked: Any
) -> None:
    assert check in reaching, "no case reaches this check"
    module, line = check
    assert any(failing(knocked(module, Knock(line)), reaching[check]))


@pytest.mark.parametrize("answer", [True, False])
@pytest.mark.parametrize(("module", "decision"), DECISIONS, ids=lambda part: str(part))
def test_no_decision_can_be_fixed(module: str, decision: str, answer: bool, knocked: Any) -> None:
    """A kernel whose `is_zero` always says yes is noticed, and one that always says no."""
    try:
        package = knocked(module, Knock(decision=decision, answer=answer))
        wrong = any(failing(package, list(refusals(kernel))))
        wrong = wrong or any(told(derive()) != said for derive, said in proofs(package).values())
    except Exception:  # a kernel that refuses what everybody uses
        return
    assert wrong


def test_the_copy_itself_passes(knocked: Any) -> None:
    package = knocked("rules", Knock())
    assert not any(failing(package, list(refusals(kernel))))
    assert all(told(derive()) == said for derive, said in proofs(package).values())
