"""Pacing: one round at a time, as they come, and what is needed around it.

`Pacer` asks a player for a decision and tells it what came of it; `Plan` is what is known of a game
before it begins; `from_log` makes rounds of a log, with `SaturatingReach` where no utility is
known; `suggest` says which W and K suit a horizon.
"""

from __future__ import annotations

from osphg.pacing.log import SaturatingReach, from_log
from osphg.pacing.pacer import Pacer
from osphg.pacing.plan import Plan, Suggestion, suggest

__all__ = ["Pacer", "Plan", "SaturatingReach", "Suggestion", "from_log", "suggest"]
