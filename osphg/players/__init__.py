"""The players: the paper's algorithm, the systems that it cites, and others to compare with.

Each has a constructor with its own parameters, and `tuned`, the choice of its theorem for a game:

>>> import osphg
>>> rounds = osphg.rounds.paper_quadratics(T=1000)
>>> osphg.play(osphg.BoostedOSPHG.tuned(rounds, W=30), rounds)
Run(BoostedOSPHG, 1000 of 1000 rounds, per round: utility 0.4921, violation -0.1846)
"""

from osphg.compiled.steps import Steps as Steps
from osphg.players import oracles as oracles
from osphg.players.ascent import BoostedGradient as BoostedGradient
from osphg.players.ascent import PlainGradient as PlainGradient
from osphg.players.bandits import CaoLiuBandit as CaoLiuBandit
from osphg.players.bandits import CaoLiuValues as CaoLiuValues
from osphg.players.bandits import MOSPBandit as MOSPBandit
from osphg.players.base import Feedback as Feedback
from osphg.players.base import Player as Player
from osphg.players.base import WarmStarted as WarmStarted
from osphg.players.boosted import BestOfBothWorlds as BestOfBothWorlds
from osphg.players.boosted import BoostedOSPHG as BoostedOSPHG
from osphg.players.boosted import BoostedQueue as BoostedQueue
from osphg.players.boosted import OnlineGradientAscent as OnlineGradientAscent
from osphg.players.capped import Capped as Capped
from osphg.players.fixed_price import JenattonHuangArchambeau as JenattonHuangArchambeau
from osphg.players.fixed_price import MahdaviJinYang as MahdaviJinYang
from osphg.players.fixed_price import MahdaviMirrorProx as MahdaviMirrorProx
from osphg.players.fixed_price import MahdaviNoViolation as MahdaviNoViolation
from osphg.players.fixed_price import YuanLamperski as YuanLamperski
from osphg.players.fixed_price import YuanLamperskiStrong as YuanLamperskiStrong
from osphg.players.hard_budget import PFS as PFS
from osphg.players.hard_budget import RECOO as RECOO
from osphg.players.hard_budget import SinhaVaze as SinhaVaze
from osphg.players.hard_budget import VazeSinha as VazeSinha
from osphg.players.k_oracles import OLFW as OLFW
from osphg.players.k_oracles import GaussianNoise as GaussianNoise
from osphg.players.k_oracles import GolovinKrauseStreeter as GolovinKrauseStreeter
from osphg.players.k_oracles import PerStepDuals as PerStepDuals
from osphg.players.k_oracles import StochasticMetaFrankWolfe as StochasticMetaFrankWolfe
from osphg.players.oracles import FollowThePerturbedLeader as FollowThePerturbedLeader
from osphg.players.oracles import GradientAscent as GradientAscent
from osphg.players.osphg import OSPHG as OSPHG
from osphg.players.osphg import MetaFrankWolfe as MetaFrankWolfe
from osphg.players.osphg import partial_iterates as partial_iterates
from osphg.players.repricing import NestedRepricing as NestedRepricing
from osphg.players.repricing import Repricing as Repricing
from osphg.players.rules import DualDescent as DualDescent
from osphg.players.rules import EvenPacing as EvenPacing
from osphg.players.rules import Resolve as Resolve
from osphg.players.rules import Throttle as Throttle
from osphg.players.saddle import SaddleMethod as SaddleMethod
from osphg.players.varying_prices import COLD as COLD
from osphg.players.varying_prices import MOSP as MOSP
from osphg.players.varying_prices import CaoLiu as CaoLiu
from osphg.players.varying_prices import Entropic as Entropic
from osphg.players.varying_prices import Euclidean as Euclidean
from osphg.players.varying_prices import NeelyYu as NeelyYu
from osphg.players.varying_prices import SunDeyKapoor as SunDeyKapoor
