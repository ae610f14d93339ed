"""The compiled loops over the rounds, one for each kind of steps, and how one is made for a game.

Four loops stand here: K oracles (`oracle_rounds`), the same eight at a time for quadratics on a box
(`lane_rounds`), one decision with gradients on the line to it (`line_rounds`), and
`osphg.Repricing` (`repricing_rounds`). They share how a round is written down
(`record_round`) and differ in where gradients are asked and what follows from them. One loop with
these two parts as inlined functions was tried: the numbers are the same, bit for bit, but a round
takes up to 9 % longer for OSPHG, 6 to 35 % for boosted OSPHG and 50 to 90 % for repricing, whose
sums no longer stay in registers.

All loops have the signature `loop(first, game, steps, V, multiplier, series)` and return the
multiplier after the last round. numba unpacks plain tuples fastest, so that these are plain:

first : int
    Round 0 of the loop is round `first` of the utility.
game : tuple
    The data of `Functions`, the bounds `lower` and `upper` of `Projection`, (n,), its data, the
    prices (T, n), and the allowances b_t, the money for each round, (T,), or one for all, (1,).
steps : tuple
    The fields of `OracleSteps`, `LineSteps` or `RepricingSteps`, with the nodes of these rounds in
    place of a function of the rounds.
V : FloatArray
    What the player keeps, (n, K) for K oracles, else one column; it is changed in place.
multiplier : float
    lambda_1 of these rounds.
series : tuple
    Arrays to write to: decisions (T, n), utility, violation and multiplier, (T,).

Here T is the number of rounds of one call, and n that of the items. P is the projection on X,
g_t(x) = <p_t, x> - b_t the violation, and lambda_t the multiplier, in units of f per unit of
money.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled.answers import (
    LARGEST,
    Functions,
    LineSteps,
    OracleSteps,
    Projection,
    RepricingSteps,
    fit_compiled_loops,
    own_method_result,
)
from osphg.compiled.jit import can_compile, compile_inlined, compile_part, is_compiled, jit
from osphg.compiled.polytopes import project_on_polytope
from osphg.compiled.projections import NOT_PROJECTED, column_projection
from osphg.compiled.quadratics import are_quadratic, quadratic_value
from osphg.compiled.rules import RuleSteps, rule_maker
from osphg.compiled.steps import next_multiplier

Loop = Callable[..., float]
_EPS = float(np.finfo(np.float64).eps)
_MAX_SEARCH_STEPS = 200  # some four are needed; rounding cannot make it go on for ever
# Of `lane_rounds`. More of them are no faster there: vectors then go through memory, too.
MAX_ITEMS_IN_LANES = 16
TOO_LARGE = "a gradient is too large for the compiled loop"


class Fused(NamedTuple):
    """A compiled loop, and what a player, a domain and a utility give it for arguments.

    `in_lanes` says that the loop is `lane_rounds`, whose rounds take much less time than others.
    """

    loop: Loop
    steps: OracleSteps | LineSteps | RepricingSteps | RuleSteps
    projection: Projection
    functions: Functions
    in_lanes: bool = False


def fuse(player: object, domain: object, utility: object) -> Fused | None:
    """Return the compiled loop for a player, a domain and a utility, if there is one.

    Parameters
    ----------
    player : object
        Has a compiled loop if its own class, not a base, defines a method `fused_steps()`: a
        subclass may compute otherwise than its base says. It returns `OracleSteps`, `LineSteps`,
        `RepricingSteps`, the steps of a rule, `osphg.compiled.rules`, or other steps with an
        attribute `make_rounds`, which makes their loop, as `osphg.compiled.nested` has them.
    domain : object
        Likewise with `fused_projection()`, which returns a `Projection`; the rules of practice ask
        for its corners in place of it, `fused_maximizer()`.
    utility : object
        Likewise with `fused_functions()`, which returns `Functions`.

    Returns
    -------
    Fused or None
        The loop and its arguments. None, which means that `play` goes through NumPy: one of the
        three has no such method or answers None, numba is missing, or a step, a bound of the domain
        or a number of the utility is so large that products may overflow.

    Examples
    --------
    A player of one's own, without `fused_steps`, is played in NumPy:

    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=10)
    >>> class Mine(osphg.Throttle): ...
    >>> osphg.compiled.fuse(Mine.tuned(rounds), rounds.domain, rounds.utility) is None
    True
    """
    if not can_compile():
        return None
    steps = own_method_result(player, "fused_steps")
    projection = own_method_result(domain, "fused_projection")
    functions = own_method_result(utility, "fused_functions")
    if steps is None or projection is None or functions is None:
        return None
    if not _has_moderate_sizes(steps, domain, functions):
        return None
    # K oracles on quadratics over a box or a polytope, of few items, are played eight at a time.
    if fit_lanes(steps, projection, functions):
        loop = lane_loop_of(len(projection.lower), on_polytope=projection.project is not None)
        return Fused(loop, steps, projection, functions, in_lanes=True)
    if isinstance(steps, RuleSteps):  # rules need no projection, but corners of the domain
        projection = own_method_result(domain, "fused_maximizer")
        # Of a box's projection `project` is None, but a best corner always needs a function.
        if projection is None or projection.project is None:
            return None
        rule: type = type(steps)  # mypy takes the union of these classes for no Hashable
        make_rounds = rule_maker(rule, projection.project, functions.gradients)
    else:
        makers: dict[type, Callable[..., Loop]] = {
            OracleSteps: oracle_rounds,
            LineSteps: line_rounds,
            RepricingSteps: repricing_rounds,
        }
        make_rounds = makers.get(type(steps)) or steps.make_rounds
    # Whether `project` keeps numbers of each point from round to round, as that of a polytope does.
    has_memory = projection.memory > 0
    loop = loop_of(
        make_rounds,
        functions.value,
        functions.gradients,
        projection.project,
        has_memory,
        projection.together,
    )
    return Fused(loop, steps, projection, functions)


def fit_lanes(
    steps: OracleSteps | LineSteps | RepricingSteps, projection: Projection, functions: Functions
) -> bool:
    """Whether `lane_rounds` plays this: K oracles on quadratics, of few items, on certain domains.

    These are a box from 0, or a polytope. It was faster than `oracle_rounds` for each K from 1 on,
    and each n up to `MAX_ITEMS_IN_LANES`. A domain whose `projection` has no function `project` is
    a box.
    """
    has_oracles = isinstance(steps, OracleSteps)
    is_quadratic = are_quadratic(functions.gradients)
    if not (has_oracles and is_quadratic) or len(projection.lower) > MAX_ITEMS_IN_LANES:
        return False
    # A game contains the origin, but for rounding: a lower bound may be just above 0.
    is_box_from_0 = projection.project is None and not projection.lower.any()
    return is_box_from_0 or projection.project is project_on_polytope


def _has_moderate_sizes(
    steps: OracleSteps | LineSteps | RepricingSteps | RuleSteps, domain: Any, functions: Functions
) -> bool:
    """Whether no step, bound of the domain or number of a family is too large for the loops.

    A loop would clip what overflows in silence; NumPy refuses it. The numbers of a user's own
    utility are not looked at here: its gradients are checked in every round, see `loop_of`. Those
    of the package's families and games are in `functions.data`. `LARGEST` is 1e50: no product of
    six smaller numbers overflows.
    """
    numbers = [number for number in steps if isinstance(number, (int, float))]
    if isinstance(steps, RepricingSteps):
        # eta is at most this: D/(B r) or less, where r >= 1 is the root of a number of rounds.
        longest_step = steps.radius / steps.length
        numbers.append(longest_step)
    # Written with "not": a bound that is not a number is refused, too.
    if max(numbers) > LARGEST or not domain.upper.max() <= LARGEST:
        return False
    is_family = functions.gradients.__module__.startswith(("osphg.families", "osphg.games."))
    # Whether no number of the data is larger in size than `LARGEST`; nan is refused, too.
    return not is_family or fit_compiled_loops(*functions.data)


# Parts of the loops.


def record_round(
    t: int,
    x: FloatArray,
    utility: float,
    multiplier: float,
    prices: FloatArray,
    allowance: float,
    series: Any,
) -> float:
    """Write round t to the series and return what it has spent.

    Parameters
    ----------
    t : int
        The round, counted from 0 in the series.
    x : FloatArray
        The decision x_t, (n,).
    utility : float
        f_t(x_t).
    multiplier : float
        lambda_t.
    prices : FloatArray
        All prices, (T, n).
    allowance : float
        b_t.
    series : tuple
        The arrays to write to, as for the loops.

    Returns
    -------
    float
        <p_t, x_t>.
    """
    decisions, utilities, violations, multipliers = series
    spend = 0.0
    for i in range(len(x)):
        decisions[t, i] = x[i]
        spend += prices[t, i] * x[i]
    utilities[t] = utility
    violations[t] = spend - allowance
    multipliers[t] = multiplier
    return spend


def row_sum(V: FloatArray, i: int, first: int, last: int) -> float:
    """Return V[i, first] + ... + V[i, last - 1], as eight sums side by side.

    Each takes every eighth entry: so they do not wait for each other, and add in the same order on
    all processors. V is (n, K).
    """
    a = b = c = d = e = f = g = h = 0.0
    whole = first + (last - first) // 8 * 8  # the end of the entries that come in eights
    for k in range(first, whole, 8):
        a += V[i, k]
        b += V[i, k + 1]
        c += V[i, k + 2]
        d += V[i, k + 3]
        e += V[i, k + 4]
        f += V[i, k + 5]
        g += V[i, k + 6]
        h += V[i, k + 7]
    for k in range(whole, last):
        a += V[i, k]
    return ((a + b) + (c + d)) + ((e + f) + (g + h))


def oracle_rounds(value: Any, gradients: Any, project: Any) -> Loop:
    """Return the loop over rounds for K oracles: Algorithm 2, second loop.

    With the choices V_k, the columns of V, x_t = (V_1 + ... + V_K)/K, and after the round
    V_k <- P(V_k + step (weights_k grad f_t(x^(k)) - lambda_t p_t)) and
    lambda_{t+1} = [keep lambda_t + dual_step g_t(x_t)]_+, where [.]_+ cuts off at 0.

    Parameters
    ----------
    value, gradients : callable
        Compiled functions, as in `Functions`.
    project : callable
        Compiled: `project(V, y, data)` projects the columns of V (n, K), with y (n,) to work in.

    Returns
    -------
    callable
        The compiled loop, with the signature of this module.
    """
    sum_of_row = compile_part(row_sum)
    multiplier_after = compile_inlined(next_multiplier)
    record = compile_inlined(record_round)

    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, series: Any
    ) -> float:
        """Play the rounds; what goes in and comes out stands at the top of this module."""
        data, lower, upper, projection_data, p, allowances = game
        # Of the gradients, (K,); the step of the oracles; that of lambda; the share of it kept.
        weights, step, dual_step, keep = steps
        T, n = p.shape
        K = V.shape[1]
        per_oracle = 1.0 / K
        half = K // 2
        x = np.empty(n)
        y = np.empty(n)  # for `project` to work in
        X = np.empty((n, K))  # column k is the partial iterate x^(k)
        G = np.empty((n, K))  # the gradients there
        for t in range(T):
            # Predict. The partial iterates are x^(k) = (V_1 + ... + V_{k-1})/K, and x_t is what
            # follows the last of them: for each coordinate one running sum over k. Each term of it
            # has to wait for the sum before it. So four sums go side by side: a and c for
            # coordinate i, b and d for i + 1, where a and b run over the lower half of the k, and c
            # and d over the upper half, which begin with the sum of the lower one. Where K is odd,
            # the upper half has one oracle more: it comes last.
            for i in range(0, n - 1, 2):
                a = 0.0
                b = 0.0
                c = sum_of_row(V, i, 0, half) * per_oracle
                d = sum_of_row(V, i + 1, 0, half) * per_oracle
                for k in range(half):
                    va = V[i, k]
                    vb = V[i + 1, k]
                    vc = V[i, half + k]
                    vd = V[i + 1, half + k]
                    X[i, k] = a
                    X[i + 1, k] = b
                    X[i, half + k] = c
                    X[i + 1, half + k] = d
                    a += va * per_oracle
                    b += vb * per_oracle
                    c += vc * per_oracle
                    d += vd * per_oracle
                if K % 2 == 1:
                    X[i, K - 1] = c
                    X[i + 1, K - 1] = d
                    c += V[i, K - 1] * per_oracle
                    d += V[i + 1, K - 1] * per_oracle
                x[i] = c
                x[i + 1] = d
            if n % 2 == 1:
                total = 0.0
                for k in range(K):
                    X[n - 1, k] = total
                    total += V[n - 1, k] * per_oracle
                x[n - 1] = total
            # Play.
            b = allowances[t] if len(allowances) > 1 else allowances[0]
            spend = record(t, x, value(first + t, x, data), multiplier, p, b, series)

            # Learn: V_k <- P(V_k + step (weights_k grad f_t(x^(k)) - lambda_t p_t)).
            gradients(first + t, X, G, data)
            for i in range(n):
                cost = multiplier * p[t, i]  # of a unit of item i, in units of f
                low = lower[i]
                high = upper[i]
                for k in range(K):
                    moved = V[i, k] + step * (weights[k] * G[i, k] - cost)
                    # Clipped here, as `Projection` asks: `project` does the rest, which for a box
                    # is nothing. Bounds at which clipping would move the projection are infinite.
                    V[i, k] = min(max(moved, low), high)
            project(V, y, projection_data)
            # Price.
            multiplier = multiplier_after(multiplier, spend - b, keep, dual_step)
        return multiplier

    return rounds


def lane_rounds(n: int, *, on_polytope: bool = False) -> Loop:
    """Return the loop over rounds for K oracles, for quadratics, eight oracles at a time.

    It takes a third of the time of `oracle_rounds`, and its numbers are the same up to rounding.
    The K oracles are cut into eight runs of K/8, and run l goes in lane l of a vector: so a sum
    over K oracles is eight short sums side by side, and what is computed for an oracle stays in
    registers. The partial iterates are such a sum, for which each lane has to know where to begin:
    with the choices of all lanes before it. Their sums were taken when these choices were made, in
    the last round.

    Parameters
    ----------
    n : int
        The number of items, at most `MAX_ITEMS_IN_LANES`.
    on_polytope : bool
        Whether X is a polytope, whose projection is that of `osphg.compiled.newton`; else it is a
        box from 0.

    Returns
    -------
    callable
        The compiled loop, with the signature of this module and the data of `Quadratics`.
    """
    from osphg.compiled import lanes  # which needs numba

    into_lanes = compile_inlined(lanes.into_lanes)
    out_of_lanes = compile_inlined(lanes.out_of_lanes)
    value = compile_inlined(quadratic_value)
    multiplier_after = compile_inlined(next_multiplier)
    record = compile_inlined(record_round)
    prepare, store_in_domain = lane_projection(n, on_polytope)

    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, series: Any
    ) -> float:
        """Play the rounds; what goes in and comes out stands at the top of this module."""
        # Vectors that find no register then lie at addresses that 64 divides. So this function is
        # not inlined into another: it needs a stack of its own.
        lanes.align_stack()
        data, lower, upper, projection_data, p, allowances = game
        weights, step, dual_step, keep = steps
        H, h = data
        T = len(p)
        K = V.shape[1]
        per_oracle = 1.0 / K
        step_of = np.empty((1, K))  # the step along the gradient, for each oracle
        for k in range(K):
            step_of[0, k] = step * weights[k]
        # Row j has the j-th oracle of each run. In the last row some may be missing. In their place
        # is a choice of 0, which adds nothing to a sum. It stays 0: its step along the gradient is
        # 0, and it pays for prices, so that it moves to a point with no entry above 0; of such a
        # point 0 is the projection, on a polytope as on a box, as X has 0 for its smallest point.
        # Both arrays are (rows, n, 8), `gradient_steps` with n = 1; `rows` is K/8, rounded up.
        # `out_of_lanes` writes the choices back to V.
        choices = into_lanes(V, n)
        gradient_steps = into_lanes(step_of, 1)
        rows = len(choices)
        projection = prepare(choices, projection_data)
        x = np.empty(n)
        charge = np.empty(n)  # what a step takes off each item for its price
        sums = lanes.zero_points(n)  # of the choices in each lane
        for j in range(rows):
            sums = lanes.add(sums, lanes.load_points(n, choices, j))
        for t in range(T):
            # Predict. x_t is the sum of all choices over K. The partial iterate x^(k) is that of
            # the choices before k: for the first oracle of a run, of all runs before.
            # `averages` has in each lane the sum of the choices of this run and of those before,
            # over K: the last lane has x_t, and the lane before a run has where it begins.
            averages = lanes.sums_up_to_lane(lanes.multiply(per_oracle, sums))
            lanes.last_point(averages, x)
            iterates = lanes.from_lane_before(averages)
            # Learn, before the round is written down: it does not need what x_t is worth. `sums`
            # become those of the next round, and `iterates` go from oracle to oracle of each run.
            for i in range(n):
                charge[i] = step * (multiplier * p[t, i])  # step lambda_t p_t
            sums = lanes.zero_points(n)
            for j in range(rows):
                # V_k <- P(V_k + step (weights_k grad f_t(x^(k)) - lambda_t p_t)), for eight k.
                old = lanes.load_points(n, choices, j)
                slopes = lanes.quadratic_slopes(H, h, first + t, iterates)
                charged = lanes.subtract(old, charge)
                moved = lanes.multiply_add(lanes.load_numbers(gradient_steps, j), slopes, charged)
                new = store_in_domain(moved, choices, j, lower, upper, projection)
                sums = lanes.add(sums, new)
                iterates = lanes.multiply_add(per_oracle, old, iterates)
            # Play. `record` writes the round to the series, and returns what it has spent.
            b = allowances[t] if len(allowances) > 1 else allowances[0]
            spend = record(t, x, value(first + t, x, data), multiplier, p, b, series)
            # Price.
            multiplier = multiplier_after(multiplier, spend - b, keep, dual_step)
        out_of_lanes(choices, V, n)
        return multiplier

    return rounds


class LanesOnPolytope(NamedTuple):
    """What `lane_rounds` keeps to project the choices of all rows of lanes on a polytope.

    Attributes
    ----------
    numbers : FloatArray
        The choices once more, (rows n, 1, 8), as `project_eight` takes points: the same memory.
    multipliers : FloatArray
        Those of the m rows of A for each choice, (rows m, 1, 8), from the round before.
    room : FloatArray
        For `project_eight` to work in.
    faces : tuple
        A, b and the bounds of the box.
    farthest : float
        How large a coordinate may be that is projected.
    """

    numbers: FloatArray
    multipliers: FloatArray
    room: FloatArray
    faces: Any
    farthest: float


def lane_projection(n: int, on_polytope: bool) -> tuple[Any, Any]:
    """Return what `lane_rounds` needs to take points of R^n into a box, or into a polytope.

    Parameters
    ----------
    n : int
        The number of items.
    on_polytope : bool
        Whether X is a polytope.

    Returns
    -------
    callable
        Compiled: `prepare(choices, data)`, with the choices of the oracles in lanes and the data
        of `Projection`, is called once before the rounds, and returns what the second one needs.
    callable
        Compiled: `store_in_domain(points, choices, j, lower, upper, prepared)` clips points,
        projects them, writes them to row j of the choices, and returns them.
    """
    from osphg.compiled import lanes  # which needs numba

    if not on_polytope:

        @compile_inlined
        def store_in_box(
            points: Any, choices: FloatArray, j: int, lower: Any, upper: Any, prepared: Any
        ) -> Any:
            """Clip eight points at the bounds of the box, (n,), and write them to row j."""
            clipped = lanes.clip(points, lower, upper)
            lanes.store_points(clipped, choices, j)
            return clipped

        return compile_inlined(lambda choices, data: None), store_in_box

    from osphg.compiled import newton

    @compile_inlined
    def prepare(choices: FloatArray, data: Any) -> Any:
        """Return what the projection works in; the search begins with multipliers of 0."""
        _, A, b, lower, upper = data  # the first are multipliers of columns, for other loops
        m = len(b)
        rows = len(choices)
        numbers = choices.reshape((rows * n, 1, lanes.LANES))
        multipliers = lanes.empty_lanes(rows * m)
        for j in range(rows * m):
            lanes.store_numbers(lanes.zero_points(1), multipliers, j)
        farthest = newton.farthest_size(lower, upper)
        room = newton.empty_room(m, n)
        return LanesOnPolytope(numbers, multipliers, room, (A, b, lower, upper), farthest)

    @compile_inlined
    def store_in_polytope(
        points: Any, choices: FloatArray, j: int, lower: Any, upper: Any, prepared: Any
    ) -> Any:
        """Project eight points, by way of row j of the choices; bounds are the polytope's own."""
        numbers, multipliers, room, faces, farthest = prepared  # `LanesOnPolytope`
        m = len(faces[1])
        lanes.store_points(points, choices, j)
        row = numbers[j * n : (j + 1) * n]  # the same memory as row j of the choices
        row_multipliers = multipliers[j * m : (j + 1) * m]
        if not newton.project_eight(row, row_multipliers, room, faces, farthest):
            raise ValueError(NOT_PROJECTED)
        return lanes.load_points(n, choices, j)

    return prepare, store_in_polytope


def line_rounds(value: Any, gradients: Any, project: Any) -> Loop:
    """Return the loop over rounds for one decision x_t with the constants of `LineSteps`.

    x_t is the column of V, (n, 1). The gradients of a round are asked at J points on the line from
    the origin to it, z_tj x_t, and added up with the weights.

    After round t the decision steps to x_{t+1} and the multiplier to lambda_{t+1}. Players differ
    in which comes first. With `dual_first` (MOSP) the multiplier does: x_{t+1} is charged at
    lambda_{t+1}, and not at lambda_t. With `ahead` = 1 (Neely and Yu) the decision does: the
    multiplier steps by what x_{t+1} would have spent in round t, and not by what x_t has spent.

    Parameters
    ----------
    value, gradients : callable
        Compiled functions, as in `Functions`.
    project : callable
        Compiled: `project(V, y, data)` projects the column of V, with y (n,) to work in.

    Returns
    -------
    callable
        The compiled loop, with the signature of this module.
    """
    multiplier_after = compile_inlined(next_multiplier)
    record = compile_inlined(record_round)

    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, series: Any
    ) -> float:
        """Play the rounds; what goes in and comes out stands at the top of this module."""
        data, lower, upper, projection_data, p, allowances = game
        # x_{t+1} = P(x_t + step sum_j weights_j grad f_t(z_tj x_t) - price_step charge p_t), and
        # `multiplier_after(lambda, growth, keep, dual_step)` is [keep lambda + dual_step growth]_+.
        # `nodes` are the shares z of the rounds of this call, (T, J), or one row for all, (1, J);
        # `weights` those of the gradients, (J,). `step` is that along the gradients, `price_step`
        # that along lambda_t p_t, `dual_step` that of the multiplier, of which `keep` is kept.
        nodes, weights, step, price_step, dual_step, keep, ahead, dual_first = steps
        T, n = p.shape
        J = len(weights)
        x = np.empty(n)
        y = np.empty(n)  # for `project` to work in
        X = np.empty((n, J))  # column j is the point nodes_tj x_t
        G = np.empty((n, J))  # the gradients there
        for t in range(T):
            row = t if len(nodes) > 1 else 0  # the row of this round, or that of all rounds
            for i in range(n):
                x[i] = V[i, 0]
                for j in range(J):
                    X[i, j] = nodes[row, j] * x[i]
            # `record` writes the round to the series, and returns <p_t, x_t>.
            b = allowances[t] if len(allowances) > 1 else allowances[0]
            spend = record(t, x, value(first + t, x, data), multiplier, p, b, series)
            violation = spend - b

            gradients(first + t, X, G, data)
            charge = multiplier  # at which x_{t+1} pays for money: lambda_t
            # Or lambda_{t+1}, which the last line of the round computes again: with `dual_first`
            # `ahead` is 0.
            if dual_first:
                charge = multiplier_after(multiplier, violation, keep, dual_step)
            for i in range(n):
                slope = 0.0
                for j in range(J):
                    slope += weights[j] * G[i, j]
                moved = V[i, 0] + (step * slope - price_step * charge * p[t, i])
                V[i, 0] = min(max(moved, lower[i]), upper[i])
            project(V, y, projection_data)
            change_of_spend = 0.0
            for i in range(n):
                change_of_spend += p[t, i] * (V[i, 0] - x[i])
            # g_t(x_t) for `ahead` = 0, and g_t(x_{t+1}) for 1.
            growth = violation + ahead * change_of_spend
            multiplier = multiplier_after(multiplier, growth, keep, dual_step)
        return multiplier

    return rounds


class Bracket(NamedTuple):
    """An interval with the zero of a falling slope, or with the end where its sum is largest."""

    low: float
    high: float


class Probe(NamedTuple):
    """A point where a slope was computed."""

    point: float
    slope: float


def secant_or_bisect(
    bracket: Bracket, probe: Probe, last: Probe, step: int, size: float, end: float, steepest: float
) -> tuple[Bracket, float]:
    """Narrow the bracket by one more probe of a falling slope, and say where to probe next.

    Secants find the zero of a slope that is linear but for a few corners in some four probes; each
    fourth step halves the bracket, for slopes that are not. The first step cannot go too far, as it
    takes the slope to fall as fast as it can.

    Parameters
    ----------
    bracket : Bracket
        Where the zero is, within [0, end].
    probe : Probe
        The newest probe, in the bracket.
    last : Probe
        The probe before it; not looked at in step 0.
    step : int
        The number of probes before this one.
    size : float
        The size of the numbers that are added up to the slope: it has their rounding errors.
    end : float
        The search is in [0, end].
    steepest : float
        The slope falls by at most this for a unit; used in step 0.

    Returns
    -------
    Bracket
        A smaller one, or the same at the end of the search.
    float
        Where to probe next. `probe.point` itself if the search is over: the slope is 0 there up to
        rounding, or does not change its sign before that end of [0, end].
    """
    low, high = bracket
    point, slope = probe
    # The search is over where the slope is 0 up to rounding, and at an end that it leads out of.
    is_zero = abs(slope) <= 4 * _EPS * size
    leads_out = point >= end if slope > 0 else point <= 0.0
    if is_zero or leads_out:
        return bracket, point
    if slope > 0:
        low = point
    else:
        high = point
    if high - low <= 2 * _EPS * end:
        return Bracket(low, high), point
    # How fast the slope falls: by the last two probes, or at first as fast as it can.
    fall = steepest if step == 0 else (last.slope - slope) / (point - last.point)
    if fall > 0:
        goal = point + slope / fall  # the zero of the line through both probes
    elif slope > 0:  # a slope that does not fall has its zero, if any, far away
        goal = end
    else:
        goal = 0.0
    # What the secant says is replaced where it is not strictly within the bracket.
    if step % 4 == 3:
        goal = low + (high - low) / 2
    elif goal >= end and high == end:
        goal = end  # an end where the search may not have been
    elif goal <= 0.0 and low == 0.0:
        goal = 0.0
    elif not low < goal < high:
        goal = low + (high - low) / 2
    return Bracket(low, high), goal


def repricing_rounds(value: Any, gradients: Any, project: Any, *, compiled: bool = True) -> Loop:
    """Return the loop over rounds for `osphg.Repricing`, see `RepricingSteps`.

    lambda_t is found anew in each round, as the zero of a slope on [0, Lambda]; once a window
    closes, so is the multiplier that hindsight gives it.

    Parameters
    ----------
    value, gradients, project : callable
        ``value(t, x, data)`` is f_t(x) at one point (n,); ``gradients(t, X, G, data)`` writes the
        gradients at the columns of X, (n, J), into G; ``project(Y, y, data)`` moves the column Y,
        (n, 1), into X, with y, (n,), to work in.
    compiled : bool
        False leaves the loop plain Python, of which `Repricing.update` plays one round.

    Returns
    -------
    callable
        The loop; its V, (4 n + 5, 1), is that of `osphg.players.repricing.RepricingState`.
    """
    secant_or_bisection = compile_inlined(secant_or_bisect) if compiled else secant_or_bisect
    record = compile_inlined(record_round) if compiled else record_round

    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, series: Any
    ) -> float:
        """Play the rounds; what goes in and comes out stands at the top of this module.

        Repricing charges the prices of the open window anew in every round, all of them at one
        multiplier lambda_t. When the window closes, it is charged for good, at the multiplier nu
        that hindsight gives it. So one search is made in each round, and two where a window closes.

        Symbols, and their names in the code:

        - v, ``net_rewards``: the rewards u_t so far, less what closed windows were charged for good
        - P, ``window_prices``: the sum of the prices of the open window
        - s, ``spent``: what was spent so far, less what closed windows allowed
        - x_0, ``start``: the decision from which the player counts its moves
        - l, ``candidate``: a multiplier that is tried, between 0 and Lambda, ``cap``
        - x(l), ``Y``: the decision for l, the projection of x_0 + eta (v - l P) on X
        - <P, x(l)>, ``window_cost``: what x(l) costs at all prices of the open window
        - D, ``radius``: no decision is farther from x_0
        - B, ``length``: no reward less its charge is longer
        - w, ``swing``: no P is longer while the window is open
        - eta: the step, D/(B sqrt(T) + Lambda w/2), with twice the rounds so far for T where T is
          not known; nu is found with the eta of this round's decision, and lambda with the next

        x(l) is where psi(v - l P) = max_X <v - l P, x> - ``|x - x_0|^2/(2 eta)`` is reached: the
        best decision in hindsight for the multiplier l. As l rises it buys less: the derivative of
        psi(v - l P) is -<P, x(l)>.

        lambda_t is where Phi(l) = psi(v - l P) + l s + D w l (1 - l/Lambda), up to terms without l,
        is largest. Its derivative is -<P, x(l)> + s + D w - (2 D w/Lambda) l. The last term of Phi
        is there to make it concave: its derivative then falls, and where that is 0, or at an end of
        [0, Lambda], Phi is largest. Without this term the first one, which is convex, would make
        lambda_t jump between the ends.

        nu is where psi(v - l P) + l (what the window allowed) is smallest: where <P, x(l)> - (what
        the window allowed) is 0, so that x(nu) spends just that. This slope falls, too. Then nu P
        is taken from v, and the charge of this window never changes again.

        Both slopes are rise - bend l + sign <P, x(l)>, with other numbers: that is why one search
        serves both.
        """
        data, lower, upper, projection_data, p, allowances = game
        # `nodes` are the shares z of the rounds of this call, (T, J), or one row for all of them,
        # and `weights`, (J,), those of the gradients at z_tj x_t: the reward is u_t = sum_j
        # weights_j grad f_t(z_tj x_t). W is the length of a window, in rounds.
        nodes, weights, W, cap, radius, length, swing, horizon = steps
        T, n = p.shape
        J = len(weights)
        # The state, as `RepricingState` says: x_t, x_0, v and P.
        x = V[:n, 0].copy()
        start = V[n : 2 * n, 0].copy()
        net_rewards = V[2 * n : 3 * n, 0].copy()
        window_prices = V[3 * n : -5, 0].copy()
        # s; what the open window allowed so far; the sum of nu_i times what closed window i allowed
        # (of Phi a term without l, kept for those who compute Phi); the rounds in the open window
        # and in all. In the book's letters s is C + bk, and the second one bk.
        spent, window_allowance, closed_charges, rounds_in_window, rounds_so_far = V[-5:, 0]
        X = np.empty((n, J))  # column j is the point nodes_tj x_t
        G = np.empty((n, J))  # the gradients there
        Y = np.empty((n, 1))  # x(l) for the multiplier l that is tried
        y = np.empty(n)  # for `project` to work in
        bulge_at_0 = radius * swing  # the slope of D w l (1 - l/Lambda) at l = 0
        half_swing = cap * swing / 2  # Lambda w/2, a term of eta
        # A horizon of 0 is not known; then eta changes from round to round.
        eta = radius / (
            length * np.sqrt(horizon if horizon > 0 else 2 * max(1.0, rounds_so_far)) + half_swing
        )
        for t in range(T):
            row = t if len(nodes) > 1 else 0  # the row of this round, or that of all rounds
            for i in range(n):
                for j in range(J):
                    X[i, j] = nodes[row, j] * x[i]
            # `record` writes the round to the series, and returns <p_t, x_t>.
            b = allowances[t] if len(allowances) > 1 else allowances[0]
            spend = record(t, x, value(first + t, x, data), multiplier, p, b, series)

            gradients(first + t, X, G, data)
            price_square = 0.0  # |P|^2
            for i in range(n):
                reward = 0.0  # entry i of u_t
                for j in range(J):
                    reward += weights[j] * G[i, j]
                net_rewards[i] += reward
                window_prices[i] += p[t, i]
                price_square += window_prices[i] * window_prices[i]
            spent += spend
            window_allowance += b
            rounds_in_window += 1
            rounds_so_far += 1
            # First nu, if the window closes, then lambda: one search for both, once or twice.
            for closing in range(int(rounds_in_window == W), -1, -1):
                # The slope at l is rise - bend l + sign <P, x(l)>. `steepest` is how much it can
                # fall for a unit of l, in which <P, x(l)> falls by eta |P|^2 at most, because a
                # projection lengthens no distance.
                if closing:  # nu: <P, x(l)> - (what the window allowed)
                    sign = 1.0
                    rise = -window_allowance
                    bend = 0.0
                    steepest = eta * price_square
                    candidate = 0.0
                else:  # lambda: the derivative of Phi, s + D w - (2 D w/Lambda) l - <P, x(l)>
                    sign = -1.0
                    rise = spent + bulge_at_0
                    bend = 2 * bulge_at_0 / cap
                    # -<P, x(l)> rises. But eta <= D/(Lambda w/2) and |P| <= w: eta |P|^2 is at most
                    # 2 D w/Lambda, which is `bend`. So this slope falls, too, and by no more.
                    steepest = bend
                    candidate = multiplier
                    if horizon == 0:
                        eta = radius / (length * np.sqrt(2 * max(1.0, rounds_so_far)) + half_swing)
                # A bracket is an interval with the zero of the slope; a probe is a multiplier and
                # the slope there. `secant_or_bisection` narrows the bracket by a probe, and says
                # where to probe next: at the same point if the search is over.
                bracket = Bracket(0.0, cap)
                last = Probe(candidate, 0.0)  # none yet; in step 0 it is not looked at
                for step in range(_MAX_SEARCH_STEPS):
                    for i in range(n):
                        moved = start[i] + eta * (net_rewards[i] - candidate * window_prices[i])
                        Y[i, 0] = min(max(moved, lower[i]), upper[i])
                    project(Y, y, projection_data)
                    window_cost = 0.0  # <P, x(l)>: of this decision at all prices of the window
                    for i in range(n):
                        window_cost += window_prices[i] * Y[i, 0]
                    slope = rise - bend * candidate + sign * window_cost
                    probe = Probe(candidate, slope)
                    # abs(rise) is the size of what is added up, by which rounding is judged: where
                    # the slope is 0, no term is larger. `cap` is the end of the search. Were it not
                    # to end by `break`, the bracket would have been halved fifty times: the l of Y
                    # and the last candidate differ by rounding alone.
                    bracket, goal = secant_or_bisection(
                        bracket, probe, last, step, abs(rise), cap, steepest
                    )
                    if goal == candidate:  # which says that the search is over
                        break
                    last = probe
                    candidate = goal
                if closing:  # charge the window for good at nu, and open the next one
                    for i in range(n):
                        net_rewards[i] -= candidate * window_prices[i]
                        window_prices[i] = 0.0
                    closed_charges += candidate * window_allowance
                    spent -= window_allowance
                    window_allowance = 0.0
                    rounds_in_window = 0.0
                else:  # lambda_{t+1}, and x_{t+1}, the decision for it
                    multiplier = candidate
                    for i in range(n):
                        x[i] = Y[i, 0]
        for i in range(n):  # whole slices take two seconds longer to compile
            V[i, 0] = x[i]
            V[2 * n + i, 0] = net_rewards[i]
            V[3 * n + i, 0] = window_prices[i]
        V[-5, 0] = spent
        V[-4, 0] = window_allowance
        V[-3, 0] = closed_charges
        V[-2, 0] = rounds_in_window
        V[-1, 0] = rounds_so_far
        return multiplier

    return rounds


# A loop for a game.


@lru_cache(maxsize=64)
def loop_of(
    make_rounds: Callable[..., Loop],
    value: Any,
    gradients: Any,
    project: Any | None,
    has_memory: bool,
    together: bool,
) -> Loop:
    """Return the loop around the functions of a utility and the projection of a domain.

    The package's own are kept on disk. numba finds what is kept by a file and a name: each loop is
    a function with a name of its own.

    Parameters
    ----------
    make_rounds : callable
        `oracle_rounds`, `line_rounds`, `repricing_rounds`, `osphg.compiled.nested.nested_rounds`,
        or what `osphg.compiled.rules.rule_maker` returns.
    value, gradients : callable
        As in `Functions`, compiled or plain.
    project : callable or None
        As in `Projection`; None for a box, whose columns are clipped at the bounds before, so that
        nothing is left to do. For a rule of practice its best corner, in the same form.
    has_memory : bool
        Whether the projection keeps floats of each column from round to round, such as where its
        search ended.
    together : bool
        Whether it takes all columns at once.

    Returns
    -------
    callable
        The loop, with the signature of this module.
    """
    loop = make_rounds(
        _loop_part(value),
        _gradients_part(gradients),
        column_projection(project, has_memory=has_memory, together=together),
    )
    # Keep the code only if all functions are the package's: others may change under the same name.
    # By their names the loop is told from others: the last two follow from `project`, and so does
    # what a maker of a rule looks at, a box and quadratics; a maker has a name for each rule.
    functions = [function for function in (value, gradients, project) if function is not None]
    names = [f"{function.__module__}.{function.__qualname__}" for function in functions]
    if not all(name.startswith("osphg.") and "<locals>" not in name for name in names):
        return compile_part(loop)
    digest = hashlib.sha256(" ".join(names).encode()).hexdigest()
    name = f"{make_rounds.__name__}_{digest[:16]}"  # a file's name is short
    return _kept_on_disk(loop, name, fastmath={"contract"})


def _loop_part(function: Any) -> Any:
    """Return a function of a utility, compiled for use in a loop.

    The package's own become a part of the loop; a user's keeps what it is compiled with.
    """
    if is_compiled(function):
        return function
    is_own = function.__module__.startswith("osphg.")
    return compile_inlined(function) if is_own else compile_part(function)


def _gradients_part(gradients: Any) -> Any:
    """Return the gradients of a utility, compiled for use in a loop.

    A user's may be infinite, nan or too large, which raises a ValueError.
    """
    part = _loop_part(gradients)
    return part if gradients.__module__.startswith("osphg.") else with_size_check(part)


@lru_cache(maxsize=2 * MAX_ITEMS_IN_LANES)
def lane_loop_of(n: int, *, on_polytope: bool = False) -> Loop:
    """Return `lane_rounds` for n items, compiled and remembered for each n; it is kept on disk.

    Without the contraction that other loops allow: LLVM is not to choose which products are rounded
    together with a sum. Where they are, `multiply_add` says so, on all processors alike.
    """
    domain = "polytope" if on_polytope else "box"
    name = f"{lane_rounds.__name__}_{domain}_{n}"
    return _kept_on_disk(lane_rounds(n, on_polytope=on_polytope), name)


def _kept_on_disk(loop: Loop, name: str, **options: Any) -> Loop:
    """Return a loop, compiled under a name of its own, by which its code is kept on disk.

    numba finds kept code by the file and the name of a function, and all loops of a maker are named
    `rounds`. The options are those of `numba.njit`.
    """
    loop.__name__ = name
    loop.__qualname__ = name
    return jit(kept=True, error_model="numpy", **options)(loop)


def with_size_check(gradients: Any) -> Any:
    """Return compiled gradients that raise a ValueError for an entry not finite or too large.

    Too large is a sum of squares above `LARGEST` squared, (1e50)^2: such a game is played in NumPy,
    which refuses what overflows.

    A user's need that. Those of the package's families do not, where their data are moderate.
    `gradients` is compiled, as in `Functions`.
    """
    # The sum may be taken in any order, which is faster. Not all of fastmath is allowed: that would
    # assume that nothing is nan or infinite, which is what has to be seen.
    sum_of_squares = jit(fastmath={"contract", "reassoc"}, error_model="numpy")(square_sum)

    @compile_part
    def checked_gradients(t: int, X: FloatArray, G: FloatArray, data: Any) -> None:
        """Write the gradients at the columns of X (n, K) to G (n, K); refuse what is too large."""
        gradients(t, X, G, data)
        if not sum_of_squares(G) <= LARGEST**2:  # turned round, as ">" is False for a nan
            raise ValueError(TOO_LARGE)

    return checked_gradients


def square_sum(G: FloatArray) -> float:
    """Return the sum of the squares of all entries of G (n, K), in any order.

    It is above `LARGEST` squared, or nan, if any entry is too large or not finite.
    """
    total = 0.0
    for i in range(G.shape[0]):
        for k in range(G.shape[1]):
            total += G[i, k] * G[i, k]
    return total
