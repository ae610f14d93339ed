"""The compiled loop of `osphg.NestedRepricing`, which blends the potentials of many windows.

Scale k keeps the books of repricing for windows of 2^k rounds: v_k, the rewards so far less what
closed windows were charged, and P_k, the prices of the open window, summed. The multiplier is l in
[0, Lambda], in units of f per unit of money; D bounds the distance of decisions from x_0, B the
length of a reward less its charge, and beta_g that of a price. With w_k = beta_g 2^k, r_t =
sqrt(2 max(1, t - 1)), H_k = B r_t + Lambda w_k, the step eta_k = D/H_k and psi(v) = max_X <v, x> -
``|x - x_0|^2/(2 eta_k)``, its potential is

    S_k(l) = psi(v_k - l P_k) + (charges of closed windows) + l (allowance of the open window)
             + 2 (D w_k/Lambda) l (Lambda - l).

The blends are nested: Psi_0 = S_0, and with B_k = smoothing D H_k and th_k = 4^-k/2

    Psi_k = B_k ln((1 - th_k) exp(Psi_{k-1}/B_k) + th_k exp(S_k/B_k)).

So a scale raises the blend once it is ahead of those before it by more than about B_k ln(1/th_k).
Each blend has the slope slope(Psi_{k-1}) + share (slope(S_k) - slope(Psi_{k-1})), with

    share = th_k exp(S_k/B_k)/((1 - th_k) exp(Psi_{k-1}/B_k) + th_k exp(S_k/B_k)),

and the decision of the blends is mixed by the same shares.

In the code the books are one array (`MAX_SCALES` + 1, 2 n + 2), a row for each scale: books[k, i]
for i < n is v_k, books[k, n + i] is P_k, books[k, 2 n] the allowance of the open window, and
books[k, 2 n + 1] the sum of (multiplier nu_i times allowance) of closed windows i.

`all_windows_bound` in `rocq/AllWindows.v` is on all scales from the start; here scale k joins in
round 2^k. Until then no window of it has closed, which is why S_k <= Psi + 5/2 D Lambda w_k, at
most Psi + B_k where the bound holds. So scale k raises the blend by at most 2 th_k B_k when it
joins, less than the proof allows it at the start, and a y is held against S_k - B_k before that.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled.jit import compile_inlined, compile_part
from osphg.compiled.loops import Bracket, Probe, record_round, secant_or_bisect

MAX_SCALES = 40  # the last of them joins in round 2^39
_FIRST_STRIDE = 1.0 / 1024  # of [0, Lambda]: lambda_t is mostly nearer to that of the round before
_MAX_SEARCH_STEPS = 200  # some four are needed; rounding cannot make it go on for ever
_EPS = float(np.finfo(np.float64).eps)


class NestedSteps(NamedTuple):
    """How `osphg.NestedRepricing` decides: its constants, with the gradients of a line.

    Parameters
    ----------
    nodes : callable
        Returns the shares z_t in [0, 1] of a range of rounds, (rounds, J); (1, J) if they are the
        same in every round.
    weights : FloatArray
        Of the gradients, (J,).
    cap : float
        Lambda, the largest multiplier.
    radius : float
        D, no decision is further from the start.
    length : float
        B, no reward less its charge is longer.
    beta_g : float
        No price is longer.
    smoothing : float
        The factor of all B_k, without a unit.
    longest_step : float
        D/B, which no eta_k exceeds.
    """

    nodes: Callable[[range], FloatArray]
    weights: FloatArray
    cap: float
    radius: float
    length: float
    beta_g: float
    smoothing: float
    longest_step: float

    @property
    def make_rounds(self) -> Any:
        """What makes the loop for these steps, `nested_rounds`: `osphg.compiled.fuse` asks."""
        return nested_rounds


class Scales(NamedTuple):
    """The constants of all scales in one round, (`MAX_SCALES`,) each.

    Parameters
    ----------
    eta : FloatArray
        The steps eta_k.
    lengths : FloatArray
        B_k, the length over which the blend goes over to scale k, in units of f.
    bulges : FloatArray
        2 D w_k/Lambda, in units of f per squared unit of a multiplier.
    priors : FloatArray
        th_k.
    """

    eta: FloatArray
    lengths: FloatArray
    bulges: FloatArray
    priors: FloatArray


def constant_scales(steps: Any) -> Scales:
    """Return the constants of all scales: those that stay, and room for those of a round.

    Parameters
    ----------
    steps : tuple
        The fields of `NestedSteps`, in their order.

    Returns
    -------
    Scales
        With bulges and priors; `eta` and `lengths` are not set: `write_steps` does it each round.
    """
    _, _, cap, radius, _, beta_g, _, _ = steps  # Lambda, D and beta_g
    bulges = np.empty(MAX_SCALES)
    priors = np.empty(MAX_SCALES)
    bulge = 2 * radius * beta_g / cap  # 2 D w_k/Lambda: w_k doubles from scale to scale
    prior = 0.5
    for k in range(MAX_SCALES):
        bulges[k] = bulge
        priors[k] = prior
        bulge *= 2
        prior /= 4
    return Scales(np.empty(MAX_SCALES), np.empty(MAX_SCALES), bulges, priors)


def write_steps(scales: Scales, count: int, steps: Any, rounds_so_far: float) -> None:
    """Write eta_k and B_k of the round that follows `rounds_so_far` rounds.

    Parameters
    ----------
    scales : Scales
        What is written to: `eta`, the steps eta_k, and `lengths`, the B_k.
    count : int
        How many scales there are; nothing is written of later ones.
    steps : tuple
        The fields of `NestedSteps`, in their order; used are `cap`, Lambda, `radius`, D, `length`,
        B, `beta_g` and `smoothing`.
    rounds_so_far : float
        t - 1 for round t.
    """
    _, _, cap, radius, length, beta_g, smoothing, _ = steps
    slowness = length * np.sqrt(2 * max(1.0, rounds_so_far))  # B r_t
    charge = cap * beta_g  # Lambda w_k
    for k in range(count):
        slow = slowness + charge  # H_k
        scales.eta[k] = radius / slow  # D/H_k
        scales.lengths[k] = smoothing * radius * slow  # B_k = smoothing D H_k
        charge *= 2  # w_{k+1} = 2 w_k


def nested_rounds(value: Any, gradients: Any, project: Any, *, compiled: bool = True) -> Any:
    """Return the loop over rounds for `osphg.NestedRepricing`, see `NestedSteps`.

    Parameters
    ----------
    value, gradients : callable
        `value(t, x, data)` is f_t(x), and `gradients(t, X, G, data)` writes the gradient at each
        column of X (n, J) to G. Compiled, or plain functions where `compiled` is False.
    project : callable
        `project(Y, y, data)` projects the columns of Y in place, with y (n,) to work in; they have
        been clipped at the domain's `lower` and `upper` before.
    compiled : bool
        False leaves the loop plain Python, of which `NestedRepricing.update` plays one round.

    Returns
    -------
    callable
        The loop, with the signature of `osphg.compiled.loops`; its V, one column, is that of
        `osphg.players.repricing.NestedState`.
    """
    # `narrow` takes a bracket of a zero, the newest probe of the falling slope, the one before it,
    # the number of probes before the newest, the size of the numbers that add up to the slope, the
    # upper end of [0, end] and the steepest fall. It returns a smaller bracket and where to probe
    # next: at the newest probe itself once the search is over. `record` writes a round down and
    # returns what it has cost.
    narrow = compile_inlined(secant_or_bisect) if compiled else secant_or_bisect
    record = compile_inlined(record_round) if compiled else record_round
    make_scales = compile_inlined(constant_scales) if compiled else constant_scales
    write = compile_inlined(write_steps) if compiled else write_steps

    def best_decision(
        books: FloatArray,
        k: int,
        multiplier: float,
        eta: float,
        start: FloatArray,
        room: Any,
        Y: FloatArray,
        y: FloatArray,
    ) -> float:
        """Write the decision of scale k for a multiplier to Y, and return what it costs at P_k.

        It is the projection of x_0 + eta_k (v_k - multiplier P_k) on X, which reaches psi.

        Parameters
        ----------
        books : FloatArray
            The books of all scales, as the module says.
        k : int
            The scale.
        multiplier : float
            l.
        eta : float
            eta_k.
        start : FloatArray
            x_0, (n,).
        room : tuple
            The domain: the bounds `lower` and `upper`, (n,), and the data of `project`.
        Y : FloatArray
            The decision, (n, 1), is written here.
        y : FloatArray
            For `project` to work in, (n,).

        Returns
        -------
        float
            <P_k, Y>, the cost of this decision at all prices of the open window.
        """
        # The point is clipped first, as every `Projection` wants it: its bounds are those of X only
        # where that does not move the projection, and elsewhere infinite. For a box `project` then
        # does nothing.
        lower, upper, projection_data = room
        n = len(start)
        for i in range(n):
            moved = start[i] + eta * (books[k, i] - multiplier * books[k, n + i])
            Y[i, 0] = min(max(moved, lower[i]), upper[i])
        project(Y, y, projection_data)
        cost = 0.0
        for i in range(n):
            cost += books[k, n + i] * Y[i, 0]
        return cost

    best = compile_inlined(best_decision) if compiled else best_decision

    def blended_slope(
        books: FloatArray,
        count: int,
        multiplier: float,
        cap: float,
        scales: Scales,
        start: FloatArray,
        room: Any,
        x: FloatArray,
        Y: FloatArray,
        y: FloatArray,
    ) -> tuple[float, float]:
        """Write the mixed decision of `count` scales to x; return the slope of their blend Psi.

        From the first scale to the last it adds up Psi_k at the multiplier, its slope by the
        multiplier, the decision, and how large the numbers are whose rounding the slope has.

        Parameters
        ----------
        books : FloatArray
            The books of all scales, as the module says.
        count : int
            How many scales have joined.
        multiplier : float
            l.
        cap : float
            Lambda.
        scales : Scales
            eta_k, the lengths B_k, the bulges 2 D w_k/Lambda and the priors th_k.
        start : FloatArray
            x_0, (n,).
        room : tuple
            The domain: the bounds `lower` and `upper`, (n,), and the data of `project`.
        x : FloatArray
            The mixed decision, (n,), is written here.
        Y, y : FloatArray
            To work in: the decision of one scale, (n, 1), and (n,) for `project`.

        Returns
        -------
        slope : float
            d Psi/dl of the last blend, in money.
        size : float
            The size of the numbers that are added up to the slope: it has their rounding errors.
        """
        n = len(start)
        blend = 0.0  # Psi_k, in units of f
        slope = 0.0  # of Psi_k, by the multiplier
        size = 0.0
        for k in range(count):
            eta = scales.eta[k]
            # `best` is `best_decision`: Y becomes the decision of scale k, the projection of
            # x_0 + eta_k (v_k - l P_k), and `cost` its price <P_k, Y>.
            cost = best(books, k, multiplier, eta, start, room, Y, y)
            allowed = books[k, 2 * n]
            # S_k at the multiplier; Y reaches the maximum of psi.
            height = books[k, 2 * n + 1] + multiplier * (allowed - cost)
            distance = 0.0  # squared, to x_0
            for i in range(n):
                height += books[k, i] * Y[i, 0]
                distance += (Y[i, 0] - start[i]) ** 2
            bulge = scales.bulges[k]
            height += bulge * multiplier * (cap - multiplier) - distance / (2 * eta)
            # The slope of S_k: as Y reaches a maximum, only what has l in it changes.
            own_slope = allowed - cost + bulge * (cap - 2 * multiplier)
            # The cost is left out: near the zero of the slope it is no larger than these.
            own_size = abs(allowed) + bulge * cap
            if k == 0:
                share = 1.0
                blend = height
            else:
                # What is larger is taken out of the logarithm, so that nothing overflows.
                length = scales.lengths[k]
                prior = scales.priors[k]
                lead = (height - blend) / length  # of S_k before Psi_{k-1}, in units of B_k
                fading = math.exp(-abs(lead))  # the smaller of the two exponentials, the larger 1
                if lead > 0:
                    total = prior + (1 - prior) * fading
                    share = prior / total
                    blend = height + length * math.log(total)
                else:
                    total = (1 - prior) + prior * fading
                    share = prior * fading / total
                    blend += length * math.log(total)
                # The share has the rounding of `lead`, about |S_k|/B_k, times its derivative by
                # `lead`, share (1 - share); a share weighs the difference of the two slopes.
                error_of_share = share * (1 - share) * abs(height) / length
                own_size += error_of_share * abs(own_slope - slope)
            slope += share * (own_slope - slope)
            size += share * (own_size - size)
            for i in range(n):
                x[i] = Y[i, 0] if k == 0 else x[i] + share * (Y[i, 0] - x[i])
        return slope, size

    slope_at = compile_part(blended_slope) if compiled else blended_slope

    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, series: Any
    ) -> float:
        """Play the rounds; what goes in and comes out stands at the top of `compiled.loops`.

        Once a window of scale k closes, its multiplier nu is found: where psi(v_k - l P_k) +
        l (what the window allowed) is smallest on [0, Lambda]. nu P_k is then taken from v_k for
        good. Then lambda_t is sought: uphill on Phi(l) = Psi(l) + l (what was overspent), from the
        lambda of the round before to the next peak. The decision there is x_{t+1}.
        """
        data, lower, upper, projection_data, p, allowances = game
        nodes, weights, cap = steps[0], steps[1], steps[2]  # the shares z, their weights, Lambda
        T, n = p.shape
        J = len(weights)
        room = lower, upper, projection_data
        # The state, as `NestedState` says. A row of the books has the rewards less the charges of
        # closed windows (v_k), and the open window's prices (P_k), (n,) each, its allowance, and
        # the charges of closed windows. The row after the last scale is that of the next one to
        # join, of which no window has closed yet.
        width = 2 * n + 2
        x = V[:n, 0].copy()
        start = V[n : 2 * n, 0].copy()
        overspent = V[2 * n, 0]  # the violation of all rounds so far
        rounds_so_far = V[2 * n + 1, 0]
        # The numbers before the books, x_t, x_0 and two, are as many as those of a row.
        books = V[width:, 0].copy().reshape(MAX_SCALES + 1, width)
        count = 1  # of the scales that have joined: 2^(count - 1) is at most t
        next_window = 2.0
        while count < MAX_SCALES and next_window <= rounds_so_far + 1:
            count += 1
            next_window *= 2
        X = np.empty((n, J))  # column j is the point nodes_tj x_t
        G = np.empty((n, J))  # the gradients there
        Y = np.empty((n, 1))  # the decision of a scale for a multiplier that is tried
        y = np.empty(n)  # for `project` to work in
        scales = make_scales(steps)
        # `write` sets eta_k and B_k, which depend on the round, of the first `count` scales.
        write(scales, count, steps, rounds_so_far)
        for t in range(T):
            row = t if len(nodes) > 1 else 0  # the row of this round, or that of all rounds
            for i in range(n):
                for j in range(J):
                    X[i, j] = nodes[row, j] * x[i]
            b = allowances[t] if len(allowances) > 1 else allowances[0]
            spend = record(t, x, value(first + t, x, data), multiplier, p, b, series)

            # Write the round into the books of all scales.
            gradients(first + t, X, G, data)
            for i in range(n):
                reward = 0.0  # entry i of u_t
                for j in range(J):
                    reward += weights[j] * G[i, j]
                for k in range(count + 1):
                    books[k, i] += reward
                    books[k, n + i] += p[t, i]
            for k in range(count + 1):
                books[k, 2 * n] += b
            overspent += spend - b
            rounds_so_far += 1
            # Close windows. They are those of the scales 2^k that divide the number of rounds;
            # where 2^k does not, no larger power of 2 does.
            window = 1.0  # 2^k
            for k in range(count):
                if rounds_so_far % window != 0:
                    break
                window *= 2
                eta = scales.eta[k]
                allowed = books[k, 2 * n]
                # What is smallest at nu has the slope allowed - <P, x(l)>, and its negative falls
                # by eta |P|^2 at most for a unit of l: a projection lengthens no distance.
                steepest = 0.0
                for i in range(n):
                    steepest += eta * books[k, n + i] * books[k, n + i]
                # `best` writes the decision of scale k for a multiplier to Y, and returns <P_k, Y>.
                # `narrow` takes a probe of the slope and returns a smaller bracket and where to
                # probe next: the probe's own point once the search is over.
                nu = 0.0
                bracket = Bracket(0.0, cap)
                last = Probe(nu, 0.0)  # none yet; in step 0 it is not looked at
                for step in range(_MAX_SEARCH_STEPS):
                    slope = best(books, k, nu, eta, start, room, Y, y) - allowed
                    probe = Probe(nu, slope)
                    bracket, goal = narrow(bracket, probe, last, step, allowed, cap, steepest)
                    if goal == nu:  # the search is over
                        break
                    last = probe
                    nu = goal
                for i in range(n):
                    books[k, i] -= nu * books[k, n + i]
                    books[k, n + i] = 0.0
                books[k, 2 * n + 1] += nu * allowed
                books[k, 2 * n] = 0.0
            # Scale k joins in round 2^k, with the books of the row behind the last scale; the row
            # behind it begins as a copy, as no window of it has closed either.
            if count < MAX_SCALES and rounds_so_far + 1 == next_window:
                for i in range(width):
                    books[count + 1, i] = books[count, i]
                count += 1
                next_window *= 2
            write(scales, count, steps, rounds_so_far)

            # Find lambda_{t+1}: uphill from the last multiplier, until the slope changes its sign
            # or an end is there. Strides begin small, as the peak is mostly near, and grow by a
            # factor of 4.
            # `slope_at` writes the mixed decision to x, so that it is x_{t+1} when the search ends,
            # and returns the slope of Psi and the size of the numbers that are added up to it.
            point = multiplier
            slope, size = slope_at(books, count, point, cap, scales, start, room, x, Y, y)
            slope += overspent
            size += abs(overspent)
            last = Probe(point, slope)
            uphill = slope > 0
            stride = cap * _FIRST_STRIDE
            # `size` is that of the numbers that are added up to the slope: it is 0 up to rounding
            # once it is no more than 4 eps times that.
            while abs(slope) > 4 * _EPS * size and (slope > 0) == uphill:
                goal = min(point + stride, cap) if uphill else max(point - stride, 0.0)
                if goal == point:
                    break
                last = Probe(point, slope)
                point = goal
                stride *= 4
                slope, size = slope_at(books, count, point, cap, scales, start, room, x, Y, y)
                slope += overspent
                size += abs(overspent)
            if (slope > 0) != uphill:  # the peak is between these two
                bracket = Bracket(min(last.point, point), max(last.point, point))
                # From step 1 on: there are two probes, and no steepest fall (0.0) is needed.
                for step in range(1, _MAX_SEARCH_STEPS):
                    probe = Probe(point, slope)
                    bracket, goal = narrow(bracket, probe, last, step, size, cap, 0.0)
                    if goal == point:  # the search is over
                        break
                    last = probe
                    point = goal
                    slope, size = slope_at(books, count, point, cap, scales, start, room, x, Y, y)
                    slope += overspent
                    size += abs(overspent)
            multiplier = point
        for i in range(n):
            V[i, 0] = x[i]
        V[2 * n, 0] = overspent
        V[2 * n + 1, 0] = rounds_so_far
        for k in range(MAX_SCALES + 1):
            for i in range(width):
                V[width + k * width + i, 0] = books[k, i]
        return multiplier

    return rounds
