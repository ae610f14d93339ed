"""What a notebook's parameters may be, and the values that a person may write for them.

A line of the cell tagged `parameters` declares one, with its range after "; in":

    W: int = None  # window, in rounds; None: the square root of T; in [1, T]

A range is an interval, whose bounds are numbers or other parameters, or a set {a, b, c}; that of a
list is of its entries. `None: the square root of T` is a rule: a default that follows T.

A person writes JSON, or of YAML what is easier: no quotes, one entry a line, comments. 010 is ten,
1:40 a text; there are no references. Sizes and depths are bounded before anything is built.
"""

from __future__ import annotations

import ast
import difflib
import io
import json
import math
import numbers
import re
import tokenize
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import yaml

Value = bool | int | float | str | list[Any] | None

DIGITS, DEPTH, LARGEST = 300, 8, 60_000  # of a number; of lists; characters of a file
KINDS = {
    "int": "an integer", "float": "a number", "bool": "true or false", "str": "a text",
    "list": "a list of numbers",
}  # fmt: skip
_RANGE = re.compile(r";\s*in\s+([\[({])([^\[\](){}]*)([\])}])\s*$")
_RULE = re.compile(r"\bNone: the square root of (\w+)\s*(?:;|$)")
_NUMBER = re.compile(r"[-+]?(\d[\d_]*)?\.?\d[\d_]*([eE][-+]?\d+)?$")
_NONE = ("none", "null", "~")
_WORD = re.compile(rf"(?i:true|false|{'|'.join(_NONE)}|[-+]?\.?nan|[-+]?\.?inf(inity)?)?$")


class UsageError(ValueError):
    """Input from a person that cannot be used; its text is one line for that person.

    Examples
    --------
    >>> from osphg import experiments
    >>> try:
    ...     experiments.find("figrue1")
    ... except experiments.UsageError as error:
    ...     print(error)
    there is no experiment 'figrue1'; did you mean figure1?
    """


class _Loader(yaml.SafeLoader):
    """JSON's numbers and words, and no other reading of what has no quotes."""

    yaml_implicit_resolvers: Any = {}  # noqa: RUF012 - as its base declares it


def _plain(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> Any:
    text = node.value.replace("_", "").lower()
    if not _NUMBER.match(text):
        words = {"true": True, "false": False, "": None, **dict.fromkeys(_NONE)}
        return words[text] if text in words else float(text.replace(".", ""))
    if len(text) > DIGITS:
        raise ValueError(f"a number must have at most {DIGITS} digits, got {len(text):,}")
    return int(text) if re.fullmatch(r"[-+]?\d+", text) else float(text)


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in node.value:
        if not isinstance(name, yaml.ScalarNode):
            raise ValueError("names must be texts, got a list or a mapping")
        if name.value in found:
            raise ValueError(f"{shown(name.value)[1:-1]} is given twice")
        found[name.value] = loader.construct_object(value, deep=True)
    return found


for _resolved in (_NUMBER, _WORD):
    _Loader.add_implicit_resolver("!plain", _resolved, None)
_Loader.add_constructor("!plain", _plain)
_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def read(text: str) -> Any:
    """Return what a whole text says; ValueError, in one line, if it cannot be used.

    >>> read("[1e3, none, yes, 010, 1:40]")
    [1000.0, None, 'yes', 10, '1:40']
    """
    if len(text) > LARGEST:
        raise ValueError(f"it must have at most {LARGEST:,} characters, got {len(text):,}")
    depth = 0
    try:
        for event in yaml.parse(text, _Loader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > DEPTH:
                raise ValueError(f"it must be nested at most {DEPTH} levels deep")
            if isinstance(event, yaml.AliasEvent):
                raise ValueError("references (& and *) are not understood")
            if tag := getattr(event, "tag", None):
                raise ValueError(f"tags are not understood, got {tag[:40]}")
        return yaml.load(text, _Loader)
    except yaml.YAMLError as error:
        raise _UnreadableError(" ".join(str(error).split())) from None


class _UnreadableError(ValueError):
    """The text is none that YAML can read."""


def value(text: str) -> Any:
    """Return what a text stands for; the text itself where YAML reads nothing else in it."""
    try:
        return read(text.strip())
    except _UnreadableError:
        return text.strip()


def written(value: Value) -> str:
    """Return a value as it is written on the command line.

    >>> written([0.5, None, True])
    '[0.5,none,true]'
    """
    if isinstance(value, list):
        return f"[{','.join(map(written, value))}]"
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def shown(value: Any, most: int = 60) -> str:
    """Return a value as one short text on one line."""
    try:
        text = repr(value)
    except Exception:  # Python writes no integer of more than 4,300 digits; a user's may fail
        text = f"one of type {type(value).__name__} that cannot be written"
    return text if len(text) <= most else text[: most - 3] + "..."


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return "; did you mean ...?" for a misspelt name, or what there is."""
    lower = {option.lower(): option for option in known}
    for close in difflib.get_close_matches(name.lower(), lower, n=1, cutoff=0.6):
        return f"; did you mean {lower[close]}?"
    return f"; there is {', '.join(lower.values())}" if lower else ""


@dataclass(frozen=True)
class Range:
    """The allowed values: an interval, or the members of a set, as they are written."""

    text: str

    def __post_init__(self) -> None:
        if (self.text[0] == "{") != (self.text[-1] == "}") or (
            self.text[0] != "{" and len(self._parts) != 2
        ):
            raise ValueError(f"a range must be an interval or a set, got {self.text}")

    @property
    def _parts(self) -> list[str]:
        return [part.strip() for part in self.text[1:-1].split(",")]

    def admits(self, value: Any, others: Mapping[str, Any]) -> bool:
        """Whether a value lies in the range; bounds that are parameters are taken from `others`."""
        if self.text[0] == "{":
            plain = isinstance(value, str | bool)
            return any(str(value) == m if plain else read(m) == value for m in self._parts)
        low, high = (float(others[b] if b in others else read(b)) for b in self._parts)
        above = value >= low if self.text[0] == "[" else value > low
        return bool(above and (value <= high if self.text[-1] == "]" else value < high))

    def filled(self, others: Mapping[str, Any]) -> str:
        """Return the range, with the values of the parameters that bound it."""
        named = [bound for bound in self._parts if bound in others]
        return self.text + "".join(f" with {name} = {others[name]}" for name in named)


@dataclass(frozen=True)
class Parameter:
    """One parameter of an experiment.

    Attributes
    ----------
    name, type, meaning : str
        The type is one of `KINDS`.
    default : bool, int, float, str, list or None
    range : Range or None
    root_of : str
        The parameter whose square root, rounded down, this one is by default; empty if none.

    Examples
    --------
    >>> from osphg import experiments
    >>> W = experiments.find("figure1").parameter("W")
    >>> W.type, W.range.text, W.parse("1e3")
    ('int', '[1, T]', 1000)
    >>> try:
    ...     W.check(1000, {"T": 500})
    ... except experiments.UsageError as error:
    ...     print(error)
    W must be in [1, T] with T = 500, got 1000
    """

    name: str
    type: str
    default: Value = field(default=None, kw_only=True)
    meaning: str = field(default="", kw_only=True)
    range: Range | None = field(default=None, kw_only=True)
    root_of: str = field(default="", kw_only=True)

    @classmethod
    def declared(cls, name: str, kind: str, default: str, comment: str) -> Parameter:
        """Read a declaration; ValueError if it is not one."""
        if kind not in KINDS:
            raise ValueError(f"{name} must be declared as one of {', '.join(KINDS)}, got {kind}")
        found, rule = _RANGE.search(comment), _RULE.search(comment)
        made = cls(
            name,
            kind,
            meaning=comment[: found.start()].strip() if found else comment.strip(),
            range=Range("".join(found.groups())) if found else None,
            root_of=rule[1] if rule and default == "None" else "",
        )
        if default == "None":
            return made
        try:
            value_ = ast.literal_eval(default)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            value_ = value(default)
        return replace(made, default=replace(made, default=0).typed(value_))

    def implied(self, others: Mapping[str, Any]) -> Value:
        """Return the default beside the other parameters' values."""
        return math.isqrt(int(others[self.root_of])) if self.root_of else self.default

    def parse(self, text: str) -> Value:
        """Return the value that a person wrote: 10000, 10_000 and 1e4 are the same integer."""
        if self.type == "list" and not text.lstrip().startswith("["):
            text = text if text.strip().lower() in _NONE else f"[{text}]"
        return self._read(text, str)

    def swept(self, text: str) -> Value:
        """Return one of the values of a sweep: lists need brackets, and texts may be quoted."""
        listed = text.lstrip().startswith("[") or text.strip().lower() in _NONE
        if self.type == "list" and not listed:
            wanted = "must be swept over lists in brackets"
            raise UsageError(f"{self.name} {wanted}, got {shown(text.strip())[1:-1]}")
        quoted = re.fullmatch(rf"\s*{QUOTED}\s*", text)
        return self._read(text, json.loads if quoted else str)

    def _read(self, text: str, as_text: Callable[[str], Any]) -> Value:
        try:
            if self.default is None and text.lower() == "none":  # also for a text
                return None
            found = as_text(text) if self.type == "str" else value(text)
        except ValueError as error:
            raise UsageError(f"{self.name} cannot be read: {error}") from None
        return self.typed(found)

    def typed(self, value: Any) -> Value:
        """Return a value in the declared type; UsageError if it is of another."""
        if value is None and self.default is None:
            return None
        try:
            typed: Value = _TYPED[self.type](value)
        except TypeError:
            kind = KINDS[self.type] + (", or none" if self.default is None else "")
            raise UsageError(f"{self.name} must be {kind}, got {shown(value)}") from None
        except ValueError as error:
            raise UsageError(f"{self.name} must {error}") from None
        return typed

    def check(self, value: Value, others: Mapping[str, Any]) -> None:
        """Raise UsageError unless the value lies in the range."""
        for entry in value if isinstance(value, list) else [value]:
            if self.range and value is not None and not self.range.admits(entry, others):
                raise UsageError(f"{self.name} must be in {self.range.filled(others)}, got {entry}")


QUOTED = r'"(?:[^"\\]|\\.)*"'  # a text of a sweep, as in JSON


def _number(value: Any) -> int | float:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError
    if isinstance(value, numbers.Integral):
        if abs(value) >= 10**DIGITS:  # floats reach a little further
            raise ValueError(f"have at most {DIGITS} digits")
        return int(value)
    try:
        number = float(value)
    except OverflowError:  # of a fraction
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"be finite, got {number}")
    return number


def _integer(value: Any) -> int:
    number = _number(value)
    if number != int(number):
        raise TypeError
    return int(number)


def _instance(kind: Any) -> Callable[[Any], Any]:
    def typed(value: Any) -> Any:
        if not isinstance(value, kind) or value in ([], ()):
            raise TypeError
        if isinstance(value, str) and re.search("[\ud800-\udfff]", value):
            raise ValueError(f"be a text in Unicode, got {value!a}")  # no file can hold it
        return value

    return typed


_TYPED: Mapping[str, Callable[[Any], Any]] = {
    "int": _integer,
    "float": lambda value: float(_number(value)),
    "bool": _instance(bool),
    "str": _instance(str),
    "list": lambda value: [_number(entry) for entry in _instance(list | tuple)(value)],
}


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
        where = f" in line {error.lineno}" if getattr(error, "lineno", None) else ""  # type: ignore[union-attr]
        raise ValueError(
            f"its parameters are not Python: {getattr(error, 'msg', error)}{where}"
        ) from None
    tokens = tokenize.generate_tokens(io.StringIO(plain).readline)
    comments = {t.start[0]: t.string[1:].strip() for t in tokens if t.type == tokenize.COMMENT}
    found: dict[str, Parameter] = {}
    for statement in statements:
        match statement:
            case ast.AnnAssign(ast.Name(name), annotation, ast.expr() as default):
                kind = ast.unparse(annotation)
            case ast.Assign([ast.Name(name)], default):
                kind = "None"
            case _:
                continue
        text = ast.get_source_segment(plain, default) or ""
        comment = comments.get(statement.end_lineno or 0, "")
        found[name] = Parameter.declared(name, kind, text, comment)
    return found
