"""How tight the guarantees are: the theorem's bounds on the slow game, and surviving experts."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from osphg.checks import FloatArray
from osphg.games.plateaus import SlowGood
from osphg.metrics import ONE_MINUS_ONE_OVER_E
from osphg.players import OSPHG
from osphg.rounds import Game
from osphg.systems import BoostedOSPHG
from osphg.systems.boosted import boosted_beta


class SlowGoodBounds(NamedTuple):
    """What the theorem on the slow game says of a player."""

    ell: float  # the multiplier to compare with, chosen to make `earned` small
    eta: float  # which a z_t does not exceed in any round
    gamma: float  # what the rest is left with
    bought: float  # above sum_t a z_t
    earned: float  # above sum_t f(x_t)/T


def slow_good_bounds(
    game: Game, f: SlowGood, player: OSPHG | BoostedOSPHG
) -> SlowGoodBounds | None:
    """Return the theorem's bounds for `osphg.games.refuting.slow_good`; None if it says nothing.

    For the weighted player, or the boosted one without a seed, tuned; ValueError for others.
    """
    # beta, and low, high and coupling of `osphg.proofs.tight.game.Fed`
    steep, alpha = 1 + f.eps, ONE_MINUS_ONE_OVER_E
    if isinstance(player, BoostedOSPHG):
        beta, low, coupling = boosted_beta(game), steep * math.exp(-1), steep * alpha
        high = low - f.eps * alpha
    else:
        first = float(player.weights[0])
        beta, low, high, coupling = game.beta, steep * first, first + steep / player.K, steep
    mu, delta, a, G, T = player.mu, player.delta, f.a, game.G, game.T
    tuned = math.isclose(delta, 4 * beta**2) and delta**2 * mu**2 + beta**2 <= delta / 2
    published = isinstance(player, OSPHG) and not player.weighted
    if published or player.lambda1 != 0 or not tuned:
        raise ValueError(f"player must be weighted or boosted and tuned, got {player}")
    found = []
    for share in np.linspace(0, 1, 402)[1:-1]:
        ell = float(high + share * (low - high))
        noise = beta**2 / 2 + G**2 + 2 * beta**2 * ell**2
        always = noise / beta**2 + ell**2 / 2
        here = (1 + ell**2) / 2 + mu**2 * noise * T
        # z_t is held for all T, or for this one because W is large
        for potential, contracts in ((always, True), (here, False)):
            eta = a * math.sqrt(2 * potential)
            gamma = min((1 - eta) * low - ell - coupling * eta, ell - high)
            if gamma <= 0 or (contracts and mu * beta**2 > 2 * a**2 * gamma):
                continue
            bought = ((1 + ell**2) / (2 * mu) + mu * noise * T) / gamma
            earned = f.top + (1 - f.top) * bought / T
            found.append(SlowGoodBounds(ell, eta, gamma, bought, earned))
    return min(found, key=lambda one: one.earned, default=None)


class Survived(NamedTuple):
    """What surviving experts did, in the mean over what they draw, and the theorem's bounds."""

    utility: FloatArray  # (T,), f_t(x_t)
    violation: FloatArray  # (T,), g_t(x_t)
    regret: float  # bounds the alpha-regret
    overspent: float  # bounds C_T


def surviving_experts(game: Game, experts: FloatArray, W: int = 1) -> Survived:
    """Play (1 - kappa) times an expert, drawn by weights; who overspends in a window is out.

    Weights grow with the utility of W rounds by the factor 1 + eps sum f/(W F), where eps is the
    largest that the theorem admits. `experts` are decisions (N, n); W divides T.
    """
    if game.T % W:
        raise ValueError(f"W must divide {game.T}, got {W}")
    kappa = (1 - ONE_MINUS_ONE_OVER_E) / 2
    eps = min(kappa * game.allowance / game.G, (1 - kappa) / ONE_MINUS_ONE_OVER_E - 1)
    weights = np.full(len(experts), 1 / len(experts))
    gained, spent = np.zeros((2, len(experts)))
    played = []
    for block in game.blocks():
        for t, price in enumerate(block.prices):
            cost = experts @ price
            earned = weights @ block.utility.value(t, (1 - kappa) * experts)
            played.append((earned, weights @ ((1 - kappa) * cost) - game.allowance))
            gained += block.utility.value(t, experts)
            spent += cost - game.allowance
            if len(played) % W == 0:
                weights = weights * (1 + eps * gained / (W * game.F)) * (spent <= 1e-12 * W)
                if not weights.any():
                    raise ValueError(f"no expert is left after round {len(played)}")
                weights /= weights.sum()
                gained[:], spent[:] = 0.0, 0.0
    utility, violation = np.transpose(played)
    size = math.log(len(experts))
    return Survived(utility, violation, W * game.F * size / eps, W * game.G * size)
