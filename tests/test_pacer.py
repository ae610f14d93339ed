"""A pacer plays as `play` does, bit for bit, whatever interrupts it; and says what it refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from copy import deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import osphg
from osphg import sources
from osphg.checks import FloatArray
from osphg.players.base import Player
from osphg.rounds import Rounds
from osphg.tournament.catalogue import EVERYBODY
from osphg.utilities import AtRound
from tests.table import ROWS, Row

ROOT = Path(__file__).resolve().parent.parent
ON = ("paper n=2", "coverage simplex n=5")
# Who asks for values of f_t, and who asks for gradients more than once: as the catalogue says.
ASKING = {one.player.__name__ for one in EVERYBODY if one.cost.values}
OFTEN = {one.player for one in EVERYBODY if one.cost.gradients == "some"}
OFTEN.add(osphg.Insured)  # its rule may ask, too
PLAYED = [row for row in ROWS if row.problem_name in ON and row.player_name not in ASKING]
HOLDS = ("lazy", "Resolve", "Planned", "one season")  # a user's oracle, and functions
SAVED = [
    r for r in PLAYED if r.problem_name == ON[0] and not any(x in r.player_name for x in HOLDS)
]


def box(upper: Any, lower: Any = None) -> osphg.Box:
    least = np.zeros(len(upper)) if lower is None else np.array(lower, dtype=np.float64)
    return osphg.Box(np.array(upper, dtype=np.float64), least)


def pacer(player: Player, rounds: Rounds, **options: Any) -> osphg.Pacer:
    return osphg.Pacer(
        player, domain=rounds.domain, budget=rounds.budget, horizon=rounds.T, **options
    )


def by_function(game: osphg.Pacer, rounds: Rounds, t: int) -> None:
    f = AtRound(rounds.utility, t)
    game.observe(price=rounds.prices[t], gradient=f.gradient)


def by_array(game: osphg.Pacer, rounds: Rounds, t: int) -> None:
    f = AtRound(rounds.utility, t)
    game.observe(price=rounds.prices[t], gradient=f.gradient(game.points))


@pytest.mark.parametrize("row", PLAYED, ids=str)
def test_same_numbers_as_play(row: Row) -> None:
    rounds = row.rounds
    if row.refused:
        return
    run = osphg.play(row.player, rounds, compiled=False)
    asks_often = type(getattr(row.player, "player", row.player)) in OFTEN  # or whom it caps
    ways = (by_function,) if asks_often else (by_function, by_array)
    games = [(told, pacer(row.player, rounds)) for told in ways]
    for t in range(rounds.T):
        for told, game in games:
            assert game.decide().tobytes() == run.decisions[t].tobytes()
            assert game.multiplier == run.multiplier[t]
            told(game, rounds, t)
    for _, game in games:
        assert game.over
        assert np.isclose(game.violation, run.violation.sum())


@pytest.mark.parametrize("row", SAVED, ids=str)
def test_same_numbers_if_kept_in_every_round(row: Row, tmp_path: Path) -> None:
    """The pacer is saved and loaded again after every step of every round."""
    rounds, path = row.rounds, tmp_path / "pacer.json"
    if row.refused:
        return
    run = osphg.play(row.player, rounds, compiled=False)
    game = pacer(row.player, rounds)

    def kept() -> osphg.Pacer:
        game.save(path)
        return osphg.Pacer.load(path)

    for t in range(5):
        game = kept()
        assert game.decide().tobytes() == run.decisions[t].tobytes()
        game = kept()
        by_function(game, rounds, t)
        assert game.multiplier == run.multiplier[t + 1]


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.problem_name == ON[0] and row.player_name in ASKING], ids=str
)
def test_a_player_that_asks_for_values(row: Row) -> None:
    rounds, player = row.rounds, row.player
    run = osphg.play(player, rounds, compiled=False)
    one, two = pacer(player, rounds), pacer(player, rounds)
    for t in range(rounds.T):
        assert one.decide().tobytes() == two.decide().tobytes() == run.decisions[t].tobytes()
        f = AtRound(rounds.utility, t)
        one.observe(price=rounds.prices[t], values=f.value)
        two.observe(price=rounds.prices[t], values=rounds.utility.value(t, two.points))
    fresh = pacer(player, rounds)
    fresh.decide()
    with pytest.raises(ValueError, match="values must be given"):
        fresh.observe(price=[2, 2], gradient=np.ones((2, 2)))
    assert fresh.round == 1


KILLED = """
import os, random, signal, sys, time
import numpy as np
import osphg

folder, kinds = sys.argv[1], {"OSPHG": osphg.OSPHG, "BoostedQueue": osphg.BoostedQueue}
rounds = osphg.rounds.paper_quadratics(T=12, n=3, seed=5)
player = kinds[sys.argv[2]].tuned(rounds, 4, unit_free=True)
path, bids = os.path.join(folder, "pacer.json"), os.path.join(folder, "bids")
steps = 0

def end():
    os.kill(os.getpid(), signal.SIGKILL)

def step(last):
    global steps
    steps += 1
    if steps == last:
        end()

def loop(last):
    replace = os.replace
    os.fsync = lambda file: step(last)  # a killed process leaves to the system what it has written
    os.replace = lambda a, b: (step(last), replace(a, b), step(last))
    unlink = os.unlink
    os.unlink = lambda *a, **k: (step(last), unlink(*a, **k), step(last))
    if os.path.exists(path):
        pacer = osphg.Pacer.load(path)
    else:
        pacer = osphg.Pacer(player, domain=rounds.domain, budget=rounds.budget, horizon=rounds.T)
    step(last)
    while not pacer.over:
        x, t = pacer.decide(), pacer.round - 1
        step(last)
        with open(bids, "ab") as file:
            file.write(np.array([t, *x]).tobytes())
        step(last)
        pacer.observe(price=rounds.prices[t], gradient=lambda X: rounds.utility.gradient(t, X))
        step(last)
        pacer.save(path)
        step(last)

run = osphg.play(player, rounds, compiled=False)
osphg.Pacer  # loaded once, before the first child
rng, lives = random.Random(0), 0
while True:
    child, lives = os.fork(), lives + 1
    if not child:
        loop(rng.randrange(1, 24) if lives < 30 else 0)
        os._exit(0)
    rng.random()
    if os.waitpid(child, 0)[1] == 0:
        break
    assert len(os.listdir(folder)) <= 3, os.listdir(folder)  # with the save that was killed
found = np.fromfile(bids).reshape(-1, 4)
assert set(found[:, 0]) == set(range(12)), found
assert all(row[1:].tobytes() == run.decisions[int(row[0])].tobytes() for row in found)
assert sorted(os.listdir(folder)) == ["bids", "pacer.json"], os.listdir(folder)
print(lives)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process that is killed is forked first")
@pytest.mark.parametrize("kind", ["OSPHG", "BoostedQueue"])
def test_killed_between_any_two_steps(kind: str, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path), kind],
        cwd=ROOT, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > 5


@pytest.fixture
def game() -> osphg.Pacer:
    player = osphg.OSPHG(mu=0.05, delta=40.0, K=4, weighted=True)
    return osphg.Pacer(player, domain=osphg.Box.unit(2), budget=10.0, horizon=20)


def slopes(X: FloatArray) -> FloatArray:
    return 1 / (1 + X)


def advance(game: osphg.Pacer, rounds: int) -> None:
    for _ in range(rounds):
        game.decide()
        game.observe(price=[2.0, 3.0], gradient=slopes)


@dataclass(frozen=True, kw_only=True)
class Careful:
    """A player around a player, as a user writes it: the violation that it hears is larger."""

    inner: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def update(self, state: Any, feedback: Any) -> Any:
        return self.inner.update(state, replace(feedback, violation=feedback.violation + 0.1))


def test_a_player_around_a_player_plays_and_is_not_saved(game: osphg.Pacer, tmp_path: Path) -> None:
    known: dict[str, Any] = {"domain": game.domain, "horizon": 20}
    careful: Any = Careful(inner=game.player)
    one = osphg.Pacer(careful, budget=10.0, **known)
    other = osphg.Pacer(game.player, budget=8.0, **known)  # 0.1 less in each round
    for _ in range(5):
        assert np.allclose(one.decide(), other.decide(), rtol=0, atol=1e-14)
        for each in (one, other):
            each.observe(price=[2.0, 3.0], gradient=slopes)
    assert one.multiplier > 0
    with pytest.raises(ValueError, match=r"must be such that a file can hold them.*got Careful"):
        one.save(tmp_path / "pacer")
    assert not list(tmp_path.iterdir())


class TestTurns:
    def test_deciding_twice_is_deciding_once(self, game: osphg.Pacer) -> None:
        advance(game, 3)
        x = game.decide()
        x += 1  # the caller's own copy
        assert game.decide().max() < 1
        game.observe(price=[2, 3], gradient=slopes)
        assert game.round == 5

    def test_out_of_turn(self, game: osphg.Pacer) -> None:
        with pytest.raises(ValueError, match="round 1 must be decided before it is observed"):
            game.observe(price=[1, 1], gradient=slopes)
        advance(game, 2)
        with pytest.raises(ValueError, match=r"round must be 3, or one that waits, of \(\), got 7"):
            game.observe(price=[1, 1], round=7)
        with pytest.raises(ValueError, match="round 3 must be decided"):
            game.skip()
        advance(game, 18)
        with pytest.raises(ValueError, match="horizon must be extended"):
            game.decide()
        with pytest.raises(
            ValueError, match=r"round must be 21, or one that waits, of \(\), got 21"
        ):
            game.observe(price=[1, 1])

    @pytest.mark.parametrize(
        ("told", "message"),
        [
            ({"gradient": slopes}, "price must be given"),
            ({"price": [1, -1], "gradient": slopes}, r"price must not be negative, got -1 at"),
            ({"price": [1, 1, 1]}, r"price must have shape \(2\)"),
            ({"price": [1, np.nan]}, "price must be finite"),
            ({"price": [1, 1], "gradient": np.ones((3, 2))}, "gradient must have shape"),
            ({"price": [1, 1], "gradient": lambda X: X[:1]}, "gradient must have shape"),
            ({"price": [1, 1], "gradient": lambda X: X * np.nan}, "gradient must be finite"),
            ({"price": [1, 1], "gradient": np.full((4, 2), np.inf)}, "gradient must be finite"),
            ({"price": [1, 1], "gradient": slopes, "values": [1]}, "must not be given with"),
            ({"price": [1, 1], "spend": [1, 1]}, "price must not be given with spend, got both"),
            ({"price": [1, 1], "reach": [1, 1]}, "response must be given to the pacer for reach"),
            (
                {"price": [1, 1], "slope": [1, 1], "later": True},
                "later must not be given with slop",
            ),
            ({"spend": [1, 1], "slope": [1, 1]}, "price must be given for round 1, or response= w"),
            ({"price": [1, 1], "bid": [1, -1]}, r"bid must not be negative, got -1 at"),
            ({"price": [1, 1], "later": 1}, "later must be"),
            ({"price": [1, 1], "round": "1"}, "round must be an integer"),
        ],
    )
    def test_nothing_moves_if_it_is_refused(
        self, game: osphg.Pacer, told: dict[str, Any], message: str
    ) -> None:
        x = game.decide()
        with pytest.raises((TypeError, ValueError), match=message):
            game.observe(**told)
        assert (game.round, game.spent) == (1, 0.0)
        assert game.decide().tobytes() == x.tobytes()

    def test_a_price_alone_is_a_round_without_utility(self, game: osphg.Pacer) -> None:
        other = osphg.Pacer(game.player, domain=game.domain, budget=10.0, horizon=20)
        for one in (game, other):
            advance(one, 3)
            one.decide()
        game.observe(price=[2, 3])
        other.observe(price=[2, 3], gradient=np.zeros((4, 2)))
        assert game.decide().tobytes() == other.decide().tobytes()
        assert game.spent == other.spent > 0


class TestLate:
    def test_at_the_points_decided_then(self, game: osphg.Pacer) -> None:
        """The step of a round observed late, computed by hand.

        It starts where the oracles are now, and goes along the gradients at the points of then.
        """
        advance(game, 2)
        x, points = game.decide(), game.points
        game.skip()
        advance(game, 1)
        assert list(game.waiting) == [3]
        spent, lam = game.spent, game.multiplier
        V = np.diff(np.vstack([game.points, game.decide()]), axis=0) * 4
        copies = [deepcopy(game) for _ in range(2)]
        copies[0].skip()
        for each, told in ((game, slopes(points)), (copies[0], slopes), (copies[1], slopes)):
            each.observe(round=3, price=[2, 3], gradient=told)
        # A function is asked where it was to be asked then; and the present round may be decided.
        game.skip()
        for each in copies:
            assert each.points.tobytes() == game.points.tobytes()
        weights = 0.75 ** np.arange(3, -1, -1)[:, np.newaxis]
        V = np.clip(V + 0.05 * (weights * slopes(points) - lam * np.array([2.0, 3.0])), 0, 1)
        assert np.allclose(game.points[1:], np.cumsum(V / 4, axis=0)[:-1], rtol=0, atol=1e-14)
        assert np.isclose(game.spent - spent, x @ [2, 3])
        assert list(game.waiting) == [5]

    def test_a_file_keeps_what_waits(self, tmp_path: Path) -> None:
        rounds = osphg.rounds.paper_quadratics(T=30, seed=1)
        one, two = (pacer(osphg.BoostedQueue.tuned(rounds, 3), rounds) for _ in range(2))
        points = []
        for t in range(30):
            points.append(one.points)
            for game in (one, two):
                game.decide()
                game.skip()
            if t < 4:
                continue
            G = rounds.utility.gradient(t - 4, points[t - 4])
            for game in (one, two):
                game.observe(round=t - 3, price=rounds.prices[t - 4], gradient=G)
            two.save(tmp_path / "pacer")
            two = osphg.Pacer.load(tmp_path / "pacer")
            assert one.points.tobytes() == two.points.tobytes()
        assert one.over
        assert one.waiting == two.waiting == (27, 28, 29, 30)

    def test_a_round_that_is_never_told_is_none(self, game: osphg.Pacer) -> None:
        other = osphg.Pacer(game.player, domain=game.domain, budget=10.0, horizon=20)
        advance(game, 5)
        game.decide()
        game.skip()
        advance(game, 5)
        advance(other, 10)
        assert game.decide().tobytes() == other.decide().tobytes()

    def test_values_cannot_be_late(self) -> None:
        player = osphg.players.CaoLiuBandit(0.01, 30.0, 0.1, seed=3)
        game = osphg.Pacer(player, domain=osphg.Box.unit(2), budget=10.0, horizon=20)
        game.decide()
        game.skip()
        game.decide()
        game.observe(price=[1, 1], values=[1, 1])  # where the player asks moves with its state
        with pytest.raises(ValueError, match="values cannot be told late"):
            game.observe(round=1, price=[1, 1], values=[1, 1])


class TestChange:
    def test_allowances_add_up_to_the_budget(self, game: osphg.Pacer, tmp_path: Path) -> None:
        advance(game, 3)
        game.decide()
        points = game.points
        game.skip()  # told late, it was allowed what it was decided with
        game.change(budget=30.0, horizon=32)
        # What was spent is gone, and what the round that waits is allowed.
        assert game.allowance == (30 - (game.spent + 0.5)) / 28
        spent = game.spent
        game.observe(round=4, price=[2.0, 3.0], gradient=slopes(points))
        assert game.violation == pytest.approx(game.spent - spent - 0.5)
        advance(game, 8)
        game.change(budget=11.0)
        game.save(tmp_path / "pacer")
        game = osphg.Pacer.load(tmp_path / "pacer")
        advance(game, 20)
        assert game.over
        assert np.isclose(game.violation, game.spent - 11.0)

    def test_a_round_told_late_is_a_step_by_its_own_allowance(self, game: osphg.Pacer) -> None:
        """By hand: lambda falls to 9/10, and rises by 1/20 of what that round overspent."""
        advance(game, 8)
        x, points = game.decide(), game.points
        game.skip()
        game.change(budget=40.0, horizon=25)
        assert game.allowance > 1.5 > 0.5
        before = game.multiplier
        game.observe(round=9, price=[6.0, 9.0], gradient=slopes(points))
        expected = 0.9 * before + 0.05 * (x @ [6.0, 9.0] - 0.5)
        assert expected > 0.01
        assert game.multiplier == pytest.approx(expected, rel=1e-13)

    def test_what_is_refused(self, game: osphg.Pacer) -> None:
        advance(game, 4)
        used = f"{game.spent:g}"
        with pytest.raises(ValueError, match=f"budget must be more than the {used} that the 4 ro"):
            game.change(budget=game.spent)
        game.change(budget=1.9)  # less than the 2 that they were allowed, and more than was spent
        assert game.allowance == (1.9 - game.spent) / 16
        with pytest.raises(ValueError, match="horizon must be more than the 4 rounds so far"):
            game.change(horizon=4)
        game.decide()
        with pytest.raises(ValueError, match="round 5 must be observed or skipped"):
            game.change(horizon=40)
        keeps = osphg.RECOO(1.0, 1.0, 1.0)
        other = osphg.Pacer(keeps, domain=osphg.Box.unit(2), budget=10.0, horizon=20)
        with pytest.raises(ValueError, match="player must not keep B_T/T in its state"):
            other.change(budget=12.0)


class TestMinimum:
    def test_it_is_the_game_of_the_bids_above_the_minimum(self) -> None:
        """A game with fixed prices: the cost of the minimum bids is known beforehand."""
        least, price = np.array([0.25, 0.0, 0.125]), np.array([1.0, 2.0, 0.5])
        player = osphg.OSPHG(mu=0.05, delta=40.0, K=4)
        game = osphg.Pacer(player, domain=box([1, 1, 1], least), budget=9, horizon=12)
        left = 9 - 12 * float(price @ least)
        above = osphg.Pacer(player, domain=box(1 - least), budget=left, horizon=12)
        for _ in range(12):
            assert np.allclose(game.decide(), above.decide() + least, rtol=0, atol=1e-13)
            game.observe(price=price, gradient=slopes)
            above.observe(price=price, gradient=lambda X: slopes(X + least))
        assert np.isclose(game.multiplier, above.multiplier)
        assert game.multiplier > 0
        assert np.isclose(game.violation, above.violation)


class TestHard:
    def test_the_player_does_not_know_that_its_bids_are_scaled(self) -> None:
        """The player decides as without a cap; the pacer bids what the money left covers."""
        player, bound = osphg.OSPHG(mu=0.01, delta=40.0, K=4), np.array([4.0, 3.0])
        known: dict[str, Any] = {"domain": osphg.Box.unit(2), "budget": 6.0, "horizon": 40}
        free, capped = (
            osphg.Pacer(player, **known),
            osphg.Pacer(player, **known, hard=True, price_bound=bound),
        )
        scaled = 0
        for t in range(40):
            x, bid, left = free.decide(), capped.decide(), 6.0 - capped.spent
            share = min(1.0, left / (x @ bound)) if x.any() else 1.0
            np.testing.assert_allclose(bid, share * x, rtol=0, atol=1e-8)
            scaled += share < 1
            for game in (free, capped):
                game.observe(price=bound * (0.2 + 0.02 * t), gradient=slopes)
            assert capped.multiplier == free.multiplier
        assert scaled > 10
        assert capped.spent <= 6.0 < free.spent

    def test_not_even_rounding_spends_more(self) -> None:
        """All bids at the dearest prices are added up in rational numbers, which do not round."""
        player = osphg.MetaFrankWolfe(2, osphg.players.oracles.GradientAscent(0.5))
        for seed in range(25):
            rng = np.random.default_rng(seed)
            bound, budget = rng.uniform(0.5, 4.0, 3), float(rng.uniform(3.0, 9.0))
            game = osphg.Pacer(
                player, domain=osphg.Box.unit(3), budget=budget, horizon=40,
                hard=True, price_bound=bound,
            )  # fmt: skip
            spent = Fraction(0)
            for _ in range(40):
                bid = game.decide()
                terms = zip(bid.tolist(), bound.tolist(), strict=True)
                spent += sum((Fraction(x) * Fraction(p) for x, p in terms), Fraction(0))
                game.observe(price=bound, gradient=slopes)
            assert spent <= Fraction(budget)
            assert float(spent) == pytest.approx(budget, rel=1e-6)
            assert game.spent <= budget

    def test_nothing_is_spent_beyond_it(self) -> None:
        """The worst case: the dearest prices, a player without a budget, and late observations."""
        player = osphg.MetaFrankWolfe(4, osphg.players.oracles.GradientAscent(0.5))
        rng = np.random.default_rng(1)
        for least in (None, [0.01, 0.02]):
            game = osphg.Pacer(
                player, domain=box([1, 1], least), budget=20.0, horizon=60,
                hard=True, price_bound=[4.0, 3.0],
            )  # fmt: skip
            for t in range(60):
                assert (game.decide() >= (0 if least is None else least)).all()
                if t % 3 == 0:
                    game.skip()
                else:
                    p = [4.0, 3.0] if t % 2 else rng.uniform(0, 3, 2)
                    game.observe(price=p, gradient=slopes)
            for about in game.waiting:
                game.observe(round=about, price=[4, 3], gradient=np.ones((4, 2)))
            assert 19 < game.spent <= 20

    def test_what_is_refused(self, tmp_path: Path) -> None:
        player = osphg.OSPHG(mu=0.05, delta=40.0, K=4)

        def make(**options: Any) -> osphg.Pacer:
            start: dict[str, Any] = {"domain": osphg.Box.unit(2), "budget": 4.0, "horizon": 9}
            return osphg.Pacer(player, **{**start, **options})

        for options, message in (
            ({"hard": True}, "price_bound must be given for hard=True"),
            ({"price_bound": 1.0}, "price_bound must be given for hard=True, and for nothing"),
            ({"hard": True, "price_bound": -1.0}, "price_bound must not be negative"),
            ({"hard": True, "price_bound": [1.0]}, "price_bound must have shape"),
            ({"hard": 1}, "hard must be"),
            (
                {"hard": True, "price_bound": 1.0, "domain": box([1, 1], [0.5, 0])},
                "budget must cover what was spent and the minimum bids",
            ),
        ):
            with pytest.raises((TypeError, ValueError), match=message):
                make(**options)

    def test_a_dearer_price_is_booked(self, tmp_path: Path) -> None:
        player = osphg.OSPHG(mu=0.5, delta=4.0, K=4)
        game = osphg.Pacer(
            player, domain=box([1, 1], [0.5, 0]), budget=40.0, horizon=9, hard=True,
            price_bound=2.0, names=["a", "b"],
        )  # fmt: skip
        bid = game.decide()
        game.save(tmp_path / "pacer")
        game = osphg.Pacer.load(tmp_path / "pacer")
        with pytest.warns(UserWarning, match="of 'a' is 7, above price_bound = 2; it is booked"):
            game.observe(price=[7, 2.0], gradient=slopes)
        assert game.spent == 7 * bid[0]
        excess = game.spent + 100 * game.decide()[0] - 40
        with pytest.warns(UserWarning, match=rf"is 100, above .* exceeded by {excess:g}; it is bo"):
            game.observe(price=[100, 0.0], gradient=slopes)
        assert game.decide().tolist() == [0.5, 0.0]  # nothing is left for more


def test_minimum_bids_are_refused_where_their_cost_would_not_be_counted() -> None:
    with pytest.raises(
        ValueError, match=r"^RECOO needs a domain without minimum bids .*got \[0.4\]"
    ):
        osphg.Pacer(osphg.RECOO(1.0, 1.0, 1.0), domain=box([1.0], [0.4]), budget=800.0, horizon=400)


def test_a_change_that_the_player_would_refuse_is_refused(tmp_path: Path) -> None:
    rounds = osphg.rounds.paper_quadratics(T=60, budget_per_round=0.8)
    game = pacer(osphg.players.MahdaviNoViolation.tuned(rounds, heuristic=True), rounds)
    for _ in range(30):
        game.decide()
        game.observe(price=[2.0, 2.0], gradient=lambda X: 1 / (1 + X))
    with pytest.raises(ValueError, match=r"^margin must be less than B_T/T"):
        game.change(budget=rounds.budget * 0.51, horizon=6000)
    game.save(tmp_path / "pacer.json")
    assert osphg.Pacer.load(tmp_path / "pacer.json").horizon == 60


class TestFile:
    @pytest.fixture
    def path(self, game: osphg.Pacer, tmp_path: Path) -> Path:
        advance(game, 3)
        game.save(tmp_path / "pacer.json")
        return tmp_path / "pacer.json"

    def test_any_change_is_seen(self, path: Path) -> None:
        whole = path.read_bytes()
        rng = np.random.default_rng(0)
        for place in rng.integers(0, len(whole) - 2, 50):
            for spoilt in (whole[:place], whole[:place] + b"7" + whole[place + 1 :]):
                if spoilt == whole:
                    continue
                path.write_bytes(spoilt)
                with pytest.raises(ValueError, match=r"^path ") as refused:
                    osphg.Pacer.load(path)
                assert "\n" not in str(refused.value)

    def test_a_link_and_a_mode_stay(self, path: Path, game: osphg.Pacer, tmp_path: Path) -> None:
        path.chmod(0o640)
        (tmp_path / "link").symlink_to(path)
        advance(game, 2)
        game.save(tmp_path / "link")
        assert (tmp_path / "link").is_symlink()
        assert path.stat().st_mode & 0o777 == 0o640
        assert osphg.Pacer.load(path).round == game.round

    @pytest.mark.parametrize("part", ["player", "domain", "progress", "another"])
    @pytest.mark.parametrize(
        "found",
        [
            None,
            7,
            [],
            {},
            {"list": 3},
            {"pairs": [[{"list": []}, 1]]},
            {"array": [1], "dtype": "evil", "shape": [1]},
            {"array": [1], "dtype": "float64", "shape": [10**12]},
            {"array": ["x"], "dtype": "float64", "shape": [1]},
            {"class": 3, "fields": {}},
            {"class": "osphg.domains:Box", "fields": {"upper": "x"}},
            {"class": "osphg.domains:Box", "fields": {"n": 3}},
        ],
    )
    def test_whatever_is_in_it_the_error_is_of_one_kind(
        self, path: Path, part: str, found: Any
    ) -> None:
        from osphg.pacing.files import as_line

        content = json.loads(path.read_text())["content"]
        path.write_bytes(as_line(content | {part: found}))
        with pytest.raises(ValueError, match=r"^path ") as refused:
            osphg.Pacer.load(path)
        assert type(refused.value) is ValueError

    def test_nothing_that_it_names_is_run(self, path: Path) -> None:
        """A class of another module is not imported, with a checksum that is right, too.

        And of this package only one that its fields make: any other may do what it likes.
        """
        from osphg.pacing.files import as_line

        content = json.loads(path.read_text())["content"]
        named: dict[str, dict[str, Any]] = {
            "subprocess:Popen": {"args": "true"},
            "osphg.pacing.files:as_line": {"content": "true"},
            "osphg:nothing": {},
            "osphg.x:Y": {},
            "osphg.rounds:Identity": {"game": None},
        }
        for name, fields in named.items():
            content["player"] = {"class": name, "fields": fields}
            path.write_bytes(as_line(content))
            with pytest.raises(ValueError, match=r"^path must be a file that this version reads"):
                osphg.Pacer.load(path)

    def test_a_write_that_fails_leaves_the_old_file(
        self, path: Path, game: osphg.Pacer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = path.read_bytes()
        advance(game, 1)

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            game.save(path)
        assert path.read_bytes() == before
        assert [file.name for file in path.parent.iterdir()] == [path.name]


class TestChecked:
    """A file whose checksum is right, and which no pacer can have written."""

    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        """A game with a cap, two budgets and minimum bids, in which round 4 waits."""
        game = osphg.Pacer(
            osphg.OSPHG(mu=0.05, delta=40.0, K=4),
            domain=box([1, 1], [0.1, 0.1]),
            budget=[20.0, 30.0],
            horizon=20,
            hard=True,
            price_bound=4.0,
        )
        for t in range(1, 8):
            game.decide()
            if t == 4:
                game.skip()
            else:
                game.observe(price=np.full((2, 2), 3.0), gradient=slopes)
        game.save(tmp_path / "pacer.json")
        return tmp_path / "pacer.json"

    @staticmethod
    def changed(path: Path, field: str, value: Any) -> None:
        """Change a field of the progress, or of its open round, and set the right checksum."""
        from osphg.pacing.files import as_line

        content = json.loads(path.read_text())["content"]
        fields = content["progress"]["fields"]
        if field.startswith("open."):
            (pair,) = fields["open"]["pairs"]
            fields, field = pair[1]["fields"], field.removeprefix("open.")
        assert field in fields
        fields[field] = value
        path.write_bytes(as_line(content))

    @staticmethod
    def array(*entries: Any) -> dict[str, Any]:
        return {"array": entries, "dtype": "float64", "shape": list(np.shape(entries))}

    def test_as_it_was_written_it_is_read(self, path: Path) -> None:
        self.changed(path, "spent", self.array(4.0, 5.0))
        assert osphg.Pacer.load(path).spent.tolist() == [4, 5]

    @pytest.mark.parametrize(
        ("field", "value", "message"),
        [
            ("spent", [np.nan, 1.0], "progress.spent must be finite, got nan at"),
            ("spent", [-1.0, 1.0], "progress.spent must be at least 0, got"),
            ("spent", [1.0], r"progress.spent must have shape \(2\), got \(1,\)"),
            ("spent", 7.0, r"progress.spent must have shape \(2\), got \(\)"),
            ("violation", [np.inf, 1.0], "progress.violation must be finite"),
            ("allowance", [-1.0, 1.0], "progress.allowance must be at least 0"),
            ("price_bound", [[4.0, np.inf]] * 2, "progress.price_bound must be finite"),
            ("price_bound", [4.0, 4.0], "progress.price_bound must have shape"),
            ("price_bound", 4.0, "progress.price_bound must be an array"),
            ("t", -5, "progress.t must be between 0 and 20, got -5"),
            ("t", 21, "progress.t must be between 0 and 20, got 21"),
            ("t", 6.5, "progress.t must be an integer, got 6.5"),
            ("t", True, "progress.t must be an integer, got True"),
            ("t", 2, r"progress.open\[3\] must be between 0 and 2, got 3"),
            ("x", [0.95, 0.5], "progress.x must lie in Box"),
            ("x", [np.nan, 0.5], "progress.x must be finite"),
            ("x", [0.5], "progress.x must have shape"),
            ("x", 0.5, "progress.x must be an array"),
            ("open", 3, "progress.open must be of rounds"),
            ("open", {"pairs": [[-1, None]]}, r"progress.open\[-1\] must be between 0 and 7"),
            ("open", {"pairs": [["3", None]]}, r"progress.open\['3'\] must be an integer"),
            ("open", {"pairs": [[3, None]]}, r"progress.open\[3\] must be a round that was"),
            ("open.bid", [0.05, 0.5], r"progress.open\[3\].bid must lie in Box"),
            ("open.bid", [0.5, 1.5], r"progress.open\[3\].bid must lie in Box"),
            ("open.x", [0.5, np.inf], r"progress.open\[3\].x must be finite"),
            ("open.allowance", [np.nan, 1.0], r"progress.open\[3\].allowance must be finite"),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, path: Path, field: str, value: Any, message: str
    ) -> None:
        self.changed(path, field, self.array(*value) if isinstance(value, list) else value)
        with pytest.raises(ValueError, match=f"^path must be a file .*{message}") as refused:
            osphg.Pacer.load(path)
        assert repr(str(path)) in str(refused.value)
        assert "\n" not in str(refused.value)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (
                lambda state: state["X"]["array"][1].__setitem__(0, np.nan),
                r"state\.X must",
            ),
            (lambda state: state.update(multiplier=-np.inf), r"state\.multiplier must be finite"),
            (
                lambda state: state["multiplier"]["array"].__setitem__(1, np.nan),
                r"state\.multiplier must be finite",
            ),
            (
                lambda state: state["multiplier"].update(array=[1.0], shape=[1]),
                "its multiplier, must have",
            ),
            (lambda state: state["X"]["array"][-1].__setitem__(0, 3.0), "decision must lie in"),
        ],
    )
    def test_a_state_that_no_player_can_be_in(self, path: Path, change: Any, message: str) -> None:
        content = json.loads(path.read_text())["content"]
        state = content["progress"]["fields"]["state"]
        fields = state["fields"]
        change(fields)
        self.changed(path, "state", state)
        with pytest.raises(ValueError, match=f"^path must be a file .*{message}"):
            osphg.Pacer.load(path)

    def test_of_one_budget_amounts_are_numbers(self, game: osphg.Pacer, tmp_path: Path) -> None:
        advance(game, 3)
        path = tmp_path / "pacer.json"
        for field, value, message in (
            ("spent", np.nan, "progress.spent must be finite"),
            ("spent", -1.0, "progress.spent must be at least 0, got -1.0"),
            ("spent", self.array(1.0), "progress.spent must be a real number"),
            ("violation", "7", "progress.violation must be a real number"),
        ):
            path.unlink(missing_ok=True)
            game.save(path)
            self.changed(path, field, value)
            with pytest.raises(ValueError, match=f"^path must be a file .*{message}"):
                osphg.Pacer.load(path)


OVERLAPPING = """
import os, sys, time
import osphg

folder, me, other = sys.argv[1:]
path = os.path.join(folder, "pacer.json")
slope = lambda X: 1.0 / (1.0 + X)
open(os.path.join(folder, me), "x").close()
while not os.path.exists(os.path.join(folder, other)):
    time.sleep(0.001)
over, paid = False, []
while not over:
    with osphg.Pacer.open(path) as pacer:
        for _ in range(2):
            if over := pacer.over:
                break
            x = pacer.decide()
            paid.append(2.0 * x[0] + 3.0 * x[1])
            pacer.observe(price=[2.0, 3.0], gradient=slope)
            pacer.save(path)
    time.sleep(0.03)  # the other one's turn
print(len(paid), sum(paid))
"""


class TestOneProcessAtATime:
    @pytest.fixture
    def path(self, game: osphg.Pacer, tmp_path: Path) -> Path:
        advance(game, 3)
        game.save(tmp_path / "pacer.json")
        return tmp_path / "pacer.json"

    def test_two_jobs_that_overlap_keep_one_cap(self, tmp_path: Path) -> None:
        """Without a lock each of them would spend what is left."""
        player = osphg.OSPHG(mu=0.5, delta=4.0, K=4, weighted=True)
        game = osphg.Pacer(
            player, domain=osphg.Box.unit(2), budget=10.0, horizon=60, hard=True, price_bound=4.0
        )
        path = tmp_path / "pacer.json"
        game.save(path)
        jobs = [
            subprocess.Popen(
                [sys.executable, "-c", OVERLAPPING, str(tmp_path), me, other],
                cwd=ROOT, stdout=subprocess.PIPE, text=True,
            )
            for me, other in (("one", "two"), ("two", "one"))
        ]  # fmt: skip
        told = [job.communicate(timeout=120)[0].split() for job in jobs]
        assert [job.returncode for job in jobs] == [0, 0]
        rounds = [int(count) for count, _ in told]
        paid = sum(float(amount) for _, amount in told)
        assert min(rounds) > 2  # they did overlap
        assert sum(rounds) == 60  # and no round was played twice
        end = osphg.Pacer.load(path)
        assert end.over
        assert np.isclose(end.spent, paid)
        assert 9 < paid <= 10
        assert sorted(os.listdir(tmp_path)) == ["one", "pacer.json", "two"]

    def test_what_another_one_has_saved_is_not_written_over(self, path: Path) -> None:
        one, other = osphg.Pacer.load(path), osphg.Pacer.load(path)
        advance(one, 2)
        one.save(path)
        advance(other, 1)
        with pytest.raises(ValueError, match=r"^path must be a new file.*another one has sa"):
            other.save(path)
        assert osphg.Pacer.load(path).spent == one.spent
        one.save(path)  # it is still its own

    def test_a_file_that_was_not_loaded_is_not_written_over(
        self, path: Path, game: osphg.Pacer
    ) -> None:
        before = path.read_bytes()
        begun = osphg.Pacer(game.player, domain=game.domain, budget=4.0, horizon=9)
        with pytest.raises(ValueError, match=r"^path must be a new file.*is there already: load"):
            begun.save(path)
        path.with_name("notes").write_text("mine")
        with pytest.raises(ValueError, match=r"^path must be a new file"):
            game.save(path.with_name("notes"))
        assert path.read_bytes() == before
        path.unlink()
        begun.save(path)
        with pytest.raises(ValueError, match=r"^path must be a new file.*another one has saved"):
            game.save(path)

    def test_its_size_and_time_may_be_the_same(self, tmp_path: Path, game: osphg.Pacer) -> None:
        """Two saves of the same length, within one tick of a slow clock: the content tells."""
        known: dict[str, Any] = {"domain": game.domain, "budget": 4.0, "horizon": 9}
        one, other = (
            osphg.Pacer(game.player, **known, names=names) for names in (["a", "b"], ["a", "c"])
        )
        path = tmp_path / "pacer.json"
        one.save(path)
        other.save(tmp_path / "other.json")
        was = path.stat()
        path.write_bytes((tmp_path / "other.json").read_bytes())
        os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
        now = path.stat()
        for field in ("st_ino", "st_size", "st_mtime_ns"):
            assert getattr(now, field) == getattr(was, field)
        with pytest.raises(ValueError, match=r"another one has saved"):
            one.save(path)

    def test_what_is_new_or_its_own_is_saved(self, path: Path, game: osphg.Pacer) -> None:
        other = path.with_name("other.json")
        for file in (path, other, path, other):
            advance(game, 1)
            game.save(file)
            assert osphg.Pacer.load(file).round == game.round
        path.write_bytes(path.read_bytes())  # no other content: another time, as of a copy
        os.utime(path, ns=(0, 0))
        game.save(path)
        path.unlink()
        game.save(path)
        assert osphg.Pacer.load(path).round == game.round
        assert len(os.listdir(path.parent)) == 2

    def test_open_saves_at_the_end(self, path: Path) -> None:
        with osphg.Pacer.open(path) as pacer:
            advance(pacer, 2)
            assert osphg.Pacer.load(path).round == 4
        assert osphg.Pacer.load(path).round == 6
        before = path.stat()
        with osphg.Pacer.open(path) as pacer:
            pass
        assert path.stat() == before  # nothing was to be saved
        with osphg.Pacer.open(path) as pacer:
            pacer.change(budget=20.0)
        assert osphg.Pacer.load(path).budget == 20
        advance(pacer, 1)
        pacer.save(path)  # afterwards it is a pacer as any other
        assert [file.name for file in path.parent.iterdir()] == [path.name]

    @pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
    def test_what_was_observed_is_kept_though_the_block_fails(
        self, path: Path, error: type[BaseException]
    ) -> None:

        def play(*, then: type[BaseException]) -> None:
            with osphg.Pacer.open(path) as pacer:
                advance(pacer, 2)
                played.append(pacer.spent)
                pacer.decide()
                raise then

        played: list[float] = []
        with pytest.raises(error):
            play(then=error)
        again = osphg.Pacer.load(path)
        assert (again.round, again.spent) == (6, played[0])
        with osphg.Pacer.open(path, timeout=0):  # and nobody waits for it
            pass

    def test_others_wait_or_are_refused_meanwhile(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("osphg.pacing.files._SAVE_SECONDS", 0.02)
        loaded = osphg.Pacer.load(path)
        for saves in range(3):
            with osphg.Pacer.open(path) as pacer:
                for _ in range(saves):
                    advance(pacer, 1)
                    pacer.save(path)  # also where the file is another one since
                with (
                    pytest.raises(TimeoutError, match=r"^path must be let go .* timeout = 0\.02 s"),
                    osphg.Pacer.open(path, timeout=0.02),
                ):
                    pass
                with pytest.raises(ValueError, match="must not be saved to while another one"):
                    loaded.save(path)
        with osphg.Pacer.open(path, timeout=0) as pacer:
            assert pacer.round == 7

    def test_a_file_that_is_gone_meanwhile_is_new(self, path: Path, game: osphg.Pacer) -> None:
        with osphg.Pacer.open(path) as pacer:
            advance(pacer, 1)
            path.unlink()
        assert osphg.Pacer.load(path).round == 5

        def displaced() -> None:
            with osphg.Pacer.open(path) as pacer:
                advance(pacer, 1)
                path.unlink()
                game.save(path)

        with pytest.raises(ValueError, match="another one has saved"):
            displaced()
        assert osphg.Pacer.load(path).round == 4

    def test_what_cannot_be_opened(self, path: Path) -> None:
        with pytest.raises(ValueError, match="path cannot be read, No such file"):  # noqa: SIM117
            with osphg.Pacer.open(path.with_name("nothing")):
                pass
        for timeout in (-1.0, np.nan):
            with pytest.raises(ValueError, match="timeout must be"):  # noqa: SIM117
                with osphg.Pacer.open(path, timeout=timeout):
                    pass
        whole = path.read_bytes()
        path.write_bytes(whole[:-9])
        with pytest.raises(ValueError, match="path is damaged"):  # noqa: SIM117
            with osphg.Pacer.open(path):
                pass
        path.write_bytes(whole)
        with osphg.Pacer.open(path, timeout=0) as pacer:
            assert pacer.round == 4

    def test_who_is_killed_keeps_nobody_waiting(self, path: Path) -> None:
        code = f"""
import os, signal, osphg
with osphg.Pacer.open({str(path)!r}) as pacer:
    pacer.decide()
    pacer.save({str(path)!r})
    os.kill(os.getpid(), signal.SIGKILL)
"""
        killed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
        assert killed.returncode < 0
        with osphg.Pacer.open(path, timeout=0) as pacer:
            assert pacer.round == 4
        assert [file.name for file in path.parent.iterdir()] == [path.name]

    def test_what_stops_a_save_leaves_the_file_its_own(
        self, path: Path, game: osphg.Pacer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Ctrl-C comes when the file is written and the pacer has not noted that yet."""
        done = os.replace

        def stopped(*args: Any) -> None:
            done(*args)
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", stopped)
            advance(game, 1)
            with pytest.raises(KeyboardInterrupt):
                game.save(path)
        assert osphg.Pacer.load(path).round == game.round
        game.save(path)

    def test_what_a_killed_save_has_left_is_written_over(
        self, path: Path, game: osphg.Pacer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        moved: list[Path] = []
        replace = os.replace

        def watched(source: str, target: str) -> None:
            moved.append(Path(source))
            replace(source, target)

        monkeypatch.setattr(os, "replace", watched)
        game.save(path)
        moved[0].write_bytes(b"x" * 10**5)  # longer than the file
        game.save(path)
        assert moved[0] == moved[1]
        assert b"xx" not in path.read_bytes()
        assert moved[0].parent == path.parent
        assert osphg.Pacer.load(path).round == game.round
        assert [file.name for file in path.parent.iterdir()] == [path.name]

    def test_a_file_that_appears_meanwhile_is_not_written_over(
        self, path: Path, game: osphg.Pacer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lock = sources.lock

        def late(name: str, **options: Any) -> Any:
            if options.get("create"):
                new.write_text("mine")
            return lock(name, **options)

        new = path.with_name("new.json")
        monkeypatch.setattr(sources, "lock", late)
        with pytest.raises(ValueError, match="is there already"):
            game.save(new)
        assert new.read_text() == "mine"
        assert {file.name for file in path.parent.iterdir()} == {path.name, "new.json"}

    def test_a_lock_is_of_the_file_that_has_the_name(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Another process puts a new file in the place of this one before its lock is got."""
        import fcntl

        flock, other = fcntl.flock, path.with_name("other.json")
        other.write_bytes(path.read_bytes())

        def late(file: Any, how: int) -> None:
            if other.exists():
                other.replace(path)
            flock(file, how)

        monkeypatch.setattr(fcntl, "flock", late)
        with sources.lock(str(path)) as file:
            assert os.path.samestat(os.fstat(file.fileno()), path.stat())


def test_a_plan_tunes_as_the_rounds_do() -> None:
    rounds = osphg.rounds.paper_quadratics(T=400)
    known: dict[str, Any] = {"beta_f": rounds.beta_f, "beta_p": rounds.beta_g}
    plan = osphg.pacing.Plan(rounds.T, rounds.budget, rounds.domain, **known)
    for unit_free in (False, True):
        options: dict[str, Any] = {"W": 20, "K": 7, "weighted": True, "unit_free": unit_free}
        tuned = [repr(osphg.OSPHG.tuned(game, **options)) for game in (rounds, plan)]
        assert tuned[0] == tuned[1]
    for kind in (osphg.RECOO, osphg.BestOfBothWorlds, osphg.BoostedQueue, osphg.SinhaVaze):
        kind.tuned(plan)
    for lacking in known:
        given = {**known, lacking: None}
        with pytest.raises(ValueError, match=f"^{lacking} must be given to the plan for that"):
            osphg.OSPHG.tuned(osphg.pacing.Plan(10, 5.0, rounds.domain, **given), W=2)
    game: dict[str, Any] = {"domain": rounds.domain, "horizon": 10}
    with pytest.raises(ValueError, match="rounds must be known in advance"):
        osphg.Pacer(osphg.PFS(0.1, 0.1), budget=5.0, **game)
    with pytest.raises(TypeError, match="budget must be a real number"):
        osphg.Pacer(osphg.RECOO(1.0, 1.0, 1.0), budget="5", **game)


def test_the_constants_of_a_plan() -> None:
    """F is beta_f R, and G the largest |g_t|, which the dearest prices attain."""
    plan = osphg.pacing.Plan(10, 5.0, box([1, 1], [0.25, 0]), beta_f=2.0, beta_p=3.0)
    assert pytest.approx(2 * np.hypot(0.75, 1)) == plan.F
    assert pytest.approx(3 * np.sqrt(2) - 0.5) == plan.G
    two = osphg.pacing.Plan(10, [3.0, 5.0], box([1, 1]), beta_p=3.0)
    x, b = np.ones(2), np.array([0.3, 0.5])
    P = 3 * np.outer([1.0, 0.0], x / np.linalg.norm(x))  # all for the smaller budget
    assert pytest.approx(np.linalg.norm(P @ x - b)) == two.G


def test_names() -> None:
    player = osphg.OSPHG(mu=0.05, delta=40.0, K=4)
    known: dict[str, Any] = {"domain": osphg.Box.unit(2), "budget": 5.0, "horizon": 10}
    game = osphg.Pacer(player, **known, names=["search", "video"])
    assert game.bids() == {"search": 0.0, "video": 0.0}
    with pytest.raises(ValueError, match="names must be given"):
        osphg.Pacer(player, **known).bids()
    with pytest.raises(ValueError, match="names must be 2 different texts"):
        osphg.Pacer(player, **known, names=["a", "a"])


def test_prices_of_pandas_are_taken_by_their_names() -> None:
    player = osphg.OSPHG(mu=0.1, delta=40.0, K=4)
    known: dict[str, Any] = {"domain": osphg.Box.unit(2), "budget": 5.0, "horizon": 10}
    one, two, nameless = (
        osphg.Pacer(player, **known, names=names) for names in (["a", "b"], ["a", "b"], None)
    )
    for game, price in (
        (one, pd.Series({"b": 3.0, "a": 1.0})),
        (two, [1.0, 3.0]),
        (nameless, pd.Series({"b": 1.0, "a": 3.0})),  # there is but the order
    ):
        for _ in range(3):
            game.decide()
            game.observe(price=price, gradient=lambda X: 1 / (1 + X))
    assert one.decide().tolist() == two.decide().tolist() == nameless.decide().tolist()
    assert one.spent == two.spent == nameless.spent > 0
    with pytest.raises(ValueError, match=r"price must be of the names \('a', 'b'\)"):
        one.observe(price=pd.Series({"a": 1.0, "c": 3.0}))
