"""Sphinx extension: formulas are MathML when the book is built, so that no page needs a script.

The style `math.css` holds their font, STIX Two Math as the package `ziamath` has it, cut to the
signs that occur; `_static/wait.js` shows a page once its browser has read that.
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
# A browser may break a line on either side of a formula, before a full stop, too.
TOGETHER = re.compile(
    r"([(\[“]*)(<(a|em|strong)\b[^>]*>)?"
    r'<span [^>]*\bclass="[^"]*\bmath\b[^>]*>\s*<math\b(?:(?!</math>).)*</math>\s*</span>'
    r"(?(2)</\3>)([-–,.;:?!)\]”’…]*)",
    re.DOTALL,
)
PLAIN = {
    "mfrac": "{}/{} ", "msqrt": "√{}", "msub": "{}_{}", "msup": "{}^{}", "msubsup": "{}_{}^{}",
    "munder": "{}_{} ", "munderover": "{}_{}^{} ",
}  # fmt: skip
STRETCHED = "√()[]{}⟨⟩⌈⌉⌊⌋"
ITALIC = [*range(0x1D434, 0x1D468), *range(0x1D6E2, 0x1D71C), 0x210E]


def said(part: Element) -> str:
    """Return a part of a formula as plain text, with too many spaces."""
    sign = normalize("NFKC", part.text or "").translate({0x2217: "*", 0x2212: "-", 0xFE00: ""})
    if part.get("width") or (sign in set("-+=≤≥<>∈") and "lspace" not in part.attrib):
        sign = f" {sign} "
    parts = [said(inner) for inner in part]
    if part.tag not in PLAIN:
        return sign + "".join(parts)
    small = [one if len(one) < 2 or one[0] == "(" else f"({one})" for one in map(str.strip, parts)]
    return PLAIN[part.tag].format(parts[0], *small[1:])


def spoken(tex: str, macros: Mapping[str, str]) -> str:
    r"""Return a formula as plain text.

    >>> spoken(r"(1 - \frac1e)\sum_t f_t(x^*) - \sqrt T", {})
    '(1 - 1/e)∑_t f_t(x^*) - √T'
    """
    made = fromstring(report.drawn(tex, macros).replace("&ApplyFunction;", " "))
    return " ".join(said(made).replace(" )", ")").split())


def together(found: re.Match[str]) -> str:
    """Return a formula with the signs that stand at it, if there are any, in one line."""
    return f'<span class="osphg-together">{found[0]}</span>' if found[1] or found[4] else found[0]


def draw(page: BeautifulSoup, macros: Mapping[str, str]) -> str:
    """Return a page with its formulas as MathML."""
    report.draw(page, macros)
    return TOGETHER.sub(together, str(page))


def narrow(font: Any) -> None:
    """Make all forms of what stretches as wide as the first.

    Chromium leaves room for the widest, and would set a space after each root.
    """
    widths, signs = font["hmtx"], {font.getBestCmap().get(ord(sign)) for sign in STRETCHED}
    forms = font["MATH"].table.MathVariants
    for name, made in zip(forms.VertGlyphCoverage.glyphs, forms.VertGlyphConstruction, strict=True):
        parts = {form.VariantGlyph for form in made.MathGlyphVariantRecord}
        if made.GlyphAssembly:
            parts |= {part.glyph for part in made.GlyphAssembly.PartRecords}
        for part in parts if name in signs else ():
            share = widths[name][0] / widths[part][0]
            widths[part] = widths[name][0], round(widths[part][1] * share)
            font["glyf"][part].coordinates.scale((share, 1))
            font["glyf"][part].recalcBounds(font["glyf"])


def style(signs: set[str]) -> str:
    """Return a style with the font of formulas that have these signs, and their italics."""
    options = Options(flavor="woff", hinting=False, layout_features=[])
    options.name_IDs += [13, 14]  # its licence
    font = load_font(str(FONT), options)
    for table in font["cmap"].tables:  # primes are superscripts, and have a form for that
        table.cmap |= {0x2032: "minute.ssty", 0x2033: "second.ssty"}
    small = Subsetter(options)
    small.populate(text="".join(sorted({*signs, *map(chr, ITALIC), "√"})))
    small.subset(font)
    narrow(font)
    file = BytesIO()
    save_font(font, file, options)
    font.close()
    data = f"data:font/woff;base64,{base64.b64encode(file.getvalue()).decode()}"
    return f'@font-face {{font-family: "STIX Two Math"; src: url({data})}}\n'


def setup(app: Sphinx) -> None:
    app.add_config_value("formula_macros", {}, "html")
    app.add_html_math_renderer("formulas", (html_visit_math, None), (html_visit_displaymath, None))
    app.add_css_file("math.css")
