"""Formulas become MathML in the built pages, and their font has the signs that they need."""

from __future__ import annotations

import base64
import re
from io import BytesIO
from pathlib import Path

import formulas
import pytest
import yaml
from bs4 import BeautifulSoup
from fontTools.ttLib import TTFont

from osphg.experiments.report import mathml_of

CONFIG = Path(__file__).resolve().parent.parent / "_config.yml"
MACROS = yaml.safe_load(CONFIG.read_text(encoding="utf-8"))["sphinx"]["config"]["formula_macros"]


def test_a_page_has_mathml_where_it_had_tex() -> None:
    page = BeautifulSoup(
        r"<pre>\(x\)</pre>"
        r'<span class="math notranslate nohighlight" title="t">\(\ip{a}{b} &lt; 1\)</span>'
        '<div class="math notranslate nohighlight" id="equation-a">\n<span class="eqno">(1)</span>'
        r"\[\begin{split}\begin{aligned}a &amp;= b \\ &amp;- c\end{aligned}\end{split}\]</div>",
        "html.parser",
    )
    made = formulas.draw_formulas(page, MACROS)
    assert made.startswith(r"<pre>\(x\)</pre>")
    assert '<span class="math notranslate nohighlight" title="t"><math><mrow><mo>⟨</mo>' in made
    assert '(1)</span><math display="block"><mtable' in made
    assert '<mo form="infix">−</mo><mi>c</mi>' in made


@pytest.mark.parametrize(
    "written",
    [
        "as [($x$),] in",
        "the [$x$-]regret",
        'by [<a href="#symbols">$x$</a>.] Then',
        "told [(<em>$x$</em>] and",
        "as $x$ says",
        "as <em>$x$ says</em> of [<em>$x$</em>,] too",
        "<em>both $x$</em>.",  # a sign outside of what holds more than the formula
    ],
)
def test_a_formula_and_the_signs_at_it_stay_in_one_line(written: str) -> None:
    plain = written.replace("[", "").replace("]", "")
    page = plain.replace("$x$", r'<span class="math">\(x\)</span>')
    made = formulas.draw_formulas(BeautifulSoup(page, "html.parser"), {})
    made = made.replace('<span class="math"><math><mi>x</mi></math></span>', "$x$")
    assert made == written.replace("[", '<span class="osphg-together">').replace("]", "</span>")


def test_a_delimiter_keeps_its_size_under_a_script() -> None:
    made = mathml_of(r"\Bigl(a\Bigr)^2", MACROS)
    assert re.search(r'<msup><mrow><mo minsize="([\d.]+em)" maxsize="\1">\)</mo></mrow><mn>', made)


@pytest.mark.parametrize("tex", [r"\undefined", r"\frac{1", r"\left( a"])
def test_a_page_says_what_is_no_formula(tex: str) -> None:
    page = BeautifulSoup(rf'<p><span class="math">\({tex}\)</span></p>', "html.parser")
    made = formulas.draw_formulas(page, MACROS)
    (wrong,) = page.select("span.math > .math-core-error")
    assert wrong["title"]
    assert str(wrong) in made
    assert wrong.get_text() == tex


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"\ip{p_t}{x} - \frac{B_T}T", "⟨p_t, x⟩ - B_T/T"),
        (r"\frac{\delta\mu}2\lambda^2", "δμ/2 λ^2"),
        (r"\sum_{j<k} v_t^{(j)}", "∑_(j<k) v_t^(j)"),
        (r"(1 - \frac1K)^{K-k}", "(1 - 1/K)^(K-k)"),
        (r"\pos{\cdot}", "[⋅]_+"),
        (r"\frac{a+b}{c}", "(a+b)/c"),
        (r"\frac{-a_+}{b}", "-a_+/b"),  # neither sign is between two terms
        (r"\frac{(1-a)b}{(c)(d)}", "(1-a)b/((c)(d))"),
        (r"\frac{\frac ab}c", "(a/b)/c"),
        (r"\sqrt{a+b}", "√(a + b)"),
        (r"\sqrt{WT}", "√(WT)"),
        (r"\frac{\sqrt T}2", "√T/2"),
        (r"\sqrt[3]{a+b}", "(a + b)^(1/3)"),
        (r"{a+b}^2 (a+b)^2", "(a + b)^2(a + b)^2"),
        (r"{\sqrt T}^2", "(√T)^2"),
        (r"\pos{1 - \frac{s}{2}}^2", "[1 - s/2]_+^2"),
    ],
)
def test_a_formula_as_plain_text(tex: str, text: str) -> None:
    assert formulas.plain_text(tex, MACROS) == text


def test_the_font_has_the_signs_their_italics_and_no_others() -> None:
    (data,) = re.findall(r"base64,([\w+/=]+)\)", formulas.font_style({"x", "≤", "(", "′"}))
    font = TTFont(BytesIO(base64.b64decode(data)))
    known = font.getBestCmap()
    assert set(map(ord, "x𝑥≤(′√")) <= set(known)
    assert ord("y") not in known
    forms = font["MATH"].table.MathVariants
    for name, made in zip(forms.VertGlyphCoverage.glyphs, forms.VertGlyphConstruction, strict=True):
        widths = {font["hmtx"][form.VariantGlyph][0] for form in made.MathGlyphVariantRecord}
        assert len(widths) == 1, name
    assert formulas.font_style({"x"}) == formulas.font_style({"x"})
