"""All statements of the second checker, and their verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from osphg.proofs.second import claims, lemmas, one_round, sums
from osphg.proofs.second.solver import PROVEN, REFUTED, UNKNOWN, Inequality, SolverVerdict, decide
from osphg.proofs.second.statement import Family


def statements() -> tuple[Family, ...]:
    """Return all statements of the package."""
    return lemmas.STATEMENTS + one_round.STATEMENTS + sums.STATEMENTS + claims.STATEMENTS


def by_key() -> dict[str, Family]:
    """Return all statements by key."""
    return {made.key: made for made in statements()}


def instances() -> Iterator[Inequality]:
    """Yield every inequality that the second checker answers, at every one of its sizes."""
    for made in statements():
        yield from (made(**sizes) for sizes in made.sizes)


def combined(verdicts: Iterable[SolverVerdict]) -> str:
    """Return the status of a statement: refuted if anywhere, else proven only if everywhere."""
    found = {verdict.status for verdict in verdicts}
    if REFUTED in found:
        return REFUTED
    return PROVEN if found == {PROVEN} else UNKNOWN


def verdicts(*keys: str, timeout: float = 10.0) -> dict[str, str]:
    """Return the status of every statement, or of those with these keys, over all its sizes.

    Raises
    ------
    ValueError
        For a key that no statement has.

    >>> verdicts("lemma-4.2", "lemma-4.2-repaired")
    {'lemma-4.2': 'refuted', 'lemma-4.2-repaired': 'proven'}
    """
    known = by_key()
    for key in keys:
        if key not in known:
            raise ValueError(f"key must be one of {', '.join(known)}, got {key!r}")
    return {
        key: combined(
            decide(known[key](**sizes), timeout, simple=False) for sizes in known[key].sizes
        )
        for key in keys or known
    }
