"""What is known of a game before its first round: T, the budget, X and bounds of its constants."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.budgets import amount_text, in_each, require_allowance, require_budget, require_every
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.rounds import Block, Game, domain_above, least_point, require_decision_set


def _missing_constant(name: str) -> Any:
    """Return a property that refuses to answer, for a constant that a plan may not have.

    It is a cached property: Python looks for such a name among the plan's own attributes first. So
    a constant that the plan was given, and has put there, is returned, and nothing is refused.
    `name` is the parameter that the error asks for.
    """

    def refuse(self: Plan) -> float:
        """Raise the ValueError that says which constant the plan was not given."""
        raise ValueError(f"{name} must be given to the plan for that, got None")

    return cached_property(refuse)


class Plan(Game):
    """A game whose rounds are still to come: what a player is tuned by, and started with.

    A player's `tuned` asks a game for its constants. Before the first round nobody can compute
    them; a plan has the bounds that its maker knows.

    Parameters
    ----------
    T : int
        The number of rounds.
    budget : float, array (m,) or mapping
        B_T, the money for all T rounds, above 0; several budgets as an array or by name.
    domain : Domain
        X. It contains the origin, or is a Box or a Polytope with minimum bids, lower bounds above
        0: the plan is then that of the bids above the minimum (`osphg.Rounds.above_minimum`).
    beta_f : float, optional
        No gradient of f_t is longer.
    beta_p : float, optional
        No price vector p_t is longer; with several budgets no P_t (m, n) has a larger singular
        value.
    F : float, optional
        No two values of one f_t are further apart; beta_f R unless given.
    L : float, optional
        The smoothness constant of every f_t.
    every : sequence of int, or mapping, optional
        Of several budgets, the rounds after which each begins anew, as a cap of a day, or None for
        one of all T rounds. Its budget is that of all its periods together.
    allowance : array_like, optional
        b_t, the money for each round, (T,), with several budgets (T, m): not negative, with the sum
        B_T, as in the shape of a season. Unless given it is B_T/T in every round. Not with `every`.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described. ValueError later, when a constant is asked for
        that was not given.

    Examples
    --------
    >>> import osphg
    >>> plan = osphg.pacing.Plan(100, 50.0, osphg.Box.unit(2), beta_f=2.0, beta_p=3.0)
    >>> osphg.OSPHG.tuned(plan, W=10).delta
    36.0
    """

    def __init__(
        self,
        T: int,
        budget: float | ArrayLike | Mapping[str, float],
        domain: Domain,
        *,
        beta_f: float | None = None,
        beta_p: float | None = None,
        F: float | None = None,
        L: float | None = None,
        every: Sequence[int | None] | Mapping[str, int] | None = None,
        allowance: ArrayLike | None = None,
    ) -> None:
        self.T = checks.positive_int("T", T)
        self.budget, self.budget_names = require_budget(budget)
        self.every = require_every(every, self.budget, self.budget_names, self.T)
        self._allowance = require_allowance(allowance, self.budget, self.every, self.T)
        self.minimum = least_point(require_decision_set("domain", domain))
        if self.minimum.any():
            domain = domain_above(domain, self.minimum)
        self.domain = domain
        given = {"beta_f": beta_f, "beta_p": beta_p, "F": F, "L": L}
        known = {
            name: checks.non_negative_float(name, value)
            for name, value in given.items()
            if value is not None
        }
        if "beta_f" in known:  # F is beta_f R, unless F itself was given
            known = {"F": known["beta_f"] * self.R, **known}
        if "beta_p" in known:
            known["beta_g"] = known.pop("beta_p")  # as a game calls it
        # The constants of these names below are cached properties, which refuse to answer. Python
        # looks among a plan's own attributes before it asks a cached property, and so finds those
        # given here.
        vars(self).update(known)

    beta_f = _missing_constant("beta_f")
    beta_g = _missing_constant("beta_p")
    F = _missing_constant("F or beta_f")
    L = _missing_constant("L")

    @cached_property
    def longest_price(self) -> Any:
        """beta_p, which bounds the length of a price of every budget; for several an array (m,)."""
        return in_each(self.beta_g, self.budget)

    def __repr__(self) -> str:
        """Write T, n, the budget and the domain; the constants are left out."""
        budget = amount_text(self.budget)
        return f"Plan(T={self.T}, n={self.n}, budget={budget}, domain={self.domain})"

    @property
    def counted_from(self) -> FloatArray:
        """The minimum bids, from which decisions of the plan are counted, (n,)."""
        return self.minimum

    @property
    def above_minimum(self) -> Plan:
        """The plan itself, which is that of the bids above the minimum."""
        return self

    @property
    def G(self) -> float:
        """`max(B_T/T, beta_p |x| - B_T/T)` at the largest bids x, a bound of every `|g_t(x)|`.

        A round saves B_T/T at most, where nothing is spent, and overspends beta_p `|x|` - B_T/T at
        most; of allowances b_t that differ it saves max b_t, and overspends beta_p `|x|` - min b_t.
        With several budgets g_t(x) = P_t x - b, where b is the allowance of one round in each,
        (m,). `|P_t x - b|^2` is convex in P_t x >= 0: it is largest at 0, or where s = `|P_t x|` is
        largest (`most_spend` in the code), and there it is at most `s^2 - 2 s min b + |b|^2`.
        """
        most_spend = self.beta_g * float(np.linalg.norm(self.domain.upper + self.minimum))
        if not self.has_several_budgets:
            return float(max(self.largest_allowance, most_spend - np.min(self.allowance)))
        largest = 0.0
        for b in np.atleast_2d(self.allowance):  # a row for each round, or one for all
            square = float(b @ b)
            dearest = most_spend**2 - 2 * most_spend * float(b.min()) + square
            largest = max(largest, square, dearest)
        return math.sqrt(largest)

    def blocks(self) -> Iterator[Block]:
        """Raise a ValueError: a plan has no rounds, since none is known yet."""
        reason = "a plan has T, the budget, X and constants only"
        raise ValueError(f"rounds must be known in advance for that: {reason}")
