"""Sphinx extension: turn formulas into MathML in the built pages, so that none needs a script.

`_config.yml` loads it as the renderer of formulas, and `light_site.py` calls `draw_formulas` for
each page that is written. The font of formulas is STIX Two Math, as the package `ziamath` carries
it, cut down to the signs that occur in the book; `font_style` returns it as the style sheet
`math.css`. `_static/wait.js` shows a page once its browser has read that sheet.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from typing import Any
from unicodedata import normalize
from xml.etree.ElementTree import Element, fromstring

from bs4 import BeautifulSoup
from fontTools.subset import Options, Subsetter, load_font, save_font
from myst_parser.sphinx_ext.mathjax import html_visit_displaymath
from sphinx.application import Sphinx
from sphinx.ext.mathjax import html_visit_math

from osphg.experiments import report

FONT = Path(str(distribution("ziamath").locate_file("ziamath/fonts/STIXTwoMath-Regular.ttf")))
# A formula within a line with the punctuation before and behind it, perhaps inside a link or in
# italics or bold, whose end then stands before the punctuation. A browser may break a line on
# either side of a formula, even before a full stop.
FORMULA_WITH_PUNCTUATION = re.compile(
    r"(?P<before>[(\[“]*)(<(?P<tag>a|em|strong)\b[^>]*>)?"
    r'<span [^>]*\bclass="[^"]*\bmath\b[^>]*>\s*<math\b(?:(?!</math>).)*</math>\s*</span>'
    r"(?(2)</(?P=tag)>)(?P<after>[-–,.;:?!)\]”’…]*)",
    re.DOTALL,
)
# How plain text writes the elements of MathML that have several parts.
PLAIN_TEXT = {
    "mfrac": "{}/{} ", "msqrt": "√{}", "mroot": "{}^(1/{})", "msub": "{}_{}", "msup": "{}^{}",
    "msubsup": "{}_{}^{}", "munder": "{}_{} ", "munderover": "{}_{}^{} ",
}  # fmt: skip
INNERMOST_BRACKETS = re.compile(r"\([^()]*\)|\[[^][]*\]|\{[^{}]*\}|⟨[^⟨⟩]*⟩|⌈[^⌈⌉]*⌉|⌊[^⌊⌋]*⌋")
# A fraction, or a sum or relation of two terms; + and - are signs of one term at its beginning, and
# as an index or a power. Such a text is no numerator or base without parentheses.
SEVERAL_TERMS = re.compile(r"/|(?<=[^_^])[-+=≤≥<>∈]")
RELATIONS_AND_SIGNS = set("-+=≤≥<>∈")
STRETCHED_SIGNS = "√()[]{}⟨⟩⌈⌉⌊⌋"
ITALIC_LETTERS = [*range(0x1D434, 0x1D468), *range(0x1D6E2, 0x1D71C), 0x210E]


def without_brackets(text: str) -> str:
    """Return `text` without brackets that are closed, of all kinds, and what stands in them."""
    count = 1
    while count:
        text, count = INNERMOST_BRACKETS.subn("", text)
    return text


def in_parentheses(text: str) -> str:
    """Return `text` in one pair of parentheses, which it may have already."""
    text = text.strip()
    inner = text[1:-1]
    # In "(a)(b)" the first parenthesis is not closed by the last: "a)(b" is left.
    is_in_one_pair = text == f"({inner})" and not {*"()"} & {*without_brackets(inner)}
    return text if is_in_one_pair else f"({text})"


def plain_text_of_mathml(element: Element) -> str:
    """Return an element of MathML as plain text; it may have more spaces than it needs.

    A fraction becomes ``a/b``, an index ``a_b`` and a power ``a^b``, as `PLAIN_TEXT` says. Without
    parentheses a reader could take too little, or too much, for a part of these. So a denominator,
    an index, a power and what stands under a root get some if they have more than one sign, and a
    numerator and a base if they are a sum, a relation or a fraction. A base gets some also if it
    has a root: else the index or power would seem to stand under that root.
    """
    # NFKC turns italic letters into plain ones. Then the asterisk and the minus sign of formulas
    # become those of the keyboard, and a mark that chooses the form of a sign goes.
    sign = normalize("NFKC", element.text or "").translate({0x2217: "*", 0x2212: "-", 0xFE00: ""})
    # By `lspace` MathML marks a sign without space around it, as before a number or in an index.
    is_relation = sign in RELATIONS_AND_SIGNS and "lspace" not in element.attrib
    is_space = element.get("width") is not None  # as <mspace width="1em"/> has
    if is_space or is_relation:
        sign = f" {sign} "
    parts = [plain_text_of_mathml(child) for child in element]
    if element.tag not in PLAIN_TEXT:
        return sign + "".join(parts)
    texts = []
    for place, part in enumerate(parts):
        if place == 0 and element.tag != "msqrt":  # a numerator or a base, such as "2x" or "max"
            # Signs within brackets that the part has already do not count.
            outside = without_brackets(part.strip())
            is_power_of_root = element.tag != "mfrac" and "√" in outside
            needs_parentheses = is_power_of_root or SEVERAL_TERMS.search(outside)
            texts.append(in_parentheses(part) if needs_parentheses else part)
        else:
            part = part.strip()
            texts.append(in_parentheses(part) if len(part) > 1 else part)
    # For each such element `PLAIN_TEXT` has a pattern with a place for each part, as "{}/{}".
    return PLAIN_TEXT[element.tag].format(*texts)


def plain_text(tex: str, macros: Mapping[str, str]) -> str:
    r"""Return the formula `tex` as plain text, for titles, where no formula can stand.

    `macros` has the book's own TeX commands, with their definitions.

    >>> plain_text(r"(1 - \frac1e)\sum_t f_t(x^*) - \sqrt T", {})
    '(1 - 1/e)∑_t f_t(x^*) - √T'
    """
    mathml = fromstring(report.mathml_of(tex, macros).replace("&ApplyFunction;", " "))
    text = plain_text_of_mathml(mathml).replace(" )", ")").replace(" ]", "]")
    return " ".join(text.split())


def keep_on_one_line(match: re.Match[str]) -> str:
    """Wrap a formula and the punctuation that touches it, so that no line breaks between them.

    `match` is one of `FORMULA_WITH_PUNCTUATION`. A formula without punctuation stays as it is.
    """
    if not (match["before"] or match["after"]):
        return match[0]
    return f'<span class="osphg-together">{match[0]}</span>'


def draw_formulas(page: BeautifulSoup, macros: Mapping[str, str]) -> str:
    """Return the HTML of a page with its TeX formulas replaced by MathML.

    Parameters
    ----------
    page
        The page. Its formulas are replaced in place, too; what keeps punctuation beside its formula
        is in the text that is returned alone.
    macros
        The book's own TeX commands, with their definitions.
    """
    report.draw_formulas(page, macros)
    return FORMULA_WITH_PUNCTUATION.sub(keep_on_one_line, str(page))


def equalise_widths(font: Any) -> None:
    """Make all sizes of a sign that stretches as wide as the sign itself, in a font of fontTools.

    The font has several sizes of a root or a bracket, each a glyph, and for the largest ones parts
    that are put together. Chromium leaves room for the widest of them, whichever it draws, and
    would set a space after each root. So each glyph is scaled horizontally.
    """
    # By a glyph's name: its width, and its bearing, the space to the left of what is drawn.
    metrics = font["hmtx"]
    glyph_of_sign = font.getBestCmap()
    stretched = {glyph_of_sign.get(ord(sign)) for sign in STRETCHED_SIGNS}
    variants = font["MATH"].table.MathVariants
    # How the font makes each sign that stretches vertically, by the name of the sign's own glyph.
    constructions = zip(
        variants.VertGlyphCoverage.glyphs, variants.VertGlyphConstruction, strict=True
    )
    for name, construction in constructions:
        if name not in stretched:
            continue
        glyphs = {variant.VariantGlyph for variant in construction.MathGlyphVariantRecord}
        if construction.GlyphAssembly:
            glyphs |= {part.glyph for part in construction.GlyphAssembly.PartRecords}
        for glyph in glyphs:
            width, bearing = metrics[glyph]
            width_of_sign, _ = metrics[name]
            factor = width_of_sign / width
            metrics[glyph] = width_of_sign, round(bearing * factor)
            outline = font["glyf"][glyph]
            outline.coordinates.scale((factor, 1))
            outline.recalcBounds(font["glyf"])


def font_style(signs: set[str]) -> str:
    """Return a style sheet that holds the font of formulas, cut down to the given signs.

    `signs` has single characters: all that occur in the book's pages. The font also gets the italic
    letters, which a browser draws in formulas in place of plain ones, and the root, which it draws
    for an element of MathML. The style sheet carries the font's file, in base 64.
    """
    options = Options(flavor="woff", hinting=False, layout_features=[])
    options.name_IDs += [13, 14]  # its licence
    font = load_font(str(FONT), options)
    for table in font["cmap"].tables:  # each says which glyph draws which sign, for one system
        # Primes are superscripts in formulas, as in f', and the font has glyphs for that.
        table.cmap |= {0x2032: "minute.ssty", 0x2033: "second.ssty"}
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(sorted({*signs, *map(chr, ITALIC_LETTERS), "√"})))
    subsetter.subset(font)
    # Chromium leaves room for the widest size of a sign, and would set a space after each root.
    equalise_widths(font)
    file = BytesIO()
    save_font(font, file, options)
    font.close()
    data = f"data:font/woff;base64,{base64.b64encode(file.getvalue()).decode()}"
    return f'@font-face {{font-family: "STIX Two Math"; src: url({data})}}\n'


def setup(app: Sphinx) -> None:
    """Register the renderer of formulas, its setting and its style sheet with Sphinx."""
    app.add_config_value("formula_macros", {}, "html")
    app.add_html_math_renderer("formulas", (html_visit_math, None), (html_visit_displaymath, None))
    app.add_css_file("math.css")
