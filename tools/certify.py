"""The Rocq project: `make certify` stores what Rocq accepts of it, and the book shows that.

Each theorem of the table in rocq/README.md is stored as Rocq states it, with the axioms that its
proof rests on and the other theorems of the table that it uses; coqchk, Rocq's second checker,
reads all compiled files again. Nothing else writes book/certificates.json. In a chapter
`{rocq} name ...` shows theorems, each with its statement folded, and `{rocq-table}` all of them.

Its own, as Rocq keeps nothing to compare with, and no extension in the locks knows it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from html import escape
from pathlib import Path
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
STATED = r"^\s*(?:Lemma|Theorem|Corollary|Fact|Proposition|Remark) "
MARK = r'^\s+= "osphg"\n\s+: string\n'
# What coqc has noted of a file: a name that stands there, or one that is defined, with its place.
NOTED = re.compile(
    r"^(?:R(\d+):\d+ Osphg\.(\S+) \S+ (\S+)|(?:prf|def|thm|ind|rec|inst) (\d+):\d+ \S+ (\S+))", re.M
)


class RefusedError(RuntimeError):
    """Rocq refuses a file, or accepts it on what is not allowed; the message says which."""


def known(project: Path = PROJECT) -> dict[str, Any]:
    """Return what is to be said of a project, as far as it can be said without Rocq.

    Raises
    ------
    ValueError
        If the table of the project's README lists a theorem twice.
    """
    names = re.findall(r"(\w+)\.v", (project / "_CoqProject").read_text(encoding="utf-8"))
    texts = {name: (project / f"{name}.v").read_text(encoding="utf-8") for name in names}
    theorems: dict[str, dict[str, str]] = {}
    for line in (project / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
        if len(cells) == 4 and cells[2].endswith(".v"):
            label, theorem, file, says = cells
            if theorem in theorems:
                raise ValueError(f"rocq/README.md lists {theorem} twice")
            theorems[theorem] = {"file": file.removesuffix(".v"), "label": label, "says": says}
    files = {
        name: {
            "sha256": hashlib.sha256(text.encode()).hexdigest(),
            "lemmas": len(re.findall(STATED, text, re.M)),
        }
        for name, text in texts.items()
    }
    return {"files": files, "theorems": theorems}


@cache
def stored() -> dict[str, Any]:
    """Return what `make certify` has stored; nothing if it has not."""
    return json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}


def differing(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Return the files and theorems that are gone, new, or not as they were."""
    names = []
    for kind in ("files", "theorems"):
        before, now = old.get(kind, {}), new[kind]
        for name in sorted(before.keys() | now.keys()):
            if name not in now or before.get(name) != {**before.get(name, {}), **now[name]}:
                names.append(name)
    return names


def certified(project: Path, jobs: int, alike: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return what Rocq accepts of a project, all of it compiled anew in a folder that goes.

    Each theorem has the axioms of its own proof; those that have the same in `alike`, what all of
    them rest on together, which is found in a tenth of the time.

    Raises
    ------
    RefusedError
        If a file is refused, a theorem of the table is not there, or one rests on more than
        the axioms of Rocq's real numbers and classical logic.
    """
    found = known(project)
    theorems, groups = {}, defaultdict[Any, list[str]](list)
    for name, entry in found["theorems"].items():
        path = f"{entry['file']}.{name}"
        theorems[path] = entry
        groups[tuple(alike[name]["axioms"]) if alike and name in alike else path].append(path)
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(jobs) as pool:
        folder = Path(place)
        for name in ("_CoqProject", *(f"{name}.v" for name in found["files"])):
            shutil.copy(project / name, folder)
        _run(folder, "coq_makefile", "-f", "_CoqProject", "-o", "Makefile")
        _run(folder, "make", f"--jobs={jobs}")
        again = pool.submit(_check_again, folder, list(found["files"]))
        shares = [list(groups.values())[i::jobs] for i in range(jobs)]
        printed = pool.map(partial(_printed, folder), shares)
        again.result()
        for part in printed:
            for path, said in part.items():
                theorems[path] |= said
        for path, others in _used(folder, set(theorems)).items():
            theorems[path]["uses"] = sorted(other.partition(".")[2] for other in others)
    version = re.search(r"version (\S+)", _run(project, "coqc", "--version"))
    return {**found, "rocq": version[1] if version else "?"}


def _run(folder: Path, *command: str) -> str:
    free = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=free)
    if ran.returncode:
        raise RefusedError(f"{command[0]}: {(ran.stderr or ran.stdout).strip()}")
    return ran.stdout + ran.stderr


def _check_again(folder: Path, names: list[str]) -> None:
    """Have coqchk read all compiled files, and see that they assume nothing of their own.

    It lists every axiom by its full path, where a module cannot pass for another.
    """
    options = [part for name in names for part in ("-norec", f"Osphg.{name}")]
    summary = _run(folder, "coqchk", "-silent", "-o", "-Q", ".", "Osphg", *options)
    if own := re.findall(r"^\s+(Osphg\.\S+)", summary, re.M):
        raise RefusedError(f"assumed, and not proven: {', '.join(sorted(own))}")
    relaxed = "type-in-type", "unsafe (co)fixpoints", "positivity is assumed"
    if not all(re.search(rf"{re.escape(rule)}: <none>", summary) for rule in relaxed):
        raise RefusedError(f"coqchk: a rule of the logic is switched off: {summary.strip()}")


def _printed(folder: Path, groups: list[list[str]]) -> dict[str, dict[str, Any]]:
    """Return each theorem's statement, and the axioms of its group, as Rocq prints them."""
    script = ["Require Import Reals String. Open Scope string_scope.", "Open Scope R_scope."]
    script += ["Set Printing Width 100."]
    mark = 'Eval compute in "osphg".'
    for number, group in enumerate(groups):
        script += [f"From Osphg Require {path.partition('.')[0]}." for path in group]
        script += [f"{mark} Check Osphg.{path}." for path in group]
        script += [
            f"Definition group{number} := ({', '.join(f'@Osphg.{path}' for path in group)})."
        ]
        script += [f"{mark} Print Assumptions group{number}."]
    with tempfile.NamedTemporaryFile("w", suffix=".v", prefix="printed", dir=folder) as file:
        file.write("\n".join(script) + "\n")
        file.flush()
        printed = _run(folder, "coqc", "-q", "-Q", ".", "Osphg", file.name)
    found, said = {}, iter(re.split(MARK, printed, flags=re.M)[1:])
    for group in groups:
        checks, assumptions = [next(said).strip() for _ in group], next(said)
        axioms = sorted(set(re.findall(r"^([A-Za-z_][\w.']*)\s*:", assumptions, re.M)) - {"Axioms"})
        if foreign := set(axioms) - AXIOMS:
            raise RefusedError(f"{', '.join(group)} rests on {', '.join(foreign)}")
        for path, check in zip(group, checks, strict=True):
            statement = re.sub(r"^\S+\s+: ", "", check, count=1).replace("\n       ", "\n")
            found[path] = {"statement": statement, "axioms": axioms}
    return found


def _used(folder: Path, theorems: set[str]) -> dict[str, set[str]]:
    """Return for each theorem those that it names, or that what it names rests on.

    From what coqc notes beside each file: `Print Opaque Dependencies` says the same, and takes
    longer than all proofs.
    """
    names: dict[str, set[str]] = {}
    for file in folder.glob("*.glob"):
        at = ""
        noted = NOTED.findall(file.read_text(encoding="utf-8"))
        for _, module, name, _, defined in sorted(noted, key=lambda one: int(one[0] or one[3])):
            at = f"{file.stem}.{defined}" if defined else at
            names.setdefault(at, set()).update([f"{module}.{name}"] if name else [])
    found = {}
    for theorem in theorems:
        reached, todo = set[str](), [theorem]
        while todo:
            new = names.get(todo.pop(), set()) - reached
            reached |= new
            todo += new
        found[theorem] = (reached & theorems) - {theorem}
    return found


def main(option: str = "") -> int:
    if shutil.which("coqc") is None:
        print("error: coqc, the compiler of Rocq, is not installed: apt-get install coq, or "
              "conda install -c conda-forge coq", file=sys.stderr)  # fmt: skip
        return 1
    try:
        alike = stored().get("theorems") if option == "--check" else None
        found = certified(PROJECT, os.cpu_count() or 1, alike)
    except (RefusedError, ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    differences = [f"not as stored: {name}" for name in differing(stored(), found)]
    if (before := stored().get("rocq")) != found["rocq"]:  # each prints statements in its way
        differences.append(f"checked by Rocq {found['rocq']}, stored: {before}")
    print("\n".join(differences) or f"{len(found['theorems'])} theorems, as stored")
    if option == "--check":
        return int(len(differences) > 0)
    STORED.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return 0


def certificate(name: str, *, home: bool = False) -> str:
    """Return a theorem, what it says, and folded its statement and its axioms, as HTML."""
    rocq, theorem = stored()["rocq"], stored()["theorems"][name]
    link = f' id="rocq-{name.replace("_", "-")}"' if home else ""
    axioms = ", ".join(f"<code>{escape(axiom)}</code>" for axiom in theorem["axioms"]) or "none"
    return (
        f'<details class="osphg-certified"{link}><summary>&#x2714; Rocq {escape(rocq)}, from the '
        f"definitions: <code>{escape(name)}</code></summary><p>{escape(theorem['says'])}</p>"
        f"<pre>{escape(theorem['statement'])}</pre>"
        f"<p>In <code>{escape(theorem['file'])}.v</code>. Axioms: {axioms}.</p></details>"
    )


class Rocq(SphinxDirective):
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        names = self.arguments[0].split()
        if unknown := set(names) - stored()["theorems"].keys():
            raise self.error(f"not certified: {', '.join(unknown)}")
        return [nodes.raw("", "\n".join(map(certificate, names)), format="html")]


class RocqTable(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        if wrong := differing(stored(), known()):
            raise self.error(f"run `make certify`, for {', '.join(wrong)}")
        parts, theorems = [], known()["theorems"]
        for file in dict.fromkeys(entry["file"] for entry in theorems.values()):
            has = stored()["files"][file]
            parts.append(
                f"<p><strong><code>{escape(file)}.v</code></strong>: {has['lemmas']} lemmas; "
                f"SHA-256 <code>{has['sha256'][:16]}</code></p>"
            )
            inside = (name for name, entry in theorems.items() if entry["file"] == file)
            parts += [certificate(name, home=True) for name in inside]
        return [nodes.raw("", "\n".join(parts), format="html")]


def setup(app: Sphinx) -> None:
    app.add_directive("rocq", Rocq)
    app.add_directive("rocq-table", RocqTable)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
