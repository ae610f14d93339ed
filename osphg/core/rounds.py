"""A sequence of rounds, each a utility f_t and a price vector p_t, under one budget B_T."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from osphg.core import checks, validate
from osphg.core.domains import Box, Domain
from osphg.core.fields import checked, fitted, frozen
from osphg.core.game import Block, Game
from osphg.core.identity import same_rounds
from osphg.core.utilities import Quadratics, Utility
from osphg.core.validate import FloatArray


def _names(rounds: Rounds, name: str, value: Any) -> tuple[str, ...] | None:
    return None if value is None else checks.names(name, value, rounds.domain.n)


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
    prices: FloatArray = checked(lambda name, value: validate.own(checks.prices(name, value)))
    budget: float = checked(validate.positive_float)
    domain: Domain = checked(checks.domain)
    names: tuple[str, ...] | None = fitted(_names, default=None)

    def __attrs_post_init__(self) -> None:
        """Refuse parts that do not fit together."""
        checks.columns(self.prices, self.domain.n)
        checks.utility(self.utility, self.T, self.domain)

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
    if not validate.takes(value, 2):
        raise TypeError(f"{name} must be a function of start and stop, got {validate.shown(value)}")
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
    block_length: int = checked(validate.positive_int)
    T: int = checked(validate.positive_int)
    budget: float = checked(validate.positive_float)
    domain: Domain = checked(checks.domain)

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
                raise TypeError(f"draw must return (utility, prices), got {validate.shown(drawn)}")
            utility, prices = drawn
            prices = checks.prices("prices", prices)
            checks.columns(prices, self.n)
            if len(prices) != stop - start:
                raise ValueError(
                    f"draw must return {stop - start} rounds for rounds {start + 1}..{stop},"
                    f" got {len(prices)}"
                )
            checks.utility(utility, len(prices), self.domain)
            yield Block(start, utility, validate.own(prices))


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
    n = validate.size("n", n)
    T = validate.size("T", T, n * n)
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
    T = validate.positive_int("T", T)
    n = validate.size("n", n, n if isinstance(n, int) and n > 0 else 1)
    per_round = validate.positive_float("budget_per_round", budget_per_round)
    budget = validate.finite_float("budget_per_round * T", per_round * T)
    if not isinstance(symmetric, (bool, np.bool_)):
        raise TypeError(f"symmetric must be True or False, got {validate.shown(symmetric)}")
    entropy = validate.entropy(seed)
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
        return Quadratics(H, -H.sum(1)), validate.frozen(rng.uniform(2, 4, (count, n)))

    return StreamedRounds(draw, length, T, budget, Box.unit(n))
