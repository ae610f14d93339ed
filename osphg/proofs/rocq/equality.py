"""Proofs in Rocq that two real terms are equal.

Both sides are brought to their canonical form: of each sum, power, absolute value, maximum, root
and exponential it is proven what its form is, the largest first, and replaced; what is left is the
business of `ring` and `field`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import sympy as sp

from osphg.proofs.rocq.forms import (
    TOP,
    Forms,
    Scope,
    antidifference,
    at,
    bound_index,
    collected,
    expand,
    is_polynomial,
    length,
    maximum_below,
    roots,
    summed,
)
from osphg.proofs.rocq.operations import (
    Abs,
    Add,
    Call,
    Exp,
    Inv,
    Max,
    Min,
    Mul,
    Neg,
    Num,
    Operation,
    Sqrt,
    Sub,
)
from osphg.proofs.rocq.reading import term as read
from osphg.proofs.rocq.squares import closing
from osphg.proofs.rocq.terms import (
    App,
    Of,
    Pow,
    PowZ,
    Put,
    Term,
    Total,
    Var,
)
from osphg.proofs.rocq.wholes import ATOM, SUM, ExportError, NameTable, Whole

Lines = list[str]
ZERO = Num(sp.Integer(0))


def block(lines: Lines) -> Lines:
    """Return the proof of one goal in braces."""
    if len(lines) == 1:
        return [f"{{ {lines[0]} }}"]
    return ["{ " + lines[0], *("  " + line for line in lines[1:-1]), f"  {lines[-1]} }}"]


class Equality:
    """The proof that two terms are equal.

    Parameters
    ----------
    left, right : Term
    names : mapping of symbols and functions to their names in Rocq
    fresh : iterator of numbers
        For names that nothing else in the proof has.
    """

    def __init__(self, left: Term, right: Term, names: NameTable, fresh: Iterator[int]) -> None:
        self._left, self._right, self._names, self._fresh = left, right, names, fresh
        self._forms = Forms(left, right)
        self._keep = maximum_below(left) or maximum_below(right)

    def proof(self) -> Lines:
        """Return the tactics that prove it."""
        return self._equal(self._left, self._right, TOP)

    def _text(self, term: Term, wanted: int = SUM) -> str:
        return term.text(self._names, wanted)

    def _name(self, stem: str) -> str:
        return f"{stem}{next(self._fresh)}_"

    def _equal(self, left: Term, right: Term, scope: Scope) -> Lines:
        if self._text(left) == self._text(right):
            return ["same."]
        found: dict[str, Term] = {}
        for side in (left, right):
            self._compound(side, found)
        lines, equations = [], []
        hints: dict[str, Term] = {}
        for text, part in sorted(found.items(), key=lambda item: -len(item[0])):
            form, proof = self._canonical(part, scope)
            hints |= {self._text(root): root for root in roots(form)}
            if self._text(form) != text:
                equations.append(self._name("eq"))
                lines += [f"assert ({equations[-1]} : {text} = {self._text(form)}).", *block(proof)]
        lines += [f"try rewrite {equation}; clear {equation}." for equation in equations]
        return [*lines, *closing(list(hints.values()), self._names, self._name)]

    def _compound(self, term: Term, found: dict[str, Term]) -> None:
        """Collect the largest parts of a term that `ring` and `field` do not see into."""
        if isinstance(term, Num | Var | Of) or (isinstance(term, Max) and self._keep):
            return
        if isinstance(term, Pow) or (isinstance(term, Operation) and not isinstance(term, Call)):
            for part in term.parts:
                self._compound(part, found)
            return
        found.setdefault(self._text(term), term)

    @functools.singledispatchmethod
    def _canonical(self, term: Term, scope: Scope) -> tuple[Term, Lines]:
        """Return the canonical form of a part, and the proof that it is equal to it."""
        raise ExportError(f"no canonical form of {term}")

    @_canonical.register
    def _(self, term: App, scope: Scope) -> tuple[Term, Lines]:
        arguments = tuple(Whole(argument.value) for argument in term.arguments)
        return App(term.function, arguments), ["f_equal; lia."]

    @_canonical.register
    def _(self, term: PowZ, scope: Scope) -> tuple[Term, Lines]:
        exponent = term.exponent.value
        base = read(self._forms.form(term.base, scope))
        if exponent.is_Integer:
            number = int(exponent)
            if number < 0:
                raise ExportError(f"a negative power: {term}")
            form = Pow(base, number) if number else Num(sp.Integer(1))
            inner = self._equal(Pow(term.base, number), form, scope)
            return form, [f"rewrite (power_number _ _ {number}) by lia.", *inner]
        above, least = self._forms.least(term.base, exponent, scope)
        power = PowZ(base, Whole(least))
        if above == 0:
            proof = self._equal(term.base, base, scope)
            return power, ["apply power_equal.", *block(proof), "lia."]
        inner = self._equal(
            Mul((Pow(term.base, above), PowZ(term.base, Whole(least)))),
            Mul((Pow(base, above), power)), scope,
        )  # fmt: skip
        text = Whole(least).text(self._names, ATOM)
        return Mul((Pow(base, above), power)), [
            f"rewrite (power_above _ _ {text} {above}) by lia.", *inner,
        ]  # fmt: skip

    @_canonical.register(Max)
    @_canonical.register(Min)
    def _(self, term: Call, scope: Scope) -> tuple[Term, Lines]:
        left, right = term.terms
        size = Abs((Sub((left, right)),))
        both = Add((left, right))
        half = Inv((Num(sp.Integer(2)),))
        outer = Add((both, size)) if isinstance(term, Max) else Sub((both, size))
        form = read(self._forms.form(term, scope))
        proof = self._equal(Mul((outer, half)), form, scope)
        return form, [f"rewrite {term.called}_by_abs.", *proof]

    @_canonical.register
    def _(self, term: Abs, scope: Scope) -> tuple[Term, Lines]:
        inside = term.terms[0]
        value = self._forms.form(inside, scope)
        size = sp.Abs(value)
        plain = expand(size) == size and size.func is sp.Abs and size.args == (value,)
        if plain and self._text(read(value)) == self._text(inside):
            return term, []
        for sign, suffix in ((1, ""), (-1, "_turned")):
            if not size.has(sp.Abs) and expand(sign * size - value) == 0:
                known = sp.factor(size)
                proof = self._equal(inside, read(sign * known), scope)
                return read(known), [f"apply abs_known{suffix}; [cond|].", *proof]
            parts = size.atoms(sp.Abs)
            if len(parts) == 1:
                (part,) = parts
                factor, rest = sp.simplify(size / part), part.args[0]
                if expand(sign * factor * rest - value) == 0:
                    product = Mul((read(factor), read(rest)))
                    proof = self._equal(inside, product if sign == 1 else Neg((product,)), scope)
                    form = Mul((read(factor), Abs((read(rest),))))
                    return form, [f"apply abs_factor{suffix}; [cond|].", *proof]
        raise ExportError(f"an absolute value in an unknown form: {term}")

    @_canonical.register
    def _(self, term: Exp, scope: Scope) -> tuple[Term, Lines]:
        inside = term.terms[0]
        exponent = expand(self._forms.form(inside, scope))
        if exponent == 0:
            proof = self._equal(inside, ZERO, scope)
            return Num(sp.Integer(1)), ["rewrite <- exp_0; f_equal.", *proof]
        parts = tuple(map(read, sp.Add.make_args(exponent)))
        if len(parts) == 1:
            return Exp(parts), ["f_equal.", *self._equal(inside, parts[0], scope)]
        whole = Add(tuple(part.placed() for part in parts))
        proof = self._equal(inside, whole, scope)
        return Mul(tuple(Exp((part,)) for part in parts)), [
            f"transitivity (exp {self._text(whole, ATOM)}).",
            *block(["f_equal.", *proof]), "rewrite !exp_plus; ring.",
        ]  # fmt: skip

    @_canonical.register
    def _(self, term: Sqrt, scope: Scope) -> tuple[Term, Lines]:
        inside = read(self._forms.form(term.terms[0], scope))
        return Sqrt((inside,)), ["f_equal.", *self._equal(term.terms[0], inside, scope)]

    @_canonical.register
    def _(self, term: Total, scope: Scope) -> tuple[Term, Lines]:
        if length(term) == -1:
            return ZERO, ["apply total_none; lia."]
        if length(term) == 0:
            single = at(term, term.lower)
            form = read(self._forms.form(single, scope))
            proof = self._equal(single, form, scope)
            return form, ["rewrite total_one by lia; cbv beta.", *proof]
        inner = scope.inside(term)
        summand = expand(self._forms.form(term.body, inner))
        value = summed(term, summand)
        form = read(value)
        if self._text(form) == self._text(term) or self._renamed(term, form):
            return (term if self._renamed(term, form) else form), []
        return form, self._split(term, summand, inner)

    def _renamed(self, term: Total, form: Term) -> bool:
        """Whether a sum is in canonical form but for the name of its index."""
        if not isinstance(form, Total):
            return False
        again = Total(term.index, form.lower, form.upper, at(form, Whole(term.index)))
        return self._text(again) == self._text(term)

    def _split(self, term: Total, summand: sp.Expr, inner: Scope) -> Lines:
        """Prove that a sum is the sum of its parts, each with its factor."""
        bound, place = bound_index(summand), sp.Symbol(self._name("x"), integer=True)
        parts = collected(summand, term.index)
        functions = [read(rest.xreplace({term.index: bound})) for _, rest in parts]
        index = self._names[bound]
        listed = "; ".join(
            f"({self._text(read(factor))}, fun {index} : Z => {self._text(function)})"
            for (factor, _), function in zip(parts, functions, strict=True)
        )
        bounds = [Whole(b.value).text(self._names, ATOM) for b in (term.lower, term.upper)]
        name = self._name("parts")
        claim = f"{self._text(term)} = mixed [{listed}] {bounds[0]} {bounds[1]}"
        here = Put({bound: Whole(place)})
        target = Add((
            *(Mul((read(factor), function.put(here)))
              for (factor, _), function in zip(parts, functions, strict=True)), ZERO,
        ))  # fmt: skip
        if self._forms.lowers(term.body, inner):
            begin = f"apply total_parts_in; [lia|lia|lia|intros {place} ?; cbn [mix]]."
        else:
            begin = f"apply total_parts; [lia|lia|intros {place}; cbn [mix]]."
        within = Scope(place, inner.lower, inner.upper)
        proof = self._equal(at(term, Whole(place)), target, within)
        lines = [f"assert ({name} : {claim}).", *block([begin, *proof])]
        lines.append(f"rewrite {name}; clear {name}; cbn [mixed].")
        for (_, rest), function in zip(parts, functions, strict=True):
            if rest == 1:
                lines.append("rewrite ?total_count.")
            elif is_polynomial(rest, term.index):
                end = sp.Symbol("n_", integer=True)
                closed = read(antidifference(rest, term.index, end))
                lines.append(
                    f"rewrite (total_difference (fun {index} : Z => {self._text(function)}) "
                    f"(fun n_ : Z => {self._text(closed)})); "
                    "[|intros; cbv beta; push; unfold Rdiv; field]."
                )
        return [*lines, "polynomial."]
