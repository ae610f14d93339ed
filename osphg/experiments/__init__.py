"""Experiments: the paper's own as functions, and every notebook of the book as one to run again.

`Setting`, `figure_one`, `replicate` and the rest compute what the paper's section 5 speaks of.
`head_to_head` lets players meet on games, those of this package or one's own.
`run`, `sweep`, `compare` and `verify` do from Python what the command `osphg` does: they execute a
notebook of the book with other parameters and return its results.
"""

from osphg.experiments.catalogue import Experiment, catalogue, find
from osphg.experiments.comparing import Comparison, Difference, compare, verify
from osphg.experiments.parameters import Parameter, UsageError
from osphg.experiments.running import Outcome, RunError, run
from osphg.experiments.scheduling import Failure
from osphg.experiments.store import SweepError
from osphg.experiments.sweeping import Sweep, sweep
from osphg.studies.figure1 import (
    FigureOne,
    ParameterMap,
    Replications,
    Sentence,
    Setting,
    algorithm_sentences,
    benchmark_curves,
    benchmark_sentences,
    dense_windows,
    figure_one,
    parameter_map,
    replicate,
    where_true,
)
from osphg.studies.head_to_head import HeadToHead, head_to_head

__all__ = [
    "Comparison",
    "Difference",
    "Experiment",
    "Failure",
    "FigureOne",
    "HeadToHead",
    "Outcome",
    "Parameter",
    "ParameterMap",
    "Replications",
    "RunError",
    "Sentence",
    "Setting",
    "Sweep",
    "SweepError",
    "UsageError",
    "algorithm_sentences",
    "benchmark_curves",
    "benchmark_sentences",
    "catalogue",
    "compare",
    "dense_windows",
    "figure_one",
    "find",
    "head_to_head",
    "parameter_map",
    "replicate",
    "run",
    "sweep",
    "verify",
    "where_true",
]
