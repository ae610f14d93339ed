"""Online DR-submodular maximisation under a long-term budget: the code under the book.

A problem is a sequence of rounds, a player plays it, a run is what happened:

>>> import osphg
>>> rounds = osphg.rounds.paper_quadratics(T=1000, n=2, budget_per_round=2.0, seed=0)
>>> player = osphg.OSPHG.tuned(rounds, W=30, K=30)
>>> run = osphg.play(player, rounds)
>>> best = osphg.best_fixed_decision(rounds, W=30)
>>> regret = osphg.regret(run, best)
"""

from osphg import domains, matroids, metrics, oracles, players, rounds, utilities
from osphg.domains import Box, Polytope, Simplex
from osphg.game import Run, play
from osphg.hindsight import best_fixed_decision, window_polytope
from osphg.metrics import regret, total_violation
from osphg.players import (
    COLD,
    MOSP,
    OLFW,
    OSPHG,
    BoostedOSPHG,
    CaoLiu,
    CaoLiuBandit,
    GolovinKrauseStreeter,
    JenattonHuangArchambeau,
    MahdaviJinYang,
    MetaFrankWolfe,
    NeelyYu,
    PerStepDuals,
    StochasticMetaFrankWolfe,
    SunDeyKapoor,
    YuanLamperski,
)
from osphg.players.base import RoundError
from osphg.rounds import Rounds, StreamedRounds

__all__ = [
    "COLD",
    "MOSP",
    "OLFW",
    "OSPHG",
    "BoostedOSPHG",
    "Box",
    "CaoLiu",
    "CaoLiuBandit",
    "GolovinKrauseStreeter",
    "JenattonHuangArchambeau",
    "MahdaviJinYang",
    "MetaFrankWolfe",
    "NeelyYu",
    "PerStepDuals",
    "Polytope",
    "RoundError",
    "Rounds",
    "Run",
    "Simplex",
    "StochasticMetaFrankWolfe",
    "StreamedRounds",
    "SunDeyKapoor",
    "YuanLamperski",
    "best_fixed_decision",
    "domains",
    "matroids",
    "metrics",
    "oracles",
    "play",
    "players",
    "regret",
    "rounds",
    "total_violation",
    "utilities",
    "window_polytope",
]
