"""The saddle point methods for long-term constraints: refusals, small games, bounds and rates.

Against their literal pseudocode they run in `tests.test_play`, over the shared table.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg import (
    Box,
    JenattonHuangArchambeau,
    MahdaviJinYang,
    MahdaviMirrorProx,
    MahdaviNoViolation,
    Polytope,
    Rounds,
    Run,
    Simplex,
    SunDeyKapoor,
    YuanLamperski,
    YuanLamperskiStrong,
)
from osphg.games.contests import concave_noisy, concave_switching, decoys, shelf
from osphg.metrics import Estimate, growth_exponent
from osphg.players import Player
from osphg.rounds import paper_quadratics
from osphg.systems.catalogue import RATES, REGRET, VIOLATION, Sizes, Trial
from osphg.systems.oracles import Entropic, Euclidean
from osphg.systems.saddle import is_heuristic
from osphg.utilities import Quadratics

GOOD: dict[type, dict[str, Any]] = {
    MahdaviJinYang: {"eta": 0.1, "delta": 2.0},
    MahdaviNoViolation: {"eta": 0.1, "delta": 2.0},
    MahdaviMirrorProx: {"eta": 0.1},
    JenattonHuangArchambeau: {"eta": 0.1, "theta": 2.0},
    YuanLamperski: {"eta": 0.1, "sigma": 2.0},
    YuanLamperskiStrong: {"H": 1.0, "sigma": 2.0},
    SunDeyKapoor: {"mu": 0.1, "delta": 2.0},
}
FIXED_ONLY = [
    MahdaviJinYang,
    MahdaviNoViolation,
    MahdaviMirrorProx,
    JenattonHuangArchambeau,
    YuanLamperski,
    YuanLamperskiStrong,
]

# Refusals.


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in GOOD for name in GOOD[kind]])
@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (0, ValueError, "must be greater than 0, got 0"),
        (-1.5, ValueError, "must be greater than 0, got -1.5"),
        (math.nan, ValueError, "must be finite, got nan"),
        ("1", TypeError, "must be a real number, got '1' of str"),
        (True, TypeError, "must be a real number, got True of bool"),
    ],
)
def test_numbers_are_positive(
    kind: Any, name: str, value: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=f"^{name} {message}"):
        kind(**{**GOOD[kind], name: value})


@pytest.mark.parametrize(
    ("kind", "changed", "error", "message"),
    [
        (MahdaviJinYang, {"eta": 1}, ValueError, r"^delta \* eta\^2 must be at most 1, got 2 "),
        (MahdaviNoViolation, {"margin": -1}, ValueError, "^margin must be at least 0, got -1"),
        (MahdaviNoViolation, {"eta": 1}, ValueError, r"^delta \* eta\^2 must be .*, got 2 "),
        (SunDeyKapoor, {"mu": 1}, ValueError, r"^delta \* mu\^2 must be at most 1, got 2 "),
        (JenattonHuangArchambeau, {"b": 1}, ValueError, "^b must be between 0 and 1, .*got 1.0"),
        (JenattonHuangArchambeau, {"b": 0}, ValueError, "^b must be between 0 and 1, .*got 0.0"),
        (JenattonHuangArchambeau, {"b": None}, TypeError, "^b must be a real number, got None"),
        (SunDeyKapoor, {"geometry": Entropic}, TypeError, "^geometry must be .*Entropic"),
        (SunDeyKapoor, {"geometry": "l1"}, TypeError, "^geometry must be .*got 'l1'"),
        *(
            (kind, {"heuristic": 1}, TypeError, "^heuristic must be True or False, got 1")
            for kind in FIXED_ONLY
        ),
    ],
)
def test_what_else_is_refused(
    kind: Any, changed: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message) as caught:
        kind(**{**GOOD[kind], **changed})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("b", [0.0, 1.0, -0.5])
def test_yuan_lamperski_refuses_exponents_outside_the_unit(b: float) -> None:
    with pytest.raises(ValueError, match=r"^b must be between 0 and 1, both excluded"):
        YuanLamperski.tuned(concave_noisy(64, 0), b)


@pytest.mark.parametrize("kind", FIXED_ONLY)
def test_prices_that_vary_are_refused_before_playing(kind: Any) -> None:
    rounds = paper_quadratics(T=50)
    player = kind(**GOOD[kind])
    message = f"^{kind.__name__} needs the same price in every round, got prices that vary; "
    with pytest.raises(ValueError, match=message) as caught:
        osphg.play(player, rounds)
    assert "\n" not in str(caught.value)
    assert "heuristic=True" in str(caught.value)
    assert not is_heuristic(player)
    anyway = kind(**GOOD[kind], heuristic=True)
    assert is_heuristic(anyway)
    assert osphg.play(anyway, rounds).complete
    assert osphg.play(player, concave_noisy(50, 0)).complete


@pytest.mark.parametrize(
    "domain", [Box.unit(2), Polytope(np.ones((1, 2)), np.ones(1), Box.unit(2))], ids=str
)
def test_entropy_is_refused_off_the_simplex_and_there_is_no_way_around(domain: Any) -> None:
    rounds = concave_switching(64, 0, domain=domain)
    message = r"^Entropic needs a Simplex \{x >= 0, sum x <= r\} as domain, got "
    for refused in (
        lambda: osphg.play(SunDeyKapoor(0.1, 1.0, Entropic()), rounds),
        lambda: SunDeyKapoor.tuned(rounds, Entropic()),
    ):
        with pytest.raises(ValueError, match=message) as caught:
            refused()
        assert "\n" not in str(caught.value)
        assert "heuristic" not in str(caught.value)


# Tuning.


def test_mahdavi_jin_yang_tuned_has_the_smallest_delta_of_the_bound() -> None:
    rounds = concave_noisy(5000, 3)
    player = MahdaviJinYang.tuned(rounds)
    a = rounds.R * math.sqrt(2 * rounds.beta**2 + 2 * rounds.G**2)
    assert player.eta == pytest.approx(rounds.R**2 / (a * 5000**0.5), rel=1e-14)
    needed = 2 * rounds.beta**2 + 2 * player.delta**2 * player.eta**2
    assert player.delta == pytest.approx(needed, rel=1e-12)
    less = 0.999 * player.delta
    assert less < 2 * rounds.beta**2 + 2 * less**2 * player.eta**2


def test_the_horizon_that_a_refusal_names_is_long_enough_and_no_longer_than_needed() -> None:
    with pytest.raises(ValueError, match=r"^T must be at least \d+ .*, got 4$") as caught:
        MahdaviJinYang.tuned(concave_switching(4, 0))
    needed = int(str(caught.value).split("at least ")[1].split()[0])
    rounds = concave_switching(4, 0)

    utility = rounds.utility
    assert isinstance(utility, Quadratics)

    def longer(T: int) -> Rounds:
        """The same constants over another horizon."""
        t = np.arange(T) % 4
        again = Quadratics(utility.H[t], utility.h[t])
        return Rounds(again, rounds.prices[t], rounds.allowance * T, rounds.domain)

    MahdaviJinYang.tuned(longer(needed))
    with pytest.raises(ValueError, match=r"^T must be at least"):
        MahdaviJinYang.tuned(longer(needed - 1))


def test_a_margin_that_is_no_number_is_refused() -> None:
    rounds = osphg.rounds.paper_quadratics(T=40)
    with pytest.raises(TypeError, match=r"^margin must be a real number, got '0.1' of str$"):
        MahdaviJinYang.tuned(rounds, "0.1", heuristic=True)  # type: ignore[arg-type]


def test_a_margin_of_all_the_budget_is_refused() -> None:
    rounds = concave_noisy(50, 0, budget_per_round=0.3)
    with pytest.raises(ValueError, match=r"^margin must be less than B_T/T = 0.3, got 0.3$"):
        osphg.play(MahdaviNoViolation(0.1, 2.0, 0.3), rounds)
    with pytest.raises(ValueError, match=r"^margin must be less than B_T/T = 0.3, got 0.5$"):
        osphg.play(MahdaviNoViolation(0.1, 2.0, 0.5, heuristic=True), rounds)
    assert osphg.play(MahdaviNoViolation(0.1, 2.0, 0.29), rounds).complete


def test_a_game_too_short_for_the_mirror_prox_is_refused() -> None:
    wide = concave_noisy(100, 0, n=25)  # R = 5
    with pytest.raises(ValueError, match=r"^T must be at least 125 for the bound, got 100$"):
        MahdaviMirrorProx.tuned(wide)
    assert MahdaviMirrorProx.tuned(concave_noisy(125, 0, n=25)).eta > 0


def test_the_modulus_of_concavity_is_given_or_known() -> None:
    rounds = concave_noisy(200, 0)
    player = YuanLamperskiStrong.tuned(rounds)
    assert (player.H, player.sigma) == pytest.approx((1.0, 2 * rounds.beta**2), rel=1e-12)
    assert YuanLamperskiStrong.tuned(rounds, 0.25).H == 0.25
    utility = Quadratics(-np.array([np.diag([3.0, 0.5]), np.diag([2.0, 4.0])]), np.ones((2, 2)))
    uneven = Rounds(utility, np.ones((2, 2)), 2.0, Box.unit(2))
    assert YuanLamperskiStrong.tuned(uneven).H == pytest.approx(0.5)
    needs = "^YuanLamperskiStrong needs strongly concave utilities, got a curvature of "
    for flat in (concave_switching(64, 0), paper_quadratics(T=50), shelf(50, 3, 0)):
        with pytest.raises(ValueError, match=needs):
            YuanLamperskiStrong.tuned(flat)
        assert YuanLamperskiStrong.tuned(flat, 2.0).H == 2.0
    with pytest.raises(ValueError, match=r"^H must be given where f_t is not quadratic, got Stat"):
        YuanLamperskiStrong.tuned(decoys(50, 0))
    with pytest.raises(ValueError, match=r"^H must be greater than 0, got 0"):
        YuanLamperskiStrong.tuned(rounds, 0)


@pytest.mark.parametrize("allowance", [0.1, 1.0, 4.0])
def test_strong_concavity_keeps_its_logarithms(allowance: float) -> None:
    """Both bounds of the docstring, for every T; the second in every round on the way."""
    for T in (1, 64, 2048):
        rounds = concave_noisy(max(T, 2), 7, budget_per_round=allowance)
        player = YuanLamperskiStrong.tuned(rounds)
        run = osphg.play(player, rounds)
        t = np.arange(1, rounds.T + 1)
        squares = np.maximum(run.violation, 0) ** 2
        logs, part = 1 + np.log(t), 0.5 * player.H / player.sigma
        paid = rounds.beta_f**2 / player.H
        assert _regret(run) + part * (t * squares).sum() <= paid * logs[-1]
        assert (part * squares.cumsum() <= rounds.F * logs + 2 * paid).all()


def test_the_others_tuned() -> None:
    rounds = concave_noisy(4096, 3)
    R, beta, G = rounds.R, rounds.beta, rounds.G
    assert MahdaviMirrorProx.tuned(rounds).eta == pytest.approx(R / (2**0.5 * beta * 16), rel=1e-12)
    kept = MahdaviNoViolation.tuned(rounds)
    assert kept.margin == pytest.approx(rounds.allowance / 8, rel=1e-14)
    steep = math.sqrt(2 * beta**2 + 2 * (G + kept.margin) ** 2)
    assert kept.eta == pytest.approx(R / (steep * 64), rel=1e-14)
    assert kept.delta == pytest.approx(2 * beta**2 + 2 * kept.delta**2 * kept.eta**2, rel=1e-12)
    adaptive = JenattonHuangArchambeau.tuned(rounds, 0.7)
    assert (adaptive.eta, adaptive.theta, adaptive.b) == (R / beta, 6 * R * beta, 0.7)
    clipped = YuanLamperski.tuned(rounds, 0.75)
    assert clipped.eta == pytest.approx(R / (2**0.5 * beta * 512), rel=1e-14)
    assert clipped.sigma == pytest.approx(2 * beta**2, rel=1e-14)
    euclidean = SunDeyKapoor.tuned(rounds)
    assert euclidean.mu == pytest.approx(R / math.sqrt(2 * 4096 * (G**2 + beta**2)), rel=1e-14)
    assert euclidean.delta == pytest.approx(2 * beta**2, rel=1e-14)
    assert euclidean.geometry == Euclidean()
    rounds = concave_switching(4096, 3, domain=Simplex(2, 1.5))
    entropic = SunDeyKapoor.tuned(rounds, Entropic())
    steep = 1.5 * rounds.beta**2
    mu = math.sqrt(1.5 * math.log(3) / (4096 * (rounds.G**2 + steep)))
    assert entropic.mu == pytest.approx(mu, rel=1e-14)
    assert entropic.delta == pytest.approx(2 * steep, rel=1e-14)
    assert entropic.geometry == Entropic()


# Small games.


def test_a_game_worked_by_hand() -> None:
    """f = x on [0, 1] at price 2, B_T/T = 1, eta = 1/4, delta = 1, as for OSPHG in test_players."""
    T = 8
    utility = Quadratics(np.zeros((T, 1, 1)), np.ones((T, 1)))
    rounds = Rounds(utility, np.full((T, 1), 2.0), float(T), Box.unit(1))
    run = osphg.play(MahdaviJinYang(0.25, 1.0), rounds)
    multipliers = [0.0, 0.0, 0.0, 0.0, 0.125, 0.3671875, 0.59423828125, 0.8070983886718750]
    np.testing.assert_array_equal(run.multiplier, multipliers)
    decisions = [0.0, 0.25, 0.5, 0.75, 1.0, 1.0, 1.0, 0.952880859375]
    np.testing.assert_array_equal(run.decisions[:, 0], decisions)
    # lambda_t = [v_t + g(u_t)/4]_+ runs ahead of v, and x stays behind u where v is above 0
    run = osphg.play(MahdaviMirrorProx(0.25), rounds)
    np.testing.assert_array_equal(run.decisions[:5, 0], [0, 0.25, 0.5, 0.75, 0.875])
    np.testing.assert_array_equal(run.multiplier[:5], [0, 0, 0, 0.125, 0.34375])
    # a margin of 1/2 is a budget of 1/2
    kept = osphg.play(MahdaviNoViolation(0.25, 1.0, 0.5), rounds)
    less = Rounds(utility, rounds.prices, T / 2, Box.unit(1))
    np.testing.assert_array_equal(
        kept.decisions, osphg.play(MahdaviJinYang(0.25, 1.0), less).decisions
    )
    # sigma eta = 1/2: lambda = [2 x - 1]_+ / (1/2) pushes back by lambda p/4 = 2 x - 1 at once
    run = osphg.play(YuanLamperski(0.25, 2.0), rounds)
    np.testing.assert_array_equal(run.decisions[:, 0], [0, 0.25, 0.5, 0.75, 0.5, 0.75, 0.5, 0.75])
    np.testing.assert_array_equal(run.multiplier, [0, 0, 0, 1, 0, 1, 0, 1])
    # steps 1/4, 1/8, 1/12, ... if H = 4, and lambda = 4 t [2 x - 1]_+ / 2
    run = osphg.play(YuanLamperskiStrong(4.0, 2.0), rounds)
    x = [0, 0.25, 0.375, 0.375 + 1 / 12, 0.375 + 1 / 12 + 1 / 16]
    np.testing.assert_allclose(run.decisions[:5, 0], x, rtol=1e-15)
    multipliers = [0, 0, 0, 0, 10 * (2 * x[4] - 1)]
    np.testing.assert_allclose(run.multiplier[:5], multipliers, rtol=1e-12)
    back = x[4] + (1 - 2 * multipliers[4]) / 20
    assert run.decisions[5, 0] == pytest.approx(back, rel=1e-14)


def test_euclidean_mirror_descent_is_the_method_of_2012() -> None:
    rounds = concave_noisy(300, 5, varying=True)
    one = osphg.play(MahdaviJinYang(0.05, 8.0, heuristic=True), rounds)
    other = osphg.play(SunDeyKapoor(0.05, 8.0), rounds)
    np.testing.assert_array_equal(one.decisions, other.decisions)
    np.testing.assert_array_equal(one.multiplier, other.multiplier)


# Geometry.


def _full(domain: Simplex, x: Any) -> Any:
    """A decision with its slack, as shares."""
    return np.append(x, domain.r - x.sum()) / domain.r


def _divergence(domain: Simplex, x: Any, y: Any) -> float:
    """The Bregman divergence of sum z ln z, slack included."""
    a, b = _full(domain, x), _full(domain, y)
    on = a > 0
    return float(domain.r * (a[on] * np.log(a[on] / b[on])).sum())


@given(st.integers(1, 6), st.floats(0.1, 10), st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_the_constants_of_the_entropic_geometry(n: int, r: float, seed: int) -> None:
    domain, geometry = Simplex(n, r), Entropic()
    rng = np.random.default_rng(seed)
    x, y = rng.dirichlet(np.ones(n + 1), 2)[:, :n] * r
    between = np.abs(_full(domain, x) - _full(domain, y)).sum() * r  # l1, slack included
    least = geometry.convexity(domain) * between**2 / 2
    assert _divergence(domain, x, y) >= least * (1 - 1e-9) - 1e-12
    first = geometry.decision(domain, np.zeros(n))
    np.testing.assert_allclose(first, np.full(n, r / (n + 1)), rtol=1e-12)
    most = geometry.divergence(domain)
    assert _divergence(domain, x, first) <= most * (1 + 1e-9)
    corner = np.eye(n)[0] * r
    assert _divergence(domain, corner, first) == pytest.approx(most, rel=1e-9)


@given(st.integers(1, 5), st.floats(0.1, 10), st.integers(0, 2**32))
@settings(max_examples=50, deadline=None)
def test_an_entropic_step_is_the_best_of_what_it_maximises(n: int, r: float, seed: int) -> None:
    """No other point of the simplex has a larger <c, x> - D(x, y)."""
    domain, geometry = Simplex(n, r), Entropic()
    rng = np.random.default_rng(seed)
    before = geometry.move(domain, np.zeros(n), rng.normal(size=n))
    c = rng.normal(size=n)
    y = geometry.decision(domain, before)
    x = geometry.decision(domain, geometry.move(domain, before, c))
    best = c @ x - _divergence(domain, x, y)
    for other in rng.dirichlet(np.ones(n + 1), 200)[:, :n] * r:
        assert c @ other - _divergence(domain, other, y) <= best + 1e-9 * (1 + abs(best))


def test_an_entropic_decision_comes_back_from_where_it_rounds_to_zero() -> None:
    domain, geometry = Simplex(2, 1.0), Entropic()
    far = geometry.move(domain, np.zeros(2), np.array([-5000.0, 3.0]))
    assert geometry.decision(domain, far)[0] == 0
    back = geometry.move(domain, far, np.array([5000.0, -3.0]))
    np.testing.assert_allclose(geometry.decision(domain, back), [1 / 3, 1 / 3], rtol=1e-11)
    edge = geometry.move(domain, far, np.array([1e6, 0.0]))
    assert domain.contains(geometry.decision(domain, edge))


# The games.


@pytest.mark.parametrize("varying", [False, True])
@pytest.mark.parametrize("domain", [None, Simplex(2)], ids=["box", "simplex"])
def test_the_benchmark_of_the_switching_game(varying: bool, domain: Any) -> None:
    for seed in range(3):
        rounds = concave_switching(200, seed, varying=varying, domain=domain)
        for W in (1, 20, 200):
            best = osphg.best_fixed_decision(rounds, W=W)
            assert best.value == pytest.approx(200 * 0.1, rel=1e-9)
            assert best.gap <= 1e-9
        assert (np.ptp(rounds.prices, axis=0) > 0).tolist() == [False, varying]


@pytest.mark.parametrize("game", [concave_switching, concave_noisy])
def test_games_are_concave_and_repeat_under_a_seed(game: Callable[..., Rounds]) -> None:
    one, same, other = game(60, 4), game(60, 4), game(60, 5)
    assert isinstance(one.utility, Quadratics)
    assert np.linalg.eigvalsh(one.utility.H).max() <= 0
    np.testing.assert_array_equal(one.utility.h, same.utility.h)  # type: ignore[attr-defined]
    assert (one.utility.h != other.utility.h).any()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"T": 5}, "^T must be even, got 5"),
        ({"q": -1}, "^q must be at least 0, got -1"),
        ({"domain": Box.unit(3)}, "^domain must have dimension 2 and contain"),
        ({"domain": Simplex(2, 0.4)}, "^domain must have dimension 2 and contain"),
    ],
)
def test_the_switching_game_refuses(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        concave_switching(**{"T": 10, "seed": 0, **options})


# Bounds with their constants, and rates.

HORIZONS = [2**7, 2**9, 2**11]
SEEDS = 5
Make = Callable[[Rounds], Player]
Draw = Callable[[int, int], Rounds]


def _switching(**options: Any) -> Draw:
    return lambda T, seed: concave_switching(T, seed, **options)


def _noisy(**options: Any) -> Draw:
    return lambda T, seed: concave_noisy(T, seed, **options)


def _regret(run: Run) -> float:
    return osphg.regret(run, osphg.best_fixed_decision(run.rounds, W=1), alpha=1.0)


def _squares(run: Run) -> float:
    return float((np.maximum(run.violation, 0) ** 2).sum())


def _exponent(make: Make, trial: Trial) -> Estimate:
    values = np.empty((len(HORIZONS), SEEDS))
    for i, T in enumerate(HORIZONS):
        for seed in range(SEEDS):
            rounds = trial.draw(T, seed)
            run = osphg.play(make(rounds), rounds)
            values[i, seed] = trial.measure(run, trial.window(T))
    return growth_exponent(HORIZONS, values, seed=0)


# With another b than the table of the chapter, whose rates `tests.test_tournament` looks at.
OTHER_B: dict[str, Callable[[Rounds, float], Player]] = {
    "Jenatton-Huang-Archambeau": JenattonHuangArchambeau.tuned,
    "Yuan-Lamperski": YuanLamperski.tuned,
}


@pytest.mark.parametrize("quantity", [REGRET, VIOLATION])
@pytest.mark.parametrize("name", list(OTHER_B))
def test_measured_exponents_do_not_exceed_the_published_ones(name: str, quantity: str) -> None:
    """Upper bounds: the interval of the exponent must not lie above the claim."""
    b, rate = 0.75, RATES[name][quantity]
    found = _exponent(lambda rounds: OTHER_B[name](rounds, b), rate.trial)
    assert found.low <= rate.order.power(Sizes(b=b))


# What the same measurement says of wrong steps: maker, whose rate, of what.
WRONG: dict[str, tuple[Make, str, str]] = {
    "a step that does not shrink": (
        lambda rounds: MahdaviJinYang(0.05, 4.0),
        "Mahdavi-Jin-Yang",
        REGRET,
    ),
    "a step that shrinks too fast": (
        lambda rounds: YuanLamperski.tuned(rounds, 0.8),
        "Yuan-Lamperski",
        REGRET,
    ),
    "a multiplier that forgets": (
        lambda rounds: MahdaviJinYang(rounds.T**-0.5, float(rounds.T)),
        "Mahdavi-Jin-Yang",
        VIOLATION,
    ),
}


@pytest.mark.parametrize("case", list(WRONG))
def test_the_measurement_tells_wrong_steps_apart(case: str) -> None:
    make, name, quantity = WRONG[case]
    rate = RATES[name][quantity]
    assert _exponent(make, rate.trial).low > rate.exponent


BOUNDED: dict[str, Draw] = {
    "switching": _switching(),
    "switching, varying": _switching(varying=True),
    "switching on a simplex": _switching(varying=True, domain=Simplex(2)),
    "noisy": _noisy(),
    "noisy, varying": _noisy(varying=True),
}


@pytest.mark.parametrize("name", list(BOUNDED))
def test_regret_and_violation_keep_to_their_bounds(name: str) -> None:
    """The sum of the steps' bounds, which holds for every T and every sequence.

    regret + V lambda - (delta mu T + 1/mu) lambda^2/2 <= D_R/mu + mu T (beta^2/alpha + G^2) for
    all lambda >= 0, V the violation, if delta >= 2 beta^2/alpha + 2 delta^2 mu^2. Without the last
    term, lambda_t <= G/(delta mu) costs mu T G^2 more.
    """
    for T, seeds in ((64, 3), (512, 3), (4096, 1)):
        for seed in range(seeds):
            rounds = BOUNDED[name](T, seed)
            X, beta, G, F = rounds.domain, rounds.beta, rounds.G, rounds.F
            for geometry in (Euclidean(), Entropic()):
                if isinstance(geometry, Entropic) and not isinstance(X, Simplex):
                    continue
                player = SunDeyKapoor.tuned(rounds, geometry)
                mu, alpha = player.mu, geometry.convexity(X)
                bound = geometry.divergence(X) / mu + mu * T * (beta**2 / alpha + 2 * G**2)
                run = osphg.play(player, rounds)
                assert _regret(run) <= bound
                room = 2 * (player.delta * mu * T + 1 / mu) * (F * T + bound)
                assert osphg.total_violation(run) <= math.sqrt(room)
            if (np.ptp(rounds.prices, axis=0) > 0).any():
                continue
            first = MahdaviJinYang.tuned(rounds)
            run = osphg.play(first, rounds)
            bound = rounds.R * math.sqrt((2 * beta**2 + 2 * G**2) * T)
            assert _regret(run) <= bound
            room = 2 * (first.delta * first.eta * T + 1 / first.eta) * (F * T + bound)
            assert osphg.total_violation(run) <= math.sqrt(room)
            prox, R, beta_f = MahdaviMirrorProx.tuned(rounds), rounds.R, rounds.beta_f
            run, bound = osphg.play(prox, rounds), R**2 / (2 * prox.eta) + prox.eta * T * beta_f**2
            assert _regret(run) <= bound
            assert osphg.total_violation(run) <= math.sqrt(2 * (F * T + bound) / prox.eta)
            kept = MahdaviNoViolation.tuned(rounds)
            eta, margin, allowance = kept.eta, kept.margin, rounds.allowance
            run, G_kept = osphg.play(kept, rounds), G + margin
            bound = R**2 / (2 * eta) + eta * T * (beta**2 + G_kept**2)
            assert _regret(run) <= bound + F * T * margin / allowance
            low = (beta_f * R + eta * (beta_f**2 + G_kept**2)) / (allowance - margin)
            most = math.sqrt(low**2 + R**2 + 2 * eta * (allowance - margin) * low)
            bound = most * (1 / eta + kept.delta * eta * T) - margin * T
            assert osphg.total_violation(run) <= bound
            clipped = YuanLamperski.tuned(rounds)
            run = osphg.play(clipped, rounds)
            bound = rounds.R**2 / (2 * clipped.eta) + clipped.eta * beta**2 * T
            assert _regret(run) + 0.5 * _squares(run) / (clipped.sigma * clipped.eta) <= bound


def test_jenatton_keeps_to_its_bound() -> None:
    """The same sum for steps that change: the terms in lambda_t^2 have these coefficients.

    eta_t beta^2 + mu_t theta_t^2 + (1/mu_t - 1/mu_(t-1) - theta_t)/2, where 1/mu_0 = 0.
    """
    for draw in (_switching(), _noisy()):
        for T, seeds in ((64, 3), (512, 3), (4096, 1)):
            for seed in range(seeds):
                rounds = draw(T, seed)
                player = JenattonHuangArchambeau.tuned(rounds)
                run = osphg.play(player, rounds)
                t = np.arange(1, T + 1)
                eta, theta = player.eta * t**-0.5, player.theta * t**-0.5
                inverse = theta * (t + 1)
                grows = np.diff(inverse, prepend=0.0) - theta
                c = eta * rounds.beta**2 + theta**2 / inverse + grows / 2
                assert (c[t > 11] <= 0).all()  # the damping wins from there on
                bound = rounds.R**2 / (2 * eta[-1]) + (eta * rounds.beta**2).sum()
                bound += (rounds.G**2 / inverse).sum() + (c * run.multiplier**2).sum()
                assert _regret(run) <= bound
