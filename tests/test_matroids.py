"""Partition matroids and rounding, and set functions, against enumeration and plain Python."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from osphg import Rounds
from osphg.checks import FloatArray
from osphg.domains import Box, Domain
from osphg.families import ProbabilisticCoverage
from osphg.hindsight import frank_wolfe
from osphg.matroids import (
    MultilinearExtension,
    PartitionMatroid,
    best_fixed_set,
    biased_coins,
    continuous_greedy,
    convex_combination,
    coverage_game,
    pipage_distribution,
    pipage_rounding,
    swap_rounding,
)
from tests import literal_matroid

seeds = st.integers(0, 2**32 - 1)


def random_matroid(rng: np.random.Generator, n: int) -> PartitionMatroid:
    order = rng.permutation(n).tolist()
    cuts = sorted({0, n, *rng.integers(0, n + 1, 2).tolist()})
    blocks = tuple(tuple(order[a:b]) for a, b in itertools.pairwise(cuts))
    return PartitionMatroid(blocks, tuple(int(rng.integers(1, len(b) + 1)) for b in blocks))


def inequalities(matroid: PartitionMatroid) -> tuple[FloatArray, FloatArray]:
    A = np.array([[float(i in block) for i in range(matroid.n)] for block in matroid.blocks])
    return A, np.array(matroid.ranks, dtype=np.float64)


def facility_location(benefits: FloatArray) -> ProbabilisticCoverage:
    """Each client takes its best facility: benefits (T, facilities, clients)."""
    T, n, m = benefits.shape
    falling = -np.sort(-benefits, axis=1)
    items = falling - np.pad(falling[:, 1:], ((0, 0), (0, 1), (0, 0)))
    covers = benefits[:, :, np.newaxis] >= falling[:, np.newaxis]
    return ProbabilisticCoverage(items.reshape(T, n * m), covers.reshape(T, n, n * m) * 1.0)


def facility_game(T: int, seed: int, n: int = 4, clients: int = 5, rank: int = 2) -> Rounds:
    """Two districts with n facilities each, of which `rank` may open, for clients nearby."""
    rng = np.random.default_rng(seed)
    places, homes = rng.random((2 * n, 2)), rng.random((T, clients, 2))
    near = 1 - 2 * np.linalg.norm(places[:, np.newaxis] - homes[:, np.newaxis], axis=-1)
    matroid = PartitionMatroid((tuple(range(n)), tuple(range(n, 2 * n))), (rank, rank))
    utility = facility_location(np.maximum(near, 0.0) / clients)
    return Rounds(utility, rng.uniform(0.5, 1.5, (T, 2 * n)), float(T * rank), matroid)


def random_utility(
    rng: np.random.Generator, n: int, kind: str, T: int = 2
) -> tuple[ProbabilisticCoverage, list[literal_matroid.SetFunction]]:
    """A utility, and what it is in each round in plain Python."""
    if kind == "coverage":
        weights, covers = rng.exponential(1, (T, 6)), rng.random((n, 6)) < 0.5
        plain = [literal_matroid.coverage(row.tolist(), covers.tolist()) for row in weights]
        return ProbabilisticCoverage(weights, covers * 1.0), plain
    benefits = rng.exponential(1, (T, n, 3)) * (rng.random((T, n, 3)) < 0.8)
    benefits = np.round(benefits, 1)  # ties
    return facility_location(benefits), [literal_matroid.facility(a.tolist()) for a in benefits]


# The polytope.


@given(seeds, st.integers(1, 9), st.sampled_from([1e-9, 1e-2, 1.0, 30.0, 1e6]))
@settings(max_examples=80, deadline=None)
def test_projection_is_the_nearest_point(seed: int, n: int, spread: float) -> None:
    rng = np.random.default_rng(seed)
    matroid = random_matroid(rng, n)
    Y = rng.uniform(0, 1, (6, n)) + spread * rng.normal(size=(6, n))
    P = matroid.project(Y)
    assert matroid.contains(P, rtol=1e-12).all()
    # <y - Py, z - Py> <= 0 for the z of the polytope that maximises it: optimality
    excess = ((Y - P) * (matroid.maximize_linear(Y - P) - P)).sum(axis=1)
    assert excess.max() <= 1e-12 * (1 + spread)
    np.testing.assert_allclose(matroid.project(P), P, rtol=0, atol=1e-13)
    plainly = literal_matroid.projection(matroid.blocks, matroid.ranks)
    np.testing.assert_allclose(
        P, [plainly(y) for y in Y.tolist()], rtol=0, atol=1e-12 * spread + 1e-13
    )


@given(seeds, st.integers(1, 7))
@settings(max_examples=40, deadline=None)
def test_maximize_linear_agrees_with_a_linear_programme(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    matroid = random_matroid(rng, n)
    A, b = inequalities(matroid)
    best = literal_matroid.vertex(matroid.blocks, matroid.ranks)
    for c in rng.normal(size=(3, n)).round(1):
        v = matroid.maximize_linear(c)
        assert set(v.tolist()) <= {0.0, 1.0}
        assert matroid.contains(v)
        found = linprog(-c, A, b, bounds=[(0, 1)] * n, method="highs")
        assert c @ v == pytest.approx(-found.fun, abs=1e-9)
        assert v.tolist() == best(c.tolist())


@given(seeds, st.integers(1, 6))
@settings(max_examples=40, deadline=None)
def test_bases_and_diameter_by_enumeration(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    matroid = random_matroid(rng, n)
    vertices = np.array(list(itertools.product([0.0, 1.0], repeat=n)))
    vertices = vertices[matroid.contains(vertices)]
    A, b = inequalities(matroid)
    assert (
        len(vertices)
        == (np.array(list(itertools.product([0, 1], repeat=n))) @ A.T <= b).all(1).sum()
    )
    apart = np.linalg.norm(vertices[:, None] - vertices, axis=-1)
    assert matroid.diameter == pytest.approx(apart.max(), rel=1e-14)
    largest = vertices[vertices.sum(1) == matroid.rank] > 0
    assert sorted(map(tuple, matroid.bases.tolist())) == sorted(map(tuple, largest.tolist()))


def test_contains_by_its_inequalities() -> None:
    """Each is exceeded by a little less than the tolerance, and by a little more."""
    matroid = PartitionMatroid(((0, 3), (1, 2, 4)), (1, 2))
    for by, expected in ((0.99e-3, True), (1.01e-3, False)):
        for x in (
            [0.5, 0.5, 0.5, -by, 0.5],
            [0.0, 0.0, 1 + by, 0.0, 0.0],
            [0.5, 0.0, 0.0, 0.5 + 2 * by, 0.0],  # each of two elements by so much
            [0.0, 0.7, 0.7, 0.0, 0.6 + 3 * by],
        ):
            assert matroid.contains(x, rtol=1e-3) == expected
    assert not matroid.contains([0.6, 0.0, 0.0, 0.6, 0.0])


@pytest.mark.parametrize("far", [1e3, 1e6, 1e9, 1e15])
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_far_points_are_projected_to_the_last_digit(far: float, rank: int) -> None:
    """A shift of all entries changes nothing where the rank binds: by a power of 2, to the bit."""
    matroid = PartitionMatroid.uniform(4, rank)
    Y = np.array([[0.25, 1.0, 0.75, 0.5], [2.0, 0.5, 0.5, 0.5], [1.0, 1.0, 1.0, 1.0]])
    shift = 2.0 ** round(np.log2(far))
    expected = matroid.project(1.0 + Y)
    found = matroid.project(shift + Y)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-15)
    np.testing.assert_allclose(found.sum(axis=1), rank, rtol=0, atol=1e-15)
    apart = matroid.project([far, far, -far, 0.0])
    assert apart.tolist() == ([0.5, 0.5, 0, 0] if rank == 1 else [1, 1, 0, 0])


@pytest.mark.parametrize(
    ("blocks", "ranks", "message"),
    [
        ([[0, 1], [1, 2]], [1, 1], "blocks must be a partition of 0..n-1"),
        ([[0, 0]], [1], "blocks must be a partition"),
        ([[0, 2]], [1], "blocks must be a partition"),
        ([[1, 2]], [1], "blocks must be a partition"),
        ([], [], "blocks must be a partition"),
        ([[0, 1]], [3], "ranks must be between 1 and 2, got 3"),
        ([[0, 1]], [0], "ranks must be between 1 and 2, got 0"),
        ([[0, 1]], [1, 1], "ranks must have one entry per block, 1, got 2"),
    ],
)
def test_what_is_no_partition(blocks: Any, ranks: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        PartitionMatroid(blocks, ranks)


@pytest.mark.parametrize("shape", [(), (4,), (2, 3), (0,)])
def test_any_leading_shape(shape: tuple[int, ...]) -> None:
    matroid = PartitionMatroid(((0, 3), (1, 2, 4)), (1, 2))
    assert isinstance(matroid, Domain)
    X = np.random.default_rng(0).normal(size=(*shape, 5))
    assert matroid.contains(X).shape == shape
    for method in (matroid.project, matroid.maximize_linear):
        flat = [method(x) for x in X.reshape(-1, 5)]
        np.testing.assert_array_equal(method(X).reshape(-1, 5), np.reshape(flat, (-1, 5)))


# Set functions.


@given(seeds, st.integers(1, 5), st.sampled_from(["coverage", "facility"]))
@settings(max_examples=60, deadline=None)
def test_extensions_are_expectations(seed: int, n: int, kind: str) -> None:
    """Values and gradients by the sum over all sets; at 0 and 1 too, where divisions would fail."""
    rng = np.random.default_rng(seed)
    utility, plain = random_utility(rng, n, kind)
    X = np.clip(rng.uniform(-0.3, 1.3, (2, 2, n)), 0, 1)
    for t in range(2):
        f = plain[t]
        values, slopes = utility.value(t, X), utility.gradient(t, X)
        for i, j in np.ndindex(2, 2):
            x = X[i, j].tolist()
            assert values[i, j] == pytest.approx(literal_matroid.expectation(f, x), abs=1e-12)
            for e in range(n):
                ends = [[*x[:e], end, *x[e + 1 :]] for end in (1.0, 0.0)]
                up, down = (literal_matroid.expectation(f, point) for point in ends)
                assert slopes[i, j, e] == pytest.approx(up - down, abs=1e-12)
        for S in literal_matroid.subsets(n):
            row = np.array([e in S for e in range(n)])
            assert utility.of_set(t, row) == pytest.approx(f(S), abs=1e-12)


# Multilinear extensions of any set function, continuous greedy and rounding.


def set_function(rng: np.random.Generator, n: int) -> tuple[Any, literal_matroid.SetFunction]:
    """A submodular set function of many sets at once, and in plain Python: coverage."""
    weights, covers = rng.exponential(1, 6), rng.random((n, 6)) < 0.5

    def f(sets: Any) -> FloatArray:
        return np.asarray((sets.astype(float) @ covers > 0) @ weights)

    return f, literal_matroid.coverage(weights.tolist(), covers.tolist())


def random_point(rng: np.random.Generator, matroid: PartitionMatroid) -> FloatArray:
    """A point of the polytope with fractions, zeros and ones."""
    return matroid.project(np.clip(rng.uniform(-0.3, 1.3, matroid.n), 0, 1))


@given(seeds, st.integers(1, 6))
@settings(max_examples=40, deadline=None)
def test_an_exact_extension_is_the_sum_over_all_sets(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    f, plain = set_function(rng, n)
    F = MultilinearExtension(f, n)
    X = np.clip(rng.uniform(-0.3, 1.3, (2, 3, n)), 0, 1)
    values, slopes = F.value(X), F.gradient(X)
    assert (values.shape, slopes.shape) == ((2, 3), X.shape)
    for i, j in np.ndindex(2, 3):
        x = X[i, j].tolist()
        assert values[i, j] == pytest.approx(literal_matroid.expectation(plain, x), abs=1e-12)
        for e in range(n):
            ends = [[*x[:e], end, *x[e + 1 :]] for end in (1.0, 0.0)]
            up, down = (literal_matroid.expectation(plain, point) for point in ends)
            assert slopes[i, j, e] == pytest.approx(up - down, abs=1e-12)


def test_a_sampled_extension_is_unbiased_and_repeats_itself() -> None:
    """Over 400 extensions of 5 sets each the means are within five standard errors."""
    rng = np.random.default_rng(5)
    f, _ = set_function(rng, 4)
    exact, x = MultilinearExtension(f, 4), rng.random(4)
    drawn = [MultilinearExtension(f, 4, samples=5, seed=seed) for seed in range(400)]
    for found, expected in (
        (np.array([F.value(x) for F in drawn]), exact.value(x)),
        (np.array([F.gradient(x) for F in drawn]), exact.gradient(x)),
    ):
        error = found.std(axis=0) / np.sqrt(len(drawn))
        assert (error > 0).all()
        assert (abs(found.mean(axis=0) - expected) <= 5 * error).all()
    again = MultilinearExtension(f, 4, samples=5, seed=7)
    assert again.value(x) == drawn[7].value(x)
    corners = np.array(list(itertools.product([0.0, 1.0], repeat=4)))
    np.testing.assert_allclose(again.value(corners), exact.value(corners), atol=1e-12)
    np.testing.assert_allclose(again.gradient(corners), exact.gradient(corners), atol=1e-12)


@given(seeds, st.integers(1, 7))
@settings(max_examples=30, deadline=None)
def test_continuous_greedy_has_its_share_of_the_best_set(seed: int, n: int) -> None:
    """Of gradients that change by at most the sum of all second derivatives."""
    rng = np.random.default_rng(seed)
    matroid = random_matroid(rng, n)
    f, _ = set_function(rng, n)
    F, K = MultilinearExtension(f, n), 50
    x = continuous_greedy(F, matroid, K)
    assert matroid.contains(x)
    best = f(matroid.bases).max()
    smoothness = n * f(np.ones((1, n), dtype=bool))[0]
    error = smoothness * matroid.diameter**2 / (2 * K)
    assert F.value(x) >= (1 - 1 / np.e) * best - error - 1e-9


def test_continuous_greedy_on_a_game_is_frank_wolfe() -> None:
    game = coverage_game(30, 2)
    assert isinstance(game.domain, PartitionMatroid)
    x = continuous_greedy(game.total(), game.domain, 20)
    np.testing.assert_array_equal(x, frank_wolfe(game.total(), game.domain, 20))


@given(seeds, st.integers(1, 6))
@settings(max_examples=60, deadline=None)
def test_all_branches_of_pipage_keep_the_mean_and_lose_nothing(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    matroid = random_matroid(rng, n)
    x = random_point(rng, matroid)
    f, plain = set_function(rng, n)
    sets, chances = pipage_distribution(matroid, x)
    assert matroid.contains(sets.astype(float)).all()
    np.testing.assert_allclose(chances @ sets, x, atol=1e-11)
    assert chances @ f(sets) >= literal_matroid.expectation(plain, x.tolist()) - 1e-9


@given(seeds, st.integers(1, 8))
@settings(max_examples=80, deadline=None)
def test_a_point_is_a_mean_of_few_independent_sets(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    matroid = random_matroid(rng, n)
    x = random_point(rng, matroid)
    sets, weights = convex_combination(matroid, x)
    assert matroid.contains(sets.astype(float)).all()
    assert (weights > 0).all()
    assert weights.sum() == pytest.approx(1.0, abs=1e-12)
    assert len(sets) <= n + 1
    np.testing.assert_allclose(weights @ sets, x, atol=1e-11)


@pytest.mark.parametrize("rounding", [pipage_rounding, swap_rounding])
@pytest.mark.parametrize("seed", range(4))
def test_rounded_sets_are_independent_and_lose_nothing_in_the_mean(
    rounding: Any, seed: int
) -> None:
    """Over 3000 draws each mean is within five standard errors of what it has to be."""
    rng = np.random.default_rng(seed)
    matroid = PartitionMatroid([[0, 3, 5], [1, 2, 4, 6]], ranks=[2, 2])
    x = matroid.project(rng.uniform(0.1, 0.9, 7))
    f, plain = set_function(rng, 7)
    draws = np.array([rounding(matroid, x, rng) for _ in range(3000)])
    assert matroid.contains(draws.astype(float)).all()
    error = np.sqrt(x * (1 - x) / len(draws))
    assert (abs(draws.mean(axis=0) - x) <= 5 * error).all()
    values = f(draws)
    extension = literal_matroid.expectation(plain, x.tolist())
    assert values.mean() >= extension - 5 * values.std() / np.sqrt(len(draws))
    # No two elements of a block are together more often than draws for each alone would have it.
    for block in matroid.blocks:
        for i, j in itertools.combinations(block, 2):
            together = (draws[:, i] & draws[:, j]).mean()
            assert together <= x[i] * x[j] + 5 * np.sqrt(0.25 / len(draws))


def test_a_rounding_of_a_set_is_the_set() -> None:
    matroid = PartitionMatroid([[0, 1, 2], [3, 4]], ranks=[2, 1])
    for base in matroid.bases:
        for rounding in (pipage_rounding, swap_rounding):
            np.testing.assert_array_equal(rounding(matroid, base.astype(float), 0), base)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: MultilinearExtension(len, 0), "n must be at least 1, got 0"),
        (lambda: MultilinearExtension(len, 21), "n must be at most 20 without samples, got 21"),
        (lambda: MultilinearExtension(len, 3, seed=1), "seed must be None without samples, got 1"),
        (lambda: MultilinearExtension(len, 3, 5), "seed must be given with samples, got None"),
        (
            lambda: MultilinearExtension(lambda S: S * 1.0, 2),
            r"f\(sets\) must have shape \(4\), got \(4, 2\)",
        ),
        (
            lambda: MultilinearExtension(lambda S: S.sum(1), 2).value([0.5, 1.5]),
            r"X must lie in \[0, 1\]\^n",
        ),
        (
            lambda: pipage_rounding(PartitionMatroid.uniform(3, 1), [0.5, 0.6, 0.0], 0),
            r"x must lie in the polytope of PartitionMatroid\(1 of 3\)",
        ),
        (
            lambda: swap_rounding(PartitionMatroid.uniform(3, 1), np.zeros((2, 3)), 0),
            r"x must be one point \(3,\), got \(2, 3\)",
        ),
        (
            lambda: continuous_greedy(coverage_game(2, 0).total(), Box.unit(8), 3),  # type: ignore[arg-type]
            "matroid must be a PartitionMatroid",
        ),
    ],
)
def test_what_is_no_extension_or_no_point(call: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=f"^{message}"):
        call()


# The best fixed set.


@pytest.mark.parametrize("make", [coverage_game, facility_game, biased_coins])
def test_best_fixed_set_is_the_best_and_no_point_is_better(make: Any) -> None:
    rounds = make(20, 3)
    best = best_fixed_set(rounds)
    worth = np.sum([rounds.utility.of_set(t, rounds.domain.bases) for t in range(20)], axis=0)
    assert best.value == pytest.approx(max(worth), rel=1e-12)
    assert (best.T, best.upper_bound) == (20, best.value)
    X = rounds.domain.project(np.random.default_rng(0).uniform(0, 1, (500, rounds.n)))
    assert rounds.total().value(X).max() <= best.value + 1e-9


def test_the_budget_of_coverage_buys_half_of_a_set() -> None:
    game = coverage_game(4000, 1, n=6, items=9, rank=3)
    assert game.prices.min() >= 0.5
    assert game.prices.max() <= 1.5
    assert game.prices.mean() == pytest.approx(1.0, abs=0.01)
    assert game.allowance == pytest.approx(3 * 1.0 / 2)


def test_coins_have_the_chances_that_they_say() -> None:
    """Each coin's share of rounds worth 1 is within four standard errors of 9/10 or 1/10."""
    T, rank = 4000, 2
    game = biased_coins(T, 5, n=5, rank=rank)
    shares = np.sort([game.total().value(coin) / T for coin in np.eye(5)])
    expected = np.array([0.1] * 3 + [0.9] * rank)
    assert np.abs(shares - expected).max() < 4 * np.sqrt(0.09 / T)
    assert (game.prices == 0).all()
    assert best_fixed_set(game).value == pytest.approx(T * shares[-rank:].sum(), rel=1e-12)


@pytest.mark.parametrize("make", [coverage_game, facility_game, biased_coins])
def test_games_meet_the_assumptions(make: Any) -> None:
    rounds = make(15, 0)
    assert rounds.check(samples=15).holds, rounds.check(samples=15)
    again = make(15, 0)
    np.testing.assert_array_equal(rounds.prices, again.prices)
    X = np.random.default_rng(1).random((3, rounds.n))
    np.testing.assert_array_equal(rounds.utility.value(7, X), again.utility.value(7, X))
