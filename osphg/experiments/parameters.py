"""What a notebook's parameters may be, and the values that a person may write for them.

A line of the cell tagged `parameters` declares one, with its range after "; in":

    W: int = None  # window, in rounds; None: the square root of T; in [1, T]

A range is an interval, whose bounds are numbers or other parameters, or a set {a, b, c}; that of a
list is of its entries. `None: the square root of T` is a rule: a default that follows T.
"""

from __future__ import annotations

import ast
import difflib
import math
import numbers
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Any

import yaml

from osphg.messages import short_repr

Value = bool | int | float | str | list[Any] | None

_RANGE = re.compile(r"\{[^{}]*\}|[\[(][^,]*,[^,]*[\])]")
_UNSEEN = re.compile(rf"\bin ({_RANGE.pattern})$")  # one that reads as prose
_RULE = re.compile(r"\bNone: the square root of (\w+)\s*(?:;|$)")
_OPTIONAL = re.compile(r"(?:typing\.)?Optional\[(.+)\]|(.+) \| None|None \| (.+)")


class UsageError(ValueError):
    """Input from a person that cannot be used; its text is one line for that person."""


def written(value: Value) -> str:
    """Return a value as it is written on the command line.

    >>> written([0.5, None, True])
    '[0.5,none,true]'
    """
    if isinstance(value, list):
        return f"[{','.join(map(written, value))}]"
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def shown(value: Any) -> str:
    """Return a value as one short text on one line."""
    return short_repr(value, 60)


def reason(error: BaseException) -> str:
    """Return what went wrong, in one line."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(text.split())[:300]


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return "; did you mean ...?" for a misspelt name, or what there is."""
    lower = {option.lower(): option for option in known}
    for close in difflib.get_close_matches(name.lower(), lower, n=1):
        return f"; did you mean {lower[close]}?"
    return f"; there is {', '.join(lower.values())}" if lower else ""


# Each of these reads one type of value from a Python object, or from the text that a person wrote.
# They raise a bare error of Python's where that fails: `Parameter.typed` makes a message of it that
# names the parameter.


def _number(value: Any) -> int | float:
    """Return a number, or the text of one, as an int if it is whole, else as a float.

    TypeError or ValueError for anything else, bool included; OverflowError for an infinite float or
    nan.
    """
    if isinstance(value, str):
        try:
            return int(value)
        except ValueError:
            value = float(value)
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError
    if isinstance(value, numbers.Integral):
        return int(value)
    if not math.isfinite(value):
        raise OverflowError
    return float(value)


def _integer(value: Any) -> int:
    """Return a whole number, or the text of one such as 1e4, as an int; errors as of `_number`."""
    if isinstance(value, str):  # 1e23 is exactly that, which no float is
        exact = Decimal(value)
        if not exact.is_finite() or exact.adjusted() > 300:
            raise OverflowError
        is_whole = exact == exact.to_integral_value()
        number: Any = int(exact) if is_whole else float(exact)
    else:
        number = _number(value)
    if number != int(number):
        raise TypeError
    return int(number)


def _float(value: Any) -> float:
    """Return a number, or the text of one, as a float; errors as of `_number`."""
    return float(_number(value))


def _word(value: Any) -> str:
    """Return a text, True, False or None in lower case; nothing of a list, however long it is."""
    return str(value).lower() if value is None or isinstance(value, str | bool) else ""


def _text(value: Any) -> str:
    """Return a text; AttributeError for what is none, UnicodeEncodeError for half a character."""
    value.encode()  # no file can hold what is not Unicode
    return str(value)


def _list(read: Callable[[Any], int | float]) -> Callable[[Any], list[int | float]]:
    """Return the reader of lists, or texts such as [1,2], whose entries `read` reads."""

    def read_list(value: Any) -> list[int | float]:
        """Return the list; TypeError for what is none or empty, and errors as of `read`."""
        if isinstance(value, str):
            value = value.removeprefix("[").removesuffix("]").split(",")
        if not isinstance(value, list | tuple) or not value:
            raise TypeError
        return [read(entry) for entry in value]

    return read_list


# By the name of a type: its reader, and what a message calls a value of it.
KINDS: Mapping[str, tuple[Callable[[Any], Any], str]] = {
    "int": (_integer, "an integer"),
    "float": (_float, "a number"),
    "bool": (lambda value: {"true": True, "false": False}[_word(value)], "true or false"),
    "str": (_text, "a text"),
    "list": (_list(_number), "a list of one or more numbers"),
    "list[int]": (_list(_integer), "a list of one or more integers"),
    "list[float]": (_list(_float), "a list of one or more numbers"),
}


@dataclass(frozen=True)
class Parameter:
    """One parameter of an experiment.

    Parameters
    ----------
    name : str
        Its name in the notebook.
    type : str
        One of `KINDS`, such as "int" or "list[float]".
    default : bool, int, float, str, list or None
        Its value where none is given; None may stand for a rule.
    meaning : str
        What it is, with its unit, as the notebook says; empty if it does not.
    range : str
        An interval or a set, as it is written, such as "[1, T]" or "{a, b}"; empty if every value
        of the type is allowed.
    root_of : str
        The parameter whose square root, rounded down, this one is by default; empty if none.
    optional : bool
        Whether it may be None.
    """

    name: str
    type: str
    default: Value = None
    meaning: str = ""
    range: str = ""
    root_of: str = ""
    optional: bool = False

    def default_beside(self, others: Mapping[str, Any]) -> Value:
        """Return the default beside the other parameters' values.

        Parameters
        ----------
        others : mapping
            The values of the parameters by name, with that of `root_of` if there is one.

        Returns
        -------
        bool, int, float, str, list or None
            The square root of the parameter `root_of`, rounded down; `default` if there is none.
        """
        return math.isqrt(int(others[self.root_of])) if self.root_of else self.default

    def typed(self, value: Any) -> Value:
        """Return a value in the declared type: 10000, 10_000 and 1e4 are the same integer.

        Parameters
        ----------
        value : object
            The value, of Python's or NumPy's types, or a text as a person writes it.

        Returns
        -------
        bool, int, float, str, list or None
            The value in the declared type; None only for a parameter that is `optional`.

        Raises
        ------
        UsageError
            If it is of another type, or a number that is not finite.
        """
        if hasattr(value, "tolist"):  # a number or an array of NumPy's
            value = value.tolist()
        if isinstance(value, str) and self.type != "str":
            value = value.strip()
        if self.optional and _word(value) in ("none", "null", "~"):
            return None
        read, wanted = KINDS[self.type]
        if self.optional:
            wanted += ", or none"
        try:
            typed_value: Value = read(value)
        except OverflowError:
            raise UsageError(f"{self.name} must be finite, got {shown(value)}") from None
        except (TypeError, ValueError, KeyError, AttributeError, InvalidOperation):
            raise UsageError(f"{self.name} must be {wanted}, got {shown(value)}") from None
        return typed_value

    def check(self, value: Value, others: Mapping[str, Any]) -> None:
        """Refuse a value that is not in the range.

        Parameters
        ----------
        value : bool, int, float, str, list or None
            The value in the declared type; of a list each entry is looked at. None passes.
        others : mapping
            The values of all parameters by name, where a bound of the range is one of them.

        Raises
        ------
        UsageError
            If the value lies outside the range, or a bound of it is no number.
        """
        if value is None or not self.range:
            return
        parts = [part.strip() for part in self.range[1:-1].split(",")]
        entries: list[Any] = value if isinstance(value, list) else [value]
        for entry in entries:
            if self.range[0] == "{":
                read, _ = KINDS["float" if self.type.startswith("list") else self.type]
                is_in_range = entry in map(read, parts)
            else:
                low, high = (self._bound(part, others) for part in parts)
                above = low <= entry if self.range[0] == "[" else low < entry
                below = entry <= high if self.range[-1] == "]" else entry < high
                is_in_range = above and below
            if not is_in_range:
                bounds = "".join(
                    f" with {name} = {others[name]}" for name in parts if name in others
                )
                raise UsageError(f"{self.name} must be in {self.range}{bounds}, got {shown(entry)}")

    def _bound(self, text: str, others: Mapping[str, Any]) -> float:
        """Return a bound of the range, a number or the name of one of the parameters `others`."""
        try:
            return float(others.get(text, text))
        except (TypeError, ValueError):
            wanted = "a number or a parameter that is one"
            got = f"{text} = {written(others[text])}" if text in others else text
            raise UsageError(f"a bound of {self.name} must be {wanted}, got {got}") from None


def declared(source: str) -> dict[str, Parameter]:
    """Return the parameters that a cell declares, by name; ValueError if it declares one wrongly.

    >>> W = declared("W: int = 100  # window, in rounds; in [1, T]")["W"]
    >>> W.meaning, W.range, W.typed("1e3")
    ('window, in rounds', '[1, T]', 1000)
    """
    lines = source.splitlines()
    parameters: dict[str, Parameter] = {}
    for node in ast.parse(source).body:
        match node:
            case ast.AnnAssign(ast.Name(name), annotation, ast.expr() as default_code):
                kind = ast.unparse(annotation)
            case ast.Assign([ast.Name(name)], default_code):
                kind = "nothing"
            case _:
                continue
        # Python counts columns in bytes of UTF-8.
        last_line = lines[(node.end_lineno or 0) - 1].encode()
        behind = last_line[node.end_col_offset :].decode()
        comment = behind.partition("#")[2].strip()
        try:
            default = ast.literal_eval(default_code)
        except ValueError:
            got = ast.unparse(default_code)
            raise ValueError(f"{name} must have a plain value as default, got {got}") from None
        optional_kind = _OPTIONAL.fullmatch(kind)
        if optional_kind:
            kind = optional_kind[1] or optional_kind[2] or optional_kind[3]
        if kind not in KINDS:
            raise ValueError(f"{name} must be declared as one of {', '.join(KINDS)}, got {kind}")
        meaning, _, range_ = comment.partition("; in ")
        if range_ and not _RANGE.fullmatch(range_):
            raise ValueError(f"a range must be an interval or a set, got {range_}")
        if range_ and kind in ("str", "bool") and range_[0] != "{":
            raise ValueError(f"the range of {name} must be a set, as {{a, b}}, got {range_}")
        if _UNSEEN.search(meaning):
            raise ValueError(f"a range must stand behind '; in', got {shown(comment)}")
        rule = _RULE.search(meaning) if default is None else None
        parameter = Parameter(
            name=name,
            type=kind,
            default=default,
            meaning=meaning,
            range=range_,
            root_of=rule[1] if rule else "",
            optional=bool(optional_kind) or default is None,
        )
        parameters[name] = replace(parameter, default=parameter.typed(default))
    return parameters


def pairs(assignments: Iterable[str]) -> dict[str, str]:
    """Return the texts of assignments NAME=TEXT by name.

    UsageError if one of them is no such assignment, or a name is given twice.
    """
    values: dict[str, str] = {}
    for text in assignments:
        name, _, value = text.partition("=")
        if not (name := name.strip()) or not value:
            raise UsageError(f"-p must be NAME=VALUE, got {shown(text)}")
        if name in values:
            raise UsageError(f"-p {name} is given twice: {values[name]} and {value}")
        values[name] = value
    return values


def mapping(text: str) -> dict[str, Any]:
    """Return what a file of parameters says, in YAML: values, as texts, and lists of them, by name.

    ValueError if it says anything else, or says one name twice.
    """
    try:
        root: Any = yaml.compose(text, yaml.BaseLoader)  # still has a name that is given twice
        values = yaml.load(text, yaml.BaseLoader)  # makes texts alone, and lists of them
    except (yaml.YAMLError, RecursionError) as error:
        raise ValueError(reason(error)) from None
    if not isinstance(values, dict):
        raise ValueError("it must be a mapping of names to values")
    names = [key.value for key, _ in root.value]
    for name in values:
        if names.count(name) > 1:
            raise ValueError(f"{name} is given twice")
    return values
