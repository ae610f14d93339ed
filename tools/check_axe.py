"""What axe-core finds in a page that is open in a browser: what keeps a reader out.

Its script is in the locked package axe-core-python. It takes longer the more elements there are, so
it gets formulas as boxes of their size, and of the tokens of a page's code one of each kind.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from browser import Session

WIDE = 1200  # pixels: the bars at both sides are there
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
COLOURS = ["color-contrast"]
IMPACTS = ["moderate", "serious", "critical"]

LIGHTEN = """
(() => {
  const style = document.createElement("style");
  style.textContent =
    "*, ::before, ::after { transition: none !important; animation: none !important }";
  document.head.append(style);
  const drawn = [...document.querySelectorAll("mjx-container")].map((container) => [
    container, container.getBoundingClientRect(), container.hasAttribute("display"),
  ]);
  for (const [container, {width, height}, display] of drawn) {
    const box = document.createElement("span");
    box.style.cssText =
      `display: ${display ? "block" : "inline-block"}; width: ${width}px; height: ${height}px`;
    box.role = "img";
    box.ariaLabel = "a formula";
    container.replaceWith(box);
  }
  const seen = new Set();
  const once = (element, ...kind) => {
    const key = [element.className, ...kind].join("|");
    if (seen.has(key)) element.replaceWith(element.textContent);
    seen.add(key);
  };
  for (const token of document.querySelectorAll(".highlight pre span")) {
    const around = token.closest(".highlight").parentElement.className;
    // axe-core does not judge the colour of a single letter
    if (token.textContent.length < 2) token.replaceWith(token.textContent);
    else if (!token.children.length) once(token, around);
  }
  for (const formula of document.querySelectorAll("span.math:not(.osphg-wide)")) {
    if (!formula.closest("a, button, label, summary, [tabindex]")) {
      once(formula, ...formula.getAttributeNames());
    }
  }
  document.body.normalize();
})()
"""
WITHOUT = """
for (const article of document.querySelectorAll("article")) {
  article.replaceChildren(article.querySelector("h1") || "");
}
"""
ASK = """
(async (theme, runOnly, impacts) => {
  const root = document.documentElement, before = root.dataset.theme;
  root.dataset.theme = theme;
  const {violations} = await axe.run(
    document, {runOnly, resultTypes: ["violations"], preload: false}
  );
  root.dataset.theme = before;
  return violations.filter(({impact}) => impacts.includes(impact)).map(({id, help, nodes}) => ({
    id, help, nodes: nodes.map(({target, html}) => [target.join(" "), html])
  }));
})(...%s)
"""


@cache
def script() -> str:
    return (files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(session: Session, width: int) -> list[str]:
    """Return one line for each rule that the open page breaks; it is of no other use afterwards.

    The page is asked about in a window of the given width, then what is around its article in a
    wide one; in light colours and, as far as colours matter, in dark ones.
    """
    session.resize(width)
    session.value(LIGHTEN)
    session.value(f"{script()}; void 0")
    found: list[str] = []
    for pixels in (width, WIDE):
        session.resize(pixels)
        if pixels != width:
            session.value(WITHOUT)
        for theme, rules in (("light", RULES), ("dark", COLOURS)):
            told = session.value(ASK % json.dumps([theme, rules, IMPACTS]))
            for rule in told:
                where, html = rule["nodes"][0]
                more = f" and {len(rule['nodes']) - 1} more" if len(rule["nodes"]) > 1 else ""
                found.append(
                    f"{rule['help']} ({rule['id']}; {theme}, {pixels} pixels):"
                    f" {where}{more}: {' '.join(html.split())[:160]}"
                )
    session.resize(width)
    return found
