"""Sphinx extension: the note as a LaTeX article, which every build leaves in `_build/note`.

LaTeX's own builder of Sphinx writes a manual of the whole book in styles of its own; a preprint
server wants one plain article.
"""

import re
import shutil
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

PAGE = "book/note"
HEAD = r"""\documentclass[a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{amsmath,amssymb,amsthm,graphicx}
\usepackage[margin=22mm]{geometry}
\usepackage[hidelinks]{hyperref}
\newtheorem{theorem}{Theorem}
\allowdisplaybreaks
\emergencystretch=3em
"""
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
    title, *body = section.children
    links = section.findall(nodes.reference)
    cited = sorted({str(link["reftitle"]) for link in links if link.get("reftitle")})
    works = "".join(f"{work.translate(PLAIN)}\n\n" for work in cited)
    for image in section.findall(nodes.image):
        shutil.copy(Path(app.srcdir, image["uri"]), folder)
    text = (
        f"{HEAD}{macros(app.config.formula_macros)}\\title{{{inner(title)}}}\n"
        f"\\author{{{app.config.author.translate(PLAIN)}}}\n\\date{{}}\n"
        f"\\begin{{document}}\n\\maketitle\n{''.join(map(tex, body))}"
        f"\\section*{{References}}\n\\footnotesize\\setlength\\parindent{{0pt}}\n{works}"
        "Chapters and statements in italics are the book's.\n\\end{document}\n"
    )
    (folder / "note.tex").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", write, priority=900)
