"""Does once, when it is imported, what the first game and the first notebook of a process need.

numba loads its parts with the first call of a compiled function, and the code of each function with
its own first call: about as long as many a cell of a sweep computes. The process of which cells are
copies imports this module: it plays a small game and computes its benchmark, so that they have it
all. nbformat compiles the schema of notebooks when it first checks one. Nothing is kept of game and
notebook. What fails here fails again in the notebook that needs it, and is told there.
"""

import warnings
from contextlib import suppress

import osphg

with suppress(Exception):
    import nbformat

    nbformat.validate(nbformat.v4.new_notebook())

with suppress(Exception), warnings.catch_warnings(action="ignore"):
    _rounds = osphg.rounds.paper_quadratics(T=8)
    osphg.play(osphg.OSPHG.tuned(_rounds, W=2, K=2), _rounds)
    osphg.best_fixed_decision(_rounds, W=2)
    osphg.every_window(_rounds, K=2)
