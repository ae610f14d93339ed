"""Measure the package's speed and memory as ratios: to plain Python, NumPy, C and a matrix product.

    python benchmarks/run.py

`make bench` calls it; it takes some minutes. Each measure prints a heading, its rows, and for most
ratios a target and whether it is reached. Both sides of a ratio are timed in the same run, on the
same inputs, from the fastest of several repeats: seconds alone would tell more of the machine.

The exit status is 1 if two implementations that should agree give different numbers. A missed
target leaves it 0, because it may come from other work of the machine.

To add a measure, write a function that takes a `Report` and put it into `MEASURES`.
"""

from __future__ import annotations

import ctypes
import math
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np

import osphg
from osphg.checks import FloatArray
from osphg.hindsight.curves import benchmark_curve
from osphg.hindsight.search import branch_and_bound
from osphg.utilities import AtRound, Objective, Quadratics, Utility

HERE = Path(__file__).resolve().parent
# `tests.table` learns from tools/declare.py which players there are; pytest finds it by itself.
sys.path.append(str(HERE.parent / "tools"))
from tests import literal, table  # noqa: E402

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
TOLERANCE = 1e-12  # of numbers that should agree, relative to the largest number or to 1
# About how many multiply-adds the rounds in plain Python may take, which are slow: they are played
# for as few rounds as that.
WORK_OF_LITERAL = 1e6


class Size(NamedTuple):
    """The size of a game and its player: n items, T rounds, K oracles.

    An oracle is a projected gradient ascent; OSPHG adds up the steps of K of them to one decision.
    """

    n: int
    T: int
    K: int


PAPER = Size(n=2, T=10_000, K=100)  # of the paper's experiment
SIZES = (PAPER, Size(n=13, T=2_000, K=100), Size(n=100, T=200, K=100))


# What measures share: the report, games and clocks.


class Target(NamedTuple):
    """What a number should reach.

    Attributes
    ----------
    sign
        ``">="`` if the number should be at least the value, ``"<="`` if at most.
    value
        The value.
    """

    sign: str
    value: float

    def verdict(self, number: float) -> str:
        """Return the target in words, and whether `number` reaches it."""
        reached = number >= self.value if self.sign == ">=" else number <= self.value
        return f"target {self.sign} {self.value:g}: {'reached' if reached else 'MISSED'}"


def at_least(value: float) -> Target:
    """Return the target of a number that should not be below `value`."""
    return Target(">=", value)


def at_most(value: float) -> Target:
    """Return the target of a number that should not be above `value`."""
    return Target("<=", value)


class Report:
    """Prints what is measured, and collects the disagreements of implementations.

    Attributes
    ----------
    disagreements
        A message for each two implementations whose numbers differ.
    """

    def __init__(self) -> None:
        """Begin a report without disagreements."""
        self.disagreements: list[str] = []

    def heading(self, text: str) -> None:
        """Print the heading of a measure: what is timed, its size, and the unit of the rows."""
        print(f"\n{text}", flush=True)

    def row(self, label: str, value: str, note: str = "") -> None:
        """Print one row: what was measured, its value, and a note behind it."""
        print(f"  {label:<46}{value:>14}   {note}".rstrip(), flush=True)

    def number(self, label: str, number: float, form: str, target: Target | None = None) -> None:
        """Print a row with a number in a format such as ``.2f``, and its target if it has one."""
        self.row(label, format(number, form), target.verdict(number) if target else "")

    def require(self, agree: bool, message: str) -> None:
        """Note a disagreement, described by `message`, unless two implementations agree."""
        if not agree:
            self.disagreements.append(message)

    def compare(self, what: str, run: osphg.Run, other: Any, T: int) -> None:
        """Compare the first T rounds of a run with those of another implementation.

        A disagreement is noted for each quantity in which they differ by more than `TOLERANCE`.

        Parameters
        ----------
        what
            The two implementations, in words.
        run
            The run of the one.
        other
            What the other played: arrays or lists `decisions`, `utility`, `violation` and
            `multiplier` with T rounds or more.
        T
            The number of rounds that are compared.
        """
        for quantity in ("decisions", "utility", "violation", "multiplier"):
            expected = np.asarray(getattr(other, quantity))[:T]
            scale = max(1.0, float(np.abs(expected).max()))
            gap = float(np.abs(getattr(run, quantity)[:T] - expected).max()) / scale
            self.require(gap <= TOLERANCE, f"{what}: {quantity} differs by {gap:.2g}")


class Case(NamedTuple):
    """A game of the paper's kind, of some size, and a player that is tuned for it."""

    size: Size
    rounds: osphg.Rounds
    player: osphg.OSPHG

    @classmethod
    def of(cls, size: Size) -> Case:
        """Return the case of a size, whose player is tuned for windows of sqrt(T) rounds."""
        n, T, K = size
        rounds = osphg.rounds.paper_quadratics(T=T, n=n)
        player = osphg.OSPHG.tuned(rounds, W=math.isqrt(T), K=K)
        return cls(size, rounds, player)

    @property
    def utility(self) -> Quadratics:
        """The game's utility."""
        assert isinstance(self.rounds.utility, Quadratics)
        return self.rounds.utility

    def play(self, *, compiled: bool = True) -> osphg.Run:
        """Play the game, by compiled rounds or, with `compiled` false, by those in NumPy."""
        return osphg.play(self.player, self.rounds, compiled=compiled)


def fastest(call: Callable[[], Any], seconds: float = 1.0, min_calls: int = 3) -> float:
    """Return the time of the fastest call, in seconds, after one call to warm up.

    Parameters
    ----------
    call
        What is timed.
    seconds
        For how long it is called again and again.
    min_calls
        How many timed calls there are at least, even if they take longer than `seconds`.
    """
    call()  # the first call may compile
    times: list[float] = []
    while len(times) < min_calls or sum(times) < seconds:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def fastest_of(first: Callable[[], Any], second: Callable[[], Any]) -> tuple[float, float]:
    """Return the time of the fastest call to each of two functions, in seconds.

    They are called by turns, so that both meet the same machine: at least ten times, and for a
    second or more in all. Each timed call follows one to warm up, as the other function has just
    filled the processor's caches.
    """
    first_times: list[float] = []
    second_times: list[float] = []
    while len(first_times) < 10 or sum(first_times) + sum(second_times) < 1:
        first_times.append(fastest(first, seconds=0, min_calls=1))
        second_times.append(fastest(second, seconds=0, min_calls=1))
    return min(first_times), min(second_times)


def microseconds_per_step(seconds: float, T: int, K: int) -> float:
    """Return the time of T rounds with K oracles as microseconds for one round and oracle."""
    return seconds * 1e6 / (T * K)


# Rounds in plain Python and in C.


def literal_run(case: Case, T: int) -> literal.History:
    """Play the first T rounds of a case in plain Python, line by line as the paper has them."""
    H = case.utility.H[:T].tolist()
    h = case.utility.h[:T].tolist()
    value, gradient = literal.quadratics(H, h)
    game = literal.Game(
        value=value,
        gradient=gradient,
        prices=case.rounds.prices[:T].tolist(),
        budget=case.rounds.allowance * T,
        project=literal.box(case.rounds.domain.upper.tolist()),
    )
    return literal.osphg(game, case.size.K, case.player.mu, case.player.delta)


class CRun:
    """A case played by the C function of `rounds.c`, each time that it is called.

    Parameters
    ----------
    library
        The compiled `rounds.c`.
    case
        The game and its player.

    Attributes
    ----------
    decisions
        What the last call has decided, (T, n).
    utility, violation, multiplier
        The quantities of its rounds, (T,) each.
    """

    def __init__(self, library: ctypes.CDLL, case: Case) -> None:
        """Make the arrays that the C function writes to."""
        n, T, K = case.size
        self.case = case
        self.function = library.quadratic_rounds
        self.function.restype = ctypes.c_double
        self.decisions = np.empty((T, n))
        self.utility, self.violation, self.multiplier = np.empty((3, T))
        self.V = np.zeros((n, K))

    def __call__(self) -> None:
        """Play all rounds; the order of arguments is that of `rounds.c`."""
        case = self.case
        player = case.player
        domain = case.rounds.domain
        n, T, K = case.size
        self.V[:] = 0  # the oracles' points, which the C function moves, start at 0
        step = float(player.mu)
        dual_step = step  # the multiplier moves with the oracles' step
        keep = float(1 - player.delta * player.mu**2)  # share of the multiplier that a round leaves
        first_multiplier = 0.0
        sizes = (T, n, K)
        game = (case.utility.H, case.utility.h, case.rounds.prices)
        bounds_and_weights = (domain.lower, domain.upper, player.weights)
        results = (self.decisions, self.utility, self.violation, self.multiplier)
        self.function(
            *(ctypes.c_long(size) for size in sizes),
            *(_pointer(array) for array in game),
            ctypes.c_double(case.rounds.allowance),
            *(_pointer(array) for array in bounds_and_weights),
            *(ctypes.c_double(number) for number in (step, dual_step, keep)),
            _pointer(self.V),
            ctypes.c_double(first_multiplier),
            *(_pointer(array) for array in results),
        )


def _pointer(array: FloatArray) -> ctypes.c_void_p:
    """Return the address of an array whose last index is the fastest, as C expects it."""
    assert array.flags.c_contiguous
    return ctypes.c_void_p(array.ctypes.data)


def compile_c(folder: str) -> ctypes.CDLL | None:
    """Compile `rounds.c` into a folder and return it, loaded.

    Where there is no C compiler, print one line and return None.
    """
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        print("  no C compiler found: the comparison with C is left out")
        return None
    target = Path(folder) / "rounds.so"
    flags = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, str(HERE / "rounds.c"), "-o", str(target)], check=True)
    return ctypes.CDLL(str(target))


# The measures.


def rounds(report: Report) -> None:
    """Measure the same rounds in plain Python, NumPy, compiled, and C, for all of `SIZES`."""
    with tempfile.TemporaryDirectory() as folder:
        library = compile_c(folder)
        for size in SIZES:
            rounds_of_size(report, size, library)


def rounds_of_size(report: Report, size: Size, library: ctypes.CDLL | None) -> None:
    """Measure the same rounds in plain Python, NumPy, compiled, and C.

    `library` is the compiled C function, None where there is no compiler. Only the paper's size has
    targets against plain Python and NumPy.
    """
    case = Case.of(size)
    n, T, K = size
    is_paper = size == PAPER
    suffix = " (the paper)" if is_paper else ""
    report.heading(f"n = {n}, T = {T}, K = {K}{suffix}: microseconds per (t, k)")
    # A round of one oracle multiplies a vector by a matrix: n^2 multiply-adds.
    literal_T = max(2, min(T, int(WORK_OF_LITERAL / (K * n * n))))
    play_literally = partial(literal_run, case, literal_T)
    play_in_numpy = partial(case.play, compiled=False)
    compiled_run = case.play()
    report.compare(f"compiled and NumPy, n = {n}", compiled_run, play_in_numpy(), T)
    report.compare(f"compiled and literal, n = {n}", compiled_run, play_literally(), literal_T)
    seconds_in_python = fastest(play_literally, seconds=0, min_calls=5)
    in_python = microseconds_per_step(seconds_in_python, literal_T, K)
    in_numpy = microseconds_per_step(fastest(play_in_numpy), T, K)
    if library is None:
        compiled = microseconds_per_step(fastest(case.play), T, K)
    else:
        c_run = CRun(library, case)
        c_run()
        report.compare(f"compiled and C, n = {n}", compiled_run, c_run, T)
        seconds_in_c, seconds_compiled = fastest_of(c_run, case.play)
        in_c = microseconds_per_step(seconds_in_c, T, K)
        compiled = microseconds_per_step(seconds_compiled, T, K)
    report.number(f"literal Python ({literal_T} rounds)", in_python, ".4g")
    report.number("NumPy, batched over k", in_numpy, ".4g")
    report.number("compiled", compiled, ".4g")
    over_python = at_least(1000) if is_paper else None
    over_numpy = at_least(20) if is_paper else None
    report.number("literal / compiled", in_python / compiled, ".0f", over_python)
    report.number("NumPy / compiled", in_numpy / compiled, ".1f", over_numpy)
    if library is not None:
        report.number("C, -O3 -march=native", in_c, ".4g")
        report.number("compiled / C", compiled / in_c, ".2f", at_most(1.5))


def matrix_product_rate(report: Report) -> None:
    """Measure the compiled round at n = 100 against the matrix products of BLAS, on one thread.

    At this size nearly all work of a round is the product of H_t with the K points of the oracles.
    BLAS is timed at just these products, and at one large product, which it does fastest.
    """
    size = Size(n=100, T=400, K=100)
    case = Case.of(size)
    n, T, K = size
    report.heading(
        f"n = {n}, T = {T}, K = {K}: GFLOP/s, counting only the 2 n^2 K of the product H_t X"
    )
    H = case.utility.H
    rng = np.random.default_rng(0)
    X = rng.uniform(0, 1, (n, K))
    product = np.empty((n, K))

    def multiply_all() -> None:
        """Multiply the matrix of each round with K points, as the game's rounds do."""
        for t in range(T):
            np.dot(H[t], X, out=product)

    square = rng.uniform(0, 1, (1500, 1500))
    flop = 2.0 * n * n * K * T  # a product of (n, n) and (n, K) has n^2 K multiply-adds
    seconds_of_products, seconds_compiled = fastest_of(multiply_all, case.play)
    same_products = flop / seconds_of_products / 1e9
    compiled = flop / seconds_compiled / 1e9
    large_product = 2 * 1500.0**3 / fastest(lambda: square @ square) / 1e9
    report.number("compiled round", compiled, ".1f")
    report.number("np.dot over the same T matrices", same_products, ".1f")
    report.number("np.dot of one 1500 x 1500 matrix", large_product, ".1f")
    report.number("compiled / same products", compiled / same_products, ".2f", at_least(0.5))
    report.number("compiled / large product", compiled / large_product, ".2f", at_least(0.5))


def memory(report: Report) -> None:
    """Measure by how much the peak memory of a streamed game grows with its rounds.

    Only the totals of such a game are kept, so that it should not grow. Each game is streamed in a
    process of its own, because a process remembers only its largest memory.
    """
    report.heading("Streamed game, n = 2, K = 10, of which totals are kept: peak memory, MB")
    peaks = []
    for T in (100_000, 1_000_000):
        command = [sys.executable, __file__, "--memory", str(T)]
        start = time.perf_counter()
        finished = subprocess.run(command, check=True, capture_output=True, text=True)
        seconds = time.perf_counter() - start
        peaks.append(float(finished.stdout))
        report.row(f"T = {T:,}", f"{peaks[-1]:.1f}", f"{seconds:.1f} s in all")
    report.number("growth with T", peaks[1] - peaks[0], "+.1f", at_most(5))


def peak_memory() -> float:
    """Return the largest memory that this process has had, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux; there ru_maxrss starts from what the parent process had
        return 1024 * float(re.findall(r"VmHWM:\s+(\d+)", status.read_text())[0])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(peak if sys.platform == "darwin" else peak * 1024)


def print_streamed_peak(T: int) -> None:
    """Stream T rounds in this process and print the MB that they take beyond a short game.

    `memory` starts this, as ``run.py --memory T``. The short game comes first, because it takes
    what any game does: the loaded package, compiled code, and one block of rounds.
    """
    short = osphg.rounds.streamed_paper_quadratics(T=20_000)
    osphg.stream(osphg.OSPHG.tuned(short, W=100, K=10), short)
    before = peak_memory()
    rounds = osphg.rounds.streamed_paper_quadratics(T=T)
    osphg.stream(osphg.OSPHG.tuned(rounds, W=100, K=10), rounds)
    print((peak_memory() - before) / 1e6)


def linearity(report: Report) -> None:
    """Measure whether twice the rounds, or twice the oracles, take about twice the time."""
    report.heading("Cost is linear: time ratios for twice the size")
    n, T, K = PAPER
    doubled_sizes = {"T": Size(n, 2 * T, K), "K": Size(n, T, 2 * K)}
    for symbol, doubled in doubled_sizes.items():
        usual_time, doubled_time = fastest_of(Case.of(PAPER).play, Case.of(doubled).play)
        label = f"time(2{symbol}) / time({symbol}), n = {n}"
        report.number(label, doubled_time / usual_time, ".2f", at_most(2.3))


class OneByOne:
    """An objective that is asked for one point after another, never for many in one call.

    It has the value and the gradient of `objective`, and nothing that says that it takes arrays of
    points.
    """

    def __init__(self, objective: Objective) -> None:
        """Take over the two methods of an objective."""
        self.value = objective.value
        self.gradient = objective.gradient


def hindsight(report: Report) -> None:
    """Measure the best fixed decision for a utility that has only a value and a gradient.

    Branch and bound maximises the same sum of utilities over the same decisions, those within
    budget in every window of 30 rounds, for three objectives: one that takes one point in a call,
    one that takes many, and one that has the sum over all rounds in closed form, as one round.
    """
    n = 5
    T = 1000
    report.heading(f"Best fixed decision by branch and bound, n = {n}, T = {T}: seconds")
    rng = np.random.default_rng(7)
    weights = rng.uniform(0, 2, (T, 4))
    chances = rng.uniform(0, 1, (n, 4))
    prices = rng.uniform(0, 3, (T, n))
    rounds = osphg.Rounds(table.Coverage(weights, chances), prices, 0.6 * T, osphg.Box.unit(n))
    # The chances are the same in all rounds, so that the weights can be added up.
    summed = table.Coverage(weights.sum(0, keepdims=True), chances)
    objectives = {
        "round by round, one point a call": OneByOne(rounds.total()),
        "round by round, many points a call": rounds.total(),
        "in one sum, as by a method total(T)": AtRound(summed, t=0),
    }
    values = []
    times = []
    for label, objective in objectives.items():
        start = time.process_time()
        region = osphg.window_polytope(rounds, W=30)
        best = branch_and_bound()(objective, region, rounds.domain)
        times.append(time.process_time() - start)
        values.append(best.value)
        report.number(label, times[-1], ".3g")
    one_point, many_points, one_sum = times
    report.number("one point / many points", one_point / many_points, ".1f", at_least(3))
    report.number("many points / one sum", many_points / one_sum, ".1f")
    agree = max(values) - min(values) <= 1e-4 * max(values)  # the solver's relative gap
    report.require(agree, f"best fixed decisions: values {values}")


@numba.njit
def reach(t: int, x: FloatArray, w: FloatArray, q: FloatArray) -> float:
    """Return the coverage of round t, from 0, at the point x, as a user may write it.

    Each of m items has a weight in each round, w (T, m). Coordinate i of x, between 0 and 1, covers
    item u with the chance q[i, u] x[i], q (2, m). The coverage is the expected weight of the items
    that some coordinate covers, as in `table.Coverage`.
    """
    total = 0.0
    for u in range(w.shape[1]):
        missed = 1.0
        for i in range(len(x)):
            missed *= 1 - q[i, u] * x[i]
        total += w[t, u] * (1 - missed)
    return total


@numba.njit
def reach_gradient(t: int, x: FloatArray, out: FloatArray, w: FloatArray, q: FloatArray) -> None:
    """Write the gradient of `reach` in round t at x, of two coordinates, to `out`, (2,)."""
    slope0 = 0.0
    slope1 = 0.0
    for u in range(w.shape[1]):
        slope0 += w[t, u] * q[0, u] * (1 - q[1, u] * x[1])
        slope1 += w[t, u] * q[1, u] * (1 - q[0, u] * x[0])
    out[0] = slope0
    out[1] = slope1


@numba.njit(error_model="numpy")
def play_in_one_loop(
    w: Any, q: Any, p: Any, b: float, mu: float, keep: float, K: int, history: Any
) -> None:
    """Play Algorithm 2 on the game of `own_utilities`, in one loop that is written for it alone.

    It is what the package's loop, which plays any game, is measured against.

    Parameters
    ----------
    w, q
        Weights (T, m) and chances (2, m) of the coverage.
    p
        Prices, (T, 2).
    b
        The allowance: the budget of one round.
    mu
        The step of oracles and multiplier.
    keep
        1 - delta mu^2, the share of the multiplier that one round leaves.
    K
        The number of oracles.
    history
        Where the rounds are written, (T, 5): the decision's two coordinates, utility, violation and
        multiplier.
    """
    x = np.empty(2)
    V = np.zeros((K, 2))  # the points of the oracles
    multiplier = 0.0
    for t in range(len(p)):
        x[:] = 0.0
        for k in range(K):
            # The gradient at x, the sum of the steps so far, is for the next round's point of this
            # oracle; its present point is the step.
            slope0 = 0.0
            slope1 = 0.0
            for u in range(w.shape[1]):
                slope0 += w[t, u] * q[0, u] * (1 - q[1, u] * x[1])
                slope1 += w[t, u] * q[1, u] * (1 - q[0, u] * x[0])
            v0 = V[k, 0]
            v1 = V[k, 1]
            x[0] += v0 / K
            x[1] += v1 / K
            V[k, 0] = min(max(v0 + mu * (slope0 - multiplier * p[t, 0]), 0.0), 1.0)
            V[k, 1] = min(max(v1 + mu * (slope1 - multiplier * p[t, 1]), 0.0), 1.0)
        value = 0.0
        for u in range(w.shape[1]):
            value += w[t, u] * (1 - (1 - q[0, u] * x[0]) * (1 - q[1, u] * x[1]))
        violation = p[t, 0] * x[0] + p[t, 1] * x[1] - b
        history[t] = x[0], x[1], value, violation, multiplier
        multiplier = max(keep * multiplier + mu * violation, 0.0)


def own_utilities(report: Report) -> None:
    """Measure a user's utility in NumPy, the same under numba, and the package's own family.

    All three are the coverage of `table.Coverage`, and the player plays the same game by each. The
    one under numba is also measured against a loop that is written for this game alone.
    """
    n, T, K = Size(n=2, T=5_000, K=100)
    report.heading(f"A user's own utility, n = {n}, T = {T}, K = {K}: microseconds per (t, k)")
    rng = np.random.default_rng(3)
    w = rng.uniform(0, 2, (T, 4))
    q = rng.uniform(0, 1, (n, 4))
    prices = rng.uniform(0, 3, (T, n))
    budget = 0.6 * T
    utilities: dict[str, Utility] = {
        "in NumPy": table.Coverage(w, q),
        "under numba": osphg.utilities.Compiled(reach, reach_gradient, (w, q), T=T, n=n),
        "the package's family": osphg.families.ProbabilisticCoverage(w, q),
    }
    games = []
    runs = []
    times = []
    for label, utility in utilities.items():
        rounds = osphg.Rounds(utility, prices, budget, osphg.Box.unit(n))
        player = osphg.OSPHG.tuned(rounds, W=100, K=K)
        play = partial(osphg.play, player, rounds)
        games.append(rounds)
        runs.append(play())
        times.append(microseconds_per_step(fastest(play), T, K))
        report.number(label, times[-1], ".4g")
    in_numpy, under_numba, family = runs
    time_in_numpy, time_under_numba, _time_of_family = times
    ratio = time_in_numpy / time_under_numba
    report.number("in NumPy / under numba", ratio, ".1f", at_least(10))
    report.compare("a user's utility, NumPy and numba", under_numba, in_numpy, T)
    report.compare("a user's utility and the family", family, in_numpy, T)

    # The same game and player, in one loop that is written for them.
    _game_in_numpy, game_under_numba, _game_of_family = games
    history = np.empty((T, 5))
    keep = 1 - player.delta * player.mu**2
    play_by_hand = partial(
        play_in_one_loop, w, q, prices, game_under_numba.allowance, player.mu, keep, K, history
    )
    play_by_hand()
    assert np.abs(history[:, :2] - in_numpy.decisions).max() < TOLERANCE
    play_by_package = partial(osphg.play, player, game_under_numba)
    seconds_by_hand, seconds_by_package = fastest_of(play_by_hand, play_by_package)
    per_step = microseconds_per_step(seconds_by_hand, T, K)
    report.number("one loop for this game alone, under numba", per_step, ".4g")
    ratio = seconds_by_hand / seconds_by_package
    report.number("by hand / under numba", ratio, ".2f", at_least(0.7))


def wide_polytope(report: Report) -> None:
    """Measure quadratics with n = 100 on a polytope of 50 constraints, as in Bian et al. (2017).

    There a projection is a quadratic programme. It is timed alone and in a batch; so are a linear
    maximum, as the benchmark needs it, and a round of OSPHG, which projects the K oracles' points.
    """
    report.heading("Quadratics on a polytope with 50 constraints, n = 100: milliseconds")
    n = 100
    T = 50
    rng = np.random.default_rng(0)
    A = rng.uniform(0, 1, (50, n))
    X = osphg.Polytope(A, np.ones(50), osphg.Box(1 / A.max(0)))
    H = rng.uniform(-100, 0, (T, n, n))
    H = np.triu(H) + np.triu(H, 1).transpose(0, 2, 1)  # symmetric, from the upper triangle
    h = -(H @ X.upper)  # then the gradient at the upper bounds is 0: the utilities are monotone
    budget = 3 * T / A.mean()
    prices = rng.uniform(2, 4, (T, n))
    rounds = osphg.Rounds(osphg.utilities.Quadratics(H, h), prices, budget, X)
    for label, count in (("one projection", 1), ("a hundred projections at once", 100)):
        Y = rng.uniform(0, 0.5, (count, rounds.n)) * X.upper
        seconds = fastest(partial(X.project, Y), seconds=0.5)
        report.number(label, seconds * 1e3, ".3g")
    slopes = rng.uniform(0, 1, (1, rounds.n))
    seconds = fastest(partial(X.maximize_linear, slopes), seconds=0.5)
    report.number("one linear maximum", seconds * 1e3, ".3g")
    for K in (10, 100):
        player = osphg.OSPHG.tuned(rounds, W=50, K=K)
        seconds = fastest(partial(osphg.play, player, rounds), seconds=0, min_calls=1)
        report.number(f"one round of OSPHG, K = {K}", seconds * 1e3 / rounds.T, ".3g")


def one_at_a_time(report: Report) -> None:
    """Measure a round of `Pacer`, told its K gradients, against a NumPy round of `osphg.play`.

    A `Pacer` plays a game of which each round comes from outside: it decides, and is then told the
    price and the gradients. The target is for CPU time, which other processes do not lengthen.
    """
    size = Size(n=13, T=200, K=100)
    n, T, K = size
    report.heading(f"One round at a time, n = {n}, K = {K}: microseconds per round")
    case = Case.of(size)
    prices = list(case.rounds.prices)
    gradients = np.full((K, n), 0.1)  # any will do: they do not change how long a round takes

    def pace() -> None:
        """Play all rounds by a new pacer."""
        pacer = osphg.Pacer(
            case.player, budget=case.rounds.budget, horizon=T, domain=case.rounds.domain
        )
        for price in prices:
            pacer.decide()
            pacer.observe(price=price, gradient=gradients)

    by_play, by_pacer = fastest_of(lambda: case.play(compiled=False), pace)
    report.number("NumPy round of play, its gradient with it", by_play * 1e6 / T, ".1f")
    report.number("decide and observe", by_pacer * 1e6 / T, ".1f")
    cpu_times = []
    for _ in range(21):  # an odd number has one of them in the middle
        start = time.process_time()
        pace()
        cpu_times.append((time.process_time() - start) * 1e6 / T)
    median = float(np.median(cpu_times))
    report.number("the same, median CPU time", median, ".1f", at_most(100))
    report.number("decide and observe / round of play", by_pacer / by_play, ".2f")


class SavedPacer(NamedTuple):
    """A pacer, the file to which it is saved, and how long each save took, in milliseconds."""

    pacer: osphg.Pacer
    path: Path
    times: list[float]


def saving(report: Report) -> None:
    """Measure how long a pacer takes to be saved, to its journal and as a whole.

    A save to the journal appends the last round to the file; one as a whole writes all of it anew.
    Two pacers play the same 600 rounds. The one is saved to its journal in every round, the other
    as a whole in the first 60, as that takes long. The pacer that is loaded from the journal must
    decide as the one that was saved.
    """
    size = Size(n=2, T=10_000, K=100)
    n, T, K = size
    report.heading(f"A pacer saved in each round, n = {n}, K = {K}: milliseconds per save")
    case = Case.of(size)
    price = case.rounds.prices[0]
    gradients = np.full((K, n), 0.1)

    def new_pacer() -> osphg.Pacer:
        """Return a pacer that plays the case's game and has seen no round."""
        rounds = case.rounds
        return osphg.Pacer(case.player, budget=rounds.budget, horizon=T, domain=rounds.domain)

    # Here, and not in the system's temporary folder, which may be in memory.
    with tempfile.TemporaryDirectory(dir=HERE) as folder:
        to_journal = SavedPacer(new_pacer(), Path(folder, "journal"), times=[])
        as_whole = SavedPacer(new_pacer(), Path(folder, "whole"), times=[])
        for _ in range(600):  # so many that the journal is now and then replaced by a whole
            for saved in (to_journal, as_whole):
                is_quick = saved is to_journal
                saved.pacer.decide()
                saved.pacer.observe(price=price, gradient=gradients)
                if is_quick or len(saved.times) < 60:
                    start = time.perf_counter()
                    saved.pacer.save(saved.path, quick=is_quick)
                    saved.times.append((time.perf_counter() - start) * 1e3)
        whole = float(np.median(as_whole.times))
        journal = float(np.median(to_journal.times))
        report.number("whole, median", whole, ".3g")
        report.number("to the journal, median", journal, ".3g", at_most(1))
        report.number("whole / to the journal", whole / journal, ".0f")
        # Some saves to the journal write the whole, and some are held up by other processes.
        report.number("to the journal, mean", float(np.mean(to_journal.times)), ".3g")
        loaded = osphg.Pacer.load(to_journal.path).decide()
        agree = loaded.tobytes() == to_journal.pacer.decide().tobytes()
        report.require(agree, "a pacer and its journal: the next decisions differ")


def every_window(report: Report) -> None:
    """Measure the benchmark for all windows of the paper's game against one window at a time.

    For each length of a window the benchmark is the best fixed decision that keeps the budget in
    every window of that length. One at a time all 10,000 lengths would take long: 50 of them are
    timed, and count 200 times. The values of both ways must agree, and the certified gap of all
    windows, how far the best decision may be above the value, must be small.
    """
    _, T, K = PAPER
    report.heading(f"The benchmark for every window, n = 2, T = {T}, K = {K}: CPU seconds")
    rounds = osphg.rounds.paper_quadratics(T=T)
    some_windows = range(1, T + 1, 200)
    # A small game first, so that the time of compilation is not counted.
    osphg.every_window(osphg.rounds.paper_quadratics(T=10), K)
    start = time.process_time()
    one_by_one = benchmark_curve(rounds, some_windows, K)
    seconds_of_one = (time.process_time() - start) / len(some_windows)
    start = time.process_time()
    at_once = osphg.every_window(rounds, K)
    seconds = time.process_time() - start
    report.row(
        "one window at a time, 10,000 of them",
        f"{seconds_of_one * T:.3g}",
        f"from {len(some_windows)} of them",
    )
    report.number("all at once", seconds, ".3g", at_most(10))
    report.number("one at a time / all at once", seconds_of_one * T / seconds, ".0f")
    gap = float(((at_once.upper_bound - at_once.value) / at_once.value).max())
    report.number("largest relative gap", gap, ".1e", at_most(1e-9))
    values = at_once.value[np.array(some_windows) - 1]  # the first value is of windows of 1 round
    difference = np.abs(values - one_by_one.value).max() / one_by_one.value.max()
    report.require(
        bool(difference <= TOLERANCE), f"every window: values differ by {difference:.2g}"
    )


def polygons(report: Report) -> None:
    """Measure the rounds on a polygon, whose projection is compiled, against those in NumPy.

    The polygon is the unit square cut by two lines, and the budget half of the paper's.
    """
    T = 20_000
    K = 10
    report.heading(f"Quadratics on a polygon, T = {T}, K = {K}: rounds a second")
    paper = osphg.rounds.paper_quadratics(T=T)
    X = osphg.Polytope(np.array([[1.0, 0.7], [0.3, 1.0]]), np.ones(2), osphg.Box.unit(2))
    game = osphg.Rounds(paper.utility, paper.prices, paper.budget / 2, X)
    player = osphg.OSPHG.tuned(game, W=math.isqrt(T), K=K)
    compiled = fastest(partial(osphg.play, player, game))
    play_in_numpy = partial(osphg.play, player, game, compiled=False)
    in_numpy = fastest(play_in_numpy, seconds=0, min_calls=1)
    report.number("compiled", T / compiled, ",.0f")
    report.number("NumPy", T / in_numpy, ",.0f")
    report.number("NumPy / compiled", in_numpy / compiled, ".0f", at_least(20))


def repricing(report: Report) -> None:
    """Measure a round of repricing, with its search for a price, against one of boosted OSPHG.

    Compiled rounds and those in NumPy of the same short game must agree.
    """
    T = 50_000
    report.heading(f"Repricing, n = 2, T = {T}: nanoseconds per round")
    rounds = osphg.rounds.paper_quadratics(T=T)
    for W in (16, 256):  # rounds of a window: a short one and a long one
        repricing_seconds, boosted_seconds = fastest_of(
            partial(osphg.play, osphg.Repricing.tuned(rounds, W=W), rounds),
            partial(osphg.play, osphg.BoostedOSPHG.tuned(rounds, W=W), rounds),
        )
        report.number(f"repricing, W = {W}", repricing_seconds * 1e9 / T, ".0f")
        report.number(f"boosted OSPHG, W = {W}", boosted_seconds * 1e9 / T, ".0f")
        ratio = repricing_seconds / boosted_seconds
        report.number("repricing / boosted OSPHG", ratio, ".2f", at_most(3))
    short = osphg.rounds.paper_quadratics(T=2_000)
    player = osphg.Repricing.tuned(short, W=16)
    in_numpy = osphg.play(player, short, compiled=False)
    compiled = osphg.play(player, short)
    report.compare("repricing, compiled and NumPy", compiled, in_numpy, short.T)


def rules_of_practice(report: Report) -> None:
    """Measure a round of each rule of practice against one of OSPHG with one oracle.

    Compiled rounds and those in NumPy of a short game must agree.
    """
    T = 4_000
    report.heading(f"Rules of practice, T = {T}: microseconds per round, and of OSPHG with K = 1")
    utility = osphg.families.ConcaveOverModular(
        np.random.default_rng(0).uniform(0.5, 1.5, (T, 3)), np.eye(3) + 0.1
    )
    prices = np.random.default_rng(1).uniform(0.5, 1.5, (T, 3))
    games = {
        "quadratics, n = 2": (osphg.rounds.paper_quadratics(T=T, n=2), 1.5),
        "quadratics, n = 10": (osphg.rounds.paper_quadratics(T=T, n=10), 1.5),
        "influence, n = 3": (osphg.Rounds(utility, prices, 0.9 * T, osphg.Box.unit(3)), 10),
    }
    for name, (rounds, target) in games.items():
        saddle = partial(osphg.play, osphg.OSPHG.tuned(rounds, W=60, K=1), rounds)
        report.number(f"OSPHG, K = 1, {name}", fastest(saddle) * 1e6 / T, ".3g")
        rules: dict[Any, float] = {
            osphg.DualDescent: target,
            osphg.Resolve: 25,
            osphg.Throttle: 1.5,
            osphg.EvenPacing: 1.5,
        }
        for rule, most in rules.items():
            player = rule.tuned(rounds)
            seconds, of_saddle = fastest_of(partial(osphg.play, player, rounds), saddle)
            report.number(f"{rule.__name__}, {name}", seconds * 1e6 / T, ".3g")
            report.number("of OSPHG", seconds / of_saddle, ".2f", at_most(most))
    short = osphg.rounds.paper_quadratics(T=300, n=3)
    for rule in (osphg.DualDescent, osphg.Resolve, osphg.Throttle, osphg.EvenPacing):
        player = rule.tuned(short)
        in_numpy = osphg.play(player, short, compiled=False)
        what = f"{rule.__name__}, compiled and NumPy"
        report.compare(what, osphg.play(player, short), in_numpy, short.T)


# A program that prints the seconds that it takes to import the package, and to play for the first
# time.
FIRST_PLAY = """
import time
start = time.perf_counter()
import osphg
loaded = time.perf_counter() - start
rounds = osphg.rounds.paper_quadratics(T=1000)
player = osphg.OSPHG.tuned(rounds, W=30, K=30)
start = time.perf_counter()
osphg.play(player, rounds)
print(loaded, time.perf_counter() - start)
"""


def first_play(report: Report) -> None:
    """Measure how long a new process waits for the package and for its first play.

    The first of four processes compiles, and is not counted.
    """
    report.heading("A new process, whose compiled code is on the disk: seconds")
    command = [sys.executable, "-c", FIRST_PLAY]
    processes = [
        subprocess.run(command, check=True, capture_output=True, text=True) for _ in range(4)
    ]
    times = np.array([process.stdout.split() for process in processes[1:]], dtype=float)
    to_import, to_play = times.min(axis=0)
    report.number("import osphg", to_import, ".3f", at_most(0.1))
    report.number("the first play", to_play, ".3f")


MEASURES: tuple[Callable[[Report], None], ...] = (
    rounds,
    matrix_product_rate,
    memory,
    linearity,
    hindsight,
    own_utilities,
    wide_polytope,
    one_at_a_time,
    saving,
    every_window,
    polygons,
    repricing,
    rules_of_practice,
    first_play,
)


def main() -> int:
    """Run all measures and print disagreements; return the exit status, 1 if there are any."""
    report = Report()
    for measure in MEASURES:
        measure(report)
    for disagreement in report.disagreements:
        print(f"error: {disagreement}", file=sys.stderr)
    if report.disagreements:
        return 1
    print(f"\nAll implementations agree to {TOLERANCE:g}.")
    return 0


if __name__ == "__main__":
    if any(os.environ.get(name) != "1" for name in THREADS):
        # One thread for all that is compared. BLAS has read these variables when it was loaded, so
        # that this program starts anew with them.
        os.environ.update(dict.fromkeys(THREADS, "1"))
        os.execv(sys.executable, [sys.executable, *sys.argv])
    if sys.argv[1:2] == ["--memory"]:
        print_streamed_peak(int(sys.argv[2]))
    else:
        sys.exit(main())
