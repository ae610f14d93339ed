"""Players for a budget that is kept in every round (W = 1), published since 2022.

x_t is the decision of round t, f_t its utility, p_t its prices, and g_t(x) = <p_t, x> - B_T/T what
x costs beyond the allowance B_T/T, the money for one round. A round that overspends cannot make up
for it by saving in another: what counts is the sum of [g_t(x_t)]_+, where [z]_+ is max(z, 0).
lambda_t is what such a player asks for a unit of money, in units of f. P is the projection on X,
and h_t the direction that a player climbs (`osphg.players.ascent`), of length at most s.

`tuned` uses constants of the game (`osphg.rounds.Constants`): R is the diameter of X; beta_f bounds
the length of the gradients of f_t, and beta_g that of the p_t (a `Plan` is given it as beta_p); G
is the largest ``|g_t(x)|``; T is the number of rounds.
"""

from __future__ import annotations

import math
from typing import NamedTuple, Self, Unpack

import numpy as np
import scipy

from osphg import checks
from osphg.arithmetic import dot
from osphg.budgets import Amount, in_each
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain, Polytope, normalize_rows
from osphg.faces import InscribedBall, faces_and_box, inscribed_ball, maximal_rows, require_faces
from osphg.players.ascent import Ascent, ascent_and_bound
from osphg.players.base import (
    Feedback,
    WarmStart,
    require_assumption,
    require_fixed_prices,
    require_known_kind,
)
from osphg.players.saddle import AscentPlayer
from osphg.rounds import Game, positive_constants, require_game

MAX_DIMENSION = 4  # of `VazeSinha`: above, each projection is a programme with up to t rows


class RECOOState(NamedTuple):
    """The state of `RECOO` before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: float  # lambda_t = Q_t price
    domain: Domain
    allowance: float  # B_T/T
    queue: float  # Q_t


@frozen
class RECOO(AscentPlayer):
    """RECOO of Guo, Liu, Wei, Ying 2022: a rectified penalty, and a queue that never empties.

    x_{t+1} maximises `<h_t(x_t), x> - Q_t gamma_t price [g_t(x)]_+ - alpha_t |x - x_t|^2` over X,
    and Q_{t+1} = max(Q_t + gamma_t [g_t(x_{t+1})]_+/money, sqrt(t + 1)), alpha_t = alpha sqrt(t),
    gamma_t = t^(1/2 + eps), and Q_1 = 1 or more; lambda_t = Q_t price. T is not used. At a fixed
    price sum_t [g_t(x_t)]_+ is O(1). These formulas were written from memory of the paper, and the
    exponents are the least certain.

    Parameters
    ----------
    alpha : float
        The weight of `|x - x_t|^2` in round 1, above 0, in units of f per squared unit of the
        decision.
    price : float
        What a unit of the queue makes money cost, above 0, in units of f per unit of money.
    money : float
        The unit of money in which the queue counts, above 0.
    eps : float
        How much faster than sqrt(t) the penalty grows, at least 0; the source has at most 1/2.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money; `price` where this is less, as Q_1
        is at least 1.
    ascent : PlainGradient or BoostedGradient
        The direction h_t; `BoostedGradient()` unless given.
    """

    keeps_allowance = True
    why_one_budget = "its queue counts in one unit of money"
    alpha: float = checked(checks.positive_float)
    price: float = checked(checks.positive_float)
    money: float = checked(checks.positive_float)
    eps: float = checked(checks.non_negative_float, default=0.01)

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, **warm: Unpack[WarmStart]) -> Self:
        """Return the player with alpha = s/R, price = s R/G and money = G, for `|h_t| <= s`.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p.
        ascent : PlainGradient or BoostedGradient, optional
            The direction h_t that it climbs; `BoostedGradient()` unless given.
        **warm
            `start`, x_1, (n,), the origin unless given; and `lambda1`, 0 unless given.

        Returns
        -------
        RECOO

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        chosen, s = ascent_and_bound(rounds, ascent)
        R, G = positive_constants(rounds, "R", "G")
        return cls(alpha=s / R, price=s * R / G, money=G, ascent=chosen, **warm)

    def init(self, game: Game) -> RECOOState:
        """Return the state before round 1: Q_1 is 1, or what makes lambda_1 that of the player."""
        queue = max(self.lambda1 / self.price, 1.0)
        x = self.first_decision(game)
        return RECOOState(x, queue * self.price, game.domain, game.largest_allowance, queue)

    def update(self, state: RECOOState, feedback: Feedback) -> RECOOState:
        """Return the state for the next round: x maximises the class's formula, then Q grows.

        Without the bracket [.]_+ in it the maximiser would be a projection,
        P(x_t + (h_t(x_t) - Q_t gamma_t price p_t)/(2 alpha_t)). With it the penalty counts by a
        share in [0, 1], which is sought first.
        """
        t = feedback.t + 1
        proximal = 2 * self.alpha * math.sqrt(t)  # 2 alpha_t
        gamma = t ** (0.5 + self.eps)  # gamma_t
        unpenalised = state.x + self.ascent.direction(feedback, state.x) / proximal
        penalty = state.queue * gamma * self.price / proximal * feedback.price

        def excess(share: float) -> float:
            """Return g_t at the decision to which this share of the penalty leads."""
            x = state.domain.project(unpenalised - share * penalty)
            return dot(feedback.price, x) - state.allowance

        # The maximiser is P(unpenalised - share penalty), where the share is a subgradient of [z]_+
        # at z = g_t(maximiser): 0 within the budget, 1 beyond it, and in between where the
        # maximiser spends exactly the allowance. The larger the share, the less `excess` is.
        share = float(excess(0.0) > 0)
        if share and excess(1.0) < 0:
            share = float(scipy.optimize.brentq(excess, 0.0, 1.0, xtol=1e-15, rtol=1e-14))
        x = state.domain.project(unpenalised - share * penalty)
        overspent = max(dot(feedback.price, x) - state.allowance, 0.0)
        queue = max(state.queue + gamma * overspent / self.money, math.sqrt(t + 1))
        return state._replace(x=x, multiplier=queue * self.price, queue=queue)


class SinhaVazeState(NamedTuple):
    """The state of `SinhaVaze` before a round."""

    x: FloatArray  # x_t, (n,)
    domain: Domain
    queue: float  # Q_{t-1}, what was overspent in all rounds, in units of the player's `money`
    square_sum: float  # |d_1|^2 + ... + |d_{t-1}|^2


@frozen
class SinhaVaze(AscentPlayer):
    """The optimal algorithm of Sinha and Vaze 2024 for constraints that vary and must be kept.

    The queue Q_t = Q_{t-1} + [g_t(x_t)]_+/money is what was overspent so far, and the potential
    Phi(Q) = e^(rate Q) - 1 says how bad that is. x_t steps along d_t, which is h_t(x_t)/utility,
    and in a round that overspends, g_t(x_t) > 0, h_t(x_t)/utility - Phi'(Q_t) p_t/money:
    `x_{t+1} = P(x_t + diameter d_t/sqrt(2 (|d_1|^2 + ... + |d_t|^2)))`. lambda_t is what money
    costs once a round overspends. As tuned, the regret is at most utility (sqrt(T) + 1), and what
    is overspent at most money 2 sqrt(T) log(2 (1 + 2 T)): here both follow from
    Phi(Q_T) + regret/utility <= sqrt(T) (1 + Phi'(Q_T)).

    Parameters
    ----------
    utility : float
        The unit of utility in which d_t counts rewards, above 0.
    money : float
        The unit of money in which the queue counts, above 0.
    rate : float
        How fast the potential grows, above 0.
    diameter : float
        That of X, above 0, in units of the decision.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money; rate utility/money where this is
        less, as Q_0 is at least 0.
    ascent : PlainGradient or BoostedGradient
        The direction h_t; `BoostedGradient()` unless given.
    """

    why_one_budget = "its potential counts in one unit of money"
    utility: float = checked(checks.positive_float)
    money: float = checked(checks.positive_float)
    rate: float = checked(checks.positive_float)
    diameter: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, **warm: Unpack[WarmStart]) -> Self:
        """Return the player with utility 2 R s, money 2 R beta_g and rate 1/(2 sqrt(T)).

        In these units <h_t(x), y - x> and <p_t, y - x>, what a move from x to y within X brings and
        costs by the directions of a round, are at most 1/2.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p.
        ascent : PlainGradient or BoostedGradient, optional
            The direction h_t that it climbs; `BoostedGradient()` unless given. s bounds its length.
        **warm
            `start`, x_1, (n,), the origin unless given; and `lambda1`, 0 unless given.

        Returns
        -------
        SinhaVaze

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        chosen, s = ascent_and_bound(rounds, ascent)
        R, beta_g = positive_constants(rounds, "R", "beta_g")
        rate = 1 / (2 * math.sqrt(rounds.T))
        return cls(
            utility=2 * R * s,
            money=2 * R * beta_g,
            rate=rate,
            diameter=R,
            ascent=chosen,
            **warm,
        )

    def init(self, game: Game) -> SinhaVazeState:
        """Return the state before round 1: Q_0 is what makes lambda_1 that of the player.

        lambda_1 = Phi'(Q_0) utility/money grows as e^(rate Q_0) from what it is for an empty queue;
        Q_0 is 0 where the player's lambda_1 is not larger than that.
        """
        ratio = self.lambda1 / self._price_of_money(0.0)
        queue = math.log(max(ratio, 1.0)) / self.rate
        return SinhaVazeState(self.first_decision(game), game.domain, queue, square_sum=0.0)

    def update(self, state: SinhaVazeState, feedback: Feedback) -> SinhaVazeState:
        """Return the state for the next round: the queue grows, then x steps along d_t.

        d_t is the reward h_t(x_t), less the charge Phi'(Q_t) p_t in a round that overspent, each in
        its unit, with Phi'(Q) = rate e^(rate Q). The step falls with the squares of all d so far
        (AdaGrad): no T is needed. The state has no lambda: `multiplier` computes it from the queue.
        """
        queue = state.queue + max(feedback.violation, 0.0) / self.money
        d = self.ascent.direction(feedback, state.x) / self.utility
        if feedback.violation > 0:
            d = d - self.rate * math.exp(self.rate * queue) / self.money * feedback.price
        square_sum = state.square_sum + dot(d, d)
        step = self.diameter / math.sqrt(2 * square_sum) if square_sum > 0 else 0.0
        x = state.domain.project(state.x + step * d)
        return state._replace(x=x, queue=queue, square_sum=square_sum)

    def multiplier(self, state: SinhaVazeState) -> float:
        """Return what money costs once a round overspends, in units of f per unit of money."""
        return self._price_of_money(state.queue)

    def _price_of_money(self, queue: float) -> float:
        """Return what money costs at a queue Q, Phi'(Q) utility/money, in units of f per money.

        Phi'(Q) is rate e^(rate Q).
        """
        return self.rate * math.exp(self.rate * queue) * self.utility / self.money


class VazeSinhaState(NamedTuple):
    """The state of `VazeSinha` before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: Amount  # 0: there is none
    domain: Domain
    allowance: Amount  # B_T/T; with several budgets (m,)
    prices: FloatArray  # those so far that matter, (k, n): no other forbids as much
    feasible: Domain  # S_{t-1}, the part of X that keeps the budget at all of them


@frozen
class VazeSinha(AscentPlayer):
    """The nested projections of Vaze and Sinha 2025: hard constraints, small dimensions.

    S_t is the part of X that keeps the budget at every price up to round t. y_t is the projection
    on S_{t-1} of x_t + eta h_t(x_t)/sqrt(t), and x_{t+1} that of y_t on S_t. All but the rates was
    written from memory of the paper. The source switches to `SinhaVaze` where sum_t [g_t(x_t)]_+
    gets too large; this does not. With several budgets S_t keeps each of them. ValueError in `init`
    for n above 4, or a domain that does not say its faces.

    Parameters
    ----------
    eta : float
        The step of round 1, above 0, in squared units of the decision per unit of f.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        0, as the player carries no multiplier along.
    ascent : PlainGradient or BoostedGradient
        The direction h_t; `BoostedGradient()` unless given.
    """

    keeps_allowance = True
    several_budgets = True
    carries_multiplier = False
    eta: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, **warm: Unpack[WarmStart]) -> Self:
        """Return the player with eta = R/s, for `|h_t| <= s`.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f.
        ascent : PlainGradient or BoostedGradient, optional
            The direction h_t that it climbs; `BoostedGradient()` unless given.
        **warm
            `start`, x_1, (n,), a point of X; the origin unless given.

        Returns
        -------
        VazeSinha

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        chosen, s = ascent_and_bound(rounds, ascent)
        (R,) = positive_constants(rounds, "R")
        return cls(R / s, ascent=chosen, **warm)

    def init(self, game: Game) -> VazeSinhaState:
        """Return the state before round 1; ValueError as the class says."""
        n = require_game("game", game).n
        require_assumption(n <= MAX_DIMENSION, self, f"n at most {MAX_DIMENSION}", str(n))
        # S_t is X cut by half-spaces, so those of X have to be known.
        require_faces("VazeSinha", game.domain)
        return VazeSinhaState(
            x=self.first_decision(game),
            multiplier=in_each(0.0, game.budget),
            domain=game.domain,
            allowance=game.largest_allowance,  # that of every round
            prices=np.empty((0, n)),  # none seen so far
            feasible=game.domain,  # S_0, which no price has cut
        )

    def update(self, state: VazeSinhaState, feedback: Feedback) -> VazeSinhaState:
        """Return the state for the next round: a gradient step, then the new price is obeyed.

        The first projection y is on S_{t-1}, what keeps the budget at all earlier prices. The one
        on S_t is left out where the new price forbids no point of S_{t-1}.
        """
        # With several budgets prices are counted in allowances, so that all have the allowance 1.
        allowance = 1.0 if np.ndim(state.allowance) else state.allowance
        unit = state.allowance[:, np.newaxis] if np.ndim(state.allowance) else 1.0
        prices_seen = np.atleast_2d(feedback.price / unit)
        step = self.eta / math.sqrt(feedback.t + 1)
        y = state.feasible.project(state.x + step * self.ascent.direction(feedback, state.x))
        # S_t is S_{t-1} if an earlier price is as high for every item, or if all of S_{t-1} keeps
        # the budget at this price.
        new_prices = []
        for price in prices_seen:
            is_covered = (state.prices >= price).all(axis=1).any()
            if is_covered:
                continue
            costliest = state.feasible.maximize_linear(price)
            # y is of S_{t-1}, too, and so costs no more, but for rounding.
            if max(dot(price, y), dot(price, costliest)) > allowance:
                new_prices.append(price)
        if not new_prices:
            return state._replace(x=y)
        # S_t as a polytope: the faces A x <= b and the box of X, and a half-space for each price.
        # `maximal_rows` leaves out prices that, as x >= 0, forbid nothing which the others allow.
        prices = maximal_rows(np.vstack([state.prices, *new_prices]))
        A, b, box = faces_and_box(state.domain)
        allowances = np.full(len(prices), allowance)
        feasible = Polytope(np.vstack([A, prices]), np.concatenate([b, allowances]), box)
        return state._replace(x=feasible.project(y), prices=prices, feasible=feasible)


class Faces(NamedTuple):
    """The faces of X and of the budget, and the largest ball within."""

    normals: FloatArray  # of length 1, (m, n)
    offsets: FloatArray  # (m,): g(x) is the largest <normal, x> - offset
    ball: InscribedBall  # g is -radius at its centre


class PFSState(NamedTuple):
    """The state of `PFS` before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: Amount  # 0: there is none
    domain: Domain
    faces: Faces


@frozen
class PFS(AscentPlayer):
    """Polyak feasibility steps (Hutchinson and Alizadeh 2025), for fixed prices known before.

    X and the budget, or each of several, are written as half-spaces <a_i, x> <= b_i with normals
    a_i of length 1, and g(x) = max_i (<a_i, x> - b_i). Where that is positive x lies beyond a face,
    else -g(x) is the distance to the nearest one. x_1 is the centre of the largest ball within all
    half-spaces. A round has three steps:

    1. y = x_t + eta h_t(x_t).
    2. Near x_t, g grows along the normal a of the face that is nearest to x_t. If its linear
       approximation plus the margin, g(x_t) + <a, y - x_t> + margin, is positive, y moves back
       against a by that distance.
    3. x_{t+1} is the projection of y on a ball around the centre, whose radius is R, the diameter
       of X.

    These steps were seen in public code. That a margin suffices is derived here. Let s bound
    `|h_t|`, let d_t be the distance of x_t from {g <= -margin}, and k = (radius - margin)/R for the
    radius of the largest ball. Then d_{t+1}^2 <= (d_t + eta s)^2 - max(k d_t - eta s, 0)^2. Hence
    d_t <= 2 (1 + k) eta s/k^2 for all t, and with a margin of that size no decision leaves X or
    exceeds the budget.

    ValueError for prices that vary, faces that are not known, or no interior.

    Parameters
    ----------
    eta : float
        The step of x, above 0, in squared units of the decision per unit of f.
    margin : float
        How far the decisions aim to stay away from the faces, at least 0, in units of the decision.
    start : array_like, optional
        x_1, (n,), a point of X; the centre of the largest ball unless given.
    lambda1 : float
        0, as the player carries no multiplier along.
    ascent : PlainGradient or BoostedGradient
        The direction h_t; `BoostedGradient()` unless given.
    """

    carries_multiplier = False
    keeps_allowance = True
    several_budgets = True
    eta: float = checked(checks.positive_float)
    margin: float = checked(checks.non_negative_float)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        ascent: Ascent | None = None,
        *,
        bold: bool = False,
        **warm: Unpack[WarmStart],
    ) -> Self:
        """Return the player with a margin that keeps the budget in every round.

        Its eta is the best for the bound of the regret that holds with such a margin.

        Parameters
        ----------
        rounds : Game
            The game, whose price is known.
        ascent : PlainGradient or BoostedGradient, optional
            The direction h_t that it climbs; `BoostedGradient()` unless given. s bounds its length.
        bold : bool
            True: eta = R/(s sqrt(T)) and margin = eta s, at most radius/2. Nothing is proven, and a
            decision that leaves X is projected on it.
        **warm
            `start`, x_1, (n,), a point of X; the centre of the largest ball unless given.

        Returns
        -------
        PFS

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game that the class refuses.
        """
        chosen, s = ascent_and_bound(rounds, ascent)
        R = rounds.R
        any_player = cls(eta=1.0, margin=0.0)  # `faces` depends on the game alone, not on eta
        radius = any_player.faces(rounds).ball.radius
        if checks.flag("bold", bold):
            eta = R / (s * math.sqrt(rounds.T))
            return cls(eta=eta, margin=min(eta * s, radius / 2), ascent=chosen, **warm)
        # With a margin of at most radius/2 the class's k = (radius - margin)/R is at least this.
        # The margin that it asks for, 2 (1 + k) eta s/k^2, falls in k: the least k is safe.
        k = radius / (2 * R)
        per_step = 2 * (1 + k) * s / k**2  # margin / eta
        # The regret is at most R^2/(2 eta) + eta s^2 T/2, as of gradient ascent, and s R T
        # margin/radius, what the benchmark loses when it moves inwards by the margin. With margin =
        # per_step eta the sum is A/eta + B eta, least at eta = sqrt(A/B), which is `best`. Taken is
        # this, or the largest eta for which the margin is at most radius/2.
        best = R / (s * math.sqrt(rounds.T * (1 + 2 * R * per_step / (s * radius))))
        eta = min(best, radius / (2 * per_step))
        return cls(eta=eta, margin=per_step * eta, ascent=chosen, **warm)

    def faces(self, game: Game) -> Faces:
        """Return the faces of X and of the budget, and the largest ball within.

        Parameters
        ----------
        game : Game
            The rounds, whose prices must not vary, with B_T/T and the domain X.

        Returns
        -------
        Faces
            Unit normals (m, n) and offsets (m,), in units of the decision, and the ball.

        Raises
        ------
        ValueError
            If prices vary, the faces of X are not known, or no decision is strictly within.
        """
        require_known_kind(self, game)
        require_fixed_prices(self, game)
        A, b, box = require_faces("PFS", game.domain)
        first_block = next(iter(game.blocks()))
        price = first_block.prices[0]  # (n,), or (m, n): that of all rounds
        feasible = Polytope(np.vstack([A, price]), np.append(b, game.largest_allowance), box)
        ball = inscribed_ball(feasible)
        needs = "a decision strictly within X and the budget"
        require_assumption(ball.radius > 0, self, needs, "none")
        # The box is written as half-spaces, too: x_i <= upper_i and -x_i <= -lower_i.
        axes = np.eye(game.n)
        normals = np.vstack([feasible.A, axes, -axes])
        offsets = np.concatenate([feasible.b, box.upper, -box.lower])
        # A row of zeros, as a price of 0 for all items is, has no direction, and is left out.
        return Faces(*normalize_rows(normals, offsets), ball)

    def init(self, game: Game) -> PFSState:
        """Return the state before round 1; ValueError for a game that the class refuses."""
        faces = self.faces(game)
        x = self.first_decision(game)
        if self.start is None:
            x = faces.ball.centre
        return PFSState(x, in_each(0.0, game.budget), game.domain, faces)

    def update(self, state: PFSState, feedback: Feedback) -> PFSState:
        """Return the state for the next round: the three steps that the class describes."""
        normals, offsets, ball = state.faces
        x = state.x
        y = x + self.eta * self.ascent.direction(feedback, x)

        signed_distances = normals @ x - offsets  # of x from each face; negative within
        nearest = int(signed_distances.argmax())
        excess = signed_distances[nearest] + normals[nearest] @ (y - x) + self.margin
        if excess > 0:
            y = y - excess * normals[nearest]

        from_centre = y - ball.centre
        length = float(np.linalg.norm(from_centre))
        R = state.domain.diameter
        if length > R:
            y = ball.centre + R / length * from_centre

        # With a margin that suffices y is always within; with a smaller one it may not be.
        is_within = (normals @ y <= offsets).all()
        if not is_within:
            y = state.domain.project(y)  # onto X alone: y may exceed the budget then
        return state._replace(x=y)
