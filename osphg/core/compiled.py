"""The compiled round: Algorithms 1 and 2, fused into one loop over t.

The player, the domain and the utility say themselves what the loop needs (`osphg.core.fusing`);
`osphg.core.play` falls back to the NumPy rounds, against which this is tested, wherever one of
them does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from osphg.core.domains import Domain
from osphg.core.fusing import Clipping, RoundsKernel, Steps
from osphg.core.game import Block, Game
from osphg.core.players.base import Player, RoundError, State, partial_iterates
from osphg.core.run import Page
from osphg.core.utilities import Utility
from osphg.core.validate import FloatArray

_WORK_PER_CALL = 20_000_000  # multiply-adds between two looks at the keyboard, some 10 ms


class Fused(NamedTuple):
    """The answers of a player, a domain and a utility that can go through the loop together."""

    steps: Steps
    clipping: Clipping
    kernel: RoundsKernel


def fuse(player: Player, domain: Domain, utility: Utility) -> Fused | None:
    """Ask all three what the loop needs; None if one of them does not answer."""
    steps, clipping = _ask(player, "fused_steps"), _ask(domain, "fused_clipping")
    if steps is None or clipping is None:
        return None
    kernel = _ask(utility, "fused_rounds", clipping)
    return None if kernel is None else Fused(steps, clipping, kernel)


def _ask(part: Any, method: str, *arguments: Any) -> Any:
    own = getattr(part, method, None)
    return None if own is None else own(*arguments)


def advance(fused: Fused, state: State, block: Block, rounds: Game, page: Page) -> Iterator[State]:
    """Play a block through the compiled loop, yielding the state after each chunk."""
    steps, clipping, kernel = fused
    length, n = block.prices.shape
    chunk = max(1, _WORK_PER_CALL // (len(steps.weights) * n * (n + 4)))
    for first in range(0, length, chunk):
        local = slice(first, min(first + chunk, length))
        V = np.ascontiguousarray(state.V.T)
        multiplier = kernel.function(
            *kernel.arguments(local),
            block.prices[local],
            rounds.allowance,
            clipping.lower,
            clipping.upper,
            *steps,
            V,
            state.multiplier,
            page.decisions[local],
            page.utility[local],
            page.violation[local],
            page.multiplier[local],
        )
        _require_finite("utility.value", page.utility, local, page)
        if not np.isfinite(multiplier):
            _require_finite("multiplier", page.multiplier, local, page)
        page.done = local.stop
        V = np.ascontiguousarray(V.T)
        state = state._replace(X=partial_iterates(V), V=V, multiplier=multiplier)
        yield state


def _require_finite(name: str, series: FloatArray, local: slice, page: Page) -> None:
    """Refuse an overflow, and forget its round and those that followed."""
    finite = np.isfinite(series[local])
    if not finite.all():
        page.done = local.start + int(np.argmin(finite))
        raise RoundError(
            f"round {page.start + page.done + 1}: {name} must be one finite number,"
            f" got {series[page.done]}"
        )
