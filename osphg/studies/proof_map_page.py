"""The map of the proof as a page shows it: a drawing with links, and the same as a table."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from osphg.proofs.said import Said
from osphg.proofs.small.evidence import CONDITION
from osphg.studies import layers
from osphg.studies.ledger import SIGNS
from osphg.studies.proof_map import BESIDES, PREMISE, PROVES, REFUTES, REPLACES, Node, ProofMap

_COLUMNS, _WIDE, _HIGH, _GAP_X, _GAP_Y = 6, 126, 50, 10, 30
_LETTERS = 19  # on a line of a box
_LINES = {
    PREMISE: "a step starts from it",
    PROVES: "proves the claim as stated",
    REPLACES: "proves what stands in its place",
    REFUTES: "proves that it is false",
    BESIDES: "said besides",
}

# Points out all that the box under the pointer, or with the focus, rests on, and all that rests
# on it.
_SCRIPT = """
(() => {
  const map = document.currentScript.closest(".osphg-map");
  const boxes = [...map.querySelectorAll("a[data-node]")];
  const lines = [...map.querySelectorAll("path[data-from]")];
  const set = (text) => new Set(text.split(" "));
  const show = (box) => {
    const below = set(box.dataset.below).add(box.dataset.node);
    const above = set(box.dataset.above).add(box.dataset.node);
    map.classList.add("osphg-chosen");
    for (const other of boxes)
      other.classList.toggle("on", below.has(other.dataset.node) || above.has(other.dataset.node));
    for (const line of lines) {
      const {from, to} = line.dataset;
      const both = (all) => all.has(from) && all.has(to);
      line.classList.toggle("on", both(below) || both(above));
    }
  };
  const clear = () => map.classList.remove("osphg-chosen");
  for (const box of boxes) {
    box.addEventListener("mouseenter", () => show(box));
    box.addEventListener("focus", () => show(box));
    box.addEventListener("mouseleave", clear);
    box.addEventListener("blur", clear);
  }
})();
"""


@dataclass(frozen=True)
class ProofMapPage:
    """A map, drawn."""

    drawn: ProofMap

    def __str__(self) -> str:
        graph = self.drawn.graph
        return "\n".join(
            f"{self.drawn.nodes[key].title}: {', '.join(sorted(graph[key])) or 'nothing else'}"
            for key in self._order
        )

    __repr__ = __str__

    @property
    def _alone(self) -> list[str]:
        """The nodes without an edge, in the order of the ledger."""
        graph = self.drawn.graph
        joined = {key for others in graph.values() for key in others}
        return [key for key in self.drawn.nodes if not graph[key] and key not in joined]

    @property
    def _rows(self) -> list[list[str]]:
        alone = set(self._alone)
        graph = {key: others for key, others in self.drawn.graph.items() if key not in alone}
        return layers.layers(layers.reduced(graph), _COLUMNS)

    @property
    def _order(self) -> list[str]:
        return [*layers.order(self._rows), *self._alone]

    def _repr_html_(self) -> str:
        return (
            f'<div class="osphg-map">\n{self._legend()}\n<div class="osphg-map-scroll">\n'
            f"{''.join(self._drawing())}</div>\n{self._table()}\n"
            f"<script>{_SCRIPT}</script>\n</div>"
        )

    def _legend(self) -> str:
        verdicts = dict.fromkeys(n.verdict for n in self.drawn.nodes.values() if n.claimed)
        shown = [
            f'<span class="osphg-verdict osphg-{SIGNS[v][1]}">{SIGNS[v][0]} {escape(v)}</span>'
            for v in SIGNS
            if v in verdicts
        ]
        kinds = dict.fromkeys(
            how for others in self.drawn.edges.values() for how in others.values()
        )
        lines = [
            f'<span><svg width="34" height="10" aria-hidden="true"><path class="{_class(how)}"'
            f' d="M1 5H33"/></svg> {escape(said)}</span>'
            for how, said in _LINES.items()
            if how in kinds
        ]
        return (
            f'<p class="osphg-map-legend">Claims, round and bold: {" ".join(shown)}<br>'
            "Theorems, square: what the kernel has derived and Rocq has checked.<br>"
            f"Lines, from a box down to what it rests on: {', '.join(lines)}.</p>"
        )

    def _drawing(self) -> Iterator[str]:
        corner = {}
        tops = list(reversed(self._rows))
        for y, row in enumerate(tops):
            for i, key in enumerate(row):
                x = layers.position(i, len(row)) * _COLUMNS * (_WIDE + _GAP_X) - _WIDE / 2
                corner[key] = (x, y * (_HIGH + _GAP_Y) + 4)
        start = len(tops) * (_HIGH + _GAP_Y) + 22
        for i, key in enumerate(self._alone):
            y, x = divmod(i, _COLUMNS)
            corner[key] = (x * (_WIDE + _GAP_X) + _GAP_X / 2, start + y * (_HIGH + 10))
        wide = _COLUMNS * (_WIDE + _GAP_X)
        high = max(y for _, y in corner.values()) + _HIGH + 4
        number = {key: f"n{i}" for i, key in enumerate(self._order)}
        below = layers.below(self.drawn.graph)
        yield (
            f'<svg viewBox="0 0 {wide} {high:g}" width="{wide}" height="{high:g}" role="group"'
            ' aria-label="Claims and theorems; each rests on those to which lines lead down.">\n'
        )
        for key, others in layers.reduced(self.drawn.graph).items():
            for other in sorted(others):
                how = _class(self.drawn.edges[key][other])
                yield (
                    f'<path class="{how}" data-from="{number[key]}" data-to="{number[other]}"'
                    f' d="{_curve(corner[key], corner[other])}"/>\n'
                )
        note = "proven by algebra alone"
        yield f'<text class="osphg-map-note" x="5" y="{start - 8:g}">{note}</text>\n'
        for key in self._order:
            above = [number[k] for k, under in below.items() if key in under]
            under = [number[k] for k in number if k in below[key]]
            yield _box(self.drawn.nodes[key], corner[key], number[key], under, above)
        yield "</svg>\n"

    def _table(self) -> str:
        nodes, edges = self.drawn.nodes, self.drawn.edges
        rows = []
        for key in self._order:
            node = nodes[key]
            rests = ", ".join(
                escape(nodes[other].title + ("" if how == PREMISE else f" ({how})"))
                for other, how in edges.get(key, {}).items()
            )
            title = f'<a href="{escape(node.link)}">{escape(node.title)}</a>'
            rows.append(
                f'<tr><th scope="row">{title}</th><td>{escape(_word(node))}</td>'
                f"<td>{Said(node.tells)._repr_html_()}</td><td>{rests}</td></tr>\n"
            )
        head = "".join(
            f'<th scope="col">{said}</th>' for said in ("name", "verdict", "says", "rests on")
        )
        return (
            f"<details><summary>The map as a table: {len(rows)} rows</summary>\n"
            f'<table class="table osphg-table">\n<thead><tr>{head}</tr></thead>\n'
            f"<tbody>\n{''.join(rows)}</tbody>\n</table></details>"
        )


def _class(how: str) -> str:
    return f"osphg-line osphg-line-{how.replace(' ', '-')}"


def _word(node: Node) -> str:
    sign, kind = SIGNS[node.verdict]
    if not node.claimed:
        return f"{sign} {'cited' if kind == 'cited' else 'proven'}"
    return f"{sign} {'with a condition' if node.verdict == CONDITION else node.verdict}"


def _curve(upper: tuple[float, float], lower: tuple[float, float]) -> str:
    x, y = upper[0] + _WIDE / 2, upper[1] + _HIGH
    to_x, to_y = lower[0] + _WIDE / 2, lower[1]
    bend = min((to_y - y) / 2, 2 * _GAP_Y)
    return f"M{x:g} {y:g}C{x:g} {y + bend:g} {to_x:g} {to_y - bend:g} {to_x:g} {to_y:g}"


def _box(
    node: Node, at: tuple[float, float], number: str, below: list[str], above: list[str]
) -> str:
    kind = SIGNS[node.verdict][1]
    lines = textwrap.wrap(node.title, _LETTERS, max_lines=2, placeholder="…")
    middle, first = _WIDE / 2, _HIGH / 2 - 4 - 6.5 * (len(lines) - 1)
    shown = "".join(
        f'<text x="{middle:g}" y="{first + 13 * i:g}">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    frame = _frame(0, 12 if node.claimed else 0)
    if kind == "repaired":  # a double border
        frame += _frame(3, 9, "osphg-inner")
    word = escape(_word(node))
    said = escape(f"{node.title}. {word}. {node.place}", quote=True)
    kinds = f"osphg-{kind} osphg-claim" if node.claimed else f"osphg-{kind}"
    return (
        f'<a class="osphg-box {kinds}" href="{escape(node.link)}" data-node="{number}"'
        f' data-below="{" ".join(below)}" data-above="{" ".join(above)}" aria-label="{said}">'
        f'<g transform="translate({at[0]:g} {at[1]:g})"><title>{escape(node.place)}</title>{frame}'
        f'{shown}<text class="osphg-word" x="{_WIDE / 2:g}" y="{_HIGH - 8}">{word}</text></g></a>\n'
    )


def _frame(inset: float, radius: float, kind: str = "osphg-outer") -> str:
    wide, high = _WIDE - 2 * inset, _HIGH - 2 * inset
    return (
        f'<rect class="{kind}" x="{inset:g}" y="{inset:g}" width="{wide:g}" height="{high:g}"'
        f' rx="{radius:g}"/>'
    )
