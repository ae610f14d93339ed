"""A family of inequalities for the second checker: one for each choice of sizes and constants."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from osphg.proofs.second.solver import Formula, Inequality, Values

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


def statement(
    key: str, title: str, *sizes: Mapping[str, int]
) -> Callable[[Callable[..., Question]], Statement]:
    """Make a builder a `Statement`; its keyword-only fractions are the constants.

    The builder returns the variables, and a function of them that returns (hypotheses, claim).
    """

    def made(build: Callable[..., Question]) -> Statement:
        parameters = inspect.signature(build).parameters.values()
        constants = {p.name: p.default for p in parameters if isinstance(p.default, Fraction)}
        claim = (inspect.getdoc(build) or "").split("\n\n")[0].replace("\n", " ")
        return Statement(key, title, claim, build, tuple(sizes) or ({},), constants)

    return made
