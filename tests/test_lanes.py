"""Rounds in lanes: eight oracles at a time, on quadratics over a box or a polytope."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg import OSPHG, Box, Polytope, Rounds
from osphg.compiled.jit import compile_part
from osphg.compiled.loops import MAX_ITEMS_IN_LANES, fuse
from osphg.compiled.quadratics import quadratic_value, value_function, wide_quadratic_value
from osphg.players.oracles import GradientAscent
from osphg.utilities import Quadratics


@st.composite
def games_in_lanes(draw: st.DrawFn, *, cut: bool = False) -> tuple[OSPHG, Rounds]:
    """A player with up to 40 oracles that start anywhere, and a game whose box is met.

    With `cut` the box is cut by half-spaces in any direction: a polytope.
    """
    n = draw(st.sampled_from([3, 7] if cut else [1, 2, 3, 7, MAX_ITEMS_IN_LANES]))
    K = draw(st.integers(1, 40))
    T = draw(st.integers(1, 12))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    upper = rng.uniform(0.1, 2, n)
    H = -rng.uniform(0, 1, (T, n, n))
    h = -(H + H.transpose(0, 2, 1)) @ upper / 2 + rng.exponential(0.5, (T, n))
    prices = rng.uniform(0, draw(st.sampled_from([0.0, 1.0, 4.0])), (T, n))
    domain: Box | Polytope = Box(upper)
    if cut:
        rows = draw(st.integers(1, 4))
        domain = Polytope(rng.normal(size=(rows, n)), rng.uniform(0.1, 0.5, rows), Box(upper))
    rounds = Rounds(Quadratics(H, h), prices, T * draw(st.floats(0.01, 3.0)), domain)
    start = domain.project(rng.uniform(0, 1, n) * upper)
    oracle = GradientAscent(draw(st.floats(0.001, 0.5)), v1=start)
    player = OSPHG(
        mu=0.3,
        delta=1.0,
        K=K,
        weighted=draw(st.booleans()),
        oracle=oracle,
        lambda1=draw(st.sampled_from([0.0, 0.7])),
    )
    return player, rounds


@given(st.one_of(games_in_lanes(), games_in_lanes(cut=True)))
@settings(max_examples=60, deadline=None)
def test_rounds_in_lanes_are_those_in_numpy(case: tuple[OSPHG, Rounds]) -> None:
    """Also where the lanes have no equal numbers of oracles, and where some have none."""
    player, rounds = case
    fused = fuse(player, rounds.domain, rounds.utility)
    assert fused is not None
    assert fused.in_lanes
    run = osphg.play(player, rounds)
    expected = osphg.play(player, rounds, compiled=False)
    for field in ("decisions", "utility", "violation", "multiplier"):
        numbers = getattr(expected, field)
        scale = max(1.0, float(np.abs(numbers).max()))
        np.testing.assert_allclose(getattr(run, field), numbers, rtol=0, atol=1e-12 * scale)


@given(games_in_lanes(), st.integers(1, 5))
@settings(max_examples=20, deadline=None)
def test_a_game_in_blocks_is_the_same_bit_for_bit(case: tuple[OSPHG, Rounds], length: int) -> None:
    """Each block takes the choices into lanes anew, and the sums of the lanes with them."""
    player, rounds = case
    assert isinstance(rounds.utility, Quadratics)
    H, h = rounds.utility.H, rounds.utility.h

    def block(start: int, stop: int) -> tuple[Quadratics, np.ndarray]:
        return Quadratics(H[start:stop], h[start:stop]), rounds.prices[start:stop]

    streamed = osphg.StreamedRounds(block, length, rounds.T, rounds.budget, rounds.domain)
    run, expected = osphg.play(player, streamed), osphg.play(player, rounds)
    np.testing.assert_array_equal(run.decisions, expected.decisions)
    np.testing.assert_array_equal(run.multiplier, expected.multiplier)


def test_only_what_lanes_can_play_is_played_in_them() -> None:
    """Few items, K oracles, quadratics; a polytope, or a box from 0 to the last digit."""
    player = OSPHG(mu=0.1, delta=1.0, K=3)

    def is_in_lanes(domain: osphg.domains.Domain, player: object = player) -> bool:
        n = domain.n
        fused = fuse(player, domain, Quadratics(-np.ones((2, n, n)), np.full((2, n), 2.0)))
        assert fused is not None
        return fused.in_lanes

    n = MAX_ITEMS_IN_LANES
    assert is_in_lanes(Box.unit(n))
    assert not is_in_lanes(Box.unit(n + 1))
    assert not is_in_lanes(Box(np.ones(n), np.full(n, 1e-300)))
    assert is_in_lanes(Polytope(np.ones((1, n)), np.ones(1), Box.unit(n)))
    assert not is_in_lanes(osphg.Simplex(n))
    assert not is_in_lanes(Box.unit(n), osphg.BoostedOSPHG(mu=0.1, delta=1.0))


@pytest.mark.parametrize("n", [1, 2, 16, 17, 40])
def test_both_values_of_quadratics_are_one_bit_for_bit(n: int) -> None:
    rng = np.random.default_rng(n)
    H = rng.uniform(-1, 0, (3, n, n))
    utility = Quadratics(H, rng.uniform(0, n, (3, n)))
    data = utility.H, utility.h
    x = rng.uniform(0, 1, n)
    value = compile_part(value_function(n))(1, x, data)
    assert compile_part(quadratic_value)(1, x, data) == value
    assert compile_part(wide_quadratic_value)(1, x, data) == value
    assert value == pytest.approx(float(utility.value(1, x)), rel=1e-12)
