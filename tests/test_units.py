"""Sets and benchmarks in other units, by powers of 2: the same to the last bit, or nearly."""

from __future__ import annotations

import numpy as np
import pytest

import osphg
from osphg.domains import Box, Polytope
from osphg.faces import inscribed_ball, maximal_rows
from osphg.hindsight.regions import window_polytope
from osphg.rounds import Rounds
from tests.domains import drawn_polytope
from tests.test_unit_free import in_units

POWERS = (-480, -70, -40, -24, -17, 10, 40, 70, 480)  # 2^-480 is about 1e-145


@pytest.fixture(params=[2, 3, 4])
def region(request: pytest.FixtureRequest) -> Polytope:
    """A polytope that is not down-closed: its bounds are linear programmes."""
    n = int(request.param)
    return drawn_polytope(np.random.default_rng(n), n, rows=8)


@pytest.mark.parametrize("power", POWERS)
def test_decisions_in_other_units(region: Polytope, power: int) -> None:
    unit, directions = 2.0**power, np.random.default_rng(0).normal(size=(40, region.n))
    other = Polytope(
        region.A, region.b * unit, Box(region.box.upper * unit, region.box.lower * unit)
    )
    assert np.array_equal(other.upper, region.upper * unit)
    assert np.array_equal(other.lower, region.lower * unit)
    best = region.maximize_linear(directions) * unit
    assert np.array_equal(other.maximize_linear(directions), best)
    if region.n > 2:  # in the plane, products are compared, which are 0 there
        assert np.array_equal(other.maximize_linear(directions * 2.0**-1000), best)
    ball, same = inscribed_ball(other), inscribed_ball(region)
    assert (ball.radius, *ball.centre) == (same.radius * unit, *(same.centre * unit))


@pytest.mark.parametrize("seed", range(5))
def test_coordinates_in_units_of_their_own(seed: int) -> None:
    rng = np.random.default_rng(seed)
    region, directions = drawn_polytope(rng, 3), rng.normal(size=(40, 3))
    units = 2.0 ** rng.permutation([-10, 0, 12])
    box = Box(region.box.upper * units, region.box.lower * units)
    other = Polytope(region.A / units, region.b, box)
    assert np.allclose(other.upper / units, region.upper, rtol=1e-9, atol=1e-9)
    assert np.allclose(other.lower / units, region.lower, rtol=1e-9, atol=1e-9)
    ball = inscribed_ball(other)
    assert 0 < ball.radius <= (other.upper - other.lower).min() / 2
    assert other.contains(ball.centre)
    best = (region.maximize_linear(directions) * directions).sum(axis=1)
    found = (other.maximize_linear(directions / units) * directions / units).sum(axis=1)
    assert np.allclose(found, best, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_small_set_without_points_is_refused(n: int) -> None:
    """At least the sum of the upper bounds: one point, or none."""
    box, A = Box(np.full(n, 1e-9)), np.full((1, n), -1.0)
    with pytest.raises(ValueError, match="must have a point in common"):
        Polytope(A, np.array([-1.001e-9 * n]), box)
    assert np.allclose(Polytope(A, np.array([-0.999e-9 * n]), box).lower, 1e-9, rtol=0.01)


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize(
    ("spread", "power"), [*((s, p) for s in (0, 40, 300) for p in (0, -560, -540)), (0, -1000)]
)
def test_no_maximal_row_is_lost(n: int, spread: int, power: int) -> None:
    """The rows that are kept against all of them; each column has a size of its own."""
    rng = np.random.default_rng(n)
    rows, units = rng.random((100, n)), 2.0 ** -np.linspace(0, spread, n)
    kept = maximal_rows(rows * units * 2.0**power) / 2.0**power / units
    for x in rng.exponential(size=(100, n)):
        assert np.isclose((kept @ x).max(), (rows @ x).max(), rtol=1e-9)
    assert len(kept) < len(rows)


@pytest.fixture(params=[1, 2, 3])
def game(request: pytest.FixtureRequest) -> Rounds:
    n = int(request.param)
    return osphg.rounds.paper_quadratics(T=60, n=n, budget_per_round=0.3 * n, seed=3)


@pytest.mark.parametrize(
    ("utility", "money", "size"),
    [
        *((power, 0, 0) for power in (-900, -540, 440)),
        *((0, power, 0) for power in (-900, -540, 480)),
        *((0, 0, power) for power in (-240, -30, -17, 70, 240)),
    ],
)
def test_the_benchmark_is_the_same(game: Rounds, utility: int, money: int, size: int) -> None:
    """Where squares of prices were 0, the benchmark was another."""
    other = in_units(game, 2.0**utility, 2.0**money, 2.0**size)
    found, expected = (osphg.best_fixed_decision(one, W=6) for one in (other, game))
    assert np.allclose(found.x / 2.0**size, expected.x, rtol=1e-9)
    assert np.isclose(found.value / 2.0**utility, expected.value, rtol=1e-12)
    assert np.isclose(found.upper_bound / 2.0**utility, expected.upper_bound, rtol=1e-9)
    vertices = window_polytope(other, W=6).upper / 2.0**size
    assert np.allclose(vertices, window_polytope(game, W=6).upper, rtol=1e-12)
    if game.n == 2:
        curve, same = (osphg.every_window(one, K=20) for one in (other, game))
        assert np.allclose(curve.x / 2.0**size, same.x, rtol=1e-9)
        assert np.allclose(curve.frank_wolfe_x / 2.0**size, same.frank_wolfe_x, rtol=1e-9)
        assert np.allclose(curve.upper_bound / 2.0**utility, same.upper_bound, rtol=1e-12)
