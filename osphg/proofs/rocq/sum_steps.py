"""Proof scripts of Rocq for the kernel's rules for sums and for induction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy as sp

from osphg.proofs.kernel import Fact
from osphg.proofs.rocq.equality import Lines, block
from osphg.proofs.rocq.operations import Add
from osphg.proofs.rocq.reading import term
from osphg.proofs.rocq.script import Script, Sides
from osphg.proofs.rocq.terms import Put, Term, Total
from osphg.proofs.rocq.wholes import ATOM, ExportError, NameTable, Whole, whole


def sum_over(script: Script, fact: Fact, index: sp.Symbol, lower: sp.Expr, upper: sp.Expr) -> Lines:
    """Sum the premise over the range."""
    bounds = whole(lower), whole(upper)
    left, right = (Total(index, *bounds, term(side)) for side in (fact.lhs, fact.rhs))
    place = sp.Symbol(f"x{next(script.fresh)}_", integer=True)
    applied = script.context.apply(script.fact, fact, script.names, {index: place}, False)
    lemma = "total_le" if fact.relation == "<=" else "total_eq"
    return [
        f"assert (HS : {script.text(left)} {fact.relation} {script.text(right)}).",
        *block([f"apply {lemma}; [cond|intros {place} ?; cbv beta].", f"exact {applied}."]),
        *script.sides("HS", left, right, fact.relation),
    ]  # fmt: skip


def induct(script: Script, base: Fact, step: Fact, hypothesis: Fact) -> Lines:
    """Go by induction from the start."""
    index, start, _, relation, _, last = hypothesis.how.arguments
    outer, inner = script.names, NameTable(script.names)
    name = inner[index] = f"{outer[index]}0_"
    first = whole(start)
    least = first.text(outer, ATOM)
    most = "" if last is None else f"({name} <= {whole(last).text(outer)})%Z -> "
    script.names = inner
    claim = f"{most}{script.text(script.left)} {relation} {script.text(script.right)}"
    held = f"{script.text(script.left)} {relation} {script.text(script.right)}"
    sign = script.context.sign(index, inner)
    stepped = [
        f"intros {name} HN HI{'' if last is None else ' HL'}.",
        *([f"assert (s_{name} : {sign}) by lia."] if sign else []),
        f"assert ({script.context.hypothesis(hypothesis)} : {held}) by (apply HI; lia).",
        f"pose proof {script.context.apply(script.fact, step, inner, {}, False)} as H.",
        *script.difference("H", _at({index: Whole(index + 1)}, script.fact),
                          _at({}, step), step.relation),
    ]  # fmt: skip
    script.names = outer
    applied = script.context.apply(script.fact, base, outer, {index: start}, False)
    begun = [
        *([] if last is None else ["intros HL."]),
        f"pose proof {applied} as H; cbv beta in H.",
        *script.difference("H", _at({index: first}, script.fact),
                          _at({index: first}, base), base.relation),
    ]  # fmt: skip
    return [
        f"assert (all_ : forall {name} : Z, ({least} <= {name})%Z -> {claim}).",
        *block([f"apply (from {least} (fun {name} : Z => {claim})); cbv beta.",
                *block(begun), *stepped]),
        f"exact (all_ {outer[index]} ltac:(lia){'' if last is None else ' ltac:(lia)'}).",
    ]  # fmt: skip


def split(script: Script, total: sp.Sum, at: sp.Expr) -> Lines:
    """Split a sum."""
    whole_, where = _total(total), whole(at)
    place = sp.Symbol("_at", integer=True)
    right = Add((
        Total(whole_.index, whole_.lower, where, whole_.body),
        Total(whole_.index, Whole(place + 1, {place: where}), whole_.upper, whole_.body),
    ))  # fmt: skip
    bounds = [b.text(script.names, ATOM) for b in (whole_.lower, where, whole_.upper)]
    return _by_lemma(script, "split", whole_, bounds, right)


def shift(script: Script, total: sp.Sum, by: sp.Expr) -> Lines:
    """Shift the index."""
    whole_, far = _total(total), whole(by)
    place, distance = sp.symbols("_at _by", integer=True)

    def moved(b: Whole) -> Whole:
        return Whole(place + distance, {place: b, distance: far})

    back = Whole(place - distance, {place: Whole(whole_.index), distance: far})
    right = Total(
        whole_.index, moved(whole_.lower), moved(whole_.upper),
        whole_.body.put(Put({whole_.index: back})),
    )  # fmt: skip
    bounds = [b.text(script.names, ATOM) for b in (whole_.lower, whole_.upper, far)]
    return _by_lemma(script, "shift", whole_, bounds, right)


def reflect(script: Script, total: sp.Sum) -> Lines:
    """Reflect the index."""
    whole_ = _total(total)
    low, high, place = sp.symbols("_a _b _i", integer=True)
    env = {low: whole_.lower, high: whole_.upper, place: Whole(whole_.index)}
    turned = whole_.body.put(Put({whole_.index: Whole(low + high - place, env)}))
    right = Total(whole_.index, whole_.lower, whole_.upper, turned)
    bounds = [b.text(script.names, ATOM) for b in (whole_.lower, whole_.upper)]
    return _by_lemma(script, "reflect", whole_, bounds, right)


def swap(script: Script, total: sp.Sum) -> Lines:
    """Exchange two sums."""
    outer = _total(total)
    inner = outer.body
    if not isinstance(inner, Total):
        raise ExportError(f"not a double sum: {total}")
    right = Total(
        inner.index, inner.lower, inner.upper,
        Total(outer.index, outer.lower, outer.upper, inner.body),
    )  # fmt: skip
    indices = f"{script.names[inner.index]} {script.names[outer.index]}"
    bounds = " ".join(
        b.text(script.names, ATOM) for b in (inner.lower, inner.upper, outer.lower, outer.upper)
    )
    body = script.text(inner.body)
    proof = f"(total_swap (fun {indices} : Z => {body}) {bounds})"
    return [f"pose proof {proof} as H; cbv beta in H.", *script.sides("H", outer, right, "=")]


def _total(total: sp.Sum) -> Total:
    read = term(total)
    if not isinstance(read, Total):
        raise ExportError(f"not a sum: {total}")
    return read


def _by_lemma(
    script: Script, lemma: str, total: Total, bounds: Sequence[str], right: Term
) -> Lines:
    summand = total.function(script.names)
    proof = f"(total_{lemma} {summand} {' '.join(bounds)})"
    return [f"pose proof {proof} as H; cbv beta in H.", *script.sides("H", total, right, "=")]


def _at(values: Mapping[sp.Symbol, Whole], fact: Fact) -> Sides:
    put = Put(values)
    return term(fact.lhs).put(put), term(fact.rhs).put(put)
