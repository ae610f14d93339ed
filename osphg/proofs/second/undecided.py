"""Numbers of which nothing is known: who asks whether something is so of them is told off.

z3 answers such a question, about an equation, by how its terms are written. A function that asks
means one formula with the solver's terms and another with numbers.
"""

from __future__ import annotations

from typing import Any, NoReturn


class Undecided:
    """A formula about numbers of which nothing is known."""

    def __bool__(self) -> NoReturn:
        """Refuse to be true or false."""
        raise TypeError(
            "it asks whether a formula is true, as an `if` or a comparison of lists does"
        )


class Unknown:
    """Such a number; what is made of it is one again, and a comparison is undecided."""

    def _again(self, *_: Any) -> Unknown:
        return self

    def _compared(self, *_: Any) -> Any:
        return Undecided()

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _again
    __truediv__ = __rtruediv__ = __pow__ = __rpow__ = __neg__ = __pos__ = __abs__ = _again
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _compared
