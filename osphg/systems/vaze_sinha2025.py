"""Projection on all that has been seen of the constraints (Vaze and Sinha 2025)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain, Polytope
from osphg.hindsight import half_spaces, maximal_rows
from osphg.ordered import dot
from osphg.players import Feedback
from osphg.rounds import Game, require_game, scales
from osphg.systems.ascent import Ascent, climbed, climbing
from osphg.systems.requirements import require, require_faces
from osphg.systems.saddle import origin

MOST = 4  # dimensions; above, each projection is a quadratic programme with up to t rows


class SeenState(NamedTuple):
    """The state before a round."""

    x: FloatArray  # x_t, (n,)
    prices: FloatArray  # those seen so far that can still matter, (m, n)
    seen: Domain  # S_{t-1}: X, and within budget at every price so far
    domain: Domain
    allowance: float  # B_T/T


@frozen
class VazeSinha:
    """The nested projections of Vaze and Sinha 2025: hard constraints, small dimensions.

    S_t is what keeps the budget at every price up to round t.
    y_t = P_{S_{t-1}}(x_t + R/(s sqrt(t)) h_t(x_t)), then x_{t+1} = P_{S_t}(y_t), so that a round
    overspends only where its price cuts S_{t-1}. Against decisions that keep the budget in every
    round (W = 1) the regret is O(sqrt(T)); sum_t [g_t(x_t)]_+ depends on how the prices turn, is
    O(1) for n = 1 and O(T^(1/3)) for n = 2. The rates are those of abstracts; that there are two
    projections, and the step size, are recalled. The source switches to `SinhaVaze` when the sum
    gets too large; this does not.

    Parameters
    ----------
    reach : float
        R/s, the length of the first step per unit of its direction; above 0.
    ascent : Ascent
        `BoostedGradient()`, or `PlainGradient()` for concave utilities.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above; in `init`, for n above 4, or a domain that does
        not say its faces, as Box, Simplex and Polytope do.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=500)
    >>> osphg.play(osphg.VazeSinha.tuned(rounds), rounds)
    Run(VazeSinha, 500 of 500 rounds, per round: utility 0.4378, violation -0.4649)
    """

    reach: float = checked(checks.positive_float)
    ascent: Ascent = climbing()

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None) -> VazeSinha:
        """Return it with reach = R/s, where s bounds the direction; T need not be known.

        Raises
        ------
        TypeError, ValueError
            As the constructor.
        """
        chosen, s = climbed(rounds, ascent)
        (R,) = scales(rounds, "R")
        return cls(R / s, chosen)

    def init(self, game: Game) -> SeenState:
        """Return the state before round 1: the origin, and no price seen."""
        require(require_game("game", game).n <= MOST, self, f"n at most {MOST}", str(game.n))
        require_faces(self, game.domain)
        nothing = np.empty((0, game.n))
        return SeenState(origin(game), nothing, game.domain, game.domain, game.allowance)

    def decide(self, state: SeenState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: SeenState, feedback: Feedback) -> SeenState:
        """Climb within what was known, then move to where the new price is affordable."""
        step = self.reach / math.sqrt(feedback.t + 1)
        y = state.seen.project(state.x + step * self.ascent.at(feedback, state.x))
        if not self._forbids(state, y, feedback.price):
            return state._replace(x=y)
        prices = maximal_rows(np.vstack([state.prices, feedback.price]))
        A, b, box = half_spaces(state.domain)
        allowances = np.full(len(prices), state.allowance)
        seen = Polytope(np.vstack([A, prices]), np.concatenate([b, allowances]), box)
        return state._replace(x=seen.project(y), prices=prices, seen=seen)

    def _forbids(self, state: SeenState, y: FloatArray, price: FloatArray) -> bool:
        """Return whether a price makes a decision that the earlier ones allow too dear.

        A linear programme tells; it is not asked where an earlier price that is nowhere lower
        already does, or y itself.
        """
        if (state.prices >= price).all(axis=1).any() and not state.domain.lower.min() < 0:
            return False
        if dot(price, y) > state.allowance:
            return True
        dearest = state.seen.maximize_linear(price)
        return dot(price, dearest) > state.allowance

    def multiplier(self, state: SeenState) -> float:
        """Return 0: there is no multiplier."""
        return 0.0
