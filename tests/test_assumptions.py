"""What falsifies assumptions: honest games pass in any units, each lie is named and proven."""

from __future__ import annotations

import contextlib
import io
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osphg import Box, Polytope, Rounds, Simplex, StreamedRounds
from osphg.assumptions import AssumptionReport
from osphg.checks import FloatArray
from osphg.domains import Domain, HalfSpaces
from osphg.families import ConcaveOverModular, UtilityFamily
from osphg.rounds import Game
from osphg.utilities import Quadratics
from tests import domains
from tests.table import PROBLEMS, Shifted, problem
from tests.test_families import FAMILIES

T, N = 4, 3
box_of: Any = Box  # that take lists, too
polytope_of: Any = Polytope
EXPONENTS = st.sampled_from([0, -9, 9, -4, 5, -1, 2])
UNITS = st.lists(EXPONENTS, min_size=N, max_size=N).map(lambda powers: 10.0 ** np.array(powers))
FACTOR = EXPONENTS.map(lambda power: 10.0**power)


class InUnits(UtilityFamily):
    """A family's functions with x_i counted in units of 1/u_i and f in units of 1/s."""

    def __init__(self, family: UtilityFamily, u: FloatArray, s: float) -> None:
        self.family, self.u, self.s = family, u, s
        self.T, self.n, self.upper = family.T, family.n, family.upper * u

    def _value(self, t: int, X: FloatArray) -> Any:
        return self.s * self.family.value(t, X / self.u)

    def _gradient(self, t: int, X: FloatArray) -> Any:
        return self.s * self.family.gradient(t, X / self.u) / self.u

    def curvature(self, t: int, domain: Domain) -> Any:
        box = Box(domain.upper / self.u)
        return self.s * self.family.curvature(t, box) / np.outer(self.u, self.u)


class Claiming:
    """A utility that says something else of itself; the rest is that of another one."""

    def __init__(self, utility: Any, **claims: Any) -> None:
        self._utility, self._claims = utility, claims

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._claims[name] if name in self._claims else getattr(self._utility, name)


def _claiming(utility: Any, word: str, factor: float) -> Claiming:
    """Return a utility with a constant times a factor."""
    own = getattr(utility, word)
    return Claiming(utility, **{word: lambda domain: factor * own(domain)})


def _game(utility: Any, domain: Domain, rounds: int = T) -> Rounds:
    units = np.where(domain.upper > 0, domain.upper, 1.0)
    prices = np.random.default_rng(3).uniform(0, 2, (rounds, domain.n)) / units
    return Rounds(utility, prices, 0.4 * rounds, domain)


def _box_of(name: str) -> tuple[UtilityFamily, Box]:
    make, box = FAMILIES[name]
    return make(), box


def _quadratics(u: FloatArray, s: float, seed: int = 0) -> Quadratics:
    """The paper's, on the box [0, u]."""
    H = np.random.default_rng(seed).uniform(-1, 0, (T, N, N))
    H = (H + H.swapaxes(1, 2)) / 2
    return Quadratics(s * H / np.outer(u, u), -s * H.sum(1) / u)


def _sets(upper: FloatArray) -> dict[str, Domain]:
    """Sets with these upper bounds, or with less."""
    rows = np.array([[1.0, 1.0, 1.0], [2.0, 0.3, 0.0]])
    return {
        "box": Box(upper),
        "polytope": Polytope(rows / upper, np.array([1.7, 1.2]), Box(upper)),
        "no corner": Polytope(np.array([[-1.0, 1.0, 0.0]]) / upper, np.array([0.0]), Box(upper)),
        "flat": Polytope(
            np.array([[1.0, -1.0, 0.0], [-1.0, 1.0, 0.0]]) / upper, np.zeros(2), Box(upper)
        ),
    }


def proven(game: Game, report: AssumptionReport) -> list[str]:
    """Return the words of what failed, once what the counterexamples print has refuted it."""
    for finding in report.findings:
        assert bool(finding.counterexample) == (not finding.holds)
        assert (finding.worst > 0) == (not finding.holds)
        if finding.holds:
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(finding.counterexample, {"rounds": game})
        left, sign, right = printed.getvalue().split()
        told = ["True", "False"]
        if sign == "!=" and left in told:
            assert {left, right} == set(told), finding
        else:
            a, b = float(left), float(right)
            scale = 1e-10 * max(abs(a), abs(b))
            broken = {">": not a <= b + scale, "<": not a >= b - scale, "!=": a != b}
            assert broken[sign], finding
    return [finding.assumption.split(":")[0].split()[0] for finding in report.findings
            if not finding.holds]  # fmt: skip


# Honest games.


@pytest.mark.parametrize("name", list(FAMILIES))
@settings(max_examples=25, deadline=None)
@given(
    u=UNITS,
    s=FACTOR,
    which=st.sampled_from(["box", "polytope", "no corner", "flat"]),
    seed=st.integers(0, 99),
)
def test_families_are_not_refuted_in_any_units(
    name: str, u: FloatArray, s: float, which: str, seed: int
) -> None:
    family, box = _box_of(name)
    game = _game(InUnits(family, u, s), _sets(box.upper * u)[which])
    report = game.check(seed=seed)
    assert report.holds, str(report)
    assert report["L"].holds


@settings(max_examples=60, deadline=None)
@given(
    u=UNITS,
    s=FACTOR,
    which=st.sampled_from(["box", "polytope", "no corner", "flat"]),
    seed=st.integers(0, 99),
)
def test_quadratics_are_not_refuted_in_any_units(
    u: FloatArray, s: float, which: str, seed: int
) -> None:
    report = _game(_quadratics(u, s, seed), _sets(u)[which]).check(seed=seed)
    assert report.holds, str(report)


@pytest.mark.parametrize("name", [name for name in PROBLEMS if "literal H" not in name])
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_the_tables_problems_are_not_refuted(name: str, seed: int) -> None:
    report = problem(name).rounds.check(seed=seed)
    assert report.holds, str(report)


# One of each kind, and some of unusual sizes or shapes.
DOMAINS: dict[str, Domain] = {
    **{kind: case.example() for kind, case in domains.DOMAINS.items()},
    "large simplex": Simplex(5, 1e6),
    "small simplex": Simplex(5, 1e-6),
    "flat box": box_of([1.0, 0.0, 2.0]),
    "point": box_of([0.0, 0.0]),
    "polygon": polytope_of([[1.0, 2.0], [-1.0, 1.0]], [1.5, 0.2], box_of([1e-3, 1e5])),
    "long box": Box(np.linspace(1, 2, 70)),
}


@pytest.mark.parametrize("name", list(DOMAINS))
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_domains_are_not_refuted(name: str, seed: int) -> None:
    X = DOMAINS[name]
    utility = ConcaveOverModular(np.ones((T, 1)), np.full((1, X.n), 1 / max(X.upper.max(), 1e-9)))
    report = _game(utility, X).check(seed=seed)
    assert report.holds, str(report)
    assert ("half-spaces" in str(report)) == hasattr(X, "half_spaces")


# Lies of a utility.

LIES = [
    ("lipschitz", "beta_f"),
    ("range", "F"),
    ("smoothness", "L"),
]


@pytest.mark.parametrize(("method", "word"), LIES)
@pytest.mark.parametrize("name", list(FAMILIES))
@settings(max_examples=15, deadline=None)
@given(u=UNITS, s=FACTOR, seed=st.integers(0, 99))
def test_half_a_constant_is_refuted_in_any_units(
    name: str, method: str, word: str, u: FloatArray, s: float, seed: int
) -> None:
    family, box = _box_of(name)
    if word == "L":  # the bend of two items shows only in moves along both: not 1e10 or more apart
        u = u ** (1 / 2)
    game = _game(_claiming(InUnits(family, u, s), method, 0.5), Box(box.upper * u))
    assert proven(game, game.check(seed=seed)) == [word]


@pytest.mark.parametrize(("method", "word"), LIES)
@settings(max_examples=30, deadline=None)
@given(u=UNITS, s=FACTOR, factor=st.sampled_from([0.99, 0.5, 1e-9, 0.0]), seed=st.integers(0, 99))
def test_less_than_a_constant_of_quadratics_is_refuted(
    method: str, word: str, u: FloatArray, s: float, factor: float, seed: int
) -> None:
    """Exact on a box: a hundredth less is seen."""
    game = _game(_claiming(_quadratics(u, s, seed), method, factor), Box(u))
    assert proven(game, game.check(seed=seed)) == [word]


def test_a_lie_of_streamed_rounds_is_proven() -> None:
    family, box = _box_of("a user's own")

    def drawing(least: float) -> Callable[[int, int], Any]:
        def draw(start: int, stop: int) -> Any:
            utility: Any = Claiming(Shifted(family, 0), lipschitz=lambda domain: least)
            return utility, np.ones((stop - start, N))

        return draw

    assert StreamedRounds(drawing(9.0), T, 3 * T, 6.0, box).check().holds
    game = StreamedRounds(drawing(1e-3), T, 3 * T, 6.0, box)
    report = game.check()
    assert proven(game, report) == ["beta_f"]
    assert "block.start ==" in report["beta_f"].counterexample


@settings(max_examples=30, deadline=None)
@given(u=UNITS, s=FACTOR, seed=st.integers(0, 99))
def test_a_false_claim_of_concavity_is_refuted(u: FloatArray, s: float, seed: int) -> None:
    """Coverage, which is none, and functions that are."""
    family, box = _box_of("coverage")
    game = _game(Claiming(InUnits(family, u, s), concave=True), Box(box.upper * u))
    assert proven(game, game.check(seed=seed)) == ["concave,"]
    family, box = _box_of("concave over modular")
    game = _game(Claiming(InUnits(family, u, s), concave=True), Box(box.upper * u))
    assert game.check(seed=seed)["concave"].holds


class Stated:
    """The same f in every round, by its formulas in z = x / u."""

    def __init__(self, f: Any, slope: Any, u: FloatArray, s: float) -> None:
        self.f, self.slope, self.u, self.s = f, slope, u, s

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray(self.s * self.f(X / self.u))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray(self.s * self.slope(X / self.u) / self.u)


_ONE = np.array([1.0, 0.0, 0.0])
WRONG: dict[str, tuple[list[str], Any, Any]] = {
    "none": ([], lambda z: np.log1p(z).sum(-1), lambda z: 1 / (1 + z)),
    "offset": (["normalised"], lambda z: np.log1p(z).sum(-1) + 1e-5, lambda z: 1 / (1 + z)),
    "derivative of one item, 1% off": (
        ["gradient"],
        lambda z: np.log1p(z).sum(-1),
        lambda z: (1 + 0.01 * _ONE) / (1 + z),
    ),
    "one item falls": (
        ["monotone"],
        lambda z: (z - 0.55 * _ONE * z**2).sum(-1),
        lambda z: 1 - 1.1 * _ONE * z,
    ),
    "one item is convex": (
        ["DR", "beta_f", "F"],
        lambda z: (z + 0.1 * _ONE * z**2).sum(-1),
        lambda z: 1 + 0.2 * _ONE * z,
    ),
}


@pytest.mark.parametrize("case", list(WRONG))
@settings(max_examples=20, deadline=None)
@given(u=UNITS, s=FACTOR, place=st.integers(0, N - 1), seed=st.integers(0, 99))
def test_each_wrong_formula_is_named_in_any_units(
    case: str, u: FloatArray, s: float, place: int, seed: int
) -> None:
    words, f, slope = WRONG[case]
    turned = Stated(
        lambda z: f(np.roll(z, place, axis=-1)),
        lambda z: np.roll(slope(np.roll(z, place, axis=-1)), -place, axis=-1),
        u,
        s,
    )
    game = _game(turned, Box(u))
    found = proven(game, game.check(seed=seed))
    # In units of its own one slope may be next to nothing in the length of all.
    assert [word for word in found if word != "beta_f"] == [
        word for word in words if word != "beta_f"
    ]
    if (u == u[0]).all():
        assert found == words


@pytest.mark.parametrize(("name", "word"), [("beta_g", "beta_g"), ("G", "G")])
def test_half_a_constant_of_the_prices_is_refuted(name: str, word: str) -> None:
    game = _game(_quadratics(np.ones(N), 1.0), Box.unit(N))
    vars(game)[name] = getattr(game, name) / 2
    assert proven(game, game.check()) == [word]


# Lies of a domain.

SIMPLEX, BALL_LIKE = Simplex(3, 2.0), box_of([1.0, 2.0, 0.5])
CUT = polytope_of([[1.0, 1.0, 1.0], [2.0, 0.3, 0.0]], [1.7, 1.2], Box.unit(3))
POLYGON = polytope_of([[1.0, 2.0]], [2.0], Box.unit(2))


def _into(X: Any) -> Callable[[Any], FloatArray]:
    """Shrink a point towards 0 until it is in the set: in X, and not the nearest point."""

    def project(Y: Any) -> FloatArray:
        X_ = np.clip(Y, 0.0, X.upper)
        A, b, _, _ = X.half_spaces()
        over = ((X_ @ A.T) / b).max(-1, initial=1.0)
        return np.asarray(X_ / over[..., np.newaxis])

    return project


def _other(X: Any, factor: float = 1.0, rows: int | None = None, top: float = 1.0) -> Any:
    A, b, lower, upper = X.half_spaces()
    return lambda: HalfSpaces(A[:rows], factor * b[:rows], lower, top * upper)


DOMAIN_LIES: list[tuple[str, str, Any, dict[str, Any]]] = [
    ("towards 0", "projection", SIMPLEX, {"project": _into(SIMPLEX)}),
    ("towards 0", "projection", CUT, {"project": _into(CUT)}),
    ("towards 0", "projection", POLYGON, {"project": _into(POLYGON)}),
    *(
        (f"times {c}", "projection", X, {"project": lambda Y, c=c, X=X: c * X.project(Y)})
        for X in (SIMPLEX, BALL_LIKE, CUT)
        for c in (0.999, 1.001)
    ),
    *(
        ("worst", "linear", X, {"maximize_linear": lambda C, X=X: X.maximize_linear(-np.array(C))})
        for X in (SIMPLEX, BALL_LIKE, CUT, POLYGON)
    ),
    *(
        (str(c), "linear", X, {"maximize_linear": lambda C, c=c, X=X: c * X.maximize_linear(C)})
        for X in (SIMPLEX, BALL_LIKE, CUT, POLYGON)
        for c in (0.0, 0.999, 1.001)
    ),
    *(
        (f"b times {c}", "half-spaces:", X, {"half_spaces": _other(X, c)})
        for X in (SIMPLEX, CUT, POLYGON)
        for c in (0.5, 0.95, 1.05, 2.0)
    ),
    ("a row less", "half-spaces:", CUT, {"half_spaces": _other(CUT, rows=1)}),
    ("no row", "half-spaces:", SIMPLEX, {"half_spaces": _other(SIMPLEX, rows=0)}),
    ("top", "half-spaces:", BALL_LIKE, {"half_spaces": _other(BALL_LIKE, top=1.01)}),
    ("top", "half-spaces:", BALL_LIKE, {"half_spaces": _other(BALL_LIKE, top=0.99)}),
    *(
        (f"times {c}", "R", X, {"diameter": c * X.diameter})
        for X in (SIMPLEX, BALL_LIKE, POLYGON)
        for c in (0.99, 0.5, 0.0)
    ),
    ("times 0.5", "R", CUT, {"diameter": 0.5 * CUT.diameter}),
    *(
        (f"times {c}", "bounds", X, {"upper": c * X.upper})
        for X in (SIMPLEX, BALL_LIKE, CUT, POLYGON)
        for c in (0.99, 0.5)
    ),
    ("above 0", "bounds", BALL_LIKE, {"lower": 0.1 * BALL_LIKE.upper}),
    (
        "all",
        "projection",
        BALL_LIKE,
        {"contains": lambda Y, atol=1e-9: np.ones(np.shape(Y)[:-1], dtype=bool)},
    ),
]


@pytest.mark.parametrize(
    ("name", "word", "X", "changed"),
    DOMAIN_LIES,
    ids=[f"{word} {name} {type(X).__name__}" for name, word, X, _ in DOMAIN_LIES],
)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_domain_that_lies_is_refuted(
    name: str, word: str, X: Any, changed: dict[str, Any], seed: int
) -> None:
    domain: Any = Claiming(X, **changed)
    utility = ConcaveOverModular(np.ones((T, 1)), np.ones((1, X.n)))
    game = Rounds(utility, np.ones((T, X.n)), 2.0, domain)
    found = proven(game, game.check(seed=seed))
    assert word.rstrip(":") in [one.rstrip(":") for one in found]
    if word in ("R", "half-spaces:"):  # nothing else hangs on these
        assert len(found) == 1


@settings(max_examples=15, deadline=None)
@given(u=UNITS, seed=st.integers(0, 99))
def test_a_box_that_lies_is_refuted_in_any_units(u: FloatArray, seed: int) -> None:
    box = Box(u)
    lies = {
        "linear": {"maximize_linear": lambda C: box.maximize_linear(-np.array(C))},
        "R": {"diameter": 0.5 * box.diameter},
        "bounds": {"upper": 0.5 * u},
        "half-spaces": {"half_spaces": _other(box, top=1.01)},
    }
    for word, changed in lies.items():
        domain: Any = Claiming(box, **changed)
        game = _game(_quadratics(u, 1.0), domain)
        assert word in proven(game, game.check(seed=seed))


def _two_lies(word: str, u: FloatArray) -> Any:
    """Return the box [0, u] with one member that lies in two ways, of which one is worse."""
    box = Box(u)

    def project(Y: Any) -> FloatArray:
        """Move points of the box by a third, and end just outside of it from all others."""
        outside = ~box.contains(Y, 0.0)[..., np.newaxis]
        return np.asarray(np.where(outside, 1.005, 2 / 3) * box.project(Y))

    def maximize_linear(C: Any) -> FloatArray:
        """End just outside of the box where c_1 > 0, and elsewhere at half of the maximiser."""
        outward = np.asarray(C)[..., :1] > 0
        return np.asarray(np.where(outward, 1.005, 0.5) * box.maximize_linear(C))

    lies: dict[str, dict[str, Any]] = {
        "projection": {"project": project},
        "linear": {"maximize_linear": maximize_linear},
        "bounds": {"upper": np.array([0.9, 0.3, 0.95]) * u},
    }
    return Claiming(box, **lies[word])


@pytest.mark.parametrize("word", ["projection", "linear", "bounds"])
@pytest.mark.parametrize("power", [-20, 20])
def test_the_worst_violation_of_a_domain_is_the_same_in_any_units(word: str, power: int) -> None:
    """Which of two violations is shown, where one is a part of a size and one a length or so."""
    # Powers of 2, by which nothing is rounded. Distances are kept if all coordinates share a unit.
    u = np.full(N, 2.0**power)
    if word == "bounds":
        u[0] = u[2] = 1.0
    shown = []
    for units in (np.ones(N), u):
        game = _game(_quadratics(units, 1.0), _two_lies(word, units))
        report = game.check(seed=1)
        assert word in proven(game, report)
        names: dict[str, Any] = {"rounds": game}
        *lines, verdict = report[word].counterexample.splitlines()
        exec("\n".join(lines), names)
        witness = names["c"] * units if word == "linear" else names.get("y", names["x"]) / units
        shown.append((verdict, witness.tolist(), names.get("i")))
    assert shown[0] == shown[1]


def test_derived_constants_are_not_asked_for_in_vain() -> None:
    """A utility that tells none, of very many rounds: only some of them are looked at."""
    calls: set[int] = set()

    class Counted(Stated):
        def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
            calls.add(t)
            return super().gradient(t, X)

    _, f, slope = WRONG["none"]
    assert _game(Counted(f, slope, np.ones(N), 1.0), Box.unit(N), 1000).check(20).holds
    assert len(calls - {0}) <= 20
    _, f, slope = WRONG["one item is convex"]
    game = _game(Counted(f, slope, np.ones(N), 1.0), Box.unit(N), 1000)
    assert proven(game, game.check(20)) == ["DR", "beta_f", "F"]
    assert math.isclose(game.beta_f, math.sqrt(3))
