"""The violation bound for several budgets: the constants of one, and runs that respect it."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable

import numpy as np
import pytest
import sympy as sp

import osphg
from osphg.pacing import Plan
from osphg.proofs.kernel import Assumption, Fact, ProofError
from osphg.proofs.paper import several, spending
from osphg.proofs.paper.lemma43 import ONE, WEIGHTED
from osphg.proofs.paper.symbols import G, R, T, W, beta
from osphg.utilities import AtRound


def test_the_right_side_is_that_of_one_budget() -> None:
    proven = several.prove()
    for feedback in ("", "-published"):
        fact = proven[f"several-violation{feedback}"]
        assert fact.lhs == several.length
        assert sp.expand(fact.rhs - spending.bound().rhs ** 2) == 0
        assert fact.where == spending.bound().where
    assert proven["several-square"].rhs == spending.square().rhs


NEEDED: list[tuple[str, Callable[..., Fact], tuple[object, ...]]] = [
    ("UPDATES", several.one_budget, ()),
    ("STARTS", several.dual, ()),
    ("LONG", several.dual, ()),
    ("SPENT", several.one_round, (ONE,)),
    ("PRICED", several.learned, (WEIGHTED,)),
]


@pytest.mark.parametrize(("name", "derive", "args"), NEEDED, ids=[row[0] for row in NEEDED])
def test_needs(
    name: str,
    derive: Callable[..., Fact],
    args: tuple[object, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without any one of the new assumptions the step that uses it is refused."""
    derive(*args)
    given = getattr(several, name)
    zero = ONE * 0
    nothing = Assumption("nothing", zero, given.relation, zero, given.for_all, given.where)
    monkeypatch.setattr(several, name, nothing)
    with pytest.raises(ProofError):
        inspect.unwrap(derive)(*args)  # not what is remembered


@pytest.mark.parametrize("weighted", [False, True])
def test_runs_respect_it(weighted: bool) -> None:
    """With the constants of the plan, which bound what this game has; most of it is not used."""
    rounds = osphg.rounds.paper_quadratics(T=300, n=2, seed=2)
    P = np.random.default_rng(8).uniform(0, 2, (300, 3, 2))
    steep = max(rounds.beta_f, max(float(np.linalg.norm(rows, 2)) for rows in P))
    plan = Plan(300, [30.0, 90.0, 60.0], rounds.domain, beta_f=rounds.beta_f, beta_p=steep)
    player = osphg.OSPHG.tuned(plan, W=5, K=4, weighted=weighted)
    game = osphg.Pacer(player, domain=rounds.domain, budget=plan.budget, horizon=300)
    for t in range(300):
        x = game.decide()
        assert np.linalg.norm(P[t] @ x - game.allowance) <= plan.G
        game.observe(price=P[t], gradient=AtRound(rounds.utility, t).gradient)
    values = {R: rounds.R, beta: steep, G: plan.G, T: 300, W: 5}
    most = math.sqrt(several.in_orders(WEIGHTED if weighted else ONE).rhs.subs(values))
    assert game.violation[0] > 0  # the scarcest is overspent
    assert np.linalg.norm(np.maximum(game.violation, 0)) <= most
