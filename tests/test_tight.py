"""Tightness: what the theorems say and rest on, and wrong variants that are refused."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, ProofError, assume
from osphg.proofs.paper import climb, lemma43
from osphg.proofs.paper.dual import fixed as ell
from osphg.proofs.paper.symbols import F, G, T, beta, g, k, lam, mu, t
from osphg.proofs.tight import corner, experts, feeds, game, path, potential, rest

E1 = sp.exp(-1)
TOP = (1 + game.eps) * (1 - E1)
NOISE = beta**2 / 2 + G**2 + 2 * beta**2 * ell**2
CLOSE = assume(Assumption("near", game.bought, "<=", game.eta, (t,), game.ROUND, "supposed"))


@pytest.fixture(scope="module")
def proven() -> dict[str, Fact]:
    return rest.prove() | rest.prove_boosted() | corner.prove() | experts.prove()


def same(fact: Fact, lhs: sp.Expr, rhs: sp.Expr) -> None:
    assert fact.relation == "<="
    assert sp.expand(fact.lhs - lhs) == 0
    assert sp.expand(fact.rhs - rhs) == 0
    assert not fact.where


@pytest.mark.parametrize("name", ["tight", "tight-wide", "tight-boosted", "tight-boosted-wide"])
def test_the_statement_on_utility(proven: dict[str, Fact], name: str) -> None:
    earned = game.gamma * sp.Sum(climb.f(t), (t, 1, T))
    lost = (1 - TOP) * ((1 + ell**2) / (2 * mu) + mu * NOISE * T)
    same(proven[name], earned, game.gamma * TOP * T + lost)


def test_the_other_statements(proven: dict[str, Fact]) -> None:
    benchmark = (1 - E1) * climb.fs(t) - climb.f(t)
    half = sp.Rational(1, 2) - E1 - corner.bonus
    same(proven["corner"], half * T, sp.Sum(benchmark, (t, 1, T)))
    same(proven["experts-violation"], sp.Sum(g(t), (t, 1, T)), G * experts.many)
    best, earned = (sp.Sum(h, (t, 1, T)) for h in (experts.best(t), experts.f(t)))
    right = F / experts.eps * experts.many
    same(proven["experts-regret"], experts.alpha * best - earned, right)


def test_what_they_rest_on(proven: dict[str, Fact]) -> None:
    used = {name: {a.name for a in fact.rests_on} for name, fact in proven.items()}
    assert game.FINE.name in used["tight"]
    assert game.FINE.name not in used["tight-wide"]
    assert game.NEAR_WIDE.name in used["tight-wide"]
    assert climb.WEIGHTS.name in used["tight"]
    assert not {climb.WEIGHTS.name, game.PATH_E.name, game.PATH_Z.name} & used["tight-boosted"]
    # the trap on the simplex: neither step sizes, nor windows, nor the multiplier's update
    assert not {a.name for a in (lemma43.STEP, lemma43.WEIGHT, lemma43.LARGE)} & used["corner"]
    assert "dual update" not in used["corner"]
    assert corner.STIFF.name in used["corner"]
    for name, fact in proven.items():
        cited = [a.name for a in fact.rests_on if a.cited]
        assert cited in ([], [climb.EXPONENTIAL.name]), name


@pytest.mark.parametrize("feed", [feeds.WEIGHTED_FEED, feeds.BOOSTED_FEED])
@pytest.mark.parametrize(
    "change",
    [
        {"coupling": game.eps},  # what d_t and z_t cost together, too small
        {"high": game.WEIGHTED.high / 2},
        {"low": game.WEIGHTED.low * 2},
    ],
)
def test_a_rest_with_more_to_spare_is_refused(feed: feeds.Feed, change: dict[str, Any]) -> None:
    assert potential.gain(feed, CLOSE).rhs == climb.mean(feed.fed.lost)
    wrong = dataclasses.replace(feed, fed=dataclasses.replace(feed.fed, **change))
    with pytest.raises(ProofError):
        potential.gain(wrong, CLOSE)


def test_the_published_feedback_is_refused() -> None:
    """Without weights the slope of the decoy falls along the path."""
    fed = dataclasses.replace(game.WEIGHTED, e=game.De, z=game.Dz)
    with pytest.raises(ProofError):
        potential.gain(dataclasses.replace(feeds.WEIGHTED_FEED, fed=fed), CLOSE)
    # the induction with weights that stay the same does not close
    with pytest.raises(ProofError):
        rule.conclude(
            climb.w(1), "<=", climb.w(k) * game.E(t, k + 1), path.lowest(),
            rule.scale(path.slower(), climb.w(k), path.weight_nonnegative()),
        )  # fmt: skip


def test_without_the_trap_it_is_refused() -> None:
    far = Assumption("far", game.bought, "<=", 2 * game.eta, (t,), game.ROUND, "supposed")
    with pytest.raises(ProofError):
        potential.gain(feeds.WEIGHTED_FEED, assume(far))


def test_a_larger_potential_does_not_hold_z() -> None:
    held = Assumption(
        "held", potential.potential(t), "<=", 2 * game.most, (t,), game.ROUND, "supposed"
    )
    assert potential.near(
        assume(dataclasses.replace(held, rhs=game.most)), game.NEAR
    ).rhs == game.eta  # fmt: skip
    with pytest.raises(ProofError):
        potential.near(assume(held), game.NEAR)


def test_it_does_not_contract_faster() -> None:
    """Half of the dissipation of lambda^2 is used up; all of it would be too much."""
    feed = feeds.WEIGHTED_FEED
    fact = potential.one_round(feed)
    with pytest.raises(ProofError):
        rule.restate(fact, fact.lhs, "<=", fact.rhs - mu**2 * beta**2 * lam(t) ** 2 / 2)


def test_corner_needs_its_bonus(monkeypatch: pytest.MonkeyPatch) -> None:
    weak = dataclasses.replace(corner.STIFF, lhs=1 / (2 * corner.stretch**2))
    corner.kept.cache_clear()
    monkeypatch.setattr(corner, "STIFF", weak)
    with pytest.raises(ProofError):
        corner.kept()
    monkeypatch.undo()
    assert corner.kept().rhs == 0


def test_a_price_that_is_not_parallel_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    corner.kept.cache_clear()
    monkeypatch.setattr(corner, "ascent_2", corner.ascent_2 + mu * lam(t) / corner.stretch)
    with pytest.raises(ProofError):
        corner.kept()


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        (experts, "RATE", {"lhs": experts.alpha}),
        (experts, "COST", {"rhs": G * experts.dead(t)}),
        (experts, "SAVING", {"lhs": experts.eps * G / 2}),
        (experts, "SURVIVOR", {"rhs": sp.Integer(2)}),
    ],
)
def test_experts_need_what_they_assume(
    module: Any, name: str, wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    cached = (experts.survivor, experts.compared, experts.regret, experts.violation)
    for fact in cached:
        fact.cache_clear()
    monkeypatch.setattr(module, name, dataclasses.replace(getattr(module, name), **wrong))
    with pytest.raises(ProofError):
        _ = experts.regret(), experts.violation()
    for fact in cached:
        fact.cache_clear()
