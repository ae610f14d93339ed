"""One step of a pacer: what a round is taken to be, and what the player makes of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Domain, rounding
from osphg.pacing.told import Gradient, Gradients, Moved, Nothing, Question, Values
from osphg.players import Feedback, Player, RoundError
from osphg.utilities import Objective, require_objective


class Seen(NamedTuple):
    """What is known of f_t: at most one of them."""

    gradient: Any
    values: Any
    utility: Any


def observed(
    t: int,
    seen: Seen,
    asked: Callable[[], Question],
    shift: FloatArray | None,
    *,
    late: bool,
) -> Objective:
    """Return f_t as far as it is known, in the player's coordinates.

    `asked` gives what the player asks, or asked, of it.
    """
    given = [name for name in Seen._fields if getattr(seen, name) is not None]
    if len(given) > 1:
        raise ValueError(f"{given[0]} must not be given with {given[1]}: one of them is enough")
    gradient, values, utility = seen
    if late and given and (values is not None or asked().values):
        raise ValueError(
            f"{given[0]} cannot be told late, as for round {t + 1}: only a gradient can, or a"
            " utility, and only to a player that asks for gradients"
        )
    if utility is not None:
        f = require_objective("utility", utility)
        f = f if shift is None else Moved(f, shift)
        return Gradients(_slopes(f, asked().points)) if late else f
    if values is not None:
        return Values(checks.array("values", values, (None,)))
    if gradient is None:
        return Nothing()
    if not callable(gradient):
        return Gradients(checks.real("gradient", gradient))
    f = Gradient(gradient, shift)
    return Gradients(f.gradient(asked().points)) if late else f


def _slopes(f: Objective, points: FloatArray) -> FloatArray:
    """Return the gradients of a utility at points (m, n), finite."""
    G = checks.array("utility.gradient", f.gradient(points), points.shape)
    return np.asarray(G)


def value_at(t: int, f: Objective, x: FloatArray) -> float:
    """Return f_t(x_t), one finite number."""
    value = checks.real("utility.value", f.value(x))
    if value.ndim or not np.isfinite(value):
        raise RoundError(
            f"round {t + 1}: utility.value must be one finite number, got {value.tolist()}"
        )
    return float(value)


def after(player: Player, state: Any, feedback: Feedback, X: Domain) -> tuple[Any, FloatArray]:
    """Return the state after a round, and its decision, if that is one."""
    try:
        state = player.update(state, feedback)
        return state, decision(player, state, X)
    except RoundError:
        raise
    except (ValueError, ArithmeticError) as error:
        raise RoundError(f"round {feedback.t + 1}: {error}") from error


def decision(player: Player, state: Any, X: Domain) -> FloatArray:
    """Return a copy of what the player decides; ValueError unless it is a point of X."""
    x = np.array(checks.real("decide", player.decide(state)))
    if x.shape != (X.n,) or not X.contains(x, rounding(X)):
        raise ValueError(f"the decision must lie in {X}, got {x.tolist()}")
    multiplier = player.multiplier(state)
    if type(multiplier) is not float or not math.isfinite(multiplier):
        checks.finite_float("multiplier", multiplier)
    return x


def minimum(domain: Domain) -> tuple[FloatArray | None, Domain]:
    """Return the minimum bids, if there are any, and the domain counted from them."""
    if not isinstance(domain, Box) or not (domain.lower > 0).any():
        return None, domain
    if (domain.lower < 0).any():
        raise ValueError(f"domain must lie in the non-negative orthant, got {domain}")
    return domain.lower, Box(domain.upper - domain.lower)
