"""The systems that the paper cites, and others to compare with: players, and their oracles."""

from osphg.systems import oracles
from osphg.systems.boosted import BoostedGradient, BoostedOSPHG
from osphg.systems.hard import PFS, RECOO, SinhaVaze, VazeSinha
from osphg.systems.k_oracles import (
    OLFW,
    GaussianNoise,
    GolovinKrauseStreeter,
    PerStepDuals,
    StochasticMetaFrankWolfe,
)
from osphg.systems.multipliers import (
    COLD,
    MOSP,
    BestOfBothWorlds,
    BoostedQueue,
    CaoLiu,
    CaoLiuBandit,
    CaoLiuValues,
    JenattonHuangArchambeau,
    MahdaviJinYang,
    MahdaviMirrorProx,
    MahdaviNoViolation,
    MOSPBandit,
    NeelyYu,
    OnlineGradientAscent,
    SunDeyKapoor,
    YuanLamperski,
    YuanLamperskiStrong,
)
from osphg.systems.oracles import Entropic, Euclidean, Geometry
from osphg.systems.saddle import Ascent, PlainGradient

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
