"""Write environment.yml, for conda and Binder, from both locks: `make lock` does.

It names the versions without their hashes: pip installs nothing in place (`-e .`) where some
requirement has one.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-test.lock")  # what the book needs, and the rest
FIRST = ("jupyter-book", "matplotlib", "nbval", "numba", "numpy", "papermill", "scipy", "sympy")
HEAD = """\
# For conda and for Binder. `make lock` writes this file: first the packages that the chapters name,
# then all that these and the tests need, in the versions of the two locks.
name: osphg
channels: [conda-forge]
dependencies:
  - python=3.12
  - pip
  - make
  - pip:
"""


def written(lock: str) -> str:
    """Return environment.yml for a lock."""
    pins = re.findall(r"^([\w.-]+==[^\\\n]+?) ?\\?$", lock, re.MULTILINE)
    pins.sort(key=lambda pin: (pin.partition("==")[0] not in FIRST, pin))
    lines = [f'      - "{pin}"' if ";" in pin else f"      - {pin}" for pin in pins]
    return HEAD + "\n".join([*lines, "      - -e .", ""])


if __name__ == "__main__":
    lock = "".join((ROOT / name).read_text(encoding="utf-8") for name in LOCKS)
    (ROOT / "environment.yml").write_text(written(lock), encoding="utf-8")
