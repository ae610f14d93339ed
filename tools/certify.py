"""The Rocq project: `make certify` stores what Rocq accepts of it, and the book shows that.

Each theorem of the table in rocq/README.md is stored as Rocq states it, with the other theorems of
the table that it uses, and with all of them the axioms that they rest on; coqchk, Rocq's second
checker, reads all compiled files again. Nothing else writes book/certificates.json. In a chapter
`{rocq} name ...` shows theorems, each with its statement folded, and `{rocq}` all of them.

Its own, as Rocq keeps nothing to compare with, and no extension in the locks knows it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from difflib import unified_diff
from functools import cache
from graphlib import TopologicalSorter
from html import escape
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

from check_site import ROOT
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

PROJECT = ROOT / "rocq"
STORED = ROOT / "book" / "certificates.json"
# What the real numbers of Rocq's library and its classical logic rest on: no theorem may rest on
# anything else. That nothing of this project passes for one of them is seen to by coqchk.
AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
# A row of the table in the project's README: label, theorem, file, what it says.
ROW = re.compile(r"^\| `(\S+)` \| `(\w+)` \| `(\w+)\.v` \| (.+) \|$", re.M)
# What coqc has noted of a file: a name that stands there, or one that is defined, with its place.
NOTED = re.compile(
    r"^(?:R(\d+):\d+ Osphg\.(\S+) \S+ (\S+)|(?:prf|def|thm|ind|rec|inst) (\d+):\d+ \S+ (\S+))", re.M
)


def known(project: Path = PROJECT) -> dict[str, Any]:
    """Return a project's theorems, as its table lists them, and a hash of it and all sources."""
    table = (project / "README.md").read_text(encoding="utf-8")
    theorems = {
        name: {"file": file, "label": label, "says": says}
        for label, name, file, says in ROW.findall(table)
    }
    digest = hashlib.sha256(json.dumps(theorems).encode())
    for path in sorted(project.glob("*.v")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return {"sha256": digest.hexdigest(), "theorems": theorems}


@cache
def stored() -> dict[str, Any]:
    """Return what `make certify` has stored."""
    return json.loads(STORED.read_text(encoding="utf-8"))


def certified(project: Path) -> dict[str, Any]:
    """Return what Rocq accepts of a project, all of it compiled anew in a folder that goes.

    Exits if a file is refused, a theorem of the table is not there, or one rests on more than the
    axioms of Rocq's real numbers and classical logic.
    """
    found = known(project)
    theorems = {f"{entry['file']}.{name}": entry for name, entry in found["theorems"].items()}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "rocq")
        copytree(project, folder, ignore=ignore_patterns(".*", "*.vo*", "*.glob", "Makefile*"))
        _run(folder, "coq_makefile", "-f", "_CoqProject", "-o", "Makefile")
        _run(folder, "make", f"--jobs={os.cpu_count() or 1}")
        _check_again(folder)
        statements, found["axioms"] = _printed(folder, list(theorems))
        used = _used(folder)
    for (path, entry), statement in zip(theorems.items(), statements, strict=True):
        others = used.get(path, set()) & theorems.keys()
        uses = sorted(other.partition(".")[2] for other in others)
        entry |= {"statement": statement, "uses": uses}
    version = re.search(r"version (\S+)", _run(project, "coqc", "--version"))
    return {**found, "rocq": version[1] if version else "?"}


def _run(folder: Path, *command: str) -> str:
    free = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=free)
    if ran.returncode:
        raise SystemExit(f"error: {command[0]}: {(ran.stderr or ran.stdout).strip()}")
    return ran.stdout + ran.stderr


def _check_again(folder: Path) -> None:
    """Have coqchk read all compiled files, and see that they assume nothing of their own.

    It lists every axiom by its full path, where a module cannot pass for another.
    """
    options = [part for file in folder.glob("*.v") for part in ("-norec", f"Osphg.{file.stem}")]
    summary = _run(folder, "coqchk", "-silent", "-o", "-Q", ".", "Osphg", *options)
    if own := re.findall(r"^\s+(Osphg\.\S+)", summary, re.M):
        raise SystemExit(f"error: assumed, and not proven: {', '.join(sorted(own))}")
    relaxed = "type-in-type", "unsafe (co)fixpoints", "positivity is assumed"
    if not all(re.search(rf"{re.escape(rule)}: <none>", summary) for rule in relaxed):
        raise SystemExit(f"error: coqchk: a rule of the logic is switched off: {summary.strip()}")


def _printed(folder: Path, paths: list[str]) -> tuple[list[str], list[str]]:
    """Return the statements of theorems, and all axioms that they rest on, as Rocq prints them.

    It finds the axioms of all together in a hundredth of the time that those of each take.
    """
    files = dict.fromkeys(path.partition(".")[0] for path in paths)
    script = ["Require Import Reals String.", "Open Scope string_scope.", "Open Scope R_scope."]
    script += ["Set Printing Width 100.", *(f"From Osphg Require {file}." for file in files)]
    script += [f"Check Osphg.{path}." for path in paths]
    script += [f"Definition all := ({', '.join(f'@Osphg.{path}' for path in paths)})."]
    script += ["Print Assumptions all."]
    (folder / "printed.v").write_text("\n".join(script), encoding="utf-8")
    printed = _run(folder, "coqc", "-q", "-Q", ".", "Osphg", "printed.v")
    checks, _, rest = printed.partition("\nAxioms:\n")
    axioms = sorted(re.findall(r"^(\S+)\s*:", rest, re.M))
    if foreign := set(axioms) - AXIOMS:
        raise SystemExit(f"error: what is proven rests on {', '.join(foreign)}")
    statements = re.findall(r"^\S+\s+: (.*(?:\n .*)*)", checks, re.M)
    return [statement.replace("\n       ", "\n") for statement in statements], axioms


def _used(folder: Path) -> dict[str, set[str]]:
    """Return for each name of the project those that it names, or that what it names rests on.

    From what coqc notes beside each file: `Print Opaque Dependencies` says the same, and takes
    longer than all proofs.
    """
    names = defaultdict[str, set[str]](set)
    for file in folder.glob("*.glob"):
        at = ""
        noted = NOTED.findall(file.read_text(encoding="utf-8"))
        for _, module, name, _, defined in sorted(noted, key=lambda one: int(one[0] or one[3])):
            if defined:
                at = f"{file.stem}.{defined}"
            elif f"{module}.{name}" != at:
                names[at].add(f"{module}.{name}")
    found: dict[str, set[str]] = {}
    for name in TopologicalSorter(names).static_order():
        found[name] = names[name].union(*(found[other] for other in names[name]))
    return found


def main(option: str = "") -> None:
    found = certified(PROJECT)
    text = json.dumps(found, indent=1, sort_keys=True) + "\n"
    before = STORED.read_text(encoding="utf-8").splitlines()
    lines = [*unified_diff(before, text.splitlines(), "stored", "found", n=0, lineterm="")]
    print("\n".join(lines) or f"{len(found['theorems'])} theorems, as stored")
    if option != "--check":
        STORED.write_text(text, encoding="utf-8")
    elif lines:
        sys.exit(1)


class Rocq(SphinxDirective):
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        now, accepted = known(), stored()
        if now["sha256"] != accepted["sha256"]:
            raise self.error("rocq/ has changed: run `make certify`")
        named: list[str] = self.arguments[0].split() if self.arguments else []
        if unknown := set(named) - accepted["theorems"].keys():
            raise self.error(f"not certified: {', '.join(unknown)}")
        html, axioms = "", ", ".join(f"<code>{axiom}</code>" for axiom in accepted["axioms"])
        for name in named or now["theorems"]:
            theorem = accepted["theorems"][name]
            place = "" if named else f' id="rocq-{name.replace("_", "-")}"'
            html += (
                f'<details class="osphg-certified"{place}><summary>&#x2714; Rocq'
                f" {accepted['rocq']}, from the definitions: <code>{name}</code></summary>"
                f"<p>{escape(theorem['says'])}</p><pre>{escape(theorem['statement'])}</pre>"
                f"<p>In <code>{theorem['file']}.v</code>. Axioms, at most: {axioms}.</p></details>"
            )
        return [nodes.raw("", html, format="html")]


def setup(app: Sphinx) -> None:
    app.add_directive("rocq", Rocq)


if __name__ == "__main__":
    main(*sys.argv[1:])
