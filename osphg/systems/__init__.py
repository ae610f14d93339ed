"""The systems that the paper cites, and others to compare with: players, one file each."""

from osphg.systems.boosted import BoostedOSPHG
from osphg.systems.cao_liu2018 import CaoLiu, CaoLiuBandit
from osphg.systems.chen2017_mosp import MOSP
from osphg.systems.golovin2014 import GolovinKrauseStreeter
from osphg.systems.jenatton2016 import JenattonHuangArchambeau
from osphg.systems.liakopoulos2019 import COLD
from osphg.systems.mahdavi2012 import MahdaviJinYang
from osphg.systems.mirror_maps import Entropic, Euclidean, Geometry
from osphg.systems.neely_yu2017 import NeelyYu
from osphg.systems.olfw import OLFW
from osphg.systems.per_step_duals import PerStepDuals
from osphg.systems.stochastic_mfw2018 import GaussianNoise, StochasticMetaFrankWolfe
from osphg.systems.sun2017 import SunDeyKapoor
from osphg.systems.yuan2018 import YuanLamperski

__all__ = [
    "COLD",
    "MOSP",
    "OLFW",
    "BoostedOSPHG",
    "CaoLiu",
    "CaoLiuBandit",
    "Entropic",
    "Euclidean",
    "GaussianNoise",
    "Geometry",
    "GolovinKrauseStreeter",
    "JenattonHuangArchambeau",
    "MahdaviJinYang",
    "NeelyYu",
    "PerStepDuals",
    "StochasticMetaFrankWolfe",
    "SunDeyKapoor",
    "YuanLamperski",
]
