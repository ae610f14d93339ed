"""The map of the proof: its edges are premises, its nodes the claims that have a proof."""

from __future__ import annotations

from functools import cache
from graphlib import CycleError

import pytest
import sympy as sp
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from osphg.proofs.derivations import DERIVATIONS
from osphg.proofs.kernel import Assumption, Fact, assume, chain
from osphg.proofs.rocq.book import content
from osphg.proofs.small.evidence import CITED, FALSE_REPAIRED, Check, Evidence
from osphg.studies import proof_map
from osphg.studies.claims import Claim
from osphg.studies.proof_map import ProofMap, Theorem

GROWTH, UPPER, CAP = (f"lemma_4_1_{name}_holds" for name in ("growth", "upper", "cap"))
REPAIRED, EXPERTS = "lemma_4_2_repaired_holds", "experts_regret_holds"


@cache
def proven() -> dict[str, Theorem]:
    return proof_map.theorems(
        {name: DERIVATIONS[name] for name in ("lemma41", "lemma42", "experts")}
    )


def claimed(key: str, found: Evidence) -> Claim:
    return Claim(key, "it is so, $a < b$", "lemma41#lem-41", found)


def check(theorem: str, holds: bool = True) -> Check:
    assert theorem in proven()
    return Check("$x$", holds, theorem=theorem)


@cache
def drawn() -> ProofMap:
    claims = [
        claimed("lemma-1", Evidence("", "", "", (check(GROWTH),), remarks=(check(CAP),))),
        claimed("lemma-2", Evidence("", "", "", (check(CAP, False),), (), (check(REPAIRED),))),
        claimed("bound", Evidence("", "", "", (check(UPPER),), (Check("$x$", False),))),
        claimed("experts", Evidence("", "", "", (check(EXPERTS),))),
        claimed("algebra", Evidence("", "", "", (Check("$x$", False),))),
        claimed("figure", Evidence("", "", "", (Check("$x$", True, measured=True),))),
    ]
    return proof_map.proof_map(claims, {}, {}, proven())


def test_runs_are_no_proof() -> None:
    ran = Evidence("", "", "", (Check("$x$", True, measured=True),))
    assert not proof_map.proven_here(claimed("ran", ran))
    exact = Evidence("", "", "", (Check("$x$", True),))
    assert proof_map.proven_here(claimed("exact", exact))


def test_there_is_no_circle() -> None:
    assert set(proof_map.all_below(drawn().graph)) == set(drawn().nodes)
    with pytest.raises(CycleError):
        proof_map.all_below({"a": {"b"}, "b": {"a"}})


def statements() -> tuple[Fact, Fact]:
    """Two facts, to be joined or not."""
    a, b, c = sp.symbols("a b c", real=True)
    return assume(Assumption("a <= b", a, "<=", b)), assume(Assumption("b <= c", b, "<=", c))


def test_a_premise_less_is_another_map() -> None:
    """The same conclusion, once from both facts, once assumed outright."""
    first, second = statements()
    joined = chain(first, second)
    outright = assume(Assumption("outright", joined.lhs, "<=", joined.rhs))

    def direct(top: Fact) -> dict[str, frozenset[str]]:
        return proof_map.premises({
            "first": Theorem("first", "one", first),
            "second": Theorem("second", "one", second),
            "top": Theorem("top", "two", top),
        })  # fmt: skip

    assert direct(joined)["top"] == {"first", "second"}
    assert direct(outright)["top"] == frozenset()
    assert direct(joined)["first"] == frozenset()


def test_a_derivation_of_the_book_without_one_of_its_lemmas() -> None:
    """Growth rests on Lemma 4.1; with that lemma unknown, on what the lemma rests on."""
    full = proof_map.premises(proven())[GROWTH]
    assert UPPER in full
    fewer = {name: theorem for name, theorem in proven().items() if name != UPPER}
    assert proof_map.premises(fewer)[GROWTH] == full - {UPPER} | {"lemma_4_1_one_step_upper_holds"}


def test_a_claim_is_joined_to_what_bears_on_it() -> None:
    assert drawn().edges["lemma-1"] == {GROWTH: "as stated", CAP: "besides"}
    assert drawn().edges["lemma-2"] == {CAP: proof_map.REFUTES, REPAIRED: "in its place"}
    assert drawn().nodes["lemma-2"].verdict == FALSE_REPAIRED
    assert drawn().edges["algebra"] == {}
    assert "figure" not in drawn().nodes


def test_what_is_cited_is_a_node_below_who_cites_it() -> None:
    assert drawn().nodes["cited: 1 + y <= exp(y)"].verdict == CITED
    assert "cited: 1 + y <= exp(y)" in proof_map.all_below(drawn().graph)["experts"]
    assert "cited: 1 + y <= exp(y)" not in proof_map.all_below(drawn().graph)["lemma-2"]


def test_no_box_is_there_for_itself() -> None:
    under = proof_map.all_below(drawn().graph)
    claims = {key for key, node in drawn().nodes.items() if node.claimed}
    assert set(drawn().nodes) == claims.union(*(under[key] for key in claims))


def test_two_proofs_of_one_theorem_are_one_node() -> None:
    said = [content(theorem.fact) for theorem in proven().values()]
    assert len(said) == len(set(said))


GRAPHS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30).map(
    lambda pairs: {
        str(node): frozenset(str(low) for high, low in pairs if high == node and low < high)
        for node in range(10)
    }
)


@given(GRAPHS, st.integers(1, 4))
def test_layers_hold_every_node_above_what_it_rests_on(
    graph: dict[str, frozenset[str]], width: int
) -> None:
    rows = proof_map.in_rows(graph, width)
    row = {node: i for i, nodes in enumerate(rows) for node in nodes}
    assert sorted(row) == sorted(graph)
    assert all(0 < len(nodes) <= width for nodes in rows)
    assert all(row[other] < row[node] for node, others in graph.items() for other in others)


@given(GRAPHS, st.sets(st.integers(0, 9).map(str)))
def test_leaving_nodes_or_edges_out_keeps_what_rests_on_what(
    graph: dict[str, frozenset[str]], shown: set[str]
) -> None:
    full = proof_map.all_below(graph)
    assert proof_map.all_below(proof_map.without_shortcuts(graph)) == full
    fewer = proof_map.all_below(proof_map.shown_only(graph, shown))
    assert fewer == {node: full[node] & shown for node in shown}


@pytest.fixture(scope="module")
def soup() -> BeautifulSoup:
    return BeautifulSoup(drawn()._repr_html_(), "html.parser")


class TestPage:
    def test_boxes_are_links_that_say_their_verdict_in_words(self, soup: BeautifulSoup) -> None:
        boxes = soup.select("svg a[data-node]")
        assert len(boxes) == len(drawn().nodes)
        for box in boxes:
            assert str(box["href"]).partition("#")[0].endswith(".html")
            (word,) = box.select("text.osphg-word")
            assert word.get_text()[0] in "✓✗–"
            assert word.get_text() in str(box["aria-label"])

    def test_what_is_pointed_out_is_what_rests_on_what(self, soup: BeautifulSoup) -> None:
        boxes = {str(box["data-node"]): box for box in soup.select("svg a[data-node]")}
        for number, box in boxes.items():
            for other in str(box["data-below"]).split():
                assert number in str(boxes[other]["data-above"]).split()

    def test_the_table_has_every_box_and_every_line(self, soup: BeautifulSoup) -> None:
        rows = {row.th.get_text(): row for row in soup.select("tbody tr") if row.th}
        assert len(rows) == len(drawn().nodes)
        for key, others in drawn().edges.items():
            listed = rows[drawn().nodes[key].title].find_all("td")[2].get_text()
            for other in others:
                assert drawn().nodes[other].title in listed

    def test_boxes_do_not_overlap(self, soup: BeautifulSoup) -> None:
        corners = [g["transform"] for g in soup.select("svg a g")]
        at = [tuple(map(float, str(c)[10:-1].split())) for c in corners]
        for i, (x, y) in enumerate(at):
            assert not [1 for u, v in at[:i] if abs(x - u) < 126 and abs(y - v) < 50]

    def test_formulas_are_set(self, soup: BeautifulSoup) -> None:
        """In the table, and nowhere else: a drawing and a label cannot show them."""
        (formula,) = {span.get_text() for span in soup.select("td span.math")}
        assert formula == r"\(a < b\)"
        assert "$" not in soup.get_text().replace(soup.script.get_text(), "")  # type: ignore[union-attr]
        assert not soup.select("svg span")

    def test_nothing_is_loaded(self, soup: BeautifulSoup) -> None:
        html = str(soup)
        assert "http" not in html.replace("http://www.w3.org", "")
        assert not soup.find_all(["img", "link", "iframe"])
        assert all(not script.get("src") for script in soup.find_all("script"))
