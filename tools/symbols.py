r"""Sphinx extension: a formula that is one of the book's symbols says what it means.

The meanings are those of the table of `notation`, and stand nowhere else. On every other page of
the book a formula within a line, whose whole content is a symbol of the table, gets its meaning as
a title; the first such formula of a symbol on a page is also a link to the table, so that it has a
place in the order of the keyboard and answers to a finger.

A formula may be written in several ways: `x^{*}_{W}` is `x_W^*`. A letter that some page uses for
something else says nothing anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape, unescape
from typing import Any

from check_site import ROOT
from sphinx.application import Sphinx

TABLE, PLACE = "book/notation", "symbols"  # the page, and where the table is in it
# The multilinear extension, a kernel's matrix, a price, ...: these mean other things on some page.
OTHERWISE = {"B", "D", "F", "L", "b", "c", "n", "w", r"\alpha", r"\Lambda"}

SCRIPT = r"(?:\{[^{}]*\}|\\[A-Za-z]+|[^\s{}\\])"
PLAIN = {
    r"\X": "X", r"\E": "E", r"\sum": "Σ", r"\int": "∫", r"\nabla": "∇", r"\lambda": "λ",
    r"\mu": "μ", r"\delta": "δ", r"\beta": "β", r"\alpha": "α", r"\dots": "…", r"\cdot": "·",
    r"\lvert": "|", r"\rvert": "|", r"\le": "≤", r"\ge": "≥", r"\in": "∈", r"\Lag": "L",
    r"\mathcal": "", r"\pos": "", r"\sqrt": "√", r"\Lambda": "Λ",
}  # fmt: skip


def normal(tex: str) -> str:
    r"""Return one spelling for all spellings of a symbol.

    >>> normal(r"x^{*}_{W}"), normal(r"\lambda _{t}"), normal(r"v_t^{(k)}")
    ('x_W^*', '\\lambda_t', 'v_t^{(k)}')
    """
    text = re.sub(r"\\[,;:!]|(?<![A-Za-z])\s+|\s+(?![A-Za-z])", "", tex)  # not that of \X W
    text = re.sub(r"\{(\\[A-Za-z]+|[^{}\\])\}", r"\1", text)
    return re.sub(rf"(\^{SCRIPT})(_{SCRIPT})", r"\2\1", text)


def spoken(text: str) -> str:
    r"""Return a cell of the table as plain text.

    >>> spoken(r"$(1 - \frac1e)\sum_t f_t(x^*)$, the regret (of {cite:t}`sadeghi2020`)")
    '(1 - 1/e)Σ_t f_t(x^*), the regret'
    """
    text = re.sub(r"\s*\([^()]*\{cite:t\}[^()]*\)", "", text).replace(r"\,", " ")
    text = re.sub(r"\\ip\{([^{}]*)\}\{([^{}]*)\}", r"⟨\1, \2⟩", text)
    for number, bar in enumerate((r"(?=\$|\)| [-+=])", "")):  # in a product it needs brackets
        fraction = r"(\1/\2)" if number else r"\1/\2"
        text = re.sub(r"\\frac(\w|\{[^{}]*\})(\w|\{[^{}]*\})" + bar, fraction, text)
    for command, sign in PLAIN.items():
        text = re.sub(re.escape(command) + r"(?![A-Za-z])\s*", sign, text)
    text = re.sub(r"([_^])\{([^{}()]{2,})\}", r"\1(\2)", text)
    text = re.sub(r"[{}]", "", text)
    return " ".join(text.replace("$", "").replace("`", "").split())


def symbols(text: str) -> dict[str, str]:
    """Return the meaning of each symbol by its normal spelling, from the table of a page.

    Raises
    ------
    ValueError
        If the page has no table of symbols, or a symbol twice.
    """
    found: dict[str, str] = {}
    section = re.search(r"^## Symbols\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    for row in re.findall(r"^\| (\$.*)\|$", section[1] if section else "", re.MULTILINE):
        cell, meaning = row.split(" | ")[:2]
        written = re.findall(r"\$([^$]+)\$", cell)
        heads = [re.split(r"\s*\\in\b|\((?![^{}]*\})", tex)[0] for tex in written]
        if len(written) > 1:
            meaning = f"{', '.join(written)}: {meaning}"
        for name in {normal(tex) for tex in (*written, *heads)} - OTHERWISE - {""}:
            if name in found:
                raise ValueError(f"{name} stands twice in the table of symbols")
            found[name] = spoken(meaning)
    if not found:
        raise ValueError("there is no table of symbols")
    return found


PARTS = re.compile(
    r"(?P<open><(?:a|h[1-6]|summary|button)\b[^>]*>)|(?P<close></(?:a|h[1-6]|summary|button)>)"
    r'|<span class="math notranslate nohighlight">\\\((?P<tex>[^<]*)\\\)</span>'
)


def explained(body: str, meanings: Mapping[str, str], table: str) -> str:
    """Return a page's HTML with the meanings; `table` is the address of the table."""
    depth, linked = 0, set[str]()

    def one(found: re.Match[str]) -> str:
        nonlocal depth
        if found["tex"] is None:
            depth += 1 if found["open"] else -1
            return found[0]
        name = normal(unescape(found["tex"]))
        if name not in meanings:
            return found[0]
        title = escape(meanings[name])
        formula = r'<span class="math notranslate nohighlight{}">\({}\)</span>'
        if depth == 0 and name not in linked:
            linked.add(name)
            link = f'<a class="osphg-symbol" href="{table}" title="{title}">'
            return link + formula.format("", found["tex"]) + "</a>"
        return formula.format(f' osphg-symbol" title="{title}', found["tex"])

    return PARTS.sub(one, body)


def add(app: Sphinx, page: str, template: str, context: dict[str, Any], document: object) -> None:
    if document is None or page == TABLE or "body" not in context or app.builder.name != "html":
        return
    meanings = symbols((ROOT / f"{TABLE}.md").read_text(encoding="utf-8"))
    table = f"{app.builder.get_relative_uri(page, TABLE)}#{PLACE}"
    context["body"] = explained(context["body"], meanings, table)


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", add)
