"""Window constraints: averages of prices, and the decisions that are within budget on all windows.

A row a >= 0 can matter only if it attains max_a <a, x> for some x >= 0: see `maximal_rows`.
"""

from __future__ import annotations

import numpy as np
import scipy
from numpy.typing import ArrayLike

from osphg.core import validate
from osphg.core.domain import Domain, Faceted, HalfSpaces
from osphg.core.domains import Box, Polytope
from osphg.core.game import Game, require_game
from osphg.core.geometry.lengths import unit_of
from osphg.core.validate import FloatArray

_CHUNK = 256  # rows compared at a time: memory is _CHUNK x _RIVALS booleans
_RIVALS = 1024  # each row is compared with this many of the heaviest rows only


def window_averages(prices: ArrayLike, W: int) -> FloatArray:
    r"""Return the average price over each window, :math:`a_t = \frac1W \sum_{\tau<W} p_{t+\tau}`.

    A window that starts inside one block of W rounds is the end of that block and the beginning
    of the next. Both are running sums within their blocks, so nothing is subtracted, and for
    non-negative prices the relative error is at most W eps, whatever T.

    Parameters
    ----------
    prices : (T, n) array
    W : int
        Window length, at most T.

    Returns
    -------
    (T-W+1, n) array

    Raises
    ------
    TypeError, ValueError
        If W is not an integer between 1 and T, or prices is not a finite matrix.
    """
    p = validate.array("prices", prices, (None, None))
    T, n = p.shape
    W = validate.positive_int("W", W, T)
    if W == 1:
        return p.copy()
    blocks = -(-T // W)
    padded = np.zeros((n, blocks * W))  # rounds run in memory
    padded[:, :T] = p.T
    by_block = padded.reshape(n, blocks, W)
    # From each round to the end of its block; a window that begins within one ends in the next.
    sums = np.cumsum(by_block[..., ::-1], axis=-1)[..., ::-1]
    sums[:, :-1, 1:] += np.cumsum(by_block[:, 1:, :-1], axis=-1)
    found = np.empty((T - W + 1, n))
    np.divide(sums.reshape(n, -1)[:, : T - W + 1].T, W, out=found)
    return found


def window_polytope(rounds: Game, W: int) -> Polytope:
    r"""Return :math:`\mathcal X_W`, the fixed decisions within budget over every window.

    Its rows are :math:`\langle a_t, x \rangle \le B_T / T` with a_t from `window_averages`, and
    those of the domain itself. As prices and decisions are non-negative, only the maximal a_t
    matter: the others are dropped, and the set stays the same. Rounds are read block by block and
    only the last W - 1 prices are carried along, so memory does not grow with T.

    Parameters
    ----------
    rounds : Rounds
    W : int
        Window length, at most T.

    Raises
    ------
    TypeError
        If W is not an integer, or the domain is not a Box, Simplex or Polytope and does not say
        its faces.
    ValueError
        If W is not between 1 and T.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> osphg.window_polytope(rounds, W=30).upper.round(3)
    array([0.616, 0.62 ])
    >>> osphg.window_polytope(rounds, W=1000).upper.round(3)
    array([0.663, 0.676])
    """
    require_game("rounds", rounds)
    W = validate.positive_int("W", W, rounds.T)
    A, b, box = half_spaces(rounds.domain)
    carry = maximal = np.empty((0, rounds.n))
    for block in rounds.blocks():
        recent = np.vstack([carry, block.prices]) if len(carry) else block.prices
        if len(recent) >= W:
            averages = window_averages(recent, W)
            maximal = maximal_rows(np.vstack([maximal, averages]) if len(maximal) else averages)
        carry = recent[max(len(recent) - (W - 1), 0) :]
    # No coordinate can exceed what the budget buys of it alone; a tight box keeps the rounding
    # errors of everything that follows relative to the set's own size.
    dearest = maximal.max(axis=0)
    with np.errstate(over="ignore"):  # of what is all but free
        reach = np.divide(rounds.allowance, dearest, out=box.upper.copy(), where=dearest > 0.0)
    box = Box(np.maximum(np.minimum(box.upper, reach), box.lower), box.lower)
    cutting = maximal @ box.upper > rounds.allowance
    maximal = maximal[cutting] if cutting.any() else maximal[:1]
    allowances = np.full(len(maximal), rounds.allowance)
    return Polytope(np.vstack([A, maximal]), np.concatenate([b, allowances]), box)


def half_spaces(domain: Domain) -> tuple[FloatArray, FloatArray, Box]:
    """Write a domain as {x in box : A x <= b}.

    TypeError for a domain that does not say its faces, or says them as something else than
    `HalfSpaces` of real numbers; ValueError if those do not fit together, are not finite, or above
    1e150. Whether there is a point within them is not asked.
    """
    if not validate.offers(domain, Faceted) or not callable(domain.half_spaces):
        kind = type(domain).__name__
        raise TypeError(
            "domain must be a Box, Simplex or Polytope for a window polytope, or have"
            f" half_spaces(), got {kind}"
        )
    found = domain.half_spaces()
    if not isinstance(found, HalfSpaces):
        raise TypeError(f"half_spaces must return HalfSpaces, got {validate.shown(found)}")
    b = _of_faces("b", found.b, None)
    A = _of_faces("A", found.A, len(b), domain.n)
    upper = _of_faces("upper", found.upper, domain.n)
    return A, b, Box(upper, _of_faces("lower", found.lower, domain.n))


def _of_faces(name: str, given: ArrayLike, *shape: int | None) -> FloatArray:
    name = f"half_spaces().{name}"
    array = validate.real(name, given)
    if array.ndim != len(shape) or any(
        m not in (None, n) for m, n in zip(shape, array.shape, strict=True)
    ):
        wanted = ", ".join("any" if m is None else str(m) for m in shape)
        raise ValueError(f"{name} must have shape ({wanted}), got {array.shape}")
    return validate.bounded(name, validate.finite(name, array), validate.SQUARABLE)


def maximal_rows(rows: FloatArray) -> FloatArray:
    """Return rows with the same max_a <a, x> for every x >= 0, as few as cheaply found.

    One row for n = 1 and the upper right convex hull for n = 2, which is the least possible. Above
    that, rows that another one dominates coordinatewise are dropped and, up to n = 4, those that
    are no vertices of the convex hull. Which rows remain affects speed, never the maximum.
    """
    if rows.shape[1] == 1:
        return rows[[rows.argmax()]]
    if rows.shape[1] == 2:
        return _upper_right_hull(rows)
    rows = _undominated(rows)
    return _hull_vertices(rows) if rows.shape[1] <= 4 else rows


def _upper_right_hull(rows: FloatArray) -> FloatArray:
    """Monotone chain (Andrew 1979) over the rows that no other one dominates."""
    units = unit_of(rows, axis=0)  # products of prices below 1e-154 would be 0
    rows = rows / units
    # Most rows are below the one that is furthest right, left of the highest, or dominated by the
    # one with the largest sum: they need no sorting.
    x, y = np.ascontiguousarray(rows.T)
    right, top, far = x.argmax(), y.argmax(), (x + y).argmax()
    some = (x >= x[top]) & (y >= y[right]) & ((x > x[far]) | (y > y[far]))
    some[far] = True
    rows = rows[some]
    rows = rows[np.argsort(-rows[:, 0])]
    highest = np.maximum.accumulate(rows[:, 1])
    rows = rows[np.append(True, highest[1:] > highest[:-1])]  # higher than all to the right
    rows = rows[np.append(rows[:-1, 0] > rows[1:, 0], True)]  # the highest of equally far right
    chain: list[tuple[float, float]] = []
    for x, y in rows.tolist():
        while len(chain) > 1:
            (x0, y0), (x1, y1) = chain[-2:]
            if (x1 - x0) * (y - y1) - (y1 - y0) * (x - x1) > 0.0:
                break
            chain.pop()
        chain.append((x, y))
    return np.array(chain) * units


def _undominated(rows: FloatArray) -> FloatArray:
    """Drop rows that a heavier row (larger sum) exceeds or equals in every coordinate."""
    rows = rows[np.argsort(-rows.sum(axis=1), kind="stable")]
    kept = rows[:0]
    survivors = []
    for start in range(0, len(rows), _CHUNK):
        chunk = rows[start : start + _CHUNK]
        rivals = np.vstack([kept, chunk])
        beaten = np.ones((len(chunk), len(rivals)), dtype=bool)
        for mine, theirs in zip(chunk.T, rivals.T, strict=True):
            beaten &= mine[:, None] <= theirs
        # Within the chunk only an earlier row counts, so that one of several equal rows stays.
        beaten[:, len(kept) :] &= np.tri(len(chunk), k=-1, dtype=bool)
        chunk = chunk[~beaten.any(axis=1)]
        survivors.append(chunk)
        kept = np.vstack([kept, chunk])[:_RIVALS]
    return np.vstack(survivors)


def _hull_vertices(rows: FloatArray) -> FloatArray:
    """Keep the vertices of the convex hull; all rows where they are too few or too flat."""
    if len(rows) <= rows.shape[1] + 1:
        return rows
    try:
        return rows[scipy.spatial.ConvexHull(rows / unit_of(rows, axis=0)).vertices]
    except scipy.spatial.QhullError:
        return rows
