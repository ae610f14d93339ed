"""The compiled round: a player, a domain and a utility, fused into one loop over t.

The player, the domain and the utility say themselves what the loop needs (`osphg.core.fusing`);
`osphg.core.play` falls back to the NumPy rounds, against which this is tested, wherever one of
them does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol, Self

import numpy as np

from osphg.core.compiler import compiling
from osphg.core.domains import Domain
from osphg.core.fusing import Clipping, LineSteps, Loop, Steps
from osphg.core.game import Block, Game
from osphg.core.players.base import Player, RoundError
from osphg.core.run import Page
from osphg.core.utilities import Utility
from osphg.core.validate import FloatArray

_WORK_PER_CALL = 20_000_000  # multiply-adds between two looks at the keyboard, some 10 ms


class LoopError(RuntimeError):
    """A compiled loop was ended by a user's function, in a round that it does not name."""


class FusedState(Protocol):
    """The state of a player that can go through a loop."""

    @property
    def V(self) -> FloatArray:
        """What moves: what the oracles choose, (K, n), or the decision, (1, n)."""
        ...

    @property
    def multiplier(self) -> float:
        """lambda_t."""
        ...

    def moved(self, V: FloatArray, multiplier: float) -> Self:
        """Return the state after a loop has changed both."""
        ...


class Fused(NamedTuple):
    """The answers of a player, a domain and a utility that can go through the loop together."""

    steps: Steps | LineSteps
    clipping: Clipping
    loop: Loop
    arguments: Callable[[slice], tuple[Any, ...]]  # what it is told of the utility


def fuse(player: Player, domain: Domain, utility: Utility) -> Fused | None:
    """Ask all three what the loop needs; None if one of them does not answer, or without numba."""
    if not compiling():
        return None
    steps, clipping = _ask(player, "fused_steps"), _ask(domain, "fused_clipping")
    if steps is None or clipping is None:
        return None
    kernel = _ask(utility, "fused_rounds", clipping)
    loop = None if kernel is None else steps.loop_of(kernel)
    return None if loop is None else Fused(steps, clipping, loop, kernel.arguments)


def _ask(part: Any, method: str, *arguments: Any) -> Any:
    own = getattr(part, method, None)
    return None if own is None else own(*arguments)


def advance(
    fused: Fused, state: FusedState, block: Block, rounds: Game, page: Page
) -> Iterator[FusedState]:
    """Play a block through the compiled loop, yielding the state after each chunk.

    Raises
    ------
    LoopError
        If the loop ends with an error; the page and the last state are those before its chunk.
    """
    steps, clipping, loop, arguments = fused
    length, n = block.prices.shape
    chunk = max(1, _WORK_PER_CALL // (len(steps.weights) * n * (n + 4)))
    for first in range(0, length, chunk):
        local = slice(first, min(first + chunk, length))
        V = np.array(state.V.T, order="C")  # a copy, also of a single row
        try:
            multiplier = loop(
                *arguments(local),
                block.prices[local],
                rounds.allowance,
                clipping.lower,
                clipping.upper,
                *steps.told(range(block.start + local.start, block.start + local.stop)),
                V,
                state.multiplier,
                page.decisions[local],
                page.utility[local],
                page.violation[local],
                page.multiplier[local],
            )
        except Exception as error:
            raise LoopError(str(error)) from error
        _require_finite(local, page)
        page.done = local.stop
        state = state.moved(np.ascontiguousarray(V.T), multiplier)
        yield state


def _require_finite(local: slice, page: Page) -> None:
    """Refuse an overflow, and forget its round and those that followed."""
    valued = np.isfinite(page.utility[local])
    finite = valued & np.isfinite(page.multiplier[local])
    if finite.all():
        return
    at = int(np.argmin(finite))
    page.done = local.start + at
    name, series = (
        ("multiplier", page.multiplier) if valued[at] else ("utility.value", page.utility)
    )
    raise RoundError(
        f"round {page.start + page.done + 1}: {name} must be one finite number,"
        f" got {series[page.done]}"
    )
