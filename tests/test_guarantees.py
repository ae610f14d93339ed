"""The catalogue as a benchmark suite: bounds, what play uses of them, and the one form."""

from __future__ import annotations

import math

import numpy as np
import pytest

import osphg
from osphg.experiments.catalogue import book_folder
from osphg.experiments.results import Results
from osphg.experiments.stored import stored
from osphg.metrics import ONE_MINUS_ONE_OVER_E
from osphg.studies import guarantees
from osphg.studies.guarantees import EXCEEDED, TABLE_QUANTITIES, form, largest_shares, reference
from osphg.tournament.catalogue import (
    BLIND_TO_BUDGET,
    EVERYBODY,
    REGRET,
    VIOLATION,
    System,
    player_for,
    system,
)
from osphg.tournament.contests import CONTESTS, FIXED, Contest, in_own_units

W = 10
CONTEST = {contest.name: contest for contest in CONTESTS}


def test_no_bound_of_a_theorem_is_exceeded_in_the_kept_tournament() -> None:
    """Ten games, twenty seeds and two lengths; every system with a bound is in it."""
    rows = [row for row in stored("tournament").rows if int(row["seed"]) < 4]
    shares = largest_shares(Results("tournament", rows), W)
    found = {(name, quantity) for name, by_quantity in shares.items() for quantity in by_quantity}
    assert len(found) >= 28
    for by_quantity in shares.values():
        for share in by_quantity.values():
            assert share.share <= 1.0, share
    # Who lacks a bound of the regret, or of the violation, says why; and who lacks none does not.
    for entry in EVERYBODY:
        quantities = shares.get(entry.name, {})
        looks_at_budget = entry.kind != BLIND_TO_BUDGET
        lacks_violation = not {VIOLATION, EXCEEDED} & {*quantities}
        lacks_one = REGRET not in quantities or (looks_at_budget and lacks_violation)
        assert lacks_one == bool(entry.no_bound), entry.name


def played(entry: System, contest: Contest, seed: int, T: int) -> Results:
    """The rows that the chapter has of one system in one game."""
    game = in_own_units(contest.game(T, seed))
    best = contest.benchmark(game, W)
    run = osphg.play(player_for(entry, game, W, seed, properties=contest.properties), game)
    numbers = (
        run.utility.mean(),
        run.violation.mean(),
        np.maximum(run.violation, 0).mean(),
        (ONE_MINUS_ONE_OVER_E * best.value - run.total_utility) / T,
    )
    about = {"T": T, "game": contest.name, "player": entry.name, "seed": seed}
    rows = [
        {**about, "quantity": quantity, "value": value, "unit": "units"}
        for quantity, value in zip(TABLE_QUANTITIES, numbers, strict=True)
    ]
    return Results("tournament", rows)


@pytest.mark.parametrize(
    ("name", "contest"),
    [
        ("Neely-Yu", "concave, random prices"),  # W = 1, where prices vary
        ("COLD", "concave, random prices"),
        ("Mahdavi-Jin-Yang", "concave, fixed prices"),
        ("OSPHG", "the paper's quadratics"),
        ("boosted queue", "decoys"),
        ("Sinha-Vaze", "a season"),
        ("PFS", "concave, fixed prices"),
    ],
)
def test_a_share_is_what_was_played_over_the_bound(name: str, contest: str) -> None:
    """By `osphg.regret` and `total_violation` of the run, against the benchmark of the theorem."""
    T, seed = 120, 3
    entry, where = system(name), CONTEST[contest]
    table = played(entry, where, seed, T)
    game = in_own_units(where.game(T, seed))
    player = player_for(entry, game, W, seed, properties=where.properties)
    run = osphg.play(player, game)
    (shares,) = largest_shares(table, W).values()
    bounds = {one.quantity: one for one in guarantees.guarantees(entry, game, W, player)}
    assert set(shares) == set(bounds)
    for quantity, bound in bounds.items():
        if quantity == REGRET:
            number = osphg.regret(run, where.benchmark(game, bound.W), bound.alpha)
            assert bound.W == (W if name in {"COLD", "OSPHG", "boosted queue"} else 1)
        elif quantity == VIOLATION:
            number = osphg.total_violation(run)
        else:
            number = float(np.maximum(run.violation, 0).sum())
        if bound.value > 0:
            assert shares[quantity].share == pytest.approx(number / bound.value, abs=1e-9)
        else:
            assert number <= 1e-9
            assert shares[quantity].share == 0.0


def test_a_bound_that_is_exceeded_is_seen() -> None:
    """The same rows with more spent, and with less earned."""
    entry, where = system("PFS"), CONTEST["concave, fixed prices"]
    rows = [dict(row) for row in played(entry, where, 0, 100).rows]
    changes = {"sum of [g]_+ per round": 0.1, "utility per round": -1e3}
    changes["(1-1/e)-regret per round"] = 1e3
    for row in rows:
        row["value"] = float(row["value"]) + changes.get(str(row["quantity"]), 0.0)
    (shares,) = largest_shares(Results("tournament", rows), W).values()
    assert shares[EXCEEDED].share == math.inf
    assert shares[REGRET].share > 1


def test_a_theorem_is_asked_only_where_it_holds() -> None:
    """Not of a system that needs one price where prices vary, nor of one without a theorem."""
    where = CONTEST["concave, random prices"]
    rows = played(system("Neely-Yu"), where, 0, 100).rows
    for name in ("Mahdavi-Jin-Yang", "PFS, bold", "even pacing"):
        assert FIXED not in where.properties
        renamed = Results("tournament", [{**row, "player": name} for row in rows])
        assert largest_shares(renamed, W) == {}


def test_a_game_of_no_contest_is_refused() -> None:
    rows = played(system("Neely-Yu"), CONTEST["a season"], 0, 60).rows
    other = Results("tournament", [{**row, "game": "a price war"} for row in rows])
    with pytest.raises(ValueError, match=r"^table must be of the contests alone, got a price war$"):
        largest_shares(other, W)


@pytest.mark.parametrize("entry", EVERYBODY, ids=lambda entry: entry.name)
def test_every_system_has_the_one_form(entry: System) -> None:
    share = guarantees.Share("R", 0.25, "decoys", 250, 7)
    table = form(entry, {} if entry.no_bound else {REGRET: share})
    rows = [tuple(row) for row in table.to_numpy()]
    said = {what.split(" (")[0] for what, _ in rows}
    assert {"algorithm", "a round costs", "guarantee", "needs", "reference", "arguments"} <= said
    text = "\n".join(str(words) for _, words in rows)
    assert entry.player.__name__ + ".tuned(" in text
    assert reference(entry.cites) in text
    for setting in entry.settings:
        assert setting.text in text
        assert setting.source in text
        assert setting.ours in text
        assert setting.why in text
    assert entry.twin in text
    assert entry.no_bound in text
    if not entry.no_bound:
        assert "0.250 (decoys, T = 250, seed 7)" in text
    for rate in entry.rates.values():
        assert rate.order.text in text


def test_references_are_those_of_the_bibliography() -> None:
    assert reference("yu2017") == "Yu, Neely and Wei 2017"
    assert reference("calinescu2011") == "Calinescu, Chekuri, Pál and Vondrák 2011"
    with pytest.raises(ValueError, match=r"^key must be that of a work in references.bib, got no"):
        reference("nobody1900")
    assert (book_folder() / "references.bib").exists()
