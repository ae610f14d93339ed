"""Replacing symbols and functions in expressions, all at once, where nothing is captured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef, UndefinedFunction

from osphg.proofs.kernel import beliefs
from osphg.proofs.kernel.defined import defined
from osphg.proofs.kernel.language import ProofError, bound, exact, kind, names
from osphg.proofs.kernel.linear import implied

_ANY = sp.Symbol("_0 any", integer=True)


class Replacement:
    """Values for names: expressions for symbols, and `sp.Lambda` for functions.

    Parameters
    ----------
    values : mapping
    where : expressions
        Conditions, each >= 0, under which a value has the sign of its symbol.

    Raises
    ------
    ProofError
        If a value is undefined, or lacks the sign or the integrality of its name.
    """

    def __init__(self, values: Mapping[Any, Any], where: Iterable[sp.Expr] = ()) -> None:
        self._values: dict[Any, Any] = {}
        self._brought: frozenset[Any] = frozenset()  # names that stand free in a value
        self._within: frozenset[Any] = frozenset()  # indices of the sums in functions' values
        for name, value in values.items():
            if isinstance(name, UndefinedFunction) and isinstance(value, sp.Lambda):
                self._values[name] = variables, body = _function(name, value)
                self._brought |= names(body) - set(variables)
                self._within |= bound(body)
            elif isinstance(name, sp.Symbol) and not isinstance(value, sp.Lambda):
                self._values[name] = body = exact(value)
                _fits(body, name, where)
                self._brought |= names(body)
            else:
                raise ProofError(f"{name} := {value}: a symbol, or a function by a Lambda, wanted")

    def __call__(self, e: sp.Expr) -> sp.Expr:
        """Return an expression with the values in the place of the names.

        Raises
        ------
        ProofError
            If a name in a value would become the index of a sum, or is one that is replaced.
        """
        captured = bound(e) & (self._brought | set(self._values))
        captured |= self._within & (names(e) | bound(e) | self._brought)
        if captured:
            raise ProofError(f"{_listed(captured)} is the index of a sum in {e} or in a value")
        return self._put(e)

    def _put(self, e: sp.Expr) -> sp.Expr:
        if isinstance(e, sp.Symbol):
            return self._values.get(e, e)
        if not e.args:
            return e
        put = [self._put(a) for a in e.args]
        if isinstance(e, AppliedUndef) and e.func in self._values:
            variables, body = self._values[e.func]
            if len(variables) != len(put):
                raise ProofError(f"{e.func} has {len(put)} arguments in {e}")
            return body.xreplace(dict(zip(variables, put, strict=True)))
        return e.func(*put)


def _function(name: Any, value: sp.Lambda) -> tuple[tuple[sp.Symbol, ...], sp.Expr]:
    """Return variables and body of what is put for a function: it fits for every index."""
    same = value == sp.Id  # what sympy makes of Lambda(x, x)
    variables, body = ((_ANY,), _ANY) if same else (tuple(value.signature), exact(value.expr))
    for variable in variables:
        if kind(variable).signed:
            raise ProofError(f"the variable of {name} := {value} must be a plain one: {variable}")
    if bound(body) & set(variables):
        raise ProofError(f"a variable of {name} := {value} is the index of a sum")
    _fits(body, name, ())
    return variables, body


def _fits(value: sp.Expr, name: Any, where: Iterable[sp.Expr]) -> None:
    """Refuse a value that may be undefined, or is not known to be of the kind of its name."""
    wanted = kind(name)
    if not defined(value, where):
        raise ProofError(f"{value} may be undefined, and cannot stand for {name}")
    if wanted.integer and not beliefs.integer(value):
        raise ProofError(f"{value} must be an integer to stand for {name}")
    if wanted.positive:
        if not (beliefs.positive(value) or (wanted.integer and implied(value - 1, where))):
            raise ProofError(f"{value} must be positive to stand for {name}")
    elif wanted.nonnegative and not (beliefs.nonnegative(value) or implied(value, where)):
        raise ProofError(f"{value} must be nonnegative to stand for {name}")


def _listed(found: Iterable[Any]) -> str:
    return ", ".join(sorted(map(str, found)))
