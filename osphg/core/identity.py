"""Which game it is, so that a run is not judged on the benchmark of another one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from hashlib import blake2b
from typing import Any, Protocol, TypeAlias

import attrs
import numpy as np

from osphg.core import validate
from osphg.core.checks import probes
from osphg.core.domain import Domain, Faceted
from osphg.core.utilities import AtRound
from osphg.core.utility import Utility
from osphg.core.validate import FloatArray

_PROBED = 64  # rounds whose utility tells one game from another in a digest

Rounds: TypeAlias = tuple[int, Utility, FloatArray]  # first round, utility, prices


class Identified(Protocol):
    """What of a `Game` tells it from another one."""

    @property
    def T(self) -> int:
        """The number of rounds."""

    @property
    def n(self) -> int:
        """The dimension of a decision."""

    @property
    def budget(self) -> float:
        """B_T."""

    @property
    def domain(self) -> Domain:
        """X."""

    def blocks(self) -> Iterator[tuple[int, Utility, FloatArray]]:
        """Iterate over (first round, utility, prices) of consecutive rounds."""


class Identity:
    """A game's identity: equal for equal rounds, however they are held.

    Nothing is computed for one and the same game. Two others are compared in full: T, the budget,
    the domain's half-spaces, all prices, and the arrays of the utilities; of a user's own classes,
    values and gradients at some points of every round. A copy in another process, or in a file,
    carries a digest alone: of T, the budget, the domain's bounds, all prices, and the utilities'
    values in 64 of the rounds.
    """

    def __init__(self, game: Identified) -> None:
        self._game = game

    @cached_property
    def digest(self) -> str:
        """32 hexadecimal digits."""
        return _digest(self._game)

    @classmethod
    def of(cls, digest: str) -> Identity:
        """Return the identity of a game that is not at hand, from what was kept of it."""
        found = cls.__new__(cls)
        found.__dict__["digest"] = digest
        return found

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Identity):
            return NotImplemented
        if self is other:
            return True
        one, two = (getattr(identity, "_game", None) for identity in (self, other))
        if one is None or two is None:
            return self.digest == other.digest
        return one is two or _same_game(one, two)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __getstate__(self) -> dict[str, str]:
        return {"digest": self.digest}


def same_rounds(one: Rounds, two: Rounds, X: Domain) -> bool:
    """Whether two blocks hold the same rounds, as far as prices, arrays and points of X show.

    Of a user's own utilities, some 64 rounds are asked: a block may have very many.
    """
    (_, f, p), (_, g, q) = one, two
    step = max(1, len(p) // _PROBED)
    return np.array_equal(p, q) and _same_utility(f, 0, g, 0, len(p), probes(X), step)


def _same_game(one: Identified, two: Identified) -> bool:
    if (one.T, one.n, one.budget) != (two.T, two.n, two.budget):
        return False
    if not _same_domain(one.domain, two.domain):
        return False
    points = probes(one.domain)
    left, right = one.blocks(), two.blocks()
    (s, f, p), (r, g, q) = next(left), next(right)
    t = 0
    while True:
        end = min(s + len(p), r + len(q))
        if not np.array_equal(p[t - s : end - s], q[t - r : end - r]):
            return False
        if not _same_utility(f, t - s, g, t - r, end - t, points):
            return False
        t = end
        if t == one.T:
            return True
        if t == s + len(p):
            s, f, p = next(left)
        if t == r + len(q):
            r, g, q = next(right)


def _same_utility(
    f: Utility, i: int, g: Utility, j: int, count: int, points: FloatArray, step: int = 1
) -> bool:
    """Whether rounds i, i + 1, ... of f are rounds j, j + 1, ... of g; each `step`-th is asked."""
    alike = type(f) is type(g)
    if f is g and i == j:
        return True
    if alike and i == j and type(f).__module__.startswith("osphg.") and attrs.has(type(f)):
        own: Any = type(f)
        names = [field.name for field in attrs.fields(own) if field.init]
        parts = ((getattr(f, name), getattr(g, name)) for name in names)
        if all(_same_part(a, b) for a, b in parts):
            return True
    for k in range(0, count, step):
        here, there = AtRound(f, i + k), AtRound(g, j + k)
        for a, b in (
            (here.value(points), there.value(points)),
            (here.gradient(points), there.gradient(points)),
        ):
            if not (np.array_equal(a, b) if alike else np.allclose(a, b, rtol=1e-9, atol=1e-12)):
                return False
    return True


def _same_part(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray):
        return isinstance(b, np.ndarray) and np.array_equal(a, b)
    return a is b or (type(a) is type(b) and isinstance(a, int | float | str) and a == b)


def _same_domain(one: Domain, two: Domain) -> bool:
    if one is two:
        return True
    if one.n != two.n or one.diameter != two.diameter:
        return False
    if not (np.array_equal(one.lower, two.lower) and np.array_equal(one.upper, two.upper)):
        return False
    if validate.offers(one, Faceted) and validate.offers(two, Faceted):
        faces = zip(one.half_spaces(), two.half_spaces(), strict=True)
        return all(np.array_equal(a, b) for a, b in faces)
    beyond = 2 * np.maximum(one.upper, 1.0) * np.random.default_rng(1).random((one.n + 1, one.n))
    return np.allclose(one.project(beyond), two.project(beyond), rtol=1e-9, atol=1e-12)


def _digest(game: Identified) -> str:
    """Hash a game; values to nine digits, which another order of a sum does not change."""
    domain, found = game.domain, blake2b(digest_size=16)
    for part in ([game.T, game.n, game.budget, domain.diameter], domain.lower, domain.upper):
        found.update(np.asarray(part, dtype=np.float64).tobytes())
    point = domain.project((domain.lower + 2 * domain.upper) / 3)
    probed = sorted({game.T * i // _PROBED for i in range(_PROBED)} | {game.T - 1})
    values = []  # after all prices, so that blocks of another length have the same digest
    for start, utility, prices in game.blocks():
        found.update((prices + 0.0).tobytes())  # -0 is 0
        for local in (t - start for t in probed):
            if 0 <= local < len(prices):
                value = float(AtRound(utility, local).value(point))
                values.append(f"{value:.9g};")
    found.update("".join(values).encode())
    return found.hexdigest()
