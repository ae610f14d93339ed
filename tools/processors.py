"""Other processors, as far as settings of the libraries can play them.

    python tools/processors.py Haswell Prescott -- make test  a command as on these, one by one;
                                                              without names, as on all

BLAS takes the kernels of a core that it is told, NumPy and glibc leave out instructions, and numba
compiles for another target or not at all. What the processor itself rounds is the same on all.

Its own, as each library has settings of its own, and nothing names them together.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence


def _found() -> list[str]:
    """Return the groups of instructions that NumPy finds here, of those that it has kernels for."""
    show = [sys.executable, "-c", "import numpy; numpy.show_runtime()"]
    printed = subprocess.run(show, capture_output=True, text=True, check=True).stdout
    (listed,) = re.findall(r"'found': \[(.*?)\]", printed, re.DOTALL)
    return re.findall(r"'(\w+)'", listed)


def _told(core: str, numpy: Sequence[str], numba: str, *glibc: str) -> dict[str, str]:
    """Return what BLAS and numba take a processor for, and what NumPy and glibc leave out."""
    return {
        "OPENBLAS_CORETYPE": core,
        "NPY_DISABLE_CPU_FEATURES": " ".join(numpy),
        "NUMBA_CPU_NAME": numba,
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=" + ",".join(f"-{name}" for name in glibc),
    }


_ALL = _found()
_BELOW_512 = sorted({*_ALL} - {"X86_V3", "AVX2", "FMA3", "AVX", "F16C"})

# Told one of these, a library is as on that processor; "no JIT" is a machine without numba.
PROCESSORS = {
    "Haswell": _told("Haswell", _BELOW_512, "haswell", "AVX512F"),
    "Zen": _told("Zen", _BELOW_512, "znver2", "AVX512F"),
    "Prescott": _told("Prescott", _ALL, "generic", "AVX512F", "AVX2", "FMA", "FMA4", "AVX"),
    "two BLAS threads": {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"},
    "no JIT": {"NUMBA_DISABLE_JIT": "1"},
}


def main(arguments: Sequence[str]) -> int:
    """Run a command as on each of some processors, until it fails on one; return its status."""
    at = arguments.index("--") if "--" in arguments else len(arguments)
    names, command = arguments[:at] or PROCESSORS, arguments[at + 1 :]
    if not (command and PROCESSORS.keys() >= set(names)):
        known = ", ".join(PROCESSORS)
        print(f"error: name processors of {known}, then -- and a command", file=sys.stderr)
        return 2
    for name in names:
        print(f"== as on {name}", flush=True)
        status = subprocess.run(command, env=os.environ | PROCESSORS[name], check=False).returncode
        if status:
            print(f"error: as on {name} it ended with status {status}", file=sys.stderr)
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
