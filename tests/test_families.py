"""The families of utilities: formulas, assumptions, constants, compiled rounds, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg import Box, Simplex
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.fusing import fuse
from osphg.games.families.base import UtilityFamily, not_negative

families = osphg.families
loose: Any = osphg.families  # that takes lists, too
T, N = 4, 3


def _rng() -> np.random.Generator:
    return np.random.default_rng(5)


def _coverage(varying: bool) -> families.ProbabilisticCoverage:
    rng = _rng()
    q = rng.uniform(0, 1, (T, N, 4) if varying else (N, 4))
    q.flat[:3] = 0.0, 1.0, 1.0
    return families.ProbabilisticCoverage(rng.uniform(0, 2, (T, 4)), q)


def _modular(phi: Any, *, varying: bool) -> families.ConcaveOverModular:
    rng = _rng()
    a = rng.uniform(0, 1, (T, 2, N) if varying else (2, N))
    return families.ConcaveOverModular(rng.uniform(0, 2, (T, 2)), a, phi)


def _influence() -> families.ConcaveOverModular:
    rng = _rng()
    return families.budget_allocation(rng.uniform(0, 2, (T, 4)), rng.uniform(0, 0.9, (T, N, 4)))


def _set_function() -> families.SetFunction:
    """A matroid's rank and a concave function of the size, weighted anew in each round."""
    sets = families.all_sets(4)
    rank = np.minimum(sets[:, :2].sum(-1), 1.0) + np.minimum(sets[:, 1:].sum(-1), 2.0)
    parts = np.stack([rank, np.sqrt(sets.sum(-1)), sets @ np.array([0.1, 0.5, 0.2, 0.0])])
    return families.SetFunction(_rng().uniform(0, 2, (T, 3)) @ parts)


def _determinantal() -> families.Determinantal:
    C = _rng().normal(0, 1, (T, N, N + 1))
    return families.Determinantal(np.eye(N) + C @ C.swapaxes(1, 2))


def _by_sets() -> families.WeightedCoverage:
    rng = _rng()
    return families.WeightedCoverage(rng.exponential(1, (T, 6)), rng.random((N, 6)) < 0.5)


def _facilities() -> families.FacilityLocation:
    return families.FacilityLocation(_rng().uniform(0, 1, (T, N, 4)))


def _log_quadratic(steep: float) -> families.LogQuadratic:
    return families.LogQuadratic(np.array([1.0, 2.0, 0.5]), -_rng().uniform(0, steep, (T, N, N)))


class Harmonic:
    """A user's shape: z / (1 + z)."""

    def value(self, z: FloatArray, /) -> FloatArray:
        return np.asarray(z / (1 + z))

    def slope(self, z: FloatArray, /) -> FloatArray:
        return np.asarray((1 + z) ** -2)

    def bend(self, z: FloatArray, /) -> FloatArray:
        return np.asarray(2 * (1 + z) ** -3)


def _own_value(t: int, x: FloatArray, told: tuple[FloatArray]) -> float:
    total = 0.0
    for i in range(len(x)):
        total += told[0][t, i] * np.log1p(x[i])
    return total


def _own_gradients(t: int, X: FloatArray, G: FloatArray, told: tuple[FloatArray]) -> None:
    for i in range(X.shape[0]):
        for k in range(X.shape[1]):
            G[i, k] = told[0][t, i] / (1 + X[i, k])


@frozen(repr=False)
class Logarithms(UtilityFamily):
    """A user's family, as short as one can be: f_t(x) = sum_i w_ti log(1 + x_i)."""

    w: FloatArray = checked(lambda name, value: not_negative(name, value, None, None))
    compiled = _own_value, _own_gradients

    @property
    def _size(self) -> tuple[int, int]:
        return len(self.w), self.w.shape[1]

    def _told(self, rounds: slice) -> tuple[FloatArray]:
        return (self.w[rounds],)

    def _value(self, t: int, X: FloatArray) -> FloatArray:
        return np.asarray(np.log1p(X) @ self.w[t])

    def _gradient(self, t: int, X: FloatArray) -> FloatArray:
        return np.asarray(self.w[t] / (1 + X))

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        return np.diag(self.w[t] / (1 + domain.lower) ** 2)


# The shared table: one small instance of each family, on a box on which it is what it should be.
FAMILIES: dict[str, tuple[Callable[[], UtilityFamily], Box]] = {
    "coverage": (lambda: _coverage(varying=False), Box.unit(N)),
    "coverage, in each round": (lambda: _coverage(varying=True), Box.unit(N)),
    "log": (lambda: _modular(families.Log(), varying=True), Box(np.array([2.0, 1.0, 0.5]))),
    "saturation": (lambda: _modular(families.Saturation(), varying=False), Box.unit(N)),
    "root": (lambda: _modular(families.Root(0.01), varying=False), Box.unit(N)),
    "cap": (lambda: _modular(families.SmoothCap(0.6, 0.5), varying=True), Box.unit(N)),
    "two shapes": (
        lambda: _modular([families.SmoothCap(0.6, 0.5), Harmonic()], varying=True),
        Box.unit(N),
    ),
    "set function": (_set_function, Box.unit(4)),
    "weighted coverage": (_by_sets, Box.unit(N)),
    "facilities": (_facilities, Box.unit(N)),
    "determinantal": (_determinantal, Box(np.array([2.0, 1.0, 0.5]))),
    "log quadratic": (lambda: _log_quadratic(0.04), Box.unit(N)),
    "influence": (_influence, Box(np.array([3.0, 1.0, 2.0]))),
    "a user's own": (lambda: Logarithms(_rng().uniform(0, 2, (T, N))), Box.unit(N)),
}
EACH = pytest.mark.parametrize("name", list(FAMILIES))


@EACH
def test_batches_are_point_by_point_and_gradients_are_derivatives(name: str) -> None:
    make, box = FAMILIES[name]
    f = make()
    X = _rng().uniform(0.05, 0.9, (2, 4, f.n)) * box.upper
    for t in range(f.T):
        values, slopes = f.value(t, X), f.gradient(t, X)
        assert values.shape == (2, 4)
        assert slopes.shape == X.shape
        for place in np.ndindex(2, 4):
            assert np.shape(f.value(t, X[place])) == ()
            np.testing.assert_allclose(f.value(t, X[place]), values[place], rtol=1e-12)
            np.testing.assert_allclose(f.gradient(t, X[place]), slopes[place], rtol=1e-11)
            step = 1e-5 * np.eye(f.n)
            ahead, behind = f.value(t, X[place] + step), f.value(t, X[place] - step)
            np.testing.assert_allclose((ahead - behind) / 2e-5, slopes[place], rtol=1e-6, atol=1e-7)


@EACH
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_assumptions_and_constants(name: str, data: st.DataObject) -> None:
    """Normalised, monotone, diminishing; and no pair of points beyond beta_f, F or L."""
    make, box = FAMILIES[name]
    f = make()
    t = data.draw(st.integers(0, f.T - 1))
    unit = st.floats(0, 1).map(lambda u: round(u, 6))
    point = st.lists(unit, min_size=f.n, max_size=f.n)
    Y = np.array(data.draw(point)) * box.upper
    X = np.array(data.draw(point)) * Y
    scale = 1e-9 * (1 + f.lipschitz(box))
    steepest = max(np.linalg.norm(f.gradient(s, box.lower)) for s in range(f.T))
    assert f.lipschitz(box) == pytest.approx(steepest, rel=1e-12)
    assert abs(float(f.value(t, np.zeros(f.n)))) <= scale
    below, above = f.gradient(t, X), f.gradient(t, Y)
    assert (above >= -scale).all()
    assert (below >= above - scale).all()
    assert np.linalg.norm(below) <= f.lipschitz(box) + scale
    gain = float(f.value(t, Y) - f.value(t, X))
    assert -scale <= gain <= f.range(box) + scale
    Z = np.array(data.draw(point)) * box.upper  # L speaks of any two points
    gap = float(f.value(t, Z) - f.value(t, X) - f.gradient(t, X) @ (Z - X))
    assert gap >= -f.smoothness(box) / 2 * ((Z - X) ** 2).sum() - scale


@EACH
def test_constants_on_a_simplex(name: str) -> None:
    """The range uses the set, and not its bounding box alone."""
    f = FAMILIES[name][0]()
    simplex = Simplex(f.n, 0.5)
    X = simplex.project(_rng().uniform(0, 1, (50, f.n)))
    for t in range(f.T):
        values = f.value(t, X)
        assert values.max() - values.min() <= f.range(simplex)
        assert (np.linalg.norm(f.gradient(t, X), axis=-1) <= f.lipschitz(simplex)).all()


@EACH
def test_totals_are_sums(name: str) -> None:
    make, box = FAMILIES[name]
    f = make()
    X = _rng().uniform(0, 1, (4, f.n)) * box.upper
    summed = osphg.Rounds(f, np.ones((f.T, f.n)), 1.0, box).total()
    for horizon, found in ((f.T, summed), (1, f.total(1) if hasattr(f, "total") else None)):
        if found is not None:
            parts = [f.value(t, X) for t in range(horizon)]
            np.testing.assert_allclose(found.value(X), np.sum(parts, axis=0), rtol=1e-12)
            slopes = [f.gradient(t, X) for t in range(horizon)]
            np.testing.assert_allclose(found.gradient(X), np.sum(slopes, axis=0), rtol=1e-11)


COMPILED = (
    "log quadratic",
    "coverage",
    "coverage, in each round",
    "log",
    "saturation",
    "root",
    "cap",
    "influence",
    "a user's own",
)


def _game(f: UtilityFamily, domain: Domain) -> osphg.Rounds:
    prices = np.random.default_rng(6).uniform(0, 2, (f.T, f.n))
    return osphg.Rounds(f, prices, 0.4 * f.T, domain)


@pytest.mark.parametrize("name", COMPILED)
def test_compiled_rounds_are_the_numpy_rounds(name: str) -> None:
    """On a box and a simplex; the budget binds, and projections act."""
    make, box = FAMILIES[name]
    f = make()
    for domain in (box, Simplex(f.n, 0.7)):
        game = _game(f, domain)
        player = osphg.OSPHG(mu=0.4 / game.beta, delta=game.beta**2, K=9, weighted=True)
        fused = fuse(player, domain, f)
        assert fused is not None
        one, two = osphg.play(player, game), osphg.play(player, game, compiled=False)
        for field in ("decisions", "utility", "violation", "multiplier"):
            np.testing.assert_allclose(
                getattr(one, field), getattr(two, field), rtol=1e-12, atol=1e-12
            )


def test_a_shape_of_a_users_own_and_a_subclass_play_in_numpy() -> None:
    class Mine(families.ProbabilisticCoverage):
        """Something else, perhaps."""

    player = osphg.OSPHG(mu=0.1, delta=1.0, K=3)
    mine = Mine(np.ones((T, 1)), np.ones((N, 1)))
    assert fuse(player, Box.unit(N), mine) is None
    assert fuse(player, Box.unit(N), FAMILIES["two shapes"][0]()) is None
    assert fuse(player, Box.unit(N), _modular(Harmonic(), varying=False)) is None


@numba.njit
def _quadratic(t: int, x: FloatArray, H: FloatArray, h: FloatArray) -> float:
    total = 0.0
    for i in range(len(x)):
        total += h[t, i] * x[i]
        for j in range(len(x)):
            total += 0.5 * H[t, i, j] * x[i] * x[j]
    return total


@numba.njit
def _quadratic_gradient(
    t: int, x: FloatArray, out: FloatArray, H: FloatArray, h: FloatArray
) -> None:
    for i in range(len(x)):
        out[i] = h[t, i]
        for j in range(len(x)):
            out[i] += H[t, i, j] * x[j]


def test_a_users_compiled_utility_is_played_as_the_packages_own() -> None:
    """In the compiled rounds, in NumPy's, and in blocks that do not begin with round 1."""
    given = osphg.rounds.paper_quadratics(T=40, n=2)
    own = given.utility
    assert isinstance(own, osphg.utilities.Quadratics)
    f = osphg.utilities.Compiled(_quadratic, _quadratic_gradient, (own.H, own.h), T=40, n=2)
    X = np.random.default_rng(1).uniform(0, 1, (3, 2, 2))
    np.testing.assert_allclose(f.value(7, X), own.value(7, X), rtol=1e-13)
    np.testing.assert_allclose(f.gradient(7, X), own.gradient(7, X), rtol=1e-13)
    assert f.value(7, X[0, 0]).shape == ()
    for domain in (Box.unit(2), Simplex(2, 0.5)):
        mine = osphg.Rounds(f, given.prices, given.budget, domain)
        player = osphg.OSPHG(mu=0.1, delta=1.0, K=9)
        assert fuse(player, domain, f) is not None
        expected = osphg.play(player, osphg.Rounds(own, given.prices, given.budget, domain))
        for run in (osphg.play(player, mine), osphg.play(player, mine, compiled=False)):
            for field in ("decisions", "utility", "violation", "multiplier"):
                np.testing.assert_allclose(
                    getattr(run, field), getattr(expected, field), rtol=1e-12, atol=1e-12
                )


def test_rounds_keep_their_numbers_in_a_long_compiled_game() -> None:
    """The compiled loop stops every 20 million multiply-adds, here after round 1666."""
    T = 2000
    given = osphg.rounds.paper_quadratics(T=T, n=2)
    own = given.utility
    assert isinstance(own, osphg.utilities.Quadratics)
    f = osphg.utilities.Compiled(_quadratic, _quadratic_gradient, (own.H, own.h), T=T, n=2)
    mine = osphg.Rounds(f, given.prices, given.budget, given.domain)
    player = osphg.OSPHG(mu=0.02, delta=50.0, K=1000, weighted=True)
    expected = osphg.play(player, given, compiled=False)
    for run in (osphg.play(player, given), osphg.play(player, mine)):
        for field in ("decisions", "utility", "violation", "multiplier"):
            np.testing.assert_allclose(
                getattr(run, field), getattr(expected, field), rtol=0, atol=1e-11, err_msg=field
            )


@numba.njit
def _wrong(t: int, x: FloatArray, out: FloatArray, H: FloatArray, h: FloatArray) -> None:
    out[0] = h[t, 5]


@numba.njit
def _lazy(t: int, x: FloatArray, out: FloatArray, H: FloatArray, h: FloatArray) -> None:
    out[0] = h[t, 0]


@numba.njit
def _untypable(t: int, x: FloatArray, out: FloatArray, H: FloatArray, h: FloatArray) -> None:
    out[:] = len(vars())


@pytest.mark.parametrize(
    ("changed", "kind", "message"),
    [
        (
            {"value_at": len},
            TypeError,
            "^value_at must be a function under numba.njit, got",
        ),
        (
            {"gradient_at": _wrong},
            TypeError,
            "^gradient_at must work as it is .*IndexError",
        ),
        (
            {"gradient_at": _lazy},
            ValueError,
            r"^gradient_at must write finite .*\[1.0, nan\]",
        ),
        ({"gradient_at": _untypable}, TypeError, "^gradient_at must work compiled .*TypingError"),
        ({"T": 50}, TypeError, "^value_at must work as it is written at the origin of round 50"),
        ({"data": [1.0]}, TypeError, "^data must be a tuple of arrays and numbers"),
        ({"data": ("a",)}, TypeError, r"^data\[0\] must be a real number"),
        ({"n": 0}, ValueError, "^n must be at least 1"),
    ],
)
def test_what_is_not_compiled_is_refused(
    changed: dict[str, Any], kind: type[Exception], message: str
) -> None:
    data = (-np.ones((4, 2, 2)), np.ones((4, 2)))
    good = {
        "value_at": _quadratic,
        "gradient_at": _quadratic_gradient,
        "data": data,
        "T": 4,
        "n": 2,
    }
    with pytest.raises(kind, match=message) as caught:
        osphg.utilities.Compiled(**{**good, **changed})
    assert "\n" not in str(caught.value)


def _of_sets(f: UtilityFamily, t: int, x: FloatArray) -> float:
    """Sum over all sets, each with its probability."""
    sets = families.all_sets(f.n)
    chances = np.where(sets, x, 1 - x).prod(-1)
    return float(chances @ np.array([float(f.value(t, S)) for S in sets.astype(float)]))


@pytest.mark.parametrize("name", ["coverage, in each round", "set function", "facilities"])
def test_multilinear_extensions_are_means_over_sets(name: str) -> None:
    f = FAMILIES[name][0]()
    for x in _rng().uniform(0, 1, (3, f.n)):
        assert float(f.value(1, x)) == pytest.approx(_of_sets(f, 1, x), rel=1e-12)


def test_all_values_of_a_set_function_are_its_own() -> None:
    """At the vertices; and coverage by its values is coverage by its formula."""
    f = FAMILIES["set function"][0]()
    assert isinstance(f, families.SetFunction)
    np.testing.assert_allclose(f.of_set(2, families.all_sets(4)), f.table[2], rtol=1e-14)
    formula = _coverage(varying=True)
    sets = families.all_sets(N)
    table = np.stack([formula.of_set(t, sets) for t in range(T)])
    by_values = families.SetFunction(table)
    X = _rng().uniform(0, 1, (5, N))
    np.testing.assert_allclose(by_values.value(3, X), formula.value(3, X), rtol=1e-12)
    np.testing.assert_allclose(by_values.gradient(3, X), formula.gradient(3, X), rtol=1e-11)


def _symbolic(name: str) -> tuple[UtilityFamily, sympy.Expr, tuple[sympy.Symbol, ...]]:
    """A family of two or three variables, and the formula of its definition."""
    x = sympy.symbols("x:3", nonnegative=True)
    half, third = sympy.Rational(1, 2), sympy.Rational(1, 3)
    if name == "coverage":
        f = loose.ProbabilisticCoverage([[3.0, 2.0]], [[0.5, 0.0], [1.0, 0.25], [0.5, 0.5]])
        q = [[half, 0], [1, half**2], [half, half]]
        return (
            f,
            sum(
                w * (1 - sympy.prod(1 - q[i][u] * x[i] for i in range(3)))
                for u, w in ((0, 3), (1, 2))
            ),
            x,
        )
    if name == "influence":
        g = loose.budget_allocation([[3.0, 2.0]], [[1 / 3, 0.0], [0.5, 0.25], [0.0, 0.5]])
        p = [[third, 0], [half, half**2], [0, half]]
        return (
            g,
            sum(
                w * (1 - sympy.prod((1 - p[i][u]) ** x[i] for i in range(3)))
                for u, w in ((0, 3), (1, 2))
            ),
            x,
        )
    if name == "determinantal":
        L = sympy.Matrix([[2, half, 0], [half, 3, 1], [0, 1, 4]])
        d = loose.Determinantal(np.array(L.tolist(), dtype=float)[np.newaxis])
        inner = sympy.diag(*x) * (L - sympy.eye(3)) + sympy.eye(3)
        return d, sympy.log(inner.det()), x
    if name == "log quadratic":
        M = -sympy.Matrix([[1, 2, 0], [0, 3, 1], [1, 1, 0]]) / 20
        e = loose.LogQuadratic([1.0, 2.0, 3.0], np.array(M.tolist(), dtype=float)[np.newaxis])
        v = sympy.Matrix(x)
        return e, sum((i + 1) * sympy.log(1 + x[i]) for i in range(3)) + (v.T * M * v)[0], x
    shapes = (loose.Log(), loose.Root(0.25), loose.Saturation())
    a = [[1, 2, 0], [half, 0, 1], [1, 1, 1]]
    rows = np.array(a, dtype=float)
    h = loose.ConcaveOverModular([[1.0, 2.0, 3.0]], rows, shapes)
    z = [sum(weight * xi for weight, xi in zip(row, x, strict=True)) for row in a]
    terms = (
        sympy.log(1 + z[0]),
        2 * (sympy.sqrt(z[1] + half**2) - half),
        3 * (1 - sympy.exp(-z[2])),
    )
    return h, sum(terms), x


@pytest.mark.parametrize(
    "name", ["coverage", "influence", "determinantal", "log quadratic", "shapes"]
)
def test_gradients_and_smoothness_are_those_of_the_formula(name: str) -> None:
    """Differentiated by sympy; every entry of the Hessian is below 0, and none beyond L."""
    f, formula, x = _symbolic(name)
    value = sympy.lambdify(x, formula)
    slopes = [sympy.lambdify(x, sympy.diff(formula, xi)) for xi in x]
    hessian = sympy.lambdify(x, sympy.hessian(formula, x))
    L = f.smoothness(Box.unit(3))
    for point in np.vstack([np.zeros(3), np.ones(3), _rng().uniform(0, 1, (4, 3))]):
        assert float(f.value(0, point)) == pytest.approx(value(*point), rel=1e-12, abs=1e-14)
        expected = [slope(*point) for slope in slopes]
        np.testing.assert_allclose(f.gradient(0, point), expected, rtol=1e-11, atol=1e-13)
        H = np.array(hessian(*point), dtype=float)
        assert (H <= 1e-12).all()
        assert np.abs(np.linalg.eigvalsh(H)).max() <= L * (1 + 1e-12)
    if name != "shapes":  # said to be exact at the lower corner
        H = np.array(hessian(0.0, 0.0, 0.0), dtype=float)
        assert np.abs(np.linalg.eigvalsh(H)).max() == pytest.approx(L, rel=1e-12)


def _sampled(samples: int, seed: int = 3) -> families.SampledSetFunction:
    exact = _coverage(varying=True)
    return families.SampledSetFunction(exact.of_set, T=T, n=N, samples=samples, seed=seed)


def test_sampled_extensions_are_monotone_and_diminishing_whatever_the_sample() -> None:
    f, exact = _sampled(20), _coverage(varying=True)
    rng = _rng()
    Y = rng.uniform(0, 1, (20, N))
    X = rng.uniform(0, 1, (20, N)) * Y
    assert (f.value(1, X) <= f.value(1, Y) + 1e-12).all()
    assert (f.gradient(1, X) >= f.gradient(1, Y) - 1e-12).all()
    assert (f.gradient(1, Y) >= -1e-12).all()
    ends = np.stack([np.zeros(N), np.ones(N)])
    np.testing.assert_allclose(f.value(1, ends), exact.value(1, ends), atol=1e-12)
    for constant in ("lipschitz", "range"):  # from the values at vertices, which are exact
        domain = Box.unit(N)
        expected = getattr(exact, constant)(domain)
        assert getattr(f, constant)(domain) == pytest.approx(expected, rel=1e-12)
    assert f.smoothness(Box.unit(N)) >= exact.smoothness(Box.unit(N)) * (1 - 1e-12)
    assert _sampled(20).value(1, Y) == pytest.approx(f.value(1, Y), abs=0)
    assert f.value(1, Y.reshape(4, 5, N)).shape == (4, 5)


def test_sampled_extensions_err_as_rarely_as_they_say() -> None:
    """Of 200 seeds, at a confidence of 80 %, more than 20 % plus 5 deviations would refute it."""
    exact = _coverage(varying=True)
    x = np.array([0.3, 0.5, 0.2])
    missed = np.zeros(2)
    for seed in range(200):
        f = _sampled(30, seed)
        missed[0] += abs(float(f.value(0, x) - exact.value(0, x))) > f.value_error(0, 0.8)
        off = np.abs(f.gradient(0, x) - exact.gradient(0, x))
        missed[1] += (off > f.gradient_error(0, 0.8)).any()
    assert (missed <= 200 * 0.2 + 5 * (200 * 0.2 * 0.8) ** 0.5).all()
    errors = [np.abs(_sampled(m).value(0, x) - exact.value(0, x)) for m in (20, 20_000)]
    assert errors[1] < errors[0] / 5  # it converges, at about 1 / sqrt(m)


def test_crowdsourcing_is_not_quite_monotone() -> None:
    """Which its class sees, as samples do; its constants hold all the same."""
    game = families.crowdsourcing(T=200, seed=0)
    f = game.utility
    assert isinstance(f, families.LogQuadratic)
    monotone = f.monotone(game.domain)
    assert 0 < (~monotone).sum() < 100
    at_top = np.stack([f.gradient(t, np.ones(13)) for t in range(200)])
    np.testing.assert_array_equal(monotone, (at_top >= 0).all(-1))
    X = _rng().uniform(0, 1, (50, 13)).round()
    for t in range(0, 200, 20):
        values = f.value(t, X)
        assert values.max() - values.min() <= f.range(game.domain)
        assert np.linalg.norm(f.gradient(t, X), axis=-1).max() <= f.lipschitz(game.domain)
    prices = [0.01, 0.05, 0.01, 0.08, 0.02, 0.2, 0.05, 0.01, 0.5, 0.01, 0.01, 0.02, 0.25]
    np.testing.assert_allclose(game.prices.mean(0), prices, rtol=0.1)


def test_crowdsourcing_with_a_large_first_is_refused() -> None:
    with pytest.raises(ValueError, match=r"first must be at most 1e\+06 in size, got 2e\+06"):
        families.crowdsourcing(T=3, first=2_000_000)


def test_wide_quadratics_are_what_they_say() -> None:
    game = families.wide_quadratics(T=4, seed=1, n=12, rows=5, steep=10.0)
    f, X = game.utility, game.domain
    assert isinstance(f, osphg.utilities.Quadratics)
    assert isinstance(X, osphg.Polytope)
    assert game.check().holds
    assert (f.H <= 0).all()
    assert f.H.min() >= -10
    np.testing.assert_allclose(f.gradient(2, X.upper), 0, atol=1e-12)  # h = -H u
    assert X.contains(np.diag(X.upper)).all()  # u_i e_i is in X, and no further
    assert not X.contains(np.diag(X.upper) * 1.001).any()


ONES = np.ones((2, 3))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: loose.ProbabilisticCoverage(-ONES, ONES), "^weights must not be negative"),
        (lambda: loose.ProbabilisticCoverage(ONES, 2 * ONES), "^chances must be at most 1, got"),
        (lambda: loose.ProbabilisticCoverage(ONES, ONES[0]), r"^chances must have shape \(n, 3"),
        (
            lambda: loose.ProbabilisticCoverage(ONES, np.ones((3, 2, 3))),
            r"^chances must have shape \(2, any, 3\), got \(3, 2, 3\)",
        ),
        (lambda: loose.ConcaveOverModular(ONES, ONES.T, Harmonic), "^phi must have methods"),
        (
            lambda: loose.ConcaveOverModular(ONES, ONES.T, [loose.Log()]),
            "^phi must be one shape, or one for each of 3 terms, got 1",
        ),
        (lambda: loose.ConcaveOverModular(ONES, -ONES.T, loose.Log()), "^a must not be neg"),
        (lambda: loose.budget_allocation(ONES, ONES), "^chances must be below 1, got 1"),
        (lambda: loose.Root(0.0), "^shift must be greater than 0"),
        (lambda: loose.SmoothCap(1.0, 2.0), r"^width must be in \[1e-06, cap\]"),
        (lambda: loose.SetFunction(ONES), r"^table must have 2\^n columns"),
        (lambda: loose.SetFunction([[1.0, 2.0]]), "^table must be 0 for the empty set"),
        (lambda: loose.SetFunction([[0.0, 1, 1, 0.5]]), "^table must be monotone in the set"),
        (
            lambda: loose.SetFunction([[0.0, 1, 1, 2], [0.0, 1, 1, 2.5]]),
            "^table must be submodular in the set, but in round 2 it is not by 0.5 for elements 0"
            " and 1 and the set of column 0",
        ),
        (lambda: loose.Determinantal([[[0.5, 0], [0, 2]]]), "^L must have no eigenvalue"),
        (lambda: loose.Determinantal([[[2.0, 1], [0, 2]]]), "^L must be symmetric"),
        (lambda: loose.LogQuadratic([1.0], [[[1.0]]]), "^M must be entrywise non-positive"),
        (lambda: loose.SampledSetFunction(len, 1, 2, 5, 0), "^function must be a function of a"),
        (
            lambda: loose.SampledSetFunction(lambda t, S: S, 1, 2, 5, 0),
            r"^function\(t, S\) must ",
        ),
        (
            lambda: _coverage(varying=False).lipschitz(Box(np.array([2.0, 1.0, 1.0]))),
            "^domain must lie where 0 <= chances",
        ),
        (
            lambda: _facilities().range(Box(np.array([2.0, 1.0, 1.0]))),
            r"^domain must lie in \[0,1\]\^3",
        ),
    ],
)  # fmt: skip
def test_what_is_no_such_utility_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


class TestOneRoundDoesNotHideAnother:
    """What is allowed for rounding is measured in each round by itself."""

    def test_eigenvalues(self) -> None:
        for L in ([[1e10, 0], [0, -5.0]], [[1e9, 0], [0, 0.5]], [[1e6, 0], [0, 0.9995]]):
            with pytest.raises(ValueError, match="no eigenvalue below 1"):
                osphg.families.Determinantal(np.array([L]))
        with pytest.raises(ValueError, match=r"got 0\.999 in round 2"):
            osphg.families.Determinantal(np.array([[[1e9, 0], [0, 1.0]], [[2.0, 0], [0, 0.999]]]))

    def test_tables(self) -> None:
        with pytest.raises(ValueError, match="monotone in the set, but in round 2"):
            osphg.families.SetFunction(np.array([[0, 1e12, 1e12, 2e12], [0, 1.0, -0.5, 0.5]]))


def test_the_range_of_an_estimate_is_that_of_its_steps() -> None:
    f = osphg.families.SampledSetFunction(
        lambda t, S: S.any(-1) * 1.0, T=1, n=30, samples=10, seed=0
    )
    X = osphg.Simplex(30, r=0.05)
    spread = f.value(0, np.eye(30) * 0.05).max() - f.value(0, np.zeros(30))
    assert spread <= f.range(X) <= 1
