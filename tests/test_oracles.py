"""Online linear maximisers: the regret bound, independence of the instances, bad input."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osphg import Box, Polytope, Simplex
from osphg._validate import FloatArray
from osphg.domains import Domain
from osphg.oracles import GradientAscent, Oracle

DOMAINS: dict[str, Domain] = {
    "interval": Box.unit(1),
    "box": Box(np.array([1.0, 0.3, 2.0])),
    "simplex": Simplex(4, 1.5),
    "triangle": Polytope(np.array([[1.0, 2.0], [3.0, 1.0]]), np.array([1.5, 2.0]), Box.unit(2)),
}

# What an adversary answers to the choice v (K, n) in round t.
Adversary = Callable[[Domain, np.random.Generator, int, FloatArray], FloatArray]


def _random(X: Domain, rng: np.random.Generator, t: int, v: FloatArray) -> FloatArray:
    return rng.normal(0.2, 1, v.shape)


def _constant(X: Domain, rng: np.random.Generator, t: int, v: FloatArray) -> FloatArray:
    return np.ones_like(v)


def _against(X: Domain, rng: np.random.Generator, t: int, v: FloatArray) -> FloatArray:
    """Pull each coordinate to where it is not."""
    return np.where(v > np.asarray(X.upper) / 2, -1.0, 1.0)


def _alternating(X: Domain, rng: np.random.Generator, t: int, v: FloatArray) -> FloatArray:
    return np.full_like(v, (-1.0) ** t * 3)


def _switching(X: Domain, rng: np.random.Generator, t: int, v: FloatArray) -> FloatArray:
    return np.full_like(v, 1.0 if (t // 25) % 2 else -1.0) * np.arange(1, v.shape[-1] + 1)


ADVERSARIES: dict[str, Adversary] = {
    "random": _random,
    "constant": _constant,
    "against": _against,
    "alternating": _alternating,
    "switching": _switching,
}


def play(
    oracle: GradientAscent, X: Domain, adversary: Adversary, T: int, K: int, seed: int
) -> tuple[FloatArray, FloatArray]:
    """The choices and the payoff directions, (T, K, n) each."""
    rng = np.random.default_rng(seed)
    V, memory = oracle.init(X, K)
    choices, payoffs = [], []
    for t in range(T):
        payoff = adversary(X, rng, t, V)
        choices.append(V)
        payoffs.append(payoff)
        V, memory = oracle.update(X, V, memory, payoff)
    return np.array(choices), np.array(payoffs)


@pytest.mark.parametrize("name", list(DOMAINS))
@pytest.mark.parametrize("adversary", list(ADVERSARIES))
@pytest.mark.parametrize("step", [0.003, 0.05, 1.0])
def test_regret_of_gradient_ascent(name: str, adversary: str, step: float) -> None:
    """sum <c_t, x* - v_t> <= R^2/(2 mu) + (mu/2) sum |c_t|^2 (Zinkevich 2003)."""
    X = DOMAINS[name]
    V, C = play(GradientAscent(step), X, ADVERSARIES[adversary], T=150, K=3, seed=1)
    assert X.contains(V).all()
    best = X.maximize_linear(C.sum(0))
    regret = (C * (best - V)).sum((0, 2))
    bound = X.diameter**2 / (2 * step) + step / 2 * (C**2).sum((0, 2))
    assert (regret <= bound * (1 + 1e-12)).all()


@given(
    st.sampled_from(list(DOMAINS)), st.floats(1e-3, 10), st.integers(1, 30), st.integers(0, 2**32)
)
@settings(max_examples=60, deadline=None)
def test_regret_against_any_point_from_any_start(name: str, step: float, T: int, seed: int) -> None:
    """The sharper form, with |x - v_1|^2 in the place of R^2 and any fixed x."""
    X = DOMAINS[name]
    rng = np.random.default_rng(seed)
    v1, x = X.project(rng.uniform(0, X.upper, (2, X.n)))
    V, C = play(GradientAscent(step, v1), X, _random, T=T, K=2, seed=seed)
    regret = (C * (x - V)).sum((0, 2))
    bound = ((x - v1) ** 2).sum() / (2 * step) + step / 2 * (C**2).sum((0, 2))
    assert (regret <= bound + 1e-9).all()


def test_the_bound_is_nearly_reached_by_a_constant_payoff() -> None:
    """Half a bound is no accident: from 0 with c = 1, regret is (1/mu + 1)/2 of (1/mu + mu T)/2."""
    step, T = 0.01, 100
    V, C = play(GradientAscent(step), Box.unit(1), _constant, T=T, K=1, seed=0)
    regret = float((C * (1 - V)).sum())
    assert regret == pytest.approx((1 / step + 1) / 2, rel=1e-12)
    assert regret > 0.5 * (1 / (2 * step) + step / 2 * T)


@pytest.mark.parametrize("name", list(DOMAINS))
def test_an_update_is_one_projected_step(name: str) -> None:
    X = DOMAINS[name]
    rng = np.random.default_rng(3)
    V = X.project(rng.uniform(0, 1, (5, X.n)))
    payoff = rng.normal(size=(5, X.n))
    before = V.copy(), payoff.copy()
    after, memory = GradientAscent(0.3).update(X, V, None, payoff)
    assert memory is None
    np.testing.assert_array_equal(after, X.project(V + 0.3 * payoff))
    np.testing.assert_array_equal((V, payoff), before)


@pytest.mark.parametrize("name", list(DOMAINS))
def test_instances_do_not_see_each_other(name: str) -> None:
    X = DOMAINS[name]
    rng = np.random.default_rng(4)
    V, payoff = X.project(rng.uniform(0, 1, (6, X.n))), rng.normal(size=(6, X.n))
    together, _ = GradientAscent(0.3).update(X, V, None, payoff)
    for k in range(6):
        alone, _ = GradientAscent(0.3).update(X, V[[k]], None, payoff[[k]])
        np.testing.assert_allclose(together[k], alone[0], rtol=0, atol=1e-15)


def test_first_choices() -> None:
    X = DOMAINS["box"]
    V, memory = GradientAscent(0.1).init(X, 4)
    np.testing.assert_array_equal(V, np.zeros((4, 3)))
    assert memory is None
    v1 = np.array([0.5, 0.1, 1.0])
    oracle = GradientAscent(0.1, v1)
    first, _ = oracle.init(X, 4)
    np.testing.assert_array_equal(first, np.tile([0.5, 0.1, 1.0], (4, 1)))
    first[0] = 7  # the caller's own copy
    again, _ = oracle.init(X, 4)
    np.testing.assert_array_equal(again[0], [0.5, 0.1, 1.0])
    v1[:] = 9
    np.testing.assert_array_equal(oracle.init(X, 1)[0][0], [0.5, 0.1, 1.0])


def test_gradient_ascent_is_an_oracle() -> None:
    assert isinstance(GradientAscent(0.1), Oracle)


@pytest.mark.parametrize(
    ("step", "kind", "message"),
    [
        (0, ValueError, "^step must be greater than 0, got 0"),
        (-1.0, ValueError, "^step must be greater than 0, got -1.0"),
        (math.nan, ValueError, "^step must be finite, got nan"),
        (math.inf, ValueError, "^step must be finite, got inf"),
        ("a", TypeError, "^step must be a real number, got 'a'"),
        (np.ones(3), TypeError, "^step must be a real number, got array"),
    ],
)
def test_gradient_ascent_refuses_a_bad_step(step: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        GradientAscent(step)


@pytest.mark.parametrize(
    ("v1", "kind", "message"),
    [
        ([0.5, 2.0], ValueError, r"v1 must lie in the domain Box.*got \[0.5, 2.0\]"),
        ([0.5, -0.1], ValueError, r"v1 must lie in the domain Box.*got \[0.5, -0.1\]"),
        ([0.5], ValueError, r"v1 must have shape \(2,?\), got \(1,?\)"),
        ([[0.5, 0.5]], ValueError, r"v1 must have shape \(any,?\), got \(1, 2\)"),
        ([0.5, math.nan], ValueError, r"v1 must be finite, got nan at v1\[1\]"),
        ("a", TypeError, "v1 must be an array of real numbers"),
    ],
)
def test_gradient_ascent_refuses_a_bad_start(v1: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        GradientAscent(0.1, v1).init(Box.unit(2), 3)
