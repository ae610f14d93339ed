"""Write a page of the book as Markdown that plain Jupyter, Colab and VS Code show rightly.

`take_away.py` calls it, in the build, for each page whose notebook the site offers for download.
The page comes as a doctree in which Sphinx has numbered everything and resolved all links; so the
directives, roles and labels of MyST need not be read a second time.

A glued value is a result that the code of a page has named by MyST-NB's `glue`, so that the page's
text can show it. Its node in the doctree has an attribute "glued", put there by `take_away.py`: the
name of the value or, with the format of a number, ``name:format``. Where the page shows the value,
the Markdown has ``<<name>>`` or ``<<name:format>>`` in its place. `take_away.py` turns a text with
such places into a cell of code, which fills in what the notebook has computed.

Two rules follow from the programs that show the Markdown. Formulas have no macros: VS Code forgets
those of another cell. A formula stands in one line: Jupyter cuts formulas out of a text before it
knows that their lines begin with the ``>`` of a quotation.
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

SPECIAL_CHARACTERS = re.compile(r"([\\`*_\[\]<>$])")
START_OF_LIST_OR_TITLE = re.compile(r"^(\d*)([-+#]|(?<=\d)[.)])(?=\s)")
# The argument of a TeX command that has no braces: a command such as \alpha or \|, or a character.
ARGUMENT_WITHOUT_BRACES = re.compile(r"\s*(\\[A-Za-z]+|\\.|[^\\{\s])")
HTML_LINK = re.compile(r"</?a\b[^>]*>")
HTML_FORMULA = re.compile(r'<span class="math[^>]*>\\\((.*?)\\\)</span>', re.DOTALL)
NOT_SHOWN = (nodes.Invisible, nodes.system_message, nodes.compound)
# What stands before and after the content of a node in a line, by the node's name.
BEFORE_AND_AFTER = {
    "emphasis": ("*", "*"),
    "strong": ("**", "**"),
    "subscript": ("<sub>", "</sub>"),
    "superscript": ("<sup>", "</sup>"),
    "title_reference": ("*", "*"),
}


def escape_markdown(text: str) -> str:
    """Return `text` in one line, with a backslash before each character special in Markdown."""
    return SPECIAL_CHARACTERS.sub(r"\\\1", text.replace("\n", " "))


class Argument(NamedTuple):
    """The argument of a TeX command, without braces, and the index in the TeX where it ends."""

    text: str
    end: int


def read_argument(tex: str, start: int) -> Argument:
    """Return the argument of a TeX command that begins at the index `start` of `tex`.

    It is one character, one command, or what stands in braces; spaces before it are passed over.
    Raises ValueError if a brace is not closed, or if nothing but spaces follows.
    """
    if match := ARGUMENT_WITHOUT_BRACES.match(tex, start):
        return Argument(match[1], match.end())
    opening = tex.index("{", start)
    depth = 0  # of the braces that are open
    for match in re.compile(r"\\.|[{}]").finditer(tex, opening):
        depth += {"{": 1, "}": -1}.get(match[0], 0)  # \{ and \} are characters, and open nothing
        if depth == 0:
            return Argument(tex[opening + 1 : match.start()], match.end())
    raise ValueError(f"a brace is not closed in the formula {tex!r}")


def expand_macros(tex: str, macros: Mapping[str, str]) -> str:
    r"""Return the formula `tex` with every macro replaced by its definition.

    The first macro is replaced, and then those of the result.

    Parameters
    ----------
    tex
        The formula.
    macros
        The definitions by names, with ``#1``, ``#2``, ... for arguments, without a gap.

    Raises
    ------
    ValueError
        If a brace is not closed.

    Examples
    --------
    >>> macros = {"norm": r"\|#1\|", "pos": "[#1]", "N": r"\mathbb N"}
    >>> print(expand_macros(r"\norm{x_t - \pos y}^\N", macros))
    \|x_t - [y]\|^{\mathbb N}
    """
    # The pattern's second half steps over \\ and the like: in "\\N" the N is no part of a command.
    for command in re.finditer(r"\\([A-Za-z]+)|\\.", tex):
        if command[1] not in macros:
            continue
        definition = macros[command[1]]
        end = command.end()  # of the command, and then of its arguments
        values = {}  # of the arguments, by their numbers as texts
        for number in sorted(set(re.findall(r"#([1-9])", definition))):
            argument = read_argument(tex, end)  # the text that TeX takes from there, and its end
            values[number] = argument.text
            end = argument.end

        # By its default `values` is the dictionary of this turn of the loop, as linters ask of a
        # function that is made in a loop.
        def value_of(parameter: re.Match[str], values: dict[str, str] = values) -> str:
            """Return the argument that stands for a parameter such as ``#1`` of the definition."""
            return values[parameter[1]]

        text = re.sub(r"#([1-9])", value_of, definition)
        before = tex[: command.start()]
        after = tex[end:]
        if before.rstrip().endswith(("^", "_")):
            text = f"{{{text}}}"  # else only its first part would be the exponent or index
        elif re.search(r"\\[A-Za-z]+$", text) and re.match("[A-Za-z]", after):
            text += " "  # else the letter behind it would belong to the command
        # `before` has no macro, as this is the first one. The definition may have some.
        return before + expand_macros(text + after, macros)
    return tex


def indent_lines(text: str, first: str, others: str) -> str:
    """Return `text` with `first` before its first line and `others` before each other line."""
    return "\n".join(
        ((others if number else first) + line).rstrip()
        for number, line in enumerate(text.split("\n"))
    )


def quote(text: str) -> str:
    """Return `text` as a quotation in Markdown."""
    return indent_lines(text, first="> ", others="> ")


def join_blocks(blocks: list[str]) -> str:
    """Return blocks of Markdown, without empty ones, as one text with blank lines between them."""
    return "\n\n".join(filter(None, blocks))


class Block(NamedTuple):
    """A text of a page between two of its cells of code, or the place of such a cell.

    Attributes
    ----------
    cell
        The number of the notebook's cell that it is, or stands in.
    text
        Markdown; None for a cell of code.
    glued
        Names of the glued values that the text shows, without their formats.
    """

    cell: int
    text: str | None
    glued: frozenset[str] = frozenset()


class Target(NamedTuple):
    """Where a link leads: a page of the book and an id there.

    `page` is empty if the link leads elsewhere, and `place` if it leads to the page as a whole.
    """

    page: str
    place: str


@dataclass
class PageMarkdown:
    """Writes one page as blocks of Markdown; `blocks` returns them.

    Attributes
    ----------
    page
        Its name, as `book/lemma41`.
    doctree
        What Sphinx has made of it, with all links resolved.
    titles
        The titles of all pages, by their names.
    numbers
        The numbers on this page of what is counted, by kind and id: Sphinx's `toc_fignumbers`.
    starts
        The lines at which the notebook's cells start.
    macros
        The book's own TeX commands, with their definitions.
    address
        Where the site stands, with a slash at its end; empty if it is not known.
    anchors
        The names in the notebook of places to which its own links lead, by their ids on the page.
    mentioned
        The targets on other pages that the text has named in full so far.
    """

    page: str
    doctree: nodes.document
    titles: Mapping[str, str]
    numbers: Mapping[str, Mapping[str, tuple[int, ...]]]
    starts: list[int]
    macros: Mapping[str, str]
    address: str = ""
    anchors: dict[str, str] = field(default_factory=dict)
    mentioned: set[Target] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Name the places of this page to which its own links lead, by the words of the links.

        The names are readable anchors, such as ``lemma-4-1`` and ``equation-2``: Sphinx's own ids
        mean nothing to who reads the Markdown. Each place has one name, that of its first link.
        """
        for link in self.doctree.findall(nodes.reference):
            target = self.target(link)
            if target.page != self.page or not target.place:
                continue
            if target.place in self.anchors:
                continue
            words = link.astext().strip()
            kind = "equation " if words.startswith("(") else ""  # "(2)" is a link to a formula
            name = nodes.make_id(kind + words.strip("()")) or "place"  # it may leave no character
            while name in self.anchors.values():  # links with the same words to other places
                name += "-again"
            self.anchors[target.place] = name

    # What stands within a line.

    def target(self, link: nodes.Element) -> Target:
        """Return where a link of this page leads; `Target.page` is empty for no page of the book.

        Sphinx gives a link to this page an id, `refid`, and every other one an address, `refuri`.
        """
        if "refid" in link:
            return Target(self.page, str(link["refid"]))
        url = urlsplit(str(link.get("refuri", "")))
        if url.scheme or url.netloc:
            return Target(page="", place="")  # another site
        page = self.page
        if url.path:
            page = normpath(join(dirname(self.page), url.path))
        page = page.removesuffix(".html")
        if page not in self.titles:
            page = ""  # a file of the site that is no page, such as a download
        return Target(page, place=url.fragment)

    def link(self, node: nodes.Element) -> str:
        """Return a link: to its place in this notebook, to the site, or only in words.

        A link to another page of the book is only words where the site's address is not known. They
        name that page at the first mention of a target, and not again. A citation (`reftitle`)
        never does: its words name the work.
        """
        words = self.line(node)
        target = self.target(node)
        page, place = target
        if not page:  # it leads to no page of the book
            has_scheme = urlsplit(str(node.get("refuri", ""))).scheme
            return f"[{words}]({node['refuri']})" if has_scheme else words
        if page == self.page:
            return f"[{words}](#{self.anchors[place]})" if place else words
        if self.address:
            fragment = f"#{place}" if place else ""
            return f"[{words}]({self.address}{page}.html{fragment})"
        title = f"*{escape_markdown(self.titles[page])}*"
        needs_no_title = "reftitle" in node or target in self.mentioned
        self.mentioned.add(target)
        if title == f"*{words}*":  # the words of the link are the page's title already
            return title
        if needs_no_title:
            return words
        return f"{words} in {title}" if place else f"{words} ({title})"

    def line(self, node: nodes.Node) -> str:
        """Return all that is in a node as text within a line: its children by `inline`, joined."""
        return "".join(map(self.inline, node.children))

    def inline(self, node: nodes.Node) -> str:
        """Return a node that stands within a line; an empty text if it is not shown.

        A glued value is its place in the text, ``<<name:format>>``.
        """
        match node:
            case nodes.Text():
                return escape_markdown(node.astext())
            case nodes.math():
                return f"${self.formula(node)}$"
            case nodes.literal():
                code = node.astext()
                # Two backticks fence code with a backtick; a space keeps them from merging with it.
                return f"`` {code} ``" if "`" in code else f"`{code}`"
            case nodes.reference():
                return self.link(node)
            case nodes.raw():
                return self.html(node)
            case nodes.inline() if "glued" in node:
                return f"<<{node['glued']}>>"
            case nodes.image():
                return ""  # a cell's output shows it
        if isinstance(node, NOT_SHOWN):
            return ""
        before, after = BEFORE_AND_AFTER.get(node.tagname, ("", ""))
        return before + self.line(node) + after

    def formula(self, node: nodes.Node) -> str:
        """Return the TeX of a formula in one line and without macros."""
        return expand_macros(" ".join(node.astext().split()), self.macros)

    def html(self, node: nodes.raw) -> str:
        """Return a piece of HTML without links, which would lead into the site; their words stay.

        It is empty for another format, and for HTML with scripts, which only the site has.
        """
        text = node.astext()
        if node["format"] != "html" or "<script" in text:
            return ""

        def in_dollars(formula: re.Match[str]) -> str:
            """Return a formula of the HTML as Jupyter reads it: in dollars, without macros."""
            return f"${escape(expand_macros(unescape(formula[1]), self.macros))}$"

        return HTML_LINK.sub("", HTML_FORMULA.sub(in_dollars, text))

    # What stands in lines of its own.

    def inside(self, node: nodes.Node) -> str:
        """Return all that is in a node as text of several lines: its children by `block`."""
        return join_blocks([self.block(child) for child in node.children])

    def anchors_of(self, node: nodes.Element) -> str:
        """Return, as HTML, the anchors to which this page's links to a node lead."""
        names = [self.anchors[place] for place in node.get("ids", ()) if place in self.anchors]
        return "".join(f'<a id="{name}"></a>' for name in names)

    def block(self, node: nodes.Node) -> str:
        """Return a node that stands in lines of its own, after its anchors.

        It is empty if the node is not shown.
        """
        if not isinstance(node, nodes.Element) or isinstance(node, NOT_SHOWN):
            return ""
        text = self.block_without_anchors(node)
        anchors = self.anchors_of(node)
        return f"{anchors}\n\n{text}" if text and anchors else text

    def block_without_anchors(self, node: nodes.Element) -> str:
        """Return a node that stands in lines of its own; ValueError if its kind is unknown.

        `block` puts the anchors before it, to which the links of the page lead.
        """
        match node:
            case nodes.paragraph():
                # A backslash keeps Markdown from taking "1." or "#" for a list or a title: the
                # pattern matches the digits, and then the sign that gets the backslash.
                return START_OF_LIST_OR_TITLE.sub(r"\1\\\2", self.line(node))
            case nodes.math_block():
                return f"$${self.formula(node)}{self.tag(node)}$$"
            case nodes.literal_block():
                language = node.get("language", "")
                if not language.isalnum():
                    language = ""  # a name such as "myst-ansi", which only MyST-NB knows
                return f"```{language}\n{node.astext().rstrip()}\n```"
            case nodes.bullet_list() | nodes.enumerated_list():
                return self.list_of_items(node)
            case nodes.block_quote():
                return quote(self.inside(node))
            case nodes.table():
                return self.table(node)
            case nodes.raw():
                return self.html(node)
            case nodes.image():
                return ""  # a cell's output shows it
            case nodes.caption():
                ids_of_figure = node.parent["ids"]
                number = self.number("figure", ids_of_figure[0]) if ids_of_figure else ""
                return f"**Fig. {number}** {self.line(node)}" if number else self.line(node)
            case nodes.Admonition():
                return self.admonition(node)
            case nodes.container() | nodes.figure() | nodes.section():
                return self.inside(node)
        match node.tagname:  # of nodes of sphinx-design
            case "dropdown_main":  # a block that folds
                return self.dropdown(node)
            case "PassthroughTextElement":  # text with nothing of its own around it
                return self.line(node)
        raise ValueError(f"{self.page}, line {node.line}: {node.tagname} has no Markdown")

    def tag(self, node: nodes.math_block) -> str:
        """Return the number of a formula as TeX; empty if it has none."""
        number = self.number("displaymath", node["ids"][0]) if node.get("label") else ""
        return rf" \tag{{{number}}}" if number else ""

    def number(self, kind: str, place: str) -> str:
        """Return the number, such as ``2.1``, of what is counted as `kind` and has the id `place`.

        It is empty if there is none.
        """
        return ".".join(map(str, self.numbers.get(kind, {}).get(place, ())))

    def list_of_items(self, node: nodes.Element) -> str:
        """Return a list; blank lines stand between its items if one of them has several blocks."""
        items = []
        first_number = node.get("start", 1)
        for number, item in enumerate(node.children, first_number):
            sign = "- " if isinstance(node, nodes.bullet_list) else f"{number}. "
            items.append(indent_lines(self.inside(item), first=sign, others=" " * len(sign)))
        has_blank_lines = any("\n\n" in item for item in items)
        return ("\n\n" if has_blank_lines else "\n").join(items)

    def table(self, node: nodes.table) -> str:
        """Return a table; each of its cells has one line.

        Several blocks of a cell are divided by ``<br>``, as a line of Markdown is a row. Markdown
        has no table without a head, so one without a head gets an empty one.
        """
        rows = [
            [self.inside(cell).replace("\n\n", "<br>").replace("|", r"\|") for cell in row.children]
            for row in node.findall(nodes.row)
        ]
        column_count = len(rows[0])
        has_head = next(node.findall(nodes.thead), None) is not None
        if not has_head:
            rows.insert(0, [""] * column_count)
        rows.insert(1, ["---"] * column_count)  # what divides the head from the other rows
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)

    def dropdown(self, node: nodes.Element) -> str:
        """Return a block that folds, as HTML, with its title as what one clicks on."""
        title, *content_nodes = node.children
        words = escape(title.children[0].astext())  # the title's other child is an arrow
        content = join_blocks([self.block(child) for child in content_nodes])
        return f"<details><summary>{words}</summary>\n\n{content}\n\n</details>"

    def admonition(self, node: nodes.Element) -> str:
        """Return an admonition, a theorem or a proof as a quotation, with its title in bold.

        These are nodes of sphinx-proof. One of a theorem or the like has a `realtype`, as
        "theorem", and a `countertype`, under which Sphinx has counted it: both go into the title. A
        proof, a `proof_node` around an admonition, has no title but begins with "Proof. ".
        """
        if node.tagname == "proof_node":
            return self.inside(node)
        title = ""
        content_nodes = list(node.children)
        if content_nodes and isinstance(content_nodes[0], nodes.title):
            title = self.line(content_nodes.pop(0)).strip()
        if "countertype" in node:
            kind = node["realtype"].capitalize()
            number = self.number(node["countertype"], node["ids"][0])
            title = " ".join(filter(None, [kind, number, title]))
        content = join_blocks([self.block(child) for child in content_nodes])
        if not title:  # a proof
            return quote(content.replace("Proof. ", "*Proof.* ", 1))
        return quote(f"**{title}**\n\n{content}")

    # The page.

    def blocks(self) -> list[Block]:
        """Return the page as blocks, in its order."""
        blocks: list[Block] = []
        for child in self.doctree.children:
            self.add_blocks(child, depth=0, blocks=blocks)
        return blocks

    def add_blocks(self, node: nodes.Node, depth: int, blocks: list[Block]) -> None:
        """Append the blocks of a node to `blocks`, each with the glued values that it shows.

        A section adds the blocks of all that is in it. A glued figure adds two, one with its place
        alone, as ``<<name>>``, and one with its caption. Any other node is one block, or none if it
        is not shown.

        Parameters
        ----------
        node
            A node of the page.
        depth
            The number of sections in which it stands. This is the level of a title: its number of
            signs ``#``.
        blocks
            The blocks of all that comes before the node. A new block never stands in an earlier
            cell of the notebook than the last of them.
        """
        if not isinstance(node, nodes.Element):
            return
        if node.get("nb_element") == "cell_code":  # so MyST-NB marks a cell of code
            self.add_code_cell(node, blocks)
            return
        cell = self.cell(node)
        if blocks:  # some nodes have no line, or that of another place
            cell = max(cell, blocks[-1].cell)
        if isinstance(node, nodes.section):
            if anchors := self.anchors_of(node):
                blocks.append(Block(cell, anchors))
            for child in node.children:
                self.add_blocks(child, depth=depth + 1, blocks=blocks)
        elif isinstance(node, nodes.title):
            text = f"{'#' * depth} {self.line(node)}"
            blocks.append(Block(cell, text, _glued_names(node)))
        elif isinstance(node, nodes.figure) and "glued" in node:
            # The place of the figure, where the notebook shows it, and then the caption.
            name = node["glued"]
            blocks.append(Block(cell, f"<<{name}>>", frozenset({name})))
            # `block` leaves pictures out: of a figure it returns the anchors and the caption.
            names_in_caption = frozenset[str]().union(*map(_glued_names, node.children))
            blocks.append(Block(cell, self.block(node), names_in_caption))
        elif text := self.block(node):
            blocks.append(Block(cell, text, _glued_names(node)))

    def add_code_cell(self, node: nodes.Element, blocks: list[Block]) -> None:
        """Append the place of a cell of code, and the captions of the figures that it shows."""
        cell = node["cell_index"]
        blocks.append(Block(cell, text=None))
        for figure in node.findall(nodes.figure):
            captions = "\n\n".join(map(self.block, figure.findall(nodes.caption)))
            blocks.append(Block(cell, self.anchors_of(figure) + captions, _glued_names(figure)))

    def cell(self, node: nodes.Element) -> int:
        """Return the number of the cell in which a node stands; 0 if it has no line.

        A node's line is its own, or the first that something in it has.
        """
        lines = (
            element.line for element in node.findall(nodes.Element) if element.line is not None
        )
        line = next(lines, 0)
        cells_begun = bisect(self.starts, line)
        return max(0, cells_begun - 1)


def _glued_names(node: nodes.Node) -> frozenset[str]:
    """Return the names of the glued values that a node, or what is in it, shows."""
    glued_nodes = node.findall(_has_glued_value)
    # The attribute is "name" or "name:format".
    return frozenset(glued_node["glued"].partition(":")[0] for glued_node in glued_nodes)


def _has_glued_value(node: nodes.Node) -> bool:
    """Tell whether a node itself, not one in it, shows a glued value."""
    return isinstance(node, nodes.Element) and "glued" in node
