"""What any problem has, however its rounds are held: constants, checks, the sum in hindsight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from osphg.core import validate
from osphg.core.assumptions import AssumptionReport, check
from osphg.core.domains import Domain
from osphg.core.identity import Identity
from osphg.core.utilities import AtRound, Objective, Utility, add, total
from osphg.core.validate import FloatArray


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
            L = max(L, _told("smoothness", smoothness(self.domain)))
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
        raise TypeError(f"{name} must be Rounds or StreamedRounds, got {validate.shown(value)}")
    return value


def scales(rounds: object, *names: str) -> tuple[float, ...]:
    """Return constants of a game that steps are tuned by, as `validate.scale`."""
    game = require_game("rounds", rounds)
    return tuple(validate.scale(f"rounds.{name}", getattr(game, name)) for name in names)


def _told(name: str, value: object) -> float:
    """Return what a utility says of itself, if it is a number; rounding may have made 0 less."""
    return max(0.0, validate.finite_float(f"utility.{name}(domain)", value))


def _lipschitz(block: Block, domain: Domain) -> float:
    own = getattr(block.utility, "lipschitz", None)
    if own is not None:
        return _told("lipschitz", own(domain))
    return float(np.sqrt((_at_zero(block) ** 2).sum(-1)).max())


def _range(block: Block, domain: Domain) -> float:
    own: Callable[[Domain], float] | None = getattr(block.utility, "range", None)
    if own is not None:
        return _told("range", own(domain))
    G = _at_zero(block)
    return max(0.0, float((G * domain.maximize_linear(G)).sum(-1).max()))


def _at_zero(block: Block) -> FloatArray:
    """Grad f_t(0) for each round of the block, (length, n)."""
    length, n = block.prices.shape
    zero = np.zeros(n)
    slopes = [AtRound(block.utility, t).gradient(zero) for t in range(length)]
    return validate.array("utility.gradient", np.stack(slopes), (length, n))
