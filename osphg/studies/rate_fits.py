"""Exponents of regret and violation over T, and what they say of the claimed ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.experiments.results import Results
from osphg.metrics import Estimate, growth_exponent, mean
from osphg.studies.rates import (
    FAMILIES,
    FEEDBACKS,
    HALF,
    LEMMA,
    PUBLISHED,
    QUANTITIES,
    REGRET,
    VIOLATION,
    VIOLATION_BOUND,
    WEIGHTED,
)
from osphg.studies.tables import Table, samples
from osphg.systems.rates import RATES, Order, Sizes
from osphg.systems.rates import REGRET as CLAIMED_REGRET
from osphg.systems.rates import VIOLATION as CLAIMED_VIOLATION

_STEADY = {family.name for family in FAMILIES if family.steady}
_DECADE = 10.0 + 1e-9  # ratio of the largest T to the smallest that local slopes look at

NEGATIVE = "never positive"  # the bound holds trivially
FALLEN = "negative at last"  # at the largest T
UNSETTLED = "unsettled"  # positive, but not in all bootstrap samples
ONE_T = "needs two T"
BELOW, AT, ABOVE = "below", "as claimed", "steeper"


@dataclass(frozen=True, eq=False)
class Curve:
    """One quantity of one algorithm on one kind of game, for one eps.

    Attributes
    ----------
    game, feedback, quantity : str
    eps : float
    horizons, windows : (m,) arrays
        T, ascending, and W.
    values : (m, s) array
        For each T and seed; s = 1 where nothing is random.
    bounds : (m,) array
        The proven bound (mean over seeds); nan where there is none, which is for the
        (1-1/e)-regret of the published algorithm.
    """

    game: str
    feedback: str
    eps: float
    quantity: str
    horizons: FloatArray
    windows: FloatArray
    values: FloatArray
    bounds: FloatArray

    @property
    def claimed(self) -> FloatArray:
        """The claimed order at each T: sqrt(W T), for the violation W^(1/4) T^(3/4)."""
        of_T = self._order.power(Sizes())
        of_W = self._order.power(Sizes(w=1)) - of_T
        return np.asarray(self.windows**of_W * self.horizons**of_T)

    @property
    def claim(self) -> float:
        """The claimed exponent: 1 - eps/2, for the violation 1 - eps/4."""
        return self._order.power(Sizes(w=1 - self.eps))

    @property
    def proven(self) -> float | None:
        """The exponent of the upper bound that the book proves; None where there is none.

        The violation has 1 - eps/2 where the budget per round does not vanish.
        """
        if self.quantity == REGRET and self.feedback == PUBLISHED:
            return None
        if self.quantity == VIOLATION and self.game in _STEADY:
            return RATES["OSPHG"][CLAIMED_REGRET].order.power(Sizes(w=1 - self.eps))
        return self.claim

    @property
    def _order(self) -> Order:
        """What the paper claims; the 1/2-regret is held against the claim of the other."""
        quantity = CLAIMED_VIOLATION if self.quantity == VIOLATION else CLAIMED_REGRET
        return RATES["OSPHG"][quantity].order

    def last(self, count: int) -> Curve:
        """Return the part of the `count` largest T."""
        keep = slice(len(self.horizons) - count, None)
        return replace(
            self,
            horizons=self.horizons[keep],
            windows=self.windows[keep],
            values=self.values[keep],
            bounds=self.bounds[keep],
        )


@dataclass(frozen=True, eq=False)
class Growth:
    """What a curve says of its claim.

    Attributes
    ----------
    curve : Curve
    overall, local : Estimate or None
        The exponent over all T, and over the last decade; None where a mean is not positive (or
        not in all bootstrap samples), and where there is only one T.
    per_round : Estimate
        The value per round at the largest T; without chance, low = value = high.
    share : float
        Mean value over proven bound at the largest T; nan without a bound.
    verdict : str
        From the local exponent's interval, or from the signs.
    """

    curve: Curve
    overall: Estimate | None
    local: Estimate | None
    per_round: Estimate
    share: float
    verdict: str


def curves(results: Results) -> tuple[Curve, ...]:
    """Return the curves of a table of `osphg.studies.rates.measure`.

    Raises
    ------
    ValueError
        If a kind of game does not have equally many seeds at all T.
    """
    cells = samples(results, "eps", "feedback", "game", "quantity", "T")
    windows = {(str(row["eps"]), str(row["T"])): int(row["W"]) for row in results.rows}
    kinds = dict.fromkeys(key[:3] for key in cells)
    made = []
    for kind in sorted(kinds, key=lambda k: (float(k[0]), FEEDBACKS.index(k[1]))):
        eps, feedback, game = kind
        horizons = sorted({key[-1] for key in cells if key[:3] == kind}, key=int)
        for quantity in QUANTITIES:
            values = [cells[(*kind, quantity, T)] for T in horizons]
            if len({len(entry) for entry in values}) > 1:
                raise ValueError(f"{game} must have equally many seeds at all T")
            made.append(
                Curve(
                    game,
                    feedback,
                    float(eps),
                    quantity,
                    np.array(horizons, dtype=np.float64),
                    np.array([windows[eps, T] for T in horizons], dtype=np.float64),
                    checks.own(np.array(values)),
                    np.array([_bound(cells, kind, quantity, T) for T in horizons]),
                )
            )
    return tuple(made)


def _bound(
    cells: Mapping[tuple[str, ...], FloatArray], kind: tuple[str, ...], quantity: str, T: str
) -> float:
    if quantity == VIOLATION:
        return float(np.mean(cells[(*kind, VIOLATION_BOUND, T)]))
    lemma = float(np.mean(cells[(*kind, LEMMA, T)]))
    if kind[1] == WEIGHTED:  # of the (1-1/e)-regret, so of the smaller 1/2-regret too
        return lemma
    return lemma / 2 if quantity == HALF else np.nan


def growth(curve: Curve, *, seed: int, level: float = 0.95) -> Growth:
    """Return the exponents of a curve with bootstrap intervals over seeds, and the verdict.

    The verdict compares the local interval with the slope of the claimed order over the same T:
    that is the claim but for the rounding of W to whole rounds.

    Parameters
    ----------
    curve : Curve
    seed : int
        Of the bootstrap.
    level : float
        Coverage of the intervals, in (0, 1).

    Examples
    --------
    >>> from osphg.studies.rates import PUMP, measure
    >>> found = curves(measure([300, 1000, 3000], [1.0], range(3), [PUMP]))
    >>> [c.quantity for c in found[:3]]
    ['(1-1/e)-regret', '1/2-regret', 'violation']
    >>> late = growth(found[2], seed=0)
    >>> late.verdict, written(late.overall)
    ('steeper', '0.798 [0.770, 0.829]')
    """
    T, average = curve.horizons, curve.values.mean(1)
    late = curve.last(int((T >= T[-1] / _DECADE).sum()))
    overall, local = (_exponent(part, seed, level) for part in (curve, late))
    last = curve.values[-1] / T[-1]
    value = float(last[0])
    per_round = mean(last, level) if len(last) > 1 else Estimate(value, value, value, 1, level)
    share = float(average[-1] / curve.bounds[-1])
    return Growth(curve, overall, local, per_round, share, _verdict(curve, late, local))


def _exponent(curve: Curve, seed: int, level: float) -> Estimate | None:
    values = curve.values
    if len(values) < 2 or (values.mean(1) <= 0).any():
        return None
    if values.shape[1] == 1:  # no chance: the slope itself
        slope = _slope(curve.horizons, values[:, 0])
        return Estimate(slope, slope, slope, 1, level)
    try:
        return growth_exponent(curve.horizons, values, seed=seed, level=level)
    except ValueError:  # a bootstrap mean is not positive: the checks above leave no other reason
        return None


def _slope(T: FloatArray, values: FloatArray) -> float:
    return float(np.polyfit(np.log(T), np.log(values), 1)[0])


def _verdict(curve: Curve, late: Curve, local: Estimate | None) -> str:
    average = curve.values.mean(1)
    if (average <= 0).all():
        return NEGATIVE
    if average[-1] <= 0:
        return FALLEN
    if len(late.horizons) < 2:
        return ONE_T
    if local is None:
        lost = np.flatnonzero(average <= 0)
        first = curve.horizons[lost[-1] + 1] if lost.size else 0.0
        return f"positive from T = {first:,.0f} on" if first > late.horizons[0] else UNSETTLED
    claim = _slope(late.horizons, late.claimed)
    if local.low > claim:
        return ABOVE
    return BELOW if local.high < claim else AT


def steepest(growths: Iterable[Growth]) -> tuple[Growth, ...]:
    """Return, for each quantity, feedback and eps, the one with the largest local exponent.

    Where no game has a local exponent there is none.
    """
    best: dict[tuple[str, str, float], tuple[float, Growth]] = {}
    for found in growths:
        if found.local is None:
            continue
        key = (found.curve.quantity, found.curve.feedback, found.curve.eps)
        if key not in best or found.local.value > best[key][0]:
            best[key] = (found.local.value, found)
    return tuple(found for _, found in best.values())


def table(growths: Iterable[Growth], caption: str = "") -> Table:
    """Return one row for each growth: exponents, claimed, proven and measured, bound and verdict.

    The quantity has a column where there is more than one.
    """
    shown = list(growths)
    several = len({found.curve.quantity for found in shown}) > 1
    rows = []
    for found in shown:
        curve, value, bound = found.curve, found.per_round, found.curve.bounds[-1]
        rows.append(
            [
                curve.game,
                *([curve.quantity] if several else []),
                curve.feedback,
                f"{curve.eps:g}",
                found.verdict,
                f"{curve.claim:.4g}",
                "–" if curve.proven is None else f"{curve.proven:.4g}",
                *(written(estimate) for estimate in (found.overall, found.local)),
                f"{value:.2g}" if value.samples > 1 else f"{value.value:.2g}",
                *(
                    "–" if np.isnan(x) else f"{x:.2g}"
                    for x in (bound / curve.horizons[-1], found.share)
                ),
            ]
        )
    header = ["game", *(["quantity"] if several else []), "feedback", "eps", "verdict"]
    header += ["claim", "proven", "exponent", "last decade", "per round", "bound", "ratio"]
    return Table(header, rows, caption)


def written(estimate: Estimate | None) -> str:
    """Return an exponent as a text: with its interval, or a dash where there is none."""
    if estimate is None:
        return "–"
    return f"{estimate:.3f}" if estimate.samples > 1 else f"{estimate.value:.3f}"
