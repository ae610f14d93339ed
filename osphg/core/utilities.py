"""Utility functions f_1..f_T: monotone DR-submodular families, and their sum in hindsight.

A utility is any object with `value(t, X)` and `gradient(t, X)`, batched over points: X has shape
(..., n), the value (...,) and the gradient (..., n); t = 0..T-1 is the round, counted from 0.
Nothing else is asked of it. It may offer `lipschitz(domain)`, `smoothness(domain)`,
`range(domain)` (the constants beta_f, L and F of the paper's assumptions, as floats),
`total(T)` (the sum over rounds as one function of x) and `fused_rounds(clipping)` (a compiled loop,
see `osphg.core.fusing`), which replace slower or looser defaults.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from osphg.core import validate
from osphg.core.domain import Domain, require_domain
from osphg.core.fusing import Clipping, RoundsKernel, exactly
from osphg.core.jitted import Compiled
from osphg.core.quadratics import Quadratic, Quadratics
from osphg.core.utility import (
    Objective,
    Utility,
    require_objective,
    require_objectives,
    require_utility,
)
from osphg.core.validate import FloatArray

__all__ = [
    "AtRound",
    "Compiled",
    "Objective",
    "Quadratic",
    "Quadratics",
    "Scaled",
    "Stationary",
    "Sum",
    "Utility",
    "add",
    "total",
]


@dataclass(frozen=True, eq=False)
class Stationary:
    """The same utility f in every round.

    Parameters
    ----------
    objective : Objective
        `value(X)` and `gradient(X)`, both batched over points (..., n). Its own `lipschitz`,
        `smoothness` and `range`, where it has them, are those of the rounds.

    Examples
    --------
    >>> import osphg
    >>> f = osphg.utilities.Quadratic([[-1.0]], [2.0])
    >>> same = osphg.utilities.Stationary(f)
    >>> float(same.value(7, [1.0]))
    1.5
    >>> float(same.total(10).value([1.0]))
    15.0
    """

    objective: Objective

    def __post_init__(self) -> None:
        """Refuse what is no objective."""
        require_objective("objective", self.objective)

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f for each row of X (..., n), whatever the round."""
        return self.objective.value(X)

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f for each row of X (..., n), whatever the round."""
        return self.objective.gradient(X)

    def fused_rounds(self, clipping: Clipping) -> RoundsKernel | None:
        """Return the objective's own compiled loop, if it has one; None for a subclass."""
        own: Any = getattr(self.objective, "fused_rounds", None)
        if not exactly(self, Stationary) or own is None:
            return None
        kernel: RoundsKernel | None = own(clipping)
        return kernel

    def scaled(self, factor: float) -> Stationary:
        """Return the same utility times a factor, not negative."""
        return Stationary(Scaled(self.objective, validate.non_negative_float("factor", factor)))

    def total(self, T: int) -> Scaled:
        """Return T f."""
        return Scaled(self.objective, float(validate.positive_int("T", T)))

    def lipschitz(self, domain: Domain) -> float:
        """Return the objective's own beta_f, or ||grad f(0)||, which bounds it by diminishing."""
        require_domain("domain", domain)
        own: Any = getattr(self.objective, "lipschitz", None)
        if own is not None:
            return validate.finite_float("objective.lipschitz(domain)", own(domain))
        return float(np.linalg.norm(self.objective.gradient(np.zeros(domain.n))))

    def range(self, domain: Domain) -> float:
        """Return the objective's own F, or max_x <grad f(0), x>, which bounds it likewise."""
        require_domain("domain", domain)
        own: Any = getattr(self.objective, "range", None)
        if own is not None:
            return validate.finite_float("objective.range(domain)", own(domain))
        slope = self.objective.gradient(np.zeros(domain.n))
        return float(slope @ domain.maximize_linear(slope))

    def smoothness(self, domain: Domain) -> float:
        """Return the objective's own L; TypeError if it has none, as no sample can bound it."""
        require_domain("domain", domain)
        own: Any = getattr(self.objective, "smoothness", None)
        if own is None:
            raise TypeError(
                f"objective must have a method smoothness(domain) for L to be known,"
                f" {type(self.objective).__name__} has none"
            )
        return validate.finite_float("objective.smoothness(domain)", own(domain))


@dataclass(frozen=True, eq=False)
class Scaled:
    """The objective times a constant.

    Examples
    --------
    >>> import osphg
    >>> f = osphg.utilities.Quadratic([[-1.0]], [2.0])
    >>> float(osphg.utilities.Scaled(f, 10.0).value([1.0]))
    15.0
    """

    objective: Objective
    factor: float

    def __post_init__(self) -> None:
        """Refuse what is no objective, or no factor."""
        require_objective("objective", self.objective)
        object.__setattr__(self, "factor", validate.finite_float("factor", self.factor))

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return factor * f(x) for each row of X (..., n)."""
        return np.asarray(self.factor * self.objective.value(_copy(X)))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return factor * grad f(x) for each row of X (..., n)."""
        return np.asarray(self.factor * self.objective.gradient(_copy(X)))


@dataclass(frozen=True, eq=False)
class AtRound:
    """The utility of one round, f_t, as a function of the decision alone.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=10)
    >>> f = osphg.utilities.AtRound(rounds.utility, 3)
    >>> round(float(f.value([1.0, 1.0])), 3)
    0.369
    """

    utility: Utility
    t: int

    def __post_init__(self) -> None:
        """Refuse what is no utility, or no round."""
        if not hasattr(self.utility, "gradient"):  # no more: one is made in every round
            require_utility("utility", self.utility)
        if type(self.t) is not int or self.t < 0:
            validate.seed(self.t, "t")

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return f_t for each row of X (..., n)."""
        return self.utility.value(self.t, _copy(X))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t for each row of X (..., n)."""
        return self.utility.gradient(self.t, _copy(X))


def _copy(X: FloatArray) -> FloatArray:
    """Return points that a utility may write into; nobody else sees what it leaves there."""
    return X.copy() if type(X) is np.ndarray else np.array(X, dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Sum:
    """The sum of several objectives; an evaluation evaluates each.

    Examples
    --------
    >>> import osphg
    >>> f = osphg.utilities.Quadratic([[-1.0]], [2.0])
    >>> float(osphg.utilities.Sum((f, f)).value([1.0]))
    3.0
    """

    terms: tuple[Objective, ...]

    def __post_init__(self) -> None:
        """Refuse no terms, and terms that are no objectives."""
        require_objectives("terms", self.terms)

    @property
    def calls(self) -> int:
        """How many objectives answer when a value is asked for."""
        return sum(getattr(term, "calls", 1) for term in self.terms)

    @property
    def points_per_call(self) -> int:
        """How many points are worth asking for at once, where the calls cost more than they."""
        return 64 if self.calls > 16 else 1

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return the summed value for each row of X (..., n)."""
        return np.asarray(sum(term.value(X) for term in self.terms))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the summed gradient for each row of X (..., n)."""
        return np.asarray(sum(term.gradient(X) for term in self.terms))


def total(utility: Utility, T: int) -> Objective:
    """Return sum_{t<T} f_t as one function of x: the objective in hindsight.

    Uses the utility's own `total(T)` when it has one (a single quadratic for `Quadratics`);
    else a `Sum`, which calls the utility T times per evaluation: `best_fixed_decision` then asks
    for many points at a time, and is still some times slower than with the utility's own `total`.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=10)
    >>> type(osphg.utilities.total(rounds.utility, 10)).__name__
    'Quadratic'
    """
    T = validate.positive_int("T", T)
    own: Any = getattr(require_utility("utility", utility), "total", None)
    if own is not None:
        objective: Objective = own(T)
        return objective
    return Sum(tuple(AtRound(utility, t) for t in range(T)))


def add(objectives: Sequence[Objective]) -> Objective:
    """Return the sum of objectives: a single `Quadratic` when all of them are quadratic.

    Examples
    --------
    >>> import osphg
    >>> f = osphg.utilities.Quadratic([[-1.0]], [2.0])
    >>> osphg.utilities.add([f, f]).h
    array([4.])
    """
    require_objectives("objectives", objectives)
    quadratics = [f for f in objectives if isinstance(f, Quadratic)]
    if len(quadratics) == len(objectives):
        H = np.sum([f.H for f in quadratics], axis=0)
        return Quadratic(H, np.sum([f.h for f in quadratics], axis=0))
    return Sum(tuple(objectives))
