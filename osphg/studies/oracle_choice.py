"""The oracles compared inside OSPHG and Meta-Frank-Wolfe, on the same games and seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, evolve
from osphg.domains import Domain
from osphg.games import refuting
from osphg.games.contests import Contest, dear_when_good, shelf, shelf_optimum
from osphg.games.offers import CONCAVE, FIXED, INDEPENDENT, SIMPLEX, SUBMODULAR
from osphg.metrics import Estimate, mean
from osphg.oracles import norms
from osphg.oracles.base import BoundedOracle
from osphg.oracles.gradient import GradientAscent
from osphg.players import OSPHG, MetaFrankWolfe, Player
from osphg.rounds import Game, paper_quadratics
from osphg.studies.head_to_head import SPEND, UTILITY, HeadToHead, head_to_head
from osphg.systems.oracles.adagrad import AdaGrad
from osphg.systems.oracles.mirror import EntropicMirrorDescent
from osphg.systems.oracles.perturbed import FollowThePerturbedLeader
from osphg.systems.oracles.rftl import RFTL

GRADIENT = "gradient ascent"
ALGORITHMS = ("OSPHG", "OSPHG weighted", "Meta-Frank-Wolfe")


@dataclass(frozen=True)
class Choice:
    """A kind of oracle, with the step of its own theorem.

    Attributes
    ----------
    norm : callable
        In which its theorem measures payoffs, (..., n) -> (...).
    tuned : callable
        tuned(domain, T, bound, seed) -> oracle, for T payoffs of norm at most `bound`.
    """

    norm: Callable[[FloatArray], FloatArray]
    tuned: Callable[[Domain, int, float, int], BoundedOracle]


def choices() -> dict[str, Choice]:
    """Return the oracles by name; entropic RFTL is left out, as it equals mirror descent.

    Examples
    --------
    >>> list(choices())
    ['gradient ascent', 'mirror descent', 'RFTL', 'perturbed leader', 'AdaGrad']
    """
    return {
        GRADIENT: Choice(norms.euclidean, lambda X, T, b, _: GradientAscent.tuned(X, T, b)),
        "mirror descent": Choice(
            norms.half_range, lambda X, T, b, _: EntropicMirrorDescent.tuned(X, T, b)
        ),
        "RFTL": Choice(norms.euclidean, lambda X, T, b, _: RFTL.tuned(X, T, b)),
        "perturbed leader": Choice(norms.absolute_sum, FollowThePerturbedLeader.tuned),
        "AdaGrad": Choice(norms.euclidean, lambda X, T, b, _: AdaGrad.tuned(X, T, b)),
    }


@lru_cache(maxsize=3)  # fifteen players are tuned for a game, in three norms
def largest_payoffs(game: Game, norm: Callable[[FloatArray], FloatArray]) -> tuple[float, float]:
    """Return max_t |grad f_t(0)| and max_t |p_t| in a norm of `osphg.oracles.norms`.

    They bound all gradients of monotone DR-submodular utilities, and all prices.

    Examples
    --------
    >>> game = paper_quadratics(T=100)
    >>> [round(value, 2) for value in largest_payoffs(game, norms.absolute_sum)]
    [3.7, 7.73]
    """
    utility = price = 0.0
    zero = np.zeros(game.n)
    for block in game.blocks():
        slopes = np.array([block.utility.gradient(t, zero) for t in range(len(block.prices))])
        utility = max(utility, float(norm(slopes).max()))
        price = max(price, float(norm(block.prices).max()))
    return utility, price


def osphg_with(
    choice: Choice, game: Game, seed: int, *, W: int, K: int, weighted: bool = False
) -> OSPHG:
    """Return `OSPHG.tuned` with another oracle, tuned as the paper tunes gradient ascent.

    The paper's mu = R/(beta sqrt(W T)) is `GradientAscent.tuned` for W T payoffs of at most beta;
    so is every oracle here, with beta in its own norm. mu and delta of the multiplier stay.
    """
    player = OSPHG.tuned(game, W, K, weighted=weighted)
    bound = max(largest_payoffs(game, choice.norm))
    return evolve(player, oracle=choice.tuned(game.domain, W * game.T, bound, seed))


def meta_frank_wolfe_with(choice: Choice, game: Game, seed: int, *, K: int) -> MetaFrankWolfe:
    """Return Meta-Frank-Wolfe with this oracle, tuned for T gradients of the utilities."""
    bound = largest_payoffs(game, choice.norm)[0]
    return MetaFrankWolfe(K, choice.tuned(game.domain, game.T, bound, seed))


def players(W: int, K: int) -> dict[str, Callable[[Game, int], Player]]:
    """Return every algorithm with every oracle, named "ALGORITHM, ORACLE"."""
    made: dict[str, Callable[[Game, int], Player]] = {}
    for name, choice in choices().items():
        published = partial(osphg_with, choice, W=W, K=K)
        weighted = partial(osphg_with, choice, W=W, K=K, weighted=True)
        made[f"OSPHG, {name}"] = published
        made[f"OSPHG weighted, {name}"] = weighted
        made[f"Meta-Frank-Wolfe, {name}"] = partial(meta_frank_wolfe_with, choice, K=K)
    return made


def contests(n: int) -> tuple[Contest, ...]:
    """Return the five games; `n` is the dimension of the simplex.

    Examples
    --------
    >>> [contest.name for contest in contests(50)][2:]
    ['simplex, n = 50', 'decoy', 'adversarial prices']
    """
    return (
        Contest(
            "quadratics, n = 2",
            lambda T, seed: paper_quadratics(T, 2, seed=seed),
            frozenset({SUBMODULAR, INDEPENDENT}),
        ),
        Contest(
            "quadratics, n = 13",
            lambda T, seed: paper_quadratics(T, 13, 6.0, seed=seed),
            frozenset({SUBMODULAR, INDEPENDENT}),
        ),
        Contest(
            f"simplex, n = {n}",
            lambda T, seed: shelf(T, n, seed),
            frozenset({CONCAVE, SUBMODULAR, INDEPENDENT, SIMPLEX}),
            shelf_optimum,
        ),
        Contest(
            "decoy",
            lambda T, seed: refuting.decoy(T).rounds,
            frozenset({SUBMODULAR, FIXED, INDEPENDENT}),
            lambda game, W: refuting.decoy(game.T).benchmark(W),
        ),
        Contest("adversarial prices", dear_when_good, frozenset({SUBMODULAR})),
    )


def compare(
    contests: Iterable[Contest], T: int, seeds: Iterable[int], *, W: int, K: int
) -> dict[str, HeadToHead]:
    """Let all players play T rounds of all games on the same seeds; a `HeadToHead` by game.

    Examples
    --------
    >>> played = compare(contests(5)[:1], 50, range(2), W=2, K=3)
    >>> [(d.oracle, d.verdict) for d in differences(played)[:2]]
    [('RFTL', 'no difference'), ('perturbed leader', 'buys more')]
    """
    known = tuple(seeds)
    return {
        contest.name: head_to_head(
            {}, {contest.name: partial(contest.game, T)}, known,
            W=W, randomised=players(W, K), benchmark=contest.benchmark,
        )
        for contest in contests
    }  # fmt: skip


@dataclass(frozen=True)
class OracleDifference:
    """An oracle against gradient ascent, in the same algorithm on the same game and seeds.

    Attributes
    ----------
    game, algorithm, oracle : str
    utility, spend : Estimate
        Mean difference per round, paired by seed.
    margins : tuple of float
        Differences of utility and of spend that are too small to matter.
    """

    game: str
    algorithm: str
    oracle: str
    utility: Estimate
    spend: Estimate
    margins: tuple[float, float]

    @property
    def verdict(self) -> str:
        """What the two intervals say: better, worse, buys more, buys less, or no difference.

        A difference counts when its whole interval lies beyond the margin.
        """
        small, little = self.margins
        more, less = self.utility.low > small, self.utility.high < -small
        dearer, cheaper = self.spend.low > little, self.spend.high < -little
        if more:
            return "buys more" if dearer else "better"
        if less:
            return "buys less" if cheaper else "worse"
        return "worse" if dearer else "better" if cheaper else "no difference"


def differences(results: Mapping[str, HeadToHead], margin: float = 0.005) -> list[OracleDifference]:
    """Return each oracle's mean difference to gradient ascent, paired by seed, where it plays.

    `margin` is the share of what gradient ascent has, on average, that is too small to matter.
    """
    margin = checks.non_negative_float("margin", margin)
    found = []
    for game, result in results.items():
        for algorithm in ALGORITHMS:
            base = [
                result.samples(game, f"{algorithm}, {GRADIENT}", quantity)
                for quantity in (UTILITY, SPEND)
            ]
            margins = (margin * abs(base[0].mean()), margin * abs(base[1].mean()))
            for oracle in choices():
                player = f"{algorithm}, {oracle}"
                if oracle == GRADIENT or (game, player) in result.refused:
                    continue
                utility = mean(result.samples(game, player, UTILITY) - base[0])
                spend = mean(result.samples(game, player, SPEND) - base[1])
                found.append(OracleDifference(game, algorithm, oracle, utility, spend, margins))
    return found
