"""The experiments of the paper's section 5, as functions that return data.

The notebooks of the book call these; so can anybody with other parameters. Averages are per
round: a sum over rounds divided by T.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from osphg import checks
from osphg.checks import FloatArray
from osphg.hindsight import benchmark_curve, best_fixed_decision
from osphg.metrics import Estimate, mean, proportion, running_average
from osphg.oracles.gradient import GradientAscent
from osphg.players import OSPHG
from osphg.playing import play
from osphg.rounds import Rounds, paper_quadratics


@dataclass(frozen=True)
class Setting:
    """The paper's experiment; the defaults are its sizes.

    Parameters
    ----------
    T, n, W, K : int
        Rounds, dimension, window (the paper's sqrt(T)) and oracles.
    budget_per_round : float
        B_T / T.
    weighted : bool
        The repaired feedback instead of the published one.
    symmetric : bool
        Symmetric H_t (monotone utilities) instead of the paper's literal recipe.
    mu, delta : float, optional
        The values of Lemma 4.3 for these rounds unless given.
    v1 : float
        Every coordinate of every oracle's first choice, in [0, 1].

    Raises
    ------
    TypeError, ValueError
        For a size that is not a positive integer, W > T, or a budget that is not positive.
    """

    T: int = 10_000
    n: int = 2
    W: int = 100
    K: int = 100
    budget_per_round: float = 2.0
    weighted: bool = False
    symmetric: bool = True
    mu: float | None = None
    delta: float | None = None
    v1: float = 0.0

    def __post_init__(self) -> None:
        checks.positive_int("T", self.T)
        checks.positive_int("n", self.n)
        checks.positive_int("W", self.W, maximum=self.T)
        checks.positive_int("K", self.K)
        checks.positive_float("budget_per_round", self.budget_per_round)
        for name in ("mu", "delta"):
            if getattr(self, name) is not None:
                checks.positive_float(name, getattr(self, name))
        for name in ("weighted", "symmetric"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name} must be True or False, got {getattr(self, name)!r}")
        if not 0 <= checks.finite_float("v1", self.v1) <= 1:
            raise ValueError(f"v1 must be between 0 and 1, got {self.v1}")

    def rounds(self, seed: int) -> Rounds:
        """Draw the rounds for a seed."""
        return paper_quadratics(self.T, self.n, self.budget_per_round, seed, self.symmetric)

    def player(self, rounds: Rounds) -> OSPHG:
        """Return OSPHG for these rounds."""
        theorem = OSPHG.tuned(rounds, self.W, self.K, mu=self.mu, delta=self.delta)
        return self.player_at(theorem.mu, theorem.delta)

    def player_at(self, mu: float, delta: float) -> OSPHG:
        """Return OSPHG with other step sizes."""
        oracle = GradientAscent(mu, np.full(self.n, self.v1))
        return OSPHG(mu, delta, self.K, weighted=self.weighted, oracle=oracle)


@dataclass(frozen=True)
class Replications:
    """One number per seed, each array (seeds,)."""

    seeds: NDArray[np.int64]
    violation: FloatArray  # C_T / T
    negative_share: FloatArray  # share of t at which the running average of g is negative
    utility: FloatArray  # average of f_t(x_t)
    benchmark: FloatArray  # average of f_t(x*_W), certified optimum
    benchmark_bound: FloatArray  # its certified upper bound
    frank_wolfe: FloatArray  # the same by the Frank-Wolfe variant with K steps


def replicate(setting: Setting, seeds: Sequence[int]) -> Replications:
    """Play the setting once per seed and measure what the paper's sentences speak of."""
    rows = []
    for seed in _seeds(seeds):
        rounds = setting.rounds(seed)
        run = play(setting.player(rounds), rounds)
        negative = (running_average(run.violation) < 0).mean()
        at_w = benchmark_curve(rounds, [setting.W], setting.K)
        best = np.array([at_w.value[0], at_w.upper_bound[0], at_w.frank_wolfe[0]]) / setting.T
        rows.append((run.violation.mean(), negative, run.utility.mean(), *best))
    return Replications(np.array(_seeds(seeds)), *np.array(rows).T)


@dataclass(frozen=True)
class Sentence:
    """One reading of a sentence of the paper, measured over seeds."""

    number: int  # 1..4, in the paper's order
    reading: str
    share: Estimate  # of seeds for which it is true
    effect: Estimate  # the quantity whose size or sign it speaks of, mean over seeds
    unit: str

    @property
    def verdict(self) -> str:
        """Whether it is true in every seed ("true"), in none ("false") or in some ("mixed")."""
        return {1.0: "true", 0.0: "false"}.get(self.share.value, "mixed")


def algorithm_sentences(measured: Replications) -> list[Sentence]:
    """Judge the two sentences about the algorithm: negative violation, utility above benchmark.

    Examples
    --------
    >>> found = algorithm_sentences(replicate(Setting(T=200, W=10, K=5), range(3)))
    >>> [(s.number, s.verdict) for s in found]
    [(1, 'false'), (1, 'true'), (2, 'true'), (2, 'true')]
    """
    lead, lead_fw = measured.utility - measured.benchmark, measured.utility - measured.frank_wolfe
    above = measured.utility > measured.benchmark_bound
    per_round, f = "budget units per round", "units of f per round"
    return [
        Sentence(1, "after T rounds", proportion(measured.violation < 0),
                 mean(measured.violation), per_round),
        Sentence(1, "running average, most rounds", proportion(measured.negative_share > 0.5),
                 mean(measured.negative_share), "share of rounds"),
        Sentence(2, "against the certified optimum", proportion(above), mean(lead), f),
        Sentence(2, "against the Frank-Wolfe value", proportion(lead_fw > 0), mean(lead_fw), f),
    ]  # fmt: skip


@dataclass(frozen=True)
class ParameterMap:
    """Measurements on a grid of step sizes around the theorem's.

    Cells with delta mu^2 > 1 are nan: the algorithm is not defined there.
    """

    mu_factors: FloatArray  # (M,)
    delta_factors: FloatArray  # (D,)
    violation: FloatArray  # C_T / T, (M, D, seeds)
    utility: FloatArray  # average utility, (M, D, seeds)
    benchmark: FloatArray  # average utility of x*_W, (seeds,)


def parameter_map(
    setting: Setting,
    mu_factors: Sequence[float],
    delta_factors: Sequence[float],
    seeds: Sequence[int],
) -> ParameterMap:
    """Play with mu and delta multiplied by each pair of factors, for each seed."""
    by_mu = checks.array("mu_factors", mu_factors, (None,))
    by_delta = checks.array("delta_factors", delta_factors, (None,))
    for name, factors in (("mu_factors", by_mu), ("delta_factors", by_delta)):
        if (factors <= 0).any():
            raise ValueError(f"{name} must be positive, got {factors.min()}")
    shape = (by_mu.size, by_delta.size, len(_seeds(seeds)))
    violation, utility = np.full(shape, np.nan), np.full(shape, np.nan)
    benchmark = np.empty(shape[2])
    for s, seed in enumerate(_seeds(seeds)):
        rounds = setting.rounds(seed)
        theorem = setting.player(rounds)
        benchmark[s] = best_fixed_decision(rounds, setting.W).value / setting.T
        for i, mu in enumerate(theorem.mu * by_mu):
            for j, delta in enumerate(theorem.delta * by_delta):
                if delta * mu**2 > 1:
                    continue
                run = play(setting.player_at(mu, delta), rounds)
                violation[i, j, s] = run.violation.mean()
                utility[i, j, s] = run.utility.mean()
    return ParameterMap(by_mu, by_delta, violation, utility, benchmark)


def _seeds(seeds: Sequence[int]) -> list[int]:
    chosen = [checks.seed(seed, "seeds") for seed in seeds]
    if not chosen or len(set(chosen)) < len(chosen):
        raise ValueError(f"seeds must be different non-negative integers, got {list(seeds)}")
    return chosen


BoolArray = NDArray[np.bool_]


def where_true(result: ParameterMap) -> tuple[BoolArray, BoolArray, BoolArray]:
    """Return where sentence 1 and sentence 2 hold in every seed, and where OSPHG is defined."""
    defined = ~np.isnan(result.violation).any(axis=-1)
    first = np.asarray((result.violation < 0).all(axis=-1)) & defined
    second = np.asarray((result.utility > result.benchmark).all(axis=-1)) & defined
    return first, second, np.asarray(defined)
