"""The cells of a sweep: every combination of the values that its parameters take."""

from __future__ import annotations

import csv
import io
import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osphg.experiments.catalogue import Experiment, spoken
from osphg.experiments.parameters import Parameter, UsageError, Value, shown, written

LIMIT = 10_000  # cells of a sweep, unless more are asked for
MOST_VALUES = 1_000_000  # of one parameter
_RANGE = re.compile(r"\s*([^.\s]+)\s*\.\.\s*([^.\s]+)\s*(?:\.\.\s*([^.\s]+)\s*)?")
_UNITS = (("years", 31_557_600), ("days", 86_400), ("h", 3600), ("min", 60), ("s", 1))


@dataclass(frozen=True)
class Grid:
    """A grid of executions of one experiment; the first axis varies slowest.

    `axes` holds the values of each swept parameter, in its type, all different; `fixed` those of
    other parameters. The rest are the notebook's defaults, or its quick values.
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
        checked = {}
        for name, values in axes.items():
            parameter = experiment.parameter(name)
            if name in fixed:
                raise UsageError(f"{name} must be either swept or fixed, got both")
            if isinstance(values, str | bytes) or not hasattr(values, "__len__"):
                raise UsageError(f"{name} must be swept over a list, got {shown(values)}")
            if not 0 < len(values) <= MOST_VALUES:
                raise UsageError(f"{name} must have 1 to {MOST_VALUES:,} values, got {len(values)}")
            plain = (v.tolist() if hasattr(v, "tolist") else v for v in values)  # NumPy's
            checked[name] = [parameter.typed(value) for value in plain]
            if len({written(value) for value in checked[name]}) < len(values):
                raise UsageError(f"{name} must be swept over different values, got one twice")
        return cls(experiment, checked, fixed, quick)

    @property
    def count(self) -> int:
        """How many cells there are."""
        return math.prod(len(values) for values in self.axes.values())

    def cells(self) -> Iterator[tuple[dict[str, Value], dict[str, Value]]]:
        """Yield each cell's swept values and all its parameters; UsageError if they do not fit."""
        for point in itertools.product(*self.axes.values()):
            swept = dict(zip(self.axes, point, strict=True))
            yield swept, self._complete(swept)

    def _complete(self, swept: Mapping[str, Value]) -> dict[str, Value]:
        return self.experiment.complete({**self.fixed, **swept}, quick=self.quick)

    def estimate(self) -> float:
        """Return about how many seconds all cells take one after another, from the ends' time."""
        ends = ({name: values[end] for name, values in self.axes.items()} for end in (0, -1))
        return self.count * sum(self.experiment.estimate(self._complete(end)) for end in ends) / 2

    def command(self, book: Path | None, *options: str) -> str:
        """Return the command line that sweeps it."""
        fixed = {name: [self.experiment.parameter(name).typed(v)] for name, v in self.fixed.items()}
        given = {name: as_written(values) for name, values in {**fixed, **self.axes}.items()}
        more = [*["--quick"] * self.quick, *options]
        more += ["--limit", str(self.count)] if self.count > LIMIT else []
        return spoken("sweep", self.experiment.name, given, book, *more)


def parse(experiment: Experiment, texts: Sequence[str]) -> dict[str, list[Any]]:
    """Read a grid as it is written on a command line: `T=1e3,1e4`, `seed=0..19`.

    Values are separated by commas; `a..b` and `a..b..step` are ranges of integers, both ends
    included; lists are written in brackets, `mu_factors=[0.5,1],[1,2]`; a text in which a comma
    stands is quoted as in CSV, `label="a, b",c`.

    >>> from osphg.experiments.catalogue import find
    >>> parse(find("figure1"), ["W=10,100", "seed=0..3"])
    {'W': [10, 100], 'seed': [0, 1, 2, 3]}

    UsageError for a parameter that there is not or that is named twice, a value of a wrong type, a
    value that is missing, or an empty range.
    """
    axes: dict[str, list[Any]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        name = name.strip()
        if not equals or not name:
            raise UsageError(f"a swept parameter must be written NAME=VALUES, got {shown(text)}")
        if name in axes:
            raise UsageError(f"{name} must be named once, got {name}= twice")
        parameter = experiment.parameter(name)
        parts = _parts(parameter, values)
        axes[name] = [value for part in parts for value in _values(parameter, part)]
    return axes


def _parts(parameter: Parameter, text: str) -> list[str]:
    """Split a text at its commas, but for those in brackets or quotes."""
    if parameter.type == "list":
        parts = re.findall(r"\s*(\[[^\[\]]*\]|none)\s*(?:,|$)", text)
        if re.sub(r"\s", "", ",".join(parts)) != re.sub(r"\s", "", text) or not parts:
            wanted = "must be swept over lists in brackets"
            raise UsageError(f"{parameter.name} {wanted}, got {shown(text)[1:-1]}")
        return parts
    try:
        parts = next(csv.reader([text], skipinitialspace=True)) or [""]
    except csv.Error as error:
        raise UsageError(f"{parameter.name} cannot be read: {error}") from None
    if parameter.type != "str" and not all(part.strip() for part in parts):
        wanted = "must have a value before and after every comma"
        raise UsageError(f"{parameter.name} {wanted}, got {shown(text)}")
    return parts


def _values(parameter: Parameter, part: str) -> list[Any]:
    """Return the values of a range, or the one that a text is."""
    ends = _RANGE.fullmatch(part) if parameter.type in ("int", "float") else None
    if not ends:
        return [parameter.typed(part)]
    with suppress(ValueError, OverflowError):
        given = [float(end) for end in ends.groups() if end]
        first, last, *step = map(int, given)
        values = range(first, last + 1, *step)
        if 0 < len(values) <= MOST_VALUES and all(end.is_integer() for end in given):
            return [parameter.typed(value) for value in values]
    wanted = f"must be a rising range of integers a..b or a..b..step, at most {MOST_VALUES}"
    raise UsageError(f"{parameter.name} {wanted}, got {shown(part.strip())}")


def as_written(values: Sequence[Value]) -> str:
    """Return the values of an axis as `parse` reads them.

    >>> as_written([0, 1, 2, 3]), as_written([1, 0.5]), as_written(["a, b", "c"])
    ('0..3', '1,0.5', '"a, b",c')
    """
    ints = [value for value in values if type(value) is int]
    if len(ints) == len(values) > 1 and all(b - a == 1 for a, b in itertools.pairwise(ints)):
        return f"{ints[0]}..{ints[-1]}"
    if all(isinstance(value, str) for value in values):
        text = io.StringIO()
        csv.writer(text, lineterminator="").writerow(values)
        return text.getvalue()
    return ",".join(map(written, values))


def duration(seconds: float) -> str:
    """Return a time in the largest unit of which it has at least one and a half."""
    for unit, size in _UNITS:
        if seconds >= 1.5 * size:
            return f"{seconds / size:,.0f} {unit}"
    return "1 s"
