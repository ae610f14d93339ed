"""Several budgets: each has its multiplier, its total and its cap, and one of them is as before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import osphg
from osphg.checks import FloatArray
from osphg.pacing import Plan
from osphg.players.base import Player
from osphg.utilities import AtRound
from tests import literal, literal_several
from tests.literal_several import SeveralGame

T, N, K = 40, 3, 5
RNG = np.random.default_rng(4)
PRICES = RNG.uniform(0.2, 2.0, (T, 3, N))
BUDGETS = {"money": 14.0, "calls": 18.0, "airtime": 9.0}
AMOUNTS = np.array(list(BUDGETS.values()))
ROUNDS = osphg.rounds.paper_quadratics(T=T, n=N, seed=7)
PLAYERS: list[Player] = [
    osphg.OSPHG(mu=0.2, delta=2.0, K=K),
    osphg.OSPHG(mu=0.2, delta=2.0, K=K, weighted=True, lambda1=0.25),
    osphg.BoostedOSPHG(mu=0.2, delta=2.0, nodes=2),
]


def made(player: Player = PLAYERS[1], budget: Any = AMOUNTS, **options: Any) -> osphg.Pacer:
    known: dict[str, Any] = {"domain": ROUNDS.domain, "horizon": T}
    return osphg.Pacer(player, budget=budget, **{**known, **options})


def advance(game: osphg.Pacer, t: int, prices: Any) -> FloatArray:
    x = game.decide()
    game.observe(price=prices, gradient=AtRound(ROUNDS.utility, t).gradient)
    return x


@pytest.mark.parametrize(("weighted", "mu_lambda"), [(False, 0.2), (True, 0.2), (True, 0.5)])
def test_literally(weighted: bool, mu_lambda: float) -> None:
    player = osphg.OSPHG(mu=0.2, delta=2.0, K=K, weighted=weighted, mu_lambda=mu_lambda)
    quadratics: Any = ROUNDS.utility
    game_of_lists = SeveralGame(
        *literal.quadratics(quadratics.H.tolist(), quadratics.h.tolist()),
        PRICES.tolist(),
        AMOUNTS.tolist(),
        literal.box([1.0] * N),
    )
    history = literal_several.osphg(
        game_of_lists, K=K, mu=0.2, delta=2.0, weighted=weighted, mu_lambda=mu_lambda
    )
    decisions, multipliers = history.decisions, history.multiplier
    violations = history.violation
    assert (np.max(multipliers, axis=0) > 0.1).all()  # each budget binds at some time
    game = made(player)
    for t in range(T):
        assert np.allclose(game.multiplier, multipliers[t], rtol=0, atol=1e-12)
        x = advance(game, t, PRICES[t])
        assert np.allclose(x, decisions[t], rtol=0, atol=1e-12)
    assert np.allclose(game.violation, np.sum(violations, axis=0), rtol=0, atol=1e-10)
    assert np.allclose(game.spent, game.violation + AMOUNTS, rtol=0, atol=1e-10)


@pytest.mark.parametrize("player", PLAYERS, ids=str)
@pytest.mark.parametrize(
    "options", [{}, {"hard": True, "price_bound": 2.0}, {"domain": osphg.Box(
        np.ones(N), np.array([0.0, 0.05, 0.1]))}], ids=["soft", "hard", "minimum"],
)  # fmt: skip
def test_an_array_of_one_budget_is_that_budget(player: Player, options: dict[str, Any]) -> None:
    one, other = made(player, 9.0, **options), made(player, [9.0], **options)
    for t in range(T):
        if t == 20:
            one.change(budget=24.0, horizon=T + 10)
            other.change(budget=[24.0], horizon=T + 10)
        x, y = advance(one, t, PRICES[t, 0]), advance(other, t, PRICES[t, :1])
        assert x.tobytes() == y.tobytes()
        for name in ("multiplier", "spent", "violation", "allowance", "budget"):
            assert [getattr(one, name)] == getattr(other, name).tolist(), name
    assert one.multiplier > 0


def test_kept_in_every_round(tmp_path: Path) -> None:
    """Saved and loaded after every step, late rounds and a cap with it."""
    path = tmp_path / "pacer.json"
    options: dict[str, Any] = {"hard": True, "price_bound": 2.0, "names": ["a", "b", "c"]}
    game, kept = (made(budget=BUDGETS, **options) for _ in range(2))

    def again() -> osphg.Pacer:
        kept.save(path)
        return osphg.Pacer.load(path)

    points = np.empty(0)
    for t in range(12):
        kept = again()
        x = game.decide()
        assert kept.decide().tobytes() == x.tobytes()
        kept = again()
        late = t in (3, 7)
        if t == 3:
            points = game.points
        for one in (game, kept):
            if late:
                one.skip()
            else:
                advance(one, t, dict(zip(BUDGETS, PRICES[t], strict=True)))
    kept = again()
    for one in (game, kept):
        one.observe(round=4, price=PRICES[3], gradient=ROUNDS.utility.gradient(3, points))
    assert list(kept.spent) == list(BUDGETS)
    assert again().spent == game.spent
    assert again().multiplier == game.multiplier
    assert repr(again()) == repr(game)
    assert repr(game).endswith(" airtime)")


def test_by_names() -> None:
    game, other = made(budget=BUDGETS), made()
    for t in range(5):
        advance(game, t, {name: PRICES[t, j] for j, name in reversed([*enumerate(BUDGETS)])})
        advance(other, t, PRICES[t])
    assert game.budget == BUDGETS
    assert game.spent == dict(zip(BUDGETS, other.spent.tolist(), strict=True))
    game.change(budget={**BUDGETS, "calls": 20.0})
    assert game.budget["calls"] == 20


def test_no_budget_is_exceeded_under_a_cap() -> None:
    """The dearest prices of each, in turn; a player whose multipliers do nothing."""
    greedy = osphg.OSPHG(mu=1e-9, delta=1.0, K=1, oracle=osphg.players.oracles.GradientAscent(1.0))
    bound = np.array([[2.0, 1.0, 0.5], [0.5, 2.0, 1.0], [1.0, 1.0, 1.0]])
    game = made(greedy, hard=True, price_bound=bound)
    for t in range(T):
        advance(game, t, bound * (0.5 if t % 3 else 1.0))
        assert (game.spent <= AMOUNTS).all()
    assert (game.spent / AMOUNTS).max() > 0.99
    again = made(greedy, hard=True, price_bound=bound)
    advance(again, 0, bound)
    again.decide()
    dearer = bound.copy()
    dearer[1, 2] = 3.0
    with pytest.warns(
        UserWarning, match=r"price\[1, 2\] is 3, above price_bound = 1; it is booked"
    ):
        again.observe(price=dearer)


@pytest.mark.parametrize(
    ("budget", "message"),
    [
        ([], r"budget must have shape \(any\), got \(0,\)"),
        ({}, r"budget must have shape \(any\), got \(0,\)"),
        ([1.0, -2.0], r"budget\[1\] must be greater than 0, got -2"),
        ([1.0, np.nan], r"budget must be finite, got nan at budget\[1\]"),
        ({"a": 1.0, "b": 0.0}, r"budget\['b'\] must be greater than 0"),
        ({1: 1.0}, "budget must have texts as names"),
    ],
)
def test_budgets_that_are_none(budget: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=f"^{message}"):
        made(budget=budget)


def test_what_else_is_refused() -> None:
    for player in (osphg.RECOO(1.0, 1.0, 1.0), osphg.Capped(osphg.RECOO(1.0, 1.0, 1.0), 9.0)):
        name = type(player).__name__
        with pytest.raises(ValueError, match=f"^{name} needs one budget, a number .* got 3 as an"):
            made(player)
    game = made(budget=BUDGETS)
    for budget in (30.0, AMOUNTS, {"money": 30.0}):
        with pytest.raises(ValueError, match=r"budget must be as before, .*'money', 'calls'"):
            game.change(budget=budget)
    for t in range(5):
        advance(game, t, PRICES[t])
    used = ", ".join(f"{amount:g}" for amount in game.spent.values())
    with pytest.raises(ValueError, match=f"budget must be more than the {used} that the 5 rounds"):
        game.change(budget={**BUDGETS, "airtime": game.spent["airtime"]})
    with pytest.raises(ValueError, match=r"price_bound must have shape \(3, 3\)"):
        made(hard=True, price_bound=[1.0, 1.0, 1.0])
    with pytest.raises(ValueError, match=r"budget must cover .* 12, 12, 12, got 14, 18, 9"):
        made(hard=True, price_bound=1.0, domain=osphg.Box(np.ones(3), np.full(3, 0.1)))


def test_tuned_by_the_largest_singular_value() -> None:
    beta = max(float(np.linalg.norm(rows, 2)) for rows in PRICES)
    several, one = (
        osphg.OSPHG.tuned(Plan(400, budget, ROUNDS.domain, beta_f=2.0, beta_p=beta), 4, 3)
        for budget in (BUDGETS, 9.0)
    )
    assert repr(several) == repr(one)
