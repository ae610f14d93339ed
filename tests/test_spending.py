"""The violation bound from the comparator 0: what it rests on, and runs that respect it."""

import math

import numpy as np
import pytest

import osphg
from osphg.checks import FloatArray
from osphg.proofs.kernel import Fact
from osphg.proofs.paper import climb, lemma43, spending, theorems
from osphg.proofs.paper.symbols import G, R, T, W, beta


class Rising:
    """f(x) = x_1 + x_2 + 3 x_1 x_2: monotone, and each bid makes the other one worth more."""

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray(X.sum(-1) + 3 * X.prod(-1))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return 1 + 3 * X[..., ::-1]


@pytest.fixture(scope="module")
def proven() -> dict[str, Fact]:
    return spending.prove()


def test_it_rests_on_nothing_about_f_but_its_slope(proven: dict[str, Fact]) -> None:
    used = {a.name for a in proven["spending-violation"].rests_on}
    assert "|grad f| <= beta" in used
    for unused in (
        climb.SMOOTH, climb.MONOTONE_JOIN, climb.DR_STEP, climb.GRADIENT_JOIN, climb.GROWING,
        climb.NORMALISED, climb.WORTH, lemma43.RANGE, lemma43.EARNED, theorems.MANY,
    ):  # fmt: skip
        assert unused.name not in used


def test_it_is_stated_for_every_window_and_number_of_learners(proven: dict[str, Fact]) -> None:
    fact = proven["spending-violation"]
    assert fact.where <= {T - W}
    assert fact.rhs.free_symbols == {R, beta, G, T, W}
    assert fact.lhs == theorems.violation


@pytest.mark.parametrize("K", [1, 7])
@pytest.mark.parametrize("window", [1, 20])
def test_runs_with_increasing_returns_respect_it(
    proven: dict[str, Fact], window: int, K: int
) -> None:
    horizon = 400
    prices = np.random.default_rng(5).uniform(2, 4, (horizon, 2))
    game = osphg.Rounds(Rising(), prices, 1.0 * horizon, osphg.Box.unit(2))
    steep = max(math.hypot(4, 4), game.beta_g)  # of f, at (1, 1)
    mu = game.R / (steep * math.sqrt(window * horizon))
    run = osphg.play(osphg.OSPHG(mu=mu, delta=4 * steep**2, K=K), game)
    values = {R: game.R, beta: steep, G: game.G, T: horizon, W: window}
    assert window * horizon >= 16 * game.R**2
    most = float(proven["spending-violation"].rhs.subs(values))
    assert 0 < osphg.total_violation(run) <= most
