"""The systems that the paper cites, and others to compare with: players, and their oracles.

Each has a constructor with its own parameters, and `tuned`, the choice of its theorem for a game:

>>> import osphg
>>> rounds = osphg.rounds.paper_quadratics(T=1000)
>>> osphg.play(osphg.BoostedOSPHG.tuned(rounds, W=30), rounds)
Run(BoostedOSPHG, 1000 of 1000 rounds, per round: utility 0.4921, violation -0.1846)
"""

from osphg.systems import oracles
from osphg.systems.boosted import Ascent, BoostedGradient, PlainGradient
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
    BoostedOSPHG,
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
