"""Loads compiled code when it is imported: a small game is played, and its benchmark computed.

numba loads its parts with the first call of a compiled function, and the code of each function with
its own first call: about as long as many a cell of a sweep computes. The process of which cells are
copies imports this module, and so they have it all. Nothing is kept of the game. What fails here
fails again in the notebook that needs it, and is told there.
"""

import warnings
from contextlib import suppress

import osphg

with suppress(Exception), warnings.catch_warnings(action="ignore"):
    _rounds = osphg.rounds.paper_quadratics(T=8)
    osphg.play(osphg.OSPHG.tuned(_rounds, W=2, K=2), _rounds)
    osphg.best_fixed_decision(_rounds, W=2)
    osphg.every_window(_rounds, K=2)
