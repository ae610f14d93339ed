"""Online linear maximisers: the oracles E_1..E_K that a player runs side by side.

Every oracle of the package has `tuned(domain, T, bound, ...)`, the step of its own theorem for T
payoffs whose norm is at most `bound`, and `regret_bound(domain, payoffs)`, that theorem for the
payoffs that came. Each measures payoffs in a norm of its own: see `osphg.oracles.norms`.
"""

from osphg.oracles import norms
from osphg.oracles.adagrad import AdaGrad
from osphg.oracles.base import BoundedOracle, Oracle
from osphg.oracles.gradient import GradientAscent
from osphg.oracles.mirror import EntropicMirrorDescent
from osphg.oracles.perturbed import FollowThePerturbedLeader
from osphg.oracles.regularisers import Entropic, Euclidean, Regulariser
from osphg.oracles.rftl import RFTL

__all__ = [
    "RFTL",
    "AdaGrad",
    "BoundedOracle",
    "Entropic",
    "EntropicMirrorDescent",
    "Euclidean",
    "FollowThePerturbedLeader",
    "GradientAscent",
    "Oracle",
    "Regulariser",
    "norms",
]
