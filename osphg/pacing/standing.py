"""Where a pacer stands: the round, the player's state, and the money."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, shown
from osphg.pacing.budgets import Amount, Money, text
from osphg.pacing.cap import Cap
from osphg.pacing.plan import Plan
from osphg.pacing.stepping import decision
from osphg.pacing.told import asked
from osphg.players import Player


class Waiting(NamedTuple):
    """A round that was decided, and of which nothing is known yet."""

    x: FloatArray  # what the player decided, counted from the minimum, (n,)
    given: FloatArray  # what was bid, (n,)
    points: FloatArray  # where the player asks for gradients, (m, n)
    values: bool  # or for values
    allowance: Amount


class Standing:
    """The round, the player's state and the money of a `Pacer`, and how they change."""

    def __init__(
        self,
        player: Player,
        plan: Plan,
        money: Money,
        shift: FloatArray | None,
        cap: Cap | None,
        names: tuple[str, ...] | None,
    ) -> None:
        self._plan, self._shift, self._cap = plan, shift, cap
        self._money, self._playing = money, money.player(player)
        self.player, self.names = player, names
        self._allowance = plan.allowance
        self._since = (
            0,
            money.zero(),
        )  # the round that it holds from, and what those before were allowed
        self._t = 0
        self._spent, self._over = money.zero(), money.zero()
        self._waiting: dict[int, Waiting] = {}
        self._given: FloatArray | None = None  # the decision of this round, once it was asked for
        self._fixed: Waiting | None = None  # this round, where an earlier one has moved the player
        with np.errstate(all="ignore"):
            self._state: Any = self._playing.init(plan)
            self._x = decision(self._playing, self._state, plan.domain)
        if shift is not None and hasattr(self._state, "allowance"):
            raise ValueError(
                "domain must have no minimum bids (lower bounds above 0) for a player that keeps"
                f" B_T/T in its state, got {shown(player)}"
            )

    @property
    def horizon(self) -> int:
        """T."""
        return self._plan.T

    @property
    def budget(self) -> Any:
        """B_T: a float; with several budgets an array (m,), or by their names if they have any.

        So are `allowance`, `spent`, `violation` and `multiplier`.
        """
        return self._money.said(self._plan.budget)

    @property
    def allowance(self) -> Any:
        """What a round may cost on average: B_T/T, or what `change` made of it."""
        return self._money.said(self._allowance)

    @property
    def round(self) -> int:
        """The round that is next to be decided or observed, from 1; T + 1 after the last."""
        return self._t + 1

    @property
    def over(self) -> bool:
        """Whether all T rounds are behind."""
        return self._t >= self.horizon

    @property
    def decided(self) -> bool:
        """Whether this round was decided, and neither observed nor skipped."""
        return self._given is not None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The rounds that were skipped and not yet observed."""
        return tuple(t + 1 for t in self._waiting)

    @property
    def spent(self) -> Any:
        """sum_t <p_t, x_t> over the rounds observed."""
        return self._money.said(self._spent)

    @property
    def violation(self) -> Any:
        """sum_t (<p_t, x_t> - allowance of round t) over the rounds observed."""
        return self._money.said(self._over)

    @property
    def multiplier(self) -> Any:
        """lambda_t of this round, in units of f per unit of the budget."""
        if self._money.shape:
            return self._money.said(self._state.multipliers)
        return float(self._playing.multiplier(self._state))

    @property
    def points(self) -> FloatArray:
        """Where the player asks for the gradient of f_t in this round, or for values, (m, n)."""
        if self._fixed is not None:
            return self._moved(self._fixed.points)
        return self._moved(asked(self._playing, self._state, self._t, self._x).points)

    def points_of(self, round: int) -> FloatArray:  # noqa: A002
        """Return the points (m, n) of a round that waits; ValueError if it does not."""
        late = self._waiting.get(checks.positive_int("round", round, self.horizon) - 1)
        if late is None:
            raise ValueError(f"round must be one that waits, of {self.waiting}, got {round}")
        return self._moved(late.points)

    def _moved(self, points: FloatArray) -> FloatArray:
        return points.copy() if self._shift is None else points + self._shift

    def decide(self) -> FloatArray:
        """Return x_t, (n,): the same however often it is asked for.

        Raises
        ------
        ValueError
            After the last round.
        """
        if self.over:
            raise ValueError(
                f"horizon must be extended by change(horizon=...) for another decision, all"
                f" {self.horizon} rounds are over"
            )
        if self._given is None:
            self._given = self._capped(self._x)
        return self._given.copy()

    def bids(self) -> dict[str, float]:
        """Return `decide()` by the names of the items; ValueError without names."""
        if self.names is None:
            raise ValueError("names must be given to the pacer for bids by name, got None")
        return dict(zip(self.names, self.decide().tolist(), strict=True))

    def skip(self) -> None:
        """Go on to the next round without an observation of this one; `observe` may bring it later.

        Raises
        ------
        ValueError
            For a round that was not decided.
        """
        if self._given is None:
            raise ValueError(self._out_of_turn(self._t))
        self._waiting[self._t] = self._as_decided(self._given)
        self._t, self._given, self._fixed = self._t + 1, None, None

    def _as_decided(self, given: FloatArray) -> Waiting:
        """Return this round as it was when it was decided."""
        if self._fixed is not None:
            return self._fixed
        question = asked(self._playing, self._state, self._t, self._x)
        return Waiting(self._x, given, *question, self._allowance)

    def _fixed_before(self, t: int) -> Waiting | None:
        """Return this round as it was decided, if it was, before round t moves the player."""
        if self._given is None:
            return None
        fixed = self._as_decided(self._given)
        if fixed.values:  # where the player asks for them moves with its state
            raise ValueError(
                f"round {t + 1} must wait until round {self.round}, which is decided, is observed"
                " or skipped: this player asks for values"
            )
        return fixed

    def change(self, *, budget: Any = None, horizon: int | None = None) -> None:
        """Set another budget or horizon, between two rounds.

        The rounds to come share evenly what the new budget leaves beside the allowances of those
        before, so that all allowances still add up to B_T. The player keeps its steps. Its theorems
        hold for constraints <p_t, x> - b_t with any b_t, for the benchmark that keeps them in
        windows; G is then the larger one. They are tuned for the old T: where a bound is
        R^2/mu + c mu T, with mu for T, it is (1 + s)/(2 sqrt(s)) times the best one for s T rounds.

        Raises
        ------
        TypeError, ValueError
            While a round is decided and not observed; for a horizon that is over, a budget that
            leaves nothing, or a player that keeps B_T/T in its state.
        """
        if self._given is not None:
            raise ValueError(f"round {self.round} must be observed or skipped before a change")
        if hasattr(self._state, "allowance"):
            raise ValueError(
                "player must not keep B_T/T in its state for it to change,"
                f" got {shown(self.player)}"
            )
        T = self.horizon if horizon is None else checks.positive_int("horizon", horizon)
        total = self._plan.budget if budget is None else self._money.same(budget)
        if self._t >= T:
            raise ValueError(f"horizon must be more than the {self._t} rounds so far, got {T}")
        start, before = self._since
        allowed = before + (self._t - start) * self._allowance
        left = total - allowed
        if np.any(left <= 0):
            raise ValueError(
                f"budget must be more than the {text(allowed)} that the {self._t} rounds so far"
                f" were allowed, got {text(total)}; for less, begin a new Pacer with what is left"
            )
        plan = Plan(T, total, self._plan.domain)
        if self._cap is not None:
            self._cap.require(plan, self._shift, self._t, self._committed())
        self._playing.init(plan)  # it may refuse such a budget, as it would when loaded
        self._plan, self._since, self._allowance = plan, (self._t, allowed), left / (T - self._t)

    def _pay(self, spend: Amount, allowance: Amount) -> None:
        """Count what a round has cost, and by how much that is over what it was allowed."""
        self._spent, self._over = self._spent + spend, self._over + (spend - allowance)

    def _capped(self, x: FloatArray) -> FloatArray:
        """Return what is bid where the player decides x."""
        if self._cap is not None:
            left = self._cap.left(self._plan, self._shift, self._t, self._committed())
            x = self._cap.scaled(x, self._shift, left)
        return x if self._shift is None else x + self._shift

    def _committed(self) -> Amount:
        """Return what was spent, and what the rounds that wait may cost at most."""
        assert self._cap is not None
        return self._cap.committed(self._spent, (late.given for late in self._waiting.values()))

    def _kept(self) -> dict[str, Any]:
        """Return what a file has beside player, domain and state."""
        return {
            "options": {
                "budget": self.budget, "horizon": self.horizon, "names": self.names,
            },
            "price_bound": None if self._cap is None else self._cap.bound,
            "standing": (self._allowance, *self._since, self._t, self._spent, self._over),
            "waiting": [(t, *late) for t, late in self._waiting.items()],
            "given": self._given if self._fixed is None else tuple(self._fixed),
        }  # fmt: skip

    def _out_of_turn(self, t: int) -> str:
        """Return what is wrong with an observation of round t."""
        if 0 <= t < self._t:
            return f"round {t + 1} was observed already, and cannot be again"
        if t == self._t and not self.over:
            return f"round {t + 1} must be decided before it is observed: decide() first"
        last = f"round {self.round}" if not self.over else f"the last, round {self.horizon}"
        return f"round must be at most this one, {last}, got {t + 1}"
