"""Families of inequalities for the second checker: one for each choice of sizes and constants."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module

from osphg.proofs.second.solver import (
    PROVEN,
    REFUTED,
    UNKNOWN,
    Formula,
    Inequality,
    Values,
    Verdict,
    decide,
)

Body = Callable[[Values], tuple[Sequence[Formula], Formula | Sequence[Formula]]]
Question = tuple[Mapping[str, int], Body]  # the variables; their hypotheses and claim


@dataclass(frozen=True)
class Statement:
    """A family of inequalities: one for each choice of sizes and of constants.

    Called with sizes (integers, say W=2) and constants (fractions, by default the stated ones) it
    returns the `Inequality`. `claim` says in words what is claimed.
    """

    key: str
    title: str
    claim: str
    build: Callable[..., Question]
    sizes: tuple[Mapping[str, int], ...]
    constants: Mapping[str, Fraction] = field(default_factory=dict)

    def __call__(self, **parameters: int | Fraction) -> Inequality:
        """Return the inequality for these sizes and constants; TypeError, ValueError if bad."""
        for name, value in parameters.items():
            if isinstance(value, bool) or not isinstance(value, int | Fraction):
                raise TypeError(f"{name} must be an integer or a Fraction, got {value!r}")
            if name not in self.constants and (not isinstance(value, int) or value < 1):
                raise ValueError(f"{name} must be an integer >= 1, got {value!r}")
        try:
            variables, body = self.build(**parameters)
        except TypeError as error:
            raise TypeError(f"{self.key}: sizes must be as in {self.sizes[0]}: {error}") from error
        shown = ", ".join(f"{name} = {value}" for name, value in parameters.items())
        return Inequality(
            f"{self.title} ({shown})" if shown else self.title,
            variables,
            lambda v: body(v)[0],
            lambda v: body(v)[1],
            self.key,
        )


_registry: dict[str, Statement] = {}


def statement(
    key: str, title: str, *sizes: Mapping[str, int]
) -> Callable[[Callable[..., Question]], Statement]:
    """Register a builder as a `Statement`; its keyword-only fractions are the constants.

    The builder returns the variables, and a function of them that returns (hypotheses, claim).
    """

    def register(build: Callable[..., Question]) -> Statement:
        if key in _registry:
            raise ValueError(f"key must be new, got {key!r}")
        parameters = inspect.signature(build).parameters.values()
        constants = {p.name: p.default for p in parameters if isinstance(p.default, Fraction)}
        claim = (inspect.getdoc(build) or "").split("\n\n")[0].replace("\n", " ")
        made = Statement(key, title, claim, build, tuple(sizes) or ({},), constants)
        _registry[key] = made
        return made

    return register


def statements() -> Mapping[str, Statement]:
    """Return all statements of the package by key."""
    for module in ("lemmas", "one_round", "sums", "claims"):
        import_module(f"osphg.proofs.second.{module}")
    return dict(_registry)


def instances() -> Iterator[Inequality]:
    """Yield every inequality that the second checker answers, at every one of its sizes."""
    for made in statements().values():
        yield from (made(**sizes) for sizes in made.sizes)


def combined(verdicts: Iterable[Verdict]) -> str:
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
    """
    known = statements()
    for key in keys:
        if key not in known:
            raise ValueError(f"key must be one of {', '.join(known)}, got {key!r}")
    return {
        key: combined(decide(known[key](**sizes), timeout) for sizes in known[key].sizes)
        for key in keys or known
    }
