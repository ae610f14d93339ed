"""MOSP, the modified online saddle point method of Chen, Ling and Giannakis 2017."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from osphg.core import validate
from osphg.core.domains import Domain
from osphg.core.game import Game
from osphg.core.players.base import Feedback
from osphg.core.validate import FloatArray
from osphg.systems.saddle import origin


class State(NamedTuple):
    """The state of MOSP before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: float  # lambda_t, which x_t was chosen with
    domain: Domain


@dataclass(frozen=True, eq=False)
class MOSP:
    """Modified online saddle point method (Chen, Ling and Giannakis 2017).

    lambda_{t+1} = [lambda_t + mu g_t(x_t)]_+ first, then the primal step with the new multiplier:
    x_{t+1} = P(x_t + alpha (grad f_t(x_t) - lambda_{t+1} p_t)). The source keeps g_t itself in
    that step instead of its gradient, which is the same for a linear constraint. Made for concave
    utilities and the dynamic benchmark, with constraints that vary less from round to round than
    their slack.

    Parameters
    ----------
    alpha : float
        Primal step size; above 0.
    mu : float
        Dual step size; above 0.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.
    """

    alpha: float
    mu: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "alpha", validate.positive_float("alpha", self.alpha))
        object.__setattr__(self, "mu", validate.positive_float("mu", self.mu))

    @classmethod
    def tuned(cls, rounds: Game) -> MOSP:
        """Return it with alpha = mu = T^(-1/3).

        The dynamic regret is then of order max(V(x*) T^(1/3), V(g) T^(1/3), T^(2/3)), with the
        path length V(x*) of the benchmark and the variation V(g) of the constraints (see
        `osphg.studies.dynamic`), and the fit of order T^(2/3).
        """
        step = rounds.T ** (-1 / 3)
        return cls(alpha=step, mu=step)

    def init(self, game: Game) -> State:
        """Return the state before round 1: the origin, and lambda_1 = 0."""
        return State(origin(game), 0.0, game.domain)

    def decide(self, state: State) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: State, feedback: Feedback) -> State:
        """Step the multiplier, then the decision with the new multiplier."""
        multiplier = max(state.multiplier + self.mu * feedback.violation, 0.0)
        ascent = feedback.gradient(state.x) - multiplier * feedback.price
        x = state.domain.project(state.x + self.alpha * ascent)
        return State(x, multiplier, state.domain)

    def multiplier(self, state: State) -> float:
        """Return lambda_t."""
        return state.multiplier
