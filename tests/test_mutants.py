"""Proof mutants: an error in any stated expression is refused, or shown to do no harm."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import sympy as sp

from osphg.proofs import kernel
from osphg.proofs.kernel import Assumption, Fact, assume, normal, numeric, sums
from osphg.proofs.mutants import census, perturb, watch
from osphg.proofs.mutants import survey as mutants
from osphg.proofs.mutants.survey import Derivation

x, y, c = sp.symbols("x y c", real=True)
i, t, n = sp.symbols("i t n", integer=True)
T = sp.Symbol("T", integer=True, positive=True)
f = sp.Function("f", real=True)

KEPT = census.read(Path(__file__).resolve().parent.parent / "book" / "mutants.json")


@pytest.fixture(scope="module")
def derivations() -> dict[str, Derivation]:
    return {found.name: found for found in census.derivations()}


def smallest(name: str, count: int) -> list[str]:
    """Keys of survivors that nobody chose."""
    return sorted(KEPT[name].listed)[:count]


class TestCensus:
    """The file in book/ has what a full survey found; `census` says how to write it anew."""

    def test_every_derivation_is_in_it(self) -> None:
        theory = Path(kernel.__file__).parent
        proving = {p.stem for p in theory.glob("*.py") if "\ndef prove(" in p.read_text("utf-8")}
        assert list(KEPT) == list(census.DERIVATIONS)
        assert set(KEPT) == proving

    @pytest.mark.parametrize("name", census.DERIVATIONS)
    def test_nothing_is_unexplained(self, name: str) -> None:
        assert KEPT[name].count(mutants.UNEXPLAINED) == 0
        assert KEPT[name].mutants > 500
        assert KEPT[name].count(*mutants.KILLED) >= 0.75 * KEPT[name].mutants

    @pytest.mark.parametrize("name", census.DERIVATIONS)
    def test_it_is_up_to_date(self, name: str, derivations: dict[str, Derivation]) -> None:
        empty = mutants.Report(name, ())
        assert KEPT[name].differences(derivations[name], empty) == []

    @pytest.mark.parametrize("name", census.DERIVATIONS)
    def test_a_sample_agrees(self, name: str, derivations: dict[str, Derivation]) -> None:
        found = derivations[name]
        survivors = mutants.Report(name, tuple(map(found.row, smallest(name, 5))))
        for sample in (found.survey(limit=25), survivors):
            assert sample.rows
            assert KEPT[name].differences(found, sample) == []

    def test_all_of_one_derivation_agree(self, derivations: dict[str, Derivation]) -> None:
        assert census.entry(derivations["dual"]) == KEPT["dual"]

    def test_a_change_is_seen(self, derivations: dict[str, Derivation]) -> None:
        found, kept = derivations["dual"], KEPT["dual"]
        one, another = map(found.row, smallest("dual", 2))
        fewer = {key: row for key, row in kept.listed.items() if key != one.key}
        turned = {**fewer, another.key: (*kept.listed[another.key][:-1], mutants.UNEXPLAINED)}
        sample = mutants.Report("dual", (one, another))
        changed = census.Entry(kept.digest, kept.mutants, turned)
        assert len(changed.differences(found, sample)) == 2
        stale = census.Entry(kept.digest[::-1], kept.mutants, kept.listed)
        assert stale.differences(found, sample) == ["dual: the entry is stale"]

    def test_what_is_written_is_read(self, tmp_path: Path) -> None:
        census.write(tmp_path / "some.json", KEPT)
        assert census.read(tmp_path / "some.json") == KEPT
        kept = Path(__file__).resolve().parent.parent / "book" / "mutants.json"
        assert (tmp_path / "some.json").read_bytes() == kept.read_bytes()

    @pytest.mark.parametrize("text", ["[]", "{", '{"dual": {}}'])
    def test_another_file_is_refused(self, tmp_path: Path, text: str) -> None:
        (tmp_path / "some.json").write_text(text)
        with pytest.raises(ValueError, match=r"some\.json must hold a census of mutants"):
            census.read(tmp_path / "some.json")


def test_the_rules_are_untouched_afterwards() -> None:
    dual = import_module("osphg.proofs.paper.dual")
    rules = kernel.conclude, sums.induction, dual.assume
    mutants.survey(dual, limit=2)
    assert rules == (kernel.conclude, sums.induction, dual.assume)
    assert dual.assume is assume


@pytest.mark.parametrize("name", ["dual", "lemma42"])
def test_what_is_remembered_changes_no_outcome(
    name: str, derivations: dict[str, Derivation], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = derivations[name]
    sample = sorted(found.mutants)[30:40] + smallest(name, 3)
    quick = [found.row(key) for key in sample]
    monkeypatch.setattr(watch.Watch, "step", lambda _, function: function)
    monkeypatch.setattr(watch.Memory, "recall", lambda _, call, stated: call.make(stated))
    assert [found.row(key) for key in sample] == quick


def test_a_long_difference_is_left_undecided(derivations: dict[str, Derivation]) -> None:
    """Counting the windows of another term is true, and does not fit the words any more."""
    found = derivations["lemma43"]
    counted = next(
        key for key in smallest("lemma43", len(KEPT["lemma43"].listed))
        if KEPT["lemma43"].listed[key][:2] == ("lemma43.counted", "instance")
    )  # fmt: skip
    assert found.row(counted).outcome == mutants.UNDECIDED


def test_a_shared_statement_is_tried_once(derivations: dict[str, Derivation]) -> None:
    dual, lemma43 = derivations["dual"], derivations["lemma43"]
    assert dual.statements <= lemma43.statements
    assert not set(dual.mutants) & set(lemma43.mutants)
    places = {lemma43.row(key).place.partition(".")[0] for key in sorted(lemma43.mutants)[:10]}
    assert "dual" not in places


class TestOutcomes:
    """Derivations made to have survivors of each kind."""

    @pytest.fixture
    def made(self, monkeypatch: pytest.MonkeyPatch) -> Callable[..., ModuleType]:
        def module_of(prove: Callable[[ModuleType], dict[str, Fact]]) -> ModuleType:
            module = ModuleType("osphg.proofs.made_up")
            monkeypatch.setattr(module, "prove", lambda: prove(module), raising=False)
            monkeypatch.setattr(module, "assume", assume, raising=False)
            monkeypatch.setitem(sys.modules, module.__name__, module)
            return module

        return module_of

    @pytest.fixture
    def run(self, made: Any) -> Callable[..., dict[tuple[str, str], str]]:
        def outcomes(prove: Any) -> dict[tuple[str, str], str]:
            return {(row.rule, row.new): row.outcome for row in mutants.survey(made(prove)).rows}

        return outcomes

    def test_update(self, made: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "some.json"
        for statement in (x, x, y):
            module = made(lambda _, e=statement: {"square": kernel.square(e)})
            census.update(path, [Derivation(module)])
        said = capsys.readouterr().out.splitlines()
        assert said == ["made_up surveyed", "made_up is up to date", "made_up surveyed"]
        assert census.read(path) == {"made_up": census.entry(Derivation(module))}

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

    def test_roots_and_exponentials(self) -> None:
        p, r = sp.symbols("p r", positive=True)
        root = (p - r) / (sp.sqrt(p) + sp.sqrt(r)) - sp.sqrt(p) + sp.sqrt(r)
        assert not numeric.differs(root)
        assert numeric.differs(root + r / 10**9)
        assert not numeric.differs(sp.exp(-1 / p) * sp.exp((1 - n) / p) - sp.exp(-n / p))
        assert numeric.differs(sp.exp(-1) - sp.Rational(36788, 100000))

    def test_unknown(self) -> None:
        assert numeric.value(sp.sqrt(-1 - sp.Symbol("p", positive=True))) is None
        assert numeric.value(sp.sin(x)) is None
        assert numeric.value(sp.Sum(f(i), (i, 1, 1000))) is None
