"""Derivations that code checks: a small proof kernel on sympy, and the paper's analysis through it.

`kernel` has the rules, `symbols` the assumptions; each other module proves statements with them and
offers `prove() -> dict[str, Fact]`.
"""
