"""The ledger: every claim of the paper, its verdict, the chapter that treats it, and the evidence.

A verdict is never written down: it follows from checks that run (`osphg.proofs.small.evidence`), in
`claim_evidence` for the larger claims. A claim that the paper takes from elsewhere and that is not
checked here has no checks, and says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from osphg.proofs.small import functions as small_claims
from osphg.proofs.small import numbers as small_bounds
from osphg.proofs.small.evidence import Evidence
from osphg.studies import claim_evidence as known


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


def _small(checker: Callable[[], Evidence], key: str, says: str) -> Claim:
    return Claim(key, checker().place, says, "small_claims", checker)


def ledger() -> tuple[Claim, ...]:
    """Return every claim, in the paper's order."""
    s, b = small_claims, small_bounds
    return (
        Claim(
            "impossible-at-T",
            "abstract, 1.2",
            "no algorithm has sublinear regret and violation at W = T",
            "impossibility",
            known.impossible,
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
            known.cited("Meta-Frank-Wolfe", "1.2"),
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
            known.dual_update,
        ),
        Claim(
            "any-oracle",
            "4.1",
            "any no-regret algorithm may replace gradient ascent",
            "oracles",
            known.cited("other oracles", "4.1"),
        ),
        _small(s.penalty, "penalty", "minimising over lambda gives f - (delta mu/2) g^2"),
        Claim("lemma-4.1", "Lemma 4.1", "two bounds on the multiplier", "lemma41", known.lemma_41),
        Claim("growth", "4.2", "lambda_{t+1} <= mu t G", "lemma41", known.growth),
        Claim(
            "lemma-4.2",
            "Lemma 4.2",
            "the multiplier hardly moves within a window",
            "lemma42",
            known.lemma_42,
        ),
        Claim(
            "lemma-4.3",
            "Lemma 4.3",
            "regret and violation have a common bound",
            "lemma43",
            known.lemma_43,
        ),
        _small(b.parameters, "parameters", "W T >= 16 R^2 removes the sum of lambda_t^2"),
        _small(b.positive_keep, "keep", "1 - delta mu^2 is small and positive"),
        Claim(
            "theorem-4.1",
            "Theorem 4.1",
            "(1-1/e)-regret O(sqrt(WT))",
            "linear_regret",
            known.theorem_41,
        ),
        Claim(
            "theorem-4.2",
            "Theorem 4.2",
            "violation O(W^(1/4) T^(3/4))",
            "theorems",
            known.theorem_42,
        ),
        _small(b.least_regret, "least-regret", "R_T >= -F T"),
        _small(s.monotone_quadratic, "monotone", "h = -H'1 makes the gradient non-negative"),
        Claim(
            "sentence-1",
            "5",
            "the average violation is negative",
            "figure1_sentences",
            known.sentence(1, 0),
        ),
        Claim(
            "sentence-2",
            "5",
            "more utility than the benchmark",
            "figure1_sentences",
            known.sentence(2, 0),
        ),
        Claim(
            "sentence-3",
            "5",
            "larger windows lead to higher utility",
            "figure1_sentences",
            known.sentence(3, 1),
        ),
        Claim(
            "sentence-4",
            "5",
            "little difference for large windows",
            "figure1_sentences",
            known.sentence(4, 2),
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
            known.window_counting,
        ),
        _small(b.one_over_e, "one-over-e", "(1 - 1/K)^K <= 1/e"),
        _small(s.weights, "weights", "the weights of the recursion add up to 1 - (1 - 1/K)^K"),
        Claim(
            "gradient-ascent",
            "Appendix C",
            "regret of online gradient ascent",
            "algorithm",
            known.cited("Hazan, Theorem 3.1", "Appendix C"),
        ),
    )
