"""One learner has linear regret: what the proof rests on, and runs that are above the floor."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp

import osphg
from osphg.games import refuting
from osphg.proofs.paper import constant_budget, meta_frank_wolfe, symbols, theorems
from osphg.proofs.paper.symbols import G, K, R, T, W, beta, delta, mu
from osphg.proofs.refutation import one_learner as proof


def test_the_floor_is_linear_in_T_and_rests_on_no_property_of_f() -> None:
    """N is of the order sqrt(W T) at the theorem's step sizes; the game itself is assumed."""
    fact = proof.linear()
    assert not fact.where
    assert not any(assumption.cited for assumption in fact.rests_on)
    tuned = {mu: R / (beta * theorems.root), delta: 4 * beta**2}
    N = proof.budget.subs(tuned).subs({R: sp.sqrt(2), beta: sp.sqrt(proof.a**2 + 4)})
    assert sp.limit(N.subs(W, 1) / T, T, sp.oo) == 0
    assert sp.limit((N / theorems.root).subs(W, 1), T, sp.oo).is_finite
    assert sp.simplify(fact.lhs - (2 - proof.a) * T * _bracket() + proof.a * proof.budget) == 0


def _bracket() -> sp.Expr:
    return (1 - sp.exp(-1)) * (1 + proof.a**2 / 4) - 1


@pytest.mark.parametrize("a", [0.5, 1.0, 1.9])
def test_the_game_is_as_the_proof_says(a: float) -> None:
    made = refuting.one_learner(100, a)
    assert made.rounds.check().holds
    assert made.rounds.R == pytest.approx(np.sqrt(2))
    assert made.rounds.beta == pytest.approx(np.sqrt(a**2 + 4))
    assert made.rounds.G == 1
    best = osphg.best_fixed_decision(made.rounds, 7)
    assert best.average == pytest.approx(made.f_star, rel=1e-9)
    assert made.f_star == pytest.approx(1 + a**2 / 4)
    X = np.random.default_rng(0).uniform(0, 1, (50, 2))
    assert made.objective is not None
    value = a * X[:, 0] + 2 * X[:, 1] - X[:, 1] ** 2
    np.testing.assert_allclose(made.objective.value(X), value, atol=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("T", "W"), [(300_000, 1), (1_000_000, 10)])
def test_a_run_is_above_the_floor(T: int, W: int, weighted: bool) -> None:
    """And for W = 1 it is beyond 1 - 1/e, for either feedback."""
    made = refuting.one_learner(T)
    player = osphg.OSPHG.tuned(made.rounds, W, 1, weighted=weighted)
    run = osphg.play(player, made.rounds)
    regret = osphg.regret(run, made.benchmark(W))
    given = {proof.a: 1.9, symbols.T: T, mu: player.mu, delta: player.delta}
    assert regret >= float(proof.linear().lhs.subs(given)) / 0.1
    if W == 1:
        assert regret > 0.05 * T
        assert run.utility.mean() < 0.6 * made.f_star
    # what the proof bounds: how much of good 1 is bought
    assert 0.1 * run.decisions[:, 0].sum() <= float(proof.budget.subs(given))


def test_many_learners_are_cured() -> None:
    made = refuting.one_learner(100_000)
    player = osphg.OSPHG.tuned(made.rounds, 1, 50, weighted=True)
    assert osphg.regret(osphg.play(player, made.rounds), made.benchmark()) < -0.3 * made.rounds.T


@pytest.mark.parametrize("a", [0.0, 2.0, -1.0, float("nan")])
def test_a_slope_outside_is_refused(a: float) -> None:
    with pytest.raises(ValueError, match="a must be"):
        refuting.one_learner(10, a)


def test_meta_frank_wolfe_is_bounded_without_a_citation_but_for_calculus() -> None:
    fact = meta_frank_wolfe.regret()
    assert not fact.where
    assert {a.name for a in fact.rests_on if a.cited} == {"1 + y <= exp(y)"}
    assert meta_frank_wolfe.MANY in fact.rests_on
    assert meta_frank_wolfe.MANY not in meta_frank_wolfe.regret_terms().rests_on
    assert K not in fact.rhs.free_symbols


def test_lemma_42_under_a_constant_budget_is_between_the_two_constants() -> None:
    """The published constant times 1 + delta mu M/G; that factor vanishes as W T grows."""
    fact = constant_budget.window()
    published = G**2 / 2 * mu * W * (W - 1)
    factor = 1 + delta * mu * constant_budget.cap / G
    first = fact.rhs.subs(dict.fromkeys(fact.rhs.atoms(sp.Sum), 0))
    assert sp.simplify(first - factor * published) == 0
    assert not any(a.cited for a in fact.rests_on)
