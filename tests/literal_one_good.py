"""The player for one good that is told neither W nor T (`rocq/UnknownOneGood.v`): plain Python."""

from __future__ import annotations

from collections.abc import Sequence


def patient_bids(prices: Sequence[float], b: float, c: float) -> list[float]:
    """Bid in [0, 1], with the allowance b for a round; no price exceeds c, which is at least b."""
    offers = [1.0] * 64  # the highest bid that all closed windows of 2^k rounds could have afforded
    reached, saved, bids = 0, 0.0, []
    for t, price in enumerate(prices, 1):
        # A scale may overspend by 3c 2^k before it learns better: so that is saved first.
        if saved >= 3 * c * 2**reached:
            reached += 1
        bids.append(offers[reached - 1] if reached > 0 else 0.0)
        saved += b - price * bids[-1]
        for k in range(t.bit_length()):
            cost = sum(prices[t - 2**k : t])
            if t % 2**k == 0 and cost > b * 2**k:
                offers[k] = min(offers[k], b * 2**k / cost)
    return bids
