"""What bids bring, as data: a curve for each item, so that what a round has reached tells f_t.

The reach of a bid x_i is taken to be scale_i (1 - exp(-rate_i x_i)). The rate is known beforehand,
as from `osphg.from_log`; the scale is what a round reveals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.families import ConcaveOverModular
from osphg.rounds import Rounds


def _amounts(name: str, value: Any) -> FloatArray:
    """Return a copy of an array (n,) or (m, n), none of whose entries is negative."""
    return checks.non_negative_array(name, value, *[None] * max(np.ndim(value), 1))


@frozen
class Response:
    """How bids bring reach: scale_i (1 - exp(-rate_i x_i)) for a bid x_i on item i.

    Parameters
    ----------
    rate : array (n,)
        How fast each item saturates, in 1/bid; 0 for reach in proportion to the bid.
    scale : array (n,), optional
        What each item can reach at most in a round, as expected. It stands for what a round could
        not show: an item without a bid. Where the rate is 0, the reach of a unit of bid. 0 unless
        given: such an item is taken to bring nothing.
    price : array (n,) or (m, n), optional
        What a unit of each bid costs, as expected: the price of an item that had no bid yet.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described.

    Examples
    --------
    >>> Response(rate=[2.0, 0.5], scale=[10.0, 40.0]).slopes_at_zero.tolist()
    [20.0, 20.0]
    """

    rate: FloatArray = checked(_amounts)
    scale: Any = checked(checks.optional(_amounts), default=None)
    price: Any = checked(checks.optional(_amounts), default=None)

    if TYPE_CHECKING:

        def __init__(
            self, rate: ArrayLike, scale: ArrayLike | None = None, price: ArrayLike | None = None
        ) -> None: ...

    def __attrs_post_init__(self) -> None:
        """Refuse arrays of different lengths."""
        (n,) = checks.array("rate", self.rate, (None,)).shape
        if self.scale is not None:
            checks.array("scale", self.scale, (n,))
        if self.price is not None:
            wanted = f"have {n} items, as rate"
            checks.must(self.price.shape[-1] == n, "price", wanted, self.price.shape[-1])

    @classmethod
    def of(cls, rounds: Rounds) -> Response:
        """Return the response of rounds of a log: its rates, and the mean of scales and prices.

        Parameters
        ----------
        rounds : Rounds
            As `osphg.from_log` returns them: the utility is a sum of saturating curves, one for
            each item.

        Returns
        -------
        Response

        Raises
        ------
        TypeError, ValueError
            For rounds with another utility.
        """
        checks.of_kind("rounds", rounds, Rounds, "be Rounds, held in memory")
        wanted = "be a saturating curve for each item, as from_log fits it, for a response"
        a = getattr(rounds.utility, "a", np.ones((1, 2)))
        is_separate = type(rounds.utility) is ConcaveOverModular and a.shape[0] == a.shape[1]
        is_separate = is_separate and not (a - np.diag(np.diag(a))).any()
        checks.must(is_separate, "rounds.utility", wanted, rounds.utility)
        utility: Any = rounds.utility
        return cls(np.diag(a), utility.weights.mean(0), rounds.prices.mean(0))

    @property
    def slopes_at_zero(self) -> FloatArray:
        """What the first unit of each bid is expected to reach, (n,)."""
        scale = np.zeros(len(self.rate)) if self.scale is None else self.scale
        return np.asarray(scale * np.where(self.rate > 0, self.rate, 1.0))

    def slopes_from_reach(self, bid: FloatArray, reach: FloatArray) -> FloatArray:
        """Return the slopes at 0 of the curves that reach so much at a bid.

        An item without a bid has not shown its curve: the expected one stands for it.

        Parameters
        ----------
        bid : FloatArray
            What was bid for each item, (n,).
        reach : FloatArray
            What it has reached, (n,).

        Returns
        -------
        FloatArray
            The slopes, (n,), in reach/bid.
        """
        has_bid = bid > 0
        x = np.where(has_bid, bid, 1.0)
        saturates = self.rate > 0
        k = np.where(saturates, self.rate, 1.0)
        units = np.where(saturates, -np.expm1(-k * x) / k, x)
        with np.errstate(over="ignore", divide="ignore"):  # a check of the caller's refuses these
            return np.where(has_bid, reach / units, self.slopes_at_zero)
