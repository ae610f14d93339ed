"""What the kernel refuses, each with a message that shows the expression."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from osphg.proofs import kernel
from osphg.proofs.kernel import ProofError
from tests.kernel_cases import n, proofs, refusals, told, x

REFUSALS, PROOFS = refusals(kernel), proofs(kernel)


@pytest.mark.parametrize(("attempt", "message"), REFUSALS.values(), ids=REFUSALS)
def test_refused_with_the_expression(attempt: Callable[[], Any], message: str) -> None:
    with pytest.raises(ProofError, match=message):
        attempt()


@pytest.mark.parametrize(("derive", "wanted"), PROOFS.values(), ids=PROOFS)
def test_proven(derive: Callable[[], Any], wanted: str) -> None:
    assert told(derive()) == wanted


def test_base_keeps_its_conditions_at_the_start() -> None:
    base = kernel.nonnegative(x, (x - n, n))
    up = (sp.Integer(0), "<=", x)
    assert kernel.induction(n, 0, up, base, lambda fact: fact).where == {x, n}
