"""Several budgets for players whose sources have fixed constraints, bandits, and plans."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg import Box, Planned, Resolve, Rounds
from osphg.players import (
    OLFW,
    PFS,
    CaoLiuValues,
    MahdaviMirrorProx,
    MahdaviNoViolation,
    PerStepDuals,
    VazeSinha,
    YuNeely,
)
from tests.test_several import T, drawn, with_budgets

PLAYERS: dict[str, Any] = {
    "CaoLiuValues": CaoLiuValues(0.05, 2.0, xi=0.1, seed=3),
    "MahdaviNoViolation": MahdaviNoViolation(0.1, 2.0, 0.05, heuristic=True),
    "MahdaviMirrorProx": MahdaviMirrorProx(0.1, heuristic=True),
    "YuNeely": YuNeely(1.5, 4.0, heuristic=True),
    "PerStepDuals": PerStepDuals(V=3.0, alpha=8.0, K=4),
    "OLFW": OLFW(mu=0.1, delta=2.0, gamma=0.1, K=4),
    "VazeSinha": VazeSinha(0.3),
    "PFS": PFS(0.1, 0.01),
}


def fixed(rounds: Rounds) -> Rounds:
    """The same rounds at the prices of the first."""
    prices = np.repeat(rounds.prices[:1], T, axis=0)
    return with_budgets(rounds, prices, rounds.budget)


def first_budget(rounds: Rounds) -> Rounds:
    return with_budgets(rounds, rounds.prices[:, 0], float(rounds.budget[0]))


def cases(seed: int, m: int) -> list[tuple[Any, Rounds]]:
    rounds = drawn(seed, m)
    players = [(player, fixed(rounds) if name == "PFS" else rounds)
               for name, player in PLAYERS.items()]  # fmt: skip
    for period in (1, 3):
        forecast = with_budgets(rounds, rounds.prices[::-1] * 1.2, rounds.budget)
        plan = Planned.tuned(rounds, forecast, every=6, period=period, K=5)
        players.append((plan, rounds))
    return [*players, (Planned.tuned(rounds, every=4, memory=6, K=5), rounds)]


def on_first(player: Any) -> Any:
    """The player with the forecast of the first budget alone."""
    forecast = getattr(player, "forecast", None)
    if forecast is None:
        return player
    return attrs.evolve(player, forecast=first_budget(forecast))


@given(seed=st.integers(0, 2**32), idle=st.booleans())
@settings(max_examples=8, deadline=None)
def test_one_budget_as_an_array_or_beside_an_idle_one_is_that_budget(
    seed: int, *, idle: bool
) -> None:
    """Up to rounding: a plan of several budgets is a linear programme, and one has a knapsack."""
    for player, several in cases(seed, 2 if idle else 1):
        if idle:
            prices = several.prices * np.array([1.0, 1e-3])[:, np.newaxis]  # it never binds
            several = with_budgets(several, prices, [several.budget[0], 1e3])
            forecast = getattr(player, "forecast", None)
            if forecast is not None:
                player = attrs.evolve(
                    player, forecast=with_budgets(forecast, prices, several.budget)
                )
        run = osphg.play(on_first(player), first_budget(several), compiled=False)
        other = osphg.play(player, several)
        np.testing.assert_allclose(run.decisions, other.decisions, rtol=0, atol=1e-7)
        np.testing.assert_allclose(run.violation, other.violation[:, 0], rtol=0, atol=1e-7)
        np.testing.assert_allclose(run.multiplier, other.multiplier[:, 0], rtol=0, atol=1e-6)


def test_what_is_planned_costs_no_more_than_each_budget() -> None:
    """A forecast that comes true, for one decision and for one of each place of a period."""
    rounds = drawn(5, 2)
    for period in (1, 3):
        plan = Planned.tuned(rounds, rounds, prior=1e9, every=T, period=period, K=50)
        run = osphg.play(plan, rounds)
        assert (run.total_violation <= 1e-9 * rounds.budget).all()
        assert (run.total_violation > -0.01 * rounds.budget).any()  # and one is used up


def test_a_plan_without_a_forecast_is_resolve() -> None:
    rounds = drawn(6, 2)
    run = osphg.play(Planned.tuned(rounds, every=4, memory=6, K=5), rounds)
    same = osphg.play(Resolve(4, 6, K=5), rounds)
    assert np.array_equal(run.decisions, same.decisions)


def test_every_budget_is_kept_at_every_price_so_far() -> None:
    """By nested projections: only a price that is new can be exceeded."""
    rounds = drawn(7, 2, domain=Box(np.array([1.0, 0.5, 2.0])), per_round=0.4)
    run = osphg.play(VazeSinha(0.3), rounds)
    for t in range(1, T):
        costs = rounds.prices[:t] @ run.decisions[t]
        assert (costs <= rounds.allowance * (1 + 1e-9)).all()


def test_steps_that_stay_feasible_keep_both_budgets() -> None:
    rounds = fixed(drawn(8, 2))
    run = osphg.play(PFS.tuned(rounds), rounds)
    assert (run.violation <= 1e-12).all()


@pytest.mark.parametrize(
    ("door", "message"),
    [
        (
            lambda g: MahdaviNoViolation(0.1, 2.0, [0.1], heuristic=True).init(g),
            "MahdaviNoViolation needs margin to have 2 entries, one for each budget, got 1",
        ),
        (
            lambda g: MahdaviNoViolation(0.1, 2.0, [0.1, 0.7], heuristic=True).init(g),
            r"margin must be less than B_T/T = 0.6, 0.6, got 0.1, 0.7",
        ),
        (
            lambda g: osphg.players.MahdaviJinYang.tuned(g, [0.1, 0.1, 0.1], heuristic=True),
            "margin must be one number, or as many as there are budgets, 2, got 3",
        ),
        (
            lambda g: Planned.tuned(g, first_budget(g)),
            "forecast must have 2 budgets, as the game",
        ),
        (
            lambda g: Planned.tuned(first_budget(g), g),
            "forecast must have one budget, a number, as the game",
        ),
        (
            lambda g: osphg.play(osphg.NestedRepricing(1.0, 1.0, 1.0, 1.0), g),
            r"NestedRepricing needs one budget, a number \(its potential is not concave",
        ),
    ],
)
def test_what_is_refused(door: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}") as error:
        door(drawn(0, 2))
    assert "\n" not in str(error.value)
