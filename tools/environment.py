"""Write environment.yml, for conda and Binder, from requirements.lock: `make lock` does.

It names the versions without their hashes: pip installs nothing in place (`-e .`) where some
requirement has one.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIRST = ("jupyter-book", "matplotlib", "nbval", "numba", "numpy", "papermill", "scipy", "sympy")
HEAD = """\
# For conda and for Binder. `make lock` writes this file: first the packages that the chapters name,
# then all that they need, in the versions of requirements.lock.
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
    pins.sort(key=lambda pin: pin.partition("==")[0] not in FIRST)
    lines = [f'      - "{pin}"' if ";" in pin else f"      - {pin}" for pin in pins]
    return HEAD + "\n".join([*lines, "      - -e .", ""])


if __name__ == "__main__":
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    (ROOT / "environment.yml").write_text(written(lock), encoding="utf-8")
