"""Checks of formulas by sympy, and the verdict on a claim that follows from them.

What the book calls a theorem is proven in the Rocq project of the repository, not here.
"""
