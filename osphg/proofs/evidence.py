"""Evidence for a claim: checks by sympy of formulas in symbols, and the verdict that follows.

A formula is accepted only when sympy proves it, refused only with a rational point at which it
fails, and otherwise left undecided. Nobody types a verdict: it is computed from the checks.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from osphg.proofs.formula_text import without_dollars

# The verdicts on a claim.
HOLDS = "holds"
CONDITION = "holds with a stated condition"
FALSE_REPAIRED = "false, repaired"
REFUTED = "refuted"
CITED = "cited, not checked"
UNDECIDED = "undecided"


@dataclass(frozen=True)
class Check:
    """One formula, and whether it holds.

    Parameters
    ----------
    formula : str
        What is claimed, a text with LaTeX between dollar signs.
    holds : bool or None
        True; False, with a witness; or None where neither could be shown.
    witness : str
        Where it fails, such a text, too.
    theorem : str
        The name of the theorem in Rocq that shows it, if one does.
    measured : bool
        Whether it is about runs, in floating-point numbers, and so no proof.

    Raises
    ------
    TypeError
        For an outcome that is none of the three: a False of NumPy or sympy is not Python's, and
        would pass for undecided or for True.
    """

    formula: str
    holds: bool | None
    witness: str = ""
    theorem: str = ""
    measured: bool = False

    def __post_init__(self) -> None:
        """Refuse an outcome that is none of Python's True, False and None."""
        holds: object = self.holds
        if not isinstance(holds, bool | None):
            kind = type(holds).__name__
            raise TypeError(f"holds must be True, False or None, got {holds!r} of {kind}")

    def __str__(self) -> str:
        """Return the formula, whether it holds, and where it fails, on one line."""
        word = {True: "yes", False: "NO", None: "undecided"}[self.holds]
        reason = f" ({self.witness})" if self.witness else ""
        return without_dollars(f"{self.formula}: {word}{reason}")

    __repr__ = __str__


# Outcomes of checks: a failure outweighs what is undecided, and that outweighs a success.
_WORST_FIRST = (False, None, True)


def _rank(check: Check) -> int:
    """Return the place of a check's outcome among `_WORST_FIRST`."""
    return _WORST_FIRST.index(check.holds)


def _outcome(checks: Iterable[Check]) -> bool | None:
    """Return the worst outcome of several checks; True where there are none."""
    return _WORST_FIRST[min(map(_rank, checks), default=_WORST_FIRST.index(True))]


@dataclass(frozen=True)
class Evidence:
    """What the book knows about one claim.

    Attributes
    ----------
    claim, place : str
        Its name in the ledger, and where the paper makes it.
    stated : tuple of Check
        The claim in the paper's words.
    unsaid : tuple of Check
        The claim without a condition that it needs and that the paper does not state.
    repaired : tuple of Check
        The statement that replaces a false one.
    remarks : tuple of Check
        Further facts, which do not bear on the verdict.
    """

    claim: str
    place: str
    stated: tuple[Check, ...] = ()
    unsaid: tuple[Check, ...] = ()
    repaired: tuple[Check, ...] = ()
    remarks: tuple[Check, ...] = ()

    @property
    def verdict(self) -> str:
        """The verdict, computed from the checks.

        A claim that fails is "false, repaired" if the statement in its place is proven, and
        otherwise "refuted". A run, which is `measured`, may refute a claim; it repairs none, as it
        shows no statement but its own. A claim that holds as stated, and fails without the
        condition in `unsaid`, "holds with a stated condition". It "holds" only where every check of
        it, and of it without the condition, is decided; else it is "undecided". One that has no
        checks is "cited, not checked".
        """
        if not self.stated:
            return CITED
        # Each is True, False, or None while a check is undecided; unsaid is True without checks.
        stated = _outcome(self.stated)
        unsaid = _outcome(self.unsaid)
        if stated is False:
            proofs = [check for check in self.repaired if not check.measured]
            return FALSE_REPAIRED if proofs and _outcome(self.repaired) is True else REFUTED
        if stated is None:
            return UNDECIDED
        # The claim holds as stated. If it fails without the condition, it needs that condition.
        return {True: HOLDS, False: CONDITION, None: UNDECIDED}[unsaid]

    @property
    def groups(self) -> dict[str, tuple[Check, ...]]:
        """The checks, by how they bear on the claim."""
        return {
            "as stated": self.stated,
            "without the condition": self.unsaid,
            "in its place": self.repaired,
            "besides": self.remarks,
        }

    @property
    def checks(self) -> dict[str, list[list[object]]]:
        """Formula, outcome and witness of each check, as a file of JSON keeps them."""
        return {
            how: [[check.formula, check.holds, check.witness] for check in group]
            for how, group in self.groups.items()
            if group
        }


# The values that a witness may give a symbol: 0, 1, -1, 1/2, 2 and -1/2, simplest first.
_VALUES = tuple(sp.Rational(*pair) for pair in ((0, 1), (1, 1), (-1, 1), (1, 2), (2, 1), (-1, 2)))
_MAX_POINTS = 2000  # how many points of one distance are tried: with many symbols there are many
_NEAR = range(3)  # the distances at which a witness is sought first, see `_points`
_FAR = range(3, 7)  # those at which it is sought last


def _candidates(symbol: sp.Symbol) -> list[sp.Rational]:
    """Return the values among `_VALUES` that the symbol's assumptions admit, simplest first.

    Sympy keeps the assumptions as names and answers, such as "positive" and True. A value has the
    answer to the same question in an attribute, here `is_positive`; the two must agree. What a
    value has no attribute for excludes no value.
    """
    assumptions = symbol.assumptions0.items()
    return [
        value
        for value in _VALUES
        if all(getattr(value, f"is_{name}", answer) is answer for name, answer in assumptions)
    ]


def _points(symbols: Sequence[sp.Symbol], total: int) -> Iterator[dict[sp.Symbol, sp.Rational]]:
    """Yield the points, a value for each symbol, whose distance from the simplest point is `total`.

    In the simplest point each symbol has the first of its `_candidates`. The distance of another
    point is the sum over the symbols of the place, from 0, that its value has among those.
    """
    choices = [_candidates(symbol) for symbol in symbols]

    def places(i: int, distance: int) -> Iterator[tuple[int, ...]]:
        """Yield tuples of places, of the symbols from number i on, that add up to `distance`."""
        if i == len(choices):
            # No symbol is left: what was to be shared out must be used up.
            if distance == 0:
                yield ()
            return
        for j in range(min(distance, len(choices[i]) - 1) + 1):
            for rest in places(i + 1, distance - j):
                yield (j, *rest)

    for indices in places(0, total):
        yield {
            symbol: values[place]
            for symbol, values, place in zip(symbols, choices, indices, strict=True)
        }


def _witness(
    expression: sp.Expr, fails: Callable[[sp.Expr], bool], totals: Iterable[int]
) -> str | None:
    """Search simple rational points for one at which an expression fails; None without one.

    A point at which it has no finite value is none: a pole shows nothing. A witness is a text, with
    LaTeX between dollar signs, that says the value and the point.

    Parameters
    ----------
    expression
        What is evaluated.
    fails
        Says of a value whether it refutes the claim.
    totals
        The distances that are searched. In the simplest point each symbol has the first of the
        values that it may have; the distance of another point is the sum over the symbols of the
        place, from 0, that its value has among those.
    """
    symbols = sorted(expression.free_symbols, key=str)
    for total in totals:
        # With many symbols there are very many points of one distance: only the first are tried.
        for point in itertools.islice(_points(symbols, total), _MAX_POINTS):
            value = expression.subs(point)
            if value.is_finite and fails(value):
                where = ", ".join(f"${_tex(name)} = {_tex(at)}$" for name, at in point.items())
                # A number has no symbols, and is the same everywhere.
                return f"${_tex(value)}$ at {where}" if where else f"${_tex(value)}$"
    return None


def _tex(expression: Any) -> str:
    """Write an expression in LaTeX, with fractions on one line, and no space in 1/2 or -1."""
    return str(sp.latex(expression, fold_short_frac=True)).replace(" / ", "/").replace("- ", "-")


def _decide(
    expression: Any,
    formula: str,
    proves: Callable[[sp.Expr], bool],
    fails: Callable[[sp.Expr], bool],
) -> Check:
    """Check a claim about an expression, by cheap means first.

    Parameters
    ----------
    expression
        What sympy makes an expression of.
    formula
        The claim, as a page shows it.
    proves
        Says of a form of the expression whether sympy knows the claim to hold.
    fails
        Says of a value whether it refutes the claim.

    Returns
    -------
    Check
        The claim holds (True), or fails at a witness (False), or neither could be shown (None).
    """
    expression = sp.sympify(expression)
    forms: tuple[Callable[[sp.Expr], sp.Expr], ...] = (sp.expand, sp.factor)
    if proves(expression) or any(proves(form(expression)) for form in forms):
        return Check(formula, True)
    # Most that is wrong fails at a point near the simplest one, and simplifying is slow: first such
    # points, then a simplified form, and points further away last.
    # `_NEAR` are the distances 0 to 2 from the simplest point, and `_FAR` those from 3 to 6.
    witness = _witness(expression, fails, _NEAR)
    if witness is None and proves(sp.simplify(expression)):
        return Check(formula, True)
    witness = witness or _witness(expression, fails, _FAR)
    return Check(formula, None) if witness is None else Check(formula, False, witness)


def zero(expression: Any, formula: str) -> Check:
    """Check that an expression is identically 0 for all values of its symbols.

    Parameters
    ----------
    expression
        A sympy expression, or what sympy makes one of.
    formula : str
        What this says, as a page shows it.

    Returns
    -------
    Check
        With a witness where it fails.
    """
    return _decide(expression, formula, lambda e: e.is_zero is True, lambda e: e.is_zero is False)


def nonnegative(expression: Any, formula: str) -> Check:
    """Check that an expression is at least 0 for all values that its symbols may take.

    Parameters
    ----------
    expression
        A sympy expression, or what sympy makes one of.
    formula : str
        What this says, as a page shows it.

    Returns
    -------
    Check
        With a witness where it fails.

    Examples
    --------
    >>> x = sp.Symbol("x", real=True)
    >>> print(nonnegative(x**2 - x, "x^2 >= x"))
    x^2 >= x: NO (-1/4 at x = 1/2)
    """
    return _decide(
        expression, formula, lambda e: e.is_nonnegative is True, lambda e: e.is_negative is True
    )


def vector(name: str, n: int, **assumptions: bool) -> sp.Matrix:
    """Return a column of n symbols.

    Parameters
    ----------
    name : str
        The symbols are this with 1..n behind it.
    n : int
        How many.
    **assumptions : bool
        What sympy is to assume of them; that they are real unless given.

    Returns
    -------
    sympy.Matrix
        The column, (n, 1).
    """
    kind = assumptions or {"real": True}
    return sp.Matrix([sp.Symbol(f"{name}{i + 1}", **kind) for i in range(n)])


def matrix(name: str, n: int, symmetric: bool = False) -> sp.Matrix:
    """Return a matrix of symbols that are at most 0, as a DR-submodular function's Hessian.

    Parameters
    ----------
    name : str
        The symbols are this with row and column, from 1, behind it.
    n : int
        The number of rows and of columns.
    symmetric : bool
        Whether entries (i, j) and (j, i) are the same symbol.

    Returns
    -------
    sympy.Matrix
        The matrix, (n, n).
    """

    def entry(i: int, j: int) -> sp.Symbol:
        """Return the symbol in row i and column j, counted from 0; its name counts from 1."""
        if symmetric and i > j:
            return entry(j, i)
        return sp.Symbol(f"{name}{i + 1}{j + 1}", nonpositive=True)

    return sp.Matrix(n, n, entry)


def entries(
    checker: Callable[[sp.Expr, str], Check], values: Iterable[sp.Expr], formula: str
) -> Check:
    """Check every one of several expressions, as those of a matrix; the worst outcome counts.

    Parameters
    ----------
    checker
        `zero`, `nonnegative` or another function of an expression and the formula. It is asked
        for one expression after another, until one fails.
    values
        The expressions, at least one.
    formula : str
        What all of them together say.

    Returns
    -------
    Check
        That of the first expression that fails; or else of the first that is undecided; or else of
        the first.

    Raises
    ------
    ValueError
        If there are no expressions: nothing would have been checked.
    """
    checks: list[Check] = []
    for value in values:
        checks.append(checker(value, formula))
        if checks[-1].holds is False:
            break
    if not checks:
        raise ValueError(f"values must have an expression to check, got none for {formula!r}")
    return min(checks, key=_rank)
