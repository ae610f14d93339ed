"""A page's doctree as the Markdown that plain Jupyter, Colab and VS Code set.

Sphinx has numbered what is in a resolved doctree, and knows where its links lead: what MyST writes
as directives, roles and labels needs no second reading. Formulas have no macros, which VS Code
would forget from cell to cell, and stand in one line, as Jupyter cuts them out of a text before it
knows what is a quotation.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape, unescape
from posixpath import dirname, join, normpath
from typing import NamedTuple
from urllib.parse import urlsplit

from docutils import nodes

ESCAPED = re.compile(r"([\\`*_\[\]<>$])")
LINE_START = re.compile(r"^(\d*)([-+#]|(?<=\d)[.)])(?=\s)")  # of a list, or of a title
ARGUMENT = re.compile(r"\s*(\\[A-Za-z]+|\\.|[^\\{])")
HTML_LINK = re.compile(r"</?a\b[^>]*>")
HTML_FORMULA = re.compile(r'<span class="math[^>]*>\\\((.*?)\\\)</span>', re.DOTALL)
SKIPPED = (nodes.Invisible, nodes.system_message, nodes.compound)
AROUND = {"emphasis": ("*", "*"), "strong": ("**", "**"), "subscript": ("<sub>", "</sub>")}
AROUND |= {"superscript": ("<sup>", "</sup>"), "title_reference": ("*", "*")}


def escaped(text: str) -> str:
    """Return a text so that Markdown shows it as it is."""
    return ESCAPED.sub(r"\\\1", text.replace("\n", " "))


def argument(tex: str, start: int) -> tuple[str, int]:
    """Return the argument of a TeX command that stands from `start` on, and where it ends."""
    if single := ARGUMENT.match(tex, start):
        return single[1], single.end()
    opening = tex.index("{", start)
    depth = 0
    for brace in re.compile(r"\\.|[{}]").finditer(tex, opening):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if not depth:
            return tex[opening + 1 : brace.start()], brace.end()
    raise ValueError(f"a brace is not closed in the formula {tex!r}")


def expanded(tex: str, macros: Mapping[str, str]) -> str:
    r"""Return a formula without macros.

    >>> expanded(r"\norm{x_t - \pos y}^\N", {"norm": r"\|#1\|", "pos": "[#1]", "N": r"\mathbb N"})
    '\\|x_t - [y]\\|^{\\mathbb N}'
    """
    for command in re.finditer(r"\\([A-Za-z]+)|\\.", tex):
        if command[1] not in macros:
            continue
        text = macros[command[1]]
        end = command.end()
        values = {}
        for number in sorted(set(re.findall(r"#([1-9])", text))):
            values[number], end = argument(tex, end)
        text = re.sub(r"#([1-9])", lambda found, values=values: values[found[1]], text)
        before, after = tex[: command.start()], tex[end:]
        if before.rstrip().endswith(("^", "_")):
            text = f"{{{text}}}"
        elif re.search(r"\\[A-Za-z]+$", text) and re.match("[A-Za-z]", after):
            text += " "
        return before + expanded(text + after, macros)
    return tex


def indented(text: str, first: str, others: str) -> str:
    """Return a text with something before its first line, and something before each other."""
    return "\n".join(
        ((others if number else first) + line).rstrip()
        for number, line in enumerate(text.split("\n"))
    )


def quoted(text: str) -> str:
    return indented(text, "> ", "> ")


class Block(NamedTuple):
    """Text of a page between two of its cells of code, or a place of such a cell.

    Attributes
    ----------
    cell
        The number of the notebook's cell that it is, or stands in.
    text
        Markdown; None for a cell of code.
    glued
        Names of values that the text is to show; in it, each is ``<<name:format>>``.
    """

    cell: int
    text: str | None
    glued: frozenset[str] = frozenset()


@dataclass
class PageMarkdown:
    """Writes the blocks of one page.

    Attributes
    ----------
    page
        Its name, as `book/lemma41`.
    doctree
        What Sphinx has made of it, with all links resolved.
    titles
        The titles of all pages.
    numbers
        The numbers on this page of what is counted, by kind and id: Sphinx's `toc_fignumbers`.
    starts
        The lines at which the notebook's cells start.
    macros
        The book's own commands of formulas.
    address
        Where the site stands, with a slash at its end; empty if it is not known.
    """

    page: str
    doctree: nodes.document
    titles: Mapping[str, str]
    numbers: Mapping[str, Mapping[str, tuple[int, ...]]]
    starts: list[int]
    macros: Mapping[str, str]
    address: str = ""
    anchors: dict[str, str] = field(default_factory=dict)
    mentioned: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Name the places of this page that its own links lead to, as the links call them."""
        for link in self.doctree.findall(nodes.reference):
            page, place = self.target(link)
            if page == self.page and place:
                words = link.astext().strip()
                kind = "equation " if words.startswith("(") else ""
                name = nodes.make_id(kind + words.strip("()")) or "place"
                taken = set(self.anchors.values())
                while place not in self.anchors and name in taken:
                    name += "-again"
                self.anchors.setdefault(place, name)

    # What stands in a line.

    def target(self, link: nodes.Element) -> tuple[str, str]:
        """Return the page that a link leads to, and the id there; no page if it is elsewhere."""
        if "refid" in link:
            return self.page, str(link["refid"])
        url = urlsplit(str(link.get("refuri", "")))
        if url.scheme or url.netloc:
            return "", ""
        there = normpath(join(dirname(self.page), url.path)) if url.path else self.page
        there = there.removesuffix(".html")
        return (there if there in self.titles else ""), url.fragment

    def link(self, node: nodes.Element) -> str:
        """Return a link: to its place in this notebook, or on the site, or in words."""
        words = self.line(node)
        page, place = self.target(node)
        if not page:
            elsewhere = urlsplit(str(node.get("refuri", ""))).scheme
            return f"[{words}]({node['refuri']})" if elsewhere else words
        if page == self.page:
            return f"[{words}](#{self.anchors[place]})" if place else words
        if self.address:
            return f"[{words}]({self.address}{page}.html{'#' * bool(place)}{place})"
        title = f"*{escaped(self.titles[page])}*"
        known = "reftitle" in node or (page, place) in self.mentioned  # a citation has its name
        self.mentioned.add((page, place))
        if title == f"*{words}*":
            return title
        if known:
            return words
        return f"{words} in {title}" if place else f"{words} ({title})"

    def line(self, node: nodes.Node) -> str:
        return "".join(map(self.inline, node.children))

    def inline(self, node: nodes.Node) -> str:
        """Return what stands in a line of text."""
        match node:
            case nodes.Text():
                return escaped(node.astext())
            case nodes.math():
                return f"${self.formula(node)}$"
            case nodes.literal():
                code = node.astext()
                fence = "``" if "`" in code else "`"
                space = " " if "`" in code else ""
                return f"{fence}{space}{code}{space}{fence}"
            case nodes.reference():
                return self.link(node)
            case nodes.raw():
                return self.html(node)
            case nodes.inline() if "glued" in node:
                return f"<<{node['glued']}>>"
            case nodes.image():
                return ""
        if isinstance(node, SKIPPED):
            return ""
        before, after = AROUND.get(node.tagname, ("", ""))
        return before + self.line(node) + after

    def formula(self, node: nodes.Node) -> str:
        return expanded(" ".join(node.astext().split()), self.macros)

    def html(self, node: nodes.raw) -> str:
        """Return a piece of HTML; none that needs the site's scripts, and no link into the site."""
        text = node.astext()
        if node["format"] != "html" or "<script" in text:
            return ""
        formulas = HTML_FORMULA.sub(
            lambda found: f"${escape(expanded(unescape(found[1]), self.macros))}$", text
        )
        return HTML_LINK.sub("", formulas)

    # What stands in lines of its own.

    def inside(self, node: nodes.Node) -> str:
        return "\n\n".join(filter(None, map(self.block, node.children)))

    def places(self, node: nodes.Element) -> str:
        """Return what links of this page to a node lead to."""
        names = [self.anchors[one] for one in node.get("ids", ()) if one in self.anchors]
        return "".join(f'<a id="{name}"></a>' for name in names)

    def block(self, node: nodes.Node) -> str:
        """Return a block of a page, with the place that links to it lead to."""
        if not isinstance(node, nodes.Element) or isinstance(node, SKIPPED):
            return ""
        text, places = self.unplaced(node), self.places(node)
        return f"{places}\n\n{text}" if text and places else text

    def unplaced(self, node: nodes.Element) -> str:
        """Return a block of a page."""
        match node:
            case nodes.paragraph():
                return LINE_START.sub(r"\1\\\2", self.line(node))
            case nodes.math_block():
                return f"$${self.formula(node)}{self.tag(node)}$$"
            case nodes.literal_block():
                language = node.get("language", "")
                return f"```{language if language.isalnum() else ''}\n{node.astext().rstrip()}\n```"
            case nodes.bullet_list() | nodes.enumerated_list():
                return self.listed(node)
            case nodes.block_quote():
                return quoted(self.inside(node))
            case nodes.table():
                return self.table(node)
            case nodes.raw():
                return self.html(node)
            case nodes.image():
                return ""  # a cell's output shows it
            case nodes.caption():
                number = self.number("figure", (node.parent["ids"] or [""])[0])
                return f"**Fig. {number}** {self.line(node)}" if number else self.line(node)
            case nodes.Admonition():
                return self.box(node)
            case nodes.container() | nodes.figure() | nodes.section():
                return self.inside(node)
        match node.tagname:
            case "dropdown_main":
                title, *rest = node.children
                content = "\n\n".join(filter(None, map(self.block, rest)))
                words = escape(title.children[0].astext())  # behind it stands an arrow
                return f"<details><summary>{words}</summary>\n\n{content}\n\n</details>"
            case "PassthroughTextElement":
                return self.line(node)
        raise ValueError(f"{self.page}, line {node.line}: {node.tagname} has no Markdown")

    def tag(self, node: nodes.math_block) -> str:
        """Return the number of a formula, as TeX."""
        number = self.number("displaymath", node["ids"][0]) if node.get("label") else ""
        return rf" \tag{{{number}}}" if number else ""

    def number(self, kind: str, place: str) -> str:
        return ".".join(map(str, self.numbers.get(kind, {}).get(place, ())))

    def listed(self, node: nodes.Element) -> str:
        items = []
        for number, item in enumerate(node.children, node.get("start", 1)):
            sign = "- " if isinstance(node, nodes.bullet_list) else f"{number}. "
            items.append(indented(self.inside(item), sign, " " * len(sign)))
        loose = any("\n\n" in item for item in items)
        return ("\n\n" if loose else "\n").join(items)

    def table(self, node: nodes.table) -> str:
        """Return a table; each of its cells has one line."""
        rows = [
            [self.inside(cell).replace("\n\n", "<br>").replace("|", r"\|") for cell in row.children]
            for row in node.findall(nodes.row)
        ]
        if not any(True for _ in node.findall(nodes.thead)):
            rows.insert(0, [""] * len(rows[0]))
        rows.insert(1, ["---"] * len(rows[0]))
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)

    def box(self, node: nodes.Element) -> str:
        """Return an admonition, or a theorem with its kind and number, as a quotation."""
        title, rest = "", list(node.children)
        if node.tagname == "proof_node":
            return self.inside(node)  # it holds an admonition
        if rest and isinstance(rest[0], nodes.title):
            title = self.line(rest.pop(0)).strip()
        if "countertype" in node:
            number = self.number(node["countertype"], node["ids"][0])
            title = " ".join(filter(None, [node["realtype"].capitalize(), number, title]))
        content = "\n\n".join(filter(None, map(self.block, rest)))
        if not title:
            return quoted(content.replace("Proof. ", "*Proof.* ", 1))
        return quoted(f"**{title}**\n\n{content}")

    # The page.

    def blocks(self) -> list[Block]:
        """Return the page as blocks, in its order."""
        found: list[Block] = []
        for child in self.doctree.children:
            self.collect(child, 0, found)
        return found

    def collect(self, node: nodes.Node, depth: int, found: list[Block]) -> None:
        """Add the blocks of a node that stands in as many sections as `depth` says."""
        if not isinstance(node, nodes.Element):
            return
        last = found[-1].cell if found else 0
        if isinstance(node, nodes.section):
            if places := self.places(node):
                found.append(Block(max(last, self.cell(node)), places))
            for child in node.children:
                self.collect(child, depth + 1, found)
        elif isinstance(node, nodes.title):
            text = f"{'#' * depth} {self.line(node)}"
            found.append(Block(max(last, self.cell(node)), text, _glued(node)))
        elif node.get("nb_element") == "cell_code":
            cell = node["cell_index"]
            found.append(Block(cell, None))
            for figure in node.findall(nodes.figure):
                captions = "\n\n".join(map(self.block, figure.findall(nodes.caption)))
                found.append(Block(cell, self.places(figure) + captions, _glued(figure)))
        elif isinstance(node, nodes.figure) and "glued" in node:
            cell = max(last, self.cell(node))
            found.append(Block(cell, f"<<{node['glued']}>>", _glued(node)))
            found.append(Block(cell, self.block(node)))
        elif text := self.block(node):
            found.append(Block(max(last, self.cell(node)), text, _glued(node)))

    def cell(self, node: nodes.Element) -> int:
        """Return the number of the cell in which a node stands; 0 if it has no line."""
        lines = (one.line for one in node.findall(nodes.Element) if one.line is not None)
        return max(0, bisect(self.starts, next(lines, 0)) - 1)


def _glued(node: nodes.Element) -> frozenset[str]:
    """Return the names of the values that are to be shown in a node."""
    return frozenset(one["glued"].partition(":")[0] for one in node.findall(_is_glued))


def _is_glued(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Element) and "glued" in node
