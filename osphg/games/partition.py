"""Partitions of a ground set 0..n-1."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from osphg import checks

_LISTS = (list, tuple, range, np.ndarray)


def partition(name: str, value: Any) -> tuple[tuple[int, ...], ...]:
    """Return blocks of integers as tuples; TypeError, ValueError unless each of 0..n-1 is in one.

    A number in the place of a list, or anything but an integer in a block, is a TypeError.
    """
    if not _is_list(value) or not all(_is_list(block) for block in value):
        raise TypeError(f"{name} must be a list of lists, got {checks.shown(value)}")
    blocks = tuple(tuple(_index(name, i) for i in block) for block in value)
    elements = sorted(itertools.chain.from_iterable(blocks))
    if not elements or elements != list(range(len(elements))):
        shown = checks.shown(list(blocks))
        raise ValueError(f"{name} must be a partition of 0..n-1, got {shown}")
    return blocks


def _is_list(value: Any) -> bool:
    return isinstance(value, _LISTS) and (not isinstance(value, np.ndarray) or value.ndim > 0)


def _index(name: str, value: Any) -> int:
    try:
        return checks.integer(name, value)
    except TypeError:
        raise TypeError(f"{name} must hold integers, got {checks.shown(value)}") from None
