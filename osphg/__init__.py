"""Online DR-submodular maximisation under a long-term budget: the code under the book.

A problem is a sequence of rounds, a player plays it, a run is what happened:

>>> import osphg
>>> rounds = osphg.rounds.paper_quadratics(T=1000, n=2, budget_per_round=2.0, seed=0)
>>> player = osphg.OSPHG.tuned(rounds, W=30, K=30)
>>> run = osphg.play(player, rounds)
>>> best = osphg.best_fixed_decision(rounds, W=30)
>>> round(osphg.regret(run, best), 1)
-195.9

Each name is loaded when it is first used, so that `import osphg` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from osphg import (
        domains,
        experiments,
        games,
        metrics,
        oracles,
        pacing,
        players,
        plots,
        proofs,
        rounds,
        studies,
        systems,
        utilities,
    )
    from osphg.domains import Box, Polytope, Simplex
    from osphg.games import families, matroids
    from osphg.hindsight import benchmark_curve, best_fixed_decision, every_window, window_polytope
    from osphg.metrics import regret, total_violation
    from osphg.pacing import Pacer, from_log
    from osphg.players import OSPHG, MetaFrankWolfe, RoundError
    from osphg.playing import Run, StreamedRun, play, stream
    from osphg.rounds import Rounds, StreamedRounds, check
    from osphg.systems import (
        COLD,
        MOSP,
        OLFW,
        PFS,
        RECOO,
        BestOfBothWorlds,
        BoostedGradient,
        BoostedOSPHG,
        BoostedQueue,
        CaoLiu,
        CaoLiuBandit,
        CaoLiuValues,
        GolovinKrauseStreeter,
        JenattonHuangArchambeau,
        MahdaviJinYang,
        MahdaviMirrorProx,
        MahdaviNoViolation,
        MOSPBandit,
        NeelyYu,
        OnlineGradientAscent,
        PerStepDuals,
        PlainGradient,
        SinhaVaze,
        StochasticMetaFrankWolfe,
        SunDeyKapoor,
        VazeSinha,
        YuanLamperski,
        YuanLamperskiStrong,
    )

# Where each name stands; a module by its own path.
_HOMES = {
    "osphg.domains": ("Box", "Polytope", "Simplex"),
    "osphg.hindsight": (
        "benchmark_curve", "best_fixed_decision", "every_window", "window_polytope",
    ),
    "osphg.metrics": ("regret", "total_violation"),
    "osphg.players": ("OSPHG", "MetaFrankWolfe", "RoundError"),
    "osphg.playing": ("Run", "StreamedRun", "play", "stream"),
    "osphg.rounds": ("Rounds", "StreamedRounds", "check"),
    "osphg.games": ("families", "matroids"),
    "osphg.pacing": ("Pacer", "from_log"),
    "osphg.systems": (
        "COLD", "MOSP", "OLFW", "BoostedOSPHG", "CaoLiu", "CaoLiuBandit", "GolovinKrauseStreeter",
        "JenattonHuangArchambeau", "MahdaviJinYang", "MahdaviMirrorProx", "MahdaviNoViolation",
        "NeelyYu", "PerStepDuals", "StochasticMetaFrankWolfe", "SunDeyKapoor", "YuanLamperski",
        "BestOfBothWorlds", "BoostedGradient", "OnlineGradientAscent", "PFS", "PlainGradient",
        "RECOO", "SinhaVaze", "VazeSinha", "YuanLamperskiStrong", "CaoLiuValues",
        "MOSPBandit", "BoostedQueue",
    ),
    "osphg": (
        "domains", "experiments", "games", "metrics", "oracles", "pacing", "players", "plots",
        "proofs", "rounds", "studies", "systems", "utilities",
    ),
}  # fmt: skip
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "COLD",
    "MOSP",
    "OLFW",
    "OSPHG",
    "PFS",
    "RECOO",
    "BestOfBothWorlds",
    "BoostedGradient",
    "BoostedOSPHG",
    "BoostedQueue",
    "Box",
    "CaoLiu",
    "CaoLiuBandit",
    "CaoLiuValues",
    "GolovinKrauseStreeter",
    "JenattonHuangArchambeau",
    "MOSPBandit",
    "MahdaviJinYang",
    "MahdaviMirrorProx",
    "MahdaviNoViolation",
    "MetaFrankWolfe",
    "NeelyYu",
    "OnlineGradientAscent",
    "Pacer",
    "PerStepDuals",
    "PlainGradient",
    "Polytope",
    "RoundError",
    "Rounds",
    "Run",
    "Simplex",
    "SinhaVaze",
    "StochasticMetaFrankWolfe",
    "StreamedRounds",
    "StreamedRun",
    "SunDeyKapoor",
    "VazeSinha",
    "YuanLamperski",
    "YuanLamperskiStrong",
    "benchmark_curve",
    "best_fixed_decision",
    "check",
    "domains",
    "every_window",
    "experiments",
    "families",
    "from_log",
    "games",
    "matroids",
    "metrics",
    "oracles",
    "pacing",
    "play",
    "players",
    "plots",
    "proofs",
    "regret",
    "rounds",
    "stream",
    "studies",
    "systems",
    "total_violation",
    "utilities",
    "window_polytope",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for."""
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'osphg' has no attribute {name!r}")
    try:
        found = import_module(f"{home}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{home}.{name}":
            raise
        found = getattr(import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
