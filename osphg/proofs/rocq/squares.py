"""The end of a proof that two terms are equal: `ring`, `field`, and the squares of roots."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from osphg.proofs.rocq.forms import divides
from osphg.proofs.rocq.operations import Abs, Inv
from osphg.proofs.rocq.terms import Term
from osphg.proofs.rocq.wholes import ATOM, NameTable


def closing(roots: Iterable[Term], names: NameTable, fresh: Callable[[str], str]) -> list[str]:
    """Return the tactics that end a proof.

    `ring` and `field` take polynomials as hypotheses; so the squares of roots of fractions are told
    them only if they fail without, and with a name for each inverse.

    Parameters
    ----------
    roots : iterable of Term
        Absolute values and square roots.
    names : mapping of symbols and functions to their names in Rocq
    fresh : callable
        Makes a new name from a stem.
    """
    roots = list(roots)
    fractions = [root for root in roots if divides(root.parts[0])]
    squares, lines = _squares([root for root in roots if root not in fractions], names, fresh)
    end = f"polynomial [{' '.join(squares)}]" if squares else "polynomial"
    if fractions:
        more, steps = _squares(fractions, names, fresh)
        ones = []
        for text in sorted({text for root in fractions for text in _divisors(root, names)}):
            ones.append(fresh("one"))
            steps.append(f"over {text} as {fresh('inv')} {ones[-1]}")
        last = f"polynomial [{' '.join([*squares, *more, *ones])}]"
        end = f"first [{end} | {'; '.join([*steps, last])}]"
    return [f"{line}." for line in (*lines, end)]


def _squares(
    roots: list[Term], names: NameTable, fresh: Callable[[str], str]
) -> tuple[list[str], list[str]]:
    """Return the names of what says the squares of roots, and what proves it."""
    squares = [fresh("sq") for _ in roots]
    return squares, [_square(*pair, names) for pair in zip(roots, squares, strict=True)]


def _square(root: Term, name: str, names: NameTable) -> str:
    inside = root.parts[0]
    if isinstance(root, Abs):
        return f"pose proof (square_of_abs {inside.text(names, ATOM)}) as {name}"
    claim = f"{root.text(names)} ^ 2 = {inside.text(names)}"
    return f"assert ({name} : {claim}) by (apply pow2_sqrt; cond)"


def _divisors(term: Term, names: NameTable) -> set[str]:
    """Return what is divided by in a term."""
    found = {text for part in term.parts for text in _divisors(part, names)}
    return found | {term.parts[0].text(names, ATOM)} if isinstance(term, Inv) else found
