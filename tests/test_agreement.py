"""Two independent checkers, one verdict: what the kernel proves the solver must not refute."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from osphg.proofs.kernel import Fact, ProofError
from osphg.proofs.paper import climb, dual, lemma41, lemma42, lemma43, windows
from osphg.proofs.refutation import linear_regret
from osphg.proofs.second import claims, lemmas, one_round, sums
from osphg.proofs.second.statement import Statement
from osphg.proofs.second.statements import verdicts
from osphg.proofs.small.evidence import Evidence
from osphg.proofs.small.functions import monotone_quadratic, penalty
from osphg.proofs.small.numbers import bound_G

# What the solver is asked, and what proves the same statement in the kernel, for all sizes.
BOTH: list[tuple[Statement, Callable[[], Fact]]] = [
    (lemmas.lower, lemma41.lower),
    (lemmas.upper, lemma41.upper),
    (lemmas.linear, lemma41.growth),
    (lemmas.cap, lemma41.cap),
    (lemmas.step_a, lemma42.step_a),
    (lemmas.repaired, lemma42.repaired),
    (one_round.recursion, climb.recursion),
    (one_round.unrolling, climb.unrolled),
    (one_round.repaired_round, climb.weighted_round),
    (one_round.repair_identity, lambda: climb.priced(lemma43.WEIGHTED)),
    (one_round.half_round, climb.published_round),
    (sums.counting, windows.counting),
    (sums.dual_regret, dual.regret),
    (sums.parameter_choice, lemma43.parameters),
    (one_round.refutation_identity, linear_regret.identity),
]
# Steps of the paper that the kernel refuses, and what refuses them.
REFUSED: list[tuple[Statement, Callable[[], Fact]]] = [
    (lemmas.step_b, lemma42.step_b),
    (one_round.step_weights, climb.dropping_weights),
]
FALSE: list[tuple[Statement, Callable[[], Evidence]]] = [
    (claims.penalty_published, penalty),
    (claims.bound_G_published, bound_G),
    (claims.monotone_published, monotone_quadratic),
]


def keys(pairs: list[tuple[Statement, Callable[[], Fact]]]) -> list[str]:
    """Return names for the cases."""
    return [asked.key for asked, _ in pairs]


@pytest.mark.parametrize(("asked", "prove"), BOTH, ids=keys(BOTH))
def test_what_the_kernel_proves_the_solver_proves(
    asked: Statement, prove: Callable[[], Fact]
) -> None:
    """For small sizes, with formulas written a second time."""
    assert isinstance(prove(), Fact)
    assert verdicts(asked.key)[asked.key] == "proven"


@pytest.mark.parametrize(("asked", "step"), REFUSED, ids=keys(REFUSED))
def test_what_the_kernel_refuses_the_solver_refutes(
    asked: Statement, step: Callable[[], Fact]
) -> None:
    """The two unsound steps of the published proofs."""
    with pytest.raises(ProofError, match="factor of unknown sign"):
        step()
    assert verdicts(asked.key)[asked.key] == "refuted"


@pytest.mark.parametrize(("asked", "checker"), FALSE, ids=[asked.key for asked, _ in FALSE])
def test_what_sympy_refutes_the_solver_refutes(
    asked: Statement, checker: Callable[[], Evidence]
) -> None:
    """The false ones among the smaller claims."""
    assert checker().verdict == "false, repaired"
    assert verdicts(asked.key)[asked.key] == "refuted"
