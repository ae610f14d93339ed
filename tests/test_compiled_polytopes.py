"""The compiled projection on a box cut by half-spaces, against the exact one and in play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg import Box, Polytope
from osphg.checks import FloatArray
from osphg.compiled import polytopes
from osphg.compiled.loops import fuse
from osphg.compiled.newton import project_columns
from osphg.compiled.projections import NOT_PROJECTED
from osphg.domains import BoolArray
from osphg.utilities import Quadratics
from tests.domains import drawn_polytope


def projected(domain: Polytope, points: FloatArray) -> tuple[FloatArray, BoolArray]:
    """The points as the compiled loop projects them, one after the other, and whether it did."""
    projection: Any = domain.fused_projection()
    found, results = np.zeros(len(points), bool), points.copy()
    kept = np.zeros((1, projection.memory))
    for i, point in enumerate(results):
        V = np.ascontiguousarray(point[:, None])
        found[i] = project_columns(V, kept, projection.data)
        if found[i]:
            results[i] = V[:, 0]
    return results, found


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(3, 8),
    rows=st.integers(1, 6),
    low=st.sampled_from([-1.0, 0.0]),
    spread=st.sampled_from([0.1, 1.0, 30.0]),
)
def test_it_is_the_projection(seed: int, n: int, rows: int, low: float, spread: float) -> None:
    """From wherever the search begins: the points are unrelated, which play never asks of it."""
    rng = np.random.default_rng(seed)
    domain = drawn_polytope(rng, n, rows, low)
    projection = domain.fused_projection()
    assert projection is not None
    if not projection.memory:  # nothing cuts the box
        return
    points = rng.normal(0, spread, (12, n))
    results, found = projected(domain, points)
    np.testing.assert_array_equal(results[~found], points[~found])
    size = np.maximum(1.0, np.abs(points).max(1, keepdims=True))
    errors = np.abs(results - domain.project(points))[found] / size[found]
    assert errors.max(initial=0.0) < 1e-13
    if spread <= 1.0:
        assert found.all()


@pytest.mark.parametrize("K", [2, 8, 11])
def test_points_side_by_side_do_not_meet(K: int) -> None:
    """Each of K points is projected as it is alone, although all take the steps of the slowest."""
    rng = np.random.default_rng(K)
    domain = drawn_polytope(rng, 6, 5, -1.0)
    projection: Any = domain.fused_projection()
    for spread in (0.1, 1.0, 10.0):
        points = rng.normal(0, spread, (K, 6))
        V = np.ascontiguousarray(points.T)
        assert project_columns(V, np.zeros((K, projection.memory)), projection.data)
        alone, found = projected(domain, points)
        assert found.all()
        np.testing.assert_allclose(V.T, alone, rtol=0, atol=1e-14 * max(1.0, spread))


def test_it_is_exact_to_rounding() -> None:
    """Against the nearest point in fractions."""
    rng = np.random.default_rng(3)
    domain = Polytope(rng.uniform(0, 1, (3, 4)), np.array([0.5, 0.6, 0.7]), Box.unit(4))
    points = rng.normal(0.5, 1.0, (20, 4))
    results, found = projected(domain, points)
    assert found.all()
    for point, result in zip(points, results, strict=True):
        exact = domain.project(point)
        assert np.abs(result - exact).max() < 4e-15


def test_equal_rows_and_flat_faces() -> None:
    """Rows that say the same twice, and a point above a corner: multipliers are not unique."""
    A = np.array([[1.0, 1.0, 1.0], [2.0, 2.0, 2.0], [1.0, 1.0, 1.0]])
    domain = Polytope(A, np.array([1.0, 2.0, 1.0]), Box.unit(3))
    points = np.array([[5.0, 5.0, 5.0], [3.0, 0.0, 0.0], [1.0, 1.0, -7.0], [0.2, 0.2, 0.2]])
    results, found = projected(domain, points)
    assert found.all()
    third = 1 / 3
    expected = [[third] * 3, [1, 0, 0], [0.5, 0.5, 0], [0.2, 0.2, 0.2]]
    np.testing.assert_allclose(results, expected, rtol=0, atol=1e-14)


def cut_box(rng: np.random.Generator, rows: int, n: int = 4) -> Polytope:
    """A box of which each of the rows cuts off the upper corner."""
    A = rng.uniform(0.1, 1, (rows, n))
    return Polytope(A, 0.3 * A.sum(1), Box.unit(n))


@pytest.mark.parametrize("K", [1, 7, 8, 9])
@pytest.mark.parametrize("rows", [1, polytopes.MAX_ROWS])
def test_any_number_of_points_and_rows(K: int, rows: int) -> None:
    """Near the set, at a corner, above one, and far: the projection to rounding, in every lane."""
    rng = np.random.default_rng(K + rows)
    domain = cut_box(rng, rows)
    projection: Any = domain.fused_projection()
    assert projection.memory == rows
    kept = np.zeros((K, rows))
    corners = np.array([domain.maximize_linear(rng.uniform(0, 1, 4)) for _ in range(K)])
    above = corners + domain.A[rng.integers(rows, size=K)] + domain.A[rng.integers(rows, size=K)]
    near = rng.uniform(-0.5, 1.5, (K, 4))
    for points in (near, corners, corners + 1e-15, above, 1e3 * near):
        V = points.T.copy(order="C")
        assert project_columns(V, kept, projection.data)
        size = max(1.0, float(np.abs(points).max()))
        np.testing.assert_allclose(V.T, domain.project(points), rtol=0, atol=1e-14 * size)


@pytest.mark.parametrize("gap", [1e-3, 1e-6, 1e-9, 1e-12, 1e-15])
def test_rows_that_are_nearly_equal(gap: float) -> None:
    """The corner between two such rows lies anywhere: it is found, or refused."""
    rng = np.random.default_rng(2)
    for _ in range(20):
        A = rng.uniform(0.1, 1, 4) + gap * rng.normal(size=(5, 4))
        domain = Polytope(A, 0.3 * A.sum(1), Box.unit(4))
        if not domain.fused_projection().memory:  # type: ignore[union-attr]
            continue
        points = rng.normal(0.5, 1.0, (6, 4))
        results, found = projected(domain, points)
        np.testing.assert_array_equal(results[~found], points[~found])
        np.testing.assert_allclose(
            results[found], domain.project(points)[found], rtol=0, atol=1e-12
        )


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e6, -1e17, 1e200])
@pytest.mark.parametrize("within", [True, False])
@pytest.mark.parametrize("K", [1, 9])
def test_a_point_that_rounding_hides_is_refused(bad: float, within: bool, K: int) -> None:
    """In its lane alone, whether the other coordinates are in the set or not."""
    domain = cut_box(np.random.default_rng(4), 3)
    projection: Any = domain.fused_projection()
    V = np.full((4, K), 0.1 if within else 0.9)
    V[1, K - 1] = bad
    point = V[:, K - 1].copy()
    clipped = point.clip(domain.lower, domain.upper)
    # Where the clipped point is in the set, it is the projection, from any distance.
    is_found = bool(np.isfinite(bad) and domain.contains(clipped))
    assert project_columns(V, np.zeros((K, 3)), projection.data) == is_found
    np.testing.assert_array_equal(V[:, K - 1], clipped if is_found else point)


@pytest.mark.parametrize("scale", [1e13, 1e17])
def test_decisions_after_huge_steps_lie_in_the_set(scale: float) -> None:
    """NumPy plays what the compiled loop refuses: the points are far away, the decisions not."""
    rounds = game(15)
    H, h = rounds.utility.H, rounds.utility.h  # type: ignore[attr-defined]
    huge = osphg.Rounds(
        Quadratics(scale * H, scale * h), rounds.prices, rounds.budget, rounds.domain
    )
    player = osphg.OSPHG(mu=0.3, delta=1.0, K=9)
    assert fuse(player, huge.domain, huge.utility) is not None
    runs = [osphg.play(player, huge, compiled=compiled) for compiled in (True, False)]
    assert huge.domain.contains(runs[0].decisions).all()
    np.testing.assert_allclose(runs[0].decisions, runs[1].decisions, rtol=0, atol=1e-9)


def game(T: int, rows: int = 3) -> osphg.Rounds:
    """Quadratics in five dimensions, on a polytope whose faces bind."""
    rng = np.random.default_rng(8)
    H = rng.uniform(-1, 0, (T, 5, 5))
    H = (H + H.transpose(0, 2, 1)) / 2
    A = rng.uniform(0, 1, (rows, 5))
    domain = Polytope(A, 0.3 * A.sum(1), Box.unit(5))
    return osphg.Rounds(Quadratics(H, -H.sum(2)), rng.uniform(0, 1, (T, 5)), 0.8 * T, domain)


def test_play_is_compiled_and_the_same() -> None:
    rounds = game(300)
    player = osphg.OSPHG.tuned(rounds, W=20, K=6)
    assert fuse(player, rounds.domain, rounds.utility) is not None
    runs = [osphg.play(player, rounds, compiled=compiled) for compiled in (True, False)]
    np.testing.assert_allclose(runs[0].decisions, runs[1].decisions, rtol=0, atol=1e-12)
    faces = runs[0].decisions @ rounds.domain.A.T - rounds.domain.b  # type: ignore[attr-defined]
    assert (np.abs(faces).min(1) < 1e-9).mean() > 0.5


def test_many_rows_are_played_in_numpy() -> None:
    """All rows of this game cut the box."""
    few, many = (game(10, rows).domain for rows in (polytopes.MAX_ROWS, polytopes.MAX_ROWS + 1))
    assert few.fused_projection() is not None  # type: ignore[attr-defined]
    assert many.fused_projection() is None  # type: ignore[attr-defined]


def test_numpy_plays_what_is_not_projected(monkeypatch: pytest.MonkeyPatch) -> None:
    """And hands the rounds after it back to the compiled loop."""
    rounds = game(600)
    player = osphg.OSPHG.tuned(rounds, W=20, K=4)
    whole = osphg.play(player, rounds)
    compiled = fuse(player, rounds.domain, rounds.utility)
    assert compiled is not None
    compiled_loop = compiled.loop
    calls = 0

    def fails_once(*arguments: Any) -> float:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise ValueError(NOT_PROJECTED)
        return float(compiled_loop(*arguments))

    fused = compiled._replace(loop=fails_once)
    monkeypatch.setattr(osphg.playing, "fuse", lambda *parts: fused)
    run = osphg.play(player, rounds)
    assert calls > 1
    np.testing.assert_allclose(run.decisions, whole.decisions, rtol=0, atol=1e-12)


@pytest.mark.parametrize("power", [0, 3, 6, 40])
def test_items_in_other_units(power: int) -> None:
    """Each coordinate to 1e-12 of its own size, or in NumPy where units are far apart."""
    unit = 2.0 ** np.array([power, 0, -power])
    rng = np.random.default_rng(power)
    for _ in range(20):
        rows = rng.uniform(0.2, 1, (2, 3)) / unit
        domain = Polytope(rows, np.array([0.9, 1.0]), Box(unit))
        assert (domain.fused_projection() is None) == (power > 3)
        if power > 3:
            continue
        points = rng.normal(0.5, 1.0, (10, 3)) * unit
        results, found = projected(domain, points)
        assert found.all()
        assert (np.abs(results - domain.project(points)) / unit).max() < 1e-12


def test_rows_whose_entries_are_far_apart() -> None:
    rng = np.random.default_rng(5)
    for _ in range(40):
        rows = 10.0 ** rng.uniform(-8, 0, (3, 4))
        domain = Polytope(rows, 0.4 * rows.sum(1), Box.unit(4))
        points = rng.normal(0.5, 2.0, (10, 4))
        results, found = projected(domain, points)
        np.testing.assert_allclose(
            results[found], domain.project(points)[found], rtol=0, atol=1e-12
        )
        assert found.mean() > 0.8
