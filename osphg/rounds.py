"""The game: T rounds, each a utility f_t and a price vector p_t, under a budget B_T or several.

A decision x of the set X earns f_t(x) in round t, and violates the budget of that round by
g_t(x) = <p_t, x> - b_t, which may be negative. The allowance b_t, the money for round t, is B_T/T,
unless allowances are given, in the shape of a season, say: then they sum to B_T. With m budgets the
prices of a round are a matrix P_t (m, n), a row for each, and B_T, b_t and g_t(x) = P_t x - b_t are
arrays (m,). Rounds are numbered 1..T in messages and counted from 0 in code.

X may have a least point above 0, as a box with a channel held fixed: its coordinates are the
minimum bids. A player then plays the game of the bids above them, `Game.above_minimum`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.arithmetic import dot
from osphg.assumptions import AssumptionReport, check
from osphg.budgets import (
    Amount,
    Every,
    Pace,
    amount_text,
    longest_charge,
    longest_prices,
    require_allowance,
    require_budget,
    require_every,
)
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import Box, Domain, Faceted, Polytope, require_domain
from osphg.messages import short_repr
from osphg.utilities import (
    AtRound,
    Objective,
    Quadratic,
    Quadratics,
    Sum,
    Utility,
    consistent_method,
    require_methods,
)

__all__ = [
    "Block",
    "Constants",
    "Game",
    "Rounds",
    "StreamedRounds",
    "paper_quadratics",
    "positive_constants",
    "streamed_paper_quadratics",
]

Arrays = tuple[FloatArray, ...]
COLUMNS = ("round", "utility", "spend", "violation", "multiplier")  # of a run's table
_SAME = 1e-6  # by what part of its size a number of two equal sets may differ: HiGHS leaves 1e-7


class Block(NamedTuple):
    """Consecutive rounds of a game: round t of the block is round start + t of the game.

    Parameters
    ----------
    start : int
        The number of rounds of the game before this block.
    utility : Utility
        The functions f_t of the block, t = 0..length-1.
    prices : FloatArray
        The prices p_t of the block, (length, n); with several budgets P_t, (length, m, n).
    """

    start: int
    utility: Utility
    prices: FloatArray


class Constants(NamedTuple):
    """The constants of the paper's assumptions (section 3.2).

    Parameters
    ----------
    R : float
        The diameter of X, in the units of a decision.
    beta_f : float
        A Lipschitz constant of every f_t, in units of f per unit of a decision.
    beta_g : float
        A Lipschitz constant of every g_t, max_t ||p_t||, in money per unit of a decision; with
        several budgets the largest singular value of all P_t.
    beta : float
        The larger of both.
    F : float
        The range of the utilities, `max_t max_{x,y} |f_t(x) - f_t(y)|`, in units of f.
    G : float
        The largest violation, `max_t max_x |g_t(x)|`, in money; with several budgets a bound of the
        lengths of g_t(x).
    """

    R: float
    beta_f: float
    beta_g: float
    beta: float
    F: float
    G: float


class Game:
    """A problem: `Rounds` in memory, or `StreamedRounds` drawn when needed.

    Its constants come from the utility's own `lipschitz`, `range` and `smoothness` where it has
    them. Otherwise beta_f and F rest on the assumptions (monotone, DR, 0 in X): then
    0 <= grad f_t(x) <= grad f_t(0). A constant is computed when it is asked for.

    Attributes
    ----------
    T : int
        The number of rounds.
    budget : float or array (m,)
        B_T, the money for all rounds together, in the units of <p_t, x_t>; an array for several
        budgets.
    domain : Domain
        The decision set X.
    names : tuple of str, or None
        Those of the n items, where they have any.
    budget_names : tuple of str, or None
        Those of several budgets, where they have any.
    every : integer array (m,), or None
        The rounds after which each of several budgets begins anew, T for one of the whole game;
        None where all are that.
    """

    T: int
    budget: Amount
    domain: Domain
    names: tuple[str, ...] | None = None
    budget_names: tuple[str, ...] | None = None
    every: Every = None
    _allowance: Any = None  # b_t of each round, (T,) or (T, m), where they were given

    def __repr__(self) -> str:
        """Return T, n, the budget and the domain: prices and utilities are too many."""
        budget = amount_text(self.budget)
        if self.has_several_budgets:
            budget = f"[{budget}]"
        sizes = f"T={self.T}, n={self.n}, budget={budget}"
        if self.every is not None:
            sizes += f", every={self.every.tolist()}"
        return f"{type(self).__name__}({sizes}, domain={self.domain})"

    @property
    def has_several_budgets(self) -> bool:
        """Whether amounts of money are arrays (m,), which may be of a single budget."""
        return np.ndim(self.budget) > 0

    def by_name(self, amount: Amount) -> Any:
        """Return an amount of each budget as a mapping where the budgets have names, else as it is.

        Parameters
        ----------
        amount : float or array (m,)
            Such as the `budget`, or a run's `total_violation`.

        Returns
        -------
        float, array (m,) or dict
            The same numbers.
        """
        if self.budget_names is None:
            return amount
        return dict(zip(self.budget_names, np.ravel(amount).tolist(), strict=True))

    @cached_property
    def minimum(self) -> FloatArray:
        """The minimum bids, the least point of X where that is not the origin, (n,); else 0."""
        return least_point(self.domain)

    @cached_property
    def counted_from(self) -> FloatArray:
        """The bids from which decisions of this game are counted, (n,): 0, but `above_minimum`."""
        return np.zeros(self.n)

    @property
    def above_minimum(self) -> Game:
        """The game that a player plays: this one, or with minimum bids that of the bids above them.

        With minimum bids l its domain is {y : l + y in X}, its utilities are the gains f_t(l + y) -
        f_t(l), and each round has <p_t, l> less to spend, as g_t is that of l + y. Monotone
        DR-submodular utilities stay so, and y = 0 is a decision. So the theorems of a player hold
        for this game, if they are for allowances that vary with the round as <p_t, l> does, and if
        the benchmark can keep what is left: a share of 1 - 1/e is one of the gain of the best fixed
        decision over l, and f_t(l) comes to it for both. `osphg.regret` of a share alpha below 1
        counts alpha of f_t(l) for the benchmark, and is smaller.
        """
        return _AboveMinimum(self) if self.minimum.any() else self

    def blocks(self) -> Iterator[Block]:
        """Iterate over the rounds, in order, in blocks of consecutive ones.

        Returns
        -------
        iterator of Block
            The blocks; together they hold T rounds.
        """
        raise NotImplementedError

    def total(self) -> Objective:
        """Return sum_t f_t as one function of x: the objective in hindsight.

        It uses the utility's own `total(T)` where it has one, unless a subclass has overridden
        `value` or `gradient` since: an inherited `total` would be the sum of other functions. Else
        all T functions are asked for each value: `best_fixed_decision` then asks for many points at
        a time, and is still slower.

        Returns
        -------
        Objective
            A `Quadratic` where every f_t is quadratic and says so; else a `Sum`.
        """
        terms: list[Any] = []  # a sum for each block, or all of its functions
        # A block has its own utility, whose rounds are counted from 0 at the block's start.
        for _, utility, prices in self.blocks():
            length = len(prices)
            own_total = consistent_method(utility, "total")
            if own_total is None:
                terms += [AtRound(utility, t) for t in range(length)]
            else:
                terms.append(own_total(length))
        if not all(isinstance(term, Quadratic) for term in terms):
            return Sum(tuple(terms))
        H = np.sum([term.H for term in terms], axis=0)
        h = np.sum([term.h for term in terms], axis=0)
        return Quadratic(H, h)

    def check(self, samples: int = 200, seed: int | np.random.Generator = 0) -> AssumptionReport:
        """Sample the paper's assumptions and report which hold, as `osphg.check(rounds)` does.

        Parameters
        ----------
        samples : int
            How many rounds are looked at, at most.
        seed : int or Generator
            Draws the rounds and, in each, some pairs of points.

        Returns
        -------
        AssumptionReport
            One finding per assumption.

        Raises
        ------
        TypeError, ValueError
            As `osphg.check`.
        """
        return check(self, samples, seed)

    @property
    def n(self) -> int:
        """The dimension of a decision."""
        return self.domain.n

    @property
    def allowance(self) -> Any:
        """The money for one round, B_T / T, a float; with several budgets an array (m,).

        Where allowances were given it is these, b_t of each round: (T,), with several budgets
        (T, m).
        """
        return self.mean_allowance if self._allowance is None else self._allowance

    @property
    def given_allowance(self) -> FloatArray | None:
        """b_t of each round, (T,), with several budgets (T, m), or None where none were given."""
        return self._allowance

    @property
    def mean_allowance(self) -> Any:
        """B_T/T, the mean of all allowances, a float; with several budgets an array (m,)."""
        return self.budget / self.T

    @property
    def largest_allowance(self) -> Any:
        """The largest b_t, a float; with several budgets an array (m,)."""
        if self._allowance is None:
            return self.mean_allowance
        largest = self._allowance.max(axis=0)
        return largest if largest.ndim else float(largest)

    @cached_property
    def has_varying_allowance(self) -> bool:
        """Whether two rounds have different allowances."""
        return self._allowance is not None and bool((self._allowance != self._allowance[0]).any())

    def allowances(self, start: int, stop: int) -> FloatArray:
        """Return b_t of the rounds start..stop-1, counted from 0.

        Parameters
        ----------
        start, stop : int
            The first round, and the one after the last.

        Returns
        -------
        FloatArray
            (stop - start,), with several budgets (stop - start, m); read-only.
        """
        if self._allowance is not None:
            return checks.read_only(self._allowance[start:stop])
        shape = stop - start, *np.shape(self.budget)
        return checks.read_only(np.full(shape, self.mean_allowance))

    def told_allowance(self, t: int) -> Any:
        """Return b_t as a player is told it.

        Parameters
        ----------
        t : int
            The round, counted from 0.

        Returns
        -------
        float, array (m,) or None
            None where all are the same, or minimum bids take their part: what the round allowed is
            then what it cost less its violation (`osphg.players.base.Feedback.allowed`).
        """
        if not self.has_varying_allowance or self.minimum.any():
            return None
        return self._allowance[t] if self.has_several_budgets else self._allowance.item(t)

    @cached_property
    def pace(self) -> Pace | None:
        """How money follows the allowances that were given; None where every round has B_T/T."""
        return None if self._allowance is None else Pace.of(self._allowance, self.mean_allowance)

    @property
    def constants(self) -> Constants:
        """R, beta_f, beta_g, beta, F and G (paper, section 3.2), each as tight as it is known."""
        return Constants(self.R, self.beta_f, self.beta_g, self.beta, self.F, self.G)

    @property
    def R(self) -> float:
        """The diameter of X."""
        return self.domain.diameter

    @cached_property
    def beta_f(self) -> float:
        """Lipschitz constant of every f_t; max_t ||grad f_t(0)|| if the utility tells none.

        With minimum bids l it is the gradient at l, in place of 0, here and for F.
        """
        return self._utility_constant("lipschitz", longest_charge)

    @cached_property
    def beta_g(self) -> float:
        """Lipschitz constant of every g_t, max_t ||p_t||, or the largest singular value."""
        return max(longest_charge(block.prices) for block in self.blocks())

    @cached_property
    def longest_price(self) -> Amount:
        """The largest length of a p_t; with several budgets one for each, (m,)."""
        if not self.has_several_budgets:
            return self.beta_g
        longest = [longest_prices(block.prices) for block in self.blocks()]
        return np.max(longest, axis=0)

    @property
    def beta(self) -> float:
        """The larger of beta_f and beta_g, the paper's one Lipschitz constant."""
        return max(self.beta_f, self.beta_g)

    @cached_property
    def F(self) -> float:
        """The range of the utilities; max_t max_x <grad f_t(0), x> if the utility tells none."""
        return self._utility_constant("range", self._largest_rise)

    @cached_property
    def G(self) -> float:
        """The largest `|g_t(x)|`: at the dearest decision, or at 0, where it is b_t.

        The paper's beta_g R - B_T/T forgets the latter. With several budgets it is a bound of the
        length of g_t(x): the largest number in each budget, all in one round. With minimum bids the
        least cost is at these, in place of 0.
        """
        largest = 0.0
        for block in self.blocks():
            prices = block.prices  # (k, n), or (k, m, n)
            allowances = self.allowances(block.start, block.start + len(prices))
            most = (prices * self.domain.maximize_linear(prices)).sum(-1) - allowances
            least = dot(prices, self.minimum) - allowances
            sizes = np.maximum(most, -least)
            if sizes.ndim == 2:  # one for each budget: the length of all in a round
                sizes = np.linalg.norm(sizes, axis=-1)
            largest = max(largest, float(sizes.max()))
        return largest

    @cached_property
    def L(self) -> float:
        """Smoothness constant of every f_t; TypeError if the utility tells none.

        Slopes at 0 bound no second derivative elsewhere, so that it cannot be derived from them.
        """
        return self._utility_constant("smoothness")

    def _utility_constant(
        self, name: str, from_slopes: Callable[[FloatArray], float] | None = None
    ) -> float:
        """Return a constant that holds for all f_t, such as their Lipschitz constant.

        Each block of rounds has one, and the largest of these holds for all.

        Parameters
        ----------
        name : str
            The method of the utility that returns it, such as "lipschitz". One that is inherited by
            a class with a `value` or `gradient` of its own counts as missing: it would be the
            constant of other functions.
        from_slopes : callable, optional
            Derives it from the gradients at 0 of the rounds of a block, (rounds, n), where the
            utility has no such method. None refuses such a utility (TypeError).
        """
        largest = 0.0  # no constant is less, but for rounding
        for _, utility, prices in self.blocks():
            own_constant = consistent_method(utility, name)
            if own_constant is not None:
                constant = checks.finite_float(f"utility.{name}(domain)", own_constant(self.domain))
            elif from_slopes is not None:
                origin = self.minimum
                shape = (len(prices), self.n)
                slopes = [AtRound(utility, t).gradient(origin) for t in range(len(prices))]
                constant = from_slopes(checks.array("utility.gradient", slopes, shape))
            else:  # L, which is not derived
                wanted = f"a method {name}(domain) for L to be known"
                raise TypeError(f"utility must have {wanted}, {type(utility).__name__} has none")
            largest = max(largest, constant)
        return largest

    def _largest_rise(self, C: FloatArray) -> float:
        """Return the largest <c, x - l> over the rows of C, (k, n), all x in X, and l its least."""
        return float((C * (self.domain.maximize_linear(C) - self.minimum)).sum(-1).max())


def require_game(name: str, value: object) -> Game:
    """Return `value` if it is `Rounds` or `StreamedRounds`; TypeError for anything else."""
    return checks.of_kind(name, value, Game, "be Rounds or StreamedRounds")


def positive_constants(rounds: object, *names: str) -> tuple[float, ...]:
    """Return some constants of a game, by which steps are tuned.

    Parameters
    ----------
    rounds : Game
        The game.
    *names : str
        Attributes of the game, such as "R" or "beta_f".

    Returns
    -------
    tuple of float
        Their values, in the order of the names.

    Raises
    ------
    TypeError
        For what is no game.
    ValueError
        For a constant that is not above 0, or of a size that no step can be tuned by; as
        `osphg.checks.positive_constant`.
    """
    game = require_game("rounds", rounds)
    if "mean_allowance" in names and game.has_several_budgets:
        needs = "needs one budget, a number, for steps that are tuned by B_T/T"
        raise ValueError(f"rounds {needs}, got {np.size(game.budget)}")
    return tuple(checks.positive_constant(f"rounds.{name}", getattr(game, name)) for name in names)


def require_decision_set(name: str, value: Any) -> Domain:
    """Return a domain that a game can be played on.

    It must be in the non-negative orthant and contain the origin, which means to spend nothing, or
    be a box or a polytope that contains its lower bounds; ValueError for another domain, TypeError
    for anything else.
    """
    domain = require_domain(name, value)
    for bound in ("lower", "upper"):
        checks.array(f"{name}.{bound}", getattr(domain, bound), (domain.n,))
    checks.must((domain.lower >= 0).all(), name, "lie in the non-negative orthant", value)
    if not domain.contains(np.zeros(domain.n)):
        allowed = "contain the origin (or be a Box or a Polytope that contains its lower bounds)"
        has_least = isinstance(domain, Box | Polytope) and domain.contains(domain.lower)
        checks.must(has_least, name, allowed, value)
    return domain


def least_point(domain: Domain) -> FloatArray:
    """Return the least point of a game's domain, (n,): its lower bounds, or the origin."""
    if domain.lower.any() and not domain.contains(np.zeros(domain.n)):
        return domain.lower
    return np.zeros(domain.n)


def domain_above(domain: Any, minimum: FloatArray) -> Domain:
    """Return {y : minimum + y in X} for a box or a polytope X; its least point is the origin."""
    if isinstance(domain, Box):
        return Box(domain.upper - minimum, domain.lower - minimum)
    box = Box(domain.box.upper - minimum, np.maximum(domain.box.lower - minimum, 0.0))
    b = domain.b - domain.A @ minimum
    return Polytope(domain.A, np.maximum(b, 0.0), box)  # below 0 only by rounding


class Gain:
    """The gain f(minimum + y) - f(minimum) of an objective, as a function of y.

    Parameters
    ----------
    f : Objective
        The function of x = minimum + y.
    minimum : FloatArray
        The minimum bids, (n,).
    """

    def __init__(self, f: Objective, minimum: FloatArray) -> None:
        self.f = f
        self.minimum = minimum
        self.points_per_call = getattr(f, "points_per_call", 1)  # see `osphg.utilities.Sum`

    def value(self, Y: FloatArray, /) -> FloatArray:
        """Return the gain at points Y: (..., n) -> (...,)."""
        return np.asarray(self.f.value(Y + self.minimum) - self.f.value(self.minimum))

    def gradient(self, Y: FloatArray, /) -> FloatArray:
        """Return its gradient, that of f at minimum + Y: (..., n) -> (..., n)."""
        return np.asarray(self.f.gradient(Y + self.minimum))


class Gains:
    """The gains f_t(minimum + y) - f_t(minimum) of a utility, as functions of y.

    Parameters
    ----------
    utility : Utility
        f_1, f_2, ...
    minimum : FloatArray
        The minimum bids, (n,).
    domain : Domain
        X, of which the constants of f_t are asked: they are those of the gains, too.
    """

    def __init__(self, utility: Any, minimum: FloatArray, domain: Domain) -> None:
        self.utility = utility
        self.minimum = minimum
        self.concave = bool(getattr(utility, "concave", False))
        for name in ("lipschitz", "range", "smoothness"):
            own_constant = consistent_method(utility, name)
            if own_constant is not None:  # a method that the utility lacks is none here, either
                setattr(self, name, lambda _, constant=own_constant: constant(domain))

    def value(self, t: int, Y: FloatArray, /) -> FloatArray:
        """Return the gain of round t, (...), at points Y (..., n)."""
        return Gain(AtRound(self.utility, t), self.minimum).value(Y)

    def gradient(self, t: int, Y: FloatArray, /) -> FloatArray:
        """Return its gradient, (..., n), at points Y (..., n)."""
        return Gain(AtRound(self.utility, t), self.minimum).gradient(Y)

    def total(self, T: int) -> Objective:
        """Return the sum of the first T gains; of quadratics a quadratic."""
        own_total = consistent_method(self.utility, "total")
        if own_total is None:
            return Sum(tuple(AtRound(self, t) for t in range(T)))
        f = own_total(T)
        if isinstance(f, Quadratic):
            return Quadratic(f.H, f.gradient(self.minimum))
        return Gain(f, self.minimum)


class _AboveMinimum(Game):
    """The game of the bids above the minimum, see `Game.above_minimum`.

    Its budget is that of the game, of which the minimum bids have their part: `counted_from` has
    them, (n,). `utility` and `prices` are those of the only block of `Rounds`.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.T = game.T
        self.budget = game.budget
        self.names = game.names
        self.budget_names = game.budget_names
        self.every = game.every
        self._allowance = game.given_allowance
        self.counted_from = game.minimum
        self.domain = domain_above(game.domain, game.minimum)
        self.minimum = np.zeros(game.n)

    beta_f = cached_property(lambda self: self.game.beta_f)
    beta_g = cached_property(lambda self: self.game.beta_g)
    F = cached_property(lambda self: self.game.F)
    G = cached_property(lambda self: self.game.G)
    L = cached_property(lambda self: self.game.L)

    @cached_property
    def utility(self) -> Any:
        """The gains of rounds in memory, as `osphg.check` prints counterexamples of them."""
        return Gains(self.game.utility, self.counted_from, self.game.domain)  # type: ignore[attr-defined]

    @property
    def prices(self) -> FloatArray:
        """The prices of rounds in memory."""
        return self.game.prices  # type: ignore[attr-defined]

    def blocks(self) -> Iterator[Block]:
        """Iterate over the blocks of the game, with the gains as utilities."""
        for block in self.game.blocks():
            gains = Gains(block.utility, self.counted_from, self.game.domain)
            yield block._replace(utility=gains)


def require_names(name: str, value: Any, n: int) -> tuple[str, ...] | None:
    """Return n names of items, or None for None.

    A run's table has a column for each item: the names must differ from each other, and from the
    table's other columns. ValueError for names that do not, TypeError for what is no text.
    """
    if value is None:
        return None
    if isinstance(value, str) or not all(isinstance(entry, str) and entry for entry in value):
        raise TypeError(f"{name} must hold texts that are not empty, got {short_repr(value)}")
    names = tuple(str(entry) for entry in value)
    are_different = len(names) == len(set(names)) == n
    are_free = not set(names) & {*COLUMNS}
    allowed = f"be {n} different texts, and no columns of a run's table ({', '.join(COLUMNS)})"
    checks.must(are_different and are_free, name, allowed, short_repr(value))
    return names


def require_columns(name: str, value: Any, names: Any) -> None:
    """Refuse a pandas frame with labelled columns that are not the items' names, in their order.

    NumPy reads a frame by position: prices of "b" and "a" would be taken for those of "a" and "b".
    """
    labels = [*getattr(value, "columns", [])]  # none but a frame has columns
    has_texts = any(isinstance(label, str) for label in labels)  # numbers are positions, no names
    if names is not None and has_texts:
        allowed = f"have its columns in the order of names, {short_repr([*names])}"
        checks.must(labels == [*names], name, allowed, short_repr(labels))


def _call_in_round_1(
    utility: Any, method: str, points: FloatArray, ending: tuple[int, ...]
) -> FloatArray:
    """Call a method of the utility in round 1, and refuse what has another shape.

    Parameters
    ----------
    utility : Utility
        The utility.
    method : str
        "value" or "gradient".
    points : FloatArray
        One point (n,), or some, (m, n).
    ending : tuple of int
        What follows the leading axes of the points in the shape of the result: () or (n,).

    Returns
    -------
    FloatArray
        The values or the gradients, which may be infinite or NaN: that is left to the caller.

    Raises
    ------
    TypeError, ValueError
        For a method that returns something else, or cannot take these points.
    """
    shape = points.shape[:-1] + ending
    wanted = f"return shape {shape} for points of shape {points.shape}"
    try:
        with np.errstate(all="ignore"):  # what overflows is refused when its round is played
            # A copy, as a user's method may write into its argument.
            answer = getattr(utility, method)(0, points.copy())
        result = checks.real_array(f"utility.{method}", answer)
    except (ValueError, IndexError) as error:
        got = f"{type(error).__name__}: {error}"
        raise ValueError(f"utility.{method} must {wanted}, got {got}") from error
    checks.must(result.shape == shape, f"utility.{method}", wanted, result.shape)
    return result


def _points_in_general_position(domain: Domain) -> FloatArray:
    """Return n + 1 points of X, always the same, as rows; of more than 64 dimensions, 3 points.

    They are drawn at random: at 0 or 1 a faulty utility may be right by chance.
    """
    rng = np.random.default_rng(0)
    count = domain.n + 1 if domain.n <= 64 else 3
    points = domain.project(rng.uniform(0.1, 0.9, (count, domain.n)) * domain.upper)
    shares = rng.uniform(0.1, 0.9, (count, 1))  # of the way from the origin, which is in X
    least = least_point(domain)
    return least + shares * (points - least) if least.any() else points * shares


def _require_prices(name: str, value: Any) -> FloatArray:
    """Return prices (T, n), or (T, m, n), read-only; ValueError for a negative one."""
    axes = 3 if checks.real_array(name, value).ndim == 3 else 2
    return checks.non_negative_array(name, value, *[None] * axes)


def budget_columns(game: Game) -> list[str]:
    """Return the columns of a run's table that are about money, COLUMNS[2:] for each budget.

    With several budgets their names follow, or 1, 2, ...: "spend money", "spend calls", ...
    """
    if not game.has_several_budgets:
        return list(COLUMNS[2:])
    names = game.budget_names or tuple(str(j + 1) for j in range(len(game.budget)))
    return [f"{column} {name}" for column in COLUMNS[2:] for name in names]


@frozen(eq=False, repr=False)
class Rounds(Game):
    """T rounds held in memory.

    A game equals nothing but itself: a comparison would read all its numbers.

    Parameters
    ----------
    utility : Utility
        f_1..f_T, any object with `value(t, X)` and `gradient(t, X)`, see `osphg.utilities`; both
        are tried in round 1.
    prices : array_like
        p_1..p_T, (T, n), what one unit of each item costs (as a bid costs, by its clicks); finite
        and not negative. With several budgets P_1..P_T, (T, m, n), a row for each.
    budget : float, array (m,) or mapping
        B_T, the money for all rounds together, above 0; several budgets as an array or by name.
    domain : Domain
        The decision set X. It contains the origin, or is a `Box` or a `Polytope` with lower bounds
        above 0, minimum bids: see `above_minimum`.
    names : sequence of str, optional
        Those of the n items, such as campaigns or sites: tables of a run have them.
    every : sequence of int, or mapping, optional
        Of several budgets, the rounds after which each begins anew, or None for one of the whole
        game; by name, too. `with_period_cap` adds such a budget, as a cap of each day.
    allowance : array_like, optional
        b_t, the money for each round, (T,), with several budgets (T, m): not negative, with the sum
        B_T. Unless given it is B_T/T in every round. Not with `every`.

    Raises
    ------
    TypeError, ValueError
        For a part that is not as described, or parts that do not fit together.

    Examples
    --------
    >>> import osphg
    >>> import numpy as np
    >>> utility = osphg.utilities.Quadratics(H=-np.ones((3, 2, 2)), h=np.full((3, 2), 2.0))
    >>> rounds = osphg.Rounds(utility, prices=np.ones((3, 2)), budget=1.5, domain=osphg.Box.unit(2))
    >>> rounds
    Rounds(T=3, n=2, budget=1.5, domain=Box(upper=[1, 1], lower=[0, 0]))
    """

    utility: Utility
    prices: FloatArray = checked(_require_prices)
    budget: Any = checked(lambda _, value: require_budget(value)[0])
    domain: Domain = checked(require_decision_set)
    names: tuple[str, ...] | None = fitted(
        lambda rounds, name, value: require_names(name, value, rounds.domain.n), default=None
    )
    every: Any = fitted(
        lambda rounds, _, value: require_every(
            value, rounds.budget, rounds.budget_names, len(rounds.prices)
        ),
        default=None,
        kw_only=True,
    )
    _allowance: Any = fitted(  # the parameter `allowance`; the property has B_T/T where it is None
        lambda rounds, _, value: require_allowance(
            value, rounds.budget, rounds.every, len(rounds.prices)
        ),
        default=None,
        kw_only=True,
    )

    if TYPE_CHECKING:

        def __init__(
            self,
            utility: Utility,
            prices: ArrayLike,
            budget: float | Sequence[float] | FloatArray | Mapping[str, float],
            domain: Domain,
            names: Iterable[str] | None = None,
            *,
            every: Sequence[int | None] | Mapping[str, int] | None = None,
            allowance: ArrayLike | None = None,
        ) -> None: ...

    def __attrs_pre_init__(
        self,
        utility: Any,
        prices: Any,
        budget: Any,
        domain: Any,
        names: Any = None,
        *_: Any,
        **__: Any,
    ) -> None:
        """Refuse a frame whose columns are other items than the names say; name the budgets."""
        require_columns("prices", prices, names)
        vars(self)["budget_names"] = require_budget(budget)[1]

    def __attrs_post_init__(self) -> None:
        """Refuse parts that do not fit together."""
        utility: Any = require_methods("utility", self.utility, "t, X")
        T, *budgets, columns = self.prices.shape
        wanted = f"have one column per dimension of the domain, {self.n}"
        checks.must(columns == self.n, "prices", wanted, columns)
        allowed = f"be as many as the prices have rows in a round, {budgets or 'one number'}"
        got = list(np.shape(self.budget)) or "one number"
        checks.must(budgets == list(np.shape(self.budget)), "budget", allowed, got)
        taken = {*(self.names or ())} & {*budget_columns(self)}
        checks.must(not taken, "names", "be no columns of a run's table", short_repr(taken))
        # A utility need not say its T, its n, or where it is defined.
        own_T = getattr(utility, "T", T)
        checks.must(own_T == T, "utility", f"have as many rounds as prices, {T}", own_T)
        own_n = getattr(utility, "n", self.n)
        wanted = f"have the dimension of the domain, {self.n}"
        checks.must(own_n == self.n, "utility", wanted, own_n)
        refuse_outside = getattr(utility, "inside", None)
        if refuse_outside is not None:
            refuse_outside(self.domain)  # a family refuses a domain on which it is not defined
        self._try_utility("value", ())
        self._try_utility("gradient", (self.n,))

    def _try_utility(self, method: str, ending: tuple[int, ...]) -> None:
        """Refuse a method of the utility that does not work in batches, or not at the origin.

        It is tried in round 1 at several points of X at once, and at one of them alone. A function
        that takes one point only must not pass for one of many: so the number of points is not n,
        for which a mistaken axis would not show.

        Parameters
        ----------
        method : str
            "value" or "gradient".
        ending : tuple of int
            The shape of its result for one point.
        """
        name = f"utility.{method}"
        origin = np.zeros((1, self.n))
        points = np.concatenate([origin, _points_in_general_position(self.domain)])
        batch = _call_in_round_1(self.utility, method, points, ending)
        alone = _call_in_round_1(self.utility, method, points[1], ending)
        got = f"{batch[0]} at the origin of round 1"
        checks.must(np.isfinite(batch[0]).all(), name, "be finite", got)
        same = np.allclose(batch[1], alone, rtol=1e-9, atol=1e-12, equal_nan=True)
        wanted = "be the same for a point alone as in a batch, where each row is a point"
        got = f"{alone} and {batch[1]} at {points[1]} of round 1"
        checks.must(same, name, wanted, got)

    @property
    def T(self) -> int:  # type: ignore[override]
        """The number of rounds."""
        return len(self.prices)

    def with_period_cap(self, cap: float, every: int, name: str | None = None) -> Rounds:
        """Return the game with one more budget: at most `cap` in each `every` rounds.

        The new budget has the prices of the first one, and begins anew after rounds `every`,
        2 `every`, ...: a cap of a day, if `every` is the rounds of a day. A player has one
        multiplier for it, which goes on from day to day; its violation is counted over the whole
        game, to which it gives B_T = cap T/every. `osphg.Capped` keeps the cap in each period, and
        bids again when the next one begins; a last period that is shorter has its part of the cap.

        Parameters
        ----------
        cap : float
            The money for one period, above 0.
        every : int
            The rounds of a period, in 1..T.
        name : str, optional
            The name of the new budget. Where the budgets so far have no names it must not be given,
            unless there is one budget: that is then called "budget".

        Returns
        -------
        Rounds
            The same rounds with m + 1 budgets.

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.

        Examples
        --------
        >>> import osphg
        >>> rounds = osphg.rounds.paper_quadratics(T=1000, budget_per_round=1.0)
        >>> capped = rounds.with_period_cap(30.0, every=24, name="a day")
        >>> capped.budget, capped.every
        (array([1000., 1250.]), array([1000,   24]))
        >>> run = osphg.play(osphg.Capped(osphg.MetaFrankWolfe.tuned(capped), scaled=True), capped)
        >>> days = run.spend[:984, 1].reshape(41, 24).sum(axis=1)
        >>> days[[0, 1, 32, 33, 34]].round(1)  # the 1000 of all rounds are spent on day 34
        array([25.5, 30. , 30. , 14.5,  0. ])
        """
        cap = checks.positive_float("cap", cap)
        every = checks.positive_int("every", every, self.T)
        wanted = "have the same allowance in every round, for a cap of a period"
        checks.must(self._allowance is None, "rounds", wanted, self)
        prices = self.prices if self.has_several_budgets else self.prices[:, np.newaxis]
        prices = np.concatenate([prices, prices[:, :1]], axis=1)
        amounts: Any = [*np.ravel(self.budget).tolist(), cap * self.T / every]
        names = self.budget_names or (() if self.has_several_budgets else ("budget",))
        if name is not None:
            allowed = "be a text that is no budget's name, and not given where they have none"
            is_new = isinstance(name, str) and name and names and name not in names
            checks.must(is_new, "name", allowed, short_repr(name))
            amounts = dict(zip((*names, name), amounts, strict=True))
        allowed = "be given where the budgets have names"
        checks.must(name is not None or self.budget_names is None, "name", allowed, name)
        before = [self.T] if self.every is None else self.every.tolist()
        before = before * (len(amounts) - 1) if self.every is None else before
        every_of_all: Any = [*before, every]
        if name is not None:
            every_of_all = dict(zip(amounts, every_of_all, strict=True))
        return Rounds(self.utility, prices, amounts, self.domain, self.names, every=every_of_all)

    def blocks(self) -> Iterator[Block]:
        """Yield all rounds as one block.

        Returns
        -------
        iterator of Block
            Over one block, which starts at 0.
        """
        yield Block(0, self.utility, self.prices)


@frozen(eq=False, repr=False)
class StreamedRounds(Game):
    """T rounds drawn block by block whenever they are needed, and not kept.

    Each block is checked when it is drawn, as `Rounds` are. The first is drawn at once, and twice:
    both must be the same.

    Parameters
    ----------
    draw : callable
        draw(start, stop) returns (utility, prices) of the rounds start..stop-1, counted from 0, the
        same on every call. The utility counts them from t = 0, and prices are (stop - start, n).
        They are one block: start is a multiple of `block_length`. With several budgets prices are
        (stop - start, m, n).
    block_length : int
        The number of rounds in each block but the last, which may be shorter.
    T : int
        The number of rounds.
    budget : float, array (m,) or mapping
        B_T, the money for all rounds together, above 0; several budgets as an array or by name.
    domain : Domain
        The decision set X, as for `Rounds`.
    every : sequence of int, or mapping, optional
        Of several budgets, the rounds after which each begins anew; as for `Rounds`.
    allowance : array_like, optional
        b_t of each round, as for `Rounds`; these are kept, 8 bytes a round.

    Raises
    ------
    TypeError, ValueError
        For a part that is not as described, a first block that is no good, or another one when it
        is drawn again.

    Examples
    --------
    >>> import osphg
    >>> import numpy as np
    >>> def draw(start, stop):
    ...     h = np.random.default_rng(start).uniform(1, 2, (stop - start, 1))
    ...     return osphg.utilities.Quadratics(0 * h[:, :, None], h), np.ones_like(h)
    ...
    >>> rounds = osphg.StreamedRounds(draw, 10, T=25, budget=12.5, domain=osphg.Box.unit(1))
    >>> [block.start for block in rounds.blocks()]
    [0, 10, 20]
    """

    draw: Callable[[int, int], tuple[Utility, FloatArray]]
    block_length: int = checked(checks.positive_int)
    T: int = checked(checks.positive_int)
    budget: Any = checked(lambda _, value: require_budget(value)[0])
    domain: Domain = checked(require_decision_set)
    every: Any = fitted(
        lambda rounds, _, value: require_every(value, rounds.budget, rounds.budget_names, rounds.T),
        default=None,
        kw_only=True,
    )
    _allowance: Any = fitted(  # as in `Rounds`
        lambda rounds, _, value: require_allowance(value, rounds.budget, rounds.every, rounds.T),
        default=None,
        kw_only=True,
    )

    if TYPE_CHECKING:

        def __init__(
            self,
            draw: Callable[[int, int], tuple[Utility, FloatArray]],
            block_length: int,
            T: int,
            budget: float | ArrayLike | Mapping[str, float],
            domain: Domain,
            *,
            every: Sequence[int | None] | Mapping[str, int] | None = None,
            allowance: ArrayLike | None = None,
        ) -> None: ...

    def __attrs_pre_init__(
        self, draw: Any, block_length: Any, T: Any, budget: Any, *_: Any, **__: Any
    ) -> None:
        """Name the budgets."""
        vars(self)["budget_names"] = require_budget(budget)[1]

    def __attrs_post_init__(self) -> None:
        """Refuse a first block that is no good, or another one when it is drawn again."""
        length = min(self.block_length, self.T)
        # Utilities are objects, so two are compared by their values and gradients, at points of X
        # that are drawn at random: at 0 or 1 a faulty one may be right by chance.
        points = _points_in_general_position(self.domain)
        step = 1 + length // 16  # some 16 rounds are compared: a block may be very long
        first_block = next(self.blocks())  # drawn, and refused if it is no good
        same_block = next(self.blocks())  # drawn again
        same = _equal_arrays(
            _round_contents([first_block], points, step),
            _round_contents([same_block], points, step),
        )
        got = f"others for rounds 1..{length} when it was called again"
        checks.must(same, "draw", "return the same rounds on every call", got)

    def blocks(self) -> Iterator[Block]:
        """Draw the blocks in order.

        Returns
        -------
        iterator of Block
            Over blocks of `block_length` rounds; each is drawn when it is asked for.

        Raises
        ------
        TypeError, ValueError
            When a block is drawn: for parts that do not fit together, as `Rounds`.
        """
        for start in range(0, self.T, self.block_length):
            stop = min(start + self.block_length, self.T)
            utility, prices = self.draw(start, stop)
            block = Rounds(utility, prices, self.budget, self.domain)  # refuses what does not fit
            wanted = f"return {stop - start} rounds for rounds {start + 1}..{stop}"
            checks.must(block.T == stop - start, "draw", wanted, block.T)
            yield Block(start, block.utility, block.prices)


def equal_games(one: Game, two: Game) -> bool:
    """Tell whether two games are one, or equal in T, all money, X, all prices and all utilities.

    X is compared by `equal_domains`, and f_t by its value and gradient at a few points.
    """
    if one is two:
        return True
    if one.T != two.T or not equal_domains(one.domain, two.domain):
        return False
    for a, b in ((one.budget, two.budget), (one.every, two.every)):
        if not np.array_equal(np.asarray(a), np.asarray(b)):
            return False
    has_own = one.given_allowance is not None or two.given_allowance is not None
    if has_own and not np.array_equal(one.allowances(0, one.T), two.allowances(0, two.T)):
        return False
    points = _points_in_general_position(one.domain)
    return _equal_arrays(
        _round_contents(one.blocks(), points), _round_contents(two.blocks(), points)
    )


def equal_domains(X: Domain, Y: Domain) -> bool:
    """Tell whether two domains are one set: by their bounds, and by their answers at fixed places.

    These places are points and directions that are drawn in units of the bounds. Where both have
    half-spaces, each set must satisfy those of the other, whichever rows describe it. Numbers may
    differ by the part `_SAME`, as solvers leave that.
    """
    if X is Y:
        return True
    if X.n != Y.n:
        return False
    for bound_of_X, bound_of_Y in ((X.lower, Y.lower), (X.upper, Y.upper)):
        if not (np.abs(bound_of_X - bound_of_Y) <= _SAME * X.upper).all():
            return False
    if not _equal_answers(X, Y):
        return False
    # A thin part of a set may be missed at fixed places, but not by the half-spaces of the other.
    if not (checks.implements(X, Faceted) and checks.implements(Y, Faceted)):
        return True
    if _equal_arrays([X.half_spaces()], [Y.half_spaces()]):
        return True
    return _satisfies(X, Y) and _satisfies(Y, X)


def _equal_answers(X: Domain, Y: Domain) -> bool:
    """Tell whether two domains of the same bounds project, contain and maximise alike.

    A benchmark is refused for a run on another set (`osphg.regret`). The same set may be given by
    two objects, of classes without an equality or with other rows for it, so that `==` would refuse
    too much; here the sets answer themselves. They are asked at some points within and around their
    bounds and far away, and for some directions. Projections and maxima may differ by the part
    `_SAME`, as rounding does; random points are never so near a face that `contains`, a yes or no,
    may differ for one and the same set.
    """
    rng = np.random.default_rng(0)
    n = X.n
    near = [rng.uniform(0, 1, (16, n)), rng.uniform(-1, 2, (16, n))]
    far = 100 * rng.normal(size=(4, n))
    points = X.upper * np.concatenate([*near, far])
    differences = np.asarray(X.project(points)) - np.asarray(Y.project(points))
    distances = np.linalg.norm(differences, axis=-1)
    if (distances > _SAME * np.linalg.norm(X.upper)).any():
        return False
    if (np.asarray(X.contains(points, 0.0)) != np.asarray(Y.contains(points, 0.0))).any():
        return False
    C = rng.normal(size=(16, n)) / np.where(X.upper > 0, X.upper, 1.0)  # in 1/units of the bounds
    largest_over_X = (C * np.asarray(X.maximize_linear(C))).sum(-1)
    largest_over_Y = (C * np.asarray(Y.maximize_linear(C))).sum(-1)
    return not (np.abs(largest_over_X - largest_over_Y) > _SAME * np.abs(C) @ X.upper).any()


def _satisfies(X: Domain, Y: Faceted) -> bool:
    """Tell whether all of X satisfies the rows of the half-spaces of Y, but for rounding."""
    A, b, _, _ = Y.half_spaces()
    largest = (A * np.asarray(X.maximize_linear(A))).sum(-1)  # of <a, x> over X, for each row a
    return bool((largest <= b + _SAME * (np.abs(A) @ X.upper)).all())


def _round_contents(blocks: Iterable[Block], points: FloatArray, step: int = 1) -> Iterator[Arrays]:
    """Iterate over every `step`-th round of each block, by what can be compared of it.

    That is p_t (n,), and f_t (m,) and its gradient (m, n) at some points (m, n).
    """
    for block in blocks:
        for t in range(0, len(block.prices), step):
            f = AtRound(block.utility, t)
            yield block.prices[t], f.value(points), f.gradient(points)


def _equal_arrays(one: Iterable[Arrays], two: Iterable[Arrays]) -> bool:
    """Tell whether two sequences of tuples, equally long, hold equal arrays in every place."""
    for left, right in zip(one, two, strict=True):
        if not all(np.array_equal(a, b) for a, b in zip(left, right, strict=True)):
            return False
    return True


def paper_quadratics(
    T: int,
    n: int = 2,
    budget_per_round: float = 2.0,
    seed: int | np.random.Generator = 0,
    symmetric: bool = True,
) -> Rounds:
    """Draw the rounds of the paper's experiment (section 5), in memory.

    f_t(x) = x'H_t x/2 + h_t'x on X = [0,1]^n with H_t uniform in [-1,0] entrywise, h_t = -H_t'1,
    and prices p_t uniform in [2,4]. The rounds of a shorter game with the same seed are the first
    rounds of a longer one.

    Parameters
    ----------
    T : int
        The number of rounds; 10000 in the paper.
    n : int
        The dimension of a decision.
    budget_per_round : float
        B_T / T, above 0; 2 in the paper.
    seed : int or Generator
        What the rounds are drawn from; a Generator is asked for one integer.
    symmetric : bool
        Whether H_t is symmetric (the entries on and above its diagonal are drawn), so that f_t is
        monotone. If False, all entries are drawn, the paper's literal words: the gradient at the
        point 1 is then (H_t - H_t')1/2, whose entries sum to 0, and f_t is not monotone.

    Returns
    -------
    Rounds
        The game.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described, or a T too large for the memory.

    Examples
    --------
    >>> import osphg
    >>> osphg.rounds.paper_quadratics(T=100, seed=1)
    Rounds(T=100, n=2, budget=200, domain=Box(upper=[1, 1], lower=[0, 0]))
    """
    T = checks.array_size("T", T, checks.array_size("n", n) ** 2)
    game = streamed_paper_quadratics(T, n, budget_per_round, seed, symmetric)
    blocks: list[Any] = list(game.blocks())
    H = np.concatenate([block.utility.H for block in blocks])
    h = np.concatenate([block.utility.h for block in blocks])
    prices = np.concatenate([block.prices for block in blocks])
    return Rounds(Quadratics(H, h), prices, game.budget, game.domain)


def streamed_paper_quadratics(
    T: int,
    n: int = 2,
    budget_per_round: float = 2.0,
    seed: int | np.random.Generator = 0,
    symmetric: bool = True,
) -> StreamedRounds:
    """Draw the rounds of `paper_quadratics` when they are needed: memory does not grow with T.

    f_t(x) = x'H_t x/2 + h_t'x on X = [0,1]^n with H_t uniform in [-1,0] entrywise, h_t = -H_t'1, so
    that for a symmetric H_t the gradient at the point 1 is 0, and prices p_t uniform in [2,4].

    Parameters
    ----------
    T : int
        The number of rounds, at least 1.
    n : int
        The dimension of a decision, at least 1.
    budget_per_round : float
        B_T / T, above 0, in money; 2 in the paper.
    seed : int or Generator
        What the rounds are drawn from; a Generator is asked for one integer.
    symmetric : bool
        Whether H_t is symmetric, its entries below the diagonal copied from those above it, so that
        f_t is monotone. If False, all entries are drawn, and f_t is not monotone.

    Returns
    -------
    StreamedRounds
        The game of `paper_quadratics` with the same arguments, bit for bit.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described.

    Examples
    --------
    >>> import osphg
    >>> osphg.rounds.streamed_paper_quadratics(T=10**9)
    StreamedRounds(T=1000000000, n=2, budget=2e+09, domain=Box(upper=[1, 1], lower=[0, 0]))
    """
    T = checks.positive_int("T", T)
    n = checks.array_size("n", checks.positive_int("n", n), n)  # H_t has n^2 numbers
    budget = checks.positive_float("budget_per_round", budget_per_round) * T
    symmetric = checks.flag("symmetric", symmetric)
    if isinstance(seed, np.random.Generator):
        seed = int(seed.integers(2**63))
    entropy = checks.seed("seed", seed)
    block_length = max(1, 2**16 // n**2)  # 2^16 numbers of H at a time, half a megabyte

    @lru_cache(maxsize=2)  # a short game is drawn once for all that is asked of it
    def draw(start: int, stop: int) -> tuple[Quadratics, FloatArray]:
        """Return the utilities and the prices (stop - start, n) of the block that begins at start.

        Each block has a random generator of its own, so that it can be drawn without those before.
        The generator draws every H_t of a full block, and then the prices. A full block has
        `block_length` rounds; `entropy` is the seed.
        """
        block = start // block_length
        sequence = np.random.SeedSequence(entropy, spawn_key=(block,))
        bit_generator = np.random.PCG64(sequence)
        rng = np.random.Generator(bit_generator)
        count = stop - start
        H = rng.uniform(-1, 0, (count, n, n))
        # The last block may be shorter. Its prices have to be those that a longer game has in these
        # rounds, and there they are drawn after all H_t of a full block: so the numbers for the
        # missing H_t are skipped. PCG64 takes one step for each number that `uniform` draws.
        bit_generator.advance((block_length - count) * n * n)
        if symmetric:  # what is above the diagonal is copied below it
            H = np.triu(H) + np.triu(H, 1).transpose(0, 2, 1)
        # h_t = -H_t'1: with a symmetric H_t the gradient H_t x + h_t is 0 at the point 1, and f_t
        # is monotone below it.
        h = -H.sum(1)
        prices = rng.uniform(2, 4, (count, n))
        return Quadratics(H, h), prices

    return StreamedRounds(draw, block_length, T, budget, Box.unit(n))
