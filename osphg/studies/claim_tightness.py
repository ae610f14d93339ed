"""What is known about how tight the guarantees are: derivations, and runs within their bounds."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np

from osphg.games.phases import pumped_prices
from osphg.games.plateaus import SlowGood
from osphg.games.refuting import Instance, slow_good, stretched_simplex
from osphg.hindsight import best_fixed_decision
from osphg.metrics import ONE_MINUS_ONE_OVER_E, regret
from osphg.players import OSPHG
from osphg.playing import play
from osphg.proofs.small.evidence import Check, Evidence
from osphg.proofs.tight import corner, experts, rest
from osphg.rounds import Game
from osphg.studies import tight
from osphg.studies.claim_evidence import derived, source
from osphg.systems.boosted import BoostedOSPHG


@cache
def slow_runs() -> tuple[Check, ...]:
    """Play the slow game, and hold the share against the bound."""
    return (
        _slow_run("weighted", slow_good(200_000, 0.4, 0.02), 20_000, _weighted),
        _slow_run("boosted", slow_good(10_000, 0.4, 0.03), 1_000, _boosted),
    )


def _weighted(game: Game, W: int) -> OSPHG:
    return OSPHG.tuned(game, W, 50, weighted=True)


def _boosted(game: Game, W: int) -> BoostedOSPHG:
    return BoostedOSPHG.tuned(game, W, 16)


def _slow_run(
    name: str, made: Instance, W: int, tuned: Callable[[Game, int], OSPHG | BoostedOSPHG]
) -> Check:
    player = tuned(made.rounds, W)
    assert isinstance(made.objective, SlowGood)
    told = tight.trap(made.rounds, made.objective, player)
    share = play(player, made.rounds).utility.mean()
    kept = told is not None and share <= told.earned < 1
    most = "nothing" if told is None else f"{told.earned:.3f}"
    witness = f"share {share:.3f}, at most {most}, at T = {made.rounds.T:,}, W = {W:,}"
    return Check(f"{name}, a run", bool(kept), witness, source(slow_runs), measured=True)


def no_more() -> Evidence:
    """Derive that neither feedback can be promised more than 1 - 1/e, and play."""
    return Evidence(
        "1 - 1/e", "this book", r"for $\alpha > 1 - \frac1e$ there is a stationary game of two"
        r" goods with $\alpha$-regret of the order of $T$, for $W = o(T)$ and large $K$",
        (
            derived(rest.weighted, r"$\sum_t f(x_t) \le q(1)T + O(\sqrt{WT})$, weighted"),
            derived(rest.boosted, r"$\sum_t f(x_t) \le q(1)T + O(\sqrt{WT})$, boosted"),
            *slow_runs(),
        ),
    )  # fmt: skip


@cache
def corner_runs() -> tuple[Check, ...]:
    """Play on the stretched simplex from the origin."""
    T, c = 1000, 0.05
    made, checks = stretched_simplex(T, c), []
    least = 1 / 2 - 1 / math.e - c
    for name, weighted in (("published", False), ("weighted", True)):
        run = play(OSPHG.tuned(made.rounds, 1, 20, weighted=weighted), made.rounds)
        lost = regret(run, made.benchmark()) / T
        witness = f"regret/T {lost:.4f}, at least {least:.4f}, at T = {T:,}"
        checks.append(
            Check(
                f"{name}, a run", bool(lost >= least), witness, source(corner_runs), measured=True
            )
        )
    return tuple(checks)


def trapped() -> Evidence:
    """Derive the trap on a simplex from the origin, and play."""
    return Evidence(
        "simplex", "this book", r"either feedback, any $\mu$, $\delta$, $K$, $W$ and $T$; $f$ is"
        r" monotone and DR on $\X$, but on no box around it",
        (
            derived(corner.utility, r"$f(x_t) \le \frac12 + c$"),
            derived(corner.trap, r"$R_T \ge (\frac12 - \frac1e - c)\,T$"),
            *corner_runs(),
        ),
    )  # fmt: skip


@cache
def survivors() -> Check:
    """Play surviving experts where OSPHG overspends."""
    rounds = pumped_prices(2000, 1, 0, per_round=0.05)
    found = tight.surviving_experts(rounds, np.linspace(0, 1, 201)[:, np.newaxis])
    best = best_fixed_decision(rounds, 1).value
    left = ONE_MINUS_ONE_OVER_E * best - found.utility.sum()
    spent = found.violation.sum()
    kept = left <= found.regret and spent <= found.overspent
    witness = f"$C_T$ {spent:.0f}, at most {found.overspent:.1f}, at T = 2,000"
    return Check("surviving experts, a run", bool(kept), witness, source(survivors), measured=True)


def no_lower_bound() -> Evidence:
    """Derive what surviving experts are promised, and play them."""
    return Evidence(
        "lower bound", "this book", r"surviving experts, $b > 0$, $\alpha < 1$; they see all of"
        r" $f_t$ and $p_t$, and are many",
        (
            derived(experts.regret, r"$\alpha$-regret at most $\frac{WF}\varepsilon \ln N$"),
            derived(experts.violation, r"$C_T \le WG\ln N$"),
            survivors(),
        ),
    )  # fmt: skip
