"""Sphinx extension: write the note to the authors as a LaTeX article, at every build.

`_config.yml` loads it, and Sphinx calls `write_article` for each page once links are resolved. Only
the page ``book/note`` is written: as `note.tex`, with its figures beside it, into `_build/note`.
`make note` typesets that file where there is a LaTeX.

Sphinx's own builder for LaTeX writes a manual of the whole book in styles of its own; a preprint
server wants one plain article.
"""

import re
import shutil
from pathlib import Path
from string import Template

from docutils import nodes
from sphinx.application import Sphinx

NOTE_PAGE = "book/note"
TEMPLATE = "note.tex"  # in _templates, and of the article
# How LaTeX writes the characters that mean something to it.
CHARACTERS = str.maketrans(
    {sign: rf"\{sign}" for sign in "#$%&_{}"}
    | {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}", "√": r"$\surd$", "\u00a0": "~"}
)
CLASSES_NOT_PRINTED = {"tag_not-printed", "osphg-certified"}
# What LaTeX has before and after the content of a node, by the node's name.
BEFORE_AND_AFTER = {
    "paragraph": ("", "\n\n"),
    "title": (r"\section*{", "}\n"),
    "bullet_list": ("\\begin{itemize}\n", "\\end{itemize}\n"),
    "list_item": (r"\item ", ""),
    "figure": ("\\begin{figure}[ht]\\centering\n", "\\end{figure}\n"),
    "caption": (r"\caption{", "}"),
    "emphasis": (r"\emph{", "}"),
    "strong": (r"\textbf{", "}"),
    "literal": (r"\texttt{", "}"),
    "theorem_node": ("\\begin{theorem}", "\\end{theorem}\n\n"),
}


def latex_of_children(node: nodes.Element) -> str:
    """Return the LaTeX of all that is in a node, without what stands around it."""
    return "".join(map(latex, node.children))


def latex(node: nodes.Node) -> str:
    """Return the LaTeX of a `node` of docutils and of all that is in it.

    Nodes that are not printed, such as comments and raw HTML, give an empty text.
    `BEFORE_AND_AFTER` has, by the name of a node, what stands around its content; a node that it
    does not have, such as a section, is only what is in it. `CHARACTERS` has how LaTeX writes the
    characters that mean something to it. A `theorem_node` is a theorem of the extension
    sphinx-proof, whose title is its name in parentheses.
    """
    if isinstance(node, nodes.Text):
        return node.astext().translate(CHARACTERS)
    assert isinstance(node, nodes.Element)
    if isinstance(node, nodes.raw | nodes.Invisible):
        return ""
    if CLASSES_NOT_PRINTED & set(node.get("classes", ())):
        return ""
    match node:
        case nodes.math():
            return f"${node.astext()}$"
        case nodes.math_block():
            # A formula with a label has its number in the book, to which other pages may refer.
            tag = rf"\tag{{{node['number']}}}" if node.get("label") else ""
            formula = node.astext().strip()
            return f"\n\\begin{{equation*}}\n{formula}{tag}\n\\end{{equation*}}\n"
        case nodes.literal_block():
            return f"\\begin{{verbatim}}\n{node.astext().rstrip()}\n\\end{{verbatim}}\n"
        case nodes.image():
            return f"\\includegraphics[width=.85\\linewidth]{{{Path(node['uri']).name}}}\n"
        case nodes.title() if node.parent.tagname == "theorem_node":
            # "(Name)" of a theorem is the option of its environment, in square brackets.
            return re.sub(r"^\s*\((.*)\)\s*$", r"[\1]", latex_of_children(node)) + "\n"
        case nodes.reference() if "refuri" in node and not node.get("reftitle"):
            # Not a citation, which has a title: the words of a citation stay as they are.
            return _latex_of_link(node)
    before, after = BEFORE_AND_AFTER.get(node.tagname, ("", ""))
    return before + latex_of_children(node) + after


def _latex_of_link(link: nodes.reference) -> str:
    """Return the words of a link: in italics, as the name of a chapter, if it leaves the note.

    The article has no links: who reads it on paper finds the chapter by its name.
    """
    address = str(link["refuri"])
    note_file = f"{NOTE_PAGE.rpartition('/')[2]}.html"
    words = latex_of_children(link)
    leads_within_note = address.startswith("#") or f"{note_file}#" in address
    return words if leads_within_note else rf"\emph{{{words}}}"


def latex_of_macros(definitions: dict[str, str]) -> str:
    r"""Return the book's own TeX commands as lines of ``\newcommand``.

    `definitions` has their definitions by their names, with ``#1``, ``#2``, ... for arguments.
    """
    lines = ""
    for name, definition in definitions.items():
        count = len(set(re.findall("#[1-9]", definition)))
        arguments = f"[{count}]" if count else ""
        lines += rf"\newcommand{{\{name}}}{arguments}{{{definition}}}" + "\n"
    return lines


def cited_works(section: nodes.section) -> str:
    """Return the works that the note's `section` cites, as paragraphs of LaTeX in their order."""
    links = section.findall(nodes.reference)
    works = {str(link["reftitle"]) for link in links if "reftitle" in link}
    return "\n\n".join(work.translate(CHARACTERS) for work in sorted(works))


def write_article(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Write the article and its figures; Sphinx calls it at `doctree-resolved` for every page.

    Only the note is written.

    Parameters
    ----------
    app
        Sphinx, with the settings of the book.
    doctree
        The page with all links resolved.
    page
        The page's name, such as ``book/note``.
    """
    if page != NOTE_PAGE:
        return
    folder = Path(app.outdir).parent / "note"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    # A page of the book has one section, under its title.
    (section,) = (node for node in doctree.children if isinstance(node, nodes.section))
    for image in section.findall(nodes.image):
        shutil.copy(Path(app.srcdir, image["uri"]), folder)
    template = Path(app.srcdir, "_templates", TEMPLATE).read_text(encoding="utf-8")
    title, *content = section.children
    text = Template(template).substitute(
        macros=latex_of_macros(app.config.formula_macros),
        title=latex_of_children(title),
        author=app.config.author.translate(CHARACTERS),
        body="".join(map(latex, content)),
        works=cited_works(section),
    )
    # The article has the name of its template, note.tex.
    (folder / TEMPLATE).write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Connect this extension to Sphinx, after all that resolves links."""
    app.connect("doctree-resolved", write_article, priority=900)
