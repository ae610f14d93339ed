"""The cells of a sweep: every combination of the values that its parameters take."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from osphg.experiments import plain
from osphg.experiments.catalogue import Experiment
from osphg.experiments.errors import UsageError
from osphg.experiments.kinds import QUOTED
from osphg.experiments.parameters import Parameter, Value, shown, written

LIMIT = 10_000  # cells of a sweep, unless more are asked for
MOST_VALUES = 1_000_000  # of one parameter, where they have to be listed one by one
_SAMPLE = 1000  # cells that an estimate looks at
_RANGE = re.compile(r"\s*([^.\s]\S*?)\s*\.\.\s*([^.\s]\S*?)\s*(?:\.\.\s*([^.\s]\S*?)\s*)?")
_QUOTED = re.compile(rf"{QUOTED}(?=,|\Z)")  # a whole value
_TO_QUOTE = re.compile(r'[,"\[\]]|\A\s*\Z|\A(?i:none)\Z')
_UNITS = (("years", 31_557_600), ("days", 86_400), ("h", 3600), ("min", 60), ("s", 1))


@dataclass(frozen=True)
class Cell:
    """One combination: its place in the grid, the swept values, and all parameters."""

    index: int
    swept: Mapping[str, Value]
    values: Mapping[str, Value]


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

    def swept(self, index: int) -> dict[str, Value]:
        """Return the swept values of a cell."""
        found = {}
        for name, values in reversed(list(self.axes.items())):
            index, place = divmod(index, len(values))
            found[name] = values[place]
        return {name: found[name] for name in self.axes}

    def cell(self, index: int) -> Cell:
        """Return a cell; UsageError if its parameters do not go together."""
        swept = self.swept(index)
        values = self.experiment.complete({**self.fixed, **swept}, quick=self.quick)
        return Cell(index, swept, values)

    def cells(self) -> Iterator[Cell]:
        """Yield all cells; UsageError at the first whose parameters do not go together."""
        return map(self.cell, range(self.count))

    def estimate(self) -> float:
        """Return about how many seconds all cells take one after another."""
        count = self.count
        places = range(0, count, max(1, count // _SAMPLE))
        times = [self.experiment.estimate(self.cell(index).values) for index in places]
        return count * (sum(times) / len(times))


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
        if len(parts) == 1:
            axes[name] = parts[0]
            continue
        _check_count(name, sum(len(part) for part in parts))
        axes[name] = _different(name, [value for part in parts for value in part])
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
        quoted = None if parts[-1] else _QUOTED.match(text, place)
        if quoted:
            parts[-1], place = quoted[0], quoted.end()
            continue
        sign = text[place]
        place += 1
        depth += (sign == "[") - (sign == "]")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    if not all(part.strip() for part in parts):
        raise UsageError(
            f"{name} must have a value before and after every comma, got {name}={text}"
        )
    return parts


def _values(parameter: Parameter, text: str) -> Sequence[Value]:
    found = _RANGE.fullmatch(text) if parameter.of.ranges else None
    if found:
        return _range(parameter, text.strip(), [end for end in found.groups() if end is not None])
    return [parameter.swept(text)]


def _range(parameter: Parameter, text: str, ends: Sequence[str]) -> Sequence[Value]:
    try:
        numbers = [plain.value(end) for end in ends]
    except ValueError as error:
        raise UsageError(f"{parameter.name} cannot be read: {error}") from None
    wrong = f"{parameter.name} must be a range of integers a..b or a..b..step, got {text}"
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise UsageError(wrong)
        if not math.isfinite(number) or number != int(number):
            raise UsageError(wrong)
    first, last, step = (*map(int, numbers), 1)[:3]
    if step < 1 or last < first:
        raise UsageError(f"{parameter.name} must be a range that rises, got {text}")
    count = (last - first) // step + 1
    values = range(first, last + 1, step)
    if parameter.of.long_ranges and count <= sys.maxsize:
        return values
    _check_count(parameter.name, count)
    return [parameter.typed(value) for value in values]


def _axis(parameter: Parameter, values: Sequence[Any]) -> Sequence[Value]:
    """Return the values of an axis in the parameter's type."""
    if isinstance(values, str | bytes) or not hasattr(values, "__len__"):
        raise UsageError(f"{parameter.name} must be swept over a list, got {shown(values)}")
    try:
        count = len(values)
    except OverflowError:
        raise UsageError(f"{parameter.name} must have at most {MOST_VALUES:,} values") from None
    if isinstance(values, range) and parameter.of.long_ranges and values and values.step > 0:
        return values  # however long it is
    _check_count(parameter.name, count)
    if not len(values):
        raise UsageError(f"{parameter.name} must be swept over at least one value, got none")
    return _different(parameter.name, [parameter.typed(_plain(value)) for value in values])


def _plain(value: Any) -> Any:
    """Return NumPy's numbers and arrays as Python's."""
    return value.tolist() if hasattr(value, "tolist") else value


def _different(name: str, values: list[Value]) -> list[Value]:
    seen = set()
    for value in values:
        key = tuple(value) if isinstance(value, list) else value
        if key in seen:
            raise UsageError(
                f"{name} must be swept over different values, got {shown(value)} twice"
            )
        seen.add(key)
    return values


def _check_count(name: str, count: int) -> None:
    if count > MOST_VALUES:
        got = f"{count:,}" if count < 1e15 else f"{count:.3g}"
        raise UsageError(f"{name} must have at most {MOST_VALUES:,} values, got {got}")


def canonical(values: Any) -> str:
    """Return the one JSON text that stands for these values."""
    return json.dumps(values, sort_keys=True, separators=(",", ":"), allow_nan=False)
