"""The cells of a sweep: every combination of the values that its parameters take."""

from __future__ import annotations

import itertools
import json
import math
import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from osphg.experiments.catalogue import Experiment
from osphg.experiments.parameters import (
    QUOTED,
    Parameter,
    UsageError,
    Value,
    shown,
    value,
    written,
)

LIMIT = 10_000  # cells of a sweep, unless more are asked for
MOST_VALUES = 1_000_000  # of one parameter, where they have to be listed one by one
_END = r"\s*([^.\s]\S*?)\s*"
_RANGE = re.compile(rf"{_END}\.\.{_END}(?:\.\.{_END})?")
# A value: a quoted text that ends it, or anything up to a comma outside of brackets.
_QUOTED = re.compile(rf"\s*{QUOTED}\s*(?=,|\Z)")
_TO_QUOTE = re.compile(r'[,"\[\]]|\A\s*\Z|\A(?i:none)\Z')
_UNITS = (("years", 31_557_600), ("days", 86_400), ("h", 3600), ("min", 60), ("s", 1))


@dataclass(frozen=True)
class Grid:
    """A grid of executions of one experiment; the first axis varies slowest.

    Attributes
    ----------
    experiment : Experiment
    axes : dict of sequences
        The values of each swept parameter, in its type, all different.
    fixed : dict
        Values of other parameters.
    quick : bool
        Whether the rest come from the notebook's quick values instead of its defaults.
    """

    experiment: Experiment
    axes: Mapping[str, Sequence[Value]]
    fixed: Mapping[str, Any]
    quick: bool

    @classmethod
    def of(
        cls,
        experiment: Experiment,
        axes: Mapping[str, Sequence[Any]],
        fixed: Mapping[str, Any],
        quick: bool,
    ) -> Grid:
        """Check the axes one by one; UsageError for one that cannot be swept."""
        if not axes:
            raise UsageError("a sweep must have a parameter that is swept, such as seed=0..19")
        for name in fixed:
            if name in axes:
                raise UsageError(f"{name} must be either swept or fixed, got both")
        checked = {name: _axis(experiment.parameter(name), axes[name]) for name in axes}
        return cls(experiment, checked, fixed, quick)

    @property
    def count(self) -> int:
        """How many cells there are."""
        return math.prod(len(values) for values in self.axes.values())

    def cells(self) -> Iterator[tuple[dict[str, Value], dict[str, Value]]]:
        """Yield each cell's swept values and all its parameters; UsageError if they do not fit."""
        for point in itertools.product(*self.axes.values()):
            swept = dict(zip(self.axes, point, strict=True))
            yield swept, self.experiment.complete({**self.fixed, **swept}, quick=self.quick)

    def estimate(self) -> float:
        """Return about how many seconds all cells take one after another, from the ends' time."""
        times = []
        for end in (0, -1):
            swept = {name: values[end] for name, values in self.axes.items()}
            values = self.experiment.complete({**self.fixed, **swept}, quick=self.quick)
            times.append(self.experiment.estimate(values))
        return self.count * sum(times) / 2

    def command(self, book: str | os.PathLike[str] | None, *options: str) -> str:
        """Return the command line that sweeps it."""
        words = ["osphg", *([] if book is None else ["--book", os.fspath(book)])]
        words += ["sweep", self.experiment.name]
        fixed = {name: [self.experiment.parameter(name).typed(v)] for name, v in self.fixed.items()}
        for name, values in {**fixed, **self.axes}.items():
            words += ["-p", f"{name}={as_written(values)}"]
        words += ["--quick"] * self.quick + [*options]
        words += ["--limit", str(self.count)] if self.count > LIMIT else []
        return shlex.join(words)


def parse(experiment: Experiment, texts: Sequence[str]) -> dict[str, Sequence[Value]]:
    """Read a grid as it is written on a command line: `T=1e3,1e4`, `seed=0..19`.

    Values are separated by commas; `a..b` and `a..b..step` are ranges of integers, both ends
    included; lists are written in brackets, `mu_factors=[0.5,1],[1,2]`; a text in which a comma, a
    quote or a bracket stands is quoted as in JSON, `label="a, b",c`.

    >>> from osphg.experiments.catalogue import find
    >>> parse(find("figure1"), ["W=10,100", "seed=0..19"])
    {'W': [10, 100], 'seed': range(0, 20)}

    Raises
    ------
    UsageError
        For a parameter that there is not or that is named twice, a value of a wrong type, a value
        that is missing or given twice, or an empty range.
    """
    axes: dict[str, Sequence[Value]] = {}
    for text in texts:
        name, equals, written = text.partition("=")
        name = name.strip()
        if not equals or not name:
            raise UsageError(f"a swept parameter must be written NAME=VALUES, got {shown(text)}")
        parameter = experiment.parameter(name)
        if name in axes:
            raise UsageError(f"{name} must be named once, got {name}= twice")
        parts = [_values(parameter, part) for part in _split(name, written)]
        _check_count(name, sum(map(len, parts)), len(parts) > 1)
        axes[name] = (
            parts[0] if len(parts) == 1 else _different(name, [v for p in parts for v in p])
        )
    return axes


def as_written(values: Sequence[Value]) -> str:
    """Return the values of an axis as `parse` reads them.

    >>> as_written(range(0, 101, 10)), as_written([1, 0.5]), as_written(["a, b", "c"])
    ('0..100..10', '1,0.5', '"a, b",c')
    """
    if isinstance(values, range):
        step = f"..{values.step}" if values.step != 1 else ""
        return f"{values[0]}..{values[-1]}{step}"
    return ",".join(
        json.dumps(value) if isinstance(value, str) and _TO_QUOTE.search(value) else written(value)
        for value in values
    )


def duration(seconds: float) -> str:
    """Return a time in the largest unit of which it has at least one and a half."""
    for unit, size in _UNITS:
        if seconds >= 1.5 * size:
            return f"{seconds / size:,.0f} {unit}"
    return "1 s"


def _split(name: str, text: str) -> list[str]:
    """Split at the commas that are inside neither brackets nor a quoted value."""
    parts, depth, place = [""], 0, 0
    while place < len(text):
        if not parts[-1] and (quoted := _QUOTED.match(text, place)):
            parts[-1], place = quoted[0], quoted.end()
            continue
        sign, place = text[place], place + 1
        depth += (sign == "[") - (sign == "]")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    if not all(part.strip() for part in parts):
        wanted = "must have a value before and after every comma"
        raise UsageError(f"{name} {wanted}, got {name}={text}")
    return parts


def _values(parameter: Parameter, text: str) -> Sequence[Value]:
    found = _RANGE.fullmatch(text) if parameter.type in ("int", "float") else None
    if not found:
        return [parameter.swept(text)]
    try:
        numbers = [value(end) for end in found.groups() if end is not None]
    except ValueError as error:
        raise UsageError(f"{parameter.name} cannot be read: {error}") from None
    for number in numbers:
        whole = isinstance(number, int | float) and not isinstance(number, bool)
        if not whole or not math.isfinite(number) or number != int(number):
            wanted = "must be a range of integers a..b or a..b..step"
            raise UsageError(f"{parameter.name} {wanted}, got {text.strip()}")
    first, last, step = (*map(int, numbers), 1)[:3]
    if step < 1 or last < first:
        raise UsageError(f"{parameter.name} must be a range that rises, got {text.strip()}")
    values, count = range(first, last + 1, step), (last - first) // step + 1
    _check_count(parameter.name, count, parameter.type == "float" or count > sys.maxsize)
    return values if parameter.type == "int" else [parameter.typed(value) for value in values]


def _axis(parameter: Parameter, values: Any) -> Sequence[Value]:
    """Return the values of an axis in the parameter's type."""
    if isinstance(values, str | bytes) or not hasattr(values, "__len__"):
        raise UsageError(f"{parameter.name} must be swept over a list, got {shown(values)}")
    try:
        count = len(values)
    except OverflowError:
        count = 10**18
    if isinstance(values, range) and parameter.type == "int" and count and values.step > 0:
        _check_count(parameter.name, count, count == 10**18)
        return values  # however long it is
    _check_count(parameter.name, count, True)
    if not count:
        raise UsageError(f"{parameter.name} must be swept over at least one value, got none")
    plain = (v.tolist() if hasattr(v, "tolist") else v for v in values)  # NumPy's
    return _different(parameter.name, [parameter.typed(v) for v in plain])


def _different(name: str, values: list[Value]) -> list[Value]:
    seen = set()
    for value_ in values:
        key = tuple(value_) if isinstance(value_, list) else value_
        if key in seen:
            raise UsageError(
                f"{name} must be swept over different values, got {shown(value_)} twice"
            )
        seen.add(key)
    return values


def _check_count(name: str, count: int, listed: bool) -> None:
    if listed and count > MOST_VALUES:
        got = f"{count:,}" if count < 1e15 else f"{count:.3g}"
        raise UsageError(f"{name} must have at most {MOST_VALUES:,} values, got {got}")
