r"""Any rule, insured: nearly nothing is lost to the rule, and the rate to every fixed decision.

A rule decides c_t, by whatever it likes. Around it stand the books of optimistic repricing
(`osphg.players.optimistic`). There are two potentials, functions of the multiplier l in [0, Lambda]

    S_0(l) = (rewards of c, less charges) - l Q + (charges) + l a,
    S_1(l) = psi(v - l P) + (charges) + l a + q(l) - (what its hints' errors cost),

with Q what c spent in the open window, a what that allowed, P its prices, summed, v the rewards
less charges, and q(l) = (2 R w/Lambda) l (Lambda - l). They are blended,

    Psi(l) = B ln((1 - th) exp(S_0/B) + th exp(S_1/B)),   B = K R H,

and om(l), the share of the second term, is how much of repricing is played: x(l) = (1 - om) c_t +
om x_1(l) at the multiplier where the slope of Psi(l) + l C, with the hint in x alone, crosses 0.
Leaving the rule is charged by the prior th: repricing has to be ahead by some B before it acts. The
chapter "A plan, corrected" has the proof.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from osphg import checks
from osphg.arithmetic import dot
from osphg.checks import FloatArray, array_of_shape, checked, frozen
from osphg.domains import Domain
from osphg.players.ascent import Ascent, BoostedGradient, require_ascent
from osphg.players.base import Feedback, Learner, Player, require_known_kind, require_player
from osphg.players.capped import Capped, CappedState
from osphg.players.optimistic import (
    Hint,
    crossing,
    hint_error,
    longest_price,
    next_hint,
    require_hints,
)
from osphg.players.repricing import tuned_constants
from osphg.players.rules import EvenPacing
from osphg.rounds import Game, require_game
from osphg.utilities import AtRound

# The least `smoothing` and `cost` for which the theorem is proven, and the usual ones.
PROVEN_SMOOTHING = 36.0
PROVEN_COST = 2.0
USUAL_SMOOTHING = 0.1
USUAL_COST = 0.1
USUAL_SHARE = 0.1


@runtime_checkable
class FinishedRun(Protocol):
    """What a certificate needs of an `osphg.Run`: this room does not know who plays."""

    @property
    def T(self) -> int:
        """The number of rounds played."""
        ...

    @property
    def player(self) -> Player:
        """Who played."""
        ...

    @property
    def rounds(self) -> Game:
        """What was played."""
        ...

    @property
    def decisions(self) -> FloatArray:
        """The decisions x_t, (T, n)."""
        ...

    @property
    def utility(self) -> FloatArray:
        """The utilities f_t(x_t), (T,)."""
        ...

    @property
    def violation(self) -> FloatArray:
        """The violations g_t(x_t), (T,), in money."""
        ...

    @property
    def total_utility(self) -> float:
        """The sum of all f_t(x_t)."""
        ...


def _with_value(total: float | None, value: float) -> float | None:
    """Return a sum of utilities with one more; None once one of them is not known."""
    return None if total is None or math.isnan(value) else total + value


class Certificate(NamedTuple):
    """What a run has lost at most, by numbers of the run itself; negative where it has gained.

    Parameters
    ----------
    rule : float
        What was lost to the rule, played alone from the first round to the last, in units of f.
        Where utilities are not known, as in a pacer, it is bounded by gradients: with boosted ones
        the rule's utility counts (1 - 1/e) times.
    fixed : float
        Nothing more was lost to any fixed decision that keeps the budget over the closed windows,
        whose utility counts (1 - 1/e) times with boosted gradients.
    utility : float
        The sum of the f_t(x_t); nan where they are not known.
    """

    rule: float
    fixed: float
    utility: float

    def __str__(self) -> str:
        """Write both losses, with their shares of what was earned where that is known."""

        def amount(loss: float) -> str:
            share = loss / self.utility if self.utility > 0 else math.nan
            percent = "" if math.isnan(share) else f" ({share:.1%} of what was earned)"
            return f"{loss:.4g}{percent}"

        return (
            f"lost at most {amount(self.rule)} to its own rule, "
            f"and {amount(self.fixed)} to the best fixed decision"
        )


class InsuredState(NamedTuple):
    """The state of `Insured` before a round, of which the hint and the rule's decision are in."""

    x: FloatArray  # x_t, (n,)
    multiplier: float  # lambda_t
    share: float  # om, of repricing in x_t
    rule: Any  # the state of the rule
    decided: FloatArray  # c_t, (n,), what the rule decides
    # The second potential: v, P, and the sum of nu_i times what closed window i allowed.
    rewards: FloatArray
    prices: FloatArray
    granted: float
    errors: float  # the sum of E^2/H, of which `cost` times R is taken off
    # The first one: what c earned less charges, Q, and the sum of its nu_i times what was allowed.
    rule_rewards: float
    rule_spent: float
    rule_granted: float
    # Of both: C, what the open window allowed, and its rounds.
    overspent: float
    allowed: float
    rounds_in_window: int
    squares: float  # S, the sum of the E^2
    # For the certificate: what was earned along the rewards, by x and by c, all rewards, and the
    # prices and allowances of closed windows, summed.
    earned: float
    rule_earned: float
    told: FloatArray
    closed_prices: FloatArray
    closed_allowed: float
    # The sums of f_t(x_t) and f_t(c_t); None in a pacer, which knows no values.
    utility: float | None
    rule_utility: float | None
    hint: Hint
    domain: Domain

    @property
    def certificate(self) -> Certificate:
        """What the rounds behind this state have lost at most, by their own numbers.

        To the rule: the utilities know it, and where they are not known the rewards that were told
        bound it. To any fixed decision y of X that keeps the
        closed windows: whatever prices nu_i >= 0 these are given, y earns no more than the largest
        <v, x> on X, v the rewards less what is charged, and what the windows allow at these prices
        (weak duality; `certificate` in `rocq/Optimistic.v`). Two choices of prices are tried, those
        that the player has set itself and one for all windows; the smaller number counts.
        """
        X = self.domain

        def largest(rewards: FloatArray) -> float:
            return float(rewards @ X.maximize_linear(rewards))

        def still_too_dear(price: float) -> float:
            """Return how much more than allowed the best decision spends in closed windows."""
            x = X.maximize_linear(self.told - price * self.closed_prices)
            return float(self.closed_prices @ x) - self.closed_allowed

        own = largest(self.rewards) + self.granted
        # One price: the bound is convex in it, and its slope is -still_too_dear.
        most = 1.0
        while still_too_dear(most) > 0 and most < 1e70:
            most *= 2
        price = crossing(still_too_dear, most)
        one = largest(self.told - price * self.closed_prices) + price * self.closed_allowed
        rule = self.rule_earned - self.earned
        utility = math.nan
        if self.utility is not None and self.rule_utility is not None:
            utility = self.utility
            rule = self.rule_utility - utility
        return Certificate(rule=rule, fixed=min(own, one) - self.earned, utility=utility)


@frozen
class Insured(Learner):
    """A rule, with optimistic repricing around it: it follows the rule until that is bettered.

    Against the rule's own decisions c_t (it is told what they would have brought, as if it played
    alone), with C_N what was overspent and o_N(c) what the rule overspends in the open window,

        sum <u_t, c_t - x_t> + Lambda [C_N - o_N(c)]_+ <= Lambda (what c overspends in closed
        windows, each by itself) + `rule_bound(state)`,

    and against every fixed y of X that keeps the closed windows the same with 0 and
    `fixed_bound(state)`, for `smoothing` at least 36, `cost` at least 2 and hints whose errors are
    at most `longest_error`. With that `smoothing` the player does not leave its rule in a few
    hundred rounds. The defaults are what measurements support, no theorem covers them, and the two
    bounds refuse them. `certificate` needs no constants: it says of any run what it has lost.

    `Capped(Insured.tuned(rounds))` never overspends. Nothing here changes what the rule decides:
    it may be any player. There is no compiled loop. Where a pacer tells rounds late, its windows
    and its rule count the rounds told: a rule that goes by the clock does so here by those.

    Parameters
    ----------
    rule : Player
        Who decides c_t.
    W : int
        The rounds of a window, at least 1.
    cap : float
        Lambda, the largest multiplier, in [1e-70, 1e70], in units of f per unit of money.
    radius : float
        R, above 0: neither two decisions of X nor one and `start` are further apart.
    beta_g : float
        No price is longer, above 0; a longer hint of prices is cut to it.
    share : float
        th, the prior of repricing, in (0, 1).
    smoothing : float
        K, how far ahead repricing has to be before it is followed, above 0, without a unit.
    cost : float
        How much of its hints' errors is taken off repricing, above 0, without a unit.
    longest_error : float
        No error of a hint is longer, at least 0, in units of f per unit of the decision. The step
        begins as if there had been one such error.
    hints : pair of array_like, Forecast, "last" or None
        As of `OptimisticRepricing`.
    ascent : PlainGradient or BoostedGradient
        How the rewards come from f_t; `BoostedGradient()` unless given.
    start : array_like, optional
        x_0, (n,), from which repricing counts its decisions; the origin unless given. One of
        another length is a ValueError in `init`.

    Attributes
    ----------
    swing : float
        w = beta_g W.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=100)
    >>> player = osphg.Insured.tuned(rounds, rule=osphg.EvenPacing.tuned(rounds))
    >>> run = osphg.play(player, rounds)
    >>> print(player.certificate(run))  # doctest: +ELLIPSIS
    lost at most ... to its own rule, and ... to the best fixed decision
    """

    asks_often = True  # for gradients, where the rule asks too: in the Pacer as a function
    why_one_budget = "its theorem is of one price of money"
    rule: Player = checked(require_player)
    W: int = checked(checks.positive_int)
    cap: float = checked(checks.positive_constant)
    radius: float = checked(checks.positive_float)
    beta_g: float = checked(checks.positive_float)
    share: float = checked(checks.between_0_and_1, default=USUAL_SHARE)
    smoothing: float = checked(checks.positive_constant, default=USUAL_SMOOTHING)
    cost: float = checked(checks.positive_float, default=USUAL_COST)
    longest_error: float = checked(checks.non_negative_float, default=0.0)
    hints: Any = checked(require_hints, default=None)
    ascent: Ascent = checked(require_ascent, default=BoostedGradient())
    start: Any = checked(checks.optional(array_of_shape(None)), default=None)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        W: int = 1,
        *,
        rule: Player | None = None,
        share: float = USUAL_SHARE,
        smoothing: float = USUAL_SMOOTHING,
        cost: float = USUAL_COST,
        longest_error: float = 0.0,
        hints: Any = None,
        cap: float | None = None,
        ascent: Ascent | None = None,
        start: ArrayLike | None = None,
    ) -> Self:
        """Return the player with the constants of a game; in other units it is the same player.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p, which is its beta_g.
        W : int
            The rounds of a window, in 1..T.
        rule : Player, optional
            Who decides c_t; even pacing, `EvenPacing.tuned(rounds)`, unless given.
        share : float
            The prior of repricing, in (0, 1).
        smoothing : float
            How far ahead repricing has to be before it is followed, above 0, without a unit.
        cost : float
            How much of its hints' errors is taken off repricing, above 0, without a unit.
        longest_error : float
            No error of a hint is longer, at least 0, in units of f per unit of the decision.
        hints : pair of array_like, Forecast, "last" or None
            As the class takes them.
        cap : float, optional
            Lambda; alpha F/b unless given, as of `Repricing.tuned`.
        ascent : PlainGradient or BoostedGradient, optional
            How the rewards come from f_t; `BoostedGradient()` unless given.
        start : array_like, optional
            x_0, (n,); unless given the origin or the centre of the box around X, whichever is
            nearer to all of X.

        Returns
        -------
        Insured

        Raises
        ------
        TypeError, ValueError
            For a W that is no integer in 1..T, for another parameter that is not as described, and
            for a game whose beta_f is 0, or F unless `cap` is given.
        """
        game = require_game("rounds", rounds)
        W = checks.positive_int("W", W, maximum=game.T)
        constants = tuned_constants(game, cap, ascent, start)
        radius = max(constants.radius, game.domain.diameter)
        return cls(
            rule=EvenPacing.tuned(game) if rule is None else rule,
            W=W,
            cap=constants.cap,
            radius=radius,
            beta_g=longest_price(game, radius),
            share=share,
            smoothing=smoothing,
            cost=cost,
            longest_error=longest_error,
            hints=hints,
            ascent=constants.ascent,
            start=constants.start,
        )

    @property
    def swing(self) -> float:
        """The length w = beta_g W that the prices of a window and a hint do not exceed, summed."""
        return self.beta_g * self.W

    def rule_bound(self, state: InsuredState) -> float:
        """Return what the theorem lets a run lose to its rule.

        It is the first peak of the potential, and the charge -B ln(1 - th) for never leaving the
        rule: 38 th R H at most for small th.

        Parameters
        ----------
        state : InsuredState
            The state after the rounds that are meant.

        Returns
        -------
        float
            What the left side of the first inequality of the class is at most, but for what the
            rule overspends in closed windows; in units of f.

        Raises
        ------
        ValueError
            For constants that are not those of the theorem.
        """
        self._require_proven()
        charge = -self._blend_length(state) * math.log1p(-self.share)  # for never leaving the rule
        return self._first_peak(state) + charge

    def fixed_bound(self, state: InsuredState) -> float:
        """Return what the theorem lets a run lose to a fixed decision.

        It is R H/2, what the hints' errors cost, the charge B ln(1/th) for leaving the rule, and
        the first peak of the potential.

        Parameters
        ----------
        state : InsuredState
            The state after the rounds that are meant.

        Returns
        -------
        float
            What the left side of the second inequality of the class is at most, in units of f.

        Raises
        ------
        ValueError
            For constants that are not those of the theorem.
        """
        self._require_proven()
        half_step = self.radius * self._slowness(state) / 2  # R^2/(2 eta)
        errors = self.cost * self.radius * state.errors
        charge = -self._blend_length(state) * math.log(self.share)  # for leaving the rule
        return self._first_peak(state) + half_step + errors + charge

    def _first_peak(self, state: InsuredState) -> float:
        """Return a bound of the potential before round 1, where q <= R H is all that there is."""
        return self.share * self._blend_length(state) * math.expm1(1 / self.smoothing)

    def _require_proven(self) -> None:
        """Refuse constants of which nothing is proven, with a ValueError."""
        for name, least in (("smoothing", PROVEN_SMOOTHING), ("cost", PROVEN_COST)):
            allowed = f"be at least {least:g} for a bound to be proven"
            checks.must(getattr(self, name) >= least, name, allowed, getattr(self, name))
        allowed = "be above 0 for a bound to be proven"
        checks.must(self.longest_error > 0, "longest_error", allowed, self.longest_error)

    def certificate(self, run: FinishedRun) -> Certificate:
        """Return what a run has lost at most to its rule, and to any fixed decision.

        The rounds of the run are told to the player once more. What a cap has withheld counts as
        lost, to both.

        Parameters
        ----------
        run : osphg.Run
            A run of this player, or of a `Capped` one around it.

        Returns
        -------
        Certificate
            Both losses, and what was earned.

        Raises
        ------
        TypeError, ValueError
            For what is no such run.
        """
        checks.of_kind("run", run, FinishedRun, "be a run of this player")
        player: Any = run.player
        inner = player.player if isinstance(player, Capped) else player
        is_own = inner is self or inner == self
        checks.must(is_own, "run", "be of this player, or of Capped around it", run)
        state: Any = player.init(run.rounds)
        for block in run.rounds.blocks():
            for i, price in enumerate(block.prices):
                t = block.start + i
                if t == run.T:
                    break
                x = run.decisions[t]
                f = AtRound(block.utility, i)
                value = float(run.utility[t])
                allowance = run.rounds.told_allowance(t)
                told = Feedback(t, x, f, value, price, float(run.violation[t]), allowance)
                state = player.update(state, told)
        own: InsuredState = state.inner if isinstance(state, CappedState) else state
        found = own.certificate
        assert own.utility is not None  # `play` knows all values
        withheld = own.utility - run.total_utility
        return Certificate(found.rule + withheld, found.fixed + withheld, run.total_utility)

    def init(self, game: Game) -> InsuredState:
        """Return the state before round 1; ValueError for a start of another length."""
        n = game.n
        if self.start is not None:
            checks.array("start", self.start, (n,))
        zero = np.zeros(n)
        require_known_kind(self.rule, game)
        rule = self.rule.init(game)
        state = InsuredState(
            x=zero,
            multiplier=0.0,
            share=self.share,
            rule=rule,
            decided=np.asarray(self.rule.decide(rule), float),
            rewards=zero,
            prices=zero,
            granted=0.0,
            errors=0.0,
            rule_rewards=0.0,
            rule_spent=0.0,
            rule_granted=0.0,
            overspent=0.0,
            allowed=0.0,
            rounds_in_window=0,
            squares=0.0,
            earned=0.0,
            rule_earned=0.0,
            told=zero,
            closed_prices=zero,
            closed_allowed=0.0,
            utility=0.0,
            rule_utility=0.0,
            hint=next_hint(self.hints, 0, self.beta_g, None, n),
            domain=game.domain,
        )
        return self._decided(state)

    def update(self, state: InsuredState, feedback: Feedback) -> InsuredState:
        """Return the state for the next round; the rule is told of its own decision."""
        x, price = feedback.x, feedback.price
        reward = self.ascent.direction(feedback, x)
        told = Hint(reward, price)
        error = hint_error(state.hint, told, self.cap)
        rule_cost = float(dot(price, state.decided))
        rule_reward = float(reward @ state.decided)
        allowance = float(feedback.allowed)
        entered = state._replace(
            rewards=state.rewards + reward,
            prices=state.prices + price,
            errors=state.errors + error**2 / self._slowness(state),
            rule_rewards=state.rule_rewards + rule_reward,
            rule_spent=state.rule_spent + rule_cost,
            overspent=state.overspent + feedback.violation,
            allowed=state.allowed + allowance,
            rounds_in_window=state.rounds_in_window + 1,
            earned=state.earned + float(reward @ x),
            rule_earned=state.rule_earned + rule_reward,
            told=state.told + reward,
        )
        if entered.rounds_in_window == self.W:
            entered = self._closed(entered)
        own_feedback = self._feedback_of_rule(state, feedback, rule_cost - allowance)
        rule = self.rule.update(state.rule, own_feedback)
        hint = next_hint(self.hints, feedback.t + 1, self.beta_g, told, len(reward))
        return self._decided(
            entered._replace(
                squares=entered.squares + error**2,
                utility=_with_value(state.utility, feedback.value),
                rule_utility=_with_value(state.rule_utility, own_feedback.value),
                rule=rule,
                decided=np.asarray(self.rule.decide(rule), float),
                hint=hint,
            )
        )

    def _feedback_of_rule(
        self, state: InsuredState, feedback: Feedback, violation: float
    ) -> Feedback:
        """Return what the rule is told: what its own decision brings and costs."""
        own = state.decided
        if np.array_equal(own, feedback.x):
            return feedback
        f = feedback.utility
        value = feedback.value
        if not math.isnan(value):  # in a pacer, which knows no value, it stays so
            value = float(f.value(own))
            checks.must(math.isfinite(value), "utility.value", "be one finite number", value)
        price, allowance = feedback.price, feedback.allowance
        return Feedback(feedback.t, own, f, value, price, violation, allowance)

    def _slowness(self, state: InsuredState) -> float:
        """Return H = A + Lambda w/2, of which the step is R/H; A^2 = longest_error^2 + S."""
        length = math.hypot(self.longest_error, math.sqrt(state.squares))
        return length + self.cap * self.swing / 2

    def _blend_length(self, state: InsuredState) -> float:
        """Return B = K R H, in units of f."""
        return self.smoothing * self.radius * self._slowness(state)

    def _best(self, state: InsuredState, rewards: FloatArray) -> FloatArray:
        """Return the maximiser of <rewards, x> - ``|x - x_0|^2/(2 eta)`` in X, (n,)."""
        start = 0.0 if self.start is None else self.start
        step = self.radius / self._slowness(state)
        return state.domain.project(start + step * rewards)

    def _repricing_at(self, state: InsuredState, multiplier: float) -> tuple[FloatArray, float]:
        """Return x_1(l), (n,), and om(l), the share of repricing in what is played at l."""
        hint = state.hint
        rewards = state.rewards + hint.reward - multiplier * (state.prices + hint.price)
        x = self._best(state, rewards)
        away = x - (0.0 if self.start is None else self.start)
        H, R = self._slowness(state), self.radius
        bulge = 2 * R * self.swing * multiplier * (1 - multiplier / self.cap)
        second = float(rewards @ x) - float(away @ away) * H / (2 * R)
        second += state.granted + bulge - self.cost * R * state.errors
        hinted = float((hint.reward - multiplier * hint.price) @ state.decided)
        first = state.rule_rewards + hinted - multiplier * state.rule_spent + state.rule_granted
        odds = math.log(self.share) - math.log1p(-self.share)  # of the priors
        ahead = (second - first) / self._blend_length(state)
        return x, float(expit(ahead + odds))

    def _decided(self, state: InsuredState) -> InsuredState:
        """Return the state with lambda_t, the share and x_t, by its books, hint and rule."""
        spent = state.overspent + state.allowed  # s: all spending, less what closed windows allowed

        def slope(multiplier: float) -> float:
            x, share = self._repricing_at(state, multiplier)
            bulge = 2 * self.radius * self.swing * (1 - 2 * multiplier / self.cap)
            window_cost = (1 - share) * state.rule_spent + share * float(state.prices @ x)
            return spent - window_cost + share * bulge

        multiplier = crossing(slope, self.cap)
        x, share = self._repricing_at(state, multiplier)
        played = (1 - share) * state.decided + share * x
        return state._replace(x=played, multiplier=multiplier, share=share)

    def _closed(self, state: InsuredState) -> InsuredState:
        """Return the books once the open window is charged for good, in both potentials.

        Repricing's price nu is where its decision spends just what the window allowed; the rule's
        is Lambda if it overspent the window, and else 0.
        """

        def missing(price: float) -> float:
            x = self._best(state, state.rewards - price * state.prices)
            return float(state.prices @ x) - state.allowed

        nu = crossing(missing, self.cap)
        rule_nu = self.cap if state.rule_spent > state.allowed else 0.0
        return state._replace(
            rewards=state.rewards - nu * state.prices,
            prices=np.zeros_like(state.prices),
            granted=state.granted + nu * state.allowed,
            rule_rewards=state.rule_rewards - rule_nu * state.rule_spent,
            rule_spent=0.0,
            rule_granted=state.rule_granted + rule_nu * state.allowed,
            allowed=0.0,
            rounds_in_window=0,
            closed_prices=state.closed_prices + state.prices,
            closed_allowed=state.closed_allowed + state.allowed,
        )
