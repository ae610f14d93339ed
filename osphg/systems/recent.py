"""Systems since 2003 that the paper does not cite: blind, for a season, for every round.

Each climbs a direction of its own choice (`osphg.systems.boosted.Ascent`). A parameter of another
type, or outside what is said of it, is a TypeError or a ValueError.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import NamedTuple

import numpy as np
import scipy

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Polytope
from osphg.hindsight import half_spaces, maximal_rows
from osphg.ordered import dot
from osphg.players import Feedback
from osphg.rounds import Game, require_game, scales
from osphg.systems.bandits import Ball, inner_ball
from osphg.systems.boosted import Ascent, PlainGradient, climbed, climbing, require_ascent
from osphg.systems.saddle import (
    KeepsAllowance,
    OneDecision,
    SaddleMethod,
    SaddleState,
    Steps,
    require,
    require_faces,
    require_fixed_prices,
)

MOST = 4  # dimensions; above, each projection is a quadratic programme with up to t rows


@frozen
class OnlineGradientAscent(SaddleMethod):
    """x_{t+1} = P(x_t + eta grad f_t(x_t)) from the origin; the budget is not looked at.

    One gradient and one projection per round (Zinkevich 2003). For monotone DR-submodular utilities
    the 1/2-regret is at most R beta_f sqrt(T) (Chen, Hassani and Karbasi 2018, second algorithm; by
    the package's own derivation: 2 f(x) >= f(y) - <grad f(x), y - x>), for concave ones the regret
    is, and with `BoostedGradient()` the (1-1/e)-regret.

    Parameters
    ----------
    eta : float
        Step size, in squared units of the decision per unit of f; above 0.
    ascent : Ascent
        `PlainGradient()`, or `BoostedGradient()`.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=500)
    >>> osphg.play(osphg.OnlineGradientAscent.tuned(rounds), rounds)
    Run(OnlineGradientAscent, 500 of 500 rounds, per round: utility 0.9359, violation +3.478)
    """

    eta: float = checked(checks.positive_float)
    ascent: Ascent = checked(require_ascent, default=PlainGradient())

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None) -> OnlineGradientAscent:
        """Return it with eta = R/(s sqrt(T)), where s bounds the gradients that it climbs."""
        chosen, s = climbed(rounds, PlainGradient() if ascent is None else ascent)
        (R,) = scales(rounds, "R")
        return cls(R / (s * math.sqrt(rounds.T)), chosen)

    @cached_property
    def steps(self) -> Steps:
        """X by eta; lambda stays 0."""
        return Steps(self.eta, 0.0)

    def direction(self, feedback: Feedback, x: FloatArray) -> FloatArray:
        """Return h_t(x), (n,)."""
        return self.ascent.at(feedback, x)


@frozen
class BestOfBothWorlds(SaddleMethod):
    """The best-of-both-worlds scheme of Castiglioni, Celli, Marchesi, Romano and Gatti 2022.

    Gradient ascent on f_t - lambda_t g_t, and gradient ascent on lambda within [0, cap], each with
    a step of its own. What it is for is W = T, one budget for the whole season, where no player
    has sublinear regret against every game: its adversarial statement is a share, not a regret.
    With a rate rho at which the origin keeps the budget, rho = B_T/T over the largest |g_t|, at
    least rho/(1 + rho) of the best decision's utility, less O(sqrt(T)), and a violation of
    O(sqrt(T)); for independent rounds the regret itself is O(sqrt(T)). For DR-submodular
    utilities, climbed by the boosted gradient, each comes with a factor 1 - 1/e in front.

    The statements are recalled from the source, which is more general (any pair of regret
    minimisers), and so is the cap F/(B_T/T); the factor 1 - 1/e follows from
    <grad F_t(x), y - x> >= (1-1/e) f_t(y) - f_t(x).

    Parameters
    ----------
    eta, mu, cap : float
        Steps of the decision and of the multiplier, in units of f per squared unit of the budget,
        and the largest multiplier, in units of f per unit of it; above 0.
    ascent : Ascent
        `BoostedGradient()`, or `PlainGradient()` for concave utilities.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=500)
    >>> osphg.play(osphg.BestOfBothWorlds.tuned(rounds), rounds)
    Run(BestOfBothWorlds, 500 of 500 rounds, per round: utility 0.5196, violation -0.06427)
    """

    eta: float = checked(checks.positive_float)
    mu: float = checked(checks.positive_float)
    cap: float = checked(checks.positive_float)
    ascent: Ascent = climbing()

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None) -> BestOfBothWorlds:
        """Return it with cap = F/(B_T/T) and the steps of gradient ascent for that cap.

        eta = R/((s + cap beta_g) sqrt(T)) with s a bound of the direction, mu = cap/(G sqrt(T)).
        Counted in other units, it plays the same game. ValueError for a game without a budget.
        """
        chosen, s = climbed(rounds, ascent)
        R, beta_g, F, G = scales(rounds, "R", "beta_g", "F", "G")
        cap = F / checks.scale("rounds.allowance", rounds.allowance)
        root = math.sqrt(rounds.T)
        eta = R / ((s + cap * beta_g) * root)
        return cls(eta, cap / (G * root), cap, chosen)

    def share(self, rounds: Game) -> float:
        """Return rho/(1 + rho) with rho = (B_T/T)/G: the share that is claimed at W = T."""
        (G,) = scales(rounds, "G")
        rho = rounds.allowance / G
        return rho / (1 + rho)

    @cached_property
    def steps(self) -> Steps:
        """X by eta and lambda by mu, up to the cap."""
        return Steps(self.eta, self.mu, cap=self.cap)

    def direction(self, feedback: Feedback, x: FloatArray) -> FloatArray:
        """Return h_t(x), (n,)."""
        return self.ascent.at(feedback, x)


@frozen
class RECOO(OneDecision):
    """RECOO of Guo, Liu, Wei, Ying 2022: a rectified penalty, and a queue that never empties.

    x_{t+1} maximises <h_t(x_t), x> - Q_t gamma_t price [g_t(x)]_+ - alpha_t |x - x_t|^2 over X, and
    Q_{t+1} = max(Q_t + gamma_t [g_t(x_{t+1})]_+/money, sqrt(t + 1)), with alpha_t = alpha sqrt(t)
    and gamma_t = t^(1/2 + eps), from x_1 = 0 and Q_1 = 1. No round makes good what another
    overspent. Claimed against decisions that keep the budget in every round (W = 1), for concave
    utilities: regret O(sqrt(T)); sum_t [g_t(x_t)]_+ of O(1) for one fixed constraint and of
    O(T^(3/4)) for constraints that vary; T need not be known. All of it is recalled, the exponents
    of alpha_t and gamma_t least surely.

    Parameters
    ----------
    alpha, price : float
        Weight of the proximal term in round 1, in units of f per squared unit of the decision, and
        what a unit of overspending costs then, in units of f; above 0.
    money : float
        The unit that the queue counts overspending in; above 0.
    eps : float
        In [0, 1/2].
    ascent : Ascent
        `BoostedGradient()`, or `PlainGradient()` for concave utilities.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=500)
    >>> osphg.play(osphg.RECOO.tuned(rounds), rounds)
    Run(RECOO, 500 of 500 rounds, per round: utility 0.5143, violation -0.1213)
    """

    alpha: float = checked(checks.positive_float)
    price: float = checked(checks.positive_float)
    money: float = checked(checks.positive_float)
    eps: float = checked(checks.non_negative_float, default=0.01)
    ascent: Ascent = climbing()

    def __attrs_post_init__(self) -> None:
        """Refuse an eps above 1/2."""
        if self.eps > 0.5:
            raise ValueError(f"eps must be in [0, 1/2], got {self.eps}")

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None) -> RECOO:
        """Return it with alpha = s/R, price = s R/G and money = G; s bounds the direction.

        That is alpha_t = sqrt(t) for the game with f in units of s R, money in units of G and
        decisions in units of R: counted in other units, it plays the same game.
        """
        chosen, s = climbed(rounds, ascent)
        R, G = scales(rounds, "R", "G")
        return cls(s / R, s * R / G, G, ascent=chosen)

    def init(self, game: Game) -> KeepsAllowance:
        """Return the state before round 1: the origin, and Q_1 = 1, which it remembers."""
        return KeepsAllowance.of(super().init(game)._replace(multiplier=self.price), game, 1.0)

    def update(self, state: KeepsAllowance, feedback: Feedback) -> KeepsAllowance:
        """Climb, with as much of the penalty as keeps the budget, or all of it.

        The multiplier is Q_t price, what a unit of overspending costs but for gamma_t.
        """
        t, (allowance, Q) = feedback.t + 1, state.memory
        proximal, gamma = 2 * self.alpha * math.sqrt(t), t ** (0.5 + self.eps)
        climbed = state.x + self.ascent.at(feedback, state.x) / proximal
        back = Q * gamma * self.price / proximal * feedback.price

        def over(part: float) -> float:
            moved = state.domain.project(climbed - part * back)
            return dot(feedback.price, moved) - allowance

        # The maximiser is P(climbed - part back) where part is a subgradient of [g]_+: 0 within
        # the budget, 1 beyond it, and between them on the budget's edge; `over` falls in part.
        part = 0.0
        if over(0.0) > 0:
            part = 1.0
            if over(1.0) < 0:
                part = float(scipy.optimize.brentq(over, 0.0, 1.0, xtol=1e-15, rtol=1e-14))
        x = state.domain.project(climbed - part * back)
        overspent = max(dot(feedback.price, x) - allowance, 0.0)
        Q = max(Q + gamma * overspent / self.money, math.sqrt(t + 1))
        return state._replace(x=x, multiplier=Q * self.price, memory=(allowance, Q))


@frozen
class SinhaVaze(OneDecision):
    """The optimal algorithm of Sinha and Vaze 2024 for constraints that vary and must be kept.

    Q_t = Q_{t-1} + [g_t(x_t)]_+/money counts every overspent round, none of which a cheap round
    makes good. The step climbs f_t/utility less the potential Phi(Q) = e^(rate Q) - 1:

        d_t = h_t(x_t)/utility - Phi'(Q_t) p_t/money 1[g_t(x_t) > 0],
        x_{t+1} = P(x_t + reach d_t / sqrt(2 (|d_1|^2 + ... + |d_t|^2))).

    Against decisions that keep the budget in every round (W = 1) its regret is O(sqrt(T)) and
    sum_t [g_t(x_t)]_+ is O(sqrt(T) log T), whatever the prices; see `regret_bound` and
    `violation_bound` for the constants, which are large. The rates are those of the source's
    abstract, the constants derived here, line by line, for exact directions: Phi(Q_T) plus
    regret/utility is at most sqrt(T) (1 + Phi'(Q_T)), and rate sqrt(T) = 1/2.

    Parameters
    ----------
    utility, money : float
        The units that utilities and violations are counted in, 2 R times a bound of the direction
        and 2 R beta_g; above 0.
    rate, reach : float
        The exponent of the potential, and the diameter R of X; above 0.
    ascent : Ascent
        `BoostedGradient()`, or `PlainGradient()` for concave utilities.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=500)
    >>> osphg.play(osphg.SinhaVaze.tuned(rounds), rounds)
    Run(SinhaVaze, 500 of 500 rounds, per round: utility 0.9745, violation +3.927)
    """

    utility: float = checked(checks.positive_float)
    money: float = checked(checks.positive_float)
    rate: float = checked(checks.positive_float)
    reach: float = checked(checks.positive_float)
    ascent: Ascent = climbing()

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None) -> SinhaVaze:
        """Return it with rate = 1/(2 sqrt(T)), utility = 2 R s and money = 2 R beta_g.

        s bounds the direction. The source has one Lipschitz constant for both; with one each,
        counted in other units, it plays the same game.
        """
        chosen, s = climbed(rounds, ascent)
        R, beta_g = scales(rounds, "R", "beta_g")
        return cls(2 * R * s, 2 * R * beta_g, 1 / (2 * math.sqrt(rounds.T)), R, chosen)

    def regret_bound(self, T: int) -> float:
        """Return utility (sqrt(T) + 1), which the regret of the tuned player does not exceed."""
        return self.utility * (math.sqrt(checks.positive_int("T", T)) + 1)

    def violation_bound(self, T: int) -> float:
        """Return money 2 sqrt(T) log(2 (1 + 2 T)), which sum_t [g_t(x_t)]_+ does not exceed.

        As tuned. It says nothing as long as it is above T times the largest g_t: with beta_g R of
        that size, below some T = 1000.
        """
        T = checks.positive_int("T", T)
        return self.money * 2 * math.sqrt(T) * math.log(2 * (1 + 2 * T))

    def init(self, game: Game) -> SaddleState:
        """Return the state before round 1: nothing spent and nothing climbed, as memory."""
        return super().init(game)._replace(memory=(0.0, 0.0))

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        """Count the violation, then climb with a step that shrinks with what was climbed."""
        Q, S = state.memory
        Q += max(feedback.violation, 0.0) / self.money
        d = self.ascent.at(feedback, state.x) / self.utility
        if feedback.violation > 0:
            d = d - self.rate * math.exp(self.rate * Q) / self.money * feedback.price
        S += float(d @ d)
        step = self.reach / math.sqrt(2 * S) if S > 0 else 0.0
        return state._replace(x=state.domain.project(state.x + step * d), memory=(Q, S))

    def multiplier(self, state: SaddleState) -> float:
        """Return Phi'(Q_{t-1}) utility/money, what money costs once a round overspends."""
        return self.rate * math.exp(self.rate * state.memory[0]) * self.utility / self.money


@frozen
class VazeSinha(OneDecision):
    """The nested projections of Vaze and Sinha 2025: hard constraints, small dimensions.

    S_t is what keeps the budget at every price up to round t.
    y_t = P_{S_{t-1}}(x_t + R/(s sqrt(t)) h_t(x_t)), then x_{t+1} = P_{S_t}(y_t), so that a round
    overspends only where its price cuts S_{t-1}. Against decisions that keep the budget in every
    round (W = 1) the regret is O(sqrt(T)); sum_t [g_t(x_t)]_+ depends on how the prices turn, is
    O(1) for n = 1 and O(T^(1/3)) for n = 2. The rates are those of abstracts; that there are two
    projections, and the step size, are recalled. The source switches to `SinhaVaze` when the sum
    gets too large; this does not. ValueError in `init` for n above 4, or a domain that does not
    say its faces, as Box, Simplex and Polytope do.

    Parameters
    ----------
    reach : float
        R/s, the length of the first step per unit of its direction; above 0.
    ascent : Ascent
        `BoostedGradient()`, or `PlainGradient()` for concave utilities.

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
        """Return it with reach = R/s, where s bounds the direction; T need not be known."""
        chosen, s = climbed(rounds, ascent)
        (R,) = scales(rounds, "R")
        return cls(R / s, chosen)

    def init(self, game: Game) -> KeepsAllowance:
        """Return the state before round 1.

        It remembers the prices so far that can still matter, (m, n), and S_{t-1}.
        """
        require(require_game("game", game).n <= MOST, self, f"n at most {MOST}", str(game.n))
        require_faces(self, game.domain)
        return KeepsAllowance.of(super().init(game), game, np.empty((0, game.n)), game.domain)

    def update(self, state: KeepsAllowance, feedback: Feedback) -> KeepsAllowance:
        """Climb within what was known, then move to where the new price is affordable."""
        allowance, prices, within = state.memory
        step = self.reach / math.sqrt(feedback.t + 1)
        climbed = state.x + step * self.ascent.at(feedback, state.x)
        y = within.project(climbed)
        if not self._forbids(state, y, feedback.price):
            return state._replace(x=y)
        prices = maximal_rows(np.vstack([prices, feedback.price]))
        A, b, box = half_spaces(state.domain)
        allowances = np.full(len(prices), allowance)
        within = Polytope(np.vstack([A, prices]), np.concatenate([b, allowances]), box)
        return state._replace(x=within.project(y), memory=(allowance, prices, within))

    def _forbids(self, state: KeepsAllowance, y: FloatArray, price: FloatArray) -> bool:
        """Return whether a price makes a decision that the earlier ones allow too dear.

        A linear programme tells; it is not asked where an earlier price that is nowhere lower
        already does, or y itself.
        """
        allowance, prices, within = state.memory
        if (prices >= price).all(axis=1).any() and not state.domain.lower.min() < 0:
            return False
        if dot(price, y) > allowance:
            return True
        return dot(price, within.maximize_linear(price)) > allowance


class Faces(NamedTuple):
    """The decisions within X and the budget, as g(x) = max_j <normal_j, x> - offset_j <= 0."""

    normals: FloatArray  # of length 1, (m, n)
    offsets: FloatArray  # (m,)
    ball: Ball  # the largest within: g(centre) = -radius
    reach: float  # the diameter of X


@frozen
class PFS(OneDecision):
    """Polyak feasibility steps (Hutchinson and Alizadeh 2025), for one fixed price known before.

    g collects all that a decision has to keep: the faces of X and the budget, each as a distance.
    From the centre of the largest ball within, y_t = x_t + eta h_t(x_t); where the linear
    approximation of g at x_t, plus the margin, is positive at y_t, a step of that length leads back
    along its slope; a ball around the centre, of the diameter of X, ends the round. No projection
    on X is needed. The source claims a regret of O(sqrt(T)) and g(x_t) <= 0 in all rounds (its
    abstract; the step was seen in public code). Its constants were not seen; those of `tuned` are
    derived here. With s a bound of the direction, d_t the distance to {g <= -margin} and
    k = (radius - margin)/R,

        d_{t+1}^2 <= (d_t + eta s)^2 - [k d_t - eta s]_+^2,

    so that d_t <= 2 (1 + k) eta s/k^2 for all t, and a margin of that size suffices. ValueError in
    `init` and `tuned` for prices that vary, a domain that does not say its faces, as Box, Simplex
    and Polytope do, or a budget that leaves no interior.

    Parameters
    ----------
    eta : float
        Step size; above 0.
    margin : float
        How far within all faces the steps aim, in units of the decision; at least 0.
    ascent : Ascent
        `BoostedGradient()`, or `PlainGradient()` for concave utilities.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0)
    >>> run = osphg.play(osphg.PFS.tuned(rounds), rounds)
    >>> bool(run.violation.max() <= 0)
    True
    """

    one_price = True
    eta: float = checked(checks.positive_float)
    margin: float = checked(checks.non_negative_float)
    ascent: Ascent = climbing()

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, *, bold: bool = False) -> PFS:
        """Return it with the margin that keeps every round, and the eta that is best for it.

        The regret is at most R^2/(2 eta) + eta s^2 T/2 + s R T margin/radius, the last for a
        benchmark that is moved towards the centre by the margin; with the margin above and
        margin <= radius/2 it is of the order of sqrt(T), with a constant that grows as
        (R/radius)^(3/2): where the budget leaves little room, the steps are small. `bold` asks for
        eta = R/(s sqrt(T)) and margin = eta s, or radius/2 if that is less, as public code does
        but for a factor: nothing is proven then, and a decision may leave X, which ends play.
        """
        chosen, s = climbed(rounds, ascent)
        player = cls(1.0, 0.0, chosen)
        require_fixed_prices(player, rounds)
        R, radius = rounds.R, player.faces(rounds).ball.radius
        if checks.flag("bold", bold):
            eta = R / (s * math.sqrt(rounds.T))
            return cls(eta, min(eta * s, radius / 2), chosen)
        k = radius / (2 * R)
        per_step = 2 * (1 + k) * s / k**2  # margin / eta
        best = R / (s * math.sqrt(rounds.T * (1 + 2 * R * per_step / (s * radius))))
        eta = min(best, radius / (2 * per_step))
        return cls(eta, per_step * eta, chosen)

    def faces(self, game: Game) -> Faces:
        """Return the faces of X and of the budget; ValueError where nothing is strictly within."""
        A, b, box = require_faces(self, game.domain)
        price = next(iter(game.blocks())).prices[:1]
        within = Polytope(np.vstack([A, price]), np.append(b, game.allowance), box)
        ball = inner_ball(within)
        require(ball.radius > 0, self, "a decision strictly within X and the budget", "none")
        eye = np.eye(game.n)
        normals = np.vstack([within.A, eye, -eye])
        offsets = np.concatenate([within.b, box.upper, -box.lower])
        lengths = np.linalg.norm(normals, axis=1)
        kept = lengths > 0
        normals, lengths = normals[kept], lengths[kept]
        return Faces(normals / lengths[:, np.newaxis], offsets[kept] / lengths, ball, game.R)

    def init(self, game: Game) -> SaddleState:
        """Return the state before round 1: the centre of the largest ball within all faces."""
        state, faces = super().init(game), self.faces(game)
        return state._replace(x=faces.ball.centre, memory=faces)

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        """Climb, step back along the nearest face, and stay within reach of the centre."""
        (normals, offsets, (centre, _), reach), x = state.memory, state.x
        y = x + self.eta * self.ascent.at(feedback, x)
        gaps = normals @ x - offsets
        nearest = int(gaps.argmax())
        over = gaps[nearest] + normals[nearest] @ (y - x) + self.margin
        if over > 0:
            y = y - over * normals[nearest]
        away = y - centre
        if (length := float(np.linalg.norm(away))) > reach:
            y = centre + reach / length * away
        return state._replace(x=y)
