"""The game: T rounds, each a utility f_t and a price vector p_t, under one budget B_T."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from osphg import checks
from osphg.assumptions import AssumptionReport, check
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import Box, Domain, Faceted, require_domain
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

Arrays = tuple[FloatArray, ...]
COLUMNS = ("round", "utility", "spend", "violation", "multiplier")  # of a run's table
_SAME = 1e-6  # relative; what linear programmes may leave, whose tolerances are 1e-7


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

    Its constants come from the utility's own `lipschitz`, `range` and `smoothness` where it has
    them. Otherwise beta_f and F rest on the assumptions (monotone, DR, 0 in X): then
    0 <= grad f_t(x) <= grad f_t(0). A constant is computed when it is asked for.
    """

    T: int
    budget: float  # B_T, in the units of <p_t, x_t>
    domain: Domain  # X
    names: tuple[str, ...] | None = None  # of the n items, where they have any

    def __repr__(self) -> str:
        sizes = f"T={self.T}, n={self.n}, budget={self.budget:g}"
        return f"{type(self).__name__}({sizes}, domain={self.domain})"

    def blocks(self) -> Iterator[Block]:
        """Iterate over the rounds, in order, in blocks of consecutive ones."""
        raise NotImplementedError

    def total(self) -> Objective:
        """Return sum_t f_t as one function of x: the objective in hindsight.

        It uses the utility's own `total(T)` where it has one. Else all T functions are asked for
        each value: `best_fixed_decision` then asks for many points at a time, and is still slower.
        """
        terms: list[Any] = []
        for _, utility, prices in self.blocks():
            T, own = len(prices), consistent_method(utility, "total")
            terms += [AtRound(utility, t) for t in range(T)] if own is None else [own(T)]
        if not all(isinstance(term, Quadratic) for term in terms):
            return Sum(tuple(terms))
        H, h = (np.sum([getattr(term, name) for term in terms], axis=0) for name in ("H", "h"))
        return Quadratic(H, h)

    def check(self, samples: int = 200, seed: int | np.random.Generator = 0) -> AssumptionReport:
        """Sample the paper's assumptions and report which hold; see `osphg.check`."""
        return check(self, samples, seed)

    @property
    def n(self) -> int:
        """The dimension of a decision."""
        return self.domain.n

    @property
    def allowance(self) -> float:
        """B_T / T, the budget of one round."""
        return self.budget / self.T

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
        """Lipschitz constant of every f_t; max_t ||grad f_t(0)|| if the utility tells none."""
        return self._utility_constant("lipschitz", _longest)

    @cached_property
    def beta_g(self) -> float:
        """Lipschitz constant of every g_t, max_t ||p_t||."""
        return max(_longest(block.prices) for block in self.blocks())

    @property
    def beta(self) -> float:
        """max(beta_f, beta_g)."""
        return max(self.beta_f, self.beta_g)

    @cached_property
    def F(self) -> float:
        """The range of the utilities; max_t max_x <grad f_t(0), x> if the utility tells none."""
        return self._utility_constant("range", self._largest)

    @cached_property
    def G(self) -> float:
        """The largest `|g_t(x)|`; the paper's beta_g R - B_T/T forgets that `|g_t(0)|` = B_T/T."""
        most = max(self._largest(block.prices) for block in self.blocks())
        return max(self.allowance, most - self.allowance)

    @cached_property
    def L(self) -> float:
        """Smoothness constant of every f_t; TypeError if the utility tells none, no sample can."""
        return self._utility_constant("smoothness")

    def _utility_constant(
        self, name: str, of_slopes: Callable[[FloatArray], float] | None = None
    ) -> float:
        """Return what all f_t tell of themselves, or else what follows from their slopes at 0."""
        most = 0.0  # rounding may make it less
        for _, utility, prices in self.blocks():
            if (own := consistent_method(utility, name)) is not None:
                found = checks.finite_float(f"utility.{name}(domain)", own(self.domain))
            elif of_slopes is not None:
                origin, T = np.zeros(self.n), len(prices)
                slopes = [AtRound(utility, t).gradient(origin) for t in range(T)]
                found = of_slopes(checks.array("utility.gradient", slopes, prices.shape))
            else:
                wanted = f"a method {name}(domain) for L to be known"
                raise TypeError(f"utility must have {wanted}, {type(utility).__name__} has none")
            most = max(most, found)
        return most

    def _largest(self, C: FloatArray) -> float:
        """Return the largest <c, x> over the rows of C, (m, n), and all x in X."""
        return float((C * self.domain.maximize_linear(C)).sum(-1).max())


def _longest(C: FloatArray) -> float:
    return float(np.sqrt((C**2).sum(-1).max()))


def require_game(name: str, value: object) -> Game:
    """Return what is `Rounds` or `StreamedRounds`; TypeError for anything else."""
    return checks.of_kind(name, value, Game, "be Rounds or StreamedRounds")


def positive_constants(rounds: object, *names: str) -> tuple[float, ...]:
    """Return constants of a game that steps are tuned by, as `checks.positive_constant`."""
    game = require_game("rounds", rounds)
    return tuple(checks.positive_constant(f"rounds.{name}", getattr(game, name)) for name in names)


def require_decision_set(name: str, value: Any) -> Domain:
    """Return what is a domain that contains the origin, and refuse anything else."""
    X = require_domain(name, value)
    for end in ("lower", "upper"):
        checks.array(f"{name}.{end}", getattr(X, end), (X.n,))
    checks.must((X.lower >= 0).all(), name, "lie in the non-negative orthant", value)
    checks.must(X.contains(np.zeros(X.n)), name, "contain the origin", value)
    return X


def require_names(name: str, value: Any, n: int) -> tuple[str, ...] | None:
    """Return None, or n names of items: all different, and from the columns of a run's table."""
    if value is None:
        return None
    if isinstance(value, str) or not all(isinstance(entry, str) and entry for entry in value):
        raise TypeError(f"{name} must hold texts that are not empty, got {short_repr(value)}")
    found = tuple(str(entry) for entry in value)
    different = len(found) == len(set(found)) == n and not set(found) & {*COLUMNS}
    wanted = f"be {n} different texts, and no columns of a run's table ({', '.join(COLUMNS)})"
    checks.must(different, name, wanted, short_repr(value))
    return found


def require_columns(name: str, value: Any, names: Any) -> None:
    """Refuse a pandas frame with labelled columns that are not the items' names, in their order."""
    labels = [*getattr(value, "columns", [])]
    if names is not None and any(isinstance(label, str) for label in labels):
        wanted = f"have its columns in the order of names, {short_repr([*names])}"
        checks.must(labels == [*names], name, wanted, short_repr(labels))


def _tried(utility: Any, name: str, points: FloatArray, ending: tuple[int, ...]) -> FloatArray:
    """Return the utility's values or gradients in round 1; ValueError for another shape."""
    shape = points.shape[:-1] + ending
    wanted = f"return shape {shape} for points of shape {points.shape}"
    try:
        with np.errstate(all="ignore"):  # what overflows is refused in its round
            found = checks.real_array(f"utility.{name}", getattr(utility, name)(0, points.copy()))
    except (ValueError, IndexError) as error:
        got = f"{type(error).__name__}: {error}"
        raise ValueError(f"utility.{name} must {wanted}, got {got}") from error
    checks.must(found.shape == shape, f"utility.{name}", wanted, found.shape)
    return found


def _probes(X: Domain) -> FloatArray:
    """Return n + 1 points of X in general position; of many dimensions, 3."""
    rng, rows = np.random.default_rng(0), X.n + 1 if X.n <= 64 else 3
    points = X.project(rng.uniform(0.1, 0.9, (rows, X.n)) * X.upper)
    return points * rng.uniform(0.1, 0.9, (rows, 1))  # towards the origin, which is in X


@frozen(repr=False)
class Rounds(Game):
    """T rounds held in memory; TypeError or ValueError for parts that do not fit together.

    `utility` is f_1..f_T, any object with `value(t, X)` and `gradient(t, X)`, see
    `osphg.utilities`; both are tried in round 1. `prices`, p_1..p_T (T, n), are finite and not
    negative (clicks: what one unit of bid costs). `budget` is B_T, that of all rounds together,
    above 0, and `domain` X, which must contain the origin. `names` are those of the n items, such
    as campaigns or sites: tables of a run have them.

    >>> import osphg
    >>> import numpy as np
    >>> utility = osphg.utilities.Quadratics(H=-np.ones((3, 2, 2)), h=np.full((3, 2), 2.0))
    >>> rounds = osphg.Rounds(utility, prices=np.ones((3, 2)), budget=1.5, domain=osphg.Box.unit(2))
    >>> rounds
    Rounds(T=3, n=2, budget=1.5, domain=Box(upper=[1, 1], lower=[0, 0]))
    """

    utility: Utility
    prices: FloatArray = checked(
        lambda name, value: checks.non_negative_array(name, value, None, None)
    )
    budget: float = checked(checks.positive_float)
    domain: Domain = checked(require_decision_set)
    names: tuple[str, ...] | None = fitted(
        lambda rounds, name, value: require_names(name, value, rounds.domain.n), default=None
    )

    def __attrs_pre_init__(
        self, utility: Any, prices: Any, budget: Any, domain: Any, names: Any = None, *_: Any
    ) -> None:
        """Refuse a frame whose columns are other items than the names say."""
        require_columns("prices", prices, names)

    def __attrs_post_init__(self) -> None:
        """Refuse parts that do not fit together.

        The utility is tried at points of X that are not as many as their coordinates, alone and all
        at once, so that a function of one point cannot pass for one of many.
        """
        f = require_methods("utility", self.utility, "t, X")
        (T, columns), n = self.prices.shape, self.n
        own = getattr(f, "T", T), getattr(f, "n", n)
        wanted = f"have one column per dimension of the domain, {n}"
        checks.must(columns == n, "prices", wanted, columns)
        checks.must(own[0] == T, "utility", f"have as many rounds as prices, {T}", own[0])
        checks.must(own[1] == n, "utility", f"have the dimension of the domain, {n}", own[1])
        if (inside := getattr(f, "inside", None)) is not None:
            inside(self.domain)  # a family refuses points at which it is not defined
        points = np.concatenate([np.zeros((1, n)), _probes(self.domain)])
        for name, ending in (("value", ()), ("gradient", (n,))):
            batch, alone = (_tried(f, name, x, ending) for x in (points, points[1]))
            whose, got = f"utility.{name}", f"{batch[0]} at the origin of round 1"
            checks.must(np.isfinite(batch[0]).all(), whose, "be finite", got)
            same = np.allclose(batch[1], alone, rtol=1e-9, atol=1e-12, equal_nan=True)
            wanted = "be the same for a point alone as in a batch, where each row is a point"
            got = f"{alone} and {batch[1]} at {points[1]} of round 1"
            checks.must(same, whose, wanted, got)

    @property
    def T(self) -> int:  # type: ignore[override]
        """The number of rounds."""
        return len(self.prices)

    def blocks(self) -> Iterator[Block]:
        """Yield all rounds as one block."""
        yield Block(0, self.utility, self.prices)


@frozen(repr=False)
class StreamedRounds(Game):
    """T rounds drawn block by block whenever they are needed, and not kept.

    draw(start, stop) returns (utility, prices) of rounds start..stop-1, counted from 0, the same on
    every call: round start is the utility's t = 0, and prices are (stop - start, n). Every start is
    a multiple of `block_length`. T, budget and domain are as of `Rounds`. Each block is checked
    when it is drawn, as `Rounds` are; the first at once, and twice.

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
    budget: float = checked(checks.positive_float)
    domain: Domain = checked(require_decision_set)

    def __attrs_post_init__(self) -> None:
        """Refuse a first block that is no good, or another one when it is drawn again."""
        length, points = min(self.block_length, self.T), _probes(self.domain)
        step = 1 + length // 16  # a block may be very long
        drawn = [next(self.blocks()), next(self.blocks())]
        same = _equal(*(_values_and_prices([block], points, step) for block in drawn))
        got = f"others for rounds 1..{length} when it was called again"
        checks.must(same, "draw", "return the same rounds on every call", got)

    def blocks(self) -> Iterator[Block]:
        """Draw the blocks in order."""
        for start in range(0, self.T, self.block_length):
            stop = min(start + self.block_length, self.T)
            utility, prices = self.draw(start, stop)
            part = Rounds(utility, prices, self.budget, self.domain)
            wanted = f"return {stop - start} rounds for rounds {start + 1}..{stop}"
            checks.must(part.T == stop - start, "draw", wanted, part.T)
            yield Block(start, part.utility, part.prices)


def equal_games(one: Game, two: Game) -> bool:
    """Whether two games are one, or equal in T, budget, X, all prices and all utilities.

    X as `equal_domains` compares it, and f_t by its value and gradient at a few points.
    """
    if one is two:
        return True
    X, Y = one.domain, two.domain
    same = (one.T, one.budget) == (two.T, two.budget) and equal_domains(X, Y)
    return same and _equal(*(_values_and_prices(g.blocks(), _probes(X)) for g in (one, two)))


def equal_domains(X: Domain, Y: Domain) -> bool:
    """Whether two domains are one set: by their bounds, and by what they answer at fixed places.

    These places are points and directions that are drawn in units of the bounds. Where both have
    half-spaces, each set must satisfy those of the other, whichever rows describe it.
    """
    if X is Y:
        return True
    if X.n != Y.n or not all(
        (np.abs(end - other) <= _SAME * X.upper).all()
        for end, other in ((X.lower, Y.lower), (X.upper, Y.upper))
    ):
        return False
    rng, n = np.random.default_rng(0), X.n
    points = X.upper * np.concatenate(
        [rng.uniform(0, 1, (16, n)), rng.uniform(-1, 2, (16, n)), 100 * rng.normal(size=(4, n))]
    )
    apart = np.linalg.norm(np.asarray(X.project(points)) - np.asarray(Y.project(points)), axis=-1)
    if (apart > _SAME * np.linalg.norm(X.upper)).any():
        return False
    if (np.asarray(X.contains(points, 0.0)) != np.asarray(Y.contains(points, 0.0))).any():
        return False
    C = rng.normal(size=(16, n)) / np.where(X.upper > 0, X.upper, 1.0)
    best = ((C * np.asarray(Z.maximize_linear(C))).sum(-1) for Z in (X, Y))
    if (np.abs(np.subtract(*best)) > _SAME * np.abs(C) @ X.upper).any():
        return False
    if not (checks.implements(X, Faceted) and checks.implements(Y, Faceted)):
        return True
    if _equal([X.half_spaces()], [Y.half_spaces()]):
        return True
    return _satisfies(X, Y) and _satisfies(Y, X)


def _satisfies(X: Domain, Y: Faceted) -> bool:
    """Whether all of X satisfies the rows of the half-spaces of Y."""
    A, b, _, _ = Y.half_spaces()
    most = (A * np.asarray(X.maximize_linear(A))).sum(-1)
    return bool((most <= b + _SAME * (np.abs(A) @ X.upper)).all())


def _values_and_prices(
    blocks: Iterable[Block], points: FloatArray, step: int = 1
) -> Iterator[Arrays]:
    """Iterate over rounds, by their prices, and f_t and its gradient at some points."""
    for _, utility, prices in blocks:
        for t in range(0, len(prices), step):
            yield prices[t], AtRound(utility, t).value(points), AtRound(utility, t).gradient(points)


def _equal(one: Iterable[Arrays], two: Iterable[Arrays]) -> bool:
    pairs = (pair for row in zip(one, two, strict=True) for pair in zip(*row, strict=True))
    return all(np.array_equal(a, b) for a, b in pairs)


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

    In the paper T = 10000, and B_T / T = 2. A Generator as `seed` is asked for one integer. H_t is
    symmetric (the entries on and above its diagonal are drawn), so that f_t is monotone. If
    `symmetric` is False, all entries are drawn, the paper's literal words: the gradient at the
    point 1 is then (H_t - H_t')1/2, whose entries sum to 0, and f_t is not monotone.

    >>> import osphg
    >>> osphg.rounds.paper_quadratics(T=100, seed=1)
    Rounds(T=100, n=2, budget=200, domain=Box(upper=[1, 1], lower=[0, 0]))
    """
    T = checks.array_size("T", T, checks.array_size("n", n) ** 2)
    game = streamed_paper_quadratics(T, n, budget_per_round, seed, symmetric)
    blocks: list[Any] = list(game.blocks())
    parts = zip(*((at.utility.H, at.utility.h, at.prices) for at in blocks), strict=True)
    H, h, prices = map(np.concatenate, parts)
    return Rounds(Quadratics(H, h), prices, game.budget, game.domain)


def streamed_paper_quadratics(
    T: int,
    n: int = 2,
    budget_per_round: float = 2.0,
    seed: int | np.random.Generator = 0,
    symmetric: bool = True,
) -> StreamedRounds:
    """Return the same rounds as `paper_quadratics`, drawn when needed: memory independent of T."""
    T = checks.positive_int("T", T)
    n = checks.array_size("n", checks.positive_int("n", n), n)
    budget = checks.positive_float("budget_per_round", budget_per_round) * T
    symmetric = checks.flag("symmetric", symmetric)
    if isinstance(seed, np.random.Generator):
        seed = int(seed.integers(2**63))
    entropy = checks.seed("seed", seed)
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
        return Quadratics(H, -H.sum(1)), rng.uniform(2, 4, (count, n))

    return StreamedRounds(draw, length, T, budget, Box.unit(n))
