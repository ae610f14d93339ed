"""What the tests know of each kind of decision set: `DOMAINS`, a `Case` for each class.

A new domain is declared in two places: its class, and its `Case` here. All tests of domains then
draw it, and every player plays a game on its `example` or says that it needs another domain, as one
with `half_spaces()`. The runs are compared with those on the plain counterparts of its projection
and of its corners. In the plane these follow from its faces; in more dimensions a case brings its
own, or there is no literal run to compare with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from osphg import Box, Polytope, Simplex
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.matroids import PartitionMatroid
from tests import literal, literal_matroid, literal_practice
from tests.literal import Projection, Vector
from tests.literal_practice import Affordable, Corner

Rows = list[tuple[Vector, float]]  # (a, b) for each face <a, x> <= b


@dataclass(frozen=True)
class Case:
    """A kind of decision set, and the same in plain Python.

    `project`, `corner` and `affordable` return a plain function for a domain of that kind: the
    nearest point, a maximiser of <c, x>, and one within <p, x> <= money. None where there is none.
    """

    kind: type[Any]
    example: Callable[[], Domain]  # a small one, of which 0 is the least point
    drawn: Callable[[np.random.Generator, int], Any]  # any one of n items
    # A and b of {x : A x <= b}, all of them; None for a curved set
    faces: Callable[[Any], tuple[FloatArray, FloatArray]] | None = None
    project: Callable[[Any], Projection] | None = None
    corner: Callable[[Any], Corner] | None = None
    affordable: Callable[[Any], Affordable] | None = None
    intervals: bool = False  # whether it is a product of intervals, one for each item


def bounded(
    A: FloatArray, b: FloatArray, lower: FloatArray, upper: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """The faces A x <= b, x <= upper and x >= lower as one system."""
    eye = np.eye(len(upper))
    return np.vstack([A, eye, -eye]), np.concatenate([b, upper, -lower])


def drawn_box(rng: np.random.Generator, n: int) -> Box:
    lower = rng.uniform(-1.0, 1.0, n)
    return Box(lower + rng.uniform(0.0, 2.0, n), lower)


def drawn_polytope(rng: np.random.Generator, n: int, rows: int = 6, low: float = -1.0) -> Polytope:
    """A random polytope that contains a ball around a random point of its box."""
    lower = rng.uniform(-0.5, 0.5, n)
    box = Box(lower + rng.uniform(0.5, 2.0, n), lower)
    A = rng.uniform(low, 1.0, (rows, n))
    inside = lower + rng.uniform(0.2, 0.8, n) * (box.upper - lower)
    return Polytope(A, A @ inside + rng.uniform(0.0, 0.4, rows), box)


def drawn_matroid(rng: np.random.Generator, n: int) -> PartitionMatroid:
    """Blocks of a random size, of elements in a random order."""
    size = int(rng.integers(1, n + 1))
    order = rng.permutation(n).tolist()
    blocks = [order[at : at + size] for at in range(0, n, size)]
    return PartitionMatroid(blocks, [int(rng.integers(1, len(block) + 1)) for block in blocks])


def faces_of_matroid(X: PartitionMatroid) -> tuple[FloatArray, FloatArray]:
    A = np.array([[float(i in block) for i in range(X.n)] for block in X.blocks])
    return bounded(A, np.array(X.ranks, float), np.zeros(X.n), np.ones(X.n))


def triangle() -> Polytope:
    return Polytope(np.array([[1.0, 2.0], [3.0, 1.0]]), np.array([1.5, 2.0]), Box.unit(2))


DOMAINS: dict[str, Case] = {
    "box": Case(
        kind=Box,
        example=lambda: Box(np.array([2.0, 0.5, 1.5])),
        drawn=drawn_box,
        faces=lambda X: bounded(np.empty((0, X.n)), np.empty(0), X.lower, X.upper),
        project=lambda X: literal.box(X.upper.tolist()),
        corner=lambda X: literal_practice.box_corner(X.upper.tolist()),
        affordable=lambda X: literal_practice.knapsack(X.upper.tolist()),
        intervals=True,
    ),
    "simplex": Case(
        kind=Simplex,
        example=lambda: Simplex(5, 1.5),
        drawn=lambda rng, n: Simplex(n, float(rng.uniform(0.1, 3.0))),
        faces=lambda X: bounded(
            np.ones((1, X.n)), np.array([X.r]), np.zeros(X.n), np.full(X.n, X.r)
        ),
        project=lambda X: literal.simplex(X.r),
        corner=lambda X: literal_practice.simplex_corner(X.n, X.r),
        affordable=lambda X: literal_practice.simplex_affordable(X.n, X.r),
    ),
    "polytope": Case(
        kind=Polytope,
        example=triangle,
        drawn=drawn_polytope,
        faces=lambda X: bounded(X.A, X.b, X.box.lower, X.box.upper),
    ),
    "matroid": Case(
        kind=PartitionMatroid,
        example=lambda: PartitionMatroid([[0, 2], [1, 3, 4]], [1, 2]),
        drawn=drawn_matroid,
        faces=faces_of_matroid,
        project=lambda X: literal_matroid.projection(X.blocks, X.ranks),
        corner=lambda X: literal_matroid.vertex(X.blocks, X.ranks),
    ),
}


def case_of(domain: Domain) -> Case:
    """The case of a domain's class; LookupError for a class that has none."""
    for case in DOMAINS.values():
        if case.kind is type(domain):
            return case
    raise LookupError(f"{type(domain).__name__} has no Case in tests/domains.py")


def rows_of(domain: Domain) -> Rows | None:
    """The faces of a polygon, in the plane; None elsewhere, and of a curved set."""
    faces = case_of(domain).faces
    if faces is None or domain.n != 2:
        return None
    A, b = faces(domain)
    return list(zip(A.tolist(), b.tolist(), strict=True))


def projection(domain: Domain) -> Projection | None:
    """The plain projection on a domain."""
    case = case_of(domain)
    if case.project is not None:
        return case.project(domain)
    rows = rows_of(domain)
    return literal.polygon(*split(rows)) if rows else None


def corner(domain: Domain) -> Corner | None:
    """The plain maximiser of a linear function."""
    case = case_of(domain)
    if case.corner is not None:
        return case.corner(domain)
    rows = rows_of(domain)
    return literal_practice.polygon_corner(*split(rows)) if rows else None


def affordable(domain: Domain) -> Affordable | None:
    """The plain maximiser of a linear function within a budget."""
    case = case_of(domain)
    if case.affordable is not None:
        return case.affordable(domain)
    rows = rows_of(domain)
    return literal_practice.polygon_affordable(*split(rows)) if rows else None


def affordable_in_each(domain: Domain) -> Callable[[Vector, list[Vector], Vector], Vector] | None:
    """The plain maximiser of a linear function within several budgets: the best of all corners."""
    faces = case_of(domain).faces
    if faces is None or domain.n > 3:
        return None
    A, b = faces(domain)

    def best(c: Vector, prices: list[Vector], money: Vector) -> Vector:
        corners = literal_practice.corners([*A.tolist(), *prices], [*b.tolist(), *money])
        return literal_practice.best_of(corners, c)

    return best


def split(rows: Rows) -> tuple[list[Vector], Vector]:
    """The normals and the offsets of faces."""
    return [normal for normal, _ in rows], [offset for _, offset in rows]
