"""The systems that the paper cites, and others to compare with: players, a file for each family."""

from osphg.systems import oracles
from osphg.systems.bandits import CaoLiuBandit, CaoLiuValues, MOSPBandit
from osphg.systems.blind import GaussianNoise, GolovinKrauseStreeter, StochasticMetaFrankWolfe
from osphg.systems.boosted import Ascent, BoostedGradient, BoostedOSPHG, PlainGradient
from osphg.systems.multipliers import (
    MOSP,
    CaoLiu,
    JenattonHuangArchambeau,
    MahdaviJinYang,
    MahdaviMirrorProx,
    MahdaviNoViolation,
    SunDeyKapoor,
    YuanLamperski,
    YuanLamperskiStrong,
)
from osphg.systems.oracles import Entropic, Euclidean, Geometry
from osphg.systems.queues import COLD, OLFW, BoostedQueue, NeelyYu, PerStepDuals
from osphg.systems.recent import (
    PFS,
    RECOO,
    BestOfBothWorlds,
    OnlineGradientAscent,
    SinhaVaze,
    VazeSinha,
)

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
