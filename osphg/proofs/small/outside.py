"""The step outside the decision set: what steps (c) and (d) of Lemma 4.3 need, and a trap without.

As in `functions`, every checker takes the formula under test, by default the paper's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import sympy as sp

from osphg.proofs.small.evidence import (
    Check,
    Evidence,
    Formula,
    entries,
    nonnegative,
    vector,
    zero,
)


def _needed(premises: Sequence[Check], check: Check) -> Check:
    """Return the check, or an undecided one if a premise of its example is not proven."""
    open_ = [premise for premise in premises if premise.holds is not True]
    return Check(check.formula, None, f"premise: {open_[0]}") if open_ else check


def trap(z: sp.Matrix) -> sp.Expr:
    """Return x1 + x2 - x1^2/2 - x1 x2: DR everywhere, and monotone on the simplex."""
    return z[0] + z[1] - z[0] ** 2 / 2 - z[0] * z[1]


def _premises(f: sp.Expr, z: sp.Matrix) -> tuple[Check, ...]:
    """Check that f is normalised, DR, and monotone where x1 + x2 <= 1."""
    r, x2 = sp.symbols("r x2", nonnegative=True)  # r = 1 - x1 - x2
    slopes = sp.Matrix([f.diff(entry) for entry in z])
    inside = slopes.subs({z[0]: 1 - x2 - r, z[1]: x2}, simultaneous=True).applyfunc(sp.expand)
    return (
        zero(f.subs({z[0]: 0, z[1]: 0}), "$f(0) = 0$"),
        entries(nonnegative, -sp.hessian(f, list(z)), "$f$ is DR"),
        entries(nonnegative, inside, "$f$ is monotone on the simplex"),
    )


@cache
def join(utility: Formula = trap) -> Evidence:
    """Claim 12a: f(y) - f(x) <= <grad f(x), y> on the simplex, at x = (1, 0) and y = (0, 1)."""
    z = vector("z", 2)
    f = utility(z)
    x, y = {z[0]: 1, z[1]: 0}, {z[0]: 0, z[1]: 1}
    gap = nonnegative(
        f.diff(z[1]).subs(x) - f.subs(y) + f.subs(x),
        r"$\ip{\nabla f(1,0)}{(0,1)} - f(0,1) + f(1,0) \ge 0$",
    )
    near, d = sp.symbols("x d", nonnegative=True)
    return Evidence(
        r"$f(y) - f(x) \le \ip{\nabla f(x)}{y}$ for $f$ monotone and DR on $\X$ alone",
        "proof of Lemma 4.3, steps (c) and (d)",
        r"The proof evaluates $f$ at the maximum of $x$ and $y$, which may lie outside of $\X$."
        r" It is right where $f$ is monotone and DR on a box that contains $\X$.",
        (_needed(_premises(f, z), gap),),
        repaired=(
            nonnegative(
                (near + d) - sp.Max((near + d) - near, 0), r"$y - \pos{y - x} \ge 0$ if $y \ge x$"
            ),
            nonnegative(
                near - sp.Max(near - (near + d), 0), r"$y - \pos{y - x} \ge 0$ if $y \le x$"
            ),
        ),
        remarks=_premises(f, z),
    )


@cache
def simplex_trap(corner: tuple[int, int] = (1, 0)) -> Evidence:
    """Claim 12b: Theorem 4.1 on the simplex, all oracles starting at `corner`, p = (1,1), B = T."""
    z = vector("z", 2)
    f, v = trap(z), sp.Matrix(corner)
    left = sp.Symbol("c", positive=True)  # 1 - (k - 1)/K: the iterate is (1 - left) v
    r, y2 = sp.symbols("r y2", nonnegative=True)  # any point y = (1 - y2 - r, y2) of the simplex
    slopes = sp.Matrix([f.diff(entry) for entry in z])
    here = slopes.subs(dict(zip(z, (1 - left) * v, strict=True)), simultaneous=True)
    y = sp.Matrix([1 - y2 - r, y2])
    a, b = sp.symbols("a b", nonnegative=True)
    played = f.subs(dict(zip(z, corner, strict=True)))
    best = f.subs({z[0]: 0, z[1]: 1})
    facts = (
        *_premises(f, z),
        nonnegative(
            sp.expand(here.dot(v - y)),
            r"no oracle leaves the corner $v$: $\ip{\nabla}{v - y} \ge 0$",
        ),
        zero(sum(corner) - 1, r"the corner costs the allowance: $\lambda$ stays 0"),
        nonnegative(r + a + b - f.subs({z[0]: a, z[1]: b}), r"$f \le 1$ on the simplex"),
        zero(best - 1, "$f(0, 1) = 1$, at the allowance"),
    )
    return Evidence(
        r"Theorem 4.1 for $f_t$ monotone and DR on $\X$ only",
        "section 3 and Theorem 4.1",
        r"$f = x_1 + x_2 - \frac12x_1^2 - x_1x_2$ on the simplex, $p = (1, 1)$, $B_T = T$:"
        r" oracles that start at $(1, 0)$ never move, weighted or not, and $R_T = (\frac12 -"
        r" \frac1e)T$ for every $W$ and $K$.",
        (_needed(facts, nonnegative(played - (1 - 1 / sp.E) * best, r"regret per round $\le 0$")),),
        remarks=facts,
    )
