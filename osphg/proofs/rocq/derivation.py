"""A derivation as one file of Rocq: its statements first, then a lemma for every step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import sympy as sp

from osphg.proofs.kernel import Assumption, Fact
from osphg.proofs.rocq.equality import Lines
from osphg.proofs.rocq.naming import (
    WORDS,
    condition_text,
    is_function,
    is_integral,
    order,
    type_of,
)
from osphg.proofs.rocq.reading import term
from osphg.proofs.rocq.script import Script
from osphg.proofs.rocq.steps import proof
from osphg.proofs.rocq.trace import Trace
from osphg.proofs.rocq.wholes import ExportError, NameTable

_HEADER = """Require Import ZArith Lia Reals Lra Psatz List.
From Osphg Require Import Sums Rules.
Import ListNotations.
Open Scope R_scope."""


class Derivation:
    """What a derivation proves, and all steps to it.

    Parameters
    ----------
    title : str
    facts : mapping of keys to facts

    Raises
    ------
    ExportError
        If the premise of a step is missing, or two facts would have the same name.
    """

    def __init__(self, title: str, facts: Mapping[str, Fact]) -> None:
        self._title, self._facts = title, dict(facts)
        called = list(map(identifier, facts))
        if twice := sorted({name for name in called if called.count(name) > 1}):
            raise ExportError(f"two facts would have the same name in Rocq: {', '.join(twice)}")
        self._trace = Trace(self._facts.values())
        self._tables: dict[tuple[Any, ...], NameTable] = {}

    def text(self) -> str:
        """Return the file."""
        tops = {key: identifier(key) for key in self._facts}
        lines = [f"(** {_comment(self._title)} *)", "", _HEADER, "", "(** * Statements *)", ""]
        for key, fact in self._facts.items():
            title = f"(** {_comment(fact.name)} *)" if fact.name else ""
            lines += [*([title] if title else []), *self._statement(tops[key], fact), ""]
        lines += ["(** * Derivation *)", "", "Section Derivation.", *self._setting(), ""]
        for step in self._trace.steps:
            lines += [*self._lemma(step), ""]
        for key, fact in self._facts.items():
            lines += [*self._wrapped(tops[key], fact), ""]
        lines += ["End Derivation.", "", "(** * The statements hold *)", ""]
        for name in tops.values():
            lines += [f"Theorem {name}_holds : {name}.", f"Proof. exact {name}_. Qed.", ""]
        return "\n".join(
            [*lines, *(f"Print Assumptions {name}_holds." for name in tops.values()), ""]
        )

    def statements(self) -> dict[str, str]:
        """Return the statement of every fact by its key, as it stands in the file."""
        return {
            key: "\n".join(self._statement(identifier(key), fact))
            for key, fact in self._facts.items()
        }

    @property
    def lemmas(self) -> int:
        """How many lemmas the file has, one for each step."""
        return len(self._trace.steps)

    def _statement(self, name: str, fact: Fact) -> Lines:
        names = self._trace.table
        fixed = self._trace.ordered(self._trace.fixed(fact))
        lines = [f"Definition {name} : Prop :="]
        if fixed:
            lines.append(f"  forall {self._typed(fixed, names)},")
        lines += [f"  {sign} ->" for n in fixed if (sign := self._trace.sign(n, names))]
        for a in self._trace.assumed:
            if a in fact.rests_on:
                lines += [f"  {_note(a)}", f"  ({self._hypothesis(a)}) ->"]
        *premises, claim = self._conclusion(fact, names)
        return [*lines, *(f"  {premise}" for premise in premises), f"  {claim}."]

    def _typed(self, listed: Iterable[Any], names: NameTable) -> str:
        by_type: dict[str, list[str]] = {}
        for name in listed:
            by_type.setdefault(type_of(name, self._trace.arity), []).append(names[name])
        return " ".join(f"({' '.join(group)} : {kind})" for kind, group in by_type.items())

    def _conclusion(self, fact: Fact, names: NameTable) -> Lines:
        free = self._trace.free(fact)
        lines = []
        for name in free:
            sign = f" {sign} ->" if (sign := self._trace.sign(name, names)) else ""
            lines.append(f"forall {names[name]} : {type_of(name, self._trace.arity)},{sign}")
        lines += [f"{condition_text(c, names)} ->" for c in self._trace.conditions(fact)]
        return [*lines, _claim(fact.lhs, fact.relation, fact.rhs, names)]

    def _setting(self) -> Lines:
        table, arity = self._trace.table, self._trace.arity
        constants = self._trace.ordered(self._trace.constants)
        lines = [f"Variable {table[n]} : {type_of(n, arity)}." for n in constants]
        for name in constants:
            if sign := self._trace.sign(name, self._trace.table):
                lines.append(f"Hypothesis s_{self._trace.table[name]} : {sign}.")
        for a, name in self._trace.assumed.items():
            lines += [_note(a), f"Hypothesis {name} : {self._hypothesis(a)}."]
        return lines

    def _hypothesis(self, a: Assumption) -> str:
        over = ""
        for name in a.for_all:
            sign = self._trace.sign(name, self._trace.table)
            over += f"forall {self._trace.table[name]} : {type_of(name, self._trace.arity)}, "
            over += f"{sign} -> " if sign else ""
        over += "".join(f"{condition_text(c, self._trace.table)} -> " for c in a.where)
        return over + _claim(a.lhs, a.relation, a.rhs, self._trace.table)

    def _names(self, fact: Fact) -> NameTable:
        """Return the names in a lemma, where a free name must not be a constant's."""
        table = self._trace.table
        renamed = tuple(name for name in self._trace.free(fact) if name in self._trace.constants)
        if renamed not in self._tables:
            self._tables[renamed] = NameTable({**table, **{n: f"{table[n]}_any" for n in renamed}})
        return self._tables[renamed]

    def _head(self, fact: Fact, names: NameTable) -> str:
        head = ""
        for name in self._trace.free(fact):
            sign = self._trace.sign(name, names)
            head += f" ({names[name]} : {type_of(name, self._trace.arity)})"
            head += f" (s_{names[name]} : {sign})" if sign else ""
        for place, condition in enumerate(self._trace.conditions(fact), 1):
            head += f" (c{place} : {condition_text(condition, names)})"
        for a in self._trace.hypotheses(fact):
            head += f" ({self._trace.supposed[a]} : {_claim(a.lhs, a.relation, a.rhs, names)})"
        return head

    def _lemma(self, fact: Fact) -> Lines:
        names = self._names(fact)
        try:
            script = [*self._prologue(fact, names), *proof(Script(self._trace, fact, names))]
        except ExportError as error:
            raise ExportError(
                f"{fact.name or fact.statement}, by the rule {fact.how.rule.__name__}: {error}"
            ) from error
        title = f"{fact.name}: {fact.how.rule.__name__}" if fact.name else fact.how.rule.__name__
        return [
            f"(* {_comment(title)} *)",
            f"Lemma {self._trace.lemmas[fact]}{self._head(fact, names)} :",
            f"  {_claim(fact.lhs, fact.relation, fact.rhs, names)}.",
            "Proof.", *("  " + line for line in script), "Qed.",
        ]  # fmt: skip

    def _prologue(self, fact: Fact, names: NameTable) -> Lines:
        """Say among reals what is known of integers."""
        lines = []
        for name in sorted({*self._trace.free(fact), *self._trace.fixed(fact)}, key=order):
            if not is_function(name) and name.is_integer and self._trace.sign(name, names):
                lines.append(f"pose proof (IZR_le _ _ s_{names[name]}) as r_{names[name]}.")
        for place, condition in enumerate(self._trace.conditions(fact), 1):
            if is_integral(condition):
                lines.append(f"pose proof (IZR_le _ _ c{place}) as r{place}; push_in r{place}.")
        return lines

    def _wrapped(self, name: str, fact: Fact) -> Lines:
        """State a fact once more, resting on all that its statement says and nothing else."""
        names = self._names(fact)
        fixed = self._trace.ordered(self._trace.fixed(fact))
        using = [names[n] for n in fixed]
        using += [f"s_{names[n]}" for n in fixed if self._trace.sign(n, names)]
        using += [self._trace.assumed[a] for a in self._trace.assumed if a in fact.rests_on]
        claim = " ".join(self._conclusion(fact, names))
        return [
            f"Lemma {name}_ : {claim}.",
            f"Proof using {' '.join(using)}. exact {self._trace.lemmas[fact]}. Qed.",
        ]


def _claim(lhs: sp.Expr, relation: str, rhs: sp.Expr, names: NameTable) -> str:
    return f"{term(lhs).text(names)} {relation} {term(rhs).text(names)}"


def identifier(key: str) -> str:
    """Return the name that a fact has in Rocq, by its key."""
    name = re.sub(r"\W", "_", key, flags=re.ASCII)
    return name if name[:1].isalpha() and name not in WORDS else f"fact_{name}"


def _note(a: Assumption) -> str:
    parts = [a.name, a.source, "cited" if a.cited else ""]
    return f"(* {_comment('; '.join(part for part in parts if part))} *)"


def _comment(text: str) -> str:
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")
