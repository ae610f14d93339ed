"""Lemmas 4.1 and 4.2: what is proven, what it rests on, what is refused, and what is false."""

import dataclasses
import inspect
from collections.abc import Callable

import numpy as np
import pytest
import sympy as sp

import osphg
from osphg.games.refuting import lemma42_counterexample
from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, ProofError, assume
from osphg.proofs.notation import latex
from osphg.proofs.paper import lemma41, lemma42, lemma42_tight, symbols
from osphg.proofs.paper.lemma41 import m
from osphg.proofs.paper.lemma42_tight import (
    CHARGED,
    ENOUGH,
    HALFWAY,
    HIGH,
    SAVED,
    SAVED_BEST,
    SHORT,
    e,
    n,
)
from osphg.proofs.paper.symbols import (
    G_ABOVE,
    GS_ABOVE,
    KEEP,
    KEEP_NONNEGATIVE,
    START,
    UPDATE,
    G,
    T,
    W,
    c,
    delta,
    g,
    gs,
    i,
    lam,
    mu,
    s,
    t,
    tau,
)
from osphg.proofs.show import conditions, listing, refused, report, statement

RUN = {UPDATE, START, KEEP_NONNEGATIVE}
BOUNDED = RUN | {KEEP, G_ABOVE}
WINDOW = BOUNDED | {GS_ABOVE}
INSTANCE = {KEEP, KEEP_NONNEGATIVE, UPDATE, SAVED, HIGH, HALFWAY, SHORT}


def window(term: sp.Expr) -> sp.Expr:
    return sp.Sum(term, (tau, 0, W - 1))


def past(term: sp.Expr) -> sp.Expr:
    return c**tau * lam(t) + mu * sp.Sum(c ** (tau - i - 1) * term, (i, 0, tau - 1))


POSITIVE, NEGATIVE = sp.Max(0, gs(t + tau)), sp.Min(0, gs(t + tau))
PRODUCTS = window(lam(t + tau) * gs(t + tau))
PLAIN = lam(t) * window(gs(t + tau))
PAIRS = G**2 * mu * W * (W - 1)
IN_GAME = {t - 1, T - t}
TO_END = {t - 1, T + 1 - t}
IN_WINDOW = {t - 1, T - W + 1 - t}
SHIFTED = {tau, t - 1, T + 1 - t - tau}

# key: left side, right side, conditions, assumptions
EXPECTED: dict[str, tuple[sp.Expr, sp.Expr, set[sp.Expr], set[Assumption]]] = {
    "lambda-nonnegative": (sp.S.Zero, lam(t), TO_END, {UPDATE, START}),
    "power-nonnegative": (sp.S.Zero, c**m, {m}, {KEEP_NONNEGATIVE}),
    "power-below-one": (c**m, sp.S.One, {m}, {KEEP, KEEP_NONNEGATIVE}),
    "lemma-4.1-one-step-lower": (c * lam(t) + mu * g(t), lam(t + 1), IN_GAME, {UPDATE}),
    "lemma-4.1-one-step-upper": (lam(t + 1), c * lam(t) + mu * sp.Abs(g(t)), IN_GAME, RUN),
    "lemma-4.1-lower": (mu * sp.Sum(c ** (t - s) * g(s), (s, 1, t)), lam(t + 1), {t, T - t}, RUN),
    "lemma-4.1-upper": (
        lam(t + 1), mu * sp.Sum(c ** (t - s) * sp.Abs(g(s)), (s, 1, t)), {t, T - t}, RUN,
    ),
    "lemma-4.1-growth": (lam(t + 1), mu * t * G, {t, T - t}, BOUNDED),
    "lemma-4.1-cap": (lam(t), G / (delta * mu), TO_END, BOUNDED),
    "lemma-4.1-shifted-lower": (past(g(t + i)), lam(t + tau), SHIFTED, {UPDATE, KEEP_NONNEGATIVE}),
    "lemma-4.1-shifted-upper": (lam(t + tau), past(sp.Abs(g(t + i))), SHIFTED, RUN),
    "lemma-4.2-step-a": (
        PRODUCTS,
        window(past(sp.Abs(g(t + i))) * POSITIVE + past(g(t + i)) * NEGATIVE),
        IN_WINDOW, RUN,
    ),
    "lemma-4.2-step-b-positive": (
        c**tau * POSITIVE, POSITIVE, {tau}, {KEEP, KEEP_NONNEGATIVE},
    ),
    "lemma-4.2-rise": (lam(t + 1), lam(t) + mu * G, IN_GAME, BOUNDED),
    "lemma-4.2-fall": (lam(t) - 2 * mu * G, lam(t + 1), IN_GAME, BOUNDED),
    "lemma-4.2-repaired": (PRODUCTS, PLAIN + PAIRS, IN_WINDOW, WINDOW),
    "lemma-4.2-repaired-again": (PRODUCTS, PLAIN + PAIRS, IN_WINDOW, WINDOW),
    "lemma-4.2-kept": (
        PRODUCTS, lam(t) * window(c**tau * gs(t + tau)) + PAIRS / 2, IN_WINDOW, WINDOW,
    ),
    "lemma-4.2-local": (
        PRODUCTS, PLAIN + (1 + delta * mu * lam(t) / G) * PAIRS / 2, IN_WINDOW, WINDOW,
    ),
    "lemma-4.2-early": (
        PRODUCTS, PLAIN + (1 + delta * mu**2 * (t - 1)) * PAIRS / 2, IN_WINDOW, WINDOW,
    ),
    "lemma-4.2-charged": (
        (1 - c**t) * G / (delta * mu), lam(t + 1), {t, n - 1 - t, T - n},
        {KEEP, KEEP_NONNEGATIVE, START, UPDATE, CHARGED},
    ),
    "lemma-4.2-violated": (
        lam(n) * (gs(n) + gs(n + 1)) + G**2 * mu + G * delta * mu**2 * lam(n),
        lam(n) * gs(n) + lam(n + 1) * gs(n + 1),
        {T - n - 1}, {KEEP, UPDATE, SAVED, SAVED_BEST, ENOUGH},
    ),
    "lemma-4.2-descent": (
        lam(n + tau), c**tau * (lam(n) + G / (delta * mu)) - G / (delta * mu),
        {tau, W - tau, T - W + 1 - n}, INSTANCE,
    ),
    "power-below-parabola": (
        c**m, 1 - m * delta * mu**2 + m * (m - 1) * (delta * mu**2) ** 2 / 2, {m},
        {KEEP, KEEP_NONNEGATIVE},
    ),
    "lemma-4.2-tight": (
        lam(n) * window(gs(n + tau)) + (2 - e) * (1 - (W - 2) * delta * mu**2 / 3) * PAIRS / 2,
        window(lam(n + tau) * gs(n + tau)),
        {T - W + 1 - n}, INSTANCE | {SAVED_BEST},
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def facts() -> dict[str, Fact]:
    return {**lemma41.prove(), **lemma42.prove(), **lemma42_tight.prove()}


def same(one: sp.Expr, other: sp.Expr) -> bool:
    """Equal as written, up to expansion: not by the kernel's own normal form."""
    difference = sp.expand(one - other)
    return bool(difference == 0) or bool(sp.expand(difference.doit()) == 0)


class TestStatements:
    def test_nothing_is_proven_that_is_not_listed_here(self, facts: dict[str, Fact]) -> None:
        assert set(facts) == set(EXPECTED)

    @pytest.mark.parametrize("key", EXPECTED)
    def test_says_what_it_should(self, facts: dict[str, Fact], key: str) -> None:
        fact, (lhs, rhs, where, rests) = facts[key], EXPECTED[key]
        assert fact.relation == "<="
        assert same(fact.lhs, lhs), fact.lhs
        assert same(fact.rhs, rhs), fact.rhs
        assert {sp.expand(x) for x in fact.where} == {sp.expand(x) for x in where}
        assert fact.rests_on == rests, {a.name for a in fact.rests_on ^ rests}

    def test_feasibility_of_the_comparator_is_never_used(self, facts: dict[str, Fact]) -> None:
        assert all(symbols.FEASIBLE not in fact.rests_on for fact in facts.values())


SIGNED = [lemma41.lower, lemma41.upper, lemma41.one_step_upper, lemma41.cap]


class TestRefusals:
    @pytest.mark.parametrize("prove", SIGNED, ids=lambda f: f.__name__)
    def test_needs_the_sign_of_c(self, prove: Callable[..., Fact]) -> None:
        with pytest.raises(ProofError, match="factor of unknown sign: c"):
            prove(keep=None)
        weaker = Assumption("-1 <= c", sp.Integer(-1), "<=", c)
        with pytest.raises(ProofError, match="does not give the sign"):
            prove(keep=weaker)

    def test_published_step_b_is_refused(self) -> None:
        with pytest.raises(ProofError, match="factor of unknown sign"):
            lemma42.step_b()

    def test_published_constant_is_refused(self) -> None:
        proven = lemma42.repaired()
        with pytest.raises(ProofError, match="not the same statement"):
            rule.conclude(PRODUCTS, "<=", PLAIN + PAIRS / 2, proven)

    @pytest.mark.parametrize(
        ("module", "name", "weaker", "prove"),
        [
            (lemma41, "G_ABOVE", {"rhs": 2 * G}, lemma41.growth),
            (lemma41, "G_ABOVE", {"rhs": 2 * G}, lemma41.cap),
            (lemma41, "START", {"rhs": G}, lemma41.nonnegative),
            (lemma41, "START", {"rhs": G}, lemma41.lower),
            (lemma41, "UPDATE", {"rhs": sp.Max(0, c * lam(t) + g(t))}, lemma41.one_step_lower),
            (lemma41, "KEEP", {"rhs": 1 - mu**2}, lemma41.cap),
            (lemma42, "GS_ABOVE", {"rhs": 2 * G}, lemma42.repaired),
            (lemma42, "GS_ABOVE", {"where": (t - 1, T - 1 - t)}, lemma42.repaired),
            (lemma42, "G_ABOVE", {"rhs": 2 * G}, lemma42.rise),
            (lemma42, "G_ABOVE", {"rhs": 2 * G}, lemma42.fall),
            (lemma42, "KEEP", {"rhs": 1 - mu**2}, lemma42.rise),
            (lemma42, "KEEP", {"rhs": 1 - mu**2}, lemma42.fall),
            (lemma42_tight, "SHORT", {"rhs": sp.Rational(1, 2)}, lemma42_tight.above_zero),
            (lemma42_tight, "HALFWAY", {"rhs": sp.Integer(1)}, lemma42_tight.above_zero),
            (lemma42_tight, "ENOUGH", {"lhs": mu * G / 2}, lemma42_tight.violated),
        ],
    )
    def test_a_weaker_assumption_is_not_enough(
        self,
        monkeypatch: pytest.MonkeyPatch,
        module: object,
        name: str,
        weaker: dict[str, object],
        prove: Callable[[], Fact],
    ) -> None:
        prove()
        changed = dataclasses.replace(getattr(module, name), **weaker)
        monkeypatch.setattr(module, name, changed)
        with pytest.raises(ProofError):
            inspect.unwrap(prove)()  # not what is remembered

    def test_the_update_is_needed_in_the_last_round(self, monkeypatch: pytest.MonkeyPatch) -> None:
        shorter = dataclasses.replace(UPDATE, where=(t - 1, T - 1 - t))
        monkeypatch.setattr(lemma41, "UPDATE", shorter)
        monkeypatch.setattr(lemma41, "one_step_lower", inspect.unwrap(lemma41.one_step_lower))
        assert T - 1 - t in lemma41.one_step_lower().where
        with pytest.raises(ProofError):
            inspect.unwrap(lemma41.lower)()

    def test_absolute_value_needs_both_signs_and_one_bound(self) -> None:
        x, y = sp.symbols("x y", real=True)
        above = assume(Assumption("above", x, "<=", y))
        below = assume(Assumption("below", -x, "<=", y))
        assert rule.between(above, below).lhs == sp.Abs(x)
        for other in (above, assume(Assumption("far", -x, "<=", y + 1))):
            with pytest.raises(ProofError):
                rule.between(above, other)
        z = sp.Symbol("z")
        with pytest.raises(ProofError, match="real"):
            rule.between(assume(Assumption("z", z, "<=", y)), assume(Assumption("-z", -z, "<=", y)))


class TestFalse:
    def test_lemma_41_is_false_for_negative_c(self) -> None:
        gs = [sp.Integer(-1), sp.Integer(0)]
        multiplier = lemma41.multipliers(gs, sp.Integer(1), sp.Integer(2))[-1]
        assert (*lemma41.both_bounds(gs, sp.Integer(1), sp.Integer(2)), multiplier) == (1, -1, 0)

    def test_published_lemma_42_is_false(self) -> None:
        q = sp.Rational
        saved = [q(-1), q(-1)]
        sides = lemma42_tight.exact_sides(saved, saved, q(1, 2), q(1, 4), q(4), q(1))
        assert sides == (q(-5, 8), q(-3, 4), q(-1, 2))

    def test_published_lemma_42_is_false_in_a_run(self) -> None:
        instance = lemma42_counterexample(400, free_from=300, M=20.0)
        player = osphg.OSPHG.tuned(instance.rounds, W=2, K=3)
        lams = osphg.play(player, instance.rounds).multiplier
        assert isinstance(instance.rounds, osphg.Rounds)
        best = instance.rounds.prices @ instance.x - instance.rounds.allowance
        excess = (lams[1:] - lams[:-1]) * best[1:]
        allowed = instance.rounds.G**2 * player.mu
        fails = np.flatnonzero(excess > allowed * (1 + 1e-9)) + 1
        assert fails[0] == 300
        ratio = 1 + player.delta * player.mu * lams[299] / instance.rounds.G
        assert excess.max() == pytest.approx(ratio * allowed, rel=1e-9)
        assert 1.7 < ratio < 1.8


def random_game(seed: int) -> dict[str, object]:
    """Numbers in the place of symbols and functions: T = 9, a run from lambda_1 = 0."""
    rng = np.random.default_rng(seed)
    rounds, bound = 9, 2.0
    step = rng.uniform(0.1, 1.0)
    weight = rng.uniform(0.0, 1.0) / step**2
    played, best = bound * rng.choice([-1, -0.5, 0.3, 1], (2, rounds))
    keep, lams = 1 - weight * step**2, [0.0]
    for value in played:
        lams.append(max(0.0, keep * lams[-1] + step * value))
    return {"T": rounds, "G": bound, "mu": step, "delta": weight, "c": keep,
            "lambda": lams, "g": played, "g^*": best}  # fmt: skip


def value(side: sp.Expr, game: dict[str, object], at: dict[sp.Symbol, int]) -> float:
    """Evaluate with plain numbers; functions are looked up by round."""
    whole = side.subs(at).doit()
    calls = {f: float(game[str(f.func)][int(f.args[0]) - 1])  # type: ignore[index]
             for f in whole.atoms(sp.core.function.AppliedUndef)}  # fmt: skip
    names = {x: game[str(x)] for x in (T, G, mu, delta, c)}
    return float(whole.subs(calls).subs(names))


NUMERIC = [k for k in EXPECTED if not EXPECTED[k][3] & {SAVED, CHARGED, HIGH, ENOUGH}]


@pytest.mark.parametrize("key", NUMERIC)
def test_holds_in_numbers(facts: dict[str, Fact], key: str) -> None:
    fact, rng = facts[key], np.random.default_rng(5)
    for seed in range(6):
        game = random_game(seed)
        at = {W: int(rng.integers(1, 5))}
        at[t] = int(rng.integers(1, 9 - at[W] + 2))
        at |= {tau: int(rng.integers(0, 9 - at[t] + 1)), m: int(rng.integers(0, 6))}
        assert all(x.subs(at).subs(T, 9) >= 0 for x in fact.where)
        assert value(fact.lhs, game, at) <= value(fact.rhs, game, at) + 1e-12, (seed, at)


@pytest.mark.parametrize("length", [2, 3, 7])
def test_no_factor_below_two(length: int) -> None:
    q = sp.Rational
    mu, delta, saved = q(1, 1000), q(4), [q(-1)] * length
    start = (1 - q(1, 1000)) / (delta * mu)
    left, published, repaired = lemma42_tight.exact_sides(saved, saved, start, mu, delta, q(1))
    plain = start * sum(saved)
    assert left <= repaired
    assert (left - plain) / (published - plain) > q(199, 100)


class TestReport:
    def test_formulas_are_in_the_notation_of_the_paper(self) -> None:
        assert latex(lam(t + 1)) == r"\lambda_{t + 1}"
        assert latex(gs(t + tau)) == r"g_{t + \tau}(x^*)"
        assert latex(sp.Max(0, g(t))) == r"\left[ g_{t}(x_{t}) \right]_{+}"
        assert latex(sp.Min(0, g(t))) == r"\left[ g_{t}(x_{t}) \right]_{-}"
        assert latex(lam(t) ** 2) == r"\lambda_{t}^{2}"
        assert latex(sp.Function("h")(t), {"h": r"h({0})"}) == "h(t)"
        assert statement(START) == r"\lambda_{1} = 0"

    def test_conditions_become_chains(self) -> None:
        assert conditions({t, T - t}) == [r"0 \le t \le T"]
        assert conditions({t - 1, T - W + 1 - t}) == [r"1 \le t", r"t + W \le T + 1"]

    def test_names_assumptions_steps_and_premises(self) -> None:
        fact = lemma41.lower()
        text = str(report(fact))
        assert all(a.name in text for a in fact.rests_on)
        assert f"steps: {len(fact.steps())}" in text
        rows = listing(fact).rows
        assert [row[0] for row in rows] == list(range(1, len(fact.steps()) + 1))
        assert all(used < row[0] for row in rows for used in row[3])
        assert rows[-1][2] is fact
        html = report(fact)._repr_html_() + listing(fact)._repr_html_()
        assert html.count(r"\(") == html.count(r"\)")
        assert "<=" not in html

    def test_a_proof_that_goes_through_is_no_refusal(self) -> None:
        assert str(refused(lambda: lemma41.lower(keep=None))).startswith("ProofError: ")
        with pytest.raises(AssertionError, match="the kernel accepted"):
            refused(lemma41.one_step_lower)
