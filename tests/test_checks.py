"""The report on the paper's assumptions: right ones pass, each wrong one is named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from osphg import Box, Rounds, Simplex
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.rounds import paper_quadratics
from tests.table import PROBLEMS, problem

WORDS = ("normalised", "monotone", "DR", "gradient", "p_t", "0 in X")
Formula = Callable[[FloatArray], Any]


@dataclass(frozen=True, eq=False)
class Stated:
    """A utility by its formulas, the same in every round but for `since`."""

    f: Formula
    slope: Formula
    since: int = 0  # before this round the utility is sum log(1 + x)

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray(self.f(X) if t >= self.since else np.log1p(X).sum(-1))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray(self.slope(X) if t >= self.since else 1 / (1 + X))


def _rounds(f: Formula, slope: Formula, since: int = 0, domain: Domain | None = None) -> Rounds:
    return Rounds(Stated(f, slope, since), np.ones((20, 2)), 1.0, domain or Box.unit(2))


WRONG: dict[str, tuple[str, Formula, Formula]] = {
    "offset": ("normalised", lambda X: X.sum(-1) + 0.01, np.ones_like),
    "negative offset": ("normalised", lambda X: X.sum(-1) - 0.01, np.ones_like),
    "falls far out": ("monotone", lambda X: (X - 0.55 * X**2).sum(-1), lambda X: 1 - 1.1 * X),
    "falls": ("monotone", lambda X: X[..., 0] - X[..., 1], lambda X: X * 0 + [1.0, -1.0]),
    "convex": ("DR", lambda X: (X**2).sum(-1), lambda X: 2 * X),
    "pairs": ("DR", lambda X: X.sum(-1) + 0.01 * X.prod(-1), lambda X: 1 + 0.01 * X[..., ::-1]),
    "1% off": ("gradient", lambda X: np.log1p(X).sum(-1), lambda X: 1.01 / (1 + X)),
    "swapped": ("gradient", lambda X: 2 * X[..., 0] + X[..., 1], lambda X: X * 0 + [1.0, 2.0]),
}


@pytest.mark.parametrize("case", list(WRONG))
@pytest.mark.parametrize("domain", [Box.unit(2), Simplex(2, 1.0)], ids=["box", "simplex"])
@pytest.mark.parametrize("since", [0, 19])
def test_each_wrong_assumption_is_named_and_no_other(case: str, domain: Domain, since: int) -> None:
    word, f, slope = WRONG[case]
    report = _rounds(f, slope, since, domain).check()
    assert not report.holds
    assert [name for name in WORDS if not report[name].holds] == [word]
    assert report[word].worst > 0
    if since:
        assert report[word].where == "round 20"
    assert f"{word}" in str(report)
    assert "FAILS" in str(report[word])


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_the_verdict_does_not_depend_on_the_unit_of_utility(scale: float) -> None:
    good = _rounds(lambda X: scale * np.log1p(X).sum(-1), lambda X: scale / (1 + X))
    bad = _rounds(lambda X: scale * np.expm1(X).sum(-1), lambda X: scale * np.exp(X))
    assert good.check().holds
    assert not bad.check()["DR"].holds


@pytest.mark.parametrize("name", [name for name in PROBLEMS if "literal H" not in name])
def test_the_tables_problems_satisfy_the_assumptions(name: str) -> None:
    report = problem(name).rounds.check()
    assert report.holds, str(report)
    assert "FAILS" not in str(report)


def test_values_that_are_not_finite_do_not_pass() -> None:
    """A NaN is no evidence that an assumption holds."""
    nan = _rounds(lambda X: np.log1p(X).sum(-1), lambda X: np.where(X > 0.5, np.nan, 1 / (1 + X)))
    assert not nan.check().holds
    nan = _rounds(lambda X: np.where(X.sum(-1) > 1, np.nan, X.sum(-1)), np.ones_like)
    assert not nan.check().holds


def test_sampling_is_reproducible_and_says_how_much() -> None:
    rounds = paper_quadratics(T=500, symmetric=False)
    first, again, other = rounds.check(seed=1), rounds.check(seed=1), rounds.check(seed=2)
    assert first == again
    assert first["monotone"].worst != other["monotone"].worst
    assert [name for name in WORDS if not first[name].holds] == ["monotone"]
    assert first.rounds == 200
    assert rounds.check(samples=10_000).rounds == 500
    assert str(first).startswith("200 sampled rounds")
    with pytest.raises(KeyError):
        first["convex"]
    with pytest.raises(ValueError, match="samples must be at least 1, got 0"):
        rounds.check(samples=0)
