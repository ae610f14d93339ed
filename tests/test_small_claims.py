"""The paper's smaller claims: every verdict is computed, and every checker can reject."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy as sp

import osphg
from osphg.games.refuting import impossibility
from osphg.oracles import GradientAscent
from osphg.proofs.small import evidence as ev
from osphg.proofs.small import functions as sc
from osphg.proofs.small import impossibility as imp
from osphg.proofs.small import numbers as sb
from osphg.proofs.small import outside
from osphg.proofs.small.evidence import Check, Evidence
from osphg.utilities import Quadratics

VERDICTS = {
    "dr_hessian": ev.HOLDS,
    "signed_directions": ev.HOLDS,
    "multilinear": ev.HOLDS,
    "monotone_quadratic": ev.FALSE_REPAIRED,
    "penalty": ev.FALSE_REPAIRED,
    "bound_G": ev.FALSE_REPAIRED,
    "bound_F": ev.HOLDS,
    "lipschitz_budget": ev.CONDITION,
    "least_regret": ev.HOLDS,
    "one_over_e": ev.HOLDS,
    "windows": ev.FALSE_REPAIRED,
    "weights": ev.HOLDS,
    "parameters": ev.HOLDS,
    "positive_keep": ev.CONDITION,
    "related_work": ev.CITED,
    "join": ev.FALSE_REPAIRED,
    "simplex_trap": ev.REFUTED,
}


@pytest.mark.parametrize("checker", sc.CHECKERS, ids=lambda c: c.__name__)
def test_the_verdict_on_the_paper(checker: Callable[[], Evidence]) -> None:
    found = checker()
    assert found.verdict == VERDICTS[checker.__name__]
    assert found.claim
    assert found.place
    assert found.statement
    against = (ev.FALSE_REPAIRED, ev.REFUTED, ev.CONDITION)
    assert bool(found.counterexample) == (found.verdict in against)


def test_every_checker_is_listed() -> None:
    assert {checker.__name__ for checker in sc.CHECKERS} == set(VERDICTS)
    assert [e.verdict for e in sc.all_evidence()] == [VERDICTS[c.__name__] for c in sc.CHECKERS]


def one_vector(H: sp.Matrix) -> sp.Matrix:
    return sp.ones(H.rows, 1)


WRONG: list[tuple[str, Callable[[], Evidence]]] = [
    ("only the off-diagonal is signed", lambda: sc.dr_hessian(lambda i, j: i != j)),
    ("only the diagonal is signed", lambda: sc.dr_hessian(lambda i, j: i == j)),
    ("any direction", lambda: sc.signed_directions(("nonnegative", "real"))),
    ("chances that do not add up", lambda: sc.multilinear(lambda inside, x: x if inside else 1)),
    ("a squared chance", lambda: sc.multilinear(lambda inside, x: x**2 if inside else 1 - x)),
    ("a sign in the chance", lambda: sc.multilinear(lambda inside, x: -x if inside else 1 - x)),
    ("h = -H1", lambda: sc.monotone_quadratic(lambda H: -H * one_vector(H))),
    ("h = -(H + H')1/4", lambda: sc.monotone_quadratic(lambda H: -(H + H.T) * one_vector(H) / 4)),
    ("a penalty without the half", lambda: sc.penalty(lambda f, g, a: f - g**2 / a)),
    ("a reward", lambda: sc.penalty(lambda f, g, a: f + g**2 / (2 * a))),
    ("G <= beta_g R + b/2 - b", lambda: sb.bound_G(lambda reach, b: reach - b / 2)),
    ("G <= b", lambda: sb.bound_G(lambda reach, b: b)),
    ("F <= beta_f R/2", lambda: sb.bound_F(lambda beta, R: beta * R / 2)),
    ("half the Lipschitz constant", lambda: sb.lipschitz_budget(lambda p: p.dot(p) / 4)),
    ("twice the Lipschitz constant", lambda: sb.lipschitz_budget(lambda p: p.dot(p) * 4)),
    ("f(0) = 1", lambda: sb.least_regret(1)),
    ("(1 + 1/K)^-K", lambda: sb.one_over_e(lambda u: 1 / (1 + u))),
    ("(1 - 1/2K)^K", lambda: sb.one_over_e(lambda u: 1 - u / 2)),
    ("windows 3 and 4", lambda: sb.windows(3, 4)),
    ("weights q^(K-k+1)", lambda: sb.weights(lambda q, d: q ** (d + 1))),
    ("weights 1", lambda: sb.weights(lambda q, d: sp.Integer(1))),
    ("W T >= 15 R^2", lambda: sb.parameters(15)),
    ("W T >= 8 R^2", lambda: sb.parameters(8)),
    (
        "kappa without a term",
        lambda: imp.identity(lambda c, m, a: imp.kappa_formula(c, m, a) + a / 2),
    ),
    (
        "kappa with the wrong sign",
        lambda: imp.identity(lambda c, m, a: -imp.kappa_formula(c, m, a)),
    ),
    ("a cheaper price", lambda: imp.conditions(price=lambda a: (1 - a) / (2 * a - 1))),
    ("a dearer price", lambda: imp.conditions(price=lambda a: 9 * (1 - a) / (2 * a - 1))),
    ("half the worth", lambda: imp.conditions(worth=lambda c, a: a * c / (4 * (2 * a - 1) * c))),
]


@pytest.mark.parametrize(("name", "attempt"), WRONG, ids=[name for name, _ in WRONG])
def test_a_wrong_formula_is_refused(name: str, attempt: Callable[[], Evidence]) -> None:
    found = attempt()
    assert found.verdict in (ev.REFUTED, ev.FALSE_REPAIRED)
    assert found.counterexample


RIGHT: list[tuple[str, Callable[[], Evidence]]] = [
    ("the mended h", lambda: sc.monotone_quadratic(lambda H: -(H + H.T) * one_vector(H) / 2)),
    ("the mended penalty", lambda: sc.penalty(lambda f, g, a: f - g**2 / (2 * a))),
    ("a looser bound on G", lambda: sb.bound_G(lambda reach, b: reach + b)),
    ("a multiple", lambda: sb.windows(2, 4)),
    ("a weaker condition", lambda: sb.parameters(17)),
]


@pytest.mark.parametrize(("name", "attempt"), RIGHT, ids=[name for name, _ in RIGHT])
def test_a_right_formula_is_accepted(name: str, attempt: Callable[[], Evidence]) -> None:
    assert attempt().verdict == ev.HOLDS


def test_a_counterexample_needs_its_premises() -> None:
    # As steep, but not monotone on the simplex: the inequality fails there for no reason.
    found = outside.join(lambda z: z[0] + 3 * z[1] - z[0] ** 2 - 3 * z[0] * z[1])
    assert found.verdict == ev.UNDECIDED
    assert "premise" in found.published[0].witness
    assert outside.join(lambda z: z[0] + z[1]).verdict == ev.HOLDS
    assert outside.simplex_trap((0, 1)).verdict == ev.UNDECIDED


class TestChecks:
    x = sp.Symbol("x", real=True)

    def test_zero_and_nonnegative_prove_refute_or_leave_open(self) -> None:
        x = self.x
        assert ev.zero((x + 1) ** 2 - x**2 - 2 * x - 1, "").holds is True
        assert ev.zero(x - 1, "").holds is False
        assert ev.nonnegative(x**2 - 2 * x + 1, "").holds is True
        refused = ev.nonnegative(x**2 - x, "x^2 >= x")
        assert (refused.holds, refused.witness) == (False, "$-1/4$ at $x = 1/2$")
        beyond = ev.nonnegative(x**2 - 200 * x + 9999, "")  # negative only near 100
        assert beyond.holds is None
        assert Evidence("", "", "", (beyond,)).verdict == ev.UNDECIDED

    def test_a_witness_respects_the_assumptions_of_its_symbols(self) -> None:
        p, q = sp.Symbol("p", positive=True), sp.Symbol("q", nonpositive=True)
        assert ev.nonnegative(p - q - 1, "").witness == "$-1/2$ at $p = 1/2$, $q = 0$"
        assert ev.nonnegative(p, "").holds is True

    def test_a_verdict_is_not_better_than_its_checks(self) -> None:
        yes, no, open_ = (Check("", held) for held in (True, False, None))
        cases: list[tuple[dict[str, Any], str]] = [
            ({}, ev.CITED),
            ({"published": (yes,)}, ev.HOLDS),
            ({"published": (yes, open_)}, ev.UNDECIDED),
            ({"published": (yes, open_, no)}, ev.REFUTED),
            ({"published": (no,), "repaired": (yes,)}, ev.FALSE_REPAIRED),
            ({"published": (no,), "repaired": (yes, open_)}, ev.REFUTED),
            ({"published": (yes,), "unsaid": (no,)}, ev.CONDITION),
            ({"published": (yes,), "remarks": (no,)}, ev.HOLDS),
        ]
        for given, verdict in cases:
            assert Evidence("", "", "", **given).verdict == verdict


def test_the_smallest_window_game_is_the_one_of_the_package() -> None:
    game = osphg.Rounds(
        Quadratics(np.zeros((3, 1, 1)), np.ones((3, 1))),
        np.array([[1.0], [0.0], [1.0]]),
        1.0,
        osphg.Box(np.array([5.0])),
    )
    for W, exact in ((1, Fraction(1, 3)), (2, Fraction(2, 3)), (3, Fraction(1, 2))):
        assert sb.widest((1, 0, 1), Fraction(1, 3), W) == exact
        assert osphg.window_polytope(game, W).upper[0] == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("W", [1, 5, 100])
def test_the_simplex_traps_both_algorithms_for_good(weighted: bool, W: int) -> None:
    T = 100
    utility = Quadratics(np.tile([[-1.0, -1.0], [-1.0, 0.0]], (T, 1, 1)), np.ones((T, 2)))
    game = osphg.Rounds(utility, np.ones((T, 2)), float(T), osphg.Simplex(2))
    player = osphg.OSPHG.tuned(game, W, weighted=weighted)
    corner = GradientAscent(player.mu, np.array([1.0, 0.0]))
    run = osphg.play(osphg.OSPHG(player.mu, player.delta, player.K, weighted, corner), game)
    assert run.decisions == pytest.approx(np.tile([1.0, 0.0], (T, 1)), abs=1e-12)
    best = osphg.best_fixed_decision(game, W)
    assert best.value == pytest.approx(T)
    assert osphg.regret(run, best) == pytest.approx((1 / 2 - 1 / math.e) * T, rel=1e-9)


class TestImpossibility:
    def test_the_identity_and_its_conditions_hold(self) -> None:
        assert imp.identity().verdict == ev.HOLDS
        assert imp.conditions().verdict == ev.HOLDS

    def test_the_sign_of_kappa_turns_at_the_conditions(self) -> None:
        price = imp.least_price()
        assert price == pytest.approx(2 / (math.e - 2))
        assert imp.kappa(price * 0.999, 1e6) < 0
        for c in (price * 1.1, 8.0, 100.0):
            m = imp.least_worth(c)
            assert imp.kappa(c, m) == pytest.approx(0, abs=1e-9)
            assert imp.kappa(c, 0.99 * m) < 0 < imp.kappa(c, 1.01 * m)
        assert math.isinf(imp.least_price(0.5))
        assert math.isinf(imp.least_worth(price))

    def test_a_game_satisfies_the_assumptions(self) -> None:
        for scenario in ("A", "B"):
            assert impossibility(10, 8, 10, scenario).rounds.check().holds
