"""What a user's compiled functions read besides their arguments does not change in silence."""

from __future__ import annotations

import math
import types
import warnings
from typing import Any

import numba
import numpy as np
import pytest

import osphg
from osphg.checks import FloatArray
from osphg.utilities import Compiled

HALF = 0.5


@numba.njit
def flat(t: int, x: FloatArray, out: FloatArray) -> None:
    out[0] = math.pi * HALF


def users(code: str) -> dict[str, Any]:
    """Return the names of a module of the user's."""
    names: dict[str, Any] = {"np": np, "numba": numba, "types": types, "math": math}
    exec(code, names)
    return names


def compiled(names: dict[str, Any], gradient: Any = flat) -> Compiled:
    return Compiled(names["value"], gradient, (), T=3, n=1)


VALUE = "\n@numba.njit\ndef value(t, x): return "
HELPER = "\n@numba.njit\ndef weight(t): return "

# Code of the user's, what it does once `value` is in use, and what is told of that.
CHANGES = {
    "global array": (
        f"W = np.ones(3){VALUE}W[t] + x[0]",
        "W = np.full(3, 3.0)",
        "value reads the array W around it, which numba keeps as it was",
    ),
    "global array that is written to": (
        f"W = np.ones(3){VALUE}W[t] + x[0]",
        "W[1] = 3.0",
        "value reads the array W around it, which numba keeps as it was",
    ),
    "array of a closure": (
        "def make():\n"
        "    W = np.ones(3)\n"
        "    def change():\n"
        "        nonlocal W\n"
        "        W = 3 * W\n"
        "    @numba.njit\n"
        "    def value(t, x): return W[t] + x[0]\n"
        "    return value, change\n"
        "value, change = make()",
        "change()",
        "value reads the array W around it, which numba keeps as it was",
    ),
    "array of a helper": (
        f"W = np.ones(3){HELPER}W[t]{VALUE}weight(t) + x[0]",
        "W = np.full(3, 3.0)",
        "weight reads the array W around it, which numba keeps as it was",
    ),
    "array of a helper's helper": (
        f"W = np.ones(3){HELPER}W[t]"
        f"\n@numba.njit\ndef scaled(t, y): return y + weight(t){VALUE}scaled(t, x[0])",
        "W = np.full(3, 3.0)",
        "weight reads the array W around it, which numba keeps as it was",
    ),
    "array of a plain helper": (
        "W = np.ones(3)\n@numba.extending.register_jitable\ndef weight(t): return W[t]"
        f"{VALUE}weight(t) + x[0]",
        "W = np.full(3, 3.0)",
        "weight reads the array W around it, which numba keeps as it was",
    ),
    "array of a helper under vectorize": (
        "W = np.ones(3)\n@numba.vectorize\ndef weight(t): return W[t]" + f"{VALUE}weight(t) + x[0]",
        "W = np.full(3, 3.0)",
        "weight reads the array W around it, which numba keeps as it was",
    ),
    "array of a module": (
        f"week = types.ModuleType('week')\nweek.W = np.ones(3){VALUE}week.W[t] + x[0]",
        "week.W = np.full(3, 3.0)",
        "value reads the array week.W around it, which numba keeps as it was",
    ),
    "array in tuples": (
        f"W = 1.0, (np.ones(3),){VALUE}W[1][0][t] + x[0]",
        "W = 1.0, (np.full(3, 3.0),)",
        "value reads the array W around it, which numba keeps as it was",
    ),
    "array as a default": (
        "W = np.ones(3)\n@numba.njit\ndef value(t, x, w=W): return w[t] + x[0]",
        "W[1] = 3.0",
        "value reads the array w around it, which numba keeps as it was",
    ),
    "number": (
        f"rate = 0.3{VALUE}rate * x[0]",
        "rate = 0.5",
        "value reads rate around it, which numba keeps as it was, 0.3 and not 0.5",
    ),
    "number of a helper": (
        f"rate = 0.3{HELPER}rate{VALUE}weight(t) * x[0]",
        "rate = 0.5",
        "weight reads rate around it, which numba keeps as it was, 0.3 and not 0.5",
    ),
    "number in an inner function": (
        "rate = 0.3\n@numba.njit\ndef value(t, x):\n"
        "    def scaled(y): return rate * y\n"
        "    return scaled(x[0])",
        "rate = 0.5",
        "value reads rate around it, which numba keeps as it was, 0.3 and not 0.5",
    ),
    "another helper": (
        f"{HELPER}0.3{VALUE}weight(t) * x[0]",
        f"{HELPER}0.5",
        "value reads weight around it, which numba keeps as it was",
    ),
}


@pytest.mark.parametrize("kind", list(CHANGES))
def test_what_has_changed_around_a_function_is_refused(kind: str) -> None:
    code, change, told = CHANGES[kind]
    names = users(code)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        first = compiled(names).value(1, np.ones(1))
    reads = told.partition(",")[0]
    expected = f"{reads}: numba keeps it as it is now; pass it as data (third argument)"
    assert [str(one.message) for one in warned] == [expected] * (" array " in reads)
    assert [one.filename for one in warned] == [__file__] * len(warned)
    assert compiled(names).value(1, np.ones(1)) == first  # once warned, while it has not changed
    exec(change, names)
    with pytest.raises(ValueError, match=r"^value_at must take ") as caught:
        compiled(names)
    variable = reads.removesuffix(" around it").rpartition(" ")[-1]
    remedy = f"take {variable} from data (third argument), or be defined anew"
    assert str(caught.value) == f"value_at must {remedy}: {told}"


def test_what_changes_while_a_utility_is_in_use_is_refused_where_it_is_compiled_anew() -> None:
    names = users(f"rate = 0.3{VALUE}rate * x[0]")
    f = compiled(names)
    rounds = osphg.Rounds(compiled(names), np.ones((3, 1)), 1.0, osphg.Box.unit(1))
    player = osphg.OSPHG(mu=0.1, delta=1.0, K=2)
    names["rate"] = 0.5
    for use in (lambda: osphg.play(player, rounds), lambda: f.value(0, np.ones(1))):
        with pytest.raises(ValueError, match=r"value reads rate .* 0\.3 and not 0\.5$"):
            use()
    names["rate"] = 0.3
    assert f.value(0, np.ones(1)) == 0.3


def test_what_was_compiled_before_is_compiled_again() -> None:
    """Both helpers that are called, and a helper of one of them."""
    names = users(
        f"rate = 0.3{HELPER}rate\n@numba.njit\ndef scaled(t, y): return y + weight(t)"
        f"{VALUE}weight(t) * 10 + scaled(t, x[0])"
    )
    assert names["value"](1, np.zeros(1)) == pytest.approx(3.3)
    names["rate"] = 0.5
    assert names["value"](1, np.zeros(1)) == pytest.approx(3.3)
    assert compiled(names).value(0, np.zeros(1)) == pytest.approx(5.5)


@pytest.mark.parametrize("held", ["[1.0, 2.0]", "{0: 1.0}", "([np.ones(2)],)"])
def test_a_list_or_the_like_is_refused(held: str) -> None:
    names = users(f"W = {held}{VALUE}W[0] + x[0]")
    with pytest.raises(ValueError, match="value reads W around it, a list or the like"):
        compiled(names)


def test_constants_and_functions_may_stay_and_attributes_are_no_globals() -> None:
    """`x.T` is not the T of the notebook, and a module of that name is not looked at."""
    code = (
        "EPS, T, NAME, size = 1e-12, 3, 'log', np.ones(2)"
        "\n@numba.njit\ndef weight(t): return math.pi + EPS if NAME == 'log' else np.nan"
        f"{VALUE}weight(t) * np.log1p(x.T[0]) + np.linalg.norm(x) + x.size"
    )
    names = users(code)
    expected = (math.pi + 1e-12) * math.log(2) + 2
    assert compiled(names).value(0, np.ones(1)) == pytest.approx(expected)
    names["T"] = 4
    names["size"] = np.ones(3)
    assert compiled(names).value(0, np.ones(1)) == pytest.approx(expected)


def test_a_function_defined_anew_sees_what_is_around_it_then() -> None:
    code = f"{VALUE}rate * x[0]"
    names = users(f"rate = 0.3{code}")
    assert compiled(names).value(0, np.ones(1)) == 0.3
    exec(f"rate = 0.5{code}", names)
    assert compiled(names).value(0, np.ones(1)) == 0.5
