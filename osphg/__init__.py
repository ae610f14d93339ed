"""Online DR-submodular maximisation under a long-term budget: the code under the book.

A problem is a sequence of rounds, a player plays it, a run is what happened:

>>> import osphg
>>> rounds = osphg.rounds.paper_quadratics(T=1000, n=2, budget_per_round=2.0, seed=0)
>>> player = osphg.OSPHG.tuned(rounds, W=30, K=30)
>>> run = osphg.play(player, rounds)
>>> best = osphg.best_fixed_decision(rounds, W=30)
>>> round(osphg.regret(run, best), 1)
-195.9

The public names are those of `__init__.pyi`. Each is loaded when it is first used, so that
`import osphg` costs nothing.
"""

from __future__ import annotations

import lazy_loader

__getattr__, _, _names = lazy_loader.attach_stub(__name__, __file__)

# What needs more than the core's own dependencies is loaded when it is asked for by its name, and
# left out of what `help(osphg)` and `from osphg import *` load.
_WITH_EXTRAS = {"plots", "proofs", "studies"}
__all__ = sorted(set(_names) - _WITH_EXTRAS)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
