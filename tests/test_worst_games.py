"""How near the worst game comes to {prf:ref}`prp-saddle`, by semidefinite programmes (PEPit)."""

from __future__ import annotations

import warnings

import pytest

with warnings.catch_warnings():  # newer Pythons warn of strings in its source
    warnings.simplefilter("ignore")
    from PEPit import PEP, Expression, Point, null_point
    from PEPit.functions import ConvexIndicatorFunction

BETA = R = 1.0
DELTA = 4 * BETA**2


def worst_share(mu: float, G: float, multipliers: list[float], price: float) -> float:
    """The largest share of the bound that the left side can reach in one kind of game.

    One oracle and windows of one round (K = W = 1). `multipliers` are lambda_1 to lambda_T of the
    game, and `price` is the proposition's lambda; both are given, because they multiply what is
    sought: the convex set, x*, all decisions, gradients, prices and budgets, in any dimension.
    """
    T = len(multipliers)
    game = PEP()
    X = game.declare_function(ConvexIndicatorFunction)
    zero = Expression(is_leaf=False, decomposition_dict={1: 0.0})
    best, v = Point(), Point()
    X.add_point((best, null_point, zero))
    X.add_point((v, null_point, zero))
    game.add_constraint((v - best) ** 2 <= R**2)
    decisions, costs, missed = [], [], zero
    for t, multiplier in enumerate(multipliers):
        u, p, b = Point(), Point(), Expression()
        game.add_constraint(u**2 <= BETA**2)
        game.add_constraint(p**2 <= BETA**2)
        game.add_constraint(p * best - b <= 0)  # x* keeps the budget of every round
        game.add_constraint(p * best - b >= -G)
        spent = p * v - b
        decisions.append(v)
        costs.append((p, b))
        missed += u * (best - v) + price * spent
        if t + 1 < T:
            moved = (1 - DELTA * mu**2) * multiplier + mu * spent
            after = multipliers[t + 1]
            game.add_constraint(moved == after if after > 0 else moved <= 0)
            far = v + mu * (u - multiplier * p)
            normal = Point()
            v = far - normal  # the projection: `normal` is normal to X at the next decision
            X.add_point((v, normal, zero))
    for p, b in costs:
        for x in decisions:
            game.add_constraint(p * x - b <= G)
            game.add_constraint(p * x - b >= -G)
    game.set_performance_metric(missed)
    left = game.solve(verbose=0) - DELTA * mu / 2 * T * price**2 - price**2 / (2 * mu)
    bound = R**2 / (2 * mu) + (G**2 + BETA**2) * mu * T
    return float(left / bound)


# The largest step that the proposition allows is 1/4 where beta = 1 and delta = 4 beta^2.
@pytest.mark.parametrize(("G", "price"), [(0.125, 0.05), (0.25, 0.1), (0.5, 0.2)])
@pytest.mark.filterwarnings("ignore:.*")  # of the solvers, about each other
def test_four_rounds_reach_four_fifths_of_the_saddles_bound(G: float, price: float) -> None:
    """No constant factor below .79 could stand before the whole bound.

    The player overspends in the first three rounds by all that G allows, or by half of that.
    """
    mu, shares = 1 / 4, []
    for level in (1.0, 0.5):
        multipliers = [0.0]
        for _ in range(3):
            multipliers.append((1 - DELTA * mu**2) * multipliers[-1] + mu * G * level)
        shares.append(worst_share(mu, G, multipliers, price))
    assert 0.79 <= max(shares) <= 0.835
