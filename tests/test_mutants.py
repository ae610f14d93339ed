"""Proof mutants: an error in any stated expression is refused, or shown to do no harm."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from osphg import proofs
from osphg.proofs import kernel
from osphg.proofs.derivations import DERIVATIONS
from osphg.proofs.kernel import Assumption, Fact, cases, normal, numeric, rules, sums
from osphg.proofs.mutants import census, perturb, replay
from osphg.proofs.mutants import survey as mutants
from osphg.proofs.mutants.survey import Surveyed

x, y, c = sp.symbols("x y c", real=True)
i, t, n = sp.symbols("i t n", integer=True)
T = sp.Symbol("T", integer=True, positive=True)
f = sp.Function("f", real=True)

KEPT = census.read(Path(__file__).resolve().parent.parent / "book" / "mutants.json")


@pytest.fixture(scope="module")
def derivations() -> dict[str, Surveyed]:
    return {found.name: found for found in census.derivations()}


def smallest(name: str, count: int) -> list[str]:
    """Keys of survivors that nobody chose."""
    return sorted(KEPT[name].listed)[:count]


class TestCensus:
    """The file in book/ has what a survey found; `census` says how to write it anew.

    All that needs the derivations is in this class: side by side, each class makes them once more.
    """

    def test_it_has_the_derivations_that_are_surveyed(self) -> None:
        assert list(KEPT) == list(census.SURVEYED)

    def test_rocq_checks_all_derivations_these_among_them(self) -> None:
        folder = Path(proofs.__file__).parent
        proving = {p for p in folder.rglob("*.py") if "\ndef prove(" in p.read_text("utf-8")}
        certified = {Path(found.prove.__code__.co_filename) for found in DERIVATIONS.values()}
        assert certified == proving
        assert set(census.SURVEYED) < set(DERIVATIONS)

    @pytest.mark.parametrize("name", census.SURVEYED)
    def test_nothing_is_unexplained(self, name: str) -> None:
        assert KEPT[name].count(mutants.UNEXPLAINED) == 0
        assert KEPT[name].mutants > 500
        assert KEPT[name].count(*mutants.KILLED) >= 0.75 * KEPT[name].tried

    @pytest.mark.parametrize("name", census.SURVEYED)
    def test_it_is_up_to_date(self, name: str, derivations: dict[str, Surveyed]) -> None:
        empty = mutants.Report(name, ())
        assert KEPT[name].differences(derivations[name], empty) == []

    @pytest.mark.parametrize("name", census.SURVEYED)
    def test_a_sample_agrees(self, name: str, derivations: dict[str, Surveyed]) -> None:
        found = derivations[name]
        tried = [*sorted(found.mutants)[:3], *smallest(name, 1)]
        sample = mutants.Report(name, tuple(map(found.row, tried)))
        assert KEPT[name].differences(found, sample) == []

    def test_all_of_one_derivation_agree(self, derivations: dict[str, Surveyed]) -> None:
        assert census.entry(derivations["dual"]) == KEPT["dual"]

    def test_a_change_is_seen(self, derivations: dict[str, Surveyed]) -> None:
        found, kept = derivations["climb"], KEPT["climb"]
        one, another = map(found.row, smallest("climb", 2))
        fewer = {key: row for key, row in kept.listed.items() if key != one.key}
        turned = {**fewer, another.key: (*kept.listed[another.key][:-1], mutants.UNEXPLAINED)}
        sample = mutants.Report("climb", (one, another))
        changed = census.Entry(kept.digest, kept.mutants, kept.tried, turned)
        assert len(changed.differences(found, sample)) == 2
        stale = census.Entry(kept.digest[::-1], kept.mutants, kept.tried, kept.listed)
        assert stale.differences(found, sample) == ["climb: the entry is stale"]

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

    def test_a_fact_is_made_again_by_what_it_records(
        self, derivations: dict[str, Surveyed]
    ) -> None:
        for found in derivations.values():
            for step in replay.steps(found.facts.values())[::50]:
                again = step.how.rule(*step.how.arguments)
                assert (again.statement, again.where) == (step.statement, step.where)
                assert again.rests_on == step.rests_on

    def test_unchanged_steps_are_kept(self, derivations: dict[str, Surveyed]) -> None:
        found = derivations["dual"]
        nothing = replay.Mutant(replay.Statement(kernel.square, ()), (), None)
        assert replay.replay(found.facts, nothing) == found.facts

    def test_a_kernel_that_always_says_yes_is_noticed(
        self, derivations: dict[str, Surveyed], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The survey asks the kernel itself, and nothing else refuses in its stead."""
        found = derivations["dual"]
        sample = found.survey(limit=12)
        assert KEPT["dual"].differences(found, sample) == []
        for module in (rules, sums, cases):
            monkeypatch.setattr(module, "is_zero", lambda _: True)
        careless = found.survey(limit=12)
        assert careless.killed < sample.killed / 2
        assert len(KEPT["dual"].differences(found, careless)) >= 4


def changed(found: Surveyed, rule: str, new: str) -> mutants.MutantRow:
    """The mutant of a rule that has this in the place of something."""
    rows = (key for key, m in found.mutants.items() if m.target.rule.__name__ == rule)
    return next(row for row in map(found.row, rows) if row.new == new)


def test_a_shared_statement_is_tried_once() -> None:
    first = kernel.square(x - y)
    one = Surveyed("one", {"square": first})
    more = Surveyed("more", {"sum": kernel.add(first, kernel.absolute(x))}, one.statements)
    assert one.statements < more.statements
    targets = {m.target for m in more.mutants.values()}
    assert targets
    assert targets <= more.statements - one.statements


class TestOutcomes:
    """Derivations made to have survivors of each kind."""

    @pytest.fixture
    def run(self) -> Callable[..., dict[tuple[str, str], str]]:
        def outcomes(fact: Fact) -> dict[tuple[str, str], str]:
            rows = Surveyed("made up", {"fact": fact}).survey().rows
            return {(row.rule, row.new): row.outcome for row in rows}

        return outcomes

    def test_update(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "some.json"
        for statement in (x, x, y):
            made = Surveyed("made up", {"square": kernel.square(statement)})
            census.update(path, [made])
        said = capsys.readouterr().out.splitlines()
        assert said == ["made up surveyed", "made up is up to date", "made up surveyed"]
        assert census.read(path) == {"made up": census.entry(made)}

    def test_induction(self, run: Any) -> None:
        """The step and the hypothesis are part of what is replayed."""
        total = sp.Sum(f(i) ** 2, (i, 1, n))

        def step(claim: Fact) -> Fact:
            one = kernel.square(f(n + 1))
            longer = total.subs(n, n + 1)
            return kernel.conclude(0, "<=", longer, claim, one, (-1, kernel.split(longer, n)))

        found = run(kernel.induction(n, 0, (0, "<=", total), kernel.nonnegative(0), step))
        assert found["square", "-f(n + 1)"] == mutants.SAME
        assert found["square", "f(n + 2)"] == mutants.REFUSED
        assert found["suppose", "1"] == mutants.REFUSED
        assert found["suppose", "Sum(f(i), (i, 1, n))"] == mutants.REFUSED

    def test_conclusion(self, run: Any) -> None:
        found = run(kernel.conclude(2 * x * y, "<=", x**2 + y**2, kernel.square(x - y)))
        assert found["square", "-x + y"] == mutants.SAME
        assert found["square", "x + y"] == mutants.REFUSED
        stated = {new: outcome for (rule, new), outcome in found.items() if rule == "restate"}
        assert {"x**2", "=", "x**2 + y**2, 2*x*y"} <= set(stated)
        assert set(stated.values()) == {mutants.REFUSED}
        assert mutants.UNEXPLAINED not in found.values()

    def test_conditions(self, run: Any) -> None:
        found = run(kernel.under(kernel.nonnegative(t + 2, (t - 1,)), t - 3))
        assert found["under", "t - 4"] == mutants.WEAKER
        assert found["under", "t - 2"] == mutants.STRONGER
        assert found["under", "t"] == mutants.REFUSED

    def test_assumption(self, run: Any) -> None:
        rises = Assumption("f rises by 1", f(t + 1), "=", f(t) + 1, (t,), (t - 1,))
        found = run(kernel.restate(kernel.assume(rises), f(t) + 1, "<=", f(t + 1)))
        assert found["assume", "t"] == mutants.MORE  # it holds in round 0, too
        assert found["assume", "t - 2"] == mutants.WEAKER
        assert found["assume", "f(t) + 2"] == mutants.REFUSED
        assert found["assume", "2*t - 2"] == mutants.SAME

    def test_assumption_not_needed_in_full(self, run: Any) -> None:
        equal = Assumption("x = y", x, "=", y)
        found = run(kernel.restate(kernel.assume(equal), x, "<=", y))
        assert found["assume", "<="] == mutants.UNUSED

    def test_another_true_statement_stays_unexplained(self, run: Any) -> None:
        found = run(kernel.square(x - y))
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
        assert numeric.may_vanish(equal - moved)
        assert not numeric.may_vanish(equal - moved + f(n))

    def test_reversed_ranges(self) -> None:
        at = {n: Fraction(-3)}
        assert numeric.value(sp.Sum(i, (i, 1, n)), at) == 3  # -(-2 - 1 + 0)

    def test_roots_and_exponentials(self) -> None:
        p, r = sp.symbols("p r", positive=True)
        root = (p - r) / (sp.sqrt(p) + sp.sqrt(r)) - sp.sqrt(p) + sp.sqrt(r)
        assert numeric.may_vanish(root)
        assert not numeric.may_vanish(root + r / 10**9)
        assert numeric.may_vanish(sp.exp(-1 / p) * sp.exp((1 - n) / p) - sp.exp(-n / p))
        assert not numeric.may_vanish(sp.exp(-1) - sp.Rational(36788, 100000))

    def test_unknown(self) -> None:
        assert numeric.value(sp.sqrt(-1 - sp.Symbol("p", positive=True))) is None
        assert numeric.value(sp.sin(x)) is None
        assert numeric.value(sp.Sum(f(i), (i, 1, 1000))) is None
