"""The problem: what Rounds accept, the paper's generator, and the constants of the assumptions."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from osphg import Box, Polytope, Rounds, Simplex, StreamedRounds
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.rounds import (
    equal_domains,
    equal_games,
    paper_quadratics,
    streamed_paper_quadratics,
)
from osphg.utilities import Quadratics
from tests.table import PROBLEMS, problem, section

box: Any = Box  # that takes lists, too
T, N = 6, 2
H, h = -np.ones((T, N, N)), np.full((T, N), 2.0)
GOOD: dict[str, Any] = {
    "utility": Quadratics(H, h),
    "prices": np.ones((T, N)),
    "budget": 3.0,
    "domain": Box.unit(N),
}


class Answers:
    """A utility that answers with whatever it was given."""

    def __init__(self, value: Any = lambda X: X.sum(-1), gradient: Any = np.ones_like) -> None:
        self.answers = value, gradient

    def value(self, t: int, X: FloatArray, /) -> Any:
        return self.answers[0](X)

    def gradient(self, t: int, X: FloatArray, /) -> Any:
        return self.answers[1](X)


def _price(entry: float) -> FloatArray:
    prices = np.ones((T, N))
    prices[4, 1] = entry
    return prices


# In the orthant, with the line x + y >= 1 as its lower end: it has no least point.
OFF_ORIGIN = Polytope([[-1.0, -1.0]], [-1.0], box([1.0, 1.0]))
REFUSED: list[tuple[str, Any, type[Exception], str]] = [
    ("prices", _price(np.nan), ValueError, r"finite, got nan at prices\[4, 1\]"),
    ("prices", _price(-0.5), ValueError, r"must not be negative, got -0.5 at prices\[4, 1\]"),
    ("prices", np.ones((T, 3)), ValueError, "one column per dimension of the domain, 2, got 3"),
    ("budget", 0, ValueError, "greater than 0, got 0"),
    ("domain", 3, TypeError, "domain must be a Domain .*got 3"),
    ("domain", OFF_ORIGIN, ValueError, r"contain the origin \(or be a Box .*got Polytope"),
    ("domain", box([1.0, 1.0], [-1.0, -1.0]), ValueError, "non-negative orthant, got Box"),
    ("utility", None, TypeError, "utility must have methods value.*got None"),
    ("utility", Quadratics(H[:5], h[:5]), ValueError, "as many rounds as prices, 6, got 5"),
    (
        "utility",
        Answers(value=lambda X: X.sum(-1) * np.nan),
        ValueError,
        "utility.value must be finite, got .*nan.*round 1",
    ),
    (
        "utility",
        Answers(value=lambda X: X.sum(-1, keepdims=True)),
        ValueError,
        r"utility.value must return shape \(4,\) .*got \(4, 1\)",
    ),
    (
        "utility",
        Answers(gradient=lambda X: np.ones(2)),
        ValueError,
        r"utility.gradient must return shape \(4, 2\) .*got \(2,\)",
    ),
]


@pytest.mark.parametrize(("name", "value", "kind", "message"), REFUSED)
def test_rounds_refuse_bad_input_in_one_line(
    name: str, value: Any, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message) as caught:
        Rounds(**{**GOOD, name: value})
    assert "\n" not in str(caught.value)


def test_rounds_are_frozen_and_keep_their_own_prices() -> None:
    prices = np.ones((T, N))
    rounds = Rounds(**{**GOOD, "prices": prices})
    with pytest.raises(AttributeError):
        rounds.budget = 7.0  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        rounds.prices[0, 0] = 7.0
    prices[0, 0] = 7.0
    assert rounds.prices[0, 0] == 1.0
    assert (rounds.T, rounds.n, rounds.allowance) == (6, 2, 0.5)


# The paper's generator.


def parts(rounds: Rounds) -> tuple[FloatArray, FloatArray, FloatArray]:
    assert isinstance(rounds.utility, Quadratics)
    return rounds.utility.H, rounds.utility.h, rounds.prices


@pytest.mark.parametrize("n", [1, 2, 5, 30])
@pytest.mark.parametrize("symmetric", [True, False])
def test_the_papers_rounds_are_what_section_5_says(n: int, symmetric: bool) -> None:
    rounds = paper_quadratics(T=300, n=n, budget_per_round=1.5, seed=4, symmetric=symmetric)
    H, h, prices = parts(rounds)
    np.testing.assert_array_equal(H, H.transpose(0, 2, 1))
    assert (H.shape, prices.shape) == ((300, n, n), (300, n))
    assert (rounds.budget, rounds.allowance) == (450, 1.5)
    np.testing.assert_array_equal(rounds.domain.upper, np.ones(n))
    np.testing.assert_array_equal(rounds.domain.lower, np.zeros(n))
    at_one = H.sum(-1) + h
    # the gradient at 1 is 0 for symmetric H_t; else (H_t - H_t')1/2, whose entries sum to 0
    np.testing.assert_allclose(at_one.sum(-1), 0, atol=1e-12)
    if symmetric or n == 1:
        np.testing.assert_allclose(at_one, 0, atol=1e-12)
    else:
        assert (at_one.min(-1) < 0).all()


@pytest.mark.parametrize("n", [2, 13, 30])
def test_a_shorter_game_is_the_start_of_a_longer_one(n: int) -> None:
    """Also where blocks end: 16384 rounds at n = 2, 387 at n = 13, 72 at n = 30."""
    longer = parts(paper_quadratics(T=900, n=n, seed=5))
    for length in (1, 72, 73, 387, 388, 899):
        for short, long in zip(parts(paper_quadratics(length, n, seed=5)), longer, strict=True):
            np.testing.assert_array_equal(short, long[:length])


@pytest.mark.parametrize("symmetric", [True, False])
def test_streamed_rounds_are_those_in_memory_on_every_pass(symmetric: bool) -> None:
    memory = paper_quadratics(T=900, n=13, seed=5, symmetric=symmetric)
    streamed = streamed_paper_quadratics(T=900, n=13, seed=5, symmetric=symmetric)
    H, h, prices = parts(memory)
    for _ in range(2):
        start = 0
        for block in streamed.blocks():
            assert block.start == start
            at = slice(start, start := start + len(block.prices))
            assert isinstance(block.utility, Quadratics)
            np.testing.assert_array_equal(block.utility.H, H[at])
            np.testing.assert_array_equal(block.utility.h, h[at])
            np.testing.assert_array_equal(block.prices, prices[at])
        assert start == 900
    assert streamed.constants == pytest.approx(memory.constants, rel=1e-13)
    assert pytest.approx(memory.L, rel=1e-13) == streamed.L
    x = np.linspace(0, 1, 13)
    np.testing.assert_allclose(streamed.total().value(x), memory.total().value(x), rtol=1e-12)


def test_the_seed_decides() -> None:
    first, again, other = (paper_quadratics(T=5, seed=seed).prices for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).all()
    here, there = (paper_quadratics(T=5, seed=np.random.default_rng(1)).prices for _ in range(2))
    np.testing.assert_array_equal(here, there)
    generator = np.random.default_rng(1)
    once, twice = (paper_quadratics(T=5, seed=generator).prices for _ in range(2))
    assert (once != twice).all()


def test_the_papers_rounds_keep_their_numbers() -> None:
    """Every number in the book rests on these draws."""
    H, _, prices = parts(paper_quadratics(T=2, seed=0))
    known = [-0.5770236374850299, -0.3519619024127172, -0.3519619024127172, -0.1810829635948209]
    np.testing.assert_allclose(H[1].ravel(), known, rtol=0, atol=1e-15)
    known = [3.022921383636522, 3.3671956300088253]
    np.testing.assert_allclose(prices[1], known, rtol=0, atol=1e-15)


# Streams.


def _stream(**changed: Any) -> StreamedRounds:
    rounds = Rounds(**GOOD)
    arguments = {"draw": lambda start, stop: section(rounds, start, stop), "block_length": 4}
    return StreamedRounds(**{**arguments, "T": T, "budget": 3.0, "domain": Box.unit(N), **changed})


@pytest.mark.parametrize(
    ("changed", "kind", "message"),
    [
        (
            {"draw": lambda start, stop: section(Rounds(**GOOD), start, stop - 1)},
            ValueError,
            r"draw must return 4 rounds for rounds 1\.\.4, got 3",
        ),
        (
            {"draw": lambda start, stop: (GOOD["utility"], -np.ones((stop - start, N)))},
            ValueError,
            r"prices must not be negative, got -1",
        ),
    ],
)
def test_a_stream_refuses_bad_input_at_once(
    changed: dict[str, Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        _stream(**changed)


# One game, or two.


class Ball:
    """{x >= 0 : |x| <= r} in the plane: the bounds of a box, and no half-spaces."""

    n = 2

    def __init__(self, r: float = 1.0) -> None:
        self.r, self.diameter = r, r * 2**0.5
        self.lower, self.upper = np.zeros(2), np.full(2, r)

    def project(self, Y: Any) -> FloatArray:
        X = np.maximum(np.asarray(Y), 0.0)
        over = np.linalg.norm(X, axis=-1, keepdims=True) / self.r
        return np.asarray(X / np.maximum(over, 1.0))

    def maximize_linear(self, C: Any) -> FloatArray:
        C = np.maximum(np.asarray(C), 0.0)
        length = np.linalg.norm(C, axis=-1, keepdims=True)
        return np.asarray(self.r * C / np.where(length > 0, length, 1.0))

    def contains(self, X: Any, atol: float = 1e-9) -> Any:
        X = np.asarray(X)
        return (X >= -atol).all(-1) & (np.linalg.norm(X, axis=-1) <= self.r + atol)


class Shown:
    """A set without its half-spaces, which is compared by its answers alone."""

    def __init__(self, X: Any) -> None:
        self.n, self.lower, self.upper, self.diameter = X.n, X.lower, X.upper, X.diameter
        self.project, self.maximize_linear, self.contains = X.project, X.maximize_linear, X.contains


ROWS, MOST = (
    np.array([[1.0, 2.0, 1.0], [3.0, 1.0, 0.5], [0.2, 0.3, 1.0]]),
    np.array([2.0, 2.5, 0.9]),
)


@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e9])
@pytest.mark.parametrize("n", [2, 3])
def test_sets_are_one_whichever_rows_describe_them(unit: float, n: int) -> None:
    A, b, box = ROWS[:, :n], MOST * unit, Box.unit(n)
    box = Box(box.upper * unit)
    X = Polytope(A, b, box)
    order = [2, 0, 1, 0, 2]
    others = [
        Polytope(A[order], b[order], box),
        Polytope(A * [[2.0], [1e6], [0.3]], b * [2.0, 1e6, 0.3], box),
        Polytope(np.vstack([A, np.eye(n)]), np.append(b, np.full(n, 2 * unit)), box),
        Polytope(A, b, Box(box.upper)),
    ]
    assert all(equal_domains(X, Y) and equal_domains(Y, X) for Y in others)
    # Also where no rows are told.
    assert equal_domains(X, Shown(others[0]))
    assert equal_domains(Simplex(n, unit), Polytope(np.ones((1, n)), np.array([unit]), box))


@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e9])
def test_other_sets_are_told_apart(unit: float) -> None:
    box, pair = Box(np.full(2, unit)), np.ones((1, 2))
    kept = Polytope(pair, np.array([1.5 * unit]), box)
    sets: list[Any] = [
        box,
        Ball(unit),
        Simplex(2, unit),
        kept,
        Polytope(pair, np.array([1.999 * unit]), box),  # a small corner less than the box
        Shown(kept),
        Box(np.full(3, unit)),
        Box(np.array([1.0, 1.001]) * unit),
        Ball(1.001 * unit),
    ]
    for i, X in enumerate(sets):
        for j, Y in enumerate(sets):
            assert equal_domains(X, Y) == (i == j or {i, j} == {3, 5}), (i, j)


def test_a_corner_that_no_probe_meets_is_missed() -> None:
    """Of 256 corners; the half-spaces of the smaller set say so, in either order."""
    box = Box.unit(8)
    row = np.array([[1.0, -1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0]])
    less = Polytope(row, np.array([3.9]), box)
    assert equal_domains(Shown(box), Shown(less))  # as far as answers tell
    assert not equal_domains(box, less)
    assert not equal_domains(less, box)


def test_games_are_one_if_all_their_parts_are() -> None:
    known = paper_quadratics(T=30, n=2, seed=1)
    H_, h_, prices = parts(known)
    again = Rounds(Quadratics(H_, h_), prices.copy(), known.budget, Box.unit(2))
    assert equal_games(known, again)
    assert equal_games(known, streamed_paper_quadratics(T=30, n=2, seed=1))
    for other in (
        Rounds(Quadratics(H_, 2 * h_), prices, known.budget, Box.unit(2)),
        Rounds(Quadratics(H_, h_), 2 * prices, known.budget, Box.unit(2)),
        Rounds(Quadratics(H_, h_), prices, 2 * known.budget, Box.unit(2)),
        Rounds(Quadratics(H_, h_), prices, known.budget, Simplex(2, 1.0)),
        Rounds(Quadratics(H_, h_), prices, known.budget, Ball()),
        paper_quadratics(T=29, n=2, seed=1),
        paper_quadratics(T=30, n=3, budget_per_round=2.0, seed=1),
    ):
        assert not equal_games(known, other)
        assert not equal_games(other, known)


# The constants of section 3.2.


def _grid(domain: Domain, m: int) -> FloatArray:
    """Points of the domain: a lattice over its bounding box, its corners among them."""
    axes = [np.linspace(low, up, m) for low, up in zip(domain.lower, domain.upper, strict=True)]
    points = np.array(list(product(*axes)))
    return points[domain.contains(points)]


@pytest.mark.parametrize("name", [name for name in PROBLEMS if "n=13" not in name])
def test_constants_bound_every_point_of_a_grid(name: str) -> None:
    rounds = problem(name).rounds
    X = _grid(rounds.domain, 7 if rounds.n <= 3 else 3 if rounds.n <= 5 else 1)
    inner = np.random.default_rng(0).uniform(0, rounds.domain.upper, (50, rounds.n))
    X = np.concatenate([X, rounds.domain.project(inner)])
    values = np.array([rounds.utility.value(t, X) for t in range(rounds.T)])
    slopes = np.array([rounds.utility.gradient(t, X) for t in range(rounds.T)])
    slack = 1 + 1e-12
    assert np.sqrt((slopes**2).sum(-1)).max() <= rounds.beta_f * slack
    assert np.ptp(values, axis=1).max() <= rounds.F * slack
    assert np.abs(rounds.prices @ X.T - rounds.allowance).max() <= rounds.G * slack
    assert np.sqrt(((X[:, None] - X[None]) ** 2).sum(-1)).max() <= rounds.R * slack
    assert rounds.beta_g == pytest.approx(np.linalg.norm(rounds.prices, axis=1).max(), rel=1e-14)
    assert rounds.beta == max(rounds.beta_f, rounds.beta_g)


@pytest.mark.parametrize("name", ["paper n=1", "paper n=2", "quadratics box n=3", "paper n=13"])
def test_constants_are_exact_for_monotone_quadratics_on_a_box(name: str) -> None:
    """The steepest slope is at the origin, the range ends at the corner opposite to it."""
    rounds = problem(name).rounds
    corners = np.stack([np.zeros(rounds.n), rounds.domain.upper])
    values = np.array([rounds.utility.value(t, corners) for t in range(rounds.T)])
    slopes = np.array([rounds.utility.gradient(t, corners) for t in range(rounds.T)])
    assert rounds.beta_f == pytest.approx(np.sqrt((slopes**2).sum(-1)).max(), rel=1e-12)
    assert pytest.approx(np.ptp(values, axis=1).max(), rel=1e-12) == rounds.F
    spending = rounds.prices @ rounds.domain.upper - rounds.allowance
    assert pytest.approx(max(rounds.allowance, spending.max()), rel=1e-12) == rounds.G
    assert pytest.approx(np.linalg.norm(rounds.domain.upper), rel=1e-12) == rounds.R


def test_constants_of_a_utility_that_tells_none_follow_from_its_slopes_at_the_origin() -> None:
    rounds = problem("coverage box n=3").rounds
    slopes = np.array([rounds.utility.gradient(t, np.zeros(3)) for t in range(rounds.T)])
    assert pytest.approx((slopes @ rounds.domain.upper).max(), rel=1e-12) == rounds.F
    assert rounds.beta_f == pytest.approx(np.linalg.norm(slopes, axis=1).max(), rel=1e-12)


def test_the_budget_itself_is_a_violation_bound() -> None:
    """|g_t(0)| = B_T/T, which the paper's beta_g R - B_T/T misses for a large budget."""
    assert Rounds(**{**GOOD, "budget": 60.0}).G == 10.0


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_sum_in_hindsight_is_the_sum(name: str) -> None:
    rounds = problem(name).rounds
    X = np.random.default_rng(0).uniform(0, 1, (4, rounds.n)) * rounds.domain.upper
    values = sum(rounds.utility.value(t, X) for t in range(rounds.T))
    np.testing.assert_allclose(rounds.total().value(X), values, rtol=1e-11, atol=1e-11)
    slopes = sum(rounds.utility.gradient(t, X) for t in range(rounds.T))
    np.testing.assert_allclose(rounds.total().gradient(X), slopes, rtol=1e-11, atol=1e-11)
