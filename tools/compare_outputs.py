"""Compare what cells show as words and numbers, not as characters.

Words and integers must be equal; a number with a point or an exponent may differ by one unit of the
last digit that is printed, which is what another processor may make of a rounding.

Its own, as nbval and nbdime compare characters, and leave out what goes by a pattern.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import zip_longest

# With the blanks that align it; no part of a name, a version or a hash.
NUMBER = re.compile(
    r"([ \t]*(?<![\w.])[-+\u2212]?(?:\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(?:\.\d*)?(?:[eE][-+]?\d+)?)"
    r"(?!\.?\w)"
)


def difference(stored: str, computed: str, within: float = 0.0) -> str | None:
    """Return in one line where two outputs differ; None where they show the same.

    Numbers with a point or an exponent are the same, too, if they lie no more than `within` apart,
    relative to the larger or to 1: what is printed in full has no digit that is rounded.

    >>> difference("regret 0.123 after 100 rounds", "regret 0.124 after 100 rounds")
    >>> difference("regret 0.123 after 100 rounds", "regret 0.125 after 100 rounds")
    'after regret: 0.123 is stored, 0.125 computed'
    """
    first, second = NUMBER.split(stored), NUMBER.split(computed)
    for at, (old, new) in enumerate(zip_longest(first, second, fillvalue="")):
        # Between numbers stand words.
        if old != new and not (at % 2 and old and new and _near(old, new, within)):
            before = first[at - 1].strip()[-60:] if at else ""
            return f"after {before}: {old.strip()[:60]} is stored, {new.strip()[:60]} computed"
    return None


def _near(old: str, new: str, within: float) -> bool:
    one, other = (Decimal(re.sub(r"[\s,]", "", text).replace("\u2212", "-")) for text in (old, new))
    if not re.search(r"[.eE]", old + new):
        return one == other
    unit = Decimal(1).scaleb(min(int(n.as_tuple().exponent) for n in (one, other)))
    return abs(one - other) <= max(unit, Decimal(within) * max(abs(one), abs(other), Decimal(1)))
