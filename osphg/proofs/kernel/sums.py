"""Rules of the kernel for sums and for induction."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from osphg.proofs.kernel.assumption import names_in
from osphg.proofs.kernel.linear import consistent, implied
from osphg.proofs.kernel.normal import is_zero
from osphg.proofs.kernel.replacement import bound_in
from osphg.proofs.kernel.rules import Assumption, Fact, ProofError, _make, _shown, assume


def sum_over(fact: Fact, index: sp.Symbol, lower: sp.Expr, upper: sp.Expr) -> Fact:
    """Sum a statement over index = lower..upper; the range may be empty but not reversed."""
    lower, upper = sp.sympify(lower), sp.sympify(upper)
    if any(index in a.constants for a in fact.rests_on) or not index.is_integer:
        raise ProofError(f"{index} is no free integer index of {fact}")
    _integers(index, lower, upper)
    kept = frozenset(c for c in fact.where if not c.has(index)) | {upper - lower + 1}
    for needed in fact.where - kept:
        if not implied(needed, kept | {index - lower, upper - index}):
            raise ProofError(f"{index} = {lower}..{upper} does not give {_shown(needed)} >= 0")
    if not consistent(kept | {upper - lower}):
        raise ProofError(f"the range {index} = {lower}..{upper} is empty")
    lhs, rhs = (sp.Sum(side, (index, lower, upper)) for side in (fact.lhs, fact.rhs))
    return _make(lhs, fact.relation, rhs, kept, fact.rests_on,
                 f"sum over {index} = {lower}..{upper}", (fact,))  # fmt: skip


def induction(
    index: sp.Symbol,
    start: sp.Expr,
    claim: tuple[sp.Expr, str, sp.Expr],
    base: Fact,
    step: Callable[[Fact], Fact],
    last: sp.Expr | None = None,
) -> Fact:
    """Infer the claim for index = start..last (or all index >= start).

    `base` states it at start; `step` gets it at index as a fact, and returns it at index + 1.
    """
    lhs, relation, rhs = sp.sympify(claim[0]), claim[1], sp.sympify(claim[2])
    start, last = sp.sympify(start), None if last is None else sp.sympify(last)
    _integers(index, start, *([] if last is None else [last]))
    inside = {index - start} | ({last - 1 - index} if last is not None else set())
    hypothesis = Assumption("induction hypothesis", lhs, relation, rhs, (), tuple(inside))
    _states(base, lhs.subs(index, start), relation, rhs.subs(index, start))
    stepped = step(assume(hypothesis))
    _states(stepped, lhs.subs(index, index + 1), relation, rhs.subs(index, index + 1))
    rests = base.rests_on | (stepped.rests_on - {hypothesis})
    if any(index in a.constants for a in rests):
        raise ProofError(f"{index} is fixed by an assumption: no induction over it")
    at_start = frozenset(c.subs(index, start) for c in base.where)  # the base at index = start
    kept = at_start | {c for c in stepped.where if not c.has(index)}
    for needed in stepped.where:
        if not implied(needed, kept | inside):
            raise ProofError(f"the step needs {_shown(needed)} >= 0")
    where = kept | {index - start} | ({last - index} if last is not None else set())
    return _make(lhs, relation, rhs, where, rests, f"induction over {index}", (base, stepped))


def split(total: sp.Sum, at: sp.Expr) -> Fact:
    """Give sum_{a}^{b} = sum_{a}^{at} + sum_{at+1}^{b} (any `at`, in Karr's convention)."""
    summand, index, lower, upper = _single(total)
    _integers(index, at)
    parts = sp.Sum(summand, (index, lower, at)) + sp.Sum(summand, (index, at + 1, upper))
    return _make(total, "=", parts, (), (), f"sum split at {at}")


def shift(total: sp.Sum, by: sp.Expr) -> Fact:
    """Give sum_{i=a}^{b} f(i) = sum_{i=a+by}^{b+by} f(i - by)."""
    summand, index, lower, upper = _single(total)
    _integers(index, by)
    _free(summand, index, by)
    moved = sp.Sum(summand.subs(index, index - by), (index, lower + by, upper + by))
    return _make(total, "=", moved, (), (), f"index shifted by {by}")


def reflect(total: sp.Sum) -> Fact:
    """Give sum_{i=a}^{b} f(i) = sum_{i=a}^{b} f(a + b - i)."""
    summand, index, lower, upper = _single(total)
    _free(summand, index, lower + upper)
    turned = sp.Sum(summand.subs(index, lower + upper - index), (index, lower, upper))
    return _make(total, "=", turned, (), (), "index reflected")


def swap(total: sp.Sum) -> Fact:
    """Exchange the order of a double sum over a rectangle."""
    if not isinstance(total, sp.Sum):
        raise ProofError(f"not a double sum over a rectangle: {total}")
    summand, *limits = total.args
    indices = [limit[0] for limit in limits]
    bounds = [bound for limit in limits for bound in limit[1:]]
    if len(set(indices)) != 2 or any(b.has(*indices) for b in bounds):
        raise ProofError(f"not a double sum over a rectangle: {total}")
    return _make(total, "=", sp.Sum(summand, limits[1], limits[0]), (), (), "sums exchanged")


def _integers(index: sp.Symbol, *bounds: sp.Expr) -> None:
    """Refuse an index or bounds that are no integers, and bounds that contain the index."""
    for bound in map(sp.sympify, bounds):
        if not (index.is_integer and bound.is_integer) or bound.has(index):
            raise ProofError(f"{index} and {bound} must be integers, one free of the other")


def _free(summand: sp.Expr, index: sp.Symbol, put: sp.Expr) -> None:
    captured = names_in(sp.sympify(put)) & (bound_in(summand) | {index})
    if captured:
        raise ProofError(f"{captured} is the index of a sum")


def _single(total: sp.Sum) -> tuple[sp.Expr, sp.Symbol, sp.Expr, sp.Expr]:
    if not isinstance(total, sp.Sum) or len(total.args) != 2:
        raise ProofError(f"not a sum over one index: {total}")
    return total.args[0], *total.args[1]


def _states(fact: Fact, lhs: sp.Expr, relation: str, rhs: sp.Expr) -> None:
    if relation == "=" and fact.relation != "=":
        raise ProofError(f"an equality is needed, got {fact}")
    change = (rhs - lhs) - (fact.rhs - fact.lhs)
    if not is_zero(change):
        raise ProofError(f"{fact} is not the claim {lhs} {relation} {rhs}: {_shown(change)}")
