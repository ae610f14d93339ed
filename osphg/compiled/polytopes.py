"""The projection onto a box cut by half-spaces, for compiled loops: which of them, and the call.

The method is that of `osphg.compiled.newton`, which imports numba, and so is imported where
something is compiled: this module is imported with every domain.

Where few rows matter, m of some dozens, eight points take some microseconds; where m is large, or
without numba, `osphg.Polytope` asks a solver of quadratic programmes instead.
"""

from __future__ import annotations

from functools import cache

from osphg.checks import FloatArray

MAX_ROWS = 32  # above, a solver of quadratic programmes is faster
# Of the largest coordinate of the set to the smallest. Rounding of the largest one, eight times,
# is what a row may be exceeded by: to the smallest one that is still less than 1e-12 of its size.
MAX_SIZE_RATIO = 100.0


def project_on_polytope(
    V: FloatArray,
    kept: FloatArray,
    A: FloatArray,
    b: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
) -> bool:
    """Take each column of V to the nearest point of {lower <= x <= upper, A x <= b}, in place.

    Parameters
    ----------
    V : FloatArray
        The points, (n, K), changed.
    kept : FloatArray
        The multipliers of the rows for each point, (K, m): where Newton's method begins, and what
        it ends with; 0 at first. The projection does not depend on them, but for rounding.
    A, b : FloatArray
        Rows of length 1, (m, n), and (m,).
    lower, upper : FloatArray
        The bounds of the box, (n,).

    Returns
    -------
    bool
        False if it does not converge for one of the points; V has changed in part then.
    """
    return project_columns(V, kept, (A, b, lower, upper))


def project_columns(V: FloatArray, kept: FloatArray, faces: tuple[FloatArray, ...]) -> bool:
    """Stand for `osphg.compiled.newton.project_columns`, which `import_newton` puts here."""
    raise NotImplementedError


@cache
def import_newton() -> None:
    """Have `project_on_polytope` call Newton's method, before numba compiles it.

    numba reads what it calls as a global of this module. That is not imported with the module: it
    would load numba, a fifth of a second, for all who only make a domain or play in NumPy.
    """
    from osphg.compiled import newton

    globals()["project_columns"] = newton.project_columns
