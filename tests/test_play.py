"""Playing: the rounds of the table, bit for bit, and what goes wrong on the way."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from copy import copy
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg import (
    OSPHG,
    BoostedOSPHG,
    BoostedQueue,
    Box,
    MetaFrankWolfe,
    Polytope,
    Repricing,
    RoundError,
    Rounds,
    Run,
    Simplex,
    StreamedRounds,
)
from osphg.checks import FloatArray
from osphg.compiled.loops import Fused, Loop, fuse
from osphg.compiled.quadratics import are_quadratic
from osphg.compiled.rules import DualDescentSteps, ResolveSteps
from osphg.domains import Domain
from osphg.games.refuting import Decoy, Plateau
from osphg.players.base import Player
from osphg.players.oracles import GradientAscent
from osphg.rounds import Game
from osphg.utilities import Quadratics, Stationary, Utility
from tests.table import PLAYERS, PROBLEMS, RICHER_PROBLEMS, ROWS, Row, altered, section

FIELDS = ("decisions", "utility", "violation", "multiplier")

both_paths = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "NumPy"])


@cache
def fused(row: Row) -> Fused | None:
    """The compiled loop that would play this row, if there is one."""
    rounds = row.rounds
    if row.refused or rounds.has_several_budgets or rounds.minimum.any():  # no loop knows these
        return None
    return fuse(row.player, rounds.domain, rounds.utility)


def pairs(loop: Fused) -> set[tuple[Hashable, ...]]:
    """A player's steps with a utility and with a projection, and where they meet with both.

    A loop calls the utility and the projection one after the other, and neither knows of the other.
    Only in lanes and by dual descent, also where it solves again, are quadratics played otherwise
    on some domains.
    """
    steps = type(loop.steps)
    value, project = loop.functions.value, loop.projection.project
    knows_both = loop.in_lanes or isinstance(loop.steps, DualDescentSteps | ResolveSteps)
    if knows_both and are_quadratic(loop.functions.gradients):
        return {(steps, value, project)}
    return {(steps, value), (steps, project)}


@cache
def loops_to_compile() -> set[Loop]:
    """Some of all loops, which between them have all `pairs` of their parts.

    To compile a loop takes seconds, to play it nothing.
    """
    loops = {loop.loop: loop for row in ROWS if (loop := fused(row)) is not None}
    missing = set[tuple[Hashable, ...]]().union(*map(pairs, loops.values()))
    chosen = set()
    while missing:
        best = max(loops.values(), key=lambda loop: len(pairs(loop) & missing))
        missing -= pairs(best)
        chosen.add(best.loop)
    return chosen


# Set where -k chooses rows: then each is played compiled if it can be.
every_loop = False


@cache
def is_compiled(row: Row) -> bool:
    """Whether these tests play a row by its compiled loop, too."""
    loop = fused(row)
    return loop is not None and (every_loop or loop.loop in loops_to_compile())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each test of `each_row` the rows of one player, or with -k one row.

    A row takes less than to report it: so the rows of a player are one test, whose id is the name
    of the player. Where -k chooses, every row is a test with an id of player and game, as "OSPHG on
    quadratics matroid": `-k matroid` plays all games on that domain, `-k "OSPHG and matroid"` those
    of one player. All loops are compiled then, and some of them else: `loops_to_compile`.
    """
    if "rows" not in metafunc.fixturenames:
        return
    global every_loop
    if metafunc.config.getoption("keyword"):
        every_loop = True
        tests = {str(row): [row] for row in ROWS}
    else:
        tests = {name: [row for row in ROWS if row.player_name == name] for name in PLAYERS}
    metafunc.parametrize("rows", list(tests.values()), ids=list(tests))


def each_row(test: Callable[[Row], None]) -> Callable[[list[Row]], None]:
    """Test every row but the games that the player refuses; several rows may be one test.

    All rows of the test are looked at, and those that fail are named with what failed: also one
    that cannot be made.
    """

    def all_rows(rows: list[Row]) -> None:
        failed = []
        for row in rows:
            try:
                if not row.refused:
                    test(row)
                elif len(rows) == 1:
                    pytest.skip("the player says that it needs another game")
            except Exception as error:
                error.add_note(f"{row}")
                failed.append(error)
        if failed:
            raise ExceptionGroup(f"{len(failed)} of {len(rows)} games", failed)

    all_rows.__name__, all_rows.__doc__ = test.__name__, test.__doc__
    return all_rows


def paths(row: Row) -> tuple[bool, ...]:
    """Whether compiled: changes nothing where no compiled loop is offered."""
    return (False, True) if is_compiled(row) else (False,)


@cache
def sitting(row: Row, compiled: bool) -> tuple[Player, Rounds, Run]:
    """The run of a row, with who played what: played once for all tests that look at it."""
    player, rounds = row.player, row.rounds
    if compiled or fused(row) is None:
        return player, rounds, osphg.play(player, rounds)  # as a reader would
    return player, rounds, osphg.play(player, rounds, compiled=compiled)


def played(row: Row, compiled: bool) -> Run:
    return sitting(row, compiled)[-1]


def assert_same(run: Any, other: Any, tolerance: float = 1e-12) -> None:
    """Equal to `tolerance`, relative to the largest number of each field where that is above 1."""
    for field in FIELDS:
        expected = np.asarray(getattr(other, field))
        scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
        np.testing.assert_allclose(
            getattr(run, field), expected, rtol=0, atol=tolerance * scale, err_msg=field
        )


@each_row
def test_compiled_numpy_and_literal_rounds_agree(row: Row) -> None:
    numpy = played(row, False)
    if is_compiled(row):
        assert_same(played(row, True), numpy)
    literal = row.literal()
    if literal is not None:
        assert_same(numpy, literal)


@each_row
def test_run_holds_what_its_fields_say(row: Row) -> None:
    player, rounds, run = sitting(row, is_compiled(row))
    x = run.decisions
    assert run.player is player
    assert run.rounds is rounds
    assert run.complete
    assert run.T == rounds.T
    assert x.shape == (rounds.T, rounds.n)
    for field in FIELDS:
        values = getattr(run, field)
        assert values.dtype == np.float64
        ending = {"decisions": (rounds.n,), "utility": ()}.get(field, np.shape(rounds.budget))
        assert values.shape == (rounds.T, *ending)
        assert not values.flags.writeable
    assert rounds.domain.contains(x).all()
    spend = (rounds.prices * (x[:, np.newaxis] if rounds.has_several_budgets else x)).sum(-1)
    np.testing.assert_allclose(run.spend, spend, rtol=0, atol=1e-12)
    np.testing.assert_allclose(run.violation, spend - rounds.allowance, rtol=0, atol=1e-12)
    worth = [float(rounds.utility.value(t, x[t])) for t in range(rounds.T)]
    np.testing.assert_allclose(run.utility, worth, rtol=1e-12, atol=1e-12)
    if isinstance(player, OSPHG | BoostedOSPHG):
        # lambda_t as used in round t, so that the update links t to t+1
        step = player.mu if player.mu_lambda is None else player.mu_lambda
        moved = (1 - player.delta * step**2) * run.multiplier + step * run.violation
        assert (run.multiplier[0] == player.lambda1).all()
        np.testing.assert_allclose(
            run.multiplier[1:], np.maximum(moved[:-1], 0), rtol=0, atol=1e-12
        )
    elif isinstance(player, MetaFrankWolfe):
        assert not run.multiplier.any()
    assert (run.multiplier >= 0).all()


def is_streamed(row: Row) -> bool:
    """Whether a row is played streamed, too, as not all are.

    A player is told of a round what does not say whether it was streamed, and a utility does not
    know who plays: each player shows it on a fifth of the games, and these are all games; and so do
    those whose compiled loops are told where a block begins, on every game.
    """
    game = [*PROBLEMS, *RICHER_PROBLEMS].index(row.problem_name)
    player = list(PLAYERS).index(row.player_name)
    return is_compiled(row) or game % 5 == player % 5


@each_row
def test_streamed_rounds_give_the_same_run(row: Row) -> None:
    """In blocks of seven rounds."""
    if not is_streamed(row):
        return
    rounds = row.rounds
    streamed = StreamedRounds(
        lambda start, stop: section(rounds, start, stop),
        7,
        rounds.T,
        rounds.budget,
        rounds.domain,
        allowance=rounds.given_allowance,
    )
    for compiled in paths(row):
        run = osphg.play(row.player, streamed, compiled=compiled)
        assert_same(run, played(row, compiled), 1e-13)


def interrupted(player: Player, rounds: Game, **options: bool) -> Run:
    """Play what is interrupted, and return what the interrupt carries; or a whole run."""
    try:
        return osphg.play(player, rounds, **options)
    except KeyboardInterrupt as stop:
        run: Run = stop.run  # type: ignore[attr-defined]
        return run


@dataclass(frozen=True, eq=False)
class Until:
    """A utility whose game is interrupted after round `last`."""

    utility: Utility
    last: int

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        if t > self.last:
            raise KeyboardInterrupt
        return self.utility.value(t, X)

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return self.utility.gradient(t, X)


@each_row
def test_no_look_ahead(row: Row) -> None:
    """What precedes a change, even in the last round alone, is the same, bit for bit.

    Prices change, too, unless the player is told before the game the one price that there is.
    """
    dearer = not row.knows_price
    for compiled, change in product(paths(row), (0, 1, row.rounds.T - 1)):
        run, rounds = played(row, compiled), altered(row.rounds, change, dearer=dearer)
        if not compiled:  # what follows round `change` is not looked at
            rounds = attrs.evolve(rounds, utility=Until(rounds.utility, change))
        if compiled:
            other = osphg.play(row.player, rounds, compiled=True)
        else:
            other = interrupted(row.player, rounds, compiled=False)
        assert other.T == (rounds.T if compiled else change + 1)
        known = slice(change + 1)  # x_t and lambda_t precede f_t and p_t
        np.testing.assert_array_equal(other.decisions[known], run.decisions[known])
        np.testing.assert_array_equal(other.multiplier[known], run.multiplier[known])
        np.testing.assert_array_equal(other.utility[:change], run.utility[:change])
        np.testing.assert_array_equal(other.violation[:change], run.violation[:change])


QUADRATIC = Quadratics(-np.ones((3, 2, 2)), np.full((3, 2), 2.0))
DECOY = Decoy(tau=0.2, Q=3.5, w=0.15, rho=0.4)
PLATEAU = Plateau(np.ones(2), 0.0, 1.0, np.zeros(2))
STARTER = OSPHG(mu=0.1, delta=1.0, K=2)
QUEUE = BoostedQueue(V=1.0, alpha=2.0)
REPRICING = Repricing(W=2, cap=1.0, radius=1.0, beta_u=1.0, beta_g=1.0)
KNOWN: dict[str, tuple[Any, Any, Any]] = {
    "box": (STARTER, Box.unit(2), QUADRATIC),
    "simplex": (STARTER, Simplex(2), QUADRATIC),
    "no budget": (MetaFrankWolfe(2, GradientAscent(0.1)), Box.unit(2), QUADRATIC),
    "plateau": (STARTER, Box.unit(2), Stationary(PLATEAU)),
    "decoy": (STARTER, Box.unit(3), Stationary(DECOY)),
    "boosted": (BoostedOSPHG(mu=0.1, delta=1.0), Simplex(2), QUADRATIC),
    "repricing": (REPRICING, Simplex(2), QUADRATIC),
    "queue": (QUEUE, Box.unit(3), Stationary(DECOY)),
}


def mine(part: Any) -> Any:
    """The same object, of a subclass: it may override anything."""
    copied = copy(part)
    object.__setattr__(copied, "__class__", type("Mine", (type(part),), {}))
    return copied


@pytest.mark.parametrize("known", list(KNOWN))
def test_a_subclass_is_not_taken_for_what_the_compiled_round_knows(known: str) -> None:
    player, domain, utility = KNOWN[known]
    assert fuse(player, domain, utility) is not None
    changed = [
        (mine(player), domain, utility),
        (player, mine(domain), utility),
        (player, domain, mine(utility)),
    ]
    if player not in (QUEUE, REPRICING):  # which have no oracle
        changed.append((attrs.evolve(player, oracle=mine(player.oracle)), domain, utility))
    if isinstance(utility, Stationary):
        changed.append((player, domain, Stationary(mine(utility.objective))))
    for parts in changed:
        assert fuse(*parts) is None


@st.composite
def small_games(draw: st.DrawFn) -> tuple[Player, Rounds]:
    n, T = draw(st.integers(1, 6)), draw(st.integers(1, 8))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    size = draw(st.sampled_from([0.1, 1.0, 5.0]))
    domain: Domain = Simplex(n, size)
    if draw(st.booleans()):
        domain = Box(rng.uniform(0, size, n))
    H = -rng.uniform(0, 1, (T, n, n)) * (rng.uniform(size=(T, n, n)) < 0.7)
    H = (H + H.transpose(0, 2, 1)) / 2
    utility = Quadratics(H, -H @ domain.upper + rng.exponential(0.1, (T, n)))
    prices = rng.uniform(0, draw(st.sampled_from([0.0, 1.0, 4.0])), (T, n))
    rounds = Rounds(utility, prices, T * draw(st.floats(0.01, 3.0)), domain)
    mu, K = draw(st.floats(0.001, 0.5)), draw(st.integers(1, 9))
    delta = draw(st.floats(0.01, 1.0)) / mu**2
    step = draw(st.floats(0.001, 0.5))
    oracle = GradientAscent(step, v1=domain.project(rng.uniform(0, size, n)))
    player: Player = OSPHG(mu=mu, delta=delta, K=K, weighted=draw(st.booleans()), oracle=oracle)
    if draw(st.integers(0, 4)) == 0:
        player = MetaFrankWolfe(K, oracle)
    return player, rounds


@given(small_games())
@settings(max_examples=60, deadline=None)
def test_compiled_and_numpy_rounds_agree_on_any_quadratic_game(
    case: tuple[Player, Rounds],
) -> None:
    player, rounds = case
    compiled = osphg.play(player, rounds)
    assert rounds.domain.contains(compiled.decisions).all()
    assert_same(compiled, osphg.play(player, rounds, compiled=False))


# What ends play early.


@dataclass(frozen=True, eq=False)
class Broken:
    """A utility of two coordinates that misbehaves in one round, at its decision or gradient."""

    change: int
    method: str
    effect: Callable[[FloatArray], Any]

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return self._answer("value", t, np.log1p(X).sum(-1))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return self._answer("gradient", t, 1 / (1 + X))

    def _answer(self, method: str, t: int, result: FloatArray) -> FloatArray:
        broken = t == self.change and method == self.method
        return np.asarray(self.effect(result) if broken else result)


def interrupt(result: FloatArray) -> FloatArray:
    raise KeyboardInterrupt


def log_rounds(utility: Any, T: int = 300) -> Rounds:
    return Rounds(utility, np.ones((T, 2)), T * 0.5, Box.unit(2))


PLAYER = OSPHG(mu=0.05, delta=1.0, K=3)


@cache
def clean_run(T: int = 300) -> Run:
    return osphg.play(PLAYER, log_rounds(Broken(-1, "", interrupt), T))


def assert_prefix(run: Run, whole: Run, length: int) -> None:
    assert length == run.T
    assert not run.complete
    for field in FIELDS:
        np.testing.assert_array_equal(getattr(run, field), getattr(whole, field)[:length])


@pytest.mark.parametrize("method", ["value", "gradient"])
@pytest.mark.parametrize("change", [1, 2, 255, 256, 299])
def test_an_interrupt_carries_the_rounds_before_it(method: str, change: int) -> None:
    rounds = log_rounds(Broken(change, method, interrupt))
    with pytest.raises(KeyboardInterrupt) as caught:
        osphg.play(PLAYER, rounds)
    assert_prefix(caught.value.run, clean_run(), change)  # type: ignore[attr-defined]


FAULTS: dict[str, tuple[str, Callable[[FloatArray], Any], str]] = {
    "value NaN": ("value", lambda v: v * np.nan, "utility.value must be one finite number"),
    "value inf": ("value", lambda v: v + np.inf, "utility.value must be one finite number"),
    "value None": ("value", lambda v: None, "utility.value must be"),
    "gradient text": ("gradient", lambda g: "1", "utility.gradient must"),
    "value shape": ("value", lambda v: [v, v], "utility.value must be one finite number"),
    "gradient NaN": ("gradient", lambda g: g * np.nan, "utility.gradient must be finite, got nan"),
    "gradient inf": ("gradient", lambda g: g + np.inf, "utility.gradient must be finite, got inf"),
    "gradient one axis": ("gradient", lambda g: g[0], r"must have shape \(3, 2\).*got \(2,\)"),
    "gradient transposed": ("gradient", lambda g: g.T, r"must have shape .*got \(2, 3\)"),
    "gradient scalar": ("gradient", lambda g: 1.0, r"must have shape .*got \(\)"),
}


@pytest.mark.parametrize("fault", list(FAULTS))
@pytest.mark.parametrize("change", [1, 17, 256, 299])
def test_a_broken_utility_is_named_with_its_round(fault: str, change: int) -> None:
    method, effect, message = FAULTS[fault]
    with pytest.raises(RoundError, match=f"^round {change + 1}: .*{message}") as caught:
        osphg.play(PLAYER, log_rounds(Broken(change, method, effect)))
    assert isinstance(caught.value, ValueError)
    assert "\n" not in str(caught.value)
    assert_prefix(caught.value.run, clean_run(), change)


@both_paths
def test_an_overflow_is_an_error_of_its_round(compiled: bool) -> None:
    utility = Quadratics(np.full((9, 40, 40), -1e307), np.full((9, 40), 1.7e308))
    rounds = Rounds(utility, np.zeros((9, 40)), 1.0, Box.unit(40))
    with pytest.raises(RoundError, match=r"^round 2: utility\.value") as caught:  # noqa: SIM117
        with np.errstate(all="ignore"):
            osphg.play(OSPHG(mu=1e-300, delta=1.0, K=2), rounds, compiled=compiled)
    assert caught.value.run.T == 1


@both_paths
@pytest.mark.parametrize(("mu", "budget"), [(10.0, 1.0), (1000.0, 1e308)])
def test_an_overflow_of_the_multiplier_is_an_error_of_its_round(
    mu: float, budget: float, compiled: bool
) -> None:
    """Also where the utility is lost by it, in a later round."""
    utility = Quadratics(np.zeros((9, 2, 2)), np.ones((9, 2)))
    rounds = Rounds(utility, np.full((9, 2), 1e307), budget, Box.unit(2))
    with pytest.raises(RoundError, match=r"^round 3: multiplier .* got inf$") as caught:  # noqa: SIM117
        with np.errstate(all="ignore"):
            osphg.play(OSPHG(mu, delta=1e-9, K=2), rounds, compiled=compiled)
    assert caught.value.run.T == 2
    assert np.isfinite(caught.value.run.multiplier).all()


def test_a_bad_block_is_named_with_its_rounds_and_keeps_the_run() -> None:
    rounds = osphg.rounds.paper_quadratics(T=50)

    def draw(start: int, stop: int) -> Any:
        utility, prices = section(rounds, start, stop)
        return utility, prices if start < 30 else -prices

    streamed = StreamedRounds(draw, 10, 50, rounds.budget, rounds.domain)
    player = OSPHG.tuned(rounds, W=7, K=5)
    with pytest.raises(RoundError, match=r"^rounds? 31.*prices must not be negative") as caught:
        osphg.play(player, streamed)
    assert_prefix(caught.value.run, osphg.play(player, rounds), 30)


# What a watcher sees.


@both_paths
def test_progress_is_shown_on_stderr_only_on_request(
    compiled: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    rounds = osphg.rounds.paper_quadratics(T=300)
    player = OSPHG.tuned(rounds, W=10, K=5)
    osphg.play(player, rounds, compiled=compiled)
    silent = capsys.readouterr()
    assert (silent.out, silent.err) == ("", "")
    osphg.play(player, rounds, compiled=compiled, progress=True)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "300/300" in shown.err
    assert "100%" in shown.err


@given(
    corners=st.lists(st.tuples(st.floats(0.1, 3), st.floats(0.1, 3)), min_size=1, max_size=4),
    seed=st.integers(0, 100),
    weighted=st.booleans(),
)
@settings(max_examples=20, deadline=None)
def test_polygons_are_played_compiled_as_in_numpy(
    corners: list[tuple[float, float]], seed: int, *, weighted: bool
) -> None:
    """The compiled projection of one point, on polygons that cut the square."""
    paper = osphg.rounds.paper_quadratics(T=60, seed=seed)
    X = Polytope(np.array(corners), np.ones(len(corners)), Box.unit(2))
    rounds = Rounds(paper.utility, paper.prices, paper.budget / 4, X)
    player = OSPHG.tuned(rounds, W=20, K=7, weighted=weighted)
    assert fuse(player, X, rounds.utility) is not None
    fast, slow = (osphg.play(player, rounds, compiled=compiled) for compiled in (True, False))
    for name in ("decisions", "utility", "violation", "multiplier"):
        np.testing.assert_allclose(getattr(fast, name), getattr(slow, name), rtol=0, atol=1e-12)
