"""How reports reach a page: long sums on several lines, long lists folded, formulas in tables."""

import pandas
import pytest
import sympy as sp

from osphg.proofs.paper import dual, lemma41, spending
from osphg.proofs.paper.symbols import R, mu
from osphg.proofs.show import Formula, report, statement
from osphg.studies.tables import Table


def test_a_long_sum_is_broken_between_its_terms_and_loses_none() -> None:
    html = report(dual.regret())._repr_html_()
    assert r"\begin{aligned}" in html
    shown = report(spending.square(), spending.NAMES)._repr_html_()
    assert shown.count(r"\left(") == shown.count(r"\right)")
    assert shown.count(r"\bigl(") == shown.count(r"\bigr)")


def test_few_assumptions_are_named_and_all_are_in_the_list_that_unfolds() -> None:
    few = report(lemma41.nonnegative())._repr_html_()
    assert "<summary>Rests on: " in few
    fact = spending.any_multiplier()
    many = report(fact, spending.NAMES)._repr_html_()
    assert f"<summary>Rests on {len(fact.rests_on)} assumptions." in many
    assert many.count("<li>") == len(fact.rests_on) + 1


def test_nothing_is_hidden() -> None:
    """Each assumption stands as a formula, each symbol with its kind and its sign."""
    fact = lemma41.lower()
    shown, text = report(fact)._repr_html_(), str(report(fact))
    for a in fact.rests_on:
        assert statement(a).replace("&", "&amp;") in shown
        assert f"{a.lhs} {a.relation} {a.rhs}" in text
    for said in (
        r"\(\mu &gt; 0\)</span> real",
        r"\(T &gt; 0\)</span> integer",
        r"\lambda_{t}\)</span> real",
    ):
        assert said in shown
    assert "mu: real, > 0" in text
    assert "T: integer, > 0" in text


def test_a_table_shows_an_expression_as_a_formula_and_escapes_everything_else() -> None:
    table = Table(["term", "value"], [("a < b", Formula(R**2 / mu)), ("half", sp.Rational(1, 2))])
    html = table._repr_html_()
    assert r"\(\frac{R^{2}}{\mu}\)" in html
    assert "a &lt; b" in html
    assert "R**2/mu" in repr(table)


def test_a_table_is_a_pandas_frame_whose_rows_are_as_long_as_its_header() -> None:
    table = Table(["player", "seeds"], [("OSPHG", 2), ("MOSP", 3)], caption="Two.")
    assert isinstance(table, pandas.DataFrame)
    assert table.set_index("player").loc["MOSP", "seeds"] == 3
    assert table.attrs["caption"] == "Two."
    with pytest.raises(ValueError, match=r"2 entries like the header, got \['OSPHG'\]"):
        Table(["player", "seeds"], [("OSPHG",)])
