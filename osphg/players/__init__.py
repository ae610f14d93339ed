"""Players: online algorithms that choose x_t before they see f_t and p_t, one file each."""

from osphg.players.base import Feedback, Player, partial_iterates
from osphg.players.meta_frank_wolfe import MetaFrankWolfe
from osphg.players.osphg import OSPHG

__all__ = ["OSPHG", "Feedback", "MetaFrankWolfe", "Player", "partial_iterates"]
