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

import re
from importlib import import_module
from pathlib import Path
from typing import Any

_FACE = Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")
_HOME = {name: home for home, name in re.findall(r"^from (\S+) import (\w+)", _FACE, re.MULTILINE)}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for."""
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'osphg' has no attribute {name!r}")
    try:
        found = import_module(f"{home}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{home}.{name}":
            raise
        found = getattr(import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
