"""The steps of a derivation, and what Rocq calls what is in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy as sp

from osphg.proofs import kernel
from osphg.proofs.kernel import Assumption, Fact
from osphg.proofs.kernel.language import bound
from osphg.proofs.kernel.language import names as names_in
from osphg.proofs.kernel.sums import HYPOTHESIS
from osphg.proofs.rocq.naming import (
    arities,
    condition_text,
    is_function,
    order,
    sign_of,
    tabled,
    type_of,
)
from osphg.proofs.rocq.reading import EXPONENTIAL, POWER, term
from osphg.proofs.rocq.wholes import ATOM, ExportError, NameTable, whole


class Trace:
    """All steps to some facts, each once, and what Rocq calls what is in them.

    Parameters
    ----------
    facts : iterable of Fact

    Attributes
    ----------
    steps : list of Fact
        Premises first.
    lemmas : mapping of facts to the names of their lemmas
    assumed, supposed : mappings of assumptions, and of induction hypotheses, to their names
    table : NameTable
        The names of symbols and functions.
    constants : set of symbols and functions
        What the assumptions fix.

    Raises
    ------
    ExportError
        If the premise of a step is missing.
    """

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.lemmas: dict[Fact, str] = {}
        self.steps: list[Fact] = []
        self.supposed: dict[Assumption, str] = {}
        self.assumed: dict[Assumption, str] = {}
        seen: dict[tuple[Any, ...], str] = {}
        for fact in facts:
            for step in fact.steps():
                self._collect(step, seen)
        rests = [*self.assumed, *self.supposed]
        parts = [part for step in self.steps for part in (step.lhs, step.rhs, *step.where)]
        parts += [part for a in rests for part in (a.lhs, a.rhs, *a.where)]
        parts = list(dict.fromkeys(parts))
        self.arity = arities(parts)
        if meant := {POWER, EXPONENTIAL} & self.arity.keys():
            called = ", ".join(map(str, meant))
            raise ExportError(f"Rocq would read as its own what is called {called}: rename it")
        self.table = tabled(set().union(*map(names_in, parts), *map(bound, parts)))
        self.constants = set().union(*(a.constants for a in self.assumed))
        self._free: dict[Fact, tuple[Any, ...]] = {}

    def _collect(self, step: Fact, seen: dict[tuple[Any, ...], str]) -> None:
        if step in self.lemmas:
            return
        for assumption in sorted(step.rests_on, key=lambda a: a.name):
            known = self.assumed
            if assumption.name == HYPOTHESIS:
                known = self.supposed
            if assumption not in known:
                known[assumption] = f"{'A' if known is self.assumed else 'ih'}{len(known) + 1}"
        for premise in step.premises:
            if premise not in self.lemmas:
                raise ExportError(f"a premise of {step.statement} is missing")
        said = (step.lhs, step.relation, step.rhs)
        key = (step.how.rule, *map(self._seen, step.how.arguments), said)
        if key not in seen:
            seen[key] = f"s{len(self.steps) + 1}"
            self.steps.append(step)
        self.lemmas[step] = seen[key]

    def _seen(self, argument: Any) -> Any:
        """Return an argument of a rule so that equal ones are found to be equal."""
        if isinstance(argument, Fact):
            return self.lemmas[argument]
        if isinstance(argument, Mapping):
            return tuple(sorted((str(k), str(v)) for k, v in argument.items()))
        return argument

    # -- what scripts ask

    def apply(
        self, fact: Fact, premise: Fact, names: NameTable, values: Mapping[Any, Any], own: bool
    ) -> str:
        """Return the lemma of a premise, applied; `own`: under the conditions of the fact."""
        mine = {*self.free(fact), *self.fixed(fact), *_indices(fact)}
        given = [self.lemmas[premise]]
        for name in self.free(premise):
            signed = bool(self.sign(name, names))
            if name in values:
                given += [self._value(name, values[name], names), *["ltac:(known)"] * signed]
            elif name in mine:
                given += [names[name], *[f"s_{names[name]}"] * signed]
            else:
                given += [self._any(name), *["ltac:(known)"] * signed]
        held = {c: f"c{place}" for place, c in enumerate(self.conditions(fact), 1)} if own else {}
        given += [held.get(c, "ltac:(cond)") for c in self.conditions(premise)]
        given += [self.supposed[a] for a in self.hypotheses(premise)]
        return f"({' '.join(given)})"

    def assumption(self, fact: Fact, names: NameTable) -> str:
        """Return the hypothesis that a fact states, applied."""
        (a,) = fact.rests_on
        given = [self.assumed[a]]
        for name in a.for_all:
            given += [names[name], *[f"s_{names[name]}"] * bool(self.sign(name, names))]
        return f"({' '.join([*given, *['ltac:(cond)'] * len(a.where)])})"

    def hypothesis(self, fact: Fact) -> str:
        """Return the name of an induction hypothesis."""
        (a,) = fact.rests_on
        return self.supposed[a]

    def sign(self, name: Any, names: NameTable) -> str:
        """Return the sign of a symbol as a statement."""
        return sign_of(name, names[name], self.arity)

    def _value(self, name: Any, value: Any, names: NameTable) -> str:
        if is_function(name):
            variables = " ".join(names[v] for v in value.variables)
            return f"(fun {variables} : Z => {term(value.expr).text(names)})"
        if name.is_integer:
            return whole(value).argument(names)
        return term(value).text(names, ATOM)

    def _any(self, name: Any) -> str:
        """Return a value for what a premise has and its conclusion has not."""
        if is_function(name):
            return f"(fun {'_ ' * self.arity[name]}=> 1)"
        return "1%Z" if name.is_integer else "1"

    # -- what a fact is about

    def fixed(self, fact: Fact) -> set[Any]:
        """Return what the assumptions of a fact fix."""
        return set().union(*(a.constants for a in fact.rests_on if a in self.assumed))

    def ordered(self, listed: Iterable[Any]) -> list[Any]:
        """Return names in the order in which they are declared: by type."""
        return sorted(listed, key=lambda name: (type_of(name, self.arity)[::-1], order(name)))

    def hypotheses(self, fact: Fact) -> list[Assumption]:
        """Return the induction hypotheses that a fact rests on."""
        return [a for a in self.supposed if a in fact.rests_on]

    def free(self, fact: Fact) -> tuple[Any, ...]:
        """Return what a fact is about and its assumptions do not fix."""
        if fact not in self._free:
            parts = [fact.lhs, fact.rhs, *fact.where]
            parts += [e for a in self.hypotheses(fact) for e in (a.lhs, a.rhs, *a.where)]
            found = set().union(*map(names_in, parts)) - self.fixed(fact)
            self._free[fact] = tuple(sorted(found, key=order))
        return self._free[fact]

    def conditions(self, fact: Fact) -> list[sp.Expr]:
        """Return the conditions of a fact, in the order of a lemma's premises."""
        return sorted(fact.where, key=lambda c: condition_text(c, self.table))


def _indices(fact: Fact) -> set[Any]:
    """Return the index over which a fact is an induction, which its steps are about."""
    if fact.how.rule is not kernel.induct:
        return set()
    hypothesis = fact.how.arguments[-1]
    return {hypothesis.how.arguments[0]}
