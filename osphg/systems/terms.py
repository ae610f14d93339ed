"""The terms in which the catalogue speaks of systems: kinds, notions of regret, needs, sources."""

from __future__ import annotations

from collections.abc import Callable

from osphg.games.contests import CONCAVE, FIXED, SUBMODULAR
from osphg.players import Player
from osphg.systems.ascent import PlainGradient
from osphg.systems.entries import Cost, Make, SetUp

# What kinds of systems there are, for the order of tables and the marks of figures.
MULTIPLIER = "gradient step and multiplier"
QUEUE = "gradient step and queue"
ORACLES = "K oracles and a budget"
BLIND = "blind to the budget"
HARD = "gradient step and a budget to be kept in every round"


STATIC, ROUND = "best decision within the constraint", "best decision within every g_t (W = 1)"
WINDOW = "best decision within every window of W rounds"
DYNAMIC = "best decision of each round within g_t"
MEAN = "(1-1/e) of the best decision within the mean constraint"
BUDGETLESS = "(1-1/e) of the best decision, budget or not"
CONVEX = frozenset({CONCAVE})
OLD = frozenset({CONCAVE, FIXED})
DR = frozenset({SUBMODULAR})
ONE = Cost(gradients=1, projections=1)
ALL = Cost(gradients="K", projections="K")
EIGHT = Cost(gradients=8, projections=1)
LEADERS = Cost(gradients="K", maximisations="K")


def only(text: str, source: str, make: Make) -> tuple[SetUp]:
    """Return the one setting of a system that has no other."""
    return (SetUp(text, source, make),)


def climbing_by_concavity(
    text: str, source: str, tuned: Callable[..., Player]
) -> tuple[SetUp, SetUp]:
    """Return the plain gradient where utilities are concave, and the boosted one elsewhere."""
    return (
        SetUp(
            f"{text}; s = beta_f", source,
            lambda game, W, seed, heuristic: tuned(game, PlainGradient()),
            frozenset({CONCAVE}),
        ),
        SetUp(
            f"{text}; s = (1-1/e) beta_f, 8 nodes", source,
            lambda game, W, seed, heuristic: tuned(game),
        ),
    )  # fmt: skip


# Whose the parameters are. "Recalled": from the literature, not read off the source's text or code.
AUTHORS = "its authors'"
RECALLED = "its authors', recalled"
ORDER = "order its authors', recalled; constants this book's"
PAPER = "the paper's"
BOOK = "this book's"
