"""Settings of all tests."""

import gc
import os
from collections.abc import Generator

import pytest
from hypothesis import settings

# The same examples in every CI run; new ones on a developer's machine.
settings.register_profile("default", deadline=None)  # a busy machine is slow
settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for garbage neither while tests are collected, nor among what stays to the end."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Take one worker more than processors: many tests wait for other processes."""
    found = yield
    return found if os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS") else found + 1


# Modules that take long: first, so that no processor is left with one of them at the end. A module
# stays on one processor, which makes its fixtures and what the package remembers once.
LONG = ("sweep", "tournament", "claims", "play", "types", "rocq", "running")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long modules first, and keep the order of all others."""
    names = [f"test_{name}" for name in LONG]
    items.sort(key=lambda item: names.index(item.path.stem) if item.path.stem in names else 99)
