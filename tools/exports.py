"""Derivations as files of Rocq, exported once: the tests find what `make certify` made."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from execution_key import BUILD, package_key

from osphg.proofs.derivations import DERIVATIONS
from osphg.proofs.rocq.certificates import text_of

EXPORTS = BUILD / "rocq" / "exports"


@cache
def folder() -> Path:
    """Return where the exports of this package are; any change of it begins another folder."""
    return EXPORTS / package_key()[:32]


def exported(name: str) -> str:
    """Return the text of a file; a derivation's from where it was written, or exported and kept."""
    if name not in DERIVATIONS:
        return text_of(name)
    path = folder() / f"{name}.v"
    if path.exists():
        return path.read_text(encoding="utf-8")
    text = text_of(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)
    return text
