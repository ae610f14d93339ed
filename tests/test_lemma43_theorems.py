"""Lemma 4.3 and the two theorems: what is proven, from what, and that it holds on real runs."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
import sympy as sp

import osphg
from osphg.players import Feedback
from osphg.proofs import kernel
from osphg.proofs.kernel import Assumption, Fact, ProofError
from osphg.proofs.paper import climb, dual, learners, lemma41, lemma43, theorems, windows
from osphg.proofs.paper.dual import fixed
from osphg.proofs.paper.symbols import (
    FEASIBLE,
    G_ABOVE,
    GS_ABOVE,
    KEEP,
    KEEP_NONNEGATIVE,
    START,
    UPDATE,
    F,
    G,
    K,
    L,
    R,
    T,
    W,
    beta,
    delta,
    g,
    i,
    k,
    mu,
    t,
    tau,
)
from osphg.studies import bounds
from osphg.utilities import AtRound

f, fs = sp.Function("f", real=True), sp.Function("f^*", real=True)

MULTIPLIER = {START, UPDATE, KEEP, KEEP_NONNEGATIVE, G_ABOVE}
BENCHMARK = {GS_ABOVE, FEASIBLE, climb.PRICED, climb.SPENT, lemma43.RANGE}
ROUND = {climb.SMOOTH, climb.DIAMETER, climb.MONOTONE_JOIN, climb.DR_STEP, climb.GRADIENT_JOIN}
ROUND |= {climb.NORMALISED, climb.PLAYED}
WEIGHTED = {climb.DECAY, climb.WEIGHTS, climb.EXPONENTIAL, climb.WORTH}
HALF = {climb.GROWING, lemma43.EARNED}
PARAMETERS = {lemma43.STEP, lemma43.WEIGHT, lemma43.LARGE}
ONE = sp.Integer(1)


def learner(weight: sp.Expr) -> set[Assumption]:
    """Return what is assumed of the learners and of the sizes of their payoffs."""
    sizes = {learners.STEEP_F, learners.STEEP_G, learners.WITHIN}
    products = {learners.CAUCHY_F, learners.CAUCHY_G, learners.length(weight)}
    return sizes | products | {learners.projected(weight)}


W_K = climb.w(k)
REPAIRED = MULTIPLIER | BENCHMARK | ROUND | WEIGHTED | PARAMETERS | learner(W_K)
PUBLISHED = MULTIPLIER | BENCHMARK | ROUND | HALF | PARAMETERS | learner(ONE)


@cache
def proven() -> dict[str, Fact]:
    """Prove everything once for this file."""
    modules = (windows, dual, climb, learners, lemma43, theorems)
    return {key: fact for module in modules for key, fact in module.prove().items()}


def same(fact: Fact, lhs: sp.Expr, relation: str, rhs: sp.Expr) -> None:
    """Require that a fact says exactly this."""
    assert fact.relation == relation
    assert sp.simplify(sp.expand(fact.lhs - lhs)) == 0
    assert sp.simplify(sp.expand(fact.rhs - rhs)) == 0


def total(term: sp.Expr) -> sp.Sum:
    """Return the sum over all rounds."""
    return sp.Sum(term, (t, 1, T))


def right_side() -> sp.Expr:
    """Return the right side of the repaired Lemma 4.3, written out."""
    return (
        (F + beta * R) * (W - 1)
        + G / 2 * (G + beta * R) * mu * (W - 1) * (T - 1)
        + R**2 / mu
        + (G**2 + beta**2) * mu * T
        + G**2 * mu * (W - 1) * (T - W + 1)
        + L * R**2 / (2 * K) * (T - W + 1)
    )


BENCHMARKS = [("", (1 - sp.exp(-1)) * fs(t) - f(t)), ("-half", fs(t) - 2 * f(t))]


@pytest.mark.parametrize(("suffix", "excess"), BENCHMARKS)
def test_lemma(suffix: str, excess: sp.Expr) -> None:
    """The statements, with the paper's constants (the fifth doubled) and with the halves."""
    quadratic = delta * mu / 2 * T * fixed**2
    left = total(excess) + fixed * total(g(t)) - quadratic
    fact = proven()["lemma-4.3-repaired" if not suffix else "lemma-4.3-half"]
    same(fact, left - fixed**2 / mu, "<=", right_side())
    assert fact.where == {T - W}
    sharp = proven()["lemma-4.3-sharp" if not suffix else "lemma-4.3-half-sharp"]
    same(sharp, left, "<=", right_side() - R**2 / (2 * mu) + fixed**2 / (2 * mu))


def test_rests_on() -> None:
    """Nothing is taken for granted but what is listed; gradient ascent is not cited."""
    everything = proven()
    assert everything["lemma-4.3-repaired"].rests_on == REPAIRED
    assert everything["lemma-4.3-half"].rests_on == PUBLISHED
    cited = everything["lemma-4.3-any-learner"].rests_on
    swapped = {learners.projected(W_K)}, {learners.cited(W_K)}
    assert cited == REPAIRED - swapped[0] | swapped[1]
    more = {theorems.MANY}
    assert everything["theorem-4.1"].rests_on == REPAIRED | more
    assert everything["theorem-4.1-half"].rests_on == PUBLISHED | more
    more |= {theorems.TOP, theorems.SUM, climb.WORTH}
    assert everything["theorem-4.2"].rests_on == REPAIRED | more
    assert everything["theorem-4.2-half"].rests_on == PUBLISHED | more
    assert {a for a in REPAIRED if a.cited} == {climb.EXPONENTIAL}
    assert not any(a.cited for a in PUBLISHED)
    assert not everything["window-counting"].rests_on | everything["telescoping"].rests_on


@pytest.mark.parametrize(("suffix", "excess"), BENCHMARKS)
def test_theorems(suffix: str, excess: sp.Expr) -> None:
    """Both theorems with their constants."""
    A = (
        F + 2 * beta * R + G * R / (2 * beta) * (G + beta * R) + (G**2 + beta**2) * R / beta
        + G**2 * R / beta + L * R**2 / 2
    )  # fmt: skip
    same(proven()[f"theorem-4.1{suffix}"], total(excess), "<=", A * sp.sqrt(W * T))
    same(proven()[f"theorem-4.1{suffix}-terms"], total(excess), "<=", right_side())
    level = F * (2 if suffix else 1) + A
    square = (8 * beta * R + 4 * beta / R) * level * sp.sqrt(W) * T ** sp.Rational(3, 2)
    violation = sp.Max(0, total(g(t)))
    same(proven()[f"theorem-4.2{suffix}-square"], violation**2, "<=", square)
    fact = proven()[f"theorem-4.2{suffix}"]
    assert fact.lhs == violation
    assert fact.rhs.is_positive
    assert sp.simplify(fact.rhs**2 - square) == 0


def test_window_counting() -> None:
    """The identity, and its value for concrete T and W."""
    a = windows.a
    fact = proven()["window-counting"]
    left = sp.Sum(a(t + tau), (tau, 0, W - 1), (t, 1, T - W + 1))
    edges = sp.Sum((W - i) * (a(i) + a(T - i + 1)), (i, 1, W - 1))
    same(fact, left, "=", W * total(a(t)) - edges)
    for horizon in range(1, 8):
        numbers = sp.Lambda(t, t**3 - 5 * t**2 + 1)
        for length in range(1, horizon + 1):
            sides = [
                side.subs({T: horizon, W: length}).doit().replace(a, numbers)
                for side in (fact.lhs, fact.rhs)
            ]
            assert sides[0] == sides[1]


HALVED = BENCHMARKS[1][1]
STEPS: list[tuple[str, object, str, Callable[..., object], tuple[object, ...]]] = [
    ("a step without smoothness", climb, "SMOOTH", climb.smoothness_step, ()),
    ("a step without a diameter", climb, "DIAMETER", climb.smoothness_step, ()),
    ("the DR step without monotone f", climb, "MONOTONE_JOIN", climb.dr_step, ()),
    ("the DR step without diminishing returns", climb, "DR_STEP", climb.dr_step, ()),
    ("the DR step without a signed gradient", climb, "GRADIENT_JOIN", climb.dr_step, ()),
    ("the gap without f(0) = 0", climb, "NORMALISED", climb.gap, ()),
    ("the gap without f(x*) >= 0", climb, "WORTH", climb.gap, ()),
    ("the gap without x_t = x^(K+1)", climb, "PLAYED", climb.gap, ()),
    ("the power without exp", climb, "EXPONENTIAL", climb.power_exponential, ()),
    ("the gap without the weights", climb, "WEIGHTS", climb.gap, ()),
    ("q without its definition", climb, "DECAY", climb.q_nonnegative, ()),
    ("half without the climbing path", climb, "GROWING", climb.half_gap, ()),
    ("the identity without spending", climb, "SPENT", climb.priced, (W_K,)),
    ("the identity without prices", climb, "PRICED", climb.priced, (W_K,)),
    ("the payoff without Lipschitz f", learners, "STEEP_F", learners.payoff_square, (W_K,)),
    ("the payoff without Lipschitz g", learners, "STEEP_G", learners.payoff_square, (W_K,)),
    ("ascent without a diameter", learners, "WITHIN", learners.ascent, (W_K,)),
    ("edges without Cauchy, f", learners, "CAUCHY_F", learners.edge, (W_K,)),
    ("edges without Cauchy, g", learners, "CAUCHY_G", learners.edge, (W_K,)),
    ("the multiplier without its update", dual, "UPDATE", dual.nonexpansive, ()),
    ("the multiplier without a bound on g", dual, "G_ABOVE", dual.gradient_size, ()),
    ("the multiplier without a start", dual, "START", dual.regret, ()),
    ("windows without a feasible x*", lemma43, "FEASIBLE", lemma43.benchmark_spending, ()),
    ("edges without F", lemma43, "RANGE", lemma43.edge_excess, (lemma43.benchmark,)),
    ("edges without f >= 0", lemma43, "EARNED", lemma43.edge_excess, (HALVED,)),
    ("parameters without mu", lemma43, "STEP", lemma43.parameters, ()),
    ("parameters without delta", lemma43, "WEIGHT", lemma43.parameters, ()),
    ("parameters for small W T", lemma43, "LARGE", lemma43.parameters, ()),
    ("orders with few learners", theorems, "MANY", theorems.orders, ()),
    ("regret without F", theorems, "TOP", theorems.worst_regret, (HALVED, ONE, 2,)),
]  # fmt: skip


def nothing(given: Assumption) -> Assumption:
    """Return 0 <= 0 or 0 = 0, over the same range."""
    return Assumption("nothing", ONE * 0, given.relation, ONE * 0, given.for_all, given.where)


@pytest.mark.parametrize(
    ("module", "name", "derive", "args"),
    [step[1:] for step in STEPS],
    ids=[step[0] for step in STEPS],
)
def test_needs(
    module: object,
    name: str,
    derive: Callable[..., object],
    args: tuple[object, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without any one of the assumptions the step that uses it is refused."""
    derive(*args)
    monkeypatch.setattr(module, name, nothing(getattr(module, name)))
    with pytest.raises(ProofError):
        inspect.unwrap(derive)(*args)  # not what is remembered


def test_the_multiplier_needs_its_factor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without c = 1 - delta mu^2 the first step is another statement, and the next is refused."""
    monkeypatch.setattr(dual, "KEEP", nothing(KEEP))
    monkeypatch.setattr(dual, "nonexpansive", inspect.unwrap(dual.nonexpansive))
    with pytest.raises(ProofError):
        inspect.unwrap(dual.one_round)()


def test_squares_need_d() -> None:
    """The scale of the square comes from the definition of d alone."""
    assert theorems.scale_of_square(theorems.SUM).rests_on > {theorems.SUM}
    with pytest.raises(ProofError):
        theorems.scale_of_square(nothing(theorems.SUM))


def test_published_step_is_refused() -> None:
    """The weight of a bracket cannot be replaced by 1; nor may R^2/(4 mu) be claimed."""
    with pytest.raises(ProofError, match="factor of unknown sign"):
        climb.dropping_weights()
    known = proven()["lemma-4.3-sharp"]
    with pytest.raises(ProofError, match="not the same statement"):
        kernel.restate(known, known.lhs, "<=", known.rhs - R**2 / (4 * mu))


def test_exponents() -> None:
    """The orders of all terms at W = T^(1 - eps), and limits at eps = 1/2."""
    eps = theorems.eps
    found = theorems.exponents(lemma43.bound())
    assert found == {
        "edges": 1 - eps,
        "edges, multiplier": 1 - eps / 2,
        "start": 1 - eps / 2,
        "steps": eps / 2,
        "windows": 1 - eps / 2,
        "climb": 1 - eps / 2,
    }
    assert theorems.dominating(found) == ("edges, multiplier", "start", "windows", "climb")
    values = {R: 2, beta: 3, F: 5, G: 7, L: 11}
    x = sp.Symbol("x", positive=True)
    for name, term in lemma43.bound().items():
        power = found[name]
        assert power is not None
        step = term.subs(mu, R / (beta * sp.sqrt(W * T))).subs(K, sp.sqrt(T / W))
        scaled = step.subs(values).subs({W: x**2, T: x**4}) / x ** (4 * power.subs(eps, "1/2"))
        limit = sp.limit(sp.expand(scaled), x, sp.oo)
        assert limit.is_finite
        assert limit.is_positive
    with pytest.raises(ValueError, match=r"no summand of .* dominates"):
        theorems.exponent(W**3 + T)
    with pytest.raises(ValueError, match="no term dominates"):
        theorems.dominating(theorems.exponents({"a": W**3, "b": T}))


@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("seed", [0, 1])
def test_rounds_of_a_run(weighted: bool, seed: int) -> None:
    """Every inequality of one round, its learners and its multiplier, on a run."""
    horizon, length = 300, 10
    rounds = osphg.rounds.paper_quadratics(T=horizon, seed=seed, budget_per_round=0.7)
    best = osphg.best_fixed_decision(rounds, length).x
    player = osphg.OSPHG.tuned(rounds, W=length, K=12, weighted=weighted)
    slack = rounds.L * rounds.R**2 / (2 * player.K)
    state = player.init(rounds)
    regret, squares = np.zeros(player.K), np.zeros(player.K)
    dual_left, lam2 = 0.0, 0.0
    fixed_at = 0.05
    for r in range(horizon):
        utility, p, lam = AtRound(rounds.utility, r), rounds.prices[r], state.multiplier
        x = player.decide(state)
        values, gradients = utility.value(state.X), utility.gradient(state.X[:-1])
        target, spent = float(utility.value(best)), float(p @ x) - rounds.allowance
        slope = ((best - state.V) * gradients).sum(1)
        assert (gradients @ best >= target - values[:-1] - 1e-12).all()
        gain = (state.V * gradients).sum(1) / player.K - slack / player.K
        assert (np.diff(values) >= gain - 1e-12).all()
        payoff = player.weights[:, np.newaxis] * gradients - lam * p
        lost = (payoff * (best - state.V)).sum(1)
        identity = lam * (float(p @ best) - rounds.allowance) - lam * spent
        assert (player.weights * slope).mean() == pytest.approx(lost.mean() + identity, abs=1e-12)
        excess = (1 - np.exp(-1)) * target - values[-1] if weighted else target - 2 * values[-1]
        assert excess <= (player.weights * slope).mean() + slack + 1e-12
        assert excess <= rounds.F + 1e-12
        assert (-lost <= rounds.beta * rounds.R * (1 + lam) + 1e-12).all()
        assert ((payoff**2).sum(1) <= 2 * rounds.beta**2 * (1 + lam**2) + 1e-12).all()
        regret, squares = regret + lost, squares + (payoff**2).sum(1)
        dual_left += (fixed_at - lam) * spent
        dual_left += player.delta * player.mu / 2 * (lam**2 - fixed_at**2)
        lam2 += lam**2
        told = Feedback(r, x, utility, float(values[-1]), p, spent)
        state = player.update(state, told)
    assert (regret <= rounds.R**2 / (2 * player.mu) + player.mu / 2 * squares).all()
    dual_right = fixed_at**2 / (2 * player.mu) + rounds.G**2 * player.mu * horizon
    assert dual_left <= dual_right + player.delta**2 * player.mu**3 * lam2
    assert lam2 > 0


@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize(("horizon", "length"), [(200, 1), (200, 20), (1000, 30), (200, 200)])
def test_bounds_of_a_run(weighted: bool, horizon: int, length: int) -> None:
    """The lemma and both theorems, evaluated from the proven statements, on a run."""
    rounds = osphg.rounds.paper_quadratics(T=horizon, seed=3, budget_per_round=0.7)
    best = osphg.best_fixed_decision(rounds, length)
    player = osphg.OSPHG.tuned(rounds, W=length, weighted=weighted)
    run = osphg.play(player, rounds)
    values = {
        R: rounds.R, beta: rounds.beta, F: rounds.F, G: rounds.G, L: rounds.L,
        T: horizon, W: length, K: player.K, mu: player.mu, delta: player.delta,
    }  # fmt: skip
    suffix = "" if weighted else "-half"
    right = bounds.lemma43(rounds, length, player).total
    assert bounds.left_side(run, best, 0.0, half=not weighted) <= right
    assert bounds.left_side(run, best, bounds.worst_lambda(run), half=not weighted) <= right
    short = float(proven()[f"theorem-4.1{suffix}"].rhs.subs(values))
    assert right <= short
    violation = float(proven()[f"theorem-4.2{suffix}"].rhs.subs(values))
    assert bounds.violation_bound(rounds, length, player) <= violation
    assert osphg.total_violation(run) <= bounds.violation_bound(rounds, length, player)
    assert (run.multiplier <= player.mu * np.arange(horizon) * rounds.G + 1e-12).all()
    assert lemma41.growth().rests_on <= MULTIPLIER
