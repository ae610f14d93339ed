"""Games of other papers' experiments, drawn from a seed."""

from __future__ import annotations

import numpy as np

from osphg import checks
from osphg.domains import Box, Polytope
from osphg.games.families.log_quadratic import LogQuadratic
from osphg.rounds import Rounds
from osphg.utilities import Quadratics

_PRICES = (0.01, 0.05, 0.01, 0.08, 0.02, 0.2, 0.05, 0.01, 0.5, 0.01, 0.01, 0.02, 0.25)


def crowdsourcing(T: int, seed: int | np.random.Generator = 0, first: int = 1) -> Rounds:
    """Return the crowdsourcing game of Raut, Sadeghi and Fazel (2021), n = 13 on [0,1]^13.

    f_t(x) = sum_i (1 + i) log(1 + x_i) + x'M_t x with the entries of M_t uniform in [-1/15, 0] off
    the diagonal and 0 on it; p_t = p (1 + U[-1/2, 1/2]) in each coordinate, for 13 fixed prices p,
    and B_T / T = 0.86. Whether i counts from 0 or 1 is left to `first`: with i from 0 no f_t is
    likely to be monotone, and with i from 1 a few are not; `LogQuadratic.monotone` tells.

    Parameters
    ----------
    T : int
        Rounds; the paper's are 10000.
    seed : int or Generator
    first : int
        The smallest i, at least 0.

    Examples
    --------
    >>> import osphg
    >>> osphg.families.crowdsourcing(T=100).n
    13
    """
    n = len(_PRICES)
    T = checks.size("T", T, n * n)
    first = checks.seed(first, "first")
    checks.bounded("first", np.asarray(checks.finite_float("first", first)), 1e6)
    rng = checks.generator(seed)
    M = rng.uniform(-1 / 15, 0, (T, n, n)) * (1 - np.eye(n))
    prices = np.array(_PRICES) * (1 + rng.uniform(-0.5, 0.5, (T, n)))
    utility = LogQuadratic(np.arange(1.0 + first, 1.0 + first + n), M)
    return Rounds(utility, prices, 0.86 * T, Box.unit(n))


def wide_quadratics(
    T: int, seed: int | np.random.Generator = 0, n: int = 100, rows: int = 50, steep: float = 100.0
) -> Rounds:
    """Return quadratics on a polytope as in Bian et al. (2017), one of them in each round.

    X = {x >= 0: Ax <= 1, x <= u}, A uniform in [0,1] with `rows` rows, u_i = 1 / max_j A_ji;
    f_t(x) = x'H_t x/2 + h_t'x with H_t symmetric, its entries uniform in [-steep, 0], and
    h_t = -H_t u, so that f_t is monotone on x <= u. There is one function and no price in that
    paper; here p_t is uniform in [2, 4]. A point that uses up a constraint with weights a = mean(A)
    has the sum 1 / a and costs 3 / a on average, which is B_T / T.

    Parameters
    ----------
    T : int
        Rounds.
    seed : int or Generator
    n, rows : int
        Dimension and constraints; 100 and 50 in that paper.
    steep : float
        Above 0; 100 in that paper.

    Examples
    --------
    >>> import osphg
    >>> game = osphg.families.wide_quadratics(T=3, n=10, rows=5)
    >>> game.domain.A.shape
    (5, 10)
    """
    n = checks.size("n", n, n if isinstance(n, int) and n > 0 else 1)
    T, rows = checks.size("T", T, n * n), checks.size("rows", rows, n)
    steep = checks.positive_float("steep", steep)
    checks.bounded("steep", np.asarray(steep), 1e100)
    rng = checks.generator(seed)
    A = rng.uniform(0, 1, (rows, n))
    upper = 1 / A.max(0)
    H = rng.uniform(-steep, 0, (T, n, n))
    H = np.triu(H) + np.triu(H, 1).transpose(0, 2, 1)
    prices = rng.uniform(2, 4, (T, n))
    domain = Polytope(A, np.ones(rows), Box(upper))
    return Rounds(Quadratics(H, -(H @ upper)), prices, 3 * T / A.mean(), domain)
