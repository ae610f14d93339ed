"""Proof mutants: an error in any stated expression is refused, or shown to do no harm."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest
import sympy as sp

from osphg.theory import kernel, mutants, normal, numeric, perturb, sums
from osphg.theory.kernel import Assumption, Fact, assume

x, y, c = sp.symbols("x y c", real=True)
i, t, n = sp.symbols("i t n", integer=True)
T = sp.Symbol("T", integer=True, positive=True)
f = sp.Function("f", real=True)

SHORT = ("dual",)
LONG = ("windows", "lemma41", "lemma42", "lemma42_tight", "climb", "learners", "lemma43",
        "theorems", "refutation")  # fmt: skip


def derivation(name: str) -> ModuleType:
    return import_module(f"osphg.theory.{name}")


def explained(report: mutants.Report) -> None:
    left = [row for row in report.rows if row.outcome == mutants.UNEXPLAINED]
    assert not left, left[:3]
    assert report.killed + report.weaker == report.total
    assert report.killed >= 0.75 * report.total


@pytest.mark.parametrize("name", SHORT)
def test_every_mutant_is_refused_or_explained(name: str) -> None:
    report = mutants.survey(derivation(name))
    assert report.total > 500
    explained(report)


@pytest.mark.parametrize("name", LONG)
def test_a_sample_of_mutants_is_refused_or_explained(name: str) -> None:
    limit = 10 if name in ("refutation", "theorems", "windows") else 25  # these take long
    report = mutants.survey(derivation(name), limit=limit, seed=1)
    assert report.total == limit
    explained(report)


def test_the_rules_are_untouched_afterwards() -> None:
    rules = kernel.conclude, sums.induction, derivation("dual").assume
    mutants.survey(derivation("dual"), limit=2)
    assert rules == (kernel.conclude, sums.induction, derivation("dual").assume)
    assert derivation("dual").assume is assume


def test_same_seed_same_rows() -> None:
    first, second = (mutants.survey(derivation("dual"), limit=8, seed=3) for _ in range(2))
    assert first == second


class TestOutcomes:
    """Derivations made to have survivors of each kind."""

    @pytest.fixture
    def run(self, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[tuple[str, str], str]]:
        def outcomes(
            prove: Callable[[ModuleType], dict[str, Fact]],
        ) -> dict[tuple[str, str], str]:
            module = ModuleType("osphg.theory.made_up")
            monkeypatch.setattr(module, "prove", lambda: prove(module), raising=False)
            monkeypatch.setattr(module, "assume", assume, raising=False)
            monkeypatch.setitem(sys.modules, module.__name__, module)
            return {(row.rule, row.new): row.outcome for row in mutants.survey(module).rows}

        return outcomes

    def test_conclusion(self, run: Any) -> None:
        found = run(lambda _: {
            "young": kernel.conclude(2 * x * y, "<=", x**2 + y**2, kernel.square(x - y))
        })  # fmt: skip
        assert found["square", "-x + y"] == mutants.SAME
        assert found["square", "x + y"] == mutants.REFUSED
        stated = {new: outcome for (rule, new), outcome in found.items() if rule == "conclude"}
        assert {"x**2", "=", "x**2 + y**2, 2*x*y"} <= set(stated)
        assert set(stated.values()) == {mutants.REFUSED}
        assert mutants.UNEXPLAINED not in found.values()

    def test_conditions(self, run: Any) -> None:
        found = run(lambda _: {
            "later": kernel.under(kernel.nonnegative(t + 2, (t - 1,)), t - 3)
        })  # fmt: skip
        assert found["under", "t - 4"] == mutants.WEAKER
        assert found["under", "t - 2"] == mutants.STRONGER
        assert found["under", "t"] == mutants.REFUSED

    def test_assumption(self, run: Any) -> None:
        rises = Assumption("f rises by 1", f(t + 1), "=", f(t) + 1, (t,), (t - 1,))
        found = run(lambda module: {
            "up": kernel.restate(module.assume(rises), f(t) + 1, "<=", f(t + 1))
        })  # fmt: skip
        assert found["assume", "t"] == mutants.MORE  # it holds in round 0, too
        assert found["assume", "t - 2"] == mutants.WEAKER
        assert found["assume", "f(t) + 2"] == mutants.REFUSED
        assert found["assume", "2*t - 2"] == mutants.SAME

    def test_assumption_not_needed_in_full(self, run: Any) -> None:
        equal = Assumption("x = y", x, "=", y)
        found = run(lambda module: {"up": kernel.restate(module.assume(equal), x, "<=", y)})
        assert found["assume", "<="] == mutants.UNUSED

    def test_another_true_statement_stays_unexplained(self, run: Any) -> None:
        found = run(lambda _: {"square": kernel.square(x - y)})
        assert found["square", "x + y"] == mutants.UNEXPLAINED


class TestPerturbed:
    def test_constants_exponents_signs_factors(self) -> None:
        found = perturb.perturbed(2 * x**2 - y / 2)
        for wanted in (
            3 * x**2 - y / 2, x**2 - y / 2, 4 * x**2 - y / 2, 2 * x**3 - y / 2, 2 * x - y / 2,
            2 * x**2, -y / 2, 2 * x**2 + y / 2, 2 * x**2 - y, 2 * x**2 - sp.Rational(1, 2),
        ):  # fmt: skip
            assert wanted in found, wanted

    def test_sums_indices_and_symbols(self) -> None:
        found = perturb.perturbed(sp.Sum(c ** (T - i) * f(i), (i, 1, T - 1)))
        for term, low, high in (
            (c ** (T - i) * f(i), 2, T - 1), (c ** (T - i) * f(i), 1, T), (f(i), 1, T - 1),
            (c ** (T - i + 1) * f(i), 1, T - 1), (c ** (T - i) * f(i + 1), 1, T - 1),
        ):  # fmt: skip
            assert sp.Sum(term, (i, low, high)) in found

    def test_each_once_and_never_itself(self) -> None:
        e = sp.Max(0, c * f(t) + x) + sp.Abs(y)
        found = perturb.perturbed(e)
        assert e not in found
        assert len(found) == len(set(found))
        assert e - sp.Abs(y) + y in found


class TestNumeric:
    def test_refutes_what_is_no_identity_only(self) -> None:
        equal = c * sp.Sum(c ** (n - i) * f(i), (i, 1, n))
        moved = sp.Sum(c ** (n + 1 - i) * f(i), (i, 1, n))
        assert normal.is_zero(equal - moved)
        assert not numeric.differs(equal - moved)
        assert numeric.differs(equal - moved + f(n))

    def test_reversed_ranges(self) -> None:
        at = {n: Fraction(-3)}
        assert numeric.value(sp.Sum(i, (i, 1, n)), at) == 3  # -(-2 - 1 + 0)

    def test_unknown(self) -> None:
        assert numeric.value(sp.sin(x)) is None
        assert numeric.value(sp.Sum(f(i), (i, 1, 1000))) is None
