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
from typing import Any, NamedTuple

import yaml

from osphg.messages import short_repr

Value = bool | int | float | str | list[Any] | None

_RANGE = re.compile(r"\{[^{}]*\}|[\[(][^,]*,[^,]*[\])]")
_RANGE_IN_PROSE = re.compile(rf"\bin ({_RANGE.pattern})$")  # not marked by "; in" as a range
_RULE = re.compile(r"\bNone: the square root of (\w+)\s*(?:;|$)")
# The three ways to write that a type may be None: the type itself is the one group that matches.
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
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return str(value)


def shown(value: Any) -> str:
    """Return a value as a message shows it: a text of at most 60 characters on one line."""
    return short_repr(value, 60)


def reason(error: BaseException) -> str:
    """Return what went wrong, in one line of at most 300 characters."""
    # An error of the operating system has in `strerror` what went wrong, without numbers and paths.
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(text.split())[:300]


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return what a message about the unknown `name` ends with, to help a person who misspelt it.

    This is "; did you mean ...?" with the name in `known` that is most like it. If none is alike,
    it is a list of all names in `known`; if that is empty, nothing.
    """
    # Names are compared in lower case, and shown as they are.
    by_lower_case = {known_name.lower(): known_name for known_name in known}
    for closest in difflib.get_close_matches(name.lower(), by_lower_case, n=1):
        return f"; did you mean {by_lower_case[closest]}?"
    return f"; there is {', '.join(by_lower_case.values())}" if by_lower_case else ""


# Each of these reads one type of value from a Python object, or from the text that a person wrote.
# They raise a bare error of Python's where that fails: `Parameter.typed` makes a message of it that
# names the parameter.


def _number(value: Any) -> int | float:
    """Return a number, or the text of one: an int for a whole number without point or exponent.

    Any other number is a float, also 2.0 and "1e3".

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
    """Return a whole number, or the text of one, as an integer: of "1e3", for example, 1000.

    Raises OverflowError for a number that is not finite or a text of a number with more than 301
    digits before its point, and another of Python's errors for what is no whole number, bool
    included; `Parameter.typed` makes messages of them.
    """
    if isinstance(value, str):
        # A float would round: "1e23" is exactly 10 ** 23, which no float is, and "1e-400" is not 0.
        number: Any = Decimal(value)
        # As in floats, which end at 1e308; the digits of 1e999999999 would fill the memory. What
        # `adjusted` returns is the exponent of the first digit.
        if not number.is_finite() or number.adjusted() > 300:
            raise OverflowError
    else:
        number = _number(value)  # an int or a finite float; refuses bool and what is no number
    if number != int(number):
        raise TypeError
    return int(number)


def _float(value: Any) -> float:
    """Return a number, or the text of one, as a float; the errors are those of `_number`."""
    return float(_number(value))


def _word(value: Any) -> str:
    """Return a text, True, False or None in lower case, and "" for a value of another type.

    What is returned is compared with words such as "true" and "none". No list is such a word; and
    as it may be long, it is not written as a text first.
    """
    return str(value).lower() if value is None or isinstance(value, str | bool) else ""


def _bool(value: Any) -> bool:
    """Return a truth value, or the text of one; KeyError for anything else."""
    return {"true": True, "false": False}[_word(value)]


def _text(value: Any) -> str:
    """Return a text; AttributeError or UnicodeError for what is none or cannot be saved."""
    # Called for its refusal alone: no file can hold a text that has no form in UTF-8.
    value.encode()
    return str(value)


def _list(read: Callable[[Any], int | float]) -> Callable[[Any], list[int | float]]:
    """Return the function that reads a list, or its text, whose entries the function `read` reads.

    The text may have brackets or not: "[1,2]" and "1,2" are the same list.
    """

    def read_list(value: Any) -> list[int | float]:
        """Return each entry of a list, or of its text, as `read` returns it; TypeError if empty."""
        if isinstance(value, str):
            value = value.removeprefix("[").removesuffix("]").split(",")
        if not isinstance(value, list | tuple) or not value:
            raise TypeError
        return [read(entry) for entry in value]

    return read_list


class Kind(NamedTuple):
    """A type that a parameter may have.

    Parameters
    ----------
    read : callable
        The function that reads a value of the type from an object of Python's or from a text.
    in_words : str
        The type, as a message to a person calls it.
    """

    read: Callable[[Any], Any]
    in_words: str


# The types, by the names by which parameters are declared.
KINDS: Mapping[str, Kind] = {
    "int": Kind(_integer, "an integer"),
    "float": Kind(_float, "a number"),
    "bool": Kind(_bool, "true or false"),
    "str": Kind(_text, "a text"),
    "list": Kind(_list(_number), "a list of one or more numbers"),
    "list[int]": Kind(_list(_integer), "a list of one or more integers"),
    "list[float]": Kind(_list(_float), "a list of one or more numbers"),
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
            value = value.strip()  # in a text, spaces may be meant
        # "null" and "~" are what YAML writes for None. `_word` is a text, True, False or None in
        # lower case, and "" for anything else.
        if self.optional and _word(value) in ("none", "null", "~"):
            return None
        # `kind.read` makes a value of the type from an object or a text, and raises a bare error of
        # Python's where it cannot: OverflowError for a number that is not finite or far too large,
        # one of the others for anything else. `kind.in_words` is the type as a person is told it.
        kind = KINDS[self.type]
        allowed = f"{kind.in_words}, or none" if self.optional else kind.in_words
        try:
            typed_value: Value = kind.read(value)
        except OverflowError:
            raise UsageError(f"{self.name} must be finite, got {shown(value)}") from None
        except (TypeError, ValueError, KeyError, AttributeError, InvalidOperation):
            raise UsageError(f"{self.name} must be {allowed}, got {shown(value)}") from None
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
        entries: list[Any] = value if isinstance(value, list) else [value]
        for entry in entries:
            if not self._is_in_range(entry, others):
                # The reader of "[1, T]" is told what T is: a bound may name another parameter.
                named = [part for part in self._range_parts() if part in others]
                known = "".join(f" with {name} = {others[name]}" for name in named)
                raise UsageError(f"{self.name} must be in {self.range}{known}, got {shown(entry)}")

    def _range_parts(self) -> list[str]:
        """Return what stands between the commas of the range: bounds, or the values of a set."""
        return [part.strip() for part in self.range[1:-1].split(",")]

    def _is_in_range(self, entry: Any, others: Mapping[str, Any]) -> bool:
        """Whether a value, or one entry of a list, is in the set or interval of the text `range`.

        `others` has the values of all parameters by name: a bound of an interval may be one.
        """
        if self.range[0] == "{":
            # The values of the set are read like the parameter's own, such as {1e2, 1e3} for an
            # integer. Those for a list are its entries, which are numbers.
            type_of_entry = "float" if self.type.startswith("list") else self.type
            return entry in map(KINDS[type_of_entry].read, self._range_parts())
        low, high = (self._bound(part, others) for part in self._range_parts())
        # A bound belongs to the interval if the bracket on its side is square.
        above = low <= entry if self.range[0] == "[" else low < entry
        below = entry <= high if self.range[-1] == "]" else entry < high
        return bool(above and below)

    def _bound(self, text: str, others: Mapping[str, Any]) -> float:
        """Return a bound of the range, written as a number or as the name of another parameter.

        `others` has the values of all parameters by name. UsageError for a bound that is no number.
        """
        try:
            return float(others.get(text, text))
        except (TypeError, ValueError):
            got = f"{text} = {written(others[text])}" if text in others else text
            raise UsageError(
                f"a bound of {self.name} must be a number or a parameter that is one, got {got}"
            ) from None


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
            case ast.AnnAssign(ast.Name(name), annotation, ast.expr() as default):
                type_text = ast.unparse(annotation)
            case ast.Assign([ast.Name(name)], default):
                type_text = "nothing"  # as a type is missing; it is refused with this word
            case _:
                continue  # an import, say, declares nothing
        # The parser does not keep comments. Its column counts bytes of UTF-8, not characters.
        last_line = lines[(node.end_lineno or 0) - 1].encode()
        rest_of_line = last_line[node.end_col_offset :].decode()
        comment = rest_of_line.partition("#")[2].strip()
        parameters[name] = _declared_parameter(name, type_text, default, comment)
    return parameters


def _declared_parameter(name: str, type_text: str, default: ast.expr, comment: str) -> Parameter:
    """Return the parameter that one line of the cell declares.

    What the line may say is in the docstring of this module: `W: int = 100  # window; in [1, T]`.

    Parameters
    ----------
    name
        What stands before the colon.
    type_text
        The annotation as it is written, such as "int | None".
    default
        The expression behind the equals sign.
    comment
        What follows the number sign: the meaning, and a range if there is one.

    Raises
    ------
    ValueError
        If the line declares it wrongly.
    """
    try:
        default_value = ast.literal_eval(default)
    except ValueError:
        got = ast.unparse(default)
        raise ValueError(f"{name} must have a plain value as default, got {got}") from None
    # "int | None" and the like: the type is what stands beside None.
    optional = _OPTIONAL.fullmatch(type_text)
    if optional:
        type_text = optional[1] or optional[2] or optional[3]
    if type_text not in KINDS:
        raise ValueError(f"{name} must be declared as one of {', '.join(KINDS)}, got {type_text}")
    meaning, _, range_ = comment.partition("; in ")
    if range_ and not _RANGE.fullmatch(range_):
        raise ValueError(f"a range must be an interval or a set, got {range_}")
    if range_ and type_text in ("str", "bool") and range_[0] != "{":
        raise ValueError(f"the range of {name} must be a set, as {{a, b}}, got {range_}")
    # "... in [1, T]" without the semicolon would be prose, and nothing would be checked.
    if _RANGE_IN_PROSE.search(meaning):
        raise ValueError(f"a range must stand behind '; in', got {shown(comment)}")
    # "None: the square root of T" is a rule for the default, which counts where that is None.
    rule = _RULE.search(meaning) if default_value is None else None
    parameter = Parameter(
        name=name,
        type=type_text,
        default=default_value,
        meaning=meaning,
        range=range_,
        root_of=rule[1] if rule else "",
        optional=bool(optional) or default_value is None,
    )
    # The default is held to the declared type, as a given value is: 1e3 is the integer 1000.
    return replace(parameter, default=parameter.typed(default_value))


def pairs(assignments: Iterable[str]) -> dict[str, str]:
    """Return the values of the option -p, still as texts, by the names of their parameters.

    Each of `assignments` is a text NAME=VALUE. UsageError for one that is not, or if two of them
    have the same name.
    """
    values: dict[str, str] = {}
    for assignment in assignments:
        name, _, value = assignment.partition("=")
        name = name.strip()
        if not name or not value:
            raise UsageError(f"-p must be NAME=VALUE, got {shown(assignment)}")
        if name in values:
            raise UsageError(f"-p {name} is given twice: {values[name]} and {value}")
        values[name] = value
    return values


def mapping(text: str) -> dict[str, Any]:
    """Return what a file of parameters, in YAML, says: each parameter's value by its name.

    A value is a text, also where it looks like a number or a date, or a list of texts. A mapping or
    a list of lists is returned as it is: `Parameter.typed` refuses it, by the parameter's name.
    ValueError if the file is no mapping of names to values, or says one name twice.
    """
    try:
        # Of a name that is given twice, `load` keeps the last value alone. The tree that `compose`
        # returns still has both: the value of its root is a list of pairs, name and value.
        root: Any = yaml.compose(text, yaml.BaseLoader)
        values = yaml.load(text, yaml.BaseLoader)  # leaves numbers and dates as texts
    except (yaml.YAMLError, RecursionError) as error:
        raise ValueError(reason(error)) from None
    if not isinstance(values, dict):
        raise ValueError("it must be a mapping of names to values")
    names = [key.value for key, _ in root.value]
    for name in values:
        if names.count(name) > 1:
            raise ValueError(f"{name} is given twice")
    return values
