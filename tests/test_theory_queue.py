"""The theorem of the boosted queue: statements, what they rest on, and refusals."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from types import ModuleType

import pytest
import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.boosted import one_round, queue_regret, queue_violation, virtual_queue
from osphg.proofs.boosted.queue_regret import V, a, alpha, beta_F, v
from osphg.proofs.boosted.queue_violation import beta_g, level
from osphg.proofs.boosted.virtual_queue import Q, j, q
from osphg.proofs.kernel import Assumption, Fact, ProofError, assume
from osphg.proofs.paper import climb, lemma43
from osphg.proofs.paper.symbols import G, L, R, T, W, b, g, gs, t

benchmark = lemma43.total(lemma43.benchmark)
ROOT = sp.sqrt(W * T)


@cache
def proven() -> dict[str, Fact]:
    """Prove everything once for this file."""
    return virtual_queue.prove() | queue_regret.prove() | queue_violation.prove()


def same(name: str, lhs: sp.Expr, rhs: sp.Expr) -> None:
    """Require that a fact says exactly lhs <= rhs."""
    fact = proven()[name]
    assert fact.relation == "<="
    assert sp.simplify(sp.expand(fact.lhs - lhs)) == 0
    assert sp.simplify(sp.expand(fact.rhs - rhs)) == 0


LOST = alpha * R**2 / V + V * beta_F**2 * T / (4 * alpha) + G**2 * W * T / (2 * V)
CAP = sp.sqrt(level**2 + 2 * alpha * R**2 + 2 * b * level)
ANY = sp.sqrt((2 * V * beta_F * R + G**2) * T)
HIGH = (v * beta_F * R + G**2 / 2) / b
ALL = sp.sqrt(HIGH**2 + 2 * a * v * R**2 + 2 * b * HIGH)


def spent(most: sp.Expr) -> sp.Expr:
    """What a queue of at most `most` lets pass."""
    return most + beta_g * T * (V * beta_F + beta_g * most) / (2 * alpha)


def test_statements() -> None:
    same("queue-spending", lemma43.total(Q(t) * gs(t)), G**2 * (W - 1) * T / 2)
    same("queue-regret", benchmark, LOST)
    same("queue-regret-noise", benchmark, LOST + lemma43.total(one_round.noise))
    same("queue-regret-quadrature", benchmark, LOST + one_round.kappa * L * R**2 * T)
    same(
        "queue-regret-order", benchmark,
        (beta_F**2 / (4 * a) + a * R**2) * sp.sqrt(T) + G**2 * ROOT / (2 * v),
    )  # fmt: skip
    same("queue-regret-unit-free", benchmark, beta_F * R * (5 * sp.sqrt(T) + 2 * ROOT) / 4)
    same("queue-cap", Q(t), CAP)
    same("queue-cap-any", Q(t), ANY)
    same("queue-violation", lemma43.total(g(t)), spent(CAP))
    same("queue-violation-any", lemma43.total(g(t)), spent(ANY))
    rate = ALL * (1 + beta_g**2 / (2 * a * v)) + beta_g * beta_F / (2 * a)
    same("queue-violation-order", lemma43.total(g(t)), rate * ROOT)


def test_conditions() -> None:
    """Nothing but how many whole windows there are; nothing at all for the violation."""
    for name, fact in proven().items():
        if name.startswith(("queue-regret", "queue-sum", "queue-spending")):
            assert fact.where == {T - q * W, W - 1 - (T - q * W)}
        if name.startswith("queue-violation"):
            assert not fact.where


def test_rests_on() -> None:
    regret, violation = proven()["queue-regret-order"], proven()["queue-violation-order"]
    assert {one_round.INTEGRATED, one_round.BY_PARTS, virtual_queue.KEPT} <= regret.rests_on
    about_f = {one_round.INTEGRATED, one_round.BY_PARTS, one_round.ORIGIN, one_round.EXACT}
    assert not violation.rests_on & (about_f | {virtual_queue.KEPT, virtual_queue.STAR})
    free = proven()["queue-violation-any"].rests_on
    assert queue_violation.LEVEL not in free
    for fact in proven().values():
        assert not any(a.cited for a in fact.rests_on)
        assert not fact.rests_on & {climb.SMOOTH, climb.WEIGHTS}


STEPS: list[tuple[ModuleType, str, Callable[..., object]]] = [
    (virtual_queue, "QUEUE", virtual_queue.lengthened),
    (virtual_queue, "QUEUE", virtual_queue.nonnegative),
    (virtual_queue, "LATER", virtual_queue.slow),
    (virtual_queue, "LATER", virtual_queue.drift),
    (virtual_queue, "EMPTY", virtual_queue.growth),
    (virtual_queue, "STAR", virtual_queue.star_within),
    (virtual_queue, "KEPT", virtual_queue.spending),
    (queue_regret, "CAUCHY", queue_regret.one_round),
    (queue_regret, "SHORT", queue_regret.one_round),
    (queue_regret, "STEPPED", queue_regret.one_round),
    (queue_regret, "FIRST", queue_regret.summed),
    (queue_regret, "EMPTY", queue_regret.summed),
    (queue_regret, "EXACT", queue_regret.regret),
    (queue_regret, "QUADRATURE", queue_regret.quadrature),
    (queue_violation, "CAUCHY", queue_violation.growth),
    (queue_violation, "SHORT", queue_violation.growth),
    (queue_violation, "WITHIN", queue_violation.growth),
    (queue_violation, "STEPPED", queue_violation.growth),
    (queue_violation, "LEVEL", queue_violation.bounded),
    (queue_violation, "EMPTY", queue_violation.bounded),
    (queue_violation, "ORIGIN", queue_violation.free_queue_cap),
    (queue_violation, "MOVED", queue_violation.violation),
    (queue_violation, "SPENT", queue_violation.violation),
    (queue_violation, "STEEP", queue_violation.violation),
    (queue_violation, "SIZE_V", queue_violation.cap_order),
]


@pytest.mark.parametrize(
    ("module", "name", "derive"), STEPS, ids=[f"{s[1]} in {s[2].__name__}" for s in STEPS]
)
def test_needs(
    module: ModuleType, name: str, derive: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without any one of the assumptions its step is refused."""
    given_ = getattr(module, name)
    zero = sp.Integer(0)
    empty = Assumption("nothing", zero, given_.relation, zero, given_.for_all, given_.where)
    derive()
    monkeypatch.setattr(module, name, empty)
    with pytest.raises(ProofError):
        inspect.unwrap(derive)()


# Variants that are wrong.


def test_half_of_what_the_benchmark_may_spend_is_refused() -> None:
    found = proven()["queue-window"]
    with pytest.raises(ProofError, match="not the same statement"):
        rule.conclude(found.lhs, "<=", G**2 * W * (W - 1) / 4, found)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("KEPT", (j, q - 2 - j)),  # the first of the windows is not kept
        ("KEPT", (j - 1, q - 1 - j)),  # the last is not
        ("FEWER", (virtual_queue.head, W + 1 - virtual_queue.head)),  # W + 1 rounds before them
        ("FEWER", (virtual_queue.head + 1, W - 1 - virtual_queue.head)),  # -1 round before them
    ],
)
def test_windows_that_do_not_fit_are_refused(
    name: str, wrong: tuple[sp.Expr, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = virtual_queue.KEPT
    other = Assumption(kept.name, kept.lhs, "<=", kept.rhs, kept.for_all, wrong)
    monkeypatch.setattr(virtual_queue, name, other if name == "KEPT" else wrong)
    before = inspect.unwrap(virtual_queue.before_windows)
    monkeypatch.setattr(virtual_queue, "before_windows", before)
    with pytest.raises(ProofError):
        inspect.unwrap(virtual_queue.spending)()


def test_a_level_that_is_too_low_is_refused() -> None:
    growth = queue_violation.growth()
    with pytest.raises(ProofError, match="not the same statement"):
        rule.conclude(
            growth.lhs, "<=", b * (level / 2 - Q(t)), growth, (-1, assume(queue_violation.LEVEL))
        )


def test_without_a_budget_nothing_falls() -> None:
    """With the sign of the budget's share turned, the potential is not bounded."""
    growth = queue_violation.growth()
    with pytest.raises(ProofError, match="not the same statement"):
        rule.conclude(growth.lhs, "<=", queue_violation.constant + b * Q(t), growth)
    with pytest.raises(ProofError):
        rule.nonnegative(-b * Q(t))


def test_the_queue_of_the_wrong_round_is_refused() -> None:
    """The drift is paid at x_{t+1}; with g_t(x_t) in its place one round does not close."""
    wrong = rule.conclude(
        Q(t + 1) ** 2 / 2 - Q(t) ** 2 / 2, "<=",
        Q(t) * virtual_queue.later(t) + G**2 / 2, virtual_queue.drift(),
    )  # fmt: skip
    assert wrong.rests_on
    with pytest.raises(ProofError, match="not the same statement"):
        rule.conclude(wrong.lhs, "<=", Q(t) * g(t) + G**2 / 2, virtual_queue.drift())


@pytest.mark.parametrize("change", [{V: 2 * V}, {alpha: alpha / 2}, {G: G / 2}, {W: W - 1}])
def test_smaller_right_sides_are_refused(change: dict[sp.Symbol, sp.Expr]) -> None:
    found = proven()["queue-regret"]
    with pytest.raises(ProofError, match="not the same statement"):
        rule.restate(found, found.lhs, "<=", found.rhs.subs(change))


def test_names_cover_every_function() -> None:
    known = set(queue_violation.NAMES) | {"lambda", "g", "g^*", "f", "f^*"}
    for fact in proven().values():
        for a_ in fact.rests_on:
            for side in (a_.lhs, a_.rhs):
                found = {str(x.func) for x in side.atoms(sp.core.function.AppliedUndef)}
                assert found <= known, found - known
