"""What practitioners play, and a stop around any player.

The rules here have no regret bound for the problem of this package: their sources see the request
before they bid, or prove nothing. Each begins with no bids, or with `start`, a point of X, and
needs of a game T, the budget and X alone: `tuned` takes `Rounds` or a `Plan` without constants.
They keep no hard budget: `Capped` does. Even bids are x = u top, 0 <= u <= 1, with top the point of
X nearest to its upper bounds.
ValueError in `init`, and TypeError or ValueError for parameters, as for every player.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np
import scipy
from numpy.typing import ArrayLike

from osphg import checks
from osphg.arithmetic import dot
from osphg.checks import FloatArray, array_of_shape, checked, frozen
from osphg.domains import Box, Domain, require_start
from osphg.players.base import Feedback, Learner
from osphg.rounds import Game, require_game
from osphg.utilities import Sum

_SWEEPS = 20  # over the coordinates of a box, at most
Start: TypeAlias = ArrayLike | None
_EPS = float(np.finfo(np.float64).eps)


# Rules.


class Paced(NamedTuple):
    """The state of a rule, before a round."""

    x: FloatArray  # (n,)
    domain: Domain
    top: FloatArray  # the largest even bids, (n,)
    budget: float
    T: int
    t: int = 0  # rounds behind
    spent: float = 0.0
    multiplier: float = 0.0
    log: tuple[Any, ...] = ()  # what the rule keeps of the last rounds
    memory: Any = None  # what else it keeps

    @property
    def per_round(self) -> float:
        """What is left for each round to come."""
        return max(self.budget - self.spent, 0.0) / max(self.T - self.t, 1)

    def evenly(self, price: FloatArray, money: float) -> FloatArray:
        """Return the largest even bids that cost no more than the money at a price (n,)."""
        cost = dot(price, self.top)
        return self.top if cost <= money else money / cost * self.top


@frozen
class Rule(Learner):
    """A rule of practice: `start` in round 1, then what `after` makes of what was seen."""

    keeps_allowance = True
    start: Any = checked(
        checks.optional(array_of_shape(None)), default=None, kw_only=True
    )  # x_1 (n,)

    def init(self, game: Game) -> Paced:
        domain = require_game("game", game).domain
        top = np.asarray(domain.project(domain.upper))
        return Paced(require_start("start", self.start, domain), domain, top, game.budget, game.T)

    def update(self, state: Paced, feedback: Feedback) -> Paced:
        spent = state.spent + dot(feedback.price, feedback.x)
        return self.after(state._replace(t=state.t + 1, spent=spent), feedback)

    def after(self, state: Paced, feedback: Feedback) -> Paced:
        """Return the state with the next decision, once a round and its money are counted."""
        raise NotImplementedError


@frozen
class EvenPacing(Rule):
    """The same share of everything: what is left, by the rounds that are left.

    x_{t+1} = min(1, m_t/<p, top>) top, with m_t what is left per round and p the mean of the last
    `memory` prices. It looks at no utility. Folklore; the book's week of real traffic plays it.

    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> osphg.play(osphg.EvenPacing.tuned(rounds), rounds)
    Run(EvenPacing, 1000 of 1000 rounds, per round: utility 0.5455, violation -0.000313)
    """

    memory: int = checked(checks.positive_int, default=1)

    @classmethod
    def tuned(cls, rounds: Game, memory: int = 1, *, start: Start = None) -> Self:
        """Return it; nothing is tuned."""
        require_game("rounds", rounds)
        return cls(memory, start=start)

    def after(self, state: Paced, feedback: Feedback) -> Paced:
        log = (*state.log, feedback.price)[-self.memory :]
        x = state.evenly(np.mean(log, axis=0), state.per_round)
        return state._replace(x=x, log=log)


@frozen
class Throttle(Rule):
    """A share of everything, steered by how far spending lags behind an even plan (PI control).

    x_{t+1} = u top, u = min(1, u_1 exp(gain e_t + integral (e_1 + ... + e_t))), where e_t is what
    an even plan would have spent after t rounds less what was spent, in units of `season` rounds of
    it. u_1 is the share that `EvenPacing` takes after the first round with a price. It looks at no
    utility. That platforms steer budgets by such a feedback is folklore; the form is our own.

    `gain` and `integral`, per round, are at least 0. `season` are the rounds in which dear and
    cheap times are expected to even out, such as the hours of a day.
    """

    gain: float = checked(checks.non_negative_float)
    integral: float = checked(checks.non_negative_float)
    season: int = checked(checks.positive_int)

    @classmethod
    def tuned(cls, rounds: Game, season: int | None = None, *, start: Start = None) -> Self:
        """Return it with gain 1, integral 1/(8 season), and ceil(sqrt(T)) for the season."""
        season = _root(rounds, "season", season)
        return cls(1.0, 1 / (8 * season), season, start=start)

    def after(self, state: Paced, feedback: Feedback) -> Paced:
        first, total = state.memory or (None, 0.0)
        if first is None:
            cost = dot(feedback.price, state.top)
            first = None if cost == 0 else min(state.per_round / cost, 1.0)
        allowance = state.budget / state.T
        behind = (allowance * state.t - state.spent) / (allowance * self.season)
        total += behind
        wanted = self.gain * behind + self.integral * total
        share = min((1.0 if first is None else first) * math.exp(min(wanted, 700.0)), 1.0)
        return state._replace(x=share * state.top, memory=(first, total))


@frozen
class Resolve(Rule):
    """Solve again, every k rounds, for what is left, with the utilities and prices seen so far.

    Every `every` rounds x maximises the mean of the last `memory` functions, among the decisions
    that cost at most what is left per round at their mean price, and is kept until the next time;
    before, `EvenPacing`. `K` steps of Frank-Wolfe from 0, each along the best point within X and
    that budget: for a monotone DR-submodular mean (1-1/e) of the best (Calinescu, Chekuri, Pal and
    Vondrak 2011; Bian et al. 2017). Re-solving has regret bounds in revenue management, for
    independent requests that are seen before the decision (recalled); here it has none.
    """

    asks_often = True  # for gradients: in the Pacer as a function
    every: int = checked(checks.positive_int)
    memory: int = checked(checks.positive_int)
    K: int = checked(checks.array_size, default=20)

    @classmethod
    def tuned(
        cls, rounds: Game, every: int | None = None, memory: int | None = None, K: int = 20, *,
        start: Start = None,
    ) -> Self:  # fmt: skip
        """Return it with every = ceil(sqrt(T)) and the functions of the last 3 such stretches."""
        every = _root(rounds, "every", every)
        return cls(every, 3 * every if memory is None else memory, K, start=start)

    def after(self, state: Paced, feedback: Feedback) -> Paced:
        log = (*state.log, feedback)[-self.memory :]
        x, money = state.x, state.per_round
        if state.t < self.every:
            x = state.evenly(feedback.price, money)
        elif state.t % self.every == 0:
            f, price = Sum(log, 1 / len(log)), np.mean([seen.price for seen in log], axis=0)
            x = np.zeros(state.domain.n)
            for _ in range(self.K):
                x = x + affordable(state.domain, f.gradient(x), price, money) / self.K
        return state._replace(x=x, log=log)


@frozen
class DualDescent(Rule):
    """Bid as if the next round were one that was seen, at a price of money that spending moves.

    x_{t+1} maximises f(x) - lambda_{t+1} <p, x> over X, with f and p of the last round, or of the
    round that is one `season` before t + 1 once there is one, and
    lambda_{t+1} = [lambda_t + eta lambda_1 (s_t/b - 1)]_+, or, `multiplicative`,
    lambda_{t+1} = lambda_t exp(eta (s_t/b - 1)), with s_t = <p_t, x_t> and b = B_T/T. Unless it is
    given, lambda_1 is found once f_1 and p_1 are seen: what even bids that spend b (or all of top)
    return for the last unit of money, <grad f_1(x), x>/<p_1, x>.

    After the dual mirror descent of Balseiro, Lu and Mirrokni (2023, arXiv:2011.10124) and the
    adaptive pacing of Balseiro and Gur (2019). Both see the request, here f_{t+1} and p_{t+1},
    before they decide; then regret of O(sqrt(T)) for independent requests and a competitive ratio
    for arbitrary ones are proven (recalled). Here an old round stands for the new one: that assumes
    that they resemble each other, and nothing is proven. Where they do not, it may earn less than
    even bids, as in the examples here and at `EvenPacing`, or spend several times the budget, as
    with prices that are 0 at random.

    On a `Box` the maximiser is sought by ascent along the coordinates from the last decision, along
    which f is concave; elsewhere by `K` steps of Frank-Wolfe from 0. Both find the maximum of a
    concave f, up to O(1/K), and a local one of others, by gradients alone.

    eta, the step of lambda, is above 0 and has no unit; lambda_1, above 0, is in units of f per
    unit of money. Functions of `season` rounds are kept, 1 for the last round; a `Pacer` with more
    than one cannot be saved.

    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> osphg.play(osphg.DualDescent.tuned(rounds), rounds)
    Run(DualDescent, 1000 of 1000 rounds, per round: utility 0.5085, violation -0.01082)
    """

    asks_often = True
    eta: float = checked(checks.positive_float)
    season: int = checked(checks.positive_int, default=1)
    multiplicative: bool = checked(checks.flag, default=False)
    lambda1: float | None = checked(checks.optional(checks.positive_float), default=None)
    K: int = checked(checks.array_size, default=50)

    @classmethod
    def tuned(
        cls, rounds: Game, season: int = 1, *, multiplicative: bool = False,
        lambda1: float | None = None, K: int = 50, start: Start = None,
    ) -> Self:  # fmt: skip
        """Return it with eta = 1/sqrt(T), the order of the sources."""
        T = require_game("rounds", rounds).T
        return cls(1 / math.sqrt(T), season, multiplicative, lambda1, K, start=start)

    def init(self, game: Game) -> Paced:
        return super().init(game)._replace(multiplier=self.lambda1 or 0.0, memory=self.lambda1)

    def after(self, state: Paced, feedback: Feedback) -> Paced:
        first, multiplier, b = state.memory, state.multiplier, state.budget / state.T
        if first is None:
            x = state.evenly(feedback.price, b)
            cost, gain = dot(feedback.price, x), dot(feedback.gradient(x), x)
            if cost > 0 and gain > 0:
                first = multiplier = gain / cost
        elif self.multiplicative:
            multiplier *= math.exp(min(self.eta * feedback.violation / b, 700.0))
        else:
            multiplier = max(multiplier + self.eta * first * feedback.violation / b, 0.0)
        log = (*state.log, feedback)[-self.season :]
        like = log[0] if len(log) == self.season else log[-1]
        x = best_response(state.domain, like, multiplier, state.x, self.K)
        log = log if self.season > 1 else ()
        return state._replace(x=x, multiplier=multiplier, log=log, memory=first)


def _root(rounds: Game, name: str, value: int | None) -> int:
    """Return a number of rounds, ceil(sqrt(T)) if it is not given."""
    T = require_game("rounds", rounds).T
    return math.ceil(math.sqrt(T)) if value is None else checks.positive_int(name, value)


def affordable(domain: Domain, c: FloatArray, price: FloatArray, money: float) -> FloatArray:
    """Return a point of X with <price, x> <= money whose <c, x> is largest, (n,).

    The dual is a convex function of one price of money, linear between corners of X: the two that
    meet at its minimum are mixed so as to cost the money.
    """
    dear, cheap = domain.maximize_linear(c), np.zeros(domain.n)
    beyond, below = dot(price, dear) - money, 0.0 - money
    gain, least = dot(c, dear), 0.0  # of both
    while beyond > 0:
        tilted = c - (gain - least) / (beyond - below) * price
        found = domain.maximize_linear(tilted)
        worth = max(dot(tilted, dear), dot(tilted, cheap))
        if dot(tilted, found) <= worth + 1e-12 * (abs(gain) + abs(least)):
            return np.asarray(cheap + below / (below - beyond) * (dear - cheap))
        over = dot(price, found) - money
        if over > 0:
            dear, beyond, gain = found, over, dot(c, found)
        else:
            cheap, below, least = found, over, dot(c, found)
    return np.asarray(dear)


def best_response(
    domain: Domain, like: Feedback, multiplier: float, x: FloatArray, K: int
) -> FloatArray:
    """Return a maximiser of f(x) - multiplier <p, x> over X as `DualDescent` says, from x (n,)."""
    paid = multiplier * like.price
    if not isinstance(domain, Box):
        x = np.zeros(domain.n)
        for k in range(K):
            corner = domain.maximize_linear(like.gradient(x) - paid)
            x = x + 2 / (k + 2) * (corner - x)
        return x
    x = x.copy()
    # A point is asked about once: most coordinates stay where they are, sweep after sweep.
    gradient = cache(lambda point: like.gradient(np.frombuffer(point).copy()))
    for _ in range(_SWEEPS):
        before = x.copy()
        for i, (cost, low, high) in enumerate(zip(paid, domain.lower, domain.upper, strict=True)):
            if not (x[i] == high and gradient(x.tobytes())[i] > cost):
                x[i] = _zero(gradient, x, i, cost, low, high)
        if np.abs(x - before).max() <= 4 * _EPS * domain.upper.max():
            break
    return x


def _zero(
    gradient: Callable[[bytes], Any], x: FloatArray, i: int, paid: float, low: float, high: float
) -> float:
    """Return where in [low, high] the slope of f along coordinate i, less what is paid, is 0."""
    point = x.copy()

    def slope(at: float) -> float:  # falling: f is DR-submodular
        point[i] = at
        return float(gradient(point.tobytes())[i]) - paid

    if slope(low) <= 0:
        return low  # where nothing is gained, the cheaper one
    if slope(high) >= 0:
        return high
    return float(scipy.optimize.brentq(slope, low, high, xtol=4 * _EPS * high, rtol=4 * _EPS))
