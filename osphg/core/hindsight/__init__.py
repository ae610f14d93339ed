"""The benchmark in hindsight: windows of the budget, solvers, and certified optima."""

from osphg.core.hindsight.all_windows import every_window
from osphg.core.hindsight.benchmark import (
    Benchmark,
    BenchmarkCurve,
    benchmark_curve,
    best_fixed_decision,
    frank_wolfe,
)
from osphg.core.hindsight.branch_and_bound import branch_and_bound
from osphg.core.hindsight.scip import scip, scip_available
from osphg.core.hindsight.solvers import Solution, Solver, planar
from osphg.core.hindsight.windows import window_averages, window_polytope

__all__ = [
    "Benchmark",
    "BenchmarkCurve",
    "Solution",
    "Solver",
    "benchmark_curve",
    "best_fixed_decision",
    "branch_and_bound",
    "every_window",
    "frank_wolfe",
    "planar",
    "scip",
    "scip_available",
    "window_averages",
    "window_polytope",
]
