"""Have Rocq check the project in rocq/ from clean, and store what it has accepted.

Each theorem of the table in rocq/README.md is printed as Rocq states it, with the axioms that its
proof rests on and the other theorems of the table that it uses; coqchk, Rocq's second checker, then
reads all compiled files again. Nothing else writes book/certificates.json.

Its own, as Rocq prints what a proof rests on, and keeps nothing to compare it with.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from rocq_project import AXIOMS, PROJECT, STORED, Row, digest, read, rows, sources, write


class RefusedError(RuntimeError):
    """Rocq refuses a file, or accepts it on what is not allowed; the message says which."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only: write nothing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    chosen = parser.parse_args(arguments)
    if shutil.which("coqc") is None:
        print(
            "error: coqc, the compiler of Rocq (Coq), is not installed: `apt-get install coq` on "
            "Debian, `conda install -c conda-forge coq`, or `opam install coq`",
            file=sys.stderr,
        )
        return 1
    try:
        found = certified(PROJECT, chosen.jobs)
    except (RefusedError, ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    differences = differing(read(STORED), found)
    print("\n".join(differences) or f"{len(found['theorems'])} theorems, as stored")
    if chosen.check:
        return 1 if differences else 0
    write(STORED, found)
    return 0


def certified(project: Path, jobs: int) -> dict[str, Any]:
    """Return what Rocq accepts of a project, all of it compiled anew in a folder that goes.

    Raises
    ------
    RefusedError
        If a file is refused, a theorem of the table is not there, or one rests on more than
        the axioms of Rocq's real numbers and classical logic.
    """
    texts, table = sources(project), rows(project)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, text in texts.items():
            (folder / f"{name}.v").write_text(text, encoding="utf-8")
        _compile(folder, texts, jobs)
        _check_again(folder, list(texts))
        theorems = _printed(folder, table)
    shown = subprocess.run(["coqc", "--version"], capture_output=True, text=True, check=True)
    version = re.search(r"version (\S+)", shown.stdout)
    return {
        "rocq": version.group(1) if version else shown.stdout.strip(),
        "files": {
            name: {
                "sha256": digest(text),
                "lemmas": len(
                    re.findall(
                        r"^\s*(?:Lemma|Theorem|Corollary|Fact|Proposition|Remark) ", text, re.M
                    )
                ),
            }
            for name, text in texts.items()
        },
        "theorems": theorems,
    }


def differing(stored: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Return a line for each difference; how a statement is printed depends on Rocq's version."""
    lines = []
    same = stored.get("rocq") == found["rocq"]
    if not same:
        lines.append(f"checked by Rocq {found['rocq']}, stored: {stored.get('rocq')}")
    for kind in ("files", "theorems"):
        old, new = stored.get(kind, {}), found[kind]
        for name in sorted(old.keys() | new.keys()):
            if name not in old or name not in new:
                lines.append(f"{name}: {'new' if name in new else 'gone'}")
            elif old[name] != new[name]:
                keys = [key for key in new[name] if old[name].get(key) != new[name][key]]
                lines.append(f"{name}: {', '.join(keys)} changed")
    return lines


def _compile(folder: Path, texts: dict[str, str], jobs: int) -> None:
    """Compile all files, those that are needed first."""
    order = TopologicalSorter({name: _needs(text) & texts.keys() for name, text in texts.items()})
    order.prepare()
    running: dict[Future[str], str] = {}
    with ThreadPoolExecutor(jobs) as pool:
        while order.is_active():
            for name in order.get_ready():
                running[pool.submit(_run, folder, "coqc", "-q", f"{name}.v")] = name
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                name = running.pop(future)
                try:
                    future.result()
                except RefusedError:
                    pool.shutdown(cancel_futures=True)
                    raise
                print(f"{name}.v", flush=True)
                order.done(name)


def _needs(text: str) -> set[str]:
    found = re.findall(r"^From Osphg Require (?:Import |Export )?([\w\s]+)\.", text, re.M)
    return {name for names in found for name in names.split()}


def _run(folder: Path, program: str, *arguments: str) -> str:
    command = [program, *arguments[:-1], "-Q", ".", "Osphg", arguments[-1]]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RefusedError(f"{arguments[-1]}: {(ran.stderr or ran.stdout).strip()}")
    return ran.stdout


def _check_again(folder: Path, names: list[str]) -> None:
    """Have coqchk read all compiled files, and see that they assume nothing of their own.

    It lists every axiom by its full path, where a module cannot pass for another.
    """
    options = [part for name in names for part in ("-norec", f"Osphg.{name}")]
    command = ["coqchk", "-silent", "-o", "-Q", ".", "Osphg", *options]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RefusedError(f"coqchk: {(ran.stderr or ran.stdout).strip()}")
    summary = ran.stdout + ran.stderr
    if own := re.findall(r"^\s+(Osphg\.\S+)", summary, re.M):
        raise RefusedError(f"assumed, and not proven: {', '.join(sorted(own))}")
    relaxed = "type-in-type", "unsafe (co)fixpoints", "positivity is assumed"
    if not all(re.search(rf"{re.escape(rule)}: <none>", summary) for rule in relaxed):
        raise RefusedError(f"coqchk: a rule of the logic is switched off: {summary.strip()}")


def _printed(folder: Path, table: list[Row]) -> dict[str, Any]:
    """Return each theorem's statement, its axioms, and the theorems of the table that it uses."""
    names = [row.theorem for row in table]
    script = ["Require Import Reals.", "Open Scope R_scope.", "Set Printing Width 100."]
    script += [f"From Osphg Require {file}." for file in dict.fromkeys(row.file for row in table)]
    parts = ("Check", "Print Assumptions", "Print Opaque Dependencies")
    for row in table:
        for part in parts:
            script += ['Eval compute in "osphg".', f"{part} Osphg.{row.file}.{row.theorem}."]
    script[0] = "Require Import Reals String. Open Scope string_scope."
    (folder / "printed.v").write_text("\n".join(script) + "\n", encoding="utf-8")
    said = re.split(
        r'^\s+= "osphg"\n\s+: string\n', _run(folder, "coqc", "-q", "printed.v"), flags=re.M
    )
    found = {}
    for i, row in enumerate(table):
        check, assumptions, opaque = said[1 + 3 * i : 4 + 3 * i]
        axioms = _listed(assumptions)
        for axiom, kind in axioms.items():
            if AXIOMS.get(axiom) != kind:
                raise RefusedError(f"{row.theorem} rests on {axiom}: {kind}")
        used = {name.rpartition(".")[2] for name in _listed(opaque)} & set(names) - {row.theorem}
        found[row.theorem] = {
            "file": row.file,
            "label": row.label,
            "says": row.says,
            "statement": re.sub(r"^\S+\s+: ", "", check.strip(), count=1).replace(
                "\n       ", "\n"
            ),
            "axioms": sorted(axioms),
            "uses": sorted(used),
        }
    return found


def _listed(said: str) -> dict[str, str]:
    """Return the names that Rocq lists, with their types in one line."""
    found = re.findall(r"^([A-Za-z_][\w.']*)\s*:((?:.*)(?:\n +.*)*)", said, re.M)
    return {
        name: " ".join(kind.split())
        for name, kind in found
        if name not in {"Axioms", "Section Variables", "Opaque constants", "Transparent constants"}
    }


if __name__ == "__main__":
    sys.exit(main())
