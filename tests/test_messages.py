"""A value is shown as its repr begins, and no more of it is looked at than is shown."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from osphg.experiments.parameters import UsageError, declared, mapping
from osphg.messages import short_repr

PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary()
VALUES = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(st.text() | st.integers(), inner)
    ),
    max_leaves=60,
)


def cut_afterwards(value: Any, length: int) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= length else text[: length - 3] + "..."


@given(VALUES, st.integers(3, 130))
def test_it_is_the_whole_repr_cut(value: Any, length: int) -> None:
    assert short_repr(value, length) == cut_afterwards(value, length)


@pytest.mark.parametrize(
    "value",
    [
        [[[[list(range(50))]]]] * 50,
        {"b": 1, "a": [{3}, frozenset({4}), set(), (), (5,), {}, {"c": {}}]},
        np.arange(5000.0),
        np.zeros((3, 40)),
        10**400,
        "x" * 5000,
        np.float64(0.5),
        type,
    ],
    ids=lambda value: type(value).__name__,
)
def test_of_other_kinds_too(value: Any) -> None:
    assert short_repr(value) == cut_afterwards(value, 120)


class Counting:
    """An entry that counts how often it was shown."""

    times = 0

    def __repr__(self) -> str:
        self.times += 1
        return "x"


@pytest.mark.parametrize("kind", [list, tuple, lambda entries: dict(enumerate(entries))])
def test_what_is_not_shown_is_not_looked_at(kind: Any) -> None:
    entry = Counting()
    value: Any = entry
    for _ in range(4):
        value = kind([value] * 10)
    assert short_repr(value) == cut_afterwards(value, 120)
    entry.times = 0
    short_repr(value)
    assert 1 < entry.times <= 120


ALIASES = "\n".join(
    ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    + [f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 10)}]" for k in range(1, 12)]
    + ["T: *a11"]
)  # 10^12 entries in 700 bytes


@pytest.mark.parametrize("line", ["T: int = 5", "T: int = None", "T: bool = True", "T: list = [1]"])
def test_a_file_of_aliases_of_aliases_is_refused_at_once(line: str) -> None:
    value = mapping(ALIASES)["T"]
    with pytest.raises(UsageError, match=r"^T must be .*, got \[\[\[\[\[\[.*\.\.\.$"):
        declared(line)["T"].typed(value)
