"""What is known about each of the paper's larger claims: derivations, counterexamples, runs.

Each function runs checks and returns them as `Evidence`, from which the verdict follows. The
smaller claims have theirs in `osphg.proofs.small.functions` and `osphg.proofs.small.numbers`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import sympy as sp

from osphg.core.metrics import regret
from osphg.core.play import play
from osphg.core.players.osphg import OSPHG
from osphg.games import refuting
from osphg.proofs.kernel import Fact, ProofError
from osphg.proofs.paper import (
    constant_budget,
    lemma41,
    lemma42,
    lemma42_tight,
    lemma43,
    theorems,
    windows,
)
from osphg.proofs.refutation import linear_regret
from osphg.proofs.small import evidence, impossibility
from osphg.proofs.small.evidence import Check, Evidence
from osphg.proofs.tight import corner, experts, rest
from osphg.studies import bounds, figure1


def derived(proof: Callable[[], Fact], formula: str) -> Check:
    """Check that a derivation goes through the proof kernel: `proof` returns what it proves."""
    try:
        fact = proof()
    except ProofError as error:
        return Check(formula, None, str(error))
    return Check(formula, True, f"derived, {len(fact.steps())} steps")


def seeds(sentence: figure1.Sentence) -> Check:
    """Check a sentence of the experiment: it must be true in every seed."""
    share, effect = sentence.share, sentence.effect
    witness = f"true in {share.value:.0%} of {share.samples} seeds, mean {effect:+z.4f}"
    return Check(sentence.reading, share.value == 1.0, witness)


def dual_update() -> Evidence:
    """Check that the step on the multiplier is a descent step."""
    lam, g, mu, delta = sp.symbols("lambda g mu delta", real=True)
    slope = sp.diff(-lam * g + delta * mu * lam**2 / 2, lam)
    step = evidence.zero(
        lam - mu * slope - ((1 - delta * mu**2) * lam + mu * g), "the descent step on lambda"
    )
    return Evidence("dual update", "Appendix A", "[(1 - delta mu^2) lambda + mu g]_+", (step,))


def _without_keep(name: str, bound: int) -> Check:
    """Lemma 4.1's bound for delta mu^2 = 2: three rounds, exact numbers."""
    gs, mu, delta = [sp.Integer(v) for v in ((-1, 1) if bound == 1 else (1, -1))], sp.S(1), sp.S(2)
    last = lemma41.multipliers(gs, mu, delta)[-1]
    limit = lemma41.both_bounds(gs, mu, delta)[bound]
    holds = bool(limit <= last) if bound == 0 else bool(last <= limit)
    return Check(f"{name} without 0 <= 1 - delta mu^2", holds, f"lambda_3 = {last}, bound {limit}")


def lemma_41() -> Evidence:
    """Derive Lemma 4.1, and break it without the condition that it needs."""
    return Evidence(
        "Lemma 4.1", "Lemma 4.1", "both bounds, if 0 <= 1 - delta mu^2",
        published=(
            derived(lemma41.lower, "lower bound"),
            derived(lemma41.upper, "upper bound"),
        ),
        unsaid=(_without_keep("upper bound", 1),),
    )  # fmt: skip


def growth() -> Evidence:
    """Derive how fast the multiplier grows, and its cap."""
    check = derived(lemma41.growth, "lambda_{t+1} <= mu t G")
    cap = derived(lemma41.cap, "lambda_t <= G/(delta mu)")
    return Evidence("growth", "section 4.2", "lambda_{t+1} <= mu t G", (check,), remarks=(cap,))


def lemma_42() -> Evidence:
    """Exceed Lemma 4.2 on a window, and derive its repair."""
    minus = [sp.Integer(-1)] * 2
    left, published, _ = lemma42_tight.exact_sides(
        minus, minus, sp.S(4), sp.S(1), sp.Rational(1, 4), sp.S(1)
    )
    witness = f"left {left} > right {published} at W = 2, lambda_t = 4, mu = G = 1, delta = 1/4"
    return Evidence(
        "Lemma 4.2", "Lemma 4.2", "with G^2 mu W (W - 1), twice the published constant",
        published=(Check("Lemma 4.2 at W = 2", bool(left <= published), witness),),
        repaired=(derived(lemma42.repaired, "with twice the constant"),),
        remarks=(derived(lemma42_tight.tight, "no smaller constant will do"),),
    )  # fmt: skip


@cache
def _violation() -> Check:
    made = refuting.lemma43_violation()
    player = OSPHG.tuned(made.rounds, 1, 4700)
    run = play(player, made.rounds)
    left = regret(run, made.benchmark())
    right = bounds.lemma43(made.rounds, 1, player, repaired=False).total
    witness = f"R_T = {left:.0f} > {right:.0f} at T = {made.rounds.T}, K = {player.K}, W = 1"
    return Check("Lemma 4.3 at lambda = 0, on one instance", bool(left <= right), witness)


def lemma_43() -> Evidence:
    """Exceed Lemma 4.3 in a run, and derive its repair."""
    return Evidence(
        "Lemma 4.3", "Lemma 4.3", "with weighted feedback and Lemma 4.2's repaired constant",
        published=(_violation(),),
        repaired=(derived(lemma43.repaired, "with weighted feedback"),),
        remarks=(derived(lemma43.half, "published feedback, 1/2-regret"),),
    )  # fmt: skip


def theorem_41() -> Evidence:
    """Derive the linear regret of the published algorithm, and the repair of Theorem 4.1."""
    linear = derived(linear_regret.refutation, "R_T >= ((1 - 1/e)(1 + rho) - 1) T - O(sqrt(WT))")
    refuted = Check("sublinear R_T for the published algorithm", None, linear.witness)
    if linear.holds:
        refuted = Check(
            refuted.formula, False, f"the decoy game has linear regret: {linear.witness}"
        )
    return Evidence(
        "Theorem 4.1", "Theorem 4.1", "with weighted feedback, on a box around X",
        published=(refuted,),
        repaired=(derived(theorems.theorem41, "O(sqrt(WT)) with weighted feedback"),),
        remarks=(
            derived(rest.weighted, "1 - 1/e cannot be improved, weighted feedback"),
            derived(rest.boosted, "1 - 1/e cannot be improved, boosted OSPHG"),
            derived(corner.trap, "on a simplex, R_T >= (1/2 - 1/e - c) T from the origin"),
        ),
    )  # fmt: skip


def theorem_42() -> Evidence:
    """Derive Theorem 4.2 for both kinds of feedback."""
    return Evidence(
        "Theorem 4.2", "Theorem 4.2", "for both kinds of feedback",
        published=(derived(theorems.theorem42_published, "O(W^(1/4) T^(3/4))"),),
        remarks=(
            derived(theorems.theorem42, "with weighted feedback"),
            derived(constant_budget.root_order, "O(sqrt(W T)) if B_T/T does not vanish"),
            derived(experts.violation, "W G ln N for surviving experts: no bound for every player"),
        ),
    )  # fmt: skip


def window_counting() -> Evidence:
    """Derive the counting of windows in Appendix C."""
    check = derived(windows.counting, "(a), (b), (d): how often a round is counted")
    return Evidence("windows", "Appendix C", "for every 1 <= W <= T", (check,))


@cache
def _sentences() -> tuple[list[figure1.Sentence], list[figure1.Sentence]]:
    setting, chosen = figure1.Setting(), range(50)
    lengths = sorted({1, setting.W, 1000, 5000, setting.T, *figure1.dense_windows(setting.T, 30)})
    curves = figure1.benchmark_curves(setting, chosen, lengths)
    algorithm = figure1.algorithm_sentences(figure1.replicate(setting, chosen))
    return algorithm, figure1.benchmark_sentences(curves, setting.T, setting.W)


def sentence(number: int, reading: int) -> Callable[[], Evidence]:
    """Return the check of a sentence in one of its readings; the other readings are remarks."""

    def gather() -> Evidence:
        rows = [s for part in _sentences() for s in part if s.number == number]
        first = seeds(rows[reading])
        others = tuple(seeds(s) for i, s in enumerate(rows) if i != reading)
        return Evidence(f"sentence {number}", "section 5", first.formula, (first,), remarks=others)

    return gather


def cited(claim: str, place: str) -> Callable[[], Evidence]:
    """Return evidence without checks, for a claim that is not checked here."""
    return lambda: Evidence(claim, place, "")


def impossible() -> Evidence:
    """Check that no algorithm masters W = T."""
    parts = (impossibility.identity(), impossibility.conditions())
    checks = tuple(check for part in parts for check in part.published)
    return Evidence("W = T", "abstract, section 1", "also for (1-1/e)-regret", checks)
