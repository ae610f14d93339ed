"""Compare two outputs of a cell as words and numbers, not as characters.

Words and integers must be equal. A number with a point or an exponent may differ by one unit of the
last digit that is printed, because another processor may round it the other way.

`notebooks.py` (in `make test`) compares stored outputs of notebooks by this, and `golden.py` (in
`make golden` and the tests) its stored lines. nbval and nbdime compare characters, and can only
leave out what matches a pattern; so this comparison is the project's own.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import zip_longest

MAX_QUOTED = 60  # characters that a message quotes of a text
# A number with the blanks that align it; no part of a name, a version or a hash.
NUMBER = re.compile(
    r"([ \t]*(?<![\w.])[-+\u2212]?(?:\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(?:\.\d*)?(?:[eE][-+]?\d+)?)"
    r"(?!\.?\w)"
)


def difference(stored: str, computed: str, within: float = 0.0) -> str | None:
    """Describe the first difference between a stored and a computed output.

    Parameters
    ----------
    stored, computed
        The two outputs, as texts.
    within
        How far apart two numbers with a point or an exponent may also lie, relative to the larger
        of them or to 1. It is for numbers that are printed in full, which have no rounded digit.

    Returns
    -------
    str or None
        One line that says where the outputs differ; None where they show the same.

    Examples
    --------
    >>> difference("regret 0.123 after 100 rounds", "regret 0.124 after 100 rounds")
    >>> difference("regret 0.123 after 100 rounds", "regret 0.125 after 100 rounds")
    'after regret: 0.123 is stored, 0.125 computed'
    """
    # Each text is split into words and numbers by turns: from place 0, at odd places stand numbers.
    stored_parts = NUMBER.split(stored)
    computed_parts = NUMBER.split(computed)
    pairs = zip_longest(stored_parts, computed_parts, fillvalue="")
    for place, (old, new) in enumerate(pairs):
        if old == new:
            continue
        # An empty text stands for a part that the shorter output does not have.
        are_numbers = place % 2 == 1 and old and new
        if are_numbers and _are_close(old, new, within):
            continue
        before = stored_parts[place - 1].strip()[-MAX_QUOTED:] if place else ""
        stored_text = old.strip()[:MAX_QUOTED]
        computed_text = new.strip()[:MAX_QUOTED]
        return f"after {before}: {stored_text} is stored, {computed_text} computed"
    return None


def _are_close(old: str, new: str, within: float) -> bool:
    """Tell whether the numbers `old` and `new`, as printed, may pass for the same number.

    Two integers must be equal. Other numbers may differ by one unit of the last digit of the more
    precise one, or by `within` times the largest of 1 and their absolute values.
    """
    old_number = _decimal(old)
    new_number = _decimal(new)
    are_integers = not re.search(r"[.eE]", old + new)
    if are_integers:
        return old_number == new_number
    # The exponent of 10 of the last printed digit: -2 for 0.25.
    last_place = min(int(number.as_tuple().exponent) for number in (old_number, new_number))
    unit_of_last_digit = Decimal(1).scaleb(last_place)
    scale = max(abs(old_number), abs(new_number), Decimal(1))
    return abs(old_number - new_number) <= max(unit_of_last_digit, Decimal(within) * scale)


def _decimal(text: str) -> Decimal:
    """Return a printed number, which may have blanks, commas or a typographic minus sign."""
    return Decimal(re.sub(r"[\s,]", "", text).replace("\u2212", "-"))
