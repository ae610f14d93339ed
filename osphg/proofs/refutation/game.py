"""The decoy game in the kernel: its symbols and the assumptions of the refutation of Theorem 4.1.

The goods z (free), e (the decoy) and o enter through numbers: coordinates of the choices and of the
path, values and slopes of q. Taken for granted are the definitions of game and comparator, what is
said of q (concave; its slope; its top), the steps of Algorithm 2, that projection is nonexpansive,
and the tuning. That eta = 1 - Q tau and ell - rho are not negative is derived (`path.spare`,
`linear_regret.above_rho`); nothing is divided by them.
"""

from __future__ import annotations

import sympy as sp

from osphg.proofs.paper.climb import f, fs, mean
from osphg.proofs.paper.dual import fixed as ell
from osphg.proofs.paper.symbols import G, K, T, beta, g, i, k, lam, mu, say, t

ZERO, ONE = sp.Integer(0), sp.Integer(1)
Q, w, rho, P, share = sp.symbols("Q w rho P tau", positive=True)
eta = 1 - Q * share
a = sp.Symbol("a", real=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
N0 = sp.Symbol("N_0", integer=True, positive=True)
vz, ve, vo, z, e, q, slope, o, u = (
    sp.Function(name, real=True) for name in ("vz", "ve", "vo", "z", "e", "q", "q'", "o", "u")
)
_k = "_{{{0}}}^{{({1})}}"
NAMES = {
    **{"z": "z" + _k, "e": "e" + _k, "q": f"q(e{_k})", "q'": f"q'(e{_k})", "ell": r"\ell"},
    **{f"v{x}": rf"v_{{{{{x}, {{0}}}}}}^{{{{({{1}})}}}}" for x in "zeo"},
}

ROUND = (t - 1, T - t)
EVERY, PATH = (*ROUND, k - 1, K - k), (*ROUND, k - 1, K + 1 - k)
FIRST = (*ROUND, k - 1, m + 1 - k, K - m - 1)
GAME, ALG = "the decoy game", "Algorithm 2"


LEVEL = say("ell is a tau", ell, "=", a * share, (), "definition")
VALUE = say("a is Q (1 - m/K)", a, "=", Q * (1 - m / K), (), "definition")
WORTH = say("rho <= Q tau (1 - tau)", rho, "<=", Q * share * (1 - share), (), GAME)
LATE = say("1/(eta mu) <= N_0", ONE, "<=", eta * mu * N0, (), "N_0 is 1/(eta mu), rounded up")
FLOOR = say("m <= K tau", m, "<=", K * share, (), "m is K tau, rounded down")
CEILING = say("K tau <= m + 1", K * share, "<=", m + 1, (), "m is K tau, rounded down")
PRICE = say("P tau = 1", P * share, "=", ONE, (), GAME)
RANGE = say("G is P", G, "=", P, (), GAME)
STEEP = say("P^2 + 1 <= beta^2", P**2 + 1, "<=", beta**2, (), GAME)
TOP_ONE = say("Q tau + Q w/2 <= 1", Q * share + Q * w / 2, "<=", ONE, (), GAME)
BEST = say("f(x*) = 1 + rho", fs(t), "=", 1 + rho, ROUND, GAME)
UTILITY = say(
    "f = 1 - (1 - z)(1 - q(e)) + rho o", f(t), "=",
    1 - (1 - z(t, K + 1)) * (1 - q(t, K + 1)) + rho * o(t), ROUND, GAME,
)  # fmt: skip
SPENT = say("g = P e + o - 1", g(t), "=", P * e(t, K + 1) + o(t) - 1, ROUND, GAME)
SLOPE_LOW = say("0 <= q'", ZERO, "<=", slope(t, k), PATH, GAME)
SLOPE_HIGH = say("q' <= Q", slope(t, k), "<=", Q, PATH, GAME)
BEND = say(
    "Q - Q [x - tau]_+ / w <= q'(x)", Q - Q / w * sp.Max(0, e(t, k) - share), "<=", slope(t, k),
    PATH, GAME,
)  # fmt: skip
FALLING = say("q' falls along the path", slope(t, k + 1), "<=", slope(t, k), EVERY, GAME)
CONCAVE = say(
    "q is concave", slope(t, k + 1) * (e(t, k + 1) - e(t, k)), "<=", q(t, k + 1) - q(t, k), EVERY,
    GAME,
)  # fmt: skip
ZERO_Q = say("q(0) = 0", q(t, 1), "=", ZERO, ROUND, GAME)
LINE = say("q(x) <= Q x", q(t, k), "<=", Q * e(t, k), PATH, GAME)
TOP = say("q <= Q tau + Q w/2", q(t, k), "<=", Q * share + Q * w / 2, PATH, GAME)
Z_LOW = say("0 <= v_z", ZERO, "<=", vz(t, k), EVERY, "X is the unit cube")
Z_HIGH = say("v_z <= 1", vz(t, k), "<=", ONE, EVERY, "X is the unit cube")
E_LOW = say("0 <= v_e", ZERO, "<=", ve(t, k), EVERY, "X is the unit cube")
E_HIGH = say("v_e <= 1", ve(t, k), "<=", ONE, EVERY, "X is the unit cube")
PATH_Z = say("z^(k) by v_z", z(t, k), "=", sp.Sum(vz(t, i), (i, 1, k - 1)) / K, PATH, ALG)
PATH_E = say("e^(k) by v_e", e(t, k), "=", sp.Sum(ve(t, i), (i, 1, k - 1)) / K, PATH, ALG)
PLAYED = say("o by v_o", o(t), "=", mean(vo(t, k)), ROUND, ALG)
START_Z = say("v_z = 0 at first", vz(1, k), "=", ZERO, EVERY[2:], ALG)
START_E = say("v_e = 0 at first", ve(1, k), "=", ZERO, EVERY[2:], ALG)
START_O = say("v_o = 0 at first", vo(1, k), "=", ZERO, EVERY[2:], ALG)
FREE = say(
    "ascent in v_z at price 0", vz(t + 1, k), "=", sp.Min(1, vz(t, k) + mu * (1 - q(t, k))),
    EVERY, ALG,
)  # fmt: skip
U_ONE = say("u_k = 1, k <= m", u(k), "=", ONE, (k - 1, m - k), "definition")
U_NEXT = say("u_k = K tau - m, k = m + 1", u(m + 1), "=", K * share - m, (), "definition")
U_ZERO = say("u_k = 0, k > m + 1", u(k), "=", ZERO, (k - m - 2, K - k), "definition")

D = (1 - z(t, k)) * slope(t, k)  # the partial derivative of f in e at x^(k)
term = (D - a) * (u(k) - ve(t, k))
S = mean(term)
payoff = (D - lam(t) * P) * (u(k) - ve(t, k)) - (rho - lam(t)) * vo(t, k)
A = mean(payoff)
distance = (ve(t, k) - u(k)) ** 2 + vo(t, k) ** 2
direction = (D - lam(t) * P) ** 2 + (rho - lam(t)) ** 2
PROJECTED = say(
    "projection of (v_e, v_o) is nonexpansive", distance.subs(t, t + 1), "<=",
    distance - 2 * mu * payoff + mu**2 * direction, EVERY, f"{ALG}, gradient ascent",
)  # fmt: skip
early = Q * share * (share + w + 1 / K)
