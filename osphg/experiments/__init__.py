"""The rerun engine: every notebook of a book as an experiment to run again with other parameters.

`run`, `sweep`, `compare` and `verify` do from Python what the command `osphg` does: they execute a
notebook with other parameters and return its results, a `Results` table. Nothing else of osphg is
imported here: any folder of notebooks will do.
"""

from osphg.experiments.catalogue import Experiment, catalogue, find
from osphg.experiments.comparing import Comparison, Difference, compare, verify
from osphg.experiments.parameters import Parameter, UsageError
from osphg.experiments.results import Results
from osphg.experiments.running import Outcome, RunError, run
from osphg.experiments.scheduling import Failure
from osphg.experiments.store import SweepError
from osphg.experiments.sweeping import Sweep, sweep

__all__ = [
    "Comparison",
    "Difference",
    "Experiment",
    "Failure",
    "Outcome",
    "Parameter",
    "Results",
    "RunError",
    "Sweep",
    "SweepError",
    "UsageError",
    "catalogue",
    "compare",
    "find",
    "run",
    "sweep",
    "verify",
]
