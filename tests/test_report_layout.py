"""How reports reach a page: long sums on several lines, long lists folded, formulas in tables."""

import sympy as sp

from osphg.proofs.paper import dual, lemma41, spending
from osphg.proofs.paper.symbols import R, mu
from osphg.proofs.show import Formula, report
from osphg.studies.tables import Table


def test_a_long_sum_is_broken_between_its_terms_and_loses_none() -> None:
    html = report(dual.regret())._repr_html_()
    assert r"\begin{aligned}" in html
    shown = report(spending.square(), spending.NAMES)._repr_html_()
    assert shown.count(r"\left(") == shown.count(r"\right)")
    assert shown.count(r"\bigl(") == shown.count(r"\bigr)")


def test_few_assumptions_are_a_sentence_and_many_a_list_that_unfolds() -> None:
    few = report(lemma41.nonnegative())._repr_html_()
    assert "<p>Rests on: " in few
    assert "<details>" not in few
    fact = spending.any_multiplier()
    many = report(fact, spending.NAMES)._repr_html_()
    assert f"<summary>Rests on {len(fact.rests_on)} assumptions." in many
    assert many.count("<li>") == len(fact.rests_on)


def test_a_table_shows_an_expression_as_a_formula_and_escapes_everything_else() -> None:
    table = Table(["term", "value"], [("a < b", Formula(R**2 / mu)), ("half", sp.Rational(1, 2))])
    html = table._repr_html_()
    assert r"\(\frac{R^{2}}{\mu}\)" in html
    assert "a &lt; b" in html
    assert "R**2/mu" in repr(table)
