"""Have Rocq check your own derivation: `python -m osphg.proofs.certify my_proof.py`.

The file is Python, and defines `prove()`, which returns the facts to certify by their names.
"""

from __future__ import annotations

import argparse
import runpy
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from osphg.proofs.kernel import Fact, ProofError
from osphg.proofs.rocq import coqc
from osphg.proofs.rocq.certificates import HAND_WRITTEN, certified, closure, text_of
from osphg.proofs.rocq.derivation import Derivation
from osphg.proofs.rocq.wholes import ExportError


class NotCertifiedError(ValueError):
    """Nothing was certified; the message says why, in a line or with Rocq's own words."""


def derivation(path: Path) -> Derivation:
    """Return what the `prove()` of a file proves.

    Parameters
    ----------
    path : Path

    Raises
    ------
    NotCertifiedError
        If the file cannot be run, has no `prove()`, or that returns no facts.
    """
    if not path.is_file():
        raise NotCertifiedError(f"{path}: no such file")
    try:
        made = runpy.run_path(str(path))
        prove = made.get("prove")
        if not callable(prove):
            raise NotCertifiedError(f"{path}: it defines no prove(), which returns facts by name")
        facts = prove()
    except ProofError as error:
        raise NotCertifiedError(f"{path}: the kernel refuses a step: {error}") from error
    except NotCertifiedError:
        raise
    except (Exception, SystemExit) as error:  # whatever a reader's file does
        raise NotCertifiedError(f"{path}: {type(error).__name__}: {error}") from error
    if not isinstance(facts, Mapping) or not facts:
        raise NotCertifiedError(f"{path}: prove() must return facts by name, not {facts!r}")
    for name, fact in facts.items():
        if not isinstance(name, str) or type(fact) is not Fact:
            raise NotCertifiedError(f"{path}: prove() returns {name!r}: {fact!r}, which is no fact")
    title = ((made.get("__doc__") or "").strip() or path.stem).splitlines()[0]
    try:
        return Derivation(title, facts)
    except ExportError as error:
        raise NotCertifiedError(f"{path}: {error}") from error


def certify(path: Path, out: Path | None = None) -> str:
    """Have Rocq check the derivation of a file; return what it certifies, to be read.

    Parameters
    ----------
    path : Path
    out : Path, optional
        Where to keep what Rocq has read.

    Raises
    ------
    NotCertifiedError
        If there is nothing to check, no compiler, or a step is refused.
    """
    found = derivation(path)
    name = path.stem if path.stem not in HAND_WRITTEN and path.stem.isidentifier() else "derivation"
    try:
        text = found.text()
        if out is not None:
            out.write_text(text, encoding="utf-8")
        if not coqc.installed():
            raise NotCertifiedError(coqc.MISSING)
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            files = closure([name], lambda n: text if n == name else text_of(n))
            for file, source in files.items():
                last = certified(file, source, "", folder)
    except (ExportError, coqc.RocqError) as error:
        raise NotCertifiedError(f"{path}: {error}") from error
    except OSError as error:
        raise NotCertifiedError(f"{error.filename}: {error.strerror}") from error
    said = list(found.statements().values())
    for theorem, axioms in last["theorems"].items():
        said.append(f"{theorem} rests on {', '.join(axioms) or 'no axiom'}")
    said.append(f"certified by Rocq {last['rocq']}: {found.lemmas} steps, {last['seconds']} s")
    return "\n".join(said)


def main(arguments: Sequence[str] | None = None) -> int:
    """Certify the file that is named; 0 if Rocq accepts it, else 1 and a message."""
    parser = argparse.ArgumentParser(prog="osphg certify", description=__doc__)
    parser.add_argument("path", type=Path, metavar="my_proof.py")
    parser.add_argument("--out", type=Path, metavar="FILE.v", help="keep what Rocq has read")
    chosen = parser.parse_args(arguments)
    try:
        print(certify(chosen.path, chosen.out))
    except NotCertifiedError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
