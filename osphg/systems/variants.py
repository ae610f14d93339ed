"""The entries of other forms of the systems that the paper cites: other steps, other feedback."""

from __future__ import annotations

from osphg.systems.cao_liu2018 import CaoLiuValues
from osphg.systems.chen2017_mosp import MOSPBandit
from osphg.systems.entries import Cost, System
from osphg.systems.mahdavi2012 import MahdaviNoViolation
from osphg.systems.mahdavi2012_prox import MahdaviMirrorProx
from osphg.systems.terms import (
    CONVEX,
    DYNAMIC,
    MULTIPLIER,
    OLD,
    ONE,
    ORDER,
    RECALLED,
    STATIC,
    only,
)
from osphg.systems.yuan2018 import YuanLamperskiStrong

VARIANTS: tuple[System, ...] = (
    System(
        "Mahdavi-Jin-Yang, mirror prox", MahdaviMirrorProx, "mahdavi2012", MULTIPLIER, OLD,
        STATIC, "T known", Cost(gradients=1, projections=2),
        only(
            "eta = R/(2^(1/2) beta T^(1/3))", "order by its authors' rates; derived here",
            lambda game, W, seed, heuristic: MahdaviMirrorProx.tuned(game, heuristic=heuristic),
        ),
    ),
    System(
        "Mahdavi-Jin-Yang, no violation", MahdaviNoViolation, "mahdavi2012", MULTIPLIER, OLD,
        STATIC, "T and B_T/T known; no violation for large T", ONE,
        only(
            "margin = (B_T/T) T^(-1/4), eta and delta as without one, G + margin for G",
            ORDER,
            lambda game, W, seed, heuristic: MahdaviNoViolation.tuned(game, heuristic=heuristic),
        ),
    ),
    System(
        "Yuan-Lamperski, strong", YuanLamperskiStrong, "yuan2018", MULTIPLIER, OLD,
        STATIC, "T not needed; f_t strongly concave, of known modulus H", ONE,
        only(
            "eta_t = 1/(H t), sigma = beta^2/(1 - a), a = 1/2", RECALLED,
            lambda game, W, seed, heuristic: YuanLamperskiStrong.tuned(game, heuristic=heuristic),
        ),
    ),
    System(
        "MOSP, two-point bandit", MOSPBandit, "chen2019", MULTIPLIER, CONVEX,
        DYNAMIC, "as MOSP; X has an interior; sees two values of f_t, and g_t in full",
        Cost(values=2, projections=1),
        only(
            "alpha = mu = T^(-1/3), xi = 1/(T + 1)", "MOSP's; xi this book's",
            lambda game, W, seed, heuristic: MOSPBandit.tuned(game, seed=seed),
        ),
    ),
    System(
        "Cao-Liu, values alone", CaoLiuValues, "cao2019", MULTIPLIER, CONVEX,
        DYNAMIC, "as Cao-Liu; X has an interior; sees two values of f_t and two of g_t",
        Cost(values=2, projections=1),
        only(
            "as the two-point bandit, n beta for beta in delta", ORDER,
            lambda game, W, seed, heuristic: CaoLiuValues.tuned(game, seed=seed),
        ),
    ),
)  # fmt: skip
