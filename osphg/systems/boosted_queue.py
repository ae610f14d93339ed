"""The virtual queue of Neely and Yu 2017, fed the boosted gradient of Zhang et al. 2022."""

from __future__ import annotations

import math
from functools import cached_property

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.fusing import LineSteps, exactly
from osphg.players import Feedback
from osphg.rounds import Game, require_game, scales
from osphg.systems.boosted import MASS, BoostedGradient, node_count, optional_seed
from osphg.systems.neely_yu2017 import NeelyYu


@frozen
class BoostedQueue(NeelyYu):
    """The queue of `NeelyYu` for monotone DR-submodular utilities: boosted queue.

    x_{t+1} = P(x_t + (V grad F_t(x_t) - Q_t p_t) / (2 alpha)) from the origin, and
    Q_{t+1} = [Q_t + <p_t, x_{t+1}> - B_T/T]_+ from 0, where grad F_t(x) is the integral of
    e^(z-1) grad f_t(z x) over z in [0, 1], as in `BoostedOSPHG`: one decision, one projection and
    `nodes` gradients per round.

    Proven in this book, by its kernel and by Rocq, for any W: (1-1/e)-regret against x*_W of the
    order sqrt(W T), and, for a budget B_T/T > 0 of every round that does not shrink, violation of
    that order too; for W = 1 both are sqrt(T). The step is that of Neely and Yu 2017
    (arXiv:1702.04783), the parameters for windows are those of Liakopoulos et al. 2019. We know of
    no paper that puts the two together, or states these rates.

    Parameters
    ----------
    V : float
        Weight of the utility against the queue, in money^2 per unit of utility; above 0.
    alpha : float
        Weight of the proximal term ||x - x_t||^2, in money^2 per squared unit of the decision;
        above 0.
    nodes, seed
        How grad F_t is computed, as in `BoostedOSPHG`.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=500)
    >>> player = osphg.BoostedQueue.tuned(rounds, W=20)
    >>> player.V
    100.0
    >>> osphg.play(player, rounds)
    Run(BoostedQueue, 500 of 500 rounds, per round: utility 0.5353, violation -0.01904)
    """

    nodes: int = checked(node_count, default=8)
    seed: int | None = checked(optional_seed, default=None)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        W: int = 1,
        nodes: int = 8,
        *,
        seed: int | None = None,
        V: float | None = None,
        unit_free: bool = False,
    ) -> BoostedQueue:
        """Return it with V = sqrt(W T), unless given, and alpha = V sqrt(T).

        These are numbers: counted in cents, or with twice the utility, the game is played
        otherwise. With `unit_free` it is not: V = G^2 sqrt(W T)/(beta_F R) and
        alpha = V beta_F sqrt(T)/R, where beta_F = (1-1/e) beta_f, with the constants of `rounds`.
        These are the same numbers for the same game with f in units of beta_F R, money in units of
        G and decisions in units of R. The regret is then at most
        beta_F R (5 sqrt(T) + 2 sqrt(W T))/4.

        Raises
        ------
        TypeError, ValueError
            For a W that is not an integer in 1..T, a V together with `unit_free`, a game without
            utility or prices, and as the constructor.
        """
        T = require_game("rounds", rounds).T
        W = checks.positive_int("W", W, maximum=T)
        if checks.flag("unit_free", unit_free):
            if V is not None:
                raise ValueError("V must not be given with unit_free, which sets it")
            R, beta_f, G = scales(rounds, "R", "beta_f", "G")
            V = G**2 * math.sqrt(W * T) / (MASS * beta_f * R)
            return cls(V=V, alpha=V * MASS * beta_f * math.sqrt(T) / R, nodes=nodes, seed=seed)
        V = math.sqrt(W * T) if V is None else checks.positive_float("V", V)
        return cls(V=V, alpha=V * math.sqrt(T), nodes=nodes, seed=seed)

    @cached_property
    def boosted(self) -> BoostedGradient:
        """How grad F_t is computed."""
        return BoostedGradient(self.nodes, self.seed)

    def direction(self, feedback: Feedback, x: FloatArray) -> FloatArray:
        """Return grad F_t(x), (n,), or the estimate of it that the nodes give."""
        return self.boosted.at(feedback, x)

    def fused_steps(self) -> LineSteps | None:
        """Return what the compiled loop needs; None for a subclass, and for steps that overflow."""
        price_step = 1 / (2 * self.alpha)
        step = self.V * price_step
        if not exactly(self, BoostedQueue) or not math.isfinite(step + price_step):
            return None
        return LineSteps(self.boosted.line, self.boosted.weights, step, price_step, 1.0, 1.0, 1.0)
