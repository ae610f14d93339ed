"""Facts, and the one door through which a rule makes them.

A rule is a function from arguments to a claim. `rule` stands before each: it lets in only what the
types of its parameters say, refuses a claim that is ill-formed, may be undefined or contradicts
itself, and makes the fact, which remembers the rule and its arguments.
"""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn, ParamSpec
from weakref import WeakKeyDictionary

import sympy as sp

from osphg.proofs.kernel import beliefs
from osphg.proofs.kernel.assumption import RELATIONS, Assumption
from osphg.proofs.kernel.defined import defined, ranges
from osphg.proofs.kernel.language import INDEX, ProofError, bound, clash, exact, kind, names, shown
from osphg.proofs.kernel.linear import consistent

P = ParamSpec("P")
Values = Mapping[Any, Any]


class How(NamedTuple):
    """How a fact was made: `rule(*arguments)` makes it again.

    Arguments are facts, assumptions, expressions, relations, None, tuples of expressions, and
    mappings of names to values.
    """

    rule: Callable[..., Fact]
    arguments: tuple[Any, ...]


class Inference(NamedTuple):
    """What a rule infers: the statement, its conditions, its assumptions, the rule in words.

    `defined` says that both sides are defined because those of the premises are.
    """

    lhs: sp.Expr
    relation: str
    rhs: sp.Expr
    where: Iterable[sp.Expr]
    rests_on: Iterable[Assumption]
    words: str
    defined: bool = False


class _Content(NamedTuple):
    lhs: sp.Expr
    relation: str
    rhs: sp.Expr
    where: frozenset[sp.Expr]
    rests_on: frozenset[Assumption]
    rule: str
    how: How
    name: str


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Fact:
    """A proven statement: `lhs <= rhs` or `lhs = rhs`.

    It holds, and both sides are defined, for all values of its free symbols and functions that meet
    its conditions, if its assumptions are true.

    Attributes
    ----------
    lhs, relation, rhs
        The statement.
    where : frozenset of expressions
        The conditions, each >= 0.
    rests_on : frozenset of Assumption
    rule : str
        The last step in words.
    how : How
        The last step as data.
    name : str
        A label for the reader.
    """

    _content: _Content

    def __init__(self, *_: object, **__: object) -> None:
        raise ProofError("a Fact comes from a rule of the kernel; it cannot be made by hand")

    def __reduce__(self) -> NoReturn:
        raise ProofError("a Fact is proven again, not copied")

    lhs = property(lambda self: self._content.lhs)
    relation = property(lambda self: self._content.relation)
    rhs = property(lambda self: self._content.rhs)
    where = property(lambda self: self._content.where)
    rests_on = property(lambda self: self._content.rests_on)
    rule = property(lambda self: self._content.rule)
    how = property(lambda self: self._content.how)
    name = property(lambda self: self._content.name)

    @property
    def premises(self) -> tuple[Fact, ...]:
        """The facts from which it was inferred in one step."""
        return tuple(a for a in self.how.arguments if isinstance(a, Fact))

    def named(self, name: str) -> Fact:
        """Return the same fact under a name."""
        return _make(_proven(self)._content._replace(name=name))

    def steps(self) -> list[Fact]:
        """Return every fact that led here, premises first, each once."""
        seen: dict[Fact, None] = {}

        def visit(fact: Fact) -> None:
            if fact not in seen:
                for premise in fact.premises:
                    visit(premise)
                seen[fact] = None

        visit(self)
        return list(seen)

    @property
    def names(self) -> frozenset[Any]:
        """The free symbols and functions of the fact and of its assumptions."""
        own = frozenset().union(*map(names, (self.lhs, self.rhs, *self.where)))
        return own.union(*(a.names for a in self.rests_on))

    @property
    def statement(self) -> str:
        """The statement in one line, without what it rests on."""
        return f"{self.lhs} {self.relation} {self.rhs}"

    def __str__(self) -> str:
        """Return everything that the statement means: conditions, signs, kinds, assumptions."""
        where = " and ".join(f"{c} >= 0" for c in sorted(self.where, key=sp.default_sort_key))
        kinds: dict[str, list[str]] = {}
        for name in sorted(self.names, key=lambda n: str(n.name)):
            kinds.setdefault(str(kind(name)), []).append(str(name.name))
        said = "; ".join(f"{', '.join(who)}: {what}" for what, who in sorted(kinds.items()))
        rests = [f"  {a}" for a in sorted(self.rests_on, key=lambda a: a.name)]
        title = f"{self.name}: " if self.name else ""
        lines = [title + self.statement + (f" if {where}" if where else "")]
        lines += [f"where {said}"] if said else []
        return "\n".join([*lines, *(["rests on", *rests] if rests else ["rests on nothing"])])

    __repr__ = __str__


_MADE: WeakKeyDictionary[Fact, _Content] = WeakKeyDictionary()  # all facts that rules have made


def _make(content: _Content) -> Fact:
    fact = object.__new__(Fact)
    object.__setattr__(fact, "_content", content)
    _MADE[fact] = content
    return fact


def _proven(value: Any) -> Fact:
    """Let in a fact that a rule has made, as it has made it, and nothing that looks like one."""
    if type(value) is not Fact or _MADE.get(value) is not getattr(value, "_content", _MADE):
        said = type(value).__name__ if isinstance(value, Fact) else repr(value)
        raise ProofError(f"a premise must be a Fact that a rule has made, not {said}")
    return value


def _maybe_proven(value: Any) -> Fact | None:
    return None if value is None else _proven(value)


def _maybe_exact(value: Any) -> sp.Expr | None:
    return None if value is None else exact(value)


def _index(value: Any) -> sp.Symbol:
    if exact(value).is_Symbol is not True or kind(value) != INDEX:
        raise ProofError(f"an index must be a plain integer symbol, not {value}")
    return value


def _total(value: Any) -> sp.Sum:
    if not isinstance(exact(value), sp.Sum):
        raise ProofError(f"not a sum: {value}")
    return value


def _relation(value: Any) -> str:
    if type(value) is not str or value not in RELATIONS:
        raise ProofError(f"relation must be '<=' or '=', got {value!r}")
    return value


def _assumption(value: Any) -> Assumption:
    if type(value) is not Assumption:
        raise ProofError(f"not an Assumption: {value!r}")
    return value


def _expressions(value: Any) -> tuple[sp.Expr, ...]:
    if not isinstance(value, Iterable):
        raise ProofError(f"conditions are several expressions, each >= 0, not {value}")
    return tuple(map(exact, value))


def _values(value: Any) -> Values:
    if not isinstance(value, Mapping):
        raise ProofError(f"a mapping of names to values is wanted, not {value!r}")
    return MappingProxyType(dict(value))


# What may come in, by the type of the parameter.
_ADMITTED: Mapping[Any, Callable[[Any], Any]] = {
    Fact: _proven,
    Fact | None: _maybe_proven,
    sp.Expr: exact,
    sp.Expr | None: _maybe_exact,
    sp.Symbol: _index,
    sp.Sum: _total,
    str: _relation,
    Assumption: _assumption,
    Iterable[sp.Expr]: _expressions,
    Values: _values,
}


def rule(infer: Callable[P, Inference]) -> Callable[P, Fact]:
    """Make a rule of a function that infers a claim from arguments of the admitted types."""
    signature, types = inspect.signature(infer), typing.get_type_hints(infer)

    @functools.wraps(infer)
    def made(*args: P.args, **named: P.kwargs) -> Fact:
        given = signature.bind(*args, **named)
        given.apply_defaults()
        read: list[Any] = []
        for name, value in given.arguments.items():
            admit = _ADMITTED[types[name]]
            several = signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL
            read += map(admit, value) if several else [admit(value)]
        claim = infer(*read)
        return _checked(claim, How(made, tuple(read)))

    return made


def _checked(claim: Inference, how: How) -> Fact:
    lhs, rhs, rests = exact(claim.lhs), exact(claim.rhs), frozenset(claim.rests_on)
    said = frozenset(map(exact, claim.where))
    for condition in said:  # one that is left out, too: the rule may have relied on it
        if not defined(condition):
            raise ProofError(f"a condition that may be undefined: {condition}")
    where = frozenset(c for c in said if not beliefs.nonnegative(c))
    for side in () if claim.defined else (lhs, rhs):
        if not defined(side, where):
            where |= ranges(side, where)
        if not defined(side, where):
            raise ProofError(f"{shown(side)} may divide by 0, or take the root of less than 0")
    _refuse_clash((lhs, rhs, *where), rests)
    _refuse_contradiction(rests, where)
    return _make(_Content(lhs, claim.relation, rhs, where, rests, claim.words, how, ""))


def _refuse_clash(parts: tuple[sp.Expr, ...], rests: frozenset[Assumption]) -> None:
    """Refuse two symbols of one name, and an index of a sum that also stands outside of it."""
    free = frozenset().union(*map(names, parts))
    indices = frozenset().union(*map(bound, parts))
    if both := free & indices:
        raise ProofError(f"{both} is the index of a sum and stands outside of it, too")
    if name := clash(free.union(indices, *(a.names for a in rests))):
        raise ProofError(f"two symbols, of different kinds, are called {name}")


def _refuse_contradiction(rests: frozenset[Assumption], where: frozenset[sp.Expr]) -> None:
    """Refuse assumptions and conditions that linear reasoning finds to exclude each other."""
    rows = set(where)
    for a in rests:
        rows |= _claims(a)
    if not consistent(rows):
        called = ", ".join(sorted(a.name for a in rests)) or "the conditions"
        listed = ", ".join(f"{c} >= 0" for c in sorted(where, key=sp.default_sort_key))
        raise ProofError(f"assumptions contradict each other: {called}; {listed}")


@functools.lru_cache(maxsize=4096)
def _claims(a: Assumption) -> frozenset[sp.Expr]:
    """Return what an assumption says, as conditions.

    "For all" is about every value: only assumptions over the same range are compared.
    """
    over = ", ".join(sorted(map(str, a.where)))
    fresh = {v: sp.Symbol(f"{v} with {over}", **v.assumptions0) for v in a.for_all}
    claims = [a.rhs - a.lhs, *([a.lhs - a.rhs] if a.relation == "=" else []), *a.where]
    return frozenset(claim.xreplace(fresh) for claim in claims)
