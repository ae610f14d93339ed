"""The shared table: problems x players, each with its literal counterpart.

Add a problem to `PROBLEMS` or a player to `PLAYERS`, and every test that runs over `ROWS` covers
it. The games are small (20 to 40 rounds) but bite: budgets bind, projections act.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import exp, log1p, prod
from typing import Any, NamedTuple

import numpy as np

from osphg import OSPHG, BoostedOSPHG, Box, MetaFrankWolfe, Polytope, Rounds, Simplex
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.faces import inscribed_ball
from osphg.games.refuting import Decoy, Plateau
from osphg.players.ascent import Ascent, BoostedGradient, PlainGradient
from osphg.players.bandits import CaoLiuBandit, CaoLiuValues, MOSPBandit, directions
from osphg.players.base import Player
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
from osphg.players.hard_budget import MOST, RECOO, SinhaVaze, VazeSinha
from osphg.players.k_oracles import (
    OLFW,
    GaussianNoise,
    GolovinKrauseStreeter,
    PerStepDuals,
    StochasticMetaFrankWolfe,
)
from osphg.players.oracles import FollowThePerturbedLeader, GradientAscent, Oracle
from osphg.players.repricing import Repricing
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
    literal_repricing,
    literal_saddle,
)
from tests.literal import Game, Gradient, History, Projection, Value, Vector


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
    """Rounds, and the same in plain Python; `project` is None where there is no literal one."""

    rounds: Rounds
    value: Value
    gradient: Gradient
    project: Projection | None

    def plain(self, gradient: Gradient | None = None) -> Game:
        """As the literal players take it; a gradient may be another direction of ascent."""
        assert self.project is not None
        rounds = self.rounds
        prices, slope = rounds.prices.tolist(), gradient or self.gradient
        return Game(self.value, slope, prices, rounds.budget, self.project)


def _quadratic(
    domain: Domain,
    project: Projection | None,
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
    return Problem(rounds, *literal.quadratics(H.tolist(), h.tolist()), project)


def _coverage(domain: Domain, project: Projection | None, T: int = 20) -> Problem:
    rng = np.random.default_rng(7)
    q = rng.uniform(0, 1, (domain.n, 4)) * (rng.uniform(size=(domain.n, 4)) < 0.7)
    utility = Coverage(rng.uniform(0, 2, (T, 4)), q)
    prices = rng.uniform(0, 3, (T, domain.n))
    return Problem(Rounds(utility, prices, 0.6 * T, domain), *utility.literal(), project)


def _log_reach(domain: Domain, project: Projection | None, T: int = 20) -> Problem:
    rng = np.random.default_rng(8)
    utility = LogReach(rng.exponential(1, (T, 3, domain.n)))
    prices = rng.uniform(0, 3, (T, domain.n)) * (rng.uniform(size=(T, domain.n)) < 0.6)
    return Problem(Rounds(utility, prices, 0.7 * T, domain), *utility.literal(), project)


def _stationary(domain: Domain, project: Projection | None, T: int = 20) -> Problem:
    objective = Saturating(np.linspace(2, 1, domain.n))
    prices = np.tile(np.linspace(3, 0, domain.n), (T, 1))
    rounds = Rounds(Stationary(objective), prices, 0.8 * T, domain)
    return Problem(rounds, *objective.literal(), project)


def _plateau(domain: Domain, project: Projection | None, T: int = 25) -> Problem:
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

    return Problem(rounds, value, gradient, project)


def _decoy(domain: Domain, project: Projection | None, T: int = 40) -> Problem:
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

    return Problem(rounds, value, gradient, project)


def _unit(n: int) -> tuple[Box, Projection]:
    return Box.unit(n), literal.box([1.0] * n)


def _box(*upper: float) -> tuple[Box, Projection]:
    return Box(np.array(upper)), literal.box(upper)


def _simplex(n: int, r: float) -> tuple[Simplex, Projection]:
    return Simplex(n, r), literal.simplex(r)


def _triangle() -> tuple[Polytope, Projection]:
    A, b = [[1.0, 2.0], [3.0, 1.0]], [1.5, 2.0]
    edges = [*A, [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]
    project = literal.polygon(edges, [*b, 1.0, 1.0, 0.0, 0.0])
    return Polytope(np.array(A), np.array(b), Box.unit(2)), project


def _polyhedron(n: int) -> tuple[Polytope, None]:
    return Polytope(np.array([[1.0] * n]), np.array([0.4 * n]), Box.unit(n)), None


PROBLEMS: dict[str, Callable[[], Problem]] = {
    "paper n=1": lambda: _quadratic(*_unit(1)),
    "paper n=2": lambda: _quadratic(*_unit(2), T=40),
    "paper n=2 literal H": lambda: _quadratic(*_unit(2), symmetric=False),
    "paper n=2 no prices": lambda: _quadratic(*_unit(2), prices=(0, 0)),
    "paper n=13": lambda: _quadratic(*_unit(13), seed=1),
    "paper n=30": lambda: _quadratic(*_unit(30), T=20, seed=2),
    "quadratics box n=3": lambda: _quadratic(*_box(2.0, 0.5, 1.5), prices=(0, 2)),
    "quadratics flat box n=2": lambda: _quadratic(*_box(1.5, 0.0)),
    "quadratics simplex n=1": lambda: _quadratic(*_simplex(1, 0.5), prices=(0, 1)),
    "quadratics simplex n=5": lambda: _quadratic(*_simplex(5, 1.5), seed=3, prices=(0, 1)),
    "quadratics simplex n=30": lambda: _quadratic(*_simplex(30, 2.0), T=20, allowance=2.5),
    "quadratics polytope n=2": lambda: _quadratic(*_triangle(), prices=(0, 1)),
    "quadratics polytope n=3": lambda: _quadratic(*_polyhedron(3), T=20),
    "coverage box n=3": lambda: _coverage(*_unit(3)),
    "coverage simplex n=5": lambda: _coverage(*_simplex(5, 1.0)),
    "log reach polytope n=2": lambda: _log_reach(*_triangle()),
    "log reach box n=3": lambda: _log_reach(*_box(0.5, 3.0, 1.0)),
    "stationary simplex n=5": lambda: _stationary(*_simplex(5, 1.2)),
    "stationary box n=2": lambda: _stationary(*_unit(2)),
    "plateau box n=1": lambda: _plateau(*_unit(1)),
    "plateau box n=3": lambda: _plateau(*_box(0.5, 3.0, 1.0)),
    "plateau box n=4": lambda: _plateau(*_unit(4)),
    "plateau simplex n=3": lambda: _plateau(*_simplex(3, 1.5)),
    "decoy box n=3": lambda: _decoy(*_unit(3)),
    "decoy simplex n=3": lambda: _decoy(*_simplex(3, 1.0)),
}


@cache
def problem(name: str) -> Problem:
    """The problem of that name, built once."""
    return PROBLEMS[name]()


class Entry(NamedTuple):
    """A player for given rounds, its literal run where the pseudocode covers it, and its games."""

    make: Callable[[Rounds], Player]
    literal: Callable[[Problem, Any], History] | None
    suits: Callable[[Domain], bool] = lambda domain: True


def _osphg(**options: Any) -> Callable[[Rounds], OSPHG]:
    """OSPHG with steps in proportion to the constants of the rounds."""

    def make(rounds: Rounds) -> OSPHG:
        return OSPHG(**{"mu": 0.3 / rounds.beta, "delta": rounds.beta**2, "K": 7, **options})

    return make


def _start(domain: Domain) -> FloatArray:
    """A point of the domain that is not the origin."""
    return 0.3 * domain.maximize_linear(np.ones(domain.n)) + 0.2 * domain.project(domain.upper)


def _warm(rounds: Rounds) -> OSPHG:
    oracle = GradientAscent(0.1 / rounds.beta, v1=_start(rounds.domain))
    return _osphg(oracle=oracle, lambda1=0.7, weighted=True, K=4)(rounds)


def _fields(player: Any, *fields: str) -> dict[str, Any]:
    return {field: getattr(player, field) for field in fields}


def _ascending(oracle: Any) -> dict[str, Any]:
    """The step and the first choice of gradient ascent."""
    assert isinstance(oracle, GradientAscent)
    return {"step": oracle.step, "v1": None if oracle.v1 is None else oracle.v1.tolist()}


def _literal_osphg(problem: Problem, player: OSPHG) -> History:
    fields = _fields(player, "K", "mu", "delta", "weighted", "lambda1")
    return literal.osphg(problem.plain(), **fields, **_ascending(player.oracle))


def _literal_meta_frank_wolfe(problem: Problem, player: MetaFrankWolfe) -> History:
    return literal.meta_frank_wolfe(problem.plain(), player.K, **_ascending(player.oracle))


def _boosted(**options: Any) -> Callable[[Rounds], BoostedOSPHG]:
    """Boosted OSPHG with steps in proportion to the constants of the rounds."""

    def make(rounds: Rounds) -> BoostedOSPHG:
        return BoostedOSPHG(**{"mu": 0.3 / rounds.beta, "delta": rounds.beta**2, **options})

    return make


def _points(gradient: BoostedGradient) -> Callable[[int], list[tuple[float, float]]]:
    """The (z, weight) of a round, in plain Python."""

    def points(t: int) -> list[tuple[float, float]]:
        z = gradient.line(range(t, t + 1))[0]
        return list(zip(z.tolist(), gradient.weights.tolist(), strict=True))

    return points


def _literal_queue(problem: Problem, player: BoostedQueue) -> History:
    points, fields = _points(player.ascent), _fields(player, "V", "alpha")
    return literal_queues.boosted_queue(problem.plain(), points, **fields)


def _literal_boosted(problem: Problem, player: BoostedOSPHG) -> History:
    fields = _fields(player, "mu", "delta", "lambda1") | _ascending(player.oracle)
    return literal.boosted_osphg(problem.plain(), _points(player.ascent), **fields)


def _with_leaders() -> dict[str, Entry]:
    """OSPHG and Meta-Frank-Wolfe with perturbed leaders, and their literal runs."""

    def leader(rounds: Rounds) -> Oracle:
        return FollowThePerturbedLeader(0.3 / rounds.beta, seed=8)

    def literal_run(problem: Problem, player: Any) -> History:
        game, domain = problem.plain(), problem.rounds.domain
        oracles = literal_oracles.instances(player.oracle, domain, game.project, player.K)
        fields = ("mu", "delta", "weighted") if isinstance(player, OSPHG) else ()
        return literal_oracles.play(game, oracles, **_fields(player, *fields))

    return {
        "OSPHG, perturbed leader": Entry(
            lambda rounds: _osphg(oracle=leader(rounds), weighted=True, K=4)(rounds), literal_run
        ),
        "MetaFrankWolfe, perturbed leader": Entry(
            lambda rounds: MetaFrankWolfe(3, leader(rounds)), literal_run
        ),
    }


def _literal(run: Callable[..., History], *fields: str) -> Callable[..., History]:
    """The literal run of a player whose fields are the literal's arguments."""
    return lambda problem, player: run(problem.plain(), **_fields(player, *fields))


def _mirror(rounds: Rounds) -> SunDeyKapoor:
    """Entropic where that is defined, Euclidean elsewhere."""
    if isinstance(rounds.domain, Simplex):
        return SunDeyKapoor(0.3 / rounds.beta, rounds.beta**2, Entropic())
    return SunDeyKapoor(0.3 / rounds.beta, rounds.beta**2)


def _literal_mirror(problem: Problem, player: SunDeyKapoor) -> History:
    game, fields = problem.plain(), _fields(player, "mu", "delta")
    if not isinstance(player.geometry, Entropic):
        return literal_saddle.sun_dey_kapoor(game, **fields)
    assert isinstance(problem.rounds.domain, Simplex)
    return literal_saddle.sun_dey_kapoor_entropic(game, problem.rounds.domain.r, **fields)


def _literal_bandit(run: Callable[..., History], *fields: str) -> Callable[..., History]:
    """As `_literal`, for a player that looks at two points in a shrunken set."""

    def play(problem: Problem, player: Any) -> History:
        inner = inscribed_ball(problem.rounds.domain)
        u = directions(player.seed, 0, problem.rounds.n)  # one stretch outlasts these games
        ball = literal_queues.Ball(
            player.xi, inner.centre.tolist(), inner.radius, lambda t: u[t].tolist()
        )
        return run(problem.plain(), ball, **_fields(player, *fields))

    return play


def _has_ball(domain: Domain) -> bool:
    return inscribed_ball(domain).radius > 0


def _literal_stochastic(problem: Problem, player: StochasticMetaFrankWolfe) -> History:
    oracle, estimate, rounds = player.oracle, player.estimate, problem.rounds
    assert isinstance(oracle, GradientAscent)
    assert isinstance(estimate, GaussianNoise)
    noise = []
    for t in range(rounds.T):
        stream = np.random.SeedSequence(player.seed, spawn_key=(0x67726164, t))
        drawn = np.random.default_rng(stream).standard_normal((player.K, rounds.n))
        noise.append((estimate.scale * drawn).tolist())

    def noisy(t: int, k: int, x: Vector) -> Vector:
        return [g + e for g, e in zip(problem.gradient(t, x), noise[t][k], strict=True)]

    game, first = problem.plain(), [[0.0] * rounds.n for _ in range(player.K)]
    advance = literal_matroid.gradient_ascent(game.project, oracle.step)
    return literal_matroid.stochastic_meta_frank_wolfe(game, first, advance, noisy)


def direction(problem: Problem, ascent: Ascent) -> Gradient:
    """The literal direction of ascent."""
    if not isinstance(ascent, BoostedGradient):
        return problem.gradient
    z, weights = ascent.rule
    points = list(zip(z.tolist(), weights.tolist(), strict=True))
    return literal_hard.boosted(problem.gradient, points)


def _literal_hard(run: Callable[..., History], *fields: str) -> Callable[..., History]:
    """As `_literal`, for a player with a direction of ascent."""
    return lambda problem, player: run(
        problem.plain(direction(problem, player.ascent)), **_fields(player, *fields)
    )


def _literal_repricing(problem: Problem, player: Repricing) -> History:
    return literal_repricing.repricing(
        problem.plain(direction(problem, player.ascent)),
        horizon=player.T,
        start=[0.0] * problem.rounds.n if player.start is None else player.start.tolist(),
        **_fields(player, "W", "cap", "radius", "beta_u", "beta_g"),
    )


def _literal_rule(run: Callable[..., History], *fields: str) -> Callable[..., History]:
    """As `_literal`, for a rule of practice; some ask for corners of X."""

    def play(problem: Problem, player: Any) -> History:
        game, X = problem.plain(), problem.rounds.domain
        f, given = literal_practice, dict[str, Any]()
        upper = X.upper.tolist()
        if isinstance(X, Box):
            ways = f.box_corner(upper), f.knapsack(upper)
        elif isinstance(X, Simplex):
            ways = f.simplex_corner(X.n, X.r), f.simplex_affordable(X.n, X.r)
        else:
            assert isinstance(X, Polytope)
            eye = np.eye(X.n)
            rows = np.vstack([X.A, eye, -eye]).tolist()
            most = [*X.b.tolist(), *X.box.upper.tolist(), *[0.0] * X.n]
            ways = f.polygon_corner(rows, most), f.polygon_affordable(rows, most)
        if run is f.resolve:
            given["affordable"] = ways[1]
        if run is f.dual_descent:
            given |= {"corner": ways[0], "upper": upper if isinstance(X, Box) else None}
        return run(game, game.project(upper), **given, **_fields(player, *fields))

    return play


_THREE = BoostedGradient(nodes=3)
_DUAL = _literal_rule(
    literal_practice.dual_descent, "eta", "season", "multiplicative", "lambda1", "K"
)

PLAYERS: dict[str, Entry] = {
    "OSPHG": Entry(_osphg(), _literal_osphg),
    "OSPHG K=1": Entry(_osphg(K=1), _literal_osphg),
    "OSPHG weighted": Entry(_osphg(weighted=True), _literal_osphg),
    "OSPHG weighted K=1": Entry(_osphg(weighted=True, K=1), _literal_osphg),
    "OSPHG weighted, lambda1, v1": Entry(_warm, _literal_osphg),
    "OSPHG delta mu^2 = 1": Entry(
        lambda rounds: _osphg(mu=2.0**-4, delta=2.0**8)(rounds), _literal_osphg
    ),
    "OSPHG lazy oracle": Entry(lambda rounds: _osphg(oracle=Lazy(0.1 / rounds.beta))(rounds), None),
    "BoostedOSPHG": Entry(_boosted(), _literal_boosted),
    "BoostedOSPHG one node": Entry(_boosted(nodes=1), _literal_boosted),
    "BoostedOSPHG one random point": Entry(_boosted(nodes=1, seed=5), _literal_boosted),
    "BoostedOSPHG lambda1, v1": Entry(
        lambda rounds: _boosted(
            nodes=3,
            seed=6,
            oracle=GradientAscent(0.1 / rounds.beta, v1=_start(rounds.domain)),
            lambda1=0.7,
        )(rounds),
        _literal_boosted,
    ),
    "MetaFrankWolfe": Entry(
        lambda rounds: MetaFrankWolfe(5, GradientAscent(0.2 / rounds.beta)),
        _literal_meta_frank_wolfe,
    ),
    "MetaFrankWolfe v1": Entry(
        lambda rounds: MetaFrankWolfe(
            3, GradientAscent(0.05 / rounds.beta, v1=_start(rounds.domain))
        ),
        _literal_meta_frank_wolfe,
    ),
    "MahdaviJinYang": Entry(
        lambda rounds: MahdaviJinYang(0.3 / rounds.beta, rounds.beta**2, heuristic=True),
        _literal(literal_saddle.mahdavi_jin_yang, "eta", "delta"),
    ),
    "MahdaviNoViolation": Entry(
        lambda rounds: MahdaviNoViolation(
            0.3 / rounds.beta, rounds.beta**2, 0.3 * rounds.allowance, heuristic=True
        ),
        _literal(literal_saddle.mahdavi_no_violation, "eta", "delta", "margin"),
    ),
    "MahdaviMirrorProx": Entry(
        lambda rounds: MahdaviMirrorProx(0.3 / rounds.beta, heuristic=True),
        _literal(literal_saddle.mahdavi_mirror_prox, "eta"),
    ),
    "JenattonHuangArchambeau": Entry(
        lambda rounds: JenattonHuangArchambeau(0.5 / rounds.beta, rounds.beta, 0.6, heuristic=True),
        _literal(literal_saddle.jenatton_huang_archambeau, "eta", "theta", "b"),
    ),
    "YuanLamperski": Entry(
        lambda rounds: YuanLamperski(0.2 / rounds.beta, rounds.beta**2, heuristic=True),
        _literal(literal_saddle.yuan_lamperski, "eta", "sigma"),
    ),
    "YuanLamperskiStrong": Entry(
        lambda rounds: YuanLamperskiStrong(rounds.beta, rounds.beta**2, heuristic=True),
        _literal(literal_saddle.yuan_lamperski_strong, "H", "sigma"),
    ),
    "SunDeyKapoor": Entry(_mirror, _literal_mirror),
    "GolovinKrauseStreeter": Entry(
        lambda rounds: GolovinKrauseStreeter(4, GradientAscent(0.3 / rounds.beta), heuristic=True),
        _literal_meta_frank_wolfe,
    ),
    "StochasticMetaFrankWolfe": Entry(
        lambda rounds: StochasticMetaFrankWolfe(
            4, GradientAscent(0.2 / rounds.beta), GaussianNoise(0.3), seed=4
        ),
        _literal_stochastic,
    ),
    **_with_leaders(),
    "NeelyYu": Entry(
        lambda rounds: NeelyYu(V=3.0, alpha=5 * rounds.beta),
        _literal(literal_queues.neely_yu, "V", "alpha"),
    ),
    "COLD": Entry(
        lambda rounds: COLD.tuned(rounds, W=3),
        _literal(literal_queues.neely_yu, "V", "alpha"),
    ),
    "BoostedQueue": Entry(
        lambda rounds: BoostedQueue(V=3.0, alpha=5 * rounds.beta), _literal_queue
    ),
    "BoostedQueue one random point": Entry(
        lambda rounds: BoostedQueue.tuned(rounds, 3, 1, seed=5, unit_free=True), _literal_queue
    ),
    "MOSP": Entry(
        lambda rounds: MOSP(alpha=0.3 / rounds.beta, mu=0.2 / rounds.beta),
        _literal(literal_queues.mosp, "alpha", "mu"),
    ),
    "CaoLiu": Entry(
        lambda rounds: CaoLiu(alpha=0.3 / rounds.beta, delta=rounds.beta**2),
        _literal(literal_queues.cao_liu, "alpha", "delta"),
    ),
    "CaoLiuBandit": Entry(
        lambda rounds: CaoLiuBandit(0.2 / rounds.beta, rounds.beta**2, xi=0.1, seed=3),
        _literal_bandit(literal_queues.cao_liu_bandit, "alpha", "delta"),
        _has_ball,
    ),
    "CaoLiuValues": Entry(
        lambda rounds: CaoLiuValues(0.2 / rounds.beta, rounds.beta**2, xi=0.1, seed=5),
        _literal_bandit(literal_queues.cao_liu_values, "alpha", "delta"),
        _has_ball,
    ),
    "MOSPBandit": Entry(
        lambda rounds: MOSPBandit(0.2 / rounds.beta, 0.3 / rounds.beta, xi=0.1, seed=6),
        _literal_bandit(literal_queues.mosp_bandit, "alpha", "mu"),
        _has_ball,
    ),
    "OLFW": Entry(
        lambda rounds: OLFW(mu=0.3 / rounds.beta, delta=rounds.beta**2, gamma=0.2, K=4),
        _literal(literal_queues.olfw, "mu", "delta", "gamma", "K"),
    ),
    "PerStepDuals": Entry(
        lambda rounds: PerStepDuals(V=3.0, alpha=5 * rounds.beta, K=4),
        _literal(literal_queues.per_step_duals, "V", "alpha", "K"),
    ),
    "OnlineGradientAscent": Entry(
        lambda rounds: OnlineGradientAscent(0.2 / rounds.beta),
        _literal_hard(literal_hard.gradient_ascent, "eta"),
    ),
    "BestOfBothWorlds": Entry(
        lambda rounds: BestOfBothWorlds(0.2 / rounds.beta, 0.3, 0.4, ascent=_THREE),
        _literal_hard(literal_hard.best_of_both_worlds, "eta", "mu", "cap"),
    ),
    "SinhaVaze": Entry(
        lambda rounds: SinhaVaze(2.0, 0.3, 0.5, 0.8, ascent=_THREE),
        _literal_hard(literal_hard.sinha_vaze, "utility", "money", "rate", "diameter"),
    ),
    "SinhaVaze concave": Entry(
        lambda rounds: SinhaVaze(3.0, 0.5, 0.2, 0.6, ascent=PlainGradient()),
        _literal_hard(literal_hard.sinha_vaze, "utility", "money", "rate", "diameter"),
    ),
    "RECOO": Entry(
        lambda rounds: RECOO(rounds.beta, 0.2, 1.5, 0.05, ascent=_THREE),
        _literal_hard(literal_hard.recoo, "alpha", "price", "money", "eps"),
    ),
    "VazeSinha": Entry(
        lambda rounds: VazeSinha(0.5, ascent=_THREE), None, lambda domain: domain.n <= MOST
    ),
    "EvenPacing": Entry(
        lambda rounds: EvenPacing.tuned(rounds, memory=3),
        _literal_rule(literal_practice.even_pacing, "memory"),
    ),
    "Throttle": Entry(
        lambda rounds: Throttle(1.0, 0.05, season=5),
        _literal_rule(literal_practice.throttle, "gain", "integral", "season"),
    ),
    "Resolve": Entry(
        lambda rounds: Resolve.tuned(rounds, every=4, memory=9, K=5),
        _literal_rule(literal_practice.resolve, "every", "memory", "K"),
    ),
    "DualDescent": Entry(lambda rounds: DualDescent.tuned(rounds, K=8), _DUAL),
    "DualDescent one season ago": Entry(
        lambda rounds: DualDescent.tuned(rounds, 4, multiplicative=True, lambda1=0.4, K=8), _DUAL
    ),
    "Repricing": Entry(
        lambda rounds: Repricing.tuned(rounds, W=4, ascent=_THREE), _literal_repricing
    ),
    "Repricing, no horizon": Entry(
        lambda rounds: Repricing(
            W=6,
            cap=0.6,
            radius=0.8,
            beta_u=0.5 * rounds.beta_f,
            beta_g=rounds.beta_g,
            ascent=PlainGradient(),
            start=_start(rounds.domain),
        ),
        _literal_repricing,
    ),
    "Repricing, W = 1": Entry(
        lambda rounds: Repricing(1, 2.0, 1.0, 0.3 * rounds.beta, 0.1, rounds.T), _literal_repricing
    ),
    "Capped": Entry(
        lambda rounds: Capped(_osphg(weighted=True)(rounds), 0.1 * rounds.budget), None
    ),
    "Capped repricing": Entry(
        lambda rounds: Capped(Repricing.tuned(rounds, W=5), 0.1 * rounds.budget), None
    ),
    "Capped, scaled": Entry(
        lambda rounds: Capped(DualDescent(0.2), scaled=True, price_bound=5.0), None
    ),
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

    def literal(self) -> History | None:
        """The literal run; None where the pseudocode, or a plain projection, is missing."""
        game, entry = problem(self.problem_name), PLAYERS[self.player_name]
        if entry.literal is None or game.project is None:
            return None
        return entry.literal(game, self.player)


ROWS = [
    Row(game, player)
    for game in PROBLEMS
    for player, entry in PLAYERS.items()
    if entry.suits(problem(game).rounds.domain)
]


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
def altered(rounds: Rounds, change: int) -> Rounds:
    """The same rounds before `change`; other utilities and prices from that round on."""
    prices = rounds.prices.copy()
    prices[change:] += 1
    utility = rounds.utility
    if isinstance(utility, Quadratics):
        scale = np.where(np.arange(rounds.T) < change, 1.0, 2.0)
        utility = Quadratics(utility.H * scale[:, None, None], utility.h * scale[:, None])
    elif isinstance(utility, Stationary) and isinstance(utility.objective, (Plateau, Decoy)):
        pass  # another utility would take the NumPy rounds, whose last bits differ
    else:
        utility = Altered(utility, utility, change)
    return Rounds(utility, prices, rounds.budget, rounds.domain)


def section(rounds: Rounds, start: int, stop: int) -> tuple[Utility, FloatArray]:
    """Rounds start..stop-1, as a streamed game draws them."""
    utility = rounds.utility
    if isinstance(utility, Quadratics):
        return Quadratics(utility.H[start:stop], utility.h[start:stop]), rounds.prices[start:stop]
    if isinstance(utility, Stationary):
        return utility, rounds.prices[start:stop]
    return Shifted(utility, start), rounds.prices[start:stop]
