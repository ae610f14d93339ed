"""Explicit games that show where the published analysis fails, and how tight the guarantees are.

Each function returns an `Instance`: the rounds, whose constants R, beta_f, beta_g, beta, F, G and L
are exact, and the best fixed decision in closed form.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Domain
from osphg.games.plateaus import Decoy, Plateaus, SlowGood
from osphg.hindsight import Benchmark
from osphg.rounds import Game, Rounds
from osphg.utilities import Objective, Quadratics, Stationary


@dataclass(frozen=True, eq=False)
class Instance:
    """A game and its best fixed decision."""

    name: str
    rounds: Game  # whose constants and L are exact
    x: FloatArray  # (n,): x*_W, which meets the budget over every window of length W
    f_star: float  # sum_t f_t(x*_W) / T
    W: int = 1  # the window length; x*_W is the same for all but in one game
    objective: Objective | None = None  # f, where it is the same in every round
    price: FloatArray | None = None  # (n,): p, where it is the same in every round

    @classmethod
    def stationary(
        cls, name: str, f: Objective, price: ArrayLike, T: int, domain: Domain, x: ArrayLike
    ) -> Instance:
        """Return the game with f and these prices in every round, and one budget unit per round."""
        T, best = checks.size("T", T, domain.n), checks.own(checks.real("x", x))
        prices = np.broadcast_to(checks.real("price", price), (T, domain.n))
        rounds = Rounds(Stationary(f), prices, float(T), domain)
        return cls(name, rounds, best, float(f.value(best)), objective=f, price=rounds.prices[0])

    def __repr__(self) -> str:
        return f"Instance({self.name}, {self.rounds!r})"

    def benchmark(self, W: int | None = None) -> Benchmark:
        """Return the best fixed decision for windows of length W, this instance's unless given."""
        total, T = self.f_star * self.rounds.T, self.rounds.T
        W = checks.positive_int("W", self.W if W is None else W, maximum=T)
        return Benchmark(self.x, total, total, W, T, "closed form", self.rounds)

    def constants(self) -> dict[str, float]:
        """Return the constants of the paper's assumptions by name, with L, B_T/T and f*."""
        own = {"L": self.rounds.L, "B_T/T": self.rounds.allowance, "f*": self.f_star}
        return self.rounds.constants._asdict() | own


def decoy(T: int, tau: float = 0.1, Q: float = 9.0, w: float = 0.02, rho: float = 0.7) -> Instance:
    """Return the stationary game on which the published algorithm has linear (1-1/e)-regret.

    f(z, e, o) = 1 - (1 - z)(1 - q(e)) + rho o on the unit cube, prices (0, 1/tau, 1), B_T = T: e is
    a decoy that eats the budget of the early oracles, z is free and covers the same value later, o
    is what the budget should buy. x* = (1, 0, 1) for every W, and f* = 1 + rho. The parameters are
    those of `osphg.games.plateaus.Decoy`; and Q tau < 1, rho < Q tau (1 - tau).
    """
    f = Decoy(tau, Q, w, rho)
    most = f.Q * f.tau * (1 - f.tau)
    checks.must(f.rho < most, "rho", f"be below Q tau (1 - tau) = {most:g}", f"{f.rho:g}")
    return Instance.stationary("decoy", f, [0.0, 1 / f.tau, 1.0], T, Box.unit(3), [1.0, 0.0, 1.0])


def lemma43_violation(T: int = 294_000) -> Instance:
    """Return the game that violates Lemma 4.3 for lambda = 0 (W = 1, T = 294000, K = 4700).

    f = h(2.96 x1 + 5.98 x2) + 2.915 x3 with a bend of h between 1.185 and 1.336, prices
    (0, 6.516, 3.27), B_T = T.
    """
    bent = Plateaus(*map(np.array, ([[2.96, 5.98, 0.0]], [1.185], [1.336], [0.0, 0.0, 2.915])))
    return _violation("violation of Lemma 4.3", bent, [0.0, 6.516, 3.27], T, [0.443, 0.932, 0.306])


def lemma43_violation_with_lambda(T: int = 174_400) -> Instance:
    """Return a game that violates Lemma 4.3 with a positive lambda, in half as many steps.

    Found by a search, to be played with W = 1 and K = 3940: the left side exceeds the right one at
    `osphg.studies.bounds.worst_lambda`, and does not at lambda = 0.
    """
    bent = Plateaus(*map(np.array, ([[3.401, 5.591, 0.0]], [1.489], [1.667], [0.0, 0.0, 3.14])))
    name, upper = "violation of Lemma 4.3, lambda > 0", [0.4809, 1.158, 0.339]
    return _violation(name, bent, [0.0, 5.124, 2.953], T, upper)


def _violation(name: str, f: Plateaus, price: list[float], T: int, upper: list[float]) -> Instance:
    x = [upper[0], 0.0, 1 / price[2]]
    return Instance.stationary(name, f, price, T, Box(np.array(upper)), x)


def lemma42_counterexample(T: int = 400, free_from: int | None = None, M: float = 1.0) -> Instance:
    """Return a game on which a run violates Lemma 4.2 as stated (W = 2, rounds free_from on).

    X = [0, 1], f = M x, B_T = T, price 2 before round `free_from` (in 3..T-1, counted from 1, T/2
    unless given) and 0 from it on, where g_t(x) = -G for every x. x*_W = 1/2 for W = 2. The larger
    M > 0 is, the longer x_t stays at 1, and the larger lambda_t grows.
    """
    T, M = checks.size("T", T), checks.positive_float("M", M)
    first = checks.positive_int("free_from", T // 2 + 1 if free_from is None else free_from)
    checks.must(3 <= first < T, "free_from", f"be between 3 and {T - 1}", first)
    price = np.where(np.arange(1, T + 1) < first, 2.0, 0.0)[:, np.newaxis]
    utility = Quadratics(np.zeros((T, 1, 1)), np.full((T, 1), M))
    rounds = Rounds(utility, price, float(T), Box.unit(1))
    return Instance("counterexample to Lemma 4.2", rounds, np.array([0.5]), M / 2, 2)


def slow_good(T: int, eps: float = 0.1, a: float = 1.0) -> Instance:
    """Return the game on which 1 - 1/e cannot be improved for the weighted player.

    f(z, e) = 1 - (1 - a z)(1 - (1 + eps)(1 - exp(-e))) on [0, 1/a] x [0, 1], prices (a, 1),
    B_T = T: `osphg.games.plateaus.SlowGood`. All of e is a rest that earns (1 + eps)(1 - 1/e);
    x* = (1/a, 0) for every W, and f* = 1. The smaller a, the slower the learners are in z.
    """
    f = SlowGood(eps, a)
    return Instance.stationary("slow good", f, [f.a, 1.0], T, Box(f.most), [1 / f.a, 0.0])
