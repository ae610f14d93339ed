"""The kernel: facts, and the rules by which one follows from others.

What it believes of sympy is said in `beliefs`. It imports nothing else of osphg.
"""

from osphg.proofs.kernel.assumption import Assumption
from osphg.proofs.kernel.cases import between
from osphg.proofs.kernel.fact import Fact, How
from osphg.proofs.kernel.language import ProofError, kind
from osphg.proofs.kernel.rules import (
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
from osphg.proofs.kernel.sums import (
    induct,
    induction,
    reflect,
    shift,
    split,
    sum_over,
    suppose,
    swap,
)

__all__ = [
    "Assumption",
    "Fact",
    "How",
    "ProofError",
    "absolute",
    "add",
    "assume",
    "between",
    "chain",
    "conclude",
    "identity",
    "induct",
    "induction",
    "instance",
    "kind",
    "nonnegative",
    "reflect",
    "restate",
    "scale",
    "shift",
    "split",
    "square",
    "substitute",
    "sum_over",
    "suppose",
    "swap",
    "under",
]
