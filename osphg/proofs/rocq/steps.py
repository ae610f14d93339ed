"""A proof script of Rocq for each rule of the kernel.

A script does what the rule did, from what the rule was given: it applies the premises' lemmas and
proves what the kernel asked sympy. Nothing in it is searched for, but for signs and conditions.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp

from osphg.proofs import kernel
from osphg.proofs.kernel import Fact
from osphg.proofs.kernel.normal import is_zero
from osphg.proofs.rocq import sum_steps
from osphg.proofs.rocq.equality import ZERO, Equality, Lines, block
from osphg.proofs.rocq.naming import is_function
from osphg.proofs.rocq.operations import Abs, Add, Mul, Sub, replaced
from osphg.proofs.rocq.reading import term
from osphg.proofs.rocq.script import WORD, Script, weak
from osphg.proofs.rocq.terms import Pow, Put
from osphg.proofs.rocq.wholes import ATOM, ExportError, whole


def proof(script: Script) -> Lines:
    """Return the tactics that prove a fact.

    Raises
    ------
    ExportError
        If there is no script for the rule.
    """
    how = script.fact.how
    if how.rule not in _SCRIPTS:
        raise ExportError(f"no proof in Rocq for the rule {how.rule.__name__}")
    return _SCRIPTS[how.rule](script, *how.arguments)


def assume(script: Script, _: Any) -> Lines:
    """Apply the hypothesis."""
    return [f"exact {script.context.assumption(script.fact, script.names)}."]


def suppose(script: Script, *_: Any) -> Lines:
    """Apply the induction hypothesis."""
    return [f"exact {script.context.hypothesis(script.fact)}."]


def identity(script: Script, *_: Any) -> Lines:
    """Prove the equality."""
    return Equality(script.left, script.right, script.names, script.fresh).proof()


def nonnegative(script: Script, *_: Any) -> Lines:
    """Prove the sign."""
    return [_signs(script, script.fact.rhs)]


def _signs(script: Script, e: sp.Expr) -> str:
    factored = sp.factor(e)
    if factored == e:
        return "cond."
    text, other = script.text(term(e), ATOM), script.text(term(factored), ATOM)
    return f"first [cond | replace {text} with {other} by polynomial; cond]."


def square(script: Script, e: sp.Expr) -> Lines:
    """Say that a square is not negative."""
    power = Pow(term(e), 2)
    text = script.text(power, ATOM)
    proof = Equality(power, script.right, script.names, script.fresh).proof()
    return [f"apply (Rle_trans _ {text}); [apply pow2_ge_0|apply eq_le].", *proof]


def absolute(script: Script, e: sp.Expr) -> Lines:
    """Say that nothing is above its absolute value."""
    size = Abs((term(e),))
    text = script.text(size, ATOM)
    proof = script.equal(size, script.right)
    return [f"apply (Rle_trans _ {text}); [apply Rle_abs|apply eq_le].", *proof]


def add(script: Script, *facts: Fact) -> Lines:
    """Add the premises side by side."""
    wanted = script.fact.relation
    lines = [script.pose(fact, f"H{place}") for place, fact in enumerate(facts)]
    held = [weak(f"H{place}", fact.relation, wanted) for place, fact in enumerate(facts)]
    last = facts[-1]
    left, right, proof = term(last.lhs).placed(), term(last.rhs).placed(), held[-1]
    for fact, name in zip(reversed(facts[:-1]), reversed(held[:-1]), strict=True):
        if wanted == "<=":
            proof = f"(Rplus_le_compat _ _ _ _ {name} {proof})"
        else:
            proof = f"(f_equal2 Rplus {name} {proof})"
        left = Add((term(fact.lhs).placed(), left))
        right = Add((term(fact.rhs).placed(), right))
    return [*lines, *script.sides(proof, left, right, wanted)]


def scale(script: Script, fact: Fact, factor: sp.Expr, sign: Fact | None) -> Lines:
    """Multiply a premise, by a factor whose sign is proven."""
    by = term(factor)
    sides = [Mul((term(side).placed(), by)) for side in (fact.lhs, fact.rhs)]
    lines = [script.pose(fact, "H")]
    text = script.text(by, ATOM)
    if fact.relation == "=":
        lines.append(f"apply (eq_scale _ _ {text} _ _ H).")
    else:
        lines.append(f"assert (HK : 0 <= {script.text(by)}).")
        if sign is None:
            lines += block([_signs(script, factor)])
        else:
            lemma = f"sign_of_{WORD[sign.relation]}"
            gap = Sub((Sub((term(sign.rhs), term(sign.lhs))), by))
            proof = Equality(gap, ZERO, script.names, script.fresh).proof()
            lines += block([script.pose(sign, "HS"), f"apply ({lemma} _ _ _ HS).", *proof])
        lines.append(f"apply (le_scale _ _ {text} _ _ H HK).")
    return [*lines, *script.equal(script.left, sides[0]), *script.equal(script.right, sides[1])]


def chain(script: Script, *facts: Fact) -> Lines:
    """Go through the premises, and prove that neighbours agree."""
    wanted = script.fact.relation
    lines = [script.pose(facts[0], "H0")]
    proof = weak("H0", facts[0].relation, wanted)
    for place, (before, fact) in enumerate(itertools.pairwise(facts), 1):
        gap = Sub((term(before.rhs), term(fact.lhs)))
        lines += [script.pose(fact, f"H{place}"), f"assert (D{place} : {script.text(gap)} = 0)."]
        lines += script.equal(gap, ZERO)
        held = weak(f"H{place}", fact.relation, wanted)
        proof = f"({WORD[wanted]}_chain _ _ _ _ {proof} D{place} {held})"
    return [*lines, f"exact {proof}."]


def restate(script: Script, fact: Fact, *_: Any) -> Lines:
    """Prove that the difference of the sides is what it was."""
    given, own = (term(fact.lhs), term(fact.rhs)), (script.left, script.right)
    turned = fact.relation == "=" and not _differ_alike(fact, script.fact)
    return [
        script.pose(fact, "H"), *script.difference("H", own, given, fact.relation, turned)
    ]  # fmt: skip


def substitute(script: Script, fact: Fact, equation: Fact) -> Lines:
    """Rewrite with the equation."""
    old, new = term(equation.lhs), term(equation.rhs)
    left, right = (replaced(term(side), old, new) for side in (fact.lhs, fact.rhs))
    return [
        script.pose(fact, "H"), script.pose(equation, "HQ"), "rewrite HQ in H.",
        *script.sides("H", left, right, fact.relation),
    ]  # fmt: skip


def instance(script: Script, fact: Fact, values: Mapping[Any, Any], *_: Any) -> Lines:
    """Apply the premise to the values."""
    symbols = {name: value for name, value in values.items() if not is_function(name)}
    put = Put(
        {name: whole(value) for name, value in symbols.items() if name.is_integer},
        {name: term(value) for name, value in symbols.items() if not name.is_integer},
        {name: (tuple(value.variables), term(value.expr))
         for name, value in values.items() if is_function(name)},
    )  # fmt: skip
    left, right = (term(side).put(put) for side in (fact.lhs, fact.rhs))
    return [script.pose(fact, "H", values), *script.sides("H", left, right, fact.relation)]


def under(script: Script, fact: Fact, *_: Any) -> Lines:
    """Apply the premise, and prove its conditions."""
    return [f"exact {script.context.apply(script.fact, fact, script.names, {}, True)}."]


def between(script: Script, above: Fact, below: Fact) -> Lines:
    """Bound an absolute value from both sides."""
    names = [weak(n, f.relation, "<=") for n, f in (("Ha", above), ("Hb", below))]
    left = Add((term(above.lhs), term(below.lhs)))
    right = Sub((term(above.rhs), term(below.rhs)))
    return [
        script.pose(above, "Ha"), script.pose(below, "Hb"),
        f"apply (between _ _ _ _ _ {names[0]} {names[1]}).",
        *script.equal(left, ZERO), *script.equal(right, ZERO),
        *script.equal(script.left, Abs((term(above.lhs),))),
    ]  # fmt: skip


def _differ_alike(fact: Fact, other: Fact) -> bool:
    """Whether the sides of two facts differ by the same, and not by minus the same."""
    return is_zero((other.rhs - other.lhs) - (fact.rhs - fact.lhs))


_SCRIPTS: dict[Callable[..., Fact], Callable[..., Lines]] = {
    kernel.assume: assume,
    kernel.suppose: suppose,
    kernel.identity: identity,
    kernel.nonnegative: nonnegative,
    kernel.square: square,
    kernel.absolute: absolute,
    kernel.add: add,
    kernel.scale: scale,
    kernel.chain: chain,
    kernel.restate: restate,
    kernel.substitute: substitute,
    kernel.instance: instance,
    kernel.under: under,
    kernel.sum_over: sum_steps.sum_over,
    kernel.induct: sum_steps.induct,
    kernel.split: sum_steps.split,
    kernel.shift: sum_steps.shift,
    kernel.reflect: sum_steps.reflect,
    kernel.swap: sum_steps.swap,
    kernel.between: between,
}
