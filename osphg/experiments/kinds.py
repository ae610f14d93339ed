"""The types that a parameter may have: how each is read, checked and swept over.

An error says what is wrong with a value, and a `Parameter` puts its name in front.
"""

from __future__ import annotations

import ast
import json
import math
import numbers
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from osphg.experiments import plain

_MOST = 10**plain.LONGEST  # an integer's size: floats reach a little further
QUOTED = r'\s*"(?:[^"\\]|\\.)*"\s*'  # a text in quotes, with what is around them


@dataclass(frozen=True)
class ParameterKind(ABC):
    """A type of parameters, by its name in a declaration and in words."""

    name: ClassVar[str]
    words: ClassVar[str]
    ranges: ClassVar[bool] = False  # whether a..b stands for several values
    long_ranges: ClassVar[bool] = False  # whether these need not be listed, however many

    def default(self, text: str) -> Any:
        """Return what the default in a declaration says."""
        return plain.value(text)

    def read(self, text: str) -> Any:
        """Return what a person wrote, of any type; ValueError if it cannot be read."""
        try:
            return plain.value(text)
        except ValueError as error:
            raise ValueError(f"cannot be read: {error}") from None

    def swept(self, text: str) -> Any:
        """Return the same of one among several values."""
        return self.read(text.strip())

    @abstractmethod
    def typed(self, value: Any) -> Any:
        """Return a value in this type; TypeError for another, ValueError for one out of reach."""


@dataclass(frozen=True)
class Integer(ParameterKind):
    """Whole numbers, however they are written."""

    name, words = "int", "an integer"
    ranges = long_ranges = True

    def typed(self, value: Any) -> int:
        """Return an int; TypeError for a number that is not whole, too."""
        number = _number(value)
        if number != int(number):
            raise TypeError
        return int(number)


@dataclass(frozen=True)
class Real(ParameterKind):
    """Finite numbers."""

    name, words = "float", "a number"
    ranges = True

    def typed(self, value: Any) -> float:
        """Return a float."""
        return float(_number(value))


@dataclass(frozen=True)
class Flag(ParameterKind):
    """True or false."""

    name, words = "bool", "true or false"

    def typed(self, value: Any) -> bool:
        """Return a bool."""
        if not isinstance(value, bool):
            raise TypeError
        return value


@dataclass(frozen=True)
class Text(ParameterKind):
    """Texts; in a sweep, what a comma, a bracket or a quote would cut is written in quotes."""

    name, words = "str", "a text"

    def default(self, text: str) -> Any:
        """Return what Python reads; what it does not, as a person may write it."""
        try:
            found = ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            found = None
        return found if isinstance(found, str) else plain.value(text)

    def read(self, text: str) -> Any:
        """Return the text as it is."""
        return text

    def swept(self, text: str) -> Any:
        """Return the text as it is, or what is in the quotes around all of it."""
        if not re.fullmatch(QUOTED, text):
            return text
        try:
            return json.loads(text.strip())
        except ValueError as error:
            raise ValueError(f"cannot be read: {error}") from None

    def typed(self, value: Any) -> str:
        """Return a str."""
        if not isinstance(value, str):
            raise TypeError
        try:
            value.encode()
        except UnicodeEncodeError:  # half a character, which no file can hold
            raise ValueError(f"must be a text in Unicode, got {value!a}") from None
        return value


@dataclass(frozen=True)
class Numbers(ParameterKind):
    """Lists of numbers, one at least."""

    name, words = "list", "a list of numbers"

    def read(self, text: str) -> Any:
        """Return a list, whose brackets may be left out; None for what stands for it."""
        if text.lstrip().startswith("[") or _is_none(text):
            return super().read(text)
        return super().read(f"[{text}]")

    def swept(self, text: str) -> Any:
        """Return a list, whose brackets may not be left out."""
        if not text.lstrip().startswith("[") and not _is_none(text):
            raise ValueError(f"must be swept over lists in brackets, got {_short(text)}")
        return self.read(text)

    def typed(self, value: Any) -> list[int | float]:
        """Return a list of int and float."""
        if not isinstance(value, list | tuple) or not value:
            raise TypeError
        return [_number(entry) for entry in value]


KINDS = {kind.name: kind for kind in (Integer(), Real(), Flag(), Text(), Numbers())}


def _short(text: str, most: int = 60) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 3] + "..."


def _is_none(text: str) -> bool:
    return text.strip().lower() in plain.NONE


def _number(value: Any) -> int | float:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError
    if isinstance(value, numbers.Integral) and abs(value) >= _MOST:
        raise ValueError(f"must have at most {plain.LONGEST} digits")
    if isinstance(value, numbers.Integral):
        return int(value)
    try:
        number = float(value)
    except OverflowError:  # of a fraction
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"must be finite, got {number}")
    return number
