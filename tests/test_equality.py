"""Players and domains with equal fields are equal, and have one hash."""

from __future__ import annotations

import pickle
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import osphg
from osphg import OSPHG, Box, Polytope, Simplex
from osphg.checks import frozen
from osphg.matroids import PartitionMatroid
from osphg.players import Entropic, Euclidean, SunDeyKapoor
from osphg.players.oracles import GradientAscent
from tests.domains import DOMAINS, Case

ROUNDS = osphg.rounds.paper_quadratics(T=40, seed=3)
A = [[1.0, 2.0]]
ENTRIES = st.sampled_from([-0.0, 0.0, 0.5, 1.0])


@pytest.mark.parametrize(
    "make",
    [
        lambda: OSPHG(0.1, 1, 3),
        lambda: OSPHG.tuned(ROUNDS, W=10, K=5),
        lambda: osphg.Capped(OSPHG.tuned(ROUNDS, W=10, K=5)),
        lambda: osphg.Repricing.tuned(ROUNDS, W=10),
        lambda: osphg.DualDescent.tuned(ROUNDS, start=[0.5, 0.25]),
        lambda: GradientAscent(0.5, [0.0, 1.0]),
        lambda: SunDeyKapoor(0.1, 0.2, Entropic()),
        *(case.example for case in DOMAINS.values()),
    ],
)
def test_the_same_arguments_make_equals(make: Any) -> None:
    one, two = make(), make()
    assert one is not two
    assert one == two
    assert hash(one) == hash(two)
    assert len({one, two, pickle.loads(pickle.dumps(one))}) == 1


def two_drawn(case: Case) -> tuple[Any, Any]:
    """Two domains of one kind, that differ."""
    return case.drawn(np.random.default_rng(0), 5), case.drawn(np.random.default_rng(1), 5)


# Of the domains with several fields there are besides pairs that differ in one field alone.
@pytest.mark.parametrize(
    ("one", "two"),
    [
        *(two_drawn(case) for case in DOMAINS.values()),
        (OSPHG(0.1, 1, 3), OSPHG(0.1, 1, 4)),
        (OSPHG(0.1, 1, 3), OSPHG(0.1, 1, 3, oracle=GradientAscent(0.2))),
        (GradientAscent(0.5, [0.0, 1.0]), GradientAscent(0.5, [1.0, 0.0])),
        (GradientAscent(0.5, [0.0, 1.0]), GradientAscent(0.5)),
        (SunDeyKapoor(0.1, 0.2, Entropic()), SunDeyKapoor(0.1, 0.2, Euclidean())),
        (Box([1.0, 2.0]), Box([1.0, 2.0], [0.0, 0.5])),
        (Box([1.0, 1.0]), Box([1.0])),
        (Box([1.0, 1.0]), Simplex(2, 1.0)),
        (Polytope(A, [2.0], Box.unit(2)), Polytope(A, [2.0], Box([1.0, 3.0]))),
        (PartitionMatroid([[0, 1], [2]], [1, 1]), PartitionMatroid([[0, 1], [2]], [2, 1])),
    ],
)  # fmt: skip
def test_another_field_makes_another(one: Any, two: Any) -> None:
    assert one != two
    assert len({one, two}) == 2


@frozen
class Point:
    """An array, a part that may be none, and a function."""

    x: Any = attrs.field(converter=np.array)
    part: Any = None
    function: Any = None


@given(st.lists(ENTRIES, max_size=3), st.lists(ENTRIES, max_size=3))
def test_arrays_are_compared_by_their_entries(x: list[float], y: list[float]) -> None:
    one, two = Point(x), Point(y)
    assert (one == two) == np.array_equal(x, y)
    if one == two:
        assert hash(one) == hash(two)


@given(st.lists(ENTRIES, min_size=1, max_size=3), st.integers(0, 2))
def test_boxes_are_equal_when_their_bounds_are(upper: list[float], which: int) -> None:
    box, other = Box(upper), Box([*upper])
    assert box == other
    assert hash(box) == hash(other)
    larger = list(upper)
    larger[which % len(upper)] += 1.0
    assert Box(larger) != box


def test_functions_are_compared_by_identity() -> None:
    assert Point([1], function=np.sin) == Point([1], function=np.sin)
    assert Point([1], function=lambda: 0) != Point([1], function=lambda: 0)


def test_games_and_utilities_are_compared_by_identity() -> None:
    """Equality would read all their numbers."""
    again = osphg.Rounds(ROUNDS.utility, ROUNDS.prices, ROUNDS.budget, ROUNDS.domain)
    assert again != ROUNDS
    assert len({again, ROUNDS, ROUNDS}) == 2
    f = osphg.utilities.Quadratics(-np.ones((1, 1, 1)), np.ones((1, 1)))
    assert f != osphg.utilities.Quadratics(f.H, f.h)
