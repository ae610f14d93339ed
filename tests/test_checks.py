"""The report on the paper's assumptions: right ones pass, each wrong one is named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from osphg import Box, Rounds, Simplex, StreamedRounds
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.rounds import Game, paper_quadratics, streamed_paper_quadratics
from tests.table import PROBLEMS, problem

WORDS = ("normalised", "monotone", "DR", "gradient", "p_t", "0 in X")


@dataclass(frozen=True, eq=False)
class Stated:
    """A utility by its formulas, the same in every round but for `since`."""

    f: Callable[[FloatArray], Any]
    slope: Callable[[FloatArray], Any]
    since: int = 0  # before this round the utility is sum log(1 + x)

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray(self.f(X) if t >= self.since else np.log1p(X).sum(-1))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray(self.slope(X) if t >= self.since else 1 / (1 + X))


def _rounds(utility: Any, domain: Domain | None = None, T: int = 20) -> Rounds:
    return Rounds(utility, np.ones((T, 2)), 1.0, Box.unit(2) if domain is None else domain)


WRONG: dict[str, tuple[str, Callable[[FloatArray], Any], Callable[[FloatArray], Any]]] = {
    "offset": ("normalised", lambda X: X.sum(-1) + 0.01, np.ones_like),
    "negative offset": ("normalised", lambda X: X.sum(-1) - 0.01, np.ones_like),
    "falls near the far corner": (
        "monotone",
        lambda X: (X - 0.55 * X**2).sum(-1),
        lambda X: 1 - 1.1 * X,
    ),
    "decreasing": ("monotone", lambda X: X[..., 0] - X[..., 1], lambda X: X * 0 + [1.0, -1.0]),
    "convex": ("DR", lambda X: (X**2).sum(-1), lambda X: 2 * X),
    "complements": (
        "DR",
        lambda X: X.sum(-1) + 0.01 * X.prod(-1),
        lambda X: 1 + 0.01 * X[..., ::-1],
    ),
    "gradient 1% off": ("gradient", lambda X: np.log1p(X).sum(-1), lambda X: 1.01 / (1 + X)),
    "gradient swapped": (
        "gradient",
        lambda X: 2 * X[..., 0] + X[..., 1],
        lambda X: X * 0 + [1.0, 2.0],
    ),
}


@pytest.mark.parametrize("case", list(WRONG))
@pytest.mark.parametrize("domain", [Box.unit(2), Simplex(2, 1.0)], ids=["box", "simplex"])
@pytest.mark.parametrize("since", [0, 19])
def test_each_wrong_assumption_is_named_and_no_other(case: str, domain: Domain, since: int) -> None:
    word, f, slope = WRONG[case]
    report = _rounds(Stated(f, slope, since), domain).check()
    assert not report.holds
    assert [name for name in WORDS if not report[name].holds] == [word]
    assert report[word].worst > 0
    if since:
        assert report[word].where == "round 20"
    assert f"{word}" in str(report)
    assert "FAILS" in str(report[word])


def test_the_size_of_a_failure_is_reported() -> None:
    report = _rounds(Stated(lambda X: X.sum(-1) + 0.25, np.ones_like)).check()
    assert report["normalised"].worst == 0.25


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_the_verdict_does_not_depend_on_the_unit_of_utility(scale: float) -> None:
    good = Stated(lambda X: scale * np.log1p(X).sum(-1), lambda X: scale / (1 + X))
    bad = Stated(lambda X: scale * np.expm1(X).sum(-1), lambda X: scale * np.exp(X))
    assert _rounds(good).check().holds
    assert not _rounds(bad).check()["DR"].holds


@pytest.mark.parametrize("name", [name for name in PROBLEMS if "literal H" not in name])
def test_the_tables_problems_satisfy_the_assumptions(name: str) -> None:
    report = problem(name).rounds.check()
    assert report.holds, str(report)
    assert "FAILS" not in str(report)


@pytest.mark.parametrize("n", [2, 5])
@pytest.mark.parametrize("make", [paper_quadratics, streamed_paper_quadratics])
def test_the_papers_literal_h_is_not_monotone(n: int, make: Callable[..., Game]) -> None:
    assert make(T=500, n=n).check().holds
    report = make(T=500, n=n, symmetric=False).check()
    assert [name for name in WORDS if not report[name].holds] == ["monotone"]


def test_values_that_are_not_finite_do_not_pass() -> None:
    """A NaN is no evidence that an assumption holds."""
    nan_slope = Stated(
        lambda X: np.log1p(X).sum(-1), lambda X: np.where(X > 0.5, np.nan, 1 / (1 + X))
    )
    assert not _rounds(nan_slope).check().holds
    nan_value = Stated(
        lambda X: np.where(X.sum(-1) > 1, np.nan, np.log1p(X).sum(-1)), lambda X: 1 / (1 + X)
    )
    assert not _rounds(nan_value).check().holds


def test_sampling_is_reproducible_and_says_how_much() -> None:
    rounds = paper_quadratics(T=500, symmetric=False)
    first, again, other = rounds.check(seed=1), rounds.check(seed=1), rounds.check(seed=2)
    assert first == again
    assert first["monotone"].worst != other["monotone"].worst
    assert first.rounds == 200
    assert rounds.check(samples=500).rounds == 500
    assert rounds.check(samples=10_000).rounds == 500
    assert str(first).startswith("200 sampled rounds")
    with pytest.raises(KeyError):
        first["convex"]


def test_streamed_and_in_memory_rounds_give_the_same_report() -> None:
    memory = paper_quadratics(T=900, n=13, symmetric=False).check(seed=3)
    streamed = streamed_paper_quadratics(T=900, n=13, symmetric=False).check(seed=3)
    assert memory == streamed


@pytest.mark.parametrize(
    ("samples", "kind", "message"),
    [
        (0, ValueError, "samples must be at least 1, got 0"),
        (1.5, TypeError, "samples must be an integer, got 1.5"),
    ],
)
def test_check_refuses_bad_input(samples: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        paper_quadratics(T=5).check(samples=samples)


def _drawn(since: int, price: float, domain: Domain) -> StreamedRounds:
    """Return rounds in blocks of 2, of this price from a round on."""

    def draw(start: int, stop: int) -> tuple[Stated, FloatArray]:
        prices = np.full((stop - start, 2), price if start >= since else 1.0)
        return Stated(lambda X: X.sum(-1), np.ones_like), prices

    return StreamedRounds(draw, 2, T=20, budget=1.0, domain=domain)


def test_what_the_report_lists_for_completeness_is_refused_before() -> None:
    """Prices below 0, and an X without the origin: of rounds in memory, see `test_rounds`."""
    assert _drawn(0, 0.0, Box.unit(2)).check().holds
    with pytest.raises(ValueError, match="prices must not be negative"):
        _drawn(0, -1.0, Box.unit(2))
    with pytest.raises(ValueError, match="domain must contain the origin"):
        _drawn(20, 1.0, Box(np.ones(2), np.full(2, 0.5)))
    late = _drawn(18, -1.0, Box.unit(2))
    for seed in range(5):  # whether the last block is sampled or not
        with pytest.raises(ValueError, match="prices must not be negative"):
            late.check(samples=1, seed=seed)


def test_what_a_utility_raises_is_passed_on() -> None:
    def slope(X: FloatArray) -> Any:
        raise ArithmeticError("no slope here")

    rounds = _rounds(Stated(lambda X: X.sum(-1), slope, since=19))
    with pytest.raises(ArithmeticError, match="no slope here"):
        rounds.check()
