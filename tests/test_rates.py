"""Rates over T: the games that are made for the theorem's step, and the stored table."""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import platform
import re
import shlex
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from phases import pumped_prices, short_season

import osphg
from osphg import OSPHG, Rounds
from osphg.experiments import grid
from osphg.experiments.catalogue import find
from osphg.experiments.folders import checksum
from osphg.experiments.results import Results
from osphg.experiments.stored import agreed
from osphg.experiments.stored import stored as stored_table
from tests.keeping import keep

BOOK = Path(__file__).parent.parent / "book"
STORED = BOOK / "stored" / "rates"
GAMES = [pumped_prices, short_season]
RANDOM = {"quadratics": True, "decoy": False, "short season": True, "pumped prices": True}
QUANTITIES = (
    "(1-1/e)-regret",
    "1/2-regret",
    "violation",
    "right side of Lemma 4.3",
    "bound of the violation",
)


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


def rates_key(row: Any) -> tuple[Any, ...]:
    return tuple(row[name] for name in ("game", "feedback", "T", "eps", "seed", "quantity"))


def made_up(seeds: Iterable[int]) -> Results:
    """Return a table with the labels of the rates, of one game."""
    about = {"T": 300, "eps": 1.0, "W": 1, "K": 18}
    return Results(
        "rates",
        [
            {"game": "short season", "feedback": feedback, **about, "seed": seed}
            | {"quantity": quantity, "value": 1.5 + seed + 10 * k}
            | {"unit": "units of f"}
            for seed in seeds
            for feedback in ("published", "weighted")
            for k, quantity in enumerate(QUANTITIES)
        ],
    )


class TestAgreed:
    """What is computed again is compared with what is kept, number by number."""

    @pytest.fixture
    def first(self, tmp_path: Path) -> Results:
        found = made_up(range(2))
        keep(found.rows, tmp_path)
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
        assert agreed(other, "rates", tmp_path, spread=dict.fromkeys(other.values(), 1.1e-7)) == 20
        with pytest.raises(ValueError, match=r"1\.0e-06 apart, not 9e-07"):
            agreed(other, "rates", tmp_path, spread=dict.fromkeys(other.values(), 0.9e-7))

    def test_nothing_in_common(self, first: Results, tmp_path: Path) -> None:
        assert len(first.rows) == 20
        assert agreed(made_up([7]), "rates", tmp_path) == 0


@pytest.fixture(scope="module")
def stored() -> Results:
    return stored_table("rates")


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

    def test_its_command_gives_its_cells(self, stored: Results, provenance: dict[str, Any]) -> None:
        words = shlex.split(provenance["command"])
        assert words[:3] == ["osphg", "sweep", "rates"]
        given = [words[i + 1] for i, word in enumerate(words) if word == "-p"]
        experiment = find("rates")
        whole = grid.Grid.of(experiment, grid.parse(experiment, given), {}, "--quick" in words)
        expected = set()
        for _, cell in whole.cells():
            values: Any = cell
            seeds = range(values["first_seed"], values["first_seed"] + values["seeds"])
            for game, random in RANDOM.items():
                labels = [str(seed) for seed in seeds] if random else ["none"]
                expected |= {
                    (game, feedback, str(T), float(eps), label, quantity)
                    for T in values["T"]
                    for eps in values["eps"]
                    for feedback in ("published", "weighted")
                    for label in labels
                    for quantity in QUANTITIES
                }
        found = {
            (*rates_key(row)[:3], float(row["eps"]), row["seed"], row["quantity"])
            for row in stored.rows
        }
        assert found == expected

    def test_another_table_is_refused(self, tmp_path: Path, provenance: dict[str, Any]) -> None:
        with pytest.raises(FileNotFoundError):
            stored_table("rates", tmp_path)
        content = b"T,quantity,value,unit\n1,x,1.0,1\n"
        (tmp_path / "results.csv.gz").write_bytes(gzip.compress(content))
        said = {**provenance, "results_sha256": hashlib.sha256(content).hexdigest()}
        (tmp_path / "provenance.json").write_text(json.dumps({**said, "checksum": checksum(said)}))
        (tmp_path / "results.csv.gz").write_bytes(gzip.compress(content + b"2,x,1.0,1\n"))
        with pytest.raises(ValueError, match="its checksum differs"):
            stored_table("rates", tmp_path)
        (tmp_path / "results.csv.gz").write_bytes(gzip.compress(content)[:-9])
        with pytest.raises(ValueError, match="cannot be read"):
            stored_table("rates", tmp_path)
