"""Layers of a graph of "rests on": every node above all that it rests on, in rows of some width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from graphlib import TopologicalSorter

Graph = Mapping[str, Set[str]]  # each node with the nodes that it rests on directly


def below(graph: Graph) -> dict[str, frozenset[str]]:
    """Return all that each node rests on, directly or not.

    Raises
    ------
    graphlib.CycleError
        If a node rests on itself.

    Examples
    --------
    >>> {node: sorted(rest) for node, rest in below({"a": {"b"}, "b": {"c"}, "c": set()}).items()}
    {'c': [], 'b': ['c'], 'a': ['b', 'c']}
    """
    found: dict[str, frozenset[str]] = {}
    for node in TopologicalSorter(graph).static_order():
        direct = graph.get(node, frozenset())
        found[node] = frozenset(direct).union(*(found[other] for other in direct))
    return found


def visible(graph: Graph, shown: Set[str]) -> dict[str, frozenset[str]]:
    """Return the graph of some of its nodes: each rests on the nearest of them below it.

    Examples
    --------
    >>> visible({"a": {"b"}, "b": {"c"}, "c": set()}, {"a", "c"})
    {'c': frozenset(), 'a': frozenset({'c'})}
    """
    nearest: dict[str, frozenset[str]] = {}
    for node in TopologicalSorter(graph).static_order():
        nearest[node] = frozenset().union(
            *(
                frozenset({other}) if other in shown else nearest[other]
                for other in graph.get(node, frozenset())
            )
        )
    return {node: direct for node, direct in nearest.items() if node in shown}


def reduced(graph: Graph) -> dict[str, frozenset[str]]:
    """Return the graph without the edges that follow from others.

    Examples
    --------
    >>> reduced({"a": {"b", "c"}, "b": {"c"}, "c": set()})["a"]
    frozenset({'b'})
    """
    under = below(graph)
    return {
        node: frozenset(o for o in direct if not any(o in under[other] for other in direct))
        for node, direct in graph.items()
    }


def layers(graph: Graph, width: int) -> list[list[str]]:
    """Return the nodes in rows, from the bottom: by the longest path to a node that rests on none.

    A layer of more than `width` nodes takes several rows. Within a row the nodes stand near the
    middle of what they rest on.

    Examples
    --------
    >>> layers({"a": {"b"}, "b": set(), "c": set()}, width=2)
    [['c', 'b'], ['a']]
    """
    height: dict[str, int] = {}
    for node in TopologicalSorter(graph).static_order():
        height[node] = 1 + max((height[other] for other in graph.get(node, ())), default=-1)
    rows: list[list[str]] = []
    place: dict[str, float] = {}
    users = _above(graph)
    for level in range(max(height.values(), default=-1) + 1):
        here = [node for node in sorted(graph) if height[node] == level]
        here.sort(key=lambda node: _middle(graph[node], place, len(users[node])))
        count = -(-len(here) // width)
        # Neighbours are dealt to the rows in turn, so that each row spans the whole width.
        for first in range(count):
            row = here[first::count]
            rows.append(row)
            place |= {node: position(i, len(row)) for i, node in enumerate(row)}
    for _ in range(8):  # up and down again: nearer to both neighbours
        for row in (*rows, *reversed(rows)):
            row.sort(key=lambda node: _middle({*graph[node], *users[node]}, place, place[node]))
            place |= {node: position(i, len(row)) for i, node in enumerate(row)}
    return rows


def position(i: int, count: int) -> float:
    """Return the place of the i-th of `count` nodes in a row of width 1."""
    return (i + 0.5) / count


def _middle(others: Set[str], place: Mapping[str, float], otherwise: float) -> float:
    known = [place[other] for other in others if other in place]
    return sum(known) / len(known) if known else otherwise


def _above(graph: Graph) -> dict[str, set[str]]:
    users: dict[str, set[str]] = {node: set() for node in graph}
    for node, direct in graph.items():
        for other in direct:
            users[other].add(node)
    return users


def order(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the nodes as a page lists them: from the top row down, each row from the left."""
    return [node for row in reversed(rows) for node in row]
