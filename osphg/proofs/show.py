"""Show a reader what the kernel proved: the statement, what it rests on, and every step.

Reports print as text, and as HTML with formulas in a notebook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape

import sympy as sp
from sympy.core.function import AppliedUndef

from osphg.proofs.kernel import Assumption, Fact, ProofError, kind
from osphg.proofs.notation import Printer, latex
from osphg.proofs.said import inline

_FOLDED = 10  # more assumptions than these are named in the list that unfolds only
_INDICES = sp.symbols("t k j", integer=True)  # at which a sequence is shown


def statement(fact: Fact | Assumption, names: Mapping[str, str] | None = None) -> str:
    """Return the statement of a fact or an assumption in LaTeX."""
    sign = r"\le" if fact.relation == "<=" else "="
    return f"{latex(fact.lhs, names)} {sign} {latex(fact.rhs, names)}"


def _broken(fact: Fact, names: Mapping[str, str] | None) -> str:
    """Return a statement, a long one on two lines."""
    shown = statement(fact, names)
    if len(shown) < 200:
        return shown
    sign = r"\le" if fact.relation == "<=" else "="
    right = r" \\ & \qquad ".join(_lines(fact.rhs, names))
    left = latex(fact.lhs, names)
    return rf"\begin{{aligned}} & {left} \\ & \quad {sign} {right} \end{{aligned}}"


def _lines(expression: sp.Expr, names: Mapping[str, str] | None, width: int = 150) -> list[str]:
    """Return a sum in LaTeX, or factors and a sum, on as many lines as its terms need."""
    printer = Printer(names)
    sums = [factor for factor in sp.Mul.make_args(expression) if factor.is_Add]
    if not expression.is_Add and len(sums) == 1 and sp.fraction(expression)[1] == 1:
        first, *rest = _lines(sums[0], names, width)
        opened = [rf"{latex(expression / sums[0], names)} \bigl({first}", *rest]
        return [*opened[:-1], rf"{opened[-1]} \bigr)"]
    lines = [""]
    for term in printer._as_ordered_terms(expression):  # noqa: SLF001 - as sympy orders them
        negative = term.could_extract_minus_sign()
        shown = printer.doprint(-term if negative else term)
        if negative and isinstance(term, sp.Add):
            shown = rf"\left({shown}\right)"
        sign = "- " if negative else "+ " if lines != [""] else ""
        if lines[-1] and len(lines[-1]) + len(shown) > width:
            lines.append("")
        lines[-1] += f" {sign}{shown}"
    return lines


def conditions(where: Iterable[sp.Expr], names: Mapping[str, str] | None = None) -> list[str]:
    """Return conditions, each an expression that is at least 0, in LaTeX as a <= b or a <= b <= c.

    A bound on both sides of the same symbol becomes one chain.
    """
    pairs = []
    for condition in sorted(where, key=sp.default_sort_key):
        terms = sp.Add.make_args(sp.expand(condition))
        less = sp.Add(*(-term for term in terms if term.could_extract_minus_sign()))
        pairs.append((less, condition + less))
    chains = [list(pair) for pair in pairs]
    for below in list(chains):
        above = next((c for c in chains if c is not below and c[0] == below[-1]), None)
        if above is not None and below[-1].is_Symbol and below in chains:
            chains.remove(above)
            below += above[1:]
    return [r" \le ".join(latex(part, names) for part in chain) for chain in chains]


def _source(assumption: Assumption, name: str) -> str:
    notes = [assumption.source] if assumption.source else []
    notes += ["cited, not proven here"] if assumption.cited else []
    return f"{name} ({', '.join(notes)})" if notes else name


def _named(assumption: Assumption, names: Mapping[str, str] | None) -> str:
    """Return its name in words, or its formula if the name is one or it is a definition."""
    if "=" in assumption.name or assumption.source == "definition":
        shown = inline(statement(assumption, names))
        over = [condition for condition in assumption.where if assumption.for_all]
        held = ", ".join(map(inline, conditions(over, names)))
        return f"{shown} for {held}" if held else shown
    return escape(assumption.name)


def _in_full(assumption: Assumption, names: Mapping[str, str] | None) -> str:
    """Return an assumption in words and as a formula, with its range and its source."""
    shown = inline(statement(assumption, names))
    held = ", ".join(map(inline, conditions(assumption.where, names)))
    shown += f" for {held}" if held else ""
    notes = escape(_source(assumption, ""))
    return f"{escape(assumption.name)}: {shown}{notes}"


def _signs(fact: Fact, names: Mapping[str, str] | None) -> str:
    """Say of which kind, and of which sign, the symbols and sequences of a fact are."""
    sides = [part for said in (fact, *fact.rests_on) for part in (said.lhs, said.rhs, *said.where)]
    indexed = {
        f.func: f.func(*_INDICES[: len(f.args)]) for e in sides for f in e.atoms(AppliedUndef)
    }
    kinds: dict[str, list[str]] = {}
    for name in sorted(fact.names, key=lambda n: (n in indexed, str(n.name))):
        kinds.setdefault(str(kind(name)), []).append(latex(indexed.get(name, name), names))
    said = []
    for words, who in sorted(kinds.items()):
        what, _, sign = words.partition(", ")
        tex = f"{', '.join(who)} {sign}".replace(">=", r"\ge").strip()
        said.append(f"{inline(tex)} {'integer' if what == 'integer' else 'real'}")
    return "; ".join(said)


def _display(tex: str) -> str:
    return (
        '<div class="math notranslate nohighlight" style="overflow-x: auto">'
        rf"\[{escape(tex)}\]</div>"
    )


@dataclass(frozen=True)
class FactReport:
    """What one fact says, for which values, what it rests on, and in how many steps."""

    fact: Fact
    names: Mapping[str, str] | None = None

    @property
    def rests_on(self) -> list[str]:
        """The assumptions with their sources, sorted."""
        return sorted(_source(a, a.name) for a in self.fact.rests_on)

    def __str__(self) -> str:
        title = "" if self.fact.name else "Proven: "
        return f"{title}{self.fact}\nsteps: {len(self.fact.steps())}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        fact = self.fact
        where = conditions(fact.where, self.names)
        holds = f" for {', '.join(map(inline, where))}" if where else ""
        used = sorted(fact.rests_on, key=lambda a: a.name)
        shown = [_source(a, _named(a, self.names)) for a in used]
        rests = f"Rests on: {'; '.join(shown) or 'nothing but algebra'}."
        if len(shown) > _FOLDED:
            rests = f"Rests on {len(shown)} assumptions."
        entries = [_in_full(a, self.names) for a in used]
        entries += [f"where {signs}"] if (signs := _signs(fact, self.names)) else []
        listed = "".join(f"<li>{entry}</li>\n" for entry in entries)
        summary = f"<summary>{rests} Steps: {len(fact.steps())}.</summary>"
        return (
            f"<p><strong>{escape(fact.name or 'Proven')}</strong>{holds}:</p>\n"
            f"{_display(_broken(fact, self.names))}\n"
            f"<details>{summary}\n<ul>\n{listed}</ul></details>"
        )


@dataclass(frozen=True)
class Listing:
    """Every step to a fact, numbered: rule, statement, and the numbers of its premises."""

    fact: Fact
    names: Mapping[str, str] | None = None

    @property
    def rows(self) -> list[tuple[int, str, Fact, list[int]]]:
        """Number, rule, fact and the premises' numbers."""
        steps = self.fact.steps()
        number = {id(step): i for i, step in enumerate(steps, start=1)}
        return [(number[id(s)], s.rule, s, [number[id(p)] for p in s.premises]) for s in steps]

    def __str__(self) -> str:
        return "\n".join(
            f"{i:>3}. {step.statement}   [{rule}{': ' if used else ''}{', '.join(map(str, used))}]"
            for i, rule, step, used in self.rows
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        body = "".join(
            f'<tr><th scope="row">{i}</th><td>{inline(statement(step, self.names))}</td>'
            f"<td>{escape(rule)}</td><td>{', '.join(map(str, used))}</td></tr>\n"
            for i, rule, step, used in self.rows
        )
        title = escape(self.fact.name or "the proof")
        return (
            f"<details><summary>{title}: all {len(self.rows)} steps</summary>\n"
            '<div style="overflow-x: auto"><table class="table osphg-table">\n'
            '<thead><tr><th scope="col">step</th><th scope="col">statement</th>'
            '<th scope="col">rule</th><th scope="col">from</th></tr></thead>\n'
            f"<tbody>\n{body}</tbody>\n</table></div></details>"
        )


@dataclass(frozen=True)
class Formula:
    """An expression that a table shows as a formula."""

    expression: sp.Expr
    names: Mapping[str, str] | None = None

    def __str__(self) -> str:
        return str(self.expression)

    def _repr_html_(self) -> str:
        return inline(latex(self.expression, self.names))


@dataclass(frozen=True)
class Refusal:
    """The message with which the kernel turned a step down."""

    message: str

    def __str__(self) -> str:
        return f"ProofError: {self.message}"

    __repr__ = __str__


def report(fact: Fact, names: Mapping[str, str] | None = None) -> FactReport:
    """Show one fact; `names` are LaTeX names for its functions and symbols, as in NAMES.

    >>> from osphg.proofs.paper import lemma41
    >>> report(lemma41.power_nonnegative())  # doctest: +ELLIPSIS
    Powers of c are not negative: 0 <= c**m if m >= 0
    where m: integer; c: real
    rests on
      0 <= 1 - delta mu^2: 0 <= c (Lemma 4.1)
    steps: ...
    """
    return FactReport(fact, names)


def listing(fact: Fact, names: Mapping[str, str] | None = None) -> Listing:
    """Show all steps to a fact (folded, in a notebook).

    >>> from osphg.proofs.kernel import assume
    >>> from osphg.proofs.paper import symbols
    >>> listing(assume(symbols.START))
      1. lambda(1) = 0   [assumption: lambda_1 = 0]
    """
    return Listing(fact, names)


def refused(attempt: Callable[[], object]) -> Refusal:
    """Run a derivation that must fail, and return the kernel's message.

    >>> from osphg.proofs.paper import lemma41
    >>> refused(lambda: lemma41.lower(keep=None))
    ProofError: factor of unknown sign: c

    Raises
    ------
    AssertionError
        If the kernel accepts it.
    """
    try:
        accepted = attempt()
    except ProofError as error:
        return Refusal(str(error))
    raise AssertionError(f"the kernel accepted {accepted}")
