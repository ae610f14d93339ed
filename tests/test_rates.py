"""Rates over T: the games, what is measured, exponents and verdicts, and the stored table."""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import platform
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib import pyplot as plt

import osphg
from osphg import OSPHG, Rounds
from osphg.checks import FloatArray
from osphg.experiments import grid
from osphg.experiments.catalogue import find
from osphg.experiments.files import checksum
from osphg.experiments.results import Results
from osphg.games.seasons import pumped_prices, short_season
from osphg.plots.rates import growth_panels
from osphg.studies import bounds, rates
from osphg.studies.rate_fits import (
    ABOVE,
    AT,
    BELOW,
    FALLEN,
    NEGATIVE,
    ONE_T,
    UNSETTLED,
    Curve,
    curves,
    growth,
    steepest,
    table,
)
from osphg.studies.rates import HALF, LEMMA, REGRET, VIOLATION, VIOLATION_BOUND
from osphg.studies.stored import agreed, keep
from osphg.studies.stored import stored as stored_table

BOOK = Path(__file__).parent.parent / "book"
STORED = BOOK / "stored" / "rates"
GAMES = [pumped_prices, short_season]


@pytest.mark.parametrize("family", rates.FAMILIES, ids=lambda family: family.name)
def test_a_game_is_called_steady_where_its_allowance_does_not_depend_on_the_size(
    family: rates.GameFamily,
) -> None:
    allowances = {family.make(T, W, 0)[0].allowance for T, W in ((400, 2), (1600, 2), (1600, 20))}
    assert family.steady == (len(allowances) == 1)


def test_what_is_proven_is_told_from_what_is_claimed() -> None:
    """Nothing of the published regret; the violation sharper where the budget does not vanish."""
    found = {
        (c.game, c.feedback, c.quantity): (c.claim, c.proven)
        for c in curves(rates.measure([400], [0.5], [0, 1]))
    }
    for feedback in ("published", "weighted"):
        assert found["decoy", feedback, VIOLATION] == (0.875, 0.75)
        assert found["quadratics", feedback, VIOLATION] == (0.875, 0.75)
        assert found["pumped prices", feedback, VIOLATION] == (0.875, 0.875)
        assert found["short season", feedback, HALF] == (0.75, 0.75)
    assert found["decoy", "published", REGRET] == (0.75, None)
    assert found["decoy", "weighted", REGRET] == (0.75, 0.75)


class TestGames:
    @pytest.mark.parametrize("make", GAMES)
    def test_seed_and_size_decide(self, make: Callable[[int, int, int], Rounds]) -> None:
        first, again, other = make(2000, 10, 1), make(2000, 10, 1), make(2000, 10, 2)
        assert np.array_equal(first.prices, again.prices)
        assert not np.array_equal(first.prices, other.prices)

    @pytest.mark.parametrize("make", GAMES)
    def test_constants_do_not_depend_on_the_size(
        self, make: Callable[[int, int, int], Rounds]
    ) -> None:
        """The theorems speak of fixed constants; only G >= B_T/T falls, to that of the prices."""
        for T, W in ((200, 1), (200, 150), (5000, 70)):
            game = make(T, W, 3)
            assert game.beta == (2 if make is pumped_prices else 4)
            assert game.F <= 1.5
            assert game.G <= game.beta
            assert game.L == 0
            assert game.check().holds

    @pytest.mark.parametrize(("make", "unit"), [(pumped_prices, 2.0), (short_season, math.sqrt(8))])
    def test_phases_are_measured_in_the_theorem_s_step(
        self, make: Callable[[int, int, int], Rounds], unit: float
    ) -> None:
        game = make(4000, 25, 0)
        assert 1 / OSPHG.tuned(game, 25).mu == pytest.approx(unit * math.sqrt(25 * 4000))

    def test_the_season_is_over_before_the_learners_have_arrived(self) -> None:
        """Learners climb by mu a round: x_1 = mu s at its end, and utility stops there."""
        game = short_season(4000, 25, 0)
        player = OSPHG.tuned(game, 25)
        run = osphg.play(player, game)
        season = np.flatnonzero(run.utility > 0)
        length = season[-1] - season[0] + 2  # nothing is earned in its first round
        assert 0.4 <= length * player.mu <= 0.6
        assert run.decisions[-1, 0] == pytest.approx(length * player.mu)
        best = osphg.best_fixed_decision(game, 25)
        assert best.x[0] == 1
        assert osphg.regret(run, best, 0.5) > 0

    def test_pumped_prices_drive_the_multiplier(self) -> None:
        """lambda_t^2 follows the number of cycles while the leak is small, k mu << 1/(delta mu)."""
        game = pumped_prices(200_000, 2000, 0)
        player = OSPHG.tuned(game, 2000)
        run = osphg.play(player, game)
        dear = game.prices[:, 0] > 0
        cycles = np.cumsum(np.diff(dear.astype(int), prepend=0) == 1)
        final = run.multiplier[-1]
        assert 0.5 < final**2 / cycles[-1] < 1.5
        idle = game.allowance * ((run.multiplier == 0).sum() + 1)  # budget that nothing is owed to
        assert osphg.total_violation(run) >= final / player.mu - idle

    @pytest.mark.parametrize("make", GAMES)
    @pytest.mark.parametrize(
        ("T", "W", "error", "message"),
        [
            (0, 1, ValueError, "T must be"),
            (10.5, 1, TypeError, "T must be"),
            (10, 11, ValueError, "W must be between 1 and 10, got 11"),
        ],
    )
    def test_sizes_that_are_none(
        self, make: Callable[..., Rounds], T: Any, W: int, error: type[Exception], message: str
    ) -> None:
        with pytest.raises(error, match=message):
            make(T, W, 0)


class TestMeasure:
    def test_rows_are_what_a_run_by_hand_gives(self) -> None:
        found = rates.measure([400.0], [0.5], range(2, 4), [rates.QUADRATICS])
        assert len(found.rows) == 2 * 2 * 5
        game = osphg.rounds.paper_quadratics(T=400, seed=3)
        player = OSPHG.tuned(game, 20, weighted=True)
        run, best = osphg.play(player, game), osphg.best_fixed_decision(game, 20)
        mine = {
            row["quantity"]: row["value"]
            for row in found.rows
            if (row["seed"], row["feedback"]) == (3, "weighted")
        }
        assert mine == pytest.approx(
            {
                REGRET: osphg.regret(run, best),
                HALF: osphg.regret(run, best, 0.5),
                VIOLATION: osphg.total_violation(run),
                LEMMA: bounds.lemma43(game, 20, player).total,
                VIOLATION_BOUND: bounds.violation_bound(game, 20, player),
            },
            rel=1e-10,
        )
        assert {row["K"] for row in found.rows} == {5}

    def test_a_game_without_chance_is_played_once(self) -> None:
        found = rates.measure([300], [1.0], range(4), [rates.DECOY, rates.SEASON])
        seeds = {game: set() for game in ("decoy", "short season")}  # type: ignore[var-annotated]
        for row in found.rows:
            seeds[str(row["game"])].add(row["seed"])
        assert seeds == {"decoy": {"none"}, "short season": {0, 1, 2, 3}}

    @pytest.mark.parametrize("T", [100, 1000, 999, 123_457])
    def test_window(self, T: int) -> None:
        assert rates.window(T, 1.0) == 1
        assert abs(rates.window(T, 0.25) - T**0.75) <= 0.5

    @pytest.mark.parametrize(
        ("T", "eps", "error", "message"),
        [
            (1000, 1.5, ValueError, "eps must be at most 1, got 1.5"),
            (1000, 0.0, ValueError, "eps must be"),
            (1000.5, 0.5, TypeError, "T must be"),
            (-3, 0.5, ValueError, "T must be"),
        ],
    )
    def test_parameters_that_are_none(
        self, T: float, eps: float, error: type[Exception], message: str
    ) -> None:
        with pytest.raises(error, match=message):
            rates.measure([T], [eps], [0])


def curve(
    values: FloatArray, quantity: str = REGRET, feedback: str = "weighted", eps: float = 1.0
) -> Curve:
    T = np.array([1e3, 1e4, 1e5, 1e6])
    windows = np.round(T ** (1 - eps))
    return Curve("game", feedback, eps, quantity, T, windows, values, 2 * T)


def power(exponent: float, spread: float = 0.02, seeds: int = 20) -> FloatArray:
    noise = np.random.default_rng(0).uniform(1 - spread, 1 + spread, (4, seeds))
    return np.array([1e3, 1e4, 1e5, 1e6])[:, np.newaxis] ** exponent * noise


class TestGrowth:
    @pytest.mark.parametrize(
        ("exponent", "verdict"), [(0.3, BELOW), (0.5, AT), (0.8, ABOVE)], ids=str
    )
    def test_exponents_and_verdicts(self, exponent: float, verdict: str) -> None:
        found = growth(curve(power(exponent)), seed=1)
        assert found.verdict == verdict
        for estimate in (found.overall, found.local):
            assert estimate is not None
            assert estimate.low < exponent < estimate.high
        assert found.share == pytest.approx(1e6 ** (exponent - 1) / 2, rel=0.02)

    def test_violation_has_another_claim(self) -> None:
        assert growth(curve(power(0.75), VIOLATION), seed=1).verdict == AT
        assert curve(power(0.5), VIOLATION, eps=0.5).claim == 0.875
        assert curve(power(0.5), REGRET, eps=0.5).claim == 0.75

    def test_only_the_last_decade_decides(self) -> None:
        values = power(0.5)
        values[:2] *= 0.1
        found = growth(curve(values), seed=1)
        assert found.overall is not None
        assert found.overall.value > 0.6
        assert found.verdict == AT

    def test_what_has_no_exponent(self) -> None:
        assert growth(curve(-power(0.9)), seed=1).verdict == NEGATIVE
        late = power(0.5)
        late[0] *= -1
        found = growth(curve(late), seed=1)
        assert (found.overall, found.verdict) == (None, AT)
        late[:3] = -1
        assert growth(curve(late), seed=1).verdict == "positive from T = 1,000,000 on"
        mixed = power(0.5)
        mixed[3, :10] *= -0.9
        assert growth(curve(mixed), seed=1).verdict == UNSETTLED
        assert growth(curve(power(0.5) * [[1], [1], [1], [-1]]), seed=1).verdict == FALLEN
        assert growth(curve(power(0.5)).last(1), seed=1).verdict == ONE_T

    def test_steepest(self) -> None:
        slow, fast, none = (
            growth(curve(values), seed=1) for values in (power(0.3), power(0.6), -power(0.9))
        )
        other = growth(curve(power(0.2), VIOLATION), seed=1)
        assert steepest([none, slow, fast, other]) == (fast, other)

    def test_without_chance_there_is_no_interval(self) -> None:
        found = growth(curve(power(0.5, spread=0.0, seeds=1)), seed=1)
        assert found.overall is not None
        assert found.overall.samples == 1
        assert found.overall.low == found.overall.high == pytest.approx(0.5)
        assert "[" not in repr(table([found]))

    def test_curves_of_a_table(self) -> None:
        found = rates.measure([300, 900], [0.5, 1.0], range(2), [rates.DECOY, rates.QUADRATICS])
        made = {(c.game, c.feedback, c.eps, c.quantity): c for c in curves(found)}
        assert len(made) == 2 * 2 * 2 * 3
        values = {rates_key(row): row["value"] for row in found.rows}
        mine = made["quadratics", "published", 0.5, HALF]
        assert mine.values[1, 0] == values["quadratics", "published", 900, 0.5, 0, HALF]
        lemma = [float(values["quadratics", "published", 900, 0.5, seed, LEMMA]) for seed in (0, 1)]
        assert mine.bounds[1] == pytest.approx(sum(lemma) / 4)
        assert made["quadratics", "weighted", 0.5, REGRET].bounds[1] == pytest.approx(
            sum(float(values["quadratics", "weighted", 900, 0.5, seed, LEMMA]) for seed in (0, 1))
            / 2
        )
        assert np.isnan(made["decoy", "published", 1.0, REGRET].bounds).all()
        assert list(mine.windows) == [17, 30]

    def test_unequal_seeds_are_refused(self) -> None:
        rows = [
            *rates.measure([300], [1.0], range(2), [rates.SEASON]).rows,
            *rates.measure([400], [1.0], range(3), [rates.SEASON]).rows,
        ]
        with pytest.raises(ValueError, match="short season must have equally many seeds"):
            curves(Results("rates", rows))

    def test_figure_leaves_out_what_is_not_positive(self) -> None:
        shown = [curve(power(0.5)), curve(-power(0.5), feedback="published")]
        figure = growth_panels(shown, shown[:1], ylabel="regret")
        labels = [text.get_text() for text in figure.legends[0].get_texts()]
        plt.close(figure)
        assert labels == ["computed on this page", "slope of the claim", "game, weighted"]


def rates_key(row: Any) -> tuple[Any, ...]:
    return tuple(row[name] for name in ("game", "feedback", "T", "eps", "seed", "quantity"))


class TestAgreed:
    """What is computed again is compared with what is kept, number by number."""

    @pytest.fixture
    def first(self, tmp_path: Path) -> Results:
        found = rates.measure([300], [1.0], range(2), [rates.SEASON])
        keep("rates", found.rows, {}, tmp_path)
        return found

    def changed(self, first: Results, by: float) -> Results:
        rows = [dict(row) for row in first.rows]
        rows[3]["value"] = float(rows[3]["value"]) * by
        return Results("rates", rows)

    def test_equal_numbers_and_a_last_digit(self, first: Results, tmp_path: Path) -> None:
        assert agreed(first, "rates", tmp_path) == 20
        assert agreed(self.changed(first, 1 + 1e-12), "rates", tmp_path) == 20

    def test_another_number_is_named_with_both_machines(
        self, first: Results, tmp_path: Path
    ) -> None:
        told = (
            "the kept table rates has other numbers: game short season, feedback published, T 300,"
            " eps 1.0, W 1, K 18, seed 0: "
        )
        with pytest.raises(ValueError, match=re.escape(told)) as found:
            agreed(self.changed(first, 1.5), "rates", tmp_path)
        for one in (first, self.changed(first, 1.5)):
            assert repr(one.rows[3]["value"]) in str(found.value)
        assert str(found.value).count(platform.platform()) == 2

    def test_a_chaotic_game_may_move_ten_times_as_far_as_by_rounding(
        self, first: Results, tmp_path: Path
    ) -> None:
        other = self.changed(first, 1 + 1e-6)
        assert agreed(other, "rates", tmp_path, spread=lambda _: 1.1e-7) == 20
        with pytest.raises(ValueError, match=r"1\.0e-06 apart, not 9e-07"):
            agreed(other, "rates", tmp_path, spread=lambda _: 0.9e-7)

    def test_nothing_in_common(self, first: Results, tmp_path: Path) -> None:
        second = rates.measure([300], [1.0], [7], [rates.SEASON])
        assert len(first.rows) == 20
        assert agreed(second, "rates", tmp_path) == 0


@pytest.fixture(scope="module")
def stored() -> Results:
    return stored_table("rates", labels=rates.LABELS)


@pytest.fixture(scope="module")
def provenance() -> dict[str, Any]:
    return json.loads((STORED / "provenance.json").read_text(encoding="utf-8"))


class TestStored:
    def test_is_the_table_that_its_provenance_names(self, provenance: dict[str, Any]) -> None:
        content = gzip.decompress((STORED / "results.csv.gz").read_bytes())
        assert hashlib.sha256(content).hexdigest() == provenance["results_sha256"]
        assert provenance["status"] == "complete"
        assert provenance["git"]["clean"]
        assert {"numpy", "numba", "osphg"} <= set(provenance["packages"])

    def test_covers_what_is_asked(self, stored: Results) -> None:
        T = {int(row["T"]) for row in stored.rows}
        assert min(T) <= 1000
        assert max(T) >= 1_000_000
        assert {float(row["eps"]) for row in stored.rows} == {0.25, 0.5, 0.75, 1.0}
        for found in curves(stored):
            assert found.values.shape == (len(T), 1 if found.game == "decoy" else 20)

    def test_its_command_gives_its_cells(self, stored: Results, provenance: dict[str, Any]) -> None:
        words = shlex.split(provenance["command"])
        assert words[:3] == ["osphg", "sweep", "rates"]
        given = [words[i + 1] for i, word in enumerate(words) if word == "-p"]
        experiment = find("rates")
        whole = grid.Grid.of(experiment, grid.parse(experiment, given), {}, "--quick" in words)
        expected = set()
        for cell in whole.cells():
            values: Any = cell.values
            seeds = range(values["first_seed"], values["first_seed"] + values["seeds"])
            for family in rates.FAMILIES:
                labels = [str(seed) for seed in seeds] if family.random else ["none"]
                expected |= {
                    (family.name, feedback, str(T), float(eps), label, quantity)
                    for T in values["T"]
                    for eps in values["eps"]
                    for feedback in ("published", "weighted")
                    for label in labels
                    for quantity in (REGRET, HALF, VIOLATION, LEMMA, VIOLATION_BOUND)
                }
        found = {
            (*rates_key(row)[:3], float(row["eps"]), row["seed"], row["quantity"])
            for row in stored.rows
        }
        assert found == expected

    def test_a_cell_is_reproduced(self, stored: Results, provenance: dict[str, Any]) -> None:
        """The table's own checksum chooses one of the cells of up to 30000 rounds, and a seed."""
        pick = np.random.default_rng(int(provenance["results_sha256"], 16))
        T = int(pick.choice(sorted({int(r["T"]) for r in stored.rows if int(r["T"]) <= 30_000})))
        eps = float(pick.choice([0.25, 0.5, 0.75, 1.0]))
        again = rates.measure([T], [eps], [int(pick.integers(20))])
        assert agreed(again, "rates") == len(again.rows) == 4 * 2 * 5

    def test_every_bound_holds(self, stored: Results) -> None:
        for found in curves(stored):
            if not np.isnan(found.bounds).any():
                assert (found.values.mean(1) <= found.bounds).all()

    def test_another_table_is_refused(self, tmp_path: Path, provenance: dict[str, Any]) -> None:
        with pytest.raises(FileNotFoundError):
            stored_table("rates", tmp_path, labels=rates.LABELS)
        content = b"T,quantity,value,unit\n1,x,1.0,1\n"
        (tmp_path / "results.csv.gz").write_bytes(gzip.compress(content))
        said = {**provenance, "results_sha256": hashlib.sha256(content).hexdigest()}
        (tmp_path / "provenance.json").write_text(json.dumps({**said, "checksum": checksum(said)}))
        with pytest.raises(ValueError, match=r"results\.csv must have the columns game, feedback"):
            stored_table("rates", tmp_path, labels=rates.LABELS)
        (tmp_path / "results.csv.gz").write_bytes(gzip.compress(content + b"2,x,1.0,1\n"))
        with pytest.raises(ValueError, match="its checksum differs"):
            stored_table("rates", tmp_path, labels=rates.LABELS)
        (tmp_path / "results.csv.gz").write_bytes(gzip.compress(content)[:-9])
        with pytest.raises(ValueError, match="cannot be read"):
            stored_table("rates", tmp_path, labels=rates.LABELS)
