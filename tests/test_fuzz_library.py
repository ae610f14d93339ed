"""Hostile values at every public door of the library: it works, or says in one line why not.

Never another exception than TypeError and ValueError (RoundError is one), never a message of
several lines or without a name that the caller knows, never a warning, never a result with a NaN.
OSPHG_FUZZ is the number of examples for each door; a few unless given.
"""

from __future__ import annotations

import inspect
import os
import re
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import osphg
from osphg.hindsight import Benchmark
from osphg.playing import Run, StreamedRun
from tests.library_doors import CASTS, DOORS, ENTRIES_OF_ARRAYS, HOSTILE, Door

EXAMPLES = int(os.environ.get("OSPHG_FUZZ", "10"))


@st.composite
def changed(draw: st.DrawFn, good: Any) -> Any:
    """A hostile value in the place of a good one, or the good one spoilt."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")  # of what is made here
        return draw(_changed(good))


@st.composite
def _changed(draw: st.DrawFn, good: Any) -> Any:
    if isinstance(good, np.ndarray) and good.size and draw(st.booleans()):
        if draw(st.booleans()) or good.dtype != np.float64:
            return draw(st.sampled_from(CASTS))(good)
        spoilt = good.copy()
        spoilt.flat[draw(st.integers(0, good.size - 1))] = draw(st.sampled_from(ENTRIES_OF_ARRAYS))
        return spoilt
    if draw(st.integers(0, 4)):
        return draw(st.sampled_from(HOSTILE))()
    return draw(
        st.integers(-3, 40)
        | st.floats(width=64)
        | st.floats(0, 3)
        | arrays.arrays(
            st.sampled_from([np.float64, np.int64, np.bool_, np.complex128, np.object_]),
            arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3),
        )
    )


def is_sound(result: Any) -> bool:
    """Whether no number in a result is NaN, and none of a run infinite."""
    if isinstance(result, tuple | list):
        return all(is_sound(part) for part in result)
    if isinstance(result, Run | StreamedRun):
        return all(
            np.isfinite(part).all()
            for part in (result.decisions, result.utility, result.violation, result.multiplier)
        )
    if isinstance(result, Benchmark):
        return is_sound((result.x, result.value, result.upper_bound))
    if isinstance(result, float | np.ndarray):
        return not np.isnan(result).any()
    return True


def answered(door: Door, arguments: Mapping[str, Any]) -> bool:
    """Call a door, and use what it returns; whether it was refused, in the words of the house."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            result = door.use(door.call(**arguments))
        except (TypeError, ValueError) as error:
            message = str(error)
            assert "\n" not in message, message
            assert len(message) < 1000, message
            names = {*door.good, *door.known}
            named = any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", message) for name in names)
            assert named, message
            return True
    assert is_sound(result), result
    return False


@pytest.mark.parametrize("name", DOORS)
def test_good_arguments_are_taken(name: str) -> None:
    assert not answered(DOORS[name], DOORS[name].good)


@pytest.mark.parametrize("name", DOORS)
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data())
def test_hostile_arguments(name: str, data: st.DataObject) -> None:
    door = DOORS[name]
    places = data.draw(
        st.lists(st.sampled_from(sorted(door.good)), min_size=1, max_size=2, unique=True)
    )
    arguments = {place: data.draw(changed(door.good[place]), label=place) for place in places}
    answered(door, {**door.good, **arguments})


def test_every_public_class_and_function_has_a_door() -> None:
    called = {getattr(door.call, "__qualname__", "") for door in DOORS.values()}
    kept = {
        "Run",
        "StreamedRun",
        "RoundError",
        "PlainGradient",
    }  # the library makes them, or they take nothing
    for name in osphg.__all__:
        public = getattr(osphg, name)
        if inspect.isclass(public) or inspect.isfunction(public):
            assert public.__qualname__ in called or name in kept, name
        if inspect.isclass(public) and hasattr(public, "tuned"):
            assert public.tuned.__qualname__ in called, name
