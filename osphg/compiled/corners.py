"""The best corners of domains, for compiled loops: points of X with the largest <c, x>.

Each function takes a vector c, its argument y, to such a point in place. It is `project` of the
`Projection` that `fused_maximizer()` of a domain returns, and what it takes behind y is the data of
that. The domain of a game contains the origin, its smallest point.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled.jit import compile_part

_EPS = float(np.finfo(np.float64).eps)
_FLAT = 1e-12  # a rate that is no more than rounding: rows have length 1


def best_corner_of_box(y: FloatArray, lower: FloatArray, upper: FloatArray) -> None:
    """Take a vector y (n,) to the corner of a box whose product with it is largest, in place.

    Where y_i = 0 it is the lower bound, which spends less. `lower` and `upper`, (n,), are the
    bounds.
    """
    for i in range(len(y)):
        y[i] = upper[i] if y[i] > 0.0 else lower[i]


def best_corner_of_simplex(y: FloatArray, r: float) -> None:
    """Take a vector y (n,) to the corner of {x >= 0, sum x <= r} that is best for it, in place.

    It is r on the first largest entry of y, or 0 where no entry is positive.
    """
    best = 0  # the item with the largest entry
    for i in range(1, len(y)):
        if y[i] > y[best]:
            best = i
    is_positive = y[best] > 0.0
    for i in range(len(y)):
        y[i] = 0.0
    if is_positive:
        y[best] = r


def best_corner_of_polygon(y: FloatArray, vertices: FloatArray) -> None:
    """Take a vector y (2,) to the vertex of a polygon that is best for it, in place.

    `vertices`, (m, 2), are all of them; of several that are best it is the first.
    """
    best = 0
    largest = -np.inf  # <y, vertex> of the best one so far
    for j in range(len(vertices)):
        worth = y[0] * vertices[j, 0] + y[1] * vertices[j, 1]
        if worth > largest:
            best = j
            largest = worth
    y[0] = vertices[best, 0]
    y[1] = vertices[best, 1]


def simplex_method_memory(m: int, n: int) -> int:
    """Return how many floats `best_corner_of_polytope` works in, for m rows and n items.

    They are the tableau, (m + 1)(n + 1), and three numbers for each of m + n variables.
    """
    return (m + 1) * (n + 1) + 3 * (m + n)


def best_corner_of_polytope(
    y: FloatArray, memory: FloatArray, A: FloatArray, b: FloatArray, upper: FloatArray
) -> bool:
    """Take a vector y (n,) to the corner of {0 <= x <= upper, A x <= b} that is best for it.

    This is Dantzig's simplex method for variables with bounds, from the corner 0. Variables
    0..n-1 are the coordinates, n..n+m-1 what the rows leave over, b - A x. A variable that is at
    its upper bound is counted from there downwards, so that at a corner n variables are 0, one for
    each column, and each row has one of the m others:

        tableau[j, n] = (the variable of row j) + sum_k tableau[j, k] (the variable of column k)

    As the variables of columns are 0, tableau[j, n] is the value of the variable of row j. Row m of
    the tableau has what a unit of the variable of each column adds to <c, x>. In each step one of
    these rises from 0, as far as its bound and the bounds of the rows' variables let it; it then
    takes the place of the row's variable that is at a bound first.

    Parameters
    ----------
    y : FloatArray
        The vector c, (n,), and at last the corner; changed in place.
    memory : FloatArray
        As many floats as `simplex_method_memory` says, to work in.
    A, b : FloatArray
        The rows, (m, n), of length 1, and their sides, (m,), not negative.
    upper : FloatArray
        The upper bounds, (n,).

    Returns
    -------
    bool
        False if the method does not end, by rounding; then y is no corner.
    """
    m, n = A.shape
    size = (m + 1) * (n + 1)
    # The memory holds, one behind the other: tableau, bounds, is_flipped and variables.
    tableau = memory[:size].reshape((m + 1, n + 1))
    bounds = memory[size : size + m + n]  # the upper bound of each variable
    is_flipped = memory[size + m + n : size + 2 * (m + n)]  # 1 for one counted from its bound
    # The numbers of the variables: of column k at k, and of row j at n + j.
    variables = memory[size + 2 * (m + n) :]
    largest = 0.0  # entry of c, in size
    for k in range(n):
        for j in range(m):
            tableau[j, k] = A[j, k]
        tableau[m, k] = y[k]
        bounds[k] = upper[k]
        largest = max(largest, abs(y[k]))
    for j in range(m):
        tableau[j, n] = b[j]
        bounds[n + j] = np.inf
    for k in range(m + n):
        is_flipped[k] = 0.0
        variables[k] = k
    # A gain per unit that is no larger has come from rounding in the steps before.
    rounding = 64 * _EPS * largest
    # About m + n steps are usual. After five times as many it may be going round in circles, and
    # after fifty times it is rounding that keeps it from ending.
    for step in range(50 * (m + n)):
        # The column whose variable enters: it adds most per unit; after many steps that of the
        # first variable that adds anything, so that the method ends (Bland 1977).
        enters = -1
        gain = rounding  # of the best column so far; of any after many steps
        for k in range(n):
            if tableau[m, k] > gain and (
                enters < 0 or step < 5 * (m + n) or variables[k] < variables[enters]
            ):
                enters = k
                if step < 5 * (m + n):
                    gain = tableau[m, k]
        if enters < 0:  # nothing can be gained: this is the best corner
            for k in range(n):
                y[k] = 0.0
            for j in range(m):
                variable = int(variables[n + j])
                if variable < n:
                    y[variable] = tableau[j, n]
            for k in range(n):
                if is_flipped[k] > 0.0:
                    y[k] = upper[k] - y[k]
                # Rounding may have left it just outside.
                y[k] = min(max(y[k], 0.0), upper[k])
            return True
        # How far it goes: to its own bound, or until the variable of a row is at one of its bounds.
        farthest = bounds[int(variables[enters])]
        leaves = -1  # the row whose variable is at a bound first; -1 while it is the own bound
        for j in range(m):
            rate = tableau[j, enters]  # at which the variable of the row falls
            # A rate up to `_FLAT` is no more than rounding: the variable of the row stays.
            if rate > _FLAT:
                limit = tableau[j, n] / rate
            elif rate < -_FLAT:
                limit = (bounds[int(variables[n + j])] - tableau[j, n]) / -rate
            else:
                limit = np.inf
            # Of rows that are at a bound at once that of the first variable, also by Bland's rule.
            if limit < farthest or (
                limit == farthest and leaves >= 0 and variables[n + j] < variables[n + leaves]
            ):
                farthest = limit
                leaves = j
        if leaves < 0:  # it goes from 0 to its own bound, and is counted from there
            flip_column(tableau, enters, farthest)
            is_flipped[int(variables[enters])] = 1.0 - is_flipped[int(variables[enters])]
            continue
        if tableau[leaves, enters] < 0.0:  # it leaves at its upper bound, and is counted from it
            variable = int(variables[n + leaves])
            is_flipped[variable] = 1.0 - is_flipped[variable]
            for k in range(n):
                tableau[leaves, k] = -tableau[leaves, k]
            tableau[leaves, n] = bounds[variable] - tableau[leaves, n]
        # The row's equation is solved for the variable that enters, and put into all others.
        exchange(tableau, leaves, enters)
        variables[enters], variables[n + leaves] = variables[n + leaves], variables[enters]
    return False


def flip_column(tableau: FloatArray, k: int, bound: float) -> None:
    """Put the variable of column k, which is 0, at its upper bound, and count it from there down.

    The tableau is that of `best_corner_of_polytope`, changed in place. The variable is replaced by
    `bound` less a new one, which is 0: the values in the last column change by the bound, and the
    new variable has the opposite sign.
    """
    last = tableau.shape[1] - 1
    for j in range(tableau.shape[0]):
        tableau[j, last] -= tableau[j, k] * bound
        tableau[j, k] = -tableau[j, k]


def exchange(tableau: FloatArray, row: int, column: int) -> None:
    """Exchange the variable of a row and that of a column, in place: the former becomes 0.

    The tableau is that of `best_corner_of_polytope`. With n columns of variables and a last column
    of values, an equation of row j, of m, is

        tableau[j, n] = (the variable of row j) + sum_k tableau[j, k] (the variable of column k)

    and the last row has what a unit of each column's variable adds to <c, x>. The equation of the
    row is solved for the variable of the column, and put into all other rows. The caller exchanges
    the numbers of the variables, and has chosen a row whose entry in the column is not 0.
    """
    pivot = tableau[row, column]
    for k in range(tableau.shape[1]):
        tableau[row, k] /= pivot
    tableau[row, column] = 1.0 / pivot
    for j in range(tableau.shape[0]):
        if j != row:
            rate = tableau[j, column]
            tableau[j, column] = 0.0
            for k in range(tableau.shape[1]):
                tableau[j, k] -= rate * tableau[row, k]


@cache
def compile_helpers() -> None:
    """Compile the functions that `best_corner_of_polytope` calls, before numba compiles that.

    numba reads them as globals of this module. They are not compiled when it is imported: that
    would load numba, a fifth of a second, for all who only make a domain or play in NumPy.
    """
    for function in (flip_column, exchange):
        globals()[function.__name__] = compile_part(function)
