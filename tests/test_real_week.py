"""The kept week: its table, the reach that it makes, rules without theory, and a rival."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import itertools
import json
import shutil
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import open_bandit as tool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg.experiments.catalogue import book_folder
from osphg.experiments.errors import UsageError
from osphg.players import Player
from osphg.studies import real_week as study
from osphg.studies import rival
from osphg.studies.affordable import Affordable
from osphg.studies.open_bandit import DAY, HOURS, TABLE, Week, load, provenance
from osphg.studies.practitioners import CappedGreedy, EvenPacing, LearnThenCommit
from osphg.studies.reach import Place, Reach, days, season
from osphg.utilities import AtRound

KEPT = book_folder() / "data" / "open_bandit"
WEEK = load()
PLACE = Place(WEEK)
RNG = np.random.default_rng(1)
POINTS = RNG.uniform(0, 1, (4, 9))


@cache
def the_week() -> osphg.Rounds:
    """The game of the week itself; its constants compile two functions."""
    return season(PLACE, 0.3)


# For arguments that are lists, or wrong.
AnyPlace: Any = Place
AnyReach: Any = Reach
AnyAffordable: Any = Affordable
AnyPolytope: Any = osphg.Polytope
AnyPacing: Any = EvenPacing


class TestTable:
    def test_counts_are_those_of_the_provenance(self) -> None:
        named = provenance()
        data = gzip.decompress((KEPT / TABLE).read_bytes())
        assert hashlib.sha256(data).hexdigest() == named["sha256_of_table"]
        rows = list(csv.DictReader(io.StringIO(data.decode())))
        assert len(rows) == named["rows"] == 22_424
        assert sum(int(r["impressions"]) for r in rows) == named["impressions"] == WEEK.total
        assert sum(int(r["clicks"]) for r in rows) == named["clicks"] == WEEK.clicks.sum() == 130
        assert len({r["segment"] for r in rows}) == named["segments"] == 296
        one = rows[12_345]
        place = ("all", "men", "women").index(one["campaign"]) * 3 + int(one["position"]) - 1
        found = WEEK.impressions[int(one["hour"]), place, int(one["segment"])]
        assert found == int(one["impressions"]) > 0

    def test_what_is_derived(self) -> None:
        assert (WEEK.prices.reshape(HOURS, 3, 3).sum((0, 2)) == 10_000).all()
        np.testing.assert_array_equal(WEEK.prices.sum(1), WEEK.visitors.sum(1))
        np.testing.assert_allclose(WEEK.chances.sum(0), 1, rtol=1e-12)
        assert len(WEEK.names) == WEEK.n == 9

    @pytest.fixture
    def copy(self, tmp_path: Path) -> Path:
        shutil.copytree(KEPT, tmp_path / "table")
        return tmp_path / "table"

    def change(self, copy: Path, **named: object) -> None:
        found = json.loads((copy / "provenance.json").read_text())
        (copy / "provenance.json").write_text(json.dumps(found | named))

    def rewrite(self, copy: Path, edit: Callable[[str], str]) -> None:
        """Change the table, and its hash with it."""
        data = edit(gzip.decompress((copy / TABLE).read_bytes()).decode()).encode()
        (copy / TABLE).write_bytes(gzip.compress(data, 1))
        self.change(copy, sha256_of_table=hashlib.sha256(data).hexdigest())

    def refused(self, copy: Path, message: str, kind: type[Exception] = UsageError) -> None:
        with pytest.raises(kind, match=message) as caught:
            load(copy)
        assert "\n" not in str(caught.value)

    def test_another_table_is_refused(self, copy: Path) -> None:
        data = gzip.decompress((copy / TABLE).read_bytes())
        (copy / TABLE).write_bytes(
            gzip.compress(data.replace(b"men,1,0,1,0", b"men,1,0,2,0", 1), 1)
        )
        self.refused(copy, rf"^{TABLE} must hold the table of SHA-256 0e50a.*, got [0-9a-f]{{64}}$")

    def test_a_damaged_file_is_refused(self, copy: Path) -> None:
        whole = (copy / TABLE).read_bytes()
        for bad in (whole[:1000], b"no gzip", whole[:200] + b"\0" * 50 + whole[250:]):
            (copy / TABLE).write_bytes(bad)
            self.refused(copy, f"^{TABLE} cannot be unpacked: ")

    def test_no_table_and_no_provenance(self, copy: Path) -> None:
        (copy / "provenance.json").write_text("{")
        self.refused(copy, r"^provenance.json cannot be read: ")
        (copy / "provenance.json").write_text('{"rows": "many"}')
        self.refused(copy, r"^provenance.json must name sha256_of_table, rows, segments, ")
        (copy / TABLE).unlink()
        self.refused(copy, "^there is no kept table in ", FileNotFoundError)

    @pytest.mark.parametrize(
        ("edit", "message"),
        [
            (lambda s: s.replace("hour,", "time,", 1), "the columns must be hour, campaign"),
            (lambda s: s.replace("\n0,all,1,0,1", "\n168,all,1,0,1", 1), "hour must be between 0"),
            (lambda s: s.replace("\n0,all,1", "\n0,all,4", 1), "position must be between 0 and 2"),
            (
                lambda s: s.replace("\n0,all", "\n0,none", 1),
                "campaign must be one of all, men, women, got none",
            ),
            (lambda s: s.replace("\n0,all,1,0,1,", "\n0,all,1,0,0,", 1), "impressions must be at"),
            (lambda s: s + "1,2\n", "not enough values"),
            (lambda s: "", "not enough values"),
        ],
    )
    def test_a_table_of_something_else(
        self, copy: Path, edit: Callable[[str], str], message: str
    ) -> None:
        self.rewrite(copy, edit)
        self.refused(copy, f"^{TABLE} is not the table of impressions: .*{message}")

    def test_counts_that_do_not_agree(self, copy: Path) -> None:
        self.change(copy, clicks=131)
        self.refused(copy, f"^{TABLE} must have 131 clicks, got 130$")

    @pytest.mark.parametrize(
        ("impressions", "clicks", "message"),
        [
            (np.ones((HOURS, 2, 3)), np.ones((HOURS, 1)), r"^clicks must have shape \(168, 2\)"),
            (-np.ones((HOURS, 2, 3)), np.ones((HOURS, 2)), "^impressions must not be negative"),
            (np.ones((HOURS, 2, 3)) * [1, 1, 0], np.ones((HOURS, 2)), "for every segment$"),
            (np.ones((10, 2, 3)), np.ones((HOURS, 2)), r"^impressions must have shape \(168, "),
        ],
    )
    def test_a_week_of_other_shapes(self, impressions: Any, clicks: Any, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            Week(impressions, clicks)


FIELDS = ("timestamp", "item_id", "position", "click", *tool.FEATURES)


def made_up(path: Path) -> Path:
    """A wheel with a handful of impressions of each campaign."""
    with zipfile.ZipFile(path, "w") as archive:
        for c, campaign in enumerate(tool.CAMPAIGNS):
            text = io.StringIO()
            table = csv.DictWriter(text, FIELDS)
            table.writeheader()
            for k in range(4 + c):
                table.writerow({
                    "timestamp": f"2019-11-2{4 + k}T0{k}:59:59.500000+00:00",
                    "item_id": k, "position": 1 + k % 3, "click": int(k == 1),
                    **{f: "same" if f != tool.FEATURES[0] else k % 2 for f in tool.FEATURES},
                })  # fmt: skip
            archive.writestr(f"obp/dataset/obd/random/{campaign}/{campaign}.csv", text.getvalue())
    return path


class TestRegeneration:
    def test_a_made_up_wheel(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        wheel = made_up(tmp_path / "obp.whl")
        monkeypatch.setattr(tool, "SHA256", hashlib.sha256(wheel.read_bytes()).hexdigest())
        monkeypatch.setattr(tool, "TARGET", tmp_path / "out")
        assert tool.main([str(wheel)]) == 0
        week, named = load(tmp_path / "out"), provenance(tmp_path / "out")
        assert week.impressions.shape == (HOURS, 9, 2)
        assert (week.total, week.clicks.sum(), named["rows"]) == (15, 3, 15)
        # the second impression of "men": hour 1 of day 1, position 2, the rarer feature, a click
        assert week.impressions[25, 4].tolist() == [0, 1]
        assert week.clicks[25, 4] == 1
        first = (tmp_path / "out" / TABLE).read_bytes()
        assert tool.main([str(wheel)]) == 0
        assert (tmp_path / "out" / TABLE).read_bytes() == first

    def test_another_wheel_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(tool, "TARGET", tmp_path / "out")
        assert tool.main([str(made_up(tmp_path / "obp.whl"))]) == 1
        assert "error: WHEEL must be obp==0.4.1 with SHA-256 87dec" in capsys.readouterr().err
        assert tool.main([str(tmp_path / "gone.whl")]) == 1
        assert "WHEEL must be a file that can be read" in capsys.readouterr().err
        assert tool.main(["a", "b"]) == 2
        assert not (tmp_path / "out").exists()


def tiny() -> Week:
    """A week with three placements and four segments."""
    rng = np.random.default_rng(5)
    impressions = rng.integers(0, 3, (HOURS, 3, 4)).astype(float)
    impressions[7] = 0  # an hour without anybody
    return Week(impressions, np.zeros((HOURS, 3)))


class TestReach:
    def test_value_against_enumeration(self) -> None:
        """All ways in which placements show or not, and reach or not, weighted by their chance."""
        week = tiny()
        reach, x = AnyReach(Place(week), [3, 3, 100]), np.array([0.3, 0.9, 0.5])
        for t, hour in enumerate((3, 3, 100)):
            wanted = 0.0
            for s in range(4):
                chance = x * week.chances[:, s]  # shown, and the visitor comes by
                for seen in itertools.product((0, 1), repeat=3):
                    if any(seen):
                        p = np.prod(np.where(seen, chance, 1 - chance))
                        wanted += p * week.impressions[hour, :, s].sum()
            assert float(reach.value(t, x)) == pytest.approx(wanted, rel=1e-12)

    def test_value_against_simulation(self) -> None:
        week, x, hour = tiny(), np.array([0.7, 0.2, 0.9]), 20
        rng = np.random.default_rng(0)
        people = np.repeat(np.arange(4), week.visitors[hour].astype(int))
        shown = rng.random((20_000, len(people), 3)) < x
        by = rng.random((20_000, len(people), 3)) < week.chances.T[people]
        reached = (shown & by).any(-1).sum(-1)
        error = reached.std() / np.sqrt(len(reached))
        assert abs(reached.mean() - AnyReach(Place(week), [hour]).value(0, x)) < 5 * error

    @pytest.mark.parametrize("t", [0, 12, 19, 167])
    def test_agrees_with_the_public_family(self, t: int) -> None:
        f, g = the_week().utility, PLACE.coverage
        np.testing.assert_allclose(f.value(t, POINTS), g.value(t, POINTS), rtol=1e-12)
        np.testing.assert_allclose(f.gradient(t, POINTS), g.gradient(t, POINTS), rtol=1e-12)
        one = POINTS[0]
        np.testing.assert_allclose(f.gradient(t, one), f.gradient(t, POINTS)[0], rtol=1e-12)
        square = POINTS.reshape(2, 2, 9)
        assert f.value(t, square).shape == (2, 2)
        assert f.gradient(t, square[:, ::-1]).shape == square.shape

    def test_gradient_against_differences(self) -> None:
        f, x, h = AtRound(the_week().utility, 12), POINTS[1], 1e-5
        steps = h * np.eye(9)
        wanted = (f.value(x + steps) - f.value(x - steps)) / (2 * h)
        np.testing.assert_allclose(f.gradient(x), wanted, rtol=1e-7)

    def test_an_hour_without_anybody(self) -> None:
        reach = AnyReach(Place(tiny()), [7])
        assert reach.value(0, np.ones(3)) == 0
        assert (reach.gradient(0, np.ones((2, 3))) == 0).all()

    def test_total_and_constants(self) -> None:
        game = season(PLACE, 0.3, days([2, 2, 5]))
        summed = sum(game.utility.value(t, POINTS) for t in range(game.T))
        np.testing.assert_allclose(game.total().value(POINTS), summed, rtol=1e-11)
        slopes = np.stack([the_week().utility.gradient(t, np.zeros(9)) for t in range(HOURS)])
        assert the_week().beta_f == pytest.approx(np.linalg.norm(slopes, axis=1).max(), rel=1e-12)
        ones = [float(the_week().utility.value(t, np.ones(9))) for t in range(HOURS)]
        assert pytest.approx(max(ones), rel=1e-12) == the_week().F
        assert the_week().L == PLACE.constants[2] == PLACE.coverage.smoothness(the_week().domain)

    def test_not_concave(self) -> None:
        step = np.zeros(9)
        step[[0, 4]] = 0.5, -0.5
        f = AtRound(the_week().utility, 12)
        middle = np.full(9, 0.5)
        assert f.value(middle + step) + f.value(middle - step) > 2 * f.value(middle) + 0.1
        assert the_week().check(samples=20).holds

    def test_compiled_rounds_agree(self) -> None:
        for weighted, K in ((False, 5), (True, 20)):
            player = osphg.OSPHG.tuned(the_week(), DAY, K, weighted=weighted)
            fast, slow = (
                osphg.play(player, the_week()),
                osphg.play(player, the_week(), compiled=False),
            )
            for name in ("decisions", "utility", "violation", "multiplier"):
                np.testing.assert_allclose(
                    getattr(fast, name), getattr(slow, name), rtol=1e-12, atol=1e-12
                )

    def test_a_subclass_has_no_compiled_loop(self) -> None:
        class Twice(Reach):
            """What may compute something else."""

        clipping = osphg.Box.unit(WEEK.n).fused_clipping()
        assert AnyReach(PLACE, [3]).fused_rounds(clipping) is not None
        kind: Any = Twice
        assert kind(PLACE, [3]).fused_rounds(clipping) is None

    def test_a_simplex_has_no_compiled_loop(self) -> None:
        simplex = osphg.Simplex(9)
        clipping = simplex.fused_clipping()
        assert clipping is not None
        assert the_week().utility.fused_rounds(clipping) is None  # type: ignore[attr-defined]

    @pytest.mark.parametrize(
        ("make", "kind", "message"),
        [
            (lambda: AnyPlace(3), TypeError, "^week must be a Week, of load, got 3"),
            (lambda: AnyReach(WEEK, [0]), TypeError, "^place must be a Place, got Week"),
            (lambda: AnyReach(PLACE, []), TypeError, "^hours must be a list of integers"),
            (lambda: AnyReach(PLACE, [0.5]), TypeError, "^hours must be a list of integers"),
            (
                lambda: AnyReach(PLACE, [0, 168]),
                ValueError,
                "^hours must be between 0 and 167, got",
            ),
            (lambda: season(PLACE, 0.0), ValueError, "^share must be greater than 0"),
            (lambda: season(PLACE, 0.3, extra=np.ones(9)), ValueError, "^extra must have shape"),
            (
                lambda: the_week().utility.value(168, POINTS),
                ValueError,
                "^t must be between 0 and 167",
            ),
            (lambda: the_week().utility.value(0, np.ones(8)), ValueError, r"^X must have shape"),
        ],
    )
    def test_refusals(self, make: Callable[[], Any], kind: type[Exception], message: str) -> None:
        with pytest.raises(kind, match=message) as caught:
            make()
        assert "\n" not in str(caught.value)


class TestAffordable:
    @given(st.integers(0, 10**6))
    @settings(max_examples=15, deadline=None)
    def test_is_the_polytope(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        prices = rng.integers(0, 4, 4) * rng.uniform(0, 3)
        money = float(rng.choice([0.0, 0.5, 2.0, 50.0]))
        mine = AnyAffordable(prices, money)
        other = AnyPolytope(prices[np.newaxis], [money], osphg.Box.unit(4))
        C = rng.normal(0, 1, (5, 4))
        X = mine.maximize_linear(C)
        assert mine.contains(X, 1e-12).all()
        wanted = (C * other.maximize_linear(C)).sum(-1)
        np.testing.assert_allclose((C * X).sum(-1), wanted, atol=1e-7)
        Y = rng.normal(0.5, 1, (5, 4))
        np.testing.assert_allclose(mine.project(Y), other.project(Y), atol=1e-7)
        np.testing.assert_allclose(mine.project(Y[0]), mine.project(Y)[0], atol=1e-12)
        np.testing.assert_allclose(mine.upper, other.upper, atol=1e-7)
        assert mine.diameter >= np.linalg.norm(X[0] - X[1]) - 1e-9

    def test_refusals(self) -> None:
        with pytest.raises(ValueError, match=r"^prices must not be negative, got -1"):
            AnyAffordable([1.0, -1.0], 1.0)
        with pytest.raises(ValueError, match=r"^money must be at least 0, got -1"):
            AnyAffordable([1.0], -1.0)


def game_of(prices: Any, budget: float) -> osphg.Rounds:
    """A game with reach x_1 + x_2/2 in every round."""
    T, n = np.shape(prices)
    h = np.tile([1.0, 0.5][:n], (T, 1))
    utility = osphg.utilities.Quadratics(np.zeros((T, n, n)), h)
    return osphg.Rounds(utility, prices, budget, osphg.Box.unit(n))


STOPPING: list[Player] = [EvenPacing(), EvenPacing(DAY), CappedGreedy(K=4)]


class TestPractitioners:
    @pytest.mark.parametrize("player", STOPPING, ids=repr)
    @pytest.mark.parametrize("share", [0.02, 0.1, 0.4])
    def test_no_bid_once_the_money_is_gone(self, player: Player, share: float) -> None:
        """Under any prices, the budget is exceeded by at most what one round costs."""
        extra = np.random.default_rng(0).exponential(60, the_week().prices.shape)
        for fakes in (None, extra, extra * (np.arange(HOURS) > 150)[:, np.newaxis]):
            game = season(PLACE, share, extra=fakes)
            run = osphg.play(player, game)
            spent = np.cumsum(run.spend)
            gone = np.flatnonzero(spent >= game.budget - 1e-9)
            if gone.size:
                first = gone[0]
                assert spent[-1] - spent[first] <= 1e-6
                assert spent[-1] <= game.budget + run.spend[first]
            assert spent[-1] > 0.9 * game.budget

    def test_even_pacing_by_hand(self) -> None:
        game = game_of([[1.0, 1.0], [2.0, 2.0], [4.0, 4.0], [8.0, 8.0], [1.0, 1.0]], 10.0)
        found = osphg.play(EvenPacing(), game).decisions
        # watched; 10/4 over 2, more than 1; 6/3 over 4; 2/2 over 8; gone: 2 - 2 = 0
        np.testing.assert_allclose(found[:, 0], [0, 1, 0.5, 0.25 / 2, 0], atol=1e-12)
        np.testing.assert_array_equal(found[:, 0], found[:, 1])
        remembering = osphg.play(EvenPacing(memory=2), game).decisions[:, 0]
        np.testing.assert_allclose(remembering[:3], [0, 1, 2 / 3])

    def test_greedy_by_hand(self) -> None:
        game = game_of([[2.0, 2.0], [1.0, 4.0], [1.0, 1.0], [1.0, 1.0]], 4.5)
        found = osphg.play(CappedGreedy(), game).decisions
        # 1.5 for 2 and 2: 3/4 of the better; then 3.75/2 for 1 and 4: all of it, and 7/32
        np.testing.assert_allclose(
            found[:3], [[0.0, 0.0], [0.75, 0.0], [1.0, 0.875 / 4]], atol=1e-12
        )

    def test_commit_by_hand(self) -> None:
        game = game_of([[2.0, 2.0], [4.0, 2.0], [9.0, 9.0], [9.0, 9.0]], 6.0)
        run = osphg.play(LearnThenCommit(learn=2, level=0.2, K=8), game)
        # 2 are spent; 2 a round at mean prices 3 and 2: 2/3 of the better one
        np.testing.assert_allclose(run.decisions[:2], 0.2)
        np.testing.assert_allclose(run.decisions[2:], [[2 / 3, 0.0], [2 / 3, 0.0]], atol=1e-12)
        assert osphg.total_violation(run) > 0  # it promises nothing

    def test_golden_values(self) -> None:
        """Of the week, with a budget of 0.3."""
        golden = {
            study.HOURLY: (1.001145, 7660.96), study.DAILY: (0.997119, 7911.41),
            study.COMMIT: (0.971086, 7994.84), study.GREEDY: (1.001060, 8009.67),
        }  # fmt: skip
        runs = study.play_all(the_week(), study.players(only=study.BASELINES))
        for name, (spent, reach) in golden.items():
            assert runs[name].spend.sum() / the_week().budget == pytest.approx(spent, abs=2e-6), (
                name
            )
            assert runs[name].utility.sum() == pytest.approx(reach, abs=0.01), name
            assert (runs[name].multiplier == 0).all()

    @pytest.mark.parametrize(
        ("make", "kind", "message"),
        [
            (lambda: EvenPacing(0), ValueError, "^memory must be at least 1, got 0"),
            (lambda: AnyPacing(1.5), TypeError, "^memory must be an integer"),
            (lambda: LearnThenCommit(0, 0.3), ValueError, "^learn must be at least 1, got 0"),
            (lambda: LearnThenCommit(24, 1.5), ValueError, "^level must be at most 1, got 1.5"),
            (lambda: LearnThenCommit(24, -0.1), ValueError, "^level must be at least 0, got -0.1"),
            (lambda: LearnThenCommit(24, 0.3, 0), ValueError, "^K must be at least 1, got 0"),
            (lambda: CappedGreedy(0), ValueError, "^K must be at least 1, got 0"),
        ],
    )
    def test_bad_parameters(
        self, make: Callable[[], Any], kind: type[Exception], message: str
    ) -> None:
        with pytest.raises(kind, match=message):
            make()

    @pytest.mark.parametrize("player", [*STOPPING, LearnThenCommit(2, 0.3)], ids=repr)
    def test_other_domains_are_refused(self, player: Player) -> None:
        for domain in (osphg.Simplex(2), osphg.Box(np.array([2.0, 1.0]))):
            game = osphg.Rounds(game_of(np.ones((4, 2)), 1.0).utility, np.ones((4, 2)), 1.0, domain)
            with pytest.raises(ValueError, match=r"bids shares: it needs the domain \[0, 1\]\^n"):
                osphg.play(player, game)

    def test_a_log_as_long_as_the_game(self) -> None:
        with pytest.raises(ValueError, match=r"^learn must be below the game's 4 rounds, got 4"):
            osphg.play(LearnThenCommit(4, 0.3), game_of(np.ones((4, 2)), 1.0))


class TestStudy:
    def test_the_published_player_overspends_and_the_queue_does_not(self) -> None:
        best = study.benchmark(the_week(), DAY)
        runs = study.play_all(the_week(), study.players(only=(study.PUBLISHED, study.QUEUE)))
        published, queue = (study.score(run, best) for run in runs.values())
        assert published.spent == pytest.approx(1.382173, abs=1e-5)
        assert queue.spent == pytest.approx(0.976058, abs=1e-5)
        assert best.value == pytest.approx(7549.746, abs=0.01)

    def test_a_season_of_the_week_itself_is_the_week(self) -> None:
        again = season(PLACE, 0.3, days(range(7)))
        assert again.identity == the_week().identity
        assert season(PLACE, 0.3, days([0] * 14)).allowance == pytest.approx(the_week().allowance)

    def test_seasons_come_from_their_seeds(self) -> None:
        makers = study.players(only=(study.DAILY, study.WEIGHTED))
        first = study.seasons(PLACE, 1, [3, 4], makers)
        again = study.seasons(PLACE, 1, [4], makers)
        for name in makers:
            assert first.spent[name][1] == again.spent[name][0]
            assert first.spent[name][0] != first.spent[name][1]
        assert 0 < again.gap < first.gap + 0.1
        shown = repr(study.seasons_table([first]))
        assert "spend, 1 week (2 seeds)" in shown
        assert study.DAILY in shown

    def test_sweep_has_a_benchmark_for_each_window(self) -> None:
        found = study.sweep(
            (24, 48), lambda _: the_week(),
            lambda W: study.players(W=int(W), only=(study.QUEUE,)), lambda W: int(W),
        )  # fmt: skip
        for score, W in zip(found.scores[study.QUEUE], (24, 48), strict=True):
            run = osphg.play(osphg.BoostedQueue.tuned(the_week(), W), the_week())
            assert score == study.score(run, study.benchmark(the_week(), W))


class TestRival:
    @pytest.mark.parametrize("name", rival.ATTACKS)
    def test_prices_rise_and_reach_stays(self, name: str) -> None:
        run = osphg.play(EvenPacing(DAY), the_week())
        fakes = rival.ATTACKS[name](PLACE, run)
        assert fakes.shape == the_week().prices.shape
        assert fakes.min() == 0 or name == "everywhere"
        assert fakes.sum() > 0
        struck = season(PLACE, 0.3, extra=fakes)
        np.testing.assert_array_equal(struck.prices, the_week().prices + fakes)
        assert struck.budget == the_week().budget
        for t in (0, 20, 167):
            same = struck.utility.value(t, POINTS)
            np.testing.assert_array_equal(same, the_week().utility.value(t, POINTS))

    def test_where_the_fakes_go(self) -> None:
        run = osphg.play(CappedGreedy(), the_week())
        night = rival.by_night(PLACE, run)
        assert np.flatnonzero(night.any(1)).tolist()[:5] == [18, 19, 20, 21, 42]
        assert rival.one_campaign(PLACE, run)[:, :6].sum() == 0
        assert rival.last_day(PLACE, run)[: 6 * DAY].sum() == 0
        aimed = rival.aimed(PLACE, run)
        assert (aimed.sum(1) == 1).all()
        assert (run.decisions[aimed > 0] == run.decisions.max(1)).all()

    def test_damage_by_hand(self) -> None:
        """Who never changes its bids pays the fakes at its bids, and reaches the same."""
        makers = {"fixed": lambda game: LearnThenCommit(167, 0.2)}
        found = rival.damages(PLACE, makers, rival.everywhere, size=0.5)["fixed"]
        before = the_week().prices[:-1].sum() * 0.2 / the_week().budget
        assert found.more == pytest.approx(before * 0.5, rel=0.05)
        assert abs(found.lost) < 0.02

    def test_players_are_tuned_without_it(self) -> None:
        seen: list[osphg.Rounds] = []

        def make(game: osphg.Rounds) -> Player:
            seen.append(game)
            return EvenPacing()

        rival.damages(PLACE, {"one": make}, rival.last_day)  # type: ignore[dict-item]
        assert all((game.prices == the_week().prices).all() for game in seen)
        with pytest.raises(ValueError, match=r"^size must be greater than 0, got 0"):
            rival.damages(PLACE, {}, rival.last_day, size=0.0)
