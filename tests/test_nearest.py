"""Projections on polytopes in more than two dimensions, and those of compiled rounds."""

from __future__ import annotations

import importlib
import itertools
import sys
from fractions import Fraction
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import ArrayLike

import osphg
from osphg.checks import FloatArray
from osphg.compiled.answers import Projection
from osphg.compiled.loops import fuse
from osphg.domains import BoolArray
from osphg.nearest import CutBox, as_fractions, nearest_point
from osphg.players.base import Player

seeds = st.integers(0, 2**32 - 1)


def solved(M: list[list[Any]], right: list[Any]) -> list[Any] | None:
    """Solve M z = right by elimination; None for a singular matrix."""
    rows = [[*row, r] for row, r in zip(M, right, strict=True)]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [entry / rows[k][k] for entry in rows[k]]
        for i in range(len(rows)):
            if i != k:
                rows[i] = [a - rows[i][k] * c for a, c in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


def by_enumeration(X: osphg.Polytope, y: FloatArray) -> FloatArray:
    """Try every set of faces in rational numbers: the one whose multipliers are not negative."""
    n, eye = X.n, np.eye(X.n)
    G = [[Fraction(v) for v in row] for row in np.vstack([X.A, eye, -eye]).tolist()]
    g = [Fraction(v) for v in [*X.b.tolist(), *X.box.upper.tolist(), *(-X.box.lower).tolist()]]
    at = [Fraction(v) for v in y.tolist()]
    for count in range(n + 1):
        for faces in itertools.combinations(range(len(G)), count):
            gram = [
                [sum(a * c for a, c in zip(G[i], G[j], strict=True)) for j in faces] for i in faces
            ]
            excess = [sum(a * c for a, c in zip(G[i], at, strict=True)) - g[i] for i in faces]
            forces = solved(gram, excess)
            if forces is None or min(forces, default=Fraction(0)) < 0:
                continue
            x = [
                v - sum(f * G[i][j] for f, i in zip(forces, faces, strict=True))
                for j, v in enumerate(at)
            ]
            if all(
                sum(a * c for a, c in zip(row, x, strict=True)) <= top
                for row, top in zip(G, g, strict=True)
            ):
                return np.array([float(v) for v in x])
    raise AssertionError("an empty set")


@given(
    seeds,
    st.integers(2, 4),
    st.integers(1, 4),
    st.sampled_from([0, 1, 3, 6, 9]),
    st.sampled_from([0.1, 1.0, 30.0, 1e4, 1e9, 1e14, 1e18]),
    st.sampled_from([0.0, -0.5]),
)
@settings(max_examples=40, deadline=None)
def test_projection_is_exact_in_any_units_and_from_any_distance(
    seed: int, n: int, rows: int, decades: int, spread: float, low: float
) -> None:
    """Items in units up to 10^18 apart; each coordinate to 1e-9 of its own size."""
    rng = np.random.default_rng(seed)
    units = 10.0 ** rng.uniform(-decades, decades, n)
    A = rng.uniform(low, 1.0, (rows, n))
    X = osphg.Polytope(A / units, A @ np.full(n, 0.3) + rng.uniform(0, 0.3, rows), osphg.Box(units))
    Y = (0.5 + spread * rng.normal(size=(2, n))) * units
    P = X.project(Y)
    assert X.contains(P).all()
    for y, x in zip(Y, P, strict=True):
        np.testing.assert_allclose(x / units, by_enumeration(X, y) / units, rtol=0, atol=1e-9)


@given(seeds, st.integers(1, 6), st.integers(1, 4), st.sampled_from([0.1, 3.0, 1e3]))
@settings(max_examples=60, deadline=None)
def test_floats_and_fractions_find_the_same_point(
    seed: int, n: int, rows: int, spread: float
) -> None:
    rng = np.random.default_rng(seed)
    A = rng.uniform(-0.5, 1.0, (rows, n))
    cut = CutBox(A, A @ np.full(n, 0.3) + rng.uniform(0, 0.2, rows), np.zeros(n), np.ones(n))
    y = 0.5 + spread * rng.normal(size=n)
    found = nearest_point(y, cut, np.zeros(rows))
    exact = nearest_point(as_fractions(y), cut.in_fractions(), as_fractions(np.zeros(rows)))
    assert found is not None
    assert exact is not None
    x, forces = exact
    np.testing.assert_allclose(found[0], x.astype(float), rtol=0, atol=1e-12 * (1 + spread))
    # the conditions of optimality, without rounding
    A, b, lower, upper = cut.in_fractions()
    assert (x == np.minimum(np.maximum(as_fractions(y) - forces @ A, lower), upper)).all()
    assert (A @ x <= b).all()
    assert (forces >= 0).all()
    assert forces @ (b - A @ x) == 0


def test_an_empty_set_has_no_nearest_point() -> None:
    cut = CutBox(np.array([[-1.0, -1.0]]), np.array([-3.0]), np.zeros(2), np.ones(2)).in_fractions()
    assert nearest_point(as_fractions(np.ones(2)), cut, as_fractions(np.zeros(1))) is None


@pytest.mark.parametrize("wrong", [[0.675, 0.225, 0.0], [0.5, 0.25, 0.25], [1.0, 0.0, 0.0]])
def test_what_the_library_misses_is_noticed(
    wrong: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Off the face, or another point of it, with status 1 and the right multipliers."""
    daqp = importlib.import_module("daqp")
    solve = daqp.solve

    def answer(*arguments: Any, **settings: Any) -> Any:
        _, value, status, told = solve(*arguments, **settings)
        return np.array(wrong), value, status, told

    X = osphg.Polytope(np.array([[1.0, 1.0, 1.0]]), np.ones(1), osphg.Box.unit(3))
    right = X.project([1.0, 0.5, 0.2])
    monkeypatch.setattr(daqp, "solve", answer)
    np.testing.assert_allclose(X.project([1.0, 0.5, 0.2]), right, rtol=0, atol=1e-15)


@pytest.mark.parametrize("spread", [0.1, 1.0, 30.0])
def test_without_the_library_projections_are_the_same(
    spread: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a browser, which has none: Newton's method alone, from no multipliers."""
    rng = np.random.default_rng(3)
    X = osphg.Polytope(rng.uniform(-0.5, 1.0, (4, 5)), rng.uniform(0.2, 1.0, 4), osphg.Box.unit(5))
    Y = 0.5 + spread * rng.normal(size=(100, 5))
    with_library = X.project(Y)
    monkeypatch.setitem(sys.modules, "daqp", None)
    np.testing.assert_allclose(X.project(Y), with_library, rtol=0, atol=1e-12)


@pytest.mark.parametrize("spread", [0.1, 1.0, 30.0])
@pytest.mark.parametrize("rows", [0, 1, 4, 30])
def test_the_compiled_projection_on_a_polygon(rows: int, spread: float) -> None:
    rng = np.random.default_rng(rows)
    A = rng.normal(size=(rows + 1, 2))
    domain = osphg.Polytope(A, A @ np.full(2, 0.3) + 0.3, osphg.Box.unit(2))
    assert_projected_alike(domain, 0.3 + spread * rng.normal(size=(200, 2)))
    assert_projected_alike(domain, domain.vertices)


@pytest.mark.parametrize("decades", [3, 9])
def test_the_compiled_projection_on_a_polygon_in_units_far_apart(decades: int) -> None:
    rng = np.random.default_rng(decades)
    for _ in range(20):
        units = 10.0 ** rng.uniform(-decades, decades, 2)
        A = rng.uniform(0, 1, (3, 2))
        X = osphg.Polytope(A / units, A @ np.full(2, 0.3) + 0.1, osphg.Box(units))
        Y = (0.5 + 3 * rng.normal(size=(50, 2))) * units
        fused = X.fused_projection()
        assert fused is not None
        found = Y.copy()
        for y in found:
            fused.project(y, *fused.data)
        np.testing.assert_allclose(found / units, X.project(Y) / units, rtol=0, atol=1e-12)


def assert_projected_alike(domain: osphg.Polytope, Y: FloatArray) -> None:
    """As by the domain itself."""
    fused = domain.fused_projection()
    assert fused is not None
    X = Y.copy()
    for x in X:
        fused.project(x, *fused.data)
    np.testing.assert_allclose(X, domain.project(Y), rtol=0, atol=1e-12)


class Ball:
    """A user's own domain, {x >= 0 : |x| <= r}, with a projection for compiled rounds."""

    n, r = 3, 0.4

    def __init__(self, into_ball: Any) -> None:
        self.lower, self.upper = np.zeros(self.n), np.full(self.n, self.r)
        self.diameter, self._into_ball = self.r * 2**0.5, into_ball

    def project(self, Y: ArrayLike) -> FloatArray:
        X = np.maximum(np.asarray(Y), 0.0)
        return X / np.maximum(np.linalg.norm(X, axis=-1, keepdims=True) / self.r, 1.0)

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        return self.project(1e9 * np.asarray(C))

    def contains(self, X: ArrayLike, rtol: float = 1e-9) -> BoolArray:
        return np.asarray(np.abs(self.project(X) - np.asarray(X)).max(-1) <= rtol * self.r)

    def fused_projection(self) -> Projection:
        return Projection(self.lower, np.full(self.n, np.inf), self._into_ball, (self.r,))


def _into_ball(y: FloatArray, r: float) -> None:
    length = np.sqrt((y * y).sum())
    if length > r:
        y *= r / length


@pytest.mark.parametrize(
    ("player", "into_ball"),
    [
        (osphg.OSPHG(0.1, 1.0, 4), _into_ball),
        (osphg.BoostedOSPHG(0.1, 1.0), numba.njit(_into_ball)),
    ],
    ids=["plain", "njit"],
)
def test_a_users_projection_is_played_compiled(player: Player, into_ball: Any) -> None:
    domain, given = Ball(into_ball), osphg.rounds.paper_quadratics(T=40, n=3)
    rounds = osphg.Rounds(given.utility, given.prices, 1.5 * given.T, domain)
    assert fuse(player, domain, rounds.utility) is not None
    one, two = osphg.play(player, rounds), osphg.play(player, rounds, compiled=False)
    assert np.linalg.norm(one.decisions, axis=-1).max() > 0.39  # projections act
    np.testing.assert_allclose(one.decisions, two.decisions, rtol=0, atol=1e-12)
    np.testing.assert_allclose(one.multiplier, two.multiplier, rtol=0, atol=1e-12)


def test_a_users_wrong_projection_is_refused_in_its_round() -> None:
    def nowhere(y: FloatArray, r: float) -> None:
        """Leave a point where it is."""

    domain, given = Ball(nowhere), osphg.rounds.paper_quadratics(T=40, n=3)
    rounds = osphg.Rounds(given.utility, given.prices, 1.5 * given.T, domain)
    with pytest.raises(osphg.RoundError, match=r"^round \d+: the decision must lie in "):
        osphg.play(osphg.OSPHG(0.1, 1.0, 4), rounds)


def test_what_does_not_compile_is_told_and_played_in_numpy() -> None:
    def by_text(y: FloatArray, r: float) -> None:
        y[0] = eval("r")

    domain, given = Ball(by_text), osphg.rounds.paper_quadratics(T=40, n=3)
    rounds, player = osphg.Rounds(given.utility, given.prices, 60.0, domain), osphg.OSPHG(0.1, 1, 4)
    with pytest.warns(RuntimeWarning, match=r"^osphg plays in NumPy, .+ not compile: .*eval"):
        run = osphg.play(player, rounds)
    other = osphg.play(player, rounds, compiled=False)
    np.testing.assert_array_equal(run.decisions, other.decisions)
