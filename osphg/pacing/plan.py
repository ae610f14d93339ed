"""What is known of a game before it is played, and which W and K suit it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import attrs
import numpy as np

from osphg import checks
from osphg.checks import checked, frozen, shown
from osphg.domains import Domain
from osphg.players import OSPHG
from osphg.rounds import Block, Game, as_domain
from osphg.studies import bounds
from osphg.studies.bounds import Bound

Amount = Any  # of money: a float for one budget, an array (m,) for several

_TRIED = 200  # windows between 1 and T, evenly spaced in their logarithms
_LONGEST = 1e18  # rounds that anybody is told to wait for


def budget_and_names(value: Any) -> tuple[Amount, tuple[str, ...] | None]:
    """Return a budget, a float or an array (m,) above 0, and the names that a mapping gives.

    Raises
    ------
    TypeError, ValueError
        For anything else.
    """
    names = None
    if isinstance(value, Mapping):
        if not all(isinstance(name, str) and name for name in value):
            raise TypeError(f"budget must have texts as names of the budgets, got {shown(value)}")
        names, value = tuple(value), list(value.values())
    elif not isinstance(value, list | tuple) and getattr(value, "ndim", 0) == 0:
        return checks.positive_float("budget", value), None
    amounts = checks.own(checks.array("budget", value, (None,)))
    for j, amount in enumerate(amounts.tolist()):
        checks.positive_float(f"budget[{j if names is None else repr(names[j])}]", amount)
    return amounts, names


def as_text(amount: Amount) -> str:
    """Return an amount, or several, as a message shows them."""
    return ", ".join(f"{part:g}" for part in np.ravel(amount))


def _budget(name: str, value: Any) -> Amount:
    return budget_and_names(value)[0]


def _constant(name: str, value: Any) -> float | None:
    return None if value is None else checks.non_negative_float(name, value)


def _minimum(name: str, value: Any) -> Any:
    return None if value is None else checks.own(checks.array(name, value, (None,)))


@frozen(repr=False)
class Plan(Game):
    """A game whose rounds are still to come: what a player is tuned by, and started with.

    Parameters
    ----------
    T : int
        The number of rounds, the horizon.
    budget : float, or array (m,), or mapping of names to floats
        B_T, the budget of all rounds together, or several; above 0.
    domain : Domain
        X, which must contain the origin.
    slope : float, optional
        beta_f: no gradient of f_t is longer, in units of f per unit of the decision.
    price : float, optional
        beta_p = beta_g: no price vector is longer, in units of the budget per unit of the decision.
        With several budgets: no P_t (m, n) stretches a vector by more, its largest singular value.
    spread : float, optional
        F: no two values of one f_t are further apart; beta_f R unless given, which bounds it.
    curvature : float, optional
        L, the smoothness constant of every f_t.
    least : array (n,), optional
        Minimum bids that are paid on top of every decision, from the same budget.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above; later, for a constant that was not given and is
        asked for, or rounds that are asked for.

    Examples
    --------
    >>> import osphg
    >>> plan = osphg.pacing.Plan(100, 50.0, osphg.Box.unit(2), slope=2.0, price=3.0)
    >>> osphg.OSPHG.tuned(plan, W=10).delta
    36.0
    """

    T: int = checked(checks.positive_int)
    budget: Any = checked(_budget)
    domain: Domain = checked(as_domain)
    slope: float | None = checked(_constant, default=None)
    price: float | None = checked(_constant, default=None)
    spread: float | None = checked(_constant, default=None)
    curvature: float | None = checked(_constant, default=None)
    least: Any = checked(_minimum, default=None)

    def __repr__(self) -> str:
        return f"Plan(T={self.T}, n={self.n}, budget={as_text(self.budget)}, domain={self.domain})"

    @property
    def allowance(self) -> Amount:
        """B_T / T, the budget of one round, or (m,) of several."""
        return self.budget / self.T

    @property
    def n(self) -> int:  # type: ignore[override]
        """The dimension of a decision."""
        return self.domain.n

    @property
    def beta_f(self) -> float:
        """The given beta_f."""
        return _given("beta_f", self.slope)

    @property
    def beta_g(self) -> float:
        """The given beta_p."""
        return _given("beta_p", self.price)

    @property
    def beta(self) -> float:
        """max(beta_f, beta_p)."""
        return max(self.beta_f, self.beta_g)

    @property
    def F(self) -> float:
        """The given F, or beta_f R."""
        return self.beta_f * self.R if self.spread is None else self.spread

    @property
    def G(self) -> float:
        """max(B_T/T, beta_p |upper + least| - B_T/T), which bounds every |g_t(x)|.

        With several budgets it bounds their lengths: |P_t x - b|^2 is convex in P_t x >= 0, hence
        largest at 0 or where |P_t x| = s is, and then at most s^2 - 2 s min b + |b|^2.
        """
        upper = self.domain.upper if self.least is None else self.domain.upper + self.least
        most = self.beta_g * float(np.linalg.norm(upper))
        b = self.allowance
        if np.ndim(b) == 0:
            return float(max(b, most - b))
        square = float(b @ b)
        return math.sqrt(max(square, most**2 - 2 * most * float(b.min()) + square))

    @property
    def L(self) -> float:
        """The given L."""
        return _given("L", self.curvature)

    def blocks(self) -> Iterator[Block]:
        """Refuse: no round is known yet."""
        raise ValueError(
            "rounds must be known in advance for that, prices and utilities: a plan has T, the"
            " budget, X and constants only"
        )


def _given(name: str, value: float | None) -> float:
    if value is None:
        raise TypeError(f"{name} must be given for a player to be tuned by it, got None")
    return value


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
    is within it too. The bound holds for every sequence of rounds with these constants, and is far
    above what usual ones show.

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
    >>> print(f"overspends by at most {found.violation / 2e6:.1%} of the budget")
    overspends by at most 34.3% of the budget
    """
    share = checks.positive_float("tolerance", tolerance)
    plan = Plan(horizon, checks.scale("budget", budget), domain, beta_f, beta_p, F, L)
    T = plan.T
    tried = np.unique(np.geomspace(1, T, min(T, _TRIED)).clip(max=2**62).round().astype(np.int64))
    fitting = [W for W in tried[tried <= T].tolist() if _without_K(plan, W) <= 0.8 * share * T]
    if not fitting:
        raise ValueError(
            f"tolerance must be larger for horizon = {T}, or the horizon longer, got {share:g}:"
            f" {_rounds_needed(plan, share)}"
        )
    W, beyond = fitting[-1], min(T, 2 * fitting[-1] + 1)
    while W < beyond:  # the last window that fits, up to the next that was tried
        middle = (W + beyond + 1) // 2
        fits = _without_K(plan, middle) <= 0.8 * share * T
        W, beyond = (middle, beyond) if fits else (W, middle - 1)
    left = share * T - _without_K(plan, W)
    least = plan.L * plan.R**2 * (T - W + 1) / (2 * left)
    if least > checks.MOST // plan.n:  # more are not held in memory
        raise ValueError(
            f"tolerance must be larger for L = {plan.L:g}, got {share:g}: it asks for"
            f" K = {least:.3g}"
        )
    K = max(1, math.ceil(least))
    player = OSPHG.tuned(plan, W, K, weighted=True)
    regret = bounds.regret_bound(plan, W, player)
    return Suggestion(W, K, regret, bounds.violation_bound(plan, W, player), player)


def _without_K(plan: Plan, W: int) -> float:
    """Return the bound without its last term, which falls with K; infinite where there is none."""
    if W * plan.T < 16 * plan.R**2:
        return math.inf
    terms = bounds.regret_bound(plan, W, OSPHG.tuned(plan, W, 1, weighted=True)).terms
    return math.fsum(value for _, value in terms[:-1])


def _rounds_needed(plan: Plan, share: float) -> str:
    """Return how many rounds W = 1 needs, with the same budget of a round."""
    T = float(plan.T)
    while T < _LONGEST:
        T *= 1.25
        longer = attrs.evolve(plan, T=math.ceil(T), budget=plan.allowance * math.ceil(T))
        if _without_K(longer, 1) <= 0.8 * share * longer.T:
            return f"W = 1 is within it from about {longer.T:.2g} rounds on"
    return "no horizon is long enough"
