"""One good: one player for all windows at once, `patient_player` of rocq/UnknownOneGood.v."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from osphg.checks import FloatArray
from tests.chapters import defined
from tests.literal_one_good import patient_bids


class OneGood(NamedTuple):
    """A game of one good in [0, 1]: f_t(x) = F min(x/s_t, 1), concave and rising."""

    prices: FloatArray
    saturations: FloatArray  # s_t
    b: float
    c: float  # no price exceeds it
    F: float

    def worth(self, bids: float | FloatArray) -> FloatArray:
        """Return the sum of f_t(x_t) over the first N rounds, N = 0..T."""
        values = self.F * np.minimum(bids / self.saturations, 1.0)
        return np.append(0.0, np.cumsum(values))


@st.composite
def games(draw: st.DrawFn) -> OneGood:
    """Prices in phases, cheap ones and dear ones of several lengths, over and over."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    c = draw(st.sampled_from([0.5, 1.0, 20.0]))
    b = c * draw(st.sampled_from([0.1, 0.4, 0.9, 1.0]))
    lengths = st.sampled_from([1, 2, 3, 5, 8, 13, 32, 64])
    phases = st.lists(st.tuples(lengths, st.sampled_from([0.0, 0.01, b / c, 1.0])), min_size=1)
    prices = np.concatenate([np.full(length, c * dear) for length, dear in draw(phases)])
    prices = np.tile(prices, draw(st.integers(1, 5)))[:700]
    if draw(st.integers(0, 3)) == 0:
        prices = prices * rng.uniform(0, 1, len(prices))
    saturations = np.full(len(prices), draw(st.sampled_from([b / c, 1.0])))
    if draw(st.booleans()):
        saturations = rng.uniform(b / c / 2, 1, len(prices))
    return OneGood(prices, saturations, b, c, draw(st.sampled_from([1.0, 7.0])))


@settings(max_examples=150, deadline=None)
@given(games())
def test_it_never_overspends_and_has_the_regret_of_every_window(game: OneGood) -> None:
    """F (c/b) (11 + 3 ln(c/b)) W for all W = 2^K at once, at every N, against the best y.

    As f_t rises, the best y that keeps the closed windows of W rounds is the largest one.
    """
    prices, _, b, c, F = game
    bids = np.array(patient_bids(prices.tolist(), b, c))
    T = len(prices)
    spent = np.append(0.0, np.cumsum(prices * bids))
    allowed = b * np.arange(T + 1)
    assert ((bids >= 0) & (bids <= 1)).all()
    assert (spent <= allowed * (1 + 1e-12)).all()
    earned = game.worth(bids)
    for K in range(T.bit_length() + 1):
        W = 2**K
        bound = F * c / b * (11 + 3 * math.log(c / b)) * W
        costs = prices[: T // W * W].reshape(-1, W).sum(1)
        affordable = np.minimum(
            1.0, np.divide(b * W, costs, where=costs > 0, out=np.ones_like(costs))
        )
        # What is best changes where a window has closed: y is for all of its first N rounds.
        for closed in range(T // W + 1):
            y = affordable[:closed].min(initial=1.0)
            N = np.arange(closed * W, min((closed + 1) * W, T + 1))
            missed = game.worth(y)[N] - earned[N]
            assert missed.max(initial=0.0) <= bound


def test_it_waits_until_a_scale_can_lose_what_it_has_saved() -> None:
    """By hand, b = c = 1: nothing is bid before 3 are saved, in three rounds; then all of it."""
    assert patient_bids([1.0] * 8, 1.0, 1.0) == [0.0] * 3 + [1.0] * 5
    # At half the budget 6 rounds save 3. Windows of one round could have afforded 1/2, and a bid
    # of 1/2 saves nothing at price 1.
    assert patient_bids([1.0] * 9, 0.5, 1.0) == [0.0] * 6 + [0.5] * 3
    # Free rounds save 1/2 each: with 6 saved it follows windows of two rounds, which afforded 1.
    assert patient_bids([1.0, 0.0] * 10, 0.5, 1.0) == [0.0] * 6 + [0.5] * 12 + [1.0] * 2


@settings(max_examples=50, deadline=None)
@given(games())
def test_the_chapters_player_is_the_literal_one(game: OneGood) -> None:
    """`unknown_window` has it in NumPy, with the sums of windows kept up to date."""
    patient = defined("unknown_window", "patient")
    bids, savings = patient(game.prices, game.b, game.c)
    literal = np.array(patient_bids(game.prices.tolist(), game.b, game.c))
    np.testing.assert_allclose(bids, literal, rtol=0, atol=1e-12)
    saved = np.cumsum(game.b - game.prices * literal) - (game.b - game.prices * literal)
    np.testing.assert_allclose(savings, saved, rtol=0, atol=1e-9)
