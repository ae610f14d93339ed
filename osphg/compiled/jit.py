"""The door to numba: how a function is compiled, and kept on disk."""

from __future__ import annotations

import hashlib
import importlib
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

# Seconds for which compiled code of other sources may still be in use by another process.
_STALE_AFTER = 86400.0
_digest = cache(package_digest)


def can_compile() -> bool:
    """Whether numba is installed and was not told to compile nothing."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") == "0" and find_spec("numba") is not None


@cache
def import_numba() -> Any:
    """Import numba without the linear algebra of scipy, which most compiled functions never call.

    With its first function numba loads all that it can compile. At that moment it looks for the
    BLAS of scipy, a fifth of a second, to know whether there is one. There is: this package depends
    on scipy. So numba is told yes; a function that multiplies matrices looks for the BLAS itself,
    when it is compiled and when it runs.
    """
    import numba

    with suppress(ImportError, AttributeError):  # of a numba that is built otherwise
        from numba.np import linalg

        look_for_blas = linalg.ensure_blas
        # Whether numba and scipy count in integers of the same size is still to be asked: a
        # function that was compiled with another scipy would write where it must not.
        linalg.ensure_blas = getattr(linalg, "_check_lapack_int_width", lambda: None)
        try:
            importlib.import_module("numba.np.arraymath")
        finally:
            linalg.ensure_blas = look_for_blas
    return numba


def jit(*, kept: bool = False, **options: Any) -> Callable[[Function], Function]:
    """Return a decorator that compiles a function; without numba one that changes nothing.

    Parameters
    ----------
    kept : bool
        Whether the compiled code is kept on disk, for other processes, by the function's file and
        name. What such a function calls is kept with it. A RuntimeWarning says where there is no
        place for it; Python shows it once in a process, as it comes from one line.
    **options
        As for `numba.njit`.

    Returns
    -------
    callable
        The decorator.
    """

    def decorate(function: Any) -> Any:
        """Return a plain function compiled, or itself where numba compiles nothing.

        With `kept` the digest of all sources becomes a part of its name, old compiled code is
        removed, and where there is no folder to keep it in, that is said and nothing is kept.

        A closure of the package gets a name of its own: what one factory makes has one name, such
        as `with_size_check.<locals>.checked_gradients`, and numba would take two of them for one
        another where both are part of compiled code that comes from the disk (`_digest_of_closure`
        says how). A closure that is kept itself has a name of its own before it comes here. A
        user's closure is never kept, and stays as it is named.
        """
        if not can_compile():
            return function
        numba = import_numba()
        # Also where `kept` is False: it may be called by a function that is kept, and with it.
        is_own = str(function.__module__).startswith("osphg.")
        if function.__closure__ and is_own and not kept:
            function.__qualname__ += f"_{_digest_of_closure(function)}"

        # A wrapper for C takes a tenth of the time to compile, and nobody calls it.
        njit: Any = partial(numba.njit, **{"no_cfunc_wrapper": True, **options})
        if kept:
            # numba sees no change in the functions that this one calls: the name has to tell.
            function.__qualname__ += f"_{_digest()[:16]}"
            with suppress(RuntimeError):  # numba finds no place, and the warning below says so
                dispatcher = njit()(function)
                dispatcher._cache = _cache_by_name()(function)  # noqa: SLF001
                _remove_stale(Path(dispatcher.stats.cache_path))
                return dispatcher
            warnings.warn(
                "osphg found no writable folder for compiled code: it is compiled anew in every"
                " process, which takes some seconds; NUMBA_CACHE_DIR names such a folder",
                RuntimeWarning,
                stacklevel=1,
            )
        return njit()(function)

    return decorate


@cache
def _cache_by_name() -> Any:
    """Return a class for the compiled code of a function on disk, found by file and name alone.

    numba's own also asks for the same closure. That of a loop holds functions that each process
    makes anew, so that nothing would be found; its name tells them, and the sources.
    """
    from numba.core.caching import FunctionCache

    class CacheByName(FunctionCache):
        """The compiled code of one function on disk, for each signature and processor."""

        def _index_key(self, signature: Any, codegen: Any) -> tuple[Any, Any]:
            """Return what compiled code is found by within the file of the function."""
            return signature, codegen.magic_tuple()

    return CacheByName


def _digest_of_closure(function: Any) -> str:
    """Return a digest of the names of what a closure has from the function around it.

    numba names what it compiles by qualified name, types and a number that counts from 1 in each
    process. Without the digest, two loops that have these in common, because one function has made
    them in two processes, would be one loop for a third process that loads both from the disk.
    """
    enclosed = [cell.cell_contents for cell in function.__closure__]
    # The plain function of one that numba compiles: its name is that of the source.
    functions = [getattr(thing, "py_func", thing) for thing in enclosed]
    names = [getattr(thing, "__qualname__", repr(thing)) for thing in functions]
    return hashlib.sha256(" ".join(names).encode()).hexdigest()[:16]


@cache
def _remove_stale(folder: Path) -> None:
    """Remove a folder's old compiled code of other sources, so that edits do not fill the disk.

    The digest of the sources is in the names of numba's files, ``.nbi`` and ``.nbc``. Another
    process may still use code of other sources: what is younger than a day stays. It is done once
    in a process for each folder.
    """
    for path in folder.glob("*.nb[ci]"):
        with suppress(OSError):
            is_old = path.stat().st_mtime < time.time() - _STALE_AFTER
            if is_old and _digest()[:16] not in path.name:
                path.unlink()


# The decorator for a plain function that loops call, compiled on its own. It is cached: a function
# is compiled once, whichever loops call it.
compile_part: Callable[[Function], Function] = cache(
    jit(fastmath={"contract"}, error_model="numpy")
)

# The same for a function that becomes a part of each loop that calls it, with the loop's options. A
# call costs nothing then, and it takes less to compile: of a function on its own numba also makes
# machine code that nobody calls, and compiles it once more with each loop.
compile_inlined: Callable[[Function], Function] = cache(
    jit(fastmath={"contract"}, error_model="numpy", inline="always")
)

# The same for a function that is given arrays and has loops of its own. Where numba makes such a
# function a part of the caller, as `compile_inlined` does, it counts references to each array in
# each call, which takes some nanoseconds. Here the arrays are lent to the function, and LLVM makes
# it a part of the caller.
compile_lent: Callable[[Function], Function] = cache(
    jit(fastmath={"contract"}, error_model="numpy", forceinline=True)
)


# A user's functions of one point.


def is_compiled(function: Any) -> bool:
    """Whether a function is one of numba's, which is compiled when it is first called."""
    import numba

    return isinstance(function, numba.core.dispatcher.Dispatcher)


def compiler_message(error: Exception) -> str:
    """Return what an error of numba says, on one line: its first three lines, 200 characters.

    The reason comes first; advice and addresses follow. "Failed in nopython mode pipeline" says
    nothing to a user.
    """
    lines = [line.strip() for line in str(error).splitlines()]
    reasons = [line for line in lines if line and not line.startswith("Failed in nopython")]
    return " ".join(reasons[:3])[:200]


def recompile_inlined(function: Any) -> Any:
    """Return a user's function under numba, with its options, compiled for use in a loop: inlined.

    A call of a function of one point costs more than the function does.

    Parameters
    ----------
    function : callable
        One of numba's, for which `is_compiled` is true; it stays as it is.

    Returns
    -------
    callable
        The same function, compiled anew.
    """
    options = {**function.targetoptions, "forceinline": True}
    options.pop("nopython", None)  # `numba.njit` sets it itself, and warns of it
    return jit(**options)(function.py_func)
