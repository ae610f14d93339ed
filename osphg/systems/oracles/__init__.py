"""Online linear maximisers besides gradient ascent; `osphg.oracles` says what one is."""

from osphg.systems.mirror_maps import Entropic, Euclidean, Regulariser
from osphg.systems.oracles.adagrad import AdaGrad
from osphg.systems.oracles.mirror import EntropicMirrorDescent
from osphg.systems.oracles.perturbed import FollowThePerturbedLeader
from osphg.systems.oracles.rftl import RFTL

__all__ = [
    "RFTL",
    "AdaGrad",
    "Entropic",
    "EntropicMirrorDescent",
    "Euclidean",
    "FollowThePerturbedLeader",
    "Regulariser",
]
