"""What the result of executing a chapter depends on, besides the chapter's own cells."""

import hashlib
import sys
from pathlib import Path

from osphg.experiments.provenance import machine

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "_build"
EXECUTED = BUILD / "executed"  # what the tests have executed, by key
CHAPTERS = {".ipynb", ".md"}


def execution_key(root: Path = ROOT) -> str:
    """Hash of the machine, the interpreter's version, the package, the book's data and the lock."""
    data = [p for p in (root / "book").rglob("*") if p.is_file() and p.suffix not in CHAPTERS]
    return _hash(root, [*package(root), *sorted(data), root / "requirements.lock"])


def package_key(root: Path = ROOT) -> str:
    """Hash of the machine, the interpreter's version, the package and the lock."""
    return _hash(root, [*package(root), root / "requirements.lock"])


def package(root: Path) -> list[Path]:
    """Return the package's files."""
    sources = [p for p in (root / "osphg").rglob("*") if p.is_file() and p.suffix != ".pyc"]
    # Numba keeps compiled functions beside the sources.
    return sorted(p for p in sources if "__pycache__" not in p.parts)


def _hash(root: Path, paths: list[Path]) -> str:
    digest = hashlib.sha256(f"{sys.version}, {machine()}".encode())
    for path in paths:
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
