"""Players for a budget that is kept in every round (W = 1), published since 2022."""

from __future__ import annotations

import math
from typing import Self, Unpack

import numpy as np
import scipy

from osphg import checks
from osphg.arithmetic import dot
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Polytope, normalize_rows
from osphg.faces import InscribedBall, faces_and_box, inscribed_ball, maximal_rows, require_faces
from osphg.players.ascent import Ascent, climbed
from osphg.players.base import Feedback, Warm, require, require_fixed_prices
from osphg.players.saddle import Climbing, SaddleState
from osphg.rounds import Game, positive_constants, require_game

# For a budget to be kept in every round (W = 1), since 2022.

MOST = 4  # dimensions; above, each projection is a quadratic programme with up to t rows


@frozen
class RECOO(Climbing):
    """RECOO of Guo, Liu, Wei, Ying 2022: a rectified penalty, and a queue that never empties.

    x_{t+1} maximises `<h_t(x_t), x> - Q_t gamma_t price [g_t(x)]_+ - alpha_t |x - x_t|^2` over X,
    and Q_{t+1} = max(Q_t + gamma_t [g_t(x_{t+1})]_+/money, sqrt(t + 1)), alpha_t = alpha sqrt(t),
    gamma_t = t^(1/2 + eps), eps in [0, 1/2], and Q_1 = 1 or more; lambda_t = Q_t price. T is not
    used. All recalled, the exponents least surely; at a fixed price sum_t [g_t(x_t)]_+ is O(1).
    """

    keeps_allowance = True
    alpha: float = checked(checks.positive_float)
    price: float = checked(checks.positive_float)
    money: float = checked(checks.positive_float)
    eps: float = checked(checks.non_negative_float, default=0.01)

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, **warm: Unpack[Warm]) -> Self:
        chosen, s = climbed(rounds, ascent)
        R, G = positive_constants(rounds, "R", "G")
        return cls(s / R, s * R / G, G, ascent=chosen, **warm)

    def init(self, game: Game) -> SaddleState:
        Q = max(self.lambda1 / self.price, 1.0)
        return super().init(game)._replace(multiplier=Q * self.price, memory=(game.allowance, Q))

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        t, (allowance, Q) = feedback.t + 1, state.memory
        proximal, gamma = 2 * self.alpha * math.sqrt(t), t ** (0.5 + self.eps)
        climbed = state.x + self.ascent.at(feedback, state.x) / proximal
        back = Q * gamma * self.price / proximal * feedback.price

        def over(part: float) -> float:
            moved = state.domain.project(climbed - part * back)
            return dot(feedback.price, moved) - allowance

        # The maximiser is P(climbed - part back) where part is a subgradient of [g]_+: 0 within
        # the budget, 1 beyond it, and between them on the budget's edge; `over` falls in part.
        part = float(over(0.0) > 0)
        if part and over(1.0) < 0:
            part = float(scipy.optimize.brentq(over, 0.0, 1.0, xtol=1e-15, rtol=1e-14))
        x = state.domain.project(climbed - part * back)
        overspent = max(dot(feedback.price, x) - allowance, 0.0)
        Q = max(Q + gamma * overspent / self.money, math.sqrt(t + 1))
        return state._replace(x=x, multiplier=Q * self.price, memory=(allowance, Q))


@frozen
class SinhaVaze(Climbing):
    """The optimal algorithm of Sinha and Vaze 2024 for constraints that vary and must be kept.

    Q_t = Q_{t-1} + [g_t(x_t)]_+/money, d_t = h_t(x_t)/utility - Phi'(Q_t) p_t/money 1[g_t(x_t) > 0]
    with the potential Phi(Q) = e^(rate Q) - 1, and
    `x_{t+1} = P(x_t + diameter d_t/sqrt(2 (|d_1|^2 + ... + |d_t|^2)))`. The bounds, utility
    (sqrt(T) + 1) and money 2 sqrt(T) log(2 (1 + 2 T)), follow here from Phi(Q_T) + regret/utility
    <= sqrt(T) (1 + Phi'(Q_T)). lambda_t is what money costs once a round overspends.
    """

    utility: float = checked(checks.positive_float)
    money: float = checked(checks.positive_float)
    rate: float = checked(checks.positive_float)
    diameter: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, **warm: Unpack[Warm]) -> Self:
        chosen, s = climbed(rounds, ascent)
        R, beta_g = positive_constants(rounds, "R", "beta_g")
        rate = 1 / (2 * math.sqrt(rounds.T))
        return cls(2 * R * s, 2 * R * beta_g, rate, R, ascent=chosen, **warm)

    def init(self, game: Game) -> SaddleState:
        Q = math.log(max(self.lambda1 / self._dear(0.0), 1.0)) / self.rate
        return super().init(game)._replace(memory=(Q, 0.0))

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        Q, S = state.memory
        Q += max(feedback.violation, 0.0) / self.money
        d = self.ascent.at(feedback, state.x) / self.utility
        if feedback.violation > 0:
            d = d - self.rate * math.exp(self.rate * Q) / self.money * feedback.price
        S += dot(d, d)
        step = self.diameter / math.sqrt(2 * S) if S > 0 else 0.0
        return state._replace(x=state.domain.project(state.x + step * d), memory=(Q, S))

    def multiplier(self, state: SaddleState) -> float:
        return self._dear(state.memory[0])

    def _dear(self, Q: float) -> float:
        return self.rate * math.exp(self.rate * Q) * self.utility / self.money


@frozen
class VazeSinha(Climbing):
    """The nested projections of Vaze and Sinha 2025: hard constraints, small dimensions.

    S_t is what keeps the budget at every price up to round t; y_t is the projection on S_{t-1} of
    x_t + eta h_t(x_t)/sqrt(t), and x_{t+1} that of y_t on S_t. Recalled, but for the rates. The
    source switches to `SinhaVaze` where sum_t [g_t(x_t)]_+ gets too large; this does not.
    ValueError in `init` for n above 4, or a domain that does not say its faces.
    """

    keeps_allowance = True
    carries = False
    eta: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, **warm: Unpack[Warm]) -> Self:
        chosen, s = climbed(rounds, ascent)
        (R,) = positive_constants(rounds, "R")
        return cls(R / s, ascent=chosen, **warm)

    def init(self, game: Game) -> SaddleState:
        require(require_game("game", game).n <= MOST, self, f"n at most {MOST}", str(game.n))
        require_faces("VazeSinha", game.domain)
        memory = game.allowance, np.empty((0, game.n)), game.domain  # prices that matter, S_{t-1}
        return super().init(game)._replace(memory=memory)

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        allowance, prices, within = state.memory
        step = self.eta / math.sqrt(feedback.t + 1)
        climbed = state.x + step * self.ascent.at(feedback, state.x)
        y, price = within.project(climbed), feedback.price
        known = (prices >= price).all(axis=1).any()  # a price that forbids as much
        if known or max(dot(price, y), dot(price, within.maximize_linear(price))) <= allowance:
            return state._replace(x=y)
        prices = maximal_rows(np.vstack([prices, feedback.price]))
        A, b, box = faces_and_box(state.domain)
        allowances = np.full(len(prices), allowance)
        within = Polytope(np.vstack([A, prices]), np.concatenate([b, allowances]), box)
        return state._replace(x=within.project(y), memory=(allowance, prices, within))


@frozen
class PFS(Climbing):
    """Polyak feasibility steps (Hutchinson and Alizadeh 2025), for one fixed price known before.

    g has the faces of X and of the budget, each as a distance. From the centre of the largest ball
    within, y_t = x_t + eta h_t(x_t); where the linear approximation of g at x_t, plus the margin,
    is positive at y_t, a step of that length leads back along its slope; a ball around the centre,
    of the diameter of X, ends the round. The step was seen in public code. Derived here: with d_t
    the distance to {g <= -margin} and k = (radius - margin)/R,
    d_{t+1}^2 <= (d_t + eta s)^2 - [k d_t - eta s]_+^2, so that d_t <= 2 (1 + k) eta s/k^2 for all
    t, and a margin of that size suffices. ValueError for prices that vary, faces that are not
    known, or no interior.
    """

    carries = False
    eta: float = checked(checks.positive_float)
    margin: float = checked(checks.non_negative_float)

    @classmethod
    def tuned(
        cls, rounds: Game, ascent: Ascent | None = None, *, bold: bool = False, **warm: Unpack[Warm]
    ) -> Self:
        """Return it with the margin that keeps every round, and the eta that is best for it.

        With `bold` eta = R/(s sqrt(T)) and margin = eta s, at most radius/2: nothing is proven, and
        a decision that leaves X is projected on it.
        """
        chosen, s = climbed(rounds, ascent)
        R, radius = rounds.R, cls(1.0, 0.0).faces(rounds)[2].radius
        if checks.flag("bold", bold):
            eta = R / (s * math.sqrt(rounds.T))
            return cls(eta, min(eta * s, radius / 2), ascent=chosen, **warm)
        k = radius / (2 * R)
        per_step = 2 * (1 + k) * s / k**2  # margin / eta
        # The regret is at most R^2/(2 eta) + eta s^2 T/2 + s R T margin/radius.
        best = R / (s * math.sqrt(rounds.T * (1 + 2 * R * per_step / (s * radius))))
        eta = min(best, radius / (2 * per_step))
        return cls(eta, per_step * eta, ascent=chosen, **warm)

    def faces(self, game: Game) -> tuple[FloatArray, FloatArray, InscribedBall]:
        """Return normals (m, n) of length 1, and offsets (m,), of the faces of X and the budget.

        g(x) is the largest <normal, x> - offset. Beside them stands the largest ball within, where
        g is -radius at the centre; ValueError as the class says.
        """
        require_fixed_prices(self, game)
        A, b, box = require_faces("PFS", game.domain)
        price = next(iter(game.blocks())).prices[:1]
        within = Polytope(np.vstack([A, price]), np.append(b, game.allowance), box)
        ball = inscribed_ball(within)
        require(ball.radius > 0, self, "a decision strictly within X and the budget", "none")
        eye = np.eye(game.n)
        normals = np.vstack([within.A, eye, -eye])
        offsets = np.concatenate([within.b, box.upper, -box.lower])
        return *normalize_rows(normals, offsets), ball

    def init(self, game: Game) -> SaddleState:
        faces = self.faces(game)
        state = super().init(game)
        return state._replace(x=faces[2].centre if self.start is None else state.x, memory=faces)

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        (normals, offsets, (centre, _)), x = state.memory, state.x
        y = x + self.eta * self.ascent.at(feedback, x)
        gaps = normals @ x - offsets
        nearest = int(gaps.argmax())
        over = gaps[nearest] + normals[nearest] @ (y - x) + self.margin
        if over > 0:
            y = y - over * normals[nearest]
        away, reach = y - centre, state.domain.diameter
        if (length := float(np.linalg.norm(away))) > reach:
            y = centre + reach / length * away
        inside = (normals @ y <= offsets).all()  # always, with the margin that is proven
        return state._replace(x=y if inside else state.domain.project(y))
