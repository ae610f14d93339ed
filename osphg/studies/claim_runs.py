"""What runs say of the paper's larger claims: on one instance, over seeds, against a bound."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from osphg.checks import FloatArray
from osphg.games import refuting
from osphg.hindsight import benchmark_curve
from osphg.metrics import Estimate, mean, proportion, regret, running_average, total_violation
from osphg.players import OSPHG
from osphg.playing import play
from osphg.proofs.small.evidence import Check, Evidence
from osphg.rounds import paper_quadratics
from osphg.studies import bounds, units
from osphg.studies import constant_budget as caps
from osphg.studies import one_learner as single
from osphg.systems.boosted import BoostedOSPHG, boosted_beta

HERE = "osphg.studies.claim_runs"
SEEDS, WINDOWS = 50, 60  # of the sentences about Figure 1, as in their chapter
_T, _W, _K = 10_000, 100, 100  # likewise
_OTHER_T = (5000, 20_000)  # horizons at which two of the sentences are the other way round


@cache
def lemma_43() -> Check:
    """Exceed Lemma 4.3 as published on one instance."""
    made = refuting.lemma43_violation()
    player = OSPHG.tuned(made.rounds, 1, 4700)
    run = play(player, made.rounds)
    left = regret(run, made.benchmark())
    right = bounds.lemma43(made.rounds, 1, player, repaired=False).total
    witness = f"$R_T = {left:.0f} > {right:.0f}$ at $T = {made.rounds.T}$, $K = {player.K}$"
    formula = r"Lemma 4.3 at $\lambda = 0$, $W = 1$, on one instance"
    return Check(formula, bool(left <= right), witness, f"{HERE}.lemma_43", measured=True)


@cache
def one_learner() -> tuple[Check, ...]:
    """Play the quadratic on which one learner has linear regret, with either feedback."""
    made, checks = single.instance(1_000_000), []
    for name, weighted in (("published", False), ("weighted", True)):
        player = OSPHG.tuned(made.rounds, 1, 1, weighted=weighted)
        run = play(player, made.rounds)
        lost, floor = regret(run, made.benchmark()), single.floor(made, player)
        share = run.utility.mean() / made.f_star
        witness = f"$R_T/T = {lost / made.rounds.T:.3f}$, {share:.1%} of the benchmark"
        formula = f"$K = 1$, {name}, $T = {made.rounds.T}$: $R_T$ is above what is proven, and 0"
        holds = bool(lost >= max(floor, 0))
        checks.append(Check(formula, holds, witness, f"{HERE}.one_learner", measured=True))
    return tuple(checks)


@cache
def constant_budget() -> tuple[Check, ...]:
    """Hold runs with a constant budget against the bounds on multiplier and violation."""
    checks = []
    for name, game, W in (
        ("quadratics", paper_quadratics(T=10_000), 100),
        ("the decoy game", refuting.decoy(10_000).rounds, 1),
    ):
        for feedback, player, beta in (
            ("published", OSPHG.tuned(game, W, 20), game.beta),
            ("weighted", OSPHG.tuned(game, W, 20, weighted=True), game.beta),
            ("boosted", BoostedOSPHG.tuned(game, W, 8), boosted_beta(game)),
        ):
            run, most = play(player, game), caps.caps(game, player, beta)
            spent = total_violation(run)
            kept = run.multiplier.max() <= most.multiplier and spent <= most.violation
            witness = f"$C_T = {spent:.0f}$, bound ${most.violation:.0f}$"
            formula = f"{feedback}, {name}, $T = {game.T}$, $W = {W}$"
            checks.append(
                Check(formula, bool(kept), witness, f"{HERE}.constant_budget", measured=True)
            )
    return tuple(checks)


@cache
def unit_free() -> Check:
    """Count the money of a game in other units: the decisions stay."""
    game = paper_quadratics(T=2000)
    played = [
        play(OSPHG.tuned(other, 20, unit_free=True), other).decisions
        for other in (game, units.in_money(game, 100), units.in_money(game, 0.001))
    ]
    apart = max(float(np.abs(one - played[0]).max()) for one in played[1:])
    witness = f"decisions differ by {apart:.0e}"
    formula = "the same decisions with money in hundredths and in thousands"
    return Check(formula, apart < 1e-12, witness, f"{HERE}.unit_free", measured=True)


class Reading(NamedTuple):
    """A sentence about Figure 1 in one reading, over seeds, as its chapter has it."""

    number: int  # 1..4, in the paper's order
    reading: str
    share: Estimate  # of seeds for which it is true
    effect: Estimate  # the quantity whose size or sign it speaks of, mean over seeds


def _read(number: int, reading: str, holds: NDArray[np.bool_], size: FloatArray) -> Reading:
    return Reading(number, reading, proportion(holds), mean(size))


@cache
def _about_the_algorithm(T: int, W: int, symmetric: bool, seeds: int) -> tuple[Reading, ...]:
    rows = []
    for seed in range(seeds):
        rounds = paper_quadratics(T, seed=seed, symmetric=symmetric)
        run, at = play(OSPHG.tuned(rounds, W, _K), rounds), benchmark_curve(rounds, [W], _K)
        below = (running_average(run.violation) < 0).mean()
        best = np.array([at.value[0], at.upper_bound[0], at.frank_wolfe[0]]) / T
        rows.append((run.violation.mean(), below, run.utility.mean(), *best))
    violation, below, utility, value, bound, walked = np.array(rows).T
    return (
        _read(1, "after T rounds", violation < 0, violation),
        _read(1, "running average, most rounds", below > 0.5, below),
        _read(2, "against the certified optimum", utility > bound, utility - value),
        _read(2, "against the Frank-Wolfe value", utility > walked, utility - walked),
    )


@cache
def _about_the_benchmark(symmetric: bool) -> tuple[Reading, ...]:
    half, large = WINDOWS // 2, (_W, _T // 10, _T // 2)
    spaced = np.round(np.r_[np.linspace(1, _T, half), np.geomspace(1, _T, half)]).astype(int)
    lengths = np.unique([*spaced, *large])
    rows = []
    for seed in range(SEEDS):
        rounds = paper_quadratics(_T, seed=seed, symmetric=symmetric)
        curve = benchmark_curve(rounds, lengths, _K)
        rows.append([curve.value, curve.upper_bound, curve.frank_wolfe])
    value, bound, walked = np.array(rows).swapaxes(0, 1)
    gain = value[:, -1] / value[:, 0] - 1
    fall = np.maximum(1 - bound / np.maximum.accumulate(value, axis=1), 0).max(1)
    fall_walked = (1 - walked / np.maximum.accumulate(walked, axis=1)).max(1)
    gaps = [np.abs(1 - value[:, lengths >= least] / value[:, -1:]).max(1) for least in large]
    return (
        _read(3, "W = T above W = 1", gain > 0, gain),
        _read(3, "certified optimum never falls", fall <= 0, fall),
        _read(3, "Frank-Wolfe value never falls", fall_walked <= 0, fall_walked),
        *(
            _read(4, f"within 1% of W = T for all W >= {least}", gap <= 0.01, gap)
            for least, gap in zip(large, gaps, strict=True)
        ),
    )


def sentences(symmetric: bool) -> tuple[Reading, ...]:
    """Judge the four sentences as their chapter does: its seeds, its windows, its step sizes."""
    return _about_the_algorithm(_T, _W, symmetric, SEEDS) + _about_the_benchmark(symmetric)


def _over_seeds(sentence: Reading, where: str) -> Check:
    share, effect = sentence.share, sentence.effect
    witness = f"true in {share.value:.0%} of {share.samples} seeds, mean ${effect.value:+z.4f}$"
    said = re.sub(
        r"[WT] (=|>=) \w+|\bT\b", lambda m: f"${m[0]}$".replace(">=", r"\ge"), sentence.reading
    )
    formula = f"{said}{where}"
    return Check(formula, share.value == 1.0, witness, f"{HERE}.sentences", measured=True)


def sentence(number: int, reading: int) -> Callable[[], Evidence]:
    """Return the check of a sentence in one of its readings; the others are remarks.

    It must be true in every seed.
    """

    def gather() -> Evidence:
        rows = [s for s in sentences(True) if s.number == number]
        literal = [s for s in sentences(False) if s.number == number]
        at = f", $T = {_T}$"
        first = _over_seeds(rows[reading], at)
        others = [_over_seeds(s, at) for i, s in enumerate(rows) if i != reading]
        others += [_over_seeds(literal[reading], f"{at}, the paper's literal $h_t$")]
        for T in _OTHER_T if number < 3 else ():  # the first two speak of the algorithm
            judged = _about_the_algorithm(T, round(T**0.5), True, 10)
            there = [s for s in judged if s.number == number]
            others.append(_over_seeds(there[reading], f", $T = {T}$"))
        said = f"read as: {first.formula}"
        return Evidence(f"sentence {number}", "section 5", said, (first,), remarks=tuple(others))

    return gather
