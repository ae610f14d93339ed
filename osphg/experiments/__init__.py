"""The rerun engine: every notebook of a book as an experiment to run again with other parameters.

`run`, `sweep`, `compare` and `verify` do from Python what the command `osphg` does: they execute a
notebook with other parameters and return its results, a `Results` table. Nothing else of osphg is
imported here: any folder of notebooks will do. A folder of results appears whole or not at all.

>>> from osphg import experiments
>>> figure = experiments.find("figure1")
>>> figure.parameter("W").meaning
'window of the benchmark, in rounds; None: the square root of T'
>>> figure.complete({"T": 20_000})["W"]
141

What executes, draws or makes reports is loaded when it is first used.
"""

from osphg.experiments.catalogue import Experiment, catalogue, find
from osphg.experiments.comparing import Comparison, Difference, compare, verify
from osphg.experiments.parameters import Parameter, UsageError
from osphg.experiments.results import Results
from osphg.experiments.running import Outcome, RunError, run
from osphg.experiments.sweeping import Sweep, sweep

__all__ = [
    "Comparison", "Difference", "Experiment", "Outcome", "Parameter", "Results", "RunError",
    "Sweep", "UsageError", "catalogue", "compare", "find", "run", "sweep", "verify",
]  # fmt: skip
