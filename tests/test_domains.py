"""Domains against brute force: optimality conditions, linear programmes, pairs of vertices."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from osphg.checks import FloatArray
from osphg.domains import Box, Domain, Polytope, Simplex, require_domain
from tests.domains import DOMAINS, case_of, drawn_polytope

seeds = st.integers(0, 2**32 - 1)


def domains(rng: np.random.Generator, n: int) -> list[Domain]:
    """One of each kind, and a polytope whose rows all cost something."""
    return [
        *(case.drawn(rng, n) for case in DOMAINS.values()),
        drawn_polytope(rng, n, low=0.0),
    ]


def corners(A: FloatArray, b: FloatArray, box: Box) -> FloatArray:
    """All vertices of a small polytope, by solving every n of its inequalities."""
    A = np.vstack([A, np.eye(box.n), -np.eye(box.n)])
    b = np.concatenate([b, box.upper, -box.lower])
    found = []
    for tight in itertools.combinations(range(len(b)), box.n):
        if abs(np.linalg.det(A[list(tight)])) > 1e-9:
            x = np.linalg.solve(A[list(tight)], b[list(tight)])
            if (A @ x <= b + 1e-9).all():
                found.append(x)
    return np.array(found).reshape(-1, box.n)


@given(seeds, st.integers(1, 6), st.sampled_from([1e-9, 1e-3, 1.0, 1e4]))
@settings(max_examples=40, deadline=None)
def test_projection_is_the_nearest_point(seed: int, n: int, spread: float) -> None:
    rng = np.random.default_rng(seed)
    for domain in domains(rng, n):
        boundary = domain.project(domain.lower + 2 * rng.normal(size=(5, n)))
        Y = np.vstack([boundary + spread * rng.normal(size=(5, n)), boundary])
        P = domain.project(Y)
        assert domain.contains(P, rtol=1e-13).all()
        # <y - Py, z - Py> <= 0 for the z of the domain that maximises it: optimality.
        Z = domain.maximize_linear(Y - P)
        excess = ((Y - P) * (Z - P)).sum(axis=1)
        assert excess.max() <= 1e-13 * (1 + spread)
        np.testing.assert_allclose(domain.project(P), P, rtol=0, atol=1e-14)
        moved = np.linalg.norm(P[:, None] - P, axis=-1) - np.linalg.norm(Y[:, None] - Y, axis=-1)
        assert moved.max() <= 1e-13 * (1 + spread)  # non-expansive


@given(seeds, st.integers(1, 5))
@settings(max_examples=30, deadline=None)
def test_maximize_linear_agrees_with_a_linear_programme(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    for domain in domains(rng, n):
        faces = case_of(domain).faces
        if faces is None:
            continue
        A, b = faces(domain)
        C = rng.normal(size=(3, n)) * rng.choice([1e-6, 1.0, 1e6])
        V = domain.maximize_linear(C)
        assert domain.contains(V, rtol=1e-12).all()
        for c, v in zip(C, V, strict=True):
            best = linprog(-c / np.abs(c).max(), A, b, bounds=(None, None), method="highs")
            assert c @ v / np.abs(c).max() == pytest.approx(-best.fun, abs=1e-9)


@given(seeds, st.integers(1, 3), st.integers(1, 7))
@settings(max_examples=60, deadline=None)
def test_polytope_against_all_its_vertices(seed: int, n: int, rows: int) -> None:
    rng = np.random.default_rng(seed)
    box = Box(rng.uniform(0.5, 1.5, n), -rng.uniform(0.0, 1.0, n))
    A, b = rng.normal(size=(rows, n)), rng.normal(0.3, 0.5, size=rows)
    expected = corners(A, b, box)
    if len(expected) == 0:
        with pytest.raises(ValueError, match=r"A, b and box must have a point in common"):
            Polytope(A, b, box)
        return
    domain = Polytope(A, b, box)
    np.testing.assert_allclose(domain.lower, expected.min(axis=0), atol=1e-7)
    np.testing.assert_allclose(domain.upper, expected.max(axis=0), atol=1e-7)
    longest = np.linalg.norm(expected[:, None] - expected, axis=-1).max()
    assert domain.diameter >= longest - 1e-9
    if n <= 2:
        assert domain.diameter == pytest.approx(longest, abs=1e-8)
    if n == 2:
        apart = np.linalg.norm(domain.vertices[:, None] - expected, axis=-1)
        assert apart.min(axis=0).max() < 1e-7
        assert apart.min(axis=1).max() < 1e-7
        side = np.roll(domain.vertices, -1, axis=0) - domain.vertices
        turn = np.roll(side, -1, axis=0)
        assert (side[:, 0] * turn[:, 1] - side[:, 1] * turn[:, 0] >= -1e-12).all()


@pytest.mark.parametrize("n", [1, 2, 4])
def test_diameters_of_box_and_simplex(n: int) -> None:
    box = Box(np.arange(1.0, n + 1))
    assert box.diameter == pytest.approx(np.linalg.norm(box.upper))
    moved = Box(np.arange(1.0, n + 1) + 5, np.full(n, 5.0))
    assert moved.diameter == pytest.approx(box.diameter)
    assert Simplex(n, 3.0).diameter == pytest.approx(3.0 if n == 1 else 3.0 * np.sqrt(2.0))


@given(seeds, st.integers(1, 5))
@settings(max_examples=40, deadline=None)
def test_contains_lets_each_face_be_exceeded_by_its_tolerance(seed: int, n: int) -> None:
    """From each face outwards: by a little less than the tolerance, and by a little more."""
    rng = np.random.default_rng(seed)
    lower = rng.uniform(-1.0, 1.0, n)
    upper = lower + rng.uniform(0.5, 2.0, n)
    box = Box(upper, lower)
    inside = rng.uniform(lower + 0.1, upper - 0.1)
    assert box.contains(inside, rtol=0.0)
    size = np.maximum(np.abs(lower), np.abs(upper))
    for i, (end, sign) in itertools.product(range(n), ((lower, -1.0), (upper, 1.0))):
        x = inside.copy()
        for by, expected in ((0.99e-3, True), (1.01e-3, False)):
            x[i] = end[i] + sign * by * size[i]
            assert box.contains(x, rtol=1e-3) == expected


def test_vertices_that_are_close_together_are_two() -> None:
    """A corner that is cut off by little, and a thin strip: nothing but rounding is taken away."""
    for by in (1e-2, 1e-4, 1e-6, 1e-9):
        cut = Polytope(np.ones((1, 2)), np.array([2.0 - by]), Box.unit(2))
        expected = np.array([[0, 0], [1, 0], [1, 1 - by], [1 - by, 1], [0, 1]])
        np.testing.assert_allclose(cut.vertices, expected, rtol=0, atol=1e-15)
        assert cut.maximize_linear([1.0, 2.0]).tolist() == pytest.approx([1 - by, 1.0], abs=1e-15)
        strip = Polytope(np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([by, 0.0]), Box.unit(2))
        assert len(strip.vertices) == 4


@pytest.mark.parametrize("n", [3, 5])
def test_the_best_corner_for_each_of_many_directions_that_are_close(n: int) -> None:
    """A corner that was best for one is best for another only if it is: by all corners."""
    rng = np.random.default_rng(n)
    for _ in range(4):
        A, cube = rng.uniform(0.2, 1.0, (4, n)), Box.unit(n)
        domain = Polytope(A, A.sum(axis=1) * rng.uniform(0.3, 0.7, 4), cube)
        C = 1.0 + rng.normal(size=(200, n)) * 10.0 ** rng.uniform(-4, 0, (200, 1))
        most = (C @ corners(domain.A, domain.b, cube).T).max(axis=1)
        found = (C * domain.maximize_linear(C)).sum(axis=1)
        np.testing.assert_allclose(found, most, rtol=1e-12)


@pytest.mark.parametrize("n", [1, 2, 4])
def test_a_simplex_takes_what_is_no_further_than_its_tolerance(n: int) -> None:
    X = np.full(n, 3.0 / n) + np.array([[0.99], [1.01]]) * 1e-3 * 3.0  # of the largest coordinate
    assert Simplex(n, 3.0).contains(X, rtol=1e-3).tolist() == [True, False]


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("shape", [(), (4,), (2, 3), (0,), (2, 0, 3)])
def test_any_leading_shape(n: int, shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(*shape, n))
    for domain in domains(rng, n):
        assert isinstance(domain, Domain)
        assert domain.contains(X).shape == shape
        for method in (domain.project, domain.maximize_linear):
            result = method(X)
            assert result.shape == X.shape
            flat = [method(x) for x in X.reshape(-1, n)]
            np.testing.assert_allclose(result.reshape(-1, n), np.reshape(flat, (-1, n)), atol=1e-14)


def test_projection_leaves_its_argument_and_the_inside_alone() -> None:
    rng = np.random.default_rng(1)
    for n in (1, 2, 3):
        for domain in domains(rng, n):
            inside = domain.project(rng.normal(size=(20, n)))
            center = inside.mean(axis=0)
            inside = 0.9 * inside + 0.1 * center
            copy = inside.copy()
            result = domain.project(inside)
            np.testing.assert_array_equal(result, copy)
            assert not np.shares_memory(result, inside)


def test_ties_are_broken_towards_spending_less() -> None:
    zero = np.zeros(3)
    np.testing.assert_array_equal(Box.unit(3).maximize_linear(zero), zero)
    np.testing.assert_array_equal(Simplex(3).maximize_linear(zero), zero)
    np.testing.assert_array_equal(Simplex(3).maximize_linear(np.ones(3)), [1.0, 0.0, 0.0])


def test_degenerate_polygons() -> None:
    box = Box.unit(2)
    segment = Polytope(np.array([[1.0, 1.0], [-1.0, -1.0]]), np.array([1.0, -1.0]), box)
    assert segment.diameter == pytest.approx(np.sqrt(2.0))
    np.testing.assert_allclose(segment.project([[0.0, 0.0], [2.0, 0.5]]), [[0.5, 0.5], [1.0, 0.0]])
    point = Polytope(np.array([[1.0, 1.0]]), np.array([0.0]), box)
    assert point.vertices.shape == (1, 2)
    assert point.diameter == 0.0
    np.testing.assert_array_equal(point.project([3.0, 4.0]), [0.0, 0.0])
    trivial = Polytope(np.zeros((1, 2)), np.zeros(1), box)
    assert len(trivial.vertices) == 4


def test_simplex_projection_of_huge_points() -> None:
    far = np.array([1e300, 1e300, -1e300])
    np.testing.assert_allclose(Simplex(3, 1.0).project(far), [0.5, 0.5, 0.0])


# The same, for calls that a type checker would refuse.
box: Any = Box
polyhedron: Any = Polytope


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (
            lambda: box([1.0, 2.0], [0.0, 3.0]),
            ValueError,
            r"lower must be <= upper, got lower\[1",
        ),
        (lambda: box([1.0, np.nan]), ValueError, "upper must be finite, got nan"),
        (lambda: Simplex(2, -1.0), ValueError, "r must be greater than 0, got -1"),
        (
            lambda: polyhedron(np.ones((1, 3)), np.ones(1), Box.unit(2)),
            ValueError,
            r"A must have shape \(any, 2\), got \(1, 3\)",
        ),
        (
            lambda: polyhedron(np.zeros((1, 2)), -np.ones(1), Box.unit(2)),
            ValueError,
            "A, b and box must have a point in common",
        ),
        (
            lambda: Box.unit(2).project(1.0),
            ValueError,
            r"Y must have shape \(.*, 2\), got \(\)",
        ),
    ],
)
def test_bad_input(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_no_distance_is_taken_to_a_point_whose_square_overflows() -> None:
    for n in (2, 3):
        X = Polytope(np.ones((1, n)), np.ones(1), Box.unit(n))
        with pytest.raises(ValueError, match=r"^Y must have finite squares, got 1e\+200 in size$"):
            X.project(np.full(n, 1e200))


def test_a_domain_that_lacks_members_is_told_which() -> None:
    class Unfinished:
        n = 2

        def project(self, Y: FloatArray) -> FloatArray:
            return Y

    lacking = "lacks lower, upper, diameter, maximize_linear, contains; help"
    with pytest.raises(TypeError, match=lacking):
        require_domain("domain", Unfinished())
    with pytest.raises(TypeError, match=r"^domain must be a Domain such as Box or Simplex, got 3$"):
        require_domain("domain", 3)
