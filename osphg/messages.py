"""How a value of a user's is shown in a message: short, and at a bounded cost.

The work is done by `reprlib` of Python, which writes the first entries of a value, and three dots,
its `fillvalue`, for the others.
"""

from __future__ import annotations

import reprlib
import sys
from collections.abc import Mapping
from itertools import islice
from typing import Any

MAX_LENGTH = 120  # characters of a value in a message


class _PrefixRepr(reprlib.Repr):
    """Make a text that begins as `repr` of a value does, by at least `length` characters.

    A value may be far longer than its message: a few YAML aliases of aliases stand for billions of
    entries. Each entry is at least one character, so that after `length` of them, wherever they are
    nested, what follows is cut from the message anyway, and is not looked at. `reprlib` calls
    `repr1` for each entry, and `repr_dict` for each dict.

    Parameters
    ----------
    length : int
        How many characters have to be right.
    """

    def __init__(self, length: int) -> None:
        """Set the limits of `reprlib.Repr`, each high enough for the first `length` characters."""
        super().__init__()
        self.entries_left = length  # that may still be written, over all levels of nesting
        self.maxlevel = 40  # of nesting: no user writes more by hand
        for kind in ("list", "tuple", "dict", "set", "frozenset", "deque", "array"):
            setattr(self, f"max{kind}", length)
        # `reprlib` leaves out the middle of a text or an integer longer than its limit: with
        # this one, far behind the first `length` characters.
        self.maxstring = self.maxlong = 100 * length
        self.maxother = sys.maxsize  # the reprs of other values stay whole

    def repr1(self, x: Any, level: int) -> str:
        """Write one entry; three dots once `length` entries are written.

        `level` is how many levels of nesting may still follow.
        """
        self.entries_left -= 1
        return super().repr1(x, level) if self.entries_left >= 0 else self.fillvalue

    def repr_dict(self, x: Mapping[Any, Any], level: int) -> str:
        """Write a mapping in its own order, as `repr` does; `reprlib` would sort the keys.

        `level` is how many levels of nesting may still follow.
        """
        if level <= 0 and x:  # nested too deep
            return f"{{{self.fillvalue}}}"
        entries = islice(x.items(), self.maxdict)
        texts = [f"{self.repr1(k, level - 1)}: {self.repr1(v, level - 1)}" for k, v in entries]
        return f"{{{', '.join(texts)}}}"


def short_repr(value: Any, length: int = MAX_LENGTH) -> str:
    """Write `value` as `repr` does, on one line, cut off after `length` characters.

    Parameters
    ----------
    value : object
        Anything.
    length : int
        How long the text may be; at least 3.

    Returns
    -------
    str
        The text, in which any white space is one space, and three dots stand for what was cut off.

    Examples
    --------
    >>> short_repr({"b": [1.5, None], "a": "text"}, 60)
    "{'b': [1.5, None], 'a': 'text'}"
    >>> short_repr(list(range(10**6)), 20)
    '[0, 1, 2, 3, 4, 5...'
    """
    text = " ".join(_PrefixRepr(length).repr(value).split())
    return text if len(text) <= length else f"{text[: length - 3]}..."
