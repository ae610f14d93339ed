"""The rule of the kernel for absolute values, and with it for maxima."""

from __future__ import annotations

import sympy as sp

from osphg.proofs.kernel.fact import Fact, Inference, rule
from osphg.proofs.kernel.language import ProofError, shown
from osphg.proofs.kernel.normal import is_zero
from osphg.proofs.kernel.rules import all_rests, all_where


@rule
def between(above: Fact, below: Fact) -> Inference:
    """From x <= y and -x <= y infer |x| <= y: whichever sign x has, |x| is x or -x."""
    if not is_zero(above.lhs + below.lhs):
        raise ProofError(
            f"not opposite: {shown(above.lhs)} and {shown(below.lhs)}", above.lhs + below.lhs
        )
    gap = above.rhs - below.rhs
    if not is_zero(gap):
        raise ProofError(f"the bounds differ by {shown(gap)}", gap)
    facts = (above, below)
    return Inference(
        sp.Abs(above.lhs), "<=", above.rhs, all_where(facts), all_rests(facts), "either sign"
    )
