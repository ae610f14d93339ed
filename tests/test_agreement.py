"""Two independent checkers, one verdict: what the kernel proves the solver must not refute."""

from __future__ import annotations

from importlib import import_module

import pytest

from osphg.proofs.second import statements as smt_statements
from osphg.proofs.small.evidence import Evidence
from osphg.proofs.small.functions import monotone_quadratic, penalty
from osphg.proofs.small.numbers import bound_G

# The solver's key, and where the kernel proves the same statement for all sizes.
BOTH = {
    "lemma-4.1-lower": ("lemma41", "lemma-4.1-lower"),
    "lemma-4.1-upper": ("lemma41", "lemma-4.1-upper"),
    "multiplier-linear": ("lemma41", "lemma-4.1-growth"),
    "multiplier-cap": ("lemma41", "lemma-4.1-cap"),
    "lemma-4.2-step-a": ("lemma42", "lemma-4.2-step-a"),
    "lemma-4.2-repaired": ("lemma42", "lemma-4.2-repaired"),
    "lemma-4.3-recursion": ("climb", "climb-recursion"),
    "lemma-4.3-unrolling": ("climb", "climb-unrolled"),
    "repair-round": ("climb", "climb-round-weighted"),
    "repair-identity": ("climb", "climb-identity"),
    "half-round": ("climb", "climb-round-published"),
    "window-counting": ("windows", "window-counting"),
    "dual-regret": ("dual", "dual-regret"),
    "parameter-choice": ("lemma43", "lemma-4.3-parameters"),
    "refutation-identity": ("refutation", "refutation-identity"),
}
# Steps of the paper that the kernel refuses, and what refuses them.
REFUSED = {
    "lemma-4.2-step-b": ("lemma42", "step_b"),
    "lemma-4.3-step-weights": ("climb", "dropping_weights"),
}
FALSE = {
    "penalty-published": penalty,
    "bound-G-published": bound_G,
    "monotone-published": monotone_quadratic,
}


@pytest.mark.parametrize("key", BOTH)
def test_what_the_kernel_proves_the_solver_proves(key: str) -> None:
    """For small sizes, with formulas written a second time."""
    module, fact = BOTH[key]
    assert fact in import_module(f"osphg.proofs.{module}").prove()
    assert smt_statements.verdicts(key)[key] == "proven"


@pytest.mark.parametrize("key", REFUSED)
def test_what_the_kernel_refuses_the_solver_refutes(key: str) -> None:
    """The two unsound steps of the published proofs."""
    module, step = REFUSED[key]
    with pytest.raises(ValueError, match=r"."):
        getattr(import_module(f"osphg.proofs.{module}"), step)()
    assert smt_statements.verdicts(key)[key] == "refuted"


@pytest.mark.parametrize("key", FALSE)
def test_what_sympy_refutes_the_solver_refutes(key: str) -> None:
    """The false ones among the smaller claims."""
    found: Evidence = FALSE[key]()
    assert found.verdict == "false, repaired"
    assert smt_statements.verdicts(key)[key] == "refuted"
