"""Measure the package against what a user would take in its place, and against the processor.

    python benchmarks/run.py            all measures, some ten minutes
    python benchmarks/run.py growth     those whose names are given

`make bench` calls it. Each measure prints a heading and its rows. A comparison has a row for the
package, one for each anchor (a loop by hand under numba, C, plain Python, a library asked directly)
with the ratio to it, and, where it is known, one for the bound: the time that the processor needs
for the same multiplications or bytes alone. Some ratios have a target, and whether it is reached.

All of a comparison is timed in the same run, on the same inputs and by turns: seconds alone would
tell more of the machine. What runs in this process is timed in CPU time, which other processes do
not lengthen; the fastest call counts, and behind it stands by how much the median is slower.

The exit status is 1 if two implementations that should agree give different numbers. A missed
target leaves it 0, because it may come from other work of the machine.

To add a measure, write a function that takes a `Report` and put it into `MEASURES`.
"""

from __future__ import annotations

import ctypes
import importlib.util
import math
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import scipy

import osphg
from osphg.checks import FloatArray
from osphg.compiled.answers import Projection
from osphg.hindsight.curves import benchmark_curve
from osphg.hindsight.scip_solver import scip
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


Calls = dict[str, Callable[[], Any]]  # what is timed, by its name


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

    def versus(
        self,
        ours: str,
        times: Mapping[str, Times],
        scale: float,
        bound: Bound | None = None,
        targets: Mapping[str, Target] | None = None,
    ) -> None:
        """Print what the package and its anchors take, the ratios to these, and the bound.

        Parameters
        ----------
        ours
            The name of what the package does.
        times
            The times of that and of the anchors, in the same run.
        scale
            The number of the heading's units in a second.
        bound
            What the processor needs at least; None where that is not known.
        targets
            What the ratio of the package to an anchor should reach, by the anchor's name.
        """
        own = times[ours]
        self.row(ours, f"{own.fastest * scale:.4g}", f"median {own.spread:+.0%}")
        for name, anchor in times.items():
            if name == ours:
                continue
            ratio = own.fastest / anchor.fastest
            note = f"median {anchor.spread:+.0%}; ours / it: {ratio:.3g}"
            if targets and name in targets:
                note += f"; {targets[name].verdict(ratio)}"
            self.row(name, f"{anchor.fastest * scale:.4g}", note)
        if bound is not None:
            ratio = own.fastest / bound.seconds
            self.row(
                f"bound by {bound.what}", f"{bound.seconds * scale:.4g}", f"ours / it: {ratio:.3g}"
            )

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


class Times(NamedTuple):
    """The times of the calls of one function, in seconds, in their order."""

    seconds: Sequence[float]

    @property
    def fastest(self) -> float:
        """The time of the fastest call."""
        return min(self.seconds)

    @property
    def spread(self) -> float:
        """By which share of the fastest call the median one is slower."""
        return float(np.median(self.seconds)) / self.fastest - 1


def by_turns(calls: Calls, seconds: float = 1.0, min_calls: int = 10) -> dict[str, Times]:
    """Call functions by turns, so that all meet the same machine, and return their CPU times.

    Each timed call follows one to warm up, as another function has just filled the processor's
    caches.

    Parameters
    ----------
    calls
        What is timed, by its name.
    seconds
        For how long all of them together are called again and again.
    min_calls
        How often each is called at least, even if that takes longer than `seconds`.

    Returns
    -------
    dict
        The times of each function, by its name.
    """
    times: dict[str, list[float]] = {name: [] for name in calls}
    total = 0.0
    while len(next(iter(times.values()))) < min_calls or total < seconds:
        for name, call in calls.items():
            call()
            start = time.process_time()
            call()
            times[name].append(time.process_time() - start)
            total += times[name][-1]
    return {name: Times(of_one) for name, of_one in times.items()}


def fastest(call: Callable[[], Any], seconds: float = 1.0, min_calls: int = 3) -> float:
    """Return the CPU time of the fastest call, in seconds, after one call to warm up.

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
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def fastest_of(first: Callable[[], Any], second: Callable[[], Any]) -> tuple[float, float]:
    """Return the CPU time of the fastest call to each of two functions, called by turns."""
    times = by_turns({"first": first, "second": second})
    return times["first"].fastest, times["second"].fastest


class Bound(NamedTuple):
    """The time that the processor needs at least, in seconds, and for what."""

    what: str
    seconds: float


@cache
def multiply_adds_per_second() -> float:
    """Return how many multiply-adds one core does in a second: those of a large product by BLAS."""
    square = np.random.default_rng(0).uniform(0, 1, (1500, 1500))
    return 1500.0**3 / fastest(lambda: square @ square)


@cache
def bytes_per_second() -> float:
    """Return how many bytes one core moves in a second, of an array beyond its caches."""
    source = np.ones(2**25)
    target = np.empty_like(source)
    return 2.0 * source.nbytes / fastest(lambda: np.copyto(target, source))


def by_multiplications(count: float) -> Bound:
    """Return the bound of so many multiply-adds."""
    return Bound("multiplications", count / multiply_adds_per_second())


def by_bytes(count: float) -> Bound:
    """Return the bound of so many bytes from or to memory."""
    return Bound("bytes", count / bytes_per_second())


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
    """A case played by a C function, each time that it is called.

    Parameters
    ----------
    function
        That of `rounds.c`, or that of `lanes.c`, which was compiled for the case's n.
    sizes
        The sizes that the function takes: T, n and K, or T and K.
    case
        The game and its player.

    Attributes
    ----------
    decisions
        What the last call has decided, (T, n).
    utility, violation, multiplier
        The quantities of its rounds, (T,) each.
    """

    def __init__(self, function: Any, sizes: tuple[int, ...], case: Case) -> None:
        """Make the arrays that the C function writes to."""
        n, T, K = case.size
        self.case = case
        self.sizes = sizes
        self.function = function
        self.function.restype = ctypes.c_double
        self.decisions = np.empty((T, n))
        self.utility, self.violation, self.multiplier = np.empty((3, T))
        self.V = np.zeros((n, K))

    def __call__(self) -> None:
        """Play all rounds; the order of arguments is that of `rounds.c` and `lanes.c`."""
        case = self.case
        player = case.player
        domain = case.rounds.domain
        self.V[:] = 0  # the oracles' points, which the C function moves, start at 0
        step = float(player.mu)
        dual_step = step  # the multiplier moves with the oracles' step
        keep = float(1 - player.delta * player.mu**2)  # share of the multiplier that a round leaves
        first_multiplier = 0.0
        game = (case.utility.H, case.utility.h, case.rounds.prices)
        bounds_and_weights = (domain.lower, domain.upper, player.weights)
        results = (self.decisions, self.utility, self.violation, self.multiplier)
        self.function(
            *(ctypes.c_long(size) for size in self.sizes),
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


def compile_c(folder: str, source: str = "rounds.c", *options: str) -> ctypes.CDLL | None:
    """Compile a C file into a folder, with further options, and return it, loaded.

    Where there is no C compiler, print one line and return None.
    """
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        print("  no C compiler found: the comparison with C is left out")
        return None
    target = Path(folder) / f"{source}{''.join(options)}.so"
    flags = ["-O3", "-march=native", "-shared", "-fPIC", *options]
    subprocess.run([compiler, *flags, str(HERE / source), "-o", str(target)], check=True)
    return ctypes.CDLL(str(target))


# Rounds as a user would write them under numba or JAX.


class History(NamedTuple):
    """What rounds have written: decisions (T, n); utility, violation and multiplier, (T,) each."""

    decisions: FloatArray
    utility: FloatArray
    violation: FloatArray
    multiplier: FloatArray

    @classmethod
    def empty(cls, T: int, n: int) -> History:
        """Return arrays to write to."""
        return cls(np.empty((T, n)), *np.empty((3, T)))


@numba.njit(error_model="numpy", fastmath={"contract"})
def play_quadratics_by_hand(
    game: Any, weights: FloatArray, mu: float, keep: float, history: Any
) -> None:
    """Play Algorithm 2 on quadratics over a box from 0, in one loop that is written for them alone.

    Parameters
    ----------
    game
        H (T, n, n), h (T, n), prices (T, n), the allowance, and the upper bounds (n,).
    weights
        Those of the K oracles' gradients, (K,).
    mu, keep
        The step, and the share of the multiplier that one round leaves.
    history
        The arrays of `History`.
    """
    H, h, p, allowance, upper = game
    decisions, utility, violation, multipliers = history
    T, n = h.shape
    K = len(weights)
    V = np.zeros((K, n))  # the points of the oracles
    x = np.empty(n)
    slope = np.empty(n)
    multiplier = 0.0
    for t in range(T):
        x[:] = 0.0
        for k in range(K):
            for i in range(n):
                total = h[t, i]
                for j in range(n):
                    total += H[t, i, j] * x[j]
                slope[i] = total
            for i in range(n):
                v = V[k, i]
                x[i] += v / K
                moved = v + mu * (weights[k] * slope[i] - multiplier * p[t, i])
                V[k, i] = min(max(moved, 0.0), upper[i])
        value = 0.0
        spend = 0.0
        for i in range(n):
            total = h[t, i]
            for j in range(n):
                total += 0.5 * H[t, i, j] * x[j]
            value += total * x[i]
            spend += p[t, i] * x[i]
        decisions[t] = x
        utility[t] = value
        violation[t] = spend - allowance
        multipliers[t] = multiplier
        multiplier = max(keep * multiplier + mu * (spend - allowance), 0.0)


def by_hand(case: Case, history: History) -> Callable[[], None]:
    """Return what plays a case by `play_quadratics_by_hand`, into `history`."""
    player = case.player
    rounds = case.rounds
    game = (
        case.utility.H, case.utility.h, rounds.prices, rounds.allowance, rounds.domain.upper,
    )  # fmt: skip
    keep = 1 - player.delta * player.mu**2
    return partial(play_quadratics_by_hand, game, player.weights, player.mu, keep, tuple(history))


def by_jax(case: Case) -> Callable[[], History] | None:
    """Return what plays a case by JAX, one scan over the rounds; None where it is not installed."""
    if importlib.util.find_spec("jax") is None:
        return None
    jax: Any = importlib.import_module("jax")
    jax.config.update("jax_enable_x64", True)
    jnp = jax.numpy
    n, _, K = case.size
    player = case.player
    allowance = case.rounds.allowance
    upper = jnp.asarray(case.rounds.domain.upper)[:, None]
    keep = 1 - player.delta * player.mu**2

    def play_round(state: Any, revealed: Any) -> tuple[Any, Any]:
        """Return the state after a round, and what the round adds to the history."""
        V, multiplier = state
        H, h, p = revealed
        sums = jnp.cumsum(V, axis=1) / K
        x = sums[:, -1]
        value = x @ (0.5 * (H @ x) + h)
        violation = p @ x - allowance
        slopes = H @ (sums - V / K) + h[:, None]
        moved = V + player.mu * (player.weights * slopes - multiplier * p[:, None])
        following = jnp.maximum(keep * multiplier + player.mu * violation, 0.0)
        return (jnp.clip(moved, 0.0, upper), following), (x, value, violation, multiplier)

    scan = jax.jit(lambda *game: jax.lax.scan(play_round, (jnp.zeros((n, K)), 0.0), game)[1])
    game = tuple(map(jnp.asarray, (case.utility.H, case.utility.h, case.rounds.prices)))
    return lambda: History(*map(np.asarray, scan(*game)))


# The measures.


def rounds(report: Report) -> None:
    """Measure the same rounds by the package and by hand, for all of `SIZES`."""
    with tempfile.TemporaryDirectory() as folder:
        library = compile_c(folder)
        for size in SIZES:
            rounds_of_size(report, size, library)


def rounds_of_size(report: Report, size: Size, library: ctypes.CDLL | None) -> None:
    """Measure the same rounds compiled, in NumPy, in plain Python, under numba, in JAX and in C.

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
    history = History.empty(T, n)
    calls: Calls = {
        "osphg, compiled": case.play,
        "one loop by hand, under numba": by_hand(case, history),
    }
    calls["one loop by hand, under numba"]()
    report.compare(f"compiled and by hand, n = {n}", compiled_run, history, T)
    if library is not None:
        c_run = CRun(library.quadratic_rounds, (T, n, K), case)
        c_run()
        report.compare(f"compiled and C, n = {n}", compiled_run, c_run, T)
        calls["C, -O3 -march=native"] = c_run
    play_by_jax = by_jax(case)
    if play_by_jax is not None:
        report.compare(f"compiled and JAX, n = {n}", compiled_run, play_by_jax(), T)
        calls["JAX, one scan"] = play_by_jax
    times = by_turns(calls, seconds=2.0)
    times |= by_turns({"NumPy, batched over k": play_in_numpy}, seconds=0, min_calls=3)
    literal_times = by_turns({"": play_literally}, seconds=0, min_calls=3)[""].seconds
    literal_name = f"plain Python ({literal_T} rounds)"
    times[literal_name] = Times([seconds * T / literal_T for seconds in literal_times])
    targets = {"C, -O3 -march=native": at_most(1.5)}
    if is_paper:
        targets |= {literal_name: at_most(1e-3), "NumPy, batched over k": at_most(0.05)}
    # A gradient has n^2 multiply-adds, and each of its entries some four: step, price and sum. The
    # game is read once: H, h and prices; decisions and three numbers a round are written.
    multiplications = by_multiplications(T * K * (n * n + 4.0 * n))
    traffic = by_bytes(8.0 * T * (n * n + 3 * n + 3))
    bound = max(multiplications, traffic, key=lambda bound: bound.seconds)
    report.versus("osphg, compiled", times, 1e6 / (T * K), bound, targets)
    if play_by_jax is None:
        report.row("JAX, one scan", "-", "not installed")


class Lanes(NamedTuple):
    """How `lanes.c` is compiled: eight or four oracles in a vector, and whether H is read anew."""

    label: str
    options: tuple[str, ...]


# Which of them is fastest depends on n, on the processor and on the compiler.
LANES_IN_C = (
    Lanes("eight lanes", ("-DLANES=8",)),
    Lanes("eight lanes, H read anew", ("-DLANES=8", "-DREREAD")),
    Lanes("four lanes", ("-DLANES=4",)),
)


def lanes(report: Report) -> None:
    """Measure `osphg.play` of the paper's game against the fastest C, with oracles in lanes.

    The C function plays the rounds alone; ours is the whole of `play`, with all checks. All are
    called by turns, again and again, and CPU time is taken, which other processes do not lengthen.
    """
    with tempfile.TemporaryDirectory() as folder:
        for n in range(2, 9):
            for T, K, most in ((10_000, 100, 1.3), (2_000, 1000, 1.15 if n == 2 else 1.3)):
                if not lanes_of_size(report, Size(n, T, K), most, folder):
                    return


def lanes_of_size(report: Report, size: Size, most: float, folder: str) -> bool:
    """Measure `osphg.play` against all of `LANES_IN_C`; return False without a C compiler.

    Parameters
    ----------
    report
        Where the rows go.
    size
        The size of the game.
    most
        The target: how many times as long as the fastest C `osphg.play` may take.
    folder
        Where C is compiled to.
    """
    case = Case.of(size)
    n, T, K = size
    report.heading(f"n = {n}, T = {T}, K = {K}, oracles in lanes: CPU nanoseconds per round")
    calls: dict[str, Callable[[], Any]] = {"osphg.play": case.play}
    compiled_run = case.play()
    for kind in LANES_IN_C:
        library = compile_c(folder, "lanes.c", f"-DN={n}", *kind.options)
        if library is None:
            return False
        c_run = CRun(library.lane_rounds, (T, K), case)
        c_run()
        report.compare(f"compiled and C in {kind.label}, n = {n}", compiled_run, c_run, T)
        calls[f"C, {kind.label}"] = c_run
    times: dict[str, list[float]] = {label: [] for label in calls}
    for _ in range(40):
        for label, call in calls.items():
            call()  # as the others have filled the processor's caches
            start = time.process_time()
            call()
            times[label].append((time.process_time() - start) * 1e9 / T)
    best = {label: min(numbers) for label, numbers in times.items()}
    for label, number in best.items():
        report.number(label, number, ".0f")
    ours, *others = times
    ratio = best[ours] / min(best[label] for label in others)
    report.number("osphg.play / the fastest C", ratio, ".2f", at_most(most))
    fastest_c = np.min([times[label] for label in others], axis=0)  # of each turn
    low, middle, high = np.quantile(np.array(times[ours]) / fastest_c, (0.1, 0.5, 0.9))
    report.row(
        "the same of single turns", f"{middle:.2f}", f"eight of ten in {low:.2f}..{high:.2f}"
    )
    return True


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


def many_items(report: Report) -> None:
    """Measure a round of n = 100 items and K = 10 oracles against what nobody can leave out.

    H_t has to be read from memory, and to be multiplied with eleven points. The multiplications are
    timed with one matrix again and again, which stays in the processor's cache. Where memory is
    slow, reading is most of the round; where it is fast, the multiplications are.
    """
    size = Size(n=100, T=2_000, K=10)
    n, T, K = size
    report.heading(f"n = {n}, T = {T}, K = {K}: CPU microseconds per round")
    case = Case.of(size)
    H = case.utility.H
    points = np.random.default_rng(0).uniform(0, 1, (n, K + 1))
    product = np.empty_like(points)

    def multiply_in_cache() -> None:
        """Multiply one matrix with the points of a round, T times."""
        for _ in range(T):
            np.dot(H[0], points, out=product)

    calls: Calls = {
        "osphg.play": case.play,
        "reading H once": H.sum,
        "the products alone, H_t in the cache": multiply_in_cache,
    }
    targets = {"reading H once": at_most(1.7)}
    play_by_jax = by_jax(case)
    if play_by_jax is not None:
        report.compare(f"compiled and JAX, n = {n}, K = {K}", case.play(), play_by_jax(), T)
        calls["JAX, one scan"] = play_by_jax
        targets["JAX, one scan"] = at_most(1.0)
    times = by_turns(calls, seconds=4.0)
    report.versus("osphg.play", times, 1e6 / T, targets=targets)
    ours, reading, multiplying = (times[name].fastest for name in list(calls)[:3])
    report.number("ours / (reading and multiplying)", ours / (reading + multiplying), ".2f")
    if play_by_jax is None:
        report.row("JAX, one scan", "-", "not installed")


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


def streaming(report: Report) -> None:
    """Measure a streamed game against drawing its rounds, for which any player has to wait."""
    T = 200_000
    report.heading(f"A streamed game, n = 2, T = {T:,}: nanoseconds per round")
    rounds = osphg.rounds.streamed_paper_quadratics(T=T)

    def draw() -> None:
        """Draw all blocks of rounds, and play none."""
        for _ in rounds.blocks():
            pass

    for K in (1, 10):
        player = osphg.OSPHG.tuned(rounds, W=450, K=K)
        ours = f"stream, K = {K}"
        stream = partial(osphg.stream, player, rounds)
        calls: Calls = {ours: stream, "the rounds drawn alone": draw}
        report.versus(ours, by_turns(calls, seconds=0, min_calls=5), 1e9 / T)


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


def growth(report: Report) -> None:
    """Measure with which power of its size the time of each thing grows: 1 is in proportion.

    A small and a large size are timed by turns; the exponent is that of the line between them.
    """
    report.heading("Growth: the time is about the size to this power")
    n, T, K = PAPER
    in_plane = osphg.rounds.paper_quadratics
    pairs: dict[str, tuple[float, Callable[[], Any], Callable[[], Any]]] = {
        "play, T = 10,000 to 40,000": (
            4, Case.of(PAPER).play, Case.of(Size(n, 4 * T, K)).play,
        ),
        "play, K = 100 to 400": (4, Case.of(PAPER).play, Case.of(Size(n, T, 4 * K)).play),
        "play, n = 4 to 8": (
            2, Case.of(Size(4, 2_000, K)).play, Case.of(Size(8, 2_000, K)).play,
        ),
        "play, n = 25 to 100": (
            4, Case.of(Size(25, 200, K)).play, Case.of(Size(100, 200, K)).play,
        ),
    }  # fmt: skip
    for length in (16, 256):
        rounds = in_plane(T=20_000)
        pairs[f"play repricing, W = {length} to {4 * length}"] = (
            4,
            partial(osphg.play, osphg.Repricing.tuned(rounds, W=length), rounds),
            partial(osphg.play, osphg.Repricing.tuned(rounds, W=4 * length), rounds),
        )
    wide = in_plane(T=8_000, n=8)
    pairs["best_fixed_decision, n = 8, T = 2,000 to 8,000"] = (
        4,
        partial(osphg.best_fixed_decision, in_plane(T=2_000, n=8), 40),
        partial(osphg.best_fixed_decision, wide, 40),
    )
    pairs["best_fixed_decision, n = 8, W = 20 to 320"] = (
        16,
        partial(osphg.best_fixed_decision, wide, 20),
        partial(osphg.best_fixed_decision, wide, 320),
    )
    pairs["every_window, T = 5,000 to 20,000"] = (
        4,
        partial(osphg.every_window, in_plane(T=5_000), 100),
        partial(osphg.every_window, in_plane(T=20_000), 100),
    )
    at_most_about_linear = {"play, T", "play, K"}
    for label, (factor, small, large) in pairs.items():
        times = by_turns({"small": small, "large": large}, seconds=1.0, min_calls=3)
        exponent = math.log(times["large"].fastest / times["small"].fastest) / math.log(factor)
        is_linear = label.split(" = ")[0] in at_most_about_linear
        report.number(label, exponent, ".2f", at_most(1.2) if is_linear else None)


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


def needed_rows(report: Report) -> None:
    """Measure the best fixed decision against SCIP with the rows of all windows.

    Both find the maximum of the same quadratic over the same set; the package gives SCIP the rows
    that it needs.
    """
    n = 8
    report.heading(f"Best fixed decision, n = {n}, W = sqrt(T): seconds")
    if importlib.util.find_spec("pyscipopt") is None:
        report.row("SCIP", "-", "not installed")
        return
    for T in (1_000, 4_000, 16_000):
        rounds = osphg.rounds.paper_quadratics(T=T, n=n)
        W = math.isqrt(T)
        best = osphg.best_fixed_decision(rounds, W)

        def by_scip(rounds: osphg.Rounds = rounds, W: int = W) -> Any:
            """Ask SCIP with all rows."""
            return scip()(rounds.total(), osphg.window_polytope(rounds, W), rounds.domain)

        every = by_scip()
        rows = len(osphg.window_polytope(rounds, W).A)
        agree = abs(best.value - every.value) <= 1e-9 * best.value
        report.require(agree, f"best fixed decision, T = {T}: {best.value} and {every.value}")
        ours = f"best_fixed_decision, T = {T:,}"
        anchor = f"SCIP with all {rows:,} rows"
        calls = {ours: partial(osphg.best_fixed_decision, rounds, W), anchor: by_scip}
        times = by_turns(calls, seconds=0, min_calls=1 if T > 4_000 else 3)
        report.versus(ours, times, 1.0)


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
    ours = "under numba"
    anchor = "one loop for this game alone, under numba"
    calls: Calls = {ours: partial(osphg.play, player, game_under_numba), anchor: play_by_hand}
    # A gradient has, for each item, two products of two factors; the step has some four more.
    bound = by_multiplications(T * K * n * (2.0 * w.shape[1] + 4))
    report.versus(ours, by_turns(calls), 1e6 / (T * K), bound, {anchor: at_most(1.4)})


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
    slopes = rng.uniform(0, 1, rounds.n)
    bounds = np.column_stack([X.box.lower, X.box.upper])
    ask_highs = partial(scipy.optimize.linprog, -slopes, X.A, X.b, bounds=bounds, method="highs")
    gap = float(slopes @ X.maximize_linear(slopes) + ask_highs().fun)
    report.require(abs(gap) <= 1e-6, f"a linear maximum and HiGHS: {gap:.2g}")
    ours = "one linear maximum"
    calls = {ours: partial(X.maximize_linear, slopes), "HiGHS, through SciPy": ask_highs}
    report.versus(ours, by_turns(calls, seconds=0.5), 1e3)
    for K in (10, 100):
        player = osphg.OSPHG.tuned(rounds, W=50, K=K)
        seconds = fastest(partial(osphg.play, player, rounds), seconds=0, min_calls=1)
        report.number(f"one round of OSPHG, K = {K}", seconds * 1e3 / rounds.T, ".3g")


class BoxOneByOne(osphg.Box):
    """A box whose loop takes one oracle after the other, as that of a domain of one's own does."""

    def fused_projection(self) -> Projection:
        """Return the bounds, and a projection that leaves all else as it is."""
        return Projection(self.lower, self.upper, leave_point)


def leave_point(y: FloatArray) -> None:
    """Leave a point of the box as it is: clipping it at the bounds, which comes first, is all."""


def polytope_and_box(report: Report) -> None:
    """Measure rounds on a polytope of four faces against those on its box, by turns.

    On the first polytope the oracles' points stay within; on the second nearly all rounds end on a
    face, so that the projection has work to do.

    The box is what a user would play in its place. Both are played eight oracles at a time, in the
    lanes of vectors. A third row has the box one oracle after the other.
    """
    n = 10
    K = 10
    T = 5_000
    report.heading(f"Quadratics on a polytope with four faces, n = {n}, K = {K}: us per round")
    paper = osphg.rounds.paper_quadratics(T=T, n=n)
    A = np.random.default_rng(4).uniform(0.5, 1.0, (4, n))
    box = osphg.Box.unit(n)

    def play_on(domain: Any) -> Callable[[], osphg.Run]:
        """Return what plays the game on a domain."""
        rounds = osphg.Rounds(paper.utility, paper.prices, paper.budget, domain)
        player = osphg.OSPHG.tuned(
            osphg.Rounds(paper.utility, paper.prices, paper.budget, box), 70, K
        )
        return partial(osphg.play, player, rounds)

    for where, share in (("within", 0.9), ("on a face", 0.05)):
        X = osphg.Polytope(A, share * A.sum(axis=1), box)
        ours = f"the polytope, {where}"
        play = play_on(X)
        on_face = float((play().decisions @ A.T > 0.999 * X.b).any(axis=1).mean())
        calls: Calls = {
            ours: play,
            "its box": play_on(box),
            "its box, one oracle after the other": play_on(BoxOneByOne(np.ones(n))),
        }
        times = by_turns(calls, seconds=2.0)
        most = 8 if where == "within" else 10
        report.versus(ours, times, 1e6 / T, targets={"its box": at_most(most)})
        report.number("rounds with a face touched", on_face, ".0%")


def one_at_a_time(report: Report) -> None:
    """Measure a round of `Pacer`, told its K gradients, against a NumPy round of `osphg.play`.

    A `Pacer` plays a game of which each round comes from outside: it decides, and is then told the
    price and the gradients.
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

    ours = "decide and observe"
    calls: Calls = {ours: pace, "a NumPy round of play": partial(case.play, compiled=False)}
    times = by_turns(calls, seconds=2.0)
    report.versus(ours, times, 1e6 / T)
    median = float(np.median(times[ours].seconds)) * 1e6 / T
    report.number("decide and observe, median", median, ".1f", at_most(100))


def saving(report: Report) -> None:
    """Measure how long a pacer takes to be saved and loaded, after 336 rounds and after 10,000.

    Its file has an entry for each round that it was told. The pacer that is loaded must decide as
    the one that was saved.
    """
    size = Size(n=3, T=10_000, K=20)
    report.heading(f"A pacer, n = {size.n}, K = {size.K}: milliseconds per save and load")
    case = Case.of(size)
    rounds = case.rounds
    pacer = osphg.Pacer(case.player, budget=rounds.budget, horizon=size.T, domain=rounds.domain)
    gradients = np.full((size.K, size.n), 0.1)
    # Here, and not in the system's temporary folder, which may be in memory.
    with tempfile.TemporaryDirectory(dir=HERE) as folder:
        path = Path(folder, "pacer.json")
        for last in (336, size.T - 1):
            while pacer.round <= last:
                pacer.decide()
                pacer.observe(price=rounds.prices[0], gradient=gradients)
            saves = []
            loads = []
            for _ in range(10):
                start = time.perf_counter()
                pacer.save(path)
                saves.append((time.perf_counter() - start) * 1e3)
                start = time.perf_counter()
                loaded = osphg.Pacer.load(path)
                loads.append((time.perf_counter() - start) * 1e3)
            report.number(f"saved after {last:,} rounds, median", float(np.median(saves)), ".3g")
            report.number(f"loaded after {last:,} rounds, median", float(np.median(loads)), ".3g")
        agree = loaded.decide().tobytes() == pacer.decide().tobytes()
        report.require(agree, "a pacer and its file: the next decisions differ")


@numba.njit(error_model="numpy")
def dearest_windows(sums: FloatArray, dearest: FloatArray) -> None:
    """Write the largest sum of the prices in W rounds in a row, for each W and each item.

    It looks at every window of every length, T^2/2 of them.

    Parameters
    ----------
    sums
        The prices of the rounds before each round, added up, (T + 1, n).
    dearest
        Where the largest sums are written, (T, n).
    """
    T = len(sums) - 1
    for W in range(1, T + 1):
        for i in range(sums.shape[1]):
            largest = 0.0
            for start in range(T - W + 1):
                largest = max(largest, sums[start + W, i] - sums[start, i])
            dearest[W - 1, i] = largest


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
    report.number("all at once", seconds, ".3g", at_most(1))
    report.number("one at a time / all at once", seconds_of_one * T / seconds, ".0f")
    sums = np.zeros((T + 1, 2))
    np.cumsum(rounds.prices, axis=0, out=sums[1:])
    look_at_all = partial(dearest_windows, sums, np.empty((T, 2)))
    ours = "all at once"
    anchor = "a look at each of T^2/2 windows, by hand"
    calls: Calls = {ours: partial(osphg.every_window, rounds, K), anchor: look_at_all}
    report.versus(ours, by_turns(calls, seconds=0, min_calls=3), 1.0)
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
    report.heading(f"Quadratics on a polygon, T = {T}, K = {K}: microseconds per round")
    paper = osphg.rounds.paper_quadratics(T=T)
    X = osphg.Polytope(np.array([[1.0, 0.7], [0.3, 1.0]]), np.ones(2), osphg.Box.unit(2))
    game = osphg.Rounds(paper.utility, paper.prices, paper.budget / 2, X)
    player = osphg.OSPHG.tuned(game, W=math.isqrt(T), K=K)
    on_box = osphg.Rounds(paper.utility, paper.prices, paper.budget / 2, X.box)
    times = by_turns(
        {
            "compiled": partial(osphg.play, player, game),
            "compiled, on its box": partial(osphg.play, player, on_box),
        }
    )
    play_in_numpy = partial(osphg.play, player, game, compiled=False)
    times |= by_turns({"NumPy": play_in_numpy}, seconds=0, min_calls=1)
    report.versus("compiled", times, 1e6 / T, targets={"NumPy": at_most(0.05)})


def repricing(report: Report) -> None:
    """Measure a round of repricing, with its search for a price, against one of boosted OSPHG.

    Compiled rounds and those in NumPy of the same short game must agree.
    """
    T = 50_000
    report.heading(f"Repricing, n = 2, T = {T}: nanoseconds per round")
    rounds = osphg.rounds.paper_quadratics(T=T)
    for W in (16, 256):  # rounds of a window: a short one and a long one
        ours = f"repricing, W = {W}"
        anchor = f"boosted OSPHG, W = {W}"
        calls: Calls = {
            ours: partial(osphg.play, osphg.Repricing.tuned(rounds, W=W), rounds),
            anchor: partial(osphg.play, osphg.BoostedOSPHG.tuned(rounds, W=W), rounds),
        }
        report.versus(ours, by_turns(calls), 1e9 / T, targets={anchor: at_most(3)})
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


# Programs that print the CPU seconds of `import osphg`, and of what a process does first with it.
_FIRST = """
import time
start = time.process_time()
import osphg
loaded = time.process_time() - start
start = time.process_time()
{what}
print(loaded, time.process_time() - start)
"""
_FIRST_PLAY = """
rounds = osphg.rounds.paper_quadratics(T=1000)
osphg.play(osphg.OSPHG.tuned(rounds, W=30, K=30), rounds, compiled={compiled})
"""
_FIRST_OF_NUMBA = "import numba; numba.njit(lambda x: x + 1)(1.0)"
_FIRST_OF_JAX = "import jax; jax.jit(lambda x: x + 1)(1.0)"


def first_play(report: Report) -> None:
    """Measure how long a new process takes to import the package and to play for the first time.

    A player who needs few rounds may take those in NumPy. Whoever compiles rounds by hand waits for
    the first function of numba at least.
    """
    report.heading("The first play of a new process, T = 1000, after import osphg: CPU seconds")
    ours = "osphg, compiled code on the disk"
    programs = {
        ours: _FIRST_PLAY.format(compiled=True),
        "osphg, rounds in NumPy": _FIRST_PLAY.format(compiled=False),
        "numba's first function, x + 1": _FIRST_OF_NUMBA,
    }
    has_jax = importlib.util.find_spec("jax") is not None
    if has_jax:
        programs["JAX's first function, x + 1"] = _FIRST_OF_JAX
    seconds: dict[str, list[float]] = {name: [] for name in programs}
    imports = []
    run_in_new_process(programs[ours])  # it compiles
    for _ in range(7):
        for name, program in programs.items():
            to_import, to_do = run_in_new_process(program)
            imports.append(to_import)
            seconds[name].append(to_do)
    report.versus(ours, {name: Times(times) for name, times in seconds.items()}, 1.0)
    if not has_jax:
        report.row("JAX's first function, x + 1", "-", "not installed")
    with tempfile.TemporaryDirectory() as folder:
        empty = {"NUMBA_CACHE_DIR": folder}
        _, to_compile = run_in_new_process(programs[ours], empty)
    report.number("osphg, with nothing on the disk", to_compile, ".3g")
    report.number("import osphg", min(imports), ".3f", at_most(0.1))


def run_in_new_process(what: str, variables: Mapping[str, str] | None = None) -> list[float]:
    """Run a program in a process of its own; return the two numbers that `_FIRST` prints.

    `what` are its lines, and `variables` are added to the environment.
    """
    command = [sys.executable, "-c", _FIRST.format(what=what)]
    environment = {**os.environ, **(variables or {})}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return [float(number) for number in done.stdout.split()]


def sweep_cell(report: Report) -> None:
    """Measure a cell of a sweep against papermill as it comes, which starts a kernel for each.

    Both execute the notebook of figure 1 with its quick values, by turns; the time is that of the
    clock, as several processes work.
    """
    report.heading("A cell of figure1, quick: seconds of the clock")
    if importlib.util.find_spec("papermill") is None:
        report.row("papermill", "-", "not installed")
        return
    import papermill

    from osphg import experiments
    from osphg.experiments.catalogue import find

    notebook = find("figure1")
    values = notebook.complete({}, quick=True)

    def sweep(cells: int) -> float:
        """Return the seconds of a sweep of so many cells, one after another."""
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            out = Path(folder, "out")
            experiments.sweep("figure1", {"seed": range(cells)}, out=out, quick=True, jobs=1)
            return time.perf_counter() - start

    def by_papermill() -> float:
        """Return the seconds of papermill for one cell."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "figure1.ipynb")
            source.write_text(notebook.source, encoding="utf-8")
            start = time.perf_counter()
            papermill.execute_notebook(
                source, Path(folder, "done.ipynb"), dict(values), cwd=folder, progress_bar=False,
                kernel_name="python3",
            )  # fmt: skip
            return time.perf_counter() - start

    sweep(1)  # it starts the process that cells are copies of
    few: list[float] = []
    many: list[float] = []
    papermills = []
    for _ in range(3):
        few.append(sweep(3))
        many.append(sweep(12))
        papermills.append(by_papermill())
    per_cell = [(of_many - of_few) / 9 for of_few, of_many in zip(few, many, strict=True)]
    times = {"a cell of a sweep": Times(per_cell), "papermill": Times(papermills)}
    report.versus("a cell of a sweep", times, 1.0)
    exponent = math.log(min(many) / min(few)) / math.log(4)
    report.number("growth with the cells, 3 to 12", exponent, ".2f", at_most(1.2))


MEASURES: tuple[Callable[[Report], None], ...] = (
    rounds,
    lanes,
    matrix_product_rate,
    many_items,
    memory,
    streaming,
    growth,
    hindsight,
    needed_rows,
    own_utilities,
    wide_polytope,
    polytope_and_box,
    one_at_a_time,
    saving,
    every_window,
    polygons,
    repricing,
    rules_of_practice,
    first_play,
    sweep_cell,
)


def main(names: Sequence[str]) -> int:
    """Run the measures of these names, all if there are none, and print disagreements.

    Return the exit status, 1 if there are disagreements, 2 for an unknown name.
    """
    known = {measure.__name__: measure for measure in MEASURES}
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no measure {unknown[0]}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    report = Report()
    for name in names or known:
        known[name](report)
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
        sys.exit(main(sys.argv[1:]))
