"""The benchmark in hindsight: the best fixed decision within budget in every W rounds in a row.

W rounds in a row are a window. `regions` has the set of the decisions within budget in every
window, `best` maximises the sum of all utilities over it by one of the solvers, `curves` does so
for many W, and `needed_budget` asks the other way round, for the budget.
"""

from osphg.hindsight.best import Benchmark as Benchmark
from osphg.hindsight.best import best_fixed_decision as best_fixed_decision
from osphg.hindsight.curves import BenchmarkCurve as BenchmarkCurve
from osphg.hindsight.curves import benchmark_curve as benchmark_curve
from osphg.hindsight.curves import every_window as every_window
from osphg.hindsight.frank_wolfe_variant import frank_wolfe as frank_wolfe
from osphg.hindsight.needed_budget import LeastBudget as LeastBudget
from osphg.hindsight.needed_budget import least_budget as least_budget
from osphg.hindsight.polygons import planar as planar
from osphg.hindsight.regions import window_polytope as window_polytope
from osphg.hindsight.scip_solver import scip as scip
from osphg.hindsight.search import branch_and_bound as branch_and_bound
from osphg.hindsight.solvers import Solution as Solution
from osphg.hindsight.solvers import Solver as Solver
