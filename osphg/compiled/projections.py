"""Projections of a point, in place, for compiled loops."""

from __future__ import annotations

from typing import Any

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled.jit import compile_part, is_compiled, jit, recompile_inlined

_TINY, _EPS = float(np.finfo(np.float64).tiny), float(np.finfo(np.float64).eps)


def column_projection(project: Any | None) -> Any:
    """Return the compiled projection of all columns of V (n, K), in place.

    Parameters
    ----------
    project : callable or None
        The projection of one point y (n,), as in `Projection`. None for a box: its columns have
        been clipped at the bounds already, and nothing is left to do.

    Returns
    -------
    callable
        `columns(V, y, *data)`, with y (n,) to work in and the data of `Projection`.
    """
    if project is None:
        return compile_part(lambda V, y: None)
    if is_compiled(project):
        project_point = recompile_inlined(project)
    else:
        project_point = jit(error_model="numpy", forceinline=True)(project)

    @compile_part
    def columns(V: FloatArray, y: FloatArray, *data: Any) -> None:
        n, K = V.shape
        for k in range(K):
            for i in range(n):
                y[i] = V[i, k]
            project_point(y, *data)
            for i in range(n):
                V[i, k] = y[i]

    return columns


def project_on_simplex(y: FloatArray, radius: float) -> None:
    """Project y (n,), already >= 0, onto {x >= 0, sum x <= radius} (Michelot 1986).

    That entries below 0 were raised to 0 before changes nothing: the projection has zeros there.
    """
    total, top = 0.0, 0.0
    for i in range(len(y)):
        total += y[i]
        top = max(top, y[i])
    if total <= radius:
        return
    # The threshold of those above the last threshold, until none of them lies below it. Shifted,
    # the largest entry is 0: large ones do not cancel.
    threshold, raised = -np.inf, True
    while raised:
        total, count = -radius, 0
        for i in range(len(y)):
            if y[i] - top > threshold:
                total += y[i] - top
                count += 1
        raised = total / count > threshold
        threshold = max(threshold, total / count)
    for i in range(len(y)):
        y[i] = max((y[i] - top) - threshold, 0.0)


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
        stays where it is.
    """
    outside = False
    for j in range(len(offsets)):
        outside = outside or normals[j, 0] * y[0] + normals[j, 1] * y[1] > offsets[j]
    if not outside:
        return
    # Signs of products tell the side that faces y, or the corner nearest to it. Distances decide
    # where rounding leaves none: in units far apart, one coordinate's rounding outweighs the other.
    least = np.inf
    u, v = 0.0, 0.0
    for j in range(len(vertices)):
        after = j + 1 if j + 1 < len(vertices) else 0
        last = after + 1 if after + 1 < len(vertices) else 0
        px, py, qx, qy = vertices[j, 0], vertices[j, 1], vertices[after, 0], vertices[after, 1]
        dx, dy = qx - px, qy - py
        past_p = (y[0] - px) * dx + (y[1] - py) * dy
        past_q = (y[0] - qx) * dx + (y[1] - qy) * dy
        turned = (y[0] - qx) * (vertices[last, 0] - qx) + (y[1] - qy) * (vertices[last, 1] - qy)
        step = min(max(past_p / max(dx * dx + dy * dy, _TINY), 0.0), 1.0)
        if step < 0.5:  # a convex combination, written so that step = 1 gives the end exactly
            x0, x1 = px + step * dx, py + step * dy
        else:
            x0, x1 = qx - (1.0 - step) * dx, qy - (1.0 - step) * dy
        beyond = dx * (y[1] - py) < dy * (y[0] - px)
        if (beyond and past_p > 0.0 and past_q < 0.0) or (past_q >= 0.0 and turned <= 0.0):
            y[0], y[1] = x0, x1
            return
        gap = (y[0] - x0) ** 2 + (y[1] - x1) ** 2
        if gap < least:
            least, u, v = gap, x0, x1
    y[0], y[1] = u, v


def clip_polygon(
    V: FloatArray, count: int, a: float, b: float, limit: float, work: FloatArray
) -> int:
    """Clip a polygon to a half-plane in place (Sutherland and Hodgman 1974).

    Parameters
    ----------
    V : FloatArray
        Its vertices are V[:count], (m, 2) with m > count.
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
    A crossing is a convex combination of the ends of its side, from
    the one within: it stays on the side and meets the line to rounding error, even if the two are
    nearly parallel. What is beyond by rounding alone stays.
    """
    furthest, size = -np.inf, 0.0
    for i in range(count):
        furthest = max(furthest, a * V[i, 0] + b * V[i, 1])
        size = max(size, abs(a * V[i, 0]) + abs(b * V[i, 1]))
    slack, new = 8 * _EPS * size, 0
    if furthest - limit <= slack:
        return count
    for i in range(count):
        after = i + 1 if i + 1 < count else 0
        here, there = a * V[i, 0] + b * V[i, 1] - limit, a * V[after, 0] + b * V[after, 1] - limit
        if here <= slack:
            work[new, 0], work[new, 1] = V[i, 0], V[i, 1]
            new += 1
        if (here <= slack) != (there <= slack):
            start, end = (i, after) if here <= slack else (after, i)
            near, far = min(here, there, 0.0), max(here, there)
            for j in range(2):  # here and below: whole rows take seconds longer to compile
                work[new, j] = V[start, j] + near / (near - far) * (V[end, j] - V[start, j])
            new += 1
    for i in range(new):
        V[i, 0], V[i, 1] = work[i, 0], work[i, 1]
    return new
