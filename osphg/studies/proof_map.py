"""The map of the proof: claims, the theorems behind them, and what each rests on, drawn.

Nothing in it is drawn by hand. A claim rests on the theorems in its evidence; a theorem rests on
the theorems among the premises of its steps, and on what it cites.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from graphlib import TopologicalSorter
from html import escape
from pathlib import Path

from osphg.proofs.derivations import DERIVATIONS, Proof
from osphg.proofs.kernel import Fact
from osphg.proofs.rocq.book import content, theorem_named
from osphg.proofs.rocq.page import PAGE, anchor
from osphg.proofs.said import Said
from osphg.proofs.small.evidence import CITED, CONDITION, HOLDS
from osphg.studies.claims import SIGNS, Claim, Shown, address
from osphg.studies.tables import Table

Graph = Mapping[str, Set[str]]  # each node with the nodes that it rests on directly

PREMISE, REFUTES = "premise", "against it"
_LINES = {
    PREMISE: "a step starts from it",
    "as stated": "proves the claim as stated",
    "in its place": "proves what stands in its place",
    REFUTES: "proves that it is false",
    "besides": "said besides",
}
_COLUMNS, _WIDE, _HIGH, _GAP_X, _GAP_Y = 6, 126, 50, 10, 30
_LETTERS = 19  # on a line of a box

# Points out all that the box under the pointer, or with the focus, rests on, and all above it.
_SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def all_below(graph: Graph) -> dict[str, frozenset[str]]:
    """Return all that each node rests on, directly or not; graphlib refuses a circle.

    >>> found = all_below({"a": {"b"}, "b": {"c"}, "c": set()})
    >>> {node: sorted(rest) for node, rest in found.items()}
    {'c': [], 'b': ['c'], 'a': ['b', 'c']}
    """
    found: dict[str, frozenset[str]] = {}
    for node in TopologicalSorter(graph).static_order():
        direct = graph.get(node, frozenset())
        found[node] = frozenset(direct).union(*(found[other] for other in direct))
    return found


def shown_only(graph: Graph, shown: Set[str]) -> dict[str, frozenset[str]]:
    """Return the graph of some of its nodes: each rests on the nearest of them below it.

    >>> shown_only({"a": {"b"}, "b": {"c"}, "c": set()}, {"a", "c"})
    {'c': frozenset(), 'a': frozenset({'c'})}
    """
    nearest: dict[str, frozenset[str]] = {}
    for node in TopologicalSorter(graph).static_order():
        nearest[node] = frozenset().union(
            *({o} if o in shown else nearest[o] for o in graph.get(node, frozenset()))
        )
    return {node: direct for node, direct in nearest.items() if node in shown}


def without_shortcuts(graph: Graph) -> dict[str, frozenset[str]]:
    """Return the graph without the edges that follow from others.

    >>> without_shortcuts({"a": {"b", "c"}, "b": {"c"}, "c": set()})["a"]
    frozenset({'b'})
    """
    below = all_below(graph)
    return {
        node: frozenset(o for o in direct if not any(o in below[other] for other in direct))
        for node, direct in graph.items()
    }


def in_rows(graph: Graph, width: int) -> list[list[str]]:
    """Return the nodes in rows, from the bottom: by the longest path to a node that rests on none.

    Nodes of one height, if more than `width`, take several rows. Within a row the nodes stand near
    the middle of what they rest on.

    >>> in_rows({"a": {"b"}, "b": set(), "c": set()}, width=2)
    [['c', 'b'], ['a']]
    """
    height: dict[str, int] = {}
    for node in TopologicalSorter(graph).static_order():
        height[node] = 1 + max((height[other] for other in graph.get(node, ())), default=-1)
    users = {node: {user for user in graph if node in graph[user]} for node in graph}
    rows: list[list[str]] = []
    place: dict[str, float] = {}

    def middle(others: Set[str], otherwise: float) -> float:
        known = [place[other] for other in others if other in place]
        return sum(known) / len(known) if known else otherwise

    for level in range(max(height.values(), default=-1) + 1):
        here = [node for node in sorted(graph) if height[node] == level]
        here.sort(key=lambda node: middle(graph[node], len(users[node])))
        count = -(-len(here) // width)
        # Neighbours are dealt to the rows in turn, so that each row spans the whole width.
        for first in range(count):
            row = here[first::count]
            rows.append(row)
            place |= {node: _position(i, len(row)) for i, node in enumerate(row)}
    for _ in range(8):  # up and down again: nearer to both neighbours
        for row in (*rows, *reversed(rows)):
            row.sort(key=lambda node: middle({*graph[node], *users[node]}, place[node]))
            place |= {node: _position(i, len(row)) for i, node in enumerate(row)}
    return rows


def _position(i: int, count: int) -> float:
    """Return the place of the i-th of `count` nodes in a row of width 1."""
    return (i + 0.5) / count


@dataclass(frozen=True)
class Theorem:
    """A fact that a derivation of the book proves, under its key."""

    key: str
    derivation: str
    fact: Fact


def theorems(derivations: Mapping[str, Proof] = DERIVATIONS) -> dict[str, Theorem]:
    """Prove derivations, the book's; return what they prove, by the theorem's name in Rocq."""
    found: dict[str, Theorem] = {}
    said = set()
    for name, derivation in derivations.items():
        for key, fact in derivation.prove().items():
            if content(fact) not in said:  # a second proof of the same is no other theorem
                said.add(content(fact))
                found[theorem_named(key)] = Theorem(key, name, fact)
    return found


def premises(proven: Mapping[str, Theorem]) -> dict[str, frozenset[str]]:
    """Return for each theorem the theorems that its steps start from."""
    called = {content(theorem.fact): name for name, theorem in proven.items()}
    found = {}
    for name, theorem in proven.items():
        nearest, seen, waiting = set(), set(), list(theorem.fact.premises)
        while waiting:
            fact = waiting.pop()
            if fact in seen:
                continue
            seen.add(fact)
            other = called.get(content(fact), name)
            if other == name:
                waiting += fact.premises
            else:
                nearest.add(other)
        found[name] = frozenset(nearest)
    return found


def used(claim: Claim) -> dict[str, str]:
    """Return the theorems in the evidence of a claim, with how they bear on it."""
    return {
        check.theorem: REFUTES if check.holds is False else how
        for how in ("besides", "in its place", "as stated")
        for check in claim.checks[how]
        if check.theorem
    }


def proven_here(claim: Claim) -> bool:
    """Say whether a proof, exact numbers included, is among the evidence; runs alone are none."""
    return any(not check.measured for checks in claim.checks.values() for check in checks)


@dataclass(frozen=True)
class Node:
    """A claim, a theorem, or what is cited."""

    title: str  # short and without formulas
    tells: str  # a sentence, LaTeX between dollar signs
    place: str  # where the paper claims it, or the name of the fact
    verdict: str  # of a claim; a theorem holds, and what is cited is cited
    link: str  # the place in the book, as an address
    claimed: bool = False

    @property
    def word(self) -> str:
        """The verdict, short and with its sign."""
        sign, kind = SIGNS[self.verdict]
        if not self.claimed:
            return f"{sign} {'cited' if kind == 'cited' else 'proven'}"
        return f"{sign} {'with a condition' if self.verdict == CONDITION else self.verdict}"


def proof_map(
    claims: Sequence[Claim],
    places: Mapping[str, str],
    titles: Mapping[str, str],
    proven: Mapping[str, Theorem] | None = None,
) -> ProofMap:
    """Return the map of some claims.

    Of the theorems those are shown that a claim names, or that two other derivations start from,
    and that a claim rests on.

    Parameters
    ----------
    claims : sequence of Claim
    places : mapping
        Where the book proves what a derivation proves, as page and label; others have certificates.
    titles : mapping
        Titles of claims, by their keys, which are the titles of the others.
    proven : mapping, optional
        The theorems by name; the book's unless given.
    """
    proven = theorems() if proven is None else proven
    direct = premises(proven)
    shown = {theorem for claim in claims for theorem in used(claim)}
    for name, theorem in proven.items():
        users = {proven[user].derivation for user, others in direct.items() if name in others}
        if len(users - {theorem.derivation}) > 1:
            shown.add(name)
    nodes: dict[str, Node] = {}
    edges: dict[str, dict[str, str]] = {}
    for claim in filter(proven_here, claims):
        found, title = claim.evidence, titles.get(claim.key, claim.key.replace("-", " "))
        title, tells = title[0].upper() + title[1:], f"{claim.says} ({found.place})"
        nodes[claim.key] = Node(title, tells, found.place, found.verdict, address(claim.at), True)
        edges[claim.key] = used(claim)
    claimed = list(nodes)
    for name, others in shown_only(direct, shown & set(proven)).items():
        theorem, certificate = proven[name], f"{PAGE}#{anchor(name)}"
        title, place = theorem.key.replace("-", " "), places.get(theorem.derivation)
        called = theorem.fact.name or title
        nodes[name] = Node(title, called, called, HOLDS, address(place) if place else certificate)
        edges[name] = dict.fromkeys(sorted(others), PREMISE)
        taken = frozenset().union(*(proven[other].fact.rests_on for other in others))
        for assumption in theorem.fact.rests_on - taken:
            if assumption.cited:
                key, tells = f"cited: {assumption.name}", f"{assumption.name} ({assumption.source})"
                nodes.setdefault(key, Node(assumption.name, tells, tells, CITED, certificate))
                edges[name][key] = PREMISE
    below = all_below({key: frozenset(edges.get(key, ())) for key in nodes})
    kept = set(claimed).union(*(below[key] for key in claimed))
    return ProofMap(
        {key: node for key, node in nodes.items() if key in kept},
        {key: others for key, others in edges.items() if key in kept},
    )


@dataclass(frozen=True)
class ProofMap:
    """Nodes, and what each rests on: by node, the nodes below it, with how they bear on it.

    A page shows a drawing with links, and the same as a table.
    """

    nodes: Mapping[str, Node]
    edges: Mapping[str, Mapping[str, str]]

    @cached_property
    def graph(self) -> dict[str, frozenset[str]]:
        """Each node with the nodes that it rests on directly."""
        return {key: frozenset(self.edges.get(key, ())) for key in self.nodes}

    @cached_property
    def _alone(self) -> list[str]:
        """The nodes without an edge, in the order of the ledger."""
        joined = {key for others in self.graph.values() for key in others}
        return [key for key in self.nodes if not self.graph[key] and key not in joined]

    @cached_property
    def _rows(self) -> list[list[str]]:
        """The others in rows, from the top."""
        graph = {key: others for key, others in self.graph.items() if key not in self._alone}
        return in_rows(without_shortcuts(graph), _COLUMNS)[::-1]

    @property
    def _order(self) -> list[str]:
        return [key for row in (*self._rows, self._alone) for key in row]

    def __str__(self) -> str:
        return "\n".join(
            f"{self.nodes[key].title}: {', '.join(sorted(self.graph[key])) or 'nothing else'}"
            for key in self._order
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return (
            f'<div class="osphg-map">\n{self._legend()}\n<div class="osphg-map-scroll">\n'
            f"{''.join(self._drawing())}</div>\n{self._table()}\n"
            f"<script>\n{_SCRIPT}</script>\n</div>"
        )

    def _legend(self) -> str:
        known = {node.verdict for node in self.nodes.values() if node.claimed}
        shown = [
            f'<span class="osphg-verdict osphg-{kind}">{sign} {escape(word)}</span>'
            for word, (sign, kind) in SIGNS.items()
            if word in known
        ]
        lines = [
            f'<span><svg width="34" height="10" aria-hidden="true"><path class="{_class(how)}"'
            f' d="M1 5H33"/></svg> {escape(said)}</span>'
            for how, said in _LINES.items()
        ]
        return (
            f'<p class="osphg-map-legend">Claims, round and bold: {" ".join(shown)}<br>'
            "Theorems, square: what the kernel has derived and Rocq has checked.<br>"
            f"Lines, from a box down to what it rests on: {', '.join(lines)}.</p>"
        )

    def _drawing(self) -> Iterator[str]:
        wide, corner = _COLUMNS * (_WIDE + _GAP_X), {}
        for y, row in enumerate(self._rows):
            for i, key in enumerate(row):
                x = _position(i, len(row)) * wide - _WIDE / 2
                corner[key] = (x, y * (_HIGH + _GAP_Y) + 4)
        start = len(self._rows) * (_HIGH + _GAP_Y) + 22
        for i, key in enumerate(self._alone):
            y, x = divmod(i, _COLUMNS)
            corner[key] = (x * (_WIDE + _GAP_X) + _GAP_X / 2, start + y * (_HIGH + 10))
        high = max(y for _, y in corner.values()) + _HIGH + 4
        number = {key: f"n{i}" for i, key in enumerate(self._order)}
        yield (
            f'<svg viewBox="0 0 {wide} {high:g}" width="{wide}" height="{high:g}" role="group"'
            ' aria-label="Claims and theorems; each rests on those to which lines lead down.">\n'
        )
        for key, others in without_shortcuts(self.graph).items():
            for other in sorted(others):
                yield (
                    f'<path class="{_class(self.edges[key][other])}" data-from="{number[key]}"'
                    f' data-to="{number[other]}" d="{_curve(corner[key], corner[other])}"/>\n'
                )
        note = "proven by algebra alone"
        yield f'<text class="osphg-map-note" x="5" y="{start - 8:g}">{note}</text>\n'
        below = all_below(self.graph)
        for key in self._order:
            above = " ".join(number[k] for k, under in below.items() if key in under)
            under = " ".join(number[k] for k in number if k in below[key])
            numbers = f'data-node="{number[key]}" data-below="{under}" data-above="{above}"'
            yield _box(self.nodes[key], corner[key], numbers)
        yield "</svg>\n"

    def _table(self) -> str:
        rows = []
        for key in self._order:
            node, rests = self.nodes[key], []
            for other, how in self.edges.get(key, {}).items():
                rests.append(self.nodes[other].title + ("" if how == PREMISE else f" ({how})"))
            link = f'<a href="{escape(node.link)}">{escape(node.title)}</a>'
            rows.append([Shown(node.title, link), node.word, Said(node.tells), ", ".join(rests)])
        table = Table(["name", "verdict", "says", "rests on"], rows)._repr_html_()
        return (
            f"<details><summary>The map as a table: {len(rows)} rows</summary>\n{table}</details>"
        )


def _class(how: str) -> str:
    return f"osphg-line osphg-line-{how.replace(' ', '-')}"


def _curve(upper: tuple[float, float], lower: tuple[float, float]) -> str:
    x, y = upper[0] + _WIDE / 2, upper[1] + _HIGH
    to_x, to_y = lower[0] + _WIDE / 2, lower[1]
    bend = min((to_y - y) / 2, 2 * _GAP_Y)
    return f"M{x:g} {y:g}C{x:g} {y + bend:g} {to_x:g} {to_y - bend:g} {to_x:g} {to_y:g}"


def _box(node: Node, at: tuple[float, float], numbers: str) -> str:
    kind = SIGNS[node.verdict][1]
    lines = textwrap.wrap(node.title, _LETTERS, max_lines=2, placeholder="…")
    middle, first = _WIDE / 2, _HIGH / 2 - 4 - 6.5 * (len(lines) - 1)
    shown = "".join(
        f'<text x="{middle:g}" y="{first + 13 * i:g}">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    borders = [("outer", 0, 12 if node.claimed else 0), ("inner", 3, 9)]
    frame = "".join(
        f'<rect class="osphg-{border}" x="{inset}" y="{inset}" width="{_WIDE - 2 * inset}"'
        f' height="{_HIGH - 2 * inset}" rx="{radius}"/>'
        for border, inset, radius in borders[: 1 + (kind == "repaired")]  # which has a double one
    )
    word = escape(node.word)
    said = escape(f"{node.title}. {word}. {node.place}", quote=True)
    kinds = f"osphg-{kind} osphg-claim" if node.claimed else f"osphg-{kind}"
    return (
        f'<a class="osphg-box {kinds}" href="{escape(node.link)}" {numbers} aria-label="{said}">'
        f'<g transform="translate({at[0]:g} {at[1]:g})"><title>{escape(node.place)}</title>{frame}'
        f'{shown}<text class="osphg-word" x="{_WIDE / 2:g}" y="{_HIGH - 8}">{word}</text></g></a>\n'
    )
