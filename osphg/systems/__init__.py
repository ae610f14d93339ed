"""The systems that the paper cites, and others to compare with: players, one file each."""

from osphg.systems import oracles
from osphg.systems.ascent import Ascent, PlainGradient
from osphg.systems.boosted import BoostedGradient, BoostedOSPHG
from osphg.systems.boosted_queue import BoostedQueue
from osphg.systems.cao_liu2018 import CaoLiu, CaoLiuBandit, CaoLiuValues
from osphg.systems.castiglioni2022 import BestOfBothWorlds
from osphg.systems.chen2017_mosp import MOSP, MOSPBandit
from osphg.systems.golovin2014 import GolovinKrauseStreeter
from osphg.systems.gradient_ascent import OnlineGradientAscent
from osphg.systems.hutchinson2025_pfs import PFS
from osphg.systems.jenatton2016 import JenattonHuangArchambeau
from osphg.systems.liakopoulos2019 import COLD
from osphg.systems.mahdavi2012 import MahdaviJinYang, MahdaviNoViolation
from osphg.systems.mahdavi2012_prox import MahdaviMirrorProx
from osphg.systems.mirror_maps import Entropic, Euclidean, Geometry
from osphg.systems.neely_yu2017 import NeelyYu
from osphg.systems.olfw import OLFW
from osphg.systems.per_step_duals import PerStepDuals
from osphg.systems.recoo2022 import RECOO
from osphg.systems.sinha_vaze2024 import SinhaVaze
from osphg.systems.stochastic_mfw2018 import GaussianNoise, StochasticMetaFrankWolfe
from osphg.systems.sun2017 import SunDeyKapoor
from osphg.systems.vaze_sinha2025 import VazeSinha
from osphg.systems.yuan2018 import YuanLamperski, YuanLamperskiStrong

__all__ = [
    "COLD",
    "MOSP",
    "OLFW",
    "PFS",
    "RECOO",
    "Ascent",
    "BestOfBothWorlds",
    "BoostedGradient",
    "BoostedOSPHG",
    "BoostedQueue",
    "CaoLiu",
    "CaoLiuBandit",
    "CaoLiuValues",
    "Entropic",
    "Euclidean",
    "GaussianNoise",
    "Geometry",
    "GolovinKrauseStreeter",
    "JenattonHuangArchambeau",
    "MOSPBandit",
    "MahdaviJinYang",
    "MahdaviMirrorProx",
    "MahdaviNoViolation",
    "NeelyYu",
    "OnlineGradientAscent",
    "PerStepDuals",
    "PlainGradient",
    "SinhaVaze",
    "StochasticMetaFrankWolfe",
    "SunDeyKapoor",
    "VazeSinha",
    "YuanLamperski",
    "YuanLamperskiStrong",
    "oracles",
]
