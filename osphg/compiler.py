"""The one door to the compiler: compiled code is kept on disk where a place for it can be written.

numba looks at the file of a function alone, not at those of the functions that it calls. The folder
is therefore named by all that the code is made from: the package's sources, numba, the processor.
Without numba the same functions are Python's: the same numbers, slower.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from osphg.sources import ROOT, package_digest

Function = TypeVar("Function", bound=Callable[..., Any])

_KEPT = 8  # folders of other sources or processors that may stay
_FRESH = 3600.0  # seconds in which a folder may be in use


def compiling() -> bool:
    """Return whether numba is installed and was not told to compile nothing."""
    try:
        return os.environ.get("NUMBA_DISABLE_JIT", "0") == "0" and find_spec("numba") is not None
    except ImportError:  # what looks for modules may say so instead
        return False


def compiled(**options: Any) -> Callable[[Function], Function]:
    """Return numba's decorator, with `options` of `numba.njit`, for what is kept on disk.

    A RuntimeWarning, once in a process, says that there is no place for it.
    """
    return lambda function: _njit(function, folder(), options) if compiling() else function


def compiled_within(**options: Any) -> Callable[[Function], Function]:
    """Return numba's decorator for what is a part of another compiled function, and kept with it.

    What is made of functions that a user gave is compiled anew in every process.
    """
    return lambda function: _njit(function, None, options) if compiling() else function


def _njit(function: Function, place: Path | None, options: dict[str, Any]) -> Function:
    import numba

    config: Any = numba.config  # whose names its types do not know
    before, config.CACHE_DIR = config.CACHE_DIR, str(place or config.CACHE_DIR)
    try:
        found: Function = numba.njit(cache=place is not None, **options)(function)
    finally:
        config.CACHE_DIR = before
    return found


@cache
def folder() -> Path | None:
    """Return where compiled code is kept; None if there is no place that can be written.

    The first of NUMBA_CACHE_DIR, the package's own __pycache__ and the user's cache.
    """
    import llvmlite
    import numba
    from llvmlite import binding
    from numba.misc.appdirs import AppDirs

    config: Any = numba.config
    processor = config.CPU_NAME or binding.get_host_cpu_name()
    features = config.CPU_FEATURES
    if features is None:
        features = "" if config.CPU_NAME else binding.get_host_cpu_features().flatten()
    made_from = package_digest(), numba.__version__, llvmlite.__version__, processor, features
    name = "osphg-" + hashlib.sha256("\0".join(made_from).encode()).hexdigest()[:16]
    user = AppDirs(appname="numba", appauthor=False).user_cache_dir
    for base in filter(None, (config.CACHE_DIR, ROOT / "__pycache__", user)):
        found = Path(base, name)
        try:
            found.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=found).close()
            os.utime(found)
            _forget(found)
        except OSError:
            continue
        return found
    warnings.warn(
        "osphg found no writable folder for compiled code: it is compiled anew in every process,"
        " which takes some seconds; NUMBA_CACHE_DIR names such a folder",
        RuntimeWarning,
        stacklevel=3,
    )
    return None


def _forget(own: Path) -> None:
    """Remove the folders that were not used for longest, so that an edit a minute fills no disk."""
    others = {path: path.stat().st_mtime for path in own.parent.glob("osphg-*") if path != own}
    for path in sorted(others, key=others.__getitem__)[:-_KEPT]:
        if others[path] < time.time() - _FRESH:
            shutil.rmtree(path, ignore_errors=True)
