"""Online linear maximisers: the regret bound, independence of the instances, bad input."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from osphg import Box
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.players.oracles import FollowThePerturbedLeader, GradientAscent, Oracle
from osphg.players.varying_prices import Entropic, SunDeyKapoor
from tests import domains, literal_oracles

DOMAINS: dict[str, Domain] = {
    "interval": Box.unit(1),
    **{kind: case.example() for kind, case in domains.DOMAINS.items()},
}
BOX = Box(np.array([1.0, 0.3, 2.0]))

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
    oracle: Oracle, X: Domain, adversary: Adversary, T: int, K: int, seed: int
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


def test_first_choices() -> None:
    X = BOX
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


# Each against its own bound.

ORACLES: dict[str, Any] = {
    "gradient ascent": GradientAscent(0.2),
    "perturbed leader": FollowThePerturbedLeader(0.05, seed=11),
}
WHERE = [(oracle, domain) for oracle in ORACLES for domain in DOMAINS]


def _response(X: Domain, rng: np.random.Generator, t: int, v: FloatArray) -> FloatArray:
    """Pay for the coordinate that has least, and charge the one that has most."""
    ends = v / np.asarray(X.upper)
    payoff = np.zeros_like(v)
    np.put_along_axis(payoff, ends.argmin(-1)[:, None], 1.0, -1)
    np.put_along_axis(payoff, ends.argmax(-1)[:, None], -1.0, -1)
    return payoff


def _sparse(X: Domain, rng: np.random.Generator, t: int, v: FloatArray) -> FloatArray:
    """One coordinate at a time, of very different sizes."""
    payoff = np.zeros_like(v)
    payoff[:, t % v.shape[-1]] = rng.normal(size=len(v)) * 10.0 ** (t % 3 - 1)
    return payoff


ADAPTIVE = {**ADVERSARIES, "response": _response, "sparse": _sparse}


def regret_of(X: Domain, V: FloatArray, C: FloatArray) -> FloatArray:
    """max_x sum_t <c_t, x - v_t>, for each instance."""
    return np.asarray((C * (X.maximize_linear(C.sum(0)) - V)).sum((0, 2)))


def bound(oracle: Any, X: Domain, C: FloatArray) -> FloatArray:
    """Zinkevich 2003; Kalai and Vempala 2005, theorem 1.1, in expectation."""
    if isinstance(oracle, GradientAscent):
        assert oracle.step is not None
        step: float = oracle.step
        return np.asarray(X.diameter**2 / (2 * step) + step / 2 * (C**2).sum((0, 2)))
    widths = (C * (X.maximize_linear(C) - X.maximize_linear(-C))).sum(-1)
    largest = X.maximize_linear(np.ones(X.n)).sum()
    return np.asarray(largest / oracle.eta + oracle.eta * (np.abs(C).sum(-1) * widths).sum(0))


def luck(oracle: Oracle, X: Domain, C: FloatArray, chance: float = 1e-9) -> FloatArray:
    """How far the regret of one that draws may exceed its expectation (Azuma and Hoeffding)."""
    if not isinstance(oracle, FollowThePerturbedLeader):
        return np.zeros(C.shape[1])
    widths = (C * (X.maximize_linear(C) - X.maximize_linear(-C))).sum(-1)
    return np.asarray(np.sqrt(-math.log(chance) / 2 * (widths**2).sum(0)))


def against(
    oracle: Any, X: Domain, adversary: Adversary, T: int, K: int, seed: int
) -> tuple[FloatArray, FloatArray]:
    """As `play`; who plays one that draws sees its choices one round late."""
    if not isinstance(oracle, FollowThePerturbedLeader):
        return play(oracle, X, adversary, T, K, seed)
    shown = [np.zeros((K, X.n))]

    def late(X: Domain, rng: np.random.Generator, t: int, v: FloatArray) -> FloatArray:
        shown.append(v)
        return adversary(X, rng, t, shown[-2])

    return play(oracle, X, late, T, K, seed)


@pytest.mark.parametrize(("name", "domain"), WHERE)
@pytest.mark.parametrize("adversary", list(ADAPTIVE))
def test_regret_is_within_the_bound(name: str, domain: str, adversary: str) -> None:
    X = DOMAINS[domain]
    oracle = ORACLES[name]
    V, C = against(oracle, X, ADAPTIVE[adversary], T=150, K=3, seed=2)
    assert X.contains(V).all()
    most = bound(oracle, X, C) + luck(oracle, X, C)
    assert (regret_of(X, V, C) <= most * (1 + 1e-12)).all()


def test_steps_are_tuned_to_their_bounds() -> None:
    """On the box of 1, 0.3 and 2, for 50 payoffs of at most 4: the sum is 3.3, the widest 2."""
    X = BOX
    assert GradientAscent.tuned(X, 50, 4.0).step == pytest.approx((5.09 / 800) ** 0.5)
    leader = FollowThePerturbedLeader.tuned(X, 50, 4.0, seed=1)
    assert leader.eta == pytest.approx((3.3 / 100) ** 0.5 / 4)


@pytest.mark.parametrize(("name", "domain"), WHERE)
def test_the_literal_oracles_choose_the_same(name: str, domain: str) -> None:
    X = DOMAINS[domain]
    oracle = ORACLES[name]
    project = domains.projection(X)
    if project is None or domains.corner(X) is None:
        pytest.skip("the case of this domain has no plain projection or no plain corner")
    V, C = play(oracle, X, _random, T=130, K=2, seed=6)  # past the end of a block of noise
    for k, slow in enumerate(literal_oracles.instances(oracle, X, project, 2)):
        for t in range(130):
            np.testing.assert_allclose(V[t, k], slow.choice, rtol=0, atol=1e-11)
            slow.learn(C[t, k].tolist())


@pytest.mark.parametrize(("name", "domain"), WHERE)
def test_a_memory_is_a_value(name: str, domain: str) -> None:
    """Two continuations of one state do not meet, and playing again gives the same."""
    X = DOMAINS[domain]
    oracle = ORACLES[name]
    rng = np.random.default_rng(10)
    C = rng.normal(size=(70, 2, X.n))
    V, memory = oracle.init(X, 2)
    for c in C[:63]:
        V, memory = oracle.update(X, V, memory, c)
    kept, payoff = V.copy(), C[63].copy()
    first = oracle.update(X, V, memory, C[63])
    oracle.update(X, *oracle.update(X, V, memory, -C[64]), C[65])
    second = oracle.update(X, V, memory, C[63])
    np.testing.assert_array_equal(first[0], second[0])
    np.testing.assert_array_equal(V, kept)
    np.testing.assert_array_equal(C[63], payoff)
    again, _ = play(oracle, X, lambda X, rng, t, v: C[t], T=64, K=2, seed=0)
    np.testing.assert_array_equal(again[63], kept)


@pytest.mark.parametrize(
    ("make", "kind", "message"),
    [
        (lambda: GradientAscent(0), ValueError, "^step must be greater than 0, got 0"),
        (lambda: SunDeyKapoor(0.1, 1.0, Entropic), TypeError, "^geometry must be Euclidean"),  # type: ignore[arg-type]
        (lambda: FollowThePerturbedLeader(1, -1), ValueError, "^seed must be at least 0, got -1"),
        (lambda: GradientAscent.tuned(Box.unit(2), 0, 1.0), ValueError, "^T must be at least 1"),
    ],
)
def test_oracles_refuse_bad_input(
    make: Callable[[], object], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)
