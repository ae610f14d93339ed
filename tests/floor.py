"""What the theorem on the decoy says of the published algorithm, to hold runs against."""

from __future__ import annotations

import math

from osphg.games.plateaus import Decoy
from osphg.metrics import ONE_MINUS_ONE_OVER_E
from osphg.players import OSPHG


def decoy_floor(f: Decoy, T: int, player: OSPHG) -> float:
    """Return a lower bound of R_T, for the theorem's steps from the origin, without weights."""
    assert player.K == 1 or not player.weighted
    mu, K = player.mu, player.K
    level = (f.Q * (1 - math.floor(K * f.tau + 1e-9) / K)) * f.tau
    late = math.ceil(1 / ((1 - f.Q * f.tau) * mu))
    most = (1 + level**2) / (2 * mu) + mu * T * (f.Q**2 + f.rho**2 + 1 / f.tau**2)
    most += player.delta * mu / 2 * level**2 * T + f.Q * f.tau * (f.tau + f.w + 1 / K) * late
    return (ONE_MINUS_ONE_OVER_E * (1 + f.rho) - 1) * T - f.rho / (level - f.rho) * most
