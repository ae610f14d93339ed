"""Other processors, as far as settings of the libraries can play them.

    python tools/processors.py                                how far the numbers lie apart, a table
    python tools/processors.py Haswell Prescott -- make test  a command as on these, one by one
    python tools/processors.py -- make test                   as on all that compile

BLAS takes the kernels of a core that it is told, NumPy and glibc leave out instructions, and numba
compiles for another target or not at all. What the processor itself rounds is the same on all.
"""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from compare_outputs import gap
from phases import pumped_prices, short_season
from tqdm import tqdm

import osphg
from osphg import metrics
from osphg.checks import FloatArray
from osphg.experiments.stored import spreads
from osphg.games import refuting
from osphg.hindsight import Benchmark, best_fixed_decision
from osphg.players import OSPHG
from osphg.playing import play
from osphg.rounds import Game, streamed_paper_quadratics
from osphg.studies import bounds
from osphg.studies.tournament import tournament
from osphg.systems.catalogue import EVERYBODY

AGREE = 1e-12  # relative to a number, or to 1 where it is smaller
CHAOTIC = 1e-9  # a pair that a unit changed by 2^-52 moves further is chaotic
ROOT = Path(__file__).resolve().parent.parent


@cache
def _found() -> tuple[str, ...]:
    """Return the groups of instructions that NumPy finds here, of those that it has kernels for."""
    show = [sys.executable, "-c", "import numpy; numpy.show_runtime()"]
    printed = subprocess.run(show, capture_output=True, text=True, check=True).stdout
    (listed,) = re.findall(r"'found': \[(.*?)\]", printed, re.DOTALL)
    return tuple(re.findall(r"'(\w+)'", listed))


def _without(*kept: str) -> str:
    """Return what NumPy is to leave out: all groups of instructions found here but these."""
    return " ".join(name for name in _found() if name not in kept)


def _glibc(*features: str) -> dict[str, str]:
    return {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=" + ",".join(f"-{name}" for name in features)}


_BELOW_512 = _without("X86_V3", "AVX2", "FMA3", "AVX", "F16C")
_OLD = _glibc("AVX512F", "AVX2", "FMA", "FMA4", "AVX")

# Told one of these, a library is as on that processor; "no JIT" is a machine without numba.
PROCESSORS: dict[str, dict[str, str]] = {
    "Haswell": {
        "OPENBLAS_CORETYPE": "Haswell", "NPY_DISABLE_CPU_FEATURES": _BELOW_512,
        "NUMBA_CPU_NAME": "haswell", **_glibc("AVX512F"),
    },
    "Zen": {
        "OPENBLAS_CORETYPE": "Zen", "NPY_DISABLE_CPU_FEATURES": _BELOW_512,
        "NUMBA_CPU_NAME": "znver2", **_glibc("AVX512F"),
    },
    "Prescott": {
        "OPENBLAS_CORETYPE": "Prescott", "NPY_DISABLE_CPU_FEATURES": _without(),
        "NUMBA_CPU_NAME": "generic", **_OLD,
    },
    "SkylakeX": {"OPENBLAS_CORETYPE": "SkylakeX", "NUMBA_CPU_NAME": "skylake-avx512"},
    "NumPy without SIMD": {"NPY_DISABLE_CPU_FEATURES": _without()},
    "glibc without AVX": _OLD,
    "numba generic": {"NUMBA_CPU_NAME": "generic"},
    "two BLAS threads": {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"},
    "no JIT": {"NUMBA_DISABLE_JIT": "1"},
}  # fmt: skip
if not {"X86_V4", "AVX512F"} & set(_found()):  # NumPy's names, since 2.4 and before
    del PROCESSORS["SkylakeX"]


def numbers(everything: bool) -> dict[str, dict[tuple[str, ...], float]]:
    """Return the numbers of Figure 1, and of the rates and the tournament, by what they are of."""
    rounds = osphg.rounds.paper_quadratics(T=10_000, n=2, budget_per_round=2.0, seed=0)
    player = osphg.OSPHG.tuned(rounds, W=100, K=100)
    run = osphg.play(player, rounds)
    best = osphg.best_fixed_decision(rounds, W=100)
    found: dict[str, dict[tuple[str, ...], float]] = {
        "Figure 1": {("benchmark",): best.value, ("bound",): best.upper_bound}
    }
    for name in ("decisions", "utility", "violation", "multiplier"):
        series: FloatArray = getattr(run, name)
        for i, total in enumerate(series.cumsum(axis=0)[99::100].reshape(-1)):
            found["Figure 1"][name, str(i)] = float(total)
    if everything:
        found["rates"] = rates()
        played, moved = (
            tournament(250, 10, range(2), heuristics=True, systems=EVERYBODY, money=money)
            for money in (1.0, 1 + 2.0**-52)
        )
        first, second = played.results, moved.results
        for name, values in (("tournament", first.values()), ("spread", spreads(first, second))):
            found[name] = {key[1:]: value for key, value in values.items()}  # T is the same
    return found


def rates() -> dict[tuple[str, ...], float]:
    """Return regret and violation of OSPHG in the chapter `rates`, and their bounds."""
    found: dict[tuple[str, ...], float] = {}
    for T, eps, seed in product((1000, 3000), (0.25, 0.5, 0.75, 1.0), range(2)):
        W, decoy = max(1, round(T ** (1 - eps))), refuting.decoy(T)
        drawn: dict[str, Game] = {
            "quadratics": streamed_paper_quadratics(T, seed=seed),
            "short season": short_season(T, W, seed),
            "pumped prices": pumped_prices(T, W, seed),
        }
        solved: dict[str, tuple[Game, Benchmark]]
        solved = {name: (game, best_fixed_decision(game, W)) for name, game in drawn.items()}
        solved["decoy"] = decoy.rounds, decoy.benchmark(W)
        for name, (game, best) in solved.items():
            for weighted in (False, True):
                player = OSPHG.tuned(game, W, weighted=weighted)
                run = play(player, game)
                numbers = {
                    "regret": metrics.regret(run, best),
                    "violation": metrics.total_violation(run),
                    "bound of the regret": bounds.lemma43(game, W, player).total,
                    "bound of the violation": bounds.violation_bound(game, W, player),
                }
                for quantity, value in numbers.items():
                    found[name, str(T), str(eps), str(seed), str(weighted), quantity] = value
    return found


def apart(
    here: Mapping[str, Mapping[tuple[str, ...], float]],
    there: Mapping[str, Mapping[tuple[str, ...], float]],
) -> dict[str, tuple[float, int]]:
    """Return for each group the largest gap, and how many numbers lie further apart than they may.

    Where a game is chaotic for a system, ten times its own spread are allowed, and the group is one
    of its own.
    """
    pairs: dict[tuple[str, ...], float] = {}
    for key, by in here.get("spread", {}).items():
        pairs[key[:2]] = max(by, pairs.get(key[:2], 0.0))
    found: dict[str, tuple[float, int]] = {}
    for group, values in there.items():
        if group == "spread":
            continue
        if values.keys() != here[group].keys():
            raise ValueError(f"{group} has other entries there")
        for key, value in values.items():
            spread = pairs.get(key[:2], 0.0) if group == "tournament" else 0.0
            name = f"{group}, chaotic" if spread > CHAOTIC else group
            by = gap(value, here[group][key])
            worst, beyond = found.get(name, (0.0, 0))
            allowed = 10 * spread if spread > CHAOTIC else AGREE
            found[name] = max(worst, by), beyond + (not by <= allowed)
    return found


def _as_on(settings: Mapping[str, str], everything: bool) -> dict[str, Any]:
    """Return the numbers as on another processor, computed in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "numbers"
        subprocess.run(
            [sys.executable, __file__, "--to", str(path), "all" if everything else "figure"],
            env=os.environ | settings, cwd=ROOT, check=True,
        )  # fmt: skip
        found: dict[str, Any] = pickle.loads(path.read_bytes())
    return found


def report() -> int:
    """Print the table; return 1 if a number lies further from its own than it may."""
    here, failed = _as_on({}, True), 0
    groups = ("Figure 1", "rates", "tournament", "tournament, chaotic")
    print("as on", *groups, sep=" | ")
    for name, settings in tqdm(PROCESSORS.items(), unit="processor", leave=False):
        found = apart(here, _as_on(settings, name != "no JIT"))
        failed += sum(beyond for _, beyond in found.values())
        row = [f"{found[group][0]:.1e}" if group in found else "-" for group in groups]
        print(name, *row, sep=" | ", flush=True)
    chaotic = sorted({" on ".join(k[1::-1]) for k, by in here["spread"].items() if by > CHAOTIC})
    print(f"chaotic: {'; '.join(chaotic)}")
    print(f"{failed} numbers lie further apart than they may")
    return int(failed > 0)


def run_on(names: Iterable[str], command: list[str]) -> int:
    """Run a command as on each of some processors, until it fails on one; return its status."""
    for name in names:
        print(f"== as on {name}", flush=True)
        status = subprocess.run(command, env=os.environ | PROCESSORS[name], check=False).returncode
        if status:
            print(f"error: as on {name} it ended with status {status}", file=sys.stderr)
            return status
    return 0


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--to"]:
        Path(arguments[1]).write_bytes(pickle.dumps(numbers(arguments[2] == "all")))
        return 0
    if not arguments:
        return report()
    at = arguments.index("--") if "--" in arguments else len(arguments)
    names, command = arguments[:at], arguments[at + 1 :]
    names = names or [name for name in PROCESSORS if name != "no JIT"]
    unknown = [name for name in names if name not in PROCESSORS]
    if unknown or not command:
        print(
            f"error: name processors of {', '.join(PROCESSORS)}, then -- and a command,"
            f" got {' '.join(arguments)}",
            file=sys.stderr,
        )
        return 2
    return run_on(names, command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
