"""The shared table: problems x players, each with its literal counterpart.

Every player of `osphg.players` is in it, as its `tuned` makes it unless `PLAYERS` has other
settings, against the transcription of its name, `MetaFrankWolfe` against `meta_frank_wolfe`, in
some `tests/literal*.py`. Every domain is in it with the `Case` of `tests/domains.py`. Every test
that runs over `ROWS` covers them; a row is made when a test asks for it, so that one that cannot be
made fails alone. The games are small (20 to 40 rounds) but bite: budgets bind, projections act.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from math import exp, log1p, prod
from pathlib import Path
from typing import Any, NamedTuple

import attrs
import declare
import numpy as np

from osphg import OSPHG, BoostedOSPHG, Box, MetaFrankWolfe, Polytope, Rounds, Simplex, players
from osphg.budgets import in_each
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.faces import inscribed_ball
from osphg.games.refuting import Decoy, Plateau
from osphg.players.ascent import Ascent, BoostedGradient, PlainGradient
from osphg.players.bandits import CaoLiuBandit, CaoLiuValues, MOSPBandit, random_directions
from osphg.players.base import Player, first_state
from osphg.players.boosted import BestOfBothWorlds, BoostedQueue, OnlineGradientAscent
from osphg.players.capped import Capped
from osphg.players.fixed_price import (
    JenattonHuangArchambeau,
    MahdaviJinYang,
    MahdaviMirrorProx,
    MahdaviNoViolation,
    YuanLamperski,
    YuanLamperskiStrong,
)
from osphg.players.hard_budget import PFS, RECOO, SinhaVaze, VazeSinha
from osphg.players.insured import Insured
from osphg.players.k_oracles import (
    OLFW,
    GaussianNoise,
    GolovinKrauseStreeter,
    PerStepDuals,
    StochasticMetaFrankWolfe,
)
from osphg.players.optimistic import Forecast, OptimisticRepricing
from osphg.players.oracles import FollowThePerturbedLeader, GradientAscent, Oracle
from osphg.players.planned import Planned
from osphg.players.repricing import NestedRepricing, Repricing
from osphg.players.rules import DualDescent, EvenPacing, Resolve, Throttle
from osphg.players.varying_prices import COLD, MOSP, CaoLiu, Entropic, NeelyYu, SunDeyKapoor
from osphg.utilities import Quadratics, Stationary, Utility
from tests import (
    literal,
    literal_hard,
    literal_matroid,
    literal_oracles,
    literal_practice,
    literal_queues,
    literal_saddle,
    literal_several,
)
from tests.domains import (
    DOMAINS,
    affordable,
    affordable_in_each,
    case_of,
    corner,
    projection,
    rows_of,
    triangle,
)
from tests.literal import Game, Gradient, History, Projection, Value, Vector
from tests.literal_several import SeveralGame


@dataclass(frozen=True, eq=False)
class Coverage:
    """A multilinear extension: f_t(x) = sum_j w_tj (1 - prod_i (1 - q_ij x_i)), q (n, m) in [0,1].

    The expected weight of the items covered when element i is picked with probability x_i and
    then covers item j with probability q_ij. A user's class: value and gradient, nothing else.
    """

    w: FloatArray  # (T, m)
    q: FloatArray  # (n, m)

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        missed = (1 - self.q * X[..., np.newaxis]).prod(-2)
        return np.asarray((1 - missed) @ self.w[t])

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        factors = 1 - self.q * X[..., np.newaxis]
        parts = []
        for i in range(len(self.q)):
            others = np.delete(factors, i, axis=-2).prod(-2)
            parts.append((others * self.q[i]) @ self.w[t])
        return np.stack(parts, axis=-1)

    def literal(self) -> tuple[Value, Gradient]:
        w, q = self.w.tolist(), self.q.tolist()
        items = range(len(q[0]))

        def value(t: int, x: Vector) -> float:
            return sum(
                w[t][j] * (1 - prod(1 - q[i][j] * x[i] for i in range(len(x)))) for j in items
            )

        def gradient(t: int, x: Vector) -> Vector:
            n = range(len(x))
            return [
                sum(
                    w[t][j] * q[i][j] * prod(1 - q[s][j] * x[s] for s in n if s != i) for j in items
                )
                for i in n
            ]

        return value, gradient


@dataclass(frozen=True, eq=False)
class LogReach:
    """Concave over modular: f_t(x) = sum_j log(1 + <a_tj, x>), a (T, m, n) >= 0."""

    a: FloatArray

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray(np.log1p(X @ self.a[t].T).sum(-1))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray((1 / (1 + X @ self.a[t].T)) @ self.a[t])

    def literal(self) -> tuple[Value, Gradient]:
        a = self.a.tolist()

        def reach(t: int, x: Vector) -> Vector:
            return [sum(row[i] * x[i] for i in range(len(x))) for row in a[t]]

        def value(t: int, x: Vector) -> float:
            return sum(log1p(r) for r in reach(t, x))

        def gradient(t: int, x: Vector) -> Vector:
            shares = [1 / (1 + r) for r in reach(t, x)]
            return [
                sum(share * row[i] for share, row in zip(shares, a[t], strict=True))
                for i in range(len(x))
            ]

        return value, gradient


@dataclass(frozen=True, eq=False)
class Saturating:
    """One decision's utility, without a round: f(x) = sum_i c_i (1 - exp(-x_i))."""

    c: FloatArray

    def value(self, X: FloatArray, /) -> FloatArray:
        return np.asarray(-np.expm1(-X) @ self.c)

    def gradient(self, X: FloatArray, /) -> FloatArray:
        return np.asarray(self.c * np.exp(-X))

    def literal(self) -> tuple[Value, Gradient]:
        c = self.c.tolist()
        return (
            lambda t, x: sum(c[i] * (1 - exp(-x[i])) for i in range(len(x))),
            lambda t, x: [c[i] * exp(-x[i]) for i in range(len(x))],
        )


@dataclass(frozen=True, eq=False)
class Lazy:
    """A user's oracle, with memory: project the sum of all payoffs so far (dual averaging)."""

    step: float

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, Any]:
        return np.zeros((K, domain.n)), np.zeros((K, domain.n))

    def update(
        self, domain: Domain, V: FloatArray, memory: Any, payoff: FloatArray
    ) -> tuple[FloatArray, Any]:
        memory = memory + payoff
        return domain.project(self.step * memory), memory


class Problem(NamedTuple):
    """Rounds, and the same utility in plain Python.

    With minimum bids the plain game is that of the bids above them, as players play it.
    """

    rounds: Rounds
    value: Value
    gradient: Gradient

    @property
    def project(self) -> Projection | None:
        """The plain projection on the domain; None where there is none."""
        return projection(self.domain)

    @property
    def domain(self) -> Domain:
        """The domain of the game that is played, above the minimum bids."""
        return self.rounds.above_minimum.domain

    def above_minimum(self) -> Problem:
        """The same rounds with the utility as a function of the bids above the minimum."""
        low = self.rounds.minimum.tolist()
        if not any(low):
            return self
        value, gradient = self.value, self.gradient
        return Problem(
            self.rounds,
            lambda t, y: value(t, [a + b for a, b in zip(y, low, strict=True)]),
            lambda t, y: gradient(t, [a + b for a, b in zip(y, low, strict=True)]),
        )

    def plain(self, gradient: Gradient | None = None) -> Any:
        """As the literal players take it; a gradient may be another direction of ascent."""
        rounds = self.rounds
        project = required(self.project)
        prices, slope = rounds.prices.tolist(), gradient or self.gradient
        own = rounds.given_allowance
        allowances: Any = [] if own is None else own.tolist()
        if rounds.has_several_budgets:
            budgets = rounds.budget.tolist()
            return SeveralGame(self.value, slope, prices, budgets, project, allowances)
        low: Vector = rounds.minimum.tolist() if rounds.minimum.any() else []
        return Game(self.value, slope, prices, rounds.budget, project, low, allowances)


class NotTranscribedError(Exception):
    """There is no literal run of this player on this game."""


def required(part: Any) -> Any:
    """A part of a literal run; NotTranscribedError where there is none."""
    if part is None:
        raise NotTranscribedError
    return part


def _quadratic(
    domain: Domain,
    *,
    T: int = 25,
    seed: int = 0,
    symmetric: bool = True,
    allowance: float = 0.5,
    prices: tuple[float, float] = (2, 4),
) -> Problem:
    """As the paper's experiment, h_t = -H_t' upper, on any domain."""
    rng = np.random.default_rng(seed)
    H = rng.uniform(-1, 0, (T, domain.n, domain.n))
    if symmetric:
        H = (H + H.transpose(0, 2, 1)) / 2
    h = -np.einsum("tij,i->tj", H, domain.upper)
    p = rng.uniform(*prices, (T, domain.n))
    rounds = Rounds(Quadratics(H, h), p, budget=T * allowance, domain=domain)
    return Problem(rounds, *literal.quadratics(H.tolist(), h.tolist()))


def _two_budgets(base: Problem, seed: int = 11) -> Problem:
    """A game with a second budget, which binds as well: the second half of the items is dear."""
    rounds = base.rounds
    rng = np.random.default_rng(seed)
    dear = np.where(np.arange(rounds.n) < rounds.n // 2, 0.3, 1.0)
    prices = np.stack([rounds.prices, dear * rng.uniform(0, 2, rounds.prices.shape)], axis=1)
    budgets = [rounds.budget, 0.3 * rounds.T]
    return base._replace(rounds=Rounds(rounds.utility, prices, budgets, rounds.domain))


def _with_allowances(base: Problem, seed: int = 12) -> Problem:
    """The same with allowances that differ by the round."""
    rounds = base.rounds
    rng = np.random.default_rng(seed)
    weights = rng.uniform(0.2, 2.0, (rounds.T, *np.shape(rounds.budget)))
    allowance = rounds.budget * weights / weights.sum(axis=0)
    return base._replace(rounds=attrs.evolve(rounds, allowance=allowance))


def _two_fixed_budgets(base: Problem) -> Problem:
    """A game with a second budget, whose prices are the same in every round, too."""
    rounds = base.rounds
    second = np.tile(np.linspace(0.2, 1.0, rounds.n), (rounds.T, 1))
    prices = np.stack([rounds.prices, second], axis=1)
    budgets = [rounds.budget, 0.4 * rounds.T]
    return base._replace(rounds=Rounds(rounds.utility, prices, budgets, rounds.domain))


def _with_minimum(base: Problem, low: list[float]) -> Problem:
    """A game whose domain has lower bounds, in place of 0."""
    rounds = base.rounds
    domain = Box(rounds.domain.upper, low)
    return base._replace(rounds=Rounds(rounds.utility, rounds.prices, rounds.budget, domain))


def _coverage(domain: Domain, T: int = 20) -> Problem:
    rng = np.random.default_rng(7)
    q = rng.uniform(0, 1, (domain.n, 4)) * (rng.uniform(size=(domain.n, 4)) < 0.7)
    utility = Coverage(rng.uniform(0, 2, (T, 4)), q)
    prices = rng.uniform(0, 3, (T, domain.n))
    return Problem(Rounds(utility, prices, 0.6 * T, domain), *utility.literal())


def _log_reach(domain: Domain, T: int = 20) -> Problem:
    rng = np.random.default_rng(8)
    utility = LogReach(rng.exponential(1, (T, 3, domain.n)))
    prices = rng.uniform(0, 3, (T, domain.n)) * (rng.uniform(size=(T, domain.n)) < 0.6)
    return Problem(Rounds(utility, prices, 0.7 * T, domain), *utility.literal())


def _stationary(domain: Domain, T: int = 20) -> Problem:
    objective = Saturating(np.linspace(2, 1, domain.n))
    prices = np.tile(np.linspace(3, 0, domain.n), (T, 1))
    rounds = Rounds(Stationary(objective), prices, 0.8 * T, domain)
    return Problem(rounds, *objective.literal())


def _plateau(domain: Domain, T: int = 25) -> Problem:
    """A bend that the partial iterates pass: its ends lie within the reach of <a, x>."""
    rng = np.random.default_rng(9)
    a = rng.uniform(0, 2, domain.n)
    a[1:] *= rng.uniform(size=domain.n - 1) < 0.7
    reach = float(a @ domain.upper)
    z1, z2, s = 0.2 * reach, 0.6 * reach + 0.1, 1.5
    f = Plateau(a, z1, z2, rng.uniform(0, 1, domain.n), s)
    prices = np.tile(rng.uniform(0, 3, domain.n), (T, 1))
    rounds = Rounds(Stationary(f), prices, 0.5 * T, domain)
    row, r = a.tolist(), f.r.tolist()

    def reached(row: Vector, x: Vector) -> float:
        return sum(weight * entry for weight, entry in zip(row, x, strict=True))

    def value(t: int, x: Vector) -> float:
        z = reached(row, x)
        if z <= z1:
            return reached(r, x) + s * z
        if z <= z2:
            return reached(r, x) + s * ((z1 + z2) / 2 - (z2 - z) ** 2 / (2 * (z2 - z1)))
        return reached(r, x) + s * (z1 + z2) / 2

    def gradient(t: int, x: Vector) -> Vector:
        z = reached(row, x)
        slope = s if z <= z1 else s * (z2 - z) / (z2 - z1) if z <= z2 else 0.0
        return [entry + slope * weight for entry, weight in zip(r, row, strict=True)]

    return Problem(rounds, value, gradient)


def _decoy(domain: Domain, T: int = 40) -> Problem:
    f = Decoy(tau=0.2, Q=3.5, w=0.15, rho=0.4)
    prices = np.tile([0.1, 4.0, 1.0], (T, 1))
    rounds = Rounds(Stationary(f), prices, 0.8 * T, domain)

    def cover(e: float) -> tuple[float, float]:
        if e <= f.tau:
            return f.Q * e, f.Q
        if e <= f.tau + f.w:
            past = e - f.tau
            return f.Q * e - f.Q * past**2 / (2 * f.w), f.Q * (1 - past / f.w)
        return f.Q * f.tau + f.Q * f.w / 2, 0.0

    def value(t: int, x: Vector) -> float:
        return 1 - (1 - x[0]) * (1 - cover(x[1])[0]) + f.rho * x[2]

    def gradient(t: int, x: Vector) -> Vector:
        q, slope = cover(x[1])
        return [1 - q, (1 - x[0]) * slope, f.rho]

    return Problem(rounds, value, gradient)


def _box(*upper: float) -> Box:
    return Box(np.array(upper))


def _polyhedron(n: int) -> Polytope:
    return Polytope(np.array([[1.0] * n]), np.array([0.4 * n]), Box.unit(n))


def _on_example(kind: str) -> Problem:
    """A game on the example of a case, whose budget binds."""
    return _quadratic(DOMAINS[kind].example(), prices=(0, 2))


PROBLEMS: dict[str, Callable[[], Problem]] = {
    "paper n=1": lambda: _quadratic(Box.unit(1)),
    "paper n=2": lambda: _quadratic(Box.unit(2), T=40),
    "paper n=2 literal H": lambda: _quadratic(Box.unit(2), symmetric=False),
    "paper n=2 no prices": lambda: _quadratic(Box.unit(2), prices=(0, 0)),
    "paper n=13": lambda: _quadratic(Box.unit(13), seed=1),
    "paper n=30": lambda: _quadratic(Box.unit(30), T=20, seed=2),
    "quadratics box n=3": lambda: _quadratic(_box(2.0, 0.5, 1.5), prices=(0, 2)),
    "quadratics flat box n=2": lambda: _quadratic(_box(1.5, 0.0)),
    "quadratics simplex n=1": lambda: _quadratic(Simplex(1, 0.5), prices=(0, 1)),
    "quadratics simplex n=5": lambda: _quadratic(Simplex(5, 1.5), seed=3, prices=(0, 1)),
    "quadratics simplex n=30": lambda: _quadratic(Simplex(30, 2.0), T=20, allowance=2.5),
    "quadratics polytope n=2": lambda: _quadratic(triangle(), prices=(0, 1)),
    "quadratics polytope n=3": lambda: _quadratic(_polyhedron(3), T=20),
    "coverage box n=3": lambda: _coverage(Box.unit(3)),
    "coverage simplex n=5": lambda: _coverage(Simplex(5, 1.0)),
    "log reach polytope n=2": lambda: _log_reach(triangle()),
    "log reach box n=3": lambda: _log_reach(_box(0.5, 3.0, 1.0)),
    "stationary simplex n=5": lambda: _stationary(Simplex(5, 1.2)),
    "stationary box n=2": lambda: _stationary(Box.unit(2)),
    "plateau box n=1": lambda: _plateau(Box.unit(1)),
    "plateau box n=3": lambda: _plateau(_box(0.5, 3.0, 1.0)),
    "plateau box n=4": lambda: _plateau(Box.unit(4)),
    "plateau simplex n=3": lambda: _plateau(Simplex(3, 1.5)),
    "decoy box n=3": lambda: _decoy(Box.unit(3)),
    "decoy simplex n=3": lambda: _decoy(Simplex(3, 1.0)),
}
# A kind of domain that no game above is on has one on the example of its case.
PROBLEMS |= {
    f"quadratics {kind}": partial(_on_example, kind)
    for kind in DOMAINS
    if not any(kind in name.split() for name in PROBLEMS)
}


# Games that only some players know: several budgets, minimum bids, and allowances that differ.
RICHER_PROBLEMS: dict[str, Callable[[], Problem]] = {
    "two budgets box n=3": lambda: _two_budgets(_quadratic(_box(2.0, 0.5, 1.5), prices=(0, 2))),
    "two budgets polytope n=2": lambda: _two_budgets(_log_reach(triangle())),
    "two budgets simplex n=5": lambda: _two_budgets(_coverage(Simplex(5, 1.0))),
    "two fixed budgets box n=2": lambda: _two_fixed_budgets(_stationary(Box.unit(2))),
    "minimum bids box n=3": lambda: _with_minimum(
        _quadratic(_box(2.0, 0.5, 1.5), prices=(0, 2)), [0.1, 0.0, 0.1]
    ),
    "channel held fixed box n=2": lambda: _with_minimum(_log_reach(_box(0.2, 2.0)), [0.2, 0.0]),
    "allowances box n=3": lambda: _with_allowances(_quadratic(_box(2.0, 0.5, 1.5), prices=(0, 2))),
    "allowances simplex n=5": lambda: _with_allowances(_coverage(Simplex(5, 1.0))),
    "two budgets with allowances box n=3": lambda: _with_allowances(
        _two_budgets(_quadratic(_box(2.0, 0.5, 1.5), prices=(0, 2)))
    ),
    "allowances, minimum bids box n=3": lambda: _with_allowances(
        _with_minimum(_quadratic(_box(2.0, 0.5, 1.5), prices=(0, 2)), [0.1, 0.0, 0.1])
    ),
}


@cache
def problem(name: str) -> Problem:
    """The problem of that name, built once."""
    return (PROBLEMS | RICHER_PROBLEMS)[name]()


def _osphg(**options: Any) -> Callable[[Rounds], OSPHG]:
    """OSPHG with steps in proportion to the constants of the rounds."""

    def make(rounds: Rounds) -> OSPHG:
        return OSPHG(**{"mu": 0.3 / rounds.beta, "delta": rounds.beta**2, "K": 7, **options})

    return make


def _least_allowance(rounds: Rounds) -> Any:
    """The money of the round that has the least, of each budget."""
    if rounds.has_varying_allowance:
        return np.min(rounds.allowance, axis=0)
    return rounds.mean_allowance


def _start(rounds: Rounds) -> FloatArray:
    """A point of the domain that a player plays on, not the origin."""
    domain = rounds.above_minimum.domain
    return 0.3 * domain.maximize_linear(np.ones(domain.n)) + 0.2 * domain.project(domain.upper)


def _first_prices(rounds: Rounds) -> FloatArray:
    """The prices (T, n); of several budgets, which the player refuses, those of the first."""
    return np.asarray(rounds.prices[:, 0] if rounds.has_several_budgets else rounds.prices)


def _warm(rounds: Rounds) -> OSPHG:
    oracle = GradientAscent(0.1 / rounds.beta, v1=_start(rounds))
    return _osphg(oracle=oracle, lambda1=0.7, weighted=True, K=4)(rounds)


# How a literal run is called: each of its parameters is a field of the player, or one of these.


def direction(problem: Problem, ascent: Ascent) -> Gradient:
    """The literal direction of ascent."""
    if not isinstance(ascent, BoostedGradient):
        return problem.gradient
    z, weights = ascent.rule
    points = list(zip(z.tolist(), weights.tolist(), strict=True))
    return literal_hard.boosted(problem.gradient, points)


def _points(problem: Problem, player: Any) -> Callable[[int], list[tuple[float, float]]]:
    """The (z, weight) of a round, in plain Python."""
    gradient: BoostedGradient = player.ascent

    def points(t: int) -> list[tuple[float, float]]:
        z = gradient.nodes_of(range(t, t + 1))[0]
        return list(zip(z.tolist(), gradient.weights.tolist(), strict=True))

    return points


def _ascending(player: Any) -> GradientAscent:
    """The oracle of a player, if its literal run knows it: gradient ascent."""
    return required(player.oracle if isinstance(player.oracle, GradientAscent) else None)


def _first_choice(problem: Problem, player: Any) -> Vector | None:
    v1 = _ascending(player).v1
    return None if v1 is None else v1.tolist()


def _ball(problem: Problem, player: Any) -> literal_queues.Ball:
    """In what shrunken set a bandit stays, and where it looks."""
    inner = inscribed_ball(problem.domain)
    u = random_directions(player.seed, 0, problem.rounds.n)  # one stretch outlasts these games
    return literal_queues.Ball(
        player.xi, inner.centre.tolist(), inner.radius, lambda t: u[t].tolist()
    )


def _noisy(problem: Problem, player: Any) -> Callable[[int, int, Vector], Vector]:
    """The estimate of a gradient in round t at point k, with the noise that the package draws."""
    scale, rounds = player.estimate.scale, problem.rounds
    noise = []
    for t in range(rounds.T):
        stream = np.random.SeedSequence(player.seed, spawn_key=(0x67726164, t))
        drawn = np.random.default_rng(stream).standard_normal((player.K, rounds.n))
        noise.append((scale * drawn).tolist())

    def noisy(t: int, k: int, x: Vector) -> Vector:
        return [g + e for g, e in zip(problem.gradient(t, x), noise[t][k], strict=True)]

    return noisy


def _start_of(problem: Problem, player: Any) -> Vector:
    return [0.0] * problem.rounds.n if player.start is None else player.start.tolist()


def _upper(problem: Problem, player: Any) -> Vector | None:
    """The ends of a product of intervals; None for another domain."""
    X = problem.domain
    return X.upper.tolist() if case_of(X).intervals else None


def _faces(problem: Problem, player: PFS) -> list[tuple[Vector, float]]:
    normals, offsets, _ = player.faces(problem.rounds)
    return list(zip(normals.tolist(), offsets.tolist(), strict=True))


@dataclass(frozen=True, eq=False)
class Reversed:
    """The T functions of a utility in the other order."""

    utility: Utility
    T: int

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return self.utility.value(self.T - 1 - t, X)

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return self.utility.gradient(self.T - 1 - t, X)


def _backwards(rounds: Rounds) -> Rounds:
    """A forecast that is wrong in every round: the game from its end on, less dear.

    Its prices rise, so that no two rounds or items are equally good: no tie is decided by rounding.
    """
    utility = Reversed(rounds.utility, rounds.T)
    factors = np.linspace(0.4, 0.7, rounds.prices.size).reshape(rounds.prices.shape)
    prices = rounds.prices[::-1] * factors
    return Rounds(utility, prices, rounds.budget, rounds.domain)


def _forecast_of(problem: Problem, player: Any) -> literal_practice.Forecast | None:
    """The forecast `_backwards` of a player in plain Python, if it has one."""
    if player.forecast is None:
        return None
    prices, T = player.forecast.prices.tolist(), problem.rounds.T
    return (lambda t, x: problem.gradient(T - 1 - t, x)), prices


def _hints(problem: Problem, player: Any) -> Any:
    """A hint of each round as two lists, rewards and prices; "last" or None as it is."""
    if problem.rounds.minimum.any() and isinstance(player, Insured):
        raise NotTranscribedError  # its rule's literal run has whole bids
    if not isinstance(player.hints, Forecast):
        return player.hints
    rounds = range(problem.rounds.T)
    budgets = np.shape(problem.rounds.budget)
    hints = [player.hints.of_round(t, problem.rounds.n, budgets) for t in rounds]
    return [(hint.reward.tolist(), hint.price.tolist()) for hint in hints]


ARGUMENTS: dict[str, Callable[[Problem, Any], Any]] = {
    "points": _points,
    "step": lambda problem, player: _ascending(player).step,
    "v1": _first_choice,
    "ball": _ball,
    "first": lambda problem, player: [[0.0] * problem.rounds.n for _ in range(player.K)],
    "advance": lambda problem, player: literal_matroid.gradient_ascent(
        required(problem.project), required(_ascending(player).step)
    ),
    "estimate": _noisy,
    "horizon": lambda problem, player: player.T,
    "start": _start_of,
    "top": lambda problem, player: required(problem.project)(problem.domain.upper.tolist()),
    "corner": lambda problem, player: required(corner(problem.domain)),
    "affordable": lambda problem, player: required(affordable(problem.domain)),
    "affordable_in_each": lambda problem, player: required(affordable_in_each(problem.domain)),
    "upper": _upper,
    "forecast": _forecast_of,
    "faces": _faces,
    "centre": lambda problem, player: player.faces(problem.rounds)[2].centre.tolist(),
    "rows": lambda problem, player: required(rows_of(problem.domain)),
    "reach": lambda problem, player: problem.domain.diameter,
    "hints": _hints,
    # The rule plays alone: what it decides does not depend on what is played.
    "rule": lambda problem, player: literal_run(problem, player.rule).decisions,
}
TRANSCRIPTIONS = [
    import_module(f"tests.{path.stem}")
    for path in sorted(Path(__file__).parent.glob("literal*.py"))
    if path.stem != "literal_several"
]


def snake_case(name: str) -> str:
    """The name of a function for a class: MOSPBandit -> mosp_bandit."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def transcription(kind: type) -> Callable[..., History]:
    """The literal function of a class, or of the base that it is a setting of."""
    for one in kind.__mro__:
        for module in TRANSCRIPTIONS:
            run = getattr(module, snake_case(one.__name__), None)
            if run is not None:
                return run  # type: ignore[no-any-return]
    name = snake_case(kind.__name__)
    raise LookupError(f"{kind.__name__} has no literal run: write {name} in a tests/literal*.py")


def literal_run(problem: Problem, player: Any) -> History:
    """The literal run of a player on a game; NotTranscribedError where it is not defined."""
    run = transcription(type(player))
    if problem.rounds.has_several_budgets:  # the function of the same name
        run = required(getattr(literal_several, run.__name__, None))
    problem = problem.above_minimum()
    parameters = list(inspect.signature(run).parameters)[1:]  # the first is the game
    gradient = None
    if "points" not in parameters and hasattr(player, "ascent"):
        gradient = direction(problem, player.ascent)
    arguments = {}
    for name in parameters:
        special = ARGUMENTS.get(name)
        arguments[name] = special(problem, player) if special else getattr(player, name)
    history = run(problem.plain(gradient), **arguments)
    low = problem.rounds.minimum.tolist()
    history.decisions = [[a + b for a, b in zip(y, low, strict=True)] for y in history.decisions]
    return history


def _not_transcribed(problem: Problem, player: Any) -> History:
    raise NotTranscribedError


def _literal_with_leaders(problem: Problem, player: Any) -> History:
    """OSPHG and Meta-Frank-Wolfe with perturbed leaders, where a plain corner is known."""
    if problem.rounds.minimum.any():
        raise NotTranscribedError
    game, domain = problem.plain(), problem.rounds.domain
    required(corner(domain))
    oracles = literal_oracles.instances(player.oracle, domain, game.project, player.K)
    names = ("mu", "delta", "weighted") if isinstance(player, OSPHG) else ()
    several = problem.rounds.has_several_budgets
    play = literal_several.with_oracles if several else literal_oracles.play
    return play(game, oracles, **{name: getattr(player, name) for name in names})


def _literal_mirror(problem: Problem, player: SunDeyKapoor) -> History:
    """Entropic on a simplex, whose size the literal run has to know; Euclidean elsewhere."""
    if not isinstance(player.geometry, Entropic):
        return literal_run(problem, player)
    r = float(problem.rounds.domain.upper[0])
    several = problem.rounds.has_several_budgets
    module: Any = literal_several if several else literal_saddle
    return module.sun_dey_kapoor_entropic(problem.plain(), r, player.mu, player.delta)  # type: ignore[no-any-return]


def _literal_by_places(problem: Problem, player: Any) -> History:
    """A plan for each place of a period, where the points of all of them are a box."""
    required(_upper(problem, player))
    required(None if problem.rounds.has_several_budgets else True)
    return literal_run(problem, player)


# The players.


class Entry(NamedTuple):
    """A player for given rounds, and its literal run."""

    make: Callable[[Rounds], Player]
    literal: Callable[[Problem, Any], History] = literal_run


def _tuned(kind: Any) -> Callable[[Rounds], Player]:
    """A player as its theorem tunes it, told what its `tuned` asks for."""
    asked = inspect.signature(kind.tuned).parameters
    known = {"W": 3, "seed": 4, "heuristic": True, "estimate": GaussianNoise(0.3)}
    told = {name: value for name, value in known.items() if name in asked}
    return lambda rounds: kind.tuned(rounds, **told)


def _leader(rounds: Rounds) -> Oracle:
    return FollowThePerturbedLeader(0.3 / rounds.beta, seed=8)


def _boosted(**options: Any) -> Callable[[Rounds], BoostedOSPHG]:
    """Boosted OSPHG with steps in proportion to the constants of the rounds."""

    def make(rounds: Rounds) -> BoostedOSPHG:
        return BoostedOSPHG(**{"mu": 0.3 / rounds.beta, "delta": rounds.beta**2, **options})

    return make


def _mirror(rounds: Rounds) -> SunDeyKapoor:
    """Entropic where that is defined, Euclidean elsewhere."""
    if isinstance(rounds.domain, Simplex):
        return SunDeyKapoor(0.3 / rounds.beta, rounds.beta**2, Entropic())
    return SunDeyKapoor(0.3 / rounds.beta, rounds.beta**2)


def _forecasting(rounds: Rounds) -> OptimisticRepricing:
    """Repricing with hints, of which the longest are cut.

    Of several budgets prices must not be longer than beta_g: elsewhere the multipliers that two
    searches find may differ.
    """
    longest = np.maximum(rounds.longest_price, 0.1)
    several = rounds.has_several_budgets
    return OptimisticRepricing(
        W=3,
        cap=in_each(0.6, rounds.budget),
        radius=0.8,
        beta_g=longest if several else 0.5 * longest,
        hints=(np.full(rounds.n, 0.3), 1.5 * rounds.prices if several else rounds.prices),
        ascent=PlainGradient(),
        start=_start(rounds),
    )


_THREE = BoostedGradient(nodes=3)

PLAYERS: dict[str, Entry] = {
    "OSPHG": Entry(_osphg()),
    "OSPHG K=1": Entry(_osphg(K=1)),
    "OSPHG weighted": Entry(_osphg(weighted=True)),
    "OSPHG weighted K=1": Entry(_osphg(weighted=True, K=1)),
    "OSPHG weighted, lambda1, v1": Entry(_warm),
    "OSPHG delta mu^2 = 1": Entry(lambda rounds: _osphg(mu=2.0**-4, delta=2.0**8)(rounds)),
    "OSPHG two steps": Entry(
        lambda rounds: _osphg(mu_lambda=0.8 / rounds.beta, weighted=True)(rounds)
    ),
    "OSPHG lazy oracle": Entry(
        lambda rounds: _osphg(oracle=Lazy(0.1 / rounds.beta))(rounds), _not_transcribed
    ),
    "BoostedOSPHG": Entry(_boosted()),
    "BoostedOSPHG one node": Entry(_boosted(nodes=1)),
    "BoostedOSPHG one random point": Entry(_boosted(nodes=1, seed=5)),
    "BoostedOSPHG two steps": Entry(
        lambda rounds: _boosted(
            mu_lambda=0.1 / rounds.beta, oracle=GradientAscent(v1=_start(rounds))
        )(rounds)
    ),
    "BoostedOSPHG lambda1, v1": Entry(
        lambda rounds: _boosted(
            nodes=3,
            seed=6,
            oracle=GradientAscent(0.1 / rounds.beta, v1=_start(rounds)),
            lambda1=0.7,
        )(rounds)
    ),
    "MetaFrankWolfe": Entry(lambda rounds: MetaFrankWolfe(5, GradientAscent(0.2 / rounds.beta))),
    "MetaFrankWolfe v1": Entry(
        lambda rounds: MetaFrankWolfe(3, GradientAscent(0.05 / rounds.beta, v1=_start(rounds)))
    ),
    "MahdaviJinYang": Entry(
        lambda rounds: MahdaviJinYang(0.3 / rounds.beta, rounds.beta**2, heuristic=True)
    ),
    "MahdaviNoViolation": Entry(
        lambda rounds: MahdaviNoViolation(
            0.3 / rounds.beta, rounds.beta**2, 0.3 * _least_allowance(rounds), heuristic=True
        )
    ),
    "MahdaviMirrorProx": Entry(lambda rounds: MahdaviMirrorProx(0.3 / rounds.beta, heuristic=True)),
    "JenattonHuangArchambeau": Entry(
        lambda rounds: JenattonHuangArchambeau(0.5 / rounds.beta, rounds.beta, 0.6, heuristic=True)
    ),
    "YuanLamperski": Entry(
        lambda rounds: YuanLamperski(0.2 / rounds.beta, rounds.beta**2, heuristic=True)
    ),
    "YuanLamperskiStrong": Entry(
        lambda rounds: YuanLamperskiStrong(rounds.beta, rounds.beta**2, heuristic=True)
    ),
    "SunDeyKapoor": Entry(_mirror, _literal_mirror),
    "GolovinKrauseStreeter": Entry(
        lambda rounds: GolovinKrauseStreeter(4, GradientAscent(0.3 / rounds.beta), heuristic=True)
    ),
    "StochasticMetaFrankWolfe": Entry(
        lambda rounds: StochasticMetaFrankWolfe(
            4, GradientAscent(0.2 / rounds.beta), GaussianNoise(0.3), seed=4
        )
    ),
    "OSPHG, perturbed leader": Entry(
        lambda rounds: _osphg(oracle=_leader(rounds), weighted=True, K=4)(rounds),
        _literal_with_leaders,
    ),
    "MetaFrankWolfe, perturbed leader": Entry(
        lambda rounds: MetaFrankWolfe(3, _leader(rounds)), _literal_with_leaders
    ),
    "NeelyYu": Entry(lambda rounds: NeelyYu(V=3.0, alpha=5 * rounds.beta)),
    "COLD": Entry(lambda rounds: COLD.tuned(rounds, W=3)),
    "BoostedQueue": Entry(lambda rounds: BoostedQueue(V=3.0, alpha=5 * rounds.beta)),
    "BoostedQueue one random point": Entry(
        lambda rounds: BoostedQueue.tuned(rounds, 3, 1, seed=5, unit_free=True)
    ),
    "MOSP": Entry(lambda rounds: MOSP(alpha=0.3 / rounds.beta, mu=0.2 / rounds.beta)),
    "CaoLiu": Entry(lambda rounds: CaoLiu(alpha=0.3 / rounds.beta, delta=rounds.beta**2)),
    "CaoLiuBandit": Entry(
        lambda rounds: CaoLiuBandit(0.2 / rounds.beta, rounds.beta**2, xi=0.1, seed=3)
    ),
    "CaoLiuValues": Entry(
        lambda rounds: CaoLiuValues(0.2 / rounds.beta, rounds.beta**2, xi=0.1, seed=5)
    ),
    "MOSPBandit": Entry(
        lambda rounds: MOSPBandit(0.2 / rounds.beta, 0.3 / rounds.beta, xi=0.1, seed=6)
    ),
    "OLFW": Entry(lambda rounds: OLFW(mu=0.3 / rounds.beta, delta=rounds.beta**2, gamma=0.2, K=4)),
    "PerStepDuals": Entry(lambda rounds: PerStepDuals(V=3.0, alpha=5 * rounds.beta, K=4)),
    "OnlineGradientAscent": Entry(lambda rounds: OnlineGradientAscent(0.2 / rounds.beta)),
    "BestOfBothWorlds": Entry(
        lambda rounds: BestOfBothWorlds(0.2 / rounds.beta, 0.3, 0.4, ascent=_THREE)
    ),
    "SinhaVaze": Entry(lambda rounds: SinhaVaze(2.0, 0.3, 0.5, 0.8, ascent=_THREE)),
    "SinhaVaze concave": Entry(
        lambda rounds: SinhaVaze(3.0, 0.5, 0.2, 0.6, ascent=PlainGradient())
    ),
    "RECOO": Entry(lambda rounds: RECOO(rounds.beta, 0.2, 1.5, 0.05, ascent=_THREE)),
    "VazeSinha": Entry(lambda rounds: VazeSinha(0.5, ascent=_THREE)),
    "EvenPacing": Entry(lambda rounds: EvenPacing.tuned(rounds, memory=3)),
    "Throttle": Entry(lambda rounds: Throttle(1.0, 0.05, season=5)),
    "Resolve": Entry(lambda rounds: Resolve.tuned(rounds, every=4, memory=9, K=5)),
    "DualDescent": Entry(lambda rounds: DualDescent.tuned(rounds, K=8)),
    "DualDescent one season ago": Entry(
        lambda rounds: DualDescent.tuned(rounds, 4, multiplicative=True, lambda1=0.4, K=8)
    ),
    "Planned": Entry(lambda rounds: Planned.tuned(rounds, every=4, memory=9, K=5)),
    "Planned, forecast": Entry(
        lambda rounds: Planned.tuned(
            rounds, _backwards(rounds), memory=9, prior=0.3 * rounds.F, every=4, floor=0.1, K=5
        )
    ),
    "Planned, forecast, period": Entry(
        lambda rounds: Planned.tuned(
            rounds, _backwards(rounds), memory=9, prior=0.3 * rounds.F, every=4, period=3, K=5
        ),
        _literal_by_places,
    ),
    "Repricing": Entry(lambda rounds: Repricing.tuned(rounds, W=4, ascent=_THREE)),
    "Repricing, no horizon": Entry(
        lambda rounds: Repricing(
            W=6,
            cap=in_each(0.6, rounds.budget),
            radius=0.8,
            beta_u=0.5 * rounds.beta_f,
            beta_g=rounds.longest_price,
            ascent=PlainGradient(),
            start=_start(rounds),
        )
    ),
    "Repricing, W = 1": Entry(
        lambda rounds: Repricing(
            W=1,
            cap=in_each(2.0, rounds.budget),
            radius=1.0,
            beta_u=0.3 * rounds.beta,
            beta_g=in_each(0.1, rounds.budget),
            T=rounds.T,
        )
    ),
    "NestedRepricing": Entry(lambda rounds: NestedRepricing.tuned(rounds, ascent=_THREE)),
    "NestedRepricing, other constants": Entry(
        lambda rounds: NestedRepricing(
            cap=0.6,
            radius=0.8,
            beta_u=0.5 * rounds.beta_f,
            beta_g=0.3 * rounds.beta_g,
            smoothing=0.5,
            ascent=PlainGradient(),
            start=_start(rounds),
        )
    ),
    "OptimisticRepricing": Entry(
        lambda rounds: OptimisticRepricing.tuned(rounds, W=4, hints="last", ascent=_THREE)
    ),
    "OptimisticRepricing, a forecast": Entry(_forecasting),
    "Insured": Entry(
        lambda rounds: Insured.tuned(
            rounds, 3, rule=EvenPacing.tuned(rounds, memory=3), hints="last", ascent=_THREE
        )
    ),
    "Insured, as in the theorem": Entry(
        lambda rounds: Insured(
            rule=DualDescent(0.2),
            W=4,
            cap=0.6,
            radius=0.8,
            beta_g=0.5 * max(rounds.beta_g, 0.1),
            share=0.3,
            smoothing=36.0,
            cost=2.0,
            longest_error=rounds.beta,
            hints=(np.full((rounds.T - 2, rounds.n), 0.3), _first_prices(rounds)[0]),
            ascent=PlainGradient(),
            start=_start(rounds),
        )
    ),
    "Capped": Entry(
        lambda rounds: Capped(_osphg(weighted=True)(rounds), 0.1 * rounds.budget), _not_transcribed
    ),
    "Capped repricing": Entry(
        lambda rounds: Capped(Repricing.tuned(rounds, W=5), 0.1 * rounds.budget), _not_transcribed
    ),
    "Capped, scaled": Entry(
        lambda rounds: Capped(DualDescent(0.2), scaled=True, price_bound=rounds.prices.max()),
        _not_transcribed,
    ),
}
# A player without other settings is as its theorem has it.
PLAYERS |= {
    name: Entry(_tuned(getattr(players, name)))
    for name in declare.players()
    if not any(re.match(rf"{name}\b", known) for known in PLAYERS)
}


@dataclass(frozen=True)
class Row:
    """One player on one problem."""

    problem_name: str
    player_name: str

    def __str__(self) -> str:
        return f"{self.player_name} on {self.problem_name}"

    @property
    def rounds(self) -> Rounds:
        return problem(self.problem_name).rounds

    @property
    def player(self) -> Player:
        return PLAYERS[self.player_name].make(self.rounds)

    @property
    def refused(self) -> bool:
        """Whether the player says that it needs another game."""
        try:
            first_state(self.player, self.rounds)
        except ValueError as error:
            if " needs " not in str(error):
                raise
            return True
        return False

    @property
    def knows_price(self) -> bool:
        """Whether the player is told its one price before the game: it refuses prices that vary."""
        try:
            first_state(self.player, altered(self.rounds, 1))
        except ValueError as error:
            if " needs the same price " not in str(error):
                raise
            return True
        return False

    def literal(self) -> History | None:
        """The literal run; None where the pseudocode, or a plain projection, is missing."""
        try:
            return PLAYERS[self.player_name].literal(problem(self.problem_name), self.player)
        except NotTranscribedError:
            return None


ROWS = [Row(game, player) for game in PROBLEMS | RICHER_PROBLEMS for player in PLAYERS]


@dataclass(frozen=True, eq=False)
class Altered:
    """The utility of `before` up to round `change`, twice that of `after` from then on."""

    before: Utility
    after: Utility
    change: int

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return self.before.value(t, X) if t < self.change else 2 * self.after.value(t, X)

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return self.before.gradient(t, X) if t < self.change else 2 * self.after.gradient(t, X)


@dataclass(frozen=True, eq=False)
class Shifted:
    """The rounds of `utility` from `start` on."""

    utility: Utility
    start: int

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return self.utility.value(t + self.start, X)

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return self.utility.gradient(t + self.start, X)


@cache
def altered(rounds: Rounds, change: int, *, dearer: bool = True) -> Rounds:
    """The same rounds before `change`; other utilities, and prices if `dearer`, from then on."""
    prices = rounds.prices.copy()
    if dearer:
        prices[change:] += 1
    utility = rounds.utility
    if isinstance(utility, Quadratics):
        scale = np.where(np.arange(rounds.T) < change, 1.0, 2.0)
        utility = Quadratics(utility.H * scale[:, None, None], utility.h * scale[:, None])
    elif isinstance(utility, Stationary) and isinstance(utility.objective, (Plateau, Decoy)):
        pass  # another utility would take the NumPy rounds, whose last bits differ
    else:
        utility = Altered(utility, utility, change)
    own = rounds.given_allowance
    return Rounds(utility, prices, rounds.budget, rounds.domain, allowance=own)


def section(rounds: Rounds, start: int, stop: int) -> tuple[Utility, FloatArray]:
    """Rounds start..stop-1, as a streamed game draws them."""
    utility = rounds.utility
    if isinstance(utility, Quadratics):
        return Quadratics(utility.H[start:stop], utility.h[start:stop]), rounds.prices[start:stop]
    if isinstance(utility, Stationary):
        return utility, rounds.prices[start:stop]
    return Shifted(utility, start), rounds.prices[start:stop]
