"""What a notebook's parameters may be: type, range and meaning, read from its parameters cell.

A line of that cell declares one parameter:

    W: int = 100  # window of the benchmark, in rounds; in [1, T]

The comment may end with the allowed range, after "; in": an interval whose bounds are numbers or
other parameters, open or closed at either end, or a set {a, b, c}. The range of a list is that of
its entries. A parameter whose default is None may also be None.
"""

from __future__ import annotations

import ast
import difflib
import io
import os
import re
import shlex
import tokenize
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from osphg.experiments import plain
from osphg.experiments.errors import UsageError
from osphg.experiments.kinds import KINDS, ParameterKind

Value = bool | int | float | str | list[Any] | None

_RANGE = re.compile(r";\s*in\s+([\[({])([^\[\](){}]*)([\])}])\s*$")


@dataclass(frozen=True)
class Range:
    """The allowed values: an interval, or the members of a set."""

    text: str
    low: str = "-inf"
    high: str = "inf"
    closed: tuple[bool, bool] = (False, False)
    members: tuple[str, ...] = ()

    @classmethod
    def parse(cls, comment: str) -> tuple[str, Range | None]:
        """Split a comment into its meaning and its range."""
        found = _RANGE.search(comment)
        if not found:
            return comment.strip(), None
        opening, inside, closing = found.groups()
        parts = tuple(part.strip() for part in inside.split(","))
        text = f"{opening}{', '.join(parts)}{closing}"
        meaning = comment[: found.start()].strip()
        if opening == "{" and closing == "}":
            return meaning, cls(text, members=parts)
        if opening == "{" or closing == "}" or len(parts) != 2:
            raise ValueError(f"a range must be an interval or a set, got {text}")
        return meaning, cls(text, parts[0], parts[1], (opening == "[", closing == "]"))

    def admits(self, value: Any, others: Mapping[str, Any]) -> bool:
        """Whether a value lies in the range; bounds that are parameters are taken from `others`."""
        if self.members:
            return any(_is(member, value) for member in self.members)
        low, high = (self._bound(bound, others) for bound in (self.low, self.high))
        above = value >= low if self.closed[0] else value > low
        return bool(above and (value <= high if self.closed[1] else value < high))

    def filled(self, others: Mapping[str, Any]) -> str:
        """Return the range, with the values of the parameters that bound it."""
        named = [bound for bound in (self.low, self.high) if bound in others]
        return self.text + "".join(f" with {name} = {others[name]}" for name in named)

    @staticmethod
    def _bound(bound: str, others: Mapping[str, Any]) -> float:
        return float(others[bound] if bound in others else bound.replace("_", ""))


def _is(member: str, value: Any) -> bool:
    """Whether a member of a set, as it is written, is a value: 1_000 is 1000, and 1 is 1.0."""
    if isinstance(value, str | bool):
        return member == str(value)
    return bool(plain.value(member) == value)


@dataclass(frozen=True)
class Parameter:
    """One parameter of an experiment.

    Attributes
    ----------
    name, meaning : str
    of : ParameterKind
        Its type: int, float, bool, str or list (of numbers).
    default : bool, int, float, str, list or None
    range : Range or None

    Examples
    --------
    >>> from osphg import experiments
    >>> W = experiments.find("figure1").parameter("W")
    >>> W.kind, W.range.text
    ('an integer', '[1, T]')
    >>> W.parse("1e3")
    1000
    >>> try:
    ...     W.check(1000, {"T": 500})
    ... except experiments.UsageError as error:
    ...     print(error)
    W must be in [1, T] with T = 500, got 1000
    """

    name: str
    of: ParameterKind
    default: Value
    meaning: str
    range: Range | None

    @classmethod
    def declared(cls, name: str, kind: str, default: str, comment: str) -> Parameter:
        """Read a declaration; ValueError if it is not one."""
        if kind not in KINDS:
            raise ValueError(f"{name} must be declared as one of {', '.join(KINDS)}, got {kind}")
        meaning, allowed = Range.parse(comment)
        value = None if default == "None" else KINDS[kind].default(default)
        made = cls(name, KINDS[kind], value, meaning, allowed)
        return replace(made, default=None if value is None else made.typed(value))

    @property
    def type(self) -> str:
        """The type's name in the declaration."""
        return self.of.name

    @property
    def kind(self) -> str:
        """What it is, in words."""
        return self.of.words + (", or none" if self.default is None else "")

    def parse(self, text: str) -> Value:
        """Return the value that a person wrote: 10000, 10_000 and 1e4 are the same integer.

        >>> Parameter.declared("T", "int", "10", "rounds").parse("1e4")
        10000
        """
        return self._read(text, self.of.read)

    def swept(self, text: str) -> Value:
        """Return one of the values of a sweep: lists need brackets, and texts may be quoted.

        >>> Parameter.declared("label", "str", "x", "a name").swept('"a, b"')
        'a, b'
        """
        return self._read(text, self.of.swept)

    def _read(self, text: str, read: Callable[[str], Any]) -> Value:
        if self.default is None and text.lower() == "none":  # also for a text
            return None
        try:
            value = read(text)
        except ValueError as error:
            raise UsageError(f"{self.name} {error}") from None
        return self.typed(value)

    def typed(self, value: Any) -> Value:
        """Return a value in the declared type; UsageError if it is of another."""
        if value is None and self.default is None:
            return None
        try:
            typed: Value = self.of.typed(value)
        except TypeError:
            raise UsageError(f"{self.name} must be {self.kind}, got {shown(value)}") from None
        except ValueError as error:
            raise UsageError(f"{self.name} {error}") from None
        return typed

    def check(self, value: Value, others: Mapping[str, Any]) -> None:
        """Raise UsageError unless the value lies in the range."""
        if value is None or self.range is None:
            return
        for entry in value if isinstance(value, list) else [value]:
            if not self.range.admits(entry, others):
                raise UsageError(f"{self.name} must be in {self.range.filled(others)}, got {entry}")


def declared(source: str) -> dict[str, Parameter]:
    """Return the parameters that a cell declares, by name; ValueError if it declares one wrongly.

    >>> declared("W: int = 100  # window, in rounds; in [1, T]")["W"].meaning
    'window, in rounds'
    """
    # Line magics are IPython's: the rest of the cell is Python.
    plain = re.sub(r"^[%!].*$", "", source, flags=re.MULTILINE)
    try:
        statements = ast.parse(plain).body
    except (SyntaxError, ValueError) as error:  # a null is a ValueError before Python 3.11.4
        where = getattr(error, "lineno", None)
        raise ValueError(
            f"its parameters are not Python: {getattr(error, 'msg', error)}"
            + (f" in line {where}" if where else "")
        ) from None
    tokens = tokenize.generate_tokens(io.StringIO(plain).readline)
    comments = {t.start[0]: t.string[1:].strip() for t in tokens if t.type == tokenize.COMMENT}
    found: dict[str, Parameter] = {}
    for statement in statements:
        match statement:
            case ast.AnnAssign(ast.Name(name), annotation, ast.expr() as value):
                kind = ast.unparse(annotation)
            case ast.Assign([ast.Name(name)], value):
                kind = "None"
            case _:
                continue
        default = ast.get_source_segment(plain, value) or ""
        comment = comments.get(statement.end_lineno or 0, "")
        found[name] = Parameter.declared(name, kind, default, comment)
    return found


def shown(value: Any, most: int = 60) -> str:
    """Return a value as one short text on one line."""
    try:
        text = repr(value)
    except Exception:  # Python writes no integer of more than 4,300 digits; a user's may fail
        text = f"one of type {type(value).__name__} that cannot be written"
    return text if len(text) <= most else text[: most - 3] + "..."


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return "; did you mean ...?" for a misspelt name, or what there is."""
    names = list(known)
    lower = {option.lower(): option for option in names}
    close = difflib.get_close_matches(name.lower(), lower, n=1, cutoff=0.6)
    if close:
        return f"; did you mean {lower[close[0]]}?"
    return f"; there is {', '.join(names)}" if names else ""


def command(
    name: str,
    values: Mapping[str, Value],
    defaults: Mapping[str, Value],
    book: str | os.PathLike[str] | None = None,
) -> str:
    """Return the command line that runs an experiment with these values."""
    words = ["osphg", *([] if book is None else ["--book", os.fspath(book)]), "run", name]
    for key, value in values.items():
        if value != defaults[key]:
            words += ["-p", f"{key}={written(value)}"]
    return shlex.join(words)


def written(value: Value) -> str:
    """Return a value as it is written on the command line.

    >>> written([0.5, None, True])
    '[0.5,none,true]'
    """
    if isinstance(value, list):
        return "[" + ",".join(written(entry) for entry in value) + "]"
    return (
        "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    )
