"""The door to numba: how a function is compiled, and kept on disk."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from osphg.sources import package_digest

Function = TypeVar("Function", bound=Callable[..., Any])

_FRESH = 86400.0  # seconds that what other sources have left on the disk may be in use
_digest = cache(package_digest)


# The door to numba.


def compiling() -> bool:
    """Return whether numba is installed and was not told to compile nothing."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") == "0" and find_spec("numba") is not None


def compiled(*, kept: bool = False, **options: Any) -> Callable[[Function], Function]:
    """Return numba's decorator, with `options` of `numba.njit`.

    What is `kept` on disk is not compiled anew in every process; a RuntimeWarning, once in one,
    says that there is no place for it. What is a part of another compiled function is kept with it.
    """

    def decorated(function: Any) -> Any:
        if not compiling():
            return function
        import numba

        # A wrapper for C takes a tenth of the time, and nobody calls it.
        njit: Any = partial(numba.njit, **{"no_cfunc_wrapper": True, **options})
        if kept:
            function.__qualname__ += f"_{_digest()[:16]}"
            with suppress(RuntimeError):  # numba finds no place
                found = njit(cache=True)(function)
                _forget(Path(found.stats.cache_path))
                return found
            warnings.warn(
                "osphg found no writable folder for compiled code: it is compiled anew in every"
                " process, which takes some seconds; NUMBA_CACHE_DIR names such a folder",
                RuntimeWarning,
                stacklevel=1,
            )
        return njit()(function)

    return decorated


@cache
def _forget(place: Path) -> None:
    """Remove what other sources have left there, so that an edit a minute fills no disk."""
    for path in place.glob("*.nb[ci]"):
        with suppress(OSError):
            if _digest()[:16] not in path.name and path.stat().st_mtime < time.time() - _FRESH:
                path.unlink()


# The loops, and their parts.

# How plain functions that are a part of a loop are compiled: once, whichever loops they are in.
part: Callable[[Function], Function] = cache(compiled(fastmath={"contract"}, error_model="numpy"))


# A user's functions of one point.


def is_compiled(function: Any) -> bool:
    """Whether numba has compiled a function, or will when it is called."""
    import numba

    return isinstance(function, numba.core.dispatcher.Dispatcher)


def why_not(error: Exception) -> str:
    """Return what an error of the compiler says, on one line, without advice and addresses."""
    lines = [line.strip() for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith("Failed in nopython")]
    return " ".join(told[:3])[:200]


def within(function: Any) -> Any:
    """Return a compiled function for use in a loop, inlined: calls cost more than it does."""
    options = {**function.targetoptions, "forceinline": True}
    options.pop("nopython", None)
    return compiled(**options)(function.py_func)
