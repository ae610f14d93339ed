"""Literal transcriptions of the oracles, one instance each, and of the players around them.

As `tests.literal`: plain Python, floats and lists. An oracle holds its `choice`; `learn(c)` tells
it the payoff direction c of the round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from osphg.domains import Domain
from osphg.players.oracles import ROUNDS, FollowThePerturbedLeader, GradientAscent, Oracle, noise
from tests.domains import corner
from tests.literal import Game, History, Projection, Vector, iterates

Maximiser = Callable[[Vector], Vector]


class Learner(Protocol):
    """One instance."""

    choice: Vector

    def learn(self, c: Vector) -> None: ...


class Perturbed:
    """Kalai and Vempala 2005, FPL(eta): argmax <S + noise_t / eta, v>, noise_t uniform."""

    def __init__(self, n: int, eta: float, maximise: Maximiser, noise: Callable[[int], Vector]):
        self.eta, self.maximise, self.noise = eta, maximise, noise
        self.S, self.t = [0.0] * n, 0
        self.choice = self._lead()

    def _lead(self) -> Vector:
        noise = self.noise(self.t)
        return self.maximise([s + x / self.eta for s, x in zip(self.S, noise, strict=True)])

    def learn(self, c: Vector) -> None:
        self.S = [s + x for s, x in zip(self.S, c, strict=True)]
        self.t += 1
        self.choice = self._lead()


class Ascending:
    """Zinkevich 2003: v <- P(v + eta c)."""

    def __init__(self, n: int, step: float, project: Projection) -> None:
        self.step, self.project = step, project
        self.choice = [0.0] * n

    def learn(self, c: Vector) -> None:
        self.choice = self.project([v + self.step * x for v, x in zip(self.choice, c, strict=True)])


def instances(oracle: Oracle, domain: Domain, project: Projection, K: int) -> list[Learner]:
    """K literal instances of one of the package's oracles."""
    n = domain.n
    if isinstance(oracle, GradientAscent):
        assert oracle.step is not None, "the oracle must have a step of its own"
        return [Ascending(n, oracle.step, project) for _ in range(K)]
    assert isinstance(oracle, FollowThePerturbedLeader), f"no transcription of {oracle}"
    leader = oracle
    maximise = corner(domain)
    assert maximise is not None, f"no plain linear maximisation over {domain}"

    def drawn(k: int) -> Callable[[int], Vector]:
        return lambda t: noise(leader.seed, K, n, t // ROUNDS)[t % ROUNDS, k].tolist()

    return [Perturbed(n, oracle.eta, maximise, drawn(k)) for k in range(K)]


def play(
    game: Game,
    oracles: Sequence[Learner],
    mu: float = 0.0,
    delta: float = 0.0,
    weighted: bool = False,
) -> History:
    """Algorithm 2 with any oracles; mu = 0 is Algorithm 1, whose multiplier stays 0."""
    n, K, history = game.n, len(oracles), History()
    multiplier = 0.0
    for t in range(game.T):
        x = iterates([oracle.choice for oracle in oracles])
        g = history.add(game, t, x[K], multiplier)
        for k in range(K):
            slope = game.gradient(t, x[k])
            weight = (1 - 1 / K) ** (K - 1 - k) if weighted else 1.0
            oracles[k].learn([weight * slope[i] - multiplier * game.prices[t][i] for i in range(n)])
        multiplier = max(multiplier - mu * (-g + delta * mu * multiplier), 0.0)
    return history
