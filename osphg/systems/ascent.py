"""Where a first-order method climbs, and hence what its regret is against."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.players import Feedback
from osphg.rounds import Game, scales
from osphg.systems.boosted import BoostedGradient


@runtime_checkable
class Ascent(Protocol):
    """A direction h_t(x) with <h_t(x), y - x> at least alpha f_t(y) - f_t(x) for every y of X."""

    @property
    def share(self) -> float:
        """How long h_t can be, as a share of beta_f."""
        ...

    def at(self, feedback: Feedback, x: FloatArray) -> FloatArray:
        """Return h_t(x), (n,)."""
        ...


@frozen(eq=True)
class PlainGradient:
    """h_t = grad f_t: alpha is 1 for concave utilities, and 1/2 for monotone DR-submodular ones.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> osphg.RECOO.tuned(concave_noisy(T=500, seed=0), osphg.PlainGradient()).ascent
    PlainGradient()
    """

    @property
    def share(self) -> float:
        """1: no gradient is longer than beta_f."""
        return 1.0

    def at(self, feedback: Feedback, x: FloatArray) -> FloatArray:
        """Return grad f_t(x), (n,)."""
        return feedback.gradient(x)


def require_ascent(name: str, value: Any) -> Ascent:
    """Return what is a direction of ascent; TypeError for anything else."""
    if not checks.offers(value, Ascent):
        raise TypeError(
            f"{name} must be BoostedGradient() or PlainGradient(), got {checks.shown(value)}"
        )
    return value


def climbing() -> Any:
    """Return the field of a direction: boosted, for a (1-1/e)-regret, unless asked otherwise."""
    return checked(require_ascent, default=BoostedGradient())


def climbed(rounds: Game, ascent: Ascent | None) -> tuple[Ascent, float]:
    """Return the direction that a `tuned` climbs, boosted unless given, and a bound of |h_t|."""
    chosen = BoostedGradient() if ascent is None else require_ascent("ascent", ascent)
    (beta_f,) = scales(rounds, "beta_f")
    return chosen, chosen.share * beta_f
