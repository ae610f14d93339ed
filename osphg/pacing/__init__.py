"""Pacing: one round at a time, as they come, and what is needed around it.

`Pacer` asks a player for a decision and tells it what came of it; `Response` is how bids bring
reach, as data, so that it can be told what a log has; `abilities` finds out what each player can do
there. `Plan` is what is known of a game before it begins; `from_log` makes rounds of a log, and
`randomised_bids` draws the bids for one.
"""

from __future__ import annotations

from osphg.pacing.abilities import abilities
from osphg.pacing.experiment import randomised_bids
from osphg.pacing.log import LoggedRounds, from_log
from osphg.pacing.pacer import Pacer
from osphg.pacing.plan import Plan
from osphg.pacing.response import Response

__all__ = [
    "LoggedRounds",
    "Pacer",
    "Plan",
    "Response",
    "abilities",
    "from_log",
    "randomised_bids",
]
