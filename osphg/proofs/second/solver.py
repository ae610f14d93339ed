"""A second, independent checker of inequalities: an SMT solver over the real numbers.

An inequality is a question for z3 (de Moura and Bjoerner 2008): is there a point where all
hypotheses hold and the claim does not? "unsat" proves the claim, "sat" comes with a point that
refutes it, and anything else is *unknown*, never a proof. Nothing here uses the proof kernel.

Formulas are plain Python functions of their variables. The same function is read twice: with the
solver's variables it builds the question, with fractions it replays the answer, exactly and
without the solver. So a function must not ask whether a formula is true, as an `if` does, nor
compare whole lists: the solver's terms answer by how they are written. Sizes (rounds, steps,
windows) are concrete: what is proven for W = 2 says nothing about W = 3.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from osphg.proofs.second.undecided import Unknown

Formula = Any  # a bool of Python, or a Boolean term of the solver
Term = Any  # a fraction, or a real term of the solver
Values = Any  # attributes: a Term for a scalar variable, a list of Terms for a vector
Point = Mapping[str, Fraction | Sequence[Fraction]]

_NUMBERS = (int, float, Fraction)
PROVEN, REFUTED, UNKNOWN = "proven", "refuted", "unknown"

# Tried in this order for every variable of a counterexample, to make it readable.
_SIMPLE = [Fraction(a, b) for a, b in ((0, 1), (1, 1), (-1, 1), (1, 2), (-1, 2), (2, 1), (3, 1))]

_EFFORT = 1_000_000  # of the solver for one such try, in its own units: the same on every machine


def _z3() -> Any:
    try:
        import z3
    except ImportError as error:
        raise ImportError(
            "the second checker needs z3: install z3-solver, or osphg with the extra 'proof'"
        ) from error
    return z3


def larger(a: Term, b: Term) -> Term:
    """Return max(a, b), of numbers or of the solver's terms."""
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return Unknown()
    if isinstance(a, _NUMBERS) and isinstance(b, _NUMBERS):
        return max(a, b)
    return _z3().If(a >= b, a, b)


def positive_part(a: Term) -> Term:
    """Return [a]_+ = max(a, 0)."""
    return larger(a, 0)


def size(a: Term) -> Term:
    """Return |a|."""
    return larger(a, -a)


@dataclass(frozen=True, eq=False)
class Inequality:
    """A claim under hypotheses about finitely many real numbers.

    Parameters
    ----------
    name : str
        For messages and tables.
    variables : mapping of str to int
        Name to length: 0 for a number, n >= 1 for a list of n numbers.
    hypotheses : callable
        Takes the variables as attributes of one object, returns a sequence of formulas.
    claim : callable
        Takes the same, returns a formula, or a sequence of which all are claimed.
    key : str
        Stable name by which checkers compare their verdicts; the name unless given.

    Raises
    ------
    TypeError, ValueError
        If a name is empty or not an identifier, a length is negative, or a formula is not callable.
    """

    name: str
    variables: Mapping[str, int]
    hypotheses: Callable[[Values], Sequence[Formula]]
    claim: Callable[[Values], Formula | Sequence[Formula]]
    key: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name:
            raise ValueError(f"name must be a text that is not empty, got {self.name!r}")
        if not self.variables:
            raise ValueError(f"variables of {self.name!r} must not be empty")
        for variable, length in self.variables.items():
            if not isinstance(variable, str) or not variable.isidentifier():
                raise ValueError(f"variables must have identifiers as names, got {variable!r}")
            if not isinstance(length, int) or isinstance(length, bool) or length < 0:
                raise ValueError(f"length of {variable} must be an integer >= 0, got {length!r}")
        for role in ("hypotheses", "claim"):
            if not callable(getattr(self, role)):
                raise TypeError(f"{role} must be a function of the variables")
        object.__setattr__(self, "key", self.key or self.name)

    def values(self, make: Callable[[str, int | None], Term]) -> SimpleNamespace:
        """Return the variables, made one by one of a name and, in a list, an index."""
        return SimpleNamespace(
            **{
                name: [make(name, i) for i in range(length)] if length else make(name, None)
                for name, length in self.variables.items()
            }
        )

    def formulas(self, values: Values) -> tuple[list[Formula], list[Formula]]:
        """Return the hypotheses and the claims, as lists, for these values."""
        claim = self.claim(values)
        claims = list(claim) if isinstance(claim, Sequence) else [claim]
        return list(self.hypotheses(values)), claims

    def holds_at(self, point: Mapping[str, Any]) -> tuple[bool, bool]:
        """Say whether all hypotheses, and whether the claim, hold at a point, without the solver.

        Arithmetic is exact if the point's entries are fractions or integers.

        Raises
        ------
        ValueError
            If the point lacks a variable or gives one a wrong length.
        """
        for name, length in self.variables.items():
            entry = point.get(name)
            if entry is None or (len(entry) if isinstance(entry, Sequence) else 0) != length:
                raise ValueError(f"point must give {name} with length {length}, got {entry!r}")

        def number(name: str, i: int | None) -> Any:
            value = point[name] if i is None else point[name][i]
            return Fraction(value) if isinstance(value, int) else value

        hypotheses, claims = self.formulas(self.values(number))
        return all(hypotheses), all(claims)


@dataclass(frozen=True)
class SolverVerdict:
    """The answer to one inequality.

    Attributes
    ----------
    status : str
        "proven", "refuted" or "unknown".
    counterexample : mapping or None
        If refuted, a point at which the hypotheses hold and the claim fails; exact fractions.
    example : mapping or None
        If proven, a point at which the hypotheses hold: the proof is not about nothing.
    reason : str
        If unknown, why.
    """

    status: str
    counterexample: Point | None = None
    example: Point | None = None
    reason: str = ""


def decide(
    inequality: Inequality, timeout: float = 10.0, seed: int = 0, *, simple: bool = True
) -> SolverVerdict:
    """Let z3 decide an inequality over the reals.

    Parameters
    ----------
    inequality : Inequality
        The question.
    timeout : float
        Seconds for each query to the solver; above 0.
    seed : int
        Seed of the solver; equal questions with equal seeds get equal answers, unless the time
        limit strikes.
    simple : bool
        Look for a point of simple numbers, which takes longer than the answer; False: any will do.

    Raises
    ------
    ImportError
        If z3 is not installed.
    TypeError, ValueError
        For bad input, a function that asks whether a formula is true, or if the hypotheses
        contradict each other.
    RuntimeError
        If a point of the solver does not pass the exact replay: an error in the solver or here.

    >>> from osphg.proofs.second import lemmas
    >>> decide(lemmas.as_stated(W=2)).status
    'refuted'
    """
    if not isinstance(inequality, Inequality):
        raise TypeError(f"inequality must be an Inequality, got {inequality!r}")
    if isinstance(timeout, bool) or not isinstance(timeout, int | float):
        raise TypeError(f"timeout must be a number of seconds, got {timeout!r}")
    if not (math.isfinite(timeout) and timeout > 0):
        raise ValueError(f"timeout must be above 0 and finite, got {timeout!r}")
    try:
        inequality.formulas(inequality.values(lambda *_: Unknown()))
    except TypeError as error:
        raise TypeError(f"{inequality.name}: {error}") from None
    z3 = _z3()
    context = z3.Context()  # its own, so that the answer does not depend on earlier questions
    values = inequality.values(
        lambda name, i: z3.Real(name if i is None else f"{name}[{i}]", context)
    )
    hypotheses, claims = (
        [z3.BoolVal(f, context) if isinstance(f, bool) else f for f in formulas]
        for formulas in inequality.formulas(values)
    )

    def solver(*formulas: Formula) -> Any:
        made = z3.SolverFor("QF_NRA", context)
        made.set("random_seed", seed)
        made.set("timeout", max(1, round(1000 * timeout)))
        made.add(*formulas)
        return made

    negated = solver(*hypotheses, z3.Not(z3.And(*claims)))
    answer = negated.check()
    if answer == z3.sat:
        point = _point(z3, negated, inequality, values, simple)
        if point is None:
            return SolverVerdict(
                UNKNOWN, reason="the claim fails, but at no point of fractions found"
            )
        if inequality.holds_at(point) != (True, False):
            raise RuntimeError(f"{inequality.name}: the solver's point does not replay: {point}")
        return SolverVerdict(REFUTED, counterexample=point)
    if answer != z3.unsat:
        return SolverVerdict(UNKNOWN, reason=negated.reason_unknown())
    alone = solver(*hypotheses)
    answer = alone.check()
    if answer == z3.unsat:
        raise ValueError(f"{inequality.name}: the hypotheses contradict each other")
    point = _point(z3, alone, inequality, values, simple) if answer == z3.sat else None
    if point is None:
        return SolverVerdict(UNKNOWN, reason="no point was found at which the hypotheses hold")
    if inequality.holds_at(point) != (True, True):
        raise RuntimeError(f"{inequality.name}: proven, but not at {point}")
    return SolverVerdict(PROVEN, example=point)


def _point(
    z3: Any, solver: Any, inequality: Inequality, values: Values, simple: bool
) -> Point | None:
    """Return a model as fractions, simple ones where possible; None if some stay irrational."""
    unknowns: list[Any] = []
    for name, length in inequality.variables.items():
        unknowns.extend(getattr(values, name) if length else [getattr(values, name)])
    first = solver.model()
    solver.set("rlimit", _EFFORT)
    orders = [unknowns, unknowns[::-1]]  # what is simple first may force roots on the rest
    for ordered in orders if simple else [[], *orders]:
        model = _pinned(z3, solver, first, ordered)
        entries = {str(u): model.eval(u, model_completion=True) for u in unknowns}
        if all(z3.is_rational_value(entry) for entry in entries.values()):
            found = {name: Fraction(entry.as_fraction()) for name, entry in entries.items()}
            return {
                name: tuple(found[f"{name}[{i}]"] for i in range(length)) if length else found[name]
                for name, length in inequality.variables.items()
            }
    return None


def _pinned(z3: Any, solver: Any, model: Any, unknowns: list[Any]) -> Any:
    """Return a model in which one unknown after the other has the first value that it can have."""
    solver.push()
    for unknown in unknowns:
        own = model.eval(unknown, model_completion=True)
        near = own if z3.is_rational_value(own) else own.approx(6)
        for candidate in [*_SIMPLE, near.as_fraction()]:
            solver.push()
            solver.add(unknown == candidate)
            if solver.check() == z3.sat:
                model = solver.model()
                break  # leave it pinned
            solver.pop()
    solver.pop(solver.num_scopes())
    return model
