"""The tournament and the table of related work: nobody forgotten, nobody dropped in silence."""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import re
import shlex
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy
from matplotlib import pyplot as plt
from sympy.parsing.sympy_parser import (
    convert_xor,
    implicit_multiplication,
    parse_expr,
    standard_transformations,
)

import osphg
from osphg import Box, Simplex, systems
from osphg.core import players
from osphg.core.domains import Polytope
from osphg.core.fields import evolve
from osphg.core.rounds import paper_quadratics
from osphg.core.utilities import Quadratics, Utility
from osphg.core.validate import FloatArray
from osphg.experiments import UsageError
from osphg.experiments.catalogue import book_folder, find
from osphg.experiments.results import Results
from osphg.games.contests import CONTESTS, concave, decoy_optimum, decoys, phases, shelf
from osphg.games.matroids import PartitionMatroid
from osphg.games.offers import CONCAVE, FIXED, MATROID, SIMPLEX, SUBMODULAR
from osphg.games.on_matroids import coverage_game
from osphg.plots.tournament import measured_exponents, tournament_panels
from osphg.studies import related_work, system_rates, tournament_tables
from osphg.studies.head_to_head import SPEND, UTILITY, VIOLATION
from osphg.studies.standings import QUANTITIES, REGRET, Standings
from osphg.studies.stored import differences, stored
from osphg.studies.tables import samples
from osphg.studies.tournament import MARK, Tournament, label, missing, tournament
from osphg.systems.catalogue import BLIND, SYSTEMS, system
from osphg.systems.entries import System, player_for
from osphg.systems.rates import RATES, Sizes
from osphg.systems.requirements import fixed_prices, is_heuristic

STORED = book_folder() / "stored"
T, W, SEEDS = 60, 8, 3


@pytest.fixture(scope="module")
def played() -> Tournament:
    return tournament(T, W, range(SEEDS), heuristics=True)


def classes_of_players() -> set[type]:
    """Every class that core and systems export and that can play."""
    found = {getattr(room, name) for room in (players, systems) for name in room.__all__}
    methods = ("init", "decide", "update", "multiplier")
    return {
        entry
        for entry in found
        if isinstance(entry, type)
        and entry is not players.Player
        and all(hasattr(entry, method) for method in methods)
    }


class TestNobodyIsForgotten:
    def test_every_player_is_a_system(self) -> None:
        assert classes_of_players() == {entry.player for entry in SYSTEMS}
        assert len(classes_of_players()) >= 16

    def test_every_system_is_in_every_table(self, played: Tournament) -> None:
        names = [entry.name for entry in SYSTEMS]
        assert len(set(names)) == len(names)
        assert [row[0] for row in related_work.purposes().rows] == names
        assert [row[0] for row in related_work.claims({}).rows] == names
        assert [row[0] for row in tournament_tables.outside(CONTESTS).rows] == names
        standings = played.standings
        assert [row[0] for row in tournament_tables.records(standings, CONTESTS).rows] == names
        for contest in CONTESTS:
            rows = played.table(contest).rows
            assert [str(row[0]).removesuffix(f" {MARK}") for row in rows] == names

    def test_every_system_has_a_rate_and_a_reference(self) -> None:
        assert set(RATES) == {entry.name for entry in SYSTEMS}
        keys = re.findall(r"^@\w+\{(\w+),", (book_folder() / "references.bib").read_text(), re.M)
        for entry in SYSTEMS:
            assert entry.cites in keys
            assert {"regret"} <= set(RATES[entry.name]) <= {"regret", "violation"}
            assert ("violation" in RATES[entry.name]) == (entry.kind != BLIND)

    def test_a_claimed_exponent_is_that_of_its_text(self) -> None:
        """The order as it is written, at a T so large that constants do not matter."""
        rules = (*standard_transformations, implicit_multiplication, convert_xor)
        T = sympy.Integer(10) ** 400
        orders = {
            rate.order: name in ("COLD", "per-step duals")  # V is their parameter: (W T)^(1/2)
            for name, rates in RATES.items()
            for what, rate in rates.items()
            # its exponent is that of a budget per round that does not change, as in these games
            if (name, what) != ("per-step duals", "violation")
        }
        assert len(orders) > 8
        for order, queue in orders.items():
            text = order.text.split(": ")[-1].replace("max", "Max")
            for at in (Sizes(), Sizes(w=0.5), Sizes(v=0.5, b=0.75), Sizes(w=1, v=0.75)):
                W, moves = (T ** sympy.Rational(power) for power in (at.w, at.v))
                known = {"T": T, "W": W, "b": sympy.Rational(at.b)}
                known["V"] = sympy.sqrt(W * T) if queue else moves
                power = sympy.log(parse_expr(text, known, transformations=rules), 10) / 400
                assert float(power) == pytest.approx(order.power(at), abs=2e-3), order.text

    def test_references_are_read_from_the_bibliography(self) -> None:
        rows = {str(row[0]): row[1] for row in related_work.games({}).rows}
        assert rows["Mahdavi-Jin-Yang"] == "Mahdavi, Jin and Yang 2012"
        assert rows["OSPHG"] == "Sadeghi and Fazel 2020"
        with pytest.raises(ValueError, match="must be in the bibliography, got 'nobody'"):
            related_work.reference("nobody", "")

    def test_the_kept_tables_hold_every_system(self) -> None:
        names = {entry.name for entry in SYSTEMS}
        assert {str(row["system"]) for row in stored("related_work").rows} == names
        assert {str(row["player"]) for row in stored("tournament").rows} == names
        assert {str(row["game"]) for row in stored("tournament").rows} == {c.name for c in CONTESTS}

    def test_a_name_that_there_is_not(self) -> None:
        assert system("MOSP").player is systems.MOSP
        with pytest.raises(ValueError, match=r"^name must be one of Mahdavi.*, got 'mosp'$"):
            system("mosp")


class Counted:
    """A utility that counts the points at which it is asked."""

    def __init__(self, utility: Utility, counts: Counter[str]) -> None:
        self.utility, self.counts = utility, counts

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        self.counts["values"] += math.prod(X.shape[:-1])
        return self.utility.value(t, X)

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        self.counts["gradients"] += math.prod(X.shape[:-1])
        return self.utility.gradient(t, X)


def counting(method: Any, what: str, counts: Counter[str]) -> Any:
    def counted(self: Any, points: FloatArray) -> FloatArray:
        counts[what] += math.prod(np.shape(points)[:-1])
        return np.asarray(method(self, points))

    return counted


@pytest.mark.parametrize("entry", SYSTEMS, ids=lambda entry: entry.name)
def test_costs_are_what_a_round_asks_for(entry: System, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in rounds 11 to 60; K is the number of oracles that the player has."""
    if MATROID in entry.needs:
        game = coverage_game(T, 0)
    else:
        game = shelf(T, 5, 0) if SIMPLEX in entry.needs else concave(T, 0, varying=False)
    player = player_for(entry, game, W, 0)
    counts: Counter[str] = Counter()
    for domain in (Box, Simplex, Polytope, PartitionMatroid):
        for method, what in (("project", "projections"), ("maximize_linear", "maximisations")):
            counted = counting(getattr(domain, method), what, counts)
            monkeypatch.setattr(domain, method, counted)
    watched = evolve(game, utility=Counted(game.utility, counts))
    state, before = player.init(watched), Counter[str]()
    for t in range(T):
        if t == 10:
            before = counts.copy()
        x = player.decide(state)
        utility = osphg.utilities.AtRound(watched.utility, t)
        over = float(game.prices[t] @ x) - game.allowance
        feedback = players.Feedback(t, x, utility, 0.0, game.prices[t], over)
        state = player.update(state, feedback)
    K = int(getattr(player, "K", 0))
    for what in ("gradients", "values", "projections", "maximisations"):
        expected = getattr(entry.cost, what)
        expected = K if expected == "K" else expected
        if expected == "some":
            assert counts[what] - before[what] > 2 * (T - 10), what
        else:
            assert counts[what] - before[what] == (T - 10) * expected, what
    assert K == 0 or K >= 3


class TestGamesOfferWhatTheySay:
    @pytest.mark.parametrize("contest", CONTESTS, ids=lambda c: c.name)
    def test_offers(self, contest: Any) -> None:
        for seed in range(2):
            game = contest.game(T, seed)
            report = game.check(20, seed)
            assert SUBMODULAR in contest.offers
            assert report.holds, str(report)
            assert (FIXED in contest.offers) == fixed_prices(game)
            assert (SIMPLEX in contest.offers) == isinstance(game.domain, Simplex)
            assert (MATROID in contest.offers) == isinstance(game.domain, PartitionMatroid)
            if CONCAVE in contest.offers:
                assert isinstance(game.utility, Quadratics)
                assert np.linalg.eigvalsh(game.utility.H).max() <= 1e-12

    @pytest.mark.parametrize("contest", CONTESTS, ids=lambda c: c.name)
    def test_seeds_are_different_games_and_the_same_twice(self, contest: Any) -> None:
        def shown(seed: int) -> FloatArray:
            block = next(iter(contest.game(T, seed).blocks()))
            x = np.full(block.prices.shape[1], 0.3 / block.prices.shape[1])
            return np.append(block.prices[: T // 2], [block.utility.gradient(0, x)], axis=0)

        np.testing.assert_array_equal(shown(4), shown(4))
        assert (shown(4) != shown(5)).any()

    def test_budgets_bind(self, played: Tournament) -> None:
        """Whoever does not look at prices overspends."""
        for contest in CONTESTS:
            assert played.standings.over(contest.name, "Meta-Frank-Wolfe") > 0.05

    def test_decoy_optimum_is_the_instance_s(self) -> None:
        game = decoys(T, 3)
        best = osphg.best_fixed_decision(game, W)
        assert decoy_optimum(game, W).value == pytest.approx(best.value, rel=1e-6)

    def test_phases_take_turns(self) -> None:
        prices = phases(2000, 1).prices / paper_quadratics(2000, 2, 1.5, 1).prices
        assert set(np.round(np.unique(prices), 12)) == {0.5, 1.5}
        assert 2 <= (np.diff(prices[:, 0].round(9)) != 0).sum() <= 30


class TestRefusals:
    def test_heuristics_are_marked(self, played: Tournament) -> None:
        marked = {(str(r["game"]), str(r["player"])) for r in played.results.rows if r["heuristic"]}
        assert marked == set(played.heuristic)
        assert marked
        by_name = {contest.name: contest for contest in CONTESTS}
        for game, name in marked:
            contest = by_name[game]
            assert label(system(name), contest).endswith(MARK)
            labels = [str(row[0]) for row in played.table(contest).rows]
            assert f"{name} {MARK}" in labels
            assert "heuristic=True" in played.heuristic[game, name]

    def test_fixed_price_methods_are_heuristics_exactly_where_prices_vary(
        self, played: Tournament
    ) -> None:
        for contest in CONTESTS:
            for name in ("Mahdavi-Jin-Yang", "Jenatton-Huang-Archambeau", "Yuan-Lamperski"):
                assert ((contest.name, name) in played.heuristic) == (FIXED not in contest.offers)

    def test_every_pair_has_rows_or_a_reason(self, played: Tournament) -> None:
        pairs = {(str(row["game"]), str(row["player"])) for row in played.results.rows}
        every = {(contest.name, entry.name) for contest in CONTESTS for entry in SYSTEMS}
        assert pairs | set(played.refused) == every
        assert not pairs & set(played.refused)
        assert played.refused
        table = played.refusals()
        for (game, name), words in {**played.refused, **played.heuristic}.items():
            assert "\n" not in words
            row = next(r for r in table.rows if r[0] == name and game in str(r[1]))
            assert row[2] == words
            assert (row[3] == "no") == ((game, name) in played.refused)

    def test_without_heuristics_they_are_refused_in_one_line(self) -> None:
        found = tournament(T, W, range(2), heuristics=False, contests=CONTESTS[1:2])
        game = CONTESTS[1].name
        assert not found.heuristic
        assert set(found.refused) >= {(game, "Yuan-Lamperski"), (game, "Golovin-Krause-Streeter")}
        words = found.refused[game, "Yuan-Lamperski"]
        assert re.fullmatch(r"YuanLamperski needs the same price in every round, got .*", words)
        row = next(r for r in found.table(CONTESTS[1]).rows if r[0] == "Yuan-Lamperski")
        assert row[-1] == "refused"

    def test_a_system_that_does_not_refuse_is_no_heuristic(self) -> None:
        game = CONTESTS[0].game(T, 0)
        player = player_for(system("Yuan-Lamperski"), game, W, 0, heuristics=True)
        assert not is_heuristic(player)

    def test_the_mark_follows_the_theorem_not_the_refusal(self) -> None:
        quadratics = CONTESTS[2]
        assert missing(system("MOSP"), quadratics) == (CONCAVE,)
        assert label(system("MOSP"), quadratics) == f"MOSP {MARK}"
        assert label(system("OSPHG"), quadratics) == "OSPHG"
        assert missing(system("OLFW"), CONTESTS[4]) == ("independent prices",)
        table = tournament_tables.outside(CONTESTS)
        shown = {str(row[0]): row[1:] for row in table.rows}
        assert shown["OSPHG"] == ["–"] * len(CONTESTS)
        assert shown["OLFW"][4] == f"i {MARK}"
        assert shown["Yuan-Lamperski"][2] == f"cf {MARK}"


class TestStandings:
    def test_rows_are_what_playing_by_hand_gives(self, played: Tournament) -> None:
        contest = CONTESTS[2]
        for seed in range(SEEDS):
            game = paper_quadratics(T, seed=seed)
            run = osphg.play(osphg.OSPHG.tuned(game, W), game)
            best = osphg.best_fixed_decision(game, W)
            expected = (
                run.utility.mean(), run.spend.mean(), run.violation.mean(),
                osphg.regret(run, best) / T,
            )  # fmt: skip
            for quantity, value in zip(QUANTITIES, expected, strict=True):
                found = played.standings.samples(contest.name, "OSPHG", quantity)[seed]
                assert found == pytest.approx(value, rel=1e-12, abs=1e-12)
        average = np.mean(
            [osphg.best_fixed_decision(paper_quadratics(T, seed=s), W).average for s in range(3)]
        )
        assert played.standings.benchmark(contest.name) == pytest.approx(average, rel=1e-9)
        assert played.standings.allowance(contest.name) == pytest.approx(2.0)

    def test_twice_gives_the_same_bytes(self, played: Tournament) -> None:
        chosen = CONTESTS[4:]
        again = tournament(T, W, range(SEEDS), heuristics=True, contests=chosen)
        names = [contest.name for contest in chosen]
        rows = [row for row in played.results.rows if row["game"] in names]
        assert again.results.csv() == Results("tournament", rows).csv()

    @staticmethod
    def table(utility: dict[str, list[float]], over: dict[str, list[float]]) -> Standings:
        rows = [
            {
                "game": "g", "player": name, "seed": seed, "heuristic": False,
                "quantity": quantity, "value": value, "unit": "1",
            }
            for name in utility
            for seed in range(3)
            for quantity, value in (
                (UTILITY, utility[name][seed]),
                (VIOLATION, over[name][seed]),
                (SPEND, over[name][seed] + 2.0),
                (REGRET, 0.0),
            )
        ]  # fmt: skip
        return Standings(Results("tournament", rows))

    def test_winners_of_a_made_up_table(self) -> None:
        """A spends too much, B is best, C as good as B by pairs, D worse, E better by chance."""
        kept = [-0.01, 0.0, 0.01]
        standings = self.table(
            {
                "A": [9, 9, 9.1], "B": [1.0, 2.0, 3.0], "C": [1.01, 1.98, 2.99],
                "D": [0.9, 1.91, 2.9], "E": [4.0, 0.0, 1.0],
            },
            {"A": [0.2, 0.3, 0.4], "B": kept, "C": kept, "D": kept, "E": kept},
        )  # fmt: skip
        assert standings.allowance("g") == pytest.approx(2.0)
        assert standings.over("g", "A") == pytest.approx(0.15)
        assert standings.keepers("g") == ("B", "C", "D", "E")
        assert standings.winners("g") == ("B", "C", "E")

    def test_overspending_is_not_rewarded(self) -> None:
        """A earns 1.02 with 3% too much: 0.99 within the budget, less than B with its 1."""
        standings = self.table(
            {"A": [1.02, 1.021, 1.02], "B": [1.0, 1.0, 1.0]},
            {"A": [0.06, 0.06, 0.06], "B": [0.0, -0.02, 0.0]},
        )
        within = np.array([1.02, 1.021, 1.02]) * 2 / 2.06
        np.testing.assert_allclose(standings.within("g", "A"), within)
        np.testing.assert_array_equal(standings.within("g", "B"), np.ones(3))
        assert standings.keepers("g") == ("B", "A")
        assert standings.winners("g") == ("B",)

    def test_nobody_wins_where_nobody_keeps_the_budget(self) -> None:
        standings = self.table({"A": [1, 2, 3]}, {"A": [0.2, 0.3, 0.4]})
        assert standings.keepers("g") == standings.winners("g") == ()

    def test_a_table_read_back_stands_the_same(self, played: Tournament) -> None:
        read = Standings(Results.from_csv("tournament", played.results.csv()))
        for contest in CONTESTS:
            assert read.systems(contest.name) == played.standings.systems(contest.name)
            assert read.winners(contest.name) == played.standings.winners(contest.name)
        assert read.seeds == SEEDS

    def test_tables_across_games_agree_with_the_standings(self, played: Tournament) -> None:
        standings = played.standings
        for row, contest in zip(
            tournament_tables.winners(standings, CONTESTS).rows, CONTESTS, strict=True
        ):
            won = standings.winners(contest.name)
            assert row[2] == (label(system(won[0]), contest) if won else "nobody")
        for row, entry in zip(
            tournament_tables.records(standings, CONTESTS).rows, SYSTEMS, strict=True
        ):
            plays = sum(entry.name in standings.systems(c.name) for c in CONTESTS)
            assert str(row[1]).split()[0] == str(plays)
        row = tournament_tables.overspending(standings, CONTESTS[:1], ["MOSP"]).rows[0]
        assert row == [CONTESTS[0].name, f"{standings.over(CONTESTS[0].name, 'MOSP'):+.1%}"]
        assert len(tournament_tables.offers(standings, CONTESTS).rows) == len(CONTESTS)

    def test_counts_across_games(self, played: Tournament) -> None:
        standings = played.standings
        name, times = tournament_tables.champion(standings, CONTESTS)
        wins = Counter(name for c in CONTESTS for name in standings.winners(c.name))
        assert times == wins[name] == max(wins.values(), default=0)
        kept = tournament_tables.budgets_kept(standings, CONTESTS, "MOSP")
        assert kept == sum(standings.keeps_budget(c.name, "MOSP") for c in CONTESTS)
        pairs, share, whole = tournament_tables.against_benchmark(standings, CONTESTS)
        assert pairs == sum(len(standings.systems(c.name)) for c in CONTESTS)
        assert 0 < whole <= share <= pairs
        least = tournament_tables.least_overspent(standings, CONTESTS, BLIND)
        over = [standings.over(c.name, "Meta-Frank-Wolfe") for c in CONTESTS]
        assert 0 < least <= min(over)
        same = tournament_tables.nearer(standings, CONTESTS, "MOSP", to="MOSP", than="Cao-Liu")
        assert same == len(CONTESTS)
        assert tournament_tables.nearer(standings, CONTESTS, "MOSP", "Cao-Liu", "MOSP") == 0

    def test_twins_differ_from_cao_liu_in_what_they_say(self) -> None:
        game = CONTESTS[2].game(T, 0)
        plain = systems.CaoLiu.tuned(game)
        first, second = (s.make(game, W, 0, False) for s in tournament_tables.twins_of_cao_liu())
        assert isinstance(first, systems.CaoLiu)
        assert isinstance(second, systems.CaoLiu)
        assert first.alpha == plain.alpha
        assert second.alpha == systems.MOSP.tuned(game).alpha
        assert first.delta == second.delta < 1e-6 * plain.delta
        ratio = second.alpha / first.alpha
        assert tournament_tables.step_ratio(game) == pytest.approx(ratio)

    def test_figure_has_a_panel_per_game_and_names_everybody(self, played: Tournament) -> None:
        figure = tournament_panels(played.standings, CONTESTS)
        titles = [axis.get_title(loc="left") or axis.get_title() for axis in figure.axes]
        for contest, title, axis in zip(CONTESTS, titles, figure.axes, strict=False):
            assert title.startswith(contest.name)
            shown = ",".join([t.get_text() for t in axis.texts] + title.split("off: ")[1:])
            numbers = {int(n) for n in re.findall(r"\d+", shown)}
            present = played.standings.systems(contest.name)
            assert numbers == {i for i, s in enumerate(SYSTEMS, 1) if s.name in present}
        plt.close(figure)


class TestRates:
    @staticmethod
    def table(slope: float, sign: float = 1.0) -> Results:
        rng = np.random.default_rng(0)
        rows = [
            {
                "system": "MOSP", "T": T, "seed": seed, "quantity": "regret",
                "value": sign * T**slope * rng.uniform(0.9, 1.1), "unit": "units of f",
            }
            for T in (100, 1000, 10_000)
            for seed in range(10)
        ]  # fmt: skip
        return Results("related_work", rows)

    @pytest.mark.parametrize(("slope", "verdict"), [(0.5, "within"), (0.9, "above the claim")])
    def test_a_known_exponent(self, slope: float, verdict: str) -> None:
        growth = system_rates.measured_rates(self.table(slope))["MOSP", "regret"]
        assert growth.exponent is not None
        assert growth.exponent.value == pytest.approx(slope, abs=0.03)
        assert growth.verdict == verdict

    def test_local_slopes_of_a_power(self) -> None:
        slopes = system_rates.local_slopes(self.table(0.7), "MOSP", "regret")
        np.testing.assert_allclose(slopes, [0.7, 0.7], atol=0.05)
        with pytest.raises(ValueError, match="positive means"):
            system_rates.local_slopes(self.table(0.7, -1.0), "MOSP", "regret")

    def test_what_is_negative_has_no_exponent(self) -> None:
        growth = system_rates.measured_rates(self.table(0.5, -1.0))["MOSP", "regret"]
        assert growth.exponent is None
        assert str(growth) == growth.verdict == "not above 0"

    def test_one_horizon_is_refused(self) -> None:
        rows = [row for row in self.table(0.5).rows if row["T"] == 100]
        with pytest.raises(ValueError, match="at least 2 horizons"):
            system_rates.measured_rates(Results("related_work", rows))

    def test_the_mark_of_an_exponent_above_its_claim(self) -> None:
        found = system_rates.measured_rates(self.table(0.9))
        row = next(r for r in related_work.claims(found).rows if r[0] == "MOSP")
        assert str(row[3]).endswith("(above)")
        figure = measured_exponents(found)
        assert len(figure.axes) == 2
        plt.close(figure)

    def test_every_system_plays_its_rate_problems_without_being_a_heuristic(self) -> None:
        """A rate is measured where it was proven; 128 rounds are enough for every `tuned`."""
        for entry in SYSTEMS:
            for rate in RATES[entry.name].values():
                assert not is_heuristic(player_for(entry, rate.trial.draw(128, 0), 11, 0))
        rows = system_rates.measured([128], range(2), [system("MOSP"), system("OLFW")]).rows
        assert len(rows) == 2 * 2 * 2
        by_hand = rows[0]
        game = RATES["MOSP"]["regret"].trial.draw(128, 0)
        run = osphg.play(systems.MOSP.tuned(game), game)
        best = osphg.best_fixed_decision(game, 1)
        assert by_hand["value"] == pytest.approx(osphg.regret(run, best, 1.0), rel=1e-12)


# What the book keeps.


def provenance(folder: Path) -> dict[str, Any]:
    found = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("name", ["related_work", "tournament"])
def test_kept_tables_say_where_they_come_from(name: str) -> None:
    """Parameters, versions, the commit, and a command that the present notebook accepts."""
    said = provenance(STORED / name)
    assert said["experiment"] == name
    assert {"numpy", "scipy", "numba"} <= set(said["packages"])
    words = shlex.split(said["command"])
    assert words[:3] == ["osphg", "run", name]
    given = dict(w.split("=", 1) for before, w in pairwise(words) if before == "-p")
    experiment = find(name)
    read = {key: experiment.parameter(key).parse(text) for key, text in given.items()}
    assert experiment.complete(read) == said["parameters"]
    text = gzip.decompress((STORED / name / "results.csv.gz").read_bytes())
    assert hashlib.sha256(text).hexdigest() == said["results_sha256"]


def test_kept_rates_are_reproduced() -> None:
    """Two seeds of the smallest horizon, one of the next, all systems; and no row is missing.

    A step of another size, or one that shrinks otherwise with T, gives other numbers.
    """
    kept = stored("related_work")
    said = provenance(STORED / "related_work")
    values = said["parameters"]
    series = sum(len(rates) for rates in RATES.values())
    assert len(kept.rows) == series * len(values["horizons"]) * values["seeds"]
    first, second = sorted(values["horizons"])[:2]
    any_seed = int(said["results_sha256"], 16) % values["seeds"]
    for T, seeds in ((first, [0, 1]), (second, [any_seed])):
        live = system_rates.measured([T], seeds)
        gaps = differences(live, kept)
        assert len(gaps) == len(live.rows) == len(seeds) * series
        assert gaps.max() < 1e-9


NEVER_POSITIVE = {
    *((name, "regret") for name in ("OSPHG", "OSPHG, weighted", "OSPHG, boosted", "OLFW")),
    *(("per-step duals", quantity) for quantity in ("regret", "violation")),
}  # these games say nothing of the claim; the sign of every single run is tested below


@pytest.fixture(scope="module")
def measured() -> dict[tuple[str, str], system_rates.MeasuredRate]:
    return system_rates.measured_rates(stored("related_work"), resamples=500)


@pytest.mark.parametrize(
    ("name", "quantity"), [(name, quantity) for name in RATES for quantity in RATES[name]]
)
def test_kept_exponents_do_not_exceed_the_claims(
    measured: dict[tuple[str, str], system_rates.MeasuredRate], name: str, quantity: str
) -> None:
    """The exponent's interval reaches down to the claim, and is short enough to say something.

    Except for the violation of OLFW: its margin of confidence has another order than its claim, and
    what that comes to is tested in `tests.test_queue_players`.
    """
    found = measured[name, quantity]
    if (name, quantity) in NEVER_POSITIVE:
        table = samples(stored("related_work"), "system", "quantity")
        assert found.exponent is None
        assert (table[name, quantity] < 0).all()
        return
    assert found.exponent is not None
    assert found.exponent.high - found.exponent.low < 0.2
    assert found.verdict == ("above the claim" if name == "OLFW" else "within")


def test_a_sample_of_the_kept_tournament_is_reproduced() -> None:
    """One seed of each game, for systems chosen by a hash of the game's name."""
    kept = stored("tournament")
    values = provenance(STORED / "tournament")["parameters"]
    for contest in CONTESTS:
        digest = hashlib.sha256(contest.name.encode()).digest()
        chosen = [SYSTEMS[byte % len(SYSTEMS)] for byte in digest[:3]]
        seed = digest[3] % values["seeds"]
        game = contest.game(values["T"], seed)
        best = contest.benchmark(game, values["W"])
        for entry in dict.fromkeys(chosen):
            rows = [
                row
                for row in kept.rows
                if row["game"] == contest.name and row["player"] == entry.name
            ]
            try:
                player = player_for(entry, game, values["W"], seed, heuristics=True)
            except ValueError:
                assert not rows
                continue
            run = osphg.play(player, game)
            expected = {
                UTILITY: run.utility.mean(), SPEND: run.spend.mean(),
                VIOLATION: run.violation.mean(), REGRET: osphg.regret(run, best) / run.T,
            }  # fmt: skip
            mine = [row for row in rows if row["seed"] == str(seed)]
            assert len(mine) == len(expected)
            for row in mine:
                quantity = str(row["quantity"])
                assert row["value"] == pytest.approx(expected[quantity], rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("tournament", {"W": 300}, "W must be"),
        ("tournament", {"seeds": 1}, "seeds must be"),
        ("related_work", {"horizons": [10]}, "horizons"),
    ],
)
def test_bad_parameters_are_refused_before_anything_runs(
    name: str, given: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        find(name).complete(given)
