"""Formulas are MathML in the built pages, and their font has their signs."""

from __future__ import annotations

import base64
import re
from io import BytesIO
from pathlib import Path

import formulas
import pytest
import yaml
from fontTools.ttLib import TTFont
from math_core import LatexError, LatexToMathML

CONFIG = Path(__file__).resolve().parent.parent / "_config.yml"
MACROS = yaml.safe_load(CONFIG.read_text(encoding="utf-8"))["sphinx"]["config"]["formula_macros"]


def drawn(page: str, signs: set[str] | None = None) -> str:
    made = LatexToMathML(macros=MACROS, fancy_error=False)
    return formulas.drawn(page, made, set() if signs is None else signs)


def test_a_page_has_mathml_where_it_had_tex() -> None:
    signs: set[str] = set()
    made = drawn(
        r"<title>Rate \(\sqrt T + W\)</title><pre>\(x\)</pre>"
        r'<span class="math notranslate nohighlight" title="t">\(\ip{a}{b} &lt; 1\)</span>'
        '<div class="math notranslate nohighlight" id="equation-a">\n<span class="eqno">(1)</span>'
        r"\[\begin{split}\begin{aligned}a &amp;= b \\ &amp;- c\end{aligned}\end{split}\]</div>",
        signs,
    )
    assert made.startswith(r"<title>Rate √T + W</title><pre>\(x\)</pre>")
    assert '<span class="math notranslate nohighlight" title="t"><math><mrow><mo>⟨</mo>' in made
    assert '(1)</span><math display="block"><mtable' in made
    assert '<mo form="infix">−</mo><mi>c</mi>' in made
    assert {"⟨", "a", "<", "−"} <= signs


def test_a_delimiter_keeps_its_size_under_a_script() -> None:
    made = drawn(r'<span class="math">\(\Bigl(a\Bigr)^2\)</span>')
    assert re.search(r'<msup><mrow><mo minsize="([\d.]+em)" maxsize="\1">\)</mo></mrow><mn>', made)


@pytest.mark.parametrize("tex", [r"\undefined", r"\frac{1", r"\left( a"])
def test_what_is_no_formula_is_refused(tex: str) -> None:
    with pytest.raises(LatexError):
        drawn(rf'<span class="math">\({tex}\)</span>')


def test_the_font_has_the_signs_their_italics_and_no_others() -> None:
    (data,) = re.findall(r"base64,([\w+/=]+)\)", formulas.style({"x", "≤", "(", "′"}))
    font = TTFont(BytesIO(base64.b64decode(data)))
    known = font.getBestCmap()
    assert set(map(ord, "x𝑥≤(′√")) <= set(known)
    assert ord("y") not in known
    forms = font["MATH"].table.MathVariants
    for name, made in zip(forms.VertGlyphCoverage.glyphs, forms.VertGlyphConstruction, strict=True):
        widths = {font["hmtx"][form.VariantGlyph][0] for form in made.MathGlyphVariantRecord}
        assert len(widths) == 1, name
    assert formulas.style({"x"}) == formulas.style({"x"})
