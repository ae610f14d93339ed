"""Keys: hashes of all that the numbers of a notebook follow from.

What is kept under a key need never be refused: another notebook, package or value has another key.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from osphg.sources import package_digest

PACKAGES = (  # that results rest on: all come with the extra `book`
    "osphg", "numpy", "scipy", "numba", "sympy", "matplotlib", "papermill", "nbclient", "ipykernel",
    "pyscipopt",
)  # fmt: skip


def digest(value: Any) -> str:
    """Return the SHA-256 of the one JSON text that stands for `value`."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def notebook(source: str) -> str:
    """Return the hash of what a notebook, as JSON, computes: of its code cells, not of its prose.

    Parameters that a run has put into it are not the notebook's.
    """
    code = []
    for cell in json.loads(source)["cells"]:
        tags = cell["metadata"].get("tags", [])
        if cell["cell_type"] == "code" and "injected-parameters" not in tags:
            code.append(["raises-exception" in tags, "".join(cell["source"])])
    return digest(code)


def installed() -> dict[str, Any]:
    """Return the versions of Python and of the packages that results rest on."""
    found = {}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return {"python": platform.python_version(), "packages": found}


def code() -> dict[str, Any]:
    """Return what the numbers of two processes must have in common to be of one table."""
    return {"package": package_digest(), **installed()}


def execution(notebook: str, code: Mapping[str, Any], parameters: Mapping[str, Any]) -> str:
    """Return the key of a `notebook()`, executed with all its `parameters` by `code()`."""
    return digest([notebook, code, dict(parameters)])[:32]
