"""Both sides of the lemmas and theorems for a given game and run, with every constant explicit."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from osphg import checks, metrics
from osphg.hindsight.best import Benchmark
from osphg.players.boosted import BoostedOSPHG
from osphg.players.osphg import OSPHG, keep_factor
from osphg.playing import Run
from osphg.rounds import Game, positive_constants, require_game


class Bound(dict[str, float]):
    """The right-hand side of an inequality: the value of each term, by its formula."""

    @property
    def total(self) -> float:
        """The sum of the terms."""
        return math.fsum(self.values())


def lemma43(game: Game, W: int, player: OSPHG, *, repaired: bool = True) -> Bound:
    """Return the right-hand side of Lemma 4.3 for a player, as repaired or as published.

    The repaired one bounds `lemma43_left_side` for the weighted algorithm, and with `half` for the
    published one; at lambda = 0 this is Theorem 4.1. The published one is not a bound:
    `osphg.games.refuting.lemma43_violation`.

    Parameters
    ----------
    game : Game
        The game, or a `Plan` with beta_f, beta_p and L; W T is at least 16 R^2.
    W : int
        The window of the benchmark, in rounds, in 1..T.
    player : OSPHG
        The player with the theorem's steps mu = R/(beta sqrt(W T)), of lambda and of gradient
        ascent, with delta = 4 beta^2 and lambda_1 = 0.
    repaired : bool
        Whether the terms are those of the repaired lemma.

    Returns
    -------
    Bound
        Each term by its formula, in units of f, and their `total`.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described.

    Examples
    --------
    >>> from osphg.rounds import paper_quadratics
    >>> game = paper_quadratics(T=2000)
    >>> bound = lemma43(game, 10, OSPHG.tuned(game, 10))
    >>> f"{bound['R²/(2μ)']:.1f} of {bound.total:.1f}"
    '564.1 of 2197.0'
    """
    T = game.T
    K = player.K
    mu = player.mu
    W = checks.positive_int("W", W, maximum=T)
    R, _, _, beta, F, G = game.constants
    _require_player(f"for W = {W}", player, R / (beta * math.sqrt(W * T)), 4 * beta**2)
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


def _require_player(case: str, player: OSPHG | BoostedOSPHG, mu: float, delta: float) -> None:
    """Refuse a player that does not step as a theorem says: all by mu, delta, lambda_1 = 0.

    An oracle that is no gradient ascent has nan for its step, which agrees with no theorem's.
    `case` says in the message for what the theorem has these numbers.
    """
    steps = player.steps
    wanted = {
        "mu": (player.mu, mu),
        "delta": (player.delta, delta),
        "lambda_1": (player.lambda1, 0.0),
        "the oracles' step": (steps.decision, mu),
        "lambda's step": (steps.dual, mu),
    }
    for name, (given, number) in wanted.items():
        fits = np.isclose(given, number, rtol=1e-9, atol=0.0)
        checks.must(fits, "player", f"have {name} = {number:.6g} {case}, not {given:.6g}", player)
    keep = keep_factor("mu", mu, delta)
    fits = np.isclose(steps.keep, keep, rtol=0.0, atol=1e-9)
    checks.must(fits, "player", f"keep {keep:.6g} of lambda {case}, not {steps.keep:.6g}", player)


def lemma43_left_side(
    run: Run, best: Benchmark, lam: float = 0.0, *, half: bool = False, repaired: bool = True
) -> float:
    """Return R_T + C_T lambda - delta mu T lambda^2/2 - lambda^2/(2 mu), the lemma's left side.

    Parameters
    ----------
    run : Run
        A complete run of OSPHG.
    best : Benchmark
        The benchmark of the same game.
    lam : float
        lambda, at least 0, in units of f per unit of money.
    half : bool
        Whether twice the 1/2-regret stands in place of R_T, for the published algorithm.
    repaired : bool
        False: lambda^2/mu is subtracted, as published.

    Returns
    -------
    float
        The left side, in units of f.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described, or another player.
    """
    lam = checks.non_negative_float("lam", lam)
    regret = 2 * metrics.regret(run, best, 0.5) if half else metrics.regret(run, best)
    return regret + metrics.total_violation(run) * lam - _curvature(run, repaired) / 2 * lam**2


def worst_lambda(run: Run, *, repaired: bool = True) -> float:
    """Return the lambda >= 0 that maximises `lemma43_left_side` of a run of OSPHG.

    It is C_T / (delta mu T + 1/mu), with 2/mu as published (`repaired=False`), or 0.
    """
    return max(metrics.total_violation(run), 0.0) / _curvature(run, repaired)


def violation_bound(game: Game, W: int, player: OSPHG) -> float:
    """Return the bound of C_T in Theorem 4.2 for a player.

    C_T^2 <= (2 delta mu T + 2/mu)(F T + right side of the repaired Lemma 4.3), as R_T >= -F T; for
    the published algorithm with 2 F T, as f_t(x*) - 2 f_t(x_t) >= -2 F.

    Parameters
    ----------
    game, W, player
        As for `lemma43`; a `Plan` has F, too.

    Returns
    -------
    float
        The bound, in units of money.

    Raises
    ------
    TypeError, ValueError
        As `lemma43`.
    """
    right = lemma43(game, W, player).total
    largest_gain = (1 if player.weighted else 2) * game.F * game.T
    factor = 2 * player.delta * player.mu * game.T + 2 / player.mu
    return math.sqrt(factor * (largest_gain + right))


class ConstantBudget(NamedTuple):
    """What the theorem on constant budgets says of a game and a player."""

    level: float  # Lambda, above which the potential falls; a unit of lambda
    multiplier: float  # M, which no lambda_t exceeds
    violation: float  # M (1/mu + delta mu T), which C_T does not exceed, in units of the budget


def constant_budget(
    game: Game, player: OSPHG | BoostedOSPHG, beta: float | None = None
) -> ConstantBudget:
    """Return the bounds of the theorem on budgets that are the same in every round.

    Parameters
    ----------
    game : Game
        The game, or a `Plan` with beta_f and beta_p.
    player : OSPHG or BoostedOSPHG
        A player with lambda_1 = 0, gradient ascent and lambda by one step mu, and
        delta^2 mu^2 + beta^2 <= delta/2.
    beta : float, optional
        A bound of the length of the directions and of the prices; the game's unless given.

    Returns
    -------
    ConstantBudget

    Raises
    ------
    ValueError
        For another player.
    """
    beta = game.beta if beta is None else beta
    mu = player.mu
    delta = player.delta
    R = game.R
    G = game.G
    b = game.allowance
    _require_player("for constant budgets", player, mu, delta)
    squares = (delta * mu) ** 2 + beta**2
    wanted = f"have delta^2 mu^2 + beta^2 <= delta/2 = {delta / 2:g}"
    checks.must(squares <= delta / 2 * (1 + 1e-12), "player", wanted, f"{squares:g}")
    level = (beta * R + mu * (beta**2 + G**2)) / b
    multiplier = math.sqrt(level**2 + R**2 + 2 * mu * b * level)
    violation = multiplier * (1 / mu + delta * mu * game.T)
    return ConstantBudget(level, multiplier, violation)


def _curvature(run: Run, repaired: bool) -> float:
    """Return delta mu T + 1/mu of a complete run of OSPHG, 2/mu as published."""
    player = checks.of_kind("run.player", run.player, OSPHG, "be OSPHG")
    checks.must(player.steps.dual == player.mu, "run.player", "step lambda by mu", player)
    return player.delta * player.mu * run.T + (1 if repaired else 2) / player.mu


class Suggestion(NamedTuple):
    """A window and a number of oracles, and what is proven of weighted OSPHG with them."""

    W: int
    K: int
    regret: float  # its (1-1/e)-regret against x*_W is at most so much, in units of f
    violation: float  # and C_T, in units of the budget


def suggest(game: Game, tolerance: float) -> Suggestion:
    """Return the largest window whose regret is proven to be within a tolerance, and its least K.

    A larger window is a stronger benchmark, one that may spend unevenly within W rounds. W leaves
    at least a fifth of the tolerance for the term that falls with K, and K costs gradients
    (repaired Lemma 4.3 at lambda = 0). The bound holds for all rounds with these constants, and is
    far above what usual ones show.

    Parameters
    ----------
    game : Game
        The game, or a `Plan` with beta_f, beta_p and L.
    tolerance : float
        What the (1-1/e)-regret of weighted OSPHG, as `OSPHG.tuned` sets it, may be per round, above
        0, in units of f.

    Returns
    -------
    Suggestion
        W and K, with the bounds that hold for them: of the regret in units of f, and of the
        violation C_T in units of the budget.

    Raises
    ------
    TypeError
        For what is no game.
    ValueError
        For a tolerance that no window keeps.

    Examples
    --------
    >>> from osphg.rounds import paper_quadratics
    >>> suggestion = suggest(paper_quadratics(T=100_000), 0.7)
    >>> suggestion.W, suggestion.K, round(suggestion.regret), round(suggestion.violation)
    (184, 15, 69118, 97849)
    """
    R, beta, G = positive_constants(require_game("game", game), "R", "beta", "G")
    T = game.T
    tolerance = checks.positive_float("tolerance", tolerance)
    # The terms without K, per round, are (a s + b/s)/sqrt(T) for s = sqrt(W).
    a = R * (beta / 2 + G**2 / beta)
    b = R * beta
    s = np.sqrt(np.arange(1, T + 1))
    needed = (a * s + b / s) / (0.8 * math.sqrt(T))
    wanted = f"be at least {needed.min():.4g} for a window to keep it over {T} rounds"
    possible = np.flatnonzero(needed <= tolerance * (1 + 1e-12))
    checks.must(len(possible), "tolerance", wanted, f"{tolerance:g}")
    W = int(possible[-1]) + 1
    *terms_without_K, _ = lemma43(game, W, OSPHG.tuned(game, W, 1)).values()
    left_for_K = tolerance * T - math.fsum(terms_without_K)
    K = max(math.ceil(game.L * R**2 * T / 2 / left_for_K), 1)
    player = OSPHG.tuned(game, W, K, weighted=True)
    return Suggestion(W, K, lemma43(game, W, player).total, violation_bound(game, W, player))
