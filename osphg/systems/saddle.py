"""One decision and one multiplier: the base of most systems, what they need, and its settings.

A cited system is a setting of `SaddleMethod`. All begin at x_1 = 0 and lambda_1 = 0 unless they say
otherwise, or are given `start` (n,) and `lambda1`, keywords of each `tuned` and constructor
(`osphg.players.WarmStarted`). They have the methods of `osphg.players.Player`, and share these
words:

- `tuned(rounds, ...)` sets the steps of the system's own theorem, from the constants R, beta_f,
  beta_g, beta = max(beta_f, beta_g), F, G and T of the rounds, and from the benchmark's window W.
  ValueError for a constant that no step can be tuned by: 0, or outside [1e-70, 1e70]. The row of a
  system in `osphg.systems.catalogue` has these steps as formulas, whose they are, what was only
  recalled, and the rates that are claimed.
- eta, mu, alpha: step sizes, of x in squared units of the decision per unit of f, of lambda in
  units of f per squared unit of money; one number for both depends on the units.
- delta: L_t(x, lambda) = -f_t(x) + lambda g_t(x) - (delta step/2) lambda^2; delta step^2 <= 1.
- V, and alpha beside it: weights of the utility against a queue, and of |x - x_t|^2. K: oracles.
- ascent: the direction h_t that is climbed, `PlainGradient()` or `BoostedGradient()`; s is a bound
  of its length, beta_f or (1-1/e) beta_f. nodes: its gradients in a round. seed: all that is drawn.
- heuristic: True plays a game outside the theorem, for which nothing is proven. Without it a method
  for one fixed constraint refuses prices that vary (ValueError, in `init`).
- A parameter of another type or outside its range is a TypeError or a ValueError.
"""

from __future__ import annotations

import math
from functools import cached_property, lru_cache, partial
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias, Unpack

import numpy as np
import scipy
from numpy.typing import ArrayLike

from osphg import checks, domains, players
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import Box, Domain, Faceted, Polytope, Simplex
from osphg.fusing import LineSteps, stepped
from osphg.hindsight import half_spaces, maximal_rows
from osphg.oracles import GradientAscent, Oracle
from osphg.players import Feedback, OverOracles, State, Warm, WarmStarted, damped
from osphg.rounds import Game, dot, require_game, scales
from osphg.utilities import Quadratics

# Where first-order methods climb: the gradient, or the boosted gradient of Zhang et al. 2022.

MASS = 1 - math.exp(-1)  # the integral of e^(z-1) over [0, 1]
node_count = partial(checks.positive_int, maximum=64)  # of gradients in a round


def boosted_rule(nodes: int) -> tuple[FloatArray, FloatArray]:
    """Return nodes and weights (nodes,) of the Gauss rule for int_0^1 e^(z-1) phi(z) dz.

    It is exact for polynomials phi of degree 2 nodes - 1, its weights are positive and add up to
    1 - 1/e. With one node, in 1..64, z = 1/(e - 1): exact for the gradients of quadratics.
    """
    nodes = node_count("nodes", nodes)
    x, w = np.polynomial.legendre.leggauss(nodes + 20)  # integrates e^(z-1) to rounding
    z, mass = (x + 1) / 2, w / 2 * np.exp((x - 1) / 2)
    # The three-term recurrence of the polynomials orthogonal under these masses is what Householder
    # makes of the bordered matrix; it has the nodes as eigenvalues (Golub and Welsch 1969).
    bordered = np.diag(np.append(0.0, z))
    bordered[0, 1:] = bordered[1:, 0] = np.sqrt(mass)
    jacobi = scipy.linalg.hessenberg(bordered)[1 : nodes + 1, 1 : nodes + 1]
    points, vectors = np.linalg.eigh(jacobi)
    return points, MASS * vectors[0] ** 2


def boosted_beta(rounds: Game) -> float:
    """Return max((1-1/e) beta_f, beta_g): no boosted gradient and no price is longer."""
    return max(MASS * require_game("rounds", rounds).beta_f, rounds.beta_g)


@frozen(eq=True)
class PlainGradient:
    """h_t = grad f_t: <h_t(x), y - x> >= alpha f_t(y) - f_t(x) for every y of X.

    alpha is 1 for concave utilities, and 1/2 for monotone DR-submodular ones.
    """

    share = 1.0  # how long h_t can be, in units of beta_f
    weights = np.ones(1)

    def line(self, rounds: range) -> FloatArray:
        """Return the one z at which the gradient is taken: x itself, (1, 1)."""
        return np.ones((1, 1))

    def at(self, feedback: Feedback, x: FloatArray) -> FloatArray:
        """Return h_t(x), (n,)."""
        return feedback.gradient(x)


@frozen
class BoostedGradient:
    """h_t = grad F_t: the integral of e^(z-1) grad f_t(z x) over z in [0, 1], by some nodes.

    alpha is 1 - 1/e, for monotone DR-submodular utilities. The nodes are those of a Gauss rule
    (`boosted_rule`), or, with a seed, independent random points with density e^(z-1)/(1-1/e), drawn
    anew in every round: the direction is then unbiased, even with one node.
    """

    nodes: int = checked(node_count, default=8)
    seed: int | None = checked(checks.optional(checks.seed), default=None)
    share = MASS

    @cached_property
    def rule(self) -> tuple[FloatArray, FloatArray]:
        """The fixed nodes and weights, (nodes,) each; not used when there is a seed."""
        return boosted_rule(self.nodes)

    @property
    def weights(self) -> FloatArray:
        """What the z of every round weigh, (nodes,)."""
        return np.full(self.nodes, MASS / self.nodes) if self.seed is not None else self.rule[1]

    def line(self, rounds: range) -> FloatArray:
        """Return the z of rounds, from 0: (rounds, nodes), or (1, nodes) if they do not change."""
        if self.seed is None:
            return self.rule[0][np.newaxis]
        # each round has a generator of its own, not one that advances: the state stays a value
        u = [np.random.default_rng((self.seed, t)).random(self.nodes) for t in rounds]
        return np.log1p(np.array(u) * (math.e - 1))

    def at(self, feedback: Feedback, x: FloatArray) -> FloatArray:
        z = self.line(range(feedback.t, feedback.t + 1))[0]
        return np.asarray(self.weights @ feedback.gradient(z[:, np.newaxis] * x))


Ascent: TypeAlias = PlainGradient | BoostedGradient
require_ascent: Any = partial(
    checks.of_kind, kind=Ascent, what="be BoostedGradient() or PlainGradient()"
)


def climbed(rounds: Game, ascent: Ascent | None) -> tuple[Ascent, float]:
    """Return the direction that a `tuned` climbs, boosted unless given, and a bound s of |h_t|."""
    chosen = BoostedGradient() if ascent is None else require_ascent("ascent", ascent)
    (beta_f,) = scales(rounds, "beta_f")
    return chosen, chosen.share * beta_f


# The base.


class SaddleState(NamedTuple):
    """The state of a player with one decision and one multiplier, before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: float  # lambda_t
    domain: Domain
    memory: Any = None  # what else the player keeps

    @property
    def V(self) -> FloatArray:
        """x_t as what one oracle chooses, (1, n)."""
        return self.x[np.newaxis]

    def moved(self, V: FloatArray, multiplier: float) -> SaddleState:
        return self._replace(x=V[0], multiplier=multiplier)


@frozen
class OneDecision(WarmStarted):
    """A player of one decision and at most one multiplier.

    Where it `keeps_allowance`, in its memory's first place, it cannot go on with another B_T/T.
    """

    keeps_allowance: ClassVar[bool] = False

    @classmethod
    def tuned(cls, rounds: Game, **warm: Unpack[Warm]) -> Self:
        """Return it with the steps of its theorem; `osphg.systems.catalogue` has the formulas."""
        raise NotImplementedError

    def init(self, game: Game) -> SaddleState:
        if hasattr(self, "heuristic"):  # made for one fixed constraint
            require_fixed_prices(self, game)
        return SaddleState(self.first(game), self.lambda1, game.domain)


@frozen
class Climbing(OneDecision):
    """A player that climbs `ascent`, boosted unless given; s bounds its length."""

    ascent: Ascent = checked(require_ascent, default=BoostedGradient(), kw_only=True)


Signal: TypeAlias = tuple[FloatArray, FloatArray, float]  # h_t(x_t) and p_t, (n,), and g_t(x_t)


class Steps(NamedTuple):
    """How a round steps: x by `primal`, lambda by `dual`."""

    primal: float
    dual: float
    keep: float = 1.0  # what is left of lambda_t
    weight: float = 1.0  # of the utility against the price
    margin: float = 0.0  # what is kept back of the budget of a round
    cap: float = math.inf  # the largest multiplier

    def after(self, multiplier: float, violation: float) -> float:
        """Return lambda_{t+1} after lambda_t."""
        return min(stepped(multiplier, violation + self.margin, self.keep, self.dual), self.cap)


class SaddleMethod(OneDecision):
    """Steps up and down a Lagrangian: one projection and one multiplier per round.

    x_{t+1} = P(x_t + primal (weight h_t(x_t) - lambda_t p_t)), and
    lambda_{t+1} = min([keep lambda_t + dual (g_t(x_t) + margin)]_+, cap).
    `steps(t)` alone makes a player; the rest has defaults. It is played in NumPy unless it says
    `fused_steps = SaddleMethod.line_steps`, as `NeelyYu` does: its steps are then those of t = 1.
    """

    ascent: Ascent = PlainGradient()
    dual_first: ClassVar[bool] = False  # x steps with lambda_{t+1}
    ahead: ClassVar[bool] = False  # lambda steps with g_t(x_{t+1}) for g_t(x_t)
    clipped: ClassVar[bool] = False  # [g_t]_+ for g_t: within the budget x steps without the price

    def __attrs_post_init__(self) -> None:
        self.steps(1)  # refuses those that do not go together

    def steps(self, t: int) -> Steps:
        """Return the steps of round t = 1, 2, ..."""
        raise NotImplementedError

    def signal(self, state: SaddleState, feedback: Feedback) -> Signal:
        """Return what is known of f_t and g_t at x_t."""
        return self.ascent.at(feedback, state.x), feedback.price, feedback.violation

    def move(self, state: SaddleState, step: FloatArray) -> SaddleState:
        """Return the state with the decision that is nearest x_t + step."""
        return state._replace(x=state.domain.project(state.x + step))

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        steps, (ascent, price, violation) = self.steps(feedback.t + 1), self.signal(state, feedback)
        after = steps.after(state.multiplier, violation)
        weighing = after if self.dual_first else state.multiplier
        if self.clipped and violation <= 0:
            weighing = 0.0
        moved = self.move(state, steps.primal * (steps.weight * ascent - weighing * price))
        if self.ahead:
            after = steps.after(state.multiplier, violation + dot(price, moved.x - state.x))
        return moved._replace(multiplier=after)

    def line_steps(self) -> LineSteps:
        """Return the same for the compiled loop, which has no margin, cap or clipping."""
        h, (primal, dual, keep, weight, *_) = self.ascent, self.steps(1)
        when = float(self.ahead), self.dual_first
        return LineSteps(h.line, h.weights, primal * weight, primal, dual, keep, *when)


def small_penalty(rounds: Game, step: float, convexity: float = 1.0) -> float:
    """Return the smallest delta with delta >= 2 beta^2 / convexity + 2 delta^2 step^2.

    With it the terms in lambda_t^2 cancel in the sum of the steps' bounds. ValueError if there is
    none: 16 beta^2 step^2 / convexity exceeds 1, that is, T is too small.
    """
    (beta,) = scales(rounds, "beta")
    least = 2 * beta**2 / convexity
    room = 1 - 8 * least * step**2
    needed = math.ceil(rounds.T * 8 * least * step**2)  # step^2 falls as 1/T
    checks.must(room >= 0, "T", f"be at least {needed} for a delta to exist", rounds.T)
    return float(2 * least / (1 + math.sqrt(room)))


def require(holds: bool, player: Any, needs: str, got: str) -> None:
    """Refuse a game that a player was not made for, unless it is a heuristic on it (ValueError)."""
    if not (holds or is_heuristic(player)):
        way = "; heuristic=True runs it all the same" if hasattr(player, "heuristic") else ""
        raise ValueError(f"{type(player).__name__} needs {needs}, got {got}{way}")


def is_heuristic(player: Any) -> bool:
    """Whether a player is run outside its assumptions, for the mark in a table."""
    return bool(getattr(player, "heuristic", False))


def require_fixed_prices(player: Any, game: Game) -> None:
    """Refuse prices that vary, which a heuristic does not even look at."""
    first = None if is_heuristic(player) else next(iter(game.blocks())).prices[0]
    fixed = first is None or all((block.prices == first).all() for block in game.blocks())
    require(fixed, player, "the same price in every round", "prices that vary")


def require_faces(who: str, domain: Domain) -> tuple[FloatArray, FloatArray, Box]:
    """Return X as {x in box : A x <= b}; ValueError for a domain whose faces are not known."""
    if not checks.implements(domain, Faceted):
        needs = "a Box, a Simplex, a Polytope or another domain with half_spaces()"
        raise ValueError(f"{who} needs {needs}, got {domain}")
    return half_spaces(domain)


class Ball(NamedTuple):
    """All points within `radius` of `centre`."""

    centre: FloatArray  # (n,)
    radius: float


def inner_ball(domain: Domain) -> Ball:
    """Return the largest ball within X; its radius is 0 where X has no interior point.

    ValueError for a domain that does not say its faces, or whose faces leave no point.
    """
    A, b, box = require_faces("a ball within X", domain)
    narrow = float((box.upper - box.lower).min() / 2)
    if not len(A):
        return Ball((box.lower + box.upper) / 2, narrow)
    # Maximise r subject to <a, c> + r |a| <= b for every face (Boyd and Vandenberghe, 8.5.1).
    eye = np.eye(domain.n)
    A, b = np.vstack([A, eye, -eye]), np.concatenate([b, box.upper, -box.lower])
    A, b = A / (units := domains.unit_of(A, axis=1))[:, np.newaxis], b / units  # nothing is rounded
    rows = np.column_stack([A, np.linalg.norm(A, axis=1)])
    cost, most = np.append(np.zeros(domain.n), -1.0), np.append(box.upper, narrow)
    x = domains.least(cost, rows, b, np.append(box.lower, 0.0), most)
    return Ball(x[:-1], float(x[-1]))


# For one fixed constraint, and concave utilities.


@frozen
class MahdaviJinYang(SaddleMethod):
    """The gradient method of Mahdavi, Jin and Yang 2012 (Algorithm 1), for one fixed constraint.

    x descends and lambda ascends L_t, both by eta, with g(x) + margin for g(x). ValueError in
    `init` for a margin that is not below B_T/T.
    """

    eta: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    margin: float = checked(checks.non_negative_float, default=0.0)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls, rounds: Game, margin: float = 0.0, *, heuristic: bool = False, **warm: Unpack[Warm]
    ) -> Self:
        R, beta, G = scales(rounds, "R", "beta", "G")
        margin = checks.non_negative_float("margin", margin)
        eta = R / math.sqrt((2 * beta**2 + 2 * (G + margin) ** 2) * rounds.T)
        return cls(eta, small_penalty(rounds, eta), margin, heuristic, **warm)

    def steps(self, t: int) -> Steps:
        return Steps(self.eta, self.eta, damped("eta", self.eta, self.delta), margin=self.margin)

    def init(self, game: Game) -> SaddleState:
        allowed = f"be less than B_T/T = {game.allowance:.6g}"
        checks.must(self.margin < game.allowance, "margin", allowed, f"{self.margin:.6g}")
        return super().init(game)


@frozen
class MahdaviNoViolation(MahdaviJinYang):
    """The same with a margin, so that nothing is violated from some T on (modified method)."""

    @classmethod
    def tuned(  # type: ignore[override]
        cls, rounds: Game, *, heuristic: bool = False, **warm: Unpack[Warm]
    ) -> Self:
        allowance = checks.scale("rounds.allowance", require_game("rounds", rounds).allowance)
        margin = allowance * rounds.T ** (-1 / 4)
        return super().tuned(rounds, margin, heuristic=heuristic, **warm)


@frozen
class MahdaviMirrorProx(OneDecision):
    """The mirror prox method of Mahdavi, Jin and Yang 2012, for one fixed linear constraint.

    A step is tried before the round and taken after it, both from (u_t, v_t), which begin as x_1
    and lambda_1: x_t = P(u_t - eta v_t p), lambda_t = [v_t + eta g(u_t)]_+, and then
    u_{t+1} = P(u_t + eta (grad f_t(x_t) - lambda_t p)), v_{t+1} = [v_t + eta g(x_t)]_+. That the
    first step leaves out f_t is this package's reading.
    Derived here: regret + lambda sum_t g(x_t) <= (R^2 + lambda^2)/(2 eta) + eta T beta_f^2.
    """

    keeps_allowance = True
    eta: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(cls, rounds: Game, *, heuristic: bool = False, **warm: Unpack[Warm]) -> Self:
        R, beta = scales(rounds, "R", "beta")
        checks.must(R**3 <= rounds.T, "T", f"be at least {math.ceil(R**3)} for the bound", rounds.T)
        return cls(R / (math.sqrt(2) * beta * rounds.T ** (1 / 3)), heuristic, **warm)

    def init(self, game: Game) -> SaddleState:
        state = super().init(game)
        return state._replace(memory=(game.allowance, state.x, self.lambda1))  # u_1, v_1

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        (allowance, u, v), price = state.memory, feedback.price
        ascent = feedback.gradient(state.x) - state.multiplier * price
        u = state.domain.project(u + self.eta * ascent)
        v = stepped(v, feedback.violation, 1.0, self.eta)
        x = state.domain.project(u - self.eta * v * price)
        multiplier = stepped(v, dot(price, u) - allowance, 1.0, self.eta)
        return state._replace(x=x, multiplier=multiplier, memory=(allowance, u, v))


@frozen
class JenattonHuangArchambeau(SaddleMethod):
    """The adaptive method of Jenatton, Huang and Archambeau 2016, for one fixed constraint.

    b, in (0, 1), is beta in that paper, and sets how the steps fall. T is not used.
    """

    eta: float = checked(checks.positive_float)
    theta: float = checked(checks.positive_float)
    b: float = checked(checks.inside_unit, default=0.5)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls, rounds: Game, b: float = 0.5, *, heuristic: bool = False, **warm: Unpack[Warm]
    ) -> Self:
        R, beta = scales(rounds, "R", "beta")
        return cls(R / beta, 6 * R * beta, b, heuristic, **warm)

    def steps(self, t: int) -> Steps:
        slow = t**-self.b
        return Steps(self.eta * slow, 1 / (self.theta * slow * (t + 1)), t / (t + 1))


@frozen
class YuanLamperski(SaddleMethod):
    """The method of Yuan and Lamperski 2018 (Algorithm 1), for one fixed constraint.

    x descends -f_t(x) + lambda [g(x)]_+ - (sigma eta/2) lambda^2 by eta, and lambda maximises it:
    lambda_t = [g(x_t)]_+/(sigma eta).
    """

    ahead = clipped = True
    eta: float = checked(checks.positive_float)
    sigma: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls, rounds: Game, b: float = 0.5, *, heuristic: bool = False, **warm: Unpack[Warm]
    ) -> Self:
        b = checks.inside_unit("b", b)
        R, beta = scales(rounds, "R", "beta")
        return cls(R / (math.sqrt(2) * beta * rounds.T**b), 2 * beta**2, heuristic, **warm)

    def steps(self, t: int) -> Steps:
        return Steps(self.eta, 1 / (self.sigma * self.eta), keep=0.0)


@frozen
class YuanLamperskiStrong(SaddleMethod):
    """The same with eta_t = 1/(H t), for strongly concave utilities (Yuan and Lamperski 2018).

    H is their modulus, in units of f per squared unit of the decision; T need not be known. Derived
    here: regret + H/(2 sigma) sum_t t [g(x_t)]_+^2 <= (beta_f^2/H) (1 + log(T)).
    """

    ahead = clipped = True
    H: float = checked(checks.positive_float)
    sigma: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls, rounds: Game, H: float | None = None, *, heuristic: bool = False, **warm: Unpack[Warm]
    ) -> Self:
        (beta,) = scales(rounds, "beta")
        modulus = _modulus(rounds) if H is None else checks.positive_float("H", H)
        return cls(modulus, 2 * beta**2, heuristic, **warm)

    def steps(self, t: int) -> Steps:
        return Steps(1 / (self.H * t), self.H * (t + 1) / self.sigma, keep=0.0)


def _modulus(game: Game) -> float:
    """Return the smallest -eigenvalue of all Hessians; ValueError unless all are above 0."""
    least, most = math.inf, 0.0
    for utility in (block.utility for block in game.blocks()):
        if not isinstance(utility, Quadratics):
            kind = type(utility).__name__
            raise ValueError(f"H must be given where f_t is not quadratic, got {kind} without")
        curves = -np.linalg.eigvalsh(utility.H)
        least, most = min(least, float(curves.min())), max(most, float(abs(curves).max()))
    if least <= 1e-9 * most:  # 0, but for rounding
        got = f"a curvature of {least:.3g} in some direction"
        raise ValueError(f"YuanLamperskiStrong needs strongly concave utilities, got {got}")
    return least


# For constraints that vary, and concave utilities.


@frozen(eq=True)
class Euclidean:
    """The mirror map `R(x) = |x|_2^2 / 2`, on any X."""

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return argmax_X <s, v> - R(v) for each row s of S (..., n)."""
        return domain.project(S)

    def convexity(self, domain: Domain) -> float:
        """Return the modulus of strong convexity of R, 1 in the Euclidean norm."""
        return 1.0

    def divergence(self, domain: Domain) -> float:
        """Return a bound of R - min R, and of divergences from x_1: half the diameter's square."""
        return domains.require_domain("domain", domain).diameter ** 2 / 2


@frozen(eq=True)
class Entropic:
    """sum_i x_i ln(x_i/r) on X = {x >= 0, sum x <= r}, a `Simplex`, the slack r - sum x included.

    The slack is one more coordinate, so that all n + 1 add up to r. A step multiplies each by the
    exponential of its gradient, the slack by 1, and scales all back, from r/(n + 1) everywhere:
    that is the leader of the sum of all steps. R is 1/r-strongly convex in the l1 norm (Pinsker),
    and its divergences are at most r ln(n + 1). ValueError on another domain.
    """

    def radius(self, domain: Any) -> float:
        """Return r; ValueError, in one line, for a domain that is no Simplex."""
        if not isinstance(domain, Simplex):
            needs = "a Simplex {x >= 0, sum x <= r} as domain"
            raise ValueError(f"Entropic needs {needs}, got {checks.shown(domain)}")
        return domain.r

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return v_i = r e^{s_i} / (1 + sum_j e^{s_j}); the 1 is that of the slack."""
        r = self.radius(domain)
        top = np.maximum(S.max(-1, keepdims=True), 0.0)  # nothing overflows
        powers = np.exp(S - top)
        return np.asarray(r * powers / (powers.sum(-1, keepdims=True) + np.exp(-top)))

    def convexity(self, domain: Domain) -> float:
        return 1 / self.radius(domain)

    def divergence(self, domain: Domain) -> float:
        return self.radius(domain) * math.log(domain.n + 1)


Geometry: TypeAlias = Euclidean | Entropic
require_geometry: Any = partial(checks.of_kind, kind=Geometry, what="be Euclidean() or Entropic()")


@frozen
class SunDeyKapoor(SaddleMethod):
    """Online mirror descent for constraints that vary (Sun, Dey and Kapoor 2017).

    x takes a mirror step of mu down L_t, from the minimiser x_1 of the `geometry`, lambda a
    gradient step of mu up.
    """

    mu: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    geometry: Geometry = checked(require_geometry, default=Euclidean())

    @classmethod
    def tuned(cls, rounds: Game, geometry: Geometry | None = None, **warm: Unpack[Warm]) -> Self:
        chosen = Euclidean() if geometry is None else require_geometry("geometry", geometry)
        beta, G = scales(rounds, "beta", "G")
        alpha, most = chosen.convexity(rounds.domain), chosen.divergence(rounds.domain)
        steepest = beta**2 / alpha
        return cls(math.sqrt(most / (rounds.T * (G**2 + steepest))), 2 * steepest, chosen, **warm)

    def steps(self, t: int) -> Steps:
        return Steps(self.mu, self.mu, damped("mu", self.mu, self.delta))

    def init(self, game: Game) -> SaddleState:
        state, euclidean = super().init(game), isinstance(self.geometry, Euclidean)
        checks.must(euclidean or self.start is None, "start", "be None for the entropy", "a point")
        return state._replace(x=self.geometry.leader(game.domain, state.x), memory=state.x)

    def move(self, state: SaddleState, step: FloatArray) -> SaddleState:
        told = state.memory + step  # the mirror image of x_t, and the step
        x = self.geometry.leader(state.domain, told)
        return state._replace(x=x, memory=x if isinstance(self.geometry, Euclidean) else told)


@frozen
class CaoLiu(SaddleMethod):
    """Online saddle point method for a dynamic benchmark (Cao and Liu 2019, gradient feedback).

    Both step by alpha along the gradients of L_t: OSPHG with one gradient, at the decision itself.
    """

    fused_steps = SaddleMethod.line_steps
    alpha: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, path_length: float = 0.0, **warm: Unpack[Warm]) -> Self:
        """Return it for benchmarks of at most this path length, in the units of R.

        Its alpha minimises R (R + 2 P)/(2 alpha) + alpha T (beta_f^2 + G^2), a bound. ValueError
        for a length beside which T is too small.
        """
        return cls(*_cao_liu(rounds, path_length), **warm)

    def steps(self, t: int) -> Steps:
        return Steps(self.alpha, self.alpha, damped("alpha", self.alpha, self.delta))


def _cao_liu(
    rounds: Game, path_length: float, times: int = 1, convexity: float = 1.0
) -> tuple[float, float]:
    """Return alpha and delta of `CaoLiu` for gradients of f_t of at most `times` beta_f."""
    P = checks.non_negative_float("path_length", path_length)
    R, _, G = scales(rounds, "R", "beta", "G")
    alpha = math.sqrt(R * (R + 2 * P) / (2 * rounds.T * ((times * rounds.beta_f) ** 2 + G**2)))
    return alpha, small_penalty(rounds, alpha, convexity)


@frozen
class MOSP(SaddleMethod):
    """Modified online saddle point method (Chen, Ling and Giannakis 2017).

    lambda_{t+1} = [lambda_t + mu g_t(x_t)]_+ first, and x steps by alpha with the new multiplier.
    For the dynamic benchmark; how far it moves is its path length, and how far the constraints do
    is sum_{t>1} max_X [g_t - g_{t-1}]_+.
    """

    dual_first, fused_steps = True, SaddleMethod.line_steps
    alpha: float = checked(checks.positive_float)
    mu: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, **warm: Unpack[Warm]) -> Self:
        return cls(*2 * [require_game("rounds", rounds).T ** (-1 / 3)], **warm)

    def steps(self, t: int) -> Steps:
        return Steps(self.alpha, self.mu)


@frozen
class NeelyYu(SaddleMethod):
    """Online convex optimisation with time-varying constraints (Neely and Yu 2017, section II).

    x_{t+1} = P(x_t + (V grad f_t(x_t) - Q_t p_t)/(2 alpha)), and the queue grows by the constraint
    at the new decision: Q_{t+1} = [Q_t + <p_t, x_{t+1}> - B_T/T]_+. The source's first decision is
    arbitrary.
    """

    ahead, fused_steps = True, SaddleMethod.line_steps
    V: float = checked(checks.positive_float)
    alpha: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, **warm: Unpack[Warm]) -> Self:
        T = require_game("rounds", rounds).T
        return cls(math.sqrt(T), float(T), **warm)

    def steps(self, t: int) -> Steps:
        return Steps(1 / (2 * self.alpha), 1.0, weight=self.V)


@frozen
class COLD(NeelyYu):
    """Cautious online Lagrangian descent of Liakopoulos et al. 2019: `NeelyYu` for windows."""

    fused_steps = SaddleMethod.line_steps

    @classmethod
    def tuned(cls, rounds: Game, W: int = 1, **warm: Unpack[Warm]) -> Self:
        T = require_game("rounds", rounds).T
        V = math.sqrt(checks.positive_int("W", W, maximum=T - 1) * T)
        return cls(V, V * math.sqrt(T), **warm)


# For monotone DR-submodular utilities.


@frozen
class BoostedOSPHG(players.Damped, OverOracles):
    """OSPHG with one oracle and the boosted gradient of Zhang et al. 2022.

    The oracle plays x_t and is paid grad F_t(x_t) - lambda_t p_t: gradients below the decision, not
    along the path of K oracles. lambda steps as in the paper's Algorithm 2. `nodes` and `seed` are
    those of `BoostedGradient`; mu, delta, oracle and lambda1 those of `OSPHG`.
    """

    mu: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    nodes: int = checked(node_count, default=8)
    seed: int | None = checked(checks.optional(checks.seed), default=None)
    oracle: Oracle = fitted(players.oracle_or_ascent, default=None)
    lambda1: float = checked(checks.non_negative_float, default=0.0)
    K = 1

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        W: int,
        nodes: int = 8,
        *,
        seed: int | None = None,
        unit_free: bool = False,
        start: ArrayLike | None = None,
        lambda1: float = 0.0,
    ) -> Self:
        """Return the player of `OSPHG.tuned`, with `boosted_beta(rounds)` for beta.

        With `unit_free` (1-1/e) beta_f stands for beta_f in its tuning without units; `start` and
        `lambda1` are as there.
        """
        mu, delta, step = players.lemma_steps(rounds, W, MASS, unit_free)
        return cls(mu, delta, nodes, seed, GradientAscent(step, start), lambda1)

    @cached_property
    def ascent(self) -> BoostedGradient:
        """How grad F_t is computed."""
        return BoostedGradient(self.nodes, self.seed)

    def learn(self, state: State, feedback: Feedback, priced: FloatArray) -> State:
        payoff = self.ascent.at(feedback, state.x) - priced
        return state.fed(self.oracle, payoff[np.newaxis])

    def fused_steps(self) -> LineSteps | None:
        if type(self.oracle) is not GradientAscent:  # no subclass
            return None
        step, boosted = self.oracle.step, self.ascent
        return LineSteps(boosted.line, boosted.weights, step, step, self.mu, self.keep, 0.0, False)


@frozen
class BoostedQueue(NeelyYu):
    """The queue of `NeelyYu` for monotone DR-submodular utilities: boosted queue.

    It climbs grad F_t, as `BoostedGradient(nodes, seed)` computes it, with Neely and Yu's step
    (arXiv:1702.04783) and COLD's tuning. In this book it is proven for any W that the
    (1-1/e)-regret against x*_W is of the order sqrt(W T), and, for a B_T/T > 0 that does not
    shrink, so is the violation at every prefix (`rocq/Queue.v`).
    """

    ascent, fused_steps = BoostedOSPHG.ascent, SaddleMethod.line_steps
    nodes: int = checked(node_count, default=8)
    seed: int | None = checked(checks.optional(checks.seed), default=None)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        W: int = 1,
        nodes: int = 8,
        *,
        seed: int | None = None,
        unit_free: bool = False,
        **warm: Unpack[Warm],
    ) -> Self:
        """Return it with V = sqrt(W T) and alpha = V sqrt(T).

        In other units that is another game. With `unit_free` it is not, as then
        V = G^2 sqrt(W T)/(beta_F R) and alpha = V beta_F sqrt(T)/R with beta_F = (1-1/e) beta_f,
        for a regret of at most beta_F R (5 sqrt(T) + 2 sqrt(W T))/4.
        """
        T = require_game("rounds", rounds).T
        W = checks.positive_int("W", W, maximum=T)
        if checks.flag("unit_free", unit_free):
            R, beta_f, G = scales(rounds, "R", "beta_f", "G")
            V = G**2 * math.sqrt(W * T) / (MASS * beta_f * R)
            return cls(V, V * MASS * beta_f * math.sqrt(T) / R, nodes, seed, **warm)
        V = math.sqrt(W * T)
        return cls(V, V * math.sqrt(T), nodes, seed, **warm)


@frozen
class OnlineGradientAscent(SaddleMethod):
    """x_{t+1} = P(x_t + eta h_t(x_t)): the budget is not looked at (Zinkevich 2003).

    The 1/2-regret of grad f_t is at most R beta_f sqrt(T) (Chen, Hassani and Karbasi 2018, second
    algorithm), for concave f_t the regret is, and with `BoostedGradient()` the (1-1/e)-regret.
    """

    carries = False
    eta: float = checked(checks.positive_float)
    ascent: Ascent = checked(require_ascent, default=PlainGradient())

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, **warm: Unpack[Warm]) -> Self:
        chosen, s = climbed(rounds, PlainGradient() if ascent is None else ascent)
        (R,) = scales(rounds, "R")
        return cls(R / (s * math.sqrt(rounds.T)), chosen, **warm)

    def steps(self, t: int) -> Steps:
        return Steps(self.eta, 0.0)


@frozen
class BestOfBothWorlds(Climbing, SaddleMethod):
    """The best-of-both-worlds scheme of Castiglioni, Celli, Marchesi, Romano and Gatti 2022.

    Gradient ascent on f_t - lambda_t g_t by eta, and on lambda within [0, cap] by mu, for W = T.
    With b = B_T/T, rho = b/G: at least rho/(1 + rho) of the best decision's utility, less sqrt(T),
    and a violation sqrt(T). Recalled, from a more general source, as is the cap.
    """

    eta: float = checked(checks.positive_float)
    mu: float = checked(checks.positive_float)
    cap: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, **warm: Unpack[Warm]) -> Self:
        chosen, s = climbed(rounds, ascent)
        R, beta_g, F, G, b = scales(rounds, "R", "beta_g", "F", "G", "allowance")
        cap, root = F / b, math.sqrt(rounds.T)
        return cls(R / ((s + cap * beta_g) * root), cap / (G * root), cap, ascent=chosen, **warm)

    def steps(self, t: int) -> Steps:
        return Steps(self.eta, self.mu, cap=self.cap)


# The bandits, which see values of f_t at two points around their decision and no gradients.

_AT_A_TIME = 1024  # directions drawn at once


@lru_cache(maxsize=8)
def directions(seed: int, stretch: int, n: int) -> FloatArray:
    """Return the unit vectors u of the 1024 rounds from 1024 stretch on, (1024, n)."""
    u = np.random.default_rng((seed, stretch)).standard_normal((_AT_A_TIME, n))
    return checks.read_only(u / np.sqrt((u**2).sum(1, keepdims=True)))


@frozen
class TwoPoints(SaddleMethod):
    """A saddle method that sees f_t at two points: `CaoLiuBandit` says which, and what it does."""

    sees_prices: ClassVar[bool] = True  # p_t itself, not two values of g_t
    xi: float = checked(checks.inside_unit)
    seed: int = checked(checks.seed)

    def init(self, game: Game) -> SaddleState:
        ball = inner_ball(game.domain)
        require(ball.radius > 0, self, "a domain with interior points", str(game.domain))
        return self.move(super().init(game)._replace(memory=ball), np.zeros(game.n))

    def signal(self, state: SaddleState, feedback: Feedback) -> Signal:
        (stretch, row), n = divmod(feedback.t, _AT_A_TIME), len(state.x)
        u, reach = directions(self.seed, stretch, n)[row], state.memory.radius * self.xi
        # rounding may put the points outside X by some 1e-16, where f_t is still defined
        points = np.array([state.x + reach * u, state.x - reach * u])

        def slope(values: FloatArray) -> FloatArray:
            return np.asarray(n * float(values[0] - values[1]) / (2 * reach) * u)

        f = checks.finite("utility.value", np.asarray(feedback.utility.value(points)))
        if self.sees_prices:
            return slope(f), feedback.price, feedback.violation
        g = feedback.violation + (points - state.x) @ feedback.price
        return slope(f), slope(g), float(g.mean())

    def move(self, state: SaddleState, step: FloatArray) -> SaddleState:
        scale, c = 1 - self.xi, state.memory.centre
        nearest = state.domain.project(c + (state.x + step - c) / scale)
        return state._replace(x=np.asarray(c + scale * (nearest - c)))


@frozen
class CaoLiuBandit(TwoPoints, CaoLiu):
    """`CaoLiu` with values instead of gradients of f_t (after Cao and Liu 2019, two-point bandit).

    Round t reveals f_t at x_t + r xi u and x_t - r xi u for a random unit vector u, and p_t in
    full; (n/(2 r xi)) (f_t(x_t + r xi u) - f_t(x_t - r xi u)) u stands for the gradient. Decisions
    stay in c + (1 - xi)(X - c), xi in (0, 1), with the largest ball in X, of centre c and radius r:
    ValueError if none is known.
    """

    @classmethod
    def tuned(  # type: ignore[override]
        cls, rounds: Game, path_length: float = 0.0, *, seed: int, **warm: Unpack[Warm]
    ) -> Self:
        n = require_game("rounds", rounds).n
        steps = _cao_liu(rounds, path_length, n, 1.0 if cls.sees_prices else 1 / n**2)
        return cls(*steps, 1 / (rounds.T + 1), seed, **warm)


@frozen
class CaoLiuValues(CaoLiuBandit):
    """`CaoLiuBandit` with values alone, of f_t and of g_t, at the two points.

    (n/(2 r xi)) (g_t(x_t + r xi u) - g_t(x_t - r xi u)) u stands for p_t, its mean. That their
    player sees just this is recalled. What is charged is the decision x_t, between the points.
    `tuned` has n beta for beta in delta, so that the bound stays in mean.
    """

    sees_prices = False


@frozen
class MOSPBandit(TwoPoints, MOSP):
    """`MOSP` with two values of f_t, as `CaoLiuBandit` (after Chen and Giannakis 2019).

    Derived here, for a fixed price and in the mean: the regret is at most
    R^2/(2 alpha) + alpha T n^2 beta_f^2/2 + mu (T + 1) G^2/2, besides shrinking.
    """

    @classmethod
    def tuned(  # type: ignore[override]
        cls, rounds: Game, *, seed: int, **warm: Unpack[Warm]
    ) -> Self:
        steps = MOSP.tuned(rounds)
        return cls(steps.alpha, steps.mu, 1 / (rounds.T + 1), seed, **warm)


# For a budget to be kept in every round (W = 1), since 2022.

MOST = 4  # dimensions; above, each projection is a quadratic programme with up to t rows


@frozen
class RECOO(Climbing):
    """RECOO of Guo, Liu, Wei, Ying 2022: a rectified penalty, and a queue that never empties.

    x_{t+1} maximises `<h_t(x_t), x> - Q_t gamma_t price [g_t(x)]_+ - alpha_t |x - x_t|^2` over X,
    and Q_{t+1} = max(Q_t + gamma_t [g_t(x_{t+1})]_+/money, sqrt(t + 1)), alpha_t = alpha sqrt(t),
    gamma_t = t^(1/2 + eps), eps in [0, 1/2], and Q_1 = 1 or more; lambda_t = Q_t price. T is not
    used. All recalled, the exponents least surely; at a fixed price sum_t [g_t(x_t)]_+ is O(1).
    """

    keeps_allowance = True
    alpha: float = checked(checks.positive_float)
    price: float = checked(checks.positive_float)
    money: float = checked(checks.positive_float)
    eps: float = checked(checks.non_negative_float, default=0.01)

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, **warm: Unpack[Warm]) -> Self:
        chosen, s = climbed(rounds, ascent)
        R, G = scales(rounds, "R", "G")
        return cls(s / R, s * R / G, G, ascent=chosen, **warm)

    def init(self, game: Game) -> SaddleState:
        Q = max(self.lambda1 / self.price, 1.0)
        return super().init(game)._replace(multiplier=Q * self.price, memory=(game.allowance, Q))

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        t, (allowance, Q) = feedback.t + 1, state.memory
        proximal, gamma = 2 * self.alpha * math.sqrt(t), t ** (0.5 + self.eps)
        climbed = state.x + self.ascent.at(feedback, state.x) / proximal
        back = Q * gamma * self.price / proximal * feedback.price

        def over(part: float) -> float:
            moved = state.domain.project(climbed - part * back)
            return dot(feedback.price, moved) - allowance

        # The maximiser is P(climbed - part back) where part is a subgradient of [g]_+: 0 within
        # the budget, 1 beyond it, and between them on the budget's edge; `over` falls in part.
        part = float(over(0.0) > 0)
        if part and over(1.0) < 0:
            part = float(scipy.optimize.brentq(over, 0.0, 1.0, xtol=1e-15, rtol=1e-14))
        x = state.domain.project(climbed - part * back)
        overspent = max(dot(feedback.price, x) - allowance, 0.0)
        Q = max(Q + gamma * overspent / self.money, math.sqrt(t + 1))
        return state._replace(x=x, multiplier=Q * self.price, memory=(allowance, Q))


@frozen
class SinhaVaze(Climbing):
    """The optimal algorithm of Sinha and Vaze 2024 for constraints that vary and must be kept.

    Q_t = Q_{t-1} + [g_t(x_t)]_+/money, d_t = h_t(x_t)/utility - Phi'(Q_t) p_t/money 1[g_t(x_t) > 0]
    with the potential Phi(Q) = e^(rate Q) - 1, and
    `x_{t+1} = P(x_t + diameter d_t/sqrt(2 (|d_1|^2 + ... + |d_t|^2)))`. The bounds, utility
    (sqrt(T) + 1) and money 2 sqrt(T) log(2 (1 + 2 T)), follow here from Phi(Q_T) + regret/utility
    <= sqrt(T) (1 + Phi'(Q_T)). lambda_t is what money costs once a round overspends.
    """

    utility: float = checked(checks.positive_float)
    money: float = checked(checks.positive_float)
    rate: float = checked(checks.positive_float)
    diameter: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, **warm: Unpack[Warm]) -> Self:
        chosen, s = climbed(rounds, ascent)
        R, beta_g = scales(rounds, "R", "beta_g")
        rate = 1 / (2 * math.sqrt(rounds.T))
        return cls(2 * R * s, 2 * R * beta_g, rate, R, ascent=chosen, **warm)

    def init(self, game: Game) -> SaddleState:
        Q = math.log(max(self.lambda1 / self._dear(0.0), 1.0)) / self.rate
        return super().init(game)._replace(memory=(Q, 0.0))

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        Q, S = state.memory
        Q += max(feedback.violation, 0.0) / self.money
        d = self.ascent.at(feedback, state.x) / self.utility
        if feedback.violation > 0:
            d = d - self.rate * math.exp(self.rate * Q) / self.money * feedback.price
        S += dot(d, d)
        step = self.diameter / math.sqrt(2 * S) if S > 0 else 0.0
        return state._replace(x=state.domain.project(state.x + step * d), memory=(Q, S))

    def multiplier(self, state: SaddleState) -> float:
        return self._dear(state.memory[0])

    def _dear(self, Q: float) -> float:
        return self.rate * math.exp(self.rate * Q) * self.utility / self.money


@frozen
class VazeSinha(Climbing):
    """The nested projections of Vaze and Sinha 2025: hard constraints, small dimensions.

    S_t is what keeps the budget at every price up to round t; y_t is the projection on S_{t-1} of
    x_t + eta h_t(x_t)/sqrt(t), and x_{t+1} that of y_t on S_t. Recalled, but for the rates. The
    source switches to `SinhaVaze` where sum_t [g_t(x_t)]_+ gets too large; this does not.
    ValueError in `init` for n above 4, or a domain that does not say its faces.
    """

    keeps_allowance = True
    carries = False
    eta: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, **warm: Unpack[Warm]) -> Self:
        chosen, s = climbed(rounds, ascent)
        (R,) = scales(rounds, "R")
        return cls(R / s, ascent=chosen, **warm)

    def init(self, game: Game) -> SaddleState:
        require(require_game("game", game).n <= MOST, self, f"n at most {MOST}", str(game.n))
        require_faces("VazeSinha", game.domain)
        memory = game.allowance, np.empty((0, game.n)), game.domain  # prices that matter, S_{t-1}
        return super().init(game)._replace(memory=memory)

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        allowance, prices, within = state.memory
        step = self.eta / math.sqrt(feedback.t + 1)
        climbed = state.x + step * self.ascent.at(feedback, state.x)
        y, price = within.project(climbed), feedback.price
        known = (prices >= price).all(axis=1).any()  # a price that forbids as much
        if known or max(dot(price, y), dot(price, within.maximize_linear(price))) <= allowance:
            return state._replace(x=y)
        prices = maximal_rows(np.vstack([prices, feedback.price]))
        A, b, box = half_spaces(state.domain)
        allowances = np.full(len(prices), allowance)
        within = Polytope(np.vstack([A, prices]), np.concatenate([b, allowances]), box)
        return state._replace(x=within.project(y), memory=(allowance, prices, within))


@frozen
class PFS(Climbing):
    """Polyak feasibility steps (Hutchinson and Alizadeh 2025), for one fixed price known before.

    g has the faces of X and of the budget, each as a distance. From the centre of the largest ball
    within, y_t = x_t + eta h_t(x_t); where the linear approximation of g at x_t, plus the margin,
    is positive at y_t, a step of that length leads back along its slope; a ball around the centre,
    of the diameter of X, ends the round. The step was seen in public code. Derived here: with d_t
    the distance to {g <= -margin} and k = (radius - margin)/R,
    d_{t+1}^2 <= (d_t + eta s)^2 - [k d_t - eta s]_+^2, so that d_t <= 2 (1 + k) eta s/k^2 for all
    t, and a margin of that size suffices. ValueError for prices that vary, faces that are not
    known, or no interior.
    """

    carries = False
    eta: float = checked(checks.positive_float)
    margin: float = checked(checks.non_negative_float)

    @classmethod
    def tuned(
        cls, rounds: Game, ascent: Ascent | None = None, *, bold: bool = False, **warm: Unpack[Warm]
    ) -> Self:
        """Return it with the margin that keeps every round, and the eta that is best for it.

        With `bold` eta = R/(s sqrt(T)) and margin = eta s, at most radius/2: nothing is proven, and
        a decision that leaves X is projected on it.
        """
        chosen, s = climbed(rounds, ascent)
        R, radius = rounds.R, cls(1.0, 0.0).faces(rounds)[2].radius
        if checks.flag("bold", bold):
            eta = R / (s * math.sqrt(rounds.T))
            return cls(eta, min(eta * s, radius / 2), ascent=chosen, **warm)
        k = radius / (2 * R)
        per_step = 2 * (1 + k) * s / k**2  # margin / eta
        # The regret is at most R^2/(2 eta) + eta s^2 T/2 + s R T margin/radius.
        best = R / (s * math.sqrt(rounds.T * (1 + 2 * R * per_step / (s * radius))))
        eta = min(best, radius / (2 * per_step))
        return cls(eta, per_step * eta, ascent=chosen, **warm)

    def faces(self, game: Game) -> tuple[FloatArray, FloatArray, Ball]:
        """Return normals (m, n) of length 1, and offsets (m,), of the faces of X and the budget.

        g(x) is the largest <normal, x> - offset. Beside them stands the largest ball within, where
        g is -radius at the centre; ValueError as the class says.
        """
        require_fixed_prices(self, game)
        A, b, box = require_faces("PFS", game.domain)
        price = next(iter(game.blocks())).prices[:1]
        within = Polytope(np.vstack([A, price]), np.append(b, game.allowance), box)
        ball = inner_ball(within)
        require(ball.radius > 0, self, "a decision strictly within X and the budget", "none")
        eye = np.eye(game.n)
        normals = np.vstack([within.A, eye, -eye])
        offsets = np.concatenate([within.b, box.upper, -box.lower])
        return *domains.unit_rows(normals, offsets), ball

    def init(self, game: Game) -> SaddleState:
        faces = self.faces(game)
        state = super().init(game)
        return state._replace(x=faces[2].centre if self.start is None else state.x, memory=faces)

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        (normals, offsets, (centre, _)), x = state.memory, state.x
        y = x + self.eta * self.ascent.at(feedback, x)
        gaps = normals @ x - offsets
        nearest = int(gaps.argmax())
        over = gaps[nearest] + normals[nearest] @ (y - x) + self.margin
        if over > 0:
            y = y - over * normals[nearest]
        away, reach = y - centre, state.domain.diameter
        if (length := float(np.linalg.norm(away))) > reach:
            y = centre + reach / length * away
        inside = (normals @ y <= offsets).all()  # always, with the margin that is proven
        return state._replace(x=y if inside else state.domain.project(y))
