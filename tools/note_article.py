"""Sphinx extension: the note as a LaTeX article, which every build leaves in `_build/note`.

LaTeX's own builder of Sphinx writes a manual of the whole book in styles of its own; a preprint
server wants one plain article.
"""

import re
import shutil
from pathlib import Path
from string import Template

from docutils import nodes
from sphinx.application import Sphinx

PAGE, TEMPLATE = "book/note", "note.tex"  # of _templates
PLAIN = str.maketrans(
    {sign: rf"\{sign}" for sign in "#$%&_{}"}
    | {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}", "√": r"$\surd$", "\u00a0": "~"}
)
NOT_PRINTED = {"tag_not-printed", "osphg-certified"}
# What LaTeX reads around what is in a node.
AROUND = {
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


def inner(node: nodes.Element) -> str:
    return "".join(map(tex, node.children))


def tex(node: nodes.Node) -> str:
    """Return what LaTeX is to read of a node, and of what is in it."""
    if isinstance(node, nodes.Text):
        return node.astext().translate(PLAIN)
    assert isinstance(node, nodes.Element)
    if isinstance(node, nodes.raw | nodes.Invisible) or NOT_PRINTED & set(node.get("classes", ())):
        return ""
    match node:
        case nodes.math():
            return f"${node.astext()}$"
        case nodes.math_block():
            tag = rf"\tag{{{node['number']}}}" if node.get("label") else ""
            formula = node.astext().strip()
            return f"\n\\begin{{equation*}}\n{formula}{tag}\n\\end{{equation*}}\n"
        case nodes.literal_block():
            return f"\\begin{{verbatim}}\n{node.astext().rstrip()}\n\\end{{verbatim}}\n"
        case nodes.image():
            return f"\\includegraphics[width=.85\\linewidth]{{{Path(node['uri']).name}}}\n"
        case nodes.title() if node.parent.tagname == "theorem_node":
            return re.sub(r"^\s*\((.*)\)\s*$", r"[\1]", inner(node)) + "\n"
        case nodes.reference() if "refuri" in node and not node.get("reftitle"):
            there = str(node["refuri"])
            within = there.startswith("#") or f"{PAGE.rpartition('/')[2]}.html#" in there
            return inner(node) if within else rf"\emph{{{inner(node)}}}"
    before, after = AROUND.get(node.tagname, ("", ""))
    return before + inner(node) + after


def macros(given: dict[str, str]) -> str:
    """Return the book's own commands of formulas as LaTeX's."""
    found = ""
    for name, text in given.items():
        count = len(set(re.findall("#[1-9]", text)))
        found += rf"\newcommand{{\{name}}}{f'[{count}]' * bool(count)}{{{text}}}" + "\n"
    return found


def write(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Write the article and its figure, once the links of the note are known."""
    if page != PAGE:
        return
    folder = Path(app.outdir).parent / "note"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (section,) = (one for one in doctree.children if isinstance(one, nodes.section))
    for image in section.findall(nodes.image):
        shutil.copy(Path(app.srcdir, image["uri"]), folder)
    works = {
        str(link["reftitle"]) for link in section.findall(nodes.reference) if "reftitle" in link
    }
    template = Path(app.srcdir, "_templates", TEMPLATE).read_text(encoding="utf-8")
    text = Template(template).substitute(
        macros=macros(app.config.formula_macros),
        title=inner(section[0]),
        author=app.config.author.translate(PLAIN),
        body="".join(map(tex, section[1:])),
        works="\n\n".join(work.translate(PLAIN) for work in sorted(works)),
    )
    (folder / TEMPLATE).write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", write, priority=900)
