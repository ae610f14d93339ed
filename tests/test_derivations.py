"""The sympy under a chapter's formulas checks them: with any one sign flipped, it fails."""

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
# What is as right with the other sign: a part of a line, turned, and why.
EQUIVALENT = {"sp.limit((c ** (T + W))": "a few rounds more or less do not change the limit"}


def derivations(chapter: str) -> list[str]:
    """Return the cells of a chapter that are shown, and check something with sympy."""
    cells = CELL.findall((BOOK / f"{chapter}.md").read_text(encoding="utf-8"))
    return [
        c for c in cells if not c.startswith((":tags:", "---")) and "sp." in c and "assert" in c
    ]


def flipped(cell: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield a cell with each plus or minus outside its assertions turned; its line, in short."""
    tree = ast.parse(cell)
    for i, statement in enumerate(tree.body):
        for j in range(len(list(_signs(statement)))):
            turned = deepcopy(tree)
            node = list(_signs(turned.body[i]))[j]
            node.op = OTHER[type(node.op)]()
            yield ast.unparse(turned.body[i]), turned


OTHER: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.USub: ast.UAdd,
    ast.UAdd: ast.USub,
}


def _signs(node: ast.AST) -> Iterator[Any]:
    if isinstance(node, ast.Assert):
        return
    if isinstance(node, ast.BinOp | ast.UnaryOp | ast.AugAssign) and type(node.op) in OTHER:
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _signs(child)


def run(code: ast.Module | str, names: dict[str, Any]) -> dict[str, Any]:
    """Return the names after a cell."""
    names = dict(names)
    exec(compile(code, "cell", "exec"), names)
    return names


def fails(tree: ast.Module, names: dict[str, Any]) -> bool:
    """Return whether an assertion of a cell fails."""
    try:
        run(tree, names)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_flipped_sign_is_seen(chapter: str) -> None:
    names = run("import sympy as sp", {})
    unseen, tried = [], 0
    for cell in derivations(chapter):
        for line, tree in flipped(cell):
            tried += 1
            if not any(part in line for part in EQUIVALENT) and not fails(tree, names):
                unseen.append(line)
        names = run(cell, names)
    assert unseen == []
    assert tried > 0
