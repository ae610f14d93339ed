"""The systems that the paper cites, and others to compare with.

Each has a constructor with its own parameters, and `tuned`, the choice of its theorem for a game:

>>> import osphg
>>> rounds = osphg.rounds.paper_quadratics(T=1000)
>>> osphg.play(osphg.BoostedOSPHG.tuned(rounds, W=30), rounds)
Run(BoostedOSPHG, 1000 of 1000 rounds, per round: utility 0.4921, violation -0.1846)
"""

from osphg.systems.k_oracles import *
from osphg.systems.k_oracles import GaussianNoise
from osphg.systems.repricing import *
from osphg.systems.saddle import *
from osphg.systems.saddle import BoostedGradient, Entropic, Euclidean, PlainGradient

__all__ = ["BoostedGradient", "Entropic", "Euclidean", "GaussianNoise", "PlainGradient"]
_BASES = {"OneDecision", "Climbing", "SaddleMethod", "TwoPoints"}
__all__ += [  # and every player of the families above
    name
    for name, made in list(globals().items())
    if hasattr(made, "tuned") and hasattr(made, "decide") and made.__module__.startswith(__name__)
    if name not in _BASES
]
