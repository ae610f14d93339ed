"""The symbols of the paper and its assumptions, as the derivations share them.

Rounds t = 1..T and oracles k = 1..K count from 1 as in the paper. Vectors enter through the
numbers that the proofs use of them: values, and inner products with the gradient or the prices.
"""

from __future__ import annotations

import sympy as sp

from osphg.proofs.kernel import Assumption

T, W, K = sp.symbols("T W K", integer=True, positive=True)
t, s, k, i, tau = sp.symbols("t s k i tau", integer=True)
mu, delta, beta, R, L = sp.symbols("mu delta beta R L", positive=True)
F, G = sp.symbols("F G", positive=True)  # ranges of the utilities and of the g_t
b = sp.Symbol("b", positive=True)  # the allowance B_T / T
c = sp.Symbol("c", real=True)  # 1 - delta mu^2, which multiplies lambda_t

lam = sp.Function("lambda", real=True)  # lambda_t
g = sp.Function("g", real=True)  # g_t(x_t)
gs = sp.Function("g^*", real=True)  # g_t(x*_W)


def say(
    name: str, lhs: sp.Expr, relation: str, rhs: sp.Expr, where: tuple[sp.Expr, ...], source: str
) -> Assumption:
    """Return an assumption for all t and all k, so far as its conditions bound them."""
    over = tuple(x for x in (t, k) if any(bound.has(x) for bound in where))
    return Assumption(name, lhs, relation, rhs, over, where, source)


KEEP = Assumption("c is 1 - delta mu^2", c, "=", 1 - delta * mu**2, source="definition")
KEEP_NONNEGATIVE = Assumption("0 <= 1 - delta mu^2", sp.Integer(0), "<=", c, source="Lemma 4.1")
START = Assumption("lambda_1 = 0", lam(1), "=", sp.Integer(0), source="Algorithm 2")
UPDATE = Assumption(
    "dual update", lam(t + 1), "=", sp.Max(0, c * lam(t) + mu * g(t)),
    for_all=(t,), where=(t - 1, T - t), source="Algorithm 2, last line",
)  # fmt: skip
G_ABOVE = Assumption("|g_t(x_t)| <= G", sp.Abs(g(t)), "<=", G, (t,), (t - 1, T - t), "section 3.2")
GS_ABOVE = Assumption("|g_t(x*)| <= G", sp.Abs(gs(t)), "<=", G, (t,), (t - 1, T - t), "section 3.2")
FEASIBLE = Assumption(
    "x* is in X_W", sp.Sum(gs(t + tau), (tau, 0, W - 1)), "<=", sp.Integer(0),
    for_all=(t,), where=(t - 1, T - W + 1 - t), source="section 3.1",
)  # fmt: skip
