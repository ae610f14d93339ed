"""Literal transcriptions with several budgets: a multiplier for each, as `tests.literal`.

prices[t][j][i] is what a unit of item i costs budget j in round t, and budgets[j] its money. What
one number is for one budget is a list here. Rounds are counted from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import exp, sqrt

from tests.literal import Gradient, History, Projection, Value, Vector, inner, iterates
from tests.literal_hard import nearest_in_plane
from tests.literal_oracles import Learner
from tests.literal_queues import Ball

Matrix = list[Vector]


@dataclass(frozen=True)
class SeveralGame:
    """What is played: f_t with its gradient or direction of ascent, prices, budgets, X."""

    value: Value
    gradient: Gradient
    prices: Sequence[Matrix]
    budgets: Vector
    project: Projection
    allowances: Matrix = field(default_factory=list)  # the money for each round; [] for b

    @property
    def T(self) -> int:
        return len(self.prices)

    @property
    def n(self) -> int:
        return len(self.prices[0][0])

    @property
    def b(self) -> Vector:
        return [budget / self.T for budget in self.budgets]

    def money(self, t: int) -> Vector:
        """The money for round t, b_t, of each budget."""
        return self.allowances[t] if self.allowances else self.b

    def g(self, t: int, x: Vector) -> Vector:
        return [inner(p, x) - b for p, b in zip(self.prices[t], self.money(t), strict=True)]

    def charge(self, t: int, multipliers: Vector) -> Vector:
        """P_t' lambda: what a unit of each item costs at these multipliers."""
        rows = list(zip(multipliers, self.prices[t], strict=True))
        return [sum(lam * p[i] for lam, p in rows) for i in range(self.n)]

    def add(self, history: History, t: int, x: Vector, multipliers: Vector) -> Vector:
        """Note that x was played in round t under these multipliers; return g_t(x)."""
        history.decisions.append(x)
        history.utility.append(self.value(t, x))
        history.violation.append(self.g(t, x))  # type: ignore[arg-type]
        history.multiplier.append(list(multipliers))  # type: ignore[arg-type]
        return self.g(t, x)


def stepped(keep: float, multipliers: Vector, step: float, g: Vector) -> Vector:
    """[keep lambda + step g]_+ for each budget."""
    return [max(keep * lam + step * over, 0.0) for lam, over in zip(multipliers, g, strict=True)]


def charged(v: Vector, P: Matrix, multipliers: Vector) -> Vector:
    """v - P' l."""
    rows = list(zip(multipliers, P, strict=True))
    return [v[i] - sum(lam * p[i] for lam, p in rows) for i in range(len(v))]


def osphg(
    game: SeveralGame,
    K: int,
    mu: float,
    delta: float,
    weighted: bool = False,
    step: float | None = None,
    v1: Sequence[float] | None = None,
    lambda1: float = 0.0,
    mu_lambda: float | None = None,
) -> History:
    """Algorithm 2 with a multiplier for each budget, which steps by mu_lambda."""
    n, history = game.n, History()
    step = mu if step is None else step
    mu = mu if mu_lambda is None else mu_lambda
    v = [[0.0] * n if v1 is None else list(v1) for _ in range(K)]
    lam = [lambda1] * len(game.budgets)
    for t in range(game.T):
        x = iterates(v)
        g = game.add(history, t, x[K], lam)
        # w_k grad f_t(x_t^(k)) - P_t' lambda_t
        charged = game.charge(t, lam)
        for k in range(K):
            slope = game.gradient(t, x[k])
            w = (1 - 1 / K) ** (K - 1 - k) if weighted else 1.0
            moved = [v[k][i] + step * (w * slope[i] - charged[i]) for i in range(n)]
            v[k] = game.project(moved)
        lam = stepped(1 - delta * mu**2, lam, mu, g)
    return history


def boosted_osphg(
    game: SeveralGame,
    points: Callable[[int], Sequence[tuple[float, float]]],
    mu: float,
    delta: float,
    step: float | None = None,
    v1: Sequence[float] | None = None,
    lambda1: float = 0.0,
    mu_lambda: float | None = None,
) -> History:
    """OSPHG with the boosted gradient; points(t) has the (z_j, w_j) of the integral in round t."""
    n, history = game.n, History()
    step = mu if step is None else step
    mu = mu if mu_lambda is None else mu_lambda
    x = [0.0] * n if v1 is None else list(v1)
    lam = [lambda1] * len(game.budgets)
    for t in range(game.T):
        g = game.add(history, t, x, lam)
        u = boosted(game, points, t, x)
        charged = game.charge(t, lam)
        x = game.project([x[i] + step * (u[i] - charged[i]) for i in range(n)])
        lam = stepped(1 - delta * mu**2, lam, mu, g)
    return history


def boosted(
    game: SeveralGame,
    points: Callable[[int], Sequence[tuple[float, float]]],
    t: int,
    x: Vector,
) -> Vector:
    """The sum of w_j grad f_t(z_j x)."""
    u = [0.0] * game.n
    for z, w in points(t):
        slope = game.gradient(t, [z * entry for entry in x])
        u = [u[i] + w * slope[i] for i in range(game.n)]
    return u


def meta_frank_wolfe(
    game: SeveralGame, K: int, step: float, v1: Sequence[float] | None = None
) -> History:
    """Algorithm 1: the budgets are only recorded."""
    n, history = game.n, History()
    v = [[0.0] * n if v1 is None else list(v1) for _ in range(K)]
    for t in range(game.T):
        x = iterates(v)
        game.add(history, t, x[K], [0.0] * len(game.budgets))
        for k in range(K):
            slope = game.gradient(t, x[k])
            v[k] = game.project([v[k][i] + step * slope[i] for i in range(n)])
    return history


def descend(
    game: SeveralGame,
    steps: Callable[[int], tuple[float, float, float]],
    weight: float = 1.0,
    *,
    dual_first: bool = False,
    ahead: bool = False,
    clipped: bool = False,
    margin: Vector | None = None,
) -> History:
    """x climbs weight f_t - <lambda, g_t>, each lambda its own g_t, by steps(t), t = 1, 2, ...

    steps(t) has the step of x, that of lambda, and what lambda keeps. With `dual_first` x steps
    with the next lambda; with `ahead` lambda steps by g_t at the next x; with `clipped` a budget
    that is kept in this round does not charge x.
    """
    n, history = game.n, History()
    x, lam = [0.0] * n, [0.0] * len(game.budgets)
    for t in range(game.T):
        step, dual, keep = steps(t + 1)
        g = game.add(history, t, x, lam)
        kept_back = margin or [0.0] * len(g)
        after = stepped(keep, lam, dual, [a + b for a, b in zip(g, kept_back, strict=True)])
        used = after if dual_first else lam
        if clipped:
            used = [one if over > 0 else 0.0 for one, over in zip(used, g, strict=True)]
        slope, charged = game.gradient(t, x), game.charge(t, used)
        x = game.project([x[i] + step * (weight * slope[i] - charged[i]) for i in range(n)])
        if ahead:
            after = stepped(keep, lam, dual, game.g(t, x))
        lam = after
    return history


def mahdavi_jin_yang(game: SeveralGame, eta: float, delta: float) -> History:
    return descend(game, lambda t: (eta, eta, 1 - delta * eta**2))


def mahdavi_no_violation(game: SeveralGame, eta: float, delta: float, margin: Vector) -> History:
    return descend(game, lambda t: (eta, eta, 1 - delta * eta**2), margin=list(margin))


def mahdavi_mirror_prox(game: SeveralGame, eta: float) -> History:
    """Each round moves twice from (u, v): with what is known before it, and after it."""
    n, history = game.n, History()
    u, v = [0.0] * n, [0.0] * len(game.budgets)
    x, lam = u, v
    for t in range(game.T):
        if t > 0:
            charged = game.charge(t - 1, v)
            x = game.project([u[i] - eta * charged[i] for i in range(n)])
            lam = stepped(1.0, v, eta, game.g(t - 1, u))
        g = game.add(history, t, x, lam)
        slope, charged = game.gradient(t, x), game.charge(t, lam)
        u = game.project([u[i] + eta * (slope[i] - charged[i]) for i in range(n)])
        v = stepped(1.0, v, eta, g)
    return history


def yu_neely(game: SeveralGame, gamma: float, alpha: float) -> History:
    """Q_j(t) = max{-g~_j, Q_j(t-1) + g~_j} for each budget, g~ = gamma g."""
    n, history = game.n, History()
    x, Q = [0.0] * n, [0.0] * len(game.budgets)
    for t in range(game.T):
        scaled = [gamma * over for over in game.add(history, t, x, Q)]
        Q = [max(-over, queue + over) for over, queue in zip(scaled, Q, strict=True)]
        charged = game.charge(t, [gamma * (a + b) for a, b in zip(Q, scaled, strict=True)])
        slope = game.gradient(t, x)
        x = game.project([x[i] + (slope[i] - charged[i]) / (2 * alpha) for i in range(n)])
    return history


def jenatton_huang_archambeau(game: SeveralGame, eta: float, theta: float, b: float) -> History:
    def steps(t: int) -> tuple[float, float, float]:
        theta_t, eta_t = theta / t**b, eta / t**b
        mu_t = 1 / (theta_t * (t + 1))
        return eta_t, mu_t, 1 - mu_t * theta_t

    return descend(game, steps)


def sun_dey_kapoor(game: SeveralGame, mu: float, delta: float) -> History:
    return descend(game, lambda t: (mu, mu, 1 - delta * mu**2))


def sun_dey_kapoor_entropic(game: SeveralGame, r: float, mu: float, delta: float) -> History:
    """With sum_i z_i ln z_i on {z >= 0, sum z = r}, where z = (x, slack)."""
    n, history = game.n, History()
    z, lam = [r / (n + 1)] * (n + 1), [0.0] * len(game.budgets)
    for t in range(game.T):
        x = z[:n]
        g = game.add(history, t, x, lam)
        in_z = [*charged(game.gradient(t, x), game.prices[t], lam), 0.0]
        y = [z[i] * exp(mu * in_z[i]) for i in range(n + 1)]
        z = [entry * r / sum(y) for entry in y]
        lam = stepped(1 - delta * mu**2, lam, mu, g)
    return history


def cao_liu(game: SeveralGame, alpha: float, delta: float) -> History:
    return descend(game, lambda t: (alpha, alpha, 1 - delta * alpha**2))


def mosp(game: SeveralGame, alpha: float, mu: float) -> History:
    return descend(game, lambda t: (alpha, mu, 1.0), dual_first=True)


def neely_yu(game: SeveralGame, V: float, alpha: float) -> History:
    return descend(game, lambda t: (1 / (2 * alpha), 1.0, 1.0), V, ahead=True)


def boosted_queue(
    game: SeveralGame,
    points: Callable[[int], Sequence[tuple[float, float]]],
    V: float,
    alpha: float,
) -> History:
    """x climbs V F_t, each queue grows by its own g_t at the next decision."""
    n, history = game.n, History()
    x, Q = [0.0] * n, [0.0] * len(game.budgets)
    for t in range(game.T):
        game.add(history, t, x, Q)
        u, charged = boosted(game, points, t, x), game.charge(t, Q)
        x = game.project([x[i] + (V * u[i] - charged[i]) / (2 * alpha) for i in range(n)])
        Q = stepped(1.0, Q, 1.0, game.g(t, x))
    return history


def yuan_lamperski(game: SeveralGame, eta: float, sigma: float) -> History:
    steps = (eta, 1 / (sigma * eta), 0.0)
    return descend(game, lambda t: steps, ahead=True, clipped=True)


def yuan_lamperski_strong(game: SeveralGame, H: float, sigma: float) -> History:
    return descend(
        game, lambda t: (1 / (H * t), H * (t + 1) / sigma, 0.0), ahead=True, clipped=True
    )


def online_gradient_ascent(game: SeveralGame, eta: float) -> History:
    return descend(game, lambda t: (eta, 0.0, 1.0))


# Bandits.


def cao_liu_bandit(game: SeveralGame, ball: Ball, alpha: float, delta: float) -> History:
    """The gradient of f_t from values at two points; prices are seen."""
    n, history = game.n, History()
    x, lam = ball.project(game, [0.0] * n), [0.0] * len(game.budgets)
    for t in range(game.T):
        g = game.add(history, t, x, lam)
        ahead, behind = ball.ends(t, x)
        d, charged = ball.slope(t, game.value(t, ahead), game.value(t, behind)), game.charge(t, lam)
        x = ball.project(game, [x[i] + alpha * (d[i] - charged[i]) for i in range(n)])
        lam = stepped(1 - delta * alpha**2, lam, alpha, g)
    return history


def mosp_bandit(game: SeveralGame, ball: Ball, alpha: float, mu: float) -> History:
    """The same, where x steps with the next lambda."""
    n, history = game.n, History()
    x, lam = ball.project(game, [0.0] * n), [0.0] * len(game.budgets)
    for t in range(game.T):
        g = game.add(history, t, x, lam)
        ahead, behind = ball.ends(t, x)
        d = ball.slope(t, game.value(t, ahead), game.value(t, behind))
        lam = stepped(1.0, lam, mu, g)
        charged = game.charge(t, lam)
        x = ball.project(game, [x[i] + alpha * (d[i] - charged[i]) for i in range(n)])
    return history


def cao_liu_values(game: SeveralGame, ball: Ball, alpha: float, delta: float) -> History:
    """Two values of f_t, and two of the g_t of each budget."""
    n, history = game.n, History()
    x, lam = ball.project(game, [0.0] * n), [0.0] * len(game.budgets)
    for t in range(game.T):
        game.add(history, t, x, lam)
        ends = ball.ends(t, x)
        # of the Lagrangian -f_t + <lambda, g_t>
        rise, fall = (-game.value(t, at) + inner(lam, game.g(t, at)) for at in ends)
        slope = ball.slope(t, rise, fall)
        x = ball.project(game, [x[i] - alpha * slope[i] for i in range(n)])
        over = [(a + b) / 2 for a, b in zip(game.g(t, ends[0]), game.g(t, ends[1]), strict=True)]
        lam = stepped(1 - delta * alpha**2, lam, alpha, over)
    return history


# K oracles.


def with_oracles(
    game: SeveralGame,
    oracles: Sequence[Learner],
    mu: float = 0.0,
    delta: float = 0.0,
    weighted: bool = False,
) -> History:
    """Algorithm 2 with any oracles; mu = 0 is Algorithm 1, whose multipliers stay 0."""
    n, K, history = game.n, len(oracles), History()
    lam = [0.0] * len(game.budgets)
    for t in range(game.T):
        x = iterates([oracle.choice for oracle in oracles])
        g, charged = game.add(history, t, x[K], lam), game.charge(t, lam)
        for k in range(K):
            slope = game.gradient(t, x[k])
            w = (1 - 1 / K) ** (K - 1 - k) if weighted else 1.0
            oracles[k].learn([w * slope[i] - charged[i] for i in range(n)])
        lam = stepped(1 - delta * mu**2, lam, mu, g)
    return history


def stochastic_meta_frank_wolfe(
    game: SeveralGame,
    first: Sequence[Vector],
    advance: Callable[[int, int, Vector, Vector, Vector], Vector],
    estimate: Callable[[int, int, Vector], Vector],
) -> History:
    """The budgets are only recorded."""
    n, K, history = game.n, len(first), History()
    v = [list(choice) for choice in first]
    totals = [[0.0] * n for _ in range(K)]
    for t in range(game.T):
        x = iterates(v)
        game.add(history, t, x[K], [0.0] * len(game.budgets))
        d = [0.0] * n
        for k in range(K):
            g, rho = estimate(t, k, x[k]), 2 / (k + 4) ** (2 / 3)
            d = [(1 - rho) * d[i] + rho * g[i] for i in range(n)]
            totals[k] = [totals[k][i] + d[i] for i in range(n)]
            v[k] = advance(t, k, v[k], d, totals[k])
    return history


def olfw(game: SeveralGame, K: int, mu: float, delta: float, gamma: float) -> History:
    """OSPHG's oracles, and the mean of the past prices of each budget."""
    n, history, money = game.n, History(), range(len(game.budgets))
    v = [[0.0] * n for _ in range(K)]
    for t in range(game.T):
        x = iterates(v)
        mean, lam = [[0.0] * n for _ in money], [0.0] * len(game.budgets)
        if t > 0:
            mean = mean_of(game.prices[:t])
            excess = [inner(mean[j], x[K]) - game.b[j] - gamma / sqrt(t) for j in money]
            lam = [max(over, 0.0) / (delta * mu) for over in excess]
        game.add(history, t, x[K], lam)
        for k in range(K):
            slope = charged(game.gradient(t, x[k]), mean, lam)
            v[k] = game.project([v[k][i] + mu * slope[i] for i in range(n)])
    return history


def per_step_duals(game: SeveralGame, K: int, V: float, alpha: float) -> History:
    """The queue method in every oracle, a queue for each budget."""
    n, history, money = game.n, History(), range(len(game.budgets))
    v = [[0.0] * n for _ in range(K)]
    Q = [[0.0 for _ in money] for _ in range(K)]
    for t in range(game.T):
        x = iterates(v)
        game.add(history, t, x[K], [sum(queue[j] for queue in Q) / K for j in money])
        for k in range(K):
            slope, cost = game.gradient(t, x[k]), game.charge(t, Q[k])
            v[k] = game.project(
                [v[k][i] + (V * slope[i] - cost[i]) / (2 * alpha) for i in range(n)]
            )
            Q[k] = stepped(1.0, Q[k], 1.0, game.g(t, v[k]))
    return history


# Budgets that are kept in every round.


def pfs(
    game: SeveralGame,
    faces: Sequence[tuple[Vector, float]],
    centre: Vector,
    reach: float,
    eta: float,
    margin: float,
) -> History:
    """The budgets are among the faces; besides, they are only recorded."""
    n, history, x = game.n, History(), list(centre)
    for t in range(game.T):
        game.add(history, t, x, [0.0] * len(game.budgets))
        h = game.gradient(t, x)
        y = [x[i] + eta * h[i] for i in range(n)]
        at, slope = max(((inner(a, x) - b, a) for a, b in faces), key=lambda pair: pair[0])
        linear = at + inner(slope, [y[i] - x[i] for i in range(n)]) + margin
        if linear > 0:
            y = [y[i] - linear * slope[i] for i in range(n)]
        away = [y[i] - centre[i] for i in range(n)]
        length = sqrt(inner(away, away))
        if length > reach:
            y = [centre[i] + reach * away[i] / length for i in range(n)]
        x = y
    return history


def vaze_sinha(game: SeveralGame, rows: Sequence[tuple[Vector, float]], eta: float) -> History:
    """In the plane: the prices of all budgets stay."""
    history, x, seen = History(), [0.0, 0.0], list(rows)
    for t in range(game.T):
        game.add(history, t, x, [0.0] * len(game.budgets))
        h = game.gradient(t, x)
        y = nearest_in_plane(seen, [x[i] + eta / sqrt(t + 1) * h[i] for i in range(2)])
        seen += [(list(p), b) for p, b in zip(game.prices[t], game.b, strict=True)]
        x = nearest_in_plane(seen, y)
    return history


# Rules of practice: the scarcest budget decides.


def play(
    game: SeveralGame,
    after: Callable[[int, Vector, Vector], tuple[Vector, Vector]],
    first: Vector | None = None,
    start: Vector | None = None,
) -> History:
    """`after(t, x_t, spent of each so far)` returns x_{t+1} and the multipliers."""
    zeros = [0.0] * len(game.budgets)
    history, x, lam, spent = History(), start or [0.0] * game.n, first or zeros, list(zeros)
    for t in range(game.T):
        g = game.add(history, t, x, lam)
        spent = [s + over + b for s, over, b in zip(spent, g, game.money(t), strict=True)]
        x, lam = after(t, x, list(spent))
    return history


def evenly(top: Vector, prices: Matrix, money: Vector) -> Vector:
    """The largest share of `top` that every budget covers."""
    share = 1.0
    for price, amount in zip(prices, money, strict=True):
        if inner(price, top) > amount:
            share = min(share, amount / inner(price, top))
    return [share * entry for entry in top]


def left_per_round(game: SeveralGame, spent: Vector, t: int) -> Vector:
    rounds = max(game.T - t - 1, 1)
    return [max(B - s, 0.0) / rounds for B, s in zip(game.budgets, spent, strict=True)]


def left_for_next(game: SeveralGame, spent: Vector, t: int) -> Vector:
    """Of what is left, the part that the next round has of the allowances to come."""
    if not game.allowances or t + 1 == game.T:
        return left_per_round(game, spent, t)
    to_come = [sum(column) for column in zip(*game.allowances[t + 1 :], strict=True)]
    parts = [b / rest for b, rest in zip(game.money(t + 1), to_come, strict=True)]
    rows = zip(game.budgets, spent, parts, strict=True)
    return [max(B - s, 0.0) * part for B, s, part in rows]


def mean_of(matrices: Sequence[Matrix]) -> Matrix:
    rows = range(len(matrices[0]))
    return [
        [sum(P[j][i] for P in matrices) / len(matrices) for i in range(len(matrices[0][0]))]
        for j in rows
    ]


def even_pacing(game: SeveralGame, top: Vector, memory: int) -> History:
    def after(t: int, x: Vector, spent: Vector) -> tuple[Vector, Vector]:
        price = mean_of(game.prices[max(t + 1 - memory, 0) : t + 1])
        return evenly(top, price, left_for_next(game, spent, t)), [0.0] * len(spent)

    return play(game, after)


def throttle(game: SeveralGame, top: Vector, gain: float, integral: float, season: int) -> History:
    budgets = range(len(game.budgets))
    first: dict[int, float] = {}
    total = [0.0] * len(game.budgets)

    def after(t: int, x: Vector, spent: Vector) -> tuple[Vector, Vector]:
        shares = []
        for j in budgets:
            cost, money = inner(game.prices[t][j], top), left_for_next(game, spent, t)[j]
            if cost > 0:
                first.setdefault(j, min(1.0, money / cost))
            planned = sum(game.money(s)[j] for s in range(t + 1))
            lag = (planned - spent[j]) / (season * game.b[j])
            total[j] += lag
            shares.append(min(first.get(j, 1.0) * exp(gain * lag + integral * total[j]), 1.0))
        return [min(shares) * entry for entry in top], [0.0] * len(spent)

    return play(game, after)


def resolve(
    game: SeveralGame,
    top: Vector,
    affordable_in_each: Callable[[Vector, Matrix, Vector], Vector],
    every: int,
    memory: int,
    K: int,
) -> History:
    zeros = [0.0] * len(game.budgets)

    def after(t: int, x: Vector, spent: Vector) -> tuple[Vector, Vector]:
        money = left_per_round(game, spent, t)
        if t + 1 < every:
            return evenly(top, game.prices[t], money), zeros
        if (t + 1) % every:
            return x, zeros
        seen, x = range(max(t + 1 - memory, 0), t + 1), [0.0] * game.n
        for _ in range(K):
            (slopes,) = mean_of([[game.gradient(s, x)] for s in seen])
            v = affordable_in_each(slopes, mean_of([game.prices[s] for s in seen]), money)
            x = [a + b / K for a, b in zip(x, v, strict=True)]
        return x, zeros

    return play(game, after)


def planned(
    game: SeveralGame,
    top: Vector,
    affordable_in_each: Callable[[Vector, Matrix, Vector], Vector],
    forecast: tuple[Gradient, Sequence[Matrix]] | None,
    memory: int,
    prior: float,
    every: int,
    floor: float,
    K: int,
) -> History:
    """Of a period of one round; the prices of each budget are corrected by their own ratio."""
    if forecast is None:
        return resolve(game, top, affordable_in_each, every, memory, K)
    n, T, budgets = game.n, game.T, range(len(game.budgets))
    expected, prices = forecast

    def to_come(t: int, rates: Vector, levels: Matrix, money: Vector) -> Vector:
        """What is best from round t on."""
        costs = [
            [levels[j][i] * sum(prices[s][j][i] for s in range(t, T)) for i in range(n)]
            for j in budgets
        ]
        x = [0.0] * n
        for _ in range(K):
            slopes = [rates[i] * sum(expected(s, x)[i] for s in range(t, T)) for i in range(n)]
            best = affordable_in_each(slopes, costs, money)
            x = [a + b / K for a, b in zip(x, best, strict=True)]
        even = evenly(top, costs, money)
        return [(1 - floor) * a + floor * b for a, b in zip(x, even, strict=True)]

    def earned(slopes: Gradient, played: Sequence[Vector], weights: Vector, i: int) -> float:
        parts = [x[i] * slopes(s, [entry / 2 for entry in x])[i] for s, x in enumerate(played)]
        return sum(w * max(part, 0.0) for w, part in zip(weights, parts, strict=True))

    ones = [1.0] * n
    first = to_come(0, ones, [ones for _ in budgets], game.budgets)
    played: list[Vector] = []

    def after(t: int, x: Vector, spent: Vector) -> tuple[Vector, Vector]:
        played.append(x)
        zeros = [0.0] * len(spent)
        if (t + 1) % every or t + 1 == T:
            return x, zeros
        weights = [(1 - 1 / memory) ** (t - s) for s in range(t + 1)]
        rates = [
            (prior + earned(game.gradient, played, weights, i))
            / (prior + earned(expected, played, weights, i))
            for i in range(n)
        ]
        seen, told = (
            [[sum(w * P[j][i] for w, P in zip(weights, rows, strict=False)) for i in range(n)]
             for j in budgets]
            for rows in (game.prices, prices)
        )  # fmt: skip
        levels = [
            [seen[j][i] / told[j][i] if told[j][i] > 0 else 1.0 for i in range(n)] for j in budgets
        ]
        money = [max(B - s, 0.0) for B, s in zip(game.budgets, spent, strict=True)]
        return to_come(t + 1, rates, levels, money), zeros

    return play(game, after, start=first)


def dual_descent(
    game: SeveralGame,
    top: Vector,
    corner: Callable[[Vector], Vector],
    upper: Vector | None,
    eta: float,
    season: int,
    lambda1: float | None,
    K: int,
) -> History:
    """`upper` is that of a box, and None for another domain. Steps are added."""
    budgets, b = range(len(game.budgets)), game.b
    units: list[Vector] = [[lambda1] * len(b)] if lambda1 else []
    lam = [lambda1 or 0.0] * len(b)

    def slopes(t: int, x: Vector) -> Vector:
        charged = game.charge(t, lam)
        return [g - q for g, q in zip(game.gradient(t, x), charged, strict=True)]

    def along(t: int, x: Vector) -> Vector:
        assert upper is not None
        for _ in range(20):
            before = x
            for i in range(len(x)):
                low, high = 0.0, upper[i]

                def slope(at: float, x: Vector = x, i: int = i) -> float:
                    return slopes(t, [*x[:i], at, *x[i + 1 :]])[i]

                if slope(low) <= 0 or slope(high) >= 0:
                    low = high = low if slope(low) <= 0 else high
                while low < (middle := (low + high) / 2) < high:
                    low, high = (middle, high) if slope(middle) > 0 else (low, middle)
                x = [*x[:i], middle, *x[i + 1 :]]
            if x == before:
                break
        return x

    def frank_wolfe(t: int) -> Vector:
        x = [0.0] * len(top)
        for k in range(K):
            v, step = corner(slopes(t, x)), 2 / (k + 2)
            x = [a + step * (c - a) for a, c in zip(x, v, strict=True)]
        return x

    def after(t: int, x: Vector, spent: Vector) -> tuple[Vector, Vector]:
        if not units:
            even = evenly(top, game.prices[t], b)
            costs = [inner(p, even) for p in game.prices[t]]
            gain = inner(game.gradient(t, even), even)
            if max(costs) > 0 and gain > 0:
                units.append([gain / cost if cost > 0 else 0.0 for cost in costs])
                used = [cost / allowance for cost, allowance in zip(costs, b, strict=True)]
                scarcest = used.index(max(used))
                for j in budgets:
                    lam[j] = units[0][j] if j == scarcest else 0.0
        else:
            over = [g / allowance for g, allowance in zip(game.g(t, x), b, strict=True)]
            for j in budgets:
                lam[j] = max(lam[j] + eta * units[0][j] * over[j], 0.0)
        like = t + 1 - season if t + 1 >= season else t
        return (along(like, x) if upper else frank_wolfe(like)), list(lam)

    return play(game, after, list(lam))


# Repricing: a price of money for each budget, all sought at once.

Slopes = Callable[[Vector], Vector]


def settled(slopes: Slopes, ends: Vector) -> Vector:
    """Where falling slopes point nowhere within the box, the least: halving within halving."""

    def at(known: Vector) -> Vector:
        """The point whose first entries are known, and whose others are found."""
        j = len(known)
        if j == len(ends):
            return known

        def slope(price: float) -> float:
            return slopes(at([*known, price]))[j]

        low, high = 0.0, ends[j]
        if slope(low) <= 0:
            return at([*known, low])
        if slope(high) > 0:
            return at([*known, high])
        while high - low > 1e-15 * ends[j] and low < (middle := (low + high) / 2) < high:
            low, high = (middle, high) if slope(middle) > 0 else (low, middle)
        return at([*known, high])

    return at([])


def provisional(slopes: Slopes, bends: Vector, ends: Vector) -> Vector:
    """Where slopes are 0 that the bulges bend down: from step to step it is nearer by a share."""
    price = [end / 2 for end in ends]
    for _ in range(2000):
        before, h = price, slopes(price)
        price = [
            min(max(one + slope / bend, 0.0), end) if bend > 0 else (end if slope > 0 else 0.0)
            for one, slope, bend, end in zip(price, h, bends, ends, strict=True)
        ]
        if max(abs(a - b) / end for a, b, end in zip(price, before, ends, strict=True)) < 1e-16:
            break
    return price


def repricing(
    game: SeveralGame,
    W: int,
    cap: Vector,
    radius: float,
    beta_u: float,
    beta_g: Vector,
    horizon: int | None,
    start: Vector,
) -> History:
    """`cap` has the Lambda_j, `radius` is D, `start` x_0."""
    n, history, money = game.n, History(), range(len(game.budgets))
    w = [beta * (W - 1) for beta in beta_g]
    B = sqrt(beta_u**2 + inner(cap, beta_g) ** 2)
    bends = [2 * radius * w[j] / cap[j] for j in money]
    v, P, k, C = [0.0] * n, [[0.0] * n for _ in money], 0, [0.0 for _ in money]
    allowed = [0.0 for _ in money]  # by the rounds of the open window: b k, or the sum of their b_t

    def best(eta: float, price: Vector) -> Vector:
        """The maximiser of <v - P' l, x> - |x - x_0|^2/(2 eta)."""
        rewards = charged(v, P, price)
        return game.project([start[i] + eta * rewards[i] for i in range(n)])

    def rise(eta: float, price: Vector) -> Vector:
        """How fast Phi_t rises with each price."""
        x = best(eta, price)
        bulge = [radius * w[j] * (1 - 2 * price[j] / cap[j]) for j in money]
        return [-inner(P[j], x) + C[j] + allowed[j] + bulge[j] for j in money]

    def overspent(eta: float, price: Vector) -> Vector:
        """What the best decision at these prices spends beyond what the window allows."""
        x = best(eta, price)
        return [inner(P[j], x) - allowed[j] for j in money]

    for t in range(game.T):
        r = sqrt(horizon) if horizon is not None else sqrt(2 * max(1, t))
        eta = radius / (B * r + inner(cap, w) / 2)
        # 1. "let lambda_t be where the potential Phi_t is largest", on all [0, Lambda_j]
        lam = provisional(partial(rise, eta), bends, cap)
        # 2. play x_t, and see P_t and u_t; enter them
        x = best(eta, lam)
        g = game.add(history, t, x, lam)
        u = game.gradient(t, x)
        v = [v[i] + u[i] for i in range(n)]
        P = [[P[j][i] + game.prices[t][j][i] for i in range(n)] for j in money]
        k, C = k + 1, [C[j] + g[j] for j in money]
        allowed = [a + b for a, b in zip(allowed, game.money(t), strict=True)]
        # 3. if the window closes: charge it for good where psi(v - P' nu) + <nu, b> W is smallest
        if k == W:
            v = charged(v, P, settled(partial(overspent, eta), cap))
            P, k = [[0.0] * n for _ in money], 0
            allowed = [0.0 for _ in money]
    return history


def optimistic_repricing(
    game: SeveralGame,
    W: int,
    cap: Vector,
    radius: float,
    beta_g: Vector,
    hints: Sequence[tuple[Vector, Matrix]] | str | None,
    start: Vector,
) -> History:
    """`cap` has the Lambda_j, `radius` is D, `start` x_0."""
    n, history, money = game.n, History(), range(len(game.budgets))
    w = [beta * W for beta in beta_g]
    bends = [2 * radius * w[j] / cap[j] for j in money]
    v, P, k, C = [0.0] * n, [[0.0] * n for _ in money], 0, [0.0 for _ in money]
    allowed = [0.0 for _ in money]  # by the rounds of the open window: b k, or the sum of their b_t
    granted, A, lost = 0.0, 0.0, 0.0
    none = [0.0] * n, [[0.0] * n for _ in money]
    last = none

    def cut(price: Matrix) -> Matrix:
        """Hints of prices, no longer than prices are."""
        lengths = [sqrt(inner(row, row)) for row in price]
        shares = [min(1.0, beta_g[j] / lengths[j]) if lengths[j] > 0 else 1.0 for j in money]
        return [[shares[j] * entry for entry in price[j]] for j in money]

    def best(rewards: Vector) -> Vector:
        """The maximiser of <rewards, x> - |x - x_0|^2/(2 eta), eta = D/(A + Lambda w/2)."""
        eta = radius / (A + inner(cap, w) / 2)
        return game.project([start[i] + eta * rewards[i] for i in range(n)])

    def slope(x: Vector, price: Vector) -> Vector:
        bulge = [radius * w[j] * (1 - 2 * price[j] / cap[j]) for j in money]
        return [C[j] + allowed[j] - inner(P[j], x) + bulge[j] for j in money]

    def plain(price: Vector) -> Vector:
        return best(charged(v, P, price))

    def peak() -> float:
        """The largest value of the potential, without a hint."""
        top = provisional(lambda price: slope(plain(price), price), bends, cap)
        x, slow = plain(top), A + inner(cap, w) / 2
        away = sum((x[i] - start[i]) ** 2 for i in range(n))
        psi = inner(charged(v, P, top), x) - away * slow / (2 * radius)
        bulge = sum(radius * w[j] * top[j] * (1 - top[j] / cap[j]) for j in money)
        return psi + granted + sum(top[j] * (C[j] + allowed[j]) for j in money) + bulge

    def overspent(price: Vector) -> Vector:
        """What the best decision at these prices spends beyond what the window allows."""
        return [inner(P[j], plain(price)) - allowed[j] for j in money]

    def hinted(u1: Vector, P1: Matrix, price: Vector) -> Vector:
        """x(l), with the hint u', P'."""
        rewards = [v[i] + u1[i] for i in range(n)]
        prices = [[P[j][i] + P1[j][i] for i in range(n)] for j in money]
        return best(charged(rewards, prices, price))

    def hinted_slope(u1: Vector, P1: Matrix, price: Vector) -> Vector:
        return slope(hinted(u1, P1, price), price)

    for t in range(game.T):
        # 1. take the hint; h has it in x(l) and not in P
        if hints == "last":
            u1, P1 = last
        else:
            u1, P1 = none if isinstance(hints, str) or hints is None else hints[t]
        P1 = cut(P1)
        lam = provisional(partial(hinted_slope, u1, P1), bends, cap)
        # 2. play x_t = x(lambda_t), and see P_t and u_t; enter them
        x, before = hinted(u1, P1, lam), peak()
        g = game.add(history, t, x, lam)
        u, p = game.gradient(t, x), [list(row) for row in game.prices[t]]
        v = [v[i] + u[i] for i in range(n)]
        P = [[P[j][i] + p[j][i] for i in range(n)] for j in money]
        k, C = k + 1, [C[j] + g[j] for j in money]
        allowed = [a + b for a, b in zip(allowed, game.money(t), strict=True)]
        # 3. what the round has cost: how much more the peak has risen than was earned
        lost += peak() - before - inner(u, x)
        # 4. if the window closes, charge it for good
        if k == W:
            nu = settled(overspent, cap)
            v, granted = charged(v, P, nu), granted + inner(nu, allowed)
            P, k = [[0.0] * n for _ in money], 0
            allowed = [0.0 for _ in money]
        # 5. a shorter step
        A, last = max(A, 2 * lost / radius), (u, p)
    return history
