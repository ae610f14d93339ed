"""What a theorem asks of a game (section 3.2), put to samples: each refutation can be run."""

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
_STEPS = np.tile([[1e-3], [0.5]], (_BASES // 2, 1))  # how far, of the longest move that stays in X
_CLOSE = 1e-7  # by which a number may miss its bound, relative to what it is made of
_INSIDE = 1e-9  # by which points are drawn towards 0, and lie in X in spite of rounding
_LINEAR = 1e-6  # what a linear programme may leave: HiGHS' tolerances are 1e-7
_ACCURATE = 1e-7  # of the set's size: how far from the right point a quadratic programme may end
_EPS, _TINY = float(np.finfo(np.float64).eps), float(np.finfo(np.float64).tiny)

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
    """One assumption and what the samples say of it."""

    assumption: str
    holds: bool
    worst: float  # the largest violation seen; 0 if none
    where: str  # the round in which it was seen; empty if none
    counterexample: str  # Python that prints it, of the game `rounds`; empty if none

    def __str__(self) -> str:
        verdict = "holds" if self.holds else f"FAILS by {self.worst:.3g} in {self.where}"
        return f"{self.assumption:<42} {verdict}"


@frozen(eq=True, repr=False)
class AssumptionReport:
    """What `rounds.check()` found. A failure is a proof; "holds" means not refuted by a sample."""

    findings: tuple[Finding, ...]
    rounds: int  # sampled rounds

    @property
    def holds(self) -> bool:
        """Whether no assumption was refuted."""
        return all(finding.holds for finding in self.findings)

    def __getitem__(self, word: str) -> Finding:
        """Return the finding whose assumption starts with this word."""
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
    def allowance(self) -> float: ...
    def blocks(self) -> Iterator[Any]: ...


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
    samples, rng = checks.positive_int("samples", samples), checks.generator(seed)
    game = checks.of_kind("game", game, Checkable, "be Rounds or StreamedRounds")
    chosen = np.sort(rng.choice(game.T, size=min(samples, game.T), replace=False))
    region = _Region(game.domain, rng)
    sample = _Sample(region, rng)
    for block in game.blocks():
        within = (chosen >= block.start) & (chosen < block.start + len(block.prices))
        for t in chosen[within] - block.start:
            sample.add_round(AtRound(block.utility, int(t)), _Place.of(game, block, int(t)))
    sample.add_prices(game.allowance)
    most = region.add_set(sample.prices, sample.violations, sample.largest)
    G = max(game.allowance, most - game.allowance)  # or more
    return AssumptionReport(tuple(sample.findings(game, G)), len(chosen))


class Violation(NamedTuple):
    """A number that misses, or may miss, its bound."""

    size: float  # in a unit that all violations of the assumption share
    amount: float  # as a finding shows it
    where: str
    code: str  # prints it


class _Evidence(dict[str, Violation]):
    """The largest violation of each assumption so far."""

    def add(
        self, name: str, sizes: Any, amounts: Any, where: str, code: Callable[..., str]
    ) -> None:
        """Keep the largest of these, if it exceeds 0 and all before; no number is infinite."""
        sizes = np.asarray(sizes)
        least = self[name].size if name in self else 0.0
        if sizes.max(initial=0.0) <= least:  # mostly; NaN is not
            return
        sizes = np.nan_to_num(sizes, nan=np.inf, posinf=np.inf)
        at = tuple(int(i) for i in np.unravel_index(int(sizes.argmax()), sizes.shape))
        if sizes[at] > least:
            amount = float(np.nan_to_num(np.asarray(amounts)[at], nan=np.inf))
            self[name] = Violation(float(sizes[at]), amount, where, code(*at))


def _beyond(amount: Any, allowed: Any) -> FloatArray:
    """Return the amounts that are not within what is allowed, and 0 for the others."""
    return np.where(amount <= allowed, 0.0, amount)


def _unit_rows(V: FloatArray) -> FloatArray:
    """Return rows of length 1; one of zeros stays."""
    V = V / np.maximum(np.abs(V).max(-1, keepdims=True), _TINY)  # whose squares do not overflow
    return np.asarray(V / np.maximum(np.sqrt((V * V).sum(-1, keepdims=True)), _TINY))


def _vector(x: FloatArray) -> str:
    return f"np.array({np.asarray(x).tolist()})"


def _code(*lines: str) -> str:
    return "\n".join(("import numpy as np", *lines))


class _Place(NamedTuple):
    """One round of a game, and the lines of code that lead to it."""

    prices: FloatArray  # (n,)
    number: int  # counted from 1
    begin: str

    @classmethod
    def of(cls, game: Any, block: Any, t: int) -> _Place:
        """Return round t of a block, counted from 0."""
        if getattr(game, "utility", None) is block.utility:
            begin = f"f, p, t = rounds.utility, rounds.prices, {t}"
        else:
            found = f"next(block for block in rounds.blocks() if block.start == {block.start})"
            begin = f"block = {found}\nf, p, t = block.utility, block.prices, {t}"
        return cls(block.prices[t].copy(), block.start + t + 1, begin)

    @property
    def where(self) -> str:
        return f"round {self.number}"

    def code(self, *lines: str) -> str:
        return _code(self.begin, *lines)


class _Seen(NamedTuple):
    """A round's utility at points of X."""

    points: FloatArray  # (m, n), the origin first
    values: FloatArray  # (m,)
    slopes: FloatArray  # (m, n)


class _Region:
    """A decision set: points that were found in it, and whether its members are those of one set.

    Sizes are counted per coordinate, in units of `upper`, wherever that is possible; lengths in
    units of its norm, as no Euclidean projection is more accurate than that.
    """

    def __init__(self, X: Domain, rng: np.random.Generator) -> None:
        self.X, self.n = X, X.n
        self.upper, self.lower = np.asarray(X.upper), np.asarray(X.lower)
        self.reach = float(np.linalg.norm(self.upper))
        self.slack = _ACCURATE * self.reach
        axes = np.eye(self.n)[rng.permutation(self.n)[:16]]
        far = rng.uniform(-1, 2, (24, self.n)), 100 * rng.normal(size=(4, self.n))
        ones = np.ones((1, self.n))
        self.asked = self.upper * np.concatenate(
            [ones, rng.uniform(0, 1, (24, self.n)), *far, 2 * axes, 3 * ones]
        )
        per_item = 1 / np.where(self.upper > 0, self.upper, 1.0)
        self.directions = per_item * np.concatenate(
            [ones, axes, rng.normal(size=(16, self.n)), -axes, -ones]
        )
        self.projected = np.asarray(X.project(self.asked))
        self.best = np.asarray(X.maximize_linear(self.directions))
        origin = np.zeros((1, self.n))
        ends = self.projected[:1], self.best[: 1 + min(6, len(axes))]
        self.corners = self.drawn_in(np.concatenate([origin, *ends]))
        found = np.concatenate([origin, self.projected, self.best])
        self.points = self.drawn_in(found)[self.inside(found)]  # (m, n), in X
        self.free = self._free()

    def contains(self, points: FloatArray, rtol: float) -> BoolArray:
        return np.asarray(self.X.contains(points, rtol))

    def inside(self, points: FloatArray) -> BoolArray:
        """Whether points lie in X, drawn towards 0 by so little that rounding is forgiven."""
        return self.contains(points * (1 - _INSIDE), _INSIDE)

    def drawn_in(self, points: FloatArray) -> FloatArray:
        """Return points of X: as they are, or a little nearer to 0, or 0 for one not in X."""
        drawn = np.where(self.inside(points)[..., np.newaxis], points * (1 - _INSIDE), 0.0)
        return np.where(self.contains(points, 0.0)[..., np.newaxis], points, drawn)

    def _free(self) -> BoolArray:
        """Whether X has room along each axis, (n,): the slopes there are those of f_t on X."""
        centre, free = self.points.mean(0), np.zeros(self.n, dtype=bool)
        for first in range(0, self.n, 256):  # n points of n numbers may be too many
            axes = slice(first, min(first + 256, self.n))
            steps = 1e-6 * np.eye(self.n)[axes] * self.upper
            both = [self.contains(centre + sign * steps, 0.0) for sign in (1, -1)]
            free[axes] = both[0] & both[1] & (self.upper[axes] > 0)
        return free

    def pairs(self, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
        """Return pairs x <= y in X: x is y shrunk coordinatewise where X allows, else towards 0.

        In some pairs one coordinate alone differs, and some y are corners.
        """
        shape = _POINTS, self.n
        Y = self.drawn_in(np.asarray(self.X.project(rng.uniform(0, 1, shape) * self.upper)))
        Y[:4] = self.points[rng.integers(len(self.points), size=4)]
        Y[0] = self.corners[1]
        factors = rng.uniform(0, 1, shape)
        single = np.arange(_POINTS) % 3 == 2
        factors[single] = np.where(
            np.arange(self.n) == rng.integers(self.n, size=(_POINTS, 1)), factors, 1.0
        )[single]
        shrunk = factors * Y
        inside = self.contains(shrunk, _INSIDE)[:, np.newaxis]
        return np.where(inside, shrunk, rng.uniform(0, 1, (_POINTS, 1)) * Y), Y

    def ahead(self, base: FloatArray, u: FloatArray) -> FloatArray:
        """Return points of X a little way from each base in the directions u >= 0."""
        room = np.divide(self.upper - base, u, out=np.full_like(u, np.inf), where=u > 0)
        longest = np.maximum(room.min(-1, keepdims=True), 0.0)
        longest[~np.isfinite(longest)] = 0.0
        halves = 0.25 ** np.arange(5).reshape(-1, 1, 1)
        inside = self.contains(base + halves * longest * u, _INSIDE)
        share = np.where(inside.any(0), halves[inside.argmax(0), 0, 0], 0.0)[:, np.newaxis]
        return base + _STEPS * share * longest * u

    def outside(self, points: FloatArray) -> FloatArray:
        """Return the power of 10 of the coordinates' sizes by which points miss X; 0 in it."""
        missed = np.full(points.shape[:-1], np.inf)
        for power in range(2, -10, -1):
            missed[self.contains(points, 10.0**power)] = 10.0**power
        missed[self.contains(points, _ACCURATE)] = 0.0
        return missed

    def add_set(self, prices: FloatArray, violations: _Evidence, largest: _Evidence) -> float:
        """Test the domain's members against each other; return max <p, x> over these prices."""
        self._add_projection(violations)
        C = np.concatenate([self.directions, prices, self.asked - self.projected])
        V = np.asarray(self.X.maximize_linear(C))
        self._add_maximiser(C, V, violations)
        points = np.concatenate([self.points, self.drawn_in(V)])
        self._add_diameter(points, largest)
        self._add_bounds(np.concatenate([points, self.drawn_in(self.asked)]), violations)
        if checks.implements(self.X, Faceted):
            self._add_half_spaces(points, violations)
        dearest = slice(len(self.directions), len(self.directions) + len(prices))
        return float((prices * V[dearest]).sum(-1).max())

    def _add_projection(self, violations: _Evidence) -> None:
        Y, P, where = self.asked, self.projected, "the domain"

        def code(*lines: str) -> Callable[..., str]:
            def of(i: int, j: int = 0) -> str:
                start = f"X, y = rounds.domain, {_vector(Y[i])}", "x = X.project(y)"
                return _code(*start, *(line.format(z=_vector(Z[i])) for line in lines))

            return of

        D = Y - P
        Z = self.drawn_in(np.asarray(self.X.maximize_linear(np.nan_to_num(D))))
        missed = self.outside(P)
        verdict = f"print(bool(X.contains(x, {_ACCURATE!r})), '!=', True)"
        violations.add(PROJECTION, missed, missed, where, code(verdict))
        moved = np.linalg.norm(D, axis=-1) * self.contains(Y, 0.0)
        amount = _beyond(moved, self.slack)
        line = "print(np.linalg.norm(x - y) * X.contains(y, 0.0), '>', 0)"
        violations.add(PROJECTION, amount, moved, where, code(line))
        # For every z of X the angle at Py between y and z is obtuse.
        length = np.linalg.norm(D, axis=-1)
        angle = (D * (Z - P)).sum(-1)
        allowed = self.slack * (length + np.linalg.norm(Z - P, axis=-1))
        sizes = _beyond(angle, allowed) / np.maximum(length, _TINY)
        lines = "z = {z}", "print((y - x) @ (z - x) * X.contains(z), '>', 0)"
        violations.add(PROJECTION, sizes, angle, where, code(*lines))

    def _add_maximiser(self, C: FloatArray, V: FloatArray, violations: _Evidence) -> None:
        where = "the domain"
        begin = "X, c = rounds.domain, {c}", "v = X.maximize_linear(c)"
        missed = self.outside(V)

        def outside(k: int) -> str:
            verdict = f"print(bool(X.contains(v, {_ACCURATE!r})), '!=', True)"
            return _code(begin[0].format(c=_vector(C[k])), begin[1], verdict)

        violations.add(MAXIMISER, missed, missed, where, outside)
        points = np.concatenate([self.points, self.drawn_in(V)])
        scale = np.abs(C) @ self.upper
        less = C @ points.T - (C * V).sum(-1)[:, np.newaxis]
        allowed = _LINEAR * scale
        sizes = _beyond(less, allowed[:, np.newaxis])
        sizes *= np.divide(self.reach, scale, out=np.zeros_like(scale), where=scale > 0)[:, None]

        def worse(k: int, j: int) -> str:
            lines = f"z = {_vector(points[j])}  # in X", "print(c @ z, '>', c @ v)"
            return _code(begin[0].format(c=_vector(C[k])), begin[1], *lines)

        violations.add(MAXIMISER, sizes, less, where, worse)

    def _add_diameter(self, points: FloatArray, largest: _Evidence) -> None:
        unit = self.reach or 1.0
        Z = points / unit
        squares = (Z**2).sum(-1)
        apart = squares + squares[:, np.newaxis] - 2 * Z @ Z.T
        i, j = np.unravel_index(int(apart.argmax()), apart.shape)
        length = np.linalg.norm(points[[i]] - points[[j]], axis=-1)

        def code(_: int) -> str:
            line = f"x, y = {_vector(points[i])}, {_vector(points[j])}"
            return _code(line, "print(np.linalg.norm(x - y), '>', rounds.R)")

        largest.add(DIAMETER, length, length, "the domain", code)

    def _add_bounds(self, points: FloatArray, violations: _Evidence) -> None:
        over = points - self.upper
        excess = np.maximum(over, self.lower - points)
        allowed = 3 * _INSIDE * self.upper

        def code(k: int, i: int) -> str:
            line = f"X, x, i = rounds.domain, {_vector(points[k])}, {i}  # in X"
            sides = "x[i], '>', X.upper[i]" if over[k, i] > 0 else "X.lower[i], '>', x[i]"
            return _code(line, f"print({sides})")

        violations.add(BOUNDS, _beyond(excess, allowed), excess, "the domain", code)

    def _add_half_spaces(self, points: FloatArray, violations: _Evidence) -> None:
        domain: Any = self.X
        A, b, lower, upper = (np.asarray(part, dtype=float) for part in domain.half_spaces())
        G = np.concatenate([A.reshape(-1, self.n), np.eye(self.n), -np.eye(self.n)])
        g = np.concatenate([b.ravel(), upper, -lower])
        stretched = [factor * points for factor in (0.3, 0.6, 0.9, 0.999, 1.001, 1.1, 1.5)]
        tried = np.concatenate([self.asked, *stretched, self._inner_corners(A, b, lower, upper)])
        sizes = np.abs(tried) @ np.abs(G).T + np.abs(g)
        beyond = (tried @ G.T - g) / np.where(sizes > 0, sizes, 1.0)  # (k, rows)
        worst = beyond.max(-1, initial=-np.inf)
        inside = self.contains(tried, 0.0)
        wrong = np.where(inside, worst > _INSIDE, worst < -_INSIDE) * np.abs(worst) * self.reach

        def code(k: int) -> str:
            lines = (
                f"X, x = rounds.domain, {_vector(tried[k])}",
                "A, b, lower, upper = X.half_spaces()",
                "said = bool((A @ x <= b).all() and (lower <= x).all() and (x <= upper).all())",
                "print(said, '!=', bool(X.contains(x, 0.0)))",
            )
            return _code(*lines)

        violations.add(HALF_SPACES, wrong, wrong, "the domain", code)

    def _inner_corners(
        self, A: FloatArray, b: FloatArray, lower: FloatArray, upper: FloatArray
    ) -> FloatArray:
        """Return points just within the corners of half-spaces, where a missing row shows."""
        try:
            claimed = Polytope(A.reshape(-1, self.n), b.ravel(), Box(upper, lower))
        except ValueError:  # there is no point in them
            return np.empty((0, self.n))
        corners = claimed.maximize_linear(self.directions)
        return 0.999 * corners + 0.001 * corners.mean(axis=0)


class _Sample:
    """What was seen in the rounds that were looked at."""

    def __init__(self, region: _Region, rng: np.random.Generator) -> None:
        self.region, self.rng = region, rng
        self.violations = _Evidence()
        self.largest = _Evidence()  # what the constants are to bound
        self.places: list[_Place] = []
        self.told = {"lipschitz": True, "range": True, "smoothness": True}
        self.concave = False
        self.steepest_at_0 = 0.0  # of which beta_f is made where none is told
        self.largest_by_slopes = 0.0  # of which F is

    @property
    def prices(self) -> FloatArray:
        """The prices of the rounds, (m, n)."""
        return np.array([place.prices for place in self.places])

    def add_round(self, f: AtRound, place: _Place) -> None:
        """Look at one round."""
        region = self.region
        self.places.append(place)
        for name in self.told:
            self.told[name] &= getattr(f.utility, name, None) is not None
        X, Y = region.pairs(self.rng)
        points = np.concatenate([region.corners, X, Y])
        seen = _Seen(points, np.asarray(f.value(points)), np.asarray(f.gradient(points)))
        GX, GY = seen.slopes[-2 * _POINTS : -_POINTS], seen.slopes[-_POINTS:]
        # The units of the round: the steepest slopes, what they make of `upper`, and rounding.
        steepest = np.where(np.isfinite(seen.slopes), np.abs(seen.slopes), 0.0).max(0)
        unit = float((steepest * region.upper).max())
        largest = np.abs(seen.values[np.isfinite(seen.values)]).max(initial=0.0)
        noise = 64 * _EPS * (float(largest) + unit)
        self._add_signs(place, seen, unit)
        self._add_diminishing(place, X, Y, GY - GX, unit)
        self._add_derivative(f, place, X, Y, steepest, noise)
        self._add_constants(place, seen, noise)
        if self.told["smoothness"]:
            self._add_bend(f, place, X, Y, GX, GY, steepest)
        if getattr(f.utility, "concave", False):
            self.concave = True
            ends, slopes = np.concatenate([X, Y]), np.concatenate([GX, GY])
            self._add_concave(place, ends, slopes, steepest)

    def _add_signs(self, place: _Place, seen: _Seen, unit: float) -> None:
        """f_t is 0 at 0, and rises; no price is negative."""
        offset = np.abs(seen.values[:1])

        def at_0(_: int) -> str:
            return place.code(f"print(abs(f.value(t, np.zeros({self.region.n}))), '>', 0)")

        self.violations.add(NORMALISED, _beyond(offset, _CLOSE * unit), offset, place.where, at_0)
        sizes = _beyond(-seen.slopes * self.region.upper, _CLOSE * unit)

        def falling(k: int, i: int) -> str:
            x = f"x, i = {_vector(seen.points[k])}, {i}"
            return place.code(x, "print(f.gradient(t, x)[i], '<', 0)")

        self.violations.add(MONOTONE, sizes, -seen.slopes, place.where, falling)
        negative = -place.prices

        def price(i: int) -> str:
            return place.code(f"print(p[t][{i}], '<', 0)")

        self.violations.add(PRICES, negative, negative, place.where, price)

    def _add_diminishing(
        self, place: _Place, X: FloatArray, Y: FloatArray, rise: FloatArray, unit: float
    ) -> None:
        """No slope rises from x to y >= x."""

        def code(k: int, i: int) -> str:
            ends = f"x, y, i = {_vector(X[k])}, {_vector(Y[k])}, {i}  # x <= y"
            return place.code(ends, "print(f.gradient(t, x)[i], '<', f.gradient(t, y)[i])")

        sizes = _beyond(rise * self.region.upper, _CLOSE * unit)
        self.violations.add(DIMINISHING, sizes, rise, place.where, code)

    def _add_derivative(
        self,
        f: AtRound,
        place: _Place,
        X: FloatArray,
        Y: FloatArray,
        steepest: FloatArray,
        noise: float,
    ) -> None:
        """Compare slopes along segments of X with central differences of the value."""
        middle, D = (X + Y) / 2, Y - X
        share = np.divide(np.abs(D), self.region.upper, out=np.zeros_like(D), where=D != 0)
        widest = share.max(-1, keepdims=True)
        D = D * np.divide(
            np.minimum(_CLOSE, widest / 2), widest, out=np.zeros_like(widest), where=widest > 0
        )
        difference = (f.value(middle + D) - f.value(middle - D)) / 2
        error = np.abs(difference - (f.gradient(middle) * D).sum(-1))
        allowed = 1e-4 * (steepest * np.abs(D)).sum(-1) + noise
        length = np.linalg.norm(D, axis=-1)
        amount = np.divide(error, length, out=np.full_like(error, np.inf), where=length > 0)

        def code(k: int) -> str:
            return place.code(
                f"x, d = {_vector(middle[k])}, {_vector(D[k])}",
                "print((f.value(t, x + d) - f.value(t, x - d)) / 2, '!=', f.gradient(t, x) @ d)",
            )

        self.violations.add(DERIVATIVE, _beyond(error, allowed), amount, place.where, code)

    def _add_constants(self, place: _Place, seen: _Seen, noise: float) -> None:
        """Keep the steepest slope and the widest range for beta_f and F."""
        region, points, values = self.region, seen.points, seen.values
        free = np.flatnonzero(region.free)
        # Where X is flat, slopes across it are nobody's.
        which = "" if region.free.all() else f"[{free.tolist()}]"
        lengths = np.linalg.norm(seen.slopes[:, free], axis=-1)

        def steep(k: int) -> str:
            slope = f"np.linalg.norm(f.gradient(t, x){which})"
            return place.code(f"x = {_vector(points[k])}", f"print({slope}, '>', rounds.beta_f)")

        self.largest.add(LIPSCHITZ, lengths, lengths, place.where, steep)
        if which:
            X, Y = points[-2 * _POINTS : -_POINTS], points[-_POINTS:]
            rise = np.abs(values[-_POINTS:] - values[-2 * _POINTS : -_POINTS]) - noise
            apart = np.linalg.norm(Y - X, axis=-1)
            rates = np.divide(rise, apart, out=np.zeros_like(rise), where=apart > 0)

            def secant(k: int) -> str:
                rate = "abs(f.value(t, x) - f.value(t, y)) / np.linalg.norm(x - y)"
                ends = f"x, y = {_vector(X[k])}, {_vector(Y[k])}"
                return place.code(ends, f"print({rate}, '>', rounds.beta_f)")

            self.largest.add(LIPSCHITZ, rates, rates, place.where, secant)
        high, low = int(values.argmax()), int(values.argmin())
        spread = values[[high]] - values[low] - noise

        def wide(_: int) -> str:
            ends = f"x, y = {_vector(points[high])}, {_vector(points[low])}"
            return place.code(ends, "print(f.value(t, x) - f.value(t, y), '>', rounds.F)")

        self.largest.add(RANGE, spread, spread, place.where, wide)
        # What beta_f and F are at least, where the utility does not tell them.
        at_0 = seen.slopes[0]
        self.steepest_at_0 = max(self.steepest_at_0, float(np.linalg.norm(at_0)))
        self.largest_by_slopes = max(self.largest_by_slopes, float((points @ at_0).max()))

    def _add_bend(
        self,
        f: AtRound,
        place: _Place,
        X: FloatArray,
        Y: FloatArray,
        GX: FloatArray,
        GY: FloatArray,
        steepest: FloatArray,
    ) -> None:
        """Keep the largest bend <grad f_t(x) - grad f_t(y), y - x> / |y - x|^2 over x <= y, for L.

        For a differentiable f_t and all x <= y it is at most L exactly if f_t is L-smooth as the
        paper says. From some x the steepest bend is sought by the power method.
        """
        upper = self.region.upper
        base = np.concatenate([np.zeros((2, self.region.n)), X[: _BASES - 2]])
        slopes, u = f.gradient(base), np.tile(upper, (_BASES, 1))
        ends, bends = [Y], [GX - GY]
        for _ in range(6):
            ahead = self.region.ahead(base, u)
            bend = slopes - f.gradient(ahead)
            ends.append(ahead)
            bends.append(bend)
            # With u itself added, a bend of no diagonal does not swing to and fro.
            bend = np.where((upper > 0) & (bend > 0), bend, 0.0)
            u = _unit_rows(u) + _unit_rows(bend)
        starts = np.concatenate([X, *[base] * 6])
        self._keep_bend(place, starts, np.concatenate(ends), np.concatenate(bends), steepest)

    def _keep_bend(
        self, place: _Place, X: FloatArray, Y: FloatArray, bend: FloatArray, steepest: FloatArray
    ) -> None:
        D = Y - X
        found = (bend * D).sum(-1) - 1e-11 * (steepest * np.abs(D)).sum(-1)
        squares = (D**2).sum(-1)
        rates = np.divide(found, squares, out=np.zeros_like(found), where=squares > 0)

        def code(k: int) -> str:
            return place.code(
                f"x, y = {_vector(X[k])}, {_vector(Y[k])}  # x <= y",
                "bend = (f.gradient(t, x) - f.gradient(t, y)) @ (y - x)",
                "print(bend, '>', rounds.L * (y - x) @ (y - x))",
            )

        self.largest.add(SMOOTH, rates, rates, place.where, code)

    def _add_concave(
        self, place: _Place, ends: FloatArray, slopes: FloatArray, steepest: FloatArray
    ) -> None:
        """Compare slopes in pairs: for a concave f, <grad f(x) - grad f(y), x - y> <= 0."""
        for shift in (1, 5, _POINTS + 3):
            others = np.roll(ends, shift, axis=0)
            D = ends - others
            rise = ((slopes - np.roll(slopes, shift, axis=0)) * D).sum(-1)
            allowed = _CLOSE * (steepest * np.abs(D)).sum(-1)

            def code(k: int, others: FloatArray = others) -> str:
                return place.code(
                    f"x, y = {_vector(ends[k])}, {_vector(others[k])}",
                    "print((f.gradient(t, x) - f.gradient(t, y)) @ (x - y), '>', 0)",
                )

            self.violations.add(CONCAVE, _beyond(rise, allowed), rise, place.where, code)

    def add_prices(self, allowance: float) -> None:
        """Keep the longest price and the largest |g_t(x)|, for beta_g and G."""
        prices, points = self.prices, self.region.points
        lengths = np.linalg.norm(prices, axis=-1)
        balances = np.abs(prices @ points.T - allowance)  # (m, points)

        def longest(t: int) -> str:
            return self.places[t].code("print(np.linalg.norm(p[t]), '>', rounds.beta_g)")

        def widest(t: int, k: int) -> str:
            x = f"x = {_vector(points[k])}"
            return self.places[t].code(x, "print(abs(p[t] @ x - rounds.allowance), '>', rounds.G)")

        t = int(lengths.argmax())
        self.largest.add(PRICE, lengths, lengths, self.places[t].where, longest)
        t = int(balances.max(-1).argmax())
        self.largest.add(BALANCE, balances, balances, self.places[t].where, widest)

    def findings(self, game: Any, G: float) -> Iterator[Finding]:
        """Iterate over what is to be said of each assumption; G is at least this."""
        told = self.told
        constants = {
            LIPSCHITZ: ("beta_f", None if told["lipschitz"] else self.steepest_at_0),
            RANGE: ("F", None if told["range"] else self.largest_by_slopes),
            SMOOTH: ("L", None),
            PRICE: ("beta_g", None),
            BALANCE: ("G", None if "G" in vars(game) else G),
            DIAMETER: ("R", None),
        }
        names = [NORMALISED, MONOTONE, DIMINISHING, DERIVATIVE]
        names += [CONCAVE] * self.concave
        names += [LIPSCHITZ, RANGE] + [SMOOTH] * told["smoothness"]
        names += [PRICE, BALANCE, DIAMETER, BOUNDS, PROJECTION, MAXIMISER]
        names += [HALF_SPACES] * checks.implements(game.domain, Faceted)
        for name in [*names, PRICES, ORIGIN]:
            if name in constants:
                yield self._constant(name, game, *constants[name])
            elif name in self.violations:
                _, amount, where, code = self.violations[name]
                yield Finding(name, False, amount, where, code)
            else:
                yield Finding(name, True, 0.0, "", "")

    def _constant(self, name: str, game: Any, attribute: str, least: float | None) -> Finding:
        """Say whether a constant bounds what was seen; one that is derived is `least` or more."""
        holds = Finding(name, True, 0.0, "", "")
        found = self.largest.get(name)
        if found is None or (least is not None and found.size <= least * (1 + _CLOSE)):
            return holds
        bound = getattr(game, attribute)
        if found.size <= bound * (1 + _CLOSE):
            return holds
        return Finding(name, False, found.amount - bound, found.where, found.code)
