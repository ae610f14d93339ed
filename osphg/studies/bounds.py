"""Both sides of the lemmas and theorems for a given game and run, with every constant explicit.

R_T is the (1-1/e)-regret of a run of T rounds, and C_T its violation, sum_t g_t(x_t). OSPHG has K
oracles, the step mu, and the weight delta of the quadratic term in its multiplier lambda. Of the
game's constants (`osphg.rounds.Constants`), R is the diameter of X; beta_f and beta_g bound the
length of the gradients of f_t and of the prices, and beta is the larger of both (a `Plan` is given
beta_g as beta_p); F is the range of one f_t, G the largest ``|g_t(x)|``, and L bounds how fast the
gradients change. W is the window of the benchmark x*_W, in rounds.

The paper states Lemma 4.3 with terms that are no bound. The book repairs it, for the weighted
algorithm, `OSPHG(weighted=True)`; for the algorithm as published the repaired bound holds for twice
its 1/2-regret.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from osphg import checks, metrics
from osphg.budgets import amount_text
from osphg.hindsight.best import Benchmark
from osphg.players.boosted import BoostedOSPHG
from osphg.players.fixed_price import YuNeely
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

    The repaired right-hand side bounds `lemma43_left_side` for the weighted algorithm, and its
    form with `half=True`, of twice the 1/2-regret, for the published algorithm; at lambda = 0 this
    is Theorem 4.1. The published right-hand side is not a bound, as the game
    `osphg.games.refuting.lemma43_violation` shows. With several budgets it is proven, as repaired,
    for the weighted algorithm alone (`several_lemma_4_3` in `rocq/SeveralRegret.v`).

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
    if game.has_several_budgets:
        is_proven = repaired and player.weighted
        checks.must(is_proven, "player", "be weighted, repaired, for several budgets", player)
    R, _, _, beta, F, G = game.constants
    theorem_mu = R / (beta * math.sqrt(W * T))
    _require_player(f"for W = {W}", player, mu=theorem_mu, delta=4 * beta**2)
    # From here on delta^2 mu^2 + beta^2 <= delta/2, with which the proof absorbs lambda's squares.
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
    """Refuse a player that does not step as a theorem says.

    The theorem has lambda_1 = 0, the step mu for the oracles and for lambda, and delta, so that a
    step of lambda keeps the share 1 - delta mu^2 of it. Oracles that are no gradient ascent have
    nan for their step, which agrees with no theorem's.

    Parameters
    ----------
    case
        For what the theorem has these numbers, for the message: "for W = 10".
    player
        The player.
    mu, delta
        The numbers that the theorem requires of it.
    """
    steps = player.steps
    # By name: the player's number, and the one that the theorem requires.
    numbers = {
        "mu": (player.mu, mu),
        "delta": (player.delta, delta),
        "lambda_1": (player.lambda1, 0.0),
        "the oracles' step": (steps.decision, mu),
        "lambda's step": (steps.dual, mu),
    }
    # A player that is tuned by a game's constants differs from the theorem by rounding alone. So
    # numbers are compared relatively, and lambda_1 has to be exactly 0.
    for name, (actual, required) in numbers.items():
        fits = np.isclose(actual, required, rtol=1e-9, atol=0.0)
        wanted = f"have {name} = {required:.6g} {case}, not {actual:.6g}"
        checks.must(fits, "player", wanted, player)
    # 1 - delta mu^2. This is compared absolutely: it may be near 0, with the rounding of a 1.
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
        Whether twice the 1/2-regret stands in place of R_T, as the repaired lemma has it for the
        published algorithm.
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
    _require_one_budget(run)
    regret = 2 * metrics.regret(run, best, 0.5) if half else metrics.regret(run, best)
    return regret + metrics.total_violation(run) * lam - _curvature(run, repaired) / 2 * lam**2


def worst_lambda(run: Run, *, repaired: bool = True) -> float:
    """Return the lambda >= 0 that maximises `lemma43_left_side` of a run of OSPHG.

    It is C_T / (delta mu T + 1/mu), with 2/mu as published, or 0 where C_T is negative.

    Parameters
    ----------
    run : Run
        A complete run of OSPHG.
    repaired : bool
        Whether the left side is that of the repaired lemma, and not the published one.

    Returns
    -------
    float
        The lambda, in units of f per unit of money.
    """
    _require_one_budget(run)
    return max(metrics.total_violation(run), 0.0) / _curvature(run, repaired)


def _require_one_budget(run: Run) -> None:
    """Refuse a run with several budgets (ValueError), whose lambda would be an array."""
    game = run.rounds
    got = amount_text(game.budget)
    checks.must(not game.has_several_budgets, "run", "be of a game with one budget, a number", got)


def require_same_allowance(game: Game) -> None:
    """Refuse allowances that differ by the round (ValueError), for a theorem that divides by b."""
    got = amount_text([np.min(game.allowance), np.max(game.allowance)])
    wanted = "have the same allowance in every round"
    checks.must(not game.has_varying_allowance, "game", wanted, got)


def violation_bound(game: Game, W: int, player: OSPHG) -> float:
    """Return the bound of C_T in Theorem 4.2 for a player.

    The left side of Lemma 4.3 at the lambda that makes it largest is R_T plus
    C_T^2/(2 delta mu T + 2/mu). As R_T >= -F T, the repaired lemma gives
    C_T^2 <= (2 delta mu T + 2/mu)(F T + its right side). For the published algorithm F T becomes
    2 F T, as f_t(x*) - 2 f_t(x_t) >= -2 F. With several budgets C_T is the length of [C_T]_+, which
    no budget exceeds.

    Parameters
    ----------
    game : Game
        The game, or a `Plan` with beta_f, beta_p, F and L; W T is at least 16 R^2.
    W : int
        The window of the benchmark, in rounds, in 1..T.
    player : OSPHG
        The player with the theorem's steps mu = R/(beta sqrt(W T)), of lambda and of gradient
        ascent, with delta = 4 beta^2 and lambda_1 = 0.

    Returns
    -------
    float
        The bound, in units of money.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described.
    """
    right = lemma43(game, W, player).total
    # The regret in the lemma is at least minus this number: R_T, or twice the 1/2-regret for a
    # player as published, which is not weighted.
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

    It is `thm-constant` in the book's chapter on the theorems. Let b = B_T/T be the money for one
    round, and Lambda = (beta R + mu (beta^2 + G^2))/b. The potential
    ``lambda_t^2/2 + sum_k |v_t^(k)|^2/(2 K)``, of the multiplier and of the choices v_t^(k) of the
    K oracles, grows in a round by at most

        mu b (Lambda - lambda_t) + mu^2 lambda_t^2 (beta^2 + delta^2 mu^2 - delta).

    The condition on delta (below) makes the second term 0 or less, so that the potential does not
    grow where lambda_t is above Lambda. So no lambda_t exceeds
    M = sqrt(Lambda^2 + R^2 + 2 mu b Lambda), and C_T is at most M (1/mu + delta mu T).

    Parameters
    ----------
    game : Game
        The game, or a `Plan` with beta_f and beta_p.
    player : OSPHG or BoostedOSPHG
        A player with lambda_1 = 0, gradient ascent and lambda by one step mu, and
        delta^2 mu^2 + beta^2 <= delta/2. The proof needs no more than delta on the right; delta/2
        is the condition of Lemma 4.3, which the theorem takes over.
    beta : float, optional
        A bound of the length of the directions and of the prices; the game's unless given.

    Returns
    -------
    ConstantBudget
        Lambda, above which the potential falls; M, which no lambda_t exceeds; and what C_T does not
        exceed.

    Raises
    ------
    ValueError
        For another player.
    """
    got = amount_text(game.budget)
    checks.must(not game.has_several_budgets, "game", "have one budget, a number", got)
    beta = game.beta if beta is None else beta
    mu = player.mu
    delta = player.delta
    R = game.R
    G = game.G
    require_same_allowance(game)
    b = game.largest_allowance  # that of every round
    # The player's own mu and delta are the theorem's: this refuses other steps and lambda_1 > 0.
    _require_player("for constant budgets", player, mu=mu, delta=delta)
    squares = (delta * mu) ** 2 + beta**2
    wanted = f"have delta^2 mu^2 + beta^2 <= delta/2 = {delta / 2:g}"
    is_delta_enough = squares <= delta / 2 * (1 + 1e-12)  # equality passes, also after rounding
    checks.must(is_delta_enough, "player", wanted, f"{squares:g}")
    level = (beta * R + mu * (beta**2 + G**2)) / b
    multiplier = math.sqrt(level**2 + R**2 + 2 * mu * b * level)
    violation = multiplier * (1 / mu + delta * mu * game.T)
    return ConstantBudget(level, multiplier, violation)


class RegretAndViolation(NamedTuple):
    """What a theorem says that regret and violation do not exceed."""

    regret: float  # in units of f
    violation: float  # of C_T, in units of the budget


def yu_neely(game: Game, player: YuNeely) -> RegretAndViolation:
    """Return the bounds of the regret and of C_T for the queue of Yu and Neely, derived here.

    The regret is against the best decision x with g(x) <= 0. Write q_t for gamma g(x_t), and b for
    B_T/T. The step is the maximum of a function that is strongly concave by 2 alpha, so that for
    each x of X

        <grad f_t(x_t), x - x_{t+1}> <= (Q_t + q_t)(gamma g(x) - q_{t+1})
            + alpha (``|x - x_t|^2 - |x - x_{t+1}|^2 - |x_{t+1} - x_t|^2``),

    and the queue grows by (Q_{t+1}^2 - Q_t^2)/2 <= Q_t q_{t+1} + q_{t+1}^2. In the sum of both the
    products of Q_t and q_{t+1} cancel, and q_{t+1}^2 - q_t q_{t+1} is
    (q_{t+1}^2 - q_t^2)/2 + (q_{t+1} - q_t)^2/2, where the last square is at most
    gamma^2 beta_g^2 ``|x_{t+1} - x_t|^2``. Let c = 2 alpha - gamma^2 beta_g^2, which has to be
    above 0, and note that Q_1 = ``|q_1|`` and Q_t >= ``|q_t|``.

    - With g(x) <= 0, summed over t: the regret is at most alpha R^2 + beta_f^2 T/(2 c).
    - With x = 0, where g is -b: the potential (Q_t^2 - q_t^2)/2 + alpha ``|x_t|^2`` grows in a
      round by at most beta_f R - (Q_t + q_t) gamma b. So it falls where Q_t + q_t is above
      q = beta_f R/(gamma b), and elsewhere it is at most q^2/2 + beta_f R + alpha R^2; it begins
      with 0. Hence Q_T^2 <= M = q^2 + 4 beta_f R + 2 alpha R^2 + gamma^2 G^2. As Q_{t+1} is at
      least Q_t + q_{t+1}, and Q_1 = gamma b, C_T is at most sqrt(M)/gamma - 2 b.

    As tuned, alpha/gamma^2 is (beta_g^2 + 1)/2, so that the second bound does not grow with T.

    Parameters
    ----------
    game : Game
        A game of concave utilities and one price in all rounds; b is above 0. That is not checked
        here: the player refuses other prices when it begins.
    player : YuNeely
        A player that begins at x_1 = 0 with an empty queue, and with 2 alpha above
        gamma^2 beta_g^2, as `YuNeely.tuned` makes it.

    Returns
    -------
    RegretAndViolation
        The bound of the regret, in units of f, and that of C_T, in units of the budget.

    Raises
    ------
    TypeError, ValueError
        For another player, or a budget of 0.
    """
    player = checks.of_kind("player", player, YuNeely, "be YuNeely")
    game = require_game("game", game)
    starts_cold = player.lambda1 == 0 and (player.start is None or not np.any(player.start))
    checks.must(starts_cold, "player", "begin at x_1 = 0 with an empty queue", player)
    alpha = player.alpha
    gamma = player.gamma
    c = 2 * alpha - (gamma * game.beta_g) ** 2
    checks.must(c > 0, "player", "have 2 alpha > gamma^2 beta_g^2", player)
    require_same_allowance(game)
    b = checks.positive_constant("game.allowance", game.largest_allowance)
    R = game.R
    regret = alpha * R**2 + game.beta_f**2 * game.T / (2 * c)
    largest_gain = game.beta_f * R
    q = largest_gain / (gamma * b)
    M = q**2 + 4 * largest_gain + 2 * alpha * R**2 + (gamma * game.G) ** 2
    return RegretAndViolation(regret, math.sqrt(M) / gamma - 2 * b)


def _curvature(run: Run, repaired: bool) -> float:
    """Return delta mu T + 1/mu of a complete run of OSPHG, or delta mu T + 2/mu as published.

    It is the curvature in lambda of the left side of Lemma 4.3, which subtracts half of it times
    lambda^2.

    Parameters
    ----------
    run
        The run.
    repaired
        Whether the lemma is taken as repaired, and not as published.

    Raises
    ------
    TypeError
        For the run of another player.
    ValueError
        For a player with another step of lambda than mu.
    """
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
        For a tolerance that no window keeps, with the rounds that it would take, an R, beta or G
        that is not above 0, or a game so short that Lemma 4.3 does not hold for the window,
        W T < 16 R^2.

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
    # By Lemma 4.3 with the theorem's mu, the terms without K are, per round, (a s + b/s)/sqrt(T)
    # for s = sqrt(W). They may take 0.8 of the tolerance: a fifth is left for the term with K.
    a = R * (beta / 2 + G**2 / beta)
    b = R * beta
    s = np.sqrt(np.arange(1, T + 1))
    tolerance_of_W = (a * s + b / s) / (0.8 * math.sqrt(T))  # the least one that admits W, (T,)
    least = float(tolerance_of_W.min())
    wanted = f"be at least {least:.4g} for a window to keep it over {T:,} rounds"
    F = game.F
    if F > 0:  # in words that need no units
        wanted += f", {least / F:,.3g} times what f can change in a round at all"
    # With one window the least tolerance falls with the root of T.
    needed = T * (least / tolerance) ** 2
    remedy = f"that takes about {needed:.1e} rounds; fewer are bid by a rule, as osphg.Planned,"
    remedy += " of which nothing is proven"
    # A tolerance that is exactly one of these numbers passes, also after rounding.
    possible = np.flatnonzero(tolerance_of_W <= tolerance * (1 + 1e-12))
    checks.must(len(possible), "tolerance", wanted, f"{tolerance:g}: {remedy}")
    W = int(possible[-1]) + 1  # the windows count from 1, their indices from 0
    # K is in the last term alone, so that any K will do for the others. So will a player that is
    # not weighted: the terms are of its K and steps.
    *terms_without_K, _ = lemma43(game, W, OSPHG.tuned(game, W, K=1)).values()
    left_for_K = tolerance * T - math.fsum(terms_without_K)
    K = max(math.ceil(game.L * R**2 * T / 2 / left_for_K), 1)
    player = OSPHG.tuned(game, W, K, weighted=True)
    return Suggestion(W, K, lemma43(game, W, player).total, violation_bound(game, W, player))
