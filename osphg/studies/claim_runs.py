"""What runs say of the paper's larger claims: on one instance, over seeds, against a bound."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

import numpy as np

from osphg.games import refuting
from osphg.metrics import regret, total_violation
from osphg.players import OSPHG
from osphg.playing import play
from osphg.proofs.small.evidence import Check, Evidence
from osphg.rounds import paper_quadratics
from osphg.studies import bounds, figure1, units
from osphg.studies import constant_budget as caps
from osphg.studies import one_learner as single
from osphg.systems.boosted import BoostedOSPHG, boosted_beta

HERE = "osphg.studies.claim_runs"
SEEDS, WINDOWS = 50, 60  # of the sentences about Figure 1, as in their chapter
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


@cache
def _judged() -> Mapping[bool, tuple[figure1.Sentence, ...]]:
    settings, chosen = [figure1.Setting(symmetric=kind) for kind in (True, False)], range(SEEDS)
    T, W = settings[0].T, settings[0].W
    lengths = np.unique([*figure1.dense_windows(T, WINDOWS), W, max(T // 10, 1), max(T // 2, 1)])
    found = {}
    every = figure1.benchmark_curves(settings, chosen, lengths)
    for setting, curves in zip(settings, every, strict=True):
        algorithm = figure1.algorithm_sentences(figure1.replicate(setting, chosen))
        benchmark = figure1.benchmark_sentences(curves, T, W)
        found[setting.symmetric] = (*algorithm, *benchmark)
    return found


def sentences(symmetric: bool) -> tuple[figure1.Sentence, ...]:
    """Judge the four sentences as their chapter does: its seeds, its windows, its step sizes."""
    return _judged()[symmetric]


@cache
def _elsewhere(T: int) -> tuple[figure1.Sentence, ...]:
    setting = figure1.Setting(T=T, W=round(T**0.5))
    return tuple(figure1.algorithm_sentences(figure1.replicate(setting, range(10))))


def _over_seeds(sentence: figure1.Sentence, where: str) -> Check:
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
        at = f", $T = {figure1.Setting().T}$"
        first = _over_seeds(rows[reading], at)
        others = [_over_seeds(s, at) for i, s in enumerate(rows) if i != reading]
        others += [_over_seeds(literal[reading], f"{at}, the paper's literal $h_t$")]
        for T in _OTHER_T if number < 3 else ():  # the first two speak of the algorithm
            there = [s for s in _elsewhere(T) if s.number == number]
            others.append(_over_seeds(there[reading], f", $T = {T}$"))
        said = f"read as: {first.formula}"
        return Evidence(f"sentence {number}", "section 5", said, (first,), remarks=tuple(others))

    return gather
