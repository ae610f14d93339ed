"""Both sides of the lemmas and theorems for a given game and run, with every constant explicit."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from osphg import checks, metrics
from osphg.hindsight.best import Benchmark
from osphg.players.boosted import BoostedOSPHG
from osphg.players.osphg import OSPHG
from osphg.playing import Run
from osphg.rounds import Game, positive_constants, require_game


class Bound(dict[str, float]):
    """The right-hand side of an inequality: the value of each term, by its formula."""

    @property
    def total(self) -> float:
        """The sum of the terms."""
        return math.fsum(self.values())


def lemma43(game: Game, W: int, player: OSPHG, *, repaired: bool = True) -> Bound:
    """Return the right-hand side of Lemma 4.3, as repaired or as published.

    The repaired one bounds `left_side` for the weighted algorithm, and with `half` for the
    published one; at lambda = 0 this is Theorem 4.1. The published one is not a bound:
    `osphg.games.refuting.lemma43_violation`. ValueError but for W T >= 16 R^2 and a player with the
    theorem's step sizes and gradient ascent from the origin.

    >>> from osphg.rounds import paper_quadratics
    >>> game = paper_quadratics(T=2000)
    >>> bound = lemma43(game, 10, OSPHG.tuned(game, 10))
    >>> f"{bound['R²/(2μ)']:.1f} of {bound.total:.1f}"
    '564.1 of 2197.0'
    """
    W = checks.positive_int("W", W, maximum=game.T)
    (R, _, _, beta, F, G), T, mu, K = game.constants, game.T, player.mu, player.K
    tuned = R / (beta * math.sqrt(W * T)), 4 * beta**2
    given = mu, player.delta, getattr(player.oracle, "step", math.nan), player.lambda1
    wanted = f"have mu = {tuned[0]:.6g}, delta = {tuned[1]:.6g}, oracles with step mu, lambda_1 = 0"
    fits = np.allclose(given, (*tuned, mu, 0.0), rtol=1e-9, atol=0.0)
    checks.must(fits, "player", f"{wanted} for W = {W}", player)
    checks.must(W * T >= 16 * R**2, "W T", f"be at least 16 R^2 = {16 * R**2:.6g}", W * T)
    if repaired:
        terms = {
            "R²/(2μ)": R**2 / (2 * mu),
            "(W G² + β²) μ T": (W * G**2 + beta**2) * mu * T,
            "(L R²/2K) T": game.L * R**2 / (2 * K) * T,
        }
    else:
        terms = {
            "(F + βR)(W - 1)": (F + beta * R) * (W - 1),
            "(G/2)(G + βR) μ (W - 1)(T - 1)": G / 2 * (G + beta * R) * mu * (W - 1) * (T - 1),
            "R²/μ": R**2 / mu,
            "(G² + β²) μ T": (G**2 + beta**2) * mu * T,
            "½ G² μ (W - 1)(T - W + 1)": G**2 * mu * (W - 1) * (T - W + 1) * 0.5,
            "(L R²/2K)(T - W + 1)": game.L * R**2 / (2 * K) * (T - W + 1),
        }
    return Bound(terms)


def left_side(
    run: Run, best: Benchmark, lam: float = 0.0, *, half: bool = False, repaired: bool = True
) -> float:
    """Return R_T + C_T lambda - delta mu T lambda^2/2 - lambda^2/(2 mu), the lemma's left side.

    For a complete run of OSPHG; `half` puts twice the 1/2-regret in place of R_T. As published,
    lambda^2/mu is subtracted.
    """
    lam = checks.non_negative_float("lam", lam)
    regret = 2 * metrics.regret(run, best, 0.5) if half else metrics.regret(run, best)
    return regret + metrics.total_violation(run) * lam - _curvature(run, repaired) / 2 * lam**2


def worst_lambda(run: Run, *, repaired: bool = True) -> float:
    """Return the lambda >= 0 that maximises `left_side`: C_T / (delta mu T + 1/mu), or 0."""
    return max(metrics.total_violation(run), 0.0) / _curvature(run, repaired)


def violation_bound(game: Game, W: int, player: OSPHG) -> float:
    """Return what Theorem 4.2 bounds C_T by.

    C_T^2 <= (2 delta mu T + 2/mu)(F T + right side of the repaired Lemma 4.3), as R_T >= -F T; for
    the published algorithm with 2 F T, as f_t(x*) - 2 f_t(x_t) >= -2 F.
    """
    right = lemma43(game, W, player).total
    least = (1 if player.weighted else 2) * game.F * game.T
    factor = 2 * player.delta * player.mu * game.T + 2 / player.mu
    return math.sqrt(factor * (least + right))


class ConstantBudget(NamedTuple):
    """What the theorem on constant budgets says of a game and a player."""

    level: float  # Lambda, above which the potential falls; a unit of lambda
    multiplier: float  # M, which no lambda_t exceeds
    violation: float  # M (1/mu + delta mu T), which C_T does not exceed, in units of the budget


def constant_budget(
    game: Game, player: OSPHG | BoostedOSPHG, beta: float | None = None
) -> ConstantBudget:
    """Return the bounds of the theorem on budgets that are the same in every round.

    ValueError but for lambda_1 = 0, gradient ascent by mu, and delta^2 mu^2 + beta^2 <= delta/2.
    `beta` bounds the length of the directions and of the prices; the game's when not given.
    """
    beta = game.beta if beta is None else beta
    mu, delta, R, G, b = player.mu, player.delta, game.R, game.G, game.allowance
    usual = player.lambda1 == 0 and getattr(player.oracle, "step", None) == mu
    checks.must(usual, "player", "have lambda_1 = 0 and gradient ascent by mu", player)
    squares, most = (delta * mu) ** 2 + beta**2, delta / 2
    wanted = f"have delta^2 mu^2 + beta^2 <= delta/2 = {most:g}"
    checks.must(squares <= most * (1 + 1e-12), "player", wanted, f"{squares:g}")
    level = (beta * R + mu * (beta**2 + G**2)) / b
    most = math.sqrt(level**2 + R**2 + 2 * mu * b * level)
    return ConstantBudget(level, most, most * (1 / mu + delta * mu * game.T))


def _curvature(run: Run, repaired: bool) -> float:
    """Return delta mu T + 1/mu of a complete run of OSPHG, 2/mu as published."""
    player = checks.of_kind("run.player", run.player, OSPHG, "be OSPHG")
    return player.delta * player.mu * run.T + (1 if repaired else 2) / player.mu


class Suggestion(NamedTuple):
    """A window and a number of oracles, and what is proven of weighted OSPHG with them."""

    W: int
    K: int
    regret: float  # its (1-1/e)-regret against x*_W is at most so much, in units of f
    violation: float  # and C_T, in units of the budget


def suggest(game: Game, tolerance: float) -> Suggestion:
    """Return the largest window whose regret is proven to be within a tolerance, and its least K.

    `game` is rounds, or a `Plan` with beta_f, beta_p and L; `tolerance` is what the (1-1/e)-regret
    of weighted OSPHG, as `OSPHG.tuned` sets it, may be per round, in units of f. A larger window is
    a stronger benchmark, one that may spend unevenly within W rounds. W leaves at least a fifth of
    the tolerance for the term that falls with K, and K costs gradients (repaired Lemma 4.3 at
    lambda = 0). The bound holds for all rounds with these constants, and is far above what usual
    ones show. TypeError for what is no game, ValueError for a tolerance that no window keeps.

    >>> from osphg.rounds import paper_quadratics
    >>> found = suggest(paper_quadratics(T=100_000), 0.7)
    >>> found.W, found.K, round(found.regret), round(found.violation)
    (184, 15, 69118, 97849)
    """
    R, beta, G = positive_constants(require_game("game", game), "R", "beta", "G")
    T, share = game.T, checks.positive_float("tolerance", tolerance)
    # The terms without K, per round, are (a s + b/s)/sqrt(T) for s = sqrt(W).
    a, b, s = R * (beta / 2 + G**2 / beta), R * beta, np.sqrt(np.arange(1, T + 1))
    needed = (a * s + b / s) / (0.8 * math.sqrt(T))
    wanted = f"be at least {needed.min():.4g} for a window to keep it over {T} rounds"
    kept = np.flatnonzero(needed <= share * (1 + 1e-12))
    checks.must(len(kept), "tolerance", wanted, f"{share:g}")
    W = int(kept[-1]) + 1
    left = share * T - math.fsum(list(lemma43(game, W, OSPHG.tuned(game, W, 1)).values())[:-1])
    K = max(math.ceil(game.L * R**2 * T / 2 / left), 1)
    player = OSPHG.tuned(game, W, K, weighted=True)
    return Suggestion(W, K, lemma43(game, W, player).total, violation_bound(game, W, player))
