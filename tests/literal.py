"""Literal transcriptions of the paper's pseudocode: slow, plain Python, floats and lists only.

They are the oracle for the package's vectorised and compiled rounds, and share no code with them,
and the listings that the chapters show: a chapter includes the function from here.
Each quoted line is a line of the paper's Algorithm 1 or 2. Rounds are counted from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

Vector = list[float]
Value = Callable[[int, Vector], float]  # f_t(x)
Gradient = Callable[[int, Vector], Vector]  # grad f_t(x)
Projection = Callable[[Vector], Vector]


def inner(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(left * right for left, right in zip(a, b, strict=True))


def iterates(v: Sequence[Vector]) -> list[Vector]:
    """x^(1) = 0 and x^(k+1) = x^(k) + v^(k)/K."""
    x = [[0.0] * len(v[0])]
    for choice in v:
        x.append([a + entry / len(v) for a, entry in zip(x[-1], choice, strict=True)])
    return x


@dataclass(frozen=True)
class Game:
    """What is played: f_t with its gradient or direction of ascent, prices, the budget, X."""

    value: Value
    gradient: Gradient
    prices: Sequence[Vector]
    budget: float
    project: Projection = list  # X is the whole space
    minimum: Vector = field(default_factory=list)  # bids that are paid beside x; [] for none
    allowances: Vector = field(default_factory=list)  # the money for each round; [] for b

    @property
    def T(self) -> int:
        return len(self.prices)

    @property
    def n(self) -> int:
        return len(self.prices[0])

    @property
    def b(self) -> float:
        return self.budget / self.T

    def above_minimum(self, price: Vector, money: float) -> float:
        """What the minimum bids leave of the money at a price, at least 0."""
        return max(money - inner(price, self.minimum), 0.0) if self.minimum else money

    def money(self, t: int) -> float:
        """The money for round t, b_t."""
        return self.allowances[t] if self.allowances else self.b

    def allowed(self, t: int) -> float:
        """What round t may spend on x."""
        money = self.money(t)
        return money - inner(self.prices[t], self.minimum) if self.minimum else money

    def g(self, t: int, x: Vector) -> float:
        return inner(self.prices[t], x) - self.allowed(t)


@dataclass
class History:
    """What happened: one entry per round in each list."""

    decisions: list[Vector] = field(default_factory=list)
    utility: Vector = field(default_factory=list)
    violation: Vector = field(default_factory=list)
    multiplier: Vector = field(default_factory=list)

    def add(self, game: Game, t: int, x: Vector, multiplier: float) -> float:
        """Note that x was played in round t under this multiplier; return g_t(x)."""
        self.decisions.append(x)
        self.utility.append(game.value(t, x))
        self.violation.append(game.g(t, x))
        self.multiplier.append(multiplier)
        return self.violation[-1]


def osphg(
    game: Game,
    K: int,
    mu: float,
    delta: float,
    weighted: bool = False,
    step: float | None = None,
    v1: Sequence[float] | None = None,
    lambda1: float = 0.0,
    mu_lambda: float | None = None,
) -> History:
    """Algorithm 2. `step` is that of the oracles, `mu_lambda` that of lambda, if not mu.

    v1 is the oracles' first choice.
    """
    n, history = game.n, History()
    step = mu if step is None else step
    mu = mu if mu_lambda is None else mu_lambda  # from here on lambda's, also in L_t
    # "Initialize K instances E_k of Online Gradient Ascent with step size mu"
    v = [[0.0] * n if v1 is None else list(v1) for _ in range(K)]
    # "lambda_1 = 0"
    lam = lambda1
    # "for t = 1 to T do"
    for t in range(game.T):
        p = game.prices[t]
        # "x_t^(1) = 0; for k = 1 to K do: let v_t^(k) be the output of oracle E_k in round t - 1;
        #  x_t^(k+1) = x_t^(k) + v_t^(k) / K"
        x = iterates(v)
        # "Play x_t = x_t^(K+1) and observe the function
        #  L_t(x_t, lambda_t) = f_t(x_t) - lambda_t g_t(x_t) + (delta mu / 2) lambda_t^2"
        g = history.add(game, t, x[K], lam)
        # "for k = 1 to K do: feedback <v_t^(k), grad_x L_t(x_t^(k), lambda_t)> as the payoff to be
        #  received by E_k", and the display below the algorithm:
        #  v_{t+1}^(k) = P_X(v_t^(k) + mu grad_x L_t(x_t^(k), lambda_t))
        for k in range(K):
            grad_f = game.gradient(t, x[k])
            # the repaired feedback weighs the gradient of oracle k = 1..K by (1 - 1/K)^(K - k)
            w = (1 - 1 / K) ** (K - 1 - k) if weighted else 1.0
            grad_L = [w * grad_f[i] - lam * p[i] for i in range(n)]
            v[k] = game.project([v[k][i] + step * grad_L[i] for i in range(n)])
        # "lambda_{t+1} = [lambda_t - mu grad_lambda L_t(x_t, lambda_t)]_+"
        lam = max(lam - mu * (-g + delta * mu * lam), 0.0)
    return history


def meta_frank_wolfe(game: Game, K: int, step: float, v1: Sequence[float] | None = None) -> History:
    """Algorithm 1 with online gradient ascent; prices are only recorded."""
    n, history = game.n, History()
    # "Choose an off-the-shelf online linear maximization algorithm and initialize K instances E_k"
    v = [[0.0] * n if v1 is None else list(v1) for _ in range(K)]
    # "for t = 1 to T do"
    for t in range(game.T):
        # "Set x_t(1) = 0; for k = 1 to K do: let v_t(k) be the vector selected by E_k;
        #  x_t(k+1) = x_t(k) + v_t(k) / K"
        x = iterates(v)
        # "Play x_t = x_t(K+1), observe the function f_t and the reward f_t(x_t)"
        history.add(game, t, x[K], 0.0)
        # "Feedback <v_t(k), grad f_t(x_t(k))> as the payoff to be received by E_k"
        for k in range(K):
            grad_f = game.gradient(t, x[k])
            v[k] = game.project([v[k][i] + step * grad_f[i] for i in range(n)])
    return history


def boosted_osphg(
    game: Game,
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
    mu = mu if mu_lambda is None else mu_lambda  # from here on lambda's, also in L_t
    # x_1 = 0, lambda_1 = 0
    x = [0.0] * n if v1 is None else list(v1)
    lam = lambda1
    for t in range(game.T):
        p = game.prices[t]
        # 1. play x_t, and see f_t and p_t
        g = history.add(game, t, x, lam)
        # 2. compute u_t = grad F_t(x_t), or an estimate of it: the integral of
        #  e^(z-1) grad f_t(z x_t) over z, as the sum of w_j grad f_t(z_j x_t)
        u = [0.0] * n
        for z, w in points(t):
            grad_f = game.gradient(t, [z * x[i] for i in range(n)])
            u = [u[i] + w * grad_f[i] for i in range(n)]
        # 3. x_{t+1} = P_X(x_t + mu (u_t - lambda_t p_t))
        x = game.project([x[i] + step * (u[i] - lam * p[i]) for i in range(n)])
        # 4. lambda_{t+1} = [(1 - delta mu^2) lambda_t + mu g_t(x_t)]_+
        lam = max((1 - delta * mu**2) * lam + mu * g, 0.0)
    return history


def quadratics(
    H: Sequence[Sequence[Sequence[float]]], h: Sequence[Sequence[float]]
) -> tuple[Value, Gradient]:
    """f_t(x) = x'H_t x/2 + h_t'x, whose gradient is (H_t + H_t')x/2 + h_t."""

    def value(t: int, x: Vector) -> float:
        total = 0.0
        for i in range(len(x)):
            total += h[t][i] * x[i]
            for j in range(len(x)):
                total += x[i] * H[t][i][j] * x[j] / 2
        return total

    def gradient(t: int, x: Vector) -> Vector:
        slope = []
        for i in range(len(x)):
            total = h[t][i]
            for j in range(len(x)):
                total += (H[t][i][j] + H[t][j][i]) * x[j] / 2
            slope.append(total)
        return slope

    return value, gradient


def box(upper: Sequence[float]) -> Projection:
    """The projection on {0 <= x <= upper}."""
    return lambda y: [min(max(y[i], 0.0), upper[i]) for i in range(len(y))]


def simplex(r: float) -> Projection:
    """The projection on {x >= 0, sum x <= r}: the positive part, or y shifted on to sum x = r."""

    def project(y: Vector) -> Vector:
        x = [max(entry, 0.0) for entry in y]
        if sum(x) <= r:
            return x
        # the m largest entries stay positive, for the largest m that keeps the m-th so
        shift = 0.0
        for m in range(1, len(y) + 1):
            largest = sorted(y, reverse=True)[:m]
            candidate = (sum(largest) - r) / m
            if largest[-1] > candidate:
                shift = candidate
        return [max(entry - shift, 0.0) for entry in y]

    return project


def polygon(A: Sequence[Sequence[float]], b: Sequence[float]) -> Projection:
    """The projection on {x : Ax <= b} in the plane.

    The nearest feasible one among: y, its feet on the edges' lines, the lines' intersections.
    """

    def feasible(x: Vector) -> bool:
        return all(
            a[0] * x[0] + a[1] * x[1] <= c + 1e-13 * (1 + abs(c)) for a, c in zip(A, b, strict=True)
        )

    def project(y: Vector) -> Vector:
        if feasible(y):
            return y
        candidates = []
        for a, c in zip(A, b, strict=True):
            excess = (a[0] * y[0] + a[1] * y[1] - c) / (a[0] ** 2 + a[1] ** 2)
            candidates.append([y[0] - excess * a[0], y[1] - excess * a[1]])
        for (a, c), (d, e) in combinations(list(zip(A, b, strict=True)), 2):
            determinant = a[0] * d[1] - a[1] * d[0]
            if determinant != 0:
                candidates.append(
                    [(c * d[1] - a[1] * e) / determinant, (a[0] * e - c * d[0]) / determinant]
                )
        inside = [x for x in candidates if feasible(x)]
        return min(inside, key=lambda x: (x[0] - y[0]) ** 2 + (x[1] - y[1]) ** 2)

    return project
