"""The systems that the paper cites, and others to compare with: players, and their oracles.

Each has a constructor with its own parameters, and `tuned`, the choice of its theorem for a game:

>>> import osphg
>>> rounds = osphg.rounds.paper_quadratics(T=1000)
>>> osphg.play(osphg.BoostedOSPHG.tuned(rounds, W=30), rounds)
Run(BoostedOSPHG, 1000 of 1000 rounds, per round: utility 0.4921, violation -0.1846)
"""

from osphg.systems import oracles as oracles
from osphg.systems.boosted import BoostedGradient as BoostedGradient
from osphg.systems.boosted import PlainGradient as PlainGradient
from osphg.systems.hard import PFS as PFS
from osphg.systems.hard import RECOO as RECOO
from osphg.systems.hard import SinhaVaze as SinhaVaze
from osphg.systems.hard import VazeSinha as VazeSinha
from osphg.systems.k_oracles import OLFW as OLFW
from osphg.systems.k_oracles import GaussianNoise as GaussianNoise
from osphg.systems.k_oracles import GolovinKrauseStreeter as GolovinKrauseStreeter
from osphg.systems.k_oracles import PerStepDuals as PerStepDuals
from osphg.systems.k_oracles import StochasticMetaFrankWolfe as StochasticMetaFrankWolfe
from osphg.systems.multipliers import COLD as COLD
from osphg.systems.multipliers import MOSP as MOSP
from osphg.systems.multipliers import BestOfBothWorlds as BestOfBothWorlds
from osphg.systems.multipliers import BoostedOSPHG as BoostedOSPHG
from osphg.systems.multipliers import BoostedQueue as BoostedQueue
from osphg.systems.multipliers import CaoLiu as CaoLiu
from osphg.systems.multipliers import CaoLiuBandit as CaoLiuBandit
from osphg.systems.multipliers import CaoLiuValues as CaoLiuValues
from osphg.systems.multipliers import JenattonHuangArchambeau as JenattonHuangArchambeau
from osphg.systems.multipliers import MahdaviJinYang as MahdaviJinYang
from osphg.systems.multipliers import MahdaviMirrorProx as MahdaviMirrorProx
from osphg.systems.multipliers import MahdaviNoViolation as MahdaviNoViolation
from osphg.systems.multipliers import MOSPBandit as MOSPBandit
from osphg.systems.multipliers import NeelyYu as NeelyYu
from osphg.systems.multipliers import OnlineGradientAscent as OnlineGradientAscent
from osphg.systems.multipliers import SunDeyKapoor as SunDeyKapoor
from osphg.systems.multipliers import YuanLamperski as YuanLamperski
from osphg.systems.multipliers import YuanLamperskiStrong as YuanLamperskiStrong
from osphg.systems.oracles import Entropic as Entropic
from osphg.systems.oracles import Euclidean as Euclidean

__all__: list[str] = ["oracles", *(name for name in dir() if name[0].isupper())]
