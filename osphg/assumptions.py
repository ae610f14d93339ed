"""What a theorem asks of a game (section 3.2), put to samples: each refutation can be run.

X is the decision set, and round t has the utility f_t, the prices p_t and the violation
g_t(x) = <p_t, x> - B_T/T. Constants bound what follows: beta_f the length of grad f_t, F the
difference of two values of f_t, L how f_t bends, beta_g the length of p_t, G the size of g_t, and R
the distance of two points of X.

`_Region` draws points of X and tests the domain; `_Sample` evaluates the sampled rounds at these
points and tests the utilities and prices. Both have methods `_add_...`, one for an assumption. Each
computes the violations at all points at once and gives them to `_Evidence.add`, which keeps the
largest: as arrays of `sizes`, by which violations are compared, and `amounts`, which are shown, and
with a local function which, for the indices of a violation, writes Python that prints it. Where a
constant has to bound a number, as beta_f a slope, the number counts as a violation until it is
compared with the constant, at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, frozen
from osphg.domains import BoolArray, Box, Domain, Faceted, Polytope
from osphg.utilities import AtRound

_POINTS = 16  # pairs of points per sampled round
_BASES = 8  # points per sampled round at which the bend of f_t is measured
_POWER_STEPS = 6  # of the power method that looks for the largest bend
# How far to go from each base, as a part of the longest move that stays in X: near from the first,
# where f_t bends as at the base, and far from the second, where it may bend more; and so on.
_STEPS = np.tile([[1e-3], [0.5]], (_BASES // 2, 1))  # (_BASES, 1)
_CLOSE = 1e-7  # by which a number may miss its bound, relative to what it is made of
_INSIDE = 1e-9  # part by which a point is moved towards 0, to lie in X in spite of rounding
_LINEAR = 1e-6  # by which a linear programme may miss its maximum: HiGHS' tolerances are 1e-7
_ACCURATE = 1e-7  # of the set's size: how far from the right point a quadratic programme may end
_EPS = float(np.finfo(np.float64).eps)
_TINY = float(np.finfo(np.float64).tiny)
_DOMAIN = "the domain"  # where a violation was seen, if not in a round

NORMALISED = "normalised: f_t(0) = 0"
MONOTONE = "monotone: grad f_t(x) >= 0"
DIMINISHING = "DR: grad f_t(x) >= grad f_t(y) for x <= y"
DERIVATIVE = "gradient is the derivative of value"
CONCAVE = "concave, as the utility says"
LIPSCHITZ = "beta_f: |grad f_t(x)| <= beta_f"
RANGE = "F: |f_t(x) - f_t(y)| <= F"
SMOOTH = "L: f_t is L-smooth for x <= y"
PRICE = "beta_g: |p_t| <= beta_g"
BALANCE = "G: |g_t(x)| <= G"
DIAMETER = "R: |x - y| <= R"
BOUNDS = "bounds: lower <= x <= upper"
PROJECTION = "projection: the nearest point of X"
MAXIMISER = "linear maximiser: <c, v> >= <c, x>"
HALF_SPACES = "half-spaces: the same set as X"
PRICES = "p_t >= 0"
ORIGIN = "0 in X"


class Finding(NamedTuple):
    """One assumption and what the samples say of it.

    Parameters
    ----------
    assumption : str
        A word or symbol, and the assumption in full.
    holds : bool
        Whether no sample refuted it.
    worst : float
        The largest violation seen; 0 if none.
    where : str
        The round in which it was seen, or "the domain"; empty if none.
    counterexample : str
        Python that prints it, of the game `rounds`; empty if none.
    """

    assumption: str
    holds: bool
    worst: float
    where: str
    counterexample: str

    def __str__(self) -> str:
        verdict = "holds" if self.holds else f"FAILS by {self.worst:.3g} in {self.where}"
        return f"{self.assumption:<42} {verdict}"


@frozen(eq=True, repr=False)
class AssumptionReport:
    """What `rounds.check()` saw. A failure is a proof; "holds" means not refuted by a sample.

    Parameters
    ----------
    findings : tuple of Finding
        One for each assumption.
    rounds : int
        The number of sampled rounds.
    """

    findings: tuple[Finding, ...]
    rounds: int

    @property
    def holds(self) -> bool:
        """Whether no assumption was refuted."""
        return all(finding.holds for finding in self.findings)

    def __getitem__(self, word: str) -> Finding:
        """Return the finding whose assumption starts with `word`, such as "beta_f"; or KeyError."""
        for finding in self.findings:
            if finding.assumption.startswith(word):
                return finding
        raise KeyError(word)

    def __str__(self) -> str:
        head = f"{self.rounds} sampled rounds, {_POINTS} pairs of points in each"
        return "\n".join([head, *map(str, self.findings)])


class Checkable(Protocol):
    """What `check` asks of a game, besides its constants."""

    @property
    def T(self) -> int: ...
    @property
    def domain(self) -> Domain: ...
    @property
    def allowance(self) -> Any: ...
    @property
    def minimum(self) -> FloatArray: ...
    @property
    def above_minimum(self) -> Any: ...
    def blocks(self) -> Iterator[Any]:
        """Iterate over blocks with `start`, `utility` and `prices`."""
        ...


def check(
    game: Checkable, samples: int = 200, seed: int | np.random.Generator = 0
) -> AssumptionReport:
    """Sample rounds and points, and report which of the paper's assumptions hold (section 3).

    These are: f_t is 0 at 0, monotone and DR-submodular, `gradient` is the derivative of `value`,
    and f_t is concave where the utility says `concave = True`; beta_f, F, L, beta_g, G and R bound
    what they should (L only where the utility has `smoothness`); the domain's bounds, projection,
    linear maximiser and half-spaces are those of one set. The last two findings, p_t >= 0 and 0 in
    X, are listed for completeness: rounds that break them are refused.

    Each refuted assumption has a `counterexample`: a few lines of Python which, pasted where the
    game is called `rounds`, print the numbers that break it. A comparison allows for rounding, in
    any units of f and of each item: x_i is measured by `domain.upper[i]`.

    Where allowances b_t differ by the round G bounds every ``|<p_t, x> - b_t|``, and a theorem
    whose constants are these of the report holds with the sum of b_t over a window where W B_T/T
    stands. Those that divide by B_T/T do not: `osphg.studies.bounds` refuses such a game for them.

    With several budgets beta_g bounds singular values and G lengths. With minimum bids it is
    `rounds.above_minimum` that is looked at: the gains over them, on a domain with the origin.

    Parameters
    ----------
    game : Rounds or StreamedRounds
        The game. Constants that it has to derive from all T rounds are only asked for if a sampled
        round calls them into question.
    samples : int
        How many rounds are looked at, at most.
    seed : int or Generator
        Draws the rounds and, in each, some pairs of points.

    Returns
    -------
    AssumptionReport
        One finding per assumption; `report["beta_f"]` is that which starts so, `report.holds`
        whether none failed.

    Raises
    ------
    TypeError
        If the game is none.
    ValueError
        If samples is below 1, or the utility refuses to tell a constant of this domain.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=50, symmetric=False)
    >>> report = osphg.check(rounds)
    >>> print(report["monotone"])
    monotone: grad f_t(x) >= 0                 FAILS by 0.402 in round 4
    >>> print(report["monotone"].counterexample)
    import numpy as np
    f, p, t = rounds.utility, rounds.prices, 3
    x, i = np.array([1.0, 1.0]), 1
    print(f.gradient(t, x)[i], '<', 0)
    """
    samples = checks.positive_int("samples", samples)
    rng = checks.generator(seed)
    game = checks.of_kind("game", game, Checkable, "be Rounds or StreamedRounds")
    whole_game = game
    game = game.above_minimum
    chosen = np.sort(rng.choice(game.T, size=min(samples, game.T), replace=False))
    # `region` draws points of X. `sample` collects what contradicts an assumption at those points,
    # and what the constants have to bound.
    region = _Region(game.domain, rng)
    sample = _Sample(region, rng)
    for block in game.blocks():
        in_block = (chosen >= block.start) & (chosen < block.start + len(block.prices))
        for t in (chosen[in_block] - block.start).tolist():
            sample.add_round(AtRound(block.utility, t), _SampledRound.of(game, block, t))
    sample.add_prices(whole_game.allowance, whole_game.minimum)
    # Tests the domain, into the violations of `sample` and what R has to bound; returns the largest
    # <p, x> over the sampled prices p and the x of X.
    price_rows = sample.prices.reshape(-1, game.domain.n)  # one for each budget of each round
    largest_cost = region.add_domain(price_rows, sample.violations, sample.largest)
    # |g_t| is the allowance at 0; prices that were not sampled may make it larger elsewhere. With
    # several budgets or minimum bids nothing so simple is known.
    G_at_least = None
    if sample.prices.ndim == 2 and game is whole_game:
        b = float(np.max(game.allowance))  # at 0 in the round with the largest
        G_at_least = max(b, largest_cost - b)
    findings = tuple(sample.findings(game, G_at_least))
    if game is not whole_game:  # the lines of code are for the game above its minimum bids
        findings = tuple(map(_of_game_above, findings))
    return AssumptionReport(findings, len(chosen))


def _of_game_above(finding: Finding) -> Finding:
    """Return a finding whose counterexample begins with the game above the minimum bids."""
    if finding.holds:
        return finding
    line = "rounds = rounds.above_minimum"
    return finding._replace(counterexample=f"{line}\n{finding.counterexample}")


class Violation(NamedTuple):
    """A number that misses its bound, or one that a constant of the game has to bound."""

    size: float  # in a unit that all violations of the assumption share, to compare them
    amount: float  # as a finding shows it
    where: str  # the round, or "the domain"
    code: str  # Python that prints it


class _Evidence(dict[str, Violation]):
    """The largest violation of each assumption so far, by the name of the assumption."""

    def add(
        self, name: str, sizes: Any, amounts: Any, where: str, code: Callable[..., str]
    ) -> None:
        """Keep the largest of some violations, if it exceeds 0 and all before.

        Parameters
        ----------
        name : str
            The assumption.
        sizes : array_like
            How large each violation is, in a unit that all of the assumption share; of any shape,
            0 or less for none. What is not finite counts as infinitely large.
        amounts : array_like
            The same violations as a finding shows them, of the same shape.
        where : str
            The round, or "the domain".
        code : callable
            Takes the indices of a violation, one for each axis, and returns Python that prints it.
        """
        sizes = np.asarray(sizes)
        largest_before = self[name].size if name in self else 0.0
        if sizes.max(initial=0.0) <= largest_before:  # the usual case; false where one is NaN
            return
        sizes = np.nan_to_num(sizes, nan=np.inf, posinf=np.inf)
        indices = tuple(int(i) for i in np.unravel_index(int(sizes.argmax()), sizes.shape))
        if sizes[indices] > largest_before:
            amount = float(np.nan_to_num(np.asarray(amounts)[indices], nan=np.inf))
            self[name] = Violation(float(sizes[indices]), amount, where, code(*indices))


def _holding(name: str) -> Finding:
    """Return the finding of an assumption that no sample refuted."""
    return Finding(assumption=name, holds=True, worst=0.0, where="", counterexample="")


def _where_beyond(amount: Any, allowed: Any) -> FloatArray:
    """Return each `amount`, the whole of it, where it exceeds what is allowed, and 0 elsewhere.

    NaN stays NaN, and so is a violation.
    """
    return np.where(amount <= allowed, 0.0, amount)


def _divide(a: Any, b: Any, otherwise: float = 0.0) -> FloatArray:
    """Return a / b where b is above 0, and another number elsewhere; of the shape of b."""
    return np.divide(a, b, out=np.full_like(b, otherwise), where=b > 0)


def _unit_rows(V: FloatArray) -> FloatArray:
    """Return the rows of V, (k, n), divided by their lengths; a row of zeros stays as it is."""
    V = V / np.maximum(np.abs(V).max(-1, keepdims=True), _TINY)  # so that no square overflows
    return np.asarray(V / np.maximum(np.sqrt((V * V).sum(-1, keepdims=True)), _TINY))


def _vector(x: FloatArray) -> str:
    """Return Python that makes a vector."""
    return f"np.array({np.asarray(x).tolist()})"


def _code(*lines: str) -> str:
    """Return lines of Python as one text, after a line that imports NumPy."""
    return "\n".join(("import numpy as np", *lines))


class _SampledRound(NamedTuple):
    """One round of a game, and the lines of code that lead to it."""

    prices: FloatArray  # (n,), with several budgets (m, n)
    number: int  # counted from 1
    setup: str  # Python that names its utility f, the prices p and its place t in them

    @classmethod
    def of(cls, game: Any, block: Any, t: int) -> _SampledRound:
        """Return round t of a block of the game, counted from 0.

        Rounds in memory are one block, whose utility and prices are attributes of the game. Those
        of a stream are not: the lines of code then look for the block first.
        """
        if getattr(game, "utility", None) is block.utility:
            setup = f"f, p, t = rounds.utility, rounds.prices, {t}"
        else:
            search = f"next(block for block in rounds.blocks() if block.start == {block.start})"
            setup = f"block = {search}\nf, p, t = block.utility, block.prices, {t}"
        return cls(block.prices[t].copy(), block.start + t + 1, setup)

    @property
    def where(self) -> str:
        """The round in words."""
        return f"round {self.number}"

    def code(self, *lines: str) -> str:
        """Return Python that first names f, p and t, and then runs lines that use them."""
        return _code(self.setup, *lines)


class _Evaluations(NamedTuple):
    """A round's utility at points of X: some corners, the origin first, and pairs x <= y.

    Attributes
    ----------
    round : _SampledRound
        The round, for counterexamples.
    f : AtRound
        Its utility.
    points : FloatArray
        The corners, the origin first, then the `_POINTS` x of the pairs, then their y, (m, n).
    values, slopes : FloatArray
        The values (m,) and the gradients (m, n) of f at these points.
    steepest : FloatArray
        The largest finite ``|slope|`` in each coordinate, (n,).
    unit : float
        The largest of steepest_i upper_i over all coordinates i: about what f changes by over all
        of X. How far a slope or a value may miss its bound is counted in this unit.
    noise : float
        By how much rounding may change the difference of two values, in units of f.
    """

    round: _SampledRound
    f: AtRound
    points: FloatArray
    values: FloatArray
    slopes: FloatArray
    steepest: FloatArray
    unit: float
    noise: float

    @classmethod
    def of(
        cls, f: AtRound, sampled: _SampledRound, points: FloatArray, upper: FloatArray
    ) -> _Evaluations:
        """Evaluate a round's utility at some points.

        Parameters
        ----------
        f : AtRound
            The utility.
        sampled : _SampledRound
            The round, for counterexamples.
        points : FloatArray
            The corners, the origin first, then the x of the pairs, then their y, (m, n).
        upper : FloatArray
            The upper bounds of the set that they are in, (n,): the units of the coordinates.
        """
        # A gradient or value that is not finite is a violation. It must not make `steepest`, `unit`
        # and `noise` infinite, by which other violations are judged.
        values = np.asarray(f.value(points))
        slopes = np.asarray(f.gradient(points))
        steepest = np.where(np.isfinite(slopes), np.abs(slopes), 0.0).max(0)
        unit = float((steepest * upper).max())
        largest = np.abs(values[np.isfinite(values)]).max(initial=0.0)
        # A value is the result of some tens of operations, each of which is rounded by `_EPS`.
        noise = 64 * _EPS * (float(largest) + unit)
        return cls(sampled, f, points, values, slopes, steepest, unit, noise)

    @property
    def X(self) -> FloatArray:
        """The x of the pairs, (_POINTS, n)."""
        return self.points[-2 * _POINTS : -_POINTS]

    @property
    def Y(self) -> FloatArray:
        """The y >= x of the pairs, (_POINTS, n)."""
        return self.points[-_POINTS:]

    @property
    def values_at_X(self) -> FloatArray:
        """The values at each x, (_POINTS,)."""
        return self.values[-2 * _POINTS : -_POINTS]

    @property
    def values_at_Y(self) -> FloatArray:
        """The values at each y, (_POINTS,)."""
        return self.values[-_POINTS:]

    @property
    def slopes_at_X(self) -> FloatArray:
        """The gradients at each x, (_POINTS, n)."""
        return self.slopes[-2 * _POINTS : -_POINTS]

    @property
    def slopes_at_Y(self) -> FloatArray:
        """The gradients at each y, (_POINTS, n)."""
        return self.slopes[-_POINTS:]


class _Region:
    """A decision set X: points that were found in it, and whether its members are those of one set.

    Members are what a `Domain` has: bounds, `project`, `maximize_linear`, `contains`, and maybe
    `half_spaces`. Any of them may be wrong, so each is compared with the others.

    Sizes are parts of the size of X, so that the unit of x does not decide which violation is
    shown: coordinates are counted in units of `upper`, and lengths in units of its norm, as no
    Euclidean projection is more accurate than that.

    Attributes
    ----------
    reach : float
        The norm of `upper`: no point of X is farther from the origin.
    slack : float
        How far from the nearest point a projection may end, as a length.
    queries, projected : FloatArray
        Points inside and outside of X, and what `project` returns for them, (k, n).
    directions, maximisers : FloatArray
        Vectors, and the points of X that `maximize_linear` finds for them, (l, n).
    corners : FloatArray
        A few points at the ends of X, the origin first, (c, n).
    points : FloatArray
        Points of X, (m, n).
    free : BoolArray
        Whether X has room along each axis, (n,).
    """

    def __init__(self, X: Domain, rng: np.random.Generator) -> None:
        self.X = X
        self.n = n = X.n
        self.upper = np.asarray(X.upper)
        self.lower = np.asarray(X.lower)
        self.reach = float(np.linalg.norm(self.upper))
        self.slack = _ACCURATE * self.reach
        axes = np.eye(n)[rng.permutation(n)[:16]]  # not all, where n is large
        # Points in units of `upper`: around X, far from it, and within its bounds.
        around = rng.uniform(-1, 2, (24, n))
        far = 100 * rng.normal(size=(4, n))
        ones = np.ones((1, n))
        within = rng.uniform(0, 1, (24, n))
        self.queries = self.upper * np.concatenate([ones, within, around, far, 2 * axes, 3 * ones])
        per_item = 1 / np.where(self.upper > 0, self.upper, 1.0)
        self.directions = per_item * np.concatenate(
            [ones, axes, rng.normal(size=(16, n)), -axes, -ones]
        )
        self.projected = np.asarray(X.project(self.queries))
        self.maximisers = np.asarray(X.maximize_linear(self.directions))
        origin = np.zeros((1, n))
        # Ends of X: the projection of the first query, which is the upper corner of the bounds, and
        # the maximisers for the first directions, which are (1, .., 1) and axes.
        ends = [self.projected[:1], self.maximisers[: 1 + min(6, len(axes))]]
        # `pulled_into` leaves an end of X as it is, and makes 0 of one that is not in X. Every
        # set of a game contains 0, which is a corner already.
        self.corners = self.pulled_into(np.concatenate([origin, *ends]))
        # Candidates that are not in X, where `project` or `maximize_linear` is wrong, are left out.
        candidates = np.concatenate([origin, self.projected, self.maximisers])
        self.points = self.pulled_into(candidates)[self.is_inside(candidates)]
        self.free = self._free_axes()  # as seen from the mean of `points`

    def contains(self, points: FloatArray, rtol: float) -> BoolArray:
        """Return what `contains` of X says of points (..., n), (...); `rtol` is its tolerance."""
        return np.asarray(self.X.contains(points, rtol))

    def is_inside(self, points: FloatArray) -> BoolArray:
        """Tell which points lie in X once they are moved towards 0 by the part `_INSIDE`.

        As X has 0 and is convex, the move takes a point of X away from the faces that it is on.
        Without it, rounding would exclude such points.
        """
        return self.contains(points * (1 - _INSIDE), _INSIDE)

    def pulled_into(self, points: FloatArray) -> FloatArray:
        """Pull some points, (..., n), towards 0 until they are in X, and return them.

        A point of X stays as it is. One that only rounding has put outside goes a little nearer to
        0. Any other becomes 0.
        """
        pulled = np.where(self.is_inside(points)[..., np.newaxis], points * (1 - _INSIDE), 0.0)
        return np.where(self.contains(points, 0.0)[..., np.newaxis], points, pulled)

    def _free_axes(self) -> BoolArray:
        """Tell along which axes X has room, (n,): both ways, from a point in its middle.

        Along any other axis X is flat: a slope there leads out of X, and says nothing of f_t on X.
        """
        centre = self.points.mean(0)
        free = np.zeros(self.n, dtype=bool)
        # 256 points at a time: what `contains` computes for all n of them may not fit in memory.
        for start in range(0, self.n, 256):
            axes = slice(start, min(start + 256, self.n))
            steps = 1e-6 * np.eye(self.n)[axes] * self.upper
            # With the tolerance 0.0: nothing outside of X is forgiven.
            ahead = self.contains(centre + steps, 0.0)
            behind = self.contains(centre - steps, 0.0)
            free[axes] = ahead & behind & (self.upper[axes] > 0)
        return free

    def pairs(self, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
        """Draw pairs x <= y of points of X: return the x and the y, (_POINTS, n) each.

        x is y with each coordinate multiplied by a random factor in [0, 1]; where that is not in X,
        as in a set that is not down-closed, one factor for all coordinates leads towards the
        origin. In each third pair one coordinate alone differs. The first y is a corner, the next
        three are any points of X that are known, and the others are drawn.
        """
        shape = (_POINTS, self.n)
        # `project` may be wrong, or rounded: what is not in X becomes a point nearer to 0, or 0.
        Y = self.pulled_into(np.asarray(self.X.project(rng.uniform(0, 1, shape) * self.upper)))
        Y[:4] = self.points[rng.integers(len(self.points), size=4)]
        Y[0] = self.corners[1]  # the first that is not the origin
        factors = rng.uniform(0, 1, shape)
        one_coordinate = np.arange(self.n) == rng.integers(self.n, size=(_POINTS, 1))
        in_one_coordinate = np.arange(_POINTS) % 3 == 2
        factors[in_one_coordinate] = np.where(one_coordinate, factors, 1.0)[in_one_coordinate]
        shrunk = factors * Y
        inside = self.contains(shrunk, _INSIDE)[:, np.newaxis]
        X = np.where(inside, shrunk, rng.uniform(0, 1, (_POINTS, 1)) * Y)
        return X, Y

    def points_ahead(self, base: FloatArray, u: FloatArray) -> FloatArray:
        """Return for each point of X in `base` a point of X that lies in a direction from it.

        The directions are the rows of u, which are not negative, so no coordinate is less than that
        of the base; all arrays are (_BASES, n). A point is as far ahead as its row of `_STEPS`
        says: a thousandth of the longest move that was found to stay in X for the rows 0, 2, ...,
        and a half of it for 1, 3, .... Where no move was found, it is the base itself. `_BASES` is
        how many points of a round are looked at, an even number, as rows go in pairs.
        """
        to_bounds = _divide(self.upper - base, u, np.inf)  # lengths at which each x_i is at its end
        longest = np.maximum(to_bounds.min(-1, keepdims=True), 0.0)
        longest[~np.isfinite(longest)] = 0.0
        # X may have other faces: all of the move within the bounds is tried, a quarter, 1/16, ...
        shares = 0.25 ** np.arange(5).reshape(-1, 1, 1)
        # `_INSIDE` is the tolerance: without it rounding would exclude points on a face.
        inside = self.contains(base + shares * longest * u, _INSIDE)  # (5, _BASES)
        largest_share = shares[inside.argmax(0), 0, 0]  # the first that stays in X
        share = np.where(inside.any(0), largest_share, 0.0)[:, np.newaxis]
        return base + _STEPS * share * longest * u

    def missed_part(self, points: FloatArray) -> FloatArray:
        """Return by what part of the coordinates' sizes points (..., n) miss X, (...).

        X does not say how far a point is from it. So larger and smaller tolerances of `contains`
        are tried, and the part is the least power of 10 at which the point is accepted. It is inf
        where even 100 times the sizes does not do, and 0 where the point is in X as nearly as a
        projection has to be.
        """
        missed = np.full(points.shape[:-1], np.inf)
        for power in range(2, -10, -1):
            missed[self.contains(points, 10.0**power)] = 10.0**power
        missed[self.contains(points, _ACCURATE)] = 0.0
        return missed

    def add_domain(self, prices: FloatArray, violations: _Evidence, largest: _Evidence) -> float:
        """Test the domain: whether its members, such as `project`, are those of one set.

        Parameters
        ----------
        prices : FloatArray
            The prices of the sampled rounds, (m, n): `maximize_linear` is tried for these, too.
        violations : _Evidence
            Gets what cannot be so for members of one set.
        largest : _Evidence
            Gets the largest distance of two points of X, which the diameter R must not fall below.

        Returns
        -------
        float
            The largest <p, x> over these prices p and the points x of X: what the dearest decision
            costs by `maximize_linear`, from which the caller bounds G, the largest |g_t|.
        """
        self._add_projection(violations)
        # Also the direction in which each query lies outside X: there the farthest point of X shows
        # best whether the maximiser and the projection are of the same set.
        C = np.concatenate([self.directions, prices, self.queries - self.projected])
        V = np.asarray(self.X.maximize_linear(C))
        self._add_maximiser(C, V, violations)
        # A wrong maximiser, outside X, is pulled into it: these are points of X in any case.
        points = np.concatenate([self.points, self.pulled_into(V)])
        self._add_diameter(points, largest)
        self._add_bounds(np.concatenate([points, self.pulled_into(self.queries)]), violations)
        if checks.implements(self.X, Faceted):
            self._add_half_spaces(points, violations)
        of_prices = slice(len(self.directions), len(self.directions) + len(prices))
        return float((prices * V[of_prices]).sum(-1).max())

    def _add_projection(self, violations: _Evidence) -> None:
        """Test that a projection lies in X, moves no point of X, and is the nearest point."""
        Y = self.queries
        P = self.projected
        D = Y - P
        # For each query, the point of X that is farthest in the direction from the projection to
        # the query, (k, n): if any point of X shows that the projection is wrong, this one does. A
        # wrong projection may not be finite, and a wrong maximiser, outside X, becomes 0.
        Z = self.pulled_into(np.asarray(self.X.maximize_linear(np.nan_to_num(D))))

        # In what follows y is a query, x its projection, and z its point in Z.
        def code(*lines: str) -> Callable[..., str]:
            """Return the function that writes a counterexample for a query, given its index.

            The lines use X, y and x; where they say {z}, the coordinates of z are put in.
            """

            def code_of(i: int) -> str:
                """Return Python that prints what is wrong for query i."""
                start = f"X, y = rounds.domain, {_vector(Y[i])}", "x = X.project(y)"
                return _code(*start, *(line.format(z=_vector(Z[i])) for line in lines))

            return code_of

        # The sizes are parts of the size of X, and lengths are divided by `reach` for that. An
        # amount that is not beyond what is allowed has the size 0; one beyond it counts as a whole.
        unit = self.reach or 1.0

        # The projection lies in X.
        # By what part of X's size it misses X: the least power of 10 by which `contains`, given as
        # its tolerance, accepts it, or inf; 0 within `_ACCURATE`, by which a projection may miss X.
        missed = self.missed_part(P)
        verdict = f"print(bool(X.contains(x, {_ACCURATE!r})), '!=', True)"
        violations.add(PROJECTION, sizes=missed, amounts=missed, where=_DOMAIN, code=code(verdict))
        # It moves no point of X.
        distance = np.linalg.norm(D, axis=-1)
        moved = distance * self.contains(Y, 0.0)
        line = "print(np.linalg.norm(x - y) * X.contains(y, 0.0), '>', 0)"
        violations.add(
            PROJECTION,
            sizes=_where_beyond(moved, self.slack) / unit,
            amounts=moved,
            where=_DOMAIN,
            code=code(line),
        )
        # It is the nearest point: for every z of X the angle at x between y and z is at least a
        # right one, <y - x, z - x> <= 0.
        product = (D * (Z - P)).sum(-1)
        allowed = self.slack * (distance + np.linalg.norm(Z - P, axis=-1))
        # Divided by |y - x| it is a length.
        sizes = _where_beyond(product, allowed) / np.maximum(distance, _TINY) / unit
        lines = ("z = {z}", "print((y - x) @ (z - x) * X.contains(z), '>', 0)")
        violations.add(PROJECTION, sizes=sizes, amounts=product, where=_DOMAIN, code=code(*lines))

    def _add_maximiser(self, C: FloatArray, V: FloatArray, violations: _Evidence) -> None:
        """Test that each maximiser in V lies in X, and that no known point of X is better for c.

        Parameters
        ----------
        C, V : FloatArray
            Vectors and their maximisers, (k, n).
        violations : _Evidence
            Gets what contradicts that.
        """
        # By what part of X's size each is outside X, a power of 10 or inf; 0 within `_ACCURATE`. X
        # does not say how far a point is from it, so tolerances of `contains` are tried.
        missed = self.missed_part(V)

        def setup(k: int) -> tuple[str, str]:
            """Return the lines that name vector k and its maximiser."""
            return f"X, c = rounds.domain, {_vector(C[k])}", "v = X.maximize_linear(c)"

        def outside(k: int) -> str:
            """Return Python that prints that maximiser k is not in X."""
            verdict = f"print(bool(X.contains(v, {_ACCURATE!r})), '!=', True)"
            return _code(*setup(k), verdict)

        violations.add(MAXIMISER, sizes=missed, amounts=missed, where=_DOMAIN, code=outside)
        # A maximiser that is not in X counts as 0 here, or as a point a little nearer to 0.
        points = np.concatenate([self.points, self.pulled_into(V)])  # (m, n)
        scale = np.abs(C) @ self.upper  # what <c, x> is at most in size, for each c
        lacking = C @ points.T - (C * V).sum(-1)[:, np.newaxis]  # (k, m)
        # A linear programme may miss its maximum by this. `_where_beyond` is 0 within it, and the
        # whole amount where that is larger.
        allowed = _LINEAR * scale
        sizes = _where_beyond(lacking, allowed[:, np.newaxis])
        # A part, as `missed` is, whatever the units of c and x. It is 0 where `scale` is 0: then c
        # is 0 along every axis in which X has any extent.
        sizes *= _divide(1.0, scale)[:, np.newaxis]

        def worse(k: int, j: int) -> str:
            """Return Python that prints that point j is better for vector k than its maximiser."""
            lines = f"z = {_vector(points[j])}  # in X", "print(c @ z, '>', c @ v)"
            return _code(*setup(k), *lines)

        violations.add(MAXIMISER, sizes=sizes, amounts=lacking, where=_DOMAIN, code=worse)

    def _add_diameter(self, points: FloatArray, largest: _Evidence) -> None:
        """Keep the largest distance of two points of X, (m, n), which R has to bound.

        Sizes are plain lengths here, in the unit of x, as R is one.
        """
        Z = points / (self.reach or 1.0)  # so that no square overflows
        squares = (Z**2).sum(-1)
        # |z - z'|^2 = |z|^2 + |z'|^2 - 2 <z, z'>, for all pairs at once.
        squared_distances = squares + squares[:, np.newaxis] - 2 * Z @ Z.T
        i, j = np.unravel_index(int(squared_distances.argmax()), squared_distances.shape)
        # Once more, by the difference itself: the sum of products above has lost digits by
        # cancellation.
        length = np.linalg.norm(points[[i]] - points[[j]], axis=-1)  # (1,)

        def code(_: int) -> str:
            """Return Python that prints the distance and R."""
            line = f"x, y = {_vector(points[i])}, {_vector(points[j])}"
            return _code(line, "print(np.linalg.norm(x - y), '>', rounds.R)")

        largest.add(DIAMETER, sizes=length, amounts=length, where=_DOMAIN, code=code)

    def _add_bounds(self, points: FloatArray, violations: _Evidence) -> None:
        """Test that points of X, (m, n), lie between its bounds.

        `points` are from `pulled_into`: each is the origin, or what `contains` has accepted with a
        tolerance of at most `_INSIDE`. Three times that is allowed, which leaves room for rounding.
        """
        above = points - self.upper
        excess = np.maximum(above, self.lower - points)
        allowed = 3 * _INSIDE * self.upper

        def code(k: int, i: int) -> str:
            """Return Python that prints coordinate i of point k and the bound that it misses."""
            line = f"X, x, i = rounds.domain, {_vector(points[k])}, {i}  # in X"
            sides = "x[i], '>', X.upper[i]" if above[k, i] > 0 else "X.lower[i], '>', x[i]"
            return _code(line, f"print({sides})")

        # `beyond` is the whole excess where it is more than allowed, else 0; NaN stays NaN.
        beyond = _where_beyond(excess, allowed)
        # In units of `upper`. Where that is 0 no point may miss it, and any that does is the worst.
        sizes = np.where(beyond == 0, 0.0, np.inf)
        np.divide(beyond, self.upper, out=sizes, where=self.upper > 0)
        violations.add(BOUNDS, sizes=sizes, amounts=excess, where=_DOMAIN, code=code)

    def _add_half_spaces(self, points: FloatArray, violations: _Evidence) -> None:
        """Test that the half-spaces and `contains` agree, around points of X, (m, n).

        They are compared at points well inside or outside: where a point is next to a face, either
        answer is right. Such points are known ones of X that are shortened or lengthened, the
        queries, and points near corners of the half-spaces.
        """
        domain: Any = self.X
        A, b, lower, upper = (np.asarray(part, dtype=float) for part in domain.half_spaces())
        # All inequalities, with the bounds among them, as rows x <= limits.
        rows = np.concatenate([A.reshape(-1, self.n), np.eye(self.n), -np.eye(self.n)])
        limits = np.concatenate([b.ravel(), upper, -lower])
        stretched = [factor * points for factor in (0.3, 0.6, 0.9, 0.999, 1.001, 1.1, 1.5)]
        corners = self._points_near_corners(A, b, lower, upper)
        tested = np.concatenate([self.queries, *stretched, corners])  # (k, n)
        sizes = np.abs(tested) @ np.abs(rows).T + np.abs(limits)  # what rows x - limits adds up
        excess = (tested @ rows.T - limits) / np.where(sizes > 0, sizes, 1.0)  # (k, rows)
        worst = excess.max(-1, initial=-np.inf)  # above 0 if the half-spaces exclude the point
        inside = self.contains(tested, 0.0)
        # The answers differ where `contains` accepts what a row excludes, or refuses what none
        # does. The excess of a row is a share of what it adds up; times `reach`, one
        # factor for all, it is about a length.
        differ = np.where(inside, worst > _INSIDE, worst < -_INSIDE)
        wrong = differ * np.abs(worst) * self.reach

        def code(k: int) -> str:
            """Return Python that prints both answers for the k-th tested point."""
            lines = (
                f"X, x = rounds.domain, {_vector(tested[k])}",
                "A, b, lower, upper = X.half_spaces()",
                "said = bool((A @ x <= b).all() and (lower <= x).all() and (x <= upper).all())",
                "print(said, '!=', bool(X.contains(x, 0.0)))",
            )
            return _code(*lines)

        violations.add(HALF_SPACES, sizes=wrong, amounts=wrong, where=_DOMAIN, code=code)

    def _points_near_corners(
        self, A: FloatArray, b: FloatArray, lower: FloatArray, upper: FloatArray
    ) -> FloatArray:
        """Return points just within some corners of half-spaces, (k, n), with A (m, n) and b (m,).

        If a row is missing in A, the set of the half-spaces is larger than X, and some of these
        points are in it and not in X.
        """
        try:
            claimed = Polytope(A.reshape(-1, self.n), b.ravel(), Box(upper, lower))
        except ValueError:  # there is no point in them
            return np.empty((0, self.n))
        corners = claimed.maximize_linear(self.directions)
        return 0.999 * corners + 0.001 * corners.mean(axis=0)


class _Sample:
    """What was seen in the sampled rounds.

    Each method `_add_...` tests one assumption at the points where a round was evaluated, and
    gives what it sees to `violations` or to `largest`; see the docstring of the module.

    Attributes
    ----------
    region : _Region
        The game's domain X, at whose points utilities are evaluated.
    rng : Generator
        Draws the pairs of points of each round.
    violations : _Evidence
        What contradicts an assumption that has no constant, such as "monotone".
    largest : _Evidence
        What the constants of the game have to bound, such as the steepest slope for beta_f: it is
        compared with the constant at the end, in `findings`. `_Region.add_domain` adds to both what
        it sees of the domain, before `findings` is called.
    rounds : list of _SampledRound
        The rounds themselves.
    prices : FloatArray
        The prices of these rounds, (m, n).
    utility_tells : dict of bool
        For each optional method that returns a constant, by its name: whether all utilities have
        it.
    concave : bool
        Whether a utility says that it is concave.
    steepest_at_0, largest_by_slopes : float
        What beta_f and F are at least where the game derives them from the gradients at 0.
    """

    def __init__(self, region: _Region, rng: np.random.Generator) -> None:
        self.region = region
        self.rng = rng
        self.violations = _Evidence()
        self.largest = _Evidence()
        self.rounds: list[_SampledRound] = []
        self.utility_tells = {"lipschitz": True, "range": True, "smoothness": True}
        self.concave = False
        self.steepest_at_0 = 0.0
        self.largest_by_slopes = 0.0

    @property
    def prices(self) -> FloatArray:
        """The prices of the rounds, (k, n), with several budgets (k, m, n)."""
        return np.array([sampled.prices for sampled in self.rounds])

    def add_round(self, f: AtRound, sampled: _SampledRound) -> None:
        """Evaluate the utility f of one round, test it, and keep what violates an assumption.

        `sampled` says which round of the game it is, for counterexamples.
        """
        self.rounds.append(sampled)
        # A stream has a utility for each block, and one may have fewer methods than another.
        for name in self.utility_tells:
            self.utility_tells[name] &= getattr(f.utility, name, None) is not None
        # Pairs x <= y, for diminishing returns. The order of the points: the origin, a corner, has
        # to be first, where `_add_signs` looks for f_t(0), and `_Evaluations` finds the pairs at
        # the end.
        X, Y = self.region.pairs(self.rng)
        points = np.concatenate([self.region.corners, X, Y])
        evaluations = _Evaluations.of(f, sampled, points, self.region.upper)
        self._add_signs(evaluations)
        self._add_diminishing(evaluations)
        self._add_derivative(evaluations)
        self._add_steepest(evaluations)
        self._add_range(evaluations)
        # Where a utility does not tell L, the game claims none that bends could refute.
        if self.utility_tells["smoothness"]:
            self._add_bend(evaluations)
        if getattr(f.utility, "concave", False):
            self.concave = True
            self._add_concave(evaluations)

    def _add_signs(self, evaluations: _Evaluations) -> None:
        """Test that f_t is 0 at 0 and that neither a slope of f_t nor a price is negative.

        `evaluations` has the round's utility at points of X, (m, n), the origin first: `values`,
        (m,), and `slopes`, (m, n). Its `unit` is about what f changes by over all of X. A slope
        times the upper bound of its coordinate is in this unit of f, too. `_where_beyond` leaves a
        number that exceeds the part `_CLOSE` of `unit` as it is, and makes 0 of any other: that
        much is rounding.
        """
        code = evaluations.round.code
        where = evaluations.round.where

        def at_0(_: int) -> str:
            """Return Python that prints f_t(0)."""
            return code(f"print(abs(f.value(t, np.zeros({self.region.n}))), '>', 0)")

        offset = np.abs(evaluations.values[:1])
        self.violations.add(
            NORMALISED,
            sizes=_where_beyond(offset, _CLOSE * evaluations.unit),
            amounts=offset,
            where=where,
            code=at_0,
        )

        def falling(k: int, i: int) -> str:
            """Return Python that prints slope i at point k."""
            x = f"x, i = {_vector(evaluations.points[k])}, {i}"
            return code(x, "print(f.gradient(t, x)[i], '<', 0)")

        sizes = _where_beyond(-evaluations.slopes * self.region.upper, _CLOSE * evaluations.unit)
        self.violations.add(
            MONOTONE, sizes=sizes, amounts=-evaluations.slopes, where=where, code=falling
        )

        def price(*place: int) -> str:
            """Return Python that prints the price of an item, (i,), or of a budget's, (j, i)."""
            return code(f"print(p[t][{', '.join(map(str, place))}], '<', 0)")

        negative = -evaluations.round.prices
        self.violations.add(PRICES, sizes=negative, amounts=negative, where=where, code=price)

    def _add_diminishing(self, evaluations: _Evaluations) -> None:
        """Test that no slope rises from x to y >= x, for the pairs (x, y) in `evaluations`.

        X and Y in `evaluations` have the x and the y of pair k in row k, and there are the slopes
        at both. A rise times the upper bound of its coordinate is in units of f, and counts where
        it exceeds the part `_CLOSE` of `evaluations.unit`, about what f changes by over all of X:
        less is rounding.
        """
        rise = evaluations.slopes_at_Y - evaluations.slopes_at_X

        def code(k: int, i: int) -> str:
            """Return Python that prints slope i at both points of pair k."""
            ends = (
                f"x, y, i = {_vector(evaluations.X[k])}, {_vector(evaluations.Y[k])}, {i}  # x <= y"
            )
            return evaluations.round.code(
                ends, "print(f.gradient(t, x)[i], '<', f.gradient(t, y)[i])"
            )

        sizes = _where_beyond(rise * self.region.upper, _CLOSE * evaluations.unit)
        self.violations.add(
            DIMINISHING, sizes=sizes, amounts=rise, where=evaluations.round.where, code=code
        )

    def _add_derivative(self, evaluations: _Evaluations) -> None:
        """Compare slopes along segments of X with central differences of the value.

        The segment between the points of each pair is shortened around its middle, until no
        coordinate moves by more than `_CLOSE` of its upper bound from there: f_t is next to linear
        on so short a segment, and the difference of the values at its ends is what the slope in the
        middle says.
        """
        middle = (evaluations.X + evaluations.Y) / 2
        D = evaluations.Y - evaluations.X
        # What part of its upper bound each coordinate moves by along the whole segment.
        shares = np.divide(np.abs(D), self.region.upper, out=np.zeros_like(D), where=D != 0)
        largest_share = shares.max(-1, keepdims=True)
        # Half of the short segment: its ends are middle - D and middle + D.
        D = D * _divide(np.minimum(_CLOSE, largest_share / 2), largest_share)
        difference = (evaluations.f.value(middle + D) - evaluations.f.value(middle - D)) / 2
        error = np.abs(difference - (evaluations.f.gradient(middle) * D).sum(-1))
        # A wrong formula misses by far more than a ten-thousandth of what f_t changes at most on
        # the segment, by the `steepest` slopes. Rounding alone explains an error of `noise`.
        allowed = 1e-4 * (evaluations.steepest * np.abs(D)).sum(-1) + evaluations.noise
        # Per distance it is a slope. A pair of equal points has none: its error is 0, so that it is
        # no violation, whatever its amount.
        amount = _divide(error, np.linalg.norm(D, axis=-1), otherwise=np.inf)

        def code(k: int) -> str:
            """Return Python that prints the difference on segment k, and what the slope says."""
            return evaluations.round.code(
                f"x, d = {_vector(middle[k])}, {_vector(D[k])}",
                "print((f.value(t, x + d) - f.value(t, x - d)) / 2, '!=', f.gradient(t, x) @ d)",
            )

        self.violations.add(
            DERIVATIVE,
            sizes=_where_beyond(error, allowed),
            amounts=amount,
            where=evaluations.round.where,
            code=code,
        )

    def _add_steepest(self, evaluations: _Evaluations) -> None:
        """Keep the steepest slope at the points in `evaluations`, which beta_f has to bound.

        Where X has no room along an axis, slopes along it do not count: beta_f is about f_t on X.
        Such a set is flat, and less of the gradient is left to look at; so secants between points
        of X are looked at, too. What beta_f is at least if the game derives it, the steepest slope
        at 0, is kept in `steepest_at_0`.
        """
        free = np.flatnonzero(self.region.free)
        is_flat = len(free) < self.region.n
        # What is written behind a gradient in Python, to take the entries along free axes alone.
        index = f"[{free.tolist()}]" if is_flat else ""
        lengths = np.linalg.norm(evaluations.slopes[:, free], axis=-1)

        def steep(k: int) -> str:
            """Return Python that prints the length of the gradient at point k."""
            slope = f"np.linalg.norm(f.gradient(t, x){index})"
            x = f"x = {_vector(evaluations.points[k])}"
            return evaluations.round.code(x, f"print({slope}, '>', rounds.beta_f)")

        self.largest.add(
            LIPSCHITZ, sizes=lengths, amounts=lengths, where=evaluations.round.where, code=steep
        )
        if is_flat:
            self._add_secants(evaluations)
        at_0 = evaluations.slopes[0]  # as the origin is the first point
        self.steepest_at_0 = max(self.steepest_at_0, float(np.linalg.norm(at_0)))

    def _add_secants(self, evaluations: _Evaluations) -> None:
        """Keep the steepest secant between the points x and y of a pair, for beta_f to bound.

        A secant's slope is the change of f_t per distance; rounding may explain a part of it.
        """
        X = evaluations.X
        Y = evaluations.Y
        # `noise` is by how much rounding may change the difference of two values, in units of f.
        # Where x = y there is no secant: its slope counts as 0.
        rise = np.abs(evaluations.values_at_Y - evaluations.values_at_X) - evaluations.noise
        secants = _divide(rise, np.linalg.norm(Y - X, axis=-1))

        def code(k: int) -> str:
            """Return Python that prints the secant of pair k."""
            secant = "abs(f.value(t, x) - f.value(t, y)) / np.linalg.norm(x - y)"
            ends = f"x, y = {_vector(X[k])}, {_vector(Y[k])}"
            return evaluations.round.code(ends, f"print({secant}, '>', rounds.beta_f)")

        self.largest.add(
            LIPSCHITZ, sizes=secants, amounts=secants, where=evaluations.round.where, code=code
        )

    def _add_range(self, evaluations: _Evaluations) -> None:
        """Keep the range of the values in `evaluations`, which F has to bound.

        Where the utility does not tell F, the game derives it from the slopes at 0: no f_t rises by
        more than <grad f_t(0), x>. The largest of these, in `largest_by_slopes`, is what F is at
        least if it is derived so.
        """
        high = int(evaluations.values.argmax())
        low = int(evaluations.values.argmin())
        # One number, as an array of it: `_Evidence.add` takes arrays. It is less what rounding may
        # have added.
        spread = evaluations.values[[high]] - evaluations.values[low] - evaluations.noise

        def code(_: int) -> str:
            """Return Python that prints the difference of the largest and the least value."""
            ends = f"x, y = {_vector(evaluations.points[high])}, {_vector(evaluations.points[low])}"
            return evaluations.round.code(
                ends, "print(f.value(t, x) - f.value(t, y), '>', rounds.F)"
            )

        self.largest.add(
            RANGE, sizes=spread, amounts=spread, where=evaluations.round.where, code=code
        )
        slope_at_0 = evaluations.slopes[0]  # as the origin is the first point
        by_slopes = float((evaluations.points @ slope_at_0).max())
        self.largest_by_slopes = max(self.largest_by_slopes, by_slopes)

    def _add_bend(self, evaluations: _Evaluations) -> None:
        """Keep the largest bend <grad f_t(x) - grad f_t(y), y - x> / |y - x|^2 over x <= y, for L.

        The bend of a pair is how fast the slope of f_t falls on the way from x to y. The paper asks
        for L-smoothness only where y is at least x in every coordinate, as its algorithm goes from
        x to x + v/K with v >= 0; a differentiable f_t has it exactly if no bend of such a pair
        exceeds L. So no other pair may be looked at: f_t may bend more on the way to a y that is
        lower than x in some coordinate, and that would refute nothing.

        The pairs in `evaluations` are drawn at random, and most of them miss the direction in which
        f_t bends most. So from some points x it is sought by the power method: from direction to
        direction u moves towards the fall of the gradient that was seen along the one before.
        """
        upper = self.region.upper
        # The x, one in each row: the origin twice, as `points_ahead` looks near from the rows 0, 2,
        # ... and far from 1, 3, ...; and the first x of the pairs.
        base = np.concatenate([np.zeros((2, self.region.n)), evaluations.X[: _BASES - 2]])
        slopes = evaluations.f.gradient(base)
        # A direction for each x, at first to the upper bounds. No entry is ever negative, so that
        # each y = x + (a length) u is at least x.
        u = np.tile(upper, (_BASES, 1))
        # For each step the y and the falls grad f_t(x) - grad f_t(y), both (_BASES, n).
        y_of_step = []
        fall_of_step = []
        for _ in range(_POWER_STEPS):
            Y = self.region.points_ahead(base, u)
            fall = slopes - evaluations.f.gradient(Y)
            y_of_step.append(Y)
            fall_of_step.append(fall)
            # An item whose upper bound is 0 cannot move, and would make each move in `points_ahead`
            # 0. Without u itself in the sum, a Hessian whose diagonal is 0 would send u to and fro
            # between two directions.
            positive_fall = np.where((upper > 0) & (fall > 0), fall, 0.0)
            u = _unit_rows(u) + _unit_rows(positive_fall)
        all_x = np.concatenate([evaluations.X, *[base] * _POWER_STEPS])
        all_y = np.concatenate([evaluations.Y, *y_of_step])
        fall_of_pairs = evaluations.slopes_at_X - evaluations.slopes_at_Y
        falls = np.concatenate([fall_of_pairs, *fall_of_step])
        self._keep_bend(evaluations, all_x, all_y, falls)

    def _keep_bend(
        self, evaluations: _Evaluations, X: FloatArray, Y: FloatArray, falls: FloatArray
    ) -> None:
        """Keep the largest bend of some pairs x <= y, which L has to bound.

        The bend of a pair is <grad f_t(x) - grad f_t(y), y - x> / |y - x|^2.

        Parameters
        ----------
        evaluations : _Evaluations
            The round from which they come.
        X, Y : FloatArray
            The pairs, (k, n).
        falls : FloatArray
            grad f_t(x) - grad f_t(y) for each pair, (k, n).
        """
        D = Y - X
        # Each slope may have lost some of its 16 digits in the utility's own computation: up to
        # 1e-11 of `steepest`, the largest finite |slope| along each axis, (n,). A pair of x = y has
        # the bend 0.
        rounding_error = 1e-11 * (evaluations.steepest * np.abs(D)).sum(-1)
        bends = _divide((falls * D).sum(-1) - rounding_error, (D**2).sum(-1))

        def code(k: int) -> str:
            """Return Python that prints the bend of pair k, times |y - x|^2, and its bound."""
            return evaluations.round.code(
                f"x, y = {_vector(X[k])}, {_vector(Y[k])}  # x <= y",
                "bend = (f.gradient(t, x) - f.gradient(t, y)) @ (y - x)",
                "print(bend, '>', rounds.L * (y - x) @ (y - x))",
            )

        self.largest.add(
            SMOOTH, sizes=bends, amounts=bends, where=evaluations.round.where, code=code
        )

    def _add_concave(self, evaluations: _Evaluations) -> None:
        """Test on pairs of points that f_t is concave.

        It is, exactly if <grad f_t(x) - grad f_t(y), x - y> <= 0 for all x and y, be one above the
        other or not. Each point is compared with three others, which stand 1, 5 and `_POINTS` + 3
        places before it in the list of all x of the pairs and then all their y: the last is mostly
        a y for an x, and an x for a y, but not the one of its own pair.
        """
        points = np.concatenate([evaluations.X, evaluations.Y])
        slopes = np.concatenate([evaluations.slopes_at_X, evaluations.slopes_at_Y])
        for places in (1, 5, _POINTS + 3):
            others = np.roll(points, places, axis=0)
            slopes_at_others = np.roll(slopes, places, axis=0)
            D = points - others
            rise = ((slopes - slopes_at_others) * D).sum(-1)
            # The product adds up terms of about `steepest`, the largest |slope| along each axis,
            # (n,), times |D|; by the part `_CLOSE` of these it may miss 0.
            rounding_error = _CLOSE * (evaluations.steepest * np.abs(D)).sum(-1)

            # As a default, `others` is the array of this turn of the loop.
            def code(k: int, others: FloatArray = others) -> str:
                """Return Python that prints the inner product for point k and its other one."""
                return evaluations.round.code(
                    f"x, y = {_vector(points[k])}, {_vector(others[k])}",
                    "print((f.gradient(t, x) - f.gradient(t, y)) @ (x - y), '>', 0)",
                )

            # The rise where it exceeds its rounding error, else 0; NaN stays, and is a violation.
            sizes = _where_beyond(rise, rounding_error)
            self.violations.add(
                CONCAVE, sizes=sizes, amounts=rise, where=evaluations.round.where, code=code
            )

    def add_prices(self, allowance: Any, minimum: FloatArray) -> None:
        """Keep the longest price vector and the largest |g_t(x)|, for beta_g and G to bound.

        All sampled rounds are looked at together, and in `longest` and `widest` t counts these.
        `code` of a round writes Python that first names the f, p and t of the game, and then runs
        the lines given. `allowance` is the game's, the money for one round or for each, and
        `minimum` has the minimum bids, (n,), which cost something, too. With several budgets
        singular values of the P_t are looked at, and lengths of g_t(x).
        """
        prices = self.prices
        points = self.region.points + minimum  # decisions of the whole game
        several = prices.ndim == 3
        lengths = np.linalg.norm(prices, axis=-1)
        order = ""
        if several:
            lengths = np.linalg.norm(prices, 2, axis=(1, 2))
            order = ", 2"

        def longest(t: int) -> str:
            """Return Python that prints the length of sampled price t."""
            return self.rounds[t].code(f"print(np.linalg.norm(p[t]{order}), '>', rounds.beta_g)")

        t = int(lengths.argmax())
        self.largest.add(
            PRICE, sizes=lengths, amounts=lengths, where=self.rounds[t].where, code=longest
        )
        varies = np.ndim(allowance) > several  # by the round
        if varies:
            allowance = allowance[[one.number - 1 for one in self.rounds]]
        costs = prices @ points.T  # (rounds, points), or (rounds, budgets, points)
        over = costs - (allowance[..., np.newaxis] if np.ndim(allowance) else allowance)
        balances = np.linalg.norm(over, axis=1) if several else np.abs(over)  # (rounds, points)

        def widest(t: int, k: int) -> str:
            """Return Python that prints |g| of sampled round t at point k."""
            x = f"x = {_vector(points[k])}"
            size = "np.linalg.norm" if several else "abs"
            place = f"[{self.rounds[t].number - 1}]" if varies else ""
            return self.rounds[t].code(
                x, f"print({size}(p[t] @ x - rounds.allowance{place}), '>', rounds.G)"
            )

        t = int(balances.max(-1).argmax())
        self.largest.add(
            BALANCE, sizes=balances, amounts=balances, where=self.rounds[t].where, code=widest
        )

    def findings(self, game: Any, G_at_least: float | None) -> Iterator[Finding]:
        """Iterate over the finding of each assumption that concerns the game.

        Concavity, smoothness and half-spaces are left out where the game does not claim them.

        Parameters
        ----------
        game : Game
            The game that was sampled.
        G_at_least : float or None
            What its constant G is at least, by the sampled prices; None where that is not known.
        """
        tells = self.utility_tells
        names = [NORMALISED, MONOTONE, DIMINISHING, DERIVATIVE]
        if self.concave:
            names.append(CONCAVE)
        names += [LIPSCHITZ, RANGE]
        if tells["smoothness"]:
            names.append(SMOOTH)
        names += [PRICE, BALANCE, DIAMETER, BOUNDS, PROJECTION, MAXIMISER]
        if checks.implements(game.domain, Faceted):
            names.append(HALF_SPACES)
        # For each assumption that has a constant: its attribute of the game, and what it is at
        # least by the sampled rounds. The latter is for constants which the game would have to
        # compute from all T rounds by gradients or by `maximize_linear`, which may take long: they
        # are not computed if it exceeds what they have to bound. None for the others, which are
        # told by the utility or are quick, as beta_g is; and for G if it has been computed before,
        # which shows in `vars`, where a cached property keeps its value.
        constants: dict[str, tuple[str, float | None]] = {
            LIPSCHITZ: ("beta_f", None if tells["lipschitz"] else self.steepest_at_0),
            RANGE: ("F", None if tells["range"] else self.largest_by_slopes),
            SMOOTH: ("L", None),
            PRICE: ("beta_g", None),
            BALANCE: ("G", None if "G" in vars(game) else G_at_least),
            DIAMETER: ("R", None),
        }
        names += [PRICES, ORIGIN]  # which hold in any game, as `Rounds` refuse what breaks them
        for name in names:
            if name in constants:
                attribute, at_least = constants[name]
                yield self._constant_finding(name, game, attribute, at_least)
            elif name in self.violations:
                violation = self.violations[name]
                yield Finding(
                    assumption=name,
                    holds=False,
                    worst=violation.amount,
                    where=violation.where,
                    counterexample=violation.code,
                )
            else:
                yield _holding(name)

    def _constant_finding(
        self, name: str, game: Any, attribute: str, at_least: float | None
    ) -> Finding:
        """Return the finding of whether a constant of the game bounds the largest number seen.

        Parameters
        ----------
        name : str
            The assumption.
        game : Game
            The game that was sampled.
        attribute : str
            The constant.
        at_least : float or None
            What it is at least, if that is known without deriving it from all T rounds: where this
            bounds the largest number already, the game is not asked.

        Returns
        -------
        Finding
            It holds, or says by how much the constant is exceeded, where, and by which code.
        """
        # What a constant bounds has equal size and amount, in the constant's unit. It may exceed
        # the constant by the part `_CLOSE` of it, for rounding.
        largest = self.largest.get(name)  # None where no number above 0 was seen
        if largest is None or (at_least is not None and largest.size <= at_least * (1 + _CLOSE)):
            return _holding(name)
        constant = getattr(game, attribute)
        if largest.size <= constant * (1 + _CLOSE):
            return _holding(name)
        return Finding(
            assumption=name,
            holds=False,
            worst=largest.amount - constant,
            where=largest.where,
            counterexample=largest.code,
        )
