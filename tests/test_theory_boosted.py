"""The boosted Lemma 4.3 and theorems: the statements, and what they rest on."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache

import pytest
import sympy as sp

from osphg.proofs.boosted import one_round as boosted_round
from osphg.proofs.boosted import theorems as boosted
from osphg.proofs.kernel import Assumption, Fact, ProofError
from osphg.proofs.paper import climb, lemma43, theorems
from osphg.proofs.paper.dual import fixed
from osphg.proofs.paper.symbols import F, G, K, L, R, T, W, beta, delta, g, k, mu, t

f, fs = sp.Function("f", real=True), sp.Function("f^*", real=True)
excess = (1 - sp.exp(-1)) * fs(t) - f(t)


@cache
def proven() -> dict[str, Fact]:
    """Prove everything once for this file."""
    return boosted.prove()


def total(term: sp.Expr) -> sp.Sum:
    """Return the sum over all rounds."""
    return sp.Sum(term, (t, 1, T))


def same(fact: Fact, lhs: sp.Expr, rhs: sp.Expr) -> None:
    """Require that a fact says exactly lhs <= rhs."""
    assert fact.relation == "<="
    assert sp.simplify(sp.expand(fact.lhs - lhs)) == 0
    assert sp.simplify(sp.expand(fact.rhs - rhs)) == 0


FIVE = (
    (F + beta * R) * (W - 1)
    + G / 2 * (G + beta * R) * mu * (W - 1) * (T - 1)
    + R**2 / mu
    + (G**2 + beta**2) * mu * T
    + G**2 * mu * (W - 1) * (T - W + 1)
)
A = (
    F + 2 * beta * R + G * R / (2 * beta) * (G + beta * R) + (G**2 + beta**2) * R / beta
    + G**2 * R / beta
)  # fmt: skip
LEFT = total(excess) + fixed * total(g(t)) - delta * mu / 2 * T * fixed**2 - fixed**2 / mu


def test_statements() -> None:
    """Lemma 4.3 without its last term; with what each estimate of the gradient adds."""
    facts, noise = proven(), boosted_round.noise
    same(facts["boosted-gap"], excess, boosted_round.exact)
    same(facts["boosted-lemma"], LEFT, FIVE)
    same(facts["boosted-lemma-noise"], LEFT, FIVE + total(noise))
    same(facts["boosted-lemma-quadrature"], LEFT, FIVE + boosted_round.kappa * L * R**2 * T)
    same(facts["boosted-lemma-left"], LEFT, FIVE + L * R**2 / (2 * K) * (T - W + 1))
    for name in ("", "-noise", "-quadrature", "-left"):
        assert facts[f"boosted-lemma{name}"].where == {T - W}
    same(facts["boosted-4.1"], total(excess), A * sp.sqrt(W * T))
    square = (8 * beta * R + 4 * beta / R) * (F + A) * sp.sqrt(W) * T ** sp.Rational(3, 2)
    violation = sp.Max(0, total(g(t)))
    same(facts["boosted-4.2-square"], violation**2, square)
    assert facts["boosted-4.2"].lhs == violation
    assert sp.simplify(facts["boosted-4.2"].rhs ** 2 - square) == 0


def test_rests_on() -> None:
    """One oracle needs no smoothness and no path; K left nodes need no calculus."""
    lemma = proven()["boosted-lemma"].rests_on
    calculus = {boosted_round.INTEGRATED, boosted_round.BY_PARTS}
    assert calculus | {boosted_round.EXACT, boosted_round.ORIGIN} <= lemma
    assert not lemma & {climb.SMOOTH, climb.DIAMETER, climb.WEIGHTS, climb.EXPONENTIAL}
    assert not any(a.cited for a in lemma)
    noisy = proven()["boosted-lemma-noise"].rests_on
    assert noisy == lemma - {boosted_round.EXACT}
    assert proven()["boosted-lemma-quadrature"].rests_on == noisy | {boosted_round.QUADRATURE}
    left = proven()["boosted-lemma-left"].rests_on
    assert not left & calculus
    assert {climb.SMOOTH, boosted_round.LEFT_X, boosted_round.LEFT_Y} <= left
    assert theorems.MANY not in proven()["boosted-4.1"].rests_on
    assert theorems.MANY not in proven()["boosted-4.2"].rests_on


def test_calculus() -> None:
    """Everything that the two assumptions take from calculus is decided, and true."""
    checks = boosted_round.calculus()
    assert len(checks) == 4
    assert all(check.holds is True for check in checks)


def priced() -> Fact:
    """One round under the boosted gradient itself."""
    return boosted_round.priced(boosted_round.gap(), boosted_round.exact, sp.Integer(0))


STEPS: list[tuple[str, Callable[..., object], tuple[object, ...]]] = [
    ("INTEGRATED", boosted_round.gap, ()),
    ("BY_PARTS", boosted_round.gap, ()),
    ("ORIGIN", boosted_round.gap, ()),
    ("LEFT_X", boosted_round.left_gap, ()),
    ("LEFT_Y", boosted_round.left_gap, ()),
    ("COST", priced, ()),
    ("LARGER", boosted_round.steep, ()),
    ("STEEP", boosted_round.steep, ()),
    ("STEEP_U", boosted_round.payoff_square, ()),
    ("LENGTH", boosted_round.payoff_square, ()),
    ("WITHIN", boosted_round.ascent, ()),
    ("PROJECTED", boosted_round.ascent, ()),
    (
        "CAUCHY_P",
        boosted_round.edge,
        (boosted_round.exact, boosted_round.steep(), boosted_round.CAUCHY_D),
    ),
]


@pytest.mark.parametrize(("name", "derive", "args"), STEPS, ids=[step[0] for step in STEPS])
def test_needs(
    name: str,
    derive: Callable[..., object],
    args: tuple[object, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without any one of the assumptions its step is refused."""
    given = getattr(boosted_round, name)
    zero = sp.Integer(0)
    empty = Assumption("nothing", zero, given.relation, zero, given.for_all, given.where)
    derive(*args)
    monkeypatch.setattr(boosted_round, name, empty)
    with pytest.raises(ProofError):
        inspect.unwrap(derive)(*args)  # not what is remembered


def test_names_cover_every_function() -> None:
    """Each function of the statements has a way to be written for a reader."""
    known = set(boosted_round.NAMES) | {"lambda", "g", "g^*", "f", "f^*", "w"}
    for fact in proven().values():
        for a in fact.rests_on:
            for side in (a.lhs, a.rhs):
                found = {str(x.func) for x in side.atoms(sp.core.function.AppliedUndef)}
                assert found <= known, found - known
    assert climb.w(k).free_symbols == {k}
    assert lemma43.NAMES.items() <= boosted_round.NAMES.items()
