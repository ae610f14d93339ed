"""Derivations that code checks: a small proof kernel on sympy, and the paper's analysis through it.

`kernel` has the rules, `paper.symbols` the symbols and assumptions. A derivation is a module of
`paper`, `refutation`, `boosted` or `tight` that proves statements with them and offers
`prove() -> dict[str, Fact]`; `derivations` lists them all. `small` checks the paper's smaller
claims with sympy, `rocq` has Rocq check the derivations, `second` asks a solver that sees no
proof, and `mutants` puts errors into the derivations.
"""
