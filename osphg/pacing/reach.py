"""A utility fitted to what a log has seen: reach that saturates, item by item."""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize_scalar

from osphg import checks
from osphg.checks import FloatArray, checked, frozen, own_array
from osphg.domains import Domain, require_domain

LEAST, MOST = 1e-3, 1e3  # of rate times the largest bid: all but linear, and all but a step


@frozen
class SaturatingReach:
    """f_t(x) = sum_i scale_ti (1 - exp(-rate_i x_i)): monotone, concave, separable, hence DR.

    What two items reach in common is counted twice: a log of each item's numbers does not show it.

    Parameters
    ----------
    scale : array (T, n)
        What an endless bid would reach, in units of f; not negative.
    rate : array (n,)
        How fast it is reached, in 1 over units of the bid; above 0.

    Raises
    ------
    TypeError, ValueError
        For arrays outside what is said above, and where numbers above 1e150 would be computed.

    Examples
    --------
    >>> import numpy as np
    >>> f = SaturatingReach(np.array([[10.0, 4.0]]), np.array([1.0, 2.0]))
    >>> float(f.value(0, np.array([0.5, 0.5])).round(3))
    6.463
    """

    scale: FloatArray = checked(own_array(None, None))
    rate: FloatArray = checked(own_array(None))

    def __attrs_post_init__(self) -> None:
        """Refuse what is negative, or does not fit together."""
        if self.scale.shape[1:] != self.rate.shape:
            raise ValueError(
                f"rate must have one entry per column of scale, {self.scale.shape[1]},"
                f" got {len(self.rate)}"
            )
        if (self.scale < 0).any() or (self.rate <= 0).any():
            raise ValueError(
                "scale must not be negative and rate above 0, got"
                f" {self.scale.min():g} and {self.rate.min():g}"
            )
        with np.errstate(over="ignore"):
            steepest = self.scale * self.rate
            bent = steepest * self.rate
        for name, value in (
            ("scale", self.scale), ("rate", self.rate), ("scale times rate", steepest),
            ("scale times rate squared", bent),
        ):  # fmt: skip
            checks.bounded(name, value, checks.SQUARABLE)

    @property
    def T(self) -> int:
        """The number of rounds."""
        return len(self.scale)

    @property
    def n(self) -> int:
        """The dimension of a decision."""
        return len(self.rate)

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f_t at each row of X (..., n): (...)."""
        return np.asarray(-np.expm1(-self.rate * X) @ self.scale[t])

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t at each row of X (..., n): (..., n)."""
        return np.asarray(self.scale[t] * self.rate * np.exp(-self.rate * X))

    def lipschitz(self, domain: Domain) -> float:
        """Return beta_f: the gradient is longest where all bids are lowest."""
        lowest = np.exp(-self.rate * require_domain("domain", domain, self.n).lower)
        return float(np.linalg.norm(self.scale * self.rate * lowest, axis=1).max())

    def smoothness(self, domain: Domain) -> float:
        """Return L, the largest second derivative, at the lowest bids."""
        lowest = np.exp(-self.rate * require_domain("domain", domain, self.n).lower)
        return float((self.scale * self.rate**2 * lowest).max())

    def range(self, domain: Domain) -> float:
        """Return a bound of F: all bids at their upper bounds against none."""
        return float((-np.expm1(-self.rate * domain.upper) * self.scale).sum(-1).max())


def fitted_rate(name: str, bids: FloatArray, reach: FloatArray) -> float:
    """Return the rate of the least squares fit of a (1 - exp(-rate bid)) over all rounds.

    Parameters
    ----------
    name : str
        Of the item, for the error.
    bids, reach : array (T,)
        What was bid, above 0, and what it reached.

    Raises
    ------
    ValueError
        For bids that are all alike: no saturation can be seen.
    """
    largest = float(bids.max())
    if float(bids.min()) == largest:
        raise ValueError(
            f"bid must vary for a saturation to be fitted, got {largest:g} in all rounds of item"
            f" {checks.shown(name)}: give rate="
        )

    def left(log_rate: float) -> float:
        shape = -np.expm1(-np.exp(log_rate) / largest * bids)
        return -float((shape @ reach) ** 2 / (shape @ shape))

    found = minimize_scalar(left, bounds=(np.log(LEAST), np.log(MOST)), method="bounded")
    return float(np.exp(found.x)) / largest
