"""Expressions in LaTeX, in the paper's notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.printing.latex import LatexPrinter

from osphg.proofs.paper import symbols

# How functions of indices are written: {0} is the first argument, {1} the second.
NAMES: Mapping[str, str] = {
    "lambda": r"\lambda_{{{0}}}",
    "g": r"g_{{{0}}}(x_{{{0}}})",
    "g^*": r"g_{{{0}}}(x^*)",
    "f": r"f_{{{0}}}(x_{{{0}}})",
    "f^*": r"f_{{{0}}}(x^*)",
}

_ROUNDS = (symbols.t, symbols.s)  # written first: t + tau, t + W


class Printer(LatexPrinter):  # type: ignore[misc]  # sympy is untyped
    """LaTeX in the paper's notation: indices below, positive terms first, [.]_+ and [.]_-.

    `names` adds to NAMES.
    """

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        super().__init__({"mul_symbol": None})
        self.names = {**NAMES, **(names or {})}

    def _print_Function(self, expr: Any, exp: str | None = None) -> str:
        if not isinstance(expr, sp.core.function.AppliedUndef):
            return str(super()._print_Function(expr, exp))
        name = str(expr.func)
        template = self.names.get(name)
        indices = [self._print(a) for a in expr.args]
        if template is None:
            shown = f"{self._print(sp.Symbol(name))}_{{{', '.join(indices)}}}"
        else:
            shown = template.format(*indices)
        if exp is None:
            return shown
        # \lambda_{t} takes a power as it stands; <p, x>_t, or a name with a superscript, does not
        return f"{shown}^{{{exp}}}" if "^" not in shown else rf"\left({shown}\right)^{{{exp}}}"

    def _print_Symbol(self, expr: Any, style: str = "plain") -> str:
        return self.names.get(expr.name) or str(super()._print_Symbol(expr, style))

    def _as_ordered_terms(self, expr: Any, order: str | None = None) -> list[Any]:
        terms = super()._as_ordered_terms(expr, order)
        return sorted(terms, key=lambda a: (a.could_extract_minus_sign(), a not in _ROUNDS))

    def _print_Max(self, expr: Any, exp: str | None = None) -> str:
        return self._part(expr, "+", r"\max", exp)

    def _print_Min(self, expr: Any, exp: str | None = None) -> str:
        return self._part(expr, "-", r"\min", exp)

    def _part(self, expr: Any, sign: str, word: str, exp: str | None) -> str:
        others = [a for a in expr.args if a != 0]
        if len(others) == 1:
            shown = rf"\left[ {self._print(others[0])} \right]_{{{sign}}}"
        else:
            shown = rf"{word}\left\{{ {', '.join(map(self._print, expr.args))} \right\}}"
        return shown if exp is None else f"{shown}^{{{exp}}}"


def latex(expression: sp.Expr, names: Mapping[str, str] | None = None) -> str:
    """Return an expression in LaTeX; `names` adds to NAMES, for functions and symbols."""
    return str(Printer(names).doprint(sp.sympify(expression)))
