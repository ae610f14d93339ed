"""What any problem has, however its rounds are held: constants, checks, the sum in hindsight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from osphg.core.assumptions import AssumptionReport, check
from osphg.core.domains import Domain
from osphg.core.utilities import Objective, Utility, add, total
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
    """

    T: int
    n: int
    budget: float
    domain: Domain

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
    def constants(self) -> Constants:
        """R, beta_f, beta_g, beta, F and G (paper, section 3.2), each as tight as it is known.

        beta_f and F come from the utility's `lipschitz` and `range` when it has them. Otherwise
        they rest on the assumptions (monotone, DR, 0 in X): then 0 <= grad f_t(x) <= grad f_t(0),
        so beta_f = max_t ||grad f_t(0)||, and F <= max_t max_x <grad f_t(0), x>. G is
        max(B_T/T, max_t max_x <p_t, x> - B_T/T): the paper's bound beta_g R - B_T/T forgets that
        |g_t(0)| = B_T/T.
        """
        beta_f = beta_g = F = most = 0.0
        for block in self.blocks():
            beta_f = max(beta_f, _lipschitz(block, self.domain))
            F = max(F, _range(block, self.domain))
            beta_g = max(beta_g, float(np.sqrt((block.prices**2).sum(-1).max())))
            dearest = self.domain.maximize_linear(block.prices)
            most = max(most, float((block.prices * dearest).sum(-1).max()))
        G = max(self.allowance, most - self.allowance)
        return Constants(self.domain.diameter, beta_f, beta_g, max(beta_f, beta_g), F, G)

    @property
    def R(self) -> float:
        """The diameter of X."""
        return self.domain.diameter

    @property
    def beta_f(self) -> float:
        """Lipschitz constant of every f_t; see `constants`."""
        return self.constants.beta_f

    @property
    def beta_g(self) -> float:
        """Lipschitz constant of every g_t: max_t ||p_t||."""
        return self.constants.beta_g

    @property
    def beta(self) -> float:
        """max(beta_f, beta_g)."""
        return self.constants.beta

    @property
    def F(self) -> float:
        """The range of the utilities; see `constants`."""
        return self.constants.F

    @property
    def G(self) -> float:
        """The largest |g_t(x)|; see `constants`."""
        return self.constants.G

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
            L = max(L, float(smoothness(self.domain)))
        return L

    def total(self) -> Objective:
        """Return sum_t f_t as one function of x."""
        return add([total(block.utility, len(block.prices)) for block in self.blocks()])

    def check(self, samples: int = 200, seed: int | np.random.Generator = 0) -> AssumptionReport:
        """Sample the paper's assumptions and report which hold; see `osphg.check`."""
        return check(self, samples, seed)


def _lipschitz(block: Block, domain: Domain) -> float:
    own = getattr(block.utility, "lipschitz", None)
    if own is not None:
        return float(own(domain))
    return float(np.sqrt((_at_zero(block) ** 2).sum(-1)).max())


def _range(block: Block, domain: Domain) -> float:
    own: Callable[[Domain], float] | None = getattr(block.utility, "range", None)
    if own is not None:
        return float(own(domain))
    G = _at_zero(block)
    return float((G * domain.maximize_linear(G)).sum(-1).max())


def _at_zero(block: Block) -> FloatArray:
    """Grad f_t(0) for each round of the block, (length, n)."""
    length, n = block.prices.shape
    zero = np.zeros(n)
    return np.stack([np.asarray(block.utility.gradient(t, zero)) for t in range(length)])
