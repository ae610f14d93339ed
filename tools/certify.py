"""Have Rocq check every derivation of the book, and store what it accepted.

Only what changed is checked: a file whose hash, with that of all it needs, is in
book/certificates.json is done. Files are compiled side by side, as many as there are cores.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import (
    FIRST_COMPLETED,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from pathlib import Path
from typing import Any

from exports import exported

from osphg.proofs.rocq import coqc
from osphg.proofs.rocq.certificates import (
    FILES,
    certified,
    closure,
    digest,
    needs,
    read,
    write,
)
from osphg.proofs.rocq.wholes import ExportError

ROOT = Path(__file__).resolve().parent.parent
STORED = ROOT / "book" / "certificates.json"
BUILD = ROOT / "_build" / "rocq"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"which files: {', '.join(FILES)}; all if none")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument("--again", action="store_true", help="check also what has a certificate")
    chosen = parser.parse_args()
    if unknown := sorted(set(chosen.names) - set(FILES)):
        parser.error(f"no file is called {', '.join(unknown)}")
    if chosen.jobs < 1:
        parser.error("--jobs must be at least 1")
    if not coqc.installed():
        print(f"error: {coqc.MISSING}", file=sys.stderr)
        return 1
    names = tuple(chosen.names) or FILES
    try:
        texts = closure(names, _exported(names, chosen.jobs).__getitem__)
        return certify(texts, chosen.again, chosen.jobs, all_of_them=not chosen.names)
    except (coqc.RocqError, ExportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1


def _exported(names: tuple[str, ...], jobs: int) -> dict[str, str]:
    """Return the texts of files and of all that they need, exported side by side."""
    wanted = list(names)
    texts: dict[str, str] = {}
    with ProcessPoolExecutor(jobs) as pool:
        while wanted:
            print(f"proving and exporting {', '.join(wanted)}", flush=True)
            texts |= dict(zip(wanted, pool.map(exported, wanted), strict=True))
            needed = {n for name in wanted for n in needs(texts[name])}
            wanted = sorted(needed - set(texts))
    return texts


def certify(texts: dict[str, str], again: bool, jobs: int, all_of_them: bool) -> int:
    """Check what has no certificate, what is needed first, and store the certificates."""
    BUILD.mkdir(parents=True, exist_ok=True)
    hashes = {name: digest(name, texts) for name in texts}
    stored = read(STORED)
    new = [n for n in texts if again or stored.get(n, {}).get("hash") != hashes[n]]
    if all_of_them:
        stored = {name: stored[name] for name in stored if name in texts}
    to_do = {n for n in closure(new, texts.__getitem__) if n in new or not _built(n, hashes[n])}
    print(
        f"{len(texts) - len(new)} of {len(texts)} files have a certificate; {len(to_do)} to check"
    )
    done = set(texts) - to_do
    refused: list[str] = []
    running: dict[Future[dict[str, Any]], str] = {}
    with ThreadPoolExecutor(jobs) as pool:
        while running or any(done >= set(needs(texts[n])) for n in to_do):
            for name in [n for n in texts if n in to_do and done >= set(needs(texts[n]))]:
                to_do.remove(name)
                future = pool.submit(certified, name, texts[name], hashes[name], BUILD)
                running[future] = name
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                name = running.pop(future)
                try:
                    found = future.result()
                except coqc.RocqError as error:
                    refused.append(name)
                    print(f"error: {error}", file=sys.stderr, flush=True)
                    continue
                (BUILD / f"{name}.hash").write_text(hashes[name])
                done.add(name)
                if name in new:
                    stored[name] = found
                    write(STORED, stored)
                counts = f"{found['lemmas']} lemmas, {len(found['theorems'])} theorems"
                print(
                    f"{len(done)}/{len(texts)} {name}: {counts}, {found['seconds']} s", flush=True
                )
    write(STORED, stored)
    if refused:
        waiting = f"; not checked, as they need these: {', '.join(sorted(to_do))}" if to_do else ""
        print(f"error: refused: {', '.join(refused)}{waiting}", file=sys.stderr)
    return 1 if refused else 0


def _built(name: str, hashed: str) -> bool:
    stamp = BUILD / f"{name}.hash"
    compiled = (BUILD / f"{name}.vo").exists()
    return compiled and stamp.exists() and stamp.read_text() == hashed


if __name__ == "__main__":
    sys.exit(main())
