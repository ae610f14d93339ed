"""The rule of the kernel for absolute values, and with it for maxima."""

from __future__ import annotations

import sympy as sp

from osphg.proofs.kernel.normal import is_zero
from osphg.proofs.kernel.rules import Fact, ProofError, _make, _shown


def between(above: Fact, below: Fact) -> Fact:
    """From x <= y and -x <= y infer |x| <= y: whichever sign x has, |x| is x or -x."""
    if not sp.sympify(above.lhs).is_real:
        raise ProofError(f"not known to be real: {_shown(above.lhs)}")
    if not is_zero(above.lhs + below.lhs):
        raise ProofError(f"not opposite: {_shown(above.lhs)} and {_shown(below.lhs)}")
    if not is_zero(above.rhs - below.rhs):
        raise ProofError(f"the bounds differ by {_shown(above.rhs - below.rhs)}")
    return _make(sp.Abs(above.lhs), "<=", above.rhs, above.where | below.where,
                 above.rests_on | below.rests_on, "either sign", (above, below))  # fmt: skip
