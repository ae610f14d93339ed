"""A player in the middle of a game: it decides, is told what came of it, and can be kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, shown
from osphg.domains import Domain
from osphg.pacing import keeping
from osphg.pacing.budgets import Money, cost, require_many
from osphg.pacing.cap import Cap
from osphg.pacing.plan import Plan
from osphg.pacing.standing import Standing, Waiting
from osphg.pacing.stepping import Seen, after, decision, minimum, observed, value_at
from osphg.pacing.told import Question, Told, asked
from osphg.players import Feedback, Player
from osphg.rounds import as_names as checked_names
from osphg.utilities import Objective


class Pacer(Standing):
    """A player, round by round: `decide`, then `observe`.

    The numbers are those of `osphg.play(player, rounds, compiled=False)`, bit for bit, also when
    the pacer is saved and loaded between any two steps. Rounds are counted from 1.

    What a round may bring, and what the theorems say then:

    - price and gradient: the round is one of the game.
    - a price alone: money was spent, the utility was not seen. The round is played as f_t = 0,
      which the theorems allow; against true utilities f_t >= 0 each costs at most F more.
    - a gradient alone is refused: no theorem speaks of money that nobody counts. If nothing was
      spent, the price is zeros.
    - nothing yet, `skip`: the player stays where it is. Told later (`round=`), it steps from where
      it is then, along the gradient at the points of that round, with the multiplier of its arrival
      and the violation of that round; so it does in a round that was decided before. For gradient
      steps on concave or linear payoffs, smaller by sqrt(d), a delay of d rounds costs a factor
      sqrt(d) (Langford, Smola and Zinkevich 2009; Joulani, Gyorgy and Szepesvari 2013; Quanrud and
      Khashabi 2015), hence for K oracles without a budget; with a multiplier nothing is proven
      here. Never told, it is no round of the game.

    Parameters
    ----------
    player : Player
        Built by hand or by its `tuned`, from a log (`osphg.from_log`) or constants (`Pacer.tuned`).
    domain : Domain
        X, which contains the origin; or a Box with minimum bids, lower bounds above 0. The player
        then plays the bids above the minimum: f_t(lower + y) is monotone DR-submodular in y, and
        the budget of a round is what the minimum leaves of it.
    budget : float, or array (m,), or mapping of names to floats
        B_T, of all rounds together; above 0. With several budgets prices are (m, n), a row for
        each, or by their names; the player, OSPHG or BoostedOSPHG, has a multiplier for each.
    horizon : int
        T, the number of rounds.
    names : sequence of str, optional
        Of the n items, for `bids`.
    hard : bool
        A cap that no prices within `price_bound` break: bids are scaled, unknown to the player.
    price_bound : float or array (n,), optional
        What no price exceeds, (m, n) with several budgets; needed for `hard`.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above, a player that cannot play such a game, or only
        when all rounds are known, or minimum bids for one that keeps B_T/T in its state: it would
        leave out of account what they cost.

    Examples
    --------
    >>> import osphg
    >>> player = osphg.OSPHG(mu=0.05, delta=40.0, K=4, weighted=True)
    >>> pacer = osphg.Pacer(player, domain=osphg.Box.unit(2), budget=10.0, horizon=50)
    >>> for hour in range(8):
    ...     x = pacer.decide()
    ...     pacer.observe(price=[2.0, 3.0], gradient=lambda X: 1.0 / (1.0 + X))
    ...
    >>> pacer
    Pacer(OSPHG, round 9 of 50, spent 4.514 of 10)
    >>> pacer.decide().round(3)
    array([0.239, 0.227])
    """

    def __init__(
        self,
        player: Player,
        *,
        domain: Domain,
        budget: float | ArrayLike | Mapping[str, float],
        horizon: int,
        names: Sequence[str] | None = None,
        hard: bool = False,
        price_bound: float | ArrayLike | Mapping[str, ArrayLike] | None = None,
    ) -> None:
        if not checks.offers(player, Player):
            raise TypeError(
                f"player must have init, decide, update and multiplier, got {shown(player)}"
            )
        shift, moved = minimum(domain)
        horizon = checks.positive_int("horizon", horizon)
        money, amount = Money.of(budget)
        plan = Plan(horizon, amount, moved)
        cap = Cap.of(hard, price_bound, plan, money, shift)
        named = None if names is None else checked_names("names", names, plan.n)
        super().__init__(player, plan, money, shift, cap, named)
        self.domain = domain

    @classmethod
    def tuned(
        cls,
        kind: Any,
        *,
        domain: Domain,
        budget: float | ArrayLike | Mapping[str, float],
        horizon: int,
        beta_f: float | None = None,
        beta_p: float | None = None,
        F: float | None = None,
        L: float | None = None,
        names: Sequence[str] | None = None,
        hard: bool = False,
        price_bound: float | ArrayLike | Mapping[str, ArrayLike] | None = None,
        **options: Any,
    ) -> Pacer:
        """Return a pacer whose player is `kind.tuned`, from constants instead of rounds.

        Parameters
        ----------
        kind : class of players
            Such as OSPHG, BoostedQueue or RECOO.
        beta_f, beta_p, F, L : float, optional
            The constants of the game, as in `osphg.pacing.Plan`; what `tuned` asks for is needed.
        options
            Of `kind.tuned`: W, K, weighted, unit_free and so on.

        Raises
        ------
        TypeError, ValueError
            As `Pacer` and `kind.tuned`, or for a constant that is needed and not given.

        Examples
        --------
        >>> import osphg
        >>> pacer = osphg.Pacer.tuned(
        ...     osphg.OSPHG, domain=osphg.Box.unit(2), budget=50.0, horizon=100,
        ...     beta_f=2.0, beta_p=3.0, W=10, K=10, weighted=True,
        ... )
        >>> round(pacer.player.mu, 6)
        0.014907
        """
        if not callable(getattr(kind, "tuned", None)):
            raise TypeError(f"kind must be a class of players with tuned, got {shown(kind)}")
        horizon = checks.positive_int("horizon", horizon)
        money, amount = Money.of(budget)
        if money.shape:
            require_many(kind)
        least, moved = minimum(domain)
        plan = Plan(horizon, amount, moved, beta_f, beta_p, F, L, least)
        return cls(
            kind.tuned(plan, **options), domain=domain, budget=budget, horizon=horizon,
            names=names, hard=hard, price_bound=price_bound,
        )  # fmt: skip

    def __repr__(self) -> str:
        at = f"round {self.round} of {self.horizon}" if not self.over else f"{self.horizon} rounds"
        spent = self._money.line(self._spent, self._plan.budget)
        return f"Pacer({type(self.player).__name__}, {at}, spent {spent})"

    def observe(
        self,
        *,
        price: ArrayLike | Mapping[str, ArrayLike] | None = None,
        gradient: Callable[[FloatArray], Any] | ArrayLike | None = None,
        values: ArrayLike | None = None,
        utility: Objective | None = None,
        round: int | None = None,  # noqa: A002
    ) -> None:
        """Tell the player what a round has brought, and go on to the next.

        Parameters
        ----------
        price : array (n,), or with several budgets (m, n) or a mapping of names to arrays (n,)
            p_t, not negative.
        gradient : callable or array, optional
            grad f_t: points (m, n) -> (m, n), or its values at `points`, (m, n), or of a round that
            waits, at the points that it had. None: f_t was not seen.
        values : array (m,), optional
            f_t at `points`, for players that ask for values.
        utility : Objective, optional
            f_t itself, with value and gradient, for any player; late, if it asks for gradients.
        round : int, optional
            The round it is about: this one, which `decide` was asked for, or one that waits.

        Raises
        ------
        TypeError, ValueError
            For something else than that, a round that was not decided or was observed already.
            The pacer is as it was then.
        """
        t = self._t if round is None else checks.positive_int("round", round, self.horizon) - 1
        waited = self._waiting.get(t)
        if waited is None and (t != self._t or self._given is None):
            raise ValueError(self._out_of_turn(t))
        late = self._fixed if waited is None else waited
        if price is None:
            raise ValueError(
                "price must be given (zeros if nothing was spent), or the round skipped: money that"
                " is not counted is in no bound"
            )
        p = self._money.rows("price", price, self._plan.n)
        if self._cap is not None:
            self._cap.check(p)
        x, given = (self._x, self._given) if late is None else (late.x, late.given)
        assert given is not None
        seen = Seen(gradient, values, utility)
        f = observed(t, seen, self._question(late), self._shift, late=late is not None)
        whole = x if self._shift is None else x + self._shift
        allowance = self._allowance if late is None else late.allowance
        paid = cost(p, whole)
        over = paid - allowance
        if utility is None or late is not None:
            feedback: Feedback = Told(t, x, f, p, over)
        else:
            feedback = Feedback(t, x, f, value_at(t, f, x), p, over)
        fixed = None if waited is None else self._fixed_before(t)
        with np.errstate(all="ignore"):
            state, x = after(self._playing, self._state, feedback, self._plan.domain)
            spend = paid if self._cap is None else cost(p, given)
            self._pay(spend, allowance)
        self._state, self._x, self._fixed = state, x, fixed
        if waited is None:
            self._t, self._given = t + 1, None
        else:
            del self._waiting[t]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write all of it to a file, at once: a kill leaves the old file or the new one.

        JSON, with a version and a checksum; floats to the last bit.

        Raises
        ------
        TypeError, ValueError
            For a path that is none, or a player that is no class with fields.
        """
        keeping.save(path, self.player, self.domain, self._plan.domain, self._kept(), self._state)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        *,
        player: Player | None = None,
        domain: Domain | None = None,
    ) -> Pacer:
        """Return the pacer of a file.

        Parameters
        ----------
        path
            What `save` has written.
        player, domain : optional
            Whose file it must be; needed where their classes are not of this package.

        Raises
        ------
        TypeError, ValueError
            For no such file, one that is damaged, of another version or of something else, or of
            another player or domain.
        """
        kept = keeping.Kept.read(path, player, domain)
        pacer: Pacer = cls(kept.player, domain=kept.domain, **kept.options)
        pacer._set(kept)
        return pacer

    def _set(self, kept: keeping.Kept) -> None:
        """Take up what a file has."""
        self._allowance, start, before, self._t, self._spent, self._over = kept.standing
        self._since = (start, before)
        self._waiting = {t: Waiting(*late) for t, *late in kept.waiting}
        self._fixed = Waiting(*kept.given) if isinstance(kept.given, tuple) else None
        self._given = kept.given if self._fixed is None else self._fixed.given
        self._cap = None if kept.price_bound is None else Cap(kept.price_bound)
        self._state = kept.state(self._state, self._plan.domain)
        with np.errstate(all="ignore"):
            self._x = decision(self._playing, self._state, self._plan.domain)
        own = self._plan.domain
        keeping.require_same(kept, self.player, self.domain, own, self._kept(), self._state)

    def _question(self, late: Waiting | None) -> Callable[[], Question]:
        """Return what gives the player's question of this round, or of one that waits."""
        if late is not None:
            return lambda: Question(late.points, late.values)
        return lambda: asked(self._playing, self._state, self._t, self._x)
