"""The decoy game's linear regret: what is proven, from what, and that a run agrees with it."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest
import sympy as sp
from sympy.core.function import AppliedUndef

import osphg
from osphg.games import refuting
from osphg.games.plateaus import Decoy
from osphg.players import Feedback
from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, ProofError
from osphg.proofs.paper import dual, lemma43
from osphg.proofs.paper.symbols import (
    G_ABOVE,
    KEEP,
    START,
    UPDATE,
    G,
    K,
    R,
    T,
    W,
    beta,
    c,
    delta,
    g,
    k,
    lam,
    mu,
    t,
)
from osphg.proofs.refutation import decoy as rd
from osphg.proofs.refutation import game as rg
from osphg.proofs.refutation import linear_regret as rr
from osphg.proofs.refutation import path as rp
from osphg.utilities import AtRound

ell = dual.fixed
COMPARATOR = {rg.U_ONE, rg.U_NEXT, rg.U_ZERO}
FREE_GOOD = {rg.FREE, rg.START_Z, rg.LINE, rg.TOP_ONE, rg.LATE, rg.Z_LOW}
SIGNS = {
    rg.VALUE,
    rg.FLOOR,
    rg.BEND,
    rg.SLOPE_HIGH,
    rg.Z_HIGH,
    rg.E_HIGH,
    rg.E_LOW,
    rg.PATH_Z,
    rg.PATH_E,
}
EARLY = {rg.Z_LOW, rg.SLOPE_LOW, rg.FALLING, rg.CONCAVE, rg.ZERO_Q, rg.TOP}
DECOY_SHORT = COMPARATOR | SIGNS | EARLY
DECOY = DECOY_SHORT | FREE_GOOD
IDENTITY = COMPARATOR | {rg.PATH_E, rg.PLAYED, rg.SPENT, rg.LEVEL, rg.PRICE}
LEARNERS = COMPARATOR | {rg.PROJECTED, rg.START_E, rg.START_O, rg.FLOOR, rg.CEILING, rg.STEEP}
LEARNERS |= {rg.Z_LOW, rg.Z_HIGH, rg.PATH_Z, rg.SLOPE_LOW, rg.SLOPE_HIGH}
MULTIPLIER = {START, UPDATE, KEEP, G_ABOVE}
PARAMETERS = {lemma43.STEP, lemma43.WEIGHT, lemma43.LARGE}
USES = {rg.UTILITY, rg.TOP, rg.TOP_ONE, rg.Z_HIGH, rg.PATH_Z}
SPENDING = IDENTITY | LEARNERS | MULTIPLIER | PARAMETERS | {rg.RANGE}
LEVEL = {rg.LEVEL, rg.VALUE, rg.FLOOR}
RESTS: dict[str, set[Assumption]] = {
    "refutation-comparator": COMPARATOR,
    "refutation-spare": {rg.TOP_ONE},
    "refutation-level": LEVEL,
    "refutation-above": LEVEL | {rg.WORTH},
    "refutation-identity": IDENTITY,
    "refutation-learners": LEARNERS,
    "refutation-utility": USES,
    "refutation-decoy": DECOY,
    "refutation-decoy-short": DECOY_SHORT,
    "refutation-budget": DECOY | SPENDING,
    "refutation-budget-short": DECOY_SHORT | SPENDING,
    "refutation": DECOY | SPENDING | USES | {rg.BEST, rg.WORTH},
    "refutation-short": DECOY_SHORT | SPENDING | USES | {rg.BEST, rg.WORTH},
}


@cache
def proven() -> dict[str, Fact]:
    """Prove everything once for this file."""
    return rr.prove()


def budget() -> sp.Expr:
    """Return the number N of the theorem, written out."""
    Q, w, rho, P, tau = rg.Q, rg.w, rg.rho, rg.P, rg.share
    return (
        (1 + ell**2) / (2 * mu)
        + mu * T * (Q**2 + rho**2 + P**2)
        + delta * mu / 2 * ell**2 * T
        + Q * tau * (tau + w + 1 / K) * rg.N0
    )


def same(fact: Fact, lhs: sp.Expr, relation: str, rhs: sp.Expr) -> None:
    """Require that a fact says exactly this."""
    assert fact.relation == relation
    assert sp.simplify(sp.expand(fact.lhs - lhs)) == 0
    assert sp.simplify(sp.expand(fact.rhs - rhs)) == 0


def test_statements() -> None:
    """The identity, the budget and the regret, for short games and for long ones."""
    facts, rho, o = proven(), rg.rho, rg.o
    D = (1 - rg.z(t, k)) * rg.slope(t, k)
    missed = rg.u(k) - rg.ve(t, k)
    A = sp.Sum((D - lam(t) * rg.P) * missed - (rho - lam(t)) * rg.vo(t, k), (k, 1, K)) / K
    S = sp.Sum((D - rg.a) * missed, (k, 1, K)) / K
    right = (ell - rho) * o(t) + (lam(t) - ell) * g(t) + S
    same(facts["refutation-identity"], A, "=", right)
    total = sp.Sum(S, (t, 1, T))
    early = -rg.Q * rg.share * (rg.share + rg.w + 1 / K) * rg.N0
    square = sp.Sum(lam(t) ** 2, (t, 1, T))
    step4 = 1 / (2 * mu) + mu * T * (rg.Q**2 + rho**2) + beta**2 * mu * square
    same(facts["refutation-learners"], sp.Sum(A, (t, 1, T)), "<=", step4)
    for suffix, case in (("", T - rg.N0), ("-short", rg.N0 - T)):
        bought = sp.Sum(o(t), (t, 1, T))
        same(facts[f"refutation-decoy{suffix}"], early, "<=", total)
        same(facts[f"refutation-budget{suffix}"], (ell - rho) * bought, "<=", budget())
        share = 1 - sp.exp(-1)
        left = (ell - rho) * (share * (1 + rho) - 1) * T - rho * budget()
        f, fs = sp.Function("f", real=True)(t), sp.Function("f^*", real=True)(t)
        regret = (ell - rho) * sp.Sum(share * fs - f, (t, 1, T))
        same(facts[f"refutation{suffix}"], left, "<=", regret)
        assert facts[f"refutation{suffix}"].where == {K - rg.m - 1, case}
    same(facts["refutation-spare"], sp.Integer(0), "<=", 1 - rg.Q * rg.share)
    same(facts["refutation-above"], sp.Integer(0), "<=", ell - rho)
    same(facts["refutation-level"], rg.Q * rg.share * (1 - rg.share), "<=", ell)
    same(facts["refutation-comparator"], sp.Sum(rg.u(k), (k, 1, K)) / K, "=", rg.share)


def test_rests_on() -> None:
    """Nothing is taken for granted but what is listed, and nothing is cited."""
    assert proven().keys() == RESTS.keys()
    for key, fact in proven().items():
        assert fact.rests_on == RESTS[key], key
        assert not any(a.cited for a in fact.rests_on)


SPENT_LESS = Assumption("step 6", (ell - rg.rho) * rr.total_o, "<=", rr.budget)


def spent() -> Fact:
    """Step 6 from the facts before it."""
    return rr.spending(proven()["refutation-decoy"])


def lost() -> Fact:
    """Step 7 from the facts before it."""
    return rr.linear(rule.assume(SPENT_LESS))


NEEDS: list[tuple[str, Callable[[], object]]] = [
    *((name, rp.free_good) for name in ("FREE", "START_Z", "LINE", "FLOOR")),
    *((name, rp.free_taken) for name in ("LATE", "Z_LOW", "PATH_Z")),
    ("VALUE", rd.above),
    ("BEND", rp.full_slope),
    ("Z_HIGH", lambda: rp.climbed.__wrapped__("z")),
    ("PATH_E", lambda: rp.climbed.__wrapped__("e")),
    *((name, rd.signs) for name in ("E_HIGH", "E_LOW", "U_ONE", "U_NEXT", "U_ZERO")),
    ("SLOPE_HIGH", rd.below),
    *((name, rd.spent_on_decoy) for name in ("FALLING", "CONCAVE", "ZERO_Q", "TOP", "SLOPE_LOW")),
    *((name, rr.comparator) for name in ("U_ONE", "U_NEXT", "U_ZERO")),
    ("CEILING", rr.comparator_square),
    *((name, rr.identity) for name in ("PLAYED", "SPENT", "LEVEL", "PRICE", "PATH_E")),
    ("STEEP", rr.direction_size),
    *((name, rr.learners_regret) for name in ("PROJECTED", "START_E", "START_O")),
    *((name, rr.utility) for name in ("UTILITY", "TOP_ONE")),
    ("BEST", lost),
    ("TOP_ONE", rp.spare),
    ("WORTH", rr.above_rho),
    ("RANGE", spent),
]


@pytest.mark.parametrize(("name", "derive"), NEEDS, ids=[n for n, _ in NEEDS])
def test_needs(name: str, derive: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any one of the assumptions its step is refused."""
    given = getattr(rg, name)
    zero = sp.Integer(0)
    empty = Assumption("nothing", zero, given.relation, zero, given.for_all, given.where)
    users = [module for module in (rp, rd, rr) if hasattr(module, name)]
    assert users
    derive()
    for module in users:  # each step has the name in its own module
        monkeypatch.setattr(module, name, empty)
    with pytest.raises(ProofError):
        inspect.unwrap(derive)()  # not what is remembered


def test_no_better_budget() -> None:
    """The kernel refuses a smaller N, and the opposite sign of S."""
    fact = proven()["refutation-budget"]
    with pytest.raises(ProofError, match="not the same statement"):
        rule.restate(fact, fact.lhs, "<=", fact.rhs - 1 / mu)
    S = proven()["refutation-decoy"]
    with pytest.raises(ProofError, match="not the same statement"):
        rule.restate(S, sp.Integer(0), "<=", S.rhs)


@dataclass(frozen=True, eq=False)
class Numbers:
    """A run's numbers: one for each constant, and for each function of t and k."""

    constants: dict[sp.Symbol, Any]
    functions: dict[str, Callable[..., Any]]

    def value(self, side: sp.Expr, at: dict[sp.Symbol, int]) -> float:
        """Evaluate an expression at a round and a step."""
        symbols, compute = compiled(sp.sympify(side), self)
        return float(compute(*(at.get(s, self.constants.get(s)) for s in symbols)))


@cache
def compiled(side: sp.Expr, numbers: Numbers) -> tuple[list[sp.Symbol], Callable[..., float]]:
    """Return the arguments of an expression, and a function that evaluates it."""
    known = {}
    for i, old in enumerate(sorted({call.func for call in side.atoms(AppliedUndef)}, key=str)):
        side = side.replace(old, sp.Function(f"f{i}"))
        known[f"f{i}"] = numbers.functions[str(old)]
    symbols = sorted(side.free_symbols, key=str)
    return symbols, sp.lambdify(symbols, side, [known, "math"])


def play(horizon: int, many: int) -> Numbers:
    """Play the decoy game by hand and keep all that the derivation speaks of."""
    game = refuting.decoy(horizon)
    f, price = game.objective, game.price
    assert isinstance(f, Decoy)
    assert price is not None
    player = osphg.OSPHG.tuned(game.rounds, W=1, K=many, weighted=False)
    first = math.floor(many * f.tau + 1e-9)
    a, eta, P = f.Q * (1 - first / many), 1 - f.Q * f.tau, 1 / f.tau
    V = np.zeros((horizon + 1, many, 3))
    X = np.zeros((horizon + 1, many + 1, 3))
    multipliers = np.zeros(horizon + 1)
    state = player.init(game.rounds)
    utility = AtRound(next(game.rounds.blocks()).utility, 0)
    for n in range(horizon + 1):
        x = player.decide(state)
        V[n], X[n], multipliers[n] = state.V, state.X, state.multiplier
        told = Feedback(n, x, utility, float(f.value(x)), price, float(price @ x) - 1)
        state = player.update(state, told)
    no_z = X * np.array([0.0, 1.0, 0.0])
    with_z = no_z + np.array([1.0, 0.0, 0.0])
    assert np.allclose(f.value(with_z), 1)
    q, slope = f.value(no_z), f.gradient(no_z)[..., 1]
    u = np.where(np.arange(many) < first, 1.0, 0.0)
    u[first] = many * f.tau - first
    values, spent = f.value(X[:, -1]), X[:, -1] @ price - 1
    constants = {
        T: horizon, K: many, W: 1, rg.m: first, rg.N0: math.ceil(1 / (eta * player.mu)),
        mu: player.mu, delta: player.delta, beta: game.rounds.beta, R: game.rounds.R,
        G: game.rounds.G, c: 1 - player.delta * player.mu**2, rg.Q: f.Q, rg.w: f.w, rg.rho: f.rho,
        rg.P: P, rg.share: f.tau, rg.a: a, ell: a * f.tau,
    }  # fmt: skip
    functions: dict[str, Callable[..., Any]] = {
        "vz": lambda t, k: V[t - 1, k - 1, 0],
        "ve": lambda t, k: V[t - 1, k - 1, 1],
        "vo": lambda t, k: V[t - 1, k - 1, 2],
        "z": lambda t, k: X[t - 1, k - 1, 0],
        "e": lambda t, k: X[t - 1, k - 1, 1],
        "q": lambda t, k: q[t - 1, k - 1],
        "q'": lambda t, k: slope[t - 1, k - 1],
        "o": lambda t: X[t - 1, -1, 2],
        "u": lambda k: u[k - 1],
        "g": lambda t: spent[t - 1],
        "lambda": lambda t: multipliers[t - 1],
        "f": lambda t: values[t - 1],
        "f^*": lambda t: game.f_star,
    }
    return Numbers(constants, functions)


@pytest.mark.parametrize(("horizon", "many"), [(2000, 1), (2000, 10), (4000, 7)])
def test_run(horizon: int, many: int) -> None:
    """Every assumption, and every statement about a round, is true of the numbers of a run."""
    numbers = play(horizon, many)
    late = numbers.constants[rg.N0]
    assert (late <= horizon) == (horizon == 4000)
    rounds = [1, 2, 700, horizon - 1, horizon]
    steps = sorted({1, 2, 3, many, many + 1})
    everything = set().union(*RESTS.values())
    statements: list[Assumption | Fact] = sorted(everything, key=lambda a: a.name)
    facts = proven()
    told = ("identity", "utility", "comparator", "spare", "level", "above")
    statements += [facts[f"refutation-{name}"] for name in told]
    statements += [rd.above(), rd.below(), rp.free_good(), rd.early_sum(), rd.late_sum()]
    statements += [rr.direction_size(), rd.spent_on_decoy(), *rd.signs(), *rd.early_terms()]
    seen = 0
    for said in statements:
        parts = map(sp.sympify, (said.lhs, said.rhs, *said.where))
        names = set().union(*(part.free_symbols for part in parts))
        for at in rounds if t in names else rounds[:1]:
            for step in steps if k in names else steps[:1]:
                where = {t: at, k: step}
                if any(numbers.value(needed, where) < 0 for needed in said.where):
                    continue
                gap = numbers.value(said.rhs, where) - numbers.value(said.lhs, where)
                assert gap >= -1e-9, (said, where)
                assert said.relation == "<=" or abs(gap) < 1e-9, (said, where)
                seen += 1
    assert seen > 200
