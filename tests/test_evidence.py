"""Verdicts: what is undecided, or was only played, never reads as proven; witnesses refute."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sympy as sp

from osphg.proofs.evidence import (
    CITED,
    CONDITION,
    FALSE_REPAIRED,
    HOLDS,
    REFUTED,
    UNDECIDED,
    Check,
    Evidence,
    entries,
    matrix,
    nonnegative,
    vector,
    zero,
)

Outcome = bool | None
OUTCOMES: tuple[Outcome, ...] = (True, False, None)
GROUPS = [group for size in range(4) for group in itertools.product(OUTCOMES, repeat=size)]


def made(outcomes: tuple[Outcome, ...], *, measured: bool = False) -> tuple[Check, ...]:
    return tuple(Check("a formula", holds, measured=measured) for holds in outcomes)


def told(group: tuple[Outcome, ...]) -> str:
    """What a reader makes of several checks, in words."""
    if any(outcome is False for outcome in group):
        return "one fails"
    return "not all decided" if any(outcome is None for outcome in group) else "all hold"


# The verdict by what the stated checks, those without the condition and the repaired ones say.
TABLE = {
    ("all hold", "all hold"): HOLDS,
    ("all hold", "one fails"): CONDITION,
    ("all hold", "not all decided"): UNDECIDED,
    ("not all decided", "all hold"): UNDECIDED,
    ("not all decided", "one fails"): UNDECIDED,
    ("not all decided", "not all decided"): UNDECIDED,
}


@pytest.mark.parametrize("stated", GROUPS, ids=str)
def test_every_verdict(stated: tuple[Outcome, ...]) -> None:
    """Up to three checks stated, without the condition and repaired: all that they can say."""
    for unsaid, repaired in itertools.product(GROUPS, GROUPS):
        found = Evidence("a", "b", *map(made, (stated, unsaid, repaired))).verdict
        if not stated:
            assert found == CITED
        elif told(stated) == "one fails":
            mended = len(repaired) > 0 and told(repaired) == "all hold"
            assert found == (FALSE_REPAIRED if mended else REFUTED)
        else:
            assert found == TABLE[told(stated), told(unsaid)]


@pytest.mark.parametrize("group", GROUPS, ids=str)
def test_remarks_bear_on_no_verdict(group: tuple[Outcome, ...]) -> None:
    for stated in GROUPS:
        plain = Evidence("a", "b", made(stated))
        assert Evidence("a", "b", made(stated), remarks=made(group)).verdict == plain.verdict


def test_a_run_repairs_nothing_and_may_refute() -> None:
    fails, runs = made((False,)), made((True, True), measured=True)
    assert Evidence("a", "b", fails, repaired=runs).verdict == REFUTED
    assert Evidence("a", "b", fails, repaired=(*runs, *made((True,)))).verdict == FALSE_REPAIRED
    against = made((False,), measured=True)
    assert Evidence("a", "b", fails, repaired=(*against, *made((True,)))).verdict == REFUTED
    assert Evidence("a", "b", (*made((True,)), *against)).verdict == REFUTED
    assert Evidence("a", "b", (*made((None,)), *runs)).verdict == UNDECIDED


@pytest.mark.parametrize("holds", [np.False_, np.True_, sp.false, sp.true, 0, 1, "yes"])
def test_an_outcome_that_is_none_is_refused(holds: Any) -> None:
    with pytest.raises(TypeError, match=r"^holds must be True, False or None, got .* of \w+$"):
        Check("a formula", holds)


def test_groups_and_checks_keep_what_bears_on_what() -> None:
    stated, unsaid, repaired, remarks = (
        (Check(name, holds, f"by {name}"),)
        for name, holds in (("s", True), ("u", False), ("r", None), ("m", True))
    )
    found = Evidence("a", "b", stated, unsaid, repaired, remarks)
    assert found.checks == {
        "as stated": [["s", True, "by s"]],
        "without the condition": [["u", False, "by u"]],
        "in its place": [["r", None, "by r"]],
        "besides": [["m", True, "by m"]],
    }
    assert Evidence("a", "b", stated).checks == {"as stated": [["s", True, "by s"]]}
    assert str(stated[0]) == "s: yes (by s)"
    assert str(Check("s", False)) == "s: NO"
    assert str(Check("s", None)) == "s: undecided"


# Several expressions.


@pytest.mark.parametrize(
    "outcomes", [group for group in GROUPS if group], ids=lambda group: f"{group}"
)
def test_the_worst_entry_counts(outcomes: tuple[Outcome, ...]) -> None:
    """All triples in all orders; and what follows a failure is not asked for."""
    asked: list[int] = []

    def checker(value: Any, formula: str) -> Check:
        asked.append(int(value))
        return Check(formula, outcomes[value], f"at {value}")

    found = entries(checker, map(sp.Integer, range(len(outcomes))), "all")
    words = {"one fails": False, "not all decided": None, "all hold": True}
    worst = words[told(outcomes)]
    first = outcomes.index(worst)
    assert found == Check("all", worst, f"at {first}")
    assert asked == [*range(first + 1 if worst is False else len(outcomes))]


def test_no_entries_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^values must have an expression to check, got none for"):
        entries(zero, [], "$A = 0$")
    with pytest.raises(ValueError, match="got none"):
        entries(nonnegative, sp.Matrix(0, 0, []), "$A \\ge 0$")


def test_a_matrix_with_an_undecided_entry_does_not_hold() -> None:
    x = sp.Symbol("x", real=True)
    far = x**2 - 200 * x + 9999  # negative between 99 and 101 alone
    for values in itertools.permutations([x**2, far, (x - 1) ** 2]):
        check = entries(nonnegative, values, "all")
        assert check.holds is None
        assert Evidence("a", "b", (check,)).verdict == UNDECIDED
    assert entries(nonnegative, [x**2, far, -1 - x**2], "all").holds is False


# Formulas.

REAL, OTHER = sp.symbols("x y", real=True)
POSITIVE = sp.Symbol("p", positive=True)
NOT_NEGATIVE = sp.Symbol("q", nonnegative=True)
NOT_POSITIVE = sp.Symbol("n", nonpositive=True)
ANY = sp.Symbol("z")
Decide = Callable[[Any, str], Check]

HOLD: list[tuple[Decide, Any]] = [
    (zero, 0),
    (zero, (REAL + OTHER) ** 2 - REAL**2 - 2 * REAL * OTHER - OTHER**2),
    (zero, sp.sin(REAL) ** 2 + sp.cos(REAL) ** 2 - 1),
    (zero, sp.Abs(POSITIVE) - POSITIVE),
    (zero, sp.Matrix([[1, 2], [3, 4]]).det() + 2),
    (nonnegative, 0),
    (nonnegative, sp.Rational(1, 3)),
    (nonnegative, REAL**2),
    (nonnegative, REAL**2 + OTHER**2 - 2 * REAL * OTHER),
    (nonnegative, POSITIVE),
    (nonnegative, NOT_NEGATIVE),
    (nonnegative, -NOT_POSITIVE),
]
FAIL: list[tuple[Decide, Any]] = [
    (zero, 3),
    (zero, REAL - REAL**2),  # 0 at 0 and at 1
    (zero, sp.Abs(REAL) - REAL),  # 0 for all that are not negative
    (zero, REAL * OTHER),
    (zero, 1 / REAL - 1),  # no value at 0
    (zero, sp.log(NOT_NEGATIVE)),
    (zero, ANY**2 - 1),
    (nonnegative, -1),
    (nonnegative, REAL**2 - REAL),
    (nonnegative, POSITIVE - 1),
    (nonnegative, -POSITIVE),
    (nonnegative, -NOT_NEGATIVE),
    (nonnegative, NOT_POSITIVE),
    (nonnegative, REAL * OTHER),
    (nonnegative, sp.log(POSITIVE)),
]
TRIED = [sp.Rational(v) for v in ("1", "-1", "1/2", "-1/2", "2")]
OPEN: list[tuple[Decide, Any]] = [
    (zero, REAL * (REAL**2 - 1) * (REAL**2 - 4) * (4 * REAL**2 - 1)),  # 0 wherever it is tried
    (zero, 1 / REAL - sp.interpolate([(v, 1 / v) for v in TRIED], REAL)),  # and no value at 0
    (zero, sp.Symbol("w", irrational=True) - 1),  # at no rational point
    (nonnegative, REAL**2 - 200 * REAL + 9999),  # negative near 100 alone
    (nonnegative, sp.exp(REAL) - 1 - REAL),  # true
    (nonnegative, ANY**2),  # no sign: z may be complex
    (nonnegative, 1 / NOT_NEGATIVE),
]


@pytest.mark.parametrize(("decide", "expression"), HOLD)
def test_what_holds(decide: Decide, expression: Any) -> None:
    assert decide(expression, "it") == Check("it", True)


@pytest.mark.parametrize(("decide", "expression"), FAIL)
def test_what_fails_has_a_witness_that_refutes(decide: Decide, expression: Any) -> None:
    """The point is within the symbols' assumptions, and the value is that of the expression."""
    check = decide(expression, "it")
    assert check.holds is False
    value, *at = check.witness.split("$")[1::2]
    expression = sp.sympify(expression)
    symbols = {str(s): s for s in expression.free_symbols}
    point = dict(pair.split(" = ") for pair in at)
    assert point.keys() == symbols.keys()
    where = {symbols[name]: sp.sympify(text) for name, text in point.items()}
    for symbol, found in where.items():
        assert found.is_rational
        assert all(getattr(found, f"is_{k}") is b for k, b in symbol.assumptions0.items())
    exact = expression.subs(where)
    assert sp.latex(exact, fold_short_frac=True).replace(" ", "") == value.replace(" ", "")
    assert complex(exact) != 0 if decide is zero else float(exact) < 0


@pytest.mark.parametrize(("decide", "expression"), OPEN)
def test_what_cannot_be_decided_is_left_so(decide: Decide, expression: Any) -> None:
    assert decide(expression, "it") == Check("it", None)


def test_symbols_of_vectors_and_matrices() -> None:
    assert all(entry.is_real and entry.is_positive is None for entry in vector("x", 3))
    assert all(entry.is_positive for entry in vector("x", 2, positive=True))
    assert [str(entry) for entry in vector("x", 3)] == ["x1", "x2", "x3"]
    H = matrix("h", 3)
    assert all(entry.is_nonpositive for entry in H)
    assert len(H.free_symbols) == 9
    assert not H.is_symmetric()
    S = matrix("h", 3, symmetric=True)
    assert S.is_symmetric()
    assert len(S.free_symbols) == 6
    assert entries(nonnegative, -H, "DR").holds is True
    assert entries(nonnegative, H, "supermodular").holds is False
