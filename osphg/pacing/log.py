"""A log of campaigns as rounds, with a utility fitted to it: reach that saturates, item by item."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize_scalar

from osphg import checks
from osphg.checks import FloatArray, checked, frozen, own_array, shown
from osphg.domains import Box, Domain, require_domain
from osphg.rounds import Rounds
from osphg.utilities import Utility

_LEAST, _MOST = 1e-3, 1e3  # of rate times the largest bid: all but linear, and all but a step


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
        checks.bounded("rate", self.rate, 1e70)
        with np.errstate(over="ignore"):
            steepest = self.scale * np.maximum(self.rate, 1.0) ** 2
        checks.bounded("scale, times rate squared,", steepest, checks.SQUARABLE)

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


def from_log(
    frame: Any,
    *,
    round: str = "round",  # noqa: A002
    item: str = "item",
    bid: str = "bid",
    spend: str = "spend",
    reach: str = "reach",
    budget: float | None = None,
    domain: Domain | None = None,
    utility: Utility | None = None,
    rate: float | ArrayLike | None = None,
) -> Rounds:
    """Return the rounds of a log, for a player to be tuned by, or to be played again.

    The price of an item is its spend over its bid, what one unit of bid has cost. The utility is
    one that was given, or fitted: f_t(x) = sum_i s_ti (1 - exp(-k_i x_i)), with k_i from least
    squares over all rounds of item i, and s_ti such that f_t agrees with what the log has seen in
    round t at the bid of that round. That is a model: it rests on one observation for each round
    and item, and reach that items share is counted twice. The names of the items go with them.

    Parameters
    ----------
    frame
        A pandas or polars DataFrame, an Arrow table, a mapping of columns, or an iterable of rows,
        mappings all.
    round, item, bid, spend, reach : str
        The names of the columns: a whole number, a name or number, and three numbers; `reach` may
        hold clicks or anything else that more bids increase. It is not read if there is a utility.
    budget : float, optional
        B_T; what the log has spent unless given.
    domain : Domain, optional
        X; from 0 to the largest bid of each item unless given.
    utility : Utility, optional
        f_1..f_T, if known better than by a fit.
    rate : float or array (n,), optional
        k_i, if it is known or cannot be fitted; in the order in which the items first appear.

    Raises
    ------
    TypeError, ValueError
        For a column that is not there, a value that is missing, negative or no number, two rows
        of one round and item, a round without one of the items, or a bid of 0, of which no price
        is known. The message names the row, from 1.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.from_log({
    ...     "round": [1, 1, 2, 2], "item": ["a", "b", "a", "b"], "bid": [0.5, 1.0, 1.0, 0.5],
    ...     "spend": [1.0, 3.0, 1.5, 2.0], "reach": [4.0, 9.0, 6.0, 7.0],
    ... })
    >>> rounds.names, rounds.prices.tolist(), rounds.budget
    (('a', 'b'), [[2.0, 3.0], [1.5, 4.0]], 7.5)
    >>> rounds.utility.value(0, [0.5, 1.0]).round(9)
    np.float64(13.0)
    """
    columns = _columns(frame, [round, item, bid, spend, *([] if utility is not None else [reach])])
    labels = [
        checks.integer(f"{round} in row {i}", value) for i, value in enumerate(columns[round], 1)
    ]
    items = [_item(f"{item} in row {i}", value) for i, value in enumerate(columns[item], 1)]
    names, first, T = tuple(dict.fromkeys(items)), min(labels), max(labels) - min(labels) + 1
    row_of: dict[tuple[int, str], int] = {}
    for i, key in enumerate(zip(labels, items, strict=True)):
        if row_of.setdefault(key, i) != i:
            raise ValueError(
                f"{item} must be there once in each {round}, got {key[1]!r} in {round} {key[0]} in"
                f" rows {row_of[key] + 1} and {i + 1}"
            )
    order: list[int] = []
    for t, name in ((t, name) for t in range(first, first + T) for name in names):
        if (t, name) not in row_of:
            raise ValueError(
                f"{item} must be there in each {round}, got no row of {name!r} in {round} {t}"
            )
        order.append(row_of[t, name])

    def numbers(column: str) -> FloatArray:
        entries = enumerate(columns[column], 1)
        given = [checks.non_negative_float(f"{column} in row {i}", value) for i, value in entries]
        return checks.bounded(column, np.array(given)[order].reshape(T, len(names)), 1e70)

    bids, money = numbers(bid), numbers(spend)
    if (bids == 0).any():
        i = order[int(np.argmax(bids.ravel() == 0))] + 1
        raise ValueError(f"{bid} in row {i} must be above 0 for its price to be known, got 0")
    with np.errstate(over="ignore"):
        prices = money / bids
        total = float(money.sum()) if budget is None else budget
    if budget is None and total == 0:
        raise ValueError(
            f"{spend} must be above 0 in some row, unless budget is given, got 0 in all"
        )
    X = Box(bids.max(0)) if domain is None else require_domain("domain", domain, len(names))
    if utility is None:
        utility = _fitted(names, bids, numbers(reach), rate)
    return Rounds(utility, prices, total, X, names)


def _fitted(
    names: tuple[str, ...], bids: FloatArray, reach: FloatArray, rate: float | ArrayLike | None
) -> SaturatingReach:
    """Return the model that agrees with every observation."""
    if rate is None:
        pairs = zip(names, bids.T, reach.T, strict=True)
        rates = np.array([_fitted_rate(name, b, r) for name, b, r in pairs])
    else:
        given = checks.real("rate", rate)
        rates = np.full(len(names), float(given)) if given.ndim == 0 else given
        rates = checks.array("rate", rates, (len(names),))
        if (rates <= 0).any():
            raise ValueError(f"rate must be above 0, got {rates.min():g}")
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        scale = reach / -np.expm1(-rates * bids)
    return SaturatingReach(scale, rates)


def _fitted_rate(name: str, bids: FloatArray, reach: FloatArray) -> float:
    """Return the rate of the least squares fit of a (1 - exp(-rate bid)) over all rounds, (T,)."""
    largest = float(bids.max())
    if float(bids.min()) == largest:
        raise ValueError(
            f"bid must vary for a saturation to be fitted, got {largest:g} in all rounds of item"
            f" {shown(name)}: give rate="
        )

    def without_a(log_rate: float) -> float:  # what the best a leaves, apart from a constant
        shape = -np.expm1(-np.exp(log_rate) / largest * bids)
        return -float((shape @ reach) ** 2 / (shape @ shape))

    limits = (np.log(_LEAST), np.log(_MOST))
    found = minimize_scalar(without_a, bounds=limits, method="bounded")
    return float(np.exp(found.x)) / largest


def _columns(frame: Any, wanted: list[str]) -> dict[str, list[Any]]:
    """Return columns as lists of one length, at least 1."""
    if not all(isinstance(name, str) for name in wanted):
        raise TypeError(f"round, item, bid, spend and reach must be text, got {shown(wanted)}")
    if isinstance(frame, Mapping):
        known = list(frame)
    elif not callable(
        getattr(frame, "columns", list)
    ):  # of pandas and polars; Arrow's are no names
        known = list(getattr(frame, "column_names", frame.columns))
    else:
        frame, known = _of_rows(frame, wanted), wanted
    if missing := [name for name in wanted if name not in known]:
        raise ValueError(f"frame must have a column {missing[0]!r}, got {shown(known)}")
    found = {name: _listed(frame[name]) for name in wanted}
    lengths = {len(column) for column in found.values()}
    if len(lengths) != 1 or 0 in lengths:
        raise ValueError(f"frame must have columns of one length, not 0, got {sorted(lengths)}")
    return found


def _of_rows(frame: Any, wanted: list[str]) -> dict[str, list[Any]]:
    if isinstance(frame, str | bytes | np.ndarray) or not isinstance(frame, Iterable):
        raise TypeError(
            f"frame must be a table: a DataFrame, columns or rows by name, got {shown(frame)}"
        )
    rows = list(frame)
    for i, row in enumerate(rows, 1):
        if not isinstance(row, Mapping) or any(name not in row for name in wanted):
            raise ValueError(f"frame must have {wanted} in each row, got {shown(row)} in row {i}")
    return {name: [row[name] for row in rows] for name in wanted}


def _listed(column: Any) -> list[Any]:
    """Return a column as a list: of pandas, polars, Arrow, NumPy, or any sequence."""
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, method):
            column = getattr(column, method)()
            break
    if isinstance(column, str) or not isinstance(column, Iterable):
        raise TypeError(f"frame must have columns of entries, got {shown(column)}")
    return list(column)


def _item(where: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int) or not str(value):
        raise TypeError(f"{where} must be a name or a number of an item, got {shown(value)}")
    return str(value)
