"""The entries of the systems since 2017 that the paper does not cite, and of this book's own."""

from __future__ import annotations

from osphg.games.contests import FIXED, INDEPENDENT
from osphg.systems.boosted_queue import BoostedQueue
from osphg.systems.castiglioni2022 import BestOfBothWorlds
from osphg.systems.entries import Cost, System
from osphg.systems.gradient_ascent import OnlineGradientAscent
from osphg.systems.hutchinson2025_pfs import PFS
from osphg.systems.neely_yu2017 import NeelyYu
from osphg.systems.recoo2022 import RECOO
from osphg.systems.sinha_vaze2024 import SinhaVaze
from osphg.systems.terms import (
    BLIND,
    BOOK,
    CONVEX,
    DR,
    EIGHT,
    HARD,
    MEAN,
    MULTIPLIER,
    ONE,
    QUEUE,
    RECALLED,
    ROUND,
    STATIC,
    WINDOW,
    climbing_by_concavity,
    only,
)
from osphg.systems.vaze_sinha2025 import VazeSinha

RECENT: tuple[System, ...] = (
    System(
        "Yu-Neely-Wei", NeelyYu, "yu2017", QUEUE, CONVEX | {INDEPENDENT},
        "best decision within the mean constraint",
        "some decision keeps the mean constraint strictly", ONE,
        only(
            "V = T^(1/2), alpha = T: plays as Neely-Yu", RECALLED,
            lambda game, W, seed, heuristic: NeelyYu.tuned(game),
        ),
    ),
    System(
        "boosted queue", BoostedQueue, "zhang2022", QUEUE, DR,
        f"(1-1/e) of the {WINDOW}", "T known; Neely-Yu's queue with their gradient, by this book",
        EIGHT,
        only(
            "V = (W T)^(1/2), alpha = V T^(1/2), 8 nodes", BOOK,
            lambda game, W, seed, heuristic: BoostedQueue.tuned(game, W),
        ),
    ),
    System(
        "best of both worlds", BestOfBothWorlds, "castiglioni2022", MULTIPLIER, DR | {INDEPENDENT},
        f"{MEAN}; else a share of the best decision within the season's budget (W = T)",
        "T and the slack B_T/T known", EIGHT,
        climbing_by_concavity(
            "cap = F/b, eta = R/((s + cap beta_g) T^(1/2)), mu = cap/(G T^(1/2))",
            "scheme its authors', recalled; minimisers and constants this book's",
            BestOfBothWorlds.tuned,
        ),
    ),
    System(
        "RECOO", RECOO, "guo2022", HARD, DR,
        f"(1-1/e) of the {ROUND}, all of it if concave", "T not needed; boosted by this book",
        Cost(gradients=8, projections="some"),
        climbing_by_concavity(
            "alpha_t = (s/R) t^(1/2), gamma_t = (s R/G) t^0.51, eta_t = t^(1/2)",
            "exponents its authors', recalled; units this book's", RECOO.tuned,
        ),
    ),
    System(
        "Sinha-Vaze", SinhaVaze, "sinha2024", HARD, DR,
        f"(1-1/e) of the {ROUND}, all of it if concave",
        "T known; violation but for a factor log(T), and its bound says nothing below T = 1000;"
        " boosted by this book",
        EIGHT,
        climbing_by_concavity(
            "units 2 R s and 2 R beta_g, Phi(Q) = exp(Q/(2 T^(1/2))) - 1",
            "its authors'; constants derived here", SinhaVaze.tuned,
        ),
    ),
    System(
        "Vaze-Sinha", VazeSinha, "vaze2025", HARD, DR,
        f"(1-1/e) of the {ROUND}, all of it if concave",
        "T not needed; n at most 4 here; boosted by this book; a maximisation and a second"
        " projection at a new price", Cost(gradients=8, projections=1),
        climbing_by_concavity("eta_t = R/(s t^(1/2))", RECALLED, VazeSinha.tuned),
    ),
    System(
        "PFS", PFS, "hutchinson2025", HARD, DR | {FIXED},
        f"(1-1/e) of the {STATIC}, all of it if concave",
        "T and the constraint known; below some T = 10^6 its steps are those of its largest margin;"
        " boosted by this book", Cost(gradients=8),
        climbing_by_concavity(
            "margin = 2 (1+k) s eta/k^2, k = radius/(2 R), eta the best for it",
            "the step its authors'; constants derived here", PFS.tuned,
        ),
    ),
    System(
        "gradient ascent", OnlineGradientAscent, "chen2018online", BLIND, DR,
        "1/2 of the best decision, budget or not", "T known", ONE,
        only(
            "eta = R/(beta_f T^(1/2))", RECALLED,
            lambda game, W, seed, heuristic: OnlineGradientAscent.tuned(game),
        ),
    ),
)  # fmt: skip
