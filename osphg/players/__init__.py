"""The players: the paper's algorithm, the systems that it cites, and others to compare with.

Each has a constructor with its own parameters, and `tuned`, the choice of its theorem for a game:

>>> import osphg
>>> rounds = osphg.rounds.paper_quadratics(T=1000)
>>> osphg.play(osphg.BoostedOSPHG.tuned(rounds, W=30), rounds)
Run(BoostedOSPHG, 1000 of 1000 rounds, per round: utility 0.4921, violation -0.1846)

The names are those of `__init__.pyi`. Each is loaded when it is first used: who plays one player
does not wait for the others.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
