"""Impossibility at W = T through the kernel: statements, what they rest on, and refusals."""

from __future__ import annotations

import pytest
import sympy as sp

from osphg.proofs.kernel import Fact, ProofError, conclude
from osphg.proofs.paper import scenarios
from osphg.proofs.paper.scenarios import BEST_B, BOUNDS, H, alpha, best_B, c, m, x, y
from osphg.proofs.paper.symbols import t
from osphg.proofs.show import statement


@pytest.fixture(scope="module")
def facts() -> dict[str, Fact]:
    return scenarios.prove()


def test_both_benchmarks_spend_the_budget(facts: dict[str, Fact]) -> None:
    for fact in (facts["impossibility-budget-A"], facts["impossibility-budget-B"]):
        assert (fact.relation, fact.rhs, fact.where) == ("=", 0, frozenset())


def test_the_identity_has_the_kappa_of_the_chapter(facts: dict[str, Fact]) -> None:
    found = facts["impossibility-identity"]
    assert found.relation == "="
    assert not found.where
    kappa = (found.rhs / (2 * H)).subs(best_B, 2 / (2 + c))
    stated = m * (alpha * c / (2 + c) - (1 - alpha)) + alpha / (2 + c) - alpha / 2
    assert sp.simplify(kappa - stated) == 0


def test_the_identity_holds_for_any_bids(facts: dict[str, Fact]) -> None:
    """Written out for T = 4 and bids of one player, which share the first half."""
    found = facts["impossibility-identity"]
    first, later = (sp.Rational(1, 3), sp.Rational(2, 5)), (sp.Rational(1, 7), sp.Integer(1))
    rates = {
        "w^A": (1, 0), "w^B": (1, m * c), "p^A": (2, 0), "p^B": (2, c),
    }  # fmt: skip
    values = {
        sp.Function(name, real=True)(at): rate[at > 2]
        for name, rate in rates.items()
        for at in range(1, 5)
    }
    bids = {f(at): (*first, *later)[at - 1] for at in range(1, 5) for f in (y,)}
    bids |= {x(at): (*first, 0, 0)[at - 1] for at in range(1, 5)}
    gap = (found.lhs - found.rhs).subs(H, 2).doit().subs(values | bids)
    assert sp.simplify(gap.subs(best_B, 2 / (2 + c))) == 0


def test_the_largest_of_the_three_is_linear(facts: dict[str, Fact]) -> None:
    found = facts["impossibility"]
    assert found.rhs == 3 * m * scenarios.r
    assert sp.expand(found.lhs - scenarios.kappa * 2 * H) == 0
    assert found.rests_on >= {*BOUNDS, scenarios.WORTHY, scenarios.SAME}
    assert BEST_B not in found.rests_on  # kappa is written with x*_B


def test_the_sign_of_kappa(facts: dict[str, Fact]) -> None:
    """It changes where the chapter says."""
    share = sp.Rational(632, 1000)
    right = facts["impossibility-rate"].rhs.subs(alpha, share)
    least = share * 8 / (2 * ((2 * share - 1) * 8 - 2 * (1 - share)))
    assert right.subs({m: least, c: 8}) == 0


def test_it_needs_that_nobody_looks_ahead() -> None:
    paid = scenarios.overspent_B()
    bids = sp.Sum(y(t), (t, 1, H))
    later = sp.Sum(y(t), (t, H + 1, 2 * H))
    with pytest.raises(ProofError, match="not the same statement"):
        conclude(paid.lhs, "=", 2 * bids + c * later - 2 * H, paid)


def test_it_prints(facts: dict[str, Fact]) -> None:
    shown = statement(facts["impossibility-identity"], scenarios.NAMES)
    assert "w_{t}^B" in shown
    assert "x^*_B" in shown
