"""Pytest plugin: keep what nbval's kernels have shown, so that the build need not execute it again.

A notebook is kept when all its cells have passed and the package has not changed meanwhile. It is
kept with the outputs of this execution, not with those that it is committed with: nbval compares
neither figures nor the cells that ask it not to.
"""

from __future__ import annotations

import copy
import shutil
from pathlib import Path
from typing import Any

import nbformat
import pytest
from execution_key import EXECUTED, ROOT, execution_key


class Keeper:
    """The cells that have passed, by notebook; each worker of a parallel run has its own."""

    def __init__(self) -> None:
        self.key = execution_key()
        self.passed: dict[Any, list[Any]] = {}
        self.failed: set[Any] = set()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Any:
        report = (yield).get_result()
        if call.when == "call" and hasattr(item, "test_outputs"):
            if report.passed:
                self.passed.setdefault(item.parent, []).append(item)
            else:
                self.failed.add(item.parent)

    def pytest_sessionfinish(self) -> None:
        if not self.passed or execution_key() != self.key:
            return
        for old in EXECUTED.glob("*"):  # by a package that has changed since
            if old.name != self.key:
                shutil.rmtree(old, ignore_errors=True)
        for file, cells in self.passed.items():
            path = Path(file.path)
            if not path.is_relative_to(ROOT):
                continue
            target = EXECUTED / self.key / path.relative_to(ROOT)
            if file in self.failed:
                target.unlink(missing_ok=True)
            else:
                keep(file.nb, cells, target)


def keep(notebook: Any, passed: list[Any], target: Path) -> None:
    """Write a notebook with the outputs that its cells have just shown, if all have passed."""
    shown = {id(item.cell): item.test_outputs for item in passed}
    code = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    if not all(id(cell) in shown for cell in code):
        return
    made = copy.deepcopy(notebook)
    for cell, old in zip(made.cells, notebook.cells, strict=True):
        if cell.cell_type == "code":
            cell.outputs = nbformat.from_dict(shown.get(id(old), []))
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_suffix(".part")
    nbformat.write(made, temporary)
    temporary.replace(target)


def pytest_configure(config: pytest.Config) -> None:
    if config.pluginmanager.hasplugin("nbval") and config.getoption("nbval", False):
        config.pluginmanager.register(Keeper(), "keep-outputs")
