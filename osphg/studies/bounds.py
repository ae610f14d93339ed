"""Both sides of the lemmas and theorems for a given game and run, with every constant explicit.

`Bound` is a right-hand side, term by term; the functions on a `Run` give what it must exceed. With
them the statements of the paper, and the repaired ones, can be put beside what happened.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from osphg import checks, metrics
from osphg.checks import FloatArray
from osphg.games.plateaus import Decoy
from osphg.hindsight import Benchmark
from osphg.players import OSPHG
from osphg.playing import Run
from osphg.rounds import Game


@dataclass(frozen=True)
class Bound:
    """The right-hand side of an inequality.

    Attributes
    ----------
    statement : str
    terms : tuple of (str, float)
        Each term as a formula and its value.
    """

    statement: str
    terms: tuple[tuple[str, float], ...]

    @property
    def total(self) -> float:
        """The sum of the terms."""
        return math.fsum(value for _, value in self.terms)

    def __str__(self) -> str:
        lines = [f"{name:<32} {value:14.6g}" for name, value in self.terms]
        return "\n".join([self.statement, *lines, f"{'total':<32} {self.total:14.6g}"])


def lemma43(game: Game, W: int, player: OSPHG, *, repaired: bool = True) -> Bound:
    """Return the right-hand side of Lemma 4.3, as repaired or as published.

    The repaired one (fifth term twice the published one) bounds `left_side` for the weighted
    algorithm, and `left_side` with the 1/2-regret for the published algorithm. The published one is
    not a bound: `osphg.games.refuting.lemma43_violation`.

    Parameters
    ----------
    game : Game
        With a known L.
    W : int
    player : OSPHG
        With mu = R/(beta sqrt(W T)), delta = 4 beta^2 and gradient ascent from the origin.
    repaired : bool

    Raises
    ------
    TypeError, ValueError
        For a W outside 1..T, a player with other parameters, or W T < 16 R^2.

    Examples
    --------
    >>> from osphg.rounds import paper_quadratics
    >>> game = paper_quadratics(T=2000)
    >>> bound = lemma43(game, 10, OSPHG.tuned(game, 10))
    >>> [name for name, _ in bound.terms][:3]
    ['(F + βR)(W - 1)', '(G/2)(G + βR) μ (W - 1)(T - 1)', 'R²/μ']
    >>> f"{bound.total:.1f}"
    '4173.7'
    """
    W = _checked(game, W, player)
    (R, _, _, beta, F, G), T, mu = game.constants, game.T, player.mu
    fifth = "G² μ (W - 1)(T - W + 1)"
    return Bound(
        "Lemma 4.3, repaired" if repaired else "Lemma 4.3, as published",
        (
            ("(F + βR)(W - 1)", (F + beta * R) * (W - 1)),
            (
                "(G/2)(G + βR) μ (W - 1)(T - 1)",
                G / 2 * (G + beta * R) * mu * (W - 1) * (T - 1),
            ),
            ("R²/μ", R**2 / mu),
            ("(G² + β²) μ T", (G**2 + beta**2) * mu * T),
            (
                fifth if repaired else f"½ {fifth}",
                G**2 * mu * (W - 1) * (T - W + 1) * (1 if repaired else 0.5),
            ),
            (
                "(L R²/2K)(T - W + 1)",
                game.L * R**2 / (2 * player.K) * (T - W + 1),
            ),
        ),
    )


def left_side(run: Run, best: Benchmark, lam: float = 0.0, *, half: bool = False) -> float:
    """Return R_T + C_T lambda - delta mu T lambda^2/2 - lambda^2/mu, the left side of Lemma 4.3.

    Parameters
    ----------
    run : Run
        Complete, of an OSPHG player.
    best : Benchmark
    lam : float
        lambda >= 0.
    half : bool
        True: sum f_t(x*) - 2 sum f_t(x_t), twice the 1/2-regret, in place of R_T.
    """
    lam = checks.non_negative_float("lam", lam)
    regret = 2 * metrics.regret(run, best, 0.5) if half else metrics.regret(run, best)
    return regret + metrics.total_violation(run) * lam - _curvature(run) / 2 * lam**2


def worst_lambda(run: Run) -> float:
    """Return the lambda >= 0 that maximises `left_side`: C_T / (delta mu T + 2/mu), or 0."""
    return max(metrics.total_violation(run), 0.0) / _curvature(run)


def regret_bound(game: Game, W: int, player: OSPHG) -> Bound:
    """Return what Theorem 4.1 bounds R_T by, explicitly: for the weighted algorithm only.

    For the published one this bounds twice the 1/2-regret, sum f_t(x*) - 2 sum f_t(x_t).
    """
    name = "Theorem 4.1, weighted" if player.weighted else "1/2-regret, published (twice)"
    return Bound(name, lemma43(game, W, player).terms)


def violation_bound(game: Game, W: int, player: OSPHG) -> float:
    """Return what Theorem 4.2 bounds C_T by, explicitly.

    C_T^2 <= (2 delta mu T + 4/mu)(F T + right side of the repaired Lemma 4.3), as R_T >= -F T; for
    the published algorithm with 2 F T, as f_t(x*) - 2 f_t(x_t) >= -2 F.

    Examples
    --------
    >>> from osphg.rounds import paper_quadratics
    >>> game = paper_quadratics(T=2000)
    >>> f"{violation_bound(game, 10, OSPHG.tuned(game, 10)):.0f}"
    '6096'
    """
    right = lemma43(game, W, player).total
    least = (1 if player.weighted else 2) * game.F * game.T
    factor = 2 * player.delta * player.mu * game.T + 4 / player.mu
    return math.sqrt(factor * (least + right))


def multiplier_cap(game: Game, player: OSPHG) -> float:
    """Return G/(delta mu), which no lambda_t exceeds if lambda_1 does not (Lemma 4.1).

    Examples
    --------
    >>> from osphg.rounds import paper_quadratics
    >>> game = paper_quadratics(T=2000)
    >>> f"{multiplier_cap(game, OSPHG.tuned(game, 10)):.3f}"
    '26.491'
    """
    return game.G / (player.delta * player.mu)


@dataclass(frozen=True, eq=False)
class Windows:
    """Lemma 4.2 on every window t..t+W-1 of a run, arrays (T - W + 1,).

    Attributes
    ----------
    left : array
        sum_tau lambda_{t+tau} g_{t+tau}(x).
    published, repaired : array
        lambda_t sum_tau g_{t+tau}(x) + G^2 mu W (W-1) / 2, and twice the last term.
    """

    left: FloatArray
    published: FloatArray
    repaired: FloatArray


def lemma42(run: Run, x: FloatArray, W: int) -> Windows:
    """Return both sides of Lemma 4.2 for a fixed decision x on every window of the run.

    Raises
    ------
    TypeError, ValueError
        For a W outside 1..T, or a run that is not a complete one of an OSPHG player.
    """
    player, game = _player(run), run.rounds
    W = checks.positive_int("W", W, maximum=game.T)
    g = np.concatenate([block.prices @ x for block in game.blocks()]) - game.allowance
    window = np.ones(W)
    sums = np.convolve(g, window, mode="valid")
    left = np.convolve(run.multiplier * g, window, mode="valid")
    first = run.multiplier[: len(sums)] * sums
    extra = game.G**2 * player.mu * W * (W - 1)
    return Windows(left, first + extra / 2, first + extra)


def decoy_floor(game: Game, f: Decoy, W: int, player: OSPHG) -> Bound:
    """Return a lower bound of R_T for the published algorithm on `osphg.games.refuting.decoy`.

    R_T >= ((1-1/e)(1+rho) - 1) T - rho N/(l - rho), where N/(l - rho) bounds sum_t o_t; the terms
    after the first are those of -kappa N, kappa = rho/(l - rho).

    Parameters
    ----------
    game : Game
        The rounds of a decoy instance.
    f : Decoy
        Its utility.
    W : int
    player : OSPHG
        As in `lemma43`, not weighted.

    Raises
    ------
    TypeError, ValueError
        As `lemma43`; or for a weighted player or a lambda_1 that is not 0.
    """
    _checked(game, W, player)
    if player.weighted and player.K > 1:
        raise ValueError("player must not be weighted: the bound is for the published algorithm")
    T, mu, K, P = game.T, player.mu, player.K, 1 / f.tau
    level = (f.Q * (1 - math.floor(K * f.tau + 1e-9) / K)) * f.tau  # l = a tau
    scale = -f.rho / (level - f.rho)
    late = math.ceil(1 / ((1 - f.Q * f.tau) * mu))  # N0
    alpha = metrics.ONE_MINUS_ONE_OVER_E
    return Bound(
        "regret on the decoy game, at least",
        (
            ("((1 - 1/e)(1 + ρ) - 1) T", (alpha * (1 + f.rho) - 1) * T),
            ("-κ (1 + l²)/(2μ)", scale * (1 + level**2) / (2 * mu)),
            (
                "-κ μ T (Q² + ρ² + P²)",
                scale * mu * T * (f.Q**2 + f.rho**2 + P**2),
            ),
            (
                "-κ (δμ/2) l² T",
                scale * player.delta * mu / 2 * level**2 * T,
            ),
            (
                "-κ Qτ (τ + w + 1/K) N₀",
                scale * f.Q * f.tau * (f.tau + f.w + 1 / K) * late,
            ),
        ),
    )


def _curvature(run: Run) -> float:
    """Return delta mu T + 2/mu."""
    player = _player(run)
    return player.delta * player.mu * run.T + 2 / player.mu


def _player(run: Run) -> OSPHG:
    """Return the run's player, if it is OSPHG and the run complete."""
    if not isinstance(run.player, OSPHG):
        raise TypeError(f"run must be one of OSPHG, got {type(run.player).__name__}")
    if not run.complete:
        raise ValueError(f"run must be complete, got {run.T} of {run.rounds.T} rounds")
    return run.player


def _checked(game: Game, W: int, player: OSPHG) -> int:
    """Return W, having refused what the lemma does not speak of."""
    W = checks.positive_int("W", W, maximum=game.T)
    for name, value, expected in (
        ("mu", player.mu, game.R / (game.beta * math.sqrt(W * game.T))),
        ("delta", player.delta, 4 * game.beta**2),
        ("oracle.step", getattr(player.oracle, "step", math.nan), player.mu),
    ):
        if not math.isclose(value, expected, rel_tol=1e-9):
            raise ValueError(f"player.{name} must be {expected:.6g} for W = {W}, got {value:.6g}")
    if player.lambda1 != 0:
        raise ValueError(f"player.lambda1 must be 0, got {player.lambda1:g}")
    if W * game.T < 16 * game.R**2:
        raise ValueError(f"W T must be at least 16 R^2 = {16 * game.R**2:.6g}, got {W * game.T}")
    return W
