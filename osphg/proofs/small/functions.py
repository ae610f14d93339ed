"""The paper's smaller claims, each with the evidence that decides it.

Every checker takes the formula under test as a parameter, whose default is the paper's, and
returns an `Evidence` whose verdict is computed. This module has the claims about functions,
`numbers` those about numbers and windows, `outside` one about the decision set; `CHECKERS` lists
them all.
"""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

import sympy as sp

from osphg.proofs.small import numbers as small_bounds
from osphg.proofs.small import outside
from osphg.proofs.small.evidence import (
    Evidence,
    Formula,
    entries,
    matrix,
    merge,
    nonnegative,
    vector,
    zero,
)

SIZES = (2, 3, 4)  # the dimensions in which general matrices are checked


def slope_along_path(i: int, hessian: sp.Matrix, direction: sp.Matrix) -> sp.Expr:
    """Differentiate the i-th partial derivative of a general f along a general path x(s).

    The chain rule is sympy's, for an undefined f; its second derivatives and the velocity of the
    path are then named: entries of `hessian` and `direction`.
    """
    n, s = len(direction), sp.Symbol("s", real=True)
    x = [sp.Function(f"x{j}")(s) for j in range(n)]
    f = sp.Function("f")(*x)
    names = {f.diff(x[i], x[j]): hessian[i, j] for j in range(n)}
    names |= {x[j].diff(s): direction[j] for j in range(n)}
    return f.diff(x[i]).diff(s).xreplace(names)


@cache
def mean_value_gap(n: int) -> sp.Matrix:
    """Return grad f(x+d) - grad f(x) - (integral of Hessian d), f the general cubic."""
    s, x, d = sp.Symbol("s"), vector("x", n), vector("d", n)
    monomials = sorted(sp.itermonomials(list(x), 3), key=str)
    f: sp.Expr = sum(sp.Symbol(f"c{k}") * term for k, term in enumerate(monomials))
    gradient = sp.Matrix([f.diff(entry) for entry in x])
    moved = {x[j]: x[j] + s * d[j] for j in range(n)}
    speed = (gradient.jacobian(list(x)).subs(moved, simultaneous=True) * d).applyfunc(sp.expand)
    integral = speed.applyfunc(lambda e: sp.Poly(e, s).integrate().eval(1))
    return gradient.subs(moved, simultaneous=True).subs(s, 1) - gradient - integral


@cache
def dr_hessian(signed: Formula = lambda i, j: True) -> Evidence:
    """Claim 1: DR if and only if the Hessian is non-positive where `signed` (everywhere)."""
    forth, back = [], []
    for n in SIZES:
        hessian = matrix("h", n, symmetric=True, signed=signed)
        d = vector("d", n, nonnegative=True)
        for i in range(n):
            slope = slope_along_path(i, hessian, d)
            forth.append(-slope)
            for j in range(n):
                unit = {d[k]: int(k == j) for k in range(n)}
                back.append(slope.subs(unit) - hessian[i, j])
    x, y, v = sp.Symbol("x"), sp.Symbol("y"), vector("v", 2)
    dr, concave = sp.hessian(-x * y, (x, y)), sp.hessian(-((x - y) ** 2), (x, y))
    return Evidence(
        "DR is equivalent to an entrywise non-positive Hessian ($f$ twice continuously"
        " differentiable)",
        "Definition 2.1",
        r"$\frac{d}{ds}$ of a partial derivative along $x + sd$ is $(\nabla^2f\,d)_i$: $\le 0$"
        r" for $d \succeq 0$, and exactly the entry $(i, j)$ for $d = e_j$.",
        (
            entries(nonnegative, forth, r"$(\nabla^2f\,d)_i \le 0$ for every $d \succeq 0$"),
            entries(zero, back, r"$(\nabla^2f\,e_j)_i$ is the entry $(i, j)$"),
        ),
        remarks=(
            entries(
                zero, sp.Matrix.vstack(*map(mean_value_gap, SIZES)), "mean-value integral, cubics"
            ),
            entries(nonnegative, -dr, "$-xy$ is DR"),
            nonnegative(-(v.T * dr * v)[0], "$-xy$ is concave"),
            nonnegative(-(v.T * concave * v)[0], "$-(x-y)^2$ is concave"),
            entries(nonnegative, -concave, "$-(x-y)^2$ is DR"),
        ),
    )


@cache
def signed_directions(directions: tuple[str, ...] = ("nonnegative", "nonpositive")) -> Evidence:
    """Claim 2: a DR function is concave along these directions and lies below its tangents."""
    bends = []
    for n, sign in itertools.product(SIZES, directions):
        hessian = matrix("h", n, symmetric=True)
        v = vector("v", n, **({sign: True}))
        bends.append(-(v.T * hessian * v)[0])
    s, t = sp.symbols("s t", real=True)
    phi = sp.Function("phi")(s)
    tangent = phi + (t - s) * phi.diff(s)
    x, y, step = sp.Symbol("x"), sp.Symbol("y"), sp.Symbol("t", positive=True)
    f = x + y - x * y
    far = f.subs({x: x + step, y: y - step}, simultaneous=True)
    return Evidence(
        r"$F(x + tv) \le F(x) + t\ip{\nabla F(x)}v$ for DR $F$ and $v \succeq 0$ or $v \preceq 0$",
        "section 2.2",
        r"$\varphi(s) = F(x + sv)$ has $\varphi'' = v^\top\nabla^2F\,v \le 0$; $F(x + tv)$ is"
        r" the tangent plus the integral of $(t - s)\,\varphi''(s)$.",
        (
            entries(nonnegative, bends, r"$v^\top\nabla^2F\,v \le 0$"),
            zero(tangent.diff(s) - (t - s) * phi.diff(s, 2), "integral remainder, by parts"),
        ),
        remarks=(
            nonnegative(
                sp.expand(f + step * (f.diff(x) - f.diff(y)) - far),
                "$x_1 + x_2 - x_1x_2$ lies below its tangents along $(1, -1)$",
            ),
        ),
    )


@cache
def multilinear(weight: Formula = lambda inside, x: x if inside else 1 - x) -> Evidence:
    """Claim 3: the Hessian of the multilinear extension of a general set function.

    `weight(inside, x)` is an element's factor in the chance of a set.
    """
    diagonal, off, sign, chain = [], [], [], []
    for n in (2, 3):
        sets = list(itertools.product((0, 1), repeat=n))
        value = {S: sp.Symbol("phi" + "".join(map(str, S)), real=True) for S in sets}
        x = vector("x", n)
        chance = {S: sp.prod(weight(S[k], x[k]) for k in range(n)) for S in sets}
        hessian = sp.hessian(sum(value[S] * chance[S] for S in sets), list(x))
        for i, j in itertools.combinations_with_replacement(range(n), 2):
            if i == j:
                diagonal.append(hessian[i, i])
                continue
            expected = gains = sp.Integer(0)
            for S in (S for S in sets if not S[i] and not S[j]):
                with_i, with_j = _add(S, i), _add(S, j)
                loss = value[with_i] + value[with_j] - value[_add(with_i, j)] - value[S]
                rest = sp.prod(weight(S[k], x[k]) for k in range(n) if k not in (i, j))
                expected -= rest * loss
                gains -= rest * sp.Symbol(f"loss{i}{j}{S}".replace(" ", ""), nonnegative=True)
            off.append(hessian[i, j] - expected)
            inside = {entry: 1 / (1 + sp.Symbol(f"r{entry}", nonnegative=True)) for entry in x}
            sign.append(-gains.subs(inside))
        for A, B, j in itertools.product(sets, sets, range(n)):
            if all(a <= b for a, b in zip(A, B, strict=True)) and not B[j]:
                chain.append(_gain(value, A, j) - _gain(value, B, j) - _steps(value, A, B, j))
    a, v = sp.Symbol("a", positive=True), vector("v", 2)
    return Evidence(
        "the multilinear extension has a zero diagonal and non-positive off-diagonal entries",
        "section 2.3",
        "The entry $(i, j)$ is minus the expected mixed second difference of the set function; for"
        " a modular one it vanishes, and the extension is linear, hence concave.",
        (
            entries(zero, diagonal, "the diagonal is zero"),
            entries(zero, off,
                    r"entry $(i, j)$: $-\mathbb E[\phi(S{+}i) + \phi(S{+}j) - \phi(S{+}ij)"
                    r" - \phi(S)]$"),
            entries(nonnegative, sign,
                    r"it is $\le 0$ on the cube if all these differences are $\ge 0$"),
            entries(zero, chain,
                    "gain at $A$ less gain at $B$ is the sum of such differences from $A$ to $B$"),
        ),
        remarks=(nonnegative(-2 * -a * v[0] * v[1], "concave, with some entry $-a < 0$"),),
    )  # fmt: skip


def _add(S: tuple[int, ...], i: int) -> tuple[int, ...]:
    return (*S[:i], 1, *S[i + 1 :])


def _gain(value: dict[tuple[int, ...], sp.Symbol], S: tuple[int, ...], j: int) -> sp.Expr:
    return value[_add(S, j)] - value[S]


def _steps(value: Any, A: tuple[int, ...], B: tuple[int, ...], j: int) -> sp.Expr:
    """Sum the mixed second differences met on adding the elements of B to A one by one."""
    total = sp.Integer(0)
    for i in (k for k in range(len(A)) if B[k] and not A[k]):
        total += value[_add(A, i)] + value[_add(A, j)] - value[_add(_add(A, i), j)] - value[A]
        A = _add(A, i)
    return total


@cache
def monotone_quadratic(linear: Formula = lambda H: -H.T * sp.ones(H.rows, 1)) -> Evidence:
    """Claim 4: with h = linear(H) and H <= 0, x'Hx/2 + h'x is monotone on the cube."""

    def at_one(H: sp.Matrix, h: sp.Matrix) -> sp.Matrix:
        return ((H + H.T) * sp.ones(H.rows, 1) / 2 + h).applyfunc(sp.expand)

    mended: Formula = lambda H: -(H + H.T) * sp.ones(H.rows, 1) / 2  # noqa: E731
    monotone: list[sp.Expr] = []
    repaired: list[sp.Expr] = []
    sums, same, falls = [], [], []
    for n in SIZES:
        H, y = matrix("H", n), vector("y", n, nonnegative=True)  # y = 1 - x
        one, slack = sp.ones(n, 1), -(H + H.T) * vector("y", n, nonnegative=True) / 2
        for rule, found in ((linear, monotone), (mended, repaired)):
            found += at_one(H, rule(H))
        gradient = (H + H.T) * (one - y) / 2 + linear(H)
        falls.append((zero, gradient - at_one(H, linear(H)) - slack))
        falls.append((nonnegative, slack.applyfunc(sp.expand)))
        sums.append(sum(at_one(H, linear(H))))
        same += 2 * at_one(H, linear(H)) - (H - H.T) * one
    ring = -sp.Matrix([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    symmetric = matrix("H", 3, symmetric=True)
    return Evidence(
        r"$h = -H^\top\one$ makes $\nabla(\frac12x^\top Hx + h^\top x) \succeq 0$ on the cube",
        "section 5",
        r"The gradient is least at $\one$, where it is $\frac12(H - H^\top)\one$; its entries"
        r" sum to 0, so $f$ is monotone if and only if $H$, $H^\top$ have the same row sums."
        r" $-\frac12(H + H^\top)\one$ always works.",
        (entries(nonnegative, monotone, r"$\nabla f(\one) \succeq 0$"),),
        repaired=(
            entries(
                nonnegative,
                repaired,
                r"$\nabla f(\one) \succeq 0$ for $h = -\frac12(H + H^\top)\one$",
            ),
        ),
        remarks=(
            merge(
                r"$\nabla f(x) \succeq \nabla f(\one)$ on the cube",
                (entries(checker, values, "") for checker, values in falls),
            ),
            entries(zero, sums, r"the entries of $\nabla f(\one)$ sum to 0"),
            entries(zero, same, r"$\nabla f(\one) = \frac12(H - H^\top)\one$"),
            entries(nonnegative, at_one(symmetric, linear(symmetric)), r"monotone if $H = H^\top$"),
            entries(nonnegative, at_one(ring, linear(ring)), "monotone for an asymmetric ring"),
        ),
    )


@cache
def penalty(formula: Formula = lambda f, g, a: f - a * g**2 / 2) -> Evidence:
    """Claim 5: the minimum of f - lambda g + a lambda^2/2 over lambda, where a = delta mu."""
    f, g, lam = sp.symbols("f g lambda", real=True)
    a, over = sp.Symbol("a", positive=True), sp.Symbol("u", nonnegative=True)
    price = sp.Symbol("lambda", nonnegative=True)
    saddle = f - lam * g + a * lam**2 / 2
    free = f - g**2 / (2 * a)
    return Evidence(
        r"minimising the Lagrangian over $\lambda$ leaves $f - \frac{\delta\mu}2g^2$",
        "section 4.1",
        r"The minimum is $f - \frac{g^2}{2\delta\mu}$ over all $\lambda$, and $f - \frac{\pos"
        r" g^2}{2\delta\mu}$ over $\lambda \ge 0$; the paper's formula agrees with the former"
        r" only if $\delta\mu = 1$ or $g = 0$.",
        (zero(saddle.subs(lam, g / a) - formula(f, g, a), "the value at the vertex"),),
        repaired=(
            nonnegative(saddle - free, r"$f - \frac{g^2}{2a}$ is a lower bound, $a = \delta\mu$"),
            zero(saddle.subs(lam, g / a) - free, r"attained at $\lambda = g/a$"),
            nonnegative(
                (saddle - free).subs({lam: price, g: over}), r"over $\lambda \ge 0$, $g \ge 0$"
            ),
            nonnegative(
                (saddle - f).subs({lam: price, g: -over}), r"over $\lambda \ge 0$, $g \le 0$: $f$"
            ),
            zero((saddle - f).subs(lam, 0), r"attained at $\lambda = 0$"),
        ),
        remarks=(zero((free - formula(f, g, a)).subs(a, 1), r"they agree at $\delta\mu = 1$"),),
    )


CHECKERS = (
    dr_hessian,
    signed_directions,
    multilinear,
    monotone_quadratic,
    penalty,
    small_bounds.bound_G,
    small_bounds.bound_F,
    small_bounds.lipschitz_budget,
    small_bounds.least_regret,
    small_bounds.one_over_e,
    small_bounds.windows,
    small_bounds.weights,
    small_bounds.parameters,
    small_bounds.positive_keep,
    small_bounds.related_work,
    outside.join,
    outside.simplex_trap,
)
"""Every checker; each, called without arguments, returns the evidence on the paper's formula."""


def all_evidence() -> tuple[Evidence, ...]:
    """Run every checker on the paper's own formula."""
    return tuple(checker() for checker in CHECKERS)
