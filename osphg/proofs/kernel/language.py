"""The language of the kernel: which expressions a fact may contain, and what its names may be.

It is a whitelist. A number is rational, or e. A symbol is a real number or an integer, of any sign,
at least 0, or positive, and nothing else is known of it; a function is a sequence of such numbers,
over one or more integers. From these +, *, powers with a rational or an integer exponent, absolute
values, maxima, minima, exponentials and sums over integer ranges make all the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from numbers import Rational
from typing import Any, NamedTuple

import sympy as sp
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.core.parameters import global_parameters as parameters

RESERVED = re.compile(r"_\d.*")  # names of the normal form
_OPERATIONS = (sp.Add, sp.Mul, sp.Pow, sp.Abs, sp.Max, sp.Min, sp.exp, sp.Sum)
_NUMBERS = (sp.Integer, sp.Rational, *map(type, (sp.E, *map(sp.Rational, (0, 1, -1, 0.5)))))
_NODES = frozenset({*_OPERATIONS, *_NUMBERS, sp.Symbol, sp.Tuple})


class ProofError(ValueError):
    """A rule refused; the message shows the expression that it could not verify.

    Attributes
    ----------
    difference : expression or None
        What the rule could not reduce to 0, if that is why.
    """

    def __init__(self, message: str, difference: sp.Expr | None = None) -> None:
        super().__init__(message)
        self.difference = difference


def _known(assumptions: Mapping[str, Any]) -> frozenset[tuple[str, bool]]:
    return frozenset((k, v) for k, v in assumptions.items() if k != "commutative")


class Kind(NamedTuple):
    """What a name is known to be: real, perhaps an integer, perhaps with a sign."""

    integer: bool
    nonnegative: bool
    positive: bool  # then it is nonnegative, too

    @property
    def signed(self) -> bool:
        """Whether anything is known of the sign."""
        return self.nonnegative or self.positive

    def __str__(self) -> str:
        """Say it in words."""
        sign = ", > 0" if self.positive else ", >= 0" if self.nonnegative else ""
        return ("integer" if self.integer else "real") + sign


INDEX = Kind(integer=True, nonnegative=False, positive=False)  # what a sum may run over


def _kinds() -> dict[frozenset[tuple[str, bool]], Kind]:
    """Return the kinds that the kernel admits, by all that sympy knows of such a name."""
    found = {}
    for sign in ({}, {"nonnegative": True}, {"positive": True}):
        for domain in ("real", "integer"):
            known = sp.Symbol("x", **{domain: True}, **sign).assumptions0
            flags = (known.get(flag) is True for flag in Kind._fields)
            found[_known(known)] = Kind(*flags)
    return found


_KINDS = _kinds()
_SEEN: dict[int, tuple[Any, Kind]] = {}  # what has been looked at, each by what it is


def kind(name: Any) -> Kind:
    """Return what a symbol, or a value of a function, is known to be.

    Raises
    ------
    ProofError
        If it is no symbol or function, or not of a kind that the kernel admits.
    """
    seen, found = _SEEN.get(id(name), (None, None))
    # a function is a class, whose attributes may have been set since it was looked at
    if found is None or seen is not name or type(name) is not sp.Symbol:
        if type(name) is not sp.Symbol and not own_function(name):
            raise ProofError(f"not a plain symbol or function: {name}")
        found = _kind(name)
        _SEEN[id(name)] = name, found
    return found


def _kind(name: Any) -> Kind:
    known = _known(name.assumptions0 if isinstance(name, sp.Symbol) else _flags(name))
    if known not in _KINDS:
        odd = ", ".join(sorted(k for k, v in known if v)) or "nothing"
        raise ProofError(
            f"{name} must be known to be real or an integer, perhaps with a sign, and nothing "
            f"else; it is known to be {odd}"
        )
    return _KINDS[known]


def _flags(function: Any) -> dict[str, Any]:
    return {k[3:]: v for k, v in vars(function).items() if k.startswith("is_")}


# what sympy puts into a function, as a class
_PARTS = frozenset().union(
    *(
        vars(sp.Function("f", **given))
        for given in ({"real": True}, {"integer": True, "positive": True})
    )
)


@lru_cache(maxsize=1024)
def _made(name: str, known: frozenset[tuple[str, bool]]) -> dict[str, Any]:
    """Return what sympy puts into a function of this name and kind."""
    return dict(vars(sp.Function(name, **dict(known))))


def own_function(name: Any) -> bool:
    """Whether a function is one that sympy makes of a name, with nothing added to it or changed.

    Functions of one name are equal if they were made with the same assumptions, whatever has become
    of them since.
    """
    if type(name) is not UndefinedFunction or name.__bases__ != (AppliedUndef,):
        return False
    try:
        made = _made(name.__name__, frozenset(name._kwargs.items()))
    except (TypeError, ValueError):  # of assumptions that sympy would not have made it with
        return False
    held = dict(vars(name))
    # what is of another type may say that it equals anything
    return held.keys() == made.keys() <= _PARTS and all(
        type(value) is type(made[part]) and value == made[part] for part, value in held.items()
    )


def plain(e: sp.Basic) -> None:
    """Refuse an expression with a part of which anything is known but by sympy's own classes.

    A class may say that its objects equal others, and functions are equal by name and kind. So each
    part is looked at, and nothing is taken from memory, where an equal one may be.

    Raises
    ------
    ProofError
        With the part.
    """
    todo: list[Any] = [e]
    while todo:
        part = todo.pop()
        todo += part.args
        if type(part) in _NODES:
            continue
        if isinstance(part, sp.Symbol) or isinstance(type(part), UndefinedFunction):
            kind(part if isinstance(part, sp.Symbol) else part.func)
        elif isinstance(part, sp.Float):
            raise ProofError(f"a rounded number: {part}")
        else:
            raise ProofError(f"{type(part).__name__} is not of the kernel's language: {part}")


def exact(value: Any) -> sp.Expr:
    """Return a number or an expression as an expression of the language.

    Raises
    ------
    ProofError
        If it is none, or sympy has been told not to evaluate: a part is compared with what sympy
        makes of it.
    """
    if not parameters.evaluate or not parameters.distribute or parameters.exp_is_pow:
        raise ProofError("sympy must evaluate as it does by itself: no sympy.evaluate(False)")
    if isinstance(value, Rational) and type(value) is not bool:
        return sp.Rational(int(value.numerator), int(value.denominator))
    if not isinstance(value, sp.Expr):
        raise ProofError(f"not an expression: {value}")
    plain(value)
    wellformed(value)
    return value


@lru_cache(maxsize=65536)
def wellformed(e: sp.Expr) -> None:
    """Refuse an expression that is not of the language, though its parts are.

    Raises
    ------
    ProofError
        With the part that is not.
    """
    if isinstance(e, sp.Rational) or e is sp.E:
        return
    if isinstance(e, sp.Symbol):
        kind(e)
        if RESERVED.fullmatch(e.name):
            raise ProofError(f"a symbol named like an index of the normal form: {e}")
        return
    if isinstance(e, AppliedUndef):
        kind(e.func)
    for part in parts(e):
        wellformed(part)
    if isinstance(e, AppliedUndef):
        for argument in e.args:
            if not argument.is_integer:
                raise ProofError(f"an argument of {e} must be an integer: {argument}")
    if isinstance(e, sp.Sum):
        _sum(e)
    elif isinstance(e, sp.Pow) and not (e.exp.is_Rational or e.exp.is_integer):
        raise ProofError(f"an exponent must be a rational number or an integer: {e}")
    elif isinstance(e, sp.Pow) and e.base == 0:
        raise ProofError(f"a power of 0: {e}")
    if e.func(*e.args) != e:
        raise ProofError(f"an expression that sympy has not evaluated: {e}")


def _sum(e: sp.Sum) -> None:
    """Refuse a sum that is not over integer ranges of indices of its own."""
    indices = [limit[0] for limit in e.limits]
    for limit in e.limits:
        index, *bounds = limit
        if type(index) is not sp.Symbol or kind(index) != INDEX:
            raise ProofError(f"the index of a sum must be a plain integer: {index} in {e}")
        wellformed(index)
        for bound_ in bounds:
            if not bound_.is_integer:
                raise ProofError(f"the bounds of a sum must be integers: {bound_} in {e}")
        if index in set().union(*(b.free_symbols for b in bounds)):
            raise ProofError(f"{index} is the index of a sum, and in its bounds: {e}")
    inner = bound(e.function).union(*(bound(b) for limit in e.limits for b in limit[1:]))
    if len(set(indices)) < len(indices) or inner & set(indices):
        raise ProofError(f"two sums, one in the other, over the same index: {e}")
    # an index may stand in the bounds of the sums inside it, which are named first
    for place, index in enumerate(indices):
        if any(b.has(index) for limit in e.limits[place + 1 :] for b in limit[1:]):
            raise ProofError(f"{index} is an index further inside than the bound it is in: {e}")


def parts(e: sp.Expr) -> tuple[sp.Expr, ...]:
    """Return the expressions that an expression is made of, but not the indices of a sum."""
    if isinstance(e, sp.Sum):
        return (e.function, *(b for limit in e.limits for b in limit[1:]))
    return tuple(e.args)


@lru_cache(maxsize=65536)
def bound(e: sp.Expr) -> frozenset[sp.Symbol]:
    """Return the indices of the sums in an expression."""
    return frozenset(limit[0] for total in e.atoms(sp.Sum) for limit in total.limits)


@lru_cache(maxsize=65536)
def names(e: sp.Expr) -> frozenset[Any]:
    """Return the free symbols of an expression, and its functions."""
    return frozenset(e.free_symbols) | {f.func for f in e.atoms(AppliedUndef)}


def clash(used: Iterable[Any]) -> str:
    """Return a name that two of the symbols and functions share, or nothing."""
    seen: dict[str, Any] = {}
    for name in used:
        if seen.setdefault(name.name, name) != name:
            return str(name.name)
    return ""


def shown(e: sp.Expr) -> str:
    """Return an expression as a message shows it."""
    text = str(e)
    return text if len(text) <= 300 else text[:300] + " ..."
