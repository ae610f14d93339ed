"""What pytest's runs in this tree load; `pythonpath` of pyproject.toml names tools/."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import pytest

HAS_BOOK = find_spec("jupyter_book") is not None  # the extra `book`, not `test` alone

# Notebooks are tests where what executes them is there. Tests of the package ask for no notebook.
if HAS_BOOK:
    pytest_plugins = ["notebooks"]


class ModuleOfPackages(pytest.Module):
    """A module of tests that is skipped without the extra `book`, where it imports a part of it."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """Return the tests of the module."""
        try:
            return super().collect()
        except self.CollectError as error:
            cause = error.__cause__
            if HAS_BOOK or not isinstance(cause, ModuleNotFoundError):
                raise
            pytest.skip(f"{cause.name} is in the extra 'book'", allow_module_level=True)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module:
    """Have modules of tests collected as above."""
    return ModuleOfPackages.from_parent(parent, path=module_path)
