"""The site's own MathJax, run without a browser: formulas in, error messages out."""

import json
import re
from pathlib import Path

from py_mini_racer import MiniRacer

# Loaded as MathJax's node build does; noundefined and noerrors stay out, because they draw an
# unknown command in red where a reader sees it and nobody else.
COMPONENTS = ("startup.js", "core.js", "adaptors/liteDOM.js", "input/tex.js")
PACKAGES = ["base", "ams", "newcommand", "configmacros", "textmacros", "boldsymbol", "mathtools"]
PREPARE = """
globalThis.console = {log() {}, warn() {}, error() {}};
globalThis.MathJax = {startup: {typeset: false}, loader: {load: []}};
"""
CHECK = """
const {TeX} = MathJax._.input.tex_ts, {mathjax} = MathJax._.mathjax;
MathJax._.handlers.html_ts.RegisterHTMLHandler(MathJax._.adaptors.liteAdaptor.liteAdaptor());
function errors(tex, formulas) {
  const document = mathjax.document('', {InputJax: new TeX(tex)});
  const end = MathJax._.core.MathItem.STATE.CONVERT;
  return JSON.stringify(formulas.map(([source, display]) => {
    const found = [];
    try {
      document.convert(source, {display, end}).walkTree(node => {
        if (node.isKind('merror')) found.push(node.attributes.get('data-mjx-error') || 'error');
      });
    } catch (error) { found.push(error.message); }
    return found.join('; ');
  }));
}
"""


class MathJax:
    """MathJax's TeX reader from the folder that the site ships."""

    def __init__(self, folder: Path) -> None:
        self._engine = MiniRacer()
        self._engine.eval(PREPARE)
        for name in COMPONENTS:
            self._engine.eval((folder / name).read_text(encoding="utf-8"))
        extensions = folder / "input" / "tex" / "extensions"
        for name in ("textmacros", "boldsymbol", "mathtools"):
            self._engine.eval((extensions / f"{name}.js").read_text(encoding="utf-8"))
        self._engine.eval(CHECK)

    def errors(self, formulas: list[str], tex: dict[str, object]) -> list[tuple[str, str]]:
        """(formula, message) of each formula of one page that does not render.

        Parameters
        ----------
        formulas
            As in the page, in their delimiters. One page's labels share one name space.
        tex
            The page's own settings, window.MathJax.tex: the macros.
        """
        plain = [
            (re.sub(r"^\s*\\[(\[]|\\[)\]]\s*$", "", f), f.lstrip().startswith(r"\["))
            for f in formulas
        ]
        settings = json.dumps({**tex, "packages": PACKAGES})
        answer = self._engine.eval(f"errors({settings}, {json.dumps(plain)})")
        messages = json.loads(str(answer))
        return [(f, m) for f, m in zip(formulas, messages, strict=True) if m]
