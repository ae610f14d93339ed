"""What practitioners play, the stop around any player, warm starts, and what the doors refuse."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any

import attrs
import declare
import numpy as np
import pytest
import scipy

import osphg
from osphg import Capped, DualDescent, EvenPacing, Resolve, Throttle
from osphg.pacing import Plan
from osphg.players.base import Player
from osphg.players.rules import affordable
from osphg.studies import bounds
from osphg.tournament.catalogue import EVERYBODY
from osphg.tournament.contests import concave_noisy
from osphg.utilities import AtRound, Quadratics
from tests.table import problem

GAME = osphg.rounds.paper_quadratics(T=200, n=3, budget_per_round=1.0, seed=2)
SOFT = osphg.OSPHG.tuned(GAME, W=10, K=5, weighted=True)
RULES: dict[str, Callable[[Any], Player]] = {
    "EvenPacing": EvenPacing.tuned,
    "Throttle": Throttle.tuned,
    "Resolve": lambda known: Resolve.tuned(known, every=7),
    "DualDescent": DualDescent.tuned,
    "DualDescent, season": lambda known: DualDescent.tuned(known, 5, multiplicative=True),
}


def same(one: osphg.Run, other: osphg.Run) -> None:
    for field in ("decisions", "utility", "violation", "multiplier"):
        assert getattr(one, field).tobytes() == getattr(other, field).tobytes(), field


class Own:
    """A user's player around another: it hides what that is, so that its state is played."""

    def __init__(self, player: Player) -> None:
        self.init, self.decide = player.init, player.decide
        self.update, self.multiplier = player.update, player.multiplier


# The stop.


def test_it_does_what_the_theorem_is_about() -> None:
    """`careful` of rocq/Careful.v, in plain floats: the purse decides, and then all is 0."""
    soft = osphg.play(SOFT, GAME, compiled=False)
    hard = osphg.play(Capped(SOFT), GAME, compiled=False)
    dearest, purse, stopped = GAME.G + GAME.allowance, GAME.budget, GAME.T
    for t in range(GAME.T):
        plays = purse >= dearest
        assert hard.decisions[t].tolist() == (soft.decisions[t] if plays else np.zeros(3)).tolist()
        purse -= float(GAME.prices[t] @ hard.decisions[t])
        stopped = stopped if plays else min(stopped, t)
    assert 0 < stopped < GAME.T
    assert purse >= 0
    assert (hard.multiplier == soft.multiplier).all()
    most = max(0.0, soft.violation.cumsum().max())
    lost = GAME.F * (most + GAME.G + GAME.allowance) / GAME.allowance
    assert soft.utility.sum() <= hard.utility.sum() + lost


def test_a_smaller_dearest_round_leaves_less() -> None:
    """The largest cost of a round will do for M, and less than that need not."""
    cost = float(GAME.prices.sum(1).max())  # X is the unit cube
    run = osphg.play(Capped(SOFT, dearest=cost), GAME)
    assert GAME.budget - cost <= run.spend.sum() <= GAME.budget
    over = osphg.play(Capped(osphg.MetaFrankWolfe.tuned(GAME), dearest=0.01), GAME)
    assert over.spend.sum() > GAME.budget


@pytest.mark.parametrize("options", [{}, {"scaled": True}, {"dearest": 70.0}], ids=str)
@pytest.mark.parametrize(
    "soft", [SOFT, osphg.players.CaoLiuValues.tuned(GAME, seed=1)], ids=["", "values"]
)
def test_the_same_numbers_however_it_is_played(soft: Player, options: Any) -> None:
    capped = Capped(soft, **options)
    run = osphg.play(capped, GAME, compiled=False)
    assert run.spend.sum() <= GAME.budget
    same(run, osphg.play(Own(capped), GAME))
    streamed = osphg.stream(capped, GAME, at=range(1, GAME.T + 1), compiled=False)
    assert streamed.decisions.tobytes() == run.decisions.tobytes()
    compiled = osphg.play(capped, GAME)
    assert np.abs(compiled.decisions - run.decisions).max() < 1e-9
    if soft is SOFT:
        if not options.get("dearest"):  # what a pacer is told, as it knows no prices
            most = 4.0 if options else GAME.G + GAME.allowance
            capped = Capped(soft, **options, **{"price_bound" if options else "dearest": most})
            run = osphg.play(capped, GAME, compiled=False)
        pacer = paced(capped)
        for t in range(GAME.T):
            assert pacer.decide().tobytes() == run.decisions[t].tobytes()
            pacer.observe(price=GAME.prices[t], gradient=AtRound(GAME.utility, t).gradient)


def test_scaled_it_is_the_pacers_hard_cap() -> None:
    run = osphg.play(Capped(SOFT, scaled=True, price_bound=4.0), GAME, compiled=False)
    pacer = osphg.Pacer(
        SOFT, domain=GAME.domain, budget=GAME.budget, horizon=GAME.T, hard=True, price_bound=4.0
    )
    for t in range(GAME.T):
        assert pacer.decide().tobytes() == run.decisions[t].tobytes()
        pacer.observe(price=GAME.prices[t], gradient=AtRound(GAME.utility, t).gradient)
    assert pacer.spent == pytest.approx(run.spend.sum(), rel=1e-12)
    assert 0.99 * GAME.budget < pacer.spent <= GAME.budget


def test_a_stop_around_a_stop() -> None:
    both = Capped(Capped(SOFT), scaled=True)
    same(osphg.play(both, GAME), osphg.play(Own(both), GAME))


def test_a_value_that_is_missing_after_the_stop_names_its_round() -> None:
    class Odd:
        def value(self, t: int, X: Any) -> Any:
            return np.where(X.any(-1), 1.0, np.nan) * X.sum(-1) if t > 1 else X.sum(-1)

        def gradient(self, t: int, X: Any) -> Any:
            return np.ones_like(X)

    rounds = osphg.Rounds(Odd(), np.ones((30, 2)), 15.0, osphg.Box.unit(2))
    player = Capped(osphg.MetaFrankWolfe.tuned(rounds), dearest=2.0)
    with pytest.raises(osphg.RoundError, match=r"^round \d+: utility.value must be one") as error:
        osphg.play(player, rounds)
    assert error.value.run.decisions.any(1)[1:].all()
    assert error.value.run.T > 2


# The rules.


@pytest.mark.parametrize("make", RULES.values(), ids=RULES)
def test_a_plan_without_constants_is_enough_and_the_pacer_agrees(
    make: Callable[[Any], Player],
) -> None:
    player = make(Plan(GAME.T, GAME.budget, GAME.domain))
    run = osphg.play(player, GAME, compiled=False)
    same(run, osphg.play(make(GAME), GAME, compiled=False))
    np.testing.assert_allclose(osphg.play(player, GAME).decisions, run.decisions, atol=1e-12)
    pacer = osphg.Pacer(
        player, domain=GAME.domain, budget=GAME.budget, horizon=GAME.T, names=["a", "b", "c"]
    )
    for t in range(GAME.T):
        assert list(pacer.bids().values()) == run.decisions[t].tolist()
        price = dict(zip("cba", GAME.prices[t, ::-1].tolist(), strict=True))
        pacer.observe(price=price, gradient=AtRound(GAME.utility, t).gradient)
    assert 0.6 < run.spend.sum() / GAME.budget < 1.3


@pytest.mark.parametrize("factor", [0.01, 100.0])
@pytest.mark.parametrize("make", RULES.values(), ids=RULES)
def test_units_do_not_matter(make: Callable[[Any], Player], factor: float) -> None:
    f = GAME.utility
    assert isinstance(f, Quadratics)
    one = osphg.play(make(GAME), GAME)
    for utility, money in ((factor, 1.0), (1.0, factor)):
        other = osphg.Rounds(
            f.scaled(utility), money * GAME.prices, money * GAME.budget, GAME.domain
        )
        assert np.abs(osphg.play(make(other), other).decisions - one.decisions).max() < 1e-9


def test_dual_descent_finds_the_price_of_money() -> None:
    """The same concave round over and over: the best decision within b, and its multiplier.

    f = 3 x_1 - x_1^2 + 2 x_2 - x_2^2 with b = 1 at prices (1, 1): 3 - 2 x_1 = 2 - 2 x_2 = lambda,
    so that x = (3/4, 1/4) and lambda = 3/2.
    """
    f = Quadratics(np.tile(-2.0 * np.eye(2), (400, 1, 1)), np.tile([3.0, 2.0], (400, 1)))
    rounds = osphg.Rounds(f, np.ones((400, 2)), 400.0, osphg.Box.unit(2))
    for player in (DualDescent.tuned(rounds), DualDescent(0.1, 7, True, 0.2)):
        run = osphg.play(player, rounds)
        np.testing.assert_allclose(run.decisions[-1], [0.75, 0.25], atol=1e-3)
        assert run.multiplier[-1] == pytest.approx(1.5, abs=2e-3)


def test_the_first_price_of_money_by_hand() -> None:
    """Even bids of 1/2 at prices (1, 1) cost b = 1; their slopes there are 3 - 1 and 2 - 1."""
    f = Quadratics(np.tile(-2.0 * np.eye(2), (2, 1, 1)), np.tile([3.0, 2.0], (2, 1)))
    rounds = osphg.Rounds(f, np.ones((2, 2)), 2.0, osphg.Box.unit(2))
    run = osphg.play(DualDescent.tuned(rounds), rounds)
    assert run.multiplier.tolist() == [0.0, 1.5]
    np.testing.assert_allclose(run.decisions, [[0, 0], [0.75, 0.25]], atol=1e-15)


def test_even_pacing_by_hand() -> None:
    """Watched; 10/4 over 2, more than 1; 6/3 over 4; 2/2 over 8; gone: 2 - 2 = 0."""
    prices = [[1.0, 1], [2, 2], [4, 4], [8, 8], [1, 1]]
    f = Quadratics(np.zeros((5, 2, 2)), np.ones((5, 2)))
    run = osphg.play(EvenPacing(), osphg.Rounds(f, np.array(prices), 10.0, osphg.Box.unit(2)))
    np.testing.assert_allclose(run.decisions[:, 0], [0, 1, 0.5, 0.125, 0], atol=1e-15)


@pytest.mark.parametrize(
    "name", ["paper n=13", "quadratics simplex n=30", "quadratics polytope n=3"]
)
def test_the_best_point_within_a_budget(name: str) -> None:
    """Against a linear programme."""
    X, rng = problem(name).rounds.domain, np.random.default_rng(5)
    A, b, lower, upper = X.half_spaces()  # type: ignore[attr-defined]
    for money in (0.0, 0.1, 0.7, 100.0):
        c, price = rng.normal(0.5, 1, X.n), rng.uniform(0, 2, X.n) * (rng.uniform(size=X.n) < 0.8)
        found = affordable(X, c, price, money)
        assert X.contains(found)
        assert price @ found <= money + 1e-12
        best = scipy.optimize.linprog(
            -c, np.vstack([A, price]), np.append(b, money), bounds=np.column_stack([lower, upper])
        )
        assert c @ found == pytest.approx(-best.fun, abs=1e-9)


def test_what_is_beyond_any_exponential_is_the_most() -> None:
    """Money is left over by far; and a thousand times the allowance is spent in a round."""
    f = Quadratics(np.zeros((4, 2, 2)), np.ones((4, 2)))
    free = osphg.Rounds(f, np.zeros((4, 2)), 1.0, osphg.Box.unit(2))
    assert (osphg.play(Throttle(1000.0, 0.0, season=1), free).decisions[1:] == 1).all()
    dear = osphg.Rounds(f, np.ones((4, 2)), 0.004, osphg.Box.unit(2))
    player = DualDescent(1.0, multiplicative=True, lambda1=0.5, start=[1.0, 1.0])
    run = osphg.play(player, dear)
    assert run.decisions.sum(1).tolist() == [2, 0, 0, 0]
    assert run.multiplier[1] > 1e300


# Doors.


def paced(player: Player, **options: Any) -> osphg.Pacer:
    pacer = osphg.Pacer(
        player,
        domain=GAME.domain,
        budget=GAME.budget,
        horizon=GAME.T,
        names=["a", "b", "c"],
        **options,
    )
    pacer.decide()
    return pacer


@pytest.mark.parametrize(
    ("door", "message"),
    [
        (
            lambda: Capped(3),  # type: ignore[arg-type]
            "player must have init, decide, update and multiplier, got 3",
        ),
        (
            lambda: Capped(SOFT, price_bound=2.0),
            "price_bound must not be given without scaled=True, got 2",
        ),
        (
            lambda: Capped(SOFT).init(Plan(9, 1.0, GAME.domain)),
            "beta_p must be given to the plan for that, got None",
        ),
        (lambda: EvenPacing(0), "memory must be at least 1, got 0"),
        (
            lambda: osphg.OSPHG.tuned(GAME, 5, start=[0.5, 2.0, 0.0]).init(GAME),
            "the start v1 must lie in the domain",
        ),
        (
            lambda: osphg.suggest(GAME, 0.001),
            r"tolerance must be at least [\d.]+ for a window to keep it over 200 rounds, [\d.]+ tim"
            r"es what f can change in a round at all, got 0.001: that takes about [\de+.]+ rounds",
        ),
        (
            lambda: paced(DualDescent(0.1)).observe(price=[2, 2, 2], gradient=np.ones((1, 3))),
            "gradient must be a function: this player asks for it more than once",
        ),
        (
            lambda: paced(SOFT).observe(price={"a": 2.0, "b": 2.0}),
            r"price must be of the names \('a', 'b', 'c'\), got \{'a': 2.0, 'b': 2.0\}",
        ),
        (
            lambda: paced(Capped(SOFT, 9.0)).change(budget=3.0),
            "round 1 must be observed or skipped before a change",
        ),
    ],
)
def test_what_is_refused(door: Callable[[], Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=f"^{message}"):
        door()


def test_prices_by_the_names_of_items_and_of_budgets() -> None:
    two = {"money": 90.0, "calls": 50.0}
    one, other = (
        osphg.Pacer(SOFT, domain=GAME.domain, budget=two, horizon=GAME.T, names=["a", "b", "c"])
        for _ in range(2)
    )
    for pacer in (one, other):
        pacer.decide()
    one.observe(price=[[2, 3, 4], [0, 1, 0]], gradient=np.ones_like)
    by_name = {"calls": {"c": 0, "b": 1, "a": 0}, "money": {"a": 2, "c": 4, "b": 3}}
    other.observe(price=by_name, gradient=np.ones_like)
    assert one.decide().tobytes() == other.decide().tobytes()
    assert one.spent == other.spent
    nameless = osphg.Pacer(SOFT, domain=GAME.domain, budget=9.0, horizon=9)
    nameless.decide()
    with pytest.raises(ValueError, match="names must be given to the pacer for price by name"):
        nameless.observe(price={"a": 1.0})


# Warm starts, and the boosted player in no units.


@pytest.mark.parametrize("unit_free", [False, True])
@pytest.mark.parametrize("kind", [osphg.OSPHG, osphg.BoostedOSPHG])
def test_a_warm_start_is_where_it_begins(kind: Any, unit_free: bool) -> None:
    start = np.array([0.5, 0.25, 0.75])
    cold = kind.tuned(GAME, 10, 4, unit_free=unit_free)
    warm = kind.tuned(GAME, 10, 4, unit_free=unit_free, start=start, lambda1=0.4)
    assert (warm.mu, warm.delta, warm.steps) == (cold.mu, cold.delta, cold.steps)
    run = osphg.play(warm, GAME)
    np.testing.assert_allclose(run.decisions[0], start, rtol=1e-15)
    assert run.multiplier[0] == 0.4
    begun = osphg.play(osphg.MetaFrankWolfe.tuned(GAME, 4, start=start), GAME).decisions[0]
    np.testing.assert_allclose(begun, start, rtol=1e-15)


FIXED = concave_noisy(60, 3, n=3, least=1.0)  # a game that every system accepts
WARM = np.array([0.5, 0.25, 0.75])
STARTED = sorted(
    name
    for name in declare.players()
    if name != "Insured"  # which begins where its rule does
    and {"start", "warm"} & set(inspect.signature(getattr(osphg.players, name).tuned).parameters)
)


def carries_multiplier(name: str) -> bool:
    """Whether a player takes a first multiplier, and carries it along."""
    kind = getattr(osphg.players, name)
    takes = {"lambda1", "warm"} & set(inspect.signature(kind.tuned).parameters)
    return bool(takes) and getattr(kind, "carries_multiplier", True)


def is_resumable(player: Any) -> bool:
    """Whether a player carries only decision and multiplier along, at steps that never change."""
    if not isinstance(player, osphg.players.SaddleMethod):
        return False
    if getattr(player, "seed", None) is not None:  # what is drawn depends on the round
        return False
    if not player.carries_multiplier:
        return False
    return all(player.steps_at(t) == player.steps_at(1) for t in range(2, FIXED.T))


def warm_started(name: str, **warm: Any) -> Any:
    made: Any = getattr(osphg.players, name)
    asked = inspect.signature(made.tuned).parameters
    needed = {"W": 4, "seed": 1}
    given = {
        key: needed[key]
        for key in needed
        if key in asked and asked[key].default is asked[key].empty
    }
    return made.tuned(FIXED, **given, **warm)


def test_every_player_of_the_catalogue_can_begin_warm() -> None:
    perturbed = {"GolovinKrauseStreeter", "StochasticMetaFrankWolfe"}  # their leaders draw it
    players = {one.player.__name__ for one in EVERYBODY} - perturbed
    assert players <= set(STARTED)


@pytest.mark.parametrize("name", STARTED)
def test_a_warm_player_begins_where_it_is_told(name: str) -> None:
    carries = carries_multiplier(name)
    given = {"start": WARM} | ({"lambda1": 50.0} if carries else {})
    run = osphg.play(warm_started(name, **given), FIXED)
    shrunk = getattr(run.player, "xi", 1e-12)  # how far a bandit stays away from the faces
    np.testing.assert_allclose(run.decisions[0], WARM, rtol=0, atol=shrunk)
    if carries:
        assert run.multiplier[0] == pytest.approx(50.0)
        if not isinstance(run.player, osphg.players.SaddleMethod):  # it has a place of its own
            assert run.multiplier[1] > 40.0
    outside = warm_started(name, start=2 * WARM)
    if not name.endswith("Repricing"):  # whose start need not be a decision
        with pytest.raises(
            ValueError, match=r"^(start|the start v1) must lie in the domain .*, got \[1\.0, 0\.5"
        ):
            outside.init(FIXED)
    if not getattr(type(run.player), "carries", True):
        with pytest.raises(ValueError, match=f"^lambda1 must be 0 for {name}, which carries no"):
            warm_started(name, lambda1=0.1)


def test_the_players_of_neely_and_yu_and_of_castiglioni_can_be_resumed() -> None:
    for name in ("NeelyYu", "BoostedQueue", "BestOfBothWorlds"):
        assert is_resumable(warm_started(name))


@pytest.mark.parametrize("name", STARTED)
def test_a_warm_player_goes_on_where_another_stopped(name: str) -> None:
    player, half, f = warm_started(name), 30, FIXED.utility
    if not is_resumable(player):
        return
    whole = osphg.play(player, FIXED)
    assert isinstance(f, Quadratics)
    rest = osphg.Rounds(
        Quadratics(f.H[half:], f.h[half:]), FIXED.prices[half:], FIXED.budget / 2, FIXED.domain
    )
    warm = attrs.evolve(player, start=whole.decisions[half], lambda1=whole.multiplier[half])
    run = osphg.play(warm, rest)
    np.testing.assert_allclose(run.decisions, whole.decisions[half:], rtol=0, atol=1e-12)
    np.testing.assert_allclose(run.multiplier, whole.multiplier[half:], rtol=1e-12, atol=1e-12)
    assert np.ptp(whole.decisions[half:], axis=0).max() > 1e-3  # something moves


def test_the_boosted_player_without_units() -> None:
    """The same bids in other units, and the paper's tuning for the game in its own."""
    f, beta_F = GAME.utility, (1 - math.exp(-1)) * GAME.beta_f
    assert isinstance(f, Quadratics)
    ours = osphg.play(osphg.BoostedOSPHG.tuned(GAME, 20, unit_free=True), GAME)
    assert ours.multiplier.max() > 0
    for utility, money in ((7.3, 1), (1, 100), (1 / beta_F, 1 / GAME.beta_g)):
        other = osphg.Rounds(
            f.scaled(utility), money * GAME.prices, money * GAME.budget, GAME.domain
        )
        run = osphg.play(osphg.BoostedOSPHG.tuned(other, 20, unit_free=True), other)
        assert np.abs(run.decisions - ours.decisions).max() < 1e-9
    player = osphg.BoostedOSPHG.tuned(GAME, 20, unit_free=True)
    R, root = GAME.R, math.sqrt(20 * GAME.T)
    assert player.steps.decision == pytest.approx(R / (beta_F * root))
    assert player.mu == pytest.approx(beta_F / (GAME.beta_g**2 * R * root))
    assert player.delta * player.mu**2 == pytest.approx(4 / (20 * GAME.T))


# The window for a tolerance.


@pytest.mark.parametrize(("T", "tolerance"), [(10_000, 0.5), (100_000, 0.25), (3000, 0.8)])
def test_the_window_is_the_largest_and_the_oracles_are_the_fewest(T: int, tolerance: float) -> None:
    paper = osphg.rounds.paper_quadratics(T=300)
    plan = Plan(
        T, 2.0 * T, paper.domain, beta_f=paper.beta_f, beta_p=paper.beta_g, L=paper.L, F=paper.F
    )

    def terms(W: int, K: int) -> list[float]:
        player = osphg.OSPHG.tuned(plan, W, K, weighted=True)
        return list(bounds.lemma43(plan, W, player).values())

    found = osphg.suggest(plan, tolerance)
    fitting = [W for W in range(1, 400) if sum(terms(W, 1)[:-1]) <= 0.8 * tolerance * T]
    assert found.W == fitting[-1] < 399
    assert found.regret == pytest.approx(sum(terms(found.W, found.K)))
    assert found.regret <= tolerance * T
    assert found.K == 1 or sum(terms(found.W, found.K - 1)) > tolerance * T


def test_a_refusal_says_how_many_rounds_it_takes() -> None:
    paper = osphg.rounds.paper_quadratics(T=300)
    known: dict[str, Any] = {"beta_f": paper.beta_f, "beta_p": paper.beta_g, "L": paper.L}

    def suggest(T: int) -> None:
        osphg.suggest(Plan(T, 2.0 * T, paper.domain, F=paper.F, **known), 0.4)

    with pytest.raises(ValueError, match="tolerance must be at least") as refused:
        suggest(300)
    needed = float(str(refused.value).partition("that takes about ")[2].split()[0])
    suggest(round(1.1 * needed))
    with pytest.raises(ValueError, match="tolerance must be at least"):
        suggest(round(0.9 * needed))
