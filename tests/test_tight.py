"""Tightness: what the theorems say and rest on, wrong variants that are refused, and runs."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
import pytest
import sympy as sp

import osphg
from osphg.games.plateaus import SlowGood
from osphg.games.refuting import Instance, slow_good, stretched_simplex
from osphg.oracles import GradientAscent
from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, ProofError, assume
from osphg.proofs.paper import climb, lemma43
from osphg.proofs.paper.dual import fixed as ell
from osphg.proofs.paper.symbols import F, G, K, T, beta, g, k, lam, mu, t
from osphg.proofs.tight import corner, experts, feeds, game, path, potential, rest
from osphg.systems.boosted import boosted_rule

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


# Runs


def _slow(made: Instance) -> SlowGood:
    assert isinstance(made.objective, SlowGood)
    return made.objective


@pytest.mark.parametrize("eps", [0.01, 0.1, 0.5])
def test_the_choice_of_the_corollary(proven: dict[str, Fact], eps: float) -> None:
    """One game for all W T that are large: the first case, and a bound that tends to q(1)."""
    count = math.ceil(8 * math.e * (1 + eps) / (3 * eps))
    eta, first = 3 * eps / (16 * math.e * (1 + eps)), (1 - 1 / count) ** (count - 1)
    a = eta / math.sqrt(8)
    steep, horizon = math.hypot(1 + eps, a), 10**30
    values = {
        game.eps: eps, game.eta: eta, game.a: a, game.gamma: eps / (8 * math.e), K: count,
        beta: steep, G: 1, ell: (1 + eps / 2) * first, T: horizon,
        mu: math.hypot(1, 1 / a) / (steep * math.sqrt(horizon)), climb.w(1): first,
    }  # fmt: skip
    for said in (*game.WEIGHTED.gains, game.NEAR, game.FINE, game.STEEP, game.DEAR, game.TOP_ONE):
        assert float((said.rhs - said.lhs).subs(values)) >= -1e-12, said.name
    right = float(proven["tight"].rhs.subs(values)) / values[game.gamma] / horizon
    assert 0 <= right - float(TOP.subs(values)) < 1e-3


def test_boosted_slopes() -> None:
    """What the kernel takes from calculus, for the direction that the player computes."""
    rng = np.random.default_rng(0)
    z, weights = boosted_rule(32)
    missing, bought = sp.symbols("missing bought")
    high = game.BOOSTED.high + game.BOOSTED.coupling * missing
    bounds = sp.lambdify(
        (game.eps, game.a, missing, bought),
        [(1 - bought) * (1 + game.eps) * E1, (1 + game.eps) * game.MASS, high, game.MASS],
    )
    for _ in range(300):
        f = SlowGood(float(rng.uniform(0.01, 0.58)), float(rng.uniform(0.01, 1)))
        x = rng.uniform(0, 1, 2) / np.array([f.a, 1.0])
        slow, decoy = weights @ f.gradient(z[:, np.newaxis] * x)
        least, most, most_slow, mass = bounds(f.eps, f.a, 1 - x[1], f.a * x[0])
        assert least - 1e-12 <= decoy <= most + 1e-12
        assert -1e-12 <= slow / f.a <= min(most_slow, mass) + 1e-12


def test_the_compiled_rounds_agree() -> None:
    made = slow_good(3000, 0.2, 0.3)

    class Plain:
        """The same utility, of which the compiled loop knows nothing."""

        def __init__(self, f: SlowGood) -> None:
            self.value, self.gradient = f.value, f.gradient
            self.lipschitz, self.smoothness, self.range = f.lipschitz, f.smoothness, f.range

    plain = osphg.Rounds(
        osphg.utilities.Stationary(Plain(_slow(made))), np.tile([0.3, 1.0], (3000, 1)), 3000.0,
        made.rounds.domain,
    )  # fmt: skip
    for weighted in (False, True):
        player = osphg.OSPHG.tuned(made.rounds, 3, 17, weighted=weighted)
        one, other = osphg.play(player, made.rounds), osphg.play(player, plain)
        for name in ("decisions", "utility", "violation", "multiplier"):
            assert np.allclose(getattr(one, name), getattr(other, name), rtol=0, atol=1e-10)


def test_slow_constants() -> None:
    made = slow_good(100, 0.4, 0.25)
    f, rng = _slow(made), np.random.default_rng(1)
    assert made.rounds.check().holds
    assert math.isclose(made.rounds.beta, math.hypot(1.4, 0.25))
    assert made.rounds.G == 1
    assert math.isclose(f.value(np.array([4.0, 0.0])), 1)
    X, Y = rng.uniform(0, 1, (2, 500, 2)) * np.array([4.0, 1.0])
    steep = np.linalg.norm(f.gradient(X) - f.gradient(Y), axis=-1)
    assert (steep <= f.smoothness(made.rounds.domain) * np.linalg.norm(X - Y, axis=-1)).all()
    near, step = np.zeros(2), np.array([1e-6, -1e-6])
    change = np.linalg.norm(f.gradient(near + np.abs(step)) - f.gradient(near))
    assert change / np.linalg.norm(step) < f.smoothness(made.rounds.domain)


@pytest.mark.parametrize("seed", range(6))
def test_the_corner_from_any_start_below_the_line(seed: int) -> None:
    rng = np.random.default_rng([seed, 5])
    stretch = float(rng.uniform(3, 9))
    bonus = float(rng.uniform(1 / stretch**2, 0.13))
    made = stretched_simplex(300, bonus, stretch)
    assert made.rounds.check().holds
    mu_, delta = float(rng.uniform(0.01, 1)), float(rng.uniform(0.1, 1))
    first = rng.uniform(0, 1)
    start = np.array([first, rng.uniform(0, 1) * first / stretch])
    start /= max(1.0, start[0] + start[1] / stretch)
    player = osphg.OSPHG(
        mu=mu_, delta=delta, K=int(rng.integers(1, 30)), weighted=bool(seed % 2),
        oracle=GradientAscent(mu_, start if seed else np.zeros(2)),
    )  # fmt: skip
    run = osphg.play(player, made.rounds)
    assert run.utility.max() <= 0.5 + bonus + 1e-9
    assert (run.decisions[:, 1] <= run.decisions[:, 0] / stretch + 1e-9).all()
    assert osphg.regret(run, made.benchmark()) >= (0.5 - 1 / math.e - bonus) * 300 - 1e-9


def test_the_corner_is_left_by_a_start_above_the_line() -> None:
    made = stretched_simplex(2000, 0.05, 6.0)
    tuned = osphg.OSPHG.tuned(made.rounds, 1, 20)
    start = GradientAscent(tuned.mu, np.array([0.0, 3.0]))
    run = osphg.play(osphg.OSPHG(mu=tuned.mu, delta=tuned.delta, K=20, oracle=start), made.rounds)
    assert run.utility[-1] > 0.55


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"bonus": 0.6}, "bonus must be at most 1/2"),
        ({"stretch": 0.5}, "stretch at least 1"),
        ({"bonus": -1.0}, "bonus must be"),
    ],
)
def test_bad_simplices(given: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        stretched_simplex(10, **given)
