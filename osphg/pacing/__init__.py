"""Pacing: one round at a time, as they come, and what is needed around it.

`Pacer` asks a player for a decision and tells it what came of it; `Plan` is what is known of a game
before it begins.
"""

from osphg.pacing.pacer import Pacer
from osphg.pacing.plan import Plan

__all__ = ["Pacer", "Plan"]
