"""A player in the middle of a game: it decides, observes what came of it, and can be saved."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, shown
from osphg.domains import Box, Domain, rounding
from osphg.ordered import dot
from osphg.pacing import files
from osphg.pacing.plan import Amount, Plan, as_text, budget_and_names
from osphg.players import Feedback, Player, RoundError
from osphg.rounds import Game, as_names
from osphg.utilities import Objective, require_objective

_RESERVE = 1e-9  # of the budget under a cap, against rounding in a long sum

_COURSE = (  # what a file has of a game in progress, beside the rounds that wait
    "_price_bound", "_allowance", "_allowed", "_t", "_spent", "_violation", "_decided", "_state",
)  # fmt: skip

_Function = Callable[[FloatArray], Any]  # of points (..., n)


class Decided(NamedTuple):
    """A round that was decided, and is not observed yet."""

    x: FloatArray  # what the player decided, counted from the minimum bids, (n,)
    bid: FloatArray  # what was bid, (n,)
    allowance: Amount
    points: FloatArray | None = None  # where f_t is asked for, (m, n); None: where the state says
    asks_values: bool = False  # there, in place of gradients


class Pacer:
    """A player, round by round: `decide`, then `observe`.

    The numbers are those of `osphg.play(player, rounds, compiled=False)`, bit for bit, also when
    the pacer is saved and loaded between any two steps. Rounds are counted from 1.

    What a round may bring, and what the theorems say then:

    - price and gradient: the round is one of the game.
    - a price alone: money was spent, the utility was not seen. The round is played as f_t = 0,
      which the theorems allow; against true utilities f_t >= 0 each costs at most F more.
    - a gradient alone is refused: no theorem speaks of money that nobody counts. If nothing was
      spent, the price is zeros.
    - nothing yet, `skip`: the player stays where it is. Observed later (`round=`), it steps from
      where it is then, along the gradient at the points of that round, with the multiplier of its
      arrival and the violation of that round. For gradient steps without a multiplier a delay of d
      rounds costs a factor sqrt(d) (Joulani, Gyorgy and Szepesvari 2013); with one nothing is
      proven here. Never observed, it is no round of the game.

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
        if not checks.implements(player, Player):
            raise TypeError(
                f"player must have init, decide, update and multiplier, got {shown(player)}"
            )
        horizon = checks.positive_int("horizon", horizon)
        amount, self._budget_names = budget_and_names(budget)
        above, least = _above_minimum(domain)
        self._plan = Plan(horizon, amount, above)
        self._minimum = np.zeros(above.n) if least is None else least
        self.player, self.domain = player, domain
        self.names = as_names("names", names, above.n)
        self._allowance = self._plan.allowance
        self._t, self._allowed = 0, 0.0 * self._allowance  # what the rounds so far were allowed
        self._spent, self._violation = 0.0 * self._allowance, 0.0 * self._allowance
        self._decided: Decided | None = None  # this round, once it was decided
        self._waiting: dict[int, Decided] = {}  # the rounds that were skipped
        self._price_bound = self._bound_of_prices(hard, price_bound)
        self._require_minimum_bids(self._plan)
        self._playing = player
        if np.ndim(amount):
            self._playing = SeveralBudgets(_require_many(player), len(amount))
        with np.errstate(all="ignore"):
            self._state: Any = self._playing.init(self._plan)
            self._x = self._decision(self._state)
        if least is not None and hasattr(self._state, "allowance"):
            raise ValueError(
                "domain must have no minimum bids (lower bounds above 0) for a player that keeps"
                f" B_T/T in its state, got {shown(player)}"
            )

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
        amount, _ = budget_and_names(budget)
        if np.ndim(amount):
            _require_many(kind)
        above, least = _above_minimum(domain)
        plan = Plan(horizon, amount, above, beta_f, beta_p, F, L, least)
        game: dict[str, Any] = {"domain": domain, "budget": budget, "horizon": horizon}
        cap: dict[str, Any] = {"hard": hard, "price_bound": price_bound}
        return cls(kind.tuned(plan, **options), **game, names=names, **cap)

    def __repr__(self) -> str:
        at = f"round {self.round} of {self.horizon}" if not self.over else f"{self.horizon} rounds"
        names = self._budget_names or ("",) * np.size(self._spent)
        pairs = zip(np.ravel(self._spent), np.ravel(self._plan.budget), names, strict=True)
        spent = ", ".join(
            f"{part:.4g} of {whole:.4g} {name}".rstrip() for part, whole, name in pairs
        )
        return f"Pacer({type(self.player).__name__}, {at}, spent {spent})"

    @property
    def horizon(self) -> int:
        """T."""
        return self._plan.T

    @property
    def budget(self) -> Any:
        """B_T: a float; with several budgets an array (m,), or by their names if they have any.

        So are `allowance`, `spent`, `violation` and `multiplier`.
        """
        return self._by_name(self._plan.budget)

    @property
    def allowance(self) -> Any:
        """What a round may cost on average: B_T/T, or what `change` made of it."""
        return self._by_name(self._allowance)

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
        return self._decided is not None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The rounds that were skipped and not yet observed."""
        return tuple(t + 1 for t in self._waiting)

    @property
    def spent(self) -> Any:
        """sum_t <p_t, x_t> over the rounds observed."""
        return self._by_name(self._spent)

    @property
    def violation(self) -> Any:
        """sum_t (<p_t, x_t> - allowance of round t) over the rounds observed."""
        return self._by_name(self._violation)

    @property
    def multiplier(self) -> Any:
        """lambda_t of this round, in units of f per unit of the budget."""
        if isinstance(self._playing, SeveralBudgets):
            return self._by_name(self._state.multipliers)
        return float(self._playing.multiplier(self._state))

    @property
    def points(self) -> FloatArray:
        """Where the player asks for the gradient of f_t in this round, or for values, (m, n)."""
        return self._question()[0] + self._minimum

    def points_of(self, round: int) -> FloatArray:  # noqa: A002
        """Return the points (m, n) of a round that waits; ValueError if it does not."""
        late = self._waiting.get(checks.positive_int("round", round, self.horizon) - 1)
        if late is None or late.points is None:
            raise ValueError(f"round must be one that waits, of {self.waiting}, got {round}")
        return late.points + self._minimum

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
        if self._decided is None:
            self._decided = Decided(self._x, self._affordable() + self._minimum, self._allowance)
        return self._decided.bid.copy()

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
        if self._decided is None:
            raise ValueError(self._out_of_turn(self._t))
        self._waiting[self._t] = self._with_points()
        self._to_next_round()

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
            Without it the value f_t(x_t) of the player's feedback is NaN.
        round : int, optional
            The round it is about: this one, which `decide` was asked for, or one that waits.

        Raises
        ------
        TypeError, ValueError
            For something else than that, a round that was not decided or was observed already.
            The pacer is as it was then.
        """
        t = self._t if round is None else checks.positive_int("round", round, self.horizon) - 1
        decided = self._decided if t == self._t else self._waiting.get(t)
        if decided is None:
            raise ValueError(self._out_of_turn(t))
        if price is None:
            raise ValueError(
                "price must be given (zeros if nothing was spent), or the round skipped: money that"
                " is not counted is in no bound"
            )
        p = self._prices("price", price)
        if self._price_bound is not None and (p > self._price_bound).any():
            at = tuple(int(i) for i in np.argwhere(p > self._price_bound)[0])
            raise ValueError(
                f"price must be at most price_bound for hard=True, got {p[at]:g} >"
                f" {self._price_bound[at]:g} at price{list(at)}"
            )
        f = self._observation(t, decided, gradient, values, utility)
        current = self._decided
        if current is not None and t != self._t:  # it stays as it was decided
            current = self._with_points()
            if current.asks_values:  # where the player asks for them moves with its state
                raise ValueError(
                    f"round {t + 1} must wait until round {self.round}, which is decided, is"
                    " observed or skipped: this player asks for values"
                )
        try:
            with np.errstate(all="ignore"):
                x, value = decided.x, np.nan
                if utility is not None and decided.points is None:
                    value = float(checks.array("utility.value", f.value(x), ()))
                over = _cost(p, x + self._minimum) - decided.allowance
                state = self._playing.update(self._state, Feedback(t, x, f, value, p, over))
                x = self._decision(state)
                paid = _cost(p, decided.bid)
                spent = self._spent + paid
                violation = self._violation + (paid - decided.allowance)
        except RoundError:
            raise
        except (ValueError, ArithmeticError) as error:
            raise RoundError(f"round {t + 1}: {error}") from error
        self._state, self._x, self._decided = state, x, current
        self._spent, self._violation = spent, violation
        if t == self._t:
            self._to_next_round()
        else:
            del self._waiting[t]

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
        if self._decided is not None:
            raise ValueError(f"round {self.round} must be observed or skipped before a change")
        if hasattr(self._state, "allowance"):
            raise ValueError(
                "player must not keep B_T/T in its state for it to change,"
                f" got {shown(self.player)}"
            )
        T = self.horizon if horizon is None else checks.positive_int("horizon", horizon)
        if self._t >= T:
            raise ValueError(f"horizon must be more than the {self._t} rounds so far, got {T}")
        total, names = self._plan.budget, self._budget_names
        if budget is not None:
            total, names = budget_and_names(budget)
        if (np.shape(total), names) != (np.shape(self._plan.budget), self._budget_names):
            kind = self._budget_names or as_text(self._plan.budget)
            raise ValueError(f"budget must be as before, {kind}, got {shown(budget)}")
        left = total - self._allowed
        if np.any(left <= 0):
            raise ValueError(
                f"budget must be more than the {as_text(self._allowed)} that the {self._t} rounds"
                f" so far were allowed, got {as_text(total)}; for less, begin a new Pacer with what"
                " is left"
            )
        plan = Plan(T, total, self._plan.domain)
        self._require_minimum_bids(plan)
        self._playing.init(plan)  # it may refuse such a budget, as it would when loaded
        self._plan, self._allowance = plan, left / (T - self._t)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write all of it to a file, at once: a kill leaves the old file or the new one.

        JSON, with a version and a checksum; floats to the last bit.

        Raises
        ------
        TypeError, ValueError
            For a path that is none, or a player that is no class with fields.
        OSError
            Where nothing can be written; an old file is as it was.
        """
        options = {"budget": self.budget, "horizon": self.horizon, "names": self.names}
        course = {name: getattr(self, name) for name in _COURSE}
        try:
            content = {
                "player": files.encode(self.player),
                "domain": files.encode(self.domain),
                "options": files.encode(options),
                "course": files.encode({**course, "_waiting": list(self._waiting.items())}),
            }
        except ValueError as error:
            raise ValueError(
                f"player and domain must be such that a file can hold them: {error}"
            ) from None
        files.write(path, content)

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
        ValueError
            In one line: for no such file, one that is damaged, of another version or of something
            else, or of another player or domain; TypeError for what is no path.
        """
        found = files.read(path)
        for name, given in (("player", player), ("domain", domain)):
            if given is not None and not files.holds(found[name], given):
                raise ValueError(
                    f"{name} must be the one that the file is of, a {found[name]['class']} with"
                    f" its parameters, got {shown(given)}"
                )
        try:
            by = files.decode(found["player"]) if player is None else player
            X = files.decode(found["domain"]) if domain is None else domain
            pacer = cls(by, domain=X, **files.decode(found["options"]))
            classes: dict[str, type] = {}
            files.encode([by, X, pacer._state], classes)
            course = files.decode(found["course"], classes)
            pacer._waiting = dict(course.pop("_waiting"))
            for name in _COURSE:
                setattr(pacer, name, course[name])
            pacer._x = pacer._decision(pacer._state)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"path must be a file that this version reads: {error}") from None
        return pacer

    def _by_name(self, amount: Amount) -> Any:
        """Return an amount as a reader is told it: by the budgets' names, if they have any."""
        if self._budget_names is not None:
            return dict(zip(self._budget_names, amount.tolist(), strict=True))
        return amount.copy() if np.ndim(amount) else amount

    def _prices(self, name: str, value: Any) -> FloatArray:
        """Return prices (n,), or a row for each budget (m, n), which may come by their names."""
        if self._budget_names is not None and isinstance(value, Mapping):
            if set(value) != set(self._budget_names):
                raise ValueError(
                    f"{name} must be of the budgets {self._budget_names}, got {shown(value)}"
                )
            value = [value[key] for key in self._budget_names]
        p = checks.array(name, value, (*np.shape(self._allowance), self._plan.n))
        if p.min() < 0:
            at = tuple(int(i) for i in np.unravel_index(int(p.argmin()), p.shape))
            raise ValueError(
                f"{name} must not be negative, got {p[at]:g} at {name}{list(at)} (nor is a minimum"
                " spend one of the constraints that the theorems are about)"
            )
        return p

    def _bound_of_prices(self, hard: object, value: Any) -> FloatArray | None:
        """Return what no price exceeds, or None where no cap is asked for."""
        if checks.flag("hard", hard) != (value is not None):
            raise ValueError("price_bound must be given for hard=True, and for nothing else")
        if value is None:
            return None
        if isinstance(value, Real):
            value = np.full((*np.shape(self._allowance), self._plan.n), value)
        return checks.own(self._prices("price_bound", value))

    def _left(self, plan: Plan, rounds: int) -> Amount:
        """Return what a plan's budget leaves beside what was spent, and may be at the price bound.

        By the rounds that wait, and by so many rounds' minimum bids.
        """
        bound = self._price_bound
        if bound is None:
            return np.inf
        waiting = sum(_cost(bound, late.bid) for late in self._waiting.values())
        least = _cost(bound, self._minimum) * rounds
        return plan.budget * (1 - _RESERVE) - (self._spent + waiting) - least

    def _affordable(self) -> FloatArray:
        """Return x_t, or as large a part of it as the money left covers at any price."""
        if self._price_bound is None:
            return self._x
        left = np.atleast_1d(self._left(self._plan, self.horizon - self._t))
        most = np.atleast_1d(_cost(self._price_bound, self._x))
        beyond = most > left
        if not beyond.any():
            return self._x
        return np.asarray(max(float((left[beyond] / most[beyond]).min()), 0.0) * self._x)

    def _require_minimum_bids(self, plan: Plan) -> None:
        """Refuse a budget that may not cover the minimum bids, and what was spent, under a cap."""
        left = self._left(plan, plan.T - self._t)
        if np.any(left < 0):
            raise ValueError(
                "budget must cover what was spent and the minimum bids of all rounds at"
                f" price_bound, {as_text(plan.budget * (1 - _RESERVE) - left)}, got"
                f" {as_text(plan.budget)}"
            )

    def _decision(self, state: Any) -> FloatArray:
        """Return a copy of what the player decides; ValueError unless it is a point of X."""
        X = self._plan.domain
        x = np.array(checks.real("decide", self._playing.decide(state)))
        if x.shape != (X.n,) or not X.contains(x, rounding(X)):
            raise ValueError(f"the decision must lie in {X}, got {x.tolist()}")
        checks.finite_float("multiplier", self._playing.multiplier(state))
        return x

    def _question(self) -> tuple[FloatArray, bool]:
        """Return where the player asks for f_t in this round, (m, n), and whether for values.

        Its update is begun with a price of zero, up to the question; its state is a value, so that
        nothing is changed by it. A player that asks nothing has no points, (0, n).
        """
        if self._decided is not None and self._decided.points is not None:
            return self._decided.points, self._decided.asks_values
        p, over = np.zeros((*np.shape(self._allowance), self._plan.n)), 0.0 * self._allowance
        try:
            feedback = Feedback(self._t, self._x, _ASKING, np.nan, p, over)
            self._playing.update(self._state, feedback)
        except _AskedError as asked:
            points, asks_values = asked.args
            return points, asks_values
        return np.empty((0, self._plan.n)), False

    def _with_points(self) -> Decided:
        """Return this round, which was decided, with what the player asks of it now."""
        assert self._decided is not None
        points, asks_values = self._question()
        return self._decided._replace(points=points, asks_values=asks_values)

    def _observation(
        self, t: int, decided: Decided, gradient: Any, values: Any, utility: Any
    ) -> Objective:
        """Return f_t as far as it is known, of decisions counted from the minimum bids."""
        named = {"gradient": gradient, "values": values, "utility": utility}
        given = [name for name, value in named.items() if value is not None]
        if len(given) > 1:
            raise ValueError(f"{given[0]} must not be given with {given[1]}: one of them is enough")
        if not given:  # f_t = 0
            return _Observation(lambda X: np.zeros(X.shape[:-1]), np.zeros_like)
        late = decided.points
        if late is not None and (decided.asks_values or values is not None):
            raise ValueError(
                f"{given[0]} of round {t + 1} cannot be observed late: only a gradient can, or a"
                " utility, and only by a player that asks for gradients"
            )
        if values is not None:
            return _Observation(_at_points("values", checks.array("values", values, (None,)), 1))
        if utility is not None:
            f = require_objective("utility", utility)
            whole = _Observation(
                lambda X: f.value(X + self._minimum), lambda X: f.gradient(X + self._minimum)
            )
        else:
            known = gradient
            if callable(gradient):
                known = lambda X: gradient(X + self._minimum)  # noqa: E731
            whole = _Observation(None, _at_points("gradient", known, 2))
        if late is None:
            return whole
        return _Observation(None, _at_points("gradient", whole.gradient(late), 2))

    def _to_next_round(self) -> None:
        self._t, self._decided = self._t + 1, None
        self._allowed = self._allowed + self._allowance

    def _out_of_turn(self, t: int) -> str:
        """Return what is wrong with an observation of round t."""
        if 0 <= t < self._t:
            return f"round {t + 1} was observed already, and cannot be again"
        if t == self._t and not self.over:
            return f"round {t + 1} must be decided before it is observed: decide() first"
        last = f"round {self.round}" if not self.over else f"the last, round {self.horizon}"
        return f"round must be at most this one, {last}, got {t + 1}"


def _above_minimum(domain: Domain) -> tuple[Domain, FloatArray | None]:
    """Return the domain counted from the minimum bids, and these, if there are any."""
    if not isinstance(domain, Box) or not (domain.lower > 0).any():
        return domain, None
    if (domain.lower < 0).any():
        raise ValueError(f"domain must lie in the non-negative orthant, got {domain}")
    return Box(domain.upper - domain.lower), domain.lower


def _cost(price: FloatArray, x: FloatArray) -> Amount:
    """Return <p, x> for a price (n,), and for each row of prices (m, n) its own, (m,)."""
    return dot(price, x) if price.ndim == 1 else np.array([dot(row, x) for row in price])


class _Observation:
    """f_t as far as it is known, by functions of points (..., n)."""

    def __init__(self, value: _Function | None = None, gradient: _Function | None = None) -> None:
        self._value, self._gradient = value, gradient

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return f_t at each point, (...); ValueError if it is not known."""
        if self._value is None:
            raise ValueError("values or utility must be given: this player asks for values of f_t")
        return np.asarray(self._value(X))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t at each point, (..., n); ValueError if it is not known."""
        if self._gradient is None:
            raise ValueError("gradient must be given: this player asks for gradients of f_t")
        return np.asarray(self._gradient(X))


def _at_points(name: str, known: Any, axes: int) -> _Function:
    """Return as a function of points (..., n) what is known at points (m, n).

    A function of them, or what it returned where the player asks: values (m,) for one axis,
    gradients (m, n) for two, for its first question only.
    """
    left = [known]

    def answer(X: FloatArray) -> FloatArray:
        points = X.reshape(-1, X.shape[-1])
        if not left:
            raise ValueError(f"{name} must be a function: this player asks for it more than once")
        found = checks.real(name, known(points) if callable(known) else left.pop())
        wanted = points.shape[:axes]
        if found.shape != wanted:
            raise ValueError(
                f"{name} must have the shape of the points, {wanted}, got {found.shape}"
            )
        return np.asarray(found.reshape(*X.shape[:-1], *wanted[1:]))

    return answer


class _AskedError(Exception):
    """The end of a round at a player's question: the points, and whether for values there."""


def _asking(*, values: bool) -> _Function:
    """Return the function that ends a round by its first question."""

    def ask(X: FloatArray) -> None:
        raise _AskedError(np.array(X.reshape(-1, X.shape[-1])), values)

    return ask


_ASKING = _Observation(_asking(values=True), _asking(values=False))


def _require_many(player: Any) -> Any:
    """Return a player, or a class of players, that can have many multipliers; or ValueError."""
    if not (hasattr(player, "learn") and hasattr(player, "dual")):
        raise ValueError(
            "player must be OSPHG or BoostedOSPHG for several budgets (or have learn and dual as"
            f" they do), got {shown(player)}"
        )
    return player


class SeveralState(NamedTuple):
    """The state before a round."""

    inner: Any  # the player's state, whose own multiplier stays lambda_1
    multipliers: FloatArray  # lambda_t, (m,)


@dataclass(frozen=True)
class SeveralBudgets:
    """A player of one budget with m of them: P_t (m, n) for p_t, and lambda_t in R^m.

    Its oracles are paid along grad f_t - P_t' lambda_t, and
    lambda_{t+1} = [(1 - delta mu^2) lambda_t + mu g_t(x_t)]_+ in each component, with
    g_t(x) = P_t x - B/T. The theorems for one budget hold with the lengths of vectors for the sizes
    of numbers (the book's chapter on the pacer has the proofs; the kernel has checked Theorem 4.2
    against the decision 0, for OSPHG, in `osphg.proofs.paper.several`).
    """

    inner: Any
    m: int

    def init(self, game: Game) -> SeveralState:
        """Return the state before round 1: every component of lambda_1 is the player's."""
        inner = self.inner.init(game)
        return SeveralState(inner, np.full(self.m, self.inner.multiplier(inner)))

    def decide(self, state: SeveralState) -> FloatArray:
        """Return x_t, (n,)."""
        return np.asarray(self.inner.decide(state.inner))

    def update(self, state: SeveralState, feedback: Feedback) -> SeveralState:
        """Step the oracles by what all budgets price, and each multiplier by its own."""
        priced = (state.multipliers[:, np.newaxis] * feedback.price).sum(0)
        inner = self.inner.learn(state.inner, feedback, priced)
        violation: Any = feedback.violation  # (m,)
        pairs = zip(state.multipliers.tolist(), violation.tolist(), strict=True)
        after = self.inner.dual.after
        return SeveralState(inner, np.array([after(old, over) for old, over in pairs]))

    def multiplier(self, state: SeveralState) -> float:
        """Return the largest component of lambda_t."""
        return float(state.multipliers.max())
