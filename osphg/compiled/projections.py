"""Projections of a point, in place, for compiled loops.

Each of these is `project` of a `Projection` (`osphg.compiled.answers`), whose `data` are what it
takes behind the point y. `column_projection` makes of it what a loop calls.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled.jit import compile_inlined, is_compiled, jit, recompile_inlined

_TINY, _EPS = float(np.finfo(np.float64).tiny), float(np.finfo(np.float64).eps)


NOT_PROJECTED = "a point could not be projected in the compiled loop"


def column_projection(
    project: Any | None, *, has_memory: bool = False, together: bool = False
) -> Any:
    """Return a compiled function that projects each column of V (n, K), in place.

    The columns are the choices of K oracles, or the one decision of a player (K = 1).

    Parameters
    ----------
    project : callable or None
        The projection of one point y (n,), as in `Projection`. None for a box: its columns have
        been clipped at the bounds already, and nothing is left to do.
    has_memory : bool
        Whether the projection keeps floats of each column from round to round, as one that begins
        where it ended; it then returns whether it has succeeded (`Projection.memory`).
    together : bool
        Whether it takes all columns at once (`Projection.together`).

    Returns
    -------
    callable
        `columns(V, y, data)`, with y (n,) to work in and the data of `Projection`. With a memory
        these data are behind what is kept of each column, (K, many), in the same tuple; it then
        raises a ValueError, `NOT_PROJECTED`, for a column that the projection does not find.
    """
    if project is None:
        return compile_inlined(lambda V, y, data: None)
    if is_compiled(project):
        project_point = recompile_inlined(project)
    else:
        # It is called for every oracle in every round: inlined, the calls cost nothing.
        project_point = jit(error_model="numpy", forceinline=True)(project)

    @compile_inlined
    def all_columns(V: FloatArray, y: FloatArray, data: Any) -> None:
        """Project the columns of V (n, K) in place, all at once; y is not needed."""
        if not project_point(V, *data):
            raise ValueError(NOT_PROJECTED)

    @compile_inlined
    def columns(V: FloatArray, y: FloatArray, data: Any) -> None:
        """Project each column of V (n, K) in place, by way of y (n,): columns lie apart in V."""
        n, K = V.shape
        for k in range(K):
            for i in range(n):
                y[i] = V[i, k]
            project_point(y, *data)
            for i in range(n):
                V[i, k] = y[i]

    @compile_inlined
    def columns_with_memory(V: FloatArray, y: FloatArray, data: Any) -> None:
        """Project each column of V (n, K) in place; data[0] (K, many) is what is kept of each."""
        n, K = V.shape
        memory = data[0]
        for k in range(K):
            for i in range(n):
                y[i] = V[i, k]
            if not project_point(y, memory[k], *data[1:]):
                raise ValueError(NOT_PROJECTED)
            for i in range(n):
                V[i, k] = y[i]

    if together:
        return all_columns
    return columns_with_memory if has_memory else columns


def project_on_simplex(y: FloatArray, radius: float) -> None:
    """Project y (n,), already >= 0, onto {x >= 0, sum x <= radius}, in place (Michelot 1986).

    `radius` is above 0: so a threshold lies below the largest entry, and `count` is never 0. That
    entries below 0 were raised to 0 before changes nothing: the projection has zeros there.
    """
    total, largest = 0.0, 0.0  # the sum and the largest of the entries
    for i in range(len(y)):
        total += y[i]
        largest = max(largest, y[i])
    if total <= radius:
        return
    # The projection lowers all entries by one threshold and cuts them at 0. The threshold follows
    # from the sum of the entries above it: begin with all entries, drop those below the threshold
    # that they lead to, and go on until none is dropped. Entries are counted from the largest one,
    # so that large ones do not cancel.
    threshold, raised = -np.inf, True
    while raised:
        total, count = -radius, 0
        for i in range(len(y)):
            if y[i] - largest > threshold:
                total += y[i] - largest
                count += 1
        raised = total / count > threshold
        threshold = max(threshold, total / count)
    for i in range(len(y)):
        y[i] = max((y[i] - largest) - threshold, 0.0)


def project_on_polygon(
    y: FloatArray, vertices: FloatArray, normals: FloatArray, offsets: FloatArray
) -> None:
    """Project y (2,) on a polygon, in place: to the nearest point of its nearest side.

    Parameters
    ----------
    y : FloatArray
        The point, (2,).
    vertices : FloatArray
        The polygon's vertices, counter-clockwise, (m, 2).
    normals, offsets : FloatArray
        The polygon as half-planes normals x <= offsets, (l, 2) and (l,): a point within all of them
        stays where it is. Some may not touch the polygon, so that l need not be m.
    """
    outside = False
    for j in range(len(offsets)):
        outside = outside or normals[j, 0] * y[0] + normals[j, 1] * y[1] > offsets[j]
    if not outside:
        return
    # Signs of products tell the side that faces y, or the corner nearest to it. Distances decide
    # where rounding leaves none: in units far apart, one coordinate's rounding outweighs the other.
    # A side goes from (px, py) to (qx, qy), by (dx, dy). y projects on it where it is past p and
    # not past q; q itself is nearest where y is past q, but not past the start of the next side.
    smallest_gap = np.inf
    nearest_x, nearest_y = 0.0, 0.0
    for j in range(len(vertices)):
        after = j + 1 if j + 1 < len(vertices) else 0
        last = after + 1 if after + 1 < len(vertices) else 0
        px, py, qx, qy = vertices[j, 0], vertices[j, 1], vertices[after, 0], vertices[after, 1]
        dx, dy = qx - px, qy - py
        past_p = (y[0] - px) * dx + (y[1] - py) * dy
        past_q = (y[0] - qx) * dx + (y[1] - qy) * dy
        past_q_on_next = (y[0] - qx) * (vertices[last, 0] - qx) + (y[1] - qy) * (
            vertices[last, 1] - qy
        )
        # Where on the side, from 0 at p to 1 at q; `_TINY` is there for a side of length 0.
        step = min(max(past_p / max(dx * dx + dy * dy, _TINY), 0.0), 1.0)
        if step < 0.5:  # a convex combination, written so that step = 1 gives the end exactly
            x0, x1 = px + step * dx, py + step * dy
        else:
            x0, x1 = qx - (1.0 - step) * dx, qy - (1.0 - step) * dy
        # The vertices run counter-clockwise: what lies to the right of a side is outside.
        outside_side = dx * (y[1] - py) < dy * (y[0] - px)
        if (outside_side and past_p > 0.0 and past_q < 0.0) or (
            past_q >= 0.0 and past_q_on_next <= 0.0
        ):
            y[0], y[1] = x0, x1
            return
        gap = (y[0] - x0) ** 2 + (y[1] - x1) ** 2
        if gap < smallest_gap:
            smallest_gap, nearest_x, nearest_y = gap, x0, x1
    y[0], y[1] = nearest_x, nearest_y


def clip_polygon(
    V: FloatArray, count: int, a: float, b: float, limit: float, work: FloatArray
) -> int:
    """Clip a polygon to a half-plane in place (Sutherland and Hodgman 1974).

    Parameters
    ----------
    V : FloatArray
        Its vertices in order are V[:count], (m, 2) with m > count.
    count : int
        The number of its vertices.
    a, b, limit : float
        The half-plane a x + b y <= limit.
    work : FloatArray
        An array like V to work in.

    Returns
    -------
    int
        The number of vertices that V has then.

    Notes
    -----
    The vertices within stay, and a side that crosses the line gives a new one. This crossing is a
    convex combination of the ends of its side, from the one within: it stays on the side and meets
    the line to rounding error, even if the two are nearly parallel. A vertex that is beyond the
    line by rounding alone stays, too.
    """
    furthest, size = -np.inf, 0.0  # largest a x + b y of a vertex, and size of its two terms
    for i in range(count):
        furthest = max(furthest, a * V[i, 0] + b * V[i, 1])
        size = max(size, abs(a * V[i, 0]) + abs(b * V[i, 1]))
    slack, new_count = 8 * _EPS * size, 0  # rounding of a x + b y
    if furthest - limit <= slack:
        return count
    for i in range(count):
        after = i + 1 if i + 1 < count else 0
        # How far the two ends of the side from vertex i to the one after it are beyond the line.
        excess = a * V[i, 0] + b * V[i, 1] - limit
        excess_after = a * V[after, 0] + b * V[after, 1] - limit
        if excess <= slack:
            work[new_count, 0], work[new_count, 1] = V[i, 0], V[i, 1]
            new_count += 1
        if (excess <= slack) != (excess_after <= slack):
            start, end = (i, after) if excess <= slack else (after, i)
            near = min(excess, excess_after, 0.0)
            far = max(excess, excess_after)
            for j in range(2):  # here and below: whole rows take seconds longer to compile
                work[new_count, j] = V[start, j] + near / (near - far) * (V[end, j] - V[start, j])
            new_count += 1
    for i in range(new_count):
        V[i, 0], V[i, 1] = work[i, 0], work[i, 1]
    return new_count
