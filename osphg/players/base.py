"""What a player is: the protocol, what a round reveals to it, and what most players share.

In round t a player decides x_t, a point of the decision set X with a number for each of n items.
Then it learns the utility f_t and the prices p_t, and g_t(x) = <p_t, x> - b_t is what x costs
beyond the allowance b_t, the money for the round: B_T/T, unless the game's allowances differ by the
round. lambda_t is the multiplier of most players: how much utility they ask for a unit of money.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol, TypedDict

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.arithmetic import dot
from osphg.checks import FloatArray, array_of_shape, checked, fitted, frozen
from osphg.domains import require_start
from osphg.messages import short_repr
from osphg.recording import RoundError
from osphg.rounds import Game, Rounds, require_game
from osphg.utilities import Objective


@dataclass(slots=True)  # not frozen: one is made in every round
class Feedback:
    """What round t reveals once x_t is committed.

    Parameters
    ----------
    t : int
        The round, from 0.
    x : FloatArray
        The decision that was played, (n,).
    utility : Objective
        f_t: `value(X)` and `gradient(X)` at any points X of the domain, (..., n).
    value : float
        f_t(x_t).
    price : FloatArray
        p_t, (n,): the money that one unit of each item costs; with several budgets P_t, (m, n).
    violation : float or array (m,)
        g_t(x_t) = <p_t, x_t> - b_t, in units of money, with the allowance b_t = B_T/T, or that of
        the round. With minimum bids, lower bounds of X above 0, x_t and f_t are those of
        `Game.above_minimum`, and the minimum bids are paid here, too.
    allowance : float or array (m,), optional
        b_t, where allowances differ by the round and there are no minimum bids; else None.
    next_round : int, optional
        The round to be decided next, from 0, where it is not t + 1, as of a round told late.
    """

    t: int
    x: FloatArray
    utility: Objective
    value: float
    price: FloatArray
    violation: Any
    allowance: Any = None
    next_round: int | None = None

    @property
    def allowed(self) -> Any:
        """What the round allowed to spend, <p_t, x_t> - g_t(x_t): a float, or an array (m,).

        A difference leaves a rounding, which is told from 0. So b_t is told where it may be 0.
        """
        if self.allowance is not None:
            return self.allowance
        return dot(self.price, self.x) - self.violation

    def gradient(self, X: FloatArray) -> FloatArray:
        """Return grad f_t at each row of X.

        Parameters
        ----------
        X : FloatArray
            Points of the domain, (..., n).

        Returns
        -------
        FloatArray
            A gradient for each point, (..., n).

        Raises
        ------
        RoundError
            If it is not finite or of another shape; the message names the round.
        """
        try:
            return checks.array("utility.gradient", self.utility.gradient(X), X.shape)
        except (TypeError, ValueError) as error:
            raise RoundError(f"round {self.t + 1}: {error}") from error


_FEWEST_ROUNDS = 20  # from which on a player that cannot spend is warned of


class MoneyLeft(NamedTuple):
    """What a game has left, as a pacer counts it, for a player that counts money itself.

    Parameters
    ----------
    left : float or array (m,)
        What is left of the budget.
    rounds : int
        For how many rounds: those to come, and those that are not told yet.
    allowance : float or array (m,)
        What each of them may cost on average; B_T/T where allowances differ by the round.
    t, T : int
        How many rounds are behind, and how many there are.
    every, period_spent : array (m,) or None
        Where budgets begin anew: the rounds of their periods, and what was spent in the present
        ones.
    unknown : tuple of int
        The rounds behind, from 0, whose money is not known.
    """

    left: Any
    rounds: int
    allowance: Any
    t: int
    T: int
    every: Any
    period_spent: Any
    unknown: tuple[int, ...]


class Player(Protocol):
    """An online algorithm: frozen hyperparameters, and a state that `play` carries along.

    A state is a value: `update` returns a new one and leaves the old one alone, so that a game can
    go on from any round.

    A player that plays several budgets says so by an attribute `several_budgets = True`; any other
    is refused such a game. With minimum bids, lower bounds of X above 0, a player plays the bids
    above them (`osphg.Rounds.above_minimum`), and need not know. Nor need it know of allowances
    that differ by the round, as the violation of each round counts from its own; a player that
    keeps B_T/T in its state says `keeps_allowance = True`, and is refused them unless it also says
    `knows_allowances = True`.
    """

    def init(self, game: Game) -> Any:
        """Return the state before round 1.

        Parameters
        ----------
        game : Game
            The rounds, or a `Plan`: who makes the state looks at its constants and its domain
            alone.

        Returns
        -------
        Any
            The state, a value of the player's own.

        Raises
        ------
        TypeError, ValueError
            If the player cannot play this game.
        """

    def decide(self, state: Any) -> FloatArray:
        """Return the decision of the round.

        Parameters
        ----------
        state : Any
            The state before the round.

        Returns
        -------
        FloatArray
            x_t, (n,), a point of X; it depends on the past alone.
        """

    def update(self, state: Any, feedback: Feedback) -> Any:
        """Return the state for the next round, once this round's feedback is known.

        Parameters
        ----------
        state : Any
            The state before the round; it stays as it is.
        feedback : Feedback
            What the round has revealed.

        Returns
        -------
        Any
            The state before the next round.
        """

    def multiplier(self, state: Any) -> Any:
        """Return the multiplier of the round.

        Parameters
        ----------
        state : Any
            The state before the round.

        Returns
        -------
        float or array (m,)
            lambda_t as used in this round; 0 for a player that has none. With several budgets one
            for each.
        """


def require_player(name: str, value: object) -> Player:
    """Return `value` if it is a player; TypeError for anything else, a class of players too."""
    return checks.of_kind(name, value, Player, "have init, decide, update and multiplier")


def require_known_kind(player: Any, game: Game) -> None:
    """Refuse what a player does not know (ValueError): several budgets, minimum bids, allowances.

    A player says by attributes what it knows beside one budget and a least decision of 0. With
    `several_budgets` True it has a multiplier for each budget, or none; else `why_one_budget` may
    give the reason in some words, which the message has. With minimum bids it plays
    `Game.above_minimum`, and what a round costs in all it is told by the violation: one that counts
    with a fixed B_T/T instead, as it `keeps_allowance`, needs `knows_minimum`. Such a player is
    refused allowances that differ by the round, too, unless it `knows_allowances`.

    Parameters
    ----------
    player : Player
        Who is to play.
    game : Game
        The rounds, or a `Plan`.
    """
    name = type(player).__name__
    if game.has_several_budgets and not getattr(player, "several_budgets", False):
        why = getattr(player, "why_one_budget", "")
        reason = f" ({why})" if why else ""
        got = f"{np.size(game.budget)} as an array or by name"
        raise ValueError(f"{name} needs one budget, a number{reason}, got {got}")
    has_minimum = bool(game.minimum.any())
    keeps_allowance = getattr(player, "keeps_allowance", False)
    if has_minimum and keeps_allowance and not getattr(player, "knows_minimum", False):
        needs = "a domain without minimum bids (lower bounds above 0), as it keeps B_T/T"
        raise ValueError(f"{name} needs {needs}, got {game.minimum.tolist()}")
    knows_allowances = not keeps_allowance or getattr(player, "knows_allowances", False)
    if game.has_varying_allowance and not knows_allowances:
        needs = "the same allowance in every round, as it keeps B_T/T"
        ends = float(np.min(game.allowance)), float(np.max(game.allowance))
        raise ValueError(f"{name} needs {needs}, got {ends[0]:g} to {ends[1]:g}")


def first_state(player: Any, game: Game) -> Any:
    """Return the state before round 1 of a game, in which the player counts from minimum bids.

    Parameters
    ----------
    player : Player
        Who plays.
    game : Game
        The rounds, or a `Plan`.

    Returns
    -------
    Any
        What `player.init` returns.

    Raises
    ------
    TypeError, ValueError
        As `require_known_kind`, and as `player.init`.
    """
    require_known_kind(player, game)
    return player.init(game.above_minimum)


class Learner:
    """A player whose state has the decision `x`, (n,), and the `multiplier`: most players."""

    def decide(self, state: Any) -> FloatArray:
        """Return x_t, (n,)."""
        return np.asarray(state.x)

    def multiplier(self, state: Any) -> Any:
        """Return lambda_t, in units of f per unit of money; with several budgets an array (m,)."""
        multiplier = state.multiplier
        return multiplier if np.ndim(multiplier) else float(multiplier)


class WarmStart(TypedDict, total=False):
    """The keywords `start` and `lambda1` of the `tuned` of a `WarmStarted` player."""

    start: ArrayLike | None
    lambda1: float


def _first_multiplier(player: Any, name: str, value: float) -> float:
    """Return the `value` of lambda_1, checked: at least 0.

    A player that computes lambda_t anew in each round, or has none, would forget lambda_1: its
    class has `carries_multiplier` False, and any other number than 0 is a ValueError. `name` is
    that of the parameter in the message.
    """
    allowed = f"be 0 for {type(player).__name__}, which carries no multiplier along"
    checks.must(player.carries_multiplier or value == 0, name, allowed, short_repr(value))
    return checks.non_negative_float(name, value)


@frozen
class WarmStarted(Learner):
    """A player that may begin where another one stopped, in place of x_1 = 0 and lambda_1 = 0.

    The theorems are for a cold start, unless a player says otherwise.

    Parameters
    ----------
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given, or what the player says. A point outside X
        is a ValueError in `init`. With minimum bids it is counted from these.
    lambda1 : float
        lambda_1 >= 0, in units of f per unit of money, of every budget; 0 for a player that has no
        multiplier to begin with.
    """

    carries_multiplier: ClassVar[bool] = True  # False: lambda_t does not depend on lambda_1
    start: Any = checked(checks.optional(array_of_shape(None)), default=None, kw_only=True)
    lambda1: float = fitted(_first_multiplier, default=0.0, kw_only=True)

    def first_decision(self, game: Game) -> FloatArray:
        """Return x_1 of this game: `start`, or the origin.

        Parameters
        ----------
        game : Game
            The rounds, or a `Plan`: the domain X alone is looked at.

        Returns
        -------
        FloatArray
            x_1, (n,), a point of X.

        Raises
        ------
        TypeError, ValueError
            For what is no game, or if `start` is no point of X.
        """
        return require_start("start", self.start, require_game("game", game).domain)


def require_assumption(holds: bool, player: Any, needs: str, got: str) -> None:
    """Refuse a game that does not fit a player's theorem, unless it is run as a heuristic.

    Parameters
    ----------
    holds : bool
        Whether the game is as the player needs it.
    player : object
        The player; one with the field `heuristic` set to True is not refused.
    needs, got : str
        What the player needs, and what the game has instead, as the message says them.

    Raises
    ------
    ValueError
        If the game is refused.
    """
    if not (holds or is_heuristic(player)):
        remedy = "; heuristic=True runs it all the same" if hasattr(player, "heuristic") else ""
        raise ValueError(f"{type(player).__name__} needs {needs}, got {got}{remedy}")


def require_one_for_each(player: Any, game: Game, *names: str) -> None:
    """Refuse constants of a player that are not as many as the budgets of a game (ValueError).

    Parameters
    ----------
    player : Player
        Who is to play.
    game : Game
        The rounds, or a `Plan`.
    *names : str
        Fields of the player, each a number for one budget and an array (m,) for several.
    """
    budgets = np.shape(game.budget)
    for name in names:
        value = getattr(player, name)
        needs = f"{name} to be one number, as there is one budget"
        if budgets:
            needs = f"{name} to have {budgets[0]} entries, one for each budget"
        got = np.size(value) if np.ndim(value) else "one number"
        if np.shape(value) != budgets:  # a heuristic is refused, too: it cannot be played
            raise ValueError(f"{type(player).__name__} needs {needs}, got {got}")


def is_heuristic(player: Any) -> bool:
    """Whether `player` is run outside its assumptions: tables mark it."""
    return bool(getattr(player, "heuristic", False))


def require_fixed_prices(player: Any, game: Game) -> None:
    """Refuse a game whose constraint varies (ValueError), unless the player is a heuristic.

    The constraint varies with the prices, and with the allowances.

    A heuristic does not look at the prices, which draws no round of a streamed game.
    """
    if is_heuristic(player):
        return
    first_block = next(iter(game.blocks()))
    first_price = first_block.prices[0]
    fixed = all((block.prices == first_price).all() for block in game.blocks())
    require_assumption(fixed, player, "the same price in every round", "prices that vary")
    fixed = not game.has_varying_allowance
    require_assumption(fixed, player, "the same allowance in every round", "allowances that vary")


def warn_of_small_steps(player: Any, game: Game, mass: float = 1.0) -> None:
    """Warn, by a UserWarning, of a player that cannot spend a twentieth of the budget of a game.

    A decision that begins at 0 rises by no more than a step along grad f_t(0) in a round, as
    gradients fall with x and prices only hold it back: what all rounds can cost so is a bound.
    Nothing is said where it cannot be computed: of a `Plan` or a stream, several budgets, a
    utility that is not of this package, or another start than 0; nor of fewer than 20 rounds, in
    which no player that starts at 0 gets far.

    Parameters
    ----------
    player : Player
        One with `steps` (`osphg.compiled.steps.Steps`).
    game : Game
        What it was tuned to.
    mass : float
        The total weight of the gradients that it follows in a round.
    """
    if not isinstance(game, Rounds) or game.has_several_budgets or game.T < _FEWEST_ROUNDS:
        return
    if not type(game.utility).__module__.startswith("osphg."):
        return
    above: Any = game.above_minimum
    try:
        first = player.decide(player.init(above))
    except (TypeError, ValueError):  # it says so when it is played
        return
    if np.any(first):
        return
    climb = mass * player.steps.decision * player.steps.weight
    most = _most_spent(above, climb, above.budget / 20)
    if not most < above.budget / 20:
        return
    # With steps of any size, what is worth nothing and what has no price are not bought either.
    by_any_step = _most_spent(above, np.inf, above.budget)
    if not most < by_any_step / 20:
        return
    warnings.warn(
        f"{type(player).__name__} can spend {most / above.budget:.1%} of the budget at most: its"
        f" steps are too small in these units for {above.T} rounds; take smaller units of f, larger"
        " ones of the decision, a start, or another player",
        UserWarning,
        stacklevel=3,
    )


def _most_spent(game: Rounds, climb: float, enough: float) -> float:
    """Return what a decision spends at most that begins at 0 and rises by `climb` grad f_t(0).

    The sum ends with the first round in which it is `enough`.

    Parameters
    ----------
    game : Rounds
        The game of bids above the minimum.
    climb : float
        The step; infinity for one that goes to the largest bid of each item that is worth anything.
    enough : float
        Money.
    """
    x = np.zeros(game.n)
    most = 0.0
    for t in range(game.T):
        most += float(game.prices[t] @ x)
        if not most < enough:  # as mostly after some rounds, or where the player has no such step
            break
        slopes = np.maximum(game.utility.gradient(t, np.zeros(game.n)), 0.0)
        rise = np.where(slopes > 0, np.inf, 0.0) if climb == np.inf else climb * slopes
        x = np.minimum(x + rise, game.domain.upper)
    return most
