"""The game: T rounds, each a utility f_t and a price vector p_t, under one budget B_T."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import attrs
import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import Box, Domain, Faceted, require_domain
from osphg.utilities import AtRound, Objective, Quadratics, Utility, add, require_utility, total

__all__ = ["Rounds", "StreamedRounds", "paper_quadratics", "streamed_paper_quadratics"]


COLUMNS = ("round", "utility", "spend", "violation", "multiplier")  # of a run's table
_ENDS = ("lower", "upper")


class Block(NamedTuple):
    """Consecutive rounds: round t of the block is round start + t of the game."""

    start: int
    utility: Utility
    prices: FloatArray  # (length, n)


class Constants(NamedTuple):
    """The constants of the paper's assumptions (section 3.2)."""

    R: float  # diameter of X
    beta_f: float  # Lipschitz constant of every f_t
    beta_g: float  # Lipschitz constant of every g_t: max_t ||p_t||
    beta: float  # max(beta_f, beta_g)
    F: float  # max_t max_{x,y} |f_t(x) - f_t(y)|
    G: float  # max_t max_x |g_t(x)|


class Game:
    """A problem: `Rounds` in memory, or `StreamedRounds` drawn when needed.

    Attributes
    ----------
    T, n : int
        The number of rounds and the dimension of a decision.
    budget : float
        B_T, in the units of <p_t, x_t>.
    domain : Domain
        X.
    names : tuple of str or None
        Of the n items, where they have any.
    """

    T: int
    n: int
    budget: float
    domain: Domain
    names: tuple[str, ...] | None = None

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(T={self.T}, n={self.n}, budget={self.budget:g},"
            f" domain={self.domain})"
        )

    def blocks(self) -> Iterator[Block]:
        """Iterate over the rounds, in order, in blocks of consecutive ones."""
        raise NotImplementedError

    @property
    def allowance(self) -> float:
        """B_T / T, the budget of one round."""
        return self.budget / self.T

    @cached_property
    def identity(self) -> Identity:
        """Which game it is: equal for equal rounds."""
        return Identity(self)

    @property
    def constants(self) -> Constants:
        """R, beta_f, beta_g, beta, F and G (paper, section 3.2), each as tight as it is known.

        beta_f and F come from the utility's `lipschitz` and `range` when it has them. Otherwise
        they rest on the assumptions (monotone, DR, 0 in X): then 0 <= grad f_t(x) <= grad f_t(0),
        so beta_f = max_t ||grad f_t(0)||, and F <= max_t max_x <grad f_t(0), x>. G is
        max(B_T/T, max_t max_x <p_t, x> - B_T/T): the paper's bound beta_g R - B_T/T forgets that
        |g_t(0)| = B_T/T. F and G may take a linear programme in each round: a constant is computed
        when it is asked for.

        Raises
        ------
        TypeError, ValueError
            For a `lipschitz` or `range` that is not a finite number of at least 0.
        """
        return Constants(self.R, self.beta_f, self.beta_g, self.beta, self.F, self.G)

    @property
    def R(self) -> float:
        """The diameter of X."""
        return self.domain.diameter

    @cached_property
    def _steepest(self) -> tuple[float, float]:
        """beta_f and beta_g, in one pass."""
        beta_f = beta_g = 0.0
        with np.errstate(over="ignore"):  # infinite then, and no step is tuned by it
            for block in self.blocks():
                beta_f = max(beta_f, _lipschitz(block, self.domain))
                beta_g = max(beta_g, float(np.sqrt((block.prices**2).sum(-1).max())))
        return beta_f, beta_g

    @property
    def beta_f(self) -> float:
        """Lipschitz constant of every f_t; see `constants`."""
        return self._steepest[0]

    @property
    def beta_g(self) -> float:
        """Lipschitz constant of every g_t: max_t ||p_t||."""
        return self._steepest[1]

    @property
    def beta(self) -> float:
        """max(beta_f, beta_g)."""
        return max(self._steepest)

    @cached_property
    def F(self) -> float:
        """The range of the utilities; see `constants`."""
        with np.errstate(over="ignore"):
            return max(_range(block, self.domain) for block in self.blocks())

    @cached_property
    def G(self) -> float:
        """The largest |g_t(x)|; see `constants`."""
        most = 0.0
        with np.errstate(over="ignore"):
            for block in self.blocks():
                dearest = self.domain.maximize_linear(block.prices)
                most = max(most, float((block.prices * dearest).sum(-1).max()))
        return max(self.allowance, most - self.allowance)

    @cached_property
    def L(self) -> float:
        """Smoothness constant of every f_t, from the utility's `smoothness(domain)`.

        Raises
        ------
        TypeError
            If the utility has no `smoothness`: no finite sample can bound it.
        """
        L = 0.0
        for block in self.blocks():
            smoothness = getattr(block.utility, "smoothness", None)
            if smoothness is None:
                raise TypeError(
                    f"utility must have a method smoothness(domain) for L to be known,"
                    f" {type(block.utility).__name__} has none"
                )
            L = max(L, _stated("smoothness", smoothness(self.domain)))
        return L

    def total(self) -> Objective:
        """Return sum_t f_t as one function of x."""
        return add([total(block.utility, len(block.prices)) for block in self.blocks()])

    def check(self, samples: int = 200, seed: int | np.random.Generator = 0) -> AssumptionReport:
        """Sample the paper's assumptions and report which hold; see `osphg.check`."""
        return check(self, samples, seed)


def require_game(name: str, value: object) -> Game:
    """Return what is `Rounds` or `StreamedRounds`; TypeError for anything else."""
    if not isinstance(value, Game):
        raise TypeError(f"{name} must be Rounds or StreamedRounds, got {checks.shown(value)}")
    return value


def scales(rounds: object, *names: str) -> tuple[float, ...]:
    """Return constants of a game that steps are tuned by, as `checks.scale`."""
    game = require_game("rounds", rounds)
    return tuple(checks.scale(f"rounds.{name}", getattr(game, name)) for name in names)


def _stated(name: str, value: object) -> float:
    """Return what a utility says of itself, if it is a number; rounding may have made 0 less."""
    return max(0.0, checks.finite_float(f"utility.{name}(domain)", value))


def _lipschitz(block: Block, domain: Domain) -> float:
    own = getattr(block.utility, "lipschitz", None)
    if own is not None:
        return _stated("lipschitz", own(domain))
    return float(np.sqrt((_at_zero(block) ** 2).sum(-1)).max())


def _range(block: Block, domain: Domain) -> float:
    own: Callable[[Domain], float] | None = getattr(block.utility, "range", None)
    if own is not None:
        return _stated("range", own(domain))
    G = _at_zero(block)
    return max(0.0, float((G * domain.maximize_linear(G)).sum(-1).max()))


def _at_zero(block: Block) -> FloatArray:
    """Grad f_t(0) for each round of the block, (length, n)."""
    length, n = block.prices.shape
    zero = np.zeros(n)
    slopes = [AtRound(block.utility, t).gradient(zero) for t in range(length)]
    return checks.array("utility.gradient", np.stack(slopes), (length, n))


def as_domain(name: str, value: Any) -> Domain:
    """Return what is a domain that contains the origin, and refuse anything else."""
    X = require_domain(name, value)
    n = checks.size(f"{name}.n", X.n)
    lower, upper = (checks.array(f"{name}.{end}", getattr(X, end), (n,)) for end in _ENDS)
    checks.non_negative_float(f"{name}.diameter", X.diameter)
    if (lower < 0).any():
        raise ValueError(f"{name} must lie in the non-negative orthant, got {value}")
    if (lower > upper).any():
        raise ValueError(f"{name}.lower must be <= {name}.upper, got {value}")
    if not X.contains(np.zeros(n)):
        raise ValueError(f"{name} must contain the origin, got {value}")
    return X


def as_prices(name: str, value: Any) -> FloatArray:
    """Return prices as a finite (T, n) array, refusing any that is negative."""
    result = checks.array(name, value, (None, None))
    if (result < 0).any():
        t, i = (int(index) for index in np.unravel_index(int(result.argmin()), result.shape))
        raise ValueError(f"{name} must not be negative, got {result[t, i]} at {name}[{t}, {i}]")
    return result


def require_columns(prices: FloatArray, n: int) -> None:
    """Refuse prices that do not have one column per dimension."""
    if prices.shape[1] != n:
        raise ValueError(
            f"prices must have one column per dimension of the domain, {n}, got {prices.shape[1]}"
        )


def try_utility(value: Any, T: int, X: Domain) -> None:
    """Refuse what is not a utility of T rounds, trying its value and gradient in round 1.

    At the origin, and at points of X with other numbers of rows than columns, so that a function of
    one point cannot pass for one of many.
    """
    n = X.n
    require_utility("utility", value)
    rounds, dimension = getattr(value, "T", T), getattr(value, "n", n)
    if not np.array_equal(rounds, T):
        raise ValueError(
            f"utility must have as many rounds as prices, {T}, got {checks.shown(rounds)}"
        )
    if not np.array_equal(dimension, n):
        raise ValueError(
            f"utility must have the dimension of the domain, {n}, got {checks.shown(dimension)}"
        )
    for name, ending in (("value", ()), ("gradient", (n,))):
        for points in (np.zeros((2, n)), np.zeros(n)):
            found = _asked(name, value, points, points.shape[:-1] + ending)
            if not np.isfinite(found).all():
                bad = found[~np.isfinite(found)].flat[0]
                raise ValueError(
                    f"utility.{name} must be finite, got {bad} at the origin of round 1"
                )
        points = probes(X)
        batch = _asked(name, value, points, points.shape[:-1] + ending)
        for i in (0, -1):
            alone = _asked(name, value, points[i], ending)
            if not np.allclose(batch[i], alone, rtol=1e-9, atol=1e-12, equal_nan=True):
                raise ValueError(
                    f"utility.{name} must be the same for a point alone as in a batch, where each"
                    f" row is a point: got {checks.shown(alone)} and {checks.shown(batch[i])}"
                    f" at {points[i]} of round 1"
                )


def _asked(name: str, utility: Any, points: FloatArray, shape: tuple[int, ...]) -> FloatArray:
    """Return the values or gradients of round 1 at some points, if they have that shape."""
    wanted = f"utility.{name} must return shape {shape} for points of shape {points.shape}"
    try:
        with np.errstate(all="ignore"):  # what overflows is refused in its round
            result = getattr(utility, name)(0, points.copy())
    except (ValueError, IndexError) as error:
        raise ValueError(f"{wanted}, got {type(error).__name__}: {error}") from error
    found = checks.real(f"utility.{name}", result)
    if found.shape != shape:
        raise ValueError(f"{wanted}, got {found.shape}")
    return found


def probes(X: Domain) -> FloatArray:
    """Return n + 1 points of X in general position; of many dimensions, 3."""
    rows = X.n + 1 if X.n <= 64 else 3
    shares = np.random.default_rng(0).uniform(0.1, 0.9, (rows, X.n))
    points = X.lower + shares * (X.upper - X.lower)
    for _ in range(30):  # towards the origin, which is in X: projections may be dear
        if np.all(X.contains(points)):
            return points
        points = points / 2
    return np.asarray(X.project(points), dtype=np.float64)


def as_names(name: str, value: Any, n: int) -> tuple[str, ...]:
    """Return n names of items, no two the same, none of them that of a column of a run."""
    if isinstance(value, str | bytes) or not isinstance(value, Sequence | np.ndarray):
        raise TypeError(f"{name} must be a sequence of {n} texts, got {checks.shown(value)}")
    listed = np.ravel(value).tolist() if isinstance(value, np.ndarray) else list(value)
    found = tuple(str(entry) if isinstance(entry, str) else entry for entry in listed)
    if not all(isinstance(entry, str) and entry for entry in found):
        raise TypeError(f"{name} must hold texts that are not empty, got {checks.shown(value)}")
    if len(found) != n or len(set(found)) != n:
        raise ValueError(f"{name} must be {n} different texts, got {checks.shown(value)}")
    if taken := [entry for entry in found if entry in COLUMNS]:
        raise ValueError(f"{name} must not be {taken[0]}, a column of a run's table, got {found}")
    return found


def _names(rounds: Rounds, name: str, value: Any) -> tuple[str, ...] | None:
    return None if value is None else as_names(name, value, rounds.domain.n)


@frozen(repr=False)
class Rounds(Game):
    """T rounds held in memory.

    Parameters
    ----------
    utility : Utility
        f_1..f_T: any object with `value(t, X)` and `gradient(t, X)`; see `osphg.utilities`.
    prices : array (T, n)
        p_1..p_T, finite and not negative (clicks: what one unit of bid costs).
    budget : float
        B_T, the budget of all rounds together; above 0.
    domain : Domain
        X, which must contain the origin.
    names : sequence of str, optional
        Of the n items: campaigns, sites. Tables of a run have them.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above, shapes that do not match, or a utility whose
        value or gradient at the origin of round 1 is not finite or has the wrong shape.

    Examples
    --------
    >>> import osphg
    >>> import numpy as np
    >>> utility = osphg.utilities.Quadratics(H=-np.ones((3, 2, 2)), h=np.full((3, 2), 2.0))
    >>> rounds = osphg.Rounds(utility, prices=np.ones((3, 2)), budget=1.5, domain=osphg.Box.unit(2))
    >>> rounds
    Rounds(T=3, n=2, budget=1.5, domain=Box(upper=[1, 1], lower=[0, 0]))
    >>> rounds.allowance
    0.5
    >>> round(rounds.beta, 3)
    2.828
    """

    utility: Utility
    prices: FloatArray = checked(lambda name, value: checks.own(as_prices(name, value)))
    budget: float = checked(checks.positive_float)
    domain: Domain = checked(as_domain)
    names: tuple[str, ...] | None = fitted(_names, default=None)

    def __attrs_post_init__(self) -> None:
        """Refuse parts that do not fit together."""
        require_columns(self.prices, self.domain.n)
        try_utility(self.utility, self.T, self.domain)

    @property
    def T(self) -> int:  # type: ignore[override]
        """The number of rounds."""
        return len(self.prices)

    @property
    def n(self) -> int:  # type: ignore[override]
        """The dimension of a decision."""
        return int(self.prices.shape[1])

    def blocks(self) -> Iterator[Block]:
        """Yield all rounds as one block."""
        yield Block(0, self.utility, self.prices)


def _draw(name: str, value: Callable[[int, int], Any]) -> Callable[[int, int], Any]:
    if not checks.takes(value, 2):
        raise TypeError(f"{name} must be a function of start and stop, got {checks.shown(value)}")
    return value


@frozen(repr=False)
class StreamedRounds(Game):
    """T rounds drawn block by block whenever they are needed, and not kept.

    Parameters
    ----------
    draw : callable
        draw(start, stop) -> (utility, prices) of rounds start..stop-1, counted from 0: the same on
        every call. Round start is the utility's t = 0, and prices has shape (stop - start, n).
    block_length : int
        How many rounds to draw at a time; every start is a multiple of it.
    T : int
        The number of rounds.
    budget : float
        B_T; above 0.
    domain : Domain
        X, which must contain the origin.

    Raises
    ------
    TypeError, ValueError
        As `Rounds`, for each block when it is drawn; the first at once, and if a second call draws
        other rounds.

    Examples
    --------
    >>> import osphg
    >>> import numpy as np
    >>> def draw(start, stop):
    ...     rng = np.random.default_rng(start)
    ...     h = rng.uniform(1, 2, (stop - start, 1))
    ...     return osphg.utilities.Quadratics(0 * h[:, :, None], h), np.ones_like(h)
    ...
    >>> rounds = osphg.StreamedRounds(draw, 10, T=25, budget=12.5, domain=osphg.Box.unit(1))
    >>> [block.start for block in rounds.blocks()]
    [0, 10, 20]
    """

    draw: Callable[[int, int], tuple[Utility, FloatArray]] = checked(_draw)
    block_length: int = checked(checks.positive_int)
    T: int = checked(checks.positive_int)
    budget: float = checked(checks.positive_float)
    domain: Domain = checked(as_domain)

    def __attrs_post_init__(self) -> None:
        """Refuse a first block that is no good, or another one when it is drawn again."""
        first, again = next(self.blocks()), next(self.blocks())
        if not same_rounds(first, again, self.domain):
            raise ValueError(
                f"draw must return the same rounds on every call, got others for rounds"
                f" 1..{len(first.prices)} when it was called again"
            )

    @property
    def n(self) -> int:  # type: ignore[override]
        """The dimension of a decision."""
        return self.domain.n

    def blocks(self) -> Iterator[Block]:
        """Draw the blocks in order."""
        for start in range(0, self.T, self.block_length):
            stop = min(start + self.block_length, self.T)
            drawn = self.draw(start, stop)
            if not isinstance(drawn, tuple) or len(drawn) != 2:
                raise TypeError(f"draw must return (utility, prices), got {checks.shown(drawn)}")
            utility, prices = drawn
            prices = as_prices("prices", prices)
            require_columns(prices, self.n)
            if len(prices) != stop - start:
                raise ValueError(
                    f"draw must return {stop - start} rounds for rounds {start + 1}..{stop},"
                    f" got {len(prices)}"
                )
            try_utility(utility, len(prices), self.domain)
            yield Block(start, utility, checks.own(prices))


def paper_quadratics(
    T: int,
    n: int = 2,
    budget_per_round: float = 2.0,
    seed: int | np.random.Generator = 0,
    symmetric: bool = True,
) -> Rounds:
    """Return the rounds of the paper's experiment (section 5), in memory.

    f_t(x) = x'H_t x/2 + h_t'x on X = [0,1]^n with H_t uniform in [-1,0] entrywise, h_t = -H_t'1,
    and prices p_t uniform in [2,4]. The rounds of a shorter game with the same seed are the first
    rounds of a longer one.

    Parameters
    ----------
    T, n : int
        Rounds and dimension; the paper's are 10000 and 2.
    budget_per_round : float
        B_T / T; above 0, the paper's is 2.
    seed : int or Generator
        The source of all randomness; a Generator is asked for one integer.
    symmetric : bool
        True: H_t is symmetric (the entries on and above its diagonal are drawn), so that f_t is
        monotone. False: all entries are drawn, the paper's literal words. The gradient at the
        point 1 is then (H_t - H_t')1/2, whose entries sum to 0: f_t is not monotone.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=100, seed=1)
    >>> rounds
    Rounds(T=100, n=2, budget=200, domain=Box(upper=[1, 1], lower=[0, 0]))
    >>> rounds.prices.shape
    (100, 2)
    """
    n = checks.size("n", n)
    T = checks.size("T", T, n * n)
    game = streamed_paper_quadratics(T, n, budget_per_round, seed, symmetric)
    blocks = list(game.blocks())
    drawn = [block.utility for block in blocks if isinstance(block.utility, Quadratics)]
    utility = Quadratics(
        np.concatenate([part.H for part in drawn]), np.concatenate([part.h for part in drawn])
    )
    prices = np.concatenate([block.prices for block in blocks])
    return Rounds(utility, prices, game.budget, game.domain)


def streamed_paper_quadratics(
    T: int,
    n: int = 2,
    budget_per_round: float = 2.0,
    seed: int | np.random.Generator = 0,
    symmetric: bool = True,
) -> StreamedRounds:
    """Return the same rounds as `paper_quadratics`, drawn when needed: memory independent of T.

    The parameters are those of `paper_quadratics`.

    Raises
    ------
    TypeError, ValueError
        As `paper_quadratics`, but that only one round's n^2 numbers have to fit into memory, not
        those of all T.

    Examples
    --------
    >>> import osphg
    >>> import numpy as np
    >>> streamed = osphg.rounds.streamed_paper_quadratics(T=100, seed=1)
    >>> kept = osphg.rounds.paper_quadratics(T=100, seed=1)
    >>> bool(np.array_equal(next(streamed.blocks()).prices, kept.prices))
    True
    """
    T = checks.positive_int("T", T)
    n = checks.size("n", n, n if isinstance(n, int) and n > 0 else 1)
    per_round = checks.positive_float("budget_per_round", budget_per_round)
    budget = checks.finite_float("budget_per_round * T", per_round * T)
    if not isinstance(symmetric, (bool, np.bool_)):
        raise TypeError(f"symmetric must be True or False, got {checks.shown(symmetric)}")
    entropy = checks.entropy(seed)
    length = max(1, 2**16 // n**2)  # half a megabyte of H at a time

    @lru_cache(maxsize=2)  # a short game is drawn once for all that is asked of it
    def draw(start: int, stop: int) -> tuple[Quadratics, FloatArray]:
        sequence = np.random.SeedSequence(entropy, spawn_key=(start // length,))
        bits, count = np.random.PCG64(sequence), stop - start
        rng = np.random.Generator(bits)
        H = rng.uniform(-1, 0, (count, n, n))
        bits.advance((length - count) * n * n)  # over the rest of a block that is not full
        if symmetric:
            H = np.triu(H) + np.triu(H, 1).transpose(0, 2, 1)
        return Quadratics(H, -H.sum(1)), checks.read_only(rng.uniform(2, 4, (count, n)))

    return StreamedRounds(draw, length, T, budget, Box.unit(n))


_POINTS = 16  # pairs of points per sampled round
_SAMPLED = (
    "normalised: f_t(0) = 0",
    "monotone: grad f_t(x) >= 0",
    "DR: grad f_t(x) >= grad f_t(y) for x <= y",
    "gradient is the derivative of value",
    "p_t >= 0",
)


@dataclass(frozen=True)
class Finding:
    """One assumption and what the samples say of it."""

    assumption: str
    holds: bool
    worst: float  # the largest violation seen; 0 if none
    where: str  # the round in which it was seen

    def __str__(self) -> str:
        verdict = "holds" if self.holds else f"FAILS by {self.worst:.3g} in {self.where}"
        return f"{self.assumption:<42} {verdict}"


@dataclass(frozen=True)
class AssumptionReport:
    """What `rounds.check()` found. A failure is a proof; "holds" means not refuted by a sample."""

    findings: tuple[Finding, ...]
    rounds: int  # sampled rounds
    points: int  # pairs of points per round

    @property
    def holds(self) -> bool:
        """Whether no assumption was refuted."""
        return all(finding.holds for finding in self.findings)

    def __getitem__(self, assumption: str) -> Finding:
        """Return the finding whose assumption starts with this word."""
        for finding in self.findings:
            if finding.assumption.startswith(assumption):
                return finding
        raise KeyError(assumption)

    def __str__(self) -> str:
        head = f"{self.rounds} sampled rounds, {self.points} pairs of points in each"
        return "\n".join([head, *(str(finding) for finding in self.findings)])


def check(
    game: Game, samples: int = 200, seed: int | np.random.Generator = 0, tolerance: float = 1e-7
) -> AssumptionReport:
    """Sample rounds and points and report which of the paper's assumptions hold (section 3).

    Two of them, p_t >= 0 and 0 in X, are listed for completeness and cannot fail here, as rounds
    that break them are refused. `Rounds` sees to both when it is made; `StreamedRounds` to X when
    it is made, and to the prices of each block when that is drawn.

    Parameters
    ----------
    game : Rounds or StreamedRounds
    samples : int
        How many rounds to sample (all of them when there are no more than that).
    seed : int or Generator
        The source of the sample.
    tolerance : float
        A violation counts when it exceeds this times the largest partial derivative seen.

    Returns
    -------
    AssumptionReport
        Normalised f_t(0) = 0; monotone, grad f_t >= 0; DR, x <= y implies grad f_t(x) >=
        grad f_t(y); the gradient is the derivative of the value (central differences, to
        1e-4 of the largest derivative); p_t >= 0; 0 in X.

    Raises
    ------
    TypeError, ValueError
        For a game that is neither, samples below 1, a seed that is none, or a tolerance below 0
        or not finite; for a block that `StreamedRounds` refuses, sampled or not. What a utility
        raises at a sampled point is passed on.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=50)
    >>> print(osphg.check(rounds))
    50 sampled rounds, 16 pairs of points in each
    normalised: f_t(0) = 0                     holds
    monotone: grad f_t(x) >= 0                 holds
    DR: grad f_t(x) >= grad f_t(y) for x <= y  holds
    gradient is the derivative of value        holds
    p_t >= 0                                   holds
    0 in X                                     holds
    >>> osphg.check(osphg.rounds.paper_quadratics(T=50, symmetric=False))["monotone"].holds
    False
    """
    require_game("game", game)
    samples = checks.positive_int("samples", samples)
    tolerance = checks.non_negative_float("tolerance", tolerance)
    rng = checks.generator(seed)
    chosen = np.sort(rng.choice(game.T, size=min(samples, game.T), replace=False))
    worst = dict.fromkeys(_SAMPLED, (0.0, 0))
    scale = 1e-300
    for t, f, local, price in _sampled(game, chosen):
        X, Y = _ordered_pairs(game.domain, rng)
        GX, GY = f.gradient(local, X), f.gradient(local, Y)
        slopes = np.abs([GX, GY])
        scale = max(scale, float(slopes[np.isfinite(slopes)].max(initial=0.0)))
        seen = (
            abs(float(f.value(local, np.zeros(game.n)))),
            float(-min(GX.min(), GY.min())),
            float((GY - GX).max()),
            _derivative_error(f, local, X, Y),
            float(-price.min()),
        )
        for name, violation in zip(worst, seen, strict=True):
            known = np.inf if np.isnan(violation) else violation  # a NaN satisfies nothing
            worst[name] = max(worst[name], (known, t + 1))
    findings = [
        Finding(
            name,
            violation <= scale * (1e-4 if name.startswith("gradient") else tolerance),
            max(violation, 0.0),
            f"round {t}",
        )
        for name, (violation, t) in worst.items()
    ]
    origin = bool(game.domain.contains(np.zeros(game.n)))
    findings.append(Finding("0 in X", origin, 0.0, "the domain"))
    return AssumptionReport(tuple(findings), len(chosen), _POINTS)


def _sampled(
    game: Game, chosen: np.ndarray[Any, np.dtype[np.int64]]
) -> Iterator[tuple[int, Utility, int, FloatArray]]:
    for start, utility, prices in game.blocks():
        for t in chosen[(chosen >= start) & (chosen < start + len(prices))]:
            local = int(t) - start
            yield int(t), utility, local, prices[local]


def _ordered_pairs(X: Domain, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
    """Pairs x <= y, both in X: x is y shrunk coordinatewise where X allows, else towards 0."""
    Y = X.project(rng.uniform(X.lower, X.upper, (_POINTS, X.n)))
    Y[0] = X.project(X.upper)
    shrunk = rng.uniform(0, 1, Y.shape) * Y
    inside = X.contains(shrunk)
    return np.where(inside[:, np.newaxis], shrunk, rng.uniform(0, 1, (_POINTS, 1)) * Y), Y


def _derivative_error(f: Utility, t: int, X: FloatArray, Y: FloatArray) -> float:
    """How far the gradient is from central differences of the value, along segments in X."""
    middle, direction = (X + Y) / 2, (Y - X) * 1e-7
    length = np.sqrt((direction**2).sum(-1))
    use = length > 1e-9
    if not use.any():
        return 0.0
    middle, direction, length = middle[use], direction[use], length[use]
    difference = f.value(t, middle + direction) - f.value(t, middle - direction)
    slope = (f.gradient(t, middle) * direction).sum(-1)
    return float((np.abs(difference / 2 - slope) / length).max())


_PROBED = 64  # rounds of a block whose utility is asked for, to tell it from another block


class Identity:
    """A game's identity: equal for equal rounds, however they are held.

    Nothing is computed for one and the same game. Two others are compared in full: T, the budget,
    the domain's half-spaces, all prices, and the arrays of the utilities; of a user's own classes,
    values and gradients at some points of every round.
    """

    def __init__(self, game: Game) -> None:
        self._game = game

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Identity):
            return NotImplemented
        return self._game is other._game or _same_game(self._game, other._game)

    def __hash__(self) -> int:
        return hash((self._game.T, self._game.n, self._game.budget))


def same_rounds(one: Block, two: Block, X: Domain) -> bool:
    """Whether two blocks hold the same rounds, as far as prices, arrays and points of X show.

    Of a user's own utilities, some 64 rounds are asked: a block may have very many.
    """
    (_, f, p), (_, g, q) = one, two
    step = max(1, len(p) // _PROBED)
    return np.array_equal(p, q) and _same_utility(f, 0, g, 0, len(p), probes(X), step)


def _same_game(one: Game, two: Game) -> bool:
    if (one.T, one.n, one.budget) != (two.T, two.n, two.budget):
        return False
    if not _same_domain(one.domain, two.domain):
        return False
    points = probes(one.domain)
    left, right = one.blocks(), two.blocks()
    (s, f, p), (r, g, q) = next(left), next(right)
    t = 0
    while True:
        end = min(s + len(p), r + len(q))
        if not np.array_equal(p[t - s : end - s], q[t - r : end - r]):
            return False
        if not _same_utility(f, t - s, g, t - r, end - t, points):
            return False
        t = end
        if t == one.T:
            return True
        if t == s + len(p):
            s, f, p = next(left)
        if t == r + len(q):
            r, g, q = next(right)


def _same_utility(
    f: Utility, i: int, g: Utility, j: int, count: int, points: FloatArray, step: int = 1
) -> bool:
    """Whether rounds i, i + 1, ... of f are rounds j, j + 1, ... of g; each `step`-th is asked."""
    alike = type(f) is type(g)
    if f is g and i == j:
        return True
    if alike and i == j and type(f).__module__.startswith("osphg.") and attrs.has(type(f)):
        own: Any = type(f)
        names = [field.name for field in attrs.fields(own) if field.init]
        parts = ((getattr(f, name), getattr(g, name)) for name in names)
        if all(_same_part(a, b) for a, b in parts):
            return True
    for k in range(0, count, step):
        here, there = AtRound(f, i + k), AtRound(g, j + k)
        for a, b in (
            (here.value(points), there.value(points)),
            (here.gradient(points), there.gradient(points)),
        ):
            if not (np.array_equal(a, b) if alike else np.allclose(a, b, rtol=1e-9, atol=1e-12)):
                return False
    return True


def _same_part(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray):
        return isinstance(b, np.ndarray) and np.array_equal(a, b)
    return a is b or (type(a) is type(b) and isinstance(a, int | float | str) and a == b)


def _same_domain(one: Domain, two: Domain) -> bool:
    if one is two:
        return True
    if one.n != two.n or one.diameter != two.diameter:
        return False
    if not (np.array_equal(one.lower, two.lower) and np.array_equal(one.upper, two.upper)):
        return False
    if checks.implements(one, Faceted) and checks.implements(two, Faceted):
        faces = zip(one.half_spaces(), two.half_spaces(), strict=True)
        return all(np.array_equal(a, b) for a, b in faces)
    beyond = 2 * np.maximum(one.upper, 1.0) * np.random.default_rng(1).random((one.n + 1, one.n))
    return np.allclose(one.project(beyond), two.project(beyond), rtol=1e-9, atol=1e-12)
