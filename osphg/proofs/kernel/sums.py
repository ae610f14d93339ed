"""Rules of the kernel for sums and for induction."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from osphg.proofs.kernel.assumption import Assumption
from osphg.proofs.kernel.beliefs import integer
from osphg.proofs.kernel.fact import Fact, Inference, rule
from osphg.proofs.kernel.language import ProofError, bound, exact, names, shown
from osphg.proofs.kernel.linear import consistent, implied
from osphg.proofs.kernel.normal import is_zero
from osphg.proofs.kernel.replacement import Replacement

HYPOTHESIS = "induction hypothesis"


@rule
def sum_over(fact: Fact, index: sp.Symbol, lower: sp.Expr, upper: sp.Expr) -> Inference:
    """Sum a statement over index = lower..upper; the range may be empty but not reversed."""
    if any(index in a.constants for a in fact.rests_on):
        raise ProofError(f"{index} is no free index of {fact.statement}")
    _integers(index, lower, upper)
    kept = _without(index, fact.where) | {upper - lower + 1}
    for needed in fact.where - kept:
        if not implied(needed, kept | {index - lower, upper - index}):
            raise ProofError(f"{index} = {lower}..{upper} does not give {shown(needed)} >= 0")
    if not consistent(kept | {upper - lower}):
        raise ProofError(f"the range {index} = {lower}..{upper} is empty")
    lhs, rhs = (sp.Sum(side, (index, lower, upper)) for side in (fact.lhs, fact.rhs))
    words = f"sum over {index} = {lower}..{upper}"
    return Inference(lhs, fact.relation, rhs, kept, fact.rests_on, words)


@rule
def suppose(
    index: sp.Symbol, start: sp.Expr, lhs: sp.Expr, relation: str, rhs: sp.Expr,
    last: sp.Expr | None = None,
) -> Inference:  # fmt: skip
    """Suppose a claim for one index in start..last-1, to infer it for the next: see `induct`."""
    _integers(index, start, *([] if last is None else [last]))
    within = (index - start, *([] if last is None else [last - 1 - index]))
    hypothesis = Assumption(HYPOTHESIS, lhs, relation, rhs, (), within)
    return Inference(lhs, relation, rhs, within, {hypothesis}, f"assumption: {HYPOTHESIS}")


@rule
def induct(base: Fact, step: Fact, hypothesis: Fact) -> Inference:
    """Infer what was supposed for all of index = start..last, or for all index >= start.

    `base` states it at the start; `step`, which may rest on the hypothesis, at index + 1.
    """
    if hypothesis.how.rule is not suppose:
        raise ProofError(f"a hypothesis of `suppose` is wanted, not {hypothesis.statement}")
    index, start, lhs, relation, rhs, last = hypothesis.how.arguments
    at_start, following = Replacement({index: start}), Replacement({index: index + 1})
    _states(base, at_start(lhs), relation, at_start(rhs))
    _states(step, following(lhs), relation, following(rhs))
    rests = base.rests_on | (step.rests_on - hypothesis.rests_on)
    if any(index in a.constants for a in rests):
        raise ProofError(f"{index} is fixed by an assumption: no induction over it")
    kept = set(map(at_start, base.where)) | _without(index, step.where)
    # not where the hypothesis is defined, which may begin after the start
    within = {index - start, *([] if last is None else [last - 1 - index])}
    for needed in step.where:
        if not implied(needed, kept | within):
            raise ProofError(f"the step needs {shown(needed)} >= 0")
    where = kept | {index - start} | ({last - index} if last is not None else set())
    return Inference(lhs, relation, rhs, where, rests, f"induction over {index}")


def induction(
    index: sp.Symbol,
    start: sp.Expr,
    claim: tuple[sp.Expr, str, sp.Expr],
    base: Fact,
    step: Callable[[Fact], Fact],
    last: sp.Expr | None = None,
) -> Fact:
    """Infer the claim for index = start..last (or all index >= start).

    `base` states it at start; `step` gets it at index as a fact, and returns it at index + 1. This
    is no rule of its own, but two: `suppose` and `induct`.
    """
    hypothesis = suppose(index, start, *claim, last)
    return induct(base, step(hypothesis), hypothesis)


@rule
def split(total: sp.Sum, at: sp.Expr) -> Inference:
    """Give sum_{a}^{b} = sum_{a}^{at} + sum_{at+1}^{b} (any `at`, in Karr's convention)."""
    summand, index, lower, upper = _single(total)
    _integers(index, at)
    parts = sp.Sum(summand, (index, lower, at)) + sp.Sum(summand, (index, at + 1, upper))
    return Inference(total, "=", parts, (), (), f"sum split at {at}")


@rule
def shift(total: sp.Sum, by: sp.Expr) -> Inference:
    """Give sum_{i=a}^{b} f(i) = sum_{i=a+by}^{b+by} f(i - by)."""
    summand, index, lower, upper = _single(total)
    _integers(index, by)
    moved = sp.Sum(_at(summand, index, index - by), (index, lower + by, upper + by))
    return Inference(total, "=", moved, (), (), f"index shifted by {by}")


@rule
def reflect(total: sp.Sum) -> Inference:
    """Give sum_{i=a}^{b} f(i) = sum_{i=a}^{b} f(a + b - i)."""
    summand, index, lower, upper = _single(total)
    turned = sp.Sum(_at(summand, index, lower + upper - index), (index, lower, upper))
    return Inference(total, "=", turned, (), (), "index reflected")


@rule
def swap(total: sp.Sum) -> Inference:
    """Exchange the order of a double sum over a rectangle."""
    summand, *limits = total.args
    indices = {limit[0] for limit in limits}
    bounds = [bound_ for limit in limits for bound_ in limit[1:]]
    if len(limits) != 2 or any(b.free_symbols & indices for b in bounds):
        raise ProofError(f"not a double sum over a rectangle: {total}")
    return Inference(total, "=", sp.Sum(summand, limits[1], limits[0]), (), (), "sums exchanged")


def _integers(index: sp.Symbol, *bounds: sp.Expr) -> None:
    """Refuse bounds that are no integers, or contain the index."""
    for value in bounds:
        if not integer(value) or index in names(value) | bound(value):
            raise ProofError(f"{index} and {value} must be integers, one free of the other")


def _without(index: sp.Symbol, where: frozenset[sp.Expr]) -> frozenset[sp.Expr]:
    return frozenset(c for c in where if index not in names(c))


def _at(summand: sp.Expr, index: sp.Symbol, value: sp.Expr) -> sp.Expr:
    return Replacement({index: exact(value)})(summand)


def _single(total: sp.Sum) -> tuple[sp.Expr, sp.Symbol, sp.Expr, sp.Expr]:
    if len(total.limits) != 1:
        raise ProofError(f"not a sum over one index: {total}")
    return total.function, *total.limits[0]


def _states(fact: Fact, lhs: sp.Expr, relation: str, rhs: sp.Expr) -> None:
    if relation == "=" and fact.relation != "=":
        raise ProofError(f"an equality is needed, got {fact.statement}")
    change = (rhs - lhs) - (fact.rhs - fact.lhs)
    if not is_zero(change):
        raise ProofError(f"{fact.statement} is not the claim {lhs} {relation} {rhs}", change)
