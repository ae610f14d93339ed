"""The ledger: every claim of the paper, its verdict, the chapter that treats it, and the evidence.

A verdict is never written down: it follows from checks that run (`osphg.theory.evidence`). A claim
that the paper takes from elsewhere and that is not checked here has no checks, and says so.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import sympy as sp

from osphg import bounds, experiments, instances
from osphg.game import play
from osphg.metrics import regret
from osphg.players import OSPHG
from osphg.theory import evidence, impossibility, lemma41, small_bounds, small_claims
from osphg.theory.evidence import Check, Evidence
from osphg.theory.kernel import Fact, ProofError
from osphg.theory.lemma42_tight import exact_sides


@dataclass(frozen=True)
class Claim:
    """One claim of the paper.

    Attributes
    ----------
    key, place, says : str
        A stable name; where in the paper; what it claims, in our words.
    chapter : str
        The page of the book that treats it.
    evidence : callable
        Runs the checks.
    """

    key: str
    place: str
    says: str
    chapter: str
    evidence: Callable[[], Evidence]

    @property
    def verdict(self) -> str:
        """The verdict of the evidence."""
        return self.evidence().verdict


@lru_cache
def _facts(module: str) -> dict[str, Fact]:
    facts: dict[str, Fact] = importlib.import_module(f"osphg.theory.{module}").prove()
    return facts


def derived(module: str, key: str, formula: str) -> Check:
    """Check that a derivation goes through the proof kernel."""
    try:
        fact = _facts(module)[key]
    except (ProofError, KeyError, ModuleNotFoundError) as error:
        return Check(formula, None, str(error))
    return Check(formula, True, f"derived, {len(fact.steps())} steps")


def seeds(sentence: experiments.Sentence) -> Check:
    """Check a sentence of the experiment: it must be true in every seed."""
    share, effect = sentence.share, sentence.effect
    witness = f"true in {share.value:.0%} of {share.samples} seeds, mean {effect:+.4f}"
    return Check(sentence.reading, share.value == 1.0, witness)


def _update() -> Evidence:
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


def _lemma41() -> Evidence:
    return Evidence(
        "Lemma 4.1", "Lemma 4.1", "both bounds, if 0 <= 1 - delta mu^2",
        published=(
            derived("lemma41", "lemma-4.1-lower", "lower bound"),
            derived("lemma41", "lemma-4.1-upper", "upper bound"),
        ),
        unsaid=(_without_keep("upper bound", 1),),
    )  # fmt: skip


def _growth() -> Evidence:
    check = derived("lemma41", "lemma-4.1-growth", "lambda_{t+1} <= mu t G")
    cap = derived("lemma41", "lemma-4.1-cap", "lambda_t <= G/(delta mu)")
    return Evidence("growth", "section 4.2", "lambda_{t+1} <= mu t G", (check,), remarks=(cap,))


def _lemma42() -> Evidence:
    minus = [sp.Integer(-1)] * 2
    left, published, _ = exact_sides(minus, minus, sp.S(4), sp.S(1), sp.Rational(1, 4), sp.S(1))
    witness = f"left {left} > right {published} at W = 2, lambda_t = 4, mu = G = 1, delta = 1/4"
    return Evidence(
        "Lemma 4.2", "Lemma 4.2", "with G^2 mu W (W - 1), twice the published constant",
        published=(Check("Lemma 4.2 at W = 2", bool(left <= published), witness),),
        repaired=(derived("lemma42", "lemma-4.2-repaired", "with twice the constant"),),
        remarks=(derived("lemma42_tight", "lemma-4.2-tight", "no smaller constant will do"),),
    )  # fmt: skip


@lru_cache
def _violation() -> Check:
    made = instances.lemma43_violation()
    player = OSPHG.tuned(made.rounds, 1, 4700)
    run = play(player, made.rounds)
    left = regret(run, made.benchmark())
    right = bounds.lemma43(made.rounds, 1, player, repaired=False).total
    witness = f"R_T = {left:.0f} > {right:.0f} at T = {made.rounds.T}, K = {player.K}, W = 1"
    return Check("Lemma 4.3 at lambda = 0, on one instance", bool(left <= right), witness)


def _lemma43() -> Evidence:
    return Evidence(
        "Lemma 4.3", "Lemma 4.3", "with weighted feedback and Lemma 4.2's repaired constant",
        published=(_violation(),),
        repaired=(derived("lemma43", "lemma-4.3-repaired", "with weighted feedback"),),
        remarks=(derived("lemma43", "lemma-4.3-half", "published feedback, 1/2-regret"),),
    )  # fmt: skip


def _theorem41() -> Evidence:
    linear = derived("refutation", "refutation", "R_T >= ((1 - 1/e)(1 + rho) - 1) T - O(sqrt(WT))")
    refuted = Check("sublinear R_T for the published algorithm", None, linear.witness)
    if linear.holds:
        refuted = Check(
            refuted.formula, False, f"the decoy game has linear regret: {linear.witness}"
        )
    return Evidence(
        "Theorem 4.1", "Theorem 4.1", "with weighted feedback, on a box around X",
        published=(refuted,),
        repaired=(derived("theorems", "theorem-4.1", "O(sqrt(WT)) with weighted feedback"),),
    )  # fmt: skip


def _theorem42() -> Evidence:
    return Evidence(
        "Theorem 4.2", "Theorem 4.2", "for both kinds of feedback",
        published=(derived("theorems", "theorem-4.2-half", "O(W^(1/4) T^(3/4))"),),
        remarks=(derived("theorems", "theorem-4.2", "with weighted feedback"),),
    )  # fmt: skip


def _windows() -> Evidence:
    check = derived("windows", "window-counting", "(a), (b), (d): how often a round is counted")
    return Evidence("windows", "Appendix C", "for every 1 <= W <= T", (check,))


@lru_cache
def _sentences() -> tuple[list[experiments.Sentence], list[experiments.Sentence]]:
    setting, chosen = experiments.Setting(), range(50)
    lengths = sorted(
        {1, setting.W, 1000, 5000, setting.T, *experiments.dense_windows(setting.T, 30)}
    )
    curves = experiments.benchmark_curves(setting, chosen, lengths)
    algorithm = experiments.algorithm_sentences(experiments.replicate(setting, chosen))
    return algorithm, experiments.benchmark_sentences(curves, setting.T, setting.W)


def _sentence(number: int, reading: int) -> Callable[[], Evidence]:
    def gather() -> Evidence:
        rows = [s for part in _sentences() for s in part if s.number == number]
        first = seeds(rows[reading])
        others = tuple(seeds(s) for i, s in enumerate(rows) if i != reading)
        return Evidence(f"sentence {number}", "section 5", first.formula, (first,), remarks=others)

    return gather


def _cited(claim: str, place: str) -> Callable[[], Evidence]:
    return lambda: Evidence(claim, place, "")


def _small(checker: Callable[[], Evidence], key: str, says: str) -> Claim:
    return Claim(key, checker().place, says, "small_claims", checker)


def _impossibility() -> Evidence:
    parts = (impossibility.identity(), impossibility.conditions())
    checks = tuple(check for part in parts for check in part.published)
    return Evidence("W = T", "abstract, section 1", "also for (1-1/e)-regret", checks)


def ledger() -> tuple[Claim, ...]:
    """Return every claim, in the paper's order."""
    s, b = small_claims, small_bounds
    return (
        Claim(
            "impossible-at-T",
            "abstract, 1.2",
            "no algorithm has sublinear regret and violation at W = T",
            "impossibility",
            _impossibility,
        ),
        _small(
            b.related_work,
            "related-work",
            "rates quoted of earlier algorithms for concave utilities",
        ),
        Claim(
            "meta-frank-wolfe",
            "1.2",
            "Meta-Frank-Wolfe has O(sqrt T) (1-1/e)-regret",
            "algorithm",
            _cited("Meta-Frank-Wolfe", "1.2"),
        ),
        _small(s.dr_hessian, "dr-hessian", "DR means a Hessian without positive entries"),
        _small(
            s.signed_directions,
            "signed-directions",
            "DR functions are concave along signed directions",
        ),
        _small(
            s.multilinear,
            "multilinear",
            "Hessian of a multilinear extension: zero diagonal, rest not positive",
        ),
        _small(b.windows, "windows-grow", "a longer window gives a more generous benchmark"),
        _small(b.lipschitz_budget, "beta-g", "beta_g is the largest norm of a price vector"),
        _small(b.bound_F, "bound-F", "F <= beta_f R"),
        _small(b.bound_G, "bound-G", "G <= beta_g R - B_T/T"),
        Claim(
            "dual-update",
            "4.1, Appendix A",
            "lambda_{t+1} = [(1 - delta mu^2) lambda_t + mu g_t]_+",
            "algorithm",
            _update,
        ),
        Claim(
            "any-oracle",
            "4.1",
            "any no-regret algorithm may replace gradient ascent",
            "algorithm",
            _cited("other oracles", "4.1"),
        ),
        _small(s.penalty, "penalty", "minimising over lambda gives f - (delta mu/2) g^2"),
        Claim("lemma-4.1", "Lemma 4.1", "two bounds on the multiplier", "lemma41", _lemma41),
        Claim("growth", "4.2", "lambda_{t+1} <= mu t G", "lemma41", _growth),
        Claim(
            "lemma-4.2",
            "Lemma 4.2",
            "the multiplier hardly moves within a window",
            "lemma42",
            _lemma42,
        ),
        Claim(
            "lemma-4.3",
            "Lemma 4.3",
            "regret and violation have a common bound",
            "lemma43",
            _lemma43,
        ),
        _small(b.parameters, "parameters", "W T >= 16 R^2 removes the sum of lambda_t^2"),
        _small(b.positive_keep, "keep", "1 - delta mu^2 is small and positive"),
        Claim(
            "theorem-4.1", "Theorem 4.1", "(1-1/e)-regret O(sqrt(WT))", "linear_regret", _theorem41
        ),
        Claim("theorem-4.2", "Theorem 4.2", "violation O(W^(1/4) T^(3/4))", "theorems", _theorem42),
        _small(b.least_regret, "least-regret", "R_T >= -F T"),
        _small(s.monotone_quadratic, "monotone", "h = -H'1 makes the gradient non-negative"),
        Claim(
            "sentence-1",
            "5",
            "the average violation is negative",
            "figure1_sentences",
            _sentence(1, 0),
        ),
        Claim(
            "sentence-2",
            "5",
            "more utility than the benchmark",
            "figure1_sentences",
            _sentence(2, 0),
        ),
        Claim(
            "sentence-3",
            "5",
            "larger windows lead to higher utility",
            "figure1_sentences",
            _sentence(3, 1),
        ),
        Claim(
            "sentence-4",
            "5",
            "little difference for large windows",
            "figure1_sentences",
            _sentence(4, 2),
        ),
        _small(b.join, "join", "steps (c) and (d) of Lemma 4.3 need f on X alone"),
        _small(
            b.simplex_trap,
            "simplex",
            "Theorem 4.1 for utilities that are monotone and DR on X alone",
        ),
        Claim(
            "counting",
            "Appendix C",
            "how often each round is counted by the windows",
            "lemma43",
            _windows,
        ),
        _small(b.one_over_e, "one-over-e", "(1 - 1/K)^K <= 1/e"),
        _small(s.weights, "weights", "the weights of the recursion add up to 1 - (1 - 1/K)^K"),
        Claim(
            "gradient-ascent",
            "Appendix C",
            "regret of online gradient ascent",
            "algorithm",
            _cited("Hazan, Theorem 3.1", "Appendix C"),
        ),
    )
