"""The values that a person may write, on a command line or in a file: one reading of both.

What is understood is JSON, and of YAML what makes it easier to write: no quotes where none are
needed, one entry a line, comments. Nothing else of YAML: 010 is ten, 1:40 is a text, and there are
no references, tags or dates. Sizes and depths are bounded before anything is built.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

LONGEST = 300  # digits of a number
DEEPEST = 8  # levels of lists and mappings
LARGEST = 60_000  # characters of a file

_NUMBER = re.compile(r"[-+]?(\d[\d_]*)?\.?\d[\d_]*([eE][-+]?\d+)?")
NONE = ("none", "null", "~")
_WORDS = {
    "true": True, "false": False, "": None, **dict.fromkeys(NONE),
    **{sign + word: float(f"{sign}{word.removeprefix('.')}")
       for sign in ("", "+", "-") for word in ("nan", "inf", ".nan", ".inf", "infinity")},
}  # fmt: skip


def value(text: str) -> Any:
    """Return what a text stands for; the text itself where it is nothing else.

    >>> value("1e3"), value("[1, none, yes]"), value("010"), value("1:40")
    (1000.0, [1, None, 'yes'], 10, '1:40')

    Raises
    ------
    ValueError
        For a number that is too long, or lists that are nested too deep.
    """
    try:
        return read(text.strip())
    except _SyntaxError:
        return text.strip()


def read(text: str) -> Any:
    """Return what a whole text says; ValueError, in one line, if it cannot be used."""
    if len(text) > LARGEST:
        raise ValueError(f"it must have at most {LARGEST:,} characters, got {len(text):,}")
    try:
        events = _events(text)
        first = next(events, None)
        if first is None:
            return None
        found = _built(first, events, 1)
        for _ in events:  # to the end: what comes after it is an error
            raise _SyntaxError("it must hold one value")
        return found
    except yaml.YAMLError as error:
        raise _SyntaxError(" ".join(str(error).split())) from None


class _SyntaxError(ValueError):
    """The text is none that YAML can read."""


def _events(text: str) -> Iterator[yaml.Event]:
    """Yield what a text consists of; one document."""
    documents = 0
    for event in yaml.parse(text, yaml.SafeLoader):
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise ValueError("it must be one document, got several")
        elif isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise ValueError("references (& and *) are not understood")
        elif tag := getattr(event, "tag", None):
            raise ValueError(f"tags are not understood, got {tag[:40]}")
        elif isinstance(event, yaml.NodeEvent | yaml.CollectionEndEvent):
            yield event


def _built(event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Any:
    """Return the value that begins with an event."""
    if isinstance(event, yaml.ScalarEvent):
        return _scalar(event.value) if event.style is None else event.value
    if depth > DEEPEST:
        raise ValueError(f"it must be nested at most {DEEPEST} levels deep")
    if isinstance(event, yaml.SequenceStartEvent):
        return [_built(entry, events, depth + 1) for entry in _until_end(events)]
    found: dict[str, Any] = {}
    for name in _until_end(events):
        if not isinstance(name, yaml.ScalarEvent):
            raise ValueError("names must be texts, got a list or a mapping")
        if name.value in found:
            raise ValueError(f"{name.value[:40]} is given twice")
        found[name.value] = _built(next(events), events, depth + 1)
    return found


def _until_end(events: Iterator[yaml.Event]) -> Iterator[yaml.Event]:
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            return
        yield event


def _scalar(text: str) -> Any:
    """Return a number, true, false or none, or the text."""
    if _NUMBER.fullmatch(text):
        plain = text.replace("_", "")
        if len(plain) > LONGEST:
            raise ValueError(f"a number must have at most {LONGEST} digits, got {len(plain):,}")
        return int(plain) if re.fullmatch(r"[-+]?\d+", plain) else float(plain)
    return _WORDS.get(text.lower(), text)
