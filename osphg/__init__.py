"""Online DR-submodular maximisation under a long-term budget: the code under the book.

A problem is a sequence of rounds, a player plays it, a run is what happened:

>>> import osphg
>>> rounds = osphg.rounds.paper_quadratics(T=1000, n=2, budget_per_round=2.0, seed=0)
>>> player = osphg.OSPHG.tuned(rounds, W=30, K=30)
>>> run = osphg.play(player, rounds)
>>> best = osphg.best_fixed_decision(rounds, W=30)
>>> regret = osphg.regret(run, best)
"""

from osphg.core import domains, metrics, oracles, players, rounds, utilities
from osphg.core.domains import Box, Polytope, Simplex
from osphg.core.hindsight import best_fixed_decision, window_polytope
from osphg.core.metrics import regret, total_violation
from osphg.core.play import Run, play
from osphg.core.players.base import RoundError
from osphg.core.players.meta_frank_wolfe import MetaFrankWolfe
from osphg.core.players.osphg import OSPHG
from osphg.core.rounds import Rounds, StreamedRounds
from osphg.games import matroids
from osphg.systems.boosted import BoostedOSPHG
from osphg.systems.cao_liu2018 import CaoLiu, CaoLiuBandit
from osphg.systems.chen2017_mosp import MOSP
from osphg.systems.golovin2014 import GolovinKrauseStreeter
from osphg.systems.jenatton2016 import JenattonHuangArchambeau
from osphg.systems.liakopoulos2019 import COLD
from osphg.systems.mahdavi2012 import MahdaviJinYang
from osphg.systems.neely_yu2017 import NeelyYu
from osphg.systems.olfw import OLFW
from osphg.systems.per_step_duals import PerStepDuals
from osphg.systems.stochastic_mfw2018 import StochasticMetaFrankWolfe
from osphg.systems.sun2017 import SunDeyKapoor
from osphg.systems.yuan2018 import YuanLamperski

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
