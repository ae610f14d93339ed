"""The kernel: facts, and the rules by which one follows from others. It believes sympy, nothing else.

It imports nothing else of osphg.
"""

from osphg.proofs.kernel.assumption import Assumption, ProofError
from osphg.proofs.kernel.cases import between
from osphg.proofs.kernel.rules import (
    Fact,
    absolute,
    add,
    assume,
    chain,
    conclude,
    identity,
    instance,
    nonnegative,
    restate,
    scale,
    square,
    substitute,
    under,
)
from osphg.proofs.kernel.sums import induction, reflect, shift, split, sum_over, swap

__all__ = [
    "Assumption",
    "Fact",
    "ProofError",
    "absolute",
    "add",
    "assume",
    "between",
    "chain",
    "conclude",
    "identity",
    "induction",
    "instance",
    "nonnegative",
    "reflect",
    "restate",
    "scale",
    "shift",
    "split",
    "square",
    "substitute",
    "sum_over",
    "swap",
    "under",
]
