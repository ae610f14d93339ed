"""What axe-core finds in a page that is open in a browser: what keeps a reader out.

Its script is in the locked package axe-core-python. It takes longer the more elements there are, so
it gets formulas as boxes of their size. About colours, which take by far the longest, it is asked
of one of all elements, of all pages, that have the same path of tags, classes and computed colours;
about all else of the whole page, without the spans that only colour their text.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from browser import Session

WIDE = 1200  # pixels: the bars at both sides are there
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
COLOURS = "color-contrast"
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
})()
"""
WITHOUT = """
for (const article of document.querySelectorAll("article")) {
  article.replaceChildren(article.querySelector("h1") || "");
}
"""
# What is left out is emptied and stays where it is: a style may count what stands around it.
ONE_OF_A_KIND = """
((known) => {
  const root = document.documentElement, before = root.dataset.theme;
  const seen = new Set(known), fresh = [], kept = new Set();
  const digest = (text) => {  // FNV-1a, with two factors
    let one = 0x811c9dc5, two = one;
    for (let i = 0; i < text.length; i++) {
      one = Math.imul(one ^ text.charCodeAt(i), 0x01000193);
      two = Math.imul(two ^ text.charCodeAt(i), 0x85ebca6b);
    }
    return `${one >>> 0} ${two >>> 0}`;
  };
  const look = (element, path) => {
    const style = getComputedStyle(element), box = element.getBoundingClientRect();
    const text = [...element.childNodes].map((n) => n.nodeType === 3 ? n.data.trim() : "").join("");
    // axe-core does not judge the colour of a single letter
    const judged = text.length > 1 || element.matches("input, select, textarea");
    const kind = digest([
      path, element.localName, element.getAttribute("class"), judged,
      element.matches(":disabled, [aria-disabled]"), box.width > 0 && box.height > 0,
      style.color, style.backgroundColor, style.backgroundImage, style.textShadow, style.opacity,
      style.fontSize, style.fontWeight, style.position, style.visibility,
    ].join("|"));
    if (!seen.has(kind)) {
      seen.add(kind);
      fresh.push(kind);
      for (let up = element; judged && up && !kept.has(up); up = up.parentElement) kept.add(up);
    }
    for (const child of element.children) look(child, kind);
  };
  for (const theme of ["light", "dark"]) {
    root.dataset.theme = theme;
    look(document.body, `${theme} ${innerWidth}`);
  }
  root.dataset.theme = before;
  for (const element of document.body.querySelectorAll("*")) {
    if (!kept.has(element)) {
      element.replaceChildren();
      element.style.display = "none";
    }
  }
  return fresh;
})(%s)
"""
# Within a paragraph a span may make a heading of its text.
WITHOUT_SPANS = """
(() => {
  const bare = [...document.querySelectorAll("span:not(p *)")].filter((span) =>
    span.getAttributeNames().every((name) => name === "class")
    && getComputedStyle(span).display === "inline"
  );
  for (const span of bare) span.replaceWith(...span.childNodes);
  document.body.normalize();
})()
"""
ASK = """
(async (theme, options, impacts) => {
  const root = document.documentElement, before = root.dataset.theme;
  root.dataset.theme = theme;
  const {violations} = await axe.run(
    document, {...options, resultTypes: ["violations"], preload: false}
  );
  root.dataset.theme = before;
  return violations.filter(({impact}) => impacts.includes(impact)).map(({id, help, nodes}) => ({
    id, help, nodes: nodes.map(({target, html}) => [target.join(" "), html])
  }));
})(...%s)
"""
# hidden-content can but ask a person to look, and looks at the style of each element for it
OTHERS = {rule: {"enabled": False} for rule in (COLOURS, "hidden-content")}
STRUCTURE = {"runOnly": RULES, "rules": OTHERS}


@cache
def script() -> str:
    return (files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(session: Session, width: int, seen: list[str]) -> list[str]:
    """Return one line for each rule that the open page breaks; it is of no other use afterwards.

    The page is asked about in a window of the given width, then what is around its article in a
    wide one; its colours are both the light and the dark ones. Kinds of elements whose colours have
    been `seen` are not looked at again; those of this page are appended.
    """
    session.value(LIGHTEN)
    session.value(f"{script()}; void 0")
    found: list[str] = []

    def ask(theme: str, options: object, pixels: int) -> None:
        for rule in session.value(ASK % json.dumps([theme, options, IMPACTS])):
            where, html = rule["nodes"][0]
            more = f" and {len(rule['nodes']) - 1} more" if len(rule["nodes"]) > 1 else ""
            found.append(
                f"{rule['help']} ({rule['id']}; {theme}, {pixels} pixels):"
                f" {where}{more}: {' '.join(html.split())[:160]}"
            )

    for pixels in (width, WIDE):
        session.resize(pixels)
        if pixels != width:
            session.value(WITHOUT)
        session.value("globalThis.whole = document.body.cloneNode(true); 1")
        seen += session.value(ONE_OF_A_KIND % json.dumps(seen))
        for theme in ("light", "dark"):
            ask(theme, {"runOnly": [COLOURS]}, pixels)
        session.value(f"document.body = whole; {WITHOUT_SPANS}")
        ask("light", STRUCTURE, pixels)
    session.resize(width)
    return found
