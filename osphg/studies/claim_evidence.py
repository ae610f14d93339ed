r"""What is known about each of the paper's larger claims: derivations, and what runs add to them.

Each function runs checks and returns them as `Evidence`, from which the verdict follows. The
smaller claims have theirs in `osphg.proofs.small`, the sentences about Figure 1 in `claim_runs`.
Formulas stand between dollar signs, in LaTeX.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from osphg.proofs.boosted import queue_regret, queue_violation
from osphg.proofs.boosted import theorems as boosted
from osphg.proofs.kernel import Fact, ProofError
from osphg.proofs.paper import (
    constant_budget,
    lemma41,
    lemma42,
    lemma42_tight,
    lemma43,
    meta_frank_wolfe,
    scenarios,
    spending,
    theorems,
    unit_free,
    windows,
)
from osphg.proofs.refutation import linear_regret, one_learner
from osphg.proofs.rocq.book import theorem_of
from osphg.proofs.small import evidence, impossibility
from osphg.proofs.small.evidence import Check, Evidence
from osphg.studies import claim_runs as runs

CONDITION = r"$c = 1 - \delta\mu^2 \ge 0$"


def source(function: Callable[..., Any]) -> str:
    """Return the full name of a function.

    >>> source(lemma41.cap)
    'osphg.proofs.paper.lemma41.cap'
    """
    return f"{function.__module__}.{function.__qualname__}"


def derived(proof: Callable[[], Fact], formula: str) -> Check:
    """Check that a derivation goes through the proof kernel: `proof` returns what it proves."""
    try:
        fact = proof()
    except ProofError as error:
        return Check(formula, None, str(error), source(proof))
    return Check(formula, True, f"{len(fact.steps())} steps", source(proof), theorem_of(fact))


def refuted(proof: Callable[[], Fact], formula: str, by: str) -> Check:
    """Check a formula that the fact of a derivation excludes: it fails, if that goes through."""
    against = derived(proof, formula)
    holds = False if against.holds else None
    return Check(formula, holds, f"{by}, {against.witness}", against.source, against.theorem)


def impossible() -> Evidence:
    """Check that no algorithm masters W = T."""
    parts = (impossibility.identity(), impossibility.conditions())
    checks = tuple(check for part in parts for check in part.published)
    return Evidence(
        "W = T", "abstract, section 1", r"also for the $(1 - \frac1e)$-regret",
        (derived(scenarios.largest, r"$\kappa T \le 3m\max(R_A, R_B, C_B)$, any player"), *checks),
    )  # fmt: skip


def meta() -> Evidence:
    """Derive the regret of Meta-Frank-Wolfe with gradient ascent for its learners."""
    return Evidence(
        "Meta-Frank-Wolfe", "section 1.2", r"with gradient ascent and $K \ge \sqrt T$",
        (derived(meta_frank_wolfe.regret, r"$R_T \le (\beta_fR + \frac12LR^2)\sqrt T$"),),
    )  # fmt: skip


def gradient_ascent() -> Evidence:
    """Derive the regret of online gradient ascent."""
    formula = r"$\sum_t\ip{c_t}{y - v_t} \le \frac{R^2}{2\mu} + \frac\mu2\sum_t\norm{c_t}^2$"
    return Evidence(
        "gradient ascent", "Appendix C", r"with $\frac{R^2}{2\mu}$, half of what is cited",
        (derived(meta_frank_wolfe.learner, formula),),
    )  # fmt: skip


def any_oracle() -> Evidence:
    """Derive what is proven of other oracles; not of all that have no regret."""
    formula = (
        r"Lemma 4.3, weighted, if each oracle has regret at most"
        r" $\frac{R^2}\mu + \frac\mu2\sum_t\norm{c_t}^2$"
    )
    return Evidence(
        "other oracles", "section 4.1", "not for all in general; some are measured",
        remarks=(derived(lemma43.any_learner, formula),),
    )  # fmt: skip


def dual_update() -> Evidence:
    """Check that the step on the multiplier is a descent step."""
    lam, g, mu, delta = sp.symbols("lambda g mu delta", real=True)
    slope = sp.diff(-lam * g + delta * mu * lam**2 / 2, lam)
    step = evidence.zero(
        lam - mu * slope - ((1 - delta * mu**2) * lam + mu * g), r"the descent step on $\lambda$"
    )
    update = r"$\lambda_{t+1} = \pos{(1 - \delta\mu^2)\lambda_t + \mu g_t(x_t)}$"
    return Evidence("dual update", "Appendix A", update, (step,))


def _without_keep(name: str, bound: int) -> Check:
    """Lemma 4.1's bound for delta mu^2 = 2: three rounds, exact numbers."""
    gs, mu, delta = [sp.Integer(v) for v in ((-1, 1) if bound == 1 else (1, -1))], sp.S(1), sp.S(2)
    last = lemma41.multipliers(gs, mu, delta)[-1]
    limit = lemma41.both_bounds(gs, mu, delta)[bound]
    holds = bool(limit <= last) if bound == 0 else bool(last <= limit)
    witness = rf"$\lambda_3 = {last}$, bound ${limit}$ for $\delta\mu^2 = 2$"
    return Check(f"{name} without {CONDITION}", holds, witness, source(lemma41.both_bounds))


def lemma_41() -> Evidence:
    """Derive Lemma 4.1, and break it without the condition that it needs."""
    return Evidence(
        "Lemma 4.1", "Lemma 4.1", f"both bounds, if {CONDITION}",
        published=(
            derived(lemma41.lower, "lower bound"),
            derived(lemma41.upper, "upper bound"),
        ),
        unsaid=(_without_keep("upper bound", 1),),
    )  # fmt: skip


def growth() -> Evidence:
    """Derive how fast the multiplier grows, and its cap."""
    return Evidence(
        "growth", "section 4.2",
        f"derived from Lemma 4.1, so for {CONDITION}; this bound could do without",
        (derived(lemma41.growth, r"$\lambda_{t+1} \le \mu tG$"),),
        remarks=(derived(lemma41.cap, r"$\lambda_t \le \frac{G}{\delta\mu}$"),),
    )  # fmt: skip


def lemma_42() -> Evidence:
    """Exceed Lemma 4.2 on a window, and derive its repair."""
    minus = [sp.Integer(-1)] * 2
    left, published, _ = lemma42_tight.exact_sides(
        minus, minus, sp.S(4), sp.S(1), sp.Rational(1, 4), sp.S(1)
    )
    witness = (
        rf"left ${left}$, right ${published}$ at $W = 2$, $\lambda_t = 4$, $\mu = G = 1$,"
        r" $\delta = \frac14$"
    )
    broken = Check(
        "Lemma 4.2 at $W = 2$", bool(left <= published), witness, source(lemma42_tight.exact_sides)
    )
    return Evidence(
        "Lemma 4.2", "Lemma 4.2", r"with $G^2\mu W(W - 1)$, twice the published constant",
        published=(broken,),
        repaired=(derived(lemma42.repaired, "with twice the constant"),),
        remarks=(
            derived(lemma42_tight.tight, "no smaller constant will do"),
            derived(constant_budget.window, "a factor near 1 if $B_T/T$ does not vanish"),
        ),
    )  # fmt: skip


def lemma_43() -> Evidence:
    """Exceed Lemma 4.3 in a run, and derive its repair."""
    return Evidence(
        "Lemma 4.3", "Lemma 4.3", "with weighted feedback and Lemma 4.2's repaired constant, "
        r"$f_t$ monotone and DR on a box that contains $\X$",
        published=(runs.lemma_43(),),
        repaired=(derived(lemma43.repaired, "with weighted feedback"),),
        remarks=(derived(lemma43.half, r"published feedback, $\frac12$-regret"),),
    )  # fmt: skip


def theorem_41() -> Evidence:
    """Derive the linear regret of the published algorithm, and the repair of Theorem 4.1."""
    linear = refuted(
        linear_regret.refutation, "sublinear $R_T$ for the published algorithm",
        "the decoy game has linear regret, any $K$ and $W = o(T)$",
    )  # fmt: skip
    return Evidence(
        "Theorem 4.1", "Theorem 4.1", r"with weighted feedback and $K \ge \sqrt{T/W}$,"
        r" $f_t$ monotone and DR on a box that contains $\X$",
        published=(linear,),
        repaired=(derived(theorems.theorem41, r"$R_T \le A\sqrt{WT}$ with weighted feedback"),),
    )  # fmt: skip


def few_learners() -> Evidence:
    """Derive that one learner has linear regret, with either feedback."""
    linear = refuted(
        one_learner.linear, "sublinear $R_T$ with $K = 1$, either feedback",
        "a quadratic of two goods has linear regret, any $W = o(T)$",
    )  # fmt: skip
    return Evidence(
        "K", "Theorems 4.1, 4.2", r"at least $\sqrt{T/W}$ are; the violation bound needs no number",
        published=(linear,),
        repaired=(derived(theorems.theorem41, r"$K \ge \sqrt{T/W}$, weighted"),),
        remarks=runs.one_learner(),
    )  # fmt: skip


def theorem_42() -> Evidence:
    """Derive Theorem 4.2 for both kinds of feedback."""
    return Evidence(
        "Theorem 4.2", "Theorem 4.2", "for both kinds of feedback",
        published=(
            derived(theorems.theorem42_published, r"$K \ge \sqrt{T/W}$, published feedback"),
            derived(spending.bound, "any $K$, published feedback, $f_t$ need not be DR"),
        ),
        remarks=(
            derived(theorems.theorem42, "with weighted feedback"),
            derived(constant_budget.root_order, r"$O(\sqrt{WT})$ if $B_T/T$ does not vanish"),
        ),
    )  # fmt: skip


def window_counting() -> Evidence:
    """Derive the counting of windows in Appendix C."""
    check = derived(windows.counting, "(a), (b), (d): how often a round is counted")
    return Evidence("windows", "Appendix C", r"for every $1 \le W \le T$", (check,))


def half() -> Evidence:
    """Derive what the published algorithm guarantees."""
    return Evidence(
        "one half", "this book", r"for published feedback and $K \ge \sqrt{T/W}$",
        (
            derived(lemma43.half, r"Lemma 4.3 with $\sum f_t(x^*) - 2\sum f_t(x_t)$"),
            derived(theorems.half_regret, r"$\sum f_t(x^*) - 2\sum f_t(x_t) \le A\sqrt{WT}$"),
        ),
    )  # fmt: skip


def steady_budget() -> Evidence:
    """Derive the violation under a constant budget, and play."""
    return Evidence(
        "constant budget", "this book", r"published, weighted and boosted, any $K$, $f_t$ need"
        " not be DR; games with the same $R$, $\\beta$, $G$ and $b$",
        (
            derived(constant_budget.multiplier_cap, r"$\lambda_t \le M$"),
            derived(constant_budget.order, r"$C_T \le M(\frac\beta R\sqrt{WT} + \dots)$"),
            derived(constant_budget.root_order, r"$C_T = O(\sqrt{WT})$"),
            *runs.constant_budget(),
        ),
    )  # fmt: skip


def units() -> Evidence:
    """Derive the theorems for the tuning without units, and change the units of a game."""
    carried = unit_free.prove()
    return Evidence(
        "units", "this book", r"for $WT \ge 16$, $K \ge \sqrt{T/W}$",
        (
            runs.unit_free(),
            *(
                Check(formula, True, f"{len(fact.steps())} steps", source(proof), theorem_of(fact))
                for formula, fact, proof in (
                    ("Theorem 4.1, weighted", carried["unit-free-4.1"], unit_free.weighted),
                    ("Theorem 4.2, weighted", carried["unit-free-4.2"], unit_free.weighted),
                    ("for one half, published", carried["unit-free-4.1-half"], unit_free.published),
                )
            ),
            derived(unit_free.constant_budget_violation, "violation under a constant budget"),
        ),
    )  # fmt: skip


def one_oracle() -> Evidence:
    """Derive Lemma 4.3 and both theorems for one oracle with the boosted gradient."""
    return Evidence(
        "boosted", "this book", r"$f_t$ with continuous gradient, not necessarily smooth",
        (
            derived(boosted.boosted, r"Lemma 4.3 without $\frac{LR^2}{2K}$"),
            derived(boosted.regret, r"$R_T \le A'\sqrt{WT}$"),
            derived(boosted.violation, "$C_T = O(W^{1/4}T^{3/4})$"),
        ),
    )  # fmt: skip


def queue() -> Evidence:
    """Derive the bounds of the boosted queue."""
    return Evidence(
        "queue", "this book", r"$C_T$ for budgets with $\frac{B_T}T \ge b > 0$, $R_T$ for all",
        (
            derived(queue_regret.order, r"$R_T \le A\sqrt T + A'\sqrt{WT}$"),
            derived(queue_violation.order, r"$C_T \le A''\sqrt{WT}$"),
        ),
    )  # fmt: skip
