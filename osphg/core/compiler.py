"""The one door to the compiler: compiled code is kept on disk where a place for it can be written.

numba keeps it beside the source or in the user's cache folder, and refuses at once where it may
write to neither: in a read-only installation without a home, say.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(**options: Any) -> Callable[[Function], Function]:
    """Return numba's decorator with a cache, and without one where none can be written.

    Parameters
    ----------
    **options
        Of `numba.njit`, such as `fastmath`.

    Warns
    -----
    RuntimeWarning
        Once in a process, if there is no place for the compiled code.
    """

    def compile_later(function: Function) -> Function:
        try:
            kept: Function = numba.njit(cache=True, **options)(function)
        except RuntimeError as error:
            if "cannot cache" not in str(error):
                raise
        else:
            return kept
        _say_once()
        forgotten: Function = numba.njit(**options)(function)
        return forgotten

    return compile_later


def compiled_within(**options: Any) -> Callable[[Function], Function]:
    """Return numba's decorator for what is a part of another compiled function, and kept with it.

    What is made of functions that a user gave is compiled anew in every process.
    """
    part: Callable[[Function], Function] = numba.njit(**options)
    return part


@cache
def _say_once() -> None:
    warnings.warn(
        "osphg found no writable folder for compiled code: it is compiled anew in every process,"
        " which takes some seconds; NUMBA_CACHE_DIR names such a folder",
        RuntimeWarning,
        stacklevel=3,
    )
