"""Systems since 2022 for budgets to be kept in every round (W = 1)."""

from __future__ import annotations

import math
from typing import NamedTuple, Self

import numpy as np
import scipy

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Polytope
from osphg.hindsight import half_spaces, maximal_rows
from osphg.ordered import dot
from osphg.players import Feedback
from osphg.rounds import Game, require_game, scales
from osphg.systems import saddle
from osphg.systems.boosted import climbed, climbing
from osphg.systems.saddle import Ascent, KeepsAllowance, OneDecision, SaddleState, require

MOST = 4  # dimensions; above, each projection is a quadratic programme with up to t rows


@frozen
class RECOO(OneDecision):
    """RECOO of Guo, Liu, Wei, Ying 2022: a rectified penalty, and a queue that never empties.

    x_{t+1} maximises <h_t(x_t), x> - Q_t gamma_t price [g_t(x)]_+ - alpha_t |x - x_t|^2 over X, and
    Q_{t+1} = max(Q_t + gamma_t [g_t(x_{t+1})]_+/money, sqrt(t + 1)), with alpha_t = alpha sqrt(t),
    gamma_t = t^(1/2 + eps), eps in [0, 1/2], and Q_1 = 1; lambda_t = Q_t price. Claimed for concave
    utilities and W = 1: regret O(sqrt(T)); sum_t [g_t(x_t)]_+ of O(1) for one fixed constraint and
    of O(T^(3/4)) for constraints that vary; T need not be known. All of it is recalled, the
    exponents of alpha_t and gamma_t least surely.
    """

    alpha: float = checked(checks.positive_float)
    price: float = checked(checks.positive_float)
    money: float = checked(checks.positive_float)
    eps: float = checked(checks.non_negative_float, default=0.01)
    ascent: Ascent = climbing()

    def __attrs_post_init__(self) -> None:
        if self.eps > 0.5:
            raise ValueError(f"eps must be in [0, 1/2], got {self.eps}")

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None) -> Self:
        """Return it with alpha = s/R, price = s R/G and money = G.

        That is alpha_t = sqrt(t) with f in units of s R, money in those of G, decisions in R.
        """
        chosen, s = climbed(rounds, ascent)
        R, G = scales(rounds, "R", "G")
        return cls(s / R, s * R / G, G, ascent=chosen)

    def init(self, game: Game) -> KeepsAllowance:
        return KeepsAllowance.of(super().init(game)._replace(multiplier=self.price), game, 1.0)

    def update(self, state: KeepsAllowance, feedback: Feedback) -> KeepsAllowance:
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

    For W = 1, whatever the prices, its regret is O(sqrt(T)), at most utility (sqrt(T) + 1), and
    sum_t [g_t(x_t)]_+ is O(sqrt(T) log T). The rates are those of the abstract, the constants
    derived here: Phi(Q_T) plus regret/utility is at most sqrt(T) (1 + Phi'(Q_T)).
    """

    utility: float = checked(checks.positive_float)
    money: float = checked(checks.positive_float)
    rate: float = checked(checks.positive_float)
    reach: float = checked(checks.positive_float)
    ascent: Ascent = climbing()

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None) -> Self:
        """Return it with rate = 1/(2 sqrt(T)), utility = 2 R s, money = 2 R beta_g, reach = R.

        The source has one Lipschitz constant for both; with one each, units do not matter.
        """
        chosen, s = climbed(rounds, ascent)
        R, beta_g = scales(rounds, "R", "beta_g")
        return cls(2 * R * s, 2 * R * beta_g, 1 / (2 * math.sqrt(rounds.T)), R, chosen)

    def violation_bound(self, T: int) -> float:
        """Return money 2 sqrt(T) log(2 (1 + 2 T)), which sum_t [g_t(x_t)]_+ does not exceed.

        As tuned. It says nothing while it is above T times the largest g_t: below some T = 1000.
        """
        T = checks.positive_int("T", T)
        return self.money * 2 * math.sqrt(T) * math.log(2 * (1 + 2 * T))

    def init(self, game: Game) -> SaddleState:
        return super().init(game)._replace(memory=(0.0, 0.0))

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        Q, S = state.memory
        Q += max(feedback.violation, 0.0) / self.money
        d = self.ascent.at(feedback, state.x) / self.utility
        if feedback.violation > 0:
            d = d - self.rate * math.exp(self.rate * Q) / self.money * feedback.price
        S += float(d @ d)
        step = self.reach / math.sqrt(2 * S) if S > 0 else 0.0
        return state._replace(x=state.domain.project(state.x + step * d), memory=(Q, S))

    def multiplier(self, state: SaddleState) -> float:
        return self.rate * math.exp(self.rate * state.memory[0]) * self.utility / self.money


@frozen
class VazeSinha(OneDecision):
    """The nested projections of Vaze and Sinha 2025: hard constraints, small dimensions.

    S_t is what keeps the budget at every price up to round t; y_t is the projection on S_{t-1} of
    x_t + reach h_t(x_t)/sqrt(t), and x_{t+1} that of y_t on S_t. For W = 1 the regret is
    O(sqrt(T)); sum_t [g_t(x_t)]_+ depends on how the prices turn, is O(1) for n = 1 and O(T^(1/3))
    for n = 2. The rates are those of abstracts; that there are two projections, and the step size,
    are recalled. The source switches to `SinhaVaze` when the sum gets too large; this does not.
    ValueError in `init` for n above 4, or a domain that does not say its faces.
    """

    reach: float = checked(checks.positive_float)
    ascent: Ascent = climbing()

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None) -> Self:
        """Return it with reach = R/s; T need not be known."""
        chosen, s = climbed(rounds, ascent)
        (R,) = scales(rounds, "R")
        return cls(R / s, chosen)

    def init(self, game: Game) -> KeepsAllowance:
        require(require_game("game", game).n <= MOST, self, f"n at most {MOST}", str(game.n))
        saddle.require_faces(self, game.domain)
        return KeepsAllowance.of(super().init(game), game, np.empty((0, game.n)), game.domain)

    def update(self, state: KeepsAllowance, feedback: Feedback) -> KeepsAllowance:
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

        A linear programme tells, unless y or an earlier price that is nowhere lower does.
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
    ball: saddle.Ball  # the largest within: g(centre) = -radius
    reach: float  # the diameter of X


@frozen
class PFS(OneDecision):
    """Polyak feasibility steps (Hutchinson and Alizadeh 2025), for one fixed price known before.

    g has all that a decision must keep: the faces of X and the budget, each as a distance. From the
    centre of the largest ball within, y_t = x_t + eta h_t(x_t); where the linear approximation of g
    at x_t, plus the margin, is positive at y_t, a step of that length leads back along its slope; a
    ball around the centre, of the diameter of X, ends the round. Claimed: regret O(sqrt(T)) and
    g(x_t) <= 0 in all rounds (the abstract; the step was seen in public code, its constants were
    not). Derived here: with d_t the distance to {g <= -margin} and k = (radius - margin)/R,

        d_{t+1}^2 <= (d_t + eta s)^2 - [k d_t - eta s]_+^2,

    so that d_t <= 2 (1 + k) eta s/k^2 for all t, and a margin of that size suffices. ValueError in
    `init` and `tuned` for prices that vary, faces that are not known, or no interior.
    """

    one_price = True
    eta: float = checked(checks.positive_float)
    margin: float = checked(checks.non_negative_float)
    ascent: Ascent = climbing()

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, *, bold: bool = False) -> Self:
        """Return it with the margin that keeps every round, and the eta that is best for it.

        The regret is at most R^2/(2 eta) + eta s^2 T/2 + s R T margin/radius, of the order of
        sqrt(T) with a constant that grows as (R/radius)^(3/2). `bold` asks for eta = R/(s sqrt(T))
        and margin = eta s, or radius/2 if that is less, as public code does but for a factor:
        nothing is proven then, and a decision may leave X, which ends play.
        """
        chosen, s = climbed(rounds, ascent)
        player = cls(1.0, 0.0, chosen)
        saddle.require_fixed_prices(player, rounds)
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
        A, b, box = saddle.require_faces(self, game.domain)
        price = next(iter(game.blocks())).prices[:1]
        within = Polytope(np.vstack([A, price]), np.append(b, game.allowance), box)
        ball = saddle.inner_ball(within)
        require(ball.radius > 0, self, "a decision strictly within X and the budget", "none")
        eye = np.eye(game.n)
        normals = np.vstack([within.A, eye, -eye])
        offsets = np.concatenate([within.b, box.upper, -box.lower])
        lengths = np.linalg.norm(normals, axis=1)
        kept = lengths > 0
        normals, lengths = normals[kept], lengths[kept]
        return Faces(normals / lengths[:, np.newaxis], offsets[kept] / lengths, ball, game.R)

    def init(self, game: Game) -> SaddleState:
        state, faces = super().init(game), self.faces(game)
        return state._replace(x=faces.ball.centre, memory=faces)

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
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
