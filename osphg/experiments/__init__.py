"""The rerun engine: every notebook of a book as an experiment to run again with other parameters.

`run`, `sweep`, `compare` and `verify` do from Python what the command `osphg` does: they execute a
notebook with other parameters and return its results, a `Results` table. Nothing else of osphg is
imported here: any folder of notebooks will do. A folder of results appears whole or not at all, and
what exists is never touched.

>>> from osphg import experiments
>>> figure = experiments.find("figure1")
>>> figure.parameter("W").meaning
'window of the benchmark, in rounds; None: the square root of T'
>>> figure.complete({"T": 20_000})["W"]
141

What executes, reads or draws is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from osphg.experiments.catalogue import Experiment, catalogue, find

# Not with the rest below: the function `catalogue` has the name of its module.
from osphg.experiments.parameters import Parameter, UsageError

if TYPE_CHECKING:
    from osphg.experiments.comparing import Comparison, Difference, compare, verify
    from osphg.experiments.results import Results
    from osphg.experiments.running import Outcome, RunError, run
    from osphg.experiments.sweeping import Sweep, sweep
    from osphg.experiments.workers import Cell

_HOMES = {
    "comparing": ("Comparison", "Difference", "compare", "verify"),
    "results": ("Results",),
    "running": ("Outcome", "RunError", "run"),
    "sweeping": ("Sweep", "sweep"),
    "workers": ("Cell",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Cell",
    "Comparison",
    "Difference",
    "Experiment",
    "Outcome",
    "Parameter",
    "Results",
    "RunError",
    "Sweep",
    "UsageError",
    "catalogue",
    "compare",
    "find",
    "run",
    "sweep",
    "verify",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for."""
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'osphg.experiments' has no attribute {name!r}")
    found = getattr(import_module(f"osphg.experiments.{home}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
