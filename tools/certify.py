"""Have Rocq prove all theorems of `rocq/`, store what it accepted, and show that in the book.

    python tools/certify.py            prove everything from clean and store the certificates
    python tools/certify.py --check    prove everything and compare; exit status 1 if it differs

`make certify` calls it (with CHECK=1 the second way), and needs coqc. The exit status is also 1,
with one line, if a file is refused or a theorem rests on more than `AXIOMS`. The certificates are
`book/certificates.json`, which nothing else writes. For each theorem of the table in rocq/README.md
it has the statement as Rocq prints it and the other theorems of the table that its proof uses,
directly or by way of others; and for all of them the axioms on which they rest. coqc is Rocq's
compiler, and coqchk, its second checker, reads all compiled files again.

It is also a Sphinx extension, which `_config.yml` loads. In a chapter ``{rocq} name ...`` shows
theorems, each with its statement folded, and ``{rocq}`` without names shows all of them.

Rocq has nothing to compare a later proof with, and no extension of Sphinx in the locks knows it; so
this tool is the project's own.
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
from typing import Any, NamedTuple

from check_site import ROOT
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

PROJECT = ROOT / "rocq"
STORED = ROOT / "book" / "certificates.json"
# What the real numbers of Rocq's library and its classical logic rest on: no theorem may rest on
# anything else. coqchk makes sure that nothing of this project passes for one of them.
AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
# The rules of the logic that a project could switch off, as coqchk names them.
RULES_OF_LOGIC = ("type-in-type", "unsafe (co)fixpoints", "positivity is assumed")
# A row of the table in the project's README: label, theorem, file, what it says.
ROW_OF_TABLE = re.compile(r"^\| `(\S+)` \| `(\w+)` \| `(\w+)\.v` \| (.+) \|$", re.M)
# A line of the .glob file that coqc writes beside each file: a name of this project that is used,
# or one that is defined, each with its place in the file.
LINE_OF_GLOB = re.compile(
    r"^(?:R(?P<used_at>\d+):\d+ Osphg\.(?P<module>\S+) \S+ (?P<used>\S+)"
    r"|(?:prf|def|thm|ind|rec|inst) (?P<defined_at>\d+):\d+ \S+ (?P<defined>\S+))",
    re.M,
)


def listed_theorems(project: Path = PROJECT) -> dict[str, Any]:
    """Return the theorems that a project's table lists, and a hash of them and of all sources.

    By the hash the book finds out whether the certificates are of other sources. The table stands
    in the README of the folder `project`. The result has the keys ``sha256`` and ``theorems``; the
    latter has, by the theorem's name in Rocq, its ``file`` without a suffix, its ``label`` in the
    book and what it ``says`` in words.
    """
    table = (project / "README.md").read_text(encoding="utf-8")
    theorems = {
        name: {"file": file, "label": label, "says": says}
        for label, name, file, says in ROW_OF_TABLE.findall(table)  # the row's four cells
    }
    digest = hashlib.sha256(json.dumps(theorems).encode())
    for path in sorted(project.glob("*.v")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return {"sha256": digest.hexdigest(), "theorems": theorems}


@cache
def stored_certificates() -> dict[str, Any]:
    """Return what `make certify` has stored; `certificates_of` says what it has."""
    return json.loads(STORED.read_text(encoding="utf-8"))


def certificates_of(project: Path) -> dict[str, Any]:
    """Have Rocq prove a project in a temporary folder, and return what it accepted.

    Exits with one line if Rocq refuses a file, if a theorem of the table does not exist, or if one
    rests on more than `AXIOMS`.

    Parameters
    ----------
    project
        A folder with the sources, ``_CoqProject`` and a README with the table of theorems.

    Returns
    -------
    dict
        ``sha256``, a hash of the table and of all sources; ``theorems``, which has, by its name in
        Rocq, each theorem's ``file`` without a suffix, its ``label`` in the book, what it ``says``
        in words, its ``statement``, and the names of other theorems of the table that it ``uses``;
        the ``axioms`` on which they rest; and the version of ``rocq``.
    """
    certificates = listed_theorems(project)
    # By the path in Rocq, "File.theorem". These are the entries of `certificates` themselves, to
    # which statements and uses are added below.
    theorems = {
        f"{theorem['file']}.{name}": theorem for name, theorem in certificates["theorems"].items()
    }
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "rocq")
        copytree(project, folder, ignore=ignore_patterns(".*", "*.vo*", "*.glob", "Makefile*"))
        _run(folder, "coq_makefile", "-f", "_CoqProject", "-o", "Makefile")
        _run(folder, "make", f"--jobs={os.cpu_count() or 1}")
        _check_with_coqchk(folder)
        answer = _statements_and_axioms(folder, list(theorems))
        dependencies = _dependencies(folder)
    for (path, theorem), statement in zip(theorems.items(), answer.statements, strict=True):
        used_paths = dependencies.get(path, set()) & theorems.keys()
        used_names = [used_path.partition(".")[2] for used_path in used_paths]  # without the file
        theorem["statement"] = statement
        theorem["uses"] = sorted(used_names)
    certificates["axioms"] = answer.axioms
    version = re.search(r"version (\S+)", _run(project, "coqc", "--version"))
    certificates["rocq"] = version[1] if version else "?"
    return certificates


def _run(folder: Path, *command: str) -> str:
    """Run a command in a folder and return all that it prints; exit with that if it fails.

    Variables of `make`, in which this tool runs, are kept from the `make` that it starts.
    """
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    finished = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env=environment
    )
    if finished.returncode:
        message = (finished.stderr or finished.stdout).strip()
        raise SystemExit(f"error: {command[0]}: {message}")
    return finished.stdout + finished.stderr


def _check_with_coqchk(folder: Path) -> None:
    """Have Rocq's second checker read all compiled files of a folder, after coqc has made them.

    Exits if the project has an axiom of its own, or switches off a rule of the logic. coqc names
    axioms by short names, so that a module of the project could have the name of one of the
    library; coqchk lists every axiom by its full path.
    """
    options = ["-silent", "-o"]  # -o prints the summary: axioms, and where rules are switched off
    options += ["-Q", ".", "Osphg"]  # files of this folder are modules of the library Osphg
    for file in folder.glob("*.v"):
        options += ["-norec", f"Osphg.{file.stem}"]  # this file, without the library that it uses
    summary = _run(folder, "coqchk", *options)
    own_axioms = re.findall(r"^\s+(Osphg\.\S+)", summary, re.M)
    if own_axioms:
        raise SystemExit(f"error: assumed, and not proven: {', '.join(sorted(own_axioms))}")
    # For each rule that can be switched off, such as "type-in-type", the summary lists what does
    # without it; "<none>" stands there for nothing. A rule that is not listed is an error, too.
    if not all(re.search(rf"{re.escape(rule)}: <none>", summary) for rule in RULES_OF_LOGIC):
        raise SystemExit(f"error: coqchk: a rule of the logic is switched off: {summary.strip()}")


class StatementsAndAxioms(NamedTuple):
    """The statements of theorems, in their order, and all axioms on which they rest, by name."""

    statements: list[str]
    axioms: list[str]


def _statements_and_axioms(folder: Path, paths: list[str]) -> StatementsAndAxioms:
    """Have Rocq print the statements of theorems and the axioms on which they rest.

    It reads a script, ``printed.v``, that asks for both. All theorems are put into one tuple, whose
    axioms Rocq finds in a hundredth of the time that it takes for one theorem after another. Exits
    if an axiom is not one of `AXIOMS`.

    Parameters
    ----------
    folder
        The folder of the compiled project; the script is written into it.
    paths
        The theorems, each as ``File.theorem``.
    """
    # Each file once, in their order.
    files = dict.fromkeys(path.partition(".")[0] for path in paths)
    # With open scopes Rocq prints statements with the usual signs, as in x + y and "text".
    script = ["Require Import Reals String.", "Open Scope string_scope.", "Open Scope R_scope."]
    script += ["Set Printing Width 100.", *(f"From Osphg Require {file}." for file in files)]
    script += [f"Check Osphg.{path}." for path in paths]
    # With "@" a theorem stands for itself, and Rocq does not look for its implicit arguments.
    script += [f"Definition all := ({', '.join(f'@Osphg.{path}' for path in paths)})."]
    script += ["Print Assumptions all."]
    (folder / "printed.v").write_text("\n".join(script), encoding="utf-8")
    printed = _run(folder, "coqc", "-q", "-Q", ".", "Osphg", "printed.v")
    checks, _, assumptions = printed.partition("\nAxioms:\n")
    axioms = sorted(re.findall(r"^(\S+)\s*:", assumptions, re.M))
    foreign_axioms = set(axioms) - AXIOMS
    if foreign_axioms:
        raise SystemExit(f"error: what is proven rests on {', '.join(foreign_axioms)}")
    # Rocq prints "name : statement", and indents the statement's further lines below the colon.
    indented = re.findall(r"^\S+\s+: (.*(?:\n .*)*)", checks, re.M)
    statements = [statement.replace("\n       ", "\n") for statement in indented]
    return StatementsAndAxioms(statements, axioms)


def _dependencies(folder: Path) -> dict[str, set[str]]:
    """Return for each name of the project compiled in a folder all names on which it rests.

    These are the names that it uses, the names that those use, and so on. Names are ``File.name``.
    They come from the .glob files of coqc: each line of interest, which matches `LINE_OF_GLOB`, is
    a name that is defined or one that is used, with its place in the source. Rocq's own command for
    this, `Print Opaque Dependencies`, takes longer than all proofs.
    """
    used_directly = defaultdict[str, set[str]](set)
    for file in folder.glob("*.glob"):
        lines = [*LINE_OF_GLOB.finditer(file.read_text(encoding="utf-8"))]
        # coqc lists definitions and uses apart. In the order of their places in the source, each
        # use follows the definition in which it stands.
        lines.sort(key=lambda line: int(line["used_at"] or line["defined_at"]))
        current = ""  # the definition in which the uses that follow stand
        for line in lines:
            if line["defined"]:
                current = f"{file.stem}.{line['defined']}"
                continue
            used = f"{line['module']}.{line['used']}"
            if used != current:  # a recursive definition uses itself
                used_directly[current].add(used)
    dependencies: dict[str, set[str]] = {}
    # In this order each name comes after all that it uses, whose dependencies are then known.
    for name in TopologicalSorter(used_directly).static_order():
        direct = used_directly[name]
        dependencies[name] = direct.union(*(dependencies[other] for other in direct))
    return dependencies


def main(option: str = "") -> None:
    """Certify the project, print where the result differs from what is stored, and store it.

    With the option ``--check`` nothing is stored, and a difference makes the exit status 1. Without
    an option the exit status is 0, whatever has changed.
    """
    certificates = certificates_of(PROJECT)
    text = json.dumps(certificates, indent=1, sort_keys=True) + "\n"
    before = STORED.read_text(encoding="utf-8").splitlines()
    changes = [*unified_diff(before, text.splitlines(), "stored", "found", n=0, lineterm="")]
    print("\n".join(changes) or f"{len(certificates['theorems'])} theorems, as stored")
    if option != "--check":
        STORED.write_text(text, encoding="utf-8")
    elif changes:
        sys.exit(1)


class Rocq(SphinxDirective):
    """The directive ``{rocq} name ...``: theorems as Rocq accepted them; all of them without names.

    It is an error if the sources have changed since `make certify`, or if a name is not certified.
    """

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return one piece of raw HTML, with a block that folds for each theorem."""
        # Both have ``sha256``, the hash of the table and the sources, and ``theorems``, by their
        # names in Rocq.
        listed = listed_theorems()
        certificates = stored_certificates()
        if listed["sha256"] != certificates["sha256"]:
            raise self.error("rocq/ has changed: run `make certify`")
        names: list[str] = self.arguments[0].split() if self.arguments else []
        unknown = set(names) - certificates["theorems"].keys()
        if unknown:
            raise self.error(f"not certified: {', '.join(unknown)}")
        shown = names or listed["theorems"]
        # Only the full list gives its theorems ids, for links. A page with names may show a theorem
        # twice, and an id may stand only once on a page.
        is_full_list = not names
        html = "".join(html_of_theorem(name, certificates, with_id=is_full_list) for name in shown)
        return [nodes.raw("", html, format="html")]


def html_of_theorem(name: str, certificates: dict[str, Any], *, with_id: bool) -> str:
    """Return a theorem as HTML: a block that unfolds to its words, statement, file and axioms.

    Parameters
    ----------
    name
        The theorem's name in Rocq.
    certificates
        What `stored_certificates` returns: it says all this of each theorem.
    with_id
        Whether the block gets an id to which links can lead. Only the list of all theorems asks for
        it: other pages may show a theorem twice, and an id may stand only once on a page.
    """
    theorem = certificates["theorems"][name]
    axioms = ", ".join(f"<code>{axiom}</code>" for axiom in certificates["axioms"])
    identifier = f' id="rocq-{name.replace("_", "-")}"' if with_id else ""
    return (
        f'<details class="osphg-certified"{identifier}><summary>&#x2714; Rocq'
        f" {certificates['rocq']}, from the definitions: <code>{name}</code></summary>"
        f"<p>{escape(theorem['says'])}</p><pre>{escape(theorem['statement'])}</pre>"
        f"<p>In <code>{theorem['file']}.v</code>. Axioms, at most: {axioms}.</p></details>"
    )


def setup(app: Sphinx) -> None:
    """Register the directive with Sphinx."""
    app.add_directive("rocq", Rocq)


if __name__ == "__main__":
    main(*sys.argv[1:])
