"""Run a command as if on other processors, as far as settings of the libraries can imitate them.

    python tools/processors.py Haswell Prescott -- make test

`make elsewhere` calls it. The names before ``--`` are keys of `PROCESSORS`, all of them if there is
none, and the command after ``--`` runs once for each. The first run that fails ends this tool with
exit status 1 and one line that names the processor; else the status is 0.

BLAS uses the kernels of the processor that it is told, NumPy and glibc leave out instructions that
the processor does not have, and numba compiles for it or not at all. The processor's own arithmetic
stays the same on all.

Each library has settings of its own, and nothing sets them together; so this tool is the project's.
"""

import os
import re
import subprocess
import sys

# Groups of instructions that this processor has and for which NumPy has kernels, from what NumPy
# prints of itself.
SHOW_RUNTIME = [sys.executable, "-c", "import numpy; numpy.show_runtime()"]
RUNTIME = subprocess.check_output(SHOW_RUNTIME, text=True)
NUMPY_GROUPS = set(re.findall(r"'(\w+)'", re.findall(r"'found': \[(.*?)\]", RUNTIME, re.DOTALL)[0]))
GROUPS_ABOVE_AVX2 = NUMPY_GROUPS - {"X86_V3", "AVX2", "FMA3", "AVX", "F16C"}


def settings(
    blas_core: str, numba_cpu: str, numpy_without: set[str], *glibc_without: str
) -> dict[str, str]:
    """Return the environment variables that make libraries take this machine for another one.

    Parameters
    ----------
    blas_core
        The processor for which OpenBLAS chooses its kernels.
    numba_cpu
        The processor for which numba compiles, by LLVM's name.
    numpy_without
        Groups of instructions that NumPy leaves out.
    *glibc_without
        Groups of instructions that glibc leaves out.
    """
    return {
        "OPENBLAS_CORETYPE": blas_core,
        "NUMBA_CPU_NAME": numba_cpu,
        "NPY_DISABLE_CPU_FEATURES": " ".join(sorted(numpy_without)),
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=" + ",".join(f"-{name}" for name in glibc_without),
    }


PROCESSORS = {
    "Haswell": settings("Haswell", "haswell", GROUPS_ABOVE_AVX2, "AVX512F"),
    "Zen": settings("Zen", "znver2", GROUPS_ABOVE_AVX2, "AVX512F"),
    "Prescott": settings(
        "Prescott", "generic", NUMPY_GROUPS, "AVX512F", "AVX2", "FMA", "FMA4", "AVX"
    ),
    "two BLAS threads": {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"},
    "no JIT": {"NUMBA_DISABLE_JIT": "1"},  # a machine without numba
}


def main(arguments: list[str]) -> None:
    """Run the command after ``--`` as on each processor that is named before it.

    Exits with one line if the command fails on one of them.
    """
    separator = arguments.index("--")
    names = arguments[:separator] or PROCESSORS
    command = arguments[separator + 1 :]
    for name in names:
        print(f"== as on {name}", flush=True)
        status = subprocess.call(command, env=os.environ | PROCESSORS[name])
        if status:
            sys.exit(f"error: as on {name} it ended with status {status}")


if __name__ == "__main__":
    main(sys.argv[1:])
