"""The benchmark in hindsight against loops, grids, unpruned polytopes and independent solvers."""

from __future__ import annotations

import importlib
import importlib.util
import json
import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osphg.checks import FloatArray
from osphg.domains import Box, Domain, HalfSpaces, Polytope, Simplex
from osphg.families import ConcaveOverModular
from osphg.hindsight.best import best_fixed_decision
from osphg.hindsight.curves import benchmark_curve
from osphg.hindsight.frank_wolfe_variant import frank_wolfe
from osphg.hindsight.needed_budget import least_budget
from osphg.hindsight.polygons import planar
from osphg.hindsight.regions import window_polytope
from osphg.hindsight.scip_solver import scip
from osphg.hindsight.search import branch_and_bound
from osphg.hindsight.solvers import Solution, Solver
from osphg.hindsight.windows import window_averages
from osphg.rounds import Rounds, StreamedRounds, paper_quadratics
from osphg.utilities import Objective, Quadratic, Quadratics, Stationary
from tests import table

seeds = st.integers(0, 2**32 - 1)
needs_scip = pytest.mark.skipif(
    importlib.util.find_spec("pyscipopt") is None, reason="pyscipopt is an optional extra"
)


def rounds_on(domain: Domain, T: int, seed: int, allowance: float = 1.0) -> Rounds:
    """Random monotone quadratics and prices over a domain."""
    rng = np.random.default_rng(seed)
    H = -rng.uniform(0.0, 1.0, (T, domain.n, domain.n))
    H = H + H.transpose(0, 2, 1)
    h = -(H @ domain.upper) + rng.uniform(0.0, 0.2, (T, domain.n))
    prices = rng.uniform(0.0, 4.0, (T, domain.n)) * rng.integers(0, 2, (T, domain.n))
    return Rounds(Quadratics(H, h), prices, allowance * T, domain)


def domains_of(rng: np.random.Generator, n: int, least: float = -0.3) -> list[Domain]:
    box = Box(rng.uniform(0.5, 1.5, n))
    A = rng.uniform(least, 1.0, (3, n))
    return [box, Simplex(n, 1.2), Polytope(A, rng.uniform(0.2, 1.0, 3), box)]


def grid(domain: Polytope, points: int) -> FloatArray:
    """A fine grid of the bounding box, less what is outside the polytope, plus its boundary."""
    axes = [np.linspace(a, b, points) for a, b in zip(domain.lower, domain.upper, strict=True)]
    X = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, domain.n)
    every = max(1, points // 20) if domain.n < 3 else 12  # a projection in space takes long
    return np.vstack([X[domain.contains(X, rtol=0.0)], domain.project(X[::every])])


@given(seeds, st.integers(1, 40), st.data())
@settings(max_examples=60, deadline=None)
def test_window_averages_are_the_direct_ones(seed: int, T: int, data: st.DataObject) -> None:
    W = data.draw(st.integers(1, T))
    prices = np.random.default_rng(seed).uniform(0.0, 3.0, (T, 2))
    direct = np.array([prices[t : t + W].mean(axis=0) for t in range(T - W + 1)])
    np.testing.assert_allclose(window_averages(prices, W), direct, rtol=W * 2.3e-16)


@given(seeds, st.integers(1, 5), st.integers(1, 30))
@settings(max_examples=40, deadline=None)
def test_pruning_leaves_the_set_as_it_is(seed: int, n: int, W: int) -> None:
    rng = np.random.default_rng(seed)
    for domain in domains_of(rng, n):
        rounds = rounds_on(domain, 30, seed, allowance=float(rng.uniform(0.2, 2.0)))
        region = window_polytope(rounds, W)
        X = rng.uniform(0.0, 1.6, (200, n)) * rng.uniform(0.0, 1.0, (200, 1))
        X = np.vstack([X, region.project(X[:12])])  # the others would take most of the time
        cost = X @ window_averages(rounds.prices, W).T
        slack = rounds.allowance - cost.max(axis=1)
        expected = domain.contains(X, rtol=1e-9) & (slack >= -1e-9)
        clear = np.abs(slack) > 1e-8  # on the boundary, rounding decides
        clear[200:] = False
        np.testing.assert_array_equal(region.contains(X)[clear], expected[clear])
        assert (slack[200:] > -1e-12).all()


@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_streamed_windows_are_the_same(block: int, W: int, n: int) -> None:
    whole = paper_quadratics(T=60, n=n)
    streamed = StreamedRounds(
        lambda start, stop: table.section(whole, start, stop), block, 60, whole.budget, whole.domain
    )
    expected, region = best_fixed_decision(whole, W), window_polytope(streamed, W)
    X = np.random.default_rng(0).uniform(size=(300, n))
    np.testing.assert_array_equal(region.contains(X), window_polytope(whole, W).contains(X))
    if n < 3:
        assert best_fixed_decision(streamed, W).value == pytest.approx(expected.value, rel=1e-12)


@given(seeds, st.integers(1, 3), st.integers(1, 60))
@settings(max_examples=20, deadline=None)
def test_frank_wolfe_keeps_its_guarantee(seed: int, n: int, K: int) -> None:
    rng = np.random.default_rng(seed)
    for domain in domains_of(rng, n):
        rounds = rounds_on(domain, 5, seed)
        region, f = window_polytope(rounds, 2), rounds.total()
        assert isinstance(f, Quadratic)
        x = frank_wolfe(f, region, K)
        assert region.contains(x)
        best = f.value(grid(region, {1: 200, 2: 40, 3: 10}[n])).max()
        L = np.linalg.eigvalsh(-f.H).max()
        assert f.value(x) >= (1 - 1 / np.e) * best - L * region.diameter**2 / (2 * K) - 1e-12


def test_frank_wolfe_is_the_literal_loop() -> None:
    rounds = paper_quadratics(T=100)
    region, f = window_polytope(rounds, 10), rounds.total()
    x = np.zeros(2)
    for _ in range(50):
        scores = [float(f.gradient(x) @ v) for v in region.vertices]
        x = x + region.vertices[int(np.argmax(scores))] / 50
    np.testing.assert_allclose(frank_wolfe(f, region, 50), x, rtol=0, atol=1e-14)


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_closed_form_needs_neither_monotone_nor_concave(seed: int) -> None:
    rng = np.random.default_rng(seed)
    kind = rng.integers(4)
    H = rng.normal(size=(2, 2))
    if kind == 1:  # concave: the maximum may be inside
        H = -H @ H.T
    if kind == 2:  # singular: a ridge
        H = -np.outer(H[0], H[0])
    if kind == 3:  # nearly singular
        H = -np.outer(H[0], H[0]) - 10.0 ** -rng.uniform(8, 18) * np.eye(2)
    center = rng.uniform(0.0, 0.6, 2)
    f = Quadratic(H, -(H + H.T) / 2 @ center)
    region = Polytope(rng.uniform(0.0, 1.0, (3, 2)), rng.uniform(0.2, 1.0, 3), Box.unit(2))
    found = planar(f, region, region)
    assert region.contains(found.x, rtol=1e-13)
    top = f.value(grid(region, 80)).max()
    if region.contains(center, rtol=0.0):
        top = max(top, f.value(center))
    assert found.upper_bound >= top
    assert found.value >= top - 1e-13


@given(seeds, st.integers(1, 10))
@settings(max_examples=10, deadline=None)
def test_branch_and_bound_agrees_with_the_closed_form(seed: int, W: int) -> None:
    rng = np.random.default_rng(seed)
    for domain in domains_of(rng, 2, least=0.0):
        rounds = rounds_on(domain, 10, seed)
        exact = best_fixed_decision(rounds, W)
        best = best_fixed_decision(rounds, W, solver=branch_and_bound(1e-3, 50))
        assert best.value <= exact.upper_bound
        assert best.upper_bound >= exact.value
        assert best.relative_gap <= 1e-3 * (1 + 1e-9)


def exactly(numbers: FloatArray) -> list[Fraction]:
    """Floats as the rational numbers that they are."""
    return [Fraction(float(number)) for number in numbers]


@pytest.mark.parametrize("n", [1, 3])
def test_the_bound_of_a_cell_is_above_the_exact_maximum_whatever_was_rounded(n: int) -> None:
    """A linear function on a cell with one row: the maximum is known in rational numbers."""
    rng = np.random.default_rng(n)
    for _ in range(40):
        h, a = rng.uniform(0.1, 1.0, (2, n))
        lower, upper = np.sort(rng.uniform(size=(2, n)), axis=0)
        cap = float(a @ (lower + upper)) / 2
        region = Polytope(a[None], np.array([cap]), Box(upper, lower))
        bound = branch_and_bound()(Quadratic(np.zeros((n, n)), h), region, region.box).upper_bound
        gains, costs, low, high = map(exactly, (h, a, lower, upper))
        room = Fraction(cap) - sum(c * x for c, x in zip(costs, low, strict=True))
        most = sum((g * x for g, x in zip(gains, low, strict=True)), Fraction(0))
        for i in sorted(range(n), key=lambda i: -gains[i] / costs[i]):
            taken = min(high[i] - low[i], room / costs[i])
            room -= taken * costs[i]
            most += taken * gains[i]
        assert Fraction(bound) >= most


@pytest.mark.parametrize("n", [1, 2])
def test_the_bound_of_the_closed_form_is_above_the_exact_maximum(n: int) -> None:
    """A linear function, largest at a corner: known in rational numbers."""
    rng = np.random.default_rng(n)
    for _ in range(60):
        h, upper = rng.normal(size=n), rng.uniform(0.1, 1.0, n)
        box = Box(upper)
        region = Polytope(np.ones((1, n)), np.array([float(n)]), box)
        found = planar(Quadratic(np.zeros((n, n)), h), region, box)
        terms = zip(exactly(h), exactly(upper), strict=True)
        most = sum((max(slope * end, Fraction(0)) for slope, end in terms), Fraction(0))
        assert Fraction(found.upper_bound) >= most
        assert Fraction(found.upper_bound) <= most + Fraction(1, 10**12)


def test_the_certificate_covers_the_rounding_of_the_window_averages() -> None:
    """With one item its maximum is known in rational numbers, and a solver adds no slack here."""

    def dearest(f: Objective, region: Polytope, domain: Domain) -> Solution:
        value = float(f.value(region.upper))
        return Solution(region.upper, value, value, "the corner")

    for seed in range(20):
        rng = np.random.default_rng(seed)
        W, prices, h = int(rng.integers(2, 50)), rng.uniform(1.0, 3.0, (50, 1)), np.zeros((50, 1))
        h[0] = 1.0  # the sum of all utilities is x
        utility = Quadratics(np.zeros((50, 1, 1)), h)
        rounds = Rounds(utility, prices, rng.uniform(10.0, 45.0), Box.unit(1))
        best = best_fixed_decision(rounds, W, solver=dearest)
        known = exactly(prices[:, 0])
        cost = max(sum(known[t : t + W]) for t in range(50 - W + 1))
        most = min(Fraction(1), Fraction(rounds.budget) * W / 50 / cost)
        assert Fraction(best.upper_bound) >= most


def test_branch_and_bound_is_honest_when_it_is_stopped() -> None:
    rounds = paper_quadratics(T=50, n=4)
    loose = best_fixed_decision(rounds, 5, solver=branch_and_bound(max_nodes=1))
    tight = best_fixed_decision(rounds, 5, solver=branch_and_bound(1e-3))
    assert loose.relative_gap > 1e-3 >= tight.relative_gap
    assert loose.upper_bound > tight.upper_bound >= tight.value >= loose.value * (1 - 1e-12)


class Coverage:
    """1 - prod_i (1 - q_i x_i): DR-submodular, not concave, not quadratic; checks its domain."""

    def __init__(self, q: FloatArray, domain: Domain) -> None:
        self.q, self.domain = q, domain

    def value(self, X: FloatArray, /) -> FloatArray:
        assert self.domain.contains(X).all()
        return np.asarray(1.0 - (1.0 - self.q * X).prod(axis=-1))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        assert self.domain.contains(X).all()
        missed = 1.0 - self.q * X
        return np.asarray(self.q * missed.prod(axis=-1, keepdims=True) / missed)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_other_utilities_are_never_evaluated_outside_their_domain(n: int) -> None:
    rng = np.random.default_rng(n)
    box = Box.unit(n)
    A = rng.uniform(0.0, 1.0, (2, n))
    for domain in (box, Simplex(n, 0.9), Polytope(A, A.sum(axis=1) / 2, box)):
        f = Coverage(rng.uniform(0.3, 0.9, n), domain)
        prices = rng.uniform(1.0, 3.0, (6, n))
        rounds = Rounds(Stationary(f), prices, 6.0, domain)
        best = best_fixed_decision(rounds, 2)
        region = window_polytope(rounds, 2)
        top = rounds.total().value(grid(region, {1: 300, 2: 60, 3: 20}[n])).max()
        assert best.value <= best.upper_bound
        assert best.upper_bound >= top
        assert best.method.startswith("branch and bound")
        assert best.relative_gap <= 1.01e-4


def test_other_utilities_are_never_evaluated_where_rows_are_left_out() -> None:
    """Rows of windows may be left out, those of the domain not: f is defined in it alone."""
    rng = np.random.default_rng(5)
    pairs = np.eye(5)[:4] + np.eye(5)[1:]  # x_i + x_(i+1) <= 0.4
    domain = Polytope(pairs, np.full(4, 0.4), Box.unit(5))
    f = Coverage(rng.uniform(0.3, 0.9, 5), domain)
    prices = 3.0 * rng.dirichlet(np.ones(5), 300)  # no window is dearer than another everywhere
    rounds = Rounds(Stationary(f), prices, 300 * 0.8, domain)
    assert len(window_polytope(rounds, 1).A) > 64
    best = best_fixed_decision(rounds, 1, solver=branch_and_bound(1e-3, 20))
    assert domain.contains(best.x)


@pytest.mark.parametrize("n", [2, 3, 8])
def test_a_tangent_bounds_what_is_concave(n: int) -> None:
    """It leaves next to no gap, and its value and bound go with those of halving."""
    rng = np.random.default_rng(n)
    utility = ConcaveOverModular(rng.uniform(0, 1, (40, n)), np.diag(rng.uniform(0.5, 3.0, n)))
    rounds = Rounds(utility, rng.uniform(0.2, 1.0, (40, n)), 4.0 * n, Box.unit(n))
    best = best_fixed_decision(rounds, 5)
    assert best.method == "the tangent of a concave sum"
    assert 0.0 <= best.relative_gap <= 1e-6
    halved = best_fixed_decision(rounds, 5, solver=branch_and_bound(1e-3, 50))
    assert halved.method.startswith("branch and bound")
    assert halved.value <= best.upper_bound
    assert best.value <= halved.upper_bound
    region = window_polytope(rounds, 5)
    points = region.project(rng.uniform(0, 1, (500, n)) * region.box.upper)
    assert rounds.total().value(points).max() <= best.upper_bound


@pytest.mark.parametrize("gap", [10.0**-k for k in range(2, 14)])
def test_a_tangent_is_taken_only_where_it_leaves_no_more_than_the_gap(gap: float) -> None:
    rng = np.random.default_rng(8)
    utility = ConcaveOverModular(rng.uniform(0, 1, (40, 8)), np.diag(rng.uniform(0.5, 3.0, 8)))
    rounds = Rounds(utility, rng.uniform(0.2, 1.0, (40, 8)), 32.0, Box.unit(8))
    region, f = window_polytope(rounds, 5), rounds.total()
    _, value, bound, method = branch_and_bound(gap, 1, concave=True)(f, region, rounds.domain)
    taken = method == "the tangent of a concave sum"
    assert bound - value <= gap * value if taken else gap < 1e-4


def test_a_sum_is_concave_if_all_its_parts_are() -> None:
    box = Box.unit(2)
    parts = (
        ConcaveOverModular(np.ones((1, 2)), np.eye(2)),
        Stationary(Coverage(np.full(2, 0.9), box)),
    )
    rounds = StreamedRounds(lambda t, _: (parts[t], np.ones((1, 2))), 1, 2, 1.6, box)
    best = best_fixed_decision(rounds, 1)
    assert best.method.startswith("branch and bound")
    assert rounds.total().value(grid(window_polytope(rounds, 1), 300)).max() <= best.upper_bound


@needs_scip
@pytest.mark.parametrize(("n", "symmetric"), [(2, True), (3, True), (3, False), (4, True)])
def test_scip_and_branch_and_bound_agree(n: int, symmetric: bool) -> None:
    rounds = paper_quadratics(T=40, n=n, symmetric=symmetric)
    one = best_fixed_decision(rounds, 6, solver=scip())
    two = best_fixed_decision(rounds, 6, solver=branch_and_bound(1e-3))
    assert one.method.startswith("SCIP")
    assert one.relative_gap < 1e-5
    assert two.relative_gap <= 1.01e-3
    assert one.value <= two.upper_bound
    assert two.value <= one.upper_bound
    region = window_polytope(rounds, 6)
    assert region.contains([one.x, two.x], rtol=1e-12).all()
    if n == 2:
        exact = best_fixed_decision(rounds, 6)
        assert one.value == pytest.approx(exact.value, rel=1e-9)
        assert exact.value <= one.upper_bound


class Watched:
    """A solver that notes how many rows it is given in each call."""

    def __init__(self, solver: Solver) -> None:
        self.solver, self.rows = solver, list[int]()

    def __call__(self, f: Objective, region: Polytope, domain: Domain) -> Solution:
        self.rows.append(len(region.A))
        return self.solver(f, region, domain)


@settings(max_examples=6)
@given(seeds, st.integers(3, 6), st.sampled_from([1, 2, 7]), st.integers(0, 2))
def test_a_solver_that_sees_few_rows_does_as_well_as_one_that_sees_all(
    seed: int, n: int, W: int, kind: int
) -> None:
    """The best decision keeps every row, and the bounds of either call hold for the other."""
    rng = np.random.default_rng(seed)
    domain = domains_of(rng, n, least=0.0)[kind]
    prices = rng.uniform(0.0, 1.0, (400, n)) ** 0.1  # none is much dearer: most windows count
    f = rounds_on(domain, 400, seed).utility
    rounds = Rounds(f, prices, 0.3 * n * 400, domain)
    region = window_polytope(rounds, W)
    solver = Watched(branch_and_bound(1e-3, 50))
    few = best_fixed_decision(rounds, W, solver=solver)
    every = solver.solver(rounds.total(), region, domain)
    assert max(solver.rows) < max(65, len(region.A))
    assert (region.A @ few.x <= region.b + 1e-11 * (region.b + region.A @ few.x)).all()
    assert few.value <= every.upper_bound * (1 + 1e-9)
    assert every.value <= few.upper_bound
    assert few.relative_gap <= 1.001e-3 or few.gap <= 2 * (every.upper_bound - every.value)


@needs_scip
def test_few_of_hundreds_of_rows_reach_scip() -> None:
    """The value and the bound are those of all rows, to what SCIP leaves open."""
    rounds = paper_quadratics(T=2000, n=6)
    region = window_polytope(rounds, 20)
    solver = Watched(scip())
    few = best_fixed_decision(rounds, 20, solver=solver)
    every = scip()(rounds.total(), region, rounds.domain)
    assert len(region.A) > 300
    assert max(solver.rows) < 100
    assert few.value == pytest.approx(every.value, rel=1e-9)
    assert few.relative_gap < 2e-5
    assert region.contains(few.x, rtol=1e-12)


def test_rows_are_added_until_the_answer_keeps_them_all() -> None:
    """Also where no ascent finds them first, and a stopped solver is not asked for ever."""
    rounds = paper_quadratics(T=500, n=5)
    region = window_polytope(rounds, 3)
    assert len(region.A) > 64

    def greedy(f: Objective, region: Polytope, _: Domain) -> Solution:
        """A vertex, where most rows have room: far from the end of an ascent."""
        x = region.maximize_linear(np.array([5.0, 1.0, 1.0, 1.0, 1.0]))
        return Solution(x, float(f.value(x)), float(f.value(x)), "greedy")

    solver = Watched(greedy)
    best = best_fixed_decision(rounds, 3, solver=solver)
    assert len(solver.rows) > 1
    assert solver.rows == sorted(set(solver.rows))
    np.testing.assert_allclose(best.x, greedy(rounds.total(), region, rounds.domain).x, rtol=1e-9)

    def rounded(f: Objective, region: Polytope, domain: Domain) -> Solution:
        """One that exceeds the rows that it is given a little."""
        x = greedy(f, region, domain).x * (1 + 1e-11)
        return Solution(x, float(f.value(x)), float(f.value(x)), "greedy")

    assert best_fixed_decision(rounds, 3, solver=rounded).x == pytest.approx(best.x, rel=1e-9)

    def unsure(f: Objective, region: Polytope, domain: Domain) -> Solution:
        return greedy(f, region, domain)._replace(upper_bound=1e9)

    stopped = Watched(unsure)
    best = best_fixed_decision(rounds, 3, solver=stopped)
    assert len(stopped.rows) == 1
    assert best.upper_bound >= 1e9
    assert region.contains(best.x, rtol=1e-12)
    assert best.value == pytest.approx(float(rounds.total().value(best.x)), rel=1e-12)


@needs_scip
def test_scip_is_honest_when_it_is_stopped() -> None:
    rounds = paper_quadratics(T=300, n=8)
    best = best_fixed_decision(rounds, 10, solver=scip(time_limit=1e-3))
    assert best.upper_bound >= best.value > 0.0


BOXQP = json.loads((Path(__file__).parent / "data" / "boxqp.json").read_text(encoding="utf-8"))


@needs_scip
@pytest.mark.parametrize("name", BOXQP["instances"])
def test_known_optima_of_indefinite_quadratics(name: str) -> None:
    """Instances that nobody here made, with the optima that their authors state."""
    instance = BOXQP["instances"][name]
    f = Quadratic(np.array(instance["Q"], float), np.array(instance["c"], float))
    box = Box.unit(20)
    region = Polytope(np.ones((1, 20)), np.array([20.0]), box)
    found = scip()(f, region, box)
    assert found.value == pytest.approx(instance["optimum"], rel=1e-9)
    assert instance["optimum"] <= found.upper_bound <= instance["optimum"] * (1 + 2e-5)
    assert found.method == "SCIP, bilinear form, optimal"


def sparse_game(n: int, density: float, seed: int) -> Rounds:
    """A game in which few pairs of items compete."""
    rng = np.random.default_rng(seed)
    H = -rng.uniform(0.0, 1.0, (40, n, n)) * (rng.uniform(size=(n, n)) < density)
    H = H + H.transpose(0, 2, 1)
    prices = rng.uniform(1.0, 3.0, (40, n))
    return Rounds(Quadratics(H, -H.sum(axis=2)), prices, 16.0 * n, Box.unit(n))


@needs_scip
@pytest.mark.parametrize(("n", "density"), [(16, 0.2), (16, 0.5), (25, 0.1), (25, 0.2)])
def test_sparse_games_are_certified(n: int, density: float) -> None:
    best = best_fixed_decision(sparse_game(n, density, seed=0), W=5)
    assert best.relative_gap < 1e-4
    assert best.method.startswith("SCIP, bilinear form")


@needs_scip
@pytest.mark.parametrize("n", [5, 10])
@pytest.mark.parametrize("share", [1.0, 0.1])
def test_full_quadratics_are_certified(n: int, share: float) -> None:
    """The generator of Bian et al. (2017); with a share of .1 it is not monotone."""
    rng = np.random.default_rng(n)
    H = rng.uniform(-1.0, 0.0, (n, n))
    A = rng.uniform(0.01, 1.01, (n // 2, n))
    upper = 1.0 / A.max(axis=0)
    region = Polytope(A, np.ones(n // 2), Box(upper))
    found = scip()(Quadratic(H + H.T, -share * (H + H.T) @ upper), region, region)
    assert found.upper_bound - found.value < 1e-4 * found.value
    points = region.project(rng.uniform(0.0, 1.0, (300, n)) * upper)
    assert Quadratic(H + H.T, -share * (H + H.T) @ upper).value(points).max() <= found.upper_bound


@needs_scip
@pytest.mark.parametrize("size", [1.0, 1e3, 1e6])
def test_a_bound_is_raised_by_what_errors_of_a_form_can_do(size: float) -> None:
    """SCIP's variables may be off by its tolerance each: also where large terms of f cancel."""
    # f = y_3 - size (y_1 - y_2)^2, which is at most 1. Its eigenvalues are -4 size, 0 and 0.
    H = -2 * size * np.array([[1.0, -1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    region = Polytope(np.ones((1, 3)), np.array([3.0]), Box.unit(3))
    found = scip()(Quadratic(H, np.array([0.0, 0.0, 1.0])), region, region)
    assert found.method == "SCIP, eigenvalue form, optimal"
    assert found.value == pytest.approx(1.0, rel=1e-12)
    # How far f moves if all of these are off by 1: y_3; the square of w = (y_1 - y_2)/sqrt 2, of
    # which f has -2 size w^2; and w itself, which is up to sqrt 2 in size.
    moved = 1.0 + 2 * size + 4 * size * np.sqrt(2)
    assert found.upper_bound >= 1.0 + 1e-7 * moved


@needs_scip
def test_a_solver_that_fails_is_no_error_of_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever SCIP raises, the benchmark is found otherwise, and is as honest."""
    pyscipopt = importlib.import_module("pyscipopt")

    class Failing(pyscipopt.Model):  # type: ignore[misc,name-defined]
        def optimize(self) -> None:
            raise Exception("SCIP: error in input data!")

    rounds = paper_quadratics(T=40, n=3)
    expected = best_fixed_decision(rounds, 6)
    monkeypatch.setattr(pyscipopt, "Model", Failing)
    best = best_fixed_decision(rounds, 6)
    assert best.method.startswith("branch and bound")
    assert expected.value <= best.upper_bound
    asked = scip()(rounds.total(), window_polytope(rounds, 6), rounds.domain)
    assert asked.upper_bound == np.inf
    assert asked.method == "SCIP, eigenvalue form, failed (SCIP: error in input data!)"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((np.array([2.0, 0.0]), None, np.inf), r"^the solver's x must lie in the domain Box"),
        (
            (np.array([1.0, 1.0]), None, np.inf),
            r"^the solver's x must cost at most 2 a round in each window of 3 rounds, got [67]\.",
        ),
        (
            (np.array([0.1, 0.1]), 9.0, np.inf),
            r"^the solver's value must be that of its x, .*got 9$",
        ),
        (
            (np.array([0.1, 0.1]), None, 0.0),
            r"^the solver's upper_bound must be at least the value",
        ),
        ((np.array([0.1]), None, np.inf), r"^the solver's x must have shape \(2\), got \(1,\)"),
    ],
)
def test_a_wrong_answer_of_a_solver_is_refused(answer: Any, message: str) -> None:
    x, value, bound = answer

    def solver(f: Objective, region: Polytope, domain: Domain) -> Solution:
        own = float(f.value(x)) if value is None and x.shape == (2,) else 0.0
        return Solution(x, own if value is None else value, bound, "guessed")

    with pytest.raises(ValueError, match=message):
        best_fixed_decision(paper_quadratics(T=40), 3, solver=solver)


def test_the_budget_is_asked_in_windows_across_blocks() -> None:
    """Two dear rounds, one in either block: over budget in the window of both alone."""
    prices = np.array([[0.0], [4.0], [4.0], [0.0]])
    flat = np.zeros((2, 1, 1))

    def draw(start: int, stop: int) -> tuple[Quadratics, FloatArray]:
        return Quadratics(flat, np.ones((2, 1))), prices[start:stop]

    def greedy(f: Objective, region: Polytope, domain: Domain) -> Solution:
        x = domain.upper
        return Solution(x, float(f.value(x)), np.inf, "all")

    rounds = StreamedRounds(draw, 2, T=4, budget=8.0, domain=Box.unit(1))
    with pytest.raises(ValueError, match=r"in each window of 2 rounds, got 4 for \[1\.0\]"):
        best_fixed_decision(rounds, 2, solver=greedy)
    assert best_fixed_decision(rounds, 2).x == pytest.approx([0.5])


def test_curve_is_one_benchmark_per_window() -> None:
    rounds = paper_quadratics(T=200, seed=3)
    windows = [1, 5, 14, 200]
    curve, f = benchmark_curve(rounds, windows, K=30), rounds.total()
    np.testing.assert_array_equal(curve.windows, windows)
    for i, W in enumerate(windows):
        best = best_fixed_decision(rounds, W)
        assert (curve.value[i], curve.upper_bound[i]) == (best.value, best.upper_bound)
        np.testing.assert_array_equal(curve.x[i], best.x)
        walked = frank_wolfe(f, window_polytope(rounds, W), 30)
        np.testing.assert_array_equal(curve.frank_wolfe_x[i], walked)
        assert curve.frank_wolfe[i] == pytest.approx(float(f.value(walked)))
    assert curve.T == 200


def test_a_window_of_all_rounds_is_the_total_budget() -> None:
    rounds = paper_quadratics(T=30, seed=1)
    best = best_fixed_decision(rounds, 30)
    assert rounds.prices.sum(axis=0) @ best.x == pytest.approx(rounds.budget)
    shorter = best_fixed_decision(rounds, 10)  # 10 divides 30: feasible for it, so no better
    assert shorter.value <= best.upper_bound


PLANE = paper_quadratics(T=10)
TILTED = Polytope(np.array([[1.0, -0.5]]), np.array([0.5]), Box.unit(2))
SAID = TILTED.half_spaces()


def untyped(function: Any) -> Any:
    """Hide a function's signature, for calls that a type checker would refuse."""
    return function


class Ball:
    """A domain that is no polytope."""

    n = 2
    lower = np.zeros(2)
    upper = np.ones(2)
    diameter = 1.0

    def project(self, Y: Any) -> FloatArray:
        return np.asarray(Y)

    maximize_linear = project

    def contains(self, X: Any, rtol: float = 1e-9) -> Any:
        return np.ones(np.shape(X)[:-1], dtype=bool)


class Tilted(Ball):
    """A reader's own domain, which says its faces, and perhaps wrongly."""

    lower, upper, diameter = TILTED.lower, TILTED.upper, TILTED.diameter

    def __init__(self, said: Any = SAID) -> None:
        self.said = said

    def half_spaces(self) -> HalfSpaces:
        found: HalfSpaces = self.said
        return found


def test_a_domain_that_says_its_faces_is_a_polytope() -> None:
    known = rounds_on(TILTED, 12, 0, 0.5)
    own = Rounds(known.utility, known.prices, known.budget, Tilted())
    assert best_fixed_decision(own, 3).value == best_fixed_decision(known, 3).value
    with pytest.raises(ValueError, match=r"needs a down-closed domain \(A >= 0\), got an entry -0"):
        best_fixed_decision(own, 3, solver=branch_and_bound())


SQUARE = Box.unit(2)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: best_fixed_decision(PLANE, 0), ValueError, "W must be between 1 and 10, got 0"),
        (lambda: best_fixed_decision(PLANE, 11), ValueError, "W must be between 1 and 10, got 11"),
        (lambda: untyped(best_fixed_decision)(3, 1), TypeError, "rounds must be Rounds or Str"),
        (lambda: untyped(benchmark_curve)(PLANE, 7, 5), TypeError, "not iterable"),
        (
            lambda: best_fixed_decision(paper_quadratics(T=10, n=3), 1, solver=planar),
            ValueError,
            "n must be at most 2 for planar, got 3",
        ),
        (
            lambda: branch_and_bound()(Quadratic(np.eye(2), np.ones(2)), TILTED, SQUARE),
            ValueError,
            r"branch_and_bound needs a DR-submodular objective .*, got 1",
        ),
        (
            lambda: window_polytope(Rounds(PLANE.utility, PLANE.prices, 1.0, Ball()), 1),
            TypeError,
            r"^domain must have half_spaces\(\), as Box, .*_decision needs none\), got .*Ball",
        ),
    ],
)
def test_bad_input(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


# The least budget.


@given(st.integers(0, 2**32 - 1), st.integers(1, 2), st.floats(0.05, 0.95), st.integers(1, 12))
@settings(max_examples=25, deadline=None)
def test_the_least_budget_is_enough_and_no_smaller_one_is(
    seed: int, n: int, share: float, W: int
) -> None:
    """By the benchmark of the game with that budget, and with one that is a little smaller."""
    rng = np.random.default_rng(seed)
    T = 12
    H = -rng.uniform(0, 1, (T, n, n))
    H = H + H.transpose(0, 2, 1)
    prices = rng.uniform(0.5, 2.0, (T, n))
    rounds = Rounds(Quadratics(H, -H.sum(axis=2)), prices, 1.0, Box.unit(n))
    most = best_fixed_decision(attrs.evolve(rounds, budget=1e3), W).value
    found = least_budget(rounds, share * most, W)
    assert found.lower_bound <= found.budget <= found.lower_bound * (1 + 2e-6)
    assert found.value >= share * most
    assert rounds.total().value(found.x) == pytest.approx(found.value, rel=1e-12)
    exact = attrs.evolve(rounds, budget=found.budget)
    assert window_polytope(exact, W).contains(found.x)
    assert best_fixed_decision(exact, W).value >= share * most * (1 - 1e-9)
    smaller = attrs.evolve(rounds, budget=0.9999 * found.lower_bound)
    assert best_fixed_decision(smaller, W).upper_bound < share * most


def test_the_least_budget_by_hand() -> None:
    """f_t = x, at a price of 2 in one round of four and else 0: x = 1/2 earns half of all."""
    T = 8
    prices = np.tile([[2.0], [0.0], [0.0], [0.0]], (2, 1))
    rounds = Rounds(Quadratics(np.zeros((T, 1, 1)), np.ones((T, 1))), prices, 1.0, Box.unit(1))
    for W, budget in ((1, 2 * 0.5 * T), (2, 0.5 * T), (4, 0.25 * T), (8, 0.25 * T)):
        found = least_budget(rounds, 4.0, W)
        assert found.budget == pytest.approx(budget, rel=1e-5)
        assert found.x == pytest.approx([0.5], rel=1e-5)
    assert least_budget(rounds, 0.0, 1)[:2] == (0.0, 0.0)
    free = attrs.evolve(rounds, prices=np.zeros((T, 1)))
    assert least_budget(free, 4.0, 1).budget == 0.0


def test_a_solver_with_a_gap_leaves_the_least_budget_between_two_numbers() -> None:
    """A bound that is a tenth too high certifies only budgets that are a tenth smaller."""

    def loose(f: Any, region: Polytope, domain: Any) -> Solution:
        exact = planar(f, region, domain)
        return exact._replace(upper_bound=1.1 * exact.value)

    rounds = Rounds(
        Quadratics(np.zeros((9, 1, 1)), np.ones((9, 1))), np.ones((9, 1)), 1.0, Box.unit(1)
    )
    found = least_budget(rounds, 4.5, 3, solver=loose)
    assert found.budget == pytest.approx(4.5, rel=1e-5)
    assert found.lower_bound == pytest.approx(4.5 / 1.1, rel=1e-5)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"target": 1e3}, r"target must be at most .*, the most that a decision is known to earn"),
        ({"target": math.nan}, "target must be finite, got nan"),
        ({"W": 0}, "W must be between 1 and 9, got 0"),
        ({"tolerance": 0.0}, "tolerance must be between 0 and 1"),
    ],
)
def test_a_least_budget_that_there_is_not(arguments: dict[str, Any], message: str) -> None:
    rounds = paper_quadratics(T=9)
    with pytest.raises(ValueError, match=f"^{message}"):
        least_budget(rounds, **{"target": 1.0, "W": 3, **arguments})
