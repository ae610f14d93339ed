r"""The ledger: every claim of the paper, its verdict, the place that treats it, and the evidence.

A verdict is never written down: it follows from checks that run (`osphg.proofs.small.evidence`), in
`claim_evidence` and `claim_runs` for the larger claims. A claim that the paper takes from elsewhere
and that is not checked here has no checks, and says so. `additions` has what the book adds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from osphg.proofs.small import functions as small_claims
from osphg.proofs.small import numbers as small_bounds
from osphg.proofs.small import outside
from osphg.proofs.small.evidence import Evidence
from osphg.studies import claim_evidence as known
from osphg.studies import claim_tightness as tightness
from osphg.studies.claim_runs import sentence


@dataclass(frozen=True)
class Claim:
    """One claim of the paper, or of the book.

    Attributes
    ----------
    key, stated, says : str
        A stable name; where in the paper, or nothing where the evidence says it; what it claims, in
        our words, with LaTeX between dollar signs.
    at : str
        The page of the book that treats it and, after a hash, the label there.
    evidence : callable
        Runs the checks.
    """

    key: str
    stated: str
    says: str
    at: str
    evidence: Callable[[], Evidence]

    @property
    def place(self) -> str:
        """Where in the paper."""
        return self.stated or self.evidence().place

    @property
    def chapter(self) -> str:
        """The page of the book that treats it."""
        return self.at.partition("#")[0]

    @property
    def verdict(self) -> str:
        """The verdict of the evidence."""
        return self.evidence().verdict


def _small(checker: Callable[[], Evidence], key: str, says: str, label: str) -> Claim:
    return Claim(key, "", says, f"small_claims#{label}", checker)


def _figure(number: int, reading: int, says: str) -> Claim:
    return Claim(
        f"sentence-{number}", "section 5", says, "figure1_sentences", sentence(number, reading)
    )


def ledger() -> tuple[Claim, ...]:
    """Return every claim, in the paper's order."""
    s, b = small_claims, small_bounds
    return (
        Claim("impossible-at-T", "abstract, section 1.2",
              "no algorithm has sublinear regret and violation at $W = T$",
              "impossibility#thm-impossibility", known.impossible),
        _small(b.related_work, "related-work",
               "rates quoted of earlier algorithms for concave utilities", "sec-small-quoted"),
        Claim("meta-frank-wolfe", "section 1.2",
              r"Meta-Frank-Wolfe has $(1 - \frac1e)$-regret $O(\sqrt T)$",
              "algorithm#cor-mfw", known.meta),
        _small(s.dr_hessian, "dr-hessian", "DR means a Hessian without positive entries",
               "sec-small-dr"),
        _small(s.signed_directions, "signed-directions",
               "DR functions are concave along signed directions", "sec-small-signed"),
        _small(s.multilinear, "multilinear",
               "Hessian of a multilinear extension: zero diagonal, rest not positive",
               "sec-small-multilinear"),
        _small(b.windows, "windows-grow", "a longer window gives a more generous benchmark",
               "sec-small-windows"),
        _small(b.lipschitz_budget, "beta-g",
               r"$\beta_g$ is the largest norm of a price vector", "sec-small-constants"),
        _small(b.bound_F, "bound-F", r"$F \le \beta_fR$", "sec-small-constants"),
        _small(b.bound_G, "bound-G", r"$G \le \beta_gR - \frac{B_T}T$", "sec-small-constants"),
        Claim("dual-update", "section 4.1, Appendix A",
              r"the update of $\lambda_t$ is a projected descent step on $\Lag_t$",
              "algorithm#alg-osphg", known.dual_update),
        Claim("any-oracle", "section 4.1", "any no-regret algorithm may replace gradient ascent",
              "oracles", known.any_oracle),
        _small(s.penalty, "penalty",
               r"minimising over $\lambda$ gives $f - \frac{\delta\mu}2g^2$",
               "sec-small-penalty"),
        Claim("lemma-4.1", "Lemma 4.1", "two bounds on the multiplier", "lemma41#lem-41",
              known.lemma_41),
        Claim("growth", "section 4.2", r"$\lambda_{t+1} \le \mu tG$", "lemma41#cor-growth",
              known.growth),
        Claim("lemma-4.2", "Lemma 4.2", "the multiplier hardly moves within a window",
              "lemma42#lem-42", known.lemma_42),
        Claim("lemma-4.3", "Lemma 4.3", "regret and violation have a common bound",
              "lemma43#lem-43", known.lemma_43),
        _small(b.parameters, "parameters",
               r"$WT \ge 16R^2$ removes the sum of $\lambda_t^2$", "sec-small-parameters"),
        _small(b.positive_keep, "keep", r"$1 - \delta\mu^2$ is small and positive",
               "sec-small-parameters"),
        Claim("theorem-4.1", "Theorem 4.1", r"$(1 - \frac1e)$-regret $O(\sqrt{WT})$",
              "linear_regret#thm-linear-regret", known.theorem_41),
        Claim("theorem-4.2", "Theorem 4.2", "violation $O(W^{1/4}T^{3/4})$",
              "theorems#thm-42", known.theorem_42),
        Claim("few-oracles", "Theorems 4.1, 4.2", r"$K = O(\sqrt{T/W})$ oracles are enough",
              "theorems#prp-one-learner", known.few_learners),
        _small(b.least_regret, "least-regret", r"$R_T \ge -FT$", "sec-small-least"),
        _small(s.monotone_quadratic, "monotone",
               r"$h = -H^\top\one$ makes the gradient non-negative", "prp-row-sums"),
        _figure(1, 0, "the average violation is negative"),
        _figure(2, 0, "more utility than the benchmark"),
        _figure(3, 1, "larger windows lead to higher utility"),
        _figure(4, 2, "little difference for large windows"),
        _small(outside.join, "join", r"steps (c) and (d) of Lemma 4.3 need $f$ on $\X$ alone",
               "sec-outside"),
        _small(outside.simplex_trap, "simplex",
               r"Theorem 4.1 for utilities that are monotone and DR on $\X$ alone",
               "thm-simplex-trap"),
        Claim("counting", "Appendix C", "how often each round is counted by the windows",
              "lemma43#prp-windows", known.window_counting),
        _small(b.one_over_e, "one-over-e", r"$(1 - \frac1K)^K \le \frac1e$", "sec-small-power"),
        _small(b.weights, "weights",
               r"the weights of the recursion add up to $1 - (1 - \frac1K)^K$",
               "sec-small-weights"),
        Claim("gradient-ascent", "Appendix C", "regret of online gradient ascent",
              "algorithm#lem-oga", known.gradient_ascent),
    )  # fmt: skip


def additions() -> tuple[Claim, ...]:
    """Return the theorems that the book adds."""
    return (
        Claim("one-half", "published algorithm",
              r"it earns half of the benchmark, but for $O(\sqrt{WT})$", "lemma43#thm-half",
              known.half),
        Claim("constant-budget", "every feedback",
              r"violation $O(\sqrt{WT})$ if the budget per round does not vanish",
              "theorems#thm-constant", known.steady_budget),
        Claim("unit-free", "another tuning",
              "the theorems, and the same decisions, in any units of money and utility",
              "units#thm-unit-free", known.units),
        Claim("one-oracle", "boosted algorithm",
              "Lemma 4.3 and both theorems with one oracle in place of $K$",
              "boosted#thm-boosted", known.one_oracle),
        Claim("boosted-queue", "boosted queue",
              r"regret and violation $O(\sqrt{WT})$, one projection a round",
              "boosted_queue#thm-queue", known.queue),
        Claim("no-more", "weighted, boosted", r"no share above $1 - \frac1e$ can be promised",
              "tightness#thm-tight-weighted", tightness.no_more),
        Claim("trap-from-origin", "either feedback",
              r"linear $R_T$ from the origin where $f$ is monotone and DR on a simplex only",
              "tightness#thm-corner", tightness.trapped),
        Claim("no-lower-bound", "every player",
              r"regret and violation of the order $\sqrt{WT}$ cannot be forced",
              "tightness#thm-survivors", tightness.no_lower_bound),
    )  # fmt: skip
