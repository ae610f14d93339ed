"""The cells that check a chapter's formulas by sympy fail if any one sign in them is flipped."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

BOOK = Path(__file__).resolve().parent.parent / "book"
CHAPTERS = (
    "boosted",
    "lemma41",
    "lemma42",
    "lemma43",
    "rate",
    "theorems",
)
CELL = re.compile(r"^```\{code-cell\} ipython3\n(.*?)^```$", re.M | re.S)
# Lines that are right with either sign: a part of the flipped line, and why.
RIGHT_WITH_EITHER_SIGN = {
    "sp.limit((c ** (T + W))": "a few rounds more or less do not change the limit"
}


def cells_with_checks(chapter: str) -> list[str]:
    """Return the cells of a chapter in which sympy is used and something is asserted.

    A cell may be folded, `hide-cell`; cells with other tags compute numbers for the text.
    """
    cells = CELL.findall((BOOK / f"{chapter}.md").read_text(encoding="utf-8"))
    plain = [cell.removeprefix(":tags: [hide-cell]\n") for cell in cells]
    return [
        c for c in plain if not c.startswith((":tags:", "---")) and "sp." in c and "assert" in c
    ]


def with_one_sign_flipped(cell: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield, for each plus or minus of a cell outside its assertions, the cell with it flipped.

    Each comes as the statement that has changed, for messages, and the whole cell, parsed.
    """
    tree = ast.parse(cell)
    for i, statement in enumerate(tree.body):
        for j in range(len(list(_signs(statement)))):
            changed = deepcopy(tree)
            node = list(_signs(changed.body[i]))[j]
            node.op = OTHER[type(node.op)]()
            yield ast.unparse(changed.body[i]), changed


OTHER: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.USub: ast.UAdd,
    ast.UAdd: ast.USub,
}


def _signs(node: ast.AST) -> Iterator[Any]:
    """Yield the nodes with a plus or minus in a syntax tree, but those in an assertion."""
    if isinstance(node, ast.Assert):
        return
    if isinstance(node, ast.BinOp | ast.UnaryOp | ast.AugAssign) and type(node.op) in OTHER:
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _signs(child)


def run(code: ast.Module | str, names: dict[str, Any]) -> dict[str, Any]:
    """Run a cell in a copy of `names`; return the names that there are afterwards."""
    names = dict(names)
    exec(compile(code, "cell", "exec"), names)
    return names


def has_failing_assertion(tree: ast.Module, names: dict[str, Any]) -> bool:
    """Run a cell in a copy of `names`; return whether one of its assertions fails."""
    try:
        run(tree, names)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_flipped_sign_makes_an_assertion_fail(chapter: str) -> None:
    names = run("import sympy as sp", {})
    unnoticed = []
    flips = 0
    for cell in cells_with_checks(chapter):
        for line, tree in with_one_sign_flipped(cell):
            flips += 1
            if not any(
                part in line for part in RIGHT_WITH_EITHER_SIGN
            ) and not has_failing_assertion(tree, names):
                unnoticed.append(line)
        names = run(cell, names)
    assert unnoticed == []
    assert flips > 0
