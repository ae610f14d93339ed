"""What a page of the book shows of Rocq: source with colours, certificates, and badges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from osphg.proofs.derivations import DERIVATIONS
from osphg.proofs.rocq.book import derivation
from osphg.proofs.rocq.certificates import Certificates, read, text_of

STORED = Path("certificates.json")  # beside the chapters
PAGE = "certificates.html"


@dataclass(frozen=True)
class Source:
    """A text in Rocq."""

    text: str

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f'<div class="highlight-coq notranslate">{coloured(self.text)}</div>'


def coloured(text: str) -> str:
    """Return a text in Rocq as HTML; this alone needs pygments."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    return str(highlight(text, get_lexer_by_name("coq"), HtmlFormatter()))


@dataclass(frozen=True)
class Badge:
    """That theorems are certified, with links to their statements.

    Parameters
    ----------
    theorems : tuple of str
    version : str
        Of Rocq.
    """

    theorems: tuple[str, ...]
    version: str

    def __str__(self) -> str:
        return f"certified by Rocq {self.version}: {', '.join(self.theorems)}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        links = ", ".join(
            f'<a href="{PAGE}#{escape(anchor(name))}"><code>{escape(_plain(name))}</code></a>'
            for name in self.theorems
        )
        return (
            '<p class="osphg-certified" style="font-size: smaller">'
            f"&#x2714; certified by Rocq {escape(self.version)}: {links}</p>"
        )


def badge(*theorems: str, stored: Path = STORED) -> Badge:
    """Return the badge of some theorems.

    Raises
    ------
    ValueError
        If one of them has no certificate, or there is no file of certificates.
    """
    if not stored.is_file():
        raise ValueError(f"there are no certificates at {stored}: run it in the book's folder")
    versions = {
        theorem: file["rocq"] for file in read(stored).values() for theorem in file["theorems"]
    }
    if missing := [theorem for theorem in theorems if theorem not in versions]:
        raise ValueError(f"not certified: {', '.join(missing)}")
    return Badge(theorems, versions[theorems[0]])


def certificate_link(theorem: str) -> str:
    """Return a link to the certificate of a theorem, as HTML."""
    name = escape(_plain(theorem))
    return f'Rocq: <a href="{PAGE}#{escape(anchor(theorem))}"><code>{name}</code></a>'


def anchor(theorem: str) -> str:
    """Return the place of a theorem on the page of the certificates."""
    return f"rocq-{_plain(theorem)}".replace("_", "-")


def _plain(theorem: str) -> str:
    return theorem.removesuffix("_holds")


def statements(name: str) -> dict[str, str]:
    """Return the statements of the theorems in a file, by the theorem's name."""
    if name in DERIVATIONS:
        texts = derivation(name).statements().values()
        return {f"{_defined(text)}_holds": text for text in texts}
    text = text_of(name)
    found = re.findall(r"^Theorem (\w+)(.*?)\nProof", text, re.M | re.S)
    said = {theorem: f"Theorem {theorem}{rest}" for theorem, rest in found}
    for theorem, shown in said.items():
        if of := re.search(rf"^Theorem {theorem}\s*: (\w+)\.$", shown):
            (defined,) = re.findall(rf"^Definition {of.group(1)} .*?\.$", text, re.M | re.S)
            said[theorem] = f"{defined}\n\n{shown}"
    return said


def _defined(statement: str) -> str:
    return statement.split()[1]


@dataclass(frozen=True)
class Certified:
    """All certificates, each with its statement."""

    stored: Path = STORED

    @property
    def certificates(self) -> Certificates:
        """The certificates with theorems, the derivations first."""
        found = {name: file for name, file in read(self.stored).items() if file["theorems"]}
        return {
            name: found[name] for name in sorted(found, key=lambda n: (n not in DERIVATIONS, n))
        }

    def __str__(self) -> str:
        return "\n".join(
            f"{name}: {len(file['theorems'])} theorems" for name, file in self.certificates.items()
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return "\n".join(
            part for name, file in self.certificates.items() for part in _file(name, file)
        )


def _file(name: str, file: dict[str, Any]) -> Iterator[str]:
    title = DERIVATIONS[name].title if name in DERIVATIONS else "from the definitions, by hand"
    yield f"<p><strong><code>{escape(name)}.v</code></strong>: {escape(title)}.<br>"
    yield (
        f"{file['lemmas']} lemmas, {file['seconds']} s of a processor under Rocq "
        f"{escape(file['rocq'])}; SHA-256 <code>{file['hash'][:16]}</code></p>"
    )
    said = statements(name)
    for theorem, axioms in file["theorems"].items():
        listed = ", ".join(f"<code>{escape(axiom)}</code>" for axiom in axioms) or "none"
        summary = f"<summary><code>{escape(_plain(theorem))}</code></summary>"
        yield (
            f'<details id="{anchor(theorem)}">{summary}'
            f"<pre>{escape(said[theorem])}</pre>"
            f"<p>Axioms: {listed}.</p></details>"
        )
