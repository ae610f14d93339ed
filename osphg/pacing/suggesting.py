"""Which W and K suit a horizon and a tolerance, by the theorem's bound with all its constants."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from osphg import checks
from osphg.domains import Domain
from osphg.pacing.plan import Plan
from osphg.players import OSPHG
from osphg.studies import bounds
from osphg.studies.bounds import Bound

_TRIED = 200  # windows between 1 and T, evenly spaced in their logarithms
_LONGEST = 1e18  # rounds that anybody is told to wait for
_LARGEST = 1e70  # of a constant, so that its powers are finite


@dataclass(frozen=True)
class Suggestion:
    """A window, a number of oracles, and what is proven for them.

    Attributes
    ----------
    W, K : int
        For `OSPHG.tuned(plan, W, K, weighted=True)`.
    regret : Bound
        Theorem 4.1 as repaired: what the (1-1/e)-regret of all T rounds is at most, term by term.
    violation : float
        Theorem 4.2 as repaired: what the total violation is at most, in units of the budget.
    player : OSPHG
        It, tuned for W and K.

    Examples
    --------
    >>> import osphg
    >>> found = osphg.pacing.suggest(
    ...     horizon=10**6, tolerance=0.5, domain=osphg.Box.unit(2), budget=2e6,
    ...     beta_f=1.5, beta_p=5.7, L=2.0, F=1.5,
    ... )
    >>> isinstance(found, osphg.pacing.Suggestion), found.player.K == found.K
    (True, True)
    >>> print(f"overspends by at most {found.violation / 2e6:.1%} of the budget")
    overspends by at most 34.3% of the budget
    """

    W: int
    K: int
    regret: Bound
    violation: float
    player: OSPHG


def suggest(
    *,
    horizon: int,
    tolerance: float,
    domain: Domain,
    budget: float,
    beta_f: float,
    beta_p: float,
    L: float,
    F: float | None = None,
) -> Suggestion:
    """Return a window whose regret is proven to be within a tolerance, and the least K for it.

    A larger window is a stronger benchmark: it may spend unevenly within W rounds. What it costs
    grows with sqrt(W T). K removes L R^2/(2 K) per round and costs K gradients. W is the largest
    that leaves at least a fifth of the tolerance for that; with more oracles a somewhat larger one
    is within it too. The bound holds for every sequence of
    rounds with these constants, and is far above what usual ones show.

    Parameters
    ----------
    horizon : int
        T.
    tolerance : float
        What the (1-1/e)-regret may be per round, in units of f; above 0.
    domain, budget
        X and B_T.
    beta_f, beta_p, L, F : float
        The constants of the game, as in `osphg.pacing.Plan`.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above, or a tolerance that no window reaches: the
        message says how many rounds would do for W = 1 at the same budget of a round.

    Examples
    --------
    >>> import osphg
    >>> found = osphg.pacing.suggest(
    ...     horizon=10**6, tolerance=0.5, domain=osphg.Box.unit(2), budget=2e6,
    ...     beta_f=1.5, beta_p=5.7, L=2.0, F=1.5,
    ... )
    >>> found.W, found.K, found.regret.total <= 0.5e6
    (205, 20, True)
    """
    T = checks.positive_int("horizon", horizon)
    share = checks.positive_float("tolerance", tolerance)
    money = checks.scale("budget", budget)
    for name, value in (("beta_f", beta_f), ("beta_p", beta_p), ("L", L), ("F", F)):
        if checks.non_negative_float(name, 0.0 if value is None else value) > _LARGEST:
            raise ValueError(f"{name} must be at most {_LARGEST:g}, got {value:g}")
    plan = Plan(T, money, domain, beta_f, beta_p, F, L)
    tried = np.unique(np.geomspace(1, T, min(T, _TRIED)).clip(max=2**62).round().astype(np.int64))
    tried = tried[tried <= T]
    fitting = [int(W) for W in tried if _apart_from_K(plan, int(W)) <= 0.8 * share * T]
    if not fitting:
        raise ValueError(
            f"tolerance must be larger for horizon = {T}, or the horizon longer, got {share:g}:"
            f" {_needed(plan, share)}"
        )
    W = _last(plan, fitting[-1], share)
    left = share * T - _apart_from_K(plan, W)
    K = max(1, math.ceil(plan.L * plan.R**2 * (T - W + 1) / (2 * left)))
    if K > checks.MOST // plan.n:  # more are not held in memory
        raise ValueError(
            f"tolerance must be larger for L = {plan.L:g}, got {share:g}: it asks for K = {K:.3g}"
        )
    player = OSPHG.tuned(plan, W, K, weighted=True)
    regret = bounds.regret_bound(plan, W, player)
    return Suggestion(W, K, regret, bounds.violation_bound(plan, W, player), player)


def _apart_from_K(plan: Plan, W: int) -> float:
    """Return the bound without its last term, which falls with K; infinite where there is none."""
    if W * plan.T < 16 * plan.R**2:
        return math.inf
    terms: Any = bounds.regret_bound(plan, W, OSPHG.tuned(plan, W, 1, weighted=True)).terms
    return math.fsum(value for _, value in terms[:-1])


def _last(plan: Plan, W: int, share: float) -> int:
    """Return the last window from W on, up to the next that was tried, that fits."""
    low, high = W, min(plan.T, 2 * W + 1)
    while low < high:
        middle = (low + high + 1) // 2
        fits = _apart_from_K(plan, middle) <= 0.8 * share * plan.T
        low, high = (middle, high) if fits else (low, middle - 1)
    return low


def _needed(plan: Plan, share: float) -> str:
    """Return how many rounds W = 1 needs, with the same budget of a round."""
    T = float(plan.T)
    while T < _LONGEST:
        T *= 1.25
        longer = Plan(
            math.ceil(T), plan.allowance * math.ceil(T), plan.domain,
            plan.beta_f, plan.beta_g, plan.F, plan.L,
        )  # fmt: skip
        if _apart_from_K(longer, 1) <= 0.8 * share * longer.T:
            return f"W = 1 is within it from about {longer.T:.2g} rounds on"
    return "no horizon is long enough"
