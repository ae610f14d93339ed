"""In which hours the bids of items are high: one stretch of the day for all, where that says it.

A single hour is a poor answer to that, as the highest of 24 means is mostly the one with the
largest noise. A stretch of hours is found from all of them: the one that, with one number for the
hours in it and one for all others, comes nearest to the bids.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from osphg.arithmetic import dot
from osphg.checks import FloatArray

Labels = NDArray[np.intp]  # of the rounds: the hour of the week of each, say

# A cycle is named beside another one if it explains so much of bids, of what the other explains.
_WORTH_NAMING = 0.25
# And if it explains so much of all that hours explain: what is left are hours of single days.
_LEAST = 0.05
# An item has the stretch of all items if that says so much of what its own best stretch says.
_NEARLY_AS_GOOD = 0.9
_TIE = 1 + 1e-9  # a longer stretch has to be better by more than rounding


class Cycle(NamedTuple):
    """A day, a week or a number of rounds that T rounds go through again and again.

    Parameters
    ----------
    places : Labels
        The place of each round, (T,), from 0: its hour of the day.
    size : int
        The number of places.
    name : callable
        Takes the first place of a stretch and the number of its places, and returns the words
        that name it: "from 08:00 to 18:00". A stretch may go on past the last place.
    """

    places: Labels
    size: int
    name: Callable[[int, int], str]

    def of(self, rounds: NDArray[np.intp]) -> Cycle:
        """Return the cycle of some of the rounds, given by their numbers from 0."""
        return self._replace(places=self.places[rounds])


def stretches_of_high_bids(
    explained: Sequence[FloatArray], cycles: Sequence[Sequence[Cycle]]
) -> list[str]:
    """Return in words in which hours the bids of each item are high.

    Parameters
    ----------
    explained
        For each item what the hours explain of the logarithm of its bids in its rounds, (T_i,).
    cycles
        For each item the cycles of its rounds; all items have the same ones.

    Returns
    -------
    list of str
        For each item one stretch of each cycle that matters, such as "from 08:00 to 18:00 and on
        Mon to Fri"; "in some hours of some days" where none does. Items have the same words where
        one stretch fits them all nearly as well as each its own.
    """
    pairs = list(zip(explained, cycles, strict=True))
    gains = [[_gains(values, cycle) for cycle in own] for values, own in pairs]
    sizes = [[_explained_by(values, cycle) for cycle in own] for values, own in pairs]
    least = [_LEAST * dot(values - values.mean(), values - values.mean()) for values in explained]
    words: list[list[str]] = [[] for _ in pairs]
    for c, cycle in enumerate(cycles[0]):
        concerned = [
            i for i, own in enumerate(sizes) if own[c] > max(_WORTH_NAMING * max(own), least[i])
        ]
        if not concerned:
            continue
        shares = [gains[i][c] / gains[i][c].max() for i in concerned]
        common = _best_stretch(np.sum(shares, axis=0))
        for i, share in zip(concerned, shares, strict=True):
            is_near = share[common.first, common.length - 1] >= _NEARLY_AS_GOOD
            stretch = common if is_near else _best_stretch(share)
            words[i].append(cycle.name(stretch.first, stretch.length))
    return [" and ".join(parts) or "in some hours of some days" for parts in words]


class _Stretch(NamedTuple):
    """Some places of a cycle in a row."""

    first: int
    length: int


def _sums(values: FloatArray, cycle: Cycle) -> tuple[FloatArray, FloatArray]:
    """Return by place how many rounds it has, and by how much their values exceed the mean."""
    counts = np.bincount(cycle.places, minlength=cycle.size)
    above = np.bincount(cycle.places, values - values.mean(), minlength=cycle.size)
    return np.asarray(counts, np.float64), np.asarray(above, np.float64)


def _explained_by(values: FloatArray, cycle: Cycle) -> float:
    """Return the sum of squares that the means of all places explain of the values."""
    counts, above = _sums(values, cycle)
    return dot(above, above / np.maximum(counts, 1))


def _gains(values: FloatArray, cycle: Cycle) -> FloatArray:
    """Return the sum of squares that each stretch explains, by first place and length less 1.

    It is 0 where values are not higher in the stretch than outside, and where one of the two has no
    rounds. An array (size, size - 1).
    """
    counts, above = _sums(values, cycle)
    size = cycle.size
    # Two turns, so that a stretch may go on past the last place.
    count_until = np.r_[0.0, np.tile(counts, 2).cumsum()]
    above_until = np.r_[0.0, np.tile(above, 2).cumsum()]
    gains = np.zeros((size, size - 1))
    for length in range(1, size):
        inside = count_until[length : length + size] - count_until[:size]
        excess = above_until[length : length + size] - above_until[:size]
        outside = len(values) - inside
        is_high = (inside > 0) & (outside > 0) & (excess > 0)
        weight = np.where(is_high, inside * outside, 1.0)
        gains[:, length - 1] = np.where(is_high, excess**2 * len(values) / weight, 0.0)
    return gains


def _best_stretch(gains: FloatArray) -> _Stretch:
    """Return the stretch of the largest gain; of equals the shortest, and of these the first."""
    by_length = gains.T  # rows in the order of their lengths, from 1
    is_best = by_length * _TIE >= by_length.max()
    row, first = np.unravel_index(int(np.argmax(is_best)), is_best.shape)
    return _Stretch(int(first), int(row) + 1)
