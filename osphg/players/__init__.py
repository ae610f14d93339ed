"""Players: online algorithms that choose x_t before they see f_t and p_t, one file each."""

from osphg.players.base import Feedback, Player, partial_iterates
from osphg.players.boosted import BoostedOSPHG
from osphg.players.cao_liu2018 import CaoLiu, CaoLiuBandit
from osphg.players.chen2017_mosp import MOSP
from osphg.players.geometry import Entropic, Euclidean, Geometry
from osphg.players.golovin2014 import GolovinKrauseStreeter
from osphg.players.jenatton2016 import JenattonHuangArchambeau
from osphg.players.liakopoulos2019 import COLD
from osphg.players.mahdavi2012 import MahdaviJinYang
from osphg.players.meta_frank_wolfe import MetaFrankWolfe
from osphg.players.neely_yu2017 import NeelyYu
from osphg.players.olfw import OLFW
from osphg.players.osphg import OSPHG
from osphg.players.per_step_duals import PerStepDuals
from osphg.players.stochastic_mfw2018 import GaussianNoise, StochasticMetaFrankWolfe
from osphg.players.sun2017 import SunDeyKapoor
from osphg.players.yuan2018 import YuanLamperski

__all__ = [
    "COLD",
    "MOSP",
    "OLFW",
    "OSPHG",
    "BoostedOSPHG",
    "CaoLiu",
    "CaoLiuBandit",
    "Entropic",
    "Euclidean",
    "Feedback",
    "GaussianNoise",
    "Geometry",
    "GolovinKrauseStreeter",
    "JenattonHuangArchambeau",
    "MahdaviJinYang",
    "MetaFrankWolfe",
    "NeelyYu",
    "PerStepDuals",
    "Player",
    "StochasticMetaFrankWolfe",
    "SunDeyKapoor",
    "YuanLamperski",
    "partial_iterates",
]
