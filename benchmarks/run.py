"""Measure the compiled round against plain Python, NumPy, C and the machine's matrix product.

Every ratio is taken within one run, on the same inputs, from the fastest of several repeats, and
printed beside its target. The exit status is 1 if the implementations' numbers disagree; a
missed target leaves it 0, for it may be the machine's other work.
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
from osphg.utilities import AtRound, Objective, Quadratics
from tests import literal, table

HERE = Path(__file__).resolve().parent

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")

PAPER = (2, 10_000, 100)  # n, T, K of the paper's experiment
SIZES = (PAPER, (13, 2_000, 100), (100, 200, 100))
WORK_OF_LITERAL = 1e6  # multiply-adds: the literal rounds are measured on as few rounds as that
TOLERANCE = 1e-12


class Case(NamedTuple):
    """One game and its player."""

    n: int
    T: int
    K: int
    rounds: osphg.Rounds
    player: osphg.OSPHG

    @classmethod
    def of(cls, n: int, T: int, K: int) -> Case:
        rounds = osphg.rounds.paper_quadratics(T=T, n=n)
        W = max(math.isqrt(T), math.ceil(4 * n / T))
        return cls(n, T, K, rounds, osphg.OSPHG.tuned(rounds, W=W, K=K))

    @property
    def utility(self) -> Quadratics:
        assert isinstance(self.rounds.utility, Quadratics)
        return self.rounds.utility

    def play(self, *, compiled: bool = True) -> osphg.Run:
        return osphg.play(self.player, self.rounds, compiled=compiled)


def fastest(call: Callable[[], Any], seconds: float = 1.0, least: int = 3) -> float:
    """Return the shortest of as many calls as fit the time, after one to warm up; seconds."""
    call()
    times: list[float] = []
    while len(times) < least or sum(times) < seconds:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def fastest_of(first: Callable[[], Any], second: Callable[[], Any]) -> tuple[float, float]:
    """Return the shortest of many calls to each, by turns, so that both meet the same machine."""
    times: list[tuple[float, float]] = []
    while len(times) < 10 or np.sum(times) < 1:
        times.append((fastest(first, 0, 1), fastest(second, 0, 1)))
    return min(a for a, _ in times), min(b for _, b in times)


DISAGREEMENTS: list[str] = []


def compare(what: str, run: osphg.Run, other: Any, T: int) -> None:
    """Note the fields that differ by more than the tolerance, relative to their largest number."""
    for field in ("decisions", "utility", "violation", "multiplier"):
        expected = np.asarray(getattr(other, field))[:T]
        scale = max(1.0, float(np.abs(expected).max()))
        gap = float(np.abs(getattr(run, field)[:T] - expected).max()) / scale
        if not gap <= TOLERANCE:
            DISAGREEMENTS.append(f"{what}: {field} differs by {gap:.2g}")


def verdict(value: float, target: float, *, at_least: bool) -> str:
    """Return the target and whether it is reached."""
    reached = value >= target if at_least else value <= target
    sign = ">=" if at_least else "<="
    return f"target {sign} {target:g}: {'reached' if reached else 'MISSED'}"


def line(label: str, value: str, note: str = "") -> None:
    """Print one row."""
    print(f"  {label:<46}{value:>14}   {note}".rstrip(), flush=True)


# Plain Python.


def literal_run(case: Case, T: int) -> literal.History:
    """The first T rounds through the literal transcription."""
    H, h = case.utility.H[:T].tolist(), case.utility.h[:T].tolist()
    value, gradient = literal.quadratics(H, h)
    prices, project = case.rounds.prices[:T], literal.box(case.rounds.domain.upper.tolist())
    budget = case.rounds.allowance * T
    game = literal.Game(value, gradient, prices.tolist(), budget, project)
    return literal.osphg(game, case.K, case.player.mu, case.player.delta)


# C.


class CRun:
    """The C round on a case: arrays to write to, and the call."""

    def __init__(self, library: ctypes.CDLL, case: Case) -> None:
        self.case = case
        self.function = library.quadratic_rounds
        self.function.restype = ctypes.c_double
        self.decisions = np.empty((case.T, case.n))
        self.utility, self.violation, self.multiplier = np.empty((3, case.T))
        self.V = np.zeros((case.n, case.K))

    def __call__(self) -> None:
        case, player, domain = self.case, self.case.player, self.case.rounds.domain
        self.V[:] = 0
        numbers = [float(x) for x in (player.mu, player.mu, 1 - player.delta * player.mu**2)]
        self.function(
            *(ctypes.c_long(size) for size in (case.T, case.n, case.K)),
            *(_pointer(a) for a in (case.utility.H, case.utility.h, case.rounds.prices)),
            ctypes.c_double(case.rounds.allowance),
            *(_pointer(a) for a in (domain.lower, domain.upper, player.weights)),
            *(ctypes.c_double(number) for number in numbers),
            _pointer(self.V),
            ctypes.c_double(0.0),
            *(_pointer(a) for a in (self.decisions, self.utility, self.violation, self.multiplier)),
        )


def _pointer(array: FloatArray) -> ctypes.c_void_p:
    assert array.flags.c_contiguous
    return ctypes.c_void_p(array.ctypes.data)


def compile_c(folder: str) -> ctypes.CDLL | None:
    """Compile rounds.c, or say that there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        print("  no C compiler found: the comparison with C is left out")
        return None
    target = Path(folder) / "rounds.so"
    flags = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, str(HERE / "rounds.c"), "-o", str(target)], check=True)
    return ctypes.CDLL(str(target))


# The sections.


def rounds_at(size: tuple[int, int, int], library: ctypes.CDLL | None) -> None:
    """(a), (b): the same rounds in plain Python, NumPy, compiled, and C."""
    case = Case.of(*size)
    n, T, K = size
    paper = size == PAPER
    print(f"\nn = {n}, T = {T}, K = {K}{' (the paper)' if paper else ''}: microseconds per (t, k)")
    few = max(2, min(T, int(WORK_OF_LITERAL / (K * n * n))))
    history = literal_run(case, few)
    compiled, numpy = case.play(), case.play(compiled=False)
    compare(f"compiled and NumPy, n = {n}", compiled, numpy, T)
    compare(f"compiled and literal, n = {n}", compiled, history, few)
    units = 1e6 / K
    by_literal = fastest(lambda: literal_run(case, few), 0, 5) * units / few
    by_numpy = fastest(lambda: case.play(compiled=False)) * units / T
    if library is None:
        by_kernel = fastest(case.play) * units / T
    else:
        in_c = CRun(library, case)
        in_c()
        compare(f"compiled and C, n = {n}", compiled, in_c, T)
        by_c, by_kernel = (seconds * units / T for seconds in fastest_of(in_c, case.play))
    line(f"literal Python ({few} rounds)", f"{by_literal:.4g}")
    line("NumPy, batched over k", f"{by_numpy:.4g}")
    line("compiled", f"{by_kernel:.4g}")
    ratio = by_literal / by_kernel
    line("literal / compiled", f"{ratio:.0f}", verdict(ratio, 1000, at_least=True) if paper else "")
    ratio = by_numpy / by_kernel
    line("NumPy / compiled", f"{ratio:.1f}", verdict(ratio, 20, at_least=True) if paper else "")
    if library is not None:
        line("C, -O3 -march=native", f"{by_c:.4g}")
        line(
            "compiled / C",
            f"{by_kernel / by_c:.2f}",
            verdict(by_kernel / by_c, 1.5, at_least=False),
        )


def matrix_product_rate() -> None:
    """(c): the compiled round at n = 100 against BLAS, on one thread."""
    case = Case.of(100, 400, 100)
    n, T, K = case.n, case.T, case.K
    print(f"\nn = {n}, T = {T}, K = {K}: GFLOP/s, counting only the 2 n^2 K of the product H_t X")
    H = case.utility.H
    rng = np.random.default_rng(0)
    X, D = rng.uniform(0, 1, (n, K)), np.empty((n, K))

    def products() -> None:
        for t in range(T):
            np.dot(H[t], X, out=D)

    square = rng.uniform(0, 1, (1500, 1500))
    flops = 2.0 * n * n * K * T
    same, compiled = (flops / seconds / 1e9 for seconds in fastest_of(products, case.play))
    peak = 2 * 1500.0**3 / fastest(lambda: square @ square) / 1e9
    line("compiled round", f"{compiled:.1f}")
    line("np.dot over the same T matrices", f"{same:.1f}")
    line("np.dot of one 1500 x 1500 matrix", f"{peak:.1f}")
    ratio = compiled / same
    line("compiled / same products", f"{ratio:.2f}", verdict(ratio, 0.5, at_least=True))
    ratio = compiled / peak
    line("compiled / large product", f"{ratio:.2f}", verdict(ratio, 0.5, at_least=True))


def memory() -> None:
    """(d): what a streamed game of which totals are kept holds beyond a short one."""
    print("\nStreamed game, n = 2, K = 10, of which totals are kept: peak memory, MB")
    beyond = []
    for T in (100_000, 1_000_000):
        command = [sys.executable, __file__, "--memory", str(T)]
        start = time.perf_counter()
        answer = subprocess.run(command, check=True, capture_output=True, text=True)
        seconds = time.perf_counter() - start
        beyond.append(float(answer.stdout))
        line(f"T = {T:,}", f"{beyond[-1]:.1f}", f"{seconds:.1f} s in all")
    grown = beyond[1] - beyond[0]
    line("growth with T", f"{grown:+.1f}", verdict(grown, 5, at_least=False))


def peak_memory() -> float:
    """Return the largest memory this process has had, bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux; there ru_maxrss starts from what the parent process had
        return 1024 * float(re.findall(r"VmHWM:\s+(\d+)", status.read_text())[0])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(peak if sys.platform == "darwin" else peak * 1024)


def streamed_peak(T: int) -> None:
    """Stream T rounds in this process and print what they took, in MB, beyond a short game."""
    warm = osphg.rounds.streamed_paper_quadratics(T=20_000)
    osphg.stream(osphg.OSPHG.tuned(warm, W=100, K=10), warm)
    before = peak_memory()
    rounds = osphg.rounds.streamed_paper_quadratics(T=T)
    osphg.stream(osphg.OSPHG.tuned(rounds, W=100, K=10), rounds)
    print((peak_memory() - before) / 1e6)


def linearity() -> None:
    """(e): twice the rounds, twice the oracles."""
    print("\nCost is linear: time ratios for twice the size")
    n, T, K = PAPER
    for label, twice in (("T", (n, 2 * T, K)), ("K", (n, T, 2 * K))):
        once, double = Case.of(n, T, K), Case.of(*twice)
        short, long = fastest_of(once.play, double.play)
        ratio = long / short
        line(
            f"time(2{label}) / time({label}), n = {n}",
            f"{ratio:.2f}",
            verdict(ratio, 2.3, at_least=False),
        )


@numba.njit
def reach(t: int, x: FloatArray, w: FloatArray, q: FloatArray) -> float:
    """Coverage by chance, one point at a time, as a user may write it."""
    total = 0.0
    for u in range(w.shape[1]):
        missed = 1.0
        for i in range(len(x)):
            missed *= 1 - q[i, u] * x[i]
        total += w[t, u] * (1 - missed)
    return total


@numba.njit
def reach_gradient(t: int, x: FloatArray, out: FloatArray, w: FloatArray, q: FloatArray) -> None:
    """Its gradient, of two coordinates."""
    first, second = 0.0, 0.0
    for u in range(w.shape[1]):
        first += w[t, u] * q[0, u] * (1 - q[1, u] * x[1])
        second += w[t, u] * q[1, u] * (1 - q[0, u] * x[0])
    out[0], out[1] = first, second


@numba.njit(error_model="numpy")
def by_hand(w: Any, q: Any, p: Any, b: float, mu: float, keep: float, K: int, found: Any) -> None:
    """Algorithm 2 on the same game on [0, 1]^2, all in one loop, as one would write it for it."""
    x, V, multiplier = np.empty(2), np.zeros((K, 2)), 0.0
    for t in range(len(p)):
        x[:] = 0.0
        for k in range(K):
            slope0, slope1 = 0.0, 0.0
            for u in range(w.shape[1]):
                slope0 += w[t, u] * q[0, u] * (1 - q[1, u] * x[1])
                slope1 += w[t, u] * q[1, u] * (1 - q[0, u] * x[0])
            v0, v1 = V[k, 0], V[k, 1]
            x[0] += v0 / K
            x[1] += v1 / K
            V[k, 0] = min(max(v0 + mu * (slope0 - multiplier * p[t, 0]), 0.0), 1.0)
            V[k, 1] = min(max(v1 + mu * (slope1 - multiplier * p[t, 1]), 0.0), 1.0)
        value = 0.0
        for u in range(w.shape[1]):
            value += w[t, u] * (1 - (1 - q[0, u] * x[0]) * (1 - q[1, u] * x[1]))
        violation = p[t, 0] * x[0] + p[t, 1] * x[1] - b
        found[t] = x[0], x[1], value, violation, multiplier
        multiplier = max(keep * multiplier + mu * violation, 0.0)


def own_utilities() -> None:
    """(g): a user's utility in NumPy, the same under numba, the package's own family, by hand."""
    n, T, K = 2, 5_000, 100
    print(f"\nA user's own utility, n = {n}, T = {T}, K = {K}: microseconds per (t, k)")
    rng = np.random.default_rng(3)
    w, q = rng.uniform(0, 2, (T, 4)), rng.uniform(0, 1, (n, 4))
    prices = rng.uniform(0, 3, (T, n))
    runs, times = [], []
    for label, utility in (
        ("in NumPy", table.Coverage(w, q)),
        ("under numba", osphg.utilities.Compiled(reach, reach_gradient, (w, q), T=T, n=n)),
        ("the package's family", osphg.families.ProbabilisticCoverage(w, q)),
    ):
        rounds = osphg.Rounds(utility, prices, 0.6 * T, osphg.Box.unit(n))
        player = osphg.OSPHG.tuned(rounds, W=100, K=K)
        play = partial(osphg.play, player, rounds)
        runs.append(play())
        times.append(fastest(play) * 1e6 / (K * T))
        line(label, f"{times[-1]:.4g}")
    ratio = times[0] / times[1]
    line("in NumPy / under numba", f"{ratio:.1f}", verdict(ratio, 10, at_least=True))
    compare("a user's utility, NumPy and numba", runs[1], runs[0], T)
    compare("a user's utility and the family", runs[2], runs[0], T)
    found, mu = np.empty((T, 5)), player.mu
    keep = 1 - player.delta * mu**2
    hand = partial(by_hand, w, q, prices, rounds.allowance, mu, keep, K, found)
    hand()
    assert np.abs(found[:, :2] - runs[0].decisions).max() < TOLERANCE
    utility = osphg.utilities.Compiled(reach, reach_gradient, (w, q), T=T, n=n)
    mine = osphg.Rounds(utility, prices, 0.6 * T, osphg.Box.unit(n))
    alone, played = fastest_of(hand, partial(osphg.play, player, mine))
    line("one loop for this game alone, under numba", f"{alone * 1e6 / (K * T):.4g}")
    line(
        "by hand / under numba",
        f"{alone / played:.2f}",
        verdict(alone / played, 0.7, at_least=True),
    )


def polygons() -> None:
    """(k): a domain with a compiled projection, against its NumPy rounds."""
    T, K = 20_000, 10
    print(f"\nQuadratics on a polygon, T = {T}, K = {K}: rounds a second")
    paper = osphg.rounds.paper_quadratics(T=T)
    X = osphg.Polytope(np.array([[1.0, 0.7], [0.3, 1.0]]), np.ones(2), osphg.Box.unit(2))
    game = osphg.Rounds(paper.utility, paper.prices, paper.budget / 2, X)
    player = osphg.OSPHG.tuned(game, W=math.isqrt(T), K=K)
    compiled = fastest(partial(osphg.play, player, game))
    numpy = fastest(partial(osphg.play, player, game, compiled=False), 0, 1)
    line("compiled", f"{T / compiled:,.0f}")
    line("NumPy", f"{T / numpy:,.0f}")
    line(
        "NumPy / compiled", f"{numpy / compiled:.0f}", verdict(numpy / compiled, 20, at_least=True)
    )


def repricing() -> None:
    """(l): a round of repricing, with its search, against one of boosted OSPHG."""
    T = 50_000
    print(f"\nRepricing, n = 2, T = {T}: nanoseconds per round")
    rounds = osphg.rounds.paper_quadratics(T=T)
    for W in (16, 256):
        players = osphg.Repricing.tuned(rounds, W), osphg.BoostedOSPHG.tuned(rounds, W)
        ours, boosted = fastest_of(*(partial(osphg.play, player, rounds) for player in players))
        line(f"repricing, W = {W}", f"{ours * 1e9 / T:.0f}")
        line(f"boosted OSPHG, W = {W}", f"{boosted * 1e9 / T:.0f}")
        line(
            "repricing / boosted OSPHG",
            f"{ours / boosted:.2f}",
            verdict(ours / boosted, 3, at_least=False),
        )
    short = osphg.rounds.paper_quadratics(T=2_000)
    player = osphg.Repricing.tuned(short, 16)
    numpy = osphg.play(player, short, compiled=False)
    compare("repricing, compiled and NumPy", osphg.play(player, short), numpy, short.T)


def wide_polytope() -> None:
    """(h): quadratics on a polytope, n = 100 and 50 constraints, as in Bian et al. (2017)."""
    print("\nQuadratics on a polytope with 50 constraints, n = 100: milliseconds")
    n, T, rng = 100, 50, np.random.default_rng(0)
    A = rng.uniform(0, 1, (50, n))
    X = osphg.Polytope(A, np.ones(50), osphg.Box(1 / A.max(0)))
    H = rng.uniform(-100, 0, (T, n, n))
    H = np.triu(H) + np.triu(H, 1).transpose(0, 2, 1)
    utility = osphg.utilities.Quadratics(H, -(H @ X.upper))
    rounds = osphg.Rounds(utility, rng.uniform(2, 4, (T, n)), 3 * T / A.mean(), X)
    for label, count in (("one projection", 1), ("a hundred projections at once", 100)):
        Y = rng.uniform(0, 0.5, (count, rounds.n)) * X.upper
        line(label, f"{fastest(partial(X.project, Y), 0.5) * 1e3:.3g}")
    slopes = rng.uniform(0, 1, (1, rounds.n))
    line("one linear maximum", f"{fastest(partial(X.maximize_linear, slopes), 0.5) * 1e3:.3g}")
    for K in (10, 100):
        player = osphg.OSPHG.tuned(rounds, W=50, K=K)
        play = partial(osphg.play, player, rounds)
        line(f"one round of OSPHG, K = {K}", f"{fastest(play, 0, 1) * 1e3 / rounds.T:.3g}")


def one_at_a_time() -> None:
    """(i): a round of `Pacer`, told its K gradients, against a NumPy round of play."""
    n, T, K = 13, 200, 100
    print(f"\nOne round at a time, n = {n}, K = {K}: microseconds per round")
    case = Case.of(n, T, K)
    known: dict[str, Any] = {
        "budget": case.rounds.budget,
        "horizon": T,
        "domain": case.rounds.domain,
    }
    prices, G = list(case.rounds.prices), np.full((K, n), 0.1)

    def paced() -> None:
        pacer = osphg.Pacer(case.player, **known)
        for price in prices:
            pacer.decide()
            pacer.observe(price=price, gradient=G)

    whole, single = fastest_of(lambda: case.play(compiled=False), paced)
    line("NumPy round of play, its gradient with it", f"{whole * 1e6 / T:.1f}")
    microseconds = single * 1e6 / T
    line("decide and observe", f"{microseconds:.1f}")
    times = []
    for _ in range(21):
        start = time.process_time()
        paced()
        times.append((time.process_time() - start) * 1e6 / T)
    middle = float(np.median(times))
    line("the same, median CPU time", f"{middle:.1f}", verdict(middle, 100, at_least=False))
    line("decide and observe / round of play", f"{single / whole:.2f}")


def saving() -> None:
    """(m): a round of a pacer that is saved to its journal, or whole, or not at all."""
    n, K = 2, 100
    print(f"\nA pacer saved in each round, n = {n}, K = {K}: milliseconds per save")
    case = Case.of(n, 10_000, K)
    with tempfile.TemporaryDirectory(dir=HERE) as folder:
        times: dict[bool, list[float]] = {True: [], False: []}
        known: dict[str, Any] = {"budget": case.rounds.budget, "domain": case.rounds.domain}
        games = {
            quick: (osphg.Pacer(case.player, horizon=case.T, **known), Path(folder) / str(quick))
            for quick in times
        }
        for _ in range(600):  # with what is written whole now and then
            for quick, (pacer, path) in games.items():
                pacer.decide()
                pacer.observe(price=case.rounds.prices[0], gradient=np.full((K, n), 0.1))
                if quick or len(times[False]) < 60:
                    start = time.perf_counter()
                    pacer.save(path, quick=quick)
                    times[quick].append((time.perf_counter() - start) * 1e3)
        whole, journal = (float(np.median(times[quick])) for quick in (False, True))
        line("whole, median", f"{whole:.3g}")
        line("to the journal, median", f"{journal:.3g}", verdict(journal, 1, at_least=False))
        line("whole / to the journal", f"{whole / journal:.0f}")
        every = float(np.mean(times[True]))  # some of them whole, some held up by other processes
        line("to the journal, mean", f"{every:.3g}")
        loaded = osphg.Pacer.load(games[True][1]).decide()
        if loaded.tobytes() != games[True][0].decide().tobytes():
            DISAGREEMENTS.append("a pacer and its journal: the next decisions differ")


class OneByOne:
    """An objective that is asked for one point after another."""

    def __init__(self, objective: Objective) -> None:
        self.value, self.gradient = objective.value, objective.gradient


def hindsight() -> None:
    """(f): the best fixed decision for a utility that has only a value and a gradient."""
    n, T = 5, 1000
    print(f"\nBest fixed decision by branch and bound, n = {n}, T = {T}: seconds")
    rng = np.random.default_rng(7)
    weights, chances = rng.uniform(0, 2, (T, 4)), rng.uniform(0, 1, (n, 4))
    prices = rng.uniform(0, 3, (T, n))
    rounds = osphg.Rounds(table.Coverage(weights, chances), prices, 0.6 * T, osphg.Box.unit(n))
    summed = table.Coverage(weights.sum(0, keepdims=True), chances)
    found = {}
    seconds = {}
    for label, objective in (
        ("round by round, one point a call", OneByOne(rounds.total())),
        ("round by round, many points a call", rounds.total()),
        ("in one sum, as by a method total(T)", AtRound(summed, 0)),
    ):
        start = time.process_time()
        found[label] = branch_and_bound()(
            objective, osphg.window_polytope(rounds, 30), rounds.domain
        )
        seconds[label] = time.process_time() - start
        line(label, f"{seconds[label]:.3g}")
    one, many, total = seconds.values()
    line("one point / many points", f"{one / many:.1f}", verdict(one / many, 3, at_least=True))
    line("many points / one sum", f"{many / total:.1f}")
    best = [benchmark.value for benchmark in found.values()]
    if not max(best) - min(best) <= 1e-4 * max(best):
        DISAGREEMENTS.append(f"best fixed decisions: values {best}")


def every_window() -> None:
    """(j): the benchmark for all windows of the paper's game, against one window at a time."""
    T, K = 10_000, 100
    print(f"\nThe benchmark for every window, n = 2, T = {T}, K = {K}: CPU seconds")
    rounds = osphg.rounds.paper_quadratics(T=T)
    some = range(1, T + 1, 200)
    osphg.every_window(osphg.rounds.paper_quadratics(T=10), K)  # compiles
    start = time.process_time()
    each = benchmark_curve(rounds, some, K)
    one = (time.process_time() - start) / len(some)
    start = time.process_time()
    every = osphg.every_window(rounds, K)
    seconds = time.process_time() - start
    line("one window at a time, 10,000 of them", f"{one * T:.3g}", f"from {len(some)} of them")
    line("all at once", f"{seconds:.3g}", verdict(seconds, 10, at_least=False))
    line("one at a time / all at once", f"{one * T / seconds:.0f}")
    gap = float(((every.upper_bound - every.value) / every.value).max())
    line("largest relative gap", f"{gap:.1e}", verdict(gap, 1e-9, at_least=False))
    apart = np.abs(every.value[np.array(some) - 1] - each.value).max() / each.value.max()
    if not apart <= TOLERANCE:
        DISAGREEMENTS.append(f"every window: values differ by {apart:.2g}")


FIRST = """
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


def first_play() -> None:
    """(n): what a new process waits for."""
    print("\nA new process, whose compiled code is on the disk: seconds")
    answers = [
        subprocess.run([sys.executable, "-c", FIRST], check=True, capture_output=True, text=True)
        for _ in range(4)
    ]
    times = np.array([answer.stdout.split() for answer in answers[1:]], dtype=float).min(0)
    line("import osphg", f"{times[0]:.3f}", verdict(times[0], 0.1, at_least=False))
    line("the first play", f"{times[1]:.3f}")


def main() -> int:
    """Run all sections; return the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        library = compile_c(folder)
        for size in SIZES:
            rounds_at(size, library)
    matrix_product_rate()
    memory()
    linearity()
    hindsight()
    own_utilities()
    wide_polytope()
    one_at_a_time()
    saving()
    every_window()
    polygons()
    repricing()
    first_play()
    for disagreement in DISAGREEMENTS:
        print(f"error: {disagreement}", file=sys.stderr)
    if not DISAGREEMENTS:
        print(f"\nAll implementations agree to {TOLERANCE:g}.")
    return 1 if DISAGREEMENTS else 0


if __name__ == "__main__":
    if any(os.environ.get(name) != "1" for name in THREADS):
        # One thread, for all that is compared; BLAS reads this when it is loaded.
        os.environ.update(dict.fromkeys(THREADS, "1"))
        os.execv(sys.executable, [sys.executable, *sys.argv])
    if sys.argv[1:2] == ["--memory"]:
        streamed_peak(int(sys.argv[2]))
    else:
        sys.exit(main())
