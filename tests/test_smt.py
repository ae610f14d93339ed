"""The second checker: verdicts, points replayed in exact fractions, and what must be refused."""

import ast
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import osphg
from osphg.proofs.second import claims, lemmas, one_round, solver, sums
from osphg.proofs.second.solver import PROVEN, REFUTED, UNKNOWN, Inequality, SolverVerdict, decide
from osphg.proofs.second.statement import Family
from osphg.proofs.second.statements import by_key, combined, instances, statements, verdicts

z3 = pytest.importorskip("z3", reason="it has no wheels for Linux on ARM")

P, R = PROVEN, REFUTED
EXPECTED = {  # one for each size, in the order of the statement's sizes
    "lemma-4.1-lower": [P, P, P],
    "lemma-4.1-upper": [P, P, P],
    "lemma-4.1-lower-any-c": [P, R, R],
    "lemma-4.1-upper-any-c": [P, R, R],
    "multiplier-linear": [P, P, P],
    "multiplier-cap": [P, P, P],
    "multiplier-cap-any-c": [R, R, R],
    "multiplier-cap-step": [P],
    "lemma-4.2": [P, R, R],
    "lemma-4.2-from-start": [P, P, R],
    "lemma-4.2-game": [P, P, R],
    "lemma-4.2-step-a": [P, P, P],
    "lemma-4.2-step-b": [P, R, R],
    "lemma-4.2-step-b-signed": [P, P, P],
    "lemma-4.2-repaired": [P, P, P],
    "lemma-4.2-uncapped": [R, R],
    "lemma-4.2-tight": [P],
    "lemma-4.3-recursion": [P, P, P],
    "lemma-4.3-unrolling": [P, P, P],
    "lemma-4.3-step-weights": [P, R, R],
    "lemma-4.3-step-weights-signed": [P, P, P],
    "lemma-4.3-power": [P, P, P],
    "published-round": [P, R, R],
    "published-round-parabola": [P, P, P, R],
    "repair-round": [P, P, P],
    "half-round": [P, P, P],
    "repair-identity": [P, P, P],
    "refutation-identity": [P, P, P],
    "window-counting": [P] * 8,
    "edges-utility": [P, P, P],
    "edges-multiplier": [P, P, P],
    "edges-oracle": [P, P, P],
    "parameter-choice": [P],
    "parameter-contraction": [P],
    "dual-regret": [P, P],
    "refutation-dual": [P, P],
    "square-of-sum": [P],
    "ascent-step": [P, P],
    "ascent-regret": [P, P],
    "choice-of-lambda": [P],
    "penalty-published": [R],
    "penalty": [P],
    "penalty-clipped": [P],
    "bound-G-published": [R, R],
    "bound-G": [P, P],
    "monotone-published": [P, R, R],
    "monotone-symmetric": [P, P],
    "monotone-repaired": [P, P],
    "monotone-published-sum": [P, P],
    "regret-floor": [P, P, P],
    "impossibility-identity": [P],
    "impossibility-share": [P, P],
}
CASES = [(key, i) for key, expected in EXPECTED.items() for i in range(len(expected))]


@cache
def answered(key: str, i: int) -> tuple[Inequality, SolverVerdict]:
    made = by_key()[key]
    question = made(**made.sizes[i])
    return question, decide(question)


def refuting(key: str, i: int) -> Any:
    """The counterexample, its entries as attributes."""
    point = answered(key, i)[1].counterexample
    assert point is not None
    return SimpleNamespace(**point)


def simple(claim: Any, *, hypotheses: Any = lambda v: [], **lengths: int) -> Inequality:
    return Inequality("a question", lengths or {"x": 0}, hypotheses, claim)


class TestVerdicts:
    def test_every_statement_is_expected(self) -> None:
        assert {s.key: len(s.sizes) for s in statements()} == {
            k: len(expected) for k, expected in EXPECTED.items()
        }

    @pytest.mark.parametrize(("key", "i"), CASES)
    def test_verdict_and_its_point(self, key: str, i: int) -> None:
        question, verdict = answered(key, i)
        assert verdict.status == EXPECTED[key][i], verdict.reason
        refuted = verdict.status == REFUTED
        point = verdict.counterexample if refuted else verdict.example
        assert point is not None
        assert (verdict.example if refuted else verdict.counterexample) is None
        entries = [e for p in point.values() for e in (p if isinstance(p, tuple) else (p,))]
        assert all(type(entry) is Fraction for entry in entries)
        assert question.holds_at(point) == (True, not refuted)  # without the solver

    def test_statements_that_checkers_compare(self) -> None:
        keys = ("lemma-4.2", "lemma-4.2-repaired", "lemma-4.3-step-weights")
        assert verdicts(*keys) == {
            "lemma-4.2": REFUTED,
            "lemma-4.2-repaired": PROVEN,
            "lemma-4.3-step-weights": REFUTED,
        }
        assert {question.key for question in instances()} == set(EXPECTED)
        with pytest.raises(ValueError, match=r"key must be one of .*lemma-4\.2.*, got 'lemma'"):
            verdicts("lemma")

    def test_answers_do_not_depend_on_what_was_asked_before(self) -> None:
        first = [decide(lemmas.as_stated(W=W)) for W in (3, 2)]
        assert [decide(lemmas.as_stated(W=W)) for W in (2, 3)] == first[::-1]


class TestPointsByHand:
    """The counterexamples that matter, with the formulas written a second time."""

    def test_lemma_41_needs_c(self) -> None:
        v = refuting("lemma-4.1-lower-any-c", 1)
        c = 1 - v.delta * v.mu**2
        lam = max(c * max(v.mu * v.g[0], Fraction(0)) + v.mu * v.g[1], Fraction(0))
        assert c < 0
        assert lam < v.mu * (c * v.g[0] + v.g[1])

    @pytest.mark.parametrize("i", [1, 2])
    def test_lemma_42(self, i: int) -> None:
        v, W = refuting("lemma-4.2", i), i + 1
        c, lam, left = 1 - v.delta * v.mu**2, v.lam, Fraction(0)
        for at_best, played in zip(v.compared, v.played, strict=True):
            left += lam * at_best
            lam = max(c * lam + v.mu * played, Fraction(0))
        assert 0 <= c <= 1
        assert 0 <= v.lam <= v.G / (v.delta * v.mu)
        assert max(map(abs, v.played + v.compared)) <= v.G
        assert left > v.lam * sum(v.compared) + v.G**2 / 2 * v.mu * W * (W - 1)

    def test_lemma_42_in_a_run_from_zero(self) -> None:
        v = refuting("lemma-4.2-from-start", 2)
        lam = [Fraction(0)]
        for g in [*v.before, *v.played]:
            lam.append(max((1 - v.delta * v.mu**2) * lam[-1] + v.mu * g, Fraction(0)))
        left = lam[2] * v.compared[0] + lam[3] * v.compared[1]
        assert left > lam[2] * sum(v.compared) + v.G**2 * v.mu

    def test_lemma_42_played_by_the_package(self) -> None:
        v = refuting("lemma-4.2-game", 2)
        prices = np.array(v.p, dtype=float)[:, np.newaxis]
        line = osphg.utilities.Quadratics(np.zeros((5, 1, 1)), np.full((5, 1), 4.0))
        rounds = osphg.Rounds(line, prices, 5.0, osphg.Box.unit(1))
        run = osphg.play(osphg.OSPHG(mu=1.0, delta=0.25, K=1), rounds)
        best = osphg.best_fixed_decision(rounds, 2).x
        g = prices @ best - 1
        lam = run.multiplier
        assert rounds.G == pytest.approx(float(v.G))
        assert lam[3] * g[3] + lam[4] * g[4] > lam[3] * (g[3] + g[4]) + rounds.G**2 + 0.01

    def test_weights(self) -> None:
        v = refuting("lemma-4.3-step-weights", 1)
        assert v.d[1] <= v.d[0] / 2 + v.e[0] / 2
        assert v.d[2] <= v.d[1] / 2 + v.e[1] / 2
        assert v.d[2] > v.d[0] / 4 + (v.e[0] + v.e[1]) / 2
        assert v.e[0] < 0  # the sign on which it hangs

    def test_weights_on_a_parabola(self) -> None:
        v = refuting("published-round-parabola", 3)
        for inv_e in (Fraction(36787, 10**5), Fraction(36788, 10**5)):  # 1/e lies between
            left = (1 - inv_e) * (v.h * v.x - v.l * v.x**2 / 2) - (v.h - v.l / 2)
            slopes = [v.h - v.l * Fraction(k, 4) for k in range(4)]
            assert left > sum(s * (v.x - 1) for s in slopes) / 4 + v.l / 8

    def test_monotone(self) -> None:
        v = refuting("monotone-published", 1)
        H = (v.H1, v.H2)
        slopes = [
            sum((H[i][j] + H[j][i]) * v.x[j] / 2 - H[j][i] for j in range(2)) for i in range(2)
        ]
        assert min(slopes) < 0
        assert all(-1 <= entry <= 0 for row in H for entry in row)


class TestMutants:
    @pytest.mark.parametrize(
        "key", [k for k, expected in EXPECTED.items() if set(expected) == {PROVEN}]
    )
    def test_no_constant_of_a_proven_statement_is_idle(self, key: str) -> None:
        made = by_key()[key]
        assert made.constants, "a proven statement needs a constant that can be wrong"
        for name, value in made.constants.items():
            assert any(
                decide(made(**sizes, **{name: value * factor}), simple=False).status == REFUTED
                for factor in (Fraction(1, 2), Fraction(9, 10), Fraction(11, 10))
                for sizes in made.sizes
            ), name

    @pytest.mark.parametrize("W", [2, 3])
    @pytest.mark.parametrize("factor", [Fraction(19, 10), Fraction(199, 100)])
    def test_less_than_twice_the_constant_of_lemma_42_is_refuted(
        self, W: int, factor: Fraction
    ) -> None:
        assert decide(lemmas.repaired(W=W, factor=factor), simple=False).status == REFUTED

    def test_each_hypothesis_of_a_parameter_choice_counts(self) -> None:
        made = sums.parameter_choice
        assert decide(made(least=Fraction(15))).status == REFUTED
        assert decide(made(least=Fraction(17))).status == PROVEN


class TestUnknown:
    def stub(self, answers: list[Any], monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
        """Let the solver answer so, None for its own answer; return what stubs are then set to."""
        real = z3.SolverFor
        told: list[tuple[Any, ...]] = []

        def solver(*args: Any) -> Any:
            answer = answers.pop(0)
            if answer is None:
                return real(*args)
            return SimpleNamespace(
                set=lambda *a: told.append(a),
                add=lambda *a: None,
                check=lambda: answer,
                reason_unknown=lambda: "canceled",
            )

        monkeypatch.setattr(z3, "SolverFor", solver)
        return told

    def test_an_unknown_answer_is_no_proof(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.stub([z3.unknown], monkeypatch)
        verdict = decide(simple(lambda v: v.x * v.x >= 0))
        assert verdict == SolverVerdict(UNKNOWN, reason="canceled")

    def test_nor_is_a_claim_whose_hypotheses_nobody_could_meet(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.stub([None, z3.unknown], monkeypatch)
        verdict = decide(simple(lambda v: v.x * v.x >= 0))
        assert verdict.status == UNKNOWN
        assert "no point" in verdict.reason

    def test_a_failure_at_irrational_points_alone_is_unknown(self) -> None:
        verdict = decide(simple(lambda v: v.x * v.x != 2))
        assert verdict.status == UNKNOWN
        assert "fractions" in verdict.reason

    @pytest.mark.parametrize(("seconds", "told"), [(0.3, 300), (60, 60_000), (1e-5, 1)])
    def test_the_solver_is_told_the_time_limit(
        self, seconds: float, told: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings = self.stub([z3.unknown], monkeypatch)
        decide(simple(lambda v: v.x * v.x >= 0), timeout=seconds)
        assert ("timeout", told) in settings

    def test_a_question_that_is_too_hard_is_unknown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The solver gives up after some work, in its own units: the same on every machine."""
        real = z3.SolverFor

        def weak(*args: Any) -> Any:
            made = real(*args)
            made.set("rlimit", 100_000)
            return made

        monkeypatch.setattr(z3, "SolverFor", weak)

        def claim(v: Any) -> Any:  # Schur's inequality of high degree, twice over
            def schur(x: Any, y: Any, z: Any) -> Any:
                return sum(
                    a**9 * (a - b) * (a - c) for a, b, c in ((x, y, z), (y, z, x), (z, x, y))
                )

            return schur(*v.x) * schur(*v.y) + schur(v.x[0], v.y[1], v.x[2]) >= 0

        hard = Inequality("hard", {"x": 3, "y": 3}, lambda v: [a >= 0 for a in [*v.x, *v.y]], claim)
        verdict = decide(hard, timeout=3600)
        assert verdict.status == UNKNOWN
        assert "resource limit" in verdict.reason

    @pytest.mark.parametrize(
        ("found", "status"),
        [
            ([PROVEN, PROVEN], PROVEN),
            ([PROVEN, UNKNOWN], UNKNOWN),
            ([PROVEN, UNKNOWN, REFUTED], REFUTED),
            ([], UNKNOWN),
        ],
    )
    def test_combined(self, found: list[str], status: str) -> None:
        assert combined(SolverVerdict(s) for s in found) == status

    def test_a_point_that_does_not_replay_is_an_error(self) -> None:
        def fickle(v: Any) -> Any:  # reads otherwise in fractions than in the solver
            return True if isinstance(v.x, Fraction) else v.x >= 0

        with pytest.raises(RuntimeError, match="does not replay"):
            decide(simple(fickle))


class TestRefusals:
    def test_without_z3(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "z3", None)
        question = lemmas.as_stated(W=2)  # can be stated, and replayed
        zeros = (Fraction(0), Fraction(0))
        point: dict[str, Any] = dict.fromkeys(question.variables, 1)
        point |= {"c": 0, "played": zeros, "compared": zeros}
        assert question.holds_at(point) == (True, True)
        with pytest.raises(ImportError, match=r"^the second checker needs z3: install .*'proof'$"):
            decide(question)

    def test_contradictory_hypotheses(self) -> None:
        empty = simple(lambda v: v.x == 0, hypotheses=lambda v: [v.x > 1, v.x < 1])
        with pytest.raises(ValueError, match="a question: the hypotheses contradict each other"):
            decide(empty)

    @pytest.mark.parametrize("timeout", [0, -1.0, float("nan"), float("inf")])
    def test_timeout_out_of_range(self, timeout: float) -> None:
        with pytest.raises(ValueError, match="timeout must be above 0 and finite"):
            decide(simple(lambda v: v.x >= v.x), timeout=timeout)

    @pytest.mark.parametrize("timeout", ["1", None, True])
    def test_timeout_of_wrong_type(self, timeout: Any) -> None:
        with pytest.raises(TypeError, match="timeout must be a number of seconds"):
            decide(simple(lambda v: v.x >= v.x), timeout=timeout)

    def test_not_an_inequality(self) -> None:
        with pytest.raises(TypeError, match="inequality must be an Inequality, got 'x > 0'"):
            decide("x > 0")  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("change", "error", "message"),
        [
            ({"name": ""}, ValueError, "name must be a text that is not empty"),
            ({"variables": {}}, ValueError, "must not be empty"),
            ({"variables": {"1x": 0}}, ValueError, "identifiers as names, got '1x'"),
            ({"variables": {"x": -1}}, ValueError, "length of x must be an integer >= 0, got -1"),
            ({"variables": {"x": True}}, ValueError, "length of x must be"),
            ({"claim": "x > 0"}, TypeError, "claim must be a function of the variables"),
            ({"hypotheses": []}, TypeError, "hypotheses must be a function of the variables"),
        ],
    )
    def test_bad_inequality(
        self, change: dict[str, Any], error: type[Exception], message: str
    ) -> None:
        good: dict[str, Any] = {
            "name": "q",
            "variables": {"x": 0},
            "hypotheses": lambda v: [],
            "claim": lambda v: v.x >= 0,
        }
        Inequality(**good)
        with pytest.raises(error, match=message):
            Inequality(**(good | change))

    @pytest.mark.parametrize("point", [{}, {"x": (Fraction(1),)}, {"x": 1, "y": 1}])
    def test_bad_point(self, point: Any) -> None:
        question = simple(lambda v: v.x >= v.y[0], x=0, y=2)
        with pytest.raises(ValueError, match="point must give"):
            question.holds_at(point)

    def test_whole_numbers_are_exact_points(self) -> None:
        assert simple(lambda v: 3 * v.x * Fraction(1, 3) == v.x).holds_at({"x": 7}) == (True, True)

    @pytest.mark.parametrize(
        ("parameters", "error", "message"),
        [
            ({"W": 0}, ValueError, "W must be an integer >= 1, got 0"),
            ({"W": Fraction(5, 2)}, ValueError, "W must be an integer >= 1"),
            ({"W": "2"}, TypeError, "W must be an integer or a Fraction"),
            ({"W": 2, "factor": 1.9}, TypeError, "factor must be an integer or a Fraction"),
            ({}, TypeError, "sizes must be as in"),
            ({"T": 3}, TypeError, "sizes must be as in"),
        ],
    )
    def test_bad_sizes(self, parameters: Any, error: type[Exception], message: str) -> None:
        with pytest.raises(error, match=message):
            lemmas.repaired(**parameters)

    def test_a_key_is_used_once(self) -> None:
        assert len(by_key()) == len(statements())

    @pytest.mark.parametrize("module", [lemmas, one_round, sums, claims])
    def test_no_statement_is_left_out(self, module: ModuleType) -> None:
        """What a module defines is in its tuple, and in that of all."""
        own = {v.key for v in vars(module).values() if isinstance(v, Family)}
        assert own == {made.key for made in module.STATEMENTS}
        assert own <= by_key().keys()


def test_the_checker_shares_nothing_with_the_kernel() -> None:
    """It imports the solver and its own modules; z3 where a question is asked, and nowhere else."""
    paths = sorted(Path(solver.__file__).parent.glob("*.py"))
    assert {path.stem for path in paths} >= {"solver", "statement", "statements", "lemmas"}
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert not name.startswith("sympy"), path
                assert name != "z3" or path.stem == "solver", path
                assert not name.startswith("osphg") or name.startswith("osphg.proofs.second"), path


@pytest.mark.parametrize(
    ("variables", "claim"),
    [
        ({"a": 1, "b": 1}, lambda v: v.a != v.b),
        ({"a": 2, "b": 2}, lambda v: v.a <= v.b),
        ({"x": 0, "y": 0}, lambda v: False if v.x == v.y else v.x >= v.x),
        ({"x": 0, "a": 1}, lambda v: v.x >= v.x if v.x in v.a else False),
        ({"x": 0, "y": 0}, lambda v: max(v.x, v.y) >= v.x),
    ],
)
def test_a_function_that_asks_whether_a_formula_is_true_is_refused(
    variables: dict[str, int], claim: Callable[[Any], Any]
) -> None:
    asking = Inequality("asking", variables, lambda _: [], claim)
    with pytest.raises(TypeError, match=r"^asking: it asks whether a formula is true"):
        decide(asking)
