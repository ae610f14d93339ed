"""Which game it is, so that a run is not judged on the benchmark of another one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from hashlib import blake2b
from typing import Protocol

import numpy as np

from osphg.core.domain import Domain
from osphg.core.utilities import AtRound
from osphg.core.utility import Utility
from osphg.core.validate import FloatArray

_PROBED = 64  # rounds whose utility tells one game from another


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

    Nothing is computed for one and the same game. Two others are compared by a digest of T, the
    budget, the domain's bounds, all prices, and the utilities' values in 64 of the rounds. A copy
    in another process carries the digest alone.
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
        return self is other or self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __getstate__(self) -> dict[str, str]:
        return {"digest": self.digest}


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
