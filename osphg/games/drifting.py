"""Concave games whose best decision moves, for the dynamic regret.

How far they turn grows as T^a, so that the path length of the dynamic benchmark does too, and
with it the variation of the prices where they move. All are separable quadratics on the unit
square, whose best decision of every round has a closed form up to one bisection.
"""

from __future__ import annotations

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box
from osphg.rounds import Rounds
from osphg.utilities import Quadratics

_SWING = 0.5  # of the prices around 2
_REACH = 0.4  # of the targets around (1/2, 1/2)
_STEEP = 4.0  # of the utilities, so that the budget has a price well above 0


def drifting_switches(T: int, seed: int, a: float, *, moving_prices: bool = True) -> Rounds:
    """Return linear utilities that move from one website to the other at about T^a random rounds.

    f_t(x) = w_t x_i with w_t uniform in [1, 3] and i in {1, 2} the website of the moment; the
    budget of a round buys about half a unit of it. A method with step alpha needs some 1/alpha
    rounds after every switch, and loses utility in each of them: for the step T^(-1/3) that makes
    T^(a+1/3), the order of the bound of Chen, Ling and Giannakis 2017.

    Parameters
    ----------
    T : int
        The number of rounds.
    seed : int
        The source of the switches, w_t and the prices' phases.
    a : float
        In [0, 1]: exponent of the path length.
    moving_prices : bool
        True: p_ti = 2 + sin(phase_i + T^(a-1) t) / 2. False: all prices are 2.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.
    """
    T, turns = _turns(T, a)
    rng = checks.generator(seed)
    switches = np.zeros(T, dtype=np.int64)
    switches[rng.choice(T, size=min(round(turns), T), replace=False)] = 1
    website = (switches.cumsum() + rng.integers(2)) % 2
    h = np.zeros((T, 2))
    h[np.arange(T), website] = rng.uniform(1, 3, T)
    prices = _prices(T, turns, rng, moving_prices)
    return Rounds(Quadratics(np.zeros((T, 2, 2)), h), prices, 1.0 * T, Box.unit(2))


def drifting_targets(T: int, seed: int, a: float, *, moving_prices: bool = True) -> Rounds:
    """Return strongly concave utilities whose maximum walks round a circle by T^a radians.

    f_t(x) = 4 (<c_t, x> - ||x||^2/2) with c_t on the circle of radius 0.4 around (1/2, 1/2), evenly
    and from a random point on. The budget is 1 a round, and c_t costs more all or most of the time.

    Parameters
    ----------
    T, seed, a, moving_prices
        As `drifting_switches`.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said there.
    """
    T, turns = _turns(T, a)
    rng = checks.generator(seed)
    angle = rng.uniform(0, 2 * np.pi) + turns * np.arange(T) / T
    h = _STEEP * (0.5 + _REACH * np.column_stack([np.cos(angle), np.sin(angle)]))
    prices = _prices(T, turns, rng, moving_prices)
    H = np.broadcast_to(-_STEEP * np.eye(2), (T, 2, 2))
    return Rounds(Quadratics(H, h), prices, 1.0 * T, Box.unit(2))


def _turns(T: int, a: float) -> tuple[int, float]:
    T, a = checks.size("T", T, 4), checks.non_negative_float("a", a)
    if a > 1:
        raise ValueError(f"a must be between 0 and 1, got {a}")
    return T, float(T**a)


def _prices(T: int, turns: float, rng: np.random.Generator, moving: bool) -> FloatArray:
    moving = checks.flag("moving_prices", moving)
    phase = rng.uniform(0, 2 * np.pi, 2)
    if not moving:
        return np.full((T, 2), 2.0)
    at = np.arange(T)[:, np.newaxis] * turns / T
    return np.asarray(2 + _SWING * np.sin(phase + at))
