"""The paper's assumptions, sampled: what a finite sample of points can refute."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from osphg.core import validate
from osphg.core.domains import Domain
from osphg.core.utilities import Utility
from osphg.core.validate import FloatArray

_POINTS = 16  # pairs of points per sampled round
_SAMPLED = (
    "normalised: f_t(0) = 0",
    "monotone: grad f_t(x) >= 0",
    "DR: grad f_t(x) >= grad f_t(y) for x <= y",
    "gradient is the derivative of value",
    "p_t >= 0",
)


class Sampled(Protocol):
    """What of a `Game` is sampled."""

    @property
    def T(self) -> int:
        """The number of rounds."""

    @property
    def n(self) -> int:
        """The dimension of a decision."""

    @property
    def domain(self) -> Domain:
        """X."""

    def blocks(self) -> Iterator[tuple[int, Utility, FloatArray]]:
        """Iterate over (first round, utility, prices) of consecutive rounds."""


@dataclass(frozen=True)
class Finding:
    """One assumption and what the samples say of it."""

    assumption: str
    holds: bool
    worst: float  # the largest violation seen; 0 if none
    where: str  # the round in which it was seen

    def __str__(self) -> str:
        verdict = "holds" if self.holds else f"FAILS by {self.worst:.3g} in {self.where}"
        return f"{self.assumption:<42} {verdict}"


@dataclass(frozen=True)
class AssumptionReport:
    """What `rounds.check()` found. A failure is a proof; "holds" means not refuted by a sample."""

    findings: tuple[Finding, ...]
    rounds: int  # sampled rounds
    points: int  # pairs of points per round

    @property
    def holds(self) -> bool:
        """Whether no assumption was refuted."""
        return all(finding.holds for finding in self.findings)

    def __getitem__(self, assumption: str) -> Finding:
        """Return the finding whose assumption starts with this word."""
        for finding in self.findings:
            if finding.assumption.startswith(assumption):
                return finding
        raise KeyError(assumption)

    def __str__(self) -> str:
        head = f"{self.rounds} sampled rounds, {self.points} pairs of points in each"
        return "\n".join([head, *(str(finding) for finding in self.findings)])


def check(
    game: Sampled, samples: int = 200, seed: int | np.random.Generator = 0, tolerance: float = 1e-7
) -> AssumptionReport:
    """Sample rounds and points and report which of the paper's assumptions hold (section 3).

    Two of them, p_t >= 0 and 0 in X, are listed for completeness and cannot fail here, as rounds
    that break them are refused. `Rounds` sees to both when it is made; `StreamedRounds` to X when
    it is made, and to the prices of each block when that is drawn.

    Parameters
    ----------
    game : Rounds or StreamedRounds
    samples : int
        How many rounds to sample (all of them when there are no more than that).
    seed : int or Generator
        The source of the sample.
    tolerance : float
        A violation counts when it exceeds this times the largest partial derivative seen.

    Returns
    -------
    AssumptionReport
        Normalised f_t(0) = 0; monotone, grad f_t >= 0; DR, x <= y implies grad f_t(x) >=
        grad f_t(y); the gradient is the derivative of the value (central differences, to
        1e-4 of the largest derivative); p_t >= 0; 0 in X.

    Raises
    ------
    TypeError, ValueError
        For a game that is neither, samples below 1, a seed that is none, or a tolerance below 0
        or not finite; for a block that `StreamedRounds` refuses, sampled or not. What a utility
        raises at a sampled point is passed on.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=50)
    >>> print(osphg.check(rounds))
    50 sampled rounds, 16 pairs of points in each
    normalised: f_t(0) = 0                     holds
    monotone: grad f_t(x) >= 0                 holds
    DR: grad f_t(x) >= grad f_t(y) for x <= y  holds
    gradient is the derivative of value        holds
    p_t >= 0                                   holds
    0 in X                                     holds
    >>> osphg.check(osphg.rounds.paper_quadratics(T=50, symmetric=False))["monotone"].holds
    False
    """
    if isinstance(game, type) or not validate.takes(getattr(game, "blocks", None), 0):
        raise TypeError(f"game must be Rounds or StreamedRounds, got {validate.shown(game)}")
    samples = validate.positive_int("samples", samples)
    tolerance = validate.non_negative_float("tolerance", tolerance)
    rng = validate.generator(seed)
    chosen = np.sort(rng.choice(game.T, size=min(samples, game.T), replace=False))
    worst = dict.fromkeys(_SAMPLED, (0.0, 0))
    scale = 1e-300
    for t, f, local, price in _sampled(game, chosen):
        X, Y = _ordered_pairs(game.domain, rng)
        GX, GY = f.gradient(local, X), f.gradient(local, Y)
        slopes = np.abs([GX, GY])
        scale = max(scale, float(slopes[np.isfinite(slopes)].max(initial=0.0)))
        seen = (
            abs(float(f.value(local, np.zeros(game.n)))),
            float(-min(GX.min(), GY.min())),
            float((GY - GX).max()),
            _derivative_error(f, local, X, Y),
            float(-price.min()),
        )
        for name, violation in zip(worst, seen, strict=True):
            known = np.inf if np.isnan(violation) else violation  # a NaN satisfies nothing
            worst[name] = max(worst[name], (known, t + 1))
    findings = [
        Finding(
            name,
            violation <= scale * (1e-4 if name.startswith("gradient") else tolerance),
            max(violation, 0.0),
            f"round {t}",
        )
        for name, (violation, t) in worst.items()
    ]
    origin = bool(game.domain.contains(np.zeros(game.n)))
    findings.append(Finding("0 in X", origin, 0.0, "the domain"))
    return AssumptionReport(tuple(findings), len(chosen), _POINTS)


def _sampled(
    game: Sampled, chosen: np.ndarray[Any, np.dtype[np.int64]]
) -> Iterator[tuple[int, Utility, int, FloatArray]]:
    for start, utility, prices in game.blocks():
        for t in chosen[(chosen >= start) & (chosen < start + len(prices))]:
            local = int(t) - start
            yield int(t), utility, local, prices[local]


def _ordered_pairs(X: Domain, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
    """Pairs x <= y, both in X: x is y shrunk coordinatewise where X allows, else towards 0."""
    Y = X.project(rng.uniform(X.lower, X.upper, (_POINTS, X.n)))
    Y[0] = X.project(X.upper)
    shrunk = rng.uniform(0, 1, Y.shape) * Y
    inside = X.contains(shrunk)
    return np.where(inside[:, np.newaxis], shrunk, rng.uniform(0, 1, (_POINTS, 1)) * Y), Y


def _derivative_error(f: Utility, t: int, X: FloatArray, Y: FloatArray) -> float:
    """How far the gradient is from central differences of the value, along segments in X."""
    middle, direction = (X + Y) / 2, (Y - X) * 1e-7
    length = np.sqrt((direction**2).sum(-1))
    use = length > 1e-9
    if not use.any():
        return 0.0
    middle, direction, length = middle[use], direction[use], length[use]
    difference = f.value(t, middle + direction) - f.value(t, middle - direction)
    slope = (f.gradient(t, middle) * direction).sum(-1)
    return float((np.abs(difference / 2 - slope) / length).max())
