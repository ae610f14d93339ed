"""Pacing: one round at a time, as they come, and what is needed around it.

`Pacer` asks a player for a decision and tells it what came of it; `Plan` is what is known of a game
before it begins; `from_log` makes rounds of a log, with `SaturatingReach` where no utility is
known; `suggest` says which W and K suit a horizon.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from osphg.pacing.log import from_log
from osphg.pacing.pacer import Pacer
from osphg.pacing.plan import Plan
from osphg.pacing.reach import SaturatingReach

if TYPE_CHECKING:
    from osphg.pacing.suggesting import Suggestion, suggest

__all__ = ["Pacer", "Plan", "SaturatingReach", "Suggestion", "from_log", "suggest"]


def __getattr__(name: str) -> Any:
    """Load what a loop does not need, the bounds and their statistics, when it is asked for."""
    if name not in ("Suggestion", "suggest"):
        raise AttributeError(f"module 'osphg.pacing' has no attribute {name!r}")
    from osphg.pacing import suggesting

    return getattr(suggesting, name)
