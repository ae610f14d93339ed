"""What a chapter shows of an algorithm is what the tests play: one source for both."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import attrs
import numpy as np
import pytest

import osphg
from tests.chapters import defined
from tests.table import PLAYERS, PROBLEMS, problem, transcription
from tests.test_chapters import TEXTS

osphg_in_numpy = defined("algorithm", "osphg_in_numpy")
LISTING = re.compile(
    r"^```\{literalinclude\} \.\./tests/(\w+)\.py\n"
    r":language: python\n:pyobject: (\w+)\n```$",
    re.MULTILINE,
)


class Listing(NamedTuple):
    """A function or a class that a chapter shows, and the module that it stands in."""

    chapter: str
    module: str
    name: str


LISTINGS = [
    Listing(chapter, module, name)
    for chapter, text in TEXTS.items()
    for module, name in LISTING.findall(text)
]
# The chapter that explains each of these players shows its transcription.
EXPLAINED = {
    osphg.OSPHG: "algorithm",
    osphg.MetaFrankWolfe: "algorithm",
    osphg.BoostedOSPHG: "boosted",
    osphg.BoostedQueue: "boosted",
    osphg.players.NeelyYu: "boosted",
    osphg.Repricing: "rate",
    osphg.OptimisticRepricing: "plan",
    osphg.Insured: "plan",
    osphg.players.StochasticMetaFrankWolfe: "matroids",
}


@pytest.mark.parametrize("name", list(PROBLEMS))
@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "NumPy"])
@pytest.mark.parametrize("weighted", [False, True], ids=["published", "weighted"])
def test_the_program_of_the_chapter_plays_as_the_package(
    name: str, weighted: bool, compiled: bool
) -> None:
    """Decisions and multipliers agree to 2e-15 of the largest number of each."""
    rounds = problem(name).rounds
    published = PLAYERS["OSPHG"].make(rounds)
    assert isinstance(published, osphg.OSPHG)
    player = attrs.evolve(published, weighted=weighted)
    decisions, multipliers = osphg_in_numpy(rounds, player.K, player.mu, player.delta, weighted)
    run = osphg.play(player, rounds, compiled=compiled)
    for ours, packaged in ((decisions, run.decisions), (multipliers, run.multiplier)):
        largest = np.abs(packaged).max()
        np.testing.assert_allclose(ours, packaged, rtol=0, atol=2e-15 * largest)


def test_the_program_is_played_in_games_whose_budget_binds() -> None:
    """Where the multiplier stays 0, a wrong sign of it would not be seen."""
    binding = [
        name
        for name in PROBLEMS
        if osphg.play(
            PLAYERS["OSPHG"].make(problem(name).rounds), problem(name).rounds
        ).multiplier.max()
        > 0
    ]
    assert len(binding) > len(PROBLEMS) / 2


@pytest.mark.parametrize("listing", LISTINGS, ids=lambda one: f"{one.chapter}-{one.name}")
def test_a_listing_is_there(listing: Listing) -> None:
    module = import_module(f"tests.{listing.module}")
    shown = getattr(module, listing.name)
    assert Path(inspect.getsourcefile(shown) or "").stem == listing.module


@pytest.mark.parametrize("kind", list(EXPLAINED), ids=lambda kind: kind.__name__)
def test_a_chapter_shows_what_the_tests_play(kind: type) -> None:
    played = transcription(kind)
    module = played.__module__.removeprefix("tests.")
    assert Listing(EXPLAINED[kind], module, played.__name__) in LISTINGS


def test_the_oracles_are_shown_where_they_are_compared() -> None:
    shown = {one.name for one in LISTINGS if one.chapter == "oracles"}
    assert shown == {"Ascending", "Perturbed"}


def test_every_inclusion_from_the_tests_is_a_listing() -> None:
    for chapter, text in TEXTS.items():
        listed = [one for one in LISTINGS if one.chapter == chapter]
        assert text.count("{literalinclude} ../tests/") == len(listed), chapter
