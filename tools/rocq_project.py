"""The Rocq project as the book shows it: its table of theorems, what is certified, and badges.

`{rocq} name ...` in a chapter says that Rocq has proven these theorems, each with its statement
folded; `{rocq-table}` lists all of them.

Its own, as no extension in the locks knows Rocq.
"""

from __future__ import annotations

import hashlib
import json
import re
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ROOT / "rocq"
STORED = ROOT / "book" / "certificates.json"
PAGE = "certificates.html"
# What the real numbers of Rocq's library and its classical logic rest on, with their types: no
# theorem may rest on anything else.
AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec": (
        "forall P : nat -> Prop, (forall n : nat, {P n} + {~ P n}) -> "
        "{n : nat | ~ P n} + {forall n : nat, P n}"
    ),
    "ClassicalDedekindReals.sig_not_dec": "forall P : Prop, {~ ~ P} + {~ P}",
    "FunctionalExtensionality.functional_extensionality_dep": (
        "forall (A : Type) (B : A -> Type) (f g : forall x : A, B x), "
        "(forall x : A, f x = g x) -> f = g"
    ),
    "Classical_Prop.classic": r"forall P : Prop, P \/ ~ P",
}


class Row(NamedTuple):
    """A theorem of the project: what the book calls it, its name and file, what it says."""

    label: str
    theorem: str
    file: str
    says: str


def rows(project: Path = PROJECT) -> list[Row]:
    """Return the rows of the table in the project's README.

    Raises
    ------
    ValueError
        If a theorem is listed twice, or its file does not have it.
    """
    found = []
    for line in (project / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
        if len(cells) == 4 and cells[2].endswith(".v"):
            label, theorem, file, says = cells
            found.append(Row(label, theorem, file.removesuffix(".v"), says))
    names = [row.theorem for row in found]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"rocq/README.md lists {', '.join(twice)} twice")
    texts = sources(project)
    for row in found:
        stated = rf"^\s*(?:Theorem|Lemma|Corollary|Proposition) {re.escape(row.theorem)}\b"
        if row.file not in texts or not re.search(stated, texts[row.file], re.M):
            raise ValueError(
                f"rocq/README.md lists {row.theorem}: {row.file}.v has no such theorem"
            )
    return found


def sources(project: Path = PROJECT) -> dict[str, str]:
    """Return the texts of the files that `_CoqProject` names, by name."""
    listed = (project / "_CoqProject").read_text(encoding="utf-8").split()
    names = [name.removesuffix(".v") for name in listed if name.endswith(".v")]
    return {name: (project / f"{name}.v").read_text(encoding="utf-8") for name in names}


def digest(text: str) -> str:
    """Return the SHA-256 of a file's text."""
    return hashlib.sha256(text.encode()).hexdigest()


def read(path: Path = STORED) -> dict[str, Any]:
    """Return what `make certify` has stored; nothing if it has not."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write(path: Path, found: dict[str, Any]) -> None:
    """Store what Rocq has accepted, sorted."""
    path.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def stale(stored: dict[str, Any], project: Path = PROJECT) -> list[str]:
    """Return, without Rocq, how the certificates differ from the project that they are about."""
    texts, table = sources(project), rows(project)
    files, theorems = stored.get("files", {}), stored.get("theorems", {})
    wrong = [
        f"{name}.v: {'gone' if name not in texts else 'not certified as it is'}"
        for name in sorted(texts.keys() | files.keys())
        if name not in texts or files.get(name, {}).get("sha256") != digest(texts[name])
    ]
    listed = {row.theorem: row for row in table}
    for name in sorted(listed.keys() | theorems.keys()):
        has = theorems.get(name, {})
        if name not in listed:
            wrong.append(f"{name}: not in the table")
        elif Row(has.get("label"), name, has.get("file"), has.get("says")) != listed[name]:
            wrong.append(f"{name}: not certified as the table has it")
    for name, theorem in theorems.items():
        if others := sorted(set(theorem["axioms"]) - AXIOMS.keys()):
            wrong.append(f"{name} rests on {', '.join(others)}")
    return wrong


def anchor(theorem: str) -> str:
    """Return the place of a theorem on the page of the certificates."""
    return f"rocq-{theorem}".replace("_", "-")


def certificate(row: Row, stored: dict[str, Any], *, home: bool) -> str:
    """Return a theorem, what it says, and folded its statement and its axioms, as HTML."""
    theorem = stored["theorems"][row.theorem]
    name = f"<code>{escape(row.theorem)}</code>"
    link = f' id="{anchor(row.theorem)}"' if home else ""
    axioms = ", ".join(f"<code>{escape(axiom)}</code>" for axiom in theorem["axioms"]) or "none"
    return (
        f'<details class="osphg-certified"{link}><summary>&#x2714; Rocq {escape(stored["rocq"])}, '
        f"from the definitions: {name}</summary><p>{escape(row.says)}</p>"
        f"<pre>{escape(theorem['statement'])}</pre>"
        f"<p>In <code>{escape(row.file)}.v</code>. Axioms: {axioms}.</p></details>"
    )


def setup(app: Any) -> dict[str, bool]:
    """Give Sphinx the directives; this alone needs docutils."""
    from docutils import nodes
    from sphinx.util.docutils import SphinxDirective

    class Rocq(SphinxDirective):
        required_arguments = 1
        final_argument_whitespace = True

        def run(self) -> list[nodes.Node]:
            self.env.note_dependency(str(STORED))
            stored, table = read(), {row.theorem: row for row in rows()}
            names = self.arguments[0].split()
            if unknown := [
                n for n in names if n not in table or n not in stored.get("theorems", {})
            ]:
                raise self.error(f"not certified: {', '.join(unknown)}")
            shown = "\n".join(certificate(table[name], stored, home=False) for name in names)
            return [nodes.raw("", shown, format="html")]

    class RocqTable(SphinxDirective):
        def run(self) -> list[nodes.Node]:
            self.env.note_dependency(str(STORED))
            stored, parts = read(), []
            table = rows()
            if wrong := stale(stored):
                raise self.error(f"run `make certify`: {'; '.join(wrong)}")
            for file in dict.fromkeys(row.file for row in table):
                has = stored["files"][file]
                parts.append(
                    f"<p><strong><code>{escape(file)}.v</code></strong>: {has['lemmas']} lemmas; "
                    f"SHA-256 <code>{has['sha256'][:16]}</code></p>"
                )
                parts += [certificate(row, stored, home=True) for row in table if row.file == file]
            return [nodes.raw("", "\n".join(parts), format="html")]

    app.add_directive("rocq", Rocq)
    app.add_directive("rocq-table", RocqTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
