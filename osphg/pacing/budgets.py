"""Several budgets at once: what is counted of each, and a player with a multiplier for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, shown
from osphg.multiplier import Multiplier
from osphg.ordered import dot
from osphg.pacing.told import Told
from osphg.players import Feedback, Player
from osphg.rounds import Game

Amount = Any  # a float for one budget; an array (m,) for several


def amounts(name: str, value: Any) -> tuple[Amount, tuple[str, ...] | None]:
    """Return what is above 0, a float or an array (m,), and the names that a mapping gives.

    Raises
    ------
    TypeError, ValueError
        For anything else.
    """
    several = isinstance(value, list | tuple | Mapping)
    if not several and getattr(value, "ndim", 0) == 0:
        return checks.positive_float(name, value), None
    if several and not value:
        raise ValueError(f"{name} must have an amount for at least one budget, got {shown(value)}")
    if not isinstance(value, Mapping):
        found = checks.array(name, value, (None,)).tolist()
        parts = [checks.positive_float(f"{name}[{j}]", part) for j, part in enumerate(found)]
        return checks.own(np.array(parts)), None
    if not all(isinstance(key, str) and key for key in value):
        raise TypeError(f"{name} must have texts as names of the budgets, got {shown(value)}")
    parts = [checks.positive_float(f"{name}[{shown(key)}]", part) for key, part in value.items()]
    return checks.own(np.array(parts)), tuple(str(key) for key in value)


def cost(price: FloatArray, x: FloatArray) -> Amount:
    """Return <p, x> for a price (n,), and for each row of prices (m, n) its own, (m,)."""
    return dot(price, x) if price.ndim == 1 else np.array([dot(row, x) for row in price])


def text(amount: Amount) -> str:
    """Return an amount, or several, as a message shows them."""
    return ", ".join(f"{part:g}" for part in np.ravel(amount))


@dataclass(frozen=True)
class Money:
    """How many budgets there are, and their names."""

    shape: tuple[int, ...]  # () for one number; (m,) for several budgets, or an array of one
    names: tuple[str, ...] | None

    @classmethod
    def of(cls, budget: Any) -> tuple[Money, Amount]:
        """Return it, and the budget as an amount; TypeError or ValueError as `amounts`."""
        amount, names = amounts("budget", budget)
        return cls(np.shape(amount), names), amount

    def same(self, budget: Any) -> Amount:
        """Return another budget of the same kind; TypeError or ValueError for anything else."""
        other, amount = self.of(budget)
        if other != self:
            kind = self.names or (f"{self.shape[0]} amounts" if self.shape else "one number")
            raise ValueError(f"budget must be as before, {kind}, got {shown(budget)}")
        return amount

    def zero(self) -> Amount:
        """Return nothing."""
        return np.zeros(self.shape) if self.shape else 0.0

    def said(self, amount: Amount) -> Any:
        """Return an amount as a reader is told it: by the budgets' names, if they have any."""
        if self.names is not None:
            return dict(zip(self.names, amount.tolist(), strict=True))
        return amount.copy() if self.shape else amount

    def line(self, spent: Amount, budget: Amount) -> str:
        """Return what was spent of what."""
        names = self.names or ("",) * np.size(budget)
        parts = zip(np.ravel(spent), np.ravel(budget), names, strict=True)
        return ", ".join(f"{one:.4g} of {all_:.4g} {name}".rstrip() for one, all_, name in parts)

    def rows(self, name: str, value: Any, n: int) -> FloatArray:
        """Return prices (n,), or a row for each budget (m, n), which may come by their names.

        Raises
        ------
        TypeError, ValueError
            For another shape, other names, or a price below 0.
        """
        if self.names is not None and isinstance(value, Mapping):
            if set(value) != set(self.names):
                raise ValueError(f"{name} must be of the budgets {self.names}, got {shown(value)}")
            value = [value[key] for key in self.names]
        p = checks.array(name, value, (*self.shape, n))
        if p.min() < 0:
            at = tuple(int(i) for i in np.unravel_index(int(p.argmin()), p.shape))
            raise ValueError(
                f"{name} must not be negative, got {p[at]:g} at {name}{list(at)} (nor is a minimum"
                " spend one of the constraints that the theorems are about)"
            )
        return p

    def player(self, player: Player) -> Player:
        """Return the player that plays: with several budgets, one that has a multiplier of each.

        Raises
        ------
        ValueError
            With several budgets, for a player whose multiplier cannot be many.
        """
        return SeveralBudgets(require_many(player), self.shape[0]) if self.shape else player


@runtime_checkable
class Learning(Protocol):
    """A player whose oracles step apart from its multiplier, so that there may be many of it."""

    @property
    def dual(self) -> Multiplier:
        """The step of lambda."""
        ...

    def learn(self, state: Any, feedback: Feedback, priced: FloatArray) -> Any:
        """Return the state after the oracles' step, lambda_t p_t being `priced` (n,)."""
        ...


def require_many(player: Any) -> Any:
    """Return a player, or a class of players, that can have many multipliers; or ValueError."""
    if not (hasattr(player, "learn") and hasattr(player, "dual")):
        raise ValueError(
            "player must be OSPHG or BoostedOSPHG for several budgets (or have learn and dual as"
            f" they do), got {shown(player)}"
        )
    return player


class SeveralState(NamedTuple):
    """The state before a round."""

    learners: Any  # the player's state, whose own multiplier stays lambda_1
    multipliers: FloatArray  # lambda_t, (m,)


@dataclass(frozen=True)
class SeveralBudgets:
    """A player of one budget with m of them: P_t (m, n) for p_t, and lambda_t in R^m.

    Its oracles are paid along grad f_t - P_t' lambda_t, and
    lambda_{t+1} = [(1 - delta mu^2) lambda_t + mu g_t(x_t)]_+ in each component, with
    g_t(x) = P_t x - B/T. The proofs for one budget, with the lengths of vectors for sizes of
    numbers:

    - Cauchy-Schwarz: |P_t' lambda| <= beta |lambda| and |g_t(x)| <= G take the place of
      |lambda p_t| <= beta lambda and |g_t(x)| <= G; beta >= beta_f as before.
    - |[y]_+ - [z]_+| <= |y - z|: hence |lambda_{t+1}| <= (1 - delta mu^2) |lambda_t| + mu G, and
      |lambda_t| <= mu G (t - 1) and |lambda_t| <= G/(delta mu) (Lemma 4.1). Also
      |lambda_{t+1} - lambda_t| <= delta mu^2 |lambda_t| + mu G <= 2 mu G, so that for x* <lambda_t,
      g_{t+s}> takes the place of <lambda_{t+s}, g_{t+s}> at a cost of at most 2 mu G^2 s. The sum
      over a window is at most mu G^2 W (W-1) (Lemma 4.2), as x* keeps each budget in each window.
    - The dual inequality of each lambda_j, summed over j: sum_j (g_j - delta mu lambda_j)^2 is
      |g - delta mu lambda|^2 <= 2 G^2 + 2 delta^2 mu^2 |lambda|^2, and the rest are squares that
      add up to |lambda|^2.
    - |w grad f - P' lambda|^2 <= 2 beta^2 + 2 beta^2 |lambda|^2.

    Lemma 4.3 follows, for any comparator ell in R^m with ell >= 0, with ell^2 for |ell|^2; Theorem
    4.1 with ell = 0. With ell = [C]_+/d, where C = sum_t g_t(x_t) and d = delta mu T + 2/mu,
    <ell, C> - d |ell|^2/2 = |[C]_+|^2/(2 d): Theorem 4.2 bounds |[C]_+|, hence each C_j. The kernel
    has checked the latter against the decision 0, for OSPHG (`osphg.proofs.paper.several`); the
    rest is derived here only.
    """

    inner: Any
    m: int

    def init(self, game: Game) -> SeveralState:
        """Return the state before round 1: every component of lambda_1 is the player's."""
        state = self.inner.init(game)
        return SeveralState(state, np.full(self.m, self.inner.multiplier(state)))

    def decide(self, state: SeveralState) -> FloatArray:
        """Return x_t, (n,)."""
        return np.asarray(self.inner.decide(state.learners))

    def update(self, state: SeveralState, feedback: Feedback) -> SeveralState:
        """Step the oracles by what all budgets price, and each multiplier by its own."""
        t, x, f, P, over = (
            feedback.t, feedback.x, feedback.utility, feedback.price, feedback.violation,
        )  # fmt: skip
        priced = (state.multipliers[:, np.newaxis] * P).sum(0)
        learners = self.inner.learn(state.learners, Told(t, x, f, P, over), priced)
        pairs = zip(state.multipliers.tolist(), np.ravel(over).tolist(), strict=True)
        after = self.inner.dual.after
        return SeveralState(learners, np.array([after(one, more) for one, more in pairs]))

    def multiplier(self, state: SeveralState) -> float:
        """Return the largest component of lambda_t."""
        return float(state.multipliers.max())
