"""Formulas of a report: TeX in, SVG out, by the MathJax that the book ships, without a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

# Loaded as MathJax's node build does.
_COMPONENTS = (
    "startup.js", "core.js", "adaptors/liteDOM.js", "input/tex.js", "output/svg.js",
    "output/svg/fonts/tex.js", "input/tex/extensions/textmacros.js",
    "input/tex/extensions/boldsymbol.js", "input/tex/extensions/mathtools.js",
)  # fmt: skip
_PACKAGES = ["base", "ams", "newcommand", "configmacros", "textmacros", "boldsymbol", "mathtools"]
_PREPARE = """
globalThis.console = {log() {}, warn() {}, error() {}};
globalThis.MathJax = {startup: {typeset: false}, loader: {load: []}};
"""
_TYPESET = """
const {TeX} = MathJax._.input.tex_ts, {SVG} = MathJax._.output.svg_ts;
const {TeXFont} = MathJax._.output.svg.fonts.tex_ts, {STATE} = MathJax._.core.MathItem;
const {SerializedMmlVisitor} = MathJax._.core.MmlTree.SerializedMmlVisitor;
const adaptor = MathJax._.adaptors.liteAdaptor.liteAdaptor();
MathJax._.handlers.html_ts.RegisterHTMLHandler(adaptor);
function typeset(tex, formulas) {
  const svg = new SVG({fontCache: 'global', font: new TeXFont()});
  const page = MathJax._.mathjax.mathjax.document('', {InputJax: new TeX(tex), OutputJax: svg});
  const visitor = new SerializedMmlVisitor();
  const done = formulas.map(([source, display]) => {
    try {
      const errors = [], tree = page.convert(source, {display, end: STATE.CONVERT});
      tree.walkTree(node => {
        if (node.isKind('merror')) errors.push(node.attributes.get('data-mjx-error') || 'error');
      });
      if (errors.length) return {error: errors.join('; ')};
      const drawn = adaptor.innerHTML(page.convert(source, {display}));
      return {svg: drawn, mml: visitor.visitTree(tree)};
    } catch (error) { return {error: error.message}; }
  });
  return JSON.stringify([done, adaptor.outerHTML(svg.fontCache.getCache())]);
}
"""
# HTML knows both vocabularies without these, and a page without addresses is easy to trust.
_NAMESPACE = re.compile(r' xmlns(:xlink)?="[^"]*"')
_SECONDS = 20  # more than a book of formulas needs; a macro that calls itself ends here


@cache
def _scripts() -> tuple[str, ...]:
    folder = Path(str(files("sphinx-mathjax-offline"))) / "static" / "mathjax"
    return tuple((folder / name).read_text(encoding="utf-8") for name in _COMPONENTS)


def typeset(
    formulas: Sequence[tuple[str, bool]], macros: Mapping[str, Any]
) -> tuple[list[str], str]:
    """Set a page's formulas.

    Parameters
    ----------
    formulas : sequence of (str, bool)
        TeX without delimiters, and whether it stands on a line of its own.
    macros : mapping
        As in MathJax's own settings: a definition, or [definition, number of arguments].

    Returns
    -------
    list of str
        HTML of each: a drawing, and MathML for those who listen; TeX as code where it is wrong.
    str
        The glyphs that the drawings share, to stand once in the page.
    """
    if not formulas:
        return [], ""
    from py_mini_racer import JSEvalException, MiniRacer

    settings = json.dumps({"packages": _PACKAGES, "macros": dict(macros), "tags": "none"})
    call = f"typeset({settings}, {json.dumps([list(pair) for pair in formulas])})"
    with MiniRacer() as engine:  # one left open keeps the interpreter from ending
        try:
            for script in (_PREPARE, *_scripts(), _TYPESET):
                engine.eval(script)
            done, glyphs = json.loads(str(engine.eval(call, timeout_sec=_SECONDS)))
        except (JSEvalException, TimeoutError) as error:
            done, glyphs = [{"error": str(error).splitlines()[0]}] * len(formulas), ""
    shown = [_html(tex, result) for (tex, _), result in zip(formulas, done, strict=True)]
    return shown, f'<svg class="glyphs" aria-hidden="true">{glyphs}</svg>' if glyphs else ""


def _html(tex: str, result: Mapping[str, str]) -> str:
    if "error" in result:
        return f'<code class="wrong" title="{escape(result["error"])}">{escape(tex.strip())}</code>'
    drawn = _NAMESPACE.sub("", result["svg"]).replace("xlink:href=", "href=")
    drawn = drawn.replace(' role="img"', ' aria-hidden="true"', 1)
    spoken = re.sub(r">\s+<", "><", _NAMESPACE.sub("", result["mml"]))
    return f'{drawn}<span class="spoken">{spoken}</span>'
