"""Certificates: which theorems Rocq has accepted, from which file, and on which axioms.

A theorem's file is either exported from a derivation of the book, or stands beside this module,
written by hand. What is certified is known by the hash of its text and of all that it needs.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from osphg.proofs.derivations import DERIVATIONS
from osphg.proofs.rocq import coqc
from osphg.proofs.rocq.book import derivation
from osphg.proofs.rocq.coqc import LIBRARY, RocqError

Certificates = dict[str, dict[str, Any]]
HAND_WRITTEN = tuple(sorted(path.stem for path in LIBRARY.glob("*.v")))
FILES = (*HAND_WRITTEN, *DERIVATIONS)


@functools.cache
def text_of(name: str) -> str:
    """Return the text of a file: read, or exported from its derivation."""
    if name in DERIVATIONS:
        return derivation(name).text()
    return (LIBRARY / f"{name}.v").read_text()


def needs(text: str) -> tuple[str, ...]:
    """Return the files of the library that a file imports."""
    found = re.findall(r"^From Osphg Require Import ([\w ]+)\.$", text, re.M)
    return tuple(name for names in found for name in names.split())


def digest(name: str, texts: Mapping[str, str]) -> str:
    """Return the hash of a file and of all that it needs."""
    own = hashlib.sha256(texts[name].encode())
    for needed in needs(texts[name]):
        own.update(digest(needed, texts).encode())
    return own.hexdigest()


def closure(names: Iterable[str], texts: Callable[[str], str]) -> dict[str, str]:
    """Return files and all that they need, by name, what is needed first."""
    found: dict[str, str] = {}

    def visit(name: str) -> None:
        if name not in found:
            text = texts(name)
            for needed in needs(text):
                visit(needed)
            found[name] = text

    for name in names:
        visit(name)
    return found


def certified(name: str, text: str, hashed: str, folder: Path) -> dict[str, Any]:
    """Have a file checked in a folder where what it needs is compiled; return its certificate.

    Raises
    ------
    RocqError
        If Rocq refuses it, or a theorem rests on an axiom that is not one of the reals'.
    """
    path = folder / f"{name}.v"
    path.write_text(text)
    checked = coqc.check(path, folder)
    for theorem, axioms in checked.axioms.items():
        if others := set(axioms) - coqc.REALS:
            raise RocqError(f"{path.name}: {theorem} rests on {', '.join(sorted(others))}")
    return {
        "hash": hashed,
        "lemmas": len(re.findall(r"^\s*(?:Lemma|Theorem) ", text, re.M)),
        "seconds": max(1, round(checked.seconds)),
        "rocq": coqc.version(),
        "theorems": {theorem: list(axioms) for theorem, axioms in checked.axioms.items()},
    }


def read(path: Path) -> Certificates:
    """Return stored certificates; none if there is no such file."""
    return json.loads(path.read_text()) if path.exists() else {}


def write(path: Path, certificates: Certificates) -> None:
    """Store certificates, sorted."""
    path.write_text(json.dumps(certificates, indent=1, sort_keys=True) + "\n")
