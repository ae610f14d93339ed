"""Other processors, as far as settings of the libraries can play them.

    python tools/processors.py Haswell Prescott -- make test   a command as on these, one by one;
                                                               without names, as on all

BLAS takes the kernels of a core that it is told, NumPy and glibc leave out instructions, and numba
compiles for another target or not at all. What the processor itself rounds is the same on all.

Its own, as each library has settings of its own, and nothing names them together.
"""

import os
import re
import subprocess
import sys

# The groups of instructions for which NumPy has kernels, and that are here.
SHOW = [sys.executable, "-c", "import numpy; numpy.show_runtime()"]
FOUND = re.findall(r"'found': \[(.*?)\]", subprocess.check_output(SHOW, text=True), re.DOTALL)
ALL = set(re.findall(r"'(\w+)'", FOUND[0]))
BELOW_512 = ALL - {"X86_V3", "AVX2", "FMA3", "AVX", "F16C"}


def told(core: str, numba: str, numpy: set[str], *glibc: str) -> dict[str, str]:
    """Return what BLAS and numba take a processor for, and what NumPy and glibc leave out."""
    return {
        "OPENBLAS_CORETYPE": core,
        "NUMBA_CPU_NAME": numba,
        "NPY_DISABLE_CPU_FEATURES": " ".join(sorted(numpy)),
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=" + ",".join(f"-{name}" for name in glibc),
    }


PROCESSORS = {
    "Haswell": told("Haswell", "haswell", BELOW_512, "AVX512F"),
    "Zen": told("Zen", "znver2", BELOW_512, "AVX512F"),
    "Prescott": told("Prescott", "generic", ALL, "AVX512F", "AVX2", "FMA", "FMA4", "AVX"),
    "two BLAS threads": {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"},
    "no JIT": {"NUMBA_DISABLE_JIT": "1"},  # a machine without numba
}


if __name__ == "__main__":
    at = sys.argv.index("--")
    for name in sys.argv[1:at] or PROCESSORS:
        print(f"== as on {name}", flush=True)
        if status := subprocess.call(sys.argv[at + 1 :], env=os.environ | PROCESSORS[name]):
            sys.exit(f"error: as on {name} it ended with status {status}")
