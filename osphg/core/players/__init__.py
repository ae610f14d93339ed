"""Players: online algorithms that choose x_t before they see f_t and p_t, one file each."""

from osphg.core.players.base import Feedback, Player, RoundError, partial_iterates
from osphg.core.players.meta_frank_wolfe import MetaFrankWolfe
from osphg.core.players.osphg import OSPHG

__all__ = ["OSPHG", "Feedback", "MetaFrankWolfe", "Player", "RoundError", "partial_iterates"]
